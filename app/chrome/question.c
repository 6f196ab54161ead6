/* question.c – see tour_card.h: the page of a question. Nothing on it is computed from the picture's weights. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/tour_card.h"

#define MARGIN 32.0f
#define WIDEST 760.0f
#define SIZE 20.0f     /* of the question */
#define LINE 28.0f
#define WORD 34.0f     /* height of an answer */
#define GAP 8.0f
#define PAD 14.0f

static void answer_id(size_t index, char id[32])
{
    snprintf(id, 32, "answer %zu", index + 1);
}

/* Arrows go from one answer to the next; with none focused to the first. */
static void move(struct view_context *view, size_t focused, size_t count)
{
    const struct ui_event *event = ui_event(view->ui);
    bool back = event->key == UI_KEY_LEFT || event->key == UI_KEY_UP, on = event->key == UI_KEY_RIGHT || event->key == UI_KEY_DOWN;
    char id[32];
    if (event->kind != UI_KEY || event->mods || (!back && !on))
        return;
    size_t to = focused == ACT_NOWHERE ? 0 : back ? (focused + count - 1) % count : (focused + 1) % count;
    ui_take_event(view->ui);
    answer_id(to, id);
    ui_focus(view->ui, id);
}

static bool draw_answer(struct view_context *view, const struct lesson_ask *ask, size_t index, struct rect box, const char *name, bool *focused)
{
    const struct theme *theme = view->theme;
    bool masked = isnan(ask_weight(view->app, ask, index));
    char id[32];
    answer_id(index, id);
    ui_disable(view->ui, masked);
    struct ui_hit hit = ui_area(view->ui, id, box, true, id);
    if (masked)
        ui_tooltip(view->ui, box, "Masked: it cannot be looked at from there");
    ui_disable(view->ui, false);
    bool pressed = !masked && (hit.clicked || hit.key == UI_KEY_ENTER || hit.key == UI_KEY_SPACE);
    if (hit.key == UI_KEY_ENTER || hit.key == UI_KEY_SPACE)
        ui_take_event(view->ui);
    draw_round(view->draw, box, 7, hit.hovered && !masked ? theme->hover : theme->panel_raised);
    draw_round_frame(view->draw, box, 7, hit.focused ? 2.5f : 1, hit.focused ? theme->focus : theme->border);
    if (masked)
        draw_hatch(view->draw, rect_inset(box, 2), 6, theme->mask);
    draw_text(view->draw, rect_inset(box, 4), ALIGN_CENTER, FACE_UI, TEXT_TITLE, masked ? theme->text_faint : theme->text, name);
    *focused = hit.focused;
    return pressed;
}

/* The answers from left to right, in lines. With `draw` false only measures. Returns the height. */
static float flow(struct view_context *view, const struct lesson_ask *ask, struct rect area, bool draw)
{
    const struct app *app = view->app;
    size_t count = ask_count(app, ask), focus = ACT_NOWHERE;
    float x = 0, y = 0;
    for (size_t i = 0; i < count; i++) {
        char name[160];
        bool focused = false;
        ask_name(app, ask, i, name, sizeof name);
        float width = fminf(fmaxf(44, ceilf(ui_text_width(view->ui, FACE_UI, TEXT_TITLE, name)) + 2 * PAD), area.w);
        if (x > 0 && x + width > area.w) {
            x = 0;
            y += WORD + GAP;
        }
        if (draw && draw_answer(view, ask, i, (struct rect){area.x + x, area.y + y, width, WORD}, name, &focused))
            view_push(view, ACT_TOUR_ANSWER, (long)i);
        focus = focused ? i : focus;
        x += width + GAP;
    }
    if (draw && count > 0)
        move(view, focus, count);
    return y + WORD;
}

void question_draw(struct view_context *view, const struct lesson_ask *ask)
{
    const struct theme *theme = view->theme;
    struct rect area = rect_inset(view->area, MARGIN);
    char words[LESSON_ASK_ROOM];
    draw_rect(view->draw, view->area, theme->back);
    if (area.w > WIDEST) {
        area.x += floorf((area.w - WIDEST) / 2);
        area.w = WIDEST;
    }
    ask_words(view->app, ask, words, sizeof words);
    float lines = draw_paragraph_height(view->draw, area.w, FACE_UI_BOLD, SIZE, LINE, words);
    float need = 22 + lines + 18 + flow(view, ask, area, false) + 20 + 40;
    if (need < area.h) { /* a little above the middle */
        area.y += floorf((area.h - need) * 0.4f);
        area.h = need;
    }
    draw_text(view->draw, rect_cut_top(&area, 22), ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->text_dim, "Before you see the picture");
    draw_paragraph(view->draw, rect_cut_top(&area, lines), FACE_UI_BOLD, SIZE, LINE, theme->text, words);
    rect_cut_top(&area, 18);
    struct rect hint = rect_cut_bottom(&area, 40);
    draw_paragraph(view->draw, hint, FACE_UI, TEXT_BODY, 18, theme->text_dim,
        ask->kind == ASK_HEAD ? "Click a head. The picture and its numbers come with your answer." : "Click a word. The picture and its numbers come with your answer.");
    rect_cut_bottom(&area, 20);
    float height = flow(view, ask, area, false);
    struct rect page = area;
    if (height > area.h)
        page.w -= UI_SCROLL_BAR;
    height = flow(view, ask, page, false);
    struct ui_scroll scroll = ui_scroll_begin(view->ui, "answers", area, page.w, height);
    page.y -= scroll.y;
    flow(view, ask, page, true);
    ui_scroll_end(view->ui);
}
