/* adam.c – see adam.h. */
#include "preset/train/adam.h"

#include "preset/features/numbers.h"
#include "preset/train/lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum hs_status hsi_adam_open(struct adam *adam, size_t count, struct hs_error *error)
{
    *adam = (struct adam){.count = count, .beta1_power = 1, .beta2_power = 1};
    adam->gradient = calloc(count, sizeof(float));
    adam->mean = calloc(count, sizeof(float));
    adam->square = calloc(count, sizeof(float));
    if (adam->gradient && adam->mean && adam->square)
        return HS_OK;
    hsi_adam_drop(adam);
    return hs_fail(error, HS_NO_MEMORY, "no memory for the optimiser");
}

void hsi_adam_drop(struct adam *adam)
{
    free(adam->gradient);
    free(adam->mean);
    free(adam->square);
    *adam = (struct adam){0};
}

float hsi_rate_at(size_t step, size_t steps, float largest)
{
    size_t warm_up = steps / 10 < 300 ? steps / 10 + 1 : 300;
    double sine, cosine;
    hsi_sin_cos(3.14159265358979 * (double)step / (double)steps, &sine, &cosine);
    float rate = largest * (float)(.5 * (1 + cosine)) + largest * .003f;
    return step < warm_up ? rate * (float)(step + 1) / (float)warm_up : rate;
}

HOT void hsi_adam_step(struct adam *adam, float *restrict weights, float scale, float rate, float decay)
{
    const float beta1 = .9f, beta2 = .98f, epsilon = 1e-8f;
    float *restrict gradient = adam->gradient, *restrict mean = adam->mean,
                    *restrict square = adam->square;
    size_t count = adam->count;
    adam->beta1_power *= (double)beta1;
    adam->beta2_power *= (double)beta2;
    // the two bias corrections folded into the rate: m / (1 - b1^t) / sqrt(v / (1 - b2^t))
    float corrected = rate * (float)(sqrt(1 - adam->beta2_power) / (1 - adam->beta1_power));
    for (size_t i = 0; i < count; i++) {
        float g = gradient[i] * scale + decay * weights[i];
        mean[i] = beta1 * mean[i] + (1 - beta1) * g;
        square[i] = beta2 * square[i] + (1 - beta2) * g * g;
        weights[i] -= corrected * mean[i] / (sqrtf(square[i]) + epsilon);
        gradient[i] = 0;
    }
}
