/* attention.c – attention over given Q, K and V: see attention.h. K and V are brought into the forms that attend.c multiplies
 * with, K^T by panels of keys and V by panels of dimensions, key head by key head; then the heads' blocks run as in forward.c,
 * all heads in one group. */
#include "mha/attention.h"

#include "mha/mha.h"

#include <string.h>

static const uint8_t all_on[HS_MAX_HEADS];

static struct hs_mha_plan plan_of(const struct hs_attention *attention)
{
    struct hs_mha_plan plan = {.kernels = attention->kernels,
        .n = attention->n,
        .m = attention->m,
        .h = attention->h,
        .d_k = attention->d_k,
        .share = attention->h / attention->key_heads,
        .head_cells = attention->head_cells ? attention->head_cells : attention->n * attention->m,
        .mask = attention->mask,
        .window = attention->mask == HS_MASK_CAUSAL ? attention->window : 0,
        .scale = attention->scale,
        .bias = attention->bias,
        .threads = attention->threads,
        .group_heads = attention->h,
        .head_mode = attention->head_mode ? attention->head_mode : all_on};
    hsi_plan_blocks(&plan);
    plan.layout.scratch_floats = (hsi_block_floats(&plan) + 31) / 16 * 16;
    plan.layout.k_t_floats = attention->key_heads * plan.key_panels * plan.d_k * plan.kernels->cols;
    plan.layout.v_floats = attention->key_heads * plan.v_panels * plan.m * plan.kernels->cols;
    for (size_t i = 0; i < plan.h; i++) {
        plan.has_mean |= plan.head_mode[i] == HS_HEAD_MEAN;
        plan.replaces |= plan.head_mode[i] >= HS_HEAD_UNIFORM;
    }
    return plan;
}

static size_t mean_floats(const struct hs_mha_plan *plan)
{
    return plan->has_mean ? (plan->n * plan->m + 15) / 16 * 16 : 0;
}

size_t hsi_attention_room(const struct hs_attention *attention)
{
    struct hs_mha_plan plan = plan_of(attention);
    size_t threads = attention->threads ? attention->threads : 1;
    return plan.layout.k_t_floats + plan.layout.v_floats + mean_floats(&plan) + threads * plan.layout.scratch_floats;
}

struct deliver {
    const struct hs_attention *attention;
    struct hs_pass *pass;
};

/* Keys and values of one key head. */
static void deliver_cell(void *job, size_t head, unsigned thread)
{
    const struct deliver *deliver = job;
    const struct hs_attention *attention = deliver->attention;
    const struct hs_mha_plan *plan = deliver->pass->plan;
    size_t cols = plan->kernels->cols, d_k = plan->d_k, m = plan->m;
    const float *K = attention->K + head * d_k, *V = attention->V + head * d_k;
    float *k_t = deliver->pass->k_t + head * plan->key_panels * d_k * cols;
    float *v = deliver->pass->v + head * plan->v_panels * m * cols;
    (void)thread;
    for (size_t key = 0; key < m; key += cols, k_t += d_k * cols)
        plan->kernels->pack_transposed(
            m - key < cols ? m - key : cols, d_k, K + key * attention->k_row, attention->k_row, k_t);
    for (size_t first = 0; first < d_k; first += cols) {
        size_t width = d_k - first < cols ? d_k - first : cols;
        for (size_t key = 0; key < m; key++, v += cols) {
            memcpy(v, V + key * attention->v_row + first, width * sizeof *v);
            memset(v + width, 0, (cols - width) * sizeof *v);
        }
    }
}

void hsi_attention_run(const struct hs_attention *attention, float *room, struct hs_pool *pool)
{
    struct hs_mha_plan plan = plan_of(attention);
    struct hs_pass pass = {.plan = &plan,
        .heads = plan.h,
        .pool = pool,
        .Q = attention->Q,
        .q_row = attention->q_row,
        .concat = attention->out,
        .concat_row = attention->out_row,
        .A = attention->A,
        .raw = attention->raw,
        .scores = attention->scores};
    pass.k_t = room;
    pass.v = pass.k_t + plan.layout.k_t_floats;
    pass.mean = pass.v + plan.layout.v_floats;
    pass.scratch = pass.mean + mean_floats(&plan);
    struct deliver deliver = {attention, &pass};
    hsi_pool_run(pool, attention->key_heads, deliver_cell, &deliver);
    hsi_attend(&pass);
    if (plan.replaces)
        hsi_attend_replaced(&pass);
}
