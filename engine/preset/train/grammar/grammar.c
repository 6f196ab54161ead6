/* grammar.c – from a draft to an example: draws a sentence, places it, sorts its relations. Called
 * by the trainer and the tests; see grammar.h. */
#include "preset/train/grammar/parts.h"

#include <stdlib.h>
#include <string.h>

struct hs_grammar {
    struct words words;
};

struct hs_grammar_mix hsi_grammar_usual(void)
{
    return (struct hs_grammar_mix){.pairs = .20, .contrast = .08, .max_tokens = 48};
}

enum hs_status hsi_grammar_open(
    const struct hs_lexicon *lexicon, struct hs_grammar **grammar, struct hs_error *error)
{
    struct hs_grammar *new_grammar = calloc(1, sizeof(*new_grammar));
    if (!new_grammar)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the grammar");
    enum hs_status status = hsi_words_sort(lexicon, &new_grammar->words, error);
    if (status) {
        free(new_grammar);
        return status;
    }
    *grammar = new_grammar;
    return HS_OK;
}

void hsi_grammar_drop(struct hs_grammar *grammar)
{
    if (!grammar)
        return;
    hsi_words_drop(&grammar->words);
    free(grammar);
}

static bool earlier(const struct hs_example_link *a, const struct hs_example_link *b)
{
    if (a->relation != b->relation)
        return a->relation < b->relation;
    return a->from != b->from ? a->from < b->from : a->to < b->to;
}

/* Inserts in order; a double keeps its larger weight. */
static void insert(struct hs_example *example, struct hs_example_link link)
{
    size_t at = example->links;
    while (at > 0 && earlier(&link, &example->link[at - 1]))
        at--;
    if (at > 0 && !earlier(&example->link[at - 1], &link)) {
        if (example->link[at - 1].weight < link.weight)
            example->link[at - 1].weight = link.weight;
        return;
    }
    if (example->links == HS_EXAMPLE_LINKS)
        return;
    memmove(
        example->link + at + 1, example->link + at, (example->links - at) * sizeof(*example->link));
    example->link[at] = link;
    example->links++;
}

/* One target is all that these relations have; the first join of a query wins. */
static bool single(enum hs_relation relation)
{
    return relation == HS_SUBJ || relation == HS_MOD || relation == HS_POBJ || relation == HS_AUX ||
           relation == HS_REL;
}

static bool taken(const struct hs_example *example, enum hs_relation relation, uint8_t from)
{
    for (size_t i = 0; i < example->links; i++)
        if (example->link[i].relation == relation && example->link[i].from == from)
            return true;
    return false;
}

static void finish(const struct draft *d, struct hs_example *example)
{
    int place[DRAFT_TOKENS];
    memset(place, -1, sizeof place);
    example->n = d->placed;
    example->links = 0;
    for (size_t i = 0; i < d->placed; i++) {
        int handle = d->order[i];
        place[handle] = (int)i;
        memcpy(example->text[i], d->text[handle], sizeof example->text[i]);
        example->tag[i] = d->tag[handle];
    }
    for (size_t i = 0; i < d->links; i++) {
        const struct draft_link *l = &d->link[i];
        int from = place[l->from], to = l->to < 0 ? from : place[l->to];
        if (from < 0 || to < 0 || (l->to >= 0 && from == to))
            continue;
        if (l->relation == HS_ANA && to > from) // reference to what comes later is left untrained
            to = from;
        if (single(l->relation) && taken(example, l->relation, (uint8_t)from))
            continue;
        insert(example,
            (struct hs_example_link){(uint8_t)l->relation, (uint8_t)from, (uint8_t)to, l->weight});
    }
}

/* A row with a known target is trained even if another link of it is unknown. */
static void drop_overruled(struct hs_example *example)
{
    size_t kept = 0;
    for (size_t i = 0; i < example->links; i++) {
        struct hs_example_link *l = &example->link[i];
        bool overruled = false;
        for (size_t j = 0; l->from == l->to && j < example->links && !overruled; j++)
            overruled = example->link[j].relation == l->relation &&
                        example->link[j].from == l->from && example->link[j].to != l->from;
        if (!overruled)
            example->link[kept++] = *l;
    }
    example->links = kept;
}

void hsi_grammar_write(const struct hs_grammar *grammar, const struct hs_grammar_mix *mix,
    struct hs_random *random, struct hs_example *example)
{
    struct draft d;
    size_t longest = mix->max_tokens < HS_EXAMPLE_TOKENS ? mix->max_tokens : HS_EXAMPLE_TOKENS;
    d.random = random;
    d.words = &grammar->words;
    d.mix = mix;
    d.turn = 0;
    do {
        hsi_draft_clear(&d);
        hsi_sentence(&d);
        hsi_web_style(&d);
    } while (d.full || d.placed < 2 || d.placed > longest);
    finish(&d, example);
    drop_overruled(example);
}
