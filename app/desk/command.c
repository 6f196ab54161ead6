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

/* Whether the option changes the file: what is drawn, or a PNG's text, which says these of every view. */
static bool kept(enum option_id option, const struct app *app, const struct seen_output *output)
{
    if (option_get(option)->always)
        return true;
    if (output->format == FORMAT_PNG && option_seen(option, app, &(struct seen_output){.kind = SEEN_TEXT}))
        return true;
    return option_seen(option, app, output);
}

static void write_option(const struct app *app, enum option_id id, struct hs_buffer *buffer)
{
    const struct option *option = option_get(id);
    struct hs_buffer value = {0};
    bool there = option_tell(app, option, &value), flag = option->kind == OPTION_FLAG;
    hs_buffer_write(&value, "", 1);
    if (value.failed)
        buffer->failed = true;
    else if (there && !(flag && value.data[0] == 'n'))
        hs_buffer_print(buffer, " --%s%s", option->name, flag ? "" : value.data[0] == '-' ? "=" : " "); /* a value is no option */
    if (there && !flag && !value.failed && option->kind == OPTION_WORDS)
        write_quoted(buffer, value.data);
    else if (there && !flag && !value.failed)
        hs_buffer_print(buffer, "%s", value.data);
    hs_buffer_drop(&value);
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
    static const enum option_id reader[] = {OPTION_COUNT_FROM, OPTION_PALETTE, OPTION_CELLS, OPTION_THEME};
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
    hs_buffer_print(&buffer, " --tour %d%s", app->talk.tour.step, window->present ? " --present" : "");
    for (size_t i = 0; i < sizeof reader / sizeof *reader; i++)
        write_option(app, reader[i], &buffer);
    hs_buffer_print(&buffer, " --size %.0fx%.0f", (double)(window->width * larger), (double)(window->height * larger));
    if (job->format == FORMAT_PNG)
        hs_buffer_print(&buffer, " --scale %g", (double)job->scale);
    hs_buffer_print(&buffer, " --export OUT.%s", export_ending(job->format));
    return deliver(&buffer, out, room);
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
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_said(app, option_get((enum option_id)id)) && kept((enum option_id)id, app, &output))
            write_option(app, (enum option_id)id, &buffer);
    if (sheet)
        hs_buffer_print(&buffer, " --sheet");
    if (!kept(OPTION_SIZE, app, &output))
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
