/* lines.c – the part of act_try() for the Lines view: whose links are drawn, and by which rule. */
#include "act/act.h"
#include "model/lines.h"
#include "model/say.h"

/* Shows one head, or hides it; alone when `number` asks; hiding the last one shows all again. */
static void choose_head(struct app *app, size_t head, long number)
{
    struct lines *lines = &app->lines;
    size_t shown = 0;
    if (head >= app->picture.h)
        return;
    if (number == LINES_HIDE) {
        lines->hidden[head] = true;
        return;
    }
    for (size_t i = 0; i < app->picture.h; i++)
        shown += !lines->hidden[i];
    bool alone = shown == 1 && !lines->hidden[head];
    if (number == LINES_ONLY || alone) {
        for (size_t i = 0; i < HS_MAX_HEADS; i++)
            lines->hidden[i] = alone ? false : i != head;
        return;
    }
    lines->hidden[head] = !lines->hidden[head];
}

static void point_at(struct app *app, const struct action *action)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    app->lines.hover[HS_QUERY] = action->q < shape.n ? action->q : ACT_NOWHERE;
    app->lines.hover[HS_KEY] = action->k < shape.m ? action->k : ACT_NOWHERE;
}

static void lock_token(struct app *app, const struct action *action)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    if (action->q < shape.n) {
        app->look.locked.q = app->look.locked.q == action->q ? ACT_NOWHERE : action->q;
        app->look.locked.k = ACT_NOWHERE;
        app->lines.locked_key = ACT_NOWHERE;
    } else if (action->k < shape.m) {
        app->lines.locked_key = app->lines.locked_key == action->k ? ACT_NOWHERE : action->k;
        app->look.locked.q = app->look.locked.k = ACT_NOWHERE;
    }
}

static void set_amount(struct lines *lines, float amount)
{
    float least = lines->rule == HS_LINKS_TOP ? 1 : 0.01f;
    float most = lines->rule == HS_LINKS_TOP ? LINES_MOST_TOP : 1;
    if (!(amount >= least && amount <= most))
        return;
    lines->weight_chosen |= lines->rule == HS_LINKS_WEIGHT;
    lines->amount[lines->rule] =
        lines->rule == HS_LINKS_TOP ? (float)(int)(amount + 0.5f) : amount;
}

bool apply_lines(struct app *app, const struct action *action)
{
    struct lines *lines = &app->lines;
    float step = lines->rule == HS_LINKS_TOP ? 1 : 0.05f;
    switch (action->kind) {
    case ACT_LINES_HEAD:
        choose_head(app, action->head == ACT_NOWHERE ? app->look.head : action->head, action->number);
        return true;
    case ACT_LINES_RULE:
        lines->rule = (enum hs_link_rule)choice_of(action->number, (long)lines->rule, 3);
        return true;
    case ACT_LINES_AMOUNT:
        set_amount(lines, action->amount);
        return true;
    case ACT_LINES_AMOUNT_STEP:
        set_amount(lines, lines->amount[lines->rule] + step * (float)action->number);
        return true;
    case ACT_LINES_POINT:
        point_at(app, action);
        return true;
    case ACT_LINES_LOCK:
        lock_token(app, action);
        return true;
    default:
        return false;
    }
}
