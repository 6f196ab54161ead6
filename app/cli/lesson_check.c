/* lesson_check.c – see lesson_check.h. */
#include <stdio.h>
#include <string.h>

#include "chrome/pass.h"
#include "chrome/tour_card.h"
#include "cli/lesson_check.h"
#include "desk/perform.h"
#include "desk/tour.h"

static void complain(const char *path, size_t line, const char *why)
{
    fprintf(stderr, "headscope: %s, line %zu: %s\n", path, line, why);
}

/* What the step asks, and the answer with its weight. False when there is none. */
static bool check_question(struct app *app, const char *path, const struct lesson_ask *ask, FILE *out)
{
    char words[LESSON_ASK_ROOM], name[160], weight[32], other[160], less[32];
    struct hs_error error;
    size_t second, truth = ask_truth(app, ask, &second);
    if (ask_check(app, ask, &error)) {
        complain(path, ask->line, error.message);
        return false;
    }
    ask_words(app, ask, words, sizeof words);
    ask_name(app, ask, truth, name, sizeof name);
    ask_name(app, ask, second, other, sizeof other);
    app_weight_text(ask_weight(app, ask, truth), weight, sizeof weight);
    app_weight_text(ask_weight(app, ask, second), less, sizeof less);
    fprintf(out, "        asks: %s\n        answer: %s %s, then %s %s\n", words, name, weight, other, less);
    if (app_try(app, &(struct action){.kind = ACT_TOUR_ANSWER, .number = (long)truth}, &error) == HS_OK)
        return true;
    complain(path, ask->line, error.message);
    return false;
}

/* With the picture on the screen: what is not there cannot be pointed at. */
static bool check_seen(struct app *app, const char *path, const struct lesson_step *step)
{
    char why[LESSON_TEXT_ROOM + 200], text[LESSON_TEXT_ROOM];
    const struct tour_sight sight = {app, chrome_layout(app), ui_find};
    struct rect places[TOUR_PLACES];
    size_t length = 0;
    bool good = true;
    for (size_t i = 0; i < step->points; i++) {
        size_t heads = step->point[i].heads;
        size_t found = tour_places(&sight, &step->point[i], places);
        if (found == 0 || (view_kind(app->look.view) == view_kind(VIEW_GRID) && found < heads)) {
            snprintf(why, sizeof why, "there is no such thing to point at in the view %s; choose another view or another thing",
                view_kind(app->look.view)->name);
            complain(path, step->point_line[i], why);
            good = false;
        }
    }
    const char *missing = lesson_words(app, step, text, sizeof text, &length);
    if (missing) {
        snprintf(why, sizeof why, "“%.*s” has no value in this picture (“single” is known in the view compare, measurements in specialise)", (int)length, missing);
        complain(path, step->text_line, why);
        good = false;
    }
    return good;
}

static bool check_step(struct app *app, const char *path, size_t index, FILE *out)
{
    struct hs_error error;
    const struct lesson_step *step;
    bool good = true;
    if (app_try(app, &(struct action){.kind = ACT_TOUR, .number = (long)index + 1}, &error)) {
        fprintf(stderr, "headscope: step %zu: %s\n", index + 1, error.message);
        return false;
    }
    app_settle(app);
    step = tour_step(app);
    fprintf(out, "step %-2zu %s (%s, %zu head%s): %s\n", index + 1, step->title, view_kind(app->look.view)->name, app->picture.h,
        app->picture.h == 1 ? "" : "s", app->picture.run_text);
    if (app->talk.message_kind) { /* what the session says of files and locks */
        complain(path, step->session_line, app->talk.message);
        good = false;
    }
    if (step->ask.kind != ASK_NOTHING)
        good &= check_question(app, path, &step->ask, out);
    app_settle(app);
    return check_seen(app, path, step) && good;
}

int lesson_check(struct app *app, const char *path, FILE *out)
{
    struct hs_error error;
    bool good = true;
    if (tour_open(app, path, &error)) {
        fprintf(stderr, "headscope: %s\n", error.message);
        return 1;
    }
    size_t count = tour_steps(app), questions = app->talk.tour.lesson->questions;
    fprintf(out, "%s: %zu step%s, %zu question%s\n", app->talk.tour.lesson->title, count, count == 1 ? "" : "s", questions, questions == 1 ? "" : "s");
    for (size_t i = 0; i < count && tour_steps(app); i++)
        good &= check_step(app, path, i, out);
    tour_leave(app);
    return good ? 0 : 1;
}
