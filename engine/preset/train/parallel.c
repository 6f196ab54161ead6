/* parallel.c – see parallel.h. A thread that cannot be started is done without: the others take its
 * pieces. */
#include "preset/train/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MOST = 16 };

struct job {
    atomic_size_t next;
    size_t count;
    void (*work)(void *context, size_t i);
    void *context;
};

static void *take(void *argument)
{
    struct job *job = argument;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->count;)
        job->work(job->context, i);
    return NULL;
}

void hsi_parallel(size_t threads, size_t count, void (*work)(void *context, size_t i), void *context)
{
    struct job job = {.count = count, .work = work, .context = context};
    pthread_t started[MOST];
    size_t running = 0;
    atomic_init(&job.next, 0);
    while (running + 1 < threads && running + 1 < count && running < MOST &&
           pthread_create(&started[running], NULL, take, &job) == 0)
        running++;
    take(&job);
    for (size_t i = 0; i < running; i++)
        pthread_join(started[i], NULL);
}
