/* preset_file.h – writing the preset model's weight file; used by the trainer and by tests. Reading
 * is hs_preset_open's. */
#ifndef HS_PRESET_FILE_H
#define HS_PRESET_FILE_H

#include "base/base.h"

struct hs_preset_meta {    /* all texts, all given; they stand in the file's metadata */
    const char *seed;      /* "1" */
    const char *command;   /* "headscope-train --seed 1 …", without paths of a machine */
    const char *grammar;   /* version and date of the grammar */
    const char *sentences; /* how many it was trained on; "0": untrained weights */
};

/* tagger (hsi_tagger_inputs(), HS_TAG_COUNT), W_Q and W_K (HS_D_MODEL, HS_D_MODEL), of which only
 * the rows below hsi_features_used() are written; rounded to F16. Equal input gives equal bytes.
 * Replaces an existing file. */
enum hs_status hsi_preset_write(const char *path, const float *tagger, const float *W_Q,
    const float *W_K, const struct hs_preset_meta *meta, struct hs_error *error);

#endif
