/* preset_rerun.c – one output row of the same tokens once more, with other heads or head modes: what the
 * Steps view compares a row with. Called through hs.h. It is the forward pass itself for that one
 * query over all keys, so its cost is mainly the keys' and values' projections. */
#include <stdlib.h>
#include <string.h>

#include "set/set.h"

static enum hs_status forward_row(const struct hs_mha_plan *plan, const float *x_q,
    const float *X_kv, float *row, struct hs_error *error)
{
    struct hs_mha_workspace *workspace;
    enum hs_status status = hs_mha_workspace_new(plan, &workspace, error);
    if (status)
        return status;
    status = hs_mha_forward(plan, workspace, x_q, X_kv, error);
    struct hs_matrix output = hs_mha_plane(plan, workspace, HS_PLANE_OUTPUT, 0);
    memcpy(row, output.data, output.cols * sizeof *row);
    hs_mha_workspace_drop(workspace);
    return status;
}

enum hs_status hs_run_row(const struct hs_preset *preset, const struct hs_set *set, size_t q,
    size_t h, const uint8_t *head_mode, float *row, struct hs_error *error)
{
    struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_KV, 0, 0);
    const struct hs_model *model;
    struct hs_mha_plan *plan;
    size_t m = set->shape.m;
    if (!X.data || !hs_set_constructed(set) || q >= set->shape.n || X.cols != X.stride)
        return hs_fail(error, HS_BAD_USE,
            "row %zu cannot be run again: the set has %zu rows and %s embeddings", q, set->shape.n,
            X.data ? "its" : "no");
    enum hs_status status = hs_preset_model(preset, &model, error);
    if (status)
        return status;
    /* The row's own mask, causal or not, becomes the padding of a run with this one query. */
    uint8_t *hidden = malloc(m);
    if (!hidden)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the mask of %zu keys", m);
    for (size_t k = 0; k < m; k++)
        hidden[k] = hs_set_masked(set, q, k);
    struct hs_mha_config config = {.n = 1,
        .m = m,
        .h = h,
        .mask = HS_MASK_NONE,
        .key_padding = hidden,
        .head_mode = head_mode,
        .keep = HS_KEEP(HS_PLANE_OUTPUT)};
    status = hs_mha_plan_new(model, &config, &plan, error);
    free(hidden);
    if (status)
        return status;
    status = forward_row(plan, X.data + q * X.stride, X.data, row, error);
    hs_mha_plan_drop(plan);
    return status;
}
