/* softmax.c – the exponentials of a score row and its scaled copy, at one CPU level. */
#include "kernels/level/exp.h"

#include <math.h>

/* The largest of each lane over a row; count is a multiple of LANES. Four at once hide the latency. */
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
