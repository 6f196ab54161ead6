/* matrix.h – one head's heatmap with its axes, as the Head view, the sheet of all heads and large
 * thumbnails show it: cells, token labels, crosshair, numbers. */
#ifndef HEADSCOPE_MATRIX_H
#define HEADSCOPE_MATRIX_H

#include "views/view.h"

#define VIEW_MARGIN 16.0f    /* round the Head view's matrix */
#define VIEW_CELL_MOST 96.0f /* px: a two-word sentence should not fill the screen */

/* Where the cells lie and which of them are shown. Rows and columns in cells, fractions allowed. */
struct matrix_box {
    struct rect cells;
    double row0, row1, col0, col1;
    float label_w, label_h; /* left of and above the cells, 0 without labels */
};

/* The largest square-celled matrix of `window` that fits in `area` together with its labels and
 * axis titles, centred; cells no larger than `most` pixels. */
struct matrix_box matrix_fit(
    const struct app *app, struct rect area, struct app_window window, bool labels, float most);
bool matrix_cell_at(const struct matrix_box *box, float x, float y, size_t *q, size_t *k);
struct rect matrix_cell_rect(const struct matrix_box *box, size_t q, size_t k);

/* The bare heatmap of a head. */
void matrix_draw_cells(struct view_context *view, const struct matrix_box *box, size_t head);
/* A hairline round it: on its outermost pixels, or outside where those are whole cells. */
void matrix_draw_frame(struct view_context *view, const struct matrix_box *box);
/* Labels and axis titles; rows and columns of `marked` are always named and stand out. */
void matrix_draw_labels(
    struct view_context *view, const struct matrix_box *box, struct app_cell marked, bool titles);
/* Numbers, where a cell has room for them. */
void matrix_draw_values(struct view_context *view, const struct matrix_box *box, size_t head);
/* Lines along the row and column of `cell`, and a frame round it. */
void matrix_draw_crosshair(
    struct view_context *view, const struct matrix_box *box, struct app_cell cell);
/* A frame round a locked row (and its cell). */
void matrix_draw_lock(
    struct view_context *view, const struct matrix_box *box, struct app_cell locked);
/* Black or white, whichever reads better on `color`. */
uint32_t matrix_ink_on(uint32_t color);

#endif
