/* args_apply.c – see args_apply.h. Most options are an action of their row; those of several parts are here. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args_apply.h"
#include "cli/args_range.h"
#include "cli/args_try.h"
#include "desk/perform.h"
#include "model/picture.h"

#define NAME_ROOM 40

static void name_of(enum option_id id, char name[NAME_ROOM])
{
    snprintf(name, NAME_ROOM, "--%s", option_get(id)->name);
}

/* ---------------------------------------------------------------- lists */
/* Calls `each` for every part of the option's "a,b,c". */
static enum hs_status for_parts(struct app *app, enum option_id id, const char *list,
    enum hs_status (*each)(struct app *app, enum option_id id, const char *option, const char *part, struct hs_error *error),
    struct hs_error *error)
{
    char option[NAME_ROOM];
    enum hs_status status = HS_OK;
    name_of(id, option);
    while (list && *list && !status) {
        char part[64];
        size_t length = strcspn(list, ",");
        if (length == 0 || length >= sizeof part)
            return hs_fail(error, HS_BAD_USE,
                "%s: \"%.80s\": give numbers or names with one comma between them", option, list);
        memcpy(part, list, length);
        part[length] = '\0';
        status = each(app, id, option, part, error);
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

static enum hs_status set_mode(struct app *app, enum option_id id, const char *option, const char *part, struct hs_error *error)
{
    struct action action = {.kind = ACT_HEAD_MODE,
        .number = id == OPTION_HEAD_OFF ? HS_HEAD_OFF : id == OPTION_HEAD_UNIFORM ? HS_HEAD_UNIFORM : HS_HEAD_MEAN};
    enum hs_status status = index_of(app, option, part, app->picture.h, "head", &action.head, error);
    return status ? status : args_try(app, option, &action, error);
}

static enum hs_status set_modes(struct app *app, enum option_id id, const struct option_value *value, struct hs_error *error)
{
    return for_parts(app, id, value->text, set_mode, error);
}

static enum hs_status hide_head(struct app *app, enum option_id id, const char *option, const char *part, struct hs_error *error)
{
    struct action action = {.kind = ACT_LINES_HEAD, .number = LINES_HIDE};
    (void)id;
    enum hs_status status = index_of(app, option, part, app->picture.h, "head", &action.head, error);
    return status ? status : args_try(app, option, &action, error);
}

static enum hs_status hide_heads(struct app *app, enum option_id id, const struct option_value *value, struct hs_error *error)
{
    return for_parts(app, id, value->text, hide_head, error);
}

static enum hs_status hide_token(struct app *app, enum option_id id, const char *option, const char *part, struct hs_error *error)
{
    struct action action = {.kind = ACT_HIDE, .q = 1};
    enum hs_status status = HS_OK;
    (void)id;
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

static enum hs_status hide(struct app *app, enum option_id id, const struct option_value *value, struct hs_error *error)
{
    return for_parts(app, id, value->text, hide_token, error);
}

/* ---------------------------------------------------------------- a cell of the table */
static enum hs_status choose_cell(struct app *app, enum option_id id, const struct option_value *value, struct hs_error *error)
{
    const char *cell = value->text;
    struct action action = {.kind = ACT_SCORE_CELL};
    const char *comma = strchr(cell, ',');
    const char *dot = memchr(cell, '.', comma ? (size_t)(comma - cell) : 0);
    size_t layer = 0, here = 0;
    char head[32];
    (void)id;
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
    if (!status)
        status = args_try(app, "--cell", &action, error);
    return status ? status : args_try(app, "--cell", &(struct action){.kind = ACT_VIEW, .number = VIEW_SPECIALISE}, error);
}

/* ---------------------------------------------------------------- of a file */
static enum hs_status try_number(
    struct app *app, const char *option, enum action_kind kind, long number, struct hs_error *error)
{
    return args_try(app, option, &(struct action){.kind = kind, .number = number}, error);
}

static enum hs_status choose_attention(
    struct app *app, const char *option, long kind, struct hs_error *error)
{
    for (size_t i = 0; picture_can(app, HS_CAN_LAYERS) && i < hs_source_info(app->picture.source).parts; i++)
        if ((long)hs_source_part(app->picture.source, i)->kind == kind)
            return try_number(app, option, ACT_PART, (long)i, error);
    return hs_fail(error, HS_BAD_USE, "%s: the file has no %s%s", option,
        hs_part_kind_name((enum hs_part_kind)kind), kind == HS_PART_SELF ? "" : " attention");
}

/* The same attention, item and layer of the file that is open, as far as it has them. */
static enum hs_status show_same(struct app *app, const struct hs_view *view,
    enum hs_part_kind kind, struct hs_error *error)
{
    enum hs_status status = choose_attention(app, "--minus-file", (long)kind, error);
    if (status)
        return status;
    const struct hs_part *t = picture_part(app);
    const struct args_wish wishes[] = {
        {"--minus-file", t->B > 1, {.kind = ACT_ITEM, .number = (long)view->item}},
        {"--minus-file", true, {.kind = ACT_PIECES, .number = (long)view->pieces}},
        {"--minus-file", view->segments != HS_SEGMENTS_ALL,
            {.kind = ACT_PAIR, .number = (long)view->segments}},
        {"--minus-file", true, {.kind = ACT_LAYER, .number = (long)view->layer}},
    };
    return args_try_all(app, wishes, sizeof wishes / sizeof *wishes, error);
}

/* No window waits yet. */
static enum hs_status open_now(struct app *app, const char *path, struct hs_error *error)
{
    enum hs_status status = args_try(app, "--minus-file", &(struct action){.kind = ACT_OPEN, .text = path}, error);
    return status ? status : live_wait(app, error);
}

/* Opens the other file as a picture to keep, then comes back to this one. */
static enum hs_status subtract_file(struct app *app, enum option_id id, const struct option_value *value, struct hs_error *error)
{
    const char *path = value->text;
    char own[APP_PATH_ROOM];
    (void)id;
    if (picture_can(app, HS_CAN_TEXT))
        return hs_fail(error, HS_BAD_USE, "--minus-file goes with an attention file");
    if (hs_source_knows(path) == 0)
        return hs_fail(error, HS_BAD_USE,
            "--minus-file: %.300s is no attention file: name one that ends in .safetensors or .npy",
            path);
    const struct hs_view view = app->picture.layers->view;
    const enum hs_part_kind kind = picture_part(app)->kind;
    snprintf(own, sizeof own, "%s", hs_source_info(app->picture.source).path);
    enum hs_status status = open_now(app, path, error);
    if (!status)
        status = show_same(app, &view, kind, error);
    if (!status)
        status = args_try(app, "--minus-file", &(struct action){.kind = ACT_KEEP}, error);
    if (!status)
        status = open_now(app, own, error);
    if (!status)
        status = show_same(app, &view, kind, error);
    if (!status)
        status = try_number(app, "--minus-file", ACT_MINUS, MINUS_KEPT, error);
    return status;
}

static enum hs_status take_attention(struct app *app, enum option_id id, const struct option_value *value, struct hs_error *error)
{
    (void)id;
    return choose_attention(app, "--attention", value->number, error);
}

/* ---------------------------------------------------------------- all of them */
static enum hs_status apply_option(struct app *app, const struct args *args, enum option_id id, long base, struct hs_error *error)
{
    static enum hs_status (*const parts[OPTION_COUNT])(
        struct app *app, enum option_id id, const struct option_value *value, struct hs_error *error) = {
        [OPTION_HEAD_OFF] = set_modes,
        [OPTION_HEAD_UNIFORM] = set_modes,
        [OPTION_HEAD_MEAN] = set_modes,
        [OPTION_HIDE] = hide,
        [OPTION_HIDE_HEADS] = hide_heads,
        [OPTION_CELL] = choose_cell,
        [OPTION_ATTENTION] = take_attention,
        [OPTION_MINUS_FILE] = subtract_file,
    };
    const struct option_value *value = &args->row[id].value;
    struct action action = option_action(option_get(id), value, base);
    char name[NAME_ROOM];
    name_of(id, name);
    return parts[id] ? parts[id](app, id, value, error) : args_try(app, name, &action, error);
}

static enum hs_status apply_all(struct app *app, const struct args *args, enum option_when when, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    for (int id = 0; id < OPTION_COUNT && !status; id++)
        if (args->row[id].given && option_get((enum option_id)id)->when == when)
            status = apply_option(app, args, (enum option_id)id, args_base(app, args), error);
    return status;
}

long args_base(const struct app *app, const struct args *args)
{
    return args_number(args, OPTION_COUNT_FROM, app->look.one_based);
}

/* --sort and --reverse are of the heads that a view shows, and Layers shows those of all layers. */
static enum hs_status sort_layers(struct app *app, const struct args *args, struct hs_error *error)
{
    bool layers = app->look.view == VIEW_LAYERS && !args_has(args, OPTION_LAYERS_SORT);
    const struct args_wish wishes[] = {
        {"--sort", layers && args_has(args, OPTION_SORT), {.kind = ACT_LAYERS_SORT, .number = args_number(args, OPTION_SORT, 0)}},
        {"--reverse", layers && args_has(args, OPTION_REVERSE), {.kind = ACT_LAYERS_REVERSE, .number = 1}},
    };
    return args_try_all(app, wishes, sizeof wishes / sizeof *wishes, error);
}

enum hs_status args_apply(struct app *app, const struct args *args, struct hs_error *error)
{
    bool layer = args_has(args, OPTION_LAYER) && picture_can(app, HS_CAN_LAYERS), head = args_has(args, OPTION_HEAD);
    enum hs_status status = HS_OK;
    if (args_has(args, OPTION_COUNT_FROM)) /* what others count from */
        status = apply_option(app, args, OPTION_COUNT_FROM, 0, error);
    if (!status)
        status = apply_all(app, args, OPTION_OF_FILE, error);
    if (!status && layer) /* who names a layer wants to see that layer */
        status = try_number(app, "--layer", ACT_VIEW, VIEW_GRID, error);
    if (!status)
        status = apply_all(app, args, OPTION_OF_LENS, error);
    if (!status && args_has(args, OPTION_LAYER) && head && !args_has(args, OPTION_VIEW))
        status = try_number(app, "--head", ACT_VIEW, VIEW_HEAD, error);
    if (!status)
        status = apply_all(app, args, OPTION_OF_LOOK, error);
    if (!status)
        status = args_range_apply(app, args_text(args, OPTION_QUERIES), args_text(args, OPTION_KEYS), error);
    if (!status)
        status = sort_layers(app, args, error);
    return status ? status : apply_all(app, args, OPTION_LAST, error);
}
