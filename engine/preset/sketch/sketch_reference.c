/* sketch_reference.c – what pronouns may stand for: relative pronouns by distance, person and
 * number, third-person pronouns by agreement and salience. Steps of hs_sketch_make. */
#include "preset/sketch/sketch_text.h"

/* What speaks for noun j, at `rank` from the right, as what relative pronoun i stands for: the points of the rules that hold. */
static int relative_points(const struct text *t, size_t i, size_t j, int rank, bool comma)
{
    const unsigned f = function(t, i);
    size_t after = i + 1;
    while (in(t, after, HS_TAGS_ADVERB))
        after++;
    const unsigned v = function(t, after);
    const bool one = v == HS_FN_IS || v == HS_FN_WAS || v == HS_FN_HAS || v == HS_FN_DOES;
    const bool many = v == HS_FN_ARE || v == HS_FN_WERE || v == HS_FN_HAVE || v == HS_FN_DO;
    const bool who = f == HS_FN_WHO || f == HS_FN_WHOM, person = has(t, j, HS_ATTR_PERSON);
    const bool thing = in(t, j, HS_TAGS_NOUN) && t->word[j].known && !person && !has(t, j, HS_ATTR_GROUP);
    const bool joined = rank == 0 && phrase_start(t, j) > 0 && in(t, phrase_start(t, j) - 1, HS_TAGS(HS_TAG_CC));
    const struct {
        bool holds;
        int points;
    } rules[] = {
        {true, -2 * rank},                                                   /* the nearest first */
        {who && person, 4},                                                  /* the man who */
        {who && thing, -3},                                                  /* the friend of the book who */
        {!who && person, -3},                                                /* the book of the man which */
        {in(t, j, HS_TAGS(HS_TAG_PROPN)) && !comma, -3},                     /* a city near London that */
        {is(t, j, HS_FLAG_BARE_TIME) && f != HS_FN_WHEN, -4},                /* a book last week which */
        {f == HS_FN_WHERE && has(t, j, HS_ATTR_PLACE), 3},                   /* the city where */
        {one && has(t, j, HS_ATTR_PLURAL), -3},                              /* a team of students which is */
        {many && has(t, j, HS_ATTR_SINGULAR), -3},                           /* books of a man that are */
        {in(t, j, HS_TAGS(HS_TAG_PRON)) && has(t, j, HS_ATTR_PRON_SUBJECT), -8}, /* the man she saw who */
        {joined, -3},                                                        /* men and women who: the first */
    };
    int sum = 0;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        sum += rules[k].holds ? rules[k].points : 0;
    return sum;
}

/* The noun that relative pronoun i stands for, among the heads that end before `end`: the one with most points of the four
 * nearest, no farther than a verb or the word that opens a clause. */
int32_t hs_sketch_relative(const struct text *t, size_t i, size_t end, bool comma)
{
    const uint32_t bounds = HS_TAGS_VERB | HS_TAGS_AUX | HS_TAGS(HS_TAG_SC) | HS_TAGS(HS_TAG_WH);
    int best = -1000, rank = 0;
    int32_t found = HS_NO_TOKEN;
    for (size_t j = end; j-- > 0 && rank < 4;) {
        if (in(t, j, bounds) && !is(t, j, HS_FLAG_PARTICIPLE) && rank > 0)
            break;
        if (!is(t, j, HS_FLAG_HEAD))
            continue;
        int points = relative_points(t, i, j, rank++, comma);
        if (points > best) {
            best = points;
            found = (int32_t)j;
        }
    }
    return found;
}

/* Whether noun phrase j can be what third-person pronoun i stands for, by number and gender. */
static bool agrees(const struct text *t, size_t i, size_t j)
{
    const uint64_t a = t->word[i].attributes, b = t->word[j].attributes;
    const uint64_t one = UINT64_C(1) << HS_ATTR_SINGULAR, many = UINT64_C(1) << HS_ATTR_PLURAL;
    const uint64_t he = UINT64_C(1) << HS_ATTR_MASCULINE, she = UINT64_C(1) << HS_ATTR_FEMININE;
    const uint64_t it = UINT64_C(1) << HS_ATTR_NEUTER, person = UINT64_C(1) << HS_ATTR_PERSON;
    const uint64_t group = UINT64_C(1) << HS_ATTR_GROUP;
    if (b & (UINT64_C(1) << HS_ATTR_FIRST_PERSON | UINT64_C(1) << HS_ATTR_SECOND_PERSON))
        return false;
    if ((a & one) && !(a & many) && (b & many) && !(b & one))
        return false;
    if ((a & many) && (b & one) && !(b & many) && !(b & group) &&
        (!(b & person) || (b & (he | she))))
        return false;
    if ((a & he) && ((b & (she | it)) || !(b & person)) && (b & (she | it) || t->word[j].known))
        return false;
    if ((a & she) && ((b & (he | it)) || !(b & person)) && (b & (he | it) || t->word[j].known))
        return false;
    return !((a & it) && (b & (he | she | person)) && !(b & (group | it)));
}

void hs_sketch_reference(const struct text *t)
{
    const struct hs_word *words = t->word;
    struct hs_sketch *sketch = t->at;
    for (size_t i = 0; i < t->n; i++) {
        bool pronoun = in(t, i, HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_POSS)) &&
                       has(t, i, HS_ATTR_THIRD_PERSON);
        if (!pronoun)
            continue;
        int best = -1000;
        size_t from = i > 60 ? i - 60 : 0;
        for (size_t j = i; j-- > from;) {
            bool same = words[j].attributes >> HS_ATTR_THIRD_PERSON & 1;
            if (!(is(t, j, HS_FLAG_HEAD) || is(t, j, HS_FLAG_POSSESSOR) ||
                    (same && in(t, j, HS_TAGS(HS_TAG_POSS)))) ||
                !agrees(t, i, j))
                continue;
            bool object = has(t, i, HS_ATTR_PRON_OBJECT) && !has(t, i, HS_ATTR_PRON_REFLEXIVE);
            /* salience in the manner of Lappin and Leass 1994: a clause back costs 12, a token back half a point */
            int score = 100 - 12 * (int)(sketch[i].verbs - sketch[j].verbs) - (int)((i - j) / 2);
            score += is(t, j, HS_FLAG_SUBJECT) ? 30 : is(t, j, HS_FLAG_OBJECT) ? 12 : 0;
            score += same ? 25 : 0;                       /* a pronoun already */
            score -= has(t, j, HS_ATTR_TIME) ? 40 : 0;    /* the week … it */
            if (object && sketch[i].governor >= 0 && sketch[j].governor == sketch[i].governor)
                score -= 60; /* "he saw him": two people */
            if (score > best) {
                best = score;
                sketch[i].antecedent = (int32_t)j;
            }
        }
    }
}
