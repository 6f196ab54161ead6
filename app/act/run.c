/* run.c – runs the engine for the model: sentence, head count and mask in, a new attention set and
 * its statistics out. Called by apply.c and app_new. The new set replaces the old one only when
 * everything went well, so a failure never blanks the picture. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"

/* All planes of a sentence of ordinary length fit easily; a page of text with many heads does not.
 * Above this many cells (h n^2) per plane the raw products go, above the second bound only the
 * weights stay. */
#define CELLS_FOR_ALL_PLANES ((size_t)16 << 20)
#define CELLS_FOR_SCORES ((size_t)128 << 20)

static unsigned planes_to_keep(const char *text, size_t length, size_t h)
{
    size_t n = length; /* no token is shorter than a byte */
    if (n > 2048) {
        struct hs_tokens *tokens;
        if (hs_tokenise(text, length, &tokens, NULL))
            return HS_KEEP_ALL; /* the run itself will say what is wrong */
        n = tokens->count;
        hs_tokens_drop(tokens);
    }
    size_t cells = h * n * n; /* n <= HS_MAX_TOKENS or 2048, h <= HS_MAX_HEADS: below 2^34 */
    if (cells <= CELLS_FOR_ALL_PLANES)
        return HS_KEEP_ALL;
    if (cells <= CELLS_FOR_SCORES)
        return HS_KEEP_ALL & ~HS_KEEP(HS_PLANE_RAW);
    return HS_KEEP(HS_PLANE_WEIGHTS) | HS_KEEP(HS_PLANE_OUTPUT);
}

void app_take_set(struct app *app, struct hs_set *set, struct hs_head_stats *stats)
{
    struct hs_set_shape before = app->set ? hs_set_shape(app->set) : (struct hs_set_shape){0};
    struct hs_set_shape now = hs_set_shape(set);
    hs_set_drop(app->single);
    app->single = NULL;
    bool same_tokens =
        app->set && hs_tokens_equal(hs_set_tokens(app->set, HS_KEY), hs_set_tokens(set, HS_KEY));
    hs_set_drop(app->set);
    free(app->stats);
    app->set = set;
    app->stats = stats;
    app->set_identity++;
    app->h = now.h;
    app->mask = now.mask;
    if (app->head >= now.h)
        app->head = now.h - 1;
    app->hover = (struct app_cell){ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    lines_keep_inside(&app->lines, now.m);
    if (app->h != before.h)
        memset(app->head_mode, HS_HEAD_ON, sizeof app->head_mode);
    lens_follow_set(app, same_tokens);
    heads_follow_set(app);
    heads_follow(app);
    if (now.n != before.n || now.m != before.m)
        app->window = (struct app_window){0, 1, 0, 1};
}

enum hs_status app_run(
    struct app *app, const char *text, size_t h, enum hs_mask mask, struct hs_error *error)
{
    struct hs_run_options options = hs_run_defaults();
    struct hs_set *set;
    size_t length = strlen(text);
    options.h = h;
    options.mask = mask;
    options.head_mode = h == app->h ? app->head_mode : NULL; /* other heads are all on */
    if (h > 0 && h <= HS_MAX_HEADS)
        options.keep = planes_to_keep(text, length, h);
    enum hs_status status = hs_run_text(app->preset, text, length, &options, &set, error);
    if (status)
        return status;
    struct hs_head_stats *stats = calloc(h, sizeof *stats);
    if (!stats) {
        hs_set_drop(set);
        return app_fail(error, HS_NO_MEMORY, "no memory left for the statistics of %zu heads", h);
    }
    for (size_t head = 0; head < h; head++)
        hs_head_statistics(set, 0, head, &stats[head]);
    dump_forget(app);
    app_take_set(app, set, stats);
    return app->view == VIEW_COMPARE ? app_need_single(app, error) : HS_OK;
}

enum hs_status app_need_single(struct app *app, struct hs_error *error)
{
    struct hs_run_options options = hs_run_defaults();
    if (app->single)
        return HS_OK;
    options.h = 1;
    options.mask = app->mask;
    options.keep = HS_KEEP(HS_PLANE_WEIGHTS);
    return hs_run_tokens(
        app->preset, hs_set_tokens(app->set, HS_QUERY), &options, &app->single, error);
}

size_t app_heads_next(size_t h, long step)
{
    size_t next = h;
    if (step > 0) {
        do
            next++;
        while (next <= APP_MAX_STEP_HEADS && HS_D_MODEL % next);
        return next <= APP_MAX_STEP_HEADS ? next : h;
    }
    do
        next--;
    while (next > 0 && HS_D_MODEL % next);
    return next > 0 ? next : h;
}
