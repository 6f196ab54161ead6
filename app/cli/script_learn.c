/* script_learn.c – the readings of a script about training runs; see script_key.h. */
#include <stdio.h>

#include "cli/script_key.h"

bool script_read_learn(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    const struct learn *learn = &app->learn;
    const struct hs_learn *run = learn_run(app);
    size_t moments = run ? hs_learn_moments(run) : 0, moment = learn_moment(app);
    if (script_is(key, "learn-moments"))
        snprintf(value, room, "%zu", moments);
    else if (script_is(key, "learn-moment")) /* from 1; 0 while there is none */
        snprintf(value, room, "%zu", moments ? moment + 1 : 0);
    else if (script_is(key, "learn-sentences"))
        snprintf(value, room, "%zu", moments ? hs_learn_moment(run, moment)->sentences : 0);
    else if (script_is(key, "learn-state"))
        snprintf(value, room, "%s", !run ? "none" : learn->going ? "going" : learn_over(app) ? "over" : "paused");
    else if (script_is(key, "learn-shown"))
        snprintf(value, room, "%s", learn->shown ? "yes" : "no");
    else if (script_is(key, "learn-right")) /* of the model whose heads are shown, all questions */
        snprintf(value, room, "%.4f", moments ? hs_learn_right(run, moment, learn->model, HS_RELATION_COUNT) : 0);
    else if (script_is(key, "learn-wish")) {
        char rate[24];
        snprintf(value, room, "%zu,%zu %zu sentences seed %llu rate %s%s%s%s", learn->wish.h[0], learn->wish.models > 1 ? learn->wish.h[1] : 0,
            learn->wish.sentences, (unsigned long long)learn->wish.seed, learn_rate(learn->wish.rate, rate, sizeof rate), learn->wish.relation[4] ? " all" : "",
            learn->wish.hints ? " hints" : "", learn->wish.shuffled ? " chance" : "");
    } else
        return false;
    return true;
}
