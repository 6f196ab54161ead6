/* job.c – threads that survey an attention file while the window stays alive. See dump.h. A
 * thread may be within a large head when the file is closed, so nobody waits for it: the last one
 * to leave drops the survey. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "model/dump.h"

struct dump_work {
    atomic_size_t holders; /* the app and the threads */
    atomic_bool stop;
    atomic_bool told; /* `wake` was called and not answered yet */
    struct hs_survey *survey;
    pthread_mutex_t lock; /* guards `wake`: NULL when nobody listens any more */
    void (*wake)(void *platform);
    void *platform;
};

static void let_go(struct dump_work *work)
{
    if (atomic_fetch_sub(&work->holders, 1) > 1)
        return;
    hs_survey_drop(work->survey);
    pthread_mutex_destroy(&work->lock);
    free(work);
}

static void tell(struct dump_work *work)
{
    if (atomic_exchange(&work->told, true))
        return;
    pthread_mutex_lock(&work->lock);
    if (work->wake)
        work->wake(work->platform);
    pthread_mutex_unlock(&work->lock);
}

static void *run(void *argument)
{
    struct dump_work *work = argument;
    while (!atomic_load(&work->stop) && hs_survey_step(work->survey))
        tell(work);
    tell(work);
    let_go(work);
    return NULL;
}

struct dump_work *dump_work_new(
    struct hs_survey *survey, void (*wake)(void *platform), void *platform)
{
    struct dump_work *work = calloc(1, sizeof *work);
    if (!work || pthread_mutex_init(&work->lock, NULL)) {
        free(work);
        return NULL;
    }
    work->survey = survey;
    work->wake = wake;
    work->platform = platform;
    atomic_store(&work->holders, 1);
    return work;
}

void dump_work_listen(struct dump_work *work, void (*wake)(void *platform), void *platform)
{
    pthread_mutex_lock(&work->lock);
    work->wake = wake;
    work->platform = platform;
    pthread_mutex_unlock(&work->lock);
    atomic_store(&work->told, false);
    tell(work); /* what was found before anybody listened */
}

size_t dump_work_run(struct dump_work *work, size_t threads)
{
    size_t started = 0;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    atomic_store(&work->stop, false);
    for (size_t i = 0; i < threads; i++) {
        pthread_t thread;
        atomic_fetch_add(&work->holders, 1);
        if (pthread_create(&thread, &detached, run, work))
            let_go(work);
        else
            started++;
    }
    pthread_attr_destroy(&detached);
    return started;
}

void dump_work_pause(struct dump_work *work)
{
    atomic_store(&work->stop, true);
}

void dump_work_seen(struct dump_work *work)
{
    atomic_store(&work->told, false);
}

void dump_work_leave(struct dump_work *work)
{
    dump_work_pause(work);
    dump_work_listen(work, NULL, NULL);
    let_go(work);
}
