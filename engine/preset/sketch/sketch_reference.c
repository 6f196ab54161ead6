/* sketch_reference.c – what pronouns may stand for: relative pronouns by distance, person and
 * number, third-person pronouns by agreement and salience. Steps of hsi_sketch_make. */
#include "preset/sketch/sketch_text.h"

/* Whether the verb at i is in the present tense that goes with one (comes), or with many (come). */
static bool verb_form(const struct text *t, size_t i, bool one)
{
    if (!in(t, i, HS_TAGS(HS_TAG_VFIN)) || !t->word[i].known || t->word[i].prior[HS_TAG_VPART] > 0)
        return false;
    const bool plain = t->word[i].prior[HS_TAG_VBASE] > 0;
    return one ? !plain && (t->word[i].shape >> HS_SHAPE_S & 1) : plain;
}

/* What speaks for noun j, at `rank` from the right, as what relative pronoun i stands for: the points of the rules that hold. */
static int relative_points(const struct text *t, size_t i, size_t j, int rank, bool comma)
{
    const unsigned f = function(t, i);
    size_t after = i + 1;
    while (in(t, after, HS_TAGS_ADVERB))
        after++;
    const unsigned v = function(t, after);
    const bool one = v == HS_FN_IS || v == HS_FN_WAS || v == HS_FN_HAS || v == HS_FN_DOES || verb_form(t, after, true);
    const bool many = v == HS_FN_ARE || v == HS_FN_WERE || v == HS_FN_HAVE || v == HS_FN_DO || verb_form(t, after, false);
    const bool who = f == HS_FN_WHO || f == HS_FN_WHOM;
    const bool person = has(t, j, HS_ATTR_PERSON) || (who && has(t, j, HS_ATTR_PRON_INDEFINITE) && !has(t, j, HS_ATTR_NEUTER));
    const bool thing = in(t, j, HS_TAGS_NOUN) && t->word[j].known && !person && !has(t, j, HS_ATTR_GROUP);
    const uint32_t determined = HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS) | HS_TAGS(HS_TAG_NUM);
    const bool bare = held_by_preposition(t, j) && in(t, j, HS_TAGS(HS_TAG_NOUN)) && has(t, j, HS_ATTR_SINGULAR) &&
                      !has(t, j, HS_ATTR_PLURAL) && !person && !in(t, phrase_start(t, j), determined);
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
        {bare, -3},                                                          /* a form of medicine that */
        {joined && !one, -3},                                                /* men and women who: the first */
        {comma && is(t, j, HS_FLAG_CONJUNCT) && in(t, j, HS_TAGS(HS_TAG_PROPN)), -3}, /* the prince, Alphonso, who */
    };
    int sum = 0;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        sum += rules[k].holds ? rules[k].points : 0;
    return sum;
}

/* The noun that relative pronoun i stands for, among the heads that end before `end`: the one with most points of the four
 * nearest, no farther than a verb or the word that opens a clause. */
int32_t hsi_sketch_relative(const struct text *t, size_t i, size_t end, bool comma)
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

/* A noun or name for one person, or a pronoun for somebody who was not named. */
static bool one_person(const struct text *t, size_t j)
{
    const bool named = in(t, j, HS_TAGS_NOUN) || (in(t, j, HS_TAGS(HS_TAG_PRON)) && has(t, j, HS_ATTR_THIRD_PERSON) &&
                                                     t->at[j].antecedent < 0);
    return named && is(t, j, HS_FLAG_HEAD) && has(t, j, HS_ATTR_PERSON) && has(t, j, HS_ATTR_SINGULAR) &&
           !has(t, j, HS_ATTR_PLURAL);
}

/* Whether two such persons stand before pronoun i: together they are "they". */
static bool two_persons(const struct text *t, size_t i)
{
    int count = 0;
    for (size_t j = i > 60 ? i - 60 : 0; j < i && count < 2; j++)
        count += one_person(t, j);
    return count == 2;
}

/* What speaks for noun phrase or pronoun j as what third-person pronoun i stands for, in the manner of Lappin and Leass 1994. */
static int salience(const struct text *t, size_t i, size_t j)
{
    const uint64_t sexes = UINT64_C(1) << HS_ATTR_MASCULINE | UINT64_C(1) << HS_ATTR_FEMININE;
    const uint64_t a = t->word[i].attributes, b = t->word[j].attributes;
    const bool many = has(t, i, HS_ATTR_PLURAL) && !has(t, i, HS_ATTR_SINGULAR), plural = has(t, j, HS_ATTR_PLURAL);
    const bool object = !has(t, i, HS_ATTR_PRON_REFLEXIVE) && (has(t, i, HS_ATTR_PRON_OBJECT) || is(t, i, HS_FLAG_OBJECT) ||
                                                                  held_by_preposition(t, i));
    const struct {
        bool holds;
        int points;
    } rules[] = {
        {is(t, j, HS_FLAG_SUBJECT), 30},
        {is(t, j, HS_FLAG_OBJECT) && !is(t, j, HS_FLAG_SUBJECT), 12},
        {has(t, j, HS_ATTR_THIRD_PERSON), 25},                                                /* a pronoun already */
        {has(t, j, HS_ATTR_TIME), -40},                                                       /* the week … it */
        {many && plural && has(t, j, HS_ATTR_PERSON), 20},                                    /* people have skills … they */
        {many && !plural, -10},                                                               /* Anna lost her keys … they */
        {many && !plural && has(t, j, HS_ATTR_PLACE) && held_by_preposition(t, j), -30},      /* at the bank … they */
        {(a & b & sexes) != 0, 20},                                                           /* the nurse and the boy … he */
        {(a & sexes) != 0 && in(t, j, HS_TAGS(HS_TAG_NOUN)) && !has(t, j, HS_ATTR_PERSON), -30}, /* an unknown word … he */
        {!(a & sexes) && !many && has(t, j, HS_ATTR_PRON_INDEFINITE), -20},                   /* anybody … it */
        {object && t->at[i].governor >= 0 && t->at[j].governor == t->at[i].governor, -60},    /* he saw him: two people */
    };
    /* a clause back costs 12, a token back half a point */
    int sum = 100 - 12 * (int)(t->at[i].verbs - t->at[j].verbs) - (int)((i - j) / 2);
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        sum += rules[k].holds ? rules[k].points : 0;
    return sum;
}

/* Whether something at j was spoken of: a noun phrase's head, an owner, a pronoun; not a lone article. */
static bool mentions(const struct text *t, size_t j)
{
    const bool owner = in(t, j, HS_TAGS(HS_TAG_POSS)) && has(t, j, HS_ATTR_THIRD_PERSON);
    return (is(t, j, HS_FLAG_HEAD) || is(t, j, HS_FLAG_POSSESSOR) || owner) && !has(t, j, HS_ATTR_DET_ARTICLE);
}

void hsi_sketch_reference(const struct text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        if (!in(t, i, HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_POSS)) || !has(t, i, HS_ATTR_THIRD_PERSON))
            continue;
        const bool many = has(t, i, HS_ATTR_PLURAL) && !has(t, i, HS_ATTR_SINGULAR);
        const bool two = many && two_persons(t, i);
        int best = -1000;
        for (size_t j = i, from = i > 60 ? i - 60 : 0; j-- > from;) {
            if (!mentions(t, j) || !(agrees(t, i, j) || (two && one_person(t, j))))
                continue;
            const int points = salience(t, i, j);
            if (points > best) {
                best = points;
                t->at[i].antecedent = (int32_t)j;
            }
        }
    }
}
