/* link.c – from a link in the list of the Specialise view to its sentence: with the live
 * model the sentence is run, of a file its item is shown; the head and the row are the link's. */
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/desk.h"

/* The tokens as a text that splits into them again: with the blanks of print, else one between all. */
static bool sentence_text(const struct hs_tokens *tokens, bool print, char *text, size_t room)
{
    size_t used = 0;
    bool blank = false;
    for (size_t i = 0; i < tokens->count; i++) {
        const char *token = tokens->token[i].text;
        bool closing =
            print && (strchr(".,;:!?)", token[0]) || strcmp(token, "n't") == 0 || token[0] == '\'');
        size_t length = strlen(token);
        if (used + length + 2 > room)
            return false;
        if (blank && !closing)
            text[used++] = ' ';
        memcpy(text + used, token, length);
        used += length;
        blank = !(print && strcmp(token, "(") == 0);
    }
    text[used] = '\0';
    return true;
}

static bool splits_alike(const char *text, const struct hs_tokens *tokens)
{
    struct hs_tokens *split;
    if (hs_tokenise(text, strlen(text), &split, NULL))
        return false;
    bool alike = hs_tokens_equal(split, tokens);
    hs_tokens_drop(split);
    return alike;
}

/* The sentence is one of the file's: its item, the layer and head, the row of the word's first
 * piece. */
static enum hs_status show_place(struct app *app, const struct hs_link_result *link, size_t item,
    size_t query, struct hs_error *error)
{
    const struct hs_measure *measure = corpus_result(app->scores.corpus)->measure;
    size_t layer, head, key, same;
    app_score_head(app, app->scores.head, &layer, &head);
    hs_measure_place(measure, link->sentence, link->to ? link->to[0] : link->previous, &same, &key);
    const struct action steps[] = {{.kind = ACT_PAIR, .number = HS_SEGMENTS_ALL},
        {.kind = ACT_PIECES, .number = HS_PIECES_READABLE},
        {.kind = ACT_ITEM, .number = (long)item},
        {.kind = ACT_LAYERS_HEAD, .number = (long)layer, .head = head}, {.kind = ACT_LENS_RESET},
        {.kind = ACT_VIEW, .number = VIEW_HEAD}};
    enum hs_status status = HS_OK;
    for (size_t i = 0; !status && i < sizeof steps / sizeof *steps; i++)
        status = act_try(app, &steps[i], error);
    if (!status)
        app->look.locked = (struct app_cell){ACT_NOWHERE, query, key};
    return status;
}

static enum hs_status show_text(
    struct app *app, const struct hs_link_result *link, struct hs_error *error)
{
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    const struct hs_annotated_sentence *sentence = &annotated->sentence[link->sentence];
    char *text = malloc(APP_TEXT_ROOM);
    if (!text)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open the sentence");
    bool good = sentence_text(sentence->tokens, true, text, APP_TEXT_ROOM) &&
                splits_alike(text, sentence->tokens);
    if (!good)
        good = sentence_text(sentence->tokens, false, text, APP_TEXT_ROOM) &&
               splits_alike(text, sentence->tokens);
    enum hs_status status = HS_OK;
    if (!good)
        status = hs_fail(error, HS_BAD_INPUT,
            "%s: sentence %zu: typed as a text it splits into other tokens than the file gives, so "
            "its row would not be the one that was counted",
            annotated->path, link->sentence + 1);
    struct action plain = {.kind = ACT_LENS_RESET}, head = {.kind = ACT_VIEW, .number = VIEW_HEAD};
    if (!status)
        status = act_try(app, &(struct action){.kind = ACT_TEXT, .text = text}, error);
    if (!status)
        status = act_try(app, &plain, error); /* the row is shown as it was counted */
    if (!status)
        status = act_try(app, &head, error);
    free(text);
    if (status)
        return status;
    app->look.head = app->scores.head;
    app->look.locked =
        (struct app_cell){ACT_NOWHERE, link->from, link->to ? link->to[0] : link->previous};
    return HS_OK;
}

static enum hs_status show_link(
    struct app *app, const struct hs_link_result *link, struct hs_error *error)
{
    size_t item, query;
    if (hs_measure_place(
            corpus_result(app->scores.corpus)->measure, link->sentence, link->from, &item, &query))
        return show_place(app, link, item, query, error);
    return show_text(app, link, error);
}

enum hs_status scores_open_link(struct app *app, long number, struct hs_error *error)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    struct hs_link_result link;
    if (number < 0)
        number = (long)app->scores.link;
    if (!result || result->of.source != app->picture.source ||
        (size_t)number >= app->scores.listed_count ||
        !hs_measure_link(result->measure, app->scores.head, (enum hs_relation)app->scores.relation,
            app->scores.listed[number], &link))
        return hs_fail(error, HS_BAD_USE, "choose a cell of the table first, then a sentence");
    app->scores.link = (size_t)number;
    return show_link(app, &link, error);
}
