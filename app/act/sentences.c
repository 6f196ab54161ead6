/* sentences.c – the part of act_try() for an open file of sentences: which of them is text and picture. */
#include <string.h>

#include "act/act.h"

enum hs_status app_run_sentence(
    struct app *app, const struct hs_sentences *file, size_t index, struct hs_error *error)
{
    const struct hs_sentence *sentence = &file->sentence[index];
    struct hs_error why = {HS_OK, ""};
    if (sentence->length >= sizeof app->picture.text)
        return hs_fail(error, HS_LIMIT,
            "%s: line %zu: the sentence has %zu bytes and the limit is %d: split it into lines",
            file->path, sentence->line, sentence->length, APP_TEXT_ROOM - 1);
    enum hs_status status = app_run_live(app, sentence->text, &why);
    if (status)
        return hs_fail(
            error, status, "%s: line %zu: %.400s", file->path, sentence->line, why.message);
    memcpy(app->picture.text, sentence->text, sentence->length + 1);
    return HS_OK;
}

static enum hs_status go_to_sentence(struct app *app, long index, struct hs_error *error)
{
    if (!app->picture.file)
        return hs_fail(error, HS_BAD_USE,
            app->talk.by_options ? "no file of sentences is open: name one"
                            : "no file is open: open one with Ctrl+O to step through its "
                              "sentences");
    if (index < 0 || (size_t)index >= app->picture.file->count)
        return hs_fail(error, HS_BAD_USE, "%s has sentences 1 to %zu, not %ld", app->picture.file->path,
            app->picture.file->count, index + 1);
    enum hs_status status = app_run_sentence(app, app->picture.file, (size_t)index, error);
    if (status)
        return status;
    app->picture.sentence = (size_t)index;
    app->picture.text_edited = false;
    return HS_OK;
}

/* Past either end the sentence stays. Coming back from an edited text first brings the file's
 * sentence back. */
static enum hs_status step_sentence(struct app *app, long step, struct hs_error *error)
{
    long to = (long)app->picture.sentence + step;
    if (app->picture.file && (to < 0 || (size_t)to >= app->picture.file->count)) {
        if (!app->picture.text_edited)
            return HS_OK;
        to = (long)app->picture.sentence;
    }
    return go_to_sentence(app, to, error);
}

enum hs_status apply_sentence(struct app *app, const struct action *action, struct hs_error *error)
{
    switch (action->kind) {
    case ACT_SENTENCE:
        return go_to_sentence(app, action->number, error);
    case ACT_SENTENCE_STEP:
        return step_sentence(app, action->number, error);
    default: /* ACT_CLOSE_FILE */
        if (app->picture.layers && !(app->picture.file && picture_runs_model(app)))
            return apply_layers(app, &(struct action){.kind = ACT_SOURCE_CLOSE}, error);
        if (app->learn.shown && !app->picture.file)
            return learn_leave(app, error);
        hs_sentences_drop(app->picture.file);
        app->picture.file = NULL;
        app->picture.sentence = 0;
        return HS_OK;
    }
}
