/* lexicon_guess.c – what an unknown token may be, from its shape (digits, signs, addresses) and its
 * ending. Called by lexicon.c for words outside the list, and for every word when the trainer hides
 * the list. First rule that fits wins; the weights are our own estimates, set by hand; the tagger
 * learns how far to trust them. */
#include "preset/lexicon/lexicon_private.h"

#include <string.h>

#define PERSON HS_BIT(HS_ATTR_PERSON)
#define PLACE HS_BIT(HS_ATTR_PLACE)
#define TIME HS_BIT(HS_ATTR_TIME)
#define ABSTRACT HS_BIT(HS_ATTR_ABSTRACT)
#define ONE HS_BIT(HS_ATTR_SINGULAR)
#define MANY HS_BIT(HS_ATTR_PLURAL)
#define MANNER HS_BIT(HS_ATTR_ADV_MANNER)
#define ACTS HS_BIT(HS_ATTR_TRANSITIVE)
#define FEMALE HS_BIT(HS_ATTR_FEMININE)
#define MALE HS_BIT(HS_ATTR_MASCULINE)

struct ending {
    const char *text;
    uint8_t stem; /* bytes that must stand before it */
    struct {
        uint8_t tag, weight;
    } as[4];
    uint64_t attributes;
};

#define N(w)                                                                                       \
    {                                                                                              \
        HS_TAG_NOUN, w                                                                             \
    }
#define A(w)                                                                                       \
    {                                                                                              \
        HS_TAG_ADJ, w                                                                              \
    }
#define R(w)                                                                                       \
    {                                                                                              \
        HS_TAG_ADV, w                                                                              \
    }
#define VB(w)                                                                                      \
    {                                                                                              \
        HS_TAG_VBASE, w                                                                            \
    }
#define VF(w)                                                                                      \
    {                                                                                              \
        HS_TAG_VFIN, w                                                                             \
    }
#define VG(w)                                                                                      \
    {                                                                                              \
        HS_TAG_VING, w                                                                             \
    }
#define VP(w)                                                                                      \
    {                                                                                              \
        HS_TAG_VPART, w                                                                            \
    }

/* Longer endings stand before the shorter ones that they end in. */
static const struct ending endings[] = {
    {"wards", 3, {R(90), A(10)}, HS_BIT(HS_ATTR_ADV_PLACE)},
    {"wise", 3, {R(80), A(20)}, MANNER},
    {"ly", 2, {R(85), A(15)}, MANNER},
    {"tion", 2, {N(100)}, ABSTRACT | ONE},
    {"sion", 2, {N(100)}, ABSTRACT | ONE},
    {"ment", 3, {N(95), VB(5)}, ABSTRACT | ONE},
    {"ness", 3, {N(100)}, ABSTRACT | ONE},
    {"ity", 3, {N(100)}, ABSTRACT | ONE},
    {"ance", 3, {N(95), VB(5)}, ABSTRACT | ONE},
    {"ence", 3, {N(95), VB(5)}, ABSTRACT | ONE},
    {"ship", 3, {N(100)}, ABSTRACT | ONE},
    {"hood", 3, {N(100)}, ABSTRACT | ONE},
    {"dom", 3, {N(100)}, ABSTRACT | ONE},
    {"ism", 3, {N(100)}, ABSTRACT | ONE},
    {"ology", 2, {N(100)}, ABSTRACT | ONE},
    {"ography", 2, {N(100)}, ABSTRACT | ONE},
    {"ics", 3, {N(100)}, ABSTRACT | ONE},
    {"ure", 3, {N(90), VB(10)}, ABSTRACT | ONE},
    {"acy", 2, {N(100)}, ABSTRACT | ONE},
    {"ancy", 2, {N(100)}, ABSTRACT | ONE},
    {"ency", 2, {N(100)}, ABSTRACT | ONE},
    {"age", 3, {N(90), VB(10)}, ABSTRACT | ONE},
    {"tions", 2, {N(100)}, ABSTRACT | MANY},
    {"sions", 2, {N(100)}, ABSTRACT | MANY},
    {"ments", 3, {N(95), VF(5)}, ABSTRACT | MANY},
    {"nesses", 2, {N(100)}, ABSTRACT | MANY},
    {"ities", 2, {N(100)}, ABSTRACT | MANY},
    {"ances", 3, {N(90), VF(10)}, ABSTRACT | MANY},
    {"ences", 3, {N(90), VF(10)}, ABSTRACT | MANY},
    {"ships", 3, {N(100)}, ABSTRACT | MANY},
    {"isms", 3, {N(100)}, ABSTRACT | MANY},
    {"ologies", 2, {N(100)}, ABSTRACT | MANY},
    {"ures", 3, {N(85), VF(15)}, ABSTRACT | MANY},
    {"ages", 3, {N(85), VF(15)}, ABSTRACT | MANY},
    {"cies", 2, {N(100)}, ABSTRACT | MANY},
    {"woman", 0, {N(100)}, PERSON | ONE | FEMALE},
    {"women", 0, {N(100)}, PERSON | MANY | FEMALE},
    {"man", 2, {N(90), A(10)}, PERSON | ONE | MALE},
    {"men", 2, {N(95), A(5)}, PERSON | MANY | MALE},
    {"ists", 2, {N(90), VF(10)}, PERSON | MANY},
    {"ians", 2, {N(100)}, PERSON | MANY},
    {"eers", 2, {N(90), VF(10)}, PERSON | MANY},
    {"ors", 3, {N(90), VF(10)}, PERSON | MANY},
    {"ers", 3, {N(80), VF(20)}, PERSON | MANY},
    {"ist", 2, {N(85), A(10), VB(5)}, PERSON | ONE},
    {"ian", 2, {N(60), A(40)}, PERSON | ONE},
    {"eer", 2, {N(90), VB(10)}, PERSON | ONE},
    {"ess", 3, {N(85), A(15)}, PERSON | ONE},
    {"or", 3, {N(85), A(10), VB(5)}, PERSON | ONE},
    {"ier", 2, {A(60), N(40)}, ONE},
    {"er", 3, {N(70), A(15), VB(15)}, PERSON | ONE},
    {"eries", 2, {N(100)}, PLACE | MANY},
    {"ery", 2, {N(85), A(15)}, PLACE | ONE}, /* bakery, brewery, nursery */
    {"arium", 2, {N(100)}, PLACE | ONE},
    {"ous", 2, {A(95), N(5)}, 0},
    {"ful", 2, {A(90), N(10)}, 0},
    {"less", 2, {A(95), R(5)}, 0},
    {"able", 2, {A(95), N(5)}, 0},
    {"ible", 2, {A(95), N(5)}, 0},
    {"ish", 2, {A(80), VB(15), N(5)}, 0},
    {"ical", 2, {A(95), N(5)}, 0},
    {"ic", 2, {A(80), N(20)}, ONE},
    {"ive", 2, {A(80), N(20)}, ONE},
    {"ary", 2, {A(70), N(30)}, ONE},
    {"ory", 2, {A(60), N(40)}, ONE},
    {"ese", 2, {A(75), N(25)}, 0},
    {"esque", 2, {A(100)}, 0},
    {"some", 3, {A(90), N(10)}, 0},
    {"proof", 3, {A(90), N(10)}, 0},
    {"like", 3, {A(90), N(10)}, 0},
    {"al", 2, {A(75), N(25)}, ONE},
    {"ent", 2, {A(55), N(45)}, ONE},
    {"ant", 2, {A(50), N(50)}, ONE},
    {"iest", 2, {A(100)}, 0},
    {"est", 3, {A(80), N(20)}, 0},
    {"ing", 2, {VG(65), N(25), A(10)}, ACTS},
    {"ed", 2, {VF(45), VP(45), A(10)}, ACTS},
    {"ize", 2, {VB(60), VF(35), N(5)}, ACTS},
    {"ise", 2, {VB(45), VF(25), N(20), A(10)}, ACTS},
    {"ify", 2, {VB(62), VF(38)}, ACTS},
    {"ate", 3, {VB(45), VF(20), A(20), N(15)}, ACTS},
    {"izes", 2, {VF(95), N(5)}, ACTS},
    {"ises", 2, {VF(70), N(30)}, ACTS},
    {"ifies", 2, {VF(100)}, ACTS},
    {"ates", 2, {VF(65), N(35)}, ACTS | MANY},
    {"ss", 2, {N(80), A(10), VB(10)}, ONE},
    {"us", 2, {N(85), A(15)}, ONE},
    {"is", 2, {N(90), A(10)}, ONE},
    {"s", 2, {N(80), VF(20)}, MANY},
    {"y", 2, {N(50), A(45), VB(5)}, ONE},
};

static void give(uint8_t *weight, unsigned tag, unsigned hundredths)
{
    weight[tag] = (uint8_t)hundredths;
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Signs that Unicode calls punctuation, among those met in English text; others outside ASCII count
 * as letters up to U+2000 and as symbols (arrows, emoji, box drawing) from there to the letters of
 * other scripts. */
enum shape { SHAPE_LETTER, SHAPE_PUNCT, SHAPE_SYMBOL };
static enum shape shape_of(uint32_t c)
{
    static const char symbols[] = "$%+<=>^|~#@&";
    if (c < 0x80)
        return strchr(symbols, (int)c) ? SHAPE_SYMBOL
                                       : SHAPE_PUNCT; /* no letter or digit comes here */
    if (c == 0xA1 || c == 0xA7 || c == 0xAB || c == 0xB6 || c == 0xB7 || c == 0xBB || c == 0xBF)
        return SHAPE_PUNCT;
    if (c < 0xC0)
        return c == 0xAA || c == 0xBA ? SHAPE_LETTER : SHAPE_SYMBOL;
    if (c == 0xD7 || c == 0xF7)
        return SHAPE_SYMBOL;
    if ((c >= 0x2010 && c <= 0x2043) || (c >= 0x2045 && c <= 0x205E) ||
        (c >= 0x3001 && c <= 0x3011))
        return SHAPE_PUNCT;
    if ((c >= 0x2000 && c < 0x2C00) || (c >= 0xFE00 && c <= 0xFE0F) || c >= 0x1F000)
        return SHAPE_SYMBOL;
    return SHAPE_LETTER;
}

/* A token without letters and digits: punctuation, a symbol or an emoticon. False when it has any. */
static bool guess_signs(const char *text, size_t length, uint8_t *weight)
{
    bool eyes = false, mouth = false;
    size_t symbols = 0;
    for (size_t at = 0; at < length;) {
        char c = text[at];
        if (digit(c) || letter(c))
            return false;
        eyes |= c == ':' || c == ';' || c == '=';
        mouth |= c == ')' || c == '(' || c == '|' || c == '\\';
        enum shape shape = shape_of(hs_utf8_next(text, length, &at));
        if (shape == SHAPE_LETTER)
            return false;
        symbols += shape == SHAPE_SYMBOL;
    }
    if ((eyes && mouth) || symbols > 0) {
        give(weight, HS_TAG_X, 90);
        give(weight, HS_TAG_PUNCT, 10);
    } else {
        give(weight, HS_TAG_PUNCT, 100);
    }
    return true;
}

/* 42, 3.14, 1,000, 10:30, 3rd, 1990s, 1927: false when the token is none of them. */
static bool guess_number(const char *text, size_t length, uint8_t *weight, uint64_t *attributes)
{
    size_t digits = 0, at = 0;
    bool clock = false;
    for (; at < length && (digit(text[at]) || strchr(",.:/-", text[at])); at++) {
        digits += digit(text[at]);
        clock |= text[at] == ':';
    }
    if (digits == 0 || !digit(text[0]))
        return false;
    size_t left = length - at;
    const char *rest = text + at;
    if (left == 1 && *rest == 's') {
        give(weight, HS_TAG_NOUN, 100);
        *attributes |= TIME | MANY;
        return true;
    }
    if (left == 2 && (memcmp(rest, "am", 2) == 0 || memcmp(rest, "pm", 2) == 0)) {
        give(weight, HS_TAG_NOUN, 50);
        give(weight, HS_TAG_NUM, 50);
        *attributes |= TIME;
        return true;
    }
    bool ordinal = left == 2 && (memcmp(rest, "st", 2) == 0 || memcmp(rest, "nd", 2) == 0 ||
                                    memcmp(rest, "rd", 2) == 0 || memcmp(rest, "th", 2) == 0);
    if (ordinal) {
        give(weight, HS_TAG_ADJ, 60);
        give(weight, HS_TAG_NOUN, 40);
        *attributes |= ONE;
        return true;
    }
    if (left > 0)
        return false;
    give(weight, HS_TAG_NUM, 100);
    bool year =
        length == 4 && digits == 4 && (text[0] == '1' || (text[0] == '2' && text[1] == '0'));
    *attributes |= year || clock ? TIME : MANY;
    return true;
}

static bool contains(const char *text, size_t length, const char *part)
{
    size_t size = strlen(part);
    for (size_t at = 0; at + size <= length; at++)
        if (memcmp(text + at, part, size) == 0)
            return true;
    return false;
}

/* Web and mail addresses, and other tokens with a digit or a hyphen inside. */
static bool guess_mixed(const char *text, size_t length, uint8_t *weight)
{
    if (contains(text, length, "://") || (length > 4 && memcmp(text, "www.", 4) == 0) ||
        (contains(text, length, "@") && length > 3) || contains(text, length, ".com") ||
        contains(text, length, ".org") || contains(text, length, ".net")) {
        give(weight, HS_TAG_X, 50);
        give(weight, HS_TAG_PROPN, 50);
        return true;
    }
    for (size_t at = 0; at < length; at++)
        if (digit(text[at])) {
            give(weight, HS_TAG_PROPN, 50);
            give(weight, HS_TAG_NUM, 30);
            give(weight, HS_TAG_NOUN, 20);
            return true;
        }
    if (length > 2 && memchr(text + 1, '-', length - 2)) {
        give(weight, HS_TAG_ADJ, 50);
        give(weight, HS_TAG_NOUN, 50);
        return true;
    }
    return false;
}

void hsi_lexicon_guess(
    const char *lower, size_t length, uint8_t weight[HS_TAG_COUNT], uint64_t *attributes)
{
    memset(weight, 0, HS_TAG_COUNT);
    *attributes = 0;
    if (guess_signs(lower, length, weight) || guess_number(lower, length, weight, attributes) ||
        guess_mixed(lower, length, weight))
        return;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const struct ending *rule = &endings[i];
        size_t size = strlen(rule->text);
        if (length < size + rule->stem || memcmp(lower + length - size, rule->text, size) != 0)
            continue;
        for (size_t k = 0; k < 4 && rule->as[k].weight > 0; k++)
            give(weight, rule->as[k].tag, rule->as[k].weight);
        *attributes = rule->attributes;
        return;
    }
    give(weight, HS_TAG_NOUN, 60);
    give(weight, HS_TAG_ADJ, 15);
    give(weight, HS_TAG_VBASE, 12);
    give(weight, HS_TAG_VFIN, 8);
    give(weight, HS_TAG_X, 5);
    *attributes = ONE;
}
