/* act.c – see act.h. */
#include "act/act.h"
#include "model/say.h"
#include "model/steps.h"

/* What the picture's source must be able to do for it. */
static unsigned needs_of(const struct action *action)
{
    switch (action->kind) {
    case ACT_HEADS:
    case ACT_HEADS_STEP:
        return HS_CAN_HEADS;
    case ACT_MASK:
        return HS_CAN_MASK;
    case ACT_HEAD_MODE:
    case ACT_HEADS_ON:
        return HS_CAN_MODES;
    case ACT_ANSWER:
        return HS_CAN_ANSWER;
    case ACT_MINUS:
        return action->number == MINUS_COUNT ? HS_CAN_HEADS : 0;
    default:
        return 0;
    }
}

static enum hs_status refuse(const struct app *app, unsigned needs, struct hs_error *error)
{
    const struct hs_part *part = picture_part(app);
    const char *model = hs_source_info(app->picture.source).model;
    if (needs == HS_CAN_ANSWER && picture_runs_model(app))
        return hs_fail(error, HS_BAD_USE, "%.100s has no head that names tokens in its file: one saved “for causal LM” or “for masked LM” has.", model);
    if (needs == HS_CAN_ANSWER)
        return hs_fail(error, HS_BAD_USE, "Only a language model names tokens: open the folder of one.");
    if (picture_runs_model(app) && needs == HS_CAN_MASK)
        return hs_fail(error, HS_BAD_USE, "The mask is the model's: %.100s attends %s.", model,
            part->causal ? "to what stands before a token, and to itself" : "to all tokens");
    if (picture_runs_model(app))
        return hs_fail(error, HS_BAD_USE,
            "The number of heads is the model's: %.100s was trained with %zu in each of its %zu layers. %s, where it can be changed.",
            model, part->h, part->L,
            app->talk.by_options ? "Leave the model out" : "Ctrl+W goes back to the built-in model");
    return hs_fail(error, HS_BAD_USE, "The heads and the mask of a file are as they are. %s, where both can be changed.",
        app->talk.by_options ? "Give a sentence in place of the file" : "Ctrl+W goes back to your sentence");
}

static enum hs_status sort_out(struct app *app, const struct action *action, struct hs_error *error)
{
    enum hs_status status;
    if (apply_window(app, action, &status, error))
        return status;
    if (action->kind != ACT_LEARN_RUN && action->kind != ACT_LEARN_BATCH && action->kind != ACT_LEARN_AGAIN)
        app->learn.warned = false;
    bool trained = picture_can(app, HS_CAN_TRAINING); /* then the heads are those of a run */
    switch (action->kind) {
    case ACT_NONE:
        return HS_OK;
    case ACT_HEADS:
    case ACT_HEADS_STEP:
        return trained ? apply_learn(app, action, error) : apply_run(app, action, error);
    case ACT_TEXT:
    case ACT_MASK:
    case ACT_HEAD_MODE:
    case ACT_HEADS_ON:
        return apply_run(app, action, error);
    case ACT_LENS:
    case ACT_MINUS:
    case ACT_KEEP:
    case ACT_MINUS_MODEL:
    case ACT_HIDE:
    case ACT_BESIDE:
    case ACT_RENORMALISE:
    case ACT_LENS_RESET:
    case ACT_SORT:
    case ACT_SORT_ORDER:
    case ACT_PANEL:
    case ACT_ANSWER:
    case ACT_FIND:
    case ACT_FIND_STEP:
    case ACT_FIND_FOCUS:
        return apply_lens(app, action, error);
    case ACT_ANNOTATED:
    case ACT_BASELINE:
    case ACT_SCORE_CELL:
    case ACT_SCORE_HEAD:
    case ACT_SCORE_STEP:
    case ACT_SCORE_SORT:
    case ACT_LINK_FILTER:
    case ACT_LINK_ORDER:
    case ACT_LINK_SELECT:
    case ACT_LINK_LIST:
        return apply_scores(app, action, error);
    case ACT_SENTENCE:
    case ACT_SENTENCE_STEP:
    case ACT_CLOSE_FILE:
        return apply_sentence(app, action, error);
    case ACT_STEP:
    case ACT_STEP_BY:
    case ACT_STEP_MOVE:
    case ACT_STEP_AT:
    case ACT_STEP_DIMENSION:
    case ACT_STEP_MODEL_DIMENSION:
    case ACT_STEP_PICK:
    case ACT_STEP_CARD:
    case ACT_STEP_CONTRAST:
    case ACT_STEP_COLUMN:
        return apply_steps(app, action, error);
    case ACT_LEARN_RUN:
    case ACT_LEARN_BATCH:
    case ACT_LEARN_STOP:
    case ACT_LEARN_AGAIN:
    case ACT_LEARN_HEADS:
    case ACT_LEARN_RELATIONS:
    case ACT_LEARN_HINTS:
    case ACT_LEARN_CHANCE:
    case ACT_LEARN_SENTENCES:
    case ACT_LEARN_SEED:
    case ACT_LEARN_RATE:
    case ACT_LEARN_MOMENT:
    case ACT_LEARN_MOMENT_STEP:
    case ACT_LEARN_HEAD:
    case ACT_LEARN_LEAVE:
        return apply_learn(app, action, error);
    case ACT_MODEL_STOP:
        live_cancel(app);
        learn_disk_cancel(app);
        disk_cancel(&app->files.writing);
        return HS_OK;
    case ACT_SOURCE_CLOSE:
    case ACT_SURVEY:
    case ACT_PART:
    case ACT_ITEM:
    case ACT_ALL_ITEMS:
    case ACT_PIECES:
    case ACT_PAIR:
    case ACT_LAYER:
    case ACT_LAYER_STEP:
    case ACT_LAYERS_HEAD:
    case ACT_LAYERS_MOVE:
    case ACT_LAYERS_MODE:
    case ACT_LAYERS_SORT:
    case ACT_LAYERS_REVERSE:
        return apply_layers(app, action, error);
    default:
        return apply_look(app, action, error);
    }
}

/* Whatever an action did to view and picture. */
void act_settle(struct app *app)
{
    if (app->look.locked.q != ACT_NOWHERE && !app_can_lock(app, app->look.locked.q, app->look.locked.k))
        app->look.locked = NO_CELL;
    if (app->look.hover.q != ACT_NOWHERE &&
        (app->look.hover.head >= app->picture.h || !app_can_lock(app, app->look.hover.q, app->look.hover.k)))
        app->look.hover = NO_CELL;
    steps_refresh(app);
}

enum hs_status act_try(struct app *app, const struct action *action, struct hs_error *error)
{
    if (!picture_can(app, needs_of(action)))
        return refuse(app, needs_of(action), error);
    app->window.dirty = true;
    enum hs_status status = sort_out(app, action, error);
    act_settle(app);
    return status;
}
