/* layers.c – the Layers view: every head of an attention file, as a map of thumbnails (layers down,
 * heads across) or as a table that can be sorted by any statistic. Pointing shows a larger picture,
 * a click opens the head. Heads appear as they are read. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/layers.h"
#include "views/lens_note.h"
#include "model/survey.h"

#define BAR 40.0f
#define THUMBNAIL_KEY ((uint64_t)1 << 62) /* apart from the keys of whole heads */

static const struct hs_head_survey *survey_at(const struct app *app, struct layers_head at)
{
    return hs_survey_head(app->picture.dump->survey, at.layer, at.head);
}

/* ---------------------------------------------------------------- figures */
/* Between different tokens "self" and "previous" mean nothing. */
static bool meaningful(const struct app *app, enum sort_by sort)
{
    return hs_set_shape(app->picture.set).self_attention ||
           (sort != SORT_SELF && sort != SORT_PREVIOUS && sort != SORT_NEXT);
}

void layers_figure_text(const struct app *app, const struct hs_head_survey *head, enum sort_by sort,
    char *text, size_t room)
{
    double value = head ? stats_figure(&head->stats, sort) : (double)NAN;
    if (!(value == value) || !meaningful(app, sort))
        snprintf(text, room, "–");
    else if (sort == SORT_DISTANCE)
        snprintf(text, room, value < 100 ? "%.1f" : "%.0f", value);
    else if (sort == SORT_LARGEST || sort == SORT_CONFIDENCE)
        app_weight_text(value, text, room);
    else
        snprintf(text, room, "%.0f %%", 100 * value);
}

double layers_figure_share(
    const struct app *app, const struct hs_head_survey *head, enum sort_by sort)
{
    double value = head ? stats_figure(&head->stats, sort) : 0;
    if (sort == SORT_DISTANCE)
        value = app->picture.dump->longest > 0 ? value / app->picture.dump->longest : 0;
    return value > 0 && meaningful(app, sort) ? fmin(1, value) : 0; /* NaN is no share */
}

/* ---------------------------------------------------------------- one head */
bool layers_selected(const struct app *app, struct layers_head at)
{
    return app->picture.dump->view.layer == at.layer && app->look.head == at.head;
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
    const struct hs_head_survey *head = survey_at(app, at);
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
        .identity = THUMBNAIL_KEY | app->picture.dump->survey_identity << 20 |
                    (uint64_t)(at.layer * dump_tensor(app)->h + at.head) << 1 | (uint64_t)mean};
    dump_range(app, at.layer, at.head, &cells.lo, &cells.hi);
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

/* ---------------------------------------------------------------- the view */
static void draw_bar(struct view_context *view, struct rect row)
{
    static const char *const modes[] = {"Map", "Table"};
    const struct app *app = view->app;
    const struct app_dump *dump = app->picture.dump;
    const char *sorts[SORT_COUNT];
    char words[200];
    for (int i = 0; i < SORT_COUNT; i++)
        sorts[i] = sort_title((enum sort_by)i);
    sorts[SORT_NUMBER] = dump->mode == LAYERS_MAP ? "No figure" : "In the file’s order";
    row = (struct rect){row.x + 16, row.y + floorf((row.h - CONTROL) / 2) + 1, row.w - 32, CONTROL};
    int mode = ui_choice(view->ui, "layers mode", rect_cut_left(&row, 128), modes, 2,
        (int)dump->mode, "All heads as thumbnails, or their statistics as a table\tG");
    if (mode != (int)dump->mode)
        actions_push(view->actions, (struct action){.kind = ACT_LAYERS_MODE, .number = mode});
    rect_cut_left(&row, SPACE);
    int sort = ui_dropdown(view->ui, "layers figure", rect_cut_left(&row, 150), sorts, SORT_COUNT,
        (int)dump->sort,
        dump->mode == LAYERS_MAP ? "A statistic shown under every thumbnail\tO"
                                 : "What the table is sorted by; its titles do the same\tO");
    if (sort != (int)dump->sort)
        actions_push(view->actions, (struct action){.kind = ACT_LAYERS_SORT, .number = sort});
    rect_cut_left(&row, 2 * SPACE);
    dump_shape_words(app, words, sizeof words);
    draw_text(view->draw, row, ALIGN_RIGHT, FACE_UI, 12, view->theme->text_dim, words);
    ui_tooltip(view->ui, row, words);
}

static void draw_layers(struct view_context *view)
{
    const struct app *app = view->app;
    struct rect area = view->area;
    if (!view->page) {
        ui_area(view->ui, "layers", area, true, "layers");
        draw_bar(view, rect_cut_top(&area, BAR));
    }
    view->area = area;
    lens_note_draw(view);
    area = view->area;
    if (app->picture.dump->mode == LAYERS_TABLE)
        layers_table_draw(view, area);
    else
        layers_map_draw(view, area);
}

static void write_csv(const struct app *app, struct hs_buffer *buffer)
{
    stats_write_csv(app, buffer);
}

static void write_json(const struct app *app, struct hs_buffer *buffer)
{
    const struct hs_dump_tensor *t = dump_tensor(app);
    bool first = true;
    hs_buffer_print(buffer, "{\n  \"format\": \"headscope-layers 1\",\n  \"source\": ");
    hs_buffer_json_string(buffer, hs_set_source(app->picture.set));
    hs_buffer_print(buffer,
        ",\n  \"tensor\": \"%s\",\n  \"layers\": %zu,\n  \"h\": %zu,\n  \"n\": %zu,\n  \"m\": "
        "%zu,\n"
        "  \"index_base\": 0,\n  \"heads\": [",
        t->name, t->L, t->h, t->n, t->m);
    for (size_t i = 0; i < t->L * t->h; i++) {
        const struct hs_head_survey *head = hs_survey_head(app->picture.dump->survey, i / t->h, i % t->h);
        if (!head)
            continue;
        hs_buffer_print(
            buffer, "%s\n    {\"layer\": %zu, \"head\": %zu", first ? "" : ",", i / t->h, i % t->h);
        for (enum sort_by sort = SORT_ENTROPY; sort < SORT_COUNT; sort++) {
            double value =
                sort == SORT_ENTROPY ? head->stats.entropy : stats_figure(&head->stats, sort);
            hs_buffer_print(buffer, isfinite(value) ? ", \"%s\": %.9g" : ", \"%s\": null",
                sort_name(sort), value);
        }
        hs_buffer_print(buffer, "}");
        first = false;
    }
    hs_buffer_print(buffer, "\n  ]\n}\n");
}

const struct view view_layers = {
    .draw = draw_layers,
    .csv = write_csv,
    .json = write_json,
};
