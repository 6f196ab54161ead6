/* raster_lines.c – straight lines, S-curves and convex polygons. See raster.h.
 * Lines and curves are walked along one axis; in each column the pixels near the centre line get
 * the coverage that their distance gives: no joints, no pixel blended twice, right with transparent
 * colours. */
#include "canvas/draw.h"
#include "canvas/raster.h"

#include <math.h>

/* A line seen along its longer axis: `a` runs along it, `b` across. */
struct strip {
    uint32_t *pixels;
    ptrdiff_t step_a, step_b;
    int a0, a1, b0, b1; /* clip */
    uint32_t color, alpha;
};

static struct strip strip_make(
    const struct raster *raster, bool swapped, uint32_t color, uint32_t alpha)
{
    struct box clip = raster->clip;
    if (swapped)
        return (struct strip){
            raster->pixels, raster->width, 1, clip.y0, clip.y1, clip.x0, clip.x1, color, alpha};
    return (struct strip){
        raster->pixels, 1, raster->width, clip.x0, clip.x1, clip.y0, clip.y1, color, alpha};
}

/* floorf and ceilf are calls on a processor without SSE4.1, and these run twice a column. */
static int clamp_floor(float value, int low, int high)
{
    if (!(value > (float)low))
        return low;
    if (!(value < (float)high))
        return high;
    int cut = (int)value;
    return cut - ((float)cut > value);
}

static int clamp_ceil(float value, int low, int high)
{
    if (!(value > (float)low))
        return low;
    if (!(value < (float)high))
        return high;
    int cut = (int)value;
    return cut + ((float)cut < value);
}

/* One column of a stroke: centre `middle`, distance = |b - middle| * cosine, `reach` = (half + 0.5)
 * / cosine, everything times `share` (0 … 1). Distances run in 1/65536 pixel: an addition, a
 * minimum and a product a pixel. Widths stay below 2^14. */
static void stroke_column(const struct strip *strip, int a, float middle, float cosine, float half,
    float reach, float share)
{
    int b0 = clamp_floor(middle - reach, strip->b0, strip->b1);
    int b1 = clamp_ceil(middle + reach, strip->b0, strip->b1);
    uint32_t *pixel = strip->pixels + (ptrdiff_t)a * strip->step_a + (ptrdiff_t)b0 * strip->step_b;
    int64_t distance = (int64_t)(((float)b0 + 0.5f - middle) * cosine * 65536.0f);
    int64_t step = (int64_t)(cosine * 65536.0f), edge = (int64_t)((half + 0.5f) * 65536.0f);
    int64_t alpha = (int64_t)((float)strip->alpha * share * 256.0f);
    for (int b = b0; b < b1; b++, pixel += strip->step_b, distance += step) {
        int64_t cover = edge - (distance < 0 ? -distance : distance);
        if (cover <= 0)
            continue;
        cover = cover < 65536 ? cover : 65536;
        uint32_t part = (uint32_t)((cover * alpha + (1 << 23)) >> 24);
        *pixel = part == 255 ? strip->color | 0xff000000u : blend_pixel(*pixel, strip->color, part);
    }
}

/* The same near an end, where the distance to the cap counts too: along = (a - a0) * ua + (b - b0)
 * * ub. */
static void cap_column(const struct strip *strip, int a, float middle, float cosine, float half,
    float a0, float b0, float sine, float length)
{
    float reach = (half + 0.5f) / cosine;
    int from = clamp_floor(middle - reach, strip->b0, strip->b1),
        to = clamp_ceil(middle + reach, strip->b0, strip->b1);
    for (int b = from; b < to; b++) {
        uint32_t *pixel =
            strip->pixels + (ptrdiff_t)a * strip->step_a + (ptrdiff_t)b * strip->step_b;
        float across = half + 0.5f - fabsf(((float)b + 0.5f - middle) * cosine);
        float along = ((float)a + 0.5f - a0) * cosine + ((float)b + 0.5f - b0) * sine;
        float end = (along < length - along ? along : length - along) + 0.5f;
        across = across < 1.0f ? across : 1.0f;
        end = end < 1.0f ? end : 1.0f;
        if (across > 0 && end > 0)
            *pixel = blend_pixel(*pixel, strip->color, coverage_part(across * end, strip->alpha));
    }
}

/* Alpha for a width: thinner than a pixel is fainter, not narrower. */
static uint32_t thin_alpha(float *width, uint32_t color)
{
    uint32_t alpha = color >> 24;
    if (*width < 1.0f) {
        alpha = (uint32_t)(int)((float)alpha * *width + 0.5f);
        *width = 1.0f;
    }
    return alpha;
}

static bool is_drawable(float x0, float y0, float x1, float y1, float width)
{
    /* Far outside, floats lose the fraction of a pixel; such a line is a mistake of the caller. */
    const float far = 1e6f;
    return fabsf(x0) < far && fabsf(y0) < far && fabsf(x1) < far && fabsf(y1) < far && width > 0 &&
           width < 16384.0f;
}

void raster_line(
    struct raster *raster, float x0, float y0, float x1, float y1, float width, uint32_t color)
{
    if (!is_drawable(x0, y0, x1, y1, width))
        return;
    bool swapped = fabsf(y1 - y0) > fabsf(x1 - x0);
    float a0 = swapped ? y0 : x0, b0 = swapped ? x0 : y0, a1 = swapped ? y1 : x1,
          b1 = swapped ? x1 : y1;
    if (a0 > a1) {
        float swap = a0;
        a0 = a1;
        a1 = swap;
        swap = b0;
        b0 = b1;
        b1 = swap;
    }
    float length = sqrtf((a1 - a0) * (a1 - a0) + (b1 - b0) * (b1 - b0));
    if (!(length > 0))
        return;
    uint32_t alpha = thin_alpha(&width, color);
    struct strip strip = strip_make(raster, swapped, color, alpha);
    float cosine = (a1 - a0) / length, sine = (b1 - b0) / length, slope = sine / cosine,
          half = width * 0.5f;
    float reach = (half + 0.5f) / cosine;
    /* The caps reach this far along the axis. */
    float cap = half * fabsf(sine) + 1.5f;
    int first = clamp_floor(a0 - cap, strip.a0, strip.a1),
        last = clamp_ceil(a1 + cap, strip.a0, strip.a1);
    for (int a = first; a < last; a++) {
        float middle = b0 + ((float)a + 0.5f - a0) * slope;
        if ((float)a < a0 + cap || (float)a + 1.0f > a1 - cap)
            cap_column(&strip, a, middle, cosine, half, a0, b0, sine, length);
        else
            stroke_column(&strip, a, middle, cosine, half, reach, 1.0f);
    }
}

void raster_link(struct raster *raster, float x0, float y0, float x1, float y1, float width,
    float dash, uint32_t color)
{
    if (!is_drawable(x0, y0, x1, y1, width))
        return;
    if (x0 > x1) {
        float swap = x0;
        x0 = x1;
        x1 = swap;
        swap = y0;
        y0 = y1;
        y1 = swap;
    }
    float run = x1 - x0, rise = y1 - y0;
    if (run < 1.0f) {
        raster_line(raster, x0, y0, x1, y1, width, color);
        return;
    }
    uint32_t alpha = thin_alpha(&width, color);
    struct strip strip = strip_make(raster, false, color, alpha);
    float half = width * 0.5f;
    int first = clamp_floor(x0, strip.a0, strip.a1), last = clamp_ceil(x1, strip.a0, strip.a1);
    for (int a = first; a < last; a++) {
        float left = (float)a > x0 ? (float)a : x0,
              right = (float)(a + 1) < x1 ? (float)(a + 1) : x1;
        if (dash > 0 && fmodf((float)a + 0.5f - x0, dash * LINK_DASH_PERIOD) >= dash)
            continue;
        float s = ((left + right) * 0.5f - x0) / run;
        float slope = rise * 6.0f * s * (1.0f - s) / run;
        float middle = y0 + rise * s * s * (3.0f - 2.0f * s);
        float stretch = sqrtf(1.0f + slope * slope);
        stroke_column(
            &strip, a, middle, 1.0f / stretch, half, (half + 0.5f) * stretch, right - left);
    }
}

struct edge { /* distance inside = x * nx + y * ny + c */
    float nx, ny, c;
};

/* One row: [*outer0, *outer1) may be touched, [*inner0, *inner1) lies inside by half a pixel or
 * more. */
static bool polygon_row(
    const struct edge *edges, size_t count, float y, struct box clip, int outer[2], int inner[2])
{
    float out0 = (float)clip.x0, out1 = (float)clip.x1, in0 = out0, in1 = out1;
    for (size_t i = 0; i < count; i++) {
        float rest = edges[i].ny * y + edges[i].c;
        if (edges[i].nx > 1e-6f) {
            out0 = fmaxf(out0, (-0.5f - rest) / edges[i].nx);
            in0 = fmaxf(in0, (0.5f - rest) / edges[i].nx);
        } else if (edges[i].nx < -1e-6f) {
            out1 = fminf(out1, (-0.5f - rest) / edges[i].nx);
            in1 = fminf(in1, (0.5f - rest) / edges[i].nx);
        } else if (rest <= -0.5f) {
            return false;
        } else if (rest < 0.5f) {
            in1 = in0;
        }
    }
    outer[0] = clamp_floor(out0 - 1.0f, clip.x0, clip.x1);
    outer[1] = clamp_ceil(out1 + 1.0f, clip.x0, clip.x1);
    inner[0] = clamp_ceil(in0 + 1.0f, clip.x0, clip.x1);
    inner[1] = clamp_floor(in1 - 1.0f, clip.x0, clip.x1);
    if (inner[0] >= inner[1]) /* nothing surely inside: every pixel is measured */
        inner[0] = inner[1] = outer[1];
    return outer[0] < outer[1];
}

static void polygon_pixels(
    uint32_t *row, int x0, int x1, float y, const struct edge *edges, size_t count, uint32_t color)
{
    for (int x = x0; x < x1; x++) {
        float inside = 1.0f;
        for (size_t i = 0; i < count; i++) {
            float distance = ((float)x + 0.5f) * edges[i].nx + y * edges[i].ny + edges[i].c + 0.5f;
            inside = distance < inside ? distance : inside;
        }
        uint32_t part = coverage_part(inside, color >> 24);
        if (part)
            row[x] = blend_pixel(row[x], color, part);
    }
}

void raster_polygon(struct raster *raster, const float *xy, size_t count, uint32_t color)
{
    struct edge edges[POLYGON_MAX];
    size_t edge_count = 0;
    float area = 0, top = INFINITY, bottom = -INFINITY;
    count = count < POLYGON_MAX ? count : POLYGON_MAX;
    for (size_t i = 0; i < count; i++) {
        const float *p = xy + 2 * i, *q = xy + 2 * ((i + 1) % count);
        if (!is_drawable(p[0], p[1], q[0], q[1], 1.0f))
            return;
        area += p[0] * q[1] - q[0] * p[1];
        top = p[1] < top ? p[1] : top;
        bottom = p[1] > bottom ? p[1] : bottom;
    }
    float side = area > 0 ? 1.0f : -1.0f; /* which side of an edge is inside */
    for (size_t i = 0; i < count; i++) {
        const float *p = xy + 2 * i, *q = xy + 2 * ((i + 1) % count);
        float dx = q[0] - p[0], dy = q[1] - p[1], length = sqrtf(dx * dx + dy * dy);
        if (!(length > 0))
            continue;
        struct edge edge = {-dy / length * side, dx / length * side, 0};
        edge.c = -(edge.nx * p[0] + edge.ny * p[1]);
        edges[edge_count++] = edge;
    }
    if (edge_count < 3)
        return;
    int first = clamp_floor(top - 0.5f, raster->clip.y0, raster->clip.y1);
    int last = clamp_ceil(bottom + 0.5f, raster->clip.y0, raster->clip.y1);
    for (int y = first; y < last; y++) {
        int outer[2], inner[2];
        float middle = (float)y + 0.5f;
        uint32_t *row = raster->pixels + (size_t)y * (size_t)raster->width;
        if (!polygon_row(edges, edge_count, middle, raster->clip, outer, inner))
            continue;
        polygon_pixels(row, outer[0], inner[0], middle, edges, edge_count, color);
        for (int x = inner[0]; x < inner[1]; x++)
            row[x] = blend_pixel(row[x], color, color >> 24);
        polygon_pixels(row, inner[1], outer[1], middle, edges, edge_count, color);
    }
}
