/* learn_ready.c – see learn_ready.h. */
#include <stdlib.h>

#include "model/app.h"
#include "model/job.h"

struct learn_ready_work {
    const struct hs_preset *preset;
    struct hs_learn *run; /* an owner of its own */
    size_t moment, model;
    struct hs_source *source; /* once it is made */
    enum hs_status status;
    struct hs_error error;
};

static bool step(void *data, const struct hs_watch *watch)
{
    struct learn_ready_work *work = data;
    (void)watch;
    work->status = hs_source_of_learnt(work->preset, work->run, work->moment, work->model, &work->source, &work->error);
    if (!work->status)
        work->status = hs_source_pack_learnt(work->source, &work->error);
    return false;
}

static void drop(void *data)
{
    struct learn_ready_work *work = data;
    hs_source_drop(work->source);
    hs_learn_drop(work->run);
    free(work);
}

static const struct job_kind kind = {.step = step, .drop = drop};

static void forget(struct learn_ready *ready)
{
    job_leave(ready->job);
    ready->job = NULL;
    ready->work = NULL;
}

static enum hs_status begin(struct app *app, const struct hs_learn *run, size_t moment, struct hs_error *error)
{
    struct learn_ready *ready = &app->learn.ready;
    struct learn_ready_work *work = calloc(1, sizeof *work);
    struct job *job = NULL;
    if (work) {
        *work = (struct learn_ready_work){
            .preset = app->picture.preset, .run = hs_learn_keep(run), .moment = moment, .model = app->learn.model};
        job = job_new(&kind, work, app->services.wake, app->services.platform);
        if (!job)
            drop(work);
    }
    if (!job)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the weights of this moment");
    ready->job = job;
    ready->work = work;
    return HS_OK;
}

/* Of a thread that has ended: what it made, with the model that is wished for by now. */
static enum hs_status take(struct app *app, struct hs_source **source, struct hs_error *error)
{
    struct learn_ready_work *work = app->learn.ready.work;
    enum hs_status status = work->status;
    if (status) {
        app->learn.ready.refused = work->moment + 1;
        if (error)
            *error = work->error;
    } else if (work->model != app->learn.model) {
        status = hs_source_of_other_learnt(work->source, app->learn.model, source, error);
    } else {
        *source = work->source;
        work->source = NULL;
    }
    forget(&app->learn.ready);
    return status;
}

enum hs_status learn_ready(struct app *app, const struct hs_learn *run, size_t *moment, bool wait, struct hs_source **source,
    struct hs_error *error)
{
    static const struct hs_watch nobody = {0};
    struct learn_ready *ready = &app->learn.ready;
    bool inline_ = wait || app->window.headless;
    *source = NULL;
    if (ready->job) {
        job_seen(ready->job);
        if (!job_idle(ready->job, wait ? -1 : 0))
            return HS_OK;
        if (ready->work->run == run && (!inline_ || ready->work->moment == *moment)) {
            *moment = ready->work->moment;
            return take(app, source, error);
        }
        forget(ready); /* of a run that is gone, or of a moment that nobody waits for */
    }
    if (ready->refused == *moment + 1 && !inline_)
        return HS_OK;
    ready->refused = 0;
    enum hs_status status = begin(app, run, *moment, error);
    if (status || (!inline_ && job_run(ready->job, 1) > 0))
        return status;
    step(ready->work, &nobody);
    return take(app, source, error);
}

void learn_ready_drop(struct app *app)
{
    struct learn_ready *ready = &app->learn.ready;
    if (ready->job)
        job_idle(ready->job, -1);
    forget(ready);
    ready->refused = 0;
}

void learn_ready_listen(struct app *app)
{
    if (app->learn.ready.job)
        job_listen(app->learn.ready.job, app->services.wake, app->services.platform);
}
