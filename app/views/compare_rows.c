/* compare_rows.c – the rows of the Compare view: one query token at h = 1, in each head, and over the heads. */
#include <stdio.h>

#include "views/compare.h"

size_t compare_first(const struct app *app)
{
    return picture_can(app, HS_CAN_HEADS) ? 0 : 1;
}

size_t compare_rows(const struct app *app)
{
    if (app->picture.h == 1) /* one head is itself, its own largest and mean */
        return compare_first(app) + 1;
    return app->picture.h + 3;
}

struct compare_row compare_row(const struct app *app, size_t index, float *scratch)
{
    size_t q = app_query(app), visible;
    struct compare_row row = {.head = ACT_NOWHERE};
    if (index == 0) {
        row.kind = COMPARE_SINGLE;
        row.weights =
            hs_set_weights(app->lens.made.single, 0, 0).data + q * hs_set_weights(app->lens.made.single, 0, 0).stride;
        row.entropy = hs_row_entropy(app->lens.made.single, 0, 0, q, &visible);
        snprintf(row.name, sizeof row.name, "one head, h = 1");
    } else if (index <= app->picture.h) {
        struct hs_matrix A = hs_set_weights(app_weights(app), 0, index - 1);
        char label[120];
        row.kind = COMPARE_HEAD;
        row.head = index - 1;
        row.weights = A.data + q * A.stride;
        row.entropy = hs_row_entropy(app_weights(app), 0, row.head, q, &visible);
        app_head_label(app, row.head, label, sizeof label);
        snprintf(row.name, sizeof row.name, "%ld%s%s", app_counted(app, row.head),
            label[0] ? " · " : "", label);
    } else {
        row.kind = index == app->picture.h + 1 ? COMPARE_LARGEST : COMPARE_MEAN;
        hs_row_over_heads(app_weights(app), 0, q, row.kind == COMPARE_LARGEST, scratch);
        row.weights = scratch;
        row.entropy = -1;
        snprintf(row.name, sizeof row.name,
            row.kind == COMPARE_LARGEST ? "largest of %zu heads" : "mean of %zu heads", app->picture.h);
    }
    return row;
}

double compare_mass(const struct hs_link *link, const float *weights)
{
    double mass = 0;
    for (size_t i = 0; i < link->to_count; i++)
        mass += (double)weights[link->to[i]];
    return mass;
}
