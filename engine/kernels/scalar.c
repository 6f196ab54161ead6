/* scalar.c – every kernel as one would write it on paper: the level "scalar".
 * Read this file to know what the kernels mean; the vector levels in level/ answer to the same
 * tests. It is also what runs on a CPU for which no vector level is built.
 */
#include "kernels/levels.h"

#include <math.h>

enum { ROWS = 4, COLS = 8 };

const float hs_tile_zero[HS_PANEL_COLS_MAX];

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

const struct hs_kernels hs_kernels_scalar = {
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
};
