/* sketch_clause.c – which clause a token is in: the walk from left to right, where clauses open,
 * close and go on. A step of hsi_sketch_make; sketch_argument.c does the noun phrases and verbs that
 * it meets. */
#include "preset/sketch/sketch_walk.h"

static void start_sentence(struct walk *w, size_t i)
{
    w->top = 0;
    w->stack[0] = hsi_walk_fresh(CLAUSE_MAIN, i);
    w->after_comma = w->coordinates = false;
}

static void meet_comma(struct walk *w)
{
    w->after_comma = true;
    while (w->top > 0 && w->stack[w->top].verb >= 0 &&
           (w->stack[w->top].kind == CLAUSE_RELATIVE || w->stack[w->top].opened_first))
        w->top--;
}

/* Returns true when the sign was one that the walk knows as more than a comma. */
static bool meet_sign(struct walk *w, size_t i, unsigned sign)
{
    switch (sign) {
    case HS_FN_STOP:
    case HS_FN_QUESTION:
    case HS_FN_BANG:
    case HS_FN_SEMICOLON:
        start_sentence(w, i + 1);
        return true;
    case HS_FN_OPEN:
    case HS_FN_SQUARE_OPEN:
        hsi_walk_open(w, CLAUSE_BRACKET, i);
        return true;
    case HS_FN_CLOSE:
    case HS_FN_SQUARE_CLOSE:
        for (size_t k = w->top; k > 0; k--)
            if (w->stack[k].kind == CLAUSE_BRACKET) {
                w->top = k - 1;
                break;
            }
        return true;
    case HS_FN_HYPHEN:
    case HS_FN_APOSTROPHE:
    case HS_FN_SLASH:
    case HS_FN_QUOTE:
    case HS_FN_QUOTE_OPEN:
    case HS_FN_QUOTE_CLOSE:
    case HS_FN_CURLY_OPEN:
    case HS_FN_CURLY_CLOSE:
        return true;
    case HS_FN_COLON:
    case HS_FN_DASH:
    case HS_FN_EM_DASH:
    case HS_FN_DOTS:
        if (w->stack[w->top].verb < 0) /* a heading or a fragment ends here */
            w->stack[w->top].governor = HS_NO_TOKEN;
        return false;
    default:
        return false;
    }
}

/* The relative pronoun that the one at i goes on after a conjunction: a dress which she made and which I wore. */
static int32_t relative_before(const struct walk *w, size_t i)
{
    if (i == 0 || !in(w->t, i - 1, HS_TAGS(HS_TAG_CC)))
        return HS_NO_TOKEN;
    for (size_t j = i - 1; j-- > 0 && function(w->t, j) != HS_FN_STOP;)
        if (in(w->t, j, HS_TAGS(HS_TAG_WH)) && w->t->at[j].antecedent >= 0)
            return (int32_t)j;
    return HS_NO_TOKEN;
}

/* The token after the noun phrase that ends before `end`, past an adverb or a dash: people here who, the link - which. */
static size_t noun_end(const struct walk *w, size_t end)
{
    const uint32_t between = HS_TAGS(HS_TAG_ADV) | HS_TAGS(HS_TAG_PRT) | HS_TAGS(HS_TAG_EX);
    const unsigned f = end > 0 ? function(w->t, end - 1) : HS_FN_NONE;
    size_t past = f == HS_FN_HYPHEN || f == HS_FN_DASH || f == HS_FN_DOTS ? end - 1 : end;
    while (past > 1 && in(w->t, past - 1, between))
        past--;
    return after_phrase(w->t, past) ? past : end;
}

/* Where the phrase begins whose relative pronoun stands at i: which, in which, both of which, some of whom. */
static size_t relative_start(const struct walk *w, size_t i)
{
    const uint32_t amounts = HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_ADJ) | HS_TAGS(HS_TAG_NUM);
    size_t start = i;
    while (start > 0 && in(w->t, start - 1, HS_TAGS(HS_TAG_PREP)))
        start--;
    if (start == i || start == 0 || function(w->t, start) != HS_FN_OF)
        return start;
    const bool both = function(w->t, start - 1) == HS_FN_BOTH; /* not always taken for a determiner */
    return both || in(w->t, start - 1, amounts) ? phrase_start(w->t, start - 1) : start;
}

static void meet_wh(struct walk *w, size_t i)
{
    const struct clause *c = &w->stack[w->top];
    const unsigned f = function(w->t, i);
    bool pronoun = has(w->t, i, HS_ATTR_WH_PRONOUN) || f == HS_FN_THAT;
    const size_t before = relative_start(w, i);
    bool comma = before > 1 && (function(w->t, before - 1) == HS_FN_COMMA ||
                                   function(w->t, before - 1) == HS_FN_OPEN ||
                                   function(w->t, before - 1) == HS_FN_SQUARE_OPEN);
    size_t gap = comma ? 1 : 0;
    const int32_t earlier = relative_before(w, before);
    if (earlier >= 0 && pronoun && f != HS_FN_WHAT) {
        w->t->at[i].antecedent = w->t->at[earlier].antecedent;
        while (w->top > 0 && w->stack[w->top].kind == CLAUSE_RELATIVE)
            w->top--;
        hsi_walk_open(w, CLAUSE_RELATIVE, i)->wh = (int32_t)i;
        return;
    }
    size_t end = f == HS_FN_WHICH || f == HS_FN_WHO ? noun_end(w, before - gap) : before - gap;
    bool after_noun = after_phrase(w->t, end);
    bool opens = c->subject < 0 && c->verb < 0;
    bool relative = after_noun && f != HS_FN_WHAT && f != HS_FN_HOW && f != HS_FN_WHY &&
                    (pronoun || f == HS_FN_WHERE || (f == HS_FN_WHEN && c->verb < 0));
    if (relative) {
        w->t->at[i].antecedent = hsi_sketch_relative(w->t, i, end, comma);
        hsi_walk_open(w, CLAUSE_RELATIVE, i)->wh = (int32_t)i;
    } else if (opens && in(w->t, i + 1, HS_TAGS_AUX)) {
        w->stack[w->top].wh = (int32_t)i; /* a question */
    } else {
        bool first = opens && w->top == 0;
        const size_t verb = (size_t)c->governor;
        bool eats = f == HS_FN_WHAT && c->governor >= 0 && verb + 1 == i &&
                    has(w->t, verb, HS_ATTR_TRANSITIVE) && !has(w->t, verb, HS_ATTR_CLAUSAL);
        struct clause *made = hsi_walk_open(w, CLAUSE_DEPENDENT, i);
        made->wh = (int32_t)i;
        if (eats) { /* eat what you like: the object of eat */
            w->t->at[i].governor = (int32_t)verb;
            hsi_sketch_set(&w->t->at[i], HS_FLAG_OBJECT);
        }
        made->opened_first = first;
    }
}

static void meet_subordinator(struct walk *w, size_t i);

/* After, before, as … with a clause behind them are conjunctions, whatever their tag. */
static void meet_preposition(struct walk *w, size_t i)
{
    const unsigned f = function(w->t, i);
    const struct clause *c = &w->stack[w->top];
    bool may = f == HS_FN_AFTER || f == HS_FN_BEFORE || f == HS_FN_SINCE || f == HS_FN_UNTIL ||
               f == HS_FN_TILL || f == HS_FN_AS || f == HS_FN_THAN || f == HS_FN_LIKE ||
               f == HS_FN_BECAUSE;
    const int32_t head = w->t->at[i].head;
    if (!may || head < 0 || (c->verb < 0 && c->subject >= 0) ||
        !hsi_walk_finite_behind(w, (size_t)head) || hsi_walk_outer_waits(w))
        return;
    w->t->at[head].flags &= ~HS_FLAGS_HELD;
    meet_subordinator(w, i);
}

/* Whether "that" after a noun opens a relative clause: the verb behind it lacks its object. */
static bool lacks_object(const struct walk *w, size_t i)
{
    for (size_t j = i + 1; j < w->t->n && j < i + 10 && !in(w->t, j, HS_TAGS(HS_TAG_PUNCT)); j++) {
        if (!is(w->t, j, HS_FLAG_VERB))
            continue;
        size_t next = j + 1;
        while (in(w->t, next, HS_TAGS_ADVERB | HS_TAGS(HS_TAG_PRT)))
            next++;
        bool end = next >= w->t->n ||
                   in(w->t, next,
                       HS_TAGS(HS_TAG_PUNCT) | HS_TAGS(HS_TAG_PREP) | HS_TAGS(HS_TAG_CC) |
                           HS_TAGS_VERB | HS_TAGS_AUX | HS_TAGS(HS_TAG_SC) | HS_TAGS(HS_TAG_WH));
        const bool infinitive = in(w->t, next, HS_TAGS(HS_TAG_TO));
        if (infinitive && has(w->t, j, HS_ATTR_CLAUSAL) && !has(w->t, j, HS_ATTR_INFINITIVAL))
            return true; /* which we believe to be … */
        bool clause = has(w->t, j, HS_ATTR_CLAUSAL) && has(w->t, next, HS_ATTR_PRON_SUBJECT);
        if (infinitive || clause)
            continue;
        return end && has(w->t, j, HS_ATTR_TRANSITIVE) && !is(w->t, j, HS_FLAG_PASSIVE);
    }
    return false;
}

/* Whether what waits to be the clause's subject only says when: last night, while I slept, … */
static bool time_waits(const struct walk *w, const struct clause *c)
{
    return c->subject >= 0 && has(w->t, (size_t)c->subject, HS_ATTR_TIME) && in(w->t, (size_t)c->subject, HS_TAGS_NOUN);
}

/* Whether the noun before "that" can be said, believed, reported … : the fact that. Of others it is a relative pronoun. */
static bool tells(const struct walk *w, size_t i)
{
    const size_t j = i - 1;
    if (!in(w->t, j, HS_TAGS(HS_TAG_NOUN)) || !w->t->word[j].known || has(w->t, j, HS_ATTR_TIME) || has(w->t, j, HS_ATTR_ABSTRACT) ||
        has(w->t, j, HS_ATTR_INFO) || has(w->t, j, HS_ATTR_EVENT))
        return true;
    const int32_t verb = w->stack[w->top].governor;
    return verb >= 0 && w->t->at[j].governor == verb &&
           (has(w->t, (size_t)verb, HS_ATTR_CLAUSAL) || is(w->t, (size_t)verb, HS_FLAG_COPULA)); /* told the man that … */
}

static void meet_subordinator(struct walk *w, size_t i)
{
    if (function(w->t, i) == HS_FN_THAT && after_phrase(w->t, i) && (lacks_object(w, i) || !tells(w, i))) {
        meet_wh(w, i);
        return;
    }
    const struct clause *c = &w->stack[w->top];
    bool first = c->verb < 0 && (c->subject < 0 || time_waits(w, c));
    if (first && c->subject < 0 && c->kind == CLAUSE_DEPENDENT)
        return; /* so that, even if */
    const bool outermost = w->top == 0;
    hsi_walk_open(w, CLAUSE_DEPENDENT, i)->opened_first = first && outermost;
}

/* A conjunction: of verbs (same subject), of clauses (a new one), or of noun phrases. */
static void meet_conjunction(struct walk *w, size_t i)
{
    w->coordinates = true;
    size_t next = i + 1;
    while (in(w->t, next, HS_TAGS_ADVERB) || function(w->t, next) == HS_FN_COMMA)
        next++;
    for (size_t j = next; j < w->t->n && j < next + 12 &&
                          !in(w->t, j, HS_TAGS_VERB | HS_TAGS_AUX | HS_TAGS(HS_TAG_PUNCT));
         j++) {
        if (!is(w->t, j, HS_FLAG_HEAD))
            continue;
        /* a noun phrase that a finite verb follows starts a new clause, unless the verb is the
         * waiting one's */
        bool pronoun = has(w->t, j, HS_ATTR_PRON_SUBJECT) && !has(w->t, j, HS_ATTR_PRON_OBJECT);
        bool subject = hsi_walk_finite_behind(w, j) && !held_by_preposition(w->t, j);
        if (!subject && !pronoun)
            return;
        if (w->stack[w->top].verb < 0 &&
            (!pronoun || (w->stack[w->top].subject >= 0 && after_phrase(w->t, i))))
            return; /* Laura and I are … */
        while (w->top > 0 && w->stack[w->top].kind == CLAUSE_RELATIVE && w->stack[w->top].verb >= 0)
            w->top--;
        struct clause *c = &w->stack[w->top];
        if (c->verb >= 0 || pronoun) {
            *c = hsi_walk_fresh(c->kind, i);
            w->coordinates = false;
        }
        return;
    }
}

void hsi_sketch_clauses(const struct text *t)
{
    struct walk w = {.t = t};
    start_sentence(&w, 0);
    for (size_t i = 0; i < t->n; i++) {
        if (w.after_comma)
            hsi_sketch_set(&t->at[i], HS_FLAG_AFTER_COMMA);
        if (in(t, i, HS_TAGS(HS_TAG_PUNCT))) {
            if (!meet_sign(&w, i, t->word[i].function))
                meet_comma(&w);
        } else if (in(t, i, HS_TAGS(HS_TAG_WH))) {
            meet_wh(&w, i);
        } else if (in(t, i, HS_TAGS(HS_TAG_PREP))) {
            meet_preposition(&w, i);
        } else if (in(t, i, HS_TAGS(HS_TAG_SC))) {
            meet_subordinator(&w, i);
        } else if (in(t, i, HS_TAGS(HS_TAG_CC)) && t->at[i].phrase < 0) {
            meet_conjunction(&w, i);
        } else if (is(t, i, HS_FLAG_VERB)) {
            hsi_walk_verb(&w, i);
        } else if (is(t, i, HS_FLAG_HEAD)) {
            hsi_walk_phrase(&w, i);
        }
        enum clause_kind kind = w.stack[w.top].kind;
        if (kind == CLAUSE_RELATIVE)
            hsi_sketch_set(&t->at[i], HS_FLAG_RELATIVE);
        else if (kind == CLAUSE_DEPENDENT)
            hsi_sketch_set(&t->at[i], HS_FLAG_SUBORDINATE);
    }
}
