/* settle.c – from what the files say to what encoding needs: merges by their pair, tokens by their
 * id, the added tokens with the numbers that the reference gives them. Called by the readers. */
#include "tokenizer/encode.h"
#include "tokenizer/read.h"

#include <stdlib.h>
#include <string.h>

bool hsi_merges_init(struct hs_tokenizer *tokenizer, size_t count)
{
    size_t slots = 16;
    while (slots < count * 2)
        slots *= 2;
    tokenizer->model.merge_mask = slots - 1;
    tokenizer->model.merge = hsi_arena_alloc(&tokenizer->arena, slots, sizeof(struct merge));
    return tokenizer->model.merge != NULL;
}

static int shown(size_t length)
{
    return length < 80 ? (int)length : 80;
}

const char *hsi_merges_add(struct hs_tokenizer *tokenizer, const char *left, size_t left_length,
    const char *right, size_t right_length, uint32_t rank, char words[300])
{
    struct model *model = &tokenizer->model;
    const struct words *vocabulary = &model->words;
    size_t a = hsi_words_find(vocabulary, left, left_length),
           b = hsi_words_find(vocabulary, right, right_length);
    if (a == WORD_NONE || b == WORD_NONE) {
        snprintf(words, 300,
            "the merge's token \"%.*s\" is not in the vocabulary; bring both as they were "
            "published",
            shown(a == WORD_NONE ? left_length : right_length), a == WORD_NONE ? left : right);
        return words;
    }
    if (right_length < model->prefix_length)
        return "the merge's right side is shorter than continuing_subword_prefix";
    const char *rest = right + model->prefix_length;
    size_t rest_length = right_length - model->prefix_length;
    uint64_t hash = hsi_words_hash(hsi_words_hash(WORDS_HASH, left, left_length), rest, rest_length);
    size_t made = hsi_words_probe(vocabulary, hash, left, left_length, rest, rest_length);
    if (made == WORD_NONE) {
        snprintf(words, 300,
            "the merge of \"%.*s\" and \"%.*s\" makes a token that is not in the vocabulary; bring "
            "both "
            "as they were published",
            shown(left_length), left, shown(right_length), right);
        return words;
    }
    uint64_t pair = ((uint64_t)vocabulary->word[a].id << 32 | vocabulary->word[b].id) + 1;
    size_t at = hsi_merge_slot(pair) & model->merge_mask;
    for (size_t probes = 0; model->merge[at].pair && model->merge[at].pair != pair; probes++) {
        at = (at + 1) & model->merge_mask;
        if (probes == 4096)
            return "the merges are chosen to be slow to look up; bring the file as it was "
                   "published";
    }
    model->merge[at] = (struct merge){pair, rank, vocabulary->word[made].id};
    return NULL;
}

void hsi_model_settle(struct model *model)
{
    model->unknown = HS_NO_PIECE;
    if (model->unknown_name) {
        size_t index =
            hsi_words_find(&model->words, model->unknown_name, strlen(model->unknown_name));
        if (index != WORD_NONE)
            model->unknown = model->words.word[index].id;
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        char name[8];
        snprintf(name, sizeof name, "<0x%02X>", byte);
        size_t index = hsi_words_find(&model->words, name, 6);
        model->byte_id[byte] = index == WORD_NONE ? HS_NO_PIECE : model->words.word[index].id;
    }
}

static enum hs_status no_memory(const char *file, struct hs_error *error)
{
    return hs_fail(error, HS_NO_MEMORY, "%s: memory ran out while reading it; close some programs",
        hsi_name_shown(file).text);
}

enum hs_status hsi_tokens_init(
    struct hs_tokenizer *tokenizer, const char *file, size_t added, struct hs_error *error)
{
    const struct words *words = &tokenizer->model.words;
    size_t size = tokenizer->model.entries;
    if (added > HS_MAX_VOCABULARY)
        return hs_fail(error, HS_LIMIT, "%s: %zu added tokens; at most %u are read",
            hsi_name_shown(file).text, added, HS_MAX_VOCABULARY);
    for (size_t i = 0; i < words->count; i++)
        if (words->word[i].id >= size)
            size = (size_t)words->word[i].id + 1;
    tokenizer->token = hsi_arena_alloc(&tokenizer->arena, size + added, sizeof *tokenizer->token);
    tokenizer->added = hsi_arena_alloc(&tokenizer->arena, added, sizeof *tokenizer->added);
    if (!tokenizer->token || !tokenizer->added ||
        !hsi_words_init(&tokenizer->added_words, added, &tokenizer->arena) ||
        !hsi_words_init(&tokenizer->raw, added, &tokenizer->arena) ||
        !hsi_words_init(&tokenizer->cooked, added, &tokenizer->arena))
        return no_memory(file, error);
    tokenizer->size = size;
    for (size_t i = 0; i < words->count; i++) {
        struct token *token = &tokenizer->token[words->word[i].id];
        if (token->text)
            return hs_fail(error, HS_BAD_INPUT,
                "%s: the tokens \"%.80s\" and \"%.80s\" have the same id %u; bring the file as it "
                "was published",
                hsi_name_shown(file).text, token->text, words->word[i].text, words->word[i].id);
        *token = (struct token){words->word[i].text, words->word[i].length, false, false};
    }
    return HS_OK;
}

enum hs_status hsi_added_put(struct hs_tokenizer *tokenizer, const char *file, struct added added,
    uint32_t asked, struct hs_error *error)
{
    if (added.length == 0)
        return HS_OK; // the reference passes over it
    if (added.length > WORD_BYTES)
        return hs_fail(error, HS_BAD_INPUT, "%s: an added token of %zu bytes; at most %u are read",
            hsi_name_shown(file).text, added.length, WORD_BYTES);
    size_t known = hsi_words_find(&tokenizer->added_words, added.text, added.length);
    if (known != WORD_NONE) { // said again: the later one counts
        struct added *old = &tokenizer->added[tokenizer->added_words.word[known].id];
        added.id = old->id;
        *old = added;
        tokenizer->token[added.id].special |= added.special;
        return HS_OK;
    }
    added.id = hsi_tokenizer_id(tokenizer, added.text);
    if (added.id ==
        HS_NO_PIECE) // behind the vocabulary, in the file's order, whatever the file says
        added.id = (uint32_t)(tokenizer->model.entries + tokenizer->fresh++);
    struct token *token = &tokenizer->token[added.id];
    if (added.id >= tokenizer->size)
        tokenizer->size = (size_t)added.id + 1;
    if (token->text && strcmp(token->text, added.text) != 0)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: the added token \"%.80s\" would get the id %u, which \"%.80s\" has; bring the "
            "file as it was published",
            hsi_name_shown(file).text, added.text, added.id, token->text);
    *token =
        (struct token){added.text, (uint32_t)added.length, token->special || added.special, true};
    if (hsi_words_add(&tokenizer->added_words, added.text, added.length,
            (uint32_t)tokenizer->addeds) != WORDS_ADDED)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: the added tokens are chosen to be slow to look up; bring the file as it was "
            "published",
            hsi_name_shown(file).text);
    tokenizer->added[tokenizer->addeds++] = added;
    if (asked != HS_NO_PIECE && asked != added.id)
        return hsi_note(tokenizer, error,
            "%s gives \"%.60s\" the id %u, which by the order of its tokens is %u",
            hsi_name_shown(file).text, added.text, asked, added.id);
    return HS_OK;
}

/* What the normalisers make of an added token. */
static enum hs_status cook(
    struct hs_tokenizer *tokenizer, struct added *added, struct hs_error *error)
{
    struct hs_buffer cooked = {0};
    enum hs_status status =
        hsi_normalize_text(tokenizer, added->text, added->length, &cooked, error);
    if (!status) {
        added->match =
            hsi_arena_text(&tokenizer->arena, cooked.data ? cooked.data : "", cooked.length);
        added->match_length = cooked.length;
        if (!added->match)
            status = hs_fail(error, HS_NO_MEMORY,
                "memory ran out while reading the tokenizer; close some programs");
    }
    hs_buffer_drop(&cooked);
    return status;
}

enum hs_status hsi_added_settle(
    struct hs_tokenizer *tokenizer, const char *file, struct hs_error *error)
{
    for (size_t i = 0; i < tokenizer->addeds; i++) {
        struct added *added = &tokenizer->added[i];
        added->match = added->text;
        added->match_length = added->length;
        enum hs_status status = added->normalized ? cook(tokenizer, added, error) : HS_OK;
        if (status)
            return status;
        if (added->match_length == 0)
            continue;
        struct words *words = added->normalized ? &tokenizer->cooked : &tokenizer->raw;
        bool *first = added->normalized ? tokenizer->cooked_first : tokenizer->raw_first;
        if (added->match_length > 16 * WORD_BYTES ||
            hsi_words_add(words, added->match, added->match_length, (uint32_t)i) == WORDS_CROWDED)
            return hs_fail(error, HS_BAD_INPUT,
                "%s: the added tokens are chosen to be slow to look up; bring the file as it was "
                "published",
                hsi_name_shown(file).text);
        first[(unsigned char)added->match[0]] = true;
    }
    return HS_OK;
}

static enum hs_status read_one(const struct reader *reader, const char *value)
{
    struct field field[] = {{"content", NULL}, {"single_word", NULL}, {"lstrip", NULL},
        {"rstrip", NULL}, {"normalized", NULL}, {"special", NULL}, {"id", NULL}};
    struct added added = {.normalized = true};
    enum hs_status status = hsi_read_fields(reader, value, "an added token", field, 7);
    if (!status)
        status = hsi_read_needed(reader, value, &field[0]);
    if (!status)
        status = hsi_read_text(reader, &field[0], &added.text, &added.length);
    bool *flags[] = {
        &added.single_word, &added.lstrip, &added.rstrip, &added.normalized, &added.special};
    for (size_t i = 0; !status && i < 5; i++)
        status = hsi_read_bool(reader, &field[i + 1], flags[i]);
    size_t asked = HS_NO_PIECE;
    if (!status && field[6].value && !hsi_walk_index(field[6].value, HS_MAX_VOCABULARY, &asked))
        return hsi_read_fail(reader, field[6].value,
            "expected the id of an added token, a whole number from 0 to %u",
            HS_MAX_VOCABULARY - 1);
    return status ? status
                  : hsi_added_put(
                        reader->tokenizer, reader->name, added, (uint32_t)asked, reader->error);
}

enum hs_status hsi_read_added(const struct reader *reader, const char *value)
{
    size_t count = 0;
    if (value && hsi_walk_kind(value) != HS_JSON_ARRAY)
        return hsi_read_fail(reader, value, "expected a list for \"added_tokens\"");
    for (struct hs_walk walk = hsi_walk_in(value ? value : ""); hsi_walk_next(&walk);)
        count++;
    enum hs_status status = hsi_tokens_init(reader->tokenizer, reader->name, count, reader->error);
    for (struct hs_walk walk = hsi_walk_in(value ? value : ""); !status && hsi_walk_next(&walk);)
        status = read_one(reader, walk.value);
    return status ? status : hsi_added_settle(reader->tokenizer, reader->name, reader->error);
}
