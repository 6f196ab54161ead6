/* tile.c – the tile of a matrix product, at one CPU level. Nearly all of a pass is spent here.
 * All sums of a tile stay in registers while its rows and its panel stream by: per term two loads
 * of the panel and one spread element of each row for 2 x rows multiply-adds. The number of rows
 * must be a constant for that, so there is one function per number of rows.
 */
#include "kernels/level/vec.h"

/* The panel is read in order, but often for the first time (weights from the third-level cache):
 * asking for it this many floats ahead keeps the sums from waiting. */
enum { AHEAD = 1024 };

/* Term k of row r is a[r * a_row + k * a_step]. Three rows share an address register, for want of
 * more. */
INLINE void tile_of(
    const size_t rows, const struct hs_tile *tile, const size_t a_row, const size_t a_step)
{
    const float *a[(TILE_ROWS + 2) / 3], *b = tile->b, *init = tile->init;
    float *c = tile->c;
    const size_t init_row = tile->init_row, c_row = tile->c_row;
    const vec scale = spread(tile->scale);
    vec sum[TILE_ROWS][2];
    UNROLL
    for (size_t r = 0; r < rows; r++) {
        sum[r][0] = load(init + r * init_row);
        sum[r][1] = load(init + r * init_row + LANES);
    }
    UNROLL
    for (size_t g = 0; g < (rows + 2) / 3; g++)
        a[g] = tile->a + g * 3 * a_row;
    for (size_t k = tile->depth; k > 0; k--) {
        vec b0 = load(b), b1 = load(b + LANES);
        __builtin_prefetch(b + AHEAD);
#if LANES == 16
        __builtin_prefetch(b + AHEAD + LANES);
#endif
        UNROLL
        for (size_t r = 0; r < rows; r++) {
            vec x = spread(a[r / 3][r % 3 * a_row]);
            sum[r][0] += x * b0;
            sum[r][1] += x * b1;
        }
        b += COLS;
        UNROLL
        for (size_t g = 0; g < (rows + 2) / 3; g++)
            a[g] += a_step;
    }
    UNROLL
    for (size_t r = 0; r < rows; r++) {
        store(c + r * c_row, sum[r][0] * scale);
        store(c + r * c_row + LANES, sum[r][1] * scale);
    }
}

#define TILE(n)                                                                                    \
    static void packed_##n(const struct hs_tile *tile)                                             \
    {                                                                                              \
        tile_of(n, tile, 1, n);                                                                    \
    }                                                                                              \
    static void rows_##n(const struct hs_tile *tile)                                               \
    {                                                                                              \
        tile_of(n, tile, tile->a_row, 1);                                                          \
    }

TILE(1)
TILE(2)
TILE(3)
TILE(4)
TILE(5)
TILE(6)
#if TILE_ROWS >= 12
TILE(7)
TILE(8)
TILE(9)
TILE(10)
TILE(11)
TILE(12)
#endif
#if TILE_ROWS >= 14
TILE(13)
TILE(14)
#endif

#if TILE_ROWS >= 14
#define TILES_OVER_12(f) , f##13, f##14
#else
#define TILES_OVER_12(f)
#endif
#if TILE_ROWS >= 12
#define TILES_OVER_6(f) , f##7, f##8, f##9, f##10, f##11, f##12 TILES_OVER_12(f)
#else
#define TILES_OVER_6(f)
#endif
#define TILES(f)                                                                                   \
    {                                                                                              \
        f##1, f##2, f##3, f##4, f##5, f##6 TILES_OVER_6(f)                                         \
    }

typedef void tile_function(const struct hs_tile *tile);

void LEVEL(tile_packed)(size_t rows, const struct hs_tile *tile)
{
    static tile_function *const of_rows[TILE_ROWS] = TILES(packed_);
    of_rows[rows - 1](tile);
}

void LEVEL(tile_rows)(size_t rows, const struct hs_tile *tile)
{
    static tile_function *const of_rows[TILE_ROWS] = TILES(rows_);
    of_rows[rows - 1](tile);
}
