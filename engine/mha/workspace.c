/* workspace.c – the memory and the threads of one run of a plan. Called through
 * hs_mha_workspace_new. Everything a pass writes lies in one block laid out by the plan, so that
 * the pass itself allocates nothing. */
#include "mha/mha.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum hs_status hs_mha_workspace_new(
    const struct hs_mha_plan *plan, struct hs_mha_workspace **workspace, struct hs_error *error)
{
    const struct hs_layout *layout = &plan->layout;
    struct hs_mha_workspace *made = calloc(1, sizeof *made);
    bool fits = hsi_memory_fits(hs_mha_plan_bytes(plan));
    float *memory = fits ? hsi_big_floats(layout->total) : NULL;
    if (!made || !memory) {
        free(made);
        free(memory);
        return hs_fail(error, HS_NO_MEMORY,
            "no memory for a pass over %zu x %zu tokens with %zu heads: %zu bytes; use a shorter "
            "sentence or fewer heads",
            plan->n, plan->m, plan->h, hs_mha_plan_bytes(plan));
    }
    /* The columns by which a V panel is wider than its head are never written: zero once, zero for
     * good. */
    if (plan->d_k % plan->kernels->cols != 0) {
        size_t floats = layout->v_floats * (plan->own_groups ? plan->threads : 1);
        memset(memory + layout->v, 0, floats * sizeof *memory);
    }
    made->memory = memory;
    made->pool = hsi_pool_new(plan->threads);
    *workspace = made;
    return HS_OK;
}

void hs_mha_workspace_drop(struct hs_mha_workspace *workspace)
{
    if (!workspace)
        return;
    hsi_pool_drop(workspace->pool);
    free(workspace->memory);
    free(workspace);
}

void hs_mha_workspace_rest(struct hs_mha_workspace *workspace)
{
    hsi_pool_drop(workspace->pool);
    workspace->pool = NULL;
}

struct hs_matrix hs_mha_plane(const struct hs_mha_plan *plan,
    const struct hs_mha_workspace *workspace, enum hs_plane plane, size_t head)
{
    struct hs_matrix none = {NULL, 0, 0, 0};
    if ((unsigned)plane >= HS_PLANE_COUNT || plan->layout.plane[plane] == HS_ABSENT)
        return none;
    size_t d_model = plan->model->d_model;
    const float *data = workspace->memory + plan->layout.plane[plane];
    bool whole = plane == HS_PLANE_X_Q || plane == HS_PLANE_X_KV || plane == HS_PLANE_CONCAT ||
                 plane == HS_PLANE_OUTPUT;
    if (!whole && head >= plan->h)
        return none;
    bool of_keys = plane == HS_PLANE_X_KV || plane == HS_PLANE_K || plane == HS_PLANE_V;
    size_t rows = of_keys ? plan->m : plan->n;
    if (whole)
        return (struct hs_matrix){data, rows, d_model, d_model};
    if (plane == HS_PLANE_RAW || plane == HS_PLANE_SCORES || plane == HS_PLANE_WEIGHTS)
        return (struct hs_matrix){data + head * plan->n * plan->m, rows, plan->m, plan->m};
    return (struct hs_matrix){data + head * plan->d_k, rows, plan->d_k, d_model};
}
