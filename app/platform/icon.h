/* icon.h – the program's icon from our own canvas, for the window. */
#ifndef HEADSCOPE_ICON_H
#define HEADSCOPE_ICON_H

#include "canvas/canvas.h"

/* Draws into (side, side) pixels, 0xAARRGGBB. False when memory ran out. */
bool icon_render(struct fonts *fonts, int side, uint32_t *pixels);

#endif
