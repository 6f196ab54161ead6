/* menu.h – what can be done with a cell, a head or a token, as a menu: by the right button or Shift+F10. */
#ifndef HEADSCOPE_MENU_H
#define HEADSCOPE_MENU_H

#include "views/view.h"

/* Asked before the view: the right button in `within` opens the menu of what it points at. */
void menu_ask(struct view_context *view, struct rect within);
/* While it is open, over everything. */
void menu_draw(struct view_context *view);

#endif
