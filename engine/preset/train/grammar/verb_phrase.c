/* verb_phrase.c – verb phrases by frame: what a verb takes and how its parts are joined. Called by
 * the clauses, relative clauses and infinitives. The direct object is joined (obj); an indirect
 * object is not, as in the gold data. */
#include "preset/train/grammar/parts.h"

static void object(struct draft *d, int verb, int depth)
{
    join(d, HS_OBJ, verb, np_any(d, ROLE_OBJECT, depth).head);
}

/* gave him the book; gave the book to him */
static void two_objects(struct draft *d, int verb)
{
    static const enum pool given[] = {POOL_OBJECT, POOL_INFO, POOL_ABSTRACT, POOL_FOOD};
    enum pool sense = given[between(d, 0, 3)];
    if (chance(d, .55)) {
        if (chance(d, .65))
            personal_pronoun(d, CASE_OBJECT);
        else
            np_short(d, ROLE_OTHER, chance(d, .6) ? POOL_PERSON : POOL_GROUP, false);
        join(d, HS_OBJ, verb, np_of(d, sense, 1).head);
        return;
    }
    struct np thing = noun_phrase(d, (struct np_wish){ROLE_OBJECT, sense, 1, false, chance(d, .7)});
    join(d, HS_OBJ, verb, thing.head);
    verb_phrase_in(d, verb, one_of(d, "to for to"), chance(d, .5) ? POOL_PERSON : POOL_ANY, DEEP);
}

static void clause_complement(struct draft *d, int verb, int depth)
{
    if (chance(d, .16)) { // told me that …: the hearer is no direct object
        personal_pronoun(d, CASE_OBJECT);
        mute(d, HS_OBJ, verb);
    }
    if (chance(d, .2)) {
        free_relative(d, depth + 1);
        return;
    }
    if (chance(d, .5))
        say_one(d, "that that that if whether", HS_TAG_SC);
    int main_verb = d->main_verb;
    clause(d, depth + 1);
    d->main_verb = main_verb;
}

static void particle(struct draft *d, int verb, int depth)
{
    static const char *const particles = "up out off down away back in over on around through";
    int handle = make(d, one_of(d, particles), HS_TAG_PRT);
    join(d, HS_AUX, handle, verb);
    switch (ROLL(d, 4, 3, 3)) {
    case 0:
        put(d, handle);
        object(d, verb, depth + 1);
        break;
    case 1:
        join(d, HS_OBJ, verb, np_short(d, ROLE_OBJECT, POOL_ANY, true).head);
        put(d, handle);
        break;
    default:
        put(d, handle);
    }
}

void complements(struct draft *d, enum frame frame, int verb, int depth)
{
    switch (frame) {
    case FRAME_TRANSITIVE:
        object(d, verb, depth);
        if (chance(d, .03)) // called him a liar, made it easy
            predicate(d, DEEP);
        break;
    case FRAME_DITRANSITIVE:
        two_objects(d, verb);
        break;
    case FRAME_CLAUSAL:
        clause_complement(d, verb, depth);
        break;
    case FRAME_INFINITIVAL:
        if (chance(d, .22))
            join(d, HS_OBJ, verb,
                np_short(d, ROLE_OBJECT, chance(d, .4) ? POOL_PERSON : POOL_ANY, true).head);
        if (chance(d, .12)) { // started reading it
            enum frame inner = chance(d, .75) ? FRAME_TRANSITIVE : FRAME_INTRANSITIVE;
            int gerund = say(d, verb_for(d, inner)->form[4], HS_TAG_VING);
            complements(d, inner, gerund, DEEP);
        } else {
            infinitive(d, depth + 1, true);
        }
        break;
    case FRAME_PARTICLE:
        particle(d, verb, depth);
        break;
    case FRAME_INTRANSITIVE:
        break;
    }
}

int infinitive(struct draft *d, int depth, bool to)
{
    enum { PASSIVE = 5, COPULA = 6 };
    size_t kind = ROLL(d, 56, 20, 5, 3, 3, 4, 9);
    int negation = chance(d, .04) ? say(d, "not", HS_TAG_NEG) : -1;
    int marker = to ? say(d, "to", HS_TAG_TO) : -1;
    if (kind ==
        COPULA) { // the adjective is the head in the gold data, so "to" and "be" carry no relation
        say(d, "be", HS_TAG_BE);
        predicate(d, depth);
        return -1;
    }
    enum frame frame = kind == PASSIVE
                           ? FRAME_TRANSITIVE
                           : (enum frame[]){FRAME_TRANSITIVE, FRAME_INTRANSITIVE,
                                 FRAME_DITRANSITIVE, FRAME_PARTICLE, FRAME_CLAUSAL}[kind];
    if (frame == FRAME_CLAUSAL && depth > DEEP)
        frame = FRAME_TRANSITIVE;
    const struct hs_lemma *lemma = verb_for(d, frame);
    int be = kind == PASSIVE ? say(d, "be", HS_TAG_BE) : -1;
    int adverb = chance(d, .05) ? say(d, draw(d, POOL_MANNER)->form[0], HS_TAG_ADV) : -1;
    int verb =
        say(d, lemma->form[kind == PASSIVE ? 3 : 0], kind == PASSIVE ? HS_TAG_VPART : HS_TAG_VBASE);
    int around[] = {negation, marker, be, adverb};
    for (size_t i = 0; i < 4; i++)
        if (around[i] >= 0)
            join(d, HS_AUX, around[i], verb);
    if (kind != PASSIVE)
        complements(d, frame, verb, depth);
    if (depth <= DEEP)
        adjuncts(d, verb, depth);
    return verb;
}

/* let me go, made him laugh, helps us get it: the object is also the inner verb's doer, but not
 * joined to it */
static int causative(struct draft *d, struct np subject, int depth)
{
    int verb = third(subject)
                   ? say_one(d, "let made helped makes lets helps had saw heard", HS_TAG_VFIN)
                   : say_one(d, "let made helped make help have saw heard watched", HS_TAG_VFIN);
    if (subject.head >= 0)
        join(d, HS_SUBJ, verb, subject.head);
    join(d, HS_OBJ, verb,
        np_short(d, ROLE_OBJECT, chance(d, .4) ? POOL_PERSON : POOL_ANY, true).head);
    infinitive(d, depth + 1, false);
    return verb;
}

/* is going to, has to, used to, gon na, got ta, is supposed to */
static int quasi_modal(struct draft *d, struct np subject, int depth)
{
    int verb;
    switch (ROLL(d, 30, 40, 16, 14)) {
    case 0: {
        int be = say(d, form_of_be(d, subject, chance(d, .3)), HS_TAG_BE);
        int negation = chance(d, .1) ? say_one(d, "not n't", HS_TAG_NEG) : -1;
        verb = say(d, "going", HS_TAG_VING);
        join(d, HS_AUX, be, verb);
        if (negation >= 0)
            join(d, HS_AUX, negation, verb);
        break;
    }
    case 1:
        verb = third(subject) ? say_one(d, "has had needs used wants needed wanted", HS_TAG_VFIN)
                              : say_one(d, "have had need used want needed wanted", HS_TAG_VFIN);
        break;
    case 2: {
        int be = say(d, form_of_be(d, subject, false), HS_TAG_BE);
        verb = say(d, "gon", HS_TAG_VING);
        join(d, HS_AUX, be, verb);
        if (subject.head >= 0)
            join(d, HS_SUBJ, verb, subject.head);
        int na = say(d, "na", HS_TAG_TO),
            inner = say(d, verb_for(d, FRAME_TRANSITIVE)->form[0], HS_TAG_VBASE);
        join(d, HS_AUX, na, inner);
        complements(d, FRAME_TRANSITIVE, inner, depth + 1);
        adjuncts(d, inner, DEEP);
        return verb;
    }
    default: {
        int be = say(d, form_of_be(d, subject, chance(d, .4)), HS_TAG_BE);
        verb = say_one(d, "supposed expected allowed required forced asked used", HS_TAG_VPART);
        join(d, HS_AUX, be, verb);
    }
    }
    if (subject.head >= 0)
        join(d, HS_SUBJ, verb, subject.head);
    infinitive(d, depth + 1, true);
    return verb;
}

static int have(struct draft *d, struct np subject, int depth)
{
    int verb;
    if (chance(d, .25)) {
        const char *first = chance(d, .5)    ? one_of(d, "will would can could may should")
                            : third(subject) ? "does"
                                             : "do";
        int aux = say(d, first, first[0] == 'd' ? HS_TAG_DO : HS_TAG_MODAL);
        int negation =
            first[0] == 'd' || chance(d, .2) ? say_one(d, "not n't n't", HS_TAG_NEG) : -1;
        verb = say_one(d, "have have do", HS_TAG_VBASE);
        join(d, HS_AUX, aux, verb);
        if (negation >= 0)
            join(d, HS_AUX, negation, verb);
    } else {
        verb = third(subject) ? say_one(d, "has had has had does did", HS_TAG_VFIN)
                              : say_one(d, "have had have had do did", HS_TAG_VFIN);
    }
    if (subject.head >= 0)
        join(d, HS_SUBJ, verb, subject.head);
    object(d, verb, depth);
    return verb;
}

int verb_phrase(struct draft *d, struct np subject, int depth)
{
    enum { COPULA = 6, PASSIVE, HAVE, CAUSATIVE, QUASI };
    size_t kind = ROLL(d, 33, 15, 4, depth < DEEP ? 9 : 0, depth < DEEP ? 7 : 0, 5, 19, 6, 6, 2, 4);
    int verb;
    switch (kind) {
    case COPULA:
        return copular(d, subject, depth);
    case PASSIVE:
        return passive(d, subject, depth);
    case HAVE:
        verb = have(d, subject, depth);
        break;
    case CAUSATIVE:
        return causative(d, subject, depth);
    case QUASI:
        return quasi_modal(d, subject, depth);
    default:
        verb = verb_group(d, verb_for(d, (enum frame)kind), subject);
        if (subject.head >= 0)
            join(d, HS_SUBJ, verb, subject.head);
        complements(d, (enum frame)kind, verb, depth);
    }
    adjuncts(d, verb, depth);
    return verb;
}
