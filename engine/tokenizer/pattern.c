/* pattern.c – see pattern.h. Matching is bounded: an expression that tries too much on a text is an
 * error, not a wait. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "tokenizer/pattern.h"
#include "tokenizer/regex_words.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#define MATCH_STEPS                                                                                \
    1000000u /* of one match: tokenizers' own patterns take a few for each character */
#define HEAP_KIB 20000u

struct pattern {
    pcre2_code *code; /* NULL: the text itself is looked for */
    bool compiled_fast;
    const char *text;
    size_t length;
    struct pattern *next;
};

/* PCRE2's memory is asked for here, so that tests can refuse it. */
static void *give(size_t size, void *nothing)
{
    (void)nothing;
    return malloc(size);
}

static void take(void *block, void *nothing)
{
    (void)nothing;
    free(block);
}

enum hs_status hsi_pattern_literal(
    const char *text, size_t length, struct hs_arena *arena, struct pattern **pattern)
{
    struct pattern *made = hsi_arena_alloc(arena, 1, sizeof *made);
    if (!made)
        return HS_NO_MEMORY;
    *made = (struct pattern){.text = text, .length = length};
    *pattern = made;
    return HS_OK;
}

enum hs_status hsi_pattern_regex(const char *text, size_t length, struct hs_arena *arena,
    struct pattern **pattern, char words[200])
{
    struct hs_buffer buffer = {0};
    struct pattern *made = hsi_arena_alloc(arena, 1, sizeof *made);
    const char *problem = hsi_regex_words(text, length, &buffer);
    if (!made || buffer.failed) {
        hs_buffer_drop(&buffer);
        return HS_NO_MEMORY;
    }
    if (problem) {
        snprintf(words, 200, "%s", problem);
        hs_buffer_drop(&buffer);
        return HS_BAD_INPUT;
    }
    int number = PCRE2_ERROR_NOMEMORY;
    PCRE2_SIZE at = 0;
    pcre2_general_context *memory = pcre2_general_context_create(give, take, NULL);
    pcre2_compile_context *context = memory ? pcre2_compile_context_create(memory) : NULL;
    /* the reference reads ^ and $ at every line, as Ruby does */
    if (context)
        made->code = pcre2_compile((PCRE2_SPTR)buffer.data, buffer.length,
            PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C, &number, &at,
            context);
    pcre2_compile_context_free(context);
    pcre2_general_context_free(memory);
    hs_buffer_drop(&buffer);
    if (!made->code && (number == PCRE2_ERROR_NOMEMORY || number == PCRE2_ERROR_HEAP_FAILED))
        return HS_NO_MEMORY;
    if (!made->code) {
        unsigned char reason[120] = "";
        pcre2_get_error_message(number, reason, sizeof reason);
        snprintf(words, 200, "PCRE2 does not take this expression: %s", (char *)reason);
        return HS_BAD_INPUT;
    }
    made->compiled_fast = pcre2_jit_compile(made->code, PCRE2_JIT_COMPLETE) == 0;
    *pattern = made;
    return HS_OK;
}

void hsi_pattern_link(struct pattern *pattern, struct pattern **first)
{
    pattern->next = *first;
    *first = pattern;
}

void hsi_pattern_drop(struct pattern *first)
{
    for (; first; first = first->next)
        pcre2_code_free(first->code);
}

bool hsi_cut_add(struct encoder *encoder, size_t from, size_t to, bool match)
{
    struct cut *cut = hsi_encode_more(encoder, &encoder->cuts, sizeof *cut);
    if (cut)
        *cut = (struct cut){from, to, match};
    return cut != NULL;
}

static bool literal_cuts(
    struct encoder *encoder, const struct pattern *pattern, size_t from, size_t to)
{
    const char *bytes = encoder->now.bytes;
    size_t last = from;
    for (size_t at = from; pattern->length && pattern->length <= to - at;) {
        const char *found = memchr(bytes + at, pattern->text[0], to - at - pattern->length + 1);
        if (!found)
            break;
        at = (size_t)(found - bytes);
        if (memcmp(found, pattern->text, pattern->length) != 0) {
            at++;
            continue;
        }
        if ((last < at && !hsi_cut_add(encoder, last, at, false)) ||
            !hsi_cut_add(encoder, at, at + pattern->length, true))
            return false;
        last = at += pattern->length;
    }
    return last == to || hsi_cut_add(encoder, last, to, false);
}

/* What one encoder needs for matching, made when it first matches. */
struct matches {
    pcre2_general_context *memory;
    pcre2_match_data *data;
    pcre2_match_context *context;
};

void hsi_pattern_free_matches(struct encoder *encoder)
{
    struct matches *matches = encoder->matches;
    if (!matches)
        return;
    pcre2_match_data_free(matches->data);
    pcre2_match_context_free(matches->context);
    pcre2_general_context_free(matches->memory);
    free(matches);
    encoder->matches = NULL;
}

static struct matches *matches_of(struct encoder *encoder)
{
    if (encoder->matches)
        return encoder->matches;
    struct matches *matches = calloc(1, sizeof *matches);
    encoder->matches = matches;
    if (matches)
        matches->memory = pcre2_general_context_create(give, take, NULL);
    if (matches && matches->memory) {
        matches->data = pcre2_match_data_create(1, matches->memory);
        matches->context = pcre2_match_context_create(matches->memory);
    }
    if (!matches || !matches->data || !matches->context) {
        hsi_encode_fail(
            encoder, HS_NO_MEMORY, "memory ran out while cutting the text; close some programs");
        return NULL;
    }
    pcre2_set_match_limit(matches->context, MATCH_STEPS);
    pcre2_set_heap_limit(matches->context, HEAP_KIB);
    return matches;
}

/* The next match at or behind `at`: 1 found, 0 none, -1 failed. */
static int next_match(struct encoder *encoder, const struct pattern *pattern, const char *subject,
    size_t length, size_t at, size_t *from, size_t *to)
{
    struct matches *matches = matches_of(encoder);
    if (!matches)
        return -1;
    int found = PCRE2_ERROR_JIT_STACKLIMIT;
    if (pattern->compiled_fast)
        found = pcre2_match(pattern->code, (PCRE2_SPTR)subject, length, at, PCRE2_NO_UTF_CHECK,
            matches->data, matches->context);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) // deeper than the fast code's stack
        found = pcre2_match(pattern->code, (PCRE2_SPTR)subject, length, at,
            PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, matches->data, matches->context);
    if (found == PCRE2_ERROR_NOMATCH)
        return 0;
    if (found == PCRE2_ERROR_NOMEMORY) {
        hsi_encode_fail(
            encoder, HS_NO_MEMORY, "memory ran out while cutting the text; close some programs");
        return -1;
    }
    const PCRE2_SIZE *range = pcre2_get_ovector_pointer(matches->data);
    if (found < 0 || range[0] > range[1] || range[0] < at) { // \K can turn a match around
        hsi_encode_fail(encoder, HS_LIMIT,
            "an expression of the tokenizer takes too many steps on this text; give a shorter text "
            "or a tokenizer whose expressions do not try everything");
        return -1;
    }
    *from = range[0];
    *to = range[1];
    return 1;
}

static bool regex_cuts(
    struct encoder *encoder, const struct pattern *pattern, size_t from, size_t to)
{
    const char *subject = encoder->now.bytes + from;
    size_t length = to - from, at = 0, covered = 0, last = SIZE_MAX, start, end;
    while (at <= length) {
        int found = next_match(encoder, pattern, subject, length, at, &start, &end);
        if (found < 0)
            return false;
        if (found == 0)
            break;
        if (start == end && end == last) { // an empty match right behind a match is none
            if (at == length)
                break;
            hs_utf8_next(subject, length, &at);
            continue;
        }
        if ((covered < start && !hsi_cut_add(encoder, from + covered, from + start, false)) ||
            !hsi_cut_add(encoder, from + start, from + end, true))
            return false;
        at = covered = last = end;
    }
    return covered == length || hsi_cut_add(encoder, from + covered, to, false);
}

bool hsi_pattern_cuts(struct encoder *encoder, struct pattern *pattern, size_t from, size_t to)
{
    encoder->cuts.count = 0;
    if (from == to)
        return true;
    return pattern->code ? regex_cuts(encoder, pattern, from, to)
                         : literal_cuts(encoder, pattern, from, to);
}
