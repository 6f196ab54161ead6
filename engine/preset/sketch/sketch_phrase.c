/* sketch_phrase.c – noun phrases: where they begin and end, which token is the head, what modifies
 * it. A step of hsi_sketch_make. Heads follow Universal Dependencies English: of a person's name the
 * first part, of other names the last. */
#include "preset/sketch/sketch_text.h"

/* A participle in front of its noun: "the broken window", "three running men". */
static void mark_participles(const struct text *t)
{
    const uint32_t before =
        HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS) | HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM);
    for (size_t i = 1; i + 1 < t->n; i++)
        if (in(t, i, HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VPART)) &&
            (in(t, i - 1, before) || function(t, i - 1) == HS_FN_HYPHEN) &&
            (nounish(t, i + 1) || (in(t, i + 1, HS_TAGS(HS_TAG_ADJ)) && nounish(t, i + 2))))
            hsi_sketch_set(&t->at[i], HS_FLAG_PARTICIPLE);
}

static bool modifier(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM)) || is(t, i, HS_FLAG_PARTICIPLE);
}

static bool month(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS(HS_TAG_PROPN)) && has(t, i, HS_ATTR_TIME) && has(t, i, HS_ATTR_NAME);
}

/* Whether the token at `i` goes on with the noun phrase that runs up to it; `noun`: a noun was met
 * since the start or the last 's. */
static bool goes_on(const struct text *t, size_t start, size_t i, bool noun)
{
    if (i >= t->n)
        return false;
    if (noun && in(t, i - 1, HS_TAGS(HS_TAG_PROPN)) && i == start + 1 && has(t, i - 1, HS_ATTR_NAME) &&
        (has(t, i - 1, HS_ATTR_MASCULINE) || has(t, i - 1, HS_ATTR_FEMININE)) &&
        in(t, i, HS_TAGS(HS_TAG_NOUN)) && has(t, i, HS_ATTR_PERSON) && !(t->word[i].shape >> HS_SHAPE_CAPITAL & 1))
        return false; /* elected Anna president */
    if (nounish(t, i)) /* not: the library yesterday */
        return !(noun && has(t, i, HS_ATTR_TIME) && has(t, i, HS_ATTR_ADV_TIME)) &&
               !(noun && month(t, i) && !has(t, i - 1, HS_ATTR_TIME)) && /* in Iraq Monday */
               !(i == start + 2 && month(t, start) &&
                   in(t, i - 1, HS_TAGS(HS_TAG_NUM))); /* on April 2 AP reported */
    if (noun && function(t, i - 1) == HS_FN_HYPHEN && nounish(t, i + 1))
        return in(t, i,
                   HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_PRT) | HS_TAGS(HS_TAG_PREP) |
                       HS_TAGS(HS_TAG_ADV)) ||
               is(t, i, HS_FLAG_PARTICIPLE); /* a month - long fair, a dial - up connection, text -
                                                based ads */
    switch (t->at[i].tag) {
    case HS_TAG_DET: /* all the, both these, such a, what a */
    case HS_TAG_POSS:
        return !noun && in(t, i - 1, HS_TAGS(HS_TAG_DET)) && i == start + 1 &&
               !has(t, i - 1, HS_ATTR_DET_ARTICLE) && !has(t, i - 1, HS_ATTR_DET_DEMONSTRATIVE);
    case HS_TAG_ADJ:
        return !noun || (nounish(t, i + 1) && t->word[i].shape >> HS_SHAPE_CAPITAL & 1) ||
               (nounish(t, i + 1) &&
                   (function(t, i - 1) == HS_FN_PAST || function(t, i - 1) == HS_FN_LAST ||
                       function(t, i - 1) == HS_FN_NEXT));
    case HS_TAG_NUM: /* May 5, page 3, the past three years; but not "gave John 5 dollars" */
        return !noun || !nounish(t, i + 1) || month(t, i - 1) ||
               function(t, i - 1) == HS_FN_DOLLAR || function(t, i - 1) == HS_FN_PAST ||
               function(t, i - 1) == HS_FN_LAST || function(t, i - 1) == HS_FN_NEXT;
    case HS_TAG_PMARK:
        return noun || in(t, i - 1, HS_TAGS(HS_TAG_PRON));
    case HS_TAG_ADV: /* a very old man */
        return !noun && modifier(t, i + 1);
    case HS_TAG_CC: /* an old and tired man */
        return !noun && modifier(t, i - 1) && modifier(t, i + 1) &&
               (nounish(t, i + 2) || modifier(t, i + 2));
    case HS_TAG_PUNCT: {
        unsigned sign = function(t, i);
        if (sign == HS_FN_COMMA)
            return !noun && modifier(t, i - 1) && modifier(t, i + 1) &&
                   (nounish(t, i + 2) || modifier(t, i + 2));
        if (sign == HS_FN_QUOTE || sign == HS_FN_CURLY_OPEN ||
            sign == HS_FN_CURLY_CLOSE) /* a "real" house */
            return !noun && i > start &&
                   (nounish(t, i + 1) || modifier(t, i + 1) || in(t, i + 1, HS_TAGS(HS_TAG_INTJ)));
        if (sign == HS_FN_HYPHEN || sign == HS_FN_SLASH) /* a 15 - year term */
            return i > start &&
                   (nounish(t, i + 1) || modifier(t, i + 1) ||
                       (noun && nounish(t, i + 2) &&
                           in(t, i + 1,
                               HS_TAGS(HS_TAG_PRT) | HS_TAGS(HS_TAG_PREP) | HS_TAGS(HS_TAG_ADV))));
        return false;
    }
    default:
        return is(t, i, HS_FLAG_PARTICIPLE) && !noun;
    }
}

/* Whether the word is put before a name: Mr., President. */
static bool title(const struct text *t, size_t i)
{
    switch (function(t, i)) {
    case HS_FN_MR:
    case HS_FN_MRS:
    case HS_FN_MS:
    case HS_FN_DR:
    case HS_FN_PROF:
    case HS_FN_MR_BARE:
    case HS_FN_MRS_BARE:
    case HS_FN_MS_BARE:
    case HS_FN_DR_BARE:
    case HS_FN_SIR:
        return true;
    default:
        return has(t, i, HS_ATTR_PERSON) && !has(t, i, HS_ATTR_NAME);
    }
}

/* A numeral of capitals after a name: II, III, IV. */
static bool roman(const struct text *t, size_t i)
{
    const unsigned f = function(t, i);
    return f == HS_FN_ROMAN_2 || f == HS_FN_ROMAN_3 || f == HS_FN_ROMAN_4;
}

/* The head of the names [first, last]: of a person's name the first part, else the last (Henry
 * Sweet, Sand Hill Park). */
static size_t name_head(const struct text *t, size_t first, size_t last, size_t start)
{
    const unsigned f = function(t, first);
    if (last == first + 1 && (f == HS_FN_SAN || f == HS_FN_SANTA || f == HS_FN_LOS || f == HS_FN_LAS))
        return first; /* San Francisco: a flat name, as a person's; not: San Francisco Bay */

    while (first < last && title(t, first))
        first++;
    while (last > first && roman(t, last)) /* World War II */
        last--;
    bool given = has(t, first, HS_ATTR_NAME) &&
                 (has(t, first, HS_ATTR_MASCULINE) || has(t, first, HS_ATTR_FEMININE));
    bool strange = !t->word[first].known && !t->word[last].known && last <= first + 2 &&
                   (first == start || title(t, first - 1) || in(t, first - 1, HS_TAGS(HS_TAG_ADJ)));
    bool hyphen = function(t, first + 1) == HS_FN_HYPHEN; /* Coca - Cola */
    if (first < last && (given || strange || hyphen)) {
        for (size_t i = first + 1; i <= last; i++)
            hsi_sketch_set(&t->at[i], HS_FLAG_NAME_PART);
        return first;
    }
    return last;
}

/* A common noun for a person or group with its name after it: the group Hamas, cleric Muqtada. */
static size_t named_noun(const struct text *t, size_t from, size_t first)
{
    if (first == from || !in(t, first - 1, HS_TAGS_NOUN) ||
        t->word[first - 1].shape >> HS_SHAPE_CAPITAL & 1)
        return SIZE_MAX;
    if (has(t, first - 1, HS_ATTR_PERSON) &&
        !in(t, from, HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS)))
        return SIZE_MAX; /* cleric Muqtada said */
    return has(t, first - 1, HS_ATTR_PERSON) || has(t, first - 1, HS_ATTR_GROUP) ? first - 1
                                                                                 : SIZE_MAX;
}

/* Links the tokens [from, to] of a phrase part to its head; returns the head, or SIZE_MAX when
 * nothing can be one. */
static size_t link_part(const struct text *t, size_t from, size_t to, size_t start)
{
    size_t head = SIZE_MAX;
    for (size_t i = from; i <= to; i++)
        if (nounish(t, i))
            head = i;
    if (head == SIZE_MAX) {
        /* no noun: "the poor", "this", "42" */
        unsigned f = function(t, to);
        bool amount = f == HS_FN_MUCH || f == HS_FN_MORE || f == HS_FN_MOST || f == HS_FN_MANY ||
                      f == HS_FN_FEW || f == HS_FN_LITTLE || f == HS_FN_LESS || f == HS_FN_ENOUGH ||
                      f == HS_FN_SEVERAL;
        bool bare = !amount && in(t, to, HS_TAGS(HS_TAG_ADJ)) &&
                    !in(t, from, HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS) | HS_TAGS(HS_TAG_NUM));
        if (bare || in(t, to, HS_TAGS(HS_TAG_POSS)) || in(t, to, HS_TAGS(HS_TAG_PMARK)) ||
            in(t, to, HS_TAGS(HS_TAG_ADV)))
            return SIZE_MAX;
        head = to;
    } else {
        size_t first = head;
        while (first > from && in(t, head, HS_TAGS(HS_TAG_PROPN)) &&
               (in(t, first - 1, HS_TAGS(HS_TAG_PROPN)) ||
                   (first > from + 1 && function(t, first - 1) == HS_FN_HYPHEN &&
                       in(t, first - 2, HS_TAGS(HS_TAG_PROPN)))))
            first--;
        size_t noun = in(t, head, HS_TAGS(HS_TAG_PROPN)) ? named_noun(t, from, first) : SIZE_MAX;
        size_t name = name_head(t, first, head, start);
        if (noun != SIZE_MAX && name == first)
            for (size_t i = first; i <= head; i++)
                hsi_sketch_set(&t->at[i], HS_FLAG_NAME_PART);
        if (head < to && month(t, head) && in(t, head + 1, HS_TAGS(HS_TAG_NUM)))
            /* January 25: the day is the head; January 1999: the month */
            name = has(t, head + 1, HS_ATTR_TIME) ? head : head + 1;
        head = noun != SIZE_MAX ? noun : name;
        if (function(t, from) == HS_FN_DOLLAR && in(t, to, HS_TAGS(HS_TAG_NUM)))
            head = from;
    }
    for (size_t i = from; i <= to; i++) {
        if (i == head)
            continue;
        t->at[i].head = (int32_t)head;
        if (is(t, i, HS_FLAG_NAME_PART)) {
            t->at[i].head = HS_NO_TOKEN;
            continue;
        }
        if (i < head && nounish(t, i))
            hsi_sketch_set(&t->at[i], HS_FLAG_COMPOUND);
        if (in(t, i, HS_TAGS(HS_TAG_ADV) | HS_TAGS(HS_TAG_CC) | HS_TAGS(HS_TAG_PUNCT)))
            t->at[i].head = i + 1 <= to ? (int32_t)(i + 1) : HS_NO_TOKEN;
    }
    return head;
}

/* The phrase that starts at `start`; returns the token after it. */
static size_t mark_phrase(const struct text *t, size_t start)
{
    size_t end = start, part = start, owner = SIZE_MAX;
    bool noun = false;
    do {
        if (in(t, end, HS_TAGS(HS_TAG_PMARK))) {
            size_t head = end > part ? link_part(t, part, end - 1, start) : SIZE_MAX;
            if (head != SIZE_MAX) {
                hsi_sketch_set(&t->at[head], HS_FLAG_POSSESSOR);
                t->at[end].head = (int32_t)head;
                if (owner != SIZE_MAX)
                    t->at[owner].head = (int32_t)head;
            }
            owner = head;
            part = end + 1;
            noun = false;
        } else {
            noun |= nounish(t, end);
        }
        end++;
    } while (goes_on(t, start, end, noun));
    size_t head = part < end ? link_part(t, part, end - 1, start) : SIZE_MAX;
    if (head != SIZE_MAX) {
        hsi_sketch_set(&t->at[head], HS_FLAG_HEAD);
        if (owner != SIZE_MAX)
            t->at[owner].head = (int32_t)head;
        for (size_t i = start; i < end; i++)
            t->at[i].phrase = (int32_t)start;
    }
    return end;
}

void hsi_sketch_phrases(const struct text *t)
{
    mark_participles(t);
    const uint32_t opening =
        HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS) | HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM);
    const uint32_t alone = HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_EX);
    for (size_t i = 0; i < t->n;) {
        if (in(t, i, alone) && !in(t, i + 1, HS_TAGS(HS_TAG_PMARK))) {
            hsi_sketch_set(&t->at[i], HS_FLAG_HEAD);
            i++;
        } else if (in(t, i, opening | alone) || nounish(t, i) || is(t, i, HS_FLAG_PARTICIPLE)) {
            i = mark_phrase(t, i);
        } else {
            i++;
        }
    }
}
