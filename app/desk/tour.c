/* tour.c – see tour.h: going from one stop to another. Every stop sets the whole
 * state that it speaks of, so that the user may play in between and go back and forth. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/tour_private.h"

/* ---------------------------------------------------------------- the user's own state */
static enum hs_status set_aside(struct app *app, struct hs_error *error)
{
    struct app_tour *tour = &app->talk.tour;
    struct session *before = malloc(sizeof *before);
    if (!before)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the tour");
    session_keep_now(app);
    session_take(app, before);
    tour->before = before;
    tour->file = app->picture.file;
    tour->sentence = app->picture.sentence;
    tour->edited = app->picture.text_edited;
    tour->closed_dump = app->picture.dump;
    app->picture.file = NULL;
    return HS_OK;
}

/* What the user opened during the tour takes the place of what was set aside. */
static void give_file_back(struct app *app)
{
    struct app_tour *tour = &app->talk.tour;
    if (app->picture.file) {
        hs_sentences_drop(tour->file);
    } else {
        app->picture.file = tour->file;
        app->picture.sentence = tour->sentence;
        app->picture.text_edited = tour->edited;
    }
    tour->file = NULL;
}

/* A sentence that the user typed meanwhile is what has to come back. */
static void keep_typed(struct app *app)
{
    if (!tour_owns_text(app))
        session_take(app, app->talk.tour.before);
}

void tour_leave(struct app *app)
{
    struct app_tour *tour = &app->talk.tour;
    if (tour->step == 0)
        return;
    bool typed = !tour_owns_text(app), opened = app->picture.file != NULL;
    give_file_back(app);
    tour->step = 0;
    if (app->learn.shown)
        learn_leave(app, NULL);
    if (!typed) {
        bool edited = app->picture.text_edited;
        if (session_put(app, tour->before, NULL)) /* it was empty: then the picture stays */
            memcpy(app->picture.text, tour->before->text, sizeof app->picture.text);
        app->picture.text_edited = edited;
    } else if (!opened) {
        app->picture.text_edited = app->picture.file != NULL;
    }
    free(tour->before);
    tour->before = NULL;
    if (tour->closed_dump && !app->picture.dump)
        app_say(app, MESSAGE_INFO,
            "The tour closed what was open: open it again from the list of files.");
}

void tour_drop(struct app_tour *tour)
{
    hs_sentences_drop(tour->file);
    free(tour->before);
}

/* ---------------------------------------------------------------- going to a stop */
static void lock_cell(struct app *app, const struct stop *stop)
{
    size_t q = stop->query ? tour_token(app, stop->query) : ACT_NOWHERE;
    act_try(app, &(struct action){.kind = ACT_UNLOCK}, NULL);
    if (q != ACT_NOWHERE)
        act_try(app,
            &(struct action){.kind = ACT_LOCK,
                .q = q,
                .k = stop->key ? tour_token(app, stop->key) : ACT_NOWHERE},
            NULL);
}

/* The state of a stop, by the same actions that a user has. Only running the engine can fail. */
static enum hs_status set_scene(struct app *app, const struct stop *stop, struct hs_error *error)
{
    uint8_t modes[HS_MAX_HEADS];
    enum hs_status status = app->learn.shown ? learn_leave(app, error) : HS_OK; /* the stops are of the built-in model */
    if (status)
        return status;
    memcpy(modes, app->picture.head_mode, sizeof modes);
    memset(app->picture.head_mode, HS_HEAD_ON, sizeof modes);
    status = app_run(app, stop->text, stop->h, HS_MASK_NONE, error);
    if (status) {
        memcpy(app->picture.head_mode, modes, sizeof modes);
        return status;
    }
    act_try(app, &(struct action){.kind = ACT_LENS_RESET}, NULL);
    act_try(app, &(struct action){.kind = ACT_SORT, .number = SORT_NUMBER}, NULL);
    memcpy(app->picture.text, stop->text, strlen(stop->text) + 1);
    app->picture.text_edited = false;
    if (view_kind(stop->view))
        status =
            act_try(app, &(struct action){.kind = ACT_VIEW, .number = (long)stop->view}, error);
    act_try(app, &(struct action){.kind = ACT_SELECT_HEAD, .head = stop->head}, NULL);
    lock_cell(app, stop);
    for (size_t i = 0; i < TOUR_ACTIONS && stop->extra[i].kind != ACT_NONE; i++)
        act_try(app, &stop->extra[i], NULL);
    return status;
}

static enum hs_status go_to(struct app *app, long step, struct hs_error *error)
{
    if (step < 1 || step > TOUR_STEPS)
        return hs_fail(error, HS_BAD_USE, "the tour has steps 1 to %d, not %ld", TOUR_STEPS, step);
    enum hs_status status = HS_OK;
    if (app->talk.tour.step == 0)
        status = set_aside(app, error);
    else
        keep_typed(app);
    if (status)
        return status;
    app->talk.tour.step = (int)step;
    app->talk.help = HELP_CLOSED;
    app->talk.message_kind = MESSAGE_NONE;
    app->talk.focus = (struct focus_wish){FOCUS_VIEW, NULL};
    status = set_scene(app, &tour_stops[step - 1], error);
    if (status)
        tour_leave(app);
    return status;
}

enum hs_status apply_tour(struct app *app, const struct action *action, struct hs_error *error)
{
    long step = action->number;
    if (action->kind == ACT_TOUR_STEP) {
        if (app->talk.tour.step == 0)
            return HS_OK;
        step = app->talk.tour.step + action->number;
        step = step < 1 ? 1 : step;
        if (step > TOUR_STEPS)
            step = 0; /* on from the last stop: done */
    }
    if (step == 0) {
        tour_leave(app);
        return HS_OK;
    }
    return go_to(app, step, error);
}
