/* view.h – what a view is: reads the model, writes the draw list, pushes actions. It keeps no state of its own beyond what the
 * widget set keeps by id, computes no statistic and copies no data. */
#ifndef HEADSCOPE_VIEW_H
#define HEADSCOPE_VIEW_H

#include "app.h"

struct view_context {
    const struct app *app;
    struct ui *ui;
    struct draw_list *draw;
    const struct theme *theme;
    struct rect area;
    struct actions *actions;
};

struct view {
    const char *name;    /* for --view and scripts: "grid" */
    const char *title;   /* for the tab: "Grid" */
    const char *help;    /* one sentence: what it answers */
    const char *keys;    /* "1", … */
    void (*draw)(struct view_context *view);
    /* The numbers behind the picture, for CSV and JSON export; NULL = the set's own. */
    void (*csv)(const struct app *app, struct hs_buffer *buffer);
    void (*json)(const struct app *app, struct hs_buffer *buffer);
};

const struct view *view_get(enum view_id id); /* NULL when that view does not exist */

#endif
