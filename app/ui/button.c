/* button.c – the widgets that are pressed: button, icon button, toggle, checkbox, choice; and the
 * label. Called by views and dialogs. Every state has a shape besides its colour: a tick, a bar,
 * bold type. */
#include <string.h>

#include <math.h>

#include "ui/ui_private.h"

void ui_label(struct ui *ui, struct rect area, enum align align, const char *text)
{
    draw_text(ui->list, area, align, FACE_UI, TEXT_BODY, paint_ink(ui), text);
}

bool ui_button(struct ui *ui, const char *label, struct rect area, const char *tooltip)
{
    uint64_t id = ui_id(ui, label);
    struct ui_touch touch = ui_press(ui, id, label, area, true);
    paint_control(ui, area, &touch);
    draw_text(
        ui->list, rect_inset(area, 4), ALIGN_CENTER, FACE_UI, TEXT_BODY, paint_ink(ui), label);
    ui_tip(ui, id, area, touch.hovered, tooltip);
    return touch.fired;
}

bool ui_primary(struct ui *ui, const char *label, struct rect area, const char *tooltip)
{
    if (ui->disabled)
        return ui_button(ui, label, area, tooltip);
    uint64_t id = ui_id(ui, label);
    struct ui_touch touch = ui_press(ui, id, label, area, true);
    draw_round(ui->list, area, UI_RADIUS, ui->theme->accent);
    if (touch.held && touch.hovered) /* a darker pressed state that no theme needs a token for */
        draw_round(ui->list, area, UI_RADIUS, 0x1f000000);
    if (touch.hovered && !touch.held)
        draw_round_frame(ui->list, rect_inset(area, 2), UI_RADIUS - 2, 1, ui->theme->accent_text);
    draw_text(ui->list, rect_inset(area, 4), ALIGN_CENTER, FACE_UI_BOLD, TEXT_BODY,
        ui->theme->accent_text, label);
    ui_tip(ui, id, area, touch.hovered, tooltip);
    return touch.fired;
}

bool ui_icon_button(
    struct ui *ui, const char *label, enum ui_icon icon, struct rect area, const char *tooltip)
{
    uint64_t id = ui_id(ui, label);
    struct ui_touch touch = ui_press(ui, id, label, area, true);
    if (touch.hovered || touch.held) {
        draw_round(ui->list, area, UI_RADIUS,
            touch.held && touch.hovered ? ui->theme->pressed : ui->theme->hover);
        draw_round_frame(ui->list, area, UI_RADIUS, paint_line(ui), ui->theme->border);
    }
    draw_group(ui->list, label);
    ui_draw_icon(ui, icon, area, paint_ink(ui));
    draw_group_end(ui->list);
    ui_tip(ui, id, area, touch.hovered, tooltip && *tooltip ? tooltip : label);
    return touch.fired;
}

bool ui_toggle(struct ui *ui, const char *label, struct rect area, bool on, const char *tooltip)
{
    uint64_t id = ui_id(ui, label);
    struct ui_touch touch = ui_press(ui, id, label, area, true);
    if (touch.fired)
        on = !on;
    paint_control(ui, area, &touch);
    /* The tick's place is kept when off, so that nothing moves. */
    struct rect inside = rect_inset(area, 4);
    enum face face = on ? FACE_UI_BOLD : FACE_UI;
    float gap = 4, tick = 14, width = ui_text_width(ui, FACE_UI_BOLD, TEXT_BODY, label);
    float total = tick + gap + width;
    if (total > inside.w)
        total = inside.w;
    struct rect mark = {inside.x + (inside.w - total) / 2, inside.y, tick, inside.h};
    struct rect text = {mark.x + tick + gap, inside.y, total - tick - gap, inside.h};
    uint32_t mark_color = ui->disabled ? ui->theme->text_faint : ui->theme->accent;
    if (on)
        ui_draw_icon(ui, ICON_CHECK, mark, mark_color);
    else
        draw_round_frame(ui->list, (struct rect){mark.x + 4, mark.y + (mark.h - 6) / 2, 6, 6}, 3, 1,
            ui->theme->text_faint);
    draw_text(ui->list, text, ALIGN_LEFT, face, TEXT_BODY, paint_ink(ui), label);
    ui_tip(ui, id, area, touch.hovered, tooltip);
    return on;
}

bool ui_checkbox(struct ui *ui, const char *label, struct rect area, bool *on, const char *tooltip)
{
    uint64_t id = ui_id(ui, label);
    struct ui_touch touch = ui_press(ui, id, label, area, true);
    const struct theme *theme = ui->theme;
    if (touch.fired)
        *on = !*on;
    struct rect box = {area.x + 4, area.y + (float)(int)((area.h - 16) / 2), 16, 16};
    if (touch.hovered || touch.held)
        draw_round(ui->list, area, UI_RADIUS, touch.held ? theme->pressed : theme->hover);
    if (*on && !ui->disabled) {
        draw_round(ui->list, box, 4, theme->accent);
        ui_draw_icon(ui, ICON_CHECK, rect_inset(box, 1), theme->accent_text);
    } else {
        draw_round(ui->list, box, 4, theme->panel_raised);
        draw_round_frame(ui->list, box, 4, paint_line(ui), theme->text_faint);
        if (*on)
            ui_draw_icon(ui, ICON_CHECK, rect_inset(box, 1), theme->text_faint);
    }
    struct rect text = {box.x + 24, area.y, area.w - 28, area.h};
    draw_text(ui->list, text, ALIGN_LEFT, FACE_UI, TEXT_BODY, paint_ink(ui), label);
    ui_tip(ui, id, area, touch.hovered, tooltip);
    return touch.fired;
}

/* ---------------------------------------------------------------- choice */
#define SEGMENT_PAD 4.0f /* beside a label, at least */

/* All segments are equally wide where that leaves room for the widest label; else each has the same beside its own. */
static struct rect segment(const struct ui *ui, struct rect area, const char *const *labels, int index, int count)
{
    float inside = area.w - 4; /* a 2 px track shows round the raised segment */
    float before = 0, own = 0, all = 0, widest = 0;
    for (int i = 0; i < count; i++) {
        float width = ui_text_width(ui, FACE_UI_BOLD, TEXT_BODY, labels[i]);
        before += i < index ? width : 0;
        own = i == index ? width : own;
        all += width;
        widest = fmaxf(widest, width);
    }
    float share = inside / (float)count, beside = (inside - all) / (float)count;
    bool equal = widest + 2 * SEGMENT_PAD <= share;
    float x0 = equal ? share * (float)index : before + beside * (float)index;
    return (struct rect){area.x + 2 + x0, area.y + 2, equal ? share : own + beside, area.h - 4};
}

static void paint_segment(struct ui *ui, struct rect area, const struct ui_touch *touch,
    bool chosen, bool separated, const char *label)
{
    const struct theme *theme = ui->theme;
    if (chosen) {
        draw_round(ui->list, area, UI_RADIUS - 2, theme->panel_raised);
        draw_round_frame(ui->list, area, UI_RADIUS - 2, paint_line(ui), theme->border);
        struct rect bar = {area.x + area.w / 2 - 8, area.y + area.h - 3, 16, 2};
        draw_round(ui->list, bar, 1, ui->disabled ? theme->text_faint : theme->accent);
    } else if (touch->hovered) {
        draw_round(ui->list, area, UI_RADIUS - 2, touch->held ? theme->pressed : theme->hover);
    } else if (separated) {
        draw_rect(ui->list, (struct rect){area.x, area.y + 6, 1, area.h - 12}, theme->border);
    }
    uint32_t ink = ui->disabled ? theme->text_faint : chosen ? theme->text : theme->text_dim;
    draw_text(ui->list, rect_inset(area, 2), ALIGN_CENTER, chosen ? FACE_UI_BOLD : FACE_UI,
        TEXT_BODY, ink, label);
}

static int choice_key(int key, int count, int current)
{
    switch (key) {
    case UI_KEY_LEFT:
    case UI_KEY_UP:
        return current > 0 ? current - 1 : current;
    case UI_KEY_RIGHT:
    case UI_KEY_DOWN:
        return current + 1 < count ? current + 1 : current;
    case UI_KEY_HOME:
        return 0;
    case UI_KEY_END:
        return count - 1;
    default:
        return -1;
    }
}

int ui_choice(struct ui *ui, const char *id, struct rect area, const char *const *labels, int count,
    int current, const char *tooltip)
{
    uint64_t whole = ui_id(ui, id);
    struct ui_touch touch = ui_touch(ui, whole, id, area, TOUCH_FOCUS);
    int chosen = current, moved = touch.key && !(touch.mods & (UI_CTRL | UI_ALT))
                                      ? choice_key(touch.key, count, current)
                                      : -1;
    if (moved >= 0) {
        chosen = moved;
        ui->taken = true;
    }
    draw_round(ui->list, area, UI_RADIUS, ui->theme->back);
    draw_round_frame(ui->list, area, UI_RADIUS, paint_line(ui), ui->theme->border);
    draw_group(ui->list, id);
    bool hovered = touch.hovered;
    for (int pass = 0; pass < 2;
         pass++) { /* presses first, so that the picture shows their outcome */
        for (int i = 0; i < count; i++) {
            struct rect part = segment(ui, area, labels, i, count);
            struct ui_touch each = {0};
            if (pass == 0) {
                each = ui_touch(ui, ui_sub(whole, (uint32_t)i), labels[i], part, 0);
                hovered = hovered || each.hovered;
                if (each.pressed) {
                    ui_focus_id(ui, whole);
                    chosen = i; /* at once: a choice is undone as easily as made */
                }
                continue;
            }
            each.hovered = ui->hot == ui_sub(whole, (uint32_t)i) && hovered;
            each.held = ui->active == ui_sub(whole, (uint32_t)i);
            paint_segment(ui, part, &each, i == chosen, i > 0 && i - 1 != chosen, labels[i]);
        }
    }
    draw_group_end(ui->list);
    ui_tip(ui, whole, area, hovered, tooltip);
    return chosen;
}
