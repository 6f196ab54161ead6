/* evaluate.c – the accuracy of heads on annotated sentences, per relation. Called by --evaluate,
 * the trainer and the tests; the counting itself, and its rules, are measure.c's. */
#include "hs.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum hs_status hs_score_heads(const struct hs_preset *preset, const struct hs_annotated *annotated,
    size_t h, enum hs_mask mask, enum hs_baseline baseline, struct hs_relation_score *scores,
    struct hs_error *error)
{
    struct hs_measure *measure;
    enum hs_status status =
        hs_measure_new(preset, annotated, h, mask, baseline, NULL, &measure, error);
    if (status)
        return status;
    memcpy(scores, hs_measure_scores(measure), h * HS_RELATION_COUNT * sizeof *scores);
    hs_measure_drop(measure);
    return HS_OK;
}

enum hs_status hs_profile_heads(const struct hs_preset *preset,
    const struct hs_annotated *annotated, size_t h, enum hs_mask mask,
    struct hs_head_profile *profiles, struct hs_error *error)
{
    struct hs_measure *measure;
    enum hs_status status =
        hs_measure_new(preset, annotated, h, mask, HS_BASELINE_NONE, NULL, &measure, error);
    if (status)
        return status;
    memcpy(profiles, hs_measure_profiles(measure), h * sizeof *profiles);
    hs_measure_drop(measure);
    return HS_OK;
}

/* ------------------------------------------------------------------ one line a relation */
enum hs_status hs_evaluate(const struct hs_preset *preset, const struct hs_annotated *annotated,
    size_t h, enum hs_mask mask, struct hs_relation_score *scores, struct hs_error *error)
{
    struct hs_relation_score *all = malloc((h ? h : 1) * HS_RELATION_COUNT * sizeof(*all));
    if (!all)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the scores");
    enum hs_status status =
        hs_score_heads(preset, annotated, h, mask, HS_BASELINE_NONE, all, error);
    for (size_t r = 0; r < HS_RELATION_COUNT && !status; r++) {
        // beyond eight heads the relation's columns are split among h / 8 of them: the best one
        // speaks for it
        size_t first = hs_relation_head((enum hs_relation)r) * h / 8, heads = h > 8 ? h / 8 : 1;
        scores[r] = all[first * HS_RELATION_COUNT + r];
        for (size_t i = 1; i < heads; i++) {
            const struct hs_relation_score *other = &all[(first + i) * HS_RELATION_COUNT + r];
            if (other->hits > scores[r].hits)
                scores[r] = *other;
        }
    }
    free(all);
    return status;
}

void hs_evaluation_write(const struct hs_relation_score *scores, struct hs_buffer *buffer)
{
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        const struct hs_relation_score *score = &scores[r];
        double hits = score->eligible ? 100 * (double)score->hits / (double)score->eligible : 0;
        hs_buffer_print(buffer, "%s %.1f %.2f %zu %.1f\n", hs_relation_name((enum hs_relation)r),
            hits, score->mass, score->eligible, 100 * score->baseline);
    }
}
