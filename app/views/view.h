/* view.h – what a view is: reads the model, writes the draw list, pushes actions. It keeps no state
 * of its own beyond what the widget set keeps by id, computes no statistic and copies no data. */
#ifndef HEADSCOPE_VIEW_H
#define HEADSCOPE_VIEW_H

#include "model/app.h"

struct view_context {
    const struct app *app;
    struct ui *ui;
    struct draw_list *draw;
    const struct theme *theme;
    struct rect area;
    struct actions *actions;
    bool page; /* an export: no pointer, no hover, no hints */
};

/* What a view needs the picture to have; views without it are not offered. */
enum view_need {
    VIEW_NEEDS_MODEL = 1,  /* the live model: planes, weights, other runs of the same sentence */
    VIEW_NEEDS_LAYERS = 2, /* heads of several layers: an attention file */
};

struct view {
    const char *name;  /* for --view and scripts: "grid" */
    const char *title; /* for the tab: "Grid" */
    const char *help;  /* one sentence: what it answers */
    const char *legend; /* what its marks mean, in place of the colour ramp; NULL = the ramp */
    bool wide;         /* takes the side panel's and the legend's room as well */
    bool lens;         /* shows app_shown() through the lens, and has its controls above it */
    bool one_head;     /* shows the selected head only (names of exports, CSV) */
    bool all_layers;   /* shows all layers of a file at once (names of exports) */
    unsigned needs;    /* enum view_need, or-ed */
    void (*draw)(struct view_context *view);
    /* The numbers behind the picture, for CSV and JSON export; NULL = the set's own. */
    void (*csv)(const struct app *app, struct hs_buffer *buffer);
    void (*json)(const struct app *app, struct hs_buffer *buffer);
};

extern const struct view view_grid, view_layers, view_head, view_compare, view_steps, view_lines, view_specialise;
const struct view *view_get(enum view_id id); /* NULL when that view does not exist */
bool view_usable(const struct app *app, enum view_id id); /* it exists and has what it needs */

/* The whole window: bars, the current view, side panel, dialogs, shortcuts (chrome.c). */
void chrome_draw(
    const struct app *app, struct ui *ui, struct draw_list *draw, struct actions *actions);

#endif
