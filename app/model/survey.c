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
    struct layers *layers = app->picture.layers;
    const struct hs_part *t = picture_part(app);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    layers->stopped = false;
    if (app->window.headless || hs_survey_done(layers->survey) == hs_survey_total(layers->survey))
        return;
    if (!layers->work)
        layers->work =
            job_new(&surveying, layers->survey, app->services.wake, app->services.platform);
    size_t threads = t->n * t->m >= LARGE_HEAD || cores < 2 ? 1 : 2;
    layers->sliced = !layers->work || job_run(layers->work, threads) == 0;
}

void survey_stop(struct app *app)
{
    struct layers *layers = app->picture.layers;
    if (layers->work)
        job_pause(layers->work);
    layers->stopped = layers->work || layers->sliced;
    if (layers->waiting[0])
        app_say(app, MESSAGE_INFO, "Not saved, since reading was stopped: %s", layers->waiting);
    layers->waiting[0] = '\0';
}

void survey_end(struct layers *layers)
{
    if (layers->work)
        job_leave(layers->work);
    else
        hs_survey_drop(layers->survey);
    layers->work = NULL;
    layers->survey = NULL;
}

/* ---------------------------------------------------------------- statistics */
static void take_statistics(struct picture *picture)
{
    struct layers *layers = picture->layers;
    layers->largest = layers->longest = 0;
    for (size_t i = 0; i < hs_survey_total(layers->survey); i++) {
        const struct hs_head_survey *found = hs_survey_head(layers->survey, i / picture->h, i % picture->h);
        layers->largest = found ? fmax(layers->largest, found->stats.largest) : layers->largest;
        layers->longest = found ? fmax(layers->longest, found->stats.distance) : layers->longest;
    }
    for (size_t head = 0; head < picture->h; head++) {
        const struct hs_head_survey *found = hs_survey_head(layers->survey, layers->view.layer, head);
        if (found && layers->all_items && picture->stats[head].rows == 0)
            hs_head_statistics(picture->set, 0, head, &picture->stats[head]);
        else if (found && !layers->all_items && !layers->hidden) /* the lens has the others */
            picture->stats[head] = found->stats;
    }
}

/* Heads not read yet come last, whichever way the table is sorted. */
static void order_table(struct layers *layers, size_t h)
{
    size_t count = hs_survey_total(layers->survey);
    struct ranked *ranked = malloc(count * sizeof *ranked);
    if (!ranked)
        return;
    for (size_t i = 0; i < count; i++) {
        const struct hs_head_survey *head = hs_survey_head(layers->survey, i / h, i % h);
        double value = layers->sort == SORT_NUMBER ? -(double)i
                       : head                    ? sort_figure(layers->sort, &head->stats)
                                                 : 0;
        bool known = head || layers->sort == SORT_NUMBER;
        ranked[i] = (struct ranked){layers->sort_reversed ? -value : value, i};
        if (!known || !(value == value))
            ranked[i].value = -1e300;
    }
    ranked_sort(ranked, count);
    for (size_t i = 0; i < count; i++)
        layers->order[i] = (uint32_t)ranked[i].index;
    free(ranked);
}

/* ---------------------------------------------------------------- between frames */
/* Faults are told when the first is found, and counted on while that message stands. */
static void tell_faults(struct app *app)
{
    struct layers *layers = app->picture.layers;
    struct hs_error error;
    char words[sizeof layers->said];
    hs_survey_fault_words(layers->survey, (size_t)app->look.one_based, words, sizeof words);
    bool standing = app->talk.message_kind && strcmp(app->talk.message, layers->said) == 0;
    if (words[0] && strcmp(words, layers->said) != 0 && (!layers->said[0] || standing)) {
        app_say(app, MESSAGE_ERROR, "%s", words);
        memcpy(layers->said, words, sizeof words);
    }
    if (!layers->failure_said && hs_source_failed(app->picture.source, &error)) {
        app_say(app, MESSAGE_ERROR, "%s", error.message);
        layers->failure_said = true;
    }
}

static bool layer_known(const struct layers *layers, size_t h)
{
    for (size_t head = 0; head < h; head++)
        if (!hs_survey_head(layers->survey, layers->view.layer, head))
            return false;
    return true;
}

/* Without threads the picture waits for what it shows: all heads, or those of its layer. */
static void survey_now(struct app *app)
{
    struct layers *layers = app->picture.layers;
    bool all = app->look.view == VIEW_LAYERS;
    while ((all || !layer_known(layers, app->picture.h)) && hs_survey_step(layers->survey))
        ;
}

void survey_finish(struct app *app)
{
    survey_follow(app);
    while (app->picture.layers && hs_survey_step(app->picture.layers->survey))
        ;
    survey_follow(app);
}

/* A head a frame, and another frame at once. */
static void survey_slice(struct app *app)
{
    struct layers *layers = app->picture.layers;
    if (layers->stopped || !hs_survey_step(layers->survey))
        return;
    if (app->services.wake)
        app->services.wake(app->services.platform);
}

/* What the lens hides the survey leaves out, too: another takes its place. */
static void hide_keys(struct app *app)
{
    struct layers *layers = app->picture.layers;
    struct hs_survey *survey;
    struct hs_error error;
    size_t m = hs_set_shape(app->picture.set).m;
    bool hides = lens_hides(&app->lens.wish), renormalised = hides && app->lens.wish.renormalise;
    if (!hides && !layers->hidden)
        return;
    uint8_t *hidden = hides ? calloc(m ? m : 1, 1) : NULL;
    if (hidden && lens_hidden_keys(app, hidden) == 0) {
        free(hidden);
        hidden = NULL;
    }
    bool same = hidden && layers->hidden ? renormalised == layers->renormalised && memcmp(hidden, layers->hidden, m) == 0 : hidden == layers->hidden;
    if (same) {
        free(hidden);
        return;
    }
    if (hs_survey_hiding(layers->survey, hidden, renormalised, &survey, &error)) { /* said once */
        app_say(app, MESSAGE_ERROR, "%s", error.message);
        free(layers->hidden);
        layers->hidden = hidden;
        layers->renormalised = renormalised;
        return;
    }
    survey_end(layers);
    free(layers->hidden);
    layers->hidden = hidden;
    layers->renormalised = renormalised;
    layers->survey = survey;
    layers->survey_identity = ++app->picture.identity;
    layers->seen = SIZE_MAX;
    hs_survey_want(survey, layers->view.layer);
    if (!layers->stopped)
        survey_start(app);
}

bool survey_follow(struct app *app)
{
    struct layers *layers = app->picture.layers;
    if (!layers)
        return false;
    hide_keys(app);
    hs_set_trim(app->picture.set);
    if (app->window.headless)
        survey_now(app);
    else if (layers->sliced)
        survey_slice(app);
    if (layers->work)
        job_seen(layers->work);
    size_t done = hs_survey_done(layers->survey);
    if (done != layers->seen) {
        layers->seen = done;
        take_statistics(&app->picture);
        order_table(layers, app->picture.h);
        heads_follow(app);
    }
    tell_faults(app);
    return done == hs_survey_total(layers->survey);
}

void layers_range(const struct app *app, size_t layer, size_t head, float *lo, float *hi)
{
    const struct hs_head_survey *own = hs_survey_head(app->picture.layers->survey, layer, head);
    double largest = app->look.range_per_head ? own ? own->stats.largest : 0 : app->picture.layers->largest;
    *lo = 0;
    *hi = largest > 0 ? (float)largest : 1;
}

/* ---------------------------------------------------------------- numbers */
void stats_write_csv(const struct app *app, struct hs_buffer *buffer)
{
    if (app->picture.layers) {
        hs_survey_write_csv(app->picture.layers->survey, app->look.one_based, buffer);
        return;
    }
    hs_stats_csv_header(app->look.one_based, buffer);
    for (size_t head = 0; head < app->picture.h; head++)
        hs_stats_csv_line(0, head, app_head_stats(app, head), app->look.one_based, buffer);
}
