/* read_model.c – the "model" of tokenizer.json: vocabulary, merges, scores. A vocabulary has up to
 * two million names, so each byte of it is looked at twice and no more: to count, to take over. */
#include "tokenizer/read.h"

#include <stdlib.h>
#include <string.h>

static enum hs_status add_word(const struct reader *reader, const char *at, const char *text,
    size_t length, size_t id, bool again)
{
    struct words *words = &reader->tokenizer->model.words;
    if (length > WORD_BYTES)
        return hsi_read_fail(
            reader, at, "a token of %zu bytes; at most %u are read", length, WORD_BYTES);
    switch (hsi_words_add(words, text, length, (uint32_t)id)) {
    case WORDS_TWICE:
        if (!again)
            return hsi_read_fail(reader, at, "the token \"%.80s\" is there twice; remove one", text);
        words->word[hsi_words_find(words, text, length)].id = (uint32_t)id; // the later one counts
        return HS_OK;
    case WORDS_CROWDED:
        return hsi_read_fail(reader, at,
            "the vocabulary's tokens are chosen to be slow to look up; bring the file as it was "
            "published");
    case WORDS_ADDED:
        break;
    }
    return HS_OK;
}

static enum hs_status make_room(
    const struct reader *reader, const char *value, char **names, size_t *count)
{
    struct hs_tokenizer *tokenizer = reader->tokenizer;
    struct hs_walk walk = hsi_walk_in(value);
    for (*count = 0; hsi_walk_next(&walk);)
        ++*count;
    if (*count == 0)
        return hsi_read_fail(
            reader, value, "the vocabulary is empty; bring the file as it was published");
    if (*count > HS_MAX_VOCABULARY)
        return hsi_read_fail(reader, value, "a vocabulary of %zu tokens; at most %u are read",
            *count, HS_MAX_VOCABULARY);
    tokenizer->model.entries = *count;
    /* more than enough: a name has its quotes here; what is not written to costs nothing */
    *names = hsi_arena_alloc(&tokenizer->arena, (size_t)(walk.next - value), 1);
    if (!*names || !hsi_words_init(&tokenizer->model.words, *count, &tokenizer->arena))
        return hsi_read_no_memory(reader);
    return HS_OK;
}

enum hs_status hsi_read_vocabulary(const struct reader *reader, const char *object)
{
    char *names;
    size_t count, id;
    if (hsi_walk_kind(object) != HS_JSON_OBJECT)
        return hsi_read_fail(
            reader, object, "expected an object {\"token\": id, …} for the vocabulary");
    enum hs_status status = make_room(reader, object, &names, &count);
    for (struct hs_walk walk = hsi_walk_in(object); !status && hsi_walk_next(&walk);) {
        size_t length = hsi_walk_string(walk.key, names);
        if (!hsi_walk_index(walk.value, HS_MAX_VOCABULARY, &id))
            return hsi_read_fail(reader, walk.value,
                "expected the id of \"%.80s\", a whole number from 0 to %u", names,
                HS_MAX_VOCABULARY - 1);
        status = add_word(reader, walk.key, names, length, id, false);
        names += length + 1;
    }
    return status;
}

/* ------------------------------------------------------------------ scores */
static enum hs_status read_score(const struct reader *reader, const char *value, double *score)
{
    static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (hsi_walk_kind(value) != HS_JSON_NUMBER || !hsi_walk_number(value, score))
        return hsi_read_fail(reader, value, "expected a token's score, a finite number");
    /* The reference does not round to the nearest double: it divides the digits by a power of ten.
     * Cuts of equal sum are common, so the last bit decides between them. */
    const char *at = value + (*value == '-');
    uint64_t digits = 0;
    size_t behind = 0;
    bool point = false;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        uint64_t digit = (uint64_t)(*at - '0');
        if (digits > UINT64_MAX / 10 || digits * 10 > UINT64_MAX - digit) {
            if (!point)
                return HS_OK;
            while (*at >= '0' && *at <= '9')
                at++;
            break;
        }
        digits = digits * 10 + digit;
        behind += point;
    }
    if (*at == 'e' || *at == 'E' || behind >= sizeof tens / sizeof *tens)
        return HS_OK;
    *score = (double)digits / tens[behind] * (*value == '-' ? -1 : 1);
    return HS_OK;
}

static enum hs_status read_scored(const struct reader *reader, const char *value)
{
    struct model *model = &reader->tokenizer->model;
    char *names;
    size_t count, id = 0;
    if (hsi_walk_kind(value) != HS_JSON_ARRAY)
        return hsi_read_fail(
            reader, value, "expected a list [[\"token\", score], …] for the vocabulary");
    enum hs_status status = make_room(reader, value, &names, &count);
    if (status)
        return status;
    double *scores = hsi_arena_alloc(&reader->tokenizer->arena, count, sizeof *scores), least = 0;
    if (!scores)
        return hsi_read_no_memory(reader);
    for (struct hs_walk walk = hsi_walk_in(value); !status && hsi_walk_next(&walk); id++) {
        struct hs_walk pair = hsi_walk_in(walk.value);
        double score;
        if (hsi_walk_kind(walk.value) != HS_JSON_ARRAY || !hsi_walk_next(&pair) ||
            hsi_walk_kind(pair.value) != HS_JSON_STRING)
            return hsi_read_fail(
                reader, walk.value, "expected a token and its score, [\"token\", score]");
        const char *name = pair.value;
        size_t length = hsi_walk_string(name, names);
        if (!hsi_walk_next(&pair))
            return hsi_read_fail(
                reader, walk.value, "expected a token and its score, [\"token\", score]");
        status = read_score(reader, pair.value, &score);
        if (!status)
            status = add_word(reader, name, names, length, id, true);
        if (status)
            return status;
        scores[hsi_words_find(&model->words, names, length)] = score;
        least = id == 0 || score < least ? score : least;
        names += length + 1;
    }
    model->score = scores;
    model->unknown_score = least - 10.0; // the reference's penalty
    return HS_OK;
}

/* ------------------------------------------------------------------ merges */
#define MERGE_BYTES (16 * (size_t)WORD_BYTES) /* of two tokens, as written with escapes */

/* "left right" or ["left", "right"]; `text` has room for MERGE_BYTES. *walk moves on to the next
 * one. */
static enum hs_status read_merge(
    const struct reader *reader, struct hs_walk *walk, uint32_t rank, char *text)
{
    const char *value = walk->value, *left = value, *right = NULL;
    if (hsi_walk_kind(value) == HS_JSON_ARRAY) {
        struct hs_walk pair = hsi_walk_in(value);
        left = hsi_walk_next(&pair) ? pair.value : NULL;
        right = left && hsi_walk_next(&pair) ? pair.value : NULL;
        left = right && !hsi_walk_next(&pair) ? left : NULL;
        if (left)
            hsi_walk_past(walk, pair.next + 1);
    } else if (hsi_walk_kind(value) == HS_JSON_STRING) {
        hsi_walk_past(walk, hsi_walk_end(value));
    }
    if (!left || hsi_walk_kind(left) != HS_JSON_STRING ||
        (right && hsi_walk_kind(right) != HS_JSON_STRING))
        return hsi_read_fail(
            reader, value, "expected a merge, \"left right\" or [\"left\", \"right\"]");
    if ((size_t)(walk->next - value) > MERGE_BYTES)
        return hsi_read_fail(reader, value,
            "a token of this merge is too long; at most %u bytes are read", WORD_BYTES);
    size_t left_length = hsi_walk_string(left, text), right_length;
    char *second = text + left_length + 1, words[300];
    if (right) {
        right_length = hsi_walk_string(right, second);
    } else {
        char *blank = strchr(text, ' ');
        if (!blank || strchr(blank + 1, ' '))
            return hsi_read_fail(
                reader, value, "expected two tokens with one blank between them in a merge");
        right_length = left_length - (size_t)(blank - text) - 1;
        left_length = (size_t)(blank - text);
        second = blank + 1;
        *blank = '\0';
    }
    const char *problem =
        hsi_merges_add(reader->tokenizer, text, left_length, second, right_length, rank, words);
    return problem ? hsi_read_fail(reader, value, "%s", problem) : HS_OK;
}

static enum hs_status read_merges(const struct reader *reader, const char *value)
{
    if (hsi_walk_kind(value) != HS_JSON_ARRAY)
        return hsi_read_fail(reader, value, "expected a list for \"merges\"");
    size_t count = 0;
    for (struct hs_walk walk = hsi_walk_in(value); hsi_walk_next(&walk);)
        count++;
    char *text = malloc(MERGE_BYTES);
    if (!text || !hsi_merges_init(reader->tokenizer, count)) {
        free(text);
        return hsi_read_no_memory(reader);
    }
    enum hs_status status = HS_OK;
    uint32_t rank = 0;
    for (struct hs_walk walk = hsi_walk_in(value); !status && hsi_walk_next(&walk); rank++)
        status = read_merge(reader, &walk, rank, text);
    free(text);
    return status;
}

/* ------------------------------------------------------------------ the whole model */
enum {
    TYPE,
    VOCAB,
    MERGES,
    UNKNOWN,
    PREFIX,
    SUFFIX,
    LIMIT,
    FUSE,
    FALLBACK,
    IGNORE,
    UNKNOWN_ID,
    DROPOUT,
    FIELDS
};

/* Older files do not say; then the fields tell. */
static enum hs_status read_kind(
    const struct reader *reader, const char *value, const struct field *field)
{
    struct model *model = &reader->tokenizer->model;
    const char *type = NULL;
    size_t length;
    enum hs_status status = hsi_read_text(reader, &field[TYPE], &type, &length);
    if (status)
        return status;
    if (!type)
        type = field[MERGES].value                                 ? "BPE"
               : hsi_walk_kind(field[VOCAB].value) == HS_JSON_ARRAY ? "Unigram"
               : field[LIMIT].value || field[PREFIX].value || field[UNKNOWN].value
                   ? "WordPiece"
                   : "without a type";
    static const char *const names[] = {
        [MODEL_WORDPIECE] = "WordPiece", [MODEL_BPE] = "BPE", [MODEL_UNIGRAM] = "Unigram"};
    for (size_t kind = 0; kind < 3; kind++)
        if (strcmp(type, names[kind]) == 0) {
            model->kind = (enum model_kind)kind;
            return HS_OK;
        }
    return hsi_read_unknown(reader, value, "model", type, "WordPiece, BPE, Unigram");
}

static enum hs_status read_options(const struct reader *reader, const struct field *field)
{
    struct model *model = &reader->tokenizer->model;
    size_t length = 0, most = 100;
    model->prefix = model->suffix = "";
    if (model->kind == MODEL_WORDPIECE) {
        model->prefix = "##";
        model->prefix_length = 2;
        model->unknown_name = "[UNK]";
    }
    enum hs_status status = hsi_read_text(reader, &field[UNKNOWN], &model->unknown_name, &length);
    if (!status)
        status = hsi_read_text(reader, &field[PREFIX], &model->prefix, &model->prefix_length);
    if (!status)
        status = hsi_read_text(reader, &field[SUFFIX], &model->suffix, &model->suffix_length);
    if (!status)
        status = hsi_read_bool(reader, &field[FUSE], &model->fuse_unknown);
    if (!status)
        status = hsi_read_bool(reader, &field[FALLBACK], &model->byte_fallback);
    if (!status)
        status = hsi_read_bool(reader, &field[IGNORE], &model->ignore_merges);
    if (!status && field[LIMIT].value && !hsi_walk_index(field[LIMIT].value, SIZE_MAX / 2, &most))
        return hsi_read_fail(reader, field[LIMIT].value,
            "expected a whole number from 0 up for \"%s\"", field[LIMIT].name);
    model->word_limit = most;
    double dropout;
    if (!status && field[DROPOUT].value && hsi_walk_number(field[DROPOUT].value, &dropout) &&
        dropout > 0)
        status = hsi_note(reader->tokenizer, reader->error,
            "the dropout that %s asks for, a means of training, is not done",
            hsi_name_shown(reader->name).text);
    return status;
}

enum hs_status hsi_read_model(const struct reader *reader, const char *value)
{
    struct field field[FIELDS] = {{"type", NULL}, {"vocab", NULL}, {"merges", NULL},
        {"unk_token", NULL}, {"continuing_subword_prefix", NULL}, {"end_of_word_suffix", NULL},
        {"max_input_chars_per_word", NULL}, {"fuse_unk", NULL}, {"byte_fallback", NULL},
        {"ignore_merges", NULL}, {"unk_id", NULL}, {"dropout", NULL}};
    struct model *model = &reader->tokenizer->model;
    enum hs_status status = hsi_read_fields(reader, value, "a model", field, FIELDS);
    if (!status)
        status = hsi_read_needed(reader, value, &field[VOCAB]);
    if (!status)
        status = read_kind(reader, value, field);
    if (!status)
        status = read_options(reader, field);
    if (!status && model->kind == MODEL_BPE)
        status = hsi_read_needed(reader, value, &field[MERGES]);
    if (!status)
        status = model->kind == MODEL_UNIGRAM ? read_scored(reader, field[VOCAB].value)
                                              : hsi_read_vocabulary(reader, field[VOCAB].value);
    if (!status && model->kind == MODEL_BPE)
        status = read_merges(reader, field[MERGES].value);
    if (status)
        return status;
    hsi_model_settle(model);
    size_t unknown;
    if (model->kind != MODEL_UNIGRAM || !field[UNKNOWN_ID].value)
        return HS_OK;
    if (!hsi_walk_index(field[UNKNOWN_ID].value, model->words.count, &unknown))
        return hsi_read_fail(reader, field[UNKNOWN_ID].value,
            "expected the id of a token, below %zu, for \"unk_id\"", model->words.count);
    model->unknown = (uint32_t)unknown;
    return HS_OK;
}
