/* json_walk.c – see json_walk.h. Everything here leans on hsi_json_check: brackets match, strings
 * end, escapes are whole, so no end of the text needs to be looked for. */
#include "base/json_walk.h"
#include "base/locale_c.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_space(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

static const char *string_end(const char *string)
{
    const char *at = string + 1;
    for (;; at++) {
        if (*at == '"')
            return at + 1;
        at += *at == '\\';
    }
}

static bool ends_scalar(char c)
{
    return c == ',' || c == ']' || c == '}' || (unsigned char)c <= ' ';
}

/* Behind the bracket that closes the one at `at`; most of a vocabulary's bytes are passed in the
 * inner loop. */
static const char *bracket_end(const char *at)
{
    static const signed char turn[256] = {['{'] = 1, ['['] = 1, ['}'] = -1, [']'] = -1, ['"'] = 2};
    size_t depth = 0;
    for (;;) {
        while (!turn[(unsigned char)*at])
            at++;
        signed char found = turn[(unsigned char)*at];
        if (found == 2) {
            at = string_end(at);
            continue;
        }
        depth += (size_t)found;
        at++;
        if (depth == 0)
            return at;
    }
}

const char *hsi_walk_end(const char *value)
{
    if (*value == '"')
        return string_end(value);
    if (*value == '{' || *value == '[')
        return bracket_end(value);
    while (!ends_scalar(*value))
        value++;
    return value;
}

const char *hsi_walk_root(const char *bytes, size_t length)
{
    bool mark = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
    return skip_space(bytes + (mark ? 3 : 0));
}

enum hs_json_kind hsi_walk_kind(const char *value)
{
    switch (*value) {
    case '{':
        return HS_JSON_OBJECT;
    case '[':
        return HS_JSON_ARRAY;
    case '"':
        return HS_JSON_STRING;
    case 't':
    case 'f':
        return HS_JSON_BOOL;
    case 'n':
        return HS_JSON_NULL;
    default:
        return HS_JSON_NUMBER;
    }
}

struct hs_walk hsi_walk_in(const char *value)
{
    bool some = *value == '{' || *value == '[';
    return (struct hs_walk){NULL, NULL, some ? skip_space(value + 1) : NULL, *value == '{'};
}

void hsi_walk_past(struct hs_walk *walk, const char *end)
{
    const char *at = skip_space(end);
    walk->next = *at == ',' ? skip_space(at + 1) : at;
    walk->value = NULL;
}

bool hsi_walk_next(struct hs_walk *walk)
{
    if (walk->value)
        hsi_walk_past(walk, hsi_walk_end(walk->value));
    if (!walk->next || *walk->next == '}' || *walk->next == ']')
        return false;
    walk->key = walk->object ? walk->next : NULL;
    walk->value = walk->object ? skip_space(skip_space(string_end(walk->next)) + 1) : walk->next;
    return true;
}

size_t hsi_walk_string_room(const char *string)
{
    return (size_t)(string_end(string) - string) - 2;
}

static uint32_t hex4(const char *at)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        value = value * 16 + (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

static size_t write_utf8(uint32_t c, char *text)
{
    if (c < 0x80) {
        text[0] = (char)c;
        return 1;
    }
    size_t bytes = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, c >>= 6)
        text[i] = (char)(0x80 | (c & 0x3F));
    text[0] = (char)(c | (0xF00u >> bytes & 0xF0));
    return bytes;
}

/* What the escape at the backslash means; moves *at past it. */
static size_t escape(const char **at, char *text)
{
    static const char letters[] = "bfnrt", means[] = "\b\f\n\r\t";
    char c = (*at)[1];
    if (c != 'u') {
        const char *found = strchr(letters, c);
        text[0] = found ? means[found - letters] : c;
        *at += 2;
        return 1;
    }
    uint32_t code = hex4(*at + 2);
    *at += 6;
    if (code >= 0xD800 && code < 0xDC00) {
        code = 0x10000 + ((code - 0xD800) << 10) + (hex4(*at + 2) - 0xDC00);
        *at += 6;
    }
    return write_utf8(code, text);
}

size_t hsi_walk_string(const char *string, char *text)
{
    size_t length = 0;
    for (const char *at = string + 1; *at != '"';) {
        if (*at == '\\')
            length += escape(&at, text + length);
        else
            text[length++] = *at++;
    }
    text[length] = '\0';
    return length;
}

bool hsi_walk_string_is(const char *string, const char *text)
{
    const char *at = string + 1;
    while (*at != '"') {
        char one[4] = {*at};
        size_t length = 1;
        if (*at == '\\')
            length = escape(&at, one);
        else
            at++;
        if (strncmp(text, one, length) != 0)
            return false;
        text += length;
    }
    return *text == '\0';
}

bool hsi_walk_number(const char *value, double *number)
{
    if (hsi_walk_kind(value) != HS_JSON_NUMBER)
        return false;
    locale_t before = hsi_locale_enter_c();
    *number = strtod(value, NULL);
    hsi_locale_leave(before);
    return isfinite(*number);
}

bool hsi_walk_index(const char *value, size_t limit, size_t *index)
{
    size_t digits = 0, result = 0;
    while (value[digits] >= '0' && value[digits] <= '9' && digits < 18)
        result = result * 10 + (size_t)(value[digits++] - '0');
    if (digits > 0 && ends_scalar(value[digits])) {
        *index = result;
        return result < limit;
    }
    double number; // 3.0 and 3e2 are integers too
    if (!hsi_walk_number(value, &number) || !(number >= 0) || !(number < (double)limit) ||
        number != floor(number))
        return false;
    *index = (size_t)number;
    return true;
}
