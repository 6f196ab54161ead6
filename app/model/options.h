/* options.h – the options of a picture, a row each: what it is called, which words it takes, what sets it and what it is now. The
 * command line, the command in an exported file, settings, sessions and scripts read the rows. A new option is a line in OPTIONS,
 * its row in options.c, and its line of help. */
#ifndef HEADSCOPE_OPTIONS_H
#define HEADSCOPE_OPTIONS_H

#include "model/app.h"

/* OPTION_PALETTE and --palette, in the order in which they are applied. */
#define OPTIONS(row) \
    row(COUNT_FROM, "count-from") \
    row(THEME, "theme") \
    row(PALETTE, "palette") \
    row(CELLS, "cells") \
    row(RANGE, "range") \
    row(REDUCE, "reduce") \
    row(VALUES, "values") \
    row(BESIDE, "beside") \
    row(DIMENSION, "dimension") \
    row(MODEL_DIMENSION, "model-dimension") \
    row(RULE, "rule") \
    row(AMOUNT, "amount") \
    row(LAYERS_SORT, "layers-sort") \
    row(LAYERS_REVERSE, "layers-reverse") \
    row(TABLE_SORT, "table-sort") \
    row(LINK_ORDER, "link-order") \
    row(LINK, "link") \
    row(CSV, "csv") \
    row(BACKGROUND, "background") \
    row(CROP, "crop") \
    row(HEADING, "heading") \
    row(LEGEND, "legend") \
    row(TEXT, "text") \
    row(WIDTH_MM, "width-mm")

#define OPTION_ID(id, name) OPTION_##id,
enum option_id { OPTIONS(OPTION_ID) OPTION_COUNT };
#undef OPTION_ID

enum option_kind {
    OPTION_CHOICE,  /* one of the words; its number is their order */
    OPTION_FLAG,    /* 1 when it is there */
    OPTION_COUNTED, /* an index, written as the user counts */
    OPTION_REAL,
};

struct option_value {
    long number; /* of a choice, a flag, an index from 0 */
    float real;
};

struct option {
    const char *name;  /* "palette" */
    const char *value; /* stands for it in the help: "P"; NULL for a flag */
    const char *help;  /* a line; %s stands for the words */
    enum option_kind kind;
    const char *(*word)(long number); /* of a choice */
    long count;                       /* of words, 0 = up to one that is NULL; of an index: what it is below */
    float least, most;                /* of a real */
    unsigned views;                   /* 1u << enum view_id, or-ed: where it shows; 0 = everywhere */
    enum action_kind action;
    struct option_value (*get)(const struct app *app);
    /* Whether the command of a picture must say it; NULL = always. A new start has another value else. */
    bool (*said)(const struct app *app);
};

const struct option *option_get(enum option_id id);
/* The value that `text` writes; with `base` 0 or 1 for counting. HS_BAD_USE says what is expected: the name has "--" before it. */
enum hs_status option_read(
    const struct option *option, const char *text, struct option_value *value, struct hs_error *error);
/* "one of: viridis, cividis, magma, blues", "a number from 0.01 to 20". Returns text. */
const char *option_expected(const struct option *option, char *text, size_t room);
/* The value as option_read() reads it, exactly. */
void option_write(const struct option *option, const struct option_value *value, long base, struct hs_buffer *buffer);
/* Its line of the help, without its end. Returns text. */
const char *option_help(const struct option *option, char *text, size_t room);
/* What sets it; `base` as read. */
struct action option_action(const struct option *option, const struct option_value *value, long base);
/* The option shows in this view, and a new start would show another value. */
bool option_said(const struct app *app, const struct option *option);

#endif
