/* levels.h – the tables of the levels, for cpu.c to choose from. Each is built only where its CPU
 * can be. */
#ifndef HS_KERNELS_LEVELS_H
#define HS_KERNELS_LEVELS_H

#include "kernels/kernels.h"

extern const struct hs_kernels hsi_kernels_scalar;
extern const struct hs_kernels hsi_kernels_sse2;
extern const struct hs_kernels hsi_kernels_avx2;
extern const struct hs_kernels hsi_kernels_avx512;
extern const struct hs_kernels hsi_kernels_neon;

#endif
