/* svg.c – a draw list as SVG 1.1. Called by the export. Groups become <g> with a <title>, clips
 * become clip paths, text stays text (named fonts with fallbacks), heatmaps are written by
 * svg_cells.c. The result is well-formed whatever the strings hold and however groups and clips are
 * nested. */
#include "canvas/svg_private.h"
#include "canvas/canvas_text.h"
#include "canvas/cells.h"
#include "canvas/fonts.h"
#include "canvas/glyphs.h"

#include <string.h>

static void write_group(struct svg *svg, const char *name)
{
    hs_buffer_print(svg->buffer, "<g><title>");
    svg_text(svg, name);
    hs_buffer_print(svg->buffer, "</title>\n");
    svg_open(svg);
}

/* False when there are none: the text is then written as text. */
static bool write_outlines(struct svg *svg, const struct draw_string *string)
{
    cairo_new_path(svg->cairo);
    if (!glyphs_path(svg->glyphs, svg->cairo, string))
        return false;
    cairo_path_t *path = cairo_copy_path(svg->cairo);
    static const char letters[] = {
        [CAIRO_PATH_MOVE_TO] = 'M', [CAIRO_PATH_LINE_TO] = 'L', [CAIRO_PATH_CURVE_TO] = 'C', [CAIRO_PATH_CLOSE_PATH] = 'Z'};
    hs_buffer_print(svg->buffer, "<path aria-label=\"");
    svg_text(svg, string->text);
    hs_buffer_print(svg->buffer, "\" d=\"");
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        const cairo_path_data_t *data = &path->data[i];
        hs_buffer_print(svg->buffer, "%c", letters[data->header.type]);
        for (int k = 1; k < data->header.length; k++)
            hs_buffer_print(svg->buffer, "%s%.2f %.2f", k > 1 ? " " : "", data[k].point.x, data[k].point.y);
    }
    hs_buffer_print(svg->buffer, "\"");
    svg_fill(svg, string->color);
    hs_buffer_print(svg->buffer, "/>\n");
    svg->buffer->failed |= path->status != CAIRO_STATUS_SUCCESS;
    cairo_path_destroy(path);
    return true;
}

static void write_string(struct svg *svg, const struct draw_string *string)
{
    if (svg->glyphs && write_outlines(svg, string))
        return;
    static const char *const families[FACE_COUNT] = {
        [FACE_UI] = "Inter, 'DejaVu Sans', Helvetica, Arial, sans-serif",
        [FACE_UI_BOLD] = "Inter, 'DejaVu Sans', Helvetica, Arial, sans-serif",
        [FACE_MONO] = "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    };
    static const char *const anchors[] = {"start", "middle", "end"};
    struct rect area = string->area;
    double share = string->align == ALIGN_LEFT ? 0 : string->align == ALIGN_CENTER ? 0.5 : 1;
    double base = (double)text_baseline(svg->fonts, fonts_scale(svg->fonts), string);
    double x = string->up ? base : (double)area.x + (double)area.w * share;
    double y = string->up ? (double)area.y + (double)area.h * (1 - share) : base;
    hs_buffer_print(svg->buffer,
        "<text x=\"%.2f\" y=\"%.2f\" font-family=\"%s\" font-size=\"%.2f\"", x, y,
        families[string->face], (double)string->size);
    if (string->face == FACE_UI_BOLD)
        hs_buffer_print(svg->buffer, " font-weight=\"700\"");
    bool rtl = fonts_base_is_rtl(string->text, string->length);
    if (rtl)
        hs_buffer_print(svg->buffer, " direction=\"rtl\"");
    /* An anchor counts along the text: in right-to-left text "end" is the left edge. */
    unsigned anchor = rtl ? ALIGN_RIGHT - string->align : string->align;
    if (anchor != ALIGN_LEFT)
        hs_buffer_print(svg->buffer, " text-anchor=\"%s\"", anchors[anchor]);
    if (string->up)
        hs_buffer_print(svg->buffer, " transform=\"rotate(-90 %.2f %.2f)\"", x, y);
    svg_fill(svg, string->color);
    hs_buffer_print(svg->buffer, " xml:space=\"preserve\">");
    svg_text(svg, string->text);
    hs_buffer_print(svg->buffer, "</text>\n");
}

static void write_polygon(struct svg *svg, const struct draw_points *polygon)
{
    hs_buffer_print(svg->buffer, "<polygon points=\"");
    for (uint32_t i = 0; i < polygon->count; i++)
        hs_buffer_print(svg->buffer, "%s%.2f,%.2f", i ? " " : "", (double)polygon->xy[2 * i],
            (double)polygon->xy[2 * i + 1]);
    hs_buffer_print(svg->buffer, "\"");
    svg_fill(svg, polygon->color);
    hs_buffer_print(svg->buffer, "/>\n");
}

/* The S-curve is exactly this cubic: x(s) is linear, y(s) = y0 + (y1 - y0) s s (3 - 2 s). */
static void write_link(struct svg *svg, const struct draw_shape *shape)
{
    double x0 = (double)shape->area.x, y0 = (double)shape->area.y, x1 = (double)shape->area.w,
           y1 = (double)shape->area.h;
    double third = (x1 - x0) / 3;
    hs_buffer_print(svg->buffer, "<path d=\"M%.2f %.2fC%.2f %.2f %.2f %.2f %.2f %.2f\"", x0, y0,
        x0 + third, y0, x1 - third, y1, x1, y1);
    svg_stroke(svg, shape->color, shape->width);
    if (shape->radius > 0)
        hs_buffer_print(svg->buffer, " stroke-dasharray=\"%.2f %.2f\"", (double)shape->radius,
            (double)(shape->radius * (LINK_DASH_PERIOD - 1)));
    hs_buffer_print(svg->buffer, "/>\n");
}

static void write_ramp(struct svg *svg, const struct draw_shape *shape)
{
    unsigned id = ++svg->ids;
    bool vertical = shape->width > 0;
    hs_buffer_print(svg->buffer,
        "<defs><linearGradient id=\"r%u\" x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"0\">", id,
        vertical ? 1 : 0, vertical ? 0 : 1);
    for (int i = 0; i <= 32; i++)
        hs_buffer_print(svg->buffer, "<stop offset=\"%.5f\" stop-color=\"#%06x\"/>", i / 32.0,
            (unsigned)(palette_color((enum palette)shape->color, (float)i / 32.0f) & 0xffffff));
    hs_buffer_print(svg->buffer, "</linearGradient></defs>\n");
    svg_rect(svg, shape->area);
    hs_buffer_print(svg->buffer, " fill=\"url(#r%u)\"/>\n", id);
}

static void write_shape(struct svg *svg, const struct draw_shape *shape)
{
    struct rect area = shape->area;
    float half = shape->width * 0.5f;
    switch (shape->command.kind) {
    case DRAW_RECT:
    case DRAW_ROUND:
        svg_rect(svg, area);
        if (shape->radius > 0)
            hs_buffer_print(svg->buffer, " rx=\"%.2f\"", (double)shape->radius);
        svg_fill(svg, shape->color);
        break;
    case DRAW_FRAME:
    case DRAW_ROUND_FRAME:
        svg_rect(svg, rect_inset(area, half)); /* an SVG stroke lies astride its path */
        if (shape->radius > half)
            hs_buffer_print(svg->buffer, " rx=\"%.2f\"", (double)(shape->radius - half));
        svg_stroke(svg, shape->color, shape->width);
        break;
    case DRAW_CIRCLE:
        hs_buffer_print(svg->buffer, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"", (double)area.x,
            (double)area.y, (double)shape->radius);
        svg_fill(svg, shape->color);
        break;
    case DRAW_LINE:
        hs_buffer_print(svg->buffer, "<path d=\"M%.2f %.2fL%.2f %.2f\"", (double)area.x,
            (double)area.y, (double)area.w, (double)area.h);
        svg_stroke(svg, shape->color, shape->width);
        break;
    case DRAW_HATCH: {
        unsigned id = svg_hatch(svg, shape->radius, shape->color);
        svg_rect(svg, area);
        hs_buffer_print(svg->buffer, " fill=\"url(#p%u)\"", id);
        break;
    }
    }
    hs_buffer_print(svg->buffer, "/>\n");
}

static void write_command(struct svg *svg, const struct draw_command *command)
{
    switch (command->kind) {
    case DRAW_GROUP:
        write_group(svg, ((const struct draw_label *)command)->text);
        break;
    case DRAW_CLIP:
        svg_clip(svg, ((const struct draw_shape *)command)->area);
        break;
    case DRAW_GROUP_END:
    case DRAW_CLIP_END:
        svg_close(svg);
        break;
    case DRAW_POLYGON:
        write_polygon(svg, (const struct draw_points *)command);
        break;
    case DRAW_LINK:
        write_link(svg, (const struct draw_shape *)command);
        break;
    case DRAW_RAMP:
        write_ramp(svg, (const struct draw_shape *)command);
        break;
    case DRAW_CELLS:
        svg_cells(svg, &((const struct draw_matrix *)command)->cells);
        break;
    case DRAW_TEXT:
        write_string(svg, (const struct draw_string *)command);
        break;
    default:
        write_shape(svg, (const struct draw_shape *)command);
    }
}

static void start(struct svg *svg, const struct paper *paper)
{
    struct rect area = paper->area;
    hs_buffer_print(svg->buffer,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "version=\"1.1\" ");
    if (paper->mm > 0)
        hs_buffer_print(svg->buffer, "width=\"%.3fmm\" height=\"%.3fmm\"", (double)paper->mm,
            (double)paper->mm * (double)area.h / (double)area.w);
    else
        hs_buffer_print(svg->buffer, "width=\"%.0f\" height=\"%.0f\"", (double)area.w, (double)area.h);
    hs_buffer_print(svg->buffer, " viewBox=\"%.2f %.2f %.2f %.2f\">\n<title>", (double)area.x, (double)area.y, (double)area.w,
        (double)area.h);
}

/* A surface for the paths of text only: nothing is painted on it. It has no edges, beyond which cairo would leave letters out. */
static void start_outlines(struct svg *svg)
{
    cairo_surface_t *nowhere = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, NULL);
    svg->cairo = cairo_create(nowhere);
    cairo_surface_destroy(nowhere);
    cairo_set_tolerance(svg->cairo, 0.01);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_set_font_options(svg->cairo, options);
    cairo_font_options_destroy(options);
    svg->glyphs = glyphs_new(svg->fonts);
    svg->buffer->failed |= svg->glyphs == NULL;
}

void svg_write(const struct draw_list *list, const struct paper *paper, const char *title, const struct png_text *texts,
    size_t count, struct hs_buffer *buffer)
{
    struct svg svg = {.buffer = buffer, .fonts = draw_list_fonts(list)};
    start(&svg, paper);
    svg_text(&svg, title);
    hs_buffer_print(buffer, "</title>\n<desc>");
    for (size_t i = 0; i < count; i++) {
        svg_text(&svg, texts[i].key);
        hs_buffer_print(buffer, ": ");
        svg_text(&svg, texts[i].value);
        hs_buffer_print(buffer, "\n");
    }
    hs_buffer_print(buffer, "</desc>\n");
    if (paper->back >> 24) {
        svg_rect(&svg, paper->area);
        svg_fill(&svg, paper->back);
        hs_buffer_print(buffer, "/>\n");
    }
    if (paper->outlines)
        start_outlines(&svg);
    size_t at = 0;
    const struct draw_command *command;
    while ((command = draw_list_next(list, &at)))
        write_command(&svg, command);
    while (svg.depth)
        svg_close(&svg);
    hs_buffer_print(buffer, "</svg>\n");
    if (svg.cairo)
        cairo_destroy(svg.cairo);
    glyphs_drop(svg.glyphs);
}
