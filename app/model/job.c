/* job.c – see job.h. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "model/job.h"

/* Progress is told of when it has come so much further: a hundredth part of a picture would not show less. */
#define TOLD_STEPS 50
#define PATIENT_NICE 10 /* a tenth of the window's share, and the window is woken at once */

struct job {
    const struct job_kind *kind;
    void *data;
    struct hs_watch watch;
    atomic_size_t holders; /* the owner and the threads */
    atomic_bool stop;
    atomic_bool told; /* `wake` was called and not answered yet */
    atomic_size_t done, total;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t left;  /* a thread has ended */
    size_t running;
    void (*wake)(void *platform); /* NULL when nobody listens */
    void *platform;
};

static bool must_stop(void *user)
{
    struct job *job = user;
    return atomic_load(&job->stop);
}

static void tell(struct job *job)
{
    if (atomic_exchange(&job->told, true))
        return;
    pthread_mutex_lock(&job->lock);
    if (job->wake)
        job->wake(job->platform);
    pthread_mutex_unlock(&job->lock);
}

static void progress(void *user, size_t done, size_t total)
{
    struct job *job = user;
    size_t before = atomic_exchange(&job->done, done);
    atomic_store(&job->total, total);
    if (total && done * TOLD_STEPS / total != before * TOLD_STEPS / total)
        tell(job);
}

static void let_go(struct job *job)
{
    if (atomic_fetch_sub(&job->holders, 1) > 1)
        return;
    job->kind->drop(job->data);
    pthread_cond_destroy(&job->left);
    pthread_mutex_destroy(&job->lock);
    free(job);
}

static void *run(void *argument)
{
    struct job *job = argument;
    if (job->kind->patient)
        setpriority(PRIO_PROCESS, 0, PATIENT_NICE); /* of this thread, in Linux; one that cannot is no harm */
    while (!atomic_load(&job->stop) && job->kind->step(job->data, &job->watch))
        tell(job);
    pthread_mutex_lock(&job->lock);
    job->running--;
    pthread_cond_broadcast(&job->left);
    pthread_mutex_unlock(&job->lock);
    tell(job);
    let_go(job);
    return NULL;
}

struct job *job_new(const struct job_kind *kind, void *data, void (*wake)(void *platform), void *platform)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    if (pthread_mutex_init(&job->lock, NULL)) {
        free(job);
        return NULL;
    }
    if (pthread_cond_init(&job->left, NULL)) {
        pthread_mutex_destroy(&job->lock);
        free(job);
        return NULL;
    }
    job->kind = kind;
    job->data = data;
    job->watch = (struct hs_watch){must_stop, progress, job};
    job->wake = wake;
    job->platform = platform;
    atomic_store(&job->holders, 1);
    return job;
}

void job_listen(struct job *job, void (*wake)(void *platform), void *platform)
{
    pthread_mutex_lock(&job->lock);
    job->wake = wake;
    job->platform = platform;
    pthread_mutex_unlock(&job->lock);
    atomic_store(&job->told, false);
    tell(job); /* what was found before anybody listened */
}

size_t job_run(struct job *job, size_t threads)
{
    size_t started = 0;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    atomic_store(&job->stop, false);
    for (size_t i = 0; i < threads; i++) {
        pthread_t thread;
        atomic_fetch_add(&job->holders, 1);
        pthread_mutex_lock(&job->lock);
        job->running++;
        pthread_mutex_unlock(&job->lock);
        if (pthread_create(&thread, &detached, run, job)) {
            pthread_mutex_lock(&job->lock);
            job->running--;
            pthread_mutex_unlock(&job->lock);
            let_go(job);
        } else {
            started++;
        }
    }
    pthread_attr_destroy(&detached);
    return started;
}

void job_pause(struct job *job)
{
    atomic_store(&job->stop, true);
}

void job_seen(struct job *job)
{
    atomic_store(&job->told, false);
}

bool job_idle(struct job *job, int patience)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (patience > 0 ? patience : 0) * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&job->lock);
    int code = 0;
    while (job->running > 0 && code == 0)
        code = patience < 0 ? pthread_cond_wait(&job->left, &job->lock)
                            : pthread_cond_timedwait(&job->left, &job->lock, &until);
    bool idle = job->running == 0;
    pthread_mutex_unlock(&job->lock);
    return idle;
}

double job_progress(const struct job *job)
{
    struct job *known = (struct job *)(uintptr_t)job; /* atomics are read, nothing is changed */
    size_t total = atomic_load(&known->total);
    return total ? (double)atomic_load(&known->done) / (double)total : 0;
}

void job_leave(struct job *job)
{
    if (!job)
        return;
    job_pause(job);
    job_listen(job, NULL, NULL);
    let_go(job);
}
