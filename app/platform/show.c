/* show.c – see show.h. The window surface without framebuffer acceleration shows
 * a full frame in under a millisecond on X11; on native Wayland there is none, so there one
 * streaming texture does it. */
#include "platform/icon.h"
#include "platform/show.h"

#define ICON_SIDE 64

void screen_size(const struct screen *screen, int *width, int *height, float *ratio)
{
    int units = 0, ignored = 0;
    SDL_GetWindowSize(screen->window, &units, &ignored);
    SDL_GetWindowSizeInPixels(screen->window, width, height);
    *ratio = units > 0 ? (float)*width / (float)units : 1;
}

static bool show_on_surface(struct screen *screen, const struct canvas *canvas)
{
    SDL_Surface *surface = SDL_GetWindowSurface(screen->window);
    int width, height, pitch = canvas_width(canvas) * 4;
    float ratio;
    if (!surface)
        return false;
    screen_size(screen, &width, &height, &ratio);
    if (surface->w != width || surface->h != height)
        return false; /* not HiDPI-aware here */
    width = surface->w < canvas_width(canvas) ? surface->w : canvas_width(canvas);
    height = surface->h < canvas_height(canvas) ? surface->h : canvas_height(canvas);
    if (SDL_MUSTLOCK(surface) && SDL_LockSurface(surface))
        return false;
    SDL_ConvertPixels(width, height, SDL_PIXELFORMAT_RGB888, canvas_pixels(canvas), pitch,
        surface->format->format, surface->pixels, surface->pitch);
    if (SDL_MUSTLOCK(surface))
        SDL_UnlockSurface(surface);
    return SDL_UpdateWindowSurface(screen->window) == 0;
}

void screen_forget(struct screen *screen)
{
    if (screen->texture)
        SDL_DestroyTexture(screen->texture);
    screen->texture = NULL;
}

static void drop_renderer(struct screen *screen)
{
    screen_forget(screen);
    if (screen->renderer)
        SDL_DestroyRenderer(screen->renderer);
    screen->renderer = NULL;
}

static bool make_renderer(struct screen *screen)
{
#if SDL_VERSION_ATLEAST(2, 28, 0) /* from then on a window has the one or the other */
    if (SDL_HasWindowSurface(screen->window))
        SDL_DestroyWindowSurface(screen->window);
#endif
    screen->renderer =
        SDL_CreateRenderer(screen->window, -1, screen->plain ? SDL_RENDERER_SOFTWARE : 0);
    return screen->renderer != NULL;
}

static bool show_on_texture(struct screen *screen, const struct canvas *canvas)
{
    int width = canvas_width(canvas), height = canvas_height(canvas);
    if (!screen->renderer && !make_renderer(screen))
        return false;
    if (screen->texture && (screen->texture_w != width || screen->texture_h != height))
        screen_forget(screen);
    if (!screen->texture) {
        screen->texture = SDL_CreateTexture(
            screen->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, width, height);
        screen->texture_w = width;
        screen->texture_h = height;
    }
    if (!screen->texture ||
        SDL_UpdateTexture(screen->texture, NULL, canvas_pixels(canvas), width * 4) ||
        SDL_RenderCopy(screen->renderer, screen->texture, NULL, &(SDL_Rect){0, 0, width, height}))
        return false;
    SDL_RenderPresent(screen->renderer);
    return true;
}

bool screen_hidden(const struct screen *screen)
{
    int width, height;
    float ratio;
    screen_size(screen, &width, &height, &ratio);
    return width <= 0 || height <= 0 ||
           (SDL_GetWindowFlags(screen->window) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN));
}

bool screen_show(struct screen *screen, const struct canvas *canvas)
{
    if (!screen->renderer && show_on_surface(screen, canvas))
        return true;
    /* A renderer that was lost is made anew; when that is of no use either, SDL's own software
     * stands in. */
    for (int attempt = 0; attempt < 3; attempt++) {
        if (show_on_texture(screen, canvas))
            return true;
        drop_renderer(screen);
        screen->plain = attempt > 0;
    }
    screen->plain = false; /* the next picture tries everything again */
    return false;
}

void screen_close(struct screen *screen)
{
    drop_renderer(screen);
    if (screen->window)
        SDL_DestroyWindow(screen->window);
}

void screen_set_icon(struct screen *screen, struct fonts *fonts)
{
    uint32_t pixels[ICON_SIDE * ICON_SIDE];
    if (!icon_render(fonts, ICON_SIDE, pixels))
        return;
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        pixels, ICON_SIDE, ICON_SIDE, 32, ICON_SIDE * 4, SDL_PIXELFORMAT_ARGB8888);
    if (surface)
        SDL_SetWindowIcon(screen->window, surface);
    SDL_FreeSurface(surface);
}
