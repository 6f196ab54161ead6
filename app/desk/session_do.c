/* session_do.c – the part of app_try() for sessions: opening and saving them, their note, what a killed window left. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "desk/desk.h"
#include "desk/export.h"
#include "desk/session.h"
#include "desk/settings.h"

static void start_dialog(struct app *app)
{
    char name[256];
    if (app->talk.dialog == DIALOG_SESSION || app->talk.dialog == DIALOG_SESSION_BROWSE)
        return;
    app->talk.dialog = DIALOG_SESSION;
    app->talk.focus = (struct focus_wish){FOCUS_FIELD, "session note"};
    if (app->files.session_path[0]) {
        memcpy(app->talk.dialog_path, app->files.session_path, sizeof app->talk.dialog_path);
        return;
    }
    export_name(app, EXPORT_SHEET, FORMAT_JSON, name, sizeof name);
    char *part = strrchr(name, '-'); /* "…-h8-heads.json": the session is more than its heads */
    if (part)
        *part = '\0';
    export_folder(app);
    if (snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%s/%s" SESSION_ENDING,
            app->files.export_folder, name) >= (int)sizeof app->talk.dialog_path)
        snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%s" SESSION_ENDING, name);
}

static enum hs_status save(
    struct app *app, const char *path, bool overwrite, struct hs_error *error)
{
    char full[APP_PATH_ROOM];
    if (!path || !session_is_file(path))
        return hs_fail(error, HS_BAD_USE,
            "\"%.300s\": the name of a session ends in " SESSION_ENDING, path ? path : "");
    if (strlen(path) >= sizeof app->talk.pending_path)
        return hs_fail(error, HS_BAD_USE, "the path is longer than %d bytes", APP_PATH_ROOM - 1);
    overwrite |= strcmp(path, app->files.session_path) == 0; /* saving again is what one means to do */
    if (!overwrite && access(path, F_OK) == 0) {
        snprintf(app->talk.question, sizeof app->talk.question, "%s exists already.", path);
        memmove(app->talk.pending_path, path, strlen(path) + 1);
        app->talk.pending = (struct action){.kind = ACT_SESSION_SAVE};
        return HS_OK;
    }
    enum hs_status status = session_save(app, path, overwrite, error);
    if (status)
        return status;
    settings_full_path(path, full, sizeof full);
    memcpy(app->files.session_path, full, sizeof full);
    app_remember(app, full);
    app->talk.dialog = DIALOG_NONE;
    app_say(app, MESSAGE_INFO, "Saved the session %s", path);
    return HS_OK;
}

static enum hs_status open_named(struct app *app, const char *path, struct hs_error *error)
{
    char full[APP_PATH_ROOM];
    settings_full_path(path, full, sizeof full);
    enum hs_status status = session_open(app, full, false, error);
    if (status)
        return status;
    memcpy(app->files.session_path, full, sizeof full);
    app_remember(app, full);
    app->talk.dialog = DIALOG_NONE;
    return HS_OK;
}

static void set_note(struct files *files, const char *note)
{
    size_t length = note ? strlen(note) : 0;
    length = length < sizeof files->note ? length : sizeof files->note - 1;
    memmove(files->note, note ? note : "", length);
    files->note[length] = '\0';
    files->note[hs_utf8_invalid(files->note, length)] = '\0'; /* cut at a code point */
}

enum hs_status apply_session(struct app *app, const struct action *action, struct hs_error *error)
{
    char last[APP_PATH_ROOM];
    switch (action->kind) {
    case ACT_SESSION_OPEN:
        return open_named(app, action->text ? action->text : "", error);
    case ACT_SESSION_LAST:
        if (!settings_file("last" SESSION_ENDING, last, sizeof last) || access(last, F_OK) != 0)
            return hs_fail(error, HS_BAD_USE,
                "there is no last session yet: it is kept when the program ends");
        return session_open(app, last, true, error);
    case ACT_SESSION_DIALOG:
        start_dialog(app);
        return HS_OK;
    case ACT_SESSION_SAVE:
        return save(app, action->text, action->number == 1, error);
    case ACT_NOTE:
        set_note(&app->files, action->text);
        return HS_OK;
    default: /* ACT_RESTORE */
        return session_answer(app, (enum session_answer)action->number, error);
    }
}
