/* view_kind.c – see view_kind.h: a row a view. */
#include "model/app.h"

static const struct view_kind kinds[VIEW_COUNT] = {
    [VIEW_GRID] = {
        .name = "grid",
        .title = "Grid",
        .help = "Every head of the layer at a glance, on one colour range.",
        .hint = "Rows are queries (they attend), columns keys (they are attended). A double click opens a head.",
        .lens = true,
    },
    [VIEW_HEAD] = {
        .name = "head",
        .title = "Head",
        .help = "One head, large: every weight by its colour, its number and in words.",
        .hint = "Point at a cell to read it, click to lock its row, use the wheel to zoom.",
        .one_head = true,
        .lens = true,
    },
    [VIEW_COMPARE] = {
        .name = "compare",
        .title = "Compare",
        .help = "One token’s row in every head; of the built-in model against one head, whose softmax must squeeze all into one row.",
        .hint = "← → step the query token, ↑ ↓ the head; point at a bar to read it, double-click a head to open it.",
        .hides = true,
        .legend = "Bars: attention weight, 0 to 1 in every row. Bands: annotated targets, where the sentence has any.",
    },
    [VIEW_STEPS] = {
        .name = "steps",
        .title = "Steps",
        .help = "The whole forward pass, step by step: every value as the sum it is.",
        .hint = "← → step, ↑ ↓ token, Shift+← → column; Enter or a click shows a value’s formula.",
        .wide = true,
        .one_head = true,
        .needs = HS_CAN_PLANES | HS_CAN_WEIGHTS,
    },
    [VIEW_LINES] = {
        .name = "lines",
        .title = "Lines",
        .help = "Every link as a line: who looks at whom, in which heads.",
        .hint = "Point at a token to see its links alone, click to keep them; click a head to hide it.",
        .hides = true,
        .legend = "One hue a head; heads that share one differ by dashes or double lines. The more opaque a line, the larger its weight.",
    },
    [VIEW_SPECIALISE] = {
        .name = "specialise",
        .title = "Specialise",
        .help = "What each head finds, measured over annotated sentences, against baselines.",
        .hint = "Arrows or a click choose a cell and list its links; Enter goes into the list and opens a sentence, F lists those for or against.",
        .legend = "colour and number: share of links found, 0 to 100 % along the palette",
        .all_layers = true,
    },
    [VIEW_LAYERS] = {
        .name = "layers",
        .title = "Layers",
        .help = "Every head of every layer of an attention file: a map, or a table of statistics.",
        .hint = "Point at a head to see it larger, click to open it; arrow keys walk, Enter opens, G turns map and table.",
        .hides = true,
        .leads = true, /* the whole model before its parts */
        .all_layers = true,
        .needs = HS_CAN_LAYERS,
    },
    [VIEW_LEARN] = {
        .name = "learn",
        .title = "Learn",
        .help = "Heads specialise, or fail to, while a layer learns from random weights.",
        .hint = "G starts and pauses, ← → go through the moments; click a head to see what is lost without it.",
        .wide = true,
        .needs = HS_CAN_TEXT | HS_CAN_HEADS,
    },
};

const struct view_kind *view_kind(enum view_id id)
{
    return (unsigned)id < VIEW_COUNT ? &kinds[id] : NULL;
}

bool view_usable(const struct app *app, enum view_id id)
{
    const struct view_kind *kind = view_kind(id);
    return kind && picture_can(app, kind->needs);
}
