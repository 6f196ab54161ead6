/* script_input.c – see script_input.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "script_input.h"
#include "views/grid.h"
#include "views/lens_bar.h"

enum hs_status script_no_label(const struct app *app, const char *label, struct hs_error *error)
{
    char list[400] = "";
    const char *name;
    size_t length = 0;
    for (size_t i = 0; (name = ui_label_at(app->ui, i)) && length < sizeof list; i++)
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "", name);
    return app_fail(error, HS_BAD_INPUT,
        "nothing on the screen is called \"%.60s\"; there are: %.380s", label, list);
}

static bool number(const char *word, float *value)
{
    char *stop;
    *value = strtof(word, &stop);
    return stop != word && !*stop && *value > -1e6f && *value < 1e6f;
}

static void point(
    struct app *app, enum ui_event_kind kind, float x, float y, int button, int clicks)
{
    app_event(
        app, &(struct ui_event){.kind = kind, .x = x, .y = y, .button = button, .clicks = clicks});
}

static void click(struct app *app, float x, float y, int clicks)
{
    for (int i = 1; i <= clicks; i++) {
        point(app, UI_DOWN, x, y, 1, i);
        point(app, UI_UP, x, y, 1, i);
    }
}

/* `word` holds X Y, or one label whose middle is meant. Returns how many words were used, 0 on
 * failure. */
static int place(
    const struct app *app, char *const *word, int count, float *x, float *y, struct hs_error *error)
{
    struct rect area;
    if (count >= 2 && number(word[0], x) && number(word[1], y))
        return 2;
    if (count >= 1 && ui_find(app->ui, word[0], &area)) {
        *x = area.x + area.w / 2;
        *y = area.y + area.h / 2;
        return 1;
    }
    script_no_label(app, count ? word[0] : "", error);
    return 0;
}

static enum hs_status do_click(
    struct app *app, char *const *word, int count, struct hs_error *error)
{
    float x, y, clicks = 1;
    int used = place(app, word, count, &x, &y, error);
    if (!used)
        return HS_BAD_INPUT;
    if (count > used && (!number(word[used], &clicks) || clicks < 1 || clicks > 3))
        return app_fail(
            error, HS_BAD_INPUT, "a click is 1, 2 or 3 times, not \"%.20s\"", word[used]);
    point(app, UI_MOVE, x, y, 0, 0);
    app_settle(app);
    click(app, x, y, (int)clicks);
    return HS_OK;
}

/* The middle of a cell in the view that is shown. */
static enum hs_status do_cell(struct app *app, char *const *word, struct hs_error *error)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct rect view = lens_note_below(app, chrome_layout(app).view);
    float value[3];
    for (int i = 0; i < 3; i++) {
        if (!number(word[i], &value[i]) || value[i] < app->one_based)
            return app_fail(error, HS_BAD_INPUT, "\"%.20s\" counts nothing", word[i]);
        value[i] -= app->one_based;
    }
    size_t head = (size_t)value[0], q = (size_t)value[1], k = (size_t)value[2];
    if (head >= app->h || q >= shape.n || k >= shape.m)
        return app_fail(error, HS_BAD_INPUT, "there are %zu heads of %zu x %zu cells", app->h,
            shape.n, shape.m);
    struct rect cell;
    if (app->view == VIEW_HEAD) {
        struct matrix_box box = matrix_fit(
            app, rect_inset(view, VIEW_MARGIN), app->window, true, VIEW_CELL_MOST);
        cell = matrix_cell_rect(&box, q, k);
    } else {
        struct grid_layout grid = grid_of(app, view);
        struct matrix_box box = grid_matrix(app, &grid, head);
        cell = matrix_cell_rect(&box, q, k);
    }
    point(app, UI_MOVE, cell.x + cell.w / 2, cell.y + cell.h / 2, 0, 0);
    return HS_OK;
}

static enum hs_status do_drag(struct app *app, char *const *word, struct hs_error *error)
{
    float at[4];
    for (int i = 0; i < 4; i++)
        if (!number(word[i], &at[i]))
            return app_fail(error, HS_BAD_INPUT, "\"%.20s\" is no coordinate", word[i]);
    point(app, UI_MOVE, at[0], at[1], 0, 0);
    app_settle(app);
    point(app, UI_DOWN, at[0], at[1], 1, 1);
    for (int step = 1; step <= 4; step++) {
        float part = (float)step / 4;
        point(app, UI_MOVE, at[0] + (at[2] - at[0]) * part, at[1] + (at[3] - at[1]) * part, 1, 0);
        app_settle(app);
    }
    point(app, UI_UP, at[2], at[3], 1, 1);
    return HS_OK;
}

static enum hs_status do_key(struct app *app, const char *name, struct hs_error *error)
{
    struct ui_event event = {.kind = UI_KEY};
    if (!ui_key_parse(name, &event.key, &event.mods))
        return app_fail(error, HS_BAD_INPUT, "there is no key \"%.40s\"", name);
    app_event(app, &event);
    return HS_OK;
}

/* Typed text arrives in pieces, one code point each, as from a keyboard. */
static void do_text(struct app *app, const char *text)
{
    size_t length = strlen(text), at = 0;
    while (at < length) {
        struct ui_event event = {.kind = UI_TEXT};
        size_t from = at;
        hs_utf8_next(text, length, &at);
        memcpy(event.text, text + from, at - from);
        app_event(app, &event);
        app_settle(app);
    }
}

static enum hs_status apply(struct app *app, struct action action)
{
    app_apply(app, &action);
    return HS_OK;
}

static enum hs_status two_numbers(
    struct app *app, char *const *word, enum action_kind kind, struct hs_error *error)
{
    struct action action = {.kind = kind};
    if (!number(word[0], &action.dx) || !number(word[1], &action.dy))
        return app_fail(
            error, HS_BAD_INPUT, "\"%.20s\" and \"%.20s\" should be numbers", word[0], word[1]);
    return apply(app, action);
}

static enum hs_status one_number(
    struct app *app, const char *name, const char *word, struct hs_error *error)
{
    float value;
    if (!number(word, &value))
        return app_fail(error, HS_BAD_INPUT, "\"%.20s\" should be a number", word);
    if (strcmp(name, "scale") == 0)
        return apply(app, (struct action){.kind = ACT_UI_SCALE, .amount = value});
    app_event(app, &(struct ui_event){.kind = UI_WHEEL,
                       .x = ui_pointer_x(app->ui),
                       .y = ui_pointer_y(app->ui),
                       .wheel_y = value});
    return HS_OK;
}

static enum hs_status do_compose(struct app *app, const char *text)
{
    struct ui_event event = {.kind = UI_COMPOSE};
    snprintf(event.text, sizeof event.text, "%s", text);
    app_event(app, &event);
    return HS_OK;
}

enum hs_status script_input(struct app *app, char *const *word, int count, struct hs_error *error)
{
    const char *name = word[0];
    float x = ui_pointer_x(app->ui), y = ui_pointer_y(app->ui);
    if (strcmp(name, "move") == 0) {
        if (!place(app, word + 1, count - 1, &x, &y, error))
            return HS_BAD_INPUT;
        point(app, UI_MOVE, x, y, 0, 0);
        return HS_OK;
    }
    if (strcmp(name, "click") == 0)
        return do_click(app, word + 1, count - 1, error);
    if (strcmp(name, "down") == 0 || strcmp(name, "up") == 0) {
        point(app, name[0] == 'd' ? UI_DOWN : UI_UP, x, y, 1, 1);
        return HS_OK;
    }
    if (strcmp(name, "leave") == 0) {
        app_event(app, &(struct ui_event){.kind = UI_LEAVE});
        return HS_OK;
    }
    if (strcmp(name, "cell") == 0 && count == 4)
        return do_cell(app, word + 1, error);
    if (strcmp(name, "drag") == 0 && count == 5)
        return do_drag(app, word + 1, error);
    if (strcmp(name, "key") == 0 && count == 2)
        return do_key(app, word[1], error);
    if (strcmp(name, "text") == 0 && count == 2)
        return do_text(app, word[1]), HS_OK;
    if (strcmp(name, "compose") == 0 && count == 2)
        return do_compose(app, word[1]);
    if (strcmp(name, "drop") == 0 && count == 2)
        return apply(app, (struct action){.kind = ACT_OPEN, .text = word[1]});
    if (strcmp(name, "resize") == 0 && count == 3)
        return two_numbers(app, word + 1, ACT_RESIZE, error);
    if ((strcmp(name, "wheel") == 0 || strcmp(name, "scale") == 0) && count == 2)
        return one_number(app, name, word[1], error);
    return app_fail(error, HS_BAD_USE, "%s", "");
}
