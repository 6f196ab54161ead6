/* monkey_lines.c – see monkey.h. Half of what it does aims at something that is on the screen, or
 * is a known shortcut: pure noise would rarely get beyond the first dialog. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/keys.h"
#include "monkey.h"

enum {
    LARGE_SIDE = 2000,
    MANY_POINTS = 60,
    LONGEST_WORD = 10,  // bytes
    MOST_COMPOSED = 63, // bytes of a composition, which a script may have
};

/* splitmix64 (Steele, Lea, Flood 2014): one word of state, so that a seed is a round. */
static uint64_t random_bits(struct monkey *monkey)
{
    uint64_t x = monkey->state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int below(struct monkey *monkey, int count)
{
    return (int)(random_bits(monkey) % (uint64_t)count);
}

static float between(struct monkey *monkey, float lo, float hi)
{
    return lo + (hi - lo) * (float)(random_bits(monkey) >> 40) / 16777216.0f;
}

/* ---------------------------------------------------------------- text */
static char *put_point(char *at, uint32_t point)
{
    if (point < 0x80) {
        *at++ = (char)point;
    } else if (point < 0x800) {
        *at++ = (char)(0xc0 | point >> 6);
        *at++ = (char)(0x80 | (point & 63));
    } else if (point < 0x10000) {
        *at++ = (char)(0xe0 | point >> 12);
        *at++ = (char)(0x80 | (point >> 6 & 63));
        *at++ = (char)(0x80 | (point & 63));
    } else {
        *at++ = (char)(0xf0 | point >> 18);
        *at++ = (char)(0x80 | (point >> 12 & 63));
        *at++ = (char)(0x80 | (point >> 6 & 63));
        *at++ = (char)(0x80 | (point & 63));
    }
    return at;
}

/* Any code point that can stand in a script's line: no NUL, line end or quote, no surrogate. */
static uint32_t some_point(struct monkey *monkey)
{
    static const uint32_t special[] = {0x301, 0x200d, 0x200b, 0x202e, 0x2066, 0xfeff, 0xfe0f,
        0x1f469, 0x1f1e9, 0xad, 0xa0, 0x2581, 0xfffd, 0xffff, 0x10ffff, 0x7f, 0x1b, 0x9, 0x85,
        0x2028};
    uint32_t point;
    switch (below(monkey, 6)) {
    case 0:
    case 1:
        point = 'a' + (uint32_t)below(monkey, 26);
        break;
    case 2:
        point = ' ' + (uint32_t)below(monkey, 95);
        break;
    case 3:
        point = special[below(monkey, sizeof special / sizeof *special)];
        break;
    case 4:
        point = 1 + (uint32_t)below(monkey, 0x2fff);
        break;
    default:
        point = 1 + (uint32_t)below(monkey, 0x10ffff);
    }
    bool refused = point == '"' || point == '\n' || point == '\r' || (point & ~0x7ffu) == 0xd800;
    return refused ? ' ' : point;
}

static void some_text(struct monkey *monkey, char *line, bool compose, int most)
{
    static const char *const words[] = {"the ", "dog ", "that ", "she ", "gave ", "3.14 ",
        "John's ", "don't ", ". ", "library ", "yesterday ", "quickly "};
    char *at = line + sprintf(line, "%s \"", compose ? "compose" : "text");
    bool sane = below(monkey, 2);
    const char *end = at + (compose ? MOST_COMPOSED : MANY_POINTS * 16);
    for (int i = 1 + below(monkey, most); i > 0 && end - at > LONGEST_WORD; i--) {
        if (sane)
            at += sprintf(at, "%s", words[below(monkey, sizeof words / sizeof *words)]);
        else
            at = put_point(at, some_point(monkey));
    }
    strcpy(at, "\"");
}

/* ---------------------------------------------------------------- pointer */
/* A place in the window. */
static void somewhere(struct monkey *monkey, const struct app *app, float *x, float *y)
{
    *x = between(monkey, 0, app->window.width);
    *y = between(monkey, 0, app->window.height);
    size_t count = 0;
    struct rect area;
    while (ui_label_at(app->services.ui, count))
        count++;
    if (count && below(monkey, 3) &&
        ui_find(app->services.ui, ui_label_at(app->services.ui, random_bits(monkey) % count), &area)) {
        *x = area.x + area.w * between(monkey, 0, 1);
        *y = area.y + area.h * between(monkey, 0, 1);
    }
    /* a script refuses what lies outside, as it is written: less than the edge by more than
     * rounding */
    *x = fminf(fmaxf(*x, 0), app->window.width * 0.98f);
    *y = fminf(fmaxf(*y, 0), app->window.height * 0.98f);
}

static void some_outside(struct monkey *monkey, const struct app *app, char *line)
{
    static const float far[] = {-1, -30, -1e5f, 1e6f};
    float x = between(monkey, -50, app->window.width + 50), y = between(monkey, -50, app->window.height + 50);
    if (below(monkey, 2))
        x = far[below(monkey, 4)];
    sprintf(line, "outside %.3f %.3f", (double)x, (double)y);
}

static void some_pointing(struct monkey *monkey, const struct app *app, char *line)
{
    float x, y, to_x, to_y;
    somewhere(monkey, app, &x, &y);
    switch (below(monkey, 8)) {
    case 0:
        some_outside(monkey, app, line);
        break;
    case 1:
        sprintf(line, "move %.3f %.3f", (double)x, (double)y);
        break;
    case 2:
        somewhere(monkey, app, &to_x, &to_y);
        sprintf(line, "drag %.3f %.3f %.3f %.3f", (double)x, (double)y, (double)to_x, (double)to_y);
        break;
    case 3:
        sprintf(line, "%s", below(monkey, 2) ? "down" : below(monkey, 3) ? "up" : "leave");
        break;
    case 4:
        sprintf(line, "click %.3f %.3f %d", (double)x, (double)y, 1 + below(monkey, 3));
        break;
    default:
        sprintf(line, "click %.3f %.3f", (double)x, (double)y);
    }
}

/* ---------------------------------------------------------------- keys */
static void known_key(struct monkey *monkey, char *line)
{
    const struct key_binding *table = keys_table();
    int count = 0;
    while (table[count].keys)
        count++;
    const struct key_binding *binding = &table[below(monkey, count)];
    /* writing pictures is slow, and the same every time */
    if (binding->action.kind == ACT_EXPORT_QUICK && below(monkey, 4))
        binding = table;
    const char *first = binding->keys, *blank = strrchr(first, ' ');
    if (blank && below(monkey, 2))
        first = blank + 1;
    sprintf(line, "key %.*s", (int)strcspn(first, " "), first);
}

static void any_key(struct monkey *monkey, char *line)
{
    static const char *const keys[] = {"enter", "escape", "tab", "space", "backspace", "delete",
        "left", "right", "up", "down", "home", "end", "pageup", "pagedown", "f1", "f5", "a", "c",
        "v", "x", "z", "y", "s", "0", "9", "plus", "minus"};
    sprintf(line, "key %s%s%s%s", below(monkey, 4) ? "" : "ctrl+", below(monkey, 4) ? "" : "shift+",
        below(monkey, 12) ? "" : "alt+", keys[below(monkey, sizeof keys / sizeof *keys)]);
}

/* ---------------------------------------------------------------- the window */
static void some_size(struct monkey *monkey, const struct app *app, char *line)
{
    static const int sizes[][2] = {{900, 600}, {1280, 800}, {1920, 1080}, {1, 1}, {1, 900},
        {1600, 1}, {300, 200}, {899, 599}, {2, 2}, {640, 480}};
    int width, height, kind = below(monkey, 60);
    if (kind == 0) {
        width = 7680;
        height = 4320;
    } else if (kind < 30) {
        int at = below(monkey, sizeof sizes / sizeof *sizes);
        width = sizes[at][0];
        height = sizes[at][1];
    } else {
        width = 1 + below(monkey, 1900);
        height = 1 + below(monkey, 1200);
    }
    /* the least that a window can be is one logical pixel */
    sprintf(line, "resize %.2f %.2f", (double)fmaxf((float)width / app->window.ui_scale, 1),
        (double)fmaxf((float)height / app->window.ui_scale, 1));
    monkey->large = width > LARGE_SIDE;
}

static void some_scale(struct monkey *monkey, char *line)
{
    static const char *const scales[] = {"0", "0.5", "0.75", "1", "1", "1.25", "1.5", "2", "4"};
    sprintf(line, "scale %s", scales[below(monkey, sizeof scales / sizeof *scales)]);
}

static void some_drop(struct monkey *monkey, char *line)
{
    sprintf(line, "drop %s", monkey_file(random_bits(monkey)));
}

/* The pointer goes down and moves, and before it comes up something else happens. */
static void next_of_drag(struct monkey *monkey, const struct app *app, char *line)
{
    static const char *const middle[] = {"key escape", "leave", "key 2", "key t", "hash"};
    float x, y;
    switch (monkey->drag++) {
    case 1:
        strcpy(line, "down");
        return;
    case 2:
    case 4:
        if (below(monkey, 4) == 0) {
            some_outside(monkey, app, line);
            return;
        }
        somewhere(monkey, app, &x, &y);
        sprintf(line, "move %.3f %.3f", (double)x, (double)y);
        return;
    case 3:
        if (below(monkey, 2))
            some_drop(monkey, line);
        else if (below(monkey, 2))
            some_size(monkey, app, line);
        else
            strcpy(line, middle[below(monkey, sizeof middle / sizeof *middle)]);
        return;
    default:
        strcpy(line, "up");
        monkey->drag = 0;
    }
}

void monkey_next(struct monkey *monkey, const struct app *app, char line[MONKEY_LINE])
{
    if (monkey->large == 1) { // one picture of that size, then back: the rest shall not take hours
        monkey->large++;
        strcpy(line, "hash");
        return;
    }
    if (monkey->large || app->window.width * app->window.ui_scale > LARGE_SIDE) {
        monkey->large = 0;
        sprintf(line, "resize %.1f %.1f", (double)(1280 / app->window.ui_scale),
            (double)(800 / app->window.ui_scale));
        return;
    }
    if (monkey->drag) {
        next_of_drag(monkey, app, line);
        return;
    }
    int kind = below(monkey, 100);
    if (kind < 2) {
        float x, y;
        monkey->drag = 1;
        somewhere(monkey, app, &x, &y);
        sprintf(line, "move %.3f %.3f", (double)x, (double)y);
    } else if (kind < 4)
        sprintf(line, "key %d", 1 + below(monkey, VIEW_COUNT));
    else if (kind < 46)
        some_pointing(monkey, app, line);
    else if (kind < 68)
        known_key(monkey, line);
    else if (kind < 76)
        any_key(monkey, line);
    else if (kind < 83)
        some_text(monkey, line, false, below(monkey, 10) ? 6 : MANY_POINTS);
    else if (kind < 85)
        some_text(monkey, line, true, 9);
    else if (kind < 90)
        sprintf(line, "wheel %.2f", (double)between(monkey, -6, 6));
    else if (kind < 93)
        some_size(monkey, app, line);
    else if (kind < 94)
        some_scale(monkey, line);
    else if (kind < 97)
        some_drop(monkey, line);
    else
        strcpy(line, "hash");
}
