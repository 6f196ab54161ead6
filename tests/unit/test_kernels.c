/* test_kernels.c – every kernel at every CPU level of this machine against double precision
 * (kernel_checks.c), and the checker itself against kernels that are broken on purpose: it must
 * reject each. Usage: test_kernels [seed] */
#include "check.h"
#include "hs.h"
#include "kernel_checks.h"
#include "kernels/levels.h"

#include <math.h>
#include <stdlib.h>

typedef size_t check_function(struct checker *checker);

static const struct {
    const char *name;
    check_function *check;
} checks[] = {
    {"tile", check_tile},
    {"pack_transposed", check_pack_transposed},
    {"exp_rows", check_exp_rows},
    {"scaled", check_scaled},
    {"stream_scaled", check_stream_scaled},
    {"entropy", check_entropy},
};
enum { CHECKS = sizeof checks / sizeof *checks };

static void check_level(const struct hs_kernels *kernels, uint64_t seed)
{
    CHECK(kernels->rows <= HS_TILE_ROWS_MAX && kernels->cols <= HS_PANEL_COLS_MAX);
    CHECK(kernels->group % kernels->cols == 0 && kernels->group >= kernels->rows);
    for (size_t i = 0; i < CHECKS; i++) {
        struct checker checker = {.kernels = kernels, .seed = seed};
        size_t failures = checks[i].check(&checker);
        CHECK(failures == 0 && checker.runs > 1000);
        printf("%-7s %-16s %5zu runs, worst %.2f of its bound", kernels->level, checks[i].name,
            checker.runs, checker.worst);
        if (checks[i].check == check_exp_rows)
            printf(", %.2f ulp", checker.worst_ulp);
        putchar('\n');
    }
}

/* Kernels with one fault each, made from the scalar ones. `sound` is what a broken kernel calls to
 * do the rest. */
static const struct hs_kernels *const sound = &hsi_kernels_scalar;

static void tile_zero(size_t rows, const struct hs_tile *tile)
{
    for (size_t r = 0; r < rows; r++)
        memset(tile->c + r * tile->c_row, 0, sound->cols * sizeof(float));
}

static void tile_nan(size_t rows, const struct hs_tile *tile)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < sound->cols; c++)
            tile->c[r * tile->c_row + c] = NAN;
}

/* The last column of the last row is left as it was. */
static void tile_skips_last(size_t rows, const struct hs_tile *tile)
{
    float *last = tile->c + (rows - 1) * tile->c_row + sound->cols - 1, before = *last;
    sound->tile(rows, tile);
    *last = before;
}

static void tile_writes_past(size_t rows, const struct hs_tile *tile)
{
    sound->tile(rows, tile);
    tile->c[(rows - 1) * tile->c_row + sound->cols] = 1;
}

static void tile_drops_last_term(size_t rows, const struct hs_tile *tile)
{
    struct hs_tile shorter = *tile;
    shorter.depth -= shorter.depth > 40;
    sound->tile(rows, &shorter);
}

static void tile_reads_past(size_t rows, const struct hs_tile *tile)
{
    volatile float sink = tile->b[tile->depth * sound->cols + 3];
    (void)sink;
    sound->tile(rows, tile);
}

static void tile_spoils_input(size_t rows, const struct hs_tile *tile)
{
    sound->tile(rows, tile);
    if (tile->depth > 0)
        ((float *)(uintptr_t)tile->b)[0] += 1;
}

static void scaled_zero(float *out, const float *in, float factor, size_t count)
{
    (void)in;
    (void)factor;
    memset(out, 0, count * sizeof *out);
}

static void scaled_nan(float *out, const float *in, float factor, size_t count)
{
    (void)in;
    (void)factor;
    for (size_t j = 0; j < count; j++)
        out[j] = NAN;
}

static void scaled_skips_last(float *out, const float *in, float factor, size_t count)
{
    sound->scaled(out, in, factor, count > 0 ? count - 1 : 0);
}

static void scaled_writes_past(float *out, const float *in, float factor, size_t count)
{
    sound->scaled(out, in, factor, count);
    out[count] = 0;
}

static void exp_zero(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    for (size_t r = 0; r < rows; r++, row += stride) {
        memset(row, 0, count * sizeof *row);
        sum[r] = 0;
    }
}

static void exp_nan(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    for (size_t r = 0; r < rows; r++, row += stride) {
        for (size_t j = 0; j < count; j++)
            row[j] = NAN;
        sum[r] = NAN;
    }
}

/* The last element of the last row is left as it was. */
static void exp_skips_last(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    float *last = row + (rows - 1) * stride + count - 1, before = count ? *last : 0;
    sound->exp_rows(rows, row, stride, count, sum);
    if (count)
        *last = before;
}

static void exp_skips_row(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    sound->exp_rows(rows - (rows > 8), row, stride, count, sum);
}

static void exp_writes_past(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    sound->exp_rows(rows, row, stride, count, sum);
    row[count] = 0;
}

/* Four ulp off: what a polynomial two degrees too low would give. */
static void exp_imprecise(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    sound->exp_rows(rows, row, stride, count, sum);
    for (size_t j = 0; j < count; j++)
        row[j] *= 1 + 4.2e-7f;
}

static void exp_wrong_sum(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    sound->exp_rows(rows, row, stride, count, sum);
    sum[rows - 1] *= 1.01f;
}

/* Right within the bound, but another way of adding where there are many rows. */
static void exp_by_company(size_t rows, float *row, size_t stride, size_t count, float *sum)
{
    sound->exp_rows(rows, row, stride, count, sum);
    if (rows > 8)
        sum[0] *= 1 + 1.2e-7f;
}

static double entropy_zero(const float *row, size_t count)
{
    (void)row;
    (void)count;
    return 0;
}

static double entropy_skips_last(const float *row, size_t count)
{
    return sound->entropy(row, count > 0 ? count - 1 : 0);
}

/* Logarithms in single precision. */
static double entropy_imprecise(const float *row, size_t count)
{
    double sum = 0;
    for (size_t j = 0; j < count; j++)
        if (row[j] > 0)
            sum -= (double)(row[j] * logf(row[j]));
    return sum;
}

static double entropy_reads_past(const float *row, size_t count)
{
    volatile float sink = row[count];
    (void)sink;
    return sound->entropy(row, count);
}

static void pack_zero(size_t rows, size_t depth, const float *b, size_t b_row, float *panel)
{
    (void)rows;
    (void)b;
    (void)b_row;
    memset(panel, 0, sound->cols * depth * sizeof *panel);
}

static void pack_skips_last(size_t rows, size_t depth, const float *b, size_t b_row, float *panel)
{
    sound->pack_transposed(rows, depth > 0 ? depth - 1 : 0, b, b_row, panel);
}

static void pack_writes_past(size_t rows, size_t depth, const float *b, size_t b_row, float *panel)
{
    sound->pack_transposed(rows, depth, b, b_row, panel);
    panel[sound->cols * depth] = 0;
}

static void transposed_keeps_garbage(
    size_t rows, size_t depth, const float *b, size_t b_row, float *panel)
{
    for (size_t k = 0; k < depth; k++)
        for (size_t r = 0; r < rows; r++)
            panel[k * sound->cols + r] = b[r * b_row + k];
}

static void test_checker(uint64_t seed)
{
    const struct {
        const char *fault;
        check_function *check;
        struct hs_kernels broken; /* only the entry under test is set */
    } faults[] = {
        {"tile all zero", check_tile, {.tile = tile_zero}},
        {"tile all NaN", check_tile, {.tile = tile_nan}},
        {"tile skips the last lane", check_tile, {.tile = tile_skips_last}},
        {"tile writes past the end", check_tile, {.tile = tile_writes_past}},
        {"tile drops the last of many terms", check_tile, {.tile = tile_drops_last_term}},
        {"tile reads past its panel", check_tile, {.tile = tile_reads_past}},
        {"tile changes its input", check_tile, {.tile = tile_spoils_input}},
        {"scaled all zero", check_scaled, {.scaled = scaled_zero}},
        {"scaled all NaN", check_scaled, {.scaled = scaled_nan}},
        {"scaled skips the last lane", check_scaled, {.scaled = scaled_skips_last}},
        {"scaled writes past the end", check_scaled, {.scaled = scaled_writes_past}},
        {"streamed skips the last lane", check_stream_scaled, {.stream_scaled = scaled_skips_last}},
        {"exp all zero", check_exp_rows, {.exp_rows = exp_zero}},
        {"exp all NaN", check_exp_rows, {.exp_rows = exp_nan}},
        {"exp skips the last lane", check_exp_rows, {.exp_rows = exp_skips_last}},
        {"exp skips a row", check_exp_rows, {.exp_rows = exp_skips_row}},
        {"exp writes past the end", check_exp_rows, {.exp_rows = exp_writes_past}},
        {"exp four ulp off", check_exp_rows, {.exp_rows = exp_imprecise}},
        {"exp with a wrong sum", check_exp_rows, {.exp_rows = exp_wrong_sum}},
        {"exp by the company of a row", check_exp_rows, {.exp_rows = exp_by_company}},
        {"entropy always zero", check_entropy, {.entropy = entropy_zero}},
        {"entropy skips the last", check_entropy, {.entropy = entropy_skips_last}},
        {"entropy in single precision", check_entropy, {.entropy = entropy_imprecise}},
        {"entropy reads past its row", check_entropy, {.entropy = entropy_reads_past}},
        {"pack all zero", check_pack_transposed, {.pack_transposed = pack_zero}},
        {"pack skips the last column", check_pack_transposed, {.pack_transposed = pack_skips_last}},
        {"pack writes past the end", check_pack_transposed, {.pack_transposed = pack_writes_past}},
        {"transpose leaves missing columns", check_pack_transposed,
            {.pack_transposed = transposed_keeps_garbage}},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct hs_kernels kernels = faults[i].broken;
        kernels.level = "broken";
        kernels.rows = sound->rows;
        kernels.cols = sound->cols;
        kernels.stream_end = sound->stream_end;
        struct checker checker = {.kernels = &kernels, .seed = seed, .quiet = true};
        bool rejected = faults[i].check(&checker) > 0;
        CHECK(rejected);
        if (!rejected)
            fprintf(stderr, "  the checker accepted: %s\n", faults[i].fault);
    }
}

/* Panels of a matrix: level by level the same elements, zeros where columns are missing. */
static void test_panels(const struct hs_kernels *kernels)
{
    enum { DEPTH = 5, COLUMNS = 45, ROW = 47 };
    float b[DEPTH * ROW], panels[DEPTH * (COLUMNS + HS_PANEL_COLS_MAX)];
    for (size_t i = 0; i < DEPTH * ROW; i++)
        b[i] = (float)i;
    hsi_pack_panels(kernels, DEPTH, COLUMNS, b, ROW, panels);
    for (size_t c = 0; c < (COLUMNS + kernels->cols - 1) / kernels->cols * kernels->cols; c++)
        for (size_t k = 0; k < DEPTH; k++)
            CHECK(panels[(c / kernels->cols * DEPTH + k) * kernels->cols + c % kernels->cols] ==
                  (c < COLUMNS ? b[k * ROW + c] : 0.0f));
}

/* HS_CPU caps the level in this build, names that do not exist cap nothing. */
static void test_levels(void)
{
    setenv("HS_CPU", "scalar", 1);
    CHECK(hsi_kernels_best() == hsi_kernels_level(0));
    CHECK_TEXT(hs_cpu_level(), "scalar");
    unsetenv("HS_CPU");
    const struct hs_kernels *best = hsi_kernels_best();
    for (size_t i = 0; hsi_kernels_level(i); i++) {
        const struct hs_kernels *kernels = hsi_kernels_level(i);
        setenv("HS_CPU", kernels->level, 1);
        CHECK(hsi_kernels_best() == (hsi_kernels_runs(kernels) ? kernels : best));
    }
    setenv("HS_CPU", "", 1);
    CHECK(hsi_kernels_best() == best);
    unsetenv("HS_CPU");
    CHECK(!hsi_kernels_runs(NULL));
}

/* The least score that still has a weight, and the next below it, which has none. */
static void test_smallest(const struct hs_kernels *kernels)
{
    enum { KEYS = 64 };
    _Alignas(64) float row[KEYS];
    float sum;
    for (size_t k = 0; k < KEYS; k++)
        row[k] = -INFINITY;
    row[0] = 0;
    row[1] = -87.33f;
    row[2] = nextafterf(-87.33f, -INFINITY);
    kernels->exp_rows(1, row, KEYS, KEYS, &sum);
    CHECK(row[0] == 1 && row[1] > 0 && row[2] == 0 && row[KEYS - 1] == 0);
}

TEST(test_kernels)
{
    uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 20170612u;
    printf("seed %llu\n", (unsigned long long)seed);
    test_levels();
    for (size_t i = 0; hsi_kernels_level(i); i++) {
        test_panels(hsi_kernels_level(i));
        if (hsi_kernels_runs(hsi_kernels_level(i))) {
            test_smallest(hsi_kernels_level(i));
            check_level(hsi_kernels_level(i), seed);
        } else
            printf("%-7s not run: this machine cannot\n", hsi_kernels_level(i)->level);
    }
    test_checker(seed);
    return check_report();
}
