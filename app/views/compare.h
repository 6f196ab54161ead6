/* compare.h – the rows that the Compare view shows and exports: one query token at h = 1, in each
 * head, and over the heads. */
#ifndef HEADSCOPE_COMPARE_H
#define HEADSCOPE_COMPARE_H

#include "views/view.h"

enum compare_kind { COMPARE_SINGLE, COMPARE_HEAD, COMPARE_LARGEST, COMPARE_MEAN };

struct compare_row {
    enum compare_kind kind;
    size_t head;          /* of COMPARE_HEAD, else ACT_NOWHERE */
    const float *weights; /* (m) borrowed */
    double entropy;       /* nats; -1 where the row is no distribution of one softmax */
    char name[160];
};
/* Rows are numbered: 0 with h = 1, 1 … h the heads, then those over the heads. The first is there only where the number of heads may
 * be chosen; of h = 1 it is the only one, or 1 is. */
size_t compare_first(const struct app *app);
size_t compare_rows(const struct app *app); /* one past the last */
/* Where a row is drawn in a Compare view of that area, as long as it is not scrolled away. */
bool compare_row_place(
    const struct app *app, struct rect area, size_t index, struct rect *place);
/* Row `index`, compare_first() … compare_rows() - 1, of app_query(). scratch (m) holds the rows over heads.
 * app->lens.made.single must be there for row 0. */
struct compare_row compare_row(const struct app *app, size_t index, float *scratch);

/* The relations that start at app_query(), where the sentence is one of the annotated ones. */
#define COMPARE_MOST_TARGETS 12
struct compare_targets {
    const struct hs_link *link[COMPARE_MOST_TARGETS];
    size_t count;
};
struct compare_targets compare_targets(const struct app *app);
/* Weight of a row on the accepted targets of a relation. */
double compare_mass(const struct hs_link *link, const float *weights);

void compare_csv(const struct app *app, struct hs_buffer *buffer);
void compare_json(const struct app *app, struct hs_buffer *buffer);

#endif
