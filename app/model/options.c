/* options.c – see options.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/options.h"
#include "model/survey.h"

/* ---------------------------------------------------------------- words and values */
#define VALUE(name, kind, ...) \
    static struct option_value name(const struct app *app) { return (struct option_value){.kind = __VA_ARGS__}; }
#define SAID(name, ...) \
    static bool name(const struct app *app) { return __VA_ARGS__; }
#define WORD(name, ...) \
    static const char *name(long number) { return __VA_ARGS__; }
#define WORDS(name, ...) \
    static const char *name(long number) { static const char *const words[] = {__VA_ARGS__}; return words[number]; }

WORDS(digit_word, "0", "1")
WORDS(answer_word, "no", "yes")
WORDS(range_word, "one", "own")
WORDS(reduce_word, "largest", "mean")
WORDS(csv_word, "long", "wide")
WORDS(back_word, "page", "white", "transparent")
WORDS(kept_word, "yes", "no")
WORDS(text_word, "text", "outlines")
WORDS(link_order_word, "file", "weight")
WORD(theme_word, app_theme_name((enum theme_id)number))
WORD(palette_word, palette_name((enum palette)number))
WORD(scale_word, cell_scale_name((enum cell_scale)number))
WORD(rule_word, hs_link_rule_name((enum hs_link_rule)number))
WORD(sort_word, sort_name((size_t)number))
WORD(relation_word, hs_relation_name((enum hs_relation)number))

VALUE(count_from, number, app->look.one_based)
VALUE(theme, number, app->window.theme)
VALUE(palette, number, app->look.palette)
VALUE(cells, number, app->look.scale)
VALUE(range, number, app->look.range_per_head)
VALUE(reduce, number, app->look.reduce)
VALUE(values, number, app->look.values)
VALUE(beside, number, app->lens.wish.beside)
VALUE(dimension, number, (long)app->steps.dimension)
VALUE(model_dimension, number, (long)app->steps.model_dimension)
VALUE(rule, number, app->lines.rule)
VALUE(amount, real, app->lines.amount[app->lines.rule])
VALUE(layers_sort, number, (long)app->picture.dump->sort)
VALUE(layers_reverse, number, app->picture.dump->sort_reversed)
VALUE(table_sort, number, app->scores.sort)
VALUE(link_order, number, app->scores.by_mass)
VALUE(link, number, (long)app->scores.link)
VALUE(csv, number, app->files.csv_wide)
VALUE(background, number, app->files.page.back)
VALUE(crop, number, app->files.page.crop)
VALUE(heading, number, app->files.page.bare)
VALUE(legend, number, app->files.page.unkeyed)
VALUE(text, number, app->files.page.outlines)
VALUE(width_mm, real, app->files.page.mm)

SAID(mean, app->look.reduce == REDUCE_MEAN)
SAID(bare, !app->look.values)
SAID(sides, app->lens.wish.beside)
SAID(reversed, app->picture.dump && app->picture.dump->sort_reversed)
SAID(file_open, app->picture.dump != NULL)
SAID(table_sorted, app->scores.sort >= 0)
SAID(listed_by_weight, app->scores.head != ACT_NOWHERE && app->scores.by_mass)
SAID(wide, app->files.csv_wide)
SAID(other_back, app->files.page.back != PAGE_BACK_THEME)
SAID(cropped, app->files.page.crop)
SAID(bare_page, app->files.page.bare)
SAID(unkeyed, app->files.page.unkeyed)
SAID(outlined, app->files.page.outlines)
SAID(measured, app->files.page.mm > 0)
SAID(link_chosen, app->scores.head != ACT_NOWHERE && app->scores.link > 0)

/* ---------------------------------------------------------------- the rows */
#define IN(view) (1u << VIEW_##view)

static const struct option rows[OPTION_COUNT] = {
    [OPTION_COUNT_FROM] = {"count-from", "0|1",
        "how heads and tokens are counted: %s (default 1)",
        OPTION_CHOICE, digit_word, 2, .action = ACT_ONE_BASED, .get = count_from},
    [OPTION_THEME] = {"theme", "T",
        "%s",
        OPTION_CHOICE, theme_word, THEME_COUNT, .action = ACT_THEME, .get = theme},
    /* the diverging palette is for numbers with a sign only, and not chosen */
    [OPTION_PALETTE] = {"palette", "P",
        "%s",
        OPTION_CHOICE, palette_word, PALETTE_DIVERGING, .action = ACT_PALETTE, .get = palette},
    [OPTION_CELLS] = {"cells", "S",
        "scale of the cells: %s",
        OPTION_CHOICE, scale_word, SCALE_COUNT, .action = ACT_SCALE, .get = cells},
    [OPTION_RANGE] = {"range", "R",
        "one colour range for all heads, or each its own: %s",
        OPTION_CHOICE, range_word, 2, .action = ACT_RANGE_PER_HEAD, .get = range},
    [OPTION_REDUCE] = {"reduce", "R",
        "of several cells a pixel the %s",
        OPTION_CHOICE, reduce_word, 2, .action = ACT_REDUCE, .get = reduce, .said = mean},
    [OPTION_VALUES] = {"values", "V",
        "numbers in cells that have room for them: %s (default yes)",
        OPTION_CHOICE, answer_word, 2, .action = ACT_VALUES, .get = values, .said = bare},
    [OPTION_BESIDE] = {"beside", NULL,
        "of the head view: the two sides of a difference beside it",
        OPTION_FLAG, .views = IN(HEAD), .action = ACT_BESIDE, .get = beside, .said = sides},
    [OPTION_DIMENSION] = {"dimension", "N",
        "of the steps view: the column marked in matrices of d_k columns",
        OPTION_COUNTED, .count = HS_MAX_D_MODEL, .views = IN(STEPS), .action = ACT_STEP_DIMENSION, .get = dimension},
    [OPTION_MODEL_DIMENSION] = {"model-dimension", "N",
        "of the steps view: the same in those of d_model columns",
        OPTION_COUNTED, .count = HS_MAX_D_MODEL, .views = IN(STEPS), .action = ACT_STEP_MODEL_DIMENSION, .get = model_dimension},
    [OPTION_RULE] = {"rule", "R",
        "of the lines view: links are chosen by %s (see --amount)",
        OPTION_CHOICE, rule_word, HS_LINKS_TOP + 1, .views = IN(LINES), .action = ACT_LINES_RULE, .get = rule},
    [OPTION_AMOUNT] = {"amount", "A",
        "what the rule keeps: a share of each row, a least weight, or links a row",
        OPTION_REAL, .least = 0.01f, .most = LINES_MOST_TOP, .views = IN(LINES), .action = ACT_LINES_AMOUNT, .get = amount},
    [OPTION_LAYERS_SORT] = {"layers-sort", "S",
        "figure of the layers view, which its table is sorted by: as for --sort",
        OPTION_CHOICE, sort_word, 0, .views = IN(LAYERS), .action = ACT_LAYERS_SORT, .get = layers_sort, .said = file_open},
    [OPTION_LAYERS_REVERSE] = {"layers-reverse", NULL,
        "that table the other way round",
        OPTION_FLAG, .views = IN(LAYERS), .action = ACT_LAYERS_REVERSE, .get = layers_reverse, .said = reversed},
    [OPTION_TABLE_SORT] = {"table-sort", "REL",
        "of the specialise view: the head that finds most of this relation first",
        OPTION_CHOICE, relation_word, HS_RELATION_COUNT, .views = IN(SPECIALISE), .action = ACT_SCORE_SORT,
        .get = table_sort, .said = table_sorted},
    [OPTION_LINK_ORDER] = {"link-order", "O",
        "order of the links listed for --cell: %s, the largest first",
        OPTION_CHOICE, link_order_word, 2, .views = IN(SPECIALISE), .action = ACT_LINK_ORDER, .get = link_order, .said = listed_by_weight},
    [OPTION_LINK] = {"link", "N",
        "the Nth of them is selected",
        OPTION_COUNTED, .count = 1000000, .views = IN(SPECIALISE), .action = ACT_LINK_SELECT, .get = link, .said = link_chosen},
    [OPTION_CSV] = {"csv", "F",
        "weights as CSV, %s: a line a cell, or a line a query and a column a key",
        OPTION_CHOICE, csv_word, 2, .action = ACT_CSV_WIDE, .get = csv, .said = wide},
    [OPTION_BACKGROUND] = {"background", "B",
        "of an exported page: %s (white in a light theme)",
        OPTION_CHOICE, back_word, PAGE_BACK_COUNT, .action = ACT_PAGE_BACK, .get = background, .said = other_back},
    [OPTION_CROP] = {"crop", NULL,
        "cut an exported page to what is drawn",
        OPTION_FLAG, .action = ACT_PAGE_CROP, .get = crop, .said = cropped},
    [OPTION_HEADING] = {"heading", "H",
        "sentence, settings and source on an exported page: %s",
        OPTION_CHOICE, kept_word, 2, .action = ACT_PAGE_BARE, .get = heading, .said = bare_page},
    [OPTION_LEGEND] = {"legend", "L",
        "colour bar on an exported page: %s",
        OPTION_CHOICE, kept_word, 2, .action = ACT_PAGE_UNKEYED, .get = legend, .said = unkeyed},
    [OPTION_TEXT] = {"text", "T",
        "in SVG and PDF, %s: outlines look the same everywhere",
        OPTION_CHOICE, text_word, 2, .action = ACT_PAGE_OUTLINES, .get = text, .said = outlined},
    [OPTION_WIDTH_MM] = {"width-mm", "MM",
        "width of an exported page in millimetres: text and lines grow and shrink with it",
        OPTION_REAL, .least = 5, .most = 5000, .action = ACT_PAGE_WIDTH, .get = width_mm, .said = measured},
};

const struct option *option_get(enum option_id id)
{
    return &rows[id];
}

/* ---------------------------------------------------------------- reading and writing */
static long words_of(const struct option *option)
{
    long count = option->count;
    while (option->count == 0 && option->word(count))
        count++;
    return count;
}

const char *option_expected(const struct option *option, char *text, size_t room)
{
    size_t length = 0;
    text[0] = '\0';
    for (long i = 0; option->kind == OPTION_CHOICE && i < words_of(option) && length < room; i++)
        length += (size_t)snprintf(text + length, room - length, "%s%s", i ? ", " : "", option->word(i));
    if (option->kind == OPTION_COUNTED)
        snprintf(text, room, "a whole number from 0 to %ld", option->count);
    else if (option->kind == OPTION_REAL)
        snprintf(text, room, "a number from %g to %g", (double)option->least, (double)option->most);
    return text;
}

const char *option_help(const struct option *option, char *text, size_t room)
{
    char words[200] = "", left[40];
    size_t length = 0;
    for (long i = 0; option->kind == OPTION_CHOICE && strstr(option->help, "%s") && i < words_of(option) && length < sizeof words; i++)
        length += (size_t)snprintf(words + length, sizeof words - length, "%s%s",
            i == 0 ? "" : i + 1 < words_of(option) ? ", " : " or ", option->word(i));
    const char *at = strstr(option->help, "%s");
    int before = at ? (int)(at - option->help) : (int)strlen(option->help);
    snprintf(left, sizeof left, "--%s %s", option->name, option->value ? option->value : "");
    snprintf(text, room, "  %-19s %.*s%s%s", left, before, option->help, words, at ? at + 2 : "");
    return text;
}

enum hs_status option_read(
    const struct option *option, const char *text, struct option_value *value, struct hs_error *error)
{
    char expected[300], *stop;
    *value = (struct option_value){0};
    errno = 0;
    for (long i = 0; option->kind == OPTION_CHOICE && i < words_of(option); i++)
        if (strcmp(option->word(i), text) == 0)
            return value->number = i, HS_OK;
    if (option->kind == OPTION_COUNTED) {
        value->number = strtol(text, &stop, 10);
        if (stop != text && !*stop && !errno && text[0] != ' ' && value->number >= 0 && value->number <= option->count)
            return HS_OK;
    } else if (option->kind == OPTION_REAL) {
        value->real = strtof(text, &stop);
        if (stop != text && !*stop && text[0] != ' ' && value->real >= option->least && value->real <= option->most)
            return HS_OK;
    }
    option_expected(option, expected, sizeof expected);
    return hs_fail(error, HS_BAD_USE, "--%s is %s%s, not \"%.80s\"", option->name, option->kind == OPTION_CHOICE ? "one of: " : "",
        expected, text);
}

void option_write(const struct option *option, const struct option_value *value, long base, struct hs_buffer *buffer)
{
    if (option->kind == OPTION_CHOICE)
        hs_buffer_print(buffer, "%s", option->word(value->number));
    else if (option->kind == OPTION_COUNTED)
        hs_buffer_print(buffer, "%ld", value->number + base);
    else if (option->kind == OPTION_REAL)
        hs_buffer_print(buffer, "%.9g", (double)value->real);
}

struct action option_action(const struct option *option, const struct option_value *value, long base)
{
    return (struct action){.kind = option->action,
        .number = value->number - (option->kind == OPTION_COUNTED ? base : 0),
        .amount = value->real};
}

bool option_said(const struct app *app, const struct option *option)
{
    return (!option->views || option->views & 1u << app->look.view) && (!option->said || option->said(app));
}
