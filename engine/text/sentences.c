/* sentences.c – sentence files: plain text, one sentence a line, `#` comments. Called by the app
 * for every file opened or dropped. Promise: every sentence given can be tokenised; a file that is
 * no text is refused with the place and the reason. */
#include "base/base.h"
#include "text/split.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const char *name;
    const char *bytes;
    size_t length, at;
    size_t line; // number of the line read last
    struct hs_arena *arena;
    struct hs_sentence *sentence;
    size_t count, room;
    struct hs_buffer note;
};

/* What hs_sentences_open returns is the first member, so that dropping finds the rest. */
struct file {
    struct hs_sentences sentences;
    struct hs_arena arena;
    struct hs_sentence *sentence;
};

static enum hs_status no_memory(const char *name, struct hs_error *error)
{
    return hs_fail(error, HS_NO_MEMORY, "%s: memory ran out while reading it; close some programs",
        hsi_name_shown(name).text);
}

/* Line number of `at` and the byte in its line, both from 1. LF, CRLF and lone CR end lines. */
static size_t line_of(const char *bytes, size_t at, size_t *column)
{
    size_t line = 1, start = 0;
    for (size_t i = 0; i < at; i++) {
        bool ends = bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
        if (ends) {
            line++;
            start = i + 1;
        }
    }
    *column = at - start + 1;
    return line;
}

static enum hs_status check_bytes(
    const char *name, const char *bytes, size_t length, struct hs_error *error)
{
    size_t column;
    if (length > HS_MAX_FILE_BYTES)
        return hs_fail(error, HS_LIMIT,
            "%s: larger than %u MiB, the most that is read; split the file",
            hsi_name_shown(name).text, HS_MAX_FILE_BYTES >> 20);
    bool wide =
        length >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0);
    if (wide)
        return hs_fail(error, HS_BAD_INPUT, "%s: is UTF-16, expected UTF-8; save it as UTF-8",
            hsi_name_shown(name).text);
    const char *zero = length ? memchr(bytes, '\0', length) : NULL;
    if (zero) {
        size_t line = line_of(bytes, (size_t)(zero - bytes), &column);
        return hs_fail(error, HS_BAD_INPUT,
            "%s, line %zu, byte %zu: a zero byte, so this is no text file; give plain text in "
            "UTF-8",
            hsi_name_shown(name).text, line, column);
    }
    size_t invalid = hs_utf8_invalid(bytes, length);
    if (invalid < length) {
        size_t line = line_of(bytes, invalid, &column);
        return hs_fail(error, HS_BAD_INPUT,
            "%s, line %zu, byte %zu: 0x%02X is not valid UTF-8; save the file as UTF-8",
            hsi_name_shown(name).text, line, column, (unsigned)(unsigned char)bytes[invalid]);
    }
    return HS_OK;
}

/* The next line without its end; false after the last. */
static bool next_line(struct reader *reader, const char **line, size_t *length)
{
    if (reader->at >= reader->length)
        return false;
    const char *start = reader->bytes + reader->at;
    size_t left = reader->length - reader->at, end = 0;
    while (end < left && start[end] != '\n' && start[end] != '\r')
        end++;
    *line = start;
    *length = end;
    if (end < left)
        end += left - end >= 2 && start[end] == '\r' && start[end + 1] == '\n' ? 2 : 1;
    reader->at += end;
    reader->line++;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* "# look at `it`" -> "look at `it`", added to the note. */
static void add_note(struct reader *reader, const char *line, size_t length)
{
    while (length && (*line == '#' || is_blank(*line))) {
        line++;
        length--;
    }
    while (length && is_blank(line[length - 1]))
        length--;
    if (length == 0)
        return;
    if (reader->note.length)
        hs_buffer_write(&reader->note, " ", 1);
    hs_buffer_write(&reader->note, line, length);
}

static enum hs_status add_sentence(
    struct reader *reader, const char *text, size_t length, struct hs_error *error)
{
    if (length > HS_MAX_TEXT_BYTES)
        return hs_fail(error, HS_LIMIT,
            "%s, line %zu: one word has %zu bytes, more than a sentence's limit of %u; is this "
            "text?",
            hsi_name_shown(reader->name).text, reader->line, length, HS_MAX_TEXT_BYTES);
    if (reader->count == HS_MAX_SENTENCES)
        return hs_fail(error, HS_LIMIT,
            "%s, line %zu: more than %u sentences, the limit; split the file",
            hsi_name_shown(reader->name).text, reader->line, HS_MAX_SENTENCES);
    if (reader->count == reader->room) {
        size_t room = reader->room ? reader->room * 2 : 64;
        struct hs_sentence *larger = realloc(reader->sentence, room * sizeof *larger);
        if (!larger)
            return no_memory(reader->name, error);
        reader->sentence = larger;
        reader->room = room;
    }
    char *copy = hsi_arena_text(reader->arena, text, length);
    if (!copy)
        return no_memory(reader->name, error);
    reader->sentence[reader->count++] = (struct hs_sentence){copy, length, reader->line};
    return HS_OK;
}

static enum hs_status read_lines(struct reader *reader, struct hs_error *error)
{
    const char *line;
    size_t length;
    while (next_line(reader, &line, &length)) {
        size_t blank = 0;
        while (blank < length && is_blank(line[blank]))
            blank++;
        if (blank < length && line[blank] == '#') {
            if (reader->count == 0)
                add_note(reader, line + blank, length - blank);
            continue;
        }
        struct hsi_split split;
        size_t start, end;
        hsi_split_start(&split, line, length);
        while (hsi_split_next(&split, &start, &end)) {
            enum hs_status status = add_sentence(reader, line + start, end - start, error);
            if (status)
                return status;
        }
    }
    if (reader->count == 0)
        return hs_fail(error, HS_BAD_INPUT, "%s: %s; write one sentence a line",
            hsi_name_shown(reader->name).text,
            reader->length == 0   ? "the file is empty"
            : reader->note.length ? "there is no sentence in it, only # comments"
                                  : "there is no sentence in it, only blank lines");
    return HS_OK;
}

enum hs_status hs_sentences_parse(const char *name, const char *bytes, size_t length,
    struct hs_sentences **sentences, struct hs_error *error)
{
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) { // a BOM is no part of the text
        bytes += 3;
        length -= 3;
    }
    enum hs_status status = check_bytes(name, bytes, length, error);
    if (status)
        return status;
    struct file *file = calloc(1, sizeof *file);
    if (!file)
        return no_memory(name, error);
    struct reader reader = {.name = name, .bytes = bytes, .length = length, .arena = &file->arena};
    status = read_lines(&reader, error);
    file->sentence = reader.sentence;
    if (!status) {
        const char *note = reader.note.length ? reader.note.data : "";
        file->sentences.path = hsi_arena_text(&file->arena, name, strlen(name));
        file->sentences.note = hsi_arena_text(&file->arena, note, reader.note.length);
        file->sentences.count = reader.count;
        file->sentences.sentence = file->sentence;
        if (!file->sentences.path || !file->sentences.note || reader.note.failed)
            status = no_memory(name, error);
    }
    hs_buffer_drop(&reader.note);
    if (status) {
        hs_sentences_drop(&file->sentences);
        return status;
    }
    *sentences = &file->sentences;
    return HS_OK;
}

enum hs_status hs_sentences_open(
    const char *path, struct hs_sentences **sentences, struct hs_error *error)
{
    char *bytes;
    size_t length;
    enum hs_status status = hs_file_read(path, HS_MAX_FILE_BYTES, &bytes, &length, error);
    if (status)
        return status;
    status = hs_sentences_parse(
        strcmp(path, "-") == 0 ? "standard input" : path, bytes, length, sentences, error);
    free(bytes);
    return status;
}

void hs_sentences_drop(struct hs_sentences *sentences)
{
    if (!sentences)
        return;
    struct file *file = (struct file *)(void *)sentences;
    hsi_arena_drop(&file->arena);
    free(file->sentence);
    free(file);
}
