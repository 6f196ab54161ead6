/* read_splitter.c – the pre-tokenisers of tokenizer.json. */
#include "tokenizer/pattern.h"
#include "tokenizer/read.h"

#include <string.h>

/* GPT-2's: contractions, words, numbers and other signs with the blank before them, blanks. */
static const char gpt2[] =
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

static enum hs_status read_choice(const struct reader *reader, const struct field *field,
    const char *const *names, size_t count, size_t *choice)
{
    for (size_t i = 0; field->value && i < count; i++)
        if (hsi_walk_kind(field->value) == HS_JSON_STRING &&
            hsi_walk_string_is(field->value, names[i])) {
            *choice = i;
            return HS_OK;
        }
    if (!field->value)
        return HS_OK;
    char list[160] = "";
    for (size_t i = 0; i < count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
    return hsi_read_fail(reader, field->value, "expected one of %s for \"%s\"", list, field->name);
}

static enum hs_status read_behavior(
    const struct reader *reader, const struct field *field, struct splitter *splitter)
{
    static const char *const names[] = {[SPLIT_REMOVED] = "Removed",
        [SPLIT_ISOLATED] = "Isolated",
        [SPLIT_MERGED_LEFT] = "MergedWithPrevious",
        [SPLIT_MERGED_RIGHT] = "MergedWithNext",
        [SPLIT_CONTIGUOUS] = "Contiguous"};
    size_t choice = SPLIT_ISOLATED;
    enum hs_status status = read_choice(reader, field, names, 5, &choice);
    splitter->behavior = (enum split_behavior)choice;
    return status;
}

static enum hs_status read_metaspace(
    const struct reader *reader, const struct field *field, struct splitter *splitter)
{
    static const char *const schemes[] = {
        [PREPEND_ALWAYS] = "always", [PREPEND_FIRST] = "first", [PREPEND_NEVER] = "never"};
    enum { REPLACEMENT, SCHEME, PREFIX, SPLIT };
    const char *text = "\xE2\x96\x81";
    size_t length = 3, choice = PREPEND_ALWAYS, one = 0;
    bool prefix = true;
    splitter->split = true;
    enum hs_status status = hsi_read_text(reader, &field[REPLACEMENT], &text, &length);
    if (!status)
        status = read_choice(reader, &field[SCHEME], schemes, 3, &choice);
    if (!status)
        status = hsi_read_bool(reader, &field[PREFIX], &prefix);
    if (!status)
        status = hsi_read_bool(reader, &field[SPLIT], &splitter->split);
    if (status)
        return status;
    if (length)
        hs_utf8_next(text, length, &one);
    if (!length || one != length)
        return hsi_read_fail(
            reader, field[REPLACEMENT].value, "expected one character for \"replacement\"");
    memcpy(splitter->replacement, text, length);
    splitter->replacement_length = length;
    splitter->prepend = prefix ? (enum prepend_scheme)choice : PREPEND_NEVER;
    if (hsi_pattern_literal(
            splitter->replacement, length, &reader->tokenizer->arena, &splitter->pattern))
        return hsi_read_no_memory(reader);
    return HS_OK;
}

static enum hs_status read_byte_level(
    const struct reader *reader, const struct field *field, struct splitter *splitter)
{
    splitter->prefix_space = splitter->split = true;
    enum hs_status status = hsi_read_bool(reader, &field[0], &splitter->prefix_space);
    if (!status)
        status = hsi_read_bool(reader, &field[1], &splitter->split);
    if (status || !splitter->split)
        return status;
    char words[200];
    if (hsi_pattern_regex(
            gpt2, sizeof gpt2 - 1, &reader->tokenizer->arena, &splitter->pattern, words))
        return hsi_read_no_memory(reader);
    hsi_pattern_link(splitter->pattern, &reader->tokenizer->patterns);
    return HS_OK;
}

static enum hs_status read_contents(
    const struct reader *reader, const char *value, struct splitter *splitter)
{
    enum {
        PREFIX,
        REGEX,
        PATTERN,
        BEHAVIOR,
        INVERT,
        DIGITS,
        REPLACEMENT,
        SCHEME,
        SPACE,
        SPLIT,
        FIELDS
    };
    struct field field[FIELDS] = {{"add_prefix_space", NULL}, {"use_regex", NULL},
        {"pattern", NULL}, {"behavior", NULL}, {"invert", NULL}, {"individual_digits", NULL},
        {"replacement", NULL}, {"prepend_scheme", NULL}, {"add_prefix_space", NULL},
        {"split", NULL}};
    enum hs_status status = hsi_read_fields(reader, value, "a pre_tokenizer", field, FIELDS);
    if (status)
        return status;
    switch (splitter->kind) {
    case SPLIT_BYTE_LEVEL:
        return read_byte_level(reader, field, splitter);
    case SPLIT_METASPACE:
        return read_metaspace(reader, &field[REPLACEMENT], splitter);
    case SPLIT_DIGITS:
        return hsi_read_bool(reader, &field[DIGITS], &splitter->individual);
    case SPLIT_PUNCTUATION:
        return read_behavior(reader, &field[BEHAVIOR], splitter);
    case SPLIT_PATTERN:
        status = hsi_read_needed(reader, value, &field[PATTERN]);
        if (!status)
            status = hsi_read_pattern(reader, field[PATTERN].value, &splitter->pattern);
        if (!status)
            status = read_behavior(reader, &field[BEHAVIOR], splitter);
        return status ? status : hsi_read_bool(reader, &field[INVERT], &splitter->invert);
    default:
        return HS_OK;
    }
}

static enum hs_status read_one(const struct reader *reader, const char *value, const char *type)
{
    static const char *const names[] = {[SPLIT_BERT] = "BertPreTokenizer",
        [SPLIT_BYTE_LEVEL] = "ByteLevel",
        [SPLIT_PATTERN] = "Split",
        [SPLIT_DIGITS] = "Digits",
        [SPLIT_METASPACE] = "Metaspace",
        [SPLIT_PUNCTUATION] = "Punctuation",
        [SPLIT_WHITESPACE] = "Whitespace",
        [SPLIT_WHITESPACE_ONLY] = "WhitespaceSplit"};
    struct hs_tokenizer *tokenizer = reader->tokenizer;
    size_t kind = 0, kinds = sizeof names / sizeof *names;
    while (kind < kinds && strcmp(type, names[kind]) != 0)
        kind++;
    if (kind == kinds)
        return hsi_read_unknown(reader, value, "pre_tokenizer", type,
            "BertPreTokenizer, ByteLevel, Split, Digits, Metaspace, Punctuation, Whitespace, "
            "WhitespaceSplit, Sequence");
    if (tokenizer->splitters == MOST_PARTS)
        return hsi_read_fail(
            reader, value, "more than %d pre_tokenizers; no tokenizer has so many", MOST_PARTS);
    struct splitter *splitter = &tokenizer->splitter[tokenizer->splitters++];
    splitter->kind = (enum split_kind)kind;
    return read_contents(reader, value, splitter);
}

enum hs_status hsi_read_splitter(const struct reader *reader, const char *value)
{
    return hsi_read_part(reader, value, "pre_tokenizer", "pretokenizers", read_one);
}
