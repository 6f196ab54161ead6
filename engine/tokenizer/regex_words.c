/* regex_words.c – see regex_words.h. What differs: \s (PCRE2 adds U+180E), \w (letters, marks,
 * decimal digits and connectors there), \h (a hexadecimal digit there), (?m) (the dot takes line
 * ends there). Nested and intersected classes are Oniguruma's alone. */
#include "tokenizer/regex_words.h"

#include <string.h>

#define SPACE "\\t-\\r\\x{85}\\p{Z}"
#define WORD "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}"
#define WORD_ALONE                                                                                 \
    WORD "\\x{B2}\\x{B3}\\x{B9}\\x{BC}-\\x{BE}" // outside of a class it has a table of its own for
                                                // Latin-1
#define HEX "0-9a-fA-F"

static void put(struct hs_buffer *out, const char *text)
{
    hs_buffer_write(out, text, strlen(text));
}

/* An escape that names a class; false when this is none that differs. */
static bool class_escape(char c, bool inside, struct hs_buffer *out)
{
    const char *members = c == 's' || c == 'S'   ? SPACE
                          : c == 'w' || c == 'W' ? (inside ? WORD : WORD_ALONE)
                          : c == 'h' || c == 'H' ? HEX
                                                 : NULL;
    bool negative = c == 'S' || c == 'W' || c == 'H';
    if (!members || (inside && negative))
        return false;
    if (!inside)
        put(out, negative ? "[^" : "[");
    put(out, members);
    if (!inside)
        put(out, "]");
    return true;
}

/* "(?" and what follows up to ) or : when it sets flags. */
static const char *flags(const char *text, size_t length, size_t at)
{
    for (at += 2; at < length && text[at] != ')' && text[at] != ':'; at++) {
        if (!strchr("imsxa-", text[at]))
            return NULL; // a look-around, a name: the same in both
        if (strchr("msxa", text[at]))
            return "its flags mean something else to PCRE2; only (?i) is read";
    }
    return NULL;
}

const char *hsi_regex_words(const char *text, size_t length, struct hs_buffer *out)
{
    bool inside = false;
    size_t first = 0; // where a class's members begin
    for (size_t at = 0; at < length; at++) {
        char c = text[at];
        if (c == '\\' && at + 1 < length) {
            char named = text[++at];
            if (inside && (named == 'W' || named == 'H'))
                return "\\W or \\H inside a class cannot be said in PCRE2";
            if (!class_escape(named, inside, out))
                hs_buffer_write(out, text + at - 1, 2);
            continue;
        }
        if (!inside && c == '(' && at + 2 < length && text[at + 1] == '?') {
            const char *problem = flags(text, length, at);
            if (problem)
                return problem;
        }
        if (!inside && c == '[') {
            inside = true;
            first = at + 1 + (at + 1 < length && text[at + 1] == '^');
        } else if (inside && c == ']' && at > first) {
            inside = false;
        } else if (inside && c == '[' && !(at + 1 < length && text[at + 1] == ':')) {
            return "a class inside a class cannot be said in PCRE2";
        } else if (inside && c == '[') {
            const char *end = memchr(text + at, ']', length - at);
            if (!end)
                return "a class has no end";
            hs_buffer_write(out, text + at, (size_t)(end - text) + 1 - at);
            at = (size_t)(end - text);
            continue;
        } else if (inside && c == '&' && at + 1 < length && text[at + 1] == '&') {
            return "the intersection of classes (&&) cannot be said in PCRE2";
        }
        hs_buffer_write(out, &c, 1);
    }
    return NULL;
}
