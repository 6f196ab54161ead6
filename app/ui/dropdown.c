/* dropdown.c – the drop-down and its popup list.
 * The widget handles its popup's input in its own call (the answer is returned there) and ui_end
 * draws the list on top of everything. While it is open nothing else gets input; a press elsewhere
 * closes it and does nothing more. */
#include <stdlib.h>
#include <string.h>

#include "ui/ui_private.h"

#define ROW CONTROL
#define PAD 4.0f

static void keep_labels(struct ui_popup *popup, const char *const *labels, int count)
{
    size_t need = 0;
    for (int i = 0; i < count; i++)
        need += strlen(labels[i]) + 1;
    if (need > popup->room) {
        char *grown = realloc(popup->labels, need);
        if (!grown) {
            popup->owner = 0; /* nothing to show: stay closed */
            return;
        }
        popup->labels = grown;
        popup->room = need;
    }
    char *at = popup->labels;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(labels[i]) + 1;
        memcpy(at, labels[i], length);
        at += length;
    }
    popup->count = count;
}

static int shown_rows(const struct ui_popup *popup)
{
    return (int)((popup->area.h - 2 * PAD) / ROW + 0.5f);
}

static void place(struct ui *ui, const char *const *labels, int count)
{
    struct ui_popup *popup = &ui->popup;
    struct rect anchor = popup->anchor;
    float width = anchor.w;
    for (int i = 0; i < count; i++) {
        float need =
            ui_text_width(ui, FACE_UI_BOLD, TEXT_BODY, labels[i]) + 24 + 3 * SPACE + 2 * PAD;
        width = need > width ? need : width;
    }
    if (width > ui->width - 2 * SPACE)
        width = ui->width - 2 * SPACE;
    float below = ui->height - (anchor.y + anchor.h + 4) - SPACE, above = anchor.y - 4 - SPACE;
    float want = (float)count * ROW + 2 * PAD;
    bool down = want <= below || below >= above;
    float room = down ? below : above;
    int rows = want <= room ? count : (int)((room - 2 * PAD) / ROW);
    rows = rows < 1 ? 1 : rows;
    struct rect area = {anchor.x, 0, width, (float)rows * ROW + 2 * PAD};
    area.y = down ? anchor.y + anchor.h + 4 : anchor.y - 4 - area.h;
    if (area.x + area.w > ui->width - SPACE)
        area.x = ui->width - SPACE - area.w;
    area.x = area.x < SPACE ? SPACE : area.x;
    popup->area = area;
}

static void show_lit(struct ui_popup *popup)
{
    int rows = shown_rows(popup);
    if (popup->lit < popup->first)
        popup->first = popup->lit;
    if (popup->lit >= popup->first + rows)
        popup->first = popup->lit - rows + 1;
    if (popup->first > popup->count - rows)
        popup->first = popup->count - rows;
    if (popup->first < 0)
        popup->first = 0;
}

static void light_letter(struct ui_popup *popup, const char *const *labels, int key)
{
    for (int i = 1; i <= popup->count; i++) {
        int at = (popup->lit + i) % popup->count;
        int letter = (unsigned char)labels[at][0];
        if (letter >= 'A' && letter <= 'Z')
            letter += 'a' - 'A';
        if (letter == key) {
            popup->lit = at;
            return;
        }
    }
}

/* Returns the chosen index or -1. */
static int popup_key(struct ui *ui, const char *const *labels)
{
    struct ui_popup *popup = &ui->popup;
    int key = ui->event.key, chosen = -1, page = shown_rows(popup);
    ui->taken = true;
    switch (key) {
    case UI_KEY_UP:
        popup->lit--;
        break;
    case UI_KEY_DOWN:
        popup->lit++;
        break;
    case UI_KEY_PAGE_UP:
        popup->lit -= page;
        break;
    case UI_KEY_PAGE_DOWN:
        popup->lit += page;
        break;
    case UI_KEY_HOME:
        popup->lit = 0;
        break;
    case UI_KEY_END:
        popup->lit = popup->count - 1;
        break;
    case UI_KEY_TAB:
        ui->taken = false; /* closes and walks on */
        popup->owner = 0;
        break;
    case UI_KEY_ENTER:
    case UI_KEY_SPACE:
        chosen = popup->lit;
        popup->owner = 0;
        break;
    case UI_KEY_ESCAPE:
        popup->owner = 0;
        break;
    default:
        if (key < 128)
            light_letter(popup, labels, key);
        break;
    }
    popup->lit = popup->lit < 0 ? 0 : popup->lit >= popup->count ? popup->count - 1 : popup->lit;
    show_lit(popup);
    return chosen;
}

static int row_under_pointer(const struct ui *ui)
{
    const struct ui_popup *popup = &ui->popup;
    if (!rect_has(popup->area, ui->px, ui->py))
        return -1;
    float y = ui->py - popup->area.y - PAD;
    int row = y < 0 ? 0 : (int)(y / ROW), rows = shown_rows(popup);
    row = row >= rows ? rows - 1 : row;
    return popup->first + row < popup->count ? popup->first + row : popup->count - 1;
}

static int popup_event(struct ui *ui, const char *const *labels)
{
    struct ui_popup *popup = &ui->popup;
    int row = row_under_pointer(ui);
    switch (ui->event.kind) {
    case UI_MOVE:
        if (row >= 0)
            popup->lit = row;
        break;
    case UI_DOWN:
        if (row < 0)
            popup->owner = 0;
        else
            popup->lit = row;
        ui->taken = true;
        ui->focus_touched = true;
        break;
    case UI_UP:
        ui->taken = true;
        if (row >= 0 && ui->event.button == 1) {
            popup->owner = 0;
            return row;
        }
        break;
    case UI_WHEEL:
        popup->first -= ui->event.wheel_y > 0 ? 1 : ui->event.wheel_y < 0 ? -1 : 0;
        if (popup->first > popup->count - shown_rows(popup))
            popup->first = popup->count - shown_rows(popup);
        if (popup->first < 0)
            popup->first = 0;
        popup->lit = row_under_pointer(ui) >= 0 ? row_under_pointer(ui) : popup->first;
        ui->taken = true;
        break;
    case UI_KEY:
        return popup_key(ui, labels);
    case UI_TEXT:
    case UI_COMPOSE:
        ui->taken = true;
        break;
    default:
        break;
    }
    return -1;
}

static void open_popup(struct ui_popup *popup, uint64_t owner, int current)
{
    popup->owner = owner;
    popup->lit = current > 0 ? current : 0;
    popup->first = 0;
}

int ui_dropdown(struct ui *ui, const char *id, struct rect area, const char *const *labels,
    int count, int current, const char *tooltip)
{
    uint64_t whole = ui_id(ui, id);
    struct ui_popup *popup = &ui->popup;
    int chosen = current;
    struct ui_touch touch;
    if (popup->owner == whole && count > 0) {
        touch = ui_touch(ui, whole, id, area, TOUCH_FOCUS);
        popup->count = popup->count < count ? popup->count : count;
        int answer = ui->taken ? -1 : popup_event(ui, labels);
        chosen = answer >= 0 ? answer : current;
    } else {
        touch = ui_press(ui, whole, id, area, true);
        bool arrow = touch.key == UI_KEY_DOWN || touch.key == UI_KEY_UP;
        ui->taken |= arrow;
        if ((touch.fired || arrow) && count > 0)
            open_popup(popup, whole, current < count ? current : 0);
    }
    if (popup->owner == whole) {
        popup->anchor = area;
        popup->current = chosen;
        popup->drawn = true;
        keep_labels(popup, labels, count);
        place(ui, labels, count);
        show_lit(popup);
        touch.held = touch.hovered = true; /* looks pressed while its list is open */
    }
    paint_control(ui, area, &touch);
    struct rect text = rect_inset(area, 4);
    rect_cut_left(&text, 6);
    struct rect arrow = rect_cut_right(&text, 20);
    const char *label = chosen >= 0 && chosen < count ? labels[chosen] : "";
    draw_group(ui->list, id);
    draw_text(ui->list, text, ALIGN_LEFT, FACE_UI, TEXT_BODY, paint_ink(ui), label);
    ui_draw_icon(ui, ICON_DOWN, rect_inset(arrow, 3),
        ui->disabled ? ui->theme->text_faint : ui->theme->text_dim);
    draw_group_end(ui->list);
    ui_tip(ui, whole, area, touch.hovered, tooltip);
    return chosen;
}

void ui_menu_open(struct ui *ui, const char *id, float x, float y)
{
    ui->popup.anchor = (struct rect){x, y, 0, 0};
    open_popup(&ui->popup, ui_id(ui, id), 0);
    ui->popup.drawn = true;
}

int ui_menu(struct ui *ui, const char *id, const char *const *labels, int count)
{
    struct ui_popup *popup = &ui->popup;
    uint64_t whole = ui_id(ui, id);
    int chosen = -1;
    if (popup->owner != whole || count <= 0)
        return UI_MENU_CLOSED;
    popup->current = -1;
    keep_labels(popup, labels, count);
    place(ui, labels, count);
    show_lit(popup);
    if (!ui->taken)
        chosen = popup_event(ui, labels);
    popup->drawn = true;
    return chosen >= 0 ? chosen : popup->owner == whole ? UI_MENU_OPEN : UI_MENU_CLOSED;
}

static const char *label_at(const struct ui_popup *popup, int index)
{
    const char *at = popup->labels;
    for (int i = 0; i < index; i++)
        at += strlen(at) + 1;
    return at;
}

void ui_popup_finish(struct ui *ui)
{
    struct ui_popup *popup = &ui->popup;
    const struct theme *theme = ui->theme;
    if (!popup->owner)
        return;
    paint_raised(ui, popup->area);
    draw_group(ui->list, "popup");
    ui->layer = UI_POPUP_LAYER;
    ui->clips = ui->scrolls = 0;
    int rows = shown_rows(popup);
    struct rect inside = rect_inset(popup->area, PAD);
    for (int i = popup->first; i < popup->first + rows && i < popup->count; i++) {
        struct rect row = rect_cut_top(&inside, ROW);
        const char *label = label_at(popup, i);
        ui_touch(ui, ui_sub(popup->owner, (uint32_t)i + 16), label, row, 0);
        if (i == popup->lit)
            draw_round(ui->list, row, UI_RADIUS - 2, theme->selection);
        rect_cut_left(&row, SPACE);
        struct rect mark = rect_cut_left(&row, 16);
        if (i == popup->current)
            ui_draw_icon(ui, ICON_CHECK, mark, theme->accent);
        rect_cut_left(&row, SPACE);
        draw_text(ui->list, row, ALIGN_LEFT, i == popup->current ? FACE_UI_BOLD : FACE_UI,
            TEXT_BODY, theme->text, label);
    }
    if (rows < popup->count) { /* a quiet mark of how much lies outside */
        float track = popup->area.h - 2 * PAD, part = (float)rows / (float)popup->count;
        float at = (float)popup->first / (float)popup->count;
        draw_round(ui->list,
            (struct rect){popup->area.x + popup->area.w - 5, popup->area.y + PAD + track * at, 3,
                track * part},
            1.5f, theme->text_faint);
    }
    draw_group_end(ui->list);
}
