/* scalar.c – every kernel as one would write it on paper: the level "scalar".
 * Read this file to know what the kernels mean; the vector levels in level/ answer to the same
 * tests. It is also what runs on a CPU for which no vector level is built.
 */
#include "kernels/levels.h"

#include <math.h>

enum { ROWS = 4, COLS = 8 };

const float hs_tile_zero[HS_PANEL_COLS_MAX];

static void tile_packed(size_t rows, const struct hs_tile *tile)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < COLS; c++) {
            float sum = tile->init[r * tile->init_row + c];
            for (size_t k = 0; k < tile->depth; k++)
                sum += tile->a[k * rows + r] * tile->b[k * COLS + c];
            tile->c[r * tile->c_row + c] = sum * tile->scale;
        }
    }
}

static void tile_rows(size_t rows, const struct hs_tile *tile)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < COLS; c++) {
            float sum = tile->init[r * tile->init_row + c];
            for (size_t k = 0; k < tile->depth; k++)
                sum += tile->a[r * tile->a_row + k] * tile->b[k * COLS + c];
            tile->c[r * tile->c_row + c] = sum * tile->scale;
        }
    }
}

static void pack_rows(size_t rows, size_t depth, const float *a, size_t a_row, float *packed)
{
    for (size_t k = 0; k < depth; k++)
        for (size_t r = 0; r < rows; r++)
            packed[k * rows + r] = a[r * a_row + k];
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
    .tile_packed = tile_packed,
    .tile_rows = tile_rows,
    .pack_rows = pack_rows,
    .pack_transposed = pack_transposed,
    .exp_row = exp_row,
    .scaled = scaled,
    .stream_scaled = scaled,
    .stream_end = stream_end,
    .entropy = entropy,
};
