/* lines.h – the Lines view's part of the model: which heads' links are drawn, by which rule, and
 * the token they are narrowed to. Written by act/lines.c. */
#ifndef HEADSCOPE_LINES_H
#define HEADSCOPE_LINES_H

#include "hs.h"

struct app;
struct action;

struct lines {
    bool hidden[HS_MAX_HEADS]; /* heads that are not drawn */
    enum hs_link_rule rule;
    float amount[3];   /* by rule: mass 0 … 1, weight 0 … 1, count 1 … 20 */
    bool weight_chosen; /* by the user; else amount[HS_LINKS_WEIGHT] is … */
    float stands_out;   /* the least weight that stands out of the picture */
    size_t hover[2];   /* by enum hs_side: the token under the pointer, ACT_NOWHERE = none */
    size_t locked_key; /* a locked key; a locked query is app->look.locked.q */
    size_t bytes;      /* of a file's heads that one frame may look at */
};
#define LINES_MOST_TOP 20.0f

void lines_reset(struct lines *lines);
/* A locked key may drop out of reach when the sentence gets shorter. Called with every new set. */
void lines_keep_inside(struct lines *lines, size_t m);
/* With every new set, once its statistics are known. */
void lines_choose_weight(struct app *app);
/* The one query or key whose links alone are shown: the pointer's, else the locked one; ACT_NOWHERE
 * = all. */
size_t lines_only(const struct app *app, enum hs_side side);
/* Whether a head's links are wanted … */
bool lines_shows(const struct app *app, size_t head);
/* … and drawn: heads of a large file that do not stay in memory together would be read again for
 * every frame, so the selected and the first ones are drawn, as many as stay. */
bool lines_draws(const struct app *app, size_t head);
/* "weights of at least 0.20" … what the rule keeps, in words; with the last ones where the amount is the picture's own. */
#define LINES_STAND_OUT " stand out here"
void lines_rule_words(const struct app *app, char *words, size_t room);

#endif
