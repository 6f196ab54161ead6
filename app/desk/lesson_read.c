/* lesson_read.c – see lesson.h: the file, line by line. Its bytes are cut into strings in place. Nothing is trusted: whatever is not
 * as lesson.h says is an error that names the line. What lines hold: lesson_lines.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "desk/lesson_private.h"

/* ---------------------------------------------------------------- lines */
static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

static char *skip(char *at, const char *end)
{
    while (at < end && (blank(*at) || *at == '\r'))
        at++;
    return at;
}

/* Past the next line, which [*line, returned) is without the blanks at its end; nothing is cut yet. */
static char *next_line(struct lesson_reader *reader, char **line)
{
    char *end = reader->at;
    *line = end;
    while (end < reader->end && *end != '\n')
        end++;
    reader->at = end < reader->end ? end + 1 : end;
    reader->line++;
    while (end > *line && (blank(end[-1]) || end[-1] == '\r'))
        end--;
    return end;
}

/* Bytes that no line may hold. */
static enum hs_status check_bytes(struct lesson_reader *reader)
{
    size_t length = (size_t)(reader->end - reader->at), bad = hs_utf8_invalid(reader->at, length), line = 1;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)reader->at[i];
        if (i == bad)
            return lesson_fail(reader, line, "byte 0x%02X is not valid UTF-8; save the file as UTF-8", c);
        if ((c < 32 && c != '\t' && c != '\n' && c != '\r') || c == 127)
            return lesson_fail(reader, line, "byte 0x%02X is a control character, which no lesson holds; take it out", c);
        line += c == '\n';
    }
    return HS_OK;
}

/* A keyword's text goes on in lines that begin with a blank: joined in place by single blanks, paragraphs by '\n'. `first` is what stands
 * behind the keyword, cut off. */
static enum hs_status read_block(struct lesson_reader *reader, char *first, size_t room, const char **text)
{
    char *out = first + strlen(first), *line;
    size_t began = reader->line;
    bool paragraph = false;
    while (reader->at < reader->end) {
        char *look = skip(reader->at, reader->end);
        bool empty = look == reader->end || *look == '\n';
        if (!empty && !blank(*reader->at))
            break;
        char *end = next_line(reader, &line);
        line = skip(line, end);
        if (empty) {
            paragraph = out > first;
            continue;
        }
        if (out > first)
            *out++ = paragraph ? '\n' : ' ';
        paragraph = false;
        memmove(out, line, (size_t)(end - line));
        out += end - line;
    }
    *out = '\0';
    *text = first;
    if ((size_t)(out - first) >= room)
        return lesson_fail(reader, began, "the text has %zu bytes and there is room for %zu; make two steps of it", (size_t)(out - first), room - 1);
    return *first ? HS_OK : lesson_fail(reader, began, "there is no text: write it behind the word, or below it in lines that begin with a blank");
}

/* ---------------------------------------------------------------- session */
/* One past the brace that closes the one at `json`; NULL when none does. Strings are skipped. */
static char *json_end(char *json, const char *end)
{
    size_t depth = 0;
    bool string = false;
    for (; json < end; json++) {
        if (string && *json == '\\' && json + 1 < end)
            json++;
        else if (*json == '"')
            string = !string;
        else if (!string && *json == '{')
            depth++;
        else if (!string && *json == '}' && --depth == 0)
            return json + 1;
    }
    return NULL;
}

/* `at`: behind the keyword, uncut. The brace may stand there or on the next line. */
static enum hs_status read_session(struct lesson_reader *reader, struct lesson_step *step, char *at)
{
    if (step->session)
        return lesson_fail(reader, reader->line, "this step has a session already, and shows one picture; take one of them out");
    at = skip(at, reader->end);
    if (at < reader->end && *at == '\n' && at + 1 == reader->at) {
        reader->line++;
        at = skip(at + 1, reader->end);
    }
    if (at >= reader->end || *at != '{')
        return lesson_fail(reader, reader->line,
            "here a session should begin with { as in a session file, like {\"headscope_session\": 1, \"text\": \"A sentence.\"}");
    step->session_line = reader->line;
    char *end = json_end(at, reader->end);
    if (!end)
        return lesson_fail(reader, step->session_line, "the session that begins here does not end: a } is missing");
    for (char *c = at; c < end; c++)
        reader->line += *c == '\n';
    char *tail = skip(end, reader->end);
    if (tail < reader->end && *tail != '\n')
        return lesson_fail(reader, reader->line, "a session ends its line; put what stands behind its } on a line of its own");
    reader->at = tail < reader->end ? tail + 1 : tail;
    *end = '\0';
    step->session = at;
    step->own_session = true;
    return HS_OK;
}

/* The line in which a session names that key itself; that of its first brace when it does not. */
static size_t line_of_key(const struct lesson_step *step, const char *key)
{
    size_t line = step->session_line, depth = 0, length = strlen(key);
    bool string = false;
    for (const char *c = step->session; *c && length; c++) {
        if (!string && depth == 1 && *c == '"' && strncmp(c + 1, key, length) == 0 && c[1 + length] == '"')
            return line;
        if (string && *c == '\\' && c[1])
            c++;
        else if (*c == '"')
            string = !string;
        else if (!string)
            depth = *c == '{' || *c == '[' ? depth + 1 : *c == '}' || *c == ']' ? depth - 1 : depth;
        line += *c == '\n';
    }
    return step->session_line;
}

enum hs_status lesson_session(const struct lesson *lesson, const struct lesson_step *step, struct session *session, struct hs_error *error)
{
    char bad[SESSION_KEY_ROOM], where[400];
    struct hs_buffer padded = {0}; /* so that JSON's own errors name the line of the file */
    struct session *again = malloc(sizeof *again);
    for (size_t line = 1; line < step->session_line; line++)
        hs_buffer_write(&padded, "\n", 1);
    hs_buffer_write(&padded, step->session, strlen(step->session));
    if (padded.failed || !again) {
        hs_buffer_drop(&padded);
        free(again);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to read the lesson");
    }
    *again = *session;
    enum hs_status status = session_read_over(lesson->path, padded.data, padded.length, session, bad, error);
    if (status == HS_BAD_INPUT && error && !strstr(error->message, ", line ")) { /* a field: said again, with its line */
        snprintf(where, sizeof where, "%.300s, line %zu", lesson->path, line_of_key(step, bad));
        *session = *again;
        status = session_read_over(where, padded.data, padded.length, session, bad, error);
    }
    hs_buffer_drop(&padded);
    free(again);
    return status;
}

/* ---------------------------------------------------------------- a step whole */
/* What tokens and heads must be there, as long as the built-in model runs the sentence. */
static enum hs_status check_names(struct lesson_reader *reader, const struct lesson_step *step, const struct session *session)
{
    struct hs_tokens *tokens = NULL;
    struct hs_error why = {HS_OK, ""};
    bool live = !session->source.path[0];
    enum hs_status status = live ? hs_tokenise(session->text, strlen(session->text), &tokens, &why) : HS_OK;
    if (status)
        return lesson_fail(reader, line_of_key(step, "text"), "the sentence cannot be shown: %.300s", why.message);
    if (live && tokens->count == 0)
        status = lesson_fail(reader, line_of_key(step, "text"), "the sentence has no words; write one");
    if (!status && lesson_words_check(step->text, tokens, live ? session->h : 0, &why))
        status = lesson_fail(reader, step->text_line, "%.400s", why.message);
    if (!status)
        status = lesson_names_check(reader, step, tokens, live ? session->h : HS_MAX_HEADS);
    hs_tokens_drop(tokens);
    return status;
}

static enum hs_status finish_step(struct lesson_reader *reader, struct lesson_step *step, struct session *session)
{
    const struct lesson_step *before = step > reader->lesson->step ? step - 1 : NULL;
    if (!step->text)
        return lesson_fail(reader, step->line, "the step “%.60s” has no text; write \"text\" and what is to be said", step->title);
    if (!step->session && !before)
        return lesson_fail(reader, step->line, "the first step needs a session, from which its picture comes");
    if (!step->session) {
        step->session = before->session;
        step->session_line = before->session_line;
    }
    if (step->ask.question && step->ask.kind == ASK_NOTHING)
        return lesson_fail(reader, step->ask.line, "a question needs its answer; write \"find key from WORD in head N\", or find head, or find query");
    if (!step->ask.question)
        step->ask.question = "";
    reader->lesson->questions += step->ask.kind != ASK_NOTHING;
    session_usual(session, reader->live);
    enum hs_status status = lesson_session(reader->lesson, step, session, reader->error);
    if (!status && session->learn.there && session->learn.moment != SIZE_MAX)
        status = lesson_fail(reader, line_of_key(step, "learn"), "a lesson shows no moment of a training run; leave \"moment\" out, and the step begins with its settings");
    if (!status)
        status = check_names(reader, step, session);
    if (!status && !(step->sentence = strdup(session->text)))
        status = hs_fail(reader->error, HS_NO_MEMORY, "no memory left to read the lesson");
    return status;
}

static enum hs_status begin_step(struct lesson_reader *reader, const char *title, size_t from)
{
    struct lesson *lesson = reader->lesson;
    if (!lesson->title)
        return lesson_fail(reader, reader->line, "before the first step a line \"title\" names the lesson");
    if (lesson->count == LESSON_MOST_STEPS)
        return lesson_fail(reader, reader->line, "a lesson has at most %d steps; make two lessons of it", LESSON_MOST_STEPS);
    if (!*title || strlen(title) >= LESSON_TITLE_ROOM)
        return lesson_fail(reader, reader->line, "\"step\" is followed by its title, 1 to %d bytes", LESSON_TITLE_ROOM - 1);
    if (lesson->count == reader->room) {
        size_t room = reader->room ? 2 * reader->room : 8;
        struct lesson_step *steps = realloc(lesson->step, room * sizeof *steps);
        if (!steps)
            return hs_fail(reader->error, HS_NO_MEMORY, "no memory left to read the lesson");
        lesson->step = steps;
        reader->room = room;
    }
    if (lesson->count > 0)
        lesson->step[lesson->count - 1].to = from;
    lesson->step[lesson->count++] = (struct lesson_step){.title = title, .line = reader->line, .from = from};
    return HS_OK;
}

/* ---------------------------------------------------------------- the file */
static enum hs_status read_text(struct lesson_reader *reader, struct lesson_step *step, bool ask, char *rest)
{
    if (ask ? step->ask.question != NULL : step->text != NULL)
        return lesson_fail(reader, reader->line, "this step has %s already; take one of them out", ask ? "a question" : "a text");
    if (ask)
        step->ask.line = reader->line;
    else
        step->text_line = reader->line;
    return read_block(reader, rest, ask ? LESSON_ASK_ROOM : LESSON_TEXT_ROOM, ask ? &step->ask.question : &step->text);
}

static enum hs_status read_line(struct lesson_reader *reader)
{
    struct lesson *lesson = reader->lesson;
    char *line, *end = next_line(reader, &line), *word = line;
    struct lesson_step *step = lesson->count ? &lesson->step[lesson->count - 1] : NULL;
    size_t from = (size_t)(line - lesson->bytes);
    if (line == end || *line == '#')
        return HS_OK;
    if (blank(*line))
        return lesson_fail(reader, reader->line, "only lines of \"text\" and \"ask\" begin with a blank; begin this one at its first column");
    while (word < end && !blank(*word))
        word++;
    size_t length = (size_t)(word - line);
    bool session = length == 7 && strncmp(line, "session", 7) == 0;
    if (!session)
        *end = '\0';
    char *rest = skip(word, end);
    if (!session && length == 5 && strncmp(line, "title", 5) == 0) {
        if (lesson->title || !*rest || strlen(rest) >= LESSON_TITLE_ROOM)
            return lesson_fail(reader, reader->line, "\"title\" stands once, followed by 1 to %d bytes", LESSON_TITLE_ROOM - 1);
        lesson->title = rest;
        return HS_OK;
    }
    if (!session && length == 4 && strncmp(line, "step", 4) == 0)
        return begin_step(reader, rest, from);
    bool text = length == 4 && strncmp(line, "text", 4) == 0, ask = length == 3 && strncmp(line, "ask", 3) == 0,
         point = length == 5 && strncmp(line, "point", 5) == 0, find = length == 4 && strncmp(line, "find", 4) == 0;
    if (!session && !text && !ask && !point && !find)
        return lesson_fail(reader, reader->line, "“%.*s” is no word that begins a line; those are title, step, session, text, point, ask, find and #",
            (int)(length < 40 ? length : 40), line);
    if (!step)
        return lesson_fail(reader, reader->line, "“%.*s” belongs to a step; write \"step\" and a title before it", (int)length, line);
    if (session)
        return read_session(reader, step, word);
    if (text || ask)
        return read_text(reader, step, ask, rest);
    return point ? lesson_read_point(reader, step, rest) : lesson_read_find(reader, step, rest);
}

static enum hs_status read_file(struct lesson_reader *reader)
{
    struct lesson *lesson = reader->lesson;
    struct session *session;
    char *line;
    enum hs_status status = check_bytes(reader);
    if (status)
        return status;
    char *end = next_line(reader, &line);
    if (end - line >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0) /* some editors begin a file with it */
        line += 3;
    if ((size_t)(end - line) != strlen(LESSON_SIGN " 1") || memcmp(line, LESSON_SIGN " 1", strlen(LESSON_SIGN " 1")) != 0)
        return lesson_fail(reader, 1, "a lesson begins with the line \"" LESSON_SIGN " 1\"; write it, if this is one");
    while (!status && reader->at < reader->end)
        status = read_line(reader);
    if (!status && !lesson->count)
        status = lesson_fail(reader, reader->line, "the lesson has no step; write \"step\" and a title");
    if (status)
        return status;
    lesson->step[lesson->count - 1].to = (size_t)(reader->end - lesson->bytes);
    session = malloc(sizeof *session);
    if (!session)
        return hs_fail(reader->error, HS_NO_MEMORY, "no memory left to read the lesson");
    for (size_t i = 0; i < lesson->count && !status; i++)
        status = finish_step(reader, &lesson->step[i], session);
    free(session);
    return status;
}

enum hs_status lesson_read(
    const char *path, const char *bytes, size_t length, const struct hs_source *live, struct lesson **out, struct hs_error *error)
{
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct hs_error own; /* what went wrong inside a session is looked at */
    if (lesson)
        lesson->bytes = malloc(length + 1);
    if (!lesson || !lesson->bytes) {
        free(lesson);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to read the lesson");
    }
    snprintf(lesson->path, sizeof lesson->path, "%s", path);
    memcpy(lesson->bytes, bytes, length);
    lesson->bytes[length] = '\0';
    struct lesson_reader reader = {.lesson = lesson, .live = live, .at = lesson->bytes, .end = lesson->bytes + length, .error = error ? error : &own};
    enum hs_status status = read_file(&reader);
    if (status)
        lesson_drop(lesson);
    else
        *out = lesson;
    return status;
}

enum hs_status lesson_open(const char *path, const struct hs_source *live, struct lesson **lesson, struct hs_error *error)
{
    char *bytes;
    size_t length;
    enum hs_status status = hs_file_read(path, LESSON_MOST_BYTES, &bytes, &length, error);
    if (status)
        return status;
    status = lesson_read(path, bytes, length, live, lesson, error);
    free(bytes);
    return status;
}

bool lesson_is_file(const char *path)
{
    size_t length = path ? strlen(path) : 0, ending = strlen(LESSON_ENDING);
    char sign[sizeof LESSON_SIGN] = "";
    struct stat about; /* opening a pipe would wait for its writer */
    if (length > ending && strcmp(path + length - ending, LESSON_ENDING) == 0)
        return true;
    FILE *file = path && stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    size_t got = file ? fread(sign, 1, sizeof sign - 1, file) : 0;
    if (file)
        fclose(file);
    return got == sizeof sign - 1 && strcmp(sign, LESSON_SIGN) == 0;
}

void lesson_drop(struct lesson *lesson)
{
    if (!lesson)
        return;
    for (size_t i = 0; i < lesson->count; i++)
        free(lesson->step[i].sentence);
    free(lesson->step);
    free(lesson->bytes);
    free(lesson);
}
