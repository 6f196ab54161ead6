/* base64.c – see base64.h. */
#include "canvas/base64.h"

void base64_write(struct hs_buffer *buffer, const void *data, size_t length)
{
    const unsigned char *bytes = data;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? (unsigned)bytes[i + 2] : 0);
        char text[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
            left > 1 ? digits[bits >> 6 & 63] : '=', left > 2 ? digits[bits & 63] : '='};
        hs_buffer_write(buffer, text, 4);
    }
}
