/* Any bytes as a tokenizer's files and a text: refused with one line that names the file, or every
 * text can be cut, into pieces that have a token, and places in the text that begin and end with
 * whole characters. The first byte chooses the files, which end with a zero byte: 'j'
 * tokenizer.json, 'J' that with tokenizer_config.json, 'v' vocab.txt with tokenizer_config.json,
 * 'm' vocab.json, merges.txt, tokenizer_config.json, added_tokens.json. What is left is the text. */
#include "fuzz.h"
#include "tokenizer/tokenizer.h"

#include <string.h>

#define MOST_TEXT 2000u /* longer ones are fine, and would only make the fuzzer slow */

static const char *const forms[] = {"j tokenizer.json", "J tokenizer.json tokenizer_config.json",
    "v vocab.txt tokenizer_config.json",
    "m vocab.json merges.txt tokenizer_config.json added_tokens.json"};

/* The bytes up to the next zero, in a block of exactly their size. */
static char *take(const uint8_t **data, size_t *size, size_t *length)
{
    const uint8_t *end = memchr(*data, 0, *size);
    *length = end ? (size_t)(end - *data) : *size;
    char *copy = malloc(*length ? *length : 1);
    MUST(copy);
    memcpy(copy, *data, *length);
    *data += end ? *length + 1 : *length;
    *size -= end ? *length + 1 : *length;
    return copy;
}

static bool whole(const char *text, size_t length, size_t at)
{
    return at == length || ((unsigned char)text[at] & 0xC0) != 0x80;
}

static void check_tokens(const struct hs_tokenizer *tokenizer)
{
    size_t size = hsi_tokenizer_size(tokenizer);
    MUST(size > 0 && size <= 2 * (size_t)HS_MAX_VOCABULARY);
    uint32_t mask = hsi_tokenizer_mask(tokenizer);
    MUST(mask == HS_NO_PIECE || mask < size);
    for (uint32_t id = 0; id < size && id < 300; id++) {
        const char *token = hsi_tokenizer_token(tokenizer, id);
        struct hs_buffer shown = {0};
        hsi_tokenizer_show(tokenizer, id, &shown);
        MUST(hs_utf8_invalid(token, strlen(token)) == strlen(token));
        MUST(hs_utf8_invalid(shown.data, shown.length) == shown.length);
        MUST(!token[0] || shown.length > 0);
        hs_buffer_drop(&shown);
    }
}

static void check_text(const struct hs_tokenizer *tokenizer, const char *text, size_t length)
{
    struct hs_error error = {HS_OK, ""};
    struct hs_encoding *encoding = NULL, *bare = NULL;
    enum hs_status status = hsi_tokenizer_encode(tokenizer, text, length, true, &encoding, &error);
    MUST((status == HS_OK) == (encoding != NULL));
    MUST(status == HS_OK || (error.message[0] && !strchr(error.message, '\n')));
    MUST(hsi_tokenizer_encode(tokenizer, text, length, false, &bare, NULL) == status);
    if (status)
        return;
    size_t marks = 0, told = 0;
    char ids[1000] = "";
    for (size_t i = 0; i < encoding->count; i++) {
        const struct hs_piece *piece = &encoding->piece[i];
        if (told + 40 < sizeof ids)
            told += (size_t)sprintf(ids + told, "%u:%zu-%zu ", (unsigned)piece->id, (size_t)piece->start, (size_t)piece->end);
        MUST(piece->id < hsi_tokenizer_size(tokenizer));
        MUST(piece->start <= piece->end && piece->end <= length);
        MUST(whole(text, length, piece->start) && whole(text, length, piece->end));
        marks += piece->special;
    }
    fuzz_said(ids);
    MUST(bare->count <= encoding->count && encoding->count <= bare->count + marks);
    hsi_encoding_drop(encoding);
    hsi_encoding_drop(bare);
}

FUZZ(tokenizer)
{
    const char *form = NULL;
    struct hs_tokenizer_file file[4];
    char names[80], *next = NULL;
    size_t count = 0;
    for (size_t i = 0; size > 0 && i < sizeof forms / sizeof *forms; i++)
        if (forms[i][0] == (char)data[0])
            form = forms[i];
    if (!form)
        return 0;
    data++;
    size--;
    snprintf(names, sizeof names, "%s", form + 2);
    for (char *name = strtok_r(names, " ", &next); name;
         name = strtok_r(NULL, " ", &next), count++) {
        file[count].name = name;
        file[count].bytes = take(&data, &size, &file[count].length);
    }
    struct hs_tokenizer *tokenizer = NULL;
    struct hs_error error = {HS_OK, ""};
    enum hs_status status = hsi_tokenizer_parse(file, count, &tokenizer, &error);
    MUST((status == HS_OK) == (tokenizer != NULL));
    MUST(status == HS_OK || (error.message[0] && !strchr(error.message, '\n')));
    for (size_t i = 0; i < count; i++)
        free((char *)file[i].bytes);
    if (status) {
        fuzz_said(error.message);
        return 0;
    }
    check_tokens(tokenizer);
    char *text = malloc(size + 1); /* exactly its size, but never none */
    MUST(text);
    memcpy(text, data, size);
    check_text(tokenizer, text, size < MOST_TEXT ? size : MOST_TEXT);
    free(text);
    hsi_tokenizer_drop(tokenizer);
    return 0;
}
