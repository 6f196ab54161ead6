/* Every value of the forward pass equals the sum that explains it, on the shipped model at several
 * head counts and both masks; a row that is run again equals the row of the whole run; a reading
 * names the word a slot was given and nothing for an idle slot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run_rig.h"

/* All terms, and the largest few with the rest, add up to the plane's value. */
static void check_cell(
    const struct hs_set *set, enum hs_plane plane, size_t head, size_t row, size_t col)
{
    struct hs_weights weights = hs_preset_weights(preset);
    struct hs_matrix matrix = hs_set_plane(set, plane, 0, head);
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
    struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_Q, 0, 0);
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

/* One pair of blocks the slow way. */
static double blocks_by_hand(const struct hs_set *set, size_t head, size_t q, size_t k,
    const struct hs_block *a, const struct hs_block *b)
{
    struct hs_weights weights = hs_preset_weights(preset);
    struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_Q, 0, 0);
    double sum = 0;
    for (size_t i = a->first; i < a->first + a->width; i++)
        for (size_t j = b->first; j < b->first + b->width; j++)
            for (size_t d = head * 64; d < head * 64 + 64; d++)
                sum += (double)X.data[q * X.stride + i] * (double)weights.W_Q[i * HS_D_MODEL + d] *
                       (double)weights.W_K[j * HS_D_MODEL + d] * (double)X.data[k * X.stride + j];
    return sum / 8; /* sqrt(64) */
}

static void test_blocks(void)
{
    struct hs_set *set = run(seed, 8, HS_MASK_NONE, NULL);
    struct hs_weights weights = hs_preset_weights(preset);
    const struct hs_block *block;
    size_t blocks = hs_preset_blocks(&block), room = blocks * blocks;
    struct hs_block_pair *pairs = malloc(room * sizeof *pairs);
    for (size_t head = 0; head < 8 && pairs; head += 7) {
        struct hs_matrix S = hs_set_plane(set, HS_PLANE_SCORES, 0, head);
        double score = (double)S.data[2 * S.stride + 4], sum = 0;
        size_t count = hs_score_blocks(set, &weights, head, 2, 4, block, blocks, pairs, room);
        CHECK(count > 0);
        for (size_t i = 0; i < count; i++)
            sum += (double)pairs[i].term;
        CHECK_NEAR(sum, score, 1e-4 * (1 + fabs(score)));
        for (size_t i = 0; i < count; i += count / 4 + 1)
            CHECK_NEAR(pairs[i].term,
                blocks_by_hand(
                    set, head, 2, 4, &block[pairs[i].query_block], &block[pairs[i].key_block]),
                1e-5);
        CHECK(hs_score_blocks(set, &weights, head, 2, 4, block, blocks, pairs, 2) == 2);
        CHECK(fabsf(pairs[0].term) >= fabsf(pairs[1].term));
    }
    CHECK(hs_score_blocks(set, &weights, 0, 10, 0, block, blocks, pairs, room) == 0);
    free(pairs);
    hs_set_drop(set);
}

/* Against the mean key: the same identities, and the mean of all contrasts is nothing. */
static void test_contrast(void)
{
    const struct hs_block *block;
    size_t blocks = hs_preset_blocks(&block), room = blocks * blocks;
    struct hs_block_pair *pairs = malloc(room * sizeof *pairs);
    struct hs_weights weights = hs_preset_weights(preset);
    for (int mask = 0; mask < 2 && pairs; mask++) {
        struct hs_set *set = run(seed, 8, (enum hs_mask)mask, NULL);
        struct hs_matrix S = hs_set_plane(set, HS_PLANE_SCORES, 0, 1);
        struct hs_score_term terms[64];
        struct hs_feature_pair few[4];
        double mean = 0, all = 0;
        size_t q = 4, visible = mask ? 5 : 10;
        for (size_t k = 0; k < visible; k++)
            mean += (double)S.data[q * S.stride + k] / (double)visible;
        for (size_t k = 0; k < visible; k++) {
            double want = (double)S.data[q * S.stride + k] - mean, by_dimension = 0, by_block = 0;
            float total;
            CHECK(hs_contrast_terms(set, 1, q, k, terms) == 64);
            for (size_t i = 0; i < 64; i++)
                by_dimension += (double)terms[i].term;
            size_t count = hs_contrast_blocks(set, &weights, 1, q, k, block, blocks, pairs, room);
            for (size_t i = 0; i < count; i++)
                by_block += (double)pairs[i].term;
            CHECK(hs_contrast_features(set, &weights, 1, q, k, few, 4, &total) == 4);
            CHECK_NEAR(by_dimension, want, 1e-4);
            CHECK_NEAR(by_block, want, 1e-4);
            CHECK_NEAR(total, want, 1e-4);
            /* The constant is the same in every key: it cannot tell them apart. */
            for (size_t i = 0; i < 4; i++)
                CHECK(few[i].key_dimension != 0);
            all += want;
        }
        CHECK_NEAR(all, 0, 1e-5);
        CHECK(hs_contrast_terms(set, 1, q, 10, terms) == 0);
        CHECK(hs_contrast_blocks(set, &weights, 1, 10, 0, block, blocks, pairs, room) == 0);
        hs_set_drop(set);
    }
    free(pairs);
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
            struct hs_matrix O = hs_set_plane(off, HS_PLANE_OUTPUT, 0, 0);
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
    struct hs_matrix O = hs_set_plane(set, HS_PLANE_OUTPUT, 0, 0);
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

TEST(test_trace)
{
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    test_sums();
    test_projection();
    test_blocks();
    test_contrast();
    test_rows();
    test_readings();
    hs_preset_drop(preset);
    return check_report();
}
