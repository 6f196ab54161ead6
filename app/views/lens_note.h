/* lens_note.h – what the lens did, in Grid and Head: the line that says so, and what is drawn on the matrices for found tokens and
 * heads that are not simply on. */
#ifndef HEADSCOPE_LENS_NOTE_H
#define HEADSCOPE_LENS_NOTE_H

#include "views/matrix.h"

/* The line with what was done, at the top of a view, a page or a sheet `width` wide; 0 when nothing
 * was. */
float lens_note_height(const struct app *app, float width);
/* What the line leaves of the area. */
struct rect lens_note_below(const struct app *app, struct rect area);
/* Draws it and takes it off view->area. */
void lens_note_draw(struct view_context *view);

/* Marks at the matrix's edges for rows and columns whose token is looked for. */
void lens_found_draw(struct view_context *view, const struct matrix_box *box);
/* Dims the matrix of a head that is off: it looks, but nothing of it reaches the output. */
void lens_off_draw(struct view_context *view, const struct matrix_box *box, size_t head);
/* "off", "uniform" or "mean" as a badge at the left of `line`, which it is cut from. */
void lens_mode_badge(struct view_context *view, struct rect *line, size_t head);
/* Clicks on the names over the columns: hide that token, or show it again. */
void lens_label_input(struct view_context *view, const struct matrix_box *box);

#endif
