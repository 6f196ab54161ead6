/* packed.h – a weight matrix in the form that tiles want, and its product with rows. Called by checkpoint/ for
 * every linear layer. Weights may stay 16 bits wide in memory: a piece of a panel at a time is made float while it is used, which
 * halves what short texts have to read and changes no bit of a result. */
#ifndef HS_PACKED_H
#define HS_PACKED_H

#include "kernels/kernels.h"
#include "kernels/pool.h"

enum hs_packed_as { HS_PACKED_F32, HS_PACKED_BF16, HS_PACKED_F16 };

/* y = x W + b with W (depth, columns), as column panels. Zero-initialise; immutable once filled. */
struct hs_packed {
    const struct hs_kernels *kernels;
    size_t depth, columns, panels;
    enum hs_packed_as as;
    void *W;  /* (panels, depth, cols) of float or uint16_t; zeros past `columns` */
    float *b; /* (panels * cols) zeros until set */
};

/* Allocates; false when memory ran out or the size cannot be. hsi_packed_drop() frees what it holds, also of a zeroed one. */
bool hsi_packed_new(const struct hs_kernels *kernels, size_t depth, size_t columns, enum hs_packed_as as, struct hs_packed *packed);
void hsi_packed_drop(struct hs_packed *packed);
size_t hsi_packed_bytes(const struct hs_packed *packed);

/* A block of W: columns [column, column + columns), terms [term, term + terms). The element of column c and term k of the
 * block stands at from[c * column_step + k * term_step]; float, or uint16_t of the packed kind. */
struct hs_packed_block {
    size_t column, columns, term, terms;
    const void *from;
    size_t column_step, term_step;
};
void hsi_packed_fill(struct hs_packed *packed, const struct hs_packed_block *block);
/* W as rows of floats again: columns [column, column + columns) of all terms into to (depth, columns). */
void hsi_packed_unpack(const struct hs_packed *packed, size_t column, size_t columns, float *to);

/* Y = X W + b, then `activation` unless negative. Y has room for hsi_packed_row() floats a row, all of which are written. Rows
 * further apart than d by some lines fall into different sets of the cache: see hsi_packed_row(). */
struct hs_product {
    const struct hs_packed *W;
    const float *X; /* (rows, depth) */
    size_t x_row, rows;
    float *Y; /* (rows, columns) */
    size_t y_row;
    int activation;
    struct hs_pool *pool; /* NULL = the caller alone */
    unsigned threads;
};
void hsi_packed_product(const struct hs_product *product);
/* Floats from one row to the next for a matrix of so many columns that is the result of a product. */
size_t hsi_packed_row(const struct hs_kernels *kernels, size_t columns);

#endif
