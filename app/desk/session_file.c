/* session_file.c – see session.h: sessions as files. A
 * file that a session names is opened only when the user could have meant it: beside the session or
 * below, a sample, or one that was opened before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "act/act.h"
#include "desk/desk.h"
#include "desk/export.h"
#include "desk/session.h"
#include "desk/settings.h"

/* `path` without its last part, full and without a trailing slash; "." has no part. */
void session_folder(const char *path, char *folder, size_t room)
{
    char full[APP_PATH_ROOM];
    const char *slash = strrchr(path, '/');
    if (!slash)
        snprintf(full, sizeof full, ".");
    else
        snprintf(full, sizeof full, "%.*s", (int)(slash == path ? 1 : slash - path), path);
    settings_full_path(full, folder, room);
}

static bool lies_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] == '/')
        length--;
    return folder[0] && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool was_opened(const struct files *files, const char *path)
{
    for (int i = 0; i < APP_RECENT && files->recent[i][0]; i++)
        if (strcmp(files->recent[i], path) == 0)
            return true;
    return false;
}

/* The full path of a file that the session at `path` names. HS_BAD_USE when it may not be followed.
 * Links are resolved first, so that none leads out of the folder. */
static enum hs_status find_file(const struct app *app, const char *path, const char *named,
    bool sample, bool trusted, char *full, size_t room, struct hs_error *error)
{
    char folder[APP_PATH_ROOM], joined[2 * APP_PATH_ROOM];
    session_folder(path, folder, sizeof folder);
    if (sample)
        snprintf(joined, sizeof joined, "%s/%s", app->files.samples_folder, named);
    else if (named[0] == '/')
        snprintf(joined, sizeof joined, "%s", named);
    else
        snprintf(joined, sizeof joined, "%s/%s", folder, named);
    settings_full_path(joined, full, room);
    if (trusted || lies_below(full, folder) || lies_below(full, app->files.samples_folder) ||
        was_opened(&app->files, full))
        return HS_OK;
    return hs_fail(error, HS_BAD_USE,
        "The session names %.300s, which lies outside its folder and was not opened before: open "
        "that file yourself if you trust it.",
        named);
}

/* The session's sentence file, or NULL and why not: the session opens all the same. */
static struct hs_sentences *open_sentences(const struct app *app, const char *path,
    const struct session *session, bool trusted, struct hs_error *why)
{
    struct hs_sentences *file = NULL;
    char full[APP_PATH_ROOM];
    if (!session->file[0])
        return NULL;
    if (find_file(app, path, session->file, session->sample, trusted, full, sizeof full, why) ||
        hs_sentences_open(full, &file, why))
        return NULL;
    if (session->sentence >= file->count) {
        hs_fail(why, HS_BAD_INPUT, "%.300s has %zu sentences; the session names number %zu", full,
            file->count, session->sentence + 1);
        hs_sentences_drop(file);
        return NULL;
    }
    return file;
}

static void take_file(struct picture *picture, struct hs_sentences *file, const struct session *session)
{
    hs_sentences_drop(picture->file);
    picture->file = file;
    picture->sentence = file ? session->sentence : 0;
    picture->text_edited = file && strcmp(file->sentence[picture->sentence].text, picture->text) != 0;
}

static enum hs_status read_bytes(const struct app *app, const char *path, struct session *session, struct hs_error *error)
{
    char *bytes;
    size_t length;
    enum hs_status status = hs_file_read(path, SESSION_MOST_BYTES, &bytes, &length, error);
    if (status)
        return status;
    status = session_read(path, bytes, length, app->picture.live, session, error);
    free(bytes);
    return status;
}

/* A lock that lies outside the sentence is given up, and that is said. */
static void say_unlocked(struct app *app, const struct session *session)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool row = session->locked.q >= shape.n;
    app_say(app, MESSAGE_INFO,
        "The session locks %s %ld, and its sentence has %zu tokens: nothing is locked.",
        row ? "row" : "key", app_counted(app, row ? session->locked.q : session->locked.k),
        row ? shape.n : shape.m);
}

/* Once its picture is there: what is looked at, and what must be said. */
static void finish(struct app *app, const struct session *session, bool trusted, struct hs_error *why)
{
    if (session->learn.there && learn_over(app))
        app->learn.wish = session->learn.options;
    take_file(&app->picture, open_sentences(app, session->from, session, trusted, why), session);
    app->talk.message_kind = MESSAGE_NONE;
    if (session->locked.q != ACT_NOWHERE && app->look.locked.q == ACT_NOWHERE)
        say_unlocked(app, session);
    if (why->message[0])
        app_say(app, MESSAGE_INFO, "%s", why->message);
}

/* The session of a picture of the built-in model. */
static enum hs_status put_text(struct app *app, const struct session *session, struct hs_error *error)
{
    struct hs_error of_text;
    enum hs_status status = session_put(app, session, &of_text);
    if (status) /* what the run says of the text does not say whose text it is */
        hs_fail(error, status, "%.300s: \"text\" cannot be shown: %s", session->from, of_text.message);
    return status;
}

/* ---------------------------------------------------------------- one that waits for its file or model */
struct session_wait {
    struct session session;
    bool trusted, restores; /* restores: what a killed window left */
    uint64_t begun;         /* the opening that it waits for */
    struct hs_error why;
};

void session_forget(struct app *app)
{
    free(app->files.waiting);
    app->files.waiting = NULL;
}

static enum hs_status wait_for_open(struct app *app, const struct session *session, bool trusted, const struct hs_error *why,
    struct hs_error *error)
{
    struct session_wait *wait = malloc(sizeof *wait);
    if (!wait) {
        live_cancel(app);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open the session");
    }
    *wait = (struct session_wait){.trusted = trusted, .begun = app->live.begun, .why = *why};
    memcpy(&wait->session, session, sizeof *session);
    app->files.waiting = wait;
    return HS_OK;
}

/* It is open and is the picture. A text that was typed meanwhile stays. */
static void show_waiting(struct app *app, struct session_wait *wait)
{
    memcpy(wait->session.text, app->picture.text, sizeof wait->session.text);
    session_put_back(app, &wait->session);
    session_put_view(app, &wait->session);
    finish(app, &wait->session, wait->trusted, &wait->why);
}

enum hs_status session_follow(struct app *app, enum hs_status status, struct hs_error *error)
{
    struct session_wait *wait = app->files.waiting;
    bool here = wait && app->live.begun == wait->begun;
    if (!wait || (here && live_opening(app)))
        return status;
    app->files.waiting = NULL;
    if (here && app->live.opened == wait->begun) {
        show_waiting(app, wait);
    } else if (here && status && wait->trusted) { /* its sentence must not be lost */
        struct hs_error why = error ? *error : (struct hs_error){0};
        wait->session.source.path[0] = '\0';
        wait->session.head = 0;
        status = put_text(app, &wait->session, error);
        if (!status)
            finish(app, &wait->session, true, &why);
    }
    app->files.restored = wait->restores && !status;
    free(wait);
    return status;
}

bool session_waits(struct app *app)
{
    if (app->files.waiting)
        app->files.waiting->restores = true;
    return app->files.waiting;
}

/* ---------------------------------------------------------------- opening */
/* Its attention file or model, which is the picture. Without it the session cannot be shown, unless it is
 * one of the program's own: then its sentence must not be lost. Of a model, the other one that it subtracts can be missing. */
static enum hs_status open_source(struct app *app, struct session *session, bool trusted, struct hs_error *why, struct hs_error *error)
{
    char full[APP_PATH_ROOM], minus[APP_PATH_ROOM] = "";
    enum hs_status status =
        find_file(app, session->from, session->source.path, false, trusted, full, sizeof full, error);
    if (!status && session->look.minus_model[0] &&
        find_file(app, session->from, session->look.minus_model, false, trusted, minus, sizeof minus, why))
        minus[0] = '\0';
    if (!status)
        status = session_put_source(app, session, full, minus, error);
    if (!status && live_opening(app))
        return wait_for_open(app, session, trusted, why, error);
    if (!status) {
        session_put_back(app, session);
        session_put_view(app, session);
    } else if (trusted && error) {
        *why = *error;
        session->source.path[0] = '\0';
        session->head = 0;
        return put_text(app, session, error);
    }
    return status;
}

/* All but what a model or a run is waited for. `without`: of its run nothing but the settings is there, and `why` not. */
static enum hs_status show(struct app *app, struct session *session, bool trusted, bool without, struct hs_error *why, struct hs_error *error)
{
    bool run = session->learn.there && session->learn.moment != SIZE_MAX && !without;
    enum hs_status status = run ? session_put_learn(app, &session->learn, error) : app->learn.shown ? learn_leave(app, error) : HS_OK;
    if (without)
        memset(session->head_mode, HS_HEAD_ON, sizeof session->head_mode); /* they were the run's */
    session_forget(app);
    if (!status && session->source.path[0])
        status = open_source(app, session, trusted, why, error);
    else if (!status && (status = put_text(app, session, error)) == HS_OK)
        live_cancel(app);
    if (!status && !app->files.waiting)
        finish(app, session, trusted, why);
    return status;
}

enum hs_status session_show(struct app *app, const char *path, struct session *session, bool trusted, struct hs_error *error)
{
    struct hs_error why = {HS_OK, ""};
    snprintf(session->from, sizeof session->from, "%s", path);
    return show(app, session, trusted, false, &why, error);
}

/* Its run is there, or is being read by now: then the rest is session_arrived()'s, and `session` its. Else why not. */
static bool run_comes(struct app *app, struct session *session, bool trusted, bool *waits, struct hs_error *why)
{
    char full[APP_PATH_ROOM];
    const struct session_learn *learn = &session->learn;
    *waits = false;
    if (session_has_run(app, learn))
        return true;
    if (!learn->path[0])
        return hs_fail(why, HS_BAD_USE,
            "The training run of this session was not saved: Start in the Learn view trains it again, to the bit; it was at moment %zu of %u.",
            learn->moment + 1, HS_LEARN_MOMENTS) == HS_OK;
    if (find_file(app, session->from, learn->path, false, trusted, full, sizeof full, why))
        return false;
    *waits = !learn_disk_open(app, full, session, trusted, why);
    return *waits;
}

enum hs_status session_arrived(struct app *app, struct session *session, bool trusted, struct hs_error *why, struct hs_error *error)
{
    bool without = why->message[0];
    if (!without && !session_has_run(app, &session->learn)) {
        without = true;
        hs_fail(why, HS_BAD_INPUT, "The session shows moment %zu of another training run than the one in %.300s: it was saved anew since.",
            session->learn.moment + 1, session->learn.path);
    }
    return show(app, session, trusted, without, why, error);
}

enum hs_status session_open(struct app *app, const char *path, bool trusted, struct hs_error *error)
{
    struct session *session = malloc(sizeof *session);
    struct hs_error why = {HS_OK, ""};
    bool waits = false, without = false;
    if (!session)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to read the session");
    enum hs_status status = read_bytes(app, path, session, error);
    snprintf(session->from, sizeof session->from, "%s", path);
    if (!status && session->learn.there && session->learn.moment != SIZE_MAX)
        without = !run_comes(app, session, trusted, &waits, &why);
    if (waits)
        return HS_OK;
    if (!status)
        status = show(app, session, trusted, without, &why, error);
    free(session);
    return status;
}

enum hs_status session_save(
    const struct app *app, const char *path, bool overwrite, struct hs_error *error)
{
    char folder[APP_PATH_ROOM];
    struct hs_buffer buffer = {0};
    struct session *session;
    if (picture_can(app, HS_CAN_TEXT) && app->picture.text[strspn(app->picture.text, " \t")] == '\0')
        return hs_fail(error, HS_BAD_USE,
            "type a sentence first: a session without one shows "
            "nothing");
    session = malloc(sizeof *session);
    if (!session)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to save the session");
    session_take(app, session);
    session_folder(path, folder, sizeof folder);
    session_write(app, session, folder, &buffer);
    free(session);
    enum hs_status status =
        buffer.failed ? hs_fail(error, HS_NO_MEMORY, "no memory left to save the session")
                      : hs_file_write(path, buffer.data, buffer.length, overwrite, error);
    hs_buffer_drop(&buffer);
    return status;
}
