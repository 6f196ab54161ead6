/* scores.c – follows the measurement of the heads on annotated sentences and the user's choices in
 * the Specialise view: the part of app_try() for it. The counting is the engine's; here are only
 * which file, which cell, which order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apply.h"
#include "views/specialise.h"

/* A measurement that ends within this is in the same picture as the keystroke that asked for it;
 * a longer one goes on beside the frames. */
#define PATIENCE_MS 12

/* ---------------------------------------------------------------- the table and the list */
struct ranked {
    double value;
    size_t index;
};

static int larger_first(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->index > b->index) - (a->index < b->index);
}

const struct hs_relation_score *app_relation_score(
    const struct app *app, size_t head, size_t relation)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    return &hs_measure_scores(result->measure)[head * HS_RELATION_COUNT + relation];
}

double app_compare_share(const struct app *app, size_t head, size_t relation)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    if (!result->baseline)
        return app_relation_score(app, head, relation)->baseline;
    const struct hs_relation_score *score =
        &hs_measure_scores(result->baseline)[head * HS_RELATION_COUNT + relation];
    return score->eligible ? (double)score->hits / (double)score->eligible : 0;
}

static void order_rows(struct app *app)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    size_t h = result->of.h;
    struct ranked *ranked = malloc(h * sizeof *ranked);
    size_t *row = realloc(app->scores.row, h * sizeof *row);
    if (row)
        app->scores.row = row;
    for (size_t head = 0; ranked && row && head < h; head++) {
        ranked[head] = (struct ranked){-(double)head, head};
        if (app->scores.sort != SCORES_BY_NUMBER)
            ranked[head].value =
                (double)app_relation_score(app, head, (size_t)app->scores.sort)->hits;
    }
    if (ranked && row)
        qsort(ranked, h, sizeof *ranked, larger_first);
    for (size_t i = 0; row && i < h; i++)
        row[i] = ranked ? ranked[i].index : i;
    free(ranked);
}

static bool wanted_link(enum link_filter filter, double share)
{
    return filter == LINKS_ALL || (filter == LINKS_FOR && share > 0.5) ||
           (filter == LINKS_AGAINST && share <= 0.5);
}

static void list_links(struct app *app)
{
    struct scores *scores = &app->scores;
    const struct corpus_result *result = corpus_result(scores->corpus);
    struct hs_link_result link;
    enum hs_relation relation = (enum hs_relation)scores->relation;
    scores->listed_count = scores->hits = scores->misses = 0;
    if (scores->head == ACT_NOWHERE || !result || scores->head >= result->of.h)
        return;
    size_t links = hs_measure_links(result->measure, relation);
    struct ranked *ranked = malloc((links ? links : 1) * sizeof *ranked);
    size_t *listed = realloc(scores->listed, (links ? links : 1) * sizeof *listed), count = 0;
    if (listed)
        scores->listed = listed;
    for (size_t i = 0; ranked && listed && i < links; i++) {
        hs_measure_link(result->measure, scores->head, relation, i, &link);
        scores->hits += link.share >= 1;
        scores->misses += link.share <= 0;
        if (wanted_link(scores->filter, link.share))
            ranked[count++] = (struct ranked){scores->by_mass ? link.mass : 0, i};
    }
    if (ranked && listed)
        qsort(ranked, count, sizeof *ranked, larger_first);
    for (size_t i = 0; ranked && listed && i < count; i++)
        listed[i] = ranked[i].index;
    scores->listed_count = ranked && listed ? count : 0;
    if (scores->link >= scores->listed_count)
        scores->link = 0;
    free(ranked);
}

/* ---------------------------------------------------------------- following the model */
static bool find_bundled(const struct app *app, char *path, size_t room)
{
    return app->samples_folder[0] &&
           snprintf(path, room, "%s/annotated.json", app->samples_folder) < (int)room;
}

static enum hs_status need_corpus(struct app *app, struct hs_error *error)
{
    if (!app->scores.corpus) {
        app->scores.corpus = corpus_new(app->preset);
        if (!app->scores.corpus)
            return app_fail(error, HS_NO_MEMORY, "no memory left to measure the heads");
        corpus_set_wake(app->scores.corpus, app->wake, app->platform);
    }
    return HS_OK;
}

static void open_bundled(struct app *app)
{
    char path[APP_PATH_ROOM];
    struct hs_error error = {HS_OK, ""};
    app->scores.file_tried = true;
    if (!find_bundled(app, path, sizeof path) || need_corpus(app, &error) ||
        !corpus_open(app->scores.corpus, path, &error))
        return;
    if (app->view == VIEW_SPECIALISE)
        app_say(app, MESSAGE_ERROR, "%s", error.message);
}

void scores_follow(struct app *app)
{
    struct scores *scores = &app->scores;
    struct corpus_wish wish = {app->h, app->mask, scores->compare};
    struct hs_error error = {HS_OK, ""};
    bool fresh = false;
    if (app->dump) /* the annotated sentences are measured with the live model */
        return;
    scores->wanted |= app->view == VIEW_SPECIALISE;
    if (!scores->file_tried && !corpus_annotated(scores->corpus) &&
        (scores->wanted || app->view == VIEW_COMPARE))
        open_bundled(app);
    if (!scores->wanted || !corpus_annotated(scores->corpus))
        return;
    if (corpus_follow(scores->corpus, &wish, app->headless ? -1 : PATIENCE_MS, &fresh, &error))
        app_say(app, MESSAGE_ERROR, "%s", error.message);
    if (!fresh)
        return;
    if (scores->head != ACT_NOWHERE && scores->head >= app->h)
        scores->head = ACT_NOWHERE;
    order_rows(app);
    list_links(app);
}

void app_waking_changed(struct app *app)
{
    if (app->scores.corpus)
        corpus_set_wake(app->scores.corpus, app->wake, app->platform);
    if (app->dump && app->dump->work)
        dump_work_listen(app->dump->work, app->wake, app->platform);
}

void scores_drop(struct scores *scores)
{
    corpus_drop(scores->corpus);
    free(scores->row);
    free(scores->listed);
}

const struct hs_verdict *app_verdict(const struct app *app, size_t head)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    bool current = result && !app->dump && result->of.h == app->h && result->of.mask == app->mask;
    return current && head < app->h ? &result->verdicts[head] : NULL;
}

const struct hs_annotated_sentence *app_annotation(const struct app *app)
{
    return hs_annotated_find(
        corpus_annotated(app->scores.corpus), hs_set_tokens(app->set, HS_QUERY));
}

/* ---------------------------------------------------------------- opening a sentence */
/* The tokens as a text that splits into them again: with the blanks of print, else one between all.
 */
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

static enum hs_status show_link(
    struct app *app, const struct hs_link_result *link, struct hs_error *error)
{
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    const struct hs_annotated_sentence *sentence = &annotated->sentence[link->sentence];
    char *text = malloc(APP_TEXT_ROOM);
    if (!text)
        return app_fail(error, HS_NO_MEMORY, "no memory left to open the sentence");
    bool good = sentence_text(sentence->tokens, true, text, APP_TEXT_ROOM) &&
                splits_alike(text, sentence->tokens);
    if (!good)
        good = sentence_text(sentence->tokens, false, text, APP_TEXT_ROOM) &&
               splits_alike(text, sentence->tokens);
    enum hs_status status = HS_OK;
    if (!good)
        status = app_fail(error, HS_BAD_INPUT,
            "%s: sentence %zu: typed as a text it splits into other tokens than the file gives, so "
            "its row would not be the one that was counted",
            annotated->path, link->sentence + 1);
    struct action plain = {.kind = ACT_LENS_RESET}, head = {.kind = ACT_VIEW, .number = VIEW_HEAD};
    if (!status)
        status = app_try(app, &(struct action){.kind = ACT_TEXT, .text = text}, error);
    if (!status)
        status = app_try(app, &plain, error); /* the row is shown as it was counted */
    if (!status)
        status = app_try(app, &head, error);
    free(text);
    if (status)
        return status;
    app->head = app->scores.head;
    app->locked =
        (struct app_cell){ACT_NOWHERE, link->from, link->to ? link->to[0] : link->previous};
    return HS_OK;
}

static enum hs_status open_link(struct app *app, long number, struct hs_error *error)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    struct hs_link_result link;
    if (number < 0)
        number = (long)app->scores.link;
    if (!result || (size_t)number >= app->scores.listed_count ||
        !hs_measure_link(result->measure, app->scores.head, (enum hs_relation)app->scores.relation,
            app->scores.listed[number], &link))
        return app_fail(error, HS_BAD_USE, "choose a cell of the table first, then a sentence");
    app->scores.link = (size_t)number;
    return show_link(app, &link, error);
}

/* ---------------------------------------------------------------- actions */
static enum hs_status choose_cell(
    struct app *app, size_t head, size_t relation, struct hs_error *error)
{
    struct scores *scores = &app->scores;
    if (head != ACT_NOWHERE && (head >= app->h || relation >= HS_RELATION_COUNT))
        return app_fail(error, HS_BAD_USE, "there is no head %ld or no relation %zu",
            app_counted(app, head), relation);
    bool again = head == scores->head && relation == scores->relation;
    scores->head = again ? ACT_NOWHERE : head;
    scores->relation = relation;
    scores->link = 0;
    if (head != ACT_NOWHERE)
        app->head = head;
    list_links(app);
    return HS_OK;
}

static size_t row_of(const struct app *app, size_t head, size_t h)
{
    for (size_t i = 0; i < h; i++)
        if (app->scores.row[i] == head)
            return i;
    return 0;
}

static enum hs_status step_cell(struct app *app, float dx, float dy, struct hs_error *error)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    struct scores *scores = &app->scores;
    if (!result || !scores->row)
        return HS_OK;
    if (scores->head == ACT_NOWHERE)
        return choose_cell(app, app->head < result->of.h ? app->head : 0, scores->relation, error);
    float row = (float)row_of(app, scores->head, result->of.h) + dy,
          relation = (float)scores->relation + dx;
    if (row < 0 || row >= (float)result->of.h || relation < 0 ||
        relation >= (float)HS_RELATION_COUNT)
        return HS_OK;
    float height = specialise_row_height(app);
    ui_scroll_to(app->ui, "score rows", row * height, height);
    return choose_cell(app, scores->row[(size_t)row], (size_t)relation, error);
}

static enum hs_status open_annotated(struct app *app, const char *path, struct hs_error *error)
{
    char bundled[APP_PATH_ROOM];
    if (!path || !path[0]) {
        if (!find_bundled(app, bundled, sizeof bundled))
            return app_fail(error, HS_BAD_USE,
                "no annotated sentences came with the program: open a JSON file of your own");
        path = bundled;
    }
    enum hs_status status = need_corpus(app, error);
    if (!status)
        status = corpus_open(app->scores.corpus, path, error);
    if (!status && app->dump) /* what is measured is the live model */
        status = apply_dump(app, &(struct action){.kind = ACT_DUMP_CLOSE}, error);
    if (status)
        return status;
    app->scores.wanted = true;
    app->scores.head = ACT_NOWHERE;
    app->scores.listed_count = 0;
    app->dialog = DIALOG_NONE;
    app->view = VIEW_SPECIALISE;
    app->hover = (struct app_cell){ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    return HS_OK;
}

bool scores_file(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    struct stat about; /* opening a pipe would wait for its writer */
    bool named = length > 5 && strcmp(path + length - 5, ".json") == 0;
    FILE *file =
        named && stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    int sign = file ? fgetc(file) : EOF;
    while (file && (sign == ' ' || sign == '\t' || sign == '\r' || sign == '\n'))
        sign = fgetc(file);
    if (file)
        fclose(file);
    return sign == '[';
}

enum hs_status apply_scores(struct app *app, const struct action *action, struct hs_error *error)
{
    struct scores *scores = &app->scores;
    long number = action->number;
    switch (action->kind) {
    case ACT_ANNOTATED:
        return open_annotated(app, action->text, error);
    case ACT_BASELINE:
        scores->compare = (enum hs_baseline)choice_of(number, scores->compare, 3);
        return HS_OK;
    case ACT_SCORE_CELL:
        return choose_cell(app, action->head, action->k, error);
    case ACT_SCORE_STEP:
        return step_cell(app, action->dx, action->dy, error);
    case ACT_SCORE_SORT:
        number = number == ACT_NEXT ? (long)scores->relation : number;
        scores->sort = number >= 0 && number < HS_RELATION_COUNT && number != scores->sort
                           ? number
                           : SCORES_BY_NUMBER;
        if (corpus_result(scores->corpus))
            order_rows(app);
        return HS_OK;
    case ACT_LINK_FILTER:
        scores->filter = (enum link_filter)choice_of(number, scores->filter, LINK_FILTER_COUNT);
        list_links(app);
        return HS_OK;
    case ACT_LINK_ORDER:
        scores->by_mass = choice_of(number, scores->by_mass, 2);
        list_links(app);
        return HS_OK;
    case ACT_LINK_SELECT:
        if (number >= 0 && (size_t)number < scores->listed_count)
            scores->link = (size_t)number;
        return HS_OK;
    case ACT_LINK_LIST:
        if (scores->listed_count > 0)
            ui_list_focus(app->ui, "links");
        return HS_OK;
    default: /* ACT_LINK_OPEN */
        return open_link(app, number, error);
    }
}
