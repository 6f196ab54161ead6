/* main.c – from the command line to the app: parse, make the model, apply what was asked for, then
 * export, run a script or open the window. Exit codes: 0 done, 1 the input was bad, 2 wrong usage.
 */
#define SDL_MAIN_HANDLED
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/app.h"
#include "model/picture.h"
#include "cli/args.h"
#include "cli/args_range.h"
#include "cli/args_try.h"
#include "cli/lesson_check.h"
#include "platform/sdl.h"
#include "platform/signals.h"
#include "cli/script.h"
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

static long base_of(const struct app *app, const struct args *args)
{
    const struct option_given *said = &args->row[OPTION_COUNT_FROM];
    return said->given ? said->value.number : app->look.one_based;
}

/* --sort and --reverse are of the heads that a view shows, and Layers shows those of all layers. */
static enum hs_status sort_layers(struct app *app, const struct args_lens *lens, struct hs_error *error)
{
    const struct args_wish wishes[] = {
        {"--sort", lens->sort >= 0, {.kind = ACT_LAYERS_SORT, .number = lens->sort}},
        {"--reverse", lens->reverse, {.kind = ACT_LAYERS_REVERSE, .number = 1}},
    };
    return args_try_all(app, wishes, sizeof wishes / sizeof *wishes, error);
}

/* What the command line says about the look, as the same actions that keys and clicks make. */
static enum hs_status apply_look_args(
    struct app *app, const struct args *args, struct hs_error *error)
{
    long base = base_of(app, args);
    const struct args_wish wishes[] = {
        {"--view", args->view >= 0, {.kind = ACT_VIEW, .number = args->view}},
        {"--head", args->head >= 0, {.kind = ACT_SELECT_HEAD, .head = (size_t)(args->head - base)}},
        {"--lock", args->lock_q >= 0,
            {.kind = ACT_LOCK,
                .q = (size_t)(args->lock_q - base),
                .k = args->lock_k < 0 ? ACT_NOWHERE : (size_t)(args->lock_k - base)}},
        {"--step", args->step >= 0, {.kind = ACT_STEP, .number = args->step}},
        {"--column", args->column >= 0, {.kind = ACT_STEP_AT, .number = args->column - base}},
        {"--formula", args->formula, {.kind = ACT_STEP_CARD, .number = 1}},
        {"--contrast", args->contrast, {.kind = ACT_STEP_CONTRAST, .number = 1}},
        {"--terms", args->terms >= 0, {.kind = ACT_STEP_COLUMN, .number = args->terms}},
        {"--lock-key", args->lock_key >= 0,
            {.kind = ACT_LINES_LOCK, .q = ACT_NOWHERE, .k = (size_t)(args->lock_key - base)}},
        {"--zoom", args->zoom != NULL, {.kind = ACT_ZOOM_TO, .text = args->zoom}},
        {"--size", args->width > 0, {.kind = ACT_RESIZE, .dx = args->width, .dy = args->height}},
        {"--tour", args->tour > 0, {.kind = ACT_TOUR, .number = args->tour}},
        {"--present", args->present, {.kind = ACT_PRESENT, .number = 1}},
    };
    enum hs_status status = args_try_all(app, wishes, sizeof wishes / sizeof *wishes, error);
    if (!status)
        status = args_range_apply(app, args->queries, args->keys, error);
    if (!status && app->look.view == VIEW_LAYERS && !args->row[OPTION_LAYERS_SORT].given)
        status = sort_layers(app, &args->lens, error);
    for (int id = 0; id < OPTION_COUNT && !status; id++) {
        const struct option *option = option_get((enum option_id)id);
        struct action action = option_action(option, &args->row[id].value, base);
        char name[40];
        snprintf(name, sizeof name, "--%s", option->name);
        if (args->row[id].given)
            status = args_try(app, name, &action, error);
    }
    return status;
}

/* Before the look: a locked cell is one of what the lens shows. */
static enum hs_status apply_lens_args(
    struct app *app, const struct args *args, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    if (args->row[OPTION_COUNT_FROM].given)
        status = app_try(app, &(struct action){.kind = ACT_ONE_BASED, .number = base_of(app, args)}, error);
    if (!status)
        status = args_dump_apply(app, &args->dump, error);
    return status ? status : args_lens_apply(app, &args->lens, error);
}

static enum hs_status open_files(struct app *app, const struct args *args, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    if (args->resume)
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
    if (!status && args->sentence > 0)
        status = args_try(app, "--sentence",
            &(struct action){.kind = ACT_SENTENCE, .number = args->sentence - 1}, error);
    return status;
}

static enum hs_status run_export(struct app *app, const struct args *args, struct hs_error *error)
{
    struct export_job job = {.path = args->export_path ? args->export_path : args->json_path,
        .what = args->sheet || args->json_path ? EXPORT_SHEET : EXPORT_VIEW,
        .format = FORMAT_JSON,
        .width = args->width,
        .height = args->height,
        .scale = args->pixels > 0 ? args->pixels : 1,
        .overwrite = args->force};
    enum hs_status status = HS_OK;
    heads_follow(app);    /* their order, too, is made for a picture only */
    dump_follow(app);     /* a page waits for the heads it shows */
    learn_follows(app);   /* and for the sentence through the models that learned */
    if (args->sheet && app->look.view == VIEW_LEARN)
        status = learn_film(app, error);
    if (app->talk.tour.step) { /* a step is more than its view: the card and the rings belong to it */
        job.window = true;
        fonts_set_scale(app->services.fonts, job.scale);
        app_settle(app);
    }
    if (args->export_path && strcmp(args->export_path, "-") == 0)
        job.format = args->format >= 0 ? (enum export_format)args->format : FORMAT_PNG;
    else if (args->export_path && !status)
        status = export_format_of(args->export_path, &job.format, error);
    if (!status && job.format == FORMAT_JSON && picture_can(app, HS_CAN_ANSWER)) /* which is among the numbers */
        status = app_try(app, &(struct action){.kind = ACT_PANEL, .number = PANEL_ANSWER}, error);
    if (!status)
        status = args_may_write(app, job.path, args->force, error);
    if (!status && args->about_path)
        status = args_may_write(app, args->about_path, args->force, error);
    if (!status && job.what == EXPORT_VIEW && app->look.view == VIEW_SPECIALISE && !corpus_result(app->scores.corpus))
        return hs_fail(error, HS_BAD_INPUT, "nothing was measured%s%s", app_score_failure(app) ? ": " : "",
            app_score_failure(app) ? app_score_failure(app) : ": give --annotated FILE");
    if (!status && app->files.csv_wide && job.format != FORMAT_CSV)
        return hs_fail(error, HS_BAD_USE, "--csv says how numbers are written, and this export is a %s", export_ending(job.format));
    if (!status)
        status = export_write(app, &job, error);
    return status || !args->about_path ? status : export_about(app, &job, args->about_path, error);
}

static int run_window(struct app *app, const struct args *args)
{
    signal(SIGPIPE, SIG_IGN); /* exporting into a pipe whose reader went is an error, not the end */
    /* Without --size the window is as large as it was left. */
    struct platform_options options = {args->pixels, args->width > 0 ? args->width : app->window.width,
        args->height > 0 ? args->height : app->window.height};
    struct hs_error error;
    session_keep_start(app);
    if (app->window.first_start && args->word_count == 0 && !args->model && !args->run && args->view < 0 && !args->present)
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
    bool all = args->json_path || args->lens.list >= 0 || (args->sheet && app->look.view != VIEW_LEARN);
    return all ? app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_GRID}, error) : HS_OK;
}

static int run(struct app *app, const struct args *args)
{
    struct hs_error error;
    if (args->check_path)
        return lesson_check(app, args->check_path, stdout);
    enum hs_status status = open_files(app, args, &error);
    bool job = app->window.headless;
    if (!status && args->option_count > 0) /* what they say is of the model's picture; no window waits yet */
        status = session_follow(app, live_wait(app, &error), &error);
    if (status && !job) { /* the window opens all the same and says what was wrong */
        report(status, &error);
        app_say(app, MESSAGE_ERROR, "%s", error.message);
        status = HS_OK;
    }
    if (!status)
        status = args_learn_apply(app, &args->learn, &error);
    if (!status)
        status = args_learn_show(app, &args->learn, args->heads, args->force, &error);
    if (!status)
        status = apply_lens_args(app, args, &error);
    if (!status && args->dump.layer >= 0 && args->head >= 0 && args->view < 0)
        status = app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_HEAD}, &error);
    if (!status)
        status = apply_look_args(app, args, &error);
    if (!status)
        status = show_all_heads(app, args, &error);
    if (status)
        return report(status, &error);
    if (args->learn.save_path && !args->export_path && !args->json_path && !args->script_path && args->lens.list < 0 && !args->dump.stats_path)
        return finish(app, args, 0); /* saved, and that was the job */
    scores_follow(app); /* a job without a picture wants the measurements, too */
    if (args->lens.list >= 0)
        return finish(app, args, report(args_lens_list(app, args->lens.list, &error), &error));
    if (args->dump.stats_path)
        return finish(
            app, args, report(args_dump_stats(app, &args->dump, args->force, &error), &error));
    if (args->export_path || args->json_path)
        return finish(app, args, report(run_export(app, args, &error), &error));
    if (args->script_path) {
        if (args->pixels > 0)
            app_apply(app, &(struct action){.kind = ACT_UI_SCALE, .amount = args->pixels});
        if (args->width > 0)
            app_apply(
                app, &(struct action){.kind = ACT_RESIZE, .dx = args->width, .dy = args->height});
        return report(script_run(app, args->script_path, args->force, stdout, &error), &error);
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
    enum hs_mask mask = args->mask > 0 ? HS_MASK_CAUSAL : HS_MASK_NONE;
    if (args->model || (args->words_are_files && hs_source_knows(args->words[0]) > 0))
        return args_dump_evaluate(args->model ? args->model : args->words[0], args->evaluate_path, &args->dump,
            args->row[OPTION_COUNT_FROM].given ? args->row[OPTION_COUNT_FROM].value.number : 1, error);
    enum hs_status status = settings_assets(args->assets, assets, sizeof assets, error);
    if (!status)
        status = hs_preset_open(assets, &preset, error);
    if (!status)
        status = hs_annotated_open(args->evaluate_path, &annotated, error);
    if (!status)
        status = hs_evaluate(
            preset, annotated, args->heads > 0 ? (size_t)args->heads : 8, mask, scores, error);
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
    enum hs_status status = args_dump_write(args->model, text, (const char *const *)args->words, (size_t)args->word_count, &args->dump,
        args->force, error);
    free(text);
    return status;
}

static int start(const struct args *args)
{
    struct app *app;
    struct hs_error error;
    char *text = join_words(args);
    struct app_options options = {.assets = args->assets,
        .fixed_fonts = args->fixed_fonts,
        .headless = args->export_path || args->json_path || args->script_path || args->check_path ||
                    args->lens.list >= 0 || args->dump.stats_path || args->learn.save_path,
        .text = text,
        .h = (size_t)args->heads,
        .mask = args->mask > 0 ? HS_MASK_CAUSAL : HS_MASK_NONE};
    if (!options.headless)
        signals_hold();
    enum hs_status status = app_new(&options, &app, &error);
    free(text);
    if (status)
        return report(status == HS_BAD_USE ? HS_BAD_USE : HS_BAD_INPUT, &error);
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
    if (code == 0 && args.help)
        args_help(stdout);
    else if (code == 0 && args.version)
        puts(APP_NAME " " HS_VERSION);
    else if (code == 0 && args.evaluate_path)
        code = report(evaluate(&args, &error), &error);
    else if (code == 0 && args.dump.dump_path)
        code = report(dump(&args, &error), &error);
    else if (code == 0)
        code = start(&args);
    if (code == 0 && (args.evaluate_path || args.dump.dump_path))
        args_tell_unseen(NULL, &args, stderr);
    args_drop(&args);
    return printed(code);
}
