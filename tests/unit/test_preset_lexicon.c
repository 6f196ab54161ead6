/* The word list: what the reader refuses, how it inflects, what a look-up gives for known, unknown
 * and capitalised words. Runs on small lists written here and on the shipped one. */
#include "check.h"
#include "preset/features/names.h"
#include "preset/lexicon/function_words.h"
#include "preset/lexicon/lexicon.h"

#include <stdlib.h>

#define BIT(attribute) (UINT64_C(1) << (attribute))

static struct hs_error error;

/* A list with the given groups; other fields follow in `rest` (", \"doubling\": …"). */
static struct hs_lexicon *list(const char *groups, const char *rest)
{
    char text[4096];
    struct hs_lexicon *lexicon = NULL;
    snprintf(text, sizeof text, "{\"format\": \"headscope-lexicon 1\", \"groups\": [%s]%s}", groups,
        rest);
    if (hsi_lexicon_parse("list", text, strlen(text), &lexicon, &error))
        return NULL;
    return lexicon;
}

static struct hs_word look(const struct hs_lexicon *lexicon, const char *text, bool first)
{
    struct hs_word word;
    hsi_lexicon_look(lexicon, text, first, false, &word);
    return word;
}

static enum hs_tag likeliest(const struct hs_word *word)
{
    unsigned best = 0;
    for (unsigned t = 1; t < HS_TAG_COUNT; t++)
        if (word->prior[t] > word->prior[best])
            best = t;
    return (enum hs_tag)best;
}

/* ------------------------------------------------------------------ refusals */

static void refuse(const char *json, const char *must_say)
{
    struct hs_lexicon *lexicon = NULL;
    enum hs_status status = hsi_lexicon_parse("list", json, strlen(json), &lexicon, &error);
    CHECK(status == HS_BAD_INPUT);
    CHECK(lexicon == NULL);
    bool said = tells(error.message, must_say) && strncmp(error.message, "list", 4) == 0;
    CHECK(said);
    if (!said)
        fprintf(stderr, "  %s\n  says: %s\n", json, error.message);
    hsi_lexicon_drop(lexicon);
}

#define HEAD "{\"format\": \"headscope-lexicon 1\", \"groups\": ["
static void check_refusals(void)
{
    refuse("", "JSON");
    refuse("[]", "object");
    refuse("{\"groups\": [{\"class\": \"adjective\", \"words\": \"old\"}]}", "format");
    refuse("{\"format\": \"headscope-lexicon 2\", \"groups\": []}", "format");
    refuse("{\"format\": \"headscope-lexicon 1\"}", "groups");
    refuse(HEAD "]}", "groups");
    refuse(HEAD "7]}", "groups[0]");
    refuse(HEAD "{\"words\": \"a\"}]}", "class");
    refuse(HEAD "{\"class\": \"adverbial\", \"words\": \"a\"}]}", "class");
    refuse(HEAD "{\"class\": \"adverb\", \"kind\": \"sometimes\", \"words\": \"a\"}]}", "class");
    refuse(HEAD "{\"class\": \"noun\", \"words\": \"dog\"}]}", "sense");
    refuse(HEAD "{\"class\": \"noun\", \"sense\": \"beast\", \"words\": \"dog\"}]}", "sense");
    refuse(HEAD "{\"class\": \"verb\", \"frame\": \"triple\", \"words\": \"go\"}]}", "frame");
    refuse(HEAD
        "{\"class\": \"noun\", \"sense\": \"animal\", \"gender\": \"x\", \"words\": \"dog\"}]}",
        "gender");
    refuse(HEAD "{\"class\": \"noun\", \"sense\": \"animal\", \"mass\": 1, \"words\": \"dog\"}]}",
        "mass");
    refuse(HEAD "{\"class\": \"adjective\"}]}", "words");
    refuse(HEAD "{\"class\": \"adjective\", \"words\": 5}]}", "words");
    refuse(HEAD "{\"class\": \"adjective\", \"words\": \"\"}]}", "\"\"");
    /* never to be found: a look-up makes them lower and straight */
    refuse(HEAD "{\"class\": \"adjective\", \"words\": \"old \u00c9lite\"}]}", "lower case");
    refuse(HEAD "{\"class\": \"adjective\", \"words\": \"o\u2019old\"}]}", "lower case");
    refuse(HEAD "{\"class\": \"adjective\", \"words\": \"big  old\"}]}", "\"\"");
    refuse(HEAD "{\"class\": \"adjective\", \"words\": \"Big\"}]}", "Big");
    refuse(HEAD "{\"class\": \"adjective\", \"words\": \"big\", \"colour\": \"red\"}]}", "colour");
    refuse(HEAD "{\"class\": \"adjective\", \"words\": \"big\", \"entries\": {\"old\": \"x\"}}]}",
        "words");
    refuse(HEAD "{\"class\": \"adjective\", \"entries\": {\"old\": \"x\"}}]}", "words");
    refuse(HEAD "{\"class\": \"pronoun\", \"kind\": \"subject\", \"entries\": {\"he\": \"4s\"}}]}",
        "4s");
    refuse(HEAD "{\"class\": \"pronoun\", \"kind\": \"subject\", \"entries\": {\"he\": \"3sq\"}}]}",
        "3sq");
    refuse(
        HEAD "{\"class\": \"pronoun\", \"kind\": \"subject\", \"entries\": {\"he\": 3}}]}", "he");
    refuse(
        HEAD "{\"class\": \"auxiliary\", \"kind\": \"be\", \"entries\": {\"is\": \"zz\"}}]}", "zz");
    refuse(HEAD "{\"class\": \"pronoun\", \"kind\": \"subject\", \"entries\": {\"he\": \"3sm\", "
                "\"he\": \"3sm\"}}]}",
        "he");
#define WORD "{\"class\": \"adjective\", \"words\": \"big\"}]"
    refuse(HEAD WORD ", \"verbs\": {}}", "verbs");
    refuse(HEAD WORD ", \"irregular_verbs\": []}", "irregular_verbs");
    refuse(HEAD WORD ", \"irregular_verbs\": {\"go\": [\"went\"]}}", "go");
    refuse(HEAD WORD ", \"irregular_verbs\": {\"go\": [\"went\", 1]}}", "go");
    refuse(HEAD WORD ", \"irregular_verbs\": {\"go\": [\"went\", \"gone/\"]}}", "go");
    refuse(HEAD WORD ", \"irregular_plurals\": {\"man\": [\"men\"]}}", "man");
    refuse(HEAD WORD ", \"comparatives\": {\"good\": \"better\"}}", "good");
    refuse(HEAD WORD ", \"doubling\": \"stop  plan\"}", "doubling");
    /* 64 bytes are one too many */
    char json[512];
    snprintf(json, sizeof json, HEAD "{\"class\": \"adjective\", \"words\": \"%064d\"}]}", 0);
    refuse(json, "63");
    snprintf(json, sizeof json, HEAD "{\"class\": \"adjective\", \"words\": \"%063d\"}]}", 0);
    struct hs_lexicon *lexicon = NULL;
    CHECK(hsi_lexicon_parse("list", json, strlen(json), &lexicon, &error) == HS_OK);
    hsi_lexicon_drop(lexicon);
    CHECK(hsi_lexicon_open(HS_SOURCE_DIR "/no such list.json", &lexicon, &error) == HS_IO);
    CHECK(tells(error.message, "no such list.json"));
}

/* ------------------------------------------------------------------ inflection */

static const struct hs_lemma *lemma(
    const struct hs_lexicon *lexicon, enum hs_lemma_class class_, const char *word)
{
    const struct hs_lemma *lemmas;
    size_t count = hsi_lexicon_lemmas(lexicon, &lemmas);
    for (size_t i = 0; i < count; i++)
        if (lemmas[i].class_ == class_ && strcmp(lemmas[i].form[0], word) == 0)
            return &lemmas[i];
    fprintf(stderr, "no lemma %s\n", word);
    exit(1);
}

static void check_verb(const struct hs_lexicon *lexicon, const char *base, const char *third,
    const char *past, const char *participle, const char *ing)
{
    const struct hs_lemma *verb = lemma(lexicon, HS_LEMMA_VERB, base);
    CHECK_TEXT(verb->form[1], third);
    CHECK_TEXT(verb->form[2], past);
    CHECK_TEXT(verb->form[3], participle);
    CHECK_TEXT(verb->form[4], ing);
}

static void check_inflection(void)
{
    struct hs_lexicon *lexicon =
        list("{\"class\": \"noun\", \"sense\": \"animal\", \"words\": \"dog fox fly monkey bench "
             "goose fish\"},"
             "{\"class\": \"noun\", \"sense\": \"object\", \"words\": \"owner piano potato\"},"
             "{\"class\": \"noun\", \"sense\": \"food\", \"mass\": true, \"words\": \"rice fish\"},"
             "{\"class\": \"noun\", \"sense\": \"event\", \"rare\": true, \"words\": \"go\"},"
             "{\"class\": \"verb\", \"frame\": \"trans\", \"words\": \"make stop carry play watch "
             "panic agree\"},"
             "{\"class\": \"verb\", \"frame\": \"intrans\", \"words\": \"lie go stop dye burn\"},"
             "{\"class\": \"adjective\", \"words\": \"big happy simple nice own good clever "
             "expensive narrow main slow\"}",
            ", \"irregular_verbs\": {\"go\": [\"went\", \"gone\"], \"burn\": [\"burned/burnt\", "
            "\"burnt/burned\"], \"soar\": [\"s\", \"s\"]},"
            "\"irregular_plurals\": {\"goose\": \"geese\", \"potato\": \"potatoes\", \"fish\": "
            "\"fish/fishes\"},"
            "\"doubling\": \"stop\", \"comparatives\": {\"good\": [\"better\", \"best\"], "
            "\"main\": []}");
    CHECK(lexicon != NULL);
    if (!lexicon)
        return;
    static const char *const plurals[][2] = {{"dog", "dogs"}, {"fox", "foxes"}, {"fly", "flies"},
        {"monkey", "monkeys"}, {"bench", "benches"}, {"goose", "geese"}, {"piano", "pianos"},
        {"potato", "potatoes"}, {"fish", "fish"}};
    for (size_t i = 0; i < sizeof plurals / sizeof *plurals; i++)
        CHECK_TEXT(lemma(lexicon, HS_LEMMA_NOUN, plurals[i][0])->form[1], plurals[i][1]);
    CHECK(lemma(lexicon, HS_LEMMA_NOUN, "rice")->form[1] == NULL); /* mass */
    CHECK(look(lexicon, "rices", false).known);                    /* but known when met */
    check_verb(lexicon, "make", "makes", "maked", "maked", "making");
    check_verb(lexicon, "stop", "stops", "stopped", "stopped", "stopping");
    check_verb(lexicon, "carry", "carries", "carried", "carried", "carrying");
    check_verb(lexicon, "play", "plays", "played", "played", "playing");
    check_verb(lexicon, "watch", "watches", "watched", "watched", "watching");
    check_verb(lexicon, "panic", "panics", "panicked", "panicked", "panicking");
    check_verb(lexicon, "agree", "agrees", "agreed", "agreed", "agreeing");
    check_verb(lexicon, "lie", "lies", "lied", "lied", "lying");
    check_verb(lexicon, "dye", "dyes", "dyed", "dyed", "dyeing");
    check_verb(lexicon, "go", "goes", "went", "gone", "going");
    check_verb(lexicon, "burn", "burns", "burned", "burnt", "burning");
    CHECK(look(lexicon, "burnt", false).prior[HS_TAG_VFIN] > 0); /* the alternative */
    const struct hs_lemma *stop = lemma(lexicon, HS_LEMMA_VERB, "stop");
    CHECK(stop->attributes ==
          (BIT(HS_ATTR_TRANSITIVE) | BIT(HS_ATTR_INTRANSITIVE))); /* one lemma, two frames */
    static const char *const grades[][3] = {{"big", "bigger", "biggest"},
        {"happy", "happier", "happiest"}, {"simple", "simpler", "simplest"},
        {"nice", "nicer", "nicest"}, {"good", "better", "best"},
        {"narrow", "narrower", "narrowest"}, {"slow", "slower", "slowest"}};
    for (size_t i = 0; i < sizeof grades / sizeof *grades; i++) {
        const struct hs_lemma *adjective = lemma(lexicon, HS_LEMMA_ADJECTIVE, grades[i][0]);
        CHECK_TEXT(adjective->form[1], grades[i][1]);
        CHECK_TEXT(adjective->form[2], grades[i][2]);
    }
    CHECK(lemma(lexicon, HS_LEMMA_ADJECTIVE, "own")->form[1] == NULL);  /* owner is another word */
    CHECK(lemma(lexicon, HS_LEMMA_ADJECTIVE, "main")->form[1] == NULL); /* the table says so */
    CHECK(lemma(lexicon, HS_LEMMA_ADJECTIVE, "expensive")->form[1] == NULL);
    /* the minor use of a word weighs less than the major one */
    struct hs_word go = look(lexicon, "go", false);
    CHECK(lemma(lexicon, HS_LEMMA_NOUN, "go")->rare &&
          go.prior[HS_TAG_NOUN] < go.prior[HS_TAG_VBASE]);
    struct hs_word fish = look(lexicon, "fish", false);
    CHECK((fish.attributes & BIT(HS_ATTR_ANIMAL)) && (fish.attributes & BIT(HS_ATTR_FOOD)));
    hsi_lexicon_drop(lexicon);
}

/* ------------------------------------------------------------------ look-up in the shipped list */

static void check_known(const struct hs_lexicon *lexicon)
{
    struct hs_word he = look(lexicon, "He", true);
    const uint64_t he_bits = BIT(HS_ATTR_MASCULINE) | BIT(HS_ATTR_SINGULAR) |
                             BIT(HS_ATTR_THIRD_PERSON) | BIT(HS_ATTR_PERSON);
    CHECK(he.known && likeliest(&he) == HS_TAG_PRON && (he.attributes & he_bits) == he_bits);
    CHECK(he.function == HS_FN_HE);
    struct hs_word they = look(lexicon, "they", false);
    CHECK((they.attributes & BIT(HS_ATTR_PLURAL)) && !(they.attributes & BIT(HS_ATTR_SINGULAR)));
    struct hs_word students = look(lexicon, "students", false);
    CHECK(likeliest(&students) == HS_TAG_NOUN && (students.attributes & BIT(HS_ATTR_PERSON)) &&
          (students.attributes & BIT(HS_ATTR_PLURAL)));
    struct hs_word yesterday = look(lexicon, "yesterday", false),
                   library = look(lexicon, "library", false);
    CHECK(yesterday.attributes & BIT(HS_ATTR_TIME));
    CHECK(library.attributes & BIT(HS_ATTR_PLACE));
    struct hs_word said = look(lexicon, "said", false);
    CHECK(said.prior[HS_TAG_VFIN] > 0 && (said.attributes & BIT(HS_ATTR_CLAUSAL)));
    /* a curly apostrophe is the same word */
    struct hs_word straight = look(lexicon, "n't", false),
                   curly = look(lexicon, "n\xE2\x80\x99t", false);
    CHECK(straight.known && memcmp(straight.prior, curly.prior, sizeof straight.prior) == 0 &&
          straight.code == curly.code);
    /* the same word, however it is written and wherever it stands, has one code; other words have
     * others */
    CHECK(look(lexicon, "Library", false).code == library.code &&
          look(lexicon, "library", true).code == library.code);
    CHECK(look(lexicon, "libraries", false).code != library.code);
    size_t forms = hsi_lexicon_forms(lexicon), index = 0;
    CHECK(forms > 5800);
    while (index < forms && strcmp(hsi_lexicon_form(lexicon, index), "library") != 0)
        index++;
    CHECK(index < forms && hsi_lexicon_code(lexicon, index) == library.code);
}

static void check_capitals(const struct hs_lexicon *lexicon)
{
    struct hs_word inside = look(lexicon, "Blorvik", false), first = look(lexicon, "Blorvik", true);
    CHECK(!inside.known && likeliest(&inside) == HS_TAG_PROPN);
    CHECK(first.prior[HS_TAG_PROPN] < inside.prior[HS_TAG_PROPN]);
    struct hs_word rose = look(lexicon, "Garden", false), plain = look(lexicon, "garden", false);
    CHECK(rose.prior[HS_TAG_PROPN] > 0 && plain.prior[HS_TAG_PROPN] == 0);
    struct hs_word i = look(lexicon, "I", false);
    CHECK(likeliest(&i) == HS_TAG_PRON);
    CHECK(look(lexicon, "NASA", false).shape >> HS_SHAPE_ALL_CAPITALS & 1);
    CHECK(!(look(lexicon, "Nasa", false).shape >> HS_SHAPE_ALL_CAPITALS & 1));
    /* capitals outside ASCII */
    CHECK(look(lexicon, "\xC3\x89lan", false).shape >> HS_SHAPE_CAPITAL & 1);
    CHECK(look(lexicon, "\xC3\x89lan", false).code == look(lexicon, "\xC3\xA9lan", false).code);
}

static void check_guesses(const struct hs_lexicon *lexicon)
{
    static const struct {
        const char *word;
        enum hs_tag tag;
        uint64_t attributes;
    } cases[] = {
        {"zorbling", HS_TAG_VING, 0},
        {"grixes", HS_TAG_NOUN, BIT(HS_ATTR_PLURAL)},
        {"blimpness", HS_TAG_NOUN, BIT(HS_ATTR_ABSTRACT)},
        {"gromification", HS_TAG_NOUN, BIT(HS_ATTR_ABSTRACT) | BIT(HS_ATTR_SINGULAR)},
        {"spleckful", HS_TAG_ADJ, 0},
        {"glumphly", HS_TAG_ADV, BIT(HS_ATTR_ADV_MANNER)},
        {"frondologist", HS_TAG_NOUN, BIT(HS_ATTR_PERSON)},
        {"snarkery", HS_TAG_NOUN, BIT(HS_ATTR_PLACE)},
        {"glorpify", HS_TAG_VBASE, BIT(HS_ATTR_TRANSITIVE)},
        {"swampwoman", HS_TAG_NOUN, BIT(HS_ATTR_FEMININE)},
        {"1927", HS_TAG_NUM, BIT(HS_ATTR_TIME)},
        {"10:30", HS_TAG_NUM, BIT(HS_ATTR_TIME)},
        {"53", HS_TAG_NUM, BIT(HS_ATTR_PLURAL)},
        {"1,000.5", HS_TAG_NUM, 0},
        {"1990s", HS_TAG_NOUN, BIT(HS_ATTR_TIME)},
        {"73rd", HS_TAG_ADJ, 0},
        {"~", HS_TAG_X, 0},
        {":-(", HS_TAG_X, 0},
        {"\xE2\x80\xA6", HS_TAG_PUNCT, 0},
        {"?!?", HS_TAG_PUNCT, 0},
        {"\xF0\x9F\x98\x80", HS_TAG_X, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hs_word word = look(lexicon, cases[i].word, false);
        bool right = likeliest(&word) == cases[i].tag &&
                     (word.attributes & cases[i].attributes) == cases[i].attributes;
        CHECK(right);
        if (!right)
            fprintf(stderr, "  %s: tag %d\n", cases[i].word, (int)likeliest(&word));
    }
    struct hs_word hidden, known = look(lexicon, "students", false);
    hsi_lexicon_look(lexicon, "students", false, true, &hidden);
    CHECK(known.known && !hidden.known && hidden.ending3 > 0 && known.ending3 == 0);
    CHECK(hidden.code != 0);
}

/* Each pair is one word to the list, down to the word's code, priors, shape and number. */
static void check_same(const struct hs_lexicon *lexicon)
{
    static const char *const pairs[][2] = {{"cafe\xCC\x81", "café"}, {"Cafe\xCC\x81", "Café"},
        {"re\xCC\x81sume\xCC\x81", "résumé"}, {"pi\xE2\x80\x8D" "ano", "piano"}, {"pi\xE2\x80\x8C" "ano", "piano"},
        {"piano\xEF\xB8\x8F", "piano"}, {"co\xC2\xADoperate", "cooperate"}, {"ﬁreman", "fireman"}, {"oﬃce", "office"},
        {"ｐｉａｎｏ", "piano"}, {"ＰＩＡＮＯ", "PIANO"}, {"Ｐiano", "Piano"}, {"２０２４", "2024"}, {"𝐩𝐢𝐚𝐧𝐨", "piano"},
        {"nʼt", "n't"}, {"n´t", "n't"}, {"n＇t", "n't"}, {"n`t", "n't"}, {"n′t", "n't"}, {"‘s", "'s"}, {"´ll", "'ll"},
        {"OʼBrien", "O'Brien"}, {"n’t", "n't"}, {"’", "'"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int first = 0; first < 2; first++) {
            struct hs_word a, b;
            memset(&a, 0, sizeof a);
            memset(&b, 0, sizeof b);
            hsi_lexicon_look(lexicon, pairs[i][0], first, false, &a);
            hsi_lexicon_look(lexicon, pairs[i][1], first, false, &b);
            CHECK(memcmp(a.prior, b.prior, sizeof a.prior) == 0 && a.attributes == b.attributes && a.code == b.code);
            CHECK(a.known == b.known && a.shape == b.shape && a.function == b.function && a.ending3 == b.ending3);
            if (a.code != b.code)
                fprintf(stderr, "  %s is not %s\n", pairs[i][0], pairs[i][1]);
        }
    /* letters left out, whatever stands for them */
    static const char *const clipped[][2] = {{"goin'", "going"}, {"Lookin’", "looking"}, {"nothinʼ", "nothing"}, {"ol'", "old"},
        {"th'", "the"}, {"o’", "of"}, {"'t", "it"}, {"’T", "it"}, {"n'", "and"}, {"'cause", "because"}, {"‘til", "till"}};
    for (size_t i = 0; i < sizeof clipped / sizeof *clipped; i++) {
        struct hs_word a = look(lexicon, clipped[i][0], false), b = look(lexicon, clipped[i][1], false);
        CHECK(a.known && a.code == b.code && a.function == b.function && a.attributes == b.attributes);
        if (a.code != b.code)
            fprintf(stderr, "  %s is not %s\n", clipped[i][0], clipped[i][1]);
    }
    /* signs keep their look, and what is no word of the list stays unknown */
    CHECK(look(lexicon, "`", false).function == HS_FN_BACKTICK && look(lexicon, "‘", false).function == HS_FN_SINGLE_OPEN);
    CHECK(look(lexicon, "…", false).function == HS_FN_ELLIPSIS);
    CHECK(look(lexicon, "x²", false).code != look(lexicon, "x2", false).code);
    CHECK(!look(lexicon, "zzin'", false).known && !look(lexicon, "x²", false).known);
}

/* Whatever the token, the prior sums to 1 and nothing is read past its end. */
static void check_sums(const struct hs_lexicon *lexicon)
{
    char wall[1000];
    memset(wall, '=', sizeof wall - 1);
    wall[sizeof wall - 1] = '\0';
    const char *const tokens[] = {"", "a", "'", "\xE2\x80\x99", "\xC3\x9F", "x", "The", "-", "--",
        "4-6", "\xFF\xFE", "\xC3", wall, "http://a.b/c", "me@x.org", "co-op", "B2B",
        "\xD0\x9C\xD0\xBE\xD1\x81\xD0\xBA\xD0\xB2\xD0\xB0"};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
        for (int mode = 0; mode < 4; mode++) {
            struct hs_word word;
            double sum = 0;
            hsi_lexicon_look(lexicon, tokens[i], mode & 1, mode & 2, &word);
            for (size_t t = 0; t < HS_TAG_COUNT; t++)
                sum += (double)word.prior[t];
            CHECK_NEAR(sum, 1, 1e-5);
        }
    /* every form has a tag, is its own look-up and none comes twice */
    size_t forms = hsi_lexicon_forms(lexicon), known = 0;
    for (size_t i = 0; i < forms; i++) {
        struct hs_word word = look(lexicon, hsi_lexicon_form(lexicon, i), false);
        known += word.known && word.code == hsi_lexicon_code(lexicon, i);
    }
    CHECK(known == forms);
}

/* ------------------------------------------------------------------ all that is known of a word */

static void add_word(struct hs_buffer *to, const struct hs_lexicon *lexicon, const char *text, bool first)
{
    static const char *const tags[HS_TAG_COUNT] = {HS_TAG_NAMES("")}, *const attributes[HS_ATTR_COUNT] = {HS_ATTRIBUTE_NAMES("")};
    struct hs_word word = look(lexicon, text, first);
    CHECK(word.first == first);
    hs_buffer_print(to, " | %s%s:", text, word.known ? "" : "?");
    for (size_t t = 0; t < HS_TAG_COUNT; t++)
        if (word.prior[t] > 0)
            hs_buffer_print(to, " %s %.3f", tags[t], (double)word.prior[t]);
    for (size_t a = 0; a < HS_ATTR_COUNT; a++)
        if (word.attributes & BIT(a))
            hs_buffer_print(to, ", %s", attributes[a]);
    hs_buffer_print(to, "; shape %x, ends %u %u, function %u, code %llx", word.shape, word.ending2, word.ending3, word.function, (unsigned long long)word.code >> 40);
}

/* Each ending behind one, two and five letters, and words of every class and look: said/test_preset_lexicon.txt has what is known of them. */
static void check_all(const struct hs_lexicon *lexicon)
{
    char endings[] =
    "wards wise ly tion sion ment ness ity ance ence ship hood dom ism ology ography ics ure acy ancy ency age tions sions "
    "ments nesses ities ances ences ships isms ologies ures ages cies woman women man men ists ians eers ors ers ist ian eer "
    "ess or ier er eries ery arium ous ful less able ible ish ical ic ive ary ory ese esque some proof like al ent ant iest "
    "est ing ed ize ise ify ate izes ises ifies ates ss us is s y ";
    static const char *const stems[] = {"b", "bl", "blorv"};
    for (char *end = strtok(endings, " "); end; end = strtok(NULL, " ")) {
        struct hs_buffer line = {0};
        char word[40];
        hs_buffer_print(&line, "-%s", end);
        for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
            snprintf(word, sizeof word, "%s%s", stems[i], end);
            add_word(&line, lexicon, word, false);
        }
        CHECK(line.data && tells(line.data, end));
        hs_buffer_drop(&line);
    }
    char words[] = "the a this each I me you him herself they who whose which what when where how that not n't to of in on at by for from with "
                   "as than if because and or but be is was were been being have had do did done will would can could must may might go went gone "
                   "say said give gave think tell want become seem dog dogs child children fish rice go library Monday January London Anna Smith "
                   "good better best big bigger quickly soon here very perhaps two second 1927 10:30 53 1,000.5 1990s 73rd 5kg $5 4-6 co-op B2B NASA "
                   "Blorvik iPhone x² ~ :-( … ?!? 😀 § « — www.a.org me@x.org http://a.b/c élan Élan Москва 北京 # @ ( ) [ ] ; : , . ! ? ' \" ` ‘ ’ “ ” "
                   "goin' 'em O'Brien well-known Anna's don't x X ABC Abc aBc ½ ² º ª × ¿ ¡ → ♥ 、 。";
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        struct hs_buffer line = {0};
        add_word(&line, lexicon, word, false);
        size_t once = line.length;
        add_word(&line, lexicon, word, true);
        if (line.data && line.length == 2 * once && memcmp(line.data, line.data + once, once) == 0)
            line.data[once] = '\0'; /* the same at the beginning of a sentence */
        CHECK(line.data && tells(line.data, word));
        hs_buffer_drop(&line);
    }
}

TEST(test_preset_lexicon)
{
    check_refusals();
    check_inflection();
    struct hs_lexicon *lexicon;
    if (hsi_lexicon_open(HS_SOURCE_DIR "/assets/lexicon.json", &lexicon, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    check_known(lexicon);
    check_all(lexicon);
    check_capitals(lexicon);
    check_guesses(lexicon);
    check_same(lexicon);
    check_sums(lexicon);
    hsi_lexicon_drop(lexicon);
    hsi_lexicon_drop(NULL);
    return check_report();
}
