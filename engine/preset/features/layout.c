/* layout.c – the fingerprint of the features: what weights were trained on. It covers the dimensions' and function words'
 * names, and what the tagger's inputs, the sketch and the embedding are on sentences that stand below, tagged by hand, with
 * a word list of their own: so neither weights nor assets/lexicon.json take part, and a changed rule gives another
 * fingerprint. Weights carry it, hs_preset_open refuses others. A rule that changes it needs new weights (../README.md);
 * one that does not is seen by none of these sentences: add one that it decides. */
#include "preset/features/blocks.h"
#include "preset/features/features.h"
#include "preset/features/names.h"
#include "preset/lexicon/function_words.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define GROUP(name, key, value, words) "{\"class\":\"" name "\",\"" key "\":\"" value "\",\"words\":\"" words "\"},"
#define PLAIN(name, words) "{\"class\":\"" name "\",\"words\":\"" words "\"},"
#define MARKED(name, kind, entries) "{\"class\":\"" name "\",\"kind\":\"" kind "\",\"entries\":{" entries "}},"
#define IS(word, mark) "\"" word "\":\"" mark "\""
static const char *const word_list[] = {
    "{\"format\":\"headscope-lexicon 1\",\"about\":\"\",\"groups\":[",
    GROUP("determiner", "kind", "article", "the a an"),
    GROUP("determiner", "kind", "demonstrative", "this that these those"),
    GROUP("determiner", "kind", "quantifier", "some any no every each all both many much few several more most enough less least"),
    "{\"class\":\"possessive\",\"entries\":{" IS("my", "1s") "," IS("his", "3sm") "," IS("her", "3sf") "," IS("its", "3sn") "," IS("their", "3p") "}},",
    MARKED("pronoun", "subject", IS("i", "1s") "," IS("you", "2") "," IS("he", "3sm") "," IS("she", "3sf") "," IS("it", "3sn") "," IS("we", "1p") "," IS("they", "3p")),
    MARKED("pronoun", "object", IS("me", "1s") "," IS("him", "3sm") "," IS("us", "1p") "," IS("them", "3p")),
    MARKED("pronoun", "reflexive", IS("himself", "3sm") "," IS("themselves", "3p")),
    GROUP("pronoun", "kind", "indefinite", "someone nothing everyone one"),
    GROUP("wh", "kind", "pronoun", "who whom whose which what"),
    GROUP("wh", "kind", "adverb", "when where why how"),
    PLAIN("existential", "there"),
    GROUP("preposition", "kind", "place", "in on at to from near behind over under around past up out"),
    GROUP("preposition", "kind", "time", "during until till since after before"),
    GROUP("preposition", "kind", "other", "of for with about by like as than"),
    GROUP("conjunction", "kind", "coordinating", "and or but"),
    GROUP("conjunction", "kind", "subordinating", "because although though while if that since after before as so"),
    GROUP("particle", "kind", "to", "to"),
    GROUP("particle", "kind", "negation", "not n't never"),
    GROUP("particle", "kind", "possessive", "'s '"),
    MARKED("auxiliary", "be", IS("be", "b") "," IS("is", "z") "," IS("are", "p") "," IS("was", "d") "," IS("were", "d") "," IS("been", "n")),
    MARKED("auxiliary", "have", IS("have", "b") "," IS("has", "z") "," IS("had", "d")),
    MARKED("auxiliary", "do", IS("do", "b") "," IS("does", "z") "," IS("did", "d")),
    GROUP("auxiliary", "kind", "modal", "can could will may"),
    GROUP("adverb", "kind", "time", "soon yesterday then now yet never"),
    GROUP("adverb", "kind", "place", "here inside away"),
    GROUP("adverb", "kind", "degree", "very so almost about"),
    GROUP("adverb", "kind", "manner", "quickly well"),
    GROUP("adverb", "kind", "sentence", "however perhaps also"),
    PLAIN("interjection", "oh"),
    PLAIN("number", "one two three five"),
    GROUP("noun", "sense", "person", "student friend doctor sister friend"),
    "{\"class\":\"noun\",\"sense\":\"person\",\"gender\":\"m\",\"words\":\"man boy brother\"},",
    "{\"class\":\"noun\",\"sense\":\"person\",\"gender\":\"f\",\"words\":\"woman girl\"},",
    GROUP("noun", "sense", "group", "team company school"),
    GROUP("noun", "sense", "place", "library garden city school"),
    GROUP("noun", "sense", "time", "day year week morning yesterday"),
    GROUP("noun", "sense", "object", "book letter window part door"),
    GROUP("noun", "sense", "animal", "dog cat"),
    GROUP("noun", "sense", "abstract", "attention detail price idea"),
    GROUP("noun", "sense", "measure", "million percent"),
    GROUP("verb", "frame", "trans", "read see deliver build break eat like defend protect want open"),
    GROUP("verb", "frame", "ditrans", "give send read"),
    GROUP("verb", "frame", "intrans", "sleep come live break work"),
    GROUP("verb", "frame", "clause", "think say know hope"),
    GROUP("verb", "frame", "inf", "want try hope"),
    GROUP("verb", "frame", "cop", "become seem"),
    PLAIN("adjective", "old new tired nice high last next few long"),
    "{\"class\":\"adjective\",\"kind\":\"national\",\"words\":\"german\"},",
    GROUP("name", "sense", "day", "monday"),
    GROUP("name", "sense", "month", "january april"),
    "{\"class\":\"name\",\"sense\":\"person\",\"gender\":\"f\",\"words\":\"anna mary\"},",
    "{\"class\":\"name\",\"sense\":\"person\",\"gender\":\"m\",\"words\":\"john tom\"},",
    GROUP("name", "sense", "title", "mr. dr. prof. sir"),
    GROUP("name", "sense", "surname", "brown sweet"),
    GROUP("name", "sense", "place", "london francisco"),
    "{\"class\":\"name\",\"sense\":\"group\",\"words\":\"reuters\"}",
    "],\"irregular_verbs\":{\"read\":[\"read\",\"read\"],\"see\":[\"saw\",\"seen\"],\"build\":[\"built\",\"built\"],",
    "\"break\":[\"broke\",\"broken\"],\"eat\":[\"ate\",\"eaten\"],\"give\":[\"gave\",\"given\"],\"send\":[\"sent\",\"sent\"],",
    "\"sleep\":[\"slept\",\"slept\"],\"come\":[\"came\",\"come\"],\"think\":[\"thought\",\"thought\"],\"say\":[\"said\",\"said\"],",
    "\"know\":[\"knew\",\"known\"],\"become\":[\"became\",\"become\"]},",
    "\"irregular_plurals\":{\"man\":\"men\",\"woman\":\"women\"},\"doubling\":\"sit\",\"comparatives\":{\"old\":[\"older\",\"oldest\"]}}",
};
/* clang-format on */

static const char *const sentences[] = {
    /* subjects and clauses */
    "The/DET student/NOUN delivered/VFIN the/DET book/NOUN to/PREP the/DET library/NOUN yesterday/NOUN ./PUNCT",
    "The/DET man/NOUN who/WH lives/VFIN near/PREP the/DET city/NOUN feeds/VFIN birds/NOUN ./PUNCT",
    "The/DET company/NOUN that/WH built/VFIN the/DET garden/NOUN will/MODAL open/VBASE soon/ADV ./PUNCT",
    "The/DET book/NOUN I/PRON read/VFIN was/BE nice/ADJ ./PUNCT",
    "Did/DO you/PRON see/VBASE the/DET cat/NOUN ?/PUNCT Has/HAVE n't/NEG the/DET old/ADJ dog/NOUN slept/VPART ?/PUNCT",
    "What/WH can/MODAL we/PRON do/DO ?/PUNCT What/WH is/BE the/DET price/NOUN ?/PUNCT Where/WH are/BE my/POSS letters/NOUN ?/PUNCT",
    "What/WH day/NOUN did/DO they/PRON come/VBASE ?/PUNCT Is/BE it/PRON new/ADJ ?/PUNCT Who/WH broke/VFIN it/PRON ?/PUNCT",
    "There/EX is/VFIN a/DET man/NOUN in/PREP the/DET garden/NOUN ./PUNCT There/EX was/BE almost/ADV nothing/PRON ./PUNCT",
    "The/DET window/NOUN was/BE broken/VPART by/PREP the/DET boy/NOUN and/CC could/MODAL have/HAVE been/BE seen/VPART ./PUNCT",
    "He/PRON came/VFIN and/CC slept/VFIN away/PRT ,/PUNCT but/CC she/PRON worked/VFIN ./PUNCT",
    "My/POSS book/NOUN was/BE nice/ADJ and/CC the/DET attention/NOUN to/PREP detail/NOUN was/BE high/ADJ ./PUNCT",
    "Books/NOUN ,/PUNCT letters/NOUN ,/PUNCT and/CC doors/NOUN are/BE new/ADJ ./PUNCT",
    "Anna/PROPN ,/PUNCT my/POSS sister/NOUN ,/PUNCT came/VFIN soon/ADV ./PUNCT",
    "If/SC it/PRON works/VFIN ,/PUNCT the/DET students/NOUN sleep/VFIN inside/ADV ./PUNCT Because/SC he/PRON came/VFIN she/PRON slept/VFIN ./PUNCT",
    "The/DET garden/NOUN (/PUNCT a/DET library/NOUN )/PUNCT opens/VFIN ;/PUNCT it/PRON [/PUNCT he/PRON said/VFIN ]/PUNCT closes/VFIN !/PUNCT",
    "Anna/PROPN and/CC I/PRON are/BE friends/NOUN ./PUNCT They/PRON all/DET slept/VFIN ./PUNCT",
    "I/PRON think/VFIN the/DET price/NOUN of/PREP books/NOUN is/BE high/ADJ ./PUNCT I/PRON know/VFIN that/SC she/PRON likes/VFIN him/PRON ./PUNCT",
    "The/DET idea/NOUN that/DET dogs/NOUN sleep/VFIN is/BE old/ADJ ./PUNCT He/PRON said/VFIN that/WH it/PRON was/BE so/ADV ./PUNCT",
    "\"/PUNCT Oh/INTJ ,/PUNCT it/PRON works/VFIN \"/PUNCT ,/PUNCT said/VFIN John/PROPN ./PUNCT Near/ADV the/DET door/NOUN was/BE a/DET letter/NOUN ./PUNCT",
    "More/ADJ than/PREP two/NUM men/NOUN live/VFIN here/ADV ;/PUNCT of/PREP those/PRON ,/PUNCT some/PRON of/PREP them/PRON work/VFIN ./PUNCT",
    "After/PREP the/DET man/NOUN came/VFIN ,/PUNCT we/PRON slept/VFIN ./PUNCT He/PRON left/VFIN before/PREP she/PRON came/VFIN as/PREP I/PRON said/VFIN ./PUNCT",
    "Opening/VING the/DET door/NOUN ,/PUNCT he/PRON saw/VFIN nothing/PRON ./PUNCT Opening/VING doors/NOUN is/BE work/NOUN ./PUNCT",
    "For/PREP her/PRON to/TO come/VBASE is/BE nice/ADJ ./PUNCT Let/VBASE him/PRON sleep/VBASE ./PUNCT I/PRON working/VING here/ADV ./PUNCT",
    "The/DET team/NOUN quickly/ADV defended/VPART the/DET city/NOUN ./PUNCT So/ADV there/EX are/BE no/DET books/NOUN ./PUNCT",
    "However/ADV ,/PUNCT the/DET doctor/NOUN then/ADV never/NEG was/BE tired/ADJ --/PUNCT perhaps/ADV he/PRON will/MODAL ./PUNCT",
    "We/PRON like/PREP books/NOUN ./PUNCT You/PRON seem/VFIN like/PREP a/DET friend/NOUN :/PUNCT a/DET heading/NOUN ./PUNCT",
    "A/DET book/NOUN which/WH ,/PUNCT when/WH I/PRON read/VFIN it/PRON ,/PUNCT seemed/VFIN long/ADJ became/VFIN nice/ADJ ./PUNCT",
    /* places and times in front, places before the verb's subject, verbs as subjects, questions of place and time */
    "In/PREP January/PROPN the/DET man/NOUN in/PREP the/DET garden/NOUN slept/VFIN ./PUNCT The/DET next/ADJ week/NOUN ,/PUNCT he/PRON came/VFIN ./PUNCT",
    "In/PREP the/DET garden/NOUN worked/VFIN a/DET man/NOUN ./PUNCT On/PREP the/DET door/NOUN read/VFIN letters/NOUN ./PUNCT On/PREP the/DET door/NOUN broke/VFIN a/DET window/NOUN ./PUNCT In/PREP January/PROPN broke/VFIN an/DET idea/NOUN ./PUNCT",
    "Reading/VING old/ADJ books/NOUN in/PREP the/DET city/NOUN breaks/VFIN him/PRON ./PUNCT Reading/VING nice/ADJ letters/NOUN is/BE work/NOUN ./PUNCT To/TO see/VBASE it/PRON seems/VFIN nice/ADJ ./PUNCT",
    "I/PRON know/VFIN that/SC reading/VING books/NOUN is/BE nice/ADJ ./PUNCT After/PREP reading/VING it/PRON the/DET man/NOUN slept/VFIN ./PUNCT Reading/VING it/PRON he/PRON slept/VFIN ./PUNCT Reading/VING very/ADV old/ADJ books/NOUN is/BE work/NOUN ./PUNCT",
    "Where/WH did/DO you/PRON read/VBASE it/PRON ?/PUNCT When/WH will/MODAL he/PRON come/VBASE ?/PUNCT I/PRON know/VFIN where/WH he/PRON works/VFIN ./PUNCT",
    "The/DET man/NOUN who/WH lives/VFIN inside/ADV works/VFIN ./PUNCT The/DET man/NOUN who/WH came/VFIN then/ADV works/VFIN ./PUNCT",
    /* objects */
    "They/PRON gave/VFIN their/POSS books/NOUN this/DET week/NOUN ./PUNCT We/PRON read/VFIN him/PRON two/NUM weeks/NOUN ./PUNCT He/PRON was/BE away/ADV last/ADJ week/NOUN ./PUNCT",
    "They/PRON saw/VFIN Anna/PROPN doctor/NOUN ./PUNCT They/PRON read/VFIN him/PRON a/DET doctor/NOUN ./PUNCT Anna/PROPN 's/PMARK sister/NOUN gave/VFIN him/PRON John/PROPN ./PUNCT",
    "It/PRON seemed/VFIN a/DET day/NOUN ./PUNCT It/PRON became/VFIN a/DET city/NOUN ./PUNCT of/PREP those/DET this/DET week/NOUN ,/PUNCT in/PREP London/PROPN Monday/PROPN",
    /* relative pronouns by other tags, and behind other words */
    "Men/NOUN who/WH work/NOUN break/VFIN ./PUNCT The/DET door/NOUN that/WH closed/ADJ last/ADJ week/NOUN opens/VFIN ./PUNCT I/PRON think/VFIN who/WH work/NOUN is/BE",
    "The/DET idea/NOUN that/SC quickly/ADV broke/VFIN was/BE old/ADJ ./PUNCT books/NOUN that/DET Anna/PROPN read/VFIN ,/PUNCT dogs/NOUN that/DET work/NOUN here/ADV ,/PUNCT a/DET dog/NOUN that/DET work/NOUN",
    "The/DET letter/NOUN that/PRON soon/ADV seemed/VFIN new/ADJ ./PUNCT the/DET week/NOUN that/PRON seemed/VFIN long/ADJ ./PUNCT an/DET idea/NOUN that/SC he/PRON sees/VFIN it/PRON ,/PUNCT a/DET day/NOUN that/DET Anna/PROPN read/VFIN",
    "a/DET book/NOUN which/WH she/PRON read/VFIN and/CC which/WH I/PRON sent/VFIN ,/PUNCT a/DET friend/NOUN whom/WH I/PRON see/VFIN and/CC to/PREP whom/WH I/PRON gave/VFIN it/PRON",
    "the/DET letter/NOUN here/ADV which/WH broke/VFIN ,/PUNCT the/DET garden/NOUN -/PUNCT which/WH is/BE old/ADJ ,/PUNCT Tom/PROPN 's/PMARK which/WH is/BE new/ADJ ,/PUNCT I/PRON read/VFIN soon/ADV what/WH",
    "She/PRON gave/VFIN the/DET boy/NOUN a/DET book/NOUN ./PUNCT She/PRON gave/VFIN her/PRON a/DET day/NOUN ./PUNCT We/PRON slept/VFIN five/NUM days/NOUN ./PUNCT",
    "They/PRON protect/VFIN and/CC defend/VFIN the/DET city/NOUN ./PUNCT I/PRON read/VFIN it/PRON last/ADJ week/NOUN ./PUNCT",
    "I/PRON have/VFIN a/DET cat/NOUN named/VFIN Tom/PROPN ./PUNCT Eat/VBASE what/WH you/PRON like/VFIN ./PUNCT",
    "The/DET thing/NOUN that/WH I/PRON want/VFIN to/TO do/VBASE is/BE nice/ADJ ./PUNCT I/PRON know/VFIN what/WH he/PRON saw/VFIN ./PUNCT",
    "They/PRON sent/VFIN more/ADJ than/PREP 300/NUM books/NOUN ,/PUNCT at/PREP least/ADJ 5/NUM letters/NOUN ,/PUNCT up/PREP to/PREP 40/NUM of/PREP course/NOUN ./PUNCT",
    "He/PRON became/VFIN a/DET doctor/NOUN this/DET year/NOUN ./PUNCT The/DET man/NOUN she/PRON hopes/VFIN to/TO see/VBASE sleeps/VFIN ./PUNCT",
    /* phrases */
    "The/DET old/ADJ and/CC tired/ADJ dog/NOUN ,/PUNCT the/DET broken/VPART door/NOUN ,/PUNCT a/DET sleeping/VING cat/NOUN ./PUNCT",
    "John/PROPN 's/PMARK new/ADJ book/NOUN broke/VFIN ./PUNCT The/DET boys/NOUN '/PMARK sister/NOUN 's/PMARK cat/NOUN slept/VFIN ./PUNCT",
    "Tom/PROPN Sweet/PROPN wrote/VFIN books/NOUN ./PUNCT Mr./PROPN Brown/PROPN and/CC Dr./PROPN Mary/PROPN Sweet/PROPN came/VFIN ./PUNCT",
    "We/PRON met/VFIN on/PREP January/PROPN 25/NUM ./PUNCT We/PRON met/VFIN in/PREP January/PROPN 1999/NUM on/PREP Monday/PROPN ./PUNCT",
    "It/PRON cost/VFIN $/X 5/NUM million/NUM ,/PUNCT about/PREP 20/NUM %/X of/PREP it/PRON ./PUNCT over/PREP $/X 3/NUM",
    "She/PRON ran/VFIN out/PREP of/PREP the/DET library/NOUN ./PUNCT The/DET few/ADJ and/CC the/DET poor/ADJ ate/VFIN much/ADJ ./PUNCT",
    "He/PRON has/HAVE n't/NEG also/ADV slept/VPART very/ADV well/ADV ./PUNCT a/DET very/ADV old/ADJ city/NOUN",
    "We/PRON saw/VFIN San/PROPN Francisco/PROPN and/CC the/DET German/ADJ doctor/NOUN Brown/PROPN ./PUNCT John/PROPN II/PROPN slept/VFIN ./PUNCT",
    "On/PREP April/PROPN 2/NUM Reuters/PROPN said/VFIN it/PRON ./PUNCT over/PREP the/DET past/NOUN few/ADJ years/NOUN",
    "at/PREP a/DET month/NOUN -/PUNCT long/ADJ fair/NOUN of/PREP Smith/PROPN -/PUNCT Jones/PROPN //PUNCT Brown/PROPN",
    "the/DET militant/ADJ team/NOUN Hamas/PROPN ,/PUNCT the/DET company/NOUN Reuters/PROPN",
    "the/DET last/ADJ two/NUM days/NOUN ,/PUNCT the/DET next/ADJ Monday/PROPN ,/PUNCT next/ADJ week/NOUN ,/PUNCT one/NUM day/NOUN we/PRON slept/VFIN",
    "a/DET \"/PUNCT new/ADJ \"/PUNCT book/NOUN ,/PUNCT the/DET “/PUNCT old/ADJ ”/PUNCT dog/NOUN ,/PUNCT an/DET '/PUNCT idea/NOUN '/PUNCT oh/INTJ",
    "``/PUNCT It/PRON works/VFIN ''/PUNCT said/VFIN Mary/PROPN .../PUNCT he/PRON came/VFIN —/PUNCT a/DET dog/NOUN here/ADV",
    "Mr/PROPN Brown/PROPN ,/PUNCT Mrs./PROPN Sweet/PROPN ,/PUNCT Ms/PROPN Sweet/PROPN ,/PUNCT Prof./PROPN Tom/PROPN Sweet/PROPN and/CC Sir/PROPN John/PROPN",
    "Santa/PROPN Monica/PROPN ,/PUNCT Los/PROPN Angeles/PROPN ,/PUNCT Las/PROPN Vegas/PROPN ,/PUNCT Mary/PROPN Sweet/PROPN III/PROPN ,/PUNCT Tom/PROPN IV/PROPN",
    "Many/ADJ slept/VFIN ;/PUNCT a/DET few/ADJ came/VFIN ;/PUNCT less/ADJ is/BE more/ADJ ;/PUNCT little/ADJ was/BE said/VPART ;/PUNCT several/ADJ of/PREP us/PRON",
    "It/PRON has/VFIN enough/ADJ of/PREP most/ADJ ,/PUNCT much/ADJ better/ADV ;/PUNCT he/PRON sold/VFIN around/PREP 20/NUM for/PREP under/PREP $/X 5/NUM",
    "the/DET friend/NOUN Doctor/PROPN John/PROPN Brown/PROPN 's/PMARK old/ADJ cat/NOUN ,/PUNCT the/DET city/NOUN of/PREP London/PROPN 's/PMARK gardens/NOUN",
    "He/PRON slept/VFIN ,/PUNCT so/CC she/PRON came/VFIN yet/ADV ./PUNCT Then/ADV the/DET men/NOUN also/ADV left/VFIN though/ADV ./PUNCT He/PRON never/NEG did/DO ./PUNCT",
    "the/DET men/NOUN of/PREP the/DET team/NOUN who/WH do/DO work/VBASE ,/PUNCT the/DET dog/NOUN of/PREP the/DET girls/NOUN that/WH has/HAVE slept/VPART ,/PUNCT",
    "the/DET books/NOUN on/PREP the/DET door/NOUN which/WH also/ADV were/BE old/ADJ ,/PUNCT the/DET week/NOUN of/PREP the/DET letters/NOUN that/WH does/DO",
    "You/PRON told/VFIN me/PRON that/SC it/PRON was/BE theirs/PRON ./PUNCT The/DET woman/NOUN saw/VFIN him/PRON ;/PUNCT the/DET team/NOUN knew/VFIN they/PRON won/VFIN it/PRON ./PUNCT",
    "the/DET man/NOUN to/PREP whom/WH we/PRON gave/VFIN it/PRON ,/PUNCT the/DET book/NOUN of/PREP which/WH he/PRON knew/VFIN ,/PUNCT how/WH he/PRON did/VFIN it/PRON ,/PUNCT why/WH",
    /* what pronouns stand for */
    "She/PRON gave/VFIN the/DET letter/NOUN to/PREP her/POSS brother/NOUN because/SC he/PRON had/HAVE asked/VPART for/PREP it/PRON ./PUNCT",
    "Anna/PROPN broke/VFIN her/POSS windows/NOUN but/CC she/PRON saw/VFIN them/PRON ./PUNCT He/PRON saw/VFIN him/PRON and/CC himself/PRON ./PUNCT",
    "He/PRON knows/VFIN the/DET men/NOUN and/CC women/NOUN who/WH work/VFIN here/ADV ./PUNCT the/DET team/NOUN of/PREP students/NOUN which/WH is/BE old/ADJ",
    "a/DET city/NOUN in/PREP London/PROPN that/WH sells/VFIN books/NOUN ,/PUNCT a/DET week/NOUN when/WH it/PRON slept/VFIN ,/PUNCT a/DET garden/NOUN of/PREP detail/NOUN where/WH they/PRON are/BE",
    "The/DET students/NOUN told/VFIN the/DET company/NOUN and/CC its/POSS friends/NOUN about/PREP their/POSS week/NOUN ./PUNCT They/PRON liked/VFIN it/PRON ./PUNCT",
    "Anna/PROPN saw/VFIN John/PROPN in/PREP the/DET library/NOUN and/CC they/PRON slept/VFIN ./PUNCT Anna/PROPN saw/VFIN letters/NOUN and/CC they/PRON broke/VFIN ./PUNCT",
    "Tom/PROPN said/VFIN he/PRON saw/VFIN the/DET team/NOUN and/CC they/PRON slept/VFIN ./PUNCT The/DET students/NOUN have/VFIN ideas/NOUN in/PREP books/NOUN because/SC they/PRON read/VFIN ./PUNCT",
    "The/DET doctor/NOUN saw/VFIN the/DET boy/NOUN and/CC his/POSS cat/NOUN ./PUNCT Tom/PROPN said/VFIN the/DET zorble/NOUN broke/VFIN and/CC he/PRON reads/VFIN ./PUNCT someone/PRON saw/VFIN a/DET cat/NOUN and/CC it/PRON came/VFIN with/PREP it/PRON ./PUNCT",
    "A/DET dog/NOUN saw/VFIN a/DET cat/NOUN ,/PUNCT and/CC then/ADV it/PRON worked/VFIN with/PREP it/PRON ./PUNCT The/DET came/VFIN and/CC it/PRON slept/VFIN ./PUNCT In/PREP the/DET team/NOUN at/PREP the/DET school/NOUN they/PRON slept/VFIN ./PUNCT",
    "The/DET parts/NOUN ,/PUNCT both/PRON of/PREP which/WH were/BE new/ADJ ,/PUNCT broke/VFIN ./PUNCT someone/PRON whom/WH the/DET man/NOUN who/WH came/VFIN saw/VFIN",
    "We/PRON saw/VFIN books/NOUN some/PRON of/PREP which/WH were/BE old/ADJ ,/PUNCT and/CC someone/PRON in/PREP the/DET city/NOUN who/WH came/VFIN ./PUNCT",
    "the/DET books/NOUN of/PREP the/DET boy/NOUN that/WH work/VFIN ,/PUNCT the/DET man/NOUN and/CC a/DET girl/NOUN who/WH knows/VFIN ,/PUNCT a/DET book/NOUN of/PREP detail/NOUN that/WH",
    "the/DET man/NOUN of/PREP London/PROPN ,/PUNCT John/PROPN ,/PUNCT who/WH came/VFIN ./PUNCT He/PRON saw/VFIN the/DET dog/NOUN that/SC the/DET man/NOUN let/VFIN me/PRON see/VBASE ./PUNCT",
    "an/DET idea/NOUN that/SC we/PRON knew/VFIN to/TO be/BE new/ADJ ,/PUNCT an/DET idea/NOUN that/SC he/PRON did/VFIN in/PREP May/PROPN ,/PUNCT books/NOUN that/DET cat/NOUN ,/PUNCT books/NOUN that/DET also/ADV",
    "I/PRON have/HAVE never/ADV slept/VPART two/NUM weeks/NOUN a/DET week/NOUN ,/PUNCT then/ADV before/PREP May/PROPN ,/PUNCT on/PREP May/PROPN 5/NUM ,/PUNCT in/PREP San/PROPN Francisco/PROPN Bay/PROPN",
    "He/PRON slept/VFIN ,/PUNCT and/CC in/PREP May/PROPN 5/NUM ,/PUNCT the/DET dog/NOUN came/VFIN and/CC in/PREP London/PROPN slept/VFIN ./PUNCT Last/ADJ week/NOUN while/SC we/PRON came/VFIN ,/PUNCT the/DET cat/NOUN slept/VFIN",
};

/* Tokens of a sentence; sentences whose embedding counts too; variants of each; inputs of a token to the tagger. */
enum { MOST_TOKENS = 64, EMBEDDED = 4, EXCHANGES = 4, MOST_ACTIVE = 512 };

/* FNV-1a, 64 bits. */
static void add(uint64_t *hash, uint32_t value)
{
    *hash = (*hash ^ value) * UINT64_C(1099511628211);
}

/* NUL included so that "ab" "c" and "a" "bc" differ. */
static void add_text(uint64_t *hash, const char *text)
{
    do
        add(hash, (uint8_t)*text);
    while (*text++);
}

/* Rounded, so that a last bit of another machine's arithmetic does not count. */
static void add_number(uint64_t *hash, float value)
{
    add(hash, (uint32_t)(int32_t)(value * 4096 + (value < 0 ? -.5f : .5f)));
}

struct sample {
    size_t n;
    struct hs_word word[MOST_TOKENS];
    float posterior[MOST_TOKENS * HS_TAG_COUNT];
    struct hs_sketch sketch[MOST_TOKENS];
};

/* Three quarters for the tag that is given, the rest as the word list says. */
static void append(struct sample *s, const struct hs_lexicon *lexicon, const char *text, size_t tag)
{
    struct hs_word *word = &s->word[s->n];
    float *p = &s->posterior[s->n * HS_TAG_COUNT];
    hsi_lexicon_look(lexicon, text, s->n == 0, false, word);
    for (size_t t = 0; t < HS_TAG_COUNT; t++)
        p[t] = .25f * word->prior[t] + (t == tag ? .75f : 0);
    s->n++;
}

static void add_sketch(uint64_t *hash, struct sample *s)
{
    hsi_sketch_make(s->word, s->posterior, s->n, s->sketch);
    for (size_t i = 0; i < s->n; i++) {
        const struct hs_sketch *at = &s->sketch[i];
        const int32_t facts[] = {(int32_t)at->flags, at->head, at->subject, at->governor, at->antecedent, at->phrase,
            at->verbs, at->tag};
        for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
            add(hash, (uint32_t)facts[k]);
    }
}

/* "dog/NOUN": the word, of `length` bytes, and its tag. */
static void append_pair(struct sample *s, const struct hs_lexicon *lexicon, const char *pair, size_t length)
{
    static const char *const tags[HS_TAG_COUNT] = {HS_TAG_NAMES("")};
    char word[32] = "";
    size_t slash = length - 1, tag = 0;
    while (pair[slash] != '/')
        slash--;
    memcpy(word, pair, slash);
    while (strlen(tags[tag]) != length - slash - 1 || strncmp(tags[tag], pair + slash + 1, strlen(tags[tag])) != 0)
        tag++;
    append(s, lexicon, word, tag);
}

static void read_sentence(struct sample *s, const struct hs_lexicon *lexicon, const char *pairs)
{
    s->n = 0;
    for (const char *at = pairs; *at;) {
        size_t length = strcspn(at, " ");
        append_pair(s, lexicon, at, length);
        at += length + (at[length] == ' ');
    }
}

/* The sentence with one token after the other exchanged: another word of the list, or another tag. */
static void add_exchanges(uint64_t *hash, struct sample *s, const struct hs_lexicon *lexicon, uint32_t *state)
{
    for (size_t k = 0; k < EXCHANGES; k++) {
        *state = *state * 1664525u + 1013904223u;
        size_t i = (*state >> 24) % s->n, any = *state >> 8 & 0xFFFF;
        float *p = &s->posterior[i * HS_TAG_COUNT];
        if (k % 2)
            for (size_t t = 0; t < HS_TAG_COUNT; t++)
                p[t] = t == any % HS_TAG_COUNT;
        else
            hsi_lexicon_look(lexicon, hsi_lexicon_form(lexicon, any % hsi_lexicon_forms(lexicon)), i == 0, false, &s->word[i]);
        add_sketch(hash, s);
    }
}

/* What the tagger reads and the embedding writes for the sentence in s; false: no memory. */
static bool add_features(uint64_t *hash, const struct sample *s)
{
    uint32_t index[MOST_ACTIVE];
    float value[MOST_ACTIVE], start[HS_TAG_COUNT], *X = malloc(s->n * HS_D_MODEL * sizeof *X);
    bool fine = X && hsi_tagger_active() <= MOST_ACTIVE && hsi_features_embed(s->word, s->posterior, s->n, X);
    for (size_t i = 0; fine && i < s->n; i++) {
        size_t active = hsi_tagger_input(s->word, s->n, i, index, value);
        hsi_tagger_start(&s->word[i], start);
        for (size_t k = 0; k < active; k++) {
            add(hash, index[k]);
            add_number(hash, value[k]);
        }
        for (size_t t = 0; t < HS_TAG_COUNT; t++)
            add_number(hash, start[t]);
        for (size_t d = 0; d < HS_D_MODEL; d++)
            add_number(hash, X[i * HS_D_MODEL + d]);
    }
    free(X);
    return fine;
}

static enum hs_status open_word_list(struct hs_lexicon **lexicon, struct hs_error *error)
{
    struct hs_buffer list = {0};
    for (size_t k = 0; k < sizeof word_list / sizeof *word_list; k++)
        hs_buffer_write(&list, word_list[k], strlen(word_list[k]));
    enum hs_status status = list.failed ? HS_NO_MEMORY : hsi_lexicon_parse("layout.c", list.data, list.length, lexicon, error);
    hs_buffer_drop(&list);
    return status;
}

static bool add_rules(uint64_t *hash, const struct hs_lexicon *lexicon)
{
    struct sample *s = malloc(sizeof *s);
    bool fine = s;
    uint32_t state = 1;
    for (size_t k = 0; fine && k < sizeof sentences / sizeof *sentences; k++) {
        read_sentence(s, lexicon, sentences[k]);
        add_sketch(hash, s);
        fine = k >= EMBEDDED || add_features(hash, s);
        add_exchanges(hash, s, lexicon, &state);
    }
    free(s);
    return fine;
}

enum hs_status hsi_features_layout(char text[17], struct hs_error *error)
{
#define X(name, spelled) spelled,
    static const char *const words[] = {HS_FUNCTION_WORDS(X)};
#undef X
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t d = 0; d < HS_FEATURES_USED; d++)
        add_text(&hash, hs_preset_dimension(d));
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        add_text(&hash, words[k]);
    add(&hash, (uint32_t)hsi_tagger_inputs());
    struct hs_lexicon *lexicon = NULL;
    enum hs_status status = open_word_list(&lexicon, error);
    if (!status && !add_rules(&hash, lexicon))
        status = HS_NO_MEMORY;
    hsi_lexicon_drop(lexicon);
    if (status == HS_NO_MEMORY)
        return hs_fail(error, status, "no memory to check which features the weights were made for");
    for (size_t k = 0; k < 16; k++)
        text[k] = "0123456789abcdef"[hash >> (60 - 4 * k) & 15];
    text[16] = '\0';
    return status;
}
