/* tour_card.h – the tour on the screen: a column beside the view, and rings round what it speaks
 * of. */
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

/* What stop `point` means in the window as it is drawn: up to 4 places; returns how many. */
#define TOUR_PLACES 4
size_t tour_places(const struct app *app, const struct chrome_layout *layout, enum tour_point point,
    struct rect places[TOUR_PLACES]);

#endif
