/* writing.h – a file that takes longer than a frame to make is made and written by a thread (job.h), one at a time. What came of it is
 * desk/'s to tell. Part of the model (app.h). */
#ifndef HEADSCOPE_WRITING_H
#define HEADSCOPE_WRITING_H

#include "hs.h"

struct app;
struct job;
struct writing_work;

struct writing {
    struct job *job; /* NULL = nothing goes on */
    struct writing_work *work;
};

/* What is written: `make` puts it into the buffer, from the thread, and never looks at the app. */
struct writing_kind {
    enum hs_status (*make)(void *data, const struct hs_watch *watch, struct hs_buffer *buffer, struct hs_error *error);
    void (*drop)(void *data);
};

/* Begins; takes `data` over, unless it fails. HS_BAD_USE while another is being written. */
enum hs_status writing_start(struct app *app, const struct writing_kind *kind, void *data, const char *path, bool overwrite,
    struct hs_error *error);
/* True when it has ended: then `path`, which is free()d by whoever asks, is written, or `error` says why not, HS_STOPPED too. */
bool writing_ended(struct app *app, char **path, enum hs_status *status, struct hs_error *error);
bool writing_busy(const struct app *app);
/* "Saving heads.html", and how far it is, 0 … 1. */
double writing_words(const struct app *app, char *words, size_t room);
void writing_cancel(struct app *app); /* the file stays as it was */
void writing_listen(struct app *app); /* services.wake has changed */
void writing_drop(struct app *app);   /* at the end of the program; waits for it */

#endif
