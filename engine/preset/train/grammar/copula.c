/* copula.c – be and its like: copular clauses, passives, "there is". Called by verb_phrase and the
 * clauses. Conventions: the subject relation starts at the last copula; auxiliaries and adverbs of
 * a copular clause belong to its predicate, so they carry no relation unless the predicate is a
 * verb. */
#include "preset/train/grammar/parts.h"

static void graded_adjective(struct draft *d)
{
    static const char *const degree =
        "very so too really quite more as pretty rather extremely how less almost";
    if (hsi_chance(d, .3))
        hsi_say_one(d, degree, HS_TAG_ADV);
    const struct hs_lemma *adjective = hsi_draw(d, POOL_ADJECTIVE);
    bool compared = adjective->form[1] && hsi_chance(d, .08);
    if (hsi_chance(d, .05)) // excited, interesting: a participle used as an adjective
        hsi_say(d, hsi_draw(d, POOL_TRANSITIVE)->form[hsi_chance(d, .5) ? 3 : 4], HS_TAG_ADJ);
    else
        hsi_say(d, adjective->form[compared], HS_TAG_ADJ);
    if (compared || hsi_chance(d, .03)) {
        int than = hsi_say_one(d, compared ? "than" : "as", HS_TAG_PREP);
        hsi_join(d, HS_POBJ, than, hsi_np_short(d, ROLE_OTHER, POOL_ANY, true).head);
    }
}

static void adjective_predicate(struct draft *d, int depth)
{
    graded_adjective(d);
    switch (ROLL(d, 62, 8, 12, 10, 5, 3)) {
    case 1:
        hsi_say_one(d, "and but or", HS_TAG_CC);
        graded_adjective(d);
        break;
    case 2:
        hsi_infinitive(d, depth + 1, true);
        break;
    case 3:
        hsi_prepositional(d, hsi_one_of(d, "with about for of to in at from"), POOL_ANY, DEEP);
        break;
    case 4:
        if (depth < DEEP) {
            if (hsi_chance(d, .6))
                hsi_say(d, "that", HS_TAG_SC);
            hsi_clause(d, depth + 1);
        }
        break;
    case 5:
        hsi_gerund_phrase(d, DEEP);
        break;
    default:
        break;
    }
}

void hsi_predicate(struct draft *d, int depth)
{
    switch (ROLL(d, 44, 33, 13, 6, 4)) {
    case 0:
        adjective_predicate(d, depth);
        break;
    case 1:
        hsi_noun_phrase(d, (struct np_wish){ROLE_OBJECT, POOL_ANY, depth, false, false});
        break;
    case 2: {
        enum pool sense = hsi_chance(d, .5) ? POOL_PLACE : POOL_ANY;
        hsi_prepositional(d, hsi_one_of(d, "in at on from near for of with about like under by"), sense, DEEP);
        break;
    }
    case 3:
        hsi_say_one(d, "out back away off over up down available online", HS_TAG_ADV);
        break;
    default:
        if (depth < DEEP)
            hsi_free_relative(d, depth + 1);
        else
            graded_adjective(d);
    }
}

static int simple_copula(struct draft *d, struct np subject)
{
    int copula;
    switch (ROLL(d, 82, 11, 7)) {
    case 0:
        copula = hsi_say(d, hsi_form_of_be(d, subject, hsi_chance(d, .4)), HS_TAG_BE);
        if (hsi_chance(d, .10))
            hsi_say_one(d, "not n't not", HS_TAG_NEG);
        break;
    case 1:
        hsi_say_one(d, "will would can could should must may might 'll 'd", HS_TAG_MODAL);
        if (hsi_chance(d, .1))
            hsi_say(d, "not", HS_TAG_NEG);
        copula = hsi_say(d, "be", HS_TAG_BE);
        break;
    default:
        hsi_say(d, hsi_third(subject) ? hsi_one_of(d, "has had 's") : hsi_one_of(d, "have had 've"), HS_TAG_HAVE);
        copula = hsi_say(d, "been", HS_TAG_BE);
    }
    return copula;
}

static void copular_adverb(struct draft *d, int copula)
{
    if (hsi_chance(d, .5)) {
        int when = hsi_say_one(d,
            "always still now already never often sometimes usually currently finally", HS_TAG_ADV);
        hsi_join_weighted(d, HS_LOCT, copula, when, DIRECT);
    } else {
        hsi_say_one(
            d, "also really just probably only even actually definitely certainly so", HS_TAG_ADV);
    }
}

/* seems, looks, becomes: full verbs, so adverbs do belong to them */
static int linking(struct draft *d, struct np subject)
{
    int verb = hsi_verb_group(d, hsi_draw(d, POOL_COPULAR), subject);
    if (subject.head >= 0)
        hsi_join(d, HS_SUBJ, verb, subject.head);
    if (hsi_chance(d, .15))
        hsi_prepositional(d, "like", POOL_ANY, DEEP);
    else if (hsi_chance(d, .2))
        hsi_np_short(d, ROLE_OTHER, POOL_ANY, false);
    else
        graded_adjective(d);
    return verb;
}

int hsi_copular(struct draft *d, struct np subject, int depth)
{
    if (hsi_chance(d, .09))
        return linking(d, subject);
    int copula = simple_copula(d, subject);
    if (subject.head >= 0)
        hsi_join(d, HS_SUBJ, copula, subject.head);
    if (hsi_chance(d, .12))
        copular_adverb(d, copula);
    if (hsi_chance(d, .05)) { // is here, is home
        int place =
            hsi_say_one(d, "here there home away abroad upstairs nearby outside inside", HS_TAG_ADV);
        hsi_join_weighted(d, HS_LOCT, copula, place, DIRECT);
    } else {
        hsi_predicate(d, depth);
    }
    if (hsi_chance(d, .18)) {
        hsi_adjunct(d, copula, DEEP,
            (enum adjunct[]){
                ADJUNCT_TIME, ADJUNCT_PLACE, ADJUNCT_TIME, ADJUNCT_TIME_ADVERB}[hsi_between(d, 0, 3)]);
        hsi_unlink_to(d, HS_AUX, copula);
    }
    return copula;
}

int hsi_passive(struct draft *d, struct np subject, int depth)
{
    const struct hs_lemma *lemma = hsi_draw(d, hsi_chance(d, .9) ? POOL_TRANSITIVE : POOL_DITRANSITIVE);
    int verb = hsi_make(d, lemma->form[3], HS_TAG_VPART);
    switch (ROLL(d, 58, 18, 12, 7, 5)) {
    case 0:
        hsi_join(d, HS_AUX, hsi_say(d, hsi_form_of_be(d, subject, hsi_chance(d, .6)), HS_TAG_BE), verb);
        break;
    case 1:
        hsi_join(d, HS_AUX, hsi_say_one(d, "will can could should must would may", HS_TAG_MODAL), verb);
        if (hsi_chance(d, .12))
            hsi_join(d, HS_AUX, hsi_say_one(d, "not n't", HS_TAG_NEG), verb);
        hsi_join(d, HS_AUX, hsi_say(d, "be", HS_TAG_BE), verb);
        break;
    case 2:
        hsi_join(d, HS_AUX,
            hsi_say(d, hsi_third(subject) ? hsi_one_of(d, "has had") : hsi_one_of(d, "have had 've"), HS_TAG_HAVE),
            verb);
        hsi_join(d, HS_AUX, hsi_say(d, "been", HS_TAG_BE), verb);
        break;
    case 3:
        hsi_join(d, HS_AUX, hsi_say(d, hsi_form_of_be(d, subject, hsi_chance(d, .5)), HS_TAG_BE), verb);
        hsi_join(d, HS_AUX, hsi_say(d, "being", HS_TAG_BE), verb);
        break;
    default:
        hsi_join(d, HS_AUX,
            hsi_say(d, hsi_third(subject) ? hsi_one_of(d, "gets got") : hsi_one_of(d, "get got"), HS_TAG_BE), verb);
    }
    if (hsi_chance(d, .08))
        hsi_join(d, HS_AUX, hsi_say_one(d, "not n't", HS_TAG_NEG), verb);
    if (hsi_chance(d, .12)) {
        int adverb =
            hsi_chance(d, .4)
                ? hsi_say_one(d, "also often already recently usually never just still", HS_TAG_ADV)
                : hsi_say(d, hsi_draw(d, POOL_MANNER)->form[0], HS_TAG_ADV);
        hsi_join(d, HS_AUX, adverb, verb);
    }
    hsi_put(d, verb);
    if (subject.head >= 0)
        hsi_join(d, HS_SUBJ, verb, subject.head);
    if (hsi_chance(d, .28))
        hsi_prepositional(d, "by", POOL_ANY, depth < 1 ? 1 : depth);
    if (hsi_chance(d, .08))
        hsi_infinitive(d, DEEP, true);
    else
        hsi_adjuncts(d, verb, depth);
    return verb;
}

int hsi_existential(struct draft *d, int depth)
{
    hsi_say(d, "there", HS_TAG_EX);
    int verb = hsi_make(d, "be", HS_TAG_VBASE);
    switch (ROLL(d, 74, 14, 12)) {
    case 0:
        hsi_retext(d, verb, hsi_one_of(d, "is is was 's are were are 's"));
        d->tag[verb] = HS_TAG_VFIN;
        break;
    case 1:
        hsi_join(d, HS_AUX, hsi_say_one(d, "will would can could should must may might", HS_TAG_MODAL),
            verb);
        break;
    default:
        hsi_join(d, HS_AUX, hsi_say_one(d, "has have had 's", HS_TAG_HAVE), verb);
        hsi_retext(d, verb, "been");
        d->tag[verb] = HS_TAG_VPART;
    }
    if (hsi_chance(d, .08))
        hsi_join(d, HS_AUX, hsi_say_one(d, "not n't", HS_TAG_NEG), verb);
    hsi_put(d, verb);
    if (hsi_chance(d, .06)) {
        int still = hsi_say_one(d, "still always now also already never", HS_TAG_ADV);
        hsi_join(d, HS_AUX, still, verb);
        hsi_join_weighted(d, HS_LOCT, verb, still, DIRECT);
    }
    hsi_join(d, HS_SUBJ, verb,
        hsi_noun_phrase(d, (struct np_wish){ROLE_OBJECT, POOL_ANY, depth, false, false}).head);
    if (hsi_chance(d, .45))
        hsi_adjunct(d, verb, DEEP, hsi_chance(d, .6) ? ADJUNCT_PLACE : ADJUNCT_TIME);
    return verb;
}
