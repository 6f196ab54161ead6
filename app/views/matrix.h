/* matrix.h – one head's heatmap with its axes, as the Head view, the sheet of all heads and large
 * thumbnails show it: cells, token labels, crosshair, numbers. */
#ifndef HEADSCOPE_MATRIX_H
#define HEADSCOPE_MATRIX_H

#include "views/view.h"

#define VIEW_MARGIN 16.0f    /* round the Head view's matrix */
#define MATRIX_TITLES 38.0f   /* px above the cells that the axis titles in the corner need */
#define MATRIX_NAME_GAP 8.0f /* px between a name and the cells */
#define VIEW_CELL_MOST 96.0f /* px: a two-word sentence should not fill the screen */

/* Where the cells lie and which of them are shown. Rows and columns in cells, fractions allowed. */
struct matrix_box {
    struct shown of; /* whose numbers and tokens */
    struct rect cells;
    double row0, row1, col0, col1;
    float label_w, label_h; /* left of and above the cells, 0 without names there */
    float label_r;          /* right of them, where rows are too low for one column of names: every other stands there */
    float text;             /* size of the names */
    bool flat;              /* names of columns lie, since cells are wide enough; else they read upwards */
};
#define MATRIX_STRETCH 1.8f /* a cell is at most so many times as wide as tall: width is what windows have */

/* The largest matrix of `window` that fits in `area` together with its names and axis titles, centred; cells no larger than
 * `most` pixels. */
struct matrix_box matrix_fit(
    const struct app *app, struct rect area, struct app_window window, bool labels, float most);
/* Only the placing of n by m cells beside the box's names. */
void matrix_place(struct matrix_box *box, struct rect area, size_t n, size_t m, float most);
/* The same of the Head view, below its title; `area` is the view's, below what was done. */
struct matrix_box head_matrix(const struct app *app, struct rect area);
bool matrix_cell_at(const struct matrix_box *box, float x, float y, size_t *q, size_t *k);
struct rect matrix_cell_rect(const struct matrix_box *box, size_t q, size_t k);

/* The bare heatmap of a head. */
void matrix_draw_cells(struct view_context *view, const struct matrix_box *box, size_t head);
/* A hairline round it: on its outermost pixels, or outside where those are whole cells. */
void matrix_draw_frame(struct view_context *view, const struct matrix_box *box);
/* matrix_names.c. Sizes and room of names beside a matrix in `area`, of which each gets as many as can be read. */
void matrix_names_fit(const struct app *app, struct matrix_box *box, struct rect area, float most);
/* The widest name of a side of the set in that size, up to `most`. */
float matrix_names_width(const struct app *app, const struct hs_set *set, enum hs_side side, float text, float most);
/* Names and axis titles. Where not every name has room, each that has stands at a tick; those of `marked` make room for
 * what matrix_draw_marked() writes. */
void matrix_draw_labels(struct view_context *view, const struct matrix_box *box, struct app_cell marked);
/* The names of the row and column of `marked` in full, over whatever is there; last of all. */
void matrix_draw_marked(struct view_context *view, const struct matrix_box *box, struct app_cell marked);
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
