/* picture.c – see picture.h. The new set replaces the old one only when everything went well, so a failure never blanks the
 * picture. */
#include <stdlib.h>
#include <string.h>

#include "model/picture.h"
#include "model/survey.h"

static void take_made(struct app *app, struct lens_made made)
{
    struct hs_set_shape before = {0}, now = hs_set_shape(made.shown);
    if (app->made.shown)
        before = hs_set_shape(app->made.shown);
    lens_made_drop(&app->made);
    app->made = made;
    app->set_identity++;
    app->hover = NO_CELL;
    if (now.n != before.n || now.m != before.m) {
        app->locked = NO_CELL;
        app->window = (struct app_window){0, 1, 0, 1};
    }
}

enum hs_status lens_try(struct app *app, const struct lens_wish *wish, struct hs_error *error)
{
    struct lens_made made;
    enum hs_status status = lens_make(app, wish, app->set, &made, error);
    if (status)
        return status;
    if (wish->kept != app->lens.kept)
        hs_set_drop(app->lens.kept);
    app->lens = *wish;
    take_made(app, made);
    return HS_OK;
}

void dump_forget(struct app *app)
{
    struct app_dump *dump = app->dump;
    if (!dump)
        return;
    app->dump = NULL;
    if (!view_usable(app, app->view))
        app->view = dump->live_view;
    app->scale = dump->live_scale;
    survey_end(dump);
    hs_dump_drop(dump->file);
    free(dump->order);
    free(dump);
}

/* After a run: the lens of the new app->set. A wish that the new set cannot meet is given up, with a
 * message. */
static void lens_follow_set(struct app *app, bool same_tokens)
{
    struct lens_made made;
    struct hs_error error = {HS_OK, ""};
    struct hs_set_shape before = {0}, now;
    if (app->made.shown)
        before = hs_set_shape(app->made.shown);
    if (!same_tokens)
        memset(app->lens.hide_token, 0, sizeof app->lens.hide_token);
    if (app->lens.minus == MINUS_HEAD && app->lens.minus_head >= hs_set_shape(app->set).h)
        app->lens.minus = MINUS_NOTHING;
    if (lens_make(app, &app->lens, app->set, &made, &error)) {
        struct hs_set *kept = app->lens.kept;
        app->lens = (struct lens_wish){.kept = kept};
        app_say(app, MESSAGE_INFO, "The picture is shown as it is: %.500s", error.message);
        made = (struct lens_made){.shown = hs_set_keep(app->set)};
    }
    lens_made_drop(&app->made);
    app->made = made;
    now = hs_set_shape(made.shown);
    if (now.n != before.n || now.m != before.m)
        app->window = (struct app_window){0, 1, 0, 1};
    if (app->locked.q != ACT_NOWHERE && !app_can_lock(app, app->locked.q, app->locked.k))
        app->locked = NO_CELL;
}

void app_take_set(struct app *app, struct hs_set *set, struct hs_head_stats *stats)
{
    struct hs_set_shape before = app->set ? hs_set_shape(app->set) : (struct hs_set_shape){0};
    struct hs_set_shape now = hs_set_shape(set);
    hs_set_drop(app->single);
    app->single = NULL;
    bool same_tokens =
        app->set && hs_tokens_equal(hs_set_tokens(app->set, HS_KEY), hs_set_tokens(set, HS_KEY));
    hs_set_drop(app->set);
    free(app->stats);
    app->set = set;
    app->stats = stats;
    app->set_identity++;
    app->h = now.h;
    app->mask = now.mask;
    if (app->head >= now.h)
        app->head = now.h - 1;
    app->hover = NO_CELL;
    lines_keep_inside(&app->lines, now.m);
    if (app->h != before.h)
        memset(app->head_mode, HS_HEAD_ON, sizeof app->head_mode);
    lens_follow_set(app, same_tokens);
    heads_follow_set(app);
    heads_follow(app);
    if (now.n != before.n || now.m != before.m)
        app->window = (struct app_window){0, 1, 0, 1};
}
