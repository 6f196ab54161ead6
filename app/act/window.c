/* window.c – the part of act_try() for the window and the program itself: size, scale, theme, help, presenter mode. The last is the
 * view alone, in type that is read from the last row of a room: one scale for everything, the largest at which the view still has
 * the room it needs. */
#include <math.h>

#include "act/act.h"
#include "model/say.h"

/* Logical pixels that are left at least: what the view has in the smallest window with its panels. */
#define LEAST_WIDTH 900.0f
#define LEAST_HEIGHT 620.0f
#define MOST_LARGER 2.5f
#define PANEL_LEAST 200.0f /* of what can be chosen */
#define PANEL_MOST 640.0f

/* After the window's size changed; nothing without presenter mode. */
static void present_fit(struct window *window)
{
    if (!window->present)
        return;
    float width = window->width * window->ui_scale, height = window->height * window->ui_scale;
    float larger = width / (window->present_before * LEAST_WIDTH);
    float tall = height / (window->present_before * LEAST_HEIGHT);
    larger = larger < tall ? larger : tall;
    larger = larger < 1 ? 1 : larger > MOST_LARGER ? MOST_LARGER : larger;
    float scale = window->present_before * larger;
    window->ui_scale = scale < 4 ? scale : 4;
    window->width = width / window->ui_scale;
    window->height = height / window->ui_scale;
}

void apply_present(struct app *app, long number)
{
    bool on = choice_of(number, app->window.present, 2);
    if (on == app->window.present)
        return;
    if (on) {
        app->window.present_before = app->window.ui_scale;
        app->window.present = true;
        present_fit(&app->window);
        return;
    }
    app->window.present = false;
    app->window.width *= app->window.ui_scale / app->window.present_before;
    app->window.height *= app->window.ui_scale / app->window.present_before;
    app->window.ui_scale = app->window.present_before;
}

static enum hs_status resize(struct app *app, float width, float height, struct hs_error *error)
{
    float most = (float)CANVAS_MAX_SIDE / app->window.ui_scale;
    if (!(width >= 1 && height >= 1 && width <= most && height <= most))
        return hs_fail(error, HS_BAD_USE,
            "a window of %.0f x %.0f cannot be drawn: each side must be 1 to %.0f", (double)width,
            (double)height, (double)most);
    app->window.width = width;
    app->window.height = height;
    present_fit(&app->window);
    return HS_OK;
}

/* The window keeps its pixels, so what fits in it changes. */
static void set_ui_scale(struct window *window, float scale)
{
    window->scale_chosen = scale > 0;
    if (scale <= 0)
        scale = window->display_scale;
    scale = scale < 0.5f ? 0.5f : scale > 4 ? 4 : scale;
    window->width *= window->ui_scale / scale;
    window->height *= window->ui_scale / scale;
    window->ui_scale = scale;
}

static void step_ui_scale(struct app *app, long step)
{
    static const float scales[] = {0.5f, 0.75f, 1, 1.25f, 1.5f, 1.75f, 2, 2.5f, 3, 3.5f, 4};
    int count = (int)(sizeof scales / sizeof *scales), at = 0;
    while (at + 1 < count && scales[at] < app->window.ui_scale - 0.01f)
        at++;
    /* A scale between two steps goes to the neighbour in the direction asked for. */
    if (step > 0 && scales[at] <= app->window.ui_scale + 0.01f)
        at++;
    else if (step < 0)
        at--;
    at = at < 0 ? 0 : at >= count ? count - 1 : at;
    set_ui_scale(&app->window, scales[at]);
}

bool apply_window(struct app *app, const struct action *action, enum hs_status *status, struct hs_error *error)
{
    *status = HS_OK;
    switch (action->kind) {
    case ACT_RESIZE:
        *status = resize(app, action->dx, action->dy, error);
        return true;
    case ACT_DISMISS:
        app->talk.message_kind = MESSAGE_NONE;
        return true;
    case ACT_THEME:
        app->window.theme = (enum theme_id)choice_of(action->number, app->window.theme, THEME_COUNT);
        return true;
    case ACT_UI_SCALE:
        set_ui_scale(&app->window, action->amount);
        return true;
    case ACT_UI_SCALE_STEP:
        step_ui_scale(app, action->number);
        return true;
    case ACT_PRESENT:
        apply_present(app, action->number);
        return true;
    case ACT_HELP:
        if (action->number == ACT_NEXT)
            app->talk.help = app->talk.help ? HELP_CLOSED : HELP_KEYS;
        else
            app->talk.help = (enum help_page)choice_of(action->number, app->talk.help, HELP_PAGES);
        app->talk.help_word = action->number == HELP_MODEL || action->number == HELP_WORDS ? action->k : ACT_NOWHERE;
        return true;
    case ACT_MENU:
        app->talk.menu = (struct app_menu){.wanted = action->number == 1,
            .cell = {action->head, action->q, action->k}, .x = action->x, .y = action->y};
        if (action->head == ACT_NOWHERE && action->q == ACT_NOWHERE && action->k == ACT_NOWHERE) {
            app->talk.menu.cell = app_shown_cell(app);
            if (app->talk.menu.cell.head == ACT_NOWHERE)
                app->talk.menu.cell = (struct app_cell){app->look.head, ACT_NOWHERE, ACT_NOWHERE};
        }
        return true;
    case ACT_PANEL_WIDTH:
        app->window.panel_width = action->amount <= 0 ? 0 : fminf(fmaxf(action->amount, PANEL_LEAST), PANEL_MOST);
        return true;
    case ACT_FOCUS_TEXT:
        if (!picture_can(app, HS_CAN_TEXT)) /* its tokens are no field */
            return true;
        app->talk.focus = (struct focus_wish){FOCUS_FIELD_ALL, "sentence"};
        return true;
    case ACT_QUIT:
        app->window.quit = true;
        return true;
    default:
        return false;
    }
}
