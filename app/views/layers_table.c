/* layers_table.c – all heads of a file as rows: thumbnail, layer, head and every statistic, sorted
 * by the column whose title was clicked. Only the rows in sight are drawn. See layers.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/layers.h"

#define ROW 34.0f
#define HEADER 28.0f
#define MARGIN 16.0f
#define NUMBER_W 52.0f
#define FIGURE_MOST 140.0f
#define NOTE_H 20.0f

static float figure_width(struct rect area)
{
    return floorf(fminf(FIGURE_MOST, (area.w - ROW - 2 * NUMBER_W) / (float)(sort_count() - 1)));
}

/* ---------------------------------------------------------------- titles */
static void draw_sort_title(struct view_context *view, struct rect area, enum align align,
    const char *title, size_t sort, const char *meaning)
{
    const struct layers *layers = view->app->picture.layers;
    const struct theme *theme = view->theme;
    bool sorted = layers->sort == sort;
    char name[48], text[64];
    snprintf(name, sizeof name, "sort by %s", sort_name(sort));
    struct ui_hit hit = {0};
    if (!view->page)
        hit = ui_area(view->ui, name, area, false, name); /* keys: the list above, or O */
    if (hit.clicked && sorted)
        view_push(view, ACT_LAYERS_REVERSE, ACT_NEXT);
    else if (hit.clicked)
        view_push(view, ACT_LAYERS_SORT, (long)sort);
    if (hit.hovered)
        draw_round(view->draw, rect_inset(area, 1), 4, theme->hover);
    bool down = layers->sort_reversed == (sort == SORT_NUMBER);
    snprintf(text, sizeof text, "%s%s", title, !sorted ? "" : down ? " ↓" : " ↑");
    draw_text(view->draw, area, align, sorted ? FACE_UI_BOLD : FACE_UI, 12,
        sorted ? theme->text : theme->text_dim, text);
    if (!view->page)
        ui_tooltip(view->ui, area, meaning);
}

static void draw_titles(struct view_context *view, struct rect row, float width)
{
    rect_cut_left(&row, ROW);
    draw_sort_title(view, rect_cut_left(&row, NUMBER_W), ALIGN_CENTER, "Layer", SORT_NUMBER,
        "The order of the file");
    draw_text(view->draw, rect_cut_left(&row, NUMBER_W), ALIGN_CENTER, FACE_UI, 12,
        view->theme->text_dim, "Head");
    for (size_t place = 1, sort; (sort = sort_placed(place)) != SORT_NUMBER; place++) {
        const struct hs_statistic *column = sort_statistic(sort);
        struct rect cell = rect_cut_left(&row, width);
        cell.w -= 8;
        draw_sort_title(view, cell, ALIGN_RIGHT, column->column, sort, column->meaning);
    }
}

/* ---------------------------------------------------------------- rows */
static void draw_figure(
    struct view_context *view, struct rect cell, double share, bool sorted, const char *text)
{
    const struct theme *theme = view->theme;
    struct rect bar = {cell.x, cell.y + cell.h - 8, cell.w, 3};
    draw_text(view->draw, (struct rect){cell.x, cell.y + 2, cell.w, cell.h - 10}, ALIGN_RIGHT,
        FACE_MONO, TEXT_SMALL, sorted ? theme->text : theme->text_dim, text);
    draw_rect(view->draw, bar, theme->track);
    bar.w *= (float)share;
    draw_rect(view->draw, bar, sorted ? theme->accent : theme->text_faint);
}

/* Returns whether the pointer is over the row's thumbnail. */
static bool draw_row(struct view_context *view, struct rect row, struct layers_head at, float width)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    const struct hs_head_survey *head = hs_survey_head(app->picture.layers->survey, at.layer, at.head);
    bool hovered = !view->page && layers_input(view, at, row);
    char name[48], text[32];
    snprintf(name, sizeof name, "layer %ld, head %ld", app_counted(app, at.layer),
        app_counted(app, at.head));
    draw_group(view->draw, name);
    if (!view->page && layers_selected(app, at))
        draw_round(view->draw, rect_inset(row, 1), 4, theme->selection);
    else if (hovered)
        draw_round(view->draw, rect_inset(row, 1), 4, theme->hover);
    struct rect thumbnail = rect_inset(rect_cut_left(&row, ROW), 3);
    layers_thumbnail(view, at, thumbnail);
    draw_textf(view->draw, rect_cut_left(&row, NUMBER_W), ALIGN_CENTER, FACE_UI_BOLD, TEXT_BODY,
        theme->text, "%ld", app_counted(app, at.layer));
    draw_textf(view->draw, rect_cut_left(&row, NUMBER_W), ALIGN_CENTER, FACE_UI_BOLD, TEXT_BODY,
        theme->text, "%ld", app_counted(app, at.head));
    for (size_t place = 1, sort; (sort = sort_placed(place)) != SORT_NUMBER; place++) {
        struct rect cell = rect_cut_left(&row, width);
        cell.x += 10;
        cell.w -= 18;
        layers_figure_text(app, head, sort, text, sizeof text);
        draw_figure(view, cell, layers_figure_share(app, head, sort),
            app->picture.layers->sort == sort, text);
    }
    draw_group_end(view->draw);
    return hovered && ui_pointer_in(view->ui, thumbnail);
}

static void keep_selection_in_sight(struct view_context *view, size_t count)
{
    const struct app *app = view->app;
    size_t index = app->picture.layers->view.layer * picture_part(app)->h + app->look.head;
    for (size_t i = 0; i < count; i++)
        if (app->picture.layers->order[i] == index)
            ui_scroll_follow(view->ui, "layers table", index + 1, ROW * (float)i, ROW);
}

void layers_table_draw(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct hs_part *t = picture_part(app);
    size_t count = t->L * t->h;
    struct layers_head hovered = {ACT_NOWHERE, ACT_NOWHERE};
    struct ui_scroll offset = {0, 0};
    area = (struct rect){area.x + MARGIN, area.y, area.w - MARGIN - 4, area.h};
    struct rect header = rect_cut_top(&area, HEADER);
    header.w -= UI_SCROLL_BAR;
    float width = figure_width(header);
    draw_titles(view, header, width);
    draw_rect(view->draw, (struct rect){area.x, area.y - 1, area.w, 1}, view->theme->border);
    if (view->page && ROW * (float)count > area.h) {
        struct rect note = rect_cut_bottom(&area, NOTE_H);
        draw_textf(view->draw, note, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim,
            "%zu of %zu heads; a CSV of this view has all", (size_t)(area.h / ROW), count);
    }
    if (!view->page) {
        keep_selection_in_sight(view, count);
        offset = ui_scroll_begin(
            view->ui, "layers table", area, area.w - UI_SCROLL_BAR, ROW * (float)count);
    }
    for (size_t i = (size_t)(offset.y / ROW); i < count; i++) {
        struct rect row = {area.x, area.y - offset.y + ROW * (float)i, area.w - UI_SCROLL_BAR, ROW};
        struct layers_head at = {app->picture.layers->order[i] / t->h, app->picture.layers->order[i] % t->h};
        if (row.y > area.y + area.h || (view->page && row.y + ROW > area.y + area.h))
            break;
        if (draw_row(view, row, at, width))
            hovered = at;
    }
    if (!view->page)
        ui_scroll_end(view->ui);
    if (hovered.head != ACT_NOWHERE)
        layers_card_draw(view, hovered, view->area);
}
