/* panel.h – the side panel: the head that is looked at in numbers and words, and the row under the
 * pointer (or the locked one) as a list of its keys by weight. */
#ifndef HEADSCOPE_PANEL_H
#define HEADSCOPE_PANEL_H

#include "views/view.h"

void panel_draw(struct view_context *view);
/* The list alone: keys of row q of `head`, largest weight first, with rank, weight and score. */
void row_list_draw(struct view_context *view, struct rect area, size_t head, size_t q);

#endif
