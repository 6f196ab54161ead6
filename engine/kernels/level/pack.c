/* pack.c – rows into the order in which tiles read a panel, by square transposes in registers, at
 * one CPU level. A square of LANES x LANES floats is transposed in log2(LANES) steps: step s
 * exchanges, between vectors s apart, the lanes that are s apart. */
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
