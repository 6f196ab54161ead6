/* Rows and heads compared, links and offsets counted, heads named: numbers worked out by hand, at
 * the bounds of each rule and with the ties that decide between < and <=. */
#include <math.h>

#include "hand_set.h"
#include "set/measure.h"

enum { FAR = 9 }; /* what stands between rows: no weight, so that reading it shows */

static void test_row_change(void)
{
    static const float a[] = {3, 4, 0, FAR}, b[] = {0, 4, 2, FAR}, none[] = {0, 0, 0, FAR};
    struct hs_change change;
    hs_row_change(a, b, 3, &change);
    CHECK_NEAR(change.norm_before, 5, 1e-12);
    CHECK_NEAR(change.norm_after, sqrt(20), 1e-12);
    CHECK_NEAR(change.distance, sqrt(13), 1e-12);
    CHECK_NEAR(change.cosine, 16 / (5 * sqrt(20)), 1e-12);
    static const float short_a[] = {.375f, .5f, FAR}, short_b[] = {.5f, .375f, FAR};
    hs_row_change(short_a, short_b, 2, &change);
    CHECK_NEAR(change.cosine, .96, 1e-12);
    hs_row_change(none, none, 3, &change); /* both zero: nothing changed */
    CHECK_NEAR(change.cosine, 1, 0);
    hs_row_change(a, none, 3, &change);
    CHECK_NEAR(change.cosine, 0, 0);
    hs_row_change(none, b, 3, &change);
    CHECK_NEAR(change.cosine, 0, 0);
}

static void test_output_change(void)
{
    static const float first[] = {1, 2, FAR, 3, 4, FAR, 5, 6, FAR},
                       second[] = {1, 2, FAR, 4, 3, FAR};
    struct hand long_hand =
                    {.n = 3, .m = 2, .h = 1, .stride = 3, .numbers = first, .output = first},
                short_hand = long_hand, narrow_hand = long_hand, bare_hand = long_hand;
    short_hand.n = 2;
    short_hand.output = second;
    narrow_hand.m = 1;
    bare_hand.output = NULL;
    struct hs_set *longer = hand_set(&long_hand), *shorter = hand_set(&short_hand),
                  *narrow = hand_set(&narrow_hand), *bare = hand_set(&bare_hand);
    struct hs_change change;
    CHECK(hs_output_change(longer, shorter, 1, &change));
    CHECK_NEAR(change.cosine, 24. / 25, 1e-12);
    CHECK_NEAR(change.distance, sqrt(2), 1e-12);
    CHECK(!hs_output_change(longer, shorter, 2, &change));
    CHECK(!hs_output_change(shorter, longer, 2, &change));
    CHECK(!hs_output_change(longer, narrow, 0, &change));
    CHECK(!hs_output_change(longer, bare, 0, &change));
    CHECK(!hs_output_change(bare, longer, 0, &change));
    hs_set_drop(longer);
    hs_set_drop(shorter);
    hs_set_drop(narrow);
    hs_set_drop(bare);
}

static void test_divergence(void)
{
    /* rows: half of it in common (0.5 bit), nothing in common (1 bit), the same (0) */
    static const float numbers[2][12] = {{.5f, .5f, 0, FAR, 1, 0, 0, FAR, .2f, .3f, .5f, FAR},
        {.5f, 0, .5f, 0, 0, .25f, .75f, 0, .2f, .3f, .5f, 0}};
    static const float heavy[2][3] = {{2, 0, FAR}, {0, 2, 0}};
    struct hand hand = {.n = 3, .m = 3, .h = 2, .stride = 4, .numbers = numbers[0]},
                two_rows = hand, two_columns = hand,
                one = {.n = 1, .m = 2, .h = 2, .stride = 3, .numbers = heavy[0]};
    two_rows.n = 2;
    two_columns.m = 2;
    struct hs_set *set = hand_set(&hand), *lower = hand_set(&two_rows),
                  *thinner = hand_set(&two_columns), *single = hand_set(&one);
    CHECK_NEAR(hs_head_divergence(set, 0, 0, set, 0, 1), 0.5, 1e-9);
    CHECK_NEAR(hs_head_divergence(set, 0, 1, set, 0, 0), 0.5, 1e-9);
    CHECK_NEAR(hs_head_divergence(set, 0, 1, set, 0, 1), 0, 0);
    CHECK_NEAR(hs_head_divergence(single, 0, 0, single, 0, 1), 1, 0); /* a row counts 1 at most */
    CHECK(isnan(hs_head_divergence(set, 0, 0, lower, 0, 0)));
    CHECK(isnan(hs_head_divergence(set, 0, 0, thinner, 0, 0)));
    CHECK(isnan(hs_head_divergence(set, 0, 2, set, 0, 0)));
    CHECK(isnan(hs_head_divergence(set, 0, 0, set, 0, 2)));
    hs_set_drop(set);
    hs_set_drop(lower);
    hs_set_drop(thinner);
    hs_set_drop(single);
}

static void test_over_heads(void)
{
    static const float numbers[2][8] = {
        {1, 0, 0, FAR, .5f, .25f, .25f, FAR}, {0, 1, 0, FAR, .25f, .25f, .5f, FAR}};
    struct hand hand = {.n = 2, .m = 3, .h = 2, .stride = 4, .numbers = numbers[0]};
    struct hs_set *set = hand_set(&hand);
    float *row = malloc(3 * sizeof *row); /* exactly m: a sanitizer sees a fourth */
    hs_row_over_heads(set, 0, 1, false, row);
    CHECK_NEAR(row[0], .375, 0);
    CHECK_NEAR(row[1], .25, 0);
    CHECK_NEAR(row[2], .375, 0);
    hs_row_over_heads(set, 0, 1, true, row);
    CHECK(row[0] == .5f && row[1] == .25f && row[2] == .5f);
    hs_row_over_heads(set, 0, 2, true, row); /* no such row */
    CHECK(row[0] == 0 && row[1] == 0 && row[2] == 0);
    free(row);
    hs_set_drop(set);
}

/* ---------------------------------------------------------------- one row as evidence */
static void check_score(
    const float *row, const size_t *to, size_t count, size_t largest, double share, double mass)
{
    struct hsi_row_score score = hsi_row_score(row, 4, to, count);
    CHECK(score.largest == largest);
    CHECK_NEAR(score.share, share, 1e-12);
    CHECK_NEAR(score.mass, mass, 1e-6);
}

static void test_row_score(void)
{
    static const float ties[] = {.25f, .375f, .375f, 0, FAR}, rising[] = {.1f, .1f, .2f, .6f, FAR},
                       none[] = {0, 0, 0, 0, FAR};
    static const size_t second[] = {2}, both[] = {1, 2}, first[] = {0}, last[] = {3};
    check_score(ties, second, 1, 1, .5, .375);
    check_score(ties, both, 2, 1, 1, .75);
    check_score(ties, first, 1, 1, 0, .25);
    check_score(rising, last, 1, 3, 1, .6); /* the two tenths share nothing once more is found */
    check_score(rising, both, 2, 3, 0, .3);
    check_score(none, both, 2, 0, 0, 0);
}

static void test_tally(void)
{
    static const char *const words[] = {",", ".", "b"};
    static const float rows[][4] = {
        {.5f, .5f, FAR}, {.25f, .25f, .5f, FAR}, {1, FAR}, {0, .75f, .25f, FAR}};
    struct hs_tokens *tokens = hand_tokens(words, NULL, 3);
    struct hs_tally tally = {0};
    struct hs_head_profile profile;
    hsi_tally_profile(&tally, &profile); /* of nothing: zeros */
    CHECK(profile.rows == 0 && profile.offset == 0);
    CHECK(profile.offset_share == 0 && profile.entropy_share == 0 && profile.first == 0 &&
          profile.punctuation == 0);
    hsi_tally_row(&tally, tokens, rows[0], 0, 2); /* tie: the first; offset 0 */
    hsi_tally_row(&tally, tokens, rows[1], 1, 3); /* offset +1 */
    hsi_tally_row(&tally, tokens, rows[2], 0, 1); /* offset 0; too narrow for an entropy */
    hsi_tally_row(&tally, tokens, rows[3], 2, 3); /* offset -1 */
    CHECK(tally.rows == 4 && tally.wide_rows == 3);
    CHECK_NEAR(tally.first, 1.75, 1e-9);
    CHECK_NEAR(tally.punctuation, 3.25, 1e-9);
    double wide[] = {
        1, (.5 * log(4) + .5 * log(2)) / log(3), (.75 * log(4 / 3.) + .25 * log(4)) / log(3)};
    CHECK_NEAR(tally.entropy_share, wide[0] + wide[1] + wide[2], 1e-5);
    static const size_t with_key[] = {
        0, 1, 2, 4, 2, 0}; /* offsets -3 … 2, from rows of 2 3 1 3 keys */
    CHECK(tally.with_key[HS_OFFSET_REACH - 3] == with_key[0]);
    CHECK(tally.with_key[HS_OFFSET_REACH - 2] == with_key[1]);
    CHECK(tally.with_key[HS_OFFSET_REACH - 1] == with_key[2]);
    CHECK(tally.with_key[HS_OFFSET_REACH] == with_key[3]);
    CHECK(tally.with_key[HS_OFFSET_REACH + 1] == with_key[4]);
    CHECK(tally.with_key[HS_OFFSET_REACH + 2] == with_key[5]);
    hsi_tally_profile(&tally, &profile);
    CHECK(profile.rows == 4 && profile.offset == 0);
    CHECK_NEAR(profile.offset_share, .5, 1e-12);
    CHECK_NEAR(profile.first, 1.75 / 4, 1e-9);
    CHECK_NEAR(profile.punctuation, 3.25 / 4, 1e-9);
    CHECK_NEAR(profile.entropy_share, (wide[0] + wide[1] + wide[2]) / 3, 1e-5);
    hs_tokens_drop(tokens);
    /* one sure row of two keys: all the entropy there is not */
    static const float sure[] = {1, 0};
    struct hs_tokens *two = hand_tokens(NULL, "w", 2);
    tally = (struct hs_tally){0};
    hsi_tally_row(&tally, two, sure, 0, 2);
    CHECK_NEAR(tally.entropy_share, 0, 1e-6);
    hs_tokens_drop(two);
}

/* Offsets at and beyond the reach; of equally frequent ones that of no distance, then the first. */
static void test_reach(void)
{
    enum { KEYS = 2 * HS_OFFSET_REACH + 4, MIDDLE = HS_OFFSET_REACH + 1 };
    struct hs_tokens *tokens = hand_tokens(NULL, "w", KEYS);
    static const int best[] = {0, 1, MIDDLE + HS_OFFSET_REACH, MIDDLE + HS_OFFSET_REACH + 1};
    struct hs_tally tally = {0};
    struct hs_head_profile profile;
    size_t counted = 0;
    for (size_t i = 0; i < 4; i++) {
        float row[KEYS] = {0};
        row[best[i]] = 1;
        hsi_tally_row(&tally, tokens, row, MIDDLE, KEYS);
    }
    for (size_t i = 0; i < HS_OFFSETS; i++)
        counted += tally.offset[i];
    CHECK(counted == 2 && tally.offset[0] == 1 && tally.offset[HS_OFFSETS - 1] == 1);
    CHECK(tally.with_key[0] == 4 && tally.with_key[HS_OFFSETS - 1] == 4);
    hsi_tally_profile(&tally, &profile);
    CHECK(profile.offset == -HS_OFFSET_REACH); /* the first of two */
    CHECK_NEAR(profile.offset_share, .25, 1e-12);
    tally.offset[HS_OFFSET_REACH] = 1;
    hsi_tally_profile(&tally, &profile);
    CHECK(profile.offset == 0);
    hs_tokens_drop(tokens);
}

/* ---------------------------------------------------------------- verdicts */
static const struct hs_head_profile dull = {.rows = 100, .offset = 5, .offset_share = .5};

/* As measured on enough sentences. */
static struct hs_verdict judge(
    const struct hs_relation_score *scores, const struct hs_head_profile *profile)
{
    struct hs_head_profile full = *profile;
    struct hs_verdict verdict;
    full.sentences = HS_NAME_MIN_SENTENCES;
    hs_judge_head(scores, &full, &verdict);
    return verdict;
}

static void test_best_relation(void)
{
    struct hs_relation_score scores[HS_RELATION_COUNT] = {0};
    /* 19 links count for little as long as another relation has 20 … */
    scores[HS_OBJ] = (struct hs_relation_score){.eligible = 20, .hits = 10, .baseline = .45};
    scores[HS_MOD] = (struct hs_relation_score){.eligible = 19, .hits = 19, .baseline = .1};
    struct hs_verdict verdict = judge(scores, &dull);
    CHECK(verdict.relation == HS_OBJ && verdict.kind == HS_KIND_UNCLEAR);
    CHECK_NEAR(verdict.accuracy, .5, 1e-12);
    CHECK_NEAR(verdict.margin, .05, 1e-12);
    CHECK_TEXT(verdict.name, "unclear");
    CHECK_TEXT(verdict.evidence, "best candidate verb → its object: 10 of 20 links, margin +5.0 points; a name "
                                 "needs 20 links and +10 points");
    scores[HS_OBJ].eligible = scores[HS_OBJ].hits = 0; /* … and speak when none has */
    scores[HS_OBJ].baseline = 0;
    verdict = judge(scores, &dull);
    CHECK(verdict.relation == HS_MOD && verdict.kind == HS_KIND_UNCLEAR);
    CHECK_NEAR(verdict.margin, .9, 1e-12);
    CHECK_TEXT(verdict.evidence, "best candidate modifier → its noun: 19 of 19 links, margin +90.0 points; a name "
                                 "needs 20 links and +10 points");
    /* it is the margin that counts, not what is found */
    scores[HS_AUX] = (struct hs_relation_score){.eligible = 20, .hits = 10, .baseline = .45};
    scores[HS_POBJ] = (struct hs_relation_score){.eligible = 20, .hits = 8, .baseline = .125};
    CHECK(judge(scores, &dull).relation == HS_POBJ);
    /* of equal margins the first; one below nothing is still the best of one */
    for (int r = 0; r < HS_RELATION_COUNT; r++)
        scores[r] = (struct hs_relation_score){.eligible = 40, .hits = 20, .baseline = .75};
    CHECK(judge(scores, &dull).relation == HS_SUBJ);
    CHECK_NEAR(judge(scores, &dull).margin, -.25, 1e-12);
    scores[HS_POBJ].hits = 21;
    CHECK(judge(scores, &dull).relation == HS_POBJ);
}

/* Exactly ten points are enough. */
static void test_margin(void)
{
    struct hs_relation_score scores[HS_RELATION_COUNT] = {0};
    scores[HS_REL] = (struct hs_relation_score){.eligible = 20, .hits = 2};
    CHECK(judge(scores, &dull).kind == HS_KIND_RELATION);
    scores[HS_REL].hits = 1;
    CHECK(judge(scores, &dull).kind == HS_KIND_UNCLEAR);
}

static void check_name(struct hs_head_profile profile, enum hs_head_kind kind, const char *name)
{
    static const struct hs_relation_score none[HS_RELATION_COUNT];
    struct hs_verdict verdict = judge(none, &profile);
    CHECK(verdict.kind == kind);
    CHECK_TEXT(verdict.name, name);
}

static void test_names(void)
{
    static const struct {
        int offset;
        const char *name;
    } offsets[] = {{-2, "2 tokens back"}, {-1, "previous token"}, {0, "own token"},
        {1, "next token"}, {2, "2 tokens ahead"}};
    struct hs_relation_score scores[HS_RELATION_COUNT] = {0};
    for (size_t i = 0; i < 5; i++)
        check_name(
            (struct hs_head_profile){.rows = 1, .offset = offsets[i].offset, .offset_share = .9},
            HS_KIND_POSITIONAL, offsets[i].name);
    check_name(
        (struct hs_head_profile){.rows = 1, .offset_share = .89}, HS_KIND_UNCLEAR, "unclear");
    check_name((struct hs_head_profile){.rows = 1, .first = .8}, HS_KIND_SINK, "sink: first token");
    check_name(
        (struct hs_head_profile){.rows = 1, .punctuation = .8}, HS_KIND_SINK, "sink: punctuation");
    check_name((struct hs_head_profile){.rows = 1, .first = .79, .punctuation = .79},
        HS_KIND_UNCLEAR, "unclear");
    check_name(
        (struct hs_head_profile){.rows = 1, .entropy_share = .98}, HS_KIND_UNIFORM, "uniform");
    check_name(
        (struct hs_head_profile){.rows = 1, .entropy_share = .979}, HS_KIND_UNCLEAR, "unclear");
    /* no rows, no evidence */
    check_name((struct hs_head_profile){.offset_share = 1}, HS_KIND_UNCLEAR, "unclear");
    check_name((struct hs_head_profile){.first = 1}, HS_KIND_UNCLEAR, "unclear");
    check_name((struct hs_head_profile){.entropy_share = 1}, HS_KIND_UNCLEAR, "unclear");
    /* nor are four sentences */
    struct hs_head_profile few = {.sentences = 4, .rows = 40, .offset_share = 1};
    struct hs_verdict verdict;
    scores[HS_MOD] = (struct hs_relation_score){.eligible = 20, .hits = 19, .baseline = .25};
    hs_judge_head(scores, &few, &verdict);
    CHECK(verdict.kind == HS_KIND_UNCLEAR);
    CHECK_TEXT(verdict.evidence, "measured on 4 sentences: a name needs at least 5. Best candidate "
                                 "modifier → its noun: 19 of 20 links, margin +70.0 points");
    scores[HS_MOD] = (struct hs_relation_score){.eligible = 0};
    /* what each says of itself */
    CHECK_TEXT(
        judge(scores, &(struct hs_head_profile){.rows = 7, .offset = -1, .offset_share = .95})
            .evidence,
        "95.0 % of the row maxima lie at offset -1, over 7 rows (those without a key there left "
        "out)");
    CHECK_TEXT(judge(scores, &(struct hs_head_profile){.rows = 7, .punctuation = .85}).evidence,
        "85 % of the weight over 7 rows goes there");
    CHECK_TEXT(judge(scores, &(struct hs_head_profile){.rows = 7, .entropy_share = .99}).evidence,
        "entropy is 99.0 % of its maximum over 7 rows");
    scores[HS_AUX] = (struct hs_relation_score){
        .eligible = 40, .hits = 30, .baseline = .5, .baseline_offset = -3};
    /* the largest of rows that are almost even finds nothing, unless what it finds gets a good part of them */
    const struct hs_head_profile even = {.rows = 7, .entropy_share = .98}, uneven = {.rows = 7, .entropy_share = .979};
    scores[HS_AUX].mass = .19;
    CHECK(judge(scores, &even).kind == HS_KIND_UNIFORM && judge(scores, &uneven).kind == HS_KIND_RELATION);
    scores[HS_AUX].mass = .2;
    CHECK(judge(scores, &even).kind == HS_KIND_RELATION);
    verdict = judge(scores, &dull);
    CHECK(verdict.kind == HS_KIND_RELATION);
    CHECK_TEXT(verdict.name, hs_relation_title(HS_AUX));
    CHECK_TEXT(verdict.evidence,
        "30 of 40 links found (75.0 %); best fixed offset -3 finds 50.0 %; "
        "margin +25.0 points");
}

TEST(test_explain)
{
    test_row_change();
    test_output_change();
    test_divergence();
    test_over_heads();
    test_row_score();
    test_tally();
    test_reach();
    test_best_relation();
    test_margin();
    test_names();
    return check_report();
}
