/* steps_score.c – the q·k view: one score, and the weight that softmax makes of it, taken apart
 * three ways that each add up to it: pairs of named features, pairs of feature blocks, and the
 * head's dimensions with their running sum. Called by steps.c for every step that shows scores. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/steps.h"

#define PADDING 14.0f
#define COLUMN_GAP 22.0f
#define LINE 18.0f
#define TALL_LINE 32.0f
#define ONE_LINE_BLOCKS 430.0f
#define ONE_LINE 620.0f /* a column this wide names both features on one line */

/* ---------------------------------------------------------------- the summary on top */
/* "S = q · k / √64 = 38.73 / 8 = 4.841" */
static void score_formula(
    const struct app *app, const struct steps_facts *facts, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    double factor = steps_factor(app), root = sqrt((double)shape.d_k);
    char raw[48], score[48], by[48];
    double scaled = steps_value(app, STEP_SCALE, facts->q, facts->k);
    steps_number(steps_value(app, STEP_RAW, facts->q, facts->k), 3, raw, sizeof raw);
    steps_number(scaled, 3, score, sizeof score);
    bool usual = fabs(factor * root - 1) < 1e-5;
    snprintf(by, sizeof by, usual ? "/ %.4g" : "× %.4g", usual ? root : factor);
    if (usual)
        snprintf(text, room, "S = q · k / √%zu%s = %s %s%s = %s", shape.d_k, shape.score_bias ? " + bias" : "", raw, by,
            shape.score_bias ? " + bias" : "", score);
    else
        snprintf(text, room, "S = q · k × %.4g%s = %s %s%s = %s", factor, shape.score_bias ? " + bias" : "", raw, by,
            shape.score_bias ? " + bias" : "", score);
}

/* "A = exp(4.841 − 4.841) / 1.055 = 0.948" */
static void weight_formula(
    const struct app *app, const struct steps_facts *facts, char *text, size_t room)
{
    struct hs_sum sum;
    struct hs_weights weights = {0};
    picture_weights(app, &weights);
    char score[48], largest[48];
    hs_plane_terms(
        app->picture.set, &weights, HS_PLANE_WEIGHTS, app->look.head, facts->q, facts->k, NULL, 0, &sum);
    if (hs_set_masked(app->picture.set, facts->q, facts->k)) {
        snprintf(text, room, "masked: S becomes −∞, so the key takes no part in the row’s softmax");
        return;
    }
    steps_number(steps_value(app, STEP_MASK, facts->q, facts->k), 3, score, sizeof score);
    steps_number(fabs(sum.largest), 3, largest, sizeof largest);
    snprintf(text, room, "A = exp(%s %s %s) / %.3f = %.4f, rank %zu", score,
        sum.largest < 0 ? "+" : "−", largest, sum.denominator,
        steps_value(app, STEP_SOFTMAX, facts->q, facts->k),
        hs_row_rank(app->picture.set, 0, app->look.head, facts->q, facts->k));
    if (hs_set_head_mode(app->picture.set, 0, app->look.head) > HS_HEAD_OFF)
        snprintf(text, room, "this head's softmax is replaced: weight %.4f",
            steps_value(app, STEP_SOFTMAX, facts->q, facts->k));
}

/* The next best key of the row, which the softmax weighs this one against. */
static void rival_words(
    const struct app *app, const struct steps_facts *facts, char *text, size_t room)
{
    struct hs_matrix S = steps_matrix(app, STEP_MASK);
    size_t best = ACT_NOWHERE;
    char name[160], score[48];
    text[0] = '\0';
    for (size_t k = 0; S.data && k < S.cols; k++)
        if (k != facts->k && !hs_set_masked(app->picture.set, facts->q, k) &&
            (best == ACT_NOWHERE ||
                S.data[facts->q * S.stride + k] > S.data[facts->q * S.stride + best]))
            best = k;
    if (best == ACT_NOWHERE)
        return;
    app_token_name(app, HS_KEY, best, name, sizeof name);
    steps_number((double)S.data[facts->q * S.stride + best], 2, score, sizeof score);
    snprintf(text, room, "The best other key, '%s', scores %s.", name, score);
}

/* The score, what it has to beat, and the two largest pairs of blocks, in words. */
static void reason_words(
    const struct app *app, const struct steps_facts *facts, char *text, size_t room)
{
    const struct hs_block *block;
    char from[160], to[160], rival[240], score[48], lead[48];
    hs_preset_blocks(&block);
    app_token_name(app, HS_QUERY, facts->q, from, sizeof from);
    app_token_name(app, HS_KEY, facts->k, to, sizeof to);
    rival_words(app, facts, rival, sizeof rival);
    steps_number(steps_value(app, STEP_SCALE, facts->q, facts->k), 2, score, sizeof score);
    size_t used = (size_t)snprintf(text, room, "The score is %s. %s%s", score, rival, rival[0] ? " " : "");
    steps_number(facts->parts, 2, lead, sizeof lead);
    if (facts->contrast && used < room)
        used += (size_t)snprintf(
            text + used, room - used, "Against the mean of the row’s keys it leads by %s. ", lead);
    for (size_t i = 0; i < facts->block_count && i < 2 && used < room; i++) {
        const struct hs_block_pair *pair = &facts->blocks[i];
        steps_number((double)pair->term, 2, score, sizeof score);
        used += (size_t)snprintf(text + used, room - used, "%s%s of '%s' met %s of '%s' (%s%s)",
            i ? "; " : "Largest parts: ", block[pair->query_block].name, from,
            block[pair->key_block].name, to, pair->term > 0 ? "+" : "", score);
    }
    if (used < room)
        snprintf(text + used, room - used, "%sOne sentence, %s.", facts->block_count ? ". " : "", app_source_words(app));
}

static void draw_summary(
    struct view_context *view, struct rect *area, const struct steps_facts *facts)
{
    const struct app *app = view->app;
    char from[160], to[160], head[40], label[120], text[900];
    struct rect line = rect_cut_top(area, 24);
    if (!view->page && ui_icon_button(view->ui, "Close formula", ICON_CLOSE,
                           rect_cut_right(&line, 24), "Close\tEsc"))
        actions_push(view->actions, (struct action){.kind = ACT_STEP_CARD});
    app_token_name(app, HS_QUERY, facts->q, from, sizeof from);
    app_token_name(app, HS_KEY, facts->k, to, sizeof to);
    app_head_name(app, app->look.head, head, sizeof head);
    app_head_label(app, app->look.head, label, sizeof label);
    snprintf(text, sizeof text, "Why '%s' gives '%s' %.4f in %s", from, to,
        steps_value(app, STEP_SOFTMAX, facts->q, facts->k), head);
    float x = steps_write(view, line.x, line, FACE_UI_BOLD, TEXT_TITLE, view->theme->text, text);
    if (label[0] && x + steps_width(view, FACE_UI, TEXT_SMALL, label) + 70 < line.x + line.w) {
        snprintf(text, sizeof text, "built for %s", label);
        steps_write(view, x + 12, line, FACE_UI, TEXT_SMALL, view->theme->text_dim, text);
    }
    line = rect_cut_top(area, 18);
    score_formula(app, facts, text, sizeof text);
    x = steps_write(view, line.x, line, FACE_MONO, 12, view->theme->accent, text);
    weight_formula(app, facts, text, sizeof text);
    if (x + 24 + steps_width(view, FACE_MONO, 12, text) > line.x + line.w) {
        line = rect_cut_top(area, 18);
        x = line.x - 24;
    }
    steps_write(view, x + 24, line, FACE_MONO, 12, view->theme->accent, text);
    reason_words(app, facts, text, sizeof text);
    float used = draw_paragraph(view->draw, (struct rect){area->x, area->y + 2, area->w, 51},
        FACE_UI, 12, 17, view->theme->text, text);
    rect_cut_top(area, used + 10);
}

/* ---------------------------------------------------------------- the three columns */
struct column {
    const char *title, *tip;
    size_t count, total; /* rows there are, terms there are */
    double most;
    float line;
    bool one_line;
};

static void draw_pair(struct view_context *view, struct rect row, const char *query,
    const char *key, double term, const struct column *column)
{
    const struct theme *theme = view->theme;
    char text[48];
    struct rect bar = rect_cut_right(&row, fmaxf(60, floorf(row.w * 0.24f)));
    steps_bar(view, (struct rect){bar.x, bar.y + (bar.h - 14) / 2, bar.w, 14}, term, column->most);
    steps_number(term, 3, text, sizeof text);
    draw_text(view->draw, rect_cut_right(&row, 54), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, theme->text,
        text);
    row.w -= 6;
    if (column->one_line) {
        struct rect left = rect_cut_left(&row, floorf(row.w * 0.49f));
        draw_text(view->draw, left, ALIGN_LEFT, FACE_UI, 12, theme->text, query);
        draw_text(
            view->draw, rect_cut_left(&row, 16), ALIGN_LEFT, FACE_UI, 12, theme->text_faint, "×");
        draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, theme->text, key);
        return;
    }
    struct rect top = rect_cut_top(&row, 15);
    row.h = 15;
    draw_text(view->draw, top, ALIGN_LEFT, FACE_UI, 12, theme->text, query);
    draw_text(view->draw, rect_cut_left(&row, 12), ALIGN_LEFT, FACE_UI, 12, theme->text_faint, "×");
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, theme->text, key);
}

static void draw_feature(
    struct view_context *view, struct rect row, size_t i, const struct column *column)
{
    const struct hs_feature_pair *pair = &steps_facts(view->app)->pairs[i];
    char query[160], key[160], value[32];
    steps_number((double)pair->query_value, 2, value, sizeof value);
    snprintf(query, sizeof query, "%s = %s", hs_preset_dimension(pair->query_dimension), value);
    steps_number((double)pair->key_value, 2, value, sizeof value);
    snprintf(key, sizeof key, "%s = %s", hs_preset_dimension(pair->key_dimension), value);
    draw_pair(view, row, query, key, (double)pair->term, column);
}

static void draw_block(
    struct view_context *view, struct rect row, size_t i, const struct column *column)
{
    const struct hs_block_pair *pair = &steps_facts(view->app)->blocks[i];
    const struct hs_block *block;
    hs_preset_blocks(&block);
    ui_tooltip(view->ui, row, block[pair->query_block].meaning);
    draw_pair(view, row, block[pair->query_block].name, block[pair->key_block].name,
        (double)pair->term, column);
}

/* dimension | q | k | q·k/√d_k | bar | running sum */
static void draw_dimension(
    struct view_context *view, struct rect row, size_t i, const struct column *column)
{
    const struct app *app = view->app;
    const struct steps_facts *facts = steps_facts(app);
    const struct hs_score_term *term = &facts->dimensions[i];
    const struct theme *theme = view->theme;
    char text[48], label[48];
    double sum = 0;
    for (size_t j = 0; j <= i; j++)
        sum += (double)facts->dimensions[j].term;
    snprintf(label, sizeof label, "dimension of rank %zu", i + 1);
    if (!view->page) {
        struct ui_hit hit = ui_area(view->ui, label, row, false, label);
        if (hit.hovered)
            draw_round(
                view->draw, (struct rect){row.x - 4, row.y, row.w + 8, row.h}, 3, theme->hover);
        ui_tooltip(view->ui, row, "A click shows which features made this query value");
        if (hit.clicked)
            actions_push(view->actions,
                (struct action){
                    .kind = ACT_STEP_PICK, .number = STEP_Q, .q = facts->q, .k = term->dimension});
    }
    float number = column->one_line ? 62 : 46;
    draw_textf(view->draw, rect_cut_left(&row, 30), ALIGN_LEFT, FACE_MONO, TEXT_SMALL,
        theme->text_dim, "%ld", app_counted(app, term->dimension));
    steps_number((double)term->q, 2, text, sizeof text);
    draw_text(view->draw, rect_cut_left(&row, number), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text, text);
    steps_number((double)term->k, 2, text, sizeof text);
    draw_text(view->draw, rect_cut_left(&row, number), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text, text);
    steps_number(sum, 2, text, sizeof text);
    draw_text(view->draw, rect_cut_right(&row, number), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text_dim, text);
    steps_number((double)term->term, 3, text, sizeof text);
    draw_text(view->draw, rect_cut_left(&row, number + 6), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text, text);
    steps_bar(view, rect_inset((struct rect){row.x + 6, row.y, row.w - 12, row.h}, 1),
        (double)term->term, column->most);
}

static void draw_dimension_head(struct view_context *view, struct rect row, bool wide)
{
    const char *key = view->app->steps.contrast ? "k−mean" : "k";
    float number = wide ? 62 : 46;
    uint32_t color = view->theme->text_dim;
    draw_text(view->draw, rect_cut_left(&row, 30), ALIGN_LEFT, FACE_UI, TEXT_SMALL, color, "dim");
    draw_text(
        view->draw, rect_cut_left(&row, number), ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, "q");
    draw_text(
        view->draw, rect_cut_left(&row, number), ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, key);
    draw_text(view->draw, rect_cut_left(&row, number + 6), ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color,
        "q k/√d");
    draw_text(
        view->draw, rect_cut_right(&row, number), ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, "sum");
}

static void column_of(const struct app *app, const struct steps_facts *facts,
    enum step_column which, float width, struct column *column)
{
    *column = (struct column){
        .line = LINE, .one_line = width >= (which == COLUMN_BLOCKS ? ONE_LINE_BLOCKS : ONE_LINE)};
    if (which == COLUMN_FEATURES) {
        column->title =
            facts->contrast ? "Features that met, less the mean key’s" : "Features that met";
        column->tip = "query feature × key feature: what the pair adds to the score through this "
                      "head's W^Q and W^K";
        column->count = column->total = facts->pair_count;
        column->most = facts->pair_count ? fabs((double)facts->pairs[0].term) : 0;
        column->line = column->one_line ? LINE : TALL_LINE;
    } else if (which == COLUMN_BLOCKS) {
        column->title = "By block of features";
        column->tip = "The same sum over whole blocks: which kind of feature met which kind";
        column->count = column->total = facts->block_count;
        column->most = facts->block_count ? fabs((double)facts->blocks[0].term) : 0;
        column->line = column->one_line ? LINE : TALL_LINE;
    } else {
        column->title = "By dimension of the head";
        column->tip = "q, k and their product over √d_k, largest first, with the running sum";
        column->count = column->total = facts->dimension_count;
        column->most = facts->dimension_count ? fabs((double)facts->dimensions[0].term) : 0;
    }
    (void)app;
}

static double term_of(const struct steps_facts *facts, enum step_column which, size_t i)
{
    return which == COLUMN_FEATURES ? (double)facts->pairs[i].term
           : which == COLUMN_BLOCKS ? (double)facts->blocks[i].term
                                    : (double)facts->dimensions[i].term;
}

/* "10 pairs 3.210 + the rest 1.230 (28 %) = 4.440": the list adds up before one's eyes, and how
 * much of the sum it leaves out is said. */
static void draw_rest(struct view_context *view, struct rect row, const struct steps_facts *facts,
    enum step_column which, size_t listed)
{
    static const char *const of[COLUMN_COUNT] = {"pairs", "dimensions", "blocks"};
    char kept[48], rest[48], share[32] = "", total[48];
    double sum = facts->parts, shown = 0;
    for (size_t i = 0; i < listed; i++)
        shown += term_of(facts, which, i);
    steps_number(shown, 3, kept, sizeof kept);
    steps_number(sum - shown, 3, rest, sizeof rest);
    if (fabs(sum) > 0.0005 &&
        fabs((sum - shown) / sum) < 9.995) /* terms of both signs may cancel */
        snprintf(share, sizeof share, " (%.0f %%)", 100 * fabs((sum - shown) / sum));
    steps_number(sum, 3, total, sizeof total);
    draw_rect(view->draw, (struct rect){row.x, row.y, row.w, 1}, view->theme->border);
    draw_textf(view->draw, row, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim,
        "%zu %s %s + the rest %s%s = %s", listed, of[which], kept, rest, share, total);
}

static void draw_column(struct view_context *view, struct rect area,
    const struct steps_facts *facts, enum step_column which)
{
    static const char *const ids[COLUMN_COUNT] = {"feature list", "dimension list", "block list"};
    struct column column;
    column_of(view->app, facts, which, area.w, &column);
    draw_group(view->draw, column.title);
    struct rect title = rect_cut_top(&area, 20);
    draw_text(
        view->draw, title, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, view->theme->text, column.title);
    ui_tooltip(view->ui, title, column.tip);
    if (which == COLUMN_DIMENSIONS) {
        struct rect head = rect_cut_top(&area, 16);
        head.w -= UI_SCROLL_BAR;
        draw_dimension_head(view, head, column.one_line);
    }
    struct rect foot = rect_cut_bottom(&area, 18);
    size_t fits = (size_t)fmaxf(0, area.h / column.line);
    size_t listed = view->page && fits < column.count ? fits : column.count;
    float height = column.line * (float)listed;
    struct ui_scroll offset =
        ui_scroll_begin(view->ui, ids[which], area, area.w - UI_SCROLL_BAR, height);
    for (size_t i = 0; i < listed; i++) {
        struct rect row = {area.x, area.y - offset.y + column.line * (float)i,
            area.w - UI_SCROLL_BAR, column.line};
        if (row.y + row.h < area.y || row.y > area.y + area.h)
            continue;
        if (which == COLUMN_FEATURES)
            draw_feature(view, row, i, &column);
        else if (which == COLUMN_BLOCKS)
            draw_block(view, row, i, &column);
        else
            draw_dimension(view, row, i, &column);
    }
    ui_scroll_end(view->ui);
    draw_rest(view, foot, facts, which, listed);
    draw_group_end(view->draw);
}

/* What each kind of column needs to name its rows whole. */
static const float column_least[COLUMN_COUNT] = {344, 286, 258};

static float columns_least(int first, int count)
{
    float width = COLUMN_GAP * (float)(count - 1);
    for (int i = 0; i < count; i++)
        width += column_least[(first + i) % COLUMN_COUNT];
    return width;
}

/* How many columns from the chosen one on fit side by side; all of them in their own order. */
static int columns_fit(float width, int *first)
{
    int count = COLUMN_COUNT;
    while (count > 1 && columns_least(*first, count) > width)
        count--;
    if (count == COLUMN_COUNT)
        *first = 0;
    return count;
}

static void draw_choices(struct view_context *view, struct rect row, int first, int count)
{
    static const char *const titles[COLUMN_COUNT] = {"Features", "Dimensions", "Blocks"};
    static const char *const sums[] = {"The score", "Against the mean key"};
    const struct app *app = view->app;
    row.h = CONTROL;
    struct rect left = rect_cut_left(&row, fminf(330, row.w * 0.48f));
    int chosen = ui_choice(view->ui, "sum", left, sums, 2, app->steps.contrast,
        "Softmax sees differences only: against the mean of the row’s keys, what all keys share "
        "drops out\tD");
    if (chosen != app->steps.contrast)
        actions_push(view->actions, (struct action){.kind = ACT_STEP_CONTRAST, .number = chosen});
    if (count == COLUMN_COUNT || !picture_can(app, HS_CAN_FEATURES))
        return;
    rect_cut_left(&row, 16);
    row.w = fminf(row.w, 300);
    chosen = ui_choice(
        view->ui, "parts", row, titles, COLUMN_COUNT, first, "How the score is taken apart\tF");
    if (chosen != first)
        actions_push(view->actions, (struct action){.kind = ACT_STEP_COLUMN, .number = chosen});
}

void steps_score_draw(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct steps_facts *facts = steps_facts(app);
    draw_group(view->draw, "q·k");
    draw_round(view->draw, area, 8, view->theme->panel_raised);
    draw_round_frame(view->draw, area, 8, 1, view->theme->border);
    area = rect_inset(area, PADDING);
    if (!facts || facts->dimension_count == 0) {
        draw_paragraph(view->draw, area, FACE_UI, TEXT_BODY, 20, view->theme->text,
            "At this size queries and keys are not kept in memory: shorten the text or take fewer "
            "heads.");
        draw_group_end(view->draw);
        return;
    }
    draw_summary(view, &area, facts);
    bool features = picture_can(app, HS_CAN_FEATURES);
    int first = features ? (int)app->steps.column : COLUMN_DIMENSIONS, count = features ? columns_fit(area.w, &first) : 1;
    if (!view->page)
        draw_choices(view, rect_cut_top(&area, CONTROL + 8), first, count);
    float least = columns_least(first, count), spare = area.w - least, x = area.x;
    for (int i = 0; i < count; i++) {
        enum step_column which = (enum step_column)((first + i) % COLUMN_COUNT);
        float width = floorf(column_least[which] + spare / (float)count);
        draw_column(view, (struct rect){x, area.y, width, area.h}, facts, which);
        x += width + COLUMN_GAP;
    }
    draw_group_end(view->draw);
}
