/* args_apply.h – the options of the command line done to the app, as the same actions that keys and clicks make. */
#ifndef HEADSCOPE_ARGS_APPLY_H
#define HEADSCOPE_ARGS_APPLY_H

#include "cli/args.h"

/* Those that say how something is shown, once that is open. An error names the option. */
enum hs_status args_apply(struct app *app, const struct args *args, struct hs_error *error);
/* What heads and tokens are counted from: as the options say, else as the app does. */
long args_base(const struct app *app, const struct args *args);

#endif
