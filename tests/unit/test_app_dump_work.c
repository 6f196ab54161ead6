/* Reading a file's heads while a window is open: an export of all of them waits and is then
 * written, or is given up; and a system that gives no thread reads a head a frame. */
#ifndef _GNU_SOURCE /* flags of a newer SDL say it already */
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "app_rig.h"
#include "dump_files.h"
#include "chrome/pass.h"

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

static void test_threads(void)
{
    const struct timespec nap = {0, 5000000};
    const char *out = dump_path("threads.csv");
    unlink(out);
    no_threads = false;
    struct app *app = open_window(write_made("threads.safetensors", 6, 8, 64));
    CHECK(!app->picture.layers->sliced);
    act(app, (struct action){.kind = ACT_EXPORT, .text = out}); /* waits, or all are read already */
    for (int i = 0; i < 4000 && access(out, F_OK) != 0; i++) {
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
        for (int i = 0; i < 4000 && (app_settle(app), hs_survey_done(app->picture.layers->survey) < 48); i++)
            nanosleep(&nap, NULL);
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
    test_hidden();
    return check_report();
}
