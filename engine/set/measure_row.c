/* measure_row.c – see measure.h: one row of one head, as evidence for or against a link and as part
 * of the head's profile. Called by measure.c for every row. */
#include "set/measure.h"

#include "kernels/kernels.h"

#include <math.h>
#include <stdlib.h>

struct hsi_row_score hsi_row_score(const float *row, size_t keys, const size_t *to, size_t to_count)
{
    struct hsi_row_score score = {0};
    size_t sharing = 0, accepted = 0;
    float most = 0;
    for (size_t k = 0; k < keys; k++) {
        if (row[k] > most) {
            most = row[k];
            score.largest = k;
            sharing = 0;
        }
        sharing += row[k] == most && most > 0;
    }
    for (size_t t = 0; t < to_count; t++) {
        accepted += row[to[t]] == most;
        score.mass += (double)row[to[t]];
    }
    score.any = sharing > 0;
    score.share = sharing ? (double)accepted / (double)sharing : 0;
    return score;
}

void hsi_tally_row(struct hs_tally *tally, const struct hs_tokens *tokens, const float *row,
    size_t q, size_t visible)
{
    size_t best = 0;
    double entropy = hsi_kernels_best()->entropy(row, visible), punctuation = 0;
    for (size_t k = 0; k < visible; k++) {
        if (row[k] > row[best])
            best = k;
        if (tokens->token[k].kind == HS_TOKEN_PUNCT)
            punctuation += (double)row[k];
    }
    if (visible == 0 || !(row[best] > 0)) /* a row of zeros does not count */
        return;
    tally->punctuation += punctuation;
    long offset = (long)best - (long)q;
    tally->rows++;
    tally->first += (double)row[0];
    if (labs(offset) <= HS_OFFSET_REACH)
        tally->offset[offset + HS_OFFSET_REACH]++;
    for (long at = -HS_OFFSET_REACH; at <= HS_OFFSET_REACH; at++)
        tally->with_key[at + HS_OFFSET_REACH] += (long)q + at >= 0 && (long)q + at < (long)visible;
    if (visible > 1) {
        tally->wide_rows++;
        tally->entropy_share += fmax(entropy, 0) / log((double)visible);
    }
}

void hsi_tally_profile(const struct hs_tally *tally, struct hs_head_profile *profile)
{
    double rows = tally->rows ? (double)tally->rows : 1;
    size_t best = HS_OFFSET_REACH;
    for (size_t i = 0; i < HS_OFFSETS; i++)
        if (tally->offset[i] > tally->offset[best])
            best = i;
    *profile = (struct hs_head_profile){.rows = tally->rows,
        .entropy_share = tally->wide_rows ? tally->entropy_share / (double)tally->wide_rows : 0,
        .first = tally->first / rows,
        .punctuation = tally->punctuation / rows,
        .offset = (int)best - HS_OFFSET_REACH,
        .offset_share = tally->with_key[best]
                            ? (double)tally->offset[best] / (double)tally->with_key[best]
                            : 0};
}
