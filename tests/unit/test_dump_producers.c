/* Attention as other programs write it: archives of NumPy (tests/dumps/make_numpy.py wrote them), layers in tensors of their own,
 * other names, Headscope's own JSON; and what is known but not read. */
#include "dump_files.h"
#include <zlib.h>

#define DUMPS HS_SOURCE_DIR "/tests/dumps/"

static struct hs_error error;

static const char *names(const struct hs_set *set)
{
    static char all[400];
    const struct hs_tokens *tokens = hs_set_tokens(set, HS_KEY);
    size_t length = 0;
    all[0] = '\0';
    for (size_t i = 0; i < tokens->count; i++)
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i ? "|" : "", tokens->token[i].text);
    return all;
}

/* Every weight of a part, item by item; a batch item counts as a layer between its layer and the next. */
static void check_made(struct hs_dump *dump, size_t part, size_t kept, const char *tokens, double tolerance)
{
    const struct hs_part *t = hs_dump_tensor(dump, part);
    for (size_t item = 0; item < t->B; item++) {
        struct hs_view view = hs_view_of(part);
        struct hs_set *set = NULL;
        view.layer = SIZE_MAX;
        view.item = item;
        CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
        if (!set) {
            fprintf(stderr, "%s\n", error.message);
            return;
        }
        size_t m = item == t->B - 1 ? kept : t->m;
        CHECK(hs_set_shape(set).m == m && hs_set_shape(set).L == t->L);
        if (item == 0)
            CHECK_TEXT(names(set), tokens);
        for (size_t i = 0; i < t->L * t->h; i++) {
            struct hs_matrix A = hs_set_weights(set, i / t->h, i % t->h);
            for (size_t c = 0; c < m * m; c++)
                CHECK_NEAR(A.data[c / m * A.stride + c % m],
                    made_weight(i / t->h * t->B + item, i % t->h, c / m, c % m, t->m), tolerance);
        }
        hs_set_drop(set);
    }
}

static struct hs_dump *opened(const char *path)
{
    struct hs_dump *dump = NULL;
    CHECK(hs_dump_named(path));
    CHECK(hs_dump_open(path, &dump, &error) == HS_OK);
    if (!dump)
        fprintf(stderr, "%s\n", error.message);
    return dump;
}

static void test_numpy(void)
{
    struct hs_dump *dump = opened(DUMPS "stored.npz");
    const struct hs_part *t = hs_dump_tensor(dump, 0);
    CHECK(hs_dump_count(dump) == 1 && t->L == 2 && t->B == 1 && t->h == 3 && t->n == 4 && !t->causal && t->kv_heads == 3);
    CHECK_TEXT(t->name, "attention");
    CHECK_TEXT(hs_dump_model(dump), "toy");
    check_made(dump, 0, 4, "a|ça|北京|😀b", 0);
    hs_dump_drop(dump);
    dump = opened(DUMPS "packed.npz"); /* a layer an array, a batch of two, the second half filled */
    t = hs_dump_tensor(dump, 0);
    CHECK(t->L == 2 && t->B == 2 && t->h == 3 && hs_dump_count(dump) == 1);
    CHECK_TEXT(t->name, "attn");
    CHECK_TEXT(t->dtype, "F16");
    check_made(dump, 0, 2, "a|ça|北京|😀b", 0);
    hs_dump_drop(dump);
    dump = opened(DUMPS "plain.npz"); /* arr_10 comes after arr_9 */
    t = hs_dump_tensor(dump, 0);
    CHECK(t->L == 11 && t->h == 2 && !t->has_tokens);
    check_made(dump, 0, 4, "0|1|2|3", 0);
    hs_dump_drop(dump);
    dump = opened(DUMPS "bfloat16.npy");
    CHECK_TEXT(hs_dump_tensor(dump, 0)->dtype, "BF16");
    check_made(dump, 0, 4, "0|1|2|3", 0);
    hs_dump_drop(dump);
}

/* ------------------------------------------------------------------ archives in every form that is allowed */
struct form {
    const char *name;
    size_t comment, extra, own_extra, end_comment; /* bytes: of a member's comment, of its extra field in the table and in its own header */
    bool in_64, table_in_64;                       /* its numbers stand in the ZIP64 field; so do the table's */
    unsigned flags, method;
    uint64_t claims; /* bytes of every member, 0 = what it has */
    long table, size, count; /* added to what is said of them */
    const char *refused;     /* what is said, NULL = it opens */
};

static void fill(struct hs_buffer *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hs_buffer_write(to, &"PK\1\2"[i % 4], 1); /* which begins nothing here */
}

/* Numbers of a member: flags, method, time, date, checksum, sizes, lengths of name and extra field. */
static void numbers_write(struct hs_buffer *to, const struct form *form, const struct hs_buffer *data, const char *name, size_t extra)
{
    uint64_t size = form->in_64 ? 0xFFFFFFFFu : data->length;
    little_write(to, form->flags, 2);
    little_write(to, form->method, 2);
    little_write(to, 0, 4);
    little_write(to, crc32(crc32(0, NULL, 0), (const unsigned char *)data->data, (unsigned)data->length), 4);
    little_write(to, size, 4);
    little_write(to, form->claims ? form->claims : size, 4);
    little_write(to, strlen(name), 2);
    little_write(to, extra, 2);
}

static void archive_write(struct hs_buffer *to, const struct form *form, const char *const *name, const struct hs_buffer *data, size_t count)
{
    uint64_t begin[4];
    for (size_t i = 0; i < count; i++) {
        begin[i] = to->length;
        hs_buffer_write(to, "PK\3\4\24\0", 6);
        numbers_write(to, form, &data[i], name[i], form->own_extra);
        hs_buffer_write(to, name[i], strlen(name[i]));
        fill(to, form->own_extra);
        hs_buffer_write(to, data[i].data, data[i].length);
    }
    uint64_t table = to->length;
    for (size_t i = 0; i < count; i++) {
        size_t extra = form->extra ? 4 + form->extra : 0, all = extra + (form->in_64 ? 4 + 24 : 0);
        hs_buffer_write(to, "PK\1\2\24\0\24\0", 8);
        numbers_write(to, form, &data[i], name[i], all);
        little_write(to, form->comment, 2);
        little_write(to, 0, 8); /* disk, attributes */
        little_write(to, form->in_64 ? 0xFFFFFFFFu : begin[i], 4);
        hs_buffer_write(to, name[i], strlen(name[i]));
        if (extra) { /* of another kind: passed over */
            little_write(to, 0x5455, 2);
            little_write(to, form->extra, 2);
            fill(to, form->extra);
        }
        if (form->in_64) {
            little_write(to, 1, 2);
            little_write(to, 24, 2);
            little_write(to, data[i].length, 8);
            little_write(to, data[i].length, 8);
            little_write(to, begin[i], 8);
        }
        fill(to, form->comment);
    }
    uint64_t size = to->length - table, record = to->length;
    if (form->table_in_64) {
        hs_buffer_write(to, "PK\6\6", 4);
        little_write(to, 44, 8);
        little_write(to, 0, 12);
        little_write(to, count, 8);
        little_write(to, count, 8);
        little_write(to, size, 8);
        little_write(to, table, 8);
        hs_buffer_write(to, "PK\6\7", 4);
        little_write(to, 0, 4);
        little_write(to, record, 8);
        little_write(to, 1, 4);
    }
    hs_buffer_write(to, "PK\5\6", 4);
    little_write(to, 0, 4);
    little_write(to, form->table_in_64 ? 0xFFFF : count + (size_t)form->count, 2);
    little_write(to, form->table_in_64 ? 0xFFFF : count + (size_t)form->count, 2);
    little_write(to, form->table_in_64 ? 0xFFFFFFFFu : size + (uint64_t)form->size, 4);
    little_write(to, form->table_in_64 ? 0xFFFFFFFFu : table + (uint64_t)form->table, 4);
    little_write(to, form->end_comment, 2);
    for (size_t i = 0; i < form->end_comment; i++)
        hs_buffer_write(to, ".", 1);
}

static void test_archives(void)
{
    static const struct form forms[] = {
        {.name = "plain"},
        {.name = "comments", .comment = 7},
        {.name = "a field of another kind", .extra = 9},
        {.name = "another length in the header", .own_extra = 12},
        {.name = "all of them", .comment = 3, .extra = 5, .own_extra = 20, .end_comment = 11},
        {.name = "the longest comment", .end_comment = 65535},
        {.name = "ZIP64", .in_64 = true},
        {.name = "ZIP64 behind another field", .in_64 = true, .extra = 6, .comment = 2},
        {.name = "a table in ZIP64", .table_in_64 = true},
        {.name = "all in ZIP64", .table_in_64 = true, .in_64 = true, .end_comment = 4},
        {.name = "encrypted", .flags = 1, .refused = "is encrypted"},
        {.name = "a name in UTF-8", .flags = 0x800},
        {.name = "packed otherwise", .method = 12, .refused = "packed as numpy does not"},
        {.name = "too large when it is inflated", .method = 8, .claims = 0xF0000000u, .refused = "its compressed arrays are over the limit of"},
        {.name = "not what its method says", .method = 8, .refused = "cannot be inflated"},
        {.name = "stored with another length", .claims = 5, .refused = "packed as numpy does not"},
        {.name = "more than there is", .count = 1, .refused = "its table of members is broken"},
        {.name = "a table that ends early", .size = -1, .refused = "its table of members is broken"},
        {.name = "a table that begins late", .table = 1, .refused = "its table of members is broken"},
        {.name = "a table outside", .size = 1000000, .refused = "its table of members lies outside"},
        {.name = "too many", .count = 5000, .refused = "members and the limit is"},
    };
    static const char *const name[] = {"attn_0.npy", "attn_1.npy"};
    struct hs_buffer data[2] = {{0}};
    for (size_t i = 0; i < 2; i++) {
        npy_write(&data[i], 1, "<f4", "False", "(2, 4, 4)");
        for (size_t c = 0; c < 32; c++)
            number_write(&data[i], "F32", made_weight(0, c / 16 + i, c / 4 % 4, c % 4, 4));
    }
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct hs_buffer file = {0};
        struct hs_dump *dump = NULL;
        archive_write(&file, &forms[i], name, data, 2);
        enum hs_status status = hsi_dump_parse("made.npz", file.data, file.length, NULL, &dump, &error);
        if (forms[i].refused ? !status || !tells(error.message, forms[i].refused) : status) {
            fprintf(stderr, "%s: %s\n", forms[i].name, status ? error.message : "it opens");
            check_fail();
        } else if (!status) {
            CHECK(hs_dump_count(dump) == 1 && hs_dump_tensor(dump, 0)->L == 2);
            check_made(dump, 0, 4, "0|1|2|3", 0);
        }
        hs_dump_drop(dump);
        hs_buffer_drop(&file);
    }
    hs_buffer_drop(&data[0]);
    hs_buffer_drop(&data[1]);
}

/* ------------------------------------------------------------------ not read */
static void refuse(const char *path, const char *part)
{
    struct hs_dump *dump = NULL;
    CHECK(hs_dump_named(path));
    CHECK(hs_dump_open(path, &dump, &error) == HS_BAD_INPUT);
    if (!tells(error.message, part)) {
        fprintf(stderr, "wanted \"%s\", got \"%s\"\n", part, error.message);
        check_failed++;
    }
    hs_dump_drop(dump);
}

static void refuse_text(const char *name, const char *text, size_t length, const char *part)
{
    struct hs_buffer file = {0};
    const char *path = dump_path(name);
    hs_buffer_write(&file, text, length);
    for (int i = 0; i < 40; i++)
        hs_buffer_write(&file, "\n", 1);
    file_write(path, &file);
    hs_buffer_drop(&file);
    refuse(path, part);
}

static void test_refused(void)
{
    refuse(DUMPS "objects.npz", "objects.npz: tokens.npy: it holds Python objects and no numbers");
    refuse(DUMPS "objects.npy", "load it with attn_implementation=\"eager\"");
    refuse(DUMPS "torch.pt", "torch.pt: it is a file of PyTorch (a pickle)");
    refuse(DUMPS "torch.pt", "a = torch.load(\"torch.pt\", map_location=\"cpu\"); save_file({\"attention\": (a if torch.is_tensor(a) else "
                             "torch.stack(list(a))).float().contiguous()}, \"attention.safetensors\")");
    refuse(DUMPS "torch.pt", "open the folder");
    refuse(DUMPS "weights.pkl", "pickle.load(open(\"weights.pkl\", \"rb\")); numpy.save(\"attention.npy\", numpy.asarray(a, dtype=\"float32\"))");
    refuse_text("a.gguf", "GGUF\3\0\0\0", 8, "a.gguf: it is a model in the format GGUF");
    refuse_text("a.h5", "\x89HDF\r\n\x1a\n", 8, "h5py.File(\"a.h5\")");
    refuse_text("a.csv", "layer_from_1,head_from_1,query_from_1", 37, "a.csv: it is a table that Headscope wrote");
    refuse_text("a.json", "{\n  \"format\": \"headscope-layers 1\"", 33, "statistics of heads and no weights");
    refuse_text("b.npz", "PK\3\4", 4, "b.npz: it does not end with the table of its members");
    refuse_text("b.safetensors", "version https://git-lfs.github.com/spec/v1\n", 43, "pointer of Git LFS");
    /* cut anywhere, or with any byte changed, an archive is refused or opens: it never harms */
    char *whole;
    size_t length;
    CHECK(hs_file_read(DUMPS "packed.npz", 1 << 20, &whole, &length, &error) == HS_OK);
    for (size_t cut = 0; cut < length; cut++) {
        struct hs_dump *dump = NULL;
        void *copy = malloc(cut ? cut : 1); /* of exactly this size, for the sanitizers */
        memcpy(copy, whole, cut);
        CHECK(hsi_dump_parse("c.npz", copy, cut, NULL, &dump, &error) != HS_OK);
        free(copy);
    }
    size_t refused = 0;
    for (size_t at = 0; at < length; at++) {
        struct hs_dump *dump = NULL;
        whole[at] = (char)(whole[at] ^ 0x55);
        refused += hsi_dump_parse("c.npz", whole, length, NULL, &dump, &error) != HS_OK;
        hs_dump_drop(dump);
        whole[at] = (char)(whole[at] ^ 0x55);
    }
    CHECK(refused > length / 2);
    free(whole);
}

/* ------------------------------------------------------------------ names */
struct tensor {
    const char *name, *dtype;
    size_t rank, shape[5];
    size_t layer; /* of made_weight() */
};

/* A file of the tensors, in this order. NULL and the error when it does not open. */
static struct hs_dump *with(const struct tensor *tensor, size_t count, const char *metadata, struct hs_buffer *file)
{
    char header[4000];
    size_t length = 0, at = 0;
    struct hs_dump *dump = NULL;
    *file = (struct hs_buffer){0};
    length += (size_t)snprintf(header, sizeof header, "{\"__metadata__\":{%s}", metadata);
    for (size_t i = 0; i < count; i++) {
        size_t cells = 1, size = strcmp(tensor[i].dtype, "F32") == 0 ? 4 : strcmp(tensor[i].dtype, "I64") == 0 ? 8 : 2;
        length += (size_t)snprintf(header + length, sizeof header - length, ",\"%s\":{\"dtype\":\"%s\",\"shape\":[", tensor[i].name, tensor[i].dtype);
        for (size_t k = 0; k < tensor[i].rank; k++, cells *= tensor[i].shape[k - 1])
            length += (size_t)snprintf(header + length, sizeof header - length, "%s%zu", k ? "," : "", tensor[i].shape[k]);
        length += (size_t)snprintf(header + length, sizeof header - length, "],\"data_offsets\":[%zu,%zu]}", at, at + cells * size);
        at += cells * size;
    }
    snprintf(header + length, sizeof header - length, "}");
    header_write(file, header);
    for (size_t i = 0; i < count; i++) {
        const size_t *shape = tensor[i].shape;
        size_t rank = tensor[i].rank, n = rank > 1 ? shape[rank - 2] : 1, m = rank ? shape[rank - 1] : 1, h = rank > 2 ? shape[rank - 3] : 1;
        size_t outer = 1;
        for (size_t k = 0; k + 3 < rank; k++)
            outer *= shape[k];
        for (size_t c = 0; c < outer * h * n * m; c++)
            if (strcmp(tensor[i].dtype, "I64") == 0)
                little_write(file, c, 8);
            else
                number_write(file, tensor[i].dtype, made_weight(tensor[i].layer + c / (h * n * m), c / (n * m) % h, c / m % n, c % m, m));
    }
    if (hsi_dump_parse("n.safetensors", file->data, file->length, NULL, &dump, &error))
        return NULL;
    return dump;
}

static void check_names(const struct tensor *tensor, size_t count, size_t parts, const char *name, enum hs_part_kind kind, size_t L)
{
    struct hs_buffer file;
    struct hs_dump *dump = with(tensor, count, "", &file);
    CHECK(dump != NULL);
    if (!dump) {
        fprintf(stderr, "%s\n", error.message);
        return;
    }
    CHECK(hs_dump_count(dump) == parts && hs_dump_tensor(dump, 0)->L == L && hs_dump_tensor(dump, 0)->kind == kind);
    CHECK_TEXT(hs_dump_tensor(dump, 0)->name, name);
    check_made(dump, 0, hs_dump_tensor(dump, 0)->m, "0|1|2|3", 0);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

static void refuse_names(const struct tensor *tensor, size_t count, const char *part)
{
    struct hs_buffer file;
    struct hs_dump *dump = with(tensor, count, "", &file);
    CHECK(dump == NULL);
    if (!dump && !tells(error.message, part)) {
        fprintf(stderr, "wanted \"%s\", got \"%s\"\n", part, error.message);
        check_failed++;
    }
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

static void test_names(void)
{
    const struct tensor tuple[] = {{"attentions.1", "F32", 4, {1, 2, 4, 4}, 1}, {"attentions.10", "F32", 4, {1, 2, 4, 4}, 10},
        {"attentions.0", "F32", 4, {1, 2, 4, 4}, 0}},
                        pattern[] = {{"blocks.0.attn.hook_pattern", "F16", 3, {2, 4, 4}, 0}, {"blocks.1.attn.hook_pattern", "F16", 3, {2, 4, 4}, 1},
                            {"ids", "I64", 1, {4}, 0}},
                        one[] = {{"x", "F32", 3, {3, 4, 4}, 0}, {"hidden", "F32", 3, {1, 4, 6}, 0}, {"ids", "I64", 2, {4, 4}, 0}},
                        from_one[] = {{"attention_1", "F32", 2, {4, 4}, 0}, {"attention_2", "F32", 2, {4, 4}, 1}},
                        all[] = {{"decoder_attentions", "F32", 4, {2, 2, 4, 4}, 0}, {"cross_attentions", "F32", 4, {2, 2, 4, 5}, 0},
                            {"encoder_attentions", "F32", 4, {2, 2, 5, 5}, 0}},
                        named[] = {{"attention", "F32", 4, {1, 1, 4, 4}, 0}, {"attentions.0", "F32", 4, {1, 2, 4, 4}, 5}};
    refuse_names(tuple, 3, "\"attentions\" has layer 1 and next 10: write every layer once");
    check_names((const struct tensor[]){tuple[2], tuple[0]}, 2, 1, "attentions", HS_PART_SELF, 2);
    check_names((const struct tensor[]){tuple[0], tuple[2]}, 2, 1, "attentions", HS_PART_SELF, 2);
    check_names(pattern, 3, 1, "blocks.*.attn.hook_pattern", HS_PART_SELF, 2);
    check_names(one, 3, 1, "x", HS_PART_SELF, 1);
    check_names(from_one, 2, 1, "attention", HS_PART_SELF, 2);
    check_names(all, 3, 3, "decoder_attentions", HS_PART_DECODER, 2);
    check_names(named, 2, 1, "attention", HS_PART_SELF, 1); /* the documented name, and nothing else */
    const struct tensor two[] = {{"x", "F32", 3, {3, 4, 4}, 0}, {"y", "F32", 3, {3, 4, 4}, 0}},
                        weights[] = {{"encoder.layer.0.attention.self.query.weight", "F32", 2, {4, 4}, 0},
                            {"encoder.layer.0.attention.self.key.weight", "F32", 2, {4, 4}, 0}, {"encoder.layer.0.attention.self.query.bias", "F32", 1, {4}, 0}},
                        uneven[] = {{"attn_0", "F32", 3, {2, 4, 4}, 0}, {"attn_1", "F32", 3, {3, 4, 4}, 0}};
    refuse_names(two, 2, "none else is surely attention; it holds x (3, 4, 4), y (3, 4, 4): write");
    refuse_names(weights, 2, "it holds a model's weights and no attention");
    refuse_names(weights, 3, "it holds a model's weights and no attention: open the model's folder");
    refuse_names(uneven, 2, "layers of different shapes or types, \"attn_0\" and \"attn_1\"");
}

/* ------------------------------------------------------------------ our own JSON */
static void test_own_json(void)
{
    static const size_t shape[] = {2, 3, 4, 4};
    static const char *const metadata[] = {
        "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\"", "\"query_tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\",\"key_tokens\":\"[\\\"e\\\",\\\"f\\\",\\\"g\\\",\\\"h\\\"]\""};
    for (int two = 0; two < 2; two++) {
        struct hs_buffer file = {0}, json = {0};
        struct hs_dump *dump = NULL, *again = NULL;
        struct hs_set *set = NULL;
        made_file(&file, "attention", "F32", 4, shape, metadata[two]);
        CHECK(hsi_dump_parse("j.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
        struct hs_view view = hs_view_of(0);
        view.layer = SIZE_MAX;
        CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
        hs_set_write_json(set, 1, &json);
        CHECK(hsi_dump_parse("j.json", json.data, json.length, NULL, &again, &error) == HS_OK);
        const struct hs_part *t = hs_dump_tensor(again, 0);
        CHECK(t->L == 2 && t->h == 3 && t->n == 4 && !t->causal && t->has_tokens);
        CHECK_TEXT(hs_dump_model(again), "j.safetensors");
        check_made(again, 0, 4, two ? "e|f|g|h" : "a|b|c|d", 0);
        hs_dump_drop(again);
        hs_set_drop(set);
        hs_dump_drop(dump);
        hs_buffer_drop(&json);
        hs_buffer_drop(&file);
    }
    /* masks: causal is known as such, another one cell by cell; what is no number comes back as that */
    static const char causal[] = "{\"format\": \"headscope-attention 1\", \"values\": \"weight\", \"tokens\": [{\"text\": \"a\"}, {\"text\": \"b\"}],"
                                 "\"heads\": [{\"head\": 0, \"weights\": [[1, null], [0.25, \"NaN\"]]}]}",
                      window[] = "{\"format\": \"headscope-attention 1\", \"heads\": [{\"head\": 0, \"weights\": [[0.5, 0.5], [null, 1]]}]}";
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    struct hs_view view = hs_view_of(0);
    CHECK(hsi_dump_parse("m.json", causal, sizeof causal - 1, NULL, &dump, &error) == HS_OK);
    CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
    CHECK(hs_set_shape(set).mask == HS_MASK_CAUSAL && isnan(hs_set_weights(set, 0, 0).data[3]));
    hs_set_drop(set);
    hs_dump_drop(dump);
    dump = NULL;
    CHECK(hsi_dump_parse("m.json", window, sizeof window - 1, NULL, &dump, &error) == HS_BAD_INPUT || dump);
    if (dump && hs_dump_set(dump, &view, &set, &error) == HS_OK) {
        CHECK(!hs_set_masked(set, 0, 1) && hs_set_masked(set, 1, 0) && hs_set_weights(set, 0, 0).data[3] == 1);
        hs_set_drop(set);
    } else {
        fprintf(stderr, "%s\n", error.message);
        check_failed++;
    }
    hs_dump_drop(dump);
    static const struct {
        const char *text, *part;
    } bad[] = {{"{\"format\": \"headscope-attention 1\", \"values\": \"score\", \"heads\": []}", "no attention weights but \"score\""},
        {"{\"format\": \"headscope-attention 1\", \"heads\": []}", "holds no \"heads\" with \"weights\""},
        {"{\"format\": \"headscope-attention 1\", \"heads\": [{\"weights\": [[1, 0], [1]]}]}", "weights of head 0 are no 2 rows of 2 numbers"},
        {"{\"format\": \"headscope-attention 1\", \"heads\": [{\"weights\": [[1, \"x\"]]}]}", "hold something else than numbers"},
        {"{\"format\": \"headscope-attention 1\", ", "b.json, line 1"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct hs_dump *none = NULL;
        CHECK(hsi_dump_parse("b.json", bad[i].text, strlen(bad[i].text), NULL, &none, &error) == HS_BAD_INPUT);
        if (!tells(error.message, bad[i].part)) {
            fprintf(stderr, "wanted \"%s\", got \"%s\"\n", bad[i].part, error.message);
            check_failed++;
        }
    }
}

/* An encoder-decoder file with one list: it is the encoder's, and what is lacking is said. */
static void test_one_list(void)
{
    static const struct tensor stacks[] = {{"encoder_attention", "F32", 4, {1, 2, 4, 4}, 0}, {"decoder_attention", "F32", 4, {1, 2, 2, 2}, 0},
        {"cross_attention", "F32", 4, {1, 2, 2, 4}, 0}};
    static const char tokens[] = "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\"";
    static const char *const keys[] = {"a|b|c|d", "0|1", "a|b|c|d"}, *const notes[] = {"", "the file has no list query_tokens: positions stand for them",
        "the file has no list query_tokens: positions stand for them"};
    struct hs_buffer file;
    struct hs_dump *dump = with(stacks, 3, tokens, &file);
    CHECK(dump != NULL);
    for (size_t part = 0; dump && part < 3; part++) {
        struct hs_view view = hs_view_of(part);
        struct hs_set *set = NULL;
        CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
        CHECK_TEXT(names(set), keys[part]);
        CHECK_TEXT(hs_set_note(set), notes[part]);
        CHECK_TEXT(hs_set_tokens(set, HS_QUERY)->token[0].text, part == 0 ? "a" : "0");
        hs_set_drop(set);
    }
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    /* a list that fits neither side */
    dump = with(&stacks[2], 1, "\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\"]\"", &file);
    CHECK(dump == NULL && tells(error.message, "has 4 key positions and \"tokens\" lists 3"));
    hs_buffer_drop(&file);
}

TEST(test_dump_producers)
{
    test_numpy();
    test_archives();
    test_refused();
    test_names();
    test_own_json();
    test_one_list();
    return check_report();
}
