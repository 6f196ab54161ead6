/* pdf.c – a draw list as a page of PDF, by cairo. Called by the export. Shapes stay shapes and text stays text with its fonts
 * embedded, heatmaps are those of cells_vector.c. The same list gives the same bytes: no date is written. */
#include "canvas/canvas.h"
#include "canvas/cells_vector.h"
#include "canvas/draw_list.h"
#include "canvas/glyphs.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_PER_MM (72.0 / 25.4)
#define POINTS_PER_PIXEL 0.75 /* 96 logical pixels an inch */
/* Cells reach this far under their neighbours: else viewers let the background shine through between them. */
#define CELL_SPREAD 0.25

struct pdf {
    cairo_t *cairo;
    struct glyphs *glyphs;
    unsigned depth; /* open clips */
    bool outlines, failed;
};

static void set_color(struct pdf *pdf, uint32_t color)
{
    cairo_set_source_rgba(pdf->cairo, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0, (color & 255) / 255.0,
        (color >> 24) / 255.0);
}

static void rect_path(struct pdf *pdf, struct rect area, double radius)
{
    double x = (double)area.x, y = (double)area.y, w = (double)area.w, h = (double)area.h;
    radius = fmin(radius, fmin(w, h) / 2);
    if (radius <= 0) {
        cairo_rectangle(pdf->cairo, x, y, w, h);
        return;
    }
    const double quarter = 1.5707963267948966;
    cairo_new_sub_path(pdf->cairo);
    cairo_arc(pdf->cairo, x + w - radius, y + radius, radius, -quarter, 0);
    cairo_arc(pdf->cairo, x + w - radius, y + h - radius, radius, 0, quarter);
    cairo_arc(pdf->cairo, x + radius, y + h - radius, radius, quarter, 2 * quarter);
    cairo_arc(pdf->cairo, x + radius, y + radius, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(pdf->cairo);
}

static void fill(struct pdf *pdf, uint32_t color)
{
    set_color(pdf, color);
    cairo_fill(pdf->cairo);
}

static void stroke(struct pdf *pdf, uint32_t color, double width)
{
    set_color(pdf, color);
    cairo_set_line_width(pdf->cairo, width);
    cairo_stroke(pdf->cairo);
}

/* Where x + y is a multiple of the spacing, as in pixels: neighbouring hatches join. */
static void hatch(struct pdf *pdf, struct rect area, double spacing, uint32_t color)
{
    double x0 = (double)area.x, y0 = (double)area.y, x1 = x0 + (double)area.w, y1 = y0 + (double)area.h;
    if (!(spacing >= 1) || !(x1 > x0) || !(y1 > y0))
        return;
    cairo_save(pdf->cairo);
    cairo_rectangle(pdf->cairo, x0, y0, x1 - x0, y1 - y0);
    cairo_clip(pdf->cairo);
    for (double sum = floor((x0 + y0) / spacing) * spacing; sum <= x1 + y1 + spacing; sum += spacing) {
        cairo_move_to(pdf->cairo, sum - y0 + 1, y0 - 1);
        cairo_line_to(pdf->cairo, sum - y1 - 1, y1 + 1);
    }
    stroke(pdf, color, (double)CELLS_HATCH_WIDTH);
    cairo_restore(pdf->cairo);
}

static void cell_rects(struct pdf *pdf, const struct cells *cells, const struct cell_span2 *visible)
{
    for (size_t r = visible->row0; r < visible->row1; r++) {
        float row_max = cells->scale == SCALE_ROW_MAX ? cells_row_max(cells, r) : 0;
        for (size_t c = visible->col0; c < visible->col1; c++) {
            if (cells_masked(cells, r, c))
                continue;
            bool inner = c + 1 < visible->col1 && r + 1 < visible->row1 && !cells_masked(cells, r, c + 1) && !cells_masked(cells, r + 1, c);
            rect_path(pdf, cells_rect(cells, visible, r, c, inner ? CELL_SPREAD : 0), 0);
            fill(pdf, cells_color(cells, r, c, row_max));
        }
    }
}

static uint32_t premultiplied(uint32_t color)
{
    uint32_t alpha = color >> 24, out = alpha << 24;
    for (int shift = 0; shift < 24; shift += 8)
        out |= ((color >> shift & 255) * alpha + 127) / 255 << shift;
    return out;
}

static void cell_image(struct pdf *pdf, const struct cells *cells, const struct cell_span2 *visible)
{
    struct cell_image image;
    if (!cells_image(cells, visible, &image)) {
        pdf->failed = true;
        return;
    }
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height);
    unsigned char *rows = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    pdf->failed |= rows == NULL;
    for (int y = 0; rows && y < image.height; y++) {
        uint32_t *row = (uint32_t *)(void *)(rows + (size_t)y * (size_t)stride);
        for (int x = 0; x < image.width; x++)
            row[x] = premultiplied(image.pixels[(size_t)y * (size_t)image.width + (size_t)x]);
    }
    cairo_surface_mark_dirty(surface);
    cairo_save(pdf->cairo);
    rect_path(pdf, cells->area, 0);
    cairo_clip(pdf->cairo);
    cairo_translate(pdf->cairo, image.x, image.y);
    cairo_scale(pdf->cairo, image.w / image.width, image.h / image.height);
    cairo_set_source_surface(pdf->cairo, surface, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(pdf->cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(pdf->cairo);
    cairo_restore(pdf->cairo);
    cairo_surface_destroy(surface);
    free(image.pixels);
}

static void put_heatmap(struct pdf *pdf, const struct cells *cells)
{
    struct cell_span2 visible = cells_visible(cells);
    rect_path(pdf, cells->area, 0);
    fill(pdf, cells->back);
    hatch(pdf, cells->area, (double)CELLS_HATCH_SPACING, cells->mask_color);
    if (cells_are_few(&visible))
        cell_rects(pdf, cells, &visible);
    else
        cell_image(pdf, cells, &visible);
}

static void put_curve(struct pdf *pdf, const struct draw_shape *shape)
{
    double x0 = (double)shape->area.x, y0 = (double)shape->area.y, x1 = (double)shape->area.w, y1 = (double)shape->area.h;
    double third = (x1 - x0) / 3, dash[] = {(double)shape->radius, (double)(shape->radius * (LINK_DASH_PERIOD - 1))};
    cairo_move_to(pdf->cairo, x0, y0); /* the S-curve is exactly this cubic */
    cairo_curve_to(pdf->cairo, x0 + third, y0, x1 - third, y1, x1, y1);
    cairo_set_dash(pdf->cairo, dash, shape->radius > 0 ? 2 : 0, 0);
    stroke(pdf, shape->color, (double)shape->width);
    cairo_set_dash(pdf->cairo, NULL, 0, 0);
}

static void put_ramp(struct pdf *pdf, const struct draw_shape *shape)
{
    bool vertical = shape->width > 0;
    struct rect area = shape->area;
    double x = (double)area.x, y = (double)area.y, x1 = vertical ? x : x + (double)area.w, y1 = y;
    cairo_pattern_t *ramp = cairo_pattern_create_linear(x, vertical ? y + (double)area.h : y, x1, y1);
    for (int i = 0; i <= 32; i++) {
        uint32_t color = palette_color((enum palette)shape->color, (float)i / 32.0f);
        cairo_pattern_add_color_stop_rgb(
            ramp, i / 32.0, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0, (color & 255) / 255.0);
    }
    rect_path(pdf, area, 0);
    cairo_set_source(pdf->cairo, ramp);
    cairo_fill(pdf->cairo);
    cairo_pattern_destroy(ramp);
}

static void put_polygon(struct pdf *pdf, const struct draw_points *polygon)
{
    for (uint32_t i = 0; i < polygon->count; i++)
        cairo_line_to(pdf->cairo, (double)polygon->xy[2 * i], (double)polygon->xy[2 * i + 1]);
    cairo_close_path(pdf->cairo);
    fill(pdf, polygon->color);
}

static void put_text(struct pdf *pdf, const struct draw_string *string)
{
    set_color(pdf, string->color);
    if (pdf->outlines && glyphs_path(pdf->glyphs, pdf->cairo, string))
        cairo_fill(pdf->cairo);
    else
        glyphs_show(pdf->glyphs, pdf->cairo, string);
}

static void put_shape(struct pdf *pdf, const struct draw_shape *shape)
{
    struct rect area = shape->area;
    double half = (double)shape->width * 0.5;
    switch (shape->command.kind) {
    case DRAW_RECT:
    case DRAW_ROUND:
        rect_path(pdf, area, shape->command.kind == DRAW_ROUND ? (double)shape->radius : 0);
        fill(pdf, shape->color);
        break;
    case DRAW_FRAME:
    case DRAW_ROUND_FRAME: /* a stroke lies astride its path */
        rect_path(pdf, rect_inset(area, (float)half), shape->command.kind == DRAW_FRAME ? 0 : (double)shape->radius - half);
        stroke(pdf, shape->color, (double)shape->width);
        break;
    case DRAW_CIRCLE:
        cairo_new_sub_path(pdf->cairo);
        cairo_arc(pdf->cairo, (double)area.x, (double)area.y, (double)shape->radius, 0, 6.283185307179586);
        fill(pdf, shape->color);
        break;
    case DRAW_LINE:
        cairo_move_to(pdf->cairo, (double)area.x, (double)area.y);
        cairo_line_to(pdf->cairo, (double)area.w, (double)area.h);
        stroke(pdf, shape->color, (double)shape->width);
        break;
    case DRAW_HATCH:
        hatch(pdf, area, (double)shape->radius, shape->color);
        break;
    }
}

static void put_command(struct pdf *pdf, const struct draw_command *command)
{
    switch (command->kind) {
    case DRAW_GROUP:
    case DRAW_GROUP_END:
        break;
    case DRAW_CLIP:
        cairo_save(pdf->cairo);
        pdf->depth++;
        rect_path(pdf, ((const struct draw_shape *)command)->area, 0);
        cairo_clip(pdf->cairo);
        break;
    case DRAW_CLIP_END:
        if (pdf->depth > 0) {
            pdf->depth--;
            cairo_restore(pdf->cairo);
        }
        break;
    case DRAW_POLYGON:
        put_polygon(pdf, (const struct draw_points *)command);
        break;
    case DRAW_LINK:
        put_curve(pdf, (const struct draw_shape *)command);
        break;
    case DRAW_RAMP:
        put_ramp(pdf, (const struct draw_shape *)command);
        break;
    case DRAW_CELLS:
        put_heatmap(pdf, &((const struct draw_matrix *)command)->cells);
        break;
    case DRAW_TEXT:
        put_text(pdf, (const struct draw_string *)command);
        break;
    default:
        put_shape(pdf, (const struct draw_shape *)command);
    }
}

static cairo_status_t deliver(void *user, const unsigned char *bytes, unsigned length)
{
    struct hs_buffer *buffer = user;
    hs_buffer_write(buffer, bytes, length);
    return buffer->failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static void write_facts(cairo_surface_t *surface, const char *title, const struct png_text *texts, size_t count)
{
    struct hs_buffer all = {0};
    for (size_t i = 0; i < count; i++)
        hs_buffer_print(&all, "%s%s: %s", i ? "\n" : "", texts[i].key, texts[i].value);
    hs_buffer_write(&all, "", 1);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Headscope " HS_VERSION);
    if (!all.failed)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, all.data);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    hs_buffer_drop(&all);
}

enum hs_status pdf_write(const struct draw_list *list, const struct paper *paper, const char *title, const struct png_text *texts,
    size_t count, struct hs_buffer *buffer, struct hs_error *error)
{
    struct rect area = paper->area;
    double scale = paper->mm > 0 ? (double)paper->mm * POINTS_PER_MM / (double)area.w : POINTS_PER_PIXEL;
    struct pdf pdf = {.glyphs = glyphs_new(draw_list_fonts(list)), .outlines = paper->outlines};
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(deliver, buffer, (double)area.w * scale, (double)area.h * scale);
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5); /* what each cairo's default is differs */
    write_facts(surface, title, texts, count);
    pdf.cairo = cairo_create(surface);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(pdf.cairo, options);
    cairo_font_options_destroy(options);
    cairo_scale(pdf.cairo, scale, scale);
    cairo_translate(pdf.cairo, -(double)area.x, -(double)area.y);
    if (paper->back >> 24) {
        rect_path(&pdf, area, 0);
        fill(&pdf, paper->back);
    }
    size_t at = 0;
    const struct draw_command *command;
    while (pdf.glyphs && (command = draw_list_next(list, &at)))
        put_command(&pdf, command);
    for (; pdf.depth > 0; pdf.depth--)
        cairo_restore(pdf.cairo);
    pdf.failed |= pdf.glyphs == NULL;
    cairo_destroy(pdf.cairo);
    cairo_surface_finish(surface);
    cairo_status_t done = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    glyphs_drop(pdf.glyphs);
    if (done == CAIRO_STATUS_SUCCESS && !pdf.failed && !buffer->failed)
        return HS_OK;
    return hs_fail(error, HS_NO_MEMORY, "the PDF could not be made (%s): choose another format",
        done == CAIRO_STATUS_SUCCESS ? "no memory" : cairo_status_to_string(done));
}
