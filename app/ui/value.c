/* value.c – the widgets that hold a number: stepper and slider.
 * Called by views and dialogs. One Tab stop each; arrows change, digits may be typed into a
 * stepper. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/ui_private.h"

#define DIGITS 9 /* a typed number fits long on every machine */

struct stepper_state {
    char typed[DIGITS + 1];
    unsigned length;
};

/* Typing into a stepper: digits, Backspace, Enter, Escape. Returns true when the key was its own. */
static bool stepper_type(struct stepper_state *state, int key, long *typed)
{
    if (key >= '0' && key <= '9') {
        if (state->length < DIGITS)
            state->typed[state->length++] = (char)key;
    } else if (key == UI_KEY_BACKSPACE && state->length) {
        state->length--;
    } else if (key == UI_KEY_ENTER && state->length) {
        state->typed[state->length] = '\0';
        *typed = strtol(state->typed, NULL, 10);
        state->length = 0;
    } else if (key == UI_KEY_ESCAPE && state->length) {
        state->length = 0;
    } else {
        return false;
    }
    state->typed[state->length] = '\0';
    return true;
}

static int stepper_side(
    struct ui *ui, uint64_t whole, const char *id, struct rect area, int side, bool can)
{
    char label[80];
    snprintf(label, sizeof label, "%.70s %c", id, side < 0 ? '-' : '+');
    bool disabled = ui->disabled;
    ui->disabled = disabled || !can;
    struct ui_touch touch = ui_touch(ui, ui_sub(whole, side < 0 ? 1 : 2), label, area, 0);
    if (touch.pressed)
        ui_focus_id(ui, whole);
    if (touch.hovered) {
        struct rect patch = rect_inset(area, 2);
        draw_round(
            ui->list, patch, UI_RADIUS - 2, touch.held ? ui->theme->pressed : ui->theme->hover);
    }
    uint32_t ink = can && !disabled ? ui->theme->text : ui->theme->mask;
    ui_draw_icon(ui, side < 0 ? ICON_MINUS : ICON_PLUS, rect_inset(area, 7), ink);
    ui->disabled = disabled;
    return touch.clicked ? side : 0;
}

int ui_stepper(struct ui *ui, const char *id, struct rect area, const char *text, bool can_less,
    bool can_more, long *typed, const char *tooltip)
{
    uint64_t whole = ui_id(ui, id);
    struct stepper_state *state = ui_state(ui, whole, sizeof *state, NULL, NULL);
    const struct theme *theme = ui->theme;
    int step = 0;
    if (typed)
        *typed = 0;
    struct ui_touch touch = ui_touch(ui, whole, id, area, TOUCH_FOCUS);
    if (!touch.focused)
        state->length = 0;
    if (touch.key && !(touch.mods & (UI_CTRL | UI_ALT))) {
        bool more = touch.key == UI_KEY_UP || touch.key == UI_KEY_RIGHT || touch.key == '+';
        bool less = touch.key == UI_KEY_DOWN || touch.key == UI_KEY_LEFT || touch.key == '-';
        step = more && can_more ? 1 : less && can_less ? -1 : 0;
        if (more || less || (typed && stepper_type(state, touch.key, typed)))
            ui->taken = true;
        if (more || less)
            state->length = 0;
    }
    draw_round(ui->list, area, UI_RADIUS, theme->panel_raised);
    struct rect middle = area;
    float side = area.h > 24 ? area.h : 24;
    struct rect left = rect_cut_left(&middle, side), right = rect_cut_right(&middle, side);
    int less = stepper_side(ui, whole, id, left, -1, can_less);
    int more = stepper_side(ui, whole, id, right, +1, can_more);
    draw_rect(ui->list, (struct rect){middle.x, area.y, 1, area.h}, theme->border);
    draw_rect(ui->list, (struct rect){right.x - 1, area.y, 1, area.h}, theme->border);
    draw_round_frame(ui->list, area, UI_RADIUS, paint_line(ui), theme->border);
    draw_group(ui->list, id);
    if (state->length) {
        float w = draw_text(
            ui->list, middle, ALIGN_CENTER, FACE_UI_BOLD, TEXT_BODY, theme->accent, state->typed);
        float x = middle.x + (middle.w + w) / 2 + 1;
        draw_rect(ui->list, (struct rect){x, middle.y + 6, 1.5f, middle.h - 12}, theme->accent);
    } else {
        draw_text(ui->list, middle, ALIGN_CENTER, FACE_UI_BOLD, TEXT_BODY, paint_ink(ui), text);
    }
    draw_group_end(ui->list);
    ui_tip(ui, whole, area, ui_pointer_in(ui, area), tooltip);
    return less ? less : more ? more : step;
}

static float slider_key(int key, float lo, float hi, float value)
{
    float small = (hi - lo) / 100, large = (hi - lo) / 10;
    switch (key) {
    case UI_KEY_LEFT:
    case UI_KEY_DOWN:
        return value - small;
    case UI_KEY_RIGHT:
    case UI_KEY_UP:
        return value + small;
    case UI_KEY_PAGE_DOWN:
        return value - large;
    case UI_KEY_PAGE_UP:
        return value + large;
    case UI_KEY_HOME:
        return lo;
    case UI_KEY_END:
        return hi;
    default:
        return value;
    }
}

static bool slider_owns(int key)
{
    return (key >= UI_KEY_LEFT && key <= UI_KEY_PAGE_DOWN);
}

bool ui_slider(struct ui *ui, const char *id, struct rect area, float lo, float hi, float *value,
    const char *tooltip)
{
    const struct theme *theme = ui->theme;
    uint64_t whole = ui_id(ui, id);
    struct rect hit = area;
    if (hit.h < 24) {
        hit.y -= (24 - hit.h) / 2;
        hit.h = 24;
    }
    struct ui_touch touch = ui_touch(ui, whole, id, hit, TOUCH_FOCUS);
    float knob = 8, before = *value, next = before, reach = area.w - 2 * knob;
    if ((touch.pressed || (touch.held && ui->event.kind == UI_MOVE)) && reach > 0)
        next = lo + (hi - lo) * (ui->px - area.x - knob) / reach;
    if (touch.key && slider_owns(touch.key) && !(touch.mods & (UI_CTRL | UI_ALT))) {
        next = slider_key(touch.key, lo, hi, before);
        ui->taken = true;
    }
    float low = lo < hi ? lo : hi, high = lo < hi ? hi : lo;
    next = !(next >= low) ? low : next > high ? high : next; /* a NaN goes to the low end */
    *value = next;
    float part = hi != lo ? (next - lo) / (hi - lo) : 0;
    float y = area.y + area.h / 2, x = area.x + knob + reach * part;
    uint32_t fill = ui->disabled ? theme->mask : theme->accent;
    struct rect track = {area.x + knob, y - 2, reach > 0 ? reach : 0, 4}, done = track;
    done.w = x - track.x;
    draw_group(ui->list, id);
    draw_round(ui->list, track, 2, theme->pressed);
    draw_round_frame(ui->list, track, 2, 1, theme->border);
    draw_round(ui->list, done, 2, fill);
    if (touch.hovered || touch.held)
        draw_circle(ui->list, x, y, knob + 2, theme->selection);
    draw_circle(ui->list, x, y, knob, fill);
    draw_circle(ui->list, x, y, knob - 2, theme->panel_raised);
    draw_group_end(ui->list);
    ui_tip(ui, whole, hit, touch.hovered, tooltip);
    return next != before;
}
