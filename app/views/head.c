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

struct matrix_box head_matrix(const struct app *app, struct rect area)
{
    area = rect_inset(area, VIEW_MARGIN);
    rect_cut_top(&area, TITLE_HEIGHT);
    return matrix_fit(app, area, app->look.window, true, VIEW_CELL_MOST);
}

static void draw_title(struct view_context *view)
{
    struct rect line = rect_inset(view->area, VIEW_MARGIN);
    char name[48];
    line.h = 20;
    app_head_name(view->app, view->app->look.head, name, sizeof name);
    name[0] = name[0] == 'h' ? 'H' : 'L'; /* "head 3", "layer 2, head 3" */
    tile_title(view, line, view->app->look.head, name, TEXT_TITLE, true);
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
    app_head_name(app, app->look.head, name, sizeof name);
    draw_group(view->draw, name);
    draw_title(view);
    matrix_draw_cells(view, &box, app->look.head);
    matrix_draw_values(view, &box, app->look.head);
    matrix_draw_frame(view, &box);
    lens_found_draw(view, &box);
    matrix_draw_lock(view, &box, app->look.locked);
    matrix_draw_crosshair(view, &box, marked);
    matrix_draw_labels(view, &box, marked);
    draw_position(view, &box);
    matrix_draw_marked(view, &box, marked);
    draw_group_end(view->draw);
}

const struct view view_head = {
    .draw = draw_head,
};
