/* feel_model.c – what a person feels with a real model, in milliseconds: folder to first picture, keystroke to the finished frame of the
 * new text, the longest that any input waited meanwhile, and the memory. The real app without a window, its worker beside it. Run by
 * feel_model.sh: bench_feel_model ASSETS TOKENS OPEN_GOAL KEY_GOAL FOLDER. Nothing fails on a slow machine. */
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "chrome/pass.h"
#include "desk/perform.h"
#include "feel.h"
#include "model/app.h"

static sem_t ready;

static void wake(void *user)
{
    (void)user;
    sem_post(&ready);
}

static double turn_worst; /* ms that one turn of the window's loop took */

/* One turn of the window's loop: an input or none, then a frame. */
static void turn(struct app *app, const struct ui_event *event)
{
    struct hs_error error;
    double before = bench_seconds();
    if (event)
        app_event(app, event);
    if (app_picture(app, &error))
        bench_stop(error.message);
    double took = 1e3 * (bench_seconds() - before);
    turn_worst = took > turn_worst ? took : turn_worst;
}

/* Until the picture is of what was asked for last, with the thumbnails of all heads. */
static void come_to_rest(struct app *app)
{
    while (live_busy(app)) {
        sem_wait(&ready);
        turn(app, NULL);
    }
}

static double kib(const char *key)
{
    char line[256];
    double value = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0)
            value = strtod(line + strlen(key), NULL);
    if (file)
        fclose(file);
    return value;
}

static void set_text(struct app *app, size_t tokens)
{
    char *text = calloc(tokens + 1, 8);
    struct hs_error error;
    for (size_t i = 0; text && i < tokens; i++)
        strcat(text, i % 3 ? "the " : "dog ");
    if (!text || app_try(app, &(struct action){.kind = ACT_TEXT, .text = text}, &error))
        bench_stop("no text");
    free(text);
}

static void keys(struct app *app, enum view_id view, double goal)
{
    static const char letters[] = "a book is on the old table there";
    struct feel feel = {.count = 0}, inputs = {.count = 0};
    char name[80];
    app_try(app, &(struct action){.kind = ACT_VIEW, .number = (long)view}, NULL);
    app_try(app, &(struct action){.kind = ACT_FOCUS_TEXT}, NULL);
    turn(app, NULL);
    turn(app, &(struct ui_event){.kind = UI_KEY, .key = UI_KEY_END});
    come_to_rest(app);
    for (size_t i = 0; i < 60; i++) {
        struct ui_event letter = {.kind = UI_TEXT, .text = {letters[i % 30]}}, back = {.kind = UI_KEY, .key = UI_KEY_BACKSPACE};
        turn_worst = 0;
        feel_begin(&feel);
        turn(app, i % 2 ? &back : &letter);
        come_to_rest(app);
        feel_end(&feel);
        feel_add(&inputs, turn_worst, 0);
    }
    snprintf(name, sizeof name, "keystroke, %zu tokens, %s", hs_set_shape(app->picture.set).n, view_kind(view)->name);
    feel_row(&feel, name, goal);
    feel_row(&inputs, "  longest turn of the window meanwhile", 16);
}

int main(int argc, char **argv)
{
    struct app *app;
    struct hs_error error;
    struct feel feel = {.count = 0};
    if (argc != 6)
        bench_stop("use: bench_feel_model ASSETS TOKENS OPEN_GOAL KEY_GOAL FOLDER");
    struct app_options options = {.assets = argv[1]};
    sem_init(&ready, 0, 0);
    if (app_new(&options, &app, &error))
        bench_stop(error.message);
    app->services.wake = wake;
    app_waking_changed(app);
    set_text(app, strtoul(argv[2], NULL, 10));
    turn(app, NULL);
    double before = kib("VmRSS:");
    for (int i = 0; i < 5; i++) {
        feel_begin(&feel);
        if (app_try(app, &(struct action){.kind = ACT_OPEN, .text = argv[5]}, &error))
            bench_stop(error.message);
        turn(app, NULL);
        come_to_rest(app);
        feel_end(&feel);
        if (!picture_runs_model(app))
            bench_stop("the model did not open");
        if (i < 4)
            app_try(app, &(struct action){.kind = ACT_SOURCE_CLOSE}, NULL);
    }
    printf("%s, %.0f MB of weights; level %s\n", hs_set_source(app->picture.set), (double)hs_source_info(app->picture.source).bytes / 1e6, hs_cpu_level());
    printf("%-44s %7s %8s   %7s %8s   %s\n", "", "wall", "worst", "CPU", "worst", "goal");
    feel_row(&feel, "folder to first picture", strtod(argv[3], NULL));
    static const enum view_id views[] = {VIEW_LAYERS, VIEW_GRID, VIEW_HEAD, VIEW_STEPS};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        keys(app, views[i], strtod(argv[4], NULL));
    printf("memory: %.0f MB resident, at most %.0f; %.0f before the model was opened\n", kib("VmRSS:") * 1024e-6, kib("VmHWM:") * 1024e-6, before * 1024e-6);
    app_drop(app);
    return 0;
}
