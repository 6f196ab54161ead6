/* utf8.c – reading UTF-8 one character at a time. Used by every room and by the app.
 * Accepts exactly the well-formed sequences of the Unicode Standard, table 3-7: no overlong forms,
 * no surrogates, nothing above U+10FFFF. */
#include "hs_base.h"

#include <string.h>

/* Bytes of the well-formed sequence at text[0 … left), or 0. */
static size_t sequence(const unsigned char *text, size_t left, uint32_t *c)
{
    unsigned lead = text[0];
    if (lead < 0x80) {
        *c = lead;
        return 1;
    }
    size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || bytes > left)
        return 0;
    // the second byte's range excludes overlongs (E0, F0), surrogates (ED) and the end of Unicode
    // (F4)
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (text[1] < low || text[1] > high)
        return 0;
    uint32_t value = lead & (0xFFu >> (bytes + 1));
    value = value << 6 | (text[1] & 0x3Fu);
    for (size_t i = 2; i < bytes; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (text[i] & 0x3Fu);
    }
    *c = value;
    return bytes;
}

uint32_t hs_utf8_next(const char *text, size_t length, size_t *at)
{
    uint32_t c;
    size_t bytes = sequence((const unsigned char *)text + *at, length - *at, &c);
    if (bytes == 0) {
        *at += 1;
        return 0xFFFD;
    }
    *at += bytes;
    return c;
}

size_t hs_utf8_invalid(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        uint64_t eight;
        if (length - at >= sizeof eight) {
            memcpy(&eight, text + at, sizeof eight);
            if ((eight & 0x8080808080808080u) == 0) { // eight ASCII bytes at once
                at += sizeof eight;
                continue;
            }
        }
        uint32_t c;
        size_t bytes = sequence((const unsigned char *)text + at, length - at, &c);
        if (bytes == 0)
            return at;
        at += bytes;
    }
    return length;
}
