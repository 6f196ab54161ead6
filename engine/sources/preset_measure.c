/* preset_measure.c – the live model, or what it is compared with, measured on annotated sentences:
 * one run a sentence, without keeping planes. Called by hs_score_heads, hs_profile_heads and the
 * Specialise view, which runs it on a thread of its own. See measure.h. */
#include "set/measure.h"

#include <stdlib.h>

struct run {
    struct hs_measure_pass pass;
    const struct hs_annotated *annotated;
    const struct hs_preset *preset;
    const struct hs_model *model; /* NULL: even attention */
    size_t h;
};

static enum hs_status add_model(struct run *run, size_t s, struct hs_error *error)
{
    const struct hs_tokens *tokens = run->annotated->sentence[s].tokens;
    size_t h = run->h, n = tokens->count;
    struct hs_embedding *embedding = NULL;
    struct hs_mha_plan *plan = NULL;
    struct hs_mha_workspace *workspace = NULL;
    struct hs_mha_config config = {.n = n, .m = n, .h = h, .mask = run->pass.mask, .threads = 1};
    enum hs_status status = hs_preset_embed(run->preset, tokens, &embedding, error);
    if (!status)
        status = hs_mha_plan_new(run->model, &config, &plan, error);
    if (!status)
        status = hs_mha_workspace_new(plan, &workspace, error);
    if (!status)
        status = hs_mha_forward(plan, workspace, embedding->X, embedding->X, error);
    if (!status) {
        for (size_t head = 0; head < h; head++) {
            struct hs_matrix A = hs_mha_plane(plan, workspace, HS_PLANE_WEIGHTS, head);
            hsi_measure_add_links(&run->pass, s, head, A);
            hsi_measure_add_rows(&run->pass, tokens, head, A, 0, A.rows);
        }
    }
    hs_mha_workspace_drop(workspace);
    hs_mha_plan_drop(plan);
    hs_embedding_drop(embedding);
    return status;
}

static enum hs_status run_all(
    struct run *run, const struct hs_watch *watch, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    for (size_t s = 0; s < run->annotated->count && !status; s++) {
        if (run->annotated->sentence[s].tokens->count == 0)
            continue;
        if (hs_watch_stops(watch))
            return hs_fail(error, HS_STOPPED, "the measurement was stopped");
        status = run->model ? add_model(run, s, error) : hsi_measure_add_even(&run->pass, s, error);
        hsi_measure_step(&run->pass, s);
    }
    return status;
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

enum hs_status hs_measure_new(const struct hs_preset *preset, const struct hs_annotated *annotated,
    size_t h, enum hs_mask mask, enum hs_baseline baseline, const struct hs_watch *watch,
    struct hs_measure **out, struct hs_error *error)
{
    if (h == 0 || HS_D_MODEL % h)
        return hs_fail(
            error, HS_BAD_USE, "the number of heads must divide %u, %zu does not", HS_D_MODEL, h);
    struct run run = {.annotated = annotated, .preset = preset, .h = h};
    struct hs_model *random = NULL;
    enum hs_status status = hsi_measure_begin(annotated, NULL, h, mask, &run.pass, error);
    if (!status && baseline == HS_BASELINE_NONE)
        status = hs_preset_model(preset, &run.model, error);
    else if (!status && baseline == HS_BASELINE_RANDOM)
        status = random_model(preset, &random, error);
    if (random)
        run.model = random;
    if (!status)
        status = run_all(&run, watch, error);
    hs_model_drop(random);
    return hsi_measure_end(&run.pass, status, out);
}
