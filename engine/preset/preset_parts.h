/* preset_parts.h – what learning takes from an open preset: its word list and its tagger, borrowed; and a preset with other
 * weights that runs like it. */
#ifndef HS_PRESET_PARTS_H
#define HS_PRESET_PARTS_H

#include "preset/features/features.h"

const struct hs_lexicon *hsi_preset_lexicon(const struct hs_preset *preset);
const float *hsi_preset_tagger(const struct hs_preset *preset); /* (hsi_tagger_inputs(), HS_TAG_COUNT) */
/* The same embeddings with weights of the caller's, who fills *W (4, HS_D_MODEL, HS_D_MODEL) before anyone else sees it: heads
 * that nobody constructed. `lender` must outlive it. */
enum hs_status hsi_preset_lend(
    const struct hs_preset *lender, const char *label, struct hs_preset **preset, float **W, struct hs_error *error);
/* Another owner, who drops it; of a lent one's lender there must be one, too. */
const struct hs_preset *hsi_preset_keep(const struct hs_preset *preset);
bool hsi_preset_lent(const struct hs_preset *preset);

#endif
