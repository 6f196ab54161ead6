/* dialogs.h – what lies over the window: the help overlay, a question, the export dialog, the file
 * browser. At most one is open; it takes all input until it is left. */
#ifndef HEADSCOPE_DIALOGS_H
#define HEADSCOPE_DIALOGS_H

#include "views/view.h"

/* Draws the one that is open, if any; true when there is one. */
bool dialogs_draw(struct view_context *view);

#endif
