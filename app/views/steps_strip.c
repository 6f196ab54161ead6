/* steps_strip.c – the whole forward pass at a glance: every step's matrix small, in the order of
 * the data's flow, with the marked value's number. A click opens the step. Called by steps.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/steps.h"

#define TILE_MOST 320.0f

struct tile {
    bool beside; /* in the column of the step before it that there is */
    float top, bottom; /* in fractions of the strip */
    const char *label;
};

/* Q, K and V share a column; V passes under the scores to the weighted values. */
static const struct tile tiles[STEP_COUNT] = {
    [STEP_INPUT] = {false, 0.17f, 0.83f, "R"},
    [STEP_X] = {false, 0.17f, 0.83f, "X"},
    [STEP_Q] = {false, 0, 0.31f, "Q"},
    [STEP_K] = {true, 0.345f, 0.655f, "K"},
    [STEP_V] = {true, 0.69f, 1, "V"},
    [STEP_Q_TURNED] = {false, 0, 0.31f, "Q′"},
    [STEP_K_TURNED] = {true, 0.345f, 0.655f, "K′"},
    [STEP_RAW] = {false, 0, 0.655f, "Q Kᵀ"},
    [STEP_SCALE] = {false, 0, 0.655f, "÷ √d_k"},
    [STEP_MASK] = {false, 0, 0.655f, "mask"},
    [STEP_SOFTMAX] = {false, 0, 0.655f, "softmax"},
    [STEP_MIX] = {false, 0.17f, 0.83f, "A V"},
    [STEP_CONCAT] = {false, 0.17f, 0.83f, "concat"},
    [STEP_OUTPUT] = {false, 0.17f, 0.83f, "W^O"},
    [STEP_ATTENDED] = {false, 0.17f, 0.83f, "R′"},
    [STEP_MLP] = {false, 0.17f, 0.83f, "MLP"},
    [STEP_RESULT] = {false, 0.17f, 0.83f, "R″"},
    [STEP_READ] = {false, 0.17f, 0.83f, "read-out"},
};

/* The column that the step stands in; of STEP_COUNT - 1, if it is there, how many there are less one. */
static int column_of(const struct app *app, enum step step)
{
    int column = -1;
    for (int i = 0; i <= (int)step; i++)
        column += step_there(app, (enum step)i) && !tiles[i].beside;
    return column;
}

static struct rect tile_rect(const struct app *app, struct rect area, enum step step)
{
    int columns = column_of(app, STEP_COUNT - 1) + 1;
    float gap = fmaxf(10, fminf(26, area.w * 0.016f)), between = (float)(columns - 1);
    float width = fminf(TILE_MOST, floorf((area.w - gap * between) / (float)columns));
    float spare = area.w - width * (float)columns;
    gap = fminf(spare / between, 44);
    float left = area.x + floorf((area.w - width * (float)columns - gap * between) / 2);
    const struct tile *tile = &tiles[step];
    float y0 = floorf(area.h * tile->top), y1 = floorf(area.h * tile->bottom);
    return (struct rect){
        floorf(left + (float)column_of(app, step) * (width + gap)), area.y + y0, width, y1 - y0};
}

static void join(struct view_context *view, struct rect area, enum step from, enum step to)
{
    struct rect a = tile_rect(view->app, area, from), b = tile_rect(view->app, area, to);
    float y0 = a.y + a.h / 2, y1 = b.y + b.h / 2;
    /* A level arrow where the two tiles face each other. */
    float top = fmaxf(a.y, b.y) + 6, bottom = fminf(a.y + a.h, b.y + b.h) - 6;
    if (top <= bottom)
        y0 = y1 = fminf(fmaxf(a.h < b.h ? y0 : y1, top), bottom);
    steps_arrow(view, a.x + a.w + 1, y0, b.x - 1, y1, view->theme->text_faint);
}

static void draw_arrows(struct view_context *view, struct rect area)
{
    static const enum step links[][2] = {{STEP_INPUT, STEP_X}, {STEP_X, STEP_Q}, {STEP_X, STEP_K}, {STEP_X, STEP_V},
        {STEP_Q, STEP_Q_TURNED}, {STEP_K, STEP_K_TURNED}, {STEP_Q_TURNED, STEP_RAW}, {STEP_K_TURNED, STEP_RAW}, {STEP_Q, STEP_RAW},
        {STEP_K, STEP_RAW}, {STEP_RAW, STEP_SCALE}, {STEP_SCALE, STEP_MASK}, {STEP_MASK, STEP_SOFTMAX}, {STEP_SOFTMAX, STEP_MIX},
        {STEP_V, STEP_MIX}, {STEP_MIX, STEP_CONCAT}, {STEP_CONCAT, STEP_OUTPUT}, {STEP_OUTPUT, STEP_ATTENDED},
        {STEP_ATTENDED, STEP_MLP}, {STEP_MLP, STEP_RESULT}, {STEP_OUTPUT, STEP_READ}};
    const struct app *app = view->app;
    bool turns = step_there(app, STEP_Q_TURNED);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        enum step from = links[i][0], to = links[i][1];
        bool past = turns && to == STEP_RAW && (from == STEP_Q || from == STEP_K); /* they go by way of the turned ones */
        if (step_there(app, from) && step_there(app, to) && !past)
            join(view, area, from, to);
    }
}

static void draw_map(struct view_context *view, struct rect area, enum step step)
{
    const struct app *app = view->app;
    const struct steps_facts *facts = steps_facts(app);
    struct hs_matrix matrix = steps_matrix(app, step);
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool weights = step == STEP_SOFTMAX, keys = steps_col_axis(step) == AXIS_KEY;
    float range = facts ? facts->range[step] : 0, lo = 0;
    if (!matrix.data || area.w < 4 || area.h < 4)
        return;
    if (weights)
        app_range(app, app->look.head, &lo, &range);
    if (step == STEP_SCALE) /* shown from the unscaled plane */
        range /= (float)steps_factor(app);
    struct cells cells = {.area = area,
        .matrix = matrix,
        .row1 = (double)matrix.rows,
        .col1 = (double)matrix.cols,
        .palette = weights ? app->look.palette : steps_diverging(app),
        .scale = weights ? app->look.scale : SCALE_LINEAR,
        .reduce = weights ? app->look.reduce : REDUCE_MEAN,
        .lo = weights ? 0 : -range,
        .hi = range > 0 ? range : 1,
        .causal = (step == STEP_MASK || weights) && shape.mask == HS_MASK_CAUSAL,
        .back = view->theme->panel,
        .mask_color = view->theme->mask,
        .identity = (app->picture.identity * HS_MAX_HEADS + app->look.head + 1) * STEP_COUNT * 2 +
                    (uint64_t)step * 2 + 1};
    draw_cells(view->draw, &cells);
    draw_frame(view->draw, rect_inset(area, -1), 1, view->theme->grid);
    struct step_cell cell = steps_cell(app, step);
    float h = area.h / (float)matrix.rows, w = area.w / (float)matrix.cols;
    struct rect row = {area.x, area.y + h * (float)cell.row, area.w, h};
    draw_frame(view->draw, rect_inset(row, row.h < 3 ? -1 : 0), 1, view->theme->accent);
    if (keys)
        draw_frame(view->draw,
            (struct rect){area.x + w * (float)cell.col, row.y, fmaxf(w, 2), fmaxf(h, 2)}, 1,
            view->theme->text);
}

/* The read-out's tile holds words, not a matrix. */
static void draw_words(struct view_context *view, struct rect area)
{
    char name[160];
    app_token_name(view->app, HS_QUERY, steps_query(view->app), name, sizeof name);
    area.y += floorf((area.h - 32) / 2);
    area.h = 16;
    draw_text(view->draw, area, ALIGN_CENTER, FACE_UI_BOLD, TEXT_SMALL, view->theme->text, name);
    area.y += 16;
    if (steps_width(view, FACE_UI, TEXT_SMALL, "in words") <= area.w)
        draw_text(view->draw, area, ALIGN_CENTER, FACE_UI, TEXT_SMALL, view->theme->text_dim, "in words");
}

static void tile_text(const struct app *app, enum step step, char *label, char *value, size_t room)
{
    struct step_cell cell = steps_cell(app, step);
    snprintf(label, room, "%s", step == STEP_SCALE && fabs(steps_factor(app) * sqrt((double)hs_set_shape(app->picture.set).d_k) - 1) > 1e-5
            ? "× scale" : tiles[step].label);
    if (steps_col_axis(step) == AXIS_HEAD_DIMENSION && step != STEP_MIX)
        steps_symbol(app, step, label, room);
    value[0] = '\0';
    if (step != STEP_READ && steps_matrix(app, step).data)
        steps_number(steps_value(app, step, cell.row, cell.col), 2, value, room);
}

static void draw_tile(struct view_context *view, struct rect area, enum step step)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    struct rect tile = tile_rect(app, area, step);
    char label[64], value[48], id[48];
    bool current = step == app->steps.step, hovered = false;
    snprintf(id, sizeof id, "step %s", step_name(step));
    tile_text(app, step, label, value, sizeof label);
    if (!view->page) {
        struct ui_hit hit = ui_area(view->ui, id, tile, false, id);
        hovered = hit.hovered;
        ui_tooltip(view->ui, tile, step_title(app, step));
        if (hit.clicked)
            actions_push(view->actions, (struct action){.kind = ACT_STEP, .number = step});
    }
    draw_group(view->draw, id);
    draw_round(view->draw, tile, 5,
        current   ? theme->selection
        : hovered ? theme->hover
                  : theme->panel);
    draw_round_frame(view->draw, tile, 5, current ? 2 : 1, current ? theme->accent : theme->border);
    struct rect inner = rect_inset(tile, 5);
    enum face face = current ? FACE_UI_BOLD : FACE_UI;
    if (steps_col_axis(step) == AXIS_HEAD_DIMENSION && step != STEP_MIX) { /* low tiles: the name beside the matrix */
        struct rect name = rect_cut_left(&inner, 24);
        draw_text(view->draw, name, ALIGN_LEFT, face, 12, theme->text, label);
        if (inner.w > 76)
            draw_text(view->draw, rect_cut_right(&inner, 40), ALIGN_RIGHT, FACE_MONO, 10,
                theme->text_dim, value);
    } else {
        struct rect name = rect_cut_top(&inner, 15);
        if (steps_width(view, face, 12, label) > name.w)
            steps_symbol(app, step, label, sizeof label);
        float width = steps_width(view, face, 12, label);
        draw_text(view->draw, name, ALIGN_LEFT, face, 12, theme->text, label);
        if (inner.w - width > steps_width(view, FACE_MONO, 10, value) + 6)
            draw_text(view->draw, name, ALIGN_RIGHT, FACE_MONO, 10, theme->text_dim, value);
        rect_cut_top(&inner, 2);
    }
    if (step == STEP_READ)
        draw_words(view, inner);
    else
        draw_map(view, rect_inset(inner, 1), step);
    draw_group_end(view->draw);
}

void steps_strip_draw(struct view_context *view, struct rect area)
{
    draw_group(view->draw, "all steps");
    draw_arrows(view, area);
    for (int step = 0; step < STEP_COUNT; step++)
        if (step_there(view->app, (enum step)step))
            draw_tile(view, area, (enum step)step);
    draw_group_end(view->draw);
}
