/* options.h – all options, a row each: what it is called, which words it takes, its help, what sets it and what it is now. Command
 * line, --help, man page, the command in an exported file, settings, sessions and scripts are loops over the rows; in which output one
 * is seen says seen.h. A new option is its name here, its row in options.c, and one in seen.c where not
 * every output shows it. */
#ifndef HEADSCOPE_OPTIONS_H
#define HEADSCOPE_OPTIONS_H

#include "model/app.h"

/* OPTION_PALETTE is --palette. In the order of the help, of a command, and in which they are applied (option.when). */
enum option_id {
    OPTION_HEADS, OPTION_MASK, OPTION_SENTENCE,
    OPTION_VIEW, OPTION_HEAD, OPTION_LOCK, OPTION_STEP, OPTION_COLUMN, OPTION_DIMENSION, OPTION_MODEL_DIMENSION,
    OPTION_FORMULA, OPTION_CONTRAST, OPTION_TERMS, OPTION_ZOOM, OPTION_QUERIES, OPTION_KEYS, OPTION_RULE, OPTION_AMOUNT,
    OPTION_HIDE_HEADS, OPTION_LOCK_KEY, OPTION_SIZE, OPTION_SCALE, OPTION_TOUR, OPTION_PRESENT, OPTION_RESUME,
    OPTION_COUNT_FROM, OPTION_THEME, OPTION_PALETTE, OPTION_CELLS, OPTION_RANGE, OPTION_REDUCE, OPTION_VALUES,
    OPTION_LENS, OPTION_HEAD_OFF, OPTION_HEAD_UNIFORM, OPTION_HEAD_MEAN, OPTION_HIDE, OPTION_RENORMALISE, OPTION_MINUS_HEAD,
    OPTION_MINUS_HEADS, OPTION_MINUS_TEXT, OPTION_MINUS_MODEL, OPTION_BESIDE, OPTION_SORT, OPTION_REVERSE, OPTION_FIND,
    OPTION_LIST,
    OPTION_ANNOTATED, OPTION_COMPARE, OPTION_CELL, OPTION_LINKS, OPTION_LINK_ORDER, OPTION_LINK, OPTION_TABLE_SORT,
    OPTION_ATTENTION, OPTION_ITEM, OPTION_PIECES, OPTION_PAIR, OPTION_ALL_ITEMS, OPTION_LAYERS, OPTION_LAYER,
    OPTION_LAYERS_SORT, OPTION_LAYERS_REVERSE, OPTION_MINUS_FILE,
    OPTION_LEARN, OPTION_LEARN_HEADS, OPTION_LEARN_SENTENCES, OPTION_LEARN_RELATIONS, OPTION_LEARN_HINTS, OPTION_LEARN_CHANCE,
    OPTION_LEARN_SEED, OPTION_LEARN_RATE, OPTION_LEARN_STOP, OPTION_MOMENT, OPTION_SAVE_RUN,
    OPTION_EXPORT, OPTION_FORMAT, OPTION_SHEET, OPTION_CSV, OPTION_ABOUT, OPTION_JSON, OPTION_STATS, OPTION_DUMP,
    OPTION_EVALUATE, OPTION_CHECK, OPTION_SCRIPT, OPTION_FORCE,
    OPTION_BACKGROUND, OPTION_CROP, OPTION_HEADING, OPTION_LEGEND, OPTION_TEXT, OPTION_WIDTH_MM,
    OPTION_FONTS, OPTION_ASSETS, OPTION_VERSION, OPTION_HELP,
    OPTION_COUNT,
};

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
/* The value that `text` writes, an index as it stands there. HS_BAD_USE says what is expected: the name has "--" before it. */
enum hs_status option_read(
    const struct option *option, const char *text, struct option_value *value, struct hs_error *error);
/* "viridis, cividis, magma, blues", "a number from 0.01 to 20". Returns text. */
const char *option_expected(const struct option *option, char *text, size_t room);
/* What it is now, as option_read() reads it, exactly; false when there is nothing to write. */
bool option_tell(const struct app *app, const struct option *option, struct hs_buffer *buffer);
/* Its words in the help, those of a choice in place; with `more` as the man page goes on. Returns text. */
const char *option_help(const struct option *option, bool more, char *text, size_t room);
const char *option_group_title(enum option_group group);
/* What sets it; `base` as the user counts. */
struct action option_action(const struct option *option, const struct option_value *value, long base);
/* The option shows in this view, and a new start would show another value. */
bool option_said(const struct app *app, const struct option *option);

#endif
