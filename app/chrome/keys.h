/* keys.h – every keyboard shortcut in one table: the key handler reads it, the help overlay shows
 * it. */
#ifndef HEADSCOPE_KEYS_H
#define HEADSCOPE_KEYS_H

#include "model/app.h"

#define KEYS_EVERYWHERE 0u
#define KEYS_IN(view) (1u << (view))

struct key_binding {
    const char *group; /* heading in the help; NULL = as the one before */
    const char *keys;  /* one or more, separated by blanks, as ui_key_parse() reads them */
    const char *what;  /* for people */
    unsigned views;    /* KEYS_IN() of the views where it works, or KEYS_EVERYWHERE */
    struct action action;
};

/* The table; its end has keys == NULL. */
const struct key_binding *keys_table(void);
/* Looks the event up for the current view; false when it is nobody's. */
bool keys_find(const struct app *app, const struct ui_event *event, struct action *action);
/* "Ctrl+O", "+ / =": the keys of a binding for people. */
void keys_shown(const struct key_binding *binding, char *text, size_t room);

#endif
