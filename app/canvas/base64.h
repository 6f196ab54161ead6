/* base64.h – bytes as text (RFC 4648), for images in SVG and the weights of a page. */
#ifndef HEADSCOPE_BASE64_H
#define HEADSCOPE_BASE64_H

#include "hs_base.h"

void base64_write(struct hs_buffer *buffer, const void *bytes, size_t length);

#endif
