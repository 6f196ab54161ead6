/* tile.c – the tile of a matrix product, at one CPU level. Nearly all of a pass is spent here.
 * All sums of a tile stay in registers while its rows and its panel stream by: per term two loads
 * of the panel and one spread element of each row for 2 x rows multiply-adds. The number of rows
 * must be a constant for that, so there is one function per number of rows. */
#include "kernels/level/vec.h"

/* The panel is read in order, but often for the first time (weights from the third-level cache):
 * asking for it this many floats ahead keeps the sums from waiting. */
enum { AHEAD = 1024 };

/* Three rows share an address register, for want of more. */
INLINE void tile_of(const size_t rows, const struct hs_tile *tile)
{
    const float *a[(TILE_ROWS + 2) / 3], *b = tile->b, *init = tile->init, *ahead = tile->ahead;
    float *c = tile->c;
    const size_t a_row = tile->a_row, init_row = tile->init_row, c_row = tile->c_row;
    const size_t ahead_step = tile->ahead_step;
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
        __builtin_prefetch(ahead, 0, 2);
        ahead += ahead_step;
        UNROLL
        for (size_t r = 0; r < rows; r++) {
            vec x = spread(a[r / 3][r % 3 * a_row]);
            sum[r][0] += x * b0;
            sum[r][1] += x * b1;
        }
        b += COLS;
        UNROLL
        for (size_t g = 0; g < (rows + 2) / 3; g++)
            a[g]++;
    }
    if (tile->scale != 1) { /* most tiles are spared the multiplications, which change nothing */
        UNROLL
        for (size_t r = 0; r < rows; r++) {
            sum[r][0] *= scale;
            sum[r][1] *= scale;
        }
    }
    UNROLL
    for (size_t r = 0; r < rows; r++) {
        store(c + r * c_row, sum[r][0]);
        store(c + r * c_row + LANES, sum[r][1]);
    }
}

#define TILE(n)                                                                                    \
    static void tile_##n(const struct hs_tile *tile)                                               \
    {                                                                                              \
        tile_of(n, tile);                                                                          \
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

typedef void tile_function(const struct hs_tile *tile);

void LEVEL(tile)(size_t rows, const struct hs_tile *tile)
{
    static tile_function *const of_rows[TILE_ROWS] = {
        tile_1,
        tile_2,
        tile_3,
        tile_4,
        tile_5,
        tile_6,
#if TILE_ROWS >= 12
        tile_7,
        tile_8,
        tile_9,
        tile_10,
        tile_11,
        tile_12,
#endif
#if TILE_ROWS >= 14
        tile_13,
        tile_14,
#endif
    };
    of_rows[rows - 1](tile);
}
