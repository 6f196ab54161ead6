/* lexicon.c – opening the lexicon and looking a token up. Opened by preset.c, by the trainer and by
 * tests. Look-up allocates nothing, cannot fail and depends on nothing but the
 * token's bytes and the list. */
#include "preset/lexicon/lexicon_private.h"

#include "preset/lexicon/function_words.h"
#include "text/chars.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ word codes */

/* Finaliser of splitmix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit
 * of x. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* 40 signs from the spelling, 24 from what the word is: kind of word (10), sense (8), gender and
 * number (6). Each value of these gets its own pseudo-random signs, so that unrelated words are
 * uncorrelated and related ones lie closer. */
static uint64_t word_code(uint32_t hash, const uint8_t weight[HS_TAG_COUNT], uint64_t attributes)
{
    const uint64_t senses = (HS_BIT(HS_ATTR_MEASURE) << 1) - HS_BIT(HS_ATTR_PERSON);
    const uint64_t forms = HS_BIT(HS_ATTR_MASCULINE) | HS_BIT(HS_ATTR_FEMININE) |
                           HS_BIT(HS_ATTR_NEUTER) | HS_BIT(HS_ATTR_SINGULAR) |
                           HS_BIT(HS_ATTR_PLURAL);
    uint64_t best = 0;
    for (uint64_t t = 1; t < HS_TAG_COUNT; t++)
        if (weight[t] > weight[best])
            best = t;
    uint64_t sense = attributes & senses;
    sense &= ~sense + 1; /* the first of several */
    uint64_t spelling = mix(hash + UINT64_C(0x9E3779B97F4A7C15)) >> 24;
    uint64_t kind = mix(best + (UINT64_C(1) << 32)) >> 54;
    uint64_t meaning = mix(sense + (UINT64_C(2) << 32)) >> 56;
    uint64_t form = mix((attributes & forms) + (UINT64_C(3) << 32)) >> 58;
    return spelling | kind << 40 | meaning << 50 | form << 58;
}

uint64_t hsi_lexicon_code(const struct hs_lexicon *lexicon, size_t index)
{
    const struct hs_form *form = &lexicon->form[index];
    return word_code(form->hash, form->weight, form->attributes);
}

/* ------------------------------------------------------------------ open and drop */

enum hs_status hsi_lexicon_open(
    const char *path, struct hs_lexicon **lexicon, struct hs_error *error)
{
    enum { LIMIT = 8 << 20 }; /* bytes; the shipped list has about 0.2 MB */
    char *bytes;
    size_t length;
    enum hs_status status = hs_file_read(path, LIMIT, &bytes, &length, error);
    if (status)
        return status;
    status = hsi_lexicon_parse(path, bytes, length, lexicon, error);
    free(bytes);
    return status;
}

enum hs_status hsi_lexicon_parse(const char *name, const char *bytes, size_t length,
    struct hs_lexicon **lexicon, struct hs_error *error)
{
    struct hs_lexicon *made = calloc(1, sizeof *made);
    enum hs_status status = made ? hsi_lexicon_build(made, name, bytes, length, error)
                                 : hs_fail(error, HS_NO_MEMORY, "%s: no memory for the word list",
                                       hsi_name_shown(name).text);
    if (status)
        hsi_lexicon_drop(made);
    else
        *lexicon = made;
    return status;
}

void hsi_lexicon_drop(struct hs_lexicon *lexicon)
{
    if (!lexicon)
        return;
    hsi_arena_drop(&lexicon->arena);
    free(lexicon->form);
    free(lexicon->slot);
    free(lexicon->lemma);
    free(lexicon);
}

size_t hsi_lexicon_lemmas(const struct hs_lexicon *lexicon, const struct hs_lemma **lemmas)
{
    *lemmas = lexicon->lemma;
    return lexicon->lemma_count;
}

size_t hsi_lexicon_forms(const struct hs_lexicon *lexicon)
{
    return lexicon->form_count;
}

const char *hsi_lexicon_form(const struct hs_lexicon *lexicon, size_t index)
{
    return lexicon->form[index].text;
}

/* ------------------------------------------------------------------ look-up */

/* Bits of enum hs_shape; the endings' buckets, for words of letters that the list does not know. */
static void note_shape(const char *text, size_t size, const char *lower, size_t length,
    bool capital, struct hs_word *word)
{
    size_t letters = 0, capitals = 0;
    bool digit = false, hyphen = false;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        capitals += c >= 'A' && c <= 'Z';
        letters += (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        digit |= c >= '0' && c <= '9';
        hyphen |= c == '-' && size > 1;
    }
    bool ing = length >= 3 && memcmp(lower + length - 3, "ing", 3) == 0;
    bool ed = length >= 2 && memcmp(lower + length - 2, "ed", 2) == 0;
    bool ly = length >= 2 && memcmp(lower + length - 2, "ly", 2) == 0;
    bool s = length >= 1 && lower[length - 1] == 's';
    word->shape =
        (uint8_t)(capital << HS_SHAPE_CAPITAL |
                  (capitals > 1 && capitals == letters) << HS_SHAPE_ALL_CAPITALS |
                  digit << HS_SHAPE_DIGIT | hyphen << HS_SHAPE_HYPHEN | ing << HS_SHAPE_ING |
                  ed << HS_SHAPE_ED | s << HS_SHAPE_S | ly << HS_SHAPE_LY);
    bool plain = !word->known && letters == size && length >= 3;
    word->ending2 = plain ? (uint8_t)(1 + hsi_lexicon_hash(lower + length - 2, 2) % HS_ENDINGS2) : 0;
    word->ending3 = plain ? (uint16_t)(1 + hsi_lexicon_hash(lower + length - 3, 3) % HS_ENDINGS3) : 0;
}

/* What a capital adds: inside a sentence it makes a name likely, at its start it says little. */
static void weigh_capital(
    uint16_t weight[HS_TAG_COUNT], bool capital, bool first, bool known, bool is_i)
{
    static const uint8_t open[] = {HS_TAG_NOUN, HS_TAG_ADJ, HS_TAG_VBASE, HS_TAG_VFIN, HS_TAG_VING,
        HS_TAG_VPART, HS_TAG_NUM, HS_TAG_X};
    unsigned sum = 0, kinds = 0;
    for (size_t t = 0; t < HS_TAG_COUNT; t++) {
        sum += weight[t];
        kinds += weight[t] > 0;
    }
    bool content = false;
    for (size_t k = 0; k < sizeof open; k++)
        content |= weight[open[k]] > 0;
    if (capital && !first && !is_i) {
        if (!known) {
            for (size_t t = 0; t < HS_TAG_COUNT; t++)
                weight[t] = (uint16_t)(weight[t] * 15 / 100);
            weight[HS_TAG_PROPN] = 100;
        } else if (content && weight[HS_TAG_PROPN] < sum / 2) {
            weight[HS_TAG_PROPN] = (uint16_t)(sum / 2);
        }
    } else if (capital && first && !known) {
        weight[HS_TAG_PROPN] = 70;
    } else if (!capital && weight[HS_TAG_PROPN] > 0 && kinds > 1) {
        weight[HS_TAG_PROPN] = (uint16_t)(weight[HS_TAG_PROPN] * 30 / 100);
    }
}

/* The form of a word whose left-out letters an apostrophe stands for, or NULL: goin' is "going", ol' "old". */
static const struct hs_form *find_clipped(const struct hs_lexicon *lexicon, char *lower, size_t *length)
{
    static const struct {
        const char *clipped, *word;
    } list[] = {{"'t", "it"}, {"'til", "till"}, {"'till", "till"}, {"'cause", "because"}, {"'cuz", "because"}, {"'n", "and"},
        {"'n'", "and"}, {"n'", "and"}, {"an'", "and"}, {"'bout", "about"}, {"'round", "around"}, {"'nuff", "enough"},
        {"ol'", "old"}, {"th'", "the"}, {"o'", "of"}, {"lil'", "little"}, {"wi'", "with"}, {"fo'", "for"}};
    if (*length < 2 || (lower[0] != '\'' && lower[*length - 1] != '\''))
        return NULL;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (strlen(list[i].clipped) != *length || memcmp(list[i].clipped, lower, *length) != 0)
            continue;
        *length = strlen(list[i].word);
        memcpy(lower, list[i].word, *length); /* the longest, "because", is one letter longer than "'cause" */
        return hsi_lexicon_find(lexicon, lower, *length);
    }
    if (*length < 5 || memcmp(lower + *length - 3, "in'", 3) != 0)
        return NULL;
    lower[*length - 1] = 'g';
    const struct hs_form *form = hsi_lexicon_find(lexicon, lower, *length);
    if (!form)
        lower[*length - 1] = '\'';
    return form;
}

static bool plain_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80 || text[i] == '`')
            return false;
    return true;
}

void hsi_lexicon_look(const struct hs_lexicon *lexicon, const char *text, bool first,
    bool pretend_unknown, struct hs_word *word)
{
    char plain[256], lower[256];
    size_t length = strlen(text), size;
    /* a token longer than any word (an address, a wall of signs) is judged by its end */
    bool whole = length < sizeof lower;
    if (!whole) {
        text += length - (sizeof lower - 1);
        length = sizeof lower - 1;
    }
    if (whole && !plain_ascii(text, length) && (size = hsi_char_plain(text, length, plain, sizeof plain)) > 0) {
        text = plain;
        length = size;
    }
    size = length;
    bool capital;
    length = hsi_lexicon_lower(text, length, lower, &capital);
    const struct hs_form *form = NULL;
    if (whole && !pretend_unknown) {
        form = hsi_lexicon_find(lexicon, lower, length);
        form = form ? form : find_clipped(lexicon, lower, &length);
    }
    uint8_t from[HS_TAG_COUNT];
    word->known = form != NULL;
    word->first = first;
    word->function = form ? form->function : HS_FN_NONE;
    if (form) {
        memcpy(from, form->weight, sizeof from);
        word->attributes = form->attributes;
    } else {
        hsi_lexicon_guess(lower, length, from, &word->attributes);
    }
    word->code = word_code(form ? form->hash : hsi_lexicon_hash(lower, length), from, word->attributes);
    note_shape(text, size, lower, length, capital, word);
    uint16_t weight[HS_TAG_COUNT];
    for (size_t t = 0; t < HS_TAG_COUNT; t++)
        weight[t] = from[t];
    weigh_capital(weight, capital, first, word->known, length == 1 && lower[0] == 'i');
    unsigned sum = 0;
    for (size_t t = 0; t < HS_TAG_COUNT; t++)
        sum += weight[t];
    for (size_t t = 0; t < HS_TAG_COUNT; t++)
        word->prior[t] = (float)weight[t] / (float)sum;
}
