/* lexicon_private.h – the lexicon's storage (lexicon_store.c), shared by lexicon.c (look-up), lexicon_build.c
 * (reading), lexicon_inflect.c (forms by rule) and lexicon_guess.c (unknown words). Nobody else
 * includes it. */
#ifndef HS_PRESET_LEXICON_PRIVATE_H
#define HS_PRESET_LEXICON_PRIVATE_H

#include "preset/lexicon/lexicon.h"

#define HS_WORD_BYTES 63u /* longest form; a longer token is looked up by shape and ending only */
#define HS_LEXICON_FORMS (1u << 18)  /* most forms of one lexicon */
#define HS_LEXICON_LEMMAS (1u << 19) /* most lemmas: words of all groups together */

/* A form and what it may be. Weights are hundredths (100 = 1.0), the largest of all groups that
 * give the form. */
struct hs_form {
    const char *text;
    uint64_t attributes;
    uint32_t hash;
    uint16_t function; /* enum hs_function */
    uint8_t weight[HS_TAG_COUNT];
};

/* The hash stands beside the index so that a wrong seat is passed without looking at its form. */
struct hs_form_slot {
    uint32_t hash, index; /* index of the form + 1, 0 = empty */
};

struct hs_lexicon {
    struct hs_form *form; /* (form_count), in order of first mention */
    size_t form_count, form_room;
    struct hs_form_slot
        *slot; /* (slots) open addressing, at most half full; slots is a power of two */
    size_t slots;
    struct hs_lemma *lemma; /* (lemma_count) */
    size_t lemma_count, lemma_room;
    struct hs_arena arena; /* texts */
    char *pool;            /* the chunk that texts are cut from */
    size_t pool_left;
};

#define HS_BIT(attribute) (UINT64_C(1) << (attribute))

/* ------------------------------------------------------------------ storage (lexicon_store.c) */
uint32_t hsi_lexicon_hash(const char *text, size_t length); /* FNV-1a (Fowler, Noll, Vo) */
/* The form with this text (lower case), or NULL. */
struct hs_form *hsi_lexicon_find(const struct hs_lexicon *lexicon, const char *text, size_t length);
/* The same, made when missing; NULL when memory ran out or the lexicon is full. */
struct hs_form *hsi_lexicon_intern(struct hs_lexicon *lexicon, const char *text, size_t length);
/* A copy that lives as long as the lexicon; NULL when memory ran out. */
const char *hsi_lexicon_text(struct hs_lexicon *lexicon, const char *text, size_t length);
/* Numbers the function words; those that the file lacks (most signs) come in by their shape. False:
 * no memory. */
bool hsi_lexicon_number_functions(struct hs_lexicon *lexicon);
/* A word as it is looked up: lower case of ASCII and of the two-byte Latin, Greek and Cyrillic
 * capitals, which keep their length; a curly apostrophe becomes a straight one. `out` has room for
 * `length` bytes. `upper` tells whether the first letter was a capital. Returns out's length. */
size_t hsi_lexicon_lower(const char *text, size_t length, char *out, bool *upper);
/* A new zeroed lemma (the array may move); NULL when memory ran out. */
struct hs_lemma *hsi_lexicon_lemma(struct hs_lexicon *lexicon);

/* ------------------------------------------------------------------ reading (lexicon_build.c) */
enum hs_status hsi_lexicon_build(struct hs_lexicon *lexicon, const char *name, const char *bytes,
    size_t length, struct hs_error *error);

/* ------------------------------------------------------------------ meanings of the file's names
 * (lexicon_classes.c) */
/* Attributes of a noun's or name's sense, or of a verb's frame; 0 when the class has no such name. */
uint64_t hsi_lexicon_sense(const char *class_, const char *name);
uint64_t hsi_lexicon_gender(const char *name); /* "m", "f", "n"; else 0 */
/* Which closed class this is, for hsi_lexicon_closed, or SIZE_MAX; kind may be NULL. */
size_t hsi_lexicon_class(const char *class_, const char *kind);
/* Gives a form the tags and attributes of its closed class; *attributes tells them. `mark` is "" or
 * the entry's value
 * ("3sm", "z"); false when that is no mark of this class. */
bool hsi_lexicon_closed(
    size_t class_index, const char *mark, struct hs_form *form, uint64_t *attributes);
/* The form may be `tag` with at least this weight. */
void hsi_form_give(struct hs_form *form, unsigned tag, unsigned hundredths);

/* ------------------------------------------------------------------ forms by rule
 * (lexicon_inflect.c) `out` has room for HS_WORD_BYTES + 5 bytes; the word is lower case, 1 …
 * HS_WORD_BYTES bytes. Each returns out's length. */
#define HS_FORM_ROOM (HS_WORD_BYTES + 5u)
size_t hsi_inflect_plural(const char *word, char *out);
size_t hsi_inflect_third(const char *word, char *out); /* third person singular */
size_t hsi_inflect_past(
    const char *word, bool doubling, char *out); /* also the regular participle */
size_t hsi_inflect_ing(const char *word, bool doubling, char *out);
/* Whether the adjective takes -er and -est: one syllable, or two with a light ending (-y, -le,
 * -ow). */
bool hsi_inflect_gradable(const char *word);
size_t hsi_inflect_comparative(const char *word, bool superlative, char *out);

/* ------------------------------------------------------------------ unknown words
 * (lexicon_guess.c) */
/* Fills weights (hundredths) and attributes from the lower-cased token's ending and shape. */
void hsi_lexicon_guess(
    const char *lower, size_t length, uint8_t weight[HS_TAG_COUNT], uint64_t *attributes);

#endif
