/* learn_film.h – the film strip of a run: moments across, heads down, each a heatmap of the sentence. What the sheet of the Learn view
 * is; only exports show it. */
#ifndef HEADSCOPE_LEARN_FILM_H
#define HEADSCOPE_LEARN_FILM_H

#include "views/view.h"

void learn_film_size(const struct app *app, float *width, float *height);
void learn_film_draw(struct view_context *view);

#endif
