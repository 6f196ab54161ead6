/* lanes.h – arithmetic of the training loops that has the same bytes on every CPU: sixteen numbers at a time, products and
 * sums as separate operations (-ffp-contract=off), sums in a fixed order. */
#ifndef HS_TRAIN_LANES_H
#define HS_TRAIN_LANES_H

#include <stdint.h>

/* The hot loops are built for several CPU levels where the compiler can pick at start-up. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HOT __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HOT
#endif

typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));
enum { LANES = 16 };

/* The sum of sixteen numbers, in halves. */
static inline float lanes_total(const lanes *sum)
{
    float part[8];
    for (int i = 0; i < 8; i++)
        part[i] = (*sum)[i] + (*sum)[i + 8];
    return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

/* exp(x) for x <= 0: 2^i times a polynomial of degree 6 in the fraction (Taylor of 2^f about 0 on
 * [-1/2, 1/2], relative error 2e-7), in plain operations, so that it vectorises and has the same
 * bytes everywhere. */
static inline float exp_negative(float x)
{
    float t = x * 1.44269504f;
    t = t < -126 ? -126 : t;
    float whole = (float)(int)(t - .5f), f = t - whole; // truncation toward zero: rounds as x <= 0
    float p =
        1 + f * (.693147181f +
                    f * (.240226507f + f * (.0555041087f +
                                               f * (.00961812911f +
                                                       f * (.00133335581f + f * .000154035304f)))));
    union {
        int32_t bits;
        float value;
    } power = {((int32_t)whole + 127) << 23};
    return p * power.value;
}

#endif
