/* judge.c – what a head may be called, from evidence alone: profiles over annotated sentences and
 * the rules that turn scores into a name. Called by the Specialise view and the exports. Rules:
 * users' guide of the field, i.e. Voita et al. 2019 (a positional head has
 * >= 90 % of its maxima at one offset; a syntactic head beats the best offset by >= 10 points) and
 * at least 20 eligible links; and none is given from fewer than five sentences. Beyond that source: the largest weight of rows that are
 * almost even finds nothing, so an even head has a relation's name only if it gives what it should find a good part of the row. */
#include <stdlib.h>
#include <string.h>

#include "set/set.h"

#include "hs_relation.h"

static const double positional_share = 0.90, sink_share = 0.80, uniform_share = 0.98, even_mass = 0.20;

static double accuracy_of(const struct hs_relation_score *score)
{
    return score->eligible ? (double)score->hits / (double)score->eligible : 0;
}

/* The relation with the largest margin among those with enough links; of all when none has. */
static enum hs_relation best_relation(const struct hs_relation_score *scores)
{
    enum hs_relation best = HS_RELATION_COUNT;
    double best_margin = 0;
    for (int pass = 0; pass < 2 && best == HS_RELATION_COUNT; pass++) {
        for (int r = 0; r < HS_RELATION_COUNT; r++) {
            double margin = accuracy_of(&scores[r]) - scores[r].baseline;
            if (pass == 0 && scores[r].eligible < HS_NAME_MIN_ELIGIBLE)
                continue;
            if (best == HS_RELATION_COUNT || margin > best_margin) {
                best = (enum hs_relation)r;
                best_margin = margin;
            }
        }
    }
    return best;
}

static void name_offset(int offset, char *name, size_t room)
{
    static const char *const near[] = {"previous token", "own token", "next token"};
    if (offset >= -1 && offset <= 1)
        snprintf(name, room, "%s", near[offset + 1]);
    else
        snprintf(name, room, "%d tokens %s", abs(offset), offset < 0 ? "back" : "ahead");
}

void hs_judge_head(const struct hs_relation_score *scores, const struct hs_head_profile *profile,
    struct hs_verdict *verdict)
{
    enum hs_relation relation = best_relation(scores);
    const struct hs_relation_score *score = &scores[relation];
    *verdict = (struct hs_verdict){.relation = relation, .accuracy = accuracy_of(score)};
    verdict->margin = verdict->accuracy - score->baseline;
    bool even = profile->rows && profile->entropy_share >= uniform_share, finds = !even || score->mass >= even_mass;
    if (profile->sentences < HS_NAME_MIN_SENTENCES) {
        snprintf(verdict->name, sizeof verdict->name, "unclear");
        snprintf(verdict->evidence, sizeof verdict->evidence,
            "measured on %zu sentence%s: a name needs at least %u. Best candidate %s: %zu of %zu "
            "links, margin %+.1f points",
            profile->sentences, profile->sentences == 1 ? "" : "s", HS_NAME_MIN_SENTENCES,
            hs_relation_title(relation), score->hits, score->eligible, 100 * verdict->margin);
    } else if (profile->rows && profile->offset_share >= positional_share) {
        verdict->kind = HS_KIND_POSITIONAL;
        name_offset(profile->offset, verdict->name, sizeof verdict->name);
        snprintf(verdict->evidence, sizeof verdict->evidence,
            "%.1f %% of the row maxima lie at offset %+d, over %zu rows (those without a key there "
            "left out)",
            100 * profile->offset_share, profile->offset, profile->rows);
    } else if (score->eligible >= HS_NAME_MIN_ELIGIBLE && verdict->margin >= HS_NAME_MIN_MARGIN && finds) {
        verdict->kind = HS_KIND_RELATION;
        snprintf(verdict->name, sizeof verdict->name, "%s", hs_relation_title(relation));
        snprintf(verdict->evidence, sizeof verdict->evidence,
            "%zu of %zu links found (%.1f %%); best fixed offset %+d finds %.1f %%; margin %+.1f "
            "points",
            score->hits, score->eligible, 100 * verdict->accuracy, score->baseline_offset,
            100 * score->baseline, 100 * verdict->margin);
    } else if (profile->rows &&
               (profile->first >= sink_share || profile->punctuation >= sink_share)) {
        bool first = profile->first >= sink_share;
        verdict->kind = HS_KIND_SINK;
        snprintf(
            verdict->name, sizeof verdict->name, "sink: %s", first ? "first token" : "punctuation");
        snprintf(verdict->evidence, sizeof verdict->evidence,
            "%.0f %% of the weight over %zu rows goes there",
            100 * (first ? profile->first : profile->punctuation), profile->rows);
    } else if (even) {
        verdict->kind = HS_KIND_UNIFORM;
        snprintf(verdict->name, sizeof verdict->name, "uniform");
        snprintf(verdict->evidence, sizeof verdict->evidence,
            "entropy is %.1f %% of its maximum over %zu rows", 100 * profile->entropy_share,
            profile->rows);
    } else {
        verdict->kind = HS_KIND_UNCLEAR;
        snprintf(verdict->name, sizeof verdict->name, "unclear");
        snprintf(verdict->evidence, sizeof verdict->evidence,
            "best candidate %s: %zu of %zu links, margin %+.1f points; a name needs %u links and "
            "%+.0f points",
            hs_relation_title(relation), score->hits, score->eligible, 100 * verdict->margin,
            HS_NAME_MIN_ELIGIBLE, 100 * HS_NAME_MIN_MARGIN);
    }
}
