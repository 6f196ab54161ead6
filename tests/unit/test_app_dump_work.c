/* Reading a file's heads while a window is open: an export of all of them waits and is then
 * written, or is given up; a system that gives no thread reads a head a frame; and a large layer is read beside the window. */
#ifndef _GNU_SOURCE /* flags of a newer SDL say it already */
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "app_rig.h"
#include "dump_files.h"
#include "chrome/pass.h"
#include "model/live.h"

static bool no_threads;

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument)
{
    static int (*own)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (no_threads)
        return EAGAIN;
    if (!own)
        *(void **)&own = dlsym(RTLD_NEXT, "pthread_create");
    return own(thread, attr, start, argument);
}

/* A disk that keeps other threads waiting, and counts what the window's reads. */
static pthread_t window;
static atomic_bool slow;
static atomic_int read_by_window;

ssize_t pread(int file, void *to, size_t size, off_t at)
{
    static ssize_t (*own)(int, void *, size_t, off_t);
    if (!own)
        *(void **)&own = dlsym(RTLD_NEXT, "pread");
    if (pthread_equal(window, pthread_self()))
        atomic_fetch_add(&read_by_window, 1);
    else
        while (atomic_load(&slow))
            nanosleep(&(struct timespec){0, 500000}, NULL);
    return own(file, to, size, at);
}

static atomic_int woken;

static void wake(void *user)
{
    (void)user;
    atomic_fetch_add(&woken, 1);
}

static struct app *open_window(const char *path)
{
    struct app *app = rig_open("Birds sing.");
    app->window.headless = false;
    app->services.wake = wake;
    app_waking_changed(app);
    act_open(app, path);
    CHECK_TEXT(reading(app, "view"), "layers");
    return app;
}

static const char *write_made(const char *name, size_t L, size_t h, size_t n)
{
    const size_t shape[] = {L, h, n, n};
    struct hs_buffer file = {0};
    const char *path = dump_path(name);
    made_file(&file, "attention", "F32", 4, shape, NULL);
    file_write(path, &file);
    hs_buffer_drop(&file);
    return path;
}

static size_t lines_of(const char *path)
{
    char *bytes = NULL;
    size_t length = 0, lines = 0;
    if (hs_file_read(path, 1 << 20, &bytes, &length, NULL))
        return 0;
    for (size_t i = 0; i < length; i++)
        lines += bytes[i] == '\n';
    free(bytes);
    return lines;
}

/* A head a pass, so that what happens between is known. */
static void test_slices(void)
{
    const char *out = dump_path("waits.csv");
    unlink(out);
    no_threads = true;
    struct app *app = open_window(write_made("slices.safetensors", 4, 5, 3));
    size_t done = hs_survey_done(app->picture.layers->survey);
    CHECK(app->picture.layers->sliced && done > 0 && done < 20);
    int before = atomic_load(&woken);
    app_settle(app);
    CHECK(hs_survey_done(app->picture.layers->survey) > done && atomic_load(&woken) > before);
    act_number(app, ACT_SURVEY, 0);
    done = hs_survey_done(app->picture.layers->survey);
    app_settle(app);
    CHECK(hs_survey_done(app->picture.layers->survey) == done && app->picture.layers->stopped);
    /* It reads on for the export, from whichever view. */
    act(app, (struct action){.kind = ACT_EXPORT, .text = out});
    CHECK(tells(app->talk.message, "when all 20 heads are read"));
    CHECK(!app->picture.layers->stopped && access(out, F_OK) != 0);
    act_number(app, ACT_VIEW, VIEW_GRID);
    for (int i = 0; i < 30 && access(out, F_OK) != 0; i++)
        app_settle(app);
    CHECK(tells(app->talk.message, "Saved "));
    CHECK_TEXT(reading(app, "view"), "grid");
    CHECK(lines_of(out) == 21);
    /* the next one need not wait, and asks about the file */
    act_number(app, ACT_VIEW, VIEW_LAYERS);
    act(app, (struct action){.kind = ACT_EXPORT, .text = out});
    CHECK(app->talk.question[0] && !app->picture.layers->waiting[0]);
    app_drop(app);
}

static void test_given_up(void)
{
    const char *out = dump_path("left.png");
    unlink(out);
    no_threads = true;
    struct app *app = open_window(write_made("left.safetensors", 4, 5, 3));
    act(app, (struct action){.kind = ACT_EXPORT, .text = out});
    CHECK(app->picture.layers->waiting[0]);
    act_number(app, ACT_SURVEY, 0);
    CHECK(!app->picture.layers->waiting[0] && tells(app->talk.message, "Not saved"));
    act_number(app, ACT_SURVEY, 1);
    for (int i = 0; i < 30; i++)
        app_settle(app);
    CHECK(hs_survey_done(app->picture.layers->survey) == 20 && access(out, F_OK) != 0);
    app_drop(app);
}

/* Another layer of a large file: the newest wish wins, the former picture stays until then, and the window reads nothing. */
static void test_turns(void)
{
    const struct timespec nap = {0, 2000000};
    const size_t n = 1040;
    struct hs_error error;
    struct session session;
    char words[80];
    no_threads = false;
    window = pthread_self();
    struct app *app = open_window(write_made("turns.safetensors", 4, 1, n));
    act_number(app, ACT_VIEW, VIEW_HEAD);
    while (app_settle(app), hs_survey_done(app->picture.layers->survey) < 4)
        nanosleep(&nap, NULL);
    app_settle(app);
    const struct hs_set *former = app->picture.set;
    atomic_store(&slow, true);
    atomic_store(&read_by_window, 0);
    act_number(app, ACT_LAYER, 1);
    CHECK(live_busy(app) && app->picture.set == former && app->picture.layers->view.layer == 0);
    act_number(app, ACT_LAYER_STEP, 1);
    CHECK(live_view(app).layer == 2 && app->picture.set == former);
    live_words(app, words, sizeof words);
    CHECK_TEXT(words, "Reading turns.safetensors");
    session_take(app, &session); /* says what is wished for */
    CHECK(session.source.place.view.layer == 2);
    act_number(app, ACT_LAYER, 9);
    CHECK(tells(app->talk.message, "there is no layer 10") && live_view(app).layer == 2);
    atomic_store(&slow, false);
    CHECK(live_wait(app, &error) == HS_OK && !live_busy(app));
    CHECK(app_picture(app, &error) == HS_OK);
    CHECK(app->picture.layers->view.layer == 2 && atomic_load(&read_by_window) == 0);
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, 0);
    CHECK(A.rows == n && fabs((double)A.data[5 * A.stride + 7] - made_weight(2, 0, 5, 7, n)) < 1e-6);
    act_number(app, ACT_UNDO, 0); /* each step by itself, finished or not */
    CHECK(live_wait(app, &error) == HS_OK && app->picture.layers->view.layer == 1);
    act_number(app, ACT_UNDO, 0);
    CHECK(live_wait(app, &error) == HS_OK && app->picture.layers->view.layer == 0);
    /* gone with its file, and with the program */
    atomic_store(&slow, true);
    act_number(app, ACT_LAYER, 3);
    CHECK(live_busy(app));
    act_number(app, ACT_SOURCE_CLOSE, 0);
    CHECK(!live_busy(app) && !app->picture.layers);
    atomic_store(&slow, false);
    act_open(app, dump_path("turns.safetensors"));
    act_number(app, ACT_LAYER, 3);
    app->services.wake = NULL;
    app_waking_changed(app);
    app_drop(app);
}

/* Of all items of a batch the map is the survey's, and the figures beside it the item's: taken beside the window, too. */
static void test_turns_of_all(void)
{
    const struct timespec nap = {0, 2000000};
    const size_t shape[] = {2, 2, 1, 1040, 1040};
    struct hs_buffer file = {0};
    struct hs_head_stats want;
    const char *path = dump_path("all.safetensors");
    made_file(&file, "attention", "F16", 5, shape, NULL);
    file_write(path, &file);
    hs_buffer_drop(&file);
    no_threads = false;
    struct app *app = open_window(path);
    act_number(app, ACT_ALL_ITEMS, 1);
    act_number(app, ACT_LAYER, 1); /* all of them, too, while that is not there yet */
    CHECK(live_wait(app, NULL) == HS_OK && app->picture.layers->all_items && app->picture.layers->view.layer == 1);
    CHECK(app->picture.stats[0].rows == 1040);
    while (app_settle(app), hs_survey_done(app->picture.layers->survey) < 2)
        nanosleep(&nap, NULL);
    app_settle(app);
    hs_head_statistics(app->picture.set, 0, 0, &want);
    CHECK(want.entropy == app->picture.stats[0].entropy && want.distance == app->picture.stats[0].distance && want.offset == app->picture.stats[0].offset);
    act_number(app, ACT_ALL_ITEMS, 0);
    CHECK(live_wait(app, NULL) == HS_OK && !app->picture.layers->all_items && app->picture.layers->view.layer == 1);
    app->services.wake = NULL;
    app_waking_changed(app);
    app_drop(app);
}

static void test_threads(void)
{
    const struct timespec nap = {0, 5000000};
    const char *out = dump_path("threads.csv");
    unlink(out);
    no_threads = false;
    struct app *app = open_window(write_made("threads.safetensors", 6, 8, 64));
    CHECK(!app->picture.layers->sliced);
    act(app, (struct action){.kind = ACT_EXPORT, .text = out}); /* waits, or all are read already */
    while (access(out, F_OK) != 0) {
        nanosleep(&nap, NULL);
        app_settle(app);
    }
    CHECK(lines_of(out) == 49);
    app->services.wake = NULL;
    app_waking_changed(app);
    app_drop(app);
}

/* Keys that are hidden while heads are read: the survey begins anew without them, and with them once they are shown again. */
static void test_hidden(void)
{
    const struct timespec nap = {0, 2000000};
    no_threads = false;
    struct app *app = open_window(write_made("hidden.safetensors", 6, 8, 48));
    uint8_t hide[48] = {1};
    for (int round = 0; round < 3; round++) {
        act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_FIRST, .q = round != 1});
        act_number(app, ACT_RENORMALISE, round == 0);
        while (app_settle(app), hs_survey_done(app->picture.layers->survey) < 48)
            nanosleep(&nap, NULL);
        app_settle(app); /* the last of them may have been found since */
        struct hs_request request = hs_request_of(app->picture.source);
        struct hs_set *whole, *rest;
        struct hs_error error;
        request.view.layer = SIZE_MAX;
        CHECK(hs_source_run(app->picture.source, &request, &whole, &error) == HS_OK);
        if (round == 1)
            rest = hs_set_keep(whole);
        else
            CHECK(hs_set_hide_keys(whole, hide, round == 0, &rest, &error) == HS_OK);
        for (size_t i = 0; i < 48; i++) {
            struct hs_head_stats want;
            const struct hs_head_survey *found = hs_survey_head(app->picture.layers->survey, i / 8, i % 8);
            hs_head_statistics(rest, i / 8, i % 8, &want);
            CHECK(found && found->stats.entropy == want.entropy && found->stats.distance == want.distance && found->stats.largest_k == want.largest_k);
            CHECK(found && (found->largest.data[0] == -INFINITY) == (round != 1));
        }
        CHECK((round == 0 || app->picture.stats[3].rows == 48) && (app->picture.layers->hidden != NULL) == (round != 1));
        CHECK(app_head_stats(app, 3)->entropy == hs_survey_head(app->picture.layers->survey, 0, 3)->stats.entropy);
        hs_set_drop(rest);
        hs_set_drop(whole);
    }
    app->services.wake = NULL;
    app_waking_changed(app);
    app_drop(app);
}

int main(void)
{
    test_slices();
    test_given_up();
    test_threads();
    test_turns();
    test_turns_of_all();
    test_hidden();
    return check_report();
}
