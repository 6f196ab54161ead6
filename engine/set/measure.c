/* measure.c – measures every head on every annotated link in one pass: scores per relation,
 * profiles, and each link's own result for the list of sentences for and against. Called by
 * hs_score_heads, hs_profile_heads and the Specialise view, which runs it on a thread of its own.
 * Rules. "prev" is implied for every token but the first. Under a mask, links whose keys are hidden
 * still count, as misses. Hits are summed as shares and rounded down. */
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

struct sum {
    size_t links;
    double hits, mass;
};

struct hs_measure {
    const struct hs_annotated *annotated;
    size_t h, links;
    size_t first[HS_RELATION_COUNT + 1]; /* of each relation in `place` */
    struct link_place *place;            /* (links), by relation, within one in the file's order */
    struct result *result;               /* (h, links), or NULL when there are too many */
    struct hs_relation_score *scores;    /* (h, HS_RELATION_COUNT) */
    struct hs_head_profile *profiles;    /* (h) */
};

/* Working memory of one pass. */
struct pass {
    struct hs_measure *measure;
    const struct hs_preset *preset;
    const struct hs_model *model; /* NULL: even attention */
    enum hs_mask mask;
    struct sum *sums;             /* (h, HS_RELATION_COUNT) */
    struct hs_tally *tallies;     /* (h) */
    size_t at[HS_RELATION_COUNT]; /* the next link of each relation */
};

/* ------------------------------------------------------------------ where the links are */
static void count_links(const struct hs_annotated *annotated, size_t *first)
{
    size_t count[HS_RELATION_COUNT] = {0};
    for (size_t s = 0; s < annotated->count; s++) {
        const struct hs_annotated_sentence *sentence = &annotated->sentence[s];
        for (size_t i = 0; i < sentence->link_count; i++)
            count[sentence->link[i].relation]++;
        count[HS_PREV] += sentence->tokens->count ? sentence->tokens->count - 1 : 0;
    }
    first[0] = 0;
    for (size_t r = 0; r < HS_RELATION_COUNT; r++)
        first[r + 1] = first[r] + count[r];
}

static void place_links(struct hs_measure *measure)
{
    size_t at[HS_RELATION_COUNT];
    memcpy(at, measure->first, sizeof at);
    for (size_t s = 0; s < measure->annotated->count; s++) {
        const struct hs_annotated_sentence *sentence = &measure->annotated->sentence[s];
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
/* Adds head `head`, whose weights are A; the links of sentence s start at pass->at. */
static void add_head(struct pass *pass, size_t s, size_t head, struct hs_matrix A)
{
    struct hs_measure *measure = pass->measure;
    const struct hs_tokens *tokens = measure->annotated->sentence[s].tokens;
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        struct sum *sum = &pass->sums[head * HS_RELATION_COUNT + r];
        for (size_t i = pass->at[r]; i < measure->first[r + 1] && measure->place[i].sentence == s;
             i++) {
            size_t previous, count;
            const size_t *to = accepted_keys(measure, &measure->place[i], &previous, &count);
            struct hs_row_score score =
                hs_row_score(A.data + measure->place[i].from * A.stride, A.cols, to, count);
            sum->links++;
            sum->hits += score.share;
            sum->mass += score.mass;
            if (measure->result)
                measure->result[head * measure->links + i] =
                    (struct result){(float)score.share, (float)score.mass, (uint32_t)score.largest};
        }
    }
    for (size_t q = 0; q < A.rows; q++)
        hs_tally_row(&pass->tallies[head], tokens, A.data + q * A.stride, q,
            pass->mask == HS_MASK_CAUSAL ? q + 1 : A.cols);
}

static enum hs_status add_even(struct pass *pass, size_t s, struct hs_error *error)
{
    size_t n = pass->measure->annotated->sentence[s].tokens->count;
    float *A = malloc(n * n * sizeof *A);
    if (!A)
        return hs_fail(error, HS_NO_MEMORY, "no memory for an attention matrix of %zu tokens", n);
    for (size_t q = 0; q < n; q++) {
        size_t visible = pass->mask == HS_MASK_CAUSAL ? q + 1 : n;
        for (size_t k = 0; k < n; k++)
            A[q * n + k] = k < visible ? 1 / (float)visible : 0;
    }
    for (size_t head = 0; head < pass->measure->h; head++)
        add_head(pass, s, head, (struct hs_matrix){A, n, n, n});
    free(A);
    return HS_OK;
}

static enum hs_status add_model(struct pass *pass, size_t s, struct hs_error *error)
{
    const struct hs_tokens *tokens = pass->measure->annotated->sentence[s].tokens;
    size_t h = pass->measure->h, n = tokens->count;
    struct hs_embedding *embedding = NULL;
    struct hs_mha_plan *plan = NULL;
    struct hs_mha_workspace *workspace = NULL;
    struct hs_mha_config config = {.n = n, .m = n, .h = h, .mask = pass->mask, .threads = 1};
    enum hs_status status = hs_preset_embed(pass->preset, tokens, &embedding, error);
    if (!status)
        status = hs_mha_plan_new(pass->model, &config, &plan, error);
    if (!status)
        status = hs_mha_workspace_new(plan, &workspace, error);
    if (!status) {
        hs_mha_forward(plan, workspace, embedding->X, embedding->X);
        for (size_t head = 0; head < h; head++)
            add_head(pass, s, head, hs_mha_plane(plan, workspace, HS_PLANE_WEIGHTS, head));
    }
    hs_mha_workspace_drop(workspace);
    hs_mha_plan_drop(plan);
    hs_embedding_drop(embedding);
    return status;
}

/* ------------------------------------------------------------------ all of them */
static enum hs_status run_pass(
    struct pass *pass, const struct hs_measure_watch *watch, struct hs_error *error)
{
    struct hs_measure *measure = pass->measure;
    enum hs_status status = HS_OK;
    memcpy(pass->at, measure->first, sizeof pass->at);
    for (size_t s = 0; s < measure->annotated->count && !status; s++) {
        if (measure->annotated->sentence[s].tokens->count == 0)
            continue;
        if (watch && watch->stop && watch->stop(watch->user))
            return hs_fail(error, HS_BAD_USE, "the measurement was stopped");
        status = pass->model ? add_model(pass, s, error) : add_even(pass, s, error);
        for (size_t r = 0; r < HS_RELATION_COUNT; r++)
            while (pass->at[r] < measure->first[r + 1] && measure->place[pass->at[r]].sentence == s)
                pass->at[r]++;
    }
    return status;
}

static void finish(struct pass *pass)
{
    struct hs_measure *measure = pass->measure;
    for (size_t i = 0; i < measure->h * HS_RELATION_COUNT; i++) {
        const struct sum *sum = &pass->sums[i];
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
    for (size_t head = 0; head < measure->h; head++)
        hs_tally_profile(&pass->tallies[head], &measure->profiles[head]);
}

/* splitmix64 (Steele, Lea & Flood 2014): enough for a baseline that is random on purpose. */
static float random_weight(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return ((float)(z >> 40) * 0x1p-24f - .5f) *
           .35f; /* even on ±0.175: standard deviation 0.1, about the trained one */
}

static enum hs_status random_model(
    const struct hs_preset *preset, struct hs_model **model, struct hs_error *error)
{
    struct hs_weights weights = hs_preset_weights(preset);
    size_t count = weights.d_model * weights.d_model;
    float *random = malloc(2 * count * sizeof(*random));
    if (!random)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the random baseline");
    uint64_t state = 1;
    for (size_t i = 0; i < 2 * count; i++)
        random[i] = random_weight(&state);
    weights.W_Q = random;
    weights.W_K = random + count;
    enum hs_status status = hs_model_new(&weights, model, error);
    free(random);
    return status;
}

static enum hs_status allocate(struct pass *pass, struct hs_error *error)
{
    struct hs_measure *measure = pass->measure;
    size_t h = measure->h, cells;
    count_links(measure->annotated, measure->first);
    measure->links = measure->first[HS_RELATION_COUNT];
    size_t links = measure->links ? measure->links : 1;
    pass->sums = calloc(h * HS_RELATION_COUNT, sizeof *pass->sums);
    pass->tallies = calloc(h, sizeof *pass->tallies);
    measure->place = calloc(links, sizeof *measure->place);
    measure->scores = calloc(h * HS_RELATION_COUNT, sizeof *measure->scores);
    measure->profiles = calloc(h, sizeof *measure->profiles);
    /* Without room for the single results the scores are still worth having. */
    if (hs_size_mul(h, links, &cells) && cells <= MOST_RESULTS)
        measure->result = calloc(cells, sizeof *measure->result);
    if (!pass->sums || !pass->tallies || !measure->place || !measure->scores || !measure->profiles)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the scores of %zu heads", h);
    place_links(measure);
    return HS_OK;
}

enum hs_status hs_measure_new(const struct hs_preset *preset, const struct hs_annotated *annotated,
    size_t h, enum hs_mask mask, enum hs_baseline baseline, const struct hs_measure_watch *watch,
    struct hs_measure **out, struct hs_error *error)
{
    if (h == 0 || HS_D_MODEL % h)
        return hs_fail(
            error, HS_BAD_USE, "the number of heads must divide %u, %zu does not", HS_D_MODEL, h);
    struct pass pass = {
        .measure = calloc(1, sizeof(struct hs_measure)), .preset = preset, .mask = mask};
    struct hs_model *random = NULL;
    enum hs_status status = HS_OK;
    if (!pass.measure)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the scores");
    pass.measure->annotated = annotated;
    pass.measure->h = h;
    status = allocate(&pass, error);
    if (!status && baseline == HS_BASELINE_NONE)
        status = hs_preset_model(preset, &pass.model, error);
    else if (!status && baseline == HS_BASELINE_RANDOM)
        status = random_model(preset, &random, error);
    if (random)
        pass.model = random;
    if (!status)
        status = run_pass(&pass, watch, error);
    if (!status)
        finish(&pass);
    hs_model_drop(random);
    free(pass.sums);
    free(pass.tallies);
    if (status)
        hs_measure_drop(pass.measure);
    else
        *out = pass.measure;
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
