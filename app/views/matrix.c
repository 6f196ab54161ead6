/* matrix.c – see matrix.h. Label density follows one rule: every ceil(LABEL_PITCH / cell)-th label,
 * plus the marked row and column, whose neighbours make way; so labels never touch. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/matrix.h"
#include "views/thumbs.h"

#define LABEL_PITCH 15.0f /* px from one label to the next at least */
#define MARK_PITCH 18.0f  /* and from one with a chip round it */
#define LABEL_MOST                                                                                 \
    150.0f /* px; longer tokens are elided, the whole token shows when pointed at                  \
            */
#define LABEL_GAP 8.0f
#define AXIS_HEIGHT 22.0f
#define MEASURED_TOKENS                                                                            \
    256                   /* labels measured for the margin; beyond, only some are drawn anyway    \
                           */
#define VALUE_WIDTH 34.0f /* px a cell needs for "0.43" and air */
#define VALUE_HEIGHT 16.0f

/* In bold, which a marked label is drawn in: so that marking one never cuts it. */
static float widest_label(const struct app *app, enum hs_side side, size_t count)
{
    char name[256];
    float widest = 24;
    for (size_t i = 0; i < count && i < MEASURED_TOKENS; i++) {
        hs_set_token_name(app_shown(app), side, i, name, sizeof name);
        widest =
            fmaxf(widest, fonts_width(app->services.fonts, FACE_UI_BOLD, TEXT_BODY, name, strlen(name)));
    }
    return ceilf(fminf(widest, LABEL_MOST));
}

struct matrix_box matrix_fit(
    const struct app *app, struct rect area, struct app_window window, bool labels, float most)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct matrix_box box = {.row0 = window.row0 * (double)shape.n,
        .row1 = window.row1 * (double)shape.n,
        .col0 = window.col0 * (double)shape.m,
        .col1 = window.col1 * (double)shape.m};
    if (labels) {
        /* The axis title of the rows stands above their labels and must fit there too. */
        const char *title = "query (attends) ↓";
        float title_w = fonts_width(app->services.fonts, FACE_UI, TEXT_SMALL, title, strlen(title));
        box.label_w = fminf(fmaxf(widest_label(app, HS_QUERY, shape.n), ceilf(title_w)) + LABEL_GAP,
            area.w * 0.35f);
        box.label_h =
            fminf(widest_label(app, HS_KEY, shape.m) + LABEL_GAP, (area.h - AXIS_HEIGHT) * 0.35f);
    }
    float axis = labels ? AXIS_HEIGHT : 0;
    float room_w = fmaxf(area.w - box.label_w, 8), room_h = fmaxf(area.h - box.label_h - axis, 8);
    /* Sized as if unzoomed, so that zooming moves the cells and not the frame round them. */
    float cell = fminf(most, fminf(room_w / (float)shape.m, room_h / (float)shape.n));
    if (cell > 4) /* whole pixels keep every cell the same size */
        cell = floorf(cell);
    float w = fminf(cell * (float)shape.m, room_w), h = fminf(cell * (float)shape.n, room_h);
    box.cells = (struct rect){floorf(area.x + box.label_w + (room_w - w) / 2),
        floorf(area.y + axis + box.label_h + (room_h - h) / 2), w, h};
    /* Centre the whole, labels included, but never past the left edge. */
    if (labels) {
        float shift = floorf(fminf(box.label_w / 2, (room_w - w) / 2));
        box.cells.x -= shift;
    }
    return box;
}

static float row_y(const struct matrix_box *box, double row)
{
    return box->cells.y + box->cells.h * (float)((row - box->row0) / (box->row1 - box->row0));
}

static float col_x(const struct matrix_box *box, double col)
{
    return box->cells.x + box->cells.w * (float)((col - box->col0) / (box->col1 - box->col0));
}

bool matrix_cell_at(const struct matrix_box *box, float x, float y, size_t *q, size_t *k)
{
    if (!rect_has(box->cells, x, y))
        return false;
    double row = box->row0 + (double)((y - box->cells.y) / box->cells.h) * (box->row1 - box->row0);
    double col = box->col0 + (double)((x - box->cells.x) / box->cells.w) * (box->col1 - box->col0);
    /* On the very edge rounding could name the cell after the last one. */
    *q = (size_t)fmin(row, ceil(box->row1) - 1);
    *k = (size_t)fmin(col, ceil(box->col1) - 1);
    return true;
}

struct rect matrix_cell_rect(const struct matrix_box *box, size_t q, size_t k)
{
    float x0 = col_x(box, (double)k), x1 = col_x(box, (double)k + 1);
    float y0 = row_y(box, (double)q), y1 = row_y(box, (double)q + 1);
    return (struct rect){x0, y0, x1 - x0, y1 - y0};
}

void matrix_draw_cells(struct view_context *view, const struct matrix_box *box, size_t head)
{
    const struct app *app = view->app;
    const struct hs_set *set = app_shown(app);
    struct hs_set_shape shape = hs_set_shape(set);
    struct cells cells = {.area = box->cells,
        .row0 = box->row0,
        .row1 = box->row1,
        .col0 = box->col0,
        .col1 = box->col1,
        .palette = app_palette(app),
        .scale = app_scale(app),
        .reduce = app->look.reduce,
        .causal = shape.mask == HS_MASK_CAUSAL,
        .causal_shift = (long)shape.m - (long)shape.n,
        .back = view->theme->panel,
        .mask_color = view->theme->mask,
        .hidden = set == app->lens.made.shown ? app->lens.made.hidden : NULL,
        .identity = app->picture.identity * HS_MAX_HEADS + head + 1};
    bool missing = false;
    bool whole =
        box->row1 - box->row0 >= (double)shape.n && box->col1 - box->col0 >= (double)shape.m;
    float pixels = fmaxf(box->cells.w, box->cells.h) * app->window.ui_scale;
    if (whole && dump_thumbnail(app, head, view->page ? 1e9f : pixels, &cells.matrix, &missing)) {
        cells.row1 = (double)cells.matrix.rows;
        cells.col1 = (double)cells.matrix.cols;
        cells.causal = false; /* masked parts are in its numbers */
        cells.identity |= (uint64_t)(app->look.reduce == REDUCE_MEAN) << 61 | (uint64_t)1 << 60;
    } else {
        cells.matrix = hs_set_weights(set, 0, head);
    }
    if (missing) {
        draw_rect(view->draw, box->cells, view->theme->panel);
        return;
    }
    if (set != app->picture.set)
        cells.identity |= (uint64_t)1 << 63; /* the same head's numbers, but not the same numbers */
    app_range(app, head, &cells.lo, &cells.hi);
    draw_cells(view->draw, &cells);
}

/* From this size on a cell can spare a pixel of its edge. */
#define FRAME_INSIDE_FROM 4.0

void matrix_draw_frame(struct view_context *view, const struct matrix_box *box)
{
    bool large = (double)box->cells.w >= FRAME_INSIDE_FROM * (box->col1 - box->col0) &&
                 (double)box->cells.h >= FRAME_INSIDE_FROM * (box->row1 - box->row0);
    draw_frame(view->draw, large ? box->cells : rect_inset(box->cells, -1), 1, view->theme->grid);
}

uint32_t matrix_ink_on(uint32_t color)
{
    /* Relative luminance after ITU-R BT.709 on gamma-encoded channels: good enough to choose
     * between two inks. */
    float luminance = 0.2126f * (float)(color >> 16 & 255) + 0.7152f * (float)(color >> 8 & 255) +
                      0.0722f * (float)(color & 255);
    return luminance > 140 ? 0xff101418u : 0xffffffffu;
}

/* ---------------------------------------------------------------- labels */
struct axis {
    enum hs_side side;
    double first, end; /* shown, in cells */
    size_t count;
    size_t marked, locked;
    float cell; /* px */
};

static bool near_mark(const struct axis *axis, size_t index, size_t mark)
{
    if (mark == ACT_NOWHERE || index == mark)
        return false;
    double gap = fabs((double)index - (double)mark) * (double)axis->cell;
    return gap < (double)MARK_PITCH;
}

/* Whether the label of `index` is drawn. */
static bool label_shown(const struct axis *axis, size_t index)
{
    double middle = (double)index + 0.5, half = (double)(LABEL_PITCH / 2 / axis->cell);
    if (middle < axis->first || middle > axis->end)
        return false;
    /* Where a zoomed picture is cut, half a label would stick out into the axis title or the
     * corner. */
    if ((axis->first > 0 && middle < axis->first + half) ||
        (axis->end < (double)axis->count && middle > axis->end - half))
        return false;
    if (index == axis->marked)
        return true;
    if (index == axis->locked)
        return !near_mark(axis, index, axis->marked);
    size_t step = (size_t)ceilf(LABEL_PITCH / axis->cell);
    return index % (step ? step : 1) == 0 && !near_mark(axis, index, axis->marked) &&
           !near_mark(axis, index, axis->locked);
}

static void draw_row_label(struct view_context *view, const struct matrix_box *box,
    const char *name, size_t q, bool marked, bool locked)
{
    const struct theme *theme = view->theme;
    float y = row_y(box, (double)q + 0.5);
    struct rect area = {
        box->cells.x - box->label_w, y - LABEL_PITCH / 2, box->label_w - LABEL_GAP, LABEL_PITCH};
    if (marked || locked) {
        float width = fonts_width(view->app->services.fonts, FACE_UI_BOLD, TEXT_BODY, name, strlen(name));
        width = fminf(width, area.w) + 10;
        struct rect chip = {area.x + area.w + 5 - width, y - 10, width, 20};
        draw_round(view->draw, chip, 4, locked ? theme->accent : theme->selection);
    }
    draw_text(view->draw, area, ALIGN_RIGHT, marked || locked ? FACE_UI_BOLD : FACE_UI, TEXT_BODY,
        locked   ? theme->accent_text
        : marked ? theme->text
                 : theme->text_dim,
        name);
}

static void draw_col_label(struct view_context *view, const struct matrix_box *box,
    const char *name, size_t k, bool marked, bool locked)
{
    const struct theme *theme = view->theme;
    float x = col_x(box, (double)k + 0.5);
    struct rect area = {
        x - LABEL_PITCH / 2, box->cells.y - box->label_h, LABEL_PITCH, box->label_h - LABEL_GAP};
    if (marked || locked) {
        float width = fonts_width(view->app->services.fonts, FACE_UI_BOLD, TEXT_BODY, name, strlen(name));
        width = fminf(width, area.h) + 10;
        struct rect chip = {x - 10, area.y + area.h + 5 - width, 20, width};
        draw_round(view->draw, chip, 4, locked ? theme->accent : theme->selection);
    }
    draw_text_up(view->draw, area, ALIGN_LEFT, marked || locked ? FACE_UI_BOLD : FACE_UI, TEXT_BODY,
        locked   ? theme->accent_text
        : marked ? theme->text
                 : theme->text_dim,
        name);
}

static void draw_axis_titles(struct view_context *view, const struct matrix_box *box)
{
    uint32_t color = view->theme->text_dim;
    struct rect rows = {
        box->cells.x - box->label_w, box->cells.y - LABEL_GAP - 14, box->label_w - LABEL_GAP, 14};
    struct rect cols = {
        box->cells.x, box->cells.y - box->label_h - AXIS_HEIGHT, fmaxf(box->cells.w, 130), 16};
    /* A narrow grid has no room for all of it, and "query (attends…" says less than the word alone. */
    const char *title = "query (attends) ↓";
    if (fonts_width(view->app->services.fonts, FACE_UI, TEXT_SMALL, title, strlen(title)) > rows.w)
        title = "query ↓";
    draw_text(view->draw, rows, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, title);
    draw_text(view->draw, cols, ALIGN_LEFT, FACE_UI, TEXT_SMALL, color, "key (is attended) →");
}

void matrix_draw_labels(
    struct view_context *view, const struct matrix_box *box, struct app_cell marked, bool titles)
{
    const struct app *app = view->app;
    const struct hs_set *set = app_shown(app);
    struct hs_set_shape shape = hs_set_shape(set);
    struct axis rows = {HS_QUERY, box->row0, box->row1, shape.n, marked.q, app->look.locked.q,
        box->cells.h / (float)(box->row1 - box->row0)};
    struct axis cols = {HS_KEY, box->col0, box->col1, shape.m, marked.k, app->look.locked.k,
        box->cells.w / (float)(box->col1 - box->col0)};
    char name[256];
    draw_group(view->draw, "labels");
    for (size_t q = (size_t)box->row0; q < shape.n && (double)q < box->row1; q++) {
        if (!label_shown(&rows, q))
            continue;
        hs_set_token_name(set, HS_QUERY, q, name, sizeof name);
        draw_row_label(view, box, name, q, q == marked.q, q == app->look.locked.q);
    }
    for (size_t k = (size_t)box->col0; k < shape.m && (double)k < box->col1; k++) {
        if (!label_shown(&cols, k))
            continue;
        hs_set_token_name(set, HS_KEY, k, name, sizeof name);
        draw_col_label(view, box, name, k, k == marked.k, k == app->look.locked.k);
    }
    if (titles)
        draw_axis_titles(view, box);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- numbers, crosshair, lock */
static float row_largest(const struct app *app, struct hs_matrix weights, size_t q)
{
    float largest = 0;
    for (size_t k = 0; k < weights.cols; k++)
        if (!hs_set_masked(app_shown(app), q, k))
            largest = fmaxf(largest, weights.data[q * weights.stride + k]);
    return largest;
}

void matrix_draw_values(struct view_context *view, const struct matrix_box *box, size_t head)
{
    const struct app *app = view->app;
    const struct hs_set *set = app_shown(app);
    struct hs_matrix weights = hs_set_weights(set, 0, head);
    bool sign = hs_set_values(set) >= HS_VALUES_SCORE;
    float w = box->cells.w / (float)(box->col1 - box->col0),
          h = box->cells.h / (float)(box->row1 - box->row0);
    float lo, hi;
    char value[32];
    if (!app->look.values || w < VALUE_WIDTH || h < VALUE_HEIGHT)
        return;
    app_range(app, head, &lo, &hi);
    draw_group(view->draw, "values");
    draw_clip(view->draw, box->cells);
    for (size_t q = (size_t)box->row0; q < weights.rows && (double)q < box->row1; q++) {
        float largest = row_largest(app, weights, q);
        for (size_t k = (size_t)box->col0; k < weights.cols && (double)k < box->col1; k++) {
            if (hs_set_masked(set, q, k))
                continue;
            float weight = weights.data[q * weights.stride + k];
            float at = cell_scale_position(app_scale(app), weight, lo, hi, largest);
            uint32_t ink = matrix_ink_on(palette_color(app_palette(app), at));
            if (fabsf(weight) < 0.05f) /* so that the few that matter stand out */
                ink = (ink & 0xffffffu) | 0x8c000000u;
            app_number((double)weight, 2, sign, value, sizeof value);
            draw_text(view->draw, matrix_cell_rect(box, q, k), ALIGN_CENTER, FACE_MONO, TEXT_SMALL,
                ink, value);
        }
    }
    draw_clip_end(view->draw);
    draw_group_end(view->draw);
}

/* A double frame is seen on every colour of every palette. */
static void draw_cell_frame(struct view_context *view, struct rect cell)
{
    struct rect outer = rect_inset(cell, -2);
    draw_frame(view->draw, outer, 2, 0xff101418u);
    draw_frame(view->draw, rect_inset(outer, 1), 1.5f, 0xffffffffu);
}

void matrix_draw_crosshair(
    struct view_context *view, const struct matrix_box *box, struct app_cell cell)
{
    if (cell.q == ACT_NOWHERE || cell.k == ACT_NOWHERE)
        return;
    struct rect at = matrix_cell_rect(box, cell.q, cell.k), all = box->cells;
    uint32_t color = 0xb0ffffffu;
    draw_group(view->draw, "crosshair");
    draw_clip(view->draw, rect_inset(all, -3));
    draw_frame(view->draw, (struct rect){all.x, at.y, all.w, at.h}, 1, color);
    draw_frame(view->draw, (struct rect){at.x, all.y, at.w, all.h}, 1, color);
    draw_cell_frame(view, at);
    draw_clip_end(view->draw);
    draw_group_end(view->draw);
}

void matrix_draw_lock(
    struct view_context *view, const struct matrix_box *box, struct app_cell locked)
{
    if (locked.q == ACT_NOWHERE)
        return;
    struct rect row = matrix_cell_rect(box, locked.q, 0);
    row.x = box->cells.x;
    row.w = box->cells.w;
    draw_group(view->draw, "lock");
    draw_clip(view->draw, rect_inset(box->cells, -3));
    draw_frame(view->draw, rect_inset(row, -2), 2, view->theme->accent);
    if (locked.k != ACT_NOWHERE)
        draw_cell_frame(view, matrix_cell_rect(box, locked.q, locked.k));
    draw_clip_end(view->draw);
    draw_group_end(view->draw);
}
