/* legend.c – see legend.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "canvas/palette.h"
#include "views/grid.h"
#include "views/layers.h"
#include "views/legend.h"
#include "views/lens_note.h"

#define RAMP_WIDTH 120.0f
#define RAMP_HEIGHT 10.0f

static float measure(const struct app *app, const char *text)
{
    return ceilf(fonts_width(app->services.fonts, FACE_UI, TEXT_SMALL, text, strlen(text)));
}

static float write(
    struct view_context *view, float x, struct rect area, uint32_t color, const char *text)
{
    float width = measure(view->app, text) + 1;
    draw_text(view->draw, (struct rect){x, area.y, width, area.h}, ALIGN_LEFT, FACE_UI, TEXT_SMALL,
        color, text);
    return x + width;
}

/* What the two ends of the ramp stand for. */
static void ends(const struct app *app, char *low, char *high, size_t room)
{
    float lo, hi;
    app_range(app, app->look.head, &lo, &hi);
    bool own = app->look.range_per_head && (app->look.view == VIEW_GRID || app->look.view == VIEW_LAYERS);
    if (lo < 0) {
        app_value_text(app, (double)lo, low, room);
        app_value_text(app, (double)hi, high, room);
        if (own) {
            snprintf(low, room, "−head’s largest");
            snprintf(high, room, "+head’s largest");
        }
        return;
    }
    if (app->look.scale == SCALE_ROW_MAX) {
        snprintf(low, room, "0");
        snprintf(high, room, "row’s largest");
        return;
    }
    if (own)
        snprintf(high, room, "head’s largest");
    else
        app_weight_text((double)hi, high, room);
    if (app->look.scale == SCALE_LOG && own)
        snprintf(low, room, "1/10000 of it");
    else if (app->look.scale == SCALE_LOG)
        app_weight_text((double)hi * 1e-4, low, room);
    else
        snprintf(low, room, "0");
}

static float draw_mask_key(struct view_context *view, float x, struct rect area, const char *words)
{
    struct rect swatch = {x, area.y + (area.h - 12) / 2, 12, 12};
    draw_rect(view->draw, swatch, view->theme->panel);
    draw_hatch(view->draw, swatch, 4, view->theme->mask);
    draw_frame(view->draw, swatch, 1, view->theme->border);
    return write(view, x + 18, area, view->theme->text_dim, words);
}

/* Whether a cell of the layer shown is no number. Where all rows count there is none, so this is seldom looked for. */
static bool holds_no_number(const struct app *app)
{
    const struct hs_set_shape shape = hs_set_shape(app->picture.set);
    for (size_t head = 0; app->picture.stats && head < app->picture.h; head++) {
        struct hs_matrix A = hs_set_weights(app->picture.set, 0, head);
        for (size_t q = 0; app_head_stats(app, head)->rows < shape.n && q < A.rows; q++)
            for (size_t k = 0; k < A.cols; k++)
                if (isnan(A.data[q * A.stride + k]) && !hs_set_masked(app->picture.set, q, k))
                    return true;
    }
    return false;
}

/* Whether cells share pixels; what a pixel shows of them then has to be said. */
static bool shares_pixels(const struct view_context *view)
{
    const struct app *app = view->app;
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct rect area = lens_note_below(app, view->picture);
    float w = (float)shape.m, h = (float)shape.n, rows = h, cols = w;
    if (app->look.view == VIEW_LAYERS) {
        struct layers_grid grid = layers_grid(app, area, false);
        w = grid.tile_w;
        h = grid.tile_h;
    } else if (app->look.view == VIEW_GRID) {
        struct grid_layout grid = grid_of(app, area);
        w = grid.map_w;
        h = grid.map_h;
    } else if (app->look.view == VIEW_HEAD) {
        struct matrix_box box = head_matrix(app, area);
        w = box.cells.w;
        h = box.cells.h;
        rows = (float)(box.row1 - box.row0);
        cols = (float)(box.col1 - box.col0);
    }
    return w * view->pixels < cols || h * view->pixels < rows;
}

float legend_ramp(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool hidden = app_shown(app) == app->lens.made.shown && app->lens.made.hidden,
         gaps = app_shown(app) == app->lens.made.shown && app->lens.made.gaps,
         difference = hs_set_values(app_shown(app)) == HS_VALUES_SIGNED;
    char low[48], high[48], words[160];
    float x = area.x;
    ends(app, low, high, sizeof low);
    draw_group(view->draw, "legend");
    x = write(view, x, area, view->theme->text, low) + 6;
    draw_ramp(view->draw,
        (struct rect){x, area.y + (area.h - RAMP_HEIGHT) / 2, RAMP_WIDTH, RAMP_HEIGHT},
        app_palette(app), false);
    x = write(view, x + RAMP_WIDTH + 6, area, view->theme->text, high) + 12;
    snprintf(words, sizeof words, "%s%s, %s scale%s",
        hs_set_values(app_shown(app)) == HS_VALUES_WEIGHT ? "attention " : "", app_value_word(app),
        cell_scale_name(app_scale(app)),
        app_scale(app) == SCALE_ROW_MAX ? ""
        : app->look.range_per_head           ? ", each head its own range"
                                        : ", one range for all heads");
    float room = area.x + area.w - x;
    if (measure(app, words) > room)
        snprintf(words, sizeof words, "%s, %s scale", app_value_word(app),
            cell_scale_name(app_scale(app)));
    if (measure(app, words) <= room) {
        enum hs_values values = hs_set_values(app_shown(app));
        float from = x;
        x = write(view, x, area, view->theme->text_dim, words) + 14;
        view_word(view, (struct rect){from, area.y, x - from, area.h},
            values == HS_VALUES_WEIGHT ? "attention weight" : values == HS_VALUES_SCORE ? "score" : app->lens.wish.kind ? "a·‖v‖" : "");
    }
    const char *shared = app->look.reduce == REDUCE_MEAN ? "several cells a pixel: their mean"
                                                    : "several cells a pixel: the largest";
    if (x + measure(app, shared) > area.x + area.w)
        shared = app->look.reduce == REDUCE_MEAN ? "pixels: mean" : "pixels: largest";
    if (shares_pixels(view) && x + measure(app, shared) <= area.x + area.w)
        x = write(view, x, area, view->theme->text_dim, shared) + 14;
    const char *key = hidden && shape.mask ? "masked or hidden"
                      : hidden             ? "hidden"
                      : gaps               ? "no difference"
                                           : "masked";
    if ((hidden || gaps || ((shape.mask || shape.cells_masked) && !difference)) &&
        x + 20 + measure(app, key) <= area.x + area.w)
        x = draw_mask_key(view, x, area, key) + 14;
    if (holds_no_number(app) && x + 18 + measure(app, "no number") <= area.x + area.w) {
        draw_rect(view->draw, (struct rect){x, area.y + (area.h - 12) / 2, 12, 12}, CELL_NAN_COLOR);
        x = write(view, x + 18, area, view->theme->text_dim, "no number") + 14;
    }
    const char *axes = "query (attends) ↓   key (is attended) →"; /* thumbnails have no titles */
    if (app->look.view == VIEW_GRID && x + measure(app, axes) <= area.x + area.w)
        x = write(view, x, area, view->theme->text_dim, axes) + 14;
    draw_group_end(view->draw);
    return x - area.x;
}

float legend_draw(struct view_context *view, struct rect area)
{
    const char *own = view_kind(view->app->look.view)->legend;
    float x = area.x;
    if (!own)
        return legend_ramp(view, area);
    if (view->app->look.view == VIEW_SPECIALISE && app_score_failure(view->app))
        return 0; /* there is no table */
    draw_group(view->draw, "legend");
    x = write(view, x, area, view->theme->text_dim, own) + 14;
    /* Of the views with a legend of their own only Compare hatches what is masked. */
    if (view->app->look.view == VIEW_COMPARE && hs_set_shape(view->app->picture.set).mask == HS_MASK_CAUSAL &&
        x + 70 <= area.x + area.w)
        x = draw_mask_key(view, x, area, "masked");
    draw_group_end(view->draw);
    return x - area.x;
}
