/* Relations on attention from a file: pieces spell the annotated words, the model's marks are left
 * out, other sentences are passed over. Weights by hand. */
#include "dump_files.h"

static struct hs_error error;

static void write_text(const char *path, const char *text)
{
    struct hs_buffer buffer = {0};
    hs_buffer_print(&buffer, "%s", text);
    file_write(path, &buffer);
    hs_buffer_drop(&buffer);
}

/* [CLS] dog ##s do n ' t bite, twice: item 0 says "cats" instead. One layer, two heads. */
static struct hs_dump *make(void)
{
    static struct hs_buffer file; /* lives as long as the dump */
    struct hs_dump *dump = NULL;
    hs_buffer_drop(&file);
    file = (struct hs_buffer){0};
    header_write(&file, "{\"__metadata__\":{\"tokens\":\"[[\\\"[CLS]\\\",\\\"cat\\\",\\\"##s\\\","
                        "\\\"do\\\",\\\"n\\\","
                        "\\\"'\\\",\\\"t\\\",\\\"bite\\\"],[\\\"[CLS]\\\",\\\"dog\\\",\\\"##s\\\","
                        "\\\"do\\\",\\\"n\\\","
                        "\\\"'\\\",\\\"t\\\",\\\"bite\\\"]]\"},\"attention\":{\"dtype\":\"F32\","
                        "\"shape\":[1,2,2,8,8],"
                        "\"data_offsets\":[0,1024]}}");
    for (size_t item = 0; item < 2; item++)
        for (size_t head = 0; head < 2; head++)
            for (size_t q = 0; q < 8; q++)
                for (size_t k = 0; k < 8; k++) {
                    double weight = 0;
                    if (head == 0) /* all on the mark, but for a little: "bite" sees dog ##s most */
                        weight = k == 0 ? 0.5 : q == 7 && (k == 1 || k == 2) ? 0.1875 : 0.025;
                    else /* all on "do": most for every word */
                        weight = k == 3 ? 1 : 0;
                    number_write(&file, "F32", weight);
                }
    CHECK(hs_dump_parse("s.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    return dump;
}

static void test_scores(void)
{
    const char *path = dump_path("annotated.json");
    struct hs_annotated *annotated = NULL;
    struct hs_relation_score scores[2 * HS_RELATION_COUNT];
    size_t sentences = 0;
    struct hs_dump *dump = make();
    write_text(path,
        "[{\"id\": \"other\", \"tokens\": [\"Dogs\", \"bite\"], \"relations\": []},"
        "{\"id\": \"this\", \"tokens\": [\"Dogs\", \"do\", \"n't\", \"bite\"], \"relations\": ["
        "{\"type\": \"subj\", \"from\": 3, \"to\": [0]}, {\"type\": \"aux\", \"from\": 1, \"to\": "
        "[3]}]}]");
    CHECK(hs_annotated_open(path, &annotated, &error) == HS_OK);
    error.message[0] = '\0';
    CHECK(hs_dump_score(dump, 0, annotated, scores, &sentences, &error) == HS_OK);
    CHECK(sentences == 1);
    const struct hs_relation_score *subj = &scores[HS_SUBJ],
                                   *other = &scores[HS_RELATION_COUNT + HS_SUBJ];
    CHECK(subj->eligible == 1 && subj->hits == 1 && other->hits == 0);
    CHECK_NEAR(subj->mass, 0.1875 * 2, 1e-6); /* summed over dog ##s */
    CHECK_NEAR(subj->baseline, 1, 1e-12);
    CHECK(subj->baseline_offset == -3);
    /* previous: "do" after "Dogs", "n't" after "do", "bite" after "n't" */
    CHECK(scores[HS_PREV].eligible == 3);
    CHECK(scores[HS_RELATION_COUNT + HS_PREV].hits == 1); /* "n't" finds "do" */
    /* rows of "n't" are averaged over n ' t, and summed over them as a key */
    CHECK_NEAR(scores[HS_PREV].mass, (2 * 0.025 + 0.025 + 3 * 0.025) / 3, 1e-6);
    CHECK(scores[HS_AUX].eligible == 1 && scores[HS_OBJ].eligible == 0);
    hs_annotated_drop(annotated);

    write_text(path, "[{\"id\": \"none\", \"tokens\": [\"Birds\", \"sing\"], \"relations\": []}]");
    CHECK(hs_annotated_open(path, &annotated, &error) == HS_OK);
    CHECK(hs_dump_score(dump, 0, annotated, scores, &sentences, &error) == HS_BAD_INPUT);
    CHECK(strstr(error.message, "none of its 2 sentences spells one of") != NULL);
    CHECK(hs_dump_score(dump, 1, annotated, scores, &sentences, &error) == HS_BAD_USE);
    hs_dump_drop(dump);

    const size_t shape[] = {1, 1, 2, 2};
    struct hs_buffer file = {0};
    made_file(&file, "attention", "F32", 4, shape, NULL);
    CHECK(hs_dump_parse("n.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    CHECK(hs_dump_score(dump, 0, annotated, scores, &sentences, &error) == HS_BAD_USE);
    CHECK(strstr(error.message, "its tokens in the file") != NULL);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    hs_annotated_drop(annotated);
}

int main(void)
{
    test_scores();
    return check_report();
}
