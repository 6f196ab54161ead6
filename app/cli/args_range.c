/* args_range.c – see args_range.h. */
#include "cli/args_range.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/args_try.h"

/* First and last token of "3-8", from 0. */
static enum hs_status read_range(const struct app *app, const char *option, const char *text, size_t count, double *from, double *to,
    struct hs_error *error)
{
    char *stop;
    *from = 0;
    *to = 1;
    if (!text)
        return HS_OK;
    errno = 0;
    long first = strtol(text, &stop, 10), last = first;
    bool good = stop != text && text[0] != ' ' && text[0] != '-';
    if (good && *stop == '-' && stop[1] >= '0' && stop[1] <= '9')
        last = strtol(stop + 1, &stop, 10);
    first -= app->look.one_based;
    last -= app->look.one_based;
    if (!good || *stop || errno || first < 0 || last < first || (size_t)last >= count)
        return hs_fail(error, HS_BAD_USE, "%s is a token or a range of them, A-B, counted from %d to %ld; not \"%.60s\"", option,
            app->look.one_based, app_counted(app, count - 1), text);
    *from = (double)first / (double)count;
    *to = (double)(last + 1) / (double)count;
    return HS_OK;
}

enum hs_status args_range_apply(struct app *app, const char *queries, const char *keys, struct hs_error *error)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    double row0, row1, col0, col1;
    char zoom[160];
    if (!queries && !keys)
        return HS_OK;
    enum hs_status status = read_range(app, "--queries", queries, shape.n, &row0, &row1, error);
    if (!status)
        status = read_range(app, "--keys", keys, shape.m, &col0, &col1, error);
    if (status)
        return status;
    snprintf(zoom, sizeof zoom, "%.17g,%.17g,%.17g,%.17g", row0, row1, col0, col1);
    return args_try(app, queries ? "--queries" : "--keys", &(struct action){.kind = ACT_ZOOM_TO, .text = zoom}, error);
}
