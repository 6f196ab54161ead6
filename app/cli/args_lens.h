/* args_lens.h – the part of the command line that says what Grid and Head show and what is
 * measured: lens, differences, hidden tokens, head modes, order, the Specialise table. Parsed by
 * args.c's table, turned into actions here. */
#ifndef HEADSCOPE_ARGS_LENS_H
#define HEADSCOPE_ARGS_LENS_H

#include "model/app.h"

struct args_lens { /* numbers as the user counts; NULL, false and -1 = not given */
    long lens, minus_head, minus_heads, sort, compare, links, list;
    const char *minus_text, *minus_model, *hide, *find, *head_off, *head_uniform, *head_mean, *annotated, *cell, *hide_heads;
    bool renormalise, reverse;
};

/* Before the view is chosen, after texts and files are open. */
enum hs_status args_lens_apply(
    struct app *app, const struct args_lens *args, struct hs_error *error);
/* --list: the panel's list as CSV. */
enum hs_status args_lens_list(struct app *app, long list, struct hs_error *error);
/* Their lines of --help. */
#define ARGS_LENS_HELP                                                                                       \
    "What Grid and Head show of it\n"                                                                        \
    "  --lens L            weight, value (a·‖v‖), output (a·‖v Wᴼ‖) or score (before softmax)\n" \
    "  --minus-head I      every head minus head I\n"                                                        \
    "  --minus-heads N     every head minus the one in its place with N heads\n"                             \
    "  --minus-text TEXT   every head minus the one in its place for this sentence\n"                        \
    "  --minus-model DIR   every head minus the one in its place of this other model (a folder)\n"           \
    "  --hide LIST         leave keys out: punctuation, first, or numbers of tokens, with "                  \
    "commas\n"                                                                                               \
    "  --renormalise       rows with hidden keys sum to 1 again\n"                                           \
    "  --sort S            order of the heads: number, entropy, distance, self, previous, next,\n"           \
    "                      first, punctuation, largest or confidence; the largest first\n"                   \
    "  --reverse           the other way round\n"                                                            \
    "  --find TEXT         mark the tokens that hold it\n"                                                   \
    "  --head-off LIST     heads that give nothing to the output: numbers with commas\n"                     \
    "  --head-uniform LIST heads that weigh all keys alike\n"                                    \
    "  --head-mean LIST    heads that use the mean weights of all heads\n"                                   \
    "  --list L            print links, alike (heads like --head), output (its change by heads\n"            \
    "                      that are not on) or answer (a model's ten likeliest tokens) as CSV\n"             \
    "\n"                                                                                                     \
    "What the heads specialise in (--view specialise)\n"                                                     \
    "  --annotated FILE    measure on these annotated sentences (JSON)\n"                                    \
    "  --compare B         count margins from best-offset, uniform or random\n"                              \
    "  --cell HEAD,REL     list the links of that head and relation: subj, obj, loct, ana, rel, "            \
    "mod,\n"                                                                                                 \
    "                      pobj, aux or prev\n"                                                              \
    "  --links L           of them all, for or against\n"                                                    \
    "\n"

#endif
