/* export_text.c – see export_text.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "desk/command.h"
#include "desk/export_text.h"

#define SLUG_BYTES 48        /* of the sentence in a file name */

/* Letters and digits of any script stay, everything else becomes one hyphen. Cut at a code point,
 * best at a word. */
static size_t slug(const char *text, char *out, size_t most)
{
    size_t length = strlen(text), at = 0, used = 0, last_hyphen = 0;
    bool cut = false;
    while (at < length) {
        size_t from = at;
        uint32_t code = hs_utf8_next(text, length, &at);
        bool letter = (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') ||
                      (code >= 'A' && code <= 'Z');
        /* Beyond Latin-1's signs, general punctuation and the spaces, code points are mostly
         * letters. */
        letter |= code >= 0xc0 && !(code >= 0x2000 && code <= 0x206f) && code != 0x3000 &&
                  code != 0xfeff && code != 0xfffd;
        size_t bytes = letter ? at - from : 1;
        if (used + bytes > most) {
            cut = true;
            break;
        }
        if (letter && bytes == 1) {
            out[used++] = (char)(code >= 'A' && code <= 'Z' ? code + 32 : code);
        } else if (letter) {
            memcpy(out + used, text + from, bytes);
            used += bytes;
        } else if (code != '\'' && code != 0x2019 && used > 0 && out[used - 1] != '-') {
            last_hyphen = used;
            out[used++] = '-';
        }
    }
    if (cut && last_hyphen > most / 2)
        used = last_hyphen;
    while (used > 0 && out[used - 1] == '-')
        used--;
    return used;
}

void export_name(const struct app *app, enum export_what what, enum export_format format,
    char *name, size_t room)
{
    char sentence[SLUG_BYTES + 1], part[48];
    const struct view_kind *view = view_kind(app->look.view);
    if (app->picture.dump) {
        dump_export_name(app, view->name, view->one_head, what == EXPORT_SHEET, name, room);
        snprintf(name + strlen(name), room - strlen(name), ".%s", export_ending(format));
        return;
    }
    size_t length = slug(app->picture.text, sentence, SLUG_BYTES);
    sentence[length] = '\0';
    if (what == EXPORT_SHEET)
        snprintf(part, sizeof part, "heads");
    else if (view->one_head)
        snprintf(part, sizeof part, "%s%ld", view->name, app_counted(app, app->look.head));
    else
        snprintf(part, sizeof part, "%s", view->name);
    snprintf(name, room, "%s-h%zu%s-%s.%s", length ? sentence : "sentence", app->picture.h,
        app->picture.mask ? "-causal" : "", part, export_ending(format));
}

void export_settings_words(const struct app *app, enum export_what what, char *words, size_t room)
{
    char head[200] = "", label[120];
    if (app->picture.dump) {
        dump_settings_words(app, what == EXPORT_VIEW && view_kind(app->look.view)->one_head,
            what == EXPORT_SHEET, words, room);
        return;
    }
    if (what == EXPORT_VIEW && view_kind(app->look.view)->one_head) {
        app_head_label(app, app->look.head, label, sizeof label);
        snprintf(head, sizeof head, "head %ld%s%s of ", app_counted(app, app->look.head),
            label[0] ? ", " : "", label);
    }
    snprintf(words, room, "%s%zu head%s  ·  d_k = %zu/%zu = %zu  ·  %s mask  ·  %s", head, app->picture.h,
        app->picture.h == 1 ? "" : "s", hs_set_shape(app->picture.set).d_model, app->picture.h, hs_set_shape(app->picture.set).d_k,
        app->picture.mask ? "causal" : "no", app_source_words(app));
}

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
    if (app->picture.dump)
        add(&writer, "Layer", "%ld (counted from %d)", app_counted(app, app->picture.dump->view.layer),
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
    const char *unsaid = command_unsaid(app);
    if (!unsaid && !command_write(app, job, width, height, texts->command, sizeof texts->command))
        unsaid = "the sentences are too long for it";
    if (unsaid) /* a command with less in it would make another picture */
        snprintf(
            texts->command, sizeof texts->command, "(no command makes this picture: %s)", unsaid);
    if (texts->count < EXPORT_TEXTS)
        texts->text[texts->count++] = (struct png_text){"Command", texts->command};
}
