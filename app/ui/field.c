/* field.c – the text field: keys, mouse, clipboard and input method over text_edit.c, and its
 * picture. Called by views and dialogs. The caller's buffer is always valid UTF-8 on one line. Long
 * texts are measured in chunks cut at spaces, so that a keystroke costs the same in a sentence and
 * in a book page. */
#include <stdlib.h>
#include <string.h>

#include "ui/text_edit.h"
#include "ui/ui_private.h"

#define PAD 9.0f
#define CHUNK                                                                                      \
    160 /* bytes measured at a time; shaping does not reach across the space it is cut at */

struct chunk {
    size_t start, length;
    float x; /* left edge from the start of the text */
};

struct field_state {
    struct edit edit;
    uint64_t text_hash; /* of what we left in the buffer; another means the app changed it */
    float scroll;
    bool selecting;
    size_t word_from, word_to; /* the word a double click took: dragging extends from it */
    bool by_word;
    char compose[64];
};

static void field_drop(void *data)
{
    edit_forget(&((struct field_state *)data)->edit);
}

/* ---------------------------------------------------------------- where characters lie */
static size_t chunk_end(const char *text, size_t length, size_t start)
{
    if (length - start <= CHUNK)
        return length;
    for (size_t at = start + CHUNK; at > start + CHUNK / 4; at--)
        if (text[at - 1] == ' ')
            return at;
    size_t cut = edit_cluster_start(text, length, start + CHUNK);
    return cut > start ? cut : edit_next_cluster(text, length, start);
}

static float x_at(struct fonts *fonts, const char *text, size_t length, size_t at)
{
    float x = 0;
    at = at < length ? at : length;
    for (size_t start = 0; start < at;) {
        size_t end = chunk_end(text, length, start);
        x += fonts_width(fonts, FACE_UI, TEXT_BODY, text + start, (at < end ? at : end) - start);
        start = end;
    }
    return x;
}

static size_t at_x(struct fonts *fonts, const char *text, size_t length, float x)
{
    for (size_t start = 0; start < length;) {
        size_t end = chunk_end(text, length, start);
        float width = fonts_width(fonts, FACE_UI, TEXT_BODY, text + start, end - start);
        if (x < width || end == length) {
            size_t hit = start + fonts_hit(fonts, FACE_UI, TEXT_BODY, text + start, end - start, x);
            size_t before = edit_cluster_start(text, length, hit);
            if (before == hit)
                return hit;
            size_t after = edit_next_cluster(text, length, before);
            float left = x_at(fonts, text + start, end - start, before - start);
            float right = x_at(fonts, text + start, end - start, after - start);
            return x - left < right - x ? before : after;
        }
        x -= width;
        start = end;
    }
    return 0;
}

/* ---------------------------------------------------------------- keys */
struct target {
    struct ui *ui;
    struct field_state *state;
    char *text;
    size_t room;
    bool changed;
    size_t lost; /* bytes that found no room */
};

static void paste(struct target *on, const char *add, enum edit_kind kind)
{
    size_t whole = strlen(add), most = HS_MAX_TEXT_BYTES, length = whole < most ? whole : most;
    size_t kept = strlen(on->text) - (edit_to(&on->state->edit) - edit_from(&on->state->edit));
    char *clean = malloc(3 * length + 1);
    if (!clean)
        return;
    size_t cleaned = edit_clean(add, length, clean);
    bool had = on->state->edit.caret != on->state->edit.anchor;
    if (cleaned || (had && kind == EDIT_OTHER && length == 0))
        on->changed |= edit_insert(&on->state->edit, on->text, on->room, clean, cleaned, kind);
    on->lost += whole - length + cleaned - (cleaned ? strlen(on->text) - kept : 0);
    free(clean);
}

static void copy(struct target *on)
{
    struct edit *edit = &on->state->edit;
    if (edit->caret != edit->anchor)
        ui_set_clipboard(on->ui, on->text + edit_from(edit), edit_to(edit) - edit_from(edit));
}

static bool control_key(struct target *on, int key, bool shift)
{
    bool done;
    struct edit *edit = &on->state->edit;
    size_t length = strlen(on->text);
    const char *copied;
    edit->sealed = true; /* typing goes on in a new undo step */
    switch (key) {
    case 'a':
        edit_select(edit, 0, length);
        return true;
    case 'c':
        copy(on);
        return true;
    case 'x':
        copy(on);
        if (edit->caret != edit->anchor)
            on->changed |= edit_erase(edit, on->text, edit->caret, EDIT_OTHER);
        return true;
    case 'v': /* asked once: an owner that does not answer holds up the window for a second */
        copied = ui_clipboard(on->ui);
        if (*copied) {
            paste(on, copied, EDIT_OTHER);
            edit->sealed = true;
        }
        return true;
    case 'z':
    case 'y': /* with nothing typed to take back, the owner may have something */
        done = shift || key == 'y' ? edit_redo(edit, on->text, on->room) : edit_undo(edit, on->text, on->room);
        on->changed |= done;
        return done;
    default:
        return false;
    }
}

/* Caret moves; returns false when the key is none. A plain arrow on a selection goes to its edge. */
static bool move_key(struct target *on, int key, bool word, bool extend)
{
    struct edit *edit = &on->state->edit;
    size_t length = strlen(on->text), to;
    bool selected = edit->caret != edit->anchor && !extend && !word;
    switch (key) {
    case UI_KEY_LEFT:
        to = selected ? edit_from(edit)
             : word   ? edit_previous_word(on->text, length, edit->caret)
                      : edit_previous_cluster(on->text, length, edit->caret);
        break;
    case UI_KEY_RIGHT:
        to = selected ? edit_to(edit)
             : word   ? edit_next_word(on->text, length, edit->caret)
                      : edit_next_cluster(on->text, length, edit->caret);
        break;
    case UI_KEY_HOME:
        to = 0;
        break;
    case UI_KEY_END:
        to = length;
        break;
    default:
        return false;
    }
    edit_move(edit, to, extend);
    return true;
}

static bool erase_key(struct target *on, int key, bool word)
{
    struct edit *edit = &on->state->edit;
    size_t length = strlen(on->text);
    if (key == UI_KEY_BACKSPACE) {
        size_t to = word ? edit_previous_word(on->text, length, edit->caret)
                         : edit_previous_cluster(on->text, length, edit->caret);
        on->changed |= edit_erase(edit, on->text, to, word ? EDIT_OTHER : EDIT_ERASE_BACK);
        return true;
    }
    if (key == UI_KEY_DELETE) {
        size_t to = word ? edit_next_word(on->text, length, edit->caret)
                         : edit_next_cluster(on->text, length, edit->caret);
        on->changed |= edit_erase(edit, on->text, to, word ? EDIT_OTHER : EDIT_ERASE_FORWARD);
        return true;
    }
    return false;
}

static void take_key(struct target *on, int key, unsigned mods, struct ui_field_result *result)
{
    bool shift = mods & UI_SHIFT, word = mods & UI_CTRL;
    if (on->state->compose[0]) { /* keys belong to the input method while it composes */
        on->ui->taken = true;
        return;
    }
    if (mods & UI_ALT)
        return;
    bool own = move_key(on, key, word, shift) || erase_key(on, key, word);
    if (!own && word)
        own = control_key(on, key, shift);
    if (!own && !word && key == UI_KEY_ENTER) {
        own = true;
        result->submitted =
            !on->ui->event.repeat; /* a held key must not answer the next question too */
    }
    if (!own && !word && key == UI_KEY_ESCAPE)
        own = result->cancelled = true;
    bool printable = (key >= ' ' && key < 127) || key == UI_KEY_SPACE;
    if (own || (printable && !word)) /* its TEXT event follows */
        on->ui->taken = true;
}

/* ---------------------------------------------------------------- pointer */
static void take_pointer(struct target *on, const struct ui_touch *touch, struct rect inside)
{
    struct field_state *state = on->state;
    struct edit *edit = &state->edit;
    size_t length = strlen(on->text);
    struct fonts *fonts = draw_fonts(on->ui->list);
    if (!touch->pressed && !(touch->held && on->ui->event.kind == UI_MOVE))
        return;
    size_t at = at_x(fonts, on->text, length, on->ui->px - inside.x + state->scroll);
    if (touch->pressed) {
        int clicks = on->ui->event.clicks;
        state->by_word = clicks == 2;
        state->selecting = clicks < 3;
        if (clicks >= 3) {
            edit_select(edit, 0, length);
        } else if (clicks == 2) {
            edit_word_around(on->text, length, at, &state->word_from, &state->word_to);
            edit_select(edit, state->word_from, state->word_to);
        } else {
            edit_move(edit, at, on->ui->event.mods & UI_SHIFT);
        }
    } else if (state->selecting && state->by_word) {
        size_t from, to;
        edit_word_around(on->text, length, at, &from, &to);
        if (at < state->word_from)
            edit_select(edit, state->word_to, from);
        else
            edit_select(edit, state->word_from, to > state->word_to ? to : state->word_to);
    } else if (state->selecting) {
        edit_move(edit, at, true);
    }
}

/* ---------------------------------------------------------------- picture */
/* Draws the chunks that can be seen; returns the width of the whole text up to what was measured. */
static void draw_chunks(struct ui *ui, struct rect inside, float scroll, const char *text,
    size_t length, uint32_t color)
{
    struct fonts *fonts = draw_fonts(ui->list);
    float x = 0;
    for (size_t start = 0; start < length && x - scroll < inside.w;) {
        size_t end = chunk_end(text, length, start);
        float width = fonts_width(fonts, FACE_UI, TEXT_BODY, text + start, end - start);
        if (x + width > scroll) {
            struct rect area = {inside.x + x - scroll, inside.y, width + 2, inside.h};
            draw_textf(ui->list, area, ALIGN_LEFT, FACE_UI, TEXT_BODY, color, "%.*s",
                (int)(end - start), text + start);
        }
        x += width;
        start = end;
    }
}

/* Keeps the caret in view, and no empty space at the right while text hides at the left. */
static void follow_caret(struct field_state *state, float caret, float width, float view)
{
    float margin = view > 48 ? 16 : 0;
    if (caret < state->scroll + margin)
        state->scroll = caret - margin;
    if (caret > state->scroll + view - margin)
        state->scroll = caret - view + margin;
    float most = width + 2 - view;
    if (state->scroll > most)
        state->scroll = most;
    if (state->scroll < 0)
        state->scroll = 0;
}

static void draw_content(
    struct target *on, struct rect inside, bool focused, const char *placeholder)
{
    struct ui *ui = on->ui;
    struct field_state *state = on->state;
    const struct theme *theme = ui->theme;
    const struct edit *edit = &state->edit;
    struct fonts *fonts = draw_fonts(ui->list);
    size_t length = strlen(on->text), composed = focused ? strlen(state->compose) : 0;
    char *shown = on->text, *joined = composed ? malloc(length + composed + 1) : NULL;
    size_t caret = edit->caret;
    if (joined) { /* the composition stands at the caret without being in the text yet */
        memcpy(joined, on->text, caret);
        memcpy(joined + caret, state->compose, composed);
        memcpy(joined + caret + composed, on->text + caret, length - caret + 1);
        shown = joined;
        length += composed;
        caret += composed;
    }
    float x = x_at(fonts, shown, length, caret), width = x_at(fonts, shown, length, length);
    follow_caret(state, focused ? x : 0, width, inside.w);
    ui_push_clip(ui, (struct rect){inside.x - 2, inside.y, inside.w + 4, inside.h});
    if (focused && edit->caret != edit->anchor && !joined) {
        float x0 = x_at(fonts, shown, length, edit_from(edit)),
              x1 = x_at(fonts, shown, length, edit_to(edit));
        struct rect mark = {inside.x + x0 - state->scroll, inside.y + 4, x1 - x0, inside.h - 8};
        draw_round(ui->list, mark, 2, theme->selection);
    }
    if (length)
        draw_chunks(ui, inside, state->scroll, shown, length, paint_ink(ui));
    else if (placeholder)
        draw_text(ui->list, inside, ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->text_faint, placeholder);
    if (joined) {
        float x0 = x_at(fonts, shown, length, edit->caret);
        struct rect under = {inside.x + x0 - state->scroll, inside.y + inside.h - 6, x - x0, 1.5f};
        draw_rect(ui->list, under, theme->accent);
    }
    struct rect bar = {inside.x + x - state->scroll - 0.75f, inside.y + 5, 1.5f, inside.h - 10};
    if (focused && (edit->caret == edit->anchor || joined))
        draw_rect(ui->list, bar, theme->accent);
    if (focused)
        ui_claim_text(ui, ui->focus, bar);
    ui_pop_clip(ui);
    free(joined);
}

/* ---------------------------------------------------------------- the widget */
/* The app may have put another text into the buffer, even a broken one. */
static void meet_outside_change(struct target *on, bool fresh)
{
    struct field_state *state = on->state;
    if (!fresh && ui_hash(0, on->text) == state->text_hash)
        return;
    size_t length = strlen(on->text), bad;
    while ((bad = hs_utf8_invalid(on->text, length)) < length) {
        on->text[bad] = '?'; /* the same number of bytes, so it always fits */
        on->changed = true;
    }
    edit_forget(&state->edit);
    edit_move(&state->edit, length, false);
    state->selecting = false;
    state->scroll = 0;
}

static void take_event(
    struct target *on, const struct ui_touch *touch, struct ui_field_result *result)
{
    struct ui *ui = on->ui;
    if (touch->key)
        take_key(on, touch->key, touch->mods, result);
    if (!touch->focused || ui->taken)
        return;
    if (ui->event.kind == UI_TEXT) {
        on->state->compose[0] = '\0';
        if (!ui_text_dropped(ui))
            paste(on, ui->event.text, EDIT_TYPE);
        ui->taken = true;
    } else if (ui->event.kind == UI_COMPOSE) {
        char clean[3 * sizeof ui->event.text + 1];
        size_t length = edit_clean(ui->event.text, strlen(ui->event.text), clean);
        if (length >= sizeof on->state->compose)
            length = edit_cluster_start(clean, length, sizeof on->state->compose - 1);
        if (length && on->state->edit.caret != on->state->edit.anchor)
            on->changed |=
                edit_erase(&on->state->edit, on->text, on->state->edit.caret, EDIT_OTHER);
        memcpy(on->state->compose, clean, length);
        on->state->compose[length] = '\0';
        ui->taken = true;
    }
}

static void draw_box(struct ui *ui, struct rect area, const struct ui_touch *touch, bool focused)
{
    const struct theme *theme = ui->theme;
    draw_round(ui->list, area, UI_RADIUS, ui->disabled ? theme->panel : theme->panel_raised);
    if (focused) {
        draw_round_frame(ui->list, area, UI_RADIUS, 2, theme->focus);
        if (ui->ring && ui->ring_seen)
            ui->ring_seen = false; /* its frame is the ring */
    } else {
        draw_round_frame(ui->list, area, UI_RADIUS, paint_line(ui),
            touch->hovered ? theme->text_faint : theme->border);
    }
}

struct ui_field_result ui_field(struct ui *ui, const char *id, struct rect area, char *text,
    size_t room, const char *placeholder, const char *tooltip)
{
    struct ui_field_result result = {0};
    if (room == 0)
        return result;
    uint64_t whole = ui_id(ui, id);
    bool fresh;
    struct field_state *state = ui_state(ui, whole, sizeof *state, field_drop, &fresh);
    struct target on = {ui, state, text, room, false, 0};
    text[room - 1] = '\0';
    meet_outside_change(&on, fresh);
    edit_clamp(&state->edit, text);
    if (ui_wanted(ui, id)) {
        ui_focus_id(ui, whole);
        edit_move(&state->edit, strlen(text), false);
        if (ui->want_all)
            edit_select(&state->edit, 0, strlen(text));
    }
    struct ui_touch touch = ui_touch(ui, whole, id, area, TOUCH_FOCUS);
    struct rect inside = {area.x + PAD, area.y, area.w - 2 * PAD, area.h};
    bool focused = ui->focus == whole && !ui->disabled;
    if (!focused)
        state->compose[0] = '\0';
    take_pointer(&on, &touch, inside);
    take_event(&on, &touch, &result);
    if (on.changed)
        state->selecting = false; /* typing ends a drag: its places are gone */
    state->text_hash = ui_hash(0, text);
    draw_box(ui, area, &touch, focused);
    draw_group(ui->list, id);
    draw_content(&on, inside, focused, placeholder);
    draw_group_end(ui->list);
    ui_tip(ui, whole, area, touch.hovered, tooltip);
    result.changed = on.changed;
    result.lost = on.lost;
    return result;
}
