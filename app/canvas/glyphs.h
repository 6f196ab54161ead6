/* glyphs.h – a text command as glyphs of its fonts, shaped by HarfBuzz and placed in logical pixels, for the targets that draw
 * shapes. Private to canvas/; called by pdf.c, and by svg.c for outlines. */
#ifndef HEADSCOPE_GLYPHS_H
#define HEADSCOPE_GLYPHS_H

#include "canvas/draw_list.h"

#include <cairo.h>

struct glyphs; /* fonts that were opened, for the life of one document */
struct glyphs *glyphs_new(struct fonts *fonts); /* NULL when memory ran out; fonts borrowed */
void glyphs_drop(struct glyphs *glyphs);
/* Draws the text with the context's colour, as text that can be searched, with its fonts embedded. */
void glyphs_show(struct glyphs *glyphs, cairo_t *cairo, const struct draw_string *string);
/* Adds its outlines to the context's path. False when a glyph has none, as colour emoji: then nothing is added. */
bool glyphs_path(struct glyphs *glyphs, cairo_t *cairo, const struct draw_string *string);

#endif
