/* tour.c – see tour.h: the table of stops, and going from one to another. Every stop sets the whole
 * state that it speaks of, so that the user may play in between and go back and forth. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/tour.h"

#define PRONOUN_TEXT "She gave the letter to her brother because he had asked for it."
#define MOST_ACTIONS 3

struct stop {
    struct tour_stop shown;
    const char *text;
    size_t h;
    enum view_id view;
    size_t head;                       /* to select, counted from 0 */
    const char *query, *key;           /* tokens of the cell to lock; NULL = none */
    struct action extra[MOST_ACTIONS]; /* of the view; ACT_NONE ends them */
};

static const struct stop stops[TOUR_STEPS] = {
    {{"One head must share", POINT_SINGLE, POINT_NOTHING, tour_words_single}, APP_DEFAULT_TEXT, 8,
        VIEW_COMPARE, 0, "delivered", NULL, {{.kind = ACT_NONE}}},
    {{"Divide and conquer", POINT_HEADS, POINT_SUBJECT, tour_words_divide}, APP_DEFAULT_TEXT, 8,
        VIEW_COMPARE, 0, "delivered", NULL, {{.kind = ACT_NONE}}},
    {{"A slice of its own", POINT_STRIP, POINT_NOTHING, tour_words_project}, APP_DEFAULT_TEXT, 8,
        VIEW_STEPS, 0, "delivered", "student",
        {{.kind = ACT_STEP, .number = STEP_Q}, {.kind = ACT_STEP_CARD, .number = 0}}},
    {{"Scores, then softmax", POINT_STRIP, POINT_NOTHING, tour_words_softmax}, APP_DEFAULT_TEXT, 8,
        VIEW_STEPS, 0, "delivered", "student",
        {{.kind = ACT_STEP, .number = STEP_SOFTMAX}, {.kind = ACT_STEP_CARD, .number = 0}}},
    {{"Specialists", POINT_THUMBS, POINT_NOTHING, tour_words_specialists}, APP_DEFAULT_TEXT, 8,
        VIEW_GRID, 0, "delivered", NULL, {{.kind = ACT_NONE}}},
    {{"What “he” refers to", POINT_CELL, POINT_NOTHING, tour_words_pronoun}, PRONOUN_TEXT, 8,
        VIEW_HEAD, 3, "he", "brother", {{.kind = ACT_ZOOM_RESET}}},
    {{"Together again", POINT_STRIP, POINT_NOTHING, tour_words_concat}, APP_DEFAULT_TEXT, 8,
        VIEW_STEPS, 0, "delivered", "student",
        {{.kind = ACT_STEP, .number = STEP_READ}, {.kind = ACT_STEP_CARD, .number = 0}}},
    {{"What a label is worth", POINT_TABLE, POINT_NOTHING, tour_words_labels}, APP_DEFAULT_TEXT, 8,
        VIEW_SPECIALISE, 0, NULL, NULL, {{.kind = ACT_NONE}}},
    {{"Your turn", POINT_SENTENCE, POINT_HEADS, tour_words_turn}, APP_DEFAULT_TEXT, 8, VIEW_COMPARE,
        0, "delivered", NULL, {{.kind = ACT_NONE}}},
};

const struct tour_stop *tour_stop(const struct app *app)
{
    return app->talk.tour.step > 0 ? tour_stop_at(app->talk.tour.step) : NULL;
}

const struct tour_stop *tour_stop_at(int step)
{
    return &stops[step - 1].shown;
}

bool tour_owns_text(const struct app *app)
{
    if (app->talk.tour.step == 0)
        return false;
    for (size_t i = 0; i < TOUR_STEPS; i++)
        if (strcmp(app->picture.text, stops[i].text) == 0)
            return true;
    return app->picture.text[strspn(app->picture.text, " \t")] == '\0';
}

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
    tour->closed_dump = app->picture.dump != NULL;
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
            "The tour closed the attention file: open it again from the list of files.");
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
    memcpy(modes, app->picture.head_mode, sizeof modes);
    memset(app->picture.head_mode, HS_HEAD_ON, sizeof modes);
    enum hs_status status = app_run(app, stop->text, stop->h, HS_MASK_NONE, error);
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
    for (size_t i = 0; i < MOST_ACTIONS && stop->extra[i].kind != ACT_NONE; i++)
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
    app->talk.help = false;
    app->talk.message_kind = MESSAGE_NONE;
    app->talk.focus = (struct focus_wish){FOCUS_VIEW, NULL};
    status = set_scene(app, &stops[step - 1], error);
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
