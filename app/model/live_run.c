/* live_run.c – see live_run.h. Of the app nothing is read here but what the run was given. */
#include "model/live_run.h"

#include <stdlib.h>
#include <string.h>

/* Above this many cells (h n^2) the planes of a layer would take more memory than the model: weights only. */
#define CELLS_FOR_PLANES ((double)(64u << 20))
/* Up to this many floats the planes of all layers are kept, so that going to another layer costs no run. */
#define FLOATS_FOR_LAYERS ((double)(8u << 20))

/* ---------------------------------------------------------------- memory */
void live_other_drop(struct live_other *other)
{
    free(other->text);
    free(other->path);
    hs_source_drop(other->source);
    *other = (struct live_other){0};
}

bool live_other_copy(const struct live_other *other, struct live_other *copy)
{
    *copy = (struct live_other){.text = other->text ? strdup(other->text) : NULL,
        .path = other->path ? strdup(other->path) : NULL,
        .source = other->source ? hs_source_keep(other->source) : NULL};
    if (!other->text == !copy->text && !other->path == !copy->path)
        return true;
    live_other_drop(copy);
    return false;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool live_other_same(const struct live_other *a, const struct live_other *b)
{
    return a->source == b->source && same_text(a->text, b->text) && same_text(a->path, b->path);
}

void live_wish_drop(struct live_wish *wish)
{
    free(wish->path);
    free(wish->text);
    free(wish->modes);
    hs_source_drop(wish->source);
    live_other_drop(&wish->other);
    *wish = (struct live_wish){0};
}

enum hs_status live_wish_copy(const struct live_wish *wish, struct live_wish *copy, size_t modes, struct hs_error *error)
{
    *copy = (struct live_wish){.view = wish->view, .planes = wish->planes, .answer = wish->answer, .place = wish->place};
    copy->path = wish->path ? strdup(wish->path) : NULL;
    copy->text = strdup(wish->text);
    copy->modes = wish->modes ? malloc(modes) : NULL;
    copy->source = wish->source ? hs_source_keep(wish->source) : NULL;
    bool good = live_other_copy(&wish->other, &copy->other);
    if (!good || !copy->text || (wish->path && !copy->path) || (wish->modes && !copy->modes)) {
        live_wish_drop(copy);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to run the model");
    }
    if (wish->modes)
        memcpy(copy->modes, wish->modes, modes);
    return HS_OK;
}

void live_run_drop(struct live_run *run)
{
    layers_made_drop(&run->made);
    live_wish_drop(&run->wish);
    free(run->set);
    free(run->before);
    free(run);
}

/* ---------------------------------------------------------------- opening */
static enum hs_status open_other(const char *path, const struct hs_watch *watch, struct hs_source **source, struct hs_error *error)
{
    enum hs_status status = hs_source_open(path, watch, source, error);
    if (!status && !hs_source_can(*source, HS_CAN_TEXT | HS_CAN_LAYERS))
        status = hs_fail(error, HS_BAD_INPUT, "%.300s runs no text: open it as a file of attention", path);
    return status;
}

/* Heads that are switched from the start, (L, h); a list of another model's is refused. */
static enum hs_status switch_heads(struct live_run *run, struct hs_error *error)
{
    const struct hs_part *part = hs_source_part(run->wish.source, run->wish.view.part);
    if (run->set_count == 0)
        return HS_OK;
    run->wish.modes = calloc(part->L * part->h, 1);
    if (!run->wish.modes)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to switch heads");
    for (size_t i = 0; i < run->set_count; i++) {
        struct live_mode one = run->set[i];
        if (one.layer >= part->L || one.head >= part->h)
            return hs_fail(error, HS_BAD_INPUT, "layer %u, head %u (from 0) cannot be switched: %.200s has %zu layers of %zu heads",
                one.layer, one.head, run->wish.path, part->L, part->h);
        run->wish.modes[one.layer * part->h + one.head] = one.mode;
    }
    return HS_OK;
}

static bool runs_text(const struct live_run *run)
{
    return hs_source_can(run->wish.source, HS_CAN_TEXT);
}

static enum hs_status open_first(struct live_run *run, const struct hs_watch *watch)
{
    if (!run->wish.path)
        return HS_OK;
    enum hs_status status = hs_source_open(run->wish.path, watch, &run->wish.source, &run->error);
    if (!status)
        status = layers_find(run->wish.source, run->placed ? &run->place : NULL, &run->wish.view, &run->error);
    return status || !runs_text(run) ? status : switch_heads(run, &run->error);
}

/* ---------------------------------------------------------------- running */
/* A text has at most as many tokens as bytes, and some marks. */
static double tokens_at_most(const struct hs_source *source, const char *text)
{
    double length = (double)strlen(text) + 4, longest = (double)hs_source_info(source).longest;
    return length < longest ? length : longest;
}

static struct hs_request request_of(
    const struct live_wish *wish, struct hs_source *source, const char *text, const struct hs_watch *watch)
{
    const struct hs_part *part = hs_source_part(source, wish->view.part);
    struct hs_request request = hs_request_of(source);
    double n = tokens_at_most(source, text), h = (double)part->h;
    double layer = 3 * h * n * n + 16 * n * (double)part->d_model;
    request.text = text;
    request.length = strlen(text);
    request.view = wish->view;
    request.modes_by_layer = true;
    request.keep = wish->planes && h * n * n <= CELLS_FOR_PLANES ? HS_KEEP_ALL : HS_KEEP(HS_PLANE_WEIGHTS);
    request.keep_layer = layer * (double)part->L <= FLOATS_FOR_LAYERS ? SIZE_MAX : wish->view.layer;
    request.watch = watch;
    return request;
}

/* Another model is subtracted head by head and token by token: both must have the same. */
static enum hs_status check_shape(const struct live_wish *wish, struct hs_error *error)
{
    const struct hs_part *a = hs_source_part(wish->source, 0), *b = hs_source_part(wish->other.source, 0);
    if (a->L == b->L && a->h == b->h)
        return HS_OK;
    return hs_fail(error, HS_BAD_INPUT, "%.120s cannot be subtracted: it has %zu layers of %zu heads, and %.120s has %zu of %zu",
        hs_source_info(wish->other.source).model, b->L, b->h, hs_source_info(wish->source).model, a->L, a->h);
}

static enum hs_status check_tokens(const struct live_run *run, struct hs_error *error)
{
    const struct live_wish *wish = &run->wish;
    const struct hs_tokens *a = hs_set_tokens(run->made.set, HS_KEY), *b = hs_set_tokens(run->made.other, HS_KEY);
    size_t at = 0;
    while (at < a->count && at < b->count && strcmp(a->token[at].text, b->token[at].text) == 0)
        at++;
    if (at == a->count && at == b->count)
        return HS_OK;
    return hs_fail(error, HS_BAD_INPUT, "%.120s cannot be subtracted: it cuts this text into other tokens, “%.60s” where %.120s has “%.60s”",
        hs_source_info(wish->other.source).model, at < b->count ? b->token[at].text : "nothing", hs_source_info(wish->source).model,
        at < a->count ? a->token[at].text : "nothing");
}

/* B: with all of its heads on. */
static enum hs_status run_other(struct live_run *run, const struct hs_watch *watch, struct hs_error *error)
{
    struct live_other *other = &run->wish.other;
    enum hs_status status = HS_OK;
    if (other->path)
        status = open_other(other->path, watch, &other->source, error);
    if (!status && other->source)
        status = check_shape(&run->wish, error);
    if (status)
        return status;
    struct hs_source *source = other->source ? other->source : run->wish.source;
    struct hs_request request = request_of(&run->wish, source, other->text ? other->text : run->wish.text, watch);
    status = hs_source_run(source, &request, &run->made.other, error);
    if (!status && !other->text)
        status = check_tokens(run, error);
    if (!status)
        run->made.other_source = hs_source_keep(source);
    return status;
}

static bool step(void *data, const struct hs_watch *watch)
{
    struct live_run *run = data;
    run->status = open_first(run, watch);
    if (run->status)
        return false;
    if (!runs_text(run)) { /* its survey goes on beside the picture */
        struct hs_request view = hs_request_of(run->wish.source);
        view.view = run->wish.view;
        run->status =
            layers_make(run->wish.source, &view, run->placed && run->place.all_items ? LAYERS_OF_ALL : LAYERS_OF_ITEM, &run->made, &run->error);
        return false;
    }
    struct hs_request request = request_of(&run->wish, run->wish.source, run->wish.text, watch);
    request.head_mode = run->wish.modes;
    if (run->picture)
        run->status = layers_make(run->wish.source, &request, LAYERS_OF_ITEM, &run->made, &run->error);
    while (run->picture && !run->status && !hs_watch_stops(watch) && hs_survey_step(run->made.survey))
        ;
    if (run->picture && !run->status && run->wish.place >= hs_set_shape(run->made.set).n)
        run->wish.place = SIZE_MAX; /* the row was locked in a longer text */
    if (run->wish.answer && !run->status && hs_source_can(run->wish.source, HS_CAN_ANSWER))
        run->status = hs_source_answer(run->wish.source, &request, run->wish.place, &run->answer, &run->error);
    if (run->other && !run->status)
        run->other_status = run_other(run, watch, &run->other_error);
    return false;
}

static void drop(void *data)
{
    live_run_drop(data);
}

const struct job_kind live_run_kind = {.step = step, .drop = drop};
