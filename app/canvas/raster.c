/* raster.c – fills, frames, rounded boxes, circles, hatches and blits. See raster.h; lines, curves
 * and polygons are in raster_lines.c. */
#include "canvas/raster.h"

#include <math.h>
#include <string.h>

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

struct box box_intersect(struct box a, struct box b)
{
    return (struct box){most(a.x0, b.x0), most(a.y0, b.y0), least(a.x1, b.x1), least(a.y1, b.y1)};
}

static uint32_t *row_at(const struct raster *raster, int y)
{
    return raster->pixels + (size_t)y * (size_t)raster->width;
}

static void fill_span(uint32_t *row, int x0, int x1, uint32_t color, uint32_t alpha)
{
    if (alpha == 255) {
        for (int x = x0; x < x1; x++)
            row[x] = color | 0xff000000u;
    } else {
        for (int x = x0; x < x1; x++)
            row[x] = blend_pixel(row[x], color, alpha);
    }
}

void raster_fill(struct raster *raster, struct box box, uint32_t color)
{
    box = box_intersect(box, raster->clip);
    for (int y = box.y0; y < box.y1; y++)
        fill_span(row_at(raster, y), box.x0, box.x1, color, color >> 24);
}

void raster_frame(struct raster *raster, struct box box, int width, uint32_t color)
{
    width = least(width, least((box.x1 - box.x0 + 1) / 2, (box.y1 - box.y0 + 1) / 2));
    int top = box.y0 + width, bottom = most(box.y1 - width, top);
    int left = box.x0 + width, right = most(box.x1 - width, left);
    raster_fill(raster, (struct box){box.x0, box.y0, box.x1, top}, color);
    raster_fill(raster, (struct box){box.x0, bottom, box.x1, box.y1}, color);
    raster_fill(raster, (struct box){box.x0, top, left, bottom}, color);
    raster_fill(raster, (struct box){right, top, box.x1, bottom}, color);
}

/* How much of the pixel whose centre is (dx, dy) from a corner's corner point lies inside a rounded
 * corner. */
static float corner_cover(float dx, float dy, float radius)
{
    float x = radius - dx, y = radius - dy; /* from the centre of the arc, towards the corner */
    if (x <= 0 || y <= 0)
        return dx > 0 && dy > 0 ? 1.0f : 0.0f;
    return radius + 0.5f - sqrtf(x * x + y * y);
}

/* Paints the four corner blocks of `size` pixels. Coverage is the outer corner's less the inner
 * one's, which lies `inset` deeper (pass an inset of `size` for a filled box). */
static void paint_corners(
    struct raster *raster, struct box box, int size, float radius, int inset, uint32_t color)
{
    int wide = box.x1 - box.x0, high = box.y1 - box.y0;
    float inner = radius - (float)inset;
    inner = inner > 0 ? inner : 0;
    for (int v = 0; v < size; v++) {
        for (int u = 0; u < size; u++) {
            float cover = corner_cover((float)u + 0.5f, (float)v + 0.5f, radius);
            cover = cover < 1.0f ? cover : 1.0f;
            if (inset < size) {
                float hole =
                    corner_cover((float)(u - inset) + 0.5f, (float)(v - inset) + 0.5f, inner);
                hole = hole > 0.0f ? hole : 0.0f;
                cover -= hole < 1.0f ? hole : 1.0f;
            }
            uint32_t part = coverage_part(cover, color >> 24);
            if (part == 0)
                continue;
            int xs[2] = {box.x0 + u, box.x0 + wide - 1 - u},
                ys[2] = {box.y0 + v, box.y0 + high - 1 - v};
            for (int i = 0; i < 4; i++) {
                int x = xs[i & 1], y = ys[i >> 1];
                if (x < raster->clip.x0 || x >= raster->clip.x1 || y < raster->clip.y0 ||
                    y >= raster->clip.y1)
                    continue;
                uint32_t *pixel = row_at(raster, y) + x;
                *pixel = blend_pixel(*pixel, color, part);
            }
        }
    }
}

static float radius_within(struct box box, float radius)
{
    float half = (float)least(box.x1 - box.x0, box.y1 - box.y0) * 0.5f;
    radius = radius > 0 ? radius : 0;
    return radius < half ? radius : half;
}

void raster_round(struct raster *raster, struct box box, float radius, uint32_t color)
{
    radius = radius_within(box, radius);
    /* Corner blocks may not meet: in a box of odd size the middle row belongs to none of them. */
    int size = least((int)ceilf(radius), least(box.x1 - box.x0, box.y1 - box.y0) / 2);
    raster_fill(raster, (struct box){box.x0 + size, box.y0, box.x1 - size, box.y0 + size}, color);
    raster_fill(raster, (struct box){box.x0, box.y0 + size, box.x1, box.y1 - size}, color);
    raster_fill(raster, (struct box){box.x0 + size, box.y1 - size, box.x1 - size, box.y1}, color);
    paint_corners(raster, box, size, radius, size, color);
}

void raster_round_frame(
    struct raster *raster, struct box box, float radius, int width, uint32_t color)
{
    int half = least(box.x1 - box.x0, box.y1 - box.y0) / 2;
    radius = radius_within(box, radius);
    if (width >= half) {
        raster_round(raster, box, radius, color);
        return;
    }
    int size = least(most((int)ceilf(radius), width), half);
    raster_fill(raster, (struct box){box.x0 + size, box.y0, box.x1 - size, box.y0 + width}, color);
    raster_fill(raster, (struct box){box.x0 + size, box.y1 - width, box.x1 - size, box.y1}, color);
    raster_fill(raster, (struct box){box.x0, box.y0 + size, box.x0 + width, box.y1 - size}, color);
    raster_fill(raster, (struct box){box.x1 - width, box.y0 + size, box.x1, box.y1 - size}, color);
    if (width < size)
        paint_corners(raster, box, size, radius, width, color);
    else
        paint_corners(raster, box, size, radius, size, color);
}

void raster_circle(struct raster *raster, float x, float y, float radius, uint32_t color)
{
    struct box clip = raster->clip;
    /* Also keeps the conversions to int defined; NaN fails every comparison. */
    if (!(x + radius > (float)clip.x0 - 1) || !(x - radius < (float)clip.x1 + 1) ||
        !(y + radius > (float)clip.y0 - 1) || !(y - radius < (float)clip.y1 + 1) || !(radius > 0) ||
        !(radius < 32768.0f))
        return;
    struct box box = {(int)floorf(x - radius - 0.5f), (int)floorf(y - radius - 0.5f),
        (int)ceilf(x + radius + 0.5f), (int)ceilf(y + radius + 0.5f)};
    box = box_intersect(box, clip);
    for (int py = box.y0; py < box.y1; py++) {
        uint32_t *row = row_at(raster, py);
        float dy = (float)py + 0.5f - y;
        for (int px = box.x0; px < box.x1; px++) {
            float dx = (float)px + 0.5f - x;
            uint32_t part = coverage_part(radius + 0.5f - sqrtf(dx * dx + dy * dy), color >> 24);
            if (part)
                row[px] = blend_pixel(row[px], color, part);
        }
    }
}

struct hatch hatch_make(float spacing, float width)
{
    struct hatch hatch;
    int period = spacing > 3
                     ? (int)(least((int)spacing, HATCH_MAX) + (spacing - floorf(spacing) >= 0.5f))
                     : 3;
    hatch.period = least(period, HATCH_MAX);
    for (int i = 0; i < hatch.period; i++) {
        float along = fabsf((float)i - (float)(hatch.period - 1) * 0.5f);
        float distance = along * 0.70710678f; /* a step along a row is 1 / sqrt 2 across the line */
        float cover = width * 0.5f + 0.5f - distance;
        hatch.cover[i] = (uint8_t)coverage_part(cover, 255);
    }
    return hatch;
}

void raster_hatch(struct raster *raster, struct box box, const struct hatch *hatch, uint32_t color)
{
    uint8_t part[HATCH_MAX];
    for (int i = 0; i < hatch->period; i++)
        part[i] = (uint8_t)div255(hatch->cover[i] * (color >> 24));
    box = box_intersect(box, raster->clip);
    for (int y = box.y0; y < box.y1; y++) {
        uint32_t *row = row_at(raster, y);
        int at = (box.x0 + y) % hatch->period;
        for (int x = box.x0; x < box.x1; x++) {
            if (part[at])
                row[x] = blend_pixel(row[x], color, part[at]);
            at = at + 1 == hatch->period ? 0 : at + 1;
        }
    }
}

/* The part of a blit that lies in the clip, in source pixels. */
static struct box visible_part(
    const struct raster *raster, int width, int height, int x, int y, bool turned)
{
    struct box clip = raster->clip;
    if (turned) /* source x runs up from y, source y runs right from x */
        return box_intersect((struct box){0, 0, width, height},
            (struct box){y - clip.y1 + 1, clip.x0 - x, y - clip.y0 + 1, clip.x1 - x});
    return box_intersect((struct box){0, 0, width, height},
        (struct box){clip.x0 - x, clip.y0 - y, clip.x1 - x, clip.y1 - y});
}

void raster_mask(struct raster *raster, const uint8_t *mask, int width, int height, int x, int y,
    bool turned, uint32_t color, const uint8_t *curve)
{
    struct box part = visible_part(raster, width, height, x, y, turned);
    uint32_t alpha = color >> 24;
    ptrdiff_t step = turned ? -(ptrdiff_t)raster->width : 1;
    for (int v = part.y0; v < part.y1; v++) {
        const uint8_t *from = mask + (size_t)v * (size_t)width;
        int to_x = turned ? x + v : x + part.x0, to_y = turned ? y - part.x0 : y + v;
        if (part.x0 >= part.x1)
            break;
        uint32_t *to = row_at(raster, to_y) + to_x;
        for (int u = part.x0;; to += step) {
            if (from[u])
                *to = blend_pixel(*to, color, div255(curve[from[u]] * alpha));
            if (++u == part.x1)
                break;
        }
    }
}

void raster_image(struct raster *raster, const uint32_t *argb, int width, int height, int x, int y,
    bool turned, uint32_t alpha)
{
    struct box part = visible_part(raster, width, height, x, y, turned);
    for (int v = part.y0; v < part.y1; v++) {
        const uint32_t *from = argb + (size_t)v * (size_t)width;
        for (int u = part.x0; u < part.x1; u++) {
            if (from[u] >> 24 == 0)
                continue;
            uint32_t *to =
                turned ? row_at(raster, y - u) + (x + v) : row_at(raster, y + v) + (x + u);
            *to = blend_pixel(*to, from[u], div255((from[u] >> 24) * alpha));
        }
    }
}
