/* svg_private.h – what the files of the SVG target share. */
#ifndef HEADSCOPE_SVG_PRIVATE_H
#define HEADSCOPE_SVG_PRIVATE_H

#include "canvas/canvas.h"
#include "canvas/draw_list.h"
#include "canvas/glyphs.h"

struct svg {
    struct hs_buffer *buffer;
    struct fonts *fonts;
    unsigned ids;   /* of patterns, gradients and clip paths */
    unsigned depth; /* open <g> */
    cairo_t *cairo;        /* for outlines of text, else NULL */
    struct glyphs *glyphs; /* the same */
};

void svg_text(struct svg *svg, const char *text); /* escaped */
void svg_fill(struct svg *svg, uint32_t color);   /* attributes */
void svg_stroke(struct svg *svg, uint32_t color, float width);
void svg_rect(struct svg *svg, struct rect area); /* an open <rect …, to be closed by the caller */
unsigned svg_hatch(
    struct svg *svg, float spacing, uint32_t color); /* id of a new pattern, used as url(#pN) */
void svg_open(struct svg *svg); /* a <g> was written */
void svg_close(struct svg *svg);
void svg_clip(struct svg *svg, struct rect area);
void svg_clip_end(struct svg *svg);

/* svg_cells.c */
void svg_cells(struct svg *svg, const struct cells *cells);

#endif
