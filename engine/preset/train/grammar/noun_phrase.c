/* noun_phrase.c – noun phrases: determiner, modifiers, compound, head; the tail is noun_tail.c's.
 * Called everywhere. Conventions: every modifier points to the head noun; in a compound of three
 * nouns the first may modify the second; a coordination's head is its first part. */
#include "preset/train/grammar/parts.h"

#include <string.h>

enum { MODIFIERS = 16 };

struct modifiers {
    int handle[MODIFIERS];
    size_t count;
};

static void collect(struct modifiers *m, int handle)
{
    if (m->count < MODIFIERS)
        m->handle[m->count++] = handle;
}

enum pool hsi_sense_for(struct draft *d, enum np_role role)
{
    // person group place time object animal food body event abstract info nature measure
    static const uint16_t subject[] = {40, 9, 6, 2, 12, 5, 3, 3, 5, 14, 8, 4, 1};
    static const uint16_t object[] = {15, 4, 6, 2, 24, 4, 8, 5, 7, 24, 18, 3, 3};
    static const uint16_t other[] = {18, 8, 11, 3, 17, 3, 5, 3, 7, 24, 12, 4, 2};
    const uint16_t *weight = role == ROLE_SUBJECT ? subject : role == ROLE_OBJECT ? object : other;
    return (enum pool)hsi_roll(d, weight, POOL_MEASURE + 1);
}

bool hsi_thing_like(enum pool sense)
{
    return sense != POOL_TIME && sense != POOL_MEASURE && sense != POOL_BODY;
}

struct np hsi_np_any(struct draft *d, enum np_role role, int depth)
{
    return hsi_noun_phrase(d, (struct np_wish){role, POOL_ANY, depth, true, false});
}

struct np hsi_np_of(struct draft *d, enum pool sense, int depth)
{
    return hsi_noun_phrase(d, (struct np_wish){ROLE_OTHER, sense, depth, false, false});
}

struct np hsi_np_short(struct draft *d, enum np_role role, enum pool sense, bool pronoun)
{
    return hsi_noun_phrase(d, (struct np_wish){role, sense, DEEP, pronoun, true});
}

/* ------------------------------------------------------------------ determiners */
static void quantifier(struct draft *d, struct modifiers *m, bool plural)
{
    if (!plural) {
        collect(m, hsi_say_one(d, "some any every each no another that this every no", HS_TAG_DET));
        return;
    }
    switch (ROLL(d, 5, 5, 2, 2)) {
    case 0:
        collect(m, hsi_say_one(d, "some any all most no both all", HS_TAG_DET));
        if (strcmp(hsi_text_of(d, m->handle[m->count - 1]), "all") == 0 && hsi_chance(d, .6))
            collect(m, hsi_chance(d, .6) ? hsi_say_one(d, "the these those", HS_TAG_DET) : hsi_possessive(d));
        break;
    case 1:
        collect(m, hsi_say_one(d, "many several few more other most such fewer", HS_TAG_ADJ));
        break;
    case 2:
        collect(m, hsi_say(d, "a", HS_TAG_DET));
        collect(m, hsi_say(d, "few", HS_TAG_ADJ));
        break;
    default:
        collect(m, hsi_say_one(d, "the these my", HS_TAG_DET));
        if (strcmp(hsi_text_of(d, m->handle[m->count - 1]), "my") == 0)
            d->tag[m->handle[m->count - 1]] = HS_TAG_POSS;
        collect(m, hsi_say_one(d, "other few many various first last next same", HS_TAG_ADJ));
    }
}

/* John 's, the teacher 's: a phrase of its own; the marker and the possessor carry no relation. */
static void genitive(struct draft *d)
{
    enum pool sense = hsi_chance(d, .6) ? POOL_PERSON : hsi_chance(d, .5) ? POOL_GROUP : POOL_PLACE;
    struct np owner = hsi_np_short(d, ROLE_OTHER, sense, false);
    size_t length = strlen(hsi_text_of(d, owner.head));
    bool hiss = length && hsi_text_of(d, owner.head)[length - 1] == 's';
    hsi_say(d, hiss && (owner.plural || hsi_chance(d, .5)) ? "'" : "'s", HS_TAG_PMARK);
}

static void determiner(struct draft *d, struct modifiers *m, bool plural, bool mass, bool nested)
{
    enum { THE, A, THIS, MINE, QUANTITY, NUMBER, OWNER, BARE, SUCH };
    switch (ROLL(d, 46, plural || mass ? 0 : 19, 6, 14, 8, plural ? 7 : 1, nested ? 0 : 6,
        plural || mass ? 26 : 3, 1)) {
    case THE:
        collect(m, hsi_say(d, "the", HS_TAG_DET));
        if (hsi_chance(d, .05))
            collect(m, hsi_say_one(d, "first second third last next", HS_TAG_ADJ));
        break;
    case A:
        collect(m, hsi_say(d, "a", HS_TAG_DET));
        break;
    case THIS:
        collect(m, hsi_say_one(d, plural ? "these those" : "this that this", HS_TAG_DET));
        break;
    case MINE:
        if (hsi_chance(d, .05))
            collect(m, hsi_say_one(d, "all both", HS_TAG_DET));
        collect(m, hsi_possessive(d));
        if (hsi_chance(d, .08))
            collect(m, hsi_say(d, "own", HS_TAG_ADJ));
        break;
    case QUANTITY:
        quantifier(d, m, plural);
        break;
    case NUMBER:
        if (hsi_chance(d, .2))
            collect(m, hsi_say_one(d, "the these those", HS_TAG_DET));
        if (plural)
            hsi_cardinal(d, m->handle, &m->count);
        else
            collect(m, hsi_say(d, "one", HS_TAG_NUM));
        break;
    case OWNER:
        genitive(d);
        break;
    case SUCH:
        collect(m, hsi_say_one(d, "such what", HS_TAG_DET));
        if (!plural && !mass)
            collect(m, hsi_say(d, "a", HS_TAG_DET));
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------ adjectives and compounds */
static int adjective(struct draft *d)
{
    const struct hs_lemma *lemma = hsi_draw(d, POOL_ADJECTIVE);
    switch (ROLL(d, 78, 7, 6, 4, 3, 2)) {
    case 1: {
        const struct hs_lemma *verb = hsi_draw(d, POOL_TRANSITIVE);
        return hsi_say(d, verb->form[3], HS_TAG_VPART);
    }
    case 2:
        return hsi_say(
            d, hsi_draw(d, hsi_chance(d, .5) ? POOL_TRANSITIVE : POOL_INTRANSITIVE)->form[4], HS_TAG_VING);
    case 3: {
        const char *compared = lemma->form[hsi_chance(d, .5) ? 1 : 2];
        return hsi_say(d, compared ? compared : lemma->form[0], HS_TAG_ADJ);
    }
    case 4: { // well - known, short - lived: the last part is the modifier
        int adverb = hsi_chance(d, .5) ? hsi_say(d, "well", HS_TAG_ADV) : -1;
        if (adverb < 0)
            hsi_say(d, lemma->form[0], HS_TAG_ADJ);
        hsi_say(d, "-", HS_TAG_PUNCT);
        int participle = hsi_say(d, hsi_draw(d, POOL_TRANSITIVE)->form[3], HS_TAG_VPART);
        if (adverb >= 0)
            hsi_join(d, HS_AUX, adverb, participle);
        return participle;
    }
    case 5: { // a five - year plan, eighth - grade games: the number modifies its noun, that one
              // the head
        int number = hsi_say(d, hsi_chance(d, .7) ? hsi_figure(d) : lemma->form[0], HS_TAG_NUM);
        hsi_say(d, "-", HS_TAG_PUNCT);
        int noun = hsi_say(d, hsi_draw(d, hsi_chance(d, .5) ? POOL_TIME : POOL_MEASURE)->form[0], HS_TAG_NOUN);
        hsi_join(d, HS_MOD, number, noun);
        return noun;
    }
    default:
        break;
    }
    return hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
}

static void adjectives(struct draft *d, struct modifiers *m)
{
    static const char *const degree =
        "very so really too quite most more extremely highly most more less increasingly fully";
    size_t count = ROLL(d, 67, 26, 6, 1);
    for (size_t i = 0; i < count; i++) {
        if (i && hsi_chance(d, .45)) {
            if (hsi_chance(d, .5))
                hsi_comma(d);
            else
                hsi_say_one(d, "and and or but", HS_TAG_CC);
        }
        int adverb = -1;
        if (hsi_chance(d, .12))
            adverb = hsi_chance(d, .7) ? hsi_say_one(d, degree, HS_TAG_ADV)
                                   : hsi_say(d, hsi_draw(d, POOL_MANNER)->form[0], HS_TAG_ADV);
        int word = adjective(d);
        collect(m, word);
        if (adverb >= 0 && hsi_takes_adverbs(d, word)) // recently built: the participle is a verb
            hsi_join(d, HS_AUX, adverb, word);
    }
}

/* Nouns before the head: the last one modifies the head, an earlier one its neighbour or the head. */
static void compound(struct draft *d, struct modifiers *m)
{
    static const enum pool usual[] = {POOL_OBJECT, POOL_PLACE, POOL_ABSTRACT, POOL_INFO, POOL_FOOD,
        POOL_GROUP, POOL_TIME, POOL_NATURE, POOL_EVENT, POOL_PERSON, POOL_BODY, POOL_ANIMAL};
    size_t parts = 1 + (size_t)hsi_chance(d, .15);
    int before = -1;
    for (size_t i = 0; i < parts; i++) {
        const struct hs_lemma *noun = hsi_draw(d, usual[hsi_between(d, 0, 11)]);
        int part;
        if (hsi_chance(d, .12))
            part = hsi_say_name(d, hsi_draw(d, hsi_chance(d, .6) ? POOL_PLACE_NAME : POOL_GROUP_NAME)->form[0]);
        else if (hsi_chance(d, .10))
            part = hsi_say(d, hsi_draw(d, hsi_chance(d, .5) ? POOL_TRANSITIVE : POOL_INTRANSITIVE)->form[4],
                HS_TAG_NOUN);
        else
            part = hsi_say(
                d, hsi_chance(d, .06) && noun->form[1] ? noun->form[1] : noun->form[0], HS_TAG_NOUN);
        if (before >= 0 && hsi_chance(d, .65)) {
            hsi_join(d, HS_MOD, before, part);
            m->count--;
        }
        collect(m, part);
        before = part;
    }
}

/* ------------------------------------------------------------------ the phrase */
static bool nation(const struct draft *d, const struct hs_lemma *noun)
{
    size_t first = d->words->first[POOL_PERSON], last = d->words->first[POOL_PERSON + 1];
    for (size_t i = first; i < last && noun->attributes >> HS_ATTR_PERSON & 1; i++)
        if (d->words->lemma[i] == noun)
            return d->words->capital[i];
    return false;
}

static struct np plain(struct draft *d, enum pool sense, struct np_wish wish)
{
    const struct hs_lemma *noun = hsi_draw(d,
        sense == POOL_PERSON && hsi_chance(d, .45) ? (hsi_chance(d, .5) ? POOL_MAN : POOL_WOMAN) : sense);
    bool plural = !noun->mass && noun->form[1] && hsi_chance(d, .32);
    struct modifiers m = {{0}, 0};
    determiner(d, &m, plural, noun->mass, wish.depth > 0);
    static const char *const quotes[][2] = {{"\"", "\""}, {"'", "'"}, {"“", "”"}, {"‘", "’"}};
    size_t quote = hsi_chance(d, .012) ? (size_t)hsi_between(d, 0, 3) : 4; // the " yellow man "
    if (quote < 4)
        hsi_say(d, quotes[quote][0], HS_TAG_PUNCT);
    adjectives(d, &m);
    if (hsi_chance(d, sense == POOL_TIME ? .03 : .15))
        compound(d, &m);
    struct np np = {
        hsi_say(d, nation(d, noun) ? hsi_capitalised(d, noun->form[plural]) : noun->form[plural],
            HS_TAG_NOUN),
        plural, 3};
    if (quote < 4)
        hsi_say(d, quotes[quote][1], HS_TAG_PUNCT);
    for (size_t i = 0; i < m.count; i++)
        hsi_join(d, HS_MOD, m.handle[i], np.head);
    if (noun->attributes >> HS_ATTR_PLACE & 1) // whatever sense it was drawn in, it can say where
        d->sense[np.head] = POOL_PLACE;
    if (sense != POOL_TIME) {
        bool masculine = noun->attributes >> HS_ATTR_MASCULINE & 1,
             feminine = noun->attributes >> HS_ATTR_FEMININE & 1;
        enum gender gender = plural                                 ? SEVERAL
                             : masculine                            ? MASCULINE
                             : feminine                             ? FEMININE
                             : sense == POOL_PERSON                 ? SOMEONE
                             : sense == POOL_GROUP && hsi_chance(d, .3) ? SEVERAL
                                                                    : THING;
        hsi_entity_add(d, np.head, gender, sense == POOL_PERSON || sense == POOL_GROUP);
    }
    if (!wish.simple && wish.depth < DEEP)
        hsi_noun_tail(d, np.head, sense, plural, wish.depth);
    return np;
}

static struct np coordination(struct draft *d, enum np_role role, enum pool sense, int depth)
{
    struct np first = hsi_noun_phrase(d, (struct np_wish){role, sense, depth + 1, false, true});
    if (hsi_chance(d, .25)) {
        for (int more = hsi_between(d, 1, 2); more > 0; more--) {
            hsi_comma(d);
            hsi_np_short(d, role, sense, false);
        }
        if (hsi_chance(d, .5))
            hsi_comma(d);
    }
    hsi_say_one(d, "and and and or", HS_TAG_CC);
    bool clause_after = hsi_chance(d, .3); // of both: "men and women who …" points to the first
    if (hsi_chance(d, .06))
        hsi_personal_pronoun(d, CASE_OBJECT);
    else
        hsi_noun_phrase(d, (struct np_wish){role, sense, depth + 1, false, clause_after});
    if (hsi_chance(d, .5))
        hsi_entity_add(d, first.head, SEVERAL, sense == POOL_PERSON);
    if (clause_after)
        hsi_relative_clause(d,
            (struct antecedent){first.head, sense == POOL_PERSON, true, hsi_chance(d, .2)}, depth + 1);
    return (struct np){first.head, true, 3};
}

/* A name with ", who …": the name's first part is the noun. */
static struct np name_of(struct draft *d, enum pool sense, struct np_wish wish)
{
    struct np np = sense == POOL_PERSON  ? hsi_person_name(d, wish.simple ? DEEP : wish.depth)
                   : sense == POOL_PLACE ? hsi_place_name(d)
                                         : hsi_group_name(d);
    if (!wish.simple && wish.depth < DEEP && hsi_chance(d, .05))
        hsi_relative_clause(
            d, (struct antecedent){np.head, sense == POOL_PERSON, np.plural, true}, wish.depth + 1);
    return np;
}

static struct np noun_or_name(struct draft *d, enum pool sense, struct np_wish wish)
{
    double name = sense == POOL_PERSON  ? .30
                  : sense == POOL_PLACE ? .30
                  : sense == POOL_GROUP ? .25
                                        : 0;
    if (wish.sense == POOL_ANY && !wish.simple && hsi_chance(d, .03))
        return hsi_amount(d);
    if (hsi_thing_like(sense) && hsi_chance(d, .06))
        return hsi_title_name(d);
    if (hsi_chance(d, name))
        return name_of(d, sense, wish);
    if (!wish.simple && wish.depth == 0 && hsi_chance(d, .09))
        return coordination(d, wish.role, sense, wish.depth);
    if (!wish.simple && sense != POOL_TIME && hsi_chance(d, .035))
        return hsi_partitive(d, sense);
    return plain(d, sense, wish);
}

struct np hsi_noun_phrase(struct draft *d, struct np_wish wish)
{
    if (wish.pronoun && wish.sense == POOL_ANY) {
        double personal = wish.role == ROLE_SUBJECT ? .48 : wish.role == ROLE_OBJECT ? .20 : .13;
        if (hsi_chance(d, personal))
            return hsi_personal_pronoun(d, wish.role == ROLE_SUBJECT ? CASE_SUBJECT : CASE_OBJECT);
        if (hsi_chance(d, wish.role == ROLE_SUBJECT ? .12 : .06))
            return hsi_indefinite_pronoun(d, wish.simple ? DEEP : wish.depth);
    }
    enum pool sense = wish.sense == POOL_ANY ? hsi_sense_for(d, wish.role) : wish.sense;
    struct np np = noun_or_name(d, sense, wish);
    if (d->sense[np.head] == POOL_ANY)
        d->sense[np.head] = (uint8_t)sense;
    return np;
}
