/* places.c – where things lie on this machine, and what a path says by itself; see settings.h. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "desk/desk.h"
#include "desk/lesson.h"
#include "desk/session.h"
#include "desk/settings.h"

static bool has_ending(const char *path, const char *ending)
{
    size_t length = path ? strlen(path) : 0, end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0;
}

bool session_is_file(const char *path)
{
    return has_ending(path, SESSION_ENDING);
}

const char *session_below(const char *path, const char *folder)
{
    size_t length = folder ? strlen(folder) : 0;
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (length == 0 || strncmp(path, folder, length) != 0 || path[length] != '/')
        return NULL;
    return path + length + 1;
}

/* Where exports go: the folder of the last one, at first where the program was started. */
void export_folder(struct app *app)
{
    if (!app->files.export_folder[0] && !getcwd(app->files.export_folder, sizeof app->files.export_folder))
        snprintf(app->files.export_folder, sizeof app->files.export_folder, ".");
}

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
    return hs_fail(error, HS_IO,
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
    settings_full_path(place, app->files.samples_folder, sizeof app->files.samples_folder);
    folder = opendir(app->files.samples_folder);
    if (!folder) {
        app->files.samples_folder[0] = '\0';
        return;
    }
    while ((entry = readdir(folder)) && app->files.sample_count < APP_SAMPLES) {
        size_t length = strlen(entry->d_name);
        if (length > 4 && length < sizeof app->files.samples[0] &&
            (strcmp(entry->d_name + length - 4, ".txt") == 0 || session_is_file(entry->d_name) || has_ending(entry->d_name, LESSON_ENDING)))
            memcpy(app->files.samples[app->files.sample_count++], entry->d_name, length + 1);
    }
    closedir(folder);
    qsort(app->files.samples, app->files.sample_count, sizeof app->files.samples[0], by_name);
}

void settings_find_models(struct app *app)
{
    struct files *files = &app->files;
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && data[0] == '/';
    int length = snprintf(files->models_folder, sizeof files->models_folder, "%s%s/headscope/models", own ? data : home ? home : "",
        own ? "" : "/.local/share");
    DIR *folder = length < (int)sizeof files->models_folder ? opendir(files->models_folder) : NULL;
    struct dirent *entry;
    files->model_count = 0;
    while (folder && (entry = readdir(folder)) && files->model_count < APP_MODELS) {
        char config[APP_PATH_ROOM + 300];
        size_t size = strlen(entry->d_name);
        snprintf(config, sizeof config, "%s/%s/config.json", files->models_folder, entry->d_name);
        if (entry->d_name[0] != '.' && size < sizeof files->models[0] && access(config, R_OK) == 0)
            memcpy(files->models[files->model_count++], entry->d_name, size + 1);
    }
    if (folder)
        closedir(folder);
    qsort(files->models, files->model_count, sizeof files->models[0], by_name);
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

static bool settings_folder(char *folder, size_t room)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length;
    if (config && config[0] == '/')
        length = snprintf(folder, room, "%s/headscope", config);
    else if (home && home[0] == '/')
        length = snprintf(folder, room, "%s/.config/headscope", home);
    else
        return false;
    return length < (int)room;
}

bool settings_file(const char *name, char *path, size_t room)
{
    char folder[APP_PATH_ROOM];
    return settings_folder(folder, sizeof folder) &&
           snprintf(path, room, "%s/%s", folder, name) < (int)room;
}

/* mkdir -p for the one or two levels that may be missing. */
enum hs_status settings_make_folder(struct hs_error *error)
{
    char folder[APP_PATH_ROOM], parent[APP_PATH_ROOM];
    if (!settings_folder(folder, sizeof folder))
        return hs_fail(error, HS_IO,
            "Settings, recent files and a running sentence are not kept: neither XDG_CONFIG_HOME "
            "nor HOME names a folder. Set one of them to a full path.");
    memcpy(parent, folder, sizeof parent);
    char *slash = strrchr(parent, '/');
    if (slash && slash != parent) {
        *slash = '\0';
        mkdir(parent, 0700);
    }
    int number = mkdir(folder, 0700) == 0 ? 0 : errno;
    if (!number || access(folder, R_OK | W_OK | X_OK) == 0)
        return HS_OK;
    return hs_fail(error, HS_IO,
        "Settings, recent files and a running sentence are not kept: the folder %.300s cannot be "
        "used (%s). Make it writable, or set XDG_CONFIG_HOME to another.",
        folder, strerror(number == EEXIST ? errno : number));
}
