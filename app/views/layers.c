/* layers.c – the Layers view: every head of an attention file or a real model, as a map of thumbnails (layers down,
 * heads across) or as a table that can be sorted by any statistic. Pointing shows a larger picture,
 * a click opens the head. Heads appear as they are read. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/layers.h"
#include "views/lens_note.h"
#include "model/survey.h"

#define SORTS_ROOM 32 /* more statistics than a list can hold */
#define BAR 40.0f

/* ---------------------------------------------------------------- the view */
static void draw_bar(struct view_context *view, struct rect row)
{
    static const char *const modes[] = {"Map", "Table"};
    const struct app *app = view->app;
    const struct layers *layers = app->picture.layers;
    const char *sorts[SORTS_ROOM];
    int count = (int)sort_count();
    char words[200];
    for (int i = 0; i < count; i++)
        sorts[i] = sort_title((size_t)i);
    sorts[SORT_NUMBER] = layers->mode == LAYERS_MAP ? "No figure" : "In the file’s order";
    row = (struct rect){row.x + 16, row.y + floorf((row.h - CONTROL) / 2) + 1, row.w - 32, CONTROL};
    int mode = ui_choice(view->ui, "layers mode", rect_cut_left(&row, 128), modes, 2,
        (int)layers->mode, "All heads as thumbnails, or their statistics as a table\tG");
    if (mode != (int)layers->mode)
        actions_push(view->actions, (struct action){.kind = ACT_LAYERS_MODE, .number = mode});
    rect_cut_left(&row, SPACE);
    int sort = ui_dropdown(view->ui, "layers figure", rect_cut_left(&row, 150), sorts, count,
        (int)layers->sort,
        layers->mode == LAYERS_MAP ? "A statistic shown under every thumbnail\tO"
                                 : "What the table is sorted by; its titles do the same\tO");
    if (sort != (int)layers->sort)
        actions_push(view->actions, (struct action){.kind = ACT_LAYERS_SORT, .number = sort});
    if (picture_part(app)->B > 1) {
        char one[32];
        snprintf(one, sizeof one, "Item %ld", app_counted(app, layers->view.item));
        rect_cut_left(&row, SPACE);
        int all = ui_choice(view->ui, "items", rect_cut_left(&row, 168), (const char *const[]){one, "All items"}, 2, layers->all_items,
            "Figures of the item of the batch that is shown, or over the rows of all its items; thumbnails are means over them, then");
        if (all != layers->all_items)
            view_push(view, ACT_ALL_ITEMS, all);
    }
    rect_cut_left(&row, 2 * SPACE);
    layers_shape_words(app, words, sizeof words);
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
    if (app->picture.layers->mode == LAYERS_TABLE)
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
    const struct hs_part *t = picture_part(app);
    const struct hs_set_shape shape = hs_set_shape(app->picture.set);
    bool first = true;
    hs_buffer_print(buffer, "{\n  \"format\": \"headscope-layers 1\",\n  \"source\": ");
    hs_buffer_json_string(buffer, hs_set_source(app->picture.set));
    hs_buffer_print(buffer,
        ",\n  \"tensor\": \"%s\",\n  \"layers\": %zu,\n  \"h\": %zu,\n  \"n\": %zu,\n  \"m\": "
        "%zu,\n",
        t->name, t->L, t->h, shape.n, shape.m);
    if (app->picture.layers->all_items)
        hs_buffer_print(buffer, "  \"items\": %zu,\n", t->B);
    else
        hs_buffer_print(buffer, "  \"item\": %ld,\n", app_counted(app, app->picture.layers->view.item));
    hs_buffer_print(buffer, "  \"index_base\": %d,\n  \"heads\": [", app->look.one_based);
    for (size_t i = 0; i < t->L * t->h; i++) {
        const struct hs_head_survey *head = hs_survey_head(app->picture.layers->survey, i / t->h, i % t->h);
        if (!head)
            continue;
        hs_buffer_print(
            buffer, "%s\n    {\"layer\": %ld, \"head\": %ld", first ? "" : ",", app_counted(app, i / t->h), app_counted(app, i % t->h));
        for (size_t sort = 1; head->stats.rows > 0 && sort_statistic(sort); sort++) {
            double value = sort_statistic(sort)->get(&head->stats);
            hs_buffer_print(buffer, ", \"%s\": ", sort_name(sort));
            hs_buffer_json_number(buffer, value);
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
