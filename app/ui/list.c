/* list.c – a list of rows: one Tab stop, virtual (only visible rows are asked for), with
 * type-ahead. Called by the file browser and by views that list things. Ten thousand rows cost what
 * the visible ones cost, except that type-ahead asks for names until one fits. */
#include <ctype.h>
#include <string.h>

#include "ui/ui_private.h"

struct list_state {
    char typed[64]; /* type-ahead so far; any other key or press ends it */
    int seen;       /* the selected row last shown, to follow it when it moves */
    bool follow;
};

static bool begins(const char *name, const char *typed)
{
    for (; *typed; name++, typed++)
        if (tolower((unsigned char)*name) != tolower((unsigned char)*typed))
            return false;
    return true;
}

/* The first row from the selected one on (after it for a new search) whose name begins with what
 * was typed; the same letter again and again steps through those that begin with it. */
static int find_typed(struct list_state *state, const struct ui_list *list, const char *text)
{
    size_t had = strlen(state->typed), add = strlen(text);
    bool again = had > 0 && add == 1;
    for (size_t i = 0; i < had && again; i++)
        again = state->typed[i] == *text;
    if (had + add < sizeof state->typed)
        memcpy(state->typed + had, text, add + 1);
    const char *wanted = again ? text : state->typed;
    int from = list->selected + (had == 0 || again ? 1 : 0);
    for (int i = 0; i < list->count; i++) {
        int row = (from + i + list->count) % list->count;
        if (begins(list->label(list->user, row), wanted))
            return row;
    }
    return list->selected;
}

static bool list_key(int key, int page, int count, int *selected)
{
    int at = *selected;
    switch (key) {
    case UI_KEY_UP:
        at = at < 0 ? 0 : at - 1;
        break;
    case UI_KEY_DOWN:
        at++;
        break;
    case UI_KEY_PAGE_UP:
        at -= page;
        break;
    case UI_KEY_PAGE_DOWN:
        at = (at < 0 ? 0 : at) + page;
        break;
    case UI_KEY_HOME:
        at = 0;
        break;
    case UI_KEY_END:
        at = count - 1;
        break;
    default:
        return false;
    }
    *selected = at < 0 ? 0 : at >= count ? count - 1 : at;
    return true;
}

static void take_keys(struct ui *ui, struct list_state *state, const struct ui_touch *touch,
    const struct ui_list *list, int page, struct ui_list_result *result)
{
    if (!touch->focused || ui->taken || list->count == 0)
        return;
    if (touch->key && !(touch->mods & (UI_CTRL | UI_ALT))) {
        bool typed = state->typed[0] && touch->key == UI_KEY_SPACE;
        bool printable = (touch->key > ' ' && touch->key < 127) || typed;
        if (list_key(touch->key, page, list->count, &result->selected)) {
            ui->taken = true;
            state->typed[0] = '\0';
        } else if (touch->key == UI_KEY_ENTER || (touch->key == UI_KEY_SPACE && !typed)) {
            result->activated =
                touch->key == UI_KEY_ENTER && result->selected >= 0 && !ui->event.repeat;
            ui->taken = true;
            state->typed[0] = '\0';
        } else if (printable) {
            ui->taken = true; /* its TEXT follows */
        } else {
            state->typed[0] = '\0';
        }
    } else if (ui->event.kind == UI_TEXT) {
        if (!ui_text_dropped(ui) && (ui->event.text[0] != ' ' || state->typed[0]))
            result->selected = find_typed(state, list, ui->event.text);
        ui->taken = true;
    }
}

static void draw_row(struct ui *ui, struct rect row, const struct ui_list *list, int index,
    bool chosen, bool hovered, bool focused)
{
    const struct theme *theme = ui->theme;
    if (chosen) {
        draw_round(ui->list, row, UI_RADIUS - 2, theme->selection);
        draw_round(ui->list, (struct rect){row.x, row.y + 5, 3, row.h - 10}, 1.5f,
            focused ? theme->accent : theme->text_faint);
    } else if (hovered) {
        draw_round(ui->list, row, UI_RADIUS - 2, theme->hover);
    }
    struct rect inside = row;
    rect_cut_left(&inside, SPACE + 2);
    rect_cut_right(&inside, SPACE);
    if (list->row)
        list->row(ui, inside, index, list->user);
    else
        draw_text(ui->list, inside, ALIGN_LEFT, FACE_UI, TEXT_BODY, paint_ink(ui),
            list->label(list->user, index));
}

struct ui_list_result ui_list(
    struct ui *ui, const char *id, struct rect area, const struct ui_list *list)
{
    uint64_t whole = ui_id(ui, id);
    struct list_state *state = ui_state(ui, whole, sizeof *state, NULL, NULL);
    struct ui_list_result result = {
        list->selected < list->count ? list->selected : list->count - 1, false};
    if (ui_wanted(ui, id)) {
        ui_focus_id(ui, whole);
        state->follow = true;
    }
    struct ui_touch touch = ui_touch(ui, whole, id, area, TOUCH_FOCUS);
    float height = list->row_height;
    struct rect inside = rect_inset(area, 3);
    int page = (int)(inside.h / height) - 1;
    take_keys(ui, state, &touch, list, page < 1 ? 1 : page, &result);
    bool focused = ui->focus == whole;
    if (focused && !ui->disabled)
        ui_claim_text(ui, whole, area);
    draw_round(ui->list, area, UI_RADIUS, ui->theme->panel_raised);
    draw_group(ui->list, id);
    if (result.selected >= 0 && (result.selected != state->seen || state->follow))
        ui_scroll_to(ui, id, (float)result.selected * height, height);
    state->seen = result.selected;
    state->follow = false;
    struct ui_scroll offset = ui_scroll_begin(ui, id, inside, 0, (float)list->count * height);
    bool bar = (float)list->count * height > inside.h;
    int first = (int)(offset.y / height), last = (int)((offset.y + inside.h) / height);
    for (int i = first; i <= last && i < list->count; i++) {
        struct rect row = {inside.x, inside.y + (float)i * height - offset.y,
            inside.w - (bar ? UI_SCROLL_BAR : 0), height};
        struct ui_touch each =
            ui_touch(ui, ui_sub(whole, (uint32_t)i + 16), list->label(list->user, i), row, 0);
        if (each.pressed) {
            ui_focus_id(ui, whole);
            result.selected = state->seen = i;
            state->typed[0] = '\0';
        }
        if (each.double_clicked) {
            result.selected = state->seen = i;
            result.activated = true;
        }
        draw_row(ui, row, list, i, i == result.selected, each.hovered, focused);
    }
    ui_scroll_end(ui);
    draw_group_end(ui->list);
    draw_round_frame(ui->list, area, UI_RADIUS, paint_line(ui), ui->theme->border);
    return result;
}
