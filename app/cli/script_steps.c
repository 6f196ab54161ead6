/* script_steps.c – the readings of a script about the Steps view; see script_key.h. */
#include <math.h>
#include <stdio.h>

#include "cli/script_key.h"

static void read_slot(
    const struct hs_reading *reading, enum hs_reading_kind least, char *value, size_t room)
{
    if (reading->kind < least || reading->kind == HS_READS_NOTHING)
        snprintf(value, room, "-");
    else
        snprintf(value, room, "%s %.2f %.2f", reading->match[0].word,
            (double)reading->match[0].cosine, (double)reading->strength);
}

/* Without facts a key is known and its value empty. */
static bool read_facts(const struct look *look, const struct steps_facts *facts,
    const struct script_key *key, char *value, size_t room)
{
    long slot;
    value[0] = '\0';
    if (script_is(key, "step-sum")) {
        if (facts)
            snprintf(value, room, "%.9g", facts->sum.total);
    } else if (script_is(key, "step-terms")) {
        if (facts)
            snprintf(value, room, "%zu", facts->sum.count);
    } else if (script_is(key, "step-change")) {
        if (facts && facts->read)
            snprintf(value, room, "%.6f %.6f", facts->change[look->head].cosine,
                facts->change[look->head].distance);
    } else if ((slot = script_is_slot(key, "step-slot-", HS_SLOTS)) >= 0) {
        if (facts)
            read_slot(&facts->with[slot], HS_READS_WORD, value, room);
    } else if ((slot = script_is_slot(key, "step-without-", HS_SLOTS)) >= 0) {
        if (facts)
            read_slot(&facts->without[slot], HS_READS_WORD, value, room);
    } else if ((slot = script_is_slot(key, "step-single-", HS_SLOTS)) >= 0) {
        if (facts)
            read_slot(&facts->single[slot], HS_READS_WORD, value, room);
    } else {
        return false;
    }
    return true;
}

bool script_read_steps(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    enum step step = app->steps.step;
    struct step_cell cell = steps_cell(app, step);
    const struct steps_facts *facts = steps_facts(app);
    if (script_is(key, "step-card"))
        snprintf(value, room, "%s", app->steps.card ? "yes" : "no");
    else if (script_is(key, "step-cell"))
        snprintf(value, room, "%ld %ld", app_counted(app, cell.row), app_counted(app, cell.col));
    else if (script_is(key, "step-name"))
        steps_value_name(app, step, cell, value, room);
    else if (script_is(key, "step-value"))
        snprintf(value, room, "%.9g", steps_value(app, step, cell.row, cell.col));
    else if (script_is(key, "step-parts"))
        snprintf(value, room, "%.9g", facts ? facts->parts : (double)NAN);
    else if (script_is(key, "step-formula"))
        steps_formula(app, step, value, room);
    else
        return read_facts(&app->look, facts, key, value, room);
    return true;
}
