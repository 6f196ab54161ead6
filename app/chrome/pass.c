/* pass.c – the life of the model: making it, handling an event, drawing a picture. The platform, the
 * script runner and the headless exports all drive the program through these few calls. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "chrome/chrome.h"
#include "chrome/pass.h"
#include "desk/perform.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/follow.h"
#include "model/picture.h"
#include "desk/tour.h"

/* A picture pass may find the pointer over another cell than before (the layout moved), which
 * changes the model once more; a second pass settles it. The bound only guards against a view that
 * never settles. */
#define PICTURE_PASSES 4

static enum hs_status open_parts(
    struct app *app, const struct app_options *options, struct hs_error *error)
{
    char assets[APP_PATH_ROOM];
    enum hs_status status = settings_assets(options->assets, assets, sizeof assets, error);
    if (status)
        return status;
    settings_find_samples(app, assets);
    status = hs_preset_open(assets, &app->preset, error);
    if (!status)
        status = options->fixed_fonts ? fonts_open_fixed(&app->fonts, error)
                                      : fonts_open(&app->fonts, error);
    if (!status)
        status = canvas_new(1, 1, &app->canvas, error);
    if (status)
        return status;
    app->ui = ui_new();
    app->draw = draw_list_new(app->fonts);
    app->queue = actions_new();
    if (!app->ui || !app->draw || !app->queue)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to start");
    return HS_OK;
}

static enum hs_status first_run(
    struct app *app, const struct app_options *options, struct hs_error *error)
{
    const char *text = options->text ? options->text : APP_DEFAULT_TEXT;
    if (strlen(text) >= sizeof app->text)
        return hs_fail(error, HS_LIMIT,
            "the sentence has %zu bytes and the limit is %d: put long texts in a file, one "
            "sentence a line",
            strlen(text), APP_TEXT_ROOM - 1);
    memcpy(app->text, text, strlen(text) + 1);
    return app_run(app, app->text, options->h ? options->h : 8, options->mask, error);
}

enum hs_status app_new(const struct app_options *options, struct app **out, struct hs_error *error)
{
    struct app *app = calloc(1, sizeof *app);
    if (!app)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to start");
    app->headless = options->headless;
    lines_reset(&app->lines);
    app->width = APP_WIDTH;
    app->height = APP_HEIGHT;
    app->ui_scale = app->display_scale = 1;
    app->one_based = true;
    app->values = true;
    app->export_scale = 2;
    app->dirty = true;
    app->locked = NO_CELL;
    app->scores.head = ACT_NOWHERE;
    app->scores.sort = SCORES_BY_NUMBER;
    enum hs_status status = open_parts(app, options, error);
    if (!status)
        status = first_run(app, options, error);
    if (status) {
        app_drop(app);
        return status;
    }
    if (!app->headless)
        app->first_start = settings_read(app) == SETTINGS_NONE_YET;
    *out = app;
    return HS_OK;
}

void app_drop(struct app *app)
{
    if (!app)
        return;
    hs_set_drop(app->single);
    steps_drop(&app->steps);
    hs_set_drop(app->set);
    free(app->stats);
    free(app->changes);
    free(app->alike);
    scores_drop(&app->scores); /* the worker reads the preset */
    lens_made_drop(&app->made);
    hs_set_drop(app->lens.kept);
    free(app->copied);
    dump_forget(app);
    hs_sentences_drop(app->file);
    tour_drop(&app->tour);
    session_keep_drop(app->keeper);
    hs_preset_drop(app->preset);
    actions_drop(app->queue);
    ui_drop(app->ui);
    draw_list_drop(app->draw);
    canvas_drop(app->canvas);
    fonts_drop(app->fonts);
    free(app);
}

/* Actions wish the keyboard somewhere; the widgets hear of it here. */
static void take_focus(struct app *app)
{
    struct focus_wish wish = app->focus;
    app->focus = (struct focus_wish){FOCUS_AS_IS, NULL};
    if (wish.kind == FOCUS_VIEW)
        ui_focus(app->ui, NULL);
    else if (wish.kind == FOCUS_LIST)
        ui_list_focus(app->ui, wish.id);
    else if (wish.kind != FOCUS_AS_IS)
        ui_field_focus(app->ui, wish.id, wish.kind == FOCUS_FIELD_ALL);
}

/* True when actions were applied: what was drawn is then out of date. */
static bool pass(struct app *app, const struct ui_event *event)
{
    struct action action;
    bool acted = false;
    steps_refresh(app); /* a session may have chosen the view without an action */
    take_focus(app);
    do {
        heads_follow(app);
        scores_follow(app);
        draw_list_clear(app->draw);
        dump_follow(app);
        fonts_set_scale(app->fonts, app->ui_scale);
        ui_begin(app->ui, event, theme_get(app->theme), app->draw, app->width, app->height);
        chrome_draw(app, app->ui, app->draw, app->queue);
        ui_end(app->ui);
        while (actions_take(app->queue, &action)) {
            app_apply(app, &action);
            acted = true;
        }
        take_focus(app);
    } while (ui_again(app->ui));
    return acted;
}

void app_settle(struct app *app)
{
    for (int i = 0; i < PICTURE_PASSES && pass(app, NULL); i++)
        ;
}

void app_event(struct app *app, const struct ui_event *event)
{
    app->dirty = true;
    pass(app, event);
}

enum hs_status app_picture(struct app *app, struct hs_error *error)
{
    int width = (int)lroundf(app->width * app->ui_scale);
    int height = (int)lroundf(app->height * app->ui_scale);
    app_settle(app);
    app->dirty = false;
    if (draw_list_failed(app->draw))
        return hs_fail(error, HS_NO_MEMORY, "no memory left to draw the picture");
    if (width != canvas_width(app->canvas) || height != canvas_height(app->canvas)) {
        enum hs_status status = canvas_resize(app->canvas, width, height, error);
        if (status)
            return status;
    }
    canvas_replay(app->canvas, app->draw, theme_get(app->theme)->back, app->ui_scale);
    return HS_OK;
}

void app_waking_changed(struct app *app)
{
    if (app->scores.corpus)
        corpus_set_wake(app->scores.corpus, app->wake, app->platform);
    if (app->dump && app->dump->work)
        dump_work_listen(app->dump->work, app->wake, app->platform);
}
