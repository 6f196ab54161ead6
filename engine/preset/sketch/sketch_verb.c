/* sketch_verb.c – verb groups: which verb an auxiliary, adverb, negation or particle belongs to,
 * and what prepositions hold. A step of hsi_sketch_make, after the noun phrases. */
#include "preset/sketch/sketch_text.h"

/* Whether the clause may start with the token at i: there an auxiliary before its subject asks a
 * question. */
static bool opens_clause(const struct text *t, size_t i)
{
    while (i > 0 && in(t, i - 1, HS_TAGS_ADVERB))
        i--;
    return i == 0 ||
           in(t, i - 1,
               HS_TAGS(HS_TAG_WH) | HS_TAGS(HS_TAG_PUNCT) | HS_TAGS(HS_TAG_CC) |
                   HS_TAGS(HS_TAG_INTJ)) ||
           (t->at[i - 1].phrase > 0 &&
               in(t, (size_t)t->at[i - 1].phrase - 1, HS_TAGS(HS_TAG_WH))); /* what time did … */
}

static bool verb_follows(const struct text *t, size_t i)
{
    do
        i++;
    while (in(t, i, HS_TAGS_ADVERB | HS_TAGS_AUX));
    return verb(t, i);
}

/* An adjective by its tag that may well be a participle: is restricted, was iodised. */
static bool participle_like(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS(HS_TAG_ADJ)) && t->at[i].phrase < 0 &&
           (t->word[i].prior[HS_TAG_VPART] > 0 || t->word[i].prior[HS_TAG_VING] > 0 ||
               t->word[i].shape >> HS_SHAPE_ED & 1);
}

/* The main verb that the auxiliary at i belongs to, SIZE_MAX when it stands alone. */
static size_t main_verb(const struct text *t, size_t i)
{
    bool asks = opens_clause(t, i), crossed = false;
    size_t last = i; /* the last auxiliary of the chain */
    for (size_t j = i + 1; j < t->n && j < i + 10; j++) {
        if (in(t, j, HS_TAGS_ADVERB))
            continue;
        if (in(t, j, HS_TAGS_AUX)) {
            if (crossed && !verb_follows(t, j))
                return j; /* what can we do? */
            last = j;
            continue;
        }
        if (verb(t, j)) {
            if (t->at[last].tag == HS_TAG_BE && t->word[j].prior[HS_TAG_VPART] > 0)
                return j;
            uint32_t wanted =
                t->at[last].tag == HS_TAG_BE     ? HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VPART)
                : t->at[last].tag == HS_TAG_HAVE ? HS_TAGS(HS_TAG_VPART) | HS_TAGS(HS_TAG_VFIN)
                                                 : HS_TAGS_VERB;
            return in(t, j, wanted) || (j == last + 1 && t->at[last].tag != HS_TAG_HAVE) ? j
                                                                                         : SIZE_MAX;
        }
        if (asks && last == i && !crossed && (t->at[j].phrase >= 0 || is(t, j, HS_FLAG_HEAD))) {
            /* cross one noun phrase */
            size_t end = j;
            while (
                t->at[j].phrase >= 0 && end + 1 < t->n && t->at[end + 1].phrase == t->at[j].phrase)
                end++;
            crossed = true;
            j = end;
            continue;
        }
        return SIZE_MAX;
    }
    return SIZE_MAX;
}

static void mark_verbs(const struct text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        if (verb(t, i)) {
            unsigned f = function(t, i);
            hsi_sketch_set(&t->at[i], HS_FLAG_VERB);
            if (f == HS_FN_IS || f == HS_FN_ARE || f == HS_FN_WAS || f == HS_FN_WERE ||
                f == HS_FN_S || f == HS_FN_BE)
                hsi_sketch_set(&t->at[i], HS_FLAG_COPULA); /* there is … */
        }
        if (!in(t, i, HS_TAGS_AUX))
            continue;
        size_t owner = main_verb(t, i);
        if (owner == SIZE_MAX) {
            /* a modal without a verb still waits for one: "I can", "could be" ends in the auxiliary
             * be */
            size_t next = i + 1;
            while (in(t, next, HS_TAGS_ADVERB))
                next++;
            if (in(t, next, HS_TAGS_AUX)) {
                t->at[i].head = (int32_t)next;
                continue;
            }
            hsi_sketch_set(&t->at[i], HS_FLAG_VERB);
            if (t->at[i].tag == HS_TAG_BE)
                hsi_sketch_set(&t->at[i], HS_FLAG_COPULA);
            if (t->at[i].tag == HS_TAG_BE && participle_like(t, next))
                t->at[i].head = (int32_t)next;
            continue;
        }
        t->at[i].head = (int32_t)owner;
        hsi_sketch_set(&t->at[owner], HS_FLAG_HAS_AUX);
        if (t->at[i].tag == HS_TAG_BE && t->at[owner].tag == HS_TAG_VPART)
            hsi_sketch_set(&t->at[owner], HS_FLAG_PASSIVE);
        for (size_t j = i + 1; j < owner; j++)
            if (is(t, j, HS_FLAG_HEAD))
                hsi_sketch_set(&t->at[i], HS_FLAG_QUESTION_AUX);
    }
    for (size_t i = 0; i < t->n; i++) /* could -> be -> seen: up to the main verb */
        for (int k = 0; k < 4 && in(t, i, HS_TAGS_AUX) && t->at[i].head >= 0 &&
                        in(t, (size_t)t->at[i].head, HS_TAGS_AUX) && t->at[t->at[i].head].head >= 0;
             k++)
            t->at[i].head = t->at[t->at[i].head].head;
}

/* The verb of the group that the token at i, verb or auxiliary, is in. */
static int32_t group_head(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS_AUX) && t->at[i].head >= 0 ? t->at[i].head : (int32_t)i;
}

/* The verb that an adverb, negation, particle or `to` belongs to. */
static int32_t adverb_head(const struct text *t, size_t i)
{
    const uint32_t group = HS_TAGS_VERB | HS_TAGS_AUX;
    size_t next = i + 1;
    while (in(t, next, HS_TAGS_ADVERB))
        next++;
    if (t->at[i].tag == HS_TAG_TO)
        return in(t, next, group) ? group_head(t, next) : HS_NO_TOKEN;
    if (t->at[i].tag == HS_TAG_ADV && has(t, i, HS_ATTR_ADV_DEGREE) &&
        in(t, i + 1, HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_ADV) | HS_TAGS(HS_TAG_NUM)))
        return (int32_t)(i + 1); /* very old: no verb */
    const unsigned f = function(t, i);
    if (f == HS_FN_SO || f == HS_FN_THEN || f == HS_FN_YET || f == HS_FN_HOWEVER ||
        f == HS_FN_THOUGH) {
        /* at the start of a clause: … so there are no pictures */
        size_t j = i + 1;
        while (j < t->n && t->at[j].phrase >= 0 && !is(t, j, HS_FLAG_HEAD))
            j++;
        size_t end = is(t, j, HS_FLAG_HEAD) ? phrase_end(t, j) + 1 : t->n;
        while (in(t, end, HS_TAGS_ADVERB))
            end++;
        if (in(t, end, group) && !is(t, end, HS_FLAG_PARTICIPLE))
            return group_head(t, end);
    }
    if (i > 0 && has(t, i, HS_ATTR_ADV_PLACE) && verb(t, i - 1) && verb(t, i + 1))
        return (int32_t)(i - 1); /* who lives upstairs plays … */
    size_t before = i;
    while (before > 0 && in(t, before - 1, HS_TAGS_ADVERB))
        before--;
    if (t->at[i].tag != HS_TAG_PRT && before > 0 && in(t, before - 1, HS_TAGS_AUX) &&
        t->at[before - 1].head >= 0)
        return t->at[before - 1].head;
    if (t->at[i].tag != HS_TAG_PRT && in(t, next, group) && !is(t, next, HS_FLAG_PARTICIPLE))
        return group_head(t, next);
    for (size_t j = i; !in(t, i, HS_TAGS(HS_TAG_CC)) && j-- > 0 &&
                       !in(t, j, HS_TAGS(HS_TAG_PUNCT) | HS_TAGS(HS_TAG_CC) | HS_TAGS(HS_TAG_SC));)
        if (is(t, j, HS_FLAG_VERB))
            return (int32_t)j;
    for (size_t j = i + 1; j < t->n; j++)
        if (is(t, j, HS_FLAG_VERB))
            return (int32_t)j;
    return HS_NO_TOKEN;
}

static void mark_adverbs(const struct text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        if (is(t, i, HS_FLAG_VERB)) {
            size_t j = i;
            while (j > 0 && in(t, j - 1, HS_TAGS_ADVERB | HS_TAGS_AUX))
                j--;
            if (j > 0 && in(t, j - 1, HS_TAGS(HS_TAG_TO)))
                hsi_sketch_set(&t->at[i], HS_FLAG_INFINITIVE);
            else if (in(t, i, HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VPART)) &&
                     !is(t, i, HS_FLAG_HAS_AUX))
                hsi_sketch_set(&t->at[i], HS_FLAG_NONFINITE);
        }
        bool outside = t->at[i].head < 0;
        bool so = in(t, i, HS_TAGS(HS_TAG_CC)) && function(t, i) == HS_FN_SO;
        if (outside && (so || in(t, i, HS_TAGS_ADVERB | HS_TAGS(HS_TAG_TO) | HS_TAGS(HS_TAG_PRT))))
            t->at[i].head = adverb_head(t, i);
        const unsigned f = function(t, i), g = function(t, i + 1);
        const bool measures = (g == HS_FN_BEFORE || g == HS_FN_AFTER) && in(t, i + 1, HS_TAGS(HS_TAG_PREP)); /* shortly before noon */
        const bool where = (has(t, i, HS_ATTR_ADV_TIME) && !measures) || has(t, i, HS_ATTR_ADV_PLACE) || f == HS_FN_NEVER;
        if (where && in(t, i, HS_TAGS(HS_TAG_ADV) | HS_TAGS(HS_TAG_NEG) | HS_TAGS(HS_TAG_PRT)))
            t->at[i].governor = t->at[i].head;
        if (in(t, i, HS_TAGS(HS_TAG_WH)) && has(t, i, HS_ATTR_WH_ADVERB))
            for (size_t j = i + 1; j < t->n && t->at[i].head < 0; j++)
                if (is(t, j, HS_FLAG_VERB))
                    t->at[i].head = (int32_t)j;
        if ((f == HS_FN_WHERE || f == HS_FN_WHEN) && in(t, i + 1, HS_TAGS_AUX))
            t->at[i].governor = t->at[i].head; /* where did you put it? */
    }
}

/* ------------------------------------------------------------------ prepositions */

/* The head of the noun phrase that the token at i lies in, HS_NO_TOKEN outside. */
static int32_t phrase_head(const struct text *t, size_t i)
{
    if (t->at[i].phrase < 0)
        return is(t, i, HS_FLAG_HEAD) ? (int32_t)i : HS_NO_TOKEN;
    for (size_t j = i; j < t->n && t->at[j].phrase == t->at[i].phrase; j++)
        if (is(t, j, HS_FLAG_HEAD))
            return (int32_t)j;
    return HS_NO_TOKEN;
}

static void mark_prepositions(const struct text *t)
{
    for (size_t i = t->n;
         i-- > 0;) { /* from the right: "out of the house" takes the object of "of" */
        bool to = in(t, i, HS_TAGS(HS_TAG_TO)) && t->at[i].head < 0;
        if (!in(t, i, HS_TAGS(HS_TAG_PREP)) && !to)
            continue;
        unsigned f = function(t, i);
        bool amount = f == HS_FN_ABOUT || f == HS_FN_OVER || f == HS_FN_UNDER || f == HS_FN_AROUND;
        if (amount && (in(t, i + 1, HS_TAGS(HS_TAG_NUM)) || function(t, i + 1) == HS_FN_DOLLAR) &&
            (i == 0 || in(t, i - 1,
                           HS_TAGS_VERB | HS_TAGS_AUX | HS_TAGS(HS_TAG_PREP) | HS_TAGS(HS_TAG_SC))))
            continue; /* cost about 500: no preposition */
        size_t next = i + 1;
        while (in(t, next, HS_TAGS(HS_TAG_ADV)) || function(t, next) == HS_FN_QUOTE ||
               function(t, next) == HS_FN_QUOTE_OPEN)
            next++;
        if (next >= t->n)
            continue;
        if (in(t, next, HS_TAGS(HS_TAG_PREP)) && next == i + 1)
            t->at[i].head = t->at[next].head;
        else if (in(t, next, HS_TAGS(HS_TAG_WH)))
            t->at[i].head = (int32_t)next;
        else
            t->at[i].head = phrase_head(t, next);
        if (t->at[i].head < 0)
            continue;
        /* in May: a time, for all that "in" says where */
        const size_t head = (size_t)t->at[i].head;
        const bool day = head > 0 && in(t, head, HS_TAGS(HS_TAG_NUM)) && has(t, head - 1, HS_ATTR_TIME); /* on May 5 */
        const bool time = has(t, i, HS_ATTR_PREP_PLACE) && (has(t, head, HS_ATTR_TIME) || day);
        enum hs_sketch_flag kind = time || has(t, i, HS_ATTR_PREP_TIME)    ? HS_FLAG_PP_TIME
                                   : function(t, i) == HS_FN_OF    ? HS_FLAG_PP_OF
                                   : has(t, i, HS_ATTR_PREP_PLACE) ? HS_FLAG_PP_PLACE
                                                                   : HS_FLAG_PP_OTHER;
        hsi_sketch_set(&t->at[head], kind);
    }
}

void hsi_sketch_verbs(const struct text *t)
{
    mark_verbs(t);
    mark_adverbs(t);
    mark_prepositions(t);
}
