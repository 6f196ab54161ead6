/* grid_layout.h – where the thumbnails of the grid lie. Pure functions, so that drawing, keyboard steps and tests agree. All in
 * logical pixels. */
#ifndef HEADSCOPE_GRID_LAYOUT_H
#define HEADSCOPE_GRID_LAYOUT_H

#include "canvas/draw.h"

struct grid_layout {
    struct rect area;
    int columns, rows;
    float names_w, names_h; /* room for names left of and above each heatmap; 0 = none */
    float map_w, map_h;     /* the heatmap */
    float tile_w, tile_h;   /* with its names; a title may need more width than both */
    float header;         /* height of the title above each */
    float text;           /* size of the names; grid_of() sets it */
    bool flat;            /* the same: names of columns lie */
    float gap_x, gap_y;
    float left, top;      /* of the first tile's header, before scrolling */
    float content_height; /* more than area.h: it scrolls */
};
/* The largest thumbnails of m columns by n rows, each with that room for names, that show `count` of them in `area`. */
struct grid_layout grid_layout(
    struct rect area, size_t count, size_t n, size_t m, float names_w, float names_h);
/* The whole tile (header, names and heatmap), and the heatmap in it. */
struct rect grid_tile(const struct grid_layout *grid, size_t index);
struct rect grid_map(const struct grid_layout *grid, size_t index);

#endif
