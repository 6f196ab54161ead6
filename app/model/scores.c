/* scores.c – follows the measurement of the heads on annotated sentences and the user's choices in
 * the Specialise view: the part of app_try() for it. The counting is the engine's; here are only
 * which file, which cell, which order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "act/act.h"
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

struct corpus_wish app_score_wish(const struct app *app)
{
    struct corpus_wish wish = {.h = app->h, .mask = app->mask, .compare = app->scores.compare};
    if (app->dump) {
        const struct hs_dump_tensor *t = dump_tensor(app);
        wish.h = t->L * t->h;
        wish.mask = t->causal ? HS_MASK_CAUSAL : HS_MASK_NONE;
        wish.dump = app->dump->file;
        wish.tensor = app->dump->view.tensor;
        if (wish.compare >= (enum hs_baseline)app_score_baselines(app))
            wish.compare = HS_BASELINE_NONE;
    }
    return wish;
}

/* The random ones replace W^Q and W^K, which a file of attention has not. */
int app_score_baselines(const struct app *app)
{
    return app->dump ? HS_BASELINE_RANDOM : HS_BASELINE_RANDOM + 1;
}

void app_score_head(const struct app *app, size_t index, size_t *layer, size_t *head)
{
    *layer = app->dump ? index / dump_tensor(app)->h : 0;
    *head = app->dump ? index % dump_tensor(app)->h : index;
}

size_t app_score_index(const struct app *app)
{
    return app->dump ? app->dump->view.layer * dump_tensor(app)->h + app->head : app->head;
}

void app_score_head_name(const struct app *app, size_t index, char *name, size_t room)
{
    size_t layer, head;
    app_score_head(app, index, &layer, &head);
    if (app->dump && dump_tensor(app)->L > 1)
        snprintf(
            name, room, "layer %ld, head %ld", app_counted(app, layer), app_counted(app, head));
    else
        app_head_name(app, head, name, room);
}

const char *app_score_failure(const struct app *app)
{
    struct corpus_wish wish = app_score_wish(app);
    return corpus_failure(app->scores.corpus, &wish);
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
        if (app->scores.sort == SCORES_BY_NUMBER)
            continue;
        /* Of heads with as many hits, and there are many when links are few, the one with more
         * weight there: a mean weight is at most 1. */
        const struct hs_relation_score *score =
            app_relation_score(app, head, (size_t)app->scores.sort);
        ranked[head].value = (double)score->hits + score->mass / 2;
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
    struct corpus_wish wish = app_score_wish(app);
    struct hs_error error = {HS_OK, ""};
    bool fresh = false;
    scores->wanted |= app->view == VIEW_SPECIALISE;
    if (!scores->file_tried && !corpus_annotated(scores->corpus) &&
        (scores->wanted || app->view == VIEW_COMPARE))
        open_bundled(app);
    if (!scores->wanted || !corpus_annotated(scores->corpus))
        return;
    const struct corpus_result *before = corpus_result(scores->corpus);
    if (before && (before->of.dump != wish.dump || before->of.tensor != wish.tensor)) {
        scores->head = ACT_NOWHERE;
        scores->listed_count = 0;
    }
    /* Of a file the view says itself what is missing: most files have no annotated sentence. */
    if (corpus_follow(scores->corpus, &wish, app->headless ? -1 : PATIENCE_MS, &fresh, &error) &&
        !wish.dump)
        app_say(app, MESSAGE_ERROR, "%s", error.message);
    if (!fresh)
        return;
    if (scores->head != ACT_NOWHERE && scores->head >= wish.h)
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
    struct corpus_wish wish = app_score_wish(app);
    size_t first = app_score_index(app) - app->head; /* of the picture's layer */
    bool current = result && result->of.h == wish.h && result->of.mask == wish.mask &&
                   result->of.dump == wish.dump && result->of.tensor == wish.tensor;
    return current && head < app->h ? &result->verdicts[first + head] : NULL;
}

const struct hs_annotated_sentence *app_annotation(const struct app *app)
{
    return hs_annotated_find(
        corpus_annotated(app->scores.corpus), hs_set_tokens(app->set, HS_QUERY));
}

/* ---------------------------------------------------------------- actions */
static enum hs_status choose_head(struct app *app, size_t index, struct hs_error *error)
{
    size_t layer, head;
    if (index >= app_score_wish(app).h)
        return app_fail(error, HS_BAD_USE, "the table has no such head");
    app_score_head(app, index, &layer, &head);
    if (app->dump)
        return app_try(app,
            &(struct action){.kind = ACT_LAYERS_HEAD, .number = (long)layer, .head = head}, error);
    app->head = head;
    return HS_OK;
}

static enum hs_status open_head(struct app *app, size_t index, struct hs_error *error)
{
    enum hs_status status = choose_head(app, index, error);
    return status ? status
                  : app_try(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_HEAD}, error);
}

static enum hs_status choose_cell(
    struct app *app, size_t head, size_t relation, struct hs_error *error)
{
    struct scores *scores = &app->scores;
    if (head != ACT_NOWHERE && (head >= app_score_wish(app).h || relation >= HS_RELATION_COUNT))
        return app_fail(error, HS_BAD_USE, "there is no head %ld or no relation %zu",
            app_counted(app, head), relation);
    bool again = head == scores->head && relation == scores->relation;
    scores->head = again ? ACT_NOWHERE : head;
    scores->relation = relation;
    scores->link = 0;
    enum hs_status status = head == ACT_NOWHERE ? HS_OK : choose_head(app, head, error);
    list_links(app);
    return status;
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
        return choose_cell(app, app_score_index(app) < result->of.h ? app_score_index(app) : 0,
            scores->relation, error);
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
        if (number >= app_score_baselines(app))
            return app_fail(error, HS_BAD_USE,
                "random W^Q and W^K need the live model: a file of attention has neither");
        scores->compare = (enum hs_baseline)choice_of(
            number, app_score_wish(app).compare, app_score_baselines(app));
        return HS_OK;
    case ACT_SCORE_CELL:
        return choose_cell(app, action->head, action->k, error);
    case ACT_SCORE_HEAD:
        return open_head(app, action->head, error);
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
        return scores_open_link(app, number, error);
    }
}
