/* args_help.c – what --help prints: the rows of model/options.h, part after part. See args.h. */
#include <string.h>

#include "cli/args.h"

#define LEFT 22  /* columns before an option's words */
#define WIDTH 120

static const char start[] =
    "Headscope " HS_VERSION " – see what every head of multi-head attention looks at\n"
    "\n"
    "usage: headscope [OPTION...] [FILE...|SENTENCE...]\n"
    "\n"
    "A FILE holds one sentence a line (# starts a comment), or attention; - is standard input. "
    "Anything else is the sentence\n"
    "itself; words are joined by blanks. Without both it opens on a sentence of its own.\n";

/* Letters up to the blank where the line is to end. */
static size_t line_of(const char *text, size_t width)
{
    size_t end = 0, columns = 0;
    for (size_t i = 0; text[i] && columns <= width; i++) {
        columns += (text[i] & 0xC0) != 0x80;
        if (text[i + 1] == ' ' || !text[i + 1])
            end = columns <= width || end == 0 ? i + 1 : end;
    }
    return end;
}

static void print_option(const struct option *option, FILE *out)
{
    char left[40], text[500];
    snprintf(left, sizeof left, "--%s %s", option->name, option->value ? option->value : "");
    const char *at = option_help(option, false, text, sizeof text);
    size_t columns = strlen(left) > LEFT - 3 ? strlen(left) + 3 : LEFT, length = line_of(at, WIDTH - columns);
    fprintf(out, "  %-*s %.*s\n", LEFT - 3, left, (int)length, at);
    for (at += length; *at; at += length) {
        at += strspn(at, " ");
        length = line_of(at, WIDTH - LEFT);
        fprintf(out, "%*s%.*s\n", LEFT, "", (int)length, at);
    }
}

void args_help(FILE *out)
{
    fputs(start, out);
    for (int group = 0; group < OPTION_GROUPS; group++) {
        fprintf(out, "\n%s\n", option_group_title((enum option_group)group));
        for (int id = 0; id < OPTION_COUNT; id++)
            if (option_get((enum option_id)id)->group == (enum option_group)group)
                print_option(option_get((enum option_id)id), out);
    }
    fputs("\nexit status: 0 done, 1 the input was bad, 2 wrong usage\n", out);
}
