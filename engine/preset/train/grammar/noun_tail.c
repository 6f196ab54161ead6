/* noun_tail.c – what follows a noun inside its phrase: prepositional phrases, relative and reduced
 * clauses, infinitives, appositions, parentheses. Called by noun_phrase. A relative pronoun points
 * to the noun (rel) and is its verb's subject or object, as in Universal Dependencies' enhanced
 * gold. */
#include "preset/train/grammar/parts.h"

int hsi_prepositional(struct draft *d, const char *preposition, enum pool sense, int depth)
{
    int handle = hsi_say(d, preposition, HS_TAG_PREP);
    struct np np = hsi_noun_phrase(
        d, (struct np_wish){ROLE_OTHER, sense, depth < 1 ? 1 : depth, sense == POOL_ANY, false});
    hsi_join(d, HS_POBJ, handle, np.head);
    return np.head;
}

static void usual_preposition(struct draft *d, int depth)
{
    static const char *const prepositions[] = {"of", "in", "for", "with", "from", "on", "about",
        "to", "between", "at", "by", "as", "like", "against", "among", "over", "under", "behind",
        "without", "after", "before", "into", "than", "per"};
    size_t pick =
        ROLL(d, 44, 14, 10, 7, 5, 6, 4, 5, 2, 4, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    static const enum pool aims[] = {POOL_PERSON, POOL_ABSTRACT, POOL_GROUP, POOL_EVENT};
    enum pool sense = POOL_ANY;
    if ((pick == 1 || pick == 4 || pick == 9 || pick == 17) && hsi_chance(d, .4))
        sense = POOL_PLACE;
    else if (pick == 7) // the answer to him; "to the library" belongs to a verb
        sense = aims[hsi_between(d, 0, 3)];
    if (pick == 8) { // between A and B
        int handle = hsi_say(d, "between", HS_TAG_PREP);
        hsi_join(d, HS_POBJ, handle, hsi_np_short(d, ROLE_OTHER, POOL_ANY, false).head);
        hsi_say(d, "and", HS_TAG_CC);
        hsi_np_short(d, ROLE_OTHER, POOL_ANY, true);
        return;
    }
    hsi_prepositional(d, prepositions[pick], sense, depth);
}

void hsi_gerund_phrase(struct draft *d, int depth)
{
    // a preposition before a verb is a subordinator: no object of its own
    if (hsi_chance(d, .06)) {
        hsi_say_one(d, "instead because", HS_TAG_ADV);
        hsi_say(d, "of", HS_TAG_SC);
    } else {
        hsi_say_one(
            d, "by for in of without after before from about on with while to of for", HS_TAG_SC);
    }
    if (hsi_chance(d, .06)) {
        int handle = hsi_make(d, "not", HS_TAG_NEG);
        hsi_put(d, handle);
        enum frame frame = hsi_chance(d, .75) ? FRAME_TRANSITIVE : FRAME_INTRANSITIVE;
        int verb = hsi_say(d, hsi_verb_for(d, frame)->form[4], HS_TAG_VING);
        hsi_join(d, HS_AUX, handle, verb);
        hsi_complements(d, frame, verb, depth < 1 ? 1 : depth);
        return;
    }
    enum frame frame = (enum frame)ROLL(d, 70, 18, 4, 4, 4);
    int verb = hsi_say(d, hsi_verb_for(d, frame)->form[4], HS_TAG_VING);
    hsi_complements(d, frame, verb, depth < 1 ? 1 : depth);
    if (hsi_chance(d, .35))
        hsi_adjunct(d, verb, DEEP, ADJUNCT_ANY);
}

/* The clause's own subject, then a verb whose object the relative pronoun is (or nobody, when it is
 * dropped). */
static void object_relative(struct draft *d, int relative, int depth)
{
    struct np subject = hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true);
    if (hsi_chance(d, .15)) { // that you want to see
        int verb = hsi_verb_group(d, hsi_verb_for(d, FRAME_INFINITIVAL), subject);
        hsi_join(d, HS_SUBJ, verb, subject.head);
        int to = hsi_say(d, "to", HS_TAG_TO),
            inner = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[0], HS_TAG_VBASE);
        hsi_join(d, HS_AUX, to, inner);
        if (relative >= 0)
            hsi_join(d, HS_OBJ, inner, relative);
        return;
    }
    int verb = hsi_verb_group(d, hsi_verb_for(d, FRAME_TRANSITIVE), subject);
    hsi_join(d, HS_SUBJ, verb, subject.head);
    if (relative >= 0 && hsi_chance(d, .9))
        hsi_join(d, HS_OBJ, verb, relative);
    if (hsi_chance(d, .3))
        hsi_adjunct(d, verb, depth, ADJUNCT_ANY);
}

/* which broke; who has seen it; and who … */
static void subject_relative(struct draft *d, struct antecedent noun, int depth)
{
    const char *word = noun.commas   ? (noun.person ? "who" : "which")
                       : noun.person ? hsi_one_of(d, "who who who that")
                                     : hsi_one_of(d, "that that that which");
    for (int more = hsi_chance(d, .06) ? 2 : 1; more > 0; more--) {
        int relative = hsi_say(d, word, HS_TAG_WH);
        hsi_join(d, HS_REL, relative, noun.head);
        hsi_verb_phrase(d, (struct np){relative, noun.plural, 3}, depth);
        if (more == 2)
            hsi_say_one(d, "and and but", HS_TAG_CC);
    }
}

/* with whom he left; in which they live; most of whom had left */
static void governed_relative(struct draft *d, struct antecedent noun)
{
    bool part = hsi_chance(d, .35);
    int quantity = part ? hsi_say_one(d, "most some many all one none both", HS_TAG_ADJ) : -1;
    int preposition = hsi_say_one(d, part ? "of" : "with in of for from to on by in", HS_TAG_PREP);
    int relative = hsi_say(d, noun.person ? "whom" : "which", HS_TAG_WH);
    hsi_join(d, HS_POBJ, preposition, relative);
    hsi_join(d, HS_REL, relative, noun.head);
    if (part) {
        hsi_verb_phrase(d, (struct np){quantity, true, 3}, DEEP);
        return;
    }
    struct np subject = hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true);
    hsi_verb_phrase(d, subject, DEEP);
}

void hsi_relative_clause(struct draft *d, struct antecedent noun, int depth)
{
    int before = d->subject;
    d->subject = -1;
    if (noun.commas)
        hsi_comma(d);
    switch (ROLL(d, 62, 17, noun.commas ? 0 : 16, 7, 4)) {
    case 0:
        subject_relative(d, noun, depth);
        break;
    case 1: {
        int relative = hsi_say(d,
            noun.person   ? hsi_one_of(d, "that who whom whom")
            : noun.commas ? "which"
                          : hsi_one_of(d, "that that which"),
            HS_TAG_WH);
        hsi_join(d, HS_REL, relative, noun.head);
        object_relative(d, relative, depth);
        break;
    }
    case 2:
        object_relative(d, -1, depth);
        break;
    case 3:
        governed_relative(d, noun);
        break;
    default: { // where he met her: an adverb of the clause's verb
        int where = hsi_say_one(d, "where when where", HS_TAG_WH);
        struct np subject = hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true);
        int verb = hsi_verb_phrase(d, subject, DEEP);
        if (hsi_takes_adverbs(d, verb))
            hsi_join(d, HS_AUX, where, verb);
    }
    }
    d->subject = before;
    if (noun.commas)
        hsi_comma(d);
}

/* the man standing there, the letter sent by her */
static void reduced_clause(struct draft *d, int depth)
{
    if (hsi_chance(d, .45)) {
        enum frame frame = hsi_chance(d, .75) ? FRAME_TRANSITIVE : FRAME_INTRANSITIVE;
        int verb = hsi_say(d, hsi_verb_for(d, frame)->form[4], HS_TAG_VING);
        hsi_complements(d, frame, verb, DEEP);
        if (frame == FRAME_INTRANSITIVE || hsi_chance(d, .3))
            hsi_adjunct(d, verb, depth, ADJUNCT_ANY);
        return;
    }
    int verb = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[3], HS_TAG_VPART);
    if (hsi_chance(d, .4))
        hsi_prepositional(d, "by", POOL_ANY, DEEP);
    else
        hsi_adjunct(d, verb, depth, ADJUNCT_ANY);
}

static void parenthesis(struct draft *d)
{
    bool square = hsi_chance(d, .2);
    hsi_say(d, square ? "[" : "(", HS_TAG_PUNCT);
    if (square || hsi_chance(d, .4))
        hsi_say(d, hsi_figure(d), HS_TAG_NUM);
    else
        hsi_np_short(d, ROLE_OTHER, POOL_ANY, false);
    hsi_say(d, square ? "]" : ")", HS_TAG_PUNCT);
}

static void such_as(struct draft *d, enum pool sense)
{
    if (hsi_chance(d, .5))
        hsi_comma(d);
    if (hsi_chance(d, .5)) {
        hsi_say(d, "such", HS_TAG_ADJ);
        hsi_say(d, "as", HS_TAG_PREP);
        hsi_np_short(d, ROLE_OTHER, sense, false);
    } else {
        int like = hsi_say_one(d, "like including", HS_TAG_PREP);
        hsi_join(d, HS_POBJ, like, hsi_np_short(d, ROLE_OTHER, sense, false).head);
    }
}

void hsi_noun_tail(struct draft *d, int head, enum pool sense, bool plural, int depth)
{
    enum {
        PREPOSITION,
        RELATIVE,
        REDUCED,
        INFINITIVE,
        GERUND,
        SUCH_AS,
        APPOSITION,
        PARENTHESIS,
        THAT_CLAUSE,
        ADVERB,
        NOTHING
    };
    struct antecedent antecedent = {head, sense == POOL_PERSON, plural, hsi_chance(d, .25)};
    if (sense == POOL_MEASURE && hsi_chance(d, .4)) {
        hsi_prepositional(d, "of", POOL_ANY, depth + 1);
        return;
    }
    switch (ROLL(d, 190, 55, 25, 20, 13, 9, 10, 10,
        sense == POOL_ABSTRACT || sense == POOL_INFO ? 25 : 0, 6, 640)) {
    case PREPOSITION:
        usual_preposition(d, depth + 1);
        if (hsi_chance(d, .04))
            usual_preposition(d, DEEP);
        if (hsi_chance(d, depth ? .015 : .05)) // past the nearer noun, which has few of its own when it lies deep
            hsi_relative_clause(d, antecedent, depth + 1);
        break;
    case RELATIVE:
        hsi_relative_clause(d, antecedent, depth + 1);
        break;
    case REDUCED:
        reduced_clause(d, depth + 1);
        break;
    case INFINITIVE:
        hsi_infinitive(d, depth + 1, true);
        break;
    case GERUND:
        hsi_gerund_phrase(d, depth + 1);
        break;
    case SUCH_AS:
        such_as(d, sense);
        break;
    case APPOSITION:
        hsi_comma(d);
        hsi_np_short(d, ROLE_OTHER, sense, false);
        hsi_comma(d);
        break;
    case PARENTHESIS:
        parenthesis(d);
        break;
    case THAT_CLAUSE: {
        int before = d->subject;
        hsi_say(d, "that", HS_TAG_SC);
        hsi_clause(d, depth + 1);
        d->subject = before;
        break;
    }
    case ADVERB:
        hsi_say_one(d, "here there alone itself too", HS_TAG_ADV);
        break;
    default:
        break;
    }
}
