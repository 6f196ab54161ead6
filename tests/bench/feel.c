/* feel.c – what a person feels, in milliseconds: keystroke to finished frame, change of h, hover,
 * zoom and pan, a whole 4K frame, the Specialise table, and (with a program and a display) start to
 * first picture. Run by feel.sh: bench_feel ASSETS ANNOTATED [PROGRAM]. Everything but the start is
 * the real app without a window: events in, finished pixels out. Nothing fails on a slow machine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "feel.h"
#include "desk/perform.h"
#include "chrome/pass.h"

/* ---------------------------------------------------------------- the app */
/* Each entry is one token. */
static const char *const words[] = {"The", "student", "who", "lives", "near", "the", "old",
    "harbour", "delivered", "a", "heavy", "book", "to", "her", "teacher", "yesterday", ",",
    "because", "it", "had", "been", "lying", "on", "his", "desk", "for", "weeks", ".", "Nobody",
    "in", "this", "quiet", "village", "remembers", "why", "they", "built", "such", "large",
    "bridges", "over", "that", "small", "river", "."};
enum { WORDS = sizeof words / sizeof *words };

/* `count` tokens, of which the last is "l", the beginning of a word. */
static char *sentence(size_t count)
{
    char *text = calloc(count + 1, 16);
    if (!text)
        bench_stop("out of memory");
    for (size_t i = 0; i + 1 < count; i++) {
        strcat(text, words[i % WORDS]);
        strcat(text, " ");
    }
    return strcat(text, "l");
}

static void apply(struct app *app, struct action action)
{
    struct hs_error error;
    if (app_try(app, &action, &error))
        bench_stop(error.message);
}

static void frame(struct app *app)
{
    struct hs_error error;
    if (app_picture(app, &error))
        bench_stop(error.message);
}

static void look_at(struct app *app, enum view_id view, float width, float height)
{
    apply(app, (struct action){.kind = ACT_RESIZE, .dx = width, .dy = height});
    apply(app, (struct action){.kind = ACT_VIEW, .number = view});
    frame(app);
}

static void set_text(struct app *app, size_t count)
{
    char *text = sentence(count);
    apply(app, (struct action){.kind = ACT_TEXT, .text = text});
    free(text);
    if (hs_set_shape(app->picture.set).n != count)
        bench_stop("the sentence has another number of tokens than meant");
}

/* ---------------------------------------------------------------- keystrokes */
/* Types one word after another at the end of the sentence, letter by letter, and takes each back
 * the same way, so that labels change with each key and the number of tokens does not. */
static void keystrokes(struct app *app, enum view_id view, size_t count, double goal)
{
    static const char *const endings[] = {"ibrary", "antern", "etters", "unches", "awyers"};
    struct feel feel = {.count = 0};
    char name[80];
    set_text(app, count);
    look_at(app, view, APP_WIDTH, APP_HEIGHT);
    apply(app, (struct action){.kind = ACT_FOCUS_TEXT});
    frame(app);
    struct ui_event end = {.kind = UI_KEY, .key = UI_KEY_END}, back = end;
    back.key = UI_KEY_BACKSPACE;
    app_event(app, &end);
    for (size_t i = 0; i < FEEL_SAMPLES; i++) {
        const char *ending = endings[i / 12 % 5];
        struct ui_event key = {.kind = UI_TEXT, .text = {ending[i % 12 % 6]}};
        uint64_t before = app->picture.identity;
        feel_begin(&feel);
        app_event(app, i % 12 < 6 ? &key : &back);
        frame(app);
        feel_end(&feel);
        if (app->picture.identity == before || hs_set_shape(app->picture.set).n != count)
            bench_stop("a key did not change the sentence as meant");
    }
    apply(app, (struct action){.kind = ACT_CANCEL});
    snprintf(name, sizeof name, "keystroke, %zu tokens, h = %zu, %s", count, app->picture.h,
        view == VIEW_GRID   ? "grid"
        : view == VIEW_HEAD ? "head"
                            : "steps");
    feel_row(&feel, name, goal);
}

static void changes_of_h(struct app *app, size_t count)
{
    static const long heads[] = {8, 16, 32, 64, 32, 16, 8, 4, 2, 1, 2, 4};
    struct feel feel = {.count = 0};
    char name[80];
    set_text(app, count);
    look_at(app, VIEW_GRID, APP_WIDTH, APP_HEIGHT);
    for (size_t i = 0; i < 60; i++) {
        feel_begin(&feel);
        apply(app, (struct action){.kind = ACT_HEADS, .number = heads[i % 12]});
        frame(app);
        feel_end(&feel);
    }
    apply(app, (struct action){.kind = ACT_HEADS, .number = 8});
    snprintf(name, sizeof name, "change of h (1 to 64), %zu tokens, grid", count);
    feel_row(&feel, name, 0);
}

/* ---------------------------------------------------------------- looking */
static void hover(struct app *app)
{
    struct feel feel = {.count = 0};
    set_text(app, 256);
    apply(app, (struct action){.kind = ACT_HEADS, .number = 64});
    look_at(app, VIEW_GRID, APP_WIDTH, APP_HEIGHT);
    for (size_t i = 0; i < FEEL_SAMPLES; i++) { /* one slanting way over most thumbnails */
        struct ui_event move = {
            .kind = UI_MOVE, .x = 20 + (float)(i * 37 % 900), .y = 140 + (float)(i * 3 % 600)};
        feel_begin(&feel);
        app_event(app, &move);
        frame(app);
        feel_end(&feel);
    }
    double sum = 0;
    for (size_t i = 0; i < feel.count; i++)
        sum += feel.cpu[i];
    double frames = 1e3 * (double)feel.count / sum;
    feel_row(&feel, "hover over 64 heads of 256 tokens, grid", 16);
    printf("%-44s %7.0f frames a second of CPU time\n", "", frames);
    apply(app, (struct action){.kind = ACT_HEADS, .number = 8});
}

static void zoom_and_pan(struct app *app)
{
    struct feel feel = {.count = 0};
    set_text(app, 256);
    look_at(app, VIEW_HEAD, 1600, 1000);
    for (size_t i = 0; i < FEEL_SAMPLES; i++) {
        bool zooms = i % 40 < 20;
        struct action action = {.kind = ACT_ZOOM, .x = 0.4f, .y = 0.6f};
        action.amount = i % 40 < 10 ? 1.2f : 1 / 1.2f;
        if (!zooms)
            action = (struct action){
                .kind = ACT_PAN, .dx = i % 2 ? 0.05f : -0.02f, .dy = i % 40 < 30 ? 0.05f : -0.05f};
        feel_begin(&feel);
        apply(app, action);
        frame(app);
        feel_end(&feel);
        if (i % 40 == 9) /* the pans then find something to move over */
            apply(app, (struct action){.kind = ACT_ZOOM, .amount = 20, .x = 0.4f, .y = 0.6f});
    }
    apply(app, (struct action){.kind = ACT_ZOOM_RESET});
    feel_row(&feel, "zoom and pan, 256 tokens, head, 1600 x 1000", 16);
}

static void whole_frame(struct app *app, enum view_id view, float width, float height, float scale)
{
    struct feel feel = {.count = 0};
    char name[80];
    set_text(app, 64);
    apply(app, (struct action){.kind = ACT_UI_SCALE, .amount = scale});
    look_at(app, view, width / scale, height / scale);
    for (size_t i = 0; i < 40; i++) {
        app->window.dirty = true;
        feel_begin(&feel);
        frame(app);
        feel_end(&feel);
    }
    apply(app, (struct action){.kind = ACT_UI_SCALE, .amount = 1});
    snprintf(name, sizeof name, "whole frame %.0f x %.0f, scale %.0f, %s", (double)width,
        (double)height, (double)scale, view == VIEW_GRID ? "grid" : "head");
    feel_row(&feel, name, 0);
}

/* ---------------------------------------------------------------- the Specialise table */
static void specialise(const struct app *app, const char *path, size_t h)
{
    struct feel feel = {.count = 0};
    struct hs_annotated *annotated;
    struct hs_error error;
    char name[80];
    if (hs_annotated_open(path, &annotated, &error))
        bench_stop(error.message);
    for (size_t i = 0; i < 10; i++) {
        struct hs_measure *measure;
        feel_begin(&feel);
        if (hs_measure_new(
                app->picture.preset, annotated, h, HS_MASK_NONE, HS_BASELINE_NONE, NULL, &measure, &error))
            bench_stop(error.message);
        feel_end(&feel);
        hs_measure_drop(measure);
    }
    snprintf(name, sizeof name, "Specialise table, %zu sentences, h = %zu", annotated->count, h);
    feel_row(&feel, name, 150);
    hs_annotated_drop(annotated);
}

int main(int argc, char **argv)
{
    struct app *app;
    struct hs_error error;
    if (argc < 3)
        bench_stop("use: bench_feel ASSETS ANNOTATED [PROGRAM]");
    struct app_options options = {.assets = argv[1], .headless = true};
    printf("level %s; milliseconds; goals are for the median of the wall time\n", hs_cpu_level());
    printf("%-44s %7s %8s   %7s %8s   %s\n", "", "wall", "worst", "CPU", "worst", "goal");
    if (argc > 3)
        feel_start(argv[3]);
    if (app_new(&options, &app, &error))
        bench_stop(error.message);
    keystrokes(app, VIEW_GRID, 12, 4);
    keystrokes(app, VIEW_GRID, 64, 8);
    keystrokes(app, VIEW_GRID, 256, 16);
    keystrokes(app, VIEW_HEAD, 64, 8);
    keystrokes(app, VIEW_HEAD, 256, 16);
    keystrokes(app, VIEW_STEPS, 64, 0);
    changes_of_h(app, 12);
    changes_of_h(app, 64);
    changes_of_h(app, 256);
    hover(app);
    zoom_and_pan(app);
    whole_frame(app, VIEW_GRID, 1280, 800, 1);
    whole_frame(app, VIEW_GRID, 3840, 2160, 1);
    whole_frame(app, VIEW_GRID, 3840, 2160, 2);
    whole_frame(app, VIEW_HEAD, 3840, 2160, 2);
    specialise(app, argv[2], 8);
    specialise(app, argv[2], 64);
    app_drop(app);
    return 0;
}
