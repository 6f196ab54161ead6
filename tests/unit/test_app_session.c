/* test_app_session.c – sessions: what is saved comes back, what is broken is refused by name and
 * changes nothing, files that a session names are followed only where they may, and a killed
 * window's sentence is offered once. Runs with a settings folder of its own. */
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "model/app.h"
#include "cli/args.h"
#include "app_rig.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/desk.h"
#include "chrome/pass.h"

static char folder[600];

static const char *in_folder(const char *name)
{
    return rig_in(folder, name);
}

static void write_text(const char *name, const char *text)
{
    rig_write(in_folder(name), text, strlen(text));
}

/* The session at `name` is opened as a user does it. */
static void open_session(struct app *app, const char *name)
{
    act_text(app, ACT_OPEN, in_folder(name));
}

static struct hs_buffer as_json(const struct app *app)
{
    struct hs_buffer buffer = {0};
    struct session *session = malloc(sizeof *session);
    CHECK(session != NULL);
    if (session) {
        session_take(app, session);
        session_write(app, session, NULL, &buffer);
    }
    free(session);
    return buffer;
}

/* ---------------------------------------------------------------- round trip */
static void set_everything(struct app *app)
{
    act_text(app, ACT_TEXT, "The \"old\" dog\tchased the cat — naïve, 日本 \\ it.");
    act_number(app, ACT_HEADS, 16);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 3, .number = HS_HEAD_OFF});
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 5, .number = HS_HEAD_MEAN});
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 7});
    act(app, (struct action){.kind = ACT_LOCK, .q = 4, .k = 2});
    act(app, (struct action){.kind = ACT_ZOOM, .amount = 1.7f, .x = 0.3f, .y = 0.6f});
    act_number(app, ACT_PALETTE, PALETTE_MAGMA);
    act_number(app, ACT_SCALE, SCALE_LOG);
    act_number(app, ACT_REDUCE, REDUCE_MEAN);
    act_number(app, ACT_RANGE_PER_HEAD, 1);
    act_number(app, ACT_VALUES, 0);
    act_number(app, ACT_ONE_BASED, 0);
    act_number(app, ACT_LENS, (long)hs_lens_named("value"));
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_PUNCTUATION, .q = 1});
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 3, .q = 1});
    act_number(app, ACT_RENORMALISE, 1);
    act_number(app, ACT_SORT, (long)sort_named("entropy"));
    act_number(app, ACT_SORT_ORDER, 1);
    act(app, (struct action){.kind = ACT_LINES_HEAD, .head = 2, .number = 0});
    act_number(app, ACT_LINES_RULE, HS_LINKS_TOP);
    act(app, (struct action){.kind = ACT_LINES_AMOUNT, .amount = 5});
    act_number(app, ACT_STEP, STEP_MIX);
    act_text(app, ACT_NOTE, "Look at “it”.");
}

static void check_round_trip(void)
{
    struct app *app = rig_open(NULL);
    set_everything(app);
    struct hs_buffer saved = as_json(app);
    act_text(app, ACT_SESSION_SAVE, in_folder("all.session"));
    CHECK(tells(reading(app, "message"), "Saved the session"));
    app_drop(app);

    app = rig_open("Another sentence.");
    open_session(app, "all.session");
    CHECK_TEXT(reading(app, "message"), "");
    struct hs_buffer opened = as_json(app);
    CHECK_TEXT(opened.data, saved.data);
    CHECK_TEXT(reading(app, "text"), "The \"old\" dog\tchased the cat — naïve, 日本 \\ it.");
    CHECK_TEXT(reading(app, "heads"), "16");
    CHECK_TEXT(reading(app, "mask"), "causal");
    CHECK_TEXT(reading(app, "locked"), "4 2");
    CHECK_TEXT(reading(app, "zoom"), "1.70");
    CHECK_TEXT(reading(app, "note"), "Look at “it”.");
    CHECK(hs_set_head_mode(app->picture.set, 0, 3) == HS_HEAD_OFF);
    CHECK(hs_set_head_mode(app->picture.set, 0, 5) == HS_HEAD_MEAN);
    CHECK(app->lens.wish.kind == hs_lens_named("value") && app->lens.wish.hide_token[3] && app->lens.wish.renormalise);
    CHECK(app->lens.sort == sort_named("entropy") && app->lens.sort_reversed && app->lines.hidden[2]);
    hs_buffer_drop(&saved);
    hs_buffer_drop(&opened);
    app_drop(app);
}

/* ---------------------------------------------------------------- broken files */
#define HEAD "{\"headscope_session\": 1, \"text\": \"A dog barks.\""
static const struct {
    const char *json, *message;
} broken[] = {
    {"", "not valid JSON"},
    {"{", "line 1"},
    {"[]", "no session"},
    {"{\"text\": \"A.\"}", "no session"},
    {"{\"headscope_session\": 2, \"text\": \"A.\"}", "\"headscope_session\" should be 1"},
    {"{\"headscope_session\": 1}", "\"text\" is missing"},
    {"{\"headscope_session\": 1, \"text\": 3}", "\"text\" should be"},
    {"{\"headscope_session\": 1, \"text\": \" \"}", ""},
    {HEAD ", \"text\": \"B\"}", "text"},
    {HEAD ", \"heads\": 3}", "\"heads\" should be"},
    {HEAD ", \"heads\": 1e99}", "\"heads\" should be"},
    {HEAD ", \"heads\": 0}", "\"heads\" should be"},
    {HEAD ", \"head\": 8}", "\"head\" is 8"},
    {HEAD ", \"mask\": \"both\"}", "\"mask\" should be"},
    {HEAD ", \"view\": \"cellar\"}", "\"view\" should be"},
    {HEAD ", \"view\": null}", "\"view\" should be"},
    {HEAD ", \"head_modes\": {\"x\": \"off\"}}", "\"head_modes\" should be"},
    {HEAD ", \"head_modes\": {\"9\": \"off\"}}", "names head 9"},
    {HEAD ", \"head_modes\": {\"512\": \"off\"}}", "\"head_modes\" should be"},
    {HEAD ", \"lock\": {\"query\": -1}}", "\"lock\" should be"},
    {HEAD ", \"lock\": {\"query\": 1, \"door\": 2}}", "\"lock\" should be"},
    {HEAD ", \"zoom\": {\"rows\": [0.5, 0.5], \"columns\": [0, 1]}}", "\"zoom\" should be"},
    {HEAD ", \"zoom\": {\"rows\": [0, 2], \"columns\": [0, 1]}}", "\"zoom\" should be"},
    {HEAD ", \"palette\": \"diverging\"}", "\"palette\" should be"},
    {HEAD ", \"file\": {\"sample\": \"../x.txt\", \"sentence\": 0}}", "\"file\" should be"},
    {HEAD ", \"file\": {\"path\": \"x.txt\"}}", "\"file\" should be"},
    {HEAD ", \"lens\": \"soul\"}", "\"lens\" should be"},
    {HEAD ", \"hide\": {\"tokens\": [1]}}", "\"hide\" should be"},
    {HEAD ", \"lines\": {\"rule\": \"top\", \"amounts\": [2, 0, 1], \"hidden_heads\": []}}",
        "\"lines\" should be"},
    {HEAD ", \"importance\": 1}", "\"importance\" is no field"},
    {HEAD "} x", "line 1"},
    {"{\"headscope_session\": 1, \"text\": \"\xff\"}", "UTF-8"},
};

static void check_broken(void)
{
    struct app *app = rig_open("The cat sleeps.");
    struct hs_buffer before = as_json(app);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        write_text("broken.session", broken[i].json);
        open_session(app, "broken.session");
        CHECK_TEXT(reading(app, "message-kind"), "error");
        CHECK(tells(reading(app, "message"), broken[i].message));
        struct hs_buffer after = as_json(app);
        CHECK_TEXT(after.data, before.data);
        hs_buffer_drop(&after);
    }
    open_session(app, "missing.session");
    CHECK(tells(reading(app, "message"), "missing.session"));
    hs_buffer_drop(&before);
    /* A lock beyond the sentence is let go, since another version may cut tokens differently. */
    write_text("far.session", HEAD ", \"lock\": {\"query\": 40}}");
    open_session(app, "far.session");
    CHECK_TEXT(reading(app, "locked"), "- -");
    CHECK(
        tells(reading(app, "message"), "The session locks row 41, and its sentence has "));
    app_drop(app);
}

/* ---------------------------------------------------------------- the sentence file behind it */
static void check_file(void)
{
    char text[2000], inside[700];
    struct app *app = rig_open(NULL);
    snprintf(inside, sizeof inside, "%s/in", folder);
    mkdir(inside, 0700);
    write_text("in/near.txt", "First sentence.\nSecond sentence.\n");
    write_text("far.txt", "Far one.\nFar two.\n");
    act_text(app, ACT_OPEN, in_folder("in/near.txt"));
    act_number(app, ACT_SENTENCE, 1);
    act_text(app, ACT_SESSION_SAVE, in_folder("in/near.session"));
    act_text(app, ACT_TEXT, "Changed by hand.");
    act_text(app, ACT_SESSION_SAVE, in_folder("in/edited.session"));
    app_drop(app);

    app = rig_open(NULL);
    open_session(app, "in/near.session");
    CHECK(strstr(reading(app, "file"), "near.txt") != NULL);
    CHECK_TEXT(reading(app, "sentence"), "2");
    CHECK_TEXT(reading(app, "edited"), "no");
    open_session(app, "in/edited.session");
    CHECK_TEXT(reading(app, "text"), "Changed by hand.");
    CHECK_TEXT(reading(app, "edited"), "yes");

    /* Outside of the session's folder, absolute, by dots or by a link: not followed, but the
     * sentence is there. */
    CHECK(symlink(in_folder("far.txt"), in_folder("in/link.txt")) == 0);
    const char *const paths[] = {in_folder("far.txt"), "../far.txt", "link.txt", "/etc/passwd"};
    for (size_t i = 0; i < 4; i++) {
        snprintf(
            text, sizeof text, HEAD ", \"file\": {\"path\": \"%s\", \"sentence\": 0}}", paths[i]);
        write_text("in/out.session", text);
        open_session(app, "in/out.session");
        CHECK_TEXT(reading(app, "text"), "A dog barks.");
        CHECK_TEXT(reading(app, "file"), "");
        CHECK(tells(reading(app, "message"), "outside its folder"));
    }
    /* Once the user has opened it himself it may be followed. */
    act_text(app, ACT_OPEN, in_folder("far.txt"));
    open_session(app, "in/out.session");
    snprintf(text, sizeof text, HEAD ", \"file\": {\"path\": \"../far.txt\", \"sentence\": 1}}");
    write_text("in/out.session", text);
    open_session(app, "in/out.session");
    CHECK(strstr(reading(app, "file"), "far.txt") != NULL);
    /* A sample goes by its name. */
    snprintf(text, sizeof text, HEAD ", \"file\": {\"sample\": \"objects.txt\", \"sentence\": 0}}");
    write_text("sample.session", text);
    open_session(app, "sample.session");
    CHECK(strstr(reading(app, "file"), "samples/objects.txt") != NULL);
    app_drop(app);
}

/* The sessions among the samples open without a word, as a file argument and as a sample. */
static void check_samples(void)
{
    int sessions = 0;
    struct app *app = rig_open(NULL);
    for (size_t i = 0; i < app->files.sample_count; i++) {
        if (!session_is_file(app->files.samples[i]))
            continue;
        char path[APP_PATH_ROOM + 300];
        snprintf(path, sizeof path, "%s/%s", app->files.samples_folder, app->files.samples[i]);
        act_text(app, ACT_OPEN, path);
        CHECK_TEXT(reading(app, "message"), "");
        CHECK(app->files.note[0] != '\0');
        sessions++;
    }
    CHECK(sessions >= 2);
    app_drop(app);
}

static void check_arguments(void)
{
    static char *const good[] = {
        "headscope", "--tour", "3", "--present", "--resume", "new.session"};
    static char *const bad[][3] = {{"headscope", "--tour", "101"}, {"headscope", "--tour", "0"},
        {"headscope", "--tour", "x"}, {"headscope", "--present=1", ""}};
    struct args args;
    CHECK(args_parse(6, good, &args, NULL) == HS_OK);
    CHECK(args_number(&args, OPTION_TOUR, 0) == 3 && args_has(&args, OPTION_PRESENT) && args_has(&args, OPTION_RESUME) && args.words_are_files);
    args_drop(&args);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(args_parse(3, bad[i], &args, NULL) == HS_BAD_USE);
        args_drop(&args);
    }
}

/* An existing file is asked about, but not the session's own; a folder that cannot be written to is
 * one message. */
static void check_saving(void)
{
    struct app *app = rig_open(NULL);
    write_text("there.session", "something else");
    act_text(app, ACT_SESSION_SAVE, in_folder("there.session"));
    CHECK(strstr(reading(app, "question"), "exists already") != NULL);
    act_number(app, ACT_CANCEL, 0);
    act_text(app, ACT_SESSION_SAVE, in_folder("there.session"));
    act_number(app, ACT_CONFIRM, 0);
    CHECK(tells(reading(app, "message"), "Saved the session"));
    act_text(app, ACT_SESSION_SAVE, in_folder("there.session"));
    CHECK_TEXT(reading(app, "question"), "");
    act_text(app, ACT_SESSION_SAVE, in_folder("no/such/folder/x.session"));
    CHECK_TEXT(reading(app, "message-kind"), "error");
    act_text(app, ACT_SESSION_SAVE, in_folder("picture.png"));
    CHECK(tells(reading(app, "message"), "ends in .session"));
    act_text(app, ACT_TEXT, "  ");
    act_text(app, ACT_SESSION_SAVE, in_folder("blank.session"));
    CHECK(tells(reading(app, "message"), "type a sentence"));
    app_drop(app);
}

static struct app *open_window_app(void)
{
    struct app *app = NULL;
    struct app_options options = {.assets = HS_SOURCE_DIR "/assets", .fixed_fonts = true};
    CHECK(app_new(&options, &app, NULL) == HS_OK);
    return app;
}

/* ---------------------------------------------------------------- killed */
/* A window that types `text`, keeps it, and is killed like kill -9 does; or ends well. */
static void live_and_die(const char *text, bool killed)
{
    pid_t child = fork();
    if (child == 0) {
        struct app *app = open_window_app();
        session_keep_start(app);
        act_text(app, ACT_TEXT, text);
        act_number(app, ACT_HEADS, 4);
        session_keep_tick(app, 5000);
        if (killed)
            raise(SIGKILL);
        session_keep_end(app);
        app_drop(app);
        _exit(0);
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) == killed);
}

static void check_offer(void)
{
    struct app *app, *second;
    live_and_die("A clean end leaves nothing.", false);
    app = open_window_app();
    session_keep_start(app);
    CHECK_TEXT(reading(app, "offer"), "");
    act_number(app, ACT_SESSION_LAST, 0);
    CHECK_TEXT(reading(app, "text"), "A clean end leaves nothing.");
    app_drop(app);

    live_and_die("The killed window's sentence.", true);
    app = open_window_app();
    session_keep_start(app);
    CHECK_TEXT(reading(app, "offer"), "The killed window's sentence.");
    CHECK_TEXT(reading(app, "text"), APP_DEFAULT_TEXT);
    /* While one window offers it, another does not. */
    second = open_window_app();
    session_keep_start(second);
    CHECK_TEXT(reading(second, "offer"), "");
    session_keep_end(second);
    app_drop(second);
    /* Later: the next start asks again. */
    press(app, "esc");
    CHECK_TEXT(reading(app, "offer"), "");
    session_keep_end(app);
    app_drop(app);
    app = open_window_app();
    session_keep_start(app);
    app_settle(app);
    CHECK_TEXT(reading(app, "offer"), "The killed window's sentence.");
    press(app, "ctrl+shift+r");
    CHECK_TEXT(reading(app, "text"), "The killed window's sentence.");
    CHECK_TEXT(reading(app, "heads"), "4");
    CHECK_TEXT(reading(app, "offer"), "");
    session_keep_end(app);
    app_drop(app);

    live_and_die("First lost.", true);
    live_and_die("Second lost.", true);
    app = open_window_app();
    session_keep_start(app);
    app_settle(app);
    CHECK(strstr(reading(app, "offer"), "lost.") != NULL);
    act_number(app, ACT_RESTORE, SESSION_DISCARD);
    session_keep_end(app);
    app_drop(app);
    app = open_window_app();
    session_keep_start(app);
    CHECK(strstr(reading(app, "offer"), "lost.") != NULL); /* the other of the two */
    act_number(app, ACT_RESTORE, SESSION_DISCARD);
    session_keep_end(app);
    app_drop(app);
    app = open_window_app();
    session_keep_start(app);
    CHECK_TEXT(reading(app, "offer"), "");
    session_keep_drop(app->files.keeper);
    app->files.keeper = NULL;
    app_drop(app);
}

/* At most one write a second, none without a change, none of an empty field. */
static void check_ticks(void)
{
    struct app *app = open_window_app();
    struct stat status;
    const char *path = in_folder("headscope/running-1.session");
    char kept[1300];
    snprintf(kept, sizeof kept, "%s", path);
    session_keep_start(app);
    CHECK(session_keep_tick(app, 1000) == -1);
    CHECK(stat(kept, &status) != 0);
    act_text(app, ACT_TEXT, "One.");
    CHECK(session_keep_tick(app, 1010) == -1);
    CHECK(stat(kept, &status) == 0);
    act_text(app, ACT_TEXT, "Two.");
    CHECK(session_keep_tick(app, 1300) == 710);
    act_text(app, ACT_TEXT, " ");
    CHECK(session_keep_tick(app, 2020) == -1);
    act_text(app, ACT_TEXT, "Three.");
    CHECK(session_keep_tick(app, 2030) == -1);
    session_keep_end(app);
    CHECK(stat(kept, &status) != 0);
    app_drop(app);
    /* A folder that cannot be written to: the window works, nothing is kept. */
    setenv("XDG_CONFIG_HOME", "/proc/nowhere", 1);
    app = open_window_app();
    session_keep_start(app);
    CHECK(session_keep_tick(app, 1) == -1);
    session_keep_end(app);
    app_drop(app);
    unsetenv("XDG_CONFIG_HOME");
    setenv("HOME", in_folder("home"), 1);
    mkdir(in_folder("home"), 0700);
    app = open_window_app();
    CHECK(app->window.first_start);
    settings_write(app, NULL);
    CHECK(access(in_folder("home/.config/headscope/settings"), R_OK) == 0);
    app_drop(app);
}

TEST(test_app_session)
{
    snprintf(folder, sizeof folder, "%s", rig_folder("app-session"));
    setenv("XDG_CONFIG_HOME", folder, 1);
    check_round_trip();
    check_broken();
    check_file();
    check_saving();
    check_samples();
    check_arguments();
    check_offer();
    check_ticks();
    return check_report();
}
