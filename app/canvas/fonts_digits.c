/* fonts_digits.c – numbers digit by digit. Called for texts that are nothing but a number: they
 * change with every hover and keystroke, so that whole strings would never be found in the cache.
 * A digit is rendered once at four times the width and averaged down at four phases: glyphs stand
 * at quarter pixels, as evenly as a whole shaped string, and a new number costs no shaping and no
 * rasterising. */
#include "canvas/fonts_private.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 32, MINUS_SIGN = 17 };

/* The minus sign U+2212 is the last of them. */
static const char DIGITS[] = "0123456789.+-%e, ";

/* Which digit stands at text[*at], moving past it; -1 for anything else. */
static int digit_at(const char *text, size_t length, size_t *at)
{
    const char *found = memchr(DIGITS, text[*at], sizeof DIGITS - 1);
    if (found) {
        (*at)++;
        return (int)(found - DIGITS);
    }
    if (length - *at >= 3 && memcmp(text + *at, "\xe2\x88\x92", 3) == 0) {
        *at += 3;
        return MINUS_SIGN;
    }
    return -1;
}

bool fonts_is_number(const char *text, size_t length)
{
    bool any = false;
    if (length > NUMBER_MAX)
        return false;
    for (size_t at = 0; at < length;) {
        any |= text[at] >= '0' && text[at] <= '9';
        if (digit_at(text, length, &at) < 0)
            return false;
    }
    return any;
}

static void drop_set(struct digit_set *set)
{
    for (int i = 0; i < DIGIT_COUNT; i++) {
        for (int phase = 0; phase < DIGIT_PHASES; phase++)
            free(set->image[i].alpha[phase]);
    }
    memset(set, 0, sizeof *set);
}

void fonts_digits_drop(struct fonts *fonts)
{
    for (int i = 0; i < DIGIT_SETS; i++)
        drop_set(&fonts->digits[i]);
}

static struct digit_set *find_set(struct fonts *fonts, enum face face, int em72)
{
    struct digit_set *oldest = &fonts->digits[0];
    for (int i = 0; i < DIGIT_SETS; i++) {
        struct digit_set *set = &fonts->digits[i];
        if (set->used && set->face == (int)face && set->em72 == em72) {
            set->used = ++fonts->clock;
            return set;
        }
        if (set->used < oldest->used)
            oldest = set;
    }
    drop_set(oldest);
    oldest->face = (int)face;
    oldest->em72 = em72;
    oldest->used = ++fonts->clock;
    return oldest;
}

/* One phase of a digit: column x of the result is the mean of the columns of `wide` that lie in it. */
static uint8_t *average_phase(const SDL_Surface *wide, int first, int phase, int width)
{
    uint8_t *alpha = calloc((size_t)width * (size_t)wide->h, 1);
    for (int y = 0; alpha && y < wide->h; y++) {
        const uint32_t *row =
            (const void *)((const uint8_t *)wide->pixels + (size_t)y * (size_t)wide->pitch);
        for (int x = 0; x < width; x++) {
            unsigned sum = 0;
            for (int i = 0; i < 4; i++) {
                int at = 4 * x + i - phase - first;
                sum += at >= 0 && at < wide->w ? row[at] >> 24 : 0;
            }
            alpha[(size_t)y * (size_t)width + (size_t)x] = (uint8_t)((sum + 2) / 4);
        }
    }
    return alpha;
}

static void render_digit(struct fonts *fonts, struct digit_set *set, int digit)
{
    static const SDL_Color white = {255, 255, 255, 255};
    char text[65], one[4] = {0};
    if (digit == MINUS_SIGN)
        memcpy(one, "\xe2\x88\x92", 3);
    else
        one[0] = DIGITS[digit];
    set->ready[digit] = true;
    int file = fonts->primary[set->face];
    struct open_font *open = fonts_open_size(fonts, file, set->em72, true);
    if (!open)
        return;
    TTF_SetFontDirection(open->ttf, TTF_DIRECTION_LTR);
    TTF_SetFontScriptName(open->ttf, "Latn");
    /* The advance from many copies: SDL_ttf gives whole pixels only. A quarter pixel x 1/16 copy =
     * 1/64 device pixel. */
    text[0] = '\0';
    for (int i = 0; i < 16; i++)
        strcat(text, one);
    int width = 0, height = 0;
    TTF_SizeUTF8(open->ttf, text, &width, &height);
    set->advance64[digit] = width;
    SDL_Surface *wide = TTF_RenderUTF8_Blended(open->ttf, one, white);
    if (!wide)
        return;
    int min_x = 0, max_x, min_y, max_y, advance;
    uint32_t code = digit == MINUS_SIGN ? 0x2212u : (uint32_t)(unsigned char)one[0];
    TTF_GlyphMetrics32(open->ttf, code, &min_x, &max_x, &min_y, &max_y, &advance);
    struct digit_image *image = &set->image[digit];
    int overhang = min_x < 0 ? (-min_x + 3) / 4 : 0; /* whole pixels left of the pen */
    int first = 4 * overhang - (min_x < 0 ? -min_x : 0);
    image->left = -overhang;
    image->top = open->ascent;
    image->width = overhang + (wide->w + 3) / 4 + 1;
    image->height = wide->h;
    for (int phase = 0; phase < DIGIT_PHASES; phase++)
        image->alpha[phase] = average_phase(wide, first, phase, image->width);
    SDL_FreeSurface(wide);
}

static struct digit_set *ready_digit(struct fonts *fonts, enum face face, int em72, int digit)
{
    struct digit_set *set = find_set(fonts, face, em72);
    if (!set->ready[digit])
        render_digit(fonts, set, digit);
    return set;
}

int fonts_number_width64(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length)
{
    int width = 0;
    for (size_t at = 0; at < length;) {
        int digit = digit_at(text, length, &at);
        if (digit < 0)
            break;
        width += ready_digit(fonts, face, em72, digit)->advance64[digit];
    }
    return width;
}

bool fonts_number_next(struct fonts *fonts, enum face face, int em72, const char *text,
    size_t length, size_t *at, int *pen64, struct text_image *image, int *x)
{
    int digit = *at < length ? digit_at(text, length, at) : -1;
    if (digit < 0)
        return false;
    struct digit_set *set = ready_digit(fonts, face, em72, digit);
    const struct digit_image *from = &set->image[digit];
    int quarters = (*pen64 + 8) >> 4; /* pen to the nearest quarter pixel */
    *x = quarters >> 2;
    *image = (struct text_image){.left = from->left,
        .top = from->top,
        .width = from->width,
        .height = from->height,
        .alpha = from->alpha[quarters & 3]};
    *pen64 += set->advance64[digit];
    return true;
}
