/* pool.c – the thread pool behind pool.h.
 * `unclaimed` counts the cells of the current job that nobody has taken; taking one is a compare
 * and swap from r to r - 1. The job's fields are read only after a cell was taken: while it is not
 * done, the caller cannot go on to another job, so they are stable, and a thread that slept through
 * a job can do no harm. Waiting spins for a few microseconds, because phases follow each other
 * closely, and then sleeps.
 */
#include "kernels/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* A `pause` takes 40 to 140 cycles, so this is 20 to 70 µs: longer than the gap between two phases
 * of a pass, far shorter than what another program would notice. */
enum { SPINS = 1500 };

struct worker {
    struct hs_pool *pool;
    unsigned index;
    pthread_t thread;
};

struct hs_pool {
    _Alignas(64) atomic_size_t unclaimed;
    _Alignas(64) atomic_size_t unfinished;
    atomic_bool quit;
    atomic_uint sleepers; /* workers in (or on their way into) pthread_cond_wait */
    atomic_bool caller_sleeps;
    hs_pool_cell *run;
    void *job;
    size_t cells;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    unsigned workers;
    struct worker worker[HS_POOL_MAX];
};

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Takes and runs cells until none is left; returns whether it ran any. */
static bool work(struct hs_pool *pool, unsigned thread)
{
    bool any = false;
    size_t left = atomic_load_explicit(&pool->unclaimed, memory_order_acquire);
    while (left > 0) {
        if (!atomic_compare_exchange_weak_explicit(
                &pool->unclaimed, &left, left - 1, memory_order_acq_rel, memory_order_acquire))
            continue;
        any = true;
        pool->run(pool->job, pool->cells - left, thread);
        if (atomic_fetch_sub_explicit(&pool->unfinished, 1, memory_order_seq_cst) == 1 &&
            atomic_load_explicit(&pool->caller_sleeps, memory_order_seq_cst)) {
            pthread_mutex_lock(&pool->lock);
            pthread_cond_signal(&pool->done);
            pthread_mutex_unlock(&pool->lock);
        }
        left = atomic_load_explicit(&pool->unclaimed, memory_order_acquire);
    }
    return any;
}

/* Nothing to do for a while: sleep until there is. */
static void doze(struct hs_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add_explicit(&pool->sleepers, 1, memory_order_seq_cst);
    while (atomic_load_explicit(&pool->unclaimed, memory_order_seq_cst) == 0 &&
           !atomic_load_explicit(&pool->quit, memory_order_relaxed))
        pthread_cond_wait(&pool->work, &pool->lock);
    atomic_fetch_sub_explicit(&pool->sleepers, 1, memory_order_seq_cst);
    pthread_mutex_unlock(&pool->lock);
}

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    struct hs_pool *pool = worker->pool;
    unsigned idle = 0;
    while (!atomic_load_explicit(&pool->quit, memory_order_relaxed)) {
        if (work(pool, worker->index)) {
            idle = 0;
        } else if (++idle < SPINS) {
            relax();
        } else {
            doze(pool);
            idle = 0;
        }
    }
    return NULL;
}

struct hs_pool *hs_pool_new(unsigned threads)
{
    if (threads > HS_POOL_MAX)
        threads = HS_POOL_MAX;
    if (threads < 2)
        return NULL;
    struct hs_pool *pool = aligned_alloc(64, sizeof *pool);
    if (!pool)
        return NULL;
    *pool = (struct hs_pool){.workers = 0};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    for (unsigned i = 1; i < threads; i++) {
        struct worker *worker = &pool->worker[pool->workers];
        *worker = (struct worker){.pool = pool, .index = i};
        if (pthread_create(&worker->thread, NULL, worker_main, worker))
            break;
        pool->workers++;
    }
    if (pool->workers == 0) {
        hs_pool_drop(pool);
        return NULL;
    }
    return pool;
}

void hs_pool_drop(struct hs_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    atomic_store_explicit(&pool->quit, true, memory_order_relaxed);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->workers; i++)
        pthread_join(pool->worker[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* The last cells are in other hands: spin shortly, then sleep, so that a thread which lost its
 * processor to another program can have ours. */
static void wait_for_others(struct hs_pool *pool)
{
    for (unsigned i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&pool->unfinished, memory_order_acquire) == 0)
            return;
        relax();
    }
    pthread_mutex_lock(&pool->lock);
    atomic_store_explicit(&pool->caller_sleeps, true, memory_order_seq_cst);
    while (atomic_load_explicit(&pool->unfinished, memory_order_seq_cst) > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    atomic_store_explicit(&pool->caller_sleeps, false, memory_order_relaxed);
    pthread_mutex_unlock(&pool->lock);
}

void hs_pool_run(struct hs_pool *pool, size_t cells, hs_pool_cell *run, void *job)
{
    if (!pool || cells < 2) {
        for (size_t cell = 0; cell < cells; cell++)
            run(job, cell, 0);
        return;
    }
    pool->run = run;
    pool->job = job;
    pool->cells = cells;
    atomic_store_explicit(&pool->unfinished, cells, memory_order_relaxed);
    atomic_store_explicit(&pool->unclaimed, cells, memory_order_seq_cst);
    if (atomic_load_explicit(&pool->sleepers, memory_order_seq_cst) > 0) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->work);
        pthread_mutex_unlock(&pool->lock);
    }
    work(pool, 0);
    wait_for_others(pool);
}

unsigned hs_pool_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)HS_POOL_MAX ? HS_POOL_MAX : (unsigned)count;
}
