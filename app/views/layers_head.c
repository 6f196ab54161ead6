/* layers_head.c – one head of the Layers view: its figures, its thumbnail, clicks on it. */
#include <math.h>
#include <stdio.h>

#include "views/layers.h"
#include "views/lens_note.h"

#define THUMBNAIL_KEY ((uint64_t)1 << 62) /* apart from the keys of whole heads */

static const struct hs_head_survey *survey_at(const struct picture *picture, struct layers_head at)
{
    return hs_survey_head(picture->layers->survey, at.layer, at.head);
}

void layers_figure_text(const struct app *app, const struct hs_head_survey *head, size_t sort,
    char *text, size_t room)
{
    if (head)
        sort_figure_text(app, sort, &head->stats, text, room);
    else
        snprintf(text, room, "–");
}

double layers_figure_share(const struct app *app, const struct hs_head_survey *head, size_t sort)
{
    const struct hs_statistic *row = sort_statistic(sort);
    bool known = head && sort_tells(app, sort);
    double value = known ? sort_figure(sort, &head->stats) : 0;
    if (known && row->unit == HS_UNIT_TOKENS)
        value = app->picture.layers->longest > 0 ? value / app->picture.layers->longest : 0;
    return value > 0 ? fmin(1, value) : 0; /* NaN is no share */
}

bool layers_selected(const struct app *app, struct layers_head at)
{
    return app->picture.layers->view.layer == at.layer && app->look.head == at.head;
}

static void draw_missing(struct view_context *view, struct rect area)
{
    float x = area.x + area.w / 2, y = area.y + area.h / 2, radius = fminf(1.5f, area.w / 8);
    draw_rect(view->draw, area, view->theme->panel);
    for (int i = -1; i <= 1; i++)
        draw_circle(view->draw, x + 6 * (float)i, y, radius, view->theme->text_faint);
}

void layers_thumbnail(struct view_context *view, struct layers_head at, struct rect area)
{
    const struct app *app = view->app;
    const struct hs_head_survey *head = survey_at(&app->picture, at);
    bool mean = app->look.reduce == REDUCE_MEAN;
    if (!head) {
        draw_missing(view, area);
        draw_frame(view->draw, area, 1, view->theme->grid);
        return;
    }
    struct cells cells = {.area = area,
        .matrix = mean ? head->mean : head->largest,
        .row1 = (double)head->largest.rows,
        .col1 = (double)head->largest.cols,
        .palette = app->look.palette,
        .scale = app->look.scale,
        .reduce = app->look.reduce,
        .back = view->theme->panel,
        .mask_color = view->theme->mask,
        .identity = THUMBNAIL_KEY | app->picture.layers->survey_identity << 20 |
                    (uint64_t)(at.layer * picture_part(app)->h + at.head) << 1 | (uint64_t)mean};
    layers_range(app, at.layer, at.head, &cells.lo, &cells.hi);
    draw_cells(view->draw, &cells);
    draw_frame(view->draw, rect_inset(area, -1), 1, view->theme->grid); /* no cell is under it */
}

bool layers_input(struct view_context *view, struct layers_head at, struct rect area)
{
    char name[48];
    snprintf(name, sizeof name, "layer %ld, head %ld", app_counted(view->app, at.layer),
        app_counted(view->app, at.head));
    struct ui_hit hit = ui_area(view->ui, name, area, false, name);
    if (hit.clicked) {
        actions_push(view->actions,
            (struct action){.kind = ACT_LAYERS_HEAD, .number = (long)at.layer, .head = at.head});
        actions_push(view->actions, (struct action){.kind = ACT_VIEW, .number = VIEW_HEAD});
    }
    return hit.hovered;
}
