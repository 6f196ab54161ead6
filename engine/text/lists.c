/* lists.c – see lists.h. Each list is one string, words separated by single spaces: easy to read
 * and to extend. They are searched only where a period, hyphen or apostrophe makes it necessary. */
#include "text/lists.h"

#include <string.h>

/* Capital first: "gen." and "col." in lower case are words at the end of a sentence. */
static const char titles[] = "mr mrs ms mx dr drs prof rev hon gen col maj capt lt cmdr sgt cpl "
                             "pvt adm gov sen rep pres supt "
                             "messrs mme mlle st sts mt ft ";
static const char plain_capital[] = "sr jr inc corp ltd co bros dept univ assn ave blvd rd jan feb "
                                    "apr aug sept oct nov dec tue tues "
                                    "thu thur thurs fri ";
static const char plain_any[] = "etc vs al cf viz approx ca ed eds esp incl tel ext ";
static const char numbered[] =
    "no nos fig figs vol vols ch sec art pp p op mon wed sat sun mar jun jul sep eq ";

/* The affixes that the English treebanks leave attached: Linguistic Data Consortium, "Supplementary
 * Guidelines for English Treebank tokenisation", taken over by UD English. */
static const char prefixes[] = "a e o u x agro ante anti arch be bi bio co counter cross cyber de "
                               "eco ex extra inter intra macro "
                               "mega micro mid mini mis mm multi neo non over pan para peri post "
                               "pre pro pseudo quasi re semi sub "
                               "super tri uh ultra un uni vice electro ";
static const char suffixes[] = "esque ette fest fold gate itis less most rama wise ";

static const char clipped[] = "em cause til till bout round n t cuz nuff ";
static const char clipped_any[] = "em cause til n ";
static const char it[] = "tis twas twere twill twould tisn twasn tweren twouldn ";
static const char cut_off[] = "ol th o n an lil wi fo ";
static const char domains[] =
    "com org net edu gov mil info biz io ai dev app uk de fr nl eu jp ch tv ca au nz ie ru cn br ";
static const char extensions[] = "pdf doc docx txt csv json xml html htm jpg jpeg png gif svg mp3 "
                                 "mp4 zip gz tar exe py js c h cpp java "
                                 "xls xlsx ppt pptx md ";
static const char starters[] = "the a an he she it we they i you this that these those there his "
                               "her its their our my your in on at "
                               "but and so then when while after before if as for however although "
                               "what who why how where no yes not ";

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool hsi_list_equal(const char *word, size_t length, const char *text)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\0' || lower(word[i]) != text[i])
            return false;
    return text[length] == '\0';
}

static bool listed(const char *list, const char *word, size_t length)
{
    enum { LONGEST = 9 };
    if (length == 0 || length > LONGEST)
        return false;
    while (*list) {
        size_t i = 0;
        while (i < length && lower(word[i]) == list[i])
            i++;
        if (i == length && list[i] == ' ')
            return true;
        while (*list++ != ' ')
            ;
    }
    return false;
}

enum hs_abbreviation hsi_list_abbreviation(const char *word, size_t length)
{
    bool capital = length && word[0] >= 'A' && word[0] <= 'Z';
    if (capital && listed(titles, word, length))
        return HS_ABBREVIATION_TITLE;
    if ((capital && listed(plain_capital, word, length)) || listed(plain_any, word, length))
        return HS_ABBREVIATION_PLAIN;
    return listed(numbered, word, length) ? HS_ABBREVIATION_NUMBER : HS_ABBREVIATION_NONE;
}

bool hsi_list_prefix(const char *word, size_t length)
{
    return listed(prefixes, word, length);
}

bool hsi_list_suffix(const char *word, size_t length)
{
    return listed(suffixes, word, length);
}

bool hsi_list_clipped(const char *word, size_t length)
{
    return listed(clipped, word, length);
}

bool hsi_list_clipped_any(const char *word, size_t length)
{
    return listed(clipped_any, word, length);
}

bool hsi_list_it(const char *word, size_t length)
{
    return listed(it, word, length);
}

bool hsi_list_cut_off(const char *word, size_t length)
{
    return listed(cut_off, word, length);
}

bool hsi_list_domain(const char *word, size_t length)
{
    return listed(domains, word, length);
}

bool hsi_list_extension(const char *word, size_t length)
{
    return listed(extensions, word, length);
}

bool hsi_list_starter(const char *word, size_t length)
{
    return listed(starters, word, length);
}

size_t hsi_list_split(const char *word, size_t length, size_t *second)
{
    static const struct {
        const char *word;
        size_t first, second;
    } splits[] = {
        {"cannot", 3, 0}, {"gonna", 3, 0}, {"gotta", 3, 0}, {"wanna", 3, 0}, {"gimme", 3, 0},
        {"lemme", 3, 0}, {"gotcha", 3, 0}, {"dunno", 2, 1}, // du n no
    };
    *second = 0;
    if (length < 5 || length > 6)
        return 0;
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        if (hsi_list_equal(word, length, splits[i].word)) {
            *second = splits[i].second;
            return splits[i].first;
        }
    }
    return 0;
}
