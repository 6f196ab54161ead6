/* words.c – the model in words and numbers: names of heads, the sentence about a cell, what a head
 * does. Views, exports and scripts all read from here, so that one wording is used everywhere. It
 * speaks of attention weights and never of importance: a weight says where a head looks, not why. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/app.h"

/* Marks a right-to-left token's ends as left to right, so that the signs and words round it keep
 * their places: without, "a → b" of two Arabic words would be laid out from b to a. */
static void keep_order(char *name, size_t room)
{
    size_t length = strlen(name), at = 0;
    bool rtl = false;
    while (at < length && !rtl) {
        uint32_t code = hs_utf8_next(name, length, &at);
        rtl = (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfefc);
    }
    if (!rtl || length + 7 > room)
        return;
    /* A repeated word's index stays outside, else its brackets part: "1) …)". */
    size_t word = length;
    if (length > 0 && name[length - 1] == ')')
        for (word--; word > 0 && name[word - 1] >= '0' && name[word - 1] <= '9'; word--)
            ;
    bool indexed = word + 1 < length && word > 2 && memcmp(name + word - 2, " (", 2) == 0;
    word = indexed ? word - 2 : length;
    memmove(name + word + 6, name + word, length + 1 - word);
    memmove(name + 3, name, word);
    memcpy(name, "\u200e", 3);
    memcpy(name + word + 3, "\u200e", 3);
}

static void token_name(
    const struct hs_set *set, enum hs_side side, size_t index, char *name, size_t room)
{
    hs_set_token_name(set, side, index, name, room);
    keep_order(name, room);
}

void app_token_name(const struct app *app, enum hs_side side, size_t index, char *name, size_t room)
{
    token_name(app_shown(app), side, index, name, room);
}

struct app_cell app_shown_cell(const struct app *app)
{
    if (app->look.hover.q != ACT_NOWHERE)
        return app->look.hover;
    if (app->look.locked.q != ACT_NOWHERE)
        return (struct app_cell){app->look.head, app->look.locked.q, app->look.locked.k};
    return NO_CELL;
}

size_t app_query(const struct app *app)
{
    const struct hs_token_info *info = hs_set_token_info(app->picture.set);
    size_t n = hs_set_shape(app->picture.set).n;
    if (app->look.locked.q < n)
        return app->look.locked.q;
    /* "VFIN", "VBASE", "VING", "VPART": a full verb tells more than an auxiliary */
    for (size_t q = 0; info && q < n; q++)
        if (info[q].tag[0] == 'V')
            return q;
    return 0;
}

void app_head_name(const struct app *app, size_t head, char *name, size_t room)
{
    if (picture_part(app)->L > 1)
        snprintf(name, room, "layer %ld, head %ld", app_counted(app, hs_set_shape(app->picture.set).layer),
            app_counted(app, head));
    else
        snprintf(name, room, "head %ld", app_counted(app, head));
}

const char *app_relation_word(size_t relation)
{
    static const char *const names[HS_RELATION_COUNT] = {"subject", "object", "place/time",
        "pronoun", "relative", "modifier", "preposition", "auxiliary", "previous"};
    return names[relation];
}

void app_head_label(const struct app *app, size_t head, char *label, size_t room)
{
    const struct hs_verdict *verdict = learn_verdict(app, head);
    if (room > 0)
        label[0] = '\0';
    if (verdict && verdict->kind != HS_KIND_UNCLEAR)
        snprintf(label, room, "%s (measured)", verdict->kind == HS_KIND_RELATION ? app_relation_word(verdict->relation) : verdict->name);
    else if (hs_preset_trained(app->picture.preset))
        hs_set_head_label(app->picture.set, 0, head, label, room);
}

const char *app_source_words(const struct app *app)
{
    if (!hs_set_constructed(app->picture.set))
        return hs_set_source(app->picture.set);
    return hs_preset_trained(app->picture.preset) ? "constructed teaching model" : "untrained weights";
}

const char *app_theme_name(enum theme_id theme)
{
    static const char *const names[THEME_COUNT] = {"light", "dark", "contrast"};
    return names[theme];
}

float app_score(const struct app *app, size_t head, size_t q, size_t k)
{
    struct hs_matrix scores = hs_set_plane(app->picture.set, HS_PLANE_SCORES, 0, head);
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    if (!scores.data || shape.n != scores.rows || shape.m != scores.cols)
        return NAN; /* cells of two aligned sentences */
    return scores.data[q * scores.stride + k];
}

static float weight_of(struct hs_matrix weights, struct app_cell cell)
{
    return weights.data[cell.q * weights.stride + cell.k];
}

static size_t visible_keys(const struct hs_set *set, size_t q)
{
    size_t visible = 0, m = hs_set_shape(set).m;
    for (size_t k = 0; k < m; k++)
        visible += !hs_set_masked(set, q, k);
    return visible;
}

/* A whole row: where it looks most. */
static void row_words(const struct app *app, struct app_cell cell, const char *from,
    const char *head, char *words, size_t room)
{
    const struct hs_set *set = app_shown(app);
    size_t visible = visible_keys(set, cell.q);
    if (visible == 0)
        snprintf(
            words, room, "'%s' may look at nothing in %s: its whole row is masked", from, head);
    else if (hs_set_values(set) != HS_VALUES_WEIGHT)
        snprintf(
            words, room, "'%s' in %s: %zu key%s", from, head, visible, visible == 1 ? "" : "s");
    else if (isnan(hs_row_entropy(set, 0, cell.head, cell.q, NULL)))
        snprintf(words, room, "'%s' in %s: no row of weights, but zeros or what is no number", from, head);
    else
        snprintf(words, room, "'%s' in %s: entropy %.2f of at most %.2f nats over %zu keys", from,
            head, hs_row_entropy(set, 0, cell.head, cell.q, NULL), log((double)visible), visible);
}

static void masked_words(const struct app *app, struct app_cell cell, const char *from,
    const char *to, char *words, size_t room)
{
    const struct hs_set *set = app_shown(app);
    if (hs_set_values(set) == HS_VALUES_SIGNED)
        snprintf(words, room,
            "'%s' to '%s': no difference here, for a cell that is masked, hidden or in one "
            "sentence only",
            from, to);
    else if (app->lens.made.hidden && set == app->lens.made.shown && app->lens.made.hidden[cell.k])
        snprintf(
            words, room, "'%s' is hidden: what '%s' gives it is left out of the picture", to, from);
    else
        snprintf(words, room,
            "'%s' may not look at '%s': masked, its score is −∞, so it takes no part in this row’s softmax",
            from, to);
}

void app_cell_words(const struct app *app, struct app_cell cell, char *words, size_t room)
{
    const struct hs_set *set = app_shown(app);
    char from[200], to[200], head[32], value[32];
    if (room > 0)
        words[0] = '\0';
    if (cell.head == ACT_NOWHERE || cell.q == ACT_NOWHERE)
        return;
    app_token_name(app, HS_QUERY, cell.q, from, sizeof from);
    app_head_name(app, cell.head, head, sizeof head);
    if (cell.k == ACT_NOWHERE) {
        row_words(app, cell, from, head, words, room);
        return;
    }
    app_token_name(app, HS_KEY, cell.k, to, sizeof to);
    if (hs_set_masked(set, cell.q, cell.k)) {
        masked_words(app, cell, from, to, words, room);
        return;
    }
    app_value_text(
        app, (double)weight_of(hs_set_weights(set, 0, cell.head), cell), value, sizeof value);
    size_t rank = hs_row_rank(set, 0, cell.head, cell.q, cell.k), of = visible_keys(set, cell.q);
    int length;
    if (hs_set_values(set) == HS_VALUES_WEIGHT)
        length = snprintf(words, room, "'%s' gives %s of %s to '%s'; rank %zu of %zu", from, value,
            head, to, rank, of);
    else
        length = snprintf(words, room, "'%s' to '%s' in %s: %s %s; rank %zu of %zu", from, to, head,
            app_value_word(app), value, rank, of);
    float score = app_score(app, cell.head, cell.q, cell.k);
    if (!isnan(score) && hs_set_values(set) != HS_VALUES_SCORE && length > 0 &&
        (size_t)length < room) {
        app_number((double)score, 2, false, value, sizeof value);
        snprintf(words + length, room - (size_t)length, "; score %s", value);
    }
}

static const char *offset_words(int offset, char *text, size_t room)
{
    if (offset == 0)
        return "the token itself";
    if (offset == -1)
        return "the previous token";
    if (offset == 1)
        return "the next token";
    snprintf(text, room, "the token %d %s", offset < 0 ? -offset : offset,
        offset < 0 ? "back" : "ahead");
    return text;
}

/* The row has two keys or more to choose from. */
static bool sees_a_choice(const struct hs_set *set, size_t q)
{
    size_t visible = 0;
    for (size_t k = 0; k < hs_set_shape(set).m && visible < 2; k++)
        visible += !hs_set_masked(set, q, k);
    return visible == 2;
}

/* A scan of this many cells takes about a millisecond. */
#define STRONGEST_CELLS ((size_t)1 << 20)

/* No number of the row is larger; masked ones may be counted in. Eight at a time, which the
 * compiler makes one instruction of. */
static float row_bound(const float *row, size_t count, bool weigh)
{
    float most[8] = {0};
    size_t k = 0;
    for (; weigh && k + 8 <= count; k += 8)
        for (size_t i = 0; i < 8; i++)
            most[i] = row[k + i] > most[i] ? row[k + i] : most[i];
    for (; k < count; k++)
        most[0] = fabsf(row[k]) > most[0] ? fabsf(row[k]) : most[0];
    for (size_t i = 1; i < 8; i++)
        most[0] = most[i] > most[0] ? most[i] : most[0];
    return most[0];
}

/* By size, whatever the sign. */
static size_t strongest_of(
    const struct hs_set *set, size_t head, struct app_cell *cells, size_t room)
{
    struct hs_matrix weights = hs_set_weights(set, 0, head);
    bool weigh = hs_set_values(set) == HS_VALUES_WEIGHT;
    size_t count = 0;
    float least = 0; /* of the cells found */
    if (!weights.data || room == 0 || weights.rows * weights.cols > STRONGEST_CELLS)
        return 0;
    for (size_t q = 0; q < weights.rows; q++) {
        const float *row = weights.data + q * weights.stride;
        if (count == room && !(row_bound(row, weights.cols, weigh) > least))
            continue;                        /* most rows, once a few have been seen */
        if (weigh && !sees_a_choice(set, q)) /* its one weight is 1 whatever the scores are */
            continue;
        for (size_t k = 0; k < weights.cols; k++) {
            struct app_cell cell = {head, q, k};
            float size = fabsf(row[k]);
            if ((count == room && !(size > least)) || hs_set_masked(set, q, k))
                continue;
            size_t at = count < room ? count++ : room - 1;
            for (; at > 0 && size > fabsf(weight_of(weights, cells[at - 1])); at--)
                cells[at] = cells[at - 1];
            cells[at] = cell;
            least = fabsf(weight_of(weights, cells[count - 1]));
        }
    }
    return count;
}

size_t app_strongest(const struct app *app, size_t head, struct app_cell *cells, size_t room)
{
    return strongest_of(app_shown(app), head, cells, room);
}

/* Counting takes a logarithm a cell. */
#define EVEN_CELLS ((size_t)1 << 16)
#define EVEN_FROM 0.95

size_t app_even_rows(const struct app *app, size_t head, size_t *rows)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    size_t even = 0, visible;
    *rows = 0;
    if (shape.n * shape.m > EVEN_CELLS)
        return 0;
    for (size_t q = 0; q < shape.n; q++) {
        double entropy = hs_row_entropy(app_weights(app), 0, head, q, &visible);
        if (visible < 2 || !(entropy >= 0))
            continue;
        ++*rows;
        even += entropy >= EVEN_FROM * log((double)visible);
    }
    return even;
}

/* The bounds are those of the literature: one offset in 90 % of the rows makes a positional head
 * (Voita et al. 2019); 80 % on one token a sink; entropy within 5 % of its maximum is hard to tell
 * from the even spread. */
void app_evidence(const struct app *app, size_t head, char *text, size_t room)
{
    const struct hs_head_stats *stats = app_head_stats(app, head);
    char offset[64], from[100], to[100], largest[32];
    double even = stats->entropy_max > 0 ? stats->entropy / stats->entropy_max : 0;
    size_t rows, evenly = app_even_rows(app, head, &rows);
    struct app_cell link;
    if (room == 0)
        return;
    text[0] = '\0';
    if (stats->rows == 0)
        return;
    if (strongest_of(app_weights(app), head, &link, 1) == 0)
        link = (struct app_cell){head, stats->largest_q, stats->largest_k};
    token_name(app->picture.set, HS_QUERY, link.q, from, sizeof from);
    token_name(app->picture.set, HS_KEY, link.k, to, sizeof to);
    app_weight_text(
        (double)weight_of(hs_set_weights(app_weights(app), 0, head), link), largest, sizeof largest);
    if (stats->rows == 1 && stats->entropy_max == 0)
        snprintf(text, room, "With one key to look at, its weight is 1 whatever the scores are.");
    else if (stats->offset_share >= 0.9 && hs_set_shape(app->picture.set).same_text)
        snprintf(text, room, "%.0f %% of its rows look most at %s.", 100 * stats->offset_share,
            offset_words(stats->offset, offset, sizeof offset));
    else if (stats->first >= 0.8)
        snprintf(
            text, room, "It puts %.0f %% of its weight on the first token.", 100 * stats->first);
    else if (rows > 0 && evenly == rows)
        snprintf(text, room, "It has nothing to do in this sentence: %s rows spread their weight almost evenly.",
            rows > 1 ? "all its" : "its");
    else if (rows > 0 && evenly > 0)
        snprintf(text, room, "%zu of its %zu rows spread their weight almost evenly. Its strongest link is '%s' to '%s' with %s.",
            evenly, rows, from, to, largest);
    else if (even >= EVEN_FROM)
        snprintf(text, room,
            "It spreads its weight almost evenly: entropy is %.0f %% of the maximum.", 100 * even);
    else
        snprintf(text, room, "Its strongest link is '%s' to '%s' with %s.", from, to, largest);
}

size_t app_heads_next(const struct app *app, long step)
{
    size_t d_model = picture_part(app)->d_model, h = app->picture.h, next = h;
    if (step > 0) {
        do
            next++;
        while (next <= APP_MAX_STEP_HEADS && d_model % next);
        return next <= APP_MAX_STEP_HEADS ? next : h;
    }
    do
        next--;
    while (next > 0 && d_model % next);
    return next > 0 ? next : h;
}

/* Letters A to Z are found in either case; all else byte by byte. */
static bool holds(const char *text, const char *part)
{
    for (; *text; text++) {
        size_t i = 0;
        while (part[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (!part[i])
            return true;
    }
    return false;
}

bool app_found(const struct app *app, enum hs_side side, size_t index)
{
    const struct hs_tokens *tokens = hs_set_tokens(app_shown(app), side);
    return app->look.find[0] && index < tokens->count && holds(tokens->token[index].text, app->look.find);
}

#define FOUND_NAMES 8 /* of more there is only the count */

size_t app_found_words(const struct app *app, char *words, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    char list[600] = "", name[128];
    size_t count = 0, used = 0;
    for (int side = HS_QUERY; side <= (shape.self_attention ? HS_QUERY : HS_KEY); side++) {
        for (size_t i = 0; i < (side == HS_QUERY ? shape.n : shape.m); i++) {
            if (!app_found(app, (enum hs_side)side, i))
                continue;
            hs_set_token_name(app_shown(app), (enum hs_side)side, i, name, sizeof name);
            if (count++ < FOUND_NAMES && used < sizeof list)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s%.60s, number %ld", count > 1 ? "; " : "",
                    shape.self_attention ? "" : side == HS_QUERY ? "query " : "key ", name, app_counted(app, i));
        }
    }
    if (count == 0)
        snprintf(words, room, "no token holds \"%.80s\"", app->look.find);
    else
        snprintf(words, room, "%zu token%s \"%.80s\": %s%s", count, count == 1 ? " holds" : "s hold", app->look.find, list,
            count > FOUND_NAMES ? "; …" : "");
    return count;
}
