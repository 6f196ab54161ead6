/* cpu.c – which kernel table this machine runs, and the packing that is the same at every level.
 * Called by mha/ when a model is made. The choice is taken from the CPU's own features each time;
 * nothing is stored. `hs_cpu_level` is the public name of it. */
#include "kernels/levels.h"
#include "hs_mha.h"

#include <stdlib.h>
#include <string.h>

static const struct hs_kernels *const levels[] = {
    &hsi_kernels_scalar,
#ifdef HS_LEVEL_SSE2
    &hsi_kernels_sse2,
#endif
#ifdef HS_LEVEL_AVX2
    &hsi_kernels_avx2,
#endif
#ifdef HS_LEVEL_AVX512
    &hsi_kernels_avx512,
#endif
#ifdef HS_LEVEL_NEON
    &hsi_kernels_neon,
#endif
};

const struct hs_kernels *hsi_kernels_level(size_t index)
{
    return index < sizeof levels / sizeof *levels ? levels[index] : NULL;
}

int hsi_kernels_runs(const struct hs_kernels *kernels)
{
#ifdef HS_LEVEL_AVX2
    __builtin_cpu_init();
    if (kernels == &hsi_kernels_avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
#ifdef HS_LEVEL_AVX512
    if (kernels == &hsi_kernels_avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("fma");
#endif
    return kernels != NULL; /* scalar and the architecture's baseline run everywhere */
}

const struct hs_kernels *hsi_kernels_best(void)
{
    const struct hs_kernels *best = levels[0];
#ifdef HS_CPU_FROM_ENVIRONMENT
    const char *cap = getenv("HS_CPU");
#else
    const char *cap = NULL;
#endif
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (hsi_kernels_runs(levels[i]))
            best = levels[i];
        if (cap && strcmp(cap, levels[i]->level) == 0)
            break;
    }
    return best;
}

const char *hs_cpu_level(void)
{
    return hsi_kernels_best()->level;
}

void hsi_pack_panels(const struct hs_kernels *kernels, size_t depth, size_t columns, const float *b,
    size_t b_row, float *panels)
{
    size_t cols = kernels->cols;
    for (size_t first = 0; first < columns; first += cols) {
        size_t width = columns - first < cols ? columns - first : cols;
        for (size_t k = 0; k < depth; k++, panels += cols) {
            memcpy(panels, b + k * b_row + first, width * sizeof *b);
            memset(panels + width, 0, (cols - width) * sizeof *b);
        }
    }
}
