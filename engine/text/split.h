/* split.h – where the sentences of a line end. Used by sentences.c. */
#ifndef HS_TEXT_SPLIT_H
#define HS_TEXT_SPLIT_H

#include "text/scan.h"

/* Walks over one line and gives one sentence a call: text[*start, *end), trimmed, never empty,
 * never more than HS_MAX_TOKENS tokens or HS_MAX_TEXT_BYTES bytes. */
struct hsi_split {
    struct hs_scan scan;
    struct hs_cut ahead; /* read already, begins the next sentence */
    bool has_ahead;
};
void hsi_split_start(struct hsi_split *split, const char *line, size_t length);
bool hsi_split_next(struct hsi_split *split, size_t *start, size_t *end);

#endif
