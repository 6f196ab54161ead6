/* monkey_lines.c – see monkey.h. Half of what it does aims at something that is on the screen, or
 * is a known shortcut: pure noise would rarely get beyond the first dialog. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "keys.h"
#include "monkey.h"

enum {
    LONG_WORDS = 250, // a sentence much wider than the window, still quick under sanitizers
    LARGE_SIDE = 2000,
    MANY_POINTS = 60,
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

/* ---------------------------------------------------------------- files */
static bool write_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool fine = file && fwrite(bytes, 1, length, file) == length;
    return file && fclose(file) == 0 && fine;
}

/* A .npy of (2, 5, 5) even rows; `shown` says another length in its header than there is. */
static bool write_npy(const char *path, int shown)
{
    char bytes[128 + 2 * 25 * sizeof(float)];
    char header[119];
    int length = snprintf(header, sizeof header,
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, 5, 5), }", shown);
    memset(bytes, ' ', 128);
    memcpy(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    memcpy(bytes + 10, header, (size_t)length);
    bytes[127] = '\n';
    for (size_t i = 0; i < 50; i++) {
        float value = i % 5 == (i / 5) % 5 ? 0.6f : 0.1f;
        memcpy(bytes + 128 + i * sizeof value, &value, sizeof value);
    }
    return write_file(path, bytes, sizeof bytes);
}

bool monkey_make_files(void)
{
    static const char good[] =
        "# two of them\nThe cat sat.\nShe gave him the book he had asked for.\n";
    static const char bad_utf8[] = "Fine.\nNot \303( fine.\n", binary[] = "PK\003\004\000\000\001";
    static const char scripts[] =
        "שלום עולם\n中文 句子 在 这里。\n🙂 👩‍👩‍👧 é ñ ﷽\n";
    static const char session[] = "{\"format\": \"headscope-session 1\", \"text\": 3}";
    char *longer = malloc(LONG_WORDS * 8 + 2);
    size_t length = 0;
    if (!longer)
        return false;
    for (int i = 0; i < LONG_WORDS; i++)
        length += (size_t)sprintf(longer + length, "word%d ", i % 70);
    longer[length++] = '\n';
    bool fine = write_file("good.txt", good, sizeof good - 1) &&
                write_file("scripts.txt", scripts, sizeof scripts - 1) &&
                write_file("long.txt", longer, length) &&
                write_file("badutf8.txt", bad_utf8, sizeof bad_utf8 - 1) &&
                write_file("binary.bin", binary, sizeof binary - 1) &&
                write_file("empty.txt", "", 0) &&
                write_file("bad.json", session, sizeof session - 1) &&
                write_file("not.safetensors", "\x08\0\0\0\0\0\0\0{\"a\": 1}", 16) &&
                write_npy("good.npy", 2) && write_npy("short.npy", 3) &&
                (mkdir("folder", 0777) == 0 || true);
    free(longer);
    return fine;
}

static const char *some_file(struct monkey *monkey)
{
    static const char *const names[] = {"good.txt", "good.txt", "scripts.txt", "long.txt",
        "badutf8.txt", "binary.bin", "empty.txt", "bad.json", "not.safetensors", "good.npy",
        "short.npy", "folder", "missing.txt", "/dev/null"};
    return names[below(monkey, sizeof names / sizeof *names)];
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

static void some_text(struct monkey *monkey, char *line, const char *command, int most)
{
    static const char *const words[] = {"the ", "dog ", "that ", "she ", "gave ", "3.14 ",
        "John's ", "don't ", ". ", "library ", "yesterday ", "quickly "};
    char *at = line + sprintf(line, "%s \"", command);
    bool sane = below(monkey, 2);
    for (int i = 1 + below(monkey, most); i > 0; i--) {
        if (sane)
            at += sprintf(at, "%s", words[below(monkey, sizeof words / sizeof *words)]);
        else
            at = put_point(at, some_point(monkey));
    }
    strcpy(at, "\"");
}

/* ---------------------------------------------------------------- pointer */
static void somewhere(struct monkey *monkey, const struct app *app, float *x, float *y)
{
    *x = between(monkey, -20, app->width + 20);
    *y = between(monkey, -20, app->height + 20);
    size_t count = 0;
    struct rect area;
    while (ui_label_at(app->ui, count))
        count++;
    if (count && below(monkey, 3) &&
        ui_find(app->ui, ui_label_at(app->ui, random_bits(monkey) % count), &area)) {
        *x = area.x + area.w * between(monkey, 0, 1);
        *y = area.y + area.h * between(monkey, 0, 1);
    }
    /* a script takes less than a million, and knows no other numbers */
    *x = *x > -1e5f && *x < 1e5f ? *x : 0;
    *y = *y > -1e5f && *y < 1e5f ? *y : 0;
}

static void some_pointing(struct monkey *monkey, const struct app *app, char *line)
{
    float x, y;
    somewhere(monkey, app, &x, &y);
    switch (below(monkey, 8)) {
    case 0:
    case 1:
        sprintf(line, "move %.1f %.1f", (double)x, (double)y);
        break;
    case 2:
        sprintf(line, "drag %.1f %.1f %.1f %.1f", (double)x, (double)y,
            (double)between(monkey, -50, app->width + 50),
            (double)between(monkey, -50, app->height + 50));
        break;
    case 3:
        sprintf(line, "%s", below(monkey, 2) ? "down" : below(monkey, 3) ? "up" : "leave");
        break;
    case 4:
        sprintf(line, "click %.1f %.1f %d", (double)x, (double)y, 1 + below(monkey, 3));
        break;
    default:
        sprintf(line, "click %.1f %.1f", (double)x, (double)y);
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
    sprintf(line, "resize %.2f %.2f", (double)((float)width / app->ui_scale),
        (double)((float)height / app->ui_scale));
    monkey->large = width > LARGE_SIDE;
}

static void some_scale(struct monkey *monkey, char *line)
{
    static const char *const scales[] = {
        "0", "0.5", "0.75", "1", "1", "1.25", "1.5", "2", "4", "-3", "9999"};
    sprintf(line, "scale %s", scales[below(monkey, sizeof scales / sizeof *scales)]);
}

void monkey_next(struct monkey *monkey, const struct app *app, char line[MONKEY_LINE])
{
    if (monkey->large == 1) { // one picture of that size, then back: the rest shall not take hours
        monkey->large++;
        strcpy(line, "hash");
        return;
    }
    if (monkey->large || app->width * app->ui_scale > LARGE_SIDE) {
        monkey->large = 0;
        sprintf(line, "resize %.1f %.1f", (double)(1280 / app->ui_scale),
            (double)(800 / app->ui_scale));
        return;
    }
    int kind = below(monkey, 100);
    if (kind < 46)
        some_pointing(monkey, app, line);
    else if (kind < 68)
        known_key(monkey, line);
    else if (kind < 76)
        any_key(monkey, line);
    else if (kind < 83)
        some_text(monkey, line, "text", below(monkey, 10) ? 6 : MANY_POINTS);
    else if (kind < 85)
        some_text(monkey, line, "compose", 9);
    else if (kind < 90)
        sprintf(line, "wheel %.2f", (double)between(monkey, -6, 6));
    else if (kind < 93)
        some_size(monkey, app, line);
    else if (kind < 94)
        some_scale(monkey, line);
    else if (kind < 97)
        sprintf(line, "drop %s", some_file(monkey));
    else
        strcpy(line, "hash");
}
