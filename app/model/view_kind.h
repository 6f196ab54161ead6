/* view_kind.h – the views as facts: which there are and what each needs and shows, without the code that draws them. Tabs, keys,
 * options, scripts, exports and help read the rows; views/view.h has what draws. A new view is a row in VIEWS, its facts in
 * view_kind.c, and its file in views/; the README has a line for it, which a test looks for. */
#ifndef HEADSCOPE_VIEW_KIND_H
#define HEADSCOPE_VIEW_KIND_H

#include <stdbool.h>

/* VIEW_GRID with view_grid, its key, and what the list of keys says. */
#define VIEWS(row) \
    row(GRID, grid, "1", "Grid") \
    row(HEAD, head, "2", "Head") \
    row(COMPARE, compare, "3", "Compare") \
    row(STEPS, steps, "4", "Steps") \
    row(LINES, lines, "5", "Lines") \
    row(SPECIALISE, specialise, "6", "Specialise") \
    row(LAYERS, layers, "7", "Layers, of an attention file") \
    row(LEARN, learn, "8", "Learn")

#define VIEW_ID(id, name, key, what) VIEW_##id,
enum view_id { VIEWS(VIEW_ID) VIEW_COUNT };
#undef VIEW_ID

struct view_kind {
    const char *name;  /* for --view and scripts: "grid" */
    const char *title; /* for the tab: "Grid" */
    const char *help;  /* one sentence: what it answers */
    const char *hint;  /* for the status bar, while nothing is pointed at */
    const char *legend; /* what its marks mean, in place of the colour ramp; NULL = the ramp */
    bool leads;        /* its tab stands before those of other views */
    bool wide;         /* takes the side panel's and the legend's room as well */
    bool lens;         /* shows app_shown() through the lens, and has its controls above it */
    bool hides;        /* shows weights, without those of hidden tokens; no lens and no difference */
    bool one_head;     /* shows the selected head only (names of exports, CSV) */
    bool all_layers;   /* shows all layers of a file at once (names of exports) */
    unsigned needs;    /* HS_CAN_… of the picture's source; views without it are not offered */
};

struct app;
const struct view_kind *view_kind(enum view_id id);        /* NULL when there is no such view */
bool view_usable(const struct app *app, enum view_id id); /* it exists and has what it needs */

#endif
