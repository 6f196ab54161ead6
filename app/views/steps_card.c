/* steps_card.c – the marked value as the sum it is: its formula with the numbers in it, the largest
 * terms by name, what the rest adds, the total. For every step but the scores (steps_score.c) and
 * the read-out. Called by steps.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/steps.h"

#define LINE 18.0f
#define PADDING 14.0f
#define NUMBER 49.0f
#define NUMBER_WIDE 64.0f
#define WIDE_CARD 445.0f /* px: from here on names fit beside wider numbers */
#define BAR 46.0f

/* What the columns of the list are called, and the formula over them. */
struct heading {
    const char *sum; /* "sum over d of x[d] · W[d]" */
    const char *index, *a, *b, *term;
};

static void write_line(struct view_context *view, struct rect *area, enum face face, float size,
    uint32_t color, const char *text)
{
    draw_text(view->draw, rect_cut_top(area, size + 6), ALIGN_LEFT, face, size, color, text);
}

/* "exp(4.892 − 4.892) / 1.062" with this row's numbers. */
static void softmax_words(const struct app *app, char *text, size_t room)
{
    const struct steps_facts *facts = steps_facts(app);
    struct step_cell cell = steps_cell(app, STEP_SOFTMAX);
    char score[48], largest[48];
    if (!facts || steps_masked(app, STEP_SOFTMAX, cell.row, cell.col)) {
        snprintf(text, room, "masked: this key takes no part in the row’s softmax");
        return;
    }
    steps_number(steps_value(app, STEP_MASK, cell.row, cell.col), 4, score, sizeof score);
    steps_number(fabs(facts->sum.largest), 4, largest, sizeof largest);
    snprintf(text, room, "exp(%s %s %s) / %.4f", score, facts->sum.largest < 0 ? "+" : "−", largest,
        facts->sum.denominator);
}

static void heading_of(
    const struct app *app, enum step step, char *sum, size_t room, struct heading *heading)
{
    char i[40], row[160];
    struct step_cell cell = steps_cell(app, step);
    long col = app_counted(app, cell.col);
    steps_symbol(app, STEP_Q, i, sizeof i);
    const char *index = i + 1; /* the head's subscript */
    app_token_name(
        app, steps_row_axis(step) == AXIS_KEY ? HS_KEY : HS_QUERY, cell.row, row, sizeof row);
    *heading = (struct heading){sum, "dimension", "x", "W", "x · W"};
    switch (step) {
    case STEP_Q:
    case STEP_K:
    case STEP_V:
        snprintf(sum, room, "Σ over d:  x[%s][d] · W^%c%s[d][%ld]", row, "QKV"[step - STEP_Q],
            index, col);
        return;
    case STEP_MIX:
        *heading = (struct heading){sum, "key", "a", "v", "a · v"};
        snprintf(sum, room, "Σ over keys:  A%s[%s][key] · V%s[key][%ld]", index, row, index, col);
        return;
    case STEP_SOFTMAX:
        *heading = (struct heading){sum, "key", "S", "exp", "weight"};
        softmax_words(app, sum, room);
        return;
    case STEP_OUTPUT:
        *heading = (struct heading){sum, "from", "concat", "W^O", "c · W"};
        snprintf(sum, room, "Σ over c:  concat[%s][c] · W^O[c][%ld]", row, col);
        return;
    case STEP_ATTENDED:
    case STEP_RESULT:
        *heading = (struct heading){sum, "part", "value", "×", "term"};
        steps_formula(app, step, sum, room);
        return;
    default:
        sum[0] = '\0';
        return;
    }
}

static void term_name(const struct app *app, enum step step, size_t index, char *name, size_t room)
{
    size_t d_k = hs_set_shape(app->picture.set).d_k;
    char head[32];
    if (step == STEP_MIX || step == STEP_SOFTMAX) {
        app_token_name(app, HS_KEY, index, name, room);
    } else if (step == STEP_OUTPUT) {
        app_head_name(app, index / d_k, head, sizeof head);
        snprintf(name, room, "%s, column %ld", head, app_counted(app, index % d_k));
    } else if (step == STEP_ATTENDED || step == STEP_RESULT) {
        snprintf(name, room, "%s", index == 0 ? "what was there" : step == STEP_RESULT ? "the MLP’s" : "the heads’ output");
    } else {
        steps_dimension_name(app, index, name, room);
    }
}

/* name | a | b | a·b | bar */
static void draw_row(struct view_context *view, struct rect row, const char *name, const char *a,
    const char *b, const char *term, double value, double most)
{
    const struct theme *theme = view->theme;
    float number = row.w > WIDE_CARD ? NUMBER_WIDE : NUMBER;
    struct rect bar = rect_cut_right(&row, BAR);
    rect_cut_right(&row, 6);
    if (most > 0)
        steps_bar(view, bar, value, most);
    draw_text(view->draw, rect_cut_right(&row, number + 8), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text, term);
    if (row.w > 2 * number + 60) {
        draw_text(view->draw, rect_cut_right(&row, number), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
            theme->text_dim, b);
        draw_text(view->draw, rect_cut_right(&row, number), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
            theme->text_dim, a);
    }
    row.w -= 4;
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, theme->text, name);
}

static void draw_terms(struct view_context *view, struct rect area, const struct steps_facts *facts,
    const struct heading *heading)
{
    const struct app *app = view->app;
    char name[200], a[48], b[48], term[48];
    double listed = 0, most = facts->term_count ? fabs((double)facts->terms[0].term) : 0;
    draw_row(view, rect_cut_top(&area, LINE), heading->index, heading->a, heading->b, heading->term,
        0, 0);
    draw_rect(view->draw, (struct rect){area.x, area.y, area.w, 1}, view->theme->border);
    rect_cut_top(&area, 3);
    struct rect foot = rect_cut_bottom(&area, 2 * LINE + 4 + (facts->sum.bias != 0 ? LINE : 0));
    size_t fits = (size_t)(area.h / LINE), count = facts->term_count;
    count = fits < count ? fits : count;
    foot.y = area.y + LINE * (float)count; /* right under the list, where that is short */
    for (size_t i = 0; i < count; i++) {
        const struct hs_term *one = &facts->terms[i];
        term_name(app, facts->step, one->index, name, sizeof name);
        steps_number((double)one->a, 4, a, sizeof a);
        steps_number((double)one->b, 4, b, sizeof b);
        steps_number((double)one->term, 4, term, sizeof term);
        if (facts->step == STEP_SOFTMAX && one->index == facts->k)
            draw_round(view->draw, (struct rect){area.x - 4, area.y, area.w - BAR + 8, LINE}, 3,
                view->theme->selection);
        draw_row(view, rect_cut_top(&area, LINE), name, a, b, term, (double)one->term, most);
        listed += (double)one->term;
    }
    double rest = facts->sum.total - facts->sum.bias - listed;
    steps_number(rest, 4, term, sizeof term);
    snprintf(name, sizeof name, "… %zu more", facts->sum.count - count);
    if (facts->sum.count > count)
        draw_row(view, rect_cut_top(&foot, LINE), name, "", "", term, rest, most);
    if (facts->sum.bias != 0) {
        steps_number(facts->sum.bias, 4, term, sizeof term);
        draw_row(view, rect_cut_top(&foot, LINE), "bias", "", "", term, facts->sum.bias, most);
    }
    draw_rect(view->draw, (struct rect){foot.x, foot.y + 1, foot.w - BAR, 1}, view->theme->border);
    rect_cut_top(&foot, 3);
    steps_number(facts->sum.total, 4, term, sizeof term);
    foot.w -= BAR;
    struct rect total = rect_cut_top(&foot, LINE);
    draw_text(view->draw, total, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, view->theme->accent, term);
    draw_textf(view->draw, total, ALIGN_LEFT, FACE_UI_BOLD, 12, view->theme->text,
        "sum of %zu terms", facts->sum.count + (facts->sum.bias != 0));
}

/* ---------------------------------------------------------------- X: features by block */
/* The block's largest features of this row, as "NOUN 1.00, PROPN 0.02". */
static void block_words(const float *x, const struct hs_block *block, char *text, size_t room)
{
    size_t best[3], count = 0, used = 0;
    for (size_t d = block->first; d < block->first + block->width; d++) {
        if (fabsf(x[d]) < 0.05f || (count == 3 && !(fabsf(x[d]) > fabsf(x[best[2]]))))
            continue;
        size_t at = count < 3 ? count++ : 2;
        for (; at > 0 && fabsf(x[d]) > fabsf(x[best[at - 1]]); at--)
            best[at] = best[at - 1];
        best[at] = d;
    }
    text[0] = '\0';
    for (size_t i = 0; i < count && used < room; i++) {
        char value[32];
        const char *name = hs_preset_dimension(best[i]), *colon = strstr(name, ": ");
        steps_number((double)x[best[i]], 2, value, sizeof value);
        used += (size_t)snprintf(
            text + used, room - used, "%s%s = %s", i ? ", " : "", colon ? colon + 2 : name, value);
    }
}

static void draw_features(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct hs_block *block;
    size_t blocks = hs_preset_blocks(&block);
    struct hs_matrix X = steps_matrix(app, STEP_X);
    struct step_cell cell = steps_cell(app, STEP_X);
    const float *x = X.data + cell.row * X.stride;
    char words[256];
    write_line(view, &area, FACE_UI_BOLD, 12, view->theme->text,
        "All blocks of this row, largest features first");
    float line = fmaxf(LINE, fminf(22, floorf(area.h / (float)blocks)));
    struct ui_scroll offset =
        ui_scroll_begin(view->ui, "blocks", area, area.w - UI_SCROLL_BAR, line * (float)blocks);
    for (size_t i = 0; i < blocks; i++) {
        struct rect row = {
            area.x + 4, area.y - offset.y + line * (float)i, area.w - UI_SCROLL_BAR - 8, line};
        bool here = cell.col - block[i].first < block[i].width;
        if (row.y + row.h < area.y || row.y > area.y + area.h)
            continue;
        if (here)
            draw_round(view->draw, (struct rect){row.x - 4, row.y, row.w + 8, row.h}, 3,
                view->theme->selection);
        ui_tooltip(view->ui, row, block[i].meaning);
        block_words(x, &block[i], words, sizeof words);
        draw_text(view->draw, rect_cut_left(&row, 142), ALIGN_LEFT, here ? FACE_UI_BOLD : FACE_UI,
            12, view->theme->text, block[i].name);
        draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12,
            words[0] ? view->theme->text : view->theme->text_faint, words[0] ? words : "–");
    }
    ui_scroll_end(view->ui);
}

static void draw_embedding(struct view_context *view, struct rect area)
{
    const struct hs_block *block;
    size_t blocks = hs_preset_blocks(&block), d = view->app->steps.model_dimension;
    for (size_t i = 0; i < blocks; i++) {
        if (d - block[i].first >= block[i].width)
            continue;
        write_line(view, &area, FACE_UI_BOLD, TEXT_BODY, view->theme->text, hs_preset_dimension(d));
        float used = draw_paragraph(view->draw, (struct rect){area.x, area.y, area.w, 66}, FACE_UI,
            12, 16, view->theme->text_dim, block[i].meaning);
        rect_cut_top(&area, used + 10);
    }
    draw_features(view, area);
}

static void draw_copy(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    size_t d_k = hs_set_shape(app->picture.set).d_k, column = steps_cell(app, STEP_CONCAT).col, head = column / d_k;
    char name[64], text[420], token[160];
    app_head_name(app, head, name, sizeof name);
    app_token_name(app, HS_QUERY, steps_query(app), token, sizeof token);
    snprintf(text, sizeof text,
        "A copy, no sum: column %ld of the concat is column %ld of %s's row for '%s'. Heads do not "
        "mix here; W^O does that in the next step.",
        app_counted(app, column),
        app_counted(app, column % d_k), name, token);
    float used = draw_paragraph(view->draw, area, FACE_UI, TEXT_BODY, 19, view->theme->text, text);
    rect_cut_top(&area, used + 10);
    struct rect button = {area.x, area.y, fminf(area.w, 200), CONTROL};
    snprintf(text, sizeof text, "Look at %s", name);
    if (!view->page && head != app->look.head && ui_button(view->ui, text, button, "Select that head"))
        actions_push(view->actions, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
}

/* From the weight on to why its score is what it is. */
static void draw_way_to_score(
    struct view_context *view, struct rect *area, const struct steps_facts *facts)
{
    const struct app *app = view->app;
    if (hs_set_head_mode(app->picture.set, 0, app->look.head) > HS_HEAD_OFF)
        write_line(view, area, FACE_UI, 12, view->theme->text,
            "This head’s weights were replaced: the softmax below is not used.");
    if (view->page)
        return;
    struct rect row = rect_cut_bottom(area, CONTROL + 8);
    row.y += 8;
    row.h = CONTROL;
    row.w = fminf(row.w, 230);
    if (ui_button(view->ui, "Why this score: q · k", row, "The score by features and dimensions"))
        actions_push(view->actions,
            (struct action){
                .kind = ACT_STEP_PICK, .number = STEP_SCALE, .q = facts->q, .k = facts->k});
}

/* Of a pair of columns before and after: (a, b) turned by one angle. */
static void turn_words(const struct app *app, enum step step, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct step_cell cell = steps_cell(app, step);
    bool key = step == STEP_K_TURNED;
    char raw[48], name[64];
    steps_symbol(app, key ? STEP_K : STEP_Q, name, sizeof name);
    steps_number(steps_value(app, key ? STEP_K : STEP_Q, cell.row, cell.col), 6, raw, sizeof raw);
    snprintf(text, room, "Before it was %s (%s). %s%s", raw, name,
        shape.turns & HS_TURNS_NORM ? "The row is brought to one size, dimension by dimension weighted. " : "",
        shape.turns & HS_TURNS_POSITION
            ? "Then each column is turned together with its partner by an angle that is the token’s place times the pair’s speed: fast pairs "
              "tell near places apart, slow ones far places. The length of a pair stays as it is (RoPE, Su et al. 2021)."
            : "");
}

/* Why a value is not taken apart; false for values that are sums, of which all terms may be 0. */
static bool steps_no_sum(const struct app *app, enum step step, char *text, size_t room)
{
    bool first = hs_set_shape(app->picture.set).layer == 0;
    if ((step == STEP_INPUT || (step == STEP_X && !step_there(app, STEP_INPUT))) && first)
        snprintf(text, room, "The first layer gets the embeddings: the row of the token in the model’s table and, where it has one, that of its place.");
    else if (step == STEP_INPUT)
        snprintf(text, room, "What the layers before this one have made: go to the layer before ({) to see its last step.");
    else if (step == STEP_X)
        snprintf(text, room, step_there(app, STEP_INPUT)
                ? "The norm takes the whole row: it divides by the row’s size and weighs each dimension. It is no sum of single terms."
                : "What the layer before this one has made: go to the layer before ({) to see its last step.");
    else if (step == STEP_Q_TURNED || step == STEP_K_TURNED)
        turn_words(app, step, text, room);
    else if (step == STEP_MLP)
        snprintf(text, room, "The MLP is one box here: two matrices with a bend between them, for each token by itself.");
    else if (step == STEP_ATTENDED || step == STEP_RESULT)
        snprintf(text, room, "The two rows are added and the sum is normed: divided by its size and weighed dimension by dimension.");
    else
        return false;
    return true;
}

void steps_card_draw(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct steps_facts *facts = steps_facts(app);
    enum step step = app->steps.step;
    struct step_cell cell = steps_cell(app, step);
    struct heading heading;
    char name[300], value[48], sum[600];
    draw_group(view->draw, "formula");
    draw_round(view->draw, area, 8, view->theme->panel_raised);
    draw_round_frame(view->draw, area, 8, 1, view->theme->border);
    area = rect_inset(area, PADDING);
    struct rect title = rect_cut_top(&area, 24);
    if (!view->page && ui_icon_button(view->ui, "Close formula", ICON_CLOSE,
                           rect_cut_right(&title, 24), "Close\tEsc"))
        actions_push(view->actions, (struct action){.kind = ACT_STEP_CARD});
    steps_value_name(app, step, cell, name, sizeof name);
    steps_number(steps_value(app, step, cell.row, cell.col), 6, value, sizeof value);
    draw_textf(view->draw, title, ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE, view->theme->text,
        "%s = %s", name, value);
    if (!facts || !steps_matrix(app, step).data) {
        draw_group_end(view->draw);
        return;
    }
    if (step == STEP_X && picture_can(app, HS_CAN_FEATURES)) {
        draw_embedding(view, area);
    } else if (facts->sum.count == 0 && steps_no_sum(app, step, sum, sizeof sum)) {
        draw_paragraph(view->draw, area, FACE_UI, TEXT_BODY, 19, view->theme->text, sum);
    } else if (step == STEP_CONCAT) {
        draw_copy(view, area);
    } else {
        heading_of(app, step, sum, sizeof sum, &heading);
        char line[620];
        snprintf(line, sizeof line, "= %s", sum);
        write_line(view, &area, FACE_MONO, TEXT_SMALL, view->theme->text_dim, line);
        rect_cut_top(&area, 6);
        if (step == STEP_MIX && hs_set_head_mode(app->picture.set, 0, app->look.head) == HS_HEAD_OFF)
            write_line(view, &area, FACE_UI, 12, view->theme->text,
                "This head is switched off: its row is zero.");
        if (step == STEP_SOFTMAX)
            draw_way_to_score(view, &area, facts);
        draw_terms(view, area, facts, &heading);
    }
    draw_group_end(view->draw);
}
