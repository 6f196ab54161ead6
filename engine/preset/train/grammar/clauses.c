/* clauses.c – clauses: subject and verb phrase, coordination of verb phrases, subordinate and free
 * relative clauses. Called by sentences.c and by every phrase that holds a clause. */
#include "preset/train/grammar/parts.h"

void hsi_comma(struct draft *d)
{
    hsi_say(d, ",", HS_TAG_PUNCT);
}

/* it is clear that …, it seems … */
static void extraposed(struct draft *d, int depth)
{
    int it = hsi_say(d, "it", HS_TAG_PRON);
    struct np subject = {it, false, 3};
    if (hsi_chance(d, .25)) {
        hsi_say_one(d, "seems seemed appears looks seems", HS_TAG_VFIN);
        if (hsi_chance(d, .3))
            hsi_say(d, "like", HS_TAG_SC);
        else if (hsi_chance(d, .4))
            hsi_say(d, "that", HS_TAG_SC);
        if (depth < DEEP)
            hsi_clause(d, depth + 1);
        else
            hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
        return;
    }
    int copula;
    if (hsi_chance(d, .8)) {
        copula = hsi_say(d, hsi_form_of_be(d, subject, hsi_chance(d, .4)), HS_TAG_BE);
    } else {
        hsi_say_one(d, "would will can may might", HS_TAG_MODAL);
        copula = hsi_say(d, "be", HS_TAG_BE);
    }
    hsi_join(d, HS_SUBJ, copula, it);
    if (hsi_chance(d, .1))
        hsi_say_one(d, "not n't", HS_TAG_NEG);
    if (hsi_chance(d, .2))
        hsi_say_one(d, "very so too really also", HS_TAG_ADV);
    hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
    if (hsi_chance(d, .15))
        hsi_prepositional(d, hsi_chance(d, .8) ? "for" : "to", POOL_ANY, DEEP);
    if (hsi_chance(d, .6)) {
        hsi_infinitive(d, depth + 1, true);
    } else if (depth < DEEP) {
        if (hsi_chance(d, .7))
            hsi_say_one(d, "that that if whether", HS_TAG_SC);
        hsi_clause(d, depth + 1);
    }
}

/* seeing it is hard; to see it is hard; what he saw was good; all you need is time */
static int clausal_subject(struct draft *d, int depth)
{
    int verbal = -1;
    switch (ROLL(d, 5, 2, 3)) {
    case 0: {
        verbal = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[4], HS_TAG_VING);
        hsi_join(d, HS_OBJ, verbal, hsi_np_short(d, ROLE_OBJECT, POOL_ANY, true).head);
        break;
    }
    case 1:
        verbal = hsi_infinitive(d, DEEP, true);
        break;
    default:
        hsi_free_relative(d, DEEP);
    }
    struct np subject = {verbal, false, 3}; // nothing that one token could stand for: -1
    if (hsi_chance(d, .5)) {
        int copula = hsi_say_one(d, "is was is 's", HS_TAG_BE);
        if (verbal >= 0)
            hsi_join(d, HS_SUBJ, copula, verbal);
        hsi_predicate(d, depth);
        return copula;
    }
    return hsi_verb_phrase(d, subject, depth);
}

/* A second verb phrase of the same subject. Gold data leave its subject out; joining it makes the
 * picture right. */
static void second_phrase(struct draft *d, struct np subject, int depth)
{
    if (hsi_chance(d, .15))
        hsi_comma(d);
    hsi_say_one(d, "and and and but or", HS_TAG_CC);
    if (hsi_chance(d, .15)) {
        int then = hsi_make(d, hsi_one_of(d, "then also even now later still often"), HS_TAG_ADV);
        hsi_put(d, then);
        int verb = hsi_verb_phrase(d, subject, depth + 1);
        if (hsi_takes_adverbs(d, verb))
            hsi_join(d, HS_AUX, then, verb);
        return;
    }
    hsi_verb_phrase(d, subject, depth + 1);
}

static void plain_clause(struct draft *d, int depth);

/* An adverb at the clause's start; one of time or place also answers the verb's "when" and "where". */
static void front_adverb(struct draft *d, int verb)
{
    static const char *const timely =
        "now then today later yesterday here there finally still sometimes again recently "
        "usually tomorrow tonight soon once then now";
    static const char *const others =
        "however perhaps suddenly fortunately therefore also maybe actually moreover instead "
        "hopefully meanwhile thus so even just honestly";
    bool time = hsi_chance(d, .5);
    int adverb = hsi_say_one(d, time ? timely : others, HS_TAG_ADV);
    if (hsi_takes_adverbs(d, verb))
        hsi_join(d, HS_AUX, adverb, verb);
    if (time && verb >= 0)
        hsi_join_weighted(d, HS_LOCT, verb, adverb, DIRECT);
}

/* The clause comes first, so that its verb is known; what stands in front is then moved there. */
void hsi_fronted_clause(struct draft *d, int depth)
{
    static const enum adjunct kinds[] = {
        ADJUNCT_TIME, ADJUNCT_TIME, ADJUNCT_PLACE, ADJUNCT_OTHER, ADJUNCT_TIME};
    size_t start = d->placed;
    plain_clause(d, depth);
    int verb = d->main_verb;
    size_t middle = d->placed;
    if (hsi_chance(d, .55)) {
        int target = verb < 0 ? hsi_make(d, "", HS_TAG_X)
                              : verb; // a verb that is never placed: its links fall away
        hsi_adjunct(d, target, 1, kinds[hsi_between(d, 0, 4)]);
        if (!hsi_takes_adverbs(d, verb))
            hsi_unlink_to(d, HS_AUX, target);
    } else {
        front_adverb(d, verb);
    }
    if (hsi_chance(d, depth ? .3 : .6))
        hsi_comma(d);
    hsi_rotate(d, start, middle);
    d->main_verb = verb;
}

void hsi_clause(struct draft *d, int depth)
{
    if (hsi_chance(d, depth == 0 ? .02 : .07))
        hsi_fronted_clause(d, depth);
    else
        plain_clause(d, depth);
}

static void plain_clause(struct draft *d, int depth)
{
    int outer = d->subject;
    d->main_verb = -1;
    switch (ROLL(d, 45, 28, depth < DEEP ? 14 : 0, 900)) {
    case 0:
        d->main_verb = hsi_existential(d, depth);
        return;
    case 1:
        extraposed(d, depth);
        return;
    case 2:
        d->main_verb = clausal_subject(d, depth);
        return;
    default:
        break;
    }
    struct np subject = hsi_np_any(d, ROLE_SUBJECT, depth);
    d->subject = subject.head;
    if (hsi_chance(d, .012)) { // I myself, they all
        int all = hsi_say_one(d, "all both also then really", HS_TAG_ADV);
        hsi_mute(d, HS_AUX, all);
    }
    int verb = hsi_verb_phrase(d, subject, depth);
    if (depth < DEEP && hsi_chance(d, .13))
        second_phrase(d, subject, depth);
    d->main_verb = verb;
    d->subject = outer;
}

void hsi_joined_clause(struct draft *d, int depth)
{
    if (hsi_chance(d, .2)) {
        int so = hsi_say_one(d, "so so so then so", HS_TAG_ADV);
        hsi_clause(d, depth);
        if (hsi_takes_adverbs(d, d->main_verb))
            hsi_join(d, HS_AUX, so, d->main_verb);
        return;
    }
    hsi_say_one(d, "and and and but but or yet", HS_TAG_CC);
    int adverb = hsi_chance(d, .08) ? hsi_say_one(d, "then so then also now", HS_TAG_ADV) : -1;
    hsi_clause(d, depth);
    if (adverb >= 0 && hsi_takes_adverbs(d, d->main_verb))
        hsi_join(d, HS_AUX, adverb, d->main_verb);
}

void hsi_subordinate(struct draft *d, int depth)
{
    static const char *const conjunctions =
        "because because if if while although before after since until as as though once "
        "unless whereas";
    if (hsi_chance(d, .3)) { // when and where are adverbs of their clause's verb
        int when = hsi_say_one(d, "when when when where whenever how why", HS_TAG_WH);
        hsi_clause(d, depth);
        if (hsi_takes_adverbs(d, d->main_verb))
            hsi_join(d, HS_AUX, when, d->main_verb);
        return;
    }
    switch (ROLL(d, 80, 6, 5, 4, 5)) {
    case 0:
        hsi_say_one(d, conjunctions, HS_TAG_SC);
        break;
    case 1:
        hsi_say(d, "so", HS_TAG_SC);
        if (hsi_chance(d, .6))
            hsi_say(d, "that", HS_TAG_SC);
        break;
    case 2: { // even though, only if
        int even = hsi_say_one(d, "even only just", HS_TAG_ADV);
        hsi_say_one(d, "though if because after", HS_TAG_SC);
        hsi_clause(d, depth);
        if (hsi_takes_adverbs(d, d->main_verb))
            hsi_join(d, HS_AUX, even, d->main_verb);
        return;
    }
    case 3: // while walking home: no subject
        hsi_say_one(d, "while after before since", HS_TAG_SC);
        {
            int verb = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[4], HS_TAG_VING);
            hsi_complements(d, FRAME_TRANSITIVE, verb, DEEP);
        }
        return;
    default: // as needed, if possible
        hsi_say_one(d, "as if", HS_TAG_SC);
        hsi_say(d, hsi_draw(d, POOL_TRANSITIVE)->form[3], HS_TAG_VPART);
        return;
    }
    hsi_clause(d, depth);
}

void hsi_free_relative(struct draft *d, int depth)
{
    static const char *const words = "what what what how why where who when whatever whether which";
    const char *word = hsi_one_of(d, words);
    int wh = hsi_say(d, word, HS_TAG_WH);
    bool object = word[0] == 'w' && word[2] == 'a', person = word[1] == 'h' && word[2] == 'o';
    if (hsi_chance(d, .2)) { // how to do it
        int verb = hsi_infinitive(d, depth + 1, true);
        if (!object && !person && hsi_takes_adverbs(d, verb))
            hsi_join(d, HS_AUX, wh, verb);
        return;
    }
    if (word[1] == 'h' && word[2] == 'e' && word[3] == 't')
        d->tag[wh] = HS_TAG_SC; // whether
    int outer = d->subject;
    if ((object || person) && hsi_chance(d, person ? .7 : .25)) { // what happened, who saw it
        hsi_verb_phrase(d, (struct np){wh, false, 3}, depth + 1);
        return;
    }
    if (word[0] == 'w' && word[1] == 'h' && word[2] == 'i') // which book he read
        hsi_join(d, HS_MOD, wh, hsi_say(d, hsi_draw(d, POOL_OBJECT)->form[0], HS_TAG_NOUN));
    struct np subject = hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true);
    d->subject = subject.head;
    if (object && hsi_chance(d, .15)) { // what it is
        int copula = hsi_say_one(d, "is was 's are were", HS_TAG_BE);
        hsi_join(d, HS_SUBJ, copula, subject.head);
    } else if (object || person) {
        int verb = hsi_verb_group(d, hsi_verb_for(d, FRAME_TRANSITIVE), subject);
        hsi_join(d, HS_SUBJ, verb, subject.head);
        hsi_join(d, HS_OBJ, verb, wh);
        if (hsi_chance(d, .3))
            hsi_adjunct(d, verb, DEEP, ADJUNCT_ANY);
    } else {
        int verb = hsi_verb_phrase(d, subject, depth + 1);
        if (d->tag[wh] == HS_TAG_WH && hsi_takes_adverbs(d, verb))
            hsi_join(d, HS_AUX, wh, verb);
    }
    d->subject = outer;
}
