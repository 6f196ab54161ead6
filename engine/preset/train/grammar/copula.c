/* copula.c – be and its like: copular clauses, passives, "there is". Called by verb_phrase and the
 * clauses. Conventions: the subject relation starts at the last copula; auxiliaries and adverbs of
 * a copular clause belong to its predicate, so they carry no relation unless the predicate is a
 * verb. */
#include "preset/train/grammar/parts.h"

static void graded_adjective(struct draft *d)
{
    static const char *const degree =
        "very so too really quite more as pretty rather extremely how less almost";
    if (chance(d, .3))
        say_one(d, degree, HS_TAG_ADV);
    const struct hs_lemma *adjective = draw(d, POOL_ADJECTIVE);
    bool compared = adjective->form[1] && chance(d, .08);
    if (chance(d, .05)) // excited, interesting: a participle used as an adjective
        say(d, draw(d, POOL_TRANSITIVE)->form[chance(d, .5) ? 3 : 4], HS_TAG_ADJ);
    else
        say(d, adjective->form[compared], HS_TAG_ADJ);
    if (compared || chance(d, .03)) {
        int than = say_one(d, compared ? "than" : "as", HS_TAG_PREP);
        join(d, HS_POBJ, than, np_short(d, ROLE_OTHER, POOL_ANY, true).head);
    }
}

static void adjective_predicate(struct draft *d, int depth)
{
    graded_adjective(d);
    switch (ROLL(d, 62, 8, 12, 10, 5, 3)) {
    case 1:
        say_one(d, "and but or", HS_TAG_CC);
        graded_adjective(d);
        break;
    case 2:
        infinitive(d, depth + 1, true);
        break;
    case 3:
        prepositional(d, one_of(d, "with about for of to in at from"), POOL_ANY, DEEP);
        break;
    case 4:
        if (depth < DEEP) {
            if (chance(d, .6))
                say(d, "that", HS_TAG_SC);
            clause(d, depth + 1);
        }
        break;
    case 5:
        gerund_phrase(d, DEEP);
        break;
    default:
        break;
    }
}

void predicate(struct draft *d, int depth)
{
    switch (ROLL(d, 44, 33, 13, 6, 4)) {
    case 0:
        adjective_predicate(d, depth);
        break;
    case 1:
        noun_phrase(d, (struct np_wish){ROLE_OBJECT, POOL_ANY, depth, false, false});
        break;
    case 2:
        prepositional(d, one_of(d, "in at on from near for of with about like under by"),
            chance(d, .5) ? POOL_PLACE : POOL_ANY, DEEP);
        break;
    case 3:
        say_one(d, "out back away off over up down available online", HS_TAG_ADV);
        break;
    default:
        if (depth < DEEP)
            free_relative(d, depth + 1);
        else
            graded_adjective(d);
    }
}

static int simple_copula(struct draft *d, struct np subject)
{
    int copula;
    switch (ROLL(d, 82, 11, 7)) {
    case 0:
        copula = say(d, form_of_be(d, subject, chance(d, .4)), HS_TAG_BE);
        if (chance(d, .10))
            say_one(d, "not n't not", HS_TAG_NEG);
        break;
    case 1:
        say_one(d, "will would can could should must may might 'll 'd", HS_TAG_MODAL);
        if (chance(d, .1))
            say(d, "not", HS_TAG_NEG);
        copula = say(d, "be", HS_TAG_BE);
        break;
    default:
        say(d, third(subject) ? one_of(d, "has had 's") : one_of(d, "have had 've"), HS_TAG_HAVE);
        copula = say(d, "been", HS_TAG_BE);
    }
    return copula;
}

static void copular_adverb(struct draft *d, int copula)
{
    if (chance(d, .5)) {
        int when = say_one(d,
            "always still now already never often sometimes usually currently finally", HS_TAG_ADV);
        join_weighted(d, HS_LOCT, copula, when, DIRECT);
    } else {
        say_one(
            d, "also really just probably only even actually definitely certainly so", HS_TAG_ADV);
    }
}

/* seems, looks, becomes: full verbs, so adverbs do belong to them */
static int linking(struct draft *d, struct np subject)
{
    int verb = verb_group(d, draw(d, POOL_COPULAR), subject);
    if (subject.head >= 0)
        join(d, HS_SUBJ, verb, subject.head);
    if (chance(d, .15))
        prepositional(d, "like", POOL_ANY, DEEP);
    else if (chance(d, .2))
        np_short(d, ROLE_OTHER, POOL_ANY, false);
    else
        graded_adjective(d);
    return verb;
}

int copular(struct draft *d, struct np subject, int depth)
{
    if (chance(d, .09))
        return linking(d, subject);
    int copula = simple_copula(d, subject);
    if (subject.head >= 0)
        join(d, HS_SUBJ, copula, subject.head);
    if (chance(d, .12))
        copular_adverb(d, copula);
    if (chance(d, .05)) { // is here, is home
        int place =
            say_one(d, "here there home away abroad upstairs nearby outside inside", HS_TAG_ADV);
        join_weighted(d, HS_LOCT, copula, place, DIRECT);
    } else {
        predicate(d, depth);
    }
    if (chance(d, .18)) {
        adjunct(d, copula, DEEP,
            (enum adjunct[]){
                ADJUNCT_TIME, ADJUNCT_PLACE, ADJUNCT_TIME, ADJUNCT_TIME_ADVERB}[between(d, 0, 3)]);
        unlink_to(d, HS_AUX, copula);
    }
    return copula;
}

int passive(struct draft *d, struct np subject, int depth)
{
    const struct hs_lemma *lemma = draw(d, chance(d, .9) ? POOL_TRANSITIVE : POOL_DITRANSITIVE);
    int verb = make(d, lemma->form[3], HS_TAG_VPART);
    switch (ROLL(d, 58, 18, 12, 7, 5)) {
    case 0:
        join(d, HS_AUX, say(d, form_of_be(d, subject, chance(d, .6)), HS_TAG_BE), verb);
        break;
    case 1:
        join(d, HS_AUX, say_one(d, "will can could should must would may", HS_TAG_MODAL), verb);
        if (chance(d, .12))
            join(d, HS_AUX, say_one(d, "not n't", HS_TAG_NEG), verb);
        join(d, HS_AUX, say(d, "be", HS_TAG_BE), verb);
        break;
    case 2:
        join(d, HS_AUX,
            say(d, third(subject) ? one_of(d, "has had") : one_of(d, "have had 've"), HS_TAG_HAVE),
            verb);
        join(d, HS_AUX, say(d, "been", HS_TAG_BE), verb);
        break;
    case 3:
        join(d, HS_AUX, say(d, form_of_be(d, subject, chance(d, .5)), HS_TAG_BE), verb);
        join(d, HS_AUX, say(d, "being", HS_TAG_BE), verb);
        break;
    default:
        join(d, HS_AUX,
            say(d, third(subject) ? one_of(d, "gets got") : one_of(d, "get got"), HS_TAG_BE), verb);
    }
    if (chance(d, .08))
        join(d, HS_AUX, say_one(d, "not n't", HS_TAG_NEG), verb);
    if (chance(d, .12)) {
        int adverb =
            chance(d, .4)
                ? say_one(d, "also often already recently usually never just still", HS_TAG_ADV)
                : say(d, draw(d, POOL_MANNER)->form[0], HS_TAG_ADV);
        join(d, HS_AUX, adverb, verb);
    }
    put(d, verb);
    if (subject.head >= 0)
        join(d, HS_SUBJ, verb, subject.head);
    if (chance(d, .28))
        prepositional(d, "by", POOL_ANY, depth < 1 ? 1 : depth);
    if (chance(d, .08))
        infinitive(d, DEEP, true);
    else
        adjuncts(d, verb, depth);
    return verb;
}

int existential(struct draft *d, int depth)
{
    say(d, "there", HS_TAG_EX);
    int verb = make(d, "be", HS_TAG_VBASE);
    switch (ROLL(d, 74, 14, 12)) {
    case 0:
        retext(d, verb, one_of(d, "is is was 's are were are 's"));
        d->tag[verb] = HS_TAG_VFIN;
        break;
    case 1:
        join(d, HS_AUX, say_one(d, "will would can could should must may might", HS_TAG_MODAL),
            verb);
        break;
    default:
        join(d, HS_AUX, say_one(d, "has have had 's", HS_TAG_HAVE), verb);
        retext(d, verb, "been");
        d->tag[verb] = HS_TAG_VPART;
    }
    if (chance(d, .08))
        join(d, HS_AUX, say_one(d, "not n't", HS_TAG_NEG), verb);
    put(d, verb);
    if (chance(d, .06)) {
        int still = say_one(d, "still always now also already never", HS_TAG_ADV);
        join(d, HS_AUX, still, verb);
        join_weighted(d, HS_LOCT, verb, still, DIRECT);
    }
    join(d, HS_SUBJ, verb,
        noun_phrase(d, (struct np_wish){ROLE_OBJECT, POOL_ANY, depth, false, false}).head);
    if (chance(d, .45))
        adjunct(d, verb, DEEP, chance(d, .6) ? ADJUNCT_PLACE : ADJUNCT_TIME);
    return verb;
}
