/* learn_disk.h – training runs to disk and back, some 100 MB each, by a thread of their own (disk.h): one is written and one read at a
 * time. What came of it is desk/runs.c's to tell. Part of the model (app.h). */
#ifndef HEADSCOPE_LEARN_DISK_H
#define HEADSCOPE_LEARN_DISK_H

#include "hs_learn.h"
#include "model/disk.h"

struct app;
struct session;

enum learn_disk_way { LEARN_SAVING, LEARN_OPENING, LEARN_DISK_WAYS };

struct learn_disk {
    struct disk disk;
    struct session *session; /* to be shown when a run has been opened; owned, NULL = none */
    bool trusted;            /* it is one of the program's own */
};

/* What ended; taken over by whoever asks. */
struct learn_disk_end {
    enum learn_disk_way way;
    char *path;              /* free() it */
    struct hs_learn *run;    /* an owner of its own: what was opened, NULL after a failure; or what was saved */
    size_t moments;          /* of it that are in the file, at least */
    struct session *session; /* free() it; NULL = none */
    bool trusted;
    enum hs_status status;
    struct hs_error error;
};

/* Begins to write the run as it is now. HS_BAD_USE while another is being written. */
enum hs_status learn_disk_save(struct app *app, const struct hs_learn *run, const char *path, bool overwrite, struct hs_error *error);
/* Begins to read one; another that is being read is given up. Takes `session` over, unless it fails. */
enum hs_status learn_disk_open(struct app *app, const char *path, struct session *session, bool trusted, struct hs_error *error);
/* True when something has ended by now, or ended while this waited: then `end` is filled. */
bool learn_disk_ended(struct app *app, bool wait, struct learn_disk_end *end);
bool learn_disk_busy(const struct app *app);
/* What goes on, "Saving learnt-seed1.safetensors", and how far it is, 0 … 1. */
double learn_disk_words(const struct app *app, char *words, size_t room);
/* Gives up what goes on: the file stays as it was, and so does the picture. */
void learn_disk_cancel(struct app *app);
void learn_disk_listen(struct app *app); /* services.wake has changed */
/* At the end of the program; waits for a run that is being written. */
void learn_disk_drop(struct app *app);

#endif
