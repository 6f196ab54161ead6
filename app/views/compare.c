/* compare.c – the Compare view: one query token's row at h = 1 above its rows in each of the h
 * heads, every bar on the same scale of 0 to 1. It answers what one softmax has to squeeze and how
 * h of them share the work. Left and right step the token, up and down the head; the number of
 * heads is live. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "views/specialise.h"
#include "views/compare.h"
#include "views/lens_note.h"

#define NAME_WIDTH 178.0f
#define FACTS_WIDTH 168.0f
#define TITLE_HEIGHT 40.0f
#define ROW_MOST 84.0f
#define ROW_LEAST 34.0f
#define ROW_LEAST_PAGE 26.0f /* a page cannot scroll */
#define GROUP_GAP 14.0f      /* between one head, the heads, and what is over the heads */
#define COLUMN_MOST 150.0f
#define LABEL_ACROSS 40.0f   /* px: columns narrower than this have upright labels */
#define LABEL_LEAST 14.0f    /* px: narrower columns name every second, third … token */
#define NUMBER_FROM 30.0f    /* px: columns as wide have room for "0.00" */
#define NUMBER_WEIGHT 0.045f /* smaller weights are left to the pointer */

/* ---------------------------------------------------------------- where things lie */

struct compare_layout {
    struct rect title, labels, rows;
    float column, left; /* width of a key's column; x of the first */
    size_t every;       /* each so many-th key is named */
    bool upright;
    float row;     /* height of each */
    float content; /* height of all rows */
};

static float longest_label(const struct app *app, size_t m)
{
    float longest = 0;
    for (size_t k = 0; k < m; k++) {
        char name[80];
        app_token_name(app, HS_KEY, k, name, sizeof name);
        longest = fmaxf(longest, fonts_width(app->services.fonts, FACE_UI_BOLD, 12, name, strlen(name)));
    }
    return longest;
}

static struct compare_layout lay_out(const struct app *app, struct rect area, bool page)
{
    struct compare_layout layout = {0};
    size_t m = hs_set_shape(app->picture.set).m, rows = compare_rows(app) - compare_first(app);
    area = rect_inset(area, 16);
    layout.title = rect_cut_top(&area, TITLE_HEIGHT);
    float width = fmaxf(area.w - NAME_WIDTH - FACTS_WIDTH, 1); /* a window may be any size */
    layout.column = fminf(COLUMN_MOST, width / (float)m);
    layout.left = area.x + NAME_WIDTH;
    float longest = longest_label(app, m);
    layout.upright = longest + 6 > layout.column || layout.column < LABEL_ACROSS;
    layout.every = (size_t)ceilf(LABEL_LEAST / layout.column);
    layout.labels = rect_cut_top(&area, layout.upright ? fminf(longest + 8, 110) : 24);
    layout.rows = area;
    layout.row = fmaxf(page ? ROW_LEAST_PAGE : ROW_LEAST,
        fminf(ROW_MOST, floorf((area.h - 2 * GROUP_GAP) / (float)rows)));
    layout.content = layout.row * (float)rows + 2 * GROUP_GAP;
    return layout;
}

static float row_top(const struct app *app, const struct compare_layout *layout, size_t index)
{
    size_t first = compare_first(app);
    if (index == first)
        return layout->rows.y;
    float gaps = (first == 0 ? GROUP_GAP : 0) + (index > app->picture.h ? GROUP_GAP : 0);
    return layout->rows.y + layout->row * (float)(index - first) + gaps;
}

bool compare_row_place(const struct app *app, struct rect area, size_t index, struct rect *place)
{
    struct compare_layout layout = lay_out(app, area, false);
    float shift = layout.content > layout.rows.h ? ui_scrolled(app->services.ui, "compare").y : 0;
    *place = (struct rect){layout.rows.x, row_top(app, &layout, index) - shift, layout.rows.w, layout.row};
    return place->y >= layout.rows.y - 1 && place->y + place->h <= layout.rows.y + layout.rows.h + 1;
}

/* ---------------------------------------------------------------- drawing */

/* The row of h = 1 is the other model's of a training run. */
static bool learnt_beside(const struct app *app)
{
    const struct hs_learn *run = picture_can(app, HS_CAN_TRAINING) ? learn_run(app) : NULL;
    const struct hs_learn_options *options = run ? hs_learn_options(run) : NULL;
    return options && options->models == 2 && app->picture.h > 1 && (options->h[0] == 1 || options->h[1] == 1);
}

static void draw_title(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    size_t q = app_query(app), n = hs_set_shape(app->picture.set).n;
    char name[160], text[240];
    app_token_name(app, HS_QUERY, q, name, sizeof name);
    if (compare_first(app) > 0)
        snprintf(text, sizeof text, "What “%s” attends to in %zu head%s of layer %ld", name, app->picture.h, app->picture.h == 1 ? "" : "s",
            app_counted(app, hs_set_shape(app->picture.set).layer));
    else if (app->picture.h == 1)
        snprintf(text, sizeof text, "What “%s” attends to with one head", name);
    else
        snprintf(text, sizeof text, "What “%s” attends to: one head against %zu", name, app->picture.h);
    if (!view->page) {
        struct rect stepper = rect_cut_right(&area, 150);
        char at[48];
        snprintf(at, sizeof at, "token %ld of %zu", app_counted(app, q), n);
        stepper.y += (stepper.h - CONTROL) / 2;
        stepper.h = CONTROL;
        int step = ui_stepper(view->ui, "query", stepper, at, q > 0, q + 1 < n, NULL,
            "The query token whose row is compared\tLeft  Right");
        if (step)
            actions_push(view->actions, (struct action){.kind = ACT_QUERY_STEP, .number = step});
        rect_cut_right(&area, 12);
    }
    struct rect line = rect_cut_top(&area, 24);
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE, view->theme->text, text);
    const struct lens_wish *wish = &app->lens.wish;
    draw_text(view->draw, rect_cut_top(&area, 16), ALIGN_LEFT, FACE_UI, TEXT_SMALL,
        view->theme->text_dim,
        app->lens.made.stats && !wish->renormalise ? "Each head’s row is one softmax, of which hidden keys are left out."
        : app->lens.made.stats ? "Each head’s row is one softmax, made to sum to 1 without the hidden keys."
        : area.w > 520 && compare_first(app) == 0 && learnt_beside(app)
            ? "Same sentence, other weights: the model of one head learnt beside this one. Each row is one softmax and sums to 1."
        : area.w > 520 && compare_first(app) == 0 ? "Same sentence, same weights W. Each head’s row is one softmax: its bars, on a scale of 0 to 1, sum to 1."
                     : "Each head’s row is one softmax: its bars sum to 1.");
}

static void draw_column_label(
    struct view_context *view, const struct compare_layout *layout, size_t k, bool bold)
{
    char name[160];
    float x = layout->left + layout->column * (float)k;
    app_token_name(view->app, HS_KEY, k, name, sizeof name);
    struct rect box = {x, layout->labels.y, layout->column, layout->labels.h};
    uint32_t color = bold ? view->theme->text : view->theme->text_dim;
    enum face face = bold ? FACE_UI_BOLD : FACE_UI;
    if (!layout->upright) {
        draw_text(view->draw, rect_inset(box, 2), ALIGN_CENTER, face, 12, color, name);
        return;
    }
    box.x += (box.w - 16) / 2;
    box.w = 16;
    box.h -= 4;
    draw_text_up(view->draw, box, ALIGN_LEFT, face, 12, color, name);
}

/* The accepted targets of this token, where the sentence is annotated: a quiet band down all rows. */
static bool is_target(const struct compare_targets *targets, size_t k)
{
    for (size_t i = 0; i < targets->count; i++)
        for (size_t j = 0; j < targets->link[i]->to_count; j++)
            if (targets->link[i]->to[j] == k)
                return true;
    return false;
}

static void draw_columns(struct view_context *view, const struct compare_layout *layout,
    const struct compare_targets *targets, float bottom)
{
    const struct app *app = view->app;
    size_t m = hs_set_shape(app->picture.set).m;
    draw_text(view->draw,
        (struct rect){layout->title.x, layout->labels.y, NAME_WIDTH - 12, layout->labels.h - 4},
        ALIGN_RIGHT, FACE_UI, TEXT_SMALL, view->theme->text_dim, "key (is attended) →");
    for (size_t k = 0; k < m; k++) {
        bool target = is_target(targets, k), near = app->look.hover.k == k;
        float x = layout->left + layout->column * (float)k;
        if (target && layout->column > 4)
            draw_rect(view->draw,
                (struct rect){
                    x + 1, layout->labels.y, layout->column - 2, bottom - layout->labels.y},
                view->theme->hover);
        if (k % layout->every == 0 || target || near)
            draw_column_label(view, layout, k, target || near);
    }
}

static void draw_bars(struct view_context *view, const struct compare_layout *layout,
    const struct compare_row *row, struct rect line)
{
    const struct app *app = view->app;
    size_t m = hs_set_shape(app->picture.set).m, q = app_query(app);
    float base = line.y + line.h - 3, tall = line.h - 17,
          gap = layout->column > 8 ? fminf(6, layout->column / 6) : 0;
    uint32_t color =
        row->kind == COMPARE_HEAD ? view->theme->head_hue[row->head % 10] : view->theme->text_dim;
    for (size_t k = 0; k < m; k++) {
        struct rect cell = {
            layout->left + layout->column * (float)k, line.y, layout->column, line.h};
        if (hs_set_masked(app_weights(app), q, k)) {
            draw_hatch(view->draw, (struct rect){cell.x + gap, line.y + 14, cell.w - 2 * gap, tall},
                5, view->theme->mask);
            continue;
        }
        float height = fmaxf(1, tall * fminf(1, row->weights[k]));
        draw_rect(view->draw,
            (struct rect){cell.x + gap, base - height, fmaxf(1, cell.w - 2 * gap), height}, color);
        if (layout->column < NUMBER_FROM || row->weights[k] < NUMBER_WEIGHT)
            continue;
        draw_textf(view->draw, (struct rect){cell.x, base - height - 13, cell.w, 12}, ALIGN_CENTER,
            FACE_MONO, 10, row->weights[k] >= 0.25f ? view->theme->text : view->theme->text_dim,
            "%.2f", (double)row->weights[k]);
    }
    draw_rect(view->draw, (struct rect){layout->left, base, layout->column * (float)m, 1},
        view->theme->border);
}

/* Right of the bars: entropy, and the mass on the target of the relation this row is best at. */
/* Whether the mask leaves the query any of the link's targets. */
static bool can_be_found(const struct app *app, const struct hs_link *link)
{
    for (size_t j = 0; j < link->to_count; j++)
        if (!hs_set_masked(app_weights(app), app_query(app), link->to[j]))
            return true;
    return false;
}

static void draw_facts(struct view_context *view, const struct compare_row *row,
    const struct compare_targets *targets, struct rect area, double most)
{
    const struct hs_link *best = NULL;
    size_t m = hs_set_shape(view->app->picture.set).m, found = 0;
    double all = 0;
    char text[64] = "";
    for (size_t i = 0; i < targets->count; i++) {
        if (!can_be_found(view->app, targets->link[i]))
            continue;
        double mass = compare_mass(targets->link[i], row->weights);
        if (!best || mass > compare_mass(best, row->weights))
            best = targets->link[i];
        all += mass;
        found++;
    }
    if (row->kind == COMPARE_SINGLE && found > 1) {
        snprintf(text, sizeof text, "%.2f on %zu relations", all, found);
    } else if (row->kind == COMPARE_LARGEST) {
        double sum = 0; /* of several softmaxes */
        for (size_t k = 0; k < m; k++)
            sum += hs_set_masked(app_weights(view->app), app_query(view->app), k) ? 0 : (double)row->weights[k];
        snprintf(text, sizeof text, "sums to %.2f: no softmax", sum);
    } else if (best && row->entropy >= 0) {
        /* as the table of Specialise heads its columns, and as files and options call it */
        snprintf(text, sizeof text, "%.2f on %s (%s)", compare_mass(best, row->weights),
            app_relation_word((size_t)best->relation), hs_relation_name(best->relation));
    }
    bool two = text[0] && area.h >= 32;
    struct rect first = {area.x, area.y + area.h / 2 - (two ? 16 : 8), area.w, 16};
    if (row->entropy >= 0)
        draw_textf(view->draw, first, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim,
            "entropy %.2f of %.2f", row->entropy, most);
    first.y += 16;
    if (two)
        draw_text(view->draw, first, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text, text);
}

static void draw_row(struct view_context *view, const struct compare_layout *layout, size_t index,
    const struct compare_targets *targets, float *scratch, float shift)
{
    const struct app *app = view->app;
    struct compare_row row = compare_row(app, index, scratch);
    struct rect line = {
        layout->title.x, row_top(app, layout, index) - shift, layout->title.w, layout->row};
    float end = layout->left + layout->column * (float)hs_set_shape(app->picture.set).m;
    size_t visible;
    hs_row_entropy(app_weights(app), 0, 0, app_query(app), &visible);
    draw_group(view->draw, row.name);
    if (row.kind == COMPARE_HEAD && row.head == app->look.head && !view->page)
        draw_round(view->draw,
            (struct rect){line.x - 8, line.y + 1, end - line.x + FACTS_WIDTH + 12, line.h - 1}, 6,
            view->theme->selection);
    struct rect name = {line.x, line.y, NAME_WIDTH - 12, line.h};
    bool strong = row.kind == COMPARE_SINGLE || (row.kind == COMPARE_HEAD && row.head == app->look.head);
    draw_text(view->draw, name, ALIGN_RIGHT, strong ? FACE_UI_BOLD : FACE_UI, TEXT_BODY,
        view->theme->text, row.name);
    draw_bars(view, layout, &row, line);
    draw_facts(view, &row, targets, (struct rect){end + 12, line.y, FACTS_WIDTH - 12, line.h},
        visible ? log((double)visible) : 0);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- input */

static void input(struct view_context *view, const struct compare_layout *layout, float shift)
{
    const struct app *app = view->app;
    struct ui_hit hit = ui_area(view->ui, "compare rows", layout->rows, false, "compare rows");
    size_t head = ACT_NOWHERE, k = ACT_NOWHERE, m = hs_set_shape(app->picture.set).m;
    float x = layout->rows.x + hit.x - layout->left, y = layout->rows.y + hit.y + shift;
    for (size_t i = 1; hit.hovered && i <= app->picture.h; i++)
        if (y >= row_top(app, layout, i) && y < row_top(app, layout, i) + layout->row)
            head = i - 1;
    if (head != ACT_NOWHERE && x >= 0 && x < layout->column * (float)m)
        k = (size_t)(x / layout->column);
    size_t q = k == ACT_NOWHERE ? ACT_NOWHERE : app_query(app);
    if (app->look.hover.head != head || app->look.hover.q != q || app->look.hover.k != k)
        actions_push(view->actions, (struct action){.kind = ACT_HOVER, .head = head, .q = q, .k = k});
    if (hit.clicked && head != ACT_NOWHERE)
        actions_push(view->actions, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
    if (hit.double_clicked && head != ACT_NOWHERE)
        actions_push(view->actions, (struct action){.kind = ACT_VIEW, .number = VIEW_HEAD});
}

/* How many rows a page holds whole; what it leaves out is said in their place. */
static size_t rows_on_page(struct view_context *view, const struct compare_layout *layout)
{
    const struct app *app = view->app;
    size_t all = compare_rows(app), fit = all;
    float bottom = layout->rows.y + layout->rows.h;
    if (row_top(app, layout, all - 1) + layout->row <= bottom + 1)
        return all;
    while (fit > compare_first(app) + 1 && row_top(app, layout, fit - 1) + layout->row > bottom - 20)
        fit--;
    draw_textf(view->draw, (struct rect){layout->title.x, bottom - 18, layout->title.w, 18},
        ALIGN_CENTER, FACE_UI, TEXT_SMALL, view->theme->text_dim,
        "and %zu more rows: a taller page shows them", all - fit);
    return fit;
}

static void draw_compare(struct view_context *view)
{
    const struct app *app = view->app;
    lens_note_draw(view);
    struct compare_layout layout = lay_out(app, view->area, view->page);
    struct compare_targets targets = compare_targets(app);
    float *scratch = malloc(hs_set_shape(app->picture.set).m * sizeof *scratch);
    float shift = 0, bottom = fminf(layout.rows.y + layout.rows.h, layout.rows.y + layout.content);
    if (!scratch || (compare_first(app) == 0 && !app->lens.made.single)) {
        free(scratch);
        return;
    }
    draw_title(view, layout.title);
    draw_columns(view, &layout, &targets, bottom);
    if (app->picture.h == 1 && compare_first(app) == 0)
        draw_text(view->draw, (struct rect){layout.left, row_top(app, &layout, 1), 480, 20},
            ALIGN_LEFT, FACE_UI, TEXT_BODY, view->theme->text_dim,
            "Add heads (+) to see them share this row’s work.");
    bool scrolls = layout.content > layout.rows.h && !view->page;
    if (scrolls)
        ui_scroll_follow(view->ui, "compare", (uint64_t)app->look.head + 1,
            row_top(app, &layout, app->look.head + 1) - layout.rows.y, layout.row);
    if (scrolls)
        shift = ui_scroll_begin(view->ui, "compare", layout.rows, 0, layout.content).y;
    if (!view->page)
        input(view, &layout, shift);
    size_t rows = view->page ? rows_on_page(view, &layout) : compare_rows(app);
    for (size_t i = compare_first(app); i < rows; i++) {
        float top = row_top(app, &layout, i) - shift;
        if (top + layout.row >= layout.rows.y && top <= layout.rows.y + layout.rows.h)
            draw_row(view, &layout, i, &targets, scratch, shift);
    }
    if (scrolls)
        ui_scroll_end(view->ui);
    free(scratch);
}

const struct view view_compare = {
    .draw = draw_compare,
    .csv = compare_csv,
    .json = compare_json,
};
