/* args.h – the command line as a struct. Parsing touches nothing but the strings it is given and,
 * to tell a file from a sentence, the file system. Used by main.c; tested by itself. */
#ifndef HEADSCOPE_ARGS_H
#define HEADSCOPE_ARGS_H

#include <stdio.h>

#include "model/options.h"

struct option_given {
    bool given;
    struct option_value value; /* an index as the user counts */
};

struct args {
    struct option_given row[OPTION_COUNT];
    enum option_id given[OPTION_COUNT]; /* those that are, in their order */
    int given_count;
    const char **words; /* positional, borrowed from argv; `words` itself is owned */
    int word_count;
    bool words_are_files; /* the first word names a file: all do */
    const char *run;      /* a saved training run, whose models run what `words` say; NULL = none */
    const char *model;    /* the folder of a real model, or a file of it, that runs what `words` say; NULL = none */
};

bool args_has(const struct args *args, enum option_id id);
long args_number(const struct args *args, enum option_id id, long other); /* `other` when it is not given */
const char *args_text(const struct args *args, enum option_id id);        /* NULL when it is not given */
/* Those of option.job that are given. */
int args_jobs(const struct args *args);

/* HS_BAD_USE names the argument, what was expected and what came. args_drop() in either case. */
enum hs_status args_parse(int argc, char *const *argv, struct args *args, struct hs_error *error);
void args_drop(struct args *args);
void args_help(FILE *out);
/* Says on `out`, a line each, which of the options change nothing in what was written; `app` is NULL for --evaluate and --dump. */
void args_tell_unseen(const struct app *app, const struct args *args, FILE *out);

#endif
