/* sentences.c – whole sentences: one of some twenty kinds, with what stands before and after it.
 * Called by grammar.c. */
#include "preset/train/grammar/parts.h"

/* Anna went out, and Tom stayed; Anna went out Tom stayed (run-on) */
static void compound_sentence(struct draft *d)
{
    clause(d, chance(d, .5) ? 0 : 1);
    switch (ROLL(d, 46, 28, 12, 8, 6)) {
    case 0:
        comma(d);
        joined_clause(d, 1);
        break;
    case 1:
        joined_clause(d, 1);
        break;
    case 2:
        comma(d);
        clause(d, 1);
        break;
    case 3:
        say_one(d, "; - -- ... : –", HS_TAG_PUNCT);
        clause(d, 1);
        break;
    default:
        clause(d, 1);
    }
    if (chance(d, .12)) {
        comma(d);
        joined_clause(d, DEEP);
    }
}

static void with_subordinate(struct draft *d)
{
    if (chance(d, .5)) {
        clause(d, 1);
        if (chance(d, .25))
            comma(d);
        subordinate(d, 1);
    } else {
        subordinate(d, 1);
        if (chance(d, .8))
            comma(d);
        if (chance(d, .12))
            imperative(d, 1);
        else
            clause(d, 1);
    }
}

static int speech_verb(struct draft *d)
{
    return say_one(d, "said said says asked replied added thought told wrote explained announced",
        HS_TAG_VFIN);
}

/* " We won , " said Tom; Tom said , " We won . " */
static void quotation(struct draft *d)
{
    static const char *const marks[][2] = {{"\"", "\""}, {"\"", "\""}, {"“", "”"}, {"'", "'"}};
    size_t style = ROLL(d, 5, 2, 3, 1);
    bool before = chance(d, .35);
    struct np speaker = {-1, false, 3};
    int verb = -1;
    if (before) {
        speaker = np_short(d, ROLE_SUBJECT, POOL_PERSON, true);
        verb = speech_verb(d);
        if (chance(d, .7))
            say_one(d, ", , :", HS_TAG_PUNCT);
    }
    say(d, marks[style][0], HS_TAG_PUNCT);
    switch (ROLL(d, 70, 15, 15)) {
    case 0:
        clause(d, 1);
        break;
    case 1:
        question(d);
        break;
    default:
        imperative(d, 1);
    }
    say_one(d, before ? ". . ! ?" : ", , , ? !", HS_TAG_PUNCT);
    say(d, marks[style][1], HS_TAG_PUNCT);
    if (!before && chance(d, .85)) {
        bool pronoun = chance(d, .4), inverted = !pronoun && chance(d, .5);
        if (inverted)
            verb = speech_verb(d);
        speaker = pronoun ? personal_pronoun(d, CASE_SUBJECT)
                          : np_short(d, ROLE_SUBJECT, POOL_PERSON, false);
        if (!inverted)
            verb = speech_verb(d);
    }
    if (verb >= 0)
        join(d, HS_SUBJ, verb, speaker.head);
}

/* I think he left; he left , I think */
static void opinion(struct draft *d)
{
    bool last = chance(d, .25);
    if (last) {
        clause(d, 1);
        if (chance(d, .7))
            comma(d);
    }
    struct np subject = chance(d, .75)
                            ? (struct np){say_one(d, "I I I we you they", HS_TAG_PRON), true, 1}
                            : np_short(d, ROLE_SUBJECT, POOL_PERSON, false);
    int verb =
        say_one(d, "think guess know hope believe said suppose mean feel thought", HS_TAG_VFIN);
    join(d, HS_SUBJ, verb, subject.head);
    if (!last) {
        if (chance(d, .25))
            say(d, "that", HS_TAG_SC);
        clause(d, 1);
    }
}

static void participle_opening(struct draft *d)
{
    if (chance(d, .6)) {
        int verb = say(d, verb_for(d, FRAME_TRANSITIVE)->form[4], HS_TAG_VING);
        complements(d, FRAME_TRANSITIVE, verb, 1);
    } else {
        int verb = say(d, draw(d, POOL_TRANSITIVE)->form[3], HS_TAG_VPART);
        adjunct(d, verb, 1, chance(d, .6) ? ADJUNCT_PLACE : ADJUNCT_OTHER);
    }
    comma(d);
    clause(d, 1);
}

static void enumeration(struct draft *d)
{
    if (chance(d, .5)) { // verb with a list of objects
        struct np subject = np_short(d, ROLE_SUBJECT, POOL_ANY, true);
        int verb = verb_group(d, verb_for(d, FRAME_TRANSITIVE), subject);
        join(d, HS_SUBJ, verb, subject.head);
        join(d, HS_OBJ, verb, np_short(d, ROLE_OBJECT, POOL_ANY, false).head);
    } else {
        np_any(d, ROLE_OTHER, 1);
    }
    for (int more = between(d, 1, 4); more > 0; more--) {
        comma(d);
        np_short(d, ROLE_OTHER, POOL_ANY, false);
    }
    if (chance(d, .5))
        comma(d);
    say_one(d, "and and or", HS_TAG_CC);
    np_short(d, ROLE_OTHER, POOL_ANY, false);
}

static void parenthetical(struct draft *d)
{
    clause(d, 1);
    say(d, "(", HS_TAG_PUNCT);
    if (chance(d, .5))
        np_any(d, ROLE_OTHER, 1);
    else
        clause(d, DEEP);
    say(d, ")", HS_TAG_PUNCT);
}

/* From the box comes this story: the subject after the verb */
static void inverted(struct draft *d)
{
    int verb =
        make(d, one_of(d, "comes came stands stood lies sat is was hung lay lived"), HS_TAG_VFIN);
    adjunct(d, verb, 1, chance(d, .7) ? ADJUNCT_PLACE : ADJUNCT_PLACE_ADVERB);
    put(d, verb);
    join(d, HS_SUBJ, verb,
        noun_phrase(d, (struct np_wish){ROLE_SUBJECT, POOL_ANY, 1, false, false}).head);
}

/* He left to see it; In order to see it , he left */
static void purpose(struct draft *d)
{
    if (chance(d, .4)) {
        if (chance(d, .3)) {
            say(d, "in", HS_TAG_SC);
            say(d, "order", HS_TAG_NOUN);
        }
        infinitive(d, 1, true);
        comma(d);
        clause(d, 1);
    } else {
        clause(d, 1);
        infinitive(d, 1, true);
    }
}

static void opening(struct draft *d)
{
    switch (ROLL(d, 30, 25, 15, 12, 18)) {
    case 0:
        say_one(d, "and but or and but", HS_TAG_CC);
        break;
    case 1:
        say_one(d, "yes no well oh okay yeah um uh hey wow", HS_TAG_INTJ);
        if (chance(d, .75))
            comma(d);
        break;
    case 2:
        say_one(d, "hi hello hey dear", HS_TAG_INTJ);
        person_name(d, 1);
        comma(d);
        break;
    case 3:
        person_name(d, DEEP);
        say_one(d, ", , :", HS_TAG_PUNCT);
        break;
    default:
        say_one(d, "- * 1 2 3 a b •", HS_TAG_PUNCT);
        if (chance(d, .7))
            say_one(d, ") . -", HS_TAG_PUNCT);
    }
}

static void command(struct draft *d)
{
    imperative(d, 0);
    if (chance(d, .2)) {
        say_one(d, "and or", HS_TAG_CC);
        imperative(d, 1);
    }
}

void sentence(struct draft *d)
{
    static const char *const ends[] = {".", "?", "!"};
    size_t end = 0;
    if (chance(d, d->mix->contrast)) {
        contrast_sentence(d);
        say(d, ".", HS_TAG_PUNCT);
        return;
    }
    if (chance(d, .07))
        opening(d);
    if (chance(d, .02)) { // So he left .
        joined_clause(d, 0);
        say(d, ".", HS_TAG_PUNCT);
        return;
    }
    switch (ROLL(d, 300, 120, 120, 85, 45, 45, 60, 55, 70, 25, 20, 18, 12, 8)) {
    case 0:
        clause(d, 0);
        break;
    case 1:
        compound_sentence(d);
        break;
    case 2:
        with_subordinate(d);
        break;
    case 3:
        fronted_clause(d, 0);
        break;
    case 4:
        quotation(d);
        break;
    case 5:
        opinion(d);
        break;
    case 6:
        question(d);
        end = 1;
        break;
    case 7:
        command(d);
        end = chance(d, .25) ? 2 : 0;
        break;
    case 8:
        fragment(d);
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
    if (chance(d, .02)) {
        comma(d);
        say_one(d, "too though right etc. please", HS_TAG_ADV);
    }
    say(d, chance(d, .04) ? one_of(d, "! !! ... ? !!!") : ends[end], HS_TAG_PUNCT);
}
