/* sparse.c – see sparse.h. */
#include "preset/train/sparse.h"

#include "preset/train/lanes.h"

#include <string.h>

enum { PARTS = SPARSE_BLOCK / LANES };

size_t hsi_sparse_transpose(const struct sparse_row *row, size_t n, struct sparse_column *column,
    uint8_t *token, float *value)
{
    uint16_t at[HS_D_MODEL + 1] = {0}; // counts, then the next free place of each feature
    size_t columns = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < row[i].count; k++)
            at[row[i].index[k] + 1]++;
    for (size_t f = 0; f < HS_D_MODEL; f++) {
        uint16_t count = at[f + 1];
        at[f + 1] = (uint16_t)(at[f] + count);
        if (count)
            column[columns++] =
                (struct sparse_column){(uint16_t)f, count, token + at[f], value + at[f]};
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < row[i].count; k++) {
            uint16_t place = at[row[i].index[k]]++;
            token[place] = (uint8_t)i;
            value[place] = row[i].value[k];
        }
    return columns;
}

HOT void hsi_sparse_project(
    const struct sparse_row *restrict row, const float *restrict weights, float *restrict out)
{
    lanes sum[PARTS];
    for (int b = 0; b < PARTS; b++)
        sum[b] = (lanes){0};
    for (size_t i = 0; i < row->count; i++) {
        const lanes *w = (const lanes *)(weights + (size_t)row->index[i] * SPARSE_BLOCK);
        float value = row->value[i];
        for (int b = 0; b < PARTS; b++)
            sum[b] += value * w[b];
    }
    memcpy(out, sum, sizeof sum);
}

/* A feature's row at a time: it is read and written once for all its tokens. */
HOT void hsi_sparse_add(const struct sparse_sentence *restrict x, const float *restrict d,
    size_t stride, float *restrict gradient)
{
    for (size_t c = 0; c < x->columns; c++) {
        const struct sparse_column *column = &x->column[c];
        lanes sum[PARTS], *g = (lanes *)(gradient + (size_t)column->feature * SPARSE_BLOCK);
        for (int b = 0; b < PARTS; b++)
            sum[b] = g[b];
        for (size_t i = 0; i < column->count; i++) {
            const lanes *row = (const lanes *)(d + column->token[i] * stride);
            float value = column->value[i];
            for (int b = 0; b < PARTS; b++)
                sum[b] += value * row[b];
        }
        for (int b = 0; b < PARTS; b++)
            g[b] = sum[b];
    }
}
