/* learn_disk.c – see learn_disk.h. */
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "model/job.h"

struct learn_disk_work {
    enum learn_disk_way way;
    char *path;
    struct hs_learn *run; /* to be written, an owner of its own; or what was read */
    size_t moments;       /* to be written, at least */
    bool overwrite;
    enum hs_status status; /* of a thread that has ended; HS_STOPPED before it begins */
    struct hs_error error;
};

/* ---------------------------------------------------------------- the thread's side */
static bool step(void *data, const struct hs_watch *watch)
{
    struct learn_disk_work *work = data;
    work->status = work->way == LEARN_SAVING ? hs_learn_save(work->run, work->path, work->overwrite, watch, &work->error)
                                             : hs_learn_load(work->path, watch, &work->run, &work->error);
    return false;
}

static void drop(void *data)
{
    struct learn_disk_work *work = data;
    hs_learn_drop(work->run);
    free(work->path);
    free(work);
}

static const struct job_kind kind = {.step = step, .drop = drop};

/* ---------------------------------------------------------------- the app's side */
static void forget(struct learn_disk *disk)
{
    job_leave(disk->job);
    free(disk->session);
    *disk = (struct learn_disk){0};
}

static enum hs_status begin(
    struct app *app, enum learn_disk_way way, const struct hs_learn *run, const char *path, bool overwrite, struct hs_error *error)
{
    struct learn_disk *disk = &app->learn.disk[way];
    struct learn_disk_work *work = calloc(1, sizeof *work);
    if (!work || !(work->path = strdup(path))) {
        free(work);
        return hs_fail(error, HS_NO_MEMORY, "%.300s: no memory left for the run", path);
    }
    work->way = way;
    work->overwrite = overwrite;
    work->run = run ? hs_learn_keep(run) : NULL;
    work->moments = run ? hs_learn_moments(run) : 0;
    work->status = HS_STOPPED;
    struct job *job = job_new(&kind, work, app->services.wake, app->services.platform);
    if (!job || job_run(job, 1) == 0) {
        if (job)
            job_leave(job);
        else
            drop(work);
        return hs_fail(error, HS_NO_MEMORY, "%.300s: no memory left for the run", path);
    }
    forget(disk);
    disk->job = job;
    disk->work = work;
    return HS_OK;
}

enum hs_status learn_disk_save(struct app *app, const struct hs_learn *run, const char *path, bool overwrite, struct hs_error *error)
{
    if (app->learn.disk[LEARN_SAVING].job)
        return hs_fail(error, HS_BAD_USE, "%.300s is still being saved: wait for that", app->learn.disk[LEARN_SAVING].work->path);
    return begin(app, LEARN_SAVING, run, path, overwrite, error);
}

enum hs_status learn_disk_open(struct app *app, const char *path, struct session *session, bool trusted, struct hs_error *error)
{
    enum hs_status status = begin(app, LEARN_OPENING, NULL, path, false, error);
    if (status)
        return status;
    app->learn.disk[LEARN_OPENING].session = session;
    app->learn.disk[LEARN_OPENING].trusted = trusted;
    return HS_OK;
}

bool learn_disk_ended(struct app *app, bool wait, struct learn_disk_end *end)
{
    for (int way = 0; way < LEARN_DISK_WAYS; way++) {
        struct learn_disk *disk = &app->learn.disk[way];
        if (!disk->job)
            continue;
        job_seen(disk->job);
        if (!job_idle(disk->job, wait ? -1 : 0))
            continue;
        struct learn_disk_work *work = disk->work;
        size_t moments = way == LEARN_OPENING && work->run ? hs_learn_moments(work->run) : work->moments;
        *end = (struct learn_disk_end){
            (enum learn_disk_way)way, work->path, work->run, moments, disk->session, disk->trusted, work->status, work->error};
        work->path = NULL;
        work->run = NULL;
        disk->session = NULL;
        forget(disk);
        return true;
    }
    return false;
}

bool learn_disk_busy(const struct app *app)
{
    return app->learn.disk[LEARN_SAVING].job || app->learn.disk[LEARN_OPENING].job;
}

double learn_disk_words(const struct app *app, char *words, size_t room)
{
    const struct learn_disk *disk = &app->learn.disk[app->learn.disk[LEARN_OPENING].job ? LEARN_OPENING : LEARN_SAVING];
    if (room > 0)
        words[0] = '\0';
    if (!disk->job)
        return 0;
    snprintf(words, room, "%s %.60s", disk->work->way == LEARN_SAVING ? "Saving" : "Opening", app_base_name(disk->work->path));
    return job_progress(disk->job);
}

/* Its thread ends by itself; what it leaves behind is told like any end, as HS_STOPPED. */
void learn_disk_cancel(struct app *app)
{
    for (int way = 0; way < LEARN_DISK_WAYS; way++)
        if (app->learn.disk[way].job)
            job_pause(app->learn.disk[way].job);
}

void learn_disk_listen(struct app *app)
{
    for (int way = 0; way < LEARN_DISK_WAYS; way++)
        if (app->learn.disk[way].job)
            job_listen(app->learn.disk[way].job, app->services.wake, app->services.platform);
}

void learn_disk_drop(struct app *app)
{
    if (app->learn.disk[LEARN_SAVING].job)
        job_idle(app->learn.disk[LEARN_SAVING].job, -1);
    for (int way = 0; way < LEARN_DISK_WAYS; way++)
        forget(&app->learn.disk[way]);
}
