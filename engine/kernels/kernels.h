/* kernels.h – the inner loops of the engine: tiles of a matrix product, packing, the softmax row.
 * Called by mha/ and by set/ for its statistics. One table of functions per CPU level; all levels
 * compute the same formulas and differ only in vector width and rounding (fused or not). Promises:
 * a kernel touches exactly the elements its comment names, allocates nothing, and gives the same
 * bits for the same input whatever tile or thread an element falls into. Private to the engine. */
#ifndef HS_KERNELS_H
#define HS_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HS_TILE_ROWS_MAX 14u  /* most rows of a tile at any level */
#define HS_PANEL_COLS_MAX 32u /* most columns of a panel at any level */
#define HS_ROW_PAD 16u        /* softmax rows are padded to a multiple of this many floats */

/* One tile of C = scale * (init + A B): `rows` x `cols` (the level's panel width), all row-major. */
struct hs_tile {
    size_t depth;   /* terms of each sum, >= 0 */
    const float *a; /* term k of row r at a[r * a_row + k] */
    size_t a_row;
    const float *b; /* a panel: term k of column c at b[k * cols + c] */
    const float
        *init; /* start value at init[r * init_row + c]; a bias has init_row 0; may be c itself */
    size_t init_row;
    float *c; /* (rows, cols) at c[r * c_row + c] */
    size_t c_row;
    float scale;
    /* What is wanted after this tile: a float of every `ahead_step` from here on, `depth` of them,
     * is asked into the second-level cache by the way. Not read: it may lie past the end. */
    const float *ahead;
    size_t ahead_step;
};

enum hs_activation {
    HS_ACTIVATION_GELU,       /* x Phi(x), Phi the normal distribution ("gelu", by erf) */
    HS_ACTIVATION_GELU_TANH,  /* x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2 */
    HS_ACTIVATION_GELU_QUICK, /* x / (1 + exp(-1.702 x)) */
    HS_ACTIVATION_RELU,       /* max(x, 0) */
    HS_ACTIVATION_SILU,       /* x / (1 + exp(-x)) */
};

enum hs_norm {
    HS_NORM_LAYER, /* (x - mean) / sqrt(variance + epsilon) */
    HS_NORM_RMS,   /* x / sqrt(mean of x^2 + epsilon) */
};

struct hs_kernels {
    const char *level; /* "scalar", "sse2", "neon", "avx2", "avx512" */
    size_t rows;       /* most rows of a tile, <= HS_TILE_ROWS_MAX */
    size_t cols;       /* columns of a panel, <= HS_PANEL_COLS_MAX */
    size_t group;      /* most rows that share one reading of a weight; a multiple of cols */

    /* The tile product; 1 <= rows <= this->rows. It reads all `cols` columns of b and init. */
    void (*tile)(size_t rows, const struct hs_tile *tile);

    /* b (rows, depth) with row stride b_row -> panel[k * cols + r], the `b` of a tile: the
     * transpose. rows <= cols; columns from `rows` on become zero. */
    void (*pack_transposed)(size_t rows, size_t depth, const float *b, size_t b_row, float *panel);

    /* For `rows` rows, `stride` floats from one to the next: row[j] = exp(row[j] - max of row) for
     * j < count, a multiple of HS_ROW_PAD, and sum[r] becomes the sum of row r.
     * -INFINITY gives exactly 0, and so does NaN; a row of nothing else, or with +INFINITY in it,
     * becomes all 0 with sum 0: what comes out is finite whatever goes in. Error under 2 ulp of
     * each exp; below exp(-87.33), about the smallest normal float, results are 0. */
    void (*exp_rows)(size_t rows, float *row, size_t stride, size_t count, float *sum);

    /* out[j] = in[j] * factor for j < count. `stream_scaled` writes past the caches where it can
     * and needs `stream_end` on the same thread before another thread may read. in == out only for
     * `scaled`. */
    void (*scaled)(float *out, const float *in, float factor, size_t count);
    void (*stream_scaled)(float *out, const float *in, float factor, size_t count);
    void (*stream_end)(void);

    /* -sum of p ln p over the positive p = row[j], j < count, in double: each term to 1e-15 of its
     * size or of p, whichever is larger. Finite for finite weights. */
    double (*entropy)(const float *row, size_t count);

    /* row[j] = f(row[j]), and row[j] *= f(gate[j]), for j < count: within 1e-6 of |x| of f(x). */
    void (*activate)(enum hs_activation kind, float *row, size_t count);
    void (*gate)(enum hs_activation kind, float *row, const float *gate, size_t count);

    /* out[j] = norm of in, times weight[j] unless NULL, plus bias[j] unless NULL; out may be in. */
    void (*norm)(enum hs_norm kind, float *out, const float *in, const float *weight,
        const float *bias, size_t count, float epsilon);

    void (*add)(float *to, const float *row, size_t count); /* to[j] += row[j] */

    /* Turns the pairs (row[j], row[j + half]), j < half, by angles given as cosine and sine. */
    void (*rotate)(float *row, const float *cosine, const float *sine, size_t half);

    float (*dot)(const float *a, const float *b, size_t count); /* sum of a[j] b[j] */

    /* The largest |x[r * row + c]| of r < rows and c < columns, or `so_far` if that is larger: as its bits, so that infinity is
     * above all numbers and NaN above infinity. */
    uint32_t (*largest)(uint32_t so_far, const float *x, size_t row, size_t rows, size_t columns);

    /* 16-bit numbers to float, exactly: bfloat16 (`brain`) or IEEE binary16; NaN stays NaN. */
    void (*widen)(bool brain, float *out, const uint16_t *in, size_t count);
};

/* b (depth, columns) with row stride b_row -> panels of the level's width, one after the other,
 * each panel[k * cols + c]; missing columns of the last panel become zero. Done once per weight
 * matrix. */
void hsi_pack_panels(const struct hs_kernels *kernels, size_t depth, size_t columns, const float *b,
    size_t b_row, float *panels);

/* The levels built for this architecture in rising order; NULL past the last. Level 0 is "scalar". */
const struct hs_kernels *hsi_kernels_level(size_t index);
/* The best level this machine can run. Builds with HS_CPU_FROM_ENVIRONMENT (tests and benches,
 * never what is installed) let the environment variable HS_CPU=scalar|sse2|avx2|avx512|neon cap it. */
const struct hs_kernels *hsi_kernels_best(void);
/* Whether this machine can run the level. */
int hsi_kernels_runs(const struct hs_kernels *kernels);

/* Start values for a tile without bias: HS_PANEL_COLS_MAX zeros. */
extern const float hsi_tile_zero[HS_PANEL_COLS_MAX];

#endif
