/* seen.c – see seen.h. */
#include "model/seen.h"

#include <stdio.h>
#include <string.h>

#include "model/lens.h"

/* ---------------------------------------------------------------- what it depends on besides the view */
typedef const char *(*missing)(const struct app *app, const struct seen_output *output);

static bool differs(const struct app *app, const struct seen_output *output)
{
    const struct hs_set *made = output->kind == SEEN_PAGE ? app->lens.made.shown : NULL; /* whatever the view */
    enum hs_values values = hs_set_values(made ? made : app_shown(app));
    return values == HS_VALUES_SIGNED || values == HS_VALUES_SCORE;
}

static const char *colours_fixed(const struct app *app, const struct seen_output *output)
{
    return differs(app, output) ? "numbers with a sign have colours of their own" : NULL;
}

static const char *nothing_hidden(const struct app *app, const struct seen_output *output)
{
    bool figures = output->kind == SEEN_PICTURE || output->kind == SEEN_SHEET || output->kind == SEEN_STATS; /* those of weights */
    return !lens_hides(&app->lens.wish) ? "it goes with --hide"
           : !figures && view_kind(app->look.view)->lens && !lens_renormalises(&app->lens.wish) ? "scores are no shares of anything"
                                                                                                : NULL;
}

static const char *nothing_subtracted(const struct app *app, const struct seen_output *output)
{
    (void)output;
    return app->lens.wish.minus == MINUS_NOTHING ? "it goes with a difference, such as --minus-head" : NULL;
}

static const char *not_annotated(const struct app *app, const struct seen_output *output)
{
    (void)output;
    const struct hs_annotated_sentence *sentence = app->look.view == VIEW_COMPARE ? app_annotation(app) : NULL;
    size_t links = 0;
    for (size_t i = 0; sentence && i < sentence->link_count; i++)
        links += sentence->link[i].from == app_query(app);
    return app->look.view != VIEW_COMPARE ? NULL
           : !sentence                    ? "this sentence is none of the annotated ones"
           : links == 0                   ? "no link is annotated of the row that is looked at"
                                          : NULL;
}

static const char *no_card(const struct app *app, const struct seen_output *output)
{
    (void)output;
    return !app->steps.card                     ? "it goes with --formula"
           : !steps_is_score(app->steps.step) ? "it is of a score: --step raw, scale or mask"
                                              : NULL;
}

/* As JSON other values have all of their terms anyway. */
static const char *no_parts(const struct app *app, const struct seen_output *output)
{
    return output->kind == SEEN_JSON && !steps_is_score(app->steps.step) ? "a picture shows it" : NULL;
}

/* Numbers of a step of the built-in model do not depend on what comes behind it; in a picture that stands beside it. */
static const char *later(const struct app *app, const struct seen_output *output, enum step step, bool json)
{
    bool numbers = output->kind == SEEN_CSV || (json && output->kind == SEEN_JSON);
    return numbers && app->look.view == VIEW_STEPS && !picture_runs_model(app) && app->steps.step < step ? "a later --step shows it" : NULL;
}

static const char *from_heads(const struct app *app, const struct seen_output *output)
{
    return later(app, output, STEP_Q, false);
}

static const char *from_mask(const struct app *app, const struct seen_output *output)
{
    return later(app, output, STEP_MASK, false);
}

static const char *from_uniform(const struct app *app, const struct seen_output *output)
{
    return later(app, output, STEP_SOFTMAX, false); /* as JSON the key that is looked at is another */
}

static const char *from_mean(const struct app *app, const struct seen_output *output)
{
    return later(app, output, STEP_SOFTMAX, true);
}

static const char *from_off(const struct app *app, const struct seen_output *output)
{
    return later(app, output, STEP_MIX, true);
}

static const char *no_row(const struct app *app, const struct seen_output *output)
{
    bool all = output->kind == SEEN_CSV && app->look.view == VIEW_STEPS && app->steps.step != STEP_READ;
    return all ? "the matrix has all rows" : NULL;
}

/* As JSON one value is taken apart, where it is a sum. */
static const char *no_value(const struct app *app, const struct seen_output *output, bool of_head, bool of_model)
{
    enum step_axis axis = steps_col_axis(app->steps.step);
    bool own = axis == AXIS_HEAD_DIMENSION || app->steps.step == STEP_CONCAT, sum = app->steps.facts && app->steps.facts->sum.count > 0;
    bool there = sum && ((of_head && own) || (of_model && !own && axis == AXIS_MODEL_DIMENSION));
    return output->kind == SEEN_JSON && !there ? "a picture shows it" : NULL;
}

static const char *no_dimension(const struct app *app, const struct seen_output *output)
{
    return no_value(app, output, true, false);
}

static const char *no_model_dimension(const struct app *app, const struct seen_output *output)
{
    return no_value(app, output, false, true);
}

static const char *no_column(const struct app *app, const struct seen_output *output)
{
    return no_value(app, output, true, true);
}

static const char *no_links(const struct app *app, const struct seen_output *output)
{
    (void)output;
    return app->scores.head == ACT_NOWHERE ? "it goes with --cell" : NULL;
}

/* The map has the order of the file. */
static const char *no_order(const struct app *app, const struct seen_output *output)
{
    (void)output;
    bool map = app->look.view == VIEW_LAYERS && app->picture.layers->mode == LAYERS_MAP;
    return map ? "--layers table has an order" : NULL;
}

static const char *all_of_them(const struct app *app, const struct seen_output *output)
{
    bool figures = output->kind == SEEN_STATS ||
        ((output->kind == SEEN_PICTURE || output->kind == SEEN_CSV || output->kind == SEEN_JSON) && app->look.view == VIEW_LAYERS);
    return figures && app->picture.layers && app->picture.layers->all_items ? "--all-items takes all" : NULL;
}

static const char *one_item(const struct app *app, const struct seen_output *output)
{
    (void)output;
    return app && picture_part(app)->B == 1 ? "it has one item" : NULL;
}

static const char *no_pixels(const struct app *app, const struct seen_output *output)
{
    (void)app;
    return output->format == FORMAT_PNG ? NULL : "only a PNG has pixels";
}

static const char *no_letters(const struct app *app, const struct seen_output *output)
{
    (void)app;
    return output->format == FORMAT_PNG ? "in a PNG letters are pixels" : NULL;
}

static const char *no_page(const struct app *app, const struct seen_output *output)
{
    (void)app;
    return output->window ? "a stop of the tour is written as the window shows it" : NULL;
}

/* ---------------------------------------------------------------- the rows */
enum {
    G = 1 << VIEW_GRID,
    H = 1 << VIEW_HEAD,
    C = 1 << VIEW_COMPARE,
    S = 1 << VIEW_STEPS,
    L = 1 << VIEW_LINES,
    P = 1 << VIEW_SPECIALISE,
    Y = 1 << VIEW_LAYERS,
    N = 1 << VIEW_LEARN,
    ALL = (1 << VIEW_COUNT) - 1,
};
#define OF(kind) (1u << SEEN_##kind)
/* All heads on a sheet are of no view; but a training run begins with Learn, whose sheet is another. */
static const char *of_no_view(const struct app *app, const struct seen_output *output)
{
    bool sheet = output->kind == SEEN_SHEET || output->kind == SEEN_SHEET_JSON || output->kind == SEEN_SHEET_CSV;
    return sheet && !picture_can(app, HS_CAN_TRAINING) ? "a picture shows it" : NULL;
}

#define SHEETS (OF(SHEET) | OF(SHEET_JSON) | OF(SHEET_CSV))
#define LISTS (OF(LINKS) | OF(ALIKE) | OF(OUTPUT) | OF(ANSWER))

struct seen {
    unsigned picture, csv, json; /* of which views */
    unsigned rest;               /* kinds that are of no view */
    missing missing;             /* what it needs besides, in words; NULL: nothing, or it is there */
};

static const struct seen rows[OPTION_COUNT] = { /* none of an option: it always can be seen */
    [OPTION_VIEW] = {ALL, ALL, ALL, OF(FILM) | SHEETS, of_no_view},
    [OPTION_COUNT_FROM] = {ALL, ALL & ~N, ALL, OF(FILM) | SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(EVALUATED), NULL},
    /* the page */
    [OPTION_THEME] = {ALL, 0, 0, OF(FILM) | OF(SHEET), NULL},
    [OPTION_SIZE] = {ALL, 0, 0, OF(FILM) | OF(SHEET), NULL},
    [OPTION_SCALE] = {ALL, 0, 0, OF(FILM) | OF(SHEET), no_pixels},
    [OPTION_PRESENT] = {ALL, 0, 0, 0, NULL},
    [OPTION_BACKGROUND] = {ALL, 0, 0, OF(FILM) | OF(SHEET), no_page},
    [OPTION_CROP] = {ALL, 0, 0, OF(FILM) | OF(SHEET), no_page},
    [OPTION_HEADING] = {ALL, 0, 0, OF(FILM) | OF(SHEET), no_page},
    [OPTION_LEGEND] = {ALL, 0, 0, OF(FILM) | OF(SHEET), no_page},
    [OPTION_TEXT] = {ALL, 0, 0, OF(FILM) | OF(SHEET), no_letters},
    [OPTION_WIDTH_MM] = {ALL, 0, 0, OF(FILM) | OF(SHEET), NULL},
    /* the cells */
    [OPTION_PALETTE] = {G | H | S | P | Y | N, 0, 0, OF(FILM) | OF(SHEET) | OF(PAGE) | OF(TEXT), colours_fixed},
    [OPTION_CELLS] = {G | H | S | Y, 0, 0, OF(SHEET) | OF(PAGE) | OF(TEXT), colours_fixed},
    [OPTION_RANGE] = {G | H | S | Y, 0, 0, OF(SHEET) | OF(TEXT), NULL},
    [OPTION_REDUCE] = {G | H | S | Y, 0, 0, OF(FILM) | OF(SHEET), NULL},
    [OPTION_VALUES] = {G | H, 0, 0, 0, NULL},
    /* what is shown of the weights */
    [OPTION_LENS] = {G | H, G | H, G | H, SHEETS | OF(PAGE) | OF(LINKS) | OF(TEXT), NULL},
    [OPTION_MINUS_HEAD] = {G | H, G | H, G | H, SHEETS | OF(PAGE) | OF(LINKS) | OF(TEXT), NULL},
    [OPTION_MINUS_HEADS] = {G | H, G | H, G | H, SHEETS | OF(PAGE) | OF(LINKS) | OF(TEXT), NULL},
    [OPTION_MINUS_TEXT] = {G | H, G | H, G | H, SHEETS | OF(PAGE) | OF(LINKS) | OF(TEXT), NULL},
    [OPTION_MINUS_MODEL] = {G | H, G | H, G | H, SHEETS | OF(PAGE) | OF(LINKS) | OF(TEXT), NULL},
    [OPTION_MINUS_FILE] = {G | H, G | H, G | H, SHEETS | OF(PAGE) | OF(LINKS) | OF(TEXT), NULL},
    [OPTION_BESIDE] = {H, 0, 0, 0, nothing_subtracted},
    [OPTION_HIDE] = {G | H | C | L | Y, G | H | C | L | Y, G | H | C | L | Y, SHEETS | OF(PAGE) | OF(STATS) | OF(LINKS) | OF(TEXT), NULL},
    [OPTION_RENORMALISE] = {G | H | C | L | Y, G | H | C | L | Y, G | H | C | L | Y,
        SHEETS | OF(PAGE) | OF(STATS) | OF(LINKS) | OF(TEXT), nothing_hidden},
    [OPTION_SORT] = {G | Y, 0, 0, OF(SHEET), NULL},
    [OPTION_REVERSE] = {G | Y, 0, 0, OF(SHEET), no_order},
    [OPTION_FIND] = {G | H, 0, 0, OF(TEXT), NULL},
    [OPTION_HEAD_OFF] = {G | H | C | S | L | Y, S | Y, G | H | S | Y,
        OF(SHEET) | OF(SHEET_JSON) | OF(PAGE) | OF(OUTPUT) | OF(ANSWER) | OF(TEXT), from_off},
    [OPTION_HEAD_UNIFORM] = {G | H | C | S | L | Y, G | H | C | S | L | Y, G | H | C | S | L | Y,
        SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(TEXT), from_uniform},
    [OPTION_HEAD_MEAN] = {G | H | C | S | L | Y, G | H | C | S | L | Y, G | H | C | S | L | Y,
        SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(TEXT), from_mean},
    /* what is looked at */
    [OPTION_HEAD] = {H | C | S | L | N, H | S, S, OF(PAGE) | OF(LINKS) | OF(ALIKE) | OF(TEXT), NULL},
    [OPTION_LOCK] = {ALL, C | L | S, C | S | L, OF(SHEET) | OF(ANSWER), no_row},
    [OPTION_LOCK_KEY] = {L, L, L, 0, NULL},
    [OPTION_HIDE_HEADS] = {L, L, L, 0, NULL},
    [OPTION_RULE] = {L, L, L, 0, NULL},
    [OPTION_AMOUNT] = {L, L, L, 0, NULL},
    [OPTION_ZOOM] = {H, 0, 0, 0, NULL},
    [OPTION_QUERIES] = {H, 0, 0, 0, NULL},
    [OPTION_KEYS] = {H, 0, 0, 0, NULL},
    [OPTION_STEP] = {S, S, S, 0, NULL},
    [OPTION_COLUMN] = {S, 0, S, 0, no_column},
    [OPTION_DIMENSION] = {S, 0, S, 0, no_dimension},
    [OPTION_MODEL_DIMENSION] = {S, 0, S, 0, no_model_dimension},
    [OPTION_FORMULA] = {S, 0, S, 0, no_parts},
    [OPTION_CONTRAST] = {S, 0, S, 0, no_card},
    [OPTION_TERMS] = {S, 0, 0, 0, no_card},
    [OPTION_ANNOTATED] = {P | C, P, P | C, 0, not_annotated},
    [OPTION_COMPARE] = {P, P, P, 0, NULL},
    [OPTION_CELL] = {P, 0, P, OF(PAGE) | OF(LINKS) | OF(ALIKE), NULL},
    [OPTION_LINKS] = {P, 0, P, 0, no_links},
    [OPTION_LINK_ORDER] = {P, 0, P, 0, no_links},
    [OPTION_LINK] = {0, 0, 0, 0, no_links},
    [OPTION_TABLE_SORT] = {P, P, 0, 0, NULL},
    [OPTION_LAYERS] = {Y, 0, 0, 0, NULL},
    [OPTION_LAYERS_SORT] = {Y, 0, 0, 0, NULL},
    [OPTION_LAYERS_REVERSE] = {Y, 0, 0, 0, no_order},
    [OPTION_MOMENT] = {ALL, ALL & ~N, ALL, OF(FILM) | SHEETS | LISTS | OF(PAGE) | OF(STATS), NULL},
    /* what it is of */
    [OPTION_HEADS] = {ALL, ALL, ALL, OF(FILM) | SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(MEASURED), from_heads},
    [OPTION_MASK] = {ALL, ALL, ALL, OF(FILM) | SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(MEASURED), from_mask},
    [OPTION_SENTENCE] = {ALL, ALL & ~P, ALL & ~P, OF(FILM) | SHEETS | LISTS | OF(PAGE) | OF(STATS), NULL},
    [OPTION_ATTENTION] = {ALL, ALL, ALL, SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(EVALUATED), NULL},
    [OPTION_ITEM] = {G | H | C | L | Y, G | H | C | L | Y, G | H | C | L | Y, SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(TEXT), all_of_them},
    [OPTION_ALL_ITEMS] = {Y, Y, Y, OF(STATS), one_item},
    [OPTION_PAIR] = {G | H | C | L | Y, G | H | C | L | Y, G | H | C | L | Y, SHEETS | LISTS | OF(PAGE) | OF(STATS), NULL},
    [OPTION_PIECES] = {G | H | C | L | Y, G | H | C | L | Y, G | H | C | L | Y, SHEETS | LISTS | OF(PAGE) | OF(STATS) | OF(TEXT), NULL},
    [OPTION_LAYER] = {G | H | C | S | L, G | H | C | S | L, G | H | C | S | L,
        SHEETS | (LISTS & ~OF(ANSWER)) | OF(PAGE) | OF(TEXT), NULL},
    [OPTION_TOUR] = {ALL, ALL, ALL, SHEETS | LISTS | OF(PAGE) | OF(STATS), NULL},
};

/* NULL: it always can be seen. */
static const struct seen *row_of(enum option_id option)
{
    const struct seen *row = &rows[option];
    return row->picture || row->rest || row->missing ? row : NULL;
}

static bool reaches(const struct seen *row, const struct app *app, enum seen_kind kind)
{
    unsigned views = kind == SEEN_PICTURE ? row->picture : kind == SEEN_CSV ? row->csv : kind == SEEN_JSON ? row->json : 0;
    return views ? views >> app->look.view & 1 : row->rest >> kind & 1;
}

struct seen_output seen_of_export(const struct app *app, enum export_what what, enum export_format format, bool window)
{
    bool sheet = what == EXPORT_SHEET, film = sheet && app->look.view == VIEW_LEARN;
    enum seen_kind kind = format == FORMAT_HTML   ? SEEN_PAGE
                          : format == FORMAT_CSV  ? sheet ? SEEN_SHEET_CSV : SEEN_CSV
                          : format == FORMAT_JSON ? sheet ? SEEN_SHEET_JSON : SEEN_JSON
                          : film                  ? SEEN_FILM
                          : sheet                 ? SEEN_SHEET
                                                  : SEEN_PICTURE;
    return (struct seen_output){kind, format, window};
}

bool option_seen(enum option_id option, const struct app *app, const struct seen_output *output)
{
    const struct seen *row = row_of(option);
    if (!row)
        return true;
    return reaches(row, app, output->kind) && (!app || !row->missing || !row->missing(app, output));
}

const char *option_where(enum option_id option, const struct app *app, const struct seen_output *output, char *words, size_t room)
{
    const struct seen *row = row_of(option);
    const char *needs = row && app && row->missing ? row->missing(app, output) : NULL;
    size_t used = 0;
    words[0] = '\0';
    if (!row)
        return words;
    if (reaches(row, app, output->kind) && needs) {
        snprintf(words, room, "%s", needs);
    } else if (!row->picture) {
        snprintf(words, room, "%s", row->rest ? "--stats shows it" : "only the window shows it");
    } else if (row->picture == ALL || (app && row->picture >> app->look.view & 1 && output->kind != SEEN_PICTURE)) {
        snprintf(words, room, "a picture shows it");
    } else {
        for (int view = 0; view < VIEW_COUNT && used < room; view++) {
            unsigned more = row->picture >> view; /* this one and those after it */
            if (more & 1)
                used += (size_t)snprintf(words + used, room - used, "%s%s%s", used == 0 ? "--view " : more > 1 ? ", " : " or ",
                    view_kind((enum view_id)view)->name, more > 1 ? "" : " shows it");
        }
    }
    return words;
}
