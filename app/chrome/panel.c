/* panel.c – see panel.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/source_bar.h"
#include "chrome/panel.h"

#define MARGIN 18.0f
#define LINE 19.0f
#define BAR_WIDTH 48.0f
#define FIGURES_ROOM 24 /* more than there is room for */

struct figure {
    const char *name;
    double share; /* 0 … 1 as a bar; below 0 = no bar */
    char value[40];
    const char *meaning;
};

/* Between different tokens "itself" and "previous" mean nothing, nor does "next" under a causal mask. */
static size_t figures(const struct app *app, const struct hs_head_stats *stats, struct figure figure[FIGURES_ROOM], char *entropy, size_t room)
{
    size_t count = 0;
    for (size_t place = 1, sort; (sort = sort_placed(place)) != SORT_NUMBER; place++) {
        const struct hs_statistic *row = sort_statistic(sort);
        struct figure *now = &figure[count];
        if (count == FIGURES_ROOM || !sort_tells(app, sort))
            continue;
        count++;
        *now = (struct figure){
            .share = sort_figure(sort, stats), .name = row->title, .meaning = row->meaning};
        if (row->unit == HS_UNIT_TOKENS) {
            snprintf(now->value, sizeof now->value, "%.1f tokens", now->share);
            now->share = -1;
        } else {
            sort_figure_text(app, sort, stats, now->value, sizeof now->value);
        }
        if (row->of) {
            now->name = "Entropy of max";
            now->meaning = entropy;
            snprintf(entropy, room,
                "Entropy of the rows, mean: %.3f nats of at most %.3f (even spread). 100 %% = every "
                "key gets the same",
                row->get(stats), row->of(stats));
        }
    }
    return count;
}

/* A head that works in one row of ten has a large mean entropy, and is not idle. */
static size_t even_figure(const struct app *app, size_t head, struct figure *figure)
{
    size_t rows, even = app_even_rows(app, head, &rows);
    if (rows == 0)
        return 0;
    *figure = (struct figure){.name = "Rows almost even",
        .share = (double)even / (double)rows,
        .meaning = "Rows whose entropy is at least 95 % of the largest: in these the head has nothing to do"};
    snprintf(figure->value, sizeof figure->value, "%zu/%zu", even, rows);
    return 1;
}

static void draw_figure(struct view_context *view, struct rect row, const struct figure *figure)
{
    const struct theme *theme = view->theme;
    struct rect value = rect_cut_right(&row, figure->share < 0 ? 84 : 46);
    draw_text(view->draw, value, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, theme->text, figure->value);
    if (figure->share >= 0) {
        struct rect bar = rect_cut_right(&row, BAR_WIDTH);
        bar.y += bar.h / 2 - 2;
        bar.h = 4;
        draw_round(view->draw, bar, 2, theme->track);
        bar.w *= (float)fmin(1, figure->share);
        if (bar.w >= 1)
            draw_round(view->draw, bar, fminf(2, bar.w / 2), theme->accent);
    }
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, theme->text_dim, figure->name);
}

static void draw_title(struct view_context *view, struct rect *area, size_t head)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    char label[120], title[48], place[48], evidence[400];
    struct rect line = rect_cut_top(area, 28);
    snprintf(title, sizeof title, "Head %ld", app_counted(app, head));
    if (picture_can(app, HS_CAN_LAYERS))
        layers_layer_words(app, hs_set_shape(app->picture.set).layer, place, sizeof place);
    else
        snprintf(place, sizeof place, "%zu head%s, d_k = %zu", app->picture.h, app->picture.h == 1 ? "" : "s",
            hs_set_shape(app->picture.set).d_k);
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_LARGE, theme->text, title);
    draw_text(view->draw, line, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, theme->text_dim, place);
    view_word(view, (struct rect){line.x, line.y, line.w / 2, line.h}, "head");
    if (!picture_can(app, HS_CAN_LAYERS))
        view_word(view, (struct rect){line.x + line.w / 2, line.y, line.w / 2, line.h}, "d_k");
    app_head_label(app, head, label, sizeof label);
    if (label[0] && !picture_can(app, HS_CAN_TRAINING)) /* what is measured is said below */
        draw_text(
            view->draw, rect_cut_top(area, 20), ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->text, label);
    line = rect_cut_top(area, 16);
    draw_text(
        view->draw, line, ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim, app_source_words(app));
    ui_tooltip(view->ui, line,
        picture_runs_model(app)        ? "The model’s own weights; everything below is measured on this text"
        : !picture_can(app, HS_CAN_TEXT) ? "The weights are the file’s own; everything below is measured on them"
        : hs_preset_trained(app->picture.preset)
            ? "The label says what the head was built for, not what it was seen to do: the numbers "
              "below are measured"
            : "Random weights stand in for the trained ones: patterns mean nothing");
    rect_cut_top(area, 8);
    app_evidence(app, head, evidence, sizeof evidence);
    struct rect words = *area;
    words.h = 48;
    float used = draw_paragraph(view->draw, words, FACE_UI, 12, 16, theme->text, evidence);
    rect_cut_top(area, used + 2);
    draw_text(view->draw, rect_cut_top(area, 15), ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim,
        "Seen in this one sentence.");
    rect_cut_top(area, 8);
}

/* A row that is looked at needs room for its first keys; the less telling figures make way for it. */
#define ROW_LEAST 190.0f
#define LISTS_LEAST 160.0f /* for the lists in its place */
#define LISTS_CHOICE 34.0f /* which of them */
#define DIVIDE 21.0f       /* over them */
#define FIGURES_LEAST 3

/* An answer is of the locked row, and stays beside it. */
static bool answers(const struct app *app)
{
    return app->lens.panel_list == PANEL_ANSWER && picture_runs_model(app);
}

static void draw_figures(
    struct view_context *view, struct rect *area, size_t head, bool row_follows)
{
    struct figure figure[FIGURES_ROOM + 1];
    char entropy[200];
    const struct app *app = view->app;
    const struct layers *layers = app->picture.layers;
    const struct hs_head_survey *all =
        layers && layers->all_items && app->look.view == VIEW_LAYERS ? hs_survey_head(layers->survey, layers->view.layer, head) : NULL;
    size_t own = all ? 0 : even_figure(app, head, figure);
    size_t count = own + figures(app, all ? &all->stats : app_head_stats(app, head), figure + own, entropy, sizeof entropy);
    float least = answers(app) ? DIVIDE + LISTS_CHOICE + panel_answer_height() : row_follows ? ROW_LEAST : LISTS_LEAST;
    while (count > FIGURES_LEAST && area->h - (float)count * LINE < least)
        count--;
    draw_group(view->draw, "statistics");
    if (all)
        draw_textf(view->draw, rect_cut_top(area, 16), ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim, "Over the rows of all %zu items:",
            picture_part(app)->B);
    else if (hs_set_values(app_shown(app)) != HS_VALUES_WEIGHT)
        draw_text(view->draw, rect_cut_top(area, 16), ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->warn_text,
            "Of the weights, not of what is shown:");
    for (size_t i = 0; i < count; i++) {
        struct rect row = rect_cut_top(area, LINE);
        draw_figure(view, row, &figure[i]);
        if (strstr(figure[i].name, "even"))
            view_word(view, row, "entropy");
        else
            ui_tooltip(view->ui, row, figure[i].meaning);
    }
    draw_group_end(view->draw);
}

static void draw_row(struct view_context *view, struct rect area, size_t head)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    bool locked = app->look.locked.q != ACT_NOWHERE;
    size_t q = locked ? app->look.locked.q : app->look.hover.q;
    char name[220], text[256];
    if (q == ACT_NOWHERE || answers(app)) {
        panel_lists_draw(view, area, head);
        return;
    }
    panel_output_line(view, &area, q);
    struct rect title = rect_cut_top(&area, 24);
    if (locked && ui_button(view->ui, "Unlock", rect_cut_right(&title, 62),
                      "Let the row follow the pointer again\tEsc"))
        actions_push(view->actions, (struct action){.kind = ACT_UNLOCK});
    app_token_name(app, HS_QUERY, q, name, sizeof name);
    snprintf(text, sizeof text, "%s “%s”", locked ? "Locked row" : "Row", name);
    draw_text(view->draw, title, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, theme->text, text);
    view_word(view, title, "token");
    rect_cut_top(&area, 4);
    row_list_draw(view, area, head, q);
}

static void draw_settings(struct view_context *view, struct rect row)
{
    const struct app *app = view->app;
    static const char *const counts[] = {"from 0", "from 1"};
    const char *themes[THEME_COUNT];
    for (int i = 0; i < THEME_COUNT; i++)
        themes[i] = app_theme_name((enum theme_id)i);
    int count = ui_choice(view->ui, "count from", rect_cut_left(&row, 108), counts, 2,
        app->look.one_based, "Papers count heads from 1, most programs from 0\tB");
    if (count != app->look.one_based)
        actions_push(view->actions, (struct action){.kind = ACT_ONE_BASED, .number = count});
    int theme = ui_dropdown(view->ui, "theme", rect_cut_right(&row, 96), themes, THEME_COUNT,
        (int)app->window.theme, "Light, dark or high contrast\tT");
    if (theme != (int)app->window.theme)
        actions_push(view->actions, (struct action){.kind = ACT_THEME, .number = theme});
}

static void divide(struct view_context *view, struct rect *area)
{
    struct rect line = rect_cut_top(area, DIVIDE);
    draw_rect(view->draw, (struct rect){line.x, line.y + 10, line.w, 1}, view->theme->border);
}

#define EDGE 10.0f       /* px beside the border where it can be taken hold of */
#define EDGE_STEP 16.0f  /* px that an arrow key moves it by */

/* The border can be dragged; focused, arrows move it; a double click gives the width back to the window. */
static void draw_edge(struct view_context *view, struct rect area)
{
    struct rect edge = {area.x - EDGE / 2, area.y, EDGE, area.h};
    struct ui_hit hit = ui_area(view->ui, "panel edge", edge, true, "panel edge");
    float wider = hit.dragged ? -hit.drag_x : hit.key == UI_KEY_LEFT ? EDGE_STEP : hit.key == UI_KEY_RIGHT ? -EDGE_STEP : 0;
    if (hit.key == UI_KEY_LEFT || hit.key == UI_KEY_RIGHT)
        ui_take_event(view->ui);
    if (hit.double_clicked)
        actions_push(view->actions, (struct action){.kind = ACT_PANEL_WIDTH});
    else if (wider != 0)
        actions_push(view->actions, (struct action){.kind = ACT_PANEL_WIDTH, .amount = area.w + wider});
    if (hit.hovered || hit.dragged || hit.focused)
        draw_rect(view->draw, (struct rect){area.x - 1, area.y, 3, area.h}, view->theme->accent);
    ui_tooltip(view->ui, edge, "Drag to make the panel wider; a double click gives it the width that suits the window");
}

/* Lower panels scroll: nothing of them is left out. */
#define PANEL_CONTENT 540.0f
#define ANSWER_CONTENT 500.0f /* with few figures: what the model answers begins higher */

void panel_draw(struct view_context *view)
{
    const struct app *app = view->app;
    struct rect area = view->area;
    draw_group(view->draw, "panel");
    draw_rect(view->draw, area, view->theme->panel);
    draw_rect(view->draw, (struct rect){area.x, area.y, 1, area.h}, view->theme->border);
    area = rect_inset(area, MARGIN);
    area.y -= 4;
    area.h += 14;
    draw_settings(view, rect_cut_bottom(&area, CONTROL));
    rect_cut_bottom(&area, 10);
    draw_edge(view, view->area);
    float content = answers(app) ? ANSWER_CONTENT : PANEL_CONTENT;
    bool scrolls = area.h < content;
    if (scrolls) {
        struct rect room = {area.x, area.y, area.w + MARGIN - 2, area.h};
        struct ui_scroll offset = ui_scroll_begin(view->ui, "panel scroll", room, 0, content);
        area.y -= offset.y;
        area.h = content;
    }
    size_t head = app->look.hover.head != ACT_NOWHERE ? app->look.hover.head : app->look.head;
    draw_title(view, &area, head);
    if (picture_can(app, HS_CAN_LAYERS))
        source_head_draw(view, &area, head);
    if (picture_can(app, HS_CAN_MODES))
        panel_head_draw(view, &area, head);
    draw_figures(view, &area, head, app->look.locked.q != ACT_NOWHERE || app->look.hover.q != ACT_NOWHERE);
    divide(view, &area);
    if (area.h > 60)
        draw_row(view, area, head);
    if (scrolls)
        ui_scroll_end(view->ui);
    draw_group_end(view->draw);
}
