/* softmax.c – the exponentials of a score row and its scaled copy, at one CPU level.
 * exp(x) = 2^n exp(r), n = round(x / ln 2), |r| <= ln 2 / 2. ln 2 is subtracted in two pieces, the
 * first with so few bits that n times it is exact, so r is good to the last bit. exp(r) is the
 * polynomial of degree 6 from fit_exp.py: error 3.2e-9, far under the half ulp of 3e-8 (one of
 * degree 5 would save 5 % and be wrong by up to 1.97 ulp). 2^n goes in through the exponent bits.
 */
#include "kernels/level/vec.h"

#include <math.h>

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

/* The largest of each lane over a row; count is a multiple of LANES. Four at once hide the latency.
 */
INLINE vec row_top(const float *row, size_t count)
{
    vec top[4];
    size_t j = 0;
    EACH(4) top[i] = spread(-INFINITY);
    for (; j + 4 * LANES <= count; j += 4 * LANES)
        EACH(4) top[i] = larger(load(row + j + i * LANES), top[i]);
    for (; j < count; j += LANES)
        top[0] = larger(load(row + j), top[0]);
    return larger(larger(top[0], top[1]), larger(top[2], top[3]));
}

/* row[j] = exp(row[j] - max), and the sum of each lane. */
INLINE vec row_exp(float *row, size_t count, float max)
{
    vec sum[4], x[4];
    size_t j = 0;
    EACH(4) sum[i] = (vec){0};
    for (; j + 4 * LANES <= count; j += 4 * LANES) {
        EACH(4) x[i] = load(row + j + i * LANES) - max;
        exp_below(x, 4);
        EACH(4) store(row + j + i * LANES, x[i]);
        EACH(4) sum[i] += x[i];
    }
    for (; j < count; j += LANES) {
        x[0] = load(row + j) - max;
        exp_below(x, 1);
        store(row + j, x[0]);
        sum[0] += x[0];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Short rows leave the processor waiting for the sums and maxima over the lanes, so each step is
 * done for several rows before the next; long ones would leave the first-level cache meanwhile. */
void LEVEL(exp_rows)(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    enum { TOGETHER = 8, SHORT = 1024 };
    vec lanes[TOGETHER];
    size_t together = count <= SHORT ? TOGETHER : 1;
    for (size_t first = 0, some; first < rows; first += some, row += some * stride, sum += some) {
        some = rows - first < together ? rows - first : together;
        for (size_t r = 0; r < some; r++)
            lanes[r] = row_top(row + r * stride, count);
        for (size_t r = 0; r < some; r++) {
            float max = lanes_max(lanes[r]);
            /* Nothing visible: from 0 instead of -INFINITY every difference is -INFINITY, and every
             * weight zero. */
            sum[r] = max > -INFINITY ? max : 0.0f;
        }
        for (size_t r = 0; r < some; r++)
            lanes[r] = row_exp(row + r * stride, count, sum[r]);
        for (size_t r = 0; r < some; r++)
            sum[r] = lanes_sum(lanes[r]);
    }
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
