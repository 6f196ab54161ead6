/* args.h – the command line as a struct. Parsing touches nothing but the strings it is given and,
 * to tell a file from a sentence, the file system. Used by main.c; tested by itself. */
#ifndef HEADSCOPE_ARGS_H
#define HEADSCOPE_ARGS_H

#include <stdio.h>

#include "cli/args_dump.h"
#include "cli/args_learn.h"
#include "cli/args_lens.h"
#include "desk/export.h"
#include "model/options.h"

struct option_given {
    bool given;
    struct option_value value; /* an index as the user counts */
};

#define ARGS_MOST 128 /* options that there are, at most */

struct args {
    const char *given[ARGS_MOST]; /* the names of the options, "--head", in their order */
    int given_count;
    const char **words; /* positional, borrowed from argv; `words` itself is owned */
    int word_count;
    bool words_are_files; /* the first word names a file: all do */
    const char *run;      /* a saved training run, whose models run what `words` say; NULL = none */
    const char *model;    /* the folder of a real model, or a file of it, that runs what `words` say; NULL = none */
    int option_count;     /* options that were given */
    bool help, version;
    long heads;                                            /* 0 = not given */
    struct option_given row[OPTION_COUNT];
    long mask, view;                                       /* -1 = not given */
    long head;                                             /* as the user counts; -1 = not given */
    long lock_q, lock_k, lock_key;                         /* as the user counts; -1 = not given */
    long terms;                                            /* enum step_column; -1 = not given */
    const char *zoom;                                      /* as ACT_ZOOM_TO reads it */
    const char *queries, *keys;                            /* ranges of tokens, for args_range.h */
    long tour;                                             /* stop of the tour; 0 = not given */
    long sentence;                                         /* 1-based in the file; 0 = not given */
    const char *check_path; /* a lesson */
    const char *export_path, *json_path, *script_path, *assets, *evaluate_path, *about_path;
    long step, column; /* of the Steps view; -1 = not given, column as the user counts */
    bool formula, contrast;
    long format; /* for standard output; -1 = by the name's ending */
    bool sheet, force, fixed_fonts, present, resume;
    struct args_lens lens;
    struct args_dump dump;
    struct args_learn learn;
    float width, height; /* 0 = not given */
    float pixels;        /* --scale; 0 = not given */
};

/* HS_BAD_USE names the argument, what was expected and what came. args_drop() in either case. */
enum hs_status args_parse(int argc, char *const *argv, struct args *args, struct hs_error *error);
void args_drop(struct args *args);
void args_help(FILE *out);
/* Says on `out`, a line each, which of the options change nothing in what was written; `app` is NULL for --evaluate and --dump. */
void args_tell_unseen(const struct app *app, const struct args *args, FILE *out);

#endif
