/* half.c – IEEE 754 binary16 to and from float, in integer steps that give the same bits
 * everywhere. Used by the reading and the writing of tensor files. */
#include "base/safetensors.h"

#include <string.h>

/* The bits of a half, moved to a float's places, say 2^-112 of the value, subnormals included, so
 * that one exact product widens both; only infinity and NaN need their exponent mended. Without a
 * branch, so that compilers turn a loop of it into vector code. */
static inline float widen(uint16_t half)
{
    uint32_t size = (uint32_t)(half & 0x7FFFu) << 13, bits;
    float value;
    memcpy(&value, &size, sizeof value);
    value *= 0x1p112f;
    memcpy(&bits, &value, sizeof bits);
    bits |= (size >= 0x0F800000u ? 0x7F800000u : 0u) | (uint32_t)(half & 0x8000u) << 16;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float hsi_half_to_float(uint16_t half)
{
    return widen(half);
}

void hsi_halves_to_floats(const uint8_t *halves, size_t count, float *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = widen((uint16_t)(halves[2 * i] | halves[2 * i + 1] << 8));
}

uint16_t hsi_half_from_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000u, size = bits & 0x7FFFFFFFu;
    if (size > 0x7F800000u)
        return (uint16_t)(sign | 0x7E00u); /* NaN */
    if (size >= 0x477FF000u)               /* 65520 and more round to infinity */
        return (uint16_t)(sign | 0x7C00u);
    if (size < 0x33000001u) /* up to 2^-25 rounds to zero */
        return (uint16_t)sign;
    uint32_t exponent = size >> 23, fraction = (size & 0x7FFFFFu) | 0x800000u;
    /* bits to drop: 13, more for results below 2^-14, which have no leading one */
    uint32_t drop = exponent >= 113 ? 13 : 126 - exponent;
    uint32_t kept = fraction >> drop, rest = fraction & ((1u << drop) - 1), half = 1u << (drop - 1);
    kept += rest > half || (rest == half && (kept & 1));
    /* the leading one of a normal result adds 1 to the exponent field; a carry does the right thing
     * too */
    return (uint16_t)(sign | (exponent >= 113 ? ((exponent - 113) << 10) + kept : kept));
}
