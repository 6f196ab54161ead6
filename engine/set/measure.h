/* measure.h – what the model does on every annotated link, gathered in one pass over the sentences:
 * the base of scores, profiles and lists of single links. Private to set/; the public half is in
 * hs_relation.h. */
#ifndef HS_SET_MEASURE_H
#define HS_SET_MEASURE_H

#include "hs_relation.h"
#include "base/base.h"

/* One row judged. A link is a hit when the row's largest weight lies on an accepted key; when T
 * keys share the largest weight and G of them are accepted, it counts G / T. Mass is the sum over
 * all accepted keys. */
struct hsi_row_score {
    size_t largest; /* the first key of the largest weight; 0 when all weights are 0 */
    double share, mass;
    bool any;       /* some weight is above 0 */
};
struct hsi_row_score hsi_row_score(
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
/* Adds row q, whose first `visible` keys are not masked, unless it is all zeros. */
void hsi_tally_row(struct hs_tally *tally, const struct hs_tokens *tokens, const float *row,
    size_t q, size_t visible);
void hsi_tally_profile(const struct hs_tally *tally, struct hs_head_profile *profile);

/* A measurement being made: begin, then for every chosen sentence, in order, its heads and a step,
 * then end. */
struct hs_measure_sum {
    size_t links;
    double hits, mass;
};
struct hs_measure_pass {
    struct hs_measure *measure;
    enum hs_mask mask;
    size_t sentences; /* complete ones */
    struct hs_measure_sum *sums;  /* (h, HS_RELATION_COUNT) */
    struct hs_tally *tallies;     /* (h) */
    size_t at[HS_RELATION_COUNT]; /* the next link of each relation */
};
/* `chosen` (annotated->count) says which sentences are measured; NULL = all. To be ended also when
 * it fails. */
enum hs_status hsi_measure_begin(const struct hs_annotated *annotated, const bool *chosen, size_t h,
    enum hs_mask mask, struct hs_measure_pass *pass, struct hs_error *error);
/* The links of sentence s on a head: A (n, n) over its words. Those whose row is all zeros do not count. */
void hsi_measure_add_links(
    struct hs_measure_pass *pass, size_t s, size_t head, struct hs_matrix A);
/* Rows [from, to) of a head for its profile; `tokens` are A's, which may be pieces of the words. */
void hsi_measure_add_rows(struct hs_measure_pass *pass, const struct hs_tokens *tokens, size_t head,
    struct hs_matrix A, size_t from, size_t to);
/* All heads of sentence s look at every word alike. */
enum hs_status hsi_measure_add_even(struct hs_measure_pass *pass, size_t s, struct hs_error *error);
void hsi_measure_step(struct hs_measure_pass *pass, size_t s); /* sentence s is complete */
/* With `status` of what went before: HS_OK makes the measure, else all is dropped. Returns it. */
enum hs_status hsi_measure_end(
    struct hs_measure_pass *pass, enum hs_status status, struct hs_measure **measure);

struct hs_measure_source { /* where a sentence stands in a file */
    size_t item;
    uint32_t *first; /* (2, its words) the first piece of each, and the end of each; owned; NULL =
                        nowhere */
};
/* Takes source (annotated->count) over. */
void hsi_measure_take_source(struct hs_measure_pass *pass, struct hs_measure_source *source);

#endif
