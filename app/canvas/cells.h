/* cells.h – a heatmap as pixels. Private to canvas/; called by canvas.c (window, PNG), cells_vector.c
 * (images in SVG and PDF) and the tests.
 *
 * Each axis by itself: with at least a pixel a cell, cell edges are rounded to whole pixels and
 * every pixel shows one cell; with less, every pixel shows the maximum or mean of its cells, and
 * every cell belongs to exactly one pixel, so that a strong link never vanishes. Masked cells
 * (causal, hidden, or -INFINITY) count in neither; a pixel with nothing but masked cells is
 * hatched. NaN among a pixel's cells shows as CELL_NAN_COLOR. */
#ifndef HEADSCOPE_CELLS_H
#define HEADSCOPE_CELLS_H

#include "canvas/draw.h"
#include "canvas/raster.h"

/* A pixel position on one axis -> its cells. */
struct cell_axis {
    int pixels;         /* device pixels for the whole window of the axis */
    double start, span; /* cells: the window begins at `start` and holds `span` */
    size_t limit;       /* cells of the matrix on this axis */
};
struct cell_axis cell_axis_make(int pixels, double from, double to, size_t limit);
bool cell_axis_reduces(const struct cell_axis *axis); /* several cells share a pixel */
/* Cells [*from, *to) of a pixel, 0 <= pixel < pixels; never empty. */
void cell_axis_range(const struct cell_axis *axis, int pixel, size_t *from, size_t *to);

/* Device pixels of the picture: edges rounded, at least one pixel each way. */
struct box cells_box(const struct cells *cells, float scale);

bool cells_masked(const struct cells *cells, size_t row, size_t col);
/* Largest unmasked value of a row, for SCALE_ROW_MAX; 0 when there is none. */
float cells_row_max(const struct cells *cells, size_t row);
uint32_t cells_color(
    const struct cells *cells, size_t row, size_t col, float row_max); /* of an unmasked cell */

/* Hatch lines of masked cells, logical pixels. */
#define CELLS_HATCH_SPACING 6.0f
#define CELLS_HATCH_WIDTH 1.0f

/* Paints the pixels `part` of a picture of width x height device pixels; pixel (part.x0, part.y0)
 * goes to out[0], rows are `stride` apart. `scale` sizes the hatch. With `clear_masks` masked
 * pixels become 0 (transparent) instead of hatched. False when memory ran out; nothing is painted
 * then. */
bool cells_paint(const struct cells *cells, int width, int height, float scale, struct box part,
    bool clear_masks, uint32_t *out, size_t stride);

/* Ready pictures, least recently used dropped first. */
struct cells_cache;
#define CELLS_CACHE_BYTES                                                                          \
    ((size_t)48 << 20) /* 144 thumbnails of 180 x 180 and one picture of 2000 x 2000 */
struct cells_cache *cells_cache_new(size_t limit);
void cells_cache_drop(struct cells_cache *cache);
/* The whole picture, (height, width), or NULL when it should be painted directly: no identity,
 * cheap to paint, too large to keep, or no memory. Valid until the next call. */
const uint32_t *cells_cache_picture(
    struct cells_cache *cache, const struct cells *cells, int width, int height, float scale);
size_t cells_cache_bytes(const struct cells_cache *cache);

#endif
