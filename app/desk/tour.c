/* tour.c – see tour.h: going from one step to another. Every step sets the whole
 * state that it speaks of, so that the user may play in between and go back and forth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/tour.h"

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
    tour->closed_source = app->picture.layers;
    app->picture.file = NULL;
    return HS_OK;
}

/* A file that the user opened during the lesson takes the place of what was set aside; one that a step opened goes. */
static void take_opened(struct app *app)
{
    struct app_tour *tour = &app->talk.tour;
    if (!app->picture.file)
        return;
    if (app->picture.file == tour->shown) {
        hs_sentences_drop(app->picture.file);
    } else {
        hs_sentences_drop(tour->file);
        tour->file = app->picture.file;
        tour->sentence = app->picture.sentence;
        tour->edited = app->picture.text_edited;
    }
    app->picture.file = NULL;
    tour->shown = NULL;
}

/* A sentence that the user typed meanwhile is what has to come back. */
static void keep_typed(struct app *app)
{
    char note[APP_NOTE_ROOM];
    if (tour_owns_text(app))
        return;
    memcpy(note, app->talk.tour.before->note, sizeof note); /* what is there now is the step's */
    session_take(app, app->talk.tour.before);
    memcpy(app->talk.tour.before->note, note, sizeof note);
}

void tour_leave(struct app *app)
{
    struct app_tour *tour = &app->talk.tour;
    char result[80];
    if (tour->step == 0)
        return;
    bool typed = !tour_owns_text(app), opened = app->picture.file != NULL && app->picture.file != tour->shown;
    tour_result(app, result, sizeof result);
    take_opened(app);
    app->picture.file = tour->file;
    app->picture.sentence = tour->sentence;
    app->picture.text_edited = tour->edited;
    tour->file = NULL;
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
    memcpy(app->files.note, tour->before->note, sizeof app->files.note);
    free(tour->before);
    tour->before = NULL;
    if (tour->closed_source && !app->picture.layers)
        app_say(app, MESSAGE_INFO,
            "The tour closed what was open: open it again from the list of files.");
    else if (result[0])
        app_say(app, MESSAGE_INFO, "The lesson’s questions: %s.", result);
    lesson_drop(tour->lesson);
    tour->lesson = NULL;
}

void tour_drop(struct app_tour *tour)
{
    hs_sentences_drop(tour->file);
    free(tour->before);
    lesson_drop(tour->lesson);
}

/* ---------------------------------------------------------------- going to a step */
/* The cell of the right answer is locked, so that whatever view is looked at shows it. */
static void show_answer(struct app *app, const struct lesson_ask *ask)
{
    struct app_cell cell = ask_cell(app, ask, ask_truth(app, ask, NULL));
    if (cell.head >= app->picture.h)
        return;
    act_try(app, &(struct action){.kind = ACT_SELECT_HEAD, .head = cell.head}, NULL);
    act_try(app, &(struct action){.kind = ACT_UNLOCK}, NULL);
    act_try(app, &(struct action){.kind = ACT_LOCK, .q = cell.q, .k = cell.k}, NULL);
}

/* The picture of a step. How the reader reads – palette, numbers, counting – stays, where the session does not say otherwise. */
static enum hs_status set_scene(struct app *app, const struct lesson *lesson, const struct lesson_step *step, struct hs_error *error)
{
    struct session *session = malloc(sizeof *session);
    if (!session)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the tour");
    session_usual(session, app->picture.live);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_get((enum option_id)id)->group == OPTION_LOOK)
            session->row[id] = option_get((enum option_id)id)->get(app).number;
    enum hs_status status = lesson_session(lesson, step, session, error);
    if (!status)
        status = session_show(app, lesson->path, session, lesson->tour, error);
    /* A view that could not be made is told by its own error. */
    if (!status && !app->files.waiting && (long)app->look.view != session->row[OPTION_VIEW])
        status = act_try(app, &(struct action){.kind = ACT_VIEW, .number = session->row[OPTION_VIEW]}, error);
    free(session);
    if (status)
        return status;
    app->look.hover = NO_CELL;
    app->steps.card = false;
    app->talk.tour.shown = app->picture.file;
    if (step->answer.given)
        show_answer(app, &step->ask);
    return HS_OK;
}

static enum hs_status open_tour(const struct app *app, struct lesson **lesson, struct hs_error *error)
{
    char path[APP_PATH_ROOM + 20];
    snprintf(path, sizeof path, "%s/tour" LESSON_ENDING, app->files.assets_folder);
    enum hs_status status = lesson_open(path, app->picture.live, lesson, error);
    if (!status)
        (*lesson)->tour = true;
    return status;
}

static enum hs_status go_to(struct app *app, long step, struct hs_error *error)
{
    struct app_tour *tour = &app->talk.tour;
    if (step < 1 || (size_t)step > tour->lesson->count)
        return hs_fail(error, HS_BAD_USE, "the %s has steps 1 to %zu, not %ld", tour->lesson->tour ? "tour" : "lesson", tour->lesson->count, step);
    enum hs_status status = HS_OK;
    if (tour->step == 0) {
        status = set_aside(app, error);
    } else {
        keep_typed(app);
        take_opened(app);
    }
    if (status)
        return status;
    int before = tour->step;
    tour->step = (int)step;
    app->talk.help = HELP_CLOSED;
    app->talk.message_kind = MESSAGE_NONE;
    app->talk.focus = (struct focus_wish){FOCUS_VIEW, NULL};
    status = set_scene(app, tour->lesson, &tour->lesson->step[step - 1], error);
    if (status && before)
        tour->step = before; /* whose picture is still there */
    else if (status)
        tour_leave(app);
    return status;
}

/* Begins a lesson, which is ours from here on. */
static enum hs_status begin(struct app *app, struct lesson *lesson, long step, struct hs_error *error)
{
    struct app_tour *tour = &app->talk.tour;
    if (tour->step)
        tour_leave(app);
    tour->lesson = lesson;
    enum hs_status status = go_to(app, step, error);
    if (status && tour->lesson) {
        lesson_drop(tour->lesson);
        tour->lesson = NULL;
    }
    return status;
}

enum hs_status tour_open(struct app *app, const char *path, struct hs_error *error)
{
    struct lesson *lesson;
    enum hs_status status = lesson_open(path, app->picture.live, &lesson, error);
    return status ? status : begin(app, lesson, 1, error);
}

enum hs_status tour_again(struct app *app, const char *path, long step, struct hs_error *error)
{
    struct lesson *lesson;
    enum hs_status status = lesson_open(path, app->picture.live, &lesson, error);
    if (status)
        return status;
    lesson_drop(app->talk.tour.lesson);
    app->talk.tour.lesson = lesson;
    if (app->talk.tour.step > (int)lesson->count)
        app->talk.tour.step = (int)lesson->count;
    return go_to(app, step, error);
}

static enum hs_status answer(struct app *app, long chosen, struct hs_error *error)
{
    const struct lesson_ask *ask = tour_asks(app);
    if (!ask)
        return hs_fail(error, HS_BAD_USE, "no question waits for an answer");
    if (chosen < 0 || isnan(ask_weight(app, ask, (size_t)chosen)))
        return hs_fail(error, HS_BAD_USE, "that is no answer: it is masked, or not there");
    ask_judge(app, ask, (size_t)chosen, &app->talk.tour.lesson->step[app->talk.tour.step - 1].answer);
    show_answer(app, ask);
    app->talk.message_kind = MESSAGE_NONE; /* that a question waits */
    app->talk.focus = (struct focus_wish){FOCUS_VIEW, NULL};
    return HS_OK;
}

enum hs_status apply_tour(struct app *app, const struct action *action, struct hs_error *error)
{
    long step = action->number;
    if (action->kind == ACT_TOUR_ANSWER)
        return answer(app, action->number, error);
    if (action->kind == ACT_TOUR_STEP) {
        if (app->talk.tour.step == 0)
            return HS_OK;
        step = app->talk.tour.step + action->number;
        step = step < 1 ? 1 : step;
        if (step > (long)app->talk.tour.lesson->count)
            step = 0; /* on from the last step: done */
    }
    if (step == 0) {
        tour_leave(app);
        return HS_OK;
    }
    if (app->talk.tour.step == 0) {
        struct lesson *lesson;
        enum hs_status status = open_tour(app, &lesson, error);
        return status ? status : begin(app, lesson, step, error);
    }
    return go_to(app, step, error);
}
