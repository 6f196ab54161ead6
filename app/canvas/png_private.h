/* png_private.h – PNG bytes of any pixels, for png.c and svg.c. */
#ifndef HEADSCOPE_PNG_PRIVATE_H
#define HEADSCOPE_PNG_PRIVATE_H

#include "canvas/canvas.h"

/* pixels: (height, width) 0xAARRGGBB; `alpha` keeps the first byte. `dense`: pixels a metre, 0 = unsaid. Appends to the buffer. */
enum hs_status png_encode_pixels(const uint32_t *pixels, int width, int height, bool alpha, uint32_t dense,
    const struct png_text *texts, size_t count, struct hs_buffer *buffer, struct hs_error *error);

#endif
