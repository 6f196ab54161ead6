/* tokenise.c – hs_tokenise and hs_tokens_…: token lists as the rest of the engine sees them.
 * Called for every keystroke in the sentence field, and for each sentence of a file. What a token
 * is says scan.h. */
#include "base/base.h"
#include "text/tokens.h"

#include <stdlib.h>
#include <string.h>

/* A token of which nothing can be seen still needs a name: "␣" for a blank, else "\u200B". */
static bool shows_nothing(const char *text, size_t length)
{
    for (size_t at = 0; at < length;)
        if ((unsigned char)text[at] < 0x80 || !hsi_char_unseen(hs_utf8_next(text, length, &at)))
            return false;
    return length > 0;
}

static size_t show_unseen(const char *text, size_t length, char *shown)
{
    static const char blank[] = "␣";
    size_t bytes = 0;
    for (size_t at = 0; at < length;) {
        uint32_t c = hs_utf8_next(text, length, &at);
        char escaped[HS_CHAR_SHOWN];
        bool space = hsi_char_blank(c);
        size_t wide = space ? sizeof blank - 1 : hsi_char_show(c, escaped);
        if (shown)
            memcpy(shown + bytes, space ? blank : escaped, wide);
        bytes += wide;
    }
    return bytes;
}

size_t hsi_tokens_show(const char *text, size_t length, bool keep_ignored, char *shown)
{
    size_t at = 0, bytes = 0;
    if (shows_nothing(text, length))
        return show_unseen(text, length, shown);
    bool flag = false; // a black flag's tags say whose it is; elsewhere tags are controls
    while (at < length) {
        size_t start = at;
        while (at < length && text[at] >= ' ' && text[at] <= '~')
            at++;
        if (at > start) { // visible ASCII, most of all text
            if (shown)
                memcpy(shown + bytes, text + start, at - start);
            bytes += at - start;
            flag = false;
            continue;
        }
        uint32_t c = (unsigned char)text[at];
        if (c < 0x80)
            at++;
        else
            c = hs_utf8_next(text, length, &at);
        enum hs_char class = hsi_char_class(c);
        flag = c == 0x1F3F4 || (flag && c >= 0xE0020 && c <= 0xE007F);
        bool ends_line = c < 0x20 || c == 0x85 || c == 0x2028 || c == 0x2029;
        bool escape = ends_line || (class == HS_CHAR_CONTROL && !flag);
        if (escape) {
            char escaped[HS_CHAR_SHOWN];
            size_t wide = hsi_char_show(c, escaped);
            if (shown)
                memcpy(shown + bytes, escaped, wide);
            bytes += wide;
        } else if (class != HS_CHAR_IGNORED || keep_ignored) {
            if (shown)
                memcpy(shown + bytes, text + start, at - start);
            bytes += at - start;
        }
    }
    return bytes;
}

struct hsi_tokens_room hsi_tokens_room(size_t count, size_t bytes)
{
    struct block {
        struct hs_tokens tokens;
        struct hs_token token[];
    };
    struct hsi_tokens_room room = {0};
    // count and bytes are limited by HS_MAX_TOKENS and HS_MAX_TEXT_BYTES: no overflow
    struct block *block = malloc(sizeof *block + count * sizeof(struct hs_token) + bytes + 1);
    if (!block)
        return room;
    block->tokens.count = count;
    block->tokens.token = block->token;
    room.tokens = &block->tokens;
    room.token = block->token;
    room.text = (char *)(block->token + count);
    return room;
}

static enum hs_status no_memory(struct hs_error *error)
{
    return hs_fail(
        error, HS_NO_MEMORY, "memory ran out while splitting the text; close some programs");
}

static enum hs_status check_text(const char *text, size_t length, struct hs_error *error)
{
    if (length > HS_MAX_TEXT_BYTES)
        return hs_fail(error, HS_LIMIT,
            "the sentence has %zu bytes, more than the limit of %u; shorten it or split it", length,
            HS_MAX_TEXT_BYTES);
    size_t invalid = hs_utf8_invalid(text, length);
    if (invalid < length)
        return hs_fail(error, HS_BAD_INPUT,
            "byte %zu of the text (0x%02X) is not valid UTF-8; save or paste the text as UTF-8",
            invalid + 1, (unsigned)(unsigned char)text[invalid]);
    return HS_OK;
}

/* Pieces of the text, on the stack while they are few. */
struct pieces {
    struct hs_cut few[128], *piece;
    size_t count, room;
};

static bool add_piece(struct pieces *pieces, struct hs_cut piece)
{
    if (pieces->count == pieces->room) {
        struct hs_cut *more = malloc(HS_MAX_TOKENS * sizeof *more);
        if (!more)
            return false;
        memcpy(more, pieces->piece, pieces->count * sizeof *more);
        pieces->piece = more;
        pieces->room = HS_MAX_TOKENS;
    }
    pieces->piece[pieces->count++] = piece;
    return true;
}

static enum hs_status collect(
    const char *text, size_t length, struct pieces *pieces, size_t *bytes, struct hs_error *error)
{
    struct hs_scan scan = {.text = text, .length = length};
    struct hs_cut piece;
    while (hsi_scan_next(&scan, &piece)) {
        if (pieces->count == HS_MAX_TOKENS)
            return hs_fail(error, HS_LIMIT,
                "the sentence has more than %u tokens, the limit; shorten it or split it",
                HS_MAX_TOKENS);
        if (!add_piece(pieces, piece))
            return no_memory(error);
        *bytes += hsi_tokens_show(text + piece.start, piece.end - piece.start, false, NULL) + 1;
    }
    return HS_OK;
}

enum hs_status hs_tokenise(
    const char *text, size_t length, struct hs_tokens **tokens, struct hs_error *error)
{
    enum hs_status status = check_text(text, length, error);
    if (status)
        return status;
    struct pieces pieces;
    pieces.piece = pieces.few;
    pieces.count = 0;
    pieces.room = sizeof pieces.few / sizeof *pieces.few;
    size_t bytes = 0;
    status = collect(text, length, &pieces, &bytes, error);
    struct hsi_tokens_room room = {0};
    if (!status) {
        room = hsi_tokens_room(pieces.count, bytes);
        if (!room.tokens)
            status = no_memory(error);
    }
    char *next = room.text;
    for (size_t i = 0; !status && i < pieces.count; i++) {
        struct hs_cut piece = pieces.piece[i];
        room.token[i] = (struct hs_token){
            next, (uint32_t)piece.start, (uint32_t)piece.end, piece.kind, piece.space_before};
        next += hsi_tokens_show(text + piece.start, piece.end - piece.start, false, next);
        *next++ = '\0';
    }
    if (pieces.piece != pieces.few)
        free(pieces.piece);
    if (!status)
        *tokens = room.tokens;
    return status;
}

/* The kind of a token that was given whole: that of its first part, but a URL or a number only when
 * it is all of it. */
static enum hs_token_kind kind_of(const char *text, size_t length)
{
    struct hs_scan scan = {.text = text, .length = length};
    struct hs_cut piece;
    if (!hsi_scan_next(&scan, &piece))
        return length ? HS_TOKEN_SYMBOL : HS_TOKEN_WORD;
    if (piece.end == length)
        return piece.kind;
    enum hs_token_kind kind = piece.kind;
    if (kind == HS_TOKEN_URL || kind == HS_TOKEN_NUMBER)
        return HS_TOKEN_WORD;
    while (hsi_scan_next(&scan, &piece)) // "?," is punctuation, "-based" a word
        if (piece.kind != kind)
            return HS_TOKEN_WORD;
    return kind;
}

enum hs_status hs_tokens_new(
    const char *const *texts, size_t count, struct hs_tokens **tokens, struct hs_error *error)
{
    size_t bytes = 0, joined = 0;
    if (count > HS_MAX_TOKENS)
        return hs_fail(error, HS_LIMIT,
            "there are %zu tokens, more than the limit of %u; use fewer", count, HS_MAX_TOKENS);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(texts[i]), invalid = hs_utf8_invalid(texts[i], length);
        if (invalid < length)
            return hs_fail(error, HS_BAD_INPUT,
                "byte %zu of token %zu (0x%02X) is not valid UTF-8; give tokens as UTF-8",
                invalid + 1, i, (unsigned)(unsigned char)texts[i][invalid]);
        joined += length + (i > 0);
        if (joined > HS_MAX_TEXT_BYTES)
            return hs_fail(error, HS_LIMIT,
                "the tokens have more than %u bytes together, the limit; use fewer or shorter ones",
                HS_MAX_TEXT_BYTES);
        bytes += hsi_tokens_show(texts[i], length, true, NULL) + 1;
    }
    struct hsi_tokens_room room = hsi_tokens_room(count, bytes);
    if (!room.tokens)
        return no_memory(error);
    size_t start = 0;
    char *next = room.text;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(texts[i]);
        room.token[i] = (struct hs_token){
            next, (uint32_t)start, (uint32_t)(start + length), kind_of(texts[i], length), i > 0};
        next += hsi_tokens_show(texts[i], length, true, next);
        *next++ = '\0';
        start += length + 1;
    }
    *tokens = room.tokens;
    return HS_OK;
}

struct hs_tokens *hsi_tokens_copy(const struct hs_token *token, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(token[i].text) + 1;
    struct hsi_tokens_room room = hsi_tokens_room(count, bytes);
    for (size_t i = 0; room.tokens && i < count; i++) {
        size_t size = strlen(token[i].text) + 1;
        memcpy(room.text, token[i].text, size);
        room.token[i] = token[i];
        room.token[i].text = room.text;
        room.text += size;
    }
    return room.tokens;
}

bool hs_tokens_equal(const struct hs_tokens *a, const struct hs_tokens *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = strcmp(a->token[i].text, b->token[i].text) == 0;
    return equal;
}

void hs_tokens_drop(struct hs_tokens *tokens)
{
    free(tokens); // one block, see hsi_tokens_room
}
