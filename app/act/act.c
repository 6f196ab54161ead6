/* apply.c – the only code that changes the model. app_try() sorts an action to the part that knows
 * it; app_apply() turns its failure into a message, so that a bad file, number or sentence never
 * blanks the picture. Called after each pass by app.c, and by the command line and scripts. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"

enum hs_status app_fail(struct hs_error *error, enum hs_status status, const char *format, ...)
{
    char raw[2 * sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    return hs_fail(error, status, "%s", raw);
}

long choice_of(long number, long current, long count)
{
    if (number == ACT_NEXT)
        return (current + 1) % count;
    return number >= 0 && number < count ? number : current;
}

void app_say(struct app *app, enum app_message_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    app->message_kind = kind;
    app->message_of_run = false;
}

static enum hs_status try_text(struct app *app, const char *text, struct hs_error *error)
{
    size_t length = text ? strlen(text) : 0;
    if (length >= sizeof app->text)
        return app_fail(error, HS_LIMIT,
            "the sentence has %zu bytes and the field holds %d: open long texts as a file, one "
            "sentence a line",
            length, APP_TEXT_ROOM - 1);
    if (length > 0 && hs_utf8_invalid(text, length) < length)
        return app_fail(error, HS_BAD_INPUT,
            "the text is not valid UTF-8 at byte %zu: paste or drop it as UTF-8",
            hs_utf8_invalid(text, length) + 1);
    memmove(app->text, text ? text : "", length + 1);
    app->text_edited = true;
    enum hs_status status = app_run(app, app->text, app->h, app->mask, error);
    if (status == HS_BAD_INPUT && error && strspn(app->text, " \t") == length)
        return app_fail(error, status,
            "Type a sentence to see its heads. The picture still shows the last one.");
    return status;
}

static enum hs_status try_heads(struct app *app, long h, struct hs_error *error)
{
    return app_run(app, app->text, h > 0 ? (size_t)h : 0, app->mask, error);
}

static enum hs_status try_resize(struct app *app, float width, float height, struct hs_error *error)
{
    float most = (float)CANVAS_MAX_SIDE / app->ui_scale;
    if (!(width >= 1 && height >= 1 && width <= most && height <= most))
        return app_fail(error, HS_BAD_USE,
            "a window of %.0f x %.0f cannot be drawn: each side must be 1 to %.0f", (double)width,
            (double)height, (double)most);
    app->width = width;
    app->height = height;
    present_fit(app);
    return HS_OK;
}

/* The window keeps its pixels, so what fits in it changes. */
static void set_ui_scale(struct app *app, float scale)
{
    app->scale_chosen = scale > 0;
    if (scale <= 0)
        scale = app->display_scale;
    scale = scale < 0.5f ? 0.5f : scale > 4 ? 4 : scale;
    app->width *= app->ui_scale / scale;
    app->height *= app->ui_scale / scale;
    app->ui_scale = scale;
}

static void step_ui_scale(struct app *app, long step)
{
    static const float scales[] = {0.5f, 0.75f, 1, 1.25f, 1.5f, 1.75f, 2, 2.5f, 3, 3.5f, 4};
    int count = (int)(sizeof scales / sizeof *scales), at = 0;
    while (at + 1 < count && scales[at] < app->ui_scale - 0.01f)
        at++;
    /* A scale between two steps goes to the neighbour in the direction asked for. */
    if (step > 0 && scales[at] <= app->ui_scale + 0.01f)
        at++;
    else if (step < 0)
        at--;
    at = at < 0 ? 0 : at >= count ? count - 1 : at;
    set_ui_scale(app, scales[at]);
}

/* Escape: the topmost thing goes. */
static void cancel(struct app *app)
{
    if (app->question[0])
        app->question[0] = '\0';
    else if (app->dialog == DIALOG_EXPORT_BROWSE)
        app->dialog = DIALOG_EXPORT;
    else if (app->dialog == DIALOG_SESSION_BROWSE)
        app->dialog = DIALOG_SESSION;
    else if (app->dialog)
        app->dialog = DIALOG_NONE;
    else if (app->help)
        app->help = false;
    else if (app->tour.step)
        tour_leave(app);
    else if (app->message_kind)
        app->message_kind = MESSAGE_NONE;
    else if (app->view == VIEW_STEPS && app->steps.card)
        app->steps.card = false;
    else if (app->offer[0])
        session_answer(app, SESSION_LATER, NULL);
    else if (app->present)
        apply_present(app, 0);
    else if (app->view == VIEW_SPECIALISE && app->scores.head != ACT_NOWHERE)
        app->scores.head = ACT_NOWHERE;
    else if (app->locked.q != ACT_NOWHERE)
        app->locked = (struct app_cell){ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    else if (app->view == VIEW_LINES && app->lines.locked_key != ACT_NOWHERE)
        app->lines.locked_key = ACT_NOWHERE;
    else
        app->view = app->dump && dump_tensor(app)->L > 1 ? VIEW_LAYERS : VIEW_GRID;
}

/* The window and the program itself; false when the action is of another kind. */
static bool apply_chrome(struct app *app, const struct action *action)
{
    switch (action->kind) {
    case ACT_CANCEL:
        cancel(app);
        return true;
    case ACT_DISMISS:
        app->message_kind = MESSAGE_NONE;
        return true;
    case ACT_THEME:
        app->theme = (enum theme_id)choice_of(action->number, app->theme, THEME_COUNT);
        return true;
    case ACT_UI_SCALE:
        set_ui_scale(app, action->amount);
        return true;
    case ACT_UI_SCALE_STEP:
        step_ui_scale(app, action->number);
        return true;
    case ACT_PRESENT:
        apply_present(app, action->number);
        return true;
    case ACT_HELP:
        app->help = choice_of(action->number, app->help, 2);
        return true;
    case ACT_FOCUS_TEXT:
        if (app->dump) /* its tokens are no field */
            return true;
        ui_field_focus(app->ui, "sentence", true);
        return true;
    case ACT_QUIT:
        app->quit = true;
        return true;
    default:
        return false;
    }
}

static enum hs_status try_action(
    struct app *app, const struct action *action, struct hs_error *error)
{
    enum hs_mask mask;
    app->dirty = true;
    if (apply_chrome(app, action))
        return HS_OK;
    switch (action->kind) {
    case ACT_NONE:
        return HS_OK;
    case ACT_TEXT:
        return try_text(app, action->text, error);
    case ACT_HEADS:
        return try_heads(app, action->number, error);
    case ACT_HEADS_STEP:
        return app_run(app, app->text, app_heads_next(app->h, action->number), app->mask, error);
    case ACT_MASK:
        mask = (enum hs_mask)choice_of(action->number, app->mask, 2);
        return app_run(app, app->text, app->h, mask, error);
    case ACT_HEAD_MODE:
    case ACT_HEADS_ON:
        return apply_head_mode(app, action, error);
    case ACT_LENS:
    case ACT_MINUS:
    case ACT_KEEP:
    case ACT_HIDE:
    case ACT_RENORMALISE:
    case ACT_LENS_RESET:
    case ACT_SORT:
    case ACT_SORT_ORDER:
    case ACT_PANEL:
    case ACT_FIND:
    case ACT_FIND_STEP:
    case ACT_FIND_FOCUS:
        return apply_lens(app, action, error);
    case ACT_ANNOTATED:
    case ACT_BASELINE:
    case ACT_SCORE_CELL:
    case ACT_SCORE_HEAD:
    case ACT_SCORE_STEP:
    case ACT_SCORE_SORT:
    case ACT_LINK_FILTER:
    case ACT_LINK_ORDER:
    case ACT_LINK_SELECT:
    case ACT_LINK_LIST:
    case ACT_LINK_OPEN:
        return apply_scores(app, action, error);
    case ACT_RESIZE:
        return try_resize(app, action->dx, action->dy, error);
    case ACT_OPEN:
    case ACT_OPEN_DIALOG:
    case ACT_ANNOTATED_DIALOG:
    case ACT_OPEN_RECENT:
    case ACT_SENTENCE:
    case ACT_SENTENCE_STEP:
    case ACT_CLOSE_FILE:
        return apply_file(app, action, error);
    case ACT_EXPORT:
    case ACT_EXPORT_QUICK:
    case ACT_EXPORT_DIALOG:
    case ACT_EXPORT_FORMAT:
    case ACT_EXPORT_SCALE:
    case ACT_DIALOG_PATH:
    case ACT_BROWSE:
    case ACT_CONFIRM:
        return apply_export(app, action, error);
    case ACT_STEP:
    case ACT_STEP_BY:
    case ACT_STEP_MOVE:
    case ACT_STEP_AT:
    case ACT_STEP_PICK:
    case ACT_STEP_CARD:
    case ACT_STEP_CONTRAST:
    case ACT_STEP_COLUMN:
        return apply_steps(app, action, error);
    case ACT_DUMP_CLOSE:
    case ACT_DUMP_READ:
    case ACT_DUMP_TENSOR:
    case ACT_DUMP_BATCH:
    case ACT_DUMP_PIECES:
    case ACT_DUMP_SEGMENTS:
    case ACT_LAYER:
    case ACT_LAYER_STEP:
    case ACT_LAYERS_HEAD:
    case ACT_LAYERS_MOVE:
    case ACT_LAYERS_MODE:
    case ACT_LAYERS_SORT:
        return apply_dump(app, action, error);
    case ACT_SESSION_OPEN:
    case ACT_SESSION_LAST:
    case ACT_SESSION_DIALOG:
    case ACT_SESSION_SAVE:
    case ACT_NOTE:
    case ACT_RESTORE:
        return apply_session(app, action, error);
    case ACT_TOUR:
    case ACT_TOUR_STEP:
        return apply_tour(app, action, error);
    case ACT_COPY:
        return apply_copy(app, (enum copy_what)action->number, error);
    default:
        return apply_look(app, action, error);
    }
}

/* Whatever an action did to view and picture: cells that are looked at lie in what is shown now. */
static void keep_cells_inside(struct app *app)
{
    struct app_cell none = {ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    if (app->locked.q != ACT_NOWHERE && !app_can_lock(app, app->locked.q, app->locked.k))
        app->locked = none;
    if (app->hover.q != ACT_NOWHERE &&
        (app->hover.head >= app->h || !app_can_lock(app, app->hover.q, app->hover.k)))
        app->hover = none;
}

enum hs_status app_try(struct app *app, const struct action *action, struct hs_error *error)
{
    enum hs_status status = app_check_waits(app, action, error);
    if (!status)
        status =
            app->dump ? dump_try(app, action, try_action, error) : try_action(app, action, error);
    keep_cells_inside(app);
    steps_refresh(app);
    return status;
}

static bool runs_engine(enum action_kind kind)
{
    switch (kind) {
    case ACT_TEXT:
    case ACT_HEADS:
    case ACT_HEADS_STEP:
    case ACT_MASK:
    case ACT_OPEN:
    case ACT_OPEN_RECENT:
    case ACT_SENTENCE:
    case ACT_SENTENCE_STEP:
        return true;
    default:
        return false;
    }
}

void app_apply(struct app *app, const struct action *action)
{
    struct hs_error error = {HS_OK, ""};
    if (app_try(app, action, &error)) {
        /* A half-typed sentence is no error of the user's; want of memory or a limit is one. */
        bool typing = action->kind == ACT_TEXT && error.status == HS_BAD_INPUT;
        app_say(app, typing ? MESSAGE_INFO : MESSAGE_ERROR, "%s", error.message);
        app->message_of_run = runs_engine(action->kind);
    } else if (runs_engine(action->kind) && app->message_of_run) {
        app->message_kind = MESSAGE_NONE;
    }
}
