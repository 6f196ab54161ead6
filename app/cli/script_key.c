/* script_key.c – see script_key.h. */
#include <stdio.h>
#include <string.h>

#include "cli/script_key.h"

bool script_is(const struct script_key *key, const char *name)
{
    if (key->each)
        key->each(key->user, name);
    return key->name && strcmp(key->name, name) == 0;
}

long script_is_slot(const struct script_key *key, const char *start, long count)
{
    char name[40];
    for (long i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s%ld", start, i + 1);
        if (script_is(key, name))
            return i;
    }
    return -1;
}
