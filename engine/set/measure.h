/* measure.h – what the model does on every annotated link, gathered in one pass over the sentences:
 * the base of scores, profiles and lists of single links. Private to set/; the public half is in
 * hs.h. */
#ifndef HS_SET_MEASURE_H
#define HS_SET_MEASURE_H

#include "base/base.h"

/* One row judged. A link is a hit when the row's largest weight lies on an accepted key; when T
 * keys share the largest weight and G of them are accepted, it counts G / T. Mass is the sum over
 * all accepted keys. */
struct hs_row_score {
    size_t largest; /* the first key of the largest weight; 0 when all weights are 0 */
    double share, mass;
};
struct hs_row_score hs_row_score(
    const float *row, size_t keys, const size_t *to /* (to_count) */, size_t to_count);

/* Offsets between -HS_OFFSET_REACH and +HS_OFFSET_REACH are counted; farther ones cannot reach 90 %
 * of the rows of many sentences. */
enum { HS_OFFSET_REACH = 32, HS_OFFSETS = 2 * HS_OFFSET_REACH + 1 };

struct hs_tally {           /* sums behind a profile; zeroed to begin with */
    size_t rows, wide_rows; /* wide: at least two visible keys */
    double entropy_share, first, punctuation;
    size_t offset[HS_OFFSETS];   /* rows whose largest weight is there */
    size_t with_key[HS_OFFSETS]; /* rows that have a key there: a first token has none before it */
};
/* Adds row q, whose first `visible` keys are not masked. */
void hs_tally_row(struct hs_tally *tally, const struct hs_tokens *tokens, const float *row,
    size_t q, size_t visible);
void hs_tally_profile(const struct hs_tally *tally, struct hs_head_profile *profile);

#endif
