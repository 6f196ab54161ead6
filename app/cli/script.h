/* script.h – drives the app from a text file, without a window: how the GUI is tested, and how
 * pictures can be made again. The commands are listed in script.c. */
#ifndef HEADSCOPE_SCRIPT_H
#define HEADSCOPE_SCRIPT_H

#include "model/app.h"

/* Runs all lines; stops at the first that fails. The message names file and line. `hash` and
 * `print` write to `out`. `shot` and `trace` replace a file only with `force`. */
enum hs_status script_run(
    struct app *app, const char *path, bool force, FILE *out, struct hs_error *error);

/* What the app is showing, by key, as a script's `expect` reads it. False for an unknown key. */
bool script_read(const struct app *app, const char *key, char *value, size_t room);

/* Calls `each` with the name of every key there is. */
void script_each_key(const struct app *app, void (*each)(void *user, const char *name), void *user);

#endif
