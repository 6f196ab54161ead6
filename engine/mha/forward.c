/* forward.c – the forward pass in the order of the formula. Called through hs_mha_forward.
 * Every step is a job of independent cells (kernels/pool.h). Which thread runs a cell changes no
 * bit, since each element of a result is summed in one cell, in an order that the plan has fixed. */
#include "mha/mha.h"
#include "base/base.h"

#include <float.h>
#include <string.h>

static void keep_inputs(struct hs_pass *pass)
{
    const struct hs_mha_plan *plan = pass->plan;
    const size_t *plane = plan->layout.plane;
    size_t row = plan->model->d_model * sizeof(float);
    if (plane[HS_PLANE_X_Q] != HS_ABSENT)
        memcpy(pass->workspace->memory + plane[HS_PLANE_X_Q], pass->X_q, plan->n * row);
    if (plane[HS_PLANE_X_KV] != HS_ABSENT)
        memcpy(pass->workspace->memory + plane[HS_PLANE_X_KV], pass->X_kv, plan->m * row);
}

/* Where the parts of the workspace's memory are. */
static void place_pass(struct hs_pass *pass)
{
    const struct hs_layout *layout = &pass->plan->layout;
    const size_t *plane = layout->plane;
    float *memory = pass->workspace->memory;
    pass->Q = memory + layout->q;
    pass->concat = memory + layout->concat;
    pass->q_row = pass->concat_row = pass->plan->model->d_model;
    pass->A = memory + plane[HS_PLANE_WEIGHTS];
    pass->raw = plane[HS_PLANE_RAW] == HS_ABSENT ? NULL : memory + plane[HS_PLANE_RAW];
    pass->scores = plane[HS_PLANE_SCORES] == HS_ABSENT ? NULL : memory + plane[HS_PLANE_SCORES];
    pass->mean = memory + layout->mean;
    pass->k_t = memory + layout->k_t;
    pass->v = memory + layout->v;
    pass->scratch = memory + layout->scratch;
}

static void attend_group(struct hs_pass *pass, size_t group)
{
    size_t first = group * pass->plan->group_heads, left = pass->plan->h - first;
    pass->first_head = first;
    pass->heads = left < pass->plan->group_heads ? left : pass->plan->group_heads;
    hsi_project_inputs(pass); /* Q = X_q W^Q + b_Q, K = X_kv W^K + b_K, V = X_kv W^V + b_V */
    hsi_attend(pass);         /* A_i = softmax(Q_i K_i^T / sqrt(d_k) + mask), head_i = A_i V_i */
    if (pass->plan->replaces)
        hsi_attend_replaced(pass); /* heads made uniform or the mean of all: in one group */
}

/* A group for one thread alone, which then waits for nobody between the steps. */
static void group_cell(void *job, size_t group, unsigned thread)
{
    struct hs_pass pass = *(const struct hs_pass *)job;
    pass.pool = NULL;
    pass.thread = thread;
    attend_group(&pass, group);
}

static float largest_of(const struct hs_mha_workspace *workspace, size_t matrix)
{
    uint32_t bits = 0;
    float largest;
    for (size_t thread = 0; thread < HS_POOL_MAX; thread++)
        if (workspace->largest[thread][matrix] > bits)
            bits = workspace->largest[thread][matrix];
    memcpy(&largest, &bits, sizeof largest);
    return largest;
}

/* By a bound on every partial sum of every score, not by the scores themselves: those overflow or
 * not by the order in which a CPU adds, and a softmax of them would hide it. */
static enum hs_status check_range(const struct hs_mha_plan *plan,
    const struct hs_mha_workspace *workspace, struct hs_error *error)
{
    float q = largest_of(workspace, 0), k = largest_of(workspace, 1), v = largest_of(workspace, 2);
    if ((double)plan->d_k * (double)q * (double)k <= (double)FLT_MAX && v <= FLT_MAX)
        return HS_OK;
    return hs_fail(error, HS_BAD_INPUT,
        "the scores pass what fp32 holds: |Q| reaches %.3g, |K| %.3g and |V| %.3g with d_k = %zu, "
        "and d_k max|Q| max|K| must stay below 3.4e38; scale the input or the weights down",
        (double)q, (double)k, (double)v, plan->d_k);
}

enum hs_status hs_mha_forward(const struct hs_mha_plan *plan, struct hs_mha_workspace *workspace,
    const float *X_q, const float *X_kv, struct hs_error *error)
{
    struct hs_pass pass = {
        .plan = plan,
        .workspace = workspace,
        .X_q = X_q,
        .X_kv = X_kv,
        .self = X_q == X_kv && plan->n == plan->m,
        .pool = workspace->pool,
    };
    place_pass(&pass);
    size_t groups = (plan->h + plan->group_heads - 1) / plan->group_heads;
    memset(workspace->largest, 0, sizeof workspace->largest);
    keep_inputs(&pass);
    if (plan->own_groups)
        hsi_pool_run(pass.pool, groups, group_cell, &pass);
    for (size_t group = 0; group < groups && !plan->own_groups; group++)
        attend_group(&pass, group);
    hsi_project_output(&pass); /* O = [head_1 … head_h] W^O + b_O */
    return check_range(plan, workspace, error);
}
