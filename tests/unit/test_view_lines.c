/* test_view_lines.c – the Lines view draws and exports exactly the links that the engine's rule
 * gives, of the heads and tokens that are shown. */
#include <math.h>

#include "app_rig.h"
#include "canvas/canvas.h"
#include "dump_files.h"
#include "views/lines.h"
#include "desk/perform.h"
#include "chrome/pass.h"

/* Links by the rule, counted from the engine. */
static size_t links_of(const struct app *app, size_t only_q, size_t only_k)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct hs_row_link links[64];
    size_t total = 0;
    for (size_t head = 0; head < app->picture.h; head++) {
        for (size_t q = 0; q < shape.n; q++) {
            if (!lines_shows(app, head) || (only_q != ACT_NOWHERE && q != only_q))
                continue;
            enum hs_link_rule rule = app->lines.rule;
            size_t count =
                hs_row_links(app->picture.set, 0, head, q, rule, (double)app->lines.amount[rule], links);
            for (size_t i = 0; i < count; i++)
                total += only_k == ACT_NOWHERE || links[i].k == only_k;
        }
    }
    return total;
}

static size_t lines_in(const char *text, const char *start)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, start)); at += strlen(start))
        count++;
    return count;
}

/* Picture and CSV hold `want` links. */
static void check_links(struct app *app, size_t want)
{
    struct hs_buffer trace = {0}, csv = {0};
    app_settle(app);
    trace_write(app->services.draw, &trace);
    CHECK(lines_in(trace.data, "  link ") == want);
    view_get(VIEW_LINES)->csv(app, &csv);
    CHECK(lines_in(csv.data, "\n") == want + 1);
    hs_buffer_drop(&trace);
    hs_buffer_drop(&csv);
}

/* One key's links are found without sorting rows: the same ones. */
static void check_link_to(const struct app *app)
{
    static const double amounts[3][3] = {{0.3, 0.7, 1}, {0.05, 0.2, 0.6}, {1, 2, 5}};
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct hs_row_link links[64];
    size_t wrong = 0, held = 0;
    for (int i = 0; i < 9; i++) {
        for (size_t at = 0; at < app->picture.h * shape.n * shape.m; at++) {
            size_t head = at / (shape.n * shape.m), q = at / shape.m % shape.n, k = at % shape.m;
            size_t count = hs_row_links(
                app->picture.set, 0, head, q, (enum hs_link_rule)(i / 3), amounts[i / 3][i % 3], links);
            float weight = 0;
            bool found = hs_row_link_to(app->picture.set, 0, head, q, k, (enum hs_link_rule)(i / 3),
                amounts[i / 3][i % 3], &weight);
            size_t place = 0;
            while (place < count && links[place].k != k)
                place++;
            wrong += found != (place < count) || (found && weight != links[place].weight);
            held += found;
        }
    }
    CHECK(wrong == 0 && held > 100);
}

/* What is said of the rows, as drawn. */
static bool trace_holds(struct app *app, const char *words)
{
    struct hs_buffer trace = {0};
    app_settle(app);
    trace_write(app->services.draw, &trace);
    bool holds = strstr(trace.data, words) != NULL;
    hs_buffer_drop(&trace);
    return holds;
}

/* A locked key of a long text asks for every row. Each is looked at where that is cheap, else those
 * round the rows in sight, and the note says which. */
static void check_bound(void)
{
    const size_t shape[] = {1, 5, 1024, 1024};
    struct app *app = rig_open(APP_DEFAULT_TEXT);
    struct hs_buffer file = {0};
    const char *path = dump_path("long.safetensors");
    made_file(&file, "attention", "F16", 4, shape, NULL);
    file_write(path, &file);
    hs_buffer_drop(&file);
    act_text(app, ACT_OPEN, path);
    act_number(app, ACT_VIEW, VIEW_LINES);
    act(app, (struct action){.kind = ACT_LINES_LOCK, .q = ACT_NOWHERE, .k = 900});
    CHECK(app->lines.rule == HS_LINKS_WEIGHT);
    CHECK(trace_holds(app, ": 5 links") && !trace_holds(app, "of rows"));
    act_number(app, ACT_LINES_RULE, HS_LINKS_TOP);
    /* 4,000,000 / 1024 / 5 = 781 rows, as many on both sides, from the first on */
    CHECK(trace_holds(app, "; of rows 1 to 780 only"));
    app_drop(app);
}

/* Of heads that do not stay in memory together as many are drawn as do, the selected one among
 * them, and the note says how many wait. */
static void check_memory(void)
{
    const size_t shape[] = {1, 5, 8, 8};
    struct app *app = rig_open(APP_DEFAULT_TEXT);
    struct hs_buffer file = {0};
    const char *path = dump_path("heads.safetensors");
    made_file(&file, "attention", "F32", 4, shape, NULL);
    file_write(path, &file);
    hs_buffer_drop(&file);
    act_text(app, ACT_OPEN, path);
    act_number(app, ACT_VIEW, VIEW_LINES);
    CHECK(lines_draws(app, 4) && trace_holds(app, "5 of 5 heads; "));
    app->lines.bytes = 4 * 8 * 8 * sizeof(float); /* one of the four for the panel */
    CHECK(lines_draws(app, 2) && !lines_draws(app, 3) && lines_shows(app, 3));
    CHECK(trace_holds(app, "3 of 5 heads; ") && trace_holds(app, "; 2 more do not fit"));
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 4});
    CHECK(lines_draws(app, 1) && !lines_draws(app, 2) && lines_draws(app, 4));
    act(app, (struct action){.kind = ACT_LINES_HEAD, .head = 0});
    CHECK(
        !lines_draws(app, 0) && lines_draws(app, 1) && lines_draws(app, 2) && !lines_draws(app, 3));
    app->lines.bytes = 1;
    CHECK(lines_draws(app, 4) && !lines_draws(app, 1) && trace_holds(app, "1 of 5 heads; "));
    app_drop(app);
}

/* How many kinds of line a person can tell apart: hue with dash. */
static size_t styles_drawn(struct app *app)
{
    char style[64][40];
    size_t count = 0;
    struct hs_buffer trace = {0};
    app_settle(app);
    trace_write(app->services.draw, &trace);
    hs_buffer_write(&trace, "", 1);
    for (char *at = trace.data; (at = strstr(at, "  link ")); at++) {
        char one[40], *end = strchr(at, '\n'), *dash = strstr(at, " radius ");
        snprintf(one, sizeof one, "%.6s %.6s", end - 6,
            dash && dash < end ? dash + strlen(" radius ") : "");
        size_t i = 0;
        while (i < count && strcmp(style[i], one) != 0)
            i++;
        if (i == count && count < 64)
            memcpy(style[count++], one, sizeof one);
    }
    hs_buffer_drop(&trace);
    return count;
}

/* A token that is locked out of sight is brought there, once: after that the wheel decides. */
static void check_follow(void)
{
    static const char locked[] = " right bold 13.0";
    struct app *app = rig_open("One two three four five six seven eight nine ten eleven twelve "
                               "thirteen fourteen fifteen sixteen seventeen eighteen nineteen end");
    act(app, (struct action){.kind = ACT_RESIZE, .dx = 900, .dy = 600});
    act_number(app, ACT_VIEW, VIEW_LINES);
    CHECK(trace_holds(app, " right ui 13.0") && !trace_holds(app, locked));
    act(app, (struct action){.kind = ACT_LOCK, .q = 18, .k = ACT_NOWHERE});
    CHECK(trace_holds(app, locked));
    app_event(app, &(struct ui_event){.kind = UI_MOVE, .x = 300, .y = 400});
    app_event(app, &(struct ui_event){.kind = UI_WHEEL, .x = 300, .y = 400, .wheel_y = 50});
    CHECK(!trace_holds(app, locked));
    app_drop(app);
}

/* Heads 1 and 41 looked the same once. */
static void check_styles(void)
{
    for (size_t i = 0; i < 80; i++)
        for (size_t j = 0; j < i; j++) {
            struct line_style a = line_style(i), b = line_style(j);
            CHECK(a.hue < 10 && (a.hue != b.hue || a.dash != b.dash || a.twice != b.twice));
        }
}

/* The least weight that is drawn follows the picture, until one is chosen. */
static void check_threshold(void)
{
    struct app *app = rig_open(APP_DEFAULT_TEXT);
    for (size_t h = 1; h <= 64; h *= 8) {
        act_number(app, ACT_HEADS, (long)h);
        float largest = 0;
        for (size_t head = 0; head < h; head++) {
            struct hs_matrix A = hs_set_weights(app->picture.set, 0, head);
            for (size_t i = 0; i < A.rows * A.cols; i++)
                largest = fmaxf(largest, A.data[i / A.cols * A.stride + i % A.cols]);
        }
        float want = fmaxf(largest / 4, 0.12f), got = app->lines.amount[HS_LINKS_WEIGHT];
        CHECK(got >= want - 1e-6f && got < want + 0.0101f);
    }
    press(app, "5");
    press(app, ".");
    float chosen = app->lines.amount[HS_LINKS_WEIGHT];
    act_number(app, ACT_HEADS, 1);
    CHECK(app->lines.amount[HS_LINKS_WEIGHT] == chosen);
    app_drop(app);
}

TEST(test_view_lines)
{
    check_bound();
    check_follow();
    check_memory();
    check_styles();
    check_threshold();
    struct app *app = rig_open(APP_DEFAULT_TEXT);
    struct lines *lines = &app->lines;
    press(app, "5");
    CHECK_TEXT(reading(app, "view"), "lines");
    CHECK(lines->rule == HS_LINKS_WEIGHT);
    size_t all = links_of(app, ACT_NOWHERE, ACT_NOWHERE);
    CHECK(all > 0);
    check_links(app, all);
    check_link_to(app);

    press(app, "l"); /* top: the heaviest links of each row */
    CHECK(lines->rule == HS_LINKS_TOP && lines->amount[HS_LINKS_TOP] == 3);
    check_links(app, 8 * 10 * 3);
    press(app, ",");
    press(app, ",");
    press(app, ","); /* not below one */
    CHECK(lines->amount[HS_LINKS_TOP] == 1);
    check_links(app, 8 * 10);

    press(app, "o"); /* the selected head alone … */
    CHECK(lines_shows(app, 0) && !lines_shows(app, 1));
    check_links(app, 10);
    press(app, "o"); /* … and all again */
    press(app, "d"); /* without the selected one */
    CHECK(!lines_shows(app, 0) && lines_shows(app, 7));
    check_links(app, 70);
    press(app, "d");

    press(app, "down"); /* locks the token after the verb: its links alone */
    CHECK(app->look.locked.q == 3);
    check_links(app, links_of(app, 3, ACT_NOWHERE));
    act(app, (struct action){.kind = ACT_LINES_LOCK, .q = ACT_NOWHERE, .k = 4});
    CHECK(app->look.locked.q == ACT_NOWHERE && lines->locked_key == 4);
    check_links(app, links_of(app, ACT_NOWHERE, 4));
    app_apply(app, &(struct action){.kind = ACT_LINES_POINT, .q = 2, .k = ACT_NOWHERE});
    CHECK(lines_only(app, HS_QUERY) == 2 && lines_only(app, HS_KEY) == ACT_NOWHERE);
    app_settle(app); /* the pointer is nowhere near */
    CHECK(lines_only(app, HS_QUERY) == ACT_NOWHERE && lines_only(app, HS_KEY) == 4);
    act_text(app, ACT_TEXT, "Too short."); /* the locked key is out of reach now */
    CHECK(lines->locked_key == ACT_NOWHERE);
    act_number(app, ACT_HEADS, 2);
    check_links(app, links_of(app, ACT_NOWHERE, ACT_NOWHERE));
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    check_links(app, 2 * 3);
    act_number(app, ACT_MASK, HS_MASK_NONE);
    act_number(app, ACT_HEADS, 32); /* no two of 32 heads are drawn alike, though hues repeat */
    CHECK(styles_drawn(app) == 32);
    press(app, "esc");
    app_drop(app);
    return check_report();
}
