/* streams.c – names that are no files: a window does not wait for the other end of a pipe, and remembers none. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "desk/desk.h"

/* Whether the name is a stream's: standard input, or a pipe, a device, a socket. */
static bool is_stream(const char *path)
{
    struct stat about;
    return strcmp(path, "-") == 0 ||
           (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

enum hs_status app_check_waits(
    const struct app *app, const struct action *action, struct hs_error *error)
{
    switch (action->kind) {
    case ACT_OPEN:
    case ACT_ANNOTATED:
    case ACT_SESSION_OPEN:
    case ACT_EXPORT:
    case ACT_SESSION_SAVE:
        break;
    default:
        return HS_OK;
    }
    if (!app->services.wake || !action->text || !is_stream(action->text))
        return HS_OK;
    return hs_fail(error, HS_IO,
        "%.300s is a stream, a device or a socket, for which the window would have to wait: give a "
        "file here, or name it on the command line",
        action->text);
}

void app_remember(struct app *app, const char *path)
{
    char kept[APP_PATH_ROOM];
    int at = 0;
    if (is_stream(path)) /* it cannot be opened a second time */
        return;
    snprintf(kept, sizeof kept, "%s", path);
    while (at < APP_RECENT - 1 && strcmp(app->files.recent[at], kept) != 0)
        at++;
    memmove(app->files.recent[1], app->files.recent[0], (size_t)at * sizeof app->files.recent[0]);
    memcpy(app->files.recent[0], kept, sizeof kept);
}
