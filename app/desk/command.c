/* command.c – see command.h. */
#include <stdio.h>
#include <string.h>

#include "desk/command.h"
#include "desk/tour.h"
#include "model/options.h"
#include "model/seen.h"

/* One word of a shell command, in single quotes. */
static void write_quoted(struct hs_buffer *buffer, const char *text)
{
    hs_buffer_write(buffer, "'", 1);
    for (; *text; text++) {
        if (*text == '\'')
            hs_buffer_print(buffer, "'\\''");
        else
            hs_buffer_write(buffer, text, 1);
    }
    hs_buffer_write(buffer, "'", 1);
}

static void write_word(struct hs_buffer *buffer, const char *option, const char *text)
{
    hs_buffer_print(buffer, " %s ", option);
    write_quoted(buffer, text);
}

/* Whether the option changes the file: what is drawn, or a PNG's text, which says these of every view. */
static bool kept(const char *option, const struct app *app, const struct seen_output *output)
{
    if (output->format == FORMAT_PNG && option_seen(option, app, &(struct seen_output){.kind = SEEN_TEXT}))
        return true;
    return option_seen(option, app, output);
}

static void write_modes(const struct app *app, const struct seen_output *output, struct hs_buffer *buffer)
{
    static const char *const options[] = {"", "--head-off", "--head-uniform", "--head-mean"};
    for (int mode = HS_HEAD_OFF; mode <= HS_HEAD_MEAN; mode++) {
        size_t count = 0;
        for (size_t head = 0; head < app->picture.h; head++) {
            if (app->picture.head_mode[head] != mode || !kept(options[mode], app, output))
                continue;
            if (count++ == 0)
                hs_buffer_print(buffer, " %s %ld", options[mode], app_counted(app, head));
            else
                hs_buffer_print(buffer, ",%ld", app_counted(app, head));
        }
    }
}

static void write_hidden(const struct app *app, struct hs_buffer *buffer)
{
    size_t count = 0;
    struct hs_buffer list = {0};
    if (app->lens.wish.hide_punctuation)
        hs_buffer_print(&list, "%spunctuation", count++ ? "," : "");
    if (app->lens.wish.hide_first)
        hs_buffer_print(&list, "%sfirst", count++ ? "," : "");
    for (size_t k = 0; k < hs_set_shape(app->picture.set).m && k < HS_MAX_TOKENS; k++)
        if (app->lens.wish.hide_token[k])
            hs_buffer_print(&list, "%s%ld", count++ ? "," : "", app_counted(app, k));
    hs_buffer_write(&list, "", 1);
    if (count && !list.failed)
        hs_buffer_print(
            buffer, " --hide %s%s", list.data, app->lens.wish.renormalise ? " --renormalise" : "");
    hs_buffer_drop(&list);
}

const char *command_unsaid(const struct app *app)
{
    if (app->lens.wish.minus != MINUS_KEPT || live_makes_other(app))
        return NULL;
    if (!picture_can(app, HS_CAN_TEXT) || !hs_set_constructed(app->lens.wish.kept))
        return "a second picture, B, is part of it";
    struct hs_set_shape kept = hs_set_shape(app->lens.wish.kept);
    return kept.h != app->picture.h || kept.mask != app->picture.mask
               ? "picture B, which was kept with another number of heads or mask, is part of it"
               : NULL;
}

static void write_lens(const struct app *app, const struct seen_output *output, struct hs_buffer *buffer)
{
    if (app->lens.wish.kind != HS_LENS_WEIGHT && kept("--lens", app, output))
        hs_buffer_print(buffer, " --lens %s", hs_lens(app->lens.wish.kind)->name);
    if (!kept("--minus-head", app, output))
        ;
    else if (app->lens.wish.minus == MINUS_HEAD)
        hs_buffer_print(buffer, " --minus-head %ld", app_counted(app, app->lens.wish.minus_head));
    else if (app->lens.wish.minus == MINUS_COUNT)
        hs_buffer_print(buffer, " --minus-heads %zu", app->lens.wish.minus_h);
    else if (app->lens.wish.minus == MINUS_KEPT && app->live.other.source)
        write_word(buffer, "--minus-model", hs_source_info(app->live.other.source).path);
    else if (app->lens.wish.minus == MINUS_KEPT && !command_unsaid(app))
        write_word(buffer, "--minus-text", app->lens.kept_text);
    if (kept("--hide", app, output))
        write_hidden(app, buffer);
    if (app->look.view == VIEW_LAYERS || !kept("--sort", app, output))
        ;
    else if (app->lens.sort != SORT_NUMBER || app->lens.sort_reversed)
        hs_buffer_print(
            buffer, " --sort %s%s", sort_name(app->lens.sort), app->lens.sort_reversed ? " --reverse" : "");
    if (app->look.find[0] && kept("--find", app, output))
        write_word(buffer, "--find", app->look.find);
}

static void write_scores(const struct app *app, const struct seen_output *output, struct hs_buffer *buffer)
{
    static const char *const compares[] = {"best-offset", "uniform", "random"}, *const filters[] = {
                                                                                    "all", "for",
                                                                                    "against"};
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    if (app->look.view != VIEW_SPECIALISE || !annotated)
        return;
    write_word(buffer, "--annotated", annotated->path);
    hs_buffer_print(buffer, " --compare %s", compares[app_score_wish(app).compare]);
    if (app->scores.head == ACT_NOWHERE || !kept("--cell", app, output))
        return;
    size_t layer, head;
    app_score_head(app, app->scores.head, &layer, &head);
    hs_buffer_print(buffer, " --cell ");
    if (picture_can(app, HS_CAN_LAYERS))
        hs_buffer_print(buffer, "%ld.", app_counted(app, layer));
    hs_buffer_print(buffer, "%ld,%s --links %s", app_counted(app, head),
        hs_relation_name((enum hs_relation)app->scores.relation), filters[app->scores.filter]);
}

/* Of an attention file: what of it is the picture. */
static void write_place(const struct app *app, const struct seen_output *output, struct hs_buffer *buffer)
{
    static const char *const kinds[] = {"self", "encoder", "decoder", "cross"};
    const struct hs_view *view = &app->picture.dump->view;
    hs_buffer_print(buffer, " --attention %s", kinds[picture_part(app)->kind]);
    if (kept("--item", app, output))
        hs_buffer_print(buffer, " --item %ld", app_counted(app, view->item));
    if (app->picture.dump->all_items && kept("--all-items", app, output))
        hs_buffer_print(buffer, " --all-items");
    if (kept("--layer", app, output))
        hs_buffer_print(buffer, " --layer %ld", app_counted(app, view->layer));
    if (kept("--pieces", app, output))
        hs_buffer_print(buffer, " --pieces %s", dump_pieces_name(view->pieces));
    if (kept("--layers", app, output))
        hs_buffer_print(buffer, " --layers %s", layers_mode_name(app->picture.dump->mode));
    if (view->segments)
        hs_buffer_print(buffer, " --pair %s", dump_segments_name(view->segments));
}

static void write_step(const struct app *app, const struct seen_output *output, struct hs_buffer *buffer)
{
    static const char *const terms[COLUMN_COUNT] = {"features", "dimensions", "blocks"};
    hs_buffer_print(buffer, " --step %s", step_name(app->steps.step));
    if (app->steps.card && kept("--formula", app, output))
        hs_buffer_print(buffer, " --formula%s --terms %s", app->steps.contrast ? " --contrast" : "", terms[app->steps.column]);
}

static void write_look(const struct app *app, const struct seen_output *output, struct hs_buffer *buffer)
{
    char name[40];
    if (kept("--view", app, output))
        hs_buffer_print(buffer, " --view %s", view_kind(app->look.view)->name);
    if (kept("--head", app, output))
        hs_buffer_print(buffer, " --head %ld", app_counted(app, app->look.head));
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        snprintf(name, sizeof name, "--%s", option->name);
        if (!option_said(app, option) || !kept(name, app, output))
            continue;
        struct option_value value = option->get(app);
        hs_buffer_print(buffer, " --%s%s", option->name, option->kind == OPTION_FLAG ? "" : " ");
        option_write(option, &value, app->look.one_based, buffer);
    }
}

static void write_lines(const struct app *app, struct hs_buffer *buffer)
{
    size_t count = 0;
    for (size_t head = 0; head < app->picture.h; head++)
        if (app->lines.hidden[head])
            hs_buffer_print(buffer, "%s%ld", count++ ? "," : " --hide-heads ", app_counted(app, head));
    if (app->lines.locked_key != ACT_NOWHERE)
        hs_buffer_print(buffer, " --lock-key %ld", app_counted(app, app->lines.locked_key));
}

static void write_zoom(const struct app_window *window, struct hs_buffer *buffer)
{
    if (window->row0 > 0 || window->row1 < 1 || window->col0 > 0 || window->col1 < 1)
        hs_buffer_print(buffer, " --zoom %.17g,%.17g,%.17g,%.17g", window->row0, window->row1, window->col0, window->col1);
}

static void write_lock(const struct app *app, struct hs_buffer *buffer)
{
    if (app->look.locked.q == ACT_NOWHERE)
        return;
    hs_buffer_print(buffer, " --lock %ld", app_counted(app, app->look.locked.q));
    if (app->look.locked.k != ACT_NOWHERE)
        hs_buffer_print(buffer, ",%ld", app_counted(app, app->look.locked.k));
}

/* False when it does not fit. Drops the buffer. */
static bool deliver(struct hs_buffer *buffer, char *out, size_t room)
{
    bool fits = !buffer->failed && buffer->length < room;
    if (fits)
        memcpy(out, buffer->data, buffer->length + 1);
    hs_buffer_drop(buffer);
    return fits;
}

/* A step of the tour or a lesson is all of the window, and brings its own sentence and heads. An answer cannot be said. */
static bool write_tour(const struct app *app, const struct export_job *job, char *out, size_t room)
{
    const struct window *window = &app->window;
    float larger = window->present ? window->ui_scale / window->present_before : 1;
    struct hs_buffer buffer = {0};
    if (tour_step(app)->answer.given)
        return false;
    hs_buffer_print(&buffer, "headscope");
    if (!app->talk.tour.lesson->tour) {
        hs_buffer_print(&buffer, " ");
        write_quoted(&buffer, app->talk.tour.lesson->path);
    }
    hs_buffer_print(&buffer,
        " --tour %d%s --count-from %d --palette %s --cells %s --theme %s --size %.0fx%.0f",
        app->talk.tour.step, window->present ? " --present" : "", app->look.one_based,
        palette_name(app->look.palette), cell_scale_name(app->look.scale), app_theme_name(window->theme),
        (double)(window->width * larger), (double)(window->height * larger));
    if (job->format == FORMAT_PNG)
        hs_buffer_print(&buffer, " --scale %g", (double)job->scale);
    hs_buffer_print(&buffer, " --export OUT.%s", export_ending(job->format));
    return deliver(&buffer, out, room);
}

/* The same run again, to the bit, and its moment. */
static void write_run(const struct app *app, struct hs_buffer *buffer)
{
    const struct hs_learn *run = app->learn.shown ? learn_run(app) : NULL;
    if (!run)
        return;
    if (learn_path(app)) { /* the file stands with the sentence */
        hs_buffer_print(buffer, " --moment %zu", learn_moment(app) + 1);
        return;
    }
    const struct hs_learn_options *options = hs_learn_options(run), usual = hs_learn_usual();
    char rate[24];
    hs_buffer_print(buffer, " --learn --learn-heads %zu", options->h[0]);
    if (options->models > 1)
        hs_buffer_print(buffer, ",%zu", options->h[1]);
    hs_buffer_print(buffer, " --learn-sentences %zu --learn-seed %llu --learn-rate %s", options->sentences,
        (unsigned long long)options->seed, learn_rate(options->rate, rate, sizeof rate));
    if (memcmp(options->relation, usual.relation, sizeof usual.relation) != 0) {
        const char *before = " --learn-relations ";
        for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
            if (options->relation[r]) {
                hs_buffer_print(buffer, "%s%s", before, hs_relation_name((enum hs_relation)r));
                before = ",";
            }
    }
    if (hs_learn_step_now(run) < hs_learn_steps(run))
        hs_buffer_print(buffer, " --learn-stop %zu", hs_learn_step_now(run) * hs_learn_batch());
    hs_buffer_print(buffer, "%s%s --moment %zu", options->hints ? " --learn-hints" : "", options->shuffled ? " --learn-chance" : "",
        learn_moment(app) + 1);
}

bool command_write(const struct app *app, const struct export_job *job, float width, float height,
    char *out, size_t room)
{
    bool sheet = job->what == EXPORT_SHEET;
    const struct seen_output output = seen_of_export(app, job->what, job->format, job->window);
    struct hs_buffer buffer = {0};
    if (job->window && app->talk.tour.step)
        return write_tour(app, job, out, room);
    hs_buffer_print(&buffer, "headscope");
    if (picture_can(app, HS_CAN_HEADS))
        hs_buffer_print(&buffer, " --heads %zu --mask %s", app->picture.h, app->picture.mask ? "causal" : "none");
    write_run(app, &buffer);
    write_look(app, &output, &buffer);
    if (sheet)
        hs_buffer_print(&buffer, " --sheet");
    if (kept("--lock", app, &output))
        write_lock(app, &buffer);
    if (app->look.view == VIEW_STEPS && !sheet)
        write_step(app, &output, &buffer);
    if (app->look.view == VIEW_LINES && !sheet)
        write_lines(app, &buffer);
    if (kept("--zoom", app, &output))
        write_zoom(&app->look.window, &buffer);
    write_modes(app, &output, &buffer);
    write_lens(app, &output, &buffer);
    write_scores(app, &output, &buffer);
    if (picture_can(app, HS_CAN_LAYERS))
        write_place(app, &output, &buffer);
    if (!kept("--size", app, &output))
        ;
    else if (!sheet || job->width > 0) /* else the sheet takes the size it needs */
        hs_buffer_print(&buffer, " --size %.0fx%.0f", (double)width, (double)height);
    if (job->format == FORMAT_PNG)
        hs_buffer_print(&buffer, " --scale %g", (double)job->scale);
    hs_buffer_print(&buffer, " --export OUT.%s ", export_ending(job->format));
    const char *file = picture_can(app, HS_CAN_LAYERS)                     ? hs_source_info(app->picture.source).path
                       : app->learn.shown && picture_can(app, HS_CAN_TRAINING) ? learn_path(app)
                                                                               : NULL;
    if (file)
        write_quoted(&buffer, file);
    if (picture_can(app, HS_CAN_TEXT)) {
        hs_buffer_print(&buffer, file ? " -- " : "-- ");
        write_quoted(&buffer, app->picture.run_text);
    }
    return deliver(&buffer, out, room);
}
