/* encode.c – hsi_tokenizer_encode: added tokens are taken out, the rest is normalised, split, cut by
 * the model, and the marks are put around. The order of the reference, step by step. */
#include "tokenizer/encode.h"
#include "tokenizer/pattern.h"

#include <stdlib.h>
#include <string.h>

/* The text as typed: every byte stands for its whole character. */
static bool begin(struct encoder *encoder, const char *text, size_t length)
{
    encoder->now.bytes = malloc(length + 1);
    encoder->now.from = malloc((length + 1) * sizeof(uint32_t));
    encoder->now.to = malloc((length + 1) * sizeof(uint32_t));
    struct split *split = hsi_encode_more(encoder, &encoder->splits, sizeof *split);
    if (!encoder->now.bytes || !encoder->now.from || !encoder->now.to || !split)
        return hsi_encode_fail(
            encoder, HS_NO_MEMORY, "memory ran out while cutting the text; close some programs");
    *split = (struct split){0, length, 0, HS_NO_PIECE};
    encoder->now.room = length + 1;
    encoder->now.length = length;
    if (length)
        memcpy(encoder->now.bytes, text, length);
    for (size_t at = 0; at < length;) {
        size_t from = at;
        hs_utf8_next(text, length, &at);
        for (size_t i = from; i < at; i++) {
            encoder->now.from[i] = (uint32_t)from;
            encoder->now.to[i] = (uint32_t)at;
        }
    }
    return true;
}

static bool run(struct encoder *encoder, bool marks)
{
    const struct hs_tokenizer *tokenizer = encoder->tokenizer;
    if (!hsi_added_apply(encoder, false))
        return false;
    for (size_t i = 0; i < tokenizer->normalizers; i++)
        if (!hsi_normalize(encoder, &tokenizer->normalizer[i]))
            return false;
    if (!hsi_added_apply(encoder, true))
        return false;
    for (size_t i = 0; i < tokenizer->splitters; i++)
        if (!hsi_split(encoder, &tokenizer->splitter[i]))
            return false;
    for (size_t i = 0; i < encoder->splits.count; i++) {
        struct split split = ((const struct split *)encoder->splits.data)[i];
        if (!hsi_model_cut(encoder, &split))
            return false;
    }
    for (size_t i = 0; i < tokenizer->processors; i++)
        if (!hsi_process(encoder, &tokenizer->processor[i], marks))
            return false;
    return true;
}

static bool inside_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static bool finish(struct encoder *encoder, struct hs_encoding **encoding)
{
    struct made {
        struct hs_encoding encoding;
        struct hs_piece piece[];
    };
    size_t count = encoder->parts.count, length = encoder->typed_length;
    struct made *made = malloc(sizeof *made + count * sizeof *made->piece);
    if (!made)
        return hsi_encode_fail(
            encoder, HS_NO_MEMORY, "memory ran out while cutting the text; close some programs");
    made->encoding = (struct hs_encoding){count, made->piece};
    const struct part *part = encoder->parts.data;
    for (size_t i = 0; i < count; i++) {
        uint32_t end = part[i].end < length ? part[i].end : (uint32_t)length;
        uint32_t start = part[i].start < end ? part[i].start : end;
        while (start > 0 && start < length && inside_character(encoder->typed[start]))
            start--; // where the reference counts wrongly, whole characters all the same
        while (end < length && inside_character(encoder->typed[end]))
            end++;
        made->piece[i] = (struct hs_piece){part[i].id, start, end, part[i].type, part[i].special};
    }
    *encoding = &made->encoding;
    return true;
}

static void text_drop(struct text *text)
{
    free(text->bytes);
    free(text->from);
    free(text->to);
}

static void drop(struct encoder *encoder)
{
    text_drop(&encoder->now);
    text_drop(&encoder->next);
    free(encoder->splits.data);
    free(encoder->made.data);
    free(encoder->cuts.data);
    free(encoder->parts.data);
    free(encoder->scratch.data);
    hsi_pattern_free_matches(encoder);
}

enum hs_status hsi_normalize_text(const struct hs_tokenizer *tokenizer, const char *text,
    size_t length, struct hs_buffer *out, struct hs_error *error)
{
    struct encoder encoder = {
        .tokenizer = tokenizer, .typed = text, .typed_length = length, .error = error};
    bool fine = begin(&encoder, text, length);
    for (size_t i = 0; fine && i < tokenizer->normalizers; i++)
        fine = hsi_normalize(&encoder, &tokenizer->normalizer[i]);
    if (fine)
        hs_buffer_write(out, encoder.now.bytes, encoder.now.length);
    if (fine && out->failed)
        hsi_encode_fail(&encoder, HS_NO_MEMORY,
            "memory ran out while reading the tokenizer; close some programs");
    drop(&encoder);
    return encoder.status;
}

enum hs_status hsi_tokenizer_encode(const struct hs_tokenizer *tokenizer, const char *text,
    size_t length, bool marks, struct hs_encoding **encoding, struct hs_error *error)
{
    if (length > HS_MAX_TEXT_BYTES)
        return hs_fail(error, HS_LIMIT,
            "the text has %zu bytes, at most %u are cut into pieces; give a shorter one", length,
            HS_MAX_TEXT_BYTES);
    size_t invalid = hs_utf8_invalid(text, length);
    if (invalid < length)
        return hs_fail(error, HS_BAD_INPUT,
            "byte %zu of the text (0x%02X) is not valid UTF-8; save it as UTF-8", invalid + 1,
            (unsigned)(unsigned char)text[invalid]);
    struct encoder encoder = {
        .tokenizer = tokenizer, .typed = text, .typed_length = length, .error = error};
    if (begin(&encoder, text, length) && run(&encoder, marks))
        finish(&encoder, encoding);
    drop(&encoder);
    return encoder.status;
}

void hsi_encoding_drop(struct hs_encoding *encoding)
{
    free(encoding);
}
