/* sentences.h – what is asked of a sentence: from the corpus' samples to the questions of pass.h. A lesson holds one shard's
 * sentences of a batch; the held-out sentences are kept for the whole run. */
#ifndef HS_LEARN_SENTENCES_H
#define HS_LEARN_SENTENCES_H

#include "base/base.h"
#include "learn/pass.h"
#include "preset/train/corpus.h"

/* The sentences that a run is about: what the grammar writes, in `LEARN_TOKENS` tokens at most, and which features are seen. */
struct corpus hsi_learn_corpus(const struct hs_lexicon *lexicon, const struct hs_grammar *grammar, bool hints);

enum { LEARN_BATCH = SHARDS * SHARD_SENTENCES }; /* sentences of a step */

struct learn_lesson {
    struct shard shard;
    struct hs_random chance; /* of answers by chance */
    struct learn_sentence sentence[SHARD_SENTENCES];
    struct learn_item *item; /* (SHARD_SENTENCES) what they are made of */
};
enum hs_status hsi_lesson_open(struct learn_lesson *lesson, uint64_t seed, uint64_t stream, struct hs_error *error);
void hsi_lesson_drop(struct learn_lesson *lesson);
/* The next sentences, with their questions about the relations in options->relation. False when memory ran out. */
bool hsi_lesson_next(struct learn_lesson *lesson, const struct corpus *corpus, const float *tagger,
    const struct hs_learn_options *options);

/* Sentences to measure on: of every token a query, so that what the heads look at is seen whole. */
struct learn_held {
    struct hs_annotated annotated; /* tokens and true links, for set/measure.h */
    struct learn_sentence *sentence; /* (annotated.count) */
    size_t asked[HS_LEARN_SLOTS];
    struct hs_arena arena;
};
/* `lessons` (SHARDS) of streams that no training uses; their answers are never by chance. */
enum hs_status hsi_held_open(struct learn_held *held, struct learn_lesson *lessons, size_t batches, const struct corpus *corpus,
    const float *tagger, const struct hs_learn_options *options, struct hs_error *error);
void hsi_held_drop(struct learn_held *held);

#endif
