/* tagger_train.h – the soft tagger's training: multinomial logistic regression over the inputs that
 * tagger.c lists. */
#ifndef HS_TRAIN_TAGGER_TRAIN_H
#define HS_TRAIN_TAGGER_TRAIN_H

#include "preset/train/corpus.h"

/* Adds the gradient of -sum ln p(gold tag) over the sentence; returns the loss. weights and
 * gradient (hsi_tagger_inputs(), HS_TAG_COUNT); gradient NULL: loss only. *right += tokens tagged
 * correctly. */
double hsi_tagger_sentence(const struct hs_word *words, const uint8_t *gold, size_t n,
    const float *weights, float *gradient, size_t *right);
/* weights start at zero and are trained in place. */
enum hs_status hsi_tagger_train(const struct corpus *corpus, uint64_t seed, size_t sentences,
    size_t threads, float *weights, void (*report)(void *context, const char *line), void *context,
    struct hs_error *error);

#endif
