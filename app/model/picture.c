/* picture.c – see picture.h. The new set replaces the old one only when everything went well, so a failure never blanks the
 * picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/job.h"
#include "model/picture.h"
#include "model/survey.h"

static void take_made(struct app *app, struct lens_made made)
{
    struct hs_set_shape before = {0}, now = hs_set_shape(made.shown);
    if (app->lens.made.shown)
        before = hs_set_shape(app->lens.made.shown);
    lens_made_drop(&app->lens.made);
    app->lens.made = made;
    app->picture.identity++;
    app->look.hover = NO_CELL;
    if (now.n != before.n || now.m != before.m) {
        app->look.locked = NO_CELL;
        app->look.window = (struct app_window){0, 1, 0, 1};
    }
}

static void drop_kept(struct app *app)
{
    hs_set_drop(app->lens.wish.kept);
    hs_source_drop(app->lens.wish.kept_source);
}

enum hs_status lens_try(struct app *app, const struct lens_wish *wish, struct hs_error *error)
{
    struct lens_made made;
    enum hs_status status = lens_make(app, wish, app->picture.set, &made, error);
    if (status)
        return status;
    if (wish->kept != app->lens.wish.kept)
        drop_kept(app);
    app->lens.wish = *wish;
    take_made(app, made);
    return HS_OK;
}

void lens_take_other(struct app *app, struct hs_set *other, struct hs_source *source, const char *name)
{
    drop_kept(app);
    app->lens.wish.kept = other;
    app->lens.wish.kept_source = source;
    snprintf(app->lens.kept_text, sizeof app->lens.kept_text, "%s", name);
}

void layers_forget(struct app *app)
{
    struct layers *layers = app->picture.layers;
    if (!layers)
        return;
    app->picture.layers = NULL;
    picture_take_source(app, app->picture.live);
    if (!view_usable(app, app->look.view))
        app->look.view = layers->live_view;
    app->look.scale = layers->live_scale;
    survey_end(layers);
    job_leave(layers->turning);
    free(layers->hidden);
    free(layers->order);
    free(layers);
}

/* After a run: the lens of the new app->picture.set. A wish that the new set cannot meet is given up, with a
 * message. */
static void lens_follow_set(struct app *app, bool same_tokens)
{
    struct lens_made made;
    struct hs_error error = {HS_OK, ""};
    struct hs_set_shape before = {0}, now;
    if (app->lens.made.shown)
        before = hs_set_shape(app->lens.made.shown);
    if (!same_tokens)
        memset(app->lens.wish.hide_token, 0, sizeof app->lens.wish.hide_token);
    if (app->lens.wish.minus == MINUS_HEAD && app->lens.wish.minus_head >= hs_set_shape(app->picture.set).h)
        app->lens.wish.minus = MINUS_NOTHING;
    if (lens_make(app, &app->lens.wish, app->picture.set, &made, &error)) {
        app->lens.wish = (struct lens_wish){.kept = app->lens.wish.kept, .kept_source = app->lens.wish.kept_source};
        app_say(app, MESSAGE_INFO, "The picture is shown as it is: %.500s", error.message);
        made = (struct lens_made){.shown = hs_set_keep(app->picture.set), .weights = hs_set_keep(app->picture.set)};
    }
    lens_made_drop(&app->lens.made);
    app->lens.made = made;
    now = hs_set_shape(made.shown);
    if (now.n != before.n || now.m != before.m)
        app->look.window = (struct app_window){0, 1, 0, 1};
    if (app->look.locked.q != ACT_NOWHERE && !app_can_lock(app, app->look.locked.q, app->look.locked.k))
        app->look.locked = NO_CELL;
}

void app_take_set(struct app *app, struct hs_set *set, struct hs_head_stats *stats)
{
    struct hs_set_shape before = app->picture.set ? hs_set_shape(app->picture.set) : (struct hs_set_shape){0};
    struct hs_set_shape now = hs_set_shape(set);
    hs_set_drop(app->picture.single);
    app->picture.single = NULL;
    bool same_tokens =
        app->picture.set && hs_tokens_equal(hs_set_tokens(app->picture.set, HS_KEY), hs_set_tokens(set, HS_KEY));
    hs_set_drop(app->picture.set);
    free(app->picture.stats);
    app->picture.set = set;
    app->picture.stats = stats;
    app->picture.identity++;
    app->picture.h = now.h;
    app->picture.mask = now.mask;
    if (app->look.head >= now.h)
        app->look.head = now.h - 1;
    app->look.hover = NO_CELL;
    lines_keep_inside(&app->lines, now.m);
    if (app->picture.h != before.h)
        memset(app->picture.head_mode, HS_HEAD_ON, sizeof app->picture.head_mode);
    lens_follow_set(app, same_tokens);
    lines_choose_weight(app); /* of what the lens leaves of the new set */
    heads_follow_set(app);
    heads_follow(app);
    if (now.n != before.n || now.m != before.m)
        app->look.window = (struct app_window){0, 1, 0, 1};
}
