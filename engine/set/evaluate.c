/* evaluate.c – measures heads against annotated sentences: accuracy, mass and baselines per
 * relation. Called by
 * --evaluate, the head-naming statistics, the trainer and the tests.
 * Rules. A link is a hit when the row's largest weight lies on an accepted key; when T keys share
 * the largest weight and G of them are accepted, it counts G / T, and the sum is rounded down. Mass
 * is the sum over all accepted keys. "prev" is implied for every token but the first. Under a mask,
 * links whose keys are hidden still count, as misses. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ fixed offsets */
enum { REACH = 64 }; // offsets -64 … 64; the best one is always near

struct offsets {
    uint32_t hits[HS_RELATION_COUNT][2 * REACH + 1];
    size_t links[HS_RELATION_COUNT];
};

static void count_offsets(const struct hs_annotated_sentence *sentence, struct offsets *offsets)
{
    for (size_t i = 0; i < sentence->link_count; i++) {
        const struct hs_link *link = &sentence->link[i];
        offsets->links[link->relation]++;
        for (size_t t = 0; t < link->to_count; t++) {
            ptrdiff_t offset = (ptrdiff_t)link->to[t] - (ptrdiff_t)link->from;
            if (offset >= -REACH && offset <= REACH)
                offsets->hits[link->relation][offset + REACH]++;
        }
    }
    size_t previous = sentence->tokens->count - 1;
    offsets->links[HS_PREV] += previous;
    offsets->hits[HS_PREV][REACH - 1] += (uint32_t)previous;
}

static void set_baseline(
    const struct offsets *offsets, enum hs_relation relation, struct hs_relation_score *score)
{
    const uint32_t *hits = offsets->hits[relation];
    int best = -REACH;
    for (int offset = -REACH; offset <= REACH; offset++)
        if (hits[offset + REACH] > hits[best + REACH])
            best = offset;
    bool any = offsets->links[relation] > 0;
    score->baseline_offset = any ? best : 0;
    score->baseline = any ? hits[best + REACH] / (double)offsets->links[relation] : 0;
}

/* ------------------------------------------------------------------ one link */
struct sum {
    size_t links;
    double hits, mass;
};

static void add_link(struct sum *sum, const float *row, size_t n, const size_t *to, size_t to_count)
{
    size_t largest = 0, accepted = 0;
    float most = 0;
    for (size_t k = 0; k < n; k++) {
        if (row[k] > most) {
            most = row[k];
            largest = 0;
        }
        largest += row[k] == most && most > 0;
    }
    for (size_t t = 0; t < to_count; t++) {
        accepted += most > 0 && row[to[t]] == most;
        sum->mass += (double)row[to[t]];
    }
    sum->links++;
    sum->hits += largest ? (double)accepted / (double)largest : 0;
}

static void add_sentence(struct sum *sums /* (HS_RELATION_COUNT) */,
    const struct hs_annotated_sentence *sentence, struct hs_matrix A)
{
    for (size_t i = 0; i < sentence->link_count; i++) {
        const struct hs_link *link = &sentence->link[i];
        add_link(&sums[link->relation], A.data + link->from * A.stride, A.cols, link->to,
            link->to_count);
    }
    for (size_t q = 1; q < sentence->tokens->count; q++) {
        size_t previous = q - 1;
        add_link(&sums[HS_PREV], A.data + q * A.stride, A.cols, &previous, 1);
    }
}

/* ------------------------------------------------------------------ models */
/* splitmix64 (Steele, Lea & Flood 2014): enough for a baseline that is random on purpose. */
static float random_weight(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return ((float)(z >> 40) * 0x1p-24f - .5f) *
           .35f; // even on ±0.175: standard deviation 0.1, about the trained one
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

struct scorer {
    const struct hs_preset *preset;
    const struct hs_model *model; /* NULL: even attention */
    size_t h;
    enum hs_mask mask;
    struct sum *sums; /* (h, HS_RELATION_COUNT) */
};

static void score_even(
    const struct scorer *scorer, const struct hs_annotated_sentence *sentence, float *A)
{
    size_t n = sentence->tokens->count;
    for (size_t q = 0; q < n; q++) {
        size_t visible = scorer->mask == HS_MASK_CAUSAL ? q + 1 : n;
        for (size_t k = 0; k < n; k++)
            A[q * n + k] = k < visible ? 1 / (float)visible : 0;
    }
    for (size_t head = 0; head < scorer->h; head++)
        add_sentence(
            scorer->sums + head * HS_RELATION_COUNT, sentence, (struct hs_matrix){A, n, n, n});
}

static enum hs_status score_sentence(const struct scorer *scorer,
    const struct hs_annotated_sentence *sentence, struct hs_error *error)
{
    size_t n = sentence->tokens->count;
    if (!scorer->model) {
        float *A = malloc(n * n * sizeof(*A));
        if (!A)
            return hs_fail(
                error, HS_NO_MEMORY, "no memory for an attention matrix of %zu tokens", n);
        score_even(scorer, sentence, A);
        free(A);
        return HS_OK;
    }
    struct hs_embedding *embedding = NULL;
    struct hs_mha_plan *plan = NULL;
    struct hs_mha_workspace *workspace = NULL;
    struct hs_mha_config config = {
        .n = n, .m = n, .h = scorer->h, .mask = scorer->mask, .threads = 1};
    enum hs_status status = hs_preset_embed(scorer->preset, sentence->tokens, &embedding, error);
    if (!status)
        status = hs_mha_plan_new(scorer->model, &config, &plan, error);
    if (!status)
        status = hs_mha_workspace_new(plan, &workspace, error);
    if (!status) {
        hs_mha_forward(plan, workspace, embedding->X, embedding->X);
        for (size_t head = 0; head < scorer->h; head++)
            add_sentence(scorer->sums + head * HS_RELATION_COUNT, sentence,
                hs_mha_plane(plan, workspace, HS_PLANE_WEIGHTS, head));
    }
    hs_mha_workspace_drop(workspace);
    hs_mha_plan_drop(plan);
    hs_embedding_drop(embedding);
    return status;
}

static void finish_scores(
    const struct scorer *scorer, const struct offsets *offsets, struct hs_relation_score *scores)
{
    for (size_t i = 0; i < scorer->h * HS_RELATION_COUNT; i++) {
        const struct sum *sum = &scorer->sums[i];
        // a hair of slack, so that thirds that add up to a whole are not rounded down to the number
        // below
        scores[i] = (struct hs_relation_score){.eligible = sum->links,
            .hits = (size_t)(sum->hits + 1e-6),
            .mass = sum->links ? sum->mass / (double)sum->links : 0};
        set_baseline(offsets, (enum hs_relation)(i % HS_RELATION_COUNT), &scores[i]);
    }
}

static enum hs_status score_all(struct scorer *scorer, const struct hs_annotated *annotated,
    struct hs_relation_score *scores, struct hs_error *error)
{
    struct offsets *offsets = calloc(1, sizeof(*offsets));
    scorer->sums = calloc(scorer->h * HS_RELATION_COUNT, sizeof(*scorer->sums));
    enum hs_status status =
        offsets && scorer->sums ? HS_OK : hs_fail(error, HS_NO_MEMORY, "no memory for the scores");
    for (size_t s = 0; s < annotated->count && !status; s++) {
        count_offsets(&annotated->sentence[s], offsets);
        status = score_sentence(scorer, &annotated->sentence[s], error);
    }
    if (!status)
        finish_scores(scorer, offsets, scores);
    free(scorer->sums);
    free(offsets);
    return status;
}

enum hs_status hs_score_heads(const struct hs_preset *preset, const struct hs_annotated *annotated,
    size_t h, enum hs_mask mask, enum hs_baseline baseline, struct hs_relation_score *scores,
    struct hs_error *error)
{
    if (h == 0 || HS_D_MODEL % h)
        return hs_fail(
            error, HS_BAD_USE, "the number of heads must divide %u, %zu does not", HS_D_MODEL, h);
    struct scorer scorer = {.preset = preset, .h = h, .mask = mask};
    struct hs_model *random = NULL;
    enum hs_status status = HS_OK;
    if (baseline == HS_BASELINE_NONE)
        status = hs_preset_model(preset, &scorer.model, error);
    else if (baseline == HS_BASELINE_RANDOM)
        status = random_model(preset, &random, error);
    if (random)
        scorer.model = random;
    if (!status)
        status = score_all(&scorer, annotated, scores, error);
    hs_model_drop(random);
    return status;
}

/* ------------------------------------------------------------------ one line a relation */
enum hs_status hs_evaluate(const struct hs_preset *preset, const struct hs_annotated *annotated,
    size_t h, enum hs_mask mask, struct hs_relation_score *scores, struct hs_error *error)
{
    struct hs_relation_score *all = malloc((h ? h : 1) * HS_RELATION_COUNT * sizeof(*all));
    if (!all)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the scores");
    enum hs_status status =
        hs_score_heads(preset, annotated, h, mask, HS_BASELINE_NONE, all, error);
    for (size_t r = 0; r < HS_RELATION_COUNT && !status; r++) {
        // beyond eight heads the relation's columns are split among h / 8 of them: the best one
        // speaks for it
        size_t first = hs_relation_head((enum hs_relation)r) * h / 8, heads = h > 8 ? h / 8 : 1;
        scores[r] = all[first * HS_RELATION_COUNT + r];
        for (size_t i = 1; i < heads; i++) {
            const struct hs_relation_score *other = &all[(first + i) * HS_RELATION_COUNT + r];
            if (other->hits > scores[r].hits)
                scores[r] = *other;
        }
    }
    free(all);
    return status;
}

void hs_evaluation_write(const struct hs_relation_score *scores, struct hs_buffer *buffer)
{
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        const struct hs_relation_score *score = &scores[r];
        double hits = score->eligible ? 100 * (double)score->hits / (double)score->eligible : 0;
        hs_buffer_print(buffer, "%s %.1f %.2f %zu %.1f\n", hs_relation_name((enum hs_relation)r),
            hits, score->mass, score->eligible, 100 * score->baseline);
    }
}
