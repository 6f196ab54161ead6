/* exp.h – the exponential of vectors of floats, at one CPU level. Included by softmax.c and activation.c.
 * exp(x) = 2^n exp(r), n = round(x / ln 2), |r| <= ln 2 / 2. ln 2 is subtracted in two pieces, the
 * first with so few bits that n times it is exact, so r is good to the last bit. exp(r) is the
 * polynomial of degree 6 from fit_exp.py: error 3.2e-9, far under the half ulp of 3e-8 (one of
 * degree 5 would save 5 % and be wrong by up to 1.97 ulp). 2^n goes in through the exponent bits. */
#ifndef HS_KERNELS_EXP_H
#define HS_KERNELS_EXP_H

#include "kernels/level/vec.h"

#define EACH(count) UNROLL for (size_t i = 0; i < (count); i++)

static const float log2_e = 1.44269504f;
static const float ln2_high = 0.693359375f;   /* 355 / 512: nine bits */
static const float ln2_low = -2.12194440e-4f; /* ln 2 - ln2_high */
static const float rounder =
    12582912.0f; /* 1.5 x 2^23: adding it rounds to an integer in the low bits */
static const float smallest = -87.33f; /* above ln 2^-126, below which floats lose bits */

/* x[i] = exp(x[i]) for x[i] <= 0, i < count; exactly 0 for x < smallest, -INFINITY included. One
 * step is done for all vectors before the next, or the processor would wait for results. */
INLINE void exp_below(vec *x, const size_t count)
{
    static const float c[] = {0.0013821468455716968f, 0.008368662558495998f, 0.041668254882097244f,
        0.1666652113199234f, 0.4999999403953552f, 1.0f, 1.0f};
    vec shifted[4], r[4], p[4];
    EACH(count) shifted[i] = x[i] * log2_e + rounder;
    EACH(count) p[i] = shifted[i] - rounder;
    EACH(count) r[i] = x[i] - p[i] * ln2_high;
    EACH(count) r[i] = r[i] - p[i] * ln2_low;
    EACH(count) p[i] = r[i] * c[0] + c[1];
    EACH(count) p[i] = p[i] * r[i] + c[2];
    EACH(count) p[i] = p[i] * r[i] + c[3];
    EACH(count) p[i] = p[i] * r[i] + c[4];
    EACH(count) p[i] = p[i] * r[i] + c[5];
    EACH(count) p[i] = p[i] * r[i] + c[6];
    EACH(count) p[i] = (vec)((uvec)p[i] + ((uvec)shifted[i] << 23));
    EACH(count) x[i] = where(x[i] >= smallest, p[i]);
}

#endif
