/* args_learn.c – see args_learn.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "cli/args_learn.h"
#include "cli/args_try.h"
#include "desk/perform.h"

const char *args_learn_given(const struct args_learn *args)
{
    return args->heads       ? "--learn-heads"
           : args->sentences ? "--learn-sentences"
           : args->relations ? "--learn-relations"
           : args->hints     ? "--learn-hints"
           : args->chance    ? "--learn-chance"
           : args->seed >= 0 ? "--learn-seed"
           : args->rate      ? "--learn-rate"
           : args->stop >= 0 ? "--learn-stop"
           : args->moment    ? "--moment"
           : args->save_path ? "--save-run"
                             : NULL;
}

static enum hs_status read_heads(struct hs_learn_options *wish, const char *text, struct hs_error *error)
{
    char *end;
    wish->h[0] = strtoul(text, &end, 10);
    wish->models = *end == ',' ? 2 : 1;
    if (*end == ',')
        wish->h[1] = strtoul(end + 1, &end, 10);
    return *end ? hs_fail(error, HS_BAD_USE, "--learn-heads takes one number or two, such as 1,8, not \"%.40s\"", text) : HS_OK;
}

static enum hs_status read_wish(struct hs_learn_options *wish, const struct args_learn *args, struct hs_error *error)
{
    char *end = "";
    struct hs_error why = {HS_OK, ""};
    if (args->heads && read_heads(wish, args->heads, error))
        return HS_BAD_USE;
    if (args->relations && !hs_learn_read_relations(args->relations, wish->relation))
        return hs_fail(error, HS_BAD_USE, "--learn-relations is a list of subj, obj, loct, ana, rel, mod, pobj and aux, each once, not \"%.60s\"",
            args->relations);
    if (args->sentences)
        wish->sentences = (size_t)args->sentences;
    if (args->seed >= 0)
        wish->seed = (uint64_t)args->seed;
    if (args->rate)
        wish->rate = strtof(args->rate, &end);
    if (*end)
        return hs_fail(error, HS_BAD_USE, "--learn-rate is a number, not \"%.40s\"", args->rate);
    wish->hints = args->hints;
    wish->shuffled = args->chance;
    return hs_learn_check(wish, &why) ? hs_fail(error, HS_BAD_USE, "--learn: %s", why.message) : HS_OK;
}

static void tell(const struct hs_learn *run)
{
    const struct hs_learn_options *options = hs_learn_options(run);
    size_t last = hs_learn_moments(run) - 1;
    char count[24], all[24];
    fprintf(stderr, "headscope: %s of %s sentences", learn_count(hs_learn_moment(run, last)->sentences, count, sizeof count),
        learn_count(hs_learn_steps(run) * hs_learn_batch(), all, sizeof all));
    for (size_t m = 0; m < options->models; m++)
        fprintf(stderr, "; h = %zu: loss %.3f, %.1f %% right", options->h[m], hs_learn_moment(run, last)->model[m].loss,
            100 * hs_learn_right(run, last, m, HS_RELATION_COUNT));
    fprintf(stderr, "\n");
}

/* To its end, or until `stop` sentences were trained; negative = no such stop. */
static enum hs_status train(struct app *app, long stop, struct hs_error *error)
{
    size_t told = 0;
    enum hs_status status = learn_begin(app, error);
    while (!status && (told == 0 || !learn_over(app))) {
        bool enough = stop >= 0 && (long)(hs_learn_step_now(learn_run(app)) * hs_learn_batch()) >= stop;
        if (told && enough)
            break;
        learn_go(app, enough ? 0 : 1);
        status = learn_heard(app, error);
        for (; !status && told < hs_learn_moments(learn_run(app)); told = hs_learn_moments(learn_run(app)))
            tell(learn_run(app));
    }
    return status;
}

enum hs_status args_learn_apply(struct app *app, const struct args_learn *args, struct hs_error *error)
{
    enum hs_status status = read_wish(&app->learn.wish, args, error);
    if (status || !args->learn)
        return status;
    if (app->window.headless)
        status = train(app, args->stop, error);
    if (!status)
        status = app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_LEARN}, error);
    if (!status && app->window.headless)
        return learn_follow(app, error); /* what is exported is of its last moment */
    return status ? status : app_try(app, &(struct action){.kind = ACT_LEARN_RUN, .number = 1}, error);
}

enum hs_status args_learn_show(struct app *app, const struct args_learn *args, long heads, bool overwrite, struct hs_error *error)
{
    const struct args_wish wishes[] = {
        {"--moment", args->moment > 0, {.kind = ACT_LEARN_MOMENT, .number = args->moment - 1}},
        {"--heads", heads > 0 && picture_can(app, HS_CAN_TRAINING), {.kind = ACT_HEADS, .number = heads}},
    };
    enum hs_status status = args_try_all(app, wishes, sizeof wishes / sizeof *wishes, error);
    if (!status && args->save_path)
        status = args_may_write(app, args->save_path, overwrite, error);
    return status || !args->save_path ? status : hs_learn_save(learn_run(app), args->save_path, overwrite, NULL, error);
}
