/* split.c – see split.h. Looks at the tokens, so that abbreviations, initials, numbers and
 * addresses, which hold their periods, end nothing. A sentence ends after . ! ? … and their closing
 * quotes and brackets, when what follows looks like a beginning: a capital, a digit, an opening
 * quote, a letter of a script without capitals. Full-width stops always end one. */
#include "text/split.h"
#include "text/lists.h"

enum {
    // A piece is tokenised again on its own, and its last word may then be two tokens: "J." without
    // its "Smith".
    MOST_TOKENS = HS_MAX_TOKENS - 1,
};

static bool is_stop(uint32_t c)
{
    switch (c) {
    case '.':
    case '!':
    case '?':
    case 0x2026: // …
    case 0x3002: // 。
    case 0xFF01:
    case 0xFF1F:
    case 0xFF0E:
    case 0x0964: // danda
    case 0x061F: // Arabic question mark and full stop
    case 0x06D4:
        return true;
    default:
        return false;
    }
}

/* Needs no space after it. */
static bool is_wide_stop(uint32_t c)
{
    return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF0E;
}

static bool is_clause_mark(uint32_t c)
{
    return c == ',' || c == ';' || c == ':' || c == 0x3001 || c == 0xFF0C || c == 0xFF1B ||
           c == 0x060C || c == 0x2013 || c == 0x2014;
}

static bool begins_sentence(const struct hs_scan *scan, struct hs_cut piece)
{
    struct hs_at first = hsi_scan_at(scan, piece.start);
    if (hsi_char_opens(first.c) || first.class == HS_CHAR_DIGIT || first.class == HS_CHAR_IDEOGRAPH)
        return true;
    return first.class == HS_CHAR_LETTER && !hsi_char_lower(first.c);
}

/* What the sentence's last token says about its end. */
enum ending {
    ENDING_NONE,
    ENDING_STOP,  /* ends if a beginning follows */
    ENDING_WIDE,  /* ends whatever follows */
    ENDING_MAYBE, /* an abbreviation: ends if a word follows that often begins sentences */
};

static enum ending ending_of(const struct hs_scan *scan, struct hs_cut piece, bool list_number)
{
    size_t length = piece.end - piece.start;
    const char *text = scan->text + piece.start;
    struct hs_at first = hsi_scan_at(scan, piece.start);
    if (piece.kind == HS_TOKEN_PUNCT && is_stop(first.c)) {
        if (is_wide_stop(first.c))
            return ENDING_WIDE;
        return list_number && first.c == '.' ? ENDING_NONE : ENDING_STOP; // "1. The dog"
    }
    if (piece.kind != HS_TOKEN_WORD || length < 2 || text[length - 1] != '.')
        return ENDING_NONE;
    bool initial = first.next + 1 == piece.end;
    bool title = hsi_list_abbreviation(text, length - 1) == HS_ABBREVIATION_TITLE;
    bool inside = hsi_list_equal(text, length, "e.g.") || hsi_list_equal(text, length, "i.e.") ||
                  hsi_list_equal(text, length, "vs.") || hsi_list_equal(text, length, "cf.");
    return initial || title || inside ? ENDING_NONE : ENDING_MAYBE;
}

/* Closing quotes and brackets, and emoji, still belong to the sentence that a stop ended. */
static bool stays(const struct hs_scan *scan, struct hs_cut piece, bool open_quote)
{
    struct hs_at first = hsi_scan_at(scan, piece.start);
    if (first.class == HS_CHAR_EMOJI)
        return true;
    if (piece.kind != HS_TOKEN_PUNCT || !hsi_char_closes(first.c))
        return false;
    return !piece.space_before || (first.c == '"' && open_quote);
}

static bool ends_before(const struct hs_scan *scan, enum ending ending, struct hs_cut piece)
{
    if (ending == ENDING_NONE || ending == ENDING_WIDE)
        return ending == ENDING_WIDE;
    if (!piece.space_before)
        return false;
    if (ending == ENDING_STOP)
        return begins_sentence(scan, piece);
    return hsi_char_upper(hsi_scan_at(scan, piece.start).c) &&
           hsi_list_starter(scan->text + piece.start, piece.end - piece.start);
}

void hsi_split_start(struct hsi_split *split, const char *line, size_t length)
{
    *split = (struct hsi_split){.scan = {.text = line, .length = length}};
}

static bool read_piece(struct hsi_split *split, struct hs_cut *piece)
{
    if (split->has_ahead) {
        *piece = split->ahead;
        split->has_ahead = false;
        return true;
    }
    return hsi_scan_next(&split->scan, piece);
}

/* Goes back to `at`, where a token of this line ended. */
static void go_back(struct hsi_split *split, size_t at)
{
    split->scan.at = at;
    split->scan.parts_end = 0;
    split->has_ahead = false;
}

bool hsi_split_next(struct hsi_split *split, size_t *start, size_t *end)
{
    const struct hs_scan *scan = &split->scan;
    struct hs_cut piece;
    if (!read_piece(split, &piece))
        return false;
    *start = piece.start;
    size_t count = 0, clause = 0;
    enum ending ending = ENDING_NONE;
    bool open_quote = false, number_first = false;
    do {
        bool after = ending != ENDING_NONE && stays(scan, piece, open_quote);
        if (ending != ENDING_NONE && !after && ends_before(scan, ending, piece)) {
            split->ahead = piece;
            split->has_ahead = true;
            return true;
        }
        if (count == MOST_TOKENS || piece.end - *start > HS_MAX_TEXT_BYTES) {
            if (clause)
                go_back(split, *end = clause);
            else if (count)
                go_back(split, *end);
            else
                *end = piece.end; // one token longer than a sentence may be: the reader refuses it
            return true;
        }
        if (!after)
            ending = ending_of(scan, piece, count == 1 && number_first);
        struct hs_at first = hsi_scan_at(scan, piece.start);
        number_first = number_first || (count == 0 && piece.kind == HS_TOKEN_NUMBER);
        open_quote = first.c == '"' ? !open_quote : open_quote;
        count++;
        *end = piece.end;
        if (piece.kind == HS_TOKEN_PUNCT && is_clause_mark(first.c))
            clause = piece.end;
    } while (read_piece(split, &piece));
    return true;
}
