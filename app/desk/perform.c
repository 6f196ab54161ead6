/* perform.c – see perform.h. What is made of several actions, or has to do with the disk, is told apart here; the rest is act_try()'s.
 * app_apply() turns a failure into a message, so that a bad file, number or sentence never blanks the picture. */
#include "act/act.h"
#include "desk/desk.h"
#include "desk/follow.h"
#include "desk/perform.h"
#include "desk/session.h"
#include "desk/tour.h"
#include "desk/undo.h"

/* Escape: the topmost thing goes. */
static void cancel(struct app *app)
{
    if (app->talk.question[0])
        app->talk.question[0] = '\0';
    else if (app->talk.dialog == DIALOG_EXPORT_BROWSE)
        app->talk.dialog = DIALOG_EXPORT;
    else if (app->talk.dialog == DIALOG_SESSION_BROWSE)
        app->talk.dialog = DIALOG_SESSION;
    else if (app->talk.dialog == DIALOG_LESSON_BROWSE)
        app->talk.dialog = DIALOG_LESSON;
    else if (app->talk.dialog)
        app->talk.dialog = DIALOG_NONE;
    else if (app->talk.help)
        app->talk.help = HELP_CLOSED;
    else if (app->talk.tour.step)
        tour_leave(app);
    else if (app->talk.message_kind)
        app->talk.message_kind = MESSAGE_NONE;
    else if (app->look.view == VIEW_STEPS && app->steps.card)
        app->steps.card = false;
    else if (app->files.offer[0])
        session_answer(app, SESSION_LATER, NULL);
    else if (app->window.present)
        apply_present(app, 0);
    else if (app->look.view == VIEW_SPECIALISE && app->scores.head != ACT_NOWHERE)
        app->scores.head = ACT_NOWHERE;
    else if (app->look.locked.q != ACT_NOWHERE)
        app->look.locked = NO_CELL;
    else if (app->look.view == VIEW_LINES && app->lines.locked_key != ACT_NOWHERE)
        app->lines.locked_key = ACT_NOWHERE;
    else
        app->look.view = picture_part(app)->L > 1 ? VIEW_LAYERS : VIEW_GRID;
}

/* Kinds that are not act_try()'s; false when the action is one of those. */
static bool perform(
    struct app *app, const struct action *action, enum hs_status *status, struct hs_error *error)
{
    *status = HS_OK;
    switch (action->kind) {
    case ACT_CANCEL:
        cancel(app);
        return true;
    case ACT_OPEN:
    case ACT_OPEN_DIALOG:
    case ACT_ANNOTATED_DIALOG:
    case ACT_MINUS_DIALOG:
    case ACT_OPEN_RECENT:
        *status = apply_file(app, action, error);
        return true;
    case ACT_EXPORT:
    case ACT_EXPORT_QUICK:
    case ACT_EXPORT_DIALOG:
    case ACT_EXPORT_FORMAT:
    case ACT_EXPORT_SCALE:
    case ACT_CSV_WIDE:
    case ACT_PAGE_BACK:
    case ACT_PAGE_CROP:
    case ACT_PAGE_BARE:
    case ACT_PAGE_UNKEYED:
    case ACT_PAGE_OUTLINES:
    case ACT_PAGE_WIDTH:
    case ACT_DIALOG_PATH:
    case ACT_BROWSE:
    case ACT_CONFIRM:
        *status = apply_export(app, action, error);
        return true;
    case ACT_SESSION_OPEN:
    case ACT_SESSION_LAST:
    case ACT_SESSION_DIALOG:
    case ACT_SESSION_SAVE:
    case ACT_NOTE:
    case ACT_RESTORE:
        *status = apply_session(app, action, error);
        return true;
    case ACT_TOUR:
    case ACT_TOUR_STEP:
    case ACT_TOUR_ANSWER:
        *status = apply_tour(app, action, error);
        return true;
    case ACT_LESSON_DIALOG:
    case ACT_LESSON_TITLE:
    case ACT_LESSON_TEXT:
    case ACT_LESSON_ASK:
    case ACT_LESSON_CHANGE:
    case ACT_LESSON_SAVE:
        *status = apply_lesson(app, action, error);
        return true;
    case ACT_UNDO:
    case ACT_REDO:
        *status = undo_apply(app, action->kind == ACT_REDO, error);
        return true;
    case ACT_LEARN_SAVE:
        *status = apply_learn_save(app, action, error);
        return true;
    case ACT_COPY:
        *status = apply_copy(app, (enum copy_what)action->number, error);
        return true;
    case ACT_LINK_OPEN:
        *status = scores_open_link(app, action->number, error);
        return true;
    default:
        return false;
    }
}

enum hs_status app_try(struct app *app, const struct action *action, struct hs_error *error)
{
    if (tour_points(app, action->kind)) /* by a view that is drawn no more */
        return HS_OK;
    enum hs_status status = app_check_waits(app, action, error);
    if (!status)
        status = tour_allows(app, action->kind, error);
    if (status)
        return status;
    struct undo_note *before = undo_before(app, action);
    if (perform(app, action, &status, error)) {
        app->window.dirty = true;
        act_settle(app);
    } else {
        status = act_try(app, action, error);
    }
    if (!status && app->window.headless) { /* nobody waits but who asked */
        status = session_follow(app, live_follow(app, error), error);
        if (!status)
            status = runs_follow(app, true, error);
        act_settle(app);
    }
    undo_after(app, before, action, status == HS_OK);
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
        app->talk.message_of_run = runs_engine(action->kind);
    } else if (runs_engine(action->kind) && app->talk.message_of_run) {
        app->talk.message_kind = MESSAGE_NONE;
    }
    if (action->kind == ACT_TEXT && action->number > 0) {
        app_say(app, MESSAGE_ERROR, "The sentence field holds %d bytes: %ld bytes of what was pasted were left out; open so long a text as a file",
            APP_TEXT_ROOM - 1, action->number);
        app->talk.message_of_run = true;
    }
}
