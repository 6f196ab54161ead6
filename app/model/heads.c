/* heads.c – the heads of the picture as a group: which of them are off, uniform or the mean,
 * what that changes in the output, in which order they stand, which are alike. Called
 * with every new set and before each picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/picture.h"
#include "model/ranked.h"

/* ---------------------------------------------------------------- modes */
const char *head_mode_name(enum hs_head_mode mode)
{
    static const char *const names[] = {"on", "off", "uniform", "mean"};
    return names[mode];
}

bool app_modes_chosen(const struct app *app)
{
    for (size_t head = 0; head < app->picture.h; head++)
        if (app->picture.head_mode[head] != HS_HEAD_ON)
            return true;
    return false;
}

/* A second forward pass with all heads on is what the output is compared with. */
void heads_follow_set(struct app *app)
{
    struct hs_request request = hs_request_of(app->picture.source);
    struct hs_set *whole;
    size_t n = hs_set_shape(app->picture.set).n;
    free(app->picture.changes);
    app->picture.changes = NULL;
    if (!app_modes_chosen(app) || picture_runs_model(app)) /* whose run compares them itself */
        return;
    request.tokens = hs_set_tokens(app->picture.set, HS_QUERY);
    request.h = app->picture.h;
    request.mask = app->picture.mask;
    request.keep = HS_KEEP(HS_PLANE_OUTPUT);
    if (hs_source_run(app->picture.source, &request, &whole, NULL))
        return;
    app->picture.changes = calloc(n, sizeof *app->picture.changes);
    for (size_t token = 0; app->picture.changes && token < n; token++)
        hs_output_change(whole, app->picture.set, token, &app->picture.changes[token]);
    hs_set_drop(whole);
}

/* ---------------------------------------------------------------- order */
/* The statistics that stand in lists, from 1. */
const struct hs_statistic *sort_statistic(size_t sort)
{
    const struct hs_statistic *rows;
    size_t count = hs_statistics(&rows);
    for (size_t i = 0; sort > 0 && i < count; i++)
        if (rows[i].title && --sort == 0)
            return &rows[i];
    return NULL;
}

size_t sort_count(void)
{
    size_t count = 1;
    while (sort_statistic(count))
        count++;
    return count;
}

const char *sort_name(size_t sort)
{
    const struct hs_statistic *row = sort_statistic(sort);
    return row ? row->name : sort == SORT_NUMBER ? "number" : NULL;
}

const char *sort_title(size_t sort)
{
    const struct hs_statistic *row = sort_statistic(sort);
    return row ? row->title : "Head number";
}

size_t sort_named(const char *name)
{
    size_t sort = 0;
    while (sort_name(sort) && strcmp(sort_name(sort), name) != 0)
        sort++;
    return sort;
}

size_t sort_placed(size_t place)
{
    for (size_t sort = 1; sort_statistic(sort); sort++)
        if (sort_statistic(sort)->place == place)
            return sort;
    return SORT_NUMBER;
}

double sort_figure(size_t sort, const struct hs_head_stats *stats)
{
    const struct hs_statistic *row = sort_statistic(sort);
    return row ? hs_statistic_figure(row, stats) : 0;
}

bool sort_tells(const struct app *app, size_t sort)
{
    const struct hs_statistic *row = sort_statistic(sort);
    return row && hs_statistic_tells(row, app->picture.set);
}

void sort_figure_text(const struct app *app, size_t sort, const struct hs_head_stats *stats, char *text, size_t room)
{
    const struct hs_statistic *row = sort_statistic(sort);
    double value = sort_figure(sort, stats);
    if (!sort_tells(app, sort) || !(value == value))
        snprintf(text, room, "–");
    else if (row->unit == HS_UNIT_TOKENS)
        snprintf(text, room, value < 100 ? "%.1f" : "%.0f", value);
    else if (row->unit == HS_UNIT_WEIGHT)
        app_weight_text(value, text, room);
    else
        snprintf(text, room, "%.0f %%", 100 * value);
}

double app_sort_value(const struct app *app, size_t head)
{
    /* by number: the lowest first */
    return app->lens.sort == SORT_NUMBER ? -(double)head : sort_figure(app->lens.sort, app_head_stats(app, head));
}

static void order_heads(struct app *app)
{
    struct ranked ranked[HS_MAX_HEADS];
    double sign = app->lens.sort_reversed ? -1 : 1;
    for (size_t head = 0; head < app->picture.h; head++) {
        double value = sign * app_sort_value(app, head);
        /* a head of a file that could not be read has no figure: last, whichever way */
        ranked[head] = (struct ranked){isnan(value) ? -HUGE_VAL : value, head};
    }
    ranked_sort(ranked, app->picture.h);
    for (size_t i = 0; i < app->picture.h; i++) {
        app->lens.order[i] = ranked[i].index;
        app->lens.place[ranked[i].index] = i;
    }
}

/* ---------------------------------------------------------------- heads like this one */
static void find_similar(struct app *app)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool possible = app->lens.panel_list == PANEL_ALIKE && app->picture.h > 1 &&
                    shape.h * shape.n * shape.m <= SIMILAR_CELLS;
    if (possible && app->lens.alike && app->lens.alike_identity == app->picture.identity &&
        app->lens.alike_head == app->look.head)
        return;
    free(app->lens.alike);
    app->lens.alike = possible ? calloc(app->picture.h, sizeof *app->lens.alike) : NULL;
    if (!app->lens.alike)
        return;
    app->lens.alike_identity = app->picture.identity;
    app->lens.alike_head = app->look.head;
    struct ranked ranked[HS_MAX_HEADS];
    for (size_t head = 0; head < app->picture.h; head++)
        ranked[head] = (struct ranked){
            head == app->look.head ? 2 : -hs_head_divergence(app->picture.set, 0, app->look.head, app->picture.set, 0, head),
            head};
    ranked_sort(ranked, app->picture.h);
    for (size_t i = 1; i < app->picture.h; i++)
        app->lens.alike[i - 1] = (struct alike){ranked[i].index, fabs(ranked[i].value)};
}

void heads_follow(struct app *app)
{
    order_heads(app);
    find_similar(app);
}

