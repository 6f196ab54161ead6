/* touch.c – what the pointer and the keys do to one item, and where the focus goes.
 * Every widget calls ui_touch (or ui_press) once per pass for each of its hit areas. Focus rules
 * live here alone: a press focuses, Tab walks the layer in call order, a modal layer takes the
 * focus and gives it back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/ui_private.h"

#define DRAG_START 3.0f /* logical pixels a press may wander and still be a click */

static struct rect add_item(
    struct ui *ui, uint64_t id, const char *label, struct rect area, bool focusable)
{
    struct rect seen = rect_meet(area, ui_clip_rect(ui));
    struct ui_items *items = &ui->now;
    if (items->count == items->room) {
        size_t room = items->room ? 2 * items->room : 64;
        struct ui_item *grown =
            room <= UI_MAX_ITEMS ? realloc(items->item, room * sizeof *grown) : NULL;
        if (!grown)
            return seen;
        items->item = grown;
        items->room = room;
    }
    struct ui_item *item = &items->item[items->count++];
    int scrolls = ui->scrolls < UI_MAX_DEPTH ? ui->scrolls : UI_MAX_DEPTH;
    *item = (struct ui_item){.id = id,
        .label_hash = ui_hash(0, label),
        .area = seen,
        .whole = area,
        .scroll = scrolls ? ui->scroll_owner[scrolls - 1] : 0,
        .outer = scrolls > 1 ? ui->scroll_owner[0] : 0,
        .layer = ui->layer,
        .focusable = focusable && !ui->disabled};
    size_t length = strlen(label);
    if (length >= sizeof item->label)
        length = sizeof item->label - 1;
    memcpy(item->label, label, length);
    return seen;
}

static void press(struct ui *ui, uint64_t id, unsigned flags, struct ui_touch *touch)
{
    if (!(flags & TOUCH_ANY_BUTTON) && ui->event.button != 1)
        return;
    ui->active = id;
    ui->active_button = ui->event.button;
    ui->active_clicks = ui->event.clicks;
    ui->press_x = ui->px;
    ui->press_y = ui->py;
    ui->dragging = false;
    ui->taken = true;
    touch->pressed = true;
    if (flags & TOUCH_FOCUS)
        ui_focus_id(ui, id);
}

static void drag(struct ui *ui, struct ui_touch *touch)
{
    float dx = ui->px - ui->press_x, dy = ui->py - ui->press_y;
    if (!ui->dragging && dx * dx + dy * dy >= DRAG_START * DRAG_START) {
        ui->dragging = true;
        ui->drag_x = dx; /* the first step carries what the threshold held back */
        ui->drag_y = dy;
    }
    touch->dragged = ui->dragging;
}

struct ui_touch ui_touch(
    struct ui *ui, uint64_t id, const char *label, struct rect area, unsigned flags)
{
    struct ui_touch touch = {.mods = ui->event.mods};
    struct rect seen = add_item(ui, id, label, area, (flags & TOUCH_FOCUS) != 0);
    if (flags & TOUCH_FOCUS && ui->focus == id && ui->layer == ui->top) {
        ui->ring_area = area;
        ui->ring_clip = ui_clip_rect(ui);
        ui->ring_seen = true;
        ui->ring_layer = ui->layer;
    }
    bool popup = ui->popup.owner != 0 && ui->popup.owner != id;
    if (!ui_live(ui) || popup)
        return touch;
    bool inside = rect_has(seen, ui->px, ui->py);
    touch.hovered = ui->hot == id && inside && !ui->popup.owner;
    if (ui->event.kind == UI_DOWN && touch.hovered && !ui->taken && !ui->active)
        press(ui, id, flags, &touch);
    if (ui->active == id) {
        if (ui->event.kind == UI_MOVE || ui->event.kind == UI_UP)
            drag(ui, &touch);
        touch.held = true;
        if (ui->event.kind == UI_UP && ui->event.button == ui->active_button) {
            touch.released = true;
            touch.clicked = inside;
            touch.double_clicked = inside && ui->active_clicks == 2;
            touch.held = false;
            ui->active = 0;
            ui->taken = true;
        }
    }
    touch.focused = flags & TOUCH_FOCUS && ui->focus == id;
    if (touch.focused && ui->event.kind == UI_KEY && !ui->taken && ui->event.key != UI_KEY_TAB)
        touch.key = ui->event.key;
    return touch;
}

struct ui_touch ui_press(
    struct ui *ui, uint64_t id, const char *label, struct rect area, bool focusable)
{
    struct ui_touch touch = ui_touch(ui, id, label, area, focusable ? TOUCH_FOCUS : 0);
    touch.fired = touch.clicked;
    bool plain = !(touch.mods & (UI_CTRL | UI_ALT));
    if ((touch.key == UI_KEY_ENTER || touch.key == UI_KEY_SPACE) && plain) {
        touch.fired = !ui->event.repeat; /* a held key presses once */
        ui->taken = true;
    }
    return touch;
}

struct ui_hit ui_area(
    struct ui *ui, const char *id, struct rect area, bool focusable, const char *name)
{
    struct ui_touch touch = ui_touch(ui, ui_id(ui, id), name ? name : id, area,
        TOUCH_ANY_BUTTON | (focusable ? TOUCH_FOCUS : 0));
    struct ui_hit hit = {.hovered = touch.hovered,
        .pressed = touch.pressed,
        .released = touch.released,
        .clicked = touch.clicked && !touch.dragged,
        .double_clicked = touch.double_clicked,
        .dragged = touch.dragged,
        .focused = touch.focused,
        .x = ui->px - area.x,
        .y = ui->py - area.y,
        .button = touch.held || touch.released ? ui->active_button : 0,
        .mods = touch.mods,
        .key = touch.key};
    if (touch.dragged && ui->event.kind != UI_NONE) {
        hit.drag_x = ui->drag_x;
        hit.drag_y = ui->drag_y;
    }
    if (touch.hovered && ui->event.kind == UI_WHEEL && !ui->taken) {
        hit.wheel_x = ui->event.wheel_x;
        hit.wheel_y = ui->event.wheel_y;
    }
    return hit;
}

/* ---------------------------------------------------------------- focus */
void ui_focus_id(struct ui *ui, uint64_t id)
{
    ui->focus = id;
    ui->focus_touched = true;
}

static void want_focus(struct ui *ui, const char *id, bool select_all)
{
    ui->want_focus = ui_hash(0, id);
    ui->want_all = select_all;
    ui->want_pass = ui->pass;
}

void ui_field_focus(struct ui *ui, const char *id, bool select_all)
{
    want_focus(ui, id, select_all);
}

void ui_list_focus(struct ui *ui, const char *id)
{
    want_focus(ui, id, false);
}

bool ui_wanted(struct ui *ui, const char *label)
{
    if (!ui->want_focus || ui->disabled || ui->want_focus != ui_hash(0, label))
        return false;
    ui->want_focus = 0;
    return true;
}

void ui_claim_text(struct ui *ui, uint64_t id, struct rect caret)
{
    ui->text_claim = id;
    ui->text_caret = caret;
}

bool ui_text_dropped(const struct ui *ui)
{
    unsigned char text = (unsigned char)ui->event.text[0];
    if (ui->event.kind != UI_TEXT || !ui->key_last || ui->key_focus == ui->focus ||
        ui->event.text[1])
        return false;
    int key = ui->key_last;
    bool letter = (key >= 'a' && key <= 'z') || (key >= '0' && key <= '9');
    bool same = text == key || (letter && text == key - 'a' + 'A');
    /* A key with a sign on it may type another sign, never a letter: that was typed after it. */
    bool sign =
        text < '0' || (text > '9' && text < 'A') || (text > 'Z' && text < 'a') || text > 'z';
    return same || (ui->event.mods & UI_SHIFT) || (!letter && sign);
}

/* ---------------------------------------------------------------- scrolled into view */
/* A list has a state under the same name, so this one's is a name below it. */
struct scroll_state *ui_scroll_state(struct ui *ui, uint64_t scroll)
{
    return ui_state(ui, ui_sub(scroll, 1), sizeof(struct scroll_state), NULL, NULL);
}

void ui_scroll_show(struct ui *ui, uint64_t scroll, struct rect at)
{
    struct scroll_state *state = ui_scroll_state(ui, scroll);
    state->pending = true;
    state->pending_at = (struct rect){at.x - state->area.x + state->x, at.y - state->area.y + state->y, at.w, at.h};
}

#define RING 5.0f /* px round a widget for the focus ring */

/* An inner area brings what it holds into itself, so that is where the outer one looks for it. */
static void show(struct ui *ui, const struct ui_item *item)
{
    struct rect at = rect_inset(item->whole, -RING);
    if (!item->scroll)
        return;
    ui_scroll_show(ui, item->scroll, at);
    struct rect inner = ui_scroll_state(ui, item->scroll)->area;
    at.x = fmaxf(inner.x, fminf(at.x, inner.x + inner.w - at.w));
    at.y = fmaxf(inner.y, fminf(at.y, inner.y + inner.h - at.h));
    if (item->outer)
        ui_scroll_show(ui, item->outer, at);
}

static const struct ui_item *item_by_id(const struct ui_items *items, uint64_t id, int layer)
{
    for (size_t i = 0; id && i < items->count; i++)
        if (items->item[i].id == id && items->item[i].layer == layer && items->item[i].focusable)
            return &items->item[i];
    return NULL;
}

/* The focusable item `step` places from the focused one in call order, round the layer; NULL when
 * there is none. */
static const struct ui_item *next_item(const struct ui *ui, int layer, int step)
{
    const struct ui_items *items = &ui->now;
    long count = (long)items->count, at = step > 0 ? -1 : count;
    const struct ui_item *focused = item_by_id(items, ui->focus, layer);
    if (focused)
        at = focused - items->item;
    for (long tried = 0; tried < count; tried++) {
        at = (at + step + count) % count;
        if (items->item[at].layer == layer && items->item[at].focusable)
            return &items->item[at];
    }
    return NULL;
}

static void walk(struct ui *ui, int layer)
{
    const struct ui_item *item = next_item(ui, layer, ui->event.mods & UI_SHIFT ? -1 : 1);
    ui->taken = true;
    ui->ring = true;
    if (!item)
        return;
    ui->focus = item->id;
    ui->tip_muted = 0;
}

/* A layer that opened saves the focus below and takes it; one that closed gives it back. */
static void move_between_layers(struct ui *ui, int now)
{
    if (now > ui->top) {
        ui->layer_focus[ui->top] = ui->focus_begin;
        if (!item_by_id(&ui->now, ui->focus, now)) {
            ui->focus = 0;
            const struct ui_item *first = next_item(ui, now, 1);
            if (first && !ui->want_focus)
                ui->focus = first->id;
        }
    } else if (now < ui->top) {
        if (!item_by_id(&ui->now, ui->focus, now))
            ui->focus = ui->layer_focus[now];
        ui->active = 0;
    }
    ui->top = now;
}

void ui_focus_finish(struct ui *ui)
{
    int now = ui->layer_count;
    move_between_layers(ui, now);
    if (ui->again) /* the event is not done with */
        return;
    if (ui->event.kind == UI_DOWN && !ui->focus_touched && !ui->popup.owner && now == 0)
        ui->focus = 0; /* a press on nothing lets go, so that plain keys are shortcuts again */
    if (ui->event.kind == UI_KEY && ui->event.key == UI_KEY_TAB && !ui->taken &&
        !(ui->event.mods & (UI_CTRL | UI_ALT)))
        walk(ui, now);
    const struct ui_item *focused = ui->focus != ui->focus_begin && ui->event.kind != UI_DOWN ? item_by_id(&ui->now, ui->focus, now) : NULL;
    if (focused) { /* what was pressed is seen, and stays under the pointer */
        show(ui, focused);
        ui->unsettled = focused->scroll != 0;
    }
    if (ui->focus && !item_by_id(&ui->now, ui->focus, now) && ui->event.kind == UI_NONE)
        ui->focus = 0; /* gone for a whole picture */
    if (ui->active) {
        bool there = false;
        for (size_t i = 0; i < ui->now.count && !there; i++)
            there = ui->now.item[i].id == ui->active;
        if (!there)
            ui->active = 0;
    }
    if (ui->want_focus && ui->pass - ui->want_pass > 2)
        ui->want_focus = 0;
}

/* ---------------------------------------------------------------- by label */
static const struct ui_item *item_by_label(const struct ui_items *items, const char *label)
{
    uint64_t hash = ui_hash(0, label);
    const struct ui_item *best = NULL;
    for (size_t i = 0; i < items->count; i++) {
        const struct ui_item *item = &items->item[i];
        bool seen = item->area.w > 0 && item->area.h > 0;
        bool best_seen = best && best->area.w > 0 && best->area.h > 0;
        if (item->label_hash != hash)
            continue;
        if (!best || item->layer > best->layer ||
            (item->layer == best->layer && seen && !best_seen))
            best = item;
    }
    return best;
}

static bool find_in(const struct ui_items *items, const char *label, struct rect *area)
{
    const struct ui_item *item = item_by_label(items, label);
    if (!item)
        return false;
    *area = item->area.w > 0 && item->area.h > 0 ? item->area : item->whole;
    return true;
}

bool ui_find(const struct ui *ui, const char *label, struct rect *area)
{
    return find_in(&ui->last, label, area);
}

bool ui_find_now(const struct ui *ui, const char *label, struct rect *area)
{
    return find_in(&ui->now, label, area);
}

bool ui_focus(struct ui *ui, const char *label)
{
    if (!label) { /* nothing has the focus: the keys are the app's */
        ui_focus_id(ui, 0);
        return true;
    }
    uint64_t hash = ui_hash(0, label);
    for (size_t i = ui->last.count; i-- > 0;) {
        const struct ui_item *item = &ui->last.item[i];
        if (item->label_hash == hash && item->focusable && item->layer == ui->top) {
            ui->focus = item->id;
            ui->focus_touched = true;
            ui->ring = true;
            show(ui, item);
            return true;
        }
    }
    return false;
}

const char *ui_label_at(const struct ui *ui, size_t index)
{
    return index < ui->last.count ? ui->last.item[index].label : NULL;
}
