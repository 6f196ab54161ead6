/* tour_card.c – see tour_card.h. The card has a column of its own, so that it covers nothing and
 * its buttons stay in one place from step to step. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/tour_card.h"

#define MARGIN 18.0f
#define LARGE_LINE 22.0f
#define BODY_LINE 18.0f
#define TITLE_LINE 20.0f
#define PARAGRAPH 8.0f /* between two */
#define CONTENTS_GAP 14.0f
#define CONTENTS_LINE 24.0f
#define RING 2.5f
#define RING_GAP 4.0f
#define ROW_GAP 2.0f
#define ANSWER_PAD 10.0f

/* ---------------------------------------------------------------- rings */
static void draw_ring(struct view_context *view, struct rect place, bool row, bool cell, bool second)
{
    struct rect ring = rect_inset(place, row ? -ROW_GAP : -RING_GAP);
    if (cell) /* parts the ring from whatever colours lie round it */
        draw_round_frame(view->draw, rect_inset(ring, -RING), 8 + RING, 2 * RING, view->theme->back);
    draw_round_frame(view->draw, ring, 8, second ? 1 : RING, second ? view->theme->text : view->theme->accent);
}

static void draw_rings(struct view_context *view, const struct chrome_layout *layout, const struct lesson_step *step)
{
    const struct app *app = view->app;
    const struct tour_sight sight = {app, *layout, ui_find_now};
    struct rect places[TOUR_PLACES];
    bool rows = app->look.view == VIEW_COMPARE || app->look.view == VIEW_SPECIALISE;
    for (size_t i = 0; i < step->points; i++) {
        enum point_kind kind = step->point[i].kind;
        size_t count = tour_places(&sight, &step->point[i], places);
        for (size_t at = 0; at < count; at++)
            draw_ring(view, places[at], kind == POINT_SINGLE || (kind == POINT_HEAD && rows),
                kind == POINT_CELL || kind == POINT_ROW || kind == POINT_KEY, false);
    }
    if (!step->answer.given)
        return;
    struct app_cell truth = ask_cell(app, &step->ask, ask_truth(app, &step->ask, NULL)), chosen = ask_cell(app, &step->ask, step->answer.chosen);
    bool cells = app->look.view == VIEW_HEAD;
    if (!step->answer.right && (cells || step->ask.kind == ASK_HEAD) && tour_cell_place(&sight, chosen, places))
        draw_ring(view, places[0], rows, cells, true);
    if (tour_cell_place(&sight, truth, places))
        draw_ring(view, places[0], rows, cells, false);
}

/* ---------------------------------------------------------------- the card */
static void draw_buttons(struct view_context *view, struct rect area)
{
    const struct app_tour *tour = &view->app->talk.tour;
    bool last = (size_t)tour->step == tour_steps(view->app);
    struct rect row = rect_cut_top(&area, CONTROL + 2);
    float half = floorf((row.w - SPACE) / 2);
    ui_disable(view->ui, tour->step == 1);
    if (ui_button(view->ui, "Back", rect_cut_left(&row, half), "The step before\tPage Up"))
        view_push(view, ACT_TOUR_STEP, -1);
    ui_disable(view->ui, false);
    rect_cut_left(&row, SPACE);
    const char *label = last ? "Done" : "Next", *tip = tour_asks(view->app) ? "On without an answer\tPage Down"
                                                      : last                ? "The end\tEnter"
                                                                            : "The next step\tEnter";
    if (tour_asks(view->app) ? ui_button(view->ui, label, row, tip) : ui_primary(view->ui, label, row, tip))
        view_push(view, ACT_TOUR_STEP, 1);
    rect_cut_top(&area, SPACE);
    if (!last && ui_button(view->ui, tour->lesson->tour ? "Leave the tour" : "Leave the lesson", rect_cut_top(&area, CONTROL),
                     "Your own sentence and view come back\tEsc"))
        view_push(view, ACT_TOUR, 0);
}

/* The steps by name; a click goes there. */
static void draw_contents(struct view_context *view, struct rect area)
{
    const struct theme *theme = view->theme;
    const struct lesson *lesson = view->app->talk.tour.lesson;
    for (int step = 1; step <= (int)lesson->count; step++) {
        const struct lesson_step *one = &lesson->step[step - 1];
        struct rect row = rect_cut_top(&area, CONTENTS_LINE);
        char id[24], text[LESSON_TITLE_ROOM + 16];
        bool current = step == view->app->talk.tour.step;
        snprintf(id, sizeof id, "tour stop %d", step);
        snprintf(text, sizeof text, "%d   %s", step, one->title);
        struct ui_hit hit = ui_area(view->ui, id, row, false, id);
        if (current || hit.hovered)
            draw_round(view->draw, (struct rect){row.x - 8, row.y, row.w + 16, row.h}, 5,
                current ? theme->selection : theme->hover);
        if (one->answer.given)
            ui_draw_icon(view->ui, one->answer.right ? ICON_CHECK : ICON_CLOSE, rect_cut_right(&row, 16), theme->text_dim);
        else if (one->ask.kind != ASK_NOTHING)
            draw_text(view->draw, rect_cut_right(&row, 16), ALIGN_CENTER, FACE_UI_BOLD, 12, theme->text_dim, "?");
        draw_text(view->draw, row, ALIGN_LEFT, current ? FACE_UI_BOLD : FACE_UI, 12,
            current ? theme->text : theme->text_dim, text);
        if (hit.clicked)
            view_push(view, ACT_TOUR, step);
    }
}

/* How far it is, as a bar of as many parts as there are steps. */
static void draw_progress(struct view_context *view, struct rect line)
{
    size_t steps = tour_steps(view->app);
    float gap = steps > 30 ? 1 : 3, part = (line.w - gap * (float)(steps - 1)) / (float)steps;
    for (size_t i = 0; i < steps; i++) {
        struct rect box = {line.x + (part + gap) * (float)i, line.y, part, 4};
        draw_round(view->draw, box, fminf(2, part / 2), i < (size_t)view->app->talk.tour.step ? view->theme->accent : view->theme->track);
    }
}

/* ---------------------------------------------------------------- words */
/* Draws the text's paragraphs with a gap between them, or only measures them: words at the line ends waste up to a sixth. */
static float paragraphs(struct view_context *view, struct rect area, const char *text, bool large, bool draw)
{
    char one[LESSON_TEXT_ROOM];
    float size = large ? TEXT_TITLE : TEXT_BODY, line = large ? LARGE_LINE : BODY_LINE, used = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        memcpy(one, text, length);
        one[length] = '\0';
        used += used > 0 ? PARAGRAPH : 0;
        if (draw)
            used +=
                draw_paragraph(view->draw, (struct rect){area.x, area.y + used, area.w, area.h - used}, FACE_UI, size, line, view->theme->text, one);
        else
            used += ceilf(1.17f * ui_text_width(view->ui, FACE_UI, size, one) / area.w) * line;
        text += length + (text[length] == '\n');
    }
    return used;
}

/* The words, and the list of steps above the buttons as long as both find room. */
static void draw_words(struct view_context *view, struct rect area, const char *text)
{
    float rows = CONTENTS_LINE * (float)tour_steps(view->app), list = rows + CONTENTS_GAP;
    bool large = paragraphs(view, area, text, true, false) <= area.h - list;
    bool small = paragraphs(view, area, text, false, false) <= area.h - list;
    if (large || small)
        draw_contents(view, rect_cut_bottom(&area, rows));
    else /* a low window: no list, but the type as large as there is room */
        large = paragraphs(view, area, text, true, false) <= area.h;
    float need = paragraphs(view, area, text, large, false);
    if (need <= area.h) {
        paragraphs(view, area, text, large, true);
        return;
    }
    area.w += MARGIN - 4; /* the bar has the margin */
    struct rect page = {area.x, area.y, area.w - MARGIN, need};
    need = paragraphs(view, page, text, false, false);
    struct ui_scroll scroll = ui_scroll_begin(view->ui, "lesson text", area, page.w, need);
    page.y -= scroll.y;
    page.h = need;
    paragraphs(view, page, text, false, true);
    ui_scroll_end(view->ui);
}

/* Whether the answer was right, by mark and by word, and both weights. Cut off the top of `area`. */
static void draw_answer(struct view_context *view, struct rect *area, const struct lesson_answer *answer)
{
    const struct theme *theme = view->theme;
    float width = area->w - 2 * ANSWER_PAD;
    float words = draw_paragraph_height(view->draw, width, FACE_UI, TEXT_BODY, BODY_LINE, answer->words);
    struct rect box = rect_cut_top(area, words + 24 + 2 * ANSWER_PAD);
    draw_group(view->draw, "answer");
    draw_round(view->draw, box, 8, answer->right ? theme->selection : theme->warn_back);
    box = rect_inset(box, ANSWER_PAD);
    uint32_t ink = answer->right ? theme->text : theme->warn_text;
    struct rect line = rect_cut_top(&box, 24);
    ui_draw_icon(view->ui, answer->right ? ICON_CHECK : ICON_CLOSE, rect_cut_left(&line, 16), ink);
    rect_cut_left(&line, 8);
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, ink, answer->right ? "Right" : "Not this one");
    draw_paragraph(view->draw, box, FACE_UI, TEXT_BODY, BODY_LINE, ink, answer->words);
    draw_group_end(view->draw);
    rect_cut_top(area, 12);
}

static void draw_place(struct view_context *view, struct rect line)
{
    const struct app_tour *tour = &view->app->talk.tour;
    char place[60], whole[LESSON_TITLE_ROOM + 60];
    snprintf(place, sizeof place, ", step %d of %zu", tour->step, tour->lesson->count);
    snprintf(whole, sizeof whole, "%s%s", tour->lesson->title, place);
    if (ui_text_width(view->ui, FACE_UI, TEXT_SMALL, whole) > line.w) { /* the title gives way, not the place */
        ui_tooltip(view->ui, line, tour->lesson->title);
        draw_text(view->draw, rect_cut_right(&line, ceilf(ui_text_width(view->ui, FACE_UI, TEXT_SMALL, place)) + 4), ALIGN_RIGHT, FACE_UI,
            TEXT_SMALL, view->theme->text_dim, place + 2);
        snprintf(whole, sizeof whole, "%s", tour->lesson->title);
    }
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim, whole);
}

/* In large type, or smaller, or in two lines. */
static void draw_title(struct view_context *view, struct rect *area, const char *text)
{
    bool large = ui_text_width(view->ui, FACE_UI_BOLD, TEXT_LARGE, text) <= area->w;
    bool one = large || ui_text_width(view->ui, FACE_UI_BOLD, TEXT_TITLE, text) <= area->w;
    struct rect title = rect_cut_top(area, one ? 34 : 2 * TITLE_LINE + 10);
    if (one) {
        draw_text(view->draw, title, ALIGN_LEFT, FACE_UI_BOLD, large ? TEXT_LARGE : TEXT_TITLE, view->theme->text, text);
        return;
    }
    ui_tooltip(view->ui, title, text);
    title.y += 4;
    title.h = 2 * TITLE_LINE;
    draw_paragraph(view->draw, title, FACE_UI_BOLD, TEXT_TITLE, TITLE_LINE, view->theme->text, text);
}

void tour_card_draw(struct view_context *view, const struct chrome_layout *layout)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    const struct lesson_step *step = tour_step(app);
    struct rect area = layout->tour;
    char text[LESSON_TEXT_ROOM], result[80];
    draw_group(view->draw, "tour rings");
    if (!tour_asks(app))
        draw_rings(view, layout, step);
    draw_group_end(view->draw);
    draw_group(view->draw, "tour");
    draw_rect(view->draw, area, theme->panel_raised);
    draw_rect(view->draw, (struct rect){area.x, area.y, 1, area.h}, theme->border);
    area = rect_inset(area, MARGIN);
    draw_place(view, rect_cut_top(&area, 18));
    rect_cut_top(&area, 4);
    draw_progress(view, rect_cut_top(&area, 12));
    draw_title(view, &area, step->title);
    draw_buttons(view, rect_cut_bottom(&area, 2 * CONTROL + 2 + SPACE));
    rect_cut_bottom(&area, 10);
    tour_result(app, result, sizeof result);
    if (result[0] && (size_t)app->talk.tour.step == tour_steps(app)) {
        draw_textf(view->draw, rect_cut_bottom(&area, 22), ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, theme->text, "Questions: %s", result);
        rect_cut_bottom(&area, 8);
    }
    if (step->answer.given)
        draw_answer(view, &area, &step->answer);
    if (tour_asks(app)) /* its numbers are the answer's */
        snprintf(text, sizeof text, "Choose an answer: then the picture is shown, and explained.");
    else
        lesson_words(app, step, text, sizeof text, NULL);
    draw_words(view, area, text);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- keys */
static bool takes(struct view_context *view, int key)
{
    const struct ui_event *event = ui_event(view->ui);
    if (event->kind != UI_KEY || event->key != key || event->mods)
        return false;
    ui_take_event(view->ui);
    return true;
}

void tour_first_keys(struct view_context *view)
{
    if (takes(view, UI_KEY_PAGE_DOWN))
        view_push(view, ACT_TOUR_STEP, 1);
    else if (takes(view, UI_KEY_PAGE_UP))
        view_push(view, ACT_TOUR_STEP, -1);
}

void tour_last_keys(struct view_context *view)
{
    if (ui_wants_text(view->ui))
        return;
    if (!tour_asks(view->app) && (takes(view, UI_KEY_ENTER) || takes(view, UI_KEY_SPACE)))
        view_push(view, ACT_TOUR_STEP, 1);
    else if (takes(view, UI_KEY_BACKSPACE))
        view_push(view, ACT_TOUR_STEP, -1);
}
