/* raster.h – pixel primitives on an opaque ARGB image, in device pixels. Private to canvas/; called
 * by canvas.c. Everything is anti-aliased by coverage (how much of a pixel lies inside), blended
 * once per shape, and cut to the clip. Coordinates may lie anywhere, also NaN: nothing is drawn
 * outside the clip. Colours are 0xAARRGGBB, straight alpha. The same pixels on every compiler: only
 * +, -, *, /, sqrtf and integer arithmetic. */
#ifndef HEADSCOPE_RASTER_H
#define HEADSCOPE_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct box { /* [x0, x1) x [y0, y1); empty when x0 >= x1 or y0 >= y1 */
    int x0, y0, x1, y1;
};
struct box box_intersect(struct box a, struct box b);

struct raster {
    uint32_t *pixels; /* (height, width) 0xFFRRGGBB */
    int width, height;
    struct box clip; /* inside the image */
};

/* Part / 255 of `color` over `back`, exactly rounded per channel; alpha of the result is 255. */
static inline uint32_t blend_pixel(uint32_t back, uint32_t color, uint32_t part)
{
    uint32_t rest = 255 - part;
    uint32_t rb = (color & 0xff00ff) * part + (back & 0xff00ff) * rest + 0x800080;
    uint32_t g = (color >> 8 & 0xff) * part + (back >> 8 & 0xff) * rest + 0x80;
    rb = (rb + (rb >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
    g = (g + (g >> 8)) & 0xff00;
    return 0xff000000u | rb | g;
}

static inline uint32_t div255(uint32_t product) /* exactly rounded for 0 … 255 * 255 */
{
    product += 128;
    return (product + (product >> 8)) >> 8;
}

/* Coverage 0 … 1 (clamped, NaN gives 0) times alpha 0 … 255. */
static inline uint32_t coverage_part(float coverage, uint32_t alpha)
{
    coverage = coverage > 0.0f ? coverage : 0.0f;
    coverage = coverage < 1.0f ? coverage : 1.0f;
    return div255((uint32_t)(int)(coverage * 255.0f + 0.5f) * alpha);
}

void raster_fill(struct raster *raster, struct box box, uint32_t color);
/* Boxes lie on whole pixels, so that straight edges are crisp at every scale. */
void raster_frame(struct raster *raster, struct box box, int width, uint32_t color);
void raster_round(struct raster *raster, struct box box, float radius, uint32_t color);
void raster_round_frame(
    struct raster *raster, struct box box, float radius, int width, uint32_t color);
void raster_circle(struct raster *raster, float x, float y, float radius, uint32_t color);
/* Butt caps. A width below 1 is drawn 1 wide and fainter. */
void raster_line(
    struct raster *raster, float x0, float y0, float x1, float y1, float width, uint32_t color);
/* With dash > 0 drawn over so many pixels of x, left out over half as many, and so on. */
void raster_link(struct raster *raster, float x0, float y0, float x1, float y1, float width,
    float dash, uint32_t color);
/* Convex, either orientation; `count` points of which more than POLYGON_MAX are ignored. */
enum { POLYGON_MAX = 256 };
void raster_polygon(struct raster *raster, const float *xy, size_t count, uint32_t color);

/* Diagonal lines: the same profile everywhere, so that neighbouring hatches join. */
enum { HATCH_MAX = 256 };
struct hatch {
    int period;               /* pixels along a row */
    uint8_t cover[HATCH_MAX]; /* coverage of the pixel with (x + y) % period == i */
};
struct hatch hatch_make(float spacing, float width);
void raster_hatch(struct raster *raster, struct box box, const struct hatch *hatch, uint32_t color);

/* A mask (height, width) of coverage with its top left pixel at (x, y), coverage mapped through
 * `curve` (256). Turned: the mask's rows run upwards and (x, y) is the place of its first pixel,
 * the next ones above and the next rows to the right. */
void raster_mask(struct raster *raster, const uint8_t *mask, int width, int height, int x, int y,
    bool turned, uint32_t color, const uint8_t *curve);
/* The same for pixels with straight alpha, all multiplied by `alpha`. */
void raster_image(struct raster *raster, const uint32_t *argb, int width, int height, int x, int y,
    bool turned, uint32_t alpha);

#endif
