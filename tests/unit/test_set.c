/* Attention sets, head statistics and exports, on matrices small enough to work out by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "hand_set.h"
#include "set/set.h"

/* Three tokens, two of them equal, one punctuation; two heads. */
static const float weights[2][9] = {{0.5f, 0.25f, 0.25f, 1.0f, 0.0f, 0.0f, 0.2f, 0.7f, 0.1f},
    {1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f}};
static int released;

static struct hs_matrix give(const struct hs_set *set, size_t layer, size_t head)
{
    (void)set;
    (void)layer;
    return (struct hs_matrix){weights[head], 3, 3, 3};
}

static void release(void *data)
{
    (void)data;
    released++;
}

static struct hs_set *make(enum hs_mask mask, const uint8_t *padding)
{
    static const char *const texts[] = {"the", "the", "."};
    struct hs_tokens *tokens = NULL;
    struct hs_set *set = NULL;
    if (hs_tokens_new(texts, 3, &tokens, NULL))
        return NULL;
    struct hs_set parts = {.tokens = {tokens, tokens}, .weights = give, .release = release};
    parts.shape =
        (struct hs_set_shape){.L = 1, .h = 2, .n = 3, .m = 3, .mask = mask, .self_attention = true};
    snprintf(parts.source, sizeof parts.source, "by hand");
    if (padding) {
        parts.key_padding = malloc(3);
        memcpy(parts.key_padding, padding, 3);
    }
    return hsi_set_make(&parts, &set, NULL) ? NULL : set;
}

/* The runs of a row are the keys that are not masked, all of them and in order. */
static void test_runs(void)
{
    static const uint8_t paddings[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    for (int mask = 0; mask < 2; mask++) {
        for (size_t i = 0; i < 6; i++) {
            struct hs_set *set = make((enum hs_mask)mask, i < 5 ? paddings[i] : NULL);
            for (size_t q = 0; q < 3; q++) {
                bool seen[3] = {false, false, false};
                for (size_t k = 0, end; (end = hsi_set_run(set, q, &k)) > k; k = end)
                    for (size_t at = k; at < end; at++)
                        seen[at] = true;
                for (size_t k = 0; k < 3; k++)
                    CHECK(seen[k] == !hs_set_masked(set, q, k));
            }
            hs_set_drop(set);
        }
    }
}

static void test_statistics(void)
{
    struct hs_set *set = make(HS_MASK_NONE, NULL);
    struct hs_head_stats s;
    double h0 = -(0.5 * log(0.5) + 0.5 * log(0.25)),
           h2 = -(0.2 * log(0.2) + 0.7 * log(0.7) + 0.1 * log(0.1));
    hs_head_statistics(set, 0, 0, &s);
    CHECK(s.rows == 3);
    CHECK_NEAR(s.entropy, (h0 + 0 + h2) / 3, 1e-6);
    CHECK_NEAR(s.entropy_max, log(3), 1e-12);
    CHECK_NEAR(s.distance, (0.25 + 0.5 + 1.0 + 0.4 + 0.7) / 3, 1e-6);
    CHECK_NEAR(s.self, (0.5 + 0.0 + 0.1) / 3, 1e-6);
    CHECK_NEAR(s.previous, (1.0 + 0.7) / 2, 1e-6);
    CHECK_NEAR(s.next, (0.25 + 0.0) / 2, 1e-6);
    CHECK_NEAR(s.first, (0.5 + 1.0 + 0.2) / 3, 1e-6);
    CHECK_NEAR(s.punctuation, (0.25 + 0 + 0.1) / 3, 1e-6);
    CHECK_NEAR(s.confidence, (0.5 + 1.0 + 0.7) / 3, 1e-6);
    CHECK(s.largest_q == 1 && s.largest_k == 0);
    CHECK_NEAR(s.largest, 1.0, 0);
    CHECK(s.offset == -1);
    CHECK_NEAR(s.offset_share, 2 / 3.0, 1e-12);
    hs_head_statistics(set, 0, 1, &s);
    CHECK_NEAR(s.entropy, log(3), 1e-6);
    hs_head_statistics(set, 0, 2, &s); /* no such head */
    CHECK(s.rows == 0);

    size_t visible;
    CHECK_NEAR(hs_row_entropy(set, 0, 0, 0, &visible), h0, 1e-6);
    CHECK(visible == 3);
    CHECK(hs_row_rank(set, 0, 0, 0, 0) == 1);
    CHECK(hs_row_rank(set, 0, 0, 0, 1) == 2 && hs_row_rank(set, 0, 0, 0, 2) == 2);
    CHECK(hs_row_rank(set, 0, 0, 0, 3) == 0);
    hs_set_drop(set);
}

static void test_masks(void)
{
    static const uint8_t hidden[] = {1, 0, 0};
    struct hs_set *causal = make(HS_MASK_CAUSAL, NULL), *padded = make(HS_MASK_CAUSAL, hidden);
    struct hs_head_stats s;
    CHECK(hs_set_masked(causal, 0, 1) && !hs_set_masked(causal, 1, 1) &&
          !hs_set_masked(causal, 2, 0));
    CHECK(hs_row_rank(causal, 0, 0, 0, 1) == 0);
    hs_head_statistics(causal, 0, 0, &s);
    CHECK_NEAR(s.entropy_max, (log(1) + log(2) + log(3)) / 3, 1e-12);
    CHECK_NEAR(s.next, 0, 0); /* no row may see its next token */
    hs_head_statistics(padded, 0, 0, &s);
    CHECK(s.rows == 1); /* row 0 sees nothing at all, row 1 only a weight of 0 */
    CHECK_NEAR(s.first, 0, 0);
    hs_set_drop(causal);
    hs_set_drop(padded);
}

static void test_names(void)
{
    struct hs_set *set = make(HS_MASK_NONE, NULL);
    char name[32];
    hs_set_token_name(set, HS_QUERY, 1, name, sizeof name);
    CHECK_TEXT(name, "the (2)");
    hs_set_token_name(set, HS_KEY, 2, name, sizeof name);
    CHECK_TEXT(name, ".");
    hs_set_token_name(set, HS_KEY, 3, name, sizeof name);
    CHECK_TEXT(name, "");
    hs_set_token_name(set, HS_KEY, 0, name, 3);
    CHECK_TEXT(name, "th");
    hs_set_drop(set);
}

static void test_links(void)
{
    struct hs_set *set = make(HS_MASK_NONE, NULL), *causal = make(HS_MASK_CAUSAL, NULL);
    struct hs_row_link links[3];
    /* row 2: 0.2 0.7 0.1 */
    CHECK(hs_row_links(set, 0, 0, 2, HS_LINKS_MASS, 0.5, links) == 1 && links[0].k == 1);
    CHECK(hs_row_links(set, 0, 0, 2, HS_LINKS_MASS, 0.85, links) == 2 && links[1].k == 0);
    CHECK(hs_row_links(set, 0, 0, 2, HS_LINKS_MASS, 1.5, links) == 3 && links[2].k == 2);
    CHECK(hs_row_links(set, 0, 0, 2, HS_LINKS_WEIGHT, 0.2, links) == 2 && links[0].weight == 0.7f);
    CHECK(hs_row_links(set, 0, 0, 2, HS_LINKS_TOP, 1, links) == 1 && links[0].k == 1);
    CHECK(hs_row_links(set, 0, 0, 2, HS_LINKS_TOP, 0, links) == 0);
    /* row 0: 0.5 0.25 0.25: of equals the smaller key first; row 1: zeros are no links */
    CHECK(hs_row_links(set, 0, 0, 0, HS_LINKS_TOP, 2, links) == 2 && links[0].k == 0 &&
          links[1].k == 1);
    CHECK(hs_row_links(set, 0, 0, 1, HS_LINKS_TOP, 3, links) == 1);
    CHECK(hs_row_links(causal, 0, 0, 0, HS_LINKS_TOP, 3, links) == 1); /* the rest is masked */
    CHECK(hs_row_links(set, 0, 0, 3, HS_LINKS_TOP, 3, links) == 0);
    hs_set_drop(set);
    hs_set_drop(causal);
}

static bool starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static void test_export(void)
{
    struct hs_set *set = make(HS_MASK_CAUSAL, NULL);
    struct hs_buffer buffer = {0};
    hs_set_write_csv(set, &(struct hs_csv){.head = 0}, &buffer);
    hs_buffer_write(&buffer, "", 1);
    CHECK(starts(buffer.data, "layer_from_0,head_from_0,query_from_0,query_token,key_from_0,key_token,masked,weight,score\n"));
    CHECK(strstr(buffer.data, "\n0,0,0,the,1,the,1,,\n") != NULL); /* masked: no weight, not 0 */
    CHECK(strstr(buffer.data, "\n0,0,2,.,1,the,0,0.699999988,\n") != NULL);
    hs_buffer_drop(&buffer);
    hs_set_write_csv(set, &(struct hs_csv){.head = 1, .base = 1}, &buffer);
    hs_buffer_write(&buffer, "", 1);
    CHECK(starts(buffer.data, "layer_from_1,head_from_1,query_from_1,query_token,key_from_1,"));
    CHECK(strstr(buffer.data, "\n1,2,3,.,2,the,0,") != NULL && strstr(buffer.data, "\n1,1,") == NULL);
    hs_buffer_drop(&buffer);
    hs_set_write_csv(set, &(struct hs_csv){.head = 0, .base = 1, .wide = true}, &buffer);
    hs_buffer_write(&buffer, "", 1);
    CHECK(starts(buffer.data, "layer_from_1,head_from_1,query_from_1,query_token,the (1),the (2),.\n1,1,1,the,0.5,,\n"));
    CHECK(strstr(buffer.data, "\n1,1,3,.,") != NULL && strstr(buffer.data, ",0.699999988,") != NULL);
    hs_buffer_drop(&buffer);
    hs_set_write_json(set, 1, &buffer);
    hs_buffer_write(&buffer, "", 1);
    CHECK(strstr(buffer.data, "\"index_base\": 1,") && strstr(buffer.data, "{\"head\": 2, ") && !strstr(buffer.data, "{\"head\": 0"));
    hs_buffer_drop(&buffer);

    hs_set_write_json(set, 0, &buffer);
    struct hs_json_doc *doc = NULL;
    struct hs_error error = {0};
    CHECK(hs_json_parse("set", buffer.data, buffer.length, &doc, &error) == HS_OK);
    CHECK_TEXT(error.message, "");
    if (doc) {
        const struct hs_json *heads = hs_json_find(hs_json_root(doc), "heads");
        const struct hs_json *head = hs_json_first(heads);
        const struct hs_json *rows = hs_json_find(head, "weights");
        const struct hs_json *row = hs_json_next(hs_json_first(rows));
        double value = -1;
        CHECK(hs_json_count(heads) == 2 && hs_json_count(rows) == 3 && hs_json_count(row) == 3);
        CHECK(hs_json_number(hs_json_first(row), &value));
        CHECK_NEAR(value, 1.0, 0);
        CHECK(hs_json_kind(hs_json_next(hs_json_next(hs_json_first(row)))) == HS_JSON_NULL);
    }
    hs_json_drop(doc);
    hs_buffer_drop(&buffer);
    hs_set_drop(set);
}

/* What cannot be read as a weight is named, apart from what is masked; a token that a spreadsheet
 * would run is guarded; what is no weight has no statistics. */
static void test_export_strange(void)
{
    static const float numbers[] = {1, NAN, 0, INFINITY, -INFINITY, 0.5f, 0.25f, 0.125f, 0.625f};
    static const char *const words[] = {"=1+1", "a\"b", "x,y"};
    struct hand hand = {.n = 3, .m = 3, .h = 1, .stride = 3, .numbers = numbers, .words = words,
        .mask = HS_MASK_CAUSAL};
    struct hs_set *set = hand_set(&hand);
    struct hs_buffer csv = {0}, json = {0}, lens = {0};
    snprintf(set->note, sizeof set->note, "of\none");
    hs_set_write_csv(set, &(struct hs_csv){.head = SIZE_MAX}, &csv);
    CHECK_TEXT(csv.data, "layer_from_0,head_from_0,query_from_0,query_token,key_from_0,key_token,masked,weight,score\n"
                         "0,0,0,q,0,\"'=1+1\",0,1,\n0,0,0,q,1,\"a\"\"b\",1,,\n0,0,0,q,2,\"x,y\",1,,\n"
                         "0,0,1,q,0,\"'=1+1\",0,Infinity,\n0,0,1,q,1,\"a\"\"b\",0,-Infinity,\n"
                         "0,0,1,q,2,\"x,y\",1,,\n"
                         "0,0,2,q,0,\"'=1+1\",0,0.25,\n0,0,2,q,1,\"a\"\"b\",0,0.125,\n"
                         "0,0,2,q,2,\"x,y\",0,0.625,\n");
    hs_set_write_json(set, 0, &json);
    CHECK(strstr(json.data, "[1, null, null],") != NULL);
    CHECK(strstr(json.data, "[\"Infinity\", \"-Infinity\", null],") != NULL);
    CHECK(strstr(json.data, "\"statistics\": {\"rows\": 2, ") != NULL);
    CHECK(strstr(json.data, "\"values\": \"weight\"") != NULL);
    set->values = HS_VALUES_SIGNED;
    hs_set_write_json(set, 0, &lens);
    CHECK(strstr(lens.data, "\"statistics\": null,") != NULL);
    CHECK(strstr(lens.data, "\"entropy\"") == NULL);
    hs_buffer_drop(&csv);
    hs_buffer_drop(&json);
    hs_buffer_drop(&lens);
    hs_set_drop(set);
}

/* Source and note stand in lines of files and of the window: whatever a file's metadata holds. */
static void test_one_line(void)
{
    static const float one[] = {1};
    struct hand hand = {.n = 1, .m = 1, .h = 1, .stride = 1, .numbers = one};
    struct hs_set *plain = hand_set(&hand), *set = NULL;
    struct hs_set parts = *plain;
    snprintf(parts.source, sizeof parts.source, "my\nmodel\t\x1b[1m");
    snprintf(parts.note, sizeof parts.note, "a\rb");
    parts.tokens[HS_QUERY] = hand_tokens(NULL, "q", 1);
    parts.tokens[HS_KEY] = hand_tokens(NULL, "w", 1);
    CHECK(hsi_set_make(&parts, &set, NULL) == HS_OK);
    CHECK_TEXT(hs_set_source(set), "my model  [1m");
    CHECK_TEXT(hs_set_note(set), "a b");
    hs_set_drop(set);
    hs_set_drop(plain);
}

static void test_owners(void)
{
    struct hs_set *set = make(HS_MASK_NONE, NULL);
    released = 0;
    hs_set_drop(hs_set_keep(set));
    CHECK(released == 0);
    hs_set_drop(set);
    CHECK(released == 1);
    hs_set_drop(NULL);
}

TEST(test_set)
{
    test_runs();
    test_statistics();
    test_masks();
    test_names();
    test_links();
    test_export();
    test_export_strange();
    test_one_line();
    test_owners();
    return check_report();
}
