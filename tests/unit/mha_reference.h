/* mha_reference.h – multi-head attention as the formula says it, in double precision, for the
 * tests. Slow and obvious: it shares no code with the engine. Also the random inputs of these
 * tests.
 */
#ifndef HS_TESTS_MHA_REFERENCE_H
#define HS_TESTS_MHA_REFERENCE_H

#include "hs.h"

/* xorshift64*: numbers that are the same on every machine. */
uint64_t random_next(uint64_t *state);
float random_unit(uint64_t *state); /* uniform in [-1, 1) */

struct problem {
    size_t n, m, d_model, h;
    enum hs_mask mask;
    float *X_q, *X_kv;                /* X_kv == X_q in self-attention */
    float *W[4], *b[4];               /* Q K V O; b[i] may be NULL */
    uint8_t *key_padding, *head_mode; /* or NULL */
};

/* Every plane in double: names as in hs.h. (n or m, d_model) or (h, n, m). */
struct answer {
    double *Q, *K, *V, *raw, *scores, *weights, *concat, *output;
};

/* Random problem; `scale` is the size of the inputs, weights have variance about 1 / d_model. */
struct problem problem_new(
    uint64_t seed, size_t n, size_t m, size_t d_model, size_t h, float scale);
void problem_drop(struct problem *problem);
struct hs_weights problem_weights(const struct problem *problem);
struct hs_mha_config problem_config(const struct problem *problem);
struct answer answer_new(const struct problem *problem);
void answer_drop(struct answer *answer);

#endif
