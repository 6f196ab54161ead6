/* scan_url.c – web addresses, e-mail addresses and host names, whole. See scan.h.
 * Names are looked at no further than the longest valid one (RFC 5321, 4.5.3.1), so that a megabyte
 * of "a.a.a" costs no more than other text. */
#include "text/scan.h"
#include "text/lists.h"

#include <string.h>

enum {
    LONGEST_SCHEME = 12,
    LONGEST_LOCAL = 64, // of an e-mail address
    LONGEST_HOST = 255,
};

static bool alphanumeric(char c)
{
    char low = (char)(c | 0x20);
    return (c >= '0' && c <= '9') || (low >= 'a' && low <= 'z');
}

static char byte_at(const struct hs_scan *scan, size_t at)
{
    return at < scan->length ? scan->text[at] : '\0';
}

/* label.label.label; the end, or `at` unless there are two labels. *last is where the last label
 * begins. */
static size_t scan_host(const struct hs_scan *scan, size_t at, size_t *last, size_t *labels)
{
    size_t end = at;
    *labels = 0;
    *last = at;
    while (end - at < LONGEST_HOST) {
        size_t start = end;
        while (alphanumeric(byte_at(scan, end)) ||
               (end > start && byte_at(scan, end) == '-' && end - at < LONGEST_HOST))
            end++;
        if (end == start)
            break;
        ++*labels;
        *last = start;
        if (byte_at(scan, end) != '.' || !alphanumeric(byte_at(scan, end + 1)))
            break;
        end++;
    }
    bool over = !hsi_scan_wordlike(hsi_scan_at(scan, end).class);
    return *labels >= 2 && over && byte_at(scan, end - 1) != '-' ? end : at;
}

static bool ends_url(struct hs_at here)
{
    if (here.class == HS_CHAR_SPACE || here.class == HS_CHAR_CONTROL)
        return true;
    if (here.c < 0x80)
        return here.c && strchr("<>\"`{}|\\^", (int)here.c);
    return here.class == HS_CHAR_PUNCT;
}

/* From somewhere inside an address to its end; the punctuation of the sentence around it is left
 * out. */
static size_t rest_of_url(const struct hs_scan *scan, size_t at)
{
    size_t end = at;
    long round = 0, square = 0; // closing less opening brackets
    for (struct hs_at here = hsi_scan_at(scan, end); end < scan->length && !ends_url(here);
         here = hsi_scan_at(scan, end)) {
        round += here.c == ')' ? 1 : here.c == '(' ? -1 : 0;
        square += here.c == ']' ? 1 : here.c == '[' ? -1 : 0;
        end = here.next;
    }
    for (; end > at; end--) {
        char last = scan->text[end - 1];
        if (last == ')' && round > 0)
            round--;
        else if (last == ']' && square > 0)
            square--;
        else if (!strchr(".,;:!?'*(", last) || last == '\0')
            break;
    }
    return end;
}

static size_t scan_scheme(const struct hs_scan *scan, size_t at)
{
    size_t end = at;
    while (alphanumeric(byte_at(scan, end)) && end - at < LONGEST_SCHEME)
        end++;
    size_t start = 0;
    if (end - at >= 2 && scan->length - end > 3 && memcmp(scan->text + end, "://", 3) == 0)
        start = end + 3;
    else if (end - at == 6 && hsi_list_equal(scan->text + at, 6, "mailto") &&
             byte_at(scan, end) == ':')
        start = end + 1;
    else if (end - at == 3 && hsi_list_equal(scan->text + at, 3, "www") &&
             byte_at(scan, end) == '.' && hsi_scan_wordlike(hsi_scan_at(scan, end + 1).class))
        start = end + 1;
    if (!start)
        return at;
    size_t after = rest_of_url(scan, start);
    return after > start ? after : at;
}

static size_t scan_email(const struct hs_scan *scan, size_t at)
{
    size_t end = at, last, labels;
    while (end - at <= LONGEST_LOCAL &&
           (alphanumeric(byte_at(scan, end)) ||
               (byte_at(scan, end) && strchr("._%+-", byte_at(scan, end)))))
        end++;
    if (byte_at(scan, end) != '@')
        return at;
    size_t host = scan_host(scan, end + 1, &last, &labels);
    bool letter = host > end + 1 && host - last >= 2 && (byte_at(scan, last) | 0x20) >= 'a';
    return letter ? host : at;
}

size_t hsi_scan_url(const struct hs_scan *scan, size_t at)
{
    if (!alphanumeric(byte_at(scan, at)))
        return at;
    size_t end = scan_scheme(scan, at);
    if (end == at)
        end = scan_email(scan, at);
    if (end > at)
        return end;
    size_t last, labels;
    end = scan_host(scan, at, &last, &labels);
    if (end == at || !hsi_list_domain(scan->text + last, end - last))
        return at;
    size_t before_last = last - 1;
    while (before_last > at && scan->text[before_last - 1] != '.')
        before_last--;
    if (last - 1 - before_last < 2) // "i.e.uk" is no host
        return at;
    return byte_at(scan, end) == '/' ? rest_of_url(scan, end) : end;
}
