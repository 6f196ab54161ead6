/* corpus.c – see corpus.h. The worker owns its job: a copy of the wish and pointers to things that
 * never change (source, sentences). It hands the result over under the lock and wakes whoever
 * waits; a job that is no longer wanted is told to stop and ends at the next sentence. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/corpus.h"
#include "model/app.h"

struct job {
    const struct hs_annotated *annotated;
    struct corpus_result result; /* result.of is what is asked for */
    enum hs_status status;
    struct hs_error error;
    atomic_bool stop;
};

struct corpus {
    struct hs_annotated *annotated;
    struct corpus_result *result;
    struct job *job; /* running or finished, not collected */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool done; /* under the lock: the job has finished */
    void (*wake)(void *user);
    void *user;
    bool failed; /* the wish `failed_of` cannot be met: not tried again */
    struct corpus_wish failed_of;
    struct hs_error failure;
};

/* A wish that is kept holds its file, so that no other file is ever taken for it. */
static struct corpus_wish keep_wish(const struct corpus_wish *wish)
{
    hs_source_keep(wish->source);
    return *wish;
}

static void result_drop(struct corpus_result *result)
{
    if (!result)
        return;
    hs_source_drop(result->of.source);
    result->of.source = NULL;
    hs_measure_drop(result->measure);
    hs_measure_drop(result->baseline);
    free(result->verdicts);
}

static bool same_source(const struct corpus_wish *a, const struct corpus_wish *b)
{
    return a->source == b->source && a->part == b->part;
}

static bool same_wish(const struct corpus_wish *a, const struct corpus_wish *b)
{
    return a->h == b->h && a->mask == b->mask && same_source(a, b) && a->compare == b->compare;
}

/* ---------------------------------------------------------------- the worker */
static bool must_stop(void *user)
{
    const struct job *job = user;
    return atomic_load(&job->stop);
}

static void judge(struct corpus_result *result)
{
    const struct hs_relation_score *scores = hs_measure_scores(result->measure);
    const struct hs_head_profile *profiles = hs_measure_profiles(result->measure);
    for (size_t head = 0; head < result->of.h; head++)
        hs_judge_head(scores + head * HS_RELATION_COUNT, &profiles[head], &result->verdicts[head]);
}

static enum hs_status measure(
    struct job *job, enum hs_baseline baseline, struct hs_measure **measured)
{
    const struct corpus_wish *of = &job->result.of;
    struct hs_watch watch = {.stop = must_stop, .user = job};
    struct hs_request request = hs_request_of(of->source);
    request.view.part = of->part;
    request.h = of->h / hs_source_part(of->source, of->part)->L;
    request.mask = of->mask;
    request.watch = &watch;
    return hs_source_measure(
        of->source, &request, job->annotated, baseline, measured, &job->error);
}

static enum hs_status do_job(struct job *job)
{
    struct corpus_result *result = &job->result;
    result->verdicts = calloc(result->of.h, sizeof *result->verdicts);
    if (!result->verdicts)
        return hs_fail(&job->error, HS_NO_MEMORY, "no memory left to name the heads");
    enum hs_status status = measure(job, HS_BASELINE_NONE, &result->measure);
    if (!status && result->of.compare != HS_BASELINE_NONE)
        status = measure(job, result->of.compare, &result->baseline);
    if (!status)
        judge(result);
    return status;
}

static void *work(void *argument)
{
    struct corpus *corpus = argument;
    struct job *job = corpus->job;
    job->status = do_job(job);
    pthread_mutex_lock(&corpus->lock);
    corpus->done = true;
    pthread_cond_signal(&corpus->ended);
    pthread_mutex_unlock(&corpus->lock);
    if (corpus->wake)
        corpus->wake(corpus->user);
    return NULL;
}

/* ---------------------------------------------------------------- its owner */
struct corpus *corpus_new(void)
{
    struct corpus *corpus = calloc(1, sizeof *corpus);
    if (!corpus)
        return NULL;
    pthread_mutex_init(&corpus->lock, NULL);
    pthread_cond_init(&corpus->ended, NULL);
    return corpus;
}

static void job_drop(struct corpus *corpus)
{
    if (!corpus->job)
        return;
    result_drop(&corpus->job->result);
    free(corpus->job);
    corpus->job = NULL;
}

/* Joins the worker, which has ended or soon will. */
static void join(struct corpus *corpus)
{
    pthread_join(corpus->thread, NULL);
    corpus->done = false;
}

/* Ends a running measurement and waits for its thread. */
static void stop(struct corpus *corpus)
{
    if (!corpus->job)
        return;
    atomic_store(&corpus->job->stop, true);
    join(corpus);
    job_drop(corpus);
}

/* The worker reads `wake`, so it must not run while that changes. */
void corpus_set_wake(struct corpus *corpus, void (*wake)(void *user), void *user)
{
    stop(corpus);
    corpus->wake = wake;
    corpus->user = user;
}

static void forget_result(struct corpus *corpus)
{
    result_drop(corpus->result);
    free(corpus->result);
    corpus->result = NULL;
}

static void forget_failure(struct corpus *corpus)
{
    if (corpus->failed)
        hs_source_drop(corpus->failed_of.source);
    corpus->failed = false;
}

void corpus_drop(struct corpus *corpus)
{
    if (!corpus)
        return;
    stop(corpus);
    forget_result(corpus);
    forget_failure(corpus);
    hs_annotated_drop(corpus->annotated);
    pthread_cond_destroy(&corpus->ended);
    pthread_mutex_destroy(&corpus->lock);
    free(corpus);
}

enum hs_status corpus_open(struct corpus *corpus, const char *path, struct hs_error *error)
{
    struct hs_annotated *annotated;
    enum hs_status status = hs_annotated_open(path, &annotated, error);
    if (status)
        return status;
    stop(corpus);
    forget_result(corpus);
    forget_failure(corpus);
    hs_annotated_drop(corpus->annotated);
    corpus->annotated = annotated;
    return HS_OK;
}

const struct hs_annotated *corpus_annotated(const struct corpus *corpus)
{
    return corpus ? corpus->annotated : NULL;
}

const struct corpus_result *corpus_result(const struct corpus *corpus)
{
    return corpus ? corpus->result : NULL;
}

const char *corpus_failure(const struct corpus *corpus, const struct corpus_wish *wish)
{
    bool failed = corpus && corpus->failed && same_wish(&corpus->failed_of, wish);
    return failed ? corpus->failure.message : NULL;
}

static enum hs_status start(
    struct corpus *corpus, const struct corpus_wish *wish, struct hs_error *error)
{
    /* Another wish may have freed memory: then this one deserves another chance, when it comes
     * back. */
    if (corpus->failed && corpus->failure.status == HS_NO_MEMORY)
        forget_failure(corpus);
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to measure the heads");
    job->annotated = corpus->annotated;
    job->result.of = keep_wish(wish);
    corpus->job = job;
    corpus->done = false;
    if (pthread_create(&corpus->thread, NULL, work, corpus)) {
        job_drop(corpus);
        return hs_fail(error, HS_IO, "the system gives no thread to measure the heads with");
    }
    return HS_OK;
}

/* Whether the job has ended, waiting up to `patience` milliseconds. */
static bool ended(struct corpus *corpus, int patience)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (patience > 0 ? patience : 0) * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&corpus->lock);
    int code = 0;
    while (!corpus->done && code == 0)
        code = patience < 0 ? pthread_cond_wait(&corpus->ended, &corpus->lock)
                            : pthread_cond_timedwait(&corpus->ended, &corpus->lock, &until);
    bool done = corpus->done;
    pthread_mutex_unlock(&corpus->lock);
    return done;
}

/* Takes the ended job's result, if it is the one that is wanted. */
static enum hs_status collect(
    struct corpus *corpus, const struct corpus_wish *wish, bool *fresh, struct hs_error *error)
{
    struct job *job = corpus->job;
    enum hs_status status = job->status;
    join(corpus);
    if (atomic_load(&job->stop) || !same_wish(&job->result.of, wish)) {
        job_drop(corpus);
        return HS_OK;
    }
    if (!status) {
        struct corpus_result *result = malloc(sizeof *result);
        if (result) {
            forget_result(corpus);
            *result = job->result;
            job->result = (struct corpus_result){0};
            corpus->result = result;
            *fresh = true;
        }
    } else {
        forget_failure(corpus);
        corpus->failed = true;
        corpus->failed_of = keep_wish(wish);
        corpus->failure = job->error;
        hs_fail(error, status, "%s", job->error.message);
    }
    job_drop(corpus);
    return status;
}

enum hs_status corpus_follow(struct corpus *corpus, const struct corpus_wish *wish, int patience,
    bool *fresh, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    *fresh = false;
    if (!corpus->annotated)
        return HS_OK;
    if (corpus->result && !same_source(&corpus->result->of, wish))
        forget_result(corpus); /* other heads: nothing of it may be taken for theirs */
    if (corpus->job && !same_wish(&corpus->job->result.of, wish))
        atomic_store(&corpus->job->stop, true); /* it ends at its next sentence */
    for (int round = 0; round < 2 && !status && !*fresh; round++) {
        if (corpus->job && ended(corpus, patience))
            status = collect(corpus, wish, fresh, error);
        bool met = corpus->result && same_wish(&corpus->result->of, wish),
             hopeless = corpus->failed && same_wish(&corpus->failed_of, wish);
        if (status || corpus->job || met || hopeless)
            continue;
        status = start(corpus, wish, error);
    }
    return status;
}
