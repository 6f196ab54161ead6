/* learn.c – the part of act_try() that has to do with training runs: what is wished for, start, pause, the moment that is looked
 * at; and what follows from it before every pass, the picture of that moment. */
#include <string.h>

#include "act/act.h"
#include "model/picture.h"
#include "model/say.h"

/* ---------------------------------------------------------------- the picture of a moment */
/* `source` becomes what runs the text, and the picture is made by it; on failure all is as before. */
static enum hs_status go_live(struct app *app, struct hs_source *source, size_t h, struct hs_error *error)
{
    struct picture *picture = &app->picture;
    struct hs_source *former = picture->live;
    size_t former_h = picture->h;
    bool file = picture->source != former; /* an attention file or a real model is shown, and stays */
    picture->live = source;
    if (file)
        return hs_source_drop(former), HS_OK;
    if (h != former_h)
        memset(picture->head_mode, HS_HEAD_ON, sizeof picture->head_mode);
    enum hs_status status = app_run(app, picture->text[0] ? picture->text : picture->run_text, h, picture->mask, error);
    if (status) {
        picture->live = former;
        hs_source_drop(source);
        return status;
    }
    picture_take_source(app, source);
    hs_source_drop(former);
    app->scores.head = ACT_NOWHERE;
    return HS_OK;
}

/* Nothing yet while its models are made ready; *moment becomes the one that is shown. */
static enum hs_status show_moment(struct app *app, const struct hs_learn *run, size_t *moment, bool wait, struct hs_error *error)
{
    struct learn *learn = &app->learn;
    struct hs_source *source;
    enum hs_status status = learn->shown && learn->shown_moment == *moment
                                ? hs_source_of_other_learnt(app->picture.live, learn->model, &source, error)
                                : learn_ready(app, run, moment, wait, &source, error);
    if (status || !source)
        return status;
    if (!learn->builtin)
        learn->builtin = hs_source_keep(app->picture.live);
    status = go_live(app, source, hs_learn_options(run)->h[learn->model], error);
    if (status)
        return status;
    learn->shown = true;
    learn->shown_moment = *moment;
    learn->shown_model = learn->model;
    learn->set_of = 0;
    return HS_OK;
}

enum hs_status learn_leave(struct app *app, struct hs_error *error)
{
    struct learn *learn = &app->learn;
    learn_pause(app);
    if (!learn->builtin)
        return HS_OK;
    enum hs_status status = go_live(app, hs_source_keep(learn->builtin), hs_source_part(learn->builtin, 0)->h, error);
    if (status)
        return status;
    hs_source_drop(learn->builtin);
    learn->builtin = NULL;
    learn->shown = false;
    learn_forget_sets(app);
    if (app->look.view == VIEW_LEARN) /* which shows a run whenever there is one */
        app->look.view = VIEW_GRID;
    return HS_OK;
}

/* The sentence through every model of the moment. */
static void make_sets(struct app *app, const struct hs_learn *run)
{
    struct learn *learn = &app->learn;
    struct hs_request request = hs_request_of(app->picture.live);
    learn_forget_sets(app);
    request.tokens = hs_set_tokens(app->picture.set, HS_QUERY);
    request.mask = app->picture.mask;
    request.keep = HS_KEEP(HS_PLANE_WEIGHTS);
    for (size_t m = 0; m < hs_learn_options(run)->models; m++) {
        request.h = hs_learn_options(run)->h[m];
        if (hs_source_run(app->picture.live, &request, &learn->set[m], NULL))
            learn->set[m] = NULL; /* it is drawn when there is memory again */
    }
    learn->set_of = app->picture.identity;
    learn->identity++;
}

enum hs_status learn_film(struct app *app, struct hs_error *error)
{
    enum { FRAMES = 9 };
    struct learn *learn = &app->learn;
    const struct hs_learn *run = learn->shown ? learn_run(app) : NULL;
    size_t last = run ? learn_moment(app) : 0, count = last + 1 < FRAMES ? last + 1 : FRAMES;
    enum hs_status status = HS_OK;
    learn_forget_film(app);
    for (size_t i = 0; run && i < count && !status; i++) {
        struct hs_source *source;
        size_t moment = count > 1 ? i * last / (count - 1) : 0;
        status = hs_source_of_learnt(app->picture.preset, run, moment, learn->model, &source, error);
        if (status)
            return status;
        struct hs_request request = hs_request_of(source);
        request.tokens = hs_set_tokens(app->picture.set, HS_QUERY);
        request.mask = app->picture.mask;
        request.keep = HS_KEEP(HS_PLANE_WEIGHTS);
        status = hs_source_run(source, &request, &learn->film[i], error);
        hs_source_drop(source);
        learn->film_moment[i] = moment;
        learn->film_count += !status;
    }
    return status;
}

enum hs_status learn_follow(struct app *app, bool wait, struct hs_error *error)
{
    struct learn *learn = &app->learn;
    enum hs_status status = learn_heard(app, error);
    const struct hs_learn *run = learn_run(app);
    if (status || !run || hs_learn_moments(run) == 0)
        return status;
    for (size_t m = 0; learn->shown && picture_can(app, HS_CAN_TRAINING) && m < hs_learn_options(run)->models; m++)
        if (app->picture.h == hs_learn_options(run)->h[m] && app->picture.h != hs_learn_options(run)->h[learn->shown_model])
            learn->model = m; /* what was undone had these heads */
    const size_t wished = learn_wished(app);
    size_t moment;
    do { /* what is ready first may be an earlier wish */
        moment = wished;
        if (learn->shown ? learn->shown_moment != moment || learn->shown_model != learn->model : app->look.view == VIEW_LEARN)
            status = show_moment(app, run, &moment, wait, error);
    } while (!status && moment != wished);
    if (!status && app->look.view == VIEW_LEARN && learn->shown && learn->set_of != app->picture.identity &&
        picture_can(app, HS_CAN_TRAINING))
        make_sets(app, run);
    return status;
}

/* ---------------------------------------------------------------- actions */
/* A run that is in no file gives way to another only when that is wished for twice. */
static enum hs_status begin(struct app *app, struct hs_error *error)
{
    const struct hs_learn *run = learn_run(app);
    size_t moments = run ? hs_learn_moments(run) : 0;
    char count[24];
    if (moments > 1 && moments > app->learn.saved && !app->learn.warned) {
        app->learn.warned = true;
        return hs_fail(error, HS_BAD_USE, "this run of %s sentences is not saved, and a new one takes its place: save it, or do the same again",
            hs_count_text(hs_learn_moment(run, moments - 1)->sentences, count, sizeof count));
    }
    return learn_begin(app, error);
}

static enum hs_status toggle_run(struct app *app, long number, struct hs_error *error)
{
    bool on = number == ACT_NEXT ? !app->learn.going : number != 0;
    if (!on) {
        learn_pause(app);
        return HS_OK;
    }
    enum hs_status status = learn_over(app) ? begin(app, error) : HS_OK;
    if (status)
        return status;
    app->learn.moment = LEARN_NEWEST;
    learn_go(app, SIZE_MAX);
    return HS_OK;
}

static enum hs_status one_batch(struct app *app, struct hs_error *error)
{
    enum hs_status status = learn_over(app) ? begin(app, error) : HS_OK;
    if (status)
        return status;
    app->learn.moment = LEARN_NEWEST;
    learn_go(app, 1);
    return HS_OK;
}

static enum hs_status again(struct app *app, struct hs_error *error)
{
    app->learn.wish.seed++;
    enum hs_status status = begin(app, error);
    if (status)
        app->learn.wish.seed--;
    else
        learn_go(app, SIZE_MAX);
    return status;
}

static enum hs_status no_run(struct hs_error *error)
{
    return hs_fail(error, HS_BAD_USE, "there is no training run yet: start one in the Learn view, or open a saved one");
}

static enum hs_status go_to_moment(struct app *app, size_t moment, struct hs_error *error)
{
    const struct hs_learn *run = learn_run(app);
    if (!run)
        return no_run(error);
    if (moment != LEARN_NEWEST && moment >= hs_learn_moments(run))
        return hs_fail(error, HS_BAD_USE, "there is no moment %zu: %zu are kept by now", moment + 1, hs_learn_moments(run));
    app->learn.moment = moment;
    return learn_follow(app, false, error);
}

static enum hs_status step_moment(struct app *app, long by, struct hs_error *error)
{
    const struct hs_learn *run = learn_run(app);
    if (!run)
        return no_run(error);
    long to = (long)learn_wished(app) + by, last = (long)hs_learn_moments(run) - 1;
    if (to >= last && app->learn.moment == LEARN_NEWEST)
        return HS_OK;
    return go_to_moment(app, to < 0 ? 0 : to > last ? (size_t)last : (size_t)to, error);
}

static enum hs_status choose_head(struct app *app, const struct action *action, struct hs_error *error)
{
    const struct hs_learn *run = learn_run(app);
    if (!run)
        return no_run(error);
    if (action->k >= hs_learn_options(run)->models || action->head >= hs_learn_options(run)->h[action->k])
        return hs_fail(error, HS_BAD_USE, "the run has no such head");
    app->learn.model = action->k;
    app->look.head = action->head;
    enum hs_status status = learn_follow(app, true, error); /* it has the head */
    if (!status)
        app->look.head = action->head;
    return status;
}

/* The model of the shown run that has so many heads, or more or fewer, if there is one. */
static enum hs_status choose_heads(struct app *app, size_t h, struct hs_error *error)
{
    const struct hs_learn_options *options = hs_learn_options(learn_run(app));
    for (size_t m = 0; m < options->models; m++)
        if (options->h[m] == h) {
            app->learn.model = m;
            return learn_follow(app, true, error);
        }
    return app_run(app, app->picture.text, h, app->picture.mask, error); /* which says what there is */
}

static enum hs_status step_heads(struct app *app, long by, struct hs_error *error)
{
    const struct hs_learn_options *options = hs_learn_options(learn_run(app));
    for (size_t m = 0; m < options->models; m++)
        if (by > 0 ? options->h[m] > app->picture.h : options->h[m] < app->picture.h)
            return choose_heads(app, options->h[m], error);
    return HS_OK;
}

/* Only between two runs: a change would be believed of the one that goes on. */
static enum hs_status wish(struct app *app, const struct action *action, struct hs_error *error)
{
    struct hs_learn_options wished = app->learn.wish;
    long number = action->number;
    if (!learn_over(app))
        return hs_fail(error, HS_BAD_USE, "a run is trained with what it began with: stop it first");
    switch (action->kind) {
    case ACT_LEARN_HEADS:
        if (action->k > 1)
            return hs_fail(error, HS_BAD_USE, "one or two models learn side by side");
        if (action->k == 1)
            wished.models = number == 0 ? 1 : 2;
        if (number != 0 || action->k == 0)
            wished.h[action->k] = number < 0 ? 0 : (size_t)number;
        break;
    case ACT_LEARN_RELATIONS:
        for (size_t r = 4; r < HS_LEARN_SLOTS; r++)
            wished.relation[r] = choice_of(number, app->learn.wish.relation[4], 2);
        for (size_t r = 0; r < 4; r++)
            wished.relation[r] = true;
        break;
    case ACT_LEARN_HINTS:
        wished.hints = choice_of(number, wished.hints, 2);
        break;
    case ACT_LEARN_CHANCE:
        wished.shuffled = choice_of(number, wished.shuffled, 2);
        break;
    case ACT_LEARN_SENTENCES:
        wished.sentences = number < 0 ? 0 : (size_t)number;
        break;
    case ACT_LEARN_SEED:
        if (number < 0)
            return hs_fail(error, HS_BAD_USE, "a seed is a whole number from 0");
        wished.seed = (uint64_t)number;
        break;
    default: /* ACT_LEARN_RATE */
        wished.rate = action->amount;
        break;
    }
    enum hs_status status = hs_learn_check(&wished, error);
    if (!status)
        app->learn.wish = wished;
    return status;
}

enum hs_status apply_learn(struct app *app, const struct action *action, struct hs_error *error)
{
    switch (action->kind) {
    case ACT_LEARN_RUN:
        return toggle_run(app, action->number, error);
    case ACT_LEARN_BATCH:
        return one_batch(app, error);
    case ACT_LEARN_STOP:
        learn_end(app);
        return HS_OK;
    case ACT_LEARN_AGAIN:
        return again(app, error);
    case ACT_LEARN_MOMENT:
        return go_to_moment(app, action->number < 0 ? LEARN_NEWEST : (size_t)action->number, error);
    case ACT_LEARN_MOMENT_STEP:
        return step_moment(app, action->number, error);
    case ACT_LEARN_HEAD:
        return choose_head(app, action, error);
    case ACT_LEARN_LEAVE:
        return learn_leave(app, error);
    case ACT_HEADS:
        return choose_heads(app, action->number > 0 ? (size_t)action->number : 0, error);
    case ACT_HEADS_STEP:
        return step_heads(app, action->number, error);
    default:
        return wish(app, action, error);
    }
}
