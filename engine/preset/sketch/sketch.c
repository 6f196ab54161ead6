/* sketch.c – makes the sketch: hard tags, mends the plainly impossible ones, runs the steps. See
 * sketch.h. */
#include "preset/sketch/sketch_text.h"

/* More than 1,100; at least two; up to 40: the words before the number modify it, as adverbs do. */
static void mend_amounts(const struct text *t)
{
    for (size_t i = 0; i + 2 < t->n; i++) {
        const unsigned f = function(t, i), g = function(t, i + 1);
        bool number = in(t, i + 2, HS_TAGS(HS_TAG_NUM)) || function(t, i + 2) == HS_FN_DOLLAR;
        bool than = (f == HS_FN_MORE || f == HS_FN_LESS) && g == HS_FN_THAN;
        bool least = f == HS_FN_AT && (g == HS_FN_LEAST || g == HS_FN_MOST);
        bool upto = f == HS_FN_UP && g == HS_FN_TO;
        if (f == HS_FN_OF)
            t->at[i].tag = HS_TAG_PREP; /* of course */
        if (number && (than || least || upto)) {
            t->at[i].tag = t->at[i + 1].tag = HS_TAG_ADV;
            t->at[i].head = t->at[i + 1].head = (int32_t)(i + 2);
        }
    }
}

/* "like" after a pronoun that starts a clause is its verb. */
static void mend_like(const struct text *t)
{
    for (size_t i = 1; i < t->n; i++) {
        unsigned f = function(t, i - 1);
        bool subject = f == HS_FN_I || f == HS_FN_WE || f == HS_FN_THEY || f == HS_FN_YOU;
        bool clause = i == 1 || !in(t, i - 2, HS_TAGS_VERB | HS_TAGS_AUX | HS_TAGS(HS_TAG_PREP));
        if (function(t, i) == HS_FN_LIKE && in(t, i, HS_TAGS(HS_TAG_PREP)) && subject && clause)
            t->at[i].tag = HS_TAG_VFIN;
    }
}

/* A bare singular noun, or an adjective, that may be a verb: as such it stands behind a relative pronoun. */
static bool may_be_verb(const struct text *t, size_t i)
{
    const float *prior = i < t->n ? t->word[i].prior : NULL;
    if (in(t, i, HS_TAGS(HS_TAG_ADJ)))
        return prior[HS_TAG_VFIN] > 0;
    return in(t, i, HS_TAGS(HS_TAG_NOUN)) && !has(t, i, HS_ATTR_PLURAL) &&
           (prior[HS_TAG_VFIN] > 0 || prior[HS_TAG_VBASE] > 0);
}

/* People who smoke die; the shop that closed last year. */
static void mend_relative_verb(const struct text *t)
{
    const uint32_t before = HS_TAGS_NOUN | HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_PUNCT);
    for (size_t i = 1; i + 1 < t->n; i++) {
        const unsigned f = function(t, i);
        const bool relative = in(t, i, HS_TAGS(HS_TAG_WH)) && in(t, i - 1, before) &&
                              (f == HS_FN_WHO || f == HS_FN_WHICH || f == HS_FN_THAT);
        if (relative && may_be_verb(t, i + 1))
            t->at[i + 1].tag = HS_TAG_VFIN;
    }
}

/* Whether "that" at i, behind a noun, is a relative pronoun whatever its tag: the report that quickly changed …, money that
 * Anna earned, streets that house … */
static bool that_relative(const struct text *t, size_t i)
{
    if (i == 0 || !in(t, i - 1, HS_TAGS_NOUN) || has(t, i - 1, HS_ATTR_TIME))
        return false;
    size_t after = i + 1;
    while (in(t, after, HS_TAGS_ADVERB))
        after++;
    if (in(t, i, HS_TAGS(HS_TAG_SC)))
        return in(t, after, HS_TAGS_AUX | HS_TAGS(HS_TAG_VFIN));
    if (in(t, i, HS_TAGS(HS_TAG_DET)))
        return in(t, i + 1, HS_TAGS(HS_TAG_PROPN) | HS_TAGS(HS_TAG_ADV)) ||
               (has(t, i - 1, HS_ATTR_PLURAL) && (may_be_verb(t, i + 1) || !has(t, i - 1, HS_ATTR_PERSON)));
    return in(t, i, HS_TAGS(HS_TAG_PRON));
}

/* "that" by its neighbours: a determiner fits no plural, a relative follows a noun, a conjunction
 * follows a verb. */
static void mend_that(const struct text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        if (t->word[i].function != HS_FN_THAT)
            continue;
        bool noun = i > 0 && in(t, i - 1, HS_TAGS_NOUN | HS_TAGS(HS_TAG_PRON));
        size_t next = i + 1;
        while (in(t, next, HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM)))
            next++;
        bool plural =
            nounish(t, next) && has(t, next, HS_ATTR_PLURAL) && !has(t, next, HS_ATTR_SINGULAR);
        if (that_relative(t, i))
            t->at[i].tag = HS_TAG_WH;
        else if (in(t, i, HS_TAGS(HS_TAG_DET)) && plural)
            t->at[i].tag = noun ? HS_TAG_WH : HS_TAG_SC;
        else if (in(t, i, HS_TAGS(HS_TAG_WH)) && i > 0 &&
                 in(t, i - 1, HS_TAGS_VERB | HS_TAGS(HS_TAG_ADJ)))
            t->at[i].tag = HS_TAG_SC;
        else if (in(t, i, HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_SC)) && noun &&
                 in(t, i + 1, HS_TAGS_AUX | HS_TAGS(HS_TAG_VFIN)))
            t->at[i].tag = HS_TAG_WH;
    }
}

/* Tags that the neighbours rule out. */
static void mend(const struct text *t)
{
    mend_that(t);
    mend_relative_verb(t);
    mend_like(t);
    mend_amounts(t);
}

void hsi_sketch_make(
    const struct hs_word *words, const float *posterior, size_t n, struct hs_sketch *sketch)
{
    const struct text t = {words, sketch, n};
    uint16_t verbs = 0;
    for (size_t i = 0; i < n; i++) {
        const float *p = posterior + i * HS_TAG_COUNT;
        uint8_t best = 0;
        for (uint8_t tag = 1; tag < HS_TAG_COUNT; tag++)
            if (p[tag] > p[best])
                best = tag;
        sketch[i] = (struct hs_sketch){.head = HS_NO_TOKEN,
            .subject = HS_NO_TOKEN,
            .governor = HS_NO_TOKEN,
            .antecedent = HS_NO_TOKEN,
            .phrase = HS_NO_TOKEN,
            .tag = best};
    }
    mend(&t);
    hsi_sketch_phrases(&t);
    hsi_sketch_verbs(&t);
    for (size_t i = 0; i < n; i++) {
        sketch[i].verbs = verbs;
        verbs = (uint16_t)(verbs + hsi_sketch_is(&sketch[i], HS_FLAG_VERB));
    }
    hsi_sketch_clauses(&t);
    hsi_sketch_reference(&t);
}
