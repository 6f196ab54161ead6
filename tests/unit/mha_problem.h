/* mha_problem.h – random inputs for tests of the forward pass, and what the double-precision reference
 * (engine/mha/reference.h) makes of them. */
#ifndef HS_TESTS_MHA_PROBLEM_H
#define HS_TESTS_MHA_PROBLEM_H

#include "mha/reference.h"

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

/* Random problem; `scale` is the size of the inputs, weights have variance about 1 / d_model. */
struct problem problem_new(
    uint64_t seed, size_t n, size_t m, size_t d_model, size_t h, float scale);
void problem_drop(struct problem *problem);
struct hs_weights problem_weights(const struct problem *problem);
struct hs_mha_config problem_config(const struct problem *problem);
struct hs_reference reference_of(const struct problem *problem);

#endif
