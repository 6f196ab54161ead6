/* matrix_place.c – where the cells of a matrix lie, see matrix.h. */
#include <math.h>

#include "views/matrix.h"

/* Whole pixels keep every cell the same size; among few pixels they would waste too many. */
#define WHOLE_PIXELS_FROM 10.0f

static float whole(float cell)
{
    return cell >= WHOLE_PIXELS_FROM ? floorf(cell) : cell;
}

void matrix_place(struct matrix_box *box, struct rect area, size_t n, size_t m, float most)
{
    float room_w = fmaxf(area.w - box->label_w - box->label_r, 8), room_h = fmaxf(area.h - box->label_h, 8);
    float tall = whole(fminf(most, fminf(room_h / (float)n, room_w / (float)m)));
    float wide = whole(fminf(most, fminf(room_w / (float)m, tall * MATRIX_STRETCH)));
    float w = fminf(fmaxf(wide, 1e-3f) * (float)m, room_w), h = fminf(fmaxf(tall, 1e-3f) * (float)n, room_h);
    /* The whole is centred, names included. */
    box->cells = (struct rect){floorf(area.x + box->label_w + (room_w - w) / 2),
        floorf(area.y + box->label_h + (room_h - h) / 2), w, h};
}

static float row_y(const struct matrix_box *box, double row)
{
    return box->cells.y + box->cells.h * (float)((row - box->row0) / (box->row1 - box->row0));
}

static float col_x(const struct matrix_box *box, double col)
{
    return box->cells.x + box->cells.w * (float)((col - box->col0) / (box->col1 - box->col0));
}

bool matrix_cell_at(const struct matrix_box *box, float x, float y, size_t *q, size_t *k)
{
    if (!rect_has(box->cells, x, y))
        return false;
    double row = box->row0 + (double)((y - box->cells.y) / box->cells.h) * (box->row1 - box->row0);
    double col = box->col0 + (double)((x - box->cells.x) / box->cells.w) * (box->col1 - box->col0);
    /* On the very edge rounding could name the cell after the last one. */
    *q = (size_t)fmin(row, ceil(box->row1) - 1);
    *k = (size_t)fmin(col, ceil(box->col1) - 1);
    return true;
}

struct rect matrix_cell_rect(const struct matrix_box *box, size_t q, size_t k)
{
    float x0 = col_x(box, (double)k), x1 = col_x(box, (double)k + 1);
    float y0 = row_y(box, (double)q), y1 = row_y(box, (double)q + 1);
    return (struct rect){x0, y0, x1 - x0, y1 - y0};
}
