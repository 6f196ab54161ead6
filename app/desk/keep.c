/* keep.c – see session.h: the running session on disk. Places are numbered; each has a lock
 * file that the system frees when its process ends, however it ends. A free place with a session in
 * it is what a killed window left. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/app.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/tour.h"

#define PLACES 16 /* windows at a time that keep their session, and killed ones not yet answered */
#define KEEP_EVERY 1000u /* ms between two writes at least */

struct place {
    int lock; /* file descriptor; -1 = not ours */
    char path[APP_PATH_ROOM];
};

struct keeper {
    struct place own, left; /* left: what a killed window kept, held until the user answers */
    char *written;          /* what lies in `own`, or at first the session the window opened with */
    bool on_disk;
    uint64_t next; /* no write before; 0 = none yet */
};

static void let_go(struct place *place)
{
    if (place->lock >= 0)
        close(place->lock);
    place->lock = -1;
}

/* Locks the numbered place, which is made if asked for. False when another window has it or it is
 * not there. */
static bool take_place(int number, bool make, struct place *place)
{
    char name[64], lock[APP_PATH_ROOM];
    snprintf(name, sizeof name, "running-%d.lock", number);
    if (!settings_file(name, lock, sizeof lock))
        return false;
    snprintf(name, sizeof name, "running-%d" SESSION_ENDING, number);
    if (!settings_file(name, place->path, sizeof place->path))
        return false;
    place->lock = open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (make ? O_CREAT : 0), 0600);
    if (place->lock < 0)
        return false;
    if (flock(place->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    let_go(place);
    return false;
}

/* When the file was written, in seconds; -1 when there is none. */
static long long written_at(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? (long long)status.st_mtime : -1;
}

/* The first free place becomes ours; of what killed windows left the newest is kept for the offer. */
static void take_places(struct keeper *keeper)
{
    long long newest = -1;
    for (int number = 1; number <= PLACES; number++) {
        struct place place;
        if (!take_place(number, keeper->own.lock < 0, &place))
            continue;
        long long when = written_at(place.path);
        if (when < 0 && keeper->own.lock < 0) {
            keeper->own = place;
        } else if (when > newest) {
            let_go(&keeper->left);
            keeper->left = place;
            newest = when;
        } else {
            let_go(&place);
        }
    }
}

static char *session_now(const struct app *app)
{
    struct hs_buffer buffer = {0};
    struct session *session = malloc(sizeof *session);
    if (!session)
        return NULL;
    session_take(app, session);
    session_write(app, session, NULL, &buffer);
    free(session);
    if (!buffer.failed)
        return buffer.data;
    hs_buffer_drop(&buffer);
    return NULL;
}

/* Reads what was left only as far as the bar needs: its sentence. */
static void make_offer(struct app *app, struct keeper *keeper)
{
    struct files *files = &app->files;
    struct session *session = malloc(sizeof *session);
    char *bytes = NULL;
    size_t length;
    files->offer[0] = '\0';
    if (session && keeper->left.lock >= 0 &&
        hs_file_read(keeper->left.path, SESSION_MOST_BYTES, &bytes, &length, NULL) == HS_OK) {
        if (session_read(keeper->left.path, bytes, length, app->picture.live, session, NULL) == HS_OK)
            snprintf(
                files->offer, sizeof files->offer, "%.*s", (int)sizeof files->offer - 1, session->text);
        files->offer[hs_utf8_invalid(files->offer, strlen(files->offer))] = '\0';
        free(bytes);
    }
    if (!files->offer[0])
        let_go(
            &keeper->left); /* broken or of a newer version: it stays on disk, nothing is offered */
    free(session);
}

void session_keep_start(struct app *app)
{
    struct hs_error error;
    struct keeper *keeper = calloc(1, sizeof *keeper);
    enum hs_status status = settings_make_folder(&error);
    if (status && !app->talk.message_kind)
        app_say(app, MESSAGE_ERROR, "%s", error.message);
    if (!keeper || status) {
        free(keeper);
        return;
    }
    keeper->own.lock = keeper->left.lock = -1;
    take_places(keeper);
    make_offer(app, keeper);
    keeper->written = session_now(app);
    app->files.keeper = keeper;
}

/* What was left is in the window again: in our own place first, so that a second crash loses nothing. */
static void free_left(struct app *app)
{
    struct keeper *keeper = app->files.keeper;
    if (!app->files.restored)
        return;
    app->files.restored = false;
    session_keep_now(app);
    unlink(keeper->left.path);
    let_go(&keeper->left);
}

long session_keep_tick(struct app *app, uint64_t now)
{
    struct keeper *keeper = app->files.keeper;
    if (keeper)
        free_left(app);
    if (!keeper || keeper->own.lock < 0 || tour_owns_text(app) ||
        !app->picture.text[strspn(app->picture.text, " \t")])
        return -1;
    if (now < keeper->next)
        return (long)(keeper->next - now);
    char *session = session_now(app);
    if (!session)
        return -1;
    if (keeper->written && strcmp(session, keeper->written) == 0) {
        free(session);
        return -1;
    }
    keeper->next = now + KEEP_EVERY;
    /* A full disk is no news every second: what cannot be kept is tried again with the next change. */
    if (hs_file_write(keeper->own.path, session, strlen(session), true, NULL) == HS_OK)
        keeper->on_disk = true;
    free(keeper->written);
    keeper->written = session;
    return -1;
}

bool session_keep_now(struct app *app)
{
    if (app->files.keeper)
        session_keep_tick(app, app->files.keeper->next);
    return app->files.keeper && app->files.keeper->on_disk;
}

void session_keep_end(struct app *app)
{
    char last[APP_PATH_ROOM];
    struct keeper *keeper = app->files.keeper;
    if (!keeper)
        return;
    if (settings_file("last" SESSION_ENDING, last, sizeof last))
        session_save(app, last, true, NULL);
    if (keeper->on_disk && keeper->own.lock >= 0)
        unlink(keeper->own.path);
    session_keep_drop(keeper);
    app->files.keeper = NULL;
}

void session_keep_drop(struct keeper *keeper)
{
    if (!keeper)
        return;
    let_go(&keeper->own);
    let_go(&keeper->left);
    free(keeper->written);
    free(keeper);
}

enum hs_status session_answer(struct app *app, enum session_answer answer, struct hs_error *error)
{
    struct keeper *keeper = app->files.keeper;
    if (!keeper || !app->files.offer[0])
        return hs_fail(error, HS_BAD_USE, "there is no sentence to restore");
    if (answer == SESSION_RESTORE) {
        enum hs_status status = session_open(app, keeper->left.path, true, error);
        if (status)
            return status;
        app->files.restored = !session_waits(app);
        free_left(app);
        app->files.offer[0] = '\0';
        return HS_OK;
    }
    if (answer != SESSION_LATER)
        unlink(keeper->left.path);
    let_go(&keeper->left);
    app->files.offer[0] = '\0';
    return HS_OK;
}
