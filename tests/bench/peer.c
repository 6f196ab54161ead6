/* peer.c – one shape of one peer (peer.h), timed and checked, as one line of numbers for peers.sh.
 * Usage: bench_peer n d_model h threads seconds folder
 * Reads folder/in_N_D_H.bin (X, W_Q, W_K, W_V, W_O as fp32, row-major) and folder/ref_N_D_H.bin
 * (the output in full, then weights of some rows, query by query and head by head: all rows up to
 * n = 512, else 64 of them, evenly spread). Prints: n d_model h threads peak_rss_kib output_error
 * weights_error cpus_used milliseconds,… and, by the engine, the multiply-add peak of one core.
 * The forward pass alone is timed. `write` in place of seconds makes both files from random numbers
 * and this peer's results; `about` alone prints the peer's version. */
#include "peer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SAMPLES_MAX = 200, SAMPLES_MIN = 4, ROWS_ALL = 512, ROWS_SOME = 64 };
#define WARM_UP_SECONDS 0.1

static FILE *open_data(const char *folder, const char *kind, struct shape shape, const char *mode)
{
    char path[1024];
    snprintf(
        path, sizeof path, "%s/%s_%zu_%zu_%zu.bin", folder, kind, shape.n, shape.d_model, shape.h);
    FILE *file = fopen(path, mode);
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

static void write_floats(FILE *file, const float *from, size_t count)
{
    if (fwrite(from, sizeof *from, count, file) != count)
        bench_stop("a data file cannot be written");
}

static size_t checked_rows(size_t n)
{
    return n <= ROWS_ALL ? n : ROWS_SOME;
}

static size_t checked_row(size_t n, size_t i)
{
    return n <= ROWS_ALL ? i : i * (n - 1) / (ROWS_SOME - 1);
}

/* The weights of the i-th row that is looked at. */
static const float *weights_row(const struct task *task, size_t head, size_t i)
{
    size_t n = task->shape.n;
    return task->weights + (head * n + checked_row(n, i)) * n;
}

static void load(struct task *task, const char *folder)
{
    size_t rows = task->shape.n * task->shape.d_model;
    size_t matrices = 4 * task->shape.d_model * task->shape.d_model;
    task->X = bench_floats(rows);
    task->W = bench_floats(matrices);
    FILE *file = open_data(folder, "in", task->shape, "rb");
    read_floats(file, task->X, rows);
    read_floats(file, task->W, matrices);
    fclose(file);
}

static void write_data(struct task *task, const char *folder)
{
    struct shape shape = task->shape;
    size_t rows = shape.n * shape.d_model, matrices = 4 * shape.d_model * shape.d_model;
    task->X = bench_random(rows, 1.7f);
    task->W = bench_random(matrices, 2.5f / sqrtf((float)shape.d_model));
    peer_open(task);
    peer_run();
    FILE *file = open_data(folder, "in", shape, "wb");
    write_floats(file, task->X, rows);
    write_floats(file, task->W, matrices);
    if (fclose(file))
        bench_stop("a data file cannot be written");
    file = open_data(folder, "ref", shape, "wb");
    write_floats(file, task->output, rows);
    for (size_t i = 0; i < checked_rows(shape.n); i++)
        for (size_t head = 0; head < shape.h; head++)
            write_floats(file, weights_row(task, head, i), shape.n);
    if (fclose(file))
        bench_stop("a data file cannot be written");
}

static void compare(FILE *file, float *want, const float *got, size_t count, double *error)
{
    read_floats(file, want, count);
    for (size_t i = 0; i < count; i++) {
        double e = fabs((double)got[i] - (double)want[i]);
        *error = e <= *error ? *error : e; /* NaN stays */
    }
}

static void check(const char *folder, const struct task *task, double *output, double *weights)
{
    struct shape shape = task->shape;
    FILE *file = open_data(folder, "ref", shape, "rb");
    float *want = bench_floats(shape.n > shape.d_model ? shape.n : shape.d_model);
    for (size_t q = 0; q < shape.n; q++)
        compare(file, want, task->output + q * shape.d_model, shape.d_model, output);
    for (size_t i = 0; i < checked_rows(shape.n); i++)
        for (size_t head = 0; head < shape.h; head++)
            compare(file, want, weights_row(task, head, i), shape.n, weights);
    fclose(file);
    free(want);
}

static void time_task(const struct task *task, double budget, const char *folder)
{
    static double samples[SAMPLES_MAX];
    size_t count = 0;
    double peak = task->peak ? task->peak() : 0, start = bench_seconds();
    do
        peer_run();
    while (bench_seconds() - start < WARM_UP_SECONDS);
    double cpu = bench_cpu_seconds();
    start = bench_seconds();
    while (count < SAMPLES_MAX && (count < SAMPLES_MIN || bench_seconds() - start < budget)) {
        double before = bench_seconds();
        peer_run();
        samples[count++] = 1e3 * (bench_seconds() - before);
    }
    double wall = bench_seconds() - start, output = 0, weights = 0;
    cpu = bench_cpu_seconds() - cpu;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    if (task->peak)
        peak = fmax(peak, task->peak());
    check(folder, task, &output, &weights);
    printf("%zu %zu %zu %u %ld %.2e %.2e %.2f ", task->shape.n, task->shape.d_model, task->shape.h,
        task->threads, usage.ru_maxrss, output, weights, cpu / wall);
    for (size_t i = 0; i < count; i++)
        printf("%s%.5f", i ? "," : "", samples[i]);
    if (task->peak)
        printf(" %.1f", peak);
    putchar('\n');
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "about") == 0) {
        peer_about();
        return 0;
    }
    if (argc != 7)
        bench_stop("usage: bench_peer n d_model h threads seconds|write folder");
    struct task task = {.shape = {strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10),
                            strtoul(argv[3], NULL, 10)},
        .threads = (unsigned)strtoul(argv[4], NULL, 10)};
    if (!task.shape.n || !task.shape.h || !task.threads || task.shape.d_model % task.shape.h)
        bench_stop("n, h and threads are 1 or more, and h divides d_model");
    if (strcmp(argv[5], "write") == 0) {
        write_data(&task, argv[6]);
        return 0;
    }
    load(&task, argv[6]);
    peer_open(&task);
    time_task(&task, strtod(argv[5], NULL), argv[6]);
    return 0;
}
