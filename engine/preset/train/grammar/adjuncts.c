/* adjuncts.c – adverbs and prepositional phrases of a verb: place, time, manner, others. Called by
 * the verb phrases. A place or time is joined to its verb (loct); where both an adverb or a bare
 * noun ("yesterday") and a prepositional phrase stand, the former weighs more. An adverb points
 * to the verb (aux). */
#include "preset/train/grammar/parts.h"

#include <string.h>

bool hsi_takes_adverbs(const struct draft *d, int verb)
{
    if (verb < 0)
        return false;
    enum hs_tag tag = d->tag[verb];
    return tag == HS_TAG_VFIN || tag == HS_TAG_VBASE || tag == HS_TAG_VING || tag == HS_TAG_VPART;
}

static void adverb_link(struct draft *d, int adverb, int verb)
{
    if (hsi_takes_adverbs(d, verb))
        hsi_join(d, HS_AUX, adverb, verb);
}

static void place(struct draft *d, int verb, int depth)
{
    static const char *const prepositions =
        "in in in in at at at to to to to to to to on on from from into through near behind under "
        "across "
        "around inside outside over along "
        "between toward towards onto above past beside throughout within among off";
    if (hsi_chance(d, .07))
        adverb_link(d, hsi_say_one(d, "back away over straight out down up next", HS_TAG_ADV), verb);
    int preposition = hsi_say_one(d, prepositions, HS_TAG_PREP);
    enum pool sense = hsi_chance(d, .84) ? POOL_PLACE : hsi_chance(d, .6) ? POOL_OBJECT : POOL_EVENT;
    struct np np =
        hsi_noun_phrase(d, (struct np_wish){ROLE_OTHER, sense, depth < 1 ? 1 : depth, false, false});
    hsi_join(d, HS_POBJ, preposition, np.head);
    if (sense == POOL_PLACE || hsi_chance(d, .25))
        hsi_join(d, HS_LOCT, verb, np.head);
    if (sense == POOL_PLACE &&
        hsi_chance(d, .08)) // in the office at the station: the second belongs to the noun
        hsi_prepositional(d, hsi_one_of(d, "in at near of on"), POOL_PLACE, DEEP);
}

static int part_of_day(struct draft *d, int day)
{
    int part = hsi_say_one(d, "morning night evening afternoon", HS_TAG_NOUN);
    hsi_join(d, HS_MOD, day, part);
    return part;
}

/* last week, every morning, the next day */
static int determined_time(struct draft *d)
{
    static const char *const units =
        "week month year night morning time summer winter weekend evening day afternoon spring "
        "fall season Monday Friday Sunday";
    const char *before = hsi_one_of(d, "last next this every that each one all this last the");
    enum hs_tag tag = strchr("ln", before[0])  ? HS_TAG_ADJ
                      : !strcmp(before, "one") ? HS_TAG_NUM
                                               : HS_TAG_DET;
    int determiner = hsi_say(d, before, tag);
    int adjective =
        !strcmp(before, "the") ? hsi_say_one(d, "next following other same first", HS_TAG_ADJ) : -1;
    const char *unit = hsi_one_of(d, units);
    int head = hsi_say(d, unit, unit[0] < 'a' ? HS_TAG_PROPN : HS_TAG_NOUN);
    hsi_join(d, HS_MOD, determiner, head);
    if (adjective >= 0)
        hsi_join(d, HS_MOD, adjective, head);
    return head;
}

static const char *const lengths = "days weeks years months hours minutes decades times";

/* two days ago: the adverb is the time, the noun only measures it */
static int measured_time(struct draft *d, int verb)
{
    int modifiers[2];
    size_t count = 0;
    if (hsi_chance(d, .3)) {
        modifiers[count++] = hsi_say(d, "a", HS_TAG_DET);
        if (hsi_chance(d, .6))
            modifiers[count++] = hsi_say_one(d, "few long couple", HS_TAG_ADJ);
    } else {
        modifiers[count++] =
            hsi_say(d, hsi_chance(d, .3) ? hsi_one_of(d, "many several some") : hsi_figure(d), HS_TAG_NUM);
        if (strchr("ms", hsi_text_of(d, modifiers[0])[0]))
            d->tag[modifiers[0]] = HS_TAG_ADJ;
    }
    int unit = hsi_say_one(d, hsi_chance(d, .7) ? lengths : "time while week year month", HS_TAG_NOUN);
    for (size_t i = 0; i < count; i++)
        hsi_join(d, HS_MOD, modifiers[i], unit);
    int head = hsi_say_one(d, "ago ago ago later earlier before", HS_TAG_ADV);
    adverb_link(d, head, verb);
    return head;
}

/* five times a year: the unit carries no relation */
static int counted_time(struct draft *d)
{
    int number = hsi_say(d, hsi_figure(d), HS_TAG_NUM);
    int head = hsi_say_one(d, lengths, HS_TAG_NOUN);
    hsi_join(d, HS_MOD, number, head);
    if (hsi_chance(d, .3)) {
        int a = hsi_say(d, "a", HS_TAG_DET);
        hsi_join(d, HS_MOD, a, hsi_say_one(d, "year week day month", HS_TAG_NOUN));
    }
    return head;
}

/* the first time that I saw it */
static int described_time(struct draft *d)
{
    int the = hsi_say(d, "the", HS_TAG_DET);
    int which = hsi_say_one(d, "first last next second one only", HS_TAG_ADJ);
    int head = hsi_say_one(d, "time time time day night year", HS_TAG_NOUN);
    hsi_join(d, HS_MOD, the, head);
    hsi_join(d, HS_MOD, which, head);
    if (hsi_chance(d, .5))
        hsi_say(d, "that", HS_TAG_SC);
    struct np subject = hsi_np_short(d, ROLE_SUBJECT, POOL_ANY, true);
    hsi_verb_phrase(d, subject, DEEP);
    return head;
}

/* Times without a preposition. */
static void bare_time(struct draft *d, int verb)
{
    int head;
    const char *preposition;
    switch (ROLL(d, 26, 34, 10, 16, 8, 6, 3)) {
    case 0:
        head = hsi_say_one(d, "yesterday today tomorrow tonight today", HS_TAG_NOUN);
        if (hsi_chance(d, .12))
            head = part_of_day(d, head);
        break;
    case 1:
        head = determined_time(d);
        break;
    case 2:
        head = measured_time(d, verb);
        break;
    case 3:
        head = hsi_say_name(d, hsi_draw(d, POOL_DAY)->form[0]);
        if (hsi_chance(d, .3))
            head = part_of_day(d, head);
        break;
    case 4:
        head = counted_time(d);
        break;
    case 5:
        head = hsi_date(d, &preposition);
        break;
    default:
        head = described_time(d);
    }
    hsi_join_weighted(d, HS_LOCT, verb, head, DIRECT_NOUN);
}

static void time_phrase(struct draft *d, int verb)
{
    static const char *const spans =
        "in during after before for at until since on over by within through throughout around";
    const char *preposition = "on";
    int handle = hsi_make(d, preposition, HS_TAG_PREP), head;
    hsi_put(d, handle);
    switch (ROLL(d, 18, 30, 12, 40)) {
    case 0:
        head = hsi_say_name(d, hsi_draw(d, POOL_DAY)->form[0]);
        preposition = hsi_one_of(d, "on on on by until since");
        if (hsi_chance(d, .25)) {
            int day = head;
            head = hsi_say_one(d, "morning night evening afternoon mornings", HS_TAG_NOUN);
            hsi_join(d, HS_MOD, day, head);
        }
        break;
    case 1:
        head = hsi_date(d, &preposition);
        break;
    case 2: {
        const char *hour =
            hsi_one_of(d, "noon night midnight dawn 8:30 five seven 9 10:15 6 three once");
        bool named = strchr("nmdo", hour[0]);
        preposition = hsi_one_of(d, "at at at until by after before");
        head = hsi_say(d, hour, named ? HS_TAG_NOUN : HS_TAG_NUM);
        if (!named && hsi_chance(d, .3))
            hsi_say_one(d, "am pm a.m. p.m. o'clock", HS_TAG_NOUN);
        break;
    }
    default:
        preposition = hsi_one_of(d, spans);
        head = hsi_np_short(d, ROLE_OTHER, hsi_chance(d, .75) ? POOL_TIME : POOL_EVENT, false).head;
    }
    hsi_retext(d, handle, preposition);
    hsi_join(d, HS_POBJ, handle, head);
    hsi_join(d, HS_LOCT, verb, head);
}

static void adverb_of_place(struct draft *d, int verb)
{
    int adverb = hsi_say_one(d,
        "here there home outside inside upstairs abroad nearby everywhere away somewhere here "
        "there home "
        "downtown anywhere downstairs",
        HS_TAG_ADV);
    hsi_join_weighted(d, HS_LOCT, verb, adverb, DIRECT);
    adverb_link(d, adverb, verb);
}

static void adverb_of_time(struct draft *d, int verb)
{
    if (hsi_chance(d, .12)) { // right now, as soon: the first word belongs to the adverb
        hsi_say_one(d, "right just even only", HS_TAG_ADV);
    }
    int adverb = hsi_say_one(d,
        "now soon then again later recently once early late already yet always often before today "
        "now "
        "sometimes finally immediately currently forever afterwards twice never",
        HS_TAG_ADV);
    hsi_join_weighted(d, HS_LOCT, verb, adverb, DIRECT);
    adverb_link(d, adverb, verb);
}

static void manner(struct draft *d, int verb)
{
    int adverb;
    if (hsi_chance(d, .15))
        hsi_say_one(d, "very so too as more really quite", HS_TAG_ADV);
    if (hsi_chance(d, .25))
        adverb = hsi_say_one(d,
            "too also anyway enough instead together back well better hard much more though again "
            "however",
            HS_TAG_ADV);
    else
        adverb = hsi_say(d, hsi_draw(d, POOL_MANNER)->form[0], HS_TAG_ADV);
    adverb_link(d, adverb, verb);
}

bool hsi_tells_where(const char *preposition)
{
    static const char *const where[] = {
        "in", "at", "to", "on", "from", "over", "into", "through", "via"};
    for (size_t i = 0; i < sizeof where / sizeof *where; i++)
        if (strcmp(preposition, where[i]) == 0)
            return true;
    return false;
}

void hsi_verb_phrase_in(struct draft *d, int verb, const char *preposition, enum pool sense, int depth)
{
    bool where = hsi_tells_where(preposition);
    int noun = hsi_prepositional(d, preposition, sense, depth < 1 ? 1 : depth);
    if (where && d->sense[noun] == POOL_PLACE)
        hsi_join(d, HS_LOCT, verb, noun);
}

static void other_phrase(struct draft *d, int verb, int depth)
{
    static const char *const prepositions =
        "with with with for for for about about by of of to to to from without like as as "
        "against on on in in in than at over into through despite per via upon";
    static const enum pool senses[] = {
        POOL_ANY, POOL_ANY, POOL_PERSON, POOL_OBJECT, POOL_ABSTRACT, POOL_INFO};
    enum pool sense = senses[hsi_between(d, 0, 5)];
    hsi_verb_phrase_in(d, verb, hsi_one_of(d, prepositions), sense, depth);
}

/* Fixed pairs. The first word carries the relation in the gold data, the second none, except "due
 * to", "next to". */
static void paired_preposition(struct draft *d, int verb, int depth)
{
    static const struct {
        const char *first, *second;
        enum hs_tag tag;
        bool first_governs;
    } pairs[] = {
        {"because", "of", HS_TAG_PREP, true},
        {"out", "of", HS_TAG_PREP, true},
        {"due", "to", HS_TAG_ADJ, false},
        {"according", "to", HS_TAG_VING, false},
        {"next", "to", HS_TAG_ADV, false},
        {"up", "to", HS_TAG_ADV, false},
        {"instead", "of", HS_TAG_ADV, false},
        {"such", "as", HS_TAG_ADJ, false},
        {"away", "from", HS_TAG_ADV, false},
        {"together", "with", HS_TAG_ADV, false},
    };
    size_t i = ROLL(d, 3, 3, 1, 1, 2, 1, 1, 1, 2, 1);
    int first = hsi_say(d, pairs[i].first, pairs[i].tag);
    int second = hsi_say(d, pairs[i].second, HS_TAG_PREP);
    struct np np = hsi_np_any(d, ROLE_OTHER, depth < 1 ? 1 : depth);
    hsi_join(d, HS_POBJ, pairs[i].first_governs ? first : second, np.head);
    if (i == 4 || i == 8 || i == 9)
        adverb_link(d, first, verb);
}

static void rare(struct draft *d, int verb, int depth)
{
    switch (ROLL(d, 32, 20, 14, 10, 12, 12)) {
    case 0:
        hsi_gerund_phrase(d, depth);
        break;
    case 1:
        paired_preposition(d, verb, depth);
        break;
    case 2: { // from Monday to Friday, from London to Paris
        bool places = hsi_chance(d, .5);
        int from = hsi_say(d, "from", HS_TAG_PREP),
            start = hsi_np_short(d, ROLE_OTHER, places ? POOL_PLACE : POOL_TIME, false).head;
        int to = hsi_say_one(d, "to to until", HS_TAG_PREP),
            end = hsi_np_short(d, ROLE_OTHER, places ? POOL_PLACE : POOL_TIME, false).head;
        hsi_join(d, HS_POBJ, from, start);
        hsi_join(d, HS_POBJ, to, end);
        hsi_join(d, HS_LOCT, verb, start);
        hsi_join(d, HS_LOCT, verb, end);
        break;
    }
    case 3: { // at all, at least, for good
        int at = hsi_say_one(d, "at at for in as", HS_TAG_PREP);
        hsi_join(d, HS_POBJ, at, hsi_say_one(d, "least all last first general good such", HS_TAG_ADJ));
        break;
    }
    case 4: { // as well, of course, for example
        int first = hsi_say_one(d, "of as for", HS_TAG_PREP);
        switch (hsi_text_of(d, first)[0]) {
        case 'o':
            d->tag[first] = HS_TAG_ADV;
            adverb_link(d, first, verb);
            hsi_say(d, "course", HS_TAG_NOUN);
            break;
        case 'a':
            d->tag[first] = HS_TAG_ADV;
            hsi_mute(d, HS_AUX, first);
            adverb_link(d, hsi_say(d, "well", HS_TAG_ADV), verb);
            break;
        default:
            hsi_join(d, HS_POBJ, first, hsi_say_one(d, "example instance sure free fun", HS_TAG_NOUN));
        }
        break;
    }
    default: { // ", leaving it there"
        hsi_comma(d);
        int participle = hsi_say(d, hsi_verb_for(d, FRAME_TRANSITIVE)->form[4], HS_TAG_VING);
        hsi_join(d, HS_OBJ, participle, hsi_np_short(d, ROLE_OBJECT, POOL_ANY, true).head);
    }
    }
}

void hsi_adjunct(struct draft *d, int verb, int depth, enum adjunct kind)
{
    if (kind == ADJUNCT_ANY)
        kind = (enum adjunct)ROLL(d, 26, 17, 6, 9, 10, 24, 8);
    switch (kind) {
    case ADJUNCT_PLACE:
        place(d, verb, depth);
        break;
    case ADJUNCT_TIME:
        if (hsi_chance(d, .48))
            bare_time(d, verb);
        else
            time_phrase(d, verb);
        break;
    case ADJUNCT_PLACE_ADVERB:
        adverb_of_place(d, verb);
        break;
    case ADJUNCT_TIME_ADVERB:
        adverb_of_time(d, verb);
        break;
    case ADJUNCT_MANNER:
        manner(d, verb);
        break;
    case ADJUNCT_OTHER:
        other_phrase(d, verb, depth);
        break;
    default:
        rare(d, verb, depth);
    }
}

/* The verb that what follows is read with: the last one said since `verb`, or `verb`. */
static int nearest_verb(const struct draft *d, int verb)
{
    for (size_t i = d->placed; i-- > 0 && d->order[i] != verb;)
        if (hsi_takes_adverbs(d, d->order[i]))
            return d->order[i];
    return verb;
}

void hsi_adjuncts(struct draft *d, int verb, int depth)
{
    static const enum adjunct times[] = {ADJUNCT_TIME, ADJUNCT_TIME, ADJUNCT_TIME_ADVERB};
    if (!hsi_chance(d, .15))
        verb = nearest_verb(d, verb);
    if (hsi_chance(d, d->mix->pairs)) {
        hsi_adjunct(d, verb, depth, ADJUNCT_PLACE);
        hsi_adjunct(d, verb, depth, times[hsi_between(d, 0, 2)]);
        return;
    }
    for (size_t count = ROLL(d, 47, 39, 14); count > 0; count--)
        hsi_adjunct(d, verb, depth, ADJUNCT_ANY);
}
