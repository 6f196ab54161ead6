/* corpus.c – see corpus.h. The worker owns its job: a copy of the wish and pointers to things that
 * never change (source, sentences). It hands the result over under the lock and wakes whoever
 * waits; a job that is no longer wanted is told to stop and ends at the next sentence. */
#include <stdlib.h>
#include <string.h>

#include "model/corpus.h"
#include "model/job.h"
#include "model/app.h"

/* What a job has to do, and what came of it. */
struct measuring {
    const struct hs_annotated *annotated;
    struct corpus_result result; /* result.of is what is asked for */
    enum hs_status status;
    struct hs_error error;
    bool unwanted; /* the owner's alone */
};

struct corpus {
    struct hs_annotated *annotated;
    struct corpus_result *result;
    struct job *job; /* running or finished, not collected; NULL = none */
    struct measuring *measuring; /* the job's */
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
static void judge(struct corpus_result *result)
{
    const struct hs_relation_score *scores = hs_measure_scores(result->measure);
    const struct hs_head_profile *profiles = hs_measure_profiles(result->measure);
    for (size_t head = 0; head < result->of.h; head++)
        hs_judge_head(scores + head * HS_RELATION_COUNT, &profiles[head], &result->verdicts[head]);
}

static enum hs_status measure(struct measuring *job, enum hs_baseline baseline,
    const struct hs_watch *watch, struct hs_measure **measured)
{
    const struct corpus_wish *of = &job->result.of;
    struct hs_request request = hs_request_of(of->source);
    request.view.part = of->part;
    request.h = of->h / hs_source_part(of->source, of->part)->L;
    request.mask = of->mask;
    request.watch = watch;
    return hs_source_measure(
        of->source, &request, job->annotated, baseline, measured, &job->error);
}

static enum hs_status measure_all(struct measuring *job, const struct hs_watch *watch)
{
    struct corpus_result *result = &job->result;
    result->verdicts = calloc(result->of.h, sizeof *result->verdicts);
    if (!result->verdicts)
        return hs_fail(&job->error, HS_NO_MEMORY, "no memory left to name the heads");
    enum hs_status status = measure(job, HS_BASELINE_NONE, watch, &result->measure);
    if (!status && result->of.compare != HS_BASELINE_NONE)
        status = measure(job, result->of.compare, watch, &result->baseline);
    if (!status)
        judge(result);
    return status;
}

/* All of it in one step. */
static bool measure_step(void *data, const struct hs_watch *watch)
{
    struct measuring *job = data;
    job->status = measure_all(job, watch);
    return false;
}

static void measure_drop(void *data)
{
    struct measuring *job = data;
    result_drop(&job->result);
    free(job);
}

static const struct job_kind measurement = {.step = measure_step, .drop = measure_drop, .patient = true};

/* ---------------------------------------------------------------- its owner */
struct corpus *corpus_new(void)
{
    return calloc(1, sizeof(struct corpus));
}

static void leave(struct corpus *corpus)
{
    job_leave(corpus->job);
    corpus->job = NULL;
    corpus->measuring = NULL;
}

/* Ends a running measurement and waits for its thread, which reads the sentences. */
static void stop(struct corpus *corpus)
{
    if (!corpus->job)
        return;
    job_pause(corpus->job);
    job_idle(corpus->job, -1);
    leave(corpus);
}

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
    struct measuring *job = calloc(1, sizeof *job);
    if (!job)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to measure the heads");
    job->annotated = corpus->annotated;
    job->result.of = keep_wish(wish);
    corpus->job = job_new(&measurement, job, corpus->wake, corpus->user);
    corpus->measuring = job;
    if (!corpus->job) {
        measure_drop(job);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to measure the heads");
    }
    if (job_run(corpus->job, 1) == 0) {
        leave(corpus);
        return hs_fail(error, HS_IO, "the system gives no thread to measure the heads with");
    }
    return HS_OK;
}

/* Takes the ended job's result, if it is the one that is wanted. */
static enum hs_status collect(
    struct corpus *corpus, const struct corpus_wish *wish, bool *fresh, struct hs_error *error)
{
    struct measuring *job = corpus->measuring;
    enum hs_status status = job->status;
    if (job->unwanted || !same_wish(&job->result.of, wish)) {
        leave(corpus);
        return HS_OK;
    }
    if (!status) {
        struct corpus_result *result = malloc(sizeof *result);
        if (result) {
            forget_result(corpus);
            *result = job->result;
            job->result = (struct corpus_result){0}; /* its thread has left */
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
    leave(corpus);
    return status;
}

enum hs_status corpus_follow(struct corpus *corpus, const struct corpus_wish *wish, bool wait,
    bool *fresh, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    *fresh = false;
    if (!corpus->annotated)
        return HS_OK;
    if (corpus->result && !same_source(&corpus->result->of, wish))
        forget_result(corpus); /* other heads: nothing of it may be taken for theirs */
    if (corpus->job && !same_wish(&corpus->measuring->result.of, wish)) {
        corpus->measuring->unwanted = true;
        job_pause(corpus->job); /* it ends at its next sentence */
    }
    for (int round = 0; round < 2 && !status && !*fresh; round++) {
        if (corpus->job && job_idle(corpus->job, wait ? -1 : 0))
            status = collect(corpus, wish, fresh, error);
        bool met = corpus->result && same_wish(&corpus->result->of, wish),
             hopeless = corpus->failed && same_wish(&corpus->failed_of, wish);
        if (status || corpus->job || met || hopeless)
            continue;
        status = start(corpus, wish, error);
    }
    return status;
}
