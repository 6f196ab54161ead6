/* live_turn.c – see live_turn.h. */
#include "model/live_turn.h"

#include <stdlib.h>

#include "model/job.h"
#include "model/layers_make.h"
#include "model/picture.h"

/* A layer of so many weights is read within a frame: no thread is worth its start. */
#define AT_ONCE ((size_t)1 << 20)

struct turn {
    struct hs_source *source; /* kept */
    struct hs_view view;
    bool all_items;
    enum layers_survey survey;
    size_t first, end; /* heads that the view draws or measures, so that the window reads nothing */
    struct layers_made made;
    enum hs_status status;
    struct hs_error error;
};

/* ---------------------------------------------------------------- the thread's side */
static bool step(void *data, const struct hs_watch *watch)
{
    struct turn *turn = data;
    struct hs_request request = hs_request_of(turn->source);
    request.view = turn->view;
    turn->status = layers_make(turn->source, &request, turn->survey, &turn->made, &turn->error);
    for (size_t head = turn->first; !turn->status && head < turn->end && !hs_watch_stops(watch); head++) {
        hs_set_weights(turn->made.set, 0, head); /* which the set keeps */
        if (turn->all_items)
            hs_head_statistics(turn->made.set, 0, head, &turn->made.stats[head]);
        hs_set_trim(turn->made.set);
    }
    return false;
}

static void drop(void *data)
{
    struct turn *turn = data;
    layers_made_drop(&turn->made);
    hs_source_drop(turn->source);
    free(turn);
}

static const struct job_kind turning = {.step = step, .drop = drop};

/* ---------------------------------------------------------------- the app's side */
/* As many as the set keeps; of a larger layer a grid shows thumbnails, which the survey makes. A lens is made of all heads. */
static void choose_heads(const struct app *app, const struct hs_part *part, struct turn *turn)
{
    const struct view_kind *view = view_kind(app->look.view);
    size_t head = app->look.head < part->h ? app->look.head : part->h - 1;
    const struct lens_wish *wish = &app->lens.wish;
    bool lens = wish->kind != HS_LENS_WEIGHT || wish->minus != MINUS_NOTHING || lens_hides(wish);
    bool one = (!lens && (view->one_head || view->all_layers)) || part->h * part->n * part->m * sizeof(float) > HS_SET_CACHE_BYTES;
    one &= !turn->all_items; /* the survey has figures of all items, and the panel shows the item's */
    turn->first = one ? head : 0;
    turn->end = one ? head + 1 : part->h;
}

enum hs_status turn_to(struct app *app, const struct hs_view *view, bool all_items, int patience, struct hs_error *error)
{
    static const struct hs_watch nobody = {0};
    struct layers *layers = app->picture.layers;
    const struct hs_view *now = &layers->view;
    const struct hs_part *part = hs_source_part(app->picture.source, view->part);
    struct turn *turn = calloc(1, sizeof *turn);
    struct job *job = turn ? job_new(&turning, turn, app->services.wake, app->services.platform) : NULL;
    if (!job) {
        free(turn);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to show another layer");
    }
    bool same = now->part == view->part && (all_items || now->item == view->item) && now->pieces == view->pieces &&
                now->segments == view->segments && layers->all_items == all_items;
    bool quick = app->window.headless || part->h * part->n * part->m <= AT_ONCE;
    *turn = (struct turn){.source = hs_source_keep(app->picture.source), .view = *view, .all_items = all_items,
        .survey = same ? LAYERS_NO_SURVEY : all_items ? LAYERS_OF_ALL : LAYERS_OF_ITEM};
    if (!quick)
        choose_heads(app, part, turn);
    job_leave(layers->turning);
    layers->turning = job;
    layers->turn = turn;
    if (quick || job_run(job, 1) == 0)
        step(turn, &nobody);
    return turn_follow(app, patience, error);
}

enum hs_status turn_follow(struct app *app, int patience, struct hs_error *error)
{
    struct layers *layers = app->picture.layers;
    struct job *job = layers ? layers->turning : NULL;
    if (!job)
        return HS_OK;
    job_seen(job);
    if (!job_idle(job, patience))
        return HS_OK;
    struct turn *turn = layers->turn;
    enum hs_status status = turn->status;
    layers->turning = NULL;
    layers->turn = NULL;
    if (status) {
        if (error)
            *error = turn->error;
    } else {
        layers->all_items = turn->all_items;
        layers_take(app, layers, &turn->made);
        if (!view_usable(app, app->look.view))
            layers_choose_view(app);
    }
    app->window.dirty = true;
    job_leave(job);
    return status;
}

const struct hs_view *turn_view(const struct layers *layers, bool *all_items)
{
    if (all_items)
        *all_items = layers->turn ? layers->turn->all_items : layers->all_items;
    return layers->turn ? &layers->turn->view : &layers->view;
}
