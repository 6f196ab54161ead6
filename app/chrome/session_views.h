/* session_views.h – what sessions show: the dialog that saves one, that which adds a step to a lesson, the bar that offers what a
 * killed window left, and the strip on top in presenter mode. */
#ifndef HEADSCOPE_SESSION_VIEWS_H
#define HEADSCOPE_SESSION_VIEWS_H

#include "chrome/layout.h"
#include "views/view.h"

/* Inside a sheet of this size, which dialogs.c draws. */
#define SESSION_DIALOG_WIDTH 580.0f
#define SESSION_DIALOG_HEIGHT 232.0f
void session_dialog_draw(struct view_context *view, struct rect area, bool escape);
#define LESSON_DIALOG_WIDTH 680.0f
#define LESSON_DIALOG_HEIGHT 350.0f
void lesson_dialog_draw(struct view_context *view, struct rect area, bool escape);
void offer_bar_draw(struct view_context *view);
void present_bar_draw(struct view_context *view);

#endif
