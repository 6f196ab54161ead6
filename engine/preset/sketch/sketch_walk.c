/* sketch_walk.c – clauses that open, and what the walk sees when it looks around; see sketch_walk.h. */
#include "preset/sketch/sketch_walk.h"

struct clause hsi_walk_fresh(enum clause_kind kind, size_t start)
{
    return (struct clause){.kind = kind,
        .subject = HS_NO_TOKEN,
        .beside = HS_NO_TOKEN,
        .first = HS_NO_TOKEN,
        .start = start,
        .verb = HS_NO_TOKEN,
        .governor = HS_NO_TOKEN,
        .wh = HS_NO_TOKEN};
}

struct clause *hsi_walk_open(struct walk *w, enum clause_kind kind, size_t start)
{
    if (w->top + 1 < DEEPEST)
        w->top++;
    w->stack[w->top] = hsi_walk_fresh(kind, start);
    return &w->stack[w->top];
}

bool hsi_walk_finite_at(const struct walk *w, size_t i)
{
    while (in(w->t, i, HS_TAGS_ADVERB))
        i++;
    return in(w->t, i, HS_TAGS_AUX) ||
           (in(w->t, i, HS_TAGS(HS_TAG_VFIN)) && is(w->t, i, HS_FLAG_VERB));
}

bool hsi_walk_finite_behind(const struct walk *w, size_t i)
{
    size_t next = phrase_end(w->t, i) + 1;
    for (int k = 0;
         k < 3 && in(w->t, next, HS_TAGS(HS_TAG_PREP)) && w->t->at[next].head > (int32_t)next; k++)
        next = phrase_end(w->t, (size_t)w->t->at[next].head) + 1;
    return hsi_walk_finite_at(w, next);
}

bool hsi_walk_outer_waits(const struct walk *w)
{
    for (size_t k = w->top; k > 0; k--) {
        if (w->stack[k].kind == CLAUSE_BRACKET)
            return false;
        if (w->stack[k - 1].verb < 0 && w->stack[k - 1].subject >= 0)
            return true;
    }
    return false;
}
