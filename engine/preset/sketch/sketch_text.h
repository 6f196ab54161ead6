/* sketch_text.h – what the rules of the sketch see, and short questions about it. Shared by the
 * sketch_*.c files only. Every question about a token past either end is answered with no. */
#ifndef HS_PRESET_SKETCH_TEXT_H
#define HS_PRESET_SKETCH_TEXT_H

#include "preset/lexicon/function_words.h"
#include "preset/sketch/sketch.h"

struct text {
    const struct hs_word *word;
    struct hs_sketch *at;
    size_t n;
};

static inline bool in(const struct text *t, size_t i, uint32_t tags)
{
    return i < t->n && hsi_sketch_in(&t->at[i], tags);
}

static inline bool is(const struct text *t, size_t i, enum hs_sketch_flag flag)
{
    return i < t->n && hsi_sketch_is(&t->at[i], flag);
}

static inline bool has(const struct text *t, size_t i, enum hs_attribute attribute)
{
    return i < t->n && t->word[i].attributes >> attribute & 1;
}

static inline unsigned function(const struct text *t, size_t i)
{
    return i < t->n ? t->word[i].function : HS_FN_NONE;
}

/* $ and % stand where nouns stand. */
static inline bool nounish(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS_NOUN) ||
           (in(t, i, HS_TAGS(HS_TAG_X)) && t->word[i].function != HS_FN_NONE);
}

static inline bool verb(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS_VERB) && !is(t, i, HS_FLAG_PARTICIPLE);
}

#define HS_FLAGS_HELD                                                                              \
    (1u << HS_FLAG_PP_PLACE | 1u << HS_FLAG_PP_TIME | 1u << HS_FLAG_PP_OF | 1u << HS_FLAG_PP_OTHER)

static inline bool held_by_preposition(const struct text *t, size_t i)
{
    return t->at[i].flags & HS_FLAGS_HELD;
}

/* First and last token of the noun phrase whose head is i. */
static inline size_t phrase_start(const struct text *t, size_t i)
{
    return t->at[i].phrase < 0 ? i : (size_t)t->at[i].phrase;
}

static inline size_t phrase_end(const struct text *t, size_t i)
{
    if (t->at[i].phrase < 0)
        return i;
    size_t end = i;
    while (end + 1 < t->n && t->at[end + 1].phrase == t->at[i].phrase)
        end++;
    return end;
}

/* Whether a noun phrase ends just before the token at i. */
static inline bool after_phrase(const struct text *t, size_t i)
{
    return i > 0 && (is(t, i - 1, HS_FLAG_HEAD) ||
                        (t->at[i - 1].phrase >= 0 && t->at[i - 1].phrase != t->at[i].phrase));
}

/* Steps of the sketch, in this order; each reads what the ones before it wrote. */
void hsi_sketch_phrases(
    const struct text *t); /* noun phrases, their heads and modifiers (sketch_phrase.c) */
void hsi_sketch_verbs(const struct text *t); /* verb groups, adverbs, prepositions (sketch_verb.c) */
void hsi_sketch_clauses(
    const struct text *t); /* subjects, objects, relative pronouns (sketch_clause.c) */
void hsi_sketch_reference(const struct text *t); /* pronouns (sketch_reference.c) */
/* The noun that relative pronoun i stands for, among the heads that end before `end`
 * (sketch_reference.c). */
int32_t hsi_sketch_relative(const struct text *t, size_t i, size_t end, bool comma);

#endif
