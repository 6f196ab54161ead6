/* icon.c – see icon.h. The same picture as assets/icons/headscope.svg: an attention matrix under a
 * lens. */
#include "canvas/fonts.h"
#include "platform/icon.h"

#define UNITS 256.0f /* the side of the drawing */

/* Positions on the palette, 0 … 9: one bright link a row. */
static const unsigned char cells[4][4] = {{9, 2, 1, 1}, {1, 4, 6, 2}, {3, 1, 2, 9}, {1, 6, 4, 1}};

static void draw(struct draw_list *list)
{
    draw_round(list, (struct rect){8, 8, 240, 240}, 52, 0xff1b1730u);
    for (int row = 0; row < 4; row++) {
        for (int col = 0; col < 4; col++) {
            struct rect cell = {48 + 42 * (float)col, 48 + 42 * (float)row, 36, 36};
            uint32_t color = palette_color(PALETTE_VIRIDIS, (float)cells[row][col] / 9);
            draw_round(list, cell, 6, color);
        }
    }
    draw_round_frame(list, (struct rect){99, 57, 102, 102}, 51, 10, 0xffffffffu);
    draw_line(list, 183, 141, 214, 172, 14, 0xffffffffu);
    draw_circle(list, 214, 172, 7, 0xffffffffu);
}

/* The canvas is opaque, so coverage is read from two pictures: on black c a, on white c a + 255 (1
 * - a). */
static uint32_t pixel(uint32_t on_black, uint32_t on_white)
{
    uint32_t green_black = on_black >> 8 & 255, green_white = on_white >> 8 & 255;
    uint32_t alpha = 255 - (green_white > green_black ? green_white - green_black : 0),
             out = alpha << 24;
    for (unsigned shift = 0; shift < 24 && alpha > 0; shift += 8) {
        uint32_t channel = (on_black >> shift & 255) * 255 / alpha;
        out |= (channel > 255 ? 255 : channel) << shift;
    }
    return out;
}

bool icon_render(struct fonts *fonts, int side, uint32_t *pixels)
{
    struct draw_list *list = draw_list_new(fonts);
    struct canvas *black = NULL, *white = NULL;
    bool made = list && canvas_new(side, side, &black, NULL) == HS_OK &&
                canvas_new(side, side, &white, NULL) == HS_OK;
    if (made) {
        draw(list);
        canvas_replay(black, list, 0xff000000u, (float)side / UNITS);
        canvas_replay(white, list, 0xffffffffu, (float)side / UNITS);
        for (int i = 0; i < side * side; i++)
            pixels[i] = pixel(canvas_pixels(black)[i], canvas_pixels(white)[i]);
    }
    canvas_drop(white);
    canvas_drop(black);
    draw_list_drop(list);
    return made;
}
