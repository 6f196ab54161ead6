/* lines.c – the Lines view: query tokens left, key tokens right, an S-curve for each link, as
 * opaque as its weight, one hue a head. Pointing at a token leaves only its links, a click keeps it
 * so. What the rule or the frame's bound leaves out is said in the picture. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/lines.h"
#include "views/lens_note.h"
#include "views/lines.h"

#define TOKEN_ROW 22.0f
#define TOKEN_ROW_PAGE 14.0f /* a page cannot be scrolled: closer, to hold more */
#define TOKEN_ROW_MOST 80.0f
#define CHIP_WIDTH 44.0f
#define CHIP_HEIGHT 26.0f
#define SPAN_MOST 1000.0f    /* px between the columns */
#define MOST_LINKS 1500u     /* curves of one frame; 2000 long ones take about 40 ms */
#define CELLS_MOST 4000000u  /* looked at in one frame: some 5 ms */
#define CACHE_LINE_CELLS 16u /* one cell of a row costs as much as so many beside each other */
#define STRIP 7.0f           /* px: one head's square beside a token */
#define STRIP_HEADS 16u      /* more heads have no squares */
#define LINE_MOST 2.5f       /* px */
#define LINE_APART 3.0f      /* px between links of the same two tokens */
#define DOUBLE_INSIDE 1.2f   /* px of paper in a double line */

struct curve {
    size_t head, q, k;
    float weight;
    float beside; /* px, where several heads link the same tokens */
};

struct lines_layout {
    struct rect heads, controls, note, titles, tokens;
    float left, right; /* x where curves begin and end */
    float strips;      /* x of the heads' squares, right of the longest key */
    float row, content;
};

static float longest_key(const struct app *app)
{
    float longest = 0;
    for (size_t k = 0; k < hs_set_shape(app_shown(app)).m && app->picture.h <= STRIP_HEADS; k++) {
        char name[160];
        app_token_name(app, HS_KEY, k, name, sizeof name);
        longest =
            fmaxf(longest, fonts_width(app->services.fonts, FACE_UI_BOLD, TEXT_BODY, name, strlen(name)));
    }
    return longest;
}

static struct lines_layout lay_out(const struct view_context *view)
{
    const struct app *app = view->app;
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct lines_layout layout = {0};
    struct rect area = rect_inset(view->area, 16);
    size_t across = (size_t)fmaxf(1, (area.w + 4) / (CHIP_WIDTH + 4));
    size_t lines = (app->picture.h + across - 1) / across;
    layout.heads = rect_cut_top(&area, (float)lines * (CHIP_HEIGHT + 4));
    if (!view->page) {
        rect_cut_top(&area, 6);
        layout.controls = rect_cut_top(&area, CONTROL);
    }
    layout.note = rect_cut_top(&area, 22);
    layout.titles = rect_cut_top(&area, 20);
    layout.tokens = area;
    float span = fminf(SPAN_MOST, area.w * 0.46f),
          most = (float)(shape.n > shape.m ? shape.n : shape.m);
    layout.left = floorf(area.x + (area.w - span) / 2);
    layout.right = layout.left + span;
    float squares = STRIP * (float)app->picture.h, room = area.x + area.w - layout.right - 24 - squares;
    layout.strips = layout.right + 24 + fminf(room, longest_key(app));
    layout.row = fmaxf(
        view->page ? TOKEN_ROW_PAGE : TOKEN_ROW, fminf(TOKEN_ROW_MOST, floorf(area.h / most)));
    if (view->page)
        layout.tokens.h = floorf(area.h / layout.row) * layout.row; /* whole rows */
    layout.content = layout.row * most;
    return layout;
}

static float token_y(const struct lines_layout *layout, size_t index, float shift)
{
    return layout->tokens.y - shift + layout->row * ((float)index + 0.5f);
}

/* ---------------------------------------------------------------- which links */

static int by_weight(const void *left, const void *right)
{
    const struct curve *a = left, *b = right;
    return (a->weight < b->weight) - (a->weight > b->weight);
}

struct found {
    struct curve *curve; /* the heaviest `count` of `all` that the rule keeps */
    size_t count, all;
};

/* Keeps the MOST_LINKS heaviest by sorting whenever the room is twice that. */
static void found_add(struct found *found, struct curve curve)
{
    found->all++;
    found->curve[found->count++] = curve;
    if (found->count < 2 * MOST_LINKS)
        return;
    qsort(found->curve, found->count, sizeof *found->curve, by_weight);
    found->count = MOST_LINKS;
}

/* Every row that looks at the one key; no row is sorted for it. */
static void find_links_to(
    const struct app *app, size_t key, size_t first, size_t end, struct found *found)
{
    enum hs_link_rule rule = app->lines.rule;
    double amount = (double)app->lines.amount[rule];
    for (size_t head = 0; head < app->picture.h; head++) {
        float weight;
        for (size_t q = first; lines_draws(app, head) && q < end; q++)
            if (hs_row_link_to(app_shown(app), 0, head, q, key, rule, amount, &weight))
                found_add(found, (struct curve){head, q, key, weight, 0});
    }
}

static void find_links(const struct app *app, size_t first, size_t end, struct found *found)
{
    size_t only_q = lines_only(app, HS_QUERY), only_k = lines_only(app, HS_KEY),
           m = hs_set_shape(app_shown(app)).m;
    struct hs_row_link *links = malloc(m * sizeof *links);
    found->curve = malloc(2 * MOST_LINKS * sizeof *found->curve);
    if (only_q != ACT_NOWHERE)
        first = only_q, end = only_q + 1;
    if (links && found->curve && only_q == ACT_NOWHERE && only_k != ACT_NOWHERE) {
        find_links_to(app, only_k, first, end, found);
        first = end;
    }
    for (size_t head = 0; links && found->curve && head < app->picture.h; head++) {
        for (size_t q = first; lines_draws(app, head) && q < end; q++) {
            enum hs_link_rule rule = app->lines.rule;
            size_t count =
                hs_row_links(app_shown(app), 0, head, q, rule, (double)app->lines.amount[rule], links);
            for (size_t i = 0; i < count; i++)
                if (only_k == ACT_NOWHERE || links[i].k == only_k)
                    found_add(found, (struct curve){head, q, links[i].k, links[i].weight, 0});
        }
    }
    free(links);
    if (!found->curve)
        return;
    qsort(found->curve, found->count, sizeof *found->curve, by_weight);
    found->count = found->count < MOST_LINKS ? found->count : MOST_LINKS;
}

/* Which rows are looked at. Rows of a long sentence that are out of sight are left out, unless one
 * key asks for every row that looks at it; where that would take longer than a frame, for as many
 * rows round those in sight as a frame has time for. */
struct rows {
    size_t first, end;
    bool all;
};

static struct rows rows_to_see(const struct app *app, size_t first, size_t end, bool bounded)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    bool one_key = lines_only(app, HS_KEY) != ACT_NOWHERE,
         one_row = lines_only(app, HS_QUERY) != ACT_NOWHERE;
    end = end < shape.n ? end : shape.n;
    first = first < end ? first : end;
    if (!bounded || one_row)
        return (struct rows){0, shape.n, true};
    if (!one_key)
        return (struct rows){first, end, false};
    size_t cells = app->lines.rule == HS_LINKS_WEIGHT ? CACHE_LINE_CELLS : shape.m, shown = 0;
    for (size_t head = 0; head < app->picture.h; head++)
        shown += lines_draws(app, head);
    size_t rows = CELLS_MOST / (cells * (shown ? shown : 1));
    if (rows >= shape.n)
        return (struct rows){0, shape.n, true};
    size_t more = rows > end - first ? (rows - (end - first)) / 2 : 0;
    size_t before = more < first ? more : first;
    end += more + (more - before); /* what one side has no rows for goes to the other */
    first -= before;
    if (end > shape.n) {
        first -= end - shape.n < first ? end - shape.n : first;
        end = shape.n;
    }
    return (struct rows){first, end, first == 0 && end == shape.n};
}

/* ---------------------------------------------------------------- drawing */

static uint32_t hue(const struct view_context *view, size_t head, float opacity)
{
    uint32_t alpha = (uint32_t)(255 * fminf(1, fmaxf(0, opacity)) + 0.5f);
    return (view->theme->head_hue[line_style(head).hue] & 0xffffffu) | alpha << 24;
}

/* Heads 1, 11, 21 … share a hue: the first ten are drawn whole, the next in long dashes, then in shorter ones, and from the 41st
 * on the same in double lines. From the 81st on they repeat; the number on the chip always tells. */
struct line_style line_style(size_t head)
{
    static const float dashes[] = {0, 14, 6, 2};
    return (struct line_style){head % 10, dashes[head / 10 % 4], head / 40 % 2 == 1};
}

static int by_tokens(const void *left, const void *right)
{
    const struct curve *a = *(struct curve *const *)left, *b = *(struct curve *const *)right;
    if (a->q != b->q)
        return a->q < b->q ? -1 : 1;
    if (a->k != b->k)
        return a->k < b->k ? -1 : 1;
    return (a->head > b->head) - (a->head < b->head);
}

/* Links of the same two tokens lie side by side, in the order of their heads, as far as a row has room. */
static void part_curves(struct found *found, float row)
{
    struct curve **sorted = malloc((found->count + 1) * sizeof *sorted);
    for (size_t i = 0; sorted && i < found->count; i++)
        sorted[i] = &found->curve[i];
    if (sorted)
        qsort(sorted, found->count, sizeof *sorted, by_tokens);
    for (size_t first = 0, end; sorted && first < found->count; first = end) {
        for (end = first + 1; end < found->count && sorted[end]->q == sorted[first]->q && sorted[end]->k == sorted[first]->k; end++)
            ;
        float count = (float)(end - first), apart = fminf(LINE_APART, 0.6f * row / count);
        for (size_t i = first; i < end; i++)
            sorted[i]->beside = ((float)(i - first) - (count - 1) / 2) * apart;
    }
    free(sorted);
}

/* Weak first, so that strong ones lie on top. */
static void draw_curves(struct view_context *view, const struct lines_layout *layout,
    const struct found *found, float shift)
{
    for (size_t i = found->count; i-- > 0;) {
        const struct curve *curve = &found->curve[i];
        struct line_style style = line_style(curve->head);
        float y0 = token_y(layout, curve->q, shift) + curve->beside, y1 = token_y(layout, curve->k, shift) + curve->beside;
        float width = 1 + (LINE_MOST - 1) * curve->weight + (style.twice ? DOUBLE_INSIDE : 0);
        if (fmaxf(y0, y1) < layout->tokens.y || fminf(y0, y1) > layout->tokens.y + layout->tokens.h)
            continue;
        draw_link(view->draw, layout->left, y0, layout->right, y1, width, style.dash,
            hue(view, curve->head, 0.08f + 0.92f * curve->weight));
        if (style.twice)
            draw_link(view->draw, layout->left, y0, layout->right, y1, DOUBLE_INSIDE, style.dash, view->theme->back);
    }
}

static void draw_token(struct view_context *view, const struct lines_layout *layout,
    enum hs_side side, size_t index, float shift)
{
    const struct app *app = view->app;
    bool only = lines_only(app, side) == index;
    char name[160];
    float y = token_y(layout, index, shift) - layout->row / 2;
    struct rect area = view->area;
    struct rect box =
        side == HS_QUERY ? (struct rect){area.x + 8, y, layout->left - 14 - area.x - 8, layout->row}
                         : (struct rect){layout->right + 14, y,
                               area.x + area.w - layout->right - 30, layout->row};
    app_token_name(app, side, index, name, sizeof name);
    draw_text(view->draw, box, side == HS_QUERY ? ALIGN_RIGHT : ALIGN_LEFT,
        only ? FACE_UI_BOLD : FACE_UI, TEXT_BODY, only ? view->theme->text : view->theme->text_dim,
        name);
}

/* Beside each key, what every head gives it from the one query that is looked at. */
static void draw_strips(struct view_context *view, const struct lines_layout *layout, float shift)
{
    const struct app *app = view->app;
    size_t q = lines_only(app, HS_QUERY), m = hs_set_shape(app_shown(app)).m;
    if (q == ACT_NOWHERE || app->picture.h > STRIP_HEADS)
        return;
    for (size_t head = 0; head < app->picture.h; head++) {
        if (!lines_draws(app, head))
            continue;
        struct hs_matrix A = hs_set_weights(app_shown(app), 0, head);
        for (size_t k = 0; k < m; k++) {
            float y = token_y(layout, k, shift);
            if (y < layout->tokens.y || y > layout->tokens.y + layout->tokens.h ||
                hs_set_masked(app_shown(app), q, k))
                continue;
            struct rect box = {layout->strips + STRIP * (float)head, y - 6, STRIP - 1, 12};
            draw_frame(view->draw, box, 1, view->theme->grid);
            draw_rect(view->draw, box, hue(view, head, A.data[q * A.stride + k]));
        }
    }
}

/* A chip's sample of its head's lines: hue, and dashes where they are dashed. */
static void draw_mark(struct view_context *view, struct rect mark, size_t head)
{
    struct line_style style = line_style(head);
    float ink = style.dash > 10 ? 4 : style.dash > 4 ? 2 : 1, step = ink + 2;
    if (style.dash <= 0)
        draw_round(view->draw, mark, 2, hue(view, head, 1));
    for (int i = 0; style.dash > 0 && (float)i * step < mark.w; i++)
        draw_rect(view->draw, (struct rect){mark.x + (float)i * step, mark.y, ink, mark.h}, hue(view, head, 1));
    if (style.twice) /* a line of paper along its middle */
        draw_rect(view->draw, (struct rect){mark.x, mark.y + mark.h / 2 - 1, mark.w, 2}, view->theme->panel_raised);
}

static void draw_heads(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    struct rect chip = {area.x, area.y, CHIP_WIDTH, CHIP_HEIGHT};
    for (size_t head = 0; head < app->picture.h; head++) {
        bool shown = lines_draws(app, head);
        char id[32], label[120], tip[260];
        snprintf(id, sizeof id, "lines head %ld", app_counted(app, head));
        app_head_label(app, head, label, sizeof label);
        snprintf(tip, sizeof tip,
            "Head %ld%s%s. Click: show or hide its links; double click: this head alone",
            app_counted(app, head), label[0] ? " · " : "", label);
        if (!view->page) {
            struct ui_hit hit = ui_area(view->ui, id, chip, true, id);
            bool pressed = hit.clicked || hit.key == UI_KEY_SPACE || hit.key == UI_KEY_ENTER;
            if (hit.key == UI_KEY_SPACE || hit.key == UI_KEY_ENTER)
                ui_take_event(view->ui);
            if (pressed)
                actions_push(view->actions, (struct action){.kind = ACT_LINES_HEAD,
                                                .head = head,
                                                .number = hit.double_clicked ? LINES_ONLY : 0});
            ui_tooltip(view->ui, chip, tip);
        }
        draw_round(view->draw, chip, 6, shown ? view->theme->panel_raised : view->theme->back);
        draw_round_frame(
            view->draw, chip, 6, 1, head == app->look.head ? view->theme->accent : view->theme->border);
        struct rect mark = {chip.x + 7, chip.y + 8, 10, 10};
        if (shown)
            draw_mark(view, mark, head);
        else
            draw_round_frame(view->draw, mark, 2, 1, view->theme->text_faint);
        draw_textf(view->draw, (struct rect){chip.x + 20, chip.y, chip.w - 24, chip.h},
            ALIGN_CENTER, FACE_UI, 12, shown ? view->theme->text : view->theme->text_faint, "%ld",
            app_counted(app, head));
        chip.x += CHIP_WIDTH + 4;
        if (chip.x + CHIP_WIDTH > area.x + area.w) {
            chip.x = area.x;
            chip.y += CHIP_HEIGHT + 4;
        }
    }
}

static void draw_controls(struct view_context *view, struct rect row)
{
    static const char *const rules[] = {"share of each row", "smallest weight", "links a row"};
    const struct lines *lines = &view->app->lines;
    bool top = lines->rule == HS_LINKS_TOP;
    float amount = lines->amount[lines->rule];
    int rule = ui_dropdown(view->ui, "links", rect_cut_left(&row, 160), rules, 3, (int)lines->rule,
        "Which links are drawn: the heaviest that hold a share of each row's weight, those above a "
        "weight, or a number "
        "a row\tL");
    if (rule != (int)lines->rule)
        actions_push(view->actions, (struct action){.kind = ACT_LINES_RULE, .number = rule});
    rect_cut_left(&row, SPACE);
    row.w = fminf(row.w, 220);
    if (ui_slider(view->ui, "amount", row, top ? 1 : 0.01f, top ? LINES_MOST_TOP : 1, &amount,
            "How much of it\t,  ."))
        actions_push(view->actions, (struct action){.kind = ACT_LINES_AMOUNT, .amount = amount});
}

static void draw_note(struct view_context *view, const struct lines_layout *layout,
    const struct found *found, const struct rows *rows)
{
    const struct app *app = view->app;
    char rule[120], text[320];
    size_t shown = 0, waiting = 0;
    for (size_t head = 0; head < app->picture.h; head++) {
        shown += lines_draws(app, head);
        waiting += lines_shows(app, head) && !lines_draws(app, head);
    }
    lines_rule_words(app, rule, sizeof rule);
    int length = snprintf(text, sizeof text, "%zu of %zu heads; %s: %zu link%s", shown, app->picture.h,
        rule, found->all, found->all == 1 ? "" : "s");
    if (waiting)
        length += snprintf(text + length, sizeof text - (size_t)length,
            "; %zu more do not fit into memory at once: hide some of the drawn", waiting);
    if (found->all > found->count)
        length += snprintf(
            text + length, sizeof text - (size_t)length, ", the heaviest %zu drawn", found->count);
    if (!rows->all && lines_only(app, HS_KEY) != ACT_NOWHERE)
        snprintf(text + length, sizeof text - (size_t)length, "; of rows %ld to %ld only",
            app_counted(app, rows->first), app_counted(app, rows->end - 1));
    else if (!rows->all)
        snprintf(text + length, sizeof text - (size_t)length, "; only rows in sight");
    else if (view->page && layout->content > layout->tokens.h)
        snprintf(text + length, sizeof text - (size_t)length, "; the page shows tokens %d to %ld",
            app->look.one_based, app_counted(app, (size_t)(layout->tokens.h / layout->row)) - 1);
    char *aside = strstr(text, LINES_STAND_OUT);
    if (aside && fonts_width(app->services.fonts, FACE_UI, TEXT_SMALL, text, strlen(text)) > layout->note.w)
        memmove(aside, aside + strlen(LINES_STAND_OUT), strlen(aside + strlen(LINES_STAND_OUT)) + 1);
    draw_text(
        view->draw, layout->note, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim, text);
}

/* ---------------------------------------------------------------- input */

static void input(struct view_context *view, const struct lines_layout *layout, float shift)
{
    const struct app *app = view->app;
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct ui_hit hit = ui_area(view->ui, "lines tokens", layout->tokens, true, "lines tokens");
    float x = layout->tokens.x + hit.x;
    size_t q = ACT_NOWHERE, k = ACT_NOWHERE, at = (size_t)fmaxf(0, (hit.y + shift) / layout->row);
    if (hit.hovered && x < layout->left && at < shape.n)
        q = at;
    else if (hit.hovered && x > layout->right && at < shape.m)
        k = at;
    if (q != app->lines.hover[HS_QUERY] || k != app->lines.hover[HS_KEY])
        actions_push(view->actions, (struct action){.kind = ACT_LINES_POINT, .q = q, .k = k});
    if (hit.clicked && (q != ACT_NOWHERE || k != ACT_NOWHERE))
        actions_push(view->actions, (struct action){.kind = ACT_LINES_LOCK, .q = q, .k = k});
    else if (hit.clicked)
        actions_push(view->actions, (struct action){.kind = ACT_UNLOCK});
}

static void draw_tokens(struct view_context *view, const struct lines_layout *layout, float shift)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(view->app));
    for (int side = HS_QUERY; side <= HS_KEY; side++) {
        size_t count = side == HS_QUERY ? shape.n : shape.m;
        draw_group(view->draw, side == HS_QUERY ? "queries" : "keys");
        for (size_t i = 0; i < count; i++) {
            float y = token_y(layout, i, shift);
            if (y > layout->tokens.y - layout->row &&
                y < layout->tokens.y + layout->tokens.h + layout->row)
                draw_token(view, layout, (enum hs_side)side, i, shift);
        }
        draw_group_end(view->draw);
    }
}

static void draw_titles(struct view_context *view, const struct lines_layout *layout)
{
    struct rect left = layout->titles, right = layout->titles;
    left.w = layout->left - 14 - left.x;
    right.x = layout->right + 14;
    right.w = view->area.x + view->area.w - right.x;
    draw_text(view->draw, left, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, view->theme->text_dim,
        "query (attends)");
    draw_text(view->draw, right, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim,
        "key (is attended)");
}

static void draw_lines(struct view_context *view)
{
    const struct app *app = view->app;
    lens_note_draw(view);
    struct lines_layout layout = lay_out(view);
    struct found found = {0};
    bool scrolls = layout.content > layout.tokens.h;
    float shift = 0;
    draw_heads(view, layout.heads);
    if (!view->page)
        draw_controls(view, layout.controls);
    draw_titles(view, &layout);
    draw_clip(
        view->draw, (struct rect){view->area.x, layout.tokens.y, view->area.w, layout.tokens.h});
    size_t locked = app->look.locked.q; /* by the keyboard; a key is locked where it is seen */
    if (scrolls && !view->page)
        ui_scroll_follow(view->ui, "lines", locked == ACT_NOWHERE ? 0 : (uint64_t)locked + 1,
            layout.row * ((float)locked - 3), 7 * layout.row);
    if (scrolls && !view->page)
        shift = ui_scroll_begin(view->ui, "lines", layout.tokens, 0, layout.content).y;
    size_t first = (size_t)(shift / layout.row),
           end = first + (size_t)(layout.tokens.h / layout.row) + 2;
    struct rows rows = rows_to_see(app, first, end, scrolls && !view->page);
    if (!view->page)
        input(view, &layout, shift);
    find_links(app, rows.first, rows.end, &found);
    part_curves(&found, layout.row);
    draw_group(view->draw, "links");
    draw_curves(view, &layout, &found, shift);
    draw_group_end(view->draw);
    draw_strips(view, &layout, shift);
    draw_tokens(view, &layout, shift);
    if (scrolls && !view->page)
        ui_scroll_end(view->ui);
    draw_clip_end(view->draw);
    draw_note(view, &layout, &found, &rows);
    free(found.curve);
}

/* ---------------------------------------------------------------- numbers */

static void write_links(const struct app *app, bool json, struct hs_buffer *buffer)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    const struct hs_tokens *queries = hs_set_tokens(app_shown(app), HS_QUERY),
                           *keys = hs_set_tokens(app_shown(app), HS_KEY);
    struct hs_row_link *links = malloc(shape.m * sizeof *links);
    void (*write_text)(struct hs_buffer *, const char *) =
        json ? hs_buffer_json_string : hs_buffer_csv_string;
    size_t written = 0, only_q = lines_only(app, HS_QUERY), only_k = lines_only(app, HS_KEY);
    enum hs_link_rule rule = app->lines.rule;
    for (size_t i = 0; links && i < app->picture.h * shape.n; i++) {
        size_t head = i / shape.n, q = i % shape.n;
        size_t count = 0;
        if (lines_shows(app, head) && (only_q == ACT_NOWHERE || only_q == q))
            count =
                hs_row_links(app_shown(app), 0, head, q, rule, (double)app->lines.amount[rule], links);
        for (size_t j = 0; j < count; j++) {
            size_t k = links[j].k;
            if (only_k != ACT_NOWHERE && k != only_k)
                continue;
            hs_buffer_print(buffer,
                json ? "%s\n    {\"head\": %ld, \"query\": %ld, \"query_token\": " : "%s%ld,%ld,",
                json && written ? "," : "", app_counted(app, head), app_counted(app, q));
            write_text(buffer, queries->token[q].text);
            hs_buffer_print(buffer, json ? ", \"key\": %ld, \"key_token\": " : ",%ld,", app_counted(app, k));
            write_text(buffer, keys->token[k].text);
            hs_buffer_print(
                buffer, json ? ", \"weight\": %.9g}" : ",%.9g\n", (double)links[j].weight);
            written++;
        }
        if (q + 1 == shape.n)
            hs_set_trim(app->picture.set); /* a large file's heads go as they have come */
    }
    buffer->failed |= !links;
    free(links);
}

static void lines_csv(const struct app *app, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "head_from_%d,query_from_%d,query_token,key_from_%d,key_token,weight\n", app->look.one_based,
        app->look.one_based, app->look.one_based);
    write_links(app, false, buffer);
}

static void lines_json(const struct app *app, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "{\n  \"format\": \"headscope-links 1\",\n  \"source\": ");
    hs_buffer_json_string(buffer, hs_set_source(app->picture.set));
    hs_buffer_print(buffer,
        ",\n  \"h\": %zu,\n  \"index_base\": %d,\n  \"rule\": \"%s\",\n  \"amount\": %.9g,\n  "
        "\"links\": [",
        app->picture.h, app->look.one_based, hs_link_rule_name(app->lines.rule), (double)app->lines.amount[app->lines.rule]);
    write_links(app, true, buffer);
    hs_buffer_print(buffer, "]\n}\n");
}

const struct view view_lines = {
    .draw = draw_lines,
    .csv = lines_csv,
    .json = lines_json,
};
