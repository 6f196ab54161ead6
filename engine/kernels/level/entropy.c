/* entropy.c – the entropy of a row of weights, in double, at one CPU level. Called for every row of
 * every head on each keystroke. A weight p = 2^e m with m in [sqrt 1/2, sqrt 2) has ln p = e ln 2 +
 * 2 atanh(s), s = (m - 1) / (m + 1), and atanh by its series: |s| <= 0.1716, so what follows the
 * term of s^17 is below 4e-16. */
#include "kernels/level/vec.h"

enum { WIDE = LANES / 2 }; /* doubles in a vector */
typedef double dvec __attribute__((vector_size(LANES * 4)));
typedef uint64_t wide_uvec __attribute__((vector_size(LANES * 4)));
typedef float half_vec __attribute__((vector_size(LANES * 2)));
typedef float half_vec_unaligned __attribute__((vector_size(LANES * 2), aligned(4), may_alias));

/* -p ln p, and 0 where p is not above 0. */
INLINE dvec surprise(half_vec weights)
{
    const uint64_t root_half = 0x3FE6A09E667F3BCDu; /* the double sqrt 1/2 */
    dvec p = __builtin_convertvector(weights, dvec);
    /* Counted from sqrt 1/2, a double's exponent field is e + 1023 and its fraction what m has over
     * sqrt 1/2. */
    wide_uvec bits = (wide_uvec)p + (0x3FF0000000000000u - root_half);
    dvec m = (dvec)((bits & 0x000FFFFFFFFFFFFFu) + root_half);
    /* 2^52 has its last bit at 1: the field put there is 2^52 + e + 1023. */
    dvec e = (dvec)(bits >> 52 | 0x4330000000000000u) - (4503599627370496.0 + 1023.0);
    dvec s = (m - 1.0) / (m + 1.0), w = s * s;
    dvec q = w * (1.0 / 17) + 1.0 / 15;
    q = q * w + 1.0 / 13;
    q = q * w + 1.0 / 11;
    q = q * w + 1.0 / 9;
    q = q * w + 1.0 / 7;
    q = q * w + 1.0 / 5;
    q = q * w + 1.0 / 3;
    dvec tail = q * w, twice = s + s;
    dvec of_m = twice * tail + twice;
    dvec logarithm = e * 0.693147180559945309 + of_m;
    return (dvec)((wide_uvec)(p * -logarithm) & (wide_uvec)(p > 0.0));
}

INLINE half_vec load_half(const float *from)
{
    return *(const half_vec_unaligned *)from;
}

/* Two sums at once hide the latency of the additions; missing weights are zeros. */
double LEVEL(entropy)(const float *row, size_t count)
{
    dvec sum[2] = {{0}, {0}};
    size_t j = 0;
    for (; j + LANES <= count; j += LANES) {
        sum[0] += surprise(load_half(row + j));
        sum[1] += surprise(load_half(row + j + WIDE));
    }
    float rest[LANES] = {0};
    for (size_t i = 0; j + i < count; i++)
        rest[i] = row[j + i];
    sum[0] += surprise(load_half(rest));
    sum[1] += surprise(load_half(rest + WIDE));
    dvec both = sum[0] + sum[1];
    double total = 0;
    UNROLL
    for (size_t i = 0; i < WIDE; i++)
        total += both[i];
    return total;
}
