/* lens.c – makes the set that Grid and Head show from the picture and the user's wish: lens, then
 * hidden tokens, then the difference. Called by picture.c for every new picture and for
 * every new wish. Nothing is changed unless all of it can be made. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/picture.h"

void lens_made_drop(struct lens_made *made)
{
    hs_set_drop(made->shown);
    hs_set_drop(made->weights);
    hs_set_drop(made->single);
    free(made->extents);
    free(made->hidden);
    free(made->stats);
    hs_set_drop(made->side[0]);
    hs_set_drop(made->side[1]);
    free(made->side_extents);
    *made = (struct lens_made){0};
}

/* ---------------------------------------------------------------- hidden tokens */
static size_t occurrence_of(const struct hs_tokens *tokens, size_t index)
{
    size_t count = 0;
    for (size_t i = 0; i < index; i++)
        count += strcmp(tokens->token[i].text, tokens->token[index].text) == 0;
    return count;
}

/* The token of the same name in another sentence: as often seen before. SIZE_MAX when there is
 * none. */
static size_t same_token(const struct hs_tokens *from, size_t index, const struct hs_tokens *to)
{
    size_t before = occurrence_of(from, index);
    for (size_t i = 0; i < to->count; i++)
        if (strcmp(to->token[i].text, from->token[index].text) == 0 && before-- == 0)
            return i;
    return SIZE_MAX;
}

/* Marks the keys of `set` to hide, (m); returns how many there are. Single tokens are named by
 * their place in `own`, the sentence they were chosen in. */
static size_t mark_hidden(
    const struct lens_wish *wish, const struct hs_set *set, const struct hs_set *own, uint8_t *hide)
{
    const struct hs_tokens *tokens = hs_set_tokens(set, HS_KEY),
                           *named = hs_set_tokens(own, HS_KEY);
    size_t count = 0;
    for (size_t k = 0; k < tokens->count; k++)
        hide[k] = (wish->hide_first && k == 0) ||
                  (wish->hide_punctuation && tokens->token[k].kind == HS_TOKEN_PUNCT);
    for (size_t k = 0; k < named->count; k++) {
        size_t at = !wish->hide_token[k] ? SIZE_MAX : set == own ? k : same_token(named, k, tokens);
        if (at != SIZE_MAX)
            hide[at] = 1;
    }
    for (size_t k = 0; k < tokens->count; k++)
        count += hide[k];
    return count;
}

bool lens_hides(const struct lens_wish *wish)
{
    return wish->hide_punctuation || wish->hide_first || memchr(wish->hide_token, 1, sizeof wish->hide_token);
}

size_t lens_hidden_keys(const struct app *app, uint8_t *hide)
{
    return lens_hides(&app->lens.wish) ? mark_hidden(&app->lens.wish, app->picture.set, app->picture.set, hide) : 0;
}

/* ---------------------------------------------------------------- one side */
long lens_count(void)
{
    long count = 0;
    while (hs_lens((size_t)count))
        count++;
    return count;
}

/* A score is no share of anything. */
bool lens_renormalises(const struct lens_wish *wish)
{
    return wish->renormalise && hs_lens(wish->kind)->values != HS_VALUES_SCORE;
}

/* Of the source that the set is from. */
static bool weights_of(const struct app *app, const struct lens_wish *wish, const struct hs_set *set, struct hs_weights *weights)
{
    struct hs_source *source = set == wish->kept && wish->kept_source ? wish->kept_source
                               : picture_can(app, HS_CAN_WEIGHTS)     ? app->picture.source
                                                                      : app->picture.live;
    return (hs_set_can(set) & HS_CAN_WEIGHTS) &&
           hs_source_weights(source, hs_set_shape(set).layer, weights, NULL) == HS_OK;
}

/* Lens, then hidden keys. */
static enum hs_status make_side(const struct app *app, const struct lens_wish *wish,
    struct hs_set *set, const struct hs_set *own, struct hs_set **out, struct hs_error *error)
{
    struct hs_weights weights;
    bool ours = weights_of(app, wish, set, &weights);
    struct hs_set *lens;
    size_t m = hs_set_shape(set).m;
    uint8_t *hide = malloc(m ? m : 1);
    if (!hide)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to hide tokens");
    enum hs_status status = hs_set_lens(set, ours ? &weights : NULL, wish->kind, &lens, error);
    if (!status && mark_hidden(wish, set, own, hide) > 0) {
        status = hs_set_hide_keys(lens, hide, lens_renormalises(wish), out, error);
        hs_set_drop(lens);
    } else if (!status) {
        *out = lens;
    }
    free(hide);
    return status;
}

/* ---------------------------------------------------------------- the other side */
/* The same tokens with another number of heads, all of them on. */
static enum hs_status run_count(const struct app *app, struct hs_set *set, size_t h,
    struct hs_set **other, struct hs_error *error)
{
    struct hs_request request = hs_request_of(app->picture.live);
    if (!(hs_set_can(set) & HS_CAN_HEADS))
        return hs_fail(error, HS_BAD_USE,
            "%s has no other number of heads: only the built-in model can be run with one",
            hs_set_source(set));
    request.tokens = hs_set_tokens(set, HS_QUERY);
    request.h = h;
    request.mask = hs_set_shape(set).mask;
    request.keep = HS_KEEP(HS_PLANE_WEIGHTS) | HS_KEEP(HS_PLANE_V) | HS_KEEP(HS_PLANE_SCORES);
    return hs_source_run(app->picture.live, &request, other, error);
}

static enum hs_status other_side(const struct app *app, const struct lens_wish *wish,
    struct hs_set *set, struct hs_set **other, struct hs_error *error)
{
    if (wish->minus == MINUS_COUNT)
        return run_count(app, set, wish->minus_h, other, error);
    if (wish->minus == MINUS_KEPT && !wish->kept)
        return hs_fail(error, HS_BAD_USE,
            "no picture is kept to subtract: keep one as B first, then change the sentence or the "
            "heads");
    *other = hs_set_keep(wish->minus == MINUS_KEPT ? wish->kept : set);
    return HS_OK;
}

/* Both sides, and one range of colours for both. */
static enum hs_status keep_sides(
    const struct hs_set *a, const struct hs_set *b, const size_t *heads_b, struct lens_made *made, struct hs_error *error)
{
    size_t h = hs_set_shape(a).h;
    enum hs_status status = hs_set_sides(a, b, heads_b, made->side, error);
    if (status) {
        made->side[0] = made->side[1] = NULL;
        return status;
    }
    made->side_extents = calloc(h, sizeof *made->side_extents);
    if (!made->side_extents)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the colour ranges of the heads");
    for (size_t i = 0; i < 2 * h; i++) {
        struct head_extent one, *both = &made->side_extents[i / 2];
        hs_head_extent(made->side[i % 2], 0, i / 2, &one.least, &one.largest);
        both->least = fminf(both->least, one.least);
        both->largest = fmaxf(both->largest, one.largest);
    }
    return HS_OK;
}

/* made->shown is replaced by its difference. */
static enum hs_status subtract(const struct app *app, const struct lens_wish *wish, struct hs_set *set, struct lens_made *made,
    struct hs_error *error)
{
    size_t h = hs_set_shape(set).h, heads[HS_MAX_HEADS];
    struct hs_set *other = NULL, *other_side_set = NULL, *difference = NULL;
    enum hs_status status = other_side(app, wish, set, &other, error);
    if (status)
        return status;
    size_t other_h = hs_set_shape(other).h;
    for (size_t i = 0; i < h; i++)
        heads[i] = wish->minus == MINUS_HEAD ? wish->minus_head : i * other_h / h;
    if (wish->minus == MINUS_HEAD && wish->minus_head >= h)
        status =
            hs_fail(error, HS_BAD_USE, "there is no head %ld to subtract: this picture has heads %d to %ld",
                app_counted(app, wish->minus_head), app->look.one_based, app_counted(app, h - 1));
    if (!status)
        status = make_side(app, wish, other, set, &other_side_set, error);
    if (!status)
        status = hs_set_differences(made->shown, other_side_set, heads, &difference, error);
    if (!status && wish->beside)
        status = keep_sides(made->shown, other_side_set, heads, made, error);
    if (!status) {
        hs_set_drop(made->shown);
        made->shown = difference;
    } else {
        hs_set_drop(difference);
    }
    hs_set_drop(other_side_set);
    hs_set_drop(other);
    return status;
}

/* ---------------------------------------------------------------- what views need of it */
/* The weights without hidden keys, and the figures of their heads. */
static enum hs_status make_weights(const struct app *app, const struct lens_wish *wish, struct hs_set *set, struct lens_made *made,
    struct hs_error *error)
{
    struct lens_wish plain = *wish;
    enum hs_status status = HS_OK;
    plain.kind = HS_LENS_WEIGHT;
    plain.minus = MINUS_NOTHING;
    if (wish->kind == HS_LENS_WEIGHT && wish->minus == MINUS_NOTHING)
        made->weights = hs_set_keep(made->shown);
    else if (lens_hides(wish))
        status = make_side(app, &plain, set, set, &made->weights, error);
    else
        made->weights = hs_set_keep(set);
    if (status || made->weights == set)
        return status;
    size_t h = hs_set_shape(set).h;
    made->stats = calloc(h, sizeof *made->stats);
    if (!made->stats)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the figures of %zu heads", h);
    for (size_t head = 0; head < h; head++)
        hs_head_statistics(made->weights, 0, head, &made->stats[head]);
    return HS_OK;
}

static enum hs_status measure(struct lens_made *made, struct hs_error *error)
{
    struct hs_set_shape shape = hs_set_shape(made->shown);
    bool any = false, sign = hs_set_values(made->shown) == HS_VALUES_SIGNED;
    made->extents = calloc(shape.h, sizeof *made->extents);
    made->hidden = calloc(shape.m, 1);
    if (!made->extents || !made->hidden)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the colour ranges of the heads");
    for (size_t head = 0; head < shape.h; head++)
        hs_head_extent(
            made->shown, 0, head, &made->extents[head].least, &made->extents[head].largest);
    /* A causal mask leaves the last row whole, so what is masked there is a hidden key. */
    for (size_t k = 0; k < shape.m && !sign; k++)
        any |= (made->hidden[k] = hs_set_masked(made->shown, shape.n - 1, k));
    for (size_t i = 0; sign && i < shape.n * shape.m && !made->gaps; i++)
        made->gaps = hs_set_masked(made->shown, i / shape.m, i % shape.m);
    if (!any) {
        free(made->hidden);
        made->hidden = NULL;
    }
    return HS_OK;
}

enum hs_status lens_make_single(const struct app *app, const struct lens_wish *wish, struct lens_made *made, struct hs_error *error)
{
    struct lens_wish plain = *wish;
    plain.kind = HS_LENS_WEIGHT;
    hs_set_drop(made->single);
    made->single = NULL;
    return app->picture.single ? make_side(app, &plain, app->picture.single, app->picture.set, &made->single, error) : HS_OK;
}

enum hs_status lens_make(const struct app *app, const struct lens_wish *wish, struct hs_set *set,
    struct lens_made *out, struct hs_error *error)
{
    struct lens_made made = {0};
    enum hs_status status = make_side(app, wish, set, set, &made.shown, error);
    if (!status && wish->minus != MINUS_NOTHING)
        status = subtract(app, wish, set, &made, error);
    if (!status && made.shown != set)
        status = measure(&made, error);
    if (!status)
        status = make_weights(app, wish, set, &made, error);
    if (!status)
        status = lens_make_single(app, wish, &made, error);
    if (status)
        lens_made_drop(&made);
    else
        *out = made;
    return status;
}

const struct hs_set *app_weights(const struct app *app)
{
    return app->lens.made.weights ? app->lens.made.weights : app->picture.set;
}

const struct hs_head_stats *app_head_stats(const struct app *app, size_t head)
{
    return app->lens.made.stats ? &app->lens.made.stats[head] : &app->picture.stats[head];
}
