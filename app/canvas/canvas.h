/* canvas.h – the targets a draw list can be replayed into: ARGB pixels (window, PNG), SVG text, PDF, a plain-text trace.
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

/* How a draw list becomes a page on paper. */
struct paper {
    struct rect area; /* of the list, logical pixels: what the page shows */
    uint32_t back;    /* 0xAARRGGBB, opaque, or 0 = none */
    float mm;         /* width of the page; 0 = 96 logical pixels an inch */
    bool outlines;    /* text as shapes: looks the same everywhere, and is text no more */
};
/* What the list draws, without shapes that are filled with `back` only; empty when that is nothing. */
struct rect draw_list_bounds(const struct draw_list *list, uint32_t back);
enum hs_status png_write(const struct draw_list *list, const struct paper *paper, float scale, const struct png_text *texts,
    size_t count, struct hs_buffer *buffer, struct hs_error *error);
/* Text stays text (selectable); large heatmaps become embedded PNG images of their exact colours. */
void svg_write(const struct draw_list *list, const struct paper *paper, const char *title, const struct png_text *texts,
    size_t count, struct hs_buffer *buffer);
enum hs_status pdf_write(const struct draw_list *list, const struct paper *paper, const char *title, const struct png_text *texts,
    size_t count, struct hs_buffer *buffer, struct hs_error *error);
/* One command a line, coordinates with one decimal, groups indented, strings quoted, cells with shape, range and a checksum. */
void trace_write(const struct draw_list *list, struct hs_buffer *buffer);

#endif
