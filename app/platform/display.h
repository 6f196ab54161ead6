/* display.h – the display that the window is on: finding one, following its scale, and
 * losing it, which must lose no sentence. Called by sdl.c only. */
#ifndef HEADSCOPE_PLATFORM_DISPLAY_H
#define HEADSCOPE_PLATFORM_DISPLAY_H

#include "platform/show.h"

/* Starts SDL's video. HS_IO, in our own words, when there is no display that somebody sees. Call
 * display_leave() after it, however it went. While SDL runs, a display that dies under Xlib ends
 * the program from within: the running session and the settings are written first. */
enum hs_status display_open(struct app *app, struct hs_error *error);
void display_leave(void);
/* True when an SDL_QUIT came because the connection broke, and not because somebody wants to leave. */
bool display_broken(const struct screen *screen);
/* Writes what a next start should find, and says so: HS_IO with `what` happened and what became of
 * the sentence. */
enum hs_status display_lost(struct app *app, const char *what, struct hs_error *error);
/* What the display asks for: Xft.dpi / 96, or GDK_SCALE, or 1. */
float display_scale(const struct screen *screen);

#endif
