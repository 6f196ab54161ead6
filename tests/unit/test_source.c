/* What is asked of any source, whatever it is: recognised by content, run, one layer out of many, surveyed, measured. A kind of
 * source is made here too, of functions that the preset's row has not (survey and measure from its runs alone), and must say what
 * the preset's own row says. */
#include "dump_files.h"
#include "sources/source.h"

static struct hs_error error;
static const char sentence[] = "The student delivered the book to the library yesterday.";

/* ---------------------------------------------------------------- a kind that can do nothing but run text */
struct plain {
    struct hs_source source;
    struct hs_source *preset;
    size_t runs;
};

static struct hs_source *behind(const struct hs_source *source)
{
    return ((const struct plain *)(const void *)source)->preset;
}

static void plain_drop(struct hs_source *source)
{
    hs_source_drop(behind(source));
    free(source);
}

static const struct hs_part *plain_part(const struct hs_source *source, size_t index)
{
    return hs_source_part(behind(source), index);
}

static enum hs_status plain_tokens(struct hs_source *source, const char *text, size_t length,
    struct hs_tokens **tokens, struct hs_error *why)
{
    return hs_source_tokens(behind(source), text, length, tokens, why);
}

static enum hs_status plain_run(struct hs_source *source, const struct hs_request *request,
    struct hs_set **set, struct hs_error *why)
{
    struct hs_request one = *request;
    one.view.layer = 0;
    ((struct plain *)(void *)source)->runs++;
    return hs_source_run(behind(source), &one, set, why);
}

static const struct hs_source_kind plain_kind = {.name = "plain",
    .drop = plain_drop,
    .part = plain_part,
    .tokens = plain_tokens,
    .run = plain_run};

static struct hs_source *plain_of(struct hs_source *preset)
{
    struct plain *plain = calloc(1, sizeof *plain);
    CHECK(plain != NULL);
    hsi_source_begin(&plain->source, &plain_kind);
    plain->source.info.can = HS_CAN_TEXT | HS_CAN_LAYERS;
    plain->preset = hs_source_keep(preset);
    return &plain->source;
}

/* ---------------------------------------------------------------- the preset */
static struct hs_request asking(const struct hs_source *source)
{
    struct hs_request request = hs_request_of(source);
    request.text = sentence;
    request.length = strlen(sentence);
    return request;
}

static void check_preset(struct hs_source *source)
{
    const struct hs_source_info info = hs_source_info(source);
    const struct hs_part *part = hs_source_part(source, 0);
    struct hs_weights weights;
    struct hs_set *set = NULL, *direct = NULL;
    struct hs_run_options options = hs_run_defaults();
    CHECK(hs_source_knows(HS_SOURCE_DIR "/assets") == 100 && hs_source_knows(HS_SOURCE_DIR) == 0);
    CHECK_TEXT(info.kind, "preset");
    CHECK(info.parts == 1 && part->L == 1 && part->h == 8 && part->d_model == 512 && part->d_k == 64);
    CHECK(hs_source_part(source, 1) == NULL);
    CHECK(hs_source_can(source, HS_CAN_TEXT | HS_CAN_MODES | HS_CAN_CONSTRUCTED));
    CHECK(!hs_source_can(source, HS_CAN_TEXT | HS_CAN_LAYERS));
    CHECK(hs_source_weights(source, 0, &weights, &error) == HS_OK && weights.d_model == 512);
    CHECK(hs_source_weights(source, 1, &weights, &error) == HS_BAD_USE);
    struct hs_request request = asking(source);
    CHECK(hs_source_run(source, &request, &set, &error) == HS_OK);
    CHECK(hs_run_text(hs_source_preset(source), sentence, strlen(sentence), &options, &direct, &error) ==
          HS_OK);
    struct hs_matrix a = hs_set_weights(set, 0, 5), b = hs_set_weights(direct, 0, 5);
    for (size_t q = 0; q < a.rows; q++)
        CHECK(memcmp(a.data + q * a.stride, b.data + q * b.stride, a.cols * sizeof(float)) == 0);
    CHECK(hs_set_can(set) == info.can);
    hs_set_drop(direct);
    hs_set_drop(set);
    request.text = NULL; /* nothing to run */
    CHECK(hs_source_run(source, &request, &set, &error) == HS_BAD_USE);
    request = asking(source);
    request.view.part = 1;
    CHECK(hs_source_run(source, &request, &set, &error) == HS_BAD_USE);
    request.view = (struct hs_view){.layer = 1};
    CHECK(hs_source_run(source, &request, &set, &error) == HS_BAD_USE);
}

/* ---------------------------------------------------------------- what every kind gets */
static void check_survey(struct hs_source *plain)
{
    struct hs_request request = asking(plain);
    struct hs_survey *survey = NULL;
    struct hs_set *set = NULL;
    struct hs_faults faults;
    char words[200];
    CHECK(hs_source_survey(plain, &request, &survey, &error) == HS_OK);
    while (hs_survey_step(survey))
        ;
    CHECK(hs_survey_total(survey) == 8 && hs_survey_done(survey) == 8);
    CHECK(hs_source_run(plain, &request, &set, &error) == HS_OK);
    for (size_t head = 0; head < 8; head++) {
        const struct hs_head_survey *found = hs_survey_head(survey, 0, head);
        struct hs_matrix A = hs_set_weights(set, 0, head);
        struct hs_head_stats stats;
        hs_head_statistics(set, 0, head, &stats);
        CHECK(memcmp(&stats, &found->stats, sizeof stats) == 0);
        CHECK(found->largest.rows == A.rows && found->largest.cols == A.cols);
        for (size_t k = 0; k < A.cols; k++) /* a small matrix is its own thumbnail */
            CHECK(found->largest.data[3 * found->largest.stride + k] == A.data[3 * A.stride + k]);
    }
    hs_survey_faults(survey, &faults);
    hs_survey_fault_words(survey, 1, words, sizeof words);
    CHECK(faults.rows[HS_FAULT_SUM] == 0 && words[0] == '\0');
    hs_set_drop(set);
    hs_survey_drop(survey);
}

static bool stop_now(void *user)
{
    ++*(size_t *)user;
    return *(size_t *)user > 20;
}

static void check_measure(struct hs_source *preset, struct hs_source *plain)
{
    struct hs_annotated *annotated = NULL;
    struct hs_measure *own = NULL, *runs = NULL;
    struct hs_request request = hs_request_of(plain);
    size_t asked = 0, differ = 0;
    struct hs_watch watch = {.stop = stop_now, .user = &asked};
    CHECK(hs_annotated_open(HS_SOURCE_DIR "/samples/annotated.json", &annotated, &error) == HS_OK);
    CHECK(hs_source_measure(preset, &request, annotated, HS_BASELINE_NONE, &own, &error) == HS_OK);
    CHECK(hs_source_measure(plain, &request, annotated, HS_BASELINE_NONE, &runs, &error) == HS_OK);
    /* Every sentence is spelt by its tokens; few are cut otherwise when they are joined by spaces. */
    CHECK(hs_measure_sentences(runs) == hs_measure_sentences(own));
    for (size_t i = 0; i < 8 * HS_RELATION_COUNT; i++) {
        const struct hs_relation_score *a = hs_measure_scores(own) + i, *b = hs_measure_scores(runs) + i;
        CHECK(a->eligible == b->eligible);
        differ += fabs(a->mass - b->mass) > 0.02;
    }
    CHECK(differ == 0);
    hs_measure_drop(runs);
    CHECK(hs_source_measure(plain, &request, annotated, HS_BASELINE_RANDOM, &runs, &error) == HS_BAD_USE);
    request.watch = &watch;
    CHECK(hs_source_measure(plain, &request, annotated, HS_BASELINE_NONE, &runs, &error) == HS_STOPPED);
    hs_measure_drop(own);
    hs_annotated_drop(annotated);
}

/* One layer of a set of several: the same numbers, and it lives on by itself. */
static void check_layer(void)
{
    struct hs_buffer file = {0};
    struct hs_source *source = NULL;
    struct hs_set *all = NULL, *one = NULL, *none = NULL;
    header_write(&file,
        "{\"attention\":{\"dtype\":\"F32\",\"shape\":[3,2,2,2],\"data_offsets\":[0,96]}}");
    for (int i = 0; i < 24; i++)
        number_write(&file, "F32", i / 100.0);
    CHECK(hsi_dump_parse("l.safetensors", file.data, file.length, NULL, &source, &error) == HS_OK);
    CHECK_TEXT(hs_source_info(source).kind, "file");
    CHECK(!hs_source_can(source, HS_CAN_TEXT) && hs_source_can(source, HS_CAN_LAYERS));
    struct hs_request request = hs_request_of(source);
    request.view.layer = SIZE_MAX;
    CHECK(hs_source_run(source, &request, &all, &error) == HS_OK);
    CHECK(hs_set_layer(all, 2, &one, &error) == HS_OK);
    CHECK(hs_set_layer(all, 3, &none, &error) == HS_BAD_USE);
    struct hs_set_shape shape = hs_set_shape(one);
    CHECK(shape.L == 1 && shape.layer == 2 && shape.h == 2);
    hs_set_drop(all);
    hs_source_drop(source);
    hs_set_trim(one);
    struct hs_matrix A = hs_set_weights(one, 0, 1);
    CHECK_NEAR(A.data[0], 0.20, 1e-7);
    CHECK_NEAR(A.data[A.stride + 1], 0.23, 1e-7);
    CHECK(hs_set_weights(one, 1, 0).data == NULL);
    hs_set_drop(one);
    hs_buffer_drop(&file);
    CHECK(hs_source_open(HS_SOURCE_DIR "/samples/pronouns.txt", NULL, &source, &error) == HS_BAD_INPUT);
}

TEST(test_source)
{
    struct hs_source *preset = NULL;
    CHECK(hs_source_open(HS_SOURCE_DIR "/assets", NULL, &preset, &error) == HS_OK);
    struct hs_source *plain = plain_of(preset);
    check_preset(preset);
    hs_source_drop(preset); /* the plain one keeps it */
    check_survey(plain);
    check_measure(preset, plain);
    CHECK(((struct plain *)(void *)plain)->runs > 250);
    hs_source_drop(plain);
    check_layer();
    return check_report();
}
