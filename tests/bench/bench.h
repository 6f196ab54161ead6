/* bench.h – what the engine's benches share: a clock, inputs, a model with plan and workspace,
 * sorted samples. Benches print and exit on errors; they are run by hand through run.sh and never
 * by ctest. */
#ifndef HS_BENCH_H
#define HS_BENCH_H

#include "hs.h"

struct shape {
    size_t n, d_model, h;
};

/* A self-attention pass ready to run. */
struct pass {
    struct hs_model *model;
    struct hs_mha_plan *plan;
    struct hs_mha_workspace *workspace;
    float *X; /* (n, d_model) */
};

double bench_seconds(void);     /* monotonic clock */
double bench_cpu_seconds(void); /* CPU time of all threads of this process */
_Noreturn void bench_stop(const char *why);
float *bench_floats(size_t count);              /* not set */
float *bench_random(size_t count, float scale); /* uniform in [-scale, scale), same in each run */
double bench_flops(struct shape shape);         /* 8 n d^2 + 4 n^2 d: softmax not counted */
double bench_median(double *samples, size_t count);   /* sorts */
bool bench_shape(const char *text, struct shape *to); /* "n,d_model,h" */

/* W (4, d_model, d_model) is borrowed and X kept; where one is NULL, random numbers that give
 * scores of a few units. */
struct pass bench_pass(
    struct shape shape, const float *W, float *X, unsigned threads, unsigned keep);
void bench_pass_drop(struct pass *pass);
void bench_forward(const struct pass *pass);

/* parts.c */
double bench_peak(void);  /* GFLOP/s of one core just now: best of three bursts of about 2 ms */
void bench_kernels(void); /* prints each kernel on data in cache */
void bench_fresh(
    void); /* prints what a keystroke pays: plan, workspace, one pass with all planes, drop */

#endif
