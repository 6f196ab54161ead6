/* live_turn.h – another layer, item or form of an attention file that is open, read by a thread of its own when it is large. Between
 * live.c and job.h, as live_run.h. */
#ifndef HEADSCOPE_LIVE_TURN_H
#define HEADSCOPE_LIVE_TURN_H

#include "model/app.h"

/* It is the picture at once when it is there within `patience` milliseconds; what was wished for before is given up. */
enum hs_status turn_to(struct app *app, const struct hs_view *view, bool all_items, int patience, struct hs_error *error);
/* Takes in what is complete by then; negative `patience` = until it is. */
enum hs_status turn_follow(struct app *app, int patience, struct hs_error *error);
/* What is wished for; the picture's view where nothing else is. */
const struct hs_view *turn_view(const struct layers *layers, bool *all_items);

#endif
