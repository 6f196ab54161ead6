/* svg_put.c – the pieces of SVG that svg.c and svg_cells.c write with: escaped text, colours, hatching, groups and clips. */
#include "canvas/cells.h"
#include "canvas/svg_private.h"

#include <string.h>

/* XML 1.0 section 2.2 allows no other control characters, and not U+FFFE and U+FFFF. */
static bool xml_allows(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' ||
           (code >= 0x20 && code != 0xfffe && code != 0xffff);
}

void svg_text(struct svg *svg, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        size_t from = at;
        uint32_t code = hs_utf8_next(text, length, &at);
        const char *entity = code == '&'   ? "&amp;"
                             : code == '<' ? "&lt;"
                             : code == '>' ? "&gt;"
                             : code == '"' ? "&quot;"
                                           : NULL;
        if (entity)
            hs_buffer_write(svg->buffer, entity, strlen(entity));
        else if (code == 0xfffd || !xml_allows(code))
            hs_buffer_write(svg->buffer, "\xef\xbf\xbd", 3);
        else
            hs_buffer_write(svg->buffer, text + from, at - from);
    }
}

void svg_fill(struct svg *svg, uint32_t color)
{
    hs_buffer_print(svg->buffer, " fill=\"#%06x\"", (unsigned)(color & 0xffffff));
    if (color >> 24 != 255)
        hs_buffer_print(svg->buffer, " fill-opacity=\"%.3f\"", (double)(color >> 24) / 255.0);
}

void svg_stroke(struct svg *svg, uint32_t color, float width)
{
    hs_buffer_print(svg->buffer, " fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.2f\"",
        (unsigned)(color & 0xffffff), (double)width);
    if (color >> 24 != 255)
        hs_buffer_print(svg->buffer, " stroke-opacity=\"%.3f\"", (double)(color >> 24) / 255.0);
}

void svg_rect(struct svg *svg, struct rect area)
{
    hs_buffer_print(svg->buffer, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"",
        (double)area.x, (double)area.y, (double)area.w, (double)area.h);
}

unsigned svg_hatch(struct svg *svg, float spacing, uint32_t color)
{
    unsigned id = ++svg->ids;
    /* A square tile with one diagonal and the corners of its neighbours' diagonals. */
    double p = (double)spacing;
    hs_buffer_print(svg->buffer,
        "<defs><pattern id=\"p%u\" width=\"%.2f\" height=\"%.2f\" patternUnits=\"userSpaceOnUse\">"
        "<path d=\"M-1 1L1 -1M0 %.2fL%.2f 0M%.2f %.2fL%.2f %.2f\"",
        id, p, p, p, p, p - 1, p + 1, p + 1, p - 1);
    svg_stroke(svg, color, CELLS_HATCH_WIDTH);
    hs_buffer_print(svg->buffer, "/></pattern></defs>\n");
    return id;
}

void svg_open(struct svg *svg)
{
    svg->depth++;
}

void svg_close(struct svg *svg)
{
    if (svg->depth == 0) /* more ends than beginnings: the document stays well-formed */
        return;
    svg->depth--;
    hs_buffer_print(svg->buffer, "</g>\n");
}

void svg_clip(struct svg *svg, struct rect area)
{
    unsigned id = ++svg->ids;
    hs_buffer_print(svg->buffer, "<clipPath id=\"c%u\">", id);
    svg_rect(svg, area);
    hs_buffer_print(svg->buffer, "/></clipPath><g clip-path=\"url(#c%u)\">\n", id);
    svg_open(svg);
}

void svg_clip_end(struct svg *svg)
{
    svg_close(svg);
}
