/* reference.h – multi-head attention as the formula says it, in double precision: slow, obvious, and without a line of code in
 * common with the fast pass, which the tests hold against it. Read it first. */
#ifndef HS_MHA_REFERENCE_H
#define HS_MHA_REFERENCE_H

#include "hs_mha.h"

/* Every plane, named as in hs.h: (n, d_model) Q, concat, output; (m, d_model) K, V; (h, n, m) raw, scores, weights. */
struct hs_reference {
    double *Q, *K, *V, *raw, *scores, *weights, *concat, *output;
    double *memory; /* of all */
};
/* `config` as hs_mha_plan_new() takes it; keep and threads say nothing here. X_q is (n, d_model), X_kv (m, d_model). */
enum hs_status hsi_reference_new(const struct hs_weights *weights, const struct hs_mha_config *config, const float *X_q,
    const float *X_kv, struct hs_reference *reference, struct hs_error *error);
void hsi_reference_drop(struct hs_reference *reference);

#endif
