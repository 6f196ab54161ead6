/* corpus.h – sentences as the trainer sees them: written by the grammar, some open-class words made
 * unknown, looked up, tagged and embedded exactly as the preset does it, then kept without zeros. A
 * shard is one stream of sentences with its own random numbers; shards are filled in parallel and
 * do not depend on the number of threads. */
#ifndef HS_TRAIN_CORPUS_H
#define HS_TRAIN_CORPUS_H

#include "preset/features/features.h"
#include "preset/train/layer.h"

enum {
    SHARDS = 8,
    SHARD_SENTENCES = 12, /* a batch is 96 sentences, some 1,500 tokens */
};

struct sample {
    struct hs_example example;
    struct sparse_row row[HS_EXAMPLE_TOKENS];
    struct sparse_column column[HS_D_MODEL];
    struct sparse_sentence x; /* of row and column */
};

struct shard {
    struct hs_random random;
    struct sample sample[SHARD_SENTENCES];
    struct hs_word words[HS_EXAMPLE_TOKENS]; /* of the last sentence */
    float *X, *posterior; /* (HS_EXAMPLE_TOKENS, 512), (…, HS_TAG_COUNT) of the last sentence */
    uint16_t *index;      /* pools behind the sparse rows … */
    float *value;
    uint8_t *column_token; /* … and columns */
    float *column_value;
    size_t used;
};

struct corpus {
    const struct hs_lexicon *lexicon;
    const struct hs_grammar *grammar;
    struct hs_grammar_mix mix;
    double unknown;           /* share of open-class words looked up as if unknown */
    size_t least;             /* tokens of a sentence; shorter ones are written anew */
    bool feature[HS_D_MODEL]; /* which dimensions the sparse rows keep */
};
/* Only what W^Q and W^K of the preset may use, in sentences of any length. */
struct corpus hsi_corpus(const struct hs_lexicon *lexicon, const struct hs_grammar *grammar, double unknown);

enum hs_status hsi_shard_open(
    struct shard *shard, uint64_t seed, uint64_t stream, struct hs_error *error);
void hsi_shard_drop(struct shard *shard);
/* The next sentence and its looked-up words. False when memory ran out. */
bool hsi_shard_write(struct shard *shard, const struct corpus *corpus, struct hs_example *example);
/* Fills all samples with new sentences. tagger (hsi_tagger_inputs(), HS_TAG_COUNT). False when
 * memory ran out. */
bool hsi_shard_fill(struct shard *shard, const struct corpus *corpus, const float *tagger);

#endif
