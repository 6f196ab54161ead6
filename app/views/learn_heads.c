/* learn_heads.c – every head of every model at the moment looked at: its heatmap of the sentence, and what it was measured to look
 * at on sentences that were not trained on. A click selects, a double click opens it in the Head view. See learn.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/learn.h"
#include "views/matrix.h"
#include "views/specialise.h"

#define TITLE 20.0f
#define LINE 15.0f /* of a caption: the name, then its numbers */
#define LEAST_NAMED 44.0f
#define GAP 10.0f
#define RAMP 18.0f
#define LEAST 36.0f
#define LARGEST 420.0f
#define NAME_TEXT 9.5f /* of queries, and how high a row must be for one */
#define NAME_PITCH 11.0f
#define NAME_MOST 72.0f

#define LEAST_WORDS 190.0f /* width for the words about the selected head */

/* Tiles of all models at one size, each model beginning a row. Captions may be wider than the maps. */
struct tiles {
    size_t columns;
    float side, caption, pitch;
    float names; /* left of the first of each row, for the queries; 0 = none */
};

static struct tiles fit_maps(const struct hs_learn *run, struct rect area, float type)
{
    const struct hs_learn_options *options = hs_learn_options(run);
    struct tiles best = {0};
    for (size_t columns = 1; columns <= 16; columns++) {
        float widest = fminf(LARGEST * type, floorf((area.w + GAP) / (float)columns) - GAP);
        size_t rows = 0;
        for (size_t m = 0; m < options->models; m++)
            rows += (options->h[m] + columns - 1) / columns;
        for (int lines = 2; lines >= 0; lines--) {
            float caption = LINE * type * (float)lines;
            float side = fminf(widest, floorf((area.h - TITLE * type * (float)options->models) / (float)rows - caption - GAP));
            /* words are worth more than size */
            if (side >= (lines ? LEAST_NAMED : LEAST) && side + 2.5f * caption / type > best.side + 2.5f * best.caption / type)
                best = (struct tiles){.columns = columns, .side = side, .caption = caption};
        }
    }
    if (!best.columns)
        best = (struct tiles){.columns = 16, .side = LEAST};
    best.pitch = fmaxf(best.side + GAP, fminf(floorf(area.w / (float)best.columns), best.side + 80 * type));
    return best;
}

/* With names at the rows, where these are high enough for them. */
static struct tiles fit(const struct app *app, const struct hs_learn *run, struct rect area, float type)
{
    float names = matrix_names_width(app, app_shown(app), HS_QUERY, NAME_TEXT * type, NAME_MOST * type) + MATRIX_NAME_GAP;
    struct rect inner = area;
    rect_cut_left(&inner, names);
    struct tiles named = fit_maps(run, inner, type);
    named.names = names;
    return named.side >= NAME_PITCH * type * (float)hs_set_shape(app_shown(app)).n ? named : fit_maps(run, area, type);
}

/* What it may be called, and the numbers behind that; nothing is said of a head that does nothing. */
static void caption_words(const struct hs_learn_model *model, size_t head, char *name, char *numbers, size_t room)
{
    const struct hs_verdict *verdict = &model->verdict[head];
    char margin[24];
    app_number(100 * verdict->margin, 0, true, margin, sizeof margin);
    snprintf(name, room, "%s", verdict->kind == HS_KIND_RELATION ? app_relation_word(verdict->relation) : verdict->name);
    if (verdict->kind == HS_KIND_RELATION)
        snprintf(numbers, room, "%.0f %%, %s", 100 * verdict->accuracy, margin);
    else if (verdict->kind == HS_KIND_UNIFORM || verdict->kind == HS_KIND_SINK || verdict->kind == HS_KIND_POSITIONAL)
        numbers[0] = '\0';
    else
        snprintf(numbers, room, "best %s: %s", app_relation_word(verdict->relation), margin);
}

static void draw_map(struct view_context *view, struct rect area, size_t model, size_t head)
{
    const struct app *app = view->app;
    const struct hs_set *set = app->learn.set[model];
    if (set) {
        struct hs_matrix A = hs_set_weights(set, 0, head);
        float side = fmaxf((float)A.rows, (float)A.cols);
        struct rect cells = {area.x, area.y, floorf(area.w * (float)A.cols / side), floorf(area.h * (float)A.rows / side)};
        draw_cells(view->draw, &(struct cells){.area = cells,
            .matrix = A,
            .row1 = (double)A.rows,
            .col1 = (double)A.cols,
            .palette = app_palette(app),
            .scale = SCALE_LINEAR,
            .reduce = app->look.reduce,
            .hi = 1,
            .causal = hs_set_shape(set).mask == HS_MASK_CAUSAL,
            .back = view->theme->back,
            .mask_color = view->theme->mask,
            .identity = app->learn.identity * HS_LEARN_MODELS + model + 1});
    }
    draw_frame(view->draw, area, 1, view->theme->border);
}

/* The cell under the pointer, and what the head was measured to do. */
static void tile_tooltip(struct view_context *view, const struct hs_learn_model *kept, float side, struct rect map, struct ui_hit hit,
    size_t model, size_t head)
{
    const struct app *app = view->app;
    const struct hs_set *set = app->learn.set[model];
    char text[900], cell[400] = "", from[160], to[160], weight[24], evidence[240];
    struct hs_set_shape shape = set ? hs_set_shape(set) : (struct hs_set_shape){0};
    size_t q = (size_t)(hit.y / side * (float)shape.n), k = (size_t)(hit.x / side * (float)shape.m);
    if (hit.hovered && q < shape.n && k < shape.m) {
        struct hs_matrix A = hs_set_weights(set, 0, head);
        hs_set_token_name(set, HS_QUERY, q, from, sizeof from);
        hs_set_token_name(set, HS_KEY, k, to, sizeof to);
        app_weight_text((double)A.data[q * A.stride + k], weight, sizeof weight);
        snprintf(cell, sizeof cell, "“%.100s” gives “%.100s” %s. ", from, to, hs_set_masked(set, q, k) ? "nothing: masked" : weight);
    }
    app_minus_signs(kept->verdict[head].evidence, evidence, sizeof evidence);
    snprintf(text, sizeof text, "%sHead %ld of %zu: %s. %s", cell, app_counted(app, head), kept->h, kept->verdict[head].name, evidence);
    ui_tooltip(view->ui, map, text);
}

static void draw_tile(struct view_context *view, const struct hs_learn *run, const struct tiles *tiles, struct rect tile, size_t model,
    size_t head)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    float type = learn_type(view);
    const struct hs_learn_model *kept = &hs_learn_moment(run, learn_moment(app))->model[model];
    char id[48], name[80], numbers[80], first[120], margin[24];
    bool chosen = app->learn.shown && app->learn.model == model && app->look.head == head;
    snprintf(id, sizeof id, "h = %zu, head %ld", kept->h, app_counted(app, head));
    caption_words(kept, head, name, numbers, sizeof name);
    app_number(100 * kept->verdict[head].margin, 0, true, margin, sizeof margin);
    snprintf(first, sizeof first, "%ld %s", app_counted(app, head), name);
    draw_group(view->draw, id);
    if (chosen) {
        struct rect around = tile;
        around.w = tiles->caption > 0 ? fminf(tile.w, fmaxf(tiles->side, ui_text_width(view->ui, FACE_UI_BOLD, 10.5f * type, first))) : tiles->side;
        draw_round(view->draw, rect_inset(around, -4), 6, theme->panel_raised);
        draw_round_frame(view->draw, rect_inset(around, -4), 6, 2, theme->accent);
    }
    struct rect map = rect_cut_top(&tile, tiles->side);
    map.w = tiles->side;
    draw_map(view, map, model, head);
    if (tiles->caption > 0) {
        bool named = kept->verdict[head].kind == HS_KIND_RELATION;
        draw_text(view->draw, rect_cut_top(&tile, 15 * type), ALIGN_LEFT, named ? FACE_UI_BOLD : FACE_UI, 10.5f * type,
            named ? theme->text : theme->text_dim, first);
        if (ui_text_width(view->ui, FACE_UI, 10 * type, numbers) > tile.w) /* the number is worth more than the word */
            snprintf(numbers, sizeof numbers, "%.*s %s", (int)strcspn(app_relation_word(kept->verdict[head].relation), "/"),
                app_relation_word(kept->verdict[head].relation), margin);
        if (tiles->caption > LINE * type)
            draw_text(view->draw, rect_cut_top(&tile, 13 * type), ALIGN_LEFT, FACE_UI, 10 * type, theme->text_dim, numbers);
        map.h += tiles->caption;
        map.w = tile.w;
    }
    draw_group_end(view->draw);
    if (view->page)
        return;
    struct ui_hit hit = ui_area(view->ui, id, map, true, id);
    if (hit.clicked || (hit.focused && (hit.key == UI_KEY_ENTER || hit.key == UI_KEY_SPACE))) {
        actions_push(view->actions, (struct action){.kind = ACT_LEARN_HEAD, .k = model, .head = head});
        if (hit.key)
            ui_take_event(view->ui);
    }
    if (hit.double_clicked)
        view_push(view, ACT_VIEW, VIEW_HEAD);
    tile_tooltip(view, kept, tiles->side, map, hit, model, head);
}

static void draw_names(struct view_context *view, const struct tiles *tiles, struct rect tile)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(view->app));
    matrix_draw_labels(view,
        &(struct matrix_box){.of = app_shown_now(view->app), .cells = {tile.x, tile.y, tiles->side, tiles->side},
            .row1 = (double)shape.n, .col1 = (double)shape.m, .label_w = tiles->names, .text = NAME_TEXT * learn_type(view)},
        NO_CELL);
}

void learn_ramp_draw(struct view_context *view, struct rect row, float type)
{
    const struct app *app = view->app;
    char heading[APP_TEXT_ROOM / 64];
    struct rect ramp = {row.x + 12 * type, row.y + 5 * type, 60 * type, 8 * type};
    draw_text(view->draw, (struct rect){row.x, row.y, 10 * type, row.h}, ALIGN_LEFT, FACE_UI, 10 * type, view->theme->text_dim, "0");
    draw_ramp(view->draw, ramp, app_palette(app), false);
    snprintf(heading, sizeof heading, "1  attention weight; rows: queries, columns: keys of “%.400s”", app->picture.run_text);
    rect_cut_left(&row, 78 * type);
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 10 * type, view->theme->text_dim, heading);
}

void learn_heads_draw(struct view_context *view, struct rect area, const struct hs_learn *run)
{
    float type = learn_type(view);
    draw_group(view->draw, "heads");
    learn_ramp_draw(view, rect_cut_bottom(&area, RAMP * type), type);
    rect_cut_bottom(&area, 4);
    const struct hs_learn_options *options = hs_learn_options(run);
    /* right of the first model's one head, else below all */
    bool beside = options->h[0] == 1 && options->models == 2;
    struct rect words = beside ? area : rect_cut_bottom(&area, learn_words_height(type));
    struct tiles tiles = fit(view->app, run, area, type);
    rect_cut_left(&area, tiles.names);
    if (beside) {
        rect_cut_left(&words, tiles.names + fmaxf(tiles.pitch, tiles.side + 2 * GAP));
        rect_cut_top(&words, TITLE * type);
        words.h = tiles.side + tiles.caption;
    }
    if (words.w >= LEAST_WORDS)
        learn_words_draw(view, words, run);
    for (size_t m = 0; m < options->models; m++) {
        size_t h = options->h[m], named = 0;
        const struct hs_learn_model *kept = &hs_learn_moment(run, learn_moment(view->app))->model[m];
        char text[120];
        for (size_t head = 0; head < h; head++)
            named += kept->verdict[head].kind == HS_KIND_RELATION;
        struct rect title = rect_cut_top(&area, TITLE * type);
        if (h == 1 && named)
            snprintf(text, sizeof text, "h = 1: measured to find the %s best", app_relation_word(kept->verdict[0].relation));
        else if (h == 1)
            snprintf(text, sizeof text, "h = 1: measured to find no relation");
        else if (named)
            snprintf(text, sizeof text, "h = %zu: %zu head%s measured to find a relation", h, named, named == 1 ? "" : "s");
        else
            snprintf(text, sizeof text, "h = %zu: no head measured to find a relation", h);
        draw_text(view->draw, title, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL * type, learn_color(view, m), text);
        for (size_t head = 0; head < h; head++) {
            struct rect tile = {area.x + (float)(head % tiles.columns) * tiles.pitch,
                area.y + (float)(head / tiles.columns) * (tiles.side + tiles.caption + GAP),
                tiles.caption > 0 ? tiles.pitch - GAP : tiles.side, tiles.side + tiles.caption};
            draw_tile(view, run, &tiles, tile, m, head);
            if (tiles.names > 0 && head % tiles.columns == 0)
                draw_names(view, &tiles, tile);
        }
        rect_cut_top(&area, (float)((h + tiles.columns - 1) / tiles.columns) * (tiles.side + tiles.caption + GAP));
    }
    draw_group_end(view->draw);
}
