/* fonts.c – the public face of the fonts: open, measure, fit, hit. Called by draw.c (elision),
 * widgets (carets) and the targets. Long text is handled chunk by chunk, so that measuring a prefix
 * or drawing a window of it never touches the rest. */
#include "canvas/fonts_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this em (device pixels) text is a mistake; it also keeps the arithmetic in int. */
#define EM_MAX 512.0f

static enum hs_status make(bool fixed, struct fonts **out, struct hs_error *error)
{
    struct fonts *fonts = calloc(1, sizeof *fonts);
    struct text_cache *cache = text_cache_new(TEXT_CACHE_BYTES);
    if (!fonts || !cache) {
        free(fonts);
        text_cache_drop(cache);
        return hs_fail(
            error, HS_NO_MEMORY, "no memory for the fonts: close other programs and try again");
    }
    fonts->fixed = fixed;
    fonts->scale = 1;
    fonts->cache = cache;
    enum hs_status status = fixed ? HS_OK : fonts_find_faces(fonts, error);
    if (status) {
        fonts_drop(fonts);
        return status;
    }
    *out = fonts;
    return HS_OK;
}

enum hs_status fonts_open(struct fonts **fonts, struct hs_error *error)
{
    return make(false, fonts, error);
}

enum hs_status fonts_open_fixed(struct fonts **fonts, struct hs_error *error)
{
    return make(true, fonts, error);
}

void fonts_drop(struct fonts *fonts)
{
    if (!fonts)
        return;
    fonts_digits_drop(fonts);
    fonts_find_drop(fonts);
    text_cache_drop(fonts->cache);
    free(fonts);
}

void fonts_set_scale(struct fonts *fonts, float scale)
{
    fonts->scale = scale > 0.05f ? scale : 0.05f;
}

float fonts_scale(const struct fonts *fonts)
{
    return fonts->scale;
}

bool fonts_is_fixed(const struct fonts *fonts)
{
    return fonts->fixed;
}

int fonts_em72_at(float size, float scale)
{
    float em = size * scale;
    em = em > 1.0f ? em : 1.0f;
    em = em < EM_MAX ? em : EM_MAX;
    return (int)(em * 72.0f + 0.5f);
}

int fonts_em72(const struct fonts *fonts, float size)
{
    return fonts_em72_at(size, fonts->scale);
}

size_t fonts_chunk(const char *text, size_t length)
{
    size_t cut = 0; /* the last place where the chunk may end */
    bool any_rtl = false;
    for (size_t at = 0; at < length;) {
        size_t from = at;
        uint32_t code = hs_utf8_next(text, length, &at);
        size_t limit = any_rtl ? CHUNK_MAX : CHUNK_SOFT;
        if (fonts_is_rtl(code))
            any_rtl = true;
        else if (from >= limit && !fonts_joins_previous(code))
            return cut ? cut : from;
        if (at > CHUNK_MAX)
            return cut ? cut : from;
        if (code == ' ' && at >= limit / 2)
            cut = at;
    }
    return length;
}

static struct text_entry *find_entry(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length)
{
    bool fresh;
    struct text_entry *entry = text_cache_find(fonts->cache, face, em72, text, length, &fresh);
    if (!entry || !fresh)
        return entry;
    if (fonts->fixed) {
        size_t count = 0;
        for (size_t at = 0; at < length; count++)
            hs_utf8_next(text, length, &at);
        entry->image.advance = (int)((count * (size_t)fonts_fixed_advance64(em72) + 32) / 64);
    } else {
        struct text_runs runs;
        fonts_split(fonts, face, text, length, &runs);
        entry->image.advance = fonts_runs_width(fonts, em72, &runs);
    }
    return entry;
}

float fonts_chunk_width(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length)
{
    if (!fonts->fixed && fonts_is_number(text, length))
        return (float)fonts_number_width64(fonts, face, em72, text, length) / 64.0f;
    struct text_entry *entry = find_entry(fonts, face, em72, text, length);
    return entry ? (float)entry->image.advance : 0;
}

const struct text_image *fonts_chunk_image(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length)
{
    struct text_entry *entry = find_entry(fonts, face, em72, text, length);
    if (!entry || entry->rendered)
        return entry ? &entry->image : NULL;
    int advance = entry->image.advance;
    bool done;
    if (fonts->fixed) {
        done = fonts_fixed_render(em72, text, length, &entry->image);
    } else {
        struct text_runs runs;
        fonts_split(fonts, face, text, length, &runs);
        done = fonts_runs_render(fonts, em72, &runs, &entry->image);
    }
    entry->image.advance = advance;
    entry->rendered = done;
    text_cache_grown(fonts->cache, entry);
    return &entry->image;
}

float fonts_width_at(struct fonts *fonts, enum face face, int em72, const char *text, size_t length)
{
    float width = 0;
    for (size_t at = 0; at < length;) {
        size_t chunk = fonts_chunk(text + at, length - at);
        width += fonts_chunk_width(fonts, face, em72, text + at, chunk);
        at += chunk;
    }
    return width;
}

float fonts_width(struct fonts *fonts, enum face face, float size, const char *text, size_t length)
{
    return fonts_width_at(fonts, face, fonts_em72(fonts, size), text, length) / fonts->scale;
}

/* The next place after `at` where a caret may stand. */
static size_t next_stop(const char *text, size_t length, size_t at)
{
    uint32_t code = hs_utf8_next(text, length, &at);
    while (at < length) {
        size_t next = at;
        uint32_t follower = hs_utf8_next(text, length, &next);
        if (!fonts_joins_previous(follower) && code != 0x200d)
            break;
        code = follower;
        at = next;
    }
    return at;
}

/* Width of the first `length` bytes of a chunk, not cached: prefixes come by the dozen and are not
 * asked again. */
static float prefix_width(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length)
{
    if (fonts->fixed || fonts_is_number(text, length))
        return fonts_chunk_width(fonts, face, em72, text, length);
    struct text_runs runs;
    fonts_split(fonts, face, text, length, &runs);
    return (float)fonts_runs_width(fonts, em72, &runs);
}

/* Offsets of the caret stops of a chunk, the first 0, the last its length. */
static size_t list_stops(const char *text, size_t length, size_t *stops)
{
    size_t count = 0, at = 0;
    stops[count++] = 0;
    while (at < length && count < CHUNK_MAX + 1) {
        at = next_stop(text, length, at);
        stops[count++] = at;
    }
    return count;
}

static size_t fit_chunk(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length, float width)
{
    size_t stops[CHUNK_MAX + 1];
    size_t low = 0,
           high = list_stops(text, length, stops) - 1; /* stops[low] fits, stops[high] does not */
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (prefix_width(fonts, face, em72, text, stops[middle]) <= width)
            low = middle;
        else
            high = middle;
    }
    return stops[low];
}

size_t fonts_fit(
    struct fonts *fonts, enum face face, float size, const char *text, size_t length, float width)
{
    int em72 = fonts_em72(fonts, size);
    float left = width * fonts->scale;
    for (size_t at = 0; at < length;) {
        size_t chunk = fonts_chunk(text + at, length - at);
        float chunk_width = fonts_chunk_width(fonts, face, em72, text + at, chunk);
        if (chunk_width > left) {
            struct text_entry *entry = find_entry(fonts, face, em72, text + at, chunk);
            if (!entry)
                return at;
            if (entry->fit_width != left) {
                size_t fits = fit_chunk(fonts, face, em72, text + at, chunk, left);
                entry = find_entry(fonts, face, em72, text + at, chunk);
                if (!entry)
                    return at + fits;
                entry->fit_width = left;
                entry->fit_bytes = fits;
            }
            return at + entry->fit_bytes;
        }
        left -= chunk_width;
        at += chunk;
    }
    return length;
}

/* Where the caret before byte `offset` of a chunk stands, device pixels from the chunk's left edge. */
static float chunk_caret(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length, size_t offset)
{
    if (fonts->fixed || fonts_is_number(text, length))
        return fonts_chunk_width(fonts, face, em72, text, offset);
    struct text_runs whole, prefix;
    fonts_split(fonts, face, text, length, &whole);
    fonts_split(fonts, face, text, offset, &prefix); /* for its cleaned length only */
    return (float)fonts_runs_caret(fonts, em72, &whole, prefix.length);
}

float fonts_caret(
    struct fonts *fonts, enum face face, float size, const char *text, size_t length, size_t offset)
{
    int em72 = fonts_em72(fonts, size);
    float x = 0;
    for (size_t at = 0; at < length;) {
        size_t chunk = fonts_chunk(text + at, length - at);
        if (offset <= at + chunk)
            return (x + chunk_caret(fonts, face, em72, text + at, chunk, offset - at)) /
                   fonts->scale;
        x += fonts_chunk_width(fonts, face, em72, text + at, chunk);
        at += chunk;
    }
    return x / fonts->scale;
}

static bool chunk_has_rtl(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        if (fonts_is_rtl(hs_utf8_next(text, length, &at)))
            return true;
    }
    return false;
}

/* The stop of a chunk nearest to x. Left-to-right text is searched by halves, other text stop by
 * stop. */
static size_t hit_chunk(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length, float x)
{
    size_t stops[CHUNK_MAX + 1];
    size_t count = list_stops(text, length, stops), low = 0, high = count - 1;
    if (!chunk_has_rtl(text, length)) {
        while (high - low > 1) {
            size_t middle = (low + high) / 2;
            if (chunk_caret(fonts, face, em72, text, length, stops[middle]) <= x)
                low = middle;
            else
                high = middle;
        }
    }
    size_t best = stops[low];
    float nearest = INFINITY;
    for (size_t i = low; i <= high; i++) {
        float gap = fabsf(chunk_caret(fonts, face, em72, text, length, stops[i]) - x);
        if (gap < nearest) {
            nearest = gap;
            best = stops[i];
        }
    }
    return best;
}

size_t fonts_hit(
    struct fonts *fonts, enum face face, float size, const char *text, size_t length, float x)
{
    int em72 = fonts_em72(fonts, size);
    float left = x * fonts->scale;
    for (size_t at = 0; at < length;) {
        size_t chunk = fonts_chunk(text + at, length - at);
        float width = fonts_chunk_width(fonts, face, em72, text + at, chunk);
        if (left <= width || at + chunk == length)
            return at + hit_chunk(fonts, face, em72, text + at, chunk, left);
        left -= width;
        at += chunk;
    }
    return 0;
}

static struct open_font *primary(struct fonts *fonts, enum face face, int em72)
{
    return fonts_open_size(fonts, fonts->primary[face], em72, false);
}

float fonts_cap(struct fonts *fonts, enum face face, int em72)
{
    struct open_font *open = fonts->fixed ? NULL : primary(fonts, face, em72);
    return open ? (float)open->cap : (float)((em72 * 7 / 10 + 36) / 72);
}
