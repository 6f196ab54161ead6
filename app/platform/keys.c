/* keys.c – SDL's keys as the widgets know them. Letters come from the layout; on a layout
 * without Latin letters from the place of the key, so that Ctrl+C works on every keyboard. */
#include "platform/keys.h"

static int named_key(SDL_Keycode sym)
{
    static const struct {
        SDL_Keycode sym;
        int key;
    } named[] = {
        {SDLK_RETURN, UI_KEY_ENTER},
        {SDLK_KP_ENTER, UI_KEY_ENTER},
        {SDLK_ESCAPE, UI_KEY_ESCAPE},
        {SDLK_TAB, UI_KEY_TAB},
        {SDLK_SPACE, UI_KEY_SPACE},
        {SDLK_BACKSPACE, UI_KEY_BACKSPACE},
        {SDLK_DELETE, UI_KEY_DELETE},
        {SDLK_LEFT, UI_KEY_LEFT},
        {SDLK_RIGHT, UI_KEY_RIGHT},
        {SDLK_UP, UI_KEY_UP},
        {SDLK_DOWN, UI_KEY_DOWN},
        {SDLK_HOME, UI_KEY_HOME},
        {SDLK_END, UI_KEY_END},
        {SDLK_PAGEUP, UI_KEY_PAGE_UP},
        {SDLK_PAGEDOWN, UI_KEY_PAGE_DOWN},
        {SDLK_KP_PLUS, '+'},
        {SDLK_KP_MINUS, '-'},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].sym == sym)
            return named[i].key;
    if (sym >= SDLK_F1 && sym <= SDLK_F12)
        return UI_KEY_F1 + (int)(sym - SDLK_F1);
    return 0;
}

bool platform_key(const SDL_KeyboardEvent *key, struct ui_event *event)
{
    SDL_Keycode sym = key->keysym.sym;
    SDL_Scancode place = key->keysym.scancode;
    unsigned mods = key->keysym.mod;
    *event = (struct ui_event){.kind = UI_KEY, .repeat = key->repeat != 0};
    event->mods = (mods & KMOD_SHIFT ? UI_SHIFT : 0u) | (mods & KMOD_CTRL ? UI_CTRL : 0u) |
                  (mods & KMOD_LALT ? UI_ALT : 0u);
    event->key = named_key(sym);
    if (event->key)
        return true;
    if (sym > 32 && sym < 127)
        event->key = (int)sym;
    else if (place >= SDL_SCANCODE_A && place <= SDL_SCANCODE_Z)
        event->key = 'a' + (int)(place - SDL_SCANCODE_A);
    else if (place >= SDL_SCANCODE_1 && place <= SDL_SCANCODE_9)
        event->key = '1' + (int)(place - SDL_SCANCODE_1);
    else if (place == SDL_SCANCODE_0)
        event->key = '0';
    if (event->key == '/' && mods & KMOD_SHIFT) /* where Shift+/ is ? SDL still reports / */
        event->key = '?';
    return event->key != 0;
}
