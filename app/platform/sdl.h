/* sdl.h – the window: shows the app's canvas, turns SDL's events into the app's. Only
 * main.c calls it; the rest of the program never sees SDL. */
#ifndef HEADSCOPE_PLATFORM_SDL_H
#define HEADSCOPE_PLATFORM_SDL_H

#include "model/app.h"

struct platform_options {
    float pixels;        /* device pixels per logical pixel; 0 = what the display asks for */
    float width, height; /* logical; 0 = 1280 x 800 */
};
/* Opens the window and runs until it is closed. HS_IO when there is no display. */
enum hs_status platform_run(
    struct app *app, const struct platform_options *options, struct hs_error *error);

#endif
