/* learn_disk.c – see learn_disk.h. */
#include <stdlib.h>

#include "model/app.h"

struct learn_disk_work {
    struct hs_learn *run; /* to be written, an owner of its own; or what was read */
    size_t moments;       /* to be written, at least */
};

static enum hs_status save(void *data, const char *path, bool overwrite, const struct hs_watch *watch, struct hs_error *error)
{
    struct learn_disk_work *work = data;
    return hs_learn_save(work->run, path, overwrite, watch, error);
}

static enum hs_status load(void *data, const char *path, bool overwrite, const struct hs_watch *watch, struct hs_error *error)
{
    struct learn_disk_work *work = data;
    (void)overwrite;
    return hs_learn_load(path, watch, &work->run, error);
}

static void drop(void *data)
{
    struct learn_disk_work *work = data;
    hs_learn_drop(work->run);
    free(work);
}

static const struct disk_kind kinds[LEARN_DISK_WAYS] = {
    [LEARN_SAVING] = {"Saving", save, drop}, [LEARN_OPENING] = {"Opening", load, drop}};

static enum hs_status begin(
    struct app *app, enum learn_disk_way way, const struct hs_learn *run, const char *path, bool overwrite, struct hs_error *error)
{
    struct learn_disk_work *work = calloc(1, sizeof *work);
    if (!work)
        return hs_fail(error, HS_NO_MEMORY, "%.300s: no memory left for the run", path);
    work->run = run ? hs_learn_keep(run) : NULL;
    work->moments = run ? hs_learn_moments(run) : 0;
    enum hs_status status = disk_start(app, &app->learn.disk[way].disk, &kinds[way], work, path, overwrite, error);
    if (status)
        drop(work);
    return status;
}

enum hs_status learn_disk_save(struct app *app, const struct hs_learn *run, const char *path, bool overwrite, struct hs_error *error)
{
    enum hs_status status = disk_free(&app->learn.disk[LEARN_SAVING].disk, error);
    return status ? status : begin(app, LEARN_SAVING, run, path, overwrite, error);
}

enum hs_status learn_disk_open(struct app *app, const char *path, struct session *session, bool trusted, struct hs_error *error)
{
    struct learn_disk *disk = &app->learn.disk[LEARN_OPENING];
    enum hs_status status = begin(app, LEARN_OPENING, NULL, path, false, error);
    if (status)
        return status;
    free(disk->session);
    disk->session = session;
    disk->trusted = trusted;
    return HS_OK;
}

bool learn_disk_ended(struct app *app, bool wait, struct learn_disk_end *end)
{
    for (int way = 0; way < LEARN_DISK_WAYS; way++) {
        struct learn_disk *disk = &app->learn.disk[way];
        struct disk_end is;
        if (!disk_ended(&disk->disk, wait, &is))
            continue;
        struct learn_disk_work *work = is.data;
        size_t moments = way == LEARN_OPENING && work->run ? hs_learn_moments(work->run) : work->moments;
        *end = (struct learn_disk_end){
            (enum learn_disk_way)way, is.path, work->run, moments, disk->session, disk->trusted, is.status, is.error};
        disk->session = NULL;
        free(work);
        return true;
    }
    return false;
}

bool learn_disk_busy(const struct app *app)
{
    return app->learn.disk[LEARN_SAVING].disk.job || app->learn.disk[LEARN_OPENING].disk.job;
}

double learn_disk_words(const struct app *app, char *words, size_t room)
{
    const struct learn_disk *disk = app->learn.disk;
    return disk_words(&disk[disk[LEARN_OPENING].disk.job ? LEARN_OPENING : LEARN_SAVING].disk, words, room);
}

void learn_disk_cancel(struct app *app)
{
    for (int way = 0; way < LEARN_DISK_WAYS; way++)
        disk_cancel(&app->learn.disk[way].disk);
}

void learn_disk_listen(struct app *app)
{
    for (int way = 0; way < LEARN_DISK_WAYS; way++)
        disk_listen(app, &app->learn.disk[way].disk);
}

void learn_disk_drop(struct app *app)
{
    for (int way = 0; way < LEARN_DISK_WAYS; way++) {
        disk_drop(&app->learn.disk[way].disk, way == LEARN_SAVING);
        free(app->learn.disk[way].session);
        app->learn.disk[way].session = NULL;
    }
}
