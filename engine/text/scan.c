/* scan.c – see scan.h: which kind of token begins here, and words that are given out in parts. */
#include "text/scan.h"
#include "text/lists.h"

/* The character that ends before `at` > 0. */
static struct hs_at before(const struct hs_scan *scan, size_t at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)scan->text[at] & 0xC0) == 0x80);
    return hs_scan_at(scan, at);
}

/* Where the enclitic at `at` ends ('s 're 've 'll 'd 'm and n't); `at` when there is none. */
static size_t scan_clitic(const struct hs_scan *scan, size_t at, size_t end)
{
    static const char *const after_apostrophe[] = {"s", "re", "ve", "ll", "d", "m"};
    struct hs_at here = hs_scan_at(scan, at);
    const char *text = scan->text;
    if (here.c == 'n' || here.c == 'N') {
        struct hs_at apostrophe = hs_scan_at(scan, here.next);
        size_t last = apostrophe.next;
        bool found = hs_char_apostrophe(apostrophe.c) && last < end &&
                     (text[last] == 't' || text[last] == 'T');
        return found ? last + 1 : at;
    }
    if (!hs_char_apostrophe(here.c))
        return at;
    for (size_t i = 0; i < sizeof after_apostrophe / sizeof *after_apostrophe; i++) {
        size_t length = after_apostrophe[i][1] ? 2 : 1;
        if (end - here.next >= length &&
            hs_list_equal(text + here.next, length, after_apostrophe[i]))
            return here.next + length;
    }
    return at;
}

/* Start of the enclitic that ends at `end` and begins after `start`; `end` if there is none. */
static size_t last_clitic(const struct hs_scan *scan, size_t start, size_t end)
{
    // the longest is n’t with a three-byte apostrophe
    for (size_t length = 2; length <= 5 && length < end - start; length++)
        if (scan_clitic(scan, end - length, end) == end)
            return end - length;
    return end;
}

/* Where the enclitics at the end of the word [start, end) begin; `end` when there are none. */
static size_t clitics_start(const struct hs_scan *scan, size_t start, size_t end)
{
    size_t first = end, next;
    while ((next = last_clitic(scan, start, first)) < first)
        first = next;
    return first;
}

/* "'s" standing alone, as in text that was split before; "'em", "'90s". Else `at`. */
static size_t scan_apostrophe_word(
    const struct hs_scan *scan, size_t at, bool space_before, enum hs_token_kind *kind)
{
    struct hs_at apostrophe = hs_scan_at(scan, at);
    size_t start = apostrophe.next;
    enum { LONGEST = 8 };
    *kind = HS_TOKEN_WORD;
    size_t clitic = scan_clitic(scan, at, scan->length);
    if (clitic > at) {
        struct hs_at after = hs_scan_at(scan, clitic);
        bool letter_follows = hs_scan_at(scan, after.next).class == HS_CHAR_LETTER;
        bool quoted = space_before && hs_char_apostrophe(after.c) && !letter_follows; // 's'
        if (!quoted && !hs_scan_wordlike(after.class))
            return clitic;
    }
    size_t end = hs_scan_ascii(scan, start, LONGEST);
    if (hs_scan_wordlike(hs_scan_at(scan, end).class))
        return at;
    const char *text = scan->text + start;
    size_t length = end - start;
    bool year = length >= 2 && text[0] >= '0' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9';
    if (year && (length == 2 || (length == 3 && text[2] == 's')) &&
        !hs_char_apostrophe(hs_scan_at(scan, end).c)) {
        *kind = HS_TOKEN_NUMBER;
        return end;
    }
    bool clipped = hs_list_clipped(text, length);
    if (clipped && length == 1 && hs_char_apostrophe(hs_scan_at(scan, end).c))
        return hs_scan_at(scan, end).next; // 'n'
    return clipped ? end : at;
}

/* Gives out the next part of a word that is several tokens. */
static size_t next_part(struct hs_scan *scan)
{
    if (scan->part_end > scan->at)
        return scan->part_end;
    size_t clitic = scan_clitic(scan, scan->at, scan->parts_end);
    return clitic > scan->at ? clitic : scan->parts_end;
}

/* Sets up the parts of the word [at, end) and returns where the first ends. */
static size_t split_word(struct hs_scan *scan, size_t at, size_t end)
{
    size_t second, first = hs_list_split(scan->text + at, end - at, &second);
    scan->parts_end = end;
    scan->part_end = second ? at + first + second : 0;
    if (first)
        return at + first;
    return clitics_start(scan, at, end);
}

static size_t scan_token(
    struct hs_scan *scan, struct hs_at here, bool space_before, enum hs_token_kind *kind)
{
    size_t at = scan->at, end = at;
    struct hs_at last = at ? before(scan, at) : (struct hs_at){0, HS_CHAR_SPACE, 0};
    bool after_word = !space_before && hs_scan_wordlike(last.class);
    bool loose = space_before || last.class == HS_CHAR_SYMBOL || last.class == HS_CHAR_SPACE ||
                 (hs_char_opens(last.c) && !hs_char_closes(last.c));
    if (here.class == HS_CHAR_CONTROL) {
        *kind = HS_TOKEN_CONTROL;
        return here.next;
    }
    *kind = HS_TOKEN_URL;
    if (!after_word)
        end = hs_scan_url(scan, at);
    if (end == at && (here.class == HS_CHAR_DIGIT || here.class == HS_CHAR_PUNCT ||
                         here.class == HS_CHAR_SYMBOL))
        end = hs_scan_number(scan, at, loose, kind);
    if (end == at && (here.class == HS_CHAR_LETTER || here.class == HS_CHAR_MARK)) {
        end = hs_scan_word(scan, at, kind);
        if (*kind == HS_TOKEN_WORD)
            end = split_word(scan, at, end);
    }
    if (end == at && here.class == HS_CHAR_IDEOGRAPH) {
        *kind = HS_TOKEN_WORD;
        end = hs_scan_marks(scan, here.next);
    }
    if (end == at && hs_char_apostrophe(here.c))
        end = scan_apostrophe_word(scan, at, space_before, kind);
    if (end == at) {
        *kind = HS_TOKEN_SYMBOL;
        end = hs_scan_emoji(scan, at);
    }
    if (end == at)
        end = hs_scan_emoticon(scan, at, after_word);
    if (end == at)
        end = hs_scan_mark_run(scan, at, after_word, kind);
    return end;
}

bool hs_scan_next(struct hs_scan *scan, struct hs_cut *piece)
{
    if (scan->parts_end > scan->at) {
        *piece = (struct hs_cut){scan->at, next_part(scan), HS_TOKEN_WORD, false};
        scan->at = piece->end;
        return true;
    }
    bool space = false;
    struct hs_at here;
    for (;;) {
        if (scan->at >= scan->length)
            return false;
        here = hs_scan_at(scan, scan->at);
        if (here.class == HS_CHAR_SPACE)
            space = true;
        else if (here.class != HS_CHAR_IGNORED)
            break;
        scan->at = here.next;
    }
    piece->start = scan->at;
    piece->space_before = space;
    piece->end = scan_token(scan, here, space || piece->start == 0, &piece->kind);
    scan->at = piece->end;
    return true;
}
