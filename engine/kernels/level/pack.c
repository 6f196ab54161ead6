/* pack.c – rows into the order tiles read them, by square transposes in registers, at one CPU
 * level. A square of LANES x LANES floats is transposed in log2(LANES) steps: step s exchanges,
 * between vectors s apart, the lanes that are s apart.
 */
#include "kernels/level/vec.h"

/* Lanes of the two vectors that step s makes of a pair: indices below LANES are of the first, the
 * others of the second. */
#define LOW(i, s) ((i) & (s) ? LANES + (i) - (s) : (i))
#define HIGH(i, s) ((i) & (s) ? LANES + (i) : (i) + (s))

#define STEP(s)                                                                                    \
    UNROLL                                                                                         \
    for (size_t i = 0; i < LANES; i++) {                                                           \
        if (i & (s))                                                                               \
            continue;                                                                              \
        vec x = row[i], y = row[i + (s)];                                                          \
        row[i] = __builtin_shufflevector(x, y, LIST(LOW, s));                                      \
        row[i + (s)] = __builtin_shufflevector(x, y, LIST(HIGH, s));                               \
    }

INLINE void transpose(vec *row)
{
    STEP(1)
    STEP(2)
#if LANES >= 8
    STEP(4)
#endif
#if LANES >= 16
    STEP(8)
#endif
}

/* LANES columns of `rows` rows, which may be more or fewer than LANES: what is missing is zero, not
 * read. */
INLINE void load_square(vec *row, size_t rows, const float *a, size_t a_row)
{
    UNROLL
    for (size_t r = 0; r < LANES; r++)
        row[r] = r < rows ? load(a + r * a_row) : (vec){0};
}

/* Squares that stand side by side in a packed column of TILE_ROWS rows. */
enum { SQUARES = (TILE_ROWS + LANES - 1) / LANES };

void LEVEL(pack_rows)(size_t rows, size_t depth, const float *a, size_t a_row, float *packed)
{
    size_t squares = (rows + LANES - 1) / LANES, over = squares * LANES - rows, k = 0;
    /* Each column is stored in whole vectors and runs over into the columns that are stored after
     * it. The last columns are copied one by one: enough of them that nothing is written past the
     * end. */
    for (; k + LANES <= depth && (depth - k - LANES) * rows >= over; k += LANES) {
        vec row[SQUARES][LANES];
        UNROLL
        for (size_t s = 0; s < SQUARES; s++) {
            if (s < squares) {
                load_square(row[s], rows - s * LANES, a + s * LANES * a_row + k, a_row);
                transpose(row[s]);
            }
        }
        UNROLL
        for (size_t c = 0; c < LANES; c++)
            UNROLL
        for (size_t s = 0; s < SQUARES; s++)
            if (s < squares)
                store(packed + (k + c) * rows + s * LANES, row[s][c]);
    }
    for (; k < depth; k++)
        for (size_t r = 0; r < rows; r++)
            packed[k * rows + r] = a[r * a_row + k];
}

void LEVEL(pack_transposed)(size_t rows, size_t depth, const float *b, size_t b_row, float *panel)
{
    size_t k = 0;
    for (; k + LANES <= depth; k += LANES) {
        for (size_t first = 0; first < COLS; first += LANES) {
            vec row[LANES];
            size_t left = rows > first ? rows - first : 0;
            load_square(row, left, b + (left ? first * b_row : 0) + k, b_row);
            transpose(row);
            UNROLL
            for (size_t c = 0; c < LANES; c++)
                store(panel + (k + c) * COLS + first, row[c]);
        }
    }
    for (; k < depth; k++)
        for (size_t r = 0; r < COLS; r++)
            panel[k * COLS + r] = r < rows ? b[r * b_row + k] : 0.0f;
}
