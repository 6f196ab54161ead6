/* open.c – the part of app_try() that opens files of every kind. A file that cannot be read leaves the open one, the text and the picture as
 * they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "act/act.h"
#include "desk/desk.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/tour.h"

void app_opened(struct app *app, const char *path)
{
    char resolved[APP_PATH_ROOM];
    app->talk.dialog = DIALOG_NONE;
    if (app->talk.message_kind == MESSAGE_ERROR)
        app->talk.message_kind = MESSAGE_NONE;
    app_remember(app, settings_full_path(path, resolved, sizeof resolved));
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool holds_adapter(const char *folder)
{
    char path[APP_PATH_ROOM + 32];
    struct stat about;
    snprintf(path, sizeof path, "%s/adapter_config.json", folder);
    return stat(path, &about) == 0;
}

static enum hs_status open_file(struct app *app, const char *path, struct hs_error *error)
{
    struct hs_sentences *file;
    if (!path || !path[0])
        return hs_fail(
            error, HS_BAD_USE, "no file was named: choose a text file with one sentence a line");
    if (is_folder(path) && !hs_source_is_model(path) && holds_adapter(path))
        return hs_fail(error, HS_BAD_INPUT,
            "%.300s: it holds an adapter (LoRA), which is no model by itself: merge it into its model in Python "
            "(peft: model.merge_and_unload().save_pretrained(FOLDER)) and open that folder",
            path);
    if (is_folder(path) && !hs_source_is_model(path))
        return hs_fail(error, HS_BAD_INPUT,
            "%.300s: it is a folder, and no model: it has no config.json. Choose a folder with config.json, tokenizer.json and model.safetensors, or a file",
            path);
    if (hs_learn_is_file(path))
        return learn_disk_open(app, path, NULL, false, error);
    if (hs_source_knows(path) > 0) {
        enum hs_status begun = live_open(app, path, NULL, error);
        if (!begun)
            app_opened(app, path);
        return begun;
    }
    if (lesson_is_file(path)) {
        char full[APP_PATH_ROOM];
        enum hs_status begun = tour_open(app, settings_full_path(path, full, sizeof full), error);
        if (!begun)
            app_opened(app, path);
        return begun;
    }
    if (session_is_file(path))
        return apply_session(app, &(struct action){.kind = ACT_SESSION_OPEN, .text = path}, error);
    enum hs_status status = hs_sentences_open(path, &file, error);
    if (status)
        return status;
    status = app_run_sentence(app, file, 0, error);
    if (status) {
        hs_sentences_drop(file);
        return status;
    }
    live_cancel_file(app);
    hs_sentences_drop(app->picture.file);
    app->picture.file = file;
    app->picture.sentence = 0;
    app->picture.text_edited = false;
    app->files.note[0] = '\0'; /* it was of what was open before */
    app_opened(app, path);
    return HS_OK;
}

static void start_open_dialog(struct app *app)
{
    app->talk.dialog = DIALOG_OPEN;
    /* Beside the open file, else beside the samples, else where the program was started. */
    const char *near = app->picture.file ? app->picture.file->path : app->files.samples_folder;
    const char *slash = strrchr(near, '/');
    if (app->picture.file && slash)
        snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%.*s", (int)(slash - near + 1), near);
    else if (!app->picture.file && near[0])
        snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%.*s/", APP_PATH_ROOM - 2, near);
    else
        app->talk.dialog_path[0] = '\0';
}

/* A JSON list: annotated sentences, whatever way they were opened. */
static bool scores_file(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    struct stat about; /* opening a pipe would wait for its writer */
    bool named = length > 5 && strcmp(path + length - 5, ".json") == 0;
    FILE *file =
        named && stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    int sign = file ? fgetc(file) : EOF;
    while (file && (sign == ' ' || sign == '\t' || sign == '\r' || sign == '\n'))
        sign = fgetc(file);
    if (file)
        fclose(file);
    return sign == '[';
}

enum hs_status apply_file(struct app *app, const struct action *action, struct hs_error *error)
{
    long number = action->number;
    switch (action->kind) {
    case ACT_OPEN:
        if (scores_file(action->text))
            return apply_scores(
                app, &(struct action){.kind = ACT_ANNOTATED, .text = action->text}, error);
        return open_file(app, action->text, error);
    case ACT_ANNOTATED_DIALOG:
        start_open_dialog(app);
        app->talk.dialog = DIALOG_ANNOTATED;
        return HS_OK;
    case ACT_MINUS_DIALOG:
        start_open_dialog(app);
        app->talk.dialog = DIALOG_MINUS;
        return HS_OK;
    case ACT_OPEN_DIALOG:
        start_open_dialog(app);
        return HS_OK;
    default: /* ACT_OPEN_RECENT */
        if (number < 0 || number >= APP_RECENT || !app->files.recent[number][0])
            return hs_fail(error, HS_BAD_USE, "there is no recent file %ld", number + 1);
        return open_file(app, app->files.recent[number], error);
    }
}
