/* engine.c – the bench of the engine: one table of forward passes, then its parts. Run it through
 * run.sh. Usage: bench_engine [rounds] [n,d_model,h …] All jobs of a round follow each other and
 * rounds repeat, so that a slow minute of the machine hits all alike; the peak of multiply-adds is
 * measured right beside each job, and its share is taken from that. HS_CPU=avx2 and so on caps the
 * level. */
#include "bench.h"
#include "kernels/pool.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS_MAX = 50, SAMPLES_MAX = 4000, JOBS_MAX = 64, THREADS_MAX = 2 };
#define SECONDS_PER_JOB 0.08 /* of one round; at least two passes */

struct job {
    struct shape shape;
    unsigned threads;
    double samples[SAMPLES_MAX]; /* milliseconds */
    size_t count;
    double share[ROUNDS_MAX]; /* of the peak of one core x threads, one per round */
    size_t rounds;
    size_t bytes; /* workspace */
};

static struct job jobs[JOBS_MAX];
static size_t job_count;

static void print_machine(void)
{
    char line[256], *model = NULL;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !model && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0)
            model = strchr(line, ':');
    if (file)
        fclose(file);
    if (model)
        model[strcspn(model, "\n")] = 0;
    double best = 0;
    for (int i = 0; i < 10; i++) {
        double now = bench_peak();
        best = now > best ? now : best;
    }
    printf("machine %s, %u processors; level %s; compiler %s\n", model ? model + 2 : "unknown",
        hsi_pool_processors(), hs_cpu_level(), __VERSION__);
    printf("multiply-add peak of one core at this level: %.0f GFLOP/s\n\n", best);
}

static void run_job(struct job *job)
{
    struct pass pass = bench_pass(job->shape, NULL, NULL, job->threads, 0);
    double times[64];
    size_t count = 0;
    job->bytes = hs_mha_plan_bytes(pass.plan);
    double peak = bench_peak(), start;
    bench_forward(&pass);
    bench_forward(&pass);
    start = bench_seconds();
    while (count < 64 && (count < 2 || bench_seconds() - start < SECONDS_PER_JOB)) {
        double before = bench_seconds();
        bench_forward(&pass);
        times[count++] = 1e3 * (bench_seconds() - before);
    }
    double after = bench_peak();
    peak = after > peak ? after : peak;
    for (size_t i = 0; i < count && job->count < SAMPLES_MAX; i++)
        job->samples[job->count++] = times[i];
    job->share[job->rounds++] =
        1e-6 * bench_flops(job->shape) / bench_median(times, count) / (peak * job->threads);
    bench_pass_drop(&pass);
}

static void print_jobs(const char *title)
{
    printf("%s\n%-14s %7s %10s %10s %10s %8s %6s %10s\n", title, "n,d_model,h", "threads",
        "median ms", "min", "max", "GFLOP/s", "peak", "workspace");
    for (size_t i = 0; i < job_count; i++) {
        struct job *job = &jobs[i];
        char name[64];
        double median = bench_median(job->samples, job->count);
        snprintf(name, sizeof name, "%zu,%zu,%zu", job->shape.n, job->shape.d_model, job->shape.h);
        printf("%-14s %7u %10.3f %10.3f %10.3f %8.0f %5.0f%% %6.1f MiB\n", name, job->threads,
            median, job->samples[0], job->samples[job->count - 1],
            1e-6 * bench_flops(job->shape) / median, 100 * bench_median(job->share, job->rounds),
            (double)job->bytes / 1048576);
    }
    putchar('\n');
}

static void run_rounds(size_t rounds)
{
    for (size_t i = 0; i < job_count; i++)
        jobs[i].count = jobs[i].rounds = 0;
    for (size_t r = 0; r < rounds; r++)
        for (size_t i = 0; i < job_count; i++)
            run_job(&jobs[i]);
}

/* The same jobs while another process keeps one processor busy. */
static void print_busy(size_t rounds)
{
    pid_t child = fork();
    if (child == 0)
        for (volatile unsigned i = 0;; i++)
            ;
    run_rounds(rounds);
    print_jobs("With another busy process on the machine");
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
}

static void add_jobs(struct shape shape, unsigned processors)
{
    for (unsigned t = 1; t <= processors && t <= THREADS_MAX && job_count < JOBS_MAX; t++)
        jobs[job_count++] = (struct job){.shape = shape, .threads = t};
}

int main(int argc, char **argv)
{
    static const struct shape usual[] = {{12, 512, 8}, {12, 512, 1}, {64, 512, 8}, {128, 768, 12},
        {512, 512, 8}, {512, 768, 12}, {2048, 512, 8}, {4096, 512, 8}};
    size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 5;
    if (rounds < 1 || rounds > ROUNDS_MAX)
        bench_stop("usage: bench_engine [rounds, 1 to 50] [n,d_model,h …]");
    for (int i = 2; i < argc; i++) {
        struct shape shape;
        if (!bench_shape(argv[i], &shape))
            bench_stop("a shape is n,d_model,h");
        add_jobs(shape, hsi_pool_processors());
    }
    for (size_t i = 0; argc <= 2 && i < sizeof usual / sizeof *usual; i++)
        add_jobs(usual[i], hsi_pool_processors());
    print_machine();
    run_rounds(rounds);
    print_jobs(
        "Forward pass, no planes but the weights (GFLOP/s at the median; share of the peak of "
        "the threads' cores)");
    bench_kernels();
    bench_fresh();
    print_busy(rounds);
    return 0;
}
