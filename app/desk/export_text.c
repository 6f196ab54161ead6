/* export_text.c – see export_text.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "desk/command.h"
#include "desk/export_text.h"

/* ---------------------------------------------------------------- text chunks */
struct writer {
    struct export_texts *texts;
    size_t used;
};

static void add(struct writer *writer, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(struct writer *writer, const char *key, const char *format, ...)
{
    struct export_texts *texts = writer->texts;
    size_t room = sizeof texts->room - writer->used;
    char *value = texts->room + writer->used;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(value, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room || texts->count == EXPORT_TEXTS)
        return;
    writer->used += (size_t)length + 1;
    texts->text[texts->count++] = (struct png_text){key, value};
}

void export_texts_fill(const struct app *app, const struct export_job *job, float width,
    float height, struct export_texts *texts)
{
    enum export_what what = job->what;
    struct writer writer = {texts, 0};
    char head[160], shown[600];
    float lo, hi;
    texts->count = 0;
    texts->text[texts->count++] =
        (struct png_text){"Title", app_heading(app, texts->heading, sizeof texts->heading)};
    add(&writer, "Software", "Headscope %s", HS_VERSION);
    add(&writer, "Model", "%s", hs_set_source(app->picture.set));
    add(&writer, "Weights", "%s", app_source_words(app));
    add(&writer, "Heads", "%zu", app->picture.h);
    if (picture_can(app, HS_CAN_LAYERS))
        add(&writer, "Layer", "%ld (counted from %d)", app_counted(app, hs_set_shape(app->picture.set).layer),
            app->look.one_based);
    else
        add(&writer, "Head width d_k", "%zu", hs_set_shape(app->picture.set).d_k);
    add(&writer, "Mask", "%s", app->picture.mask ? "causal" : "none");
    add(&writer, "View", "%s", what == EXPORT_SHEET ? "all heads" : view_kind(app->look.view)->name);
    app_head_label(app, app->look.head, head, sizeof head);
    if (what == EXPORT_VIEW && view_kind(app->look.view)->one_head)
        add(&writer, "Head", "%ld (counted from %d) %s", app_counted(app, app->look.head),
            app->look.one_based, head);
    app_range(app, app->look.head, &lo, &hi);
    app_lens_words(app, shown, sizeof shown);
    if (shown[0])
        add(&writer, "Shown", "%s", shown);
    add(&writer, "Colours", "%s, %s scale, %.9g to %.9g, %s", palette_name(app_palette(app)),
        cell_scale_name(app_scale(app)), (double)lo, (double)hi,
        app->look.range_per_head ? "each head its own range" : "one range for all heads");
    if (app->look.find[0]) {
        app_found_words(app, shown, sizeof shown);
        add(&writer, "Found", "%s", shown);
    }
    const char *unsaid = picture_b_unsaid(app);
    if (!unsaid && !command_write(app, job, width, height, texts->command, sizeof texts->command))
        unsaid = "the sentences are too long for it";
    if (unsaid) /* a command with less in it would make another picture */
        snprintf(
            texts->command, sizeof texts->command, "(no command makes this picture: %s)", unsaid);
    if (texts->count < EXPORT_TEXTS)
        texts->text[texts->count++] = (struct png_text){"Command", texts->command};
}
