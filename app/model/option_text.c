/* option_text.c – see options.h: an option's value read, written and explained. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/options.h"

enum option_id option_named(const char *name, size_t length)
{
    static const char former[] = "head-even"; /* stands in the commands that older pictures carry */
    if (length == sizeof former - 1 && strncmp(name, former, length) == 0)
        return OPTION_HEAD_UNIFORM;
    int id = 0;
    while (id < OPTION_COUNT &&
        (strlen(option_get((enum option_id)id)->name) != length || strncmp(option_get((enum option_id)id)->name, name, length) != 0))
        id++;
    return (enum option_id)id;
}

long option_words(const struct option *option)
{
    long count = option->count;
    while (option->count == 0 && option->word(count))
        count++;
    return count;
}

/* "viridis, cividis, magma or blues", with ", " in place of the last one's: "viridis, cividis, magma, blues". */
static void list_words(const struct option *option, const char *last, char *text, size_t room)
{
    size_t length = 0;
    text[0] = '\0';
    for (long i = 0; i < option_words(option) && length < room; i++)
        if (option->word(i))
            length += (size_t)snprintf(text + length, room - length, "%s%s", length == 0 ? "" : i + 1 < option_words(option) ? ", " : last,
                option->word(i));
}

const char *option_expected(const struct option *option, char *text, size_t room)
{
    switch (option->kind) {
    case OPTION_CHOICE:
        list_words(option, ", ", text, room);
        break;
    case OPTION_COUNTED:
    case OPTION_WHOLE:
        snprintf(text, room, "a whole number from %ld to %ld", option->least, option->most);
        break;
    case OPTION_REAL:
        snprintf(text, room, "a number from %g to %g", (double)option->from, (double)option->to);
        break;
    case OPTION_SIDES:
        snprintf(text, room, "WxH, from %dx%d to %dx%d, for example %dx%d", APP_PAGE_WIDTH, APP_PAGE_HEIGHT, CANVAS_MAX_SIDE, CANVAS_MAX_SIDE,
            APP_WIDTH, APP_HEIGHT);
        break;
    case OPTION_PLACE:
        snprintf(text, room, "Q or Q,K, numbers of a query and a key token");
        break;
    default:
        snprintf(text, room, "headscope --help says which");
        break;
    }
    return text;
}

const char *option_help(const struct option *option, bool more, char *text, size_t room)
{
    char words[300] = "";
    size_t used = 0;
    if (option->kind == OPTION_CHOICE)
        list_words(option, " or ", words, sizeof words);
    text[0] = '\0';
    for (int part = 0; part < (more && option->more ? 2 : 1) && used < room; part++) {
        const char *from = part ? option->more : option->help, *at = strstr(from, "%s");
        int before = at ? (int)(at - from) : (int)strlen(from);
        used += (size_t)snprintf(text + used, room - used, "%.*s%s%s", before, from, at ? words : "", at ? at + 2 : "");
    }
    return text;
}

/* A whole number from `least` to `most`, and nothing after it but `end`. */
static bool read_whole(const char *text, long least, long most, char end, long *value, const char **rest)
{
    char *stop;
    errno = 0;
    *value = strtol(text, &stop, 10);
    if (stop == text || errno || text[0] == ' ' || *value < least || *value > most || (*stop && *stop != end))
        return false;
    if (rest)
        *rest = *stop ? stop + 1 : NULL;
    return *stop == '\0' || rest;
}

static bool read_sides(const char *text, struct option_value *value)
{
    const char *rest;
    return read_whole(text, APP_PAGE_WIDTH, CANVAS_MAX_SIDE, 'x', &value->number, &rest) && rest &&
           read_whole(rest, APP_PAGE_HEIGHT, CANVAS_MAX_SIDE, '\0', &value->second, NULL);
}

static bool read_place(const struct option *option, const char *text, struct option_value *value)
{
    const char *rest;
    value->second = -1;
    return read_whole(text, 0, option->most, ',', &value->number, &rest) &&
           (!rest || read_whole(rest, 0, option->most, '\0', &value->second, NULL));
}

static bool read_real(const struct option *option, const char *text, float *value)
{
    char *stop;
    *value = strtof(text, &stop);
    return stop != text && !*stop && text[0] != ' ' && *value >= option->from && *value <= option->to;
}

static bool read_word(const struct option *option, const char *text, long *value)
{
    for (*value = 0; *value < option_words(option); ++*value)
        if (option->word(*value) && strcmp(option->word(*value), text) == 0)
            return true;
    *value = option_words(option) - 1;
    return option->former && strcmp(option->former, text) == 0;
}

static bool read_any(const struct option *option, const char *text, struct option_value *value)
{
    switch (option->kind) {
    case OPTION_CHOICE:
        return read_word(option, text, &value->number);
    case OPTION_COUNTED:
    case OPTION_WHOLE:
        return read_whole(text, option->least, option->most, '\0', &value->number, NULL);
    case OPTION_REAL:
        return read_real(option, text, &value->real);
    case OPTION_SIDES:
        return read_sides(text, value);
    case OPTION_PLACE:
        return read_place(option, text, value);
    default:
        value->text = text;
        return text[0] != '\0';
    }
}

enum hs_status option_read(
    const struct option *option, const char *text, struct option_value *value, struct hs_error *error)
{
    char expected[400];
    *value = (struct option_value){0};
    if (read_any(option, text, value))
        return HS_OK;
    if (option->kind == OPTION_WORDS || option->kind == OPTION_PARTS)
        return hs_fail(error, HS_BAD_USE, "--%s needs more than an empty word", option->name);
    option_expected(option, expected, sizeof expected);
    return hs_fail(error, HS_BAD_USE, "--%s is %s%s, not \"%.80s\"", option->name, option->kind == OPTION_CHOICE ? "one of: " : "",
        expected, text);
}

bool option_tell(const struct app *app, const struct option *option, struct hs_buffer *buffer)
{
    if (option->tell)
        return option->tell(app, buffer);
    if (!option->get)
        return false;
    struct option_value value = option->get(app);
    if (option->kind == OPTION_CHOICE)
        hs_buffer_print(buffer, "%s", option->word(value.number));
    else if (option->kind == OPTION_FLAG)
        hs_buffer_print(buffer, "%s", value.number ? "yes" : "no");
    else if (option->kind == OPTION_SIDES)
        hs_buffer_print(buffer, "%ldx%ld", value.number, value.second);
    else if (option->kind == OPTION_REAL)
        hs_buffer_print(buffer, "%.9g", (double)value.real);
    else
        hs_buffer_print(buffer, "%ld", value.number + (option->kind == OPTION_COUNTED ? app->look.one_based : 0));
    return true;
}

struct action option_action(const struct option *option, const struct option_value *value, long base)
{
    struct action action = option->act;
    size_t *place = option->as == OPTION_AS_HEAD ? &action.head : &action.k;
    switch (option->kind) {
    case OPTION_REAL:
        action.amount = value->real;
        break;
    case OPTION_WORDS:
    case OPTION_PARTS:
        action.text = value->text;
        break;
    case OPTION_SIDES:
        action.dx = (float)value->number;
        action.dy = (float)value->second;
        break;
    case OPTION_PLACE:
        action.q = (size_t)(value->number - base);
        action.k = value->second < 0 ? ACT_NOWHERE : (size_t)(value->second - base);
        break;
    default:
        base = option->kind == OPTION_COUNTED ? base : 0;
        if (option->as == OPTION_AS_NUMBER)
            action.number = value->number - base;
        else
            *place = (size_t)(value->number - base);
    }
    return action;
}

bool option_said(const struct app *app, const struct option *option)
{
    return !option->untold && (!option->views || option->views & 1u << app->look.view) && (!option->said || option->said(app));
}
