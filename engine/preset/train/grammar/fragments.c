/* fragments.c – what people write that is no full sentence: headings, greetings, sign-offs,
 * addresses, dates, review lines without a subject, spoken starts and repeats, list items. Called
 * by sentences.c. */
#include "preset/train/grammar/parts.h"

#include <stdio.h>

void hsi_heading(struct draft *d)
{
    switch (ROLL(d, 40, 20, 15, 15, 10)) {
    case 0:
        hsi_np_any(d, ROLE_OTHER, 0);
        break;
    case 1:
        hsi_title_name(d);
        break;
    case 2: { // How to fix a car
        int how = hsi_say_one(d, "how why when where", HS_TAG_WH);
        int verb = hsi_infinitive(d, 1, true);
        if (hsi_takes_adverbs(d, verb))
            hsi_join(d, HS_AUX, how, verb);
        break;
    }
    case 3: { // Fixing the car
        int verb = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[4], HS_TAG_VING);
        hsi_complements(d, FRAME_TRANSITIVE, verb, 1);
        break;
    }
    default:
        hsi_np_short(d, ROLE_OTHER, POOL_ANY, false);
        hsi_say(d, ":", HS_TAG_PUNCT);
        hsi_np_short(d, ROLE_OTHER, POOL_ANY, false);
    }
}

static void contact(struct draft *d)
{
    char text[DRAFT_TEXT];
    switch (ROLL(d, 3, 3, 2, 2)) {
    case 0: {
        int line = hsi_between(d, 0, 9999);
        snprintf(text, sizeof text, "%d-%04d", hsi_between(d, 200, 999), line);
        hsi_say(d, text, HS_TAG_NUM);
        break;
    }
    case 1: {
        const char *user = hsi_invented(d, 2);
        snprintf(text, sizeof text, "%.20s@%.12s.com", user, hsi_invented(d, 1));
        hsi_say(d, text, HS_TAG_X);
        break;
    }
    case 2:
        snprintf(text, sizeof text, "http://www.%.24s.com", hsi_invented(d, 2));
        hsi_say(d, text, HS_TAG_X);
        break;
    default:
        snprintf(text, sizeof text, "%d", hsi_between(d, 1, 12000));
        hsi_say(d, text, HS_TAG_NUM);
        hsi_place_name(d);
    }
}

void hsi_letter_line(struct draft *d)
{
    switch (ROLL(d, 25, 25, 20, 15, 15)) {
    case 0: // Dear Anna ,
        if (hsi_chance(d, .5)) {
            int dear = hsi_say(d, "dear", HS_TAG_ADJ);
            hsi_join(d, HS_MOD, dear, hsi_person_name(d, DEEP).head);
        } else {
            hsi_say_one(d, "hi hello hey", HS_TAG_INTJ);
            hsi_person_name(d, DEEP);
        }
        hsi_say_one(d, ", : !", HS_TAG_PUNCT);
        break;
    case 1:
        hsi_say_one(d, "thanks regards best sincerely cheers love thanks", HS_TAG_NOUN);
        if (hsi_chance(d, .4)) {
            int preposition = hsi_say_one(d, "for to", HS_TAG_PREP);
            hsi_join(d, HS_POBJ, preposition, hsi_np_any(d, ROLE_OTHER, 1).head);
        } else if (hsi_chance(d, .7)) {
            hsi_comma(d);
            hsi_person_name(d, DEEP);
        }
        break;
    case 2: {
        int thank = hsi_say(d, "thank", HS_TAG_VFIN), you = hsi_say(d, "you", HS_TAG_PRON);
        hsi_join(d, HS_OBJ, thank, you);
        if (hsi_chance(d, .6)) {
            if (hsi_chance(d, .6))
                hsi_prepositional(d, "for", POOL_ANY, 1);
            else
                hsi_gerund_phrase(d, 1);
        }
        break;
    }
    case 3: {
        const char *preposition;
        if (hsi_chance(d, .4)) {
            hsi_say_name(d, hsi_draw(d, POOL_DAY)->form[0]);
            hsi_comma(d);
        }
        hsi_date(d, &preposition);
        break;
    }
    default:
        hsi_np_short(d, ROLE_OTHER, hsi_chance(d, .5) ? POOL_PERSON : POOL_INFO, false);
        hsi_say_one(d, ": , -", HS_TAG_PUNCT);
        contact(d);
    }
}

/* Great place !  Went there yesterday .  Highly recommended . */
void hsi_review_line(struct draft *d)
{
    struct np nobody = {-1, true, 1};
    switch (ROLL(d, 30, 32, 12, 14, 12)) {
    case 0: {
        if (hsi_chance(d, .3))
            hsi_say_one(d, "very really so such", HS_TAG_ADV);
        int adjective = hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
        const struct hs_lemma *noun = hsi_draw(d, hsi_sense_for(d, ROLE_OBJECT));
        int head = hsi_say(d, noun->form[noun->form[1] && hsi_chance(d, .3)], HS_TAG_NOUN);
        hsi_join(d, HS_MOD, adjective, head);
        if (hsi_chance(d, .3))
            hsi_prepositional(d, hsi_one_of(d, "with for in at of"), POOL_ANY, 1);
        if (hsi_chance(d, .3)) {
            hsi_say_one(d, "and but", HS_TAG_CC);
            int second = hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
            hsi_join(d, HS_MOD, second, hsi_say(d, hsi_draw(d, POOL_OBJECT)->form[0], HS_TAG_NOUN));
        }
        break;
    }
    case 1:
        hsi_verb_phrase(d, nobody, 1);
        break;
    case 2: {
        int adverb = hsi_say(d, hsi_draw(d, POOL_MANNER)->form[0], HS_TAG_ADV);
        int verb = hsi_say(d, hsi_draw(d, POOL_TRANSITIVE)->form[3], HS_TAG_VPART);
        hsi_join(d, HS_AUX, adverb, verb);
        if (hsi_chance(d, .4))
            hsi_adjunct(d, verb, DEEP, ADJUNCT_OTHER);
        break;
    }
    case 3:
        hsi_say_one(d, "very so too not really", HS_TAG_ADV);
        hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
        if (hsi_chance(d, .5)) {
            hsi_say_one(d, "and but ,", HS_TAG_CC);
            hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
        }
        if (hsi_chance(d, .3))
            hsi_infinitive(d, DEEP, true);
        break;
    default: { // the price paid in advance; food cooked well
        struct np np = hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, false);
        hsi_verb_phrase(d, np, 1);
    }
    }
}

/* um , I mean , so you know … */
void hsi_spoken_line(struct draft *d)
{
    switch (ROLL(d, 30, 25, 20, 25)) {
    case 0: {
        struct np subject = {hsi_say_one(d, "I you", HS_TAG_PRON), true, 1};
        hsi_join(d, HS_SUBJ, hsi_say_one(d, "mean know guess think", HS_TAG_VFIN), subject.head);
        hsi_comma(d);
        hsi_clause(d, 1);
        break;
    }
    case 1: // a false start: I – I wanted …
        hsi_say_one(d, "I we you it he they", HS_TAG_PRON);
        hsi_say_one(d, "- – — ,", HS_TAG_PUNCT);
        hsi_clause(d, 1);
        break;
    case 2:
        hsi_say_one(d, "yeah yes no okay right well so um oh", HS_TAG_INTJ);
        hsi_comma(d);
        hsi_say_one(d, "yeah no so well like", HS_TAG_INTJ);
        if (hsi_chance(d, .5))
            hsi_comma(d);
        hsi_clause(d, 1);
        break;
    default:
        hsi_clause(d, 1);
        hsi_comma(d);
        hsi_say_one(d, "like right you so okay", HS_TAG_INTJ);
        hsi_comma(d);
        hsi_clause(d, DEEP);
    }
}

void hsi_list_line(struct draft *d)
{
    char text[8];
    snprintf(text, sizeof text, "%d", hsi_between(d, 1, 20));
    hsi_say(d, text, HS_TAG_NUM);
    hsi_say_one(d, ". ) - :", HS_TAG_PUNCT);
    if (hsi_chance(d, .5))
        hsi_imperative(d, 1);
    else
        hsi_np_any(d, ROLE_OTHER, 0);
}

void hsi_fragment(struct draft *d)
{
    switch (ROLL(d, 30, 16, 26, 16, 8, 4)) {
    case 0:
        hsi_heading(d);
        break;
    case 1:
        hsi_letter_line(d);
        break;
    case 2:
        hsi_review_line(d);
        break;
    case 3:
        hsi_spoken_line(d);
        break;
    case 4:
        hsi_list_line(d);
        break;
    default:
        hsi_adjunct(d, hsi_make(d, "", HS_TAG_X), 1, ADJUNCT_ANY);
    }
}
