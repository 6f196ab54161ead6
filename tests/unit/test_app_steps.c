/* test_app_steps.c – the Steps view: its state, that every value shown is the engine's and equals
 * the sum that explains it, exports that read back, and that it fits every window. */
#include <math.h>

#include "app_rig.h"
#include "desk/export.h"
#include "views/steps.h"
#include "chrome/pass.h"

static struct app *open_steps(const char *text)
{
    struct app *app = rig_open(text);
    act_number(app, ACT_VIEW, VIEW_STEPS);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 1});
    return app;
}

static double number(const struct app *app, const char *key)
{
    return atof(reading(app, key));
}

static void check_defaults(void)
{
    struct app *app = open_steps(NULL);
    CHECK_TEXT(reading(app, "step"), "x");
    CHECK_TEXT(reading(app, "step-card"), "no");
    CHECK(steps_query(app) == 2); /* 'delivered', the verb */
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, 1);
    for (size_t k = 0; k < 10; k++)
        CHECK(A.data[2 * A.stride + k] <= A.data[2 * A.stride + steps_key(app)]);
    CHECK(app->steps.model_dimension > 0); /* not the constant */
    app_drop(app);
}

/* The marked value of every step is the plane's, and its terms add up to it. */
static void check_values(size_t h, long mask)
{
    struct app *app = open_steps(NULL);
    act_number(app, ACT_HEADS, (long)h);
    act_number(app, ACT_MASK, mask);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = h / 2});
    act(app, (struct action){.kind = ACT_LOCK, .q = 7, .k = 4});
    static const enum hs_plane planes[STEP_COUNT] = {[STEP_X] = HS_PLANE_X_Q, [STEP_Q] = HS_PLANE_Q, [STEP_K] = HS_PLANE_K,
        [STEP_V] = HS_PLANE_V, [STEP_RAW] = HS_PLANE_RAW, [STEP_SCALE] = HS_PLANE_SCORES, [STEP_MASK] = HS_PLANE_SCORES,
        [STEP_SOFTMAX] = HS_PLANE_WEIGHTS, [STEP_MIX] = HS_PLANE_HEAD, [STEP_CONCAT] = HS_PLANE_CONCAT, [STEP_OUTPUT] = HS_PLANE_OUTPUT};
    CHECK(step_count(app) == 12);
    for (int step = STEP_X; step < STEP_READ; step++) {
        if (!step_there(app, (enum step)step))
            continue;
        struct hs_matrix plane = hs_set_plane(app->picture.set, planes[step], 0, h / 2);
        act_number(app, ACT_STEP, step);
        struct step_cell cell = steps_cell(app, (enum step)step);
        double value = (double)plane.data[cell.row * plane.stride + cell.col];
        CHECK_NEAR(number(app, "step-value"), value, 1e-7 * (1 + fabs(value)));
        CHECK_TEXT(reading(app, "step"), step_name((enum step)step));
        if (step == STEP_SOFTMAX)
            value = 1;
        if (step != STEP_X)
            CHECK_NEAR(number(app, "step-sum"), value, 2e-4 * (1 + fabs(value)));
    }
    app_drop(app);
}

static void check_masked(void)
{
    struct app *app = open_steps(NULL);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    act(app, (struct action){.kind = ACT_LOCK, .q = 2, .k = 4}); /* a later key */
    double raw = steps_value(app, STEP_RAW, 2, 4);
    CHECK_NEAR(steps_value(app, STEP_SCALE, 2, 4), raw / 8, 1e-6);
    CHECK(isinf(steps_value(app, STEP_MASK, 2, 4)) && steps_value(app, STEP_SOFTMAX, 2, 4) == 0);
    CHECK(steps_masked(app, STEP_MASK, 2, 4) && !steps_masked(app, STEP_SCALE, 2, 4));
    act_number(app, ACT_STEP, STEP_SCALE);
    act_number(app, ACT_STEP_CARD, 1);
    CHECK(steps_facts(app) && steps_facts(app)->pair_count > 0);
    act_number(app, ACT_STEP, STEP_SOFTMAX);
    CHECK(steps_facts(app)->sum.count == 3); /* three open keys */
    app_drop(app);
}

static void check_score_card(void)
{
    struct app *app = open_steps(NULL);
    act(app, (struct action){.kind = ACT_STEP_PICK, .number = STEP_SCALE, .q = 2, .k = 4});
    const struct steps_facts *facts = steps_facts(app);
    double score = steps_value(app, STEP_SCALE, 2, 4), dimensions = 0, blocks = 0;
    CHECK(facts != NULL && app->steps.card);
    for (size_t i = 0; i < facts->dimension_count; i++)
        dimensions += (double)facts->dimensions[i].term;
    for (size_t i = 0; i < facts->block_count; i++)
        blocks += (double)facts->blocks[i].term;
    CHECK(facts->dimension_count == 64 && facts->pair_count == STEPS_PAIRS);
    CHECK_NEAR(dimensions, score, 1e-4 * (1 + fabs(score)));
    CHECK_NEAR(blocks, score, 1e-4 * (1 + fabs(score)));
    /* Against the mean key the same lists add up to the lead on the row's mean. */
    struct hs_matrix S = hs_set_plane(app->picture.set, HS_PLANE_SCORES, 0, 1);
    double mean = 0;
    for (size_t k = 0; k < 10; k++)
        mean += (double)S.data[2 * S.stride + k] / 10;
    act_number(app, ACT_STEP_CONTRAST, 1);
    dimensions = blocks = 0;
    for (size_t i = 0; i < facts->dimension_count; i++)
        dimensions += (double)facts->dimensions[i].term;
    for (size_t i = 0; i < facts->block_count; i++)
        blocks += (double)facts->blocks[i].term;
    CHECK(steps_facts(app) == facts && facts->contrast);
    CHECK_NEAR(number(app, "step-parts"), score - mean, 1e-4);
    CHECK_NEAR(dimensions, score - mean, 1e-4);
    CHECK_NEAR(blocks, score - mean, 1e-4);
    /* A click on a dimension goes back to the query value it came from. */
    size_t first = facts->dimensions[0].dimension;
    act(app, (struct action){.kind = ACT_STEP_PICK, .number = STEP_Q, .q = 2, .k = first});
    CHECK(app->steps.step == STEP_Q && app->steps.dimension == first);
    struct hs_matrix Q = hs_set_plane(app->picture.set, HS_PLANE_Q, 0, 1);
    CHECK_NEAR(number(app, "step-value"), (double)Q.data[2 * Q.stride + first], 1e-6);
    app_drop(app);
}

static void check_keys(void)
{
    struct app *app = open_steps(NULL);
    press(app, "right");
    press(app, "right");
    CHECK_TEXT(reading(app, "step"), "k");
    press(app, "down"); /* rows of K are keys */
    CHECK(app->look.locked.q == 2 && app->look.locked.k == steps_key(app));
    size_t key = steps_key(app), dimension = app->steps.dimension;
    press(app, "up");
    CHECK(steps_key(app) == key - 1);
    press(app, dimension > 0 ? "shift+left" : "shift+right");
    CHECK(app->steps.dimension != dimension);
    press(app, "enter");
    CHECK(app->steps.card);
    press(app, "esc");
    CHECK(!app->steps.card && app->look.view == VIEW_STEPS && app->look.locked.q == 2);
    for (int i = 0; i < STEP_COUNT; i++)
        press(app, "right");
    CHECK_TEXT(reading(app, "step"), "read");
    for (int i = 0; i < STEP_COUNT; i++)
        press(app, "left");
    CHECK_TEXT(reading(app, "step"), "x");
    for (int i = 0; i < 20; i++)
        press(app, "up");
    CHECK(steps_query(app) == 0);
    act(app, (struct action){.kind = ACT_STEP_PICK, .number = STEP_Q, .q = 99, .k = 0});
    CHECK_TEXT(reading(app, "message-kind"), "error");
    act_number(app, ACT_STEP, 99);
    CHECK_TEXT(reading(app, "step"), "x");
    /* A smaller head leaves no dimension outside. */
    act_number(app, ACT_STEP, STEP_Q);
    act_number(app, ACT_STEP_AT, 63);
    act_number(app, ACT_HEADS, 64);
    CHECK(app->steps.dimension == 7);
    act_number(app, ACT_STEP_AT, 8);
    CHECK(app->steps.dimension == 7);
    app_drop(app);
}

/* With and without the head, and with a single head: the readings are those of real runs. */
static void check_reading(void)
{
    struct app *app = open_steps(NULL);
    struct hs_run_options options = hs_run_defaults();
    uint8_t modes[8] = {0};
    struct hs_set *off = NULL;
    struct hs_change change;
    act_number(app, ACT_STEP, STEP_READ);
    const struct steps_facts *facts = steps_facts(app);
    CHECK(facts && facts->read && facts->all_heads);
    for (size_t head = 0; head < 8; head++) {
        memset(modes, 0, sizeof modes);
        modes[head] = HS_HEAD_OFF;
        options.head_mode = modes;
        CHECK(
            hs_run_text(app->picture.preset, app->picture.text, strlen(app->picture.text), &options, &off, NULL) == HS_OK);
        CHECK(hs_output_change(app->picture.set, off, 2, &change));
        CHECK_NEAR(facts->change[head].distance, change.distance, 1e-5);
        CHECK_NEAR(facts->change[head].cosine, change.cosine, 1e-6);
        hs_set_drop(off);
    }
    CHECK(facts->without[1].kind == HS_READS_NOTHING);
    if (hs_preset_trained(app->picture.preset)) {
        CHECK(strstr(reading(app, "step-slot-2"), "book ") == reading(app, "step-slot-2"));
        CHECK_TEXT(reading(app, "step-without-2"), "-");
        char words[600];
        steps_encodes(app, words, sizeof words);
        CHECK(strstr(words, "subject: student (") && strstr(words, "object: book ("));
        CHECK(strstr(words, "One sentence, constructed teaching model"));
    }
    for (size_t slot = 1; slot < HS_SLOTS; slot++)
        CHECK_NEAR(facts->single[slot].strength, facts->single[0].strength, 1e-5);
    /* A head that is switched off in the app: its row is what is shown. */
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF});
    facts = steps_facts(app);
    CHECK(facts && facts->with[1].kind == HS_READS_NOTHING && facts->change[1].distance < 1e-6);
    app_drop(app);
}

static void export_to(struct app *app, enum export_format format, struct hs_buffer *buffer)
{
    struct export_job job = {.format = format, .width = 900, .height = 600, .scale = 1};
    struct hs_error error;
    CHECK(export_render(app, &job, buffer, &error) == HS_OK);
    hs_buffer_write(buffer, "", 1);
}

static void check_exports(void)
{
    struct app *app = open_steps(NULL);
    struct hs_buffer csv = {0}, json = {0}, svg = {0}, png = {0};
    act(app, (struct action){.kind = ACT_STEP_PICK, .number = STEP_SOFTMAX, .q = 2, .k = 4});
    export_to(app, FORMAT_CSV, &csv);
    CHECK(strncmp(csv.data, "step,head_from_1,query_from_1,row_name,key_from_1,column_name,masked,value\n", 75) == 0);
    char line[200];
    snprintf(line, sizeof line, "\nsoftmax,2,3,delivered,5,book,0,%.9g\n",
        steps_value(app, STEP_SOFTMAX, 2, 4));
    CHECK(strstr(csv.data, line) != NULL);
    act(app, (struct action){.kind = ACT_STEP_PICK, .number = STEP_SCALE, .q = 2, .k = 4});
    export_to(app, FORMAT_JSON, &json);
    CHECK(strstr(json.data, "\"step\": \"scale\"") && strstr(json.data, "\"features\": [") &&
          strstr(json.data, "\"blocks\": [") && strstr(json.data, "\"terms\": ["));
    export_to(app, FORMAT_SVG, &svg);
    CHECK(strstr(svg.data, "By dimension of the head") != NULL);
    export_to(app, FORMAT_PNG, &png);
    CHECK(png.length > 1000);
    act_number(app, ACT_STEP, STEP_READ);
    hs_buffer_drop(&csv);
    export_to(app, FORMAT_CSV, &csv);
    CHECK(strncmp(csv.data, "run,slot_from_1,role,reads,strength,rank,word,cosine\n", 53) == 0);
    hs_buffer_drop(&csv);
    hs_buffer_drop(&json);
    hs_buffer_drop(&svg);
    hs_buffer_drop(&png);
    app_drop(app);
}

static bool inside(struct rect outer, struct rect inner)
{
    return inner.x >= outer.x - 0.01f && inner.y >= outer.y - 0.01f &&
           inner.x + inner.w <= outer.x + outer.w + 0.01f &&
           inner.y + inner.h <= outer.y + outer.h + 0.01f;
}

static void check_layout(void)
{
    static const float sizes[][2] = {{900, 474}, {1280, 674}, {2560, 1314}, {3840, 2034}};
    struct app *app = open_steps(NULL);
    for (size_t i = 0; i < 4; i++) {
        for (int step = 0; step < STEP_COUNT; step++) {
            for (int card = 0; card < 2; card++) {
                struct rect area = {0, 96, sizes[i][0], sizes[i][1]};
                act_number(app, ACT_STEP, step);
                act_number(app, ACT_STEP_CARD, card);
                struct steps_layout layout = steps_layout(app, area, false);
                CHECK(inside(area, layout.bar) && inside(area, layout.strip) &&
                      inside(area, layout.stage) &&
                      (layout.card.w == 0 || inside(area, layout.card)));
                CHECK(layout.stage.w >= 300 || layout.card.w >= 800);
                CHECK(layout.stage.h > 200);
            }
        }
    }
    CHECK(steps_window(100, 37, 200, 10).first == 20 && steps_window(100, 37, 200, 10).count == 20);
    CHECK(steps_window(100, 99, 200, 10).first == 80);
    CHECK(steps_window(25, 24, 200, 10).first == 5 && steps_window(5, 2, 200, 10).count == 5);
    CHECK(steps_window(5, ACT_NOWHERE, 0, 10).count == 1);
    app_drop(app);
}

/* Texts of every shape: one token, many, other scripts; nothing breaks and nothing stays stale. */
static void check_shapes(void)
{
    static const char many[] =
        "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h "
        "i j k l m n o p q r s t u v w x y z . , ; : ! ?";
    static const char *const texts[] = {"Hi", "你好 世界", "مرحبا بالعالم", many};
    struct app *app = open_steps(NULL);
    act_number(app, ACT_STEP_CARD, 1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        act_text(app, ACT_TEXT, texts[i]);
        for (int h = 1; h <= 64; h *= 8) {
            act_number(app, ACT_HEADS, h);
            for (int step = 0; step < STEP_COUNT; step++) {
                act_number(app, ACT_STEP, step);
                CHECK(steps_facts(app) != NULL);
                struct hs_error error;
                CHECK(app_picture(app, &error) == HS_OK);
            }
        }
    }
    app_drop(app);
}

static void check_numbers(void)
{
    static const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {{0, 2, "0.00"}, {-0.001, 2, "0.00"}, {-1.5, 2, "−1.50"}, {2.25, 1, "2.2"},
        {(double)-INFINITY, 2, "−∞"}, {(double)NAN, 2, "–"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        steps_number(cases[i].value, cases[i].decimals, text, sizeof text);
        CHECK_TEXT(text, cases[i].text);
    }
}

/* Which rows or columns of a matrix too large for its room are shown: the page of the marked one, the last one full. */
static void check_window(void)
{
    static const struct {
        size_t total, mark;
        float room, least;
        size_t first, count;
    } cases[] = {{10, 3, 100, 10, 0, 10}, {10, 3, 99, 10, 0, 9}, {10, 9, 99, 10, 1, 9}, {10, ACT_NOWHERE, 50, 10, 0, 5}, {10, 4, 50, 10, 0, 5},
        {10, 5, 50, 10, 5, 5}, {10, 7, 45, 10, 4, 4}, {10, 8, 45, 10, 6, 4}, {3, 2, 10, 10, 2, 1}, {3, 2, 9, 10, 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct steps_window window = steps_window(cases[i].total, cases[i].mark, cases[i].room, cases[i].least);
        CHECK(window.first == cases[i].first && window.count == cases[i].count);
    }
}

TEST(test_app_steps)
{
    check_window();
    check_defaults();
    check_values(8, HS_MASK_NONE);
    check_values(8, HS_MASK_CAUSAL);
    check_values(1, HS_MASK_NONE);
    check_values(64, HS_MASK_CAUSAL);
    check_masked();
    check_score_card();
    check_keys();
    check_reading();
    check_exports();
    check_layout();
    check_shapes();
    check_numbers();
    return check_report();
}
