/* peak.h – how many multiply-adds one core can do at a CPU level: the yardstick of the benches.
 * Sums in registers only, no memory. Each function does `rounds` x PEAK_FLOPS operations in float
 * (a multiply-add is two). */
#ifndef HS_BENCH_PEAK_H
#define HS_BENCH_PEAK_H

/* Returns the operations done; the sums go to *sink so that they are not optimised away. */
typedef double peak_function(unsigned long rounds, float *sink);

peak_function peak_sse2, peak_avx2, peak_avx512, peak_neon;

#endif
