/* test_app_legend.c – what the legend says of every scale, range, lens and difference, of pixels that several cells share, of masked and hidden
 * keys and of what is no number, also where there is little room. A line of said/test_app_legend.txt for each text, with its colour, but for the numbers. */
#include "app_rig.h"
#include "canvas/canvas.h"
#include "dump_files.h"

/* The lines of a group of what is drawn that hold texts or colours. */
static void say_group(struct app *app, const char *state, const char *group)
{
    char begin[60], line[800];
    struct hs_buffer all = {0};
    app_settle(app);
    trace_write(app->services.draw, &all);
    hs_buffer_write(&all, "", 1);
    snprintf(begin, sizeof begin, "group \"%s\"\n", group);
    char *at = strstr(all.data ? all.data : "", begin);
    if (!at) {
        snprintf(line, sizeof line, "%s: no %s", state, group);
        CHECK(tells(line, group));
        hs_buffer_drop(&all);
        return;
    }
    size_t depth = 0;
    while (at - depth > all.data && at[-1 - (ptrdiff_t)depth] == ' ')
        depth++;
    at += strlen(begin);
    for (char *end; (end = strchr(at, '\n')) && strspn(at, " ") > depth; at = end + 1) {
        *end = '\0';
        const char *text = strchr(at, '"');
        if (text && strcspn(text + 1, "0123456789") <= strlen("−")) /* a number, which is the model's */
            continue;
        snprintf(line, sizeof line, "%s: %.500s", state, at + strspn(at, " "));
        CHECK(tells(line, state));
    }
    hs_buffer_drop(&all);
}

static void in_views(struct app *app, const char *what)
{
    static const struct {
        const char *name;
        enum view_id view;
    } views[] = {{"grid", VIEW_GRID}, {"head", VIEW_HEAD}, {"compare", VIEW_COMPARE}, {"lines", VIEW_LINES}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        for (int narrow = 0; narrow < 3; narrow++) {
            static const float width[] = {1280, 760, 560};
            char state[200];
            if (!view_usable(app, views[i].view))
                continue;
            act(app, (struct action){.kind = ACT_RESIZE, .dx = width[narrow], .dy = 700});
            act_number(app, ACT_VIEW, views[i].view);
            snprintf(state, sizeof state, "%s, %s, %g wide", what, views[i].name, (double)width[narrow]);
            say_group(app, state, "legend");
        }
}

static void test_model(void)
{
    struct app *app = rig_open("The cat sat on it.");
    in_views(app, "plain");
    for (int scale = 1; scale < SCALE_COUNT; scale++) {
        char what[40];
        snprintf(what, sizeof what, "scale %d", scale);
        act_number(app, ACT_SCALE, scale);
        in_views(app, what);
    }
    act_number(app, ACT_SCALE, 0);
    act_number(app, ACT_RANGE_PER_HEAD, 1);
    in_views(app, "own ranges");
    act_number(app, ACT_RANGE_PER_HEAD, 0);
    for (size_t lens = 1; hs_lens(lens); lens++) {
        act_number(app, ACT_LENS, (long)lens);
        in_views(app, hs_lens(lens)->name);
    }
    act_number(app, ACT_LENS, 0);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    in_views(app, "causal");
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 1, .q = ACT_NOWHERE});
    in_views(app, "causal, hidden");
    act_number(app, ACT_MASK, HS_MASK_NONE);
    in_views(app, "hidden");
    act_number(app, ACT_LENS_RESET, 0);
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 1});
    in_views(app, "minus a head");
    act_number(app, ACT_KEEP, 0);
    act_text(app, ACT_TEXT, "A dog sat there.");
    act_number(app, ACT_MINUS, MINUS_KEPT);
    in_views(app, "minus another text");
    app_drop(app);
}

static void test_file(void)
{
    const size_t large[] = {1, 2, 900, 900};
    struct hs_buffer file = {0};
    const char *path = dump_path("large.safetensors");
    made_file(&file, "attention", "F16", 4, large, "\"model\":\"made\"");
    file_write(path, &file);
    hs_buffer_drop(&file);
    struct app *app = rig_open("It sat.");
    act_open(app, path);
    in_views(app, "large");
    act_number(app, ACT_REDUCE, REDUCE_MEAN);
    in_views(app, "large, means");
    app_drop(app);

    header_write(&file, "{\"attention\":{\"dtype\":\"F32\",\"shape\":[1,1,2,2],\"data_offsets\":[0,16]}}");
    for (int i = 0; i < 4; i++)
        number_write(&file, "F32", i == 1 ? (double)NAN : 0.5);
    path = dump_path("nan.safetensors");
    file_write(path, &file);
    hs_buffer_drop(&file);
    app = rig_open("It sat.");
    act_open(app, path);
    in_views(app, "no number");
    app_drop(app);
}

TEST(test_app_legend)
{
    test_model();
    test_file();
    return check_report();
}
