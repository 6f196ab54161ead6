/* platform_show.c – see platform_show.h. The window surface without framebuffer acceleration shows
 * a full frame in under a millisecond on X11; on native Wayland there is none, so there one
 * streaming texture does it. */
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SDL_syswm.h>

#include "icon.h"
#include "platform_show.h"

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

static void show_on_texture(struct screen *screen, const struct canvas *canvas)
{
    int width = canvas_width(canvas), height = canvas_height(canvas);
    if (!screen->renderer)
        screen->renderer = SDL_CreateRenderer(screen->window, -1, 0);
    if (!screen->renderer)
        return;
    if (screen->texture && (screen->texture_w != width || screen->texture_h != height))
        screen_forget(screen);
    if (!screen->texture) {
        screen->texture = SDL_CreateTexture(
            screen->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, width, height);
        screen->texture_w = width;
        screen->texture_h = height;
    }
    if (!screen->texture)
        return;
    SDL_UpdateTexture(screen->texture, NULL, canvas_pixels(canvas), width * 4);
    SDL_RenderCopy(screen->renderer, screen->texture, NULL, &(SDL_Rect){0, 0, width, height});
    SDL_RenderPresent(screen->renderer);
}

void screen_show(struct screen *screen, const struct canvas *canvas)
{
    if (screen->renderer || !show_on_surface(screen, canvas))
        show_on_texture(screen, canvas);
}

void screen_close(struct screen *screen)
{
    screen_forget(screen);
    if (screen->renderer)
        SDL_DestroyRenderer(screen->renderer);
    if (screen->window)
        SDL_DestroyWindow(screen->window);
}

/* ---------------------------------------------------------------- scale */
#if defined(SDL_VIDEO_DRIVER_X11)
/* SDL 2 reports no usable scale on X11, but desktops write Xft.dpi into the X resources. libX11 is
 * loaded by SDL already; taking it from there saves a link dependency. */
static float x11_scale(SDL_Window *window)
{
    SDL_SysWMinfo info;
    char *(*resources)(Display *);
    float dpi = 0;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11)
        return 0;
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    void *symbol = library ? dlsym(library, "XResourceManagerString") : NULL;
    if (symbol) {
        memcpy(&resources, &symbol, sizeof resources); /* POSIX allows what C does not */
        const char *text = resources(info.info.x11.display);
        const char *entry = text ? strstr(text, "Xft.dpi:") : NULL;
        if (entry)
            dpi = strtof(entry + strlen("Xft.dpi:"), NULL);
    }
    if (library)
        dlclose(library);
    return dpi >= 48 && dpi <= 384 ? dpi / 96 : 0;
}
#else
static float x11_scale(SDL_Window *window)
{
    (void)window;
    return 0;
}
#endif

float screen_display_scale(const struct screen *screen)
{
    const char *given = getenv("GDK_SCALE");
    int width, height;
    float ratio, scale = x11_scale(screen->window);
    screen_size(screen, &width, &height, &ratio);
    if (ratio > 1.01f)
        return ratio; /* the window system scales already: follow it */
    if (scale <= 0 && given)
        scale = strtof(given, NULL);
    if (!(scale >= 0.5f && scale <= 4))
        return 1;
    return roundf(scale * 4) / 4; /* quarter steps keep hairlines even */
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
