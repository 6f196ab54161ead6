/* scan.h – the tokeniser as an iterator over valid UTF-8: tokenise.c collects what it gives,
 * split.c looks at it to find where sentences end. Used inside text/ only. Promise: each call moves
 * on, and looks ahead a bounded distance or over what it then consumes, so that the time is linear
 * in the length whatever the text. Allocates nothing. */
#ifndef HS_TEXT_SCAN_H
#define HS_TEXT_SCAN_H

#include "text/chars.h"

struct hs_cut {
    size_t start, end; /* bytes */
    enum hs_token_kind kind;
    bool space_before;
};

struct hs_scan {
    const char *text;
    size_t length, at;
    size_t parts_end; /* the word being given out in parts ends here: do|n't|'ve */
    size_t part_end;  /* end of its middle part (du|n|no), 0 = none */
    bool quoted;      /* a single quote is open: the next apostrophe behind a word closes it */
};

/* False at the end of the text. */
bool hsi_scan_next(struct hs_scan *scan, struct hs_cut *piece);

/* The character at `at` (0 at the end of the text), its class, where the next one begins. */
struct hs_at {
    uint32_t c;
    enum hs_char class;
    size_t next;
};
static inline struct hs_at hsi_scan_at(const struct hs_scan *scan, size_t at)
{
    if (at >= scan->length)
        return (struct hs_at){0, HS_CHAR_SPACE, at};
    unsigned char byte = (unsigned char)scan->text[at];
    if (byte < 0x80)
        return (struct hs_at){byte, (enum hs_char)hsi_char_ascii[byte], at + 1};
    size_t next = at;
    uint32_t c = hs_utf8_next(scan->text, scan->length, &next);
    return (struct hs_at){c, hsi_char_class(c), next};
}
/* Past the marks and ignored characters that stay with what comes before `at`. */
size_t hsi_scan_marks(const struct hs_scan *scan, size_t at);
/* Letter, digit or mark: what a word can go on with. */
static inline bool hsi_scan_wordlike(enum hs_char class)
{
    return class == HS_CHAR_LETTER || class == HS_CHAR_DIGIT || class == HS_CHAR_MARK ||
           class == HS_CHAR_IGNORED;
}

/* Past the ASCII letters and digits at `at`, at most `most` of them. */
size_t hsi_scan_ascii(const struct hs_scan *scan, size_t at, size_t most);

/* Each returns where the token that begins at `at` ends, or `at` when none of its kind begins
 * there. */
size_t hsi_scan_url(const struct hs_scan *scan, size_t at);
size_t hsi_scan_number(
    const struct hs_scan *scan, size_t at, bool may_be_signed, enum hs_token_kind *kind);
size_t hsi_scan_word(const struct hs_scan *scan, size_t at, enum hs_token_kind *kind);
size_t hsi_scan_emoji(const struct hs_scan *scan, size_t at);
size_t hsi_scan_emoticon(const struct hs_scan *scan, size_t at, bool after_word);
size_t hsi_scan_mark_run(
    const struct hs_scan *scan, size_t at, bool after_word, enum hs_token_kind *kind);

#endif
