/* script_words.c – see script_words.h. */
#include <stdio.h>
#include <string.h>

#include "model/app.h"
#include "cli/guess.h"
#include "cli/script.h"
#include "cli/script_words.h"

static const struct {
    const char *name, *usage;
    int least, most; /* words after the name */
} commands[] = {
    {"move", "move X Y, or move \"LABEL\"", 1, 2},
    {"click", "click X Y [TIMES], or click \"LABEL\" [TIMES]", 1, 3},
    {"down", "down", 0, 0},
    {"up", "up", 0, 0},
    {"leave", "leave", 0, 0},
    {"cell", "cell HEAD QUERY KEY", 3, 3},
    {"drag", "drag X0 Y0 X1 Y1", 4, 4},
    {"wheel", "wheel NOTCHES", 1, 1},
    {"key", "key NAME, for example key ctrl+s", 1, 1},
    {"text", "text \"typed\"", 1, 1},
    {"compose", "compose \"composition\"", 1, 1},
    {"drop", "drop PATH", 1, 1},
    {"resize", "resize W H", 2, 2},
    {"scale", "scale S", 1, 1},
    {"expect", "expect KEY VALUE, or expect KEY ~ PART; quotes keep words together", 2, 3},
    {"expect-label", "expect-label \"LABEL\"", 1, 1},
    {"expect-file", "expect-file PATH", 1, 1},
    {"expect-no-trace", "expect-no-trace \"PART\"", 1, 1},
    {"expect-trace", "expect-trace \"PART\"", 1, 1},
    {"shot", "shot FILE.png", 1, 1},
    {"trace", "trace FILE", 1, 1},
    {"hash", "hash [VALUE]", 0, 1},
    {"remember", "remember NAME", 1, 1},
    {"same", "same NAME", 1, 1},
    {"other", "other NAME", 1, 1},
    {"print", "print KEY, or print keys for all there are", 1, 1},
};
#define COMMANDS (sizeof commands / sizeof *commands)

static enum hs_status no_command(const char *word, struct hs_error *error)
{
    struct guess guess = guess_start(word, strlen(word));
    char list[300] = "";
    size_t length = 0;
    for (size_t i = 0; i < COMMANDS; i++) {
        guess_try(&guess, commands[i].name);
        length += (size_t)snprintf(
            list + length, sizeof list - length, "%s%s", i ? ", " : "", commands[i].name);
    }
    return hs_fail(error, HS_BAD_USE, "there is no command \"%.60s\"%s%s%s are: %s", word,
        guess.best[0] ? "; did you mean " : "", guess.best, guess.best[0] ? "? Commands" : "; commands", list);
}

enum hs_status script_command(const char *const *word, int count, struct hs_error *error)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(word[0], commands[i].name) != 0)
            continue;
        int given = count - 1;
        if (given >= commands[i].least && given <= commands[i].most)
            return HS_OK;
        return hs_fail(error, HS_BAD_USE, "%s has %d word%s after it, and is written: %s",
            commands[i].name, given, given == 1 ? "" : "s", commands[i].usage);
    }
    return no_command(word[0], error);
}

/* ---------------------------------------------------------------- readings */
static void try_key(void *guess, const char *name)
{
    guess_try(guess, name);
}

enum hs_status script_no_key(const struct app *app, const char *key, struct hs_error *error)
{
    struct guess guess = guess_start(key, strlen(key));
    script_each_key(app, try_key, &guess);
    if (guess.best[0])
        return hs_fail(error, HS_BAD_USE,
            "there is no reading \"%.60s\"; did you mean %s? \"print keys\" prints all there are",
            key, guess.best);
    return hs_fail(error, HS_BAD_USE,
        "there is no reading \"%.60s\": \"print keys\" prints all there are, among them text, "
        "tokens, heads, mask, view, head, hover, locked, words, weight, lens, step, file, message, "
        "question, theme and size",
        key);
}

static void print_key(void *out, const char *name)
{
    fprintf(out, "%s\n", name);
}

void script_print_keys(const struct app *app, FILE *out)
{
    script_each_key(app, print_key, out);
}
