/* legend_bar.h – the bar under a view: its legend, and the controls that change its colours. */
#ifndef HEADSCOPE_LEGEND_BAR_H
#define HEADSCOPE_LEGEND_BAR_H

#include "views/view.h"

void legend_bar(struct view_context *view, struct rect area);

#endif
