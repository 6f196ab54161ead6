/* grid_layout.h – where the thumbnails of the grid lie. Pure functions, so that drawing, keyboard steps and tests agree. All in
 * logical pixels. */
#ifndef HEADSCOPE_GRID_LAYOUT_H
#define HEADSCOPE_GRID_LAYOUT_H

#include "canvas/draw.h"

struct grid_layout {
    struct rect area;
    int columns, rows;
    float tile_w, tile_h; /* heatmap only */
    float header;         /* height of the title above each */
    float gap_x, gap_y;
    float left, top;      /* of the first tile's header, before scrolling */
    float content_height; /* more than area.h: it scrolls */
};
/* The largest thumbnails of m columns by n rows that show `count` of them in `area`. */
struct grid_layout grid_layout(struct rect area, size_t count, size_t n, size_t m);
/* The whole tile (header and heatmap), and the heatmap in it. */
struct rect grid_tile(const struct grid_layout *grid, size_t index);
struct rect grid_map(const struct grid_layout *grid, size_t index);

#endif
