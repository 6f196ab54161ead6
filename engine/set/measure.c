/* measure.c – the counts of a measurement: scores per relation, profiles, and each link's own
 * result for the list of sentences for and against, from matrices that sources/preset_measure.c (the built-in
 * model) and sources/dump_score.c (attention from a file) hand over sentence by sentence. Rules.
 * "prev" is implied for every token but the first. Under a mask, links whose keys are hidden still
 * count, as misses. Hits are summed as shares and rounded down. */
#include "set/measure.h"

#include <stdlib.h>
#include <string.h>

/* Single results beyond this are not kept (the scores are); 256 MiB. */
#define MOST_RESULTS (((size_t)256 << 20) / sizeof(struct result))

enum { REACH = 64 };       /* offsets -64 … 64; the best one is always near */
#define IMPLIED UINT32_MAX /* the link is a token's "prev" */

struct link_place {
    uint32_t sentence, link; /* IMPLIED for "prev" */
    uint32_t from;
};

struct result {
    float share, mass;
    uint32_t largest;
};

struct hs_measure {
    const struct hs_annotated *annotated;
    size_t h, links, sentences;
    size_t first[HS_RELATION_COUNT + 1]; /* of each relation in `place` */
    struct link_place *place;            /* (links), by relation, within one in the file's order */
    struct result *result;               /* (h, links), or NULL when there are too many */
    struct hs_relation_score *scores;    /* (h, HS_RELATION_COUNT) */
    struct hs_head_profile *profiles;    /* (h) */
    struct hs_measure_source *source;    /* (annotated->count); NULL for the live model */
};

/* ------------------------------------------------------------------ where the links are */
static bool is_chosen(const bool *chosen, size_t sentence)
{
    return !chosen || chosen[sentence];
}

static void count_links(struct hs_measure *measure, const bool *chosen)
{
    size_t count[HS_RELATION_COUNT] = {0}, *first = measure->first;
    for (size_t s = 0; s < measure->annotated->count; s++) {
        const struct hs_annotated_sentence *sentence = &measure->annotated->sentence[s];
        if (!is_chosen(chosen, s))
            continue;
        measure->sentences++;
        for (size_t i = 0; i < sentence->link_count; i++)
            count[sentence->link[i].relation]++;
        count[HS_PREV] += sentence->tokens->count ? sentence->tokens->count - 1 : 0;
    }
    first[0] = 0;
    for (size_t r = 0; r < HS_RELATION_COUNT; r++)
        first[r + 1] = first[r] + count[r];
}

static void place_links(struct hs_measure *measure, const bool *chosen)
{
    size_t at[HS_RELATION_COUNT];
    memcpy(at, measure->first, sizeof at);
    for (size_t s = 0; s < measure->annotated->count; s++) {
        const struct hs_annotated_sentence *sentence = &measure->annotated->sentence[s];
        if (!is_chosen(chosen, s))
            continue;
        for (size_t i = 0; i < sentence->link_count; i++)
            measure->place[at[sentence->link[i].relation]++] =
                (struct link_place){(uint32_t)s, (uint32_t)i, (uint32_t)sentence->link[i].from};
        for (size_t q = 1; q < sentence->tokens->count; q++)
            measure->place[at[HS_PREV]++] = (struct link_place){(uint32_t)s, IMPLIED, (uint32_t)q};
    }
}

/* The accepted keys of a link; `previous` is room for the implied one. */
static const size_t *accepted_keys(const struct hs_measure *measure, const struct link_place *place,
    size_t *previous, size_t *count)
{
    if (place->link == IMPLIED) {
        *previous = place->from - 1;
        *count = 1;
        return previous;
    }
    const struct hs_link *link = &measure->annotated->sentence[place->sentence].link[place->link];
    *count = link->to_count;
    return link->to;
}

/* ------------------------------------------------------------------ fixed offsets */
static void set_baseline(
    const struct hs_measure *measure, enum hs_relation relation, struct hs_relation_score *score)
{
    size_t hits[2 * REACH + 1] = {0},
                            links = measure->first[relation + 1] - measure->first[relation];
    int best = -REACH;
    for (size_t i = measure->first[relation]; i < measure->first[relation + 1]; i++) {
        size_t previous, count;
        const size_t *to = accepted_keys(measure, &measure->place[i], &previous, &count);
        for (size_t t = 0; t < count; t++) {
            ptrdiff_t offset = (ptrdiff_t)to[t] - (ptrdiff_t)measure->place[i].from;
            if (offset >= -REACH && offset <= REACH)
                hits[offset + REACH]++;
        }
    }
    for (int offset = -REACH; offset <= REACH; offset++)
        if (hits[offset + REACH] > hits[best + REACH])
            best = offset;
    score->baseline_offset = links ? best : 0;
    score->baseline = links ? (double)hits[best + REACH] / (double)links : 0;
}

/* ------------------------------------------------------------------ one sentence */
void hsi_measure_add_links(struct hs_measure_pass *pass, size_t s, size_t head, struct hs_matrix A)
{
    struct hs_measure *measure = pass->measure;
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        struct hs_measure_sum *sum = &pass->sums[head * HS_RELATION_COUNT + r];
        for (size_t i = pass->at[r]; i < measure->first[r + 1] && measure->place[i].sentence == s;
             i++) {
            size_t previous, count;
            const size_t *to = accepted_keys(measure, &measure->place[i], &previous, &count);
            struct hsi_row_score score =
                hsi_row_score(A.data + measure->place[i].from * A.stride, A.cols, to, count);
            sum->links += score.any;
            sum->hits += score.share;
            sum->mass += score.mass;
            if (measure->result)
                measure->result[head * measure->links + i] =
                    (struct result){(float)score.share, (float)score.mass, (uint32_t)score.largest};
        }
    }
}

void hsi_measure_add_rows(struct hs_measure_pass *pass, const struct hs_tokens *tokens, size_t head,
    struct hs_matrix A, size_t from, size_t to)
{
    for (size_t q = from; q < to; q++)
        hsi_tally_row(&pass->tallies[head], tokens, A.data + q * A.stride, q,
            pass->mask == HS_MASK_CAUSAL ? q + 1 : A.cols);
}

enum hs_status hsi_measure_add_even(struct hs_measure_pass *pass, size_t s, struct hs_error *error)
{
    const struct hs_tokens *tokens = pass->measure->annotated->sentence[s].tokens;
    size_t n = tokens->count;
    float *A = malloc(n * n * sizeof *A);
    if (!A)
        return hs_fail(error, HS_NO_MEMORY, "no memory for an attention matrix of %zu tokens", n);
    for (size_t q = 0; q < n; q++) {
        size_t visible = pass->mask == HS_MASK_CAUSAL ? q + 1 : n;
        for (size_t k = 0; k < n; k++)
            A[q * n + k] = k < visible ? 1 / (float)visible : 0;
    }
    for (size_t head = 0; head < pass->measure->h; head++) {
        hsi_measure_add_links(pass, s, head, (struct hs_matrix){A, n, n, n});
        hsi_measure_add_rows(pass, tokens, head, (struct hs_matrix){A, n, n, n}, 0, n);
    }
    free(A);
    return HS_OK;
}

void hsi_measure_step(struct hs_measure_pass *pass, size_t s)
{
    const struct hs_measure *measure = pass->measure;
    for (size_t r = 0; r < HS_RELATION_COUNT; r++)
        while (pass->at[r] < measure->first[r + 1] && measure->place[pass->at[r]].sentence == s)
            pass->at[r]++;
    pass->sentences++;
}

static void finish(struct hs_measure_pass *pass)
{
    struct hs_measure *measure = pass->measure;
    for (size_t i = 0; i < measure->h * HS_RELATION_COUNT; i++) {
        const struct hs_measure_sum *sum = &pass->sums[i];
        /* A hair of slack, so that thirds that add up to a whole are not rounded down to the number
         * below. */
        measure->scores[i] = (struct hs_relation_score){.eligible = sum->links,
            .hits = (size_t)(sum->hits + 1e-6),
            .mass = sum->links ? sum->mass / (double)sum->links : 0};
    }
    for (size_t r = 0; r < HS_RELATION_COUNT && measure->h; r++) {
        set_baseline(measure, (enum hs_relation)r, &measure->scores[r]);
        for (size_t head = 1; head < measure->h; head++) {
            struct hs_relation_score *score = &measure->scores[head * HS_RELATION_COUNT + r];
            score->baseline = measure->scores[r].baseline;
            score->baseline_offset = measure->scores[r].baseline_offset;
        }
    }
    for (size_t head = 0; head < measure->h; head++) {
        hsi_tally_profile(&pass->tallies[head], &measure->profiles[head]);
        measure->profiles[head].sentences = pass->sentences;
    }
}

/* ------------------------------------------------------------------ begin and end */
static enum hs_status allocate(
    struct hs_measure_pass *pass, const bool *chosen, struct hs_error *error)
{
    struct hs_measure *measure = pass->measure;
    size_t h = measure->h, cells;
    count_links(measure, chosen);
    measure->links = measure->first[HS_RELATION_COUNT];
    size_t links = measure->links ? measure->links : 1;
    pass->sums = calloc(h * HS_RELATION_COUNT, sizeof *pass->sums);
    pass->tallies = calloc(h, sizeof *pass->tallies);
    measure->place = calloc(links, sizeof *measure->place);
    measure->scores = calloc(h * HS_RELATION_COUNT, sizeof *measure->scores);
    measure->profiles = calloc(h, sizeof *measure->profiles);
    /* Without room for the single results the scores are still worth having. */
    if (hsi_size_mul(h, links, &cells) && cells <= MOST_RESULTS)
        measure->result = calloc(cells, sizeof *measure->result);
    if (!pass->sums || !pass->tallies || !measure->place || !measure->scores || !measure->profiles)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the scores of %zu heads", h);
    place_links(measure, chosen);
    memcpy(pass->at, measure->first, sizeof pass->at);
    return HS_OK;
}

enum hs_status hsi_measure_begin(const struct hs_annotated *annotated, const bool *chosen, size_t h,
    enum hs_mask mask, struct hs_measure_pass *pass, struct hs_error *error)
{
    *pass = (struct hs_measure_pass){.measure = calloc(1, sizeof(struct hs_measure)), .mask = mask};
    if (!pass->measure)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the scores");
    pass->measure->annotated = annotated;
    pass->measure->h = h;
    return allocate(pass, chosen, error);
}

void hsi_measure_take_source(struct hs_measure_pass *pass, struct hs_measure_source *source)
{
    pass->measure->source = source;
}

enum hs_status hsi_measure_end(
    struct hs_measure_pass *pass, enum hs_status status, struct hs_measure **measure)
{
    if (!status)
        finish(pass);
    free(pass->sums);
    free(pass->tallies);
    if (status)
        hs_measure_drop(pass->measure);
    else
        *measure = pass->measure;
    return status;
}

void hs_measure_drop(struct hs_measure *measure)
{
    if (!measure)
        return;
    free(measure->place);
    free(measure->result);
    free(measure->scores);
    free(measure->profiles);
    for (size_t s = 0; measure->source && s < measure->annotated->count; s++)
        free(measure->source[s].first);
    free(measure->source);
    free(measure);
}

const struct hs_relation_score *hs_measure_scores(const struct hs_measure *measure)
{
    return measure->scores;
}

const struct hs_head_profile *hs_measure_profiles(const struct hs_measure *measure)
{
    return measure->profiles;
}

size_t hs_measure_sentences(const struct hs_measure *measure)
{
    return measure->sentences;
}

bool hs_measure_has(const struct hs_measure *measure, size_t sentence)
{
    return sentence < measure->annotated->count && (!measure->source || measure->source[sentence].first);
}

bool hs_measure_place(
    const struct hs_measure *measure, size_t sentence, size_t word, size_t *item, size_t *piece)
{
    if (!measure->source || sentence >= measure->annotated->count ||
        !measure->source[sentence].first ||
        word >= measure->annotated->sentence[sentence].tokens->count)
        return false;
    *item = measure->source[sentence].item;
    *piece = measure->source[sentence].first[word];
    return true;
}

size_t hs_measure_links(const struct hs_measure *measure, enum hs_relation relation)
{
    if (!measure->result || (unsigned)relation >= HS_RELATION_COUNT)
        return 0;
    return measure->first[relation + 1] - measure->first[relation];
}

bool hs_measure_link(const struct hs_measure *measure, size_t head, enum hs_relation relation,
    size_t index, struct hs_link_result *out)
{
    if (head >= measure->h || index >= hs_measure_links(measure, relation))
        return false;
    size_t at = measure->first[relation] + index;
    const struct link_place *place = &measure->place[at];
    const struct result *result = &measure->result[head * measure->links + at];
    *out = (struct hs_link_result){.sentence = place->sentence,
        .from = place->from,
        .largest = result->largest,
        .share = (double)result->share,
        .mass = (double)result->mass};
    const size_t *to = accepted_keys(measure, place, &out->previous, &out->to_count);
    out->to = place->link == IMPLIED ? NULL : to;
    return true;
}
