/* learn.c – see learn.h. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "model/job.h"

struct learn_work {
    struct hs_learn *run;
    _Atomic size_t batches; /* wished for */
    atomic_bool failed;     /* then status and error are the app's to read */
    enum hs_status status;
    struct hs_error error;
};

/* ---------------------------------------------------------------- the thread's side */
/* The random start, or a batch: some 30 ms, so it is stopped between two. */
static bool step(void *data, const struct hs_watch *watch)
{
    struct learn_work *work = data;
    bool start = hs_learn_moments(work->run) == 0;
    (void)watch;
    if (!start && atomic_load(&work->batches) == 0)
        return false;
    work->status = hs_learn_step(work->run, &work->error);
    if (work->status) {
        atomic_store(&work->failed, true);
        return false;
    }
    /* One is done, unless it was paused meanwhile: then there is none to take from. */
    size_t left = atomic_load(&work->batches);
    while (!start && left > 0 && !atomic_compare_exchange_weak(&work->batches, &left, left - 1))
        ;
    return atomic_load(&work->batches) > 0 && !hs_learn_done(work->run);
}

static void drop(void *data)
{
    struct learn_work *work = data;
    hs_learn_drop(work->run);
    free(work);
}

static const struct job_kind kind = {.step = step, .drop = drop, .patient = true};

/* ---------------------------------------------------------------- questions */
const struct hs_learn *learn_run(const struct app *app)
{
    return app->learn.work ? app->learn.work->run : app->learn.opened;
}

size_t learn_wished(const struct app *app)
{
    const struct hs_learn *run = learn_run(app);
    size_t count = run ? hs_learn_moments(run) : 0;
    return app->learn.moment < count ? app->learn.moment : count ? count - 1 : 0;
}

size_t learn_moment(const struct app *app)
{
    const struct hs_learn *run = learn_run(app);
    bool there = run && app->learn.shown && app->learn.shown_moment < hs_learn_moments(run);
    return there ? app->learn.shown_moment : learn_wished(app);
}

const struct hs_verdict *learn_verdict(const struct app *app, size_t head)
{
    const struct learn *learn = &app->learn;
    const struct hs_learn *run = learn_run(app);
    if (!learn->shown || !picture_can(app, HS_CAN_TRAINING) || !run || learn->shown_moment >= hs_learn_moments(run))
        return NULL;
    const struct hs_learn_model *model = &hs_learn_moment(run, learn->shown_moment)->model[learn->shown_model];
    return head < model->h ? &model->verdict[head] : NULL;
}

bool learn_making(const struct app *app)
{
    return app->learn.ready.job;
}

const char *learn_path(const struct app *app)
{
    return app->learn.path[0] && learn_run(app) && learn_moment(app) < app->learn.saved ? app->learn.path : NULL;
}

bool learn_over(const struct app *app)
{
    const struct hs_learn *run = learn_run(app);
    return !app->learn.job || app->learn.stopping || (run && hs_learn_done(run));
}

double learn_share(const struct app *app)
{
    const struct hs_learn *run = learn_run(app);
    return run ? (double)hs_learn_step_now(run) / (double)hs_learn_steps(run) : 0;
}

const char *learn_rate(float rate, char *text, size_t room)
{
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, room, "%.*g", digits, (double)rate);
        if (strtof(text, NULL) == rate)
            break;
    }
    return text;
}

/* ---------------------------------------------------------------- the run */
void learn_forget_sets(struct app *app)
{
    for (size_t m = 0; m < HS_LEARN_MODELS; m++) {
        hs_set_drop(app->learn.set[m]);
        app->learn.set[m] = NULL;
    }
}

void learn_forget_film(struct app *app)
{
    for (size_t i = 0; i < app->learn.film_count; i++)
        hs_set_drop(app->learn.film[i]);
    app->learn.film_count = 0;
}

static void forget_run(struct app *app)
{
    struct learn *learn = &app->learn;
    learn_forget_film(app);
    learn_forget_sets(app);
    job_leave(learn->job);
    hs_learn_drop(learn->opened);
    learn->job = NULL;
    learn->work = NULL;
    learn->opened = NULL;
    learn->going = learn->stopping = learn->warned = false;
    learn->path[0] = '\0';
    learn->saved = 0;
    learn->moment = LEARN_NEWEST;
    learn->shown_moment = LEARN_NEWEST; /* what is shown is of no moment of the next run */
}

enum hs_status learn_begin(struct app *app, struct hs_error *error)
{
    struct learn *learn = &app->learn;
    enum hs_status status = hs_learn_check(&learn->wish, error);
    struct learn_work *work = status ? NULL : calloc(1, sizeof *work);
    if (status)
        return status;
    if (!work)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to train a model");
    status = hs_learn_open(app->picture.preset, &learn->wish, &work->run, error);
    struct job *job = status ? NULL : job_new(&kind, work, app->services.wake, app->services.platform);
    if (!job) {
        drop(work);
        return status ? status : hs_fail(error, HS_NO_MEMORY, "no memory left to train a model");
    }
    forget_run(app);
    learn->work = work;
    learn->job = job;
    learn->model = learn->wish.models - 1;
    return HS_OK;
}

void learn_go(struct app *app, size_t batches)
{
    static const struct hs_watch nobody = {0};
    struct learn *learn = &app->learn;
    if (!learn->job)
        return;
    if (app->window.headless && learn->headless_batches && batches > learn->headless_batches)
        batches = learn->headless_batches;
    atomic_store(&learn->work->batches, batches);
    learn->going = batches > 1;
    if (!job_idle(learn->job, 0))
        return; /* its thread finds the batches */
    if (app->window.headless || job_run(learn->job, 1) == 0) {
        while (step(learn->work, &nobody))
            ;
        learn->going = false;
    }
}

void learn_pause(struct app *app)
{
    app->learn.going = false;
    if (!app->learn.job)
        return;
    atomic_store(&app->learn.work->batches, 0);
    job_pause(app->learn.job);
}

void learn_end(struct app *app)
{
    struct learn *learn = &app->learn;
    if (!learn->job)
        return;
    learn_pause(app);
    learn->stopping = true;
    if (!job_idle(learn->job, 0))
        return; /* learn_heard() comes back to it */
    learn->stopping = false;
    struct hs_learn *run = learn->work->run;
    learn->work->run = NULL; /* nobody is at work on it */
    job_leave(learn->job);
    learn->job = NULL;
    learn->work = NULL;
    learn->opened = run;
}

void learn_is_saved(struct app *app, const char *path, size_t moments)
{
    snprintf(app->learn.path, sizeof app->learn.path, "%s", path);
    app->learn.saved = moments;
}

void learn_take(struct app *app, struct hs_learn *run, const char *path)
{
    forget_run(app);
    app->learn.opened = run;
    app->learn.model = hs_learn_options(run)->models - 1;
    app->learn.wish = *hs_learn_options(run);
    learn_is_saved(app, path, hs_learn_moments(run));
}

enum hs_status learn_heard(struct app *app, struct hs_error *error)
{
    struct learn *learn = &app->learn;
    if (!learn->job)
        return HS_OK;
    job_seen(learn->job);
    if (!job_idle(learn->job, 0))
        return HS_OK;
    if (learn->stopping)
        return learn_end(app), HS_OK;
    enum hs_status status = HS_OK;
    if (atomic_load(&learn->work->failed)) {
        status = learn->work->status;
        if (error)
            *error = learn->work->error;
        learn_end(app);
        return status;
    }
    if (learn_over(app))
        learn->going = false;
    else if (atomic_load(&learn->work->batches) > 0) /* it left before it saw that there is more */
        job_run(learn->job, 1);
    return HS_OK;
}

void learn_listen(struct app *app)
{
    learn_disk_listen(app);
    learn_ready_listen(app);
    if (app->learn.job)
        job_listen(app->learn.job, app->services.wake, app->services.platform);
}

void learn_drop(struct app *app)
{
    learn_disk_drop(app);
    learn_ready_drop(app);
    forget_run(app);
    hs_source_drop(app->learn.builtin);
    app->learn.builtin = NULL;
}
