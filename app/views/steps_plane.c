/* steps_plane.c – one matrix of a step: cells, the marked row, column and value, labels, numbers
 * and its colour bar. Called by steps_stage.c. Only the rows and columns that are shown are looked
 * at. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/matrix.h"
#include "views/steps.h"

#define LABEL_PITCH 12.0f
#define VALUE_WIDTH 36.0f
#define VALUE_HEIGHT 14.0f

struct steps_window steps_window(size_t total, size_t mark, float room, float least)
{
    size_t fit = room >= least ? (size_t)(room / least) : 1;
    struct steps_window window = {0, total};
    if (fit >= total)
        return window;
    window.count = fit;
    window.first = mark == ACT_NOWHERE ? 0 : mark / fit * fit;
    if (window.first + fit > total)
        window.first = total - fit;
    return window;
}

static struct cells cells_of(const struct view_context *view, const struct steps_plane *plane,
    struct rect area, struct steps_window rows, struct steps_window cols)
{
    const struct app *app = view->app;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct cells cells = {.area = area,
        .matrix = plane->matrix,
        .row0 = (double)rows.first,
        .row1 = (double)(rows.first + rows.count),
        .col0 = (double)cols.first,
        .col1 = (double)(cols.first + cols.count),
        .palette = plane->weights ? app->look.palette : steps_diverging(app),
        .scale = plane->weights ? app->look.scale : SCALE_LINEAR,
        .reduce = plane->weights ? app->look.reduce : REDUCE_MEAN,
        .lo = plane->weights ? 0 : -plane->range,
        .hi = plane->range > 0 ? plane->range : 1,
        .causal = plane->masked && shape.mask == HS_MASK_CAUSAL,
        .causal_shift = (long)shape.m - (long)shape.n,
        .back = view->theme->panel,
        .mask_color = view->theme->mask};
    return cells;
}

struct place {
    struct rect cells;
    struct steps_window rows, cols;
    float w, h; /* of a cell */
};

static struct rect cell_rect(const struct place *place, size_t row, size_t col)
{
    return (struct rect){place->cells.x + place->w * (float)(col - place->cols.first),
        place->cells.y + place->h * (float)(row - place->rows.first), place->w, place->h};
}

static bool shown(struct steps_window window, size_t index)
{
    return index != ACT_NOWHERE && index >= window.first && index < window.first + window.count;
}

/* ---------------------------------------------------------------- labels */
static void label_of(
    const struct view_context *view, enum step_axis axis, size_t index, char *name, size_t room)
{
    if (axis == AXIS_QUERY || axis == AXIS_KEY)
        hs_set_token_name(
            view->app->picture.set, axis == AXIS_QUERY ? HS_QUERY : HS_KEY, index, name, room);
    else
        snprintf(name, room, "%ld", app_counted(view->app, index));
}

static void draw_row_labels(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    const struct theme *theme = view->theme;
    size_t step = (size_t)ceilf(LABEL_PITCH / place->h);
    float size = place->h * (float)(step ? step : 1) < 15 ? 11 : place->h < 40 ? 12 : 13;
    char name[200];
    for (size_t row = place->rows.first; row < place->rows.first + place->rows.count; row++) {
        bool marked = row == plane->mark_row;
        double gap = fabs((double)row - (double)plane->mark_row) * (double)place->h;
        if (!marked && (row % (step ? step : 1) || gap < (double)LABEL_PITCH))
            continue;
        struct rect cell = cell_rect(place, row, place->cols.first);
        float left = fmaxf(place->cells.x - 126, view->area.x + 8); /* cut, not clipped */
        struct rect area = {left, cell.y + cell.h / 2 - 8, place->cells.x - 6 - left, 16};
        label_of(view, plane->row_axis, row, name, sizeof name);
        draw_text(view->draw, area, ALIGN_RIGHT, marked ? FACE_UI_BOLD : FACE_UI, size,
            marked ? theme->accent : theme->text_dim, name);
    }
}

static void draw_col_labels(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    const struct theme *theme = view->theme;
    size_t step = (size_t)ceilf(LABEL_PITCH / place->w);
    char name[200];
    for (size_t col = place->cols.first; col < place->cols.first + place->cols.count; col++) {
        bool marked = col == plane->mark_col;
        double gap = fabs((double)col - (double)plane->mark_col) * (double)place->w;
        if (!marked && (col % (step ? step : 1) || gap < (double)LABEL_PITCH))
            continue;
        struct rect cell = cell_rect(place, place->rows.first, col);
        struct rect area = {cell.x + cell.w / 2 - 8, place->cells.y - plane->label_room - 1, 16,
            plane->label_room - 3};
        label_of(view, plane->col_axis, col, name, sizeof name);
        draw_text_up(view->draw, area, ALIGN_LEFT, marked ? FACE_UI_BOLD : FACE_UI, 12,
            marked ? theme->accent : theme->text_dim, name);
    }
}

float steps_plane_lift(const struct steps_plane *plane)
{
    if (plane->block_names)
        return 164;
    return plane->col_labels ? 26 + plane->label_room : plane->blocks || plane->heads > 1 ? 44 : 26;
}

/* The rule over a block of columns. */
static struct rect segment(
    struct view_context *view, const struct place *place, size_t first, size_t width, bool marked)
{
    float x0 = place->cells.x + place->w * ((float)first - (float)place->cols.first);
    float w = place->w * (float)width;
    draw_rect(view->draw, (struct rect){x0 + 0.5f, place->cells.y - 7, fmaxf(1, w - 1), 3},
        marked ? view->theme->accent : view->theme->text_faint);
    return (struct rect){x0, place->cells.y - 22, w, 14};
}

/* A name over its block; the marked one is shown even where it is wider than the block. */
static void draw_level_name(struct view_context *view, const struct place *place, struct rect over,
    const char *name, bool marked)
{
    enum face face = marked ? FACE_UI_BOLD : FACE_UI;
    float need = steps_width(view, face, TEXT_SMALL, name) + 1;
    float least = place->cells.x, most = place->cells.x + place->cells.w - need;
    if (need + 4 > over.w && !marked)
        return;
    over.x = fmaxf(least, fminf(over.x + (over.w - need) / 2, most));
    over.w = fmaxf(need, 40);
    draw_text(view->draw, over, ALIGN_LEFT, face, TEXT_SMALL,
        marked ? view->theme->accent : view->theme->text_dim, name);
}

static void draw_blocks(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    const struct hs_block *block;
    size_t blocks = hs_preset_blocks(&block);
    for (size_t i = 0; i < blocks; i++) {
        bool marked = plane->mark_col - block[i].first < block[i].width;
        struct rect over = segment(view, place, block[i].first, block[i].width, marked);
        if (!plane->block_names && marked)
            draw_level_name(view, place, over, block[i].name, true);
        if (!plane->block_names || (over.w < 13 && block[i].width > 1))
            continue;
        struct rect up = {over.x + over.w / 2 - 7, place->cells.y - 10 - 130, 14, 130};
        draw_text_up(view->draw, up, ALIGN_LEFT, marked ? FACE_UI_BOLD : FACE_UI, TEXT_SMALL,
            marked ? view->theme->accent : view->theme->text_dim, block[i].name);
    }
}

static void draw_heads(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    const struct app *app = view->app;
    size_t width = plane->matrix.cols / plane->heads;
    char name[32];
    for (size_t i = 0; i < plane->heads; i++) {
        bool marked = i == app->look.head;
        snprintf(name, sizeof name, marked ? "head %ld" : "%ld", app_counted(app, i));
        if (marked && place->w * (float)width < 50)
            snprintf(name, sizeof name, "%ld", app_counted(app, i));
        draw_level_name(view, place, segment(view, place, i * width, width, marked), name, marked);
    }
}

static void draw_segments(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    if (plane->blocks)
        draw_blocks(view, plane, place);
    if (plane->heads > 1)
        draw_heads(view, plane, place);
}

/* ---------------------------------------------------------------- marks and numbers */
static void draw_marks(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    struct rect all = place->cells;
    bool row = shown(place->rows, plane->mark_row), col = shown(place->cols, plane->mark_col);
    draw_clip(view->draw, rect_inset(all, -3));
    if (row) {
        struct rect at = cell_rect(place, plane->mark_row, place->cols.first);
        at.w = all.w;
        draw_frame(view->draw, rect_inset(at, -1.5f), 1.5f, view->theme->accent);
    }
    if (col) {
        struct rect at = cell_rect(place, place->rows.first, plane->mark_col);
        at.h = all.h;
        float grow = at.w < 3 ? (3 - at.w) / 2 + 1.5f : 1.5f;
        draw_frame(view->draw, (struct rect){at.x - grow, at.y - 1.5f, at.w + 2 * grow, at.h + 3},
            1.5f, view->theme->accent);
    }
    if (row && col && plane->mark_cell) {
        struct rect at = rect_inset(cell_rect(place, plane->mark_row, plane->mark_col), -3);
        draw_frame(view->draw, at, 2, 0xff101418u);
        draw_frame(view->draw, rect_inset(at, 1), 1.5f, 0xffffffffu);
    }
    draw_clip_end(view->draw);
}

static void draw_values(struct view_context *view, const struct steps_plane *plane,
    const struct place *place, const struct cells *cells)
{
    char text[32];
    float size = place->w < 46 ? 10 : place->w < 64 ? 11 : 13;
    if (place->w < VALUE_WIDTH || place->h < VALUE_HEIGHT || plane->step == STEP_COUNT)
        return;
    for (size_t row = place->rows.first; row < place->rows.first + place->rows.count; row++) {
        float largest = 0;
        for (size_t col = 0; plane->weights && col < plane->matrix.cols; col++)
            largest = fmaxf(largest, plane->matrix.data[row * plane->matrix.stride + col]);
        for (size_t col = place->cols.first; col < place->cols.first + place->cols.count; col++) {
            double value = steps_value(view->app, plane->step, row, col);
            if (plane->masked && steps_masked(view->app, plane->step, row, col))
                continue;
            float shade = plane->matrix.data[row * plane->matrix.stride + col];
            float at = cell_scale_position(cells->scale, shade, cells->lo, cells->hi, largest);
            steps_number(value,
                fabs(value) >= 99.5   ? 0
                : fabs(value) >= 9.95 ? 1
                                      : 2,
                text, sizeof text);
            draw_text(view->draw, cell_rect(place, row, col), ALIGN_CENTER, FACE_MONO, size,
                matrix_ink_on(palette_color(cells->palette, at)), text);
        }
    }
}

/* "−3.2 [ramp] 3.2" under the cells. */
static void draw_colour_bar(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    const struct app *app = view->app;
    char low[32], high[32];
    struct rect line = {place->cells.x, place->cells.y + place->cells.h + 6, place->cells.w, 12};
    steps_number(
        plane->weights ? 0 : -(double)plane->range, plane->weights ? 0 : 2, low, sizeof low);
    steps_number((double)plane->range, 2, high, sizeof high);
    float a = steps_width(view, FACE_UI, 10, low), b = steps_width(view, FACE_UI, 10, high);
    float ramp = fminf(90, line.w - a - b - 8);
    if (ramp < 12)
        return;
    steps_write(view, line.x, line, FACE_UI, 10, view->theme->text_dim, low);
    draw_ramp(view->draw, (struct rect){line.x + a + 4, line.y + 3, ramp, 7},
        plane->weights ? app->look.palette : steps_diverging(app), false);
    float x =
        steps_write(view, line.x + a + ramp + 8, line, FACE_UI, 10, view->theme->text_dim, high);
    if (plane->weights && app->look.scale != SCALE_LINEAR && x + 60 < line.x + line.w)
        steps_write(
            view, x + 6, line, FACE_UI, 10, view->theme->text_dim, cell_scale_name(app->look.scale));
    else if (plane->masked && hs_set_shape(app->picture.set).mask && x + 70 < line.x + line.w) {
        struct rect swatch = {x + 8, line.y + 1, 11, 11};
        draw_hatch(view->draw, swatch, 4, view->theme->mask);
        draw_frame(view->draw, swatch, 1, view->theme->border);
        steps_write(view, x + 23, line, FACE_UI, 10, view->theme->text_dim, "masked");
    }
}

/* Which part is shown when not all of it fits. */
static void draw_position(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    struct rect c = place->cells;
    float rows = (float)plane->matrix.rows, cols = (float)plane->matrix.cols;
    if (place->rows.count < plane->matrix.rows) {
        draw_rect(view->draw, (struct rect){c.x + c.w + 3, c.y, 3, c.h}, view->theme->track);
        draw_rect(view->draw,
            (struct rect){c.x + c.w + 3, c.y + c.h * (float)place->rows.first / rows, 3,
                c.h * (float)place->rows.count / rows},
            view->theme->text_faint);
    }
    if (place->cols.count < plane->matrix.cols) {
        draw_rect(view->draw, (struct rect){c.x, c.y + c.h + 2, c.w, 3}, view->theme->track);
        draw_rect(view->draw,
            (struct rect){c.x + c.w * (float)place->cols.first / cols, c.y + c.h + 2,
                c.w * (float)place->cols.count / cols, 3},
            view->theme->text_faint);
    }
}

/* ---------------------------------------------------------------- pointer */
static void describe(const struct view_context *view, const struct steps_plane *plane, size_t row,
    size_t col, char *text, size_t room)
{
    char name[256], value[48];
    float raw = plane->matrix.data[row * plane->matrix.stride + col];
    if (plane->step == STEP_COUNT) {
        steps_number((double)raw, 6, value, sizeof value);
        steps_dimension_name(view->app, row, name, sizeof name);
        snprintf(text, room, "%s[%s][%ld] = %s", plane->name, name, app_counted(view->app, col), value);
        return;
    }
    steps_value_name(view->app, plane->step, (struct step_cell){row, col}, name, sizeof name);
    steps_number(steps_value(view->app, plane->step, row, col), 6, value, sizeof value);
    if (steps_masked(view->app, plane->step, row, col))
        snprintf(value, sizeof value, "%s, masked", plane->weights ? "0" : "−∞");
    snprintf(text, room, "%s = %s%s%s", name, value, plane->blocks ? ", " : "",
        plane->blocks ? hs_preset_dimension(col) : "");
}

static void input(
    struct view_context *view, const struct steps_plane *plane, const struct place *place)
{
    char label[80], text[400];
    snprintf(label, sizeof label, "matrix %s", plane->name);
    struct ui_hit hit = ui_area(view->ui, label, place->cells, false, label);
    if (!hit.hovered && !hit.clicked)
        return;
    size_t row = place->rows.first + (size_t)(hit.y / place->h);
    size_t col = place->cols.first + (size_t)(hit.x / place->w);
    if (row >= plane->matrix.rows || col >= plane->matrix.cols || hit.x < 0 || hit.y < 0)
        return;
    describe(view, plane, row, col, text, sizeof text);
    struct rect cell = cell_rect(place, row, col);
    if (cell.w >= 4 && cell.h >= 4)
        draw_frame(view->draw, cell, 1, view->theme->text);
    ui_tooltip(view->ui, cell, text);
    if (hit.clicked && plane->step != STEP_COUNT)
        actions_push(view->actions,
            (struct action){.kind = ACT_STEP_PICK, .number = plane->step, .q = row, .k = col});
}

/* ---------------------------------------------------------------- all of it */
void steps_plane_draw(struct view_context *view, const struct steps_plane *plane, struct rect cells,
    struct steps_window rows, struct steps_window cols)
{
    struct place place = {
        cells, rows, cols, cells.w / (float)cols.count, cells.h / (float)rows.count};
    struct cells heat = cells_of(view, plane, cells, rows, cols);
    char shape[64];
    if (!plane->matrix.data || rows.count == 0 || cols.count == 0)
        return;
    draw_group(view->draw, plane->name);
    if (plane->step ==
        STEP_SCALE) { /* the unscaled plane, on an unscaled range: the same colours */
        float factor = (float)steps_factor(view->app);
        heat.lo /= factor;
        heat.hi /= factor;
    }
    snprintf(shape, sizeof shape, "(%zu × %zu)", plane->matrix.rows, plane->matrix.cols);
    struct rect line = {cells.x, cells.y - steps_plane_lift(plane), cells.w + 22, 18};
    float x =
        steps_write(view, line.x, line, FACE_UI_BOLD, TEXT_BODY, view->theme->text, plane->name);
    if (steps_width(view, FACE_UI, TEXT_SMALL, shape) + x + 5 <= line.x + line.w)
        steps_write(view, x + 5, line, FACE_UI, TEXT_SMALL, view->theme->text_dim, shape);
    draw_cells(view->draw, &heat);
    draw_frame(view->draw, rect_inset(cells, -1), 1, view->theme->grid);
    draw_segments(view, plane, &place);
    draw_values(view, plane, &place, &heat);
    draw_marks(view, plane, &place);
    if (plane->row_labels)
        draw_row_labels(view, plane, &place);
    if (plane->col_labels)
        draw_col_labels(view, plane, &place);
    draw_colour_bar(view, plane, &place);
    draw_position(view, plane, &place);
    if (!view->page)
        input(view, plane, &place);
    draw_group_end(view->draw);
}
