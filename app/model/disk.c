/* disk.c – see disk.h. */
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "model/job.h"

struct disk_work {
    const struct disk_kind *kind;
    void *data;
    char *path;
    bool overwrite;
    enum hs_status status; /* of a thread that has ended; HS_STOPPED before it begins */
    struct hs_error error;
};

static bool step(void *data, const struct hs_watch *watch)
{
    struct disk_work *work = data;
    work->status = work->kind->go(work->data, work->path, work->overwrite, watch, &work->error);
    return false;
}

static void drop(void *data)
{
    struct disk_work *work = data;
    if (work->data)
        work->kind->drop(work->data);
    free(work->path);
    free(work);
}

static const struct job_kind job_kind = {.step = step, .drop = drop};

enum hs_status disk_start(struct app *app, struct disk *disk, const struct disk_kind *kind, void *data, const char *path,
    bool overwrite, struct hs_error *error)
{
    struct disk_work *work = calloc(1, sizeof *work);
    struct job *job = work && (work->path = strdup(path)) ? job_new(&job_kind, work, app->services.wake, app->services.platform) : NULL;
    if (!job && work)
        drop(work);
    if (!job)
        return hs_fail(error, HS_NO_MEMORY, "%.300s: no memory left for it", path);
    *work = (struct disk_work){kind, data, work->path, overwrite, HS_STOPPED, {HS_OK, ""}};
    job_leave(disk->job);
    *disk = (struct disk){job, work};
    if (job_run(job, 1) == 0) {
        static const struct hs_watch nobody = {0};
        step(work, &nobody); /* no thread was to be had */
    }
    return HS_OK;
}

enum hs_status disk_free(const struct disk *disk, struct hs_error *error)
{
    return disk->job ? hs_fail(error, HS_BAD_USE, "%.300s is still being saved: wait for that", disk->work->path) : HS_OK;
}

bool disk_ended(struct disk *disk, bool wait, struct disk_end *end)
{
    if (!disk->job)
        return false;
    job_seen(disk->job);
    if (!job_idle(disk->job, wait ? -1 : 0))
        return false;
    struct disk_work *work = disk->work;
    *end = (struct disk_end){work->kind, work->path, work->data, work->status, work->error};
    work->path = NULL;
    work->data = NULL;
    disk_drop(disk, false);
    return true;
}

void disk_end_drop(struct disk_end *end)
{
    end->kind->drop(end->data);
    free(end->path);
}

double disk_words(const struct disk *disk, char *words, size_t room)
{
    if (room > 0)
        words[0] = '\0';
    if (!disk->job)
        return 0;
    snprintf(words, room, "%s %.60s", disk->work->kind->word, app_base_name(disk->work->path));
    return job_progress(disk->job);
}

void disk_cancel(struct disk *disk)
{
    if (disk->job)
        job_pause(disk->job);
}

void disk_listen(struct app *app, struct disk *disk)
{
    if (disk->job)
        job_listen(disk->job, app->services.wake, app->services.platform);
}

void disk_drop(struct disk *disk, bool wait)
{
    if (disk->job && wait)
        job_idle(disk->job, -1);
    job_leave(disk->job);
    *disk = (struct disk){0};
}
