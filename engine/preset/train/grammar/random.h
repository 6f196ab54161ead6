/* random.h – the trainer's own random numbers: PCG32 (O'Neill 2014, "PCG: A Family of Simple Fast
 * Space-Efficient Statistically Good Algorithms for Random Number Generation", XSH-RR 64/32). The
 * same seed gives the same numbers on every machine, which the C library's rand() does not promise. */
#ifndef HS_TRAIN_RANDOM_H
#define HS_TRAIN_RANDOM_H

#include <stdint.h>

struct hs_random {
    uint64_t state, increment; /* increment is odd; it selects one of 2^63 streams */
};

void hsi_random_seed(struct hs_random *random, uint64_t seed, uint64_t stream);
uint32_t hsi_random_bits(struct hs_random *random);
/* 0 … bound - 1, without modulo bias; bound >= 1. */
uint32_t hsi_random_below(struct hs_random *random, uint32_t bound);
/* [0, 1), 24 bits. */
float hsi_random_unit(struct hs_random *random);
/* Mean 0, variance 1: the sum of twelve uniforms less 6 (Irwin-Hall), which needs no logarithm or
 * cosine and so has the same bits everywhere. */
float hsi_random_normal(struct hs_random *random);

#endif
