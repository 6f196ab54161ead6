/* verb_group.c – the finite verb with its auxiliaries: tense, aspect, modals, negation,
 * contractions, adverbs between. Called by verb_phrase and the clauses. Every auxiliary, negation
 * and adverb points to the main verb (aux); an adverb of time or place is also the verb's
 * place-or-time target (loct), as Universal Dependencies' advmod and our closed list say. */
#include "preset/train/grammar/parts.h"

#include <string.h>

bool hsi_third(struct np subject)
{
    return subject.person == 3 && !subject.plural;
}

const struct hs_lemma *hsi_verb_for(struct draft *d, enum frame frame)
{
    static const enum pool pools[] = {POOL_TRANSITIVE, POOL_INTRANSITIVE, POOL_DITRANSITIVE,
        POOL_CLAUSAL, POOL_INFINITIVAL, POOL_TRANSITIVE};
    // particles go with short common verbs; the pool is searched for one of them
    static const char *const with_particle =
        "pick turn put take give throw bring set find clean fill look carry call "
        "write get go come make hold keep break cut check sign work pull push";
    if (frame != FRAME_PARTICLE)
        return hsi_draw(d, pools[frame]);
    for (int tries = 0; tries < 20; tries++) {
        const char *want = hsi_one_of(d, with_particle);
        size_t first = d->words->first[POOL_TRANSITIVE],
               last = d->words->first[POOL_TRANSITIVE + 1];
        for (size_t i = first; i < last; i++)
            if (strcmp(d->words->lemma[i]->form[0], want) == 0)
                return d->words->lemma[i];
    }
    return hsi_draw(d, POOL_TRANSITIVE);
}

const char *hsi_form_of_be(struct draft *d, struct np subject, bool past)
{
    bool many = subject.plural || subject.person == 2;
    if (past)
        return many ? "were" : "was";
    if (subject.person == 1 && !subject.plural)
        return hsi_one_of(d, "am 'm 'm");
    if (many)
        return subject.head >= 0 && d->tag[subject.head] == HS_TAG_PRON ? hsi_one_of(d, "are are 're")
                                                                        : "are";
    return hsi_one_of(d, "is is is 's");
}

/* An adverb beside the verb. The closed list of time adverbs also answers "when". */
static void verb_adverb(struct draft *d, int verb, bool before_verb)
{
    static const char *const times =
        "always never often still already usually finally ever now recently sometimes then "
        "soon once again rarely currently";
    static const char *const others =
        "just also really probably only even actually simply certainly clearly completely "
        "definitely hardly almost quite easily quickly suddenly";
    int adverb;
    if (hsi_chance(d, .45)) {
        adverb = hsi_say_one(d, times, HS_TAG_ADV);
        hsi_join_weighted(d, HS_LOCT, verb, adverb, DIRECT);
    } else if (hsi_chance(d, .55)) {
        adverb = hsi_say_one(d, others, HS_TAG_ADV);
    } else {
        adverb = hsi_say(d, hsi_draw(d, POOL_MANNER)->form[0], HS_TAG_ADV);
    }
    if (strcmp(hsi_text_of(d, adverb), "never") == 0 && before_verb)
        d->tag[adverb] = hsi_chance(d, .5) ? HS_TAG_ADV : HS_TAG_NEG;
    hsi_join(d, HS_AUX, adverb, verb);
}

struct group_plan {
    const char *first; /* the finite auxiliary, NULL for a simple tense */
    enum hs_tag first_tag;
    const char *second; /* have, been; NULL if none */
    enum hs_tag second_tag;
    unsigned form; /* of the main verb */
    enum hs_tag tag;
};

/* Which forms a group is made of. `negated` needs an auxiliary, so that a simple tense takes "do". */
static struct group_plan plan_group(struct draft *d, struct np subject, bool negated)
{
    bool past = hsi_chance(d, .55), single = hsi_third(subject);
    struct group_plan plan = {NULL, HS_TAG_BE, NULL, HS_TAG_BE, 0, HS_TAG_VBASE};
    switch (ROLL(d, 15, 9, 9, 67)) {
    case 0:
        plan.first = hsi_one_of(
            d, "will can could would should may might must will can would 'll 'd wo ca shall");
        plan.first_tag = HS_TAG_MODAL;
        if (hsi_chance(d, .08)) {
            plan.second = "have";
            plan.second_tag = HS_TAG_HAVE;
            plan.form = 3;
            plan.tag = HS_TAG_VPART;
        } else if (hsi_chance(d, .07)) {
            plan.second = "be";
            plan.form = 4;
            plan.tag = HS_TAG_VING;
        }
        return plan;
    case 1:
        plan.first = hsi_form_of_be(d, subject, past);
        plan.form = 4;
        plan.tag = HS_TAG_VING;
        return plan;
    case 2:
        plan.first = past && hsi_chance(d, .4) ? hsi_one_of(d, "had had 'd")
                     : single              ? hsi_one_of(d, "has has 's")
                                           : hsi_one_of(d, "have have 've");
        plan.first_tag = HS_TAG_HAVE;
        plan.form = 3;
        plan.tag = HS_TAG_VPART;
        if (hsi_chance(d, .12)) {
            plan.second = "been";
            plan.form = 4;
            plan.tag = HS_TAG_VING;
        }
        return plan;
    default:
        if (negated || hsi_chance(d, .015)) { // I did see it
            plan.first = past ? "did" : single ? "does" : "do";
            plan.first_tag = HS_TAG_DO;
            return plan;
        }
        plan.form = past ? 2 : single ? 1 : 0;
        plan.tag = HS_TAG_VFIN;
        return plan;
    }
}

int hsi_verb_group(struct draft *d, const struct hs_lemma *verb, struct np subject)
{
    bool negated = hsi_chance(d, .11);
    struct group_plan plan = plan_group(d, subject, negated);
    int main_verb = hsi_make(d, verb->form[plan.form], plan.tag);
    if (plan.first) {
        if (hsi_chance(d, .04))
            verb_adverb(d, main_verb, false);
        hsi_join(d, HS_AUX, hsi_say(d, plan.first, plan.first_tag), main_verb);
        bool clipped = !strcmp(plan.first, "wo") || !strcmp(plan.first, "ca");
        if (clipped || (negated && plan.first[0] != '\''))
            hsi_join(d, HS_AUX, hsi_say(d, clipped ? "n't" : hsi_one_of(d, "not n't n't"), HS_TAG_NEG),
                main_verb);
    }
    if (hsi_chance(d, plan.first ? .12 : .10))
        verb_adverb(d, main_verb, true);
    if (plan.second)
        hsi_join(d, HS_AUX, hsi_say(d, plan.second, plan.second_tag), main_verb);
    hsi_put(d, main_verb);
    return main_verb;
}
