/* writing.c – see writing.h. */
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "model/job.h"

struct writing_work {
    const struct writing_kind *kind;
    void *data;
    char *path;
    bool overwrite;
    const struct hs_watch *watch;
    enum hs_status status; /* of a thread that has ended; HS_STOPPED before it begins */
    struct hs_error error;
};

/* ---------------------------------------------------------------- the thread's side */
static enum hs_status make(void *user, struct hs_buffer *buffer, struct hs_error *error)
{
    struct writing_work *work = user;
    enum hs_status status = work->kind->make(work->data, work->watch, buffer, error);
    if (!status && hs_watch_stops(work->watch))
        status = hs_fail(error, HS_STOPPED, "%.300s was not saved", work->path);
    return status;
}

static bool step(void *data, const struct hs_watch *watch)
{
    struct writing_work *work = data;
    work->watch = watch;
    work->status = hs_file_stream(work->path, work->overwrite, make, work, &work->error);
    return false;
}

static void drop(void *data)
{
    struct writing_work *work = data;
    if (work->data)
        work->kind->drop(work->data);
    free(work->path);
    free(work);
}

static const struct job_kind job_kind = {.step = step, .drop = drop};

/* ---------------------------------------------------------------- the app's side */
static void forget(struct writing *writing)
{
    job_leave(writing->job);
    *writing = (struct writing){0};
}

enum hs_status writing_start(struct app *app, const struct writing_kind *kind, void *data, const char *path, bool overwrite,
    struct hs_error *error)
{
    struct writing *writing = &app->files.writing;
    if (writing->job)
        return hs_fail(error, HS_BAD_USE, "%.300s is still being saved: wait for that", writing->work->path);
    struct writing_work *work = calloc(1, sizeof *work);
    struct job *job = work && (work->path = strdup(path)) ? job_new(&job_kind, work, app->services.wake, app->services.platform) : NULL;
    if (!job && work)
        drop(work);
    if (!job)
        return hs_fail(error, HS_NO_MEMORY, "%.300s: no memory left to save it", path);
    work->kind = kind;
    work->overwrite = overwrite;
    work->status = HS_STOPPED;
    work->data = data;
    *writing = (struct writing){job, work};
    if (job_run(job, 1) == 0) {
        static const struct hs_watch nobody = {0};
        step(work, &nobody); /* no thread was to be had */
    }
    return HS_OK;
}

bool writing_ended(struct app *app, char **path, enum hs_status *status, struct hs_error *error)
{
    struct writing *writing = &app->files.writing;
    if (!writing->job)
        return false;
    job_seen(writing->job);
    if (!job_idle(writing->job, 0))
        return false;
    *path = writing->work->path;
    *status = writing->work->status;
    *error = writing->work->error;
    writing->work->path = NULL;
    forget(writing);
    return true;
}

bool writing_busy(const struct app *app)
{
    return app->files.writing.job;
}

double writing_words(const struct app *app, char *words, size_t room)
{
    const struct writing *writing = &app->files.writing;
    snprintf(words, room, "%s%.60s", writing->job ? "Saving " : "", writing->job ? app_base_name(writing->work->path) : "");
    return writing->job ? job_progress(writing->job) : 0;
}

void writing_cancel(struct app *app)
{
    if (app->files.writing.job)
        job_pause(app->files.writing.job);
}

void writing_listen(struct app *app)
{
    if (app->files.writing.job)
        job_listen(app->files.writing.job, app->services.wake, app->services.platform);
}

void writing_drop(struct app *app)
{
    if (app->files.writing.job)
        job_idle(app->files.writing.job, -1);
    forget(&app->files.writing);
}
