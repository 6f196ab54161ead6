/* thumbs.h – small pictures of heads, which the survey of an attention file makes. */
#ifndef HEADSCOPE_THUMBS_H
#define HEADSCOPE_THUMBS_H

#include "model/app.h"

/* A small picture of a head of the current layer, when that shows as much as the head itself at `pixels` a side, or when the
 * head is too large to be read for a thumbnail. False: draw the head. */
bool layers_head_thumbnail(
    const struct app *app, const struct shown *of, size_t head, float pixels, struct hs_matrix *matrix, bool *missing);

#endif
