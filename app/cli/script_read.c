/* script_read.c – the readings behind a script's `expect KEY VALUE`: the model as short texts. */
#include <stdio.h>
#include <string.h>

#include "cli/script.h"
#include "cli/script_key.h"
#include "model/options.h"
#include "views/view.h"
#include "desk/tour.h"

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

static bool read_run(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    if (script_is(key, "text"))
        snprintf(value, room, "%s", app->picture.text);
    else if (script_is(key, "tokens"))
        snprintf(value, room, "%zu", shape.n);
    else if (script_is(key, "d_k"))
        snprintf(value, room, "%zu", shape.d_k);
    else if (script_is(key, "file"))
        snprintf(value, room, "%s", app->picture.file ? app->picture.file->path : "");
    else if (script_is(key, "sentence"))
        snprintf(value, room, "%zu", app->picture.file ? app->picture.sentence + 1 : 0);
    else if (script_is(key, "sentences"))
        snprintf(value, room, "%zu", app->picture.file ? app->picture.file->count : 0);
    else if (script_is(key, "edited"))
        snprintf(value, room, "%s", yes_no(app->picture.text_edited));
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

static bool read_layers(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    const struct layers *layers = app->picture.layers;
    if (script_is(key, "layer"))
        snprintf(value, room, "%ld", layers ? app_counted(app, layers->view.layer) : 0);
    else if (script_is(key, "layers"))
        snprintf(value, room, "%zu", layers ? picture_part(app)->L : 0);
    else if (script_is(key, "attention"))
        snprintf(value, room, "%s", layers ? hs_part_kind_name(picture_part(app)->kind) : "");
    else if (script_is(key, "item"))
        snprintf(value, room, "%ld", layers ? app_counted(app, layers->view.item) : 0);
    else if (script_is(key, "pieces"))
        snprintf(value, room, "%s", layers ? pieces_name(layers->view.pieces) : "");
    else if (script_is(key, "pair"))
        snprintf(value, room, "%s", layers ? pair_name(layers->view.segments) : "");
    else if (script_is(key, "layers-mode"))
        snprintf(value, room, "%s", layers ? layers_mode_name(layers->mode) : "");
    else if (script_is(key, "layers-sort"))
        snprintf(value, room, "%s%s", layers ? sort_name(layers->sort) : "",
            layers && layers->sort_reversed ? " reversed" : "");
    else if (script_is(key, "layers-first")) /* layer and head of the table's first row */
        snprintf(value, room, "%ld %ld", layers ? app_counted(app, layers->order[0] / app->picture.h) : 0,
            layers ? app_counted(app, layers->order[0] % app->picture.h) : 0);
    else if (script_is(key, "heading"))
        print_heading(app, value, room);
    else
        return false;
    return true;
}

static bool read_look(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    const size_t hover[] = {app->look.hover.head, app->look.hover.q, app->look.hover.k},
                 locked[] = {app->look.locked.q, app->look.locked.k};
    const struct app_window *window = &app->look.window;
    if (script_is(key, "hover"))
        print_cell(app, hover, 3, value, room);
    else if (script_is(key, "locked"))
        print_cell(app, locked, 2, value, room);
    else if (script_is(key, "words"))
        app_cell_words(app, app_shown_cell(app), value, room);
    else if (script_is(key, "weight"))
        print_weight(app, value, room);
    else if (script_is(key, "zoom"))
        snprintf(value, room, "%.2f", 1 / (window->col1 - window->col0));
    else
        return false;
    return true;
}

static bool read_chrome(
    const struct app *app, const struct script_key *key, char *value, size_t room)
{
    static const char *const dialogs[] = {
        "none", "open", "export", "browse", "session", "session-browse", "annotated", "lesson", "lesson-browse", "minus"};
    static const char *const messages[] = {"none", "info", "error"};
    if (script_is(key, "size"))
        snprintf(value, room, "%.0fx%.0f", (double)app->window.width, (double)app->window.height);
    else if (script_is(key, "scale"))
        snprintf(value, room, "%g", (double)app->window.ui_scale);
    else if (script_is(key, "help"))
        snprintf(value, room, "%s", yes_no(app->talk.help));
    else if (script_is(key, "dialog"))
        snprintf(value, room, "%s", dialogs[app->talk.dialog]);
    else if (script_is(key, "message"))
        snprintf(value, room, "%s", app->talk.message_kind ? app->talk.message : "");
    else if (script_is(key, "message-kind"))
        snprintf(value, room, "%s", messages[app->talk.message_kind]);
    else if (script_is(key, "question"))
        snprintf(value, room, "%s", app->talk.question);
    else if (script_is(key, "export-path"))
        snprintf(value, room, "%s", app->talk.dialog_path);
    else if (script_is(key, "copied"))
        snprintf(value, room, "%s", app->files.copied ? app->files.copied : "");
    else if (script_is(key, "typing"))
        snprintf(value, room, "%s", yes_no(ui_wants_text(app->services.ui)));
    else if (script_is(key, "quit"))
        snprintf(value, room, "%s", yes_no(app->window.quit));
    else
        return false;
    return true;
}

/* Sessions, tour, presenter mode. */
static bool read_session(
    const struct app *app, const struct script_key *key, char *value, size_t room)
{
    const struct lesson_step *step = tour_step(app);
    value[0] = '\0';
    if (script_is(key, "tour"))
        snprintf(value, room, "%d", app->talk.tour.step);
    else if (script_is(key, "tour-title"))
        snprintf(value, room, "%s", step ? step->title : "");
    else if (script_is(key, "tour-steps"))
        snprintf(value, room, "%zu", tour_steps(app));
    else if (script_is(key, "tour-asks")) { /* the question that waits */
        if (tour_asks(app))
            ask_words(app, tour_asks(app), value, room);
    } else if (script_is(key, "tour-answer")) /* what was said to the one given */
        snprintf(value, room, "%s%s", !step || !step->answer.given ? "" : step->answer.right ? "right: " : "wrong: ", step ? step->answer.words : "");
    else if (script_is(key, "tour-result"))
        tour_result(app, value, room);
    else if (script_is(key, "tour-text")) {
        if (step)
            lesson_words(app, step, value, room, NULL);
    } else if (script_is(key, "note"))
        snprintf(value, room, "%s", app->files.note);
    else if (script_is(key, "session"))
        snprintf(value, room, "%s", app->files.session_path);
    else if (script_is(key, "offer"))
        snprintf(value, room, "%s", app->files.offer);
    else
        return false;
    return true;
}

/* The options that say what is shown, as the command line reads them; "" where there is nothing to say. */
static bool read_option(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        struct hs_buffer buffer = {0};
        if ((!option->get && !option->tell) || option->apart || !script_is(key, option->reading ? option->reading : option->name))
            continue;
        bool there = option_tell(app, option, &buffer);
        snprintf(value, room, "%.*s", there && !buffer.failed ? (int)buffer.length : 0, there ? buffer.data : "");
        hs_buffer_drop(&buffer);
        return true;
    }
    return false;
}

static bool read_any(const struct app *app, const struct script_key *key, char *value, size_t room)
{
    return read_run(app, key, value, room) || read_layers(app, key, value, room) || read_look(app, key, value, room) ||
        read_chrome(app, key, value, room) || read_session(app, key, value, room) || script_read_steps(app, key, value, room) ||
        script_read_learn(app, key, value, room) || read_option(app, key, value, room);
}

bool script_read(const struct app *app, const char *key, char *value, size_t room)
{
    return read_any(app, &(struct script_key){.name = key}, value, room);
}

void script_each_key(const struct app *app, void (*each)(void *user, const char *name), void *user)
{
    char value[8];
    read_any(app, &(struct script_key){.each = each, .user = user}, value, sizeof value);
}
