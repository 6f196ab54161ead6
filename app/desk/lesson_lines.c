/* lesson_lines.c – see lesson.h: what stands behind "point" and "find", and whether the tokens and heads that they name are there. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/lesson_private.h"

#define WORDS_MOST 10

enum hs_status lesson_fail(struct lesson_reader *reader, size_t line, const char *format, ...)
{
    char said[sizeof reader->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    return hs_fail(reader->error, HS_BAD_INPUT, "%.250s, line %zu: %s", reader->lesson->path, line, said);
}

/* Cuts `rest` at its blanks; returns how many words there are, WORDS_MOST + 1 when more than fit. */
static size_t cut(char *rest, const char *words[WORDS_MOST])
{
    size_t count = 0;
    while (*(rest += strspn(rest, " \t"))) {
        if (count == WORDS_MOST)
            return WORDS_MOST + 1;
        words[count++] = rest;
        rest += strcspn(rest, " \t");
        if (*rest)
            *rest++ = '\0';
    }
    return count;
}

/* A head, counted from 1. */
static bool read_head(const char *word, size_t *head)
{
    char *stop;
    unsigned long number = strtoul(word, &stop, 10);
    *head = number - 1;
    return word[0] >= '1' && word[0] <= '9' && !*stop && number <= HS_MAX_HEADS;
}

/* ---------------------------------------------------------------- point */
/* Words behind it: 0, or that many tokens; -1 for heads. */
static const struct {
    const char *name;
    int tokens;
} points[POINT_KINDS] = {
    [POINT_SINGLE] = {"single", 0},
    [POINT_HEAD] = {"head", -1},
    [POINT_CELL] = {"cell", 2},
    [POINT_ROW] = {"row", 1},
    [POINT_KEY] = {"key", 1},
    [POINT_STEP] = {"step", 0},
    [POINT_SENTENCE] = {"sentence", 0},
    [POINT_HEADS] = {"heads", 0},
    [POINT_START] = {"start", 0},
};

enum hs_status lesson_read_point(struct lesson_reader *reader, struct lesson_step *step, char *rest)
{
    const char *words[WORDS_MOST];
    size_t count = cut(rest, words), kind = 0;
    if (step->points == LESSON_POINTS)
        return lesson_fail(reader, reader->line, "a step points at %d things at most; take one out", LESSON_POINTS);
    while (kind < POINT_KINDS && (count == 0 || strcmp(points[kind].name, words[0]) != 0))
        kind++;
    if (kind == POINT_KINDS)
        return lesson_fail(reader, reader->line,
            "“%.40s” is nothing to point at; that is head N, cell QUERY KEY, row QUERY, key KEY, single, step, heads, sentence or start",
            count ? words[0] : "");
    struct lesson_point *point = &step->point[step->points];
    *point = (struct lesson_point){.kind = (enum point_kind)kind};
    bool good = points[kind].tokens >= 0 ? count == (size_t)points[kind].tokens + 1 : count >= 2 && count <= 1 + LESSON_HEADS;
    for (size_t i = 1; good && points[kind].tokens < 0 && i < count; i++)
        good = read_head(words[i], &point->head[point->heads++]);
    if (!good)
        return lesson_fail(reader, reader->line, points[kind].tokens < 0    ? "\"point head\" is followed by 1 to 8 heads, counted from 1"
                                                 : points[kind].tokens == 0 ? "nothing stands behind \"point %s\""
                                                 : points[kind].tokens == 1 ? "\"point %s\" is followed by one word of the sentence"
                                                                            : "\"point %s\" is followed by two words of the sentence, query and key",
            points[kind].name);
    point->from = kind == POINT_CELL || kind == POINT_ROW ? words[1] : NULL;
    point->to = kind == POINT_CELL ? words[2] : kind == POINT_KEY ? words[1] : NULL;
    step->point_line[step->points++] = reader->line;
    return HS_OK;
}

/* ---------------------------------------------------------------- find */
static enum hs_status fail_find(struct lesson_reader *reader)
{
    return lesson_fail(reader, reader->line,
        "this should be \"find key from WORD in head N\", \"find query to WORD in head N\" or \"find head from WORD to WORD\"");
}

enum hs_status lesson_read_find(struct lesson_reader *reader, struct lesson_step *step, char *rest)
{
    static const char *const kinds[] = {"", "key", "query", "head"};
    const char *words[WORDS_MOST];
    struct lesson_ask *ask = &step->ask;
    size_t count = cut(rest, words), i = 1;
    if (ask->kind != ASK_NOTHING)
        return lesson_fail(reader, reader->line, "this step finds something already; take one of them out");
    ask->line = reader->line;
    ask->head = ACT_NOWHERE;
    for (size_t kind = ASK_KEY; kind <= ASK_HEAD; kind++)
        if (count > 0 && count <= WORDS_MOST && strcmp(words[0], kinds[kind]) == 0)
            ask->kind = (enum ask_kind)kind;
    while (i + 1 < count && ask->kind != ASK_NOTHING) {
        bool head = strcmp(words[i], "in") == 0;
        const char **token = strcmp(words[i], "from") == 0 ? &ask->from : strcmp(words[i], "to") == 0 ? &ask->to : NULL;
        if (head && i + 2 < count && strcmp(words[i + 1], "head") == 0 && ask->head == ACT_NOWHERE && read_head(words[i + 2], &ask->head)) {
            i += 3;
        } else if (token && !*token) {
            *token = words[i + 1];
            i += 2;
        } else {
            return fail_find(reader);
        }
    }
    if (i != count || ask->kind == ASK_NOTHING || (ask->from != NULL) == (ask->kind == ASK_QUERY) || (ask->to != NULL) == (ask->kind == ASK_KEY) ||
        (ask->head != ACT_NOWHERE) == (ask->kind == ASK_HEAD))
        return fail_find(reader);
    return HS_OK;
}

/* ---------------------------------------------------------------- what they name */
void lesson_tokens_words(const struct hs_tokens *tokens, char *words, size_t room)
{
    size_t length = 0;
    words[0] = '\0';
    for (size_t i = 0; i < tokens->count && i < 12 && length < room; i++) {
        int added = snprintf(words + length, room - length, "%s%.20s%s", i ? ", " : "", tokens->token[i].text, i == 11 ? " …" : "");
        length += added > 0 ? (size_t)added : 0;
    }
    words[hs_utf8_invalid(words, strlen(words))] = '\0';
}

static enum hs_status check_token(struct lesson_reader *reader, size_t line, const struct hs_tokens *tokens, const char *name)
{
    char words[260];
    if (!tokens || !name || lesson_token(tokens, name) != ACT_NOWHERE)
        return HS_OK;
    lesson_tokens_words(tokens, words, sizeof words);
    return lesson_fail(reader, line, "the sentence has no “%.60s”; its words are %s", name, words);
}

static enum hs_status check_head(struct lesson_reader *reader, size_t line, size_t head, size_t h)
{
    if (head == ACT_NOWHERE || head < h)
        return HS_OK;
    return lesson_fail(reader, line, "there is no head %zu: the session has %zu, counted from 1 here", head + 1, h);
}

enum hs_status lesson_names_check(struct lesson_reader *reader, const struct lesson_step *step, const struct hs_tokens *tokens, size_t h)
{
    enum hs_status status = HS_OK;
    for (size_t i = 0; i < step->points && !status; i++) {
        const struct lesson_point *point = &step->point[i];
        status = check_token(reader, step->point_line[i], tokens, point->from);
        if (!status)
            status = check_token(reader, step->point_line[i], tokens, point->to);
        for (size_t at = 0; at < point->heads && !status; at++)
            status = check_head(reader, step->point_line[i], point->head[at], h);
    }
    const struct lesson_ask *ask = &step->ask;
    if (status || ask->kind == ASK_NOTHING)
        return status;
    status = check_token(reader, ask->line, tokens, ask->from);
    if (!status)
        status = check_token(reader, ask->line, tokens, ask->to);
    return status ? status : check_head(reader, ask->line, ask->head, h);
}
