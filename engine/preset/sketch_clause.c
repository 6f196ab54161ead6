/* sketch_clause.c – second half of the sketch: which clause a token is in, each verb's subject,
 * each noun phrase's verb, and what pronouns may stand for. Called by hs_sketch_make once phrases
 * and verb groups are known. See sketch.h. */
#include "preset/sketch.h"

#include "preset/function_words.h"

/* A clause under way. Clauses nest: a relative or dependent clause stands on the one that it
 * interrupts. */
struct clause {
    enum { CLAUSE_MAIN, CLAUSE_RELATIVE, CLAUSE_DEPENDENT } kind;
    int32_t subject;   /* the noun phrase waiting for its verb, or the verb's subject */
    int32_t verb;      /* finite verb, HS_NO_TOKEN until it came */
    int32_t governor;  /* the verb, finite or not, that the next object belongs to */
    int32_t wh;        /* the word that opens a relative or a question */
    bool opened_first; /* a dependent clause in front of the main one: a comma ends it */
};

enum { DEEPEST = 12 };

struct walk {
    const struct hs_word *word;
    struct hs_sketch *at;
    size_t n;
    struct clause stack[DEEPEST];
    size_t top;
    bool after_comma;
    bool coordinates; /* a conjunction was the last thing met */
};

static bool in(const struct walk *w, size_t i, uint32_t tags)
{
    return i < w->n && hs_sketch_in(&w->at[i], tags);
}

static bool is(const struct walk *w, size_t i, enum hs_sketch_flag flag)
{
    return i < w->n && hs_sketch_is(&w->at[i], flag);
}

static bool has(const struct walk *w, size_t i, enum hs_attribute attribute)
{
    return w->word[i].attributes >> attribute & 1;
}

static unsigned function(const struct walk *w, size_t i)
{
    return i < w->n ? w->word[i].function : HS_FN_NONE;
}

static void open_clause(struct walk *w, int kind, int32_t subject, int32_t wh)
{
    if (w->top + 1 < DEEPEST)
        w->top++;
    w->stack[w->top] =
        (struct clause){.subject = subject, .verb = HS_NO_TOKEN, .governor = HS_NO_TOKEN, .wh = wh};
    w->stack[w->top].kind = kind == CLAUSE_RELATIVE    ? CLAUSE_RELATIVE
                            : kind == CLAUSE_DEPENDENT ? CLAUSE_DEPENDENT
                                                       : CLAUSE_MAIN;
}

static void start_sentence(struct walk *w)
{
    w->top = 0;
    w->stack[0] = (struct clause){.kind = CLAUSE_MAIN,
        .subject = HS_NO_TOKEN,
        .verb = HS_NO_TOKEN,
        .governor = HS_NO_TOKEN,
        .wh = HS_NO_TOKEN};
    w->after_comma = w->coordinates = false;
}

static bool in_phrase_of_preposition(const struct walk *w, size_t i)
{
    return w->at[i].flags & (1u << HS_FLAG_PP_PLACE | 1u << HS_FLAG_PP_TIME | 1u << HS_FLAG_PP_OF |
                                1u << HS_FLAG_PP_OTHER);
}

/* The last token of the noun phrase whose head is i. */
static size_t phrase_end(const struct walk *w, size_t i)
{
    if (w->at[i].phrase < 0)
        return i;
    size_t end = i;
    while (end + 1 < w->n && w->at[end + 1].phrase == w->at[i].phrase)
        end++;
    return end;
}

static size_t phrase_start(const struct walk *w, size_t i)
{
    return w->at[i].phrase < 0 ? i : (size_t)w->at[i].phrase;
}

/* Whether a finite verb group starts at i, adverbs skipped. */
static bool finite_at(const struct walk *w, size_t i)
{
    while (in(w, i, HS_TAGS_ADVERB))
        i++;
    return in(w, i, HS_TAGS_AUX) || (in(w, i, HS_TAGS(HS_TAG_VFIN)) && is(w, i, HS_FLAG_VERB));
}

/* Whether verb i has a tense or stands as if it had. */
static bool finite(const struct walk *w, size_t i)
{
    if (is(w, i, HS_FLAG_INFINITIVE) || is(w, i, HS_FLAG_NONFINITE))
        return false;
    return true;
}

/* ------------------------------------------------------------------ events of the walk */

static void meet_comma(struct walk *w)
{
    struct clause *c = &w->stack[w->top];
    w->after_comma = true;
    while (w->top > 0 && c->verb >= 0 && (c->kind == CLAUSE_RELATIVE || c->opened_first)) {
        w->top--;
        c = &w->stack[w->top];
    }
}

static void meet_wh(struct walk *w, size_t i)
{
    bool pronoun = has(w, i, HS_ATTR_WH_PRONOUN) || function(w, i) == HS_FN_THAT;
    size_t before = i;
    while (before > 0 && in(w, before - 1, HS_TAGS(HS_TAG_PREP)))
        before--; /* in which */
    bool comma = before > 0 && function(w, before - 1) == HS_FN_COMMA;
    size_t noun = before > 0 ? before - 1 - (comma && before > 1) : 0;
    bool after_noun = before > 0 && (is(w, noun, HS_FLAG_HEAD) || w->at[noun].phrase >= 0);
    bool opens = i == 0 || (w->stack[w->top].subject < 0 && w->stack[w->top].verb < 0);
    unsigned f = function(w, i);
    bool relative = after_noun && f != HS_FN_WHAT && f != HS_FN_HOW && f != HS_FN_WHY &&
                    (pronoun || f == HS_FN_WHERE || f == HS_FN_WHEN);
    if (relative && w->stack[w->top].verb >= 0 && f == HS_FN_WHEN)
        relative = false; /* he left the room when … */
    if (relative) {
        /* the head of the phrase that ends here; inside "the king of Spain who" the nearest noun is
         * taken */
        size_t j = noun;
        while (j > 0 && !is(w, j, HS_FLAG_HEAD))
            j--;
        w->at[i].antecedent = (int32_t)j;
        open_clause(w, CLAUSE_RELATIVE, HS_NO_TOKEN, (int32_t)i);
    } else if (opens && w->top == 0 && in(w, i + 1, HS_TAGS_AUX)) {
        w->stack[0].wh = (int32_t)i; /* a question */
    } else {
        bool first = opens && w->top == 0 && w->stack[0].verb < 0;
        open_clause(w, CLAUSE_DEPENDENT, HS_NO_TOKEN, (int32_t)i);
        w->stack[w->top].opened_first = first;
    }
}

static void meet_subordinator(struct walk *w)
{
    const struct clause *c = &w->stack[w->top];
    bool first = c->verb < 0 && c->subject < 0;
    if (first && c->kind == CLAUSE_DEPENDENT)
        return; /* so that, even if */
    open_clause(w, CLAUSE_DEPENDENT, HS_NO_TOKEN, HS_NO_TOKEN);
    w->stack[w->top].opened_first = first && w->top == 1;
}

/* A conjunction: of verbs (same subject), of clauses (a new one), or of noun phrases. */
static void meet_conjunction(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    w->coordinates = true;
    size_t next = i + 1;
    while (in(w, next, HS_TAGS_ADVERB) || function(w, next) == HS_FN_COMMA)
        next++;
    if (next >= w->n || in(w, next, HS_TAGS_VERB | HS_TAGS_AUX))
        return;
    for (size_t j = next; j < w->n && j < next + 12;
         j++) { /* a noun phrase that a finite verb follows: a new clause */
        if (is(w, j, HS_FLAG_HEAD)) {
            size_t end = phrase_end(w, j);
            bool subject = finite_at(w, end + 1) && (c->verb >= 0 || w->top > 0);
            bool pronoun = has(w, j, HS_ATTR_PRON_SUBJECT);
            if ((subject || pronoun) && c->verb >= 0) {
                while (w->top > 0 && w->stack[w->top].kind == CLAUSE_RELATIVE &&
                       w->stack[w->top].verb >= 0)
                    w->top--;
                c = &w->stack[w->top];
                if (c->verb >= 0) {
                    c->subject = c->verb = c->wh = HS_NO_TOKEN;
                    w->coordinates = false;
                }
            }
            return;
        }
        if (in(w, j, HS_TAGS_VERB | HS_TAGS_AUX | HS_TAGS(HS_TAG_PUNCT)))
            return;
    }
}

/* A noun phrase before its clause's verb: it waits to be the subject. */
static void meet_waiting(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    size_t start = phrase_start(w, i);
    bool adjacent = start > 0 && (is(w, start - 1, HS_FLAG_HEAD) || w->at[start - 1].phrase >= 0) &&
                    c->subject >= 0;
    bool subject_like =
        has(w, i, HS_ATTR_PRON_SUBJECT) || in(w, start, HS_TAGS(HS_TAG_DET) | HS_TAGS(HS_TAG_POSS));
    if (adjacent && subject_like && finite_at(w, phrase_end(w, i) + 1) &&
        !has(w, (size_t)c->subject, HS_ATTR_TIME)) {
        /* the book I read: a relative clause without its pronoun */
        open_clause(w, CLAUSE_RELATIVE, (int32_t)i, HS_NO_TOKEN);
        return;
    }
    bool apposition = c->subject >= 0 && start > 0 && function(w, start - 1) == HS_FN_COMMA &&
                      function(w, phrase_end(w, i) + 1) == HS_FN_COMMA;
    if (!apposition)
        c->subject = (int32_t)i;
}

/* A noun phrase after its clause's verb: object, predicate or the subject of a clause without
 * "that". */
static void meet_after_verb(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    size_t start = phrase_start(w, i), end = phrase_end(w, i);
    size_t verb = (size_t)(c->governor >= 0 ? c->governor : c->verb);
    bool after_verb = start == verb + 1;
    bool follows = finite_at(w, end + 1);
    if (follows && !has(w, i, HS_ATTR_PRON_OBJECT)) {
        bool adjacent =
            start > 0 && (is(w, start - 1, HS_FLAG_HEAD) || w->at[start - 1].phrase >= 0);
        open_clause(w, adjacent && !after_verb ? CLAUSE_RELATIVE : CLAUSE_DEPENDENT, (int32_t)i,
            HS_NO_TOKEN);
        return;
    }
    w->at[i].governor = (int32_t)verb;
    if (is(w, verb, HS_FLAG_COPULA) ||
        (has(w, verb, HS_ATTR_COPULAR) && !has(w, verb, HS_ATTR_TRANSITIVE))) {
        hs_sketch_set(&w->at[i], HS_FLAG_PREDICATE);
        return;
    }
    bool time = has(w, i, HS_ATTR_TIME) && !has(w, i, HS_ATTR_OBJECT);
    if (time && (!after_verb || !has(w, verb, HS_ATTR_TRANSITIVE))) {
        hs_sketch_set(&w->at[i], HS_FLAG_BARE_TIME);
        return;
    }
    hs_sketch_set(&w->at[i], HS_FLAG_OBJECT);
    if (start > 0 && !after_verb) { /* gave the man a book: of two objects in a row the second is
                                       the direct one */
        for (size_t j = start; j-- > verb + 1;)
            if (is(w, j, HS_FLAG_OBJECT) && w->at[j].governor == (int32_t)verb &&
                phrase_end(w, j) + 1 == start)
                w->at[j].flags &= ~(1u << HS_FLAG_OBJECT);
    }
}

static void meet_phrase(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    size_t start = phrase_start(w, i);
    if (in_phrase_of_preposition(w, i)) {
        int32_t governor = c->governor >= 0 ? c->governor : c->verb;
        w->at[i].governor = governor;
        w->coordinates = false;
        return;
    }
    if (w->coordinates && start > 0 && in(w, start - 1, HS_TAGS(HS_TAG_CC)) &&
        (c->subject >= 0 || c->verb >= 0)) {
        hs_sketch_set(&w->at[i], HS_FLAG_CONJUNCT);
        w->coordinates = false;
        if (c->verb < 0 || !finite_at(w, phrase_end(w, i) + 1))
            return;
    }
    w->coordinates = false;
    if (c->verb < 0 && c->governor < 0)
        meet_waiting(w, i);
    else if (c->verb < 0 && finite_at(w, phrase_end(w, i) + 1) && c->subject < 0)
        c->subject = (int32_t)i; /* opening the door, he … */
    else
        meet_after_verb(w, i);
}

/* The subject of finite verb i; closes clauses that are complete. */
static int32_t take_subject(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    if (c->verb >= 0 && !w->coordinates) {
        /* a second finite verb: it belongs to an enclosing clause that still waits for one */
        for (size_t k = w->top; k-- > 0;)
            if (w->stack[k].verb < 0 && w->stack[k].subject >= 0) {
                w->top = k;
                break;
            }
        c = &w->stack[w->top];
    }
    bool wh_subject =
        c->wh >= 0 && c->verb < 0 && c->subject < 0 &&
        (has(w, (size_t)c->wh, HS_ATTR_WH_PRONOUN) || function(w, (size_t)c->wh) == HS_FN_THAT);
    if (wh_subject)
        c->subject = c->wh;
    if (c->subject >= 0 && in(w, (size_t)c->subject, HS_TAGS(HS_TAG_EX)))
        for (size_t j = i + 1; j < w->n && j < i + 12; j++) /* there is a man */
            if (is(w, j, HS_FLAG_HEAD))
                return (int32_t)j;
    if (c->subject < 0 && (is(w, i, HS_FLAG_COPULA) || has(w, i, HS_ATTR_CLAUSAL))) {
        /* Is it …?  "…", said John: the subject follows at once */
        for (size_t j = i + 1; j < w->n && j < i + 6; j++) {
            if (is(w, j, HS_FLAG_HEAD) && !in_phrase_of_preposition(w, j))
                return (w->after_comma || is(w, i, HS_FLAG_COPULA)) ? (int32_t)j : HS_NO_TOKEN;
            if (!in(w, j, HS_TAGS_ADVERB) && w->at[j].phrase < 0)
                break;
        }
    }
    return c->subject;
}

static void meet_verb(struct walk *w, size_t i)
{
    struct clause *c = &w->stack[w->top];
    bool waits = c->subject >= 0 && c->verb < 0;
    /* an -ed form that nothing finite follows is the clause's verb after all (tags of unknown
     * words) */
    bool tense = finite(w, i);
    if (!tense && waits && in(w, i, HS_TAGS(HS_TAG_VPART)) && is(w, i, HS_FLAG_NONFINITE) &&
        phrase_end(w, (size_t)c->subject) + 1 == i) {
        bool later = false;
        for (size_t j = i + 1;
             j < w->n && !later && function(w, j) != HS_FN_STOP && function(w, j) != HS_FN_COMMA;
             j++)
            later = is(w, j, HS_FLAG_VERB) && finite(w, j);
        tense = !later;
    }
    if (tense) {
        int32_t subject = take_subject(w, i);
        w->at[i].subject = subject;
        if (subject >= 0) {
            hs_sketch_set(&w->at[subject], HS_FLAG_SUBJECT);
            w->at[subject].governor = (int32_t)i;
        }
        c = &w->stack[w->top];
        c->verb = (int32_t)i;
        w->after_comma = false;
    }
    c->governor = (int32_t)i;
    if (c->wh >= 0 && w->at[c->wh].governor < 0 && w->at[i].subject != c->wh &&
        has(w, i, HS_ATTR_TRANSITIVE) && in(w, (size_t)c->wh, HS_TAGS(HS_TAG_WH)) &&
        !has(w, (size_t)c->wh, HS_ATTR_WH_ADVERB)) {
        w->at[c->wh].governor = (int32_t)i;
        hs_sketch_set(&w->at[c->wh], HS_FLAG_OBJECT);
    }
    w->coordinates = false;
}

void hs_sketch_clauses(const struct hs_word *words, size_t n, struct hs_sketch *sketch)
{
    struct walk w = {.word = words, .at = sketch, .n = n};
    start_sentence(&w);
    for (size_t i = 0; i < n; i++) {
        unsigned sign = words[i].function;
        if (w.after_comma)
            hs_sketch_set(&sketch[i], HS_FLAG_AFTER_COMMA);
        if (in(&w, i, HS_TAGS(HS_TAG_PUNCT))) {
            if (sign == HS_FN_STOP || sign == HS_FN_QUESTION || sign == HS_FN_BANG ||
                sign == HS_FN_SEMICOLON)
                start_sentence(&w);
            else if (sign != HS_FN_HYPHEN && sign != HS_FN_APOSTROPHE)
                meet_comma(&w);
        } else if (in(&w, i, HS_TAGS(HS_TAG_WH))) {
            meet_wh(&w, i);
        } else if (in(&w, i, HS_TAGS(HS_TAG_SC))) {
            meet_subordinator(&w);
        } else if (in(&w, i, HS_TAGS(HS_TAG_CC)) && sketch[i].phrase < 0) {
            meet_conjunction(&w, i);
        } else if (is(&w, i, HS_FLAG_VERB)) {
            meet_verb(&w, i);
        } else if (is(&w, i, HS_FLAG_HEAD)) {
            meet_phrase(&w, i);
        }
        const struct clause *c = &w.stack[w.top];
        if (c->kind == CLAUSE_RELATIVE)
            hs_sketch_set(&sketch[i], HS_FLAG_RELATIVE);
        else if (c->kind == CLAUSE_DEPENDENT)
            hs_sketch_set(&sketch[i], HS_FLAG_SUBORDINATE);
    }
}

/* ------------------------------------------------------------------ reference */

/* Whether noun phrase j can be what third-person pronoun i stands for, by number and gender. */
static bool agrees(const struct walk *w, size_t i, size_t j)
{
    const uint64_t a = w->word[i].attributes, b = w->word[j].attributes;
    const uint64_t one = UINT64_C(1) << HS_ATTR_SINGULAR, many = UINT64_C(1) << HS_ATTR_PLURAL;
    const uint64_t he = UINT64_C(1) << HS_ATTR_MASCULINE, she = UINT64_C(1) << HS_ATTR_FEMININE;
    const uint64_t it = UINT64_C(1) << HS_ATTR_NEUTER, person = UINT64_C(1) << HS_ATTR_PERSON;
    const uint64_t group = UINT64_C(1) << HS_ATTR_GROUP;
    if (b & (UINT64_C(1) << HS_ATTR_FIRST_PERSON | UINT64_C(1) << HS_ATTR_SECOND_PERSON))
        return false;
    if ((a & one) && !(a & many) && (b & many) && !(b & one))
        return false;
    if ((a & many) && (b & one) && !(b & many) && !(b & group) && !(b & person))
        return false;
    if ((a & he) && ((b & (she | it)) || !(b & person)) && (b & (she | it) || w->word[j].known))
        return false;
    if ((a & she) && ((b & (he | it)) || !(b & person)) && (b & (he | it) || w->word[j].known))
        return false;
    return !((a & it) && (b & (he | she | person)) && !(b & (group | it)));
}

void hs_sketch_reference(const struct hs_word *words, size_t n, struct hs_sketch *sketch)
{
    const struct walk w = {.word = words, .at = sketch, .n = n};
    for (size_t i = 0; i < n; i++) {
        bool pronoun = in(&w, i, HS_TAGS(HS_TAG_PRON) | HS_TAGS(HS_TAG_POSS)) &&
                       has(&w, i, HS_ATTR_THIRD_PERSON);
        if (!pronoun)
            continue;
        int best = -1000;
        size_t from = i > 60 ? i - 60 : 0;
        for (size_t j = i; j-- > from;) {
            bool same = words[j].attributes >> HS_ATTR_THIRD_PERSON & 1;
            if (!(is(&w, j, HS_FLAG_HEAD) || is(&w, j, HS_FLAG_POSSESSOR) ||
                    (same && in(&w, j, HS_TAGS(HS_TAG_POSS)))) ||
                !agrees(&w, i, j))
                continue;
            /* salience in the manner of Lappin and Leass 1994: subjects first, then objects, then
             * the rest; recent ones */
            int score = 100 - 3 * (int)(sketch[i].verbs - sketch[j].verbs) * 4 - (int)((i - j) / 2);
            score += is(&w, j, HS_FLAG_SUBJECT) ? 30 : is(&w, j, HS_FLAG_OBJECT) ? 12 : 0;
            score += same ? 25 : 0;
            score -= has(&w, j, HS_ATTR_TIME) ? 40 : 0;
            bool object = has(&w, i, HS_ATTR_PRON_OBJECT) && !has(&w, i, HS_ATTR_PRON_REFLEXIVE);
            if (object && sketch[i].governor >= 0 && sketch[j].governor == sketch[i].governor)
                score -= 60; /* "he saw him": two people */
            if (score > best) {
                best = score;
                sketch[i].antecedent = (int32_t)j;
            }
        }
    }
}
