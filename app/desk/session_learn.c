/* session_learn.c – a session of the Learn view: the run's file or, where it was not saved, what makes it again; see session.h. */
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/settings.h"

/* ---------------------------------------------------------------- model and struct */
void session_take_learn(const struct app *app, struct session_learn *learn)
{
    *learn = (struct session_learn){.moment = SIZE_MAX, .model = SIZE_MAX};
    const struct hs_learn *run = app->learn.shown && picture_can(app, HS_CAN_TRAINING) ? learn_run(app) : NULL;
    learn->there = run || app->look.view == VIEW_LEARN;
    if (!learn->there)
        return;
    learn->options = run ? *hs_learn_options(run) : app->learn.wish;
    if (!run)
        return;
    learn->moment = app->learn.shown_moment;
    learn->model = app->learn.shown_model;
    if (learn_path(app))
        settings_full_path(learn_path(app), learn->path, sizeof learn->path);
}

static bool same_run(const struct hs_learn_options *a, const struct hs_learn_options *b)
{
    bool same = a->models == b->models && a->seed == b->seed && a->sentences == b->sentences && a->rate == b->rate &&
                a->hints == b->hints && a->shuffled == b->shuffled && memcmp(a->relation, b->relation, sizeof a->relation) == 0;
    for (size_t m = 0; m < a->models; m++)
        same &= a->h[m] == b->h[m];
    return same;
}

bool session_has_run(const struct app *app, const struct session_learn *learn)
{
    const struct hs_learn *run = learn_run(app);
    return run && learn->moment != SIZE_MAX && same_run(hs_learn_options(run), &learn->options) && learn->moment < hs_learn_moments(run);
}

enum hs_status session_put_learn(struct app *app, const struct session_learn *learn, struct hs_error *error)
{
    if (!session_has_run(app, learn))
        return hs_fail(error, HS_BAD_INPUT, "The session is of another training run, or of moment %zu, which this one has not.", learn->moment + 1);
    app->learn.moment = learn->moment;
    app->learn.model = learn->model;
    enum hs_status status = act_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_LEARN}, error);
    return status ? status : learn_follow(app, true, error);
}

/* ---------------------------------------------------------------- struct -> JSON */
void session_write_learn(const struct session_learn *learn, const char *folder, struct hs_buffer *buffer)
{
    const struct hs_learn_options *options = &learn->options;
    const char *near = session_below(learn->path, folder), *before = "";
    char rate[24];
    if (!learn->there)
        return;
    hs_buffer_print(buffer, ",\n  \"learn\": {");
    if (learn->path[0]) {
        hs_buffer_print(buffer, "\"path\": ");
        hs_buffer_json_string(buffer, near ? near : learn->path);
        hs_buffer_print(buffer, ", ");
    }
    hs_buffer_print(buffer, "\"heads\": [%zu", options->h[0]);
    if (options->models > 1)
        hs_buffer_print(buffer, ", %zu", options->h[1]);
    hs_buffer_print(buffer, "], \"sentences\": %zu, \"seed\": \"%llu\", \"rate\": %s, \"relations\": \"", options->sentences,
        (unsigned long long)options->seed, learn_rate(options->rate, rate, sizeof rate));
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        if (options->relation[r]) {
            hs_buffer_print(buffer, "%s%s", before, hs_relation_name((enum hs_relation)r));
            before = ",";
        }
    hs_buffer_print(buffer, "\", \"hints\": %s, \"by_chance\": %s", options->hints ? "true" : "false", options->shuffled ? "true" : "false");
    if (learn->moment != SIZE_MAX)
        hs_buffer_print(buffer, ", \"moment\": %zu, \"model\": %zu", learn->moment, learn->model);
    hs_buffer_print(buffer, "}");
}

/* ---------------------------------------------------------------- JSON -> struct */
static const struct hs_json *find(const struct hs_json *value, const char *key, size_t *found)
{
    const struct hs_json *one = hs_json_find(value, key);
    *found += one != NULL;
    return one;
}

static bool read_heads(const struct hs_json *value, struct hs_learn_options *options)
{
    if (!value || hs_json_kind(value) != HS_JSON_ARRAY || hs_json_count(value) > HS_LEARN_MODELS)
        return false;
    options->models = 0;
    for (const struct hs_json *one = hs_json_first(value); one; one = hs_json_next(one))
        if (!hs_json_index(one, HS_LEARN_MOST_HEADS + 1, &options->h[options->models++]))
            return false;
    return true;
}

static bool read_seed(const char *text, uint64_t *seed)
{
    uint64_t value = 0;
    if (!text || !text[0])
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || value > (UINT64_MAX - (uint64_t)(*text - '0')) / 10)
            return false;
        value = value * 10 + (uint64_t)(*text - '0');
    }
    *seed = value;
    return true;
}

bool session_read_learn(const struct hs_json *value, struct session *session)
{
    struct session_learn *learn = &session->learn;
    struct hs_learn_options *options = &learn->options;
    size_t found = 0;
    double rate;
    if (hs_json_kind(value) != HS_JSON_OBJECT)
        return false;
    *options = hs_learn_usual();
    learn->there = true;
    learn->moment = learn->model = SIZE_MAX;
    const struct hs_json *path = find(value, "path", &found), *heads = find(value, "heads", &found), *sentences = find(value, "sentences", &found),
                         *seed = find(value, "seed", &found), *speed = find(value, "rate", &found), *relations = find(value, "relations", &found),
                         *hints = find(value, "hints", &found), *chance = find(value, "by_chance", &found),
                         *moment = find(value, "moment", &found), *model = find(value, "model", &found);
    const char *text = path ? hs_json_string(path) : "", *list = relations ? hs_json_string(relations) : NULL;
    if (!text || (path && !text[0]) || strlen(text) >= sizeof learn->path || found != hs_json_count(value) || !read_heads(heads, options) ||
        !sentences || !hs_json_index(sentences, HS_LEARN_MOST + 1, &options->sentences) || !seed ||
        !read_seed(hs_json_string(seed), &options->seed) || !speed || !hs_json_number(speed, &rate) || !list ||
        !hs_learn_read_relations(list, options->relation) || !hints || !hs_json_bool(hints, &options->hints) || !chance ||
        !hs_json_bool(chance, &options->shuffled) || !moment != !model || (path && !moment) ||
        (moment && (!hs_json_index(moment, HS_LEARN_MOMENTS, &learn->moment) || !hs_json_index(model, options->models, &learn->model))))
        return false;
    options->rate = (float)rate;
    memcpy(learn->path, text, strlen(text) + 1);
    return hs_learn_check(options, NULL) == HS_OK;
}
