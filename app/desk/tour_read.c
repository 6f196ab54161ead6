/* tour_read.c – see tour.h: where a lesson is, and what may be done there. */
#include <stdio.h>
#include <string.h>

#include "desk/tour.h"

const struct lesson_step *tour_step(const struct app *app)
{
    return app->talk.tour.step > 0 ? &app->talk.tour.lesson->step[app->talk.tour.step - 1] : NULL;
}

size_t tour_steps(const struct app *app)
{
    return app->talk.tour.step > 0 ? app->talk.tour.lesson->count : 0;
}

const struct lesson_ask *tour_asks(const struct app *app)
{
    const struct lesson_step *step = tour_step(app);
    return step && step->ask.kind != ASK_NOTHING && !step->answer.given ? &step->ask : NULL;
}

bool tour_points(const struct app *app, enum action_kind kind)
{
    return (kind == ACT_HOVER || kind == ACT_LINES_POINT) && tour_asks(app);
}

/* What may be done is named, so that nothing new shows what is asked by being forgotten here. */
enum hs_status tour_allows(const struct app *app, enum action_kind kind, struct hs_error *error)
{
    if (!tour_asks(app))
        return HS_OK;
    switch (kind) {
    case ACT_NONE:
    case ACT_TOUR:
    case ACT_TOUR_STEP:
    case ACT_TOUR_ANSWER:
    case ACT_CANCEL:
    case ACT_DISMISS:
    case ACT_PANEL_WIDTH:
    case ACT_PRESENT:
    case ACT_THEME:
    case ACT_UI_SCALE:
    case ACT_UI_SCALE_STEP:
    case ACT_ONE_BASED:
    case ACT_PALETTE:
    case ACT_SCALE:
    case ACT_HELP:
    case ACT_RESIZE:
    case ACT_QUIT:
        return HS_OK;
    default:
        return hs_fail(error, HS_BAD_USE, "A question waits: choose its answer first. Page Down goes on without, Esc leaves the lesson.");
    }
}

void tour_result(const struct app *app, char *words, size_t room)
{
    const struct lesson *lesson = app->talk.tour.lesson;
    size_t right = 0, open = 0;
    if (room > 0)
        words[0] = '\0';
    for (size_t i = 0; app->talk.tour.step > 0 && i < lesson->count; i++) {
        right += lesson->step[i].answer.right;
        open += lesson->step[i].ask.kind != ASK_NOTHING && !lesson->step[i].answer.given;
    }
    if (app->talk.tour.step == 0 || lesson->questions == 0)
        return;
    int length = snprintf(words, room, "%zu of %zu right", right, lesson->questions);
    if (open && length > 0 && (size_t)length < room)
        snprintf(words + length, room - (size_t)length, ", %zu not answered", open);
}

bool tour_owns_text(const struct app *app)
{
    const struct lesson *lesson = app->talk.tour.lesson;
    if (app->talk.tour.step == 0)
        return false;
    for (size_t i = 0; i < lesson->count; i++)
        if (strcmp(app->picture.text, lesson->step[i].sentence) == 0)
            return true;
    return app->picture.text[strspn(app->picture.text, " \t")] == '\0';
}
