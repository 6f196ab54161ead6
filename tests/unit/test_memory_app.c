/* test_memory_app.c – every allocation may be the one that fails, in what a user does with a
 * picture: lenses, differences, heads off, explanations, sessions, attention files, the tour,
 * Specialise. There is an error or a plainer picture, never a crash or a leak; the text stays, and
 * with memory again everything is as it was, to the pixel. */
#include <sys/stat.h>

#include "memory_sweep.h"
#include "app_rig.h"
#include "model/app.h"
#include "dump_files.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/perform.h"
#include "chrome/pass.h"
#include "desk/tour.h"

#define TEXT "The dog that chased the cat slept."

static struct app *app;
static struct session *home_session;
static uint64_t home_hash;
static const char *folder;

static uint64_t picture(void)
{
    struct hs_error error;
    CHECK(app_picture(app, &error) == HS_OK);
    return canvas_hash(app->services.canvas);
}

/* The state that everything comes back to. The cells' cache, statistics and names of heads are made
 * anew, since want of memory may have left them out. */
static void go_home(void)
{
    struct hs_error error = {HS_OK, ""};
    act_number(app, ACT_TOUR, 0);
    for (int i = 0; i < 6 && (app->talk.dialog || app->talk.help || app->talk.question[0] || app->talk.message_kind);
         i++)
        act_number(app, ACT_CANCEL, 0);
    if (app->picture.layers)
        act_number(app, ACT_SOURCE_CLOSE, 0);
    act_number(app, ACT_CLOSE_FILE, 0);
    if (session_put(app, home_session, &error))
        fprintf(stderr, "%s\n", error.message);
    CHECK(error.status == HS_OK);
    app->lens.wish.minus = MINUS_NOTHING;
    act_number(app, ACT_BASELINE, HS_BASELINE_NONE);
    act_text(app, ACT_FIND, "");
    act_number(app, ACT_PANEL, PANEL_LINKS);
    act_number(app, ACT_LENS_RESET, 0);
    act_number(app, ACT_STEP_CARD, 0);
    act_number(app, ACT_DISMISS, 0);
    app_event(app, &(struct ui_event){.kind = UI_LEAVE});
}

static void home(void)
{
    go_home();
    CHECK_TEXT(app->picture.text, TEXT);
    CHECK(app->picture.set && app->lens.made.shown);
    if (picture() != home_hash) { /* with what a second visit finds in its caches */
        go_home();
        CHECK(picture() == home_hash);
    }
}

/* After a job whose memory was refused: what holds at once, before anything is put right. */
static void still_sound(void)
{
    fail_alloc_stop();
    CHECK(app->picture.set && app->lens.made.shown && app->picture.stats);
    CHECK(hs_set_shape(app->picture.set).h == app->picture.h);
    picture();
}

static void draw(void)
{
    struct hs_error error = {HS_OK, ""};
    if (app_picture(app, &error))
        CHECK(fail_alloc_refused() && error.message[0]);
}

/* An action, then its picture; an action that did nothing says so. */
static void step_of(struct action action)
{
    app_apply(app, &action);
    draw();
}

/* ---------------------------------------------------------------- lenses, differences, heads */
static void lens(void)
{
    for (long kind = 1; kind <= (long)hs_lens_named("score"); kind++)
        step_of((struct action){.kind = ACT_LENS, .number = kind});
    still_sound();
    CHECK_TEXT(app->picture.text, TEXT);
}

static void difference(void)
{
    step_of((struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 2});
    step_of((struct action){.kind = ACT_BESIDE, .number = 1});
    step_of((struct action){.kind = ACT_VIEW, .number = VIEW_HEAD});
    step_of((struct action){.kind = ACT_MINUS, .number = MINUS_COUNT, .head = 4});
    step_of((struct action){.kind = ACT_KEEP});
    step_of((struct action){.kind = ACT_MINUS, .number = MINUS_KEPT});
    step_of((struct action){.kind = ACT_KEEP, .text = "A cat that chased the dog slept."});
    still_sound();
    CHECK_TEXT(app->picture.text, TEXT);
}

static void hidden_sorted_found(void)
{
    step_of((struct action){.kind = ACT_HIDE, .number = HIDE_PUNCTUATION, .q = ACT_NOWHERE});
    step_of((struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 2, .q = 1});
    step_of((struct action){.kind = ACT_RENORMALISE, .number = 1});
    step_of((struct action){.kind = ACT_SORT, .number = (long)sort_named("entropy")});
    step_of((struct action){.kind = ACT_FIND, .text = "c"});
    step_of((struct action){.kind = ACT_PANEL, .number = PANEL_ALIKE});
    still_sound();
    CHECK_TEXT(app->picture.text, TEXT);
}

static void heads(void)
{
    step_of((struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF});
    step_of((struct action){.kind = ACT_HEAD_MODE, .head = 3, .number = HS_HEAD_MEAN});
    step_of((struct action){.kind = ACT_PANEL, .number = PANEL_OUTPUT});
    step_of((struct action){.kind = ACT_HEADS, .number = 4});
    step_of((struct action){.kind = ACT_MASK, .number = HS_MASK_CAUSAL});
    step_of((struct action){.kind = ACT_VIEW, .number = VIEW_COMPARE});
    still_sound();
    CHECK_TEXT(app->picture.text, TEXT);
}

static void explained(void)
{
    step_of((struct action){.kind = ACT_VIEW, .number = VIEW_STEPS});
    for (long step = 0; step < STEP_COUNT; step++) {
        step_of((struct action){.kind = ACT_STEP_PICK, .number = step, .q = 3, .k = 1});
        step_of((struct action){.kind = ACT_STEP_CARD, .number = 1});
    }
    step_of((struct action){.kind = ACT_STEP_CONTRAST, .number = 1});
    still_sound();
    CHECK_TEXT(app->picture.text, TEXT);
}

static void copied(void)
{
    step_of((struct action){.kind = ACT_LOCK, .q = 3, .k = 1});
    for (long what = 0; what <= COPY_MATRIX; what++)
        step_of((struct action){.kind = ACT_COPY, .number = what});
    still_sound();
}

static void resized(void)
{
    step_of((struct action){.kind = ACT_RESIZE, .dx = 1400, .dy = 900});
    step_of((struct action){.kind = ACT_UI_SCALE, .amount = 2});
    fail_alloc_stop();
    act(app, (struct action){.kind = ACT_UI_SCALE, .amount = 1});
    act(app, (struct action){.kind = ACT_RESIZE, .dx = APP_WIDTH, .dy = APP_HEIGHT});
    still_sound();
}

static void dialogs(void)
{
    static const enum action_kind kinds[] = {
        ACT_OPEN_DIALOG, ACT_EXPORT_DIALOG, ACT_SESSION_DIALOG, ACT_ANNOTATED_DIALOG, ACT_HELP};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        step_of((struct action){.kind = kinds[i], .number = kinds[i] == ACT_HELP});
        step_of((struct action){.kind = ACT_CANCEL});
    }
    still_sound();
}

/* Each letter is an event, an undo step, a run of the engine. What was typed stays typed. */
static void typed(void)
{
    static const char letters[] = "New.";
    step_of((struct action){.kind = ACT_TEXT, .text = ""});
    step_of((struct action){.kind = ACT_FOCUS_TEXT});
    for (const char *at = letters; *at; at++) {
        struct ui_event event = {.kind = UI_TEXT, .text = {*at}};
        app_event(app, &event);
        draw();
    }
    bool refused = fail_alloc_refused();
    still_sound();
    if (!refused)
        CHECK_TEXT(app->picture.text, letters);
    press(app, "escape");
}

/* ---------------------------------------------------------------- files */
static void session_opened(void)
{
    app_apply(app,
        &(struct action){.kind = ACT_OPEN, .text = HS_SOURCE_DIR "/tests/gui/data/good.session"});
    bool refused = fail_alloc_refused(), error = app->talk.message_kind == MESSAGE_ERROR;
    draw();
    still_sound();
    if (error) {
        CHECK(refused);
        CHECK_TEXT(app->picture.text, TEXT);
    } else {
        CHECK_TEXT(app->picture.text, "She gave him a book.");
    }
}

/* A file of ours: the old one or the new one, and no temporary. */
static void either(const char *path, bool written)
{
    struct stat about;
    CHECK(stat(path, &about) == 0);
    CHECK(written ? about.st_size > 10 : about.st_size == 3);
}

static void session_saved(void)
{
    char path[700];
    snprintf(path, sizeof path, "%s/kept.session", folder);
    rig_write(path, "old", 3);
    app_apply(app, &(struct action){.kind = ACT_SESSION_SAVE, .text = path, .number = 1});
    bool refused = fail_alloc_refused();
    fail_alloc_stop();
    CHECK(app->talk.message_kind == MESSAGE_INFO || (refused && app->talk.message_kind == MESSAGE_ERROR));
    either(path, app->talk.message_kind == MESSAGE_INFO);
    app->files.session_path[0] = '\0';
    still_sound();
}

static void settings(void)
{
    char path[700];
    struct stat about;
    snprintf(path, sizeof path, "%s/headscope/settings", folder);
    rig_write(path, "old", 3);
    settings_write(app, NULL);
    bool refused = fail_alloc_refused();
    fail_alloc_stop();
    CHECK(stat(path, &about) == 0 && about.st_size >= 3);
    CHECK(about.st_size > 3 || refused);
}

static void kept_running(void)
{
    app->files.offer[0] = '\0';
    session_keep_start(app);
    app_apply(app, &(struct action){.kind = ACT_TEXT, .text = "Kept?"});
    session_keep_now(app);
    session_keep_end(app);
    bool refused = fail_alloc_refused();
    session_keep_drop(app->files.keeper);
    app->files.keeper = NULL;
    still_sound();
    CHECK(!refused || app->picture.text[0]);
}

static void annotated_opened(void)
{
    step_of(
        (struct action){.kind = ACT_ANNOTATED, .text = HS_SOURCE_DIR "/tests/gui/data/small.json"});
    step_of((struct action){.kind = ACT_VIEW, .number = VIEW_SPECIALISE});
    step_of((struct action){.kind = ACT_SCORE_CELL, .head = 0, .k = 0});
    step_of((struct action){.kind = ACT_LINK_ORDER, .number = 1});
    step_of((struct action){.kind = ACT_SCORE_SORT, .number = 1});
    step_of((struct action){.kind = ACT_BASELINE, .number = HS_BASELINE_RANDOM});
    still_sound();
    CHECK_TEXT(app->picture.text, TEXT);
    app->scores.head = ACT_NOWHERE;
}

static void toured(void)
{
    for (long stop = 1; stop <= 10; stop++)
        step_of((struct action){.kind = ACT_TOUR, .number = stop});
    app_apply(app, &(struct action){.kind = ACT_TOUR, .number = 0});
    still_sound();
    CHECK(app->talk.tour.step == 0 && app->talk.tour.before == NULL);
    CHECK_TEXT(app->picture.text, TEXT); /* the user's own, whatever could not be run */
}

/* A lesson with questions, which are answered. */
static void lesson_gone_through(void)
{
    step_of((struct action){.kind = ACT_OPEN, .text = HS_SOURCE_DIR "/tests/gui/data/small.lesson"});
    bool refused = fail_alloc_refused();
    CHECK(refused || app->talk.tour.step == 1);
    for (long step = 2; step <= 4 && app->talk.tour.step; step++) {
        step_of((struct action){.kind = ACT_TOUR, .number = step});
        step_of((struct action){.kind = ACT_TOUR_ANSWER, .number = 2});
    }
    app_apply(app, &(struct action){.kind = ACT_TOUR, .number = 0});
    still_sound();
    CHECK(app->talk.tour.step == 0 && !app->talk.tour.before && !app->talk.tour.lesson);
    CHECK_TEXT(app->picture.text, TEXT);
}

/* The old lesson, or the whole new one. */
static void step_written(void)
{
    static const char old[] = "headscope-lesson 1\ntitle T\nstep S\nsession {\"headscope_session\": 1, \"text\": \"A dog.\"}\ntext x\n";
    char path[700], *bytes;
    size_t length;
    struct lesson *lesson;
    snprintf(path, sizeof path, "%s/kept.lesson", folder);
    rig_write(path, old, sizeof old - 1);
    step_of((struct action){.kind = ACT_LESSON_DIALOG});
    app_apply(app, &(struct action){.kind = ACT_LESSON_TITLE, .text = "New"});
    app_apply(app, &(struct action){.kind = ACT_LESSON_TEXT, .text = "y"});
    app_apply(app, &(struct action){.kind = ACT_LESSON_SAVE, .text = path});
    bool refused = fail_alloc_refused(), done = app->talk.message_kind == MESSAGE_INFO;
    fail_alloc_stop();
    CHECK(done || (refused && app->talk.message_kind == MESSAGE_ERROR));
    CHECK(hs_file_read(path, 1 << 20, &bytes, &length, NULL) == HS_OK);
    CHECK(strncmp(bytes, old, sizeof old - 1) == 0 && (done || length == sizeof old - 1));
    CHECK(lesson_read(path, bytes, length, NULL, &lesson, NULL) == HS_OK && lesson->count == (done ? 2u : 1u));
    lesson_drop(lesson);
    free(bytes);
    app->talk.dialog = DIALOG_NONE;
    still_sound();
}

/* ---------------------------------------------------------------- attention files of each kind */
static char dump_path_now[700];

static void dump_opened(void)
{
    step_of((struct action){.kind = ACT_OPEN, .text = dump_path_now});
    bool refused = fail_alloc_refused();
    if (!refused && !app->picture.layers)
        fprintf(stderr, "%s\n", app->talk.message);
    if (app->picture.layers) {
        step_of((struct action){.kind = ACT_LAYER, .number = 1});
        step_of((struct action){.kind = ACT_VIEW, .number = VIEW_LAYERS});
        step_of((struct action){.kind = ACT_VIEW, .number = VIEW_HEAD});
        step_of((struct action){.kind = ACT_PIECES, .number = 2});
        step_of((struct action){.kind = ACT_PART, .number = 1});
        step_of((struct action){.kind = ACT_LENS, .number = ACT_NEXT});
        step_of((struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 0});
    } else {
        CHECK(refused && app->talk.message_kind == MESSAGE_ERROR);
    }
    still_sound();
    if (app->picture.layers)
        act_number(app, ACT_SOURCE_CLOSE, 0);
    CHECK(app->picture.layers == NULL);
    CHECK_TEXT(app->picture.text, TEXT);
}

static void made_dump(
    const char *name, const char *dtype, size_t rank, const size_t *shape, const char *metadata)
{
    struct hs_buffer bytes = {0};
    snprintf(dump_path_now, sizeof dump_path_now, "%s/%s.safetensors", folder, name);
    made_file(&bytes, "attention", dtype, rank, shape, metadata);
    file_write(dump_path_now, &bytes);
    hs_buffer_drop(&bytes);
    sweep(name, dump_opened, home);
}

/* Encoder, decoder and what the one sees of the other, in one file. */
static void three_tensors(void)
{
    static const char header[] =
        "{\"__metadata__\":{\"query_tokens\":\"[\\\"a\\\",\\\"b\\\"]\",\"key_tokens\":\"[\\\"c\\\","
        "\\\"d\\\",\\\"e\\\",\\\"f\\\"]\"},"
        "\"encoder_attention\":{\"dtype\":\"F32\",\"shape\":[2,4,4],\"data_offsets\":[0,128]},"
        "\"decoder_attention\":{\"dtype\":\"F32\",\"shape\":[2,2,2],\"data_offsets\":[128,160]},"
        "\"cross_attention\":{\"dtype\":\"F32\",\"shape\":[2,2,4],\"data_offsets\":[160,224]}}";
    struct hs_buffer bytes = {0};
    header_write(&bytes, header);
    for (size_t i = 0; i < 56; i++)
        number_write(&bytes, "F32", i % 2 ? 0.75 : 0.25);
    snprintf(dump_path_now, sizeof dump_path_now, "%s/three.safetensors", folder);
    file_write(dump_path_now, &bytes);
    hs_buffer_drop(&bytes);
    sweep("dump of three", dump_opened, home);
}

static void array(void)
{
    struct hs_buffer bytes = {0};
    char side[720];
    npy_write(&bytes, 1, "<f8", "False", "(2, 2, 4, 4)");
    for (size_t i = 0; i < 64; i++)
        number_write(&bytes, "F64", i % 4 ? 0.125 : 0.625);
    snprintf(dump_path_now, sizeof dump_path_now, "%s/array.npy", folder);
    file_write(dump_path_now, &bytes);
    hs_buffer_drop(&bytes);
    snprintf(side, sizeof side, "%s/array.tokens.json", folder);
    rig_write(side, "[\"a\", \"b\", \"c\", \"d\"]", 20);
    sweep("dump as array", dump_opened, home);
}

static void dumps(void)
{
    made_dump("dump F32", "F32", 4, (size_t[]){2, 2, 4, 4},
        "\"tokens\":\"[\\\"un\\\",\\\"##do\\\",\\\"it\\\",\\\".\\\"]\",\"model\":\"made\"");
    made_dump("dump F16 batch", "F16", 5, (size_t[]){2, 2, 2, 4, 4}, NULL);
    made_dump("dump BF16 single", "BF16", 2, (size_t[]){4, 4}, NULL);
    three_tensors();
    array();
}

/* ---------------------------------------------------------------- training runs */
static char run_path[700];

static void left_run(void)
{
    if (app->learn.shown)
        act_number(app, ACT_LEARN_LEAVE, 0);
    CHECK(!app->learn.shown && !learn_disk_busy(app));
    home();
}

static void trained(void)
{
    step_of((struct action){.kind = ACT_VIEW, .number = VIEW_LEARN});
    step_of((struct action){.kind = ACT_LEARN_RUN, .number = 1});
    step_of((struct action){.kind = ACT_LEARN_MOMENT, .number = 0});
    step_of((struct action){.kind = ACT_EXPORT, .number = EXPORT_SHEET, .text = "/dev/null"});
    still_sound();
    CHECK_TEXT(app->picture.text, TEXT);
}

static void run_saved_and_opened(void)
{
    step_of((struct action){.kind = ACT_OPEN, .text = run_path});
    step_of((struct action){.kind = ACT_LEARN_SAVE, .text = run_path, .number = 1});
    still_sound();
    CHECK(hs_learn_is_file(run_path)); /* the old one or the new one, whole */
    CHECK_TEXT(app->picture.text, TEXT);
}

static void runs(void)
{
    struct hs_learn_options *wish = &app->learn.wish;
    wish->models = 1;
    wish->h[0] = 2;
    wish->sentences = wish->held_out = HS_LEARN_LEAST;
    wish->threads = 1;
    snprintf(run_path, sizeof run_path, "%s/run.safetensors", folder);
    act_number(app, ACT_VIEW, VIEW_LEARN);
    act_number(app, ACT_LEARN_RUN, 1);
    act(app, (struct action){.kind = ACT_LEARN_SAVE, .text = run_path});
    CHECK(hs_learn_is_file(run_path) && app->learn.shown);
    left_run();
    sweep("run trained", trained, left_run);
    sweep("run saved and opened", run_saved_and_opened, left_run);
}

TEST(test_memory_app)
{
    char config[700];
    sweep_arguments(count, arguments);
    fail_alloc_cjson();
    folder = rig_folder("memory-app");
    snprintf(config, sizeof config, "%s/headscope", folder);
    CHECK(mkdir(config, 0700) == 0 && setenv("XDG_CONFIG_HOME", folder, 1) == 0);
    app = rig_open(TEXT);
    home_session = malloc(sizeof *home_session);
    CHECK(home_session != NULL);
    session_take(app, home_session);
    annotated_opened(); /* the small file stays open: measuring it takes no time */
    go_home();
    home_hash = picture();
    sweep("lens", lens, home);
    sweep("difference", difference, home);
    sweep("hidden, sorted, found", hidden_sorted_found, home);
    sweep("heads", heads, home);
    sweep("explained", explained, home);
    sweep("copied", copied, home);
    sweep("resized", resized, home);
    sweep("dialogs", dialogs, home);
    sweep("typed", typed, home);
    sweep("session opened", session_opened, home);
    sweep("session saved", session_saved, home);
    sweep("settings", settings, home);
    sweep("kept running", kept_running, home);
    sweep("specialise", annotated_opened, home);
    sweep("tour", toured, home);
    sweep("lesson", lesson_gone_through, home);
    sweep("lesson written", step_written, home);
    dumps();
    runs();
    app_drop(app);
    free(home_session);
    return sweep_report();
}
