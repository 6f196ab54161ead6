/* The app with attention files: opening, choosing, going back, refusing, faults, files that change
 * while they are open, differences between two files, exports. Files are written here byte by byte. */
#include <time.h>

#include "app_rig.h"
#include "dump_files.h"
#include "desk/export.h"
#include "views/view.h"
#include "chrome/pass.h"

#define TOKENS "\"tokens\":\"[\\\"[CLS]\\\",\\\"un\\\",\\\"##able\\\",\\\"to\\\"]\""

static const char *write_made(const char *name, size_t L, size_t h, size_t n, const char *metadata)
{
    const size_t shape[] = {L, h, n, n};
    struct hs_buffer file = {0};
    const char *path = dump_path(name);
    made_file(&file, "attention", "F32", 4, shape, metadata);
    file_write(path, &file);
    hs_buffer_drop(&file);
    return path;
}

/* The number under a cell, as every read-out has it. */
static void check_weight(struct app *app, size_t q, size_t k, double want)
{
    char text[40];
    act(app, (struct action){.kind = ACT_UNLOCK});
    act(app, (struct action){.kind = ACT_LOCK, .q = q, .k = k});
    snprintf(text, sizeof text, "%.9g", want);
    CHECK_TEXT(reading(app, "weight"), text);
    act(app, (struct action){.kind = ACT_UNLOCK});
}

static void test_opening(void)
{
    struct app *app = rig_open("Birds sing.");
    act_number(app, ACT_HEADS, 4);
    act_number(app, ACT_MASK, 1);
    const char *path = write_made("opens.safetensors", 3, 5, 4, TOKENS);
    act_text(app, ACT_OPEN, path);
    CHECK_TEXT(reading(app, "message"), "");
    CHECK_TEXT(reading(app, "view"), "layers");
    CHECK_TEXT(reading(app, "layers"), "3");
    CHECK_TEXT(reading(app, "heads"), "5");
    CHECK_TEXT(reading(app, "mask"), "none");
    CHECK_TEXT(reading(app, "heading"), "[CLS] unable to");
    CHECK_TEXT(app->files.recent[0], path);
    /* every layer and head by its chooser */
    act_number(app, ACT_VIEW, VIEW_HEAD);
    for (size_t layer = 0; layer < 3; layer++) {
        act_number(app, ACT_LAYER, (long)layer);
        for (size_t head = 0; head < 5; head++) {
            act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
            check_weight(app, 2, 1, made_weight(layer, head, 2, 1, 4));
            check_weight(app, 3, (layer + head + 3) % 4, 0.625);
        }
    }
    CHECK_TEXT(reading(app, "layer"), "3");
    act(app, (struct action){.kind = ACT_LOCK, .q = 1, .k = 2});
    CHECK_TEXT(reading(app, "words"), "'un' gives 0.12 of layer 3, head 5 to '·able'; rank 2 of 4");
    /* past the ends nothing happens; wrong numbers are refused with the right ones */
    press(app, "}");
    CHECK_TEXT(reading(app, "layer"), "3");
    press(app, "{");
    CHECK_TEXT(reading(app, "layer"), "2");
    act_number(app, ACT_LAYER, 9);
    CHECK(tells(reading(app, "message"), "no layer 10: the file has layers 1 to 3"));
    act_number(app, ACT_LAYER, -1); /* would be all layers to the engine */
    CHECK(tells(reading(app, "message"), "no layer 0: the file has layers 1 to 3"));
    CHECK_TEXT(reading(app, "layer"), "2");
    /* back: sentence, heads and mask as they were */
    press(app, "ctrl+w");
    CHECK_TEXT(reading(app, "text"), "Birds sing.");
    CHECK_TEXT(reading(app, "heads"), "4");
    CHECK_TEXT(reading(app, "mask"), "causal");
    CHECK_TEXT(reading(app, "view"), "head");
    CHECK_TEXT(reading(app, "layers"), "0");
    act_number(app, ACT_VIEW, VIEW_LAYERS);
    CHECK(tells(reading(app, "message"), "open one with Ctrl+O"));
    CHECK_TEXT(reading(app, "view"), "head");
    act_number(app, ACT_LAYER, 0);
    CHECK(tells(reading(app, "message"), "no attention file is open"));
    /* a sentence from elsewhere leaves the file too */
    act_number(app, ACT_OPEN_RECENT, 0);
    CHECK_TEXT(reading(app, "view"), "layers");
    act_text(app, ACT_TEXT, "It works.");
    CHECK_TEXT(reading(app, "heads"), "4");
    CHECK_TEXT(reading(app, "layers"), "0");
    app_drop(app);
}

/* What belongs to the live model is refused, and the picture stays. */
static void test_refusing(void)
{
    struct app *app = rig_open("Birds sing.");
    act_text(app, ACT_OPEN, write_made("refuses.safetensors", 2, 3, 4, NULL));
    const struct action refused[] = {{.kind = ACT_HEADS, .number = 8},
        {.kind = ACT_HEADS_STEP, .number = 1}, {.kind = ACT_MASK, .number = 1},
        {.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF},
        {.kind = ACT_VIEW, .number = VIEW_STEPS},
        {.kind = ACT_MINUS, .number = MINUS_COUNT, .head = 4},
        {.kind = ACT_LENS, .number = (long)hs_lens_named("value")}, {.kind = ACT_LENS, .number = (long)hs_lens_named("score")},
        {.kind = ACT_TEXT, .text = "   "}, {.kind = ACT_OPEN, .text = "missing.safetensors"},
        {.kind = ACT_PART, .number = 1}, {.kind = ACT_ITEM, .number = -1},
        {.kind = ACT_PAIR, .number = HS_SEGMENTS_AB},
        {.kind = ACT_LAYERS_HEAD, .number = 0, .head = 3}, {.kind = ACT_SELECT_HEAD, .head = 3}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct hs_set *set = app->picture.set;
        app->talk.message_kind = MESSAGE_NONE;
        act(app, refused[i]);
        CHECK(app->talk.message_kind != MESSAGE_NONE && app->talk.message[0]);
        CHECK(app->picture.set == set && app->picture.layers && app->picture.h == 3 && app->picture.mask == HS_MASK_NONE);
        CHECK_TEXT(reading(app, "view"), "layers");
    }
    /* Compare has the heads of the layer, and no row of one head: nothing can be run. */
    struct export_job job = {.path = "-", .format = FORMAT_CSV, .scale = 1};
    struct hs_buffer buffer = {0};
    char line[120];
    act_number(app, ACT_LAYER, 1);
    act_number(app, ACT_VIEW, VIEW_COMPARE);
    CHECK_TEXT(reading(app, "view"), "compare");
    act(app, (struct action){.kind = ACT_LOCK, .q = 2, .k = ACT_NOWHERE});
    CHECK(export_render(app, &job, &buffer, NULL) == HS_OK);
    hs_buffer_write(&buffer, "", 1);
    CHECK(strstr(buffer.data, "\nsingle,") == NULL && strstr(buffer.data, "\nlargest,3,,3,") != NULL);
    for (size_t head = 0; head < 3; head++) {
        snprintf(line, sizeof line, "\nhead,3,%zu,3,2,2,1,0,%.9g\n", head + 1, made_weight(1, head, 2, 1, 4));
        CHECK(strstr(buffer.data, line) != NULL);
    }
    hs_buffer_drop(&buffer);
    act_number(app, ACT_VIEW, VIEW_LAYERS);
    press(app, "/"); /* there is no field to focus */
    CHECK_TEXT(reading(app, "typing"), "no");
    app_drop(app);
}

/* The bar of a file has no field, so a field that was left empty must not keep one in it. */
static void test_leaving(void)
{
    struct app *app = rig_open("Birds sing.");
    const char *path = write_made("leaves.safetensors", 2, 12, 4, NULL);
    act_text(app, ACT_TEXT, "");
    act_text(app, ACT_OPEN, path);
    CHECK_TEXT(reading(app, "layers"), "2");
    press(app, "ctrl+w");
    CHECK_TEXT(reading(app, "layers"), "0");
    CHECK_TEXT(reading(app, "heads"), "8");
    CHECK_TEXT(reading(app, "text"), "");
    CHECK(hs_set_constructed(app->picture.set));
    app_drop(app);
}

static void test_bad_files(void)
{
    struct app *app = rig_open("Birds sing.");
    const char *good = write_made("good.safetensors", 2, 3, 4, NULL);
    struct hs_buffer file = {0};
    act_text(app, ACT_OPEN, good);
    const struct hs_set *set = app->picture.set;
    header_write(
        &file, "{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}");
    for (int i = 0; i < 4; i++)
        number_write(&file, "F32", 0);
    const char *path = dump_path("zeros.safetensors");
    file_write(path, &file);
    act_text(app, ACT_OPEN, path);
    CHECK(tells(reading(app, "message"), "eager") && app->picture.set == set);
    path = dump_path("cut.safetensors");
    file.length -= 3;
    file_write(path, &file);
    act_text(app, ACT_OPEN, path);
    CHECK(tells(reading(app, "message"), "cut.safetensors") && app->picture.set == set);
    hs_buffer_drop(&file);
    path = write_made("tokens.safetensors", 1, 2, 4, "\"tokens\":\"[\\\"a\\\",\\\"b\\\"]\"");
    act_text(app, ACT_OPEN, path);
    CHECK(tells(reading(app, "message"), "4 query positions and \"tokens\" lists 2"));
    CHECK(app->picture.set == set && app->picture.layers);
    CHECK_TEXT(reading(app, "view"), "layers");
    app_drop(app);
}

/* Tensor, batch item, pieces, pair. */
static void test_choices(void)
{
    struct app *app = rig_open("Birds sing.");
    struct hs_buffer file = {0};
    const char *path = dump_path("several.safetensors");
    header_write(&file,
        "{\"__metadata__\":{\"query_tokens\":\"[\\\"le\\\",\\\"chat\\\"]\",\"key_tokens\":"
        "\"[\\\"the\\\",\\\"cat\\\",\\\"sat\\\",\\\".\\\"]\"},"
        "\"encoder_attention\":{\"dtype\":\"F32\",\"shape\":[2,2,4,4],\"data_offsets\":[0,256]},"
        "\"cross_attention\":{\"dtype\":\"F32\",\"shape\":[1,1,2,4],\"data_offsets\":[256,288]}}");
    for (size_t i = 0; i < 72; i++)
        number_write(&file, "F32", made_weight(i / 32, i / 16 % 2, i / 4 % 4, i % 4, 4));
    file_write(path, &file);
    hs_buffer_drop(&file);
    act_text(app, ACT_OPEN, path);
    CHECK_TEXT(reading(app, "attention"), "encoder");
    act_number(app, ACT_PART, 1);
    CHECK_TEXT(reading(app, "attention"), "cross");
    CHECK_TEXT(reading(app, "heading"), "le chat → the cat sat .");
    CHECK_TEXT(reading(app, "heads"), "1");
    act_number(app, ACT_VIEW, VIEW_HEAD);
    check_weight(app, 1, 2, made_weight(2, 0, 1, 2, 4));
    act_number(app, ACT_PART, 0);
    CHECK_TEXT(reading(app, "heads"), "2");

    act_text(app, ACT_OPEN,
        write_made("pieces.safetensors", 1, 2, 4, TOKENS ",\"segment_ids\":\"[0,0,0,1]\""));
    CHECK_TEXT(reading(app, "view"), "grid"); /* one layer: its heads */
    CHECK_TEXT(reading(app, "tokens"), "4");
    act_number(app, ACT_PIECES, HS_PIECES_WORDS);
    CHECK_TEXT(reading(app, "tokens"), "3");
    /* summed over "un" and "##able", averaged over both */
    double sum = 0;
    for (size_t q = 1; q < 3; q++)
        sum += made_weight(0, 0, q, 1, 4) + made_weight(0, 0, q, 2, 4);
    check_weight(app, 1, 1, (double)(float)(sum / 2));
    act_number(app, ACT_PAIR, HS_SEGMENTS_AB);
    CHECK_TEXT(reading(app, "pair"), "A-B");
    CHECK_TEXT(reading(app, "tokens"), "2");
    check_weight(app, 0, 0, made_weight(0, 0, 0, 3, 4));
    act_number(app, ACT_PIECES, ACT_NEXT);
    CHECK_TEXT(reading(app, "pieces"), "readable");
    app_drop(app);
}

/* Figures over all items stand in the Layers view and its panel; those of the picture are of its item, whichever. */
static void test_all_items(void)
{
    struct app *app = rig_open("Birds sing.");
    struct hs_buffer file = {0};
    struct hs_head_stats item[3];
    const char *path = dump_path("batch.safetensors");
    header_write(&file, "{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,3,2,4,4],\"data_offsets\":[0,768]}}");
    for (size_t i = 0; i < 192; i++)
        number_write(&file, "F32", i / 4 % 4 == i % 4 ? 0.4 + 0.1 * (double)(i / 32 % 3) : (0.6 - 0.1 * (double)(i / 32 % 3)) / 3);
    file_write(path, &file);
    hs_buffer_drop(&file);
    act_text(app, ACT_OPEN, path);
    act_number(app, ACT_LAYER, 1);
    for (long i = 3; i-- > 0;) {
        act_number(app, ACT_ITEM, i);
        item[i] = app->picture.stats[1];
    }
    CHECK(fabs(item[0].entropy - item[1].entropy) > 1e-9);
    act_number(app, ACT_VIEW, VIEW_LAYERS);
    act_number(app, ACT_ALL_ITEMS, 1);
    CHECK_TEXT(reading(app, "message"), "");
    for (long layer = 0; layer < 2; layer++) {
        act_number(app, ACT_LAYER, layer);
        const struct hs_head_stats *all = &hs_survey_head(app->picture.layers->survey, 1, 1)->stats;
        CHECK(all->rows == 12);
        CHECK_NEAR(all->entropy, (item[0].entropy + item[1].entropy + item[2].entropy) / 3, 1e-12);
    }
    CHECK_NEAR(app_head_stats(app, 1)->entropy, item[0].entropy, 1e-12);
    struct hs_survey *survey = app->picture.layers->survey;
    act_number(app, ACT_ITEM, 2);
    CHECK(app->picture.layers->survey == survey);
    CHECK_NEAR(app_head_stats(app, 1)->entropy, item[2].entropy, 1e-12);
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_FIRST, .q = 1});
    CHECK(strstr(reading(app, "message"), "each item has its own tokens"));
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_FIRST});
    act_number(app, ACT_ALL_ITEMS, ACT_NEXT);
    CHECK_NEAR(hs_survey_head(app->picture.layers->survey, 1, 1)->stats.entropy, item[2].entropy, 1e-12);
    app_drop(app);
}

static void test_layers_view(void)
{
    struct app *app = rig_open("Birds sing.");
    act_text(app, ACT_OPEN, write_made("layers.safetensors", 4, 3, 8, "\"kv_heads\":\"1\""));
    press(app, "down");
    press(app, "right");
    press(app, "right");
    press(app, "right"); /* at the edge */
    CHECK_TEXT(reading(app, "layer"), "2");
    CHECK_TEXT(reading(app, "head"), "3");
    press(app, "enter");
    CHECK_TEXT(reading(app, "view"), "head");
    press(app, "esc");
    CHECK_TEXT(reading(app, "view"), "layers");
    press(app, "g");
    CHECK_TEXT(reading(app, "layers-mode"), "table");
    /* by every figure, both ways: neighbours of the order agree with the statistics */
    for (long sort = SORT_NUMBER; sort < (long)sort_count(); sort++) {
        act_number(app, ACT_LAYERS_SORT, sort);
        for (int way = 0; way < 2; way++) {
            for (size_t i = 0; sort != SORT_NUMBER && i + 1 < 12; i++) {
                uint32_t a = app->picture.layers->order[i], b = app->picture.layers->order[i + 1];
                double x = sort_figure(
                    (size_t)sort, &hs_survey_head(app->picture.layers->survey, a / 3, a % 3)->stats);
                double y = sort_figure(
                    (size_t)sort, &hs_survey_head(app->picture.layers->survey, b / 3, b % 3)->stats);
                CHECK(way ? x <= y : x >= y);
            }
            if (sort == SORT_NUMBER)
                CHECK_TEXT(reading(app, "layers-first"), app->picture.layers->sort_reversed ? "4 3" : "1 1");
            act_number(app, ACT_LAYERS_REVERSE, ACT_NEXT);
        }
    }
    /* statistics are those of the set */
    for (size_t layer = 0; layer < 4; layer++) {
        act_number(app, ACT_LAYER, (long)layer);
        for (size_t head = 0; head < 3; head++) {
            struct hs_head_stats stats;
            hs_head_statistics(app->picture.set, 0, head, &stats);
            CHECK(memcmp(&stats, &app->picture.stats[head], sizeof stats) == 0);
        }
    }
    app_drop(app);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* As in the window: threads read while pictures are drawn; they can be stopped, go on, and lose
 * their file. */
static void test_threads(void)
{
    struct app *app = rig_open("Birds sing.");
    const char *path = write_made("threads.safetensors", 12, 12, 64, NULL);
    app->window.headless = false;
    act_open(app, path);
    act_number(app, ACT_SURVEY, 0);
    CHECK(app->picture.layers->stopped);
    act_number(app, ACT_SURVEY, 1);
    double until = seconds() + 60;
    while (hs_survey_done(app->picture.layers->survey) < 144 && seconds() < until)
        app_settle(app);
    app_settle(app);
    CHECK(hs_survey_done(app->picture.layers->survey) == 144 && app->picture.stats[3].rows == 64);
    /* again and again, closed while threads are within it */
    for (int i = 0; i < 20; i++) {
        act_text(app, ACT_OPEN, path);
        if (i % 3 == 0)
            act_number(app, ACT_SOURCE_CLOSE, 0);
    }
    act_open(app, path);
    CHECK(truncate(path, 4000) == 0);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act_number(app, ACT_LAYER, 11);
    act_number(app, ACT_LAYER, 10);
    CHECK(tells(reading(app, "message"), "became shorter"));
    CHECK_TEXT(reading(app, "message-kind"), "error");
    app_drop(app);
}

static void test_faults(void)
{
    struct app *app = rig_open("Birds sing.");
    struct hs_buffer file = {0};
    const char *path = dump_path("faults.safetensors");
    header_write(
        &file, "{\"attention\":{\"dtype\":\"F32\",\"shape\":[2,2,2,2],\"data_offsets\":[0,64]}}");
    for (size_t i = 0; i < 16; i++)
        number_write(&file, "F32", i == 13 ? (double)NAN : i % 2 ? 0.25 : 0.75);
    file_write(path, &file);
    hs_buffer_drop(&file);
    act_text(app, ACT_OPEN, path);
    CHECK(tells(reading(app, "message"), "the first in layer 2, head 2, row 1"));
    act_number(app, ACT_DISMISS, 0);
    act_number(app, ACT_LAYER, 1);
    CHECK_TEXT(reading(app, "message"), "");       /* said once */
    for (long view = 0; view < VIEW_COUNT; view++) /* nothing falls over a NaN */
        if (view_usable(app, (enum view_id)view))
            act_number(app, ACT_VIEW, view);
    app_drop(app);
}

/* Every head of one file minus the one in its place of another. */
static void test_difference(void)
{
    struct app *app = rig_open("Birds sing.");
    struct hs_buffer file = {0};
    const size_t shape[] = {2, 2, 4, 4};
    made_file(&file, "attention", "F32", 4, shape, TOKENS);
    size_t begin = file.length - 64 * sizeof(float);
    const char *first = dump_path("first.safetensors"), *second = dump_path("second.safetensors");
    file_write(first, &file);
    float changed = 0.5f; /* layer 1, head 1, row 2, key 3: the last but four */
    memcpy(file.data + begin + (16 * 3 + 4 * 2 + 3) * sizeof(float), &changed, sizeof changed);
    file_write(second, &file);
    hs_buffer_drop(&file);
    act_text(app, ACT_OPEN, first);
    act_number(app, ACT_LAYER, 1);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_KEEP});
    act_text(app, ACT_OPEN, second);
    act_number(app, ACT_LAYER, 1);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act_number(app, ACT_MINUS, MINUS_KEPT);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 1});
    check_weight(app, 2, 3, 0.5 - made_weight(1, 1, 2, 3, 4));
    check_weight(app, 2, 2, 0);
    app_drop(app);
}

/* Exports name the layer, and hold the numbers of the file. */
static void test_exports(void)
{
    struct app *app = rig_open("Birds sing.");
    struct hs_error error = {HS_OK, ""};
    struct hs_buffer buffer = {0};
    struct export_job job = {.path = "-", .format = FORMAT_CSV, .scale = 1};
    char name[300], line[120];
    act_text(app, ACT_OPEN, write_made("exports.safetensors", 3, 2, 4, TOKENS));
    export_name(app, EXPORT_VIEW, FORMAT_PNG, name, sizeof name);
    CHECK_TEXT(name, "exports-layers.png");
    CHECK(export_render(app, &job, &buffer, &error) == HS_OK);
    CHECK(strncmp(buffer.data, "layer_from_1,head_from_1,rows,entropy", 37) == 0);
    hs_buffer_drop(&buffer);
    job.format = FORMAT_JSON;
    CHECK(export_render(app, &job, &buffer, &error) == HS_OK);
    CHECK(strstr(buffer.data, "\"layer\": 2, \"head\": 1, \"entropy\": ") != NULL);
    hs_buffer_drop(&buffer);
    act_number(app, ACT_LAYER, 2);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 1});
    act_number(app, ACT_VIEW, VIEW_HEAD);
    export_name(app, EXPORT_VIEW, FORMAT_PNG, name, sizeof name);
    CHECK_TEXT(name, "exports-layer3-head2.png");
    job.format = FORMAT_CSV;
    CHECK(export_render(app, &job, &buffer, &error) == HS_OK);
    hs_buffer_write(&buffer, "", 1);
    snprintf(line, sizeof line, "\n3,2,4,to,2,un,0,%.9g,\n", made_weight(2, 1, 3, 1, 4));
    CHECK(strstr(buffer.data, line) != NULL);
    hs_buffer_drop(&buffer);
    static const enum view_id views[] = {VIEW_LAYERS, VIEW_GRID, VIEW_HEAD, VIEW_LINES};
    for (size_t i = 0; i < 8; i++) { /* pictures of every view */
        job.format = i % 2 ? FORMAT_SVG : FORMAT_PNG;
        act_number(app, ACT_VIEW, views[i / 2]);
        CHECK(export_render(app, &job, &buffer, &error) == HS_OK && buffer.length > 1000);
        if (i % 2) {
            hs_buffer_write(&buffer, "", 1);
            CHECK(strstr(buffer.data, "[CLS] unable to") &&
                  strstr(buffer.data, "exports.safetensors"));
            CHECK((strstr(buffer.data, "--layer 3") != NULL) == (views[i / 2] != VIEW_LAYERS) && !strstr(buffer.data, "d_k"));
        }
        hs_buffer_drop(&buffer);
    }
    app_drop(app);
}

TEST(test_app_dump)
{
    test_opening();
    test_refusing();
    test_leaving();
    test_bad_files();
    test_choices();
    test_all_items();
    test_layers_view();
    test_threads();
    test_faults();
    test_difference();
    test_exports();
    return check_report();
}
