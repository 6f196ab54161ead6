/* layers_map.c – all heads of a file as thumbnails: layers from top to bottom, heads from left to
 * right, their titles staying in sight while the map scrolls. Heads that share keys and values
 * stand together. See layers.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/layers.h"

#define TITLE_W 34.0f
#define TITLE_H 24.0f
#define GROUP_H 18.0f
#define MARGIN 14.0f
#define TILE_LEAST 30.0f /* smaller shows nothing: then the map scrolls */
#define TILE_MOST 200.0f
#define TILE_SMALL 48.0f /* px: lower ones may be wider than their shape, to be seen at all */
#define STRETCH 1.6f     /* … by so much */
#define MOST_ASPECT 2.5f
#define GROUP_GAP 10.0f
#define MOST_FOLDS 4
#define BAR_H 4.0f
#define VALUE_FROM 52.0f /* px: a tile this wide has room for the figure's number */
#define VALUE_H 15.0f

#define TITLES (MARGIN + TITLE_W) /* of layers */

/* With the layers in `folds` columns; whether all tiles are in sight, at least as large as is told apart. */
static bool folded(const struct app *app, struct rect area, bool page, size_t folds, struct layers_grid *out)
{
    const struct hs_part *t = picture_part(app);
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct layers_grid grid = {.body = area, .rows = (t->L + folds - 1) / folds};
    float rows = (float)grid.rows, room;
    bool groups = t->kv_heads && t->kv_heads < t->h;
    float aspect = (float)shape.m / (float)shape.n, gap;
    aspect = fmaxf(1 / MOST_ASPECT, fminf(MOST_ASPECT, aspect));
    grid.group = groups ? t->h / t->kv_heads : 0;
    grid.group_gap = groups ? GROUP_GAP : 0;
    rect_cut_left(&grid.body, TITLES);
    rect_cut_top(&grid.body, TITLE_H + (groups ? GROUP_H : 0));
    rect_cut_right(&grid.body, MARGIN);
    rect_cut_bottom(&grid.body, 8);
    room = (grid.body.w - (float)(folds - 1) * TITLES) / (float)folds;
    float extra = groups ? GROUP_GAP * (float)(t->kv_heads - 1) : 0, w = 0, across, down;
    /* The largest tiles that show all; a second pass knows whether numbers have room. */
    for (int pass = 0; pass < 2; pass++) {
        grid.bar = app->picture.layers->sort == SORT_NUMBER ? 0 : w >= VALUE_FROM ? VALUE_H : BAR_H + 2;
        gap = w > 60 ? 10 : w > 40 ? 6 : 4;
        across = (room - extra) / (float)t->h - gap;
        down = (grid.body.h - (gap + grid.bar) * rows) / rows * aspect;
        w = floorf(fminf(TILE_MOST, fminf(across, down)));
    }
    grid.tile_h = w / aspect;
    bool small = w < TILE_LEAST * fmaxf(1, aspect), whole = !small;
    if (!page && small && across >= TILE_LEAST && down >= TILE_LEAST * aspect) {
        /* long matrices fit when their short side is a little wider than their shape */
        w = floorf(fmaxf(w, TILE_LEAST));
        grid.tile_h = fminf(down / aspect, fmaxf(TILE_LEAST, w / aspect));
        whole = true;
    } else if (!page && small) { /* scroll, and keep clear of the bars */
        grid.body.w -= UI_SCROLL_BAR;
        grid.body.h -= UI_SCROLL_BAR;
        w = TILE_LEAST * fmaxf(1, aspect) + 6;
        gap = 4;
        across = (grid.body.w - extra) / (float)t->h - gap;
        grid.tile_h = w / aspect;
    }
    grid.tile_h = fmaxf(page ? 2 : 8, floorf(grid.tile_h));
    if (grid.tile_h < TILE_SMALL)
        w = fmaxf(w, floorf(fminf(across, STRETCH * w)));
    grid.tile_w = fmaxf(page ? 2 : 8, w);
    grid.step_x = grid.tile_w + gap;
    grid.step_y = grid.tile_h + grid.bar + gap;
    grid.fold = grid.step_x * (float)t->h + extra + TITLES;
    grid.width = grid.fold * (float)folds - TITLES;
    grid.height = grid.step_y * rows;
    *out = grid;
    return whole;
}

/* As few columns of layers as show all of them; one, to be scrolled, where no number does. */
struct layers_grid layers_grid(const struct app *app, struct rect area, bool page)
{
    struct layers_grid one, more;
    if (folded(app, area, page, 1, &one))
        return one;
    for (size_t folds = 2; folds <= MOST_FOLDS; folds++)
        if (folded(app, area, page, folds, &more))
            return more;
    return one;
}

struct rect layers_tile(const struct layers_grid *grid, struct layers_head at)
{
    float groups = grid->group ? (float)(at.head / grid->group) : 0, fold = (float)(at.layer / grid->rows);
    return (struct rect){grid->body.x + grid->fold * fold + grid->step_x * (float)at.head + grid->group_gap * groups,
        grid->body.y + grid->step_y * (float)(at.layer % grid->rows), grid->tile_w, grid->tile_h};
}

/* ---------------------------------------------------------------- titles */
/* Every title, or every second, fifth … where they would touch; of groups their first. */
static size_t title_step(float pitch, float needed, size_t group)
{
    static const size_t steps[] = {1, 2, 5, 10, 20, 50};
    size_t i = 0, groups = 1;
    while (i + 1 < sizeof steps / sizeof *steps && pitch * (float)steps[i] < needed)
        i++;
    if (!group || group % steps[i] == 0)
        return steps[i];
    while (pitch * (float)(groups * group) < needed)
        groups++;
    return groups * group;
}

static void draw_title(struct view_context *view, struct rect area, enum align align, size_t index,
    bool selected, bool hovered)
{
    const struct theme *theme = view->theme;
    if (selected)
        draw_round(view->draw,
            (struct rect){area.x + area.w / 2 - 13, area.y + area.h / 2 - 9, 26, 18}, 4,
            theme->accent);
    draw_textf(view->draw, area, selected ? ALIGN_CENTER : align,
        selected || hovered ? FACE_UI_BOLD : FACE_UI, 12,
        selected  ? theme->accent_text
        : hovered ? theme->text
                  : theme->text_dim,
        "%ld", app_counted(view->app, index));
}

/* Over the column that begins with layer `top`; marked where the layer is that they are of. */
static void draw_head_titles(
    struct view_context *view, const struct layers_grid *grid, struct rect strip, size_t top, struct layers_head hovered)
{
    const struct app *app = view->app;
    size_t fold = top / grid->rows;
    bool chosen_here = !view->page && app->picture.layers->view.layer / grid->rows == fold, hovered_here = hovered.layer / grid->rows == fold;
    size_t h = picture_part(app)->h, step = title_step(grid->step_x, 26, grid->group);
    draw_clip(view->draw, strip);
    for (size_t head = 0; head < h; head++) {
        struct rect tile = layers_tile(grid, (struct layers_head){top, head});
        bool selected = chosen_here && head == app->look.head, under = hovered_here && head == hovered.head;
        if (tile.x + tile.w < strip.x || tile.x > strip.x + strip.w)
            continue;
        if (head % step == 0 || selected || under)
            draw_title(view,
                (struct rect){tile.x - 10, strip.y + strip.h - TITLE_H, tile.w + 20, TITLE_H - 4},
                ALIGN_CENTER, head, selected, under);
        if (!grid->group || head % grid->group)
            continue;
        struct rect last = layers_tile(grid, (struct layers_head){top, head + grid->group - 1});
        struct rect line = {tile.x, strip.y + GROUP_H - 2, last.x + last.w - tile.x, 2};
        draw_round(view->draw, line, 1, view->theme->border);
        draw_textf(view->draw, (struct rect){line.x, strip.y, line.w, GROUP_H - 3}, ALIGN_CENTER,
            FACE_UI, TEXT_SMALL, view->theme->text_dim, line.w > 60 ? "key/value %ld" : "%ld",
            app_counted(app, head / grid->group));
    }
    draw_clip_end(view->draw);
}

static void draw_layer_titles(
    struct view_context *view, const struct layers_grid *grid, struct rect strip, size_t hovered)
{
    const struct app *app = view->app;
    size_t L = picture_part(app)->L, step = title_step(grid->step_y, 17, 0);
    draw_clip(view->draw, strip);
    for (size_t layer = 0; layer < L; layer++) {
        struct rect tile = layers_tile(grid, (struct layers_head){layer, 0});
        bool selected = !view->page && layer == app->picture.layers->view.layer, under = layer == hovered;
        if (tile.y + tile.h < strip.y || tile.y > strip.y + strip.h)
            continue;
        if (layer % step == 0 || selected || under)
            draw_title(view, (struct rect){tile.x - grid->body.x + strip.x, tile.y, TITLE_W, tile.h}, ALIGN_CENTER,
                layer, selected, under);
    }
    draw_clip_end(view->draw);
}

/* ---------------------------------------------------------------- tiles */
static void draw_figure(struct view_context *view, const struct layers_grid *grid,
    struct layers_head at, struct rect tile)
{
    const struct app *app = view->app;
    const struct hs_head_survey *head = hs_survey_head(app->picture.layers->survey, at.layer, at.head);
    char text[32];
    struct rect bar = {tile.x, tile.y + tile.h + 2, tile.w, BAR_H};
    if (grid->bar >= VALUE_H) {
        layers_figure_text(app, head, app->picture.layers->sort, text, sizeof text);
        draw_text(view->draw, (struct rect){tile.x + tile.w - 40, tile.y + tile.h, 40, VALUE_H},
            ALIGN_RIGHT, FACE_MONO, 10, view->theme->text, text);
        bar.w -= 42;
        bar.y += 3;
    }
    draw_rect(view->draw, bar, view->theme->track);
    bar.w *= (float)layers_figure_share(app, head, app->picture.layers->sort);
    draw_rect(view->draw, bar, view->theme->accent);
}

static bool draw_tile(
    struct view_context *view, const struct layers_grid *grid, struct layers_head at)
{
    struct rect tile = layers_tile(grid, at);
    char name[48];
    struct rect hit = {tile.x - 2, tile.y - 2, grid->step_x, grid->step_y};
    bool hovered = !view->page && layers_input(view, at, hit);
    snprintf(name, sizeof name, "layer %ld, head %ld", app_counted(view->app, at.layer),
        app_counted(view->app, at.head));
    draw_group(view->draw, name);
    layers_thumbnail(view, at, tile);
    if (grid->bar > 0)
        draw_figure(view, grid, at, tile);
    if (!view->page && layers_selected(view->app, at))
        draw_frame(view->draw, rect_inset(tile, -3), 2.5f, view->theme->accent);
    else if (hovered)
        draw_frame(view->draw, rect_inset(tile, -2), 2, view->theme->text_dim);
    draw_group_end(view->draw);
    return hovered;
}

void layers_map_draw(struct view_context *view, struct rect area)
{
    const struct hs_part *t = picture_part(view->app);
    struct layers_grid grid = layers_grid(view->app, area, view->page);
    struct rect body = grid.body, corner = {area.x + 8, body.y - TITLE_H - 3, TITLE_W + 6, TITLE_H};
    struct layers_head hovered = {ACT_NOWHERE, ACT_NOWHERE};
    bool scrolls = !view->page && (grid.width > body.w + 6 || grid.height > body.h + 6);
    if (scrolls) {
        size_t layer = view->app->picture.layers->view.layer;
        ui_scroll_follow(view->ui, "layers map", layer + 1, grid.step_y * (float)layer, grid.step_y);
        struct ui_scroll offset = ui_scroll_begin(view->ui, "layers map",
            (struct rect){
                body.x - 3, body.y - 3, body.w + UI_SCROLL_BAR + 3, body.h + UI_SCROLL_BAR + 3},
            grid.width, grid.height + 6);
        grid.body.x -= offset.x;
        grid.body.y -= offset.y;
    } else { /* in the middle, the titles with it */
        grid.body.x += floorf(fmaxf(0, (body.w - grid.width) / 2));
        body.x = grid.body.x;
        corner.x = body.x - TITLE_W - 8;
    }
    for (size_t layer = 0; layer < t->L; layer++) {
        for (size_t head = 0; head < t->h; head++) {
            struct rect tile = layers_tile(&grid, (struct layers_head){layer, head});
            if (tile.x > body.x + body.w || tile.x + tile.w < body.x || tile.y > body.y + body.h || tile.y + grid.step_y <= body.y)
                continue;
            if (draw_tile(view, &grid, (struct layers_head){layer, head}))
                hovered = (struct layers_head){layer, head};
        }
    }
    if (scrolls)
        ui_scroll_end(view->ui);
    for (size_t top = 0; top < t->L; top += grid.rows)
        draw_head_titles(view, &grid, (struct rect){body.x - 12, area.y, body.w + 24, body.y - area.y}, top, hovered);
    draw_layer_titles(view, &grid, (struct rect){corner.x, body.y, corner.w + (grid.width - grid.fold + TITLES), body.h}, hovered.layer);
    struct rect upper = rect_cut_top(&corner, corner.h / 2);
    draw_text(view->draw, upper, ALIGN_LEFT, FACE_UI, 10, view->theme->text_dim, "head →");
    draw_text(view->draw, corner, ALIGN_LEFT, FACE_UI, 10, view->theme->text_dim, "layer ↓");
    if (hovered.head != ACT_NOWHERE)
        layers_card_draw(view, hovered, view->area);
}
