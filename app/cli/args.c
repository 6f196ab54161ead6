/* args.c – see args.h. One table serves the parser, after the rows of model/options.h; the help text is in args_help.c. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/app.h"
#include "cli/args.h"
#include "cli/guess.h"
#include "desk/session.h"
#include "views/view.h"
#include "desk/tour.h"

enum kind { ROW, FLAG, TEXT, WHOLE, CHOICE, SIZE, PIXELS, LOCK };

struct arg {
    const char *name;
    enum kind kind;
    size_t offset; /* of the field in struct args */
    long least, most;
    const char *const *choices; /* NULL-terminated */
};

#define AT(field) offsetof(struct args, field)
static const char *const masks[] = {"none", "causal", NULL};
static const char *const terms[] = {"features", "dimensions", "blocks", NULL};
static const char *const formats[] = {"png", "svg", "csv", "json", "pdf", "html", NULL};
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
static const char *const lists[] = {"links", "alike", "output", "answer", NULL};

static const struct arg options[] = {
#define OPTION_ARG(id, name) {"--" name, ROW, AT(row[OPTION_##id]), 0, 0, NULL},
    OPTIONS(OPTION_ARG)
#undef OPTION_ARG
    {"--lens", CHOICE, AT(lens.lens), 0, 0, lenses},
    {"--minus-head", WHOLE, AT(lens.minus_head), 0, HS_MAX_HEADS, NULL},
    {"--minus-heads", WHOLE, AT(lens.minus_heads), 1, HS_D_MODEL, NULL},
    {"--minus-text", TEXT, AT(lens.minus_text), 0, 0, NULL},
    {"--minus-model", TEXT, AT(lens.minus_model), 0, 0, NULL},
    {"--hide", TEXT, AT(lens.hide), 0, 0, NULL},
    {"--renormalise", FLAG, AT(lens.renormalise), 0, 0, NULL},
    {"--sort", CHOICE, AT(lens.sort), 0, 0, sorts},
    {"--reverse", FLAG, AT(lens.reverse), 0, 0, NULL},
    {"--find", TEXT, AT(lens.find), 0, 0, NULL},
    {"--head-off", TEXT, AT(lens.head_off), 0, 0, NULL},
    {"--head-uniform", TEXT, AT(lens.head_uniform), 0, 0, NULL},
    {"--head-mean", TEXT, AT(lens.head_mean), 0, 0, NULL},
    {"--list", CHOICE, AT(lens.list), 0, 0, lists},
    {"--annotated", TEXT, AT(lens.annotated), 0, 0, NULL},
    {"--compare", CHOICE, AT(lens.compare), 0, 0, compares},
    {"--cell", TEXT, AT(lens.cell), 0, 0, NULL},
    {"--links", CHOICE, AT(lens.links), 0, 0, links},
    {"--attention", CHOICE, AT(dump.attention), 0, 0, attentions},
    {"--item", WHOLE, AT(dump.item), 0, HS_DUMP_MAX_BATCH, NULL},
    {"--all-items", FLAG, AT(dump.all_items), 0, 0, NULL},
    {"--layer", WHOLE, AT(dump.layer), 0, HS_DUMP_MAX_LAYERS, NULL},
    {"--pieces", CHOICE, AT(dump.pieces), 0, 0, pieces},
    {"--pair", CHOICE, AT(dump.pair), 0, 0, pairs},
    {"--layers", CHOICE, AT(dump.layers), 0, 0, layers},
    {"--minus-file", TEXT, AT(dump.minus_file), 0, 0, NULL},
    {"--stats", TEXT, AT(dump.stats_path), 0, 0, NULL},
    {"--dump", TEXT, AT(dump.dump_path), 0, 0, NULL},
    {"--learn", FLAG, AT(learn.learn), 0, 0, NULL},
    {"--learn-heads", TEXT, AT(learn.heads), 0, 0, NULL},
    {"--learn-sentences", WHOLE, AT(learn.sentences), HS_LEARN_LEAST, HS_LEARN_MOST, NULL},
    {"--learn-relations", TEXT, AT(learn.relations), 0, 0, NULL},
    {"--learn-hints", FLAG, AT(learn.hints), 0, 0, NULL},
    {"--learn-chance", FLAG, AT(learn.chance), 0, 0, NULL},
    {"--learn-seed", WHOLE, AT(learn.seed), 0, LONG_MAX, NULL},
    {"--learn-rate", TEXT, AT(learn.rate), 0, 0, NULL},
    {"--learn-stop", WHOLE, AT(learn.stop), 0, HS_LEARN_MOST, NULL},
    {"--moment", WHOLE, AT(learn.moment), 1, HS_LEARN_MOMENTS, NULL},
    {"--save-run", TEXT, AT(learn.save_path), 0, 0, NULL},
    {"--help", FLAG, AT(help), 0, 0, NULL},
    {"-h", FLAG, AT(help), 0, 0, NULL},
    {"--version", FLAG, AT(version), 0, 0, NULL},
    {"--sheet", FLAG, AT(sheet), 0, 0, NULL},
    {"--formula", FLAG, AT(formula), 0, 0, NULL},
    {"--contrast", FLAG, AT(contrast), 0, 0, NULL},
    {"--present", FLAG, AT(present), 0, 0, NULL},
    {"--resume", FLAG, AT(resume), 0, 0, NULL},
    {"--force", FLAG, AT(force), 0, 0, NULL},
    {"--export", TEXT, AT(export_path), 0, 0, NULL},
    {"--json", TEXT, AT(json_path), 0, 0, NULL},
    {"--about", TEXT, AT(about_path), 0, 0, NULL},
    {"--script", TEXT, AT(script_path), 0, 0, NULL},
    {"--evaluate", TEXT, AT(evaluate_path), 0, 0, NULL},
    {"--check", TEXT, AT(check_path), 0, 0, NULL},
    {"--assets", TEXT, AT(assets), 0, 0, NULL},
    {"--heads", WHOLE, AT(heads), 1, HS_D_MODEL, NULL},
    {"--head", WHOLE, AT(head), 0, HS_MAX_HEADS, NULL},
    {"--tour", WHOLE, AT(tour), 1, LESSON_MOST_STEPS, NULL},
    {"--sentence", WHOLE, AT(sentence), 1, HS_MAX_SENTENCES, NULL},
    {"--mask", CHOICE, AT(mask), 0, 0, masks},
    {"--column", WHOLE, AT(column), 0, HS_MAX_D_MODEL, NULL},
    {"--step", CHOICE, AT(step), 0, 0, step_names},
    {"--hide-heads", TEXT, AT(lens.hide_heads), 0, 0, NULL},
    {"--lock-key", WHOLE, AT(lock_key), 0, HS_MAX_TOKENS, NULL},
    {"--zoom", TEXT, AT(zoom), 0, 0, NULL},
    {"--queries", TEXT, AT(queries), 0, 0, NULL},
    {"--keys", TEXT, AT(keys), 0, 0, NULL},
    {"--terms", CHOICE, AT(terms), 0, 0, terms},
    {"--format", CHOICE, AT(format), 0, 0, formats},
    {"--view", CHOICE, AT(view), 0, 0, NULL}, /* the views there are */
    {"--fonts", CHOICE, AT(fixed_fonts), 0, 0, fonts},
    {"--size", SIZE, AT(width), 0, 0, NULL},
    {"--scale", PIXELS, AT(pixels), 0, 0, NULL},
    {"--lock", LOCK, AT(lock_q), 0, 0, NULL},
};

#define ARGS (sizeof options / sizeof *options)
_Static_assert(ARGS <= ARGS_MOST, "args.given has room for all");

/* The rows of model/options.h are the table's first. */
static const struct option *row_of(const struct arg *option)
{
    return option_get((enum option_id)(option - options));
}

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

/* Of a CHOICE; NULL for a view that is not there, and `count` after the last. */
static const char *choice_name(const struct arg *option, long i)
{
    const struct view_kind *view = option->choices ? NULL : view_kind((enum view_id)i);
    return option->choices ? option->choices[i] : view ? view->name : NULL;
}

static bool choice_ends(const struct arg *option, long i)
{
    return option->choices ? !option->choices[i] : i >= VIEW_COUNT;
}

static const char *choice_list(const struct arg *option, char *list, size_t room)
{
    size_t length = 0;
    list[0] = '\0';
    for (long i = 0; !choice_ends(option, i) && length < room; i++)
        if (choice_name(option, i))
            length += (size_t)snprintf(
                list + length, room - length, "%s%s", length ? ", " : "", choice_name(option, i));
    return list;
}

static enum hs_status read_choice(
    const struct arg *option, const char *value, long *chosen, struct hs_error *error)
{
    char list[200];
    struct guess guess = guess_start(value, strlen(value));
    for (long i = 0; !choice_ends(option, i); i++) {
        const char *name = choice_name(option, i);
        if (name && strcmp(name, value) == 0) {
            *chosen = i;
            return HS_OK;
        }
        if (name)
            guess_try(&guess, name);
    }
    return hs_fail(error, HS_BAD_USE, "%s is one of: %s; not \"%.80s\"%s%s%s", option->name,
        choice_list(option, list, sizeof list), value, guess.best[0] ? "; did you mean " : "",
        guess.best, guess.best[0] ? "?" : "");
}

static enum hs_status read_size(const char *value, struct args *args, struct hs_error *error)
{
    long width, height;
    const char *rest;
    if (!read_whole(value, APP_PAGE_WIDTH, CANVAS_MAX_SIDE, 'x', &width, &rest) || !rest ||
        !read_whole(rest, APP_PAGE_HEIGHT, CANVAS_MAX_SIDE, '\0', &height, NULL))
        return hs_fail(error, HS_BAD_USE,
            "--size is WxH, from %dx%d to %dx%d, for example 1280x800; not \"%.80s\"",
            APP_PAGE_WIDTH, APP_PAGE_HEIGHT, CANVAS_MAX_SIDE, CANVAS_MAX_SIDE, value);
    args->width = (float)width;
    args->height = (float)height;
    return HS_OK;
}

static enum hs_status read_pixels(const char *value, struct args *args, struct hs_error *error)
{
    char *stop;
    float pixels = strtof(value, &stop);
    if (stop == value || *stop || !(pixels >= 0.5f && pixels <= 4))
        return hs_fail(
            error, HS_BAD_USE, "--scale is a number from 0.5 to 4, not \"%.80s\"", value);
    args->pixels = pixels;
    return HS_OK;
}

static enum hs_status read_lock(const char *value, struct args *args, struct hs_error *error)
{
    const char *rest;
    if (!read_whole(value, 0, HS_MAX_TOKENS, ',', &args->lock_q, &rest) ||
        (rest && !read_whole(rest, 0, HS_MAX_TOKENS, '\0', &args->lock_k, NULL)))
        return hs_fail(error, HS_BAD_USE,
            "--lock is Q or Q,K, numbers of a query and a key token; not \"%.80s\"", value);
    return HS_OK;
}

static enum hs_status read_value(
    const struct arg *option, const char *value, struct args *args, struct hs_error *error)
{
    char *field = (char *)args + option->offset;
    long number = 0;
    enum hs_status status;
    switch (option->kind) {
    case ROW:
        args->row[option - options].given = true;
        return option_read(row_of(option), value, &args->row[option - options].value, error);
    case TEXT:
        if (!value[0])
            return hs_fail(error, HS_BAD_USE, "%s needs more than an empty word", option->name);
        memcpy(field, &value, sizeof value);
        return HS_OK;
    case WHOLE:
        if (!read_whole(value, option->least, option->most, '\0', &number, NULL))
            return hs_fail(error, HS_BAD_USE,
                option->most - option->least > 1
                    ? "%s is a whole number from %ld to %ld, not \"%.80s\""
                    : "%s is %ld or %ld, not \"%.80s\"",
                option->name, option->least, option->most, value);
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

/* "a whole number from 1 to 512": what a value would be. */
static const char *expected_of(const struct arg *option, char *text, size_t room)
{
    switch (option->kind) {
    case ROW:
        return option_expected(row_of(option), text, room);
    case WHOLE:
        snprintf(text, room, "a whole number from %ld to %ld", option->least, option->most);
        return text;
    case CHOICE:
        return choice_list(option, text, room);
    case SIZE:
        return "WxH, for example 1280x800";
    case PIXELS:
        return "a number from 0.5 to 4";
    case LOCK:
        return "Q or Q,K";
    default:
        return "headscope --help says which";
    }
}

static const struct arg *find_option(const char *argument, size_t length)
{
    static const char old[] = "--head-even"; /* stands in the commands that older pictures carry */
    if (length == sizeof old - 1 && strncmp(argument, old, length) == 0)
        return find_option("--head-uniform", sizeof "--head-uniform" - 1);
    for (size_t i = 0; i < ARGS; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, argument, length) == 0)
            return &options[i];
    return NULL;
}

static enum hs_status unknown_option(const char *argument, size_t length, struct hs_error *error)
{
    struct guess guess = guess_start(argument, length);
    for (size_t i = 0; i < ARGS; i++)
        if (options[i].name[1] == '-')
            guess_try(&guess, options[i].name);
    return hs_fail(error, HS_BAD_USE,
        "unknown option %.80s%s%s%s headscope --help lists all; a sentence that starts with a "
        "hyphen goes after --",
        argument, guess.best[0] ? "; did you mean " : ":", guess.best, guess.best[0] ? "?" : "");
}

/* The word after an option is its value, but for one that is an option itself: then the value was
 * forgotten, and taking the next option for it would end in a message about something else. */
static enum hs_status next_value(const struct arg *option, int argc, char *const *argv, int *at,
    const char **value, struct hs_error *error)
{
    char example[200];
    if (*at + 1 >= argc)
        return hs_fail(error, HS_BAD_USE, "%s needs a value: %s", option->name,
            expected_of(option, example, sizeof example));
    const char *next = argv[*at + 1], *equals = strchr(next, '=');
    if (find_option(next, equals ? (size_t)(equals - next) : strlen(next)))
        return hs_fail(error, HS_BAD_USE,
            "%s needs a value, and the option %.40s follows: %s; a value that looks like an option "
            "is written %s=VALUE",
            option->name, next, expected_of(option, example, sizeof example), option->name);
    *value = argv[++*at];
    return HS_OK;
}

/* Takes the option at argv[*at], and its value from "--name=value" or from the next argument. One
 * that comes twice is refused: which of two values counts should not be guessed. */
static enum hs_status read_option(int argc, char *const *argv, int *at, bool given[ARGS],
    struct args *args, struct hs_error *error)
{
    const char *argument = argv[*at], *equals = strchr(argument, '='), *value = NULL;
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const struct arg *option = find_option(argument, length);
    if (!option)
        return unknown_option(argument, length, error);
    bool flag = option->kind == FLAG || (option->kind == ROW && row_of(option)->kind == OPTION_FLAG);
    if (given[option - options] && !flag)
        return hs_fail(error, HS_BAD_USE, "%s is given twice: give it once", option->name);
    if (!given[option - options])
        args->given[args->given_count++] = option->name;
    given[option - options] = true;
    args->option_count++;
    if (flag) {
        if (equals)
            return hs_fail(error, HS_BAD_USE, "%s takes no value", option->name);
        bool on = true;
        if (option->kind == ROW) {
            args->row[option - options] = (struct option_given){true, {.number = 1}};
            return HS_OK;
        }
        memcpy((char *)args + option->offset, &on, sizeof on);
        return HS_OK;
    }
    enum hs_status status = HS_OK;
    if (equals)
        value = equals + 1;
    else
        status = next_value(option, argc, argv, at, &value, error);
    return status ? status : read_value(option, value, args, error);
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
    return strchr(word, '/') != NULL || session_is_file(word) || lesson_is_file(word) || hs_source_knows(word) > 0 ||
           (length > 4 && strcmp(word + length - 4, ".txt") == 0);
}

/* Written as a folder, which it is: then it was taken for a model's, and opening it says what is missing. */
static bool means_folder(const char *word)
{
    struct stat status;
    return strchr(word, '/') && stat(word, &status) == 0 && S_ISDIR(status.st_mode);
}

static enum hs_status belongs(struct args *args, const char *option, enum view_id view, struct hs_error *error)
{
    if (args->view < 0)
        args->view = view;
    if (args->view == (long)view)
        return HS_OK;
    return hs_fail(error, HS_BAD_USE, "%s belongs to the view %s, and --view is %s: give one of them", option,
        view_kind(view)->name, view_kind((enum view_id)args->view)->name);
}

/* What one view shows is not asked for beside another view. */
static enum hs_status check_view(struct args *args, struct hs_error *error)
{
    const struct {
        bool given;
        const char *option;
        enum view_id view;
    } of[] = {
        {args->step >= 0, "--step", VIEW_STEPS},
        {args->column >= 0, "--column", VIEW_STEPS},
        {args->formula, "--formula", VIEW_STEPS},
        {args->contrast, "--contrast", VIEW_STEPS},
        {args->lens.cell != NULL, "--cell", VIEW_SPECIALISE},
        {args->lens.links >= 0, "--links", VIEW_SPECIALISE},
        {args->lens.compare >= 0, "--compare", VIEW_SPECIALISE},
        {args->terms >= 0, "--terms", VIEW_STEPS},
        {args->lens.hide_heads != NULL, "--hide-heads", VIEW_LINES},
        {args->lock_key >= 0, "--lock-key", VIEW_LINES},
        {args->zoom != NULL, "--zoom", VIEW_HEAD},
        {args->queries != NULL, "--queries", VIEW_HEAD},
        {args->keys != NULL, "--keys", VIEW_HEAD},
    };
    enum hs_status status = HS_OK;
    for (size_t i = 0; i < sizeof of / sizeof *of && !status; i++)
        if (of[i].given)
            status = belongs(args, of[i].option, of[i].view, error);
    for (int id = 0; id < OPTION_COUNT && !status; id++)
        for (int view = 0; args->row[id].given && view < VIEW_COUNT && !status; view++)
            if (option_get((enum option_id)id)->views == 1u << view)
                status = belongs(args, options[id].name, (enum view_id)view, error);
    return status;
}

/* What only an attention file has, and what only the built-in model has. */
static enum hs_status check_source(const struct args *args, struct hs_error *error)
{
    const struct args_dump *dump = &args->dump;
    const char *option = dump->attention >= 0 ? "--attention"
                         : dump->item >= 0    ? "--item"
                         : dump->all_items    ? "--all-items"
                         : dump->layer >= 0   ? "--layer"
                         : dump->pieces >= 0  ? "--pieces"
                         : dump->pair >= 0    ? "--pair"
                         : dump->layers >= 0  ? "--layers"
                         : dump->minus_file   ? "--minus-file"
                                              : NULL;
    bool file = args->words_are_files && hs_source_knows(args->words[0]) > 0;
    const char *learn = args_learn_given(&args->learn);
    if (learn && !args->learn.learn && !args->script_path && !(args->run && (args->learn.moment || args->learn.save_path)))
        return hs_fail(error, HS_BAD_USE, "%s goes with --learn%s: add it", learn,
            args->learn.moment || args->learn.save_path ? " or a saved run" : "");
    if (args->learn.learn && (file || args->run || args->model))
        return hs_fail(error, HS_BAD_USE, "--learn trains a model of its own: leave %.200s out",
            args->model ? args->model : args->run ? args->run : args->words[0]);
    if (args->run && file)
        return hs_fail(error, HS_BAD_USE, "a saved run and an attention file are two pictures: leave %.200s or %.200s out", args->run, args->words[0]);
    if (args->model && (args->heads > 0 || args->mask >= 0))
        return hs_fail(error, HS_BAD_USE,
            "%s does not go with the model %.200s, whose heads and mask are as it was trained: leave one of them out",
            args->heads > 0 ? "--heads" : "--mask", args->model);
    if (option && !file && !args->model)
        return hs_fail(error, HS_BAD_USE,
            "%s goes with an attention file or a model: name one that ends in .safetensors or .npy, or the folder of a model", option);
    if (file && (args->heads > 0 || args->mask >= 0 || args->sentence > 0))
        return hs_fail(error, HS_BAD_USE,
            "%s does not go with the attention file %.200s, whose heads, mask and tokens are as "
            "they are: leave one of them out",
            args->heads > 0   ? "--heads"
            : args->mask >= 0 ? "--mask"
                              : "--sentence",
            args->words[0]);
    return HS_OK;
}

static enum hs_status check_heads(const struct args *args, struct hs_error *error)
{
    if (args->heads <= 0 || HS_D_MODEL % (unsigned long)args->heads == 0)
        return HS_OK;
    long below = args->heads, above = args->heads;
    while (HS_D_MODEL % (unsigned long)below)
        below--;
    while (HS_D_MODEL % (unsigned long)above)
        above++;
    return hs_fail(error, HS_BAD_USE,
        "--heads %ld does not divide d_model = %u, and every head needs a whole d_k: take %ld or "
        "%ld",
        args->heads, HS_D_MODEL, below, above);
}

static enum hs_status check(struct args *args, struct hs_error *error)
{
    int jobs = (args->export_path != NULL) + (args->json_path != NULL) +
               (args->script_path != NULL) + (args->evaluate_path != NULL) + (args->check_path != NULL) +
               (args->dump.stats_path != NULL) + (args->dump.dump_path != NULL) + (args->lens.list >= 0);
    if (jobs > 1)
        return hs_fail(error, HS_BAD_USE,
            "--export, --json, --stats, --dump, --list, --script, --check and --evaluate each do a job of their own: give one of them");
    if (args->dump.dump_path && (!args->model || args->word_count == 0))
        return hs_fail(error, HS_BAD_USE, "--dump runs a real model: give its folder, then a text or a file of sentences");
    if (args->evaluate_path && (args->run || args->learn.learn))
        return hs_fail(error, HS_BAD_USE, "--evaluate measures the built-in model, a file or a model: of a training run --view specialise --export OUT.csv does");
    if (args->model && args->evaluate_path && args->word_count > 0)
        return hs_fail(error, HS_BAD_USE, "--evaluate runs the annotated sentences: leave the text out");
    if (args->sheet && !args->export_path)
        return hs_fail(error, HS_BAD_USE, "--sheet says what to export: give --export OUT too");
    if (args->zoom && (args->queries || args->keys))
        return hs_fail(error, HS_BAD_USE, "--zoom and --queries or --keys each say which part of the head is shown: give one");
    if (args->about_path && !args->export_path)
        return hs_fail(error, HS_BAD_USE, "--about tells how an export was made: give --export OUT too");
    if (args->about_path && strcmp(args->about_path, "-") == 0 && strcmp(args->export_path, "-") == 0)
        return hs_fail(error, HS_BAD_USE, "--about and --export both write to standard output: name a file for one of them");
    if (args->row[OPTION_CSV].given && !args->export_path)
        return hs_fail(error, HS_BAD_USE, "--csv says how an export's numbers are written: give --export OUT.csv too");
    if (args->format >= 0 && (!args->export_path || strcmp(args->export_path, "-") != 0))
        return hs_fail(
            error, HS_BAD_USE, "--format goes with --export -; a file's ending says its format");
    if (args->sentence > 0 && !args->words_are_files)
        return hs_fail(error, HS_BAD_USE, "--sentence counts the sentences of a file: name one");
    if (args->dump.minus_file &&
        (args->lens.minus_text || args->lens.minus_head >= 0 || args->lens.minus_heads > 0))
        return hs_fail(error, HS_BAD_USE,
            "--minus-file and another --minus option each say what is subtracted: give one");
    enum hs_status status = check_heads(args, error);
    if (!status)
        status = check_source(args, error);
    return status ? status : check_view(args, error);
}

enum hs_status args_parse(int argc, char *const *argv, struct args *args, struct hs_error *error)
{
    int plain = 0; /* words before "--" */
    bool only_words = false, given[ARGS] = {false};
    *args = (struct args){.dump = ARGS_DUMP_NONE,
        .learn = ARGS_LEARN_NONE,
        .lens = {.lens = -1, .minus_head = -1, .sort = -1, .compare = -1, .links = -1, .list = -1},
        .mask = -1,
        .view = -1,
        .terms = -1,
        .lock_key = -1,
        .head = -1,
        .step = -1,
        .column = -1,
        .lock_q = -1,
        .lock_k = -1,
        .format = -1};
    args->words = malloc(((size_t)argc + 1) * sizeof *args->words);
    if (!args->words)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to start");
    for (int at = 1; at < argc; at++) {
        const char *argument = argv[at];
        if (only_words || argument[0] != '-' || !argument[1]) {
            args->words[args->word_count++] = argument;
            plain += !only_words;
        } else if (strcmp(argument, "--") == 0) {
            only_words = true;
        } else {
            enum hs_status status = read_option(argc, argv, &at, given, args, error);
            if (status)
                return status;
        }
    }
    /* A model runs the words behind it. After "--" everything is a sentence, whatever it looks like. */
    bool run = plain > 0 && hs_learn_is_file(args->words[0]);
    if (run || (plain > 0 && (hs_source_is_model(args->words[0]) || (args->word_count > 1 && means_folder(args->words[0]))))) {
        *(run ? &args->run : &args->model) = args->words[0];
        memmove(args->words, args->words + 1, (size_t)--args->word_count * sizeof *args->words);
    }
    args->words_are_files = args->word_count > 0 && !only_words && names_file(args->words[0]);
    return args->help || args->version ? HS_OK : check(args, error);
}

void args_drop(struct args *args)
{
    free(args->words);
    args->words = NULL;
}
