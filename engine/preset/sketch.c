/* sketch.c – first half of the sketch: hard tags, noun phrases with their heads, verb groups,
 * prepositions. See sketch.h. */
#include "preset/sketch.h"

#include "preset/function_words.h"

#include <string.h>

struct text {
    const struct hs_word *word;
    struct hs_sketch *at;
    size_t n;
};

static bool in(const struct text *t, size_t i, uint32_t tags)
{
    return i < t->n && hs_sketch_in(&t->at[i], tags);
}

static bool is(const struct text *t, size_t i, enum hs_sketch_flag flag)
{
    return i < t->n && hs_sketch_is(&t->at[i], flag);
}

static unsigned function(const struct text *t, size_t i)
{
    return i < t->n ? t->word[i].function : HS_FN_NONE;
}

static bool has(const struct text *t, size_t i, enum hs_attribute attribute)
{
    return i < t->n && t->word[i].attributes >> attribute & 1;
}

/* ------------------------------------------------------------------ noun phrases */

/* $ and % stand where nouns stand. */
static bool nounish(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS_NOUN) ||
           (in(t, i, HS_TAGS(HS_TAG_X)) && t->word[i].function != HS_FN_NONE);
}

/* A participle in front of its noun: "the broken window", "three running men". */
static void mark_participles(const struct text *t)
{
    const uint32_t before =
        HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS) | HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM);
    for (size_t i = 1; i + 1 < t->n; i++)
        if (in(t, i, HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VPART)) && in(t, i - 1, before) &&
            (nounish(t, i + 1) || (in(t, i + 1, HS_TAGS(HS_TAG_ADJ)) && nounish(t, i + 2))))
            hs_sketch_set(&t->at[i], HS_FLAG_PARTICIPLE);
}

static bool modifier(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM)) || is(t, i, HS_FLAG_PARTICIPLE);
}

/* Whether the token at `i` goes on with the noun phrase that runs up to it; `noun`: a noun was met
 * since the start or the last 's. */
static bool goes_on(const struct text *t, size_t start, size_t i, bool noun)
{
    if (i >= t->n)
        return false;
    if (nounish(t, i))
        return true;
    switch (t->at[i].tag) {
    case HS_TAG_DET: /* all the, both these, such a, what a */
    case HS_TAG_POSS:
        return !noun && in(t, i - 1, HS_TAGS(HS_TAG_DET)) && i == start + 1 &&
               !has(t, i - 1, HS_ATTR_DET_ARTICLE);
    case HS_TAG_ADJ:
        return !noun || (nounish(t, i + 1) && t->word[i].shape >> HS_SHAPE_CAPITAL & 1);
    case HS_TAG_NUM: /* May 5, page 3; but not "gave John 5 dollars" */
        return !noun || !nounish(t, i + 1) || function(t, i - 1) == HS_FN_DOLLAR;
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
        if (sign == HS_FN_HYPHEN || sign == HS_FN_SLASH) /* a 15 - year term */
            return (nounish(t, i + 1) || modifier(t, i + 1)) && i > start;
        return false;
    }
    default:
        return is(t, i, HS_FLAG_PARTICIPLE) && !noun;
    }
}

/* The head of the names [first, last]: of a person's name the first part, else the last (Henry
 * Sweet, Sand Hill Park). */
static size_t name_head(const struct text *t, size_t first, size_t last, size_t start)
{
    while (first < last && t->word[first].function == HS_FN_NONE && has(t, first, HS_ATTR_PERSON) &&
           !has(t, first, HS_ATTR_NAME))
        first++; /* President Bush */
    bool given = has(t, first, HS_ATTR_NAME) && has(t, first, HS_ATTR_PERSON);
    bool strange =
        !t->word[first].known && !t->word[last].known && first == start && last <= first + 2;
    if (first < last && (given || strange)) {
        for (size_t i = first + 1; i <= last; i++)
            hs_sketch_set(&t->at[i], HS_FLAG_NAME_PART);
        return first;
    }
    return last;
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
        bool bare = in(t, to, HS_TAGS(HS_TAG_ADJ)) &&
                    !in(t, from, HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS) | HS_TAGS(HS_TAG_NUM));
        if (bare || in(t, to, HS_TAGS(HS_TAG_POSS)) || in(t, to, HS_TAGS(HS_TAG_PMARK)) ||
            in(t, to, HS_TAGS(HS_TAG_ADV)))
            return SIZE_MAX;
        head = to;
    } else {
        size_t first = head;
        while (first > from && in(t, first - 1, HS_TAGS(HS_TAG_PROPN)) &&
               in(t, head, HS_TAGS(HS_TAG_PROPN)))
            first--;
        head = name_head(t, first, head, start);
        if (function(t, from) == HS_FN_DOLLAR && in(t, to, HS_TAGS(HS_TAG_NUM)))
            head = from;
    }
    for (size_t i = from; i <= to; i++) {
        if (i == head)
            continue;
        t->at[i].head = (int32_t)head;
        if (i < head && nounish(t, i))
            hs_sketch_set(&t->at[i], HS_FLAG_COMPOUND);
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
                hs_sketch_set(&t->at[head], HS_FLAG_POSSESSOR);
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
        hs_sketch_set(&t->at[head], HS_FLAG_HEAD);
        if (owner != SIZE_MAX)
            t->at[owner].head = (int32_t)head;
        for (size_t i = start; i < end; i++)
            t->at[i].phrase = (int32_t)start;
    }
    return end;
}

static void mark_phrases(const struct text *t)
{
    const uint32_t opening =
        HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS) | HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM);
    const uint32_t alone = HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_EX);
    for (size_t i = 0; i < t->n;) {
        if (in(t, i, alone) && !in(t, i + 1, HS_TAGS(HS_TAG_PMARK))) {
            hs_sketch_set(&t->at[i], HS_FLAG_HEAD);
            i++;
        } else if (in(t, i, opening | alone) || nounish(t, i) || is(t, i, HS_FLAG_PARTICIPLE)) {
            i = mark_phrase(t, i);
        } else {
            i++;
        }
    }
}

/* ------------------------------------------------------------------ verb groups */

static bool verb(const struct text *t, size_t i)
{
    return in(t, i, HS_TAGS_VERB) && !is(t, i, HS_FLAG_PARTICIPLE);
}

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
           (i > 1 && in(t, i - 2, HS_TAGS(HS_TAG_WH))); /* what time did … */
}

/* The main verb that the auxiliary at i belongs to, SIZE_MAX when it stands alone. */
static size_t main_verb(const struct text *t, size_t i)
{
    bool asks = opens_clause(t, i), crossed = false;
    size_t last = i; /* the last auxiliary of the chain */
    for (size_t j = i + 1; j < t->n && j < i + 10; j++) {
        if (in(t, j, HS_TAGS_ADVERB))
            continue;
        if (in(t, j, HS_TAGS_AUX) && !crossed) {
            last = j;
            continue;
        }
        if (verb(t, j)) {
            uint32_t wanted =
                t->at[last].tag == HS_TAG_BE     ? HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VPART)
                : t->at[last].tag == HS_TAG_HAVE ? HS_TAGS(HS_TAG_VPART) | HS_TAGS(HS_TAG_VFIN)
                                                 : HS_TAGS_VERB;
            return in(t, j, wanted) || (j == last + 1 && t->at[last].tag != HS_TAG_HAVE) ? j
                                                                                         : SIZE_MAX;
        }
        if (asks && last == i && !crossed && t->at[j].phrase >= 0 &&
            in(t, j, ~(HS_TAGS(HS_TAG_PUNCT) | HS_TAGS(HS_TAG_PREP)))) {
            /* cross one noun phrase */
            size_t end = j;
            while (end + 1 < t->n && t->at[end + 1].phrase == t->at[j].phrase)
                end++;
            if (!is(t, j, HS_FLAG_HEAD) && end == j)
                return SIZE_MAX;
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
        if (verb(t, i))
            hs_sketch_set(&t->at[i], HS_FLAG_VERB);
        if (!in(t, i, HS_TAGS_AUX))
            continue;
        size_t main = main_verb(t, i);
        if (main == SIZE_MAX) {
            /* a modal without a verb still waits for one: "I can", "could be" ends in the auxiliary
             * be */
            size_t next = i + 1;
            while (in(t, next, HS_TAGS_ADVERB))
                next++;
            if (in(t, next, HS_TAGS_AUX)) {
                t->at[i].head = (int32_t)next;
                continue;
            }
            hs_sketch_set(&t->at[i], HS_FLAG_VERB);
            if (t->at[i].tag == HS_TAG_BE)
                hs_sketch_set(&t->at[i], HS_FLAG_COPULA);
            continue;
        }
        t->at[i].head = (int32_t)main;
        hs_sketch_set(&t->at[main], HS_FLAG_HAS_AUX);
        if (t->at[i].tag == HS_TAG_BE && t->at[main].tag == HS_TAG_VPART)
            hs_sketch_set(&t->at[main], HS_FLAG_PASSIVE);
        for (size_t j = i + 1; j < main; j++)
            if (is(t, j, HS_FLAG_HEAD))
                hs_sketch_set(&t->at[i], HS_FLAG_QUESTION_AUX);
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
    size_t before = i;
    while (before > 0 && in(t, before - 1, HS_TAGS_ADVERB))
        before--;
    if (t->at[i].tag != HS_TAG_PRT && before > 0 && in(t, before - 1, HS_TAGS_AUX) &&
        t->at[before - 1].head >= 0)
        return t->at[before - 1].head;
    if (t->at[i].tag != HS_TAG_PRT && in(t, next, group) && !is(t, next, HS_FLAG_PARTICIPLE))
        return group_head(t, next);
    for (size_t j = i;
         j-- > 0 && !in(t, j, HS_TAGS(HS_TAG_PUNCT) | HS_TAGS(HS_TAG_CC) | HS_TAGS(HS_TAG_SC));)
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
                hs_sketch_set(&t->at[i], HS_FLAG_INFINITIVE);
            else if (in(t, i, HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VPART)) &&
                     !is(t, i, HS_FLAG_HAS_AUX))
                hs_sketch_set(&t->at[i], HS_FLAG_NONFINITE);
        }
        bool outside = t->at[i].head < 0;
        if (outside && in(t, i, HS_TAGS_ADVERB | HS_TAGS(HS_TAG_TO) | HS_TAGS(HS_TAG_PRT)))
            t->at[i].head = adverb_head(t, i);
        if (in(t, i, HS_TAGS(HS_TAG_WH)) && has(t, i, HS_ATTR_WH_ADVERB))
            for (size_t j = i + 1; j < t->n && t->at[i].head < 0; j++)
                if (is(t, j, HS_FLAG_VERB))
                    t->at[i].head = (int32_t)j;
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
        enum hs_sketch_flag kind = has(t, i, HS_ATTR_PREP_TIME)    ? HS_FLAG_PP_TIME
                                   : function(t, i) == HS_FN_OF    ? HS_FLAG_PP_OF
                                   : has(t, i, HS_ATTR_PREP_PLACE) ? HS_FLAG_PP_PLACE
                                                                   : HS_FLAG_PP_OTHER;
        hs_sketch_set(&t->at[t->at[i].head], kind);
    }
}

void hs_sketch_make(
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
    mark_participles(&t);
    mark_phrases(&t);
    mark_verbs(&t);
    mark_adverbs(&t);
    mark_prepositions(&t);
    for (size_t i = 0; i < n; i++) {
        sketch[i].verbs = verbs;
        verbs = (uint16_t)(verbs + hs_sketch_is(&sketch[i], HS_FLAG_VERB));
    }
    hs_sketch_clauses(words, n, sketch);
    hs_sketch_reference(words, n, sketch);
}
