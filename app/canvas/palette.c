/* palette.c – colour maps and the scales that place a value on them. Called by views (legends, text
 * on cells) and by the heatmap, so that a number and its cell can never disagree. Each map is a few
 * knots joined by straight lines in sRGB, computed with integers: the same bytes everywhere. The
 * knots were placed by dynamic programming, the fewest that stay within 1/255 of every entry and
 * channel of the source: viridis and magma by van der Walt and Smith (2015, CC0), cividis by Nunez,
 * Anderton and Renslow (2018, CC0), blues after ColorBrewer's 9-class Blues (Brewer, Harrower, Penn
 * State). The diverging map is our own: blue and orange stay apart for every kind of colour vision,
 * both arms darken at the same pace from a neutral centre. tests/unit/test_canvas_palette.c
 * measures lightness and separation, also under simulated colour-vision deficiency. */
#include "canvas/palette.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

struct knot {
    uint8_t at; /* table index */
    uint32_t color;
};

static const struct knot VIRIDIS[] = {{0, 0x440154}, {17, 0x481a6c}, {35, 0x46307e}, {58, 0x3e4c8a},
    {93, 0x2d708e}, {129, 0x20928c}, {144, 0x1fa088}, {157, 0x25ac82}, {172, 0x38b977},
    {184, 0x4ec36b}, {203, 0x77d153}, {233, 0xc5e021}, {242, 0xdde318}, {248, 0xece51b},
    {255, 0xfde725}};
static const struct knot CIVIDIS[] = {{0, 0x00224e}, {17, 0x002e6c}, {23, 0x013271}, {26, 0x0c3470},
    {32, 0x1a386f}, {47, 0x31436d}, {83, 0x555c6d}, {130, 0x7e7d78}, {162, 0x9d9576},
    {195, 0xbfb06b}, {224, 0xdec958}, {241, 0xf1d945}, {251, 0xfde334}, {255, 0xfee838}};
static const struct knot MAGMA[] = {{0, 0x000004}, {2, 0x010106}, {12, 0x06051a}, {29, 0x19103f},
    {42, 0x2c115f}, {54, 0x400f74}, {66, 0x54137d}, {90, 0x792282}, {120, 0xaa337d},
    {143, 0xcf4070}, {159, 0xe55064}, {172, 0xf2645c}, {187, 0xfa7f5e}, {206, 0xfea36f},
    {227, 0xfeca8d}, {255, 0xfcfdbf}};
static const struct knot BLUES[] = {{0, 0xf7fbff}, {62, 0xc7dcef}, {92, 0xa3cce3}, {123, 0x72b2d8},
    {152, 0x4b98ca}, {186, 0x2676b8}, {222, 0x09529d}, {255, 0x08306b}};
/* Blue is positive, as in all bars of signed terms. */
static const struct knot DIVERGING[] = {{0, 0x7f3d04}, {36, 0xb35f18}, {73, 0xe79f5a},
    {105, 0xf2d0ad}, {127, 0xe8e8e8}, {128, 0xe8e8e8}, {150, 0xbdd2e8}, {182, 0x79a8d8},
    {219, 0x2f6cb3}, {255, 0x17407f}};

/* The same for dark themes: both arms lighten from a dark centre. */
static const struct knot DIVERGING_DARK[] = {{0, 0xffcf9e}, {32, 0xe59a4e}, {64, 0xb06a22},
    {98, 0x6b431f}, {127, 0x2b2b2b}, {128, 0x2b2b2b}, {157, 0x24497a}, {191, 0x3a73bd},
    {223, 0x71a6ea}, {255, 0xbcdaff}};

static uint32_t tables[PALETTE_COUNT][256]; /* filled once, then only read */
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static unsigned mix(unsigned from, unsigned to, unsigned part, unsigned whole)
{
    return (from * (whole - part) + to * part + whole / 2) / whole;
}

static void fill(uint32_t *table, const struct knot *knot)
{
    for (unsigned i = 0; i < 256; i++) {
        if (i > knot[1].at)
            knot++;
        unsigned whole = knot[1].at - knot[0].at, part = i - knot[0].at;
        uint32_t color = 0xff;
        for (int shift = 16; shift >= 0; shift -= 8)
            color = color << 8 |
                    mix(knot[0].color >> shift & 0xff, knot[1].color >> shift & 0xff, part, whole);
        table[i] = color;
    }
}

static void fill_all(void)
{
    fill(tables[PALETTE_VIRIDIS], VIRIDIS);
    fill(tables[PALETTE_CIVIDIS], CIVIDIS);
    fill(tables[PALETTE_MAGMA], MAGMA);
    fill(tables[PALETTE_BLUES], BLUES);
    fill(tables[PALETTE_DIVERGING], DIVERGING);
    fill(tables[PALETTE_DIVERGING_DARK], DIVERGING_DARK);
}

const char *palette_name(enum palette palette)
{
    static const char *const names[PALETTE_COUNT] = {
        "viridis", "cividis", "magma", "blues", "diverging", "diverging, dark"};
    return (unsigned)palette < PALETTE_COUNT ? names[palette] : "unknown";
}

const uint32_t *palette_table(enum palette palette)
{
    pthread_once(&tables_once, fill_all);
    return tables[(unsigned)palette < PALETTE_COUNT ? palette : PALETTE_VIRIDIS];
}

uint32_t palette_color(enum palette palette, float t)
{
    return palette_table(palette)[palette_index(t)];
}

const char *cell_scale_name(enum cell_scale scale)
{
    static const char *const names[SCALE_COUNT] = {"linear", "sqrt", "log", "row-max"};
    return (unsigned)scale < SCALE_COUNT ? names[scale] : "unknown";
}

float cell_scale_position(enum cell_scale scale, float value, float lo, float hi, float row_max)
{
    struct axis axis = axis_make(scale, lo, hi);
    if (scale == SCALE_ROW_MAX)
        value = value * axis_row_factor(row_max);
    return axis_position(&axis, value);
}
