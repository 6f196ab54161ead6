/* scores.c – the part of act_try() for the Specialise view: on which sentences the heads are measured, which cell of the table is
 * looked at, how its links are listed. */
#include <stdlib.h>

#include "act/act.h"
#include "model/say.h"
#include "model/scores.h"

static enum hs_status choose_head(struct app *app, size_t index, struct hs_error *error)
{
    size_t layer, head;
    if (index >= app_score_wish(app).h)
        return hs_fail(error, HS_BAD_USE, "the table has no such head");
    app_score_head(app, index, &layer, &head);
    if (picture_can(app, HS_CAN_LAYERS))
        return apply_layers(app,
            &(struct action){.kind = ACT_LAYERS_HEAD, .number = (long)layer, .head = head}, error);
    app->look.head = head;
    return HS_OK;
}

static enum hs_status open_head(struct app *app, size_t index, struct hs_error *error)
{
    enum hs_status status = choose_head(app, index, error);
    return status ? status
                  : apply_look(app, &(struct action){.kind = ACT_VIEW, .number = VIEW_HEAD}, error);
}

static enum hs_status choose_cell(
    struct app *app, size_t head, size_t relation, struct hs_error *error)
{
    struct scores *scores = &app->scores;
    if (head != ACT_NOWHERE && (head >= app_score_wish(app).h || relation >= HS_RELATION_COUNT))
        return hs_fail(error, HS_BAD_USE, "there is no head %ld or no relation %zu",
            app_counted(app, head), relation);
    bool again = head == scores->head && relation == scores->relation;
    scores->head = again ? ACT_NOWHERE : head;
    scores->relation = relation;
    scores->link = 0;
    enum hs_status status = head == ACT_NOWHERE ? HS_OK : choose_head(app, head, error);
    scores_list_links(app);
    return status;
}

static size_t row_of(const struct scores *scores, size_t head, size_t h)
{
    for (size_t i = 0; i < h; i++)
        if (scores->row[i] == head)
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
    float row = (float)row_of(&app->scores, scores->head, result->of.h) + dy,
          relation = (float)scores->relation + dx;
    if (row < 0 || row >= (float)result->of.h || relation < 0 ||
        relation >= (float)HS_RELATION_COUNT)
        return HS_OK;
    return choose_cell(app, scores->row[(size_t)row], (size_t)relation, error);
}

static enum hs_status open_annotated(struct app *app, const char *path, struct hs_error *error)
{
    char bundled[APP_PATH_ROOM];
    if (!path || !path[0]) {
        if (!scores_find_bundled(app, bundled, sizeof bundled))
            return hs_fail(error, HS_BAD_USE,
                "no annotated sentences came with the program: open a JSON file of your own");
        path = bundled;
    }
    enum hs_status status = scores_need_corpus(app, error);
    if (!status)
        status = corpus_open(app->scores.corpus, path, error);
    if (status)
        return status;
    app->scores.wanted = true;
    app->scores.head = ACT_NOWHERE;
    app->scores.listed_count = 0;
    app->talk.dialog = DIALOG_NONE;
    app->look.view = VIEW_SPECIALISE;
    app->look.hover = NO_CELL;
    return HS_OK;
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
            return hs_fail(error, HS_BAD_USE,
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
            scores_order(app);
        return HS_OK;
    case ACT_LINK_FILTER:
        scores->filter = (enum link_filter)choice_of(number, scores->filter, LINK_FILTER_COUNT);
        scores_list_links(app);
        return HS_OK;
    case ACT_LINK_ORDER:
        scores->by_mass = choice_of(number, scores->by_mass, 2);
        scores_list_links(app);
        return HS_OK;
    case ACT_LINK_SELECT:
        /* of a list that is still to come it is kept inside later */
        if (number >= 0 && ((size_t)number < scores->listed_count || !corpus_result(scores->corpus)))
            scores->link = (size_t)number;
        return HS_OK;
    case ACT_LINK_LIST:
        if (scores->listed_count > 0)
            app->talk.focus = (struct focus_wish){FOCUS_LIST, "links"};
        return HS_OK;
    default:
        return HS_OK;
    }
}
