/* specialise_table.c – the table of the Specialise view: a row a head, a column a relation. Every
 * cell has its share as colour and number, its counts and its margin over a baseline; a click lists
 * the links behind it, a click on a head opens it. Titles stay while the rows are scrolled. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/matrix.h"
#include "views/specialise.h"

#define ROW_TALL 46.0f /* share, counts and margin under each other */
#define ROW_WIDE 34.0f /* counts and margin beside each other */
#define ROW_PAGE 26.0f /* least on a page, with the share alone */
#define ROW_MOST 220.0f
#define TYPE_MOST 2.0f
#define WIDE_FROM 92.0f
#define HEADER 36.0f
#define SMALL_TYPE 9.5f /* counts and margins in narrow cells; four-digit counts shrink to fit */
#define HEAD_LEAST 118.0f
#define HEAD_MOST 260.0f

struct table {
    struct rect area; /* rows only */
    struct rect header;
    float head_w, cell_w, row_h;
    float type; /* letters grow with the cells */
    size_t h;
};

static float head_width(float width, float type)
{
    return floorf(fmaxf(HEAD_LEAST, fminf(HEAD_MOST * type, width * 0.22f)));
}

static float cell_width(float width, bool page)
{
    return floorf(
        (width - head_width(width, 1) - (page ? 0 : UI_SCROLL_BAR)) / (float)HS_RELATION_COUNT);
}

/* Of a table that is scrolled: comfortable to read. */
static float scrolled_row(float width)
{
    return cell_width(width, false) >= WIDE_FROM ? ROW_WIDE : ROW_TALL;
}

float specialise_table_most(float width, size_t h)
{
    return HEADER + fminf(ROW_MOST, 2 * scrolled_row(width)) * (float)h;
}

/* Rows take the room there is, from the least that can be read to the most that can be taken in;
 * what still does not fit is scrolled in comfortable rows. */
static struct table table_layout(struct view_context *view, struct rect area, size_t h)
{
    struct table table = {.h = h, .cell_w = cell_width(area.w, view->page), .type = 1};
    float fit = floorf((area.h - HEADER) / (float)h), scrolled = scrolled_row(area.w);
    table.type = fmaxf(1, fminf(TYPE_MOST, fminf(fit / scrolled, table.cell_w / WIDE_FROM)));
    table.type = floorf(4 * table.type) / 4;
    /* Larger letters also widen the heads' column: the cells must still hold a line of them. */
    for (;;) {
        table.head_w = head_width(area.w, table.type);
        table.cell_w = floorf(
            (area.w - table.head_w - (view->page ? 0 : UI_SCROLL_BAR)) / (float)HS_RELATION_COUNT);
        if (table.type <= 1 || table.cell_w >= WIDE_FROM * table.type)
            break;
        table.type -= 0.25f;
    }
    table.header = rect_cut_top(&area, floorf(HEADER * table.type));
    table.area = area;
    fit = floorf(area.h / (float)h);
    if (view->page) /* nobody scrolls a page */
        table.row_h = fmaxf(ROW_PAGE, fminf(ROW_MOST, fit));
    else
        table.row_h = fit < ROW_WIDE ? scrolled : fminf(ROW_MOST, fit);
    return table;
}

static struct rect cell_rect(const struct table *table, float scroll, size_t row, size_t relation)
{
    return (struct rect){table->area.x + table->head_w + table->cell_w * (float)relation,
        table->area.y - scroll + table->row_h * (float)row, table->cell_w, table->row_h};
}

/* ---------------------------------------------------------------- the rows */
static void cell_words(
    const struct app *app, size_t head, size_t relation, char *words, size_t room)
{
    const struct hs_relation_score *score = app_relation_score(app, head, relation);
    char name[48];
    enum hs_baseline compare = corpus_result(app->scores.corpus)->of.compare;
    double share = specialise_share(score), other = app_compare_share(app, head, relation);
    static const char *const others[] = {"The best offset", "Uniform attention", "Random weights"};
    char offset[24] = "", margin[24];
    app_number(100 * (share - other), 1, true, margin, sizeof margin);
    if (score->eligible == 0) {
        snprintf(words, room, "%s: none in these sentences",
            hs_relation_title((enum hs_relation)relation));
        return;
    }
    if (compare == HS_BASELINE_NONE)
        snprintf(offset, sizeof offset, " (%+d)", score->baseline_offset);
    specialise_name(app, head, name, sizeof name);
    snprintf(words, room,
        "%s, %s: %zu of %zu links found (%.1f %%), mean weight %.2f on the accepted tokens. "
        "%s%s: %.1f %%, a margin of %s points",
        name, hs_relation_title((enum hs_relation)relation), score->hits, score->eligible,
        100 * share, score->mass, others[compare], offset, 100 * other, margin);
}

static void draw_figure_line(struct view_context *view, struct rect *line, float height,
    enum face face, float size, uint32_t ink, const char *text)
{
    float wide = fonts_width(view->app->services.fonts, face, size, text, strlen(text)) + 2;
    line->h = height;
    draw_text(view->draw, *line, ALIGN_CENTER, face, size * fminf(1, line->w / wide), ink, text);
    line->y += height;
}

/* The share large; below it as many of counts, margin and mean weight as the cell has room for:
 * beside each other in wide cells, else under each other. What has no room is told by pointing. */
static void draw_figures(struct view_context *view, const struct table *table, struct rect inner,
    uint32_t ink, const struct hs_relation_score *score, double margin)
{
    bool wide = table->cell_w >= WIDE_FROM * table->type;
    float type = table->type, small = (wide ? 10 : SMALL_TYPE) * type, step = 13 * type;
    float room = inner.h - 17 * type;
    int lines = room < step - 2 ? 0 : room < 2 * step - 2 ? 1 : room < 3 * step ? 2 : 3;
    char share[16], text[3][48], difference[24];
    snprintf(share, sizeof share, "%.1f", 100 * specialise_share(score));
    snprintf(text[0], sizeof text[0], "%zu/%zu", score->hits, score->eligible);
    app_number(100 * margin, 1, true, difference, sizeof difference);
    snprintf(text[1], sizeof text[1], "%s", difference);
    snprintf(text[2], sizeof text[2], "weight %.2f", score->mass);
    if (lines == 0) {
        draw_textf(
            view->draw, inner, ALIGN_CENTER, FACE_UI, TEXT_SMALL, ink, "%s · %s", share, text[0]);
        return;
    }
    if (wide) {
        snprintf(text[0], sizeof text[0], "%zu/%zu · %s", score->hits, score->eligible, difference);
        snprintf(text[1], sizeof text[1], "%s", text[2]);
        lines = lines > 2 ? 2 : lines;
    }
    struct rect line = inner;
    line.y += floorf((inner.h - 16 * type - step * (float)lines) / 2);
    draw_figure_line(view, &line, 16 * type, FACE_UI_BOLD, TEXT_BODY * type, ink, share);
    for (int i = 0; i < lines; i++)
        draw_figure_line(view, &line, step, FACE_UI, small, ink, text[i]);
}

static void draw_cell(
    struct view_context *view, const struct table *table, struct rect cell, size_t head, size_t r)
{
    const struct app *app = view->app;
    const struct hs_relation_score *score = app_relation_score(app, head, r);
    double share = specialise_share(score), margin = share - app_compare_share(app, head, r);
    struct rect inner = {cell.x + 1, cell.y + 1, cell.w - 2, cell.h - 2};
    if (score->eligible == 0) {
        draw_rect(view->draw, inner, view->theme->panel);
        draw_text(view->draw, inner, ALIGN_CENTER, FACE_UI, TEXT_SMALL, view->theme->text_dim, "–");
        return;
    }
    uint32_t color = palette_color(app->look.palette, (float)share), ink = matrix_ink_on(color);
    draw_rect(view->draw, inner, color);
    draw_figures(view, table, inner, ink, score, margin);
}

static void draw_cell_frame(struct view_context *view, struct rect cell)
{
    draw_frame(view->draw, cell, 3, view->theme->accent);
    draw_frame(view->draw, rect_inset(cell, 3), 1, view->theme->accent_text);
}

static void draw_head(struct view_context *view, const struct table *table, float y, size_t head)
{
    const struct app *app = view->app;
    const struct hs_verdict *verdict = &corpus_result(app->scores.corpus)->verdicts[head];
    bool tall = table->row_h >= ROW_WIDE, named = verdict->kind != HS_KIND_UNCLEAR;
    struct rect row = {table->area.x, y, table->head_w - 8, table->row_h};
    char name[48], title[48];
    app_score_head_name(app, head, name, sizeof name);
    specialise_name(app, head, title, sizeof title);
    if (!view->page && ui_area(view->ui, name, row, false, name).clicked)
        actions_push(view->actions, (struct action){.kind = ACT_SCORE_HEAD, .head = head});
    if (!view->page)
        ui_tooltip(view->ui, row, verdict->evidence);
    if (!view->page && head == app_score_index(app))
        draw_rect(
            view->draw, (struct rect){row.x - 8, row.y + 4, 3, row.h - 8}, view->theme->accent);
    float type = table->type;
    struct rect line = {row.x, row.y + (tall ? floorf((row.h - 32 * type) / 2) : 0), row.w,
        tall ? 16 * type : row.h};
    if (!tall) {
        rect_cut_left(&line,
            draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, 12, view->theme->text, title) +
                6);
    } else {
        draw_text(
            view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY * type, view->theme->text, title);
        line.y += 16 * type;
    }
    uint32_t ink = named ? view->theme->text : view->theme->text_dim;
    struct rect room = {line.x, line.y, line.w, tall ? row.y + row.h - line.y - 2 : line.h};
    char words[400];
    for (int brief = 0; brief < 2; brief++) {
        app_score_names(app, head, brief, words, sizeof words);
        float width = fonts_width(app->services.fonts, FACE_UI, 12 * type, words, strlen(words));
        if (width <= line.w) {
            draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, 12 * type, ink, words);
            return;
        }
        bool several = strstr(words, ", ") != NULL;
        if (brief || (several && 1.3f * width <= line.w * floorf(room.h / (15 * type))))
            break;
    }
    if (tall)
        draw_paragraph(view->draw, room, FACE_UI, 12 * type, 15 * type, ink, words);
    else
        draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, 12 * type, ink, words);
}

static void draw_header(struct view_context *view, const struct table *table)
{
    const struct app *app = view->app;
    enum hs_baseline compare = corpus_result(app->scores.corpus)->of.compare;
    const struct theme *theme = view->theme;
    struct rect title = table->header;
    title.w = table->head_w - 8;
    float type = table->type;
    title.y += title.h - 18 * type;
    title.h = 16 * type;
    draw_text(view->draw, title, ALIGN_LEFT, FACE_UI, TEXT_SMALL * type, theme->text_dim,
        table->head_w > 150 ? "head, and its name by the numbers" : "head and name");
    view_word(view, title, "unclear");
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        struct rect cell = cell_rect(table, 0, 0, r);
        cell.y = table->header.y;
        cell.h = table->header.h;
        const struct hs_relation_score *score = app_relation_score(app, 0, r);
        char words[200], id[48];
        snprintf(words, sizeof words,
            "%s: %zu links; the best fixed offset, %+d, finds %.1f %%. Click to sort by it",
            hs_relation_title((enum hs_relation)r), score->eligible, score->baseline_offset,
            100 * score->baseline);
        snprintf(id, sizeof id, "sort by %s", hs_relation_name((enum hs_relation)r));
        if (!view->page && ui_area(view->ui, id, cell, false, id).clicked)
            view_push(view, ACT_SCORE_SORT, (long)r);
        if (!view->page)
            ui_tooltip(view->ui, cell, words);
        struct rect line = {cell.x, cell.y + 3 * type, cell.w, 16 * type};
        bool sorted = app->scores.sort == (long)r;
        const char *name = app_relation_word(r);
        /* Narrow columns take the name that files use. */
        if (fonts_width(app->services.fonts, FACE_UI_BOLD, 12 * type, name, strlen(name)) +
                (sorted ? 16 * type : 0) >
            cell.w - 4)
            name = hs_relation_name((enum hs_relation)r);
        draw_textf(view->draw, line, ALIGN_CENTER, sorted ? FACE_UI_BOLD : FACE_UI, 12 * type,
            sorted ? theme->accent : theme->text, "%s%s", name, sorted ? " ↓" : "");
        line.y += 15 * type;
        line.h = 14 * type;
        /* What even a head without eyes would find; random weights differ from head to head. */
        if (compare != HS_BASELINE_RANDOM && score->eligible > 0)
            draw_textf(view->draw, line, ALIGN_CENTER, FACE_UI, 10 * type, theme->text_dim,
                "%.0f %%", 100 * app_compare_share(app, 0, r));
    }
}

static void table_input(
    struct view_context *view, const struct table *table, float scroll, struct ui_hit hit)
{
    const struct app *app = view->app;
    struct rect area = table->area;
    bool over = ui_pointer_in(view->ui, area); /* the heads' names, which lie above the table, too */
    float x = hit.x - table->head_w, y = ui_pointer_y(view->ui) - area.y + scroll;
    char words[420];
    size_t row = over && y >= 0 ? (size_t)(y / table->row_h) : table->h;
    size_t head = row < table->h ? app->scores.row[row] : ACT_NOWHERE;
    if (app->look.hover.head != head)
        actions_push(view->actions, (struct action){.kind = ACT_HOVER, .head = head, .q = ACT_NOWHERE, .k = ACT_NOWHERE});
    if (head == ACT_NOWHERE || !hit.hovered || x < 0 || x >= table->cell_w * HS_RELATION_COUNT)
        return;
    size_t relation = (size_t)(x / table->cell_w);
    struct rect cell = cell_rect(table, scroll, row, relation);
    if (cell.y < area.y) {
        cell.h -= area.y - cell.y;
        cell.y = area.y;
    }
    cell_words(app, head, relation, words, sizeof words);
    ui_tooltip(view->ui, cell, words);
    if (hit.clicked)
        actions_push(
            view->actions, (struct action){.kind = ACT_SCORE_CELL, .head = head, .k = relation});
}

static void draw_rows(struct view_context *view, const struct table *table)
{
    const struct app *app = view->app;
    const struct scores *scores = &app->scores;
    struct rect area = table->area;
    struct ui_hit hit = {0};
    float scroll = 0;
    size_t shown = table->h;
    bool scrolls = table->row_h * (float)table->h > area.h + 1;
    if (!view->page) {
        hit = ui_area(view->ui, "score table", area, true, "score table");
        for (size_t i = 0; scrolls && i < table->h && scores->head != ACT_NOWHERE; i++)
            if (scores->row[i] == scores->head)
                ui_scroll_follow(view->ui, "score rows", scores->head + 1, table->row_h * (float)i, table->row_h);
        if (scrolls)
            scroll = ui_scroll_begin(view->ui, "score rows", area, area.w - UI_SCROLL_BAR,
                table->row_h * (float)table->h)
                         .y;
    } else if (scrolls) {
        shown = (size_t)((area.h - 20) / table->row_h);
    }
    for (size_t i = 0; i < shown; i++) {
        float y = area.y - scroll + table->row_h * (float)i;
        if (y + table->row_h < area.y || y > area.y + area.h)
            continue;
        size_t head = scores->row[i];
        char name[48];
        app_score_head_name(app, head, name, sizeof name);
        draw_group(view->draw, name);
        draw_head(view, table, y, head);
        for (size_t r = 0; r < HS_RELATION_COUNT; r++)
            draw_cell(view, table, cell_rect(table, scroll, i, r), head, r);
        if (head == scores->head)
            draw_cell_frame(view, cell_rect(table, scroll, i, scores->relation));
        draw_group_end(view->draw);
    }
    if (shown < table->h)
        draw_textf(view->draw, (struct rect){area.x, area.y + area.h - 18, area.w, 16}, ALIGN_LEFT,
            FACE_UI, TEXT_SMALL, view->theme->text_dim,
            "and %zu more heads: a taller page, CSV or JSON has them all", table->h - shown);
    if (!view->page) {
        table_input(view, table, scroll, hit);
        if (scrolls)
            ui_scroll_end(view->ui);
    }
}

void specialise_table_draw(struct view_context *view, struct rect area)
{
    struct table table = table_layout(view, area, corpus_result(view->app->scores.corpus)->of.h);
    draw_header(view, &table);
    draw_rows(view, &table);
}
