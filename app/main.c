/* main.c – from the command line to the app: parse, make the model, apply what was asked for, then
 * export, run a script or open the window. Exit codes: 0 done, 1 the input was bad, 2 wrong usage. */
#define SDL_MAIN_HANDLED
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/app.h"
#include "model/picture.h"
#include "cli/args_apply.h"
#include "cli/args_jobs.h"
#include "cli/args_learn.h"
#include "cli/args_try.h"
#include "cli/lesson_check.h"
#include "platform/sdl.h"
#include "platform/signals.h"
#include "cli/script.h"
#include "desk/export.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "views/view.h"
#include "desk/perform.h"
#include "desk/follow.h"
#include "act/act.h"
#include "chrome/pass.h"
#include "desk/tour.h"

static int report(enum hs_status status, const struct hs_error *error)
{
    if (!status)
        return 0;
    fprintf(stderr, "headscope: %s\n", error->message);
    return status == HS_BAD_USE ? 2 : 1;
}

/* The words of the command line as one sentence; free() it. NULL when there are none or memory ran
 * out. */
static char *join_words(const struct args *args)
{
    size_t length = 1;
    for (int i = 0; i < args->word_count; i++)
        length += strlen(args->words[i]) + 1;
    char *text = args->word_count > 0 && !args->words_are_files ? malloc(length) : NULL;
    if (!text)
        return NULL;
    text[0] = '\0';
    for (int i = 0; i < args->word_count; i++) {
        strcat(text, i ? " " : "");
        strcat(text, args->words[i]);
    }
    return text;
}

static enum hs_status open_files(struct app *app, const struct args *args, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    if (args_has(args, OPTION_RESUME))
        status = args_try(app, "--resume", &(struct action){.kind = ACT_SESSION_LAST}, error);
    if (!status && args->model)
        status = app_try(app, &(struct action){.kind = ACT_OPEN, .text = args->model}, error);
    if (!status && args->run) {
        status = app_try(app, &(struct action){.kind = ACT_OPEN, .text = args->run}, error);
        if (!status)
            status = runs_follow(app, true, error); /* what else is said is of it; no window waits yet */
    }
    /* The last one opened is the one shown; the others are in the list of recent files. */
    for (int i = args->word_count - 1; args->words_are_files && i >= 0 && !status; i--)
        status = app_try(app, &(struct action){.kind = ACT_OPEN, .text = args->words[i]}, error);
    if (!status && args_has(args, OPTION_SENTENCE))
        status = args_try(app, "--sentence",
            &(struct action){.kind = ACT_SENTENCE, .number = args_number(args, OPTION_SENTENCE, 1) - 1}, error);
    return status;
}

static enum hs_status run_export(struct app *app, const struct args *args, struct hs_error *error)
{
    const char *out = args_text(args, OPTION_EXPORT), *about = args_text(args, OPTION_ABOUT);
    bool sheet = args_has(args, OPTION_SHEET);
    struct export_job job = {.path = out ? out : args_text(args, OPTION_JSON),
        .what = sheet || !out ? EXPORT_SHEET : EXPORT_VIEW,
        .format = FORMAT_JSON,
        .width = (float)args->row[OPTION_SIZE].value.number,
        .height = (float)args->row[OPTION_SIZE].value.second,
        .scale = args_has(args, OPTION_SCALE) ? args->row[OPTION_SCALE].value.real : 1,
        .overwrite = args_has(args, OPTION_FORCE)};
    enum hs_status status = HS_OK;
    heads_follow(app);    /* their order, too, is made for a picture only */
    layers_follow(app);     /* a page waits for the heads it shows */
    learn_follows(app);   /* and for the sentence through the models that learned */
    if (sheet && app->look.view == VIEW_LEARN)
        status = learn_film(app, error);
    if (app->talk.tour.step) { /* a step is more than its view: the card and the rings belong to it */
        job.window = true;
        fonts_set_scale(app->services.fonts, job.scale);
        app_settle(app);
    }
    if (out && strcmp(out, "-") == 0)
        job.format = (enum export_format)args_number(args, OPTION_FORMAT, FORMAT_PNG);
    else if (out && !status)
        status = export_format_of(out, &job.format, error);
    if (!status && job.format == FORMAT_JSON && picture_can(app, HS_CAN_ANSWER)) /* which is among the numbers */
        status = app_try(app, &(struct action){.kind = ACT_PANEL, .number = PANEL_ANSWER}, error);
    if (!status)
        status = args_may_write(app, job.path, job.overwrite, error);
    if (!status && about)
        status = args_may_write(app, about, job.overwrite, error);
    if (!status && job.what == EXPORT_VIEW && app->look.view == VIEW_SPECIALISE && !corpus_result(app->scores.corpus))
        return hs_fail(error, HS_BAD_INPUT, "nothing was measured%s%s", app_score_failure(app) ? ": " : "",
            app_score_failure(app) ? app_score_failure(app) : ": give --annotated FILE");
    if (!status && app->files.csv_wide && job.format != FORMAT_CSV)
        return hs_fail(error, HS_BAD_USE, "--csv says how numbers are written, and this export is a %s", export_ending(job.format));
    if (!status)
        status = export_write(app, &job, error);
    return status || !about ? status : export_about(app, &job, about, error);
}

static int run_window(struct app *app, const struct args *args)
{
    signal(SIGPIPE, SIG_IGN); /* exporting into a pipe whose reader went is an error, not the end */
    /* Without --size the window is as large as it was left. */
    const struct option_given *size = &args->row[OPTION_SIZE];
    struct platform_options options = {args->row[OPTION_SCALE].value.real, size->given ? (float)size->value.number : app->window.width,
        size->given ? (float)size->value.second : app->window.height};
    struct hs_error error;
    session_keep_start(app);
    if (app->window.first_start && args->word_count == 0 && !args->model && !args->run && !args_has(args, OPTION_VIEW) &&
        !args_has(args, OPTION_PRESENT))
        app_apply(app, &(struct action){.kind = ACT_TOUR, .number = 1});
    enum hs_status status = platform_run(app, &options, &error);
    if (!status) {
        tour_leave(app);
        app_apply(app, &(struct action){.kind = ACT_PRESENT, .number = 0});
        if (settings_write(app, &error))
            fprintf(stderr, "headscope: warning: %s\n", error.message);
        session_keep_end(app);
    }
    return report(status, &error);
}

/* Without a window nobody would see what the message bar says of a file or a session, or that an
 * option is not in what was written. */
static int finish(const struct app *app, const struct args *args, int code)
{
    bool session = args->words_are_files && (session_is_file(args->words[0]) || lesson_is_file(args->words[0]));
    if (code)
        return code;
    if (app->talk.message[0] && (session || app->talk.message_kind == MESSAGE_ERROR))
        fprintf(stderr, "headscope: warning: %s\n", app->talk.message);
    args_tell_unseen(app, args, stderr);
    return 0;
}

/* All heads of a layer are those that Grid shows, with its lens; Learn has a sheet of its own. */
static enum hs_status show_all_heads(struct app *app, const struct args *args, struct hs_error *error)
{
    bool all = args_has(args, OPTION_JSON) || args_has(args, OPTION_LIST) || (args_has(args, OPTION_SHEET) && app->look.view != VIEW_LEARN);
    return all ? app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_GRID}, error) : HS_OK;
}

static int run(struct app *app, const struct args *args)
{
    struct hs_error error;
    if (args_has(args, OPTION_CHECK))
        return lesson_check(app, args_text(args, OPTION_CHECK), stdout);
    enum hs_status status = open_files(app, args, &error);
    bool force = args_has(args, OPTION_FORCE);
    if (!status && args->given_count > 0) /* what they say is of the model's picture; no window waits yet */
        status = session_follow(app, live_wait(app, &error), &error);
    if (status && !app->window.headless) { /* the window opens all the same and says what was wrong */
        report(status, &error);
        app_say(app, MESSAGE_ERROR, "%s", error.message);
        status = HS_OK;
    }
    if (!status)
        status = args_learn_apply(app, args, &error);
    if (!status)
        status = args_learn_show(app, args, &error);
    if (!status)
        status = args_apply(app, args, &error);
    if (!status)
        status = show_all_heads(app, args, &error);
    if (status)
        return report(status, &error);
    if (args_has(args, OPTION_SAVE_RUN) && args_jobs(args) == 0)
        return finish(app, args, 0); /* saved, and that was the job */
    scores_follow(app); /* a job without a picture wants the measurements, too */
    if (args_has(args, OPTION_LIST))
        return finish(app, args, report(args_list(app, args_number(args, OPTION_LIST, 0), &error), &error));
    if (args_has(args, OPTION_STATS))
        return finish(app, args, report(args_stats(app, args_text(args, OPTION_STATS), force, &error), &error));
    if (args_has(args, OPTION_EXPORT) || args_has(args, OPTION_JSON))
        return finish(app, args, report(run_export(app, args, &error), &error));
    if (args_has(args, OPTION_SCRIPT)) {
        if (args_has(args, OPTION_SCALE))
            app_apply(app, &(struct action){.kind = ACT_UI_SCALE, .amount = args->row[OPTION_SCALE].value.real});
        if (args_has(args, OPTION_SIZE))
            app_apply(app, &(struct action){.kind = ACT_RESIZE,
                               .dx = (float)args->row[OPTION_SIZE].value.number,
                               .dy = (float)args->row[OPTION_SIZE].value.second});
        return report(script_run(app, args_text(args, OPTION_SCRIPT), force, stdout, &error), &error);
    }
    return run_window(app, args);
}

/* Accuracy of the heads on annotated sentences; needs neither fonts nor a picture. */
static enum hs_status evaluate(const struct args *args, struct hs_error *error)
{
    char assets[APP_PATH_ROOM];
    struct hs_preset *preset = NULL;
    struct hs_annotated *annotated = NULL;
    struct hs_relation_score scores[HS_RELATION_COUNT];
    struct hs_buffer buffer = {0};
    const char *path = args_text(args, OPTION_EVALUATE);
    if (args->model || (args->words_are_files && hs_source_knows(args->words[0]) > 0))
        return args_evaluate(args->model ? args->model : args->words[0], path, args_number(args, OPTION_ATTENTION, -1),
            args_number(args, OPTION_COUNT_FROM, 1), error);
    enum hs_status status = settings_assets(args_text(args, OPTION_ASSETS), assets, sizeof assets, error);
    if (!status)
        status = hs_preset_open(assets, &preset, error);
    if (!status)
        status = hs_annotated_open(path, &annotated, error);
    if (!status)
        status = hs_evaluate(preset, annotated, (size_t)args_number(args, OPTION_HEADS, 8),
            (enum hs_mask)args_number(args, OPTION_MASK, HS_MASK_NONE), scores, error);
    if (!status) {
        hs_evaluation_write(scores, &buffer);
        status = hs_file_write("-", buffer.data, buffer.length, true, error);
    }
    hs_buffer_drop(&buffer);
    hs_annotated_drop(annotated);
    hs_preset_drop(preset);
    return status;
}

/* The attention of a model, written by itself. */
static enum hs_status dump(const struct args *args, struct hs_error *error)
{
    char *text = join_words(args);
    enum hs_status status = args_write_attention(args->model, text, (const char *const *)args->words, (size_t)args->word_count,
        args_text(args, OPTION_DUMP), args_has(args, OPTION_FORCE), error);
    free(text);
    return status;
}

static int start(const struct args *args)
{
    struct app *app;
    struct hs_error error;
    char *text = join_words(args);
    struct app_options options = {.assets = args_text(args, OPTION_ASSETS),
        .fixed_fonts = args_number(args, OPTION_FONTS, 0) == 1,
        .headless = args_jobs(args) > 0 || args_has(args, OPTION_SAVE_RUN),
        .text = text,
        .h = (size_t)args_number(args, OPTION_HEADS, 0),
        .mask = (enum hs_mask)args_number(args, OPTION_MASK, HS_MASK_NONE)};
    if (!options.headless)
        signals_hold();
    enum hs_status status = app_new(&options, &app, &error);
    free(text);
    if (status == HS_BAD_USE && args_has(args, OPTION_HEADS))
        fprintf(stderr, "headscope: --heads: %s\n", error.message);
    else if (status)
        report(status, &error);
    if (status)
        return status == HS_BAD_USE ? 2 : 1;
    int code = run(app, args);
    app_drop(app);
    return code;
}

/* A shell may start a program with a stream closed (>&-). Then the next file that is opened would
 * take its number, and what is printed would go there: something that refuses to be printed to, or
 * read from, takes the number first. */
static void fill_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 &&
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
            _exit(1); /* nowhere to say it */
}

/* What was printed counts only when it arrived: on a full disk it is lost at the very end. */
static int printed(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr,
        "headscope: standard output could not be written: it is closed, or its disk is full\n");
    return code ? code : 1;
}

int main(int argc, char **argv)
{
    struct args args;
    struct hs_error error;
    fill_streams();
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes (ulimit -f) is then an error of write() */
    int code = report(args_parse(argc, argv, &args, &error), &error);
    if (code == 0 && args_has(&args, OPTION_HELP))
        args_help(stdout);
    else if (code == 0 && args_has(&args, OPTION_VERSION))
        puts(APP_NAME " " HS_VERSION);
    else if (code == 0 && args_has(&args, OPTION_EVALUATE))
        code = report(evaluate(&args, &error), &error);
    else if (code == 0 && args_has(&args, OPTION_DUMP))
        code = report(dump(&args, &error), &error);
    else if (code == 0)
        code = start(&args);
    if (code == 0 && (args_has(&args, OPTION_EVALUATE) || args_has(&args, OPTION_DUMP)))
        args_tell_unseen(NULL, &args, stderr);
    args_drop(&args);
    return printed(code);
}
