/* platform_show.h – a window and the two ways to put a canvas into it. Used by platform_sdl.c. */
#ifndef HEADSCOPE_PLATFORM_SHOW_H
#define HEADSCOPE_PLATFORM_SHOW_H

#include <SDL.h>

#include "app.h"

struct screen {
    SDL_Window *window;
    SDL_Renderer *renderer; /* NULL while the window surface works */
    SDL_Texture *texture;
    int texture_w, texture_h;
};

/* The window's size in pixels, and pixels per window unit (1 but on HiDPI Wayland and macOS). */
void screen_size(const struct screen *screen, int *width, int *height, float *ratio);
/* Puts the canvas on the screen; sizes may differ while the window is being resized. */
void screen_show(struct screen *screen, const struct canvas *canvas);
void screen_forget(struct screen *screen); /* after a lost device: textures are made anew */
void screen_close(struct screen *screen);
/* What the display asks for: Xft.dpi / 96, or GDK_SCALE, or 1. */
float screen_display_scale(const struct screen *screen);
/* The window's icon, drawn by our own canvas. */
void screen_set_icon(struct screen *screen, struct fonts *fonts);

#endif
