/* sketch_argument.c – subjects and objects: what a noun phrase or a verb does when the walk of
 * sketch_clause.c meets it. */
#include "preset/sketch/sketch_walk.h"

static bool has_tense(const struct walk *w, size_t i)
{
    return !is(w->t, i, HS_FLAG_INFINITIVE) && !is(w->t, i, HS_FLAG_NONFINITE);
}

/* A noun phrase before its clause's verb: it waits to be the subject. */
static void meet_waiting(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    const size_t start = phrase_start(w->t, i), next = phrase_end(w->t, i) + 1;
    const bool pronoun = has(w->t, i, HS_ATTR_PRON_SUBJECT);
    if (c->subject < 0) {
        c->subject = (int32_t)i;
        return;
    }
    const size_t waiting = (size_t)c->subject;
    const bool time = has(w->t, waiting, HS_ATTR_TIME) && !pronoun;
    if (after_phrase(w->t, start) && !time) {
        if (in(w->t, i, HS_TAGS(HS_TAG_DET)) || has(w->t, i, HS_ATTR_PRON_REFLEXIVE))
            return; /* they all, you yourself */
        if (hsi_walk_finite_at(
                w, next)) { /* the book I read: a relative clause without its pronoun */
            hsi_walk_open(w, CLAUSE_RELATIVE, start)->subject = (int32_t)i;
            return;
        }
    }
    /* Anna, my sister, …; bread, butter, and milk … : the first of them counts */
    bool comma =
        start > 0 && function(w->t, start - 1) == HS_FN_COMMA && after_phrase(w->t, start - 1);
    if (comma && !pronoun && !hsi_walk_finite_at(w, next) && !has(w->t, waiting, HS_ATTR_TIME)) {
        hsi_sketch_set(&w->t->at[i], HS_FLAG_CONJUNCT);
        return;
    }
    c->subject = (int32_t)i;
}

/* A noun phrase that says when: yesterday, last week, every day, two years. */
static bool bare_time(const struct walk *w, size_t i)
{
    if (!has(w->t, i, HS_ATTR_TIME))
        return false;
    const unsigned f = function(w->t, phrase_start(w->t, i));
    return has(w->t, i, HS_ATTR_ADV_TIME) || has(w->t, i, HS_ATTR_NAME) || f == HS_FN_THIS ||
           f == HS_FN_THAT || f == HS_FN_EVERY || f == HS_FN_EACH || f == HS_FN_ALL ||
           f == HS_FN_LAST || f == HS_FN_NEXT || f == HS_FN_ONE ||
           in(w->t, phrase_start(w->t, i), HS_TAGS(HS_TAG_NUM));
}

/* A form that may be past or participle and has no auxiliary: named, called. */
static bool doubtful_tense(const struct walk *w, size_t i)
{
    return in(w->t, i, HS_TAGS(HS_TAG_VFIN)) && w->t->word[i].prior[HS_TAG_VPART] > 0 &&
           !is(w->t, i, HS_FLAG_HAS_AUX);
}

/* Of two objects in a row, "gave the man a book", the second is the direct one. */
static void yield_object(struct walk *w, size_t i, size_t verb)
{
    const size_t start = phrase_start(w->t, i);
    for (size_t j = start; j-- > verb + 1;)
        if (is(w->t, j, HS_FLAG_OBJECT) && w->t->at[j].governor == (int32_t)verb &&
            phrase_end(w->t, j) + 1 == start)
            w->t->at[j].flags &= ~(1u << HS_FLAG_OBJECT);
}

/* Elected Anna president, called him a liar: what the object is made or called. */
static bool names_object(const struct walk *w, size_t i, size_t verb)
{
    const size_t start = phrase_start(w->t, i);
    return after_phrase(w->t, start) && start > verb + 1 && has(w->t, i, HS_ATTR_PERSON) && !has(w->t, i, HS_ATTR_NAME) &&
           in(w->t, i, HS_TAGS_NOUN) && is(w->t, start - 1, HS_FLAG_HEAD) &&
           (has(w->t, start - 1, HS_ATTR_PERSON) || in(w->t, start - 1, HS_TAGS(HS_TAG_PRON)));
}

/* A noun phrase after its clause's verb: object, predicate, time, or the subject of a clause
 * without "that". */
static void meet_after_verb(struct walk *w, size_t i)
{
    const struct clause *c = &w->stack[w->top];
    const size_t start = phrase_start(w->t, i),
                 verb = (size_t)(c->governor >= 0 ? c->governor : c->verb);
    const bool after_verb = start == verb + 1;
    bool subject = has(w->t, i, HS_ATTR_PRON_SUBJECT) && !has(w->t, i, HS_ATTR_PRON_OBJECT);
    bool named = after_verb && !subject && doubtful_tense(w, phrase_end(w->t, i) + 1) &&
                 !has(w->t, verb, HS_ATTR_CLAUSAL);
    const bool gerund = c->verb < 0 && c->first >= 0 && !w->after_comma && !subject &&
                        has(w->t, verb, HS_ATTR_TRANSITIVE); /* eating sugar harms … */
    if (!named && !gerund &&
        (has(w->t, verb, HS_ATTR_CLAUSAL) ? hsi_walk_finite_behind(w, i)
                                          : hsi_walk_finite_at(w, phrase_end(w->t, i) + 1)) &&
        !(has(w->t, i, HS_ATTR_PRON_OBJECT) && !has(w->t, i, HS_ATTR_PRON_SUBJECT)) &&
        (subject || !hsi_walk_outer_waits(w) || has(w->t, verb, HS_ATTR_CLAUSAL))) {
        hsi_walk_open(
            w, after_phrase(w->t, start) && !after_verb ? CLAUSE_RELATIVE : CLAUSE_DEPENDENT, start)
            ->subject = (int32_t)i;
        return;
    }
    const unsigned article = function(w->t, start);
    if ((article == HS_FN_A || article == HS_FN_AN) && start > 0 && has(w->t, i, HS_ATTR_TIME) && is(w->t, start - 1, HS_FLAG_HEAD) &&
        has(w->t, start - 1, HS_ATTR_TIME))
        return; /* five times a year */
    w->t->at[i].governor = (int32_t)verb;
    if (w->t->at[verb].subject == (int32_t)i && !is(w->t, verb, HS_FLAG_COPULA))
        return; /* on the wall hung a mirror */
    /* protect and defend the law: the first verb has the object */
    if (after_verb && verb > 1 && in(w->t, verb - 1, HS_TAGS(HS_TAG_CC)) &&
        is(w->t, verb - 2, HS_FLAG_VERB))
        w->t->at[i].governor = (int32_t)(verb - 2);
    const bool number = in(w->t, start, HS_TAGS(HS_TAG_NUM));
    if (!after_verb && !number && bare_time(w, i)) { /* was away last week, sold his house this year */
        hsi_sketch_set(&w->t->at[i], HS_FLAG_BARE_TIME);
        return;
    }
    if (is(w->t, verb, HS_FLAG_COPULA) ||
        (!has(w->t, i, HS_ATTR_TIME) && has(w->t, verb, HS_ATTR_COPULAR) && !has(w->t, verb, HS_ATTR_TRANSITIVE))) {
        hsi_sketch_set(&w->t->at[i], HS_FLAG_PREDICATE);
        return;
    }
    const bool second = has(w->t, verb, HS_ATTR_DITRANSITIVE) && !after_verb &&
                        after_phrase(w->t, start); /* gave her two days */
    if ((bare_time(w, i) && !second) ||
        (has(w->t, i, HS_ATTR_TIME) && !has(w->t, verb, HS_ATTR_TRANSITIVE))) {
        hsi_sketch_set(&w->t->at[i], HS_FLAG_BARE_TIME);
        return;
    }
    if (start > 0 && function(w->t, start - 1) == HS_FN_COMMA) {
        hsi_sketch_set(&w->t->at[i], HS_FLAG_CONJUNCT);
        return;
    }
    if (!after_verb && names_object(w, i, verb)) {
        hsi_sketch_set(&w->t->at[i], HS_FLAG_PREDICATE);
        return;
    }
    hsi_sketch_set(&w->t->at[i], HS_FLAG_OBJECT);
    if (!after_verb)
        yield_object(w, i, verb);
}

/* and in May the shop closed, and in May closed: a place or time behind the conjunction belongs to the verb that comes. */
static bool fronts_next(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    const size_t start = phrase_start(w->t, i);
    if (!w->coordinates || c->verb < 0 || start < 2 || !in(w->t, start - 1, HS_TAGS(HS_TAG_PREP)) ||
        !in(w->t, start - 2, HS_TAGS(HS_TAG_CC)))
        return false;
    size_t next = phrase_end(w->t, i) + 1;
    while (function(w->t, next) == HS_FN_COMMA || in(w->t, next, HS_TAGS_ADVERB | HS_TAGS(HS_TAG_NUM)))
        next++; /* on May 5, 1800, he left */
    if (!hsi_walk_finite_at(w, next)) {
        while (next < w->t->n && w->t->at[next].phrase >= 0 && !is(w->t, next, HS_FLAG_HEAD))
            next++;
        if (!is(w->t, next, HS_FLAG_HEAD) || !hsi_walk_finite_behind(w, next))
            return false;
        *c = hsi_walk_fresh(c->kind, start - 1);
        w->coordinates = false;
    }
    c->start = start - 1;
    return true;
}

void hsi_walk_phrase(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    const size_t start = phrase_start(w->t, i), next = phrase_end(w->t, i) + 1;
    if (held_by_preposition(w->t, i) && fronts_next(w, i))
        return;
    if (held_by_preposition(w->t, i)) {
        w->t->at[i].governor = c->governor >= 0 ? c->governor : c->verb;
        if (c->beside < 0)
            c->beside = (int32_t)i;
        w->coordinates = false;
        return;
    }
    if (w->coordinates && in(w->t, start - 1, HS_TAGS(HS_TAG_CC)) &&
        (c->subject >= 0 || c->verb >= 0)) {
        hsi_sketch_set(&w->t->at[i], HS_FLAG_CONJUNCT);
        w->coordinates = false;
        if (c->verb < 0 || !hsi_walk_finite_at(w, next))
            return;
    }
    w->coordinates = false;
    bool object = c->governor >= 0 && start == (size_t)c->governor + 1; /* opening doors is … */
    if (c->verb < 0 &&
        (c->governor < 0 || (c->subject < 0 && !object && hsi_walk_finite_at(w, next) &&
                                (c->first < 0 || w->after_comma || has(w->t, i, HS_ATTR_PRON_SUBJECT)))))
        meet_waiting(w, i); /* also: opening the door, he … */
    else
        meet_after_verb(w, i);
}

/* The noun phrase that stands between the verb's auxiliary and the verb: Did you see? */
static int32_t inverted_subject(const struct walk *w, size_t i)
{
    for (size_t j = i, k = 0; j-- > 0 && k < 10; k++) {
        if (!is(w->t, j, HS_FLAG_QUESTION_AUX) || w->t->at[j].head != (int32_t)i)
            continue;
        while (++j < i)
            if (is(w->t, j, HS_FLAG_HEAD))
                return (int32_t)j;
    }
    return HS_NO_TOKEN;
}

/* The next noun phrase that no preposition holds, if nothing but adverbs stands before it. */
static int32_t phrase_after(const struct walk *w, size_t i)
{
    while (in(w->t, ++i, HS_TAGS_ADVERB))
        continue;
    for (; i < w->t->n && (w->t->at[i].phrase >= 0 || is(w->t, i, HS_FLAG_HEAD)); i++)
        if (is(w->t, i, HS_FLAG_HEAD))
            return (int32_t)i;
    return HS_NO_TOKEN;
}

/* On the wall hung a mirror: nothing but a place or time in front of a verb that may go without an object. */
static bool place_first(const struct walk *w, const struct clause *c, size_t i)
{
    return c->subject < 0 && c->verb < 0 && c->governor < 0 && c->beside >= 0 && in(w->t, i, HS_TAGS(HS_TAG_VFIN)) &&
           !is(w->t, i, HS_FLAG_HAS_AUX) && has(w->t, i, HS_ATTR_INTRANSITIVE) &&
           (is(w->t, (size_t)c->beside, HS_FLAG_PP_PLACE) || is(w->t, (size_t)c->beside, HS_FLAG_PP_TIME));
}

/* The subject of finite verb i; closes clauses that are complete. */
static int32_t take_subject(struct walk *w, size_t i)
{
    int32_t inverted = inverted_subject(w, i);
    if (inverted >= 0)
        return inverted;
    if (w->stack[w->top].verb >= 0 && !w->coordinates) {
        /* a second finite verb: it belongs to an enclosing clause that still waits for one */
        for (size_t k = w->top; k-- > 0 && w->stack[k + 1].kind != CLAUSE_BRACKET;)
            if (w->stack[k].verb < 0 && w->stack[k].subject >= 0) {
                w->top = k;
                break;
            }
    }
    struct clause *c = &w->stack[w->top];
    const bool copula = is(w->t, i, HS_FLAG_COPULA);
    bool comes = in(w->t, i, HS_TAGS(HS_TAG_VFIN)) && has(w->t, i, HS_ATTR_INTRANSITIVE) &&
                 !has(w->t, i, HS_ATTR_TRANSITIVE);
    comes |= place_first(w, c, i);
    const int32_t next =
        copula || comes || has(w->t, i, HS_ATTR_CLAUSAL) ? phrase_after(w, i) : HS_NO_TOKEN;
    if (copula && next >= 0 && has(w->t, (size_t)next, HS_ATTR_PRON_SUBJECT) &&
        !after_phrase(w->t, i) && c->verb < 0)
        return next; /* is it …? */
    if (c->wh >= 0 && c->verb < 0 && c->subject < 0) {
        bool pronoun = has(w->t, (size_t)c->wh, HS_ATTR_WH_PRONOUN) ||
                       function(w->t, (size_t)c->wh) == HS_FN_THAT;
        if (copula && next >= 0 && c->kind != CLAUSE_RELATIVE)
            return next; /* what is the code? where are my keys? */
        if (pronoun)
            c->subject = c->wh;
    }
    if (c->subject >= 0 && in(w->t, (size_t)c->subject, HS_TAGS(HS_TAG_EX)))
        for (size_t j = i + 1; j < w->t->n && j < i + 12; j++) /* there is a man */
            if (is(w->t, j, HS_FLAG_HEAD))
                return (int32_t)j;
    if (c->subject < 0 && next >= 0 && (copula || w->after_comma || !has(w->t, i, HS_ATTR_CLAUSAL)))
        return next; /* next to the door was a holder; "…", said John */
    if (c->subject < 0 && c->verb < 0)
        c->subject = c->first; /* eating sugar harms … */
    if (c->subject < 0 && c->verb < 0)
        c->subject = c->beside; /* more than two people live; of those, some of … */
    return c->subject;
}

/* An -ed form that nothing finite follows is its clause's verb after all: tags of unknown words. */
static bool tense_after_all(const struct walk *w, const struct clause *c, size_t i)
{
    if (c->subject < 0 || c->verb >= 0 || is(w->t, i, HS_FLAG_INFINITIVE) ||
        phrase_end(w->t, (size_t)c->subject) + 1 != i)
        return false;
    if (in(w->t, i, HS_TAGS(HS_TAG_VING)))
        return has(w->t, (size_t)c->subject, HS_ATTR_PRON_SUBJECT); /* I looking to move */
    if (!in(w->t, i, HS_TAGS(HS_TAG_VPART)))
        return false;
    for (size_t j = i + 1;
         j < w->t->n && function(w->t, j) != HS_FN_STOP && function(w->t, j) != HS_FN_COMMA; j++)
        if (is(w->t, j, HS_FLAG_VERB) && has_tense(w, j))
            return false;
    return true;
}

/* For her to win: the subject of the infinitive. */
static int32_t infinitive_subject(const struct walk *w, size_t i)
{
    size_t j = i;
    while (j > 0 && in(w->t, j - 1, HS_TAGS_ADVERB | HS_TAGS_AUX | HS_TAGS(HS_TAG_TO)))
        j--;
    if (j == 0 || !after_phrase(w->t, j))
        return HS_NO_TOKEN;
    size_t head = j - 1;
    while (head > 0 && !is(w->t, head, HS_FLAG_HEAD))
        head--;
    size_t start = phrase_start(w->t, head);
    return start > 0 && function(w->t, start - 1) == HS_FN_FOR ? (int32_t)head : HS_NO_TOKEN;
}

/* The wh-word of the clause as the verb's object, unless it is its subject; a later infinitive
 * takes it over: the thing that I want to do. */
static void take_wh_object(const struct walk *w, int32_t wh, size_t i)
{
    if (wh < 0 || has(w->t, (size_t)wh, HS_ATTR_WH_ADVERB) || w->t->at[i].subject == wh ||
        is(w->t, i, HS_FLAG_COPULA) || is(w->t, (size_t)wh, HS_FLAG_SUBJECT) ||
        is(w->t, i, HS_FLAG_PASSIVE))
        return;
    bool takes = has(w->t, i, HS_ATTR_TRANSITIVE) || has(w->t, i, HS_ATTR_CLAUSAL) ||
                 !w->t->word[i].known || function(w->t, (size_t)wh) == HS_FN_WHAT;
    const int32_t before = w->t->at[wh].governor;
    bool yields = before >= 0 && is(w->t, i, HS_FLAG_INFINITIVE) &&
                  (has(w->t, (size_t)before, HS_ATTR_INFINITIVAL) ||
                      has(w->t, (size_t)before, HS_ATTR_CLAUSAL));
    if (!takes || (before >= 0 && !yields))
        return;
    w->t->at[wh].governor = (int32_t)i;
    hsi_sketch_set(&w->t->at[wh], HS_FLAG_OBJECT);
}

/* Whether the clause opens with verb i, which has no tense: (that) eating sugar harms …; to see it is … */
static bool opens_with(const struct walk *w, const struct clause *c, size_t i)
{
    size_t start = i;
    while (start > 0 && in(w->t, start - 1, HS_TAGS_ADVERB | HS_TAGS(HS_TAG_TO)))
        start--;
    return c->governor < 0 && c->subject < 0 && c->verb < 0 && in(w->t, i, HS_TAGS(HS_TAG_VING) | HS_TAGS(HS_TAG_VBASE)) &&
           start == c->start + (function(w->t, c->start) == HS_FN_THAT);
}

/* Places and times in front of the clause's subject belong to its verb: in May the shop closed. */
static void take_front(const struct walk *w, const struct clause *c, size_t verb)
{
    const int32_t subject = w->t->at[verb].subject;
    const size_t end = subject >= (int32_t)c->start && (size_t)subject < verb ? phrase_start(w->t, (size_t)subject) : verb;
    for (size_t j = c->start; j < end; j++) {
        const bool where = is(w->t, j, HS_FLAG_PP_PLACE) || is(w->t, j, HS_FLAG_PP_TIME);
        const bool when = has(w->t, j, HS_ATTR_TIME);
        if (!is(w->t, j, HS_FLAG_HEAD) || w->t->at[j].governor >= 0 || !(where || when))
            continue;
        w->t->at[j].governor = (int32_t)verb;
        if (when && !held_by_preposition(w->t, j))
            hsi_sketch_set(&w->t->at[j], HS_FLAG_BARE_TIME);
    }
}

void hsi_walk_verb(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    bool tense = has_tense(w, i) || tense_after_all(w, c, i);
    /* let him go, help me find: a bare form inside a complete clause */
    if (in(w->t, i, HS_TAGS(HS_TAG_VBASE)) && !is(w->t, i, HS_FLAG_HAS_AUX) && c->verb >= 0 &&
        !w->coordinates && !hsi_walk_outer_waits(w))
        tense = false;
    if (doubtful_tense(w, i) && c->verb >= 0 && !w->coordinates && !hsi_walk_outer_waits(w) &&
        after_phrase(w->t, i))
        tense = false; /* a cat named … */
    if (tense) {
        int32_t subject = take_subject(w, i);
        w->t->at[i].subject = subject;
        if (subject >= 0) {
            hsi_sketch_set(&w->t->at[subject], HS_FLAG_SUBJECT);
            w->t->at[subject].governor = (int32_t)i;
        }
        c = &w->stack[w->top];
        take_front(w, c, i);
        c->verb = (int32_t)i;
        w->after_comma = false;
        /* "is surprised", "was iodised": an adjective that may be a participle has the same subject */
        size_t next = i + 1;
        while (in(w->t, next, HS_TAGS_ADVERB))
            next++;
        if (is(w->t, i, HS_FLAG_COPULA) && in(w->t, next, HS_TAGS(HS_TAG_ADJ)))
            w->t->at[next].subject = subject;
    } else if (is(w->t, i, HS_FLAG_INFINITIVE)) {
        w->t->at[i].subject = infinitive_subject(w, i);
    }
    if (!tense && opens_with(w, c, i))
        c->first = (int32_t)i;
    c->governor = (int32_t)i;
    take_wh_object(w, c->wh, i);
    w->coordinates = false;
}
