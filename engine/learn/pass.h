/* pass.h – the whole layer on one sentence, forward and backward, for the question that it learns from: which word stands in
 * relation r to word q? Attention is never supervised: the loss sees output rows only.
 *
 *   Q = X W^Q, K = X W^K, V = X W^V; A_i = softmax of each row of Q_i K_i^T / sqrt(d_k); o = Concat_i(A_i V_i) W^O
 *   (Vaswani et al. 2017, 3.2); slot r of o_q, its columns [64 r, 64 r + 64), against every token's word code c_k / |c_k|:
 *   p = softmax over k of slot_r(o_q) . c_k / |c_k|, L = -ln sum of p over the accepted tokens
 *
 * Only rows that are asked have queries. Weights are kept as the products want them: three times four blocks of
 * SPARSE_BLOCK columns (HS_D_MODEL, SPARSE_BLOCK) for W^Q, W^K, W^V, then W^O (HS_D_MODEL, HS_D_MODEL); W^O's gradient is
 * made in four pieces of SPARSE_BLOCK rows, so that all sixteen pieces are of one size. */
#ifndef HS_LEARN_PASS_H
#define HS_LEARN_PASS_H

#include "hs_learn.h"
#include "preset/train/sparse.h"

enum {
    LEARN_TOKENS = 20,     /* of a sentence, at most */
    LEARN_ANSWER = 64,     /* numbers of a slot, and of a word code */
    LEARN_BLOCKS = HS_D_MODEL / SPARSE_BLOCK,
    LEARN_PIECES = 4 * LEARN_BLOCKS, /* of weights and gradient, LEARN_PIECE numbers each */
    LEARN_PIECE = HS_D_MODEL * SPARSE_BLOCK,
    LEARN_WEIGHTS = LEARN_PIECES * LEARN_PIECE,
    LEARN_QUESTIONS = 4 * LEARN_TOKENS, /* of a sentence; the rest is left out */
};

/* One question: which token stands in relation `slot` to the token of row asked[row]? */
struct learn_question {
    uint8_t row, slot;
    uint32_t accepted; /* bit k: token k is right */
};

struct learn_sentence {
    struct sparse_sentence x;            /* all tokens */
    struct sparse_sentence queries;      /* those that are asked: row i is token asked[i] */
    const float (*code)[LEARN_ANSWER];   /* (n) word codes of length 1 */
    size_t questions;
    uint8_t asked[LEARN_TOKENS];
    struct learn_question question[LEARN_QUESTIONS];
};

/* What the gradient is made from; one for each sentence of a batch. */
struct learn_trace {
    float d_q[LEARN_TOKENS][HS_D_MODEL]; /* rows of `queries` */
    float d_k[LEARN_TOKENS][HS_D_MODEL], d_v[LEARN_TOKENS][HS_D_MODEL];
    float concat[LEARN_TOKENS][HS_D_MODEL]; /* rows of `queries` */
    float d_slot[LEARN_QUESTIONS][LEARN_ANSWER];
};

/* Scratch of one pass; afterwards its attention: of row i of `queries` and a head (n) weights. */
struct learn_scratch {
    float q[LEARN_TOKENS][HS_D_MODEL], k[LEARN_TOKENS][HS_D_MODEL], v[LEARN_TOKENS][HS_D_MODEL];
    float d_concat[LEARN_TOKENS][HS_D_MODEL];
    float a[LEARN_TOKENS][HS_LEARN_MOST_HEADS][LEARN_TOKENS];
};

struct learn_answers {
    double loss;                /* summed over the questions */
    size_t asked[HS_LEARN_SLOTS], right[HS_LEARN_SLOTS]; /* right: the nearest word code is an accepted token's */
};

/* Forward; adds to *answers. With `backward` it leaves in *trace what hsi_learn_gradient() needs. */
void hsi_learn_pass(const struct learn_sentence *sentence, const float *weights, size_t h, bool backward,
    struct learn_scratch *scratch, struct learn_trace *trace, struct learn_answers *answers);
/* After a pass without `backward`: adds to without[head][slot] the questions that are answered rightly when that head brings
 * nothing to the concat. without (h). */
void hsi_learn_ablate(const struct learn_sentence *sentence, const float *weights, size_t h, const struct learn_trace *trace,
    size_t (*without)[HS_LEARN_SLOTS]);
/* Adds the sentence's part of one piece of the gradient (LEARN_PIECE). */
void hsi_learn_gradient(
    const struct learn_sentence *sentence, const struct learn_trace *trace, size_t piece, float *gradient);

#endif
