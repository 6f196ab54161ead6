/* sketch.h – a quick guess at the sentence's structure by rule, from hard tags and word attributes:
 * noun phrases and their heads, verb groups, clauses, who governs whom. For features.c, which writes it into the embedding as named blocks; an
 * edited rule needs new weights, and the program refuses the old ones (../README.md). Only a guess: attention weighs it against tags, classes and
 * distance. One pass from left to right, a bounded look-around per token. */
#ifndef HS_PRESET_SKETCH_H
#define HS_PRESET_SKETCH_H

#include "preset/lexicon/lexicon.h"

enum hs_sketch_flag {
    HS_FLAG_HEAD,      /* head of a noun phrase */
    HS_FLAG_COMPOUND,  /* noun before its head noun */
    HS_FLAG_POSSESSOR, /* before 's */
    HS_FLAG_PP_PLACE,  /* object of a preposition of place … */
    HS_FLAG_PP_TIME,
    HS_FLAG_PP_OF,
    HS_FLAG_PP_OTHER,
    HS_FLAG_VERB, /* main verb of its group, or an auxiliary that stands alone */
    HS_FLAG_PASSIVE,
    HS_FLAG_HAS_AUX,
    HS_FLAG_INFINITIVE,
    HS_FLAG_PARTICIPLE, /* in front of its noun */
    HS_FLAG_NONFINITE,  /* -ing or -ed clause without auxiliary */
    HS_FLAG_SUBJECT,    /* taken as a subject */
    HS_FLAG_OBJECT,     /* taken as an object */
    HS_FLAG_PREDICATE,  /* noun phrase after be */
    HS_FLAG_CONJUNCT,   /* second or later member of a list */
    HS_FLAG_AFTER_COMMA,
    HS_FLAG_RELATIVE,     /* inside a relative clause */
    HS_FLAG_SUBORDINATE,  /* inside another dependent clause */
    HS_FLAG_QUESTION_AUX, /* auxiliary before its subject */
    HS_FLAG_NAME_PART,    /* later part of a person's name */
    HS_FLAG_BARE_TIME,    /* time noun phrase without a preposition */
    HS_FLAG_COPULA,       /* be as main verb */
    HS_FLAG_COUNT,
};

#define HS_NO_TOKEN (-1)

struct hs_sketch {
    uint32_t flags; /* bits of enum hs_sketch_flag */
    int32_t head;   /* modifier, preposition, auxiliary, adverb -> the noun or verb it belongs to */
    int32_t subject;    /* verb -> its subject */
    int32_t governor;   /* noun-like -> the verb it depends on */
    int32_t antecedent; /* pronoun, relative pronoun -> what it stands for */
    int32_t phrase;     /* first token of the noun phrase it belongs to; own index outside */
    uint16_t verbs;     /* verb heads before this token */
    uint8_t tag;        /* likeliest tag */
};

/* sketch (n) written whole. */
void hsi_sketch_make(
    const struct hs_word *words, const float *posterior, size_t n, struct hs_sketch *sketch);

static inline bool hsi_sketch_is(const struct hs_sketch *token, enum hs_sketch_flag flag)
{
    return token->flags >> flag & 1u;
}

static inline void hsi_sketch_set(struct hs_sketch *token, enum hs_sketch_flag flag)
{
    token->flags |= 1u << flag;
}

/* Sets of tags as bits. */
#define HS_TAGS(tag) (1u << (tag))
#define HS_TAGS_NOUN (HS_TAGS(HS_TAG_NOUN) | HS_TAGS(HS_TAG_PROPN))
#define HS_TAGS_VERB                                                                               \
    (HS_TAGS(HS_TAG_VFIN) | HS_TAGS(HS_TAG_VBASE) | HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VPART))
#define HS_TAGS_AUX                                                                                \
    (HS_TAGS(HS_TAG_BE) | HS_TAGS(HS_TAG_HAVE) | HS_TAGS(HS_TAG_DO) | HS_TAGS(HS_TAG_MODAL))
#define HS_TAGS_ADVERB (HS_TAGS(HS_TAG_ADV) | HS_TAGS(HS_TAG_NEG))

static inline bool hsi_sketch_in(const struct hs_sketch *token, uint32_t tags)
{
    return tags >> token->tag & 1u;
}

#endif
