/* matrix.c – see matrix.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/matrix.h"
#include "views/thumbs.h"

#define VALUE_WIDTH 34.0f /* px a cell needs for "0.43" and air */
#define VALUE_HEIGHT 16.0f

struct matrix_box matrix_fit(
    const struct app *app, struct rect area, struct app_window window, bool labels, float most)
{
    struct shown of = app_shown_now(app);
    struct hs_set_shape shape = hs_set_shape(of.set);
    struct matrix_box box = {.of = of,
        .row0 = window.row0 * (double)shape.n,
        .row1 = window.row1 * (double)shape.n,
        .col0 = window.col0 * (double)shape.m,
        .col1 = window.col1 * (double)shape.m};
    /* Sized as if unzoomed, so that zooming moves the cells and not the frame round them. */
    if (labels)
        matrix_names_fit(app, &box, area, most);
    matrix_place(&box, area, shape.n, shape.m, most);
    return box;
}

void matrix_draw_cells(struct view_context *view, const struct matrix_box *box, size_t head)
{
    const struct app *app = view->app;
    const struct shown *of = &box->of;
    struct hs_set_shape shape = hs_set_shape(of->set);
    struct cells cells = {.area = box->cells,
        .row0 = box->row0,
        .row1 = box->row1,
        .col0 = box->col0,
        .col1 = box->col1,
        .palette = of->palette,
        .scale = of->scale,
        .reduce = app->look.reduce,
        .causal = shape.mask == HS_MASK_CAUSAL,
        .causal_shift = (long)shape.m - (long)shape.n,
        .back = view->theme->panel,
        .mask_color = view->theme->mask,
        .hidden = of->hidden,
        .identity = of->identity * HS_MAX_HEADS + head + 1};
    bool missing = false;
    bool whole =
        box->row1 - box->row0 >= (double)shape.n && box->col1 - box->col0 >= (double)shape.m;
    float pixels = fmaxf(box->cells.w, box->cells.h) * app->window.ui_scale;
    if (whole && layers_head_thumbnail(app, of, head, view->page ? 1e9f : pixels, &cells.matrix, &missing)) {
        cells.row1 = (double)cells.matrix.rows;
        cells.col1 = (double)cells.matrix.cols;
        cells.causal = false; /* masked parts are in its numbers */
        cells.identity |= (uint64_t)(app->look.reduce == REDUCE_MEAN) << 61 | (uint64_t)1 << 60;
    } else {
        cells.matrix = hs_set_weights(of->set, 0, head);
    }
    if (missing) {
        draw_rect(view->draw, box->cells, view->theme->panel);
        return;
    }
    if (of->set != app->picture.set)
        cells.identity |= (uint64_t)1 << 63; /* the same head's numbers, but not the same numbers */
    shown_range(app, of, head, &cells.lo, &cells.hi);
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

/* ---------------------------------------------------------------- numbers, crosshair, lock */
static float row_largest(const struct hs_set *set, struct hs_matrix weights, size_t q)
{
    float largest = 0;
    for (size_t k = 0; k < weights.cols; k++)
        if (!hs_set_masked(set, q, k))
            largest = fmaxf(largest, weights.data[q * weights.stride + k]);
    return largest;
}

void matrix_draw_values(struct view_context *view, const struct matrix_box *box, size_t head)
{
    const struct app *app = view->app;
    const struct hs_set *set = box->of.set;
    struct hs_matrix weights = hs_set_weights(set, 0, head);
    bool sign = hs_set_values(set) >= HS_VALUES_SCORE;
    float w = box->cells.w / (float)(box->col1 - box->col0),
          h = box->cells.h / (float)(box->row1 - box->row0);
    float lo, hi;
    char value[32];
    if (!app->look.values || w < VALUE_WIDTH || h < VALUE_HEIGHT)
        return;
    shown_range(app, &box->of, head, &lo, &hi);
    draw_group(view->draw, "values");
    draw_clip(view->draw, box->cells);
    for (size_t q = (size_t)box->row0; q < weights.rows && (double)q < box->row1; q++) {
        float largest = row_largest(set, weights, q);
        for (size_t k = (size_t)box->col0; k < weights.cols && (double)k < box->col1; k++) {
            if (hs_set_masked(set, q, k))
                continue;
            float weight = weights.data[q * weights.stride + k];
            float at = cell_scale_position(box->of.scale, weight, lo, hi, largest);
            uint32_t ink = matrix_ink_on(palette_color(box->of.palette, at));
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
