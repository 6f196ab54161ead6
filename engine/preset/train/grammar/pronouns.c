/* pronouns.c – what has been spoken of, and pronouns that stand for it. Called by the noun phrases.
 * A pronoun is joined to every earlier mention of its entity, other pronouns included, as
 * coreference corpora annotate it. */
#include "preset/train/grammar/parts.h"

void hsi_entity_add(struct draft *d, int handle, enum gender gender, bool lively)
{
    if (d->entities == DRAFT_ENTITIES) {
        d->full = true;
        return;
    }
    d->entity[d->entities++] = (struct entity){gender, lively, 1, {handle}};
}

static const char *const forms[][4] = {
    [MASCULINE] = {"he", "him", "his", "himself"},
    [FEMININE] = {"she", "her", "her", "herself"},
    [THING] = {"it", "it", "its", "itself"},
    [SEVERAL] = {"they", "them", "their", "themselves"},
};

int hsi_mention(struct draft *d, struct entity *entity, enum pronoun_case pronoun_case)
{
    enum gender gender = entity->gender == SOMEONE ? SEVERAL : entity->gender; // singular they
    int handle = hsi_say(d, forms[gender][pronoun_case],
        pronoun_case == CASE_POSSESSIVE ? HS_TAG_POSS : HS_TAG_PRON);
    for (size_t i = 0; i < entity->mentions; i++)
        hsi_join(d, HS_ANA, handle, entity->mention[i]);
    if (entity->mentions < DRAFT_MENTIONS)
        entity->mention[entity->mentions++] = handle;
    return handle;
}

/* The first entity is often the topic and the last is fresh; one that has been a pronoun stays one. */
static struct entity *antecedent(struct draft *d)
{
    uint16_t weight[DRAFT_ENTITIES];
    if (d->entities == 0)
        return NULL;
    for (size_t i = 0; i < d->entities; i++) {
        const struct entity *e = &d->entity[i];
        weight[i] = (uint16_t)(4 + (i == 0 ? 6 : 0) + (i + 1 == d->entities ? 4 : 0) +
                               (e->lively ? 5 : 0) + (e->mentions > 1 ? 30 : 0));
    }
    return &d->entity[hsi_roll(d, weight, d->entities)];
}

static bool fits(const struct entity *entity, enum gender gender)
{
    return entity->gender == gender ||
           (entity->gender == SOMEONE && (gender == MASCULINE || gender == FEMININE));
}

/* A pronoun for an earlier entity, or -1 when none was suitable. */
static int refer_back(struct draft *d, enum pronoun_case pronoun_case, struct np *np)
{
    struct entity *entity = antecedent(d);
    if (!entity)
        return -1;
    enum gender gender = entity->gender;
    if (gender == SOMEONE && !hsi_chance(d, .15))
        gender = hsi_chance(d, .5) ? MASCULINE : FEMININE;
    size_t rivals = 0;
    for (size_t i = 0; i < d->entities; i++)
        if (&d->entity[i] != entity && fits(&d->entity[i], gender) &&
            d->entity[i].mentions >= entity->mentions)
            rivals++;
    if (rivals && hsi_chance(d, .55)) // mostly avoid what a reader could not resolve
        return -1;
    if (pronoun_case == CASE_OBJECT) // binding: "he saw him" are two
        for (size_t i = 0; i < entity->mentions; i++)
            if (entity->mention[i] == d->subject)
                return -1;
    entity->gender = gender;
    np->plural = gender == SEVERAL || gender == SOMEONE;
    np->person = 3;
    return np->head = hsi_mention(d, entity, pronoun_case);
}

struct np hsi_personal_pronoun(struct draft *d, enum pronoun_case pronoun_case)
{
    struct np np;
    if (d->pronouns && hsi_chance(d, .8) && refer_back(d, pronoun_case, &np) >= 0)
        return np;
    static const char *const fresh[][4] = {
        {"I", "me", "my", "myself"},
        {"you", "you", "your", "yourself"},
        {"we", "us", "our", "ourselves"},
    };
    enum hs_tag tag = pronoun_case == CASE_POSSESSIVE ? HS_TAG_POSS : HS_TAG_PRON;
    size_t who = ROLL(d, 30, 18, 14, 9, 6, 13, 10);
    if (who < 3) {
        np.person = who == 1 ? 2 : 1;
        np.plural = who > 0;
        np.head = hsi_say(d, fresh[who][pronoun_case], tag);
        return np;
    }
    enum gender gender = (enum gender[]){MASCULINE, FEMININE, THING, SEVERAL}[who - 3];
    np.person = 3;
    np.plural = gender == SEVERAL;
    np.head = hsi_say(d, forms[gender][pronoun_case], tag);
    // a first pronoun of this kind opens an entity: later ones most likely go on with it
    hsi_entity_add(d, np.head, gender, gender != THING);
    return np;
}

int hsi_possessive(struct draft *d)
{
    return hsi_personal_pronoun(d, CASE_POSSESSIVE).head;
}

/* those who left, anyone that knows, the one which … */
static struct np described_pronoun(struct draft *d, int depth)
{
    static const char *const people = "those those anyone someone everyone one somebody all people",
                             *const things =
                                 "something everything anything all that one nothing those";
    bool person = hsi_chance(d, .6), article = hsi_chance(d, .15);
    int the = article ? hsi_say_one(d, "the this any", HS_TAG_DET) : -1;
    struct np np = {hsi_say_one(d,
                        article  ? "one ones"
                        : person ? people
                                 : things,
                        HS_TAG_PRON),
        false, 3};
    const char *text = hsi_text_of(d, np.head);
    np.plural = text[0] == 't' && text[2] == 'o'; // those
    if (article)
        hsi_join(d, HS_MOD, the, np.head);
    if (hsi_chance(d, .15)) { // those of you who …, someone in the house who …
        int preposition = hsi_say_one(d, "of in of from at", HS_TAG_PREP);
        hsi_join(d, HS_POBJ, preposition, hsi_np_short(d, ROLE_OTHER, POOL_ANY, true).head);
    }
    hsi_relative_clause(d, (struct antecedent){np.head, person, np.plural, false}, depth + 1);
    return np;
}

struct np hsi_indefinite_pronoun(struct draft *d, int depth)
{
    if (depth < DEEP && hsi_chance(d, .16))
        return described_pronoun(d, depth);
    static const char *const single =
        "this that this that someone everyone something everything nothing anyone nobody "
        "anything one somebody everybody none";
    if (hsi_chance(d, .12))
        return (struct np){
            hsi_say_one(d, "these those many some others both few all several", HS_TAG_PRON), true, 3};
    struct np np = {hsi_say_one(d, single, HS_TAG_PRON), false, 3};
    if (hsi_chance(d, .12)) { // something new, anyone else
        bool else_ = hsi_chance(d, .4);
        int after = else_ ? hsi_say(d, "else", HS_TAG_ADV) : hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
        if (!else_)
            hsi_join(d, HS_MOD, after, np.head);
    }
    if (hsi_chance(d, .3))
        hsi_entity_add(d, np.head, THING, false);
    return np;
}

/* ------------------------------------------------------------------ sentences where agreement must
 * choose */
static const struct hs_lemma *gendered(struct draft *d, enum gender gender)
{
    return hsi_draw(d, gender == MASCULINE ? POOL_MAN : POOL_WOMAN);
}

static struct np agreeing_person(struct draft *d, enum gender gender)
{
    bool man = gender == MASCULINE;
    struct np np = {-1, false, 3};
    switch (ROLL(d, 45, 12, 43)) {
    case 0:
        np.head = hsi_say_name(d, hsi_draw(d, man ? POOL_GIVEN_MAN : POOL_GIVEN_WOMAN)->form[0]);
        if (hsi_chance(d, .2))
            hsi_say_name(d, hsi_family_name(d));
        break;
    case 1:
        np.head = hsi_say(d, man ? "he" : "she", HS_TAG_PRON);
        break;
    default: {
        bool article = hsi_chance(d, .55);
        int determiner = article ? hsi_say_one(d, "the a the", HS_TAG_DET)
                                 : hsi_say_one(d, "my our his her", HS_TAG_POSS);
        int adjective = hsi_chance(d, .3) ? hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ) : -1;
        np.head = hsi_say(d, gendered(d, gender)->form[0], HS_TAG_NOUN);
        hsi_join(d, HS_MOD, determiner, np.head);
        if (adjective >= 0)
            hsi_join(d, HS_MOD, adjective, np.head);
    }
    }
    hsi_entity_add(d, np.head, gender, true);
    return np;
}

static struct np agreeing_thing(struct draft *d, enum gender gender)
{
    static const enum pool several[] = {
        POOL_PERSON, POOL_PERSON, POOL_ANIMAL, POOL_OBJECT, POOL_INFO};
    static const enum pool single[] = {POOL_OBJECT, POOL_OBJECT, POOL_ANIMAL, POOL_INFO, POOL_PLACE,
        POOL_FOOD, POOL_GROUP, POOL_ABSTRACT};
    bool plural = gender == SEVERAL;
    const struct hs_lemma *noun =
        hsi_draw(d, plural ? several[hsi_between(d, 0, 4)] : single[hsi_between(d, 0, 7)]);
    struct np np = {-1, plural, 3};
    int determiner = hsi_chance(d, .3)
                         ? hsi_say(d, "my", HS_TAG_POSS)
                         : hsi_say_one(d, plural ? "the these some" : "the a this", HS_TAG_DET);
    int adjective = hsi_chance(d, .3) ? hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ) : -1;
    np.head = hsi_say(d, plural && noun->form[1] ? noun->form[1] : noun->form[0], HS_TAG_NOUN);
    hsi_join(d, HS_MOD, determiner, np.head);
    if (adjective >= 0)
        hsi_join(d, HS_MOD, adjective, np.head);
    hsi_entity_add(d, np.head, gender, gender == SEVERAL);
    return np;
}

static struct np agreeing(struct draft *d, enum gender gender)
{
    return gender == MASCULINE || gender == FEMININE ? agreeing_person(d, gender)
                                                     : agreeing_thing(d, gender);
}

static void to_object_case(struct draft *d, struct np np)
{
    if (d->tag[np.head] == HS_TAG_PRON)
        hsi_retext(d, np.head, hsi_text_of(d, np.head)[0] == 's' ? "her" : "him");
}

/* The second clause: a pronoun for one of the entities, perhaps another for a second one. */
static void contrast_answer(struct draft *d, size_t known, bool pair)
{
    size_t chosen = pair && hsi_chance(d, .7) ? 0 : hsi_random_below(d->random, (uint32_t)known);
    struct entity *one = &d->entity[chosen];
    struct np subject = {hsi_mention(d, one, CASE_SUBJECT), one->gender == SEVERAL, 3};
    d->subject = subject.head;
    if (hsi_chance(d, .4)) {
        d->pronouns = false;
        hsi_verb_phrase(d, subject, 1);
        return;
    }
    int verb = hsi_verb_group(d, hsi_verb_for(d, FRAME_TRANSITIVE), subject);
    hsi_join(d, HS_SUBJ, verb, subject.head);
    if (hsi_chance(d, .55)) {
        size_t other = (chosen + 1 + hsi_random_below(d->random, (uint32_t)known - 1)) % known;
        hsi_join(d, HS_OBJ, verb, hsi_mention(d, &d->entity[other], CASE_OBJECT));
    } else {
        int owner =
            hsi_mention(d, &d->entity[hsi_random_below(d->random, (uint32_t)known)], CASE_POSSESSIVE);
        int thing = hsi_say(d, hsi_draw(d, POOL_OBJECT)->form[0], HS_TAG_NOUN);
        hsi_join(d, HS_MOD, owner, thing);
        hsi_join(d, HS_OBJ, verb, thing);
    }
    hsi_adjuncts(d, verb, 1);
}

void hsi_contrast_sentence(struct draft *d)
{
    enum gender order[] = {MASCULINE, FEMININE, THING, SEVERAL};
    const bool pair = hsi_chance(d, .3); // he met her, and they …
    for (uint32_t i = 3; i > 0; i--) { // Fisher-Yates
        uint32_t j = hsi_random_below(d->random, i + 1);
        enum gender swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    if (pair) {
        order[0] = hsi_chance(d, .5) ? MASCULINE : FEMININE;
        order[1] = order[0] == MASCULINE || hsi_chance(d, .2) ? FEMININE : MASCULINE;
        order[2] = THING;
    }
    struct np first = agreeing(d, order[0]);
    const bool together = pair && hsi_chance(d, .25); // he and she met it
    struct np second;
    if (together) {
        hsi_say(d, "and", HS_TAG_CC);
        second = agreeing(d, order[1]);
    }
    int verb = hsi_say(d, hsi_verb_for(d, hsi_chance(d, .7) ? FRAME_TRANSITIVE : FRAME_DITRANSITIVE)->form[2],
        HS_TAG_VFIN);
    hsi_join(d, HS_SUBJ, verb, first.head);
    struct np object = agreeing(d, together ? THING : order[1]);
    to_object_case(d, object);
    hsi_join(d, HS_OBJ, verb, object.head);
    if (!together)
        second = object;
    if (hsi_chance(d, .6)) {
        int preposition = hsi_say_one(d, "to for with near from in behind", HS_TAG_PREP);
        struct np place = agreeing(d, order[2]);
        to_object_case(d, place);
        hsi_join(d, HS_POBJ, preposition, place.head);
    }
    if (pair) { // the two persons are the ones to choose
        d->entities = 0;
        hsi_entity_add(d, first.head, SEVERAL, true);
        d->entity[0].mention[d->entity[0].mentions++] = second.head;
        hsi_entity_add(d, first.head, order[0], true);
        if (order[1] != order[0])
            hsi_entity_add(d, second.head, order[1], true);
    }
    size_t known = d->entities;
    if (hsi_chance(d, .45))
        hsi_adjunct(d, verb, 1, hsi_chance(d, .5) ? ADJUNCT_TIME : ADJUNCT_PLACE);
    if (hsi_chance(d, .2))
        hsi_comma(d);
    switch (ROLL(d, 4, 5, 2, 2)) {
    case 0:
        hsi_say_one(d, "and but and", HS_TAG_CC);
        break;
    case 1:
        hsi_say_one(d, "because because before after while since although", HS_TAG_SC);
        break;
    case 2: {
        // "when" modifies the verb after it; its row is left out rather than joined late
        hsi_mute(d, HS_AUX, hsi_say(d, "when", HS_TAG_WH));
        break;
    }
    default:
        hsi_say(d, ".", HS_TAG_PUNCT);
    }
    contrast_answer(d, known, pair);
}
