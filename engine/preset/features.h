/* features.h – from looked-up words to tag posteriors to the embedding X. Used by preset.c and by the trainer, so that
 * both see exactly the same numbers. Private to preset/ and its trainer. */
#ifndef HS_PRESET_FEATURES_H
#define HS_PRESET_FEATURES_H

#include "preset/lexicon.h"

/* Soft tagger: one linear softmax over a window of tokens; see tagger.c for the input's layout. */
size_t hs_tagger_inputs(void); /* columns of the weight matrix */
/* Active inputs of token i as (index, value) pairs; returns their count, at most hs_tagger_active(). The trainer's
 * gradient and the runtime's logits both walk this list. */
size_t hs_tagger_active(void);
size_t hs_tagger_input(const struct hs_word *words, const struct hs_token *tokens, size_t n, size_t i,
    uint32_t *index, float *value);
/* weights (hs_tagger_inputs(), HS_TAG_COUNT) -> posterior (n, HS_TAG_COUNT), rows sum to 1; own exp, so the bytes do not
 * depend on the C library. */
void hs_tagger_run(const float *weights, const struct hs_word *words, const struct hs_token *tokens, size_t n,
    float *posterior);

/* X (n, HS_D_MODEL) from the words and their posteriors. The blocks are hs_preset_blocks()'s. */
void hs_features_embed(const struct hs_word *words, const struct hs_token *tokens, const float *posterior,
    size_t n, float *X);
/* The last dimension + 1 that W^Q and W^K may use; beyond it lies the word code, which only W^V reads. */
size_t hs_features_used(void);

#endif
