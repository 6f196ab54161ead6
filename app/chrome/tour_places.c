/* tour_places.c – see tour_card.h: where the things are that a step points at, in the window as it is drawn. */
#include <math.h>
#include <stdio.h>

#include "chrome/tour_card.h"
#include "model/steps.h"
#include "views/compare.h"
#include "views/lens_note.h"
#include "views/grid.h"
#include "views/matrix.h"

static bool find_cell(const struct tour_sight *sight, size_t q, size_t k, struct rect *area)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(sight->app));
    if (sight->app->look.view != VIEW_HEAD || q >= shape.n || k >= shape.m)
        return false;
    struct matrix_box box = head_matrix(sight->app, sight->layout.view);
    *area = matrix_cell_rect(&box, q, k);
    struct rect seen = box.cells; /* zoomed in, it may lie outside */
    return area->x >= seen.x - 1 && area->y >= seen.y - 1 && area->x + area->w <= seen.x + seen.w + 1 && area->y + area->h <= seen.y + seen.h + 1;
}

/* A row of the matrix (q given) or a column, as far as it is shown. */
static bool find_line(const struct tour_sight *sight, size_t q, size_t k, struct rect *area)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(sight->app));
    bool row = q != ACT_NOWHERE;
    if (sight->app->look.view != VIEW_HEAD || (row ? q >= shape.n : k >= shape.m))
        return false;
    struct matrix_box box = head_matrix(sight->app, sight->layout.view);
    struct rect cell = matrix_cell_rect(&box, row ? q : 0, row ? 0 : k), seen = box.cells;
    *area = row ? (struct rect){seen.x, cell.y, seen.w, cell.h} : (struct rect){cell.x, seen.y, cell.w, seen.h};
    return area->x >= seen.x - 1 && area->y >= seen.y - 1 && area->x + area->w <= seen.x + seen.w + 1 && area->y + area->h <= seen.y + seen.h + 1;
}

static bool find_step(const struct tour_sight *sight, struct rect *area)
{
    char label[64];
    snprintf(label, sizeof label, "step %s", step_name(sight->app->steps.step));
    return sight->app->look.view == VIEW_STEPS && sight->find(sight->app->services.ui, label, area);
}

/* A head's row of the table; while nothing is measured yet there is none. */
static bool find_score_row(const struct tour_sight *sight, size_t head, struct rect *area)
{
    char name[32];
    struct rect row;
    app_head_name(sight->app, head, name, sizeof name);
    if (!sight->find(sight->app->services.ui, "score table", area) || !sight->find(sight->app->services.ui, name, &row))
        return false;
    *area = (struct rect){area->x - 8, row.y, area->w + 8, row.h}; /* clear of the names */
    return true;
}

bool tour_head_place(const struct tour_sight *sight, size_t head, struct rect *area)
{
    char name[32];
    if (head >= sight->app->picture.h)
        return false;
    struct grid_layout grid;
    switch (sight->app->look.view) {
    case VIEW_GRID:
        grid = grid_of(sight->app, sight->layout.view);
        *area = rect_inset(grid_tile(&grid, sight->app->lens.place[head]), -4);
        return true;
    case VIEW_COMPARE:
        return compare_row_place(sight->app, lens_note_below(sight->app, sight->layout.view), 1 + head, area);
    case VIEW_SPECIALISE:
        return find_score_row(sight, head, area);
    default:
        snprintf(name, sizeof name, "lines head %ld", app_counted(sight->app, head));
        return sight->app->look.view == VIEW_LINES && sight->find(sight->app->services.ui, name, area);
    }
}

bool tour_cell_place(const struct tour_sight *sight, struct app_cell cell, struct rect *area)
{
    return sight->app->look.view == VIEW_HEAD ? cell.head == sight->app->look.head && find_cell(sight, cell.q, cell.k, area)
                                       : tour_head_place(sight, cell.head, area);
}

/* Rows that touch are one place. */
static size_t find_heads(const struct tour_sight *sight, const struct lesson_point *point, struct rect places[TOUR_PLACES])
{
    size_t count = 0;
    for (size_t i = 0; i < point->heads; i++) {
        struct rect one, *last = count ? &places[count - 1] : NULL;
        if (!tour_head_place(sight, point->head[i], &one))
            continue;
        if (last && sight->app->look.view != VIEW_GRID && fabsf(last->x - one.x) < 1 && fabsf(last->y + last->h - one.y) < 4)
            last->h = one.y + one.h - last->y;
        else
            places[count++] = one;
    }
    return count;
}

size_t tour_places(const struct tour_sight *sight, const struct lesson_point *point, struct rect places[TOUR_PLACES])
{
    const struct hs_tokens *queries = hs_set_tokens(app_shown(sight->app), HS_QUERY), *keys = hs_set_tokens(app_shown(sight->app), HS_KEY);
    size_t q = point->from ? lesson_token(queries, point->from) : ACT_NOWHERE, k = point->to ? lesson_token(keys, point->to) : ACT_NOWHERE;
    struct ui *ui = sight->app->services.ui;
    struct rect other;
    switch (point->kind) {
    case POINT_SINGLE:
        return sight->app->look.view == VIEW_COMPARE && compare_row_place(sight->app, lens_note_below(sight->app, sight->layout.view), 0, places);
    case POINT_HEAD:
        return find_heads(sight, point, places);
    case POINT_CELL:
        return find_cell(sight, q, k, places);
    case POINT_ROW:
        return q != ACT_NOWHERE && find_line(sight, q, ACT_NOWHERE, places);
    case POINT_KEY:
        return k != ACT_NOWHERE && find_line(sight, ACT_NOWHERE, k, places);
    case POINT_STEP:
        return find_step(sight, places);
    case POINT_SENTENCE:
        return sight->find(ui, "sentence", places);
    case POINT_HEADS:
        if (!sight->find(ui, "heads -", places) || !sight->find(ui, "heads +", &other))
            return 0;
        places->w = other.x + other.w - places->x;
        return 1;
    case POINT_START:
        return sight->find(ui, "Start", places) || sight->find(ui, "Pause", places) || sight->find(ui, "Go on", places);
    default:
        return 0;
    }
}
