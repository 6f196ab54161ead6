/* preset_run.c – the live source: a sentence through the preset model into an attention set. Called on
 * every keystroke, so it does nothing twice: the set owns the plan and the workspace and its planes
 * point into them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "set/set.h"
#include "preset/preset_parts.h"
#include "sources/preset_run.h"
#include "text/tokens.h"

struct run {
    const struct hs_preset *preset; /* kept: plan and planes are of its weights */
    struct hs_embedding *embedding;
    struct hs_mha_plan *plan;
    struct hs_mha_workspace *workspace;
};

static void run_release(void *data)
{
    struct run *run = data;
    hs_embedding_drop(run->embedding);
    hs_mha_workspace_drop(run->workspace);
    hs_mha_plan_drop(run->plan);
    hs_preset_drop((struct hs_preset *)(uintptr_t)run->preset);
    free(run);
}

/* The preset model has one layer. */
static struct hs_matrix run_plane(
    const struct hs_set *set, enum hs_plane plane, size_t layer, size_t head)
{
    const struct run *run = set->data;
    (void)layer;
    if (plane == HS_PLANE_X_Q || plane == HS_PLANE_X_KV)
        return (struct hs_matrix){
            run->embedding->X, set->shape.n, set->shape.d_model, set->shape.d_model};
    return hs_mha_plane(run->plan, run->workspace, plane, head);
}

static struct hs_matrix run_weights(const struct hs_set *set, size_t layer, size_t head)
{
    return run_plane(set, HS_PLANE_WEIGHTS, layer, head);
}

static void run_label(size_t h, size_t layer, size_t head, char *label, size_t room)
{
    (void)layer;
    hs_preset_head_label(h, head, label, room);
}

struct hs_run_options hs_run_defaults(void)
{
    return (struct hs_run_options){.h = 8, .mask = HS_MASK_NONE, .keep = HS_KEEP_ALL};
}

/* Copies `count` bytes, or leaves NULL when there are none. False when memory ran out. */
static bool copy_bytes(const uint8_t *bytes, size_t count, uint8_t **copy)
{
    *copy = NULL;
    if (!bytes)
        return true;
    *copy = malloc(count);
    if (*copy)
        memcpy(*copy, bytes, count);
    return *copy != NULL;
}

static bool copy_info(const struct hs_embedding *embedding, struct hs_token_info **info)
{
    *info = malloc(embedding->n * sizeof **info);
    if (*info)
        memcpy(*info, embedding->info, embedding->n * sizeof **info);
    return *info != NULL;
}

static enum hs_status check_options(
    const struct hs_tokens *tokens, const struct hs_run_options *options, struct hs_error *error)
{
    size_t h = options->h, below, above;
    if (tokens->count == 0)
        return hs_fail(error, HS_BAD_INPUT, "there is no token to attend to: type a sentence");
    if (tokens->count > HS_MAX_TOKENS)
        return hs_fail(error, HS_LIMIT,
            "the sentence has %zu tokens and the limit is %u: shorten it or split it into "
            "sentences",
            tokens->count, HS_MAX_TOKENS);
    if (h > 0 && h <= HS_D_MODEL && HS_D_MODEL % h == 0)
        return HS_OK;
    if (h == 0 || h > HS_D_MODEL)
        return hs_fail(error, HS_BAD_USE, "%zu heads cannot be: choose a divisor of %u, 1 to %u", h,
            HS_D_MODEL, HS_D_MODEL);
    for (below = h; HS_D_MODEL % below; below--)
        ;
    for (above = h; HS_D_MODEL % above; above++)
        ;
    return hs_fail(error, HS_BAD_USE,
        "%zu heads do not divide d_model = %u (%u / %zu = %.4g is no whole d_k): the nearest that "
        "do are %zu and %zu",
        h, HS_D_MODEL, HS_D_MODEL, h, (double)HS_D_MODEL / (double)h, below, above);
}

/* Packing the weights costs more than a short sentence's forward pass, so the preset keeps its
 * model. */
static enum hs_status run_forward(const struct hs_preset *preset,
    const struct hs_run_options *options, struct run *run, struct hs_error *error)
{
    const struct hs_embedding *embedding = run->embedding;
    const struct hs_model *model;
    enum hs_status status = hs_preset_model(preset, &model, error);
    if (status)
        return status;
    /* run_plane() gives these from the embedding. */
    const unsigned of_embedding = HS_KEEP(HS_PLANE_X_Q) | HS_KEEP(HS_PLANE_X_KV);
    struct hs_mha_config config = {.n = embedding->n,
        .m = embedding->n,
        .h = options->h,
        .mask = options->mask,
        .key_padding = options->key_padding,
        .head_mode = options->head_mode,
        .keep = options->keep & ~of_embedding,
        .threads = options->threads};
    status = hs_mha_plan_new(model, &config, &run->plan, error);
    if (!status)
        status = hs_mha_workspace_new(run->plan, &run->workspace, error);
    if (!status) {
        status = hs_mha_forward(run->plan, run->workspace, embedding->X, embedding->X, error);
        hs_mha_workspace_rest(run->workspace); /* the set only reads it */
    }
    return status;
}

/* Takes `tokens` over, on failure too. */
static enum hs_status run_owned(const struct hs_preset *preset, struct hs_tokens *tokens,
    const struct hs_run_options *options, struct hs_set **set, struct hs_error *error)
{
    bool learnt = hsi_preset_lent(preset);
    struct hs_set parts = {.tokens = {tokens, tokens}, .can = learnt ? HS_LEARNT_CAN : HS_PRESET_CAN};
    struct run *run = calloc(1, sizeof *run);
    enum hs_status status = check_options(tokens, options, error);
    if (!status && !run)
        status = hs_fail(error, HS_NO_MEMORY, "no memory left for a forward pass");
    if (!status)
        status = hs_preset_embed(preset, tokens, &run->embedding, error);
    if (!status)
        run->preset = hsi_preset_keep(preset);
    if (!status)
        status = run_forward(preset, options, run, error);
    if (!status && (!copy_bytes(options->head_mode, options->h, &parts.head_mode) ||
                       !copy_bytes(options->key_padding, tokens->count, &parts.key_padding) ||
                       !copy_info(run->embedding, &parts.info)))
        status = hs_fail(error, HS_NO_MEMORY, "no memory left for the attention set");
    if (!status) {
        parts.shape = (struct hs_set_shape){.L = 1,
            .h = options->h,
            .n = tokens->count,
            .m = tokens->count,
            .d_model = HS_D_MODEL,
            .d_k = HS_D_MODEL / options->h,
            .scale = 1 / sqrt((double)(HS_D_MODEL / options->h)),
            .mask = options->mask,
            .planes = (options->keep & HS_KEEP_ATTENTION) | HS_KEEP(HS_PLANE_X_Q) | HS_KEEP(HS_PLANE_X_KV) |
                      HS_KEEP(HS_PLANE_WEIGHTS) | HS_KEEP(HS_PLANE_OUTPUT),
            .self_attention = true};
        snprintf(parts.source, sizeof parts.source, "%s", hs_preset_label(preset));
        parts.data = run;
        parts.weights = run_weights;
        parts.plane = run_plane;
        parts.head_label = learnt ? NULL : run_label;
        parts.release = run_release;
        status = hsi_set_make(&parts, set, error);
    }
    if (status) {
        free(parts.head_mode);
        free(parts.key_padding);
        free(parts.info);
        if (run)
            run_release(run);
        hs_tokens_drop(tokens);
    }
    return status;
}

enum hs_status hs_run_text(const struct hs_preset *preset, const char *text, size_t length,
    const struct hs_run_options *options, struct hs_set **set, struct hs_error *error)
{
    struct hs_tokens *tokens;
    enum hs_status status = hs_tokenise(text, length, &tokens, error);
    return status ? status : run_owned(preset, tokens, options, set, error);
}

enum hs_status hs_run_tokens(const struct hs_preset *preset, const struct hs_tokens *tokens,
    const struct hs_run_options *options, struct hs_set **set, struct hs_error *error)
{
    struct hs_tokens *copy = hsi_tokens_copy(tokens->token, tokens->count);
    if (!copy)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for %zu tokens", tokens->count);
    return run_owned(preset, copy, options, set, error);
}
