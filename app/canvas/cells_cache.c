/* cells_cache.c – ready-coloured heatmaps, so that a frame of 144 large heads is copied instead of
 * computed again. Called by canvas.c. A picture is found by every field that shapes it but not by
 * its place, so that scrolling finds it too. */
#include "canvas/cells.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Below this many cells, painting costs about as much as copying, unless many of them share a
 * pixel. */
enum { DIRECT_CELLS = 1 << 14, DIRECT_CELLS_A_PIXEL = 2 };

/* From so many cells on, reading them takes most of a frame: two threads share it. */
#define SHARED_CELLS (4.0 * 1048576)

struct cached {
    struct cells key; /* area zeroed */
    float scale;
    int width, height;
    size_t bytes;
    struct cached *next;          /* of its bucket */
    struct cached *newer, *older; /* by their last use */
    uint32_t pixels[];
};

/* There can be thousands of small pictures: nothing here looks at all of them. */
enum { BUCKET_BITS = 10, BUCKETS = 1 << BUCKET_BITS };
struct cells_cache {
    struct cached *bucket[BUCKETS], *newest, *oldest;
    size_t bytes, limit;
};

struct cells_cache *cells_cache_new(size_t limit)
{
    struct cells_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        cache->limit = limit;
    return cache;
}

void cells_cache_drop(struct cells_cache *cache)
{
    if (!cache)
        return;
    while (cache->newest) {
        struct cached *older = cache->newest->older;
        free(cache->newest);
        cache->newest = older;
    }
    free(cache);
}

size_t cells_cache_bytes(const struct cells_cache *cache)
{
    return cache->bytes;
}

static bool same_picture(const struct cells *a, const struct cells *b)
{
    return a->identity == b->identity && a->matrix.data == b->matrix.data &&
           a->matrix.rows == b->matrix.rows && a->matrix.cols == b->matrix.cols &&
           a->matrix.stride == b->matrix.stride && a->row0 == b->row0 && a->row1 == b->row1 &&
           a->col0 == b->col0 && a->col1 == b->col1 && a->palette == b->palette &&
           a->scale == b->scale && a->reduce == b->reduce && a->lo == b->lo && a->hi == b->hi &&
           a->causal == b->causal && a->causal_shift == b->causal_shift && a->hidden == b->hidden &&
           a->back == b->back && a->mask_color == b->mask_color;
}

static struct cached **bucket_of(struct cells_cache *cache, const struct cells *key)
{
    return &cache->bucket[(key->identity * 0x9e3779b97f4a7c15u) >> (64 - BUCKET_BITS)];
}

static void take_out(struct cells_cache *cache, struct cached *picture)
{
    *(picture->newer ? &picture->newer->older : &cache->newest) = picture->older;
    *(picture->older ? &picture->older->newer : &cache->oldest) = picture->newer;
}

static void put_first(struct cells_cache *cache, struct cached *picture)
{
    picture->newer = NULL;
    picture->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = picture;
    cache->newest = picture;
}

static void make_room(struct cells_cache *cache, size_t bytes)
{
    while (cache->oldest && cache->bytes + bytes > cache->limit) {
        struct cached *gone = cache->oldest, **at = bucket_of(cache, &gone->key);
        while (*at != gone)
            at = &(*at)->next;
        *at = gone->next;
        take_out(cache, gone);
        cache->bytes -= gone->bytes;
        free(gone);
    }
}

struct half {
    const struct cells *cells;
    int width, height;
    float scale;
    struct box part;
    uint32_t *out;
    bool painted;
};

static void *paint_half(void *argument)
{
    struct half *half = argument;
    half->painted = cells_paint(half->cells, half->width, half->height, half->scale, half->part,
        false, half->out, (size_t)half->width);
    return NULL;
}

/* Every pixel is the same, whoever paints it. */
static bool paint_whole(
    const struct cells *cells, int width, int height, float scale, double shown, uint32_t *pixels)
{
    int middle = shown >= SHARED_CELLS ? height / 2 : 0;
    struct half upper = {cells, width, height, scale, {0, 0, width, middle}, pixels, true},
                lower = {cells, width, height, scale, {0, middle, width, height},
                    pixels + (size_t)middle * (size_t)width, false};
    pthread_t thread;
    bool shared = middle > 0 && pthread_create(&thread, NULL, paint_half, &upper) == 0;
    if (middle > 0 && !shared)
        paint_half(&upper);
    paint_half(&lower);
    if (shared)
        pthread_join(thread, NULL);
    return upper.painted && lower.painted;
}

const uint32_t *cells_cache_picture(
    struct cells_cache *cache, const struct cells *cells, int width, int height, float scale)
{
    double shown = (cells->row1 - cells->row0) * (cells->col1 - cells->col0);
    size_t bytes = sizeof(struct cached) + (size_t)width * (size_t)height * sizeof(uint32_t);
    bool direct =
        shown <= DIRECT_CELLS && shown <= DIRECT_CELLS_A_PIXEL * (double)width * (double)height;
    if (cells->identity == 0 || direct || bytes > cache->limit / 2)
        return NULL;
    struct cached **bucket = bucket_of(cache, cells);
    for (struct cached *at = *bucket; at; at = at->next) {
        if (at->width == width && at->height == height && at->scale == scale &&
            same_picture(&at->key, cells)) {
            take_out(cache, at);
            put_first(cache, at);
            return at->pixels;
        }
    }
    make_room(cache, bytes);
    struct cached *picture = malloc(bytes);
    if (!picture)
        return NULL;
    if (!paint_whole(cells, width, height, scale, shown, picture->pixels)) {
        free(picture);
        return NULL;
    }
    picture->key = *cells;
    picture->scale = scale;
    picture->width = width;
    picture->height = height;
    picture->bytes = bytes;
    picture->next = *bucket;
    *bucket = picture;
    put_first(cache, picture);
    cache->bytes += bytes;
    return picture->pixels;
}
