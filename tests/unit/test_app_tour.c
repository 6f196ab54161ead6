/* test_app_tour.c – the guided tour: every stop is reached by mouse-free and mouse ways alike, says
 * numbers that are the picture's own, rings what it speaks of, fits its column, and gives the user
 * back what he had. The story itself is checked on the shipped weights. */
#include <math.h>

#include "model/app.h"
#include "app_rig.h"
#include "desk/session.h"
#include "desk/tour.h"
#include "chrome/tour_card.h"
#include "chrome/pass.h"

static double weight(const struct hs_set *set, size_t head, size_t q, size_t k)
{
    struct hs_matrix A = hs_set_weights(set, 0, head);
    return (double)A.data[q * A.stride + k];
}

#define TOUR_STEPS 10 /* of the lesson that comes with the program */

static size_t token(const struct app *app, const char *word)
{
    return lesson_token(hs_set_tokens(app->picture.set, HS_QUERY), word);
}

static void stop_text(const struct app *app, char *text)
{
    lesson_words(app, tour_step(app), text, LESSON_TEXT_ROOM, NULL);
}

/* The stop's words hold the weight from `from` to `to`, as the app writes weights, next to `to`. */
static double check_said(
    const struct app *app, const struct hs_set *set, size_t head, const char *from, const char *to)
{
    char text[LESSON_TEXT_ROOM], number[32], said[100];
    size_t q = token(app, from), k = token(app, to);
    CHECK(q != ACT_NOWHERE && k != ACT_NOWHERE);
    if (q == ACT_NOWHERE || k == ACT_NOWHERE)
        return 0;
    double value = weight(set, head, q, k);
    app_weight_text(value, number, sizeof number);
    snprintf(said, sizeof said, "%s to %s", number, to);
    stop_text(app, text);
    if (!strstr(text, said))
        fprintf(stderr, "step %d lacks \"%s\": %s\n", app->talk.tour.step, said, text);
    CHECK(strstr(text, said) != NULL);
    return value;
}

static void check_number(const struct app *app, const char *format, size_t number)
{
    char text[LESSON_TEXT_ROOM], said[100];
    snprintf(said, sizeof said, format, number); /* NOLINT: formats of this file */
    stop_text(app, text);
    CHECK(strstr(text, said) != NULL);
}

/* ---------------------------------------------------------------- the story */
static void check_story(void)
{
    char text[LESSON_TEXT_ROOM], score[32];
    struct app *app = rig_open("Mine.");
    CHECK(hs_preset_trained(app->picture.preset));
    act_number(app, ACT_TOUR, 1);
    CHECK_TEXT(reading(app, "view"), "compare");
    double student = check_said(app, app->picture.single, 0, "delivered", "student");
    double book = check_said(app, app->picture.single, 0, "delivered", "book");
    check_said(app, app->picture.single, 0, "delivered", "library");
    check_said(app, app->picture.single, 0, "delivered", "yesterday");

    act_number(app, ACT_TOUR_STEP, 1);
    double student_8 = check_said(app, app->picture.set, 0, "delivered", "student");
    double book_8 = check_said(app, app->picture.set, 1, "delivered", "book");
    CHECK(student_8 > student + 0.2 && book_8 > book + 0.2);
    CHECK(student_8 > 0.75 && book_8 > 0.75);
    check_number(app, "%zu dimensions", 512);
    check_number(app, "d_k = %zu", hs_set_shape(app->picture.set).d_k);

    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->look.view == VIEW_STEPS && app->steps.step == STEP_Q);
    check_number(app, "the %zu tokens", hs_set_shape(app->picture.set).n);

    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->look.view == VIEW_STEPS && app->steps.step == STEP_SOFTMAX);
    snprintf(score, sizeof score, "%.2f",
        (double)app_score(app, 0, token(app, "delivered"), token(app, "student")));
    stop_text(app, text);
    CHECK(strstr(text, score) != NULL);

    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->look.view == VIEW_GRID);
    check_said(app, app->picture.set, 0, "delivered", "student");
    check_said(app, app->picture.set, 1, "delivered", "book");
    double when = check_said(app, app->picture.set, 2, "delivered", "yesterday");
    double where = check_said(app, app->picture.set, 2, "delivered", "library");
    CHECK(when + where > 0.6);

    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->look.view == VIEW_HEAD && app->look.head == 3);
    double brother = check_said(app, app->picture.set, 3, "he", "brother");
    double she = check_said(app, app->picture.set, 3, "he", "She");
    CHECK(brother > 0.5 && brother > 5 * she);
    CHECK(check_said(app, app->picture.set, 3, "it", "letter") > 0.5);

    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->look.view == VIEW_STEPS && app->steps.step == STEP_READ);
    stop_text(app, text);
    CHECK(strstr(text, "subject “student”") && strstr(text, "object “book”"));

    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->look.view == VIEW_SPECIALISE);
    const struct hs_relation_score *subject = app_relation_score(app, 0, HS_SUBJ);
    check_number(app, "finds %zu of", subject->hits);
    check_number(app, "%zu subjects", subject->eligible);
    stop_text(app, text);
    CHECK(strstr(text, "constructed teaching model") != NULL);
    CHECK((double)subject->hits / (double)subject->eligible > subject->baseline + 0.1);

    act_number(app, ACT_TOUR_STEP, 1);
    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->talk.tour.step == TOUR_STEPS && app->look.view == VIEW_LEARN);
    stop_text(app, text);
    CHECK(!strstr(text, "After "));
    app->learn.wish.sentences = 96; /* what was learnt is told by its numbers */
    app->learn.wish.held_out = 96;
    act_number(app, ACT_LEARN_RUN, 1);
    app_settle(app);
    CHECK(app->learn.shown);
    stop_text(app, text);
    char share[64];
    snprintf(share, sizeof share, "h\u00a0=\u00a08 %.0f\u00a0%%", 100 * hs_learn_right(learn_run(app), 1, 1, HS_OBJ));
    CHECK(strstr(text, "After 96 sentences") && strstr(text, share));
    act_number(app, ACT_TOUR_STEP, 1);
    CHECK(app->talk.tour.step == 0);
    CHECK_TEXT(reading(app, "text"), "Mine.");
    app_drop(app);
}

/* ---------------------------------------------------------------- what is drawn */
/* The frames between the group "tour rings" and the group "tour"; true when all lie left of the
 * column. */
static int count_rings(const char *trace, float column, bool *clear)
{
    const char *at = strstr(trace, "group \"tour rings\""), *end = strstr(trace, "group \"tour\"");
    int count = 0;
    float x, y, w, h;
    *clear = true;
    while (at && end && (at = strstr(at, "round-frame ")) && at < end) {
        CHECK(sscanf(at, "round-frame %f %f %f %f", &x, &y, &w, &h) == 4);
        /* The bars on top reach over the whole width. */
        *clear &= y < 96 || x + w <= column + 1;
        count++;
        at++;
    }
    return count;
}

static void check_drawn(struct app *app, float width, float height)
{
    char text[LESSON_TEXT_ROOM], *last;
    bool clear;
    act(app, (struct action){.kind = ACT_RESIZE, .dx = width, .dy = height});
    for (int step = 1; step <= TOUR_STEPS; step++) {
        struct hs_buffer trace = {0};
        act_number(app, ACT_TOUR, step);
        app_settle(app);
        trace_write(app->services.draw, &trace);
        struct rect column = chrome_layout(app).tour;
        int rings = count_rings(trace.data, column.x, &clear);
        if (rings == 0)
            fprintf(stderr, "step %d rings nothing at %.0f\n", step, (double)width);
        CHECK(rings > 0 && clear);
        /* All of the words are there: the last one, drawn in the column. */
        stop_text(app, text);
        CHECK(strlen(text) < LESSON_TEXT_ROOM - 1 && strstr(text, "nan") == NULL);
        last = strrchr(text, ' ') + 1;
        CHECK(strstr(strstr(trace.data, "group \"tour\""), last) != NULL);
        snprintf(text, 9, "%s", tour_step(app)->title); /* the stand-in font is wide */
        CHECK(strstr(trace.data, text) != NULL);
        hs_buffer_drop(&trace);
    }
    act_number(app, ACT_TOUR, 0);
}

/* ---------------------------------------------------------------- what comes back */
static void check_restored(void)
{
    struct app *app = rig_open(NULL);
    act_text(app, ACT_OPEN, HS_SOURCE_DIR "/samples/objects.txt");
    act_number(app, ACT_SENTENCE, 1);
    act_number(app, ACT_HEADS, 4);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 2, .number = HS_HEAD_OFF});
    act_number(app, ACT_VIEW, VIEW_LINES);
    act_number(app, ACT_LENS, (long)hs_lens_named("value"));
    act_number(app, ACT_SORT, (long)sort_named("entropy"));
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 2});
    act(app, (struct action){.kind = ACT_LOCK, .q = 1, .k = ACT_NOWHERE});
    char *before = rig_state(app);
    for (int step = 1; step <= TOUR_STEPS; step++) {
        act_number(app, ACT_TOUR, step);
        CHECK_TEXT(reading(app, "file"), "");
        act_number(app, ACT_HEADS, 2); /* played with */
        press(app, "esc");
        CHECK(app->talk.tour.step == 0);
        char *after = rig_state(app);
        CHECK_TEXT(after, before);
        CHECK_TEXT(reading(app, "edited"), "no");
        CHECK_TEXT(reading(app, "sentence"), "2");
        free(after);
    }
    free(before);
    /* A sentence typed during the tour is the user's: it outlives further stops and the end. */
    act_number(app, ACT_TOUR, 2);
    act_text(app, ACT_TEXT, "Typed on the way.");
    act_number(app, ACT_TOUR_STEP, 1);
    CHECK_TEXT(reading(app, "text"), APP_DEFAULT_TEXT);
    act_number(app, ACT_TOUR, 0);
    CHECK_TEXT(reading(app, "text"), "Typed on the way.");
    act_number(app, ACT_TOUR, TOUR_STEPS);
    act_text(app, ACT_TEXT, "Typed at the end.");
    act_number(app, ACT_HEADS, 32);
    act_number(app, ACT_TOUR_STEP, 1);
    CHECK_TEXT(reading(app, "tour"), "0");
    CHECK_TEXT(reading(app, "text"), "Typed at the end.");
    CHECK_TEXT(reading(app, "heads"), "32");
    /* So is a file opened during it; and an empty field stays empty. */
    act_number(app, ACT_TOUR, 4);
    act_text(app, ACT_OPEN, HS_SOURCE_DIR "/samples/pronouns.txt");
    act_number(app, ACT_TOUR, 0);
    CHECK(strstr(reading(app, "file"), "pronouns.txt") != NULL);
    act_text(app, ACT_TEXT, "");
    act_number(app, ACT_TOUR, 3);
    act_number(app, ACT_TOUR, 0);
    CHECK_TEXT(reading(app, "text"), "");
    act_number(app, ACT_TOUR, 99);
    CHECK_TEXT(reading(app, "message-kind"), "error");
    CHECK_TEXT(reading(app, "tour"), "0");
    act_number(app, ACT_TOUR, 5); /* dropped in the middle: nothing leaks */
    app_drop(app);
}

TEST(test_app_tour)
{
    struct app *app = rig_open(NULL);
    CHECK_TEXT(reading(app, "tour"), "0"); /* never by itself without a window */
    check_drawn(app, 900, 600);
    check_drawn(app, 1280, 800);
    check_drawn(app, 2560, 1440);
    act_number(app, ACT_PRESENT, 1);
    check_drawn(app, 1000, 640);
    app_drop(app);
    check_story();
    check_restored();
    return check_report();
}
