/* pool.c – the thread pool behind pool.h.
 * Each thread begins with its own share of neighbouring cells, first to last, and when that is
 * empty takes the last cells of the others'. A share is one atomic word, and taking a cell a
 * compare and swap. The job's fields are read only after a cell was taken: while it is not done,
 * the caller cannot go on to another job, so they are stable, and a thread that slept through a job
 * can do no harm. Waiting spins for a few microseconds, because phases follow each other closely,
 * and then sleeps. */
#include "kernels/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* A `pause` takes 40 to 140 cycles, so this is 20 to 70 µs: longer than the gap between two phases
 * of a pass, far shorter than what another program would notice. */
enum { SPINS = 1500 };

/* Cells begin … end - 1 that nobody has taken, as begin x 2^32 + end. Each has a cache line. */
struct share {
    _Alignas(64) _Atomic uint64_t left;
};

struct worker {
    struct hs_pool *pool;
    unsigned index;
    pthread_t thread;
};

struct hs_pool {
    struct share share_of[HS_POOL_MAX];
    _Alignas(64) atomic_size_t unfinished;
    _Alignas(64) atomic_bool quit;
    atomic_uint sleepers; /* workers in (or on their way into) pthread_cond_wait */
    atomic_bool caller_sleeps;
    hs_pool_cell *run;
    void *job;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    unsigned threads; /* asked for, the caller included; fixed */
    unsigned workers; /* granted; only the caller looks */
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

/* The first cell of a thread's own share, or the last of another's: they meet as late as can be. */
static bool take(struct share *share, bool own, size_t *cell)
{
    uint64_t left = atomic_load_explicit(&share->left, memory_order_seq_cst);
    while ((left >> 32) < (uint32_t)left) {
        uint64_t rest = own ? left + ((uint64_t)1 << 32) : left - 1;
        if (!atomic_compare_exchange_weak_explicit(
                &share->left, &left, rest, memory_order_seq_cst, memory_order_seq_cst))
            continue;
        *cell = own ? (size_t)(left >> 32) : (size_t)(uint32_t)left - 1;
        return true;
    }
    return false;
}

/* Takes and runs cells until none is left; returns whether it ran any. */
static bool work(struct hs_pool *pool, unsigned thread)
{
    bool any = false;
    for (unsigned i = 0; i < pool->threads; i++) {
        size_t cell;
        while (take(&pool->share_of[(thread + i) % pool->threads], i == 0, &cell)) {
            any = true;
            pool->run(pool->job, cell, thread);
            if (atomic_fetch_sub_explicit(&pool->unfinished, 1, memory_order_seq_cst) == 1 &&
                atomic_load_explicit(&pool->caller_sleeps, memory_order_seq_cst)) {
                pthread_mutex_lock(&pool->lock);
                pthread_cond_signal(&pool->done);
                pthread_mutex_unlock(&pool->lock);
            }
        }
    }
    return any;
}

static bool has_work(struct hs_pool *pool)
{
    for (unsigned i = 0; i < pool->threads; i++) {
        uint64_t left = atomic_load_explicit(&pool->share_of[i].left, memory_order_seq_cst);
        if ((left >> 32) < (uint32_t)left)
            return true;
    }
    return false;
}

/* Nothing to do for a while: sleep until there is. */
static void doze(struct hs_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add_explicit(&pool->sleepers, 1, memory_order_seq_cst);
    while (!has_work(pool) && !atomic_load_explicit(&pool->quit, memory_order_relaxed))
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

struct hs_pool *hsi_pool_new(unsigned threads)
{
    if (threads > HS_POOL_MAX)
        threads = HS_POOL_MAX;
    if (threads < 2)
        return NULL;
    struct hs_pool *pool = aligned_alloc(64, sizeof *pool);
    if (!pool)
        return NULL;
    *pool = (struct hs_pool){.threads = threads};
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
        hsi_pool_drop(pool);
        return NULL;
    }
    return pool;
}

void hsi_pool_drop(struct hs_pool *pool)
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

void hsi_pool_run(struct hs_pool *pool, size_t cells, hs_pool_cell *run, void *job)
{
    if (!pool || cells < 2) {
        for (size_t cell = 0; cell < cells; cell++)
            run(job, cell, 0);
        return;
    }
    size_t threads = pool->workers + 1;
    pool->run = run;
    pool->job = job;
    atomic_store_explicit(&pool->unfinished, cells, memory_order_relaxed);
    /* The caller's last: a waiting thread should find its own share before it. */
    for (size_t i = threads; i-- > 0;)
        atomic_store_explicit(&pool->share_of[i].left,
            (uint64_t)(cells * i / threads) << 32 | cells * (i + 1) / threads,
            memory_order_seq_cst);
    if (atomic_load_explicit(&pool->sleepers, memory_order_seq_cst) > 0) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->work);
        pthread_mutex_unlock(&pool->lock);
    }
    work(pool, 0);
    wait_for_others(pool);
}

unsigned hsi_pool_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)HS_POOL_MAX ? HS_POOL_MAX : (unsigned)count;
}
