/* buffer.c – text that grows while it is written: CSV, JSON, SVG, PNG bytes. Public in hs_base.h.
 * Promise: `data` is NUL-terminated after `length` bytes once anything was written; after memory
 * ran out `failed` stays set and the writers do nothing, so one check at the end is enough. */
#include "base/base.h"
#include "base/locale_c.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SPILL_FROM ((size_t)1 << 20) // bytes that are worth a write of their own

/* Makes room for `more` bytes and a NUL. */
static bool grow(struct hs_buffer *buffer, size_t more)
{
    size_t need;
    if (buffer->spill && buffer->length >= SPILL_FROM)
        buffer->spill->take(buffer);
    if (buffer->failed)
        return false;
    if (!hsi_size_add(buffer->length, more, &need) || !hsi_size_add(need, 1, &need)) {
        buffer->failed = true;
        return false;
    }
    if (need <= buffer->room)
        return true;
    size_t room = buffer->room < 256 ? 256 : buffer->room + buffer->room / 2;
    if (room < need)
        room = need;
    char *data = hsi_memory_fits(room - buffer->room) ? realloc(buffer->data, room) : NULL;
    if (!data) {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->room = room;
    return true;
}

void hs_buffer_write(struct hs_buffer *buffer, const void *bytes, size_t length)
{
    if (!grow(buffer, length))
        return;
    if (length)
        memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
}

void hs_buffer_print(struct hs_buffer *buffer, const char *format, ...)
{
    if (!grow(buffer, 64)) // most prints fit: one pass
        return;
    locale_t before = hsi_locale_enter_c();
    for (int pass = 0; pass < 2; pass++) {
        size_t left = buffer->room - buffer->length;
        va_list arguments;
        va_start(arguments, format);
        int wanted = vsnprintf(buffer->data + buffer->length, left, format, arguments);
        va_end(arguments);
        if (wanted < 0) { // longer than INT_MAX, or no memory for it
            buffer->data[buffer->length] = '\0';
            buffer->failed = true;
            break;
        }
        if ((size_t)wanted < left) {
            buffer->length += (size_t)wanted;
            break;
        }
        buffer->data[buffer->length] = '\0';
        if (!grow(buffer, (size_t)wanted))
            break;
    }
    hsi_locale_leave(before);
}

void hs_buffer_json_string(struct hs_buffer *buffer, const char *text)
{
    size_t length = strlen(text), at = 0, plain = 0;
    hs_buffer_write(buffer, "\"", 1);
    while (at < length) {
        size_t start = at;
        uint32_t c = hs_utf8_next(text, length, &at);
        bool invalid = c == 0xFFFD && at - start == 1;
        if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F && !invalid)
            continue;
        hs_buffer_write(buffer, text + plain, start - plain);
        plain = at;
        if (invalid)
            hs_buffer_write(buffer, "\xEF\xBF\xBD", 3); // U+FFFD: JSON must be valid UTF-8
        else if (c == '"' || c == '\\')
            hs_buffer_print(buffer, "\\%c", (int)c);
        else if (c == '\n' || c == '\t' || c == '\r')
            hs_buffer_print(buffer, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
        else
            hs_buffer_print(buffer, "\\u%04x", (unsigned)c);
    }
    hs_buffer_write(buffer, text + plain, length - plain);
    hs_buffer_write(buffer, "\"", 1);
}

/* "NaN", "Infinity", "-Infinity", or NULL for a finite number. The sign of a NaN means nothing. */
static const char *not_finite(double value)
{
    if (isnan(value))
        return "NaN";
    return !isinf(value) ? NULL : value < 0 ? "-Infinity" : "Infinity";
}

void hs_buffer_number(struct hs_buffer *buffer, double value)
{
    const char *word = not_finite(value);
    if (word)
        hs_buffer_write(buffer, word, strlen(word));
    else
        hs_buffer_print(buffer, "%.9g", value);
}

void hs_buffer_json_number(struct hs_buffer *buffer, double value)
{
    const char *word = not_finite(value);
    if (word)
        hs_buffer_json_string(buffer, word);
    else
        hs_buffer_print(buffer, "%.9g", value);
}

/* Whether a spreadsheet would take the text for a formula. A sign alone is text to all of them; the
 * wide forms (U+FF0B, FF0D, FF1D, FF20) count as signs where they are typed. */
static bool is_formula(const char *text)
{
    static const char *const wide[] = {"\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\x9D", "\xEF\xBC\xA0"};
    text += strspn(text, "'");
    if (text[0] && strchr("=+-@\t\r", text[0]))
        return text[1] != '\0';
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(text, wide[i], 3) == 0)
            return text[3] != '\0';
    return false;
}

void hs_buffer_csv_string(struct hs_buffer *buffer, const char *text)
{
    const char *guard = is_formula(text) ? "'" : "";
    /* Gnumeric takes an apostrophe where a field begins for the quotes of the file. */
    if (text[0] && text[0] != '\'' && !guard[0] && !strpbrk(text, ",\"\r\n\t")) {
        hs_buffer_print(buffer, "%s", text);
        return;
    }
    hs_buffer_print(buffer, "\"%s", guard);
    for (; *text; text++) {
        if (*text == '"')
            hs_buffer_write(buffer, "\"", 1);
        hs_buffer_write(buffer, text, 1);
    }
    hs_buffer_write(buffer, "\"", 1);
}

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7F;
}

void hsi_text_one_line(char *text)
{
    for (; *text; text++)
        if (is_control(*text))
            *text = ' ';
}

void hs_buffer_csv_note(struct hs_buffer *buffer, const char *text)
{
    hs_buffer_write(buffer, "# ", 2);
    for (; *text; text++)
        hs_buffer_write(buffer, is_control(*text) ? " " : text, 1);
    hs_buffer_write(buffer, "\n", 1);
}

void hs_buffer_drop(struct hs_buffer *buffer)
{
    if (!buffer)
        return;
    free(buffer->data);
    *buffer = (struct hs_buffer){0};
}

const char *hs_count_text(size_t count, char *text, size_t room)
{
    char digits[24], grouped[32];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%zu", count), used = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            grouped[used++] = ',';
        grouped[used++] = digits[i];
    }
    grouped[used] = '\0';
    snprintf(text, room, "%s", grouped);
    return text;
}
