/* Padding and masks of attention files: what a batch was filled up with is no row and no key of anything, in whichever way
 * the file says so; masks of single cells; heads of zeros; texts that are being generated. Figures by hand. */
#include "dump_files.h"

static struct hs_error error;

/* One layer and head of `items` batch items, (n, m), weights as given; `more` tensors stand behind it in the header, their
 * bytes are `data`. */
struct made {
    size_t items, n, m;
    const float *weight; /* (items, n, m) */
    const char *metadata, *more;
    const void *data;
    size_t data_bytes;
};

static struct hs_dump *parse(const struct made *made, struct hs_buffer *file)
{
    struct hs_dump *dump = NULL;
    char *header = malloc(4000);
    size_t cells = made->items * made->n * made->m;
    snprintf(header, 4000,
        "{\"__metadata__\":{%s},\"attention\":{\"dtype\":\"F32\",\"shape\":[1,%zu,1,%zu,%zu],\"data_offsets\":[0,%zu]}%s}",
        made->metadata, made->items, made->n, made->m, cells * 4, made->more ? made->more : "");
    *file = (struct hs_buffer){0};
    header_write(file, header);
    free(header);
    for (size_t i = 0; i < cells; i++)
        number_write(file, "F32", (double)made->weight[i]);
    hs_buffer_write(file, made->data ? made->data : "", made->data_bytes);
    error.message[0] = '\0';
    if (hsi_dump_parse("mask.safetensors", file->data, file->length, NULL, &dump, &error))
        dump = NULL;
    return dump;
}

static struct hs_set *item_of(struct hs_dump *dump, size_t item, enum hs_pieces pieces)
{
    struct hs_view view = hs_view_of(0);
    struct hs_set *set = NULL;
    view.item = item;
    view.pieces = pieces;
    if (hs_dump_set(dump, &view, &set, &error))
        return NULL;
    return set;
}

static const char *names(const struct hs_set *set, enum hs_side side)
{
    static char all[400];
    const struct hs_tokens *tokens = hs_set_tokens(set, side);
    size_t length = 0;
    all[0] = '\0';
    for (size_t i = 0; i < tokens->count; i++)
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i ? "|" : "", tokens->token[i].text);
    return all;
}

/* What a survey says of the file's numbers. */
static const char *faults(struct hs_dump *dump, size_t item, struct hs_head_stats *stats)
{
    static char words[600];
    struct hs_view view = hs_view_of(0);
    struct hs_survey *survey = NULL;
    view.item = item;
    CHECK(hs_survey_new(dump, &view, &survey, &error) == HS_OK);
    if (item == HS_ALL_ITEMS) {
        CHECK(hs_survey_step(survey));
        struct hs_matrix mean = hs_survey_head(survey, 0, 0)->mean;
        CHECK(mean.rows == mean.cols && mean.data[0] == 1); /* every item's first row is on itself */
        CHECK(mean.cols < 5 || (mean.data[mean.cols] == 1 && mean.data[3 * mean.cols + 2] == 1));
    }
    while (hs_survey_step(survey))
        ;
    hs_survey_fault_words(survey, 0, words, sizeof words);
    if (stats)
        *stats = hs_survey_head(survey, 0, 0)->stats;
    hs_survey_drop(survey);
    return words;
}

/* ------------------------------------------------------------------ padding */
enum { N = 5 };
/* Item 0: five tokens, each on the one before it (the first on itself). Item 1: three of them, at the end filled up.
 * Item 2: three, filled up in front. What padding looks at, or who looks at it, must not matter. */
static const float batch[3 * N * N] = {
    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0,              //
    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, .5f, .5f, 0, 0, 0, 0, 0, 0, 0, 1,          //
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};

static void check_batch(const char *metadata, const char *more, const void *data, size_t data_bytes, const char *shown)
{
    struct hs_buffer file;
    struct hs_dump *dump = parse(&(struct made){3, N, N, batch, metadata, more, data, data_bytes}, &file);
    CHECK(dump != NULL);
    if (!dump) {
        fprintf(stderr, "%s\n", error.message);
        return;
    }
    for (size_t item = 0; item < 3; item++) {
        struct hs_head_stats s, surveyed;
        struct hs_set *set = item_of(dump, item, HS_PIECES_READABLE);
        hs_head_statistics(set, 0, 0, &s);
        CHECK(s.rows == (item ? 3 : 5) && hs_set_shape(set).n == s.rows && hs_set_shape(set).m == s.rows);
        CHECK(s.offset == -1);
        CHECK_NEAR(s.previous, 1, 0);
        CHECK_NEAR(s.offset_share, item ? 2 / 3. : 4 / 5., 1e-12);
        CHECK_NEAR(s.entropy_max, log(item ? 3 : 5), 1e-12);
        CHECK_NEAR(s.confidence, 1, 0);
        CHECK(hs_set_shape(set).self_attention);
        CHECK_TEXT(hs_set_note(set), item ? "2 positions of padding left out" : "");
        CHECK(item != 2 || !shown || strcmp(names(set, HS_KEY), shown) == 0);
        CHECK_TEXT(faults(dump, item, &surveyed), "");
        CHECK(memcmp(&surveyed, &s, sizeof s) == 0);
        hs_set_drop(set);
    }
    /* all items together: 11 rows, of which three begin a text */
    struct hs_head_stats s;
    CHECK_TEXT(faults(dump, HS_ALL_ITEMS, &s), "");
    CHECK(s.rows == 11 && s.offset == -1);
    CHECK_NEAR(s.previous, 1, 0);
    CHECK_NEAR(s.self, 3 / 11., 1e-12);
    CHECK_NEAR(s.distance, 8 / 11., 1e-12);
    CHECK_NEAR(s.offset_share, 8 / 11., 1e-12);
    CHECK_NEAR(s.entropy_max, (5 * log(5) + 6 * log(3)) / 11, 1e-12);
    CHECK_NEAR(s.first, (2 + 2 + 2) / 11., 1e-12); /* the first row and the second of each */
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

#define PADS                                                                                                               \
    "\"tokens\":\"[[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\",\\\"e\\\"],[\\\"f\\\",\\\"g\\\",\\\"h\\\",\\\"[PAD]\\\",\\\"[PAD]\\\"],"      \
    "[\\\"<pad>\\\",\\\"<pad>\\\",\\\"i\\\",\\\"j\\\",\\\"k\\\"]]\""

static void test_padding(void)
{
    static const unsigned char seen[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1};
    check_batch(PADS, NULL, NULL, 0, "i|j|k");
    check_batch("\"attention_mask\":\"[[1,1,1,1,1],[1,1,1,0,0],[0,0,1,1,1]]\"", NULL, NULL, 0, "2|3|4");
    check_batch("", ",\"attention_mask\":{\"dtype\":\"U8\",\"shape\":[3,5],\"data_offsets\":[300,315]}", seen, 15, "2|3|4");
    check_batch("", ",\"attention_mask\":{\"dtype\":\"BOOL\",\"shape\":[3,1,1,5],\"data_offsets\":[300,315]}", seen, 15, "2|3|4");
    /* what the list says counts, and not the marks */
    struct hs_buffer file;
    struct hs_dump *dump = parse(&(struct made){3, N, N, batch, PADS ",\"attention_mask\":\"[[1,1,1,1,1],[1,1,1,1,0],[0,0,1,1,1]]\"",
                                     NULL, NULL, 0}, &file);
    struct hs_set *set = item_of(dump, 1, HS_PIECES_WORDS);
    CHECK_TEXT(names(set, HS_QUERY), "f|g|h|[PAD]");
    CHECK_TEXT(hs_set_note(set), "1 position of padding left out");
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    /* an item of nothing else, and a list that does not fit */
    dump = parse(&(struct made){3, N, N, batch, "\"attention_mask\":\"[[1,1,1,1,1],[0,0,0,0,0],[0,0,1,1,1]]\"", NULL, NULL, 0}, &file);
    CHECK(item_of(dump, 1, HS_PIECES_RAW) == NULL && tells(error.message, "nothing but padding in batch item 1"));
    struct hs_head_stats s;
    CHECK_TEXT(faults(dump, HS_ALL_ITEMS, &s), "");
    CHECK(s.rows == 8); /* the empty item is passed over */
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    CHECK(parse(&(struct made){3, N, N, batch, "\"attention_mask\":\"[[1,1,1,1],[1,1,1,1],[1,1,1,1]]\"", NULL, NULL, 0}, &file) == NULL);
    CHECK(tells(error.message, "\"attention_mask\" lists 4 for batch item 0"));
    hs_buffer_drop(&file);
    CHECK(parse(&(struct made){3, N, N, batch, "", ",\"attention_mask\":{\"dtype\":\"U8\",\"shape\":[2,4],\"data_offsets\":[300,308]}",
              seen, 8}, &file) == NULL);
    CHECK(tells(error.message, "\"attention_mask\" of shape (2, 4) beside it: expected (5, 5)"));
    hs_buffer_drop(&file);
}

/* A model that ran without its mask: its rows look at padding, which is said, and the text's part is shown. */
static void test_weight_on_padding(void)
{
    static const float weight[] = {.5f, .25f, .25f, .25f, .5f, .25f, 0, 0, 0};
    struct hs_buffer file;
    struct hs_dump *dump =
        parse(&(struct made){1, 3, 3, weight, "\"attention_mask\":\"[1,1,0]\"", NULL, NULL, 0}, &file);
    CHECK_TEXT(faults(dump, 0, NULL), "mask.safetensors: 2 of 2 rows of \"attention\" have weight on keys that are padding (0.25), the first in layer "
                                      "0, head 0, row 0; the model ran without its attention_mask: pass it");
    struct hs_set *set = item_of(dump, 0, HS_PIECES_READABLE);
    CHECK(hs_set_weights(set, 0, 0).data[1] == .25f && hs_set_weights(set, 0, 0).data[2] == .25f);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* ------------------------------------------------------------------ masks of cells */
static void test_cells(void)
{
    /* a window of two: each query sees itself and the one before; as numbers, and as what is added to scores */
    static const float weight[] = {1, 0, 0, 0, .5f, .5f, 0, 0, 0, .25f, .75f, 0, 0, 0, 1, 0};
    static const float away = -3.4e38f;
    static const unsigned char ones[] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1};
    float added[16];
    for (size_t i = 0; i < 16; i++)
        added[i] = ones[i] ? 0 : i % 2 ? away : -INFINITY;
    const struct made ways[] = {
        {1, 4, 4, weight, "", ",\"attention_mask\":{\"dtype\":\"BOOL\",\"shape\":[4,4],\"data_offsets\":[64,80]}", ones, 16},
        {1, 4, 4, weight, "\"causal\":\"true\"", ",\"attention_mask\":{\"dtype\":\"F32\",\"shape\":[1,1,4,4],\"data_offsets\":[64,128]}", added, 64},
        {1, 4, 4, weight, "\"tokens\":\"[\\\"x\\\",\\\"y\\\",\\\"##z\\\",\\\"w\\\"]\"",
            ",\"attention_mask\":{\"dtype\":\"I8\",\"shape\":[4,4],\"data_offsets\":[64,80]}", ones, 16}};
    for (size_t i = 0; i < 3; i++) {
        struct hs_buffer file;
        struct hs_dump *dump = parse(&ways[i], &file);
        struct hs_set *set = item_of(dump, 0, HS_PIECES_READABLE);
        struct hs_head_stats s;
        for (size_t c = 0; c < 16; c++) {
            CHECK(hs_set_masked(set, c / 4, c % 4) == !ones[c]);
            CHECK(hs_set_weights(set, 0, 0).data[c] == (ones[c] ? weight[c] : -INFINITY));
        }
        hs_head_statistics(set, 0, 0, &s);
        CHECK(s.rows == 4);
        CHECK_NEAR(s.entropy_max, 3 * log(2) / 4, 1e-12);
        CHECK_NEAR(s.previous, (.5 + .25 + 1) / 3, 1e-12);
        CHECK_TEXT(faults(dump, 0, NULL), "");
        hs_set_drop(set);
        /* merged, a cell is masked when all that it stands for is */
        set = item_of(dump, 0, HS_PIECES_WORDS);
        if (i == 2) {
            CHECK(hs_set_shape(set).n == 3 && hs_set_masked(set, 0, 1) && hs_set_masked(set, 0, 2) && hs_set_masked(set, 1, 2));
            CHECK(!hs_set_masked(set, 1, 0) && !hs_set_masked(set, 2, 1) && hs_set_masked(set, 2, 0));
            CHECK_NEAR(hs_set_weights(set, 0, 0).data[3], .25, 0); /* (.5 + 0) / 2 */
        }
        hs_set_drop(set);
        hs_dump_drop(dump);
        hs_buffer_drop(&file);
    }
    /* weights where the mask has none */
    static const float beside[] = {.5f, .5f, 0, 0, .5f, .5f, 0, 0, 0, .25f, .75f, 0, 0, 0, 1, 0};
    struct made wrong = ways[0];
    struct hs_buffer file;
    wrong.weight = beside;
    struct hs_dump *dump = parse(&wrong, &file);
    CHECK_TEXT(faults(dump, 0, NULL), "mask.safetensors: 1 of 4 rows of \"attention\" has weight on keys that the mask hides (0.5), the first in "
                                      "layer 0, head 0, row 0; attention_mask and the weights disagree: export both from one run");
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    /* one for each item */
    static const float pair[] = {1, 0, .5f, .5f, .5f, .5f, 0, 1};
    static const unsigned char seen[] = {1, 0, 1, 1, 1, 1, 0, 1};
    dump = parse(&(struct made){2, 2, 2, pair, "", ",\"attention_mask\":{\"dtype\":\"BOOL\",\"shape\":[2,1,2,2],\"data_offsets\":[32,40]}", seen, 8}, &file);
    for (size_t item = 0; item < 2; item++) {
        struct hs_set *set = item_of(dump, item, HS_PIECES_READABLE);
        for (size_t c = 0; c < 4; c++)
            CHECK(hs_set_masked(set, c / 2, c % 2) == !seen[4 * item + c]);
        CHECK_TEXT(faults(dump, item, NULL), "");
        hs_set_drop(set);
    }
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* Rows that lose a key are renormalised over what they see, in a set as in a survey. */
static void test_hidden(void)
{
    static const float weight[] = {1, 0, 0, 0, .5f, .5f, 0, 0, .2f, .3f, .5f, 0, 0, .25f, .25f, .5f};
    static const unsigned char ones[] = {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1};
    static const uint8_t hide[] = {0, 1, 0, 0};
    struct hs_buffer file;
    struct hs_dump *dump = parse(&(struct made){1, 4, 4, weight, "", ",\"attention_mask\":{\"dtype\":\"BOOL\",\"shape\":[4,4],\"data_offsets\":[64,80]}", ones, 16}, &file);
    struct hs_set *set = item_of(dump, 0, HS_PIECES_READABLE), *rest = NULL;
    struct hs_view view = hs_view_of(0);
    struct hs_survey *all = NULL, *hiding = NULL;
    struct hs_head_stats s;
    CHECK(hs_set_hide_keys(set, hide, true, &rest, &error) == HS_OK);
    const float *A = hs_set_weights(rest, 0, 0).data;
    CHECK_NEAR(A[4], 1, 1e-6);
    CHECK_NEAR(A[8], 2. / 7, 1e-6);
    CHECK_NEAR(A[10], 5. / 7, 1e-6);
    CHECK_NEAR(A[15], 2. / 3, 1e-6);
    CHECK(hs_set_masked(rest, 2, 1) && hs_set_masked(rest, 3, 0) && !hs_set_masked(rest, 2, 2));
    hs_head_statistics(rest, 0, 0, &s);
    CHECK(hs_survey_new(dump, &view, &all, &error) == HS_OK && hs_survey_hiding(all, hide, true, &hiding, &error) == HS_OK);
    while (hs_survey_step(hiding))
        ;
    CHECK(hs_survey_head(hiding, 0, 0)->stats.entropy == s.entropy && s.entropy < s.entropy_max);
    CHECK_NEAR(hs_survey_head(hiding, 0, 0)->largest.data[10], 5. / 7, 1e-6);
    hs_survey_drop(hiding);
    hs_survey_drop(all);
    hs_set_drop(rest);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* Local and global layers: each has its own mask, in its picture, in all layers at once, and in every figure. */
static void test_by_layer(void)
{
    enum { CELLS = 9, LAYERS = 2, ITEMS = 2 };
    static const unsigned char seen[LAYERS][CELLS] = {{1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 0, 0, 1, 1, 0, 0, 1, 1}};
    static const struct {
        const char *shape, *mask;
        size_t items, begin;
    } ways[] = {{"[2,1,1,3,3]", "[2,3,3]", 1, 72}, {"[2,1,1,3,3]", "[2,1,1,3,3]", 1, 72}, {"[2,2,1,3,3]", "[2,2,1,3,3]", 2, 144}};
    for (size_t way = 0; way < 3; way++) {
        struct hs_buffer file = {0};
        struct hs_dump *dump = NULL;
        struct hs_survey *survey = NULL;
        struct hs_set *set = NULL;
        struct hs_view view = hs_view_of(0);
        char header[600];
        size_t items = ways[way].items, begin = ways[way].begin;
        snprintf(header, sizeof header,
            "{\"attention\":{\"dtype\":\"F32\",\"shape\":%s,\"data_offsets\":[0,%zu]},"
            "\"attention_mask\":{\"dtype\":\"BOOL\",\"shape\":%s,\"data_offsets\":[%zu,%zu]}}",
            ways[way].shape, begin, ways[way].mask, begin, begin + LAYERS * items * CELLS);
        header_write(&file, header);
        for (size_t i = 0; i < LAYERS * items * CELLS; i++) {
            const unsigned char *row = seen[i / CELLS / items] + i % CELLS / 3 * 3;
            number_write(&file, "F32", row[i % 3] ? 1.0 / (row[0] + row[1] + row[2]) : 0);
        }
        for (size_t i = 0; i < LAYERS * items; i++)
            hs_buffer_write(&file, (const char *)seen[i / items], CELLS);
        if (hsi_dump_parse("layers.safetensors", file.data, file.length, NULL, &dump, &error)) {
            CHECK_TEXT(error.message, "");
            continue;
        }
        CHECK(hs_survey_new(dump, &view, &survey, &error) == HS_OK);
        while (hs_survey_step(survey))
            ;
        for (view.layer = 0; view.layer < LAYERS; view.layer++) {
            struct hs_head_stats s;
            view.item = items - 1;
            CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK);
            const struct hs_head_survey *found = hs_survey_head(survey, view.layer, 0);
            for (size_t c = 0; c < CELLS; c++) {
                CHECK(hs_set_masked(set, c / 3, c % 3) == !seen[view.layer][c]);
                CHECK((found->largest.data[c] == -INFINITY) == !seen[view.layer][c]);
            }
            hs_head_statistics(set, 0, 0, &s);
            CHECK_NEAR(s.entropy_max, view.layer ? 2 * log(2) / 3 : log(3), 1e-12);
            CHECK(found->stats.entropy == s.entropy && found->stats.entropy_max == s.entropy_max);
            hs_set_drop(set);
        }
        view = (struct hs_view){.layer = SIZE_MAX};
        CHECK(hs_dump_set(dump, &view, &set, &error) == HS_OK && hs_set_shape(set).L == LAYERS);
        CHECK(hs_set_weights(set, 0, 0).data[1] > .3f && hs_set_weights(set, 1, 0).data[1] == -INFINITY);
        hs_set_drop(set);
        hs_survey_drop(survey);
        view = (struct hs_view){.item = HS_ALL_ITEMS};
        CHECK(items == 1 || hs_survey_new(dump, &view, &survey, &error) == HS_OK);
        while (items > 1 && hs_survey_step(survey))
            ;
        CHECK(items == 1 || (hs_survey_head(survey, 1, 0)->largest.data[1] == -INFINITY && hs_survey_head(survey, 0, 0)->largest.data[1] > .3f));
        CHECK(items == 1 || fabs(hs_survey_head(survey, 1, 0)->stats.entropy_max - 2 * log(2) / 3) < 1e-12);
        if (items > 1)
            hs_survey_drop(survey);
        hs_dump_drop(dump);
        hs_buffer_drop(&file);
    }
}

/* ------------------------------------------------------------------ rows of zeros, and parts of rows */
static void test_zeros(void)
{
    static const float half[] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                       none[] = {0, 0, 0, 0, 0, 0, 0, 1}, cut[] = {.25f, .5f, .5f, .25f}, axes[] = {1, .5f, 1, .75f}, turned[] = {.9f, .5f, .1f, .5f}, scores[] = {1, -INFINITY, .5f, .5f};
    struct hs_buffer file;
    struct hs_head_stats s;
    struct hs_dump *dump = parse(&(struct made){1, 4, 4, half, "", NULL, NULL, 0}, &file);
    CHECK_TEXT(faults(dump, 0, &s), "");
    CHECK(s.rows == 2 && s.previous == 1 && s.confidence == 1 && s.offset_share == .5);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    dump = parse(&(struct made){2, 2, 2, none, "", NULL, NULL, 0}, &file); /* the item's one head is empty */
    CHECK_TEXT(faults(dump, 0, &s), "mask.safetensors: 1 of 1 heads of \"attention\" has no weights but zeros, the first in layer 0, head 0; the "
                                    "file may have been written only in part: export again");
    CHECK(s.rows == 0);
    CHECK_TEXT(faults(dump, 1, &s), "");
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    dump = parse(&(struct made){1, 2, 2, cut, "", NULL, NULL, 0}, &file);
    CHECK(strstr(faults(dump, 0, &s), "sum other than 1 (0.75), the first in layer 0, head 0, row 0; rows were cut, or the column of a sink was") != NULL);
    CHECK_NEAR(s.confidence, .5, 0);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    dump = parse(&(struct made){1, 2, 2, turned, "", NULL, NULL, 0}, &file);
    CHECK(strstr(faults(dump, 0, &s), "(1.4), the first in layer 0, head 0, row 0; its columns have, so the keys are not the last axis: save numpy.ascontiguousarray(a.swapaxes(-1, -2))") != NULL);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    dump = parse(&(struct made){1, 2, 2, axes, "", NULL, NULL, 0}, &file);
    CHECK(strstr(faults(dump, 0, &s), "2 of 2 rows of \"attention\" have a sum other than 1 (1.5), the first in layer 0, head 0, row 0; the axes may be in another order") != NULL);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    dump = parse(&(struct made){1, 2, 2, scores, "", NULL, NULL, 0}, &file);
    CHECK(strstr(faults(dump, 0, &s), "scores from before the softmax, masked by minus infinity") != NULL);
    CHECK(s.rows == 1);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

/* ------------------------------------------------------------------ generated text */
static void test_generated(void)
{
    /* the last four of nine tokens, each on the one before it; the first goes on with the word that the fifth began */
    static const char tokens[] = "\"causal\":\"True\",\"tokens\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\",\\\"play\\\",\\\"##ing\\\",\\\"f\\\",\\\"g\\\","
                                 "\\\"h\\\"]\"";
    float weight[4 * 9] = {0};
    struct hs_buffer file;
    struct hs_head_stats s;
    for (size_t q = 0; q < 4; q++)
        weight[q * 9 + q + 4] = 1;
    for (int with = 0; with < 2; with++) { /* with its tokens, and without */
        struct hs_dump *dump = parse(&(struct made){1, 4, 9, weight, with ? tokens : "", NULL, NULL, 0}, &file);
        struct hs_set *set = item_of(dump, 0, HS_PIECES_READABLE);
        struct hs_set_shape shape = hs_set_shape(set);
        CHECK(shape.same_text && !shape.self_attention && shape.first_query == 5);
        CHECK_TEXT(names(set, HS_QUERY), with ? "·ing|f|g|h" : "0|1|2|3");
        hs_head_statistics(set, 0, 0, &s);
        CHECK(s.rows == 4 && s.offset == -1);
        CHECK_NEAR(s.previous, 1, 0);
        CHECK_NEAR(s.self, 0, 0);
        CHECK_NEAR(s.distance, 1, 0);
        CHECK_NEAR(s.offset_share, 1, 0);
        hs_set_drop(set);
        set = item_of(dump, 0, HS_PIECES_WORDS);
        shape = hs_set_shape(set);
        CHECK(shape.first_query == (with ? 4 : 5) && shape.n == 4 && shape.m == (with ? 8 : 9));
        hs_head_statistics(set, 0, 0, &s); /* "ing" looks at "playing", its own word */
        CHECK_NEAR(s.previous, with ? .75 : 1, 0);
        CHECK_NEAR(s.self, with ? .25 : 0, 0);
        hs_set_drop(set);
        hs_dump_drop(dump);
        hs_buffer_drop(&file);
    }
    /* one step: on itself; there is no next key */
    static const float last[] = {0, 0, 0, 0, 0, 0, 0, 0, 1};
    struct hs_dump *dump = parse(&(struct made){1, 1, 9, last, tokens, NULL, NULL, 0}, &file);
    struct hs_set *set = item_of(dump, 0, HS_PIECES_READABLE);
    hs_head_statistics(set, 0, 0, &s);
    CHECK(s.self == 1 && s.offset == 0 && s.distance == 0 && s.next == 0 && s.previous == 0);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    /* other tokens: cross-attention by another name keeps its columns' numbers */
    dump = parse(&(struct made){1, 1, 2, last + 7, "\"query_tokens\":\"[\\\"x\\\"]\",\"key_tokens\":\"[\\\"y\\\",\\\"z\\\"]\"", NULL, NULL, 0}, &file);
    set = item_of(dump, 0, HS_PIECES_READABLE);
    CHECK(!hs_set_shape(set).same_text && hs_set_shape(set).first_query == 0);
    hs_set_drop(set);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
}

TEST(test_dump_mask)
{
    test_padding();
    test_weight_on_padding();
    test_cells();
    test_hidden();
    test_by_layer();
    test_zeros();
    test_generated();
    return check_report();
}
