/* live.c – see live.h. */
#include "model/live.h"

#include <stdlib.h>
#include <string.h>

#include "model/job.h"
#include "model/layers.h"
#include "model/picture.h"

/* A run that ends within this is in the same picture as the keystroke that asked for it. */
#define PATIENCE_MS 8
/* Above this many cells (h n^2) the planes of a layer would take more memory than the model: weights only. */
#define CELLS_FOR_PLANES ((double)(64u << 20))
/* Up to this many floats the planes of all layers are kept, so that going to another layer costs no run. */
#define FLOATS_FOR_LAYERS ((double)(8u << 20))

struct live_run {
    struct live_wish wish;
    bool placed;
    struct dump_place place; /* to be found once the model is open */
    bool picture; /* layers are to be made; else only an answer, which the picture has not yet */
    struct layers_made made;
    struct hs_likely answer;
    enum hs_status status;
    struct hs_error error;
};

/* ---------------------------------------------------------------- the thread's side */
static void wish_drop(struct live_wish *wish)
{
    free(wish->path);
    free(wish->text);
    free(wish->modes);
    hs_source_drop(wish->source);
    *wish = (struct live_wish){0};
}

/* A text has at most as many tokens as bytes, and some marks. */
static double tokens_at_most(const struct hs_source *source, const char *text)
{
    double length = (double)strlen(text) + 4, longest = (double)hs_source_info(source).longest;
    return length < longest ? length : longest;
}

static struct hs_request request_of(const struct live_wish *wish, const struct hs_watch *watch)
{
    const struct hs_part *part = hs_source_part(wish->source, wish->view.part);
    struct hs_request request = hs_request_of(wish->source);
    double n = tokens_at_most(wish->source, wish->text), h = (double)part->h;
    double layer = 3 * h * n * n + 16 * n * (double)part->d_model;
    request.text = wish->text;
    request.length = strlen(wish->text);
    request.view = wish->view;
    request.head_mode = wish->modes;
    request.modes_by_layer = true;
    request.keep = wish->planes && h * n * n <= CELLS_FOR_PLANES ? HS_KEEP_ALL : HS_KEEP(HS_PLANE_WEIGHTS);
    request.keep_layer = layer * (double)part->L <= FLOATS_FOR_LAYERS ? SIZE_MAX : wish->view.layer;
    request.watch = watch;
    return request;
}

static enum hs_status open_first(struct live_run *run, const struct hs_watch *watch)
{
    if (!run->wish.path)
        return HS_OK;
    enum hs_status status = hs_source_open(run->wish.path, watch, &run->wish.source, &run->error);
    if (!status && !hs_source_can(run->wish.source, HS_CAN_TEXT | HS_CAN_LAYERS))
        status = hs_fail(&run->error, HS_BAD_INPUT, "%.300s runs no text: open it as a file of attention", run->wish.path);
    return status ? status : layers_find(run->wish.source, run->placed ? &run->place : NULL, &run->wish.view, &run->error);
}

static bool step(void *data, const struct hs_watch *watch)
{
    struct live_run *run = data;
    run->status = open_first(run, watch);
    if (run->status)
        return false;
    struct hs_request request = request_of(&run->wish, watch);
    if (run->picture)
        run->status = layers_make(run->wish.source, &request, true, &run->made, &run->error);
    while (run->picture && !run->status && !hs_watch_stops(watch) && hs_survey_step(run->made.survey))
        ;
    if (run->picture && !run->status && run->wish.place >= hs_set_shape(run->made.set).n)
        run->wish.place = SIZE_MAX; /* the row was locked in a longer text */
    if (run->wish.answer && !run->status && hs_source_can(run->wish.source, HS_CAN_ANSWER))
        run->status = hs_source_answer(run->wish.source, &request, run->wish.place, &run->answer, &run->error);
    return false;
}

static void run_drop(void *data)
{
    struct live_run *run = data;
    layers_made_drop(&run->made);
    wish_drop(&run->wish);
    free(run);
}

static const struct job_kind kind = {.step = step, .drop = run_drop};

/* ---------------------------------------------------------------- what is wished for */
struct hs_view live_view(const struct app *app)
{
    return picture_runs_model(app) ? app->live.view : picture_view(app);
}

void live_show(struct app *app, const struct hs_view *view)
{
    app->live.view = *view;
}

static size_t heads_of(const struct app *app)
{
    return picture_part(app)->L * picture_part(app)->h;
}

enum hs_status live_mode(struct app *app, size_t head, enum hs_head_mode mode, struct hs_error *error)
{
    struct live *live = &app->live;
    if (!live->modes)
        live->modes = calloc(heads_of(app), 1);
    if (!live->modes)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to switch a head");
    live->modes[live->view.layer * picture_part(app)->h + head] = (uint8_t)mode;
    for (size_t i = 0; i < heads_of(app); i++)
        if (live->modes[i] != HS_HEAD_ON)
            return HS_OK;
    live_modes_on(app);
    return HS_OK;
}

void live_modes_on(struct app *app)
{
    free(app->live.modes);
    app->live.modes = NULL;
}

/* Weights alone are had for less, and a text that grows then costs a causal model only its new rows. */
static bool needs_planes(const struct app *app)
{
    return app->look.view == VIEW_STEPS || app->look.view == VIEW_HEAD || app->lens.wish.kind != 0 || app->live.modes ||
           app->look.locked.q != ACT_NOWHERE;
}

static bool same_view(const struct hs_view *a, const struct hs_view *b)
{
    return a->part == b->part && a->item == b->item && a->layer == b->layer && a->pieces == b->pieces && a->segments == b->segments;
}

static bool same_modes(const uint8_t *a, const uint8_t *b, size_t count)
{
    return a && b ? memcmp(a, b, count) == 0 : a == b;
}

/* What was asked for last gives the picture that the model of the app wishes for now. */
static bool picture_asked(const struct app *app)
{
    const struct live_wish *asked = &app->live.asked;
    return asked->source == app->picture.source && strcmp(asked->text, app->picture.text) == 0 &&
           same_view(&asked->view, &app->live.view) && same_modes(asked->modes, app->live.modes, heads_of(app)) &&
           (asked->planes || !needs_planes(app));
}

/* And the answer. */
static bool satisfied(const struct app *app)
{
    const struct live_wish *asked = &app->live.asked;
    size_t place = answer_place(app);
    return picture_asked(app) && (!answer_wished(app) || (asked->answer && asked->place == place) ||
                                     answer_is_at(&app->live.answer, place, hs_set_shape(app->picture.set).n));
}

static enum hs_status wish_copy(const struct live_wish *wish, struct live_wish *copy, size_t modes, struct hs_error *error)
{
    *copy = (struct live_wish){.view = wish->view, .planes = wish->planes, .answer = wish->answer, .place = wish->place};
    copy->path = wish->path ? strdup(wish->path) : NULL;
    copy->text = strdup(wish->text);
    copy->modes = wish->modes ? malloc(modes) : NULL;
    copy->source = wish->source ? hs_source_keep(wish->source) : NULL;
    if (!copy->text || (wish->path && !copy->path) || (wish->modes && !copy->modes)) {
        wish_drop(copy);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to run the model");
    }
    if (wish->modes)
        memcpy(copy->modes, wish->modes, modes);
    return HS_OK;
}

/* ---------------------------------------------------------------- starting and taking in */
static void leave(struct live *live)
{
    job_leave(live->job);
    live->job = NULL;
    live->run = NULL;
}

static enum hs_status start(struct app *app, const struct live_wish *wish, const struct dump_place *place, struct hs_error *error)
{
    struct live *live = &app->live;
    size_t modes = wish->modes ? heads_of(app) : 0;
    struct live_run *run = calloc(1, sizeof *run);
    struct live_wish asked = {0};
    bool picture = wish->path || live->job || !live->asked.text || !picture_asked(app);
    leave(live);
    if (!run || wish_copy(wish, &run->wish, modes, error) || wish_copy(wish, &asked, modes, error)) {
        if (run)
            run_drop(run);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to run the model");
    }
    wish_drop(&live->asked);
    live->asked = asked;
    run->placed = place;
    run->picture = picture;
    if (place)
        run->place = *place;
    live->job = job_new(&kind, run, app->services.wake, app->services.platform);
    if (!live->job) {
        run_drop(run);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to run the model");
    }
    live->run = run;
    if (app->window.headless || job_run(live->job, 1) == 0) {
        static const struct hs_watch nobody = {0};
        step(run, &nobody); /* no thread was to be had, or nobody to wait for */
    }
    return HS_OK;
}

/* The first picture of a model that was just opened. */
static enum hs_status take_opened(struct app *app, struct live_run *run, struct hs_error *error)
{
    struct app_dump *dump = layers_new(app, run->placed ? &run->place : NULL);
    if (!dump)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to show the model");
    live_modes_on(app); /* they were another model's */
    layers_take(app, dump, &run->made);
    app->live.view = run->wish.view;
    layers_first_look(app);
    return HS_OK;
}

static void put_modes(struct app *app, const uint8_t *modes)
{
    size_t h = app->picture.h, layer = app->picture.dump->view.layer;
    for (size_t head = 0; head < h && head < HS_MAX_HEADS; head++)
        app->picture.head_mode[head] = modes ? modes[layer * h + head] : HS_HEAD_ON;
}

/* The row of a token that was just written. */
static void show_last(struct app *app)
{
    if (app->live.answer.show_last)
        app->look.locked = (struct app_cell){ACT_NOWHERE, hs_set_shape(app->picture.set).n - 1, ACT_NOWHERE};
    app->live.answer.show_last = false;
}

/* The job has ended. */
static enum hs_status collect(struct app *app, struct hs_error *error)
{
    struct live *live = &app->live;
    struct live_run *run = live->run;
    struct job *job = live->job;
    enum hs_status status = run->status;
    live->job = NULL;
    live->run = NULL;
    if (status && error)
        *error = run->error;
    bool opened = run->wish.path != NULL;
    if (!status && opened)
        status = take_opened(app, run, error);
    else if (!status && run->picture)
        layers_take(app, app->picture.dump, &run->made);
    live->answer.of = run->answer;
    live->answer.known = !status && run->wish.answer && picture_can(app, HS_CAN_ANSWER);
    live->answer.write &= !status;
    if (!status) {
        show_last(app);
        put_modes(app, run->wish.modes);
        snprintf(app->picture.run_text, sizeof app->picture.run_text, "%s", run->wish.text);
        struct live_wish asked = run->wish; /* with the source that is open now */
        run->wish = (struct live_wish){0};
        wish_drop(&live->asked);
        free(asked.path);
        asked.path = NULL;
        live->asked = asked;
    } else if (opened) {
        wish_drop(&live->asked); /* the model before it goes on where it was */
    }
    app->window.dirty = true;
    job_leave(job);
    return status;
}

enum hs_status live_open(struct app *app, const char *path, const struct dump_place *place, struct hs_error *error)
{
    struct live_wish wish = {.path = (char *)(uintptr_t)path, .text = app->picture.text, .planes = needs_planes(app)};
    return start(app, &wish, place, error);
}

static enum hs_status start_wished(struct app *app, struct hs_error *error)
{
    const struct live *live = &app->live;
    struct live_wish wish = {.source = app->picture.source, .text = app->picture.text, .view = live->view, .modes = live->modes,
        .planes = needs_planes(app), .answer = answer_wished(app), .place = answer_place(app)};
    return start(app, &wish, NULL, error);
}

enum hs_status live_follow(struct app *app, struct hs_error *error)
{
    struct live *live = &app->live;
    enum hs_status status = HS_OK;
    if (live->asked.source && live->asked.source != app->picture.source && !live->asked.path)
        live_forget(app); /* the picture is another source's by now */
    if (live->job) {
        job_seen(live->job);
        if (job_idle(live->job, 0))
            status = collect(app, error);
    }
    while (!status && !live_opening(app) && picture_runs_model(app)) {
        bool asked = live->asked.text && satisfied(app);
        if (asked && !live->job && live->answer.write)
            status = answer_write(app, error);
        else if (asked)
            break;
        else if ((status = start_wished(app, error)) == HS_OK && !job_idle(live->job, PATIENCE_MS))
            break;
        else if (!status)
            status = collect(app, error);
    }
    return status;
}

enum hs_status live_wait(struct app *app, struct hs_error *error)
{
    if (!app->live.job)
        return HS_OK;
    job_idle(app->live.job, -1);
    return collect(app, error);
}

bool live_busy(const struct app *app)
{
    return app->live.job;
}

bool live_opening(const struct app *app)
{
    return app->live.run && app->live.asked.path;
}

double live_words(const struct app *app, char *words, size_t room)
{
    const struct live *live = &app->live;
    if (room > 0)
        words[0] = '\0';
    if (!live->job)
        return 0;
    if (live->asked.path)
        snprintf(words, room, "Opening %.60s", app_base_name(live->asked.path));
    else
        snprintf(words, room, "Running %.60s", hs_source_info(app->picture.source).model);
    return job_progress(live->job);
}

void live_cancel(struct app *app)
{
    if (live_opening(app)) {
        leave(&app->live);
        wish_drop(&app->live.asked);
    }
}

void live_forget(struct app *app)
{
    struct live *live = &app->live;
    if (!live_opening(app)) {
        leave(live);
        wish_drop(&live->asked);
    }
    live_modes_on(app);
    live->answer = (struct answer){0};
    live->view = hs_view_of(0);
}

void live_listen(struct app *app)
{
    if (app->live.job)
        job_listen(app->live.job, app->services.wake, app->services.platform);
}
