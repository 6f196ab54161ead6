/* run.c – runs the engine for the model: sentence, head count and mask in, a new attention set and
 * its statistics out. The part of act_try() that does so is here too. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "model/picture.h"
#include "model/say.h"

/* All planes of a sentence of ordinary length fit easily; a page of text with many heads does not.
 * Above this many cells (h n^2) per plane the raw products go, above the second bound only the
 * weights stay. */
#define CELLS_FOR_ALL_PLANES ((size_t)16 << 20)
#define CELLS_FOR_SCORES ((size_t)128 << 20)

static unsigned planes_to_keep(struct hs_source *source, const char *text, size_t length, size_t h)
{
    size_t n = length; /* no token is shorter than a byte */
    if (n > 2048) {
        struct hs_tokens *tokens;
        if (hs_source_tokens(source, text, length, &tokens, NULL))
            return HS_KEEP_ALL; /* the run itself will say what is wrong */
        n = tokens->count;
        hs_tokens_drop(tokens);
    }
    size_t cells = h * n * n; /* n <= HS_MAX_TOKENS or 2048, h <= HS_MAX_HEADS: below 2^34 */
    if (cells <= CELLS_FOR_ALL_PLANES)
        return HS_KEEP_ALL;
    if (cells <= CELLS_FOR_SCORES)
        return HS_KEEP_ALL & ~HS_KEEP(HS_PLANE_RAW);
    return HS_KEEP(HS_PLANE_WEIGHTS) | HS_KEEP(HS_PLANE_OUTPUT);
}

enum hs_status app_run(
    struct app *app, const char *text, size_t h, enum hs_mask mask, struct hs_error *error)
{
    struct hs_source *live = app->picture.live;
    struct hs_request request = hs_request_of(live);
    struct hs_set *set;
    size_t length = strlen(text);
    request.text = text;
    request.length = length;
    request.h = h;
    request.mask = mask;
    request.head_mode = h == app->picture.h ? app->picture.head_mode : NULL; /* other heads are all on */
    if (h > 0 && h <= HS_MAX_HEADS)
        request.keep = planes_to_keep(live, text, length, h);
    enum hs_status status = hs_source_run(live, &request, &set, error);
    if (status)
        return status;
    struct hs_head_stats *stats = calloc(h, sizeof *stats);
    if (!stats) {
        hs_set_drop(set);
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the statistics of %zu heads", h);
    }
    for (size_t head = 0; head < h; head++)
        hs_head_statistics(set, 0, head, &stats[head]);
    live_leave_other(app);
    layers_forget(app);
    app_take_set(app, set, stats);
    if (length < sizeof app->picture.run_text)
        memmove(app->picture.run_text, text, length + 1);
    return app->look.view == VIEW_COMPARE ? app_need_single(app, error) : HS_OK;
}

enum hs_status app_need_single(struct app *app, struct hs_error *error)
{
    struct hs_request request = hs_request_of(app->picture.source);
    if (app->picture.single || !picture_can(app, HS_CAN_HEADS))
        return HS_OK;
    request.tokens = hs_set_tokens(app->picture.set, HS_QUERY);
    request.h = 1;
    request.mask = app->picture.mask;
    request.keep = HS_KEEP(HS_PLANE_WEIGHTS);
    enum hs_status status = hs_source_run(app->picture.source, &request, &app->picture.single, error);
    return status ? status : lens_make_single(app, &app->lens.wish, &app->lens.made, error);
}

enum hs_status app_run_live(struct app *app, const char *text, struct hs_error *error)
{
    if (picture_runs_model(app)) {
        memmove(app->picture.text, text, strlen(text) + 1);
        return HS_OK; /* live_follow() sees that it is another */
    }
    size_t h = app->picture.layers ? app->picture.layers->live_h : app->picture.h;
    return app_run(app, text, h, app->picture.layers ? app->picture.layers->live_mask : app->picture.mask, error);
}

/* ---------------------------------------------------------------- actions */
static enum hs_status try_text(struct app *app, const char *text, struct hs_error *error)
{
    size_t length = text ? strlen(text) : 0;
    if (length >= sizeof app->picture.text)
        return hs_fail(error, HS_LIMIT,
            "the sentence has %zu bytes and the field holds %d: open long texts as a file, one "
            "sentence a line",
            length, APP_TEXT_ROOM - 1);
    if (length > 0 && hs_utf8_invalid(text, length) < length)
        return hs_fail(error, HS_BAD_INPUT,
            "the text is not valid UTF-8 at byte %zu: paste or drop it as UTF-8",
            hs_utf8_invalid(text, length) + 1);
    memmove(app->picture.text, text ? text : "", length + 1);
    app->picture.text_edited = true;
    enum hs_status status = app_run_live(app, app->picture.text, error);
    if (status == HS_BAD_INPUT && error && strspn(app->picture.text, " \t") == length)
        return hs_fail(error, status,
            "Type a sentence to see its heads. The picture still shows the last one.");
    return status;
}

static void show_what_modes_do(struct app *app, bool chosen)
{
    if (chosen)
        app->lens.panel_list = PANEL_OUTPUT; /* what one switches a head off for */
    else if (app->lens.panel_list == PANEL_OUTPUT)
        app->lens.panel_list = PANEL_LINKS;
}

static enum hs_status no_such_mode(const struct app *app, size_t head, long mode, struct hs_error *error)
{
    return hs_fail(error, HS_BAD_USE, "there is no head %ld with mode %ld", app_counted(app, head), mode);
}

/* Of the layer that is looked at; the run follows. */
static enum hs_status apply_model_mode(struct app *app, const struct action *action, struct hs_error *error)
{
    size_t head = action->head == ACT_NOWHERE ? app->look.head : action->head;
    enum hs_status status = HS_OK;
    if (action->kind == ACT_HEADS_ON)
        live_modes_on(app);
    else if (head >= app->picture.h || action->number < ACT_NEXT || action->number > HS_HEAD_MEAN)
        return no_such_mode(app, head, action->number, error);
    else
        status = live_mode(app, &(struct live_mode){(uint16_t)app->live.view.layer, (uint16_t)head,
            (uint8_t)choice_of(action->number, app->picture.head_mode[head], HS_HEAD_MEAN + 1)}, error);
    if (!status)
        show_what_modes_do(app, app->live.modes);
    return status;
}

static enum hs_status apply_head_mode(struct app *app, const struct action *action, struct hs_error *error)
{
    uint8_t before[HS_MAX_HEADS];
    if (picture_runs_model(app))
        return apply_model_mode(app, action, error);
    size_t head = action->head == ACT_NOWHERE ? app->look.head : action->head;
    memcpy(before, app->picture.head_mode, sizeof before);
    if (action->kind == ACT_HEADS_ON) {
        memset(app->picture.head_mode, HS_HEAD_ON, sizeof app->picture.head_mode);
    } else if (head >= app->picture.h || action->number < ACT_NEXT || action->number > HS_HEAD_MEAN) {
        return no_such_mode(app, head, action->number, error);
    } else {
        app->picture.head_mode[head] =
            (uint8_t)choice_of(action->number, app->picture.head_mode[head], HS_HEAD_MEAN + 1);
    }
    enum hs_status status = app_run(app, app->picture.text, app->picture.h, app->picture.mask, error);
    if (status)
        memcpy(app->picture.head_mode, before, sizeof before);
    else
        show_what_modes_do(app, app_modes_chosen(app));
    return status;
}

enum hs_status apply_run(struct app *app, const struct action *action, struct hs_error *error)
{
    size_t h = app->picture.h;
    switch (action->kind) {
    case ACT_TEXT:
        return try_text(app, action->text, error);
    case ACT_HEADS:
        h = action->number > 0 ? (size_t)action->number : 0;
        return app_run(app, app->picture.text, h, app->picture.mask, error);
    case ACT_HEADS_STEP:
        return app_run(app, app->picture.text, app_heads_next(app, action->number), app->picture.mask, error);
    case ACT_MASK:
        return app_run(app, app->picture.text, h, (enum hs_mask)choice_of(action->number, app->picture.mask, 2), error);
    default: /* ACT_HEAD_MODE, ACT_HEADS_ON */
        return apply_head_mode(app, action, error);
    }
}
