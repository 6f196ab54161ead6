/* options.h – all options, a row each: what it is called, which words it takes, its help, what sets it and what it is now. Command
 * line, --help, man page, the command in an exported file, settings, sessions and scripts are loops over the rows; in which output one
 * is seen says seen.h. A new option is a line in OPTIONS and its row in options.c, and one in seen.c. */
#ifndef HEADSCOPE_OPTIONS_H
#define HEADSCOPE_OPTIONS_H

#include "model/app.h"

/* OPTION_PALETTE and --palette, in the order of the help, of a command, and in which they are applied (option.when). */
#define OPTIONS(row) \
    row(HEADS, "heads") \
    row(MASK, "mask") \
    row(SENTENCE, "sentence") \
    row(VIEW, "view") \
    row(HEAD, "head") \
    row(LOCK, "lock") \
    row(STEP, "step") \
    row(COLUMN, "column") \
    row(DIMENSION, "dimension") \
    row(MODEL_DIMENSION, "model-dimension") \
    row(FORMULA, "formula") \
    row(CONTRAST, "contrast") \
    row(TERMS, "terms") \
    row(ZOOM, "zoom") \
    row(QUERIES, "queries") \
    row(KEYS, "keys") \
    row(RULE, "rule") \
    row(AMOUNT, "amount") \
    row(HIDE_HEADS, "hide-heads") \
    row(LOCK_KEY, "lock-key") \
    row(SIZE, "size") \
    row(SCALE, "scale") \
    row(TOUR, "tour") \
    row(PRESENT, "present") \
    row(RESUME, "resume") \
    row(COUNT_FROM, "count-from") \
    row(THEME, "theme") \
    row(PALETTE, "palette") \
    row(CELLS, "cells") \
    row(RANGE, "range") \
    row(REDUCE, "reduce") \
    row(VALUES, "values") \
    row(LENS, "lens") \
    row(HEAD_OFF, "head-off") \
    row(HEAD_UNIFORM, "head-uniform") \
    row(HEAD_MEAN, "head-mean") \
    row(HIDE, "hide") \
    row(RENORMALISE, "renormalise") \
    row(MINUS_HEAD, "minus-head") \
    row(MINUS_HEADS, "minus-heads") \
    row(MINUS_TEXT, "minus-text") \
    row(MINUS_MODEL, "minus-model") \
    row(BESIDE, "beside") \
    row(SORT, "sort") \
    row(REVERSE, "reverse") \
    row(FIND, "find") \
    row(LIST, "list") \
    row(ANNOTATED, "annotated") \
    row(COMPARE, "compare") \
    row(CELL, "cell") \
    row(LINKS, "links") \
    row(LINK_ORDER, "link-order") \
    row(LINK, "link") \
    row(TABLE_SORT, "table-sort") \
    row(ATTENTION, "attention") \
    row(ITEM, "item") \
    row(PIECES, "pieces") \
    row(PAIR, "pair") \
    row(ALL_ITEMS, "all-items") \
    row(LAYERS, "layers") \
    row(LAYER, "layer") \
    row(LAYERS_SORT, "layers-sort") \
    row(LAYERS_REVERSE, "layers-reverse") \
    row(MINUS_FILE, "minus-file") \
    row(LEARN, "learn") \
    row(LEARN_HEADS, "learn-heads") \
    row(LEARN_SENTENCES, "learn-sentences") \
    row(LEARN_RELATIONS, "learn-relations") \
    row(LEARN_HINTS, "learn-hints") \
    row(LEARN_CHANCE, "learn-chance") \
    row(LEARN_SEED, "learn-seed") \
    row(LEARN_RATE, "learn-rate") \
    row(LEARN_STOP, "learn-stop") \
    row(MOMENT, "moment") \
    row(SAVE_RUN, "save-run") \
    row(EXPORT, "export") \
    row(FORMAT, "format") \
    row(SHEET, "sheet") \
    row(CSV, "csv") \
    row(ABOUT, "about") \
    row(JSON, "json") \
    row(STATS, "stats") \
    row(DUMP, "dump") \
    row(EVALUATE, "evaluate") \
    row(CHECK, "check") \
    row(SCRIPT, "script") \
    row(FORCE, "force") \
    row(BACKGROUND, "background") \
    row(CROP, "crop") \
    row(HEADING, "heading") \
    row(LEGEND, "legend") \
    row(TEXT, "text") \
    row(WIDTH_MM, "width-mm") \
    row(FONTS, "fonts") \
    row(ASSETS, "assets") \
    row(VERSION, "version") \
    row(HELP, "help")

#define OPTION_ID(id, name) OPTION_##id,
enum option_id { OPTIONS(OPTION_ID) OPTION_COUNT };
#undef OPTION_ID

/* Parts of the help. */
enum option_group {
    OPTION_RUN,
    OPTION_SHOWN,
    OPTION_LOOK,
    OPTION_WEIGHTS,
    OPTION_SCORES,
    OPTION_FILE, /* needs an attention file or a model */
    OPTION_TRAINING,
    OPTION_JOB,
    OPTION_PAGE,
    OPTION_PROGRAM,
    OPTION_GROUPS,
};

enum option_kind {
    OPTION_CHOICE,  /* one of the words; its number is their order */
    OPTION_FLAG,    /* 1 when it is there */
    OPTION_COUNTED, /* an index, written as the user counts */
    OPTION_WHOLE,
    OPTION_REAL,
    OPTION_WORDS, /* any text; in a command in quotes */
    OPTION_PARTS, /* a text that needs none: "3,5" */
    OPTION_SIDES, /* WxH */
    OPTION_PLACE, /* Q or Q,K, as the user counts */
};

/* When the command line's is applied, one after another. */
enum option_when {
    OPTION_APART, /* it says what is opened or done: main.c */
    OPTION_OF_FILE,
    OPTION_OF_LENS, /* before the view: a locked cell is one of what the lens shows */
    OPTION_OF_LOOK,
    OPTION_LAST, /* over what a stop of the tour has set */
    OPTION_WHENS,
};

/* How a session writes it, under option.session. */
enum option_json {
    OPTION_JSON_PART, /* that key has more in it: session*.c knows */
    OPTION_JSON_WORD,
    OPTION_JSON_BOOL,
    OPTION_JSON_DIGIT,
};

struct option_value {
    long number; /* of a choice, a flag, an index from 0, a width, a query */
    long second; /* a height; a key, -1 = none */
    float real;
    const char *text; /* borrowed */
};

struct option {
    const char *name;  /* "palette" */
    const char *value; /* stands for it in the help: "P"; NULL for a flag */
    const char *help;  /* %s stands for the words */
    const char *more;  /* goes on in the man page */
    enum option_group group;
    enum option_kind kind;
    const char *(*word)(long number); /* of a choice; NULL = none there */
    long count;                       /* of words, 0 = up to one that is NULL */
    const char *former;               /* what earlier versions wrote for the last of them; NULL = nothing else */
    long least, most;                 /* of whole numbers and an index */
    float from, to;                   /* of a real */
    unsigned views;                   /* 1u << enum view_id, or-ed: where it shows; 0 = everywhere */
    enum option_when when;
    struct action act;                /* what sets it; its value becomes … */
    enum { OPTION_AS_NUMBER, OPTION_AS_HEAD, OPTION_AS_KEY } as;
    struct option_value (*get)(const struct app *app);
    bool (*tell)(const struct app *app, struct hs_buffer *buffer); /* in place of `get` what is not one value; false: there is none */
    /* Whether the command of a picture must say it; NULL = always. A new start has another value else. */
    bool (*said)(const struct app *app);
    bool always;         /* the command says it whether it can be seen (seen.h) or not */
    bool job;            /* something is written or done without a window: one of these */
    const char *untold;  /* why no command says what it is, where none does */
    const char *reading; /* what scripts call it; NULL = its name */
    bool apart;          /* scripts read it in more words than these: script_*.c */
    const char *setting; /* its key among the settings */
    const char *session; /* its key in a session */
    enum option_json json;
    const char *expected; /* of that key, for messages; NULL = its words */
};

const struct option *option_get(enum option_id id);
/* OPTION_COUNT when there is none; `length` of `name` counts. */
enum option_id option_named(const char *name, size_t length);
/* The word of a choice. */
const char *option_word(enum option_id id, long number);
long option_words(const struct option *option); /* how many; some may be NULL */
bool option_is_flag(const struct option *option);
/* The value that `text` writes, an index as it stands there. HS_BAD_USE says what is expected: the name has "--" before it. */
enum hs_status option_read(
    const struct option *option, const char *text, struct option_value *value, struct hs_error *error);
/* "viridis, cividis, magma, blues", "a number from 0.01 to 20". Returns text. */
const char *option_expected(const struct option *option, char *text, size_t room);
/* What it is now, as option_read() reads it, exactly; false when there is nothing to write. */
bool option_tell(const struct app *app, const struct option *option, struct hs_buffer *buffer);
/* Its line of the help, without its end; `more` too, and `about`, which begins its line, apart. Returns text. */
const char *option_help(const struct option *option, bool more, char *text, size_t room);
const char *option_group_title(enum option_group group);
/* What sets it; `base` as the user counts. */
struct action option_action(const struct option *option, const struct option_value *value, long base);
/* The option shows in this view, and a new start would show another value. */
bool option_said(const struct app *app, const struct option *option);

#endif
