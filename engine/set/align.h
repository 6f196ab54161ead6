/* align.h – the tokens of two sets, aligned by least edits (insertions and deletions only), so that their matrices can be compared. */
#ifndef HEADSCOPE_ALIGN_H
#define HEADSCOPE_ALIGN_H

#include "set/set.h"

struct alignment {
    size_t length;
    size_t *a, *b;            /* (length) which token of each; SIZE_MAX where it has none */
    struct hs_tokens *tokens; /* (length) of either; the caller's once it is made */
};

/* Of one side, queries or keys. False when memory ran out. hsi_alignment_drop() leaves the tokens. */
bool hsi_align_side(const struct hs_set *a, const struct hs_set *b, enum hs_side side, struct alignment *out);
void hsi_alignment_drop(struct alignment *alignment);

#endif
