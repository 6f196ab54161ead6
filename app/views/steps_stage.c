/* steps_stage.c – one step large: the matrices that go in, the sign between them, and the matrix
 * that comes out, all with the same token rows side by side. Called by steps.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/steps.h"

#define ROW_LEAST 12.0f
#define ROW_MOST 96.0f
#define COL_LEAST_KEYS 15.0f /* a column with a label of its own */
#define COL_LEAST 3.0f       /* of a head's dimension; the model's 512 are always all shown */
#define LABELS 104.0f
#define LABELS_UP 76.0f
#define SIGN 30.0f
#define SIGN_NAMED 66.0f /* an arrow with a word over it */
#define RESULT_ONLY 480.0f
#define UNDER 26.0f
#define TALL_LEAST 220.0f       /* px for the 512 rows of a weight matrix */
#define BLOCK_NAMES_FROM 330.0f /* px of height, for names that stand upright */

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
        .blocks = step == STEP_X && picture_can(app, HS_CAN_FEATURES),
        .heads = step == STEP_CONCAT ? app->picture.h : 0};
    if (step == STEP_SOFTMAX) {
        float lo;
        app_range(app, app->look.head, &lo, &part->plane.range);
    }
}

/* The head's slice of W^Q, W^K, W^V, or W^O whole. */
static void weights_part(
    const struct view_context *view, enum step step, const char *name, struct part *part)
{
    const struct app *app = view->app;
    const struct steps_facts *facts = steps_facts(app);
    struct hs_weights weights = {0};
    picture_weights(app, &weights);
    size_t d = weights.d_model, width = weights.width ? weights.width : d, d_k = hs_set_shape(app->picture.set).d_k;
    bool output = step == STEP_OUTPUT;
    const float *W = step == STEP_Q   ? weights.W_Q
                     : step == STEP_K ? weights.W_K
                     : step == STEP_V ? weights.W_V
                                      : weights.W_O;
    part->plane = (struct steps_plane){.name = name,
        .matrix = {output ? W : W + app->look.head * d_k, output ? width : d, output ? d : d_k, output ? d : width},
        .step = STEP_COUNT,
        .row_axis = AXIS_MODEL_DIMENSION,
        .col_axis = steps_col_axis(step),
        .mark_row = ACT_NOWHERE,
        .mark_col = steps_cell(app, step).col,
        .range = facts ? facts->range_W[step] : 0};
    part->tall = true;
}

static float label_width(const struct view_context *view, enum hs_side side)
{
    const struct app *app = view->app;
    size_t n = hs_set_tokens(app->picture.set, side)->count;
    char name[200];
    float widest = 20;
    for (size_t i = 0; i < n && i < 256; i++) {
        hs_set_token_name(app->picture.set, side, i, name, sizeof name);
        widest = fmaxf(widest, steps_width(view, FACE_UI_BOLD, 12, name));
    }
    return fminf(widest + 10, LABELS);
}

struct names {
    char name[4][64];
};

/* The parts of the current step; returns how many. */
static int parts_of(const struct view_context *view, struct names *names, struct part part[4])
{
    /* What goes in; STEP_INPUT = nothing more. */
    static const enum step input[STEP_COUNT][2] = {[STEP_X] = {STEP_INPUT}, [STEP_Q] = {STEP_X}, [STEP_K] = {STEP_X}, [STEP_V] = {STEP_X},
        [STEP_Q_TURNED] = {STEP_Q}, [STEP_K_TURNED] = {STEP_K}, [STEP_RAW] = {STEP_Q, STEP_K}, [STEP_SCALE] = {STEP_RAW},
        [STEP_MASK] = {STEP_SCALE}, [STEP_SOFTMAX] = {STEP_MASK}, [STEP_MIX] = {STEP_SOFTMAX, STEP_V}, [STEP_CONCAT] = {STEP_MIX},
        [STEP_OUTPUT] = {STEP_CONCAT}, [STEP_ATTENDED] = {STEP_OUTPUT}, [STEP_MLP] = {STEP_ATTENDED}, [STEP_RESULT] = {STEP_MLP}};
    static const char *const W_names[STEP_COUNT] = {
        [STEP_Q] = "W^Q", [STEP_K] = "W^K", [STEP_V] = "W^V", [STEP_OUTPUT] = "W^O"};
    const struct app *app = view->app;
    enum step step = app->steps.step;
    int count = 0;
    for (int i = 0; i < 2; i++) {
        enum step from = input[step][i];
        if (step_there(app, STEP_Q_TURNED) && step == STEP_RAW)
            from = i ? STEP_K_TURNED : STEP_Q_TURNED;
        bool first = i == 0 && step == STEP_X; /* whose input is the first step there is */
        if (!step_there(app, from) || (from == STEP_INPUT && !first))
            break;
        fill_plane(view, from, names->name[count], sizeof names->name[0], &part[count]);
        part[count].share = 1;
        part[count].most = 16;
        part[count].sign = i ? "·" : NULL;
        count++;
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
    part[count].most = steps_col_axis(step) == AXIS_KEY ? 120 : 60;
    part[count].sign = count == 0 ? NULL : count == 2 ? "=" : "→";
    part[count].plane.col_labels = steps_col_axis(step) == AXIS_KEY;
    part[count].plane.label_room = fminf(LABELS_UP, label_width(view, HS_KEY));
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

/* What an arrow does, for steps with a single input. */
static void arrow_words(const struct app *app, char *text, size_t room)
{
    double factor = steps_factor(app);
    bool behind = hs_set_shape(app->picture.set).layer_kind == HS_LAYER_POST_NORM;
    text[0] = '\0';
    if (app->steps.step == STEP_SCALE)
        snprintf(text, room, factor < 1 ? "÷ %.4g" : "× %.4g", factor < 1 ? 1 / factor : factor);
    else if (app->steps.step == STEP_X)
        snprintf(text, room, "norm");
    else if (app->steps.step == STEP_Q_TURNED || app->steps.step == STEP_K_TURNED)
        snprintf(text, room, "turn");
    else if (app->steps.step == STEP_ATTENDED || app->steps.step == STEP_RESULT)
        snprintf(text, room, behind ? "add, norm" : "add");
    else if (app->steps.step == STEP_MLP)
        snprintf(text, room, "MLP");
    else if (app->steps.step == STEP_MASK)
        snprintf(text, room, hs_set_shape(app->picture.set).mask ? "causal" : "no mask");
    else if (app->steps.step == STEP_SOFTMAX)
        snprintf(text, room, "softmax");
    else if (app->steps.step == STEP_CONCAT)
        snprintf(text, room, app->picture.h > 1 ? "+ others" : "");
}

static float sign_width(const struct part *part)
{
    return !part->sign ? 0 : strcmp(part->sign, "→") == 0 ? SIGN_NAMED : SIGN;
}

static void draw_sign(struct view_context *view, float x, float y, const struct part *part)
{
    char words[40];
    if (strcmp(part->sign, "→") != 0) {
        draw_text(view->draw, (struct rect){x, y - 14, SIGN, 28}, ALIGN_CENTER, FACE_UI_BOLD,
            TEXT_LARGE, view->theme->text_dim, part->sign);
        return;
    }
    arrow_words(view->app, words, sizeof words);
    draw_text(view->draw, (struct rect){x + 4, y - 20, SIGN_NAMED - 8, 16}, ALIGN_CENTER, FACE_UI,
        12, view->theme->text_dim, words);
    steps_arrow(view, x + 6, y, x + SIGN_NAMED - 6, y, view->theme->text_dim);
}

/* The height of names and labels above the cells, which all parts share. */
static float space_above(const struct part *part, int count)
{
    float above = 0;
    for (int i = 0; i < count; i++)
        above = fmaxf(above, steps_plane_lift(&part[i].plane));
    return above + 2;
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

/* What the parts share once the area is known. */
struct stage {
    struct part part[4];
    int count;
    float labels, unit, height; /* of token labels, of a unit of share, for cells */
    float row_h, token_height;
    size_t rows;              /* token rows shown */
    struct steps_window keys; /* columns shown where columns are keys */
};

/* Rows of tokens: all, or a page of them that holds the marked one. */
static struct steps_window rows_of(const struct stage *stage, const struct part *part)
{
    const struct steps_plane *plane = &part->plane;
    struct steps_window all = {0, plane->matrix.rows};
    if (part->tall || stage->rows >= plane->matrix.rows)
        return all;
    return steps_window(plane->matrix.rows, plane->mark_row, (float)stage->rows, 1);
}

static struct steps_window columns_of(
    const struct stage *stage, const struct part *part, float width)
{
    const struct steps_plane *plane = &part->plane;
    struct steps_window all = {0, plane->matrix.cols};
    if (plane->col_axis == AXIS_KEY)
        return stage->keys;
    if (plane->col_axis != AXIS_HEAD_DIMENSION || part->tall || part->share <= 1)
        return all;
    return steps_window(plane->matrix.cols, plane->mark_col, width, COL_LEAST);
}

/* Every matrix whose columns are keys shows the same ones: those that the result has room to name,
 * or, beside the values, the rows that are shown of those. */
static struct steps_window keys_of(const struct stage *stage)
{
    struct steps_window keys = {0, 0};
    for (int i = 0; i < stage->count; i++) {
        const struct part *part = &stage->part[i];
        if (part->plane.col_axis == AXIS_KEY && part->plane.col_labels)
            return steps_window(part->plane.matrix.cols, part->plane.mark_col,
                part_width(part, stage->unit), COL_LEAST_KEYS);
        if (part->plane.row_axis == AXIS_KEY)
            keys = rows_of(stage, part);
    }
    return keys;
}

static float fit(struct stage *stage, struct rect area)
{
    float room = area.w - 12, used = 0, above = space_above(stage->part, stage->count);
    size_t n = stage->part[stage->count - 1].plane.matrix.rows;
    for (int i = 0; i < stage->count; i++)
        room -= sign_width(&stage->part[i]) + (needs_labels(stage->part, i) ? stage->labels : 0);
    stage->unit = fit_unit(stage->part, stage->count, room);
    stage->height = fmaxf(30, area.h - above - UNDER);
    stage->rows = steps_window(n, 0, stage->height, ROW_LEAST).count;
    stage->row_h = fminf(ROW_MOST, floorf(stage->height / (float)stage->rows));
    stage->token_height = stage->row_h * (float)stage->rows;
    stage->keys = keys_of(stage);
    for (int i = 0; i < stage->count; i++)
        used += part_width(&stage->part[i], stage->unit);
    /* With room to spare the parts stand nearer the middle. */
    return area.x + floorf(fmaxf(0, room - used) / 3);
}

static void prepare(
    struct view_context *view, struct names *names, struct stage *stage, struct rect area)
{
    const struct app *app = view->app;
    stage->count = parts_of(view, names, stage->part);
    if (area.w < RESULT_ONLY || (app->steps.card && steps_is_score(app->steps.step))) {
        /* The strip and the card show what goes in: the result gets the room. */
        stage->part[0] = stage->part[stage->count - 1];
        stage->part[0].sign = NULL;
        stage->count = 1;
    }
    struct steps_plane *first = &stage->part[0].plane;
    first->block_names = first->mark_cell && first->blocks && area.h > BLOCK_NAMES_FROM;
    stage->labels = label_width(view, HS_QUERY);
}

void steps_stage_draw(struct view_context *view, struct rect area)
{
    struct names names;
    struct stage stage = {.count = 0};
    prepare(view, &names, &stage, area);
    float x = fit(&stage, area), top = area.y + space_above(stage.part, stage.count);
    for (int i = 0; i < stage.count; i++) {
        struct part *part = &stage.part[i];
        if (part->sign)
            draw_sign(view, x, top + stage.token_height / 2, part);
        part->plane.row_labels = needs_labels(stage.part, i);
        x = floorf(x + sign_width(part) + (part->plane.row_labels ? stage.labels : 0));
        float width = part_width(part, stage.unit);
        float tall = fminf(stage.height, fmaxf(stage.token_height, TALL_LEAST));
        struct rect cells = {x, top, width, part->tall ? tall : stage.token_height};
        steps_plane_draw(
            view, &part->plane, cells, rows_of(&stage, part), columns_of(&stage, part, width));
        x += width;
    }
}
