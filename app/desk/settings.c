/* settings.c – see settings.h. The file is lines of `key = value`; unknown keys are skipped, so
 * that older and newer versions can share it. Two windows may write it: each writes it whole, and
 * keeps the recent files that the other has added. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "model/options.h"

#define SETTINGS_MOST_BYTES ((size_t)1 << 20)

/* ---------------------------------------------------------------- reading */
static bool take_number(const char *value, float least, float most, float *number)
{
    char *stop;
    float read = strtof(value, &stop);
    if (stop == value || *stop || !(read >= least && read <= most))
        return false;
    *number = read;
    return true;
}

static bool take_size(struct app *app, const char *value)
{
    char width[16];
    const char *height = strchr(value, 'x');
    float w, h;
    if (!height || height - value >= (long)sizeof width)
        return false;
    snprintf(width, sizeof width, "%.*s", (int)(height - value), value);
    if (!take_number(width, 1, CANVAS_MAX_SIDE, &w) ||
        !take_number(height + 1, 1, CANVAS_MAX_SIDE, &h))
        return false;
    app->window.width = w < APP_MIN_WIDTH ? APP_MIN_WIDTH : w;
    app->window.height = h < APP_MIN_HEIGHT ? APP_MIN_HEIGHT : h;
    return true;
}

/* A setting that is an option. */
static bool take_option(struct app *app, const struct option *option, const char *text)
{
    struct option_value value;
    if (option_read(option, text, &value, NULL))
        return false;
    struct action action = option_action(option, &value, 0);
    return act_try(app, &action, NULL) == HS_OK;
}

static bool take_ui_scale(struct app *app, const char *value)
{
    return app->window.scale_chosen = take_number(value, 0.5f, 4, &app->window.ui_scale);
}

static bool take_panel(struct app *app, const char *value)
{
    return take_number(value, 200, 640, &app->window.panel_width);
}

static bool take_recent(struct app *app, const char *value)
{
    int at = 0;
    while (at < APP_RECENT && app->files.recent[at][0] && strcmp(app->files.recent[at], value) != 0)
        at++;
    if (at < APP_RECENT)
        snprintf(app->files.recent[at], APP_PATH_ROOM, "%s", value);
    return value[0] == '/';
}

static const struct {
    const char *key;
    bool (*take)(struct app *app, const char *value);
} settings[] = {
    {"ui_scale", take_ui_scale},
    {"size", take_size},
    {"panel", take_panel},
    {"recent", take_recent},
};
#define SETTINGS (sizeof settings / sizeof *settings)

/* False when the line is broken. A key of a newer version is none of our business. */
static bool take_line(struct app *app, char *line)
{
    char *equals = strstr(line, " = ");
    size_t length = strlen(line);
    if (length == 0)
        return true;
    if (!equals || hs_utf8_invalid(line, length) != length || length >= APP_PATH_ROOM)
        return false;
    *equals = '\0';
    for (size_t i = 0; i < SETTINGS; i++)
        if (strcmp(settings[i].key, line) == 0)
            return settings[i].take(app, equals + 3);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        if (option->setting && strcmp(option->setting, line) == 0)
            return take_option(app, option, equals + 3);
    }
    return true;
}

/* The settings' bytes; free() them. NULL with an empty message when there are none yet. */
static char *read_bytes(const char *file, struct hs_error *why)
{
    struct stat status;
    char *bytes = NULL;
    size_t length;
    why->message[0] = '\0';
    bool found = stat(file, &status) == 0;
    if (!found && errno == ENOENT)
        return NULL;
    if (found && !S_ISREG(status.st_mode)) /* a FIFO would let the start wait for ever */
        hs_fail(why, HS_IO, "%.300s is no regular file: remove it", file);
    else if (hs_file_read(file, SETTINGS_MOST_BYTES, &bytes, &length, why) == HS_OK &&
             strlen(bytes) == length)
        return bytes;
    else if (bytes)
        hs_fail(why, HS_BAD_INPUT, "%.300s holds a NUL byte: it is no settings file", file);
    free(bytes);
    return NULL;
}

enum settings_found settings_read(struct app *app)
{
    char file[APP_PATH_ROOM];
    struct hs_error why;
    int number = 0, broken = 0;
    if (!settings_file("settings", file, sizeof file))
        return SETTINGS_NO_HOME;
    char *bytes = read_bytes(file, &why);
    if (!bytes) {
        if (why.message[0])
            app_say(app, MESSAGE_ERROR, "The settings could not be read: %.500s", why.message);
        return why.message[0] ? SETTINGS_FOUND : SETTINGS_NONE_YET;
    }
    for (char *line = bytes, *end; line; line = end) {
        number++;
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (!take_line(app, line) && !broken)
            broken = number;
    }
    free(bytes);
    if (broken)
        app_say(app, MESSAGE_ERROR,
            "%.400s: line %d is broken. All other settings were taken, and the file is written "
            "anew when the program ends.",
            file, broken);
    return SETTINGS_FOUND;
}

/* ---------------------------------------------------------------- writing */
/* The recent files of another window that wrote since, after our own. */
static void write_recent(const struct app *app, const char *file, struct hs_buffer *buffer)
{
    struct app *other = calloc(1, sizeof *other);
    struct hs_error why;
    char *bytes = other ? read_bytes(file, &why) : NULL;
    if (other) {
        memcpy(other->files.recent, app->files.recent, sizeof other->files.recent);
        for (char *line = bytes, *end; line; line = end) {
            end = strchr(line, '\n');
            if (end)
                *end++ = '\0';
            if (strncmp(line, "recent = ", 9) == 0)
                take_line(other, line);
        }
        app = other;
    }
    for (int i = 0; i < APP_RECENT && app->files.recent[i][0]; i++)
        if (!strchr(app->files.recent[i], '\n'))
            hs_buffer_print(buffer, "recent = %s\n", app->files.recent[i]);
    free(bytes);
    free(other);
}

/* Held from reading what another window added until that is written again. -1 where files cannot be
 * locked: then the last one wins, as it must. */
static int lock_settings(void)
{
    char path[APP_PATH_ROOM];
    if (!settings_file("settings.lock", path, sizeof path))
        return -1;
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    while (lock >= 0 && flock(lock, LOCK_EX) && errno == EINTR)
        ;
    return lock;
}

enum hs_status settings_write(const struct app *app, struct hs_error *error)
{
    char file[APP_PATH_ROOM];
    struct hs_buffer buffer = {0};
    enum hs_status status = settings_make_folder(error);
    if (status)
        return status;
    if (!settings_file("settings", file, sizeof file))
        return hs_fail(error, HS_IO, "the path of the settings is too long");
    int lock = lock_settings();
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        if (option->setting) {
            hs_buffer_print(&buffer, "%s = ", option->setting);
            option_tell(app, option, &buffer);
            hs_buffer_print(&buffer, "\n");
        }
    }
    if (app->window.scale_chosen)
        hs_buffer_print(&buffer, "ui_scale = %g\n", (double)app->window.ui_scale);
    if (app->window.panel_width > 0)
        hs_buffer_print(&buffer, "panel = %.0f\n", (double)app->window.panel_width);
    hs_buffer_print(&buffer, "size = %.0fx%.0f\n", (double)app->window.width, (double)app->window.height);
    write_recent(app, file, &buffer);
    status = buffer.failed ? hs_fail(error, HS_NO_MEMORY, "no memory left for the settings")
                           : hs_file_write(file, buffer.data, buffer.length, true, error);
    hs_buffer_drop(&buffer);
    if (lock >= 0)
        close(lock);
    return status;
}
