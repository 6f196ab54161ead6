/* survey.c – see survey.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/job.h"
#include "model/picture.h"
#include "model/survey.h"
#include "model/ranked.h"

/* From this many numbers a head (64 MiB) one thread surveys, so that two large heads need not be in
 * memory at once. */
#define LARGE_HEAD ((size_t)1 << 24)

static bool step(void *data, const struct hs_watch *watch)
{
    (void)watch; /* a step is one head */
    return hs_survey_step(data);
}

static void drop(void *data)
{
    hs_survey_drop(data);
}

static const struct job_kind surveying = {.step = step, .drop = drop};

void survey_start(struct app *app)
{
    struct app_dump *dump = app->picture.dump;
    const struct hs_part *t = picture_part(app);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    dump->stopped = false;
    if (app->window.headless || hs_survey_done(dump->survey) == hs_survey_total(dump->survey))
        return;
    if (!dump->work)
        dump->work =
            job_new(&surveying, dump->survey, app->services.wake, app->services.platform);
    size_t threads = t->n * t->m >= LARGE_HEAD || cores < 2 ? 1 : 2;
    dump->sliced = !dump->work || job_run(dump->work, threads) == 0;
}

void survey_stop(struct app *app)
{
    struct app_dump *dump = app->picture.dump;
    if (dump->work)
        job_pause(dump->work);
    dump->stopped = dump->work || dump->sliced;
    if (dump->waiting[0])
        app_say(app, MESSAGE_INFO, "Not saved, since reading was stopped: %s", dump->waiting);
    dump->waiting[0] = '\0';
}

void survey_end(struct app_dump *dump)
{
    if (dump->work)
        job_leave(dump->work);
    else
        hs_survey_drop(dump->survey);
    dump->work = NULL;
    dump->survey = NULL;
}

/* ---------------------------------------------------------------- statistics */
static void take_statistics(struct picture *picture)
{
    struct app_dump *dump = picture->dump;
    dump->largest = dump->longest = 0;
    for (size_t i = 0; i < hs_survey_total(dump->survey); i++) {
        const struct hs_head_survey *found = hs_survey_head(dump->survey, i / picture->h, i % picture->h);
        dump->largest = found ? fmax(dump->largest, found->stats.largest) : dump->largest;
        dump->longest = found ? fmax(dump->longest, found->stats.distance) : dump->longest;
    }
    for (size_t head = 0; head < picture->h; head++) {
        const struct hs_head_survey *found = hs_survey_head(dump->survey, dump->view.layer, head);
        if (found && dump->all_items)
            hs_head_statistics(picture->set, 0, head, &picture->stats[head]);
        else if (found && !dump->hidden) /* the lens has the others */
            picture->stats[head] = found->stats;
    }
}

/* Heads not read yet come last, whichever way the table is sorted. */
static void order_table(struct app_dump *dump, size_t h)
{
    size_t count = hs_survey_total(dump->survey);
    struct ranked *ranked = malloc(count * sizeof *ranked);
    if (!ranked)
        return;
    for (size_t i = 0; i < count; i++) {
        const struct hs_head_survey *head = hs_survey_head(dump->survey, i / h, i % h);
        double value = dump->sort == SORT_NUMBER ? -(double)i
                       : head                    ? sort_figure(dump->sort, &head->stats)
                                                 : 0;
        bool known = head || dump->sort == SORT_NUMBER;
        ranked[i] = (struct ranked){dump->sort_reversed ? -value : value, i};
        if (!known || !(value == value))
            ranked[i].value = -1e300;
    }
    ranked_sort(ranked, count);
    for (size_t i = 0; i < count; i++)
        dump->order[i] = (uint32_t)ranked[i].index;
    free(ranked);
}

/* ---------------------------------------------------------------- between frames */
/* Faults are told when the first is found, and counted on while that message stands. */
static void tell_faults(struct app *app)
{
    struct app_dump *dump = app->picture.dump;
    struct hs_error error;
    char words[sizeof dump->said];
    hs_survey_fault_words(dump->survey, (size_t)app->look.one_based, words, sizeof words);
    bool standing = app->talk.message_kind && strcmp(app->talk.message, dump->said) == 0;
    if (words[0] && strcmp(words, dump->said) != 0 && (!dump->said[0] || standing)) {
        app_say(app, MESSAGE_ERROR, "%s", words);
        memcpy(dump->said, words, sizeof words);
    }
    if (!dump->failure_said && hs_source_failed(app->picture.source, &error)) {
        app_say(app, MESSAGE_ERROR, "%s", error.message);
        dump->failure_said = true;
    }
}

static bool layer_known(const struct app_dump *dump, size_t h)
{
    for (size_t head = 0; head < h; head++)
        if (!hs_survey_head(dump->survey, dump->view.layer, head))
            return false;
    return true;
}

/* Without threads the picture waits for what it shows: all heads, or those of its layer. */
static void survey_now(struct app *app)
{
    struct app_dump *dump = app->picture.dump;
    bool all = app->look.view == VIEW_LAYERS;
    while ((all || !layer_known(dump, app->picture.h)) && hs_survey_step(dump->survey))
        ;
}

void survey_finish(struct app *app)
{
    survey_follow(app);
    while (app->picture.dump && hs_survey_step(app->picture.dump->survey))
        ;
    survey_follow(app);
}

/* A head a frame, and another frame at once. */
static void survey_slice(struct app *app)
{
    struct app_dump *dump = app->picture.dump;
    if (dump->stopped || !hs_survey_step(dump->survey))
        return;
    if (app->services.wake)
        app->services.wake(app->services.platform);
}

/* What the lens hides the survey leaves out, too: another takes its place. */
static void hide_keys(struct app *app)
{
    struct app_dump *dump = app->picture.dump;
    struct hs_survey *survey;
    struct hs_error error;
    size_t m = hs_set_shape(app->picture.set).m;
    bool hides = lens_hides(&app->lens.wish), renormalised = hides && app->lens.wish.renormalise;
    if (!hides && !dump->hidden)
        return;
    uint8_t *hidden = hides ? calloc(m ? m : 1, 1) : NULL;
    if (hidden && lens_hidden_keys(app, hidden) == 0) {
        free(hidden);
        hidden = NULL;
    }
    bool same = hidden && dump->hidden ? renormalised == dump->renormalised && memcmp(hidden, dump->hidden, m) == 0 : hidden == dump->hidden;
    if (same) {
        free(hidden);
        return;
    }
    if (hs_survey_hiding(dump->survey, hidden, renormalised, &survey, &error)) { /* said once */
        app_say(app, MESSAGE_ERROR, "%s", error.message);
        free(dump->hidden);
        dump->hidden = hidden;
        dump->renormalised = renormalised;
        return;
    }
    survey_end(dump);
    free(dump->hidden);
    dump->hidden = hidden;
    dump->renormalised = renormalised;
    dump->survey = survey;
    dump->survey_identity = ++app->picture.identity;
    dump->seen = SIZE_MAX;
    hs_survey_want(survey, dump->view.layer);
    if (!dump->stopped)
        survey_start(app);
}

bool survey_follow(struct app *app)
{
    struct app_dump *dump = app->picture.dump;
    if (!dump)
        return false;
    hide_keys(app);
    hs_set_trim(app->picture.set);
    if (app->window.headless)
        survey_now(app);
    else if (dump->sliced)
        survey_slice(app);
    if (dump->work)
        job_seen(dump->work);
    size_t done = hs_survey_done(dump->survey);
    if (done != dump->seen) {
        dump->seen = done;
        take_statistics(&app->picture);
        order_table(dump, app->picture.h);
        heads_follow(app);
    }
    tell_faults(app);
    return done == hs_survey_total(dump->survey);
}

void dump_range(const struct app *app, size_t layer, size_t head, float *lo, float *hi)
{
    const struct hs_head_survey *own = hs_survey_head(app->picture.dump->survey, layer, head);
    double largest = app->look.range_per_head ? own ? own->stats.largest : 0 : app->picture.dump->largest;
    *lo = 0;
    *hi = largest > 0 ? (float)largest : 1;
}

/* ---------------------------------------------------------------- numbers */
void stats_write_csv(const struct app *app, struct hs_buffer *buffer)
{
    if (app->picture.dump) {
        hs_survey_write_csv(app->picture.dump->survey, app->look.one_based, buffer);
        return;
    }
    hs_stats_csv_header(app->look.one_based, buffer);
    for (size_t head = 0; head < app->picture.h; head++)
        hs_stats_csv_line(0, head, app_head_stats(app, head), app->look.one_based, buffer);
}
