/* panel.h – the side panel: the head that is looked at in numbers and words, and the row under the
 * pointer (or the locked one) as a list of its keys by weight. */
#ifndef HEADSCOPE_PANEL_H
#define HEADSCOPE_PANEL_H

#include "views/view.h"

void panel_draw(struct view_context *view);
/* The list alone: keys of row q of `head`, largest weight first, with rank, weight and score. */
void row_list_draw(struct view_context *view, struct rect area, size_t head, size_t q);

/* panel_heads.c: what can be done to a head and what was measured of it, and the lists of the
 * panel's lower part: strongest links, heads alike, change of the output. */
void panel_head_draw(struct view_context *view, struct rect *area, size_t head);
void panel_lists_draw(struct view_context *view, struct rect area, size_t head);
/* panel_answer.c: the likeliest tokens that the model names, and the height that they take. */
float panel_answer_height(void);
void panel_answer_draw(struct view_context *view, struct rect area);
/* One line on what the head modes change in the output of token q; none while all heads are on. */
void panel_output_line(struct view_context *view, struct rect *area, size_t q);

#endif
