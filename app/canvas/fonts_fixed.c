/* fonts_fixed.c – the stand-in face for golden pictures: no font file, the same pixels everywhere.
 * Every code point is 0.6 em wide; a frame of the height of capitals holds a 2 x 3 pattern taken
 * from its bits, so that other text is another picture. Space stays blank. Coverage is 0 or 255
 * only. */
#include "canvas/fonts_private.h"

#include <stdlib.h>
#include <string.h>

int fonts_fixed_advance64(int em72)
{
    return (em72 * 64 * 6 / 10 + 36) / 72;
}

static void fill_box(struct text_image *image, int x0, int x1, int y0, int y1)
{
    for (int y = y0; y < y1; y++)
        memset(image->alpha + (size_t)y * (size_t)image->width + x0, 255,
            x1 > x0 ? (size_t)(x1 - x0) : 0);
}

static void draw_code(struct text_image *image, uint32_t code, int x0, int x1)
{
    int height = image->height, wide = x1 - x0;
    if (code == ' ' || wide < 2)
        return;
    fill_box(image, x0, x1, 0, 1);
    fill_box(image, x0, x1, height - 1, height);
    fill_box(image, x0, x0 + 1, 0, height);
    fill_box(image, x1 - 1, x1, 0, height);
    uint32_t bits =
        (code ^ code >> 6 ^ code >> 12) * 37u; /* odd factor: neighbours differ in several cells */
    for (int cell = 0; cell < 6; cell++) {
        if (!(bits >> cell & 1))
            continue;
        int column = cell % 2, row = cell / 2;
        fill_box(image, x0 + wide * column / 2, x0 + wide * (column + 1) / 2, height * row / 3,
            height * (row + 1) / 3);
    }
}

bool fonts_fixed_render(int em72, const char *text, size_t length, struct text_image *image)
{
    int advance64 = fonts_fixed_advance64(em72);
    size_t count = 0;
    for (size_t at = 0; at < length; count++)
        hs_utf8_next(text, length, &at);
    *image = (struct text_image){.advance = (int)((count * (size_t)advance64 + 32) / 64)};
    image->height = (em72 * 7 / 10 + 36) / 72;
    image->width = image->advance;
    image->top = image->height;
    if (image->width <= 0 || image->height <= 0)
        return true;
    image->alpha = calloc((size_t)image->width, (size_t)image->height);
    if (!image->alpha)
        return false;
    int gap = (em72 / 12 + 36) / 72; /* a twelfth of an em between boxes */
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t code = hs_utf8_next(text, length, &at);
        int x0 = (int)((i * (size_t)advance64 + 32) / 64),
            x1 = (int)(((i + 1) * (size_t)advance64 + 32) / 64);
        draw_code(image, code, x0, x1 - (gap > 0 ? gap : 1));
    }
    return true;
}
