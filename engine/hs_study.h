/* hs_study.h – what is made from attention sets to understand them: lenses, differences, hidden keys; scores and
 * values taken apart into the terms they are the sum of; rows and heads compared. Part of hs.h, which includes it.
 * Everything is exact: each list of terms adds up to the value it explains, but for rounding. */
#ifndef HS_STUDY_H
#define HS_STUDY_H

#include "hs_set.h"

/* ------------------------------------------------------------------ derived sets: lenses, differences, hidden keys
 * Each gives a new set with tokens and numbers of its own; `hs_set_values` says what the numbers are and `hs_set_note` says in words
 * what was done, for the picture and every export. Planes other than the weights are not kept. */
enum hs_values {
    HS_VALUES_WEIGHT, /* attention weights: 0 … 1, rows sum to 1 unless the note says otherwise */
    HS_VALUES_NORM,   /* weights times a vector norm: >= 0, rows need not sum to 1 */
    HS_VALUES_SCORE,  /* scaled scores before softmax: any sign */
    HS_VALUES_SIGNED, /* a difference of weights: -1 … 1 */
};
const char *hs_values_name(enum hs_values values); /* "weight", "norm", "score", "difference" */
enum hs_values hs_set_values(const struct hs_set *set);
const char *hs_set_note(const struct hs_set *set); /* "" when nothing was done */

/* One row each (set/derive.c), from 0, the weights themselves:
 *   value   a_qk ||v_k||, v_k the head's value vector (Kobayashi et al. 2020)
 *   output  a_qk ||v_k W^O_i||, W^O_i the head's d_k rows of W^O (Kobayashi et al. 2020)
 *   score   before softmax; masked cells stay masked */
struct hs_lens {
    const char *name;   /* in options and files */
    const char *choice; /* in lists */
    const char *title;  /* with its formula */
    const char *word;   /* what one of its numbers is called */
    unsigned needs;     /* HS_KEEP() of the planes that the set must hold */
    bool needs_weights; /* W^O */
    enum hs_values values;
};
#define HS_LENS_WEIGHT 0u
const struct hs_lens *hs_lens(size_t lens); /* NULL beyond the last */
size_t hs_lens_named(const char *name);     /* beyond the last when there is none */
/* Of a set's first layer. HS_BAD_USE says what is missing. HS_LENS_WEIGHT gives the same set with one more owner. */
enum hs_status hs_set_lens(struct hs_set *set, const struct hs_weights *weights, size_t lens,
    struct hs_set **derived, struct hs_error *error);
/* Whether an output lens shows what the value lens does: W^O changed the length of no value, as an orthogonal one does
 * (the preset's is one). The note says so, too. */
bool hs_set_as_value(const struct hs_set *lens);
/* Weights of head a minus weights of head b, one head. Different token lists are aligned by least edits; a cell that only one
 * side has is masked. */
enum hs_status hs_set_difference(const struct hs_set *a, size_t layer_a, size_t head_a, const struct hs_set *b,
    size_t layer_b, size_t head_b, struct hs_set **derived, struct hs_error *error);
/* The same for all heads of `a` at once: head i of the result is a's head i minus b's head heads_b[i]. Layer 0. Masked cells
 * hold -INFINITY. */
enum hs_status hs_set_differences(const struct hs_set *a, const struct hs_set *b, const size_t *heads_b /* (h of a) */,
    struct hs_set **derived, struct hs_error *error);
/* What that subtracts, on its tokens: sides[0] has a's heads, sides[1] b's heads heads_b. Masked besides what each masks are tokens that
 * it has not. On failure nothing is made. */
enum hs_status hs_set_sides(const struct hs_set *a, const struct hs_set *b, const size_t *heads_b /* (h of a) */, struct hs_set *sides[2],
    struct hs_error *error);
/* Keys with hide[k] = 1 are masked; with `renormalise` the rest of each row is divided by its sum (a row left with
 * nothing stays zero). The note counts the keys and says whether rows were renormalised. */
enum hs_status hs_set_hide_keys(const struct hs_set *set, const uint8_t *hide /* (m) */, bool renormalise,
    struct hs_set **derived, struct hs_error *error);

/* ------------------------------------------------------------------ why a weight is what it is
 * One score in parts: S_qk = sum over d of Q[q][d] K[k][d] / sqrt(d_k). */
struct hs_score_term {
    size_t dimension;     /* 0 … d_k - 1 within the head */
    float q, k;
    float term;           /* q k / sqrt(d_k) */
};
/* All d_k terms, largest contribution first (positive before negative of the same size). Returns d_k, or 0 without planes Q and K. */
size_t hs_score_terms(const struct hs_set *set, size_t head, size_t q, size_t k,
    struct hs_score_term *terms /* (d_k) */);

/* The same score as a sum over pairs of embedding dimensions (no biases): x_q[a] (W^Q_i W^K_i^T)[a][b] x_k[b] / sqrt(d_k).
 * Writes the `room` pairs of largest size, largest first; `total` is the sum of all pairs (the score). */
struct hs_feature_pair {
    size_t query_dimension, key_dimension; /* name them with hs_preset_dimension() */
    float query_value, key_value;
    float term;
};
size_t hs_score_features(const struct hs_set *set, const struct hs_weights *weights, size_t head, size_t q, size_t k,
    struct hs_feature_pair *pairs, size_t room, float *total);

/* How one output row differs between two runs of the same tokens (a head on and off, two head counts). */
struct hs_change {
    double cosine;      /* of the two rows, -1 … 1; 1 when both are zero */
    double norm_before, norm_after;
    double distance;    /* length of the difference */
};
bool hs_output_change(
    const struct hs_set *before, const struct hs_set *after, size_t token, struct hs_change *change);

/* The same for two rows of `width` numbers. */
void hs_row_change(const float *before, const float *after, size_t width, struct hs_change *change);

/* Any value of a plane as the sum it is. `index` runs over what is summed and term = a b, but for the softmax:
 *   Q, K, V   input dimension d:     a = x[row][d],       b = W[d][head d_k + col]
 *   RAW       head dimension j:      a = Q[row][j],       b = K[col][j]
 *   SCORES    the same, term = a b / sqrt(d_k): what the cell would be without its mask
 *   WEIGHTS   key k, unmasked:       a = S[row][k],       b = exp(a - largest), term = b / denominator
 *   HEAD      key k:                 a = A[row][k],       b = V[k][col]; nothing when the head is off
 *   CONCAT    column within its head: a = 1,              b = the head's value (`head` is ignored)
 *   OUTPUT    concat column c:       a = concat[row][c],  b = W^O[c][col] (`head` is ignored)
 *   Q_RAW, K_RAW   as Q and K; where the set's model turns (shape.turns) Q and K themselves have no terms
 *   ATTENDED, RESULT   where nothing but adding is done to the stream: 0 what it was, 1 what is added; a = the value, b = 1 */
struct hs_term {
    size_t index;
    float a, b, term;
};
struct hs_sum {
    size_t count;                /* terms that are not 0 */
    double total;                /* all of them and the bias: the value, but for rounding */
    double bias;                 /* of a projection or the output, else 0 */
    double largest, denominator; /* softmax only: the row's largest score, sum of exp(score - largest) */
};
/* Writes the `room` terms of largest size, largest first, and returns how many. 0 and a sum of nothing without the planes, for X
 * and for cells outside. */
size_t hs_plane_terms(const struct hs_set *set, const struct hs_weights *weights, enum hs_plane plane, size_t head,
    size_t row, size_t col, struct hs_term *terms, size_t room, struct hs_sum *sum);

/* hs_score_features() summed over pairs of feature blocks, given as a table such as hs_preset_blocks(): which kind of feature met
 * which kind. Indices into the table. Largest first; if the blocks cover d_model, all pairs together are the score. */
struct hs_block_pair {
    size_t query_block, key_block;
    float term;
};
size_t hs_score_blocks(const struct hs_set *set, const struct hs_weights *weights, size_t head, size_t q, size_t k,
    const struct hs_block *block, size_t blocks, struct hs_block_pair *pairs, size_t room);

/* The same three for what key k scores above the mean of the keys that query q may see: softmax sees differences only, so what
 * all keys have in common drops out. Keys and their features are less their mean; the terms add up to S_qk less the row's mean. */
size_t hs_contrast_terms(const struct hs_set *set, size_t head, size_t q, size_t k,
    struct hs_score_term *terms /* (d_k) */);
size_t hs_contrast_features(const struct hs_set *set, const struct hs_weights *weights, size_t head, size_t q, size_t k,
    struct hs_feature_pair *pairs, size_t room, float *total);
size_t hs_contrast_blocks(const struct hs_set *set, const struct hs_weights *weights, size_t head, size_t q, size_t k,
    const struct hs_block *block, size_t blocks, struct hs_block_pair *pairs, size_t room);

/* One output row of the set's tokens, run again with h heads and head modes (h) or NULL: a real forward pass of that query over all
 * keys, with the row's own mask. Only for sets of the preset that has its embeddings. */
enum hs_status hs_run_row(const struct hs_preset *preset, const struct hs_set *set, size_t q, size_t h,
    const uint8_t *head_mode, float *row /* (512) */, struct hs_error *error);

/* What an output row says, slot by slot (hs_preset_read_slot), with a verdict: one word (cosine >= 0.9 and at least half
 * of that word's length), a blend (at least half a content word's length), or nothing, as the even spread of an idle head gives. */
#define HS_SLOTS 8u
#define HS_READ_WORDS 3u
enum hs_reading_kind { HS_READS_NOTHING, HS_READS_WORD, HS_READS_BLEND };
struct hs_reading {
    enum hs_reading_kind kind;
    struct hs_word_match match[HS_READ_WORDS]; /* best first */
    size_t count;
    float strength; /* length of the slot; 1 = one content word whole */
    float length;   /* of the nearest word's code: 1 for content words, less for function words and punctuation */
};
void hs_read_row(const struct hs_preset *preset, const struct hs_set *set, const float *row,
    struct hs_reading readings[HS_SLOTS]);
/* What slot r was made for, at h = 8 the part of head r: "subject", "object", "place or time" … */
const char *hs_slot_role(size_t slot);

/* Mean over rows of the Jensen-Shannon divergence of two heads' rows, in bits: 0 same … 1 nothing in common. Both heads of sets with
 * equal n and m; NAN otherwise. */
double hs_head_divergence(const struct hs_set *a, size_t layer_a, size_t head_a, const struct hs_set *b, size_t layer_b,
    size_t head_b);
/* Row q over all heads of a layer: the mean, or the largest per key. row (m). */
void hs_row_over_heads(const struct hs_set *set, size_t layer, size_t q, bool largest, float *row);

/* Which links of a row to draw. */
enum hs_link_rule {
    HS_LINKS_MASS,   /* the fewest keys whose weights sum to at least `amount`, 0 … 1 */
    HS_LINKS_WEIGHT, /* keys with a weight of at least `amount` */
    HS_LINKS_TOP,    /* the `amount` heaviest keys */
};
const char *hs_link_rule_name(enum hs_link_rule rule); /* "mass", "weight", "top" */
struct hs_row_link {
    size_t k;
    float weight;
};
/* Fills links[0 .. returned) heaviest first (of equals the smaller k); masked keys and weights of 0 never count. Room for m. */
size_t hs_row_links(const struct hs_set *set, size_t layer, size_t head, size_t q, enum hs_link_rule rule, double amount,
    struct hs_row_link *links /* (m) */);
/* Whether hs_row_links() would hold key k, and its weight: without sorting the row. */
bool hs_row_link_to(const struct hs_set *set, size_t layer, size_t head, size_t q, size_t k, enum hs_link_rule rule,
    double amount, float *weight);

#endif
