/* tiles.h – heads side by side: the title over a thumbnail, and the sheet of all heads with their
 * token labels, which only exports show. */
#ifndef HEADSCOPE_TILES_H
#define HEADSCOPE_TILES_H

#include "views/view.h"

/* `number` in bold, whether the head is switched, and its label where that fits; with `statistics` they stand at the right. */
void tile_title(struct view_context *view, struct rect line, size_t head, const char *number, float size, bool statistics);
/* "2 · verb–object" and, when `tall`, a second line of statistics. */
void tile_header(struct view_context *view, struct rect area, size_t head, bool tall);

/* The size at which a sheet of all heads shows every label. */
void sheet_size(const struct app *app, float *width, float *height);
void sheet_draw(struct view_context *view);
bool sheet_is_film(const struct app *app); /* of a training run: moments across, whose colours are learn_ramp_draw()'s */

#endif
