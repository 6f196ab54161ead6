/* bench.c – see bench.h. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double bench_cpu_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void bench_stop(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(2);
}

float *bench_floats(size_t count)
{
    float *x = malloc(count * sizeof *x);
    if (!x)
        bench_stop("out of memory");
    return x;
}

float *bench_random(size_t count, float scale)
{
    uint64_t state = 88172645463325252u + count; /* xorshift64 */
    float *x = bench_floats(count);
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        x[i] = ((float)(state >> 40) / 8388608.0f - 1.0f) * scale;
    }
    return x;
}

double bench_flops(struct shape shape)
{
    double n = (double)shape.n, d = (double)shape.d_model;
    return 8 * n * d * d + 4 * n * n * d;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *samples, size_t count)
{
    qsort(samples, count, sizeof *samples, compare);
    return count % 2 ? samples[count / 2] : 0.5 * (samples[count / 2 - 1] + samples[count / 2]);
}

bool bench_shape(const char *text, struct shape *to)
{
    return sscanf(text, "%zu,%zu,%zu", &to->n, &to->d_model, &to->h) == 3;
}

struct pass bench_pass(
    struct shape shape, const float *W, float *X, unsigned threads, unsigned keep)
{
    struct pass pass = {.X = X};
    struct hs_error error;
    size_t d = shape.d_model, matrix = d * d;
    float *own = W ? NULL : bench_random(4 * matrix, 2.5f / sqrtf((float)d));
    W = W ? W : own;
    pass.X = X ? X : bench_random(shape.n * d, 1.7f);
    struct hs_weights weights = {
        .d_model = d, .W_Q = W, .W_K = W + matrix, .W_V = W + 2 * matrix, .W_O = W + 3 * matrix};
    struct hs_mha_config config = {
        .n = shape.n, .m = shape.n, .h = shape.h, .keep = keep, .threads = threads};
    if (hs_model_new(&weights, &pass.model, &error) ||
        hs_mha_plan_new(pass.model, &config, &pass.plan, &error) ||
        hs_mha_workspace_new(pass.plan, &pass.workspace, &error))
        bench_stop(error.message);
    free(own);
    return pass;
}

void bench_pass_drop(struct pass *pass)
{
    hs_mha_workspace_drop(pass->workspace);
    hs_mha_plan_drop(pass->plan);
    hs_model_drop(pass->model);
    free(pass->X);
}

void bench_forward(const struct pass *pass)
{
    hs_mha_forward(pass->plan, pass->workspace, pass->X, pass->X, NULL);
}
