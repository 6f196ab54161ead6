/* layers.c – chooses what of an attention file or model is the picture: tensor, batch item, layer, word pieces, sentence pair; see
 * model/layers.h. A choice that cannot be shown leaves the picture as it is. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "model/picture.h"
#include "model/say.h"
#include "model/layers_make.h"
#include "model/live.h"
#include "model/survey.h"

/* What is wished for, which may be another part than the picture's. */
static const struct hs_part *wished_part(const struct app *app)
{
    return hs_source_part(app->picture.source, live_view(app).part);
}

/* ---------------------------------------------------------------- actions */

static enum hs_status choose_head(
    struct app *app, size_t layer, size_t head, struct hs_error *error)
{
    struct hs_view view = live_view(app);
    const struct hs_part *t = wished_part(app);
    if (layer >= t->L || head >= t->h)
        return hs_fail(error, HS_BAD_USE,
            "there is no layer %ld with a head %ld: the file has %zu x %zu",
            app_counted(app, layer), app_counted(app, head), t->L, t->h);
    app->look.head = head;
    if (layer == view.layer)
        return HS_OK;
    view.layer = layer;
    return live_show(app, &view, live_all_items(app), error);
}

/* In the map by columns and rows; in the table by rows. */
static enum hs_status move(struct app *app, long dx, long dy, struct hs_error *error)
{
    const struct hs_part *t = wished_part(app);
    const struct layers *layers = app->picture.layers;
    long layer = (long)live_view(app).layer, head = (long)app->look.head;
    if (layers->mode == LAYERS_TABLE) {
        long count = (long)(t->L * t->h), at = 0;
        while (at < count && layers->order[at] != (uint32_t)(layer * (long)t->h + head))
            at++;
        at += dy;
        at = at < 0 ? 0 : at >= count ? count - 1 : at;
        return choose_head(app, layers->order[at] / t->h, layers->order[at] % t->h, error);
    }
    head += dx;
    layer += dy;
    if (head < 0 || layer < 0 || head >= (long)t->h || layer >= (long)t->L)
        return HS_OK;
    return choose_head(app, (size_t)layer, (size_t)head, error);
}

static void choose_sort(struct layers *layers, long number)
{
    if (number == ACT_NEXT) {
        layers->sort = (layers->sort + 1) % sort_count();
        layers->sort_reversed = false;
    } else if (number >= 0 && number < (long)sort_count()) {
        layers->sort = (size_t)number;
        layers->sort_reversed = false;
    }
    layers->seen = SIZE_MAX;
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
    struct hs_view view = live_view(app);
    const struct hs_part *t = wished_part(app);
    long number = action->number, layer = (long)view.layer;
    bool all_items = live_all_items(app);
    switch (action->kind) {
    case ACT_PART:
        status = check_choice(app, "attention", number, hs_source_info(app->picture.source).parts, error);
        view = hs_view_of((size_t)number);
        view.pieces = live_view(app).pieces;
        all_items = false;
        break;
    case ACT_ITEM:
        status = check_choice(app, "item", number, t->B, error);
        view.item = (size_t)number;
        break;
    case ACT_ALL_ITEMS:
        all_items = choice_of(number, all_items, 2) && t->B > 1;
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
    case ACT_PIECES:
        view.pieces = (enum hs_pieces)choice_of(number, (long)view.pieces, HS_PIECES_COUNT);
        break;
    default: /* ACT_PAIR */
        view.segments = (enum hs_segments)choice_of(number, (long)view.segments, HS_SEGMENTS_COUNT);
    }
    return status ? status : live_show(app, &view, all_items, error);
}

static enum hs_status close_source(struct app *app, struct hs_error *error)
{
    size_t h = app->picture.layers->live_h;
    enum hs_mask mask = app->picture.layers->live_mask;
    enum hs_status status = app_run(app, app->picture.text, h, mask, error);
    /* A field that was left empty, or with a text that does not run, must not lock the file in:
     * the bar in its place has no field to mend it. */
    if (status == HS_BAD_INPUT || status == HS_LIMIT)
        status = app_run(app, APP_DEFAULT_TEXT, h, mask, error);
    return status;
}

enum hs_status apply_layers(struct app *app, const struct action *action, struct hs_error *error)
{
    struct layers *layers = app->picture.layers;
    if (!layers)
        return hs_fail(error, HS_BAD_USE,
            "no attention file is open: open a .safetensors or .npy file to have layers");
    switch (action->kind) {
    case ACT_SOURCE_CLOSE:
        return close_source(app, error);
    case ACT_LAYERS_MODE:
        layers->mode = (enum layers_mode)choice_of(action->number, layers->mode, LAYERS_MODE_COUNT);
        return HS_OK;
    case ACT_LAYERS_SORT:
        choose_sort(layers, action->number);
        return HS_OK;
    case ACT_LAYERS_REVERSE:
        layers->sort_reversed = choice_of(action->number, layers->sort_reversed, 2);
        layers->seen = SIZE_MAX;
        return HS_OK;
    case ACT_LAYERS_MOVE:
        return move(app, (long)action->dx, (long)action->dy, error);
    case ACT_LAYERS_HEAD:
        return choose_head(app, (size_t)action->number, action->head, error);
    case ACT_SURVEY:
        if (action->number)
            survey_start(app);
        else
            survey_stop(app);
        return HS_OK;
    default:
        return choose_part(app, action, error);
    }
}
