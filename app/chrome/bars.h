/* bars.h – the strips round the view: sentence and heads on top, tabs and file below it, messages,
 * and the status line that says in words what the pointer is on. */
#ifndef HEADSCOPE_BARS_H
#define HEADSCOPE_BARS_H

#include "chrome/layout.h"
#include "views/view.h"

void top_bar_draw(struct view_context *view);
void tab_bar_draw(struct view_context *view);
void note_bar_draw(struct view_context *view);
void message_bar_draw(struct view_context *view);
void status_bar_draw(struct view_context *view);
/* The value beside the pointer; drawn over everything but dialogs. */
void cell_tip_draw(struct view_context *view, struct rect within);

#endif
