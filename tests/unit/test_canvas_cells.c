/* Heatmaps: every pixel against a plain double-loop reference, over random shapes, windows, masks,
 * scales and sizes; then the promises that no reference states: no strong cell vanishes, parts
 * equal the whole, the cache is bounded, places match pixels. */
#include "check.h"

#include "canvas/cells.h"
#include "canvas/palette.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS_MAX = 90, COLS_MAX = 97, SIDE_MAX = 130 };

static float values[ROWS_MAX * (COLS_MAX + 3)];
static uint8_t hidden[COLS_MAX];
static uint32_t picture[SIDE_MAX * SIDE_MAX], again[SIDE_MAX * SIDE_MAX];

static unsigned random_state = 12345;

static unsigned below(unsigned limit)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

static float unit(void)
{
    return (float)below(1 << 20) / (float)(1 << 20);
}

/* The cells of a pixel, straight from the rule in cells.h. */
static void reference_range(
    double start, double span, int pixels, int pixel, size_t limit, size_t *from, size_t *to)
{
    double step = span / pixels;
    if (span <= pixels) {
        *from = (size_t)floor(start + (pixel + 0.5) * step);
        *to = *from + 1;
    } else {
        *from = (size_t)floor(start + pixel * step);
        *to = pixel + 1 == pixels ? (size_t)ceil(start + span)
                                  : (size_t)floor(start + (pixel + 1) * step);
    }
    if (*from >= limit)
        *from = limit - 1;
    if (*to > limit)
        *to = limit;
    if (*to <= *from)
        *to = *from + 1;
}

static bool reference_masked(const struct cells *cells, size_t r, size_t c)
{
    return (cells->causal && (long)c > (long)r + cells->causal_shift) ||
           (cells->hidden && cells->hidden[c]) ||
           cells->matrix.data[r * cells->matrix.stride + c] == -INFINITY;
}

static float reference_row_max(const struct cells *cells, size_t r)
{
    float largest = 0;
    for (size_t c = 0; c < cells->matrix.cols; c++) {
        float value = cells->matrix.data[r * cells->matrix.stride + c];
        if (!reference_masked(cells, r, c) && value > largest)
            largest = value;
    }
    return largest;
}

/* 0 = masked, 1 = NaN, 2 = *position holds where on the palette the pixel lies. */
static int reference_pixel(
    const struct cells *cells, int width, int height, int x, int y, double *position)
{
    size_t r0, r1, c0, c1, count = 0;
    double sum = 0, largest = -HUGE_VAL;
    reference_range(
        cells->row0, cells->row1 - cells->row0, height, y, cells->matrix.rows, &r0, &r1);
    reference_range(cells->col0, cells->col1 - cells->col0, width, x, cells->matrix.cols, &c0, &c1);
    for (size_t r = r0; r < r1; r++) {
        double row_max = (double)reference_row_max(cells, r);
        for (size_t c = c0; c < c1; c++) {
            if (reference_masked(cells, r, c))
                continue;
            double value = (double)cells->matrix.data[r * cells->matrix.stride + c];
            if (value != value)
                return 1;
            if (cells->scale == SCALE_ROW_MAX)
                value = row_max > 0 ? value / row_max : 0;
            sum += value;
            largest = value > largest ? value : largest;
            count++;
        }
    }
    if (count == 0)
        return 0;
    double value = cells->reduce == REDUCE_MEAN ? sum / (double)count : largest;
    double lo = (double)cells->lo, hi = (double)cells->hi, t;
    if (cells->scale == SCALE_ROW_MAX)
        t = value;
    else if (cells->scale == SCALE_LOG)
        t = 1 + log10((value / hi > 1e-4 ? value / hi : 1e-4)) / 4;
    else
        t = (value - lo) / (hi - lo);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    *position = cells->scale == SCALE_SQRT ? sqrt(t) : t;
    return 2;
}

/* The colour must be that of the position, or of a neighbouring entry when rounding may decide
 * either way. */
static bool color_fits(const struct cells *cells, uint32_t color, double position)
{
    const uint32_t *table = palette_table(cells->palette);
    int low = (int)floor(position * 255 + 0.5 - 0.01),
        high = (int)floor(position * 255 + 0.5 + 0.01);
    low = low < 0 ? 0 : low;
    high = high > 255 ? 255 : high;
    return color == table[low] || color == table[high];
}

static struct cells random_cells(void)
{
    size_t rows = 1 + below(ROWS_MAX), cols = 1 + below(COLS_MAX), stride = cols + below(4);
    for (size_t i = 0; i < rows * stride; i++) {
        values[i] = unit() * unit();
        if (below(400) == 0)
            values[i] = NAN;
        if (below(60) == 0)
            values[i] = -INFINITY;
    }
    struct cells cells = {.matrix = {values, rows, cols, stride},
        .row1 = (double)rows,
        .col1 = (double)cols,
        .palette = (enum palette)below(PALETTE_COUNT),
        .scale = (enum cell_scale)below(SCALE_COUNT),
        .reduce = below(2) ? REDUCE_MEAN : REDUCE_MAX,
        .lo = below(2) ? 0.0f : 0.1f,
        .hi = 0.8f,
        .back = 0xffeeeeee,
        .mask_color = 0xff888888u};
    if (below(2)) { /* a window, fractions and all */
        cells.row0 = (double)unit() * (double)rows * 0.5;
        cells.row1 = cells.row0 + 0.1 + (double)unit() * ((double)rows - cells.row0 - 0.1);
        cells.col0 = (double)unit() * (double)cols * 0.5;
        cells.col1 = cells.col0 + 0.1 + (double)unit() * ((double)cols - cells.col0 - 0.1);
    }
    cells.causal = below(2);
    cells.causal_shift = (long)cols - (long)rows;
    if (below(3) == 0) {
        for (size_t c = 0; c < cols; c++)
            hidden[c] = below(5) == 0;
        cells.hidden = hidden;
    }
    return cells;
}

static void test_against_reference(void)
{
    size_t bad = 0, masked = 0, nans = 0;
    for (int round = 0; round < 300; round++) {
        struct cells cells = random_cells();
        int width = 1 + (int)below(SIDE_MAX), height = 1 + (int)below(SIDE_MAX);
        CHECK(cells_paint(&cells, width, height, 1, (struct box){0, 0, width, height}, true,
            picture, (size_t)width));
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double position = 0;
                uint32_t color = picture[y * width + x];
                int kind = reference_pixel(&cells, width, height, x, y, &position);
                masked += kind == 0;
                nans += kind == 1;
                bool fits = kind == 0   ? color == 0
                            : kind == 1 ? color == CELL_NAN_COLOR
                                        : color_fits(&cells, color, position);
                if (!fits && bad++ < 5)
                    fprintf(stderr,
                        "round %d, pixel %d,%d of %dx%d: kind %d, position %.5f, color %08x\n",
                        round, x, y, width, height, kind, position, (unsigned)color);
            }
        }
        /* A part is the same pixels as in the whole. */
        struct box part = {
            (int)below((unsigned)width), (int)below((unsigned)height), width, height};
        size_t stride = (size_t)(part.x1 - part.x0);
        CHECK(cells_paint(&cells, width, height, 1, part, true, again, stride));
        bool same = true;
        for (int y = part.y0; y < part.y1; y++)
            same &= memcmp(again + (size_t)(y - part.y0) * stride, picture + y * width + part.x0,
                        stride * 4) == 0;
        CHECK(same);
    }
    CHECK(bad == 0);
    CHECK(masked > 1000 && nans > 100); /* the cases did occur */
}

/* A single 1 among zeros shows at every size. */
static void test_strong_cell_stays(void)
{
    enum { N = 90 };
    struct cells cells = {
        .matrix = {values, N, N, N}, .row1 = N, .col1 = N, .hi = 1, .back = 0xffffffffu};
    bool always = true;
    for (int round = 0; round < 400; round++) {
        memset(values, 0, sizeof values);
        values[below(N * N)] = 1;
        int width = 1 + (int)below(N), height = 1 + (int)below(N), found = 0;
        cells_paint(&cells, width, height, 1, (struct box){0, 0, width, height}, false, picture,
            (size_t)width);
        for (int i = 0; i < width * height; i++)
            found += picture[i] == palette_color(PALETTE_VIRIDIS, 1);
        always &= found == 1;
    }
    CHECK(always);
}

static void test_hatch(void)
{
    for (int i = 0; i < 16; i++)
        values[i] = 0;
    struct cells cells = {.matrix = {values, 4, 4, 4},
        .row1 = 4,
        .col1 = 4,
        .hi = 1,
        .causal = true,
        .back = 0xff102030u,
        .mask_color = 0xfff0f0f0u};
    cells_paint(&cells, 80, 80, 1, (struct box){0, 0, 80, 80}, false, picture, 80);
    size_t back = 0, lines = 0, zero = 0;
    for (int i = 0; i < 80 * 80; i++) {
        zero += picture[i] == palette_color(PALETTE_VIRIDIS, 0);
        back += picture[i] == 0xff102030u;
        lines += picture[i] != 0xff102030u && picture[i] != palette_color(PALETTE_VIRIDIS, 0);
    }
    CHECK(zero == 10 * 400); /* masked and zero never look alike */
    CHECK(back > 6 * 400 / 3 && lines > 6 * 400 / 5 && back + lines == 6 * 400);
}

static void test_cache(void)
{
    enum { N = 200, SIDE = 60 };
    float *large = calloc(N * N, sizeof *large);
    struct cells_cache *cache = cells_cache_new(SIDE * SIDE * 4 * 5);
    struct cells cells = {.matrix = {large, N, N, N}, .row1 = N, .col1 = N, .hi = 1};
    CHECK(large && cache);
    for (int i = 0; large && i < N * N; i++)
        large[i] = unit();
    CHECK(!cells_cache_picture(cache, &cells, SIDE, SIDE, 1)); /* no identity: never cached */
    for (uint64_t identity = 1; identity < 20; identity++) {
        cells.identity = identity;
        const uint32_t *first = cells_cache_picture(cache, &cells, SIDE, SIDE, 1);
        CHECK(first && first == cells_cache_picture(cache, &cells, SIDE, SIDE, 1));
        CHECK(cells_cache_bytes(cache) <= SIDE * SIDE * 4 * 5);
        cells_paint(&cells, SIDE, SIDE, 1, (struct box){0, 0, SIDE, SIDE}, false, picture, SIDE);
        CHECK(first && memcmp(first, picture, SIDE * SIDE * 4) == 0);
    }
    const uint32_t *before = cells_cache_picture(cache, &cells, SIDE, SIDE, 1);
    large[7] = 99;
    cells.identity = 77; /* new identity: painted anew */
    const uint32_t *after = cells_cache_picture(cache, &cells, SIDE, SIDE, 1);
    CHECK(before && after && memcmp(before, after, SIDE * SIDE * 4) != 0);
    CHECK(!cells_cache_picture(cache, &cells, 4 * SIDE, 4 * SIDE, 1)); /* too large to keep */
    cells.area.x = 123; /* its place does not matter */
    CHECK(after == cells_cache_picture(cache, &cells, SIDE, SIDE, 1));
    for (uint64_t others = 100; others < 120; others++) { /* what is looked at stays, however many others come and go */
        cells.identity = others;
        CHECK(cells_cache_picture(cache, &cells, SIDE, SIDE, 1));
        cells.identity = 77;
        large[7] = (float)others; /* painted anew it would look otherwise */
        CHECK(after == cells_cache_picture(cache, &cells, SIDE, SIDE, 1));
    }
    cells_cache_drop(cache);
    cells_cache_drop(NULL);
    free(large);
}

/* From some millions of cells on two threads paint a picture: the same one. Masks of unequal rows
 * and NaN in few of them are what the quick maximum must not lose. */
static void test_shared(void)
{
    enum { N = 2200, SIDE = 121 };
    struct cells_cache *cache = cells_cache_new(CELLS_CACHE_BYTES);
    float *large = malloc(sizeof(float) * N * N);
    CHECK(cache && large);
    if (!large)
        return;
    for (size_t i = 0; i < (size_t)N * N; i++)
        large[i] = i % N > i / N ? -INFINITY : unit();
    large[700 * N + 30] = large[1999 * N + 1998] = NAN;
    struct cells cells = {.matrix = {large, N, N, N},
        .row1 = N,
        .col1 = N,
        .hi = 1,
        .causal = true,
        .mask_color = 0xff336699,
        .back = 0xffffffff,
        .identity = 5};
    for (int reduce = REDUCE_MAX; reduce <= REDUCE_MEAN; reduce++) {
        cells.reduce = (enum cell_reduce)reduce;
        const uint32_t *shared = cells_cache_picture(cache, &cells, SIDE, SIDE, 1);
        cells_paint(&cells, SIDE, SIDE, 1, (struct box){0, 0, SIDE, SIDE}, false, picture, SIDE);
        CHECK(shared && memcmp(shared, picture, sizeof *shared * SIDE * SIDE) == 0);
        size_t odd = 0;
        for (size_t i = 0; i < SIDE * SIDE; i++)
            odd += picture[i] == CELL_NAN_COLOR;
        CHECK(odd == 2);
    }
    free(large);
    cells_cache_drop(cache);
}

TEST(test_canvas_cells)
{
    test_shared();
    test_against_reference();
    test_strong_cell_stays();
    test_hatch();
    test_cache();
    return check_report();
}
