/* names.h – the names of tags, attributes and flags as people read them, in the order of their
 * enums, with an optional prefix: HS_TAG_NAMES("tag: ") gives "tag: NOUN", … Read by features.c
 * (dimensions) and preset.c (token info). */
#ifndef HS_PRESET_NAMES_H
#define HS_PRESET_NAMES_H

#define HS_TAG_NAMES(p)                                                                            \
    p "NOUN", p "PROPN", p "PRON", p "WH", p "DET", p "POSS", p "ADJ", p "NUM", p "ADV", p "PREP", \
        p "TO", p "NEG", p "PMARK", p "BE", p "HAVE", p "DO", p "MODAL", p "VFIN", p "VBASE",      \
        p "VING", p "VPART", p "CC", p "SC", p "PUNCT", p "INTJ", p "EX", p "PRT", p "X"

#define HS_ATTRIBUTE_NAMES(p)                                                                      \
    p "person", p "group", p "place", p "time", p "object", p "animal", p "food", p "body",        \
        p "event", p "abstract", p "information", p "nature", p "measure", p "masculine",          \
        p "feminine", p "neuter", p "singular", p "plural", p "name", p "transitive",              \
        p "ditransitive", p "intransitive", p "takes a clause", p "takes an infinitive",           \
        p "copular", p "preposition of place", p "preposition of time", p "other preposition",     \
        p "adverb of time", p "adverb of place", p "adverb of degree", p "adverb of manner",       \
        p "sentence adverb", p "article", p "demonstrative", p "quantifier", p "subject pronoun",  \
        p "object pronoun", p "reflexive", p "indefinite", p "wh-pronoun", p "wh-adverb",          \
        p "first person", p "second person", p "third person"

#define HS_FLAG_NAMES(p)                                                                           \
    p "head of a noun phrase", p "noun before its head", p "possessor", p "in a phrase of place",  \
        p "in a phrase of time", p "in an of-phrase", p "in another prepositional phrase",         \
        p "main verb", p "passive", p "has an auxiliary", p "infinitive",                          \
        p "participle before its noun", p "verb without tense", p "subject", p "object",           \
        p "predicate", p "later member of a list", p "after a comma", p "in a relative clause",    \
        p "in a dependent clause", p "auxiliary before its subject", p "later part of a name",     \
        p "time without preposition", p "be as main verb"

#endif
