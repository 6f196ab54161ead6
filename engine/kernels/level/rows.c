/* rows.c – a layer's work on single rows: norms, sums, rotation, and rows of 16-bit numbers, at one CPU
 * level. All of it is small beside the matrix products, if it is vector code. */
#include "kernels/level/vec.h"

#include <math.h>
#include <string.h>

/* Sums over a row go in four vectors, to hide the latency of additions. */
#define EACH(count) UNROLL for (size_t i = 0; i < (count); i++)

INLINE float row_sum(const float *row, size_t count)
{
    vec sum[4] = {{0}, {0}, {0}, {0}};
    size_t j = 0;
    for (; j + 4 * LANES <= count; j += 4 * LANES)
        EACH(4) sum[i] += load(row + j + i * LANES);
    for (; j + LANES <= count; j += LANES)
        sum[0] += load(row + j);
    if (j < count)
        sum[1] += load_part(row + j, count - j);
    return lanes_sum((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

/* The sum of (row[j] - mean)^2. */
INLINE float row_spread(const float *row, size_t count, float mean)
{
    vec sum[4] = {{0}, {0}, {0}, {0}}, x;
    size_t j = 0;
    for (; j + 4 * LANES <= count; j += 4 * LANES) {
        EACH(4)
        {
            x = load(row + j + i * LANES) - mean;
            sum[i] += x * x;
        }
    }
    for (; j + LANES <= count; j += LANES) {
        x = load(row + j) - mean;
        sum[0] += x * x;
    }
    float rest = 0;
    for (; j < count; j++)
        rest += (row[j] - mean) * (row[j] - mean);
    return lanes_sum((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

void LEVEL(norm)(enum hs_norm kind, float *out, const float *in, const float *weight,
    const float *bias, size_t count, float epsilon)
{
    float mean = kind == HS_NORM_LAYER ? row_sum(in, count) / (float)count : 0.0f;
    float factor = 1.0f / sqrtf(row_spread(in, count, mean) / (float)count + epsilon);
    size_t j = 0;
    for (; j + LANES <= count; j += LANES) {
        vec x = (load(in + j) - mean) * factor;
        if (weight)
            x = x * load(weight + j);
        store(out + j, bias ? x + load(bias + j) : x);
    }
    for (; j < count; j++) {
        float x = (in[j] - mean) * factor;
        if (weight)
            x = x * weight[j];
        out[j] = bias ? x + bias[j] : x;
    }
}

void LEVEL(add)(float *to, const float *row, size_t count)
{
    size_t j = 0;
    for (; j + LANES <= count; j += LANES)
        store(to + j, load(to + j) + load(row + j));
    for (; j < count; j++)
        to[j] += row[j];
}

void LEVEL(rotate)(float *row, const float *cosine, const float *sine, size_t half)
{
    float *other = row + half;
    size_t j = 0;
    for (; j + LANES <= half; j += LANES) {
        vec a = load(row + j), b = load(other + j), c = load(cosine + j), s = load(sine + j);
        vec bs = b * s, as = a * s;
        store(row + j, a * c - bs);
        store(other + j, b * c + as);
    }
    for (; j < half; j++) {
        float a = row[j], b = other[j], bs = b * sine[j], as = a * sine[j];
        row[j] = a * cosine[j] - bs;
        other[j] = b * cosine[j] + as;
    }
}

float LEVEL(dot)(const float *a, const float *b, size_t count)
{
    vec sum[4] = {{0}, {0}, {0}, {0}};
    size_t j = 0;
    for (; j + 4 * LANES <= count; j += 4 * LANES)
        EACH(4) sum[i] += load(a + j + i * LANES) * load(b + j + i * LANES);
    for (; j + LANES <= count; j += LANES)
        sum[0] += load(a + j) * load(b + j);
    if (j < count)
        sum[1] += load_part(a + j, count - j) * load_part(b + j, count - j);
    return lanes_sum((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

/* Without their sign, floats are in the order of their bits. */
uint32_t LEVEL(largest)(uint32_t so_far, const float *x, size_t row, size_t rows, size_t columns)
{
    ivec largest = (ivec){0} + (int32_t)so_far;
    for (; rows-- > 0; x += row) {
        size_t c = 0;
        for (; c + LANES <= columns; c += LANES)
            largest = larger_whole(largest, (ivec)load(x + c) & INT32_MAX);
        if (c < columns)
            largest = larger_whole(largest, (ivec)load_part(x + c, columns - c) & INT32_MAX);
    }
    FOLD(largest, larger_whole);
    return (uint32_t)largest[0];
}

typedef uint16_t halves __attribute__((vector_size(LANES * 2)));
typedef uint16_t halves_unaligned
    __attribute__((vector_size(LANES * 2), aligned(2), may_alias));

/* The low half of a float's bits is what a bfloat16 does not have. */
INLINE vec from_bf16(halves x)
{
    return (vec)(__builtin_convertvector(x, uvec) << 16);
}

/* As in base/half.c: the bits at a float's places say 2^-112 of the value, subnormals included. */
INLINE vec from_f16(halves x)
{
    uvec bits = __builtin_convertvector(x, uvec), size = (bits & 0x7FFFu) << 13;
    vec value = (vec)size * 0x1p112f;
    uvec special = (uvec)(size >= 0x0F800000u) & 0x7F800000u;
    return (vec)((uvec)value | special | (bits & 0x8000u) << 16);
}

INLINE void widen_all(bool brain, float *out, const uint16_t *in, size_t count)
{
    size_t j = 0;
    for (; j + LANES <= count; j += LANES) {
        halves x = *(const halves_unaligned *)(in + j);
        store(out + j, brain ? from_bf16(x) : from_f16(x));
    }
    if (j < count) {
        halves x = {0};
        memcpy(&x, in + j, (count - j) * sizeof *in);
        store_part(out + j, brain ? from_bf16(x) : from_f16(x), count - j);
    }
}

void LEVEL(widen)(bool brain, float *out, const uint16_t *in, size_t count)
{
    if (brain)
        widen_all(true, out, in, count);
    else
        widen_all(false, out, in, count);
}
