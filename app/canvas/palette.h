/* palette.h – the arithmetic between a value and its colour, inline because the heatmap runs it for
 * every pixel. Private to canvas/. The public half (names, tables, cell_scale_position) is declared
 * in draw.h and built on this, so a legend and a cell agree to the last bit. Every function gives
 * the same bits on every compiler: +, -, *, / and sqrtf only. */
#ifndef HEADSCOPE_PALETTE_H
#define HEADSCOPE_PALETTE_H

#include "canvas/draw.h"

#include <math.h>
#include <string.h>

/* Shown for NaN: a strong pink that no map holds. */
#define CELL_NAN_COLOR 0xffff1f8fu

/* NaN gives 0. */
static inline unsigned palette_index(float t)
{
    t = t > 0.0f ? t : 0.0f;
    t = t < 1.0f ? t : 1.0f;
    return (unsigned)(int)(t * 255.0f + 0.5f);
}

/* log2(x), x > 0 and normal; absolute error under 4e-6 (measured over 2^24 values in
 * tests/unit/test_canvas_palette.c). With s = (m - 1) / (m + 1), log2 m = 2 / ln 2 (s + s^3 / 3 + s^5 / 5
 * + s^7 / 7 + …); m in [sqrt 1/2, sqrt 2) keeps |s| < 0.172, so the first term left out is below
 * 2e-8. */
static inline float log2_fast(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    /* 0x3f3504f3 is sqrt(1/2): what is above the next power's share goes to the exponent. */
    uint32_t shifted = bits - 0x3f3504f3u;
    int exponent = (int)shifted >> 23;
    uint32_t mantissa_bits = bits - ((uint32_t)exponent << 23);
    float m;
    memcpy(&m, &mantissa_bits, sizeof m);
    float s = (m - 1.0f) / (m + 1.0f), s2 = s * s;
    float series = s * (1.0f + s2 * (0.33333333f + s2 * (0.2f + s2 * 0.14285714f)));
    return (float)exponent + series * 2.88539008f; /* 2 / ln 2 */
}

/* A colour axis made ready: position = shape((value - lo) * factor), shape by scale. */
struct axis {
    enum cell_scale scale;
    float lo, factor;
};

/* SCALE_LOG spans this many octaves below hi: log2(1e4). */
#define AXIS_LOG_SPAN 13.2877124f

static inline struct axis axis_make(enum cell_scale scale, float lo, float hi)
{
    struct axis axis = {scale, lo, 0};
    if (scale == SCALE_ROW_MAX) {
        axis.lo = 0;
        axis.factor = 1;
    } else if (scale == SCALE_LOG) {
        axis.lo = 0;
        axis.factor = hi > 0 ? 1.0f / hi : 0;
    } else if (hi > lo) {
        axis.factor = 1.0f / (hi - lo);
    }
    return axis;
}

/* What a row's values are multiplied by under SCALE_ROW_MAX. A row without a positive value lies at
 * 0. */
static inline float axis_row_factor(float row_max)
{
    return row_max > 0 ? 1.0f / row_max : 0;
}

static inline float axis_position(const struct axis *axis, float value)
{
    float t = (value - axis->lo) * axis->factor;
    t = t > 0.0f ? t : 0.0f;
    t = t < 1.0f ? t : 1.0f;
    if (axis->scale == SCALE_SQRT)
        return sqrtf(t);
    if (axis->scale == SCALE_LOG) {
        float octaves = log2_fast(t > 1e-4f ? t : 1e-4f);
        t = 1.0f + octaves / AXIS_LOG_SPAN;
        return t > 0.0f ? t : 0.0f;
    }
    return t;
}

#endif
