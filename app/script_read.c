/* script_read.c – the readings behind a script's `expect KEY VALUE`: the model as short texts. */
#include <stdio.h>
#include <string.h>

#include "script.h"
#include "views/view.h"

static const char *yes_no(bool on)
{
    return on ? "yes" : "no";
}

/* Positions as the user counts them, "-" for none. */
static void print_cell(
    const struct app *app, const size_t *part, int count, char *value, size_t room)
{
    size_t length = 0;
    for (int i = 0; i < count && length < room; i++) {
        int added = part[i] == ACT_NOWHERE
                        ? snprintf(value + length, room - length, "%s-", i ? " " : "")
                        : snprintf(value + length, room - length, "%s%ld", i ? " " : "",
                              app_counted(app, part[i]));
        length += added > 0 ? (size_t)added : 0;
    }
}

static bool read_run(const struct app *app, const char *key, char *value, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->set);
    if (strcmp(key, "text") == 0)
        snprintf(value, room, "%s", app->text);
    else if (strcmp(key, "tokens") == 0)
        snprintf(value, room, "%zu", shape.n);
    else if (strcmp(key, "heads") == 0)
        snprintf(value, room, "%zu", app->h);
    else if (strcmp(key, "d_k") == 0)
        snprintf(value, room, "%zu", shape.d_k);
    else if (strcmp(key, "mask") == 0)
        snprintf(value, room, "%s", app->mask ? "causal" : "none");
    else if (strcmp(key, "file") == 0)
        snprintf(value, room, "%s", app->file ? app->file->path : "");
    else if (strcmp(key, "sentence") == 0)
        snprintf(value, room, "%zu", app->file ? app->sentence + 1 : 0);
    else if (strcmp(key, "sentences") == 0)
        snprintf(value, room, "%zu", app->file ? app->file->count : 0);
    else if (strcmp(key, "edited") == 0)
        snprintf(value, room, "%s", yes_no(app->text_edited));
    else
        return script_read_lens(app, key, value, room);
    return true;
}

/* The weight under the pointer or the lock, with all its digits. */
static void print_weight(const struct app *app, char *value, size_t room)
{
    struct app_cell cell = app_shown_cell(app);
    value[0] = '\0';
    if (cell.q == ACT_NOWHERE || cell.k == ACT_NOWHERE)
        return;
    struct hs_matrix weights = hs_set_weights(app_shown(app), 0, cell.head);
    if (hs_set_masked(app_shown(app), cell.q, cell.k))
        snprintf(value, room, "masked");
    else
        snprintf(value, room, "%.9g", (double)weights.data[cell.q * weights.stride + cell.k]);
}

static void print_heading(const struct app *app, char *value, size_t room)
{
    const char *heading = app_heading(app, value, room);
    if (heading != value)
        snprintf(value, room, "%s", heading);
}

static bool read_dump(const struct app *app, const char *key, char *value, size_t room)
{
    const struct app_dump *dump = app->dump;
    if (strcmp(key, "layer") == 0)
        snprintf(value, room, "%ld", dump ? app_counted(app, dump->view.layer) : 0);
    else if (strcmp(key, "layers") == 0)
        snprintf(value, room, "%zu", dump ? dump_tensor(app)->L : 0);
    else if (strcmp(key, "attention") == 0)
        snprintf(value, room, "%s", dump ? hs_dump_kind_name(dump_tensor(app)->kind) : "");
    else if (strcmp(key, "item") == 0)
        snprintf(value, room, "%ld", dump ? app_counted(app, dump->view.batch) : 0);
    else if (strcmp(key, "pieces") == 0)
        snprintf(value, room, "%s", dump ? dump_pieces_name(dump->view.pieces) : "");
    else if (strcmp(key, "pair") == 0)
        snprintf(value, room, "%s", dump ? dump_segments_name(dump->view.segments) : "");
    else if (strcmp(key, "layers-mode") == 0)
        snprintf(value, room, "%s", dump ? layers_mode_name(dump->mode) : "");
    else if (strcmp(key, "layers-sort") == 0)
        snprintf(value, room, "%s%s", dump ? sort_name(dump->sort) : "",
            dump && dump->sort_reversed ? " reversed" : "");
    else if (strcmp(key, "layers-first") == 0) /* layer and head of the table's first row */
        snprintf(value, room, "%ld %ld", dump ? app_counted(app, dump->order[0] / app->h) : 0,
            dump ? app_counted(app, dump->order[0] % app->h) : 0);
    else if (strcmp(key, "heading") == 0)
        print_heading(app, value, room);
    else
        return false;
    return true;
}

static bool read_look(const struct app *app, const char *key, char *value, size_t room)
{
    const size_t hover[] = {app->hover.head, app->hover.q, app->hover.k},
                 locked[] = {app->locked.q, app->locked.k};
    const struct app_window *window = &app->window;
    if (strcmp(key, "view") == 0)
        snprintf(value, room, "%s", view_get(app->view)->name);
    else if (strcmp(key, "head") == 0)
        snprintf(value, room, "%ld", app_counted(app, app->head));
    else if (strcmp(key, "hover") == 0)
        print_cell(app, hover, 3, value, room);
    else if (strcmp(key, "locked") == 0)
        print_cell(app, locked, 2, value, room);
    else if (strcmp(key, "words") == 0)
        app_cell_words(app, app_shown_cell(app), value, room);
    else if (strcmp(key, "weight") == 0)
        print_weight(app, value, room);
    else if (strcmp(key, "palette") == 0)
        snprintf(value, room, "%s", palette_name(app->palette));
    else if (strcmp(key, "cells") == 0)
        snprintf(value, room, "%s", cell_scale_name(app->scale));
    else if (strcmp(key, "range") == 0)
        snprintf(value, room, "%s", app->range_per_head ? "own" : "one");
    else if (strcmp(key, "values") == 0)
        snprintf(value, room, "%s", yes_no(app->values));
    else if (strcmp(key, "count-from") == 0)
        snprintf(value, room, "%d", app->one_based);
    else if (strcmp(key, "zoom") == 0)
        snprintf(value, room, "%.2f", 1 / (window->col1 - window->col0));
    else
        return false;
    return true;
}

static bool read_chrome(const struct app *app, const char *key, char *value, size_t room)
{
    static const char *const dialogs[] = {"none", "open", "export", "browse", "session",
        "session-browse", "annotated"};
    static const char *const messages[] = {"none", "info", "error"};
    if (strcmp(key, "theme") == 0)
        snprintf(value, room, "%s", app_theme_name(app->theme));
    else if (strcmp(key, "size") == 0)
        snprintf(value, room, "%.0fx%.0f", (double)app->width, (double)app->height);
    else if (strcmp(key, "scale") == 0)
        snprintf(value, room, "%g", (double)app->ui_scale);
    else if (strcmp(key, "help") == 0)
        snprintf(value, room, "%s", yes_no(app->help));
    else if (strcmp(key, "dialog") == 0)
        snprintf(value, room, "%s", dialogs[app->dialog]);
    else if (strcmp(key, "message") == 0)
        snprintf(value, room, "%s", app->message_kind ? app->message : "");
    else if (strcmp(key, "message-kind") == 0)
        snprintf(value, room, "%s", messages[app->message_kind]);
    else if (strcmp(key, "question") == 0)
        snprintf(value, room, "%s", app->question);
    else if (strcmp(key, "export-path") == 0)
        snprintf(value, room, "%s", app->dialog_path);
    else if (strcmp(key, "copied") == 0)
        snprintf(value, room, "%s", app->copied ? app->copied : "");
    else if (strcmp(key, "typing") == 0)
        snprintf(value, room, "%s", yes_no(ui_wants_text(app->ui)));
    else if (strcmp(key, "quit") == 0)
        snprintf(value, room, "%s", yes_no(app->quit));
    else
        return false;
    return true;
}

/* Sessions, tour, presenter mode. */
static bool read_session(const struct app *app, const char *key, char *value, size_t room)
{
    const struct tour_stop *stop = tour_stop(app);
    value[0] = '\0';
    if (strcmp(key, "tour") == 0)
        snprintf(value, room, "%d", app->tour.step);
    else if (strcmp(key, "tour-title") == 0)
        snprintf(value, room, "%s", stop ? stop->title : "");
    else if (strcmp(key, "tour-text") == 0 && stop)
        stop->words(app, value, room);
    else if (strcmp(key, "note") == 0)
        snprintf(value, room, "%s", app->note);
    else if (strcmp(key, "session") == 0)
        snprintf(value, room, "%s", app->session_path);
    else if (strcmp(key, "offer") == 0)
        snprintf(value, room, "%s", app->offer);
    else if (strcmp(key, "present") == 0)
        snprintf(value, room, "%s", yes_no(app->present));
    else
        return false;
    return true;
}

bool script_read(const struct app *app, const char *key, char *value, size_t room)
{
    return read_run(app, key, value, room) || read_dump(app, key, value, room) || read_look(app, key, value, room) ||
           read_chrome(app, key, value, room) || read_session(app, key, value, room) || steps_read(app, key, value, room);
}
