/* export_name.c – what an export is called, and the words under its sentence; see export.h and export_text.h. */
#include <stdio.h>
#include <string.h>

#include "desk/export_text.h"
#include "model/options.h"

#define SLUG_BYTES 48 /* of the sentence in a file name */

const char *export_ending(enum export_format format)
{
    return option_word(OPTION_FORMAT, format);
}

static bool same_letters(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if ((*a | 32) != *b)
            return false;
    return *a == *b;
}

enum hs_status export_format_of(
    const char *path, enum export_format *format, struct hs_error *error)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < FORMAT_COUNT; i++) {
        if (same_letters(dot + 1, export_ending((enum export_format)i))) {
            *format = (enum export_format)i;
            return HS_OK;
        }
    }
    return hs_fail(error, HS_BAD_USE,
        "%s: the name must end in .png, .svg, .pdf, .html, .csv or .json, which says what to write", path);
}

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
    if (picture_can(app, HS_CAN_LAYERS)) {
        layers_export_name(app, view->name, view->one_head, what == EXPORT_SHEET, name, room);
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
    if (picture_can(app, HS_CAN_LAYERS)) {
        layers_settings_words(app, what == EXPORT_VIEW && view_kind(app->look.view)->one_head,
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
