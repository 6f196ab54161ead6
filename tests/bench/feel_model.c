/* feel_model.c – what a person feels with a real model, in milliseconds: folder to first picture, keystroke to the finished frame of the
 * new text, the longest that any input waited meanwhile, and the memory. The real app without a window, its worker beside it. Run by
 * feel_model.sh: bench_feel_model ASSETS TOKENS OPEN_GOAL KEY_GOAL FOLDER. Nothing fails on a slow machine. */
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* ms that one turn of the window's loop took: by the clock, and of its thread's own time, which other programs take no part of. */
static double turn_worst, turn_cpu_worst;

static double own_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One turn of the window's loop: an input or none, then a frame. */
static void turn_with(struct app *app, const struct ui_event *event, const struct action *action)
{
    struct hs_error error;
    double before = bench_seconds(), own = own_seconds();
    if (event)
        app_event(app, event);
    if (action)
        app_apply(app, action);
    if (app_picture(app, &error))
        bench_stop(error.message);
    double took = 1e3 * (bench_seconds() - before);
    double spent = 1e3 * (own_seconds() - own);
    turn_worst = took > turn_worst ? took : turn_worst;
    turn_cpu_worst = spent > turn_cpu_worst ? spent : turn_cpu_worst;
}

static void turn(struct app *app, const struct ui_event *event)
{
    turn_with(app, event, NULL);
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

static void tell_memory(double before)
{
    printf("memory: %.0f MB resident, at most %.0f; %.0f before the model was opened\n", kib("VmRSS:") * 1024e-6, kib("VmHWM:") * 1024e-6, before * 1024e-6);
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
        turn_worst = turn_cpu_worst = 0;
        feel_begin(&feel);
        turn(app, i % 2 ? &back : &letter);
        come_to_rest(app);
        feel_end(&feel);
        feel_add(&inputs, turn_worst, turn_cpu_worst);
    }
    snprintf(name, sizeof name, "keystroke, %zu tokens, %s", hs_set_shape(app->picture.set).n, view_kind(view)->name);
    feel_row(&feel, name, goal);
    feel_row(&inputs, "  longest turn of the window meanwhile", 16);
}

/* What else is done while the model runs a text: the longest turn until all is at rest again. */
static void others(struct app *app, const char *folder)
{
    char file[2][4200];
    snprintf(file[0], sizeof file[0], "%s/feel.html", folder);
    snprintf(file[1], sizeof file[1], "%s/feel.png", folder);
    const struct other {
        const char *name;
        struct action action, back;
    } all[] = {
        {"to the Layers view", {.kind = ACT_VIEW, .number = VIEW_LAYERS}, {.kind = ACT_VIEW, .number = VIEW_HEAD}},
        {"to the Grid view", {.kind = ACT_VIEW, .number = VIEW_GRID}, {.kind = ACT_VIEW, .number = VIEW_LAYERS}},
        {"to the Compare view", {.kind = ACT_VIEW, .number = VIEW_COMPARE}, {.kind = ACT_VIEW, .number = VIEW_LAYERS}},
        {"to the Steps view", {.kind = ACT_VIEW, .number = VIEW_STEPS}, {.kind = ACT_VIEW, .number = VIEW_LAYERS}},
        {"to the Lines view", {.kind = ACT_VIEW, .number = VIEW_LINES}, {.kind = ACT_VIEW, .number = VIEW_LAYERS}},
        {"the table of layers", {.kind = ACT_LAYERS_MODE, .number = 1}, {.kind = ACT_LAYERS_MODE, .number = 0}},
        {"a layer on", {.kind = ACT_LAYER_STEP, .number = 1}, {.kind = ACT_LAYER_STEP, .number = -1}},
        {"another lens", {.kind = ACT_LENS, .number = 1}, {.kind = ACT_LENS_RESET}},
        {"a head less", {.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF}, {.kind = ACT_HEADS_ON}},
        {"a token hidden", {.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 2, .q = 1}, {.kind = ACT_LENS_RESET}},
        {"a row locked", {.kind = ACT_LOCK, .q = 3, .k = 1}, {.kind = ACT_UNLOCK}},
        {"heads by a figure", {.kind = ACT_SORT, .number = 2}, {.kind = ACT_SORT, .number = 0}},
        {"this picture as B", {.kind = ACT_KEEP}, {.kind = ACT_LENS_RESET}},
        {"what the model answers", {.kind = ACT_PANEL, .number = PANEL_ANSWER}, {.kind = ACT_PANEL, .number = 0}},
        {"saved as a picture", {.kind = ACT_EXPORT, .text = file[1]}, {.kind = ACT_NONE}},
        {"saved as a page", {.kind = ACT_EXPORT, .text = file[0]}, {.kind = ACT_NONE}},
        {"words in place of pieces", {.kind = ACT_PIECES, .number = HS_PIECES_WORDS}, {.kind = ACT_PIECES, .number = HS_PIECES_READABLE}},
        {"taken back", {.kind = ACT_UNDO}, {.kind = ACT_NONE}},
    };
    app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_GRID}, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct feel inputs = {.count = 0};
        char name[80];
        for (int round = 0; round < 6; round++) {
            struct ui_event letter = {.kind = UI_TEXT, .text = "a"};
            if (all[i].action.kind != ACT_VIEW && round % 2 == 0)
                app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_GRID}, NULL);
            app_try(app, &(struct action){.kind = ACT_FOCUS_TEXT}, NULL);
            turn(app, &letter);
            turn_worst = turn_cpu_worst = 0;
            turn_with(app, NULL, round % 2 ? &all[i].back : &all[i].action);
            come_to_rest(app);
            while (app->files.writing.job) {
                sem_wait(&ready);
                turn(app, NULL);
            }
            app_apply(app, &(struct action){.kind = ACT_CANCEL});
            remove(file[0]);
            remove(file[1]);
            feel_add(&inputs, turn_worst, turn_cpu_worst);
        }
        snprintf(name, sizeof name, "  %s", all[i].name);
        feel_row(&inputs, name, 16);
    }
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
    tell_memory(before);
    others(app, "/tmp");
    tell_memory(before);
    app_drop(app);
    return 0;
}
