/* answer.c – see answer.h. */
#include "model/app.h"

#include <stdio.h>
#include <string.h>

bool answer_wished(const struct app *app)
{
    return picture_can(app, HS_CAN_ANSWER) && (app->lens.panel_list == PANEL_ANSWER || app->live.answer.write);
}

size_t answer_place(const struct app *app)
{
    return app->live.answer.write || app->look.locked.q >= hs_set_shape(app->picture.set).n ? SIZE_MAX : app->look.locked.q;
}

bool answer_is_at(const struct answer *answer, size_t place, size_t tokens)
{
    if (!answer->known)
        return false;
    if (place != SIZE_MAX)
        return answer->of.at == place;
    return answer->of.fills ? answer->of.masked || answer->of.at == SIZE_MAX : answer->of.at + 1 == tokens;
}

/* `to` becomes the text with `token` in the place of bytes start … end. */
static enum hs_status insert(const char *text, size_t start, size_t end, const struct hs_likely_token *token, char *to, size_t room,
    struct hs_error *error)
{
    const char *written = token->written;
    while (token->joins && start > 0 && text[start - 1] == ' ')
        start--;
    if (written[0] == ' ' && (start == 0 || text[start - 1] == ' '))
        written++; /* the blank that begins its word stands there already */
    int length = snprintf(to, room, "%.*s%s%s", (int)start, text, written, text + end);
    if (length < 0 || (size_t)length >= room)
        return hs_fail(error, HS_LIMIT, "the field holds %zu bytes, and “%s” is one too many", room - 1, token->shown);
    if (hs_utf8_invalid(to, (size_t)length) < (size_t)length)
        return hs_fail(error, HS_BAD_USE, "The likeliest token, %s, is a part of a character: no text ends with it.", token->shown);
    return HS_OK;
}

enum hs_status answer_write(struct app *app, struct hs_error *error)
{
    struct answer *answer = &app->live.answer;
    char text[APP_TEXT_ROOM];
    size_t end = strlen(app->picture.text);
    answer->write = false;
    if (answer->of.count == 0)
        return hs_fail(error, HS_BAD_USE, "There is nothing to fill: put the model's mask into the text, or lock a token.");
    const struct hs_likely_token *token = &answer->of.token[0];
    if (!token->written[0])
        return hs_fail(error, HS_BAD_USE, "The model would put its own mark %s here, which is no text.", token->shown);
    enum hs_status status = insert(app->picture.text, answer->of.fills ? answer->of.start : end, answer->of.fills ? answer->of.end : end,
        token, text, sizeof text, error);
    if (status)
        return status;
    answer->show_last = !answer->of.fills;
    answer->known = false;
    app->look.locked = NO_CELL;
    app->picture.text_edited = true;
    memcpy(app->picture.text, text, strlen(text) + 1);
    return HS_OK;
}

void answer_words(const struct app *app, char *words, size_t room)
{
    const struct answer *answer = &app->live.answer;
    char number[32];
    size_t length = 0;
    if (room > 0)
        words[0] = '\0';
    for (size_t i = 0; i < answer->of.count && answer->known && length < room; i++) {
        app_weight_text(answer->of.token[i].probability, number, sizeof number);
        int added = snprintf(words + length, room - length, "%s%s %s", i ? ", " : "", answer->of.token[i].shown, number);
        length += added > 0 ? (size_t)added : 0;
    }
}

void answer_title(const struct app *app, char *title, size_t room)
{
    const struct answer *answer = &app->live.answer;
    char name[160];
    if (!picture_can(app, HS_CAN_ANSWER)) {
        snprintf(title, room, "This model’s file has no head that names tokens: one saved “for causal LM” or “for masked LM” has.");
    } else if (!answer->known) {
        snprintf(title, room, "…");
    } else if (answer->of.at == SIZE_MAX) {
        snprintf(title, room, "This model fills gaps. Put its mask into the text, or lock a token’s row.");
    } else {
        app_token_name(app, HS_QUERY, answer->of.at, name, sizeof name);
        snprintf(title, room, !answer->of.fills ? "After “%s”" : answer->of.masked ? "For “%s”" : "In the place of “%s”, which it sees", name);
    }
}
