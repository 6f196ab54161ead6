/* canvas.h – the targets a draw list can be replayed into: ARGB pixels (window, PNG), SVG text, a plain-text trace.
 * Pixels are equal on every run, driver and compiler (text excepted: it depends on the font versions). */
#ifndef HEADSCOPE_CANVAS_H
#define HEADSCOPE_CANVAS_H

#include "canvas/draw.h"

#define CANVAS_MAX_SIDE 16384 /* device pixels */

struct canvas; /* owns its pixels and a bounded cache of ready-coloured heatmaps */
enum hs_status canvas_new(int width, int height, struct canvas **canvas, struct hs_error *error);
void canvas_drop(struct canvas *canvas);
enum hs_status canvas_resize(struct canvas *canvas, int width, int height, struct hs_error *error); /* old pixels stay on failure */
int canvas_width(const struct canvas *canvas);
int canvas_height(const struct canvas *canvas);
const uint32_t *canvas_pixels(const struct canvas *canvas); /* (height, width) 0xFFRRGGBB, no padding */
/* Fills with `back`, then draws the list at `scale` device pixels per logical pixel. */
void canvas_replay(struct canvas *canvas, const struct draw_list *list, uint32_t back, float scale);
uint64_t canvas_hash(const struct canvas *canvas); /* FNV-1a of size and pixels */

struct png_text {
    const char *key, *value; /* written as tEXt / iTXt chunks */
};
enum hs_status png_encode(const struct canvas *canvas, const struct png_text *texts, size_t count,
    struct hs_buffer *buffer, struct hs_error *error);
/* width, height: logical size. Text stays text (selectable); large heatmaps become embedded PNG images of their exact colours. */
void svg_write(const struct draw_list *list, float width, float height, uint32_t back, const char *title,
    const struct png_text *texts, size_t count, struct hs_buffer *buffer);
/* One command a line, coordinates with one decimal, groups indented, strings quoted, cells with shape, range and a checksum. */
void trace_write(const struct draw_list *list, struct hs_buffer *buffer);

#endif
