/* dump_pieces.c – the pieces that tokenisers of language models cut words into: which marks they
 * use, what a piece means in plain text, and where words begin. Called by dump_axis.c. The three
 * schemes: WordPiece ("##ing" continues a word), byte-level BPE (each byte of the text is one
 * printable letter, a blank is U+0120), SentencePiece (U+2581 is a blank). */
#include "sources/dump.h"

#include <string.h>

#include "text/chars.h"

#define BLANK_OF_BYTES 0x120u   /* Ġ */
#define NEWLINE_OF_BYTES 0x10Au /* Ċ */
#define BLANK_OF_SENTENCES 0x2581u

static uint32_t first_code(const char *text, size_t *length)
{
    size_t at = 0, size = strlen(text);
    uint32_t code = size ? hs_utf8_next(text, size, &at) : 0;
    *length = at;
    return code;
}

enum dump_scheme hs_dump_scheme_of(const char *const *texts, size_t count)
{
    bool bytes = false, sentences = false;
    for (size_t i = 0; i < count; i++) {
        size_t length;
        uint32_t code = first_code(texts[i], &length);
        if (strncmp(texts[i], "##", 2) == 0 && texts[i][2])
            return SCHEME_WORDPIECE;
        bytes |= code == BLANK_OF_BYTES || code == NEWLINE_OF_BYTES;
        sentences |= code == BLANK_OF_SENTENCES;
    }
    return sentences ? SCHEME_SENTENCEPIECE : bytes ? SCHEME_BYTES : SCHEME_PLAIN;
}

/* [CLS], [MASK], <s>, </s>, <|endoftext|>, <extra_id_0>: marks of the model, not of the text. */
static bool is_special(const char *text)
{
    size_t length = strlen(text);
    bool square = text[0] == '[';
    if (length < 3 ||
        !((square && text[length - 1] == ']') || (text[0] == '<' && text[length - 1] == '>')))
        return false;
    for (size_t i = 1; i + 1 < length; i++) {
        char c = text[i];
        bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z',
             digit = c >= '0' && c <= '9';
        if (!(upper || digit || c == '_' || (!square && (lower || strchr("|/-.", c)))))
            return false;
    }
    return true;
}

/* Byte-level BPE writes the bytes 33 … 126, 161 … 172 and 174 … 255 as the code points of the same
 * number, and the others, in order, as U+0100 and up. -1 when no byte is written so. */
static int byte_of_code(uint32_t code)
{
    if ((code >= 33 && code <= 126) || (code >= 161 && code <= 172) || (code >= 174 && code <= 255))
        return (int)code;
    if (code < 0x100 || code > 0x143)
        return -1;
    uint32_t at = code - 0x100; /* bytes 0 … 32, then 127 … 160, then 173 */
    return (int)(at <= 32 ? at : at <= 66 ? at - 33 + 127 : 173);
}

/* False (and nothing written) when the text is no byte-level piece: added tokens are plain text. */
static bool decode_bytes(const char *text, struct dump_piece *piece)
{
    size_t size = strlen(text), at = 0;
    piece->length = 0;
    while (at < size) {
        int byte = byte_of_code(hs_utf8_next(text, size, &at));
        if (byte < 0)
            return false;
        piece->bytes[piece->length++] = (char)byte;
    }
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* SentencePiece writes a byte it has no piece for as <0xF0>. */
static bool decode_fallback(const char *text, struct dump_piece *piece)
{
    if (strlen(text) != 6 || strncmp(text, "<0x", 3) != 0 || text[5] != '>' ||
        hex_digit(text[3]) < 0 || hex_digit(text[4]) < 0)
        return false;
    piece->bytes[0] = (char)(hex_digit(text[3]) * 16 + hex_digit(text[4]));
    piece->length = 1;
    return true;
}

static void decode_sentencepiece(const char *text, struct dump_piece *piece)
{
    size_t size = strlen(text), at = 0;
    piece->length = 0;
    while (at < size) {
        size_t from = at;
        if (hs_utf8_next(text, size, &at) == BLANK_OF_SENTENCES) {
            piece->bytes[piece->length++] = ' ';
        } else {
            memcpy(piece->bytes + piece->length, text + from, at - from);
            piece->length += at - from;
        }
    }
}

static bool only_punct(const char *bytes, size_t length)
{
    size_t at = 0;
    if (hs_utf8_invalid(bytes, length) < length) /* a part of a character */
        return false;
    while (at < length) {
        enum hs_char class = hs_char_class(hs_utf8_next(bytes, length, &at));
        if (class != HS_CHAR_PUNCT && class != HS_CHAR_SYMBOL)
            return false;
    }
    return length > 0;
}

struct dump_piece hs_dump_piece_read(
    enum dump_scheme scheme, const char *text, const struct dump_piece *before, char *room)
{
    struct dump_piece piece = {.bytes = room, .length = strlen(text), .special = is_special(text)};
    bool continues = false;
    memcpy(room, text, piece.length);
    if (scheme == SCHEME_SENTENCEPIECE && decode_fallback(text, &piece)) {
        piece.special = false;
        continues = true;
    } else if (piece.special) {
        piece.starts = true;
        return piece;
    } else if (scheme == SCHEME_WORDPIECE && strncmp(text, "##", 2) == 0 && text[2]) {
        piece.length -= 2;
        memmove(room, room + 2, piece.length);
        continues = true;
    } else if (scheme == SCHEME_BYTES) {
        if (!decode_bytes(text, &piece)) {
            piece.length = strlen(text);
            memcpy(room, text, piece.length);
        }
        continues = true;
    } else if (scheme == SCHEME_SENTENCEPIECE) {
        decode_sentencepiece(text, &piece);
        continues = true;
    }
    if (continues && scheme != SCHEME_WORDPIECE && piece.length > 0 &&
        (room[0] == ' ' || room[0] == '\n')) {
        continues = false;
        piece.blank = room[0] == ' ';
        if (piece.blank)
            memmove(room, room + 1, --piece.length);
    }
    piece.punct = only_punct(room, piece.length);
    /* BERT's own rule makes each punctuation mark a word; the same for the other schemes, whose
     * marks only tell blanks. */
    bool apart = scheme != SCHEME_WORDPIECE && (piece.punct || (before && before->punct));
    piece.starts = !continues || !before || before->special || apart;
    return piece;
}

void hs_dump_show_bytes(struct hs_buffer *buffer, const char *bytes, size_t length)
{
    size_t at = 0, valid = 0; /* bytes before `valid` are whole characters */
    while (at < length) {
        if (at >= valid)
            valid = at + hs_utf8_invalid(bytes + at, length - at);
        size_t from = at;
        /* a zero byte is a character too, but would end the name here */
        while (at < valid && bytes[at] != '\n' && bytes[at] != '\0')
            at++;
        hs_buffer_write(buffer, bytes + from, at - from);
        if (at == length)
            return;
        if (at < valid && bytes[at] == '\n')
            hs_buffer_print(buffer, "↵");
        else
            hs_buffer_print(buffer, "\\x%02X", (unsigned)(unsigned char)bytes[at]);
        at++;
    }
}
