/* Attention files that are wrong: one clear error for each, with the numbers and the likely cause
 * in it; and files that change or shrink while they are open. */
#include <sys/stat.h>

#include "dump_files.h"

static struct hs_error error;

/* Opening, or making a set of the first tensor, must fail with `status` and a one-line message that
 * holds `part`. */
static void refuse_bytes(const char *name, const void *bytes, size_t length, const char *tokens,
    enum hs_status wanted, const char *part)
{
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    error.message[0] = '\0';
    enum hs_status status = hsi_dump_parse(name, bytes, length, tokens, &dump, &error);
    if (!status) {
        struct hs_view view = hs_view_of(0);
        status = hs_dump_set(dump, &view, &set, &error);
    }
    if (status != wanted || !tells(error.message, part) || strchr(error.message, '\n') ||
        strncmp(error.message, name, strcspn(name, ".") + 1) != 0) {
        fprintf(stderr, "wanted status %d and \"%s\", got %d: %s\n", wanted, part, status,
            error.message);
        check_failed++;
    } else {
        check_passed++;
    }
    hs_set_drop(set);
    hs_dump_drop(dump);
}

static void refuse(const char *name, struct hs_buffer *file, const char *tokens,
    enum hs_status status, const char *part)
{
    refuse_bytes(name, file->data, file->length, tokens, status, part);
    hs_buffer_drop(file);
}

/* One tensor of made weights with other metadata. */
static void refuse_made(size_t n, size_t m, const char *metadata, const char *part)
{
    const size_t shape[] = {1, 3, n, m};
    struct hs_buffer file = {0};
    made_file(&file, "attention", "F32", 4, shape, metadata);
    refuse("a.safetensors", &file, NULL, HS_BAD_INPUT, part);
}

static void refuse_header(const char *header, size_t bytes, enum hs_status status, const char *part)
{
    struct hs_buffer file = {0};
    header_write(&file, header);
    for (size_t i = 0; i < bytes; i++)
        little_write(&file, i & 7, 1);
    refuse("a.safetensors", &file, NULL, status, part);
}

static void test_headers(void)
{
    struct hs_buffer file = {0};
    little_write(&file, (uint64_t)1 << 63, 8); /* 8 exabytes of header */
    hs_buffer_print(&file, "{}");
    refuse("a.safetensors", &file, NULL, HS_BAD_INPUT, "longer than the file");
    refuse("a.safetensors", &file, NULL, HS_BAD_INPUT, "too short");
    refuse_header("{}", 0, HS_BAD_INPUT, "it holds nothing");
    refuse_header("{\"wei\\u0007ght\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4,
        HS_BAD_INPUT, "it holds wei");
    refuse_header("{\"attention\":{\"dtype\":\"I64\",\"shape\":[1,1],\"data_offsets\":[0,8]}}", 8,
        HS_BAD_INPUT, "type I64, and F64, F32, F16 and BF16 can be read");
    refuse_header("{\"attention\":{\"dtype\":\"F8_E5M2\",\"shape\":[1,1],\"data_offsets\":[0,1]}}", 1,
        HS_BAD_INPUT, "type F8_E5M2, and F64, F32, F16 and BF16 can be read");
    refuse_header("{\"attention\":{]}", 0, HS_BAD_INPUT, "a.safetensors: its header, line 1");
    refuse_header("{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,2,2],\"data_offsets\":[0,16]}}",
        16, HS_BAD_INPUT, "do not agree");
    refuse_header("{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}", 12,
        HS_BAD_INPUT, "cut off");
    refuse_header("{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
                  "\"attention\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}",
        16, HS_BAD_INPUT, "attention");
    refuse_header("{\"attention\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 16,
        HS_BAD_INPUT, "has 1 axes");
    refuse_header(
        "{\"attention\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,2,2],\"data_offsets\":[0,16]}}", 16,
        HS_BAD_INPUT, "has 6 axes");
    refuse_header("{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,12,0,0],\"data_offsets\":[0,0]}}",
        0, HS_BAD_INPUT, "eager");
    refuse_header("{\"attention\":{\"dtype\":\"F32\",\"shape\":[0,12,8,8],\"data_offsets\":[0,0]}}",
        0, HS_BAD_INPUT, "L (layers)");
    refuse_header(
        "{\"attention\":{\"dtype\":\"F32\",\"shape\":[100000,2],\"data_offsets\":[0,800000]}}",
        800000, HS_LIMIT, "n (queries) = 100000 and the limit is 4096");
    refuse_header(
        "{\"attention\":{\"dtype\":\"F32\",\"shape\":[600,2,2],\"data_offsets\":[0,9600]}}", 9600,
        HS_LIMIT, "h (heads) = 600");
    refuse_header("{\"attention\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296,4294967296],"
                  "\"data_offsets\":[0,0]}}",
        0, HS_BAD_INPUT, "too many elements");
}

static void test_constant(void)
{
    static const double values[] = {0, 0.25};
    for (size_t v = 0; v < 2; v++) {
        struct hs_buffer file = {0};
        header_write(&file,
            "{\"attention\":{\"dtype\":\"F32\",\"shape\":[70,4,4],\"data_offsets\":[0,4480]}}");
        for (size_t i = 0; i < 70 * 16; i++)
            number_write(&file, "F32", values[v]);
        refuse("a.safetensors", &file, NULL, HS_BAD_INPUT, "eager");
    }
    /* One key: every weight is 1, and that is right. */
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    struct hs_view view = hs_view_of(0);
    header_write(
        &file, "{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]}}");
    number_write(&file, "F32", 1);
    number_write(&file, "F32", 1);
    CHECK(hsi_dump_parse("one.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    CHECK(dump && hs_dump_set(dump, &view, &set, &error) == HS_OK);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* Of a batch, one item may be a pair and another a single sentence. */
static void test_lone_sentence(void)
{
    const size_t shape[] = {1, 2, 1, 2, 2};
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    made_file(&file, "attention", "F32", 5, shape, "\"segment_ids\":\"[[0,1],[0,0]]\"");
    CHECK(hsi_dump_parse("a.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    struct hs_view view = {.segments = HS_SEGMENTS_AB};
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
    hs_set_drop(set);
    view.item = 1;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_BAD_INPUT);
    CHECK(tells(error.message, "no token in sentence B"));
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

static void test_metadata(void)
{
    refuse_made(4, 4, "\"tokens\":\"[\\\"a\\\",\\\"b\\\"]\"",
        "has 4 query positions and \"tokens\" lists 2: the special tokens");
    refuse_made(
        5, 5, "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\"", "one special token");
    refuse_made(7, 7, "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\"]\"", "another order");
    refuse_made(9, 9, "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\"", "padded");
    refuse_made(
        2, 2, "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\"", "cut before the model");
    refuse_made(2, 4,
        "\"query_tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\",\"key_tokens\":\"["
        "\\\"a\\\",\\\"b\\\"]\"",
        "exchanged");
    refuse_made(4, 2, "\"tokens\":\"[\\\"a\\\",\\\"b\\\"]\"", "give query_tokens and key_tokens");
    refuse_made(3, 2, "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\"]\"", "the heads are probably the last axis: save numpy.ascontiguousarray(numpy.moveaxis(a, -1, -3))");
    refuse_made(2, 2, "\"tokens\":\"[\\\"a\\\",7]\"", "item 1 that is no text");
    refuse_made(2, 2, "\"tokens\":\"[\\\"a\\\",\"", "metadata \"tokens\"");
    refuse_made(2, 2, "\"tokens\":\"{}\"", "not a JSON list");
    refuse_made(
        2, 2, "\"tokens\":\"[[\\\"a\\\",\\\"b\\\"],[\\\"a\\\",\\\"b\\\"]]\"", "holds 2 lists");
    refuse_made(2, 2, "\"tokens\":\"[[[\\\"a\\\"],\\\"b\\\"]]\"", "lists within lists");
    refuse_made(2, 2, "\"causal\":\"maybe\"", "true or false");
    refuse_made(2, 2, "\"kind\":\"sideways\"", "none of self");
    refuse_made(2, 2, "\"kv_heads\":\"2\"", "does not divide");
    refuse_made(2, 2, "\"kv_heads\":\"many\"", "whole number");
    refuse_made(2, 2, "\"kv_heads\":\"99999999999999999999999\"", "whole number");
    refuse_made(2, 2, "\"segment_ids\":\"[0,2]\"", "neither 0 nor 1");
    refuse_made(2, 2, "\"segment_ids\":\"[0]\"", "lists 1");
    /* A view that the file cannot give. */
    const size_t shape[] = {1, 3, 2, 2};
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    made_file(&file, "attention", "F32", 4, shape, "\"segment_ids\":\"[0,0]\"");
    CHECK(hsi_dump_parse("a.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    CHECK(hs_dump_tensor(dump, 0)->segments == 0);
    struct hs_view view = hs_view_of(0);
    view.segments = HS_SEGMENTS_AB;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_BAD_USE);
    CHECK(tells(error.message, "cannot be told apart"));
    view.part = 1;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_BAD_USE);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

static void refuse_array(int major, const char *descr, const char *order, const char *shape,
    size_t bytes, const char *tokens, enum hs_status status, const char *part)
{
    struct hs_buffer file = {0};
    npy_write(&file, major, descr, order, shape);
    for (size_t i = 0; i < bytes; i++)
        little_write(&file, i & 7, 1);
    refuse("a.npy", &file, tokens, status, part);
}

static void test_arrays(void)
{
    static const char garbled[] = "\x93NUMPY\x01\0\x08\0{'shape'";
    refuse_bytes("a.npy", garbled, sizeof garbled - 1, NULL, HS_BAD_INPUT, "each once");
    refuse_bytes(
        "a.npy", "\x93NUMPY\x01\0\xff\xff{'shape'", 18, NULL, HS_BAD_INPUT, "longer than the file");
    refuse_bytes("a.npy", "\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14, NULL, HS_LIMIT, "4294967295");
    refuse_bytes(
        "a.npy", "PK\003\004 a zip that was renamed", 28, NULL, HS_BAD_INPUT, "does not end with the table");
    refuse_bytes("a.npy", "short", 5, NULL, HS_BAD_INPUT, "too short");
    refuse_array(3, "<f4", "False", "(2, 2)", 16, NULL, HS_BAD_INPUT, "version 3.0");
    refuse_array(1, ">f4", "False", "(2, 2)", 16, NULL, HS_BAD_INPUT, "'>f4'");
    refuse_array(1, "|O", "False", "(2, 2)", 16, NULL, HS_BAD_INPUT, "eager");
    refuse_array(1, "<i4", "False", "(2, 2)", 16, NULL, HS_BAD_INPUT, "whole numbers and no weights: save array.astype");
    refuse_array(1, "<U1", "False", "(2, 2)", 16, NULL, HS_BAD_INPUT, "holds texts");
    refuse_array(1, "<f4", "True", "(2, 2)", 16, NULL, HS_BAD_INPUT, "Fortran");
    refuse_array(1, "<f4", "Perhaps", "(2, 2)", 16, NULL, HS_BAD_INPUT, "each once");
    refuse_array(1, "<f4", "False", "(4)", 16, NULL, HS_BAD_INPUT, "no tuple of sizes");
    refuse_array(1, "<f4", "False", "(2, x)", 16, NULL, HS_BAD_INPUT, "no tuple of sizes");
    refuse_array(1, "<f4", "False", "2", 16, NULL, HS_BAD_INPUT, "no tuple of sizes");
    refuse_array(1, "<f4", "False", "(-1, 2)", 16, NULL, HS_BAD_INPUT, "a size below 0");
    refuse_array(1, "<f4", "False", "(2, -2)", 16, NULL, HS_BAD_INPUT, "a size below 0");
    refuse_array(1, "<f4", "False", "(1, 1, 1, 1, 1, 1, 1, 2, 2)", 16, NULL, HS_BAD_INPUT,
        "more than 8 sizes");
    refuse_array(1, "<f4", "False", "(4,)", 16, NULL, HS_BAD_INPUT, "has 1 axes");
    refuse_array(1, "<f4", "False", "(2, 2)", 15, NULL, HS_BAD_INPUT, "cut off");
    refuse_array(1, "<f4", "False", "(2, 2)", 17, NULL, HS_BAD_INPUT, "cut off");
    refuse_array(1, "<f4", "False", "(0, 2)", 0, NULL, HS_BAD_INPUT, "eager");
    refuse_array(1, "<f4", "False", "(100000, 2)", 800000, NULL, HS_LIMIT, "100000");
    refuse_array(
        1, "<f4", "False", "(99999999999999999999, 2)", 8, NULL, HS_BAD_INPUT, "too large for any");
    refuse_array(
        1, "<f4", "False", "(4294967296, 4294967296, 4)", 8, NULL, HS_BAD_INPUT, "more numbers");
    refuse_array(1, "<f4", "False", "(2, 2)", 16, "[\"a\"]", HS_BAD_INPUT,
        "a.tokens.json does not fit a.npy: \"array\" has 2 query positions and \"tokens\" lists 1");
    refuse_array(1, "<f4", "False", "(2, 2)", 16, "[\"a\",", HS_BAD_INPUT, "a.tokens.json, line 1");
    refuse_array(
        1, "<f4", "False", "(2, 2)", 16, "7", HS_BAD_INPUT, "a.tokens.json: expected a list");
    refuse_array(1, "<f4", "False", "(2, 2)", 16, "{\"causal\": 3}", HS_BAD_INPUT,
        "a.tokens.json: metadata \"causal\" is not true or false");
    refuse_array(
        1, "<f4", "False", "(2, 2)", 16, "{\"kv_heads\": 1.5}", HS_BAD_INPUT, "whole number");
}

static void test_places(void)
{
    struct hs_dump *dump = NULL;
    static const char *const endings[] = {"folder.npy", "folder.safetensors"};
    for (size_t i = 0; i < 2; i++) {
        const char *folder = dump_path(endings[i]);
        mkdir(folder, 0777);
        CHECK(hs_dump_named(folder));
        CHECK(hs_dump_open(folder, &dump, &error) == HS_IO && tells(error.message, "folder"));
    }
    CHECK(hs_dump_open(dump_path("absent.npy"), &dump, &error) == HS_IO);
    CHECK(hs_dump_open(dump_path("absent.safetensors"), &dump, &error) == HS_IO);
}

/* The file shrinks while it is open: the heads that are gone are no numbers, the error is kept, and
 * nothing crashes. */
static void test_shrinking(void)
{
    const size_t shape[] = {4, 2, 64, 64};
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    struct hs_survey *survey = NULL;
    const char *path = dump_path("shrinks.safetensors");
    made_file(&file, "attention", "F32", 4, shape, NULL);
    file_write(path, &file);
    CHECK(hs_dump_open(path, &dump, &error) == HS_OK);
    struct hs_view view = hs_view_of(0);
    view.layer = SIZE_MAX;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
    CHECK(hs_survey_new(dump, &view, &survey, &error) == HS_OK);
    CHECK((double)hs_set_weights(set, 0, 0).data[1] == made_weight(0, 0, 0, 1, 64));
    CHECK(!hs_dump_failed(dump, NULL));
    CHECK(truncate(path, (off_t)(file.length - 3 * 64 * 64 * 4)) == 0);
    while (hs_survey_step(survey))
        ;
    CHECK(hs_survey_done(survey) == 8);
    struct hs_matrix gone = hs_set_weights(set, 3, 1);
    CHECK(gone.rows == 64 && gone.cols == 64 && isnan(gone.data[5 * gone.stride + 63]));
    CHECK((double)hs_set_weights(set, 2, 0).data[0] == made_weight(2, 0, 0, 0, 64));
    CHECK((double)hs_set_weights(set, 0, 0).data[1] == made_weight(0, 0, 0, 1, 64));
    CHECK(isnan(hs_survey_head(survey, 3, 1)->largest.data[0]));
    CHECK(!isnan(hs_survey_head(survey, 2, 0)->largest.data[0]));
    error.message[0] = '\0';
    CHECK(hs_dump_failed(dump, &error) && tells(error.message, "became shorter"));
    hs_survey_drop(survey);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

TEST(test_dump_errors)
{
    test_headers();
    test_constant();
    test_metadata();
    test_lone_sentence();
    test_arrays();
    test_places();
    test_shrinking();
    return check_report();
}
