/* error.c – messages of failed calls, questions of long ones, and the size arithmetic that must not wrap. Used by every
 * room. Promise: a message is one line of valid UTF-8, whatever names and bytes went into it:
 * control characters, direction overrides and invalid bytes are shown as escapes, so that a file
 * name cannot fake a second message. */
#include "base/base.h"
#include "base/locale_c.h"

#include <stdarg.h>
#include <string.h>

/* U+2028 and U+2029 end lines; the others reorder the text around them (Unicode Standard Annex 9). */
static bool breaks_line(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || c == 0x200E ||
           c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* Bytes for `text`'s character at *at, shown; moves *at. */
static size_t show_character(const char *text, size_t length, size_t *at, char shown[16])
{
    size_t start = *at;
    uint32_t c = hs_utf8_next(text, length, at);
    if (c == 0xFFFD && *at - start == 1) {
        unsigned byte = (unsigned char)text[start];
        return (size_t)snprintf(shown, 16, "\\x%02X", byte);
    }
    if (c == '\n' || c == '\t' || c == '\r')
        return (size_t)snprintf(shown, 16, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
    if (breaks_line(c))
        return (size_t)snprintf(shown, 16, c < 0x80 ? "\\x%02X" : "\\u%04X", (unsigned)c);
    memcpy(shown, text + start, *at - start);
    return *at - start;
}

enum hs_status hs_fail(struct hs_error *error, enum hs_status status, const char *format, ...)
{
    if (!error)
        return status;
    char raw[sizeof error->message * 2];
    va_list arguments;
    va_start(arguments, format);
    locale_t before = hsi_locale_enter_c();
    int wanted = vsnprintf(raw, sizeof raw, format, arguments);
    hsi_locale_leave(before);
    va_end(arguments);
    if (wanted < 0)
        raw[0] = '\0';

    static const char cut[] = "…";
    const size_t room = sizeof error->message - sizeof cut;
    size_t length = strlen(raw), at = 0, out = 0;
    while (at < length) {
        char shown[16];
        size_t bytes = show_character(raw, length, &at, shown);
        if (out + bytes > room) {
            memcpy(error->message + out, cut, sizeof cut - 1);
            out += sizeof cut - 1;
            break;
        }
        memcpy(error->message + out, shown, bytes);
        out += bytes;
    }
    error->message[out] = '\0';
    error->status = status;
    return status;
}

struct hs_name hsi_name_shown(const char *path)
{
    struct hs_name name;
    if (!path || !*path) {
        snprintf(name.text, sizeof name.text, "(no name)");
        return name;
    }
    size_t length = strlen(path);
    if (length < sizeof name.text) {
        memcpy(name.text, path, length + 1);
        return name;
    }
    static const char cut[] = "…";
    const char *end = path + length - (sizeof name.text - sizeof cut);
    while ((*end & 0xC0) == 0x80) // start at a whole character
        end++;
    snprintf(name.text, sizeof name.text, "%s%s", cut, end);
    return name;
}

bool hsi_size_mul(size_t a, size_t b, size_t *product)
{
    if (a != 0 && b > SIZE_MAX / a)
        return false;
    *product = a * b;
    return true;
}

bool hsi_size_add(size_t a, size_t b, size_t *sum)
{
    if (b > SIZE_MAX - a)
        return false;
    *sum = a + b;
    return true;
}

bool hs_watch_stops(const struct hs_watch *watch)
{
    return watch && watch->stop && watch->stop(watch->user);
}

void hs_watch_tell(const struct hs_watch *watch, size_t done, size_t total)
{
    if (watch && watch->progress)
        watch->progress(watch->user, done, total);
}
