/* words.h – the lexicon's lemmas sorted into the pools that the grammar draws from. Built once by
 * hsi_grammar_open; borrows from the lexicon. */
#ifndef HS_TRAIN_WORDS_H
#define HS_TRAIN_WORDS_H

#include "preset/lexicon/lexicon.h"

/* The first thirteen are the noun senses in the order of enum hs_attribute. */
enum pool {
    POOL_PERSON,
    POOL_GROUP,
    POOL_PLACE,
    POOL_TIME,
    POOL_OBJECT,
    POOL_ANIMAL,
    POOL_FOOD,
    POOL_BODY,
    POOL_EVENT,
    POOL_ABSTRACT,
    POOL_INFO,
    POOL_NATURE,
    POOL_MEASURE,
    POOL_MAN,
    POOL_WOMAN, /* gendered person nouns */
    POOL_TRANSITIVE,
    POOL_DITRANSITIVE,
    POOL_INTRANSITIVE,
    POOL_CLAUSAL,
    POOL_INFINITIVAL,
    POOL_COPULAR,
    POOL_ADJECTIVE,
    POOL_GIVEN_MAN,
    POOL_GIVEN_WOMAN,
    POOL_SURNAME,
    POOL_PLACE_NAME,
    POOL_GROUP_NAME,
    POOL_DAY,
    POOL_MONTH,
    POOL_MANNER,
    POOL_DEGREE,
    POOL_COUNT,
};
#define POOL_ANY POOL_COUNT /* "let the grammar choose the sense" */

struct words {
    const struct hs_lemma **lemma; /* all pools, one after the other */
    size_t first[POOL_COUNT + 1];  /* pool p is lemma[first[p]] … lemma[first[p + 1] - 1] */
    bool *capital;                 /* beside lemma: German, Indian – written with a capital */
};

/* An empty pool is HS_BAD_INPUT and named. words_drop frees the tables. */
enum hs_status hsi_words_sort(
    const struct hs_lexicon *lexicon, struct words *words, struct hs_error *error);

void hsi_words_drop(struct words *words);

#endif
