/* head.c – the Head view: one head large, every token named on both axes, the cell under the
 * pointer in a crosshair. A click locks a row, the wheel zooms, a drag pans; the arrow keys move
 * the locked cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/lens_note.h"
#include "views/matrix.h"
#include "views/tiles.h"

#define ZOOM_PER_NOTCH 1.25f /* wheel */

static void push_hover(struct view_context *view, size_t q, size_t k)
{
    struct app_cell now = view->app->look.hover;
    size_t head = q == ACT_NOWHERE ? ACT_NOWHERE : view->app->look.head;
    if (now.head != head || now.q != q || now.k != k)
        actions_push(
            view->actions, (struct action){.kind = ACT_HOVER, .head = head, .q = q, .k = k});
}

static void push_zoom(
    struct view_context *view, const struct matrix_box *box, const struct ui_hit *hit)
{
    actions_push(view->actions, (struct action){.kind = ACT_ZOOM,
                                    .amount = powf(ZOOM_PER_NOTCH, hit->wheel_y),
                                    .x = hit->x / box->cells.w,
                                    .y = hit->y / box->cells.h});
}

static void input(struct view_context *view, const struct matrix_box *box)
{
    struct ui_hit hit = ui_area(view->ui, "matrix", box->cells, true, "matrix");
    size_t q = ACT_NOWHERE, k = ACT_NOWHERE;
    if (hit.hovered && !hit.dragged)
        matrix_cell_at(box, box->cells.x + hit.x, box->cells.y + hit.y, &q, &k);
    push_hover(view, q, k);
    if (hit.wheel_y != 0)
        push_zoom(view, box, &hit);
    if (hit.dragged && (hit.drag_x != 0 || hit.drag_y != 0))
        actions_push(view->actions, (struct action){.kind = ACT_PAN,
                                        .dx = -hit.drag_x / box->cells.w,
                                        .dy = -hit.drag_y / box->cells.h});
    if (hit.clicked && q != ACT_NOWHERE)
        actions_push(view->actions, (struct action){.kind = ACT_LOCK, .q = q, .k = k});
}

/* Where in the matrix a zoomed picture lies: two thin bars, as a map's inset would say it. */
static void draw_position(struct view_context *view, const struct matrix_box *box)
{
    const struct app_window *window = &view->app->look.window;
    struct rect cells = box->cells;
    if (window->col1 - window->col0 >= 1)
        return;
    float x = cells.x + cells.w * (float)window->col0, y = cells.y + cells.h * (float)window->row0;
    float w = cells.w * (float)(window->col1 - window->col0),
          h = cells.h * (float)(window->row1 - window->row0);
    draw_round(view->draw, (struct rect){cells.x, cells.y + cells.h + 6, cells.w, 4}, 2,
        view->theme->track);
    draw_round(
        view->draw, (struct rect){x, cells.y + cells.h + 6, w, 4}, 2, view->theme->text_faint);
    draw_round(view->draw, (struct rect){cells.x + cells.w + 6, cells.y, 4, cells.h}, 2,
        view->theme->track);
    draw_round(
        view->draw, (struct rect){cells.x + cells.w + 6, y, 4, h}, 2, view->theme->text_faint);
}

#define TITLE_HEIGHT 24.0f
#define COLUMN_GAP 18.0f

/* The sides of a difference and the difference stand beside each other. */
enum column { SIDE_A, SIDE_B, WHOLE, COLUMNS };

static bool has_sides(const struct app *app)
{
    return app->lens.made.side[0] != NULL;
}

static struct rect column_area(const struct app *app, struct rect area, enum column column)
{
    area = rect_inset(area, VIEW_MARGIN);
    if (!has_sides(app))
        return area;
    float width = floorf((area.w - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS);
    return (struct rect){area.x + (float)column * (width + COLUMN_GAP), area.y, width, area.h};
}

static struct matrix_box column_matrix(const struct app *app, struct rect area, enum column column)
{
    area = column_area(app, area, column);
    rect_cut_top(&area, TITLE_HEIGHT);
    return matrix_fit(app, area, app->look.window, true, VIEW_CELL_MOST);
}

struct matrix_box head_matrix(const struct app *app, struct rect area)
{
    return column_matrix(app, area, WHOLE);
}

static void head_name(const struct app *app, char *name, size_t room)
{
    app_head_name(app, app->look.head, name, room);
    name[0] = name[0] == 'h' ? 'H' : 'L'; /* "head 3", "layer 2, head 3" */
}

static void draw_title(struct view_context *view)
{
    struct rect line = rect_inset(view->area, VIEW_MARGIN);
    char name[48];
    line.h = 20;
    head_name(view->app, name, sizeof name);
    tile_title(view, line, view->app->look.head, name, TEXT_TITLE, true);
}

static void draw_matrix(struct view_context *view, const struct matrix_box *box, struct app_cell marked)
{
    const struct app *app = view->app;
    matrix_draw_cells(view, box, app->look.head);
    matrix_draw_values(view, box, app->look.head);
    matrix_draw_frame(view, box);
    lens_found_draw(view, box);
    matrix_draw_lock(view, box, app->look.locked);
    matrix_draw_crosshair(view, box, marked);
    matrix_draw_labels(view, box, marked);
    draw_position(view, box);
    matrix_draw_marked(view, box, marked);
}

/* ---------------------------------------------------------------- beside a difference */
/* "head 2", "head 1 of h = 4", "B, head 3". */
static void other_name(const struct app *app, char *name, size_t room)
{
    const struct lens_wish *wish = &app->lens.wish;
    size_t h = app->picture.h, head = app->look.head;
    if (wish->minus == MINUS_HEAD)
        snprintf(name, room, "minus head %ld", app_counted(app, wish->minus_head));
    else if (wish->minus == MINUS_COUNT)
        snprintf(name, room, "minus head %ld of h = %zu", app_counted(app, head * wish->minus_h / h), wish->minus_h);
    else
        snprintf(name, room, "minus B, head %ld", app_counted(app, head * hs_set_shape(wish->kept).h / h));
}

/* Right above the names of the matrix. */
static void draw_column_title(struct view_context *view, struct rect area, const struct matrix_box *box, enum column column)
{
    const struct app *app = view->app;
    struct rect line = column_area(app, area, column), ramp;
    line.y = fmaxf(line.y, box->cells.y - fmaxf(box->label_h, MATRIX_TITLES) - TITLE_HEIGHT - 4);
    char name[64], end[24];
    float lo, hi;
    line.h = 20;
    if (column == SIDE_A)
        head_name(app, name, sizeof name);
    else if (column == SIDE_B)
        other_name(app, name, sizeof name);
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, view->theme->text, column == WHOLE ? "= difference" : name);
    if (column != SIDE_A) /* B has its colours, and the legend explains those of the difference */
        return;
    shown_range(app, &box->of, app->look.head, &lo, &hi);
    app_number((double)hi, 2, false, end, sizeof end);
    struct rect number = rect_cut_right(&line, ui_text_width(view->ui, FACE_UI, TEXT_SMALL, end) + 4);
    ramp = rect_cut_right(&line, 44);
    draw_text(view->draw, number, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, view->theme->text_dim, end);
    draw_ramp(view->draw, (struct rect){ramp.x, ramp.y + 6, ramp.w, 8}, box->of.palette, false);
    app_number((double)lo, lo < 0 ? 2 : 0, false, end, sizeof end);
    rect_cut_right(&line, 4);
    draw_text(view->draw, line, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, view->theme->text_dim, end);
}

static void draw_side(struct view_context *view, enum column column, struct app_cell marked)
{
    struct matrix_box box = column_matrix(view->app, view->area, column);
    box.of = app_shown_side(view->app, (size_t)column);
    draw_group(view->draw, column == SIDE_A ? "side A" : "side B");
    draw_column_title(view, view->area, &box, column);
    draw_matrix(view, &box, marked);
    draw_group_end(view->draw);
}

static void draw_head(struct view_context *view)
{
    const struct app *app = view->app;
    lens_note_draw(view);
    struct matrix_box box = head_matrix(app, view->area);
    struct app_cell none = {ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    struct app_cell marked = !view->page && app->look.hover.head == app->look.head ? app->look.hover : none;
    char name[32];
    if (!view->page) {
        input(view, &box);
        lens_label_input(view, &box);
    }
    if (has_sides(app))
        for (enum column column = SIDE_A; column < WHOLE; column++)
            draw_side(view, column, marked);
    app_head_name(app, app->look.head, name, sizeof name);
    draw_group(view->draw, name);
    if (has_sides(app))
        draw_column_title(view, view->area, &box, WHOLE);
    else
        draw_title(view);
    draw_matrix(view, &box, marked);
    draw_group_end(view->draw);
}

const struct view view_head = {
    .draw = draw_head,
};
