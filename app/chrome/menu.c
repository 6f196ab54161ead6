/* menu.c – see menu.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "chrome/menu.h"
#include "model/steps.h"

#define ENTRIES 16
#define ACTIONS 3 /* that one entry is */

struct menu {
    char text[ENTRIES][160];
    const char *label[ENTRIES];
    struct action action[ENTRIES][ACTIONS];
    int count;
};

static struct action *add(struct menu *menu, const char *format, ...) __attribute__((format(printf, 2, 3)));

static struct action *add(struct menu *menu, const char *format, ...)
{
    va_list arguments;
    char *text = menu->text[menu->count];
    va_start(arguments, format);
    vsnprintf(text, sizeof menu->text[0], format, arguments);
    va_end(arguments);
    text[hs_utf8_invalid(text, strlen(text))] = '\0';
    menu->label[menu->count] = text;
    return menu->action[menu->count++];
}

/* ---------------------------------------------------------------- what there is to do */
static void add_row(const struct app *app, struct menu *menu, struct app_cell cell)
{
    char name[100];
    bool locked = app->look.locked.q == cell.q && app->look.locked.k == cell.k;
    struct action pointed = {.kind = ACT_HOVER, .head = cell.head, .q = cell.q, .k = cell.k};
    if (cell.q == ACT_NOWHERE)
        return;
    app_token_name(app, HS_QUERY, cell.q, name, sizeof name);
    add(menu, locked ? "Free the row of “%s”" : "Keep the row of “%s”", name)[0] =
        (struct action){.kind = ACT_LOCK, .q = cell.q, .k = cell.k};
    if (cell.k != ACT_NOWHERE && view_usable(app, VIEW_STEPS) && app_shown(app) == app->picture.set) {
        struct action *why = add(menu, "Where does this number come from?");
        why[0] = (struct action){.kind = ACT_SELECT_HEAD, .head = cell.head};
        why[1] = (struct action){.kind = ACT_VIEW, .number = VIEW_STEPS};
        why[2] = (struct action){.kind = ACT_STEP_PICK, .number = STEP_SOFTMAX, .q = cell.q, .k = cell.k};
    }
    if (cell.k != ACT_NOWHERE) {
        struct action *words = add(menu, "Copy the cell in words   Y");
        words[0] = pointed;
        words[1] = (struct action){.kind = ACT_COPY, .number = COPY_CELL};
    }
    struct action *row = add(menu, "Copy the row   Ctrl+C");
    row[0] = pointed;
    row[1] = (struct action){.kind = ACT_COPY, .number = COPY_ROW};
}

static void add_token(const struct app *app, struct menu *menu, enum hs_side side, size_t index)
{
    char name[100];
    const struct hs_tokens *tokens = hs_set_tokens(app_shown(app), side);
    if (index == ACT_NOWHERE || index >= tokens->count)
        return;
    app_token_name(app, side, index, name, sizeof name);
    if (side == HS_KEY && hs_set_shape(app->lens.made.shown).m == hs_set_shape(app->picture.set).m && index < HS_MAX_TOKENS)
        add(menu, app->lens.wish.hide_token[index] ? "Show “%s” again" : "Hide “%s”", name)[0] =
            (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = index, .q = ACT_NOWHERE};
    if (view_kind(app->look.view)->lens)
        add(menu, "Mark all “%s”", tokens->token[index].text)[0] = (struct action){.kind = ACT_FIND, .text = tokens->token[index].text};
}

static void add_head(const struct app *app, struct menu *menu, size_t head)
{
    char name[48];
    bool off = app->picture.head_mode[head] != HS_HEAD_ON;
    app_head_name(app, head, name, sizeof name);
    if (app->look.view != VIEW_HEAD) {
        struct action *open = add(menu, "Open %s", name);
        open[0] = (struct action){.kind = ACT_SELECT_HEAD, .head = head};
        open[1] = (struct action){.kind = ACT_VIEW, .number = VIEW_HEAD};
    }
    if (app->picture.h > 1 && view_kind(app->look.view)->lens)
        add(menu, "Minus %s", name)[0] = (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = head};
    if (picture_can(app, HS_CAN_MODES))
        add(menu, off ? "Switch %s on" : "Switch %s off", name)[0] =
            (struct action){.kind = ACT_HEAD_MODE, .number = off ? HS_HEAD_ON : HS_HEAD_OFF, .head = head};
    struct action *copy = add(menu, "Copy the matrix of %s   Ctrl+Shift+C", name);
    copy[0] = (struct action){.kind = ACT_SELECT_HEAD, .head = head};
    copy[1] = (struct action){.kind = ACT_COPY, .number = COPY_MATRIX};
}

static void fill(const struct app *app, struct menu *menu)
{
    struct app_cell cell = app->talk.menu.cell;
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    if (cell.q != ACT_NOWHERE && cell.q >= shape.n)
        cell.q = ACT_NOWHERE;
    if (cell.k != ACT_NOWHERE && cell.k >= shape.m)
        cell.k = ACT_NOWHERE;
    if (cell.head != ACT_NOWHERE && cell.head < app->picture.h) {
        add_row(app, menu, cell);
        add_token(app, menu, HS_KEY, cell.k);
        add_head(app, menu, cell.head);
        return;
    }
    if (cell.q != ACT_NOWHERE || cell.k != ACT_NOWHERE)
        add(menu, "Its links alone, or all again")[0] = (struct action){.kind = ACT_LINES_LOCK, .q = cell.q, .k = cell.k};
    add_token(app, menu, HS_QUERY, cell.q);
    add_token(app, menu, HS_KEY, cell.k);
}

/* ---------------------------------------------------------------- opening, drawing */
void menu_ask(struct view_context *view, struct rect within)
{
    const struct app *app = view->app;
    const struct ui_event *event = ui_event(view->ui);
    struct app_cell cell = app->look.hover;
    if (event->kind != UI_DOWN || event->button != 3 || app->talk.menu.open || app->talk.dialog || app->talk.help ||
        app->talk.question[0] || !ui_pointer_in(view->ui, within))
        return;
    if (app->look.view == VIEW_LINES) /* a head's chip has its own clicks */
        cell = (struct app_cell){ACT_NOWHERE, app->lines.hover[HS_QUERY], app->lines.hover[HS_KEY]};
    ui_take_event(view->ui);
    actions_push(view->actions, (struct action){.kind = ACT_MENU, .number = 1, .head = cell.head, .q = cell.q, .k = cell.k,
                                    .x = ui_pointer_x(view->ui), .y = ui_pointer_y(view->ui)});
}

void menu_draw(struct view_context *view)
{
    const struct app *app = view->app;
    struct menu menu = {.count = 0};
    if (!app->talk.menu.open)
        return;
    fill(app, &menu);
    int chosen = ui_menu(view->ui, "menu", menu.label, menu.count);
    if (chosen == UI_MENU_OPEN)
        return;
    view_push(view, ACT_MENU, 0);
    for (int i = 0; chosen >= 0 && i < ACTIONS; i++)
        if (menu.action[chosen][i].kind != ACT_NONE)
            actions_push(view->actions, menu.action[chosen][i]);
}
