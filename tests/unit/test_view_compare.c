/* test_view_compare.c – the Compare view's rows, picture and files hold exactly what the engine
 * says for one query token. */
#include <math.h>

#include "app_rig.h"
#include "canvas/canvas.h"
#include "views/compare.h"
#include "chrome/pass.h"

static void check_rows(struct app *app, size_t q)
{
    size_t m = hs_set_shape(app->picture.set).m, visible;
    float scratch[64], most;
    struct hs_run_options options = hs_run_defaults();
    struct hs_set *single = NULL;
    options.h = 1;
    options.mask = app->picture.mask;
    CHECK(app_query(app) == q);
    CHECK(hs_run_text(app->picture.preset, app->picture.text, strlen(app->picture.text), &options, &single, NULL) == HS_OK);
    struct hs_matrix one = hs_set_weights(single, 0, 0);
    for (size_t i = 0; i < compare_rows(app); i++) {
        struct compare_row row = compare_row(app, i, scratch);
        for (size_t k = 0; k < m; k++) {
            double mean = 0;
            most = 0;
            for (size_t head = 0; head < app->picture.h; head++) {
                struct hs_matrix A = hs_set_weights(app->picture.set, 0, head);
                float weight = A.data[q * A.stride + k];
                mean += (double)weight / (double)app->picture.h;
                most = weight > most ? weight : most;
                if (row.kind == COMPARE_HEAD && row.head == head)
                    CHECK(row.weights[k] == weight);
            }
            if (row.kind == COMPARE_SINGLE)
                CHECK(row.weights[k] == one.data[q * one.stride + k]);
            else if (row.kind == COMPARE_LARGEST)
                CHECK(row.weights[k] == most);
            else if (row.kind == COMPARE_MEAN)
                CHECK_NEAR(row.weights[k], mean, 1e-6);
        }
        if (row.kind == COMPARE_HEAD)
            CHECK_NEAR(row.entropy, hs_row_entropy(app->picture.set, 0, row.head, q, &visible), 0);
    }
    hs_set_drop(single);
}

static bool trace_holds(struct app *app, const char *part)
{
    struct hs_buffer trace = {0};
    app_settle(app);
    trace_write(app->services.draw, &trace);
    bool found = trace.data && strstr(trace.data, part) != NULL;
    hs_buffer_drop(&trace);
    return found;
}

static void check_picture(struct app *app)
{
    char number[64];
    size_t q = app_query(app), visible;
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, 0);
    snprintf(number, sizeof number, "\"%.2f\"", (double)A.data[q * A.stride + 1]);
    CHECK(trace_holds(app, number));
    double entropy = hs_row_entropy(app->picture.single, 0, 0, q, &visible);
    snprintf(number, sizeof number, "\"entropy %.2f",
        entropy); /* the wide stand-in letters cut the rest */
    CHECK(visible == 10);
    CHECK(trace_holds(app, number));
    CHECK(trace_holds(app, "key (is attended) →"));
}

static void check_files(struct app *app)
{
    struct hs_buffer csv = {0}, json = {0};
    struct hs_json_doc *doc = NULL;
    char line[200];
    size_t q = app_query(app);
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, 1);
    compare_csv(app, &csv);
    snprintf(line, sizeof line, "\nhead,%zu,2,%zu,%s,5,book,0,%.9g\n", app->picture.h, q + 1,
        hs_set_tokens(app->picture.set, HS_QUERY)->token[q].text, (double)A.data[q * A.stride + 4]);
    CHECK(csv.data && strstr(csv.data, line) != NULL);
    compare_json(app, &json);
    CHECK(hs_json_parse("compare", json.data, json.length, &doc, NULL) == HS_OK);
    if (doc) {
        const struct hs_json *rows = hs_json_find(hs_json_root(doc), "rows");
        CHECK(hs_json_count(rows) == compare_rows(app));
        CHECK(hs_json_count(hs_json_find(hs_json_first(rows), "weights")) ==
              hs_set_shape(app->picture.set).m);
    }
    hs_json_drop(doc);
    hs_buffer_drop(&csv);
    hs_buffer_drop(&json);
}

/* The sentence is one of the annotated ones, so its verb's targets are known. */
static void check_targets(struct app *app)
{
    struct compare_targets targets = compare_targets(app);
    bool book = false, pair = false;
    for (size_t i = 0; i < targets.count; i++) {
        book |= targets.link[i]->relation == HS_OBJ && targets.link[i]->to_count == 1 &&
                targets.link[i]->to[0] == 4;
        pair |= targets.link[i]->relation == HS_LOCT && targets.link[i]->to_count == 2;
    }
    CHECK(book && pair);
    const float weights[10] = {0, 0, 0, 0, 0.5f, 0, 0, 0.25f, 0.125f, 0};
    for (size_t i = 0; i < targets.count; i++)
        if (targets.link[i]->relation == HS_LOCT)
            CHECK_NEAR(compare_mass(targets.link[i], weights), 0.375, 1e-7);
    act_text(app, ACT_TEXT, "Nobody annotated this one.");
    CHECK(compare_targets(app).count == 0);
}

TEST(test_view_compare)
{
    struct app *app = rig_open(APP_DEFAULT_TEXT);
    press(app, "3");
    CHECK_TEXT(reading(app, "view"), "compare");
    check_rows(app, 2); /* the verb, as long as nothing is locked */
    check_picture(app);
    check_files(app);
    press(app, "right");
    check_rows(app, 3);
    press(app, "left");
    press(app, "left");
    check_rows(app, 1);
    for (int i = 0; i < 20; i++)
        press(app, "left");
    check_rows(app, 0); /* the first token is the end */
    act_number(app, ACT_HEADS, 4);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    check_rows(app, 0);
    act_number(app, ACT_HEADS, 1);
    CHECK(compare_rows(app) == 1);
    check_rows(app, 0);
    act_number(app, ACT_HEADS, 8);
    act(app, (struct action){.kind = ACT_LOCK, .q = 2, .k = ACT_NOWHERE});
    CHECK(trace_holds(app, " on subject (subj)") && !trace_holds(app, " relations")); /* its object, place and time come after it */
    act_number(app, ACT_MASK, HS_MASK_NONE);
    CHECK(trace_holds(app, " on 3 relations"));
    act(app, (struct action){.kind = ACT_UNLOCK});
    check_targets(app);
    app_drop(app);
    return check_report();
}
