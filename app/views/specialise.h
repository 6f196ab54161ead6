/* specialise.h – the parts of the Specialise view: the table of heads and relations, the list of
 * links behind one of its cells, and both as numbers for exports. */
#ifndef HEADSCOPE_SPECIALISE_H
#define HEADSCOPE_SPECIALISE_H

#include "views/view.h"

/* "subject", "object" …: a relation as a column's title. */
const char *specialise_relation(size_t relation);
/* "best offset", "uniform", "random weights". */
const char *specialise_baseline(enum hs_baseline baseline);
double specialise_share(const struct hs_relation_score *score); /* hits / eligible, 0 … 1 */

/* Of the table's rows in the window, for scrolling to one. */
float specialise_row_height(const struct app *app);
void specialise_list_draw(struct view_context *view, struct rect area);
void specialise_csv(const struct app *app, struct hs_buffer *buffer);
void specialise_json(const struct app *app, struct hs_buffer *buffer);

#endif
