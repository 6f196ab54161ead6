/* view.c – the table of views. A new view is a file beside this one and a line here. */
#include "views/view.h"

const struct view *view_get(enum view_id id)
{
    switch (id) {
    case VIEW_GRID:
        return &view_grid;
    case VIEW_HEAD:
        return &view_head;
    case VIEW_COMPARE:
        return &view_compare;
    case VIEW_STEPS:
        return &view_steps;
    case VIEW_LINES:
        return &view_lines;
    case VIEW_SPECIALISE:
        return &view_specialise;
    default:
        return NULL;
    }
}
