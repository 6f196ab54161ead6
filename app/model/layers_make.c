/* layers_make.c – see layers_make.h. */
#include "model/layers_make.h"

#include <stdlib.h>
#include <string.h>

#include "model/picture.h"
#include "model/survey.h"

/* Shared among so many keys, most weights are too small to be told from 0 on a linear scale. */
#define MANY_KEYS 64

void layers_made_drop(struct layers_made *made)
{
    hs_source_drop(made->source);
    hs_set_drop(made->set);
    hs_set_drop(made->other);
    hs_source_drop(made->other_source);
    hs_survey_drop(made->survey);
    free(made->stats);
    free(made->order);
    free(made->changes);
    *made = (struct layers_made){0};
}

/* What the head modes change in the layer's output: against a pass with all heads on. */
static enum hs_status compare_output(struct layers_made *made, const struct hs_request *request, struct hs_error *error)
{
    struct hs_request plain = *request;
    struct hs_set *whole;
    size_t n = hs_set_shape(made->set).n;
    if (!request->head_mode)
        return HS_OK;
    plain.head_mode = NULL;
    enum hs_status status = hs_source_run(made->source, &plain, &whole, error);
    if (status)
        return status;
    made->changes = calloc(n, sizeof *made->changes);
    for (size_t token = 0; made->changes && token < n; token++)
        hs_output_change(whole, made->set, token, &made->changes[token]);
    hs_set_drop(whole);
    return made->changes ? HS_OK : hs_fail(error, HS_NO_MEMORY, "no memory left to compare outputs");
}

enum hs_status layers_make(struct hs_source *source, const struct hs_request *request, enum layers_survey survey,
    struct layers_made *made, struct hs_error *error)
{
    const struct hs_part *part = hs_source_part(source, request->view.part);
    *made = (struct layers_made){.source = hs_source_keep(source), .view = request->view};
    enum hs_status status = hs_source_run(source, request, &made->set, error);
    struct hs_request all = *request;
    all.view.item = HS_ALL_ITEMS;
    if (!status && survey)
        status = hs_source_survey(source, survey == LAYERS_OF_ALL ? &all : request, &made->survey, error);
    if (!status && hs_source_can(source, HS_CAN_TEXT))
        status = compare_output(made, request, error);
    if (!status) {
        made->stats = calloc(part->h, sizeof *made->stats);
        made->order = survey ? malloc(part->L * part->h * sizeof *made->order) : NULL;
        if (!made->stats || (survey && !made->order))
            status = hs_fail(error, HS_NO_MEMORY, "no memory left to show the heads");
    }
    if (status)
        layers_made_drop(made);
    return status;
}

void layers_take(struct app *app, struct layers *layers, struct layers_made *made)
{
    bool fresh = made->survey;
    layers->view = made->view;
    if (fresh) {
        if (layers->survey)
            survey_end(layers);
        layers->survey = made->survey;
        free(layers->hidden);
        layers->hidden = NULL; /* survey_follow() sees to what is hidden */
        layers->survey_identity = ++app->picture.identity;
        layers->said[0] = layers->waiting[0] = '\0';
        free(layers->order);
        layers->order = made->order;
    }
    hs_survey_want(layers->survey, made->view.layer);
    if (app->picture.layers != layers)
        layers_forget(app);
    picture_take_source(app, made->source);
    app->picture.layers = layers;
    layers->seen = SIZE_MAX;
    if (!hs_source_can(made->source, HS_CAN_MODES))
        memset(app->picture.head_mode, HS_HEAD_ON, sizeof app->picture.head_mode);
    app_take_set(app, made->set, made->stats);
    app->picture.changes = made->changes;
    if (fresh)
        survey_start(app);
    hs_source_drop(made->source); /* the picture keeps it */
    *made = (struct layers_made){0};
}

struct layers *layers_new(const struct app *app, const struct layers_place *place)
{
    const struct layers *old = app->picture.layers;
    struct layers *layers = calloc(1, sizeof *layers);
    if (!layers)
        return NULL;
    layers->live_h = old ? old->live_h : app->picture.h;
    layers->live_mask = old ? old->live_mask : app->picture.mask;
    layers->live_view = old ? old->live_view : app->look.view;
    layers->live_scale = old ? old->live_scale : app->look.scale;
    if (place) {
        layers->mode = place->mode;
        layers->all_items = place->all_items;
        layers->sort = place->sort;
        layers->sort_reversed = place->sort_reversed;
    }
    return layers;
}

enum hs_status layers_find(
    const struct hs_source *file, const struct layers_place *place, struct hs_view *view, struct hs_error *error)
{
    size_t tensor = 0;
    *view = hs_view_of(0);
    if (!place)
        return HS_OK;
    const struct hs_part *t;
    while ((t = hs_source_part(file, tensor)) && strcmp(t->name, place->tensor) != 0)
        tensor++;
    const struct hs_source_info info = hs_source_info(file);
    if (info.bytes != place->bytes || !t || place->view.layer >= t->L ||
        place->view.item >= t->B || place->head >= t->h)
        return hs_fail(error, HS_BAD_INPUT,
            "%.300s is not the file that the session was saved with: that had %llu bytes, layer "
            "%zu "
            "and head %zu (from 0) of \"%s\"; this one has %llu bytes. Open it by itself, or put "
            "the other one back",
            info.path, (unsigned long long)place->bytes, place->view.layer, place->head,
            place->tensor, (unsigned long long)info.bytes);
    *view = place->view;
    view->part = tensor;
    return HS_OK;
}

void layers_choose_view(struct app *app)
{
    const struct hs_part *part = picture_part(app);
    app->look.view = part->L > 1 ? VIEW_LAYERS : part->h > 1 ? VIEW_GRID : VIEW_HEAD;
}

void layers_first_look(struct app *app)
{
    layers_choose_view(app);
    if (app->look.scale == SCALE_LINEAR && hs_set_shape(app->picture.set).m >= MANY_KEYS)
        app->look.scale = SCALE_SQRT;
}
