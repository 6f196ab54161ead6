/* cells.c – which cell a pixel shows, and painting a heatmap from its matrix. See cells.h.
 * The work is done row of pixels by row of pixels: reduce the matrix rows that share it
 * (cells_reduce.c), scale to palette indices, look up colours, widen to pixels. Rows of pixels that
 * show the same cells are copied. */
#include "canvas/cells_reduce.h"
#include "canvas/palette.h"

#include <stdlib.h>
#include <string.h>

struct cell_axis cell_axis_make(int pixels, double from, double to, size_t limit)
{
    return (struct cell_axis){pixels, from, to - from, limit};
}

bool cell_axis_reduces(const struct cell_axis *axis)
{
    return axis->span > (double)axis->pixels;
}

void cell_axis_range(const struct cell_axis *axis, int pixel, size_t *from, size_t *to)
{
    double step = axis->span / (double)axis->pixels;
    if (!cell_axis_reduces(axis)) {
        /* The cell under the pixel's centre: the same as cell edges rounded to whole pixels. */
        size_t cell = (size_t)(axis->start + ((double)pixel + 0.5) * step);
        *from = cell < axis->limit ? cell : axis->limit - 1;
        *to = *from + 1;
        return;
    }
    size_t first = (size_t)(axis->start + (double)pixel * step);
    size_t end = (size_t)(axis->start + (double)(pixel + 1) * step);
    if (pixel + 1 == axis->pixels) { /* a part of a cell at the end belongs to the last pixel */
        double last = axis->start + axis->span;
        end = (size_t)last + ((double)(size_t)last < last);
    }
    end = end < axis->limit ? end : axis->limit;
    first = first < axis->limit ? first : axis->limit - 1;
    *from = first;
    *to = end > first ? end : first + 1;
}

bool cells_masked(const struct cells *cells, size_t row, size_t col)
{
    const struct hs_matrix *matrix = &cells->matrix;
    return (cells->causal && (long)col > (long)row + cells->causal_shift) ||
           (cells->hidden && cells->hidden[col]) ||
           matrix->data[row * matrix->stride + col] == -INFINITY;
}

uint32_t cells_color(const struct cells *cells, size_t row, size_t col, float row_max)
{
    float value = cells->matrix.data[row * cells->matrix.stride + col];
    if (value != value)
        return CELL_NAN_COLOR;
    return palette_color(
        cells->palette, cell_scale_position(cells->scale, value, cells->lo, cells->hi, row_max));
}

/* Everything one picture needs, made once per call. */
struct painter {
    const struct cells *cells;
    struct cell_axis rows, cols;
    struct axis axis;
    const uint32_t *table;
    struct hatch hatch;
    uint32_t hatched[HATCH_MAX]; /* colour of a masked pixel by (x + y) % period */
    bool clear_masks;
    struct cell_span
        *span; /* (part width): the cells of each column of pixels, from the first visible cell */
    size_t first_col, col_count; /* visible cells of a row */
    struct cells_reducer reducer;
    uint32_t *line;  /* (part width) colours of one row of pixels */
    uint8_t *masked; /* (part width) 1 = masked */
};

static bool painter_alloc(struct painter *painter, struct box part)
{
    size_t width = (size_t)(part.x1 - part.x0), from, to;
    painter->span = malloc(width * sizeof *painter->span);
    painter->line = malloc(width * sizeof *painter->line);
    painter->masked = malloc(width);
    if (!painter->span || !painter->line || !painter->masked)
        return false;
    cell_axis_range(&painter->cols, part.x0, &painter->first_col, &to);
    cell_axis_range(&painter->cols, part.x1 - 1, &from, &to);
    painter->col_count = to - painter->first_col;
    for (size_t i = 0; i < width; i++) {
        cell_axis_range(&painter->cols, part.x0 + (int)i, &from, &to);
        painter->span[i].from = (uint32_t)(from - painter->first_col);
        painter->span[i].to = (uint32_t)(to - painter->first_col);
    }
    return cells_reducer_init(
        &painter->reducer, painter->cells, painter->first_col, painter->col_count, width);
}

static void painter_free(struct painter *painter)
{
    free(painter->span);
    free(painter->line);
    free(painter->masked);
    cells_reducer_free(&painter->reducer);
}

/* `values` -> palette indices. The scale is a constant in each caller, so that every loop is bare
 * and vectorises. */
static inline void scale_as(struct axis axis, enum cell_scale scale, const float *restrict values,
    size_t count, uint8_t *restrict index)
{
    axis.scale = scale;
    for (size_t i = 0; i < count; i++)
        index[i] = (uint8_t)palette_index(axis_position(&axis, values[i]));
}

static void scale_values(const struct axis *axis, const float *values, size_t count, uint8_t *index)
{
    if (axis->scale == SCALE_SQRT)
        scale_as(*axis, SCALE_SQRT, values, count, index);
    else if (axis->scale == SCALE_LOG)
        scale_as(*axis, SCALE_LOG, values, count, index);
    else
        scale_as(*axis, SCALE_LINEAR, values, count, index);
}

/* Colours and masks of one row of pixels that shows the matrix rows [from, to). True when some
 * pixel is masked. */
static bool paint_line(struct painter *painter, size_t from, size_t to, size_t width)
{
    struct cells_reducer *reducer = &painter->reducer;
    bool reduce = cell_axis_reduces(&painter->cols), any_masked = false;
    size_t count = reduce ? width : painter->col_count;
    cells_reduce_rows(reducer, from, to);
    const float *values =
        reduce ? cells_reduce_cols(reducer, painter->span, width) : cells_keep_cols(reducer);
    scale_values(&painter->axis, values, count, reducer->index);
    for (size_t i = 0; i < width; i++) {
        size_t at = reduce ? i : painter->span[i].from;
        float value = values[at];
        painter->line[i] = value == value ? painter->table[reducer->index[at]] : CELL_NAN_COLOR;
        painter->masked[i] = value == -INFINITY;
        any_masked |= value == -INFINITY;
    }
    return any_masked;
}

static void hatch_row(const struct painter *painter, int x0, int y, size_t width, uint32_t *out)
{
    int at = (x0 + y) % painter->hatch.period;
    for (size_t i = 0; i < width; i++) {
        if (painter->masked[i])
            out[i] = painter->clear_masks ? 0 : painter->hatched[at];
        at = at + 1 == painter->hatch.period ? 0 : at + 1;
    }
}

static void paint_rows(struct painter *painter, struct box part, uint32_t *out, size_t stride)
{
    size_t width = (size_t)(part.x1 - part.x0), shown_from = 0, shown_to = 0;
    bool any_masked = false;
    for (int y = part.y0; y < part.y1; y++, out += stride) {
        size_t from, to;
        cell_axis_range(&painter->rows, y, &from, &to);
        bool same = from == shown_from && to == shown_to;
        if (!same)
            any_masked = paint_line(painter, from, to, width);
        shown_from = from;
        shown_to = to;
        memcpy(out, painter->line, width * sizeof *out);
        if (any_masked)
            hatch_row(painter, part.x0, y, width, out);
    }
}

bool cells_paint(const struct cells *cells, int width, int height, float scale, struct box part,
    bool clear_masks, uint32_t *out, size_t stride)
{
    struct painter painter = {.cells = cells, .clear_masks = clear_masks};
    if (part.x0 >= part.x1 || part.y0 >= part.y1)
        return true;
    painter.rows = cell_axis_make(height, cells->row0, cells->row1, cells->matrix.rows);
    painter.cols = cell_axis_make(width, cells->col0, cells->col1, cells->matrix.cols);
    painter.axis = axis_make(cells->scale, cells->lo, cells->hi);
    painter.table = palette_table(cells->palette);
    painter.hatch = hatch_make(CELLS_HATCH_SPACING * scale, CELLS_HATCH_WIDTH * scale);
    for (int i = 0; i < painter.hatch.period; i++)
        painter.hatched[i] = blend_pixel(cells->back, cells->mask_color,
            div255(painter.hatch.cover[i] * (cells->mask_color >> 24)));
    bool ready = painter_alloc(&painter, part);
    if (ready)
        paint_rows(&painter, part, out, stride);
    painter_free(&painter);
    return ready;
}

struct box cells_box(const struct cells *cells, float scale)
{
    struct box box = {(int)floorf(cells->area.x * scale + 0.5f),
        (int)floorf(cells->area.y * scale + 0.5f),
        (int)floorf((cells->area.x + cells->area.w) * scale + 0.5f),
        (int)floorf((cells->area.y + cells->area.h) * scale + 0.5f)};
    box.x1 = box.x1 > box.x0 ? box.x1 : box.x0 + 1;
    box.y1 = box.y1 > box.y0 ? box.y1 : box.y0 + 1;
    return box;
}
