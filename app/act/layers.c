/* layers.c – opens attention files and chooses what of them is the picture: tensor, batch item,
 * layer, word pieces, sentence pair; see model/dump.h. A file that cannot
 * be opened, or a choice that cannot be shown, leaves the picture as it is. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "model/picture.h"
#include "model/say.h"
#include "model/survey.h"

/* Shared among so many keys, most weights are too small to be told from 0 on a linear scale. */
#define MANY_KEYS 64

/* ---------------------------------------------------------------- showing */
static void show_view_for(struct app *app)
{
    const struct hs_part *t = picture_part(app);
    app->look.view = t->L > 1 ? VIEW_LAYERS : t->h > 1 ? VIEW_GRID : VIEW_HEAD;
}

/* Makes everything that can fail, then takes it. `made` is app->picture.dump, or a new one that becomes it.
 */
static enum hs_status show(struct app *app, struct hs_source *source, struct app_dump *made,
    const struct hs_view *view, struct hs_error *error)
{
    struct hs_request request = hs_request_of(source);
    struct hs_set *set = NULL;
    struct hs_survey *survey = NULL;
    struct hs_view before = made->view;
    bool same = made->survey && before.part == view->part && before.item == view->item &&
                before.pieces == view->pieces && before.segments == view->segments;
    request.view = *view;
    enum hs_status status = hs_source_run(source, &request, &set, error);
    if (!status && !same)
        status = hs_source_survey(source, &request, &survey, error);
    const struct hs_part *t = hs_source_part(source, view->part);
    struct hs_head_stats *stats = status ? NULL : calloc(t->h, sizeof *stats);
    uint32_t *order = status || same ? NULL : malloc(t->L * t->h * sizeof *order);
    if (!status && (!stats || (!same && !order)))
        status = hs_fail(error, HS_NO_MEMORY, "no memory left to show the heads");
    if (status) {
        free(stats);
        free(order);
        hs_survey_drop(survey);
        hs_set_drop(set);
        return status;
    }
    made->view = *view;
    if (!same) {
        if (made->survey)
            survey_end(made);
        made->survey = survey;
        made->survey_identity = ++app->picture.identity;
        made->said[0] = made->waiting[0] = '\0';
        free(made->order);
        made->order = order;
    }
    hs_survey_want(made->survey, view->layer);
    if (app->picture.dump != made)
        dump_forget(app);
    picture_take_source(app, source);
    app->picture.dump = made;
    made->seen = SIZE_MAX;
    memset(app->picture.head_mode, HS_HEAD_ON, sizeof app->picture.head_mode);
    app_take_set(app, set, stats);
    if (!same)
        survey_start(app);
    return HS_OK;
}

/* Where the place is in the file that was just opened. It may be another file by now. */
static enum hs_status find_place(const struct hs_source *file, const struct dump_place *place,
    struct hs_view *view, struct hs_error *error)
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

enum hs_status dump_open(
    struct app *app, const char *path, const struct dump_place *place, struct hs_error *error)
{
    struct app_dump *made = calloc(1, sizeof *made);
    const struct app_dump *old = app->picture.dump;
    struct hs_source *source = NULL;
    struct hs_view view;
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    enum hs_status status = hs_source_open(path, NULL, &source, error);
    made->live_h = old ? old->live_h : app->picture.h;
    made->live_mask = old ? old->live_mask : app->picture.mask;
    made->live_view = old ? old->live_view : app->look.view;
    made->live_scale = old ? old->live_scale : app->look.scale;
    if (place) {
        made->mode = place->mode;
        made->sort = place->sort;
        made->sort_reversed = place->sort_reversed;
    }
    if (!status)
        status = find_place(source, place, &view, error);
    if (!status)
        status = show(app, source, made, &view, error);
    hs_source_drop(source); /* the picture keeps it */
    if (status) {
        free(made);
        return status;
    }
    show_view_for(app);
    if (app->look.scale == SCALE_LINEAR && picture_part(app)->m >= MANY_KEYS)
        app->look.scale = SCALE_SQRT;
    return HS_OK;
}

/* ---------------------------------------------------------------- actions */

static enum hs_status choose_head(
    struct app *app, size_t layer, size_t head, struct hs_error *error)
{
    struct hs_view view = app->picture.dump->view;
    const struct hs_part *t = picture_part(app);
    if (layer >= t->L || head >= t->h)
        return hs_fail(error, HS_BAD_USE,
            "there is no layer %ld with a head %ld: the file has %zu x %zu",
            app_counted(app, layer), app_counted(app, head), t->L, t->h);
    app->look.head = head;
    if (layer == view.layer)
        return HS_OK;
    view.layer = layer;
    return show(app, app->picture.source, app->picture.dump, &view, error);
}

/* In the map by columns and rows; in the table by rows. */
static enum hs_status move(struct app *app, long dx, long dy, struct hs_error *error)
{
    const struct hs_part *t = picture_part(app);
    const struct app_dump *dump = app->picture.dump;
    long layer = (long)dump->view.layer, head = (long)app->look.head;
    if (dump->mode == LAYERS_TABLE) {
        long count = (long)(t->L * t->h), at = 0;
        while (at < count && dump->order[at] != (uint32_t)(layer * (long)t->h + head))
            at++;
        at += dy;
        at = at < 0 ? 0 : at >= count ? count - 1 : at;
        return choose_head(app, dump->order[at] / t->h, dump->order[at] % t->h, error);
    }
    head += dx;
    layer += dy;
    if (head < 0 || layer < 0 || head >= (long)t->h || layer >= (long)t->L)
        return HS_OK;
    return choose_head(app, (size_t)layer, (size_t)head, error);
}

static void choose_sort(struct app_dump *dump, long number)
{
    if (number == ACT_NEXT) {
        dump->sort = (dump->sort + 1) % sort_count();
        dump->sort_reversed = false;
    } else if (number >= 0 && number < (long)sort_count()) {
        dump->sort = (size_t)number;
        dump->sort_reversed = false;
    }
    dump->seen = SIZE_MAX;
}

/* Told as the user counts; the engine counts from 0, and takes SIZE_MAX for all layers. */
static enum hs_status check_choice(
    const struct app *app, const char *what, long number, size_t count, struct hs_error *error)
{
    if (number >= 0 && (size_t)number < count)
        return HS_OK;
    if (count == 1)
        return hs_fail(error, HS_BAD_USE, "there is no %s %ld: the file has only %s %d", what,
            number + app->look.one_based, what, app->look.one_based);
    return hs_fail(error, HS_BAD_USE, "there is no %s %ld: the file has %ss %d to %ld", what,
        number + app->look.one_based, what, app->look.one_based, app_counted(app, count - 1));
}

static enum hs_status choose_part(
    struct app *app, const struct action *action, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    struct hs_view view = app->picture.dump->view;
    const struct hs_part *t = picture_part(app);
    long number = action->number, layer = (long)view.layer;
    switch (action->kind) {
    case ACT_DUMP_TENSOR:
        status = check_choice(app, "attention", number, hs_source_info(app->picture.source).parts, error);
        view = hs_view_of((size_t)number);
        view.pieces = app->picture.dump->view.pieces;
        break;
    case ACT_DUMP_BATCH:
        status = check_choice(app, "item", number, t->B, error);
        view.item = (size_t)number;
        break;
    case ACT_LAYER:
        status = check_choice(app, "layer", number, t->L, error);
        view.layer = (size_t)number;
        break;
    case ACT_LAYER_STEP:
        layer += number;
        if (layer < 0 || layer >= (long)t->L)
            return HS_OK;
        view.layer = (size_t)layer;
        break;
    case ACT_DUMP_PIECES:
        view.pieces = (enum hs_pieces)choice_of(number, (long)view.pieces, HS_PIECES_COUNT);
        break;
    default: /* ACT_DUMP_SEGMENTS */
        view.segments = (enum hs_segments)choice_of(number, (long)view.segments, HS_SEGMENTS_COUNT);
    }
    if (!status)
        status = show(app, app->picture.source, app->picture.dump, &view, error);
    if (!status && !view_usable(app, app->look.view))
        show_view_for(app);
    return status;
}

static enum hs_status close_dump(struct app *app, struct hs_error *error)
{
    size_t h = app->picture.dump->live_h;
    enum hs_mask mask = app->picture.dump->live_mask;
    enum hs_status status = app_run(app, app->picture.text, h, mask, error);
    /* A field that was left empty, or with a text that does not run, must not lock the file in:
     * the bar in its place has no field to mend it. */
    if (status == HS_BAD_INPUT || status == HS_LIMIT)
        status = app_run(app, APP_DEFAULT_TEXT, h, mask, error);
    return status;
}

enum hs_status apply_dump(struct app *app, const struct action *action, struct hs_error *error)
{
    struct app_dump *dump = app->picture.dump;
    if (!dump)
        return hs_fail(error, HS_BAD_USE,
            "no attention file is open: open a .safetensors or .npy file to have layers");
    switch (action->kind) {
    case ACT_DUMP_CLOSE:
        return close_dump(app, error);
    case ACT_LAYERS_MODE:
        dump->mode = (enum layers_mode)choice_of(action->number, dump->mode, LAYERS_MODE_COUNT);
        return HS_OK;
    case ACT_LAYERS_SORT:
        choose_sort(dump, action->number);
        return HS_OK;
    case ACT_LAYERS_REVERSE:
        dump->sort_reversed = choice_of(action->number, dump->sort_reversed, 2);
        dump->seen = SIZE_MAX;
        return HS_OK;
    case ACT_LAYERS_MOVE:
        return move(app, (long)action->dx, (long)action->dy, error);
    case ACT_LAYERS_HEAD:
        return choose_head(app, (size_t)action->number, action->head, error);
    case ACT_DUMP_READ:
        if (action->number)
            survey_start(app);
        else
            survey_stop(app);
        return HS_OK;
    default:
        return choose_part(app, action, error);
    }
}
