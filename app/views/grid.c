/* grid.c – the Grid view: every head as a thumbnail, all on one colour range, so that one look
 * tells which heads do something alike. Pointing previews a cell, a click selects a head, a double
 * click opens it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/grid.h"
#include "views/lens_note.h"
#include "views/tiles.h"

/* How names may stand at each thumbnail, the fullest way first; the first that leaves its heatmaps enough is taken. */
static const struct naming {
    float text;          /* size of type */
    float rows, columns; /* px that a name has at most; 0 = no names there */
    float map, cell;     /* px that are left at least: of a heatmap's lower side, and of a cell's height */
    bool flat;           /* names of columns lie, where each has the width */
} NAMINGS[] = {
    {TEXT_BODY, 120, 100, 200, 20, true},
    {TEXT_BODY, 120, 100, 200, 20, false},
    {TEXT_SMALL, 84, 64, 100, 0, false},
    {TEXT_SMALL, 56, 44, 56, 0, false},
    {TEXT_SMALL, 64, 0, 56, 0, false},
    {0, 0, 0, 0, 0, false},
};

#define TITLES_LEAST 46.0f /* px: "query ↓" in the corner */

static float room_of_names(const struct app *app, enum hs_side side, float text, float most)
{
    float width = most > 0 ? matrix_names_width(app, app_shown(app), side, text, most) : 0;
    return most > 0 ? fmaxf(width, side == HS_QUERY ? TITLES_LEAST : 0) + MATRIX_NAME_GAP : 0;
}

struct grid_layout grid_of(const struct app *app, struct rect area)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct grid_layout grid = grid_layout(area, app->picture.h, shape.n, shape.m, 0, 0);
    float least = grid.map_h < (float)shape.n ? 0 : (float)shape.n; /* names never make cells share a pixel */
    for (const struct naming *naming = NAMINGS;; naming++) {
        float rows = room_of_names(app, HS_QUERY, naming->text, naming->rows);
        float columns = room_of_names(app, HS_KEY, naming->text, naming->columns);
        float top = naming->flat || (columns > 0 && columns < MATRIX_TITLES) ? MATRIX_TITLES : columns;
        grid = grid_layout(area, app->picture.h, shape.n, shape.m, rows, top);
        grid.text = naming->text;
        grid.flat = naming->flat;
        bool room = fminf(grid.map_w, grid.map_h) >= fmaxf(naming->map, least) && grid.map_h >= naming->cell * (float)shape.n &&
                    grid.names_w == rows && (!grid.flat || grid.map_w >= columns * (float)shape.m);
        if (room || naming->text == 0)
            return grid;
    }
}

struct matrix_box grid_matrix(const struct app *app, const struct grid_layout *grid, size_t head)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct rect map = grid_map(grid, app->lens.place[head]);
    struct matrix_box box = {.of = app_shown_now(app), .cells = map, .row1 = (double)shape.n, .col1 = (double)shape.m, .label_w = grid->names_w,
        .label_h = grid->names_h, .text = grid->text, .flat = grid->flat};
    if (map.w > VIEW_CELL_MOST * (float)shape.m || map.h > VIEW_CELL_MOST * (float)shape.n)
        matrix_place(&box, (struct rect){map.x - box.label_w, map.y - box.label_h, map.w + box.label_w, map.h + box.label_h},
            shape.n, shape.m, VIEW_CELL_MOST);
    return box;
}

static void push_hover(struct view_context *view, size_t head, size_t q, size_t k)
{
    struct app_cell now = view->app->look.hover;
    if (now.head == head && now.q == q && now.k == k)
        return;
    actions_push(view->actions, (struct action){.kind = ACT_HOVER, .head = head, .q = q, .k = k});
}

/* The title belongs to the tile. Returns whether the pointer is over it. */
static bool tile_input(
    struct view_context *view, size_t head, struct rect tile, const struct matrix_box *box)
{
    char name[32];
    size_t q = ACT_NOWHERE, k = ACT_NOWHERE;
    app_head_name(view->app, head, name, sizeof name);
    struct ui_hit hit = ui_area(view->ui, name, tile, false, name);
    if (hit.clicked)
        actions_push(view->actions, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
    if (hit.double_clicked)
        actions_push(view->actions, (struct action){.kind = ACT_VIEW, .number = VIEW_HEAD});
    if (!hit.hovered)
        return false;
    matrix_cell_at(box, tile.x + hit.x, tile.y + hit.y, &q, &k);
    push_hover(view, head, q, k);
    return true;
}

static void draw_selection(struct view_context *view, struct rect tile, bool selected, bool hovered)
{
    if (selected) {
        draw_round(view->draw, rect_inset(tile, -7), 8, view->theme->panel_raised);
        draw_round_frame(view->draw, rect_inset(tile, -7), 8, 2, view->theme->accent);
    } else if (hovered) {
        draw_round(view->draw, rect_inset(tile, -7), 8, view->theme->hover);
    }
}

/* Returns whether the pointer is over the tile. */
static bool draw_tile(struct view_context *view, const struct grid_layout *grid, size_t head)
{
    const struct app *app = view->app;
    struct rect tile = grid_tile(grid, app->lens.place[head]);
    struct matrix_box box = grid_matrix(app, grid, head);
    bool hovered = !view->page && tile_input(view, head, tile, &box);
    struct app_cell none = {ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE},
                    marked = hovered ? app->look.hover : none;
    char name[32];
    app_head_name(app, head, name, sizeof name);
    draw_group(view->draw, name);
    draw_selection(view, tile, !view->page && head == app->look.head && app->picture.h > 1, hovered);
    tile_header(view, (struct rect){tile.x, tile.y, tile.w, grid->header}, head, grid->header > 30);
    matrix_draw_cells(view, &box, head);
    matrix_draw_frame(view, &box);
    matrix_draw_values(view, &box, head);
    matrix_draw_labels(view, &box, marked);
    lens_found_draw(view, &box);
    lens_off_draw(view, &box, head);
    matrix_draw_lock(view, &box, (struct app_cell){head, app->look.locked.q, ACT_NOWHERE});
    matrix_draw_crosshair(view, &box, marked);
    draw_group_end(view->draw);
    return hovered;
}

static void draw_grid(struct view_context *view)
{
    const struct app *app = view->app;
    lens_note_draw(view);
    struct grid_layout grid = grid_of(app, view->area);
    bool scrolls = grid.content_height > view->area.h + 1, hovered = false;
    ui_area(view->ui, "heads", view->area, true, "heads");
    if (scrolls) {
        struct ui_scroll offset = ui_scroll_begin(
            view->ui, "grid", view->area, view->area.w - UI_SCROLL_BAR, grid.content_height);
        grid.top -= offset.y;
    }
    for (size_t place = 0; place < app->picture.h; place++) {
        size_t head = app->lens.order[place];
        struct rect tile = grid_tile(&grid, place);
        if (tile.y < view->area.y + view->area.h && tile.y + tile.h > view->area.y)
            hovered |= draw_tile(view, &grid, head);
    }
    if (scrolls)
        ui_scroll_end(view->ui);
    if (hovered && app->look.hover.head < app->picture.h) {
        struct matrix_box box = grid_matrix(app, &grid, app->look.hover.head);
        matrix_draw_marked(view, &box, app->look.hover);
    }
    if (!hovered && !view->page)
        push_hover(view, ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE);
}

const struct view view_grid = {
    .draw = draw_grid,
};
