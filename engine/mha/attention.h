/* attention.h – softmax(scale Q K^T + bias + mask) V over queries, keys and values that are there already: the middle of a
 * checkpoint's layer. Called by checkpoint/; the blocks and kernels are those of the whole forward pass (attend.c). */
#ifndef HS_MHA_ATTENTION_H
#define HS_MHA_ATTENTION_H

#include "hs_mha.h"
#include "kernels/kernels.h"
#include "kernels/pool.h"

struct hs_attention {
    const struct hs_kernels *kernels;
    size_t n, m, h;    /* queries (the last n positions of m), keys, heads */
    size_t key_heads;  /* divides h: heads [i h / key_heads, (i + 1) h / key_heads) share key head i */
    size_t d_k;
    enum hs_mask mask;
    size_t window;     /* with HS_MASK_CAUSAL: a query sees so many keys, itself the last; 0 = all */
    float scale;
    const float *bias; /* (h, n + m - 1) or NULL: what a score gets by k - (q + m - n), whose 0 is at [m - 1] */
    const uint8_t *head_mode; /* (h) enum hs_head_mode, or NULL = all on */
    unsigned threads;
    const float *Q, *K, *V;   /* (n, h d_k), (m, key_heads d_k) twice */
    size_t q_row, k_row, v_row;
    float *A;            /* (h, n, m), a head's `head_cells` floats from the next's, 0 = n m */
    size_t head_cells;
    float *raw, *scores; /* (h, n, m) likewise: Q K^T, and scaled with bias, -INFINITY where masked; or NULL */
    float *out;          /* (n, h d_k) the heads' outputs side by side */
    size_t out_row;
};

/* Floats of working memory. Sizes within the limits of hs.h cannot overflow it. */
size_t hsi_attention_room(const struct hs_attention *attention);
/* `room` is 64-byte aligned; every element of A, raw, scores and out that the comments name is written. */
void hsi_attention_run(const struct hs_attention *attention, float *room, struct hs_pool *pool);

#endif
