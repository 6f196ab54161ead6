/* noun_names.c – names of people, places and groups. Called by noun_phrase. Conventions: a person's
 * name is flat and its first part is the head (Henry of "Henry Sweet"); a title before a surname
 * leaves the surname as head, before a given name the given name; the name of a place or a firm
 * that is built from nouns has its last noun as head. */
#include "preset/train/grammar/parts.h"

#include <stdio.h>
#include <string.h>

const char *hsi_family_name(struct draft *d)
{
    return hsi_chance(d, .6) ? hsi_draw(d, POOL_SURNAME)->form[0] : hsi_invented(d, hsi_between(d, 2, 3));
}

static void initial(struct draft *d)
{
    char text[3] = {(char)('A' + hsi_between(d, 0, 25)), '.', 0};
    hsi_say(d, text, HS_TAG_PROPN);
}

/* The rest of a full name after the given name: M. Anderson, al - Sadr, Smith Jones. */
static void surname_part(struct draft *d)
{
    if (hsi_chance(d, .12))
        initial(d);
    if (hsi_chance(d, .04)) {
        hsi_say_one(d, "al el bin", HS_TAG_PROPN);
        hsi_say(d, "-", HS_TAG_PUNCT);
    } else if (hsi_chance(d, .03)) {
        hsi_say_one(d, "van de von", HS_TAG_PROPN);
    }
    hsi_say_name(d, hsi_family_name(d));
    if (hsi_chance(d, .05))
        hsi_say_name(d, hsi_family_name(d));
    if (hsi_chance(d, .03))
        hsi_say_one(d, "Jr. Sr. III II", HS_TAG_PROPN);
}

/* Roles before a name: their words are not the head and modify nothing. */
static void role_before(struct draft *d)
{
    if (hsi_chance(d, .5)) {
        if (hsi_chance(d, .35)) {
            int adjective = hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
            int role = hsi_say(d, hsi_draw(d, POOL_PERSON)->form[0], HS_TAG_NOUN);
            hsi_join(d, HS_MOD, adjective, role);
        } else {
            int group = hsi_say_name(d, hsi_draw(d, POOL_GROUP_NAME)->form[0]);
            int role = hsi_say(d, hsi_draw(d, POOL_PERSON)->form[0], HS_TAG_NOUN);
            hsi_join(d, HS_MOD, group, role);
        }
    } else {
        hsi_say(d, hsi_capitalised(d, hsi_draw(d, POOL_PERSON)->form[0]), HS_TAG_PROPN);
    }
}

static struct np apposition(struct draft *d, struct np np)
{
    hsi_comma(d);
    switch (ROLL(d, 5, 2, 2)) {
    case 0:
        hsi_np_short(d, ROLE_OTHER, POOL_PERSON, false);
        break;
    case 1: { // Nina Chahine , 19 ,
        int age = hsi_say(d, hsi_figure(d), HS_TAG_NUM);
        hsi_join(d, HS_MOD, age, np.head);
        break;
    }
    default: { // Smith , a teacher of music at the school
        int article = hsi_say(d, "a", HS_TAG_DET),
            noun = hsi_say(d, hsi_draw(d, POOL_PERSON)->form[0], HS_TAG_NOUN);
        hsi_join(d, HS_MOD, article, noun);
        hsi_prepositional(d, hsi_one_of(d, "of at from in with"), POOL_ANY, DEEP);
    }
    }
    hsi_comma(d);
    return np;
}

/* the old Henry Sweet; my friend Anna; the former Iraqi leader Saddam Hussein: before a noun, the
 * noun is the head */
static int described_name(struct draft *d, const char *given)
{
    int part[3];
    size_t parts = 0;
    part[parts++] =
        hsi_chance(d, .55) ? hsi_say(d, "the", HS_TAG_DET) : hsi_say_one(d, "my our his her", HS_TAG_POSS);
    bool noun = hsi_chance(d, .65);
    if (!noun || hsi_chance(d, .4))
        part[parts++] = hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ);
    int head = noun ? hsi_say(d, hsi_draw(d, POOL_PERSON)->form[0], HS_TAG_NOUN) : -1;
    int name = hsi_say_name(d, given);
    if (hsi_chance(d, .6))
        hsi_say_name(d, hsi_family_name(d));
    for (size_t i = 0; i < parts; i++)
        hsi_join(d, HS_MOD, part[i], noun ? head : name);
    return noun ? head : name;
}

struct np hsi_person_name(struct draft *d, int depth)
{
    bool man = hsi_chance(d, .55), known = hsi_chance(d, .68);
    enum gender gender = known ? (man ? MASCULINE : FEMININE) : SOMEONE;
    const char *given = known ? hsi_draw(d, man ? POOL_GIVEN_MAN : POOL_GIVEN_WOMAN)->form[0]
                              : hsi_invented(d, hsi_between(d, 1, 3));
    struct np np = {-1, false, 3};
    switch (ROLL(d, 42, 34, 14, 6, 4)) {
    case 0:
        np.head = hsi_say_name(d, given);
        break;
    case 1:
        np.head = hsi_say_name(d, given);
        surname_part(d);
        break;
    case 2: {
        static const char *const titles[] = {
            "Mr. Mr. Mr Dr. Prof. Sir Lord King Prince", "Mrs. Ms. Ms Miss Lady Queen Dr."};
        bool neutral = hsi_chance(d, .4);
        hsi_say_one(d,
            neutral ? "Dr. Dr President Senator Professor General Judge Captain Rep. Gov."
                    : titles[!man],
            HS_TAG_PROPN);
        gender = neutral ? SOMEONE : man ? MASCULINE : FEMININE;
        if (hsi_chance(d, .3)) {
            np.head = hsi_say_name(d, given);
            surname_part(d);
        } else {
            np.head = hsi_say_name(d, hsi_family_name(d));
        }
        break;
    }
    case 3:
        role_before(d);
        np.head = hsi_say_name(d, given);
        surname_part(d);
        break;
    default:
        np.head = described_name(d, given);
    }
    hsi_entity_add(d, np.head, gender, true);
    if (depth == 0 && hsi_chance(d, .07))
        return apposition(d, np);
    return np;
}

/* Nouns or invented words in capitals that modify a following capitalised head. */
static void name_parts(struct draft *d, int *part, size_t count)
{
    for (size_t i = 0; i < count; i++)
        switch (ROLL(d, 4, 1, 2, 2)) {
        case 0:
            part[i] = hsi_say_name(d, hsi_draw(d, POOL_PLACE_NAME)->form[0]);
            break;
        case 1:
            part[i] = hsi_say_name(d, hsi_invented(d, hsi_between(d, 1, 3)));
            break;
        case 2:
            part[i] = hsi_say_name(d, hsi_draw(d, hsi_chance(d, .5) ? POOL_ABSTRACT : POOL_OBJECT)->form[0]);
            break;
        default: {
            enum hs_tag tag = hsi_chance(d, .6) ? HS_TAG_PROPN : HS_TAG_ADJ;
            part[i] = hsi_say(d, hsi_capitalised(d, hsi_adjective_word(d)), tag);
        }
        }
}

static const char *group_word(struct draft *d)
{
    const char *known = hsi_draw(d, POOL_GROUP_NAME)->form[0];
    static const char *const plain =
        " apple ebay dell acer visa amex uber lyft audi fiat kia ford nike puma dior zara gap "
        "ikea lego asus sony yale al abba inc corp co ltd dow ";
    char padded[8];
    snprintf(padded, sizeof padded, " %.4s ", known);
    if (strlen(known) > 4 || strstr(plain, padded) || hsi_chance(d, .08))
        return known;
    char *place = d->scratch[d->turn++ % 8]; // NASA, BBC: short names are mostly initials
    for (size_t i = 0; i < 5; i++)
        place[i] = (char)(known[i] >= 'a' && known[i] <= 'z' ? known[i] - 'a' + 'A' : known[i]);
    return place;
}

struct np hsi_place_name(struct draft *d)
{
    struct np np = {-1, false, 3};
    const char *known =
        hsi_chance(d, .75) ? hsi_draw(d, POOL_PLACE_NAME)->form[0] : hsi_invented(d, hsi_between(d, 2, 3));
    switch (ROLL(d, 58, 6, 8, 14, 6, 8)) {
    case 0:
        np.head = hsi_say_name(d, known);
        break;
    case 1: // flat: San Francisco
        np.head = hsi_say_one(d, "San Santa Los Las La El Port Saint", HS_TAG_PROPN);
        hsi_say_name(d, known);
        break;
    case 2: { // New York, South Africa, Great Britain
        int first = hsi_say_one(
            d, "New North South East West Great Central Northern Southern Upper", HS_TAG_PROPN);
        np.head = hsi_say_name(d, known);
        hsi_join(d, HS_MOD, first, np.head);
        break;
    }
    case 3: {
        int article = hsi_chance(d, .35) ? hsi_say(d, "the", HS_TAG_DET) : -1;
        int name = hsi_say_name(d, known);
        np.head = hsi_say_one(d,
            "Street University River County Park Airport Island Hotel Museum Road Bridge Lake "
            "Square "
            "Avenue City Valley Bay Hospital School College Station Church Center Library Hall",
            HS_TAG_PROPN);
        hsi_join(d, HS_MOD, name, np.head);
        if (article >= 0)
            hsi_join(d, HS_MOD, article, np.head);
        break;
    }
    case 4: { // the University of London
        int article = hsi_say(d, "the", HS_TAG_DET);
        np.head = hsi_say_one(d, "University Gulf City State Bank Republic House Museum", HS_TAG_PROPN);
        hsi_join(d, HS_MOD, article, np.head);
        int of = hsi_say(d, "of", HS_TAG_PREP);
        hsi_join(d, HS_POBJ, of, hsi_say_name(d, known));
        break;
    }
    default: // Paris , France
        np.head = hsi_say_name(d, known);
        if (hsi_chance(d, .8))
            hsi_comma(d);
        hsi_say_name(d, hsi_draw(d, POOL_PLACE_NAME)->form[0]);
    }
    hsi_entity_add(d, np.head, THING, false);
    return np;
}

static const char *acronym(struct draft *d)
{
    char text[8];
    int length = hsi_between(d, 2, 4);
    for (int i = 0; i < length; i++)
        text[i] = "ABCDEFGHIKLMNOPRSTUVW"[hsi_random_below(d->random, 21)];
    text[length] = 0;
    char *copy = d->scratch[d->turn++ % 8];
    snprintf(copy, DRAFT_TEXT, "%s", text);
    return copy;
}

static struct np built_name(struct draft *d, const char *heads)
{
    int part[3];
    size_t count = 1 + ROLL(d, 6, 3, 1);
    int article = hsi_chance(d, .5) ? hsi_say(d, "the", HS_TAG_DET) : -1;
    name_parts(d, part, count);
    struct np np = {hsi_say_one(d, heads, HS_TAG_PROPN), false, 3};
    for (size_t i = 0; i < count;
         i++) // half of the longer names branch to the left: Columbia University Library
        hsi_join(d, HS_MOD, part[i],
            i + 1 < count && d->tag[part[i]] != HS_TAG_ADJ && hsi_chance(d, .5) ? part[i + 1]
                                                                            : np.head);
    if (article >= 0)
        hsi_join(d, HS_MOD, article, np.head);
    return np;
}

struct np hsi_group_name(struct draft *d)
{
    struct np np = {-1, false, 3};
    switch (ROLL(d, 45, 20, 35, 5)) {
    case 3: { // the militant group Hamas
        int the = hsi_say_one(d, "the this the", HS_TAG_DET);
        int adjective = hsi_chance(d, .5) ? hsi_say(d, hsi_adjective_word(d), HS_TAG_ADJ) : -1;
        np.head = hsi_say(d, hsi_draw(d, POOL_GROUP)->form[0], HS_TAG_NOUN);
        hsi_join(d, HS_MOD, the, np.head);
        if (adjective >= 0)
            hsi_join(d, HS_MOD, adjective, np.head);
        hsi_say_name(d, group_word(d));
        break;
    }
    case 0:
        np.head = hsi_say_name(d, hsi_chance(d, .7) ? group_word(d) : hsi_invented(d, hsi_between(d, 1, 3)));
        break;
    case 1: {
        int article = hsi_chance(d, .45) ? hsi_say(d, "the", HS_TAG_DET) : -1;
        np.head = hsi_say(d, acronym(d), HS_TAG_PROPN);
        if (article >= 0)
            hsi_join(d, HS_MOD, article, np.head);
        break;
    }
    default:
        np = built_name(d,
            "Company Committee Department Party Group Bank Association Corporation Inc. Corp. "
            "Ministry "
            "Army Council Agency Court Board Union Society Club Team Institute Foundation");
    }
    np.plural = hsi_chance(d, .1);
    hsi_entity_add(d, np.head, np.plural ? SEVERAL : THING, true);
    return np;
}

struct np hsi_title_name(struct draft *d)
{
    static const enum pool heads[] = {
        POOL_GROUP, POOL_PLACE, POOL_EVENT, POOL_INFO, POOL_ABSTRACT, POOL_OBJECT};
    struct np np = {-1, false, 3};
    switch (ROLL(d, 40, 12, 26, 14, 8)) {
    case 0: {
        int part[3];
        size_t count = ROLL(d, 1, 6, 3);
        int article = hsi_chance(d, .55) ? hsi_say(d, "the", HS_TAG_DET) : -1;
        name_parts(d, part, count);
        const struct hs_lemma *noun = hsi_draw(d, heads[hsi_between(d, 0, 5)]);
        np.plural = noun->form[1] && !noun->mass && hsi_chance(d, .2);
        np.head = hsi_say_name(d, noun->form[np.plural]);
        for (size_t i = 0; i < count; i++)
            hsi_join(d, HS_MOD, part[i], i + 1 < count && hsi_chance(d, .4) ? part[i + 1] : np.head);
        if (article >= 0)
            hsi_join(d, HS_MOD, article, np.head);
        hsi_entity_add(d, np.head, np.plural ? SEVERAL : THING, false);
        break;
    }
    case 1: { // the President, the Senator
        int article = hsi_say_one(d, "the the the this", HS_TAG_DET);
        np.head = hsi_say_name(d, hsi_draw(d, POOL_PERSON)->form[0]);
        hsi_join(d, HS_MOD, article, np.head);
        hsi_entity_add(d, np.head, SOMEONE, true);
        break;
    }
    case 2: // unknown full names are read like people's
        np.head = hsi_say_name(d, hsi_invented(d, hsi_between(d, 1, 3)));
        for (size_t more = ROLL(d, 3, 6, 1); more > 0; more--)
            hsi_say_name(d, hsi_invented(d, hsi_between(d, 1, 3)));
        hsi_entity_add(d, np.head, hsi_chance(d, .7) ? SOMEONE : THING, true);
        break;
    case 3: {
        int article = hsi_chance(d, .4) ? hsi_say(d, "the", HS_TAG_DET) : -1;
        np.head = hsi_say(d, acronym(d), HS_TAG_PROPN);
        if (article >= 0)
            hsi_join(d, HS_MOD, article, np.head);
        hsi_entity_add(d, np.head, THING, true);
        break;
    }
    default: { // Word 7, Section 4.6: the number carries no relation
        np.head = hsi_say_name(d, hsi_draw(d, POOL_INFO)->form[0]);
        char text[8];
        int number = hsi_between(d, 1, 40);
        snprintf(text, sizeof text, hsi_chance(d, .7) ? "%d" : "%d.4", number);
        hsi_say(d, text, HS_TAG_NUM);
        hsi_entity_add(d, np.head, THING, false);
    }
    }
    return np;
}
