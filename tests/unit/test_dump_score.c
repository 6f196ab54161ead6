/* Relations on attention from a file: pieces spell the annotated words, the model's marks are left
 * out, other sentences are passed over. Weights by hand. */
#include "dump_files.h"
#include "sources/spell.h"

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
    CHECK(hsi_dump_parse("s.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    return dump;
}

static struct hs_annotated *annotated_of(const char *text)
{
    const char *path = dump_path("annotated.json");
    struct hs_annotated *annotated = NULL;
    write_text(path, text);
    CHECK(hs_annotated_open(path, &annotated, &error) == HS_OK);
    return annotated;
}

static const char sentences[] =
    "[{\"id\": \"other\", \"tokens\": [\"Dogs\", \"bite\"], \"relations\": [{\"type\": "
    "\"subj\", \"from\": 1, \"to\": [0]}]},"
    "{\"id\": \"this\", \"tokens\": [\"Dogs\", \"do\", \"n't\", \"bite\"], \"relations\": ["
    "{\"type\": \"subj\", \"from\": 3, \"to\": [0]}, {\"type\": \"aux\", \"from\": 1, \"to\": "
    "[3]}]}]";

static void test_scores(void)
{
    struct hs_measure *measure = NULL;
    struct hs_dump *dump = make();
    struct hs_annotated *annotated = annotated_of(sentences);
    error.message[0] = '\0';
    CHECK(hs_dump_measure(dump, 0, annotated, HS_BASELINE_NONE, NULL, &measure, &error) == HS_OK);
    CHECK(hs_measure_sentences(measure) == 1);
    const struct hs_relation_score *scores = hs_measure_scores(measure);
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

    /* The list of links: those of the sentence that is there, and where it stands in the file. */
    struct hs_link_result link;
    size_t item = 0, piece = 0;
    CHECK(hs_measure_links(measure, HS_SUBJ) == 1);
    CHECK(hs_measure_link(measure, 0, HS_SUBJ, 0, &link));
    CHECK(link.sentence == 1 && link.from == 3 && link.largest == 0 && link.share == 1);
    CHECK(hs_measure_place(measure, link.sentence, link.from, &item, &piece));
    CHECK(item == 1 && piece == 7); /* "bite", behind [CLS] dog ##s do n ' t */
    CHECK(hs_measure_place(measure, 1, 1, &item, &piece) && piece == 3);
    CHECK(!hs_measure_place(measure, 0, 0, &item, &piece));
    CHECK(!hs_measure_place(measure, 1, 4, &item, &piece));
    /* Profiles are of the pieces, seven rows of words, the mark a key: half the weight is on it. */
    const struct hs_head_profile *profile = hs_measure_profiles(measure);
    CHECK(profile->sentences == 1 && profile->rows == 7);
    CHECK_NEAR(profile->first, 0.5, 1e-6);
    /* One sentence is no evidence for a name, however clear it looks. */
    struct hs_head_profile sure = {.sentences = 1, .rows = 100, .offset = -1, .offset_share = 1};
    struct hs_verdict verdict;
    hs_judge_head(scores, &sure, &verdict);
    CHECK(verdict.kind == HS_KIND_UNCLEAR && strstr(verdict.evidence, "1 sentence:"));
    sure.sentences = HS_NAME_MIN_SENTENCES;
    hs_judge_head(scores, &sure, &verdict);
    CHECK(verdict.kind == HS_KIND_POSITIONAL);
    hs_measure_drop(measure);

    CHECK(
        hs_dump_measure(dump, 0, annotated, HS_BASELINE_UNIFORM, NULL, &measure, &error) == HS_OK);
    CHECK_NEAR(hs_measure_scores(measure)[HS_SUBJ].mass, 0.25, 1e-6);
    hs_measure_drop(measure);
    CHECK(hs_dump_measure(dump, 0, annotated, HS_BASELINE_RANDOM, NULL, &measure, &error) ==
          HS_BAD_USE);
    hs_annotated_drop(annotated);
    hs_dump_drop(dump);
}

/* A character cut between pieces of bytes is one in the word; a piece that is only a blank is none. */
static void test_cut_characters(void)
{
    static const char *const tokens[] = {
        "\\\"The\\\",\\\"\u0120caf\u00c3\\\",\\\"\u00a9\\\",\\\"\u0120closed\\\"",
        "\\\"The\\\",\\\"\u0120caf\u00c3\\\",\\\"\u00b4\\\",\\\"\u0120closed\\\"",
        "\\\"The\\\",\\\"\u0120caf\u00c3\u00a9\\\",\\\"\u0120\\\",\\\"closed\\\""};
    struct hs_annotated *annotated =
        annotated_of("[{\"id\": \"a\", \"tokens\": [\"The\", \"caf\u00e9\", \"closed\"], "
                     "\"relations\": [{\"type\": \"subj\", \"from\": 2, \"to\": [1]}]}]");
    for (size_t i = 0; i < 3; i++) {
        struct hs_measure *measure = NULL;
        struct hs_dump *dump = NULL;
        struct hs_buffer file = {0};
        char header[400];
        snprintf(header, sizeof header,
            "{\"__metadata__\":{\"tokens\":\"[%s]\"},\"attention\":{\"dtype\":\"F32\",\"shape\":"
            "[1,1,4,4],\"data_offsets\":[0,64]}}",
            tokens[i]);
        header_write(&file, header);
        for (size_t cell = 0; cell < 16; cell++) /* all on the second piece of the noun, if any */
            number_write(&file, "F32", cell % 4 == (i == 2 ? 1 : 2));
        CHECK(hsi_dump_parse("b.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
        enum hs_status status =
            hs_dump_measure(dump, 0, annotated, HS_BASELINE_NONE, NULL, &measure, &error);
        CHECK(status == (i == 1 ? HS_BAD_INPUT : HS_OK));
        if (!status)
            CHECK(hs_measure_scores(measure)[HS_SUBJ].hits == 1);
        hs_measure_drop(measure);
        hs_dump_drop(dump);
        hs_buffer_drop(&file);
    }
    hs_annotated_drop(annotated);
}

static bool stop_at_once(void *user)
{
    (void)user;
    return true;
}

static void test_refused(void)
{
    struct hs_measure *measure = NULL;
    struct hs_dump *dump = make();
    struct hs_annotated *annotated = annotated_of(sentences);
    struct hs_watch watch = {.stop = stop_at_once};
    CHECK(hs_dump_measure(dump, 0, annotated, HS_BASELINE_NONE, &watch, &measure, &error) ==
          HS_STOPPED);
    hs_annotated_drop(annotated);
    annotated =
        annotated_of("[{\"id\": \"none\", \"tokens\": [\"Birds\", \"sing\"], \"relations\": []}]");
    CHECK(hs_dump_measure(dump, 0, annotated, HS_BASELINE_NONE, NULL, &measure, &error) ==
          HS_BAD_INPUT);
    CHECK(tells(error.message, "none of its 2 sentences spells one of"));
    CHECK(hs_dump_measure(dump, 1, annotated, HS_BASELINE_NONE, NULL, &measure, &error) ==
          HS_BAD_USE);
    hs_dump_drop(dump);

    const size_t shape[] = {1, 1, 2, 2};
    struct hs_buffer file = {0};
    made_file(&file, "attention", "F32", 4, shape, NULL);
    CHECK(hsi_dump_parse("n.safetensors", file.data, file.length, NULL, &dump, &error) == HS_OK);
    CHECK(hs_dump_measure(dump, 0, annotated, HS_BASELINE_NONE, NULL, &measure, &error) ==
          HS_BAD_INPUT);
    CHECK(tells(error.message, "its tokens in the file"));
    CHECK(measure == NULL);
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    hs_annotated_drop(annotated);
}

/* Whether pieces, as they are shown (a dot continues a word, <x> is a mark), spell words; where. */
static bool spelt(const char *const *shown, size_t count, const char *const *words, size_t word_count, uint32_t *first)
{
    struct hs_token piece[12];
    struct hs_tokens *sentence = NULL, pieces = {count, piece};
    for (size_t i = 0; i < count; i++)
        piece[i] = (struct hs_token){.text = shown[i],
            .kind = shown[i][0] == '<' ? HS_TOKEN_SYMBOL : HS_TOKEN_PIECE,
            .space_before = strncmp(shown[i], "·", 2) != 0};
    CHECK(hs_tokens_new(words, word_count, &sentence, NULL) == HS_OK);
    bool found = hsi_spell_align(&pieces, sentence, first);
    hs_tokens_drop(sentence);
    return found;
}

static void test_spelling(void)
{
    static const char *const words[] = {"\xc3\x89l\xc3\xa8ve", "cafe\xcc\x81", "\xef\xac\x81n", "."};
    uint32_t first[8];
    /* lower case without accents; a line end at the start, in between and at the end */
    static const char *const plain[] = {"<s>", "↵", "el", "·eve", "caf", "·e", "↵↵", "fin", ".↵↵", "␣", "</s>"};
    CHECK(spelt(plain, 11, words, 4, first));
    CHECK(first[0] == 2 && first[4] == 4 && first[1] == 4 && first[5] == 6);
    CHECK(first[2] == 7 && first[6] == 8 && first[3] == 8 && first[7] == 9);
    /* bytes of a character in two pieces; an accent that is a piece of its own goes with its letter */
    static const char *const cut[] = {"\\xC3", "·\\x89l", "·\xc3\xa8ve", "cafe", "·\xcc\x81", "\xef\xac\x81n", "·."};
    CHECK(spelt(cut, 7, words, 4, first));
    CHECK(first[0] == 0 && first[4] == 3 && first[1] == 3 && first[5] == 5 && first[2] == 5 && first[7] == 7);
    static const char *const half[] = {"eleve", "cafe", "fin", ".", "\\xC3"};
    CHECK(!spelt(half, 5, words, 4, first)); /* more than the words */
    CHECK(!spelt(half, 3, words, 4, first)); /* less */
    static const char *const other[] = {"eleve", "cafes", "fin", "."};
    CHECK(!spelt(other, 4, words, 4, first));
    static const char *const inside[] = {"el", "<s>", "·eve", "cafe", "fin", "."};
    CHECK(!spelt(inside, 6, words, 4, first)); /* a mark within a word is no part of it */
}

TEST(test_dump_score)
{
    test_spelling();
    test_scores();
    test_cut_characters();
    test_refused();
    return check_report();
}
