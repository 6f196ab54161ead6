/* preset_rig.h – what several tests of the preset make. */
#ifndef HEADSCOPE_PRESET_RIG_H
#define HEADSCOPE_PRESET_RIG_H

#include <stdint.h>
#include <stdlib.h>

#include "preset/features/features.h"

/* Tagger weights with many different bits, not from training. free() them; NULL when memory ran out. */
static inline float *rig_tagger_weights(uint32_t seed)
{
    size_t count = hsi_tagger_inputs() * HS_TAG_COUNT;
    float *weights = malloc(count * sizeof *weights);
    for (size_t i = 0; weights && i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        weights[i] = (float)(seed >> 8) / 16777216.0f - 0.5f;
    }
    return weights;
}

#endif
