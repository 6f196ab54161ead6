/* test_app_settings.c – the settings file: every key comes back, a broken file loses no start, of
 * windows that end together none loses anything, and a folder that cannot be used is told. Runs with
 * a settings folder of its own. */
#include <sys/stat.h>
#include <sys/wait.h>

#include "model/app.h"
#include "app_rig.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/desk.h"
#include "chrome/pass.h"

static char folder[600];

static const char *in_folder(const char *name)
{
    return rig_in(folder, name);
}

static void write_text(const char *name, const char *text)
{
    rig_write(in_folder(name), text, strlen(text));
}

static struct app *open_window_app(void)
{
    struct app *app = NULL;
    struct app_options options = {.assets = HS_SOURCE_DIR "/assets", .fixed_fonts = true};
    CHECK(app_new(&options, &app, NULL) == HS_OK);
    return app;
}

/* Every key of the file: a value that is none of a new window's, written, read here line by line,
 * and in the next window. */
static void check_every_setting(void)
{
    static const char *const lines[] = {"count_from = 0", "theme = contrast", "palette = magma",
        "cells = row-max", "ui_scale = 1.25", "size = 1111x777", "recent = /second.txt",
        "recent = /first one.txt", ""};
    char text[2000], *line = text;
    struct app *app = open_window_app(), *fresh = open_window_app();
    act_number(app, ACT_THEME, THEME_CONTRAST);
    act_number(app, ACT_PALETTE, PALETTE_MAGMA);
    act_number(app, ACT_SCALE, SCALE_ROW_MAX);
    act_number(app, ACT_ONE_BASED, 0);
    act(app, (struct action){.kind = ACT_UI_SCALE, .amount = 1.25f});
    act(app, (struct action){.kind = ACT_RESIZE, .dx = 1111, .dy = 777});
    app_remember(app, "/first one.txt");
    app_remember(app, "/second.txt");
    CHECK(app->window.theme != fresh->window.theme && app->look.palette != fresh->look.palette &&
          app->look.scale != fresh->look.scale && app->look.one_based != fresh->look.one_based &&
          app->window.ui_scale != fresh->window.ui_scale && app->window.width != fresh->window.width &&
          app->window.height != fresh->window.height && !fresh->files.recent[0][0]);
    CHECK(settings_write(app, NULL) == HS_OK);
    FILE *file = fopen(in_folder("headscope/settings"), "r");
    CHECK(file != NULL);
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        CHECK_TEXT(line, lines[i]);
        line = end ? end + 1 : line + strlen(line);
    }
    struct app *next = open_window_app();
    CHECK(next->window.theme == THEME_CONTRAST && next->look.palette == PALETTE_MAGMA);
    CHECK(next->look.scale == SCALE_ROW_MAX && !next->look.one_based);
    CHECK(next->window.ui_scale == 1.25f && next->window.scale_chosen);
    CHECK(next->window.width == 1111 && next->window.height == 777);
    CHECK_TEXT(next->files.recent[0], "/second.txt");
    CHECK_TEXT(next->files.recent[1], "/first one.txt");
    CHECK_TEXT(next->files.recent[2], "");
    app_drop(app);
    app_drop(fresh);
    app_drop(next);
    CHECK(unlink(in_folder("headscope/settings")) == 0);
}

/* Windows that end at the same moment, as all do when a desktop session ends: none loses a file. */
static void check_ended_together(void)
{
    enum { WINDOWS = 6, ROUNDS = 12 };
    struct app *app = open_window_app();
    for (int round = 0; round < ROUNDS; round++) {
        int gate[2], windows = 0, found = 0;
        memset(app->files.recent, 0, sizeof app->files.recent);
        unlink(in_folder("headscope/settings"));
        CHECK(pipe(gate) == 0);
        for (; windows < WINDOWS; windows++) {
            pid_t child = fork();
            if (child == 0) {
                char path[40], go;
                snprintf(path, sizeof path, "/window%d.txt", windows);
                app_remember(app, path);
                close(gate[1]);
                _exit(read(gate[0], &go, 1) != 0 || settings_write(app, NULL) != HS_OK);
            }
            CHECK(child > 0);
        }
        close(gate[0]);
        close(gate[1]); /* all at once */
        for (int status; windows > 0; windows--)
            CHECK(wait(&status) > 0 && status == 0);
        struct app *next = open_window_app();
        for (int i = 0; i < APP_RECENT; i++)
            found += next->files.recent[i][0] != '\0';
        CHECK(found == WINDOWS);
        app_drop(next);
    }
    app_drop(app);
    CHECK(unlink(in_folder("headscope/settings")) == 0);
}

/* Where nothing can be kept, a window says so, and what to do. */
static void check_no_folder(void)
{
    static const struct {
        const char *config, *home, *words;
    } cases[] = {{"/proc/nothing", "/", "cannot be used (No such file or directory)"},
        {"", "", "neither XDG_CONFIG_HOME nor HOME names a folder"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hs_error error;
        setenv("XDG_CONFIG_HOME", cases[i].config, 1);
        setenv("HOME", cases[i].home, 1);
        struct app *app = open_window_app();
        CHECK_TEXT(reading(app, "message"), "");
        session_keep_start(app);
        CHECK_TEXT(reading(app, "message-kind"), "error");
        CHECK(tells(reading(app, "message"), cases[i].words));
        CHECK(tells(reading(app, "message"), "are not kept"));
        CHECK(settings_write(app, &error) == HS_IO && tells(error.message, cases[i].words));
        app_drop(app);
    }
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("HOME", folder, 1);
}

static void check_settings(void)
{
    struct app *app = open_window_app();
    CHECK(app->window.first_start);
    act_number(app, ACT_THEME, THEME_DARK);
    act_number(app, ACT_SCALE, SCALE_SQRT);
    act(app, (struct action){.kind = ACT_RESIZE, .dx = 1111, .dy = 777});
    app_remember(app, "/one.txt");
    settings_write(app, NULL);
    struct app *other = open_window_app();
    CHECK(!other->window.first_start);
    CHECK(other->window.theme == THEME_DARK && other->look.scale == SCALE_SQRT);
    CHECK(other->window.width == 1111 && other->window.height == 777);
    CHECK_TEXT(other->files.recent[0], "/one.txt");
    CHECK_TEXT(reading(other, "message"), "");
    /* Two windows: neither loses the other's recent files. */
    app_remember(app, "/two.txt");
    app_remember(other, "/three.txt");
    settings_write(app, NULL);
    settings_write(other, NULL);
    app_drop(app);
    app_drop(other);
    app = open_window_app();
    CHECK_TEXT(app->files.recent[0], "/three.txt");
    CHECK_TEXT(app->files.recent[1], "/one.txt");
    CHECK_TEXT(app->files.recent[2], "/two.txt");
    app_drop(app);

    static const struct {
        const char *text;
        int line; /* 0 = no complaint */
    } files[] = {
        {"theme = dark\nfuture = 1\n", 0},
        {"", 0},
        {"theme = dark\r\n", 0},
        {"theme = purple\n", 1},
        {"theme = dark\nsize = 12\n", 2},
        {"theme = dark\n\nui_scale = nan\n", 3},
        {"theme = dark\nrecent = \xff\n", 2},
        {"\x01\x02 garbage", 1},
        {"size = 1e9x1e9\n", 1},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char wanted[24];
        write_text("headscope/settings", files[i].text);
        app = open_window_app();
        snprintf(wanted, sizeof wanted, "line %d is broken", files[i].line);
        if (files[i].line)
            CHECK(tells(reading(app, "message"), wanted));
        else
            CHECK_TEXT(reading(app, "message"), "");
        CHECK(app->window.width >= APP_MIN_WIDTH && app->window.ui_scale == 1);
        app_drop(app);
    }
    /* A FIFO or a folder in its place holds up no start. */
    unlink(in_folder("headscope/settings"));
    CHECK(mkfifo(in_folder("headscope/settings"), 0600) == 0);
    app = open_window_app();
    CHECK(tells(reading(app, "message"), "no regular file"));
    app_drop(app);
    unlink(in_folder("headscope/settings"));
}

TEST(test_app_settings)
{
    snprintf(folder, sizeof folder, "%s", rig_folder("app-settings"));
    setenv("XDG_CONFIG_HOME", folder, 1);
    check_every_setting();
    check_settings();
    check_ended_together();
    check_no_folder();
    return check_report();
}
