/* sparse.h – embeddings without their zeros, and their products with a block of weight columns: what both trainers spend
 * most of their time on. All loops are element by element over columns, so the numbers do not depend on the vector width. */
#ifndef HS_TRAIN_SPARSE_H
#define HS_TRAIN_SPARSE_H

#include "hs_preset.h"

/* Columns of weights that are worked on together: (features, SPARSE_BLOCK) row-major. */
enum { SPARSE_BLOCK = 128 };

/* A feature vector without its zeros; borrowed. */
struct sparse_row {
    size_t count;
    const uint16_t *index; /* (count) */
    const float *value;    /* (count) */
};

/* The same numbers by feature: the tokens that have it, ascending. */
struct sparse_column {
    uint16_t feature, count;
    const uint8_t *token; /* (count) */
    const float *value;   /* (count) */
};

struct sparse_sentence {
    size_t n, columns;
    const struct sparse_row *row;       /* (n) */
    const struct sparse_column *column; /* (columns), ascending features */
};
/* Fills column (room for HS_D_MODEL), token and value (room for all entries of the rows) and
 * returns the number of columns. */
size_t hsi_sparse_transpose(const struct sparse_row *row, size_t n, struct sparse_column *column,
    uint8_t *token, float *value);
/* out (SPARSE_BLOCK) = row times weights. */
void hsi_sparse_project(const struct sparse_row *row, const float *weights, float *out);
/* gradient += X^T D: D's row of token i is at d + i * stride. */
void hsi_sparse_add(const struct sparse_sentence *x, const float *d, size_t stride, float *gradient);

#endif
