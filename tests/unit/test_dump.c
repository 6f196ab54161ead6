/* Attention files that are right: every format, type and shape, and that the numbers, names and
 * masks of the sets are those of the file. Files are written by dump_files.h. */
#include "dump_files.h"

static struct hs_error error;

static struct hs_dump *parse(const char *name, const struct hs_buffer *bytes, const char *tokens)
{
    struct hs_dump *dump = NULL;
    error.message[0] = '\0';
    CHECK(hsi_dump_parse(name, bytes->data, bytes->length, tokens, &dump, &error) == HS_OK);
    if (!dump) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return dump;
}

static struct hs_set *set_of(struct hs_dump *dump, const struct hs_view *view)
{
    struct hs_set *set = NULL;
    error.message[0] = '\0';
    CHECK(hs_dump_set(dump, view, &set, &error) == HS_OK);
    if (!set) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return set;
}

static const char *name_at(const struct hs_set *set, enum hs_side side, size_t index)
{
    return hs_set_tokens(set, side)->token[index].text;
}

/* Every type, as all layers of one set and as one layer. */
static void test_types(void)
{
    static const char *const types[] = {"F32", "F16", "BF16", "F64"};
    const size_t shape[] = {3, 2, 4, 4};
    for (size_t t = 0; t < 4; t++) {
        struct hs_buffer file = {0};
        made_file(&file, "attention", types[t], 4, shape, NULL);
        struct hs_dump *dump = parse("a.safetensors", &file, NULL);
        const struct hs_part *about = hs_dump_tensor(dump, 0);
        CHECK(about->L == 3 && about->B == 1 && about->h == 2 && about->n == 4 && about->m == 4);
        CHECK_TEXT(about->dtype, types[t]);
        CHECK(!about->has_tokens && !about->causal);
        struct hs_view view = hs_view_of(0);
        view.layer = SIZE_MAX;
        struct hs_set *all = set_of(dump, &view);
        view.layer = 2;
        struct hs_set *one = set_of(dump, &view);
        hs_dump_drop(dump); /* sets live on */
        CHECK(hs_set_shape(all).L == 3 && hs_set_shape(one).L == 1 && hs_set_shape(one).layer == 2);
        for (size_t i = 0; i < 3 * 2 * 16; i++) {
            size_t layer = i / 32, head = i / 16 % 2, q = i / 4 % 4, k = i % 4;
            struct hs_matrix A = hs_set_weights(all, layer, head);
            CHECK(A.rows == 4 && A.cols == 4);
            CHECK((double)A.data[q * A.stride + k] == made_weight(layer, head, q, k, 4));
            A = hs_set_weights(one, 0, head);
            CHECK((double)A.data[q * A.stride + k] == made_weight(2, head, q, k, 4));
        }
        CHECK(hs_set_weights(one, 1, 0).data == NULL);
        CHECK_TEXT(name_at(one, HS_QUERY, 3), "3");
        CHECK(!hs_set_constructed(one) && hs_set_values(one) == HS_VALUES_WEIGHT);
        CHECK(hs_set_shape(one).planes == HS_KEEP(HS_PLANE_WEIGHTS));
        CHECK_TEXT(hs_set_source(one), "a.safetensors");
        hs_set_drop(all);
        hs_set_drop(one);
        hs_buffer_drop(&file);
    }
}

static void test_shapes(void)
{
    const size_t two[] = {3, 2}, three[] = {2, 3, 4}, five[] = {2, 3, 2, 4, 4};
    struct hs_buffer file = {0};
    made_file(&file, "attention", "F32", 2, two, NULL);
    struct hs_dump *dump = parse("a.safetensors", &file, NULL);
    CHECK(hs_dump_tensor(dump, 0)->h == 1 && hs_dump_tensor(dump, 0)->n == 3 &&
          hs_dump_tensor(dump, 0)->m == 2);
    struct hs_view view = hs_view_of(0);
    struct hs_set *set = set_of(dump, &view);
    CHECK(!hs_set_shape(set).self_attention);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);

    made_file(&file, "attention", "F32", 3, three, NULL);
    dump = parse("a.safetensors", &file, NULL);
    CHECK(hs_dump_tensor(dump, 0)->L == 1 && hs_dump_tensor(dump, 0)->h == 2);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);

    /* A batch: item 2 of layer 1 is the 6th block of heads; tokens of its own. */
    made_file(&file, "attention", "F32", 5, five,
        "\"tokens\":\"[[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"],[\\\"e\\\",\\\"f\\\",\\\"g\\\","
        "\\\"h\\\"],"
        "[\\\"i\\\",\\\"j\\\",\\\"k\\\",\\\"l\\\"]]\"");
    dump = parse("a.safetensors", &file, NULL);
    CHECK(hs_dump_tensor(dump, 0)->B == 3);
    view.layer = 1;
    view.item = 2;
    set = set_of(dump, &view);
    struct hs_matrix A = hs_set_weights(set, 0, 1);
    for (size_t i = 0; i < 16; i++)
        CHECK((double)A.data[i] == made_weight(5, 1, i / 4, i % 4, 4));
    CHECK_TEXT(name_at(set, HS_KEY, 3), "l");
    CHECK(hs_set_shape(set).self_attention);
    hs_set_drop(set);
    view.item = 3;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_BAD_USE && tells(error.message, "0 to 2"));
    view.item = 0;
    view.layer = 2;
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_BAD_USE && tells(error.message, "0 to 1"));
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* Three tensors of an encoder-decoder in one file. */
static void test_encoder_decoder(void)
{
    static const char header[] =
        "{\"__metadata__\":{\"query_tokens\":\"[\\\"le\\\",\\\"chat\\\"]\","
        "\"key_tokens\":\"[\\\"the\\\",\\\"cat\\\",\\\"sat\\\",\\\".\\\"]\",\"model\":\"tiny\"},"
        "\"cross_attention\":{\"dtype\":\"F32\",\"shape\":[1,1,2,4],\"data_offsets\":[0,32]},"
        "\"encoder_attention\":{\"dtype\":\"F32\",\"shape\":[1,1,4,4],\"data_offsets\":[32,96]},"
        "\"decoder_attention\":{\"dtype\":\"F32\",\"shape\":[1,1,2,2],\"data_offsets\":[96,112]},"
        "\"other\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[112,120]}}";
    struct hs_buffer file = {0};
    header_write(&file, header);
    for (size_t i = 0; i < 8; i++)
        number_write(&file, "F32", made_weight(0, 0, i / 4, i % 4, 4));
    for (size_t i = 0; i < 16; i++)
        number_write(&file, "F32", made_weight(0, 0, i / 4, i % 4, 4));
    for (size_t i = 0; i < 4; i++)
        number_write(&file, "F32", (const double[]){1, 0, 0.25, 0.75}[i]);
    little_write(&file, 7, 8);
    struct hs_dump *dump = parse("t5.safetensors", &file, NULL);
    static const enum hs_part_kind kinds[] = {HS_PART_ENCODER, HS_PART_DECODER, HS_PART_CROSS};
    static const char *const first[] = {"the", "le", "le"}, *const last[] = {".", "chat", "."};
    CHECK(hs_dump_count(dump) == 3);
    for (size_t i = 0; i < 3; i++) {
        struct hs_view view = hs_view_of(i);
        struct hs_set *set = set_of(dump, &view);
        struct hs_set_shape shape = hs_set_shape(set);
        CHECK(hs_dump_tensor(dump, i)->kind == kinds[i]);
        CHECK_TEXT(name_at(set, HS_QUERY, 0), first[i]);
        CHECK_TEXT(name_at(set, HS_KEY, shape.m - 1), last[i]);
        CHECK(shape.self_attention == (i < 2));
        CHECK((shape.mask == HS_MASK_CAUSAL) == (i == 1)); /* a decoder's own attention is causal */
        CHECK_TEXT(hs_set_source(set), "tiny · t5.safetensors");
        hs_set_drop(set);
    }
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

static void test_arrays(void)
{
    static const struct {
        const char *descr, *dtype;
    } types[] = {{"<f2", "F16"}, {"<f4", "F32"}, {"<f8", "F64"}};
    for (int major = 1; major <= 2; major++) {
        for (size_t t = 0; t < 3; t++) {
            struct hs_buffer file = {0};
            npy_write(&file, major, types[t].descr, "False", "(2, 1, 2, 4)");
            for (size_t i = 0; i < 16; i++)
                number_write(&file, types[t].dtype, made_weight(i / 8, 0, i / 4 % 2, i % 4, 4));
            struct hs_dump *dump = parse("x.npy", &file,
                "{\"query_tokens\": [\"a\", \"b\"], \"key_tokens\": [\"c\",\"d\",\"e\",\"f\"], "
                "\"causal\": true}");
            struct hs_view view = hs_view_of(0);
            view.layer = 1;
            struct hs_set *set = set_of(dump, &view);
            struct hs_matrix A = hs_set_weights(set, 0, 0);
            for (size_t i = 0; i < 8; i++)
                CHECK((double)A.data[i] == made_weight(1, 0, i / 4, i % 4, 4));
            CHECK_TEXT(name_at(set, HS_KEY, 3), "f");
            CHECK(hs_set_masked(set, 0, 3) && !hs_set_masked(set, 0, 2)); /* shifted by m - n */
            hs_set_drop(set);
            hs_dump_drop(dump);
            hs_buffer_drop(&file);
        }
    }
}

/* From disk: the tokens lie beside an array; while a text is generated, queries are the last keys. */
static void test_files(void)
{
    struct hs_buffer file = {0}, tokens = {0};
    const char *path = dump_path("array.npy");
    npy_write(&file, 1, "<f4", "False", "(1, 2, 4)");
    for (size_t i = 0; i < 8; i++)
        number_write(&file, "F32", made_weight(0, 0, i / 4, i % 4, 4));
    hs_buffer_print(&tokens, "[\"a\", \"b\", \"a\", \"b\"]");
    file_write(path, &file);
    file_write(dump_path("array.tokens.json"), &tokens);
    CHECK(hs_dump_named(path));
    struct hs_dump *dump = NULL;
    CHECK(hs_dump_open(path, &dump, &error) == HS_OK);
    struct hs_view view = hs_view_of(0);
    struct hs_set *set = dump ? set_of(dump, &view) : NULL;
    char name[40];
    if (set) {
        CHECK_TEXT(name_at(set, HS_QUERY, 0), "a");
        hs_set_token_name(set, HS_KEY, 2, name, sizeof name);
        CHECK_TEXT(name, "a (2)");
        CHECK((double)hs_set_weights(set, 0, 0).data[5] == made_weight(0, 0, 1, 1, 4));
        hs_set_drop(set);
    }
    hs_dump_drop(dump);
    /* By content, whatever it is called; and a text is none. */
    const char *other = dump_path("renamed.bin"), *text = dump_path("text.txt");
    file_write(other, &file);
    file_write(text, &tokens);
    CHECK(hs_dump_named(other) && !hs_dump_named(text) && !hs_dump_named(dump_path("absent")));
    CHECK(hs_dump_named(dump_path("absent.npy")));
    CHECK(hs_dump_open(other, &dump, &error) == HS_OK);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    const size_t shape[] = {2, 2, 4, 4};
    made_file(&file, "attention", "F16", 4, shape, "\"causal\":\"False\",\"kv_heads\":\"1\"");
    path = dump_path("two.safetensors");
    file_write(path, &file);
    CHECK(hs_dump_open(path, &dump, &error) == HS_OK && hs_dump_bytes(dump) == file.length);
    CHECK(hs_dump_tensor(dump, 0)->kv_heads == 1);
    CHECK_TEXT(hs_dump_path(dump), path);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    hs_buffer_drop(&tokens);
}

/* Trimming forgets heads and reads them again with the same numbers. */
static void test_trim(void)
{
    const size_t side = 4096;
    struct hs_buffer file = {0};
    const char *path = dump_path("large.safetensors");
    /* Six heads of 64 MiB; sparse, so that the file takes no room: zeros but for one number each. */
    char header[300];
    snprintf(header, sizeof header,
        "{\"attention\":{\"dtype\":\"F32\",\"shape\":[6,%zu,%zu],\"data_offsets\":[0,%zu]}}", side,
        side, 6 * side * side * 4);
    header_write(&file, header);
    file_write(path, &file);
    size_t begin = file.length;
    FILE *stream = fopen(path, "r+b");
    CHECK(stream && ftruncate(fileno(stream), (off_t)(begin + 6 * side * side * 4)) == 0);
    for (size_t head = 0; stream && head < 6; head++) {
        float value = 0.5f + (float)head / 16;
        CHECK(fseek(stream, (long)(begin + head * side * side * 4), SEEK_SET) == 0);
        CHECK(fwrite(&value, sizeof value, 1, stream) == 1);
    }
    if (stream)
        fclose(stream);
    struct hs_dump *dump = NULL;
    CHECK(hs_dump_open(path, &dump, &error) == HS_OK);
    struct hs_view view = hs_view_of(0);
    struct hs_set *set = dump ? set_of(dump, &view) : NULL;
    for (int round = 0; set && round < 2; round++) {
        for (size_t head = 0; head < 6; head++) {
            struct hs_matrix A = hs_set_weights(set, 0, head);
            CHECK(A.data[0] == 0.5f + (float)head / 16 && A.data[side * side - 1] == 0);
        }
        hs_set_trim(set);
        /* the last four stay (256 MiB) */
        CHECK(hs_set_weights(set, 0, 5).data[0] == 0.5f + 5.0f / 16);
    }
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    unlink(path);
}

TEST(test_dump)
{
    test_types();
    test_shapes();
    test_encoder_decoder();
    test_arrays();
    test_files();
    test_trim();
    return check_report();
}
