/* forward.c – the forward pass in the order of the formula. Called through hs_mha_forward.
 * Every step is a job of independent cells (kernels/pool.h). Which thread runs a cell changes no
 * bit, since each element of a result is summed in one cell, in an order that the plan has fixed.
 */
#include "mha/mha.h"

#include <string.h>

struct hs_tiles hs_tiles_of(const struct hs_kernels *kernels, size_t rows)
{
    size_t count = (rows + kernels->rows - 1) / kernels->rows;
    return (struct hs_tiles){count, rows / count, rows % count};
}

size_t hs_unit_count(const struct hs_kernels *kernels, size_t rows)
{
    return (rows + kernels->group - 1) / kernels->group;
}

size_t hs_copy_row(const struct hs_model *model)
{
    return model->d_model + 16;
}

size_t hs_query_row(const struct hs_mha_plan *plan)
{
    return plan->d_k + 16;
}

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

static void attend_group(struct hs_pass *pass, size_t group)
{
    size_t first = group * pass->plan->group_heads, left = pass->plan->h - first;
    pass->first_head = first;
    pass->heads = left < pass->plan->group_heads ? left : pass->plan->group_heads;
    hs_project_inputs(pass); /* Q = X_q W^Q + b_Q, K = X_kv W^K + b_K, V = X_kv W^V + b_V */
    hs_attend(pass);         /* A_i = softmax(Q_i K_i^T / sqrt(d_k) + mask), head_i = A_i V_i */
    if (pass->plan->replaces)
        hs_attend_replaced(pass); /* heads made uniform or the mean of all: in one group */
}

/* A group for one thread alone, which then waits for nobody between the steps. */
static void group_cell(void *job, size_t group, unsigned thread)
{
    struct hs_pass pass = *(const struct hs_pass *)job;
    pass.pool = NULL;
    pass.thread = thread;
    attend_group(&pass, group);
}

void hs_mha_forward(const struct hs_mha_plan *plan, struct hs_mha_workspace *workspace,
    const float *X_q, const float *X_kv)
{
    struct hs_pass pass = {
        .plan = plan,
        .workspace = workspace,
        .X_q = X_q,
        .X_kv = X_kv,
        .self = X_q == X_kv && plan->n == plan->m,
        .pool = workspace->pool,
    };
    size_t groups = (plan->h + plan->group_heads - 1) / plan->group_heads;
    keep_inputs(&pass);
    if (plan->own_groups)
        hs_pool_run(pass.pool, groups, group_cell, &pass);
    for (size_t group = 0; group < groups && !plan->own_groups; group++)
        attend_group(&pass, group);
    hs_project_output(&pass); /* O = [head_1 … head_h] W^O + b_O */
}
