/* test_app_former.c – files that former versions wrote, as they wrote them (data/former: the settings of the first version and of the
 * first with a window size; the sessions of the first version with sessions, of the first with lenses, of the first with a picture B and
 * attention files), and what must come of them. */
#include <sys/stat.h>

#include "app_rig.h"

#define FORMER HS_SOURCE_DIR "/tests/unit/data/former/"

struct wanted {
    const char *file;
    const char *reading[16][2];
};

static const struct wanted sessions[] = {
    {"first.session", {{"text", "A dog barks."}, {"sentence", "1"}, {"note", "the first one"}, {"heads", "8"}, {"mask", "causal"},
        {"modes", "u......."}, {"view", "head"}, {"lock", "1,3"}, {"palette", "cividis"}, {"cells", "sqrt"}, {"range", "own"}, {"reduce", "largest"},
        {"values", "yes"}, {"count-from", "1"}, {"lens", "weight"}}},
    {"lens.session", {{"view", "grid"}, {"head", "2"}, {"palette", "magma"}, {"lens", "output"}, {"hide", "punctuation"}, {"renormalise", "yes"},
        {"sort", "distance"}, {"reverse", "yes"}, {"rule", "top"}, {"amount", "5"}, {"hide-heads", "2"}, {"step", "k"}, {"mask", "none"}}},
    {"b.session", {{"text", "he cat sat here."}, {"view", "head"}, {"minus-text", "A dog barks."}, {"beside", "no"}, {"step", "x"}}},
    {"file.session", {{"layer", "2"}, {"layers", "2"}, {"item", "1"}, {"pieces", "readable"}, {"layers-mode", "map"}, {"layers-sort", "number"},
        {"view", "head"}, {"lock", "3,2"}, {"palette", "cividis"}, {"heads", "2"}}},
};

static void check_session(struct app *app, const struct wanted *wanted)
{
    char path[600];
    snprintf(path, sizeof path, FORMER "%s", wanted->file);
    act_text(app, ACT_SESSION_OPEN, path);
    live_wait(app, NULL);
    session_follow(app, HS_OK, NULL);
    app_settle(app);
    CHECK_TEXT(reading(app, "message"), "");
    for (size_t i = 0; i < 16 && wanted->reading[i][0]; i++) {
        const char *is = reading(app, wanted->reading[i][0]);
        if (strcmp(is, wanted->reading[i][1]) != 0)
            fprintf(stderr, "%s: %s\n", wanted->file, wanted->reading[i][0]);
        CHECK_TEXT(is, wanted->reading[i][1]);
    }
}

/* Of a window: the settings are read when it opens. */
static struct app *open_with(const char *settings)
{
    char folder[] = "/tmp/hs-former-XXXXXX", path[200], command[900];
    struct app *app = NULL;
    struct app_options options = {.assets = HS_SOURCE_DIR "/assets", .fixed_fonts = true};
    CHECK(mkdtemp(folder) && setenv("XDG_CONFIG_HOME", folder, 1) == 0);
    snprintf(path, sizeof path, "%s/headscope", folder);
    CHECK(mkdir(path, 0700) == 0);
    snprintf(command, sizeof command, "cp " FORMER "%s %s/settings", settings, path);
    CHECK(system(command) == 0 && app_new(&options, &app, NULL) == HS_OK);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
    return app;
}

static void check_settings(void)
{
    struct app *app = open_with("first.settings");
    CHECK_TEXT(reading(app, "message"), "");
    CHECK_TEXT(reading(app, "theme"), "contrast");
    CHECK_TEXT(reading(app, "palette"), "magma");
    CHECK_TEXT(reading(app, "count-from"), "0");
    CHECK_TEXT(reading(app, "scale"), "1.25");
    CHECK_TEXT(app->files.recent[0], "/first one.txt");
    CHECK_TEXT(app->files.recent[1], "/second.txt");
    app_drop(app);
    app = open_with("size.settings");
    CHECK_TEXT(reading(app, "message"), "");
    CHECK_TEXT(reading(app, "theme"), "dark");
    CHECK_TEXT(reading(app, "palette"), "cividis");
    CHECK_TEXT(reading(app, "cells"), "row-max");
    CHECK_TEXT(reading(app, "count-from"), "1");
    CHECK_TEXT(reading(app, "size"), "1111x777");
    app_drop(app);
}

TEST(test_app_former)
{
    struct app *app = rig_open("The dog sleeps.");
    for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++)
        check_session(app, &sessions[i]);
    app_drop(app);
    check_settings();
    return check_report();
}
