/* learn.h – the Learn view's parts: the curves of every relation over one time axis (learn_curves.c), the heads of every model at the
 * moment looked at (learn_heads.c), the selected one in words (learn_words.c). learn.c joins them and has the controls and the words. */
#ifndef HEADSCOPE_VIEWS_LEARN_H
#define HEADSCOPE_VIEWS_LEARN_H

#include "views/view.h"

/* How many times as large as elsewhere letters are in the curves and at the heads: they grow with a large view. */
float learn_type(const struct view_context *view);
void learn_curves_draw(struct view_context *view, struct rect area, const struct hs_learn *run);
void learn_heads_draw(struct view_context *view, struct rect area, const struct hs_learn *run);
/* What a colour of all those maps is, in a row; also of the film strip's. */
void learn_ramp_draw(struct view_context *view, struct rect row, float type);

void learn_words_draw(struct view_context *view, struct rect area, const struct hs_learn *run);
float learn_words_height(float type);
/* What the moment shows, in short. */
void learn_short_draw(struct view_context *view, struct rect area, const struct hs_learn *run);

/* Colour and stroke of a model: the second, which stands for more heads, is the bolder. */
uint32_t learn_color(const struct view_context *view, size_t model);

#endif
