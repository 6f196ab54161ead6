/* lens.c – the part of act_try() that chooses what Grid and Head show of the picture (lens,
 * difference, hidden tokens), the heads' order, and finds tokens. A wish that cannot be met leaves
 * the picture as it is. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "model/picture.h"
#include "model/say.h"

/* What does not fit is cut at a whole character. */
static void copy_cut(char *to, size_t room, const char *from)
{
    size_t length = strlen(from) < room ? strlen(from) : room - 1;
    memmove(to, from, length);
    to[length] = '\0';
    to[hs_utf8_invalid(to, length)] = '\0';
}

/* ---------------------------------------------------------------- lens, difference, hidden tokens */
static enum hs_status keep_picture(struct app *app, const char *text, struct hs_error *error)
{
    struct hs_source *source = text && text[0] ? app->picture.live : app->picture.source;
    struct hs_request request = hs_request_of(source);
    struct hs_set *kept;
    if (picture_runs_model(app) && text && text[0])
        return live_subtract(app, text, NULL, error);
    request.view = hs_view_of(0);
    request.text = text;
    request.length = text ? strlen(text) : 0;
    request.h = app->picture.h;
    request.mask = app->picture.mask;
    enum hs_status status = HS_OK;
    if (text && text[0])
        status = hs_source_run(source, &request, &kept, error);
    else
        kept = hs_set_keep(app->picture.set);
    if (status)
        return status;
    struct lens_wish wish = app->lens.wish;
    wish.kept = kept;
    wish.kept_source = hs_source_keep(source);
    if (text && text[0])
        wish.minus = MINUS_KEPT;
    else if (wish.minus == MINUS_KEPT)
        wish.minus = MINUS_NOTHING;      /* it would be nought everywhere */
    bool again = kept == app->lens.wish.kept; /* the same picture is B already, and owned once */
    status = lens_try(app, &wish, error);
    if (status || again) {
        hs_set_drop(kept);
        hs_source_drop(source);
    }
    if (status)
        return status;
    live_keep(app);
    if (!picture_can(app, HS_CAN_TEXT) && (!text || !text[0]))
        layers_kept_words(app, app->lens.kept_text, sizeof app->lens.kept_text);
    else
        copy_cut(app->lens.kept_text, sizeof app->lens.kept_text, text && text[0] ? text : app->picture.run_text);
    if (!text || !text[0])
        app_say(app, MESSAGE_INFO, "Kept as picture B. %s, then press D to subtract it.",
            picture_can(app, HS_CAN_TEXT) ? "Change the sentence or the heads"
                                            : "Choose another layer or open another file");
    return HS_OK;
}

static enum hs_status choose_minus(
    struct app *app, const struct action *action, struct hs_error *error)
{
    struct lens_wish wish = app->lens.wish;
    long number = action->number;
    if (number == ACT_NEXT) /* the kept picture and back */
        number = wish.minus == MINUS_NOTHING ? MINUS_KEPT : MINUS_NOTHING;
    if (number < MINUS_NOTHING || number > MINUS_KEPT)
        return hs_fail(error, HS_BAD_USE, "there is no difference %ld", number);
    if (app->talk.message_kind == MESSAGE_INFO)
        app->talk.message_kind = MESSAGE_NONE; /* what was said about picture B is done */
    wish.minus = (enum minus_what)number;
    if (wish.minus == MINUS_HEAD)
        wish.minus_head = action->head;
    if (wish.minus == MINUS_COUNT)
        wish.minus_h = action->head;
    if (wish.minus == MINUS_KEPT && live_makes_other(app)) {
        app->live.other_shown = true;
        if (!live_has_other(app))
            return HS_OK; /* the run that follows makes it, of what is shown then */
        app->live.other_shown = false;
    }
    return lens_try(app, &wish, error);
}

/* action->q says on (1) or off (0); ACT_NOWHERE changes it to the other. */
static bool switched(const struct action *action, bool now)
{
    return action->q == ACT_NOWHERE ? !now : action->q != 0;
}

static enum hs_status hide_token(
    struct app *app, const struct action *action, struct lens_wish *wish, struct hs_error *error)
{
    size_t m = hs_set_shape(app->picture.set).m, k = action->k;
    struct app_cell cell = app_shown_cell(app);
    if (k == ACT_NOWHERE)
        k = cell.k;
    if (k == ACT_NOWHERE)
        return hs_fail(
            error, HS_BAD_USE, "point at a cell or lock one first: its key is what is hidden");
    if (k >= m || k >= HS_MAX_TOKENS ||
        hs_set_shape(app->lens.made.shown).m != m) /* aligned columns are of two sentences */
        return hs_fail(error, HS_BAD_USE,
            "while two sentences are subtracted a single token cannot be chosen: hide it first, "
            "then subtract");
    wish->hide_token[k] = switched(action, wish->hide_token[k]);
    return HS_OK;
}

static enum hs_status choose_hidden(
    struct app *app, const struct action *action, struct hs_error *error)
{
    struct lens_wish wish = app->lens.wish;
    enum hs_status status = HS_OK;
    switch ((enum hide_what)action->number) {
    case HIDE_PUNCTUATION:
        wish.hide_punctuation = switched(action, wish.hide_punctuation);
        break;
    case HIDE_FIRST:
        wish.hide_first = switched(action, wish.hide_first);
        break;
    case HIDE_TOKEN:
        status = hide_token(app, action, &wish, error);
        break;
    default:
        wish.hide_punctuation = wish.hide_first = false;
        memset(wish.hide_token, 0, sizeof wish.hide_token);
    }
    return status ? status : lens_try(app, &wish, error);
}

static enum hs_status choose_lens(
    struct app *app, const struct action *action, struct hs_error *error)
{
    struct lens_wish wish = app->lens.wish;
    switch (action->kind) {
    case ACT_LENS:
        wish.kind = (size_t)choice_of(action->number, (long)wish.kind, lens_count());
        break;
    case ACT_BESIDE:
        wish.beside = choice_of(action->number, wish.beside, 2);
        break;
    case ACT_RENORMALISE:
        wish.renormalise = choice_of(action->number, wish.renormalise, 2);
        break;
    default:
        wish = (struct lens_wish){.kept = wish.kept, .kept_source = wish.kept_source};
    }
    if (picture_runs_model(app) && wish.kind != 0 && hs_set_shape(app->picture.set).planes == HS_KEEP(HS_PLANE_WEIGHTS)) {
        app->lens.wish = wish; /* needs more of the run: the one that follows brings it, and the lens with it */
        return HS_OK;
    }
    return lens_try(app, &wish, error);
}

/* ---------------------------------------------------------------- finding tokens */

static enum hs_status find_step(struct app *app, long step, struct hs_error *error)
{
    size_t n = hs_set_shape(app_shown(app)).n, at = app->look.locked.q;
    if (!app->look.find[0])
        return HS_OK;
    for (size_t i = 1; i <= n; i++) {
        at = at == ACT_NOWHERE ? (step < 0 ? n - 1 : 0)
             : step < 0        ? (at + n - 1) % n
                               : (at + 1) % n;
        if (app_found(app, HS_QUERY, at)) {
            app->look.locked = (struct app_cell){ACT_NOWHERE, at, ACT_NOWHERE};
            return HS_OK;
        }
    }
    return hs_fail(error, HS_BAD_USE, "no token holds \"%.80s\"", app->look.find);
}

enum hs_status apply_lens(struct app *app, const struct action *action, struct hs_error *error)
{
    switch (action->kind) {
    case ACT_LENS:
    case ACT_BESIDE:
    case ACT_RENORMALISE:
    case ACT_LENS_RESET:
        return choose_lens(app, action, error);
    case ACT_MINUS:
        return choose_minus(app, action, error);
    case ACT_KEEP:
        return keep_picture(app, action->text, error);
    case ACT_MINUS_MODEL:
        if (!picture_runs_model(app))
            return hs_fail(error, HS_BAD_USE, "a model is subtracted from a model: open the folder of one first");
        app->talk.dialog = DIALOG_NONE;
        return live_subtract(app, NULL, action->text, error);
    case ACT_HIDE:
        return choose_hidden(app, action, error);
    case ACT_SORT:
        app->lens.sort = (size_t)choice_of(action->number, (long)app->lens.sort, (long)sort_count());
        return HS_OK;
    case ACT_SORT_ORDER:
        app->lens.sort_reversed = choice_of(action->number, app->lens.sort_reversed, 2);
        return HS_OK;
    case ACT_PANEL:
        app->lens.panel_list = (enum panel_list)choice_of(
            action->number, app->lens.panel_list, picture_runs_model(app) ? PANEL_LIST_COUNT : PANEL_ANSWER);
        return HS_OK;
    case ACT_ANSWER:
        app->lens.panel_list = PANEL_ANSWER;
        app->live.answer.write = true;
        return HS_OK;
    case ACT_FIND:
        copy_cut(app->look.find, sizeof app->look.find, action->text ? action->text : "");
        return HS_OK;
    case ACT_FIND_STEP:
        return find_step(app, action->number, error);
    default: /* ACT_FIND_FOCUS */
        if (app->window.present)
            return hs_fail(error, HS_BAD_USE, "the field that finds tokens is not part of presenter mode: F5 leaves it");
        if (!view_kind(app->look.view)->lens)
            app->look.view = VIEW_HEAD;
        app->talk.focus = (struct focus_wish){FOCUS_FIELD_ALL, "find"};
        return HS_OK;
    }
}
