/* tour_card.h – a lesson on the screen: a column beside the view, rings round what it speaks of, and the page of a question that takes
 * the view's place until it is answered. */
#ifndef HEADSCOPE_TOUR_CARD_H
#define HEADSCOPE_TOUR_CARD_H

#include "chrome/layout.h"
#include "views/view.h"
#include "desk/tour.h"

/* Page Up and Page Down, which scroll areas would take otherwise: asked before the views. */
void tour_first_keys(struct view_context *view);
/* In layout.tour; rings go over the view. After everything but dialogs. */
void tour_card_draw(struct view_context *view, const struct chrome_layout *layout);
/* Enter, Space, Backspace: for whatever key no widget wanted. */
void tour_last_keys(struct view_context *view);

/* tour_places.c. Where things are in a window: one that is being drawn (find is ui_find_now), or that was (ui_find). */
struct tour_sight {
    const struct app *app;
    struct chrome_layout layout;
    bool (*find)(const struct ui *ui, const char *label, struct rect *area);
};
/* What a step's point means in it: up to 8 places; returns how many. */
#define TOUR_PLACES LESSON_HEADS
size_t tour_places(const struct tour_sight *sight, const struct lesson_point *point, struct rect places[TOUR_PLACES]);
/* Where a head is, and a cell: in views without cells, its head. False when it is not to be seen. */
bool tour_head_place(const struct tour_sight *sight, size_t head, struct rect *area);
bool tour_cell_place(const struct tour_sight *sight, struct app_cell cell, struct rect *area);

/* question.c. The question that waits, with its answers as words to choose from, in view->area. */
void question_draw(struct view_context *view, const struct lesson_ask *ask);

#endif
