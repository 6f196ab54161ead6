/* What Grid and Head show, against the engine's own numbers: lenses, differences, hidden tokens,
 * head modes, orders, likeness; and that none of it survives where it must not. */
#include <math.h>

#include "model/app.h"
#include "app_rig.h"
#include "desk/export.h"
#include "views/view.h"
#include "chrome/pass.h"

static float shown_at(const struct app *app, size_t head, size_t q, size_t k)
{
    struct hs_matrix values = hs_set_weights(app_shown(app), 0, head);
    return values.data[q * values.stride + k];
}

static float weight_at(const struct hs_set *set, size_t head, size_t q, size_t k)
{
    struct hs_matrix values = hs_set_weights(set, 0, head);
    return values.data[q * values.stride + k];
}

static size_t unequal(const struct hs_set *a, const struct hs_set *b)
{
    struct hs_set_shape shape = hs_set_shape(a);
    size_t count = 0;
    for (size_t head = 0; head < shape.h; head++)
        for (size_t q = 0; q < shape.n; q++)
            for (size_t k = 0; k < shape.m; k++)
                count += weight_at(a, head, q, k) != weight_at(b, head, q, k) ||
                         hs_set_masked(a, q, k) != hs_set_masked(b, q, k);
    return count;
}

static void check_lenses(void)
{
    struct app *app = rig_open(NULL);
    struct hs_weights weights = hs_preset_weights(app->picture.preset);
    CHECK(app_shown(app) == app->picture.set);
    for (size_t lens = hs_lens_named("value"); lens <= hs_lens_named("score"); lens++) {
        struct hs_set *expected = NULL;
        act_number(app, ACT_LENS, lens);
        CHECK(hs_set_lens(app->picture.set, &weights, (size_t)lens, &expected, NULL) == HS_OK);
        CHECK(unequal(app_shown(app), expected) == 0);
        hs_set_drop(expected);
        float lo, hi, least = 0, largest = 0;
        app_range(app, 0, &lo, &hi);
        for (size_t head = 0; head < app->picture.h; head++) {
            float a, b;
            hs_head_extent(app_shown(app), 0, head, &a, &b);
            least = fminf(least, a);
            largest = fmaxf(largest, b);
        }
        CHECK(hi == (lens == hs_lens_named("score") ? fmaxf(largest, -least) : largest));
        CHECK(lo == (lens == hs_lens_named("score") ? -hi : 0));
        CHECK((app_palette(app) == PALETTE_DIVERGING) == (lens == hs_lens_named("score")));
    }
    /* Typing goes on under the lens; other views show the weights. */
    act_text(app, ACT_TEXT, "A dog barked.");
    CHECK(app->lens.wish.kind == hs_lens_named("score") && app_shown(app) != app->picture.set);
    act_number(app, ACT_VIEW, VIEW_LINES);
    CHECK(app_shown(app) == app->picture.set);
    act_number(app, ACT_VIEW, VIEW_GRID);
    act_number(app, ACT_LENS_RESET, 0);
    CHECK(app_shown(app) == app->picture.set);
    app_drop(app);
}

static void check_hidden(void)
{
    struct app *app = rig_open(NULL); /* The student … yesterday . */
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_FIRST, .q = ACT_NOWHERE});
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 4, .q = 1});
    CHECK(hs_set_masked(app_shown(app), 2, 0) && hs_set_masked(app_shown(app), 2, 4));
    CHECK(shown_at(app, 1, 2, 8) == weight_at(app->picture.set, 1, 2, 8));
    act_number(app, ACT_RENORMALISE, 1);
    double sum = 0, kept = 0;
    for (size_t k = 0; k < 10; k++) {
        sum += hs_set_masked(app_shown(app), 2, k) ? 0 : (double)shown_at(app, 0, 2, k);
        kept += k == 0 || k == 4 ? 0 : (double)weight_at(app->picture.set, 0, 2, k);
    }
    CHECK_NEAR(sum, 1, 1e-6);
    CHECK_NEAR(shown_at(app, 0, 2, 1), (double)weight_at(app->picture.set, 0, 2, 1) / kept, 1e-6);
    CHECK(app->lens.made.hidden && app->lens.made.hidden[4] && !app->lens.made.hidden[5]);
    /* The choice of a token belongs to its sentence; the first token is the first of any. */
    act_text(app, ACT_TEXT, "A dog barked at me.");
    CHECK(hs_set_masked(app_shown(app), 1, 0) && !hs_set_masked(app_shown(app), 1, 4));
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 99, .q = 1});
    CHECK_TEXT(reading(app, "message-kind"), "error");
    app_drop(app);
}

static void check_differences(void)
{
    struct app *app = rig_open(NULL);
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 2});
    CHECK(shown_at(app, 0, 2, 1) == weight_at(app->picture.set, 0, 2, 1) - weight_at(app->picture.set, 2, 2, 1));
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_COUNT, .head = 2});
    struct hs_run_options options = hs_run_defaults();
    struct hs_set *two = NULL;
    options.h = 2;
    CHECK(hs_run_text(app->picture.preset, app->picture.text, strlen(app->picture.text), &options, &two, NULL) == HS_OK);
    CHECK(shown_at(app, 3, 2, 1) == weight_at(app->picture.set, 3, 2, 1) - weight_at(two, 0, 2, 1));
    CHECK(shown_at(app, 4, 2, 1) == weight_at(app->picture.set, 4, 2, 1) - weight_at(two, 1, 2, 1));
    hs_set_drop(two);
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_COUNT, .head = 3});
    CHECK_TEXT(
        reading(app, "message-kind"), "error"); /* 3 does not divide 512; the old one stays */
    CHECK(app->lens.wish.minus_h == 2);
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_KEPT});
    CHECK(app->lens.wish.minus == MINUS_COUNT); /* nothing is kept yet */
    /* A head that is gone is no longer subtracted. */
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 7});
    act_number(app, ACT_HEADS, 4);
    CHECK(app->lens.wish.minus == MINUS_NOTHING && app_shown(app) == app->picture.set);
    /* Two sentences: cells of one only are masked, the lock cannot point outside. */
    act_text(app, ACT_KEEP, "The student read the old book.");
    CHECK(app->lens.wish.minus == MINUS_KEPT);
    CHECK(hs_set_shape(app_shown(app)).n == 12 && hs_set_shape(app->picture.set).n == 10);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_LOCK, .q = 11, .k = 11});
    CHECK_TEXT(reading(app, "locked"), "12 12");
    act_number(app, ACT_VIEW, VIEW_STEPS);
    CHECK_TEXT(reading(app, "locked"), "- -");
    app_drop(app);
}

static void check_modes(void)
{
    struct app *app = rig_open(NULL);
    struct hs_set *whole = hs_set_keep(app->picture.set);
    struct hs_change change;
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF});
    CHECK(app->picture.changes != NULL);
    for (size_t token = 0; app->picture.changes && token < 10; token++) {
        CHECK(hs_output_change(whole, app->picture.set, token, &change));
        CHECK(app->picture.changes[token].cosine == change.cosine &&
              app->picture.changes[token].distance == change.distance);
        CHECK(change.distance > 0);
    }
    hs_set_drop(whole);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_UNIFORM});
    CHECK_NEAR(weight_at(app->picture.set, 1, 3, 3), 0.1, 1e-6);
    act_text(app, ACT_TEXT, "A dog barked."); /* the mode stays with the head */
    CHECK_NEAR(weight_at(app->picture.set, 1, 3, 3), 0.25, 1e-6);
    act_number(app, ACT_HEADS, 16); /* other heads */
    CHECK(!app_modes_chosen(app) && app->picture.changes == NULL);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 16, .number = HS_HEAD_OFF});
    CHECK_TEXT(reading(app, "message-kind"), "error");
    app_drop(app);
}

static void check_orders(void)
{
    struct app *app = rig_open(NULL);
    for (long sort = 1; sort < (long)sort_count(); sort++) {
        act_number(app, ACT_SORT, sort);
        bool seen[8] = {false};
        for (size_t i = 0; i < 8; i++) {
            seen[app->lens.order[i]] = true;
            CHECK(app->lens.place[app->lens.order[i]] == i);
            if (i > 0)
                CHECK(app_sort_value(app, app->lens.order[i - 1]) >= app_sort_value(app, app->lens.order[i]));
        }
        for (size_t i = 0; i < 8; i++)
            CHECK(seen[i]);
    }
    CHECK(app_sort_value(app, 3) == app->picture.stats[3].confidence);
    size_t best = app->lens.order[0];
    act_number(app, ACT_SORT_ORDER, 1);
    CHECK(app->lens.order[7] == best);
    /* Steps in the grid follow the order that is seen. */
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = app->lens.order[0]});
    act(app, (struct action){.kind = ACT_GRID_STEP, .dx = 1});
    CHECK(app->look.head == app->lens.order[1]);
    act_number(app, ACT_PANEL, PANEL_ALIKE);
    CHECK(app->lens.alike != NULL);
    for (size_t i = 0; app->lens.alike && i < 7; i++) {
        CHECK_NEAR(app->lens.alike[i].divergence,
            hs_head_divergence(app->picture.set, 0, app->look.head, app->picture.set, 0, app->lens.alike[i].head), 0);
        CHECK(app->lens.alike[i].head != app->look.head);
        CHECK(i == 0 || app->lens.alike[i - 1].divergence <= app->lens.alike[i].divergence);
    }
    app_drop(app);
}

/* What was done stands in the page and in the numbers. */
static void check_exports(void)
{
    struct app *app = rig_open(NULL);
    const char *const wanted[FORMAT_COUNT] = {[FORMAT_PNG] = "head 2 off",
        [FORMAT_SVG] = "head 2 off",
        [FORMAT_CSV] = ",masked,difference",
        [FORMAT_JSON] = "\"values\": \"difference\"",
        [FORMAT_PDF] = "%PDF-"};
    act_number(app, ACT_LENS, (long)hs_lens_named("value"));
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 0});
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_PUNCTUATION, .q = 1});
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF});
    for (int format = 0; format < FORMAT_HTML; format++) { /* which shows no lens, and says so */
        struct export_job job = {.format = (enum export_format)format, .scale = 1};
        struct hs_buffer buffer = {0};
        bool found = false;
        CHECK(export_render(app, &job, &buffer, NULL) == HS_OK);
        size_t length = strlen(wanted[format]);
        for (size_t i = 0; i + length <= buffer.length && !found; i++)
            found = memcmp(buffer.data + i, wanted[format], length) == 0;
        CHECK(found);
        hs_buffer_drop(&buffer);
    }
    app_drop(app);
}

TEST(test_app_lens)
{
    check_lenses();
    check_hidden();
    check_differences();
    check_modes();
    check_orders();
    check_exports();
    return check_report();
}
