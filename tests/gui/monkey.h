/* monkey.h – the random user of the monkey test: makes script lines, one at a time, that never fail
 * for being wrong themselves, so that whatever goes wrong is the program's fault. */
#ifndef HS_TESTS_MONKEY_H
#define HS_TESTS_MONKEY_H

#include "model/app.h"

#define MONKEY_LINE 1024

struct monkey {
    uint64_t state; /* of the random numbers; the seed at first */
    int large;      /* lines since the window became huge; 0 = it is not */
    int drag;       /* which line of a drag comes next; 0 = none is made */
};

/* The files it drops, good and bad, in the current folder. False when one cannot be written. */
bool monkey_make_files(void);
/* The same, and no other file but the runner's own: of what a round saved the next must not see anything. */
bool monkey_tidy(void);
/* The name of one of them, of a folder, or of what is no file; any number will do. */
const char *monkey_file(size_t number);
/* The next line, without its end, by what is on the screen now. */
void monkey_next(struct monkey *monkey, const struct app *app, char line[MONKEY_LINE]);

/* Exports what is shown (the view or the sheet) as PNG, runs the command that stands in it, and compares the files byte for byte.
 * False when they differ; `tried`: there was a command. */
bool monkey_again(const struct app *app, const char *program, bool sheet, bool *tried);

#endif
