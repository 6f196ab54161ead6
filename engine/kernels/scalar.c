/* scalar.c – every kernel as one would write it on paper: the level "scalar".
 * Read this file to know what the kernels mean; the vector levels in level/ answer to the same
 * tests. It is also what runs on a CPU for which no vector level is built. */
#include "kernels/levels.h"

#include "base/safetensors.h"

#include <math.h>
#include <string.h>

enum { ROWS = 4, COLS = 8 };

const float hsi_tile_zero[HS_PANEL_COLS_MAX];

static void tile(size_t rows, const struct hs_tile *t)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < COLS; c++) {
            float sum = t->init[r * t->init_row + c];
            for (size_t k = 0; k < t->depth; k++)
                sum += t->a[r * t->a_row + k] * t->b[k * COLS + c];
            t->c[r * t->c_row + c] = sum * t->scale;
        }
    }
}

static void pack_transposed(size_t rows, size_t depth, const float *b, size_t b_row, float *panel)
{
    for (size_t k = 0; k < depth; k++)
        for (size_t r = 0; r < COLS; r++)
            panel[k * COLS + r] = r < rows ? b[r * b_row + k] : 0.0f;
}

static float exp_row(float *row, size_t count)
{
    float max = -INFINITY;
    double sum = 0; /* one long sum; the vector levels add in many short ones */
    for (size_t j = 0; j < count; j++)
        if (row[j] > max)
            max = row[j];
    for (size_t j = 0; j < count; j++) {
        /* A row without a visible key is zero by rule; exp(-inf - -inf) would be NaN. */
        row[j] = row[j] - max >= -87.33f ? expf(row[j] - max) : 0.0f;
        sum += (double)row[j];
    }
    return (float)sum;
}

static void exp_rows(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    for (size_t r = 0; r < rows; r++)
        sum[r] = exp_row(row + r * stride, count);
}

static void scaled(float *out, const float *in, float factor, size_t count)
{
    for (size_t j = 0; j < count; j++)
        out[j] = in[j] * factor;
}

static void stream_end(void)
{
}

static double entropy(const float *row, size_t count)
{
    double sum = 0;
    for (size_t j = 0; j < count; j++)
        if (row[j] > 0)
            sum -= (double)row[j] * log((double)row[j]);
    return sum;
}

static float activated(enum hs_activation kind, float x)
{
    switch (kind) {
    case HS_ACTIVATION_GELU:
        return x * 0.5f * erfcf(-x * 0.70710678118654752f);
    case HS_ACTIVATION_GELU_TANH:
        return x * 0.5f * (1 + tanhf(0.79788456080286536f * (x + 0.044715f * x * x * x)));
    case HS_ACTIVATION_GELU_QUICK:
        return x / (1 + expf(-1.702f * x));
    case HS_ACTIVATION_SILU:
        return x / (1 + expf(-x));
    case HS_ACTIVATION_RELU:
    default:
        return x > 0 ? x : 0;
    }
}

static void activate(enum hs_activation kind, float *row, size_t count)
{
    for (size_t j = 0; j < count; j++)
        row[j] = activated(kind, row[j]);
}

static void gate_row(enum hs_activation kind, float *row, const float *gate, size_t count)
{
    for (size_t j = 0; j < count; j++)
        row[j] *= activated(kind, gate[j]);
}

static void norm(enum hs_norm kind, float *out, const float *in, const float *weight,
    const float *bias, size_t count, float epsilon)
{
    double sum = 0, squares = 0;
    for (size_t j = 0; j < count; j++)
        sum += (double)in[j];
    double mean = kind == HS_NORM_LAYER ? sum / (double)count : 0;
    for (size_t j = 0; j < count; j++)
        squares += ((double)in[j] - mean) * ((double)in[j] - mean);
    double factor = 1 / sqrt(squares / (double)count + (double)epsilon);
    for (size_t j = 0; j < count; j++) {
        double x = ((double)in[j] - mean) * factor * (weight ? (double)weight[j] : 1);
        out[j] = (float)(x + (bias ? (double)bias[j] : 0));
    }
}

static void add(float *to, const float *row, size_t count)
{
    for (size_t j = 0; j < count; j++)
        to[j] += row[j];
}

static void rotate(float *row, const float *cosine, const float *sine, size_t half)
{
    for (size_t j = 0; j < half; j++) {
        float a = row[j], b = row[j + half];
        row[j] = a * cosine[j] - b * sine[j];
        row[j + half] = b * cosine[j] + a * sine[j];
    }
}

static float dot(const float *a, const float *b, size_t count)
{
    double sum = 0;
    for (size_t j = 0; j < count; j++)
        sum += (double)a[j] * (double)b[j];
    return (float)sum;
}

static uint32_t largest(uint32_t so_far, const float *x, size_t row, size_t rows, size_t columns)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            uint32_t bits;
            memcpy(&bits, &x[r * row + c], sizeof bits);
            bits &= INT32_MAX; /* without its sign */
            so_far = bits > so_far ? bits : so_far;
        }
    }
    return so_far;
}

static void widen(bool brain, float *out, const uint16_t *in, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        uint32_t bits = (uint32_t)in[j] << 16;
        if (brain)
            memcpy(&out[j], &bits, sizeof bits);
        else
            out[j] = hsi_half_to_float(in[j]);
    }
}

const struct hs_kernels hsi_kernels_scalar = {
    .level = "scalar",
    .rows = ROWS,
    .cols = COLS,
    .group = 3 * COLS,
    .tile = tile,
    .pack_transposed = pack_transposed,
    .exp_rows = exp_rows,
    .scaled = scaled,
    .stream_scaled = scaled,
    .stream_end = stream_end,
    .entropy = entropy,
    .activate = activate,
    .gate = gate_row,
    .norm = norm,
    .add = add,
    .rotate = rotate,
    .dot = dot,
    .largest = largest,
    .widen = widen,
};
