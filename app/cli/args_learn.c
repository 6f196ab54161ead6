/* args_learn.c – see args_learn.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "cli/args_learn.h"
#include "cli/args_try.h"
#include "desk/perform.h"

static enum hs_status read_heads(struct hs_learn_options *wish, const char *text, struct hs_error *error)
{
    char *end;
    wish->h[0] = strtoul(text, &end, 10);
    wish->models = *end == ',' ? 2 : 1;
    if (*end == ',')
        wish->h[1] = strtoul(end + 1, &end, 10);
    return *end ? hs_fail(error, HS_BAD_USE, "--learn-heads takes one number or two, such as 1,8, not \"%.40s\"", text) : HS_OK;
}

static enum hs_status read_wish(struct hs_learn_options *wish, const struct args *args, struct hs_error *error)
{
    char *end = "";
    struct hs_error why = {HS_OK, ""};
    const char *heads = args_text(args, OPTION_LEARN_HEADS), *relations = args_text(args, OPTION_LEARN_RELATIONS),
               *rate = args_text(args, OPTION_LEARN_RATE);
    if (heads && read_heads(wish, heads, error))
        return HS_BAD_USE;
    if (relations && !hs_learn_read_relations(relations, wish->relation))
        return hs_fail(error, HS_BAD_USE, "--learn-relations is a list of subj, obj, loct, ana, rel, mod, pobj and aux, each once, not \"%.60s\"",
            relations);
    wish->sentences = (size_t)args_number(args, OPTION_LEARN_SENTENCES, (long)wish->sentences);
    wish->seed = (uint64_t)args_number(args, OPTION_LEARN_SEED, (long)wish->seed);
    if (rate)
        wish->rate = strtof(rate, &end);
    if (*end)
        return hs_fail(error, HS_BAD_USE, "--learn-rate is a number, not \"%.40s\"", rate);
    wish->hints = args_has(args, OPTION_LEARN_HINTS);
    wish->shuffled = args_has(args, OPTION_LEARN_CHANCE);
    return hs_learn_check(wish, &why) ? hs_fail(error, HS_BAD_USE, "--learn: %s", why.message) : HS_OK;
}

static void tell(const struct hs_learn *run)
{
    const struct hs_learn_options *options = hs_learn_options(run);
    size_t last = hs_learn_moments(run) - 1;
    char count[24], all[24];
    fprintf(stderr, "headscope: %s of %s sentences", hs_count_text(hs_learn_moment(run, last)->sentences, count, sizeof count),
        hs_count_text(hs_learn_steps(run) * hs_learn_batch(), all, sizeof all));
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

enum hs_status args_learn_apply(struct app *app, const struct args *args, struct hs_error *error)
{
    const char *out = args_text(args, OPTION_SAVE_RUN);
    enum hs_status status = read_wish(&app->learn.wish, args, error);
    if (!status && out) /* not only after minutes of training */
        status = args_may_write(app, out, args_has(args, OPTION_FORCE), error);
    if (status || !args_has(args, OPTION_LEARN))
        return status;
    if (app->window.headless)
        status = train(app, args_number(args, OPTION_LEARN_STOP, -1), error);
    if (!status)
        status = app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_LEARN}, error);
    if (!status && app->window.headless)
        return learn_follow(app, true, error); /* what is exported is of its last moment */
    return status ? status : app_try(app, &(struct action){.kind = ACT_LEARN_RUN, .number = 1}, error);
}

enum hs_status args_learn_show(struct app *app, const struct args *args, struct hs_error *error)
{
    const char *out = args_text(args, OPTION_SAVE_RUN);
    bool overwrite = args_has(args, OPTION_FORCE);
    const struct args_wish wishes[] = {
        {"--moment", args_has(args, OPTION_MOMENT), {.kind = ACT_LEARN_MOMENT, .number = args_number(args, OPTION_MOMENT, 1) - 1}},
        {"--heads", args_has(args, OPTION_HEADS) && picture_can(app, HS_CAN_TRAINING), {.kind = ACT_HEADS, .number = args_number(args, OPTION_HEADS, 0)}},
    };
    enum hs_status status = args_try_all(app, wishes, sizeof wishes / sizeof *wishes, error);
    return status || !out ? status : hs_learn_save(learn_run(app), out, overwrite, NULL, error);
}
