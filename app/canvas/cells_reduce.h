/* cells_reduce.h – several cells into one value: rows first, then columns. Private to cells.c. */
#ifndef HEADSCOPE_CELLS_REDUCE_H
#define HEADSCOPE_CELLS_REDUCE_H

#include "canvas/cells.h"

#include <math.h>

struct cell_span { /* cells [from, to), counted from the first visible one */
    uint32_t from, to;
};

struct cells_reducer {
    const struct cells *cells;
    size_t first_col, col_count;
    float *value;   /* (col_count) maximum, -INFINITY where all is masked; or sum */
    float *weight;  /* (col_count) how many cells the sum holds; only for REDUCE_MEAN */
    float *reduced; /* (pixels) */
    uint8_t *index; /* (max(col_count, pixels)) palette indices */
};

bool cells_reducer_init(struct cells_reducer *reducer, const struct cells *cells, size_t first_col,
    size_t col_count, size_t pixels);
void cells_reducer_free(struct cells_reducer *reducer);
/* Reduces the matrix rows [from, to) for every visible column; then one of the two below gives the
 * values, which are borrowed until the next call. */
void cells_reduce_rows(struct cells_reducer *reducer, size_t from, size_t to);
const float *cells_reduce_cols(/* one value per pixel */
    struct cells_reducer *reducer, const struct cell_span *span, size_t pixels);
const float *cells_keep_cols(struct cells_reducer *reducer); /* one value per visible column */

/* The first column that the causal mask hides in this row; cols when it hides none. */
static inline size_t cells_row_end(const struct cells *cells, size_t row)
{
    if (!cells->causal)
        return cells->matrix.cols;
    long end = (long)row + cells->causal_shift + 1;
    end = end > 0 ? end : 0;
    return (size_t)end < cells->matrix.cols ? (size_t)end : cells->matrix.cols;
}

#endif
