/* svg_cells.c – heatmaps in SVG: a rectangle for each cell while there are few, else a PNG of the
 * exact colours. Called by svg.c. Masked cells are a hatch pattern over the background, below the
 * cells. */
#include "canvas/cells.h"
#include "canvas/png_private.h"
#include "canvas/svg_private.h"

#include <math.h>
#include <stdlib.h>

/* Up to this many visible cells stay rectangles that an editor can pick: 64 x 64. */
enum { RECTS_MAX = 4096 };
/* Pixels of an embedded image per logical pixel when cells are finer than that. */
#define IMAGE_DENSITY 2.0

/* The visible whole cells of an axis. */
struct visible {
    size_t from, to;
    double at, size; /* logical pixels: edge of cell 0, extent of one cell */
};

static struct visible visible_make(double from, double to, float start, float extent)
{
    struct visible visible = {(size_t)from, (size_t)ceil(to), 0, (double)extent / (to - from)};
    visible.at = (double)start - from * visible.size;
    return visible;
}

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* The part of cells [c0, c1) x row r that lies in the area. */
static struct rect cell_rect(const struct cells *cells, const struct visible *rows,
    const struct visible *cols, size_t r, size_t c0, size_t c1)
{
    double left = (double)cells->area.x, top = (double)cells->area.y;
    double right = left + (double)cells->area.w, bottom = top + (double)cells->area.h;
    double x0 = limit(cols->at + (double)c0 * cols->size, left, right);
    double x1 = limit(cols->at + (double)c1 * cols->size, left, right);
    double y0 = limit(rows->at + (double)r * rows->size, top, bottom);
    double y1 = limit(rows->at + (double)(r + 1) * rows->size, top, bottom);
    return (struct rect){(float)x0, (float)y0, (float)(x1 - x0), (float)(y1 - y0)};
}

static void write_rects(struct svg *svg, const struct cells *cells, const struct visible *rows,
    const struct visible *cols)
{
    for (size_t r = rows->from; r < rows->to; r++) {
        float row_max = cells->scale == SCALE_ROW_MAX ? cells_row_max(cells, r) : 0;
        for (size_t c = cols->from; c < cols->to; c++) {
            if (cells_masked(cells, r, c))
                continue;
            svg_rect(svg, cell_rect(cells, rows, cols, r, c, c + 1));
            svg_fill(svg, cells_color(cells, r, c, row_max));
            hs_buffer_print(svg->buffer, "/>\n");
        }
    }
}

static void write_base64(struct hs_buffer *buffer, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? (unsigned)bytes[i + 2] : 0);
        char text[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
            left > 1 ? digits[bits >> 6 & 63] : '=', left > 2 ? digits[bits & 63] : '='};
        hs_buffer_write(buffer, text, 4);
    }
}

/* One axis of the image: a pixel a cell with the window widened to whole cells, or the window at
 * IMAGE_DENSITY. */
static int image_axis(const struct visible *visible, float start, float extent, double *from,
    double *to, double *at, double *size)
{
    size_t cells = visible->to - visible->from;
    double dense = (double)extent * IMAGE_DENSITY;
    *at = (double)start;
    *size = (double)extent;
    if ((double)cells > dense)
        return (int)(dense > 1 ? dense : 1);
    *from = (double)visible->from;
    *to = (double)visible->to;
    *at = visible->at + *from * visible->size;
    *size = (double)cells * visible->size;
    return (int)cells;
}

static void write_image(struct svg *svg, const struct cells *cells, const struct visible *rows,
    const struct visible *cols)
{
    struct cells whole = *cells;
    struct hs_buffer png = {0};
    double x, y, w, h;
    int width = image_axis(cols, cells->area.x, cells->area.w, &whole.col0, &whole.col1, &x, &w);
    int height = image_axis(rows, cells->area.y, cells->area.h, &whole.row0, &whole.row1, &y, &h);
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    struct box all = {0, 0, width, height};
    bool done = pixels && cells_paint(&whole, width, height, 1, all, true, pixels, (size_t)width) &&
                png_encode_pixels(pixels, width, height, true, NULL, 0, &png, NULL) == HS_OK;
    free(pixels);
    if (!done) { /* as with every buffer: the caller sees that the document is not whole */
        svg->buffer->failed = true;
        hs_buffer_drop(&png);
        return;
    }
    svg_clip(svg, cells->area);
    hs_buffer_print(svg->buffer,
        "<image x=\"%.3f\" y=\"%.3f\" width=\"%.3f\" height=\"%.3f\" preserveAspectRatio=\"none\" "
        "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,",
        x, y, w, h);
    write_base64(svg->buffer, (const unsigned char *)png.data, png.length);
    hs_buffer_print(svg->buffer, "\"/>\n");
    svg_clip_end(svg);
    hs_buffer_drop(&png);
}

void svg_cells(struct svg *svg, const struct cells *cells)
{
    struct visible rows = visible_make(cells->row0, cells->row1, cells->area.y, cells->area.h);
    struct visible cols = visible_make(cells->col0, cells->col1, cells->area.x, cells->area.w);
    svg_rect(svg, cells->area);
    svg_fill(svg, cells->back);
    hs_buffer_print(svg->buffer, "/>\n");
    unsigned hatch = svg_hatch(svg, CELLS_HATCH_SPACING, cells->mask_color);
    svg_rect(svg, cells->area);
    hs_buffer_print(svg->buffer, " fill=\"url(#p%u)\"/>\n", hatch);
    if ((rows.to - rows.from) * (cols.to - cols.from) > RECTS_MAX) {
        write_image(svg, cells, &rows, &cols);
        return;
    }
    hs_buffer_print(svg->buffer, "<g shape-rendering=\"crispEdges\">\n");
    write_rects(svg, cells, &rows, &cols);
    hs_buffer_print(svg->buffer, "</g>\n");
}
