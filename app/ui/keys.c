/* keys.c – key names, both ways: for scripts ("ctrl+shift+c") and for people ("Ctrl+Shift+C").
 * Pure. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ui/ui.h"

static const struct {
    const char *name, *shown;
    int key;
} names[] = {
    {"enter", "Enter", UI_KEY_ENTER},
    {"return", "Enter", UI_KEY_ENTER},
    {"escape", "Esc", UI_KEY_ESCAPE},
    {"esc", "Esc", UI_KEY_ESCAPE},
    {"tab", "Tab", UI_KEY_TAB},
    {"space", "Space", UI_KEY_SPACE},
    {"backspace", "Backspace", UI_KEY_BACKSPACE},
    {"delete", "Delete", UI_KEY_DELETE},
    {"left", "\xe2\x86\x90", UI_KEY_LEFT},
    {"right", "\xe2\x86\x92", UI_KEY_RIGHT},
    {"up", "\xe2\x86\x91", UI_KEY_UP},
    {"down", "\xe2\x86\x93", UI_KEY_DOWN},
    {"home", "Home", UI_KEY_HOME},
    {"end", "End", UI_KEY_END},
    {"pageup", "Page Up", UI_KEY_PAGE_UP},
    {"pagedown", "Page Down", UI_KEY_PAGE_DOWN},
    {"plus", "+", '+'},
    {"minus", "-", '-'},
};

static bool same(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == *b)
        a++, b++;
    return !*a && !*b;
}

static int parse_key(const char *name)
{
    if (name[0] > ' ' && name[0] < 127 && !name[1])
        return tolower((unsigned char)name[0]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (same(name, names[i].name))
            return names[i].key;
    if (tolower((unsigned char)name[0]) == 'f' && isdigit((unsigned char)name[1]) &&
        name[1] != '0') {
        int number = name[1] - '0';
        if (isdigit((unsigned char)name[2]) && !name[3])
            number = 10 * number + name[2] - '0';
        else if (name[2])
            return 0;
        return number <= 12 ? UI_KEY_F1 + number - 1 : 0;
    }
    return 0;
}

bool ui_key_parse(const char *name, int *key, unsigned *mods)
{
    static const struct {
        const char *name;
        unsigned mod;
    } prefix[] = {
        {"shift+", UI_SHIFT}, {"ctrl+", UI_CTRL}, {"control+", UI_CTRL}, {"alt+", UI_ALT}};
    unsigned found = 0;
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++) {
            size_t length = strlen(prefix[i].name);
            char head[16] = {0};
            if (strlen(name) <= length)
                continue; /* "ctrl+" alone is no key */
            memcpy(head, name, length);
            if (same(head, prefix[i].name)) {
                found |= prefix[i].mod;
                name += length;
                again = true;
            }
        }
    }
    int parsed = parse_key(name);
    if (!parsed)
        return false;
    *key = parsed;
    *mods = found;
    return true;
}

const char *ui_key_name(int key, unsigned mods, char *name, size_t room)
{
    char last[16] = {(char)toupper(key < 128 ? key : 0), 0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].key == key) {
            snprintf(last, sizeof last, "%s", names[i].shown);
            break;
        }
    }
    if (key >= UI_KEY_F1 && key <= UI_KEY_F12)
        snprintf(last, sizeof last, "F%d", key - UI_KEY_F1 + 1);
    snprintf(name, room, "%s%s%s%s", mods & UI_CTRL ? "Ctrl+" : "", mods & UI_ALT ? "Alt+" : "",
        mods & UI_SHIFT ? "Shift+" : "", last);
    return name;
}
