/* features.h – from looked-up words to tag posteriors to the embedding X. Used by preset.c and by
 * the trainer, so that both see exactly the same numbers. Private to preset/ and its trainer. All
 * functions depend on their arguments only. */
#ifndef HS_PRESET_FEATURES_H
#define HS_PRESET_FEATURES_H

#include "hs_preset.h"
#include "preset/lexicon/lexicon.h"

/* Looks up all tokens of a text, working out which of them open a sentence. unknown (n) or NULL: 1
 * = pretend that the lexicon lacks this word. */
void hsi_features_look(const struct hs_lexicon *lexicon, const struct hs_token *tokens,
    const uint8_t *unknown, size_t n, struct hs_word *words);

/* Soft tagger: one linear softmax over a window of tokens; see tagger.c for the input's layout.
 * logits = hsi_tagger_start(word) + sum over the active inputs of value * weights[index, :]. */
size_t hsi_tagger_inputs(void); /* rows of the weight matrix (inputs, HS_TAG_COUNT) */
/* Active inputs of token i as (index, value) pairs; returns their count, at most
 * hsi_tagger_active(). The trainer's gradient and the runtime's logits both walk this list. */
size_t hsi_tagger_active(void);
size_t hsi_tagger_input(
    const struct hs_word *words, size_t n, size_t i, uint32_t *index, float *value);
void hsi_tagger_start(const struct hs_word *word, float logits[HS_TAG_COUNT]);
/* weights (hsi_tagger_inputs(), HS_TAG_COUNT) -> posterior (n, HS_TAG_COUNT), rows sum to 1. */
void hsi_tagger_run(const float *weights, const struct hs_word *words, size_t n, float *posterior);

/* X (n, HS_D_MODEL) from the words and their posteriors, all of it written. The blocks are
 * hs_preset_blocks()'s. Needs memory for a few numbers a token: false when there is none. */
bool hsi_features_embed(const struct hs_word *words, const float *posterior, size_t n, float *X);
/* The last dimension + 1 that W^Q and W^K may use; beyond it lies the word code, which only W^V
 * reads. */
size_t hsi_features_used(void);
/* The first of the 64 dimensions of the word code. */
size_t hsi_features_code(void);
/* 16 hexadecimal digits and NUL: a hash over everything that gives a weight its meaning (layout.c): names, and
 * what the rules of the sketch, the tagger's inputs and the embedding make of fixed sentences. Weights carry it;
 * the runtime refuses weights made for another layout. Fails only for want of memory. */
enum hs_status hsi_features_layout(char text[17], struct hs_error *error);

#endif
