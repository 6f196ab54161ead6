/* args_try.c – see args_try.h. */
#include <string.h>
#include <sys/stat.h>

#include "model/app.h"
#include "cli/args_try.h"
#include "model/layers.h"
#include "desk/perform.h"

enum hs_status args_try(
    struct app *app, const char *option, const struct action *action, struct hs_error *error)
{
    struct hs_error why = {HS_OK, ""};
    app->talk.by_options = true;
    enum hs_status status = app_try(app, action, &why);
    app->talk.by_options = false;
    return status ? hs_fail(error, status, "%s: %s", option, why.message) : HS_OK;
}

enum hs_status args_try_all(
    struct app *app, const struct args_wish *wishes, size_t count, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    for (size_t i = 0; i < count && !status; i++)
        if (wishes[i].given)
            status = args_try(app, wishes[i].option, &wishes[i].action, error);
    return status;
}

enum hs_status args_may_write(
    const struct app *app, const char *path, bool force, struct hs_error *error)
{
    struct stat about, input;
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return HS_OK; /* whatever else is wrong with it, writing tells */
    if (!picture_can(app, HS_CAN_TEXT) && stat(hs_source_info(app->picture.source).path, &input) == 0 &&
        input.st_dev == about.st_dev && input.st_ino == about.st_ino)
        return hs_fail(error, HS_IO,
            "%.300s: it is the attention file that is read, and stays: choose another name", path);
    return force ? HS_OK
                 : hs_fail(error, HS_IO,
                       "%.300s: it exists already, and stays: choose another name, or add --force "
                       "to replace it",
                       path);
}
