/* lens_bar.h – the controls of the lens: the strip above Grid and Head. */
#ifndef HEADSCOPE_LENS_BAR_H
#define HEADSCOPE_LENS_BAR_H

#include "views/view.h"

void lens_bar_draw(struct view_context *view);

#endif
