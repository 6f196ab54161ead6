/* tooltip.c – the tooltip: chosen while widgets are drawn, drawn last by ui_end.
 * Appears on the picture pass (the one without an event), so a script sees it at a known place.
 * Lies beside the widget it explains, never over it when there is room anywhere, and never outside
 * the window. A press or a key hides it. */
#include <stdio.h>
#include <string.h>

#include "ui/ui_private.h"

#define MAX_WIDTH 320.0f
#define PAD_X 10.0f
#define PAD_Y 7.0f
#define LINE 18.0f
#define GAP 6.0f
#define MAX_LINES 12

void ui_tip(struct ui *ui, uint64_t id, struct rect area, bool hovered, const char *text)
{
    bool by_focus = !hovered && ui->ring && ui->focus == id && !ui->hot;
    if (!text || !*text || (!hovered && !by_focus) || (by_focus && ui->tip.id))
        return;
    if (ui->layer != ui->top || ui->popup.owner)
        return;
    ui->tip.id = id;
    ui->tip.area = rect_meet(area, ui_clip_rect(ui));
    ui->tip.by_focus = by_focus;
    snprintf(ui->tip.text, sizeof ui->tip.text, "%s", text);
    size_t valid = hs_utf8_invalid(ui->tip.text, strlen(ui->tip.text));
    ui->tip.text[valid] = '\0'; /* a cut inside a character */
}

void ui_tooltip(struct ui *ui, struct rect area, const char *text)
{
    bool focused = ui->ring && ui->ring_seen && !ui->hot &&
                   rect_has(area, ui->ring_area.x + ui->ring_area.w / 2,
                       ui->ring_area.y + ui->ring_area.h / 2);
    bool hovered = ui_pointer_in(ui, area) && ui->layer == ui->top;
    uint64_t id = focused && !hovered ? ui->focus : ui_hash(0, text ? text : "");
    ui_tip(ui, id, area, hovered, text);
}

struct lines {
    const char *at[MAX_LINES];
    size_t length[MAX_LINES];
    int count;
    float width;
};

/* Breaks at spaces and newlines; a word wider than a line is cut where it must be. */
static void wrap(struct ui *ui, const char *text, size_t length, float width, struct lines *lines)
{
    struct fonts *fonts = draw_fonts(ui->list);
    size_t at = 0;
    while (at < length && lines->count < MAX_LINES) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t whole = end ? (size_t)(end - text) - at : length - at;
        size_t fits = fonts_fit(fonts, FACE_UI, TEXT_BODY, text + at, whole, width);
        if (fits < whole) {
            size_t space = fits;
            while (space > 0 && text[at + space] != ' ')
                space--;
            fits = space > 0 ? space : fits;
        }
        if (fits == 0 && whole > 0)
            fits = whole;
        float used = fonts_width(fonts, FACE_UI, TEXT_BODY, text + at, fits);
        lines->width = used > lines->width ? used : lines->width;
        lines->at[lines->count] = text + at;
        lines->length[lines->count++] = fits;
        at += fits;
        if (at < length && (text[at] == ' ' || text[at] == '\n'))
            at++;
    }
}

static bool apart(struct rect a, struct rect b)
{
    return a.x >= b.x + b.w || b.x >= a.x + a.w || a.y >= b.y + b.h || b.y >= a.y + a.h;
}

static float clampf(float value, float lo, float hi)
{
    return value > hi ? (hi < lo ? lo : hi) : value < lo ? lo : value;
}

/* Below, above, right, left of the widget; else beside the pointer. */
static struct rect place(const struct ui *ui, float w, float h)
{
    struct rect on = ui->tip.area;
    float margin = 4, x = on.x + on.w / 2 - w / 2, y = on.y + on.h / 2 - h / 2;
    if (!ui->tip.by_focus && on.w > w)
        x = ui->px - w / 2; /* a wide widget: near where one looks */
    x = clampf(x, margin, ui->width - w - margin);
    y = clampf(y, margin, ui->height - h - margin);
    struct rect tries[4] = {{x, on.y + on.h + GAP, w, h}, {x, on.y - GAP - h, w, h},
        {on.x + on.w + GAP, y, w, h}, {on.x - GAP - w, y, w, h}};
    for (int i = 0; i < 4; i++)
        if (tries[i].x >= 0 && tries[i].y >= 0 && tries[i].x + w <= ui->width &&
            tries[i].y + h <= ui->height && apart(tries[i], on))
            return tries[i];
    float fall_x = ui->px + 16, fall_y = ui->py + 20;
    if (fall_y + h > ui->height - margin)
        fall_y = ui->py - 12 - h;
    return (struct rect){clampf(fall_x, margin, ui->width - w - margin),
        clampf(fall_y, margin, ui->height - h - margin), w, h};
}

static void draw_tip(struct ui *ui)
{
    const struct theme *theme = ui->theme;
    char *tab = strchr(ui->tip.text, '\t'), *shortcut = NULL;
    if (tab) {
        *tab = '\0';
        shortcut = tab + 1;
    }
    float most = ui->width - 2 * PAD_X - 8 < MAX_WIDTH ? ui->width - 2 * PAD_X - 8 : MAX_WIDTH;
    struct lines lines = {.count = 0};
    wrap(ui, ui->tip.text, strlen(ui->tip.text), most, &lines);
    float key_w = shortcut ? ui_text_width(ui, FACE_UI, TEXT_SMALL, shortcut) : 0;
    float last_w = lines.count ? fonts_width(draw_fonts(ui->list), FACE_UI, TEXT_BODY,
                                     lines.at[lines.count - 1], lines.length[lines.count - 1])
                               : 0;
    bool beside = shortcut && last_w + 2 * SPACE + key_w <= most;
    float rows = (float)(lines.count + (shortcut && !beside));
    float width = lines.width;
    if (shortcut && (beside ? last_w + 2 * SPACE : 0) + key_w > width)
        width = (beside ? last_w + 2 * SPACE : 0) + key_w;
    struct rect area = place(ui, width + 2 * PAD_X, rows * LINE + 2 * PAD_Y);
    draw_group(ui->list, "tooltip");
    paint_raised(ui, area);
    struct rect inside = {area.x + PAD_X, area.y + PAD_Y, width + 1, rows * LINE};
    struct rect key = {inside.x, inside.y + (rows - 1) * LINE, width, LINE};
    for (int i = 0; i < lines.count; i++) {
        struct rect row = rect_cut_top(&inside, LINE);
        draw_textf(ui->list, row, ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->text, "%.*s",
            (int)lines.length[i], lines.at[i]);
    }
    if (shortcut)
        draw_text(ui->list, key, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, theme->text_dim, shortcut);
    draw_group_end(ui->list);
}

void ui_tip_finish(struct ui *ui)
{
    enum ui_event_kind kind = ui->event.kind;
    bool acted = kind == UI_DOWN || kind == UI_WHEEL || kind == UI_TEXT ||
                 (kind == UI_KEY && ui->event.key != UI_KEY_TAB);
    if (acted && ui->tip.id)
        ui->tip_muted = ui->tip.id;
    if (kind == UI_MOVE && ui->tip.id != ui->tip_muted)
        ui->tip_muted = 0;
    if (kind != UI_NONE || ui->tips_held || ui->buttons || !ui->tip.id ||
        ui->tip.id == ui->tip_muted)
        return;
    draw_tip(ui);
}
