/* manual.c – the man page: assets/headscope.1 from standard input to standard output, the rows of model/options.h in place of its line
 * @OPTIONS@. Built and run with the program, installed with it and itself not. */
#include <stdio.h>
#include <string.h>

#include "model/options.h"

#define PUNCTUATION " ,;:()."

/* As troff has it. */
static void put(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fputs(text[i] == '-' ? "\\-" : text[i] == '\\' ? "\\e" : (char[]){text[i], '\0'}, stdout);
}

/* What is typed as it stands: another option, or a word of the choice. */
static bool is_typed(const struct option *option, const char *word, size_t length)
{
    if (length > 2 && strncmp(word, "--", 2) == 0)
        return true;
    for (long i = 0; option->kind == OPTION_CHOICE && i < option_words(option); i++)
        if (option->word(i) && strlen(option->word(i)) == length && strncmp(option->word(i), word, length) == 0)
            return true;
    return false;
}

static void put_option(const struct option *option)
{
    char text[1200];
    printf(".TP\n\\fB");
    put("--", 2);
    put(option->name, strlen(option->name));
    printf("\\fR%s", option->value ? " \\fI" : "");
    put(option->value ? option->value : "", option->value ? strlen(option->value) : 0);
    printf("%s\n", option->value ? "\\fR" : "");
    for (const char *at = option_help(option, true, text, sizeof text); *at;) {
        size_t between = strspn(at, PUNCTUATION), word = strcspn(at + between, PUNCTUATION);
        bool typed = is_typed(option, at + between, word);
        put(at, between);
        fputs(typed ? "\\fB" : "", stdout);
        put(at + between, word);
        fputs(typed ? "\\fR" : "", stdout);
        at += between + word;
    }
    putchar('\n');
}

int main(void)
{
    char line[4000];
    while (fgets(line, sizeof line, stdin))
        if (strcmp(line, "@OPTIONS@\n") != 0)
            fputs(line, stdout);
        else
            for (int id = 0; id < OPTION_COUNT; id++)
                put_option(option_get((enum option_id)id));
    return fflush(stdout) || ferror(stdin);
}
