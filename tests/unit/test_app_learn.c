/* test_app_learn.c – training runs beside a window that does not wait: trained while frames are drawn and keys come, saved and opened
 * by a thread, given up, brought back by sessions and commands at their moment. Under ThreadSanitizer in CI. */
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "app_rig.h"
#include "desk/command.h"
#include "desk/follow.h"
#include "desk/perform.h"
#include "desk/session.h"
#include "model/job.h"

static const char *folder;
static atomic_int woken;

static void wake(void *user)
{
    (void)user;
    atomic_fetch_add(&woken, 1);
}

static const char *in_folder(const char *name)
{
    return rig_in(folder, name);
}

static struct app *open_window(void)
{
    struct app *app = rig_open("The dog chased the cat.");
    app->window.headless = false;
    app->services.wake = wake;
    app_waking_changed(app);
    app->learn.wish.sentences = 288;
    app->learn.wish.held_out = 96;
    app->learn.wish.h[1] = 2;
    return app;
}

/* Frames are drawn until the run has ended and nothing is read or written. */
static void come_to_rest(struct app *app)
{
    struct hs_error error = {HS_OK, ""};
    while (learn_disk_busy(app) || app->learn.going || learn_making(app)) {
        usleep(1000);
        app_settle(app);
    }
    CHECK(!learn_disk_busy(app) && !app->learn.going && !learn_making(app) && runs_follow(app, true, &error) == HS_OK);
    app_settle(app);
}

/* The weights of the picture's heads are these of that moment, and not those of another. */
static bool shows_moment(const struct app *app, const struct hs_learn *run, size_t moment, size_t model)
{
    struct hs_weights weights;
    const size_t count = (size_t)4 * HS_D_MODEL * HS_D_MODEL;
    float *own = malloc(count * sizeof *own);
    hs_learn_weights(run, moment, model, own);
    bool same = picture_can(app, HS_CAN_TRAINING) && hs_source_weights(app->picture.source, 0, &weights, NULL) == HS_OK &&
                memcmp(weights.W_Q, own, count * sizeof *own) == 0;
    free(own);
    return same;
}

/* A letter at a time, with a frame after each, while it learns. */
static void type(struct app *app, const char *text)
{
    char part[200];
    for (size_t length = 1; length <= strlen(text); length++) {
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        act_text(app, ACT_TEXT, part);
    }
}

static void test_training(struct app *app)
{
    int before = atomic_load(&woken);
    act_number(app, ACT_VIEW, VIEW_LEARN);
    act_number(app, ACT_LEARN_RUN, 1);
    CHECK(app->learn.going && !learn_over(app));
    type(app, "She gave the letter to her brother.");
    press(app, "1");
    press(app, "2");
    press(app, "8");
    act(app, (struct action){.kind = ACT_LEARN_SEED, .number = 7}); /* refused while it goes on */
    CHECK(app->learn.wish.seed == 1);
    act_number(app, ACT_LEARN_RUN, 0);
    act_number(app, ACT_LEARN_BATCH, 0);
    act_number(app, ACT_LEARN_RUN, 1);
    come_to_rest(app);
    const struct hs_learn *run = learn_run(app);
    CHECK(atomic_load(&woken) > before && learn_over(app) && hs_learn_done(run) && hs_learn_moments(run) == 4);
    CHECK_TEXT(app->picture.run_text, "She gave the letter to her brother.");
    for (size_t i = 0; i < 4; i++) {
        act_number(app, ACT_LEARN_MOMENT, (long)i);
        come_to_rest(app);
        CHECK(shows_moment(app, run, i, 1) && !shows_moment(app, run, (i + 1) % 4, 1));
    }
    CHECK(!shows_moment(app, run, 3, 0));
    act(app, (struct action){.kind = ACT_LEARN_HEAD, .k = 0, .head = 0});
    CHECK(shows_moment(app, run, 3, 0) && app->picture.h == 1);
    act(app, (struct action){.kind = ACT_LEARN_HEAD, .k = 1, .head = 1});
    for (int i = 0; i < 2; i++) { /* it is not saved: what was asked for long ago is not asked for twice */
        act_number(app, ACT_LEARN_AGAIN, 0);
        CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "not saved") && learn_run(app) == run);
        act_number(app, ACT_VIEW, i ? VIEW_LEARN : VIEW_GRID);
    }
}

/* A moment's models are made ready beside the window: until then the picture, and what is said of it, stay those of the former one,
 * and of several wishes the last is what comes. */
static void test_scrubbing(struct app *app)
{
    const struct hs_learn *run = learn_run(app);
    struct hs_error error = {HS_OK, ""};
    int before = atomic_load(&woken);
    CHECK(learn_moment(app) == 3 && shows_moment(app, run, 3, 1));
    CHECK(app_try(app, &(struct action){.kind = ACT_LEARN_MOMENT, .number = 0}, &error) == HS_OK);
    CHECK(learn_making(app) && learn_wished(app) == 0 && learn_moment(app) == 3 && shows_moment(app, run, 3, 1));
    CHECK(app_try(app, &(struct action){.kind = ACT_LEARN_MOMENT_STEP, .number = 1}, &error) == HS_OK); /* from the wished one */
    CHECK(app_try(app, &(struct action){.kind = ACT_LEARN_MOMENT_STEP, .number = 1}, &error) == HS_OK);
    CHECK(learn_wished(app) == 2 && learn_moment(app) != 2);
    come_to_rest(app);
    CHECK(learn_moment(app) == 2 && shows_moment(app, run, 2, 1) && atomic_load(&woken) > before);
    /* the other model of the moment that is shown is ready; while another moment is made the head is of that one */
    CHECK(app_try(app, &(struct action){.kind = ACT_LEARN_HEAD, .k = 0}, &error) == HS_OK);
    CHECK(!learn_making(app) && shows_moment(app, run, 2, 0) && app->picture.h == 1);
    CHECK(app_try(app, &(struct action){.kind = ACT_LEARN_MOMENT, .number = 1}, &error) == HS_OK && learn_making(app));
    CHECK(app_try(app, &(struct action){.kind = ACT_LEARN_HEAD, .k = 1, .head = 1}, &error) == HS_OK);
    CHECK(!learn_making(app) && shows_moment(app, run, 1, 1) && app->picture.h == 2 && app->look.head == 1);
    act_number(app, ACT_LEARN_MOMENT, 3);
    come_to_rest(app);
}

/* Paused within a batch it ends with that batch, and nothing trains until it is told to. */
static void test_pausing(void)
{
    struct app *app = open_window();
    app->learn.wish.sentences = 96 * 1000;
    act_number(app, ACT_VIEW, VIEW_LEARN);
    act_number(app, ACT_LEARN_RUN, 1);
    while (hs_learn_moments(learn_run(app)) == 0)
        usleep(100);
    act_number(app, ACT_LEARN_RUN, 0);
    CHECK(!app->learn.going && job_idle(app->learn.job, -1));
    size_t step = hs_learn_step_now(learn_run(app));
    app_settle(app);
    app_settle(app);
    CHECK(job_idle(app->learn.job, 0) && hs_learn_step_now(learn_run(app)) == step && step < 20 && !learn_over(app));
    act_number(app, ACT_LEARN_BATCH, 0);
    CHECK(job_idle(app->learn.job, -1) && hs_learn_step_now(learn_run(app)) == step + 1);
    app_drop(app);
}

static void drain(int pipe, char *bytes, size_t room, size_t *length)
{
    for (ssize_t got; *length < room && (got = read(pipe, bytes + *length, room - *length)) > 0;)
        *length += (size_t)got;
}

/* Into a pipe that nobody empties the file cannot come; meanwhile the window answers. */
static void test_saving(struct app *app)
{
    const size_t room = 64u << 20;
    char *bytes = malloc(room), *file = NULL;
    size_t length = 0, whole = 0;
    CHECK(mkfifo(in_folder("pipe.safetensors"), 0600) == 0);
    int pipe = open(in_folder("pipe.safetensors"), O_RDONLY | O_NONBLOCK);
    CHECK(pipe >= 0);
    act(app, (struct action){.kind = ACT_LEARN_SAVE, .text = in_folder("pipe.safetensors"), .number = 1});
    CHECK(learn_disk_busy(app));
    type(app, "Birds sing.");
    press(app, "1");
    CHECK(app->look.view == VIEW_GRID && learn_disk_busy(app));
    CHECK_TEXT(app->picture.run_text, "Birds sing.");
    char words[100];
    double share = learn_disk_words(app, words, sizeof words);
    CHECK_TEXT(words, "Saving pipe.safetensors");
    CHECK(share > 0 && share < 1);
    act(app, (struct action){.kind = ACT_LEARN_SAVE, .text = in_folder("other.safetensors")}); /* one at a time */
    CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "still being saved"));
    while (learn_disk_busy(app)) {
        drain(pipe, bytes, room, &length);
        app_settle(app);
    }
    drain(pipe, bytes, room, &length);
    CHECK(tells(app->talk.message, "Saved ") && app->talk.message_kind == MESSAGE_INFO);
    act(app, (struct action){.kind = ACT_LEARN_SAVE, .text = in_folder("run.safetensors")});
    come_to_rest(app);
    CHECK(hs_file_read(in_folder("run.safetensors"), room, &file, &whole, NULL) == HS_OK);
    CHECK(file && whole == length && memcmp(file, bytes, whole) == 0);
    CHECK(strstr(learn_path(app), "run.safetensors"));
    /* given up: no file, and the run stays */
    length = 0;
    act(app, (struct action){.kind = ACT_LEARN_SAVE, .text = in_folder("pipe.safetensors"), .number = 1});
    press(app, "8");
    act_number(app, ACT_MODEL_STOP, 0);
    while (learn_disk_busy(app)) {
        drain(pipe, bytes, room, &length);
        app_settle(app);
    }
    CHECK(tells(app->talk.message, "was not saved") && length < whole && learn_run(app));
    act(app, (struct action){.kind = ACT_LEARN_SAVE, .text = in_folder("run.safetensors")}); /* is there, and stays */
    come_to_rest(app);
    CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "exists"));
    close(pipe);
    unlink(in_folder("pipe.safetensors"));
    free(bytes);
    free(file);
}

static void test_opening(void)
{
    struct app *app = open_window();
    struct hs_error error = {HS_OK, ""};
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = in_folder("run.safetensors")});
    CHECK(learn_disk_busy(app) && !learn_run(app) && app->look.view == VIEW_GRID); /* nobody waits */
    type(app, "The girl who sings laughed.");
    come_to_rest(app);
    CHECK(app->look.view == VIEW_LEARN && hs_learn_moments(learn_run(app)) == 4 && app->learn.wish.h[1] == 2 && app->learn.wish.sentences == 288);
    CHECK_TEXT(app->picture.run_text, "The girl who sings laughed.");
    CHECK(shows_moment(app, learn_run(app), 3, 1));
    act_number(app, ACT_LEARN_LEAVE, 0);
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = in_folder("run.safetensors")});
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = in_folder("run.safetensors")}); /* the first is given up */
    app_apply(app, &(struct action){.kind = ACT_MODEL_STOP});
    CHECK(runs_follow(app, true, &error) == HS_OK && !learn_disk_busy(app));
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = in_folder("run.safetensors")});
    app_drop(app); /* in the middle of it */
}

static void rewrite(const char *name, const char *was, const char *is)
{
    char *bytes = NULL;
    size_t length = 0;
    CHECK(hs_file_read(in_folder(name), 1u << 20, &bytes, &length, NULL) == HS_OK);
    char *at = bytes ? strstr(bytes, was) : NULL;
    CHECK(at && strlen(was) == strlen(is));
    if (at)
        memcpy(at, is, strlen(is));
    CHECK(hs_file_write(in_folder(name), bytes, length, true, NULL) == HS_OK);
    free(bytes);
}

/* Saved at moment 2 with head 2 of h = 2 off, seen in the Head view. */
static void test_sessions(struct app *app)
{
    act_number(app, ACT_LEARN_MOMENT, 1);
    act(app, (struct action){.kind = ACT_LEARN_HEAD, .k = 1, .head = 1});
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF});
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_SESSION_SAVE, .text = in_folder("run.session")});
    struct app *other = open_window();
    app_apply(other, &(struct action){.kind = ACT_SESSION_OPEN, .text = in_folder("run.session")});
    CHECK(learn_disk_busy(other) && other->look.view == VIEW_GRID);
    come_to_rest(other);
    CHECK(other->look.view == VIEW_HEAD && other->look.head == 1 && other->picture.h == 2 && learn_moment(other) == 1);
    CHECK(hs_set_head_mode(other->picture.set, 0, 1) == HS_HEAD_OFF && shows_moment(other, learn_run(other), 1, 1));
    CHECK_TEXT(other->picture.run_text, app->picture.run_text);
    CHECK(other->talk.message_kind == MESSAGE_NONE);
    app_drop(other);
    /* another moment than the file has; a run that is not there; a run that was not saved */
    rewrite("run.session", "\"moment\": 1", "\"moment\": 8");
    other = open_window();
    act_text(other, ACT_SESSION_OPEN, in_folder("run.session"));
    come_to_rest(other);
    CHECK(!other->learn.shown && other->look.view == VIEW_HEAD && tells(other->talk.message, "moment 9"));
    CHECK(hs_set_head_mode(other->picture.set, 0, 1) == HS_HEAD_ON && other->learn.wish.h[1] == 2);
    rewrite("run.session", "run.safetensors", "not.safetensors");
    act_text(other, ACT_SESSION_OPEN, in_folder("run.session"));
    come_to_rest(other);
    CHECK(!other->learn.shown && tells(other->talk.message, "not.safetensors") && other->look.view == VIEW_HEAD);
    app_drop(other);
    act_number(app, ACT_VIEW, VIEW_LEARN);
    app->learn.path[0] = '\0';
    act(app, (struct action){.kind = ACT_SESSION_SAVE, .text = in_folder("unsaved.session")});
    act_number(app, ACT_LEARN_MOMENT, 3);
    act_text(app, ACT_SESSION_OPEN, in_folder("unsaved.session")); /* the run is still there */
    CHECK(learn_moment(app) == 1 && shows_moment(app, learn_run(app), 1, 1) && app->talk.message_kind == MESSAGE_NONE);
    other = open_window();
    other->learn.wish.h[1] = 4;
    act_text(other, ACT_SESSION_OPEN, in_folder("unsaved.session"));
    CHECK(!other->learn.shown && other->look.view == VIEW_LEARN && tells(other->talk.message, "was not saved") &&
          tells(other->talk.message, "moment 2"));
    CHECK(other->learn.wish.h[1] == 2 && other->learn.wish.sentences == 288);
    other->learn.wish.held_out = 96;
    act_number(other, ACT_LEARN_RUN, 1);
    come_to_rest(other);
    act_number(other, ACT_LEARN_MOMENT, 1);
    come_to_rest(other);
    CHECK(shows_moment(other, learn_run(app), 1, 1)); /* to the bit */
    app_drop(other);
}

/* The command of a picture names the run's file where it has the moment, else what trains it again. */
static void test_command(struct app *app)
{
    char command[2000];
    const struct export_job job = {.format = FORMAT_PNG, .scale = 1};
    CHECK(command_write(app, &job, 900, 600, command, sizeof command) && strstr(command, " --learn ") && !strstr(command, "run.safetensors"));
    act_text(app, ACT_OPEN, in_folder("run.safetensors"));
    come_to_rest(app);
    act_number(app, ACT_LEARN_MOMENT, 2);
    come_to_rest(app);
    CHECK(command_write(app, &job, 900, 600, command, sizeof command) && !strstr(command, " --learn ") && strstr(command, " --moment 3 ") &&
          strstr(command, "run.safetensors' -- 'Birds sing.'"));
    /* A step of a lesson would be of the built-in model, or of the view before a run. */
    act_number(app, ACT_LESSON_DIALOG, 0);
    act_text(app, ACT_LESSON_TITLE, "Learnt");
    act_text(app, ACT_LESSON_TEXT, "What this head finds.");
    act_text(app, ACT_LESSON_SAVE, in_folder("learnt.lesson"));
    CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "no moment of a training run") && access(in_folder("learnt.lesson"), F_OK) != 0);
    press(app, "escape");
    act_number(app, ACT_LEARN_LEAVE, 0);
    CHECK(command_write(app, &job, 900, 600, command, sizeof command) && !strstr(command, "safetensors"));
}

TEST(test_app_learn)
{
    signal(SIGPIPE, SIG_IGN);
    folder = rig_folder("app-learn");
    struct app *app = open_window();
    test_training(app);
    test_scrubbing(app);
    test_pausing();
    test_saving(app);
    test_opening();
    test_sessions(app);
    test_command(app);
    app_drop(app);
    return check_report();
}
