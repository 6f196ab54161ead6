/* read_normalizer.c – the normalisers of tokenizer.json, and the patterns that they share with the
 * ways to split. */
#include "tokenizer/pattern.h"
#include "tokenizer/read.h"

#include <string.h>

enum hs_status hsi_read_pattern(
    const struct reader *reader, const char *value, struct pattern **pattern)
{
    struct field field[] = {{"String", NULL}, {"Regex", NULL}};
    if (hsi_walk_kind(value) == HS_JSON_STRING)
        field[0].value = value; // as older files have it
    else {
        enum hs_status status = hsi_read_fields(reader, value, "a pattern", field, 2);
        if (status)
            return status;
    }
    const struct field *given = field[0].value ? &field[0] : &field[1];
    const char *text = NULL;
    size_t length = 0;
    enum hs_status status = hsi_read_needed(reader, value, given);
    if (!status)
        status = hsi_read_text(reader, given, &text, &length);
    if (status)
        return status;
    if (length == 0)
        return hsi_read_fail(reader, value, "a pattern may not be empty: it would match everywhere");
    char words[200] = "";
    struct hs_arena *arena = &reader->tokenizer->arena;
    status = given == &field[0] ? hsi_pattern_literal(text, length, arena, pattern)
                                : hsi_pattern_regex(text, length, arena, pattern, words);
    if (status == HS_NO_MEMORY)
        return hsi_read_no_memory(reader);
    if (status)
        return hsi_read_fail(
            reader, given->value, "the expression \"%.100s\" cannot be used: %s", text, words);
    hsi_pattern_link(*pattern, &reader->tokenizer->patterns);
    return HS_OK;
}

static enum hs_status read_bert(
    const struct reader *reader, const char *value, struct normalizer *normalizer)
{
    struct field field[] = {{"clean_text", NULL}, {"handle_chinese_chars", NULL},
        {"strip_accents", NULL}, {"lowercase", NULL}};
    enum hs_status status = hsi_read_fields(reader, value, "a BertNormalizer", field, 4);
    normalizer->clean_text = normalizer->chinese = normalizer->lowercase = true;
    if (!status)
        status = hsi_read_bool(reader, &field[0], &normalizer->clean_text);
    if (!status)
        status = hsi_read_bool(reader, &field[1], &normalizer->chinese);
    if (!status)
        status = hsi_read_bool(reader, &field[3], &normalizer->lowercase);
    normalizer->strip_accents = normalizer->lowercase; // unless it is said
    return status ? status : hsi_read_bool(reader, &field[2], &normalizer->strip_accents);
}

static enum hs_status read_contents(
    const struct reader *reader, const char *value, struct normalizer *normalizer)
{
    struct field field[] = {{"strip_left", NULL}, {"strip_right", NULL}, {"prepend", NULL},
        {"pattern", NULL}, {"content", NULL}, {"precompiled_charsmap", NULL}};
    enum hs_status status = hsi_read_fields(reader, value, "a normalizer", field, 6);
    if (status)
        return status;
    switch (normalizer->kind) {
    case NORMALIZE_STRIP:
        normalizer->left = normalizer->right = true;
        status = hsi_read_bool(reader, &field[0], &normalizer->left);
        return status ? status : hsi_read_bool(reader, &field[1], &normalizer->right);
    case NORMALIZE_PREPEND:
        status = hsi_read_needed(reader, value, &field[2]);
        return status ? status
                      : hsi_read_text(
                            reader, &field[2], &normalizer->content, &normalizer->content_length);
    case NORMALIZE_REPLACE:
        status = hsi_read_needed(reader, value, &field[3]);
        if (!status)
            status = hsi_read_needed(reader, value, &field[4]);
        if (!status)
            status = hsi_read_pattern(reader, field[3].value, &normalizer->pattern);
        return status ? status
                      : hsi_read_text(
                            reader, &field[4], &normalizer->content, &normalizer->content_length);
    case NORMALIZE_PRECOMPILED:
        status = hsi_read_needed(reader, value, &field[5]);
        return status ? status : hsi_read_charsmap(reader, field[5].value, &normalizer->map);
    default:
        return HS_OK;
    }
}

static enum hs_status read_one(const struct reader *reader, const char *value, const char *type)
{
    static const char *const names[] = {[NORMALIZE_BERT] = "BertNormalizer",
        [NORMALIZE_NFC] = "NFC",
        [NORMALIZE_NFD] = "NFD",
        [NORMALIZE_NFKC] = "NFKC",
        [NORMALIZE_NFKD] = "NFKD",
        [NORMALIZE_LOWERCASE] = "Lowercase",
        [NORMALIZE_STRIP] = "Strip",
        [NORMALIZE_STRIP_ACCENTS] = "StripAccents",
        [NORMALIZE_PREPEND] = "Prepend",
        [NORMALIZE_REPLACE] = "Replace",
        [NORMALIZE_PRECOMPILED] = "Precompiled",
        [NORMALIZE_NMT] = "Nmt",
        [NORMALIZE_BYTES] = "ByteLevel"};
    struct hs_tokenizer *tokenizer = reader->tokenizer;
    size_t kind = 0, kinds = sizeof names / sizeof *names;
    while (kind < kinds && strcmp(type, names[kind]) != 0)
        kind++;
    if (kind == kinds)
        return hsi_read_unknown(reader, value, "normalizer", type,
            "BertNormalizer, NFC, NFD, NFKC, NFKD, Lowercase, Strip, StripAccents, Prepend, "
            "Replace, "
            "Precompiled, Nmt, ByteLevel, Sequence");
    if (tokenizer->normalizers == MOST_PARTS)
        return hsi_read_fail(
            reader, value, "more than %d normalizers; no tokenizer has so many", MOST_PARTS);
    struct normalizer *normalizer = &tokenizer->normalizer[tokenizer->normalizers++];
    normalizer->kind = (enum normalizer_kind)kind;
    return kind == NORMALIZE_BERT ? read_bert(reader, value, normalizer)
                                  : read_contents(reader, value, normalizer);
}

enum hs_status hsi_read_normalizer(const struct reader *reader, const char *value)
{
    return hsi_read_part(reader, value, "normalizer", "normalizers", read_one);
}

/* ------------------------------------------------------------------ Precompiled: base64 of
 * SentencePiece's own format */
static int sextet(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

/* Returns the bytes written, SIZE_MAX when it is no base64. In place. */
static size_t from_base64(char *text, size_t length)
{
    size_t out = 0;
    if (length % 4)
        return SIZE_MAX;
    size_t pads = length && text[length - 1] == '=' ? 1 + (text[length - 2] == '=') : 0;
    for (size_t i = 0; i < length; i += 4) {
        uint32_t three = 0;
        size_t padded = i + 4 == length ? pads : 0;
        for (size_t k = 0; k < 4; k++) {
            int value = k < 4 - padded ? sextet(text[i + k]) : 0;
            if (value < 0)
                return SIZE_MAX;
            three = three << 6 | (uint32_t)value;
        }
        for (size_t k = 0; k < 3 - padded; k++)
            text[out++] = (char)(three >> (16 - 8 * k) & 0xFF);
    }
    return out;
}

static uint32_t little_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

enum hs_status hsi_read_charsmap(
    const struct reader *reader, const char *value, struct charsmap *map)
{
    struct field field = {"precompiled_charsmap", value};
    const char *text = NULL;
    size_t length = 0;
    enum hs_status status = hsi_read_text(reader, &field, &text, &length);
    if (status)
        return status;
    char *bytes = (char *)text; // our own copy
    size_t count = from_base64(bytes, length);
    if (count == SIZE_MAX)
        return hsi_read_fail(
            reader, value, "the charsmap is not base64; bring the file as it was published");
    size_t units = count >= 4 ? little_endian(bytes) / 4 : 0;
    if (count < 4 || units > (count - 4) / 4)
        return hsi_read_fail(reader, value,
            "the charsmap has %zu bytes, fewer than its own header asks for; bring the file as it "
            "was published",
            count);
    uint32_t *unit = hsi_arena_alloc(&reader->tokenizer->arena, units, sizeof *unit);
    if (!unit)
        return hsi_read_no_memory(reader);
    for (size_t i = 0; i < units; i++)
        unit[i] = little_endian(bytes + 4 + 4 * i);
    *map = (struct charsmap){unit, bytes + 4 + 4 * units, units, count - 4 - 4 * units};
    if (hs_utf8_invalid(map->text, map->length) < map->length)
        return hsi_read_fail(reader, value,
            "the charsmap's texts are not valid UTF-8; bring the file as it was published");
    return HS_OK;
}
