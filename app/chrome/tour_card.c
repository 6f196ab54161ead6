/* tour_card.c – see tour_card.h. The card has a column of its own, so that it covers nothing and
 * its buttons stay in one place from stop to stop. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/steps.h"
#include "views/compare.h"
#include "views/grid.h"
#include "views/matrix.h"
#include "chrome/tour_card.h"
#include "desk/tour.h"

#define MARGIN 18.0f
#define LARGE_LINE 22.0f
#define BODY_LINE 18.0f
#define CONTENTS_GAP 14.0f
#define CONTENTS_LINE 24.0f
#define RING 2.5f
#define RING_GAP 4.0f
#define ROW_GAP 2.0f

/* ---------------------------------------------------------------- where things are */
static bool find_cell(const struct app *app, const struct chrome_layout *layout, struct rect *area)
{
    if (app->look.view != VIEW_HEAD || app->look.locked.q == ACT_NOWHERE || app->look.locked.k == ACT_NOWHERE)
        return false;
    struct matrix_box box = head_matrix(app, layout->view);
    *area = matrix_cell_rect(&box, app->look.locked.q, app->look.locked.k);
    return true;
}

static size_t find_thumbs(
    const struct app *app, const struct chrome_layout *layout, struct rect places[TOUR_PLACES])
{
    struct grid_layout grid = grid_of(app, layout->view);
    size_t count = app->look.view == VIEW_GRID ? TOUR_PLACES : 0;
    for (size_t i = 0; i < count && i < app->picture.h; i++)
        places[i] = rect_inset(grid_tile(&grid, i), -4);
    return count < app->picture.h ? count : app->picture.h;
}

static bool find_step(const struct app *app, struct rect *area)
{
    char label[64];
    snprintf(label, sizeof label, "step %s", step_name(app->steps.step));
    return app->look.view == VIEW_STEPS && ui_find_now(app->services.ui, label, area);
}

static bool find_compare_row(
    const struct app *app, const struct chrome_layout *layout, size_t index, struct rect *area)
{
    return app->look.view == VIEW_COMPARE && compare_row_place(app, layout->view, index, area);
}

/* The selected head's row; while nothing is measured yet there is none. */
static bool find_score_row(const struct app *app, struct rect *area)
{
    char name[32];
    struct rect head;
    app_head_name(app, app->look.head, name, sizeof name);
    if (!ui_find_now(app->services.ui, "score table", area) || !ui_find_now(app->services.ui, name, &head))
        return false;
    *area = (struct rect){area->x - 8, head.y, area->w + 8, head.h}; /* clear of the names */
    return true;
}

size_t tour_places(const struct app *app, const struct chrome_layout *layout, enum tour_point point,
    struct rect places[TOUR_PLACES])
{
    struct rect other;
    switch (point) {
    case POINT_SINGLE:
        return find_compare_row(app, layout, 0, places);
    case POINT_SUBJECT: /* that row and the next */
        if (!find_compare_row(app, layout, 1, places) || !find_compare_row(app, layout, 2, &other))
            return 0;
        places->h = other.y + other.h - places->y;
        return 1;
    case POINT_HEADS:
        if (!ui_find_now(app->services.ui, "heads -", places) || !ui_find_now(app->services.ui, "heads +", &other))
            return 0;
        places->w = other.x + other.w - places->x;
        return 1;
    case POINT_STRIP:
        return find_step(app, places);
    case POINT_CELL:
        return find_cell(app, layout, places);
    case POINT_THUMBS:
        return find_thumbs(app, layout, places);
    case POINT_TABLE:
        return app->look.view == VIEW_SPECIALISE && find_score_row(app, places);
    case POINT_START:
        return ui_find_now(app->services.ui, "Start", places) || ui_find_now(app->services.ui, "Pause", places) ||
               ui_find_now(app->services.ui, "Go on", places);
    case POINT_SENTENCE:
        return ui_find_now(app->services.ui, "sentence", places);
    default:
        return 0;
    }
}

static void draw_rings(
    struct view_context *view, const struct chrome_layout *layout, enum tour_point point)
{
    struct rect places[TOUR_PLACES];
    size_t count = tour_places(view->app, layout, point, places);
    bool row = point == POINT_SINGLE || point == POINT_SUBJECT || point == POINT_TABLE;
    for (size_t i = 0; i < count; i++) {
        struct rect ring = rect_inset(places[i], row ? -ROW_GAP : -RING_GAP);
        if (point == POINT_CELL) /* parts the ring from whatever colours lie round it */
            draw_round_frame(
                view->draw, rect_inset(ring, -RING), 8 + RING, 2 * RING, view->theme->back);
        draw_round_frame(view->draw, ring, 8, RING, view->theme->accent);
    }
}

/* ---------------------------------------------------------------- the card */
static void draw_buttons(struct view_context *view, struct rect area)
{
    int step = view->app->talk.tour.step;
    bool last = step == TOUR_STEPS;
    struct rect row = rect_cut_top(&area, CONTROL + 2);
    float half = floorf((row.w - SPACE) / 2);
    ui_disable(view->ui, step == 1);
    if (ui_button(view->ui, "Back", rect_cut_left(&row, half), "The stop before\tPage Up"))
        view_push(view, ACT_TOUR_STEP, -1);
    ui_disable(view->ui, false);
    rect_cut_left(&row, SPACE);
    if (ui_primary(view->ui, last ? "Done" : "Next", row,
            last ? "End the tour\tEnter" : "The next stop\tEnter"))
        view_push(view, ACT_TOUR_STEP, 1);
    rect_cut_top(&area, SPACE);
    if (!last && ui_button(view->ui, "Leave the tour", rect_cut_top(&area, CONTROL),
                     "Your own sentence and view come back\tEsc"))
        view_push(view, ACT_TOUR, 0);
}

/* The stops by name; a click goes there. */
static void draw_contents(struct view_context *view, struct rect area)
{
    const struct theme *theme = view->theme;
    for (int step = 1; step <= TOUR_STEPS; step++) {
        struct rect row = rect_cut_top(&area, CONTENTS_LINE);
        char id[24], text[120];
        bool current = step == view->app->talk.tour.step;
        snprintf(id, sizeof id, "tour stop %d", step);
        snprintf(text, sizeof text, "%d   %s", step, tour_stop_at(step)->title);
        struct ui_hit hit = ui_area(view->ui, id, row, false, id);
        if (current || hit.hovered)
            draw_round(view->draw, (struct rect){row.x - 8, row.y, row.w + 16, row.h}, 5,
                current ? theme->selection : theme->hover);
        draw_text(view->draw, row, ALIGN_LEFT, current ? FACE_UI_BOLD : FACE_UI, 12,
            current ? theme->text : theme->text_dim, text);
        if (hit.clicked)
            view_push(view, ACT_TOUR, step);
    }
}

/* How far it is, as a bar of nine parts. */
static void draw_progress(struct view_context *view, struct rect line)
{
    float gap = 3, part = (line.w - gap * (TOUR_STEPS - 1)) / TOUR_STEPS;
    for (int i = 0; i < TOUR_STEPS; i++) {
        struct rect box = {line.x + (part + gap) * (float)i, line.y, part, 4};
        draw_round(view->draw, box, 2,
            i < view->app->talk.tour.step ? view->theme->accent : view->theme->track);
    }
}

/* The height of the text in type of that size; words at the line ends waste up to a sixth. */
static float text_height(const struct view_context *view, const char *text, float width, bool large)
{
    float size = large ? TEXT_TITLE : TEXT_BODY, line = large ? LARGE_LINE : BODY_LINE;
    return ceilf(1.17f * ui_text_width(view->ui, FACE_UI, size, text) / width) * line;
}

/* The words, and the list of stops above the buttons as long as both find room. */
static void draw_words(struct view_context *view, struct rect area, const char *text)
{
    float list = CONTENTS_LINE * TOUR_STEPS + CONTENTS_GAP;
    bool large = text_height(view, text, area.w, true) <= area.h - list;
    bool small = text_height(view, text, area.w, false) <= area.h - list;
    if (large || small)
        draw_contents(view, rect_cut_bottom(&area, CONTENTS_LINE * TOUR_STEPS));
    else /* a low window: no list, but the type as large as there is room */
        large = text_height(view, text, area.w, true) <= area.h;
    draw_paragraph(view->draw, area, FACE_UI, large ? TEXT_TITLE : TEXT_BODY,
        large ? LARGE_LINE : BODY_LINE, view->theme->text, text);
}

void tour_card_draw(struct view_context *view, const struct chrome_layout *layout)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    const struct tour_stop *stop = tour_stop(app);
    struct rect area = layout->tour;
    char text[TOUR_TEXT_ROOM];
    draw_group(view->draw, "tour rings");
    draw_rings(view, layout, stop->point);
    draw_rings(view, layout, stop->also);
    draw_group_end(view->draw);
    draw_group(view->draw, "tour");
    draw_rect(view->draw, area, theme->panel_raised);
    draw_rect(view->draw, (struct rect){area.x, area.y, 1, area.h}, theme->border);
    area = rect_inset(area, MARGIN);
    struct rect line = rect_cut_top(&area, 18);
    draw_textf(view->draw, line, ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim,
        "Tour, step %d of %d", app->talk.tour.step, TOUR_STEPS);
    rect_cut_top(&area, 4);
    draw_progress(view, rect_cut_top(&area, 12));
    float width = ui_text_width(view->ui, FACE_UI_BOLD, TEXT_LARGE, stop->title);
    draw_text(view->draw, rect_cut_top(&area, 34), ALIGN_LEFT, FACE_UI_BOLD,
        width <= area.w ? TEXT_LARGE : TEXT_TITLE, theme->text, stop->title);
    draw_buttons(view, rect_cut_bottom(&area, 2 * CONTROL + 2 + SPACE));
    rect_cut_bottom(&area, 10);
    stop->words(app, text, sizeof text);
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
    if (takes(view, UI_KEY_ENTER) || takes(view, UI_KEY_SPACE))
        view_push(view, ACT_TOUR_STEP, 1);
    else if (takes(view, UI_KEY_BACKSPACE))
        view_push(view, ACT_TOUR_STEP, -1);
}
