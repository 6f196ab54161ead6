/* peak.c – see peak.h. Compiled once per CPU level with the same flags as the kernels. */
#include "peak.h"

#include <stddef.h>

#if defined(__AVX512F__)
#define LANES 16
#define SUMS 24 /* of 32 registers: latency 4 x 2 units need at least 8 */
#define NAME peak_avx512
#elif defined(__AVX__)
#define LANES 8
#define SUMS 12 /* of 16 registers */
#define NAME peak_avx2
#elif defined(__ARM_NEON)
#define LANES 4
#define SUMS 24
#define NAME peak_neon
#else
#define LANES 4
#define SUMS 12
#define NAME peak_sse2
#endif

typedef float vec __attribute__((vector_size(LANES * 4)));

double NAME(unsigned long rounds, float *sink)
{
    /* Read through a volatile: the compiler must not know the numbers. They keep the sums small and
     * normal. */
    volatile float start = 1e-3f;
    vec x = start - (vec){0}, y = 1.0f - x, sum[SUMS], total = {0};
#if defined(__clang__)
#pragma clang loop unroll(full)
#else
#pragma GCC unroll 32
#endif
    for (size_t i = 0; i < SUMS; i++)
        sum[i] = x * (float)i;
    for (unsigned long r = 0; r < rounds; r++) {
#if defined(__clang__)
#pragma clang loop unroll(full)
#else
#pragma GCC unroll 32
#endif
        for (size_t i = 0; i < SUMS; i++)
            sum[i] = x + sum[i] * y; /* tends to x / (1 - y) = 1 */
    }
    for (size_t i = 0; i < SUMS; i++)
        total += sum[i];
    for (size_t i = 0; i < LANES; i++)
        *sink += total[i];
    return 2.0 * LANES * SUMS * (double)rounds;
}
