/* cells_vector.c – see cells_vector.h. Called by svg_cells.c and pdf.c. */
#include "canvas/cells_vector.h"

#include <math.h>
#include <stdlib.h>

enum { RECTS_MAX = 4096 };
/* Pixels of an image per logical pixel when cells are finer than that. */
#define IMAGE_DENSITY 2.0

struct cell_span2 cells_visible(const struct cells *cells)
{
    struct cell_span2 visible = {.row0 = (size_t)cells->row0,
        .row1 = (size_t)ceil(cells->row1),
        .col0 = (size_t)cells->col0,
        .col1 = (size_t)ceil(cells->col1),
        .height = (double)cells->area.h / (cells->row1 - cells->row0),
        .width = (double)cells->area.w / (cells->col1 - cells->col0)};
    visible.y = (double)cells->area.y - cells->row0 * visible.height;
    visible.x = (double)cells->area.x - cells->col0 * visible.width;
    return visible;
}

bool cells_are_few(const struct cell_span2 *visible)
{
    return (visible->row1 - visible->row0) * (visible->col1 - visible->col0) <= RECTS_MAX;
}

static double limit(double value, float start, float extent)
{
    return fmin(fmax(value, (double)start), (double)start + (double)extent);
}

struct rect cells_rect(const struct cells *cells, const struct cell_span2 *visible, size_t row, size_t col, double spread)
{
    struct rect area = cells->area;
    double x0 = limit(visible->x + (double)col * visible->width, area.x, area.w);
    double x1 = limit(visible->x + (double)(col + 1) * visible->width + spread, area.x, area.w);
    double y0 = limit(visible->y + (double)row * visible->height, area.y, area.h);
    double y1 = limit(visible->y + (double)(row + 1) * visible->height + spread, area.y, area.h);
    return (struct rect){(float)x0, (float)y0, (float)(x1 - x0), (float)(y1 - y0)};
}

/* One axis: a pixel a cell with the window widened to whole cells, or the window at IMAGE_DENSITY. */
static int image_axis(size_t first, size_t end, double edge, double cell, float start, float extent, double *from,
    double *to, double *at, double *size)
{
    size_t cells = end - first;
    double dense = (double)extent * IMAGE_DENSITY;
    *at = (double)start;
    *size = (double)extent;
    if ((double)cells > dense)
        return (int)(dense > 1 ? dense : 1);
    *from = (double)first;
    *to = (double)end;
    *at = edge + *from * cell;
    *size = (double)cells * cell;
    return (int)cells;
}

bool cells_image(const struct cells *cells, const struct cell_span2 *visible, struct cell_image *image)
{
    struct cells whole = *cells;
    image->width = image_axis(visible->col0, visible->col1, visible->x, visible->width, cells->area.x, cells->area.w, &whole.col0,
        &whole.col1, &image->x, &image->w);
    image->height = image_axis(visible->row0, visible->row1, visible->y, visible->height, cells->area.y, cells->area.h, &whole.row0,
        &whole.row1, &image->y, &image->h);
    image->pixels = malloc((size_t)image->width * (size_t)image->height * sizeof *image->pixels);
    struct box all = {0, 0, image->width, image->height};
    if (image->pixels && cells_paint(&whole, image->width, image->height, 1, all, true, image->pixels, (size_t)image->width))
        return true;
    free(image->pixels);
    return false;
}
