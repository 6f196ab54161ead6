/* scroll.c – the scroll area: a clip, an offset, two bars that appear when needed.
 * Called by views, lists and the browser. The wheel goes to the innermost area that can still move
 * that way; the bars can be dragged; a press beside the thumb pages. Widgets that get the focus
 * inside are scrolled into view. */
#include <math.h>
#include <stdio.h>

#include "ui/ui_private.h"

#define LANE UI_SCROLL_BAR
#define THUMB_MIN 28.0f
#define WHEEL_STEP 48.0f /* logical pixels per notch: three text lines */

static float clamp_offset(float value, float content, float view)
{
    float most = content - view;
    return !(value > 0) || most <= 0 ? 0 : value > most ? most : value;
}

static void settle(struct scroll_state *state)
{
    state->x = clamp_offset(state->x, state->content_w, state->view_w);
    state->y = clamp_offset(state->y, state->content_h, state->view_h);
}

void ui_scroll_to(struct ui *ui, const char *id, float y, float height)
{
    struct scroll_state *state = ui_scroll_state(ui, ui_id(ui, id));
    state->pending = true;
    state->pending_at = (struct rect){state->x, y, 0, height};
}

void ui_scroll_follow(struct ui *ui, const char *id, uint64_t what, float y, float height)
{
    struct scroll_state *state = ui_scroll_state(ui, ui_id(ui, id));
    if (what && what != state->followed)
        ui_scroll_to(ui, id, y, height);
    state->followed = what;
}

struct ui_scroll ui_scrolled(struct ui *ui, const char *id)
{
    const struct scroll_state *state = ui_scroll_state(ui, ui_id(ui, id));
    return (struct ui_scroll){state->x, state->y};
}

/* The offset nearest to `offset` at which a stretch is seen, or, when it is longer than the view, its beginning. */
static float brought(float offset, float at, float length, float view)
{
    return at < offset ? at : at + length > offset + view ? fminf(at, at + length - view) : offset;
}

struct ui_scroll ui_scroll_begin(
    struct ui *ui, const char *id, struct rect area, float content_width, float content_height)
{
    uint64_t whole = ui_id(ui, id);
    struct scroll_state *state = ui_scroll_state(ui, whole);
    state->area = area;
    state->content_w = content_width;
    state->content_h = content_height;
    /* A bar takes room from the other direction, which may need its own bar then. */
    bool down = content_height > area.h, across = content_width > area.w - (down ? LANE : 0);
    down = content_height > area.h - (across ? LANE : 0);
    state->view_w = area.w - (down ? LANE : 0);
    state->view_h = area.h - (across ? LANE : 0);
    if (state->pending) {
        state->pending = false;
        state->x = brought(state->x, state->pending_at.x, state->pending_at.w, state->view_w);
        state->y = brought(state->y, state->pending_at.y, state->pending_at.h, state->view_h);
    }
    settle(state);
    struct ui_scroll offset = {state->x, state->y};
    if (ui->scrolls < UI_MAX_DEPTH)
        ui->scroll_owner[ui->scrolls] = whole;
    ui->scrolls++;
    ui_push_clip(ui, (struct rect){area.x, area.y, state->view_w, state->view_h});
    return offset;
}

/* One bar; returns the new offset. The lane is LANE wide and the press area reaches 24 px into the
 * content where nothing else lies (items drawn over it win). */
static float bar(struct ui *ui, uint64_t id, struct rect lane, bool vertical, float offset,
    float content, float view, float *grab)
{
    const struct theme *theme = ui->theme;
    float length = vertical ? lane.h : lane.w, start = vertical ? lane.y : lane.x;
    float thumb = length * view / content;
    thumb = thumb < THUMB_MIN ? THUMB_MIN : thumb;
    float travel = length - thumb, most = content - view;
    if (travel <= 0 || most <= 0)
        return offset;
    float at = start + travel * offset / most, pointer = vertical ? ui->py : ui->px;
    char label[32];
    snprintf(label, sizeof label, "scroll bar %c", vertical ? 'y' : 'x');
    struct ui_touch touch = ui_touch(ui, id, label, lane, 0);
    if (touch.pressed) {
        ui->focus_touched = true; /* scrolling leaves the focus alone */
        bool on_thumb = pointer >= at && pointer < at + thumb;
        *grab = on_thumb ? pointer - at : -1;
        if (!on_thumb)
            offset += pointer < at ? -0.9f * view : 0.9f * view;
    } else if (touch.held && *grab >= 0 && ui->event.kind == UI_MOVE) {
        offset = (pointer - *grab - start) / travel * most;
    }
    offset = clamp_offset(offset, content, view);
    at = start + travel * offset / most;
    bool lit = touch.hovered || touch.held;
    float wide = lit ? 8 : 4, side = (LANE - wide) / 2;
    struct rect shape = vertical ? (struct rect){lane.x + side, at + 2, wide, thumb - 4}
                                 : (struct rect){at + 2, lane.y + side, thumb - 4, wide};
    draw_round(ui->list, shape, wide / 2, lit ? theme->text_dim : theme->text_faint);
    return offset;
}

static void wheel(struct ui *ui, struct scroll_state *state)
{
    if (ui->event.kind != UI_WHEEL || ui->taken || !ui_pointer_in(ui, state->area) ||
        ui->event.mods & UI_CTRL)
        return;
    bool sideways = ui->event.mods & UI_SHIFT;
    float dx = sideways ? -ui->event.wheel_y : ui->event.wheel_x,
          dy = sideways ? 0 : -ui->event.wheel_y;
    float x = state->x, y = state->y;
    state->x += dx * WHEEL_STEP;
    state->y += dy * WHEEL_STEP;
    settle(state);
    if (state->x != x || state->y != y)
        ui->taken = true;
}

/* Page Up/Down, Home and End, for the area that holds the focus, lies under the pointer, or is met
 * first when nothing has the focus (a page of help text). */
static void page_keys(struct ui *ui, struct scroll_state *state, uint64_t whole)
{
    if (ui->event.kind != UI_KEY || ui->taken || !ui_live(ui) || ui->popup.owner ||
        ui->event.mods & (UI_CTRL | UI_ALT | UI_SHIFT))
        return;
    bool ours = !ui->focus || ui_pointer_in(ui, state->area);
    for (size_t i = 0; i < ui->now.count && !ours; i++)
        ours = ui->now.item[i].id == ui->focus && ui->now.item[i].scroll == whole;
    float y = state->y, page = 0.9f * state->view_h;
    switch (ours ? ui->event.key : 0) {
    case UI_KEY_PAGE_UP:
        state->y -= page;
        break;
    case UI_KEY_PAGE_DOWN:
        state->y += page;
        break;
    case UI_KEY_HOME:
        state->y = 0;
        break;
    case UI_KEY_END:
        state->y = state->content_h;
        break;
    default:
        return;
    }
    settle(state);
    if (state->y != y)
        ui->taken = true;
}

void ui_scroll_end(struct ui *ui)
{
    if (ui->scrolls <= 0)
        return;
    ui->scrolls--;
    uint64_t whole = ui->scrolls < UI_MAX_DEPTH ? ui->scroll_owner[ui->scrolls] : 0;
    struct scroll_state *state = ui_scroll_state(ui, whole);
    struct rect area = state->area;
    wheel(ui, state);
    page_keys(ui, state, whole);
    ui_pop_clip(ui);
    if (state->content_h > state->view_h) {
        struct rect lane = {area.x + area.w - LANE, area.y, LANE, state->view_h};
        state->y = bar(ui, ui_sub(whole, 1), lane, true, state->y, state->content_h, state->view_h,
            &state->grab);
    }
    if (state->content_w > state->view_w) {
        struct rect lane = {area.x, area.y + area.h - LANE, state->view_w, LANE};
        state->x = bar(ui, ui_sub(whole, 2), lane, false, state->x, state->content_w, state->view_w,
            &state->grab);
    }
}
