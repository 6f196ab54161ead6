/* preset.h – the inside of the preset model, shared by preset.c (opening), weights.c (matrices and
 * their file), embed.c (sentence -> X), readout.c (output row -> words). Nobody else includes it. */
#ifndef HS_PRESET_PRESET_H
#define HS_PRESET_PRESET_H

#include "preset/features/blocks.h"
#include "preset/features/features.h"

#include <pthread.h>

#define HS_RELATION_HEADS 8u /* heads that were trained for a relation each, at h = 8 */

/* What changes in an otherwise immutable preset: parts that are made when first asked for. */
struct hs_preset_shared {
    pthread_mutex_t lock;
    struct hs_model *model;
    uint64_t *code; /* (hsi_lexicon_forms()) word codes, for the read-out */
};

struct hs_preset {
    _Atomic size_t owners;
    const struct hs_preset *lender; /* whose lexicon and tagger these are; NULL = its own */
    struct hs_lexicon *lexicon;
    float *tagger; /* (hsi_tagger_inputs(), HS_TAG_COUNT) */
    float *W;      /* (4, HS_D_MODEL, HS_D_MODEL): Q, K, V, O */
    bool trained;
    char label[160];
    struct hs_preset_shared *shared;
};

/* Matrices (HS_D_MODEL, HS_D_MODEL), fully written. */
void hsi_preset_role_values(
    float *W_V); /* eight copies of the word code: slot r of the concat is what head r brings */
void hsi_preset_role_output(
    float *W_O); /* Hadamard(8) (x) I_64 / sqrt 8: orthogonal and symmetric */
/* Fills tagger, W_Q, W_K and the label from a weight file; rows past hsi_features_used() are zero. */
enum hs_status hsi_preset_read_weights(
    struct hs_preset *preset, const char *path, struct hs_error *error);
/* The vocabulary's word codes, made on the first call; NULL when there is no memory. */
const uint64_t *hsi_preset_codes(const struct hs_preset *preset);

#endif
