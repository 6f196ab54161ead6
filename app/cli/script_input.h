/* script_input.h – the half of a script's commands that act like a user: pointer, keys, text,
 * drops. */
#ifndef HEADSCOPE_SCRIPT_INPUT_H
#define HEADSCOPE_SCRIPT_INPUT_H

#include "model/app.h"

/* Runs one command, whose number of words is right; *taken is false when it is none of these. */
enum hs_status script_input(
    struct app *app, char *const *word, int count, bool *taken, struct hs_error *error);
/* "there is no …", with the labels there are. */
enum hs_status script_no_label(const struct app *app, const char *label, struct hs_error *error);

#endif
