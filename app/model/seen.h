/* seen.h – in what that is written without a window an option of the command line can be seen: a row an option. The command line
 * says of the others that they change nothing, and the command in an exported file leaves them out. An option that can be seen in some only is a
 * row in seen.c; tests/gui/files_options.py compares every row with what the program writes. */
#ifndef HEADSCOPE_SEEN_H
#define HEADSCOPE_SEEN_H

#include "model/options.h"

enum seen_kind {
    SEEN_PICTURE, /* of the view that is shown */
    SEEN_CSV,     /* its numbers */
    SEEN_JSON,
    SEEN_FILM,       /* a training run: all heads at moments */
    SEEN_SHEET,      /* all heads: their picture */
    SEEN_SHEET_JSON, /* or numbers */
    SEEN_SHEET_CSV,
    SEEN_PAGE, /* HTML */
    SEEN_STATS,
    SEEN_LINKS, /* the panel's lists */
    SEEN_ALIKE,
    SEEN_OUTPUT,
    SEEN_ANSWER,
    SEEN_MEASURED,  /* --evaluate: the built-in model, */
    SEEN_EVALUATED, /* or a file's or model's layers and heads */
    SEEN_DUMPED,   /* --dump */
    SEEN_TEXT,     /* what a PNG says in words beside its picture, whatever the view */
};

struct seen_output {
    enum seen_kind kind;
    enum export_format format; /* of a picture */
    bool window;               /* of the whole window: a stop of the tour */
};

struct seen_output seen_of_export(const struct app *app, enum export_what what, enum export_format format, bool window);
/* Whether the option can change that output of the app as it is; what has no row always can. `app` is NULL where
 * there is none: --evaluate and --dump. */
bool option_seen(enum option_id option, const struct app *app, const struct seen_output *output);
/* Where it can be seen instead: "--view grid or --view head shows it"; "" when nobody knows. Returns words. */
const char *option_where(enum option_id option, const struct app *app, const struct seen_output *output, char *words, size_t room);

#endif
