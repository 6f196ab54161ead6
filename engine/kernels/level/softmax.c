/* softmax.c – the exponentials of a score row and its scaled copy, at one CPU level.
 * exp(x) = 2^n exp(r), n = round(x / ln 2), |r| <= ln 2 / 2. ln 2 is subtracted in two pieces, the
 * first with so few bits that n times it is exact, so r is good to the last bit. exp(r) = 1 + r +
 * r^2 q(r) with q of degree 4 from fit_exp.py: error 3.2e-9, far under the half ulp of 3e-8. 2^n
 * goes in through the exponent bits.
 */
#include "kernels/level/vec.h"

#include <math.h>

static const float log2_e = 1.44269504f;
static const float ln2_high = 0.693359375f;   /* 355 / 512: nine bits */
static const float ln2_low = -2.12194440e-4f; /* ln 2 - ln2_high */
static const float rounder =
    12582912.0f; /* 1.5 x 2^23: adding it rounds to an integer in the low bits */
static const float smallest = -87.33f; /* above ln 2^-126, below which floats lose bits */

/* exp(x) for x <= 0; exactly 0 for x < smallest, -INFINITY included. */
INLINE vec exp_below(vec x)
{
    vec shifted = x * log2_e + rounder;
    vec n = shifted - rounder;
    vec r = x - n * ln2_high;
    r = r - n * ln2_low;
    vec q = r * 0.0013821468455716968f + 0.008368662558495998f;
    q = q * r + 0.041668254882097244f;
    q = q * r + 0.1666652113199234f;
    q = q * r + 0.4999999403953552f;
    vec square = r * r;
    vec p = q * square + r;
    p = p + 1.0f;
    vec power = (vec)((uvec)p + ((uvec)shifted << 23));
    return where(x >= smallest, power);
}

/* count is a multiple of HS_ROW_PAD, so of LANES; four sums and maxima at once hide the latencies.
 */
float LEVEL(exp_row)(float *row, size_t count)
{
    vec top[4], sum[4];
    size_t j = 0;
    UNROLL
    for (size_t i = 0; i < 4; i++) {
        top[i] = spread(-INFINITY);
        sum[i] = (vec){0};
    }
    for (; j + 4 * LANES <= count; j += 4 * LANES)
        UNROLL
    for (size_t i = 0; i < 4; i++)
        top[i] = larger(load(row + j + i * LANES), top[i]);
    for (; j < count; j += LANES)
        top[0] = larger(load(row + j), top[0]);
    float max = lanes_max(larger(larger(top[0], top[1]), larger(top[2], top[3])));
    /* Nothing visible: from 0 instead of -INFINITY every difference is -INFINITY, and every weight
     * zero. */
    max = max > -INFINITY ? max : 0.0f;
    for (j = 0; j + 4 * LANES <= count; j += 4 * LANES) {
        UNROLL
        for (size_t i = 0; i < 4; i++) {
            vec x = exp_below(load(row + j + i * LANES) - max);
            store(row + j + i * LANES, x);
            sum[i] += x;
        }
    }
    for (; j < count; j += LANES) {
        vec x = exp_below(load(row + j) - max);
        store(row + j, x);
        sum[0] += x;
    }
    return lanes_sum((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

void LEVEL(scaled)(float *out, const float *in, float factor, size_t count)
{
    size_t j = 0;
    for (; j + LANES <= count; j += LANES)
        store(out + j, load(in + j) * factor);
    for (; j < count; j++)
        out[j] = in[j] * factor;
}

void LEVEL(stream_scaled)(float *out, const float *in, float factor, size_t count)
{
    size_t j = 0;
    for (; j < count && (uintptr_t)(out + j) % (LANES * sizeof(float)) != 0; j++)
        out[j] = in[j] * factor;
    for (; j + LANES <= count; j += LANES)
        stream(out + j, load(in + j) * factor);
    for (; j < count; j++)
        out[j] = in[j] * factor;
}

void LEVEL(stream_end)(void)
{
    stream_fence();
}
