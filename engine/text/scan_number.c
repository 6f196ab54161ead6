/* scan_number.c – numbers: 42, 3,000, 3.14, -5, 10:30, 24/7, 1990s, 3rd, 555-0199. See scan.h. */
#include "text/scan.h"
#include "text/lists.h"

#include <string.h>

static bool digit_at(const struct hs_scan *scan, size_t at)
{
    return at < scan->length && scan->text[at] >= '0' && scan->text[at] <= '9';
}

/* Telephone numbers (555-0199, 212-555-0199) and dates (2024-12-31) keep their hyphens; ranges
 * (1990-95) do not. The end, or `at`. */
static size_t scan_hyphenated(const struct hs_scan *scan, size_t at)
{
    enum { GROUPS = 4, LONGEST = 4 };
    size_t lengths[GROUPS] = {0}, groups = 0, end = at;
    for (;;) {
        size_t start = end;
        while (digit_at(scan, end) && end - start <= LONGEST)
            end++;
        if (end == start || end - start > LONGEST || groups == GROUPS)
            return at;
        lengths[groups++] = end - start;
        if (end + 1 >= scan->length || scan->text[end] != '-' || !digit_at(scan, end + 1))
            break;
        end++;
    }
    if (hsi_scan_wordlike(hsi_scan_at(scan, end).class))
        return at;
    return groups > 2 || (groups == 2 && lengths[0] == 3 && lengths[1] == 4) ? end : at;
}

/* , . : / between digits, Arabic separators and the fraction slash. */
static bool joins_digits(uint32_t c)
{
    return c == ',' || c == '.' || c == ':' || c == '/' || c == 0x66B || c == 0x66C || c == 0x2044;
}

/* Ends of numbers that are still numbers; after any other letters it is a word: 3D, 4x4. */
static bool is_unit(const char *text, size_t length)
{
    static const char *const units[] = {"st", "nd", "rd", "th", "s", "k", "m", "b", "bn", "g", "kg",
        "mg", "km", "cm", "mm", "l", "ml", "h", "ms", "min", "mph", "kb", "mb", "gb", "tb", "hz",
        "khz", "mhz", "ghz", "px", "pt", "ft", "lb", "lbs", "oz", "x"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (hsi_list_equal(text, length, units[i]))
            return true;
    return false;
}

/* am, pm, a.m., p.m. after the digits are a word of their own. */
static bool clock_word(const struct hs_scan *scan, size_t at)
{
    static const char *const words[] = {"am", "pm", "a.m", "p.m"};
    for (size_t i = 0; i < 4; i++) {
        size_t length = strlen(words[i]);
        if (scan->length - at >= length && hsi_list_equal(scan->text + at, length, words[i]) &&
            !hsi_scan_wordlike(hsi_scan_at(scan, at + length).class))
            return true;
    }
    return false;
}

/* 70's, 1990's: a decade rather than a possessive. */
static size_t scan_decade(const struct hs_scan *scan, size_t at, size_t end)
{
    bool ten = (end - at == 2 || end - at == 4) && scan->text[end - 1] == '0';
    for (size_t i = at; i < end; i++)
        ten = ten && digit_at(scan, i);
    struct hs_at apostrophe = hsi_scan_at(scan, end), s = hsi_scan_at(scan, apostrophe.next);
    bool decade = ten && hsi_char_like_apostrophe(apostrophe.c) && s.c == 's' &&
                  !hsi_scan_wordlike(hsi_scan_at(scan, s.next).class);
    return decade ? s.next : end;
}

size_t hsi_scan_number(
    const struct hs_scan *scan, size_t at, bool may_be_signed, enum hs_token_kind *kind)
{
    *kind = HS_TOKEN_NUMBER;
    struct hs_at here = hsi_scan_at(scan, at);
    size_t start = at;
    if (may_be_signed && (here.c == '-' || here.c == 0x2212))
        here = hsi_scan_at(scan, start = here.next);
    if (may_be_signed && here.c == '.' && hsi_scan_at(scan, here.next).class == HS_CHAR_DIGIT)
        here = hsi_scan_at(scan, here.next);
    if (here.class != HS_CHAR_DIGIT)
        return at;
    size_t end = scan_hyphenated(scan, start);
    if (end > start)
        return end;
    if (hsi_scan_emoji(scan, start) > start)
        return at; // a keycap
    end = start;
    for (here = hsi_scan_at(scan, start); end < scan->length; here = hsi_scan_at(scan, end)) {
        bool joint = (end > start || here.c == '.') && joins_digits(here.c) &&
                     hsi_scan_at(scan, here.next).class == HS_CHAR_DIGIT;
        if (!joint && here.class != HS_CHAR_DIGIT && here.class != HS_CHAR_MARK &&
            here.class != HS_CHAR_IGNORED)
            break;
        end = here.next;
    }
    size_t decade = scan_decade(scan, start, end);
    if (decade > end)
        return decade;
    if (here.class != HS_CHAR_LETTER || end >= scan->length || clock_word(scan, end))
        return end;
    size_t letters = end;
    while (end < scan->length && hsi_scan_wordlike(here.class))
        here = hsi_scan_at(scan, end = here.next);
    if (!is_unit(scan->text + letters, end - letters))
        *kind = HS_TOKEN_WORD;
    return end;
}
