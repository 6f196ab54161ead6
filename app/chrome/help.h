/* help.h – the help overlay: what the program shows, and every key, from the same table that the
 * keyboard is read with. */
#ifndef HEADSCOPE_HELP_H
#define HEADSCOPE_HELP_H

#include "views/view.h"

void help_draw(struct view_context *view, struct rect area);

#endif
