/* The Specialise view's model: its numbers are the engine's, its list adds up, its worker can be
 * stopped at any moment, and a result is never taken for another head count's. */
#include <math.h>
#include <stdatomic.h>
#include <time.h>

#include "model/app.h"
#include "app_rig.h"
#include "desk/export.h"
#include "desk/perform.h"
#include "chrome/pass.h"
#include "views/view.h"

static void check_table(void)
{
    struct app *app = rig_open(NULL);
    struct hs_relation_score scores[8 * HS_RELATION_COUNT], random[8 * HS_RELATION_COUNT];
    struct hs_head_profile profiles[8];
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    CHECK(result && annotated && annotated->count >= 150);
    if (!result)
        return;
    CHECK(hs_score_heads(app->picture.preset, annotated, 8, HS_MASK_NONE, HS_BASELINE_NONE, scores, NULL) ==
          HS_OK);
    CHECK(hs_profile_heads(app->picture.preset, annotated, 8, HS_MASK_NONE, profiles, NULL) == HS_OK);
    CHECK(hs_score_heads(
              app->picture.preset, annotated, 8, HS_MASK_NONE, HS_BASELINE_RANDOM, random, NULL) == HS_OK);
    for (size_t head = 0; head < 8; head++) {
        struct hs_verdict verdict;
        hs_judge_head(scores + head * HS_RELATION_COUNT, &profiles[head], &verdict);
        CHECK_TEXT(app_verdict(app, head)->name, verdict.name);
        for (size_t r = 0; r < HS_RELATION_COUNT; r++)
            CHECK(memcmp(app_relation_score(app, head, r), &scores[head * HS_RELATION_COUNT + r],
                      sizeof *scores) == 0);
    }
    CHECK_NEAR(app_compare_share(app, 1, HS_OBJ), scores[HS_RELATION_COUNT + HS_OBJ].baseline, 0);
    act_number(app, ACT_BASELINE, HS_BASELINE_RANDOM);
    const struct hs_relation_score *score = &random[HS_RELATION_COUNT + HS_OBJ];
    CHECK_NEAR(app_compare_share(app, 1, HS_OBJ), (double)score->hits / (double)score->eligible, 0);
    app_drop(app);
}

/* One head finds several relations: each that passes the rules of a name is named, in the table, the panel and the files. */
static void check_several(void)
{
    struct app *app = rig_open(NULL);
    char names[400], brief[400];
    struct hs_buffer csv = {0};
    size_t passed = 0;
    act_number(app, ACT_HEADS, 1);
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    app_score_names(app, 0, false, names, sizeof names);
    app_score_names(app, 0, true, brief, sizeof brief);
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        const struct hs_relation_score *score = app_relation_score(app, 0, r);
        bool passes = score->eligible >= HS_NAME_MIN_ELIGIBLE &&
                      (double)score->hits / (double)score->eligible - score->baseline >= HS_NAME_MIN_MARGIN;
        passed += passes;
        CHECK(passes == (strstr(names, hs_relation_title((enum hs_relation)r)) != NULL));
        CHECK(!passes || strstr(brief, app_relation_word(r)));
    }
    CHECK(passed > 3 && strncmp(names, app_verdict(app, 0)->name, strlen(app_verdict(app, 0)->name)) == 0);
    view_get(VIEW_SPECIALISE)->csv(app, &csv);
    hs_buffer_write(&csv, "", 1);
    CHECK(!csv.failed && strstr(csv.data, names));
    hs_buffer_drop(&csv);
    app_verdict_names(app, 0, brief, sizeof brief);
    CHECK_TEXT(brief, names);
    app_drop(app);
}

static void check_list(void)
{
    struct app *app = rig_open(NULL);
    struct scores *scores = &app->scores;
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    act(app, (struct action){.kind = ACT_SCORE_CELL, .head = 1, .k = HS_OBJ});
    const struct hs_relation_score *score = app_relation_score(app, 1, HS_OBJ);
    CHECK(scores->listed_count == score->eligible);
    CHECK(scores->hits + scores->misses == score->eligible && scores->hits == score->hits);
    act_number(app, ACT_LINK_FILTER, LINKS_AGAINST);
    CHECK(scores->listed_count == scores->misses);
    act_number(app, ACT_LINK_FILTER, LINKS_FOR);
    CHECK(scores->listed_count == scores->hits);
    act_number(app, ACT_LINK_ORDER, 1);
    double before = 2;
    for (size_t i = 0; i < scores->listed_count; i++) {
        struct hs_link_result link;
        CHECK(hs_measure_link(
            corpus_result(scores->corpus)->measure, 1, HS_OBJ, scores->listed[i], &link));
        CHECK(link.mass <= before);
        before = link.mass;
    }
    /* Every sentence of the file opens with the tokens that were counted. */
    const struct hs_annotated *annotated = corpus_annotated(scores->corpus);
    act(app, (struct action){.kind = ACT_SCORE_CELL, .head = 7, .k = HS_PREV});
    act_number(app, ACT_LINK_FILTER, LINKS_ALL);
    act_number(app, ACT_LINK_ORDER, 0);
    size_t refused = 0, seen = annotated->count;
    for (size_t i = 0; i < scores->listed_count; i++) {
        struct hs_link_result link;
        hs_measure_link(
            corpus_result(scores->corpus)->measure, 7, HS_PREV, scores->listed[i], &link);
        if (link.sentence == seen)
            continue;
        seen = link.sentence;
        app_apply(app, &(struct action){.kind = ACT_LINK_OPEN, .number = (long)i});
        refused +=
            app_annotation(app) == NULL || app->look.view != VIEW_HEAD || app->look.locked.q != link.from;
        app->look.view = VIEW_SPECIALISE;
    }
    CHECK(refused == 0);
    act_number(app, ACT_LINK_OPEN, 100000);
    CHECK_TEXT(reading(app, "message-kind"), "error");
    app_drop(app);
}

static atomic_int woken;

static void wake(void *user)
{
    (void)user;
    atomic_fetch_add(&woken, 1);
}

/* As in a window: nothing waits for the worker, it wakes the loop. */
static void check_worker(void)
{
    struct app *app = rig_open(NULL);
    const struct timespec nap = {0, 5000000};
    app->window.headless = false;
    app->services.wake = wake;
    app_waking_changed(app);
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    for (long h = 1; h <= 64; h *= 2) /* each makes the one before it stop */
        act_number(app, ACT_HEADS, h);
    while (!app_verdict(app, 63)) {
        nanosleep(&nap, NULL);
        app_settle(app);
    }
    CHECK(app_verdict(app, 63) != NULL && corpus_result(app->scores.corpus)->of.h == 64);
    CHECK(atomic_load(&woken) > 0);
    act_number(app, ACT_HEADS, 8);
    act_text(app, ACT_ANNOTATED, HS_SOURCE_DIR "/tests/gui/data/broken.json");
    CHECK(corpus_annotated(app->scores.corpus)->count >= 150);
    act_text(app, ACT_ANNOTATED, HS_SOURCE_DIR "/tests/gui/data/small.json");
    while (!corpus_result(app->scores.corpus)) {
        nanosleep(&nap, NULL);
        app_settle(app);
    }
    CHECK(corpus_annotated(app->scores.corpus)->count == 2);
    act_number(app, ACT_HEADS, 32);
    app->services.wake = NULL;
    app_waking_changed(app);
    app_drop(app); /* perhaps in the middle of a measurement */
}

/* The CSV holds a line for each head and relation with the scores' own numbers. */
static void check_csv(void)
{
    struct app *app = rig_open(NULL);
    struct hs_buffer buffer = {0};
    struct export_job job = {.format = FORMAT_CSV};
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    CHECK(export_render(app, &job, &buffer, NULL) == HS_OK);
    hs_buffer_write(&buffer, "", 1);
    size_t lines = 0;
    for (const char *at = buffer.data; (at = strchr(at, '\n')); at++)
        lines++;
    CHECK(lines == 1 + 8 * HS_RELATION_COUNT);
    const struct hs_relation_score *score = app_relation_score(app, 1, HS_OBJ);
    char wanted[80];
    snprintf(wanted, sizeof wanted, "\n2,obj,%zu,%zu,", score->hits, score->eligible);
    CHECK(strstr(buffer.data, wanted) != NULL);
    CHECK(strncmp(buffer.data, "head_from_1,relation,hits,", 26) == 0 && strstr(buffer.data, "#") == NULL);
    CHECK(strstr(buffer.data, ",compared_with,") && strstr(buffer.data, ",best offset,"));
    hs_buffer_drop(&buffer);
    app_drop(app);
}

TEST(test_app_scores)
{
    check_table();
    check_several();
    check_list();
    check_worker();
    check_csv();
    return check_report();
}
