/* args_seen.c – what of the command line changed nothing: nothing is taken and silently ignored. */
#include <string.h>

#include "cli/args.h"
#include "model/seen.h"

static struct seen_output output_of(const struct app *app, const struct args *args)
{
    static const enum seen_kind lists[] = {SEEN_LINKS, SEEN_ALIKE, SEEN_OUTPUT, SEEN_ANSWER}; /* enum panel_list */
    struct export_job job = {.format = args->format >= 0 ? (enum export_format)args->format : FORMAT_PNG};
    if (args->evaluate_path)
        return (struct seen_output){.kind = SEEN_MEASURED};
    if (args->lens.list >= 0)
        return (struct seen_output){.kind = lists[args->lens.list]};
    if (args->dump.stats_path)
        return (struct seen_output){.kind = SEEN_STATS};
    if (args->json_path)
        return (struct seen_output){.kind = SEEN_SHEET_JSON};
    if (!app || !args->export_path)
        return (struct seen_output){.kind = SEEN_DUMPED};
    if (strcmp(args->export_path, "-") != 0)
        export_format_of(args->export_path, &job.format, NULL);
    return seen_of_export(app, args->sheet ? EXPORT_SHEET : EXPORT_VIEW, job.format, args->tour > 0);
}

void args_tell_unseen(const struct app *app, const struct args *args, FILE *out)
{
    const struct seen_output output = output_of(app, args);
    char words[800], where[200];
    for (int i = 0; i < args->given_count; i++) {
        const char *option = args->given[i];
        bool seen = option_seen(option, app, &output);
        option_where(option, app, &output, where, sizeof where);
        if (strcmp(option, "--find") == 0 && app) { /* told in any case */
            app_found_words(app, words, sizeof words);
            fprintf(out, "headscope: --find: %s%s%s\n", words, seen ? "" : "; ", seen ? "" : where);
        } else if (!seen) {
            fprintf(out, "headscope: warning: %s changes nothing here%s%s\n", option, where[0] ? ": " : "", where);
        }
    }
}
