/* guess.h – what a mistyped name was probably meant to be, for messages of scripts and the command
 * line. Pure. */
#ifndef HEADSCOPE_GUESS_H
#define HEADSCOPE_GUESS_H

#include <stddef.h>

/* Fed with one candidate after the other; `best` is the nearest that is near enough, or "". */
struct guess {
    const char *word;
    size_t length; /* of `word` that counts */
    size_t distance;
    char best[40];
};

struct guess guess_start(const char *word, size_t length);
void guess_try(struct guess *guess, const char *name);

#endif
