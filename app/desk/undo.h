/* undo.h – takes back what changed the picture, and does it again: number of heads, mask, heads off, lens, difference, hidden
 * tokens, order, view, colours, sentence. What is typed in a field is the field's own; opening a file begins anew. */
#ifndef HEADSCOPE_UNDO_H
#define HEADSCOPE_UNDO_H

#include "model/app.h"

/* Before and after an action that app_try() does: remembers the picture that the action leaves. Without memory nothing is
 * remembered. `note` is what undo_before() returned. */
struct undo_note *undo_before(struct app *app, const struct action *action);
void undo_after(struct app *app, struct undo_note *note, const struct action *action, bool done);
/* ACT_UNDO and ACT_REDO. */
enum hs_status undo_apply(struct app *app, bool redo, struct hs_error *error);
void undo_drop(struct undo *undo);

#endif
