/* packed.c – packs weights into column panels and multiplies rows with them. See packed.h.
 * A cell is a part of the panels times a unit of rows. Of a single unit every panel is a cell; else a part's weights are few
 * enough to stay in a second-level cache while the units pass over them. An element is one sum in the order of its terms,
 * so neither units, parts nor threads change a bit. */
#include "kernels/packed.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* Weights of a part, and terms of a 16-bit panel that are float at a time: 32 KiB of them. */
enum { PART_BYTES = 512 << 10, WIDE_TERMS = 256 };

static size_t element_bytes(const struct hs_packed *packed)
{
    return packed->as == HS_PACKED_F32 ? sizeof(float) : sizeof(uint16_t);
}

bool hsi_packed_new(const struct hs_kernels *kernels, size_t depth, size_t columns, enum hs_packed_as as, struct hs_packed *packed)
{
    size_t cols = kernels->cols, elements;
    struct hs_packed made = {.kernels = kernels, .depth = depth, .columns = columns, .as = as};
    made.panels = columns / cols + (columns % cols != 0);
    if (!hsi_size_mul(made.panels * cols, depth, &elements) || elements > SIZE_MAX / sizeof(float) - 1)
        return false;
    made.W = hsi_big_floats(as == HS_PACKED_F32 ? elements : (elements + 1) / 2);
    made.b = hsi_big_floats(made.panels * cols);
    if (!made.W || !made.b) {
        hsi_packed_drop(&made);
        return false;
    }
    memset(made.b, 0, made.panels * cols * sizeof *made.b);
    if (columns % cols) { /* what no weight will be written to */
        size_t panel = depth * cols * element_bytes(&made);
        memset((char *)made.W + (made.panels - 1) * panel, 0, panel);
    }
    *packed = made;
    return true;
}

void hsi_packed_drop(struct hs_packed *packed)
{
    free(packed->W);
    free(packed->b);
    *packed = (struct hs_packed){0};
}

size_t hsi_packed_bytes(const struct hs_packed *packed)
{
    size_t columns = packed->W ? packed->panels * packed->kernels->cols : 0;
    return columns * (packed->depth * element_bytes(packed) + sizeof(float));
}

/* One column of a block, of any element type. */
#define SCATTER(type)                                                                              \
    do {                                                                                           \
        const type *from = (const type *)block->from + c * block->column_step;                     \
        type *to = (type *)packed->W + (panel * packed->depth + block->term) * cols + lane;        \
        for (size_t k = 0; k < block->terms; k++)                                                  \
            to[k * cols] = from[k * block->term_step];                                             \
    } while (0)

/* Columns side by side in a panel whose rows are pieces of the block's: copied term by term. */
static void fill_pieces(struct hs_packed *packed, const struct hs_packed_block *block)
{
    size_t cols = packed->kernels->cols, size = element_bytes(packed);
    for (size_t c = 0, some; c < block->columns; c += some) {
        size_t panel = (block->column + c) / cols, lane = (block->column + c) % cols;
        some = cols - lane < block->columns - c ? cols - lane : block->columns - c;
        const char *from = (const char *)block->from + c * size;
        char *to = (char *)packed->W + ((panel * packed->depth + block->term) * cols + lane) * size;
        for (size_t k = 0; k < block->terms; k++)
            memcpy(to + k * cols * size, from + k * block->term_step * size, some * size);
    }
}

void hsi_packed_fill(struct hs_packed *packed, const struct hs_packed_block *block)
{
    const struct hs_kernels *kernels = packed->kernels;
    size_t cols = kernels->cols;
    if (block->column_step == 1) {
        fill_pieces(packed, block);
        return;
    }
    for (size_t c = 0; c < block->columns; c++) {
        size_t panel = (block->column + c) / cols, lane = (block->column + c) % cols;
        if (packed->as == HS_PACKED_F32 && lane == 0 && c + cols <= block->columns && block->term_step == 1) {
            kernels->pack_transposed(cols, block->terms, (const float *)block->from + c * block->column_step, block->column_step,
                (float *)packed->W + (panel * packed->depth + block->term) * cols);
            c += cols - 1;
        } else if (packed->as == HS_PACKED_F32) {
            SCATTER(float);
        } else {
            SCATTER(uint16_t);
        }
    }
}

/* Terms [first, first + count) of a panel as floats: where they are, or made in `wide`. */
static const float *panel_terms(const struct hs_packed *packed, size_t panel, size_t first, size_t count, float *wide)
{
    size_t cols = packed->kernels->cols, at = (panel * packed->depth + first) * cols;
    if (packed->as == HS_PACKED_F32)
        return (const float *)packed->W + at;
    packed->kernels->widen(packed->as == HS_PACKED_BF16, wide, (const uint16_t *)packed->W + at, count * cols);
    return wide;
}

void hsi_packed_unpack(const struct hs_packed *packed, size_t column, size_t columns, float *to)
{
    float wide[HS_PANEL_COLS_MAX];
    size_t cols = packed->kernels->cols;
    for (size_t c = 0, some; c < columns; c += some) {
        size_t panel = (column + c) / cols, lane = (column + c) % cols;
        some = cols - lane < columns - c ? cols - lane : columns - c;
        for (size_t k = 0; k < packed->depth; k++)
            memcpy(to + k * columns + c, panel_terms(packed, panel, k, 1, wide) + lane, some * sizeof *to);
    }
}

size_t hsi_packed_row(const struct hs_kernels *kernels, size_t columns)
{
    return (columns + kernels->cols - 1) / kernels->cols * kernels->cols + 16;
}

struct job {
    const struct hs_product *product;
    size_t units, parts;
};

/* Rows [first, end) in tiles as even as can be times one panel. */
static void multiply(const struct hs_product *product, size_t panel, size_t first, size_t end, float *wide)
{
    const struct hs_packed *W = product->W;
    const struct hs_kernels *kernels = W->kernels;
    size_t rows = end - first, cols = kernels->cols, count = (rows + kernels->rows - 1) / kernels->rows;
    size_t terms = W->as == HS_PACKED_F32 ? W->depth : WIDE_TERMS;
    struct hs_tile tile = {.a_row = product->x_row, .c_row = product->y_row, .scale = 1};
    for (size_t k = 0; k < W->depth; k += terms) {
        tile.depth = W->depth - k < terms ? W->depth - k : terms;
        tile.b = panel_terms(W, panel, k, tile.depth, wide);
        tile.ahead = tile.b;
        if (count > 1 && W->as == HS_PACKED_F32) { /* what comes next, spread over the tiles */
            tile.ahead_step = (cols + count - 1) / count;
            tile.ahead = tile.b + cols * W->depth;
        }
        for (size_t t = 0; t < count; t++) {
            size_t row = first + rows * t / count;
            tile.a = product->X + row * product->x_row + k;
            tile.c = product->Y + row * product->y_row + panel * cols;
            tile.init = k == 0 ? W->b + panel * cols : tile.c;
            tile.init_row = k == 0 ? 0 : product->y_row;
            kernels->tile(first + rows * (t + 1) / count - row, &tile);
            tile.ahead += tile.ahead_step * tile.depth;
        }
    }
}

static void product_cell(void *data, size_t cell, unsigned thread)
{
    const struct job *job = data;
    const struct hs_product *product = job->product;
    const struct hs_kernels *kernels = product->W->kernels;
    size_t part = cell / job->units, unit = cell % job->units, panels = product->W->panels;
    size_t from = panels * part / job->parts, to = panels * (part + 1) / job->parts;
    size_t first = product->rows * unit / job->units, end = product->rows * (unit + 1) / job->units;
    float wide[WIDE_TERMS * HS_PANEL_COLS_MAX];
    (void)thread;
    for (size_t panel = from; panel < to; panel++)
        multiply(product, panel, first, end, wide);
    for (size_t row = first; row < end && product->activation >= 0; row++)
        kernels->activate((enum hs_activation)product->activation, product->Y + row * product->y_row + from * kernels->cols,
            (to - from) * kernels->cols);
}

void hsi_packed_product(const struct hs_product *product)
{
    const struct hs_packed *W = product->W;
    struct job job = {.product = product, .units = (product->rows + W->kernels->group - 1) / W->kernels->group};
    size_t bytes = W->panels * W->depth * W->kernels->cols * sizeof(float);
    size_t threads = product->pool ? product->threads : 1;
    job.parts = job.units > 1 ? bytes / PART_BYTES + 1 : threads > 1 ? W->panels : 1;
    if (job.units > 1)
        job.parts = (job.parts + threads - 1) / threads * threads;
    if (job.parts > W->panels)
        job.parts = W->panels;
    hsi_pool_run(product->pool, job.units * job.parts, product_cell, &job);
}
