/* test_pool.c – the thread pool: every cell once, results visible, many short jobs, no work while
 * idle. Run it under ThreadSanitizer (HS_SANITIZE=thread) to see the ordering checked. */
#include "check.h"
#include "kernels/pool.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum { CELLS = 1000 };

struct count_job {
    unsigned ran[CELLS]; /* plain memory: the pool itself must order these */
    unsigned by_thread[HS_POOL_MAX];
    unsigned threads;
    bool strange_thread;
};

static void count_cell(void *job, size_t cell, unsigned thread)
{
    struct count_job *count = job;
    count->ran[cell]++;
    if (thread >= count->threads)
        count->strange_thread = true;
    else
        count->by_thread[thread]++;
}

static void check_counts(const struct count_job *job, size_t cells)
{
    size_t wrong = 0, sum = 0;
    for (size_t i = 0; i < CELLS; i++)
        wrong += job->ran[i] != (i < cells);
    for (size_t i = 0; i < HS_POOL_MAX; i++)
        sum += job->by_thread[i];
    CHECK(wrong == 0 && sum == cells && !job->strange_thread);
}

static void test_every_cell_once(unsigned threads)
{
    struct hs_pool *pool = hsi_pool_new(threads);
    CHECK((pool != NULL) == (threads > 1));
    static const size_t sizes[] = {0, 1, 2, 3, 7, 64, CELLS};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct count_job job = {.threads = threads > HS_POOL_MAX ? HS_POOL_MAX : threads};
        job.threads = job.threads > 0 ? job.threads : 1;
        hsi_pool_run(pool, sizes[i], count_cell, &job);
        check_counts(&job, sizes[i]);
    }
    hsi_pool_drop(pool);
}

static void nap(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

/* Short jobs one after the other, some after a pause in which the threads fell asleep. A stale
 * claim by a thread that slept through a job would run a cell twice or not at all. */
static void test_many_jobs(void)
{
    struct hs_pool *pool = hsi_pool_new(4);
    for (unsigned i = 0; i < 4000; i++) {
        struct count_job job = {.threads = 4};
        size_t cells = 2 + i * 7 % 23;
        hsi_pool_run(pool, cells, count_cell, &job);
        size_t wrong = 0;
        for (size_t c = 0; c < 32; c++)
            wrong += job.ran[c] != (c < cells);
        if (wrong)
            CHECK(wrong == 0);
        if (i % 500 == 0)
            nap(3);
    }
    CHECK(pool != NULL);
    hsi_pool_drop(pool);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* CPU time, not wall time, so other programs do not matter: three spinning threads would burn 600
 * ms here. */
static void test_idle(void)
{
    struct hs_pool *pool = hsi_pool_new(4);
    struct count_job job = {.threads = 4};
    hsi_pool_run(pool, 100, count_cell, &job);
    nap(20);
    double before = cpu_seconds();
    nap(200);
    CHECK(cpu_seconds() - before < 0.02);
    hsi_pool_drop(pool);
}

TEST(test_pool)
{
    static const unsigned threads[] = {0, 1, 2, 3, 8, HS_POOL_MAX, HS_POOL_MAX + 10};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        test_every_cell_once(threads[i]);
    test_many_jobs();
    test_idle();
    CHECK(hsi_pool_processors() >= 1 && hsi_pool_processors() <= HS_POOL_MAX);
    hsi_pool_drop(NULL);
    return check_report();
}
