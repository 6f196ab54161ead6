/* test_evaluate.c – reading annotated sentences and scoring them: the format's refusals, the tie
 * rule, the offset baseline, and the rule for more heads than relations. */
#include "check.h"
#include "hs.h"

#include <stdlib.h>

static const char path[] = HS_BINARY_DIR "/test_evaluate.json";

static enum hs_status open_text(
    const char *text, struct hs_annotated **annotated, struct hs_error *error)
{
    CHECK(hs_file_write(path, text, strlen(text), true, NULL) == HS_OK);
    return hs_annotated_open(path, annotated, error);
}

/* Refused, with these words in the message. */
static void refuse(const char *text, const char *words)
{
    struct hs_annotated *annotated = NULL;
    struct hs_error error = {0};
    CHECK(open_text(text, &annotated, &error) == HS_BAD_INPUT);
    if (!tells(error.message, words))
        fprintf(stderr, "message: %s\n", error.message);
    CHECK(tells(error.message, words));
    CHECK(tells(error.message, "test_evaluate.json"));
    CHECK(annotated == NULL);
}

static void refusals(void)
{
    refuse("{}", "list of sentences");
    refuse("[]", "list of sentences");
    refuse("[1]", "sentence 1");
    refuse("[{\"relations\": []}]", "\"tokens\"");
    refuse("[{\"tokens\": \"He left\", \"relations\": []}]", "\"tokens\"");
    refuse("[{\"tokens\": [], \"relations\": []}]", "empty");
    refuse("[{\"tokens\": [\"a\", 1], \"relations\": []}]", "token 2");
    refuse("[{\"tokens\": [\"a\", \"\"], \"relations\": []}]", "token 2");
    refuse("[{\"tokens\": [\"a\"]}]", "\"relations\"");
    refuse("[{\"tokens\": [\"a\"], \"relations\": [], \"id\": 3}]", "\"id\"");
    refuse("[{\"tokens\": [\"a\"], \"relations\": [1]}]", "relation 1");
    refuse(
        "[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"from\": 0, \"to\": [1]}]}]", "\"type\"");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"verb\", \"from\": 0, "
           "\"to\": [1]}]}]",
        "none of");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"prev\", \"from\": 1, "
           "\"to\": [0]}]}]",
        "implied");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 2, "
           "\"to\": [1]}]}]",
        "\"from\"");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 0.5, "
           "\"to\": [1]}]}]",
        "\"from\"");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 0, "
           "\"to\": []}]}]",
        "\"to\"");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 0, "
           "\"to\": 1}]}]",
        "\"to\"");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 0, "
           "\"to\": [2]}]}]",
        "\"to\"");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 0, "
           "\"to\": [0]}]}]",
        "\"to\"");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 0, "
           "\"to\": [1, 1]}]}]",
        "twice");
    refuse("[{\"tokens\": [\"a\", \"b\"], \"relations\": [{\"type\": \"subj\", \"from\": 0, "
           "\"to\": [1]}, "
           "{\"type\": \"subj\", \"from\": 0, \"to\": [1]}]}]",
        "twice");
    refuse("[{\"tokens\": [\"a\"], \"relations\": []}, {\"tokens\": [\"b\"], \"relations\": 5}]",
        "sentence 2");
    refuse("[", "line 1");
    struct hs_annotated *annotated = NULL;
    CHECK(hs_annotated_open(HS_BINARY_DIR "/no-such-file.json", &annotated, NULL) == HS_IO);
    CHECK(hs_annotated_open(HS_BINARY_DIR, &annotated, NULL) != HS_OK);
    hs_annotated_drop(NULL);
}

static void too_many_tokens(void)
{
    struct hs_buffer text = {0};
    struct hs_annotated *annotated = NULL;
    struct hs_error error = {0};
    hs_buffer_print(&text, "[{\"tokens\": [\"a\"");
    for (unsigned i = 0; i < HS_MAX_TOKENS; i++)
        hs_buffer_print(&text, ",\"a\"");
    hs_buffer_print(&text, "], \"relations\": []}]");
    hs_buffer_write(&text, "", 1);
    CHECK(open_text(text.data, &annotated, &error) == HS_LIMIT);
    CHECK(tells(error.message, "4097"));
    hs_buffer_drop(&text);
}

/* Two sentences of 5 and 3 tokens: subj 4 -> {1, 2}, 1 -> 0, 2 -> 0; obj 0 -> 1. */
static const char two[] = "[{\"id\": \"one\", \"tokens\": [\"a\", \"b\", \"c\", \"d\", \"e\"], "
                          "\"more\": 1, \"relations\": ["
                          "{\"type\": \"subj\", \"from\": 4, \"to\": [2, 1]}, {\"type\": \"subj\", "
                          "\"from\": 1, \"to\": [0]}]},"
                          "{\"tokens\": [\"f\", \"g\", \"h\"], \"relations\": ["
                          "{\"type\": \"subj\", \"from\": 2, \"to\": [0]}, {\"to\": [1], \"from\": "
                          "0, \"type\": \"obj\"}]}]";

static void reads(void)
{
    struct hs_annotated *annotated = NULL;
    struct hs_error error = {0};
    CHECK(open_text(two, &annotated, &error) == HS_OK);
    if (!annotated)
        return;
    CHECK(annotated->count == 2);
    CHECK_TEXT(annotated->sentence[0].id, "one");
    CHECK_TEXT(annotated->sentence[1].id, "");
    CHECK(annotated->sentence[0].tokens->count == 5 && annotated->sentence[1].tokens->count == 3);
    CHECK_TEXT(annotated->sentence[1].tokens->token[2].text, "h");
    const struct hs_link *link = annotated->sentence[0].link;
    CHECK(annotated->sentence[0].link_count == 2 && link->relation == HS_SUBJ && link->from == 4);
    CHECK(link->to_count == 2 && link->to[0] == 1 &&
          link->to[1] == 2); // ascending, whatever the file's order
    hs_annotated_drop(annotated);
}

static void even_scores(const struct hs_preset *preset)
{
    struct hs_annotated *annotated = NULL;
    struct hs_relation_score scores[2 * HS_RELATION_COUNT];
    CHECK(open_text(two, &annotated, NULL) == HS_OK);
    CHECK(hs_score_heads(preset, annotated, 2, HS_MASK_NONE, HS_BASELINE_UNIFORM, scores, NULL) ==
          HS_OK);
    const struct hs_relation_score *subj = &scores[HS_SUBJ],
                                   *prev = &scores[HS_RELATION_COUNT + HS_PREV];
    CHECK(subj->eligible == 3 && scores[HS_OBJ].eligible == 1 && scores[HS_AUX].eligible == 0);
    CHECK(subj->hits == 0); // 2/5 + 1/5 + 1/3 = 0.93, rounded down
    CHECK_NEAR(subj->mass, (2. / 5 + 1. / 5 + 1. / 3) / 3, 1e-6);
    CHECK_NEAR(subj->baseline, 2. / 3, 1e-9); // offset -2: 4 -> 2 and 2 -> 0
    CHECK(subj->baseline_offset == -2);
    CHECK(prev->eligible == 6 && prev->hits == 1); // 4/5 + 2/3 = 1.47
    CHECK_NEAR(prev->baseline, 1, 1e-9);
    CHECK(prev->baseline_offset == -1);
    // causal: query 1 sees 2 keys, 2 sees 3, 4 sees 5
    CHECK(hs_score_heads(preset, annotated, 2, HS_MASK_CAUSAL, HS_BASELINE_UNIFORM, scores, NULL) ==
          HS_OK);
    CHECK(subj->hits == 1);                                          // 2/5 + 1/2 + 1/3 = 1.23
    CHECK(scores[HS_OBJ].hits == 0 && scores[HS_OBJ].eligible == 1); // its key is hidden
    CHECK_NEAR(scores[HS_OBJ].mass, 0, 1e-9);
    CHECK(hs_score_heads(preset, annotated, 3, HS_MASK_NONE, HS_BASELINE_NONE, scores, NULL) ==
          HS_BAD_USE);
    hs_annotated_drop(annotated);
}

static void model_scores(const struct hs_preset *preset)
{
    struct hs_annotated *annotated = NULL;
    struct hs_relation_score scores[HS_RELATION_COUNT], all[16 * HS_RELATION_COUNT];
    CHECK(hs_annotated_open(HS_SOURCE_DIR "/samples/annotated.json", &annotated, NULL) == HS_OK);
    CHECK(hs_evaluate(preset, annotated, 16, HS_MASK_NONE, scores, NULL) == HS_OK);
    CHECK(
        hs_score_heads(preset, annotated, 16, HS_MASK_NONE, HS_BASELINE_NONE, all, NULL) == HS_OK);
    for (size_t r = 0; r < HS_RELATION_COUNT;
         r++) { // the better of the relation's two heads speaks for it
        size_t head = 2 * hs_relation_head((enum hs_relation)r);
        size_t a = all[head * HS_RELATION_COUNT + r].hits,
               b = all[(head + 1) * HS_RELATION_COUNT + r].hits;
        CHECK(scores[r].hits == (a > b ? a : b));
    }
    struct hs_buffer lines = {0};
    hs_evaluation_write(scores, &lines);
    hs_buffer_write(&lines, "", 1);
    CHECK(strncmp(lines.data, "subj ", 5) == 0 && strstr(lines.data, "\nprev ") != NULL);
    char name[8];
    double accuracy, mass, baseline;
    unsigned count;
    CHECK(sscanf(lines.data, "%7s %lf %lf %u %lf", name, &accuracy, &mass, &count, &baseline) == 5);
    CHECK(count == scores[HS_SUBJ].eligible);
    CHECK_NEAR(
        accuracy, 100 * (double)scores[HS_SUBJ].hits / (double)scores[HS_SUBJ].eligible, .051);
    hs_buffer_drop(&lines);
    // random weights know nothing: no head comes near the trained ones on subjects
    CHECK(
        hs_score_heads(preset, annotated, 8, HS_MASK_NONE, HS_BASELINE_RANDOM, all, NULL) == HS_OK);
    CHECK(all[HS_SUBJ].hits * 2 < all[HS_SUBJ].eligible);
    hs_annotated_drop(annotated);
}

static void relation_names(void)
{
    CHECK_TEXT(hs_relation_name(HS_SUBJ), "subj");
    CHECK_TEXT(hs_relation_name(HS_PREV), "prev");
    CHECK(hs_relation_head(HS_REL) == hs_relation_head(HS_ANA));
    for (int r = 0; r < HS_RELATION_COUNT; r++)
        CHECK(
            hs_relation_title((enum hs_relation)r)[0] && hs_relation_head((enum hs_relation)r) < 8);
    CHECK_TEXT(hs_relation_name(HS_RELATION_COUNT), "");
}

TEST(test_evaluate)
{
    struct hs_preset *preset = NULL;
    struct hs_error error;
    refusals();
    too_many_tokens();
    reads();
    relation_names();
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    even_scores(preset);
    model_scores(preset);
    hs_preset_drop(preset);
    remove(path);
    return check_report();
}
