/* args_learn.h – the part of the command line that trains a layer before anything is shown of it. */
#ifndef HEADSCOPE_ARGS_LEARN_H
#define HEADSCOPE_ARGS_LEARN_H

#include "cli/args.h"

/* What is said becomes the wish of the next run; with --learn that goes on to its end, headless with its progress on standard
 * error. */
enum hs_status args_learn_apply(struct app *app, const struct args *args, struct hs_error *error);
/* The model with so many heads and the moment that are shown, then the file of --save-run. */
enum hs_status args_learn_show(struct app *app, const struct args *args, struct hs_error *error);

#endif
