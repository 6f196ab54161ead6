/* source_bar.h – what the bars show while an attention file or a model is open: a file's tokens in place of the
 * sentence field, choosers of tensor, batch item, pieces, pair, layer and head, and how far reading
 * has come. */
#ifndef HEADSCOPE_SOURCE_BAR_H
#define HEADSCOPE_SOURCE_BAR_H

#include "views/view.h"

/* `text` draws what stands in the middle; NULL = the file's tokens. */
void source_bar_draw(struct view_context *view, void (*text)(struct view_context *view, struct rect area));
/* Also of a model that is opened or runs. Takes what it needs from the right of the status bar's row; nothing when all heads are read. */
void source_progress_draw(struct view_context *view, struct rect *row);
/* What the panel says of a head instead of its mode. */
void source_head_draw(struct view_context *view, struct rect *area, size_t head);

#endif
