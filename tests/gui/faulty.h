/* faulty.h – the program's calls into SDL and the file system, led through faulty.c by the linker
 * (faulty.cmake), so that tests can let chosen ones fail, make windows do what no window manager is
 * there to do, and kill the process between two steps of writing a file. Three variables of the
 * environment say what.
 *
 * HS_FAULTS "SDL_CreateTexture=0-3,SDL_WaitEvent=2-": these calls fail, counted from 0; no end
 * means for ever.
 *
 * HS_PLAN holds words, one for each wait for an event; after the last one the window is closed.
 * reset, targets, minimise, restore, zero, wide, plain, expose are what they say; double and single
 * set the pixels of the display; text:WORDS (_ for a space), drop:PATH, key:LETTER (with ctrl),
 * kill:PROCESS; from go on the real events come.
 *
 * HS_KILL_AT k: the process dies before the k-th step of writing files, counted from 1.
 *
 * Pictures that really went to the window are told on standard output, "shown WxH HASH", and the
 * textures made for them, "texture WxH". */
#ifndef HS_TESTS_FAULTY_H
#define HS_TESTS_FAULTY_H

#include <SDL.h>

SDL_Surface *__real_SDL_GetWindowSurface(SDL_Window *);
SDL_Surface *__wrap_SDL_GetWindowSurface(SDL_Window *);
int __real_SDL_UpdateWindowSurface(SDL_Window *);
int __wrap_SDL_UpdateWindowSurface(SDL_Window *);
SDL_Renderer *__real_SDL_CreateRenderer(SDL_Window *, int, Uint32);
SDL_Renderer *__wrap_SDL_CreateRenderer(SDL_Window *, int, Uint32);
SDL_Texture *__real_SDL_CreateTexture(SDL_Renderer *, Uint32, int, int, int);
SDL_Texture *__wrap_SDL_CreateTexture(SDL_Renderer *, Uint32, int, int, int);
int __real_SDL_UpdateTexture(SDL_Texture *, const SDL_Rect *, const void *, int);
int __wrap_SDL_UpdateTexture(SDL_Texture *, const SDL_Rect *, const void *, int);
int __real_SDL_RenderCopy(SDL_Renderer *, SDL_Texture *, const SDL_Rect *, const SDL_Rect *);
int __wrap_SDL_RenderCopy(SDL_Renderer *, SDL_Texture *, const SDL_Rect *, const SDL_Rect *);
void __real_SDL_RenderPresent(SDL_Renderer *);
void __wrap_SDL_RenderPresent(SDL_Renderer *);
void __real_SDL_GetWindowSizeInPixels(SDL_Window *, int *, int *);
void __wrap_SDL_GetWindowSizeInPixels(SDL_Window *, int *, int *);
Uint32 __real_SDL_GetWindowFlags(SDL_Window *);
Uint32 __wrap_SDL_GetWindowFlags(SDL_Window *);
int __real_SDL_SetClipboardText(const char *);
int __wrap_SDL_SetClipboardText(const char *);
char *__real_SDL_GetClipboardText(void);
char *__wrap_SDL_GetClipboardText(void);
SDL_Cursor *__real_SDL_CreateSystemCursor(SDL_SystemCursor);
SDL_Cursor *__wrap_SDL_CreateSystemCursor(SDL_SystemCursor);
int __real_SDL_WaitEvent(SDL_Event *);
int __wrap_SDL_WaitEvent(SDL_Event *);
int __real_SDL_WaitEventTimeout(SDL_Event *, int);
int __wrap_SDL_WaitEventTimeout(SDL_Event *, int);

#endif
