/* action.c – the queue between views and the model: a growing ring of actions that own their text.
 * Filled during a pass, drained after it, so that a view never sees the model change under it. */
#include <stdlib.h>
#include <string.h>

#include "model/action.h"

struct queued {
    struct action action;
    char *text;
};

struct actions {
    struct queued *item;
    size_t first, count, room;
    char *taken; /* text of the action handed out last */
};

struct actions *actions_new(void)
{
    return calloc(1, sizeof(struct actions));
}

void actions_drop(struct actions *actions)
{
    if (!actions)
        return;
    for (size_t i = 0; i < actions->count; i++)
        free(actions->item[(actions->first + i) % actions->room].text);
    free(actions->taken);
    free(actions->item);
    free(actions);
}

static bool grow(struct actions *actions)
{
    size_t room = actions->room ? 2 * actions->room : 16;
    struct queued *item = malloc(room * sizeof *item);
    if (!item)
        return false;
    for (size_t i = 0; i < actions->count; i++)
        item[i] = actions->item[(actions->first + i) % actions->room];
    free(actions->item);
    actions->item = item;
    actions->first = 0;
    actions->room = room;
    return true;
}

void actions_push(struct actions *actions, struct action action)
{
    struct queued queued = {action, NULL};
    if (actions->count == actions->room && !grow(actions))
        return;
    if (action.text) {
        queued.text = strdup(action.text);
        if (!queued.text)
            return;
        queued.action.text = queued.text;
    }
    actions->item[(actions->first + actions->count++) % actions->room] = queued;
}

bool actions_take(struct actions *actions, struct action *action)
{
    free(actions->taken);
    actions->taken = NULL;
    if (actions->count == 0)
        return false;
    struct queued *queued = &actions->item[actions->first];
    *action = queued->action;
    actions->taken = queued->text;
    actions->first = (actions->first + 1) % actions->room;
    actions->count--;
    return true;
}
