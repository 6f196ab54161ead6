/* look.c – the part of act_try() that changes what is looked at and how: view, head, hovered and
 * locked cell, colours, zoom. None of it runs the engine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "model/say.h"

/* Zooming in ends when this many rows and columns are left: fewer tell nothing about a row. */
#define CELLS_AT_MOST_ZOOM 4.0

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

static void zoom(struct app *app, double factor, double x, double y)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct app_window *window = &app->look.window;
    double longer = (double)(shape.n > shape.m ? shape.n : shape.m);
    double least = longer > CELLS_AT_MOST_ZOOM ? CELLS_AT_MOST_ZOOM / longer : 1;
    double before = window->col1 - window->col0;
    double span = clamp(before / clamp(factor, 0.01, 100), least, 1);
    if (!(factor > 0) || span == before)
        return;
    double col = window->col0 + clamp(x, 0, 1) * (before - span);
    double row = window->row0 + clamp(y, 0, 1) * (before - span);
    col = clamp(col, 0, 1 - span);
    row = clamp(row, 0, 1 - span);
    *window = (struct app_window){row, row + span, col, col + span};
}

static enum hs_status look_at(struct look *look, const char *window, struct hs_error *error)
{
    struct app_window to;
    double *ends[4] = {&to.row0, &to.row1, &to.col0, &to.col1};
    const char *at = window ? window : "";
    char *stop = NULL;
    bool good = true;
    for (int i = 0; i < 4 && good; i++, at = stop + (*stop == ',')) {
        *ends[i] = strtod(at, &stop);
        good = stop != at && *stop == (i < 3 ? ',' : '\0') && *ends[i] >= 0 && *ends[i] <= 1;
    }
    if (!good || to.row1 - to.row0 < 1.0 / HS_MAX_TOKENS || to.col1 - to.col0 < 1.0 / HS_MAX_TOKENS)
        return hs_fail(error, HS_BAD_USE,
            "the part to show is ROW0,ROW1,COLUMN0,COLUMN1, fractions of the matrix from 0 to 1, for example "
            "0,0.5,0.25,0.75; not \"%.80s\"", window ? window : "");
    look->window = to;
    return HS_OK;
}

static void pan(struct look *look, double dx, double dy)
{
    struct app_window *window = &look->window;
    double span = window->col1 - window->col0;
    double col = clamp(window->col0 + dx * span, 0, 1 - span);
    double row = clamp(window->row0 + dy * span, 0, 1 - span);
    *window = (struct app_window){row, row + span, col, col + span};
}

/* Pans no more than needed to show the locked cell. */
static void show_locked(struct app *app)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct app_window *window = &app->look.window;
    double span = window->col1 - window->col0;
    double col = clamp(window->col0, (double)(app->look.locked.k + 1) / (double)shape.m - span,
        (double)app->look.locked.k / (double)shape.m);
    double row = clamp(window->row0, (double)(app->look.locked.q + 1) / (double)shape.n - span,
        (double)app->look.locked.q / (double)shape.n);
    *window = (struct app_window){row, row + span, col, col + span};
}

static size_t moved(size_t at, float by, size_t count)
{
    double to = (double)at + (double)by;
    return (size_t)clamp(to, 0, (double)count - 1);
}

static void move_cell(struct app *app, float dx, float dy)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    const struct hs_head_stats *stats = app_head_stats(app, app->look.head);
    if (app->look.locked.q == ACT_NOWHERE) {
        bool hovered = app->look.hover.q != ACT_NOWHERE && app->look.hover.k != ACT_NOWHERE;
        app->look.locked.q = hovered ? app->look.hover.q : stats->largest_q;
        app->look.locked.k = hovered ? app->look.hover.k : stats->largest_k;
        if (!app_can_lock(app, app->look.locked.q, app->look.locked.k)) /* largest of another shape */
            app->look.locked.q = app->look.locked.k = 0;
    } else {
        app->look.locked.q = moved(app->look.locked.q, dy, shape.n);
        app->look.locked.k = moved(app->look.locked.k == ACT_NOWHERE ? 0 : app->look.locked.k, dx, shape.m);
    }
    show_locked(app);
}

/* A pointer's cell was seen in the picture before; the set may have changed since. */
static struct app_cell inside(const struct app *app, const struct action *action)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct app_cell cell = {action->head, action->q, action->k};
    if (cell.head >= app->picture.h)
        return NO_CELL;
    if (cell.q >= shape.n || cell.k >= shape.m)
        cell.q = cell.k = ACT_NOWHERE;
    return cell;
}

static enum hs_status lock(struct app *app, const struct action *action, struct hs_error *error)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    if (!app_can_lock(app, action->q, action->k) && action->k == ACT_NOWHERE)
        return hs_fail(error, HS_BAD_USE,
            "there is no row %ld to lock: the query tokens are %d to %ld",
            app_counted(app, action->q), app->look.one_based, app_counted(app, shape.n - 1));
    if (!app_can_lock(app, action->q, action->k))
        return hs_fail(error, HS_BAD_USE,
            "there is no cell %ld,%ld to lock: the query tokens are %d to %ld, the keys %d to %ld",
            app_counted(app, action->q), app_counted(app, action->k), app->look.one_based,
            app_counted(app, shape.n - 1), app->look.one_based, app_counted(app, shape.m - 1));
    bool same = app->look.locked.q == action->q && app->look.locked.k == action->k;
    app->look.locked.q = same ? ACT_NOWHERE : action->q;
    app->look.locked.k = same ? ACT_NOWHERE : action->k;
    return HS_OK;
}

static enum hs_status select_head(struct app *app, size_t head, struct hs_error *error)
{
    if (head >= app->picture.h)
        return hs_fail(error, HS_BAD_USE, "there is no head %ld: this picture has heads %d to %ld",
            app_counted(app, head), app->look.one_based, app_counted(app, app->picture.h - 1));
    app->look.head = head;
    return HS_OK;
}

static void step_grid(struct app *app, float dx, float dy, long columns)
{
    double to = (double)app->lens.place[app->look.head] + (double)dx + (double)dy * (double)columns;
    if (to >= 0 && to < (double)app->picture.h)
        app->look.head = app->lens.order[(size_t)to];
}

/* What the view needs and the picture's source has not. */
static enum hs_status no_view(const struct app *app, const char *title, struct hs_error *error)
{
    if (picture_runs_model(app))
        return hs_fail(error, HS_BAD_USE, "%s shows the built-in model, which %.100s is not: %s", title,
            hs_source_info(app->picture.source).model,
            app->talk.by_options ? "leave the model out" : "Ctrl+W goes back to it");
    return hs_fail(error, HS_BAD_USE,
        picture_can(app, HS_CAN_TEXT) ? "%s shows the heads of an attention file: %s" : "%s needs the live model: %s", title,
        !app->talk.by_options           ? (picture_can(app, HS_CAN_TEXT) ? "open one with Ctrl+O" : "Ctrl+W goes back to your sentence")
        : picture_can(app, HS_CAN_TEXT) ? "name one that ends in .safetensors or .npy"
                                        : "give a sentence in place of the attention file");
}

static enum hs_status choose_view(struct app *app, long number, struct hs_error *error)
{
    if (number < 0 || number >= VIEW_COUNT || !view_kind((enum view_id)number))
        return hs_fail(error, HS_BAD_USE, "there is no view %ld", number);
    if (!view_usable(app, (enum view_id)number))
        return no_view(app, view_kind((enum view_id)number)->title, error);
    if (number == VIEW_COMPARE && app_need_single(app, error))
        return error ? error->status : HS_NO_MEMORY;
    struct hs_set_shape before = hs_set_shape(app_shown(app));
    app->look.view = (enum view_id)number;
    struct hs_set_shape now = hs_set_shape(app_shown(app));
    if (now.n != before.n || now.m != before.m)
        app->look.locked = NO_CELL;
    app->look.hover = NO_CELL;
    return HS_OK;
}

static void choose_colours(struct look *look, const struct action *action)
{
    long number = action->number;
    switch (action->kind) {
    case ACT_PALETTE: /* the diverging palette is for signed values only */
        look->palette = (enum palette)choice_of(number, look->palette, PALETTE_DIVERGING);
        break;
    case ACT_SCALE:
        look->scale = (enum cell_scale)choice_of(number, look->scale, SCALE_COUNT);
        break;
    case ACT_REDUCE:
        look->reduce = (enum cell_reduce)choice_of(number, look->reduce, 2);
        break;
    case ACT_RANGE_PER_HEAD:
        look->range_per_head = choice_of(number, look->range_per_head, 2);
        break;
    case ACT_VALUES:
        look->values = choice_of(number, look->values, 2);
        break;
    default:
        look->one_based = choice_of(number, look->one_based, 2);
        break;
    }
}

enum hs_status apply_look(struct app *app, const struct action *action, struct hs_error *error)
{
    struct app_cell none = {ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    switch (action->kind) {
    case ACT_VIEW:
        return choose_view(app, action->number, error);
    case ACT_SELECT_HEAD:
        return select_head(app, action->head, error);
    case ACT_HEAD_STEP:
        app->look.head = (app->look.head + app->picture.h + (size_t)(action->number % (long)app->picture.h)) % app->picture.h;
        return HS_OK;
    case ACT_GRID_STEP:
        step_grid(app, action->dx, action->dy, action->number);
        return HS_OK;
    case ACT_HOVER:
        app->look.hover = inside(app, action);
        return HS_OK;
    case ACT_LOCK:
        return lock(app, action, error);
    case ACT_QUERY_STEP:
        app->look.locked.q = moved(app_query(app), (float)action->number, hs_set_shape(app->picture.set).n);
        app->look.locked.k = ACT_NOWHERE;
        return HS_OK;
    case ACT_UNLOCK:
        app->look.locked = none;
        app->lines.locked_key = ACT_NOWHERE;
        return HS_OK;
    case ACT_MOVE_CELL:
        move_cell(app, action->dx, action->dy);
        return HS_OK;
    case ACT_ZOOM:
        zoom(app, (double)action->amount, (double)action->x, (double)action->y);
        return HS_OK;
    case ACT_PAN:
        pan(&app->look, (double)action->dx, (double)action->dy);
        return HS_OK;
    case ACT_ZOOM_TO:
        return look_at(&app->look, action->text, error);
    case ACT_ZOOM_RESET:
        app->look.window = (struct app_window){0, 1, 0, 1};
        return HS_OK;
    default:
        if (!apply_lines(app, action))
            choose_colours(&app->look, action);
        return HS_OK;
    }
}
