/* svg_cells.c – heatmaps in SVG. Called by svg.c. Masked cells are a hatch pattern over the background, below the cells. */
#include "canvas/base64.h"
#include "canvas/cells_vector.h"
#include "canvas/png_private.h"
#include "canvas/svg_private.h"

#include <stdlib.h>

static void write_rects(struct svg *svg, const struct cells *cells, const struct cell_span2 *visible)
{
    for (size_t r = visible->row0; r < visible->row1; r++) {
        float row_max = cells->scale == SCALE_ROW_MAX ? cells_row_max(cells, r) : 0;
        for (size_t c = visible->col0; c < visible->col1; c++) {
            if (cells_masked(cells, r, c))
                continue;
            svg_rect(svg, cells_rect(cells, visible, r, c, 0));
            svg_fill(svg, cells_color(cells, r, c, row_max));
            hs_buffer_print(svg->buffer, "/>\n");
        }
    }
}

static void write_image(struct svg *svg, const struct cells *cells, const struct cell_span2 *visible)
{
    struct cell_image image;
    struct hs_buffer png = {0};
    bool done = cells_image(cells, visible, &image);
    if (done) {
        done = png_encode_pixels(image.pixels, image.width, image.height, true, 0, NULL, 0, &png, NULL) == HS_OK;
        free(image.pixels);
    }
    if (!done) { /* as with every buffer: the caller sees that the document is not whole */
        svg->buffer->failed = true;
        hs_buffer_drop(&png);
        return;
    }
    svg_clip(svg, cells->area);
    hs_buffer_print(svg->buffer,
        "<image x=\"%.3f\" y=\"%.3f\" width=\"%.3f\" height=\"%.3f\" preserveAspectRatio=\"none\" "
        "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,",
        image.x, image.y, image.w, image.h);
    base64_write(svg->buffer, png.data, png.length);
    hs_buffer_print(svg->buffer, "\"/>\n");
    svg_clip_end(svg);
    hs_buffer_drop(&png);
}

void svg_cells(struct svg *svg, const struct cells *cells)
{
    struct cell_span2 visible = cells_visible(cells);
    svg_rect(svg, cells->area);
    svg_fill(svg, cells->back);
    hs_buffer_print(svg->buffer, "/>\n");
    unsigned hatch = svg_hatch(svg, CELLS_HATCH_SPACING, cells->mask_color);
    svg_rect(svg, cells->area);
    hs_buffer_print(svg->buffer, " fill=\"url(#p%u)\"/>\n", hatch);
    if (!cells_are_few(&visible)) {
        write_image(svg, cells, &visible);
        return;
    }
    hs_buffer_print(svg->buffer, "<g shape-rendering=\"crispEdges\">\n");
    write_rects(svg, cells, &visible);
    hs_buffer_print(svg->buffer, "</g>\n");
}
