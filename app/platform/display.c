/* display.c – see display.h. What the window systems' own libraries would print,
 * or end the program for, is caught here; they are taken from the copies that SDL loads, so that
 * nothing links to them. */
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <SDL_syswm.h>

#include "model/app.h"
#include "platform/display.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "desk/perform.h"

/* How long another thread than the window's may wait for the window's to meet the same broken
 * connection. */
#define OTHER_THREAD_WAITS 5000u /* ms */

/* Xlib's handler of a broken connection is told nothing but the connection. */
static struct {
    struct app *app;
    SDL_threadID thread; /* the window's: the only one that may read the model */
} guarded;

/* ---------------------------------------------------------------- losing it */
enum hs_status display_lost(struct app *app, const char *what, struct hs_error *error)
{
    app_apply(app, &(struct action){.kind = ACT_PRESENT, .number = 0});
    settings_write(app, NULL);
    bool kept = session_keep_now(app);
    return hs_fail(error, HS_IO, "%s%s", what,
        kept ? ": the sentence is kept, and the next start offers it" : "");
}

/* Xlib calls it with the connection gone and ends the program when it returns, so this is the last
 * that happens. exit() would run what others registered, which may use the display. */
static int on_x_gone(void *display)
{
    struct hs_error error;
    (void)display;
    if (SDL_ThreadID() != guarded.thread) {
        SDL_Delay(OTHER_THREAD_WAITS);
        _exit(1);
    }
    display_lost(
        guarded.app, "the display is gone (the X server ended or closed the connection)", &error);
    fprintf(stderr, "headscope: %s\n", error.message);
    _exit(1);
}

/* Xlib's own handler ends the program on any error, also on one that a program which is about to
 * end anyway can be sent: a thread's wake-up to a window that has just been destroyed. SDL keeps
 * the handler it finds and puts it back before it closes its connections, when such late errors
 * arrive, so this must run before SDL_Init. SDL copes with what fails. */
static int on_x_error(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

/* ISO C has no cast from object to function; POSIX has dlsym(). */
static void set_function(void *function, void *library, const char *name)
{
    void *symbol = library ? SDL_LoadFunction(library, name) : NULL;
    memcpy(function, &symbol, sizeof symbol);
}

static void guard_x(void)
{
    typedef int (*on_error)(void *, void *);
    typedef int (*on_gone)(void *);
    on_error (*set_on_error)(on_error);
    on_gone (*set_on_gone)(on_gone);
    void *xlib = SDL_LoadObject("libX11.so.6"); /* stays loaded: SDL uses it until the end */
    set_function(&set_on_error, xlib, "XSetErrorHandler");
    set_function(&set_on_gone, xlib, "XSetIOErrorHandler");
    if (set_on_error)
        set_on_error(on_x_error);
    if (set_on_gone)
        set_on_gone(on_x_gone);
}

/* libwayland prints that there is no Wayland, which is no news: our own line says what is missing. */
static void say_nothing(const char *format, va_list arguments)
{
    (void)format;
    (void)arguments;
}

static void quiet_wayland(void)
{
    typedef void (*sayer)(const char *, va_list);
    void (*set_sayer)(sayer);
    void *library = SDL_LoadObject("libwayland-client.so.0");
    set_function(&set_sayer, library, "wl_log_set_handler_client");
    if (set_sayer)
        set_sayer(say_nothing);
}

bool display_broken(const struct screen *screen)
{
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
    SDL_SysWMinfo info;
    int (*get_error)(struct wl_display *);
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(screen->window, &info) || info.subsystem != SDL_SYSWM_WAYLAND)
        return false;
    void *library = dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_NOLOAD);
    set_function(&get_error, library, "wl_display_get_error");
    bool broken = get_error && get_error(info.info.wl.display) != 0;
    if (library)
        dlclose(library);
    return broken;
#else
    (void)screen;
    return false; /* X never gets as far as an SDL_QUIT */
#endif
}

/* ---------------------------------------------------------------- finding one */
/* Without a display SDL may fall back to drivers that show nothing, where the program would run for
 * ever unseen. Whoever names such a driver in SDL_VIDEODRIVER means it. */
static bool driver_is_seen(void)
{
    static const char *const unseen[] = {"dummy", "offscreen", "evdev"};
    const char *driver = SDL_GetCurrentVideoDriver(), *named = getenv("SDL_VIDEODRIVER");
    bool meant = named && named[0];
    for (size_t i = 0; driver && !meant && i < sizeof unseen / sizeof *unseen; i++)
        if (strcmp(driver, unseen[i]) == 0)
            return false;
    return driver != NULL;
}

/* SDL's own words are those of whichever driver it tried last. */
static enum hs_status no_display(struct hs_error *error)
{
    const char *driver = getenv("SDL_VIDEODRIVER"), *x = getenv("DISPLAY"),
               *wayland = getenv("WAYLAND_DISPLAY");
    char why[300];
    if (driver && driver[0])
        snprintf(why, sizeof why, "SDL_VIDEODRIVER is \"%.60s\", which does not work here", driver);
    else if ((x && x[0]) || (wayland && wayland[0]))
        snprintf(why, sizeof why, "nothing answers at %s=%.60s",
            x && x[0] ? "DISPLAY" : "WAYLAND_DISPLAY", x && x[0] ? x : wayland);
    else
        snprintf(why, sizeof why, "neither DISPLAY nor WAYLAND_DISPLAY is set");
    return hs_fail(
        error, HS_IO, "there is no display (%s): use --export OUT.png, which needs none", why);
}

enum hs_status display_open(struct app *app, struct hs_error *error)
{
    guarded.app = app;
    guarded.thread = SDL_ThreadID();
    guard_x();
    quiet_wayland();
    if (SDL_Init(SDL_INIT_VIDEO) || !driver_is_seen())
        return no_display(error);
    return HS_OK;
}

void display_leave(void)
{
    SDL_Quit();
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
    set_function(&resources, library, "XResourceManagerString");
    if (resources) {
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

float display_scale(const struct screen *screen)
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
