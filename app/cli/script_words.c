/* script_words.c – see script_words.h. A newcomer guesses the names of views and switches; most of
 * those are keys, and the table of keys knows them. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "model/app.h"
#include "cli/guess.h"
#include "chrome/keys.h"
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

/* What others call our commands. */
static const char *const synonyms[][2] = {
    {"open", "drop PATH"},
    {"load", "drop PATH"},
    {"file", "drop PATH"},
    {"type", "text \"typed\""},
    {"sentence", "key / and then text \"typed\""},
    {"press", "key NAME"},
    {"hover", "move X Y or cell HEAD QUERY KEY"},
    {"screenshot", "shot FILE.png"},
    {"export", "shot FILE.png or key ctrl+e"},
    {"assert", "expect KEY VALUE"},
    {"view", "key 1 (Grid) to key 7 (Layers)"},
    {"size", "resize W H"},
    {"zoom", "key z, wheel NOTCHES or scale S"},
    {"scroll", "wheel NOTCHES"},
    {"lock", "cell HEAD QUERY KEY, down and up"},
};

static bool word_in(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text; text++) {
        size_t i = 0;
        while (i < length &&
               tolower((unsigned char)text[i]) == tolower((unsigned char)word[i])) /* ends at NUL */
            i++;
        if (i == length)
            return true;
    }
    return false;
}

/* "key 1 (Grid)": the key that does what `word` says; false when none does. A binding that is
 * called just that goes before one that mentions it. */
static bool key_for(const char *word, char *text, size_t room)
{
    const struct key_binding *found = NULL;
    if (strlen(word) < 4) /* "the", "of" … stand in many */
        return false;
    for (const struct key_binding *at = keys_table(); at->keys; at++)
        if (word_in(at->what, word) && (!found || strlen(at->what) == strlen(word)))
            found = at;
    if (found)
        snprintf(
            text, room, "key %.*s (%s)", (int)strcspn(found->keys, " "), found->keys, found->what);
    return found;
}

static void suggest(const char *word, char *text, size_t room)
{
    struct guess guess = guess_start(word, strlen(word));
    char key[120];
    text[0] = '\0';
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (strcmp(word, synonyms[i][0]) == 0) {
            snprintf(text, room, "; did you mean %s?", synonyms[i][1]);
            return;
        }
    }
    for (size_t i = 0; i < COMMANDS; i++)
        guess_try(&guess, commands[i].name);
    if (key_for(word, key, sizeof key))
        snprintf(text, room, "; did you mean %s?", key);
    else if (guess.best[0])
        snprintf(text, room, "; did you mean %s?", guess.best);
}

static enum hs_status no_command(const char *word, struct hs_error *error)
{
    char hint[200], list[300] = "";
    size_t length = 0;
    suggest(word, hint, sizeof hint);
    for (size_t i = 0; i < COMMANDS; i++)
        length += (size_t)snprintf(
            list + length, sizeof list - length, "%s%s", i ? ", " : "", commands[i].name);
    return hs_fail(error, HS_BAD_USE, "there is no command \"%.60s\"%s%s are: %s", word, hint,
        hint[0] ? " Commands" : "; commands", list);
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
