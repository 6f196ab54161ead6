/* steps_stage.c – one step large: the matrices that go in, the sign between them, and the matrix
 * that comes out, all with the same token rows side by side. Called by steps.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/steps.h"

#define ROW_LEAST 15.0f
#define ROW_MOST 30.0f
#define COL_LEAST_KEYS 15.0f /* a column with a label of its own */
#define COL_LEAST 3.0f       /* of a head's dimension; the model's 512 are always all shown */
#define LABELS 104.0f
#define SIGN 30.0f
#define UNDER 26.0f

struct part {
    struct steps_plane plane;
    float share;      /* of the width that is left */
    float most;       /* px of one column at most */
    const char *sign; /* drawn before it; NULL = none */
    bool tall;        /* rows are not tokens: takes the full height */
};

static void fill_plane(
    const struct view_context *view, enum step step, char *name, size_t room, struct part *part)
{
    const struct app *app = view->app;
    const struct steps_facts *facts = steps_facts(app);
    struct step_cell cell = steps_cell(app, step);
    steps_symbol(app, step, name, room);
    part->plane = (struct steps_plane){.name = name,
        .matrix = steps_matrix(app, step),
        .step = step,
        .row_axis = steps_row_axis(step),
        .col_axis = steps_col_axis(step),
        .mark_row = cell.row,
        .mark_col = cell.col,
        .mark_cell = step == app->steps.step,
        .weights = step == STEP_SOFTMAX,
        .masked = step == STEP_MASK || step == STEP_SOFTMAX,
        .range = facts ? facts->range[step] : 0,
        .blocks = step == STEP_X,
        .heads = step == STEP_CONCAT ? app->h : 0};
    if (step == STEP_SOFTMAX) {
        float lo;
        app_range(app, app->head, &lo, &part->plane.range);
    }
}

/* The head's slice of W^Q, W^K, W^V, or W^O whole. */
static void weights_part(
    const struct view_context *view, enum step step, const char *name, struct part *part)
{
    const struct app *app = view->app;
    const struct steps_facts *facts = steps_facts(app);
    struct hs_weights weights = hs_preset_weights(app->preset);
    size_t d = weights.d_model, d_k = hs_set_shape(app->set).d_k;
    bool output = step == STEP_OUTPUT;
    const float *W = step == STEP_Q   ? weights.W_Q
                     : step == STEP_K ? weights.W_K
                     : step == STEP_V ? weights.W_V
                                      : weights.W_O;
    part->plane = (struct steps_plane){.name = name,
        .matrix = {output ? W : W + app->head * d_k, d, output ? d : d_k, d},
        .step = STEP_COUNT,
        .row_axis = AXIS_MODEL_DIMENSION,
        .col_axis = steps_col_axis(step),
        .mark_row = ACT_NOWHERE,
        .mark_col = steps_cell(app, step).col,
        .range = facts ? facts->range_W[step] : 0};
    part->tall = true;
}

struct names {
    char name[4][64];
};

/* The parts of the current step; returns how many. */
static int parts_of(const struct view_context *view, struct names *names, struct part part[4])
{
    static const enum step input[STEP_COUNT][2] = {[STEP_Q] = {STEP_X, STEP_COUNT},
        [STEP_K] = {STEP_X, STEP_COUNT},
        [STEP_V] = {STEP_X, STEP_COUNT},
        [STEP_RAW] = {STEP_Q, STEP_K},
        [STEP_SCALE] = {STEP_RAW, STEP_COUNT},
        [STEP_MASK] = {STEP_SCALE, STEP_COUNT},
        [STEP_SOFTMAX] = {STEP_MASK, STEP_COUNT},
        [STEP_MIX] = {STEP_SOFTMAX, STEP_V},
        [STEP_CONCAT] = {STEP_MIX, STEP_COUNT},
        [STEP_OUTPUT] = {STEP_CONCAT, STEP_COUNT}};
    static const char *const W_names[STEP_COUNT] = {
        [STEP_Q] = "W^Q", [STEP_K] = "W^K", [STEP_V] = "W^V", [STEP_OUTPUT] = "W^O"};
    const struct app *app = view->app;
    enum step step = app->steps.step;
    int count = 0;
    for (int i = 0; i < 2 && step != STEP_X && input[step][i] < STEP_COUNT; i++) {
        fill_plane(view, input[step][i], names->name[count], sizeof names->name[0], &part[count]);
        part[count].share = 1;
        part[count].most = 16;
        part[count].sign = i ? "·" : NULL;
        count++;
        if (i == 0 && input[step][1] == STEP_COUNT)
            break;
    }
    if (W_names[step]) {
        char symbol[64];
        steps_symbol(app, step, symbol, sizeof symbol);
        snprintf(names->name[count], sizeof names->name[0], "%s%s", W_names[step],
            step == STEP_OUTPUT ? "" : symbol + 1);
        weights_part(view, step, names->name[count], &part[count]);
        part[count].share = step == STEP_OUTPUT ? 0.7f : 0.5f;
        part[count].most = 4;
        part[count].sign = "·";
        count++;
    }
    fill_plane(view, step, names->name[count], sizeof names->name[0], &part[count]);
    part[count].share = 2;
    part[count].most = steps_col_axis(step) == AXIS_KEY ? 58 : 44;
    part[count].sign = count == 0 ? NULL : count == 2 ? "=" : "→";
    part[count].plane.col_labels = steps_col_axis(step) == AXIS_KEY;
    return count + 1;
}

/* A part's width for `share` px a unit of share, whole columns where they are wide enough. */
static float part_width(const struct part *part, float unit)
{
    float cols = (float)part->plane.matrix.cols;
    float width = fminf(part->share * unit, part->most * cols);
    width = fmaxf(width, 34);
    return width / cols >= 3 ? floorf(width / cols) * cols : floorf(width);
}

/* Which axis changes its tokens needs labels again: the first part, and K beside Q. */
static bool needs_labels(const struct part *part, int index)
{
    if (part[index].tall)
        return false;
    if (index == 0)
        return true;
    return part[index].plane.row_axis != part[index - 1].plane.row_axis &&
           part[index].plane.row_axis == AXIS_KEY;
}

static float label_width(const struct view_context *view)
{
    const struct app *app = view->app;
    size_t n = hs_set_shape(app->set).n;
    char name[200];
    float widest = 20;
    for (size_t i = 0; i < n && i < 256; i++) {
        hs_set_token_name(app->set, HS_QUERY, i, name, sizeof name);
        widest = fmaxf(widest, steps_width(view, FACE_UI_BOLD, 12, name));
    }
    return fminf(widest + 10, LABELS);
}

static void draw_sign(struct view_context *view, float x, float y, const char *sign)
{
    if (strcmp(sign, "→") == 0)
        steps_arrow(view, x + 4, y, x + SIGN - 4, y, view->theme->text_dim);
    else
        draw_text(view->draw, (struct rect){x, y - 14, SIGN, 28}, ALIGN_CENTER, FACE_UI_BOLD,
            TEXT_LARGE, view->theme->text_dim, sign);
}

/* The heights above and under the cells that all parts share. */
static float space_above(const struct part *part, int count)
{
    float above = 26;
    for (int i = 0; i < count; i++)
        above = fmaxf(above, part[i].plane.col_labels                          ? 98
                             : part[i].plane.blocks || part[i].plane.heads > 1 ? 56
                                                                               : 26);
    return above;
}

/* Fits the parts into the width: the widest unit of share for which they do. */
static float fit_unit(const struct part *part, int count, float room)
{
    float low = 4, high = room;
    for (int i = 0; i < 24; i++) {
        float middle = (low + high) / 2, total = 0;
        for (int p = 0; p < count; p++)
            total += part_width(&part[p], middle);
        *(total > room ? &high : &low) = middle;
    }
    return low;
}

static struct steps_window columns(const struct part *part, float width)
{
    const struct steps_plane *plane = &part->plane;
    float least = plane->col_axis == AXIS_KEY && plane->col_labels ? COL_LEAST_KEYS
                  : plane->col_axis == AXIS_HEAD_DIMENSION && !part->tall && part->share > 1
                      ? COL_LEAST
                      : 0;
    struct steps_window all = {0, plane->matrix.cols};
    return least > 0 ? steps_window(plane->matrix.cols, plane->mark_col, width, least) : all;
}

void steps_stage_draw(struct view_context *view, struct rect area)
{
    struct names names;
    struct part part[4] = {0};
    int count = parts_of(view, &names, part);
    float labels = label_width(view), room = area.w - 12, x = area.x;
    for (int i = 0; i < count; i++)
        room -= (part[i].sign ? SIGN : 0) + (needs_labels(part, i) ? labels : 0);
    float unit = fit_unit(part, count, room), above = space_above(part, count);
    float height = fmaxf(30, area.h - above - UNDER);
    size_t n = part[count - 1].plane.matrix.rows;
    float row_h = fminf(ROW_MOST, floorf(height / (float)n));
    struct steps_window rows = {0, n};
    for (int i = 0; i < count; i++)
        if (row_h < ROW_LEAST && !part[i].tall)
            rows.count = steps_window(n, 0, height, ROW_LEAST).count;
    row_h = fminf(ROW_MOST, floorf(height / (float)rows.count));
    float token_height = row_h * (float)rows.count, top = area.y + above;
    /* With room to spare the parts stand in the middle. */
    float used = 0;
    for (int i = 0; i < count; i++)
        used += part_width(&part[i], unit);
    x += floorf(fmaxf(0, room - used) / 3);
    for (int i = 0; i < count; i++) {
        if (part[i].sign) {
            draw_sign(view, x, top + token_height / 2, part[i].sign);
            x += SIGN;
        }
        part[i].plane.row_labels = needs_labels(part, i);
        if (part[i].plane.row_labels)
            x += labels;
        float width = part_width(&part[i], unit);
        struct steps_window own = rows;
        if (part[i].tall)
            own = (struct steps_window){0, part[i].plane.matrix.rows};
        else if (rows.count < n)
            own = steps_window(n, part[i].plane.mark_row, height, ROW_LEAST);
        float tall = part[i].tall ? fminf(height, fmaxf(token_height, 220)) : token_height;
        steps_plane_draw(view, &part[i].plane, (struct rect){floorf(x), top, width, tall}, own,
            columns(&part[i], width));
        x = floorf(x) + width;
    }
}
