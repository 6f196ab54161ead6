/* layout.h – where things lie: the window's bars and panels, and the grid of thumbnails. Pure
 * functions of the model, so that drawing, keyboard steps and tests agree. All in logical pixels.
 */
#ifndef HEADSCOPE_LAYOUT_H
#define HEADSCOPE_LAYOUT_H

#include "model/app.h"

/* Below this the window shows a note instead of a picture that would not fit. */
#define CHROME_LEAST_WIDTH 700.0f
#define CHROME_LEAST_HEIGHT 420.0f

struct chrome_layout {
    bool too_small;
    struct rect top;     /* sentence, heads, mask */
    struct rect tabs;    /* views, file, export, help */
    struct rect note;    /* what the open file says to look at; h = 0 without */
    struct rect message; /* h = 0 without */
    struct rect offer;   /* what a killed window left; h = 0 without */
    struct rect tour;    /* right, in place of the panel; w = 0 without */
    struct rect tools; /* controls of the lens, in the views that have one; h = 0 elsewhere */
    struct rect view;
    struct rect legend; /* under the view */
    struct rect panel;  /* right */
    struct rect status; /* bottom */
};
struct chrome_layout chrome_layout(const struct app *app);

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
