/* vec.h – vectors of floats as wide as the CPU level being built, in GCC and Clang vector
 * extensions. Included by the sources of level/, which kernels.cmake compiles once per level with
 * HS_LEVEL defined. Where the extensions have no word for something (maximum, store past the
 * caches), one intrinsic per level stands here.
 *
 * Rounding: these sources are compiled with -ffp-contract=fast, so that a + b * c is one fused
 * operation where the CPU has it. Every expression is written so that there is only one way to
 * contract it, which keeps the bits equal between compilers of one level. */
#ifndef HS_KERNELS_VEC_H
#define HS_KERNELS_VEC_H

#include "kernels/kernels.h"

#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 12
#error "needs GCC 12 or Clang, for __builtin_shufflevector"
#endif

#if defined(__AVX512F__)
#include <immintrin.h>
#define LANES 16
#elif defined(__AVX__)
#include <immintrin.h>
#define LANES 8
#elif defined(__SSE2__)
#include <emmintrin.h>
#define LANES 4
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#define LANES 4
#else
#error "no vector level for this target; only scalar.c is built"
#endif

/* hsi_avx2_tile and so on: one name per level for everything that is not static. */
#define LEVEL_JOIN_(level, name) hsi_##level##_##name
#define LEVEL_JOIN(level, name) LEVEL_JOIN_(level, name)
#define LEVEL(name) LEVEL_JOIN(HS_LEVEL, name)

#define INLINE static inline __attribute__((always_inline))
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

typedef float vec __attribute__((vector_size(LANES * 4)));
typedef float vec_unaligned __attribute__((vector_size(LANES * 4), aligned(4), may_alias));
typedef int32_t ivec __attribute__((vector_size(LANES * 4)));  /* what comparisons give */
typedef uint32_t uvec __attribute__((vector_size(LANES * 4))); /* bits to calculate with */

INLINE vec load(const float *from)
{
    return *(const vec_unaligned *)from;
}

INLINE void store(float *to, vec x)
{
    *(vec_unaligned *)to = x;
}

/* The first `count` < LANES floats, zeros behind them. */
INLINE vec load_part(const float *from, size_t count)
{
    vec x = {0};
    memcpy(&x, from, count * sizeof *from);
    return x;
}

INLINE void store_part(float *to, vec x, size_t count)
{
    memcpy(to, &x, count * sizeof *to);
}

/* x in every lane. Subtracting zero is exact, -0 included. */
INLINE vec spread(float x)
{
    return x - (vec){0};
}

/* A compare and select takes three instructions for what one does. b where a is NaN. */
INLINE vec larger(vec a, vec b)
{
#if defined(__AVX512F__)
    return (vec)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX__)
    return (vec)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (vec)_mm_max_ps((__m128)a, (__m128)b);
#else
    return (vec)vmaxnmq_f32((float32x4_t)a, (float32x4_t)b);
#endif
}

/* Of whole numbers; SSE2 has no such instruction. */
INLINE ivec larger_whole(ivec a, ivec b)
{
#if defined(__AVX512F__)
    return (ivec)_mm512_max_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (ivec)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    ivec mask = a > b;
    return (a & mask) | (b & ~mask);
#endif
}

/* x where the lanes of `mask` are all ones, 0 where they are zero. */
INLINE vec where(ivec mask, vec x)
{
    return (vec)((ivec)x & mask);
}

/* Stores past the caches; `to` is aligned to the vector. Ended by a fence. */
INLINE void stream(float *to, vec x)
{
#if defined(__AVX512F__)
    _mm512_stream_ps(to, (__m512)x);
#elif defined(__AVX__)
    _mm256_stream_ps(to, (__m256)x);
#elif defined(__SSE2__)
    _mm_stream_ps(to, (__m128)x);
#else
    store(to, x);
#endif
}

INLINE void stream_fence(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/* LIST(F, s) is F(0, s), F(1, s) … for every lane: the index lists of shuffles. */
#define LIST4(F, s, o) F(o, s), F(o + 1, s), F(o + 2, s), F(o + 3, s)
#define LIST8(F, s, o) LIST4(F, s, o), LIST4(F, s, o + 4)
#if LANES == 16
#define LIST(F, s) LIST8(F, s, 0), LIST8(F, s, 8)
#elif LANES == 8
#define LIST(F, s) LIST8(F, s, 0)
#else
#define LIST(F, s) LIST4(F, s, 0)
#endif

/* The lane `s` away, s a power of two: for sums and maxima over the lanes, by halves. */
#define PARTNER(i, s) ((i) ^ (s))
#if LANES == 16
#define FOLD(x, by)                                                                                \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 8)));                                    \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 4)));                                    \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 2)));                                    \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 1)))
#elif LANES == 8
#define FOLD(x, by)                                                                                \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 4)));                                    \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 2)));                                    \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 1)))
#else
#define FOLD(x, by)                                                                                \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 2)));                                    \
    x = by(x, __builtin_shufflevector(x, x, LIST(PARTNER, 1)))
#endif

INLINE vec sum_of(vec a, vec b)
{
    return a + b;
}

INLINE float lanes_sum(vec x)
{
    FOLD(x, sum_of);
    return x[0];
}

INLINE float lanes_max(vec x)
{
    FOLD(x, larger);
    return x[0];
}

/* A tile is TILE_ROWS rows of two vectors: as many sums as the registers hold beside two vectors of
 * the panel and a spread element. 32 registers: 14 x 2 (AVX-512), 12 x 2 (NEON); 16 registers: 6
 * x 2. */
#if LANES == 16
#define TILE_ROWS 14
#elif defined(__ARM_NEON)
#define TILE_ROWS 12
#else
#define TILE_ROWS 6
#endif
#define COLS (2 * LANES)

/* The kernels of one level, put into its table by table.c. */
void LEVEL(tile)(size_t rows, const struct hs_tile *tile);
void LEVEL(pack_transposed)(size_t rows, size_t depth, const float *b, size_t b_row, float *panel);
void LEVEL(exp_rows)(size_t rows, float *row, size_t stride, size_t count, float *sum);
void LEVEL(scaled)(float *out, const float *in, float factor, size_t count);
void LEVEL(stream_scaled)(float *out, const float *in, float factor, size_t count);
void LEVEL(stream_end)(void);
double LEVEL(entropy)(const float *row, size_t count);
void LEVEL(activate)(enum hs_activation kind, float *row, size_t count);
void LEVEL(gate)(enum hs_activation kind, float *row, const float *gate, size_t count);
void LEVEL(norm)(enum hs_norm kind, float *out, const float *in, const float *weight,
    const float *bias, size_t count, float epsilon);
void LEVEL(add)(float *to, const float *row, size_t count);
void LEVEL(rotate)(float *row, const float *cosine, const float *sine, size_t half);
float LEVEL(dot)(const float *a, const float *b, size_t count);
uint32_t LEVEL(largest)(uint32_t so_far, const float *x, size_t row, size_t rows, size_t columns);
void LEVEL(widen)(bool brain, float *out, const uint16_t *in, size_t count);

#endif
