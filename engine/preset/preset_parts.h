/* preset_parts.h – what learning takes from an open preset: its word list and its tagger. Borrowed. */
#ifndef HS_PRESET_PARTS_H
#define HS_PRESET_PARTS_H

#include "preset/features/features.h"

const struct hs_lexicon *hsi_preset_lexicon(const struct hs_preset *preset);
const float *hsi_preset_tagger(const struct hs_preset *preset); /* (hs_tagger_inputs(), HS_TAG_COUNT) */

#endif
