/* export_text.h – the words that go with an export: its file name, the line of settings under the
 * sentence, and the text chunks of the picture, among them the command that makes the same file
 * again. Used by export.c. */
#ifndef HEADSCOPE_EXPORT_TEXT_H
#define HEADSCOPE_EXPORT_TEXT_H

#include "desk/export.h"

#define EXPORT_TEXTS 14

struct export_texts {
    struct png_text text[EXPORT_TEXTS];
    size_t count;
    char heading[4000]; /* of an attention file */
    char room[4096]; /* what the values of `text` point into */
    char command[2 * APP_TEXT_ROOM];
};
void export_texts_fill(const struct app *app, const struct export_job *job, float width,
    float height, struct export_texts *texts);
/* "8 heads · d_k = 64 · no mask · sqrt scale · constructed teaching model" */
void export_settings_words(const struct app *app, enum export_what what, char *words, size_t room);

#endif
