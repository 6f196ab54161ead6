/* lexicon.h – the word list of the preset model: form -> tag prior and attributes, and the lemmas
 * the grammar draws from. Read once from assets/lexicon.json; unknown words are guessed from suffix
 * and shape. Private to preset/ and its trainer. */
#ifndef HS_PRESET_LEXICON_H
#define HS_PRESET_LEXICON_H

#include "base/base.h"

/* The 28 tags of the soft tagger, after Universal Dependencies' parts of speech. */
enum hs_tag {
    HS_TAG_NOUN,
    HS_TAG_PROPN,
    HS_TAG_PRON,
    HS_TAG_WH,
    HS_TAG_DET,
    HS_TAG_POSS,
    HS_TAG_ADJ,
    HS_TAG_NUM,
    HS_TAG_ADV,
    HS_TAG_PREP,
    HS_TAG_TO,
    HS_TAG_NEG,
    HS_TAG_PMARK,
    HS_TAG_BE,
    HS_TAG_HAVE,
    HS_TAG_DO,
    HS_TAG_MODAL,
    HS_TAG_VFIN,
    HS_TAG_VBASE,
    HS_TAG_VING,
    HS_TAG_VPART,
    HS_TAG_CC,
    HS_TAG_SC,
    HS_TAG_PUNCT,
    HS_TAG_INTJ,
    HS_TAG_EX,
    HS_TAG_PRT,
    HS_TAG_X,
    HS_TAG_COUNT,
};

/* Attributes of a form, one bit each in hs_word.attributes. */
enum hs_attribute {
    /* noun senses */
    HS_ATTR_PERSON,
    HS_ATTR_GROUP,
    HS_ATTR_PLACE,
    HS_ATTR_TIME,
    HS_ATTR_OBJECT,
    HS_ATTR_ANIMAL,
    HS_ATTR_FOOD,
    HS_ATTR_BODY,
    HS_ATTR_EVENT,
    HS_ATTR_ABSTRACT,
    HS_ATTR_INFO,
    HS_ATTR_NATURE,
    HS_ATTR_MEASURE,
    HS_ATTR_MASCULINE,
    HS_ATTR_FEMININE,
    HS_ATTR_NEUTER,
    HS_ATTR_SINGULAR,
    HS_ATTR_PLURAL,
    HS_ATTR_NAME,
    /* verb frames */
    HS_ATTR_TRANSITIVE,
    HS_ATTR_DITRANSITIVE,
    HS_ATTR_INTRANSITIVE,
    HS_ATTR_CLAUSAL,
    HS_ATTR_INFINITIVAL,
    HS_ATTR_COPULAR,
    /* prepositions, adverbs, determiners, pronouns, wh-words, person */
    HS_ATTR_PREP_PLACE,
    HS_ATTR_PREP_TIME,
    HS_ATTR_PREP_OTHER,
    HS_ATTR_ADV_TIME,
    HS_ATTR_ADV_PLACE,
    HS_ATTR_ADV_DEGREE,
    HS_ATTR_ADV_MANNER,
    HS_ATTR_ADV_SENTENCE,
    HS_ATTR_DET_ARTICLE,
    HS_ATTR_DET_DEMONSTRATIVE,
    HS_ATTR_DET_QUANTIFIER,
    HS_ATTR_PRON_SUBJECT,
    HS_ATTR_PRON_OBJECT,
    HS_ATTR_PRON_REFLEXIVE,
    HS_ATTR_PRON_INDEFINITE,
    HS_ATTR_WH_PRONOUN,
    HS_ATTR_WH_ADVERB,
    HS_ATTR_FIRST_PERSON,
    HS_ATTR_SECOND_PERSON,
    HS_ATTR_THIRD_PERSON,
    HS_ATTR_COUNT,
};

struct hs_word {
    float prior[HS_TAG_COUNT]; /* sums to 1 */
    uint64_t attributes;       /* bits of enum hs_attribute */
    uint64_t code;   /* 64 signs of the word code, bit d = dimension d is positive; by form, not by
                        context */
    bool known;      /* found in the lexicon */
    bool first;      /* as given to hsi_lexicon_look */
    uint8_t shape;   /* bits of enum hs_shape */
    uint8_t ending2; /* bucket of the last two letters, 1 … HS_ENDINGS2; 0 = no letters or known */
    uint16_t ending3;  /* bucket of the last three letters, 1 … HS_ENDINGS3; 0 likewise */
    uint16_t function; /* enum hs_function */
};

#define HS_ENDINGS2 96u
#define HS_ENDINGS3 384u

enum hs_shape {
    HS_SHAPE_CAPITAL,
    HS_SHAPE_ALL_CAPITALS,
    HS_SHAPE_DIGIT,
    HS_SHAPE_HYPHEN,
    HS_SHAPE_ING,
    HS_SHAPE_ED,
    HS_SHAPE_S,
    HS_SHAPE_LY,
    HS_SHAPE_COUNT,
};

/* A dictionary entry with its inflected forms; unused forms are NULL. */
enum hs_lemma_class {
    HS_LEMMA_NOUN,      /* forms: singular, plural */
    HS_LEMMA_VERB,      /* forms: base, third person, past, participle, -ing */
    HS_LEMMA_ADJECTIVE, /* forms: positive, comparative, superlative (the latter two may be NULL) */
    HS_LEMMA_NAME,      /* forms: the name, lower case */
    HS_LEMMA_OTHER,     /* closed classes: forms[0]; `prior` of the form says which */
};
struct hs_lemma {
    enum hs_lemma_class class_;
    const char *form[5];
    uint64_t attributes; /* union of its senses or frames, gender, name kind … */
    bool mass;           /* a noun without plural use */
    bool rare; /* this class is the word's minor use (the noun "go"): little weight, not for the
                  grammar */
    const char *kind; /* the group's class and kind, e.g. "name person", "preposition place" */
};

struct hs_lexicon;
enum hs_status hsi_lexicon_open(
    const char *path, struct hs_lexicon **lexicon, struct hs_error *error);
/* The same from memory; `name` stands in messages. */
enum hs_status hsi_lexicon_parse(const char *name, const char *bytes, size_t length,
    struct hs_lexicon **lexicon, struct hs_error *error);
void hsi_lexicon_drop(struct hs_lexicon *lexicon);
size_t hsi_lexicon_lemmas(const struct hs_lexicon *lexicon, const struct hs_lemma **lemmas);
size_t hsi_lexicon_forms(const struct hs_lexicon *lexicon); /* distinct forms */
const char *hsi_lexicon_form(const struct hs_lexicon *lexicon, size_t index);
uint64_t hsi_lexicon_code(
    const struct hs_lexicon *lexicon, size_t index); /* the form's word code, see hs_word.code */

/* `first`: the token opens the sentence (or follows an opening quote or a full stop there), so a
 * capital says little. `pretend_unknown` makes the look-up use only suffix and shape (the trainer
 * does so to learn the guessing rules). */
void hsi_lexicon_look(const struct hs_lexicon *lexicon, const char *text, bool first,
    bool pretend_unknown, struct hs_word *word);

#endif
