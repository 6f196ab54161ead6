/* layer.h – one attention layer of eight heads, trained head by head: the heads share no weight, so
 * each is a problem of its own. Forward pass, loss and gradient of one sentence; sparse inputs.
 * Used by the stages and by the gradient check.
 *
 *   S = (X W^Q_r) (X W^K_r)^T / sqrt(d_k), A = softmax of each row (Vaswani et al. 2017, 3.2.2)
 *   a row with a set of targets: L = w [(1 - e) (-sum_j T_j ln A_j) + e (-1/n sum_j ln A_j)]
 *   a row where any target will do (pronouns): the first term is -ln sum of A over the set
 *   a row without the relation: T is even
 *   dL/dS = w (A - T'), T' the mixed target; dW^Q_r = X^T dS K / sqrt(d_k), dW^K_r = X^T dS^T Q /
 * sqrt(d_k)
 *
 * All loops are element by element over columns, so the numbers do not depend on the vector width. */
#ifndef HS_TRAIN_LAYER_H
#define HS_TRAIN_LAYER_H

#include "preset/train/grammar/grammar.h"
#include "preset/train/sparse.h"

enum {
    HEADS = 8,
    HEAD_DIM = 64,       /* d_k = 512 / 8 */
    PAIR = 2 * HEAD_DIM, /* a feature's row of W^Q_r, then of W^K_r */
};
_Static_assert((int)PAIR == (int)SPARSE_BLOCK, "a head's columns are one block");

/* What head r should do for one query. */
enum row_kind { ROW_EVEN, ROW_SET, ROW_ANY_OF, ROW_UNKNOWN };

struct head_targets {
    float weight[HS_EXAMPLE_TOKENS]; /* (n) of the row in the loss */
    uint8_t kind[HS_EXAMPLE_TOKENS]; /* (n) enum row_kind */
    float target[HS_EXAMPLE_TOKENS]
                [HS_EXAMPLE_TOKENS]; /* (n, n) T; for ROW_ANY_OF 1 on every accepted key */
};

/* Row weights and loss shape; all >= 0. */
struct loss_shape {
    float even[HEADS];      /* weight of a row without the relation */
    float smoothing[HEADS]; /* e above */
    float several;          /* weight of a place-and-time row with more than one target */
    float relative;         /* weight of a relative pronoun's row */
};
void hsi_targets_fill(const struct hs_example *example, size_t head, const struct loss_shape *shape,
    struct head_targets *targets);

/* weights and gradient: (features, PAIR) of one head. Adds the sentence's gradient, its loss to
 * *loss and the sum of its row weights to *row_weight. gradient or loss may be NULL: not wanted. */
void hsi_layer_sentence(const struct sparse_sentence *x, const struct head_targets *targets,
    float smoothing, const float *weights, float *gradient, double *row_weight, double *loss);
/* Attention only, for measuring. */
void hsi_layer_attend(
    const struct sparse_sentence *x, const float *weights, float (*attention)[HS_EXAMPLE_TOKENS]);

#endif
