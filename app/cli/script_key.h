/* script_key.h – how the readings of a script are looked up. Each part of the readings asks
 * script_is() for one name after the other; the same walk tells which names there are, so the list
 * in an error cannot fall behind the code. */
#ifndef HEADSCOPE_SCRIPT_KEY_H
#define HEADSCOPE_SCRIPT_KEY_H

#include "model/app.h"

struct script_key {
    const char *name;                           /* NULL: none is meant, all are listed */
    void (*each)(void *user, const char *name); /* or NULL */
    void *user;
};

bool script_is(const struct script_key *key, const char *name);
/* "start1" … "startCOUNT": which, from 0; else -1. */
long script_is_slot(const struct script_key *key, const char *start, long count);

/* script_lens.c: the readings of lens, heads and scores; script_steps.c: of the Steps view. */
bool script_read_lens(
    const struct app *app, const struct script_key *key, char *value, size_t room);
bool script_read_steps(
    const struct app *app, const struct script_key *key, char *value, size_t room);
/* script_learn.c: of training runs. */
bool script_read_learn(
    const struct app *app, const struct script_key *key, char *value, size_t room);

#endif
