/* scan_word.c – words: what holds them together (periods, hyphens, apostrophes) and what does not.
 * See scan.h. Follows Universal Dependencies English: hyphens split but after the treebanks'
 * prefixes, abbreviations keep their period, O'Neill and AT&T stay whole. */
#include "text/scan.h"
#include "text/lists.h"

#include <string.h>

static bool ascii_upper(uint32_t c)
{
    return c >= 'A' && c <= 'Z';
}

/* The first character at or after `at` that is no space. */
static struct hs_at after_spaces(const struct hs_scan *scan, size_t at)
{
    struct hs_at here = hsi_scan_at(scan, at);
    while (here.class == HS_CHAR_SPACE && at < scan->length)
        here = hsi_scan_at(scan, at = here.next);
    return here;
}

/* Whether the next word often begins sentences; an initial ("A.") is no such word. */
static bool starter_follows(const struct hs_scan *scan, size_t at)
{
    enum { LONGEST = 9 };
    while (at < scan->length && hsi_scan_at(scan, at).class == HS_CHAR_SPACE)
        at = hsi_scan_at(scan, at).next;
    size_t end = hsi_scan_ascii(scan, at, LONGEST);
    struct hs_at after = hsi_scan_at(scan, end);
    bool initial = end - at == 1 && after.c == '.';
    return !initial && !hsi_scan_wordlike(after.class) && hsi_list_starter(scan->text + at, end - at);
}

/* One or two letters and a period that no second one follows; where it ends, or `at`. */
static size_t short_group(const struct hs_scan *scan, size_t at, size_t *letters)
{
    struct hs_at here = hsi_scan_at(scan, at);
    bool upper = hsi_char_upper(here.c);
    for (*letters = 0; here.class == HS_CHAR_LETTER && *letters < 3; ++*letters)
        here = hsi_scan_at(scan, here.next);
    if (*letters == 0 || *letters > 2 || (*letters == 2 && !upper) || here.c != '.')
        return at;
    return hsi_scan_at(scan, here.next).c == '.' ? at : here.next;
}

/* "U.S.", "e.g.", "Ph.D.", "U.S" and the initial in "J. Smith"; or `at`. */
static size_t scan_acronym(const struct hs_scan *scan, size_t at)
{
    size_t end = at, groups = 0, single = 0, letters, next;
    while ((next = short_group(scan, end, &letters)) > end) {
        end = next;
        groups++;
        single += letters == 1;
    }
    if (groups == 0 || single == 0)
        return at;
    struct hs_at last = hsi_scan_at(scan, end);
    if (single == groups && last.class == HS_CHAR_LETTER &&
        !hsi_scan_wordlike(hsi_scan_at(scan, last.next).class))
        return last.next;
    if (groups > 1)
        return hsi_scan_wordlike(last.class) && !hsi_char_upper(last.c) ? at : end;
    struct hs_at first = hsi_scan_at(scan, at);
    bool initial = hsi_char_upper(first.c) && first.c != 'I' && end < scan->length;
    bool name = hsi_char_upper(after_spaces(scan, end).c) && !starter_follows(scan, end); // but "vitamin C. It"
    return initial && name ? end : at;
}

/* "pdf" in "report.pdf": an extension that ends there. */
static bool extension_at(const struct hs_scan *scan, size_t at)
{
    size_t end = hsi_scan_ascii(scan, at, 5);
    return !hsi_scan_wordlike(hsi_scan_at(scan, end).class) &&
           hsi_list_extension(scan->text + at, end - at);
}

/* What a mark inside or after a word does. */
enum joint {
    STOPS, /* the word ends before it */
    JOINS, /* the word goes on after it */
    ENDS,  /* the word ends after it */
};

static enum joint at_period(const struct hs_scan *scan, size_t start, size_t at, struct hs_at last)
{
    struct hs_at next = hsi_scan_at(scan, at + 1);
    if (next.c == '.')
        return STOPS;
    enum hs_abbreviation kind = hsi_list_abbreviation(scan->text + start, at - start);
    if (kind == HS_ABBREVIATION_NUMBER)
        return after_spaces(scan, at + 1).class == HS_CHAR_DIGIT ? ENDS : STOPS;
    if (!hsi_scan_wordlike(next.class))
        return kind ? ENDS : STOPS;
    if (extension_at(scan, at + 1))
        return JOINS;
    if (kind && hsi_char_upper(next.c))
        return ENDS; // Mr.Smith
    bool low = hsi_char_lower(last.c) || last.class == HS_CHAR_DIGIT;
    bool goes_on = hsi_char_lower(next.c) || next.class == HS_CHAR_DIGIT;
    return low && goes_on ? JOINS : STOPS; // numpy.array, v1.2; but "end.The" is two sentences
}

static enum joint at_hyphen(const struct hs_scan *scan, size_t start, size_t at, size_t after)
{
    struct hs_at next = hsi_scan_at(scan, after);
    if (next.class != HS_CHAR_LETTER)
        return STOPS;
    bool two = hsi_scan_at(scan, next.next).class == HS_CHAR_LETTER;
    if (hsi_list_prefix(scan->text + start, at - start))
        return at - start > 1 || two ? JOINS : STOPS;
    enum { LONGEST_SUFFIX = 6 };
    size_t end = hsi_scan_ascii(scan, after, LONGEST_SUFFIX);
    if (hsi_scan_wordlike(hsi_scan_at(scan, end).class))
        return STOPS;
    return hsi_list_suffix(scan->text + after, end - after) ? JOINS : STOPS;
}

/* w/o, c/o, b/c, w/ */
static enum joint at_slash(const struct hs_scan *scan, size_t start, size_t at)
{
    if (at - start != 1)
        return STOPS;
    char letter = scan->text[start];
    struct hs_at next = hsi_scan_at(scan, at + 1);
    bool over = !hsi_scan_wordlike(hsi_scan_at(scan, next.next).class);
    bool out = (letter == 'w' || letter == 'c') && next.c == 'o';
    if (over && (out || (letter == 'b' && next.c == 'c')))
        return JOINS;
    return letter == 'w' && next.class == HS_CHAR_SPACE ? ENDS : STOPS;
}

/* US$ before a number. */
static bool currency(const struct hs_scan *scan, size_t start, size_t at)
{
    if (at - start > 3 || hsi_scan_at(scan, at + 1).class != HS_CHAR_DIGIT)
        return false;
    for (size_t i = start; i < at; i++)
        if (!ascii_upper((unsigned char)scan->text[i]))
            return false;
    return true;
}

/* ol' th' goin' nothin': the letters at the end are left out, and the apostrophe stands for them; inside single quotes it
 * closes them. */
static bool cut_off(const struct hs_scan *scan, size_t start, size_t at, struct hs_at mark, struct hs_at next)
{
    if (!hsi_char_apostrophe(mark.c) || scan->quoted || hsi_scan_wordlike(next.class) || next.c == mark.c)
        return false;
    if (hsi_scan_ascii(scan, start, at - start) != at)
        return false;
    if (hsi_list_cut_off(scan->text + start, at - start))
        return true;
    bool vowel = false;
    for (size_t i = start; i + 2 < at; i++)
        vowel = vowel || memchr("aeiouyAEIOUY", scan->text[i], 12);
    return vowel && hsi_list_equal(scan->text + at - 2, 2, "in");
}

static enum joint joint_at(const struct hs_scan *scan, size_t start, size_t at, struct hs_at mark,
    struct hs_at last, enum hs_token_kind *kind)
{
    struct hs_at next = hsi_scan_at(scan, mark.next);
    bool letters = (last.class == HS_CHAR_LETTER || last.class == HS_CHAR_MARK) &&
                   next.class == HS_CHAR_LETTER;
    if (hsi_char_like_apostrophe(mark.c))
        return letters ? JOINS : cut_off(scan, start, at, mark, next) ? ENDS : STOPS;
    switch (mark.c) {
    case 0xB7: // col·lecció
        return letters ? JOINS : STOPS;
    case '.':
        return at_period(scan, start, at, last);
    case '-':
    case 0x2010:
    case 0x2011:
        return at_hyphen(scan, start, at, mark.next);
    case '&':
        return ascii_upper(last.c) && ascii_upper(next.c) ? JOINS : STOPS;
    case '_':
        return hsi_scan_wordlike(next.class) ? JOINS : STOPS;
    case '/':
        return at_slash(scan, start, at);
    case '$':
        if (currency(scan, start, at)) {
            *kind = HS_TOKEN_SYMBOL;
            return ENDS;
        }
        return STOPS;
    default:
        return STOPS;
    }
}

/* C++ and C#, which are names. */
static size_t scan_sharp(const struct hs_scan *scan, size_t at, size_t end)
{
    if (end - at != 1 || end >= scan->length)
        return end;
    struct hs_at mark = hsi_scan_at(scan, end), next = hsi_scan_at(scan, mark.next);
    bool plus = mark.c == '+' && next.c == '+';
    bool sharp = mark.c == '#' && ascii_upper((unsigned char)scan->text[at]);
    size_t after = plus ? next.next : mark.next;
    bool over = after >= scan->length || !hsi_scan_wordlike(hsi_scan_at(scan, after).class);
    return (plus || sharp) && over && hsi_scan_at(scan, after).c != mark.c ? after : end;
}

size_t hsi_scan_word(const struct hs_scan *scan, size_t at, enum hs_token_kind *kind)
{
    *kind = HS_TOKEN_WORD;
    size_t acronym = scan_acronym(scan, at);
    if (acronym > at)
        return acronym;
    size_t end = at;
    struct hs_at last = {0, HS_CHAR_LETTER, at};
    while (end < scan->length) {
        struct hs_at here = hsi_scan_at(scan, end);
        if (!hsi_scan_wordlike(here.class)) {
            enum joint joint = joint_at(scan, at, end, here, last, kind);
            if (joint == ENDS)
                return here.next;
            if (joint == STOPS)
                break;
        }
        end = here.next;
        last = here;
    }
    return scan_sharp(scan, at, end);
}
