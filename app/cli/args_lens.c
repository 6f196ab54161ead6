/* args_lens.c – see args_lens.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "cli/args_lens.h"
#include "cli/args_try.h"
#include "desk/perform.h"
#include "model/picture.h"

/* Calls `each` for every part of the option's "a,b,c". */
static enum hs_status for_parts(struct app *app, const char *option, const char *list, long kind,
    enum hs_status (*each)(
        struct app *app, const char *option, const char *part, long kind, struct hs_error *error),
    struct hs_error *error)
{
    enum hs_status status = HS_OK;
    while (list && *list && !status) {
        char part[64];
        size_t length = strcspn(list, ",");
        if (length == 0 || length >= sizeof part)
            return hs_fail(error, HS_BAD_USE,
                "%s: \"%.80s\": give numbers or names with one comma between them", option, list);
        memcpy(part, list, length);
        part[length] = '\0';
        status = each(app, option, part, kind, error);
        list += length + (list[length] == ',' && list[length + 1]);
    }
    return status;
}

/* A number as the user counts, below `count` from 0. */
static enum hs_status index_of(const struct app *app, const char *option, const char *text,
    size_t count, const char *what, size_t *index, struct hs_error *error)
{
    char *stop;
    errno = 0;
    long number = strtol(text, &stop, 10) - app->look.one_based;
    if (stop == text || *stop || errno || number < 0 || (size_t)number >= count)
        return hs_fail(error, HS_BAD_USE,
            "%s: there is no %s \"%.40s\": they are counted from %d to %ld", option, what, text,
            app->look.one_based, app_counted(app, count - 1));
    *index = (size_t)number;
    return HS_OK;
}

static enum hs_status set_mode(
    struct app *app, const char *option, const char *part, long mode, struct hs_error *error)
{
    struct action action = {.kind = ACT_HEAD_MODE, .number = mode};
    enum hs_status status = index_of(app, option, part, app->picture.h, "head", &action.head, error);
    return status ? status : args_try(app, option, &action, error);
}

static enum hs_status hide_head(
    struct app *app, const char *option, const char *part, long ignored, struct hs_error *error)
{
    struct action action = {.kind = ACT_LINES_HEAD, .number = LINES_HIDE};
    (void)ignored;
    enum hs_status status = index_of(app, option, part, app->picture.h, "head", &action.head, error);
    return status ? status : args_try(app, option, &action, error);
}

static enum hs_status hide(
    struct app *app, const char *option, const char *part, long ignored, struct hs_error *error)
{
    struct action action = {.kind = ACT_HIDE, .q = 1};
    enum hs_status status = HS_OK;
    (void)ignored;
    if (strcmp(part, "punctuation") == 0) {
        action.number = HIDE_PUNCTUATION;
    } else if (strcmp(part, "first") == 0) {
        action.number = HIDE_FIRST;
    } else {
        action.number = HIDE_TOKEN;
        status = index_of(app, option, part, hs_set_shape(app->picture.set).m, "token", &action.k, error);
    }
    return status ? status : args_try(app, option, &action, error);
}

static enum hs_status choose_cell(struct app *app, const char *cell, struct hs_error *error)
{
    struct action action = {.kind = ACT_SCORE_CELL};
    const char *comma = strchr(cell, ',');
    const char *dot = memchr(cell, '.', comma ? (size_t)(comma - cell) : 0);
    size_t layer = 0, here = 0;
    char head[32];
    if (!comma || (size_t)(comma - cell) >= sizeof head)
        return hs_fail(
            error, HS_BAD_USE, "--cell is HEAD,RELATION, for example 2,obj; not \"%.60s\"", cell);
    enum hs_status status = HS_OK;
    app_score_head(app, app_score_index(app), &layer, &here);
    if (dot && picture_can(app, HS_CAN_LAYERS)) {
        snprintf(head, sizeof head, "%.*s", (int)(dot - cell), cell);
        status = index_of(app, "--cell", head, picture_part(app)->L, "layer", &layer, error);
        cell = dot + 1;
    }
    snprintf(head, sizeof head, "%.*s", (int)(comma - cell), cell);
    if (!status)
        status = index_of(app, "--cell", head, app->picture.h, "head", &action.head, error);
    action.head += layer * app->picture.h;
    while (action.k < HS_RELATION_COUNT &&
           strcmp(hs_relation_name((enum hs_relation)action.k), comma + 1) != 0)
        action.k++;
    if (!status && action.k == HS_RELATION_COUNT)
        status = hs_fail(error, HS_BAD_USE,
            "--cell: there is no relation \"%.40s\": subj, obj, loct, ana, rel, mod, pobj, aux or "
            "prev",
            comma + 1);
    return status ? status : args_try(app, "--cell", &action, error);
}

enum hs_status args_lens_apply(
    struct app *app, const struct args_lens *args, struct hs_error *error)
{
    const struct args_wish table[] = {
        {"--annotated", args->annotated != NULL, {.kind = ACT_ANNOTATED, .text = args->annotated}},
        {"--compare", args->compare >= 0, {.kind = ACT_BASELINE, .number = args->compare}},
        {"--links", args->links >= 0, {.kind = ACT_LINK_FILTER, .number = args->links}},
    };
    const struct args_wish lens[] = {
        {"--lens", args->lens >= 0, {.kind = ACT_LENS, .number = args->lens}},
        {"--renormalise", args->renormalise, {.kind = ACT_RENORMALISE, .number = 1}},
        {"--minus-head", args->minus_head >= 0,
            {.kind = ACT_MINUS,
                .number = MINUS_HEAD,
                .head = (size_t)(args->minus_head - app->look.one_based)}},
        {"--minus-heads", args->minus_heads > 0,
            {.kind = ACT_MINUS, .number = MINUS_COUNT, .head = (size_t)args->minus_heads}},
        {"--minus-text", args->minus_text != NULL, {.kind = ACT_KEEP, .text = args->minus_text}},
        {"--minus-model", args->minus_model != NULL, {.kind = ACT_MINUS_MODEL, .text = args->minus_model}},
        {"--sort", args->sort >= 0, {.kind = ACT_SORT, .number = args->sort}},
        {"--reverse", args->reverse, {.kind = ACT_SORT_ORDER, .number = 1}},
        {"--find", args->find != NULL, {.kind = ACT_FIND, .text = args->find}},
    };
    if ((args->minus_head >= 0) + (args->minus_heads > 0) + (args->minus_text != NULL) + (args->minus_model != NULL) > 1)
        return hs_fail(error, HS_BAD_USE,
            "--minus-head, --minus-heads, --minus-text and --minus-model each say what is subtracted: give one");
    enum hs_status status =
        for_parts(app, "--head-off", args->head_off, HS_HEAD_OFF, set_mode, error);
    if (!status)
        status =
            for_parts(app, "--head-uniform", args->head_uniform, HS_HEAD_UNIFORM, set_mode, error);
    if (!status)
        status = for_parts(app, "--head-mean", args->head_mean, HS_HEAD_MEAN, set_mode, error);
    if (!status)
        status = for_parts(app, "--hide", args->hide, 0, hide, error);
    if (!status)
        status = for_parts(app, "--hide-heads", args->hide_heads, 0, hide_head, error);
    if (!status)
        status = args_try_all(app, lens, sizeof lens / sizeof *lens, error);
    if (!status)
        status = args_try_all(app, table, sizeof table / sizeof *table, error);
    if (!status && args->cell)
        status = choose_cell(app, args->cell, error);
    if (!status && args->cell)
        status = args_try(
            app, "--cell", &(struct action){.kind = ACT_VIEW, .number = VIEW_SPECIALISE}, error);
    return status;
}

/* ---------------------------------------------------------------- --list */
static void list_alike(struct app *app, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "head_from_%d,jensen_shannon_bits\n", app->look.one_based);
    for (size_t i = 0; app->lens.alike && i + 1 < app->picture.h; i++)
        hs_buffer_print(
            buffer, "%ld,%.9g\n", app_counted(app, app->lens.alike[i].head), app->lens.alike[i].divergence);
}

static void list_output(struct app *app, struct hs_buffer *buffer)
{
    char name[256];
    hs_buffer_print(buffer, "token_from_%d,name,cosine,length_before,length_after,moved\n", app->look.one_based);
    for (size_t i = 0; app->picture.changes && i < hs_set_shape(app->picture.set).n; i++) {
        const struct hs_change *change = &app->picture.changes[i];
        hs_set_token_name(app->picture.set, HS_QUERY, i, name, sizeof name);
        hs_buffer_print(buffer, "%ld,", app_counted(app, i));
        hs_buffer_csv_string(buffer, name);
        hs_buffer_print(buffer, ",%.9g,%.9g,%.9g,%.9g\n", change->cosine, change->norm_before,
            change->norm_after, change->distance);
    }
}

static void list_answer(const struct app *app, struct hs_buffer *buffer)
{
    const struct hs_likely *answer = &app->live.answer.of;
    hs_buffer_print(buffer, "%s_token_from_%d,id,token,probability\n", answer->fills ? "at" : "after", app->look.one_based);
    for (size_t i = 0; i < answer->count; i++) {
        hs_buffer_print(buffer, "%ld,%u,", app_counted(app, answer->at), (unsigned)answer->token[i].id);
        hs_buffer_csv_string(buffer, answer->token[i].shown);
        hs_buffer_print(buffer, ",%.9g\n", answer->token[i].probability);
    }
}

static void list_links(struct app *app, struct hs_buffer *buffer)
{
    struct app_cell cells[64];
    char name[256];
    size_t count = app_strongest(app, app->look.head, cells, sizeof cells / sizeof *cells);
    struct hs_matrix values = hs_set_weights(app_shown(app), 0, app->look.head);
    hs_buffer_print(buffer, "query_from_%d,query_name,key_from_%d,key_name,value\n", app->look.one_based, app->look.one_based);
    for (size_t i = 0; i < count; i++) {
        hs_buffer_print(buffer, "%ld,", app_counted(app, cells[i].q));
        hs_set_token_name(app_shown(app), HS_QUERY, cells[i].q, name, sizeof name);
        hs_buffer_csv_string(buffer, name);
        hs_buffer_print(buffer, ",%ld,", app_counted(app, cells[i].k));
        hs_set_token_name(app_shown(app), HS_KEY, cells[i].k, name, sizeof name);
        hs_buffer_csv_string(buffer, name);
        hs_buffer_print(
            buffer, ",%.9g\n", (double)values.data[cells[i].q * values.stride + cells[i].k]);
    }
}

enum hs_status args_lens_list(struct app *app, long list, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    if (list == PANEL_ANSWER && !picture_can(app, HS_CAN_ANSWER)) /* asked without a place to write, it says why not */
        return app_try(app, &(struct action){.kind = ACT_ANSWER}, error);
    enum hs_status status =
        app_try(app, &(struct action){.kind = ACT_PANEL, .number = list}, error);
    heads_follow(app);
    if (!status && list == PANEL_ANSWER && app->live.answer.of.count == 0)
        status = hs_fail(error, HS_BAD_USE, "--list answer: this model fills gaps: put its mask into the text, or give --lock the token to be guessed");
    if (!status && list == PANEL_OUTPUT && !app->picture.changes)
        status = app->talk.tour.step ? hs_fail(error, HS_BAD_USE, "--tour: a stop of the tour has no switched heads, of which --list output tells")
                                     : hs_fail(error, HS_BAD_USE,
            "--list output tells what switched heads change: give --head-off, --head-uniform or "
            "--head-mean");
    if (!status && list == PANEL_ALIKE && !app->lens.alike)
        status = app->picture.h == 1
                     ? hs_fail(error, HS_BAD_USE, "--list alike compares heads, and there is one")
                     : hs_fail(error, HS_LIMIT,
                           "--list alike compares up to %zu weights, and %zu heads of %zu x %zu "
                           "tokens have more: give a shorter sentence or fewer heads",
                           SIMILAR_CELLS, app->picture.h, hs_set_shape(app->picture.set).n,
                           hs_set_shape(app->picture.set).m);
    if (status)
        return status;
    if (list == PANEL_ALIKE)
        list_alike(app, &buffer);
    else if (list == PANEL_OUTPUT)
        list_output(app, &buffer);
    else if (list == PANEL_ANSWER)
        list_answer(app, &buffer);
    else
        list_links(app, &buffer);
    status = buffer.failed ? hs_fail(error, HS_NO_MEMORY, "no memory left for the list")
                           : hs_file_write("-", buffer.data, buffer.length, true, error);
    hs_buffer_drop(&buffer);
    return status;
}
