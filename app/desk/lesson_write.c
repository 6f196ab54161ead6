/* lesson_write.c – see lesson.h: a step as lines of a file. What stands there already is never written anew: a step is put in between,
 * or takes the place of one, and the whole is read before it is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/lesson.h"

#define COLUMNS 110
#define NEW_PARAGRAPH "¶"

/* ---------------------------------------------------------------- text and session */
/* Lines of at most so many bytes, each behind two blanks; a paragraph sign ends a paragraph. */
static void write_text(struct hs_buffer *out, const char *text)
{
    size_t column = 0;
    hs_buffer_print(out, "text");
    while (*text) {
        text += strspn(text, " \t\n");
        bool sign = strncmp(text, NEW_PARAGRAPH, strlen(NEW_PARAGRAPH)) == 0;
        if (sign) {
            text += strlen(NEW_PARAGRAPH);
            if (column)
                hs_buffer_print(out, "\n");
            column = 0;
            continue;
        }
        const char *end = text + strcspn(text, " \t\n"), *stop = strstr(text, NEW_PARAGRAPH);
        size_t length = (size_t)((stop && stop < end ? stop : end) - text);
        if (!length)
            break;
        bool begins = column == 0 || column + 1 + length > COLUMNS;
        hs_buffer_print(out, "%s%.*s", begins ? "\n  " : " ", (int)length, text);
        column = begins ? length : column + 1 + length;
        text += length;
    }
    hs_buffer_print(out, "\n");
}

void lesson_text_shown(const char *text, char *shown, size_t room)
{
    size_t length = 0;
    shown[0] = '\0';
    while (*text && length < room) {
        size_t part = strcspn(text, "\n");
        int added = snprintf(shown + length, room - length, "%.*s%s", (int)part, text, text[part] ? " " NEW_PARAGRAPH " " : "");
        length += added > 0 ? (size_t)added : 0;
        text += part + (text[part] == '\n');
    }
    shown[hs_utf8_invalid(shown, strlen(shown))] = '\0';
}

/* Whether `lines` has this one, whatever comma ends it. */
static bool has_line(const char *lines, const char *line, size_t length)
{
    for (const char *at = lines; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, line, length) == 0 && (at[length] == '\n' || at[length] == ','))
            return true;
    }
    return false;
}

/* The session's JSON, a key a line, without what holds anyway: so it can be read, and the reader's own colours stay. */
static void write_session(const struct app *app, const struct session *session, const char *folder, struct hs_buffer *out)
{
    struct hs_buffer whole = {0}, usual = {0};
    struct session *other = malloc(sizeof *other);
    bool first = true;
    if (other) {
        session_usual(other, app->picture.live);
        if (session->row[OPTION_VIEW] != VIEW_LINES) { /* nobody sees them there */
            other->look.rule = session->look.rule;
            memcpy(other->look.amount, session->look.amount, sizeof other->look.amount);
            memcpy(other->look.lines_hidden, session->look.lines_hidden, sizeof other->look.lines_hidden);
        }
        if (session->row[OPTION_VIEW] != VIEW_STEPS)
            other->row[OPTION_STEP] = session->row[OPTION_STEP];
        session_write(app, other, folder, &usual);
        hs_buffer_write(&usual, "", 1);
    }
    session_write(app, session, folder, &whole);
    hs_buffer_write(&whole, "", 1);
    free(other);
    out->failed |= !other || whole.failed || usual.failed;
    hs_buffer_print(out, "session {");
    for (const char *line = out->failed ? "" : strchr(whole.data, '\n'), *end; line && *line; line = end) {
        line++;
        end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) : strlen(line);
        length -= length > 0 && line[length - 1] == ',';
        bool key = strncmp(line, "  \"", 3) == 0, named = strncmp(line, "  \"headscope_session\"", 21) == 0 || strncmp(line, "  \"text\"", 8) == 0;
        if (key && (named || !has_line(usual.data, line, length))) {
            hs_buffer_print(out, "%s\n%.*s", first ? "" : ",", (int)length, line);
            first = false;
        }
    }
    hs_buffer_print(out, "\n}\n");
    hs_buffer_drop(&whole);
    hs_buffer_drop(&usual);
}

/* ---------------------------------------------------------------- what is pointed at */
static void write_point(const struct app *app, struct hs_buffer *out)
{
    char from[100], to[100];
    const struct app_cell *locked = &app->look.locked;
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    bool row = locked->q < shape.n, cell = row && locked->k < shape.m;
    if (row)
        lesson_token_name(hs_set_tokens(app_shown(app), HS_QUERY), locked->q, from, sizeof from);
    if (cell)
        lesson_token_name(hs_set_tokens(app_shown(app), HS_KEY), locked->k, to, sizeof to);
    switch (app->look.view) {
    case VIEW_HEAD:
        if (cell)
            hs_buffer_print(out, "point cell %s %s\n", from, to);
        else if (row)
            hs_buffer_print(out, "point row %s\n", from);
        break;
    case VIEW_GRID:
    case VIEW_COMPARE:
    case VIEW_SPECIALISE:
    case VIEW_LINES:
        hs_buffer_print(out, "point head %zu\n", app->look.head + 1);
        break;
    case VIEW_STEPS:
        hs_buffer_print(out, "point step\n");
        break;
    case VIEW_LEARN:
        hs_buffer_print(out, "point start\n");
        break;
    default:
        break;
    }
}

/* `old`: the step that is changed, whose question stays as it is; else the row that is locked is asked about. */
static enum hs_status write_ask(const struct app *app, const struct lesson_step *old, struct hs_buffer *out, struct hs_error *error)
{
    static const char *const found[] = {"", "key", "query", "head"};
    const struct lesson_ask *ask = old && old->ask.kind != ASK_NOTHING ? &old->ask : NULL;
    char from[100];
    if (!ask) {
        if (app->look.locked.q >= hs_set_shape(app->picture.set).n)
            return hs_fail(error, HS_BAD_USE, "Lock the row that the question is about first: click it, and its head is the selected one.");
        lesson_token_name(hs_set_tokens(app->picture.set, HS_QUERY), app->look.locked.q, from, sizeof from);
        hs_buffer_print(out, "find key from %s in head %zu\n", from, app->look.head + 1);
        return HS_OK;
    }
    if (ask->question[0])
        hs_buffer_print(out, "ask %s\n", ask->question);
    hs_buffer_print(out, "find %s", found[ask->kind]);
    if (ask->from)
        hs_buffer_print(out, " from %s", ask->from);
    if (ask->to)
        hs_buffer_print(out, " to %s", ask->to);
    if (ask->head != ACT_NOWHERE)
        hs_buffer_print(out, " in head %zu", ask->head + 1);
    hs_buffer_print(out, "\n");
    return HS_OK;
}

enum hs_status lesson_write_step(const struct app *app, const char *folder, const struct lesson_step *old, struct hs_buffer *out,
    struct hs_error *error)
{
    const struct lesson_draft *draft = &app->talk.draft;
    struct session *session = malloc(sizeof *session);
    enum hs_status status = HS_OK;
    if (!session)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to write the step");
    session_take(app, session);
    session->note[0] = '\0';
    session->learn.moment = session->learn.model = SIZE_MAX; /* a run's settings only */
    session->learn.path[0] = '\0';
    hs_buffer_print(out, "step %s\n", draft->title);
    write_session(app, session, folder, out);
    free(session);
    if (!draft->ask)
        write_point(app, out);
    else
        status = write_ask(app, old, out, error);
    write_text(out, draft->text);
    return status;
}

/* ---------------------------------------------------------------- the file around it */
static void write_end(struct hs_buffer *out, const char *bytes, size_t length)
{
    hs_buffer_write(out, bytes, length);
    if (length && bytes[length - 1] != '\n')
        hs_buffer_print(out, "\n");
}

/* Remarks of the step that goes, which nobody shall lose. */
static void keep_remarks(struct hs_buffer *out, const char *bytes, size_t from, size_t to)
{
    for (size_t at = from; at < to;) {
        const char *end = memchr(bytes + at, '\n', to - at);
        size_t length = end ? (size_t)(end - bytes) + 1 - at : to - at;
        if (bytes[at] == '#')
            write_end(out, bytes + at, length);
        at += length;
    }
}

/* Past the step's last line of its own: remarks and empty lines behind it belong to what follows. */
static size_t own_end(const char *bytes, const struct lesson_step *step)
{
    size_t end = step->from;
    for (size_t at = step->from; at < step->to;) {
        const char *stop = memchr(bytes + at, '\n', step->to - at);
        size_t length = stop ? (size_t)(stop - bytes) + 1 - at : step->to - at;
        if (bytes[at] != '#' && strspn(bytes + at, " \t\r") + 1 < length)
            end = at + length;
        at += length;
    }
    return end;
}

void lesson_splice(const struct lesson *lesson, const char *bytes, size_t length, size_t place, bool change, const char *step, struct hs_buffer *out)
{
    const struct lesson_step *old = &lesson->step[place], *next = place + 1 < lesson->count ? &lesson->step[place + 1] : NULL;
    size_t cut = own_end(bytes, old), rest = cut;
    write_end(out, bytes, change ? old->from : cut);
    hs_buffer_print(out, "%s%s", change ? "" : "\n", step);
    if (change)
        keep_remarks(out, bytes, old->from, cut);
    if (rest < length && bytes[rest] != '\n' && bytes[rest] != '\r')
        hs_buffer_print(out, "\n");
    if (next && !next->own_session) { /* it showed the picture of the step before, and still does */
        const char *end = memchr(bytes + next->from, '\n', length - next->from);
        size_t line = end ? (size_t)(end - bytes) + 1 : length;
        write_end(out, bytes + rest, line - rest);
        hs_buffer_print(out, "session %s\n", next->session);
        rest = line;
    }
    hs_buffer_write(out, bytes + rest, length - rest);
}
