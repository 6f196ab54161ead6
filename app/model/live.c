/* live.c – see live.h. */
#include "model/live.h"

#include <stdlib.h>
#include <string.h>

#include "model/live_run.h"
#include "model/live_turn.h"
#include "model/picture.h"

/* A run that ends within this is in the same picture as the keystroke that asked for it; so is a file that is open by then. */
#define PATIENCE_MS 6

/* ---------------------------------------------------------------- what is wished for */
struct hs_view live_view(const struct app *app)
{
    if (picture_runs_model(app))
        return app->live.view;
    return app->picture.layers ? *turn_view(app->picture.layers, NULL) : picture_view(app);
}

bool live_all_items(const struct app *app)
{
    bool all_items = false;
    if (app->picture.layers)
        turn_view(app->picture.layers, &all_items);
    return all_items;
}

enum hs_status live_show(struct app *app, const struct hs_view *view, bool all_items, struct hs_error *error)
{
    if (!picture_runs_model(app))
        return turn_to(app, view, all_items, PATIENCE_MS, error);
    app->live.view = *view;
    return HS_OK;
}

static size_t heads_of(const struct app *app)
{
    return picture_part(app)->L * picture_part(app)->h;
}

enum hs_status live_mode(struct app *app, const struct live_mode *mode, struct hs_error *error)
{
    struct live *live = &app->live;
    if (!live->modes)
        live->modes = calloc(heads_of(app), 1);
    if (!live->modes)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to switch a head");
    live->modes[mode->layer * picture_part(app)->h + mode->head] = mode->mode;
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

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool has_other(const struct live_other *other)
{
    return other->text || other->path || other->source;
}

/* Nobody looks at B while it is not subtracted: then none is made. */
static struct live_other other_wished(const struct app *app)
{
    bool seen = app->live.other_shown || app->lens.wish.minus == MINUS_KEPT;
    return seen ? app->live.other : (struct live_other){0};
}

/* B, as it was asked for last, is what is wished for with `text`. */
static bool other_holds(const struct app *app, const char *text)
{
    const struct live_wish *asked = &app->live.asked;
    struct live_other wished = other_wished(app);
    return live_other_same(&asked->other, &wished) && app->lens.wish.kept && same_view(&asked->view, &app->live.view) &&
           (asked->planes || !needs_planes(app)) && (wished.text || same_text(asked->text, text));
}

/* What was asked for last gives the picture that the model of the app wishes for now. */
static bool picture_asked(const struct app *app)
{
    const struct live_wish *asked = &app->live.asked;
    struct live_other wished = other_wished(app);
    return asked->source == app->picture.source && strcmp(asked->text, app->picture.text) == 0 &&
           same_view(&asked->view, &app->live.view) && same_modes(asked->modes, app->live.modes, heads_of(app)) &&
           (asked->planes || !needs_planes(app)) && (!has_other(&wished) || live_other_same(&asked->other, &wished));
}

/* And the answer. */
static bool satisfied(const struct app *app)
{
    const struct live_wish *asked = &app->live.asked;
    size_t place = answer_place(app);
    return picture_asked(app) && (!answer_wished(app) || (asked->answer && asked->place == place) ||
                                     answer_is_at(&app->live.answer, place, hs_set_shape(app->picture.set).n));
}

/* ---------------------------------------------------------------- B */
static void other_none(struct live *live)
{
    live_other_drop(&live->other);
    live->other_shown = false;
}

void live_leave_other(struct app *app)
{
    if (!has_other(&app->live.other))
        return;
    other_none(&app->live);
    lens_take_other(app, NULL, NULL, "");
    if (app->lens.wish.minus == MINUS_KEPT)
        app->lens.wish.minus = MINUS_NOTHING;
}

enum hs_status live_subtract(struct app *app, const char *text, const char *path, struct hs_error *error)
{
    struct live_other other, wished = {.text = (char *)(uintptr_t)text, .path = (char *)(uintptr_t)path};
    if (!live_other_copy(&wished, &other))
        return hs_fail(error, HS_NO_MEMORY, "no memory left to subtract");
    other_none(&app->live);
    app->live.other = other;
    app->live.other_shown = true;
    return HS_OK;
}

void live_keep(struct app *app)
{
    other_none(&app->live);
}

bool live_makes_other(const struct app *app)
{
    return has_other(&app->live.other);
}

const char *picture_b_unsaid(const struct app *app)
{
    if (app->lens.wish.minus != MINUS_KEPT || live_makes_other(app))
        return NULL;
    if (!picture_can(app, HS_CAN_TEXT) || !hs_set_constructed(app->lens.wish.kept))
        return "a second picture, B, is part of it";
    struct hs_set_shape kept = hs_set_shape(app->lens.wish.kept);
    return kept.h != app->picture.h || kept.mask != app->picture.mask
               ? "picture B, which was kept with another number of heads or mask, is part of it"
               : NULL;
}

bool live_has_other(const struct app *app)
{
    return !app->live.job && !app->live.other_lost && other_holds(app, app->picture.text);
}

const char *live_other_name(const struct app *app)
{
    const struct live_other *other = &app->live.other;
    return other->text ? other->text : other->source ? hs_source_info(other->source).model : other->path ? app_base_name(other->path) : "";
}

/* ---------------------------------------------------------------- starting and taking in */
static void leave(struct live *live)
{
    job_leave(live->job);
    live->job = NULL;
    live->run = NULL;
}

/* What opening brings along; `place` and the rest of `more` may be nothing. */
static bool bring(struct live_run *run, const struct live_start *more, const char *field)
{
    run->before = strdup(field);
    run->placed = more->place;
    if (more->place)
        run->place = *more->place;
    run->set_count = more->modes;
    run->set = more->modes ? malloc(more->modes * sizeof *run->set) : NULL;
    if (run->set)
        memcpy(run->set, more->mode, more->modes * sizeof *run->set);
    return run->before && (run->set || !more->modes);
}

static enum hs_status start(struct app *app, const struct live_wish *wish, const struct live_start *more, struct hs_error *error)
{
    struct live *live = &app->live;
    size_t modes = wish->modes ? heads_of(app) : 0;
    struct live_run *run = calloc(1, sizeof *run);
    struct live_wish asked = {0};
    bool fresh = wish->path || live->job || !live->asked.text, picture = fresh || !picture_asked(app);
    bool other = has_other(&wish->other) && (fresh || live->other_lost || !other_holds(app, wish->text));
    leave(live);
    if (!run || live_wish_copy(wish, &run->wish, modes, error) || live_wish_copy(wish, &asked, modes, error) ||
        (more && !bring(run, more, app->picture.text))) {
        if (run)
            live_run_drop(run);
        live_wish_drop(&asked);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to run the model");
    }
    live_wish_drop(&live->asked);
    live->asked = asked;
    run->picture = picture;
    run->other = other;
    live->job = job_new(&live_run_kind, run, app->services.wake, app->services.platform);
    if (!live->job) {
        live_run_drop(run);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to run the model");
    }
    live->run = run;
    if (app->window.headless || job_run(live->job, 1) == 0) {
        static const struct hs_watch nobody = {0};
        live_run_kind.step(run, &nobody); /* no thread was to be had, or nobody to wait for */
    }
    return HS_OK;
}

/* B, if the run made one: is subtracted from the picture that is taken next. */
static void take_other(struct app *app, struct live_run *run)
{
    struct live *live = &app->live;
    struct live_other *made = &run->wish.other;
    bool wished = same_text(made->text, live->other.text) && same_text(made->path, live->other.path);
    live->other_lost = run->other && (run->status || run->other_status || !wished);
    if (run->other_status) {
        other_none(live);
        if (app->lens.wish.minus == MINUS_KEPT)
            app->lens.wish.minus = MINUS_NOTHING;
    } else if (run->made.other && wished) {
        if (made->source && !live->other.source)
            live->other.source = hs_source_keep(made->source);
        free(live->other.path);
        live->other.path = NULL;
        lens_take_other(app, run->made.other, run->made.other_source, live_other_name(app));
        run->made.other = NULL;
        if (live->other_shown)
            app->lens.wish.minus = MINUS_KEPT;
        live->other_shown = false;
    }
    free(made->path); /* what was opened is open now */
    made->path = NULL;
}

/* The first picture of a model that was just opened, with what a session says of it. */
static enum hs_status take_opened(struct app *app, struct live_run *run, struct hs_error *error)
{
    struct live *live = &app->live;
    struct layers *layers = layers_new(app, run->placed ? &run->place : NULL);
    size_t heads = hs_source_part(run->wish.source, 0)->L * hs_source_part(run->wish.source, 0)->h;
    uint8_t *modes = run->wish.modes ? malloc(heads) : NULL;
    struct live_other other;
    if (!layers || (run->wish.modes && !modes) || !live_other_copy(&run->wish.other, &other)) {
        free(layers);
        free(modes);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to show the model");
    }
    live_modes_on(app); /* they were another model's */
    if (modes)
        live->modes = memcpy(modes, run->wish.modes, heads);
    live_leave_other(app);
    live->other = other;
    live->other_shown = has_other(&other);
    take_other(app, run);
    layers_take(app, layers, &run->made);
    live->view = run->wish.view;
    live->opened = live->begun;
    if (strcmp(app->picture.text, run->before) == 0) /* nobody typed meanwhile */
        snprintf(app->picture.text, sizeof app->picture.text, "%s", run->wish.text);
    layers_first_look(app);
    return HS_OK;
}

static void put_modes(struct app *app, const uint8_t *modes)
{
    size_t h = app->picture.h, layer = app->picture.layers->view.layer;
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
    else
        take_other(app, run);
    if (!status && !opened && run->picture)
        layers_take(app, app->picture.layers, &run->made);
    live->answer.of = run->answer;
    live->answer.known = !status && run->wish.answer && picture_can(app, HS_CAN_ANSWER);
    live->answer.write &= !status;
    if (!status && picture_runs_model(app)) {
        show_last(app);
        put_modes(app, run->wish.modes);
        snprintf(app->picture.run_text, sizeof app->picture.run_text, "%s", run->wish.text);
        struct live_wish asked = run->wish; /* with the source that is open now */
        run->wish = (struct live_wish){0};
        live_wish_drop(&live->asked);
        free(asked.path);
        asked.path = NULL;
        live->asked = asked;
    } else if (!status) {
        live_forget(app); /* a file asks for no more */
    } else if (opened) {
        live_wish_drop(&live->asked); /* the model before it goes on where it was */
    }
    if (!status && run->other_status) {
        status = run->other_status;
        if (error)
            *error = run->other_error;
    }
    app->window.dirty = true;
    job_leave(job);
    return status;
}

enum hs_status live_open(struct app *app, const char *path, const struct live_start *more, struct hs_error *error)
{
    static const struct live_start nothing = {0};
    const char *text = more && more->text ? more->text : app->picture.text;
    struct live_wish wish = {.path = (char *)(uintptr_t)path,
        .text = (char *)(uintptr_t)text,
        .planes = more || needs_planes(app)}; /* what a session shows may need them */
    if (more)
        wish.other = more->other;
    app->live.begun++;
    enum hs_status status = start(app, &wish, more ? more : &nothing, error);
    return !status && !hs_source_is_model(path) && job_idle(app->live.job, PATIENCE_MS) ? collect(app, error) : status;
}

static enum hs_status start_wished(struct app *app, struct hs_error *error)
{
    const struct live *live = &app->live;
    struct live_wish wish = {.source = app->picture.source, .text = app->picture.text, .view = live->view, .modes = live->modes,
        .planes = needs_planes(app), .answer = answer_wished(app), .place = answer_place(app), .other = other_wished(app)};
    return start(app, &wish, NULL, error);
}

enum hs_status live_follow(struct app *app, struct hs_error *error)
{
    struct live *live = &app->live;
    enum hs_status status = turn_follow(app, 0, error);
    if (live->asked.source && live->asked.source != app->picture.source && !live->asked.path)
        live_forget(app); /* the picture is another source's by now */
    if (!status && live->job) {
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
    enum hs_status status = turn_follow(app, -1, error);
    if (status || !app->live.job)
        return status;
    job_idle(app->live.job, -1);
    return collect(app, error);
}

static struct job *turning(const struct app *app)
{
    return app->picture.layers ? app->picture.layers->turning : NULL;
}

bool live_busy(const struct app *app)
{
    return app->live.job || turning(app);
}

static bool opening_picture(const struct live *live)
{
    return live->run && live->asked.path;
}

bool live_opening(const struct app *app)
{
    return opening_picture(&app->live) || (app->live.run && app->live.asked.other.path);
}

double live_words(const struct app *app, char *words, size_t room)
{
    const struct live *live = &app->live;
    if (room > 0)
        words[0] = '\0';
    if (!live_busy(app))
        return 0;
    if (!live->job) {
        snprintf(words, room, "Reading %.60s", app_base_name(hs_source_info(app->picture.source).path));
        return job_progress(turning(app));
    }
    if (live_opening(app))
        snprintf(words, room, "Opening %.60s", app_base_name(live->asked.path ? live->asked.path : live->asked.other.path));
    else
        snprintf(words, room, "Running %.60s", hs_source_info(app->picture.source).model);
    return job_progress(live->job);
}

void live_cancel(struct app *app)
{
    if (!live_opening(app))
        return;
    if (!opening_picture(&app->live))
        other_none(&app->live);
    leave(&app->live);
    live_wish_drop(&app->live.asked);
}

void live_cancel_file(struct app *app)
{
    if (opening_picture(&app->live) && !hs_source_is_model(app->live.asked.path))
        live_cancel(app);
}

void live_forget(struct app *app)
{
    struct live *live = &app->live;
    if (!opening_picture(live)) {
        leave(live);
        live_wish_drop(&live->asked);
    }
    live_modes_on(app);
    live_leave_other(app);
    live->answer = (struct answer){0};
    live->view = hs_view_of(0);
}

void live_listen(struct app *app)
{
    if (app->live.job)
        job_listen(app->live.job, app->services.wake, app->services.platform);
    if (turning(app))
        job_listen(turning(app), app->services.wake, app->services.platform);
}
