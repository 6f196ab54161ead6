/* steps.c – the Steps view: the whole forward pass as a strip of small matrices and one step large,
 * for the selected head, query and key; any value opens the sum it is. Called through the table of
 * views; what is shown comes from app/model/steps.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/steps.h"

#define MARGIN 16.0f
#define BAR_HEIGHT 44.0f
#define HEAD_HEIGHT 46.0f
#define HEAD_LINE 16.0f
#define STRIP_LEAST 104.0f
#define STRIP_MOST 320.0f
#define CARD_LEAST 450.0f
#define CARD_MOST 560.0f
#define FORMULA_BUTTON 116.0f
#define SCORE_BESIDE 1500.0f /* from this width on the matrix stays beside the q·k card */

/* Of a real model's layer, where it differs from the built-in model's. */
static const char *sentence_of_layer(enum step step, struct hs_set_shape shape)
{
    bool behind = shape.layer_kind == HS_LAYER_POST_NORM;
    switch (step) {
    case STEP_INPUT:
        return "A row of numbers a token: what came in, and all that the layers before have added to it.";
    case STEP_X:
        return behind ? "A row of numbers a token: what this layer gets, and what W^Q, W^K and W^V multiply."
                      : "Each row brought to one size, dimension by dimension weighted: this is what W^Q, W^K and W^V multiply.";
    case STEP_Q:
        return "What each token asks for: its row, mixed by this head’s slice of W^Q.";
    case STEP_K:
        return shape.kv_heads ? "What each token offers: its row, mixed by W^K. Several heads share these keys."
                              : "What each token offers: its row, mixed by this head’s slice of W^K.";
    case STEP_V:
        return shape.kv_heads ? "What each token hands over when it is attended to. Several heads share these values."
                              : "What each token hands over when it is attended to.";
    case STEP_Q_TURNED:
    case STEP_K_TURNED:
        return "Turned by an angle that grows with the position: q · k then depends on how far apart two tokens are.";
    case STEP_ATTENDED:
        return behind ? "The output is added to what came in, and each row is normed." : "The output is added to the stream.";
    case STEP_MLP:
        return "A network that works on each row by itself: no token sees another here. It is one box; its inside is not shown.";
    case STEP_RESULT:
        return behind ? "What the MLP gave is added, and each row is normed: the next layer’s input."
                      : "What the MLP gave is added: the stream that the next layer gets.";
    default:
        return NULL;
    }
}

static const char *sentence(const struct app *app)
{
    static const char *const sentences[STEP_COUNT] = {
        [STEP_X] = "Each token is a row of named features, made before any head looks.",
        [STEP_Q] = "What each token asks for: its features, mixed by this head’s slice of W^Q.",
        [STEP_K] = "What each token offers: its features, mixed by this head’s slice of W^K.",
        [STEP_V] = "What each token hands over when it is attended to: here, the code of its word.",
        [STEP_RAW] = "How well each query fits each key: the sum of products over the head’s dimensions.",
        [STEP_SCALE] = "Dividing by √d_k keeps scores of wide heads from growing just because they are wide.",
        [STEP_MASK] = "Keys that a query may not see get −∞: e^−∞ = 0, so they take no part in the row’s softmax.",
        [STEP_SOFTMAX] = "Each row becomes weights that sum to 1. Only differences between scores count.",
        [STEP_MIX] = "Each query’s row is the mean of the value rows, weighted by its attention weights.",
        [STEP_CONCAT] = "The heads’ rows side by side: each keeps its own columns.",
        [STEP_OUTPUT] = "W^O mixes the columns of all heads into the output row.",
        [STEP_READ] = "What the output row holds, in words: with all heads, without this one, with just one.",
    };
    enum step step = app->steps.step;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    const char *own = shape.layer_kind != HS_LAYER_ATTENTION ? sentence_of_layer(step, shape) : NULL;
    return own ? own : sentences[step] ? sentences[step] : "";
}

struct steps_layout steps_layout(const struct app *app, struct rect area, bool page)
{
    struct steps_layout layout = {0};
    const struct app_steps *steps = &app->steps;
    if (!page) {
        area.x += MARGIN;
        area.w -= 2 * MARGIN;
        layout.bar = rect_cut_top(&area, BAR_HEIGHT);
    }
    layout.strip =
        rect_cut_top(&area, fmaxf(STRIP_LEAST, fminf(STRIP_MOST, floorf(area.h * 0.2f))));
    rect_cut_top(&area, 8);
    bool score = steps_is_score(steps->step);
    if (steps->card && steps->step != STEP_READ) {
        float width = fmaxf(CARD_LEAST, fminf(CARD_MOST, floorf(area.w * 0.4f)));
        if (score)
            width = area.w >= SCORE_BESIDE ? fminf(floorf(area.w * 0.66f), 1700) : area.w;
        layout.card = rect_cut_right(&area, width);
        if (area.w > 0)
            rect_cut_right(&area, MARGIN);
        if (!page)
            layout.card.h -= 10;
    }
    bool two = fonts_width(app->services.fonts, FACE_UI, 12, sentence(app), strlen(sentence(app))) >
               area.w - FORMULA_BUTTON;
    layout.head = rect_cut_top(&area, HEAD_HEIGHT + (two ? HEAD_LINE : 0));
    layout.stage = area;
    if (!page)
        layout.stage.h -= 10;
    return layout;
}

/* ---------------------------------------------------------------- the bar of steppers */
#define LABEL 51.0f /* what Query or Key takes besides its stepper */
#define COLUMN 140.0f /* what the stepper of the column takes */
#define WORD_LEAST 100.0f /* a narrower one shows no word: then it is left to the arrow keys and the pointer */

/* A label and a stepper cut from the left; true when it asks for another *at, 0-based; numbers
 * typed into it count from `base`. */
static bool stepper(struct view_context *view, struct rect *row, const char *label, const char *id,
    float width, const char *text, size_t *at, size_t count, long base, const char *tooltip)
{
    long typed = 0, to = (long)*at;
    float label_width = label[0] ? steps_width(view, FACE_UI, TEXT_BODY, label) + 7 : 0;
    ui_label(view->ui, rect_cut_left(row, label_width), ALIGN_LEFT, label);
    int step = ui_stepper(
        view->ui, id, rect_cut_left(row, width), text, *at > 0, *at + 1 < count, &typed, tooltip);
    rect_cut_left(row, 12);
    if (step)
        to += step;
    else if (typed)
        to = typed - base;
    if (to == (long)*at)
        return false;
    *at = to < 0 ? 0 : to >= (long)count ? count - 1 : (size_t)to;
    return true;
}

static bool has_dimension(const struct app *app)
{
    return steps_col_axis(app->steps.step) != AXIS_KEY && app->steps.step != STEP_READ;
}

static void query_and_key(struct view_context *view, struct rect *row, float width)
{
    const struct app *app = view->app;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    char name[160];
    size_t q = steps_query(app), k = steps_key(app);
    app_token_name(app, HS_QUERY, q, name, sizeof name);
    if (stepper(view, row, "Query", "query", width, name, &q, shape.n, app->look.one_based,
            "The token that looks\t↑ ↓"))
        actions_push(view->actions, (struct action){.kind = ACT_LOCK, .q = q, .k = app->look.locked.k});
    if (row->w - (has_dimension(app) ? COLUMN : 0) < LABEL + WORD_LEAST)
        return;
    app_token_name(app, HS_KEY, k, name, sizeof name);
    q = steps_query(app);
    if (stepper(view, row, "Key", "key", width, name, &k, shape.m, app->look.one_based,
            "The token that is looked at\tShift ← →"))
        actions_push(view->actions, (struct action){.kind = ACT_LOCK, .q = q, .k = k});
}

static void dimension(struct view_context *view, struct rect *row)
{
    const struct app *app = view->app;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool model = steps_col_axis(app->steps.step) == AXIS_MODEL_DIMENSION;
    size_t at = steps_cell(app, app->steps.step).col;
    char text[32];
    snprintf(text, sizeof text, "%ld", app_counted(app, at));
    if (stepper(view, row, "Column", "dimension", 96, text, &at, model ? shape.d_model : shape.d_k,
            app->look.one_based, "The dimension looked at\tShift ← →"))
        actions_push(view->actions, (struct action){.kind = ACT_STEP_AT, .number = (long)at});
}

void steps_bar_draw(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    size_t now = step_index(app, app->steps.step), was = now, count = step_count(app), head = app->look.head;
    char text[80];
    struct rect row = {area.x, area.y + floorf((area.h - CONTROL) / 2), area.w, CONTROL};
    draw_group(view->draw, "steppers");
    snprintf(text, sizeof text, "%zu/%zu %s", now + 1, count, step_title(app, app->steps.step));
    if (stepper(view, &row, "", "step", area.w < 1000 ? 204 : 230, text, &now, count, 1,
            "Steps of the forward pass\t← →"))
        actions_push(view->actions, (struct action){.kind = ACT_STEP_BY, .number = (long)now - (long)was});
    snprintf(text, sizeof text, "%ld", app_counted(app, head));
    if (stepper(view, &row, "Head", "head", 84, text, &head, app->picture.h, app->look.one_based,
            "The head looked at\t[ ]"))
        actions_push(view->actions, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
    float room = row.w - (has_dimension(app) ? COLUMN : 0), width = floorf(room / 2) - LABEL;
    if (width < WORD_LEAST) /* the query alone */
        width = room - LABEL;
    if (width >= WORD_LEAST)
        query_and_key(view, &row, fminf(area.w < 1000 ? 124 : 160, width));
    if (has_dimension(app))
        dimension(view, &row);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- title and formula */
/* "W^Q whole": where this head's slice of it lies. */
static void draw_slice_button(struct view_context *view, struct rect *line)
{
    enum step step = view->app->steps.step;
    struct hs_weights weights;
    char label[24];
    if ((step != STEP_Q && step != STEP_K && step != STEP_V) || !picture_slices(view->app, &weights))
        return;
    snprintf(label, sizeof label, "W^%c whole", step == STEP_Q ? 'Q' : step == STEP_K ? 'K' : 'V');
    struct rect button = rect_cut_right(line, 96);
    button.h = 26;
    rect_cut_right(line, 8);
    if (ui_button(view->ui, label, button, "The whole matrices, with the columns of each head marked and numbered"))
        actions_push(view->actions, (struct action){.kind = ACT_HELP, .number = HELP_MODEL});
}

static void draw_head(struct view_context *view, struct rect area)
{
    static const char *const words[STEP_COUNT] = {[STEP_X] = "d_model", [STEP_Q] = "query", [STEP_K] = "key", [STEP_V] = "value", [STEP_RAW] = "score",
        [STEP_SCALE] = "score", [STEP_MASK] = "mask", [STEP_SOFTMAX] = "softmax", [STEP_MIX] = "attention weight", [STEP_CONCAT] = "d_k", [STEP_OUTPUT] = "W^O"};
    const struct app *app = view->app;
    char formula[200];
    struct rect line = rect_cut_top(&area, 22);
    enum step step = app->steps.step;
    if (!view->page && step != STEP_READ && line.w > 420) {
        struct rect button = rect_cut_right(&line, FORMULA_BUTTON - 8);
        button.h = 26;
        bool on = ui_toggle(view->ui, "Formula", button, app->steps.card,
            "The marked value as the sum it is, with its numbers\tEnter");
        if (on != app->steps.card)
            actions_push(view->actions, (struct action){.kind = ACT_STEP_CARD, .number = on});
        rect_cut_right(&line, 8);
        area.w -= FORMULA_BUTTON;
        draw_slice_button(view, &line);
    }
    steps_formula(app, step, formula, sizeof formula);
    float x = steps_write(
        view, line.x, line, FACE_UI_BOLD, TEXT_TITLE, view->theme->text, step_title(app, step));
    if (words[step])
        view_word(view, (struct rect){line.x, line.y, x - line.x, line.h}, words[step]);
    draw_text(view->draw, (struct rect){x + 12, line.y, fmaxf(0, line.x + line.w - x - 12), line.h},
        ALIGN_LEFT, FACE_MONO, 12, view->theme->accent, formula);
    draw_paragraph(view->draw, area, FACE_UI, 12, 16, view->theme->text_dim, sentence(app));
}

static void draw_absent(struct view_context *view, struct rect area)
{
    bool ours = hs_set_constructed(view->app->picture.set), runs = picture_runs_model(view->app);
    area.w = fminf(area.w, 640);
    draw_paragraph(view->draw, area, FACE_UI, TEXT_BODY, 20, view->theme->text,
        runs ? "The numbers of this step are not there: they are kept of pieces, not of words, and of texts short enough. Show pieces, or "
               "shorten the text. The attention weights themselves are shown by the other views."
        : ours ? "At this size the step’s matrix is not kept in memory: shorten the text or take "
               "fewer heads. The attention weights themselves are shown by the other views."
             : "This file holds attention weights only, not what they were made from. Type a "
               "sentence to see every step of the built-in teaching model.");
}

static void draw_steps(struct view_context *view)
{
    const struct app *app = view->app;
    struct steps_layout layout = steps_layout(app, view->area, view->page);
    enum step step = app->steps.step;
    if (!view->page) {
        steps_bar_draw(view, layout.bar);
    }
    steps_strip_draw(view, layout.strip);
    if (layout.stage.w > 120) {
        draw_group(view->draw, step_name(step));
        draw_head(view, layout.head);
        if (step == STEP_READ)
            steps_read_draw(view, layout.stage);
        else if (!steps_matrix(app, step).data)
            draw_absent(view, layout.stage);
        else
            steps_stage_draw(view, layout.stage);
        draw_group_end(view->draw);
    }
    if (layout.card.w > 0) {
        if (steps_is_score(step))
            steps_score_draw(view, layout.card);
        else
            steps_card_draw(view, layout.card);
    }
}

const struct view view_steps = {
    .draw = draw_steps,
    .csv = steps_csv,
    .json = steps_json,
};
