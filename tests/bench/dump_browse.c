/* dump_browse.c – what an attention file costs in the program: time to the first picture and to the
 * first whole one, frames while hovering, scrolling, zooming and changing layers, and memory. The
 * program's own model and canvas, without a window; a frame is event, layout, drawing and all
 * pixels. Run by dump_run.sh:
 *
 *     bench_dump_browse ASSETS FILE [WIDTH HEIGHT] */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "model/app.h"
#include "model/live.h"
#include "desk/perform.h"
#include "chrome/pass.h"

#define MOST_FRAMES 400

static atomic_bool woken;

static void wake(void *platform)
{
    (void)platform;
    atomic_store(&woken, true);
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "bench_dump_browse: %s\n", why);
    exit(1);
}

static void picture(struct app *app)
{
    struct hs_error error;
    if (app_picture(app, &error))
        stop(error.message);
}

/* Resident memory now and at its highest, MiB. */
static void print_memory(const char *when, const struct stat *file)
{
    struct rusage usage;
    long pages = 0, resident = 0;
    FILE *stat = fopen("/proc/self/statm", "r");
    if (stat && fscanf(stat, "%ld %ld", &pages, &resident) != 2)
        resident = 0;
    if (stat)
        fclose(stat);
    getrusage(RUSAGE_SELF, &usage);
    printf("%-28s %6.0f MiB resident, %6.0f MiB at most; file %.0f MiB\n", when,
        (double)resident * 4096 / 1048576, (double)usage.ru_maxrss / 1024,
        (double)file->st_size / 1048576);
}

/* ---------------------------------------------------------------- frames */
struct frames {
    double wall[MOST_FRAMES], cpu[MOST_FRAMES];
    size_t count;
};

static int by_size(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void frame(struct app *app, struct frames *frames, const struct ui_event *event)
{
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
    if (event)
        app_event(app, event);
    picture(app);
    if (frames->count == MOST_FRAMES)
        return;
    frames->wall[frames->count] = seconds(CLOCK_MONOTONIC) - wall;
    frames->cpu[frames->count++] = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
}

/* CPU time of the one thread that draws: what a quiet machine's wall clock shows. */
static void print_frames(const char *what, struct frames *frames)
{
    size_t n = frames->count;
    qsort(frames->wall, n, sizeof *frames->wall, by_size);
    qsort(frames->cpu, n, sizeof *frames->cpu, by_size);
    printf(
        "%-28s %3zu frames: CPU median %5.1f, 95 %% %5.1f, most %5.1f ms; wall median %5.1f ms\n",
        what, n, 1e3 * frames->cpu[n / 2], 1e3 * frames->cpu[n * 95 / 100],
        1e3 * frames->cpu[n - 1], 1e3 * frames->wall[n / 2]);
    frames->count = 0;
}

static void act(struct app *app, struct frames *frames, struct action action)
{
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
    app_apply(app, &action);
    picture(app);
    frames->wall[frames->count] = seconds(CLOCK_MONOTONIC) - wall;
    frames->cpu[frames->count++] = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
}

/* Until the layer is there: frames of the former picture and of the new one, and the time from key to picture. */
static void turn(struct app *app, struct frames *frames, struct frames *whole, long layer)
{
    double wall = seconds(CLOCK_MONOTONIC);
    act(app, frames, (struct action){.kind = ACT_LAYER, .number = layer});
    while (live_busy(app)) {
        nanosleep(&(struct timespec){0, 200000}, NULL);
        if (atomic_exchange(&woken, false))
            frame(app, frames, NULL);
    }
    whole->wall[whole->count] = whole->cpu[whole->count] = seconds(CLOCK_MONOTONIC) - wall;
    whole->count++;
}

static void hover(struct app *app, struct frames *frames, const char *what)
{
    for (int i = 0; i < 120; i++) {
        float part = (float)i / 120;
        frame(app, frames,
            &(struct ui_event){.kind = UI_MOVE,
                .x = app->window.width * (0.1f + 0.6f * part),
                .y = app->window.height * (0.2f + 0.6f * fmodf(part * 7, 1))});
    }
    print_frames(what, frames);
}

static void wheel(struct app *app, struct frames *frames, const char *what, bool back)
{
    for (int i = 0; i < 40; i++)
        frame(app, frames,
            &(struct ui_event){.kind = UI_WHEEL,
                .x = app->window.width * 0.4f,
                .y = app->window.height * 0.6f,
                .wheel_y = back && i >= 20 ? -1
                           : back          ? 1
                           : i < 20        ? -1
                                           : 1});
    print_frames(what, frames);
}

static void browse(struct app *app)
{
    static struct frames frames, whole;
    const struct hs_part *t = picture_part(app);
    if (t->L > 1) {
        act(app, &frames, (struct action){.kind = ACT_VIEW, .number = VIEW_LAYERS});
        print_frames("layers: first frame", &frames);
        hover(app, &frames, "layers: hover");
        wheel(app, &frames, "layers: scroll", false);
        act(app, &frames, (struct action){.kind = ACT_LAYERS_MODE, .number = ACT_NEXT});
        wheel(app, &frames, "layers: table, scroll", false);
    }
    if (t->h > 1) {
        act(app, &frames, (struct action){.kind = ACT_VIEW, .number = VIEW_GRID});
        print_frames("grid: first frame", &frames);
        hover(app, &frames, "grid: hover");
        for (size_t layer = 0; layer < t->L && layer < 12; layer++)
            turn(app, &frames, &whole, (long)layer);
        print_frames("grid: another layer", &frames);
        print_frames("  … until it is there (wall)", &whole);
    }
    act(app, &frames, (struct action){.kind = ACT_VIEW, .number = VIEW_HEAD});
    print_frames("head: first frame", &frames);
    hover(app, &frames, "head: hover");
    wheel(app, &frames, "head: zoom in and out", true);
    act(app, &frames, (struct action){.kind = ACT_ZOOM, .amount = 4, .x = 0.5f, .y = 0.5f});
    frames.count = 0;
    for (int i = 0; i < 60; i++)
        act(app, &frames,
            (struct action){.kind = ACT_PAN, .dx = i < 30 ? 0.04f : -0.04f, .dy = 0.03f});
    print_frames("head: pan", &frames);
    for (size_t head = 0; head < t->h && head < 12; head++)
        act(app, &frames, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
    print_frames("head: another head", &frames);
}

int main(int count, char **word)
{
    struct app *app;
    struct hs_error error;
    struct stat file;
    if (count < 3 || stat(word[2], &file))
        stop("ASSETS FILE [WIDTH HEIGHT]");
    struct app_options options = {.assets = word[1], .headless = true};
    if (app_new(&options, &app, &error))
        stop(error.message);
    app->window.headless = false; /* from here on as in the window: threads read the heads */
    app->services.wake = wake;
    app_apply(app, &(struct action){.kind = ACT_RESIZE,
                       .dx = count > 3 ? strtof(word[3], NULL) : 1600,
                       .dy = count > 4 ? strtof(word[4], NULL) : 1000});
    picture(app);
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (app_try(app, &(struct action){.kind = ACT_OPEN, .text = word[2]}, &error))
        stop(error.message);
    picture(app);
    printf("first picture                %6.3f s\n", seconds(CLOCK_MONOTONIC) - wall);
    size_t total = hs_survey_total(app->picture.layers->survey);
    while (hs_survey_done(app->picture.layers->survey) < total)
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    picture(app);
    printf("all %zu heads read and shown %6.3f s, %.3f s CPU of all threads\n", total,
        seconds(CLOCK_MONOTONIC) - wall, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    print_memory("after opening", &file);
    browse(app);
    print_memory("after browsing", &file);
    app_drop(app);
    return 0;
}
