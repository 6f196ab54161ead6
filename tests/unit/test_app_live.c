/* test_app_live.c – a real model beside a window that does not wait: typed into while it is opened and while it runs, switched, left
 * and closed; what is shown in the end is what one run of the last text gives. Under ThreadSanitizer in CI. */
#include <math.h>
#include <stdatomic.h>

#include "app_rig.h"
#include "model/live.h"

#define MODELS HS_SOURCE_DIR "/tests/models/"
static const char last_text[] = "The student delivered the book to the library yesterday.";

static atomic_int woken;

static void wake(void *user)
{
    (void)user;
    atomic_fetch_add(&woken, 1);
}

static struct app *open_window(void)
{
    struct app *app = rig_open("Birds sing.");
    app->window.headless = false;
    app->services.wake = wake;
    app_waking_changed(app);
    return app;
}

/* Until nothing goes on; frames are drawn on the way. */
static void come_to_rest(struct app *app)
{
    struct hs_error error = {HS_OK, ""};
    for (int rounds = 0; rounds < 200; rounds++) {
        app_settle(app);
        if (!live_busy(app))
            return;
        CHECK(live_wait(app, &error) == HS_OK);
    }
    CHECK(!live_busy(app));
}

/* Letter by letter, with a frame after each. */
static void type(struct app *app, const char *text)
{
    char part[200];
    for (size_t length = 1; length <= strlen(text); length++) {
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        act_text(app, ACT_TEXT, part);
    }
}

/* The picture is that of a program that had nothing else to do. */
static void check_same(const struct app *app, const char *folder, const char *text)
{
    struct app *other = rig_open("Birds sing.");
    act_text(other, ACT_OPEN, folder);
    act_text(other, ACT_TEXT, text);
    if (app->picture.layers && other->picture.layers)
        act_number(other, ACT_LAYER, (long)app->picture.layers->view.layer);
    struct hs_set_shape a = hs_set_shape(app->picture.set), b = hs_set_shape(other->picture.set);
    double worst = a.n == b.n && a.h == b.h && a.layer == b.layer ? 0 : 1;
    for (size_t head = 0; head < a.h && worst < 1; head++)
        for (size_t i = 0; i < a.n * a.n; i++)
            worst = fmax(worst, fabs((double)hs_set_weights(app->picture.set, 0, head).data[i] - (double)hs_set_weights(other->picture.set, 0, head).data[i]));
    CHECK_NEAR(worst, 0, 2e-6);
    CHECK_TEXT(app->picture.run_text, text);
    app_drop(other);
}

static void test_typing(void)
{
    struct app *app = open_window();
    int before = atomic_load(&woken);
    act_text(app, ACT_OPEN, MODELS "gpt2");
    type(app, "Typed while it opens");
    come_to_rest(app);
    CHECK(atomic_load(&woken) > before && picture_runs_model(app));
    type(app, last_text);
    come_to_rest(app);
    check_same(app, MODELS "gpt2", last_text);
    /* Another layer and what needs its planes, asked for in the middle of runs. */
    for (int i = 0; i < 12; i++) {
        type(app, i % 2 ? "One." : "Some more words.");
        act_number(app, ACT_LAYER, i % 2);
        act_number(app, ACT_VIEW, i % 3 == 0 ? VIEW_STEPS : i % 3 == 1 ? VIEW_HEAD : VIEW_COMPARE);
    }
    act_text(app, ACT_TEXT, last_text);
    come_to_rest(app);
    check_same(app, MODELS "gpt2", last_text);
    app_drop(app);
}

/* A layer is taken back as in a file. */
static void test_undone(void)
{
    struct app *app = open_window();
    act_text(app, ACT_OPEN, MODELS "gpt2");
    come_to_rest(app);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act_number(app, ACT_LAYER, 1);
    come_to_rest(app);
    CHECK(hs_set_shape(app->picture.set).layer == 1);
    act_number(app, ACT_UNDO, 0);
    CHECK(strstr(app->talk.message, "the layer") != NULL);
    come_to_rest(app);
    CHECK(hs_set_shape(app->picture.set).layer == 0 && app->look.view == VIEW_HEAD);
    act_number(app, ACT_REDO, 0);
    come_to_rest(app);
    CHECK(hs_set_shape(app->picture.set).layer == 1);
    app_drop(app);
}

/* The answer is of the last text, too; a switched head runs the model again and is told from the one before. */
static void test_answers(void)
{
    struct app *app = open_window();
    act_text(app, ACT_OPEN, MODELS "gpt2-scaled");
    act_number(app, ACT_PANEL, PANEL_ANSWER); /* no model yet: of the built-in one there is none */
    come_to_rest(app);
    act_number(app, ACT_PANEL, PANEL_ANSWER);
    type(app, last_text);
    act(app, (struct action){.kind = ACT_ANSWER});
    come_to_rest(app);
    size_t length = strlen(last_text);
    CHECK(strncmp(app->picture.run_text, last_text, length) == 0 && strlen(app->picture.run_text) > length);
    CHECK(app->live.answer.known && app->look.locked.q == hs_set_shape(app->picture.set).n - 1);
    CHECK(app->live.answer.of.at == app->look.locked.q && app->live.answer.of.count == HS_LIKELY_MOST);
    double first = app->live.answer.of.token[0].probability;
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 0, .number = HS_HEAD_OFF});
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_UNIFORM});
    come_to_rest(app);
    act_number(app, ACT_PANEL, PANEL_ANSWER); /* switching shows what it does to the output */
    come_to_rest(app);
    CHECK(hs_set_head_mode(app->picture.set, 0, 0) == HS_HEAD_OFF && app->live.answer.known);
    CHECK(fabs(app->live.answer.of.token[0].probability - first) > 1e-6);
    act_number(app, ACT_LAYER, 1); /* whose heads are on */
    come_to_rest(app);
    CHECK(hs_set_shape(app->picture.set).layer == 1);
    for (size_t head = 0; head < app->picture.h; head++)
        CHECK(hs_set_head_mode(app->picture.set, 0, head) == HS_HEAD_ON);
    app_drop(app);
}

/* Given up while it opens and while it runs, and another in its place; nothing of the first is left. */
static void test_leaving(void)
{
    struct app *app = open_window();
    act_text(app, ACT_OPEN, MODELS "gpt2");
    act_text(app, ACT_OPEN, MODELS "bert");
    type(app, "Birds");
    come_to_rest(app);
    CHECK(app->picture.h == 3);
    type(app, "Birds sing in the");
    act_text(app, ACT_OPEN, MODELS "llama");
    bool opening = live_opening(app); /* a quick machine has opened it by now */
    act_number(app, ACT_MODEL_STOP, 0);
    come_to_rest(app);
    CHECK(app->picture.h == (opening ? 3 : 6));
    type(app, "Birds sing in");
    act_number(app, ACT_SOURCE_CLOSE, 0);
    come_to_rest(app);
    CHECK(!picture_runs_model(app) && app->picture.h == 8);
    act_text(app, ACT_OPEN, MODELS "bert");
    type(app, "And gone");
    app_drop(app); /* in the middle of it */
}

/* Typed into while another model is opened: the one that is shown runs no more, and the new one's picture is of the last text. */
static void test_second(void)
{
    static const char *const folders[] = {MODELS "bert", MODELS "llama", MODELS "gpt2", MODELS "bert"};
    struct app *app = open_window();
    act_text(app, ACT_OPEN, MODELS "gpt2");
    come_to_rest(app);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        type(app, "The first one runs this");
        act_text(app, ACT_OPEN, folders[i]);
        type(app, i % 2 ? "Birds." : "Birds sing while it is opened.");
        type(app, last_text);
        come_to_rest(app);
        check_same(app, folders[i], last_text);
    }
    app_drop(app);
}

/* B follows text and layer; it is the same model with all heads on, so only what the switched head changes is left. */
static void test_subtracting(void)
{
    struct app *app = open_window();
    act_text(app, ACT_OPEN, MODELS "gpt2");
    type(app, "Birds");
    come_to_rest(app);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF});
    act_text(app, ACT_MINUS_MODEL, MODELS "gpt2/config.json");
    type(app, "Birds sing while it opens");
    come_to_rest(app);
    CHECK(app->lens.wish.minus == MINUS_KEPT && live_makes_other(app));
    CHECK_TEXT(live_other_name(app), "gpt2");
    type(app, last_text);
    act_number(app, ACT_LAYER, 1);
    come_to_rest(app);
    struct hs_set *a = app->picture.set, *b = app->lens.wish.kept;
    size_t n = hs_set_shape(a).n;
    CHECK(hs_set_shape(b).layer == 1 && hs_set_shape(a).layer == 1);
    CHECK(hs_tokens_equal(hs_set_tokens(a, HS_KEY), hs_set_tokens(b, HS_KEY)) && hs_set_values(app->lens.made.shown) == HS_VALUES_SIGNED);
    double moved = 0, wrong = 0;
    for (size_t head = 0; head < hs_set_shape(a).h; head++)
        for (size_t i = 0; i < n * n; i++) {
            double x = (double)hs_set_weights(a, 0, head).data[i], y = (double)hs_set_weights(b, 0, head).data[i];
            moved = fmax(moved, fabs(x - y));
            if (i % n <= i / n)
                wrong = fmax(wrong, fabs(x - y - (double)hs_set_weights(app->lens.made.shown, 0, head).data[i]));
        }
    CHECK(moved > 1e-4);
    CHECK_NEAR(wrong, 0, 1e-6);
    /* Off while the text goes on, then on again: B is of the text that is shown then. */
    act_number(app, ACT_MINUS, ACT_NEXT);
    type(app, "Something else.");
    come_to_rest(app);
    CHECK(app->lens.wish.minus == MINUS_NOTHING);
    act_number(app, ACT_MINUS, ACT_NEXT);
    come_to_rest(app);
    CHECK(app->lens.wish.minus == MINUS_KEPT);
    CHECK(hs_tokens_equal(hs_set_tokens(app->picture.set, HS_KEY), hs_set_tokens(app->lens.wish.kept, HS_KEY)));
    /* Another text: it stays what it is. One that cannot be subtracted leaves the picture as it was. */
    act_text(app, ACT_KEEP, "Birds sing.");
    type(app, "Birds sang.");
    come_to_rest(app);
    CHECK(app->lens.wish.minus == MINUS_KEPT && strcmp(app->lens.kept_text, "Birds sing.") == 0);
    act_text(app, ACT_MINUS_MODEL, MODELS "bert");
    type(app, "Birds sang it.");
    come_to_rest(app);
    CHECK(app->lens.wish.minus == MINUS_NOTHING && !live_makes_other(app));
    CHECK_TEXT(app->picture.run_text, "Birds sang it.");
    app_drop(app);
}

/* The window goes on with what it shows while a session's model is opened. */
static void test_session(void)
{
    static char saved[] = "headscope-live-test.session";
    struct app *app = open_window();
    act_text(app, ACT_OPEN, MODELS "gpt2");
    type(app, "Birds sing.");
    come_to_rest(app);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 2, .number = HS_HEAD_MEAN});
    act_number(app, ACT_LAYER, 1);
    act_number(app, ACT_VIEW, VIEW_STEPS);
    act_text(app, ACT_MINUS_MODEL, MODELS "gpt2");
    come_to_rest(app);
    act(app, (struct action){.kind = ACT_SESSION_SAVE, .text = saved, .number = 1});
    app_drop(app);
    for (int turn = 0; turn < 3; turn++) {
        app = open_window();
        snprintf(app->files.recent[0], sizeof app->files.recent[0], "%s", MODELS "gpt2"); /* opened before: a session may name it */
        act_text(app, ACT_SESSION_OPEN, saved);
        if (live_opening(app)) {
            CHECK_TEXT(app->picture.run_text, "Birds sing.");
            CHECK(!picture_runs_model(app) && app->files.waiting);
        }
        if (turn == 1)
            type(app, "Typed meanwhile.");
        bool opening = live_opening(app);
        if (turn == 2)
            act_number(app, ACT_MODEL_STOP, 0);
        come_to_rest(app);
        CHECK(!app->files.waiting);
        if (turn == 2 && opening) { /* given up: what was there stays */
            CHECK(!picture_runs_model(app) && app->picture.h == 8);
        } else {
            CHECK(picture_runs_model(app) && app->look.view == VIEW_STEPS && app->picture.layers->view.layer == 1);
            CHECK_TEXT(app->picture.run_text, turn == 1 && opening ? "Typed meanwhile." : app->picture.text);
            CHECK(app->live.modes && app->live.modes[2] == HS_HEAD_MEAN && app->lens.wish.minus == MINUS_KEPT);
        }
        app_drop(app);
    }
    remove(saved);
}

TEST(test_app_live)
{
    test_typing();
    test_undone();
    test_answers();
    test_leaving();
    test_second();
    test_subtracting();
    test_session();
    return check_report();
}
