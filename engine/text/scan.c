/* scan.c – see scan.h: which kind of token begins here, and words that are given out in parts. */
#include "text/scan.h"
#include "text/lists.h"

/* The character that ends before `at` > 0. */
static struct hs_at before(const struct hs_scan *scan, size_t at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)scan->text[at] & 0xC0) == 0x80);
    return hsi_scan_at(scan, at);
}

/* Where the enclitic at `at` ends ('s 're 've 'll 'd 'm and n't); `at` when there is none. */
static size_t scan_clitic(const struct hs_scan *scan, size_t at, size_t end)
{
    static const char *const after_apostrophe[] = {"s", "re", "ve", "ll", "d", "m"};
    struct hs_at here = hsi_scan_at(scan, at);
    const char *text = scan->text;
    if (here.c == 'n' || here.c == 'N') {
        struct hs_at apostrophe = hsi_scan_at(scan, here.next);
        size_t last = apostrophe.next;
        bool found = hsi_char_like_apostrophe(apostrophe.c) && last < end &&
                     (text[last] == 't' || text[last] == 'T');
        return found ? last + 1 : at;
    }
    if (!hsi_char_like_apostrophe(here.c))
        return at;
    for (size_t i = 0; i < sizeof after_apostrophe / sizeof *after_apostrophe; i++) {
        size_t length = after_apostrophe[i][1] ? 2 : 1;
        if (end - here.next >= length &&
            hsi_list_equal(text + here.next, length, after_apostrophe[i]))
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

/* '90s and '99 at `start`, behind the apostrophe; where it ends, or `start`. */
static size_t scan_year(const struct hs_scan *scan, size_t start, bool decade_only)
{
    size_t end = hsi_scan_ascii(scan, start, 4), length = end - start;
    const char *text = scan->text + start;
    bool year = length >= 2 && text[0] >= '0' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9';
    bool decade = length == 3 && text[2] == 's';
    bool over = !hsi_char_like_apostrophe(hsi_scan_at(scan, end).c);
    return year && over && (decade || (length == 2 && !decade_only)) ? end : start;
}

/* "'s" standing alone, as in text that was split before; "'em", "'90s", and the 't of "'tis". What opens quotes, too, is
 * an apostrophe only before the commonest of these, and where nothing closes it. Else `at`. */
static size_t scan_apostrophe_word(
    const struct hs_scan *scan, size_t at, bool space_before, enum hs_token_kind *kind)
{
    struct hs_at apostrophe = hsi_scan_at(scan, at);
    bool opener = apostrophe.c == 0x2018 || apostrophe.c == 0x201B || apostrophe.c == '`';
    size_t start = apostrophe.next;
    enum { LONGEST = 8 };
    *kind = HS_TOKEN_WORD;
    size_t clitic = opener && space_before ? at : scan_clitic(scan, at, scan->length);
    if (clitic > at) {
        struct hs_at after = hsi_scan_at(scan, clitic);
        bool letter_follows = hsi_scan_at(scan, after.next).class == HS_CHAR_LETTER;
        bool quoted = space_before && hsi_char_like_apostrophe(after.c) && !letter_follows; // 's'
        if (!quoted && !hsi_scan_wordlike(after.class))
            return clitic;
    }
    size_t end = hsi_scan_ascii(scan, start, LONGEST);
    struct hs_at after = hsi_scan_at(scan, end);
    if (hsi_scan_wordlike(after.class))
        return at;
    const char *text = scan->text + start;
    size_t length = end - start, year = scan_year(scan, start, opener);
    if (year > start) {
        *kind = HS_TOKEN_NUMBER;
        return year;
    }
    bool closed = hsi_char_like_apostrophe(after.c);
    if (hsi_list_it(text, length) && !(closed && opener))
        return start + 1; // 't|is, 't|was
    if (length == 1 && closed) {
        bool and = (*text == 'n' || *text == 'N') && apostrophe.c != '`';
        return and ? after.next : at; // 'n'
    }
    bool clipped = opener ? !closed && hsi_list_clipped_any(text, length) : hsi_list_clipped(text, length);
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
    size_t second, first = hsi_list_split(scan->text + at, end - at, &second);
    scan->parts_end = end;
    scan->part_end = second ? at + first + second : 0;
    if (first)
        return at + first;
    return clitics_start(scan, at, end);
}

/* An apostrophe that belongs to no word opens or closes a quote; two of the same are another sign. */
static void note_quote(struct hs_scan *scan, struct hs_at here, bool loose)
{
    struct hs_at next = hsi_scan_at(scan, here.next);
    if (next.c != here.c)
        scan->quoted = hsi_char_opens(here.c) || here.c == '`' ? loose && next.class != HS_CHAR_SPACE : false;
}

static size_t scan_token(
    struct hs_scan *scan, struct hs_at here, bool space_before, enum hs_token_kind *kind)
{
    size_t at = scan->at, end = at;
    struct hs_at last = at ? before(scan, at) : (struct hs_at){0, HS_CHAR_SPACE, 0};
    bool after_word = !space_before && hsi_scan_wordlike(last.class);
    bool loose = space_before || last.class == HS_CHAR_SYMBOL || last.class == HS_CHAR_SPACE ||
                 (hsi_char_opens(last.c) && !hsi_char_closes(last.c));
    if (here.class == HS_CHAR_CONTROL) {
        *kind = HS_TOKEN_CONTROL;
        return here.next;
    }
    *kind = HS_TOKEN_URL;
    if (!after_word)
        end = hsi_scan_url(scan, at);
    if (end == at && (here.class == HS_CHAR_DIGIT || here.class == HS_CHAR_PUNCT ||
                         here.class == HS_CHAR_SYMBOL))
        end = hsi_scan_number(scan, at, loose, kind);
    if (end == at && (here.class == HS_CHAR_LETTER || here.class == HS_CHAR_MARK)) {
        end = hsi_scan_word(scan, at, kind);
        if (*kind == HS_TOKEN_WORD)
            end = split_word(scan, at, end);
    }
    if (end == at && here.class == HS_CHAR_IDEOGRAPH) {
        *kind = HS_TOKEN_WORD;
        end = hsi_scan_marks(scan, here.next);
    }
    if (end == at && hsi_char_like_apostrophe(here.c)) {
        end = scan_apostrophe_word(scan, at, space_before, kind);
        if (end == at)
            note_quote(scan, here, loose);
    }
    if (end == at) {
        *kind = HS_TOKEN_SYMBOL;
        end = hsi_scan_emoji(scan, at);
    }
    if (end == at)
        end = hsi_scan_emoticon(scan, at, after_word);
    if (end == at)
        end = hsi_scan_mark_run(scan, at, after_word, kind);
    return end;
}

bool hsi_scan_next(struct hs_scan *scan, struct hs_cut *piece)
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
        here = hsi_scan_at(scan, scan->at);
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
