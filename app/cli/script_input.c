/* script_input.c – see script_input.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "cli/script_input.h"
#include "views/grid.h"
#include "chrome/layout.h"
#include "views/lens_note.h"
#include "desk/perform.h"
#include "chrome/pass.h"

enum hs_status script_no_label(const struct app *app, const char *label, struct hs_error *error)
{
    char list[400] = "";
    const char *name;
    size_t length = 0;
    for (size_t i = 0; (name = ui_label_at(app->services.ui, i)) && length < sizeof list; i++)
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "", name);
    return hs_fail(error, HS_BAD_INPUT,
        "nothing on the screen is called \"%.60s\"; there are: %.380s", label, list);
}

static bool number(const char *word, float *value)
{
    char *stop;
    *value = strtof(word, &stop);
    return stop != word && !*stop && *value > -1e6f && *value < 1e6f;
}

static bool inside(const struct app *app, float x, float y, struct hs_error *error)
{
    if (x >= 0 && y >= 0 && x < app->window.width && y < app->window.height)
        return true;
    hs_fail(error, HS_BAD_INPUT,
        "the point %g %g lies outside the window, which is %g wide and %g high (resize changes it)",
        (double)x, (double)y, (double)app->window.width, (double)app->window.height);
    return false;
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
        return inside(app, *x, *y, error) ? 2 : 0;
    if (ui_find(app->services.ui, word[0], &area)) {
        *x = area.x + area.w / 2;
        *y = area.y + area.h / 2;
        return 1;
    }
    script_no_label(app, word[0], error);
    return 0;
}

static enum hs_status do_move(struct app *app, char *const *word, int count, struct hs_error *error)
{
    float x, y;
    int used = place(app, word, count, &x, &y, error);
    if (!used)
        return HS_BAD_INPUT;
    if (count > used)
        return hs_fail(error, HS_BAD_INPUT, "\"%.40s\" is too much: move \"LABEL\"", word[used]);
    point(app, UI_MOVE, x, y, 0, 0);
    return HS_OK;
}

static enum hs_status do_click(
    struct app *app, char *const *word, int count, struct hs_error *error)
{
    float x, y, clicks = 1;
    int used = place(app, word, count, &x, &y, error);
    if (!used)
        return HS_BAD_INPUT;
    if (count > used && (count > used + 1 || !number(word[used], &clicks) ||
                            (clicks != 1 && clicks != 2 && clicks != 3)))
        return hs_fail(
            error, HS_BAD_INPUT, "a click is 1, 2 or 3 times, not \"%.20s\"", word[count - 1]);
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
        if (!number(word[i], &value[i]) || value[i] < app->look.one_based ||
            value[i] != floorf(value[i]))
            return hs_fail(error, HS_BAD_INPUT,
                "cell HEAD QUERY KEY takes whole numbers from %d on, not \"%.20s\"", app->look.one_based,
                word[i]);
        value[i] -= app->look.one_based;
    }
    size_t head = (size_t)value[0], q = (size_t)value[1], k = (size_t)value[2];
    if (head >= app->picture.h || q >= shape.n || k >= shape.m)
        return hs_fail(error, HS_BAD_INPUT,
            "cell %.20s %.20s %.20s is not there: %zu heads of %zu queries and %zu keys are, "
            "counted from %d",
            word[0], word[1], word[2], app->picture.h, shape.n, shape.m, app->look.one_based);
    if (app->look.view != VIEW_HEAD && app->look.view != VIEW_GRID)
        return hs_fail(error, HS_BAD_INPUT,
            "cell points into Grid and Head, and the view is %s: key 1 or key 2 comes before",
            view_kind(app->look.view)->name);
    struct rect cell;
    if (app->look.view == VIEW_HEAD) {
        struct matrix_box box = head_matrix(app, view);
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
            return hs_fail(error, HS_BAD_INPUT, "\"%.20s\" should be a number", word[i]);
    if (!inside(app, at[0], at[1], error) || !inside(app, at[2], at[3], error))
        return HS_BAD_INPUT;
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
        return hs_fail(error, HS_BAD_INPUT,
            "there is no key \"%.40s\": a letter, digit or sign, plus, minus, enter, esc, tab, "
            "space, left, right, up, down, home, end, pageup, pagedown, backspace, delete, f1 to "
            "f12; before it ctrl+, shift+ or alt+",
            name);
    app_event(app, &event);
    return HS_OK;
}

static enum hs_status check_text(const char *text, struct hs_error *error)
{
    size_t length = strlen(text), bad = hs_utf8_invalid(text, length);
    return bad == length ? HS_OK
                         : hs_fail(error, HS_BAD_INPUT,
                               "the text is not valid UTF-8 at its byte %zu: save the script as "
                               "UTF-8",
                               bad + 1);
}

/* Typed text arrives in pieces, one code point each, as from a keyboard. */
static enum hs_status do_text(struct app *app, const char *text, struct hs_error *error)
{
    size_t length = strlen(text), at = 0;
    if (check_text(text, error))
        return HS_BAD_INPUT;
    while (at < length) {
        struct ui_event event = {.kind = UI_TEXT};
        size_t from = at;
        hs_utf8_next(text, length, &at);
        memcpy(event.text, text + from, at - from);
        app_event(app, &event);
        app_settle(app);
    }
    return HS_OK;
}

static enum hs_status do_compose(struct app *app, const char *text, struct hs_error *error)
{
    struct ui_event event = {.kind = UI_COMPOSE};
    if (check_text(text, error))
        return HS_BAD_INPUT;
    if (strlen(text) >= sizeof event.text)
        return hs_fail(error, HS_BAD_INPUT, "a composition has at most %zu bytes, not %zu",
            sizeof event.text - 1, strlen(text));
    memcpy(event.text, text, strlen(text) + 1);
    app_event(app, &event);
    return HS_OK;
}

static enum hs_status do_resize(struct app *app, char *const *word, struct hs_error *error)
{
    struct action action = {.kind = ACT_RESIZE};
    if (!number(word[0], &action.dx) || !number(word[1], &action.dy))
        return hs_fail(error, HS_BAD_INPUT,
            "resize W H takes two numbers, not \"%.20s\" and \"%.20s\"", word[0], word[1]);
    return app_try(app, &action, error);
}

static enum hs_status do_scale(struct app *app, const char *word, struct hs_error *error)
{
    struct action action = {.kind = ACT_UI_SCALE};
    if (!number(word, &action.amount) ||
        (action.amount != 0 && !(action.amount >= 0.5f && action.amount <= 4)))
        return hs_fail(error, HS_BAD_INPUT,
            "scale S is a number from 0.5 to 4, or 0 for the display's own; not \"%.20s\"", word);
    return app_try(app, &action, error);
}

static enum hs_status do_wheel(struct app *app, const char *word, struct hs_error *error)
{
    struct ui_event event = {
        .kind = UI_WHEEL, .x = ui_pointer_x(app->services.ui), .y = ui_pointer_y(app->services.ui)};
    if (!number(word, &event.wheel_y))
        return hs_fail(error, HS_BAD_INPUT,
            "wheel NOTCHES is a number, above 0 up, below 0 down; not \"%.20s\"", word);
    app_event(app, &event);
    return HS_OK;
}

enum hs_status script_input(
    struct app *app, char *const *word, int count, bool *taken, struct hs_error *error)
{
    const char *name = word[0];
    float x = ui_pointer_x(app->services.ui), y = ui_pointer_y(app->services.ui);
    *taken = true;
    if (strcmp(name, "move") == 0)
        return do_move(app, word + 1, count - 1, error);
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
    if (strcmp(name, "cell") == 0)
        return do_cell(app, word + 1, error);
    if (strcmp(name, "drag") == 0)
        return do_drag(app, word + 1, error);
    if (strcmp(name, "key") == 0)
        return do_key(app, word[1], error);
    if (strcmp(name, "text") == 0)
        return do_text(app, word[1], error);
    if (strcmp(name, "compose") == 0)
        return do_compose(app, word[1], error);
    if (strcmp(name, "drop") == 0) {
        app_apply(app, &(struct action){.kind = ACT_OPEN, .text = word[1]});
        return HS_OK;
    }
    if (strcmp(name, "resize") == 0)
        return do_resize(app, word + 1, error);
    if (strcmp(name, "scale") == 0)
        return do_scale(app, word[1], error);
    if (strcmp(name, "wheel") == 0)
        return do_wheel(app, word[1], error);
    *taken = false;
    return HS_OK;
}
