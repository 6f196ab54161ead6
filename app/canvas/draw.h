/* draw.h – the draw list: what a frame shows, as a list of plain commands in logical pixels.
 * Views and widgets write it; canvas.h replays it into pixels, svg.c into SVG, pdf.c into PDF, trace.c into text for tests: one drawing
 * code, five targets. Strings and points are copied into the list; matrices are borrowed until the list is cleared.
 * Running out of memory drops commands and sets `failed`; nothing crashes. */
#ifndef HEADSCOPE_DRAW_H
#define HEADSCOPE_DRAW_H

#include "hs.h"

struct rect {
    float x, y, w, h;
};
/* Colours are 0xAARRGGBB, straight alpha. */

enum face { FACE_UI, FACE_UI_BOLD, FACE_MONO, FACE_COUNT };
enum align { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT };

/* The diverging maps are for signed values, blue = positive: one with a light centre, one with a dark one for dark themes. */
enum palette { PALETTE_VIRIDIS, PALETTE_CIVIDIS, PALETTE_MAGMA, PALETTE_BLUES, PALETTE_DIVERGING, PALETTE_DIVERGING_DARK, PALETTE_COUNT };
const char *palette_name(enum palette palette);          /* "viridis" … */
uint32_t palette_color(enum palette palette, float t);   /* t clamped to 0 … 1; opaque */
const uint32_t *palette_table(enum palette palette);     /* (256) */

enum cell_scale {
    SCALE_LINEAR,
    SCALE_SQRT,
    SCALE_LOG,     /* from 1e-4 of hi to hi */
    SCALE_ROW_MAX, /* each row divided by its largest value */
    SCALE_COUNT,
};
const char *cell_scale_name(enum cell_scale scale);      /* "linear", "sqrt", "log", "row-max" */
/* Where a value lies on the colour axis, 0 … 1. lo, hi: the range; row_max only for SCALE_ROW_MAX. */
float cell_scale_position(enum cell_scale scale, float value, float lo, float hi, float row_max);

enum cell_reduce { REDUCE_MAX, REDUCE_MEAN }; /* how several cells share a pixel */

/* A heatmap. Cell (r, c) covers its share of `area`; only rows [row0, row1) and columns [col0, col1) are shown (fractions of
 * a cell allowed: zoom and pan). Masked cells are hatched in `mask_color` over `back`, never coloured as zero. */
struct cells {
    struct rect area;
    struct hs_matrix matrix;
    double row0, row1, col0, col1;
    enum palette palette;
    enum cell_scale scale;
    enum cell_reduce reduce;
    float lo, hi;
    bool causal;            /* key k > q + causal_shift is masked */
    long causal_shift;      /* m - n */
    const uint8_t *hidden;  /* (cols) 1 = key is padding, masked; or NULL; borrowed */
    uint32_t back, mask_color;
    uint64_t identity;      /* equal identity + equal fields = equal picture (cacheable); 0 = never cache */
};

/* -INFINITY counts as masked; a NaN cell is pink. */

struct fonts; /* fonts.h */
struct draw_list;
struct draw_list *draw_list_new(struct fonts *fonts); /* NULL when memory ran out; fonts borrowed, for measuring */
void draw_list_drop(struct draw_list *list);
void draw_list_clear(struct draw_list *list);
bool draw_list_failed(const struct draw_list *list);
struct fonts *draw_fonts(struct draw_list *list);

/* Named groups: <g> with a title in SVG, indented blocks in the trace. Nest freely, close each. */
void draw_group(struct draw_list *list, const char *name);
void draw_group_end(struct draw_list *list);
/* Clips nest: the new clip is intersected with the current one. */
void draw_clip(struct draw_list *list, struct rect area);
void draw_clip_end(struct draw_list *list);

void draw_rect(struct draw_list *list, struct rect area, uint32_t color);
void draw_frame(struct draw_list *list, struct rect area, float width, uint32_t color); /* stroke lies inside */
void draw_round(struct draw_list *list, struct rect area, float radius, uint32_t color);
void draw_round_frame(struct draw_list *list, struct rect area, float radius, float width, uint32_t color);
void draw_circle(struct draw_list *list, float x, float y, float radius, uint32_t color);
void draw_line(struct draw_list *list, float x0, float y0, float x1, float y1, float width, uint32_t color);
/* S-curve from (x0, y0) to (x1, y1), horizontal at both ends: y0 + (y1 - y0) s s (3 - 2 s); in dashes, `dash` long in x, with gaps of
 * half of that; 0 = whole. */
#define LINK_DASH_PERIOD 1.5f
void draw_link(
    struct draw_list *list, float x0, float y0, float x1, float y1, float width, float dash, uint32_t color);
void draw_polygon(struct draw_list *list, const float *xy, size_t points, uint32_t color); /* convex, filled, anti-aliased */
void draw_hatch(struct draw_list *list, struct rect area, float spacing, uint32_t color);
void draw_cells(struct draw_list *list, const struct cells *cells);
/* A colour bar: t = 0 at the left (or bottom) end. */
void draw_ramp(struct draw_list *list, struct rect area, enum palette palette, bool vertical);

/* Text, UTF-8, one line. `size` is the em in logical pixels. `draw_text` centres vertically in `area`, aligns horizontally and
 * elides with "…" when too wide (never draws outside). `draw_text_up` reads upwards (rotated 90 degrees counter-clockwise): starts at
 * the bottom (ALIGN_LEFT), centre or top of `area`. Returns the drawn width in logical pixels. */
float draw_text(struct draw_list *list, struct rect area, enum align align, enum face face, float size, uint32_t color,
    const char *text);
float draw_text_up(struct draw_list *list, struct rect area, enum align align, enum face face, float size, uint32_t color,
    const char *text);
/* The same with printf formatting. */
float draw_textf(struct draw_list *list, struct rect area, enum align align, enum face face, float size, uint32_t color,
    const char *format, ...) __attribute__((format(printf, 7, 8)));
/* Paragraph: wraps at spaces, `line` is the line height; returns the height used. Draws at most what fits in area.h. */
float draw_paragraph(struct draw_list *list, struct rect area, enum face face, float size, float line, uint32_t color,
    const char *text);

/* The height that such a paragraph takes in that width; draws nothing. */
float draw_paragraph_height(struct draw_list *list, float width, enum face face, float size, float line, const char *text);

/* Rect helpers (pure). The cut functions take a strip off *area and return it. */
struct rect rect_inset(struct rect area, float by);
struct rect rect_cut_top(struct rect *area, float height);
struct rect rect_cut_bottom(struct rect *area, float height);
struct rect rect_cut_left(struct rect *area, float width);
struct rect rect_cut_right(struct rect *area, float width);
bool rect_has(struct rect area, float x, float y);

#endif
