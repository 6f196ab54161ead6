/* canvas_text.h – a text command as pixels. Private to canvas/; called by canvas.c. */
#ifndef HEADSCOPE_CANVAS_TEXT_H
#define HEADSCOPE_CANVAS_TEXT_H

#include "canvas/draw_list.h"
#include "canvas/raster.h"

/* Coverage as drawn, by the lightness of the text's colour: see canvas_text.c. */
enum { TEXT_CURVES = 16 };
struct text_curves {
    uint8_t curve[TEXT_CURVES][256];
};
void text_curves_fill(struct text_curves *curves);

void text_paint(struct raster *raster, const struct text_curves *curves, struct fonts *fonts,
    float scale, const struct draw_string *string);

/* Where the baseline of a text lies when it is centred across `area`, in units of the area:
 * capitals are what is centred. */
float text_baseline(struct fonts *fonts, float scale, const struct draw_string *string);

#endif
