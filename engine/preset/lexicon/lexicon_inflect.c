/* lexicon_inflect.c – regular English inflection: plural, third person, past, -ing, comparison.
 * Called by lexicon_build.c for every lemma without an irregular form. Spelling rules only, no
 * memory, no failure. */
#include "preset/lexicon/lexicon_private.h"

#include <string.h>

static bool vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

static bool ends(const char *word, size_t length, const char *ending)
{
    size_t size = strlen(ending);
    return length >= size && memcmp(word + length - size, ending, size) == 0;
}

/* Copies the first `keep` bytes of word, then `ending`. */
static size_t put(const char *word, size_t keep, const char *ending, char *out)
{
    size_t size = strlen(ending);
    memcpy(out, word, keep);
    memcpy(out + keep, ending, size + 1);
    return keep + size;
}

/* happy, city, carry: a consonant before the final y. */
static bool consonant_y(const char *word, size_t length)
{
    return length > 1 && word[length - 1] == 'y' && !vowel(word[length - 2]);
}

static bool hisses(const char *word, size_t length)
{
    return ends(word, length, "s") || ends(word, length, "x") || ends(word, length, "z") ||
           ends(word, length, "ch") || ends(word, length, "sh");
}

size_t hsi_inflect_plural(const char *word, char *out)
{
    size_t length = strlen(word);
    if (hisses(word, length))
        return put(word, length, "es", out);
    if (consonant_y(word, length))
        return put(word, length - 1, "ies", out);
    return put(word, length, "s", out);
}

size_t hsi_inflect_third(const char *word, char *out)
{
    size_t length = strlen(word);
    /* go, do, echo, veto: verbs in consonant + o take -es; nouns (photos, pianos) mostly do not */
    if (length > 1 && word[length - 1] == 'o' && !vowel(word[length - 2]))
        return put(word, length, "es", out);
    return hsi_inflect_plural(word, out);
}

/* Writes the stem that -ed and -ing stand on when the last consonant doubles or c takes a k. */
static size_t hard_stem(const char *word, bool doubling, char *out)
{
    size_t length = put(word, strlen(word), "", out);
    if (doubling && length > 0)
        length = put(word, length, (char[2]){word[length - 1], '\0'}, out);
    else if (ends(word, length, "ic")) /* panic -> panicked */
        length = put(word, length, "k", out);
    return length;
}

size_t hsi_inflect_past(const char *word, bool doubling, char *out)
{
    size_t length = strlen(word);
    if (ends(word, length, "e"))
        return put(word, length, "d", out);
    if (consonant_y(word, length))
        return put(word, length - 1, "ied", out);
    length = hard_stem(word, doubling, out);
    memcpy(out + length, "ed", 3);
    return length + 2;
}

size_t hsi_inflect_ing(const char *word, bool doubling, char *out)
{
    size_t length = strlen(word);
    if (length > 2 && ends(word, length, "ie")) /* lie -> lying */
        return put(word, length - 2, "ying", out);
    bool kept = ends(word, length, "ee") || ends(word, length, "ye") || ends(word, length, "oe");
    if (length > 2 && ends(word, length, "e") && !kept)
        return put(word, length - 1, "ing", out);
    length = hard_stem(word, doubling, out);
    memcpy(out + length, "ing", 4);
    return length + 3;
}

/* Groups of vowels, a silent final e not counted: a fair count of syllables for this purpose. */
static size_t syllables(const char *word, size_t length)
{
    size_t count = 0;
    bool inside = false;
    for (size_t i = 0; i < length; i++) {
        bool here = vowel(word[i]) || (word[i] == 'y' && i > 0);
        if (here && !inside && !(word[i] == 'e' && i + 1 == length && count > 0))
            count++;
        inside = here;
    }
    return count;
}

bool hsi_inflect_gradable(const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++)
        if (word[i] < 'a' || word[i] > 'z')
            return false; /* hyphens, digits, accents */
    if (length < 3 || length > 9)
        return false;
    if (ends(word, length, "le") && length > 3 &&
        !vowel(word[length - 3])) /* simple: the l is a syllable */
        return syllables(word, length) <= 1;
    size_t count = syllables(word, length);
    return count == 1 || (count == 2 && (consonant_y(word, length) || ends(word, length, "ow")));
}

size_t hsi_inflect_comparative(const char *word, bool superlative, char *out)
{
    size_t length = strlen(word);
    const char *ending = superlative ? "est" : "er";
    if (ends(word, length, "e"))
        return put(word, length, ending + 1, out);
    if (consonant_y(word, length)) {
        length = put(word, length - 1, "i", out);
        memcpy(out + length, ending, strlen(ending) + 1);
        return length + strlen(ending);
    }
    /* big, hot, thin: one vowel and one consonant at the end of one syllable double the consonant */
    char last = word[length - 1];
    bool closed = length > 2 && !vowel(last) && last != 'w' && last != 'x' && last != 'y' &&
                  vowel(word[length - 2]) && !vowel(word[length - 3]) &&
                  syllables(word, length) == 1;
    length = put(word, length, closed ? (char[2]){last, '\0'} : "", out);
    memcpy(out + length, ending, strlen(ending) + 1);
    return length + strlen(ending);
}
