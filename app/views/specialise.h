/* specialise.h – the parts of the Specialise view: the table of heads and relations, the list of
 * links behind one of its cells, and both as numbers for exports. */
#ifndef HEADSCOPE_SPECIALISE_H
#define HEADSCOPE_SPECIALISE_H

#include "views/view.h"

/* "best offset", "uniform", "random weights". */
const char *specialise_baseline(enum hs_baseline baseline);
/* "Head 3", "Layer 2, head 3". */
void specialise_name(const struct app *app, size_t index, char *name, size_t room);
double specialise_share(const struct hs_relation_score *score); /* hits / eligible, 0 … 1 */

/* The tallest that a table of h heads grows beside the list. */
float specialise_table_most(float width, size_t h);
void specialise_table_draw(struct view_context *view, struct rect area);
void specialise_list_draw(struct view_context *view, struct rect area);
void specialise_csv(const struct app *app, struct hs_buffer *buffer);
void specialise_json(const struct app *app, struct hs_buffer *buffer);

#endif
