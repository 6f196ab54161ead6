/* grammar.h – a random grammar of English that writes sentences with gold tags and relations: the
 * only training material, of the preset model and of a layer that learns (learn/). Words are drawn evenly from the lexicon, so the sentences
 * are grammatical nonsense on purpose: what is learnt is structure. Everything here is written by
 * hand; no text, and no counts from a text, goes in. Conventions (which token is the head, what an
 * adverb modifies) follow Universal Dependencies English. */
#ifndef HS_TRAIN_GRAMMAR_H
#define HS_TRAIN_GRAMMAR_H

#include "hs_relation.h"
#include "preset/lexicon/lexicon.h"
#include "preset/train/grammar/random.h"

/* Raised by hand when the grammar changes what it writes; goes into the weights' metadata. */
#define HS_GRAMMAR_VERSION "4"
#define HS_GRAMMAR_DATE "2026-12-01"

enum { HS_EXAMPLE_TOKENS = 64, HS_EXAMPLE_LINKS = 512 };

struct hs_grammar_mix {
    double pairs;      /* share of verb phrases that get both a place and a time, 0 … 1 */
    double contrast;   /* share of sentences whose pronouns must choose by gender or number */
    size_t max_tokens; /* longest sentence, at most HS_EXAMPLE_TOKENS */
};
struct hs_grammar_mix hsi_grammar_usual(void);

/* A target of a query in one relation. All links of one query in one relation form its accepted
 * set. */
struct hs_example_link {
    uint8_t relation; /* enum hs_relation; never HS_PREV, which is implied */
    uint8_t from, to; /* token indices; to == from: the row's target is unknown, do not train it */
    float weight;     /* share of the row's target, before the set is scaled to 1 */
};

struct hs_example {
    size_t n, links;
    char text[HS_EXAMPLE_TOKENS][48];
    uint8_t tag[HS_EXAMPLE_TOKENS];                /* enum hs_tag */
    struct hs_example_link link[HS_EXAMPLE_LINKS]; /* sorted by relation, from, to; no doubles */
};

struct hs_grammar;
enum hs_status hsi_grammar_open(
    const struct hs_lexicon *lexicon, struct hs_grammar **grammar, struct hs_error *error);
void hsi_grammar_drop(struct hs_grammar *grammar);
/* Writes one sentence of 2 … mix->max_tokens tokens. Reads only *grammar, so threads may share it;
 * each needs its own random and example. */
void hsi_grammar_write(const struct hs_grammar *grammar, const struct hs_grammar_mix *mix,
    struct hs_random *random, struct hs_example *example);

#endif
