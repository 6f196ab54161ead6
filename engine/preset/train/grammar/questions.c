/* questions.c – questions and commands. Called by sentences.c. The auxiliary stands before the
 * subject but points to the verb after it; a question word is the verb's object or its adverb. */
#include "preset/train/grammar/parts.h"

#include <string.h>

/* Where and when ask for the verb's place and time. */
static void place_or_time(struct draft *d, int verb, int wh)
{
    const char *word = hsi_text_of(d, wh);
    if (!strcmp(word, "where") || !strcmp(word, "when"))
        hsi_join_weighted(d, HS_LOCT, verb, wh, DIRECT);
}

/* is he here? who is she? what are the rules? In these the copula points to its subject, the noun
 * phrase. */
static void copula_question(struct draft *d)
{
    bool open = hsi_chance(d, .35);
    int wh = open ? hsi_say_one(d, "what who where how what why when", HS_TAG_WH) : -1;
    size_t place = d->placed;
    struct np subject =
        hsi_chance(d, .5) ? hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true) : hsi_np_any(d, ROLE_SUBJECT, 1);
    bool past = hsi_chance(d, .35), many = subject.plural || subject.person == 2;
    const char *form = past                                     ? (many ? "were" : "was")
                       : subject.person == 1 && !subject.plural ? "am"
                       : many                                   ? "are"
                                                                : "is";
    if (wh >= 0 && !past && !many && hsi_chance(d, .35))
        form = "'s";
    int copula = hsi_make(d, form, HS_TAG_BE);
    hsi_put_at(d, copula, place);
    hsi_join(d, HS_SUBJ, copula, subject.head);
    if (wh >= 0)
        place_or_time(d, copula, wh);
    if (hsi_chance(d, .08))
        hsi_say(d, "n't", HS_TAG_NEG);
    if (wh < 0)
        hsi_predicate(d, 1);
    else if (hsi_chance(d, .2))
        hsi_adjunct(d, copula, DEEP, hsi_chance(d, .5) ? ADJUNCT_PLACE : ADJUNCT_TIME);
    hsi_unlink_to(d, HS_AUX, copula);
}

/* is there a bank near here? */
static void existence_question(struct draft *d)
{
    int be = hsi_say_one(d, "is are was were", HS_TAG_VFIN);
    hsi_say(d, "there", HS_TAG_EX);
    hsi_join(d, HS_SUBJ, be,
        hsi_noun_phrase(d, (struct np_wish){ROLE_OBJECT, POOL_ANY, 0, false, false}).head);
    if (hsi_chance(d, .5))
        hsi_adjunct(d, be, DEEP, ADJUNCT_PLACE);
}

struct asked {
    int object; /* the fronted object, -1 if none */
    int adverb; /* where, how, -1 if none */
};

/* What is asked for: what, which book, how many people, where, how long. */
static struct asked question_words(struct draft *d, bool transitive)
{
    struct asked asked = {-1, -1};
    switch (ROLL(d, transitive ? 30 : 0, transitive ? 16 : 0, 45, 9)) {
    case 0:
        asked.object = hsi_say_one(d, "what who what whom", HS_TAG_WH);
        break;
    case 1: {
        bool many = hsi_chance(d, .4);
        int first = hsi_say_one(d, many ? "how" : "what which what", HS_TAG_WH);
        int quantity = many ? hsi_say_one(d, "many much", HS_TAG_ADJ) : -1;
        const struct hs_lemma *noun = hsi_draw(d, hsi_sense_for(d, ROLE_OBJECT));
        asked.object = hsi_say(d, noun->form[many && noun->form[1]], HS_TAG_NOUN);
        hsi_join(d, HS_MOD, many ? quantity : first, asked.object);
        if (!many && hsi_chance(d, .2)) {
            int of = hsi_say(d, "of", HS_TAG_PREP);
            hsi_join(d, HS_POBJ, of, hsi_np_short(d, ROLE_OTHER, POOL_ANY, false).head);
        }
        break;
    }
    case 2:
        asked.adverb = hsi_say_one(d, "where when why how why how where", HS_TAG_WH);
        break;
    default: // how long, how often
        hsi_say(d, "how", HS_TAG_WH);
        asked.adverb = hsi_say_one(d, "long often much far soon fast", HS_TAG_ADV);
    }
    return asked;
}

static void verb_question(struct draft *d, bool open)
{
    bool transitive = hsi_chance(d, .7), perfect = hsi_chance(d, .12),
         continuous = !perfect && hsi_chance(d, .16);
    struct asked asked = open ? question_words(d, transitive) : (struct asked){-1, -1};
    size_t place = d->placed;
    struct np subject =
        hsi_chance(d, .75) ? hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true) : hsi_np_any(d, ROLE_SUBJECT, 1);
    d->subject = subject.head;
    const char *form = perfect ? (hsi_third(subject) ? "has" : "have")
                       : continuous
                           ? (hsi_third(subject)                              ? hsi_one_of(d, "is was")
                                 : subject.person == 1 && !subject.plural ? "am"
                                                                          : hsi_one_of(d, "are were"))
                       : hsi_chance(d, .6) ? hsi_one_of(d, hsi_third(subject) ? "does did did" : "do did do")
                                       : hsi_one_of(d, "can could will would should may shall might");
    enum hs_tag tag = perfect          ? HS_TAG_HAVE
                      : continuous     ? HS_TAG_BE
                      : form[0] == 'd' ? HS_TAG_DO
                                       : HS_TAG_MODAL;
    int auxiliary = hsi_make(d, form, tag);
    hsi_put_at(d, auxiliary, place);
    bool negated = hsi_chance(d, .08);
    int negation = negated ? hsi_make(d, "n't", HS_TAG_NEG) : -1;
    if (negated)
        hsi_put_at(d, negation, place + 1);
    int adverb = hsi_chance(d, .08)
                     ? hsi_say_one(d, "ever really just also always never even actually", HS_TAG_ADV)
                     : -1;
    const struct hs_lemma *lemma = hsi_verb_for(d, transitive      ? FRAME_TRANSITIVE
                                               : hsi_chance(d, .3) ? FRAME_INFINITIVAL
                                                               : FRAME_INTRANSITIVE);
    bool infinitival = !transitive && lemma->attributes >> HS_ATTR_INFINITIVAL & 1;
    int verb = hsi_say(d,
        lemma->form[perfect      ? 3
                    : continuous ? 4
                                 : 0],
        perfect      ? HS_TAG_VPART
        : continuous ? HS_TAG_VING
                     : HS_TAG_VBASE);
    hsi_join(d, HS_SUBJ, verb, subject.head);
    if (asked.adverb >= 0)
        place_or_time(d, verb, asked.adverb);
    int around[] = {auxiliary, negation, adverb, asked.adverb};
    for (size_t i = 0; i < 4; i++)
        if (around[i] >= 0)
            hsi_join(d, HS_AUX, around[i], verb);
    if (asked.object >= 0)
        hsi_join(d, HS_OBJ, verb, asked.object);
    else if (infinitival)
        hsi_infinitive(d, 1, true);
    else
        hsi_complements(d, transitive ? FRAME_TRANSITIVE : FRAME_INTRANSITIVE, verb, 1);
    hsi_adjuncts(d, verb, 1);
}

void hsi_question(struct draft *d)
{
    switch (ROLL(d, 25, 6, 28, 28, 13)) {
    case 0:
        copula_question(d);
        break;
    case 1:
        existence_question(d);
        break;
    case 2:
        verb_question(d, false);
        break;
    case 3:
        verb_question(d, true);
        break;
    default: { // who saw it? what happened? which one is …?
        bool noun = hsi_chance(d, .3);
        int wh = hsi_say_one(d, noun ? "which what" : "who what who", HS_TAG_WH), head = wh;
        if (noun) {
            head = hsi_say(d, hsi_draw(d, hsi_sense_for(d, ROLE_SUBJECT))->form[0], HS_TAG_NOUN);
            hsi_join(d, HS_MOD, wh, head);
        }
        hsi_verb_phrase(d, (struct np){head, false, 3}, 1);
    }
    }
}

void hsi_imperative(struct draft *d, int depth)
{
    if (hsi_chance(d, .2)) // politeness carries no relation
        hsi_say(d, "please", HS_TAG_INTJ);
    if (hsi_chance(d, .12)) { // let me know, let 's go
        int let = hsi_say(d, "let", HS_TAG_VBASE);
        bool us = hsi_chance(d, .4);
        hsi_join(
            d, HS_OBJ, let, us ? hsi_say(d, "'s", HS_TAG_PRON) : hsi_personal_pronoun(d, CASE_OBJECT).head);
        if (hsi_chance(d, .4)) {
            hsi_say(d, "know", HS_TAG_VBASE);
            if (hsi_chance(d, .5)) {
                if (hsi_chance(d, .6)) {
                    hsi_say_one(d, "if whether if that", HS_TAG_SC);
                    hsi_clause(d, DEEP);
                } else {
                    hsi_free_relative(d, DEEP);
                }
            }
        } else {
            hsi_infinitive(d, 1, false);
        }
        return;
    }
    enum frame frame = (enum frame)ROLL(d, 58, 19, 9, 4, 2, 8);
    const struct hs_lemma *lemma = hsi_verb_for(d, frame);
    int verb = hsi_make(d, lemma->form[0], HS_TAG_VBASE);
    if (hsi_chance(d, .14)) {
        if (hsi_chance(d, .25)) {
            hsi_join(d, HS_AUX, hsi_say_one(d, "never always just", HS_TAG_ADV), verb);
        } else {
            hsi_join(d, HS_AUX, hsi_say(d, "do", HS_TAG_DO), verb);
            hsi_join(d, HS_AUX, hsi_say_one(d, "not n't n't", HS_TAG_NEG), verb);
        }
    } else if (hsi_chance(d, .05)) {
        hsi_join(d, HS_AUX, hsi_say_one(d, "just also then always", HS_TAG_ADV), verb);
    }
    hsi_put(d, verb);
    hsi_complements(d, frame, verb, depth);
    hsi_adjuncts(d, verb, depth);
}
