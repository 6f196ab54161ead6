/* canvas.c – the pixels a draw list is replayed into. Called by the window, the PNG export and the
 * tests. Turns logical into device pixels (boxes are snapped to whole ones, so that edges are crisp
 * at every scale), keeps the clip stack and hands each command to raster.h, cells.h or
 * canvas_text.h. */
#include "canvas/canvas.h"
#include "canvas/canvas_text.h"
#include "canvas/cells.h"
#include "canvas/draw_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

struct canvas {
    uint32_t *pixels;
    int width, height;
    struct cells_cache *cells;
    struct text_curves curves;
};

enum { CLIP_DEPTH = 64 }; /* deeper clips are left out */

/* One replay under way. */
struct replay {
    struct raster raster;
    struct canvas *canvas;
    struct fonts *fonts;
    float scale;
    struct box clip[CLIP_DEPTH];
    int depth;
};

static enum hs_status check_size(int width, int height, struct hs_error *error)
{
    if (width >= 1 && height >= 1 && width <= CANVAS_MAX_SIDE && height <= CANVAS_MAX_SIDE)
        return HS_OK;
    return hs_fail(error, HS_LIMIT,
        "a picture of %d x %d pixels: each side must be 1 to %d; choose a smaller size or scale",
        width, height, CANVAS_MAX_SIDE);
}

/* Pages of 2 MiB spare a window of pixels a thousand page faults, at the start and at each resize. */
static uint32_t *alloc_pixels(int width, int height)
{
    const size_t page = (size_t)2 << 20;
    size_t bytes = (size_t)width * (size_t)height * sizeof(uint32_t);
    if (bytes < page)
        return calloc(1, bytes);
    bytes = (bytes + page - 1) & ~(page - 1);
    uint32_t *pixels = aligned_alloc(page, bytes);
    if (!pixels)
        return NULL;
#if defined(__linux__)
    madvise(pixels, bytes, MADV_HUGEPAGE); /* a wish; refused or ignored is as good */
#endif
    return memset(pixels, 0, bytes);
}

static enum hs_status no_memory(int width, int height, struct hs_error *error)
{
    return hs_fail(error, HS_NO_MEMORY,
        "no memory for a picture of %d x %d pixels: choose a smaller size or scale", width, height);
}

enum hs_status canvas_new(int width, int height, struct canvas **out, struct hs_error *error)
{
    enum hs_status status = check_size(width, height, error);
    if (status)
        return status;
    struct canvas *canvas = calloc(1, sizeof *canvas);
    if (canvas) {
        canvas->pixels = alloc_pixels(width, height);
        canvas->cells = cells_cache_new(CELLS_CACHE_BYTES);
    }
    if (!canvas || !canvas->pixels || !canvas->cells) {
        canvas_drop(canvas);
        return no_memory(width, height, error);
    }
    canvas->width = width;
    canvas->height = height;
    text_curves_fill(&canvas->curves);
    *out = canvas;
    return HS_OK;
}

void canvas_drop(struct canvas *canvas)
{
    if (!canvas)
        return;
    cells_cache_drop(canvas->cells);
    free(canvas->pixels);
    free(canvas);
}

enum hs_status canvas_resize(struct canvas *canvas, int width, int height, struct hs_error *error)
{
    if (width == canvas->width && height == canvas->height)
        return HS_OK;
    enum hs_status status = check_size(width, height, error);
    if (status)
        return status;
    uint32_t *pixels = alloc_pixels(width, height);
    if (!pixels)
        return no_memory(width, height, error);
    free(canvas->pixels);
    canvas->pixels = pixels;
    canvas->width = width;
    canvas->height = height;
    return HS_OK;
}

int canvas_width(const struct canvas *canvas)
{
    return canvas->width;
}

int canvas_height(const struct canvas *canvas)
{
    return canvas->height;
}

const uint32_t *canvas_pixels(const struct canvas *canvas)
{
    return canvas->pixels;
}

uint64_t canvas_hash(const struct canvas *canvas)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a, 64 bit, over 32-bit words */
    hash = (hash ^ (uint64_t)(unsigned)canvas->width) * 1099511628211u;
    hash = (hash ^ (uint64_t)(unsigned)canvas->height) * 1099511628211u;
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ canvas->pixels[i]) * 1099511628211u;
    return hash;
}

/* ------------------------------------------------------------------ logical -> device */

static int snap(float value)
{
    /* The bounds keep the conversion defined; NaN becomes the lower one. */
    if (!(value > -1e6f))
        return -1000000;
    return value < 1e6f ? (int)floorf(value + 0.5f) : 1000000;
}

/* Thin boxes (rules, separators) get the same whole thickness wherever they lie; others share edges
 * with neighbours. */
static void snap_extent(float from, float length, float scale, int *low, int *high)
{
    float device = length * scale;
    *low = snap(from * scale);
    if (device < 2.5f)
        *high = *low + (device > 1.5f ? snap(device) : 1);
    else
        *high = snap((from + length) * scale);
}

static struct box snap_box(struct rect area, float scale)
{
    struct box box;
    snap_extent(area.x, area.w, scale, &box.x0, &box.x1);
    snap_extent(area.y, area.h, scale, &box.y0, &box.y1);
    return box;
}

static int snap_width(float width, float scale)
{
    int device = snap(width * scale);
    return device > 1 ? device : 1;
}

/* A line along an axis is a box: crisp, where anti-aliasing would smear it over two rows. */
static void replay_line(struct replay *replay, const struct draw_shape *shape)
{
    float scale = replay->scale, width = shape->width * scale;
    struct rect line = shape->area;
    bool upright = line.x == line.w, level = line.y == line.h;
    if (upright == level) {
        raster_line(&replay->raster, line.x * scale, line.y * scale, line.w * scale, line.h * scale,
            width, shape->color);
        return;
    }
    int thick = snap_width(shape->width, scale);
    float across = (upright ? line.x : line.y) * scale;
    int low = snap(across - (float)thick * 0.5f);
    float from = upright ? line.y : line.x, to = upright ? line.h : line.w;
    int start = snap((from < to ? from : to) * scale), end = snap((from < to ? to : from) * scale);
    struct box box = upright ? (struct box){low, start, low + thick, end}
                             : (struct box){start, low, end, low + thick};
    uint32_t color = shape->color;
    if (width < 1.0f) {
        uint32_t alpha = (uint32_t)(int)((float)(color >> 24) * width + 0.5f);
        color = (color & 0xffffff) | alpha << 24;
    }
    raster_fill(&replay->raster, box, color);
}

static void replay_polygon(struct replay *replay, const struct draw_points *polygon)
{
    float xy[POLYGON_MAX * 2];
    size_t count = polygon->count < POLYGON_MAX ? polygon->count : POLYGON_MAX;
    for (size_t i = 0; i < 2 * count; i++)
        xy[i] = polygon->xy[i] * replay->scale;
    raster_polygon(&replay->raster, xy, count, polygon->color);
}

static void replay_cells(struct replay *replay, const struct cells *cells)
{
    struct raster *raster = &replay->raster;
    float scale = replay->scale;
    /* A side beyond this is no picture; it also keeps the sizes below in int. */
    if (!(cells->area.w * scale < 4 * CANVAS_MAX_SIDE) ||
        !(cells->area.h * scale < 4 * CANVAS_MAX_SIDE) || !(fabsf(cells->area.x * scale) < 1e6f) ||
        !(fabsf(cells->area.y * scale) < 1e6f))
        return;
    struct box box = cells_box(cells, scale), seen = box_intersect(box, raster->clip);
    if (seen.x0 >= seen.x1 || seen.y0 >= seen.y1)
        return;
    int width = box.x1 - box.x0, height = box.y1 - box.y0;
    uint32_t *to = raster->pixels + (size_t)seen.y0 * (size_t)raster->width + seen.x0;
    struct box part = {seen.x0 - box.x0, seen.y0 - box.y0, seen.x1 - box.x0, seen.y1 - box.y0};
    const uint32_t *ready = cells_cache_picture(replay->canvas->cells, cells, width, height, scale);
    if (!ready) {
        cells_paint(cells, width, height, scale, part, false, to, (size_t)raster->width);
        return;
    }
    for (int y = part.y0; y < part.y1; y++, to += raster->width)
        memcpy(to, ready + (size_t)y * (size_t)width + part.x0,
            (size_t)(part.x1 - part.x0) * sizeof *to);
}

static void replay_ramp(struct replay *replay, const struct draw_shape *shape)
{
    struct box box = snap_box(shape->area, replay->scale);
    bool vertical = shape->width > 0;
    int length = vertical ? box.y1 - box.y0 : box.x1 - box.x0;
    for (int i = 0; i < length; i++) {
        uint32_t color =
            palette_color((enum palette)shape->color, ((float)i + 0.5f) / (float)length);
        struct box line = vertical ? (struct box){box.x0, box.y1 - 1 - i, box.x1, box.y1 - i}
                                   : (struct box){box.x0 + i, box.y0, box.x0 + i + 1, box.y1};
        raster_fill(&replay->raster, line, color);
    }
}

static void replay_clip(struct replay *replay, struct rect area)
{
    if (replay->depth < CLIP_DEPTH) {
        replay->clip[replay->depth] = replay->raster.clip;
        replay->raster.clip = box_intersect(replay->raster.clip, snap_box(area, replay->scale));
    }
    replay->depth++;
}

static void replay_clip_end(struct replay *replay)
{
    if (replay->depth == 0)
        return;
    replay->depth--;
    if (replay->depth < CLIP_DEPTH)
        replay->raster.clip = replay->clip[replay->depth];
}

static void replay_shape(struct replay *replay, const struct draw_shape *shape)
{
    struct raster *raster = &replay->raster;
    float scale = replay->scale;
    struct rect area = shape->area;
    switch (shape->command.kind) {
    case DRAW_RECT:
        raster_fill(raster, snap_box(area, scale), shape->color);
        break;
    case DRAW_FRAME:
        raster_frame(raster, snap_box(area, scale), snap_width(shape->width, scale), shape->color);
        break;
    case DRAW_ROUND:
        raster_round(raster, snap_box(area, scale), shape->radius * scale, shape->color);
        break;
    case DRAW_ROUND_FRAME:
        raster_round_frame(raster, snap_box(area, scale), shape->radius * scale,
            snap_width(shape->width, scale), shape->color);
        break;
    case DRAW_CIRCLE:
        raster_circle(raster, area.x * scale, area.y * scale, shape->radius * scale, shape->color);
        break;
    case DRAW_LINK:
        raster_link(raster, area.x * scale, area.y * scale, area.w * scale, area.h * scale,
            shape->width * scale, shape->radius * scale, shape->color);
        break;
    case DRAW_HATCH: {
        struct hatch hatch = hatch_make(shape->radius * scale, CELLS_HATCH_WIDTH * scale);
        raster_hatch(raster, snap_box(area, scale), &hatch, shape->color);
        break;
    }
    }
}

static void replay_command(struct replay *replay, const struct draw_command *command)
{
    switch (command->kind) {
    case DRAW_GROUP:
    case DRAW_GROUP_END:
        break;
    case DRAW_CLIP:
        replay_clip(replay, ((const struct draw_shape *)command)->area);
        break;
    case DRAW_CLIP_END:
        replay_clip_end(replay);
        break;
    case DRAW_LINE:
        replay_line(replay, (const struct draw_shape *)command);
        break;
    case DRAW_POLYGON:
        replay_polygon(replay, (const struct draw_points *)command);
        break;
    case DRAW_CELLS:
        replay_cells(replay, &((const struct draw_matrix *)command)->cells);
        break;
    case DRAW_RAMP:
        replay_ramp(replay, (const struct draw_shape *)command);
        break;
    case DRAW_TEXT:
        text_paint(&replay->raster, &replay->canvas->curves, replay->fonts, replay->scale,
            (const struct draw_string *)command);
        break;
    default:
        replay_shape(replay, (const struct draw_shape *)command);
    }
}

void canvas_replay(struct canvas *canvas, const struct draw_list *list, uint32_t back, float scale)
{
    struct box whole = {0, 0, canvas->width, canvas->height};
    struct replay replay = {.canvas = canvas, .fonts = draw_list_fonts(list), .scale = scale};
    replay.raster = (struct raster){canvas->pixels, canvas->width, canvas->height, whole};
    raster_fill(&replay.raster, whole, back | 0xff000000u);
    size_t at = 0;
    const struct draw_command *command;
    while ((command = draw_list_next(list, &at)))
        replay_command(&replay, command);
}
