/* steps.c – the part of act_try() for the Steps view: which step, and which of its values is looked at. */
#include <math.h>

#include "act/act.h"
#include "model/say.h"
#include "model/steps.h"

/* Kept inside 0 … count - 1; a set without this kind of column has only 0. */
static size_t within(double index, size_t count)
{
    return count > 0 ? (size_t)fmin(fmax(index, 0), (double)count - 1) : 0;
}

/* The column of concat is one of a head's: that head and its column of A V are looked at. */
static void mark_concat(struct app *app, size_t column)
{
    size_t d_k = hs_set_shape(app->picture.set).d_k;
    app->look.head = column / d_k;
    app->steps.dimension = column % d_k;
}

static void move(struct app *app, float dx, float dy)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    enum step step = app->steps.step;
    enum step_axis rows = steps_row_axis(step), cols = steps_col_axis(step);
    double q = (double)steps_query(app), k = (double)steps_key(app);
    double j = (double)app->steps.dimension, d = (double)app->steps.model_dimension;
    if (step == STEP_CONCAT)
        d = (double)steps_cell(app, step).col;
    *(rows == AXIS_KEY ? &k : &q) += (double)dy;
    *(cols == AXIS_KEY ? &k : cols == AXIS_HEAD_DIMENSION ? &j : &d) += (double)dx;
    app->steps.column_chosen |= dx != 0 && cols != AXIS_KEY;
    app->steps.dimension = within(j, shape.d_k);
    if (step == STEP_CONCAT)
        mark_concat(app, within(d, steps_matrix(app, step).cols));
    else
        app->steps.model_dimension = within(d, shape.d_model);
    /* A query that is stepped takes its own strongest key with it, until a key is chosen. */
    bool free_key = app->look.locked.k == ACT_NOWHERE && k == (double)steps_key(app);
    app->look.locked.q = within(q, shape.n);
    app->look.locked.k = free_key ? ACT_NOWHERE : within(k, shape.m);
}

static enum hs_status no_numbers(enum step step, struct hs_error *error)
{
    return hs_fail(error, HS_BAD_USE, "there are no numbers of the step %s here: files of weights have none, and a very long text keeps none",
        step_name(step));
}

/* Row and column of the step's matrix become query, key or dimension, whatever they stand for. */
static enum hs_status mark_cell(
    struct app *app, enum step step, size_t row, size_t col, struct hs_error *error)
{
    struct hs_matrix matrix = steps_matrix(app, step);
    if (matrix.rows == 0 || matrix.cols == 0)
        return no_numbers(step, error);
    if (row >= matrix.rows || col >= matrix.cols)
        return hs_fail(error, HS_BAD_USE,
            "there is no %s %ld in the step %s: they are counted from %d to %ld",
            col >= matrix.cols ? "column" : "row", app_counted(app, col >= matrix.cols ? col : row),
            step_name(step), app->look.one_based,
            app_counted(app, (col >= matrix.cols ? matrix.cols : matrix.rows) - 1));
    size_t q = steps_query(app), k = steps_key(app);
    *(steps_row_axis(step) == AXIS_KEY ? &k : &q) = row;
    if (steps_col_axis(step) == AXIS_KEY)
        k = col;
    else if (steps_col_axis(step) == AXIS_HEAD_DIMENSION)
        app->steps.dimension = col;
    else if (step == STEP_CONCAT)
        mark_concat(app, col);
    else
        app->steps.model_dimension = col;
    app->steps.column_chosen |= steps_col_axis(step) != AXIS_KEY;
    app->look.locked.q = q;
    app->look.locked.k = k;
    return HS_OK;
}

static enum hs_status mark(struct app *app, long column, struct hs_error *error)
{
    struct step_cell cell = steps_cell(app, app->steps.step);
    struct app_cell locked = app->look.locked;
    enum hs_status status =
        mark_cell(app, app->steps.step, cell.row, (size_t)column, error);
    if (!status && steps_col_axis(app->steps.step) != AXIS_KEY)
        app->look.locked = locked; /* only a dimension was chosen */
    return status;
}

static enum hs_status mark_dimension(struct app *app, long column, size_t count, size_t *dimension, struct hs_error *error)
{
    if (count == 0)
        return no_numbers(app->steps.step, error);
    if (column < 0 || (size_t)column >= count)
        return hs_fail(error, HS_BAD_USE, "there is no column %ld: they are counted from %d to %ld",
            column + app->look.one_based, app->look.one_based, app_counted(app, count - 1));
    *dimension = (size_t)column;
    app->steps.column_chosen = true;
    return HS_OK;
}

static enum hs_status choose(struct app *app, long number, struct hs_error *error)
{
    if (number < 0 || number >= STEP_COUNT)
        return hs_fail(error, HS_BAD_USE, "there is no step %ld", number);
    if (!step_there(app, (enum step)number))
        return hs_fail(error, HS_BAD_USE, "%.100s has no step “%s” (%s)", hs_set_source(app->picture.set), step_name((enum step)number),
            step_title(app, (enum step)number));
    app->steps.step = (enum step)number;
    return HS_OK;
}

static enum hs_status pick(struct app *app, const struct action *action, struct hs_error *error)
{
    if (action->number < 0 || action->number >= STEP_COUNT)
        return hs_fail(error, HS_BAD_USE, "there is no step %ld", action->number);
    enum step step = (enum step)action->number;
    enum hs_status status = mark_cell(app, step, action->q, action->k, error);
    if (status)
        return status;
    app->steps.step = step;
    app->steps.card = true;
    return HS_OK;
}

enum hs_status apply_steps(struct app *app, const struct action *action, struct hs_error *error)
{
    struct app_steps *steps = &app->steps;
    long number = action->number;
    switch (action->kind) {
    case ACT_STEP:
        return choose(app, number, error);
    case ACT_STEP_BY:
        steps->step = step_after(app, steps->step, number);
        return HS_OK;
    case ACT_STEP_MOVE:
        move(app, action->dx, action->dy);
        return HS_OK;
    case ACT_STEP_AT:
        return mark(app, number, error);
    case ACT_STEP_DIMENSION:
        return mark_dimension(app, number, hs_set_shape(app->picture.set).d_k, &steps->dimension, error);
    case ACT_STEP_MODEL_DIMENSION:
        return mark_dimension(app, number, hs_set_shape(app->picture.set).d_model, &steps->model_dimension, error);
    case ACT_STEP_PICK:
        return pick(app, action, error);
    case ACT_STEP_CARD:
        steps->card = choice_of(number, steps->card, 2);
        return HS_OK;
    case ACT_STEP_CONTRAST:
        steps->contrast = choice_of(number, steps->contrast, 2);
        return HS_OK;
    default: /* ACT_STEP_COLUMN */
        steps->column = (enum step_column)choice_of(number, (long)steps->column, COLUMN_COUNT);
        return HS_OK;
    }
}
