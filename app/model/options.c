/* options.c – see options.h: the rows. How one is read and written stands in option_text.c. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "model/layers_make.h"
#include "model/lines.h"
#include "model/options.h"
#include "model/scores.h"
#include "model/survey.h"

/* ---------------------------------------------------------------- words */
#define WORD(name, ...) \
    static const char *name(long number) { return __VA_ARGS__; }
#define WORDS(name, ...) \
    static const char *name(long number) { static const char *const words[] = {__VA_ARGS__, NULL}; return words[number]; }

WORDS(mask_word, "none", "causal")
WORDS(digit_word, "0", "1")
WORDS(answer_word, "no", "yes")
WORDS(kept_word, "yes", "no")
WORDS(range_word, "one", "own")
WORDS(reduce_word, "largest", "mean")
WORDS(csv_word, "long", "wide")
WORDS(back_word, "page", "white", "transparent")
WORDS(text_word, "text", "outlines")
WORDS(terms_word, "features", "dimensions", "blocks")
WORDS(link_order_word, "file", "weight")
WORDS(links_word, "all", "for", "against")
WORDS(compare_word, "best-offset", "uniform", "random")
WORDS(list_word, "links", "alike", "output", "answer")
WORDS(attention_word, "self", "encoder", "decoder", "cross")
WORDS(format_word, "png", "svg", "csv", "json", "pdf", "html")
WORDS(fonts_word, "system", "fixed")
WORD(view_word, view_kind((enum view_id)number) ? view_kind((enum view_id)number)->name : NULL)
WORD(step_word, step_names[number])
WORD(theme_word, app_theme_name((enum theme_id)number))
WORD(palette_word, palette_name((enum palette)number))
WORD(scale_word, cell_scale_name((enum cell_scale)number))
WORD(rule_word, hs_link_rule_name((enum hs_link_rule)number))
WORD(sort_word, sort_name((size_t)number))
WORD(relation_word, hs_relation_name((enum hs_relation)number))
WORD(lens_word, hs_lens((size_t)number) ? hs_lens((size_t)number)->name : NULL)
WORD(pieces_word, pieces_name((enum hs_pieces)number))
WORD(pair_word, pair_name((enum hs_segments)number))
WORD(layers_word, layers_mode_name((enum layers_mode)number))

/* ---------------------------------------------------------------- what each is now */
#define VALUE(name, kind, ...) \
    static struct option_value name(const struct app *app) { return (struct option_value){.kind = __VA_ARGS__}; }
#define OF_FILE(name, what) \
    VALUE(name, number, app->picture.layers ? (long)app->picture.layers->what : 0)

/* The run whose heads are shown; the command makes it again, unless it is in a file. */
static const struct hs_learn *run_of(const struct app *app)
{
    return app->learn.shown ? learn_run(app) : NULL;
}

static const struct hs_learn_options *trained(const struct app *app)
{
    return run_of(app) && !learn_path(app) ? hs_learn_options(run_of(app)) : &app->learn.wish;
}

VALUE(heads, number, (long)app->picture.h)
VALUE(mask, number, app->picture.mask)
VALUE(sentence, number, app->picture.file ? (long)app->picture.sentence + 1 : 0)
VALUE(learn, number, run_of(app) != NULL)
VALUE(learn_sentences, number, (long)trained(app)->sentences)
VALUE(learn_hints, number, trained(app)->hints)
VALUE(learn_chance, number, trained(app)->shuffled)
VALUE(learn_stop, number, run_of(app) ? (long)(hs_learn_step_now(run_of(app)) * hs_learn_batch()) : 0)
VALUE(moment, number, run_of(app) ? (long)learn_moment(app) + 1 : 0)
VALUE(view, number, app->look.view)
VALUE(head, number, (long)app->look.head)
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
OF_FILE(layers_sort, sort)
OF_FILE(layers_reverse, sort_reversed)
VALUE(link_order, number, app->scores.by_mass)
VALUE(link_at, number, (long)app->scores.link)
VALUE(csv, number, app->files.csv_wide)
VALUE(background, number, app->files.page.back)
VALUE(crop, number, app->files.page.crop)
VALUE(heading, number, app->files.page.bare)
VALUE(legend, number, app->files.page.unkeyed)
VALUE(text, number, app->files.page.outlines)
VALUE(width_mm, real, app->files.page.mm)
VALUE(step, number, app->steps.step)
VALUE(formula, number, app->steps.card)
VALUE(contrast, number, app->steps.contrast)
VALUE(terms, number, app->steps.column)
VALUE(lens, number, (long)app->lens.wish.kind)
VALUE(renormalise, number, app->lens.wish.renormalise)
VALUE(sort, number, (long)app->lens.sort)
VALUE(reverse, number, app->lens.sort_reversed)
VALUE(list, number, app->lens.panel_list)
VALUE(compare, number, app_score_wish(app).compare)
VALUE(links, number, app->scores.filter)
VALUE(attention, number, picture_can(app, HS_CAN_LAYERS) ? (long)picture_part(app)->kind : 0)
OF_FILE(item, view.item)
OF_FILE(pieces, view.pieces)
OF_FILE(pair, view.segments)
OF_FILE(all_items, all_items)
OF_FILE(layers, mode)
OF_FILE(layer, view.layer)
VALUE(tour, number, app->talk.tour.step)
VALUE(present, number, app->window.present)
VALUE(size, number, (long)app->window.width, .second = (long)app->window.height)
VALUE(scale, real, app->window.ui_scale)

/* ---------------------------------------------------------------- those of several parts */
#define TELL(name) \
    static bool name(const struct app *app, struct hs_buffer *buffer)

static bool tell_index(const struct app *app, struct hs_buffer *buffer, bool there, size_t index)
{
    if (there)
        hs_buffer_print(buffer, "%ld", app_counted(app, index));
    return there;
}

static bool tell_text(struct hs_buffer *buffer, const char *text)
{
    if (text && text[0])
        hs_buffer_print(buffer, "%s", text);
    return text && text[0];
}

TELL(tell_learn_heads)
{
    const struct hs_learn_options *of = trained(app);
    hs_buffer_print(buffer, "%zu", of->h[0]);
    if (of->models > 1)
        hs_buffer_print(buffer, ",%zu", of->h[1]);
    return true;
}

TELL(tell_learn_relations)
{
    const char *before = "";
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        if (trained(app)->relation[r]) {
            hs_buffer_print(buffer, "%s%s", before, hs_relation_name((enum hs_relation)r));
            before = ",";
        }
    return true;
}

TELL(tell_learn_seed)
{
    return hs_buffer_print(buffer, "%llu", (unsigned long long)trained(app)->seed), true;
}

TELL(tell_learn_rate)
{
    char rate[24];
    return tell_text(buffer, learn_rate(trained(app)->rate, rate, sizeof rate));
}

TELL(tell_table_sort)
{
    return app->scores.sort >= 0 && tell_text(buffer, hs_relation_name((enum hs_relation)app->scores.sort));
}

TELL(tell_lock)
{
    bool row = tell_index(app, buffer, app->look.locked.q != ACT_NOWHERE, app->look.locked.q);
    if (row && app->look.locked.k != ACT_NOWHERE)
        hs_buffer_print(buffer, ",%ld", app_counted(app, app->look.locked.k));
    return row;
}

TELL(tell_hide_heads)
{
    size_t count = 0;
    for (size_t head = 0; head < app->picture.h; head++)
        if (app->lines.hidden[head])
            hs_buffer_print(buffer, "%s%ld", count++ ? "," : "", app_counted(app, head));
    return count > 0;
}

TELL(tell_lock_key)
{
    return tell_index(app, buffer, app->lines.locked_key != ACT_NOWHERE, app->lines.locked_key);
}

TELL(tell_zoom)
{
    const struct app_window *window = &app->look.window;
    bool part = window->row0 > 0 || window->row1 < 1 || window->col0 > 0 || window->col1 < 1;
    if (part)
        hs_buffer_print(buffer, "%.17g,%.17g,%.17g,%.17g", window->row0, window->row1, window->col0, window->col1);
    return part;
}

static bool tell_modes(const struct app *app, enum hs_head_mode mode, struct hs_buffer *buffer)
{
    size_t count = 0;
    for (size_t head = 0; head < app->picture.h; head++)
        if (app->picture.head_mode[head] == mode)
            hs_buffer_print(buffer, "%s%ld", count++ ? "," : "", app_counted(app, head));
    return count > 0;
}

TELL(tell_off)
{
    return tell_modes(app, HS_HEAD_OFF, buffer);
}

TELL(tell_uniform)
{
    return tell_modes(app, HS_HEAD_UNIFORM, buffer);
}

TELL(tell_mean)
{
    return tell_modes(app, HS_HEAD_MEAN, buffer);
}

TELL(tell_hide)
{
    size_t count = 0;
    if (app->lens.wish.hide_punctuation)
        hs_buffer_print(buffer, "%spunctuation", count++ ? "," : "");
    if (app->lens.wish.hide_first)
        hs_buffer_print(buffer, "%sfirst", count++ ? "," : "");
    for (size_t k = 0; k < hs_set_shape(app->picture.set).m && k < HS_MAX_TOKENS; k++)
        if (app->lens.wish.hide_token[k])
            hs_buffer_print(buffer, "%s%ld", count++ ? "," : "", app_counted(app, k));
    return count > 0;
}

TELL(tell_minus_head)
{
    return tell_index(app, buffer, app->lens.wish.minus == MINUS_HEAD, app->lens.wish.minus_head);
}

TELL(tell_minus_heads)
{
    bool count = app->lens.wish.minus == MINUS_COUNT;
    if (count)
        hs_buffer_print(buffer, "%zu", app->lens.wish.minus_h);
    return count;
}

TELL(tell_minus_model)
{
    bool model = app->lens.wish.minus == MINUS_KEPT && app->live.other.source;
    return model && tell_text(buffer, hs_source_info(app->live.other.source).path);
}

TELL(tell_minus_text)
{
    bool kept = app->lens.wish.minus == MINUS_KEPT && !app->live.other.source && !picture_b_unsaid(app);
    return kept && tell_text(buffer, app->lens.kept_text);
}

TELL(tell_find)
{
    return tell_text(buffer, app->look.find);
}

TELL(tell_annotated)
{
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    return tell_text(buffer, annotated ? annotated->path : NULL);
}

TELL(tell_cell)
{
    size_t layer, head;
    if (app->scores.head == ACT_NOWHERE)
        return false;
    app_score_head(app, app->scores.head, &layer, &head);
    if (picture_can(app, HS_CAN_LAYERS))
        hs_buffer_print(buffer, "%ld.", app_counted(app, layer));
    hs_buffer_print(buffer, "%ld,%s", app_counted(app, head), hs_relation_name((enum hs_relation)app->scores.relation));
    return true;
}

/* ---------------------------------------------------------------- whether a command must say it */
#define SAID(name, ...) \
    static bool name(const struct app *app) { return __VA_ARGS__; }

SAID(heads_chosen, picture_can(app, HS_CAN_HEADS))
SAID(fresh_run, run_of(app) && !learn_path(app))
SAID(other_relations, fresh_run(app) &&
    memcmp(trained(app)->relation, (struct hs_learn_options[]){hs_learn_usual()}->relation, sizeof trained(app)->relation) != 0)
SAID(stopped, fresh_run(app) && hs_learn_step_now(run_of(app)) < hs_learn_steps(run_of(app)))
SAID(hinted, fresh_run(app) && trained(app)->hints)
SAID(by_chance, fresh_run(app) && trained(app)->shuffled)
SAID(run_shown, run_of(app) != NULL)
SAID(mean, app->look.reduce == REDUCE_MEAN)
SAID(bare, !app->look.values)
SAID(sides, app->lens.wish.beside)
SAID(reversed, app->picture.layers && app->picture.layers->sort_reversed)
SAID(file_open, app->picture.layers != NULL)
SAID(table_sorted, app->scores.sort >= 0)
SAID(listed, app->scores.head != ACT_NOWHERE)
SAID(listed_by_weight, listed(app) && app->scores.by_mass)
SAID(link_chosen, listed(app) && app->scores.link > 0)
SAID(measured, app->look.view == VIEW_SPECIALISE && corpus_annotated(app->scores.corpus))
SAID(wide, app->files.csv_wide)
SAID(other_back, app->files.page.back != PAGE_BACK_THEME)
SAID(cropped, app->files.page.crop)
SAID(bare_page, app->files.page.bare)
SAID(unkeyed, app->files.page.unkeyed)
SAID(outlined, app->files.page.outlines)
SAID(sized, app->files.page.mm > 0)
SAID(explained, app->steps.card)
SAID(contrasted, app->steps.card && app->steps.contrast)
SAID(through_lens, app->lens.wish.kind != HS_LENS_WEIGHT)
SAID(renormalised, lens_hides(&app->lens.wish) && app->lens.wish.renormalise)
SAID(sorted, app->look.view != VIEW_LAYERS && (app->lens.sort != SORT_NUMBER || app->lens.sort_reversed))
SAID(sorted_back, app->look.view != VIEW_LAYERS && app->lens.sort_reversed)
SAID(pair_chosen, app->picture.layers && app->picture.layers->view.segments)
SAID(of_all, app->picture.layers && app->picture.layers->all_items)

/* ---------------------------------------------------------------- the rows */
#define IN(view) (1u << VIEW_##view)
#define DO(...) .act = {.kind = __VA_ARGS__}

static const struct option rows[OPTION_COUNT] = {
    [OPTION_HEADS] = {"heads", "N", "number of heads, a divisor of 512 (default 8)", .group = OPTION_RUN, .kind = OPTION_WHOLE,
        .least = 1, .most = HS_MAX_HEADS, .get = heads, .said = heads_chosen, .always = true, .session = "heads"},
    [OPTION_MASK] = {"mask", "M", "%s", .group = OPTION_RUN, .word = mask_word, .get = mask, .said = heads_chosen, .always = true,
        .session = "mask", .json = OPTION_JSON_WORD},
    [OPTION_SENTENCE] = {"sentence", "N", "start with the Nth sentence of the file", .group = OPTION_RUN, .kind = OPTION_WHOLE,
        .least = 1, .most = HS_MAX_SENTENCES, .get = sentence, .apart = true, .untold = "a command has the sentence itself", .session = "file"},

    [OPTION_VIEW] = {"view", "V", "%s", .group = OPTION_SHOWN, .word = view_word, .count = VIEW_COUNT, .when = OPTION_OF_LOOK,
        DO(ACT_VIEW), .get = view, .session = "view", .json = OPTION_JSON_WORD, .expected = "the name of a view"},
    [OPTION_HEAD] = {"head", "I", "the selected head", .group = OPTION_SHOWN, .kind = OPTION_COUNTED, .most = HS_MAX_HEADS,
        .when = OPTION_OF_LOOK, DO(ACT_SELECT_HEAD), .as = OPTION_AS_HEAD, .get = head, .session = "head"},
    [OPTION_LOCK] = {"lock", "Q[,K]", "lock row Q (and key K): tokens are counted like heads", .group = OPTION_SHOWN,
        .kind = OPTION_PLACE, .most = HS_MAX_TOKENS, .when = OPTION_OF_LOOK, DO(ACT_LOCK), .tell = tell_lock, .session = "lock"},
    [OPTION_STEP] = {"step", "S", "of the steps view: %s", " (input, q-turned, k-turned, attended, mlp and result are of real models, read of the built-in one)",
        OPTION_SHOWN, .word = step_word, .views = IN(STEPS), .when = OPTION_OF_LOOK, DO(ACT_STEP), .get = step, .session = "step",
        .json = OPTION_JSON_WORD, .expected = "the name of a step"},
    [OPTION_COLUMN] = {"column", "N", "the value looked at: this column of the step, in the locked row", .group = OPTION_SHOWN,
        .kind = OPTION_COUNTED, .most = HS_MAX_D_MODEL, .views = IN(STEPS), .when = OPTION_OF_LOOK, DO(ACT_STEP_AT),
        .untold = "--lock, --dimension and --model-dimension say it"},
    [OPTION_DIMENSION] = {"dimension", "N", "of the steps view: the column marked in matrices of d_k columns", .group = OPTION_SHOWN,
        .kind = OPTION_COUNTED, .most = HS_MAX_D_MODEL, .views = IN(STEPS), .when = OPTION_LAST, DO(ACT_STEP_DIMENSION), .get = dimension},
    [OPTION_MODEL_DIMENSION] = {"model-dimension", "N", "of the steps view: the same in those of d_model columns", .group = OPTION_SHOWN,
        .kind = OPTION_COUNTED, .most = HS_MAX_D_MODEL, .views = IN(STEPS), .when = OPTION_LAST, DO(ACT_STEP_MODEL_DIMENSION),
        .get = model_dimension},
    [OPTION_FORMULA] = {"formula", NULL, "open that value's formula", .group = OPTION_SHOWN, .kind = OPTION_FLAG, .views = IN(STEPS),
        .when = OPTION_OF_LOOK, DO(ACT_STEP_CARD), .get = formula, .said = explained},
    [OPTION_CONTRAST] = {"contrast", NULL, "a score against the mean key of its row", .group = OPTION_SHOWN, .kind = OPTION_FLAG,
        .views = IN(STEPS), .when = OPTION_OF_LOOK, DO(ACT_STEP_CONTRAST), .get = contrast, .said = contrasted},
    [OPTION_TERMS] = {"terms", "T", "what the formula of a score lists first: %s", .group = OPTION_SHOWN, .word = terms_word,
        .views = IN(STEPS), .when = OPTION_OF_LOOK, DO(ACT_STEP_COLUMN), .get = terms, .said = explained},
    [OPTION_ZOOM] = {"zoom", "R0,R1,C0,C1", "of the head view: the rows and columns from and to, fractions of 1", .group = OPTION_SHOWN,
        .kind = OPTION_PARTS, .views = IN(HEAD), .when = OPTION_OF_LOOK, DO(ACT_ZOOM_TO), .tell = tell_zoom, .apart = true, .session = "zoom"},
    [OPTION_QUERIES] = {"queries", "A-B", "of the head view: only these queries, tokens counted like heads", .group = OPTION_SHOWN,
        .kind = OPTION_PARTS, .views = IN(HEAD), .untold = "--zoom says it"},
    [OPTION_KEYS] = {"keys", "A-B", "of the head view: only these keys", .group = OPTION_SHOWN, .kind = OPTION_PARTS, .views = IN(HEAD),
        .untold = "--zoom says it"},
    [OPTION_RULE] = {"rule", "R", "of the lines view: links are chosen by %s (see --amount)",
        ": of each row the heaviest that hold a share of it, those of a least weight, or the heaviest few", OPTION_SHOWN, .word = rule_word,
        .count = HS_LINKS_TOP + 1, .views = IN(LINES), .when = OPTION_LAST, DO(ACT_LINES_RULE), .get = rule, .session = "lines"},
    [OPTION_AMOUNT] = {"amount", "A", "what the rule keeps: a share of each row, a least weight, or links a row",
        ": both from 0.01 to 1, or 1 to 20 links", OPTION_SHOWN, OPTION_REAL, .from = 0.01f, .to = LINES_MOST_TOP, .views = IN(LINES),
        .when = OPTION_LAST, DO(ACT_LINES_AMOUNT), .get = amount, .session = "lines"},
    [OPTION_HIDE_HEADS] = {"hide-heads", "LIST", "of the lines view: heads whose links are not drawn", .group = OPTION_SHOWN,
        .kind = OPTION_PARTS, .views = IN(LINES), .when = OPTION_OF_LENS, .tell = tell_hide_heads, .session = "lines"},
    [OPTION_LOCK_KEY] = {"lock-key", "K", "of the lines view: the links to this key alone", .group = OPTION_SHOWN, .kind = OPTION_COUNTED,
        .most = HS_MAX_TOKENS, .views = IN(LINES), .when = OPTION_OF_LOOK, DO(ACT_LINES_LOCK, .q = ACT_NOWHERE), .as = OPTION_AS_KEY,
        .tell = tell_lock_key},
    [OPTION_SIZE] = {"size", "WxH", "window or page in logical pixels (default 1280x800)", .group = OPTION_SHOWN, .kind = OPTION_SIDES,
        .when = OPTION_OF_LOOK, DO(ACT_RESIZE), .get = size, .apart = true, .untold = "of an export it is the page's (desk/command.c)"},
    [OPTION_SCALE] = {"scale", "S", "device pixels per logical pixel: 0.5 to 4", .group = OPTION_SHOWN, .kind = OPTION_REAL,
        .from = 0.5f, .to = 4, .get = scale, .apart = true, .untold = "of an export it is the page's (desk/command.c)"},
    [OPTION_TOUR] = {"tour", "N", "the guided tour, or the lesson that is opened, from step N", "; with --export the window at that stop",
        OPTION_SHOWN, OPTION_WHOLE, .least = 1, .most = LESSON_MOST_STEPS, .when = OPTION_OF_LOOK, DO(ACT_TOUR), .get = tour, .apart = true,
        .untold = "the command of a stop is one of its own (desk/command.c)"},
    [OPTION_PRESENT] = {"present", NULL, "presenter mode: one view in large type, no panels", .group = OPTION_SHOWN, .kind = OPTION_FLAG,
        .when = OPTION_OF_LOOK, DO(ACT_PRESENT), .get = present, .untold = "a page is the same; the command of a stop of the tour says it"},
    [OPTION_RESUME] = {"resume", NULL, "the session that the program was left with", .group = OPTION_SHOWN, .kind = OPTION_FLAG,
        .untold = "it opens something"},

    [OPTION_COUNT_FROM] = {"count-from", "0|1", "how heads and tokens are counted: %s (default 1)", .group = OPTION_LOOK,
        .word = digit_word, .when = OPTION_LAST, DO(ACT_ONE_BASED), .get = count_from, .setting = "count_from", .session = "count_from",
        .json = OPTION_JSON_DIGIT},
    [OPTION_THEME] = {"theme", "T", "%s", .group = OPTION_LOOK, .word = theme_word, .count = THEME_COUNT, .former = "high contrast",
        .when = OPTION_LAST,
        DO(ACT_THEME), .get = theme, .setting = "theme"},
    /* the diverging palette is for numbers with a sign only, and not chosen */
    [OPTION_PALETTE] = {"palette", "P", "%s", .group = OPTION_LOOK, .word = palette_word, .count = PALETTE_DIVERGING, .when = OPTION_LAST,
        DO(ACT_PALETTE), .get = palette, .setting = "palette", .session = "palette", .json = OPTION_JSON_WORD,
        .expected = "the name of a palette"},
    [OPTION_CELLS] = {"cells", "S", "scale of the cells: %s", .group = OPTION_LOOK, .word = scale_word, .count = SCALE_COUNT,
        .when = OPTION_LAST, DO(ACT_SCALE), .get = cells, .setting = "cells", .session = "scale", .json = OPTION_JSON_WORD,
        .expected = "the name of a colour scale"},
    [OPTION_RANGE] = {"range", "R", "one colour range for all heads, or each its own: %s", .group = OPTION_LOOK, .word = range_word,
        .when = OPTION_LAST, DO(ACT_RANGE_PER_HEAD), .get = range, .session = "range", .json = OPTION_JSON_WORD},
    [OPTION_REDUCE] = {"reduce", "R", "of several cells a pixel the %s", .group = OPTION_LOOK, .word = reduce_word, .when = OPTION_LAST,
        DO(ACT_REDUCE), .get = reduce, .said = mean, .session = "reduce", .json = OPTION_JSON_WORD},
    [OPTION_VALUES] = {"values", "V", "numbers in cells that have room for them: %s (default yes)", .group = OPTION_LOOK,
        .word = answer_word, .when = OPTION_LAST, DO(ACT_VALUES), .get = values, .said = bare, .session = "values",
        .json = OPTION_JSON_BOOL},

    [OPTION_LENS] = {"lens", "L", "what a cell stands for: %s (a, a·‖v‖, a·‖v Wᴼ‖, before softmax)",
        "; v is the key's value vector, Wᴼ the output projection",
        OPTION_WEIGHTS, .word = lens_word, .when = OPTION_OF_LENS, DO(ACT_LENS), .get = lens, .said = through_lens, .session = "lens",
        .json = OPTION_JSON_WORD, .expected = "the name of a lens"},
    [OPTION_HEAD_OFF] = {"head-off", "LIST", "heads that give nothing to the output: numbers with commas", .group = OPTION_WEIGHTS,
        .kind = OPTION_PARTS, .when = OPTION_OF_LENS, .tell = tell_off, .session = "head_modes"},
    [OPTION_HEAD_UNIFORM] = {"head-uniform", "LIST", "heads that weigh all keys alike", .group = OPTION_WEIGHTS, .kind = OPTION_PARTS,
        .when = OPTION_OF_LENS, .tell = tell_uniform, .session = "head_modes"},
    [OPTION_HEAD_MEAN] = {"head-mean", "LIST", "heads that use the mean weights of all heads", .group = OPTION_WEIGHTS,
        .kind = OPTION_PARTS, .when = OPTION_OF_LENS, .tell = tell_mean, .session = "head_modes"},
    [OPTION_HIDE] = {"hide", "LIST", "leave keys out: punctuation, first, or numbers of tokens, with commas",
        " between, out of pictures and statistics of all views but Steps, Specialise and Learn", OPTION_WEIGHTS, OPTION_PARTS,
        .when = OPTION_OF_LENS, .tell = tell_hide, .session = "hide"},
    [OPTION_RENORMALISE] = {"renormalise", NULL, "rows with hidden keys sum to 1 again", .group = OPTION_WEIGHTS, .kind = OPTION_FLAG,
        .when = OPTION_OF_LENS, DO(ACT_RENORMALISE), .get = renormalise, .said = renormalised, .session = "hide"},
    [OPTION_MINUS_HEAD] = {"minus-head", "I", "every head minus head I", .group = OPTION_WEIGHTS, .kind = OPTION_COUNTED,
        .most = HS_MAX_HEADS, .when = OPTION_OF_LENS, DO(ACT_MINUS, .number = MINUS_HEAD), .as = OPTION_AS_HEAD, .tell = tell_minus_head,
        .session = "minus"},
    [OPTION_MINUS_HEADS] = {"minus-heads", "N", "every head minus the one in its place with N heads", .group = OPTION_WEIGHTS,
        .kind = OPTION_WHOLE, .least = 1, .most = HS_MAX_HEADS, .when = OPTION_OF_LENS, DO(ACT_MINUS, .number = MINUS_COUNT),
        .as = OPTION_AS_HEAD, .tell = tell_minus_heads, .session = "minus"},
    [OPTION_MINUS_TEXT] = {"minus-text", "TEXT", "every head minus the one in its place for this sentence", ", tokens aligned by least edits",
        OPTION_WEIGHTS, OPTION_WORDS, .when = OPTION_OF_LENS, DO(ACT_KEEP), .tell = tell_minus_text, .session = "minus"},
    [OPTION_MINUS_MODEL] = {"minus-model", "DIR", "of a model: every head minus the one in its place of this other model (a folder)",
        ", which must cut the text into the same tokens and have as many layers and heads", OPTION_WEIGHTS, OPTION_WORDS,
        .when = OPTION_OF_LENS, DO(ACT_MINUS_MODEL), .tell = tell_minus_model, .session = "minus"},
    [OPTION_BESIDE] = {"beside", NULL, "of the head view: the two sides of a difference beside it", .group = OPTION_WEIGHTS,
        .kind = OPTION_FLAG, .views = IN(HEAD), .when = OPTION_LAST, DO(ACT_BESIDE), .get = beside, .said = sides, .session = "beside",
        .json = OPTION_JSON_BOOL},
    [OPTION_SORT] = {"sort", "S", "order of the heads: %s; the largest first", .group = OPTION_WEIGHTS, .word = sort_word,
        .when = OPTION_OF_LENS, DO(ACT_SORT), .get = sort, .said = sorted, .session = "sort"},
    [OPTION_REVERSE] = {"reverse", NULL, "the other way round", .group = OPTION_WEIGHTS, .kind = OPTION_FLAG, .when = OPTION_OF_LENS,
        DO(ACT_SORT_ORDER), .get = reverse, .said = sorted_back, .session = "sort"},
    [OPTION_FIND] = {"find", "TEXT", "mark the tokens that hold it", .group = OPTION_WEIGHTS, .kind = OPTION_WORDS, .when = OPTION_OF_LENS,
        DO(ACT_FIND), .tell = tell_find},
    [OPTION_LIST] = {"list", "L", "print as CSV %s: the selected head's strongest links, heads like it, how the output changes by heads that are not on, a model's ten likeliest tokens",
        .group = OPTION_WEIGHTS, .word = list_word, .count = PANEL_LIST_COUNT, .get = list, .job = true, .untold = "only the window shows it"},

    [OPTION_ANNOTATED] = {"annotated", "FILE", "measure on these annotated sentences (JSON)", .group = OPTION_SCORES, .kind = OPTION_WORDS,
        .when = OPTION_OF_LENS, DO(ACT_ANNOTATED), .tell = tell_annotated, .said = measured, .always = true},
    [OPTION_COMPARE] = {"compare", "B", "count margins from %s", .group = OPTION_SCORES, .word = compare_word, .views = IN(SPECIALISE),
        .when = OPTION_OF_LENS, DO(ACT_BASELINE), .get = compare, .said = measured, .always = true},
    [OPTION_CELL] = {"cell", "HEAD,REL", "list the links of that head and relation: subj, obj, loct, ana, rel, mod, pobj, aux or prev",
        ", for example 2,obj; of a model LAYER.HEAD,REL", OPTION_SCORES, OPTION_PARTS, .views = IN(SPECIALISE), .when = OPTION_OF_LENS,
        .tell = tell_cell},
    [OPTION_LINKS] = {"links", "L", "of them %s the head", .group = OPTION_SCORES, .word = links_word, .views = IN(SPECIALISE),
        .when = OPTION_OF_LENS, DO(ACT_LINK_FILTER), .get = links, .said = listed, .apart = true},
    [OPTION_LINK_ORDER] = {"link-order", "O", "their order: %s, the largest first", .group = OPTION_SCORES, .word = link_order_word,
        .views = IN(SPECIALISE), .when = OPTION_LAST, DO(ACT_LINK_ORDER), .get = link_order, .said = listed_by_weight},
    [OPTION_LINK] = {"link", "N", "the Nth of them is selected", .group = OPTION_SCORES, .kind = OPTION_COUNTED, .most = 1000000,
        .views = IN(SPECIALISE), .when = OPTION_LAST, DO(ACT_LINK_SELECT), .get = link_at, .said = link_chosen},
    [OPTION_TABLE_SORT] = {"table-sort", "REL", "the head that finds most of this relation first", ": %s", OPTION_SCORES, .word = relation_word,
        .count = HS_RELATION_COUNT, .views = IN(SPECIALISE), .when = OPTION_LAST, DO(ACT_SCORE_SORT), .tell = tell_table_sort,
        .said = table_sorted},

    [OPTION_ATTENTION] = {"attention", "K", "which one of the file: %s", .group = OPTION_FILE, .word = attention_word, .when = OPTION_OF_FILE,
        .get = attention, .said = file_open, .always = true, .apart = true, .session = "dump"},
    [OPTION_ITEM] = {"item", "N", "item of the batch", .group = OPTION_FILE, .kind = OPTION_COUNTED, .most = HS_DUMP_MAX_BATCH,
        .when = OPTION_OF_FILE, DO(ACT_ITEM), .get = item, .said = file_open, .apart = true, .session = "dump"},
    [OPTION_PIECES] = {"pieces", "P", "%s (pieces merged)", .group = OPTION_FILE, .word = pieces_word, .count = HS_PIECES_COUNT,
        .when = OPTION_OF_FILE, DO(ACT_PIECES), .get = pieces, .said = file_open, .apart = true, .session = "dump"},
    [OPTION_PAIR] = {"pair", "P", "of two sentences: %s", .group = OPTION_FILE, .word = pair_word, .count = HS_SEGMENTS_COUNT,
        .when = OPTION_OF_FILE, DO(ACT_PAIR), .get = pair, .said = pair_chosen, .always = true, .apart = true, .session = "dump"},
    [OPTION_ALL_ITEMS] = {"all-items", NULL, "figures over the rows of all items: --stats, and --view layers", ", whose thumbnails are means over them",
        OPTION_FILE, OPTION_FLAG, .when = OPTION_OF_FILE, DO(ACT_ALL_ITEMS), .get = all_items, .said = of_all, .session = "dump"},
    [OPTION_LAYERS] = {"layers", "L", "the layers view as %s", .group = OPTION_FILE, .word = layers_word, .count = LAYERS_MODE_COUNT,
        .when = OPTION_OF_FILE, DO(ACT_LAYERS_MODE), .get = layers, .said = file_open, .apart = true, .session = "dump"},
    [OPTION_LAYER] = {"layer", "N", "the layer whose heads are shown; with --head one head of it", .group = OPTION_FILE,
        .kind = OPTION_COUNTED, .most = HS_DUMP_MAX_LAYERS, .when = OPTION_OF_FILE, DO(ACT_LAYER), .get = layer, .said = file_open,
        .apart = true, .session = "dump"},
    [OPTION_LAYERS_SORT] = {"layers-sort", "S", "figure of the layers view, which its table is sorted by: %s", .group = OPTION_FILE,
        .word = sort_word, .views = IN(LAYERS), .when = OPTION_LAST, DO(ACT_LAYERS_SORT), .get = layers_sort, .said = file_open,
        .apart = true, .session = "dump"},
    [OPTION_LAYERS_REVERSE] = {"layers-reverse", NULL, "that table the other way round", .group = OPTION_FILE, .kind = OPTION_FLAG,
        .views = IN(LAYERS), .when = OPTION_LAST, DO(ACT_LAYERS_REVERSE), .get = layers_reverse, .said = reversed, .session = "dump"},
    [OPTION_MINUS_FILE] = {"minus-file", "FILE", "every head minus the one in its place of this other file",
        .group = OPTION_FILE, .kind = OPTION_WORDS, .when = OPTION_OF_FILE, .untold = "picture B may be another file's that was opened and kept"},

    [OPTION_LEARN] = {"learn", NULL, "train, beside the window or, with a job, before it", ": a layer from random weights, with its progress on standard error",
        OPTION_TRAINING, OPTION_FLAG, .get = learn, .said = fresh_run, .session = "learn"},
    [OPTION_LEARN_HEADS] = {"learn-heads", "A,B", "heads of the models side by side, or of one: 1, 2, 4, 8, 16 or 32 (default 1,8)",
        .group = OPTION_TRAINING, .kind = OPTION_PARTS, .tell = tell_learn_heads, .said = fresh_run, .session = "learn"},
    [OPTION_LEARN_SENTENCES] = {"learn-sentences", "N", "sentences of the run (default 50000)", .group = OPTION_TRAINING,
        .kind = OPTION_WHOLE, .least = HS_LEARN_LEAST, .most = HS_LEARN_MOST, .get = learn_sentences, .said = fresh_run, .apart = true,
        .session = "learn"},
    [OPTION_LEARN_RELATIONS] = {"learn-relations", "L", "asked for, of subj, obj, loct, ana, rel, mod, pobj, aux (default the first four)",
        .group = OPTION_TRAINING, .kind = OPTION_PARTS, .tell = tell_learn_relations, .said = other_relations, .session = "learn"},
    [OPTION_LEARN_HINTS] = {"learn-hints", NULL, "heads see what the built-in rules guess, too", .group = OPTION_TRAINING,
        .kind = OPTION_FLAG, .get = learn_hints, .said = hinted, .session = "learn"},
    [OPTION_LEARN_CHANCE] = {"learn-chance", NULL, "a control: answers by chance", .group = OPTION_TRAINING, .kind = OPTION_FLAG,
        .get = learn_chance, .said = by_chance, .session = "learn"},
    [OPTION_LEARN_SEED] = {"learn-seed", "N", "of weights and sentences (default 1)", .group = OPTION_TRAINING, .kind = OPTION_WHOLE,
        .most = LONG_MAX, .tell = tell_learn_seed, .said = fresh_run, .session = "learn"},
    [OPTION_LEARN_RATE] = {"learn-rate", "R", "the largest learning rate (default 0.005)", .group = OPTION_TRAINING, .kind = OPTION_PARTS,
        .tell = tell_learn_rate, .said = fresh_run, .session = "learn"},
    [OPTION_LEARN_STOP] = {"learn-stop", "N", "stop the run after N of them", .group = OPTION_TRAINING, .kind = OPTION_WHOLE,
        .most = HS_LEARN_MOST, .get = learn_stop, .said = stopped},
    [OPTION_MOMENT] = {"moment", "N", "the moment that is shown, from 1 (default the last)", .group = OPTION_TRAINING,
        .kind = OPTION_WHOLE, .least = 1, .most = HS_LEARN_MOMENTS, .get = moment, .said = run_shown, .always = true, .session = "learn"},
    [OPTION_SAVE_RUN] = {"save-run", "OUT", "write the run to OUT.safetensors, which opens like any file", .group = OPTION_TRAINING,
        .kind = OPTION_WORDS, .untold = "it writes a file"},

    [OPTION_EXPORT] = {"export", "OUT", "write the view to OUT.png, .svg, .pdf, .html, .csv or .json; - is standard output",
        "; .html is one file for a browser: all layers and heads, with nothing to be loaded", OPTION_JOB, OPTION_WORDS, .job = true,
        .untold = "it names the file"},
    [OPTION_FORMAT] = {"format", "F", "%s, when OUT is - (default png)", .group = OPTION_JOB, .word = format_word, .untold = "it names the file"},
    [OPTION_SHEET] = {"sheet", NULL, "export all heads on one sheet", ", with their token labels", OPTION_JOB, OPTION_FLAG,
        .untold = "it is the export's (desk/command.c)"},
    [OPTION_CSV] = {"csv", "F", "weights as CSV, %s: a line a cell, or a line a query and a column a key", ", named after its token", OPTION_JOB,
        .word = csv_word, .when = OPTION_LAST, DO(ACT_CSV_WIDE), .get = csv, .said = wide},
    [OPTION_ABOUT] = {"about", "OUT", "beside --export, as JSON: what is shown and how, and the command that makes it again", .group = OPTION_JOB,
        .kind = OPTION_WORDS, .untold = "it names the file"},
    [OPTION_JSON] = {"json", "OUT", "write tokens, weights and statistics as JSON; - is standard output", .group = OPTION_JOB,
        .kind = OPTION_WORDS, .job = true, .untold = "it names the file"},
    [OPTION_STATS] = {"stats", "OUT", "write every head's statistics as CSV; - is standard output", .group = OPTION_JOB, .kind = OPTION_WORDS,
        .job = true, .untold = "it names the file"},
    [OPTION_DUMP] = {"dump", "OUT", "of a model: write the attention of all layers for the text, or each sentence of a file, to OUT.safetensors",
        .group = OPTION_JOB, .kind = OPTION_WORDS, .job = true, .untold = "it names the file"},
    [OPTION_EVALUATE] = {"evaluate", "FILE", "measure the heads on annotated sentences (JSON) and print a line for each relation; with an attention file, which holds their words, or a model the best head for each",
        .group = OPTION_JOB, .kind = OPTION_WORDS, .job = true, .untold = "it is done without a picture"},
    [OPTION_CHECK] = {"check", "FILE", "go through a lesson, print a line for each step, and say what does not hold",
        ", with file, line and reason; the exit status is 1 then", OPTION_JOB, OPTION_WORDS, .job = true, .untold = "it is done without a picture"},
    [OPTION_SCRIPT] = {"script", "FILE", "drive the program from a script", .group = OPTION_JOB, .kind = OPTION_WORDS, .job = true,
        .untold = "what it did is in the picture"},
    [OPTION_FORCE] = {"force", NULL, "replace a file that exists already; without it such a file stays and that is an error", .group = OPTION_JOB,
        .kind = OPTION_FLAG, .untold = "whoever runs it decides"},

    [OPTION_BACKGROUND] = {"background", "B", "%s (white in a light theme)", ": the theme's, white whatever the theme, or none", OPTION_PAGE,
        .word = back_word, .count = PAGE_BACK_COUNT, .when = OPTION_LAST, DO(ACT_PAGE_BACK), .get = background, .said = other_back},
    [OPTION_CROP] = {"crop", NULL, "cut to what is drawn", .group = OPTION_PAGE, .kind = OPTION_FLAG, .when = OPTION_LAST,
        DO(ACT_PAGE_CROP), .get = crop, .said = cropped},
    [OPTION_HEADING] = {"heading", "H", "sentence, settings, locked cell and source on it: %s", .group = OPTION_PAGE, .word = kept_word,
        .when = OPTION_LAST, DO(ACT_PAGE_BARE), .get = heading, .said = bare_page, .reading = "page-heading"},
    [OPTION_LEGEND] = {"legend", "L", "colour bar on it: %s", .group = OPTION_PAGE, .word = kept_word, .when = OPTION_LAST,
        DO(ACT_PAGE_UNKEYED), .get = legend, .said = unkeyed},
    [OPTION_TEXT] = {"text", "T", "in SVG and PDF, %s: outlines look the same everywhere", ", text can be searched (a PDF has its fonts in it, an SVG names them)",
        OPTION_PAGE, .word = text_word, .when = OPTION_LAST, DO(ACT_PAGE_OUTLINES), .get = text, .said = outlined, .reading = "page-text"},
    [OPTION_WIDTH_MM] = {"width-mm", "MM", "its width in millimetres: text and lines grow and shrink with it",
        ", so choose --size for how much stands on it", OPTION_PAGE, OPTION_REAL, .from = 5, .to = 5000, .when = OPTION_LAST,
        DO(ACT_PAGE_WIDTH), .get = width_mm, .said = sized},

    [OPTION_FONTS] = {"fonts", "F", "%s: fixed is a built-in stand-in for all fonts, for pictures that are equal on every machine",
        .group = OPTION_PROGRAM, .word = fonts_word, .untold = "of the machine"},
    [OPTION_ASSETS] = {"assets", "FOLDER", "where lexicon.json lies (default: found beside the program)", .group = OPTION_PROGRAM,
        .kind = OPTION_WORDS, .untold = "of the machine"},
    [OPTION_VERSION] = {"version", NULL, "print the version and exit", .group = OPTION_PROGRAM, .kind = OPTION_FLAG, .untold = "nothing is shown"},
    [OPTION_HELP] = {"help", NULL, "print all options and exit (-h, too)", .group = OPTION_PROGRAM, .kind = OPTION_FLAG, .untold = "nothing is shown"},
};

const struct option *option_get(enum option_id id)
{
    return &rows[id];
}

const char *option_word(enum option_id id, long number)
{
    return rows[id].word(number);
}

const char *option_group_title(enum option_group group)
{
    static const char *const titles[OPTION_GROUPS] = {"What is run", "What is shown", "How it is shown", "What Grid and Head show of it",
        "What the heads specialise in (--view specialise)", "Attention of any model, from a FILE that ends in .safetensors or .npy, or a model",
        "Learning from random weights", "Without a window", "The page of --export", "The program"};
    return titles[group];
}
