/* args.c – see args.h. One table of options serves the parser; the help text stands beside it. */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apply.h"
#include "args.h"
#include "session.h"
#include "views/view.h"

/* In parts, as a compiler need not take a longer text. */
static const char help_start[] =
    "Headscope " HS_VERSION " – see what every head of multi-head attention looks at\n"
    "\n"
    "usage: headscope [OPTION...] [FILE...|SENTENCE...]\n"
    "\n"
    "A FILE holds one sentence a line (# starts a comment), or attention; - is standard input. "
    "Anything else is "
    "the sentence\n"
    "itself; words are joined by blanks. Without both it opens on a sentence of its own.\n"
    "\n"
    "What is run\n"
    "  --heads N           number of heads, a divisor of 512 (default 8)\n"
    "  --mask M            none or causal\n"
    "  --sentence N        start with the Nth sentence of the file\n"
    "\n"
    "What is shown\n"
    "  --view V            grid, layers, head, compare, steps, lines or specialise\n"
    "  --head I            the selected head\n"
    "  --lock Q[,K]        lock row Q (and key K): tokens are counted like heads\n"
    "  --step S            of the steps view: x, q, k, v, raw, scale, mask, softmax, mix, "
    "concat, output, read\n"
    "  --column N          the value looked at: this column of the step, in the locked row\n"
    "  --formula           open that value's formula\n"
    "  --contrast          a score against the mean key of its row\n"
    "  --count-from 0|1    how heads and tokens are counted (default 1)\n"
    "  --palette P         viridis, cividis, magma or blues\n"
    "  --cells S           scale of the cells: linear, sqrt, log or row-max\n"
    "  --range one|own     one colour range for all heads, or each its own\n"
    "  --theme T           light, dark or contrast\n"
    "  --tour N            the guided tour, from step N\n"
    "  --present           presenter mode: one view, large\n"
    "  --resume            the session that the program was left with\n"
    "  --size WxH          window or page in logical pixels (default 1280x800)\n"
    "  --scale S           device pixels per logical pixel: 0.5 to 4\n"
    "\n";
static const char help_end[] =
    "Without a window\n"
    "  --export OUT        write the view to OUT.png, .svg, .csv or .json; - is standard output\n"
    "  --format F          png, svg, csv or json, when OUT is - (default png)\n"
    "  --sheet             export all heads on one sheet\n"
    "  --json OUT          write tokens, weights and statistics as JSON; - is standard output\n"
    "  --force             replace a file that exists already; without it such a file stays and "
    "that is an error\n"
    "  --evaluate FILE     measure the heads on annotated sentences (JSON) and print a line for "
    "each relation\n"
    "  --script FILE       drive the program from a script\n"
    "  --fonts fixed       a built-in stand-in for all fonts, for pictures that are equal on every "
    "machine\n"
    "\n"
    "  --assets FOLDER     where lexicon.json lies (default: found beside the program)\n"
    "  --version, --help\n"
    "\n"
    "exit status: 0 done, 1 the input was bad, 2 wrong usage\n";

const char *args_help(size_t part)
{
    static const char *const parts[] = {help_start, ARGS_LENS_HELP, ARGS_DUMP_HELP, help_end};
    return part < sizeof parts / sizeof *parts ? parts[part] : NULL;
}

enum kind { FLAG, TEXT, WHOLE, CHOICE, SIZE, PIXELS, LOCK };

struct option {
    const char *name;
    enum kind kind;
    size_t offset; /* of the field in struct args */
    long least, most;
    const char *const *choices; /* NULL-terminated */
};

#define AT(field) offsetof(struct args, field)
static const char *const masks[] = {"none", "causal", NULL};
static const char *const ranges[] = {"one", "own", NULL};
static const char *const formats[] = {"png", "svg", "csv", "json", NULL};
static const char *const palettes[] = {"viridis", "cividis", "magma", "blues", NULL};
static const char *const scales[] = {"linear", "sqrt", "log", "row-max", NULL};
static const char *const themes[] = {"light", "dark", "contrast", NULL};
static const char *const steps[] = {"x", "q", "k", "v", "raw", "scale", "mask", "softmax", "mix",
    "concat", "output", "read", NULL}; /* in the order of enum step */
static const char *const fonts[] = {"system", "fixed", NULL};

static const char *const attentions[] = {"self", "encoder", "decoder", "cross", NULL};
static const char *const pieces[] = {"readable", "raw", "words", NULL};
static const char *const pairs[] = {"all", "A-A", "A-B", "B-A", "B-B", NULL};
static const char *const layers[] = {"map", "table", NULL};
static const char *const lenses[] = {"weight", "value", "output", "score", NULL};
static const char *const sorts[] = {"number", "entropy", "distance", "self", "previous", "next",
    "first", "punctuation", "largest", "confidence", NULL};
static const char *const compares[] = {"best-offset", "uniform", "random", NULL};
static const char *const links[] = {"all", "for", "against", NULL};
static const char *const lists[] = {"links", "alike", "output", NULL};

static const struct option options[] = {
    {"--lens", CHOICE, AT(lens.lens), 0, 0, lenses},
    {"--minus-head", WHOLE, AT(lens.minus_head), 0, HS_MAX_HEADS, NULL},
    {"--minus-heads", WHOLE, AT(lens.minus_heads), 1, HS_D_MODEL, NULL},
    {"--minus-text", TEXT, AT(lens.minus_text), 0, 0, NULL},
    {"--hide", TEXT, AT(lens.hide), 0, 0, NULL},
    {"--renormalise", FLAG, AT(lens.renormalise), 0, 0, NULL},
    {"--sort", CHOICE, AT(lens.sort), 0, 0, sorts},
    {"--reverse", FLAG, AT(lens.reverse), 0, 0, NULL},
    {"--find", TEXT, AT(lens.find), 0, 0, NULL},
    {"--head-off", TEXT, AT(lens.head_off), 0, 0, NULL},
    {"--head-even", TEXT, AT(lens.head_even), 0, 0, NULL},
    {"--head-mean", TEXT, AT(lens.head_mean), 0, 0, NULL},
    {"--list", CHOICE, AT(lens.list), 0, 0, lists},
    {"--annotated", TEXT, AT(lens.annotated), 0, 0, NULL},
    {"--compare", CHOICE, AT(lens.compare), 0, 0, compares},
    {"--cell", TEXT, AT(lens.cell), 0, 0, NULL},
    {"--links", CHOICE, AT(lens.links), 0, 0, links},
    {"--attention", CHOICE, AT(dump.attention), 0, 0, attentions},
    {"--item", WHOLE, AT(dump.item), 0, HS_DUMP_MAX_BATCH, NULL},
    {"--layer", WHOLE, AT(dump.layer), 0, HS_DUMP_MAX_LAYERS, NULL},
    {"--pieces", CHOICE, AT(dump.pieces), 0, 0, pieces},
    {"--pair", CHOICE, AT(dump.pair), 0, 0, pairs},
    {"--layers", CHOICE, AT(dump.layers), 0, 0, layers},
    {"--minus-file", TEXT, AT(dump.minus_file), 0, 0, NULL},
    {"--stats", TEXT, AT(dump.stats_path), 0, 0, NULL},
    {"--help", FLAG, AT(help), 0, 0, NULL},
    {"--version", FLAG, AT(version), 0, 0, NULL},
    {"--sheet", FLAG, AT(sheet), 0, 0, NULL},
    {"--formula", FLAG, AT(formula), 0, 0, NULL},
    {"--contrast", FLAG, AT(contrast), 0, 0, NULL},
    {"--present", FLAG, AT(present), 0, 0, NULL},
    {"--resume", FLAG, AT(resume), 0, 0, NULL},
    {"--force", FLAG, AT(force), 0, 0, NULL},
    {"--export", TEXT, AT(export_path), 0, 0, NULL},
    {"--json", TEXT, AT(json_path), 0, 0, NULL},
    {"--script", TEXT, AT(script_path), 0, 0, NULL},
    {"--evaluate", TEXT, AT(evaluate_path), 0, 0, NULL},
    {"--assets", TEXT, AT(assets), 0, 0, NULL},
    {"--heads", WHOLE, AT(heads), 1, HS_D_MODEL, NULL},
    {"--head", WHOLE, AT(head), 0, HS_MAX_HEADS, NULL},
    {"--tour", WHOLE, AT(tour), 1, TOUR_STEPS, NULL},
    {"--sentence", WHOLE, AT(sentence), 1, HS_MAX_SENTENCES, NULL},
    {"--count-from", WHOLE, AT(count_from), 0, 1, NULL},
    {"--mask", CHOICE, AT(mask), 0, 0, masks},
    {"--column", WHOLE, AT(column), 0, HS_MAX_D_MODEL, NULL},
    {"--step", CHOICE, AT(step), 0, 0, steps},
    {"--range", CHOICE, AT(range), 0, 0, ranges},
    {"--format", CHOICE, AT(format), 0, 0, formats},
    {"--palette", CHOICE, AT(palette), 0, 0, palettes},
    {"--cells", CHOICE, AT(scale), 0, 0, scales},
    {"--theme", CHOICE, AT(theme), 0, 0, themes},
    {"--view", CHOICE, AT(view), 0, 0, NULL}, /* the views there are */
    {"--fonts", CHOICE, AT(fixed_fonts), 0, 0, fonts},
    {"--size", SIZE, AT(width), 0, 0, NULL},
    {"--scale", PIXELS, AT(pixels), 0, 0, NULL},
    {"--lock", LOCK, AT(lock_q), 0, 0, NULL},
};

/* A whole number and nothing after it but `end`. */
static bool read_whole(
    const char *text, long least, long most, char end, long *value, const char **rest)
{
    char *stop;
    errno = 0;
    long number = strtol(text, &stop, 10);
    if (stop == text || errno || text[0] == ' ' || number < least || number > most ||
        (*stop && *stop != end))
        return false;
    *value = number;
    if (rest)
        *rest = *stop ? stop + 1 : NULL;
    return *stop == '\0' || rest != NULL;
}

static enum hs_status read_choice(
    const struct option *option, const char *value, long *chosen, struct hs_error *error)
{
    char list[200] = "";
    size_t length = 0;
    for (long i = 0; option->choices ? option->choices[i] != NULL : i < VIEW_COUNT; i++) {
        const struct view *view = option->choices ? NULL : view_get((enum view_id)i);
        const char *name = option->choices ? option->choices[i] : view ? view->name : NULL;
        if (!name)
            continue;
        if (strcmp(name, value) == 0) {
            *chosen = i;
            return HS_OK;
        }
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", name);
    }
    return app_fail(
        error, HS_BAD_USE, "%s is one of: %s; not \"%.80s\"", option->name, list, value);
}

static enum hs_status read_size(const char *value, struct args *args, struct hs_error *error)
{
    long width, height;
    const char *rest;
    if (!read_whole(value, APP_MIN_WIDTH, CANVAS_MAX_SIDE, 'x', &width, &rest) || !rest ||
        !read_whole(rest, APP_MIN_HEIGHT, CANVAS_MAX_SIDE, '\0', &height, NULL))
        return app_fail(error, HS_BAD_USE,
            "--size is WxH, from %dx%d to %dx%d, for example 1280x800; not \"%.80s\"",
            APP_MIN_WIDTH, APP_MIN_HEIGHT, CANVAS_MAX_SIDE, CANVAS_MAX_SIDE, value);
    args->width = (float)width;
    args->height = (float)height;
    return HS_OK;
}

static enum hs_status read_pixels(const char *value, struct args *args, struct hs_error *error)
{
    char *stop;
    float pixels = strtof(value, &stop);
    if (stop == value || *stop || !(pixels >= 0.5f && pixels <= 4))
        return app_fail(
            error, HS_BAD_USE, "--scale is a number from 0.5 to 4, not \"%.80s\"", value);
    args->pixels = pixels;
    return HS_OK;
}

static enum hs_status read_lock(const char *value, struct args *args, struct hs_error *error)
{
    const char *rest;
    if (!read_whole(value, 0, HS_MAX_TOKENS, ',', &args->lock_q, &rest) ||
        (rest && !read_whole(rest, 0, HS_MAX_TOKENS, '\0', &args->lock_k, NULL)))
        return app_fail(error, HS_BAD_USE,
            "--lock is Q or Q,K, numbers of a query and a key token; not \"%.80s\"", value);
    return HS_OK;
}

static enum hs_status read_value(
    const struct option *option, const char *value, struct args *args, struct hs_error *error)
{
    char *field = (char *)args + option->offset;
    long number = 0;
    enum hs_status status;
    switch (option->kind) {
    case TEXT:
        if (!value[0])
            return app_fail(error, HS_BAD_USE, "%s needs more than an empty word", option->name);
        memcpy(field, &value, sizeof value);
        return HS_OK;
    case WHOLE:
        if (!read_whole(value, option->least, option->most, '\0', &number, NULL))
            return app_fail(error, HS_BAD_USE,
                "%s is a whole number from %ld to %ld, not \"%.80s\"", option->name, option->least,
                option->most, value);
        memcpy(field, &number, sizeof number);
        return HS_OK;
    case CHOICE:
        status = read_choice(option, value, &number, error);
        if (!status && option->choices == fonts)
            args->fixed_fonts = number == 1;
        else if (!status)
            memcpy(field, &number, sizeof number);
        return status;
    case SIZE:
        return read_size(value, args, error);
    case PIXELS:
        return read_pixels(value, args, error);
    default:
        return read_lock(value, args, error);
    }
}

static const struct option *find_option(const char *argument, size_t length)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, argument, length) == 0)
            return &options[i];
    return NULL;
}

/* Takes the option at argv[*at], and its value from "--name=value" or from the next argument. One
 * that comes twice is refused: which of two values counts should not be guessed. */
static enum hs_status read_option(int argc, char *const *argv, int *at,
    bool given[sizeof options / sizeof *options], struct args *args, struct hs_error *error)
{
    const char *argument = argv[*at], *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const struct option *option = find_option(argument, length);
    if (!option)
        return app_fail(error, HS_BAD_USE,
            "unknown option %.80s: headscope --help lists all; a sentence that starts with "
            "a hyphen goes after --",
            argument);
    if (given[option - options] && option->kind != FLAG)
        return app_fail(error, HS_BAD_USE, "%s is given twice: give it once", option->name);
    given[option - options] = true;
    if (option->kind == FLAG) {
        if (equals)
            return app_fail(error, HS_BAD_USE, "%s takes no value", option->name);
        bool on = true;
        memcpy((char *)args + option->offset, &on, sizeof on);
        return HS_OK;
    }
    if (equals)
        return read_value(option, equals + 1, args, error);
    if (*at + 1 >= argc)
        return app_fail(error, HS_BAD_USE, "%s needs a value", option->name);
    return read_value(option, argv[++*at], args, error);
}

/* A word is a file when there is one of that name, or when it is written like one: no sentence is a
 * single word with a slash or a text file's ending. */
static bool names_file(const char *word)
{
    struct stat status;
    size_t length = strlen(word);
    if (strcmp(word, "-") == 0)
        return true;
    if (strpbrk(word, " \t\n"))
        return stat(word, &status) == 0;
    if (stat(word, &status) == 0)
        return true;
    if (strncmp(word, "http://", 7) == 0 || strncmp(word, "https://", 8) == 0)
        return false;
    return strchr(word, '/') != NULL || session_is_file(word) || hs_dump_named(word) ||
           (length > 4 && strcmp(word + length - 4, ".txt") == 0);
}

static enum hs_status check(const struct args *args, struct hs_error *error)
{
    int jobs = (args->export_path != NULL) + (args->json_path != NULL) +
               (args->script_path != NULL) + (args->evaluate_path != NULL) +
               (args->dump.stats_path != NULL);
    if (jobs > 1)
        return app_fail(error, HS_BAD_USE,
            "--export, --json, --stats, --script and --evaluate each do a job of their own: give "
            "one of "
            "them");
    if (args->heads > 0 && HS_D_MODEL % (unsigned long)args->heads) {
        long below = args->heads, above = args->heads;
        while (HS_D_MODEL % (unsigned long)below)
            below--;
        while (HS_D_MODEL % (unsigned long)above)
            above++;
        return app_fail(error, HS_BAD_USE,
            "--heads %ld does not divide d_model = %u, and every head needs a whole d_k: take %ld "
            "or %ld",
            args->heads, HS_D_MODEL, below, above);
    }
    if (args->sheet && !args->export_path)
        return app_fail(error, HS_BAD_USE, "--sheet says what to export: give --export OUT too");
    if (args->format >= 0 && (!args->export_path || strcmp(args->export_path, "-") != 0))
        return app_fail(
            error, HS_BAD_USE, "--format goes with --export -; a file's ending says its format");
    if (args->sentence > 0 && !args->words_are_files)
        return app_fail(error, HS_BAD_USE, "--sentence counts the sentences of a file: name one");
    return HS_OK;
}

enum hs_status args_parse(int argc, char *const *argv, struct args *args, struct hs_error *error)
{
    bool only_words = false, given[sizeof options / sizeof *options] = {false};
    *args = (struct args){.dump = ARGS_DUMP_NONE,
        .lens = {.lens = -1, .minus_head = -1, .sort = -1, .compare = -1, .links = -1, .list = -1},
        .mask = -1,
        .view = -1,
        .palette = -1,
        .scale = -1,
        .theme = -1,
        .range = -1,
        .count_from = -1,
        .head = -1,
        .step = -1,
        .column = -1,
        .lock_q = -1,
        .lock_k = -1,
        .format = -1};
    args->words = malloc(((size_t)argc + 1) * sizeof *args->words);
    if (!args->words)
        return app_fail(error, HS_NO_MEMORY, "no memory left to start");
    for (int at = 1; at < argc; at++) {
        const char *argument = argv[at];
        if (only_words || argument[0] != '-' || !argument[1]) {
            args->words[args->word_count++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            only_words = true;
        } else {
            enum hs_status status = read_option(argc, argv, &at, given, args, error);
            if (status)
                return status;
        }
    }
    /* After "--" everything is a sentence, whatever it looks like. */
    args->words_are_files = args->word_count > 0 && !only_words && names_file(args->words[0]);
    return args->help || args->version ? HS_OK : check(args, error);
}

void args_drop(struct args *args)
{
    free(args->words);
    args->words = NULL;
}
