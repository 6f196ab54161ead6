/* faulty.c – see faulty.h. */
#define SDL_MAIN_HANDLED
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faulty.h"

/* ---------------------------------------------------------------- which calls fail */
enum call {
    GET_SURFACE,
    UPDATE_SURFACE,
    CREATE_RENDERER,
    CREATE_TEXTURE,
    UPDATE_TEXTURE,
    RENDER_COPY,
    SET_CLIPBOARD,
    GET_CLIPBOARD,
    CREATE_CURSOR,
    WAIT_EVENT,
    CALLS
};

static const char *const names[CALLS] = {"SDL_GetWindowSurface", "SDL_UpdateWindowSurface",
    "SDL_CreateRenderer", "SDL_CreateTexture", "SDL_UpdateTexture", "SDL_RenderCopy",
    "SDL_SetClipboardText", "SDL_GetClipboardText", "SDL_CreateSystemCursor", "SDL_WaitEvent"};
static long counted[CALLS];

static bool fails(enum call call)
{
    const char *faults = getenv("HS_FAULTS");
    size_t length = strlen(names[call]);
    long now = counted[call]++;
    for (const char *at = faults; at && *at; at += strcspn(at, ","), at += *at == ',') {
        if (strncmp(at, names[call], length) != 0 || at[length] != '=')
            continue;
        char *end;
        long first = strtol(at + length + 1, &end, 10), last = first;
        if (*end == '-')
            last = end[1] >= '0' && end[1] <= '9' ? strtol(end + 1, NULL, 10) : now;
        if (now >= first && now <= last) {
            SDL_SetError("%s fails for a test", names[call]);
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------- what is really shown */
static void tell(const SDL_Surface *surface)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int y = 0; y < surface->h; y++) {
        const uint32_t *row =
            (const uint32_t *)(const void *)((const char *)surface->pixels + y * surface->pitch);
        for (int x = 0; x < surface->w; x++)
            hash = (hash ^ (row[x] & 0xffffffu)) * 0x100000001b3u;
    }
    printf("shown %dx%d %016llx\n", surface->w, surface->h, (unsigned long long)hash);
    fflush(stdout);
}

SDL_Surface *__wrap_SDL_GetWindowSurface(SDL_Window *window)
{
    return fails(GET_SURFACE) ? NULL : __real_SDL_GetWindowSurface(window);
}

int __wrap_SDL_UpdateWindowSurface(SDL_Window *window)
{
    int code = fails(UPDATE_SURFACE) ? -1 : __real_SDL_UpdateWindowSurface(window);
    if (code == 0)
        tell(__real_SDL_GetWindowSurface(window));
    return code;
}

SDL_Renderer *__wrap_SDL_CreateRenderer(SDL_Window *window, int index, Uint32 flags)
{
    return fails(CREATE_RENDERER) ? NULL : __real_SDL_CreateRenderer(window, index, flags);
}

SDL_Texture *__wrap_SDL_CreateTexture(
    SDL_Renderer *renderer, Uint32 format, int access, int w, int h)
{
    printf("texture %dx%d\n", w, h);
    return fails(CREATE_TEXTURE) ? NULL : __real_SDL_CreateTexture(renderer, format, access, w, h);
}

int __wrap_SDL_UpdateTexture(
    SDL_Texture *texture, const SDL_Rect *rect, const void *pixels, int pitch)
{
    return fails(UPDATE_TEXTURE) ? -1 : __real_SDL_UpdateTexture(texture, rect, pixels, pitch);
}

int __wrap_SDL_RenderCopy(
    SDL_Renderer *renderer, SDL_Texture *texture, const SDL_Rect *from, const SDL_Rect *to)
{
    return fails(RENDER_COPY) ? -1 : __real_SDL_RenderCopy(renderer, texture, from, to);
}

void __wrap_SDL_RenderPresent(SDL_Renderer *renderer)
{
    int w = 0, h = 0;
    SDL_GetRendererOutputSize(renderer, &w, &h);
    SDL_Surface *seen = SDL_CreateRGBSurfaceWithFormat(0, w, h, 32, SDL_PIXELFORMAT_ARGB8888);
    if (seen && SDL_RenderReadPixels(
                    renderer, NULL, SDL_PIXELFORMAT_ARGB8888, seen->pixels, seen->pitch) == 0)
        tell(seen);
    SDL_FreeSurface(seen);
    __real_SDL_RenderPresent(renderer);
}

SDL_Cursor *__wrap_SDL_CreateSystemCursor(SDL_SystemCursor which)
{
    return fails(CREATE_CURSOR) ? NULL : __real_SDL_CreateSystemCursor(which);
}

int __wrap_SDL_SetClipboardText(const char *text)
{
    return fails(SET_CLIPBOARD) ? -1 : __real_SDL_SetClipboardText(text);
}

char *__wrap_SDL_GetClipboardText(void)
{
    return fails(GET_CLIPBOARD) ? NULL : __real_SDL_GetClipboardText();
}

/* ---------------------------------------------------------------- what happens to the window */
static struct {
    bool minimised, zero, twice, wide;
} window_is;

void __wrap_SDL_GetWindowSizeInPixels(SDL_Window *window, int *width, int *height)
{
    __real_SDL_GetWindowSizeInPixels(window, width, height);
    if (window_is.zero)
        *width = *height = 0;
    if (window_is.twice) {
        *width *= 2;
        *height *= 2;
    }
    if (window_is.wide)
        *width = 20000; /* more than a canvas has */
}

Uint32 __wrap_SDL_GetWindowFlags(SDL_Window *window)
{
    Uint32 flags = __real_SDL_GetWindowFlags(window);
    return window_is.minimised ? flags | SDL_WINDOW_MINIMIZED : flags;
}

static SDL_Event window_event(SDL_WindowEventID id)
{
    SDL_Event event = {.type = SDL_WINDOWEVENT};
    event.window.event = (Uint8)id;
    return event;
}

static SDL_Event dropped(Uint32 type, const char *text)
{
    SDL_Event event = {.type = type};
    event.drop.file = SDL_strdup(text);
    return event;
}

static SDL_Event event_of(char *word)
{
    if (strcmp(word, "reset") == 0)
        return (SDL_Event){.type = SDL_RENDER_DEVICE_RESET};
    if (strcmp(word, "targets") == 0)
        return (SDL_Event){.type = SDL_RENDER_TARGETS_RESET};
    if (strncmp(word, "text:", 5) == 0) {
        for (char *at = word; *at; at++)
            *at = *at == '_' ? ' ' : *at;
        return dropped(SDL_DROPTEXT, word + 5);
    }
    if (strncmp(word, "kill:", 5) == 0) {
        kill((pid_t)atol(word + 5), SIGKILL);
        return window_event(SDL_WINDOWEVENT_EXPOSED);
    }
    if (strncmp(word, "drop:", 5) == 0)
        return dropped(SDL_DROPFILE, word + 5);
    if (strncmp(word, "key:", 4) == 0) {
        SDL_Event event = {.type = SDL_KEYDOWN};
        event.key.keysym.sym = word[4];
        event.key.keysym.mod = KMOD_LCTRL;
        return event;
    }
    window_is.minimised = strcmp(word, "minimise") == 0;
    window_is.zero = strcmp(word, "zero") == 0;
    window_is.wide = strcmp(word, "wide") == 0;
    if (window_is.minimised)
        return window_event(SDL_WINDOWEVENT_MINIMIZED);
    if (strcmp(word, "restore") == 0)
        return window_event(SDL_WINDOWEVENT_RESTORED);
    if (strcmp(word, "double") == 0 || strcmp(word, "single") == 0) {
        window_is.twice = word[0] == 'd';
        return window_event(SDL_WINDOWEVENT_DISPLAY_CHANGED);
    }
    return window_event(SDL_WINDOWEVENT_SIZE_CHANGED);
}

/* The next word of the plan; without a plan the real events come. */
static bool next_event(SDL_Event *event)
{
    static char *plan, *rest;
    static bool over;
    const char *given = getenv("HS_PLAN");
    if (!given || over)
        return false;
    if (!plan)
        plan = rest = SDL_strdup(given);
    char *word = strtok_r(NULL, " ", &rest);
    over = word && strcmp(word, "go") == 0;
    if (over) {
        SDL_free(plan);
        return false;
    }
    *event = word ? event_of(word) : (SDL_Event){.type = SDL_QUIT};
    if (!word)
        SDL_free(plan);
    return true;
}

int __wrap_SDL_WaitEvent(SDL_Event *event)
{
    if (fails(WAIT_EVENT))
        return 0;
    return next_event(event) ? 1 : __real_SDL_WaitEvent(event);
}

/* Time passes only in tests of what waits for it: there the plan is empty. */
int __wrap_SDL_WaitEventTimeout(SDL_Event *event, int timeout)
{
    if (fails(WAIT_EVENT))
        return 0;
    return next_event(event) ? 1 : __real_SDL_WaitEventTimeout(event, timeout);
}
