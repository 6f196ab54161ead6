/* args_try.h – an option of the command line as an action. Private to args_*.c and main.c. */
#ifndef HEADSCOPE_ARGS_TRY_H
#define HEADSCOPE_ARGS_TRY_H

#include "model/app.h"

struct args_wish {
    const char *option;
    bool given;
    struct action action;
};

/* app_try() for what an option asks: an error names the option, and its remedy is not a key. */
enum hs_status args_try(
    struct app *app, const char *option, const struct action *action, struct hs_error *error);
/* All that are given, in this order, until one fails. */
enum hs_status args_try_all(
    struct app *app, const struct args_wish *wishes, size_t count, struct hs_error *error);
/* Whether an option's job may write there: a file that exists stays unless `force`, and the
 * attention file that is open stays in any case. */
enum hs_status args_may_write(
    const struct app *app, const char *path, bool force, struct hs_error *error);

#endif
