/* session_look.c – see session.h: how a session shows its picture, beyond the view: lens,
 * subtraction, hidden tokens, order of the heads, links that are drawn, step of the forward pass.
 * Lens, order and step are put back by what the user's actions call, so that what no longer makes sense is
 * left out, not broken. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/settings.h"
#include "model/picture.h"

/* ---------------------------------------------------------------- model and struct */
/* Whether the kept picture B is what running its sentence again would give. */
static bool kept_runs_again(const struct app *app)
{
    if (!picture_can(app, HS_CAN_TEXT) || !app->lens.wish.kept || !hs_set_constructed(app->lens.wish.kept) ||
        app_modes_chosen(app))
        return false;
    struct hs_set_shape kept = hs_set_shape(app->lens.wish.kept);
    return kept.h == app->picture.h && kept.mask == app->picture.mask;
}

void session_take_look(const struct app *app, struct session_look *look)
{
    *look = (struct session_look){.minus = app->lens.wish.minus,
        .minus_number = app->lens.wish.minus == MINUS_HEAD ? app->lens.wish.minus_head : app->lens.wish.minus_h,
        .hide_punctuation = app->lens.wish.hide_punctuation,
        .hide_first = app->lens.wish.hide_first,
        .renormalise = app->lens.wish.renormalise,
        .sort = app->lens.sort,
        .sort_reversed = app->lens.sort_reversed,
        .rule = app->lines.rule};
    if (look->minus == MINUS_KEPT && app->live.other.source)
        settings_full_path(hs_source_info(app->live.other.source).path, look->minus_model, sizeof look->minus_model);
    else if (look->minus == MINUS_KEPT && app->live.other.text)
        snprintf(look->minus_text, sizeof look->minus_text, "%s", app->live.other.text);
    else if (look->minus == MINUS_KEPT && kept_runs_again(app))
        memcpy(look->minus_text, app->lens.kept_text, sizeof look->minus_text);
    else if (look->minus == MINUS_KEPT)
        look->minus = MINUS_NOTHING;
    memcpy(look->hide_token, app->lens.wish.hide_token, sizeof look->hide_token);
    memcpy(look->lines_hidden, app->lines.hidden, sizeof look->lines_hidden);
    memcpy(look->amount, app->lines.amount, sizeof look->amount);
}

static void act(struct app *app, enum action_kind kind, long number)
{
    act_try(app, &(struct action){.kind = kind, .number = number}, NULL);
}

/* At once, since each lens that is made looks at every cell of every head: a file may hide
 * thousands of tokens. What cannot be is left out, the subtraction first. */
static void put_lens(struct app *app, const struct session *session)
{
    const struct session_look *look = &session->look;
    bool kept = look->minus == MINUS_KEPT &&
                (picture_runs_model(app) /* which opened with it */
                        ? app->lens.wish.kept && live_makes_other(app)
                        : act_try(app, &(struct action){.kind = ACT_KEEP, .text = look->minus_text}, NULL) == HS_OK);
    struct lens_wish wish = {.kind = (size_t)session->row[OPTION_LENS],
        .minus = look->minus == MINUS_KEPT && !kept ? MINUS_NOTHING : look->minus,
        .minus_head = look->minus_number,
        .minus_h = look->minus_number,
        .kept = app->lens.wish.kept,
        .kept_source = app->lens.wish.kept_source,
        .beside = session->row[OPTION_BESIDE],
        .hide_punctuation = look->hide_punctuation,
        .hide_first = look->hide_first,
        .renormalise = look->renormalise};
    size_t m = hs_set_shape(app->picture.set).m;
    memcpy(wish.hide_token, look->hide_token, m < HS_MAX_TOKENS ? m : HS_MAX_TOKENS);
    if (lens_try(app, &wish, NULL) == HS_OK)
        return;
    wish.minus = MINUS_NOTHING;
    if (lens_try(app, &wish, NULL) == HS_OK)
        return;
    wish.kind = HS_LENS_WEIGHT;
    if (lens_try(app, &wish, NULL))
        act(app, ACT_LENS_RESET, 0);
}

void session_put_look(struct app *app, const struct session *session)
{
    const struct session_look *look = &session->look;
    put_lens(app, session);
    act(app, ACT_SORT, (long)look->sort);
    act(app, ACT_SORT_ORDER, look->sort_reversed);
    act(app, ACT_STEP, session->row[OPTION_STEP]);
    memcpy(app->lines.hidden, look->lines_hidden, sizeof look->lines_hidden);
    for (int rule = 0; rule < 3; rule++) {
        act(app, ACT_LINES_RULE, rule);
        act_try(
            app, &(struct action){.kind = ACT_LINES_AMOUNT, .amount = look->amount[rule]}, NULL);
    }
    act(app, ACT_LINES_RULE, look->rule);
}

/* ---------------------------------------------------------------- struct -> JSON */
/* The indices of the set flags as a list. */
static void write_flags(struct hs_buffer *buffer, const void *flags, size_t count)
{
    const unsigned char *flag = flags; /* bool and uint8_t alike: one byte, 0 or 1 */
    bool any = false;
    hs_buffer_print(buffer, "[");
    for (size_t i = 0; i < count; i++) {
        if (flag[i])
            hs_buffer_print(buffer, "%s%zu", any ? ", " : "", i);
        any |= flag[i] != 0;
    }
    hs_buffer_print(buffer, "]");
}

/* As short as it reads back to the same number. */
static void write_amount(struct hs_buffer *buffer, float amount)
{
    char text[32];
    int digits = 1;
    while (digits < 9 && snprintf(text, sizeof text, "%.*g", digits, (double)amount) > 0 &&
           strtof(text, NULL) != amount)
        digits++;
    hs_buffer_print(buffer, "%.*g", digits, (double)amount);
}

static void write_minus(const struct session_look *look, const char *folder, struct hs_buffer *buffer)
{
    const char *near = session_below(look->minus_model, folder);
    if (look->minus == MINUS_HEAD || look->minus == MINUS_COUNT) {
        hs_buffer_print(buffer, ",\n  \"minus\": {\"%s\": %zu}", look->minus == MINUS_HEAD ? "head" : "heads", look->minus_number);
    } else if (look->minus == MINUS_KEPT) {
        hs_buffer_print(buffer, ",\n  \"minus\": {\"%s\": ", look->minus_model[0] ? "model" : "text");
        hs_buffer_json_string(buffer, !look->minus_model[0] ? look->minus_text : near ? near : look->minus_model);
        hs_buffer_print(buffer, "}");
    }
}

void session_write_look(const struct session_look *look, const char *folder, struct hs_buffer *buffer)
{
    write_minus(look, folder, buffer);
    hs_buffer_print(buffer,
        ",\n  \"hide\": {\"punctuation\": %s, \"first\": %s, \"renormalise\": %s, "
        "\"tokens\": ",
        look->hide_punctuation ? "true" : "false", look->hide_first ? "true" : "false",
        look->renormalise ? "true" : "false");
    write_flags(buffer, look->hide_token, HS_MAX_TOKENS);
    hs_buffer_print(buffer, "},\n  \"sort\": {\"by\": \"%s\", \"reversed\": %s}",
        sort_name(look->sort), look->sort_reversed ? "true" : "false");
    hs_buffer_print(
        buffer, ",\n  \"lines\": {\"rule\": \"%s\", \"amounts\": [", hs_link_rule_name(look->rule));
    for (int rule = 0; rule < 3; rule++) {
        hs_buffer_print(buffer, "%s", rule ? ", " : "");
        write_amount(buffer, look->amount[rule]);
    }
    hs_buffer_print(buffer, "], \"hidden_heads\": ");
    write_flags(buffer, look->lines_hidden, HS_MAX_HEADS);
    hs_buffer_print(buffer, "}");
}

/* ---------------------------------------------------------------- JSON -> struct */
static bool read_flags(const struct hs_json *value, void *flags, size_t count)
{
    unsigned char *flag = flags;
    size_t index;
    if (!value || hs_json_kind(value) != HS_JSON_ARRAY)
        return false;
    for (const struct hs_json *one = hs_json_first(value); one; one = hs_json_next(one)) {
        if (!hs_json_index(one, count, &index))
            return false;
        flag[index] = 1;
    }
    return true;
}

static bool is_string(const struct hs_json *value, const char *wanted)
{
    const char *string = value ? hs_json_string(value) : NULL;
    return string && strcmp(string, wanted) == 0;
}

static bool find_bool(const struct hs_json *object, const char *key, bool *value)
{
    const struct hs_json *found = hs_json_find(object, key);
    return found && hs_json_bool(found, value);
}

static bool is_object(const struct hs_json *value, size_t count)
{
    return hs_json_kind(value) == HS_JSON_OBJECT && hs_json_count(value) == count;
}

bool session_read_minus(const struct hs_json *value, struct session *session)
{
    const struct hs_json *head = hs_json_find(value, "head"), *heads = hs_json_find(value, "heads"),
                         *text = hs_json_find(value, "text"), *model = hs_json_find(value, "model");
    const char *sentence = text ? hs_json_string(text) : NULL, *path = model ? hs_json_string(model) : NULL;
    session->look.minus_text[0] = session->look.minus_model[0] = '\0';
    if (!is_object(value, 1))
        return false;
    if (sentence && sentence[0] && strlen(sentence) < sizeof session->look.minus_text) {
        session->look.minus = MINUS_KEPT;
        memcpy(session->look.minus_text, sentence, strlen(sentence) + 1);
        return true;
    }
    if (path && path[0] && strlen(path) < sizeof session->look.minus_model) {
        session->look.minus = MINUS_KEPT;
        memcpy(session->look.minus_model, path, strlen(path) + 1);
        return true;
    }
    if (!head && !heads)
        return false;
    session->look.minus = head ? MINUS_HEAD : MINUS_COUNT;
    return hs_json_index(head ? head : heads, HS_MAX_HEADS + 1, &session->look.minus_number);
}

bool session_read_hide(const struct hs_json *value, struct session *session)
{
    struct session_look *look = &session->look;
    return is_object(value, 4) && find_bool(value, "punctuation", &look->hide_punctuation) &&
           find_bool(value, "first", &look->hide_first) &&
           find_bool(value, "renormalise", &look->renormalise) &&
           read_flags(hs_json_find(value, "tokens"), look->hide_token, HS_MAX_TOKENS);
}

bool session_read_sort(const struct hs_json *value, struct session *session)
{
    struct session_look *look = &session->look;
    if (!is_object(value, 2) || !find_bool(value, "reversed", &look->sort_reversed))
        return false;
    for (size_t sort = 0; sort_name(sort); sort++)
        if (is_string(hs_json_find(value, "by"), sort_name(sort)))
            return look->sort = sort, true;
    return false;
}

static bool read_amounts(const struct hs_json *value, float amount[3])
{
    static const double most[3] = {1, 1, (double)LINES_MOST_TOP};
    double number;
    if (!value || hs_json_kind(value) != HS_JSON_ARRAY || hs_json_count(value) != 3)
        return false;
    const struct hs_json *one = hs_json_first(value);
    for (int rule = 0; rule < 3; rule++, one = hs_json_next(one)) {
        if (!hs_json_number(one, &number) || !(number >= 0 && number <= most[rule]))
            return false;
        amount[rule] = (float)number;
    }
    return true;
}

bool session_read_lines(const struct hs_json *value, struct session *session)
{
    struct session_look *look = &session->look;
    bool known = false;
    if (!is_object(value, 3))
        return false;
    for (int rule = HS_LINKS_MASS; rule <= HS_LINKS_TOP && !known; rule++) {
        known = is_string(hs_json_find(value, "rule"), hs_link_rule_name((enum hs_link_rule)rule));
        look->rule = (enum hs_link_rule)rule;
    }
    return known && read_amounts(hs_json_find(value, "amounts"), look->amount) &&
           read_flags(hs_json_find(value, "hidden_heads"), look->lines_hidden, HS_MAX_HEADS);
}
