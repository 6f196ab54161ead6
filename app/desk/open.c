/* files.c – the part of app_try() that opens sentence files and steps through them, and what goes
 * to the clipboard. A file that cannot be read leaves the open one, the text and the picture as
 * they are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/settings.h"

/* The sentence at `index` of `file` becomes text and picture. */
static enum hs_status run_sentence(
    struct app *app, const struct hs_sentences *file, size_t index, struct hs_error *error)
{
    const struct hs_sentence *sentence = &file->sentence[index];
    struct hs_error why = {HS_OK, ""};
    if (sentence->length >= sizeof app->text)
        return app_fail(error, HS_LIMIT,
            "%s: line %zu: the sentence has %zu bytes and the limit is %d: split it into lines",
            file->path, sentence->line, sentence->length, APP_TEXT_ROOM - 1);
    enum hs_status status = app_run(app, sentence->text, app->h, app->mask, &why);
    if (status)
        return app_fail(
            error, status, "%s: line %zu: %.400s", file->path, sentence->line, why.message);
    memcpy(app->text, sentence->text, sentence->length + 1);
    return HS_OK;
}

/* Whether the name is a stream's: standard input, or a pipe, a device, a socket. */
static bool is_stream(const char *path)
{
    struct stat about;
    return strcmp(path, "-") == 0 ||
           (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

enum hs_status app_check_waits(
    const struct app *app, const struct action *action, struct hs_error *error)
{
    switch (action->kind) {
    case ACT_OPEN:
    case ACT_ANNOTATED:
    case ACT_SESSION_OPEN:
    case ACT_EXPORT:
    case ACT_SESSION_SAVE:
        break;
    default:
        return HS_OK;
    }
    if (!app->wake || !action->text || !is_stream(action->text))
        return HS_OK;
    return app_fail(error, HS_IO,
        "%.300s is a stream, a device or a socket, for which the window would have to wait: give a "
        "file here, or name it on the command line",
        action->text);
}

void app_remember(struct app *app, const char *path)
{
    char kept[APP_PATH_ROOM];
    int at = 0;
    if (is_stream(path)) /* it cannot be opened a second time */
        return;
    snprintf(kept, sizeof kept, "%s", path);
    while (at < APP_RECENT - 1 && strcmp(app->recent[at], kept) != 0)
        at++;
    memmove(app->recent[1], app->recent[0], (size_t)at * sizeof app->recent[0]);
    memcpy(app->recent[0], kept, sizeof kept);
}

/* What every opened file does. */
static void opened(struct app *app, const char *path)
{
    char resolved[APP_PATH_ROOM];
    app->dialog = DIALOG_NONE;
    if (app->message_kind == MESSAGE_ERROR)
        app->message_kind = MESSAGE_NONE;
    app_remember(app, settings_full_path(path, resolved, sizeof resolved));
}

static enum hs_status open_file(struct app *app, const char *path, struct hs_error *error)
{
    struct hs_sentences *file;
    if (!path || !path[0])
        return app_fail(
            error, HS_BAD_USE, "no file was named: choose a text file with one sentence a line");
    if (hs_dump_named(path)) {
        enum hs_status shown = dump_open(app, path, NULL, error);
        if (!shown)
            opened(app, path);
        return shown;
    }
    if (session_is_file(path))
        return app_try(app, &(struct action){.kind = ACT_SESSION_OPEN, .text = path}, error);
    enum hs_status status = hs_sentences_open(path, &file, error);
    if (status)
        return status;
    status = run_sentence(app, file, 0, error);
    if (status) {
        hs_sentences_drop(file);
        return status;
    }
    hs_sentences_drop(app->file);
    app->file = file;
    app->sentence = 0;
    app->text_edited = false;
    opened(app, path);
    return HS_OK;
}

static enum hs_status go_to_sentence(struct app *app, long index, struct hs_error *error)
{
    if (!app->file)
        return app_fail(error, HS_BAD_USE,
            app->by_options ? "no file of sentences is open: name one"
                            : "no file is open: open one with Ctrl+O to step through its "
                              "sentences");
    if (index < 0 || (size_t)index >= app->file->count)
        return app_fail(error, HS_BAD_USE, "%s has sentences 1 to %zu, not %ld", app->file->path,
            app->file->count, index + 1);
    enum hs_status status = run_sentence(app, app->file, (size_t)index, error);
    if (status)
        return status;
    app->sentence = (size_t)index;
    app->text_edited = false;
    return HS_OK;
}

/* Past either end the sentence stays. Coming back from an edited text first brings the file's
 * sentence back. */
static enum hs_status step_sentence(struct app *app, long step, struct hs_error *error)
{
    long to = (long)app->sentence + step;
    if (app->file && (to < 0 || (size_t)to >= app->file->count)) {
        if (!app->text_edited)
            return HS_OK;
        to = (long)app->sentence;
    }
    return go_to_sentence(app, to, error);
}

static void start_open_dialog(struct app *app)
{
    app->dialog = DIALOG_OPEN;
    /* Beside the open file, else beside the samples, else where the program was started. */
    const char *near = app->file ? app->file->path : app->samples_folder;
    const char *slash = strrchr(near, '/');
    if (app->file && slash)
        snprintf(app->dialog_path, sizeof app->dialog_path, "%.*s", (int)(slash - near + 1), near);
    else if (!app->file && near[0])
        snprintf(app->dialog_path, sizeof app->dialog_path, "%.*s/", APP_PATH_ROOM - 2, near);
    else
        app->dialog_path[0] = '\0';
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
        app->dialog = DIALOG_ANNOTATED;
        return HS_OK;
    case ACT_OPEN_DIALOG:
        start_open_dialog(app);
        return HS_OK;
    case ACT_OPEN_RECENT:
        if (number < 0 || number >= APP_RECENT || !app->recent[number][0])
            return app_fail(error, HS_BAD_USE, "there is no recent file %ld", number + 1);
        return open_file(app, app->recent[number], error);
    case ACT_SENTENCE:
        return go_to_sentence(app, number, error);
    case ACT_SENTENCE_STEP:
        return step_sentence(app, number, error);
    default: /* ACT_CLOSE_FILE */
        if (app->dump)
            return apply_dump(app, &(struct action){.kind = ACT_DUMP_CLOSE}, error);
        hs_sentences_drop(app->file);
        app->file = NULL;
        app->sentence = 0;
        return HS_OK;
    }
}

/* ---------------------------------------------------------------- clipboard */

static void print_row(const struct app *app, struct hs_buffer *buffer, size_t q)
{
    const struct hs_set *set = app_shown(app);
    struct hs_matrix weights = hs_set_weights(set, 0, app->head);
    char name[256];
    hs_set_token_name(set, HS_QUERY, q, name, sizeof name);
    hs_buffer_print(buffer, "%s", name);
    for (size_t k = 0; k < weights.cols; k++) {
        if (hs_set_masked(set, q, k))
            hs_buffer_print(buffer, "\tmasked");
        else
            hs_buffer_print(buffer, "\t%.9g", (double)weights.data[q * weights.stride + k]);
    }
    hs_buffer_print(buffer, "\n");
}

static void print_matrix(const struct app *app, struct hs_buffer *buffer, size_t first, size_t end)
{
    const struct hs_set *set = app_shown(app);
    struct hs_set_shape shape = hs_set_shape(set);
    char name[256];
    if (hs_set_note(set)[0])
        hs_buffer_print(buffer, "# %s\n", hs_set_note(set));
    hs_buffer_print(buffer, "query \\ key");
    for (size_t k = 0; k < shape.m; k++) {
        hs_set_token_name(set, HS_KEY, k, name, sizeof name);
        hs_buffer_print(buffer, "\t%s", name);
    }
    hs_buffer_print(buffer, "\n");
    for (size_t q = first; q < end; q++)
        print_row(app, buffer, q);
}

enum hs_status apply_copy(struct app *app, enum copy_what what, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    struct app_cell cell = app_shown_cell(app);
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    char words[1024];
    if (what != COPY_MATRIX && cell.q == ACT_NOWHERE)
        return app_fail(error, HS_BAD_USE, "point at a cell or lock a row first, then copy it");
    if (what == COPY_CELL && cell.k != ACT_NOWHERE) {
        app_cell_words(app, cell, words, sizeof words);
        hs_buffer_print(&buffer, "%s", words);
    } else if (what == COPY_MATRIX) {
        print_matrix(app, &buffer, 0, shape.n);
    } else {
        print_matrix(app, &buffer, cell.q, cell.q + 1);
    }
    hs_buffer_write(&buffer, "", 1);
    if (buffer.failed) {
        hs_buffer_drop(&buffer);
        return app_fail(error, HS_NO_MEMORY, "no memory left to copy the numbers");
    }
    free(app->copied);
    app->copied = buffer.data; /* taken over */
    app_say(app, MESSAGE_INFO,
        what == COPY_MATRIX ? "The head's matrix is on the clipboard."
        : what == COPY_ROW  ? "The row is on the clipboard."
                            : "The sentence about this cell is on the clipboard.");
    if (app->set_clipboard) /* after that: it says when it could not */
        app->set_clipboard(app->platform, app->copied);
    return HS_OK;
}
