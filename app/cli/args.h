/* args.h – the command line as a struct. Parsing touches nothing but the strings it is given and,
 * to tell a file from a sentence, the file system. Used by main.c; tested by itself. */
#ifndef HEADSCOPE_ARGS_H
#define HEADSCOPE_ARGS_H

#include "cli/args_dump.h"
#include "cli/args_lens.h"
#include "desk/export.h"

struct args {
    const char **words; /* positional, borrowed from argv; `words` itself is owned */
    int word_count;
    bool words_are_files; /* the first word names a file: all do */
    bool help, version;
    long heads;                                            /* 0 = not given */
    long mask, view, palette, scale, theme, range, reduce; /* -1 = not given */
    long count_from;                                       /* -1 = not given, 0, 1 */
    long head;                                             /* as the user counts; -1 = not given */
    long lock_q, lock_k;                                   /* as the user counts; -1 = not given */
    long tour;                                             /* stop of the tour; 0 = not given */
    long sentence;                                         /* 1-based in the file; 0 = not given */
    const char *export_path, *json_path, *script_path, *assets, *evaluate_path;
    long step, column; /* of the Steps view; -1 = not given, column as the user counts */
    bool formula, contrast;
    long format; /* for standard output; -1 = by the name's ending */
    bool sheet, force, fixed_fonts, present, resume;
    struct args_lens lens;
    struct args_dump dump;
    float width, height; /* 0 = not given */
    float pixels;        /* --scale; 0 = not given */
};

/* HS_BAD_USE names the argument, what was expected and what came. args_drop() in either case. */
enum hs_status args_parse(int argc, char *const *argv, struct args *args, struct hs_error *error);
void args_drop(struct args *args);
const char *args_help(size_t part); /* of the help text, 0 … ; NULL after the last */

#endif
