/* test_app_look.c – what is looked at: selection, lock, zoom, numbers in words, keys. */
#include <math.h>

#include "app_rig.h"
#include "chrome/keys.h"
#include "chrome/pass.h"

static void check_words(void)
{
    struct app *app = rig_open(NULL);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 1});
    act(app, (struct action){.kind = ACT_LOCK, .q = 2, .k = 4});
    struct hs_matrix weights = hs_set_weights(app->picture.set, 0, 1);
    char expected[200], weight[32];
    app_weight_text((double)weights.data[2 * weights.stride + 4], weight, sizeof weight);
    snprintf(expected, sizeof expected,
        "'delivered' gives %s of head 2 to 'book'; rank %zu of 10; score %.2f", weight,
        hs_row_rank(app->picture.set, 0, 1, 2, 4), (double)app_score(app, 1, 2, 4));
    CHECK_TEXT(reading(app, "words"), expected);
    act(app, (struct action){.kind = ACT_LOCK, .q = 3, .k = 6});
    CHECK(strstr(reading(app, "words"), "'the (1)'") != NULL);
    CHECK(strstr(reading(app, "words"), "'the (2)'") != NULL);
    act_number(app, ACT_ONE_BASED, 0);
    CHECK(strstr(reading(app, "words"), "head 1") != NULL);
    CHECK_TEXT(reading(app, "locked"), "3 6");
    app_drop(app);
}

static void check_weight_text(void)
{
    const struct {
        double weight;
        const char *text;
    } cases[] = {{0, "0"}, {1, "1.00"}, {0.4312, "0.43"}, {0.0096, "0.01"}, {0.0012, "0.0012"},
        {0.0001, "0.0001"}, {0.00003, "3.0e-05"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        app_weight_text(cases[i].weight, text, sizeof text);
        CHECK_TEXT(text, cases[i].text);
    }
}

static void check_lock(void)
{
    struct app *app = rig_open("One two three.");
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_LOCK, .q = 1, .k = 2});
    CHECK_TEXT(reading(app, "locked"), "2 3");
    act(app, (struct action){.kind = ACT_LOCK, .q = 1, .k = 2}); /* the same again unlocks */
    CHECK_TEXT(reading(app, "locked"), "- -");
    act(app, (struct action){.kind = ACT_LOCK, .q = 9, .k = 0});
    CHECK_TEXT(reading(app, "message-kind"), "error");
    CHECK_TEXT(reading(app, "locked"), "- -");
    act(app, (struct action){.kind = ACT_MOVE_CELL}); /* none is locked: the strongest one is */
    CHECK(app->look.locked.q == app->picture.stats[app->look.head].largest_q);
    for (int i = 0; i < 6; i++)
        press(app, "down");
    for (int i = 0; i < 6; i++)
        press(app, "left");
    CHECK_TEXT(reading(app, "locked"), "4 1");
    act_text(app, ACT_TEXT, "One."); /* the row is gone, so is the lock */
    CHECK_TEXT(reading(app, "locked"), "- -");
    app_drop(app);
}

static void check_zoom(void)
{
    struct app *app = rig_open("One two three four five six seven eight nine ten eleven twelve.");
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_ZOOM, .amount = 2, .x = 0.25f, .y = 0.75f});
    CHECK_NEAR(app->look.window.col0, 0.125, 1e-9);
    CHECK_NEAR(app->look.window.row0, 0.375, 1e-9);
    CHECK_NEAR(app->look.window.col1 - app->look.window.col0, 0.5, 1e-9);
    act(app, (struct action){.kind = ACT_PAN, .dx = 10, .dy = -10});
    CHECK_NEAR(app->look.window.col1, 1, 1e-9);
    CHECK_NEAR(app->look.window.row0, 0, 1e-9);
    act(app, (struct action){.kind = ACT_ZOOM, .amount = 1e9f, .x = 0.5f, .y = 0.5f});
    CHECK_NEAR(
        app->look.window.col1 - app->look.window.col0, 4.0 / 13, 1e-9); /* never fewer than four cells */
    /* Moving the locked cell out of sight brings it back in. */
    act(app, (struct action){.kind = ACT_LOCK, .q = 0, .k = 0});
    act(app, (struct action){.kind = ACT_MOVE_CELL, .dx = 12, .dy = 12});
    CHECK_NEAR(app->look.window.row1, 1, 1e-9);
    act(app, (struct action){.kind = ACT_ZOOM, .amount = NAN, .x = 0.5f, .y = 0.5f});
    act(app, (struct action){.kind = ACT_ZOOM, .amount = 0, .x = 0.5f, .y = 0.5f});
    CHECK(app->look.window.col1 <= 1 && app->look.window.col0 >= 0);
    act_number(app, ACT_ZOOM_RESET, 0);
    CHECK_TEXT(reading(app, "zoom"), "1.00");
    app_drop(app);
}

static void check_range(void)
{
    struct app *app = rig_open(NULL);
    float lo, hi, own;
    double largest = 0;
    app_range(app, 3, &lo, &hi);
    for (size_t i = 0; i < app->picture.h; i++)
        largest = fmax(largest, app->picture.stats[i].largest);
    CHECK(lo == 0);
    CHECK_NEAR(hi, largest, 0);
    act_number(app, ACT_RANGE_PER_HEAD, 1);
    app_range(app, 3, &lo, &own);
    CHECK_NEAR(own, app->picture.stats[3].largest, 0);
    app_drop(app);
}

static void check_strongest(void)
{
    struct app *app = rig_open(NULL);
    struct app_cell cells[5];
    struct hs_matrix weights = hs_set_weights(app->picture.set, 0, 7);
    CHECK(app_strongest(app, 7, cells, 5) == 5);
    for (int i = 0; i < 5; i++) {
        float weight = weights.data[cells[i].q * weights.stride + cells[i].k];
        size_t larger = 0;
        for (size_t q = 0; q < weights.rows; q++)
            for (size_t k = 0; k < weights.cols; k++)
                larger += weights.data[q * weights.stride + k] > weight;
        CHECK(larger <= (size_t)i);
    }
    app_drop(app);
}

/* Every binding parses and is the one found for its key, in a view where it works. */
static void check_keys(void)
{
    struct app *app = rig_open(NULL);
    for (const struct key_binding *binding = keys_table(); binding->keys; binding++) {
        char keys[64], shown[100];
        snprintf(keys, sizeof keys, "%s", binding->keys);
        for (int id = VIEW_COUNT - 1; id >= 0; id--) /* the first view that has the key */
            if (!binding->views || binding->views & KEYS_IN(id))
                app->look.view = (enum view_id)id; /* nothing is drawn: some need an open file */
        for (char *one = strtok(keys, " "); one; one = strtok(NULL, " ")) {
            struct ui_event event = {.kind = UI_KEY};
            struct action action = {.kind = ACT_NONE};
            CHECK(ui_key_parse(one, &event.key, &event.mods));
            CHECK(keys_find(app, &event, &action));
            CHECK(action.kind == binding->action.kind && action.number == binding->action.number);
        }
        keys_shown(binding, shown, sizeof shown);
        CHECK(shown[0] != '\0');
    }
    app->look.view = VIEW_GRID;
    app_drop(app);
}

static void check_ui_scale(void)
{
    struct app *app = rig_open(NULL);
    act(app, (struct action){.kind = ACT_UI_SCALE, .amount = 2});
    CHECK_TEXT(reading(app, "size"), "640x400"); /* the same pixels hold half as much */
    press(app, "ctrl+minus");
    CHECK_TEXT(reading(app, "scale"), "1.75");
    press(app, "ctrl+0");
    CHECK_TEXT(reading(app, "scale"), "1");
    CHECK_TEXT(reading(app, "size"), "1280x800");
    act(app, (struct action){.kind = ACT_UI_SCALE, .amount = 1.1f});
    press(app, "ctrl+plus");
    CHECK_TEXT(reading(app, "scale"), "1.25");
    act(app, (struct action){.kind = ACT_RESIZE, .dx = 1e9f, .dy = 100});
    CHECK_TEXT(reading(app, "message-kind"), "error");
    app_drop(app);
}

TEST(test_app_look)
{
    check_words();
    check_weight_text();
    check_lock();
    check_zoom();
    check_range();
    check_strongest();
    check_keys();
    check_ui_scale();
    return check_report();
}
