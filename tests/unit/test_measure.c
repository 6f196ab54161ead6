/* Single links of the annotated sentences, head profiles, verdicts, and differences of many heads:
 * checked against a plain run of the same sentences and against numbers worked out by hand. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "hs.h"

static size_t asked;

static bool stop_at_third(void *user)
{
    (void)user;
    return ++asked == 3;
}

/* The results add up to the scores, and each of them is what the sentence's own run says. */
static void check_links(const struct hs_preset *preset, const struct hs_annotated *annotated,
    size_t h, enum hs_mask mask)
{
    struct hs_measure *measure = NULL;
    struct hs_set *set = NULL;
    struct hs_link_result result;
    size_t sentence = SIZE_MAX, wrong = 0, seen = 0;
    struct hs_run_options options = {.h = h, .mask = mask};
    CHECK(hs_measure_new(preset, annotated, h, mask, HS_BASELINE_NONE, NULL, &measure, NULL) ==
          HS_OK);
    const struct hs_relation_score *scores = hs_measure_scores(measure);
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        enum hs_relation relation = (enum hs_relation)r;
        size_t links = hs_measure_links(measure, relation), head = h / 2;
        double hits = 0, mass = 0;
        const struct hs_relation_score *score = &scores[head * HS_RELATION_COUNT + r];
        CHECK(links == score->eligible);
        for (size_t i = 0; i < links; i++) {
            CHECK(hs_measure_link(measure, head, relation, i, &result));
            hits += result.share;
            mass += result.mass;
            if (i % 7) /* a plain run of every sentence would take long */
                continue;
            if (result.sentence != sentence) {
                hs_set_drop(set);
                set = NULL;
                sentence = result.sentence;
                CHECK(hs_run_tokens(preset, annotated->sentence[sentence].tokens, &options, &set,
                          NULL) == HS_OK);
            }
            struct hs_matrix A = hs_set_weights(set, 0, head);
            const float *row = A.data + result.from * A.stride;
            const size_t *to = result.to ? result.to : &result.previous;
            double on = 0;
            for (size_t t = 0; t < result.to_count; t++)
                on += (double)row[to[t]];
            for (size_t k = 0; k < A.cols; k++)
                wrong += row[k] > row[result.largest];
            wrong += !(fabs(on - result.mass) < 1e-6);
            seen++;
        }
        CHECK((size_t)(hits + 1e-6) == score->hits);
        CHECK_NEAR(links ? mass / (double)links : 0, score->mass, 1e-6);
        CHECK(!hs_measure_link(measure, head, relation, links, &result));
    }
    CHECK(!hs_measure_link(measure, h, HS_SUBJ, 0, &result));
    CHECK(wrong == 0 && seen > 100);
    hs_set_drop(set);
    hs_measure_drop(measure);
}

static void check_profiles(const struct hs_preset *preset, const struct hs_annotated *annotated)
{
    struct hs_head_profile profiles[8];
    struct hs_measure *measure = NULL;
    CHECK(hs_profile_heads(preset, annotated, 8, HS_MASK_NONE, profiles, NULL) == HS_OK);
    size_t tokens = 0;
    double first = 0;
    struct hs_run_options options = {.h = 8};
    for (size_t s = 0; s < annotated->count; s++) {
        struct hs_set *set;
        CHECK(hs_run_tokens(preset, annotated->sentence[s].tokens, &options, &set, NULL) == HS_OK);
        struct hs_matrix A = hs_set_weights(set, 0, 2);
        for (size_t q = 0; q < A.rows; q++)
            first += (double)A.data[q * A.stride];
        tokens += A.rows;
        hs_set_drop(set);
    }
    CHECK(profiles[2].rows == tokens);
    CHECK_NEAR(profiles[2].first, first / (double)tokens, 1e-6);
    CHECK(profiles[7].offset == -1 && profiles[7].offset_share > 0.9);
    /* Even attention has all the entropy there is. */
    CHECK(hs_measure_new(preset, annotated, 1, HS_MASK_CAUSAL, HS_BASELINE_UNIFORM, NULL, &measure,
              NULL) == HS_OK);
    CHECK_NEAR(hs_measure_profiles(measure)[0].entropy_share, 1, 1e-6);
    struct hs_verdict verdict;
    hs_judge_head(hs_measure_scores(measure), hs_measure_profiles(measure), &verdict);
    CHECK(verdict.kind == HS_KIND_UNIFORM);
    hs_measure_drop(measure);
    struct hs_watch watch = {.stop = stop_at_third};
    measure = NULL;
    CHECK(hs_measure_new(preset, annotated, 8, HS_MASK_NONE, HS_BASELINE_NONE, &watch, &measure,
              NULL) == HS_STOPPED);
    CHECK(asked == 3 && measure == NULL);
    hs_measure_drop(NULL);
}

/* The rules for a name, each at its bound. */
static void check_verdicts(void)
{
    struct hs_relation_score scores[HS_RELATION_COUNT] = {0};
    struct hs_head_profile profile = {
        .sentences = HS_NAME_MIN_SENTENCES, .rows = 100, .offset = 1, .offset_share = 0.5};
    struct hs_verdict verdict;
    scores[HS_OBJ] = (struct hs_relation_score){
        .eligible = 20, .hits = 16, .baseline = 0.7, .baseline_offset = 2};
    hs_judge_head(scores, &profile, &verdict);
    CHECK(verdict.kind == HS_KIND_RELATION && verdict.relation == HS_OBJ);
    CHECK_NEAR(verdict.margin, 0.1, 1e-9);
    CHECK(strstr(verdict.evidence, "16 of 20") != NULL);
    scores[HS_OBJ].hits = 15; /* five points are not enough */
    hs_judge_head(scores, &profile, &verdict);
    CHECK(verdict.kind == HS_KIND_UNCLEAR);
    scores[HS_OBJ] = (struct hs_relation_score){.eligible = 19, .hits = 19, .baseline = 0.1};
    hs_judge_head(scores, &profile, &verdict); /* nor are 19 links */
    CHECK(verdict.kind == HS_KIND_UNCLEAR);
    profile.offset_share = 0.9;
    hs_judge_head(scores, &profile, &verdict);
    CHECK(verdict.kind == HS_KIND_POSITIONAL);
    CHECK_TEXT(verdict.name, "next token");
    profile.offset_share = 0.5;
    profile.first = 0.8;
    hs_judge_head(scores, &profile, &verdict);
    CHECK(verdict.kind == HS_KIND_SINK);
    CHECK(strstr(verdict.evidence, "80 % of the weight over 100 rows") != NULL);
    profile.first = 0;
    profile.entropy_share = 0.98;
    hs_judge_head(scores, &profile, &verdict);
    CHECK(verdict.kind == HS_KIND_UNIFORM);
}

static struct hs_set *run(const struct hs_preset *preset, const char *text, size_t h)
{
    struct hs_run_options options = {.h = h, .keep = HS_KEEP_ALL};
    struct hs_set *set = NULL;
    CHECK(hs_run_text(preset, text, strlen(text), &options, &set, NULL) == HS_OK);
    return set;
}

static float at(const struct hs_set *set, size_t head, size_t q, size_t k)
{
    struct hs_matrix A = hs_set_weights(set, 0, head);
    return A.data[q * A.stride + k];
}

static void check_differences(const struct hs_preset *preset)
{
    struct hs_set *a = run(preset, "The dog chased the cat .", 4),
                  *b = run(preset, "The dog chased the old cat .", 2), *difference = NULL;
    const size_t heads[] = {0, 0, 1, 1};
    CHECK(hs_set_differences(a, b, heads, &difference, NULL) == HS_OK);
    struct hs_set_shape shape = hs_set_shape(difference);
    CHECK(shape.h == 4 && shape.n == 7 && shape.m == 7);
    CHECK(hs_set_values(difference) == HS_VALUES_SIGNED);
    CHECK(strstr(hs_set_note(difference), "in its place") != NULL);
    CHECK_NEAR(at(difference, 2, 2, 5), at(a, 2, 2, 4) - at(b, 1, 2, 5), 1e-7); /* chased, cat */
    CHECK(
        hs_set_masked(difference, 2, 4) && hs_set_masked(difference, 4, 0)); /* only b has "old" */
    CHECK(at(difference, 0, 2, 4) == -INFINITY);
    float least, largest;
    hs_head_extent(difference, 0, 3, &least, &largest);
    CHECK(isfinite(least) && least < 0 && largest > 0 && largest <= 1);
    /* The two sides, on the same tokens. */
    struct hs_set *sides[2];
    CHECK(hs_set_sides(a, b, heads, sides, NULL) == HS_OK);
    shape = hs_set_shape(sides[1]);
    CHECK(shape.h == 4 && shape.n == 7 && shape.m == 7 && hs_set_values(sides[0]) == HS_VALUES_WEIGHT);
    for (size_t q = 0; q < 7; q++)
        for (size_t k = 0; k < 7; k++) {
            bool b_only = q == 4 || k == 4; /* "old" */
            CHECK(hs_set_masked(sides[0], q, k) == b_only && !hs_set_masked(sides[1], q, k));
            CHECK(b_only || at(sides[0], 3, q, k) == at(a, 3, q - (q > 4), k - (k > 4)));
            CHECK(at(sides[1], 3, q, k) == at(b, 1, q, k));
        }
    hs_set_drop(sides[0]);
    hs_set_drop(sides[1]);
    hs_set_drop(difference);
    const size_t same[] = {1, 1, 1, 1}, none[] = {4, 0, 0, 0};
    CHECK(hs_set_differences(a, a, same, &difference, NULL) == HS_OK);
    hs_head_extent(difference, 0, 1, &least, &largest);
    CHECK(least == 0 && largest == 0);
    CHECK_NEAR(at(difference, 3, 1, 1), at(a, 3, 1, 1) - at(a, 1, 1, 1), 1e-7);
    hs_set_drop(difference);
    CHECK(hs_set_differences(a, a, none, &difference, NULL) == HS_BAD_USE);
    CHECK(hs_set_sides(a, a, none, sides, NULL) == HS_BAD_USE);
    /* What was done stands in the exports, and the numbers are not called weights. */
    struct hs_set *lens = NULL;
    struct hs_buffer buffer = {0};
    CHECK(hs_set_lens(a, NULL, hs_lens_named("score"), &lens, NULL) == HS_OK);
    hs_set_write_json(lens, 0, &buffer);
    hs_set_write_csv(lens, &(struct hs_csv){.head = 0}, &buffer);
    hs_buffer_write(&buffer, "", 1);
    CHECK(strstr(buffer.data, "\"values\": \"score\"") != NULL);
    CHECK(strstr(buffer.data, "\"note\": \"lens: score before softmax") != NULL);
    CHECK(strstr(buffer.data, ",masked,score\n") != NULL && strstr(buffer.data, "#") == NULL);
    hs_buffer_drop(&buffer);
    hs_set_drop(lens);
    hs_set_drop(a);
    hs_set_drop(b);
}

TEST(test_measure)
{
    struct hs_preset *preset = NULL;
    struct hs_annotated *annotated = NULL;
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error) ||
        hs_annotated_open(HS_SOURCE_DIR "/samples/annotated.json", &annotated, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    check_links(preset, annotated, 8, HS_MASK_NONE);
    check_links(preset, annotated, 2, HS_MASK_CAUSAL);
    check_profiles(preset, annotated);
    check_verdicts();
    check_differences(preset);
    hs_annotated_drop(annotated);
    hs_preset_drop(preset);
    return check_report();
}
