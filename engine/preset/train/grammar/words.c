/* words.c – sorts lemmas into pools by class, kind and attributes; see words.h. */
#include "preset/train/grammar/words.h"

#include <stdlib.h>
#include <string.h>

static const char *const pool_names[POOL_COUNT] = {
    "person nouns",
    "group nouns",
    "place nouns",
    "time nouns",
    "object nouns",
    "animal nouns",
    "food nouns",
    "body nouns",
    "event nouns",
    "abstract nouns",
    "info nouns",
    "nature nouns",
    "measure nouns",
    "masculine nouns",
    "feminine nouns",
    "transitive verbs",
    "ditransitive verbs",
    "intransitive verbs",
    "clausal verbs",
    "infinitival verbs",
    "copular verbs",
    "adjectives",
    "masculine names",
    "feminine names",
    "surnames",
    "place names",
    "group names",
    "days",
    "months",
    "manner adverbs",
    "degree adverbs",
};

static bool has(const struct hs_lemma *lemma, unsigned attribute)
{
    return lemma->attributes >> attribute & 1;
}

static bool noun_in(const struct hs_lemma *lemma, unsigned pool)
{
    bool person = has(lemma, HS_ATTR_PERSON);
    if (pool == POOL_MAN)
        return person && has(lemma, HS_ATTR_MASCULINE);
    if (pool == POOL_WOMAN)
        return person && has(lemma, HS_ATTR_FEMININE);
    return pool <= POOL_MEASURE && has(lemma, HS_ATTR_PERSON + pool);
}

static bool name_in(const struct hs_lemma *lemma, unsigned pool)
{
    static const struct {
        unsigned pool;
        const char *kind;
        int attribute; // -1: none needed
    } names[] = {
        {POOL_GIVEN_MAN, "name person", HS_ATTR_MASCULINE},
        {POOL_GIVEN_WOMAN, "name person", HS_ATTR_FEMININE},
        {POOL_SURNAME, "name surname", -1},
        {POOL_PLACE_NAME, "name place", -1},
        {POOL_GROUP_NAME, "name group", -1},
        {POOL_DAY, "name day", -1},
        {POOL_MONTH, "name month", -1},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].pool == pool)
            return strcmp(lemma->kind, names[i].kind) == 0 &&
                   (names[i].attribute < 0 || has(lemma, (unsigned)names[i].attribute));
    return false;
}

static bool in_pool(const struct hs_lemma *lemma, unsigned pool)
{
    switch (lemma->class_) {
    case HS_LEMMA_NOUN:
        return noun_in(lemma, pool);
    case HS_LEMMA_VERB:
        return pool >= POOL_TRANSITIVE && pool <= POOL_COPULAR &&
               has(lemma, HS_ATTR_TRANSITIVE + (pool - POOL_TRANSITIVE));
    case HS_LEMMA_ADJECTIVE:
        return pool == POOL_ADJECTIVE;
    case HS_LEMMA_NAME:
        return name_in(lemma, pool);
    case HS_LEMMA_OTHER:
        if (pool == POOL_MANNER)
            return strcmp(lemma->kind, "adverb manner") == 0;
        return pool == POOL_DEGREE && strcmp(lemma->kind, "adverb degree") == 0;
    }
    return false;
}

static bool national(const struct hs_lemma *lemma)
{
    return lemma->class_ == HS_LEMMA_ADJECTIVE && strcmp(lemma->kind, "adjective national") == 0;
}

/* Nouns for people share the adjective's form: a German. */
static void mark_capitals(
    const struct hs_lemma *lemmas, size_t count, struct words *words, size_t used)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; national(&lemmas[i]) && k < used; k++)
            if (words->lemma[k]->class_ <= HS_LEMMA_ADJECTIVE &&
                strcmp(words->lemma[k]->form[0], lemmas[i].form[0]) == 0)
                words->capital[k] = true;
}

void hsi_words_drop(struct words *words)
{
    free(words->lemma);
    free(words->capital);
}

enum hs_status hsi_words_sort(
    const struct hs_lexicon *lexicon, struct words *words, struct hs_error *error)
{
    const struct hs_lemma *lemmas;
    size_t count = hsi_lexicon_lemmas(lexicon, &lemmas), used = 0;
    // a lemma has a place for each pool at most: a generous bound, and the table is small
    const struct hs_lemma **sorted = malloc((count * POOL_COUNT + 1) * sizeof(*sorted));
    bool *capital = calloc(count * POOL_COUNT + 1, sizeof(*capital));
    if (!sorted || !capital) {
        free(sorted);
        free(capital);
        return hs_fail(error, HS_NO_MEMORY, "no memory for the grammar's words");
    }
    for (unsigned pool = 0; pool < POOL_COUNT; pool++) {
        words->first[pool] = used;
        for (size_t i = 0; i < count; i++)
            if (in_pool(&lemmas[i], pool))
                sorted[used++] = &lemmas[i];
        if (used == words->first[pool]) {
            free(sorted);
            free(capital);
            return hs_fail(error, HS_BAD_INPUT,
                "the lexicon has no %s, which the training grammar needs; add a group of them",
                pool_names[pool]);
        }
    }
    words->first[POOL_COUNT] = used;
    words->lemma = sorted;
    words->capital = capital;
    mark_capitals(lemmas, count, words, used);
    return HS_OK;
}
