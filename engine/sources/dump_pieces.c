/* dump_pieces.c – the pieces that tokenisers of language models cut words into: which marks they
 * use, what a piece means in plain text, and where words begin. Called by dump_axis.c. The marks:
 * WordPiece ("##ing" continues a word), byte-level BPE (each byte of the text is one printable
 * letter, a blank is U+0120), SentencePiece (U+2581 is a blank), older BPE ("ing</w>" ends a word,
 * "play@@" does not). */
#include "sources/dump.h"

#include <string.h>

#include "text/chars.h"

#define BLANK_OF_BYTES 0x120u   /* Ġ */
#define NEWLINE_OF_BYTES 0x10Au /* Ċ */
#define TAB_OF_BYTES 0x109u     /* ĉ */
#define BLANK_OF_SENTENCES 0x2581u
#define BAR_OF_MARKS 0xFF5Cu /* DeepSeek: <｜User｜> */
#define WORD_ENDS "</w>"
#define WORD_GOES_ON "@@"

static uint32_t first_code(const char *text, size_t *length)
{
    size_t at = 0, size = strlen(text);
    uint32_t code = size ? hs_utf8_next(text, size, &at) : 0;
    *length = at;
    return code;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), size = strlen(ending);
    return length > size && strcmp(text + length - size, ending) == 0;
}

/* "##ing"; but "##", "###" are text: headings, comments. */
static bool continues_word(const char *text)
{
    return strncmp(text, "##", 2) == 0 && text[2 + strspn(text + 2, "#")] != '\0';
}

/* ------------------------------------------------------------------ marks of the model */
static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* [CLS], [MASK], [/INST], [TOOL_CALLS], [unused7]; but [A], [12] are text. */
static bool special_square(const char *name, size_t length)
{
    static const char unused[] = "unused";
    size_t at = sizeof unused - 1;
    if (length > at && strncmp(name, unused, at) == 0) {
        while (at < length && is_digit(name[at]))
            at++;
        return at == length;
    }
    size_t first = name[0] == '/';
    for (at = first; at < length; at++)
        if (!is_upper(name[at]) && name[at] != '_' && !(at > first && is_digit(name[at])))
            return false;
    return length >= first + 2;
}

/* The names that stand alone: <b>, <br> and <html> are text. */
static bool special_name(const char *name, size_t length)
{
    static const char *const known[] = {"s", "pad", "unk", "mask", "bos", "eos", "cls", "sep",
        "eod", "eop", "eot", "eom", "sos", "user", "system", "assistant", "think", "image", "audio",
        "video"};
    size_t letters = 0;
    char lower[16];
    if (name[0] == '/') {
        name++;
        length--;
    }
    for (; letters < length && (is_upper(name[letters]) || is_lower(name[letters])); letters++)
        if (letters < sizeof lower)
            lower[letters] = (char)(is_upper(name[letters]) ? name[letters] - 'A' + 'a' : name[letters]);
    for (size_t i = 0; letters == length && i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == length && memcmp(known[i], lower, length) == 0)
            return true;
    size_t digits = letters;
    while (digits < length && is_digit(name[digits]))
        digits++;
    return letters >= 5 && digits == length && digits > letters; /* <unused7>, <madeupword0> */
}

/* <s>, </s>, <|endoftext|>, <extra_id_0>, <｜begin▁of▁sentence｜>. */
static bool special_angle(const char *name, size_t length)
{
    bool joined = false, word = false;
    for (size_t at = 0; at < length;) {
        char c = name[at];
        uint32_t code = hs_utf8_next(name, length, &at);
        bool joint = c == '|' || c == '_' || code == BAR_OF_MARKS || code == BLANK_OF_SENTENCES;
        joined |= joint;
        word |= is_upper(c) || is_lower(c) || is_digit(c);
        if (!joint && !is_upper(c) && !is_lower(c) && !is_digit(c) && !strchr("/-.", c))
            return false;
    }
    return word && (joined || special_name(name, length));
}

static bool is_special(const char *text)
{
    size_t length = strlen(text);
    if (length >= 3 && text[0] == '[' && text[length - 1] == ']')
        return special_square(text + 1, length - 2);
    return length >= 3 && text[0] == '<' && text[length - 1] == '>' &&
           special_angle(text + 1, length - 2);
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
        enum hs_char class = hsi_char_class(hs_utf8_next(bytes, length, &at));
        if (class != HS_CHAR_PUNCT && class != HS_CHAR_SYMBOL)
            return false;
    }
    return length > 0;
}

/* ------------------------------------------------------------------ which scheme it is */
/* Notes what one piece says; `before` is the one before it, or NULL. */
static void look_at(struct dump_marks *marks, const char *text, const char *before)
{
    size_t length;
    uint32_t code = first_code(text, &length);
    marks->bytes += code == BLANK_OF_BYTES || code == NEWLINE_OF_BYTES || code == TAB_OF_BYTES;
    marks->sentences += code == BLANK_OF_SENTENCES;
    marks->blanks |= text[0] == ' ' && text[strspn(text, " ")] != '\0';
    marks->ends |= ends_with(text, WORD_ENDS);
    marks->joins |= ends_with(text, WORD_GOES_ON) && strspn(text, "@") < strlen(text);
    if (continues_word(text)) {
        bool follows = before && !is_special(before) && !only_punct(before, strlen(before));
        code = first_code(text + 2, &length);
        marks->hashes++;
        /* a capital after ## is more likely a tag that someone typed */
        marks->continues += follows && !hsi_char_upper(code);
    }
}

/* Whether the pieces of a text, unmarked, may be bytes: all are letters for bytes and their bytes
 * are a text, which may be cut off within its last character. */
static void look_at_bytes(struct dump_marks *marks, const char *const *texts, size_t count)
{
    struct hs_buffer joined = {0};
    for (size_t i = 0; i < count && !marks->no_bytes; i++) {
        size_t size = strlen(texts[i]) - (ends_with(texts[i], WORD_ENDS) ? sizeof WORD_ENDS - 1 : 0);
        if (is_special(texts[i]))
            continue;
        for (size_t at = 0; at < size && !marks->no_bytes;) {
            int byte = byte_of_code(hs_utf8_next(texts[i], size, &at));
            char letter = (char)byte;
            marks->no_bytes = byte < 0;
            hs_buffer_write(&joined, &letter, 1);
        }
    }
    size_t valid = joined.data ? hs_utf8_invalid(joined.data, joined.length) : 0;
    marks->no_bytes |= joined.failed || joined.length - valid > 3;
    for (size_t i = 0; i < valid; i++)
        marks->wide |= (unsigned char)joined.data[i] >= 0x80;
    hs_buffer_drop(&joined);
}

void hsi_dump_marks_add(struct dump_marks *marks, const char *const *texts, size_t count)
{
    static const char *const of_bert[] = {"[CLS]", "[SEP]", "[UNK]", "[MASK]"};
    for (size_t i = 0; i < count; i++) {
        look_at(marks, texts[i], i ? texts[i - 1] : NULL);
        for (size_t b = 0; b < sizeof of_bert / sizeof *of_bert; b++)
            marks->bert |= strcmp(texts[i], of_bert[b]) == 0;
    }
    look_at_bytes(marks, texts, count);
}

enum dump_scheme hsi_dump_scheme(const struct dump_marks *marks)
{
    bool bytes = !marks->no_bytes && marks->wide;
    if (marks->bert && marks->hashes > marks->bytes + marks->sentences)
        return SCHEME_WORDPIECE;
    if (marks->sentences || marks->bytes)
        return marks->sentences ? SCHEME_SENTENCEPIECE : SCHEME_BYTES;
    if (marks->ends)
        return bytes ? SCHEME_BYTE_ENDS : SCHEME_ENDS;
    if (marks->joins)
        return SCHEME_JOINS;
    if (marks->blanks)
        return SCHEME_BLANKS;
    return bytes ? SCHEME_BYTES : marks->continues ? SCHEME_WORDPIECE : SCHEME_PLAIN;
}

/* ------------------------------------------------------------------ reading one */
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Takes the mark off; false when the piece has none and a word goes on, or begins, with it. */
static bool take_off(struct dump_piece *piece, const char *mark)
{
    size_t size = strlen(mark);
    if (piece->length <= size || memcmp(piece->bytes + piece->length - size, mark, size) != 0)
        return false;
    piece->length -= size;
    return true;
}

/* The bytes of a piece that is no mark of the model; whether a word goes on in it, as far as the
 * piece itself tells. */
static bool read_bytes(enum dump_scheme scheme, const char *text, struct dump_piece *piece)
{
    memcpy(piece->bytes, text, piece->length);
    switch (scheme) {
    case SCHEME_WORDPIECE:
        if (!continues_word(text))
            return false;
        piece->length -= 2;
        memmove(piece->bytes, piece->bytes + 2, piece->length);
        return true;
    case SCHEME_BYTES:
    case SCHEME_BYTE_ENDS:
        if (!decode_bytes(text, piece)) {
            piece->length = strlen(text);
            memcpy(piece->bytes, text, piece->length);
        }
        if (scheme == SCHEME_BYTE_ENDS)
            piece->ends = take_off(piece, WORD_ENDS);
        return true;
    case SCHEME_SENTENCEPIECE:
        decode_sentencepiece(text, piece);
        return true;
    case SCHEME_BLANKS:
        return true;
    case SCHEME_ENDS:
        piece->ends = take_off(piece, WORD_ENDS);
        return true;
    case SCHEME_JOINS:
        piece->ends = !take_off(piece, WORD_GOES_ON);
        return true;
    default:
        return false;
    }
}

struct dump_piece hsi_dump_piece_read(
    enum dump_scheme scheme, const char *text, const struct dump_piece *before, char *room)
{
    struct dump_piece piece = {.bytes = room, .length = strlen(text), .special = is_special(text)};
    bool own_marks = scheme == SCHEME_WORDPIECE || scheme == SCHEME_ENDS ||
                     scheme == SCHEME_BYTE_ENDS || scheme == SCHEME_JOINS;
    bool continues = true;
    if (scheme == SCHEME_SENTENCEPIECE && decode_fallback(text, &piece)) {
        piece.special = false;
    } else if (piece.special) {
        memcpy(room, text, piece.length);
        piece.starts = piece.ends = true;
        return piece;
    } else {
        continues = read_bytes(scheme, text, &piece);
    }
    size_t seen = piece.length; /* without the blanks and line ends at its end */
    while (seen > 0 && is_space(room[seen - 1]))
        seen--;
    bool gap = seen == 0 && piece.length > 0;
    piece.ends |= seen < piece.length;
    piece.punct = only_punct(room, seen);
    if (!own_marks && continues && piece.length > 0 && is_space(room[0])) {
        continues = false;
        piece.blank = room[0] == ' ';
        piece.punct = piece.blank && seen > 0 ? only_punct(room + 1, seen - 1) : piece.punct;
        if (piece.blank)
            memmove(room, room + 1, --piece.length);
    }
    /* BERT's own rule makes each punctuation mark a word; the same for the schemes whose marks only
     * tell blanks. */
    bool apart = !own_marks && (piece.punct || (before && before->punct));
    piece.starts = !continues || !before || before->ends || apart || gap;
    return piece;
}

void hsi_dump_show_bytes(struct hs_buffer *buffer, const char *bytes, size_t length)
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

void hsi_dump_show_piece(struct hs_buffer *buffer, const struct dump_piece *piece)
{
    size_t at = 0;
    if (!piece->starts)
        hs_buffer_print(buffer, "·");
    if (piece->length == 0)
        hs_buffer_print(buffer, piece->blank ? "␣" : "(empty)");
    for (; at < piece->length && piece->bytes[at] == ' '; at++)
        hs_buffer_print(buffer, "␣");
    hsi_dump_show_bytes(buffer, piece->bytes + at, piece->length - at);
}
