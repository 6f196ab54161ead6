/* steps_words.c – the Steps view in words: names of steps and values and
 * formulas. One wording for window, card, trace and export. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/app.h"

const char *step_name(enum step step)
{
    static const char *const names[STEP_COUNT] = {
        "x", "q", "k", "v", "raw", "scale", "mask", "softmax", "mix", "concat", "output", "read"};
    return step < STEP_COUNT ? names[step] : "";
}

const char *step_title(enum step step)
{
    static const char *const titles[STEP_COUNT] = {"Embeddings", "Queries", "Keys", "Values",
        "Scores", "Scaled scores", "Mask", "Softmax", "Weighted values", "Concatenation", "Output",
        "Read-out"};
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
        "X", "Q", "K", "V", "QKᵀ", "S′", "S", "A", "A·V", "concat", "O", "O"};
    char index[32] = "";
    if (step != STEP_X && step != STEP_CONCAT && step < STEP_OUTPUT)
        subscript(app_counted(app, app->look.head), index, sizeof index);
    if (step == STEP_RAW)
        snprintf(text, room, "Q%sK%sᵀ", index, index);
    else if (step == STEP_MIX)
        snprintf(text, room, "A%sV%s", index, index);
    else
        snprintf(text, room, "%s%s", letters[step], index);
}

void steps_formula(const struct app *app, enum step step, char *text, size_t room)
{
    char i[32], name[64];
    size_t d_k = hs_set_shape(app->picture.set).d_k;
    subscript(app_counted(app, app->look.head), i, sizeof i);
    steps_symbol(app, step, name, sizeof name);
    switch (step) {
    case STEP_X:
        snprintf(text, room, "X = one row of named features a token");
        break;
    case STEP_Q:
        snprintf(text, room, "Q%s = X · W^Q%s", i, i);
        break;
    case STEP_K:
        snprintf(text, room, "K%s = X · W^K%s", i, i);
        break;
    case STEP_V:
        snprintf(text, room, "V%s = X · W^V%s", i, i);
        break;
    case STEP_RAW:
        snprintf(text, room, "every query · every key: Q%s K%sᵀ", i, i);
        break;
    case STEP_SCALE:
        snprintf(
            text, room, "S′%s = Q%s K%sᵀ / √d_k, √%zu = %.4g", i, i, i, d_k, sqrt((double)d_k));
        break;
    case STEP_MASK:
        snprintf(text, room,
            hs_set_shape(app->picture.set).mask == HS_MASK_CAUSAL
                ? "S%s = S′%s, and −∞ where the key comes after the query"
                : "S%s = S′%s: there is no mask",
            i, i);
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
        snprintf(text, room, "O = concat · W^O");
        break;
    default:
        snprintf(text, room, "O · (W^O)ᵀ = the eight role slots, each read back as words");
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
