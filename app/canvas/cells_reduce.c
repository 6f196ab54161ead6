/* cells_reduce.c – maximum and mean over blocks of cells; the inner loops of the heatmap. Called by
 * cells.c only. -INFINITY stands for "masked" throughout: it never wins a maximum, and a mean
 * leaves it out. NaN stays NaN. Sums run in a fixed order, so that pictures are equal at every
 * vector width. */
#include "canvas/cells_reduce.h"
#include "canvas/palette.h"

#include <stdlib.h>
#include <string.h>

bool cells_reducer_init(struct cells_reducer *reducer, const struct cells *cells, size_t first_col,
    size_t col_count, size_t pixels)
{
    reducer->cells = cells;
    reducer->first_col = first_col;
    reducer->col_count = col_count;
    reducer->value = malloc(col_count * sizeof(float));
    reducer->weight = malloc(col_count * sizeof(float));
    reducer->reduced = malloc(pixels * sizeof(float));
    reducer->index = malloc(col_count > pixels ? col_count : pixels);
    return reducer->value && reducer->weight && reducer->reduced && reducer->index;
}

void cells_reducer_free(struct cells_reducer *reducer)
{
    free(reducer->value);
    free(reducer->weight);
    free(reducer->reduced);
    free(reducer->index);
}

/* The larger one; NaN when the new value is NaN, and once NaN always NaN. */
static inline float larger(float kept, float value)
{
    return value > kept || value != value ? value : kept;
}

static void max_row(float *restrict kept, const float *restrict row, size_t count, float factor)
{
    if (factor == 1.0f) {
        for (size_t i = 0; i < count; i++)
            kept[i] = larger(kept[i], row[i]);
    } else {
        for (size_t i = 0; i < count; i++)
            kept[i] = larger(kept[i], row[i] == -INFINITY ? -INFINITY : row[i] * factor);
    }
}

/* Two rows at once, each compare one instruction that loses NaN: returns whether there was one. */
static bool quick_max_rows(
    float *restrict kept, const float *restrict a, const float *restrict b, size_t count)
{
    int odd = 0;
    for (size_t i = 0; i < count; i++) {
        float most = a[i] > b[i] ? a[i] : b[i];
        odd |= (a[i] != a[i]) | (b[i] != b[i]);
        kept[i] = most > kept[i] ? most : kept[i];
    }
    return odd != 0;
}

/* Every cell counted, whatever it holds: quick, and right when the sums come out finite. */
static void sum_row(float *restrict sum, float *restrict weight, const float *restrict row,
    size_t count, float factor)
{
    for (size_t i = 0; i < count; i++) {
        sum[i] += row[i] * factor;
        weight[i] += 1.0f;
    }
}

/* Leaves masked cells out, cell by cell. */
static void sum_open_cells(float *restrict sum, float *restrict weight, const float *restrict row,
    size_t count, float factor)
{
    for (size_t i = 0; i < count; i++) {
        float open = row[i] == -INFINITY ? 0.0f : 1.0f;
        sum[i] += row[i] == -INFINITY ? 0.0f : row[i] * factor;
        weight[i] += open;
    }
}

static bool all_finite(const float *value, size_t count)
{
    int odd = 0;
    for (size_t i = 0; i < count; i++)
        odd |= !(value[i] - value[i] == 0.0f);
    return odd == 0;
}

static void hide_columns(struct cells_reducer *reducer, float nothing)
{
    const uint8_t *hidden = reducer->cells->hidden + reducer->first_col;
    for (size_t i = 0; i < reducer->col_count; i++) {
        if (hidden[i]) {
            reducer->value[i] = nothing;
            reducer->weight[i] = 0;
        }
    }
}

enum row_pass { ROWS_MAX, ROWS_SUM, ROWS_SUM_OPEN };

/* The visible part of a row, among the reducer's columns. */
static const float *row_part(const struct cells_reducer *reducer, size_t row, size_t *count)
{
    const struct cells *cells = reducer->cells;
    size_t end = cells_row_end(cells, row);
    size_t part = end > reducer->first_col ? end - reducer->first_col : 0;
    *count = part < reducer->col_count ? part : reducer->col_count;
    return cells->matrix.data + row * cells->matrix.stride + reducer->first_col;
}

/* The maximum of rows without factors; false when there is NaN among them, which it would lose. */
static bool run_quick_max(struct cells_reducer *reducer, size_t from, size_t to)
{
    bool odd = false;
    for (size_t i = 0; i < reducer->col_count; i++) {
        reducer->value[i] = -INFINITY;
        reducer->weight[i] = 0;
    }
    for (size_t row = from; row < to; row += 2) {
        size_t count, more;
        const float *a = row_part(reducer, row, &count);
        const float *b = row + 1 < to ? row_part(reducer, row + 1, &more) : a;
        more = row + 1 < to ? more : count;
        size_t both = count < more ? count : more; /* causal rows differ in length */
        odd |= quick_max_rows(reducer->value, a, b, both);
        odd |= quick_max_rows(reducer->value + both, a + both, a + both, count - both);
        odd |= quick_max_rows(reducer->value + both, b + both, b + both, more - both);
    }
    return !odd;
}

static void run_rows(struct cells_reducer *reducer, size_t from, size_t to, enum row_pass pass)
{
    const struct cells *cells = reducer->cells;
    if (pass == ROWS_MAX && cells->scale != SCALE_ROW_MAX && run_quick_max(reducer, from, to))
        return;
    for (size_t i = 0; i < reducer->col_count; i++) {
        reducer->value[i] = pass == ROWS_MAX ? -INFINITY : 0.0f;
        reducer->weight[i] = 0;
    }
    for (size_t row = from; row < to; row++) {
        size_t count;
        const float *data = row_part(reducer, row, &count);
        float factor =
            cells->scale == SCALE_ROW_MAX ? axis_row_factor(cells_row_max(cells, row)) : 1.0f;
        if (pass == ROWS_MAX)
            max_row(reducer->value, data, count, factor);
        else if (pass == ROWS_SUM)
            sum_row(reducer->value, reducer->weight, data, count, factor);
        else
            sum_open_cells(reducer->value, reducer->weight, data, count, factor);
    }
}

void cells_reduce_rows(struct cells_reducer *reducer, size_t from, size_t to)
{
    bool mean = reducer->cells->reduce == REDUCE_MEAN;
    run_rows(reducer, from, to, mean ? ROWS_SUM : ROWS_MAX);
    if (mean && !all_finite(reducer->value, reducer->col_count))
        run_rows(reducer, from, to, ROWS_SUM_OPEN); /* masked cells or NaN among them */
    if (reducer->cells->hidden)
        hide_columns(reducer, mean ? 0.0f : -INFINITY);
}

/* NaN is rare: one pass finds out whether the quick maximum, which would lose it, may be used. */
static bool any_nan(const float *value, size_t count)
{
    int found = 0;
    for (size_t i = 0; i < count; i++)
        found |= value[i] != value[i];
    return found != 0;
}

static float max_span(const float *value, struct cell_span span)
{
    float kept = value[span.from];
    for (uint32_t i = span.from + 1; i < span.to; i++)
        kept = value[i] > kept ? value[i] : kept; /* one instruction, no branch */
    return kept;
}

static float max_span_nan(const float *value, struct cell_span span)
{
    float kept = value[span.from];
    for (uint32_t i = span.from + 1; i < span.to; i++)
        kept = larger(kept, value[i]);
    return kept;
}

static float mean_span(const float *value, const float *weight, struct cell_span span)
{
    float sum = 0, total = 0;
    for (uint32_t i = span.from; i < span.to; i++) {
        sum += value[i];
        total += weight[i];
    }
    return total > 0 ? sum / total : -INFINITY;
}

const float *cells_reduce_cols(
    struct cells_reducer *reducer, const struct cell_span *span, size_t pixels)
{
    if (reducer->cells->reduce == REDUCE_MEAN) {
        for (size_t i = 0; i < pixels; i++)
            reducer->reduced[i] = mean_span(reducer->value, reducer->weight, span[i]);
    } else if (any_nan(reducer->value, reducer->col_count)) {
        for (size_t i = 0; i < pixels; i++)
            reducer->reduced[i] = max_span_nan(reducer->value, span[i]);
    } else {
        for (size_t i = 0; i < pixels; i++)
            reducer->reduced[i] = max_span(reducer->value, span[i]);
    }
    return reducer->reduced;
}

const float *cells_keep_cols(struct cells_reducer *reducer)
{
    if (reducer->cells->reduce == REDUCE_MEAN) {
        for (size_t i = 0; i < reducer->col_count; i++)
            reducer->value[i] =
                reducer->weight[i] > 0 ? reducer->value[i] / reducer->weight[i] : -INFINITY;
    }
    return reducer->value;
}

float cells_row_max(const struct cells *cells, size_t row)
{
    const float *data = cells->matrix.data + row * cells->matrix.stride;
    size_t end = cells_row_end(cells, row);
    float largest = 0;
    if (cells->hidden) {
        for (size_t c = 0; c < end; c++)
            largest = !cells->hidden[c] && data[c] > largest ? data[c] : largest;
    } else {
        for (size_t c = 0; c < end; c++)
            largest = data[c] > largest ? data[c] : largest;
    }
    return largest;
}
