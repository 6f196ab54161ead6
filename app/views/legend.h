/* legend.h – the colour legend: which weight has which colour, on what scale, over what range, and
 * what masked cells look like. The bar under a view adds the controls that change it. */
#ifndef HEADSCOPE_LEGEND_H
#define HEADSCOPE_LEGEND_H

#include "views/view.h"

/* Ramp, range and words, from the left; returns the width used. */
float legend_ramp(struct view_context *view, struct rect area);
/* The current view's own legend, or the ramp. */
float legend_draw(struct view_context *view, struct rect area);

#endif
