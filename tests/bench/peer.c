/* peer.c – one shape of the engine, timed and checked, as one line of numbers: to stand beside
 * other libraries. Usage: bench_peer n d_model h threads seconds folder Reads folder/in_N_D_H.bin
 * (X, W_Q, W_K, W_V, W_O as fp32, row-major) and folder/ref_N_D_H.bin (the output in full, then
 * weights of some rows, query by query and head by head: all rows up to n = 512, else 64 of them,
 * evenly spread). Prints: name n d_model h threads peak_rss_kib output_error weights_error
 * cpus_used milliseconds,… The weights are packed and the workspace is made before the clock
 * starts; the forward pass alone is timed.
 */
#include "hs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { SAMPLES_MAX = 200, SAMPLES_MIN = 4 };
#define WARM_UP_SECONDS 0.1

struct shape {
    size_t n, d, h;
    unsigned threads;
    double seconds;
    const char *folder;
};

static double clock_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop(const char *why)
{
    fprintf(stderr, "bench_peer: %s\n", why);
    exit(2);
}

static FILE *open_data(const struct shape *shape, const char *kind)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s_%zu_%zu_%zu.bin", shape->folder, kind, shape->n, shape->d,
        shape->h);
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

static void read_floats(FILE *file, float *to, size_t count)
{
    if (fread(to, sizeof *to, count, file) != count)
        stop("a data file is too short for its shape");
}

static float *floats(size_t count)
{
    float *memory = malloc(count * sizeof *memory);
    if (!memory)
        stop("out of memory");
    return memory;
}

/* Reads X, packs the weights and lets go of them. */
static struct hs_model *load(const struct shape *shape, float *X)
{
    size_t matrix = shape->d * shape->d;
    float *W = floats(4 * matrix);
    FILE *file = open_data(shape, "in");
    struct hs_model *model;
    struct hs_error error;
    read_floats(file, X, shape->n * shape->d);
    read_floats(file, W, 4 * matrix);
    fclose(file);
    struct hs_weights weights = {.d_model = shape->d,
        .W_Q = W,
        .W_K = W + matrix,
        .W_V = W + 2 * matrix,
        .W_O = W + 3 * matrix};
    if (hs_model_new(&weights, &model, &error))
        stop(error.message);
    free(W);
    return model;
}

static double worse(double error, float got, float want)
{
    double e = fabs((double)got - (double)want);
    return e <= error ? error : e; /* NaN stays */
}

static void check(const struct shape *shape, const struct hs_mha_plan *plan,
    const struct hs_mha_workspace *workspace, double *output_error, double *weights_error)
{
    FILE *file = open_data(shape, "ref");
    float *want = floats(shape->n > shape->d ? shape->n : shape->d);
    size_t rows = shape->n <= 512 ? shape->n : 64;
    struct hs_matrix O = hs_mha_plane(plan, workspace, HS_PLANE_OUTPUT, 0);
    for (size_t q = 0; q < shape->n; q++) {
        read_floats(file, want, shape->d);
        for (size_t c = 0; c < shape->d; c++)
            *output_error = worse(*output_error, O.data[q * O.stride + c], want[c]);
    }
    for (size_t i = 0; i < rows; i++) {
        size_t q = shape->n <= 512 ? i : i * (shape->n - 1) / 63;
        for (size_t head = 0; head < shape->h; head++) {
            struct hs_matrix A = hs_mha_plane(plan, workspace, HS_PLANE_WEIGHTS, head);
            read_floats(file, want, shape->n);
            for (size_t k = 0; k < shape->n; k++)
                *weights_error = worse(*weights_error, A.data[q * A.stride + k], want[k]);
        }
    }
    fclose(file);
    free(want);
}

int main(int argc, char **argv)
{
    if (argc < 7)
        stop("usage: bench_peer n d_model h threads seconds folder");
    struct shape shape = {strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10),
        strtoul(argv[3], NULL, 10), (unsigned)strtoul(argv[4], NULL, 10), strtod(argv[5], NULL),
        argv[6]};
    float *X = floats(shape.n * shape.d);
    struct hs_model *model = load(&shape, X);
    struct hs_mha_config config = {
        .n = shape.n, .m = shape.n, .h = shape.h, .threads = shape.threads};
    struct hs_mha_plan *plan;
    struct hs_mha_workspace *workspace;
    struct hs_error error;
    if (hs_mha_plan_new(model, &config, &plan, &error) ||
        hs_mha_workspace_new(plan, &workspace, &error))
        stop(error.message);

    static double samples[SAMPLES_MAX];
    size_t count = 0;
    double start = clock_seconds(CLOCK_MONOTONIC);
    do
        hs_mha_forward(plan, workspace, X, X);
    while (clock_seconds(CLOCK_MONOTONIC) - start < WARM_UP_SECONDS);
    double cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    start = clock_seconds(CLOCK_MONOTONIC);
    while (count < SAMPLES_MAX &&
           (count < SAMPLES_MIN || clock_seconds(CLOCK_MONOTONIC) - start < shape.seconds)) {
        double before = clock_seconds(CLOCK_MONOTONIC);
        hs_mha_forward(plan, workspace, X, X);
        samples[count++] = 1e3 * (clock_seconds(CLOCK_MONOTONIC) - before);
    }
    double wall = clock_seconds(CLOCK_MONOTONIC) - start;
    cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double output_error = 0, weights_error = 0;
    check(&shape, plan, workspace, &output_error, &weights_error);
    printf("headscope %zu %zu %zu %u %ld %.2e %.2e %.2f ", shape.n, shape.d, shape.h, shape.threads,
        usage.ru_maxrss, output_error, weights_error, cpu / wall);
    for (size_t i = 0; i < count; i++)
        printf("%s%.5f", i ? "," : "", samples[i]);
    putchar('\n');
    hs_mha_workspace_drop(workspace);
    hs_mha_plan_drop(plan);
    hs_model_drop(model);
    free(X);
    return 0;
}
