/* show.h – a window and the two ways to put a canvas into it. Used by sdl.c. */
#ifndef HEADSCOPE_PLATFORM_SHOW_H
#define HEADSCOPE_PLATFORM_SHOW_H

#include <SDL.h>

#include "model/app.h"

struct screen {
    SDL_Window *window;
    SDL_Renderer *renderer; /* NULL while the window surface works */
    SDL_Texture *texture;
    int texture_w, texture_h;
    bool plain; /* the renderer is SDL's own software: no other could show the picture */
};

/* The window's size in pixels, and pixels per window unit (1 but on HiDPI Wayland and macOS). */
void screen_size(const struct screen *screen, int *width, int *height, float *ratio);
/* Nobody can see the window now: it is minimised, or has no size. */
bool screen_hidden(const struct screen *screen);
/* Puts the canvas on the screen; sizes may differ while the window is being resized. False when the
 * window system refuses every way of doing so, which may pass. */
bool screen_show(struct screen *screen, const struct canvas *canvas);
void screen_forget(struct screen *screen); /* after a lost device: textures are made anew */
void screen_close(struct screen *screen);
/* The window's icon, drawn by our own canvas. */
void screen_set_icon(struct screen *screen, struct fonts *fonts);

#endif
