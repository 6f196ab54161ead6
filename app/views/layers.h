/* layers.h – the Layers view's parts: the map of all heads (layers_map.c), the table of their
 * statistics (layers_table.c), the card beside the pointer (layers_card.c). layers.c joins them. */
#ifndef HEADSCOPE_LAYERS_H
#define HEADSCOPE_LAYERS_H

#include "views/view.h"

/* A head's place in the file. */
struct layers_head {
    size_t layer, head;
};

void layers_map_draw(struct view_context *view, struct rect area);
void layers_table_draw(struct view_context *view, struct rect area);
/* A larger thumbnail with its figures, near the pointer; within `within`. */
void layers_card_draw(struct view_context *view, struct layers_head at, struct rect within);

/* The thumbnail of a head in `area`, or an empty frame while it is not read. */
void layers_thumbnail(struct view_context *view, struct layers_head at, struct rect area);
/* Hovering and clicks of one head's tile or row: a click opens it. Returns whether the pointer is
 * over it. */
bool layers_input(struct view_context *view, struct layers_head at, struct rect area);
bool layers_selected(const struct app *app, struct layers_head at);

/* Where the tiles of the map lie; a pure function of model and area. */
struct layers_grid {
    struct rect body;     /* below the head titles, right of the layer titles */
    float tile_w, tile_h; /* thumbnail only */
    float step_x, step_y; /* from tile to tile */
    float group_gap;      /* extra, after each group of heads with one key/value head */
    size_t group;         /* heads a group, 0 = no groups */
    float bar;            /* height of the figure under each thumbnail, 0 without */
    float width, height;  /* of all tiles */
    size_t rows;          /* layers below each other: where not all fit they go on beside the first, … */
    float fold;           /* … so far to the right */
};
struct layers_grid layers_grid(const struct app *app, struct rect area, bool page);
/* Of the thumbnail, before scrolling. */
struct rect layers_tile(const struct layers_grid *grid, struct layers_head at);

/* "43 %" or "12.3": a figure as the map and the table show it; "–" while it is not known. */
void layers_figure_text(const struct app *app, const struct hs_head_survey *head, size_t sort,
    char *text, size_t room);
/* Its share of what it can be, 0 … 1, for bars; distances by the longest there is. */
double layers_figure_share(
    const struct app *app, const struct hs_head_survey *head, size_t sort);

#endif
