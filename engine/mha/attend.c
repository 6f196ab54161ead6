/* attend.c – S = Q K^T scale + bias, mask, A = softmax(S), A V, for every head. Called by forward.c
 * and attention.c.
 * A cell is one head times a block of query rows, small enough that its scores stay in cache from
 * the product that makes them to the product with V. A is written once. Between, the scratch rows
 * hold the weights without their common factor 1 / sum, which is applied where A is written and to
 * the finished A V. */
#include "mha/mha.h"

#include <math.h>
#include <string.h>

/* One cell: head `head`, query rows [first, first + rows), in whole tiles. */
struct block {
    size_t head, first, rows;
    struct hs_tiles tiles;
    size_t reach;  /* keys that any of its rows may see: those of its last row */
    float *scores; /* (rows, score_row) */
    float *out;    /* (rows, v_panels * cols) A V, when it cannot be made in place */
    float *factor; /* (rows) 1 / sum of each row, 0 when it has no visible key */
    float *Q;      /* (rows, q_row) the block's queries */
};

static size_t blocks_per_head(const struct hs_mha_plan *plan)
{
    size_t tiles = hsi_tiles_of(plan->kernels, plan->n).count;
    return (tiles + plan->block_tiles - 1) / plan->block_tiles;
}

static struct block block_at(const struct hs_pass *pass, size_t cell, unsigned thread)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->kernels;
    size_t blocks = blocks_per_head(plan), index = cell % blocks;
    struct hs_tiles tiles = hsi_tiles_of(kernels, plan->n);
    size_t first = hsi_tile_row(tiles, tiles.count * index / blocks);
    size_t rows = hsi_tile_row(tiles, tiles.count * (index + 1) / blocks) - first;
    size_t room = plan->block_tiles * kernels->rows;
    float *scores = hsi_scratch(pass, thread), *out = scores + room * plan->score_row;
    return (struct block){
        .head = pass->first_head + cell / blocks,
        .first = first,
        .rows = rows,
        .tiles = hsi_tiles_of(kernels, rows),
        .reach = hsi_mha_reach(plan, first + rows - 1),
        .scores = scores,
        .out = out,
        .factor = out + room * plan->v_panels * kernels->cols,
        .Q = out + room * (plan->v_panels * kernels->cols + 1),
    };
}

/* The heads of the group whose keys and values the block's head shares: its place among them. */
static size_t key_head(const struct hs_pass *pass, const struct block *block)
{
    return (block->head - pass->first_head) / pass->plan->share;
}

/* A row of Q is far from the next, and many such rows fall into the same few sets of the
 * cache: a copy side by side is read faster. */
static void copy_queries(const struct hs_pass *pass, const struct block *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    size_t d_k = plan->d_k, q_row = hsi_query_row(plan);
    const float *Q = pass->Q + block->first * pass->q_row + block->head * d_k;
    for (size_t r = 0; r < block->rows; r++)
        memcpy(block->Q + r * q_row, Q + r * pass->q_row, d_k * sizeof *Q);
}

/* Q_i K_i^T of the block's rows and the first `keys` keys, times `scale`. */
static void score(const struct hs_pass *pass, const struct block *block, size_t keys, float scale)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->kernels;
    size_t cols = kernels->cols, panels = (keys + cols - 1) / cols;
    const float *K_T = hsi_k_t(pass) + key_head(pass, block) * plan->key_panels * plan->d_k * cols;
    struct hs_tile tile = {.depth = plan->d_k,
        .a_row = hsi_query_row(plan),
        .init = hsi_tile_zero,
        .c_row = plan->score_row,
        .scale = scale,
        .ahead_step = (cols + block->tiles.count - 1) / block->tiles.count};
    for (size_t p = 0; p < panels; p++) {
        tile.b = K_T + p * plan->d_k * cols;
        for (size_t t = 0; t < block->tiles.count; t++) {
            size_t row = hsi_tile_row(block->tiles, t);
            tile.a = block->Q + row * tile.a_row;
            tile.c = block->scores + row * plan->score_row + p * cols;
            tile.ahead = tile.b + (cols + t * tile.ahead_step) * plan->d_k;
            kernels->tile(hsi_tile_row(block->tiles, t + 1) - row, &tile);
        }
    }
}

/* -INFINITY in every cell that row q may not see, up to `end`. */
static void mask_row(const struct hs_mha_plan *plan, size_t q, float *row, size_t end)
{
    size_t reach = hsi_mha_reach(plan, q), start = hsi_mha_start(plan, q);
    for (size_t k = 0; k < start; k++)
        row[k] = -INFINITY;
    for (size_t i = 0; i < plan->hidden_count && plan->hidden[i] < reach; i++)
        row[plan->hidden[i]] = -INFINITY;
    for (size_t k = reach; k < end; k++)
        row[k] = -INFINITY;
}

/* What the distance of key and query adds to a score. */
static void add_bias(const struct hs_mha_plan *plan, size_t head, size_t q, float *row, size_t end)
{
    const float *bias = plan->bias + head * (plan->n + plan->m - 1) + (plan->n - 1 - q);
    for (size_t k = 0; k < end; k++)
        row[k] += bias[k];
}

/* A finished row of `count` cells leaves the cache for a plane, times `factor`. */
static void put_row(
    const struct hs_mha_plan *plan, float *to, const float *row, float factor, size_t count)
{
    const struct hs_kernels *kernels = plan->kernels;
    (plan->streams ? kernels->stream_scaled : kernels->scaled)(to, row, factor, count);
}

/* The raw plane wants the product before the scale; the scaled scores come from the same product
 * either way. */
static void score_and_mask(const struct hs_pass *pass, const struct block *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    float *raw = pass->raw, *scores = pass->scores, scale = plan->scale;
    size_t padded = (block->reach + HS_ROW_PAD - 1) / HS_ROW_PAD * HS_ROW_PAD;
    copy_queries(pass, block);
    score(pass, block, raw ? plan->m : block->reach, raw ? 1.0f : scale);
    for (size_t r = 0; r < block->rows; r++) {
        size_t q = block->first + r, at = block->head * plan->head_cells + q * plan->m;
        float *row = block->scores + r * plan->score_row;
        if (raw) {
            put_row(plan, raw + at, row, 1, plan->m);
            plan->kernels->scaled(row, row, scale, block->reach);
        }
        if (plan->bias)
            add_bias(plan, block->head, q, row, block->reach);
        mask_row(plan, q, row, scores && padded < plan->m ? plan->m : padded);
        if (scores)
            put_row(plan, scores + at, row, 1, plan->m);
    }
}

/* Softmax of each row; A is written, the row keeps the numerators. A few rows at a time, which are
 * still in the first-level cache when they are written; one at a time where A goes past the caches,
 * so that those writes drain while the next row is calculated. */
static void softmax(const struct hs_pass *pass, const struct block *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->kernels;
    size_t padded = (block->reach + HS_ROW_PAD - 1) / HS_ROW_PAD * HS_ROW_PAD;
    size_t most = plan->streams ? 1 : 8;
    float *A = pass->A + block->head * plan->head_cells + block->first * plan->m;
    for (size_t first = 0, some; first < block->rows; first += some) {
        some = block->rows - first < most ? block->rows - first : most;
        float *row = block->scores + first * plan->score_row, *factor = block->factor + first;
        kernels->exp_rows(some, row, plan->score_row, padded, factor);
        for (size_t r = 0; r < some; r++, row += plan->score_row, A += plan->m) {
            factor[r] = factor[r] > 0 ? 1.0f / factor[r] : 0.0f;
            put_row(plan, A, row, factor[r], block->reach);
            memset(A + block->reach, 0, (plan->m - block->reach) * sizeof *A);
        }
    }
    if (plan->streams)
        kernels->stream_end();
}

/* A V of the block into the head's columns of concat. Keys in chunks, so that a piece of V serves
 * all tiles. */
static void mix(const struct hs_pass *pass, const struct block *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->kernels;
    size_t d = pass->concat_row, d_k = plan->d_k, cols = kernels->cols;
    bool in_place = d_k % cols == 0;
    float *concat = pass->concat + block->first * d + block->head * d_k;
    const float *V = hsi_v(pass) + key_head(pass, block) * plan->v_panels * plan->m * cols;
    size_t out_row = in_place ? d : plan->v_panels * cols;
    float *out = in_place ? concat : block->out;
    struct hs_tile tile = {.a_row = plan->score_row,
        .c_row = out_row,
        .scale = 1,
        .ahead_step = (cols + block->tiles.count - 1) / block->tiles.count};
    for (size_t key = 0; key < block->reach; key += HS_KEY_CHUNK) {
        size_t left = block->reach - key;
        tile.depth = left < HS_KEY_CHUNK ? left : HS_KEY_CHUNK;
        for (size_t p = 0; p < plan->v_panels; p++) {
            tile.b = V + (p * plan->m + key) * cols;
            for (size_t t = 0; t < block->tiles.count; t++) {
                size_t row = hsi_tile_row(block->tiles, t);
                tile.a = block->scores + row * plan->score_row + key;
                tile.c = out + row * out_row + p * cols;
                tile.ahead = tile.b + (cols + t * tile.ahead_step) * tile.depth;
                tile.init = key == 0 ? hsi_tile_zero : tile.c;
                tile.init_row = key == 0 ? 0 : out_row;
                kernels->tile(hsi_tile_row(block->tiles, t + 1) - row, &tile);
            }
        }
    }
    for (size_t r = 0; r < block->rows; r++) {
        if (block->reach == 0)
            memset(concat + r * d, 0, d_k * sizeof *concat);
        else
            kernels->scaled(concat + r * d, out + r * out_row, block->factor[r], d_k);
    }
}

static void silence(const struct hs_pass *pass, const struct block *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    size_t d = pass->concat_row;
    float *concat = pass->concat + block->first * d + block->head * plan->d_k;
    for (size_t r = 0; r < block->rows; r++)
        memset(concat + r * d, 0, plan->d_k * sizeof *concat);
}

static void attend_cell(void *job, size_t cell, unsigned thread)
{
    struct hs_pass *pass = job;
    struct block block = block_at(pass, cell, thread);
    score_and_mask(pass, &block);
    softmax(pass, &block);
    if (pass->plan->head_mode[block.head] == HS_HEAD_OFF)
        silence(pass, &block);
    else if (pass->plan->head_mode[block.head] == HS_HEAD_ON)
        mix(pass, &block);
}

void hsi_attend(struct hs_pass *pass)
{
    hsi_pool_run(pass->pool, pass->heads * blocks_per_head(pass->plan), attend_cell, pass);
}

/* The mean over the heads of what their own softmax gave, summed in the order of the heads. */
static void mean_cell(void *job, size_t q, unsigned thread)
{
    struct hs_pass *pass = job;
    const struct hs_mha_plan *plan = pass->plan;
    size_t m = plan->m;
    const float *A = pass->A + q * m;
    float *mean = pass->mean + q * m;
    (void)thread;
    memcpy(mean, A, m * sizeof *mean);
    for (size_t i = 1; i < plan->h; i++)
        for (size_t k = 0; k < m; k++)
            mean[k] += A[i * plan->head_cells + k];
    for (size_t k = 0; k < m; k++)
        mean[k] /= (float)plan->h;
}

/* Puts the replacing row where the scores were, and into A. */
static void replace_row(const struct hs_pass *pass, const struct block *block, size_t r)
{
    const struct hs_mha_plan *plan = pass->plan;
    size_t q = block->first + r, m = plan->m, visible = 0;
    float *row = block->scores + r * plan->score_row;
    if (plan->head_mode[block->head] == HS_HEAD_MEAN) {
        memcpy(row, pass->mean + q * m, m * sizeof *row);
    } else {
        for (size_t k = 0; k < m; k++)
            visible += !hs_mha_masked(plan, q, k);
        for (size_t k = 0; k < m; k++)
            row[k] = hs_mha_masked(plan, q, k) ? 0.0f : 1.0f / (float)visible;
    }
    block->factor[r] = 1;
    memcpy(pass->A + block->head * plan->head_cells + q * m, row, m * sizeof *row);
}

static void replace_cell(void *job, size_t cell, unsigned thread)
{
    struct hs_pass *pass = job;
    struct block block = block_at(pass, cell, thread);
    if (pass->plan->head_mode[block.head] < HS_HEAD_UNIFORM)
        return;
    for (size_t r = 0; r < block.rows; r++)
        replace_row(pass, &block, r);
    mix(pass, &block);
}

void hsi_attend_replaced(struct hs_pass *pass)
{
    const struct hs_mha_plan *plan = pass->plan;
    if (plan->has_mean)
        hsi_pool_run(pass->pool, plan->n, mean_cell, pass);
    hsi_pool_run(pass->pool, plan->h * blocks_per_head(plan), replace_cell, pass);
}
