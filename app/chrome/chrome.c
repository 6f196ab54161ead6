/* chrome.c – the whole window in one pass: bars, the current view with its legend, side panel, what
 * lies over them, and at last the shortcuts, which get whatever key no widget wanted. Called by
 * pass.c. */
#include "chrome/keys.h"
#include "chrome/bars.h"
#include "chrome/menu.h"
#include "chrome/dialogs.h"
#include "chrome/source_bar.h"
#include "chrome/legend_bar.h"
#include "chrome/lens_bar.h"
#include "chrome/panel.h"
#include "chrome/session_views.h"
#include "chrome/tour_card.h"
#include "views/grid.h"
#include "views/lens_note.h"
#include "chrome/chrome.h"

static void draw_window(struct view_context *view, const struct chrome_layout *layout)
{
    const struct lesson_ask *ask = tour_asks(view->app);
    view->area = layout->top;
    ui_disable(view->ui, ask != NULL);
    if (view->app->window.present && !picture_can(view->app, HS_CAN_TEXT)) {
        source_bar_draw(view, NULL);
    } else if (view->app->window.present) {
        present_bar_draw(view);
    } else {
        if (!picture_can(view->app, HS_CAN_TEXT))
            source_bar_draw(view, NULL);
        else
            top_bar_draw(view);
        view->area = layout->tabs;
        tab_bar_draw(view);
    }
    ui_disable(view->ui, false);
    if (layout->offer.h > 0) {
        view->area = layout->offer;
        offer_bar_draw(view);
    }
    if (layout->note.h > 0) {
        view->area = layout->note;
        note_bar_draw(view);
    }
    const struct view_kind *current = view_kind(view->app->look.view);
    if (layout->tools.h > 0) {
        view->area = layout->tools;
        lens_bar_draw(view);
    }
    view->area = layout->view;
    draw_group(view->draw, ask ? "question" : current->name);
    draw_clip(view->draw, view->area);
    if (ask)
        question_draw(view, ask);
    else
        view_get(view->app->look.view)->draw(view);
    bool all = current->all_layers && !view->app->live.job; /* another layer of a file is only another selection */
    if (live_busy(view->app) && !all)                      /* the picture is not of what stands in the bar yet */
        draw_rect(view->draw, view->area, (view->theme->back & 0xffffffu) | 0x99000000u);
    draw_clip_end(view->draw);
    draw_group_end(view->draw);
    if (layout->legend.h > 0) {
        view->area = layout->legend;
        legend_bar(view, layout->legend);
    }
    if (layout->panel.w > 0) {
        view->area = layout->panel;
        panel_draw(view);
    }
    view->area = layout->status;
    status_bar_draw(view);
    if (layout->tour.w > 0)
        tour_card_draw(view, layout);
}

static void handle_keys(struct view_context *view)
{
    const struct ui_event *event = ui_event(view->ui);
    struct action action;
    bool plain = !(event->mods & (UI_CTRL | UI_ALT)) &&
                 !(event->key >= UI_KEY_F1 && event->key <= UI_KEY_F12);
    if (event->kind != UI_KEY || (ui_wants_text(view->ui) && plain))
        return;
    if (!keys_find(view->app, event, &action))
        return;
    if (action.kind == ACT_GRID_STEP)
        action.number = grid_of(view->app, lens_note_below(view->app, view->picture)).columns;
    ui_take_event(view->ui);
    actions_push(view->actions, action);
}

/* Page keys step through the file's sentences, wherever the focus is: they are asked before the
 * scroll areas, which would take them. */
static void handle_page_keys(struct view_context *view)
{
    const struct app *app = view->app;
    const struct ui_event *event = ui_event(view->ui);
    bool free = !app->talk.dialog && !app->talk.help && !app->talk.question[0];
    if (app->talk.tour.step && free)
        tour_first_keys(view);
    if (app->picture.file && !app->talk.dialog && !app->talk.help && !app->talk.question[0] && event->kind == UI_KEY &&
        (event->key == UI_KEY_PAGE_UP || event->key == UI_KEY_PAGE_DOWN))
        handle_keys(view);
}

void chrome_draw(
    const struct app *app, struct ui *ui, struct draw_list *draw, struct actions *actions)
{
    struct rect window = {0, 0, app->window.width, app->window.height};
    struct chrome_layout layout = chrome_layout(app);
    if (layout.scrolls) {
        ui_scroll_begin(ui, CHROME_SCROLL, window, layout.whole.w, layout.whole.h);
        layout = chrome_layout(app); /* it may have been scrolled too far */
    }
    struct view_context view = {.app = app,
        .ui = ui,
        .draw = draw,
        .theme = theme_get(app->window.theme),
        .actions = actions,
        .area = window,
        .picture = layout.view,
        .pixels = app->window.ui_scale};
    handle_page_keys(&view);
    if (!tour_asks(app))
        menu_ask(&view, layout.view);
    draw_window(&view, &layout);
    if (layout.scrolls)
        ui_scroll_end(ui);
    view.area = window;
    bool dialog = dialogs_draw(&view);
    if (layout.message.h > 0) { /* not dimmed by a dialog: it may say why that is still open */
        view.area = layout.message;
        message_bar_draw(&view);
        view.area = window;
    }
    menu_draw(&view);
    if (!dialog) {
        if (!app->talk.menu.open && !tour_asks(app))
            cell_tip_draw(&view, rect_meet(layout.view, window));
        if (app->talk.tour.step)
            tour_last_keys(&view);
        handle_keys(&view);
    }
}
