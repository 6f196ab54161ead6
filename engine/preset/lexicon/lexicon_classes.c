/* lexicon_classes.c – what the classes, kinds, senses and marks of lexicon.json mean as tags and
 * attributes. Called by lexicon_build.c for every word of a group. The weights are priors of our
 * own; the tagger refines them by context. */
#include "preset/lexicon/lexicon_private.h"

#include <string.h>

/* ------------------------------------------------------------------ names in the file ->
 * attributes and tags */

struct name_bits {
    const char *name;
    uint64_t bits;
};

static const struct name_bits senses[] = {
    {"person", HS_BIT(HS_ATTR_PERSON)},
    {"group", HS_BIT(HS_ATTR_GROUP)},
    {"place", HS_BIT(HS_ATTR_PLACE)},
    {"time", HS_BIT(HS_ATTR_TIME)},
    {"object", HS_BIT(HS_ATTR_OBJECT)},
    {"animal", HS_BIT(HS_ATTR_ANIMAL)},
    {"food", HS_BIT(HS_ATTR_FOOD)},
    {"body", HS_BIT(HS_ATTR_BODY)},
    {"event", HS_BIT(HS_ATTR_EVENT)},
    {"abstract", HS_BIT(HS_ATTR_ABSTRACT)},
    {"info", HS_BIT(HS_ATTR_INFO)},
    {"nature", HS_BIT(HS_ATTR_NATURE)},
    {"measure", HS_BIT(HS_ATTR_MEASURE)},
};
static const struct name_bits name_senses[] = {
    {"person", HS_BIT(HS_ATTR_PERSON)},
    {"surname", HS_BIT(HS_ATTR_PERSON)},
    {"title", HS_BIT(HS_ATTR_PERSON)},
    {"place", HS_BIT(HS_ATTR_PLACE)},
    {"group", HS_BIT(HS_ATTR_GROUP)},
    {"day", HS_BIT(HS_ATTR_TIME)},
    {"month", HS_BIT(HS_ATTR_TIME)},
    {"time", HS_BIT(HS_ATTR_TIME)},
    {"event", HS_BIT(HS_ATTR_EVENT)},
    {"object", HS_BIT(HS_ATTR_OBJECT)},
    {"info", HS_BIT(HS_ATTR_INFO)},
    {"abstract", HS_BIT(HS_ATTR_ABSTRACT)},
    {"nature", HS_BIT(HS_ATTR_NATURE)},
    {"animal", HS_BIT(HS_ATTR_ANIMAL)},
    {"food", HS_BIT(HS_ATTR_FOOD)},
};
static const struct name_bits frames[] = {
    {"trans", HS_BIT(HS_ATTR_TRANSITIVE)},
    {"ditrans", HS_BIT(HS_ATTR_DITRANSITIVE)},
    {"intrans", HS_BIT(HS_ATTR_INTRANSITIVE)},
    {"clause", HS_BIT(HS_ATTR_CLAUSAL)},
    {"inf", HS_BIT(HS_ATTR_INFINITIVAL)},
    {"cop", HS_BIT(HS_ATTR_COPULAR)},
};
static const struct name_bits genders[] = {
    {"m", HS_BIT(HS_ATTR_MASCULINE)},
    {"f", HS_BIT(HS_ATTR_FEMININE)},
    {"n", HS_BIT(HS_ATTR_NEUTER)},
};

static const struct name_bits *find_bits(
    const struct name_bits *table, size_t count, const char *name)
{
    for (size_t i = 0; name && i < count; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}
#define FIND(table, name) find_bits(table, sizeof table / sizeof *table, name)

/* Closed classes: what each word of the group gets. Up to three (tag, hundredths). */
struct closed {
    const char *class_, *kind; /* kind NULL: the class has none */
    struct {
        uint8_t tag, weight;
    } as[3];
    uint64_t attributes;
};
static const struct closed closed_classes[] = {
    {"determiner", "article", {{HS_TAG_DET, 100}}, HS_BIT(HS_ATTR_DET_ARTICLE)},
    {"determiner", "demonstrative", {{HS_TAG_DET, 100}, {HS_TAG_PRON, 40}},
        HS_BIT(HS_ATTR_DET_DEMONSTRATIVE)},
    {"determiner", "quantifier", {{HS_TAG_DET, 100}, {HS_TAG_PRON, 40}},
        HS_BIT(HS_ATTR_DET_QUANTIFIER)},
    {"possessive", NULL, {{HS_TAG_POSS, 100}}, 0},
    {"pronoun", "subject", {{HS_TAG_PRON, 100}}, HS_BIT(HS_ATTR_PRON_SUBJECT)},
    {"pronoun", "object", {{HS_TAG_PRON, 100}}, HS_BIT(HS_ATTR_PRON_OBJECT)},
    {"pronoun", "reflexive", {{HS_TAG_PRON, 100}}, HS_BIT(HS_ATTR_PRON_REFLEXIVE)},
    {"pronoun", "possessive", {{HS_TAG_PRON, 100}}, 0},
    {"pronoun", "indefinite", {{HS_TAG_PRON, 100}}, HS_BIT(HS_ATTR_PRON_INDEFINITE)},
    {"wh", "pronoun", {{HS_TAG_WH, 100}}, HS_BIT(HS_ATTR_WH_PRONOUN)},
    {"wh", "adverb", {{HS_TAG_WH, 100}}, HS_BIT(HS_ATTR_WH_ADVERB)},
    {"existential", NULL, {{HS_TAG_EX, 50}}, 0},
    {"preposition", "place", {{HS_TAG_PREP, 100}}, HS_BIT(HS_ATTR_PREP_PLACE)},
    {"preposition", "time", {{HS_TAG_PREP, 100}}, HS_BIT(HS_ATTR_PREP_TIME)},
    {"preposition", "other", {{HS_TAG_PREP, 100}}, HS_BIT(HS_ATTR_PREP_OTHER)},
    {"conjunction", "coordinating", {{HS_TAG_CC, 100}}, 0},
    {"conjunction", "subordinating", {{HS_TAG_SC, 100}}, 0},
    {"particle", "to", {{HS_TAG_TO, 100}}, 0},
    {"particle", "negation", {{HS_TAG_NEG, 100}}, 0},
    {"particle", "possessive", {{HS_TAG_PMARK, 100}}, 0},
    {"auxiliary", "be", {{HS_TAG_BE, 100}}, 0},
    {"auxiliary", "have", {{HS_TAG_HAVE, 100}}, HS_BIT(HS_ATTR_TRANSITIVE)},
    {"auxiliary", "do", {{HS_TAG_DO, 100}}, HS_BIT(HS_ATTR_TRANSITIVE)},
    {"auxiliary", "modal", {{HS_TAG_MODAL, 100}}, 0},
    {"adverb", "time", {{HS_TAG_ADV, 100}}, HS_BIT(HS_ATTR_ADV_TIME)},
    {"adverb", "place", {{HS_TAG_ADV, 100}}, HS_BIT(HS_ATTR_ADV_PLACE)},
    {"adverb", "degree", {{HS_TAG_ADV, 100}}, HS_BIT(HS_ATTR_ADV_DEGREE)},
    {"adverb", "manner", {{HS_TAG_ADV, 100}}, HS_BIT(HS_ATTR_ADV_MANNER)},
    {"adverb", "sentence", {{HS_TAG_ADV, 100}}, HS_BIT(HS_ATTR_ADV_SENTENCE)},
    {"interjection", NULL, {{HS_TAG_INTJ, 100}}, 0},
    {"number", NULL, {{HS_TAG_NUM, 100}}, HS_BIT(HS_ATTR_PLURAL)},
};

/* Words that have one more use than their class says. */
struct extra {
    const char *class_;
    uint8_t tag, weight;
    const char *words;
};
static const struct extra extras[] = {
    {"determiner", HS_TAG_ADJ, 50, " many much few several more most another "},
    {"determiner", HS_TAG_SC, 100, " that "},
    {"determiner", HS_TAG_WH, 60, " that "},
    {"preposition", HS_TAG_PRT, 40,
        " up out off down over away back on in through around along by "},
};
/* Determiners that never stand alone. */
static const char bound_determiners[] = " the a an every no ";

/* Whether `words`, with a space at both ends, has `word`. */
static bool listed(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

uint64_t hsi_lexicon_sense(const char *class_, const char *name)
{
    const struct name_bits *found = strcmp(class_, "noun") == 0   ? FIND(senses, name)
                                    : strcmp(class_, "name") == 0 ? FIND(name_senses, name)
                                                                  : FIND(frames, name);
    return found ? found->bits : 0;
}

uint64_t hsi_lexicon_gender(const char *name)
{
    const struct name_bits *found = FIND(genders, name);
    return found ? found->bits : 0;
}

size_t hsi_lexicon_class(const char *class_, const char *kind)
{
    for (size_t i = 0; i < sizeof closed_classes / sizeof *closed_classes; i++) {
        const struct closed *row = &closed_classes[i];
        if (strcmp(row->class_, class_) == 0 &&
            (row->kind ? kind && strcmp(row->kind, kind) == 0 : !kind))
            return i;
    }
    return SIZE_MAX;
}

void hsi_form_give(struct hs_form *form, unsigned tag, unsigned hundredths)
{
    if (form->weight[tag] < hundredths)
        form->weight[tag] = (uint8_t)hundredths;
}

/* "3sm" = third person singular masculine, "1p", "2": person, number, gender. False when it is no
 * such mark. */
static bool person_mark(const char *mark, uint64_t *bits)
{
    static const uint8_t persons[] = {
        HS_ATTR_FIRST_PERSON, HS_ATTR_SECOND_PERSON, HS_ATTR_THIRD_PERSON};
    if (*mark < '1' || *mark > '3')
        return false;
    *bits = HS_BIT(persons[*mark - '1']) | (*mark < '3' ? HS_BIT(HS_ATTR_PERSON) : 0);
    mark++;
    if (*mark == 's' || *mark == 'p')
        *bits |= HS_BIT(*mark++ == 's' ? HS_ATTR_SINGULAR : HS_ATTR_PLURAL);
    if (*mark == 'm' || *mark == 'f')
        *bits |=
            HS_BIT(*mark++ == 'm' ? HS_ATTR_MASCULINE : HS_ATTR_FEMININE) | HS_BIT(HS_ATTR_PERSON);
    else if (*mark == 'n')
        mark++, *bits |= HS_BIT(HS_ATTR_NEUTER);
    return *mark == '\0';
}

/* b base, z third person, d past, g -ing, p other present, n participle: have and do are full verbs
 * too. */
static bool verb_mark(const char *mark, struct hs_form *form, bool full_verb)
{
    static const char marks[] = "bzdgpn";
    static const uint8_t tags[] = {
        HS_TAG_VBASE, HS_TAG_VFIN, HS_TAG_VFIN, HS_TAG_VING, HS_TAG_VFIN, HS_TAG_VPART};
    const char *at = *mark ? strchr(marks, *mark) : NULL;
    if (!at || mark[1] != '\0')
        return false;
    if (full_verb) {
        hsi_form_give(form, tags[at - marks], 50);
        if (*mark == 'b')
            hsi_form_give(form, HS_TAG_VFIN, 50);
    }
    return true;
}

bool hsi_lexicon_closed(
    size_t class_index, const char *mark, struct hs_form *form, uint64_t *attributes)
{
    const struct closed *row = &closed_classes[class_index];
    bool determiner = strcmp(row->class_, "determiner") == 0,
         auxiliary = strcmp(row->class_, "auxiliary") == 0;
    *attributes = row->attributes;
    if (*mark) {
        uint64_t bits = 0;
        bool fits = auxiliary ? verb_mark(mark, form, strcmp(row->kind, "be") != 0)
                              : person_mark(mark, &bits);
        if (!fits)
            return false;
        *attributes |= bits;
    }
    for (size_t k = 0; k < 3 && row->as[k].weight > 0; k++)
        if (!(determiner && row->as[k].tag == HS_TAG_PRON && listed(bound_determiners, form->text)))
            hsi_form_give(form, row->as[k].tag, row->as[k].weight);
    for (size_t k = 0; k < sizeof extras / sizeof *extras; k++)
        if (strcmp(extras[k].class_, row->class_) == 0 && listed(extras[k].words, form->text))
            hsi_form_give(form, extras[k].tag, extras[k].weight);
    form->attributes |= *attributes;
    return true;
}
