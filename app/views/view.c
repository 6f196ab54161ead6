/* view.c – the table of what draws the views, a row for each of VIEWS. */
#include "views/view.h"

const struct view *view_get(enum view_id id)
{
#define VIEW_ROW(id, name, key, what) [VIEW_##id] = &view_##name,
    static const struct view *const views[VIEW_COUNT] = {VIEWS(VIEW_ROW)};
#undef VIEW_ROW
    return views[id];
}
