/* lines.c – see lines.h. */
#include <math.h>
#include <stdio.h>

#include "model/app.h"

void lines_reset(struct lines *lines)
{
    *lines = (struct lines){.rule = HS_LINKS_WEIGHT,
        .amount = {0.7f, 0.2f, 3},
        .hover = {ACT_NOWHERE, ACT_NOWHERE},
        .locked_key = ACT_NOWHERE,
        .bytes = HS_SET_CACHE_BYTES};
}

void lines_keep_inside(struct lines *lines, size_t m)
{
    lines->hover[HS_QUERY] = lines->hover[HS_KEY] = ACT_NOWHERE;
    if (lines->locked_key != ACT_NOWHERE && lines->locked_key >= m)
        lines->locked_key = ACT_NOWHERE;
}

/* A quarter of the picture's largest weight, and more than an even share of a row. */
#define SHARE_OF_LARGEST 0.25
#define TIMES_EVEN 1.2

void lines_choose_weight(struct app *app)
{
    double largest = 0, even = 1.0 / (double)hs_set_shape(app->picture.set).m;
    for (size_t head = 0; head < app->picture.h; head++)
        largest = fmax(largest, app_head_stats(app, head)->largest); /* fmax leaves NaN out */
    double least = fmin(fmax(SHARE_OF_LARGEST * largest, TIMES_EVEN * even), 1);
    app->lines.stands_out = (float)fmax(0.01, ceil(100 * least) / 100);
    if (!app->lines.weight_chosen)
        app->lines.amount[HS_LINKS_WEIGHT] = app->lines.stands_out;
}

bool lines_shows(const struct app *app, size_t head)
{
    return head < app->picture.h && !app->lines.hidden[head];
}

/* Room for one head is left to the panel's. */
static size_t heads_at_once(const struct app *app)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    size_t most = app->lines.bytes / (shape.n * shape.m * sizeof(float));
    if (!picture_can(app, HS_CAN_LAYERS) || most >= app->picture.h)
        return app->picture.h;
    return most > 1 ? most - 1 : 1;
}

bool lines_draws(const struct app *app, size_t head)
{
    size_t most = heads_at_once(app), before = lines_shows(app, app->look.head) && app->look.head > head;
    if (!lines_shows(app, head) || most == app->picture.h || head == app->look.head)
        return lines_shows(app, head);
    for (size_t i = 0; i < head; i++)
        before += lines_shows(app, i);
    return before < most;
}

size_t lines_only(const struct app *app, enum hs_side side)
{
    const struct lines *lines = &app->lines;
    if (lines->hover[HS_QUERY] != ACT_NOWHERE || lines->hover[HS_KEY] != ACT_NOWHERE)
        return lines->hover[side];
    return side == HS_QUERY ? app->look.locked.q : lines->locked_key;
}

void lines_rule_words(const struct app *app, char *words, size_t room)
{
    float amount = app->lines.amount[app->lines.rule];
    if (app->lines.rule == HS_LINKS_MASS)
        snprintf(
            words, room, "the heaviest links that hold %.0f %% of each row", 100 * (double)amount);
    else if (app->lines.rule == HS_LINKS_WEIGHT)
        snprintf(words, room, "weights of at least %.2f%s", (double)amount,
            amount == app->lines.stands_out ? LINES_STAND_OUT : "");
    else
        snprintf(words, room, "the %.0f heaviest links of each row", (double)amount);
}
