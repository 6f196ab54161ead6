/* The sketch of a sentence, from given tags (so that no weights take part) and the shipped word
 * list: who is whose subject, object, head and antecedent. Each case is one sentence of word/TAG
 * pairs and what is expected of it. */
#include "check.h"
#include "preset/features/names.h"
#include "preset/sketch/sketch.h"

#include <stdlib.h>

enum { ROOM = 64 };
static struct hs_lexicon *lexicon;
static const char *const tag_names[HS_TAG_COUNT] = {HS_TAG_NAMES("")};

struct sentence {
    char text[512];
    char *word[ROOM];
    size_t n;
    struct hs_sketch sketch[ROOM];
};

static size_t tag_of(const char *name)
{
    for (size_t t = 0; t < HS_TAG_COUNT; t++)
        if (strcmp(tag_names[t], name) == 0)
            return t;
    fprintf(stderr, "no tag %s\n", name);
    exit(1);
}

/* Reads "The/DET dog/NOUN barks/VFIN". */
static void make(struct sentence *s, const char *pairs)
{
    static struct hs_word words[ROOM];
    static float posterior[ROOM * HS_TAG_COUNT];
    s->n = 0;
    snprintf(s->text, sizeof s->text, "%s", pairs);
    memset(posterior, 0, sizeof posterior);
    for (char *at = strtok(s->text, " "); at; at = strtok(NULL, " ")) {
        char *slash = strrchr(at, '/');
        *slash = '\0';
        s->word[s->n] = at;
        posterior[s->n * HS_TAG_COUNT + tag_of(slash + 1)] = 1;
        hsi_lexicon_look(lexicon, at, s->n == 0, false, &words[s->n]);
        s->n++;
    }
    hsi_sketch_make(words, posterior, s->n, s->sketch);
}

static size_t place(const struct sentence *s, const char *word)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->word[i], word) == 0)
            return i;
    fprintf(stderr, "no word %s\n", word);
    exit(1);
}

/* All of it, as a line of said/test_preset_sketch.txt: numbers count words from 1. */
static void check_whole(const struct sentence *s)
{
    static const char *const flags[HS_FLAG_COUNT] = {HS_FLAG_NAMES("")};
    struct hs_buffer line = {0};
    for (size_t i = 0; i < s->n; i++) {
        const struct hs_sketch *at = &s->sketch[i];
        const struct {
            const char *sign;
            int32_t to;
        } links[] = {{"^", at->head}, {"<", at->subject}, {">", at->governor}, {"=", at->antecedent}};
        hs_buffer_print(&line, "%s%s/%s", i ? " | " : "", s->word[i], tag_names[at->tag]);
        for (size_t k = 0; k < sizeof links / sizeof *links; k++)
            if (links[k].to != HS_NO_TOKEN)
                hs_buffer_print(&line, " %s%d", links[k].sign, (int)links[k].to + 1);
        hs_buffer_print(&line, " [%d, %u verbs", (int)at->phrase + 1, at->verbs);
        for (unsigned flag = 0; flag < HS_FLAG_COUNT; flag++)
            if (hsi_sketch_is(at, (enum hs_sketch_flag)flag))
                hs_buffer_print(&line, ", %s", flags[flag]);
        hs_buffer_print(&line, "]");
    }
    CHECK(line.data && tells(line.data, s->word[0]));
    hs_buffer_drop(&line);
}

/* Checks "verb<subject", "noun>verb" (its object), "noun@verb" (what else belongs to it), "word^head", "pronoun=antecedent",
 * each "word?relation" none. */
static void expect(const char *pairs, const char *facts)
{
    struct sentence s;
    char list[256];
    make(&s, pairs);
    check_whole(&s);
    snprintf(list, sizeof list, "%s", facts);
    for (char *fact = strtok(list, " "); fact; fact = strtok(NULL, " ")) {
        char *sign = strpbrk(fact, "<>@^="), kind = *sign;
        *sign = '\0';
        const struct hs_sketch *at = &s.sketch[place(&s, fact)];
        int32_t got = kind == '<'   ? at->subject
                      : kind == '>' || kind == '@' ? at->governor
                      : kind == '^' ? at->head
                                    : at->antecedent;
        bool none = strcmp(sign + 1, "none") == 0;
        bool right = none ? got == HS_NO_TOKEN : got == (int32_t)place(&s, sign + 1);
        if (kind == '>' && !none)
            right = right && hsi_sketch_is(at, HS_FLAG_OBJECT);
        if (kind == '@')
            right = right && !hsi_sketch_is(at, HS_FLAG_OBJECT) && !hsi_sketch_is(at, HS_FLAG_SUBJECT);
        CHECK(right);
        if (!right)
            fprintf(stderr, "  %s: %s%c%s, got %s\n", pairs, fact, kind, sign + 1,
                got < 0 ? "none" : s.word[got]);
    }
}

static void check_subjects(void)
{
    expect("The/DET student/NOUN delivered/VFIN the/DET book/NOUN to/PREP the/DET library/NOUN "
           "yesterday/NOUN ./PUNCT",
        "delivered<student book>delivered The^student to^library");
    expect("The/DET man/NOUN who/WH lives/VFIN near/PREP the/DET station/NOUN feeds/VFIN "
           "birds/NOUN ./PUNCT",
        "lives<who feeds<man who=man birds>feeds");
    expect("The/DET company/NOUN that/WH built/VFIN the/DET bridge/NOUN will/MODAL open/VBASE "
           "soon/ADV ./PUNCT",
        "built<that open<company will^open bridge>built that=company");
    expect("The/DET book/NOUN I/PRON read/VFIN was/BE good/ADJ ./PUNCT", "read<I was<book");
    expect("Did/DO you/PRON see/VBASE the/DET cat/NOUN ?/PUNCT", "see<you Did^see cat>see");
    expect("What/WH can/MODAL we/PRON do/DO ?/PUNCT", "do<we can^do What>do");
    expect(
        "There/EX is/VFIN a/DET man/NOUN in/PREP the/DET garden/NOUN ./PUNCT", "is<man in^garden");
    expect("The/DET window/NOUN was/BE broken/VPART by/PREP the/DET boy/NOUN ./PUNCT",
        "broken<window was^broken by^boy");
    expect("He/PRON came/VFIN and/CC sat/VFIN down/PRT ./PUNCT", "came<He sat<He down^sat");
    expect("My/POSS room/NOUN was/BE nice/ADJ and/CC the/DET attention/NOUN to/PREP detail/NOUN "
           "was/BE great/ADJ ./PUNCT",
        "was<room");
    expect("Bread/NOUN ,/PUNCT butter/NOUN and/CC milk/NOUN are/BE cheap/ADJ ./PUNCT", "are<Bread");
    expect("Anna/PROPN ,/PUNCT my/POSS sister/NOUN ,/PUNCT left/VFIN early/ADV ./PUNCT",
        "left<Anna early^left");
    expect("If/SC it/PRON rains/VFIN ,/PUNCT the/DET children/NOUN stay/VFIN inside/ADV ./PUNCT",
        "rains<it stay<children");
    expect("The/DET park/NOUN (/PUNCT a/DET lake/NOUN )/PUNCT closes/VFIN ./PUNCT", "closes<park");
    expect("Laura/PROPN and/CC I/PRON are/BE friends/NOUN ./PUNCT", "are<Laura");
    expect("I/PRON think/VFIN the/DET price/NOUN of/PREP oil/NOUN is/BE high/ADJ ./PUNCT",
        "think<I is<price of^oil");
}

/* Subjects that stand behind their verb, are a verb themselves, or have another clause in between. */
static void check_far_subjects(void)
{
    expect("Behind/PREP the/DET barn/NOUN grew/VFIN three/NUM tall/ADJ oaks/NOUN ./PUNCT", "grew<oaks barn@grew three^oaks");
    expect("On/PREP the/DET stage/NOUN stood/VFIN an/DET old/ADJ piano/NOUN ./PUNCT", "stood<piano stage@stood");
    expect("In/PREP the/DET end/NOUN he/PRON stood/VFIN there/ADV ./PUNCT", "stood<he");
    expect("Feeding/VING too/ADV much/ADJ bread/NOUN harms/VFIN ducks/NOUN ./PUNCT",
        "harms<Feeding bread>Feeding ducks>harms");
    expect("Playing/VING loud/ADJ music/NOUN at/PREP night/NOUN annoys/VFIN people/NOUN ./PUNCT", "annoys<Playing music>Playing");
    expect("To/TO read/VBASE letters/NOUN takes/VFIN time/NOUN ./PUNCT", "takes<read letters>read");
    expect("Closing/VING the/DET gate/NOUN he/PRON left/VFIN ./PUNCT", "left<he gate>Closing");
    expect("Glad/ADJ to/TO hear/VBASE all/PRON is/BE well/ADV ./PUNCT", "is<all");
    expect("Men/NOUN who/WH drink/NOUN die/VFIN young/ADJ ./PUNCT", "die<Men drink<who who=Men");
    expect("The/DET bar/NOUN that/WH closed/ADJ last/ADJ month/NOUN will/MODAL open/VBASE ./PUNCT",
        "open<bar closed<that month@closed");
}

/* Where and when: in front of the subject, bare, asked for. */
static void check_places_and_times(void)
{
    expect("In/PREP June/PROPN a/DET boat/NOUN in/PREP the/DET harbour/NOUN sank/VFIN ./PUNCT", "sank<boat June@sank");
    expect("The/DET next/ADJ summer/NOUN ,/PUNCT he/PRON went/VFIN home/ADV ./PUNCT", "went<he summer@went home@went");
    expect("She/PRON sold/VFIN her/POSS car/NOUN last/ADJ year/NOUN ./PUNCT", "car>sold year@sold");
    expect("They/PRON gave/VFIN us/PRON two/NUM days/NOUN ./PUNCT", "days>gave");
    expect("We/PRON stayed/VFIN a/DET night/NOUN in/PREP Rome/PROPN ./PUNCT", "night@stayed Rome@stayed");
    expect("He/PRON was/BE away/ADV this/DET week/NOUN ./PUNCT", "week@was");
    expect("Where/WH did/DO she/PRON hide/VBASE the/DET ring/NOUN ?/PUNCT", "Where@hide ring>hide hide<she");
    expect("When/WH will/MODAL the/DET bus/NOUN leave/VBASE ?/PUNCT", "When@leave leave<bus");
    expect("I/PRON forgot/VFIN when/WH he/PRON left/VFIN ./PUNCT", "when@none left<he");
    expect("I/PRON have/HAVE never/ADV slept/VPART there/ADV ./PUNCT", "never@slept there@slept");
    expect("She/PRON swims/VFIN three/NUM times/NOUN a/DET week/NOUN ./PUNCT", "times@swims week@none");
    expect("The/DET train/NOUN left/VFIN shortly/ADV before/PREP noon/NOUN ./PUNCT", "noon@left shortly@none shortly^left");
    expect("They/PRON married/VFIN on/PREP June/PROPN 7/NUM ./PUNCT", "7@married");
    expect("One/NUM mill/NOUN closed/VFIN ,/PUNCT and/CC in/PREP March/PROPN 1950/NUM ,/PUNCT a/DET storm/NOUN broke/VFIN it/PRON ./PUNCT",
        "broke<storm March@broke closed<mill");
    expect("He/PRON sold/VFIN it/PRON and/CC in/PREP spring/NOUN moved/VFIN away/ADV ./PUNCT", "moved<He spring@moved it>sold");
    expect("Last/ADJ evening/NOUN ,/PUNCT while/SC we/PRON ate/VFIN ,/PUNCT a/DET thief/NOUN came/VFIN ./PUNCT",
        "came<thief ate<we evening@came");
    expect("The/DET girl/NOUN who/WH lives/VFIN upstairs/ADV sings/VFIN ./PUNCT", "upstairs^lives upstairs@lives sings<girl");
}

static void check_objects(void)
{
    expect("They/PRON elected/VFIN Clara/PROPN mayor/NOUN ./PUNCT", "Clara>elected mayor@elected");
    expect("She/PRON called/VFIN her/POSS boss/NOUN a/DET thief/NOUN ./PUNCT", "boss>called thief@called");
    expect("She/PRON gave/VFIN the/DET boy/NOUN a/DET book/NOUN ./PUNCT", "book>gave");
    expect("They/PRON protect/VFIN and/CC defend/VFIN the/DET law/NOUN ./PUNCT", "law>protect");
    expect("I/PRON have/VFIN a/DET cat/NOUN named/VFIN Tom/PROPN ./PUNCT", "cat>have");
    expect("The/DET thing/NOUN that/WH I/PRON want/VFIN to/TO do/VBASE is/BE easy/ADJ ./PUNCT",
        "that>do want<I is<thing to^do");
    expect(
        "They/PRON sold/VFIN more/ADJ than/PREP 300/NUM books/NOUN ./PUNCT", "books>sold than^300");
}

static void check_phrases(void)
{
    expect("The/DET old/ADJ and/CC tired/ADJ dog/NOUN slept/VFIN ./PUNCT",
        "The^dog old^dog tired^dog slept<dog");
    expect("John/PROPN 's/PMARK new/ADJ car/NOUN broke/VFIN ./PUNCT", "new^car John^car broke<car");
    expect("Henry/PROPN Sweet/PROPN wrote/VFIN books/NOUN ./PUNCT", "wrote<Henry");
    expect("Mr./PROPN Brown/PROPN left/VFIN ./PUNCT", "left<Brown");
    expect("We/PRON met/VFIN on/PREP January/PROPN 25/NUM ./PUNCT", "on^25");
    expect("We/PRON met/VFIN in/PREP January/PROPN 1999/NUM ./PUNCT", "in^January");
    expect("It/PRON cost/VFIN $/X 5/NUM million/NUM ./PUNCT", "$>cost");
    expect("She/PRON ran/VFIN out/PREP of/PREP the/DET house/NOUN ./PUNCT", "out^house of^house");
    expect("He/PRON has/HAVE n't/NEG always/ADV slept/VPART ./PUNCT",
        "has^slept n't^slept always^slept");
    expect("a/DET very/ADV old/ADJ house/NOUN", "old^house very^old");
    expect("We/PRON saw/VFIN San/PROPN Francisco/PROPN ./PUNCT", "San>saw");
    expect("We/PRON crossed/VFIN San/PROPN Diego/PROPN Bay/PROPN ./PUNCT", "Bay>crossed");
    expect("On/PREP April/PROPN 2/NUM Reuters/PROPN reported/VFIN it/PRON ./PUNCT",
        "On^2 reported<Reuters");
    expect("over/PREP the/DET past/NOUN few/ADJ years/NOUN", "over^years");
    expect("at/PREP a/DET month/NOUN -/PUNCT long/ADJ fair/NOUN", "at^fair a^fair");
    expect("the/DET militant/ADJ group/NOUN Hamas/PROPN", "militant^group");
}

static void check_reference(void)
{
    expect("She/PRON gave/VFIN the/DET letter/NOUN to/PREP her/POSS brother/NOUN because/SC "
           "he/PRON had/HAVE asked/VPART for/PREP it/PRON ./PUNCT",
        "her=She he=brother it=letter asked<he for^it");
    expect("Anna/PROPN lost/VFIN her/POSS keys/NOUN but/CC she/PRON found/VFIN them/PRON ./PUNCT",
        "she=her them=keys");
    expect(
        "He/PRON knows/VFIN the/DET men/NOUN and/CC women/NOUN who/WH work/VFIN here/ADV ./PUNCT",
        "who=men");
    expect("Nora/PROPN met/VFIN Felix/PROPN at/PREP the/DET hotel/NOUN and/CC they/PRON danced/VFIN ./PUNCT", "they=Nora");
    expect("A/DET boy/NOUN and/CC a/DET girl/NOUN left/VFIN the/DET school/NOUN in/PREP May/PROPN ,/PUNCT and/CC "
           "they/PRON ran/VFIN ./PUNCT",
        "they=boy");
    expect("Nora/PROPN met/VFIN three/NUM friends/NOUN of/PREP Felix/PROPN and/CC they/PRON danced/VFIN ./PUNCT", "they=friends");
    expect("Teachers/NOUN often/ADV have/VFIN gaps/NOUN in/PREP their/POSS knowledge/NOUN ./PUNCT", "their=Teachers");
    expect("The/DET guard/NOUN saw/VFIN a/DET lady/NOUN and/CC her/POSS dog/NOUN ./PUNCT", "her=lady");
    expect("A/DET fox/NOUN saw/VFIN a/DET hen/NOUN ,/PUNCT and/CC it/PRON ran/VFIN from/PREP it/PRON ./PUNCT", "it=fox");
    expect("The/DET report/NOUN that/SC quickly/ADV changed/VFIN it/PRON was/BE short/ADJ ./PUNCT", "that=report changed<that");
    expect("I/PRON spent/VFIN money/NOUN that/DET Paula/PROPN earned/VFIN ./PUNCT", "that=money that>earned earned<Paula");
    expect("There/EX are/VFIN huts/NOUN that/DET shelter/NOUN guests/NOUN ./PUNCT", "that=huts shelter<that guests>shelter");
    expect("a/DET coat/NOUN which/WH she/PRON made/VFIN and/CC whom/WH I/PRON wore/VFIN", "which=coat whom=coat");
    expect("Is/VFIN there/EX a/DET man/NOUN here/ADV who/WH sings/VFIN ?/PUNCT", "who=man");
    expect("a/DET place/NOUN in/PREP London/PROPN that/WH sells/VFIN tea/NOUN", "that=place");
    expect("I/PRON bought/VFIN some/DET plates/NOUN ,/PUNCT some/ADJ of/PREP which/WH broke/VFIN ./PUNCT", "which=plates");
    expect("We/PRON have/VFIN pupils/NOUN both/CC of/PREP whom/WH are/BE ill/ADJ ./PUNCT", "whom=pupils");
    expect("He/PRON met/VFIN someone/PRON in/PREP college/NOUN who/WH sang/VFIN ./PUNCT", "who=someone");
    expect("the/DET owners/NOUN of/PREP the/DET dog/NOUN that/WH barks/VFIN", "that=dog");
    expect("the/DET leaves/NOUN of/PREP the/DET tree/NOUN that/WH fall/VFIN", "that=leaves");
    expect("My/POSS uncle/NOUN and/CC a/DET girl/NOUN who/WH sings/VFIN came/VFIN ./PUNCT", "who=girl");
    expect("I/PRON met/VFIN the/DET king/NOUN of/PREP Spain/PROPN ,/PUNCT Alfonso/PROPN ,/PUNCT who/WH smiled/VFIN ./PUNCT", "who=king");
    expect("a/DET branch/NOUN of/PREP old/ADJ medicine/NOUN which/WH helped/VFIN", "which=branch");
    expect("He/PRON keeps/VFIN a/DET horse/NOUN that/SC his/POSS father/NOUN will/MODAL let/VBASE me/PRON ride/VBASE ./PUNCT", "that=horse");
    expect("He/PRON told/VFIN the/DET man/NOUN that/SC his/POSS horse/NOUN slept/VFIN ./PUNCT", "that=none");
    expect("It/PRON is/BE an/DET idea/NOUN that/SC we/PRON believe/VFIN to/TO be/BE new/ADJ ./PUNCT", "that=idea");
    expect("The/DET film/NOUN that/SC I/PRON 'm/BE gon/VING na/TO show/VBASE ./PUNCT", "that=film");
    expect("the/DET letter/NOUN that/SC she/PRON signed/VFIN where/WH he/PRON sat/VFIN", "that=letter");
    expect("The/DET fact/NOUN that/SC she/PRON left/VFIN him/PRON hurts/VFIN ./PUNCT", "that=none");
    expect("We/PRON own/VFIN barns/NOUN that/DET house/NOUN old/ADJ ponies/NOUN ./PUNCT", "that=barns");
}

/* Whatever the tags, the sketch stays inside the sentence. */
static void check_any_tags(void)
{
    static struct hs_word words[ROOM];
    static struct hs_sketch sketch[ROOM];
    static float posterior[ROOM * HS_TAG_COUNT];
    size_t forms = hsi_lexicon_forms(lexicon), outside = 0;
    uint32_t state = 1;
    for (size_t run = 0; run < 4000; run++) {
        size_t n = run % ROOM;
        memset(posterior, 0, sizeof posterior);
        for (size_t i = 0; i < n; i++) {
            state = state * 1664525u + 1013904223u;
            /* every other word is one of the function words at the list's end, where the rules are */
            size_t form = state >> 8 & 1 ? state % forms : forms - 1 - (state >> 9) % 400;
            hsi_lexicon_look(lexicon, hsi_lexicon_form(lexicon, form), i == 0, false, &words[i]);
            posterior[i * HS_TAG_COUNT + (state >> 20) % HS_TAG_COUNT] = 1;
        }
        hsi_sketch_make(words, posterior, n, sketch);
        for (size_t i = 0; i < n; i++) {
            const int32_t links[] = {sketch[i].head, sketch[i].subject, sketch[i].governor,
                sketch[i].antecedent, sketch[i].phrase};
            for (size_t k = 0; k < sizeof links / sizeof *links; k++)
                outside += links[k] < HS_NO_TOKEN || links[k] >= (int32_t)n;
            outside += sketch[i].verbs > i;
        }
    }
    CHECK(outside == 0);
}

TEST(test_preset_sketch)
{
    struct hs_error error;
    if (hsi_lexicon_open(HS_SOURCE_DIR "/assets/lexicon.json", &lexicon, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    check_subjects();
    check_far_subjects();
    check_places_and_times();
    check_objects();
    check_phrases();
    check_reference();
    check_any_tags();
    hsi_lexicon_drop(lexicon);
    return check_report();
}
