/* Every value of the forward pass equals the sum that explains it, on the shipped model at several
 * head counts and both masks; a row that is run again equals the row of the whole run; a reading
 * names the word a slot was given and nothing for an idle slot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "hs.h"

static struct hs_preset *preset;
static const char seed[] = "The student delivered the book to the library yesterday.";

static struct hs_set *run(const char *text, size_t h, enum hs_mask mask, const uint8_t *modes)
{
    struct hs_run_options options = hs_run_defaults();
    struct hs_set *set = NULL;
    struct hs_error error;
    options.h = h;
    options.mask = mask;
    options.head_mode = modes;
    if (hs_run_text(preset, text, strlen(text), &options, &set, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return set;
}

/* All terms, and the largest few with the rest, add up to the plane's value. */
static void check_cell(
    const struct hs_set *set, enum hs_plane plane, size_t head, size_t row, size_t col)
{
    struct hs_weights weights = hs_preset_weights(preset);
    struct hs_matrix matrix = hs_set_plane(set, plane, head);
    struct hs_term all[HS_D_MODEL], few[5];
    struct hs_sum sum, again;
    double value = (double)matrix.data[row * matrix.stride + col], total = 0, size = 0;
    size_t count = hs_plane_terms(set, &weights, plane, head, row, col, all, HS_D_MODEL, &sum);
    CHECK(count == sum.count);
    for (size_t i = 0; i < count; i++) {
        total += (double)all[i].term;
        size += fabs((double)all[i].term);
        CHECK(i == 0 || fabsf(all[i].term) <= fabsf(all[i - 1].term));
        if (plane == HS_PLANE_WEIGHTS && all[i].index == col)
            CHECK_NEAR(all[i].term, value, 2e-6);
    }
    if (plane == HS_PLANE_WEIGHTS)
        value = 1;
    CHECK_NEAR(sum.total, value, 4e-6 * (1 + size));
    CHECK_NEAR(total + sum.bias, sum.total, 4e-6 * (1 + size));
    CHECK(hs_plane_terms(set, &weights, plane, head, row, col, few, 5, &again) ==
          (count < 5 ? count : 5));
    CHECK(again.total == sum.total && again.count == sum.count);
    for (size_t i = 0; i < 5 && i < count; i++)
        CHECK(few[i].index == all[i].index && few[i].term == all[i].term);
}

static void test_sums(void)
{
    static const size_t heads[] = {1, 8, 64};
    static const enum hs_plane planes[] = {HS_PLANE_Q, HS_PLANE_K, HS_PLANE_V, HS_PLANE_RAW,
        HS_PLANE_SCORES, HS_PLANE_WEIGHTS, HS_PLANE_HEAD, HS_PLANE_CONCAT, HS_PLANE_OUTPUT};
    for (size_t i = 0; i < 3; i++) {
        for (int mask = 0; mask < 2; mask++) {
            struct hs_set *set = run(seed, heads[i], (enum hs_mask)mask, NULL);
            for (size_t p = 0; p < sizeof planes / sizeof *planes; p++) {
                check_cell(set, planes[p], 0, 4, 2);
                check_cell(set, planes[p], heads[i] - 1, 8, 7);
                check_cell(set, planes[p], heads[i] / 2, 9, 0);
            }
            hs_set_drop(set);
        }
    }
}

static void test_projection(void)
{
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL);
    struct hs_weights weights = hs_preset_weights(preset);
    struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_Q, 0);
    struct hs_term terms[3];
    struct hs_sum sum;
    CHECK(hs_plane_terms(set, &weights, HS_PLANE_K, 1, 4, 17, terms, 3, &sum) == 3);
    for (size_t i = 0; i < 3; i++) {
        CHECK(terms[i].a == X.data[4 * X.stride + terms[i].index]);
        CHECK(terms[i].b == weights.W_K[terms[i].index * HS_D_MODEL + 64 + 17]);
        CHECK_NEAR(terms[i].term, (double)terms[i].a * (double)terms[i].b, 1e-6);
    }
    CHECK(hs_plane_terms(set, &weights, HS_PLANE_X_Q, 0, 0, 0, terms, 3, &sum) == 0);
    CHECK(
        hs_plane_terms(set, &weights, HS_PLANE_Q, 0, 10, 0, terms, 3, &sum) == 0 && sum.count == 0);
    CHECK(hs_plane_terms(set, &weights, HS_PLANE_OUTPUT, 0, 0, 512, terms, 3, &sum) == 0);
    CHECK(hs_plane_terms(set, &weights, HS_PLANE_HEAD, 0, 0, 64, terms, 3, &sum) == 0);
    hs_set_drop(set);
}

static void test_blocks(void)
{
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL);
    struct hs_weights weights = hs_preset_weights(preset);
    const struct hs_block *block;
    size_t blocks = hs_preset_blocks(&block), room = blocks * blocks;
    struct hs_block_pair *pairs = malloc(room * sizeof *pairs);
    const size_t all = (size_t)HS_D_MODEL * HS_D_MODEL;
    struct hs_feature_pair *features = malloc(all * sizeof *features);
    for (size_t head = 0; head < 8 && pairs && features; head += 7) {
        struct hs_matrix S = hs_set_plane(set, HS_PLANE_SCORES, head);
        double score = (double)S.data[2 * S.stride + 4], sum = 0, by_hand = 0;
        float total;
        size_t count = hs_score_blocks(set, &weights, head, 2, 4, pairs, room);
        CHECK(count > 0);
        for (size_t i = 0; i < count; i++)
            sum += (double)pairs[i].term;
        CHECK_NEAR(sum, score, 1e-4 * (1 + fabs(score)));
        /* The largest pair of blocks is the sum of its pairs of features. */
        size_t n = hs_score_features(set, &weights, head, 2, 4, features, 4000, &total);
        const struct hs_block *a = &block[pairs[0].query_block], *b = &block[pairs[0].key_block];
        for (size_t i = 0; i < n; i++)
            if (features[i].query_dimension - a->first < a->width &&
                features[i].key_dimension - b->first < b->width)
                by_hand += (double)features[i].term;
        CHECK_NEAR(by_hand, pairs[0].term, 0.02); /* 4000 pairs leave a little out */
        CHECK(hs_score_blocks(set, &weights, head, 2, 4, pairs, 2) == 2);
        CHECK(fabsf(pairs[0].term) >= fabsf(pairs[1].term));
    }
    CHECK(hs_score_blocks(set, &weights, 0, 10, 0, pairs, room) == 0);
    free(pairs);
    free(features);
    hs_set_drop(set);
}

static void test_rows(void)
{
    static const size_t heads[] = {1, 8, 64};
    float row[HS_D_MODEL];
    struct hs_change change;
    for (int mask = 0; mask < 2; mask++) {
        for (size_t i = 0; i < 3; i++) {
            uint8_t modes[64] = {0};
            modes[heads[i] / 2] = HS_HEAD_OFF;
            modes[0] = i == 1 ? HS_HEAD_MEAN : HS_HEAD_ON;
            struct hs_set *on = run(seed, 8, (enum hs_mask)mask, NULL),
                          *off = run(seed, heads[i], (enum hs_mask)mask, modes);
            struct hs_matrix O = hs_set_plane(off, HS_PLANE_OUTPUT, 0);
            for (size_t q = 0; q < 10; q += 3) {
                CHECK(hs_run_row(preset, on, q, heads[i], modes, row, NULL) == HS_OK);
                hs_row_change(O.data + q * O.stride, row, HS_D_MODEL, &change);
                CHECK(change.distance <= 1e-5 * (1 + change.norm_before));
            }
            hs_set_drop(on);
            hs_set_drop(off);
        }
    }
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL);
    struct hs_error error;
    CHECK(hs_run_row(preset, set, 10, 8, NULL, row, &error) == HS_BAD_USE);
    CHECK(hs_run_row(preset, set, 0, 6, NULL, row, &error) == HS_BAD_USE);
    hs_set_drop(set);
}

static void test_readings(void)
{
    if (!hs_preset_trained(preset))
        return;
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL);
    struct hs_matrix O = hs_set_plane(set, HS_PLANE_OUTPUT, 0);
    struct hs_reading read[HS_SLOTS];
    float row[HS_D_MODEL];
    uint8_t modes[8] = {0};
    hs_read_row(preset, set, O.data + 2 * O.stride, read);
    CHECK(read[0].kind == HS_READS_WORD && read[1].kind == HS_READS_WORD);
    CHECK_TEXT(read[0].match[0].word, "student");
    CHECK_TEXT(read[1].match[0].word, "book");
    CHECK_NEAR(read[1].length, 1, 1e-5);
    CHECK(read[1].strength > 0.5f);
    CHECK(read[4].kind == HS_READS_NOTHING); /* a verb modifies nothing */
    /* Without head 2 its slot is empty and the others are untouched. */
    modes[1] = HS_HEAD_OFF;
    CHECK(hs_run_row(preset, set, 2, 8, modes, row, NULL) == HS_OK);
    hs_read_row(preset, set, row, read);
    CHECK(read[1].kind == HS_READS_NOTHING && read[1].strength < 1e-4f);
    CHECK(read[0].kind == HS_READS_WORD);
    CHECK_TEXT(read[0].match[0].word, "student");
    /* One head brings every slot the same. */
    CHECK(hs_run_row(preset, set, 2, 1, NULL, row, NULL) == HS_OK);
    hs_read_row(preset, set, row, read);
    for (size_t slot = 1; slot < HS_SLOTS; slot++) {
        CHECK_TEXT(read[slot].match[0].word, read[0].match[0].word);
        CHECK_NEAR(read[slot].strength, read[0].strength, 1e-4);
    }
    CHECK_TEXT(hs_slot_role(1), "object");
    CHECK_TEXT(hs_slot_role(HS_SLOTS), "");
    hs_set_drop(set);
}

int main(void)
{
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    test_sums();
    test_projection();
    test_blocks();
    test_rows();
    test_readings();
    hs_preset_drop(preset);
    return check_report();
}
