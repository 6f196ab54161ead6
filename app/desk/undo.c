/* undo.c – see undo.h. A picture is remembered as the session that brings it back, with what a session leaves out: picture B and
 * the place in a file. Actions of one kind that follow each other closely (letters, notches of the wheel) are one. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/undo.h"
#include "model/picture.h"

#define UNDO_MOST 60 /* some 150 KiB each */

struct undo_note {
    struct session session;
    struct lens_wish wish; /* kept and its source: an owner of its own */
    struct live_other other; /* what makes B; likewise */
    char kept_text[APP_TEXT_ROOM];
    struct hs_source *source; /* of an attention file or model; an owner of its own, else NULL */
    struct hs_view part;
    const struct hs_sentences *file; /* only compared */
    bool edited;
    const char *what; /* was changed then */
    enum action_kind kind;
};

struct undo {
    struct undo_note *note[UNDO_MOST]; /* oldest first; `done` of them can be taken back, the rest done again */
    size_t count, done;
    bool joins; /* the next action of the last one's kind belongs to it */
};

/* What an action changes, in words; NULL when it is none of the picture. */
static const char *changed_by(enum action_kind kind)
{
    switch (kind) {
    case ACT_TEXT:
        return "the sentence";
    case ACT_HEADS:
    case ACT_HEADS_STEP:
        return "the number of heads";
    case ACT_MASK:
        return "the mask";
    case ACT_HEAD_MODE:
    case ACT_HEADS_ON:
        return "which heads are on";
    case ACT_LENS:
    case ACT_LENS_RESET:
        return "the lens";
    case ACT_MINUS:
    case ACT_KEEP:
    case ACT_MINUS_MODEL:
    case ACT_BESIDE:
        return "the difference";
    case ACT_HIDE:
    case ACT_RENORMALISE:
        return "hidden tokens";
    case ACT_SORT:
    case ACT_SORT_ORDER:
        return "the order of the heads";
    case ACT_VIEW:
        return "the view";
    case ACT_ZOOM:
    case ACT_PAN:
    case ACT_ZOOM_RESET:
        return "the zoom";
    case ACT_PALETTE:
    case ACT_SCALE:
    case ACT_REDUCE:
    case ACT_RANGE_PER_HEAD:
        return "the colours";
    case ACT_LINES_HEAD:
    case ACT_LINES_RULE:
    case ACT_LINES_AMOUNT:
    case ACT_LINES_AMOUNT_STEP:
        return "the links that are drawn";
    case ACT_SENTENCE:
    case ACT_SENTENCE_STEP:
        return "the sentence of the file";
    case ACT_LAYER:
    case ACT_LAYER_STEP:
    case ACT_LAYERS_HEAD:
        return "the layer";
    case ACT_PART:
    case ACT_ITEM:
    case ACT_PIECES:
    case ACT_PAIR:
        return "what of the file is shown";
    default:
        return NULL;
    }
}

/* Many of them make one change. */
static bool joins(enum action_kind kind)
{
    return kind == ACT_TEXT || kind == ACT_ZOOM || kind == ACT_PAN || kind == ACT_LINES_AMOUNT || kind == ACT_LINES_AMOUNT_STEP;
}

/* After which what was there before cannot be brought back. */
static bool ends_all(enum action_kind kind)
{
    return kind == ACT_OPEN || kind == ACT_OPEN_RECENT || kind == ACT_CLOSE_FILE || kind == ACT_SOURCE_CLOSE ||
           kind == ACT_SESSION_OPEN || kind == ACT_SESSION_LAST || kind == ACT_RESTORE || kind == ACT_TOUR;
}

static void note_drop(struct undo_note *note)
{
    if (!note)
        return;
    hs_set_drop(note->wish.kept);
    hs_source_drop(note->wish.kept_source);
    hs_source_drop(note->source);
    live_other_drop(&note->other);
    free(note);
}

static void keep_kept(struct lens_wish *wish)
{
    wish->kept = wish->kept ? hs_set_keep(wish->kept) : NULL;
    wish->kept_source = wish->kept_source ? hs_source_keep(wish->kept_source) : NULL;
}

static struct undo_note *note_of(const struct app *app)
{
    struct undo_note *note = calloc(1, sizeof *note);
    if (!note)
        return NULL;
    session_take(app, &note->session);
    note->session.look.minus = MINUS_NOTHING; /* `wish` has it whole */
    note->session.learn.there = false;        /* training goes on meanwhile */
    note->wish = app->lens.wish;
    keep_kept(&note->wish);
    live_other_copy(&app->live.other, &note->other);
    memcpy(note->kept_text, app->lens.kept_text, sizeof note->kept_text);
    if (app->picture.layers) {
        note->source = hs_source_keep(app->picture.source);
        note->part = live_view(app);
    }
    note->file = app->picture.file;
    note->edited = app->picture.text_edited;
    return note;
}

static void forget_from(struct undo *undo, size_t first)
{
    while (undo->count > first)
        note_drop(undo->note[--undo->count]);
    undo->done = undo->done < undo->count ? undo->done : undo->count;
}

void undo_drop(struct undo *undo)
{
    if (undo)
        forget_from(undo, 0);
    free(undo);
}

struct undo_note *undo_before(struct app *app, const struct action *action)
{
    bool free_to = !app->talk.tour.step && !app->talk.by_options;
    return free_to && changed_by(action->kind) ? note_of(app) : NULL;
}

static bool same_picture(const struct app *app, const struct undo_note *a, const struct undo_note *b)
{
    struct hs_buffer one = {0}, other = {0};
    session_write(app, &a->session, NULL, &one);
    session_write(app, &b->session, NULL, &other);
    bool same = !one.failed && !other.failed && one.length == other.length && memcmp(one.data, other.data, one.length) == 0 &&
                a->wish.minus == b->wish.minus && a->wish.minus_head == b->wish.minus_head &&
                a->wish.minus_h == b->wish.minus_h && a->wish.kept == b->wish.kept && live_other_same(&a->other, &b->other) && a->edited == b->edited;
    hs_buffer_drop(&one);
    hs_buffer_drop(&other);
    return same;
}

void undo_after(struct app *app, struct undo_note *note, const struct action *action, bool done)
{
    struct undo *undo = app->undo;
    if (done && undo && ends_all(action->kind))
        forget_from(undo, 0);
    if (!note)
        return;
    struct undo_note *after = done ? note_of(app) : NULL;
    bool changed = after && !same_picture(app, note, after);
    note_drop(after);
    if (changed && !undo)
        undo = app->undo = calloc(1, sizeof *undo);
    if (!changed || !undo) {
        note_drop(note);
        return;
    }
    forget_from(undo, undo->done);
    if (undo->joins && joins(action->kind) && undo->count > 0 && undo->note[undo->count - 1]->kind == action->kind) {
        note_drop(note); /* the picture before all of them is there */
        return;
    }
    if (undo->count == UNDO_MOST) {
        note_drop(undo->note[0]);
        memmove(undo->note, undo->note + 1, --undo->count * sizeof *undo->note);
    }
    note->what = changed_by(action->kind);
    note->kind = action->kind;
    undo->note[undo->count++] = note;
    undo->done = undo->count;
    undo->joins = true;
}

/* ---------------------------------------------------------------- back and forth */
static enum hs_status choose(struct app *app, enum action_kind kind, long number, struct hs_error *error)
{
    return act_try(app, &(struct action){.kind = kind, .number = number}, error);
}

/* What of the open file or model is shown, where it differs. */
static enum hs_status put_part(struct app *app, const struct undo_note *note, struct hs_error *error)
{
    struct hs_view now = live_view(app), then = note->part;
    enum hs_status status = HS_OK;
    if (picture_runs_model(app) && strcmp(app->picture.text, note->session.text) != 0)
        status = act_try(app, &(struct action){.kind = ACT_TEXT, .text = note->session.text}, error);
    if (!status && now.part != then.part)
        status = choose(app, ACT_PART, (long)then.part, error);
    if (!status && now.item != then.item)
        status = choose(app, ACT_ITEM, (long)then.item, error);
    if (!status && now.pieces != then.pieces)
        status = choose(app, ACT_PIECES, (long)then.pieces, error);
    if (!status && now.segments != then.segments)
        status = choose(app, ACT_PAIR, (long)then.segments, error);
    if (!status && now.layer != then.layer)
        status = choose(app, ACT_LAYER, (long)then.layer, error);
    if (!status && picture_runs_model(app)) {
        live_modes_on(app);
        for (size_t i = 0; i < note->session.model_modes && !status; i++)
            status = live_mode(app, &note->session.model_mode[i], error);
    }
    return status;
}

static enum hs_status put(struct app *app, const struct undo_note *note, struct hs_error *error)
{
    char typed[APP_NOTE_ROOM];
    memcpy(typed, app->files.note, sizeof typed); /* what is written about the picture is no change of it */
    if (note->source != (app->picture.layers ? app->picture.source : NULL))
        return hs_fail(error, HS_BAD_USE, "another file or model was opened since");
    enum hs_status status = note->source ? put_part(app, note, error) : session_put(app, &note->session, error);
    if (status)
        return status;
    if (note->source)
        session_put_view(app, &note->session);
    memcpy(app->files.note, typed, sizeof typed);
    struct lens_wish wish = note->wish;
    struct live_other other;
    keep_kept(&wish);
    bool owned = wish.kept && wish.kept == app->lens.wish.kept;
    if (lens_try(app, &wish, error) || owned) {
        hs_set_drop(wish.kept);
        hs_source_drop(wish.kept_source);
    }
    live_keep(app);
    if (live_other_copy(&note->other, &other))
        app->live.other = other;
    memcpy(app->lens.kept_text, note->kept_text, sizeof note->kept_text);
    if (app->picture.file && app->picture.file == note->file) {
        app->picture.sentence = note->session.sentence;
        app->picture.text_edited = note->edited;
    }
    return HS_OK;
}

enum hs_status undo_apply(struct app *app, bool redo, struct hs_error *error)
{
    struct undo *undo = app->undo;
    if (app->talk.tour.step)
        return hs_fail(error, HS_BAD_USE, "the tour goes back with Page Up; your own picture is taken back after it");
    if (!undo || (redo ? undo->done == undo->count : undo->done == 0))
        return hs_fail(error, HS_BAD_USE, redo ? "nothing was taken back that could be done again" : "there is nothing to take back");
    size_t at = redo ? undo->done : undo->done - 1;
    struct undo_note *now = note_of(app), *then = undo->note[at];
    if (!now)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to take something back");
    enum hs_status status = put(app, then, error);
    if (status) {
        note_drop(now);
        return status;
    }
    now->what = then->what; /* the same change, seen from its other side */
    now->kind = then->kind;
    undo->note[at] = now;
    note_drop(then);
    undo->done = redo ? undo->done + 1 : undo->done - 1;
    undo->joins = false;
    app_say(app, MESSAGE_INFO, redo ? "Done again: %s. Ctrl+Z takes it back." : "Taken back: %s. Ctrl+Shift+Z does it again.",
        now->what);
    return HS_OK;
}
