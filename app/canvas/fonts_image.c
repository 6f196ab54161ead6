/* fonts_image.c – measures runs and renders them into one image. Called for each text that is not
 * in the cache. Coverage and coloured glyphs are kept apart: the first takes the text's colour when
 * drawn, the second has its own. A run that cannot be rendered is left blank; measuring and
 * rendering agree. */
#include "canvas/fonts_private.h"

#include <stdlib.h>
#include <string.h>

/* A colour glyph is drawn this many em tall, as wide emoji of text fonts are. */
#define COLOR_EM 1.17f

struct piece { /* one run, rendered */
    SDL_Surface *surface;
    int x, top;        /* of its pixels, from the pen and above the baseline */
    int width, height; /* as drawn; other than the surface's for colour glyphs */
    bool color;
};

static void copy_run(char *text, const struct text_runs *runs, size_t start, size_t length)
{
    memcpy(text, runs->text + start, length);
    text[length] = '\0';
}

static struct open_font *open_for_run(struct fonts *fonts, int em72, const struct text_run *run)
{
    struct open_font *open = fonts_open_size(fonts, run->file, em72, false);
    if (open) {
        TTF_SetFontDirection(open->ttf, run->rtl ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR);
        TTF_SetFontScriptName(open->ttf, run->script);
    }
    return open;
}

/* From the pixels of a bitmap font, which come in one size, to device pixels. */
static float color_factor(int em72, int surface_height)
{
    return surface_height > 0 ? (float)em72 / 72.0f * COLOR_EM / (float)surface_height : 0;
}

/* Pixels that SDL_ttf puts left of the pen: it widens the image so that the first glyph's overhang
 * fits. */
static int overhang(struct open_font *open, const char *text)
{
    size_t at = 0;
    int min_x, max_x, min_y, max_y, advance;
    uint32_t code = hs_utf8_next(text, strlen(text), &at);
    if (TTF_GlyphMetrics32(open->ttf, code, &min_x, &max_x, &min_y, &max_y, &advance) != 0 ||
        min_x >= 0)
        return 0;
    return -min_x;
}

static int text_width(struct fonts *fonts, int em72, const struct text_run *run, const char *text)
{
    int width = 0, height = 0;
    struct open_font *open = text[0] ? open_for_run(fonts, em72, run) : NULL;
    if (!open || TTF_SizeUTF8(open->ttf, text, &width, &height) != 0)
        return 0;
    if (fonts->file[run->file].color)
        return (int)((float)width * color_factor(em72, height) + 0.5f);
    int inside = width - overhang(open, text);
    return inside > 0 ? inside : 0;
}

int fonts_runs_width(struct fonts *fonts, int em72, const struct text_runs *runs)
{
    char text[sizeof runs->text];
    int width = 0;
    for (size_t i = 0; i < runs->count; i++) {
        copy_run(text, runs, runs->run[i].start, runs->run[i].length);
        width += text_width(fonts, em72, &runs->run[i], text);
    }
    return width;
}

int fonts_runs_caret(
    struct fonts *fonts, int em72, const struct text_runs *runs, size_t clean_offset)
{
    char text[sizeof runs->text];
    int x = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const struct text_run *run = &runs->run[i];
        copy_run(text, runs, run->start, run->length);
        int width = text_width(fonts, em72, run, text);
        /* A caret between two runs belongs to the one before it, at the very start to the first. */
        bool inside = clean_offset > run->start && clean_offset <= run->start + run->length;
        if (inside || (clean_offset == 0 && run->start == 0)) {
            text[clean_offset - run->start] = '\0';
            int part = text_width(fonts, em72, run, text);
            part = part < width ? part
                                : width; /* a letter cut from its joined neighbour may be wider */
            return run->rtl ? x + width - part : x + part;
        }
        x += width;
    }
    return x;
}

/* How far glyphs reach above the ascent: what SDL_ttf adds to the height, less what they reach
 * below the descent. */
static int extra_top(struct open_font *open, const char *text, int surface_height)
{
    int extra = surface_height - TTF_FontHeight(open->ttf);
    if (extra <= 0)
        return 0;
    int below = 0;
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        int min_x, max_x, min_y, max_y, advance;
        uint32_t code = hs_utf8_next(text, length, &at);
        if (TTF_GlyphMetrics32(open->ttf, code, &min_x, &max_x, &min_y, &max_y, &advance) == 0 &&
            -min_y - open->descent > below)
            below = -min_y - open->descent;
    }
    return below < extra ? extra - below : 0;
}

/* Renders a run at pen position `x`; returns its advance. */
static int render_piece(struct fonts *fonts, int em72, const struct text_run *run, const char *text,
    int x, struct piece *piece)
{
    static const SDL_Color white = {255, 255, 255, 255};
    *piece = (struct piece){0};
    struct open_font *open = open_for_run(fonts, em72, run);
    SDL_Surface *surface = open ? TTF_RenderUTF8_Blended(open->ttf, text, white) : NULL;
    if (surface && (surface->format->BytesPerPixel != 4 || surface->format->Amask != 0xff000000u)) {
        SDL_FreeSurface(surface);
        surface = NULL;
    }
    if (!surface) /* zero width (a joiner on its own) or no memory */
        return text_width(fonts, em72, run, text);
    piece->surface = surface;
    piece->color = fonts->file[run->file].color;
    if (piece->color) {
        float factor = color_factor(em72, surface->h);
        piece->width = (int)((float)surface->w * factor + 0.5f);
        piece->height = (int)((float)surface->h * factor + 0.5f);
        piece->x = x;
        /* Centred on the capitals, as an icon in the line. */
        piece->top = (int)((float)piece->height * 0.5f + 0.36f * (float)em72 / 72.0f + 0.5f);
        return piece->width;
    }
    int shift = overhang(open, text);
    piece->width = surface->w;
    piece->height = surface->h;
    piece->x = x - shift;
    piece->top = open->ascent + extra_top(open, text, surface->h);
    return surface->w > shift ? surface->w - shift : 0;
}

static const uint32_t *surface_row(const SDL_Surface *surface, int y)
{
    return (const void *)((const uint8_t *)surface->pixels + (size_t)y * (size_t)surface->pitch);
}

static void copy_coverage(const struct piece *piece, struct text_image *image)
{
    for (int y = 0; y < piece->height; y++) {
        const uint32_t *from = surface_row(piece->surface, y);
        uint8_t *to = image->alpha + (size_t)(y + image->top - piece->top) * (size_t)image->width +
                      (piece->x - image->left);
        for (int x = 0; x < piece->width; x++) {
            uint8_t coverage = (uint8_t)(from[x] >> 24);
            to[x] = coverage > to[x] ? coverage : to[x];
        }
    }
}

/* FreeType delivers colour glyphs with premultiplied alpha and SDL_ttf versions differ in undoing
 * that. A channel above its alpha cannot be premultiplied. */
static bool is_premultiplied(const SDL_Surface *surface)
{
    for (int y = 0; y < surface->h; y++) {
        const uint32_t *row = surface_row(surface, y);
        for (int x = 0; x < surface->w; x++) {
            uint32_t p = row[x], alpha = p >> 24;
            if ((p >> 16 & 0xff) > alpha || (p >> 8 & 0xff) > alpha || (p & 0xff) > alpha)
                return false;
        }
    }
    return true;
}

/* The mean of the surface's area [x0, x1) x [y0, y1), straight alpha. */
static uint32_t area_mean(
    const SDL_Surface *surface, bool premultiplied, float x0, float x1, float y0, float y1)
{
    float sum[4] = {0}, area = 0; /* alpha, then red, green, blue times alpha */
    for (int y = (int)y0; y < surface->h && (float)y < y1; y++) {
        const uint32_t *row = surface_row(surface, y);
        float high = ((float)(y + 1) < y1 ? (float)(y + 1) : y1) - ((float)y > y0 ? (float)y : y0);
        for (int x = (int)x0; x < surface->w && (float)x < x1; x++) {
            float wide =
                ((float)(x + 1) < x1 ? (float)(x + 1) : x1) - ((float)x > x0 ? (float)x : x0);
            uint32_t p = row[x];
            float alpha = (float)(p >> 24), weight = wide * high,
                  scale = premultiplied ? 1.0f : alpha / 255.0f;
            sum[0] += alpha * weight;
            sum[1] += (float)(p >> 16 & 0xff) * scale * weight;
            sum[2] += (float)(p >> 8 & 0xff) * scale * weight;
            sum[3] += (float)(p & 0xff) * scale * weight;
            area += weight;
        }
    }
    if (!(area > 0) || !(sum[0] > 0))
        return 0;
    uint32_t color = (uint32_t)(sum[0] / area + 0.5f);
    for (int i = 1; i < 4; i++) {
        uint32_t channel = (uint32_t)(sum[i] / sum[0] * 255.0f + 0.5f);
        color = color << 8 | (channel < 255 ? channel : 255);
    }
    return color;
}

static void copy_color(const struct piece *piece, struct text_image *image)
{
    bool premultiplied = is_premultiplied(piece->surface);
    float step_x = (float)piece->surface->w / (float)piece->width;
    float step_y = (float)piece->surface->h / (float)piece->height;
    for (int y = 0; y < piece->height; y++) {
        uint32_t *to = image->argb + (size_t)(y + image->top - piece->top) * (size_t)image->width +
                       (piece->x - image->left);
        for (int x = 0; x < piece->width; x++)
            to[x] = area_mean(piece->surface, premultiplied, (float)x * step_x,
                (float)(x + 1) * step_x, (float)y * step_y, (float)(y + 1) * step_y);
    }
}

/* The box around all pieces; false when nothing is to be seen. */
static bool bound(const struct piece *pieces, size_t count, struct text_image *image)
{
    int left = 0, right = 0, top = 0, bottom = 0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct piece *piece = &pieces[i];
        if (!piece->surface || piece->width <= 0 || piece->height <= 0)
            continue;
        int low = piece->height - piece->top;
        left = !any || piece->x < left ? piece->x : left;
        right = !any || piece->x + piece->width > right ? piece->x + piece->width : right;
        top = !any || piece->top > top ? piece->top : top;
        bottom = !any || low > bottom ? low : bottom;
        any = true;
    }
    image->left = left;
    image->top = top;
    image->width = right - left;
    image->height = top + bottom;
    return any;
}

/* Blank rows at the top and bottom cost memory and time at every draw. */
static void trim(struct text_image *image)
{
    if (image->argb)
        return;
    size_t width = (size_t)image->width;
    int first = 0, end = image->height;
    const uint8_t *row;
    while (first < end) {
        row = image->alpha + (size_t)first * width;
        if (row[0] || memcmp(row, row + 1, width - 1) != 0)
            break;
        first++;
    }
    while (end > first) {
        row = image->alpha + (size_t)(end - 1) * width;
        if (row[0] || memcmp(row, row + 1, width - 1) != 0)
            break;
        end--;
    }
    memmove(image->alpha, image->alpha + (size_t)first * width, (size_t)(end - first) * width);
    image->top -= first;
    image->height = end - first;
}

bool fonts_runs_render(
    struct fonts *fonts, int em72, const struct text_runs *runs, struct text_image *image)
{
    struct piece pieces[RUNS_MAX];
    char text[sizeof runs->text];
    bool color = false, done = true;
    int x = 0;
    *image = (struct text_image){0};
    for (size_t i = 0; i < runs->count; i++) {
        copy_run(text, runs, runs->run[i].start, runs->run[i].length);
        x += render_piece(fonts, em72, &runs->run[i], text, x, &pieces[i]);
        color |= pieces[i].surface && pieces[i].color;
    }
    image->advance = x;
    if (bound(pieces, runs->count, image)) {
        size_t pixels = (size_t)image->width * (size_t)image->height;
        image->alpha = calloc(pixels, 1);
        image->argb = color ? calloc(pixels, sizeof *image->argb) : NULL;
        done = image->alpha && (image->argb || !color);
        for (size_t i = 0; done && i < runs->count; i++) {
            if (!pieces[i].surface || pieces[i].width <= 0 || pieces[i].height <= 0)
                continue;
            if (pieces[i].color)
                copy_color(&pieces[i], image);
            else
                copy_coverage(&pieces[i], image);
        }
        if (done)
            trim(image);
    }
    for (size_t i = 0; i < runs->count; i++)
        SDL_FreeSurface(pieces[i].surface);
    if (!done) {
        free(image->alpha);
        free(image->argb);
        *image = (struct text_image){.advance = x};
    }
    return done;
}
