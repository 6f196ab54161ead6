/* geometry.c – how rows, keys and blocks are cut, and where in memory the parts of a pass stand. Below every other file of the
 * room: plan.c sizes by it, the steps of a pass walk by it. */
#include "mha/mha.h"

/* Score rows of one block are written, exponentiated and read back while they are in the
 * second-level cache: a quarter of a small one, beside the pieces of K^T and V that pass by. */
enum { BLOCK_BYTES = 250 << 10, BLOCK_TILES = 8 };

/* From here on A does not stay in the caches anyway, and writing past them saves reading each line
 * first. */
static const size_t stream_from_bytes = (size_t)8 << 20;

struct hs_tiles hsi_tiles_of(const struct hs_kernels *kernels, size_t rows)
{
    size_t count = (rows + kernels->rows - 1) / kernels->rows;
    return (struct hs_tiles){count, rows / count, rows % count};
}

size_t hsi_unit_count(const struct hs_kernels *kernels, size_t rows)
{
    return (rows + kernels->group - 1) / kernels->group;
}

size_t hsi_copy_row(const struct hs_model *model)
{
    return model->d_model + 16;
}

size_t hsi_query_row(const struct hs_mha_plan *plan)
{
    return plan->d_k + 16;
}

void hsi_plan_blocks(struct hs_mha_plan *plan)
{
    const struct hs_kernels *kernels = plan->kernels;
    size_t cols = kernels->cols, pad = cols > HS_ROW_PAD ? cols : HS_ROW_PAD;
    plan->key_panels = (plan->m + cols - 1) / cols;
    plan->v_panels = (plan->d_k + cols - 1) / cols;
    /* One more line, so that the rows of a tile do not fall into the same sets of the cache. */
    plan->score_row = (plan->m + pad - 1) / pad * pad + 16;
    plan->block_tiles = BLOCK_BYTES / sizeof(float) / (plan->score_row * kernels->rows);
    if (plan->block_tiles < 1)
        plan->block_tiles = 1;
    if (plan->block_tiles > BLOCK_TILES)
        plan->block_tiles = BLOCK_TILES;
    plan->streams = plan->h * plan->n * plan->m >= stream_from_bytes / sizeof(float);
}

size_t hsi_block_floats(const struct hs_mha_plan *plan)
{
    return plan->block_tiles * plan->kernels->rows *
           (plan->score_row + plan->v_panels * plan->kernels->cols + 1 + hsi_query_row(plan));
}

size_t hsi_mha_reach(const struct hs_mha_plan *plan, size_t q)
{
    if (plan->mask != HS_MASK_CAUSAL)
        return plan->m;
    size_t reach = q + 1 + plan->m; /* q + (m - n) + 1, plus n */
    return reach > plan->n ? (reach - plan->n < plan->m ? reach - plan->n : plan->m) : 0;
}

size_t hsi_mha_start(const struct hs_mha_plan *plan, size_t q)
{
    size_t reach = plan->window ? hsi_mha_reach(plan, q) : 0;
    return reach > plan->window ? reach - plan->window : 0;
}

bool hs_mha_masked(const struct hs_mha_plan *plan, size_t q, size_t k)
{
    return k >= hsi_mha_reach(plan, q) || k < hsi_mha_start(plan, q) ||
           (plan->key_padding && plan->key_padding[k]);
}

float *hsi_scratch(const struct hs_pass *pass, unsigned thread)
{
    return pass->scratch + (pass->thread + thread) * pass->plan->layout.scratch_floats;
}

float *hsi_k_t(const struct hs_pass *pass)
{
    return pass->k_t + pass->thread * pass->plan->layout.k_t_floats;
}

float *hsi_v(const struct hs_pass *pass)
{
    return pass->v + pass->thread * pass->plan->layout.v_floats;
}
