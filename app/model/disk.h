/* disk.h – a file that takes longer than a frame to write or to read, by a thread of its own (job.h), one at a time for each place that
 * holds a struct disk. What came of it is desk/'s to tell. Part of the model (app.h). */
#ifndef HEADSCOPE_DISK_H
#define HEADSCOPE_DISK_H

#include "hs.h"

struct app;
struct job;
struct disk_work;

struct disk {
    struct job *job; /* NULL = nothing goes on */
    struct disk_work *work;
};

struct disk_kind {
    const char *word; /* "Saving" */
    /* From the thread; never looks at the app. HS_STOPPED when `watch` stopped it. */
    enum hs_status (*go)(void *data, const char *path, bool overwrite, const struct hs_watch *watch, struct hs_error *error);
    void (*drop)(void *data);
};

/* What ended: disk_end_drop(), or take its path and its data over. */
struct disk_end {
    const struct disk_kind *kind;
    char *path;
    void *data;
    enum hs_status status;
    struct hs_error error;
};

/* Begins, in place of what goes on there; takes `data` over, unless it fails. Without a thread it is done before it returns. */
enum hs_status disk_start(struct app *app, struct disk *disk, const struct disk_kind *kind, void *data, const char *path,
    bool overwrite, struct hs_error *error);
/* HS_BAD_USE, with its name, while something goes on. */
enum hs_status disk_free(const struct disk *disk, struct hs_error *error);
/* True when it has ended, or ended while this waited. */
bool disk_ended(struct disk *disk, bool wait, struct disk_end *end);
void disk_end_drop(struct disk_end *end);
/* "Saving heads.html", "" where nothing goes on; and how far it is, 0 … 1. */
double disk_words(const struct disk *disk, char *words, size_t room);
void disk_cancel(struct disk *disk); /* the file stays as it was; it ends by itself, with HS_STOPPED */
void disk_listen(struct app *app, struct disk *disk); /* services.wake has changed */
/* Gives up what goes on, at the end of the program; `wait`: for a file that is being written. */
void disk_drop(struct disk *disk, bool wait);

#endif
