/* follow.c – see follow.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/export.h"
#include "desk/follow.h"
#include "desk/session.h"
#include "desk/tour.h"
#include "model/survey.h"

bool layers_export_waits(struct app *app, const char *path, bool replaces)
{
    struct layers *layers = app->picture.layers;
    bool needs_all = layers && (view_kind(app->look.view)->needs & HS_CAN_LAYERS);
    if (!needs_all || app->window.headless || strlen(path) >= sizeof layers->waiting ||
        hs_survey_done(layers->survey) == hs_survey_total(layers->survey))
        return false;
    snprintf(layers->waiting, sizeof layers->waiting, "%s", path);
    layers->waiting_replaces = replaces;
    if (layers->stopped)
        survey_start(app);
    app_say(app, MESSAGE_INFO, "%s is saved when all %zu heads are read; “Stop reading” leaves it",
        path, hs_survey_total(layers->survey));
    return true;
}

/* The Layers view was shown when it was asked for; by now another may be, so the file is of a copy of the model. */
static void write_waiting(struct app *app)
{
    char path[sizeof app->picture.layers->waiting];
    struct app *as_asked = malloc(sizeof *as_asked);
    struct hs_error error = {HS_OK, ""};
    memcpy(path, app->picture.layers->waiting, sizeof path);
    app->picture.layers->waiting[0] = '\0';
    enum hs_status status = as_asked ? HS_OK : hs_fail(&error, HS_NO_MEMORY, "no memory left to save %s", path);
    if (!status) {
        *as_asked = *app;
        as_asked->look.view = VIEW_LAYERS;
        status = export_save(as_asked, path, EXPORT_VIEW, app->picture.layers->waiting_replaces, &error);
    }
    free(as_asked);
    if (status)
        app_say(app, MESSAGE_ERROR, "%s", error.message);
    else
        app_say(app, MESSAGE_INFO, "Saved %s", path);
}

void layers_follow(struct app *app)
{
    if (survey_follow(app) && app->picture.layers->waiting[0])
        write_waiting(app);
}

void model_follow(struct app *app)
{
    struct hs_error error = {HS_OK, ""};
    bool opening = live_opening(app);
    if (tour_asks(app)) /* what was opened before comes after the answer */
        return;
    if (!session_follow(app, live_follow(app, &error), &error))
        return;
    /* A text that is not finished is no error of the user's. */
    app_say(app, !opening && error.status == HS_BAD_INPUT && picture_runs_model(app) ? MESSAGE_INFO : MESSAGE_ERROR, "%s", error.message);
    app->talk.message_of_run = true;
}

void learn_follows(struct app *app)
{
    struct hs_error error = {HS_OK, ""};
    if (tour_asks(app))
        return;
    if (runs_follow(app, false, &error) || learn_follow(app, false, &error))
        app_say(app, MESSAGE_ERROR, "%s", error.message);
}

void writing_follow(struct app *app)
{
    struct disk_end end;
    if (!disk_ended(&app->files.writing, false, &end))
        return;
    if (end.status == HS_STOPPED)
        app_say(app, MESSAGE_INFO, "%.300s was not saved", end.path);
    else if (end.status)
        app_say(app, MESSAGE_ERROR, "%s", end.error.message);
    else
        app_say(app, MESSAGE_INFO, "Saved %s", end.path);
    disk_end_drop(&end);
    app->window.dirty = true;
}
