/* canvas_text.c – places a text command and blits its masks. See canvas_text.h.
 * Pen and baseline stand on whole device pixels: masks are never resampled.
 *
 * Coverage is blended in sRGB values, as all other shapes are. Alone, that makes light text on dark
 * thinner than dark text on light: half coverage of white on black is seen as a fifth of the light.
 * The curves undo that by the text's lightness: they give the alpha that blends like linear light
 * (exponent TEXT_GAMMA) over a background as dark as the text is light, for dark text the identity.
 * 0 and 255 stay, so that the fixed stand-in has the same pixels everywhere. */
#include "canvas/canvas_text.h"
#include "canvas/fonts_private.h"

#include <math.h>

/* Between 1 (no correction) and 2.2 (all of it): looked at on light and dark at 11 to 20 px; more
 * makes light text blotchy. */
#define TEXT_GAMMA 1.45f

void text_curves_fill(struct text_curves *curves)
{
    for (int level = 0; level < TEXT_CURVES; level++) {
        float front = (float)level / (TEXT_CURVES - 1), back = 1.0f - front;
        for (int i = 0; i < 256; i++) {
            float cover = (float)i / 255.0f, alpha = cover;
            if (front > back) {
                float light =
                    powf(front, TEXT_GAMMA) * cover + powf(back, TEXT_GAMMA) * (1.0f - cover);
                alpha = (powf(light, 1.0f / TEXT_GAMMA) - back) / (front - back);
            }
            curves->curve[level][i] = (uint8_t)(int)(alpha * 255.0f + 0.5f);
        }
        curves->curve[level][0] = 0;
        curves->curve[level][255] = 255;
    }
}

/* Lightness by the luma weights of Rec. 709, on sRGB values. */
static const uint8_t *curve_for(const struct text_curves *curves, uint32_t color)
{
    uint32_t luma =
        (54 * (color >> 16 & 0xff) + 183 * (color >> 8 & 0xff) + 19 * (color & 0xff)) >> 8;
    return curves->curve[luma * (TEXT_CURVES - 1) / 255];
}

float text_baseline(struct fonts *fonts, float scale, const struct draw_string *string)
{
    float cap =
        fonts_cap(fonts, (enum face)string->face, fonts_em72_at(string->size, scale)) / scale;
    struct rect area = string->area;
    return string->up ? area.x + (area.w + cap) * 0.5f : area.y + (area.h + cap) * 0.5f;
}

/* Start of the pen along the text, device pixels from the area's start. */
static float pen_start(const struct draw_string *string, float extent, float width)
{
    if (string->align == ALIGN_LEFT)
        return 0;
    float rest = extent - width;
    return string->align == ALIGN_CENTER ? rest * 0.5f : rest;
}

/* A text being painted: a pen that moves along a baseline, rightwards or (turned) upwards. */
struct pen {
    struct raster raster; /* with the clip of this text */
    int start, baseline;  /* device pixels */
    bool turned;
    uint32_t color;
    const uint8_t *curve;
};

static void paint_image(struct pen *pen, const struct text_image *image, int along)
{
    int x = pen->start + along + image->left, y = pen->baseline - image->top;
    if (pen->turned) {
        x = pen->baseline - image->top;
        y = pen->start - along - image->left - 1;
    }
    if (image->alpha)
        raster_mask(&pen->raster, image->alpha, image->width, image->height, x, y, pen->turned,
            pen->color, pen->curve);
    if (image->argb)
        raster_image(&pen->raster, image->argb, image->width, image->height, x, y, pen->turned,
            pen->color >> 24);
}

static void paint_number(struct pen *pen, struct fonts *fonts, enum face face, int em72,
    const char *text, size_t length, float along)
{
    struct text_image image;
    int pen64 = (int)(along * 64.0f + 0.5f), x;
    for (size_t at = 0;
         fonts_number_next(fonts, face, em72, text, length, &at, &pen64, &image, &x);)
        paint_image(pen, &image, x);
}

void text_paint(struct raster *raster, const struct text_curves *curves, struct fonts *fonts,
    float scale, const struct draw_string *string)
{
    int em72 = fonts_em72_at(string->size, scale);
    enum face face = (enum face)string->face;
    struct rect area = string->area;
    if (!(fabsf(area.x * scale) < 1e6f) || !(fabsf(area.y * scale) < 1e6f) ||
        !(area.w * scale < 1e6f) || !(area.h * scale < 1e6f))
        return;
    float extent = (string->up ? area.h : area.w) * scale;
    float width = fonts_width_at(fonts, face, em72, string->text, string->length);
    float start = pen_start(string, extent, width);
    struct pen pen = {*raster, 0, 0, string->up, string->color, curve_for(curves, string->color)};
    pen.baseline = (int)floorf(text_baseline(fonts, scale, string) * scale + 0.5f);
    /* Glyphs may lean out of their advance by a pixel; nothing else leaves the area along the text. */
    struct box clip = raster->clip;
    int visible_end;
    if (string->up) {
        pen.start = (int)floorf((area.y + area.h) * scale - start + 0.5f);
        clip.y0 = (int)floorf(area.y * scale) - 1;
        clip.y1 = (int)ceilf((area.y + area.h) * scale) + 1;
    } else {
        pen.start = (int)floorf(area.x * scale + start + 0.5f);
        clip.x0 = (int)floorf(area.x * scale) - 1;
        clip.x1 = (int)ceilf((area.x + area.w) * scale) + 1;
    }
    pen.raster.clip = clip = box_intersect(clip, raster->clip);
    visible_end = string->up ? pen.start - clip.y0 : clip.x1 - pen.start;
    int visible_from = string->up ? pen.start - clip.y1 : clip.x0 - pen.start;
    float along = 0;
    for (size_t at = 0; at < string->length && along < (float)visible_end;) {
        const char *chunk = string->text + at;
        size_t length = fonts_chunk(chunk, string->length - at);
        float advance = fonts_chunk_width(fonts, face, em72, chunk, length);
        if (along + advance > (float)visible_from - (float)em72 / 72.0f) {
            if (!fonts_is_fixed(fonts) && fonts_is_number(chunk, length)) {
                paint_number(&pen, fonts, face, em72, chunk, length, along);
            } else {
                const struct text_image *image =
                    fonts_chunk_image(fonts, face, em72, chunk, length);
                if (image)
                    paint_image(&pen, image, (int)floorf(along + 0.5f));
            }
        }
        along += advance;
        at += length;
    }
}
