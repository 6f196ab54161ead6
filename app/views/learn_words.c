/* learn_words.c – the selected head in words: what the sentence's verb looks at through it, and which answers are lost when it is taken away.
 * See learn.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/learn.h"
#include "views/specialise.h"

#define TITLE 18.0f
#define LINE 16.0f
#define TYPE_WIDTH 1600.0f /* px of the view that letters of the usual size suit */
#define TYPE_HEIGHT 900.0f

enum { STRONGEST = 3, LOST = 4 }; /* keys and relations that are told */

float learn_type(const struct view_context *view)
{
    float type = fminf(view->area.w / TYPE_WIDTH, view->area.h / TYPE_HEIGHT);
    return fmaxf(1, fminf(2, floorf(4 * type) / 4));
}

uint32_t learn_color(const struct view_context *view, size_t model)
{
    return model == 0 ? view->theme->negative : view->theme->positive;
}

/* “delivered” gives “student” 0.69, “book” 0.21, …: the row of the locked token, or of the first verb. */
static void look_words(const struct app *app, size_t head, char *text, size_t room)
{
    struct hs_row_link links[HS_MAX_TOKENS];
    char token[80], weight[24];
    size_t q = app_query(app), used;
    text[0] = '\0';
    if (q >= hs_set_shape(app->picture.set).n)
        return;
    size_t count = hs_row_links(app->picture.set, 0, head, q, HS_LINKS_TOP, STRONGEST, links);
    app_token_name(app, HS_QUERY, q, token, sizeof token);
    used = (size_t)snprintf(text, room, "“%.40s” gives", token);
    for (size_t i = 0; i < count && used < room; i++) {
        app_token_name(app, HS_KEY, links[i].k, token, sizeof token);
        app_weight_text((double)links[i].weight, weight, sizeof weight);
        used += (size_t)snprintf(text + used, room - used, "%s “%.40s” %s", i ? "," : "", token, weight);
    }
    if (used < room)
        snprintf(text + used, room - used, ".");
}

/* The relations whose share falls by a point and more, the largest fall first. */
static void loss_words(const struct hs_learn *run, const struct hs_learn_model *kept, size_t head, char *text, size_t room)
{
    size_t lost[HS_LEARN_SLOTS], count = 0;
    double share[HS_LEARN_SLOTS], left[HS_LEARN_SLOTS];
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++) {
        size_t asked = hs_learn_asked(run, r);
        if (!asked)
            continue;
        share[r] = (double)kept->right[r] / (double)asked;
        left[r] = (double)kept->without[head][r] / (double)asked;
        if (round(100 * share[r]) - round(100 * left[r]) < 1) /* as the numbers are told */
            continue;
        size_t at = count++;
        for (; at > 0 && share[r] - left[r] > share[lost[at - 1]] - left[lost[at - 1]]; at--)
            lost[at] = lost[at - 1];
        lost[at] = r;
    }
    size_t used = (size_t)snprintf(text, room, count ? "Without it: " : "Without it no share falls by a point: others bring the same, or it brings nothing.");
    for (size_t i = 0; i < count && i < LOST && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s %.0f → %.0f %%", i ? ", " : "", app_relation_word(lost[i]), 100 * share[lost[i]],
            100 * left[lost[i]]);
    if (count > LOST && used < room)
        snprintf(text + used, room - used, ", …");
}

float learn_words_height(float type)
{
    return (TITLE + 3 * LINE) * type;
}

void learn_words_draw(struct view_context *view, struct rect area, const struct hs_learn *run)
{
    const struct app *app = view->app;
    const struct hs_learn_model *kept = &hs_learn_moment(run, learn_moment(app))->model[app->learn.model];
    size_t head = app->look.head;
    float type = learn_type(view);
    char text[1200], title[80];
    if (!app->learn.shown || head >= kept->h || app->learn.shown_model != app->learn.model)
        return;
    draw_group(view->draw, "selected head");
    snprintf(title, sizeof title, "Head %ld of h = %zu", app_counted(app, head), kept->h);
    draw_text(view->draw, rect_cut_top(&area, TITLE * type), ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL * type, learn_color(view, app->learn.model), title);
    look_words(app, head, text, sizeof text);
    float used = draw_paragraph(view->draw, area, FACE_UI, TEXT_SMALL * type, LINE * type, view->theme->text, text);
    rect_cut_top(&area, used);
    loss_words(run, kept, head, text, sizeof text);
    draw_paragraph(view->draw, area, FACE_UI, TEXT_SMALL * type, LINE * type, view->theme->text, text);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- both models */
/* "4 find the object, 2 the subject": heads of a model by what they are measured to find. Returns how many do. */
static size_t finder_words(const struct hs_learn_model *kept, char *text, size_t room)
{
    size_t count[HS_RELATION_COUNT] = {0}, named = 0, used = 0;
    for (size_t head = 0; head < kept->h; head++)
        if (kept->verdict[head].kind == HS_KIND_RELATION) {
            count[kept->verdict[head].relation]++;
            named++;
        }
    text[0] = '\0';
    for (size_t most = kept->h; most > 0; most--)
        for (size_t r = 0; r < HS_RELATION_COUNT && used < room; r++)
            if (count[r] == most)
                used += (size_t)snprintf(text + used, room - used, "%s%zu%s the %s", used ? ", " : "", most,
                    used ? "" : most == 1 ? " finds" : " find", app_relation_word(r));
    return named;
}

/* The relation at which the model with more heads leads most, and by how much. */
static size_t lead_of(const struct hs_learn *run, size_t moment, size_t few, size_t many, double *lead)
{
    size_t best = 0;
    *lead = -1;
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++) {
        double by = hs_learn_right(run, moment, many, r) - hs_learn_right(run, moment, few, r);
        if (by > *lead) { /* false where nothing is asked */
            *lead = by;
            best = r;
        }
    }
    return best;
}

void learn_short_draw(struct view_context *view, struct rect area, const struct hs_learn *run)
{
    const struct hs_learn_options *options = hs_learn_options(run);
    size_t moment = learn_wished(view->app), many = options->models == 2 && options->h[1] > options->h[0], few = options->models - 1 - many;
    const struct hs_learn_model *kept = &hs_learn_moment(run, moment)->model[many];
    char finders[300], text[900];
    float type = learn_type(view);
    bool low = area.h < (TITLE + 6 * LINE) * type;
    double lead = 0;
    size_t named = finder_words(kept, finders, sizeof finders), relation = lead_of(run, moment, few, many, &lead), used = 0;
    if (moment == 0)
        used = (size_t)snprintf(text, sizeof text, "Random weights: nothing is learnt yet, and what is right is right by chance.");
    else if (options->shuffled)
        used = (size_t)snprintf(text, sizeof text, "The control: the answers that are taught are words by chance. A model that learns from them answers by chance, too.");
    else if (options->models == 2 && lead >= .05)
        used = (size_t)snprintf(text, sizeof text,
            "Farthest apart: the %s, %.0f\u00a0%% with h\u00a0=\u00a0%zu, %.0f\u00a0%% with h\u00a0=\u00a0%zu. A head has one softmax a word: what one gets, others "
            "do not.",
            app_relation_word(relation), 100 * hs_learn_right(run, moment, few, relation), options->h[few],
            100 * hs_learn_right(run, moment, many, relation), options->h[many]);
    else if (options->models == 2)
        used = (size_t)snprintf(text, sizeof text, "Both models answer about equally well so far.");
    else
        used = (size_t)snprintf(text, sizeof text, "%.0f %% of all answers are right.", 100 * hs_learn_right(run, moment, 0, HS_RELATION_COUNT));
    if (!low && named) /* else the title above the heads and their captions say it */
        snprintf(text + used, sizeof text - used, " Untaught, of %zu head%s %s.", kept->h, kept->h == 1 ? "" : "s", finders);
    else if (!low)
        snprintf(text + used, sizeof text - used, " No head of h = %zu is measured to find a relation.", kept->h);
    draw_group(view->draw, "in short");
    draw_text(view->draw, rect_cut_top(&area, TITLE * type), ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL * type, view->theme->text, "in short");
    draw_paragraph(view->draw, area, FACE_UI, (low ? 10.5f : TEXT_SMALL) * type, (low ? 13 : LINE) * type, view->theme->text, text);
    draw_group_end(view->draw);
}
