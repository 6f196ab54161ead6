/* args_learn.h – the part of the command line that trains a layer before anything is shown of it. Parsed by args.c's table, done
 * here. */
#ifndef HEADSCOPE_ARGS_LEARN_H
#define HEADSCOPE_ARGS_LEARN_H

#include "model/app.h"

struct args_learn { /* NULL, 0 and false = not given */
    bool learn, hints, chance;
    const char *heads, *relations, *rate, *save_path;
    long sentences, moment;
    long seed, stop; /* -1 = not given */
};
#define ARGS_LEARN_NONE {.seed = -1, .stop = -1}

/* The first option that needs --learn or a saved run beside it, or NULL. */
const char *args_learn_given(const struct args_learn *args);
/* What is said becomes the wish of the next run; `train`: which then goes on to its end, headless with its progress on standard
 * error. */
enum hs_status args_learn_apply(struct app *app, const struct args_learn *args, struct hs_error *error);
/* The model with so many heads and the moment that are shown, then the file of --save-run. */
enum hs_status args_learn_show(struct app *app, const struct args_learn *args, long heads, bool overwrite, struct hs_error *error);

/* Their lines of --help. */
#define ARGS_LEARN_HELP                                                                                     \
    "Learning from random weights\n"                                                                        \
    "  --learn             train, beside the window or, with a job, before it\n"                            \
    "  --learn-heads A,B   heads of the models side by side, or of one: 1, 2, 4, 8, 16 or 32 (default 1,8)\n" \
    "  --learn-sentences N sentences of the run (default 50000)\n"                                          \
    "  --learn-relations L asked for, of subj, obj, loct, ana, rel, mod, pobj, aux (default the first four)\n" \
    "  --learn-hints       heads see what the built-in rules guess, too\n"                                  \
    "  --learn-chance      a control: answers by chance\n"                                                  \
    "  --learn-seed N      of weights and sentences (default 1)\n"                                          \
    "  --learn-rate R      the largest learning rate (default 0.005)\n"                                     \
    "  --learn-stop N      stop the run after N of them\n"                                                   \
    "  --moment N          the moment that is shown, from 1 (default the last)\n"                           \
    "  --save-run OUT      write the run to OUT.safetensors, which opens like any file\n"                   \
    "\n"

#endif
