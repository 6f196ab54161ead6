/* The live source and everything derived from its sets, on the preset model whatever its weights
 * are: identities that must hold between planes, lenses, differences and explanations, and the
 * errors of a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run_rig.h"

static void test_planes(void)
{
    static const size_t heads[] = {1, 8, 64};
    for (size_t i = 0; i < 3; i++) {
        struct hs_set *set = run(seed, heads[i], HS_MASK_CAUSAL, NULL);
        struct hs_set_shape shape = hs_set_shape(set);
        CHECK(shape.n == 10 && shape.m == 10 && shape.h == heads[i] && shape.d_k == 512 / heads[i]);
        size_t head = heads[i] - 1;
        struct hs_matrix A = hs_set_weights(set, 0, head),
                         S = hs_set_plane(set, HS_PLANE_SCORES, 0, head);
        struct hs_matrix raw = hs_set_plane(set, HS_PLANE_RAW, 0, head),
                         O = hs_set_plane(set, HS_PLANE_OUTPUT, 0, 0);
        CHECK(A.rows == 10 && A.cols == 10 && O.rows == 10 && O.cols == 512);
        for (size_t q = 0; q < 10; q++) {
            double sum = 0;
            for (size_t k = 0; k < 10; k++) {
                sum += (double)A.data[q * A.stride + k];
                CHECK(hs_set_masked(set, q, k) == (k > q));
                if (k > q) {
                    CHECK(isinf(S.data[q * S.stride + k]) && A.data[q * A.stride + k] == 0);
                } else {
                    double want = (double)raw.data[q * raw.stride + k] / sqrt((double)shape.d_k);
                    CHECK_NEAR(S.data[q * S.stride + k], want, 1e-5 * (1 + fabs(want)));
                }
            }
            CHECK_NEAR(sum, 1, 1e-6);
        }
        hs_set_drop(set);
    }
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL);
    CHECK(hs_set_weights(set, 1, 0).data == NULL && hs_set_weights(set, 0, 8).data == NULL);
    hs_set_drop(set);
}

static void test_explanations(void)
{
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL);
    struct hs_weights weights = hs_preset_weights(preset);
    struct hs_score_term terms[64];
    struct hs_feature_pair pairs[8];
    for (size_t head = 0; head < 8; head += 3) {
        struct hs_matrix S = hs_set_plane(set, HS_PLANE_SCORES, 0, head);
        double score = (double)S.data[2 * S.stride + 4], sum = 0;
        float total;
        CHECK(hs_score_terms(set, head, 2, 4, terms) == 64);
        for (size_t d = 0; d < 64; d++) {
            sum += (double)terms[d].term;
            CHECK(d == 0 || fabsf(terms[d].term) <= fabsf(terms[d - 1].term));
        }
        CHECK_NEAR(sum, score, 1e-4 * (1 + fabs(score)));
        CHECK(hs_score_features(set, &weights, head, 2, 4, pairs, 8, &total) == 8);
        CHECK_NEAR(total, score, 1e-4 * (1 + fabs(score)));
        for (size_t i = 1; i < 8; i++)
            CHECK(fabsf(pairs[i].term) <= fabsf(pairs[i - 1].term));
        struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_Q, 0, 0);
        CHECK(pairs[0].query_value == X.data[2 * X.stride + pairs[0].query_dimension]);
    }
    CHECK(hs_score_terms(set, 0, 10, 0, terms) == 0);
    hs_set_drop(set);
}

static void test_lenses(void)
{
    struct hs_set *set = run(seed, 4, HS_MASK_NONE, NULL), *lens = NULL;
    struct hs_weights weights = hs_preset_weights(preset);
    struct hs_error error;
    struct hs_matrix A = hs_set_weights(set, 0, 1), V = hs_set_plane(set, HS_PLANE_V, 0, 1);
    CHECK(hs_set_lens(set, &weights, hs_lens_named("value"), &lens, &error) == HS_OK);
    CHECK(hs_set_values(lens) == HS_VALUES_NORM && strstr(hs_set_note(lens), "v") != NULL);
    for (size_t k = 0; k < 10; k++) {
        double norm = 0;
        for (size_t d = 0; d < V.cols; d++)
            norm += (double)V.data[k * V.stride + d] * (double)V.data[k * V.stride + d];
        CHECK_NEAR(hs_set_weights(lens, 0, 1).data[30 + k],
            (double)A.data[3 * A.stride + k] * sqrt(norm), 1e-6);
    }
    hs_set_drop(lens);
    /* The output lens against the formula, dense. */
    CHECK(hs_set_lens(set, &weights, hs_lens_named("output"), &lens, &error) == HS_OK);
    for (size_t k = 0; k < 10; k += 4) {
        double norm = 0;
        for (size_t j = 0; j < 512; j++) {
            double out = 0;
            for (size_t d = 0; d < 128; d++)
                out += (double)V.data[k * V.stride + d] * (double)weights.W_O[(128 + d) * 512 + j];
            norm += out * out;
        }
        CHECK_NEAR(hs_set_weights(lens, 0, 1).data[k], (double)A.data[k] * sqrt(norm), 1e-5);
    }
    hs_set_drop(lens);
    CHECK(hs_set_lens(set, NULL, hs_lens_named("output"), &lens, &error) == HS_BAD_USE &&
          tells(error.message, "W^O"));
    CHECK(hs_set_lens(set, NULL, hs_lens_named("score"), &lens, &error) == HS_OK);
    CHECK(hs_set_weights(lens, 0, 3).data[17] == hs_set_plane(set, HS_PLANE_SCORES, 0, 3).data[17]);
    hs_set_drop(lens);
    CHECK(hs_set_lens(set, NULL, HS_LENS_WEIGHT, &lens, &error) == HS_OK && lens == set);
    hs_set_drop(lens);
    hs_set_drop(set);
}

static void test_hidden_keys(void)
{
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL), *rest = NULL;
    uint8_t hide[10] = {0};
    hide[0] = hide[9] = 1;
    for (int renormalise = 0; renormalise < 2; renormalise++) {
        CHECK(hs_set_hide_keys(set, hide, renormalise, &rest, NULL) == HS_OK);
        CHECK(strstr(hs_set_note(rest), renormalise ? "; rows renormalised" : "not renormalised") !=
              NULL);
        CHECK(hs_set_masked(rest, 3, 0) && hs_set_masked(rest, 3, 9) && !hs_set_masked(rest, 3, 4));
        struct hs_matrix A = hs_set_weights(set, 0, 2), B = hs_set_weights(rest, 0, 2);
        double sum = 0, left = 0;
        for (size_t k = 0; k < 10; k++) {
            sum += (double)B.data[3 * B.stride + k];
            left += hide[k] ? 0 : (double)A.data[3 * A.stride + k];
        }
        CHECK_NEAR(sum, renormalise ? 1 : left, 1e-6);
        hs_set_drop(rest);
    }
    hs_set_drop(set);
}

/* The JSON of a difference says which mask the cells have. */
static void check_mask_of_difference(enum hs_mask first, enum hs_mask second, const char *other, const char *mask, bool warns)
{
    struct hs_set *a = run(seed, 8, first, NULL), *b = run(other, 8, second, NULL), *d = NULL;
    struct hs_buffer json = {0};
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"mask\": \"%s\"", mask);
    CHECK(hs_set_difference(a, 0, 2, b, 0, 3, &d, NULL) == HS_OK);
    hs_set_write_json(d, 0, &json);
    CHECK(strstr(json.data, wanted) != NULL);
    CHECK((strstr(hs_set_note(d), "no token in common, so that no cell can be compared") != NULL) == warns);
    hs_buffer_drop(&json);
    hs_set_drop(a);
    hs_set_drop(b);
    hs_set_drop(d);
}

/* A cell that only one of the two masks has a weight of 0 there, whatever number stands for it. */
static void test_half_masked(void)
{
    struct hs_set *a = run(seed, 8, HS_MASK_CAUSAL, NULL), *b = run(seed, 8, HS_MASK_NONE, NULL), *c = NULL, *d = NULL;
    CHECK(hs_set_difference(a, 0, 2, a, 0, 3, &c, NULL) == HS_OK); /* has -INFINITY above its diagonal */
    CHECK(hs_set_masked(c, 0, 1) && hs_set_weights(c, 0, 0).data[1] == -INFINITY);
    CHECK(hs_set_difference(c, 0, 0, b, 0, 3, &d, NULL) == HS_OK);
    CHECK(!hs_set_masked(d, 0, 1));
    CHECK_NEAR(hs_set_weights(d, 0, 0).data[1], -(double)hs_set_weights(b, 0, 3).data[1], 1e-7);
    hs_set_drop(a);
    hs_set_drop(b);
    hs_set_drop(c);
    hs_set_drop(d);
}

static void test_differences(void)
{
    check_mask_of_difference(HS_MASK_CAUSAL, HS_MASK_CAUSAL, seed, "causal", false);
    check_mask_of_difference(HS_MASK_NONE, HS_MASK_NONE, seed, "none", false);
    check_mask_of_difference(HS_MASK_CAUSAL, HS_MASK_NONE, seed, "none", false);
    check_mask_of_difference(HS_MASK_NONE, HS_MASK_NONE, "The young student delivered the book to the library.", "cells", false);
    check_mask_of_difference(HS_MASK_NONE, HS_MASK_NONE, "We ran", "cells", true);
    test_half_masked();
    struct hs_set *a = run(seed, 8, HS_MASK_NONE, NULL), *b = run(seed, 1, HS_MASK_NONE, NULL),
                  *d = NULL;
    struct hs_set *longer =
        run("The young student delivered the book to the library.", 8, HS_MASK_NONE, NULL);
    CHECK(hs_set_difference(a, 0, 2, a, 0, 2, &d, NULL) == HS_OK);
    for (size_t i = 0; i < 100; i++)
        CHECK(hs_set_weights(d, 0, 0).data[i] == 0);
    hs_set_drop(d);
    CHECK(hs_set_difference(a, 0, 1, b, 0, 0, &d, NULL) == HS_OK &&
          hs_set_values(d) == HS_VALUES_SIGNED);
    CHECK_NEAR(hs_set_weights(d, 0, 0).data[24],
        (double)hs_set_weights(a, 0, 1).data[24] - (double)hs_set_weights(b, 0, 0).data[24], 1e-7);
    hs_set_drop(d);
    /* the [young] student … library [yesterday] . : 11 aligned tokens, cells of either extra word
     * masked */
    CHECK(hs_set_difference(a, 0, 0, longer, 0, 0, &d, NULL) == HS_OK);
    CHECK(hs_set_shape(d).n == 11);
    CHECK_TEXT(hs_set_tokens(d, HS_QUERY)->token[1].text, "young");
    CHECK(hs_set_masked(d, 1, 5) && hs_set_masked(d, 0, 9) && !hs_set_masked(d, 3, 5));
    CHECK(strstr(hs_set_note(d), "aligned") != NULL);
    hs_set_drop(d);
    CHECK(hs_set_difference(a, 0, 8, b, 0, 0, &d, NULL) == HS_BAD_USE);

    CHECK_NEAR(hs_head_divergence(a, 0, 3, a, 0, 3), 0, 1e-12);
    double forth = hs_head_divergence(a, 0, 0, a, 0, 7),
           back = hs_head_divergence(a, 0, 7, a, 0, 0);
    CHECK(forth > 0 && forth <= 1);
    CHECK_NEAR(forth, back, 1e-12);
    CHECK(isnan(hs_head_divergence(a, 0, 0, longer, 0, 9)));
    hs_set_drop(a);
    hs_set_drop(b);
    hs_set_drop(longer);
}

/* Derived sets speak of the same tokens: their kinds, places in the text, blanks and features. */
static void same_tokens(const struct hs_set *set, const struct hs_set *derived)
{
    const struct hs_tokens *a = hs_set_tokens(set, HS_QUERY), *b = hs_set_tokens(derived, HS_QUERY);
    const struct hs_token_info *before = hs_set_token_info(set),
                               *after = hs_set_token_info(derived);
    CHECK(hs_tokens_equal(a, b) && after);
    for (size_t i = 0; after && i < a->count; i++) {
        CHECK(a->token[i].start == b->token[i].start && a->token[i].end == b->token[i].end);
        CHECK(a->token[i].kind == b->token[i].kind &&
              a->token[i].space_before == b->token[i].space_before);
        CHECK(strcmp(before[i].tag, after[i].tag) == 0 &&
              strcmp(before[i].features, after[i].features) == 0);
    }
}

static void test_derived_tokens(void)
{
    struct hs_set *set = run("Don't  stop,\a she said.", 8, HS_MASK_NONE, NULL), *derived;
    const size_t heads[8] = {0};
    uint8_t hide[16] = {1};
    CHECK(hs_set_lens(set, NULL, hs_lens_named("score"), &derived, NULL) == HS_OK);
    same_tokens(set, derived);
    hs_set_drop(derived);
    CHECK(hs_set_hide_keys(set, hide, true, &derived, NULL) == HS_OK);
    same_tokens(set, derived);
    hs_set_drop(derived);
    CHECK(hs_set_differences(set, set, heads, &derived, NULL) == HS_OK);
    same_tokens(set, derived);
    hs_set_drop(derived);
    /* a token of the other sentence has no place in this one */
    struct hs_set *other = run("Don't  stop,\a she never said.", 8, HS_MASK_NONE, NULL);
    CHECK(hs_set_differences(set, other, heads, &derived, NULL) == HS_OK);
    const struct hs_tokens *tokens = hs_set_tokens(derived, HS_QUERY);
    CHECK(tokens->count == 9 && !hs_tokens_equal(tokens, hs_set_tokens(set, HS_QUERY)));
    CHECK(strcmp(tokens->token[6].text, "never") == 0 && tokens->token[6].end == 0);
    CHECK(tokens->token[7].start == 18 && tokens->token[7].end == 22);
    CHECK(!hs_set_token_info(derived));
    hs_set_drop(derived);
    hs_set_drop(other);
    hs_set_drop(set);
}

static void test_switched_heads(void)
{
    uint8_t modes[8] = {0};
    struct hs_change change;
    modes[1] = HS_HEAD_OFF;
    struct hs_set *all = run(seed, 8, HS_MASK_NONE, NULL), *off = run(seed, 8, HS_MASK_NONE, modes);
    CHECK(hs_output_change(all, all, 2, &change));
    CHECK_NEAR(change.cosine, 1, 1e-12);
    CHECK_NEAR(change.distance, 0, 0);
    CHECK(hs_output_change(all, off, 2, &change) && change.distance > 0 && change.cosine < 1);
    CHECK(!hs_output_change(all, off, 10, &change));
    CHECK(hs_set_head_mode(off, 0, 1) == HS_HEAD_OFF && hs_set_head_mode(all, 0, 1) == HS_HEAD_ON);
    CHECK(hs_set_plane(off, HS_PLANE_HEAD, 0, 1).data[2 * 512] == 0);
    float mean[10], most[10];
    hs_row_over_heads(all, 0, 2, false, mean);
    hs_row_over_heads(all, 0, 2, true, most);
    double sum = 0;
    for (size_t k = 0; k < 10; k++) {
        sum += (double)mean[k];
        CHECK(most[k] >= mean[k] - 1e-7f);
    }
    CHECK_NEAR(sum, 1, 1e-6);
    hs_set_drop(all);
    hs_set_drop(off);
}

static void test_errors(void)
{
    struct hs_run_options options = hs_run_defaults();
    struct hs_set *set = NULL;
    struct hs_error error;
    CHECK(hs_run_text(preset, "", 0, &options, &set, &error) == HS_BAD_INPUT &&
          tells(error.message, "type a sentence"));
    CHECK(hs_run_text(preset, "a \xff", 3, &options, &set, &error) == HS_BAD_INPUT);
    options.h = 6;
    CHECK(hs_run_text(preset, "a", 1, &options, &set, &error) == HS_BAD_USE &&
          tells(error.message, "4 and 8"));
    options.h = 0;
    CHECK(hs_run_text(preset, "a", 1, &options, &set, &error) == HS_BAD_USE);
    options.h = 1024;
    CHECK(hs_run_text(preset, "a", 1, &options, &set, &error) == HS_BAD_USE);
    CHECK(set == NULL);
}

TEST(test_run)
{
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    test_planes();
    test_explanations();
    test_lenses();
    test_hidden_keys();
    test_differences();
    test_derived_tokens();
    test_switched_heads();
    test_errors();
    hs_preset_drop(preset);
    return check_report();
}
