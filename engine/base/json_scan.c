/* json_scan.c – see json_scan.h. A cursor over the text and one small stack of open brackets.
 * Stricter than cJSON, which takes 01, 1., raw newlines in strings and any control character as
 * space, cuts strings at \u0000 and reads at most 63 characters of a number. */
#include "base/json_scan.h"
#include "base/base.h"

#include <string.h>

enum { NUMBER_CHARACTERS = 62 }; // cJSON copies a number into 64 bytes

struct cursor {
    const char *text;
    size_t length, at;
    struct hsi_json_scan *found;
};

static int peek(const struct cursor *cursor)
{
    return cursor->at < cursor->length ? (unsigned char)cursor->text[cursor->at] : -1;
}

static bool fail(struct cursor *cursor, size_t at, const char *problem)
{
    cursor->found->problem = problem;
    cursor->found->at = at;
    return false;
}

static void skip_space(struct cursor *cursor)
{
    for (;;) {
        int c = peek(cursor);
        if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
            return;
        cursor->at++;
    }
}

/* Value of four hex digits at the cursor, or -1. */
static long hex4(struct cursor *cursor)
{
    long value = 0;
    for (int i = 0; i < 4; i++, cursor->at++) {
        int c = peek(cursor);
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static bool scan_escape(struct cursor *cursor)
{
    size_t start = cursor->at++; // the backslash
    int c = peek(cursor);
    if (c > 0 && strchr("\"\\/bfnrt", c)) {
        cursor->at++;
        return true;
    }
    if (c != 'u')
        return fail(cursor, start, "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    cursor->at++;
    long unit = hex4(cursor);
    if (unit < 0)
        return fail(cursor, start, "expected four hex digits after \\u");
    if (unit == 0)
        return fail(cursor, start, "\\u0000 is not allowed in a string");
    if (unit >= 0xD800 && unit < 0xDC00) {
        bool pair = cursor->length - cursor->at >= 6 && cursor->text[cursor->at] == '\\' &&
                    cursor->text[cursor->at + 1] == 'u';
        cursor->at += pair ? 2 : 0;
        unit = pair ? hex4(cursor) : 0;
        if (unit < 0xDC00 || unit > 0xDFFF)
            return fail(cursor, start, "expected the second half of a surrogate pair");
    } else if (unit >= 0xDC00 && unit < 0xE000) {
        return fail(cursor, start, "expected the first half of a surrogate pair before this one");
    }
    return true;
}

static bool scan_string(struct cursor *cursor)
{
    size_t start = cursor->at++; // the quote
    for (;;) {
        int c = peek(cursor);
        if (c < 0)
            return fail(cursor, start, "this string has no closing quote");
        if (c < 0x20)
            return fail(cursor, cursor->at, "a control character must be escaped in a string");
        if (c == '\\') {
            if (!scan_escape(cursor))
                return false;
            continue;
        }
        cursor->at++;
        if (c == '"')
            return true;
    }
}

static size_t skip_digits(struct cursor *cursor)
{
    size_t start = cursor->at;
    while (peek(cursor) >= '0' && peek(cursor) <= '9')
        cursor->at++;
    return cursor->at - start;
}

static bool scan_number(struct cursor *cursor)
{
    size_t start = cursor->at;
    if (peek(cursor) == '-')
        cursor->at++;
    size_t first = cursor->at, digits = skip_digits(cursor);
    if (digits == 0)
        return fail(cursor, start, "expected a digit after -");
    if (digits > 1 && cursor->text[first] == '0')
        return fail(cursor, start, "a number may not begin with 0 and another digit");
    if (peek(cursor) == '.') {
        cursor->at++;
        if (skip_digits(cursor) == 0)
            return fail(cursor, start, "expected a digit after the decimal point");
    }
    if (peek(cursor) == 'e' || peek(cursor) == 'E') {
        cursor->at++;
        if (peek(cursor) == '+' || peek(cursor) == '-')
            cursor->at++;
        if (skip_digits(cursor) == 0)
            return fail(cursor, start, "expected a digit in the exponent");
    }
    if (cursor->at - start > NUMBER_CHARACTERS)
        return fail(cursor, start, "a number may have at most 62 characters");
    return true;
}

static bool scan_word(struct cursor *cursor)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if (cursor->length - cursor->at >= length &&
            memcmp(cursor->text + cursor->at, words[i], length) == 0) {
            cursor->at += length;
            return true;
        }
    }
    return fail(
        cursor, cursor->at, "expected a value ({, [, a string, a number, true, false, null)");
}

static bool scan_scalar(struct cursor *cursor)
{
    int c = peek(cursor);
    if (c == '"')
        return scan_string(cursor);
    if (c == '-' || (c >= '0' && c <= '9'))
        return scan_number(cursor);
    return scan_word(cursor);
}

struct nest {
    unsigned char closer[HS_JSON_DEPTH]; // '}' or ']' of each open bracket
    size_t depth, depth_limit, node_limit;
    size_t keys, want_key;
};

/* "key": in an object; nothing in an array or at the top. */
static bool scan_key(struct cursor *cursor, struct nest *nest)
{
    if (nest->depth == 0 || nest->closer[nest->depth - 1] != '}')
        return true;
    if (peek(cursor) != '"')
        return fail(cursor, cursor->at, "expected a key in double quotes");
    if (nest->keys++ == nest->want_key)
        cursor->found->key_at = cursor->at;
    if (!scan_string(cursor))
        return false;
    skip_space(cursor);
    if (peek(cursor) != ':')
        return fail(cursor, cursor->at, "expected : after the key");
    cursor->at++;
    skip_space(cursor);
    return true;
}

_Static_assert(HS_JSON_DEPTH == 64 && HS_JSON_NODES == 4000000u, "messages below name the limits");

/* A value up to its end, or an opening bracket; *opened says which. */
static bool scan_value(struct cursor *cursor, struct nest *nest, bool *opened)
{
    int c = peek(cursor);
    *opened = c == '{' || c == '[';
    if (++cursor->found->nodes > nest->node_limit)
        return fail(cursor, cursor->at,
            "too many values (4000000 are read); split the file before this one");
    if (!*opened)
        return scan_scalar(cursor);
    if (nest->depth == nest->depth_limit)
        return fail(
            cursor, cursor->at, "too many levels of brackets (64 are read); flatten the data");
    nest->closer[nest->depth++] = c == '{' ? '}' : ']';
    if (nest->depth > cursor->found->depth)
        cursor->found->depth = nest->depth;
    cursor->at++;
    return true;
}

/* Closing brackets and the comma after a value; *done when the outermost value has ended. */
static bool scan_after(struct cursor *cursor, struct nest *nest, bool *done)
{
    while (nest->depth) {
        skip_space(cursor);
        unsigned char closer = nest->closer[nest->depth - 1];
        int c = peek(cursor);
        if (c == closer) {
            cursor->at++;
            nest->depth--;
            continue;
        }
        if (c != ',')
            return fail(cursor, cursor->at,
                closer == '}' ? "expected , or } after the value"
                              : "expected , or ] after the value");
        cursor->at++;
        skip_space(cursor);
        return true;
    }
    *done = true;
    skip_space(cursor);
    return cursor->at == cursor->length ||
           fail(cursor, cursor->at, "expected the end of the file after the value");
}

struct hsi_json_scan hsi_json_scan(
    const char *bytes, size_t length, size_t depth_limit, size_t node_limit, size_t want_key)
{
    struct hsi_json_scan found = {0};
    struct cursor cursor = {bytes, length, 0, &found};
    struct nest nest = {.depth_limit = depth_limit < HS_JSON_DEPTH ? depth_limit : HS_JSON_DEPTH,
        .node_limit = node_limit,
        .want_key = want_key};
    bool done = false;
    skip_space(&cursor);
    while (!done) {
        bool opened;
        if (!scan_key(&cursor, &nest) || !scan_value(&cursor, &nest, &opened))
            break;
        if (opened) {
            skip_space(&cursor);
            if (peek(&cursor) != nest.closer[nest.depth - 1])
                continue; // its first item
        }
        if (!scan_after(&cursor, &nest, &done))
            break;
    }
    return found;
}
