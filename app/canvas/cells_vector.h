/* cells_vector.h – a heatmap for the targets that draw shapes, SVG and PDF: a rectangle for each cell while there are few, else an
 * image of the exact colours. Private to canvas/. */
#ifndef HEADSCOPE_CELLS_VECTOR_H
#define HEADSCOPE_CELLS_VECTOR_H

#include "canvas/cells.h"

/* The visible whole cells of both axes. */
struct cell_span2 {
    size_t row0, row1, col0, col1;
    double y, height, x, width; /* logical pixels: edge of cell 0, extent of one cell */
};
struct cell_span2 cells_visible(const struct cells *cells);
/* Few enough to stay rectangles that an editor can pick: up to 64 x 64. */
bool cells_are_few(const struct cell_span2 *visible);
/* The part of a cell that lies in the area; `spread` logical pixels wider and higher, to reach under the next one. */
struct rect cells_rect(const struct cells *cells, const struct cell_span2 *visible, size_t row, size_t col, double spread);

struct cell_image {
    uint32_t *pixels; /* (height, width) 0xAARRGGBB, masked cells transparent; free() it */
    int width, height;
    double x, y, w, h; /* where it lies; to be cut to the area */
};
bool cells_image(const struct cells *cells, const struct cell_span2 *visible, struct cell_image *image);

#endif
