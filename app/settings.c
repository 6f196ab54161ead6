/* settings.c – see settings.h. The file is lines of `key = value`; unknown keys are skipped, so
 * that older and newer versions can share it. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apply.h"
#include "settings.h"

#define SETTINGS_LINE (APP_PATH_ROOM + 64)

static bool holds(const char *folder, const char *name)
{
    char path[APP_PATH_ROOM];
    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path &&
           access(path, R_OK) == 0;
}

/* The folder of the running program, without a trailing slash. */
static bool program_folder(char *folder, size_t room)
{
    ssize_t length = readlink("/proc/self/exe", folder, room - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

enum hs_status settings_assets(const char *given, char *folder, size_t room, struct hs_error *error)
{
    static const char *const places[] = {"assets", "../share/headscope/assets"};
    char program[APP_PATH_ROOM];
    if (!given || !given[0])
        given = getenv("HEADSCOPE_ASSETS");
    if (given && given[0]) { /* the engine says what is wrong with it */
        snprintf(folder, room, "%s", given);
        return HS_OK;
    }
    if (!program_folder(program, sizeof program))
        program[0] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(folder, room, "%s/%s", program, places[i]);
        if (holds(folder, "lexicon.json"))
            return HS_OK;
    }
    return app_fail(error, HS_IO,
        "%.300s/lexicon.json is missing: install Headscope whole (cmake --install), or name its "
        "assets folder with "
        "--assets",
        folder);
}

static int by_name(const void *left, const void *right)
{
    return strcmp(left, right);
}

void settings_find_samples(struct app *app, const char *assets)
{
    DIR *folder;
    struct dirent *entry;
    char place[APP_PATH_ROOM];
    if (snprintf(place, sizeof place, "%s/../samples", assets) >= (int)sizeof place)
        return;
    settings_full_path(place, app->samples_folder, sizeof app->samples_folder);
    folder = opendir(app->samples_folder);
    if (!folder) {
        app->samples_folder[0] = '\0';
        return;
    }
    while ((entry = readdir(folder)) && app->sample_count < APP_SAMPLES) {
        size_t length = strlen(entry->d_name);
        if (length > 4 && length < sizeof app->samples[0] &&
            strcmp(entry->d_name + length - 4, ".txt") == 0)
            memcpy(app->samples[app->sample_count++], entry->d_name, length + 1);
    }
    closedir(folder);
    qsort(app->samples, app->sample_count, sizeof app->samples[0], by_name);
}

const char *settings_full_path(const char *path, char *full, size_t room)
{
    char *resolved = realpath(path, NULL);
    int length = resolved ? snprintf(full, room, "%s", resolved) : -1;
    free(resolved);
    if (length < 0 || (size_t)length >= room)
        snprintf(full, room, "%s", path);
    return full;
}

/* The settings file's folder and, in it, the file. False when there is no home. */
static bool settings_place(char *folder, char *file, size_t room)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length;
    if (config && config[0] == '/')
        length = snprintf(folder, room, "%s/headscope", config);
    else if (home && home[0] == '/')
        length = snprintf(folder, room, "%s/.config/headscope", home);
    else
        return false;
    if (length >= (int)room)
        return false;
    return snprintf(file, room, "%s/settings", folder) < (int)room;
}

static void take_setting(struct app *app, const char *key, const char *value, int *recent)
{
    if (strcmp(key, "recent") == 0 && *recent < APP_RECENT && strlen(value) < APP_PATH_ROOM)
        snprintf(app->recent[(*recent)++], APP_PATH_ROOM, "%s", value);
    for (int i = 0; strcmp(key, "theme") == 0 && i < THEME_COUNT; i++)
        if (strcmp(value, app_theme_name((enum theme_id)i)) == 0)
            app->theme = (enum theme_id)i;
    for (int i = 0; strcmp(key, "palette") == 0 && i < PALETTE_DIVERGING; i++)
        if (strcmp(value, palette_name((enum palette)i)) == 0)
            app->palette = (enum palette)i;
    if (strcmp(key, "count_from") == 0)
        app->one_based = strcmp(value, "0") != 0;
    if (strcmp(key, "ui_scale") == 0) {
        float scale = strtof(value, NULL);
        if (scale >= 0.5f && scale <= 4) {
            app->ui_scale = scale;
            app->scale_chosen = true;
        }
    }
}

void settings_read(struct app *app)
{
    char folder[APP_PATH_ROOM], file[APP_PATH_ROOM], line[SETTINGS_LINE];
    int recent = 0;
    FILE *stream = settings_place(folder, file, sizeof file) ? fopen(file, "r") : NULL;
    if (!stream)
        return;
    while (fgets(line, sizeof line, stream)) {
        char *equals = strstr(line, " = ");
        line[strcspn(line, "\r\n")] = '\0';
        if (!equals || hs_utf8_invalid(line, strlen(line)) != strlen(line))
            continue;
        *equals = '\0';
        take_setting(app, line, equals + 3, &recent);
    }
    fclose(stream);
}

/* mkdir -p for the one or two levels that may be missing. */
static void make_folder(const char *folder)
{
    char parent[APP_PATH_ROOM];
    snprintf(parent, sizeof parent, "%s", folder);
    char *slash = strrchr(parent, '/');
    if (slash && slash != parent) {
        *slash = '\0';
        mkdir(parent, 0700);
    }
    mkdir(folder, 0700);
}

void settings_write(const struct app *app)
{
    char folder[APP_PATH_ROOM], file[APP_PATH_ROOM];
    struct hs_buffer buffer = {0};
    if (!settings_place(folder, file, sizeof file))
        return;
    make_folder(folder);
    hs_buffer_print(&buffer, "theme = %s\n", app_theme_name(app->theme));
    hs_buffer_print(&buffer, "palette = %s\n", palette_name(app->palette));
    hs_buffer_print(&buffer, "count_from = %d\n", app->one_based);
    if (app->scale_chosen)
        hs_buffer_print(&buffer, "ui_scale = %g\n", (double)app->ui_scale);
    for (int i = 0; i < APP_RECENT && app->recent[i][0]; i++)
        if (!strchr(app->recent[i], '\n'))
            hs_buffer_print(&buffer, "recent = %s\n", app->recent[i]);
    if (!buffer.failed)
        hs_file_write(file, buffer.data, buffer.length, true, NULL);
    hs_buffer_drop(&buffer);
}
