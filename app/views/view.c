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
    case VIEW_LAYERS:
        return &view_layers;
    default:
        return NULL;
    }
}

bool view_usable(const struct app *app, enum view_id id)
{
    const struct view *view = view_get(id);
    unsigned has = app->dump ? VIEW_NEEDS_LAYERS : VIEW_NEEDS_MODEL;
    return view && !(view->needs & ~has);
}
