/* blocks.c – the embedding's blocks and dimensions by name, for the Steps view and exports. */
#include "preset/features/blocks.h"

#include "preset/features/names.h"

#include <string.h>

/* Wavelengths of the waves, rounded: 2 / 0.97 * 75^(k / 15) tokens and 2 / 0.9 * 12^(k / 7) verb
 * groups. */
#define POSITION_WAVES(p, s)                                                                       \
    p s " 2.06", p s " 2.75", p s " 3.67", p s " 4.89", p s " 6.52", p s " 8.70", p s " 11.6",     \
        p s " 15.5", p s " 20.6", p s " 27.5", p s " 36.7", p s " 48.9", p s " 65.2", p s " 87.0", \
        p s " 116", p s " 155"
#define VERB_WAVES(p, s)                                                                           \
    p s " 2.22", p s " 3.17", p s " 4.52", p s " 6.45", p s " 9.19", p s " 13.1", p s " 18.7",     \
        p s " 26.7"
#define POSITIONS(p) POSITION_WAVES(p, "sine"), POSITION_WAVES(p, "cosine")
#define VERBS(p) VERB_WAVES(p, "sine"), VERB_WAVES(p, "cosine")
#define CODE8(p, a) p a "0", p a "1", p a "2", p a "3", p a "4", p a "5", p a "6", p a "7"

static const char *const dimensions[] = {
    "constant",
    HS_TAG_NAMES("tag: "),
    HS_ATTRIBUTE_NAMES("attribute: "),
    "shape: capital",
    "shape: all capitals",
    "shape: digit",
    "shape: hyphen",
    "shape: -ing",
    "shape: -ed",
    "shape: -s",
    "shape: -ly",
    "shape: in the word list",
    "shape: opens the sentence",
    HS_TAG_NAMES("previous tag: "),
    HS_TAG_NAMES("next tag: "),
    HS_FLAG_NAMES("structure: "),
    VERBS("verbs so far (noun-like): "),
    VERBS("verbs so far (verb-like): "),
    POSITIONS("position (noun-like): "),
    POSITIONS("position (verb-like): "),
    POSITIONS("position (other): "),
    POSITIONS("expected subject: "),
    POSITIONS("expected verb: "),
    POSITIONS("expected head: "),
    POSITIONS("expected antecedent: "),
};
_Static_assert(
    sizeof dimensions / sizeof *dimensions == HS_FEATURES_USED, "a name for every dimension");

static const char *const code_dimensions[] = {
    CODE8("word code: spelling ", "0"),
    CODE8("word code: spelling ", "1"),
    CODE8("word code: spelling ", "2"),
    CODE8("word code: spelling ", "3"),
    CODE8("word code: spelling ", "4"),
    "word code: kind 0",
    "word code: kind 1",
    "word code: kind 2",
    "word code: kind 3",
    "word code: kind 4",
    "word code: kind 5",
    "word code: kind 6",
    "word code: kind 7",
    "word code: kind 8",
    "word code: kind 9",
    CODE8("word code: sense ", ""),
    "word code: gender and number 0",
    "word code: gender and number 1",
    "word code: gender and number 2",
    "word code: gender and number 3",
    "word code: gender and number 4",
    "word code: gender and number 5",
};
_Static_assert(sizeof code_dimensions / sizeof *code_dimensions == HS_CODE_WIDTH,
    "a name for every dimension");

static const struct hs_block blocks[] = {
#define X(id, width, name, meaning) {name, meaning, HS_AT_##id, width},
    HS_BLOCKS(X)
#undef X
        {"unused", "Always 0.", HS_FEATURES_USED, HS_AT_CODE - HS_FEATURES_USED},
    {"word code",
        "64 signs that stand for the word itself; only W^V reads them, so that an output row can "
        "be read back as words. Their "
        "length is 1 for content words, 0.7 for function words, 0.4 for punctuation: a teaching "
        "choice, as trained models "
        "give small values to punctuation.",
        HS_AT_CODE, HS_CODE_WIDTH},
};

size_t hs_preset_blocks(const struct hs_block **table)
{
    *table = blocks;
    return sizeof blocks / sizeof *blocks;
}

const char *hs_preset_dimension(size_t d)
{
    if (d < HS_FEATURES_USED)
        return dimensions[d];
    return d < HS_AT_CODE ? "unused" : d < HS_D_MODEL ? code_dimensions[d - HS_AT_CODE] : "";
}
