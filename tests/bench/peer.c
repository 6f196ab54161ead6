/* peer.c – one shape of the engine, timed and checked, as one line of numbers: to stand beside
 * other libraries. Usage: bench_peer n d_model h threads seconds folder Reads folder/in_N_D_H.bin
 * (X, W_Q, W_K, W_V, W_O as fp32, row-major) and folder/ref_N_D_H.bin (the output in full, then
 * weights of some rows, query by query and head by head: all rows up to n = 512, else 64 of them,
 * evenly spread). Prints: name n d_model h threads peak_rss_kib output_error weights_error
 * cpus_used milliseconds,… The weights are packed and the workspace is made before the clock
 * starts; the forward pass alone is timed.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { SAMPLES_MAX = 200, SAMPLES_MIN = 4 };
#define WARM_UP_SECONDS 0.1

static FILE *open_data(const char *folder, const char *kind, struct shape shape)
{
    char path[1024];
    snprintf(
        path, sizeof path, "%s/%s_%zu_%zu_%zu.bin", folder, kind, shape.n, shape.d_model, shape.h);
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
        bench_stop("a data file is too short for its shape");
}

static struct pass load(const char *folder, struct shape shape, unsigned threads)
{
    size_t rows = shape.n * shape.d_model, matrices = 4 * shape.d_model * shape.d_model;
    float *X = bench_floats(rows), *W = bench_floats(matrices);
    FILE *file = open_data(folder, "in", shape);
    read_floats(file, X, rows);
    read_floats(file, W, matrices);
    fclose(file);
    struct pass pass = bench_pass(shape, W, X, threads, 0);
    free(W);
    return pass;
}

static double worse(double error, float got, float want)
{
    double e = fabs((double)got - (double)want);
    return e <= error ? error : e; /* NaN stays */
}

static void check(const char *folder, struct shape shape, const struct pass *pass, double *output,
    double *weights)
{
    FILE *file = open_data(folder, "ref", shape);
    float *want = bench_floats(shape.n > shape.d_model ? shape.n : shape.d_model);
    size_t rows = shape.n <= 512 ? shape.n : 64;
    struct hs_matrix O = hs_mha_plane(pass->plan, pass->workspace, HS_PLANE_OUTPUT, 0);
    for (size_t q = 0; q < shape.n; q++) {
        read_floats(file, want, shape.d_model);
        for (size_t c = 0; c < shape.d_model; c++)
            *output = worse(*output, O.data[q * O.stride + c], want[c]);
    }
    for (size_t i = 0; i < rows; i++) {
        size_t q = shape.n <= 512 ? i : i * (shape.n - 1) / 63;
        for (size_t head = 0; head < shape.h; head++) {
            struct hs_matrix A = hs_mha_plane(pass->plan, pass->workspace, HS_PLANE_WEIGHTS, head);
            read_floats(file, want, shape.n);
            for (size_t k = 0; k < shape.n; k++)
                *weights = worse(*weights, A.data[q * A.stride + k], want[k]);
        }
    }
    fclose(file);
    free(want);
}

int main(int argc, char **argv)
{
    if (argc < 7)
        bench_stop("usage: bench_peer n d_model h threads seconds folder");
    struct shape shape = {
        strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10)};
    unsigned threads = (unsigned)strtoul(argv[4], NULL, 10);
    double budget = strtod(argv[5], NULL);
    struct pass pass = load(argv[6], shape, threads);

    static double samples[SAMPLES_MAX];
    size_t count = 0;
    double start = bench_seconds();
    do
        bench_forward(&pass);
    while (bench_seconds() - start < WARM_UP_SECONDS);
    double cpu = bench_cpu_seconds();
    start = bench_seconds();
    while (count < SAMPLES_MAX && (count < SAMPLES_MIN || bench_seconds() - start < budget)) {
        double before = bench_seconds();
        bench_forward(&pass);
        samples[count++] = 1e3 * (bench_seconds() - before);
    }
    double wall = bench_seconds() - start;
    cpu = bench_cpu_seconds() - cpu;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double output = 0, weights = 0;
    check(argv[6], shape, &pass, &output, &weights);
    printf("headscope %zu %zu %zu %u %ld %.2e %.2e %.2f ", shape.n, shape.d_model, shape.h, threads,
        usage.ru_maxrss, output, weights, cpu / wall);
    for (size_t i = 0; i < count; i++)
        printf("%s%.5f", i ? "," : "", samples[i]);
    putchar('\n');
    bench_pass_drop(&pass);
    return 0;
}
