/* noun_amounts.c – numbers, money, shares, dates and partitives. Called by noun_phrase and the time
 * adjuncts. Conventions: 500 of "$ 500 million" modifies million, which modifies $; % and the unit
 * are heads; the day is the head of "March 28", the month of "March 1998"; the quantity is the head
 * of "a lot of people". */
#include "preset/train/grammar/parts.h"

#include <stdio.h>
#include <string.h>

static const char *const small_numbers =
    "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty "
    "forty fifty sixty hundred";

const char *hsi_figure(struct draft *d)
{
    char *text = d->scratch[d->turn++ % 8];
    switch (ROLL(d, 34, 34, 14, 9, 9)) {
    case 0:
        return hsi_one_of(d, small_numbers);
    case 1:
        snprintf(text, DRAFT_TEXT, "%d", hsi_between(d, 2, 99));
        break;
    case 2:
        snprintf(text, DRAFT_TEXT, "%d", hsi_between(d, 100, 3000));
        break;
    case 3: {
        int ones = hsi_between(d, 0, 999);
        snprintf(text, DRAFT_TEXT, "%d,%03d", hsi_between(d, 1, 999), ones);
        break;
    }
    default: {
        int decimals = hsi_between(d, 0, 99);
        snprintf(text, DRAFT_TEXT, "%d.%d", hsi_between(d, 0, 40), decimals);
    }
    }
    return text;
}

void hsi_cardinal(struct draft *d, int *modifiers, size_t *count)
{
    if (hsi_chance(d, .10)) { // more than 60, about 20: no relation of their own
        if (hsi_chance(d, .6)) {
            hsi_say_one(d, "about around nearly almost only over some approximately", HS_TAG_ADV);
        } else {
            hsi_say_one(d, "more less", HS_TAG_ADJ);
            hsi_say(d, "than", HS_TAG_PREP);
        }
    } else if (hsi_chance(d, .04)) {
        int at = hsi_say(d, "at", HS_TAG_PREP);
        hsi_join(d, HS_POBJ, at, hsi_say_one(d, "least most", HS_TAG_ADJ));
    }
    int number = hsi_say(d, hsi_figure(d), HS_TAG_NUM);
    if (hsi_chance(d, .14)) {
        int scale = hsi_say_one(d, "hundred thousand million million billion dozen", HS_TAG_NUM);
        hsi_join(d, HS_MOD, number, scale);
        number = scale;
    } else if (hsi_chance(d, .04)) { // fifteen - twenty, thirty - five
        bool range = hsi_chance(d, .5);
        hsi_say(d, range ? "to" : "-", range ? HS_TAG_PREP : HS_TAG_PUNCT);
        if (!range) {
            int second = hsi_say(d, hsi_figure(d), HS_TAG_NUM);
            hsi_join(d, HS_MOD, number, second);
            number = second;
        } else {
            hsi_say(d, hsi_figure(d), HS_TAG_NUM);
        }
    }
    modifiers[(*count)++] = number;
}

static void of_something(struct draft *d, bool pronoun)
{
    int of = hsi_say(d, "of", HS_TAG_PREP);
    hsi_join(d, HS_POBJ, of, hsi_np_short(d, ROLE_OBJECT, POOL_ANY, pronoun).head);
}

struct np hsi_amount(struct draft *d)
{
    int part[4];
    size_t count = 0;
    struct np np = {-1, true, 3};
    if (hsi_chance(d, .45)) {
        np.head = hsi_say_one(d, "$ $ $ £ €", HS_TAG_X);
        int number = hsi_say(d, hsi_figure(d), HS_TAG_NUM);
        if (hsi_chance(d, .35)) {
            int scale = hsi_say_one(d, "million billion trillion", HS_TAG_NUM);
            hsi_join(d, HS_MOD, number, scale);
            number = scale;
        }
        hsi_join(d, HS_MOD, number, np.head);
        if (hsi_chance(d, .2)) { // a year: the unit carries no relation
            int article = hsi_say(d, "a", HS_TAG_DET);
            hsi_join(d, HS_MOD, article, hsi_say_one(d, "year month week day piece", HS_TAG_NOUN));
        }
        return np;
    }
    hsi_cardinal(d, part, &count);
    np.head = hsi_chance(d, .5) ? hsi_say(d, "%", HS_TAG_X)
                            : hsi_say_one(d, "percent dollars miles people years pounds", HS_TAG_NOUN);
    hsi_join(d, HS_MOD, part[0], np.head);
    if (hsi_chance(d, .45))
        of_something(d, false);
    return np;
}

struct np hsi_partitive(struct draft *d, enum pool sense)
{
    struct np np = {-1, true, 3};
    switch (ROLL(d, 45, 30, 25)) {
    case 0: {
        const char *word =
            hsi_one_of(d, "one some many most all two each none half both any several much");
        bool number = !strcmp(word, "one") || !strcmp(word, "two"),
             noun = !strcmp(word, "none") || !strcmp(word, "half");
        bool adjective = strchr("ms", word[0]) && strcmp(word, "some");
        np.plural = strcmp(word, "one") && strcmp(word, "each") && strcmp(word, "much");
        np.head = hsi_say(d, word,
            number      ? HS_TAG_NUM
            : noun      ? HS_TAG_NOUN
            : adjective ? HS_TAG_ADJ
                        : HS_TAG_PRON);
        break;
    }
    case 1: { // a lot of people
        int article = hsi_say(d, "a", HS_TAG_DET);
        int adjective = hsi_chance(d, .25)
                            ? hsi_say_one(d, "large small whole great huge good little", HS_TAG_ADJ)
                            : -1;
        np.head = hsi_say_one(
            d, "lot lot lot number couple bit group series piece kind variety bunch", HS_TAG_NOUN);
        hsi_join(d, HS_MOD, article, np.head);
        if (adjective >= 0)
            hsi_join(d, HS_MOD, adjective, np.head);
        break;
    }
    default:
        np.head =
            hsi_chance(d, .5) ? hsi_say_one(d, "lots plenty hundreds thousands dozens", HS_TAG_NOUN) : -1;
        if (np.head < 0) {
            int the = hsi_say_one(d, "the the this", HS_TAG_DET);
            np.head = hsi_say_one(d,
                "number rest end kind group majority cost price top part beginning", HS_TAG_NOUN);
            hsi_join(d, HS_MOD, the, np.head);
            np.plural = false;
        }
    }
    int of = hsi_say(d, "of", HS_TAG_PREP);
    if (hsi_chance(d, .2))
        hsi_join(d, HS_POBJ, of, hsi_personal_pronoun(d, CASE_OBJECT).head);
    else
        hsi_join(d, HS_POBJ, of, hsi_np_short(d, ROLE_OBJECT, sense, false).head);
    return np;
}

static int year(struct draft *d)
{
    char text[8];
    snprintf(text, sizeof text, "%d", hsi_between(d, 1700, 2030));
    return hsi_say(d, text, HS_TAG_NUM);
}

static int day_number(struct draft *d)
{
    char text[8];
    int day = hsi_between(d, 1, 31);
    const char *ending = day % 10 == 1 && day != 11   ? "st"
                         : day % 10 == 2 && day != 12 ? "nd"
                         : day % 10 == 3 && day != 13 ? "rd"
                                                      : "th";
    bool ordinal = hsi_chance(d, .2);
    snprintf(text, sizeof text, "%d%s", day, ordinal ? ending : "");
    return hsi_say(d, text, ordinal ? HS_TAG_ADJ : HS_TAG_NUM);
}

int hsi_date(struct draft *d, const char **preposition)
{
    *preposition = "on";
    if (hsi_chance(d, .15)) {
        *preposition = "in";
        return year(d);
    }
    const char *month = hsi_draw(d, POOL_MONTH)->form[0];
    int head;
    switch (ROLL(d, 30, 40, 18, 12)) {
    case 0:
        *preposition = hsi_one_of(d, "in in in since by until");
        return hsi_say_name(d, month);
    case 1: // March 28 [, 2005]
        hsi_say_name(d, month);
        head = day_number(d);
        if (hsi_chance(d, .4)) {
            if (hsi_chance(d, .85))
                hsi_comma(d);
            year(d);
        }
        return head;
    case 2: // March 1998: the month is the head
        *preposition = "in";
        head = hsi_say_name(d, month);
        year(d);
        return head;
    default: // 13 December [1998]: here the first word is the head
        head = day_number(d);
        hsi_say_name(d, month);
        if (hsi_chance(d, .5))
            year(d);
        return head;
    }
}
