/* lesson_ask.c – see lesson.h: questions about the weights of the picture. The answer is never stored: it is the attention itself, at the
 * time it is asked for. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "desk/lesson.h"

static const struct hs_tokens *side(const struct app *app, enum hs_side which)
{
    return hs_set_tokens(app->picture.set, which);
}

size_t ask_count(const struct app *app, const struct lesson_ask *ask)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    return ask->kind == ASK_KEY ? shape.m : ask->kind == ASK_QUERY ? shape.n : ask->kind == ASK_HEAD ? shape.h : 0;
}

struct app_cell ask_cell(const struct app *app, const struct lesson_ask *ask, size_t index)
{
    struct app_cell cell = {ask->head, ask->from ? lesson_token(side(app, HS_QUERY), ask->from) : index,
        ask->to ? lesson_token(side(app, HS_KEY), ask->to) : index};
    if (ask->kind == ASK_HEAD)
        cell.head = index;
    return cell;
}

double ask_weight(const struct app *app, const struct lesson_ask *ask, size_t index)
{
    struct app_cell cell = ask_cell(app, ask, index);
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    if (cell.head >= shape.h || cell.q >= shape.n || cell.k >= shape.m || hs_set_masked(app->picture.set, cell.q, cell.k))
        return (double)NAN;
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, cell.head);
    return (double)A.data[cell.q * A.stride + cell.k];
}

size_t ask_truth(const struct app *app, const struct lesson_ask *ask, size_t *second)
{
    size_t best = ACT_NOWHERE, next = ACT_NOWHERE, count = ask_count(app, ask);
    for (size_t i = 0; i < count; i++) {
        double weight = ask_weight(app, ask, i);
        if (isnan(weight))
            continue;
        if (best == ACT_NOWHERE || weight > ask_weight(app, ask, best)) {
            next = best;
            best = i;
        } else if (next == ACT_NOWHERE || weight > ask_weight(app, ask, next)) {
            next = i;
        }
    }
    if (second)
        *second = next;
    return best;
}

void ask_name(const struct app *app, const struct lesson_ask *ask, size_t index, char *name, size_t room)
{
    if (ask->kind == ASK_HEAD)
        app_head_name(app, index, name, room);
    else
        app_token_name(app, ask->kind == ASK_KEY ? HS_KEY : HS_QUERY, index, name, room);
}

/* The tokens and the head that the question names; "" for what is found. */
struct named {
    char from[120], to[120], head[32];
};

static void name_parts(const struct app *app, const struct lesson_ask *ask, size_t index, struct named *named)
{
    struct app_cell cell = ask_cell(app, ask, index);
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    *named = (struct named){"", "", ""};
    if (cell.q < shape.n)
        app_token_name(app, HS_QUERY, cell.q, named->from, sizeof named->from);
    if (cell.k < shape.m)
        app_token_name(app, HS_KEY, cell.k, named->to, sizeof named->to);
    if (cell.head < shape.h)
        app_head_name(app, cell.head, named->head, sizeof named->head);
}

void ask_words(const struct app *app, const struct lesson_ask *ask, char *words, size_t room)
{
    struct named named;
    if (ask->question[0]) {
        snprintf(words, room, "%s", ask->question);
        return;
    }
    name_parts(app, ask, ACT_NOWHERE, &named);
    if (ask->kind == ASK_KEY)
        snprintf(words, room, "Which word does “%s” give most of its weight to, in %s?", named.from, named.head);
    else if (ask->kind == ASK_QUERY)
        snprintf(words, room, "Which word gives most of its weight to “%s”, in %s?", named.to, named.head);
    else
        snprintf(words, room, "Which head gives most weight from “%s” to “%s”?", named.from, named.to);
}

void ask_judge(const struct app *app, const struct lesson_ask *ask, size_t chosen, struct lesson_answer *answer)
{
    char mine[32], most[32];
    struct named own, best;
    size_t truth = ask_truth(app, ask, NULL);
    double weight = ask_weight(app, ask, chosen), largest = ask_weight(app, ask, truth);
    bool right = weight >= largest; /* equal ones are as good */
    name_parts(app, ask, chosen, &own);
    name_parts(app, ask, truth, &best);
    app_weight_text(weight, mine, sizeof mine);
    app_weight_text(largest, most, sizeof most);
    *answer = (struct lesson_answer){.given = true, .right = right, .chosen = chosen};
    if (right)
        snprintf(answer->words, sizeof answer->words, "“%s” gives %s of its weight in %s to “%s”, and %s.", own.from, mine, own.head, own.to,
            ask->kind == ASK_KEY     ? "less to every other word"
            : ask->kind == ASK_QUERY ? "no other word gives it as much"
                                     : "less in every other head");
    else if (ask->kind == ASK_KEY)
        snprintf(answer->words, sizeof answer->words, "You chose “%s”: “%s” gives it %s of its weight in %s. It gives most, %s, to “%s”.",
            own.to, own.from, mine, own.head, most, best.to);
    else if (ask->kind == ASK_QUERY)
        snprintf(answer->words, sizeof answer->words, "You chose “%s”: it gives “%s” %s of its weight in %s. “%s” gives it most, %s.", own.from,
            own.to, mine, own.head, best.from, most);
    else
        snprintf(answer->words, sizeof answer->words, "You chose %s: there “%s” gives %s of its weight to “%s”. In %s it gives most, %s.",
            own.head, own.from, mine, own.to, best.head, most);
    answer->words[hs_utf8_invalid(answer->words, strlen(answer->words))] = '\0';
}

enum hs_status ask_check(const struct app *app, const struct lesson_ask *ask, struct hs_error *error)
{
    size_t second, truth = ask_truth(app, ask, &second);
    char first[120], other[120];
    if (app->lens.made.shown != app->picture.set)
        return hs_fail(error, HS_BAD_INPUT,
            "the question is about weights, and the session shows something else; take lens, difference and hidden tokens out of it");
    if (truth == ACT_NOWHERE)
        return hs_fail(error, HS_BAD_INPUT, "nothing answers the question: its head or a word is not in this picture, or all is masked");
    if (second == ACT_NOWHERE)
        return hs_fail(error, HS_BAD_INPUT, "there is only one answer to choose; ask about another row");
    if (ask_weight(app, ask, second) >= ask_weight(app, ask, truth)) {
        ask_name(app, ask, truth, first, sizeof first);
        ask_name(app, ask, second, other, sizeof other);
        return hs_fail(error, HS_BAD_INPUT, "“%.100s” and “%.100s” share the largest weight, so nothing is the one answer; ask about another row",
            first, other);
    }
    return HS_OK;
}
