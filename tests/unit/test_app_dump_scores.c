/* The Specialise view on an attention file: its table is of all layers and heads, its links open
 * their item, and nothing of one file is ever taken for another's or for the live model's. */
#include "app_rig.h"
#include "dump_files.h"
#include "chrome/pass.h"

#define PIECES "\\\"bite\\\",\\\"[SEP]\\\"]"
static const char header[] =
    "{\"__metadata__\":{\"tokens\":\"[[\\\"[CLS]\\\",\\\"cat\\\",\\\"##s\\\"," PIECES
    ",[\\\"[CLS]\\\",\\\"dog\\\",\\\"##s\\\"," PIECES "]\"},\"attention\":{\"dtype\":\"F32\","
    "\"shape\":[2,2,3,5,5],\"data_offsets\":[0,1200]}}";

/* [CLS] dog ##s bite [SEP], item 0 says "cats". 2 layers of 3 heads: of item 1 in layer 1, head 2
 * "bite" looks at "##s"; every other row looks at "bite". */
static const char *write_items(const char *name)
{
    struct hs_buffer file = {0};
    const char *path = dump_path(name);
    header_write(&file, header);
    for (size_t i = 0; i < 2 * 2 * 3 * 5; i++) {
        size_t q = i % 5, head = i / 5 % 3, item = i / 15 % 2, layer = i / 30;
        bool finds = layer == 1 && item == 1 && head == 2 && q == 3;
        for (size_t k = 0; k < 5; k++)
            number_write(&file, "F32", k == (finds ? 2 : 3) ? 0.5 : 0.125);
    }
    file_write(path, &file);
    hs_buffer_drop(&file);
    return path;
}

static const char *write_annotated(void)
{
    static const char text[] =
        "[{\"id\": \"a\", \"tokens\": [\"Birds\", \"sing\"], \"relations\": []}, {\"id\": \"b\", "
        "\"tokens\": [\"Dogs\", \"bite\"], \"relations\": [{\"type\": \"subj\", \"from\": 1, "
        "\"to\": "
        "[0]}]}]";
    const char *path = dump_path("dogs.json");
    rig_write(path, text, sizeof text - 1);
    return path;
}

static void test_table(void)
{
    struct app *app = rig_open("Birds sing.");
    struct scores *scores = &app->scores;
    act_text(app, ACT_OPEN, write_items("items.safetensors"));
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    CHECK(corpus_result(scores->corpus) == NULL && app_score_failure(app) != NULL);
    CHECK_TEXT(reading(app, "message"), ""); /* the view says it */
    act_text(app, ACT_ANNOTATED, write_annotated());
    CHECK(app->picture.layers != NULL);
    CHECK_TEXT(reading(app, "view"), "specialise");
    CHECK_TEXT(reading(app, "measured"), "6 none best-offset");
    const struct corpus_result *result = corpus_result(scores->corpus);
    CHECK(result && hs_measure_sentences(result->measure) == 1 && !app_score_failure(app));
    if (!result)
        return;
    for (size_t i = 0; i < 6; i++) {
        const struct hs_relation_score *score = app_relation_score(app, i, HS_SUBJ);
        CHECK(score->eligible == 1 && score->hits == (i == 5));
        CHECK_NEAR(score->mass, i == 5 ? 0.625 : 0.25, 1e-6); /* over dog ##s */
        CHECK(result->verdicts[i].kind == HS_KIND_UNCLEAR);
    }
    CHECK_TEXT(app_verdict(app, 2)->name, "unclear");
    act_number(app, ACT_SCORE_SORT, HS_SUBJ);
    CHECK(scores->row[0] == 5 && scores->row[1] == 0);
    /* the cell, its one link, and the place of it in the file */
    act(app, (struct action){.kind = ACT_SCORE_CELL, .head = 5, .k = HS_SUBJ});
    CHECK_TEXT(reading(app, "layer"), "2");
    CHECK_TEXT(reading(app, "head"), "3");
    CHECK_TEXT(reading(app, "links"), "1 for, 0 against of 1");
    act_number(app, ACT_PIECES, HS_PIECES_WORDS);
    act_number(app, ACT_LAYER, 0);
    act_number(app, ACT_LINK_OPEN, 0);
    CHECK_TEXT(reading(app, "view"), "head");
    CHECK(app->picture.layers && app->picture.layers->view.item == 1 && app->picture.layers->view.layer == 1 && app->look.head == 2);
    CHECK(app->look.locked.q == 3 && app->look.locked.k == 1);
    CHECK_TEXT(reading(app, "weight"), "0.125");
    /* a head of the table */
    act(app, (struct action){.kind = ACT_SCORE_HEAD, .head = 1});
    CHECK_TEXT(reading(app, "layer"), "1");
    CHECK_TEXT(reading(app, "head"), "2");
    app->talk.message_kind = MESSAGE_NONE;
    act(app, (struct action){.kind = ACT_SCORE_HEAD, .head = 6});
    CHECK(app->talk.message_kind == MESSAGE_ERROR);
    app_drop(app);
}

static void test_sources_apart(void)
{
    struct app *app = rig_open("Dogs bite.");
    const char *path = write_items("apart.safetensors");
    act_text(app, ACT_ANNOTATED, write_annotated());
    CHECK_TEXT(reading(app, "measured"), "8 none best-offset");
    act(app, (struct action){.kind = ACT_SCORE_CELL, .head = 7, .k = HS_PREV});
    act_number(app, ACT_BASELINE, HS_BASELINE_RANDOM);
    act_text(app, ACT_OPEN, path);
    CHECK_TEXT(reading(app, "measured"), "6 none best-offset"); /* a file has no W^Q to make random */
    CHECK_TEXT(reading(app, "score-cell"), "-");
    app->talk.message_kind = MESSAGE_NONE;
    act_number(app, ACT_BASELINE, HS_BASELINE_RANDOM);
    CHECK(app->talk.message_kind == MESSAGE_ERROR);
    act_number(app, ACT_BASELINE, HS_BASELINE_UNIFORM);
    CHECK_TEXT(reading(app, "measured"), "6 none uniform");
    CHECK_NEAR(app_compare_share(app, 5, HS_SUBJ), 0, 1e-9); /* half of one link, rounded down */
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    act(app, (struct action){.kind = ACT_SCORE_CELL, .head = 5, .k = HS_SUBJ});
    act_number(app, ACT_SOURCE_CLOSE, 0);
    CHECK_TEXT(reading(app, "measured"), "8 none uniform");
    CHECK_TEXT(reading(app, "score-cell"), "-");
    CHECK_TEXT(reading(app, "verdict"), "unclear"); /* two sentences */
    app_drop(app);
}

TEST(test_app_dump_scores)
{
    test_table();
    test_sources_apart();
    return check_report();
}
