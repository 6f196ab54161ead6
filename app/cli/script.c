/* script.c – see script.h. One command a line, words separated by blanks, "…" keeps blanks
 * together, # starts a comment. Commands go through the same events as the window's, so a script
 * tests what a user does:
 *
 *   move X Y | move "LABEL"        click X Y | click "LABEL" [2]     down, up, leave
 *   cell HEAD QUERY KEY            (pointer onto that cell, counted as the app counts)
 *   drag X0 Y0 X1 Y1               wheel NOTCHES                     key ctrl+s
 *   text "typed"                   compose "composition"             drop PATH
 *   resize W H                     scale S
 *   expect KEY VALUE               expect KEY ~ PART                 expect-label "LABEL"
 *   expect-file PATH               expect-trace "PART"               expect-no-trace "PART"
 *   shot FILE.png                  trace FILE                        hash [VALUE]
 *   remember NAME                  same NAME, other NAME             print KEY, print keys
 *
 * Points lie in the window; KEY is a reading, of which `print keys` lists all. `shot` and `trace`
 * replace a file only with --force. `remember` keeps a picture under a name; `same` and `other` compare with it pixel by pixel. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/app.h"
#include "cli/args_try.h"
#include "cli/script.h"
#include "cli/script_input.h"
#include "cli/script_words.h"
#include "chrome/pass.h"

#define MAX_LINE 8192
#define MAX_WORDS 8
#define MAX_TRACE_PART 400
#define MAX_REMEMBERED 16

struct line {
    char text[MAX_LINE];
    char *word[MAX_WORDS];
    int count;
};

/* Pictures by name, and whether files may be replaced. */
struct memory {
    bool force;
    struct {
        char name[32];
        uint64_t hash;
    } picture[MAX_REMEMBERED];
    int count;
};

/* Splits in place. */
static bool split(struct line *line, struct hs_error *error)
{
    char *at = line->text;
    line->count = 0;
    while (*(at += strspn(at, " \t\r\n")) && *at != '#') {
        if (line->count == MAX_WORDS) {
            hs_fail(error, HS_BAD_INPUT,
                "there are more than %d words: put quotes around words that belong together",
                MAX_WORDS);
            return false;
        }
        bool quoted = *at == '"';
        at += quoted;
        line->word[line->count++] = at;
        at += strcspn(at, quoted ? "\"" : " \t\r\n");
        if (quoted && *at != '"') {
            hs_fail(error, HS_BAD_INPUT, "the quote before %.60s is not closed",
                line->word[line->count - 1]);
            return false;
        }
        if (*at)
            *at++ = '\0';
    }
    return true;
}

/* ---------------------------------------------------------------- expectations */
static enum hs_status expect(const struct app *app, const struct line *line, struct hs_error *error)
{
    char *value = malloc(APP_TEXT_ROOM);
    enum hs_status status = HS_OK;
    bool part = line->count == 4 && strcmp(line->word[2], "~") == 0;
    const char *wanted = line->word[part ? 3 : 2];
    if (!value)
        return hs_fail(error, HS_NO_MEMORY, "no memory left");
    if (line->count == 4 && !part)
        status =
            hs_fail(error, HS_BAD_USE, "expect takes one value: put quotes around \"%.60s %.60s\"",
                line->word[2], line->word[3]);
    else if (!script_read(app, line->word[1], value, APP_TEXT_ROOM))
        status = script_no_key(app, line->word[1], error);
    else if (part ? strstr(value, wanted) == NULL : strcmp(value, wanted) != 0)
        status = hs_fail(error, HS_BAD_INPUT, "%s is \"%.200s\", expected %s\"%.200s\"",
            line->word[1], value, part ? "a part of it to be " : "", wanted);
    free(value);
    return status;
}

static enum hs_status make_trace(struct app *app, struct hs_buffer *buffer, struct hs_error *error)
{
    app_settle(app);
    trace_write(app->services.draw, buffer);
    hs_buffer_write(buffer, "", 1);
    return buffer->failed ? hs_fail(error, HS_NO_MEMORY, "no memory left for the trace") : HS_OK;
}

static enum hs_status write_new(const struct app *app, const char *path, const void *bytes,
    size_t length, bool force, struct hs_error *error)
{
    enum hs_status status = args_may_write(app, path, force, error);
    return status ? status : hs_file_write(path, bytes, length, force, error);
}

static enum hs_status do_trace(
    struct app *app, const char *part, const char *path, bool force, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    enum hs_status status = make_trace(app, &buffer, error);
    if (!status && path)
        status = write_new(app, path, buffer.data, buffer.length - 1, force, error);
    else if (!status && !strstr(buffer.data, part))
        status =
            hs_fail(error, HS_BAD_INPUT, "nothing drawn holds \"%.*s\"", MAX_TRACE_PART, part);
    hs_buffer_drop(&buffer);
    return status;
}

static enum hs_status expect_no_trace(struct app *app, const char *part, struct hs_error *error)
{
    struct hs_error own;
    enum hs_status status = do_trace(app, part, NULL, false, &own);
    if (status == HS_BAD_INPUT)
        return HS_OK;
    if (status)
        return hs_fail(error, status, "%s", own.message);
    return hs_fail(error, HS_BAD_INPUT, "what is drawn holds \"%.*s\"", MAX_TRACE_PART, part);
}

static enum hs_status do_shot(
    struct app *app, const char *path, bool force, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    enum hs_status status = app_picture(app, error);
    if (!status)
        status = png_encode(app->services.canvas, NULL, 0, &buffer, error);
    if (!status)
        status = write_new(app, path, buffer.data, buffer.length, force, error);
    hs_buffer_drop(&buffer);
    return status;
}

static enum hs_status do_hash(
    struct app *app, const char *wanted, FILE *out, struct hs_error *error)
{
    char hash[24];
    enum hs_status status = app_picture(app, error);
    if (status)
        return status;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)canvas_hash(app->services.canvas));
    if (!wanted)
        fprintf(out, "%s\n", hash);
    else if (strcmp(hash, wanted) != 0)
        return hs_fail(error, HS_BAD_INPUT, "the picture's hash is %s, expected %s", hash, wanted);
    return HS_OK;
}

/* remember, same, other */
static enum hs_status do_memory(struct app *app, struct memory *memory, const char *command,
    const char *name, struct hs_error *error)
{
    int at = 0;
    enum hs_status status = app_picture(app, error);
    if (status)
        return status;
    uint64_t hash = canvas_hash(app->services.canvas);
    while (at < memory->count && strcmp(memory->picture[at].name, name) != 0)
        at++;
    if (strcmp(command, "remember") == 0) {
        if (at == MAX_REMEMBERED)
            return hs_fail(error, HS_LIMIT, "a script remembers %d pictures", MAX_REMEMBERED);
        snprintf(memory->picture[at].name, sizeof memory->picture[at].name, "%s", name);
        memory->picture[at].hash = hash;
        memory->count += at == memory->count;
        return HS_OK;
    }
    if (at == memory->count)
        return hs_fail(error, HS_BAD_USE, "no picture is remembered as \"%.31s\"", name);
    bool same = memory->picture[at].hash == hash;
    if (same == (strcmp(command, "same") == 0))
        return HS_OK;
    return hs_fail(error, HS_BAD_INPUT, "the picture is %s as \"%.31s\"",
        same ? "the same" : "not the same", name);
}

static enum hs_status expect_label(const struct app *app, const char *label, struct hs_error *error)
{
    struct rect area;
    if (ui_find(app->services.ui, label, &area))
        return HS_OK;
    return script_no_label(app, label, error);
}

static enum hs_status do_print(
    const struct app *app, const char *key, FILE *out, struct hs_error *error)
{
    char *value = malloc(APP_TEXT_ROOM);
    enum hs_status status = HS_OK;
    if (!value)
        return hs_fail(error, HS_NO_MEMORY, "no memory left");
    if (strcmp(key, "keys") == 0)
        script_print_keys(app, out);
    else if (script_read(app, key, value, APP_TEXT_ROOM))
        fprintf(out, "%s = %s\n", key, value);
    else
        status = script_no_key(app, key, error);
    free(value);
    return status;
}

/* What reads the app. */
static enum hs_status run_check(struct app *app, const struct line *line, struct memory *memory,
    FILE *out, struct hs_error *error)
{
    const char *name = line->word[0], *first = line->count > 1 ? line->word[1] : NULL;
    if (strcmp(name, "hash") == 0)
        return do_hash(app, first, out, error);
    if (strcmp(name, "expect") == 0)
        return expect(app, line, error);
    if (strcmp(name, "expect-label") == 0)
        return expect_label(app, first, error);
    if (strcmp(name, "expect-file") == 0)
        return access(first, R_OK) == 0
                   ? HS_OK
                   : hs_fail(error, HS_BAD_INPUT, "%s: %s", first, strerror(errno));
    if (strcmp(name, "expect-trace") == 0)
        return do_trace(app, first, NULL, false, error);
    if (strcmp(name, "expect-no-trace") == 0)
        return expect_no_trace(app, first, error);
    if (strcmp(name, "trace") == 0)
        return do_trace(app, NULL, first, memory->force, error);
    if (strcmp(name, "shot") == 0)
        return do_shot(app, first, memory->force, error);
    if (strcmp(name, "print") == 0)
        return do_print(app, first, out, error);
    return do_memory(app, memory, name, first, error); /* remember, same, other */
}

static enum hs_status run_line(
    struct app *app, struct line *line, struct memory *memory, FILE *out, struct hs_error *error)
{
    bool taken;
    line->text[strcspn(line->text, "\r\n")] = '\0';
    if (!split(line, error))
        return HS_BAD_INPUT;
    if (line->count == 0)
        return HS_OK;
    enum hs_status status = script_command((const char *const *)line->word, line->count, error);
    if (status)
        return status;
    status = script_input(app, line->word, line->count, &taken, error);
    if (!taken)
        status = run_check(app, line, memory, out, error);
    app_settle(app);
    return status;
}

/* Whether the bytes just read are one line of a text. `taken` counts them; NUL bytes make it more
 * than the text's length. */
static enum hs_status check_line(const char *text, size_t taken, bool last, struct hs_error *error)
{
    size_t length = strlen(text);
    if (length < taken)
        return hs_fail(error, HS_BAD_INPUT,
            "a zero byte stands in the line: a script is plain text, one command a line");
    if (length > 0 && text[length - 1] != '\n' && !last)
        return hs_fail(
            error, HS_BAD_INPUT, "the line is longer than %d bytes: cut it", MAX_LINE - 2);
    return HS_OK;
}

/* fgets() that tells how many bytes came, NUL or not. */
static size_t read_line(FILE *stream, char *text)
{
    size_t length = 0;
    int c = 0;
    while (length + 1 < MAX_LINE && c != '\n' && (c = getc(stream)) != EOF)
        text[length++] = (char)c;
    text[length] = '\0';
    return length;
}

enum hs_status script_run(
    struct app *app, const char *path, bool force, FILE *out, struct hs_error *error)
{
    struct line *line = malloc(sizeof *line);
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    struct memory memory = {.force = force};
    struct hs_error why = {HS_OK, ""};
    enum hs_status status = HS_OK;
    size_t number = 0;
    if (!line || !stream) {
        int reason = errno;
        free(line);
        if (stream && stream != stdin)
            fclose(stream);
        return hs_fail(error, HS_IO, "%s: the script cannot be read: %s", path, strerror(reason));
    }
    app_settle(app);
    size_t taken;
    while (!status && (taken = read_line(stream, line->text)) > 0) {
        number++;
        status = check_line(line->text, taken, feof(stream), &why);
        if (!status)
            status = run_line(app, line, &memory, out, &why);
    }
    if (!status && ferror(stream))
        status = hs_fail(error, HS_IO, "%s: the script cannot be read: %s", path, strerror(errno));
    else if (status)
        hs_fail(error, HS_BAD_INPUT, "%s:%zu: %.500s", path, number, why.message);
    if (stream != stdin)
        fclose(stream);
    free(line);
    return status ? HS_BAD_INPUT : HS_OK;
}
