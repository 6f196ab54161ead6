/* parts.c – the parts of a pass by themselves: each kernel on data in cache, and what surrounds a
 * pass in the app. Called by engine.c. One thread. */
#include "bench.h"
#include "kernels/kernels.h"
#include "peak.h"

#include <stdlib.h>
#include <string.h>

static peak_function *peak_of(const char *level)
{
#if defined(__x86_64__)
    return strcmp(level, "avx512") == 0 ? peak_avx512
           : strcmp(level, "avx2") == 0 ? peak_avx2
                                        : peak_sse2;
#else
    (void)level;
    return peak_neon;
#endif
}

double bench_peak(void)
{
    peak_function *peak = peak_of(hs_cpu_level());
    float sink = 0;
    double best = 0;
    for (int i = 0; i < 3; i++) {
        double before = bench_seconds(), flops = peak(200000, &sink);
        double rate = 1e-9 * flops / (bench_seconds() - before);
        best = rate > best ? rate : best;
    }
    return best;
}

/* One kernel call on given memory; returns the units of work it did (operations or elements). */
struct part {
    const struct hs_kernels *kernels;
    size_t rows, length;
    float *from, *panel, *to;
};
typedef double part_function(const struct part *part);

static double tile(const struct part *part)
{
    const struct hs_kernels *kernels = part->kernels;
    struct hs_tile tile = {.depth = part->length,
        .a = part->from,
        .a_row = part->length + 16, /* as score rows lie in the engine */
        .b = part->panel,
        .init = hsi_tile_zero,
        .c = part->to,
        .c_row = kernels->cols,
        .scale = 1,
        .ahead = part->panel,
        .ahead_step = 4};
    kernels->tile(kernels->rows, &tile);
    return 2.0 * (double)(kernels->rows * kernels->cols * part->length);
}

static double pack_transposed(const struct part *part)
{
    part->kernels->pack_transposed(
        part->kernels->cols, part->length, part->from, part->length, part->to);
    return (double)(part->kernels->cols * part->length);
}

/* The whole softmax of a few rows: exponentials in place and the scaled copy. The rows become their
 * own exponentials again and again; the work does not depend on the values. */
static double softmax(const struct part *part)
{
    for (size_t first = 0, some; first < part->rows; first += some) {
        float *row = part->from + first * part->length, sum[8];
        some = part->rows - first < 8 ? part->rows - first : 8; /* as the engine does */
        part->kernels->exp_rows(some, row, part->length, part->length, sum);
        for (size_t r = 0; r < some; r++)
            part->kernels->scaled(part->to + (first + r) * part->length, row + r * part->length,
                1 / sum[r], part->length);
    }
    return (double)(part->rows * part->length);
}

/* Seconds per unit: the median of 200 samples of about 20 µs. */
static double time_part(part_function *run, const struct part *part)
{
    double samples[200], before = bench_seconds(), units = 0;
    size_t repeats = 1;
    for (run(part); bench_seconds() - before < 2e-5; repeats++)
        run(part);
    for (size_t s = 0; s < 200; s++) {
        before = bench_seconds();
        units = 0;
        for (size_t i = 0; i < repeats; i++)
            units += run(part);
        samples[s] = (bench_seconds() - before) / units;
    }
    return bench_median(samples, 200);
}

void bench_kernels(void)
{
    enum { FLOATS = 64 * 4096 };
    static const size_t lengths[] = {16, 64, 512, 4096};
    struct part part = {.kernels = hsi_kernels_best(),
        .from = bench_random(FLOATS, 8),
        .panel = bench_random(FLOATS, 1),
        .to = bench_floats(FLOATS)};
    printf("Kernels on data in cache (median), by length\n%-24s", "");
    for (size_t i = 0; i < 4; i++)
        printf(" %8zu", lengths[i]);
    const struct {
        const char *name;
        part_function *run;
        bool rate; /* units per nanosecond, else nanoseconds per unit */
    } parts[] = {{"tile, GFLOP/s", tile, true},
        {"pack_transposed, ns/float", pack_transposed, false},
        {"softmax, ns/weight", softmax, false}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("\n%-24s", parts[i].name);
        for (size_t j = 0; j < 4; j++) {
            part.length = lengths[j];
            part.rows = lengths[j] < 4096 ? 4096 / lengths[j] : 1;
            double ns = 1e9 * time_part(parts[i].run, &part);
            printf(" %8.2f", parts[i].rate ? 1 / ns : ns);
        }
    }
    printf("\n\n");
    free(part.from);
    free(part.panel);
    free(part.to);
}

void bench_fresh(void)
{
    static const struct shape shapes[] = {
        {12, 512, 8}, {64, 512, 8}, {256, 512, 8}, {256, 512, 64}};
    printf("plan + workspace + pass with all planes + drop, ms (median, worst of 100)\n");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct pass pass = bench_pass(shapes[i], NULL, NULL, 1, 0);
        struct hs_mha_config config = {
            .n = shapes[i].n, .m = shapes[i].n, .h = shapes[i].h, .keep = HS_KEEP_ALL};
        double samples[100];
        for (size_t s = 0; s < 100; s++) {
            struct hs_mha_plan *plan;
            struct hs_mha_workspace *workspace;
            double before = bench_seconds();
            if (hs_mha_plan_new(pass.model, &config, &plan, NULL) ||
                hs_mha_workspace_new(plan, &workspace, NULL))
                bench_stop("out of memory");
            hs_mha_forward(plan, workspace, pass.X, pass.X, NULL);
            hs_mha_workspace_drop(workspace);
            hs_mha_plan_drop(plan);
            samples[s] = 1e3 * (bench_seconds() - before);
        }
        double median = bench_median(samples, 100);
        printf("%zu,%zu,%zu: %.2f %.2f\n", shapes[i].n, shapes[i].d_model, shapes[i].h, median,
            samples[99]);
        bench_pass_drop(&pass);
    }
    printf("\n");
}
