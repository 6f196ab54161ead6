/* adam.h – Adam (Kingma & Ba 2015, algorithm 1) on one array of weights. */
#ifndef HS_TRAIN_ADAM_H
#define HS_TRAIN_ADAM_H

#include "base/base.h"

struct adam {
    size_t count;
    float *gradient, *mean, *square; /* (count) each */
    double beta1_power, beta2_power; /* beta^t */
};
enum hs_status hsi_adam_open(struct adam *adam, size_t count, struct hs_error *error);
void hsi_adam_drop(struct adam *adam);
/* One step down adam->gradient * scale with this rate; decay is added to the gradient (L2). Clears
 * the gradient. */
void hsi_adam_step(struct adam *adam, float *weights, float scale, float rate, float decay);
/* The rate of a step, from 0: up to `largest` over the first tenth of `steps` (at most 300 of them), then half a cosine down. */
float hsi_rate_at(size_t step, size_t steps, float largest);

#endif
