/* adam.c – see adam.h. */
#include "preset/train/adam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HOT __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HOT
#endif

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
