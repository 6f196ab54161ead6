/* corpus.c – from grammar to sparse embeddings; see corpus.h. */
#include "preset/train/corpus.h"

#include "preset/lexicon/function_words.h"

#include <stdlib.h>
#include <string.h>

/* Features smaller than this are left out: they are leftovers of the soft tags, and leaving them
 * out makes three quarters of the work disappear. The scores move by less than 0.02. */
static const float smallest = 1e-3f;

struct corpus hsi_corpus(const struct hs_lexicon *lexicon, const struct hs_grammar *grammar, double unknown)
{
    struct corpus corpus = {.lexicon = lexicon, .grammar = grammar, .mix = hsi_grammar_usual(), .unknown = unknown};
    for (size_t d = 0; d < hsi_features_used(); d++)
        corpus.feature[d] = true;
    return corpus;
}

enum hs_status hsi_shard_open(
    struct shard *shard, uint64_t seed, uint64_t stream, struct hs_error *error)
{
    size_t tokens = HS_EXAMPLE_TOKENS, pool = (size_t)SHARD_SENTENCES * tokens * HS_D_MODEL;
    memset(shard, 0, sizeof *shard);
    hsi_random_seed(&shard->random, seed, stream);
    shard->X = malloc(tokens * HS_D_MODEL * sizeof(float));
    shard->posterior = malloc(tokens * HS_TAG_COUNT * sizeof(float));
    shard->index = malloc(pool * sizeof(*shard->index));
    shard->value = malloc(pool * sizeof(*shard->value));
    shard->column_token = malloc(pool * sizeof(*shard->column_token));
    shard->column_value = malloc(pool * sizeof(*shard->column_value));
    if (shard->X && shard->posterior && shard->index && shard->value && shard->column_token &&
        shard->column_value)
        return HS_OK;
    hsi_shard_drop(shard);
    return hs_fail(error, HS_NO_MEMORY, "no memory for the training sentences");
}

void hsi_shard_drop(struct shard *shard)
{
    free(shard->X);
    free(shard->posterior);
    free(shard->index);
    free(shard->value);
    free(shard->column_token);
    free(shard->column_value);
    memset(shard, 0, sizeof *shard);
}

static bool open_class(enum hs_tag tag)
{
    return tag == HS_TAG_NOUN || tag == HS_TAG_PROPN || tag == HS_TAG_ADJ || tag == HS_TAG_VFIN ||
           tag == HS_TAG_VBASE || tag == HS_TAG_VING || tag == HS_TAG_VPART || tag == HS_TAG_ADV;
}

/* Function words stay known: a reader of any text knows them. */
static bool hide(
    struct shard *shard, const struct corpus *corpus, const struct hs_example *example, size_t i)
{
    if (!open_class((enum hs_tag)example->tag[i]) ||
        (double)hsi_random_unit(&shard->random) >= corpus->unknown)
        return false;
    struct hs_word word;
    hsi_lexicon_look(corpus->lexicon, example->text[i], false, false, &word);
    return word.function == HS_FN_NONE && strlen(example->text[i]) > 2;
}

bool hsi_shard_write(struct shard *shard, const struct corpus *corpus, struct hs_example *example)
{
    const char *texts[HS_EXAMPLE_TOKENS];
    uint8_t unknown[HS_EXAMPLE_TOKENS];
    struct hs_tokens *tokens;
    do
        hsi_grammar_write(corpus->grammar, &corpus->mix, &shard->random, example);
    while (example->n < corpus->least);
    for (size_t i = 0; i < example->n; i++) {
        texts[i] = example->text[i];
        unknown[i] = hide(shard, corpus, example, i);
    }
    if (hs_tokens_new(texts, example->n, &tokens, NULL))
        return false;
    hsi_features_look(corpus->lexicon, tokens->token, unknown, example->n, shard->words);
    hs_tokens_drop(tokens);
    return true;
}

static void keep_sparse(struct shard *shard, const struct corpus *corpus, struct sample *sample)
{
    size_t start = shard->used;
    for (size_t i = 0; i < sample->example.n; i++) {
        const float *x = shard->X + i * HS_D_MODEL;
        uint16_t *index = shard->index + shard->used;
        float *value = shard->value + shard->used;
        size_t count = 0;
        for (size_t c = 0; c < HS_D_MODEL; c++)
            if (corpus->feature[c] && (x[c] > smallest || x[c] < -smallest)) {
                index[count] = (uint16_t)c;
                value[count++] = x[c];
            }
        sample->row[i] = (struct sparse_row){count, index, value};
        shard->used += count;
    }
    size_t columns = hsi_sparse_transpose(sample->row, sample->example.n, sample->column,
        shard->column_token + start, shard->column_value + start);
    sample->x = (struct sparse_sentence){sample->example.n, columns, sample->row, sample->column};
}

bool hsi_shard_fill(struct shard *shard, const struct corpus *corpus, const float *tagger)
{
    shard->used = 0;
    for (size_t s = 0; s < SHARD_SENTENCES; s++) {
        struct sample *sample = &shard->sample[s];
        if (!hsi_shard_write(shard, corpus, &sample->example))
            return false;
        hsi_tagger_run(tagger, shard->words, sample->example.n, shard->posterior);
        if (!hsi_features_embed(shard->words, shard->posterior, sample->example.n, shard->X))
            return false;
        keep_sparse(shard, corpus, sample);
    }
    return true;
}
