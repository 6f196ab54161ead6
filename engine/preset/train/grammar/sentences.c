/* sentences.c – whole sentences: one of some twenty kinds, with what stands before and after it.
 * Called by grammar.c. */
#include "preset/train/grammar/parts.h"

/* Anna went out, and Tom stayed; Anna went out Tom stayed (run-on) */
static void compound_sentence(struct draft *d)
{
    hsi_clause(d, hsi_chance(d, .5) ? 0 : 1);
    switch (ROLL(d, 46, 28, 12, 8, 6)) {
    case 0:
        hsi_comma(d);
        hsi_joined_clause(d, 1);
        break;
    case 1:
        hsi_joined_clause(d, 1);
        break;
    case 2:
        hsi_comma(d);
        hsi_clause(d, 1);
        break;
    case 3:
        hsi_say_one(d, "; - -- ... : –", HS_TAG_PUNCT);
        hsi_clause(d, 1);
        break;
    default:
        hsi_clause(d, 1);
    }
    if (hsi_chance(d, .12)) {
        hsi_comma(d);
        hsi_joined_clause(d, DEEP);
    }
}

static void with_subordinate(struct draft *d)
{
    if (hsi_chance(d, .5)) {
        hsi_clause(d, 1);
        if (hsi_chance(d, .25))
            hsi_comma(d);
        hsi_subordinate(d, 1);
    } else {
        hsi_subordinate(d, 1);
        if (hsi_chance(d, .8))
            hsi_comma(d);
        if (hsi_chance(d, .12))
            hsi_imperative(d, 1);
        else
            hsi_clause(d, 1);
    }
}

static int speech_verb(struct draft *d)
{
    return hsi_say_one(d, "said said says asked replied added thought told wrote explained announced",
        HS_TAG_VFIN);
}

/* " We won , " said Tom; Tom said , " We won . " */
static void quotation(struct draft *d)
{
    static const char *const marks[][2] = {{"\"", "\""}, {"\"", "\""}, {"“", "”"}, {"'", "'"}};
    size_t style = ROLL(d, 5, 2, 3, 1);
    bool before = hsi_chance(d, .35);
    struct np speaker = {-1, false, 3};
    int verb = -1;
    if (before) {
        speaker = hsi_np_short(d, ROLE_SUBJECT, POOL_PERSON, true);
        verb = speech_verb(d);
        if (hsi_chance(d, .7))
            hsi_say_one(d, ", , :", HS_TAG_PUNCT);
    }
    hsi_say(d, marks[style][0], HS_TAG_PUNCT);
    switch (ROLL(d, 70, 15, 15)) {
    case 0:
        hsi_clause(d, 1);
        break;
    case 1:
        hsi_question(d);
        break;
    default:
        hsi_imperative(d, 1);
    }
    hsi_say_one(d, before ? ". . ! ?" : ", , , ? !", HS_TAG_PUNCT);
    hsi_say(d, marks[style][1], HS_TAG_PUNCT);
    if (!before && hsi_chance(d, .85)) {
        bool pronoun = hsi_chance(d, .4), inverted = !pronoun && hsi_chance(d, .5);
        if (inverted)
            verb = speech_verb(d);
        speaker = pronoun ? hsi_personal_pronoun(d, CASE_SUBJECT)
                          : hsi_np_short(d, ROLE_SUBJECT, POOL_PERSON, false);
        if (!inverted)
            verb = speech_verb(d);
    }
    if (verb >= 0)
        hsi_join(d, HS_SUBJ, verb, speaker.head);
}

/* I think he left; he left , I think */
static void opinion(struct draft *d)
{
    bool last = hsi_chance(d, .25);
    if (last) {
        hsi_clause(d, 1);
        if (hsi_chance(d, .7))
            hsi_comma(d);
    }
    struct np subject = hsi_chance(d, .75)
                            ? (struct np){hsi_say_one(d, "I I I we you they", HS_TAG_PRON), true, 1}
                            : hsi_np_short(d, ROLE_SUBJECT, POOL_PERSON, false);
    int verb =
        hsi_say_one(d, "think guess know hope believe said suppose mean feel thought", HS_TAG_VFIN);
    hsi_join(d, HS_SUBJ, verb, subject.head);
    if (!last) {
        if (hsi_chance(d, .25))
            hsi_say(d, "that", HS_TAG_SC);
        hsi_clause(d, 1);
    }
}

static void participle_opening(struct draft *d)
{
    if (hsi_chance(d, .6)) {
        int verb = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[4], HS_TAG_VING);
        hsi_complements(d, FRAME_TRANSITIVE, verb, 1);
    } else {
        int verb = hsi_say(d, hsi_draw(d, POOL_TRANSITIVE)->form[3], HS_TAG_VPART);
        hsi_adjunct(d, verb, 1, hsi_chance(d, .6) ? ADJUNCT_PLACE : ADJUNCT_OTHER);
    }
    hsi_comma(d);
    hsi_clause(d, 1);
}

static void enumeration(struct draft *d)
{
    if (hsi_chance(d, .5)) { // verb with a list of objects
        struct np subject = hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true);
        int verb = hsi_verb_group(d, hsi_verb_for(d, FRAME_TRANSITIVE), subject);
        hsi_join(d, HS_SUBJ, verb, subject.head);
        hsi_join(d, HS_OBJ, verb, hsi_np_short(d, ROLE_OBJECT, POOL_ANY, false).head);
    } else {
        hsi_np_any(d, ROLE_OTHER, 1);
    }
    for (int more = hsi_between(d, 1, 4); more > 0; more--) {
        hsi_comma(d);
        hsi_np_short(d, ROLE_OTHER, POOL_ANY, false);
    }
    if (hsi_chance(d, .5))
        hsi_comma(d);
    hsi_say_one(d, "and and or", HS_TAG_CC);
    hsi_np_short(d, ROLE_OTHER, POOL_ANY, false);
}

static void parenthetical(struct draft *d)
{
    hsi_clause(d, 1);
    hsi_say(d, "(", HS_TAG_PUNCT);
    if (hsi_chance(d, .5))
        hsi_np_any(d, ROLE_OTHER, 1);
    else
        hsi_clause(d, DEEP);
    hsi_say(d, ")", HS_TAG_PUNCT);
}

/* From the box comes this story: the subject after the verb */
static void inverted(struct draft *d)
{
    int verb =
        hsi_make(d, hsi_one_of(d, "comes came stands stood lies sat is was hung lay lived"), HS_TAG_VFIN);
    hsi_adjunct(d, verb, 1, hsi_chance(d, .7) ? ADJUNCT_PLACE : ADJUNCT_PLACE_ADVERB);
    hsi_put(d, verb);
    hsi_join(d, HS_SUBJ, verb,
        hsi_noun_phrase(d, (struct np_wish){ROLE_SUBJECT, POOL_ANY, 1, false, false}).head);
}

/* He left to see it; In order to see it , he left */
static void purpose(struct draft *d)
{
    if (hsi_chance(d, .4)) {
        if (hsi_chance(d, .3)) {
            hsi_say(d, "in", HS_TAG_SC);
            hsi_say(d, "order", HS_TAG_NOUN);
        }
        hsi_infinitive(d, 1, true);
        hsi_comma(d);
        hsi_clause(d, 1);
    } else {
        hsi_clause(d, 1);
        hsi_infinitive(d, 1, true);
    }
}

static void opening(struct draft *d)
{
    switch (ROLL(d, 30, 25, 15, 12, 18)) {
    case 0:
        hsi_say_one(d, "and but or and but", HS_TAG_CC);
        break;
    case 1:
        hsi_say_one(d, "yes no well oh okay yeah um uh hey wow", HS_TAG_INTJ);
        if (hsi_chance(d, .75))
            hsi_comma(d);
        break;
    case 2:
        hsi_say_one(d, "hi hello hey dear", HS_TAG_INTJ);
        hsi_person_name(d, 1);
        hsi_comma(d);
        break;
    case 3:
        hsi_person_name(d, DEEP);
        hsi_say_one(d, ", , :", HS_TAG_PUNCT);
        break;
    default:
        hsi_say_one(d, "- * 1 2 3 a b •", HS_TAG_PUNCT);
        if (hsi_chance(d, .7))
            hsi_say_one(d, ") . -", HS_TAG_PUNCT);
    }
}

static void command(struct draft *d)
{
    hsi_imperative(d, 0);
    if (hsi_chance(d, .2)) {
        hsi_say_one(d, "and or", HS_TAG_CC);
        hsi_imperative(d, 1);
    }
}

void hsi_sentence(struct draft *d)
{
    static const char *const ends[] = {".", "?", "!"};
    size_t end = 0;
    if (hsi_chance(d, d->mix->contrast)) {
        hsi_contrast_sentence(d);
        hsi_say(d, ".", HS_TAG_PUNCT);
        return;
    }
    if (hsi_chance(d, .07))
        opening(d);
    if (hsi_chance(d, .02)) { // So he left .
        hsi_joined_clause(d, 0);
        hsi_say(d, ".", HS_TAG_PUNCT);
        return;
    }
    switch (ROLL(d, 300, 120, 120, 85, 45, 45, 60, 55, 70, 25, 20, 18, 12, 8)) {
    case 0:
        hsi_clause(d, 0);
        break;
    case 1:
        compound_sentence(d);
        break;
    case 2:
        with_subordinate(d);
        break;
    case 3:
        hsi_fronted_clause(d, 0);
        break;
    case 4:
        quotation(d);
        break;
    case 5:
        opinion(d);
        break;
    case 6:
        hsi_question(d);
        end = 1;
        break;
    case 7:
        command(d);
        end = hsi_chance(d, .25) ? 2 : 0;
        break;
    case 8:
        hsi_fragment(d);
        break;
    case 9:
        participle_opening(d);
        break;
    case 10:
        enumeration(d);
        break;
    case 11:
        parenthetical(d);
        break;
    case 12:
        purpose(d);
        break;
    default:
        inverted(d);
    }
    if (hsi_chance(d, .02)) {
        hsi_comma(d);
        hsi_say_one(d, "too though right etc. please", HS_TAG_ADV);
    }
    hsi_say(d, hsi_chance(d, .04) ? hsi_one_of(d, "! !! ... ? !!!") : ends[end], HS_TAG_PUNCT);
}
