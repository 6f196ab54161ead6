/* script_words.h – the commands of a script by name, and what is said of one that is wrong. */
#ifndef HEADSCOPE_SCRIPT_WORDS_H
#define HEADSCOPE_SCRIPT_WORDS_H

#include "model/app.h"

/* Whether there is such a command, with so many words (its name counts); else HS_BAD_USE that says
 * how it is written, or what was probably meant. */
enum hs_status script_command(const char *const *word, int count, struct hs_error *error);
/* "there is no reading …", with the nearest one. */
enum hs_status script_no_key(const struct app *app, const char *key, struct hs_error *error);
/* `print keys`: one name a line. */
void script_print_keys(const struct app *app, FILE *out);

#endif
