/* fragments.c – what people write that is no full sentence: headings, greetings, sign-offs,
 * addresses, dates, review lines without a subject, spoken starts and repeats, list items. Called
 * by sentences.c. */
#include "preset/train/grammar/parts.h"

#include <stdio.h>

void heading(struct draft *d)
{
    switch (ROLL(d, 40, 20, 15, 15, 10)) {
    case 0:
        np_any(d, ROLE_OTHER, 0);
        break;
    case 1:
        title_name(d);
        break;
    case 2: { // How to fix a car
        int how = say_one(d, "how why when where", HS_TAG_WH);
        int verb = infinitive(d, 1, true);
        if (takes_adverbs(d, verb))
            join(d, HS_AUX, how, verb);
        break;
    }
    case 3: { // Fixing the car
        int verb = say(d, verb_for(d, FRAME_TRANSITIVE)->form[4], HS_TAG_VING);
        complements(d, FRAME_TRANSITIVE, verb, 1);
        break;
    }
    default:
        np_short(d, ROLE_OTHER, POOL_ANY, false);
        say(d, ":", HS_TAG_PUNCT);
        np_short(d, ROLE_OTHER, POOL_ANY, false);
    }
}

static void contact(struct draft *d)
{
    char text[DRAFT_TEXT];
    switch (ROLL(d, 3, 3, 2, 2)) {
    case 0:
        snprintf(text, sizeof text, "%d-%04d", between(d, 200, 999), between(d, 0, 9999));
        say(d, text, HS_TAG_NUM);
        break;
    case 1: {
        const char *user = invented(d, 2);
        snprintf(text, sizeof text, "%.20s@%.12s.com", user, invented(d, 1));
        say(d, text, HS_TAG_X);
        break;
    }
    case 2:
        snprintf(text, sizeof text, "http://www.%.24s.com", invented(d, 2));
        say(d, text, HS_TAG_X);
        break;
    default:
        snprintf(text, sizeof text, "%d", between(d, 1, 12000));
        say(d, text, HS_TAG_NUM);
        place_name(d);
    }
}

void letter_line(struct draft *d)
{
    switch (ROLL(d, 25, 25, 20, 15, 15)) {
    case 0: // Dear Anna ,
        if (chance(d, .5)) {
            int dear = say(d, "dear", HS_TAG_ADJ);
            join(d, HS_MOD, dear, person_name(d, DEEP).head);
        } else {
            say_one(d, "hi hello hey", HS_TAG_INTJ);
            person_name(d, DEEP);
        }
        say_one(d, ", : !", HS_TAG_PUNCT);
        break;
    case 1:
        say_one(d, "thanks regards best sincerely cheers love thanks", HS_TAG_NOUN);
        if (chance(d, .4)) {
            int preposition = say_one(d, "for to", HS_TAG_PREP);
            join(d, HS_POBJ, preposition, np_any(d, ROLE_OTHER, 1).head);
        } else if (chance(d, .7)) {
            comma(d);
            person_name(d, DEEP);
        }
        break;
    case 2: {
        int thank = say(d, "thank", HS_TAG_VFIN), you = say(d, "you", HS_TAG_PRON);
        join(d, HS_OBJ, thank, you);
        if (chance(d, .6)) {
            if (chance(d, .6))
                prepositional(d, "for", POOL_ANY, 1);
            else
                gerund_phrase(d, 1);
        }
        break;
    }
    case 3: {
        const char *preposition;
        if (chance(d, .4)) {
            say_name(d, draw(d, POOL_DAY)->form[0]);
            comma(d);
        }
        date(d, &preposition);
        break;
    }
    default:
        np_short(d, ROLE_OTHER, chance(d, .5) ? POOL_PERSON : POOL_INFO, false);
        say_one(d, ": , -", HS_TAG_PUNCT);
        contact(d);
    }
}

/* Great place !  Went there yesterday .  Highly recommended . */
void review_line(struct draft *d)
{
    struct np nobody = {-1, true, 1};
    switch (ROLL(d, 30, 32, 12, 14, 12)) {
    case 0: {
        if (chance(d, .3))
            say_one(d, "very really so such", HS_TAG_ADV);
        int adjective = say(d, adjective_word(d), HS_TAG_ADJ);
        const struct hs_lemma *noun = draw(d, sense_for(d, ROLE_OBJECT));
        int head = say(d, noun->form[noun->form[1] && chance(d, .3)], HS_TAG_NOUN);
        join(d, HS_MOD, adjective, head);
        if (chance(d, .3))
            prepositional(d, one_of(d, "with for in at of"), POOL_ANY, 1);
        if (chance(d, .3)) {
            say_one(d, "and but", HS_TAG_CC);
            int second = say(d, adjective_word(d), HS_TAG_ADJ);
            join(d, HS_MOD, second, say(d, draw(d, POOL_OBJECT)->form[0], HS_TAG_NOUN));
        }
        break;
    }
    case 1:
        verb_phrase(d, nobody, 1);
        break;
    case 2: {
        int adverb = say(d, draw(d, POOL_MANNER)->form[0], HS_TAG_ADV);
        int verb = say(d, draw(d, POOL_TRANSITIVE)->form[3], HS_TAG_VPART);
        join(d, HS_AUX, adverb, verb);
        if (chance(d, .4))
            adjunct(d, verb, DEEP, ADJUNCT_OTHER);
        break;
    }
    case 3:
        say_one(d, "very so too not really", HS_TAG_ADV);
        say(d, adjective_word(d), HS_TAG_ADJ);
        if (chance(d, .5)) {
            say_one(d, "and but ,", HS_TAG_CC);
            say(d, adjective_word(d), HS_TAG_ADJ);
        }
        if (chance(d, .3))
            infinitive(d, DEEP, true);
        break;
    default: { // the price paid in advance; food cooked well
        struct np np = np_short(d, ROLE_SUBJECT, POOL_ANY, false);
        verb_phrase(d, np, 1);
    }
    }
}

/* um , I mean , so you know … */
void spoken_line(struct draft *d)
{
    switch (ROLL(d, 30, 25, 20, 25)) {
    case 0: {
        struct np subject = {say_one(d, "I you", HS_TAG_PRON), true, 1};
        join(d, HS_SUBJ, say_one(d, "mean know guess think", HS_TAG_VFIN), subject.head);
        comma(d);
        clause(d, 1);
        break;
    }
    case 1: // a false start: I – I wanted …
        say_one(d, "I we you it he they", HS_TAG_PRON);
        say_one(d, "- – — ,", HS_TAG_PUNCT);
        clause(d, 1);
        break;
    case 2:
        say_one(d, "yeah yes no okay right well so um oh", HS_TAG_INTJ);
        comma(d);
        say_one(d, "yeah no so well like", HS_TAG_INTJ);
        if (chance(d, .5))
            comma(d);
        clause(d, 1);
        break;
    default:
        clause(d, 1);
        comma(d);
        say_one(d, "like right you so okay", HS_TAG_INTJ);
        comma(d);
        clause(d, DEEP);
    }
}

void list_line(struct draft *d)
{
    char text[8];
    snprintf(text, sizeof text, "%d", between(d, 1, 20));
    say(d, text, HS_TAG_NUM);
    say_one(d, ". ) - :", HS_TAG_PUNCT);
    if (chance(d, .5))
        imperative(d, 1);
    else
        np_any(d, ROLE_OTHER, 0);
}

void fragment(struct draft *d)
{
    switch (ROLL(d, 30, 16, 26, 16, 8, 4)) {
    case 0:
        heading(d);
        break;
    case 1:
        letter_line(d);
        break;
    case 2:
        review_line(d);
        break;
    case 3:
        spoken_line(d);
        break;
    case 4:
        list_line(d);
        break;
    default:
        adjunct(d, make(d, "", HS_TAG_X), 1, ADJUNCT_ANY);
    }
}
