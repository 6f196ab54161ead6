/* sdl.c – see sdl.h. Frames happen on events only: wait, take what is queued
 * (pointer moves merged), draw if anything changed. Idle costs no CPU. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/app.h"
#include "platform/display.h"
#include "platform/keys.h"
#include "platform/sdl.h"
#include "platform/signals.h"
#include "desk/session.h"
#include "desk/perform.h"
#include "chrome/pass.h"

#define TOOLTIP_DELAY 450 /* ms the pointer rests before a tooltip shows */
/* A picture that the window system does not take is offered again; when 20 were refused in 5 s,
 * nobody can work here. */
#define RETRY_EVERY 250 /* ms */
#define MOST_UNSEEN 20
#define MOST_DEAF 50 /* so many times in a row, 20 ms each, may waiting for an event fail */

struct platform {
    struct app *app;
    struct screen screen;
    float ratio;     /* pixels per window unit */
    char *clipboard; /* SDL's, freed with the next */
    char title[300];
    Uint32 wake_event;
    SDL_Cursor *arrow, *beam;
    bool over_text;
    bool moved; /* a pointer move waits to be handled */
    struct ui_event move;
    Uint64 tooltip_at; /* ticks when held tooltips may show; 0 = not held */
    bool first_shown;
    bool scale_given; /* on the command line: the display's does not matter */
    int unseen;       /* pictures that could not be shown since the last one that could */
    int deaf;         /* waits for an event that failed since the last one that came */
    bool traces;      /* pictures are told of: trace_frame() */
    size_t keys, moves; /* of the pointer, taken by now */
    const char *lost; /* why the window cannot go on, NULL = it can */
};

static float to_logical(const struct platform *platform, float units)
{
    return units * platform->ratio / platform->app->window.ui_scale;
}

/* ---------------------------------------------------------------- what the widgets ask of the
 * platform */
static const char *get_clipboard(void *user)
{
    struct platform *platform = user;
    SDL_free(platform->clipboard);
    platform->clipboard = SDL_GetClipboardText();
    if (!platform->clipboard || !platform->clipboard[0]) /* SDL does not take what X11 hands over in parts */
        app_say(platform->app, MESSAGE_ERROR, "Nothing came from the clipboard: it is empty, holds no text, or too much at once; open a long text as a file.");
    return platform->clipboard;
}

static void set_clipboard(void *user, const char *text)
{
    struct platform *platform = user;
    if (SDL_SetClipboardText(text))
        app_say(platform->app, MESSAGE_ERROR, "The clipboard took nothing (%.200s): try again.",
            SDL_GetError());
}

/* Called by a worker: any event ends the wait, and the picture is drawn anew. */
static void wake(void *user)
{
    const struct platform *platform = user;
    SDL_Event event = {.type = platform->wake_event};
    SDL_PushEvent(&event);
}

static void set_text_input(void *user, bool on, struct rect caret)
{
    struct platform *platform = user;
    float units = platform->app->window.ui_scale / platform->ratio;
    if (!on) {
        SDL_StopTextInput();
        return;
    }
    SDL_Rect rect = {(int)(caret.x * units), (int)(caret.y * units), (int)(caret.w * units) + 1,
        (int)(caret.h * units)};
    SDL_SetTextInputRect(&rect);
    if (!SDL_IsTextInputActive())
        SDL_StartTextInput();
}

/* ---------------------------------------------------------------- start */
static void set_hints(void)
{
    setenv("SDL_VIDEO_X11_WMCLASS", APP_ID, 0); /* as the .desktop file's StartupWMClass says */
    setenv("SDL_VIDEO_WAYLAND_WMCLASS", APP_ID, 0);
    SDL_SetHint(SDL_HINT_APP_NAME, APP_NAME);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* signals.c hears them */
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHint(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1");
}

/* A window larger than the screen could not be reached whole. */
static void fit_to_display(int *width, int *height)
{
    SDL_Rect usable;
    if (SDL_GetDisplayUsableBounds(0, &usable) || usable.w <= 0)
        return;
    *width = *width < usable.w ? *width : usable.w;
    *height = *height < usable.h ? *height : usable.h;
}

/* The window moved to a display of another scale, or its own was changed. */
static void follow_scale(struct platform *platform)
{
    struct app *app = platform->app;
    float scale = display_scale(&platform->screen);
    if (scale == app->window.display_scale)
        return;
    app->window.display_scale = scale;
    if (app->window.scale_chosen || platform->scale_given)
        return;
    app_apply(
        app, &(struct action){.kind = ACT_PRESENT, .number = 0}); /* it has a scale of its own */
    app_apply(app, &(struct action){.kind = ACT_UI_SCALE, .amount = 0});
}

/* A minimised window may have no size at all, and one over several screens more than a canvas: the
 * picture keeps its size, or shows the part that fits. */
static void take_size(struct platform *platform)
{
    struct app *app = platform->app;
    float before = platform->ratio, ratio;
    int width, height;
    screen_size(&platform->screen, &width, &height, &ratio);
    if (width <= 0 || height <= 0)
        return;
    platform->ratio = ratio;
    if (ratio != before && platform->first_shown)
        follow_scale(platform);
    float most = (float)CANVAS_MAX_SIDE / app->window.ui_scale;
    float w = fmaxf(1, fminf((float)width / app->window.ui_scale, most)),
          h = fmaxf(1, fminf((float)height / app->window.ui_scale, most));
    if (w != app->window.width || h != app->window.height)
        app_apply(app, &(struct action){.kind = ACT_RESIZE, .dx = w, .dy = h});
}

static enum hs_status open_window(
    struct platform *platform, const struct platform_options *options, struct hs_error *error)
{
    struct app *app = platform->app;
    float w = options->width > 0 ? options->width : APP_WIDTH,
          h = options->height > 0 ? options->height : APP_HEIGHT;
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN;
    int width = (int)w, height = (int)h, least_w, least_h;
    platform->screen.window = SDL_CreateWindow(
        APP_NAME, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height, flags);
    if (!platform->screen.window)
        return hs_fail(error, HS_IO, "no window could be opened (%s); --export OUT.png needs none",
            SDL_GetError());
    app->window.display_scale = display_scale(&platform->screen);
    platform->scale_given = options->pixels > 0;
    if (platform->scale_given)
        app->window.ui_scale = options->pixels;
    else if (!app->window.scale_chosen)
        app->window.ui_scale = app->window.display_scale;
    take_size(platform);
    float units = app->window.ui_scale / platform->ratio;
    width = (int)lroundf(w * units);
    height = (int)lroundf(h * units);
    least_w = (int)(APP_MIN_WIDTH * units);
    least_h = (int)(APP_MIN_HEIGHT * units);
    fit_to_display(&width, &height);
    fit_to_display(&least_w, &least_h);
    SDL_SetWindowMinimumSize(platform->screen.window, least_w, least_h);
    SDL_SetWindowSize(platform->screen.window, width, height);
    take_size(platform);
    return HS_OK;
}

static void connect(struct platform *platform)
{
    struct app *app = platform->app;
    struct ui_platform services = {platform, get_clipboard, set_clipboard, set_text_input};
    ui_set_platform(app->services.ui, &services);
    app->services.platform = platform;
    app->services.set_clipboard = set_clipboard;
    platform->wake_event = SDL_RegisterEvents(1);
    app->services.wake = wake;
    app_waking_changed(app);
    platform->arrow = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_ARROW);
    platform->beam = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_IBEAM);
    SDL_EnableScreenSaver(); /* SDL 2 switches it off by default */
    SDL_StopTextInput();     /* and starts with text input on */
}

/* ---------------------------------------------------------------- events */
static void give(struct platform *platform, struct ui_event event)
{
    SDL_Keymod mods = SDL_GetModState();
    if (event.kind != UI_KEY)
        event.mods = (mods & KMOD_SHIFT ? UI_SHIFT : 0u) | (mods & KMOD_CTRL ? UI_CTRL : 0u) |
                     (mods & KMOD_ALT ? UI_ALT : 0u);
    app_event(platform->app, &event);
}

static void flush_move(struct platform *platform)
{
    if (!platform->moved)
        return;
    platform->moved = false;
    give(platform, platform->move);
}

static void hold_tooltips(struct platform *platform)
{
    platform->tooltip_at = SDL_GetTicks64() + TOOLTIP_DELAY;
    ui_hold_tooltips(platform->app->services.ui, true);
}

static void on_motion(struct platform *platform, const SDL_MouseMotionEvent *motion)
{
    platform->move = (struct ui_event){.kind = UI_MOVE,
        .x = to_logical(platform, (float)motion->x),
        .y = to_logical(platform, (float)motion->y)};
    platform->moved = true;
    hold_tooltips(platform);
}

static void on_button(struct platform *platform, const SDL_MouseButtonEvent *button)
{
    int number = button->button == SDL_BUTTON_LEFT     ? 1
                 : button->button == SDL_BUTTON_MIDDLE ? 2
                                                       : 3;
    bool down = button->type == SDL_MOUSEBUTTONDOWN;
    SDL_CaptureMouse(down ? SDL_TRUE : SDL_FALSE);
    give(platform, (struct ui_event){.kind = down ? UI_DOWN : UI_UP,
                       .x = to_logical(platform, (float)button->x),
                       .y = to_logical(platform, (float)button->y),
                       .button = number,
                       .clicks = button->clicks});
}

static void on_wheel(struct platform *platform, const SDL_MouseWheelEvent *wheel)
{
    float sign = wheel->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
    give(platform, (struct ui_event){.kind = UI_WHEEL,
                       .x = to_logical(platform, (float)wheel->mouseX),
                       .y = to_logical(platform, (float)wheel->mouseY),
                       .wheel_x = sign * wheel->preciseX,
                       .wheel_y = sign * wheel->preciseY});
}

/* An event holds 63 bytes of text; longer input comes in pieces that end at a code point. */
static void on_text(struct platform *platform, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        struct ui_event event = {.kind = UI_TEXT};
        size_t part = length - at < sizeof event.text - 1 ? length - at : sizeof event.text - 1;
        while (part < length - at && part > 1 && ((unsigned char)text[at + part] & 0xc0) == 0x80)
            part--;
        memcpy(event.text, text + at, part);
        give(platform, event);
        at += part;
    }
}

static void on_compose(struct platform *platform, const char *text)
{
    struct ui_event event = {.kind = UI_COMPOSE};
    snprintf(event.text, sizeof event.text, "%s", text ? text : "");
    event.text[hs_utf8_invalid(event.text, strlen(event.text))] = '\0'; /* cut at a code point */
    give(platform, event);
}

static void on_window(struct platform *platform, const SDL_WindowEvent *window)
{
    switch (window->event) {
    case SDL_WINDOWEVENT_DISPLAY_CHANGED:
        follow_scale(platform);
        take_size(platform);
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        take_size(platform);
        break;
    case SDL_WINDOWEVENT_LEAVE:
        give(platform, (struct ui_event){.kind = UI_LEAVE});
        break;
    default:
        break;
    }
    platform->app->window.dirty = true;
}

static void on_drop(struct platform *platform, SDL_DropEvent *drop)
{
    if (drop->file)
        app_apply(platform->app,
            &(struct action){
                .kind = drop->type == SDL_DROPFILE ? ACT_OPEN : ACT_TEXT, .text = drop->file});
    SDL_free(drop->file);
}

static void handle(struct platform *platform, SDL_Event *event)
{
    struct ui_event key;
    if (event->type != SDL_MOUSEMOTION)
        flush_move(platform);
    switch (event->type) {
    case SDL_QUIT:
        if (display_broken(&platform->screen))
            platform->lost = "the display is gone (the Wayland compositor ended)";
        platform->app->window.quit = true;
        break;
    case SDL_WINDOWEVENT:
        on_window(platform, &event->window);
        break;
    case SDL_MOUSEMOTION:
        platform->moves++;
        on_motion(platform, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        on_button(platform, &event->button);
        break;
    case SDL_MOUSEWHEEL:
        on_wheel(platform, &event->wheel);
        break;
    case SDL_KEYDOWN:
        platform->keys++;
        if (platform_key(&event->key, &key))
            give(platform, key);
        break;
    case SDL_TEXTINPUT:
        on_text(platform, event->text.text);
        break;
    case SDL_TEXTEDITING:
        on_compose(platform, event->edit.text);
        break;
    case SDL_TEXTEDITING_EXT:
        on_compose(platform, event->editExt.text);
        SDL_free(event->editExt.text);
        break;
    case SDL_DROPFILE:
    case SDL_DROPTEXT:
        on_drop(platform, &event->drop);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        screen_forget(&platform->screen);
        platform->app->window.dirty = true;
        break;
    default:
        if (event->type == platform->wake_event)
            platform->app->window.dirty = true;
        break;
    }
}

/* ---------------------------------------------------------------- the loop */
static void update_cursor(struct platform *platform)
{
    struct ui *ui = platform->app->services.ui;
    struct rect field;
    bool over = ui_find(ui, "sentence", &field) && ui_pointer_in(ui, field);
    if (over != platform->over_text)
        SDL_SetCursor(over ? platform->beam : platform->arrow);
    platform->over_text = over;
}

static void update_title(struct platform *platform)
{
    const struct app *app = platform->app;
    const char *path = picture_can(app, HS_CAN_LAYERS) ? hs_source_info(app->picture.source).path
                       : app->picture.file ? app->picture.file->path
                                   : "",
               *slash = strrchr(path, '/');
    char title[sizeof platform->title];
    snprintf(
        title, sizeof title, "%.200s%s" APP_NAME, slash ? slash + 1 : path, path[0] ? " – " : "");
    if (strcmp(title, platform->title) == 0)
        return;
    memcpy(platform->title, title, sizeof title);
    SDL_SetWindowTitle(platform->screen.window, title);
}

/* HEADSCOPE_TRACE_START holds the time of the start in nanoseconds since 1970: tells how long the
 * first picture took. */
static void trace_start(void)
{
    const char *start = getenv("HEADSCOPE_TRACE_START");
    struct timespec now;
    if (!start)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    long long took = (long long)now.tv_sec * 1000000000 + now.tv_nsec - strtoll(start, NULL, 10);
    fprintf(stderr, "first picture after %.1f ms\n", (double)took / 1e6);
}

/* HEADSCOPE_TRACE_FRAMES: a line for every picture on the screen, when it was there, how many keys and moves of the pointer had
 * been taken by then, and whether it is of the moment that they wish for (1) or of one before (0). */
static void trace_frame(const struct platform *platform)
{
    struct timespec now;
    if (!platform->traces)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    fprintf(stderr, "frame %lld.%09ld %zu %zu %d\n", (long long)now.tv_sec, now.tv_nsec, platform->keys, platform->moves,
        !learn_making(platform->app));
}

static void show(struct platform *platform)
{
    if (!screen_show(&platform->screen, platform->app->services.canvas)) {
        if (++platform->unseen >= MOST_UNSEEN)
            platform->lost = "the window system takes no picture any more";
        return;
    }
    platform->unseen = 0;
    trace_frame(platform);
    update_cursor(platform);
    update_title(platform);
    if (!platform->first_shown) {
        platform->first_shown = true;
        trace_start();
        screen_set_icon(&platform->screen,
            platform->app->services.fonts); /* later than the picture: nobody waits for it */
    }
}

static void draw(struct platform *platform)
{
    struct hs_error error;
    if (!app_picture(platform->app, &error))
        show(platform);
    else /* the old picture stays on the screen */
        app_say(platform->app, MESSAGE_ERROR, "%s", error.message);
}

/* Of two times in ms the sooner; -1 = never. */
static long sooner(long a, long b)
{
    return a < 0 ? b : b < 0 || a < b ? a : b;
}

/* Waits for an event, until held tooltips may show, the running session has to be kept, or a
 * picture that was refused is offered again. */
static bool wait_event(struct platform *platform, SDL_Event *event)
{
    Uint64 now = SDL_GetTicks64();
    long keep = session_keep_tick(platform->app, now);
    long tooltip = !platform->tooltip_at        ? -1
                   : now < platform->tooltip_at ? (long)(platform->tooltip_at - now)
                                                : 0;
    long left = sooner(sooner(keep, tooltip), platform->unseen ? RETRY_EVERY : -1);
    SDL_ClearError();
    if (left < 0 ? SDL_WaitEvent(event) : SDL_WaitEventTimeout(event, (int)left)) {
        platform->deaf = 0;
        return true;
    }
    if (left < 0) { /* only an error ends this wait, or a signal */
        SDL_Delay(20);
        if (SDL_GetError()[0] && ++platform->deaf >= MOST_DEAF)
            platform->lost = "the window system gives no events any more";
    }
    if (platform->unseen)
        platform->app->window.dirty = true;
    if (platform->tooltip_at && SDL_GetTicks64() >= platform->tooltip_at) {
        platform->tooltip_at = 0;
        ui_hold_tooltips(platform->app->services.ui, false);
        platform->app->window.dirty = true;
    }
    return false;
}

static void loop(struct platform *platform)
{
    struct app *app = platform->app;
    SDL_Event event;
    while (!app->window.quit && !platform->lost) {
        take_size(platform);
        if (app->window.dirty && !screen_hidden(&platform->screen))
            draw(platform);
        if (!wait_event(platform, &event))
            continue;
        do
            handle(platform, &event);
        while (!app->window.quit && SDL_PollEvent(&event));
        flush_move(platform);
    }
}

enum hs_status platform_run(
    struct app *app, const struct platform_options *options, struct hs_error *error)
{
    struct platform platform = {.app = app, .ratio = 1, .traces = getenv("HEADSCOPE_TRACE_FRAMES") != NULL};
    set_hints();
    SDL_SetMainReady();
    enum hs_status status = display_open(app, error);
    signals_start();
    if (!status)
        status = open_window(&platform, options, error);
    if (!status) {
        connect(&platform);
        /* Drawn before the window appears, so that it never shows empty. */
        status = app_picture(app, error);
    }
    if (!status) {
        SDL_ShowWindow(platform.screen.window);
        show(&platform);
        loop(&platform);
        if (platform.lost)
            status = display_lost(app, platform.lost, error);
    }
    app->services.set_clipboard = NULL;
    app->services.wake = NULL;
    app_waking_changed(app);
    ui_set_platform(app->services.ui, &(struct ui_platform){NULL, NULL, NULL, NULL});
    SDL_free(platform.clipboard);
    SDL_FreeCursor(platform.arrow);
    SDL_FreeCursor(platform.beam);
    screen_close(&platform.screen);
    signals_stop();
    display_leave();
    return status;
}
