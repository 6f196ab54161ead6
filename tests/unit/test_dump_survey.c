/* Surveys: the same statistics as of any set, thumbnails that keep the largest weight, every kind
 * of fault with its place, and several threads at once. */
#include <pthread.h>

#include "dump_files.h"

static struct hs_error error;

static void survey_all(struct hs_survey *survey)
{
    while (hs_survey_step(survey))
        ;
    CHECK(hs_survey_done(survey) == hs_survey_total(survey));
}

/* Random rows that sum to 1; seeded. */
static void random_file(struct hs_buffer *file, size_t L, size_t h, size_t n, size_t m, bool causal)
{
    char header[400];
    uint32_t seed = 7;
    double *row = malloc(m * sizeof *row);
    snprintf(header, sizeof header,
        "{\"__metadata__\":{\"causal\":\"%s\"},\"attention\":{\"dtype\":\"F32\",\"shape\":[%zu,%zu,"
        "%zu,%zu],"
        "\"data_offsets\":[0,%zu]}}",
        causal ? "true" : "false", L, h, n, m, L * h * n * m * 4);
    header_write(file, header);
    for (size_t i = 0; i < L * h * n; i++) {
        size_t seen = causal ? i % n + 1 : m;
        double sum = 0;
        for (size_t k = 0; k < m; k++) {
            seed = seed * 1664525u + 1013904223u;
            row[k] = k < seen ? exp((seed >> 8) / 16777216.0 * 8) : 0;
            sum += row[k];
        }
        for (size_t k = 0; k < m; k++)
            number_write(file, "F32", row[k] / sum);
    }
    free(row);
}

static void *work(void *survey)
{
    while (hs_survey_step(survey))
        ;
    return NULL;
}

static void test_statistics(bool causal)
{
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    struct hs_survey *survey = NULL;
    pthread_t thread[3];
    random_file(&file, 5, 3, 40, 40, causal);
    CHECK(hsi_dump_parse("r.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    struct hs_view view = hs_view_of(0);
    view.layer = SIZE_MAX;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
    CHECK(hs_survey_new(dump, &view, &survey, &error) == HS_OK);
    CHECK(hs_survey_total(survey) == 15 && hs_survey_head(survey, 0, 0) == NULL);
    hs_survey_want(survey, 3);
    CHECK(hs_survey_step(survey) && hs_survey_head(survey, 3, 0) != NULL);
    for (int i = 0; i < 3; i++)
        CHECK(pthread_create(&thread[i], NULL, work, survey) == 0);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    survey_all(survey);
    for (size_t i = 0; i < 15; i++) {
        struct hs_head_stats want;
        const struct hs_head_survey *got = hs_survey_head(survey, i / 3, i % 3);
        hs_head_statistics(set, i / 3, i % 3, &want);
        CHECK(memcmp(&got->stats, &want, sizeof want) == 0);
        /* 40 x 40 fits whole */
        CHECK(got->largest.rows == 40 && got->largest.cols == 40);
        struct hs_matrix A = hs_set_weights(set, i / 3, i % 3);
        for (size_t c = 0; c < 1600; c++) {
            float wanted = hs_set_masked(set, c / 40, c % 40) ? -INFINITY : A.data[c];
            CHECK(got->largest.data[c] == wanted && got->mean.data[c] == wanted);
        }
    }
    char words[600];
    hs_survey_fault_words(survey, 1, words, sizeof words);
    CHECK_TEXT(words, "");
    CHECK(hs_survey_head(survey, 5, 0) == NULL && hs_survey_head(survey, 0, 3) == NULL);
    struct hs_buffer csv = {0};
    hs_survey_write_csv(survey, 1, &csv);
    size_t lines = 0;
    for (size_t i = 0; i < csv.length; i++)
        lines += csv.data[i] == '\n';
    CHECK(lines == 16 && strstr(csv.data, "\n5,3,40,") != NULL);
    hs_buffer_drop(&csv);
    hs_survey_drop(survey);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* Larger than a thumbnail: each pixel is the maximum, or mean, of its block. */
static void test_thumbnails(void)
{
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_survey *survey = NULL;
    struct hs_set *set = NULL;
    random_file(&file, 1, 1, 301, 517, false);
    CHECK(hsi_dump_parse("r.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    struct hs_view view = hs_view_of(0);
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
    CHECK(hs_survey_new(dump, &view, &survey, &error) == HS_OK);
    survey_all(survey);
    const struct hs_head_survey *head = hs_survey_head(survey, 0, 0);
    struct hs_matrix A = hs_set_weights(set, 0, 0);
    size_t rows = head->largest.rows, cols = head->largest.cols, cells = 0;
    CHECK(rows == 256 && cols == 256 && hs_survey_side(survey) == 256);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < cols; c++) {
            float most = 0;
            double sum = 0;
            size_t count = 0;
            for (size_t q = r * 301 / rows; q < (r + 1) * 301 / rows; q++)
                for (size_t k = c * 517 / cols; k < (c + 1) * 517 / cols; k++, count++) {
                    most = fmaxf(most, A.data[q * A.stride + k]);
                    sum += (double)A.data[q * A.stride + k];
                }
            cells += count;
            if (head->largest.data[r * cols + c] != most ||
                !(fabs((double)head->mean.data[r * cols + c] - sum / (double)count) < 1e-7))
                check_failed++;
        }
    }
    CHECK(cells == 301 * 517); /* every cell is in exactly one block */
    hs_survey_drop(survey);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* With the weight at `at` and, unless it is there too, the one at `also` changed. */
static void check_faults(size_t at, double value, size_t also, double other, const char *dtype,
    bool causal, const char *part)
{
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_survey *survey = NULL;
    char header[300], words[600];
    snprintf(header, sizeof header,
        "{\"__metadata__\":{\"causal\":\"%s\"},\"attention\":{\"dtype\":\"%s\",\"shape\":[2,3,4,4],"
        "\"data_offsets\":[0,%d]}}",
        causal ? "true" : "false", dtype, strcmp(dtype, "F32") ? 192 : 384);
    header_write(&file, header);
    for (size_t i = 0; i < 96; i++) {
        size_t q = i / 4 % 4, k = i % 4;
        double weight = k <= q ? (k == 0 ? 1 - 0.125 * (double)q : 0.125) : 0;
        number_write(&file, dtype, i == at ? value : i == also ? other : weight);
    }
    CHECK(hsi_dump_parse("f.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    struct hs_view view = hs_view_of(0);
    CHECK(hs_survey_new(dump, &view, &survey, &error) == HS_OK);
    survey_all(survey);
    hs_survey_fault_words(survey, 0, words, sizeof words);
    if (part[0] ? strstr(words, part) == NULL : words[0] != '\0') {
        fprintf(stderr, "wanted \"%s\", got \"%s\"\n", part, words);
        check_failed++;
    } else {
        check_passed++;
    }
    hs_survey_drop(survey);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

static void check_fault(size_t at, double value, const char *dtype, bool causal, const char *part)
{
    check_faults(at, value, at, value, dtype, causal, part);
}

static void test_faults(void)
{
    /* element 1 * 48 + 2 * 16 + 3 * 4 + 1 is layer 1, head 2, row 3, key 1 */
    static const char place[] = "the first in layer 1, head 2, row 3";
    check_fault(93, 0.125, "F32", true, "");
    check_fault(93, (double)NAN, "F32", true, place);
    check_fault(93, (double)INFINITY, "F32", true, "a weight that is no number");
    check_fault(93, -0.5, "F32", true, "has a negative weight (-0.5)");
    check_fault(
        93, 0.25, "F32", true, "1 of 24 rows of \"attention\" has a sum other than 1 (1.125)");
    check_fault(93, 0.25, "F16", true, place);
    check_fault(93, 0.1255, "F32", true, "");
    check_fault(93, 0.132, "F32", true, "sum other than 1");
    check_fault(93, 0.1328125, "BF16", true, ""); /* half a percent is rounding in 8 bits */
    check_fault(
        2, 0.5, "F32", true, "the mask hides (0.5), the first in layer 0, head 0, row 0");
    check_fault(2, 0.5, "F32", false, "sum other than 1 (1.5)");
    /* A number that is none does not hide a negative one, in its row or in another. */
    check_faults(93, (double)NAN, 92, -0.5, "F32", true,
        "masked whole gives that: export zeros there. Also 1 row has a negative weight (-0.5), the first in layer 1, head 2, row 3");
    check_faults(93, (double)NAN, 4, -0.5, "F32", true, "Also 1 row has a negative weight (-0.5)");
    check_faults(93, (double)-INFINITY, 0, 3, "F32", true, "Also 1 row has a sum other than 1 (3)");
}

/* Rows cut to a sentence are parts of rows: their entropy is that of the share that is left, so it
 * stays below its maximum's ln, and an even part has all of it. */
static void test_cut(void)
{
    const size_t shape[] = {1, 1, 4, 4};
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    struct hs_head_stats stats;
    made_file(&file, "attention", "F32", 4, shape,
        "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\",\"segment_ids\":\"[0,0,1,1]\"");
    CHECK(hsi_dump_parse("c.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    struct hs_view view = hs_view_of(0);
    view.layer = 0;
    view.segments = HS_SEGMENTS_AB;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
    /* rows a and b are largest at themselves, so 1/8 and 1/8 are left of each: even */
    CHECK_NEAR(hs_row_entropy(set, 0, 0, 0, NULL), log(2), 1e-6);
    hs_head_statistics(set, 0, 0, &stats);
    CHECK_NEAR(stats.entropy, log(2), 1e-6);
    CHECK_NEAR(stats.entropy, stats.entropy_max, 1e-6);
    CHECK(strstr(hs_set_note(set), "not renormalised, but for their entropy") != NULL);
    hs_set_drop(set);
    view.segments = HS_SEGMENTS_AA; /* 5/8 and 1/8, of 6/8 */
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
    CHECK_NEAR(hs_row_entropy(set, 0, 0, 1, NULL), -5. / 6 * log(5. / 6) - log(1. / 6) / 6, 1e-6);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

TEST(test_dump_survey)
{
    test_cut();
    test_statistics(false);
    test_statistics(true);
    test_thumbnails();
    test_faults();
    return check_report();
}
