/* view.h – what a view is (its facts are model/view_kind.h's): reads the model, writes the draw list, pushes actions. It keeps no state
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
    struct rect picture; /* of the whole view, for what is drawn beside it */
    struct actions *actions;
    float pixels; /* of the device for a logical one */
    bool page; /* an export: no pointer, no hover, no hints */
};

struct view {
    void (*draw)(struct view_context *view);
    /* The numbers behind the picture, for CSV and JSON export; NULL = the set's own. */
    void (*csv)(const struct app *app, struct hs_buffer *buffer);
    void (*json)(const struct app *app, struct hs_buffer *buffer);
};

static inline void view_push(struct view_context *view, enum action_kind kind, long number)
{
    actions_push(view->actions, (struct action){.kind = kind, .number = number});
}

/* A word that is explained where it stands, by its tooltip, and in the glossary, by a click. */
void view_word(struct view_context *view, struct rect area, const char *word);

/* view_grid …: each in the file of its name. */
#define VIEW_ROW(id, name, key, what) extern const struct view view_##name;
VIEWS(VIEW_ROW)
#undef VIEW_ROW
const struct view *view_get(enum view_id id);

#endif
