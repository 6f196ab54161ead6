/* scan_mark.c – what is neither word nor number: emoji, emoticons, punctuation and symbols, in runs
 * where writers use them as one sign ("...", "--", "?!"). See scan.h. */
#include "text/scan.h"

#include <string.h>

static bool regional(uint32_t c)
{
    return c >= 0x1F1E6 && c <= 0x1F1FF; // two of them are a flag
}

/* The rest of an emoji sequence after its base: modifiers, variation selectors, tags, joined emoji
 * (Unicode Technical Standard 51, "emoji zwj sequence"). */
static size_t emoji_rest(const struct hs_scan *scan, size_t at, uint32_t base)
{
    uint32_t last = base;
    while (at < scan->length) {
        struct hs_at here = hsi_scan_at(scan, at);
        bool skin = here.c >= 0x1F3FB && here.c <= 0x1F3FF;
        bool tag = base == 0x1F3F4 && here.c >= 0xE0020 && here.c <= 0xE007F;
        bool joined = last == 0x200D && here.class == HS_CHAR_EMOJI;
        if (here.class != HS_CHAR_MARK && !skin && !tag && !joined)
            break;
        last = here.c;
        at = here.next;
    }
    return at;
}

size_t hsi_scan_emoji(const struct hs_scan *scan, size_t at)
{
    struct hs_at here = hsi_scan_at(scan, at), next = hsi_scan_at(scan, here.next);
    if ((here.class == HS_CHAR_DIGIT || here.c == '#' || here.c == '*') && here.c < 0x80) {
        struct hs_at cap = next.c == 0xFE0F ? hsi_scan_at(scan, next.next) : next;
        return cap.c == 0x20E3 ? cap.next : at; // keycap
    }
    if (here.class != HS_CHAR_EMOJI)
        return at;
    if (regional(here.c))
        return regional(next.c) ? next.next : hsi_scan_marks(scan, here.next);
    return emoji_rest(scan, here.next, here.c);
}

/* :-) ;) =D <3 */
size_t hsi_scan_emoticon(const struct hs_scan *scan, size_t at, bool after_word)
{
    struct hs_at eyes = hsi_scan_at(scan, at), mouth = hsi_scan_at(scan, eyes.next);
    if (after_word)
        return at;
    bool heart = eyes.c == '<' && mouth.c == '3';
    if (!heart && eyes.c != ':' && eyes.c != ';' && eyes.c != '=')
        return at;
    if (mouth.c == '-' || mouth.c == '\'')
        mouth = hsi_scan_at(scan, mouth.next);
    bool face = mouth.c && mouth.c < 0x80 && strchr(")(][DPp|\\/*oO", (int)mouth.c);
    bool over = !hsi_scan_wordlike(hsi_scan_at(scan, mouth.next).class);
    return (heart || face) && over ? mouth.next : at;
}

/* Signs of two different characters. */
static bool is_pair(uint32_t first, uint32_t second)
{
    static const char pairs[] = "-> => <= >= <-";
    for (const char *pair = pairs;; pair += 3) {
        if (first == (unsigned char)pair[0] && second == (unsigned char)pair[1])
            return true;
        if (pair[2] == '\0')
            return false;
    }
}

static bool repeats(uint32_t c)
{
    switch (c) {
    case '.':
    case '-':
    case '=':
    case '*':
    case '_':
    case '~':
    case '#':
    case '+':
    case '$':
    case '<':
    case '>':
    case '/':
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2026:
        return true;
    default:
        return false;
    }
}

/* @name, #tag */
static size_t scan_tag(const struct hs_scan *scan, size_t at)
{
    struct hs_at sign = hsi_scan_at(scan, at), here = hsi_scan_at(scan, sign.next);
    if ((sign.c != '@' && sign.c != '#') || here.class != HS_CHAR_LETTER)
        return at;
    size_t end = sign.next;
    while (end < scan->length && (hsi_scan_wordlike(here.class) || here.c == '_'))
        here = hsi_scan_at(scan, end = here.next);
    return end;
}

size_t hsi_scan_mark_run(
    const struct hs_scan *scan, size_t at, bool after_word, enum hs_token_kind *kind)
{
    struct hs_at here = hsi_scan_at(scan, at), next = hsi_scan_at(scan, here.next);
    *kind = here.class == HS_CHAR_PUNCT ? HS_TOKEN_PUNCT : HS_TOKEN_SYMBOL;
    size_t tag = after_word ? at : scan_tag(scan, at);
    if (tag > at) {
        *kind = HS_TOKEN_WORD;
        return tag;
    }
    size_t end = here.next;
    if (is_pair(here.c, next.c)) {
        *kind = HS_TOKEN_SYMBOL;
        return next.next;
    }
    if (here.c == 0xB0 && (next.c == 'C' || next.c == 'F') &&
        !hsi_scan_wordlike(hsi_scan_at(scan, next.next).class))
        return next.next; // °C
    if (here.c == '!' || here.c == '?') {
        while (next.c == '!' || next.c == '?')
            next = hsi_scan_at(scan, end = next.next);
    } else if (repeats(here.c)) {
        while (next.c == here.c)
            next = hsi_scan_at(scan, end = next.next);
    } else if ((here.c == '`' || here.c == '\'') && next.c == here.c) {
        end = next.next; // ``quotes'' of typewriters and treebanks
    }
    return hsi_scan_marks(scan, end);
}
