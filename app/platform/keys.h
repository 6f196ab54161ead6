/* keys.h – one SDL key event as a ui_event. Used by sdl.c. */
#ifndef HEADSCOPE_PLATFORM_KEYS_H
#define HEADSCOPE_PLATFORM_KEYS_H

#include <SDL.h>

#include "ui/ui.h"

/* False for keys that the program does not know (modifiers, media keys). */
bool platform_key(const SDL_KeyboardEvent *key, struct ui_event *event);

#endif
