/* pool.h – a few threads that share out the cells of one job, and sleep when there is none.
 * Called by mha/. A job is `cells` calls of one function, fewer than 2^32; each cell runs exactly
 * once, on any thread, and the caller works too. Thread t of T begins with the t-th of T equal
 * shares of neighbouring cells, so that like cells of two jobs meet what their thread left in its
 * cache. Nothing allocates after hsi_pool_new. One job at a time: not reentrant. */
#ifndef HS_POOL_H
#define HS_POOL_H

#include <stddef.h>

#define HS_POOL_MAX 64u /* threads of a pool, the caller included */

struct hs_pool;

/* `thread` is 0 for the caller and 1 … threads - 1 for the others: an index for scratch memory. */
typedef void hs_pool_cell(void *job, size_t cell, unsigned thread);

/* A pool of `threads` counting the caller, at most HS_POOL_MAX. When the system grants fewer
 * threads, the pool has fewer. NULL when none beside the caller is wanted or can be had:
 * hsi_pool_run accepts that. */
struct hs_pool *hsi_pool_new(unsigned threads);
void hsi_pool_drop(struct hs_pool *pool);

/* Runs cells 0 … cells - 1 and returns when all are done; what they wrote is visible to the caller.
 * A NULL pool runs them in order on the caller. A thread that wakes late finds its cells done by
 * others and holds up nobody. */
void hsi_pool_run(struct hs_pool *pool, size_t cells, hs_pool_cell *run, void *job);

/* Threads that pay on this machine: the processors online. */
unsigned hsi_pool_processors(void);

#endif
