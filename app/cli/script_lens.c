/* script_lens.c – the readings of a script about lens, head modes, order and scores; see script.h. */
#include <stdio.h>
#include <string.h>

#include "cli/script_key.h"
#include "model/options.h"

static void print_order(const struct app *app, char *value, size_t room)
{
    size_t length = 0;
    value[0] = '\0';
    for (size_t i = 0; i < app->picture.h && length + 8 < room; i++)
        length += (size_t)snprintf(
            value + length, room - length, "%s%ld", i ? " " : "", app_counted(app, app->lens.order[i]));
}

static void print_modes(const struct picture *picture, char *value, size_t room)
{
    size_t length = 0;
    value[0] = '\0';
    for (size_t i = 0; i < picture->h && length + 2 < room; i++)
        value[length++] = ".oum"[picture->head_mode[i]];
    value[length] = '\0';
}

/* "3:0.1234 2:0.5": the nearest heads with their divergence. */
static void print_alike(const struct app *app, char *value, size_t room)
{
    size_t length = 0;
    value[0] = '\0';
    for (size_t i = 0; app->lens.alike && i + 1 < app->picture.h && length + 24 < room; i++)
        length += (size_t)snprintf(value + length, room - length, "%s%ld:%.6f", i ? " " : "",
            app_counted(app, app->lens.alike[i].head), app->lens.alike[i].divergence);
}

/* The output change of the locked row, with all its digits. */
static void print_change(const struct app *app, char *value, size_t room)
{
    value[0] = '\0';
    if (!app->picture.changes || app->look.locked.q == ACT_NOWHERE)
        return;
    const struct hs_change *change = &app->picture.changes[app->look.locked.q];
    snprintf(value, room, "%.9g %.9g %.9g %.9g", change->cosine, change->norm_before,
        change->norm_after, change->distance);
}

/* "8 none best-offset": what the result in the table is of. */
static void print_measured(const struct scores *scores, char *value, size_t room)
{
    const struct corpus_result *result = corpus_result(scores->corpus);
    value[0] = '\0';
    if (result)
        snprintf(value, room, "%zu %s %s", result->of.h, option_word(OPTION_MASK, result->of.mask),
            option_word(OPTION_COMPARE, result->of.compare));
}

static void print_score_cell(const struct app *app, char *value, size_t room)
{
    const struct scores *scores = &app->scores;
    if (scores->head == ACT_NOWHERE)
        snprintf(value, room, "-");
    else
        snprintf(value, room, "%ld %s", app_counted(app, scores->head),
            hs_relation_name((enum hs_relation)scores->relation));
}

static bool read_scores(
    const struct app *app, const struct script_key *key, char *value, size_t room)
{
    const struct scores *scores = &app->scores;
    const struct hs_verdict *verdict = app_verdict(app, app->look.head);
    if (script_is(key, "measured"))
        print_measured(&app->scores, value, room);
    else if (script_is(key, "score-cell"))
        print_score_cell(app, value, room);
    else if (script_is(key, "links"))
        snprintf(value, room, "%zu for, %zu against of %zu", scores->hits, scores->misses,
            scores->listed_count);
    else if (script_is(key, "link-filter"))
        snprintf(value, room, "%s", option_word(OPTION_LINKS, scores->filter));
    else if (script_is(key, "verdict"))
        snprintf(value, room, "%s", verdict ? verdict->name : "");
    else
        return false;
    return true;
}

bool script_read_lens(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    float lo, hi;
    if (script_is(key, "done"))
        app_lens_words(app, value, room);
    else if (script_is(key, "colour-range")) {
        app_range(app, app->look.head, &lo, &hi);
        snprintf(value, room, "%.9g %.9g", (double)lo, (double)hi);
    } else if (script_is(key, "order"))
        print_order(app, value, room);
    else if (script_is(key, "modes"))
        print_modes(&app->picture, value, room);
    else if (script_is(key, "alike"))
        print_alike(app, value, room);
    else if (script_is(key, "change"))
        print_change(app, value, room);
    else if (script_is(key, "panel"))
        snprintf(value, room, "%s", option_word(OPTION_LIST, app->lens.panel_list));
    else if (script_is(key, "answer"))
        answer_words(app, value, room);
    else if (script_is(key, "found"))
        snprintf(value, room, "%s", app->look.find);
    else
        return read_scores(app, key, value, room);
    return true;
}
