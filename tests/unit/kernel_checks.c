/* kernel_checks.c – see kernel_checks.h. The references are written as the comments of kernels.h
 * read. */
#include "kernel_checks.h"
#include "guarded.h"
#include "mha_problem.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* All small lengths, so every remainder of every vector width; then primes near powers of two. */
static size_t length_at(size_t index)
{
    static const size_t primes[] = {71, 97, 127, 131, 251, 257, 509, 521, 1021, 1031, 2053, 4099};
    if (index < 68)
        return index;
    return index - 68 < sizeof primes / sizeof *primes ? primes[index - 68] : SIZE_MAX;
}

enum kind { UNIFORM, HUGE_VALUES, DENORMAL, CANCELLING, ZEROS, HIDDEN, ONE_NAN, KINDS };
static const char *const kind_names[KINDS] = {
    "uniform", "huge", "denormal", "cancelling", "zeros", "-inf", "one NaN"};

static void fill(struct checker *checker, float *x, size_t count, enum kind kind)
{
    for (size_t i = 0; i < count; i++) {
        float u = random_unit(&checker->seed);
        switch (kind) {
        case HUGE_VALUES:
            x[i] = u * 1e17f; /* 4099 products of two stay below the largest float */
            break;
        case DENORMAL:
            x[i] = i % 2 ? u * 1e-39f : u;
            break;
        case CANCELLING:
            x[i] = i % 2 && i > 0 ? -x[i - 1] * (1 + 1e-6f * u) : u;
            break;
        case ZEROS:
            x[i] = i % 3 == 0 ? 0.0f : i % 3 == 1 ? -0.0f : u;
            break;
        default:
            x[i] = u;
        }
    }
    if (kind == ONE_NAN && count > 0)
        x[random_next(&checker->seed) % count] = NAN;
}

/* One call: where it was, for the message. */
struct place {
    const char *kernel;
    size_t rows, length, offset;
    enum guarded_side side;
    enum kind kind;
};

static size_t fail(
    const struct checker *checker, const struct place *at, const char *what, size_t index)
{
    if (!checker->quiet)
        fprintf(stderr,
            "%s at level %s: %s at index %zu (rows %zu, length %zu, offset %zu, guard %s, %s "
            "values, "
            "seed state %llu)\n",
            at->kernel, checker->kernels->level, what, index, at->rows, at->length, at->offset,
            at->side == GUARDED_AFTER ? "after" : "before", kind_names[at->kind],
            (unsigned long long)checker->seed);
    return 1;
}

/* `got` against `want` within `bound`; a NaN is right only where the reference is NaN. */
static size_t judge(struct checker *checker, const struct place *at, double got, double want,
    double bound, size_t index)
{
    if (isnan(want))
        return isnan(got) ? 0 : fail(checker, at, "a NaN got lost", index);
    double error = fabs(got - want);
    if (!(error <= bound))
        return fail(checker, at, "outside the bound", index);
    if (bound > 0 && error / bound > checker->worst)
        checker->worst = error / bound;
    return 0;
}

/* Calls `check` for every length, offset and side, with rows and kinds of values taking turns, and
 * then for every number of rows with every small length. */
typedef size_t check_one(struct checker *checker, struct place at);

static size_t sweep(struct checker *checker, const char *kernel, size_t rows_max, check_one *check)
{
    size_t failures = 0, turn = 0;
    for (size_t i = 0; length_at(i) != SIZE_MAX; i++) {
        for (size_t offset = 0; offset < 8; offset++) {
            for (int side = 0; side < 2; side++, turn++) {
                struct place at = {kernel, 1 + turn * 5 % rows_max, length_at(i), offset,
                    (enum guarded_side)side, (enum kind)(turn / 2 % KINDS)};
                failures += check(checker, at);
            }
        }
    }
    for (size_t rows = 1; rows <= rows_max; rows++) {
        for (size_t length = 0; length < 68; length++, turn++) {
            struct place at = {kernel, rows, length, 0, (enum guarded_side)(turn % 2),
                (enum kind)(turn / 2 % KINDS)};
            failures += check(checker, at);
        }
    }
    return failures;
}

struct call {
    const struct hs_kernels *kernels;
    bool streamed;
    size_t rows, depth, row;
    const float *in;
    float *out, factor, *sums;
    double entropy;
    struct hs_tile tile;
};

static void call_tile(void *job)
{
    struct call *call = job;
    call->kernels->tile(call->rows, &call->tile);
}

/* Every sum against the same sum in double. Rounding: each of depth + 2 operations errs by half an
 * epsilon of a partial result, which sum |a b| + |init| bounds; one epsilon each leaves room for
 * the order of summation. Results that are denormal err by whole steps of the smallest float. */
static size_t judge_tile(struct checker *checker, const struct place *at, const struct call *call,
    const struct guarded *c)
{
    const struct hs_tile *tile = &call->tile;
    size_t cols = call->kernels->cols, failures = 0;
    for (size_t r = 0; r < at->rows; r++) {
        for (size_t j = 0; j < tile->c_row; j++) {
            size_t i = r * tile->c_row + j;
            if (j >= cols) {
                if (i < c->count && !guarded_same(c, i))
                    failures += fail(checker, at, "wrote between the rows", i);
                continue;
            }
            double init = (double)(tile->init == tile->c ? c->copy[i] : tile->init[j]);
            double sum = init, size = fabs(init);
            for (size_t k = 0; k < at->length; k++) {
                double a = (double)tile->a[r * tile->a_row + k];
                sum += a * (double)tile->b[k * cols + j];
                size += fabs(a * (double)tile->b[k * cols + j]);
            }
            double terms = (double)at->length + 2, scale = fabs((double)tile->scale);
            failures += judge(checker, at, (double)c->data[i], sum * (double)tile->scale,
                terms * scale * (size * (double)FLT_EPSILON + (double)FLT_TRUE_MIN) +
                    (double)FLT_TRUE_MIN,
                i);
        }
    }
    return failures;
}

static size_t check_one_tile(struct checker *checker, struct place at)
{
    const struct hs_kernels *kernels = checker->kernels;
    size_t cols = kernels->cols, depth = at.length, rows = at.rows;
    bool adds = (depth + rows) % 2; /* init is c itself, as when A V goes on with the next keys */
    size_t a_row = depth + at.offset, c_row = cols + at.offset;
    size_t a_count = depth > 0 ? (rows - 1) * a_row + depth : 0;
    struct guarded a = guarded_new(a_count, at.offset, at.side);
    struct guarded b = guarded_new(depth * cols, at.offset, at.side);
    struct guarded init = guarded_new(cols, at.offset, at.side);
    struct guarded c = guarded_new((rows - 1) * c_row + cols, at.offset, at.side);
    enum kind kind = at.kind == HIDDEN ? UNIFORM : at.kind;
    fill(checker, a.data, a.count, kind);
    fill(checker, b.data, b.count, kind == ONE_NAN ? UNIFORM : kind);
    fill(checker, init.data, cols, UNIFORM);
    fill(checker, c.data, c.count, UNIFORM);
    struct call call = {.kernels = kernels, .rows = rows};
    call.tile = (struct hs_tile){.depth = depth,
        .a = a.data,
        .a_row = a_row,
        .b = b.data,
        .init = adds ? c.data : init.data,
        .init_row = adds ? c_row : 0,
        .c = c.data,
        .c_row = c_row,
        .scale = depth % 3 ? 1.0f : 0.35355339f,
        .ahead = b.data, /* runs past the guard page: asking for it must not fault */
        .ahead_step = 3 * cols};
    struct guarded *blocks[4] = {&a, &b, &init, &c};
    size_t failures = 0;
    for (size_t i = 0; i < 4; i++)
        guarded_keep(blocks[i]);
    checker->runs++;
    if (guarded_run(call_tile, &call))
        failures += judge_tile(checker, &at, &call, &c);
    else
        failures += fail(checker, &at, "touched memory outside its arguments", 0);
    for (size_t i = 0; i < 4; i++) {
        if ((i < 3 && !guarded_all_same(blocks[i])) || !guarded_surroundings_intact(blocks[i]))
            failures += fail(checker, &at, "changed what it may not write, block", i);
        guarded_drop(blocks[i]);
    }
    return failures;
}

size_t check_tile(struct checker *checker)
{
    return sweep(checker, "tile", checker->kernels->rows, check_one_tile);
}

static void call_pack(void *job)
{
    struct call *call = job;
    call->kernels->pack_transposed(call->rows, call->depth, call->in, call->row, call->out);
}

/* Packing moves bits: every element must be equal, and what is missing zero. */
static size_t check_one_pack_transposed(struct checker *checker, struct place at)
{
    size_t rows = at.rows, depth = at.length, row = depth + at.offset;
    size_t width = checker->kernels->cols, failures = 0;
    struct guarded in = guarded_new(depth ? (rows - 1) * row + depth : 0, at.offset, at.side);
    struct guarded out = guarded_new(depth * width, at.offset, at.side);
    fill(checker, in.data, in.count, at.kind);
    guarded_keep(&in);
    struct call call = {.kernels = checker->kernels,
        .rows = rows,
        .depth = depth,
        .row = row,
        .in = in.data,
        .out = out.data};
    checker->runs++;
    if (!guarded_run(call_pack, &call))
        failures += fail(checker, &at, "touched memory outside its arguments", 0);
    for (size_t k = 0; k < depth && failures == 0; k++) {
        for (size_t r = 0; r < width; r++) {
            float want = r < rows ? in.data[r * row + k] : 0.0f;
            if (memcmp(&out.data[k * width + r], &want, sizeof want) != 0)
                failures += fail(checker, &at, "not the packed element", k * width + r);
        }
    }
    if (!guarded_all_same(&in) || !guarded_surroundings_intact(&in) ||
        !guarded_surroundings_intact(&out))
        failures += fail(checker, &at, "changed what it may not write", 0);
    guarded_drop(&in);
    guarded_drop(&out);
    return failures;
}

size_t check_pack_transposed(struct checker *checker)
{
    return sweep(checker, "pack_transposed", checker->kernels->cols, check_one_pack_transposed);
}

enum { EXP_ROWS = 19, EXP_ROW = 4112 }; /* rows at once; the longest row, padded */

static void call_exp(void *job)
{
    struct call *call = job;
    call->kernels->exp_rows(call->rows, call->out, call->row, call->depth, call->sums);
}

/* Distance of neighbouring floats at x > 0. */
static double ulp(double x)
{
    float f = (float)x;
    return (double)nextafterf(f, INFINITY) - (double)f;
}

static size_t judge_exp(struct checker *checker, const struct place *at, const struct call *call,
    const float *before, const float *after, float sum)
{
    size_t failures = 0;
    float max = -INFINITY;
    double total = 0;
    for (size_t j = 0; j < call->depth; j++)
        max = before[j] > max ? before[j] : max;
    for (size_t j = 0; j < call->depth; j++) {
        float x = before[j] - max;
        /* At the edge of what still is a normal float, either side may come out. */
        bool vanishes = !(x > -87.3f);
        double want = vanishes ? 0 : exp((double)x);
        double bound = vanishes ? (x > -87.34f ? 2e-38 : 0) : 2 * ulp(want);
        failures += judge(checker, at, (double)after[j], want, bound, j);
        if (!vanishes && fabs((double)after[j] - want) / ulp(want) > checker->worst_ulp)
            checker->worst_ulp = fabs((double)after[j] - want) / ulp(want);
        total += (double)after[j];
    }
    /* The sum of what is in the row: at most count roundings of partial sums. */
    return failures + judge(checker, at, (double)sum, total,
                          (double)(call->depth + 1) * (double)FLT_EPSILON * total, call->depth);
}

/* A row's bits must not depend on the rows that are calculated with it. */
static size_t judge_alone(const struct checker *checker, const struct place *at,
    const struct call *call, const float *before, const float *after, float sum)
{
    static float alone[EXP_ROW + 1]; /* a broken kernel that writes past is caught elsewhere */
    float sum_alone = 0;
    memcpy(alone, before, call->depth * sizeof *alone);
    checker->kernels->exp_rows(1, alone, call->depth, call->depth, &sum_alone);
    if (memcmp(alone, after, call->depth * sizeof *alone) != 0 ||
        memcmp(&sum_alone, &sum, sizeof sum) != 0)
        return fail(checker, at, "other bits than the row alone", 0);
    return 0;
}

static void fill_exp(struct checker *checker, const struct place *at, float *row, size_t count)
{
    static const float spans[] = {1, 8, 30, 87.5f, 120, 3000};
    fill(checker, row, count, at->kind);
    for (size_t j = 0; j < count; j++) {
        if (at->kind != HUGE_VALUES && at->kind != DENORMAL)
            row[j] *= spans[at->length % (sizeof spans / sizeof *spans)];
        if (j >= at->length || (at->kind == HIDDEN && random_unit(&checker->seed) < 0.5f))
            row[j] = -INFINITY;
    }
    if (at->kind == HIDDEN && random_unit(&checker->seed) < -0.6f)
        for (size_t j = 0; j < count; j++)
            row[j] = -INFINITY; /* nothing visible */
}

static size_t check_one_exp(struct checker *checker, struct place at)
{
    size_t count = (at.length + HS_ROW_PAD - 1) / HS_ROW_PAD * HS_ROW_PAD, failures = 0;
    size_t stride = count + at.offset % 3 * 16;
    float sums[EXP_ROWS] = {0};
    struct guarded rows = guarded_new((at.rows - 1) * stride + count, at.offset, at.side);
    fill(checker, rows.data, rows.count, UNIFORM);
    for (size_t r = 0; r < at.rows; r++)
        fill_exp(checker, &at, rows.data + r * stride, count);
    guarded_keep(&rows);
    struct call call = {.kernels = checker->kernels,
        .rows = at.rows,
        .row = stride,
        .depth = count,
        .out = rows.data,
        .sums = sums};
    checker->runs++;
    if (!guarded_run(call_exp, &call))
        failures += fail(checker, &at, "touched memory outside its arguments", 0);
    for (size_t r = 0; r < at.rows && failures == 0; r++) {
        const float *before = rows.copy + r * stride, *after = rows.data + r * stride;
        failures += judge_exp(checker, &at, &call, before, after, sums[r]);
        failures += judge_alone(checker, &at, &call, before, after, sums[r]);
        for (size_t j = count; j < stride && r + 1 < at.rows; j++)
            if (!guarded_same(&rows, r * stride + j))
                failures += fail(checker, &at, "wrote between the rows", r * stride + j);
    }
    if (!guarded_surroundings_intact(&rows))
        failures += fail(checker, &at, "changed what it may not write", 0);
    guarded_drop(&rows);
    return failures;
}

size_t check_exp_rows(struct checker *checker)
{
    return sweep(checker, "exp_rows", EXP_ROWS, check_one_exp);
}

static void call_scaled(void *job)
{
    struct call *call = job;
    if (call->streamed) {
        call->kernels->stream_scaled(call->out, call->in, call->factor, call->depth);
        call->kernels->stream_end();
    } else {
        call->kernels->scaled(call->out, call->in, call->factor, call->depth);
    }
}

/* One multiplication rounds one way only: equal bits. In place when the offset is odd and that is
 * allowed. */
static size_t check_scaling(struct checker *checker, struct place at, bool streamed)
{
    size_t count = at.length, failures = 0;
    bool in_place = !streamed && at.offset % 2;
    struct guarded in = guarded_new(count, at.offset, at.side);
    struct guarded out = guarded_new(count, at.offset * 3 % 8, at.side);
    fill(checker, in.data, count, at.kind);
    guarded_keep(&in);
    struct call call = {.kernels = checker->kernels,
        .streamed = streamed,
        .depth = count,
        .in = in.data,
        .out = in_place ? in.data : out.data,
        .factor = 0.1f + (float)at.offset};
    checker->runs++;
    if (!guarded_run(call_scaled, &call))
        failures += fail(checker, &at, "touched memory outside its arguments", 0);
    for (size_t j = 0; j < count && failures == 0; j++) {
        float want = in.copy[j] * call.factor;
        if (isnan(want) ? !isnan(call.out[j]) : memcmp(&call.out[j], &want, sizeof want) != 0)
            failures += fail(checker, &at, "not the product", j);
    }
    if ((!in_place && !guarded_all_same(&in)) || !guarded_surroundings_intact(&in) ||
        !guarded_surroundings_intact(&out))
        failures += fail(checker, &at, "changed what it may not write", 0);
    guarded_drop(&in);
    guarded_drop(&out);
    return failures;
}

static size_t check_one_scaled(struct checker *checker, struct place at)
{
    return check_scaling(checker, at, false);
}

static size_t check_one_stream_scaled(struct checker *checker, struct place at)
{
    return check_scaling(checker, at, true);
}

size_t check_scaled(struct checker *checker)
{
    return sweep(checker, "scaled", 1, check_one_scaled);
}

size_t check_stream_scaled(struct checker *checker)
{
    return sweep(checker, "stream_scaled", 1, check_one_stream_scaled);
}

static void call_entropy(void *job)
{
    struct call *call = job;
    call->entropy = call->kernels->entropy(call->in, call->depth);
}

/* Against logarithms in long double. Each term may err by 1e-15 of itself and of its weight; the
 * additions by half an epsilon of what is summed so far. */
static size_t check_one_entropy(struct checker *checker, struct place at)
{
    size_t failures = 0;
    struct guarded in = guarded_new(at.length, at.offset, at.side);
    fill(checker, in.data, at.length, at.kind);
    for (size_t j = 0; j < at.length; j++) /* mostly weights, some that do not count */
        if (at.kind != HUGE_VALUES && j % 5)
            in.data[j] = fabsf(in.data[j]);
    guarded_keep(&in);
    struct call call = {.kernels = checker->kernels, .depth = at.length, .in = in.data};
    checker->runs++;
    if (!guarded_run(call_entropy, &call))
        failures += fail(checker, &at, "touched memory outside its arguments", 0);
    long double want = 0, size = 0, weight = 0;
    for (size_t j = 0; j < at.length; j++) {
        long double p = (long double)in.copy[j];
        if (!(p > 0))
            continue;
        want -= p * logl(p);
        size += fabsl(p * logl(p));
        weight += p;
    }
    double additions = (double)(at.length + 1) * DBL_EPSILON / 2;
    if (failures == 0)
        failures += judge(checker, &at, call.entropy, (double)want,
            1e-15 * (double)(size + weight) + additions * (double)size, 0);
    if (!guarded_all_same(&in) || !guarded_surroundings_intact(&in))
        failures += fail(checker, &at, "changed what it may not write", 0);
    guarded_drop(&in);
    return failures;
}

size_t check_entropy(struct checker *checker)
{
    return sweep(checker, "entropy", 1, check_one_entropy);
}
