/* pass.c – see pass.h: making the app, handling an event, drawing a picture. The platform, the
 * script runner and the headless exports all drive the program through these few calls. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "act/act.h"
#include "chrome/chrome.h"
#include "chrome/keys.h"
#include "chrome/layout.h"
#include "chrome/pass.h"
#include "desk/perform.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/follow.h"
#include "model/job.h"
#include "model/picture.h"
#include "desk/tour.h"
#include "desk/undo.h"

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
    memcpy(app->files.assets_folder, assets, sizeof assets);
    settings_find_samples(app, assets);
    settings_find_models(app);
    status = hs_preset_open(assets, &app->picture.preset, error);
    if (!status)
        status = hs_source_of_preset(app->picture.preset, &app->picture.live, error);
    if (!status)
        app->picture.source = hs_source_keep(app->picture.live);
    if (!status)
        status = options->fixed_fonts ? fonts_open_fixed(&app->services.fonts, error)
                                      : fonts_open(&app->services.fonts, error);
    if (!status)
        status = canvas_new(1, 1, &app->services.canvas, error);
    if (status)
        return status;
    app->services.ui = ui_new();
    app->services.draw = draw_list_new(app->services.fonts);
    app->services.queue = actions_new();
    if (!app->services.ui || !app->services.draw || !app->services.queue)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to start");
    return HS_OK;
}

static enum hs_status first_run(
    struct app *app, const struct app_options *options, struct hs_error *error)
{
    const char *text = options->text ? options->text : APP_DEFAULT_TEXT;
    if (strlen(text) >= sizeof app->picture.text)
        return hs_fail(error, HS_LIMIT,
            "the sentence has %zu bytes and the limit is %d: put long texts in a file, one "
            "sentence a line",
            strlen(text), APP_TEXT_ROOM - 1);
    memcpy(app->picture.text, text, strlen(text) + 1);
    return app_run(app, app->picture.text, options->h ? options->h : 8, options->mask, error);
}

/* What a model's run needs is given back at once when it ends. Otherwise the allocator learns from such blocks to keep larger and
 * larger ones, in the pool of each thread, and with GPT-2 holds more than 100 MB that nobody uses. */
static void give_back_large(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

enum hs_status app_new(const struct app_options *options, struct app **out, struct hs_error *error)
{
    struct app *app = calloc(1, sizeof *app);
    if (!app)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to start");
    give_back_large();
    app->window.headless = options->headless;
    lines_reset(&app->lines);
    app->window.width = APP_WIDTH;
    app->window.height = APP_HEIGHT;
    app->window.ui_scale = app->window.display_scale = 1;
    app->look.one_based = true;
    app->look.values = true;
    app->steps.step = STEP_X;
    app->files.export_scale = 2;
    app->window.dirty = true;
    app->look.locked = NO_CELL;
    app->scores.head = ACT_NOWHERE;
    app->learn.wish = hs_learn_usual();
    app->learn.moment = LEARN_NEWEST;
    app->scores.sort = SCORES_BY_NUMBER;
    enum hs_status status = open_parts(app, options, error);
    if (!status)
        status = first_run(app, options, error);
    if (status) {
        app_drop(app);
        return status;
    }
    if (!app->window.headless)
        app->window.first_start = settings_read(app) == SETTINGS_NONE_YET;
    *out = app;
    return HS_OK;
}

void app_drop(struct app *app)
{
    if (!app)
        return;
    undo_drop(app->undo);
    disk_drop(&app->files.writing, true);
    live_cancel(app);
    live_forget(app); /* with the B that it makes */
    hs_set_drop(app->picture.single);
    steps_drop(&app->steps);
    hs_set_drop(app->picture.set);
    free(app->picture.stats);
    free(app->picture.changes);
    free(app->lens.alike);
    scores_drop(&app->scores); /* the worker reads the preset */
    lens_made_drop(&app->lens.made);
    hs_set_drop(app->lens.wish.kept);
    hs_source_drop(app->lens.wish.kept_source);
    free(app->files.copied);
    learn_drop(app);
    layers_forget(app);
    hs_sentences_drop(app->picture.file);
    tour_drop(&app->talk.tour);
    session_keep_drop(app->files.keeper);
    session_forget(app);
    hs_source_drop(app->picture.source);
    hs_source_drop(app->picture.live);
    hs_preset_drop(app->picture.preset);
    actions_drop(app->services.queue);
    ui_drop(app->services.ui);
    draw_list_drop(app->services.draw);
    canvas_drop(app->services.canvas);
    fonts_drop(app->services.fonts);
    free(app);
}

/* Actions wish the keyboard somewhere; the widgets hear of it here. */
static void take_focus(struct app *app)
{
    struct focus_wish wish = app->talk.focus;
    struct app_menu *menu = &app->talk.menu;
    if (menu->wanted) {
        struct rect view = chrome_layout(app).view;
        bool key = menu->x == 0 && menu->y == 0;
        ui_menu_open(app->services.ui, "menu", key ? view.x + 40 : menu->x, key ? view.y + 40 : menu->y);
        menu->open = true;
        menu->wanted = false;
    }
    app->talk.focus = (struct focus_wish){FOCUS_AS_IS, NULL};
    if (wish.kind == FOCUS_VIEW)
        ui_focus(app->services.ui, NULL);
    else if (wish.kind == FOCUS_LIST)
        ui_list_focus(app->services.ui, wish.id);
    else if (wish.kind != FOCUS_AS_IS)
        ui_field_focus(app->services.ui, wish.id, wish.kind == FOCUS_FIELD_ALL);
}

/* True when actions were applied or the focus moved out of sight: what was drawn is then out of date. */
static bool pass(struct app *app, const struct ui_event *event)
{
    struct action action;
    bool acted = false;
    steps_refresh(app); /* a session may have chosen the view without an action */
    take_focus(app);
    do {
        heads_follow(app);
        scores_follow(app);
        draw_list_clear(app->services.draw);
        model_follow(app);
        learn_follows(app);
        layers_follow(app);
        writing_follow(app);
        fonts_set_scale(app->services.fonts, app->window.ui_scale);
        ui_begin(app->services.ui, event, theme_get(app->window.theme), app->services.draw, app->window.width, app->window.height);
        chrome_draw(app, app->services.ui, app->services.draw, app->services.queue);
        ui_end(app->services.ui);
        while (actions_take(app->services.queue, &action)) {
            app_apply(app, &action);
            acted = true;
        }
        take_focus(app);
    } while (ui_again(app->services.ui));
    return acted || ui_unsettled(app->services.ui);
}

void app_settle(struct app *app)
{
    for (int i = 0; i < PICTURE_PASSES && pass(app, NULL); i++)
        ;
}

/* Good news lies over the view's controls, so it goes with the next key or click; Escape and the
 * message's own button take it away by themselves. */
static void pass_news(struct app *app, const struct ui_event *event)
{
    struct rect message = chrome_layout(app).message;
    bool key = event->kind == UI_KEY && event->key != UI_KEY_ESCAPE;
    bool click = event->kind == UI_DOWN && !rect_has(message, event->x, event->y);
    if (app->talk.message_kind == MESSAGE_INFO && !app->talk.message_of_run && (key || click))
        app->talk.message_kind = MESSAGE_NONE;
}

void app_event(struct app *app, const struct ui_event *event)
{
    struct action action;
    app->window.dirty = true;
    pass_news(app, event);
    if (keys_find(app, event, &action) && action.kind == ACT_QUIT)
        app_apply(app, &action); /* whatever is open, help and dialogs too */
    else
        pass(app, event);
}

enum hs_status app_picture(struct app *app, struct hs_error *error)
{
    int width = (int)lroundf(app->window.width * app->window.ui_scale);
    int height = (int)lroundf(app->window.height * app->window.ui_scale);
    app_settle(app);
    app->window.dirty = false;
    if (draw_list_failed(app->services.draw))
        return hs_fail(error, HS_NO_MEMORY, "no memory left to draw the picture");
    if (width != canvas_width(app->services.canvas) || height != canvas_height(app->services.canvas)) {
        enum hs_status status = canvas_resize(app->services.canvas, width, height, error);
        if (status)
            return status;
    }
    canvas_replay(app->services.canvas, app->services.draw, theme_get(app->window.theme)->back, app->window.ui_scale);
    return HS_OK;
}

void app_waking_changed(struct app *app)
{
    live_listen(app);
    disk_listen(app, &app->files.writing);
    learn_listen(app);
    if (app->scores.corpus)
        corpus_set_wake(app->scores.corpus, app->services.wake, app->services.platform);
    if (app->picture.layers && app->picture.layers->work)
        job_listen(app->picture.layers->work, app->services.wake, app->services.platform);
}
