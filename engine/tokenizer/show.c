/* show.c – what a tokenizer says about its tokens: names, numbers, and how a person reads them. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

#include <stdlib.h>
#include <string.h>

size_t hsi_tokenizer_size(const struct hs_tokenizer *tokenizer)
{
    return tokenizer->size;
}

const char *hsi_tokenizer_token(const struct hs_tokenizer *tokenizer, uint32_t id)
{
    return id < tokenizer->size && tokenizer->token[id].text ? tokenizer->token[id].text : "";
}

uint32_t hsi_tokenizer_id(const struct hs_tokenizer *tokenizer, const char *token)
{
    size_t length = strlen(token), index = hsi_words_find(&tokenizer->added_words, token, length);
    if (index != WORD_NONE)
        return tokenizer->added[tokenizer->added_words.word[index].id].id;
    index = hsi_words_find(&tokenizer->model.words, token, length);
    return index == WORD_NONE ? HS_NO_PIECE : tokenizer->model.words.word[index].id;
}

bool hsi_tokenizer_special(const struct hs_tokenizer *tokenizer, uint32_t id)
{
    return id < tokenizer->size && tokenizer->token[id].special;
}

uint32_t hsi_tokenizer_mask(const struct hs_tokenizer *tokenizer)
{
    return tokenizer->mask;
}

const char *hsi_tokenizer_note(const struct hs_tokenizer *tokenizer)
{
    return tokenizer->note;
}

/* The bytes that a byte-level token stands for, appended; false when it is not spelt in their
 * letters. */
static bool byte_level(const struct token *token, struct hs_buffer *bytes)
{
    for (size_t at = 0; at < token->length;) {
        int byte = hsi_byte_of_letter(hs_utf8_next(token->text, token->length, &at));
        if (byte < 0)
            return false;
        char one = (char)byte;
        hs_buffer_write(bytes, &one, 1);
    }
    return true;
}

static bool uses_bytes(const struct hs_tokenizer *tokenizer)
{
    for (size_t i = 0; i < tokenizer->splitters; i++)
        if (tokenizer->splitter[i].kind == SPLIT_BYTE_LEVEL)
            return true;
    for (size_t i = 0; i < tokenizer->normalizers; i++)
        if (tokenizer->normalizer[i].kind == NORMALIZE_BYTES)
            return true;
    return false;
}

/* Bytes for a person: line ends and other controls by sign or number, what is no whole character
 * too, and characters without a picture by their code. */
static void show_bytes(const char *bytes, size_t length, struct hs_buffer *shown)
{
    for (size_t at = 0; at < length;) {
        size_t from = at;
        uint32_t c = hs_utf8_next(bytes, length, &at);
        bool broken = c == 0xFFFD && at - from == 1;
        if (broken || (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
            hs_buffer_print(shown, "\\x%02X", (unsigned)(unsigned char)bytes[from]);
        else if (c == '\n')
            hs_buffer_print(shown, "↵");
        else if (c == '\t')
            hs_buffer_print(shown, "⇥");
        else if (c != ' ' && (hsi_unicode_is(UNICODE_INVISIBLE, c) || hsi_unicode_space(c)))
            hs_buffer_print(shown, "U+%04X", (unsigned)c);
        else
            hs_buffer_write(shown, bytes + from, at - from);
    }
}

/* SentencePiece writes a blank as U+2581. */
static void blanks(const struct token *token, struct hs_buffer *bytes)
{
    static const char mark[] = "\xE2\x96\x81";
    for (size_t at = 0; at < token->length;) {
        bool blank = strncmp(token->text + at, mark, 3) == 0;
        hs_buffer_write(bytes, blank ? " " : token->text + at, 1);
        at += blank ? 3 : 1;
    }
}

/* The bytes that a token stands for, appended; true for a piece that continues a word and is marked so. */
static bool spell(const struct hs_tokenizer *tokenizer, uint32_t id, struct hs_buffer *bytes)
{
    const struct token *token = &tokenizer->token[id];
    const struct model *model = &tokenizer->model;
    size_t prefix = model->kind == MODEL_WORDPIECE ? model->prefix_length : 0;
    bool continues = false;
    if (token->special || token->added) {
        hs_buffer_write(bytes, token->text, token->length);
    } else if (uses_bytes(tokenizer)) {
        size_t before = bytes->length;
        if (!byte_level(token, bytes)) {
            bytes->length = before;
            hs_buffer_write(bytes, token->text, token->length);
        }
    } else if (model->kind == MODEL_WORDPIECE) {
        continues = prefix && token->length > prefix && strncmp(token->text, model->prefix, prefix) == 0;
        hs_buffer_write(bytes, token->text + (continues ? prefix : 0), token->length - (continues ? prefix : 0));
    } else if (token->length == 6 && strncmp(token->text, "<0x", 3) == 0 &&
               model->byte_id[strtoul(token->text + 3, NULL, 16) & 0xFF] == id) {
        char byte = (char)strtoul(token->text + 3, NULL, 16);
        hs_buffer_write(bytes, &byte, 1);
    } else {
        blanks(token, bytes);
    }
    return continues;
}

void hsi_tokenizer_show(const struct hs_tokenizer *tokenizer, uint32_t id, struct hs_buffer *shown)
{
    if (id >= tokenizer->size || !tokenizer->token[id].text)
        return;
    struct hs_buffer bytes = {0};
    spell(tokenizer, id, &bytes);
    show_bytes(bytes.data ? bytes.data : "", bytes.length, shown);
    shown->failed |= bytes.failed;
    hs_buffer_drop(&bytes);
}

bool hsi_tokenizer_write(const struct hs_tokenizer *tokenizer, uint32_t id, bool *joins, struct hs_buffer *bytes)
{
    *joins = false;
    if (id >= tokenizer->size || !tokenizer->token[id].text || tokenizer->token[id].special)
        return false;
    size_t before = bytes->length;
    *joins = spell(tokenizer, id, bytes);
    if (tokenizer->model.kind == MODEL_WORDPIECE && !*joins && !bytes->failed) { /* its blanks are not part of tokens */
        hs_buffer_write(bytes, " ", 1);
        if (!bytes->failed) {
            memmove(bytes->data + before + 1, bytes->data + before, bytes->length - 1 - before);
            bytes->data[before] = ' ';
        }
    }
    return true;
}
