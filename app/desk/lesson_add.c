/* lesson_add.c – the part of app_try() that writes lessons: the dialog "Add a step", and the file that comes of it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "desk/desk.h"
#include "desk/lesson.h"
#include "desk/settings.h"
#include "desk/tour.h"

/* The lesson of a teacher's that runs; NULL when none does. */
static const struct lesson *own_lesson(const struct app *app)
{
    return tour_step(app) && !app->talk.tour.lesson->tour ? app->talk.tour.lesson : NULL;
}

static void start_dialog(struct app *app)
{
    const struct lesson *lesson = own_lesson(app);
    if (app->talk.dialog == DIALOG_LESSON || app->talk.dialog == DIALOG_LESSON_BROWSE)
        return;
    app->talk.dialog = DIALOG_LESSON;
    app->talk.focus = (struct focus_wish){FOCUS_FIELD, "step title"};
    app->talk.draft.change = false;
    if (lesson || app->files.lesson_path[0]) {
        snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%s", lesson ? lesson->path : app->files.lesson_path);
        return;
    }
    export_folder(app);
    if (snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%s/lesson" LESSON_ENDING, app->files.export_folder) >=
        (int)sizeof app->talk.dialog_path)
        snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "lesson" LESSON_ENDING);
}

static void set_text(char *to, size_t room, const char *text)
{
    snprintf(to, room, "%s", text ? text : "");
    to[hs_utf8_invalid(to, strlen(to))] = '\0'; /* cut at a code point */
}

/* What a changed step says already is there to be changed. */
static void set_change(struct app *app, bool change)
{
    struct lesson_draft *draft = &app->talk.draft;
    const struct lesson_step *step = own_lesson(app) ? tour_step(app) : NULL;
    if (!step || draft->change == change)
        return;
    draft->change = change;
    draft->ask = change && step->ask.kind != ASK_NOTHING;
    set_text(draft->title, sizeof draft->title, change ? step->title : "");
    draft->text[0] = '\0';
    if (change)
        lesson_text_shown(step->text, draft->text, sizeof draft->text);
}

/* ---------------------------------------------------------------- the file */
/* The file as it is, read and checked; *lesson stays NULL where there is none yet. */
static enum hs_status read_old(const struct app *app, const char *path, char **bytes, size_t *length, struct lesson **lesson, struct hs_error *error)
{
    *bytes = NULL;
    *lesson = NULL;
    *length = 0;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return HS_OK;
    enum hs_status status = hs_file_read(path, LESSON_MOST_BYTES, bytes, length, error);
    if (!status)
        status = lesson_read(path, *bytes, *length, app->picture.live, lesson, error);
    if (status) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

/* The lesson is named by its file, until somebody names it better there. */
static void write_start(struct hs_buffer *out, const char *path)
{
    char name[LESSON_TITLE_ROOM];
    set_text(name, sizeof name, app_base_name(path));
    size_t length = strlen(name);
    if (length > strlen(LESSON_ENDING) && strcmp(name + length - strlen(LESSON_ENDING), LESSON_ENDING) == 0)
        name[length - strlen(LESSON_ENDING)] = '\0';
    for (char *c = name; *c; c++)
        if (*c == '-' || *c == '_' || (unsigned char)*c < 32 || *c == 127)
            *c = ' ';
    hs_buffer_print(out, LESSON_SIGN " 1\ntitle %s\n\n", name);
}

/* Where in the lesson the new step stands: behind the one that runs, else at the end. */
static size_t place_in(const struct app *app, const struct lesson *old, bool *follows, struct hs_error *error)
{
    const struct lesson *runs = own_lesson(app);
    char full[APP_PATH_ROOM];
    *follows = false;
    if (!runs || strcmp(runs->path, settings_full_path(old->path, full, sizeof full)) != 0)
        return old->count - 1;
    size_t place = (size_t)app->talk.tour.step - 1;
    if (place >= old->count || strcmp(old->step[place].title, runs->step[place].title) != 0) {
        hs_fail(error, HS_BAD_USE, "%.300s is not what it was when you opened it: open it again, then add the step", old->path);
        return ACT_NOWHERE;
    }
    *follows = true;
    return place;
}

static enum hs_status make(
    struct app *app, const char *path, const char *folder, struct hs_buffer *out, size_t *at, bool *follows, struct hs_error *error)
{
    struct lesson *old, *fresh = NULL;
    char *bytes;
    size_t length, place = 0;
    struct hs_buffer step = {0};
    const struct lesson_draft *draft = &app->talk.draft;
    enum hs_status status = read_old(app, path, &bytes, &length, &old, error);
    *follows = false;
    if (status)
        return status;
    if (old && (place = place_in(app, old, follows, error)) == ACT_NOWHERE)
        status = HS_BAD_USE;
    bool change = !status && *follows && draft->change;
    if (!status)
        status = lesson_write_step(app, folder, change ? &old->step[place] : NULL, &step, error);
    hs_buffer_write(&step, "", 1);
    if (!status && step.failed)
        status = hs_fail(error, HS_NO_MEMORY, "no memory left to write the step");
    if (!status && old) {
        lesson_splice(old, bytes, length, place, change, step.data, out);
    } else if (!status) {
        write_start(out, path);
        hs_buffer_print(out, "%s", step.data);
    }
    *at = old ? place + (change ? 0 : 1) : 0;
    if (!status && out->failed)
        status = hs_fail(error, HS_NO_MEMORY, "no memory left to write the step");
    if (!status) /* what was typed may not be a step */
        status = lesson_read(path, out->data, out->length, app->picture.live, &fresh, error);
    lesson_drop(fresh);
    lesson_drop(old);
    free(bytes);
    hs_buffer_drop(&step);
    return status;
}

static enum hs_status save(struct app *app, const char *path, struct hs_error *error)
{
    struct hs_buffer out = {0};
    char folder[APP_PATH_ROOM], full[APP_PATH_ROOM], said[APP_PATH_ROOM];
    size_t at = 0, length = path ? strlen(path) : 0, ending = strlen(LESSON_ENDING);
    bool follows = false;
    const struct lesson_draft *draft = &app->talk.draft;
    if (length <= ending || strcmp(path + length - ending, LESSON_ENDING) != 0 || length >= sizeof said)
        return hs_fail(error, HS_BAD_USE, "\"%.300s\": the name of a lesson ends in " LESSON_ENDING, path ? path : "");
    if (!draft->title[strspn(draft->title, " \t")] || !draft->text[strspn(draft->text, " \t")])
        return hs_fail(error, HS_BAD_USE, "A step needs a title, and a text that says what there is to see.");
    if (app->learn.shown && picture_can(app, HS_CAN_TRAINING))
        return hs_fail(error, HS_BAD_USE,
            "a lesson shows no moment of a training run: go back to the built-in model (Ctrl+W); a step of the Learn view begins with its settings");
    if (picture_can(app, HS_CAN_TEXT) && app->picture.text[strspn(app->picture.text, " \t")] == '\0')
        return hs_fail(error, HS_BAD_USE, "type a sentence first: a step without one shows nothing");
    memmove(said, path, length + 1); /* it may be the dialog's own */
    session_folder(said, folder, sizeof folder);
    enum hs_status status = make(app, said, folder, &out, &at, &follows, error);
    if (!status)
        status = hs_file_write(said, out.data, out.length, true, error);
    hs_buffer_drop(&out);
    if (status)
        return status;
    settings_full_path(said, full, sizeof full);
    memcpy(app->files.lesson_path, full, sizeof full);
    app_remember(app, full);
    bool changed = draft->change;
    app->talk.dialog = DIALOG_NONE;
    app->talk.draft = (struct lesson_draft){.ask = false};
    if (follows) /* it goes on with what is written now */
        status = tour_again(app, full, (long)at + 1, error);
    if (!status)
        app_say(app, MESSAGE_INFO, "Step %zu is %s %s. %s", at + 1, changed ? "changed in" : "written to", said,
            follows ? "Shift+F2 changes it." : "Open it to see it; there Shift+F2 changes it.");
    return status;
}

enum hs_status apply_lesson(struct app *app, const struct action *action, struct hs_error *error)
{
    struct lesson_draft *draft = &app->talk.draft;
    switch (action->kind) {
    case ACT_LESSON_DIALOG:
        start_dialog(app);
        return HS_OK;
    case ACT_LESSON_TITLE:
        set_text(draft->title, sizeof draft->title, action->text);
        return HS_OK;
    case ACT_LESSON_TEXT:
        set_text(draft->text, sizeof draft->text, action->text);
        return HS_OK;
    case ACT_LESSON_ASK:
        draft->ask = action->number;
        return HS_OK;
    case ACT_LESSON_CHANGE:
        set_change(app, action->number);
        return HS_OK;
    default: /* ACT_LESSON_SAVE */
        return save(app, action->text, error);
    }
}
