/* monkey_again.c – see monkey.h: the promise of the text chunk Command, wherever a random user has got to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "monkey.h"
#include "desk/export.h"

enum { MOST_TEXT = 300000 };

/* The text of the chunk tEXt or iTXt that is named Command; NULL when there is none. free() it. */
static char *command_in(const unsigned char *png, size_t length)
{
    for (size_t at = 8; at + 12 <= length;) {
        size_t size = (size_t)png[at] << 24 | (size_t)png[at + 1] << 16 | (size_t)png[at + 2] << 8 | png[at + 3];
        const unsigned char *type = png + at + 4, *data = type + 4, *text = data + sizeof "Command";
        if (at + 12 + size > length)
            return NULL;
        if (memcmp(data, "Command", sizeof "Command") == 0 && memcmp(type + 2, "Xt", 2) == 0) {
            if (type[0] == 'i') // flag, method, language and translated key, all empty
                text += 4;
            return strndup((const char *)text, size - (size_t)(text - data));
        }
        at += 12 + size;
    }
    return NULL;
}

/* `command` as a shell's, with the program, stand-in fonts and this output in the places of the words it has for them. */
static bool run(const char *program, const char *command, const char *out)
{
    static const char first[] = "headscope", name[] = "OUT.png";
    char *text = malloc(strlen(program) + strlen(command) + 400);
    const char *place = strstr(command, " --export OUT.png");
    if (!text || strncmp(command, first, sizeof first - 1) != 0 || !place)
        return free(text), false;
    place += strlen(" --export ");
    sprintf(text, "'%s' --assets '%s/assets' --fonts fixed --force %.*s%s%s 2>again.err </dev/null", program, HS_SOURCE_DIR,
        (int)(place - command - (long)sizeof first + 1), command + sizeof first - 1, out, place + sizeof name - 1);
    bool done = system(text) == 0;
    free(text);
    return done;
}

static bool same_file(const char *path, const struct hs_buffer *bytes)
{
    FILE *in = fopen(path, "rb");
    char *other = malloc(bytes->length + 1);
    bool same = in && other && fread(other, 1, bytes->length + 1, in) == bytes->length && memcmp(other, bytes->data, bytes->length) == 0;
    free(other);
    return in && fclose(in) == 0 && same;
}

static void keep(const char *path, const struct hs_buffer *bytes)
{
    FILE *out = fopen(path, "wb");
    if (out && fwrite(bytes->data, 1, bytes->length, out) == bytes->length)
        fclose(out);
}

bool monkey_again(const struct app *app, const char *program, bool sheet, bool *tried)
{
    struct export_job job = {.path = "made.png", .what = sheet ? EXPORT_SHEET : EXPORT_VIEW, .format = FORMAT_PNG, .scale = 1,
        .width = sheet ? 0 : 1280, .height = sheet ? 0 : 800};
    struct hs_buffer bytes = {0};
    struct hs_error error;
    *tried = false;
    if (export_render(app, &job, &bytes, &error))
        return hs_buffer_drop(&bytes), true; // a page beyond a limit is refused, and says so
    char *command = command_in((const unsigned char *)bytes.data, bytes.length);
    bool same = true;
    if (!command) {
        same = false;
        fprintf(stderr, "the picture has no command\n");
    } else if (command[0] != '(') { // "(no command makes this picture: …)"
        *tried = true;
        same = run(program, command, "again.png") && same_file("again.png", &bytes);
        if (!same) {
            keep("made.png", &bytes);
            fprintf(stderr, "another file than made.png came of: %.3000s\n", command);
            if (system("head -c 1000 again.err >&2")) {
            }
        }
    }
    free(command);
    hs_buffer_drop(&bytes);
    return same;
}
