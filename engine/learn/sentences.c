/* sentences.c – see sentences.h. */
#include "learn/sentences.h"

#include "preset/features/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(HS_CODE_WIDTH == LEARN_ANSWER, "a slot answers with a word code");

/* What the rules of the preset guess about a sentence, and not what its words are. */
static bool is_hint(size_t d)
{
    return (d >= HS_AT_FLAG && d <= HS_LAST_FLAG) || (d >= HS_AT_SUBJECT && d <= HS_LAST_ANTECEDENT);
}

struct corpus hsi_learn_corpus(const struct hs_lexicon *lexicon, const struct hs_grammar *grammar, bool hints)
{
    struct corpus corpus = hsi_corpus(lexicon, grammar, 0);
    corpus.least = 4;
    corpus.mix.max_tokens = LEARN_TOKENS;
    for (size_t d = 0; d < HS_D_MODEL; d++)
        corpus.feature[d] = (corpus.feature[d] || d >= HS_AT_CODE) && (hints || !is_hint(d));
    return corpus;
}

/* ------------------------------------------------------------------ questions */
/* The lengths of codes say which words matter; the direction says which word it is. */
static void fill_code(const struct sparse_row *row, float code[LEARN_ANSWER])
{
    float sum = 0;
    memset(code, 0, LEARN_ANSWER * sizeof *code);
    for (size_t i = 0; i < row->count; i++)
        if (row->index[i] >= HS_AT_CODE)
            code[row->index[i] - HS_AT_CODE] = row->value[i];
    for (size_t c = 0; c < LEARN_ANSWER; c++)
        sum += code[c] * code[c];
    for (size_t c = 0; sum > 0 && c < LEARN_ANSWER; c++)
        code[c] /= sqrtf(sum);
}

/* Tokens with the same word: the answer is a word, and these cannot be told apart by it. */
static uint32_t same_word(const float (*code)[LEARN_ANSWER], size_t n, size_t token)
{
    uint32_t same = 0;
    for (size_t k = 0; k < n; k++) {
        float difference = 0;
        for (size_t c = 0; c < LEARN_ANSWER; c++)
            difference += fabsf(code[k][c] - code[token][c]);
        same |= (uint32_t)(difference < 1e-3f) << k;
    }
    return same;
}

/* Fills questions; their rows are tokens yet. `chance`: answers by chance, or NULL. */
static void ask(struct learn_sentence *sentence, const struct hs_example *example, const bool *relation,
    struct hs_random *chance)
{
    size_t n = example->n;
    sentence->questions = 0;
    for (size_t i = 0, count; i < example->links; i += count) {
        const struct hs_example_link *link = &example->link[i];
        uint32_t accepted = 0;
        for (count = 0; i + count < example->links && link[count].relation == link->relation && link[count].from == link->from;
             count++)
            accepted |= same_word(sentence->code, n, link[count].to);
        if (link->to == link->from || !relation[link->relation] || sentence->questions == LEARN_QUESTIONS)
            continue;
        if (chance)
            accepted = same_word(sentence->code, n, hsi_random_below(chance, (uint32_t)n));
        sentence->question[sentence->questions++] =
            (struct learn_question){.row = link->from, .slot = link->relation, .accepted = accepted};
    }
}

/* ------------------------------------------------------------------ sentences of a batch */
struct learn_item {
    float code[LEARN_TOKENS][LEARN_ANSWER];
    struct sparse_row row[LEARN_TOKENS]; /* of the queries */
    struct sparse_column column[HS_D_MODEL];
    uint8_t token[LEARN_TOKENS * HS_D_MODEL];
    float value[LEARN_TOKENS * HS_D_MODEL];
};

enum hs_status hsi_lesson_open(struct learn_lesson *lesson, uint64_t seed, uint64_t stream, struct hs_error *error)
{
    lesson->item = malloc(SHARD_SENTENCES * sizeof *lesson->item);
    if (!lesson->item)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the sentences to learn from");
    hsi_random_seed(&lesson->chance, seed, 400 + stream);
    return hsi_shard_open(&lesson->shard, seed, stream, error);
}

void hsi_lesson_drop(struct learn_lesson *lesson)
{
    free(lesson->item);
    hsi_shard_drop(&lesson->shard);
}

/* The rows that are asked become the queries. */
static void gather_queries(struct learn_sentence *sentence, struct learn_item *item)
{
    uint8_t row_of[LEARN_TOKENS];
    size_t rows = 0;
    memset(row_of, UINT8_MAX, sizeof row_of);
    for (size_t i = 0; i < sentence->questions; i++) {
        uint8_t token = sentence->question[i].row;
        if (row_of[token] == UINT8_MAX) {
            row_of[token] = (uint8_t)rows;
            sentence->asked[rows] = token;
            item->row[rows++] = sentence->x.row[token];
        }
        sentence->question[i].row = row_of[token];
    }
    size_t columns = hsi_sparse_transpose(item->row, rows, item->column, item->token, item->value);
    sentence->queries = (struct sparse_sentence){rows, columns, item->row, item->column};
}

static void make_sentence(struct learn_sentence *sentence, struct learn_item *item, const struct sample *sample,
    const struct hs_learn_options *options, struct hs_random *chance)
{
    sentence->x = sample->x;
    sentence->code = (const float(*)[LEARN_ANSWER])item->code;
    for (size_t i = 0; i < sample->x.n; i++)
        fill_code(&sample->x.row[i], item->code[i]);
    ask(sentence, &sample->example, options->relation, options->shuffled ? chance : NULL);
    gather_queries(sentence, item);
}

bool hsi_lesson_next(struct learn_lesson *lesson, const struct corpus *corpus, const float *tagger,
    const struct hs_learn_options *options)
{
    if (!hsi_shard_fill(&lesson->shard, corpus, tagger))
        return false;
    for (size_t s = 0; s < SHARD_SENTENCES; s++)
        make_sentence(&lesson->sentence[s], &lesson->item[s], &lesson->shard.sample[s], options, &lesson->chance);
    return true;
}

/* ------------------------------------------------------------------ held out */
static bool copy_rows(struct learn_held *held, struct learn_sentence *sentence, const struct sample *sample)
{
    size_t n = sample->x.n;
    struct sparse_row *row = hsi_arena_alloc(&held->arena, n, sizeof *row);
    float(*code)[LEARN_ANSWER] = hsi_arena_alloc(&held->arena, n, sizeof *code);
    for (size_t i = 0; i < n && row && code; i++) {
        size_t count = sample->x.row[i].count;
        uint16_t *index = hsi_arena_alloc(&held->arena, count, sizeof *index);
        float *value = hsi_arena_alloc(&held->arena, count, sizeof *value);
        if (!index || !value)
            return false;
        memcpy(index, sample->x.row[i].index, count * sizeof *index);
        memcpy(value, sample->x.row[i].value, count * sizeof *value);
        row[i] = (struct sparse_row){count, index, value};
        fill_code(&row[i], code[i]);
        sentence->asked[i] = (uint8_t)i;
    }
    sentence->x = sentence->queries = (struct sparse_sentence){.n = n, .row = row};
    sentence->code = (const float(*)[LEARN_ANSWER])code;
    return row && code;
}

static bool copy_links(struct learn_held *held, struct hs_annotated_sentence *annotated, const struct hs_example *example)
{
    struct hs_link *links = hsi_arena_alloc(&held->arena, example->links + 1, sizeof *links);
    size_t *to = hsi_arena_alloc(&held->arena, example->links + 1, sizeof *to);
    for (size_t i = 0; i < example->links && links && to; i++) {
        const struct hs_example_link *link = &example->link[i];
        to[i] = link->to;
        if (link->to == link->from)
            continue;
        struct hs_link *last = annotated->link_count ? &links[annotated->link_count - 1] : NULL;
        if (last && last->relation == (enum hs_relation)link->relation && last->from == link->from)
            last->to_count++;
        else
            links[annotated->link_count++] = (struct hs_link){(enum hs_relation)link->relation, link->from, &to[i], 1};
    }
    annotated->link = links;
    return links && to;
}

static enum hs_status hold(struct learn_held *held, struct hs_annotated_sentence *annotated, struct learn_sentence *sentence,
    const struct sample *sample, const struct hs_learn_options *options, struct hs_error *error)
{
    const char *texts[HS_EXAMPLE_TOKENS];
    struct hs_tokens *tokens;
    for (size_t i = 0; i < sample->example.n; i++)
        texts[i] = sample->example.text[i];
    enum hs_status status = hs_tokens_new(texts, sample->example.n, &tokens, error);
    if (status)
        return status;
    *annotated = (struct hs_annotated_sentence){.id = "", .tokens = tokens};
    held->annotated.count++;
    if (!copy_rows(held, sentence, sample) || !copy_links(held, annotated, &sample->example))
        return hs_fail(error, HS_NO_MEMORY, "no memory for the sentences to measure on");
    ask(sentence, &sample->example, options->relation, NULL);
    for (size_t i = 0; i < sentence->questions; i++)
        held->asked[sentence->question[i].slot]++;
    return HS_OK;
}

enum hs_status hsi_held_open(struct learn_held *held, struct learn_lesson *lessons, size_t batches, const struct corpus *corpus,
    const float *tagger, const struct hs_learn_options *options, struct hs_error *error)
{
    size_t most = batches * SHARDS * SHARD_SENTENCES;
    struct hs_annotated_sentence *annotated = hsi_arena_alloc(&held->arena, most, sizeof *annotated);
    enum hs_status status = HS_OK;
    held->sentence = hsi_arena_alloc(&held->arena, most, sizeof *held->sentence);
    if (!annotated || !held->sentence)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the sentences to measure on");
    held->annotated = (struct hs_annotated){.path = "sentences held out", .sentence = annotated};
    for (size_t s = 0; s < SHARDS * batches && !status; s++) {
        struct shard *shard = &lessons[s % SHARDS].shard;
        if (!hsi_shard_fill(shard, corpus, tagger))
            return hs_fail(error, HS_NO_MEMORY, "no memory for the sentences to measure on");
        for (size_t i = 0; i < SHARD_SENTENCES && !status; i++) {
            size_t at = held->annotated.count;
            status = hold(held, &annotated[at], &held->sentence[at], &shard->sample[i], options, error);
        }
    }
    return status;
}

void hsi_held_drop(struct learn_held *held)
{
    for (size_t s = 0; s < held->annotated.count; s++)
        hs_tokens_drop((struct hs_tokens *)(uintptr_t)held->annotated.sentence[s].tokens);
    hsi_arena_drop(&held->arena);
}
