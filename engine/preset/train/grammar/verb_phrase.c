/* verb_phrase.c – verb phrases by frame: what a verb takes and how its parts are joined. Called by
 * the clauses, relative clauses and infinitives. The direct object is joined (obj); an indirect
 * object is not, as in the gold data. */
#include "preset/train/grammar/parts.h"

static void object(struct draft *d, int verb, int depth)
{
    hsi_join(d, HS_OBJ, verb, hsi_np_any(d, ROLE_OBJECT, depth).head);
}

/* elected Anna president, called him a fool: only behind a name or a pronoun, or the two nouns would be one */
static void named_object(struct draft *d, int verb)
{
    struct np person = hsi_chance(d, .6) ? hsi_person_name(d, DEEP) : hsi_personal_pronoun(d, CASE_OBJECT);
    hsi_join(d, HS_OBJ, verb, person.head);
    int article = hsi_chance(d, .5) ? hsi_say_one(d, "a the", HS_TAG_DET) : -1;
    int title = hsi_say(d, hsi_draw(d, POOL_PERSON)->form[0], HS_TAG_NOUN);
    if (article >= 0)
        hsi_join(d, HS_MOD, article, title);
}

/* gave him the book; gave the book to him */
static void two_objects(struct draft *d, int verb)
{
    static const enum pool given[] = {POOL_OBJECT, POOL_INFO, POOL_ABSTRACT, POOL_FOOD};
    enum pool sense = given[hsi_between(d, 0, 3)];
    if (hsi_chance(d, .55)) {
        if (hsi_chance(d, .65))
            hsi_personal_pronoun(d, CASE_OBJECT);
        else
            hsi_np_short(d, ROLE_OTHER, hsi_chance(d, .6) ? POOL_PERSON : POOL_GROUP, false);
        hsi_join(d, HS_OBJ, verb, hsi_np_of(d, sense, 1).head);
        return;
    }
    struct np thing = hsi_noun_phrase(d, (struct np_wish){ROLE_OBJECT, sense, 1, false, hsi_chance(d, .7)});
    hsi_join(d, HS_OBJ, verb, thing.head);
    enum pool hearer = hsi_chance(d, .5) ? POOL_PERSON : POOL_ANY;
    hsi_verb_phrase_in(d, verb, hsi_one_of(d, "to for to"), hearer, DEEP);
}

static void clause_complement(struct draft *d, int verb, int depth)
{
    if (hsi_chance(d, .16)) { // told me that …: the hearer is no direct object
        hsi_personal_pronoun(d, CASE_OBJECT);
        hsi_mute(d, HS_OBJ, verb);
    }
    if (hsi_chance(d, .2)) {
        hsi_free_relative(d, depth + 1);
        return;
    }
    if (hsi_chance(d, .5))
        hsi_say_one(d, "that that that if whether", HS_TAG_SC);
    int main_verb = d->main_verb;
    hsi_clause(d, depth + 1);
    d->main_verb = main_verb;
}

static void particle(struct draft *d, int verb, int depth)
{
    static const char *const particles = "up out off down back in over on around through";
    int handle = hsi_make(d, hsi_one_of(d, particles), HS_TAG_PRT);
    hsi_join(d, HS_AUX, handle, verb);
    switch (ROLL(d, 4, 3, 3)) {
    case 0:
        hsi_put(d, handle);
        object(d, verb, depth + 1);
        break;
    case 1:
        hsi_join(d, HS_OBJ, verb, hsi_np_short(d, ROLE_OBJECT, POOL_ANY, true).head);
        hsi_put(d, handle);
        break;
    default:
        hsi_put(d, handle);
    }
}

void hsi_complements(struct draft *d, enum frame frame, int verb, int depth)
{
    switch (frame) {
    case FRAME_TRANSITIVE:
        if (hsi_chance(d, .012)) {
            named_object(d, verb);
            break;
        }
        object(d, verb, depth);
        if (hsi_chance(d, .03)) // called him a liar, made it easy
            hsi_predicate(d, DEEP);
        break;
    case FRAME_DITRANSITIVE:
        two_objects(d, verb);
        break;
    case FRAME_CLAUSAL:
        clause_complement(d, verb, depth);
        break;
    case FRAME_INFINITIVAL:
        if (hsi_chance(d, .22))
            hsi_join(d, HS_OBJ, verb,
                hsi_np_short(d, ROLE_OBJECT, hsi_chance(d, .4) ? POOL_PERSON : POOL_ANY, true).head);
        if (hsi_chance(d, .12)) { // started reading it
            enum frame inner = hsi_chance(d, .75) ? FRAME_TRANSITIVE : FRAME_INTRANSITIVE;
            int gerund = hsi_say(d, hsi_verb_for(d, inner)->form[4], HS_TAG_VING);
            hsi_complements(d, inner, gerund, DEEP);
        } else {
            hsi_infinitive(d, depth + 1, true);
        }
        break;
    case FRAME_PARTICLE:
        particle(d, verb, depth);
        break;
    case FRAME_INTRANSITIVE:
        break;
    }
}

int hsi_infinitive(struct draft *d, int depth, bool to)
{
    enum { PASSIVE = 5, COPULA = 6 };
    size_t kind = ROLL(d, 56, 20, 5, 3, 3, 4, 9);
    int negation = hsi_chance(d, .04) ? hsi_say(d, "not", HS_TAG_NEG) : -1;
    int marker = to ? hsi_say(d, "to", HS_TAG_TO) : -1;
    if (kind ==
        COPULA) { // the adjective is the head in the gold data, so "to" and "be" carry no relation
        hsi_say(d, "be", HS_TAG_BE);
        hsi_predicate(d, depth);
        return -1;
    }
    enum frame frame = kind == PASSIVE
                           ? FRAME_TRANSITIVE
                           : (enum frame[]){FRAME_TRANSITIVE, FRAME_INTRANSITIVE,
                                 FRAME_DITRANSITIVE, FRAME_PARTICLE, FRAME_CLAUSAL}[kind];
    if (frame == FRAME_CLAUSAL && depth > DEEP)
        frame = FRAME_TRANSITIVE;
    const struct hs_lemma *lemma = hsi_verb_for(d, frame);
    int be = kind == PASSIVE ? hsi_say(d, "be", HS_TAG_BE) : -1;
    int adverb = hsi_chance(d, .05) ? hsi_say(d, hsi_draw(d, POOL_MANNER)->form[0], HS_TAG_ADV) : -1;
    int verb =
        hsi_say(d, lemma->form[kind == PASSIVE ? 3 : 0], kind == PASSIVE ? HS_TAG_VPART : HS_TAG_VBASE);
    int around[] = {negation, marker, be, adverb};
    for (size_t i = 0; i < 4; i++)
        if (around[i] >= 0)
            hsi_join(d, HS_AUX, around[i], verb);
    if (kind != PASSIVE)
        hsi_complements(d, frame, verb, depth);
    if (depth <= DEEP)
        hsi_adjuncts(d, verb, depth);
    return verb;
}

/* let me go, made him laugh, helps us get it: the object is also the inner verb's doer, but not
 * joined to it */
static int causative(struct draft *d, struct np subject, int depth)
{
    int verb = hsi_third(subject)
                   ? hsi_say_one(d, "let made helped makes lets helps had saw heard", HS_TAG_VFIN)
                   : hsi_say_one(d, "let made helped make help have saw heard watched", HS_TAG_VFIN);
    if (subject.head >= 0)
        hsi_join(d, HS_SUBJ, verb, subject.head);
    hsi_join(d, HS_OBJ, verb,
        hsi_np_short(d, ROLE_OBJECT, hsi_chance(d, .4) ? POOL_PERSON : POOL_ANY, true).head);
    hsi_infinitive(d, depth + 1, false);
    return verb;
}

/* is going to, has to, used to, gon na, got ta, is supposed to */
static int quasi_modal(struct draft *d, struct np subject, int depth)
{
    int verb;
    switch (ROLL(d, 30, 40, 16, 14)) {
    case 0: {
        int be = hsi_say(d, hsi_form_of_be(d, subject, hsi_chance(d, .3)), HS_TAG_BE);
        int negation = hsi_chance(d, .1) ? hsi_say_one(d, "not n't", HS_TAG_NEG) : -1;
        verb = hsi_say(d, "going", HS_TAG_VING);
        hsi_join(d, HS_AUX, be, verb);
        if (negation >= 0)
            hsi_join(d, HS_AUX, negation, verb);
        break;
    }
    case 1:
        verb = hsi_third(subject) ? hsi_say_one(d, "has had needs used wants needed wanted", HS_TAG_VFIN)
                              : hsi_say_one(d, "have had need used want needed wanted", HS_TAG_VFIN);
        break;
    case 2: {
        int be = hsi_say(d, hsi_form_of_be(d, subject, false), HS_TAG_BE);
        verb = hsi_say(d, "gon", HS_TAG_VING);
        hsi_join(d, HS_AUX, be, verb);
        if (subject.head >= 0)
            hsi_join(d, HS_SUBJ, verb, subject.head);
        int na = hsi_say(d, "na", HS_TAG_TO),
            inner = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[0], HS_TAG_VBASE);
        hsi_join(d, HS_AUX, na, inner);
        hsi_complements(d, FRAME_TRANSITIVE, inner, depth + 1);
        hsi_adjuncts(d, inner, DEEP);
        return verb;
    }
    default: {
        int be = hsi_say(d, hsi_form_of_be(d, subject, hsi_chance(d, .4)), HS_TAG_BE);
        verb = hsi_say_one(d, "supposed expected allowed required forced asked used", HS_TAG_VPART);
        hsi_join(d, HS_AUX, be, verb);
    }
    }
    if (subject.head >= 0)
        hsi_join(d, HS_SUBJ, verb, subject.head);
    hsi_infinitive(d, depth + 1, true);
    return verb;
}

static int have(struct draft *d, struct np subject, int depth)
{
    int verb;
    if (hsi_chance(d, .25)) {
        const char *first = hsi_chance(d, .5)    ? hsi_one_of(d, "will would can could may should")
                            : hsi_third(subject) ? "does"
                                             : "do";
        int aux = hsi_say(d, first, first[0] == 'd' ? HS_TAG_DO : HS_TAG_MODAL);
        int negation =
            first[0] == 'd' || hsi_chance(d, .2) ? hsi_say_one(d, "not n't n't", HS_TAG_NEG) : -1;
        verb = hsi_say_one(d, "have have do", HS_TAG_VBASE);
        hsi_join(d, HS_AUX, aux, verb);
        if (negation >= 0)
            hsi_join(d, HS_AUX, negation, verb);
    } else {
        verb = hsi_third(subject) ? hsi_say_one(d, "has had has had does did", HS_TAG_VFIN)
                              : hsi_say_one(d, "have had have had do did", HS_TAG_VFIN);
    }
    if (subject.head >= 0)
        hsi_join(d, HS_SUBJ, verb, subject.head);
    object(d, verb, depth);
    return verb;
}

int hsi_verb_phrase(struct draft *d, struct np subject, int depth)
{
    enum { COPULA = 6, PASSIVE, HAVE, CAUSATIVE, QUASI };
    size_t kind = ROLL(d, 33, 15, 4, depth < DEEP ? 9 : 0, depth < DEEP ? 7 : 0, 5, 19, 6, 6, 2, 4);
    int verb;
    switch (kind) {
    case COPULA:
        return hsi_copular(d, subject, depth);
    case PASSIVE:
        return hsi_passive(d, subject, depth);
    case HAVE:
        verb = have(d, subject, depth);
        break;
    case CAUSATIVE:
        return causative(d, subject, depth);
    case QUASI:
        return quasi_modal(d, subject, depth);
    default:
        verb = hsi_verb_group(d, hsi_verb_for(d, (enum frame)kind), subject);
        if (subject.head >= 0)
            hsi_join(d, HS_SUBJ, verb, subject.head);
        hsi_complements(d, (enum frame)kind, verb, depth);
    }
    hsi_adjuncts(d, verb, depth);
    return verb;
}
