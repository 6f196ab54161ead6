/* runs.c – the part of app_try() that saves and opens training runs, and what comes of it when their thread has ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/desk.h"
#include "desk/follow.h"
#include "desk/session.h"
#include "desk/settings.h"

/* Where exports go, named by what was trained; the former run of that name is not replaced. */
enum hs_status apply_learn_save(struct app *app, const struct action *action, struct hs_error *error)
{
    const struct hs_learn *run = learn_run(app);
    char path[APP_PATH_ROOM];
    if (!run || hs_learn_moments(run) == 0)
        return hs_fail(error, HS_BAD_USE, "there is no training run to save yet: start one in the Learn view");
    if (action->text && action->text[0])
        snprintf(path, sizeof path, "%s", action->text);
    else {
        const struct hs_learn_options *options = hs_learn_options(run);
        export_folder(app);
        snprintf(path, sizeof path, "%.3900s/learnt-seed%llu-%zu-%zu.safetensors", app->files.export_folder,
            (unsigned long long)options->seed, hs_learn_step_now(run) * hs_learn_batch(), hs_learn_moments(run));
    }
    return learn_disk_save(app, run, path, action->number == 1, error);
}

/* A saved run: its last moment, in the Learn view. */
static enum hs_status show_run(struct app *app, struct learn_disk_end *end, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    char full[APP_PATH_ROOM];
    if (picture_can(app, HS_CAN_LAYERS))
        status = act_try(app, &(struct action){.kind = ACT_SOURCE_CLOSE}, error);
    if (status)
        return status;
    learn_take(app, end->run, settings_full_path(end->path, full, sizeof full));
    end->run = NULL;
    if (end->session)
        return HS_OK;
    status = act_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_LEARN}, error);
    if (!status)
        status = learn_follow(app, false, error);
    if (!status)
        app_opened(app, end->path);
    return status;
}

static enum hs_status take_saved(struct app *app, const struct learn_disk_end *end, struct hs_error *error)
{
    char full[APP_PATH_ROOM];
    if (end->status == HS_STOPPED)
        app_say(app, MESSAGE_INFO, "%.300s was not saved", end->path);
    else if (end->status)
        *error = end->error;
    else
        app_say(app, MESSAGE_INFO, "Saved %s: open it like any file", end->path);
    if (!end->status && end->run == learn_run(app))
        learn_is_saved(app, settings_full_path(end->path, full, sizeof full), end->moments);
    return end->status == HS_STOPPED ? HS_OK : end->status;
}

static enum hs_status take_opened(struct app *app, struct learn_disk_end *end, struct hs_error *error)
{
    struct hs_error why = {HS_OK, ""};
    enum hs_status status = end->status;
    if (!status)
        status = show_run(app, end, error);
    else
        *error = end->error;
    if (end->session && end->status) { /* what it says besides the run is shown all the same */
        why = *error;
        if (end->status == HS_STOPPED)
            hs_fail(&why, HS_STOPPED, "The run %.300s was not opened: the session is shown without it.", end->path);
        status = HS_OK;
    }
    if (end->session && !status)
        status = session_arrived(app, end->session, end->trusted, &why, error);
    return status == HS_STOPPED ? HS_OK : status;
}

enum hs_status runs_follow(struct app *app, bool wait, struct hs_error *error)
{
    struct learn_disk_end end;
    struct hs_error ignored;
    enum hs_status status = HS_OK;
    error = error ? error : &ignored;
    while (!status && learn_disk_ended(app, wait, &end)) {
        status = end.way == LEARN_SAVING ? take_saved(app, &end, error) : take_opened(app, &end, error);
        hs_learn_drop(end.run);
        free(end.session);
        free(end.path);
        app->window.dirty = true;
    }
    return status;
}
