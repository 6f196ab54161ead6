/* steps_words.c – the Steps view in words: names of steps and values and
 * formulas. One wording for window, card, trace and export. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/app.h"

const char *const step_names[STEP_COUNT + 1] = {"input", "x", "q", "k", "v", "q-turned", "k-turned", "raw", "scale", "mask", "softmax",
    "mix", "concat", "output", "attended", "mlp", "result", "read", NULL};

const char *step_name(enum step step)
{
    return step < STEP_COUNT ? step_names[step] : "";
}

const char *step_title(const struct app *app, enum step step)
{
    static const char *const titles[STEP_COUNT] = {"Residual stream", "Embeddings", "Queries", "Keys", "Values", "Turned queries",
        "Turned keys", "Scores", "Scaled scores", "Mask", "Softmax", "Weighted values", "Concatenation", "Output", "Output in the stream",
        "MLP", "The layer’s result", "Read-out"};
    if (step == STEP_X && !picture_can(app, HS_CAN_FEATURES))
        return step_there(app, STEP_INPUT) ? "Normed input" : "Input";
    return step < STEP_COUNT ? titles[step] : "";
}

void steps_number(double value, int decimals, char *text, size_t room)
{
    app_number(value, decimals, false, text, room);
}

/* "₁₂" */
static void subscript(long number, char *text, size_t room)
{
    char digits[24];
    size_t used = 0;
    snprintf(digits, sizeof digits, "%ld", number);
    for (const char *digit = digits; *digit && used + 4 <= room; digit++) {
        /* U+2080 … U+2089 */
        text[used++] = '\xe2';
        text[used++] = '\x82';
        text[used++] = (char)(0x80 + (*digit - '0'));
    }
    text[used < room ? used : room - 1] = '\0';
}

void steps_symbol(const struct app *app, enum step step, char *text, size_t room)
{
    static const char *const letters[STEP_COUNT] = {
        "R", "X", "Q", "K", "V", "Q′", "K′", "", "S′", "S", "A", "", "concat", "O", "R′", "M", "R″", "O"};
    char index[32] = "";
    if (steps_col_axis(step) != AXIS_MODEL_DIMENSION)
        subscript(app_counted(app, app->look.head), index, sizeof index);
    const char *turned = hs_set_shape(app->picture.set).turns ? "′" : "";
    if (step == STEP_RAW)
        snprintf(text, room, "Q%s%sK%s%sᵀ", turned, index, turned, index);
    else if (step == STEP_MIX)
        snprintf(text, room, "A%sV%s", index, index);
    else
        snprintf(text, room, "%s%s", letters[step], index);
}

static bool any(const float *bias, size_t count)
{
    for (size_t i = 0; bias && i < count; i++)
        if (bias[i] != 0)
            return true;
    return false;
}

/* " + b^Q₂" where the picture's layer adds one. */
static void bias_words(const struct app *app, enum step step, const char *index, char *text, size_t room)
{
    struct hs_weights weights;
    text[0] = '\0';
    if (!picture_weights(app, &weights))
        return;
    size_t width = weights.width ? weights.width : weights.d_model;
    const float *bias = step == STEP_Q ? weights.b_Q : step == STEP_K ? weights.b_K : step == STEP_V ? weights.b_V : weights.b_O;
    if (any(bias, step == STEP_OUTPUT ? weights.d_model : width))
        snprintf(text, room, " + b^%c%s", step == STEP_OUTPUT ? 'O' : "QKV"[step - STEP_Q], index);
}

/* What the layer before left, or the embeddings. */
static void origin_words(const struct app *app, char *text, size_t room)
{
    size_t layer = hs_set_shape(app->picture.set).layer;
    if (layer == 0)
        snprintf(text, room, "the embeddings of tokens and places");
    else
        snprintf(text, room, "what layer %ld left", app_counted(app, layer - 1));
}

static void scale_words(const struct app *app, const char *i, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    double root = sqrt((double)shape.d_k), factor = steps_factor(app);
    const char *turned = shape.turns ? "′" : "", *bias = shape.score_bias ? " + bias by distance" : "";
    if (fabs(factor * root - 1) < 1e-5)
        snprintf(text, room, "S′%s = Q%s%s K%s%sᵀ / √d_k%s, √%zu = %.4g", i, turned, i, turned, i, bias, shape.d_k, root);
    else
        snprintf(text, room, "S′%s = Q%s%s K%s%sᵀ × %.4g%s: this model’s scale", i, turned, i, turned, i, factor, bias);
}

static void mask_words(const struct app *app, const char *i, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool window = shape.mask == HS_MASK_CAUSAL && shape.n > 0 && hs_set_masked(app->picture.set, shape.n - 1, 0);
    if (shape.mask != HS_MASK_CAUSAL)
        snprintf(text, room, "S%s = S′%s: there is no mask", i, i);
    else
        snprintf(text, room, "S%s = S′%s, and −∞ where the key comes after the query%s", i, i, window ? " or too far before it" : "");
}

/* Steps that only a layer of a real model has. */
static void layer_words(const struct app *app, enum step step, const char *i, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool behind = shape.layer_kind == HS_LAYER_POST_NORM, parallel = shape.layer_kind == HS_LAYER_PARALLEL;
    char origin[80];
    const char *letter = step == STEP_K_TURNED ? "K" : "Q";
    origin_words(app, origin, sizeof origin);
    if (step == STEP_INPUT)
        snprintf(text, room, "R = %s", origin);
    else if (step == STEP_X)
        snprintf(text, room, behind ? "X = %s" : "X = norm(R)", origin);
    else if (step == STEP_ATTENDED)
        snprintf(text, room, behind ? "R′ = norm(X + O)" : "R′ = R + O");
    else if (step == STEP_MLP)
        snprintf(text, room, behind ? "M = MLP(R′)" : parallel ? "M = MLP(norm(R))" : "M = MLP(norm(R′))");
    else if (step == STEP_RESULT)
        snprintf(text, room, behind ? "R″ = norm(R′ + M)" : "R″ = R′ + M");
    else
        snprintf(text, room, "%s′%s = %s%s%s%s", letter, i, letter, i, shape.turns & HS_TURNS_NORM ? ", rows normed" : "",
            shape.turns & HS_TURNS_POSITION ? ", pairs of columns turned by place" : "");
}

void steps_formula(const struct app *app, enum step step, char *text, size_t room)
{
    char i[32], name[64], bias[48];
    const char *turned = hs_set_shape(app->picture.set).turns ? "′" : "";
    size_t d_k = hs_set_shape(app->picture.set).d_k;
    subscript(app_counted(app, app->look.head), i, sizeof i);
    switch (step) {
    case STEP_X:
        if (!picture_can(app, HS_CAN_FEATURES))
            layer_words(app, step, i, text, room);
        else
            snprintf(text, room, "X = one row of named features a token");
        break;
    case STEP_Q:
    case STEP_K:
    case STEP_V:
        bias_words(app, step, i, bias, sizeof bias);
        snprintf(text, room, "%c%s = X · W^%c%s%s", "QKV"[step - STEP_Q], i, "QKV"[step - STEP_Q], i, bias);
        break;
    case STEP_RAW:
        snprintf(text, room, "every query · every key: Q%s%s K%s%sᵀ", turned, i, turned, i);
        break;
    case STEP_SCALE:
        scale_words(app, i, text, room);
        break;
    case STEP_MASK:
        mask_words(app, i, text, room);
        break;
    case STEP_SOFTMAX:
        snprintf(text, room, "A%s = exp(S%s − row’s largest) / row’s sum", i, i);
        break;
    case STEP_MIX:
        snprintf(text, room, "head%s = A%s · V%s", i, i, i);
        break;
    case STEP_CONCAT:
        subscript(app_counted(app, 0), i, sizeof i);
        subscript(app_counted(app, app->picture.h - 1), name, sizeof name);
        if (app->picture.h == 1)
            snprintf(text, room, "concat = head%s: one head fills all %zu columns", i, d_k);
        else
            snprintf(text, room, "concat = [head%s … head%s]: %zu heads of %zu columns", i, name,
                app->picture.h, d_k);
        break;
    case STEP_OUTPUT:
        bias_words(app, step, "", bias, sizeof bias);
        snprintf(text, room, "O = concat · W^O%s", bias);
        break;
    case STEP_READ:
        snprintf(text, room, "O · (W^O)ᵀ = the eight role slots, each read back as words");
        break;
    default:
        layer_words(app, step, i, text, room);
        break;
    }
}

static void axis_name(
    const struct app *app, enum step_axis axis, size_t index, char *text, size_t room)
{
    if (axis == AXIS_QUERY || axis == AXIS_KEY)
        app_token_name(app, axis == AXIS_QUERY ? HS_QUERY : HS_KEY, index, text, room);
    else
        snprintf(text, room, "%ld", app_counted(app, index));
}

void steps_value_name(
    const struct app *app, enum step step, struct step_cell cell, char *text, size_t room)
{
    char name[64], row[160], col[160];
    steps_symbol(app, step, name, sizeof name);
    axis_name(app, steps_row_axis(step), cell.row, row, sizeof row);
    axis_name(app, steps_col_axis(step), cell.col, col, sizeof col);
    snprintf(text, room, "%s[%s][%s]", name, row, col);
}
