/* args_seen.c – what of the command line changed nothing: nothing is taken and silently ignored. */
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "desk/export.h"
#include "model/seen.h"

static struct seen_output output_of(const struct app *app, const struct args *args)
{
    static const enum seen_kind lists[] = {SEEN_LINKS, SEEN_ALIKE, SEEN_OUTPUT, SEEN_ANSWER}; /* enum panel_list */
    struct export_job job = {.format = (enum export_format)args_number(args, OPTION_FORMAT, FORMAT_PNG)};
    if (args_has(args, OPTION_EVALUATE))
        return (struct seen_output){.kind = args->model || args->words_are_files ? SEEN_EVALUATED : SEEN_MEASURED};
    if (args_has(args, OPTION_LIST))
        return (struct seen_output){.kind = lists[args_number(args, OPTION_LIST, 0)]};
    if (args_has(args, OPTION_STATS))
        return (struct seen_output){.kind = SEEN_STATS};
    if (args_has(args, OPTION_JSON))
        return (struct seen_output){.kind = SEEN_SHEET_JSON};
    if (!app || !args_has(args, OPTION_EXPORT))
        return (struct seen_output){.kind = SEEN_DUMPED};
    if (strcmp(args_text(args, OPTION_EXPORT), "-") != 0)
        export_format_of(args_text(args, OPTION_EXPORT), &job.format, NULL);
    return seen_of_export(app, args_has(args, OPTION_SHEET) ? EXPORT_SHEET : EXPORT_VIEW, job.format, args_has(args, OPTION_TOUR));
}

/* What has an effect only where there is room: whether the picture is the same without it, and why. */
static const char *no_room(const struct app *app, const struct args *args, const struct seen_output *output, enum option_id option)
{
    bool values = option == OPTION_VALUES, terms = option == OPTION_TERMS;
    if ((!values && !terms) || (output->kind != SEEN_PICTURE && output->kind != SEEN_SHEET))
        return NULL;
    struct export_job job = {.what = args_has(args, OPTION_SHEET) ? EXPORT_SHEET : EXPORT_VIEW,
        .format = FORMAT_SVG,
        .width = (float)args_number(args, OPTION_SIZE, 0),
        .height = (float)args->row[OPTION_SIZE].value.second,
        .untold = true};
    struct hs_buffer with = {0}, without = {0};
    struct app *other = malloc(sizeof *other);
    bool same = false;
    if (other) {
        *other = *app;
        other->look.values ^= values;
        other->steps.column = (enum step_column)((app->steps.column + terms) % COLUMN_COUNT);
        same = !export_render(app, &job, &with, NULL) && !export_render(other, &job, &without, NULL) && with.length == without.length &&
               memcmp(with.data, without.data, with.length) == 0;
    }
    free(other);
    hs_buffer_drop(&with);
    hs_buffer_drop(&without);
    return !same ? NULL : values ? "cells have no room for numbers" : "there is room for all of them";
}

void args_tell_unseen(const struct app *app, const struct args *args, FILE *out)
{
    const struct seen_output output = output_of(app, args);
    char words[800], where[200];
    for (int i = 0; i < args->given_count; i++) {
        enum option_id option = args->given[i];
        bool seen = option_seen(option, app, &output);
        const char *room = app && seen ? no_room(app, args, &output, option) : NULL;
        option_where(option, app, &output, where, sizeof where);
        if (room)
            snprintf(where, sizeof where, "%s", room);
        seen &= !room;
        if (option == OPTION_FIND && app) { /* told in any case */
            seen |= app_found_words(app, words, sizeof words) == 0; /* which no view would show either */
            fprintf(out, "headscope: --find: %s%s%s\n", words, seen ? "" : "; ", seen ? "" : where);
        } else if (!seen) {
            fprintf(out, "headscope: warning: --%s changes nothing here%s%s\n", option_get(option)->name, where[0] ? ": " : "", where);
        }
    }
}
