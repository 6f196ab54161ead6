/* scores.c – follows the measurement of the heads on annotated sentences and the user's choices in
 * the Specialise view, which act/scores.c changes. The counting is the engine's; here are only
 * which file, which cell, which order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "model/ranked.h"

/* ---------------------------------------------------------------- the table and the list */
struct corpus_wish app_score_wish(const struct app *app)
{
    const struct hs_part *part = picture_part(app);
    struct corpus_wish wish = {.source = app->picture.source,
        .part = picture_view(app).part,
        .h = part->L * app->picture.h,
        .mask = picture_can(app, HS_CAN_MASK) ? app->picture.mask
                : part->causal                ? HS_MASK_CAUSAL
                                              : HS_MASK_NONE,
        .compare = app->scores.compare};
    if (wish.compare >= (enum hs_baseline)app_score_baselines(app))
        wish.compare = HS_BASELINE_NONE;
    return wish;
}

/* The random ones replace W^Q and W^K, where there are such. */
int app_score_baselines(const struct app *app)
{
    return HS_BASELINE_RANDOM + picture_can(app, HS_CAN_RANDOM);
}

void app_score_head(const struct app *app, size_t index, size_t *layer, size_t *head)
{
    *layer = index / app->picture.h;
    *head = index % app->picture.h;
}

size_t app_score_index(const struct app *app)
{
    return hs_set_shape(app->picture.set).layer * app->picture.h + app->look.head;
}

void app_score_head_name(const struct app *app, size_t index, char *name, size_t room)
{
    size_t layer, head;
    app_score_head(app, index, &layer, &head);
    if (picture_part(app)->L > 1)
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

void scores_order(struct app *app)
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
        ranked_sort(ranked, h);
    for (size_t i = 0; row && i < h; i++)
        row[i] = ranked ? ranked[i].index : i;
    free(ranked);
}

static bool wanted_link(enum link_filter filter, double share)
{
    return filter == LINKS_ALL || (filter == LINKS_FOR && share > 0.5) ||
           (filter == LINKS_AGAINST && share <= 0.5);
}

void scores_list_links(struct app *app)
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
        ranked_sort(ranked, count);
    for (size_t i = 0; ranked && listed && i < count; i++)
        listed[i] = ranked[i].index;
    scores->listed_count = ranked && listed ? count : 0;
    if (scores->link >= scores->listed_count)
        scores->link = 0;
    free(ranked);
}

/* ---------------------------------------------------------------- following the model */
bool scores_find_bundled(const struct app *app, char *path, size_t room)
{
    return app->files.samples_folder[0] &&
           snprintf(path, room, "%s/annotated.json", app->files.samples_folder) < (int)room;
}

enum hs_status scores_need_corpus(struct app *app, struct hs_error *error)
{
    if (!app->scores.corpus) {
        app->scores.corpus = corpus_new();
        if (!app->scores.corpus)
            return hs_fail(error, HS_NO_MEMORY, "no memory left to measure the heads");
        corpus_set_wake(app->scores.corpus, app->services.wake, app->services.platform);
    }
    return HS_OK;
}

static void open_bundled(struct app *app)
{
    char path[APP_PATH_ROOM];
    struct hs_error error = {HS_OK, ""};
    app->scores.file_tried = true;
    if (!scores_find_bundled(app, path, sizeof path) || scores_need_corpus(app, &error) ||
        !corpus_open(app->scores.corpus, path, &error))
        return;
    if (app->look.view == VIEW_SPECIALISE)
        app_say(app, MESSAGE_ERROR, "%s", error.message);
}

#define FIRST_PICTURES 2

void scores_follow(struct app *app)
{
    struct scores *scores = &app->scores;
    struct corpus_wish wish = app_score_wish(app);
    struct hs_error error = {HS_OK, ""};
    bool fresh = false;
    scores->wanted |= app->look.view == VIEW_SPECIALISE;
    /* The panel has what was measured, too: a window asks for it once its first picture is there. */
    scores->wanted |= !app->window.headless && scores->pictures++ > FIRST_PICTURES && picture_can(app, HS_CAN_HEADS);
    if (!scores->file_tried && !corpus_annotated(scores->corpus) &&
        (scores->wanted || app->look.view == VIEW_COMPARE))
        open_bundled(app);
    if (!scores->wanted || !corpus_annotated(scores->corpus))
        return;
    const struct corpus_result *before = corpus_result(scores->corpus);
    if (before && (before->of.source != wish.source || before->of.part != wish.part)) {
        scores->head = ACT_NOWHERE;
        scores->listed_count = 0;
    }
    /* Of a file the view says itself what is missing: most files have no annotated sentence. */
    if (corpus_follow(scores->corpus, &wish, app->window.headless, &fresh, &error) &&
        hs_source_can(wish.source, HS_CAN_TEXT))
        app_say(app, MESSAGE_ERROR, "%s", error.message);
    if (!fresh)
        return;
    if (scores->head != ACT_NOWHERE && scores->head >= wish.h)
        scores->head = ACT_NOWHERE;
    scores_order(app);
    scores_list_links(app);
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
    size_t first = app_score_index(app) - app->look.head; /* of the picture's layer */
    bool current = result && result->of.h == wish.h && result->of.mask == wish.mask &&
                   result->of.source == wish.source && result->of.part == wish.part;
    return current && head < app->picture.h ? &result->verdicts[first + head] : NULL;
}

void app_score_names(const struct app *app, size_t index, bool words, char *names, size_t room)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    const struct hs_verdict *verdict = result ? &result->verdicts[index] : NULL;
    struct ranked ranked[HS_RELATION_COUNT];
    size_t count = 0, used = 0;
    if (room > 0)
        names[0] = '\0';
    if (!verdict || verdict->kind != HS_KIND_RELATION) {
        snprintf(names, room, "%s", verdict ? verdict->name : "");
        return;
    }
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        const struct hs_relation_score *score = app_relation_score(app, index, r);
        double margin = score->eligible ? (double)score->hits / (double)score->eligible - score->baseline : 0;
        if (score->eligible >= HS_NAME_MIN_ELIGIBLE && margin >= HS_NAME_MIN_MARGIN)
            ranked[count++] = (struct ranked){margin, r};
    }
    ranked_sort(ranked, count);
    for (size_t i = 0; i < count && used < room; i++) {
        int length = snprintf(names + used, room - used, "%s%s", i ? ", " : "", words ? app_relation_word(ranked[i].index) : hs_relation_title((enum hs_relation)ranked[i].index));
        used += length > 0 ? (size_t)length : 0;
    }
}

void app_verdict_names(const struct app *app, size_t head, char *names, size_t room)
{
    names[0] = '\0';
    if (app_verdict(app, head))
        app_score_names(app, app_score_index(app) - app->look.head + head, false, names, room);
}

const struct hs_annotated_sentence *app_annotation(const struct app *app)
{
    return hs_annotated_find(
        corpus_annotated(app->scores.corpus), hs_set_tokens(app->picture.set, HS_QUERY));
}
