/* args.c – see args.h. The options are the rows of model/options.h; what they do is in args_apply.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/app.h"
#include "cli/args.h"
#include "cli/guess.h"
#include "desk/lesson.h"
#include "desk/session.h"

bool args_has(const struct args *args, enum option_id id)
{
    return args->row[id].given;
}

long args_number(const struct args *args, enum option_id id, long other)
{
    return args_has(args, id) ? args->row[id].value.number : other;
}

const char *args_text(const struct args *args, enum option_id id)
{
    return args->row[id].value.text;
}

int args_jobs(const struct args *args)
{
    int jobs = 0;
    for (int id = 0; id < OPTION_COUNT; id++)
        jobs += args->row[id].given && option_get((enum option_id)id)->job;
    return jobs;
}

/* ---------------------------------------------------------------- one option */
/* "--palette", of length bytes, as an option; OPTION_COUNT when it is none. */
static enum option_id find_option(const char *argument, size_t length)
{
    if (length == 2 && strncmp(argument, "-h", length) == 0)
        return OPTION_HELP;
    return length > 2 && strncmp(argument, "--", 2) == 0 ? option_named(argument + 2, length - 2) : OPTION_COUNT;
}

static enum hs_status unknown_option(const char *argument, size_t length, struct hs_error *error)
{
    struct guess guess = guess_start(argument, length);
    char name[40];
    for (int id = 0; id < OPTION_COUNT; id++) {
        snprintf(name, sizeof name, "--%s", option_get((enum option_id)id)->name);
        guess_try(&guess, name);
    }
    return hs_fail(error, HS_BAD_USE,
        "unknown option %.80s%s%s%s headscope --help lists all; a sentence that starts with a "
        "hyphen goes after --",
        argument, guess.best[0] ? "; did you mean " : ":", guess.best, guess.best[0] ? "?" : "");
}

static enum hs_status read_value(const struct option *option, const char *text, struct option_value *value, struct hs_error *error)
{
    struct hs_error why = {HS_OK, ""};
    struct guess guess = guess_start(text, strlen(text));
    enum hs_status status = option_read(option, text, value, &why);
    for (long i = 0; status && option->kind == OPTION_CHOICE && i < option_words(option); i++)
        if (option->word(i))
            guess_try(&guess, option->word(i));
    return status ? hs_fail(error, status, "%s%s%s%s", why.message, guess.best[0] ? "; did you mean " : "", guess.best, guess.best[0] ? "?" : "")
                  : HS_OK;
}

/* The word after an option is its value, but for one that is an option itself: then the value was
 * forgotten, and taking the next option for it would end in a message about something else. */
static enum hs_status next_value(const struct option *option, int argc, char *const *argv, int *at,
    const char **value, struct hs_error *error)
{
    char expected[400];
    if (*at + 1 >= argc)
        return hs_fail(error, HS_BAD_USE, "--%s needs a value: %s", option->name, option_expected(option, expected, sizeof expected));
    const char *next = argv[*at + 1], *equals = strchr(next, '=');
    if (find_option(next, equals ? (size_t)(equals - next) : strlen(next)) != OPTION_COUNT)
        return hs_fail(error, HS_BAD_USE,
            "--%s needs a value, and the option %.40s follows: %s; a value that looks like an option "
            "is written --%s=VALUE",
            option->name, next, option_expected(option, expected, sizeof expected), option->name);
    *value = argv[++*at];
    return HS_OK;
}

static enum hs_status read_option(int argc, char *const *argv, int *at, struct args *args, struct hs_error *error)
{
    const char *argument = argv[*at], *equals = strchr(argument, '='), *text = equals ? equals + 1 : NULL;
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    enum option_id id = find_option(argument, length);
    if (id == OPTION_COUNT)
        return unknown_option(argument, length, error);
    const struct option *option = option_get(id);
    struct option_given *row = &args->row[id];
    bool flag = option->kind == OPTION_FLAG;
    if (row->given && !flag)
        return hs_fail(error, HS_BAD_USE, "--%s is given twice: give it once", option->name);
    if (flag && equals)
        return hs_fail(error, HS_BAD_USE, "--%s takes no value", option->name);
    if (!row->given)
        args->given[args->given_count++] = id;
    row->given = true;
    row->value.number = flag;
    enum hs_status status = flag || text ? HS_OK : next_value(option, argc, argv, at, &text, error);
    return status || flag ? status : read_value(option, text, &row->value, error);
}

/* ---------------------------------------------------------------- the words */
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

/* ---------------------------------------------------------------- what does not go together */
/* What one view shows is not asked for beside another view. */
static enum hs_status check_view(struct args *args, struct hs_error *error)
{
    struct option_given *chosen = &args->row[OPTION_VIEW];
    for (int i = 0; i < args->given_count; i++) {
        const struct option *option = option_get(args->given[i]);
        int view = 0;
        while (view < VIEW_COUNT && option->views != 1u << view)
            view++;
        if (view == VIEW_COUNT)
            continue;
        if (chosen->given && chosen->value.number != view)
            return hs_fail(error, HS_BAD_USE, "--%s belongs to the view %s, and --view is %s: give one of them", option->name,
                view_kind((enum view_id)view)->name, option_word(OPTION_VIEW, chosen->value.number));
        *chosen = (struct option_given){true, {.number = view}};
    }
    return HS_OK;
}

/* The first that is given of a kind; OPTION_COUNT when none is. */
static enum option_id given_of(const struct args *args, bool (*is)(const struct option *option))
{
    int id = 0;
    while (id < OPTION_COUNT && !(args->row[id].given && is(option_get((enum option_id)id))))
        id++;
    return (enum option_id)id;
}

static bool of_file(const struct option *option)
{
    return option->when == OPTION_OF_FILE;
}

static bool of_training(const struct option *option)
{
    return option->group == OPTION_TRAINING && option != option_get(OPTION_LEARN);
}

static enum hs_status check_learn(const struct args *args, bool file, struct hs_error *error)
{
    bool learn = args_has(args, OPTION_LEARN), of_run = args_has(args, OPTION_MOMENT) || args_has(args, OPTION_SAVE_RUN);
    enum option_id option = given_of(args, of_training);
    if (option != OPTION_COUNT && !learn && !args_has(args, OPTION_SCRIPT) && !(args->run && of_run))
        return hs_fail(error, HS_BAD_USE, "--%s goes with --learn%s: add it", option_get(option)->name, of_run ? " or a saved run" : "");
    if (learn && (file || args->run || args->model))
        return hs_fail(error, HS_BAD_USE, "--learn trains a model of its own: leave %.200s out",
            args->model ? args->model : args->run ? args->run : args->words[0]);
    return HS_OK;
}

/* What only an attention file has, and what only the built-in model has. */
static enum hs_status check_source(const struct args *args, struct hs_error *error)
{
    bool file = args->words_are_files && hs_source_knows(args->words[0]) > 0;
    enum option_id option = given_of(args, of_file);
    const char *live = args_has(args, OPTION_HEADS) ? "--heads" : args_has(args, OPTION_MASK) ? "--mask" : NULL;
    enum hs_status status = check_learn(args, file, error);
    if (status)
        return status;
    if (args->run && file)
        return hs_fail(error, HS_BAD_USE, "a saved run and an attention file are two pictures: leave %.200s or %.200s out", args->run, args->words[0]);
    if (args->model && live)
        return hs_fail(error, HS_BAD_USE,
            "%s does not go with the model %.200s, whose heads and mask are as it was trained: leave one of them out", live, args->model);
    if (option != OPTION_COUNT && !file && !args->model)
        return hs_fail(error, HS_BAD_USE,
            "--%s goes with an attention file or a model: name one that ends in .safetensors or .npy, or the folder of a model",
            option_get(option)->name);
    live = live ? live : args_has(args, OPTION_SENTENCE) ? "--sentence" : NULL;
    if (file && live)
        return hs_fail(error, HS_BAD_USE,
            "%s does not go with the attention file %.200s, whose heads, mask and tokens are as they are: leave one of them out", live,
            args->words[0]);
    return HS_OK;
}

static bool to_stdout(const struct args *args, enum option_id id)
{
    return args_has(args, id) && strcmp(args_text(args, id), "-") == 0;
}

static enum hs_status check_jobs(const struct args *args, struct hs_error *error)
{
    bool export = args_has(args, OPTION_EXPORT), evaluate = args_has(args, OPTION_EVALUATE);
    if (args_jobs(args) > 1)
        return hs_fail(error, HS_BAD_USE,
            "--export, --json, --stats, --dump, --list, --script, --check and --evaluate each do a job of their own: give one of them");
    if (args_has(args, OPTION_DUMP) && (!args->model || args->word_count == 0))
        return hs_fail(error, HS_BAD_USE, "--dump runs a real model: give its folder, then a text or a file of sentences");
    if (evaluate && (args->run || args_has(args, OPTION_LEARN)))
        return hs_fail(error, HS_BAD_USE, "--evaluate measures the built-in model, a file or a model: of a training run --view specialise --export OUT.csv does");
    if (evaluate && args->model && args->word_count > 0)
        return hs_fail(error, HS_BAD_USE, "--evaluate runs the annotated sentences: leave the text out");
    if (args_has(args, OPTION_SHEET) && !export)
        return hs_fail(error, HS_BAD_USE, "--sheet says what to export: give --export OUT too");
    if (args_has(args, OPTION_ABOUT) && !export)
        return hs_fail(error, HS_BAD_USE, "--about tells how an export was made: give --export OUT too");
    if (to_stdout(args, OPTION_ABOUT) && to_stdout(args, OPTION_EXPORT))
        return hs_fail(error, HS_BAD_USE, "--about and --export both write to standard output: name a file for one of them");
    if (args_has(args, OPTION_CSV) && !export)
        return hs_fail(error, HS_BAD_USE, "--csv says how an export's numbers are written: give --export OUT.csv too");
    if (args_has(args, OPTION_FORMAT) && !to_stdout(args, OPTION_EXPORT))
        return hs_fail(
            error, HS_BAD_USE, "--format goes with --export -; a file's ending says its format");
    return HS_OK;
}

static enum hs_status check(struct args *args, struct hs_error *error)
{
    static const enum option_id minus[] = {OPTION_MINUS_HEAD, OPTION_MINUS_HEADS, OPTION_MINUS_TEXT, OPTION_MINUS_MODEL};
    int differences = 0;
    for (size_t i = 0; i < sizeof minus / sizeof *minus; i++)
        differences += args_has(args, minus[i]);
    enum hs_status status = check_jobs(args, error);
    if (status)
        return status;
    if (args_has(args, OPTION_ZOOM) && (args_has(args, OPTION_QUERIES) || args_has(args, OPTION_KEYS)))
        return hs_fail(error, HS_BAD_USE, "--zoom and --queries or --keys each say which part of the head is shown: give one");
    if (args_has(args, OPTION_SENTENCE) && !args->words_are_files)
        return hs_fail(error, HS_BAD_USE, "--sentence counts the sentences of a file: name one");
    if (args_has(args, OPTION_MINUS_FILE) && differences > 0)
        return hs_fail(error, HS_BAD_USE, "--minus-file and another --minus option each say what is subtracted: give one");
    if (differences > 1)
        return hs_fail(error, HS_BAD_USE,
            "--minus-head, --minus-heads, --minus-text and --minus-model each say what is subtracted: give one");
    status = check_source(args, error);
    return status ? status : check_view(args, error);
}

enum hs_status args_parse(int argc, char *const *argv, struct args *args, struct hs_error *error)
{
    int plain = 0; /* words before "--" */
    bool only_words = false;
    *args = (struct args){0};
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
            enum hs_status status = read_option(argc, argv, &at, args, error);
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
    return args_has(args, OPTION_HELP) || args_has(args, OPTION_VERSION) ? HS_OK : check(args, error);
}

void args_drop(struct args *args)
{
    free(args->words);
    args->words = NULL;
}
