/* specialise.c – the Specialise view: heads by relations, measured over the annotated sentences
 * with the current number of heads. Every cell has its counts, its share as colour and number, and
 * its margin over a baseline; a click lists the links behind it. The measuring runs beside the
 * window (scores.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/layout.h"
#include "views/matrix.h"
#include "views/specialise.h"

#define MARGIN 20.0f
#define ROW_TALL 46.0f /* share, counts and margin under each other */
#define ROW_WIDE 34.0f /* counts and margin beside each other */
#define ROW_PAGE 26.0f /* least on a page, with the share alone */
#define WIDE_FROM 92.0f
#define HEADER 36.0f
#define SMALL_TYPE 9.5f /* counts and margins in narrow cells; four-digit counts shrink to fit */
#define HEAD_LEAST 118.0f
#define HEAD_MOST 260.0f
#define LIST_SHARE 0.42f
#define LIST_LEAST 150.0f

static void push(struct view_context *view, enum action_kind kind, long number)
{
    actions_push(view->actions, (struct action){.kind = kind, .number = number});
}

const char *specialise_relation(size_t relation)
{
    static const char *const names[HS_RELATION_COUNT] = {"subject", "object", "place, time",
        "pronoun", "relative", "modifier", "preposition", "auxiliary", "previous"};
    return names[relation];
}

const char *specialise_baseline(enum hs_baseline baseline)
{
    static const char *const names[] = {"best offset", "uniform", "random weights"};
    return names[baseline];
}

double specialise_share(const struct hs_relation_score *score)
{
    return score->eligible ? (double)score->hits / (double)score->eligible : 0;
}

/* ---------------------------------------------------------------- geometry */
struct table {
    struct rect area; /* rows only */
    struct rect header;
    float head_w, cell_w, row_h;
    size_t h;
};

static float cell_width(float width, bool page)
{
    float head = floorf(fmaxf(HEAD_LEAST, fminf(HEAD_MOST, width * 0.22f)));
    return floorf((width - head - (page ? 0 : UI_SCROLL_BAR)) / (float)HS_RELATION_COUNT);
}

float specialise_row_height(const struct app *app)
{
    float width = chrome_layout(app).view.w - 2 * MARGIN;
    return cell_width(width, false) >= WIDE_FROM ? ROW_WIDE : ROW_TALL;
}

static struct table table_layout(struct view_context *view, struct rect area, size_t h)
{
    struct table table = {.h = h};
    table.head_w = floorf(fmaxf(HEAD_LEAST, fminf(HEAD_MOST, area.w * 0.22f)));
    table.cell_w = cell_width(area.w, view->page);
    table.header = rect_cut_top(&area, HEADER);
    table.area = area;
    table.row_h = table.cell_w >= WIDE_FROM ? ROW_WIDE : ROW_TALL;
    if (view->page) /* nobody scrolls a page */
        table.row_h = floorf(fmaxf(ROW_PAGE, fminf(table.row_h, area.h / (float)h)));
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
    enum hs_baseline compare = corpus_result(app->scores.corpus)->of.compare;
    double share = specialise_share(score), other = app_compare_share(app, head, relation);
    static const char *const others[] = {"The best offset", "Uniform attention", "Random weights"};
    char offset[24] = "";
    if (score->eligible == 0) {
        snprintf(words, room, "%s: none in these sentences",
            hs_relation_title((enum hs_relation)relation));
        return;
    }
    if (compare == HS_BASELINE_NONE)
        snprintf(offset, sizeof offset, " (%+d)", score->baseline_offset);
    snprintf(words, room,
        "Head %ld, %s: %zu of %zu links found (%.1f %%), mean weight %.2f on the accepted tokens. "
        "%s%s: %.1f %%, a margin of %+.1f points",
        app_counted(app, head), hs_relation_title((enum hs_relation)relation), score->hits,
        score->eligible, 100 * share, score->mass, others[compare], offset, 100 * other,
        100 * (share - other));
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
    uint32_t color = palette_color(app->palette, (float)share), ink = matrix_ink_on(color);
    draw_rect(view->draw, inner, color);
    if (table->row_h >= ROW_TALL) {
        struct rect line = {inner.x, inner.y + 3, inner.w, 15};
        draw_textf(
            view->draw, line, ALIGN_CENTER, FACE_UI_BOLD, TEXT_BODY, ink, "%.1f", 100 * share);
        line.y += 14;
        char counts[48];
        snprintf(counts, sizeof counts, "%zu/%zu", score->hits, score->eligible);
        float wide = fonts_width(app->fonts, FACE_UI, SMALL_TYPE, counts, strlen(counts)) + 2;
        draw_text(view->draw, line, ALIGN_CENTER, FACE_UI, SMALL_TYPE * fminf(1, inner.w / wide),
            ink, counts);
        line.y += 12;
        draw_textf(view->draw, line, ALIGN_CENTER, FACE_UI, SMALL_TYPE, ink, "%+.1f", 100 * margin);
        return;
    }
    struct rect line = {inner.x, inner.y + (table->row_h >= ROW_WIDE ? 2 : 0), inner.w,
        table->row_h >= ROW_WIDE ? 15 : inner.h};
    if (table->row_h < ROW_WIDE) {
        draw_textf(view->draw, line, ALIGN_CENTER, FACE_UI, TEXT_SMALL, ink, "%.1f · %zu/%zu",
            100 * share, score->hits, score->eligible);
        return;
    }
    draw_textf(view->draw, line, ALIGN_CENTER, FACE_UI_BOLD, TEXT_BODY, ink, "%.1f", 100 * share);
    line.y += 14;
    draw_textf(view->draw, line, ALIGN_CENTER, FACE_UI, 10, ink, "%zu/%zu · %+.1f", score->hits,
        score->eligible, 100 * margin);
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
    char name[32];
    app_head_name(app, head, name, sizeof name);
    if (!view->page && ui_area(view->ui, name, row, false, name).clicked)
        actions_push(view->actions, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
    if (!view->page)
        ui_tooltip(view->ui, row, verdict->evidence);
    if (!view->page && head == app->head)
        draw_rect(
            view->draw, (struct rect){row.x - 8, row.y + 4, 3, row.h - 8}, view->theme->accent);
    struct rect line = {
        row.x, row.y + (tall ? floorf((row.h - 32) / 2) : 0), row.w, tall ? 16 : row.h};
    if (!tall) {
        rect_cut_left(&line, draw_textf(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, 12,
                                 view->theme->text, "%ld", app_counted(app, head)) +
                                 6);
    } else {
        draw_textf(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, view->theme->text,
            "Head %ld", app_counted(app, head));
        line.y += 16;
    }
    const char *words = verdict->name;
    if (verdict->kind == HS_KIND_RELATION &&
        fonts_width(app->fonts, FACE_UI, 12, words, strlen(words)) > line.w)
        words = specialise_relation((size_t)verdict->relation);
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, 12,
        named ? view->theme->text : view->theme->text_dim, words);
}

static void draw_header(struct view_context *view, const struct table *table)
{
    const struct app *app = view->app;
    enum hs_baseline compare = corpus_result(app->scores.corpus)->of.compare;
    const struct theme *theme = view->theme;
    struct rect title = table->header;
    title.w = table->head_w - 8;
    title.y += title.h - 18;
    title.h = 16;
    draw_text(view->draw, title, ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim,
        table->head_w > 150 ? "head, and its name by the numbers" : "head and name");
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
            push(view, ACT_SCORE_SORT, (long)r);
        if (!view->page)
            ui_tooltip(view->ui, cell, words);
        struct rect line = {cell.x, cell.y + 3, cell.w, 16};
        bool sorted = app->scores.sort == (long)r;
        const char *name = specialise_relation(r);
        /* Narrow columns take the name that files use. */
        if (fonts_width(app->fonts, FACE_UI, 12, name, strlen(name)) > cell.w - 4)
            name = hs_relation_name((enum hs_relation)r);
        draw_textf(view->draw, line, ALIGN_CENTER, sorted ? FACE_UI_BOLD : FACE_UI, 12,
            sorted ? theme->accent : theme->text, "%s%s", name, sorted ? " ↓" : "");
        line.y += 15;
        line.h = 14;
        /* What even a head without eyes would find; random weights differ from head to head. */
        if (compare != HS_BASELINE_RANDOM && score->eligible > 0)
            draw_textf(view->draw, line, ALIGN_CENTER, FACE_UI, 10, theme->text_dim, "%.0f %%",
                100 * app_compare_share(app, 0, r));
    }
}

static void table_input(
    struct view_context *view, const struct table *table, float scroll, struct ui_hit hit)
{
    const struct app *app = view->app;
    struct rect area = table->area;
    float x = hit.x - table->head_w, y = hit.y + scroll;
    char words[420];
    if (!hit.hovered || x < 0 || y < 0)
        return;
    size_t relation = (size_t)(x / table->cell_w), row = (size_t)(y / table->row_h);
    if (relation >= HS_RELATION_COUNT || row >= table->h)
        return;
    size_t head = app->scores.row[row];
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
        char name[32];
        app_head_name(app, head, name, sizeof name);
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

/* ---------------------------------------------------------------- above the table */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void draw_controls(struct view_context *view, struct rect row)
{
    static const char *const baselines[] = {"best offset", "uniform", "random"};
    const struct app *app = view->app;
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    char text[400];
    int compare = (int)app->scores.compare;
    if (!view->page) {
        if (ui_button(view->ui, "Annotated …", rect_cut_right(&row, 104),
                "Measure on annotated sentences of your own (JSON, described in the README)"))
            push(view, ACT_ANNOTATED_DIALOG, 0);
        rect_cut_right(&row, SPACE);
        int chosen = ui_choice(view->ui, "baseline", rect_cut_right(&row, 240), baselines, 3,
            compare,
            "What the margin is counted from: the best fixed offset, even attention, or random W^Q "
            "and W^K of the same size. Names always ask for a margin over the best offset\tG");
        if (chosen != compare)
            push(view, ACT_BASELINE, chosen);
        rect_cut_right(&row, 6);
        ui_label(view->ui, rect_cut_right(&row, row.w > 320 ? 92 : 0), ALIGN_RIGHT, "Compare with");
        rect_cut_right(&row, SPACE);
    }
    snprintf(text, sizeof text, "%zu annotated sentences, %.200s", annotated->count,
        base_name(annotated->path));
    if (fonts_width(app->fonts, FACE_UI_BOLD, TEXT_BODY, text, strlen(text)) > row.w)
        snprintf(text, sizeof text, "%zu annotated sentences", annotated->count);
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, view->theme->text, text);
}

static void draw_claim(
    struct view_context *view, struct rect *area, const struct corpus_wish *measured)
{
    const struct app *app = view->app;
    char text[500];
    snprintf(text, sizeof text,
        "Measured with h = %zu, %s mask, all heads on: %s. Large: share of links found; small: "
        "found/all and margin over %s. A name needs %u links and %.0f points over the best offset, "
        "or one offset in 90 %% of rows.",
        measured->h, measured->mask ? "causal" : "no", app_source_words(app),
        specialise_baseline(measured->compare), HS_NAME_MIN_ELIGIBLE, 100 * HS_NAME_MIN_MARGIN);
    float used = draw_paragraph(view->draw, (struct rect){area->x, area->y, area->w, 34}, FACE_UI,
        TEXT_SMALL, 16, view->theme->text_dim, text);
    rect_cut_top(area, used + 4);
}

static void draw_nothing(struct view_context *view, struct rect area)
{
    draw_paragraph(view->draw, (struct rect){area.x, area.y, fminf(area.w, 520), 60}, FACE_UI,
        TEXT_BODY, 19, view->theme->text,
        "No annotated sentences are open. Open a JSON file of sentences with their relations to "
        "see "
        "what each head finds.");
    struct rect row = {area.x, area.y + 56, 140, CONTROL};
    if (!view->page && ui_button(view->ui, "Annotated …", row, "Choose the file"))
        push(view, ACT_ANNOTATED_DIALOG, 0);
}

static void draw_specialise(struct view_context *view)
{
    const struct app *app = view->app;
    const struct scores *scores = &app->scores;
    const struct corpus_result *result = corpus_result(scores->corpus);
    struct rect area = rect_inset(view->area, view->page ? 0 : MARGIN);
    if (!corpus_annotated(scores->corpus)) {
        draw_nothing(view, area);
        return;
    }
    if (!view->page)
        area.y -= 8;
    draw_controls(view, rect_cut_top(&area, CONTROL));
    rect_cut_top(&area, 6);
    if (!view->page)
        area.h += 16;
    if (!result || !scores->row) {
        draw_textf(view->draw, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI, TEXT_BODY,
            view->theme->text_dim, "Measuring %zu heads …", app->h);
        return;
    }
    draw_claim(view, &area, &result->of);
    if (scores->head != ACT_NOWHERE && scores->head < result->of.h) {
        float height = floorf(fmaxf(LIST_LEAST, area.h * LIST_SHARE));
        /* A short table leaves the list what it does not need. */
        float row = cell_width(area.w, view->page) >= WIDE_FROM ? ROW_WIDE : ROW_TALL;
        height = fmaxf(height, area.h - HEADER - row * (float)result->of.h - 14);
        specialise_list_draw(view, rect_cut_bottom(&area, height));
        rect_cut_bottom(&area, 10);
    }
    struct table table = table_layout(view, area, result->of.h);
    draw_header(view, &table);
    draw_rows(view, &table);
}

const struct view view_specialise = {
    .name = "specialise",
    .title = "Specialise",
    .needs = VIEW_NEEDS_MODEL,
    .help = "What each head finds, measured over annotated sentences, against baselines.",
    .legend = "colour and number: share of links found, 0 to 100 % along the palette",
    .draw = draw_specialise,
    .csv = specialise_csv,
    .json = specialise_json,
};
