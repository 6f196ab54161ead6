/* blocks.h – the layout of the embedding: which named block owns which of the 512 dimensions.
 * Written by features.c, named for people by blocks.c. Order and widths are part of what the
 * weights mean (hsi_features_layout). */
#ifndef HS_PRESET_BLOCKS_H
#define HS_PRESET_BLOCKS_H

#include "hs_preset.h"
#include "preset/sketch/sketch.h"

#define HS_POSITION_WAVES 16 /* wavelengths 2.06 … 155 tokens, geometric */
#define HS_VERB_WAVES 8      /* wavelengths 2.2 … 27 verb groups */
#define HS_SHAPES (HS_SHAPE_COUNT + 2)
#define HS_CODE_WIDTH 64

/* X(enum name, width, name, meaning) */
#define HS_BLOCKS(X)                                                                               \
    X(CONSTANT, 1, "constant",                                                                     \
        "Always 1: lets a head prefer a kind of token whatever the other token is.")               \
    X(TAG, HS_TAG_COUNT, "tag", "How likely each part of speech is, from the soft tagger.")        \
    X(ATTRIBUTE, HS_ATTR_COUNT, "attribute",                                                       \
        "What the word list says: noun senses, gender, number, verb frames, kinds of small "       \
        "words.")                                                                                  \
    X(SHAPE, HS_SHAPES, "shape", "Capital, digits, ending, in the word list or not.")              \
    X(PREVIOUS, HS_TAG_COUNT, "previous tag", "Parts of speech of the token before.")              \
    X(NEXT, HS_TAG_COUNT, "next tag", "Parts of speech of the token after.")                       \
    X(FLAG, HS_FLAG_COUNT, "structure",                                                            \
        "Roles that the rule-made sketch of the sentence gives the token.")                        \
    X(VERBS_NOUN, 2 * HS_VERB_WAVES, "verbs so far (noun-like)",                                   \
        "How many verb groups stand before a noun-like token.")                                    \
    X(VERBS_VERB, 2 * HS_VERB_WAVES, "verbs so far (verb-like)",                                   \
        "How many verb groups stand before a verb.")                                               \
    X(AT_NOUN, 2 * HS_POSITION_WAVES, "position (noun-like)",                                      \
        "Where a noun-like token stands, as waves.")                                               \
    X(AT_VERB, 2 * HS_POSITION_WAVES, "position (verb-like)", "Where a verb stands, as waves.")    \
    X(AT_OTHER, 2 * HS_POSITION_WAVES, "position (other)",                                         \
        "Where any other token stands, as waves.")                                                 \
    X(SUBJECT, 2 * HS_POSITION_WAVES, "expected subject",                                          \
        "Where the sketch expects a verb's subject, in the waves of position.")                    \
    X(GOVERNOR, 2 * HS_POSITION_WAVES, "expected verb",                                            \
        "Where the sketch expects the verb that a noun-like token depends on.")                    \
    X(HEAD, 2 * HS_POSITION_WAVES, "expected head",                                                \
        "Where the sketch expects the noun or verb that a modifier, preposition or auxiliary "     \
        "belongs to.")                                                                             \
    X(ANTECEDENT, 2 * HS_POSITION_WAVES, "expected antecedent",                                    \
        "Where the sketch expects what a pronoun stands for.")

enum {
#define X(id, width, name, meaning) HS_AT_##id, HS_LAST_##id = HS_AT_##id + (width)-1,
    HS_BLOCKS(X)
#undef X
        HS_FEATURES_USED,
    HS_AT_CODE = HS_D_MODEL - HS_CODE_WIDTH,
};
_Static_assert(HS_FEATURES_USED <= HS_AT_CODE, "the blocks do not leave room for the word code");

#endif
