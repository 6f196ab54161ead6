/* lexicon_build.c – reads lexicon.json into lemmas and inflected forms. Called by hsi_lexicon_open.
 * The file: {"format": "headscope-lexicon 1", "about": text, "groups": [{"class", then "kind",
 * "sense", "gender", "mass", "rare" or "frame" as the class wants, and "words": "a b c" or
 * "entries":
 * {"he": "3sm"}}], "irregular_verbs": {base: [past, participle]}, "irregular_plurals": {singular:
 * plural}, "doubling": "stop plan", "comparatives": {word: [comparative, superlative]}}.
 * Alternatives stand with a slash ("burned/burnt"). Whatever else it holds is an error that names
 * it. */
#include "preset/lexicon/lexicon_private.h"

#include <stdlib.h>
#include <string.h>

enum open_class { NOUN, VERB, ADJECTIVE, OPEN_CLASSES };

struct build {
    struct hs_lexicon *lexicon;
    const char *name; /* the file, for messages */
    struct hs_error *error;
    /* (OPEN_CLASSES, HS_LEXICON_FORMS) lemma index + 1 by form index: one lemma for all groups of a
     * word */
    uint32_t *lemma_of;
    const struct hs_json *
        *irregular;   /* (OPEN_CLASSES, HS_LEXICON_FORMS) the word's irregular forms, or NULL */
    uint32_t *base;   /* (HS_LEXICON_LEMMAS) form index of a lemma\'s first form, by lemma index */
    uint8_t *doubles; /* (HS_LEXICON_FORMS) 1 = this base form doubles its last consonant */
};

static enum hs_status no_memory(struct build *b)
{
    return hs_fail(b->error, HS_NO_MEMORY,
        "%s: no memory for the word list, or more than %u forms or %u words", b->name,
        HS_LEXICON_FORMS, HS_LEXICON_LEMMAS);
}

/* Lower case, no spaces, not too long; a word may hold hyphens, points, straight apostrophes and
 * letters of other scripts. One that its own look-up would change could never be found. */
static enum hs_status check_word(
    struct build *b, const char *word, size_t length, const char *where)
{
    char lower[HS_WORD_BYTES];
    bool upper, fits = length > 0 && length <= HS_WORD_BYTES;
    for (size_t i = 0; fits && i < length; i++)
        fits = (uint8_t)word[i] > ' ' && word[i] != 0x7F;
    fits = fits && hsi_lexicon_lower(word, length, lower, &upper) == length &&
           memcmp(lower, word, length) == 0;
    if (fits)
        return HS_OK;
    return hs_fail(b->error, HS_BAD_INPUT,
        "%s: %s has the word \"%.*s\"; words are lower case, 1 to %u bytes, one space between them",
        b->name, where, (int)(length < 80 ? length : 80), word, HS_WORD_BYTES);
}

/* Calls visit for each word of a list "a b c". */
static enum hs_status each_word(struct build *b, const char *list, const char *where, void *context,
    enum hs_status (*visit)(struct build *b, const char *word, size_t length, void *context))
{
    for (const char *at = list;;) {
        size_t length = strcspn(at, " ");
        enum hs_status status = check_word(b, at, length, where);
        if (!status)
            status = visit(b, at, length, context);
        if (status)
            return status;
        if (at[length] == '\0')
            return HS_OK;
        at += length + 1;
    }
}

/* ------------------------------------------------------------------ groups: words -> lemmas */

struct group {
    size_t index; /* in the file, for messages */
    const char *class_;
    const char *label;   /* "noun person", lives with the lexicon */
    uint64_t attributes; /* of the sense, frame and gender */
    bool mass, rare;
    enum hs_lemma_class lemma_class;
    size_t closed; /* hsi_lexicon_class(), for HS_LEMMA_OTHER */
};

static enum hs_status add_open(struct build *b, const struct group *group, struct hs_form *form)
{
    enum open_class kind = group->lemma_class == HS_LEMMA_NOUN   ? NOUN
                           : group->lemma_class == HS_LEMMA_VERB ? VERB
                                                                 : ADJECTIVE;
    uint32_t *seat = &b->lemma_of[kind * HS_LEXICON_FORMS + (size_t)(form - b->lexicon->form)];
    struct hs_lemma *lemma;
    if (*seat == 0) {
        lemma = hsi_lexicon_lemma(b->lexicon);
        if (!lemma)
            return no_memory(b);
        *lemma = (struct hs_lemma){.class_ = group->lemma_class,
            .form = {form->text},
            .kind = group->label,
            .mass = group->mass,
            .rare = group->rare};
        *seat = (uint32_t)b->lexicon->lemma_count;
        b->base[*seat - 1] = (uint32_t)(form - b->lexicon->form);
    } else {
        lemma = &b->lexicon->lemma[*seat - 1];
    }
    lemma->attributes |= group->attributes;
    lemma->rare &= group->rare;
    lemma->mass &= group->mass; /* a word that is countable in one sense has a plural */
    return HS_OK;
}

/* Names and closed classes: a lemma for each group that lists the word. */
static enum hs_status add_fixed(
    struct build *b, const struct group *group, struct hs_form *form, const char *mark)
{
    struct hs_lemma *lemma = hsi_lexicon_lemma(b->lexicon);
    if (!lemma)
        return no_memory(b);
    *lemma =
        (struct hs_lemma){.class_ = group->lemma_class, .form = {form->text}, .kind = group->label};
    if (group->lemma_class == HS_LEMMA_NAME) {
        lemma->attributes = group->attributes | HS_BIT(HS_ATTR_NAME) | HS_BIT(HS_ATTR_SINGULAR);
        form->attributes |= lemma->attributes;
        hsi_form_give(form, HS_TAG_PROPN, 100);
        return HS_OK;
    }
    if (hsi_lexicon_closed(group->closed, mark, form, &lemma->attributes))
        return HS_OK;
    return hs_fail(b->error, HS_BAD_INPUT,
        "%s: groups[%zu] (%s): \"%s\" has the mark \"%s\"; expected e.g. %s", b->name, group->index,
        group->label, form->text, mark,
        strcmp(group->class_, "auxiliary") == 0 ? "b, z, d, g, p or n" : "1s, 2, 3sm, 3p");
}

static enum hs_status add_word(struct build *b, const char *word, size_t length, void *context)
{
    const struct group *group = context;
    struct hs_form *form = hsi_lexicon_intern(b->lexicon, word, length);
    if (!form)
        return no_memory(b);
    if (group->lemma_class == HS_LEMMA_NAME || group->lemma_class == HS_LEMMA_OTHER)
        return add_fixed(b, group, form, "");
    return add_open(b, group, form);
}

static enum hs_status bad_group(
    struct build *b, size_t index, const char *key, const char *expected)
{
    return hs_fail(
        b->error, HS_BAD_INPUT, "%s: groups[%zu].%s: expected %s", b->name, index, key, expected);
}

/* Reads everything of a group but its words. */
static enum hs_status read_group(struct build *b, const struct hs_json *node, struct group *group)
{
    const char *kind = NULL, *sense = NULL, *frame = NULL, *gender = NULL;
    for (const struct hs_json *item = hs_json_first(node); item; item = hs_json_next(item)) {
        const char *key = hs_json_key(item), *value = hs_json_string(item);
        bool entries = strcmp(key, "entries") == 0 && hs_json_kind(item) == HS_JSON_OBJECT;
        if (strcmp(key, "mass") == 0 && hs_json_bool(item, &group->mass))
            continue;
        if (strcmp(key, "rare") == 0 && hs_json_bool(item, &group->rare))
            continue;
        if (!value && !entries)
            return bad_group(b, group->index, key,
                "a string (\"entries\": an object, \"mass\", \"rare\": true or false)");
        else if (strcmp(key, "class") == 0)
            group->class_ = value;
        else if (strcmp(key, "kind") == 0)
            kind = value;
        else if (strcmp(key, "sense") == 0)
            sense = value;
        else if (strcmp(key, "frame") == 0)
            frame = value;
        else if (strcmp(key, "gender") == 0)
            gender = value;
        else if (strcmp(key, "words") != 0 && !entries)
            return bad_group(b, group->index, key, "no such field");
    }
    if (!group->class_)
        return bad_group(b, group->index, "class", "the group's part of speech");
    bool noun = strcmp(group->class_, "noun") == 0, name = strcmp(group->class_, "name") == 0;
    bool verb = strcmp(group->class_, "verb") == 0,
         adjective = strcmp(group->class_, "adjective") == 0;
    group->lemma_class = noun        ? HS_LEMMA_NOUN
                         : verb      ? HS_LEMMA_VERB
                         : adjective ? HS_LEMMA_ADJECTIVE
                         : name      ? HS_LEMMA_NAME
                                     : HS_LEMMA_OTHER;
    const char *detail = noun || name ? sense : verb ? frame : kind;
    if (noun || name || verb) {
        group->attributes = detail ? hsi_lexicon_sense(group->class_, detail) : 0;
        if (!group->attributes)
            return bad_group(b, group->index, verb ? "frame" : "sense",
                verb ? "trans, ditrans, intrans, clause, inf or cop"
                     : "a known sense, e.g. person or place");
    } else if (!adjective) {
        group->closed = hsi_lexicon_class(group->class_, kind);
        if (group->closed == SIZE_MAX)
            return bad_group(b, group->index, "class", "a known class with a kind that it has");
    }
    if (gender && !hsi_lexicon_gender(gender))
        return bad_group(b, group->index, "gender", "m, f or n");
    group->attributes |= gender ? hsi_lexicon_gender(gender) : 0;
    char label[128];
    int size = snprintf(
        label, sizeof label, "%s%s%s", group->class_, detail ? " " : "", detail ? detail : "");
    group->label = hsi_lexicon_text(b->lexicon, label, (size_t)size);
    return group->label ? HS_OK : no_memory(b);
}

static enum hs_status read_groups(struct build *b, const struct hs_json *groups)
{
    size_t index = 0;
    for (const struct hs_json *node = hs_json_first(groups); node;
         node = hs_json_next(node), index++) {
        struct group group = {.index = index};
        if (hs_json_kind(node) != HS_JSON_OBJECT)
            return hs_fail(
                b->error, HS_BAD_INPUT, "%s: groups[%zu]: expected an object", b->name, index);
        enum hs_status status = read_group(b, node, &group);
        if (status)
            return status;
        const struct hs_json *words = hs_json_find(node, "words"),
                             *entries = hs_json_find(node, "entries");
        char where[64];
        snprintf(where, sizeof where, "groups[%zu]", index);
        if (!words == !entries || (entries && group.lemma_class != HS_LEMMA_OTHER))
            return bad_group(
                b, index, "words", "either \"words\" or, in a closed class, \"entries\"");
        if (words)
            status = each_word(b, hs_json_string(words), where, &group, add_word);
        for (const struct hs_json *entry = entries ? hs_json_first(entries) : NULL;
             entry && !status; entry = hs_json_next(entry)) {
            const char *word = hs_json_key(entry), *mark = hs_json_string(entry);
            status = check_word(b, word, strlen(word), where);
            struct hs_form *form =
                status ? NULL : hsi_lexicon_intern(b->lexicon, word, strlen(word));
            if (!status && !mark)
                status = bad_group(b, index, word, "a string");
            else if (!status)
                status = form ? add_fixed(b, &group, form, mark) : no_memory(b);
        }
        if (status)
            return status;
    }
    return HS_OK;
}

/* ------------------------------------------------------------------ lemmas -> inflected forms */

/* Interns a form, gives it a tag and attributes, and returns its lasting text (NULL: no memory). */
static const char *give(struct build *b, const char *text, size_t length, unsigned tag,
    unsigned weight, uint64_t attributes)
{
    struct hs_form *form = hsi_lexicon_intern(b->lexicon, text, length);
    if (!form)
        return NULL;
    hsi_form_give(form, tag, weight);
    form->attributes |= attributes;
    return form->text;
}

/* "burned/burnt": every alternative becomes a form; the first is the lemma's. */
static const char *give_all(
    struct build *b, const char *text, unsigned tag, unsigned weight, uint64_t attributes)
{
    const char *first = NULL;
    for (const char *at = text;;) {
        size_t length = strcspn(at, "/");
        const char *made = give(b, at, length, tag, weight, attributes);
        if (!made)
            return NULL;
        first = first ? first : made;
        if (at[length] == '\0')
            return first;
        at += length + 1;
    }
}

/* The index of the lemma's own form. */
static size_t index_of(const struct build *b, const struct hs_lemma *lemma)
{
    return b->base[lemma - b->lexicon->lemma];
}

/* The entry's value, a string or the index-th string of an array; NULL when there is none. */
static const char *alternative(const struct hs_json *entry, size_t index)
{
    if (entry && hs_json_kind(entry) == HS_JSON_ARRAY)
        for (entry = hs_json_first(entry); entry && index > 0; index--)
            entry = hs_json_next(entry);
    return entry ? hs_json_string(entry) : NULL;
}

/* Hundredths that a minor use gets against 100 of a usual one; its inflected forms are less often
 * something else. */
static unsigned base_weight(const struct hs_lemma *lemma)
{
    return lemma->rare ? 30 : 100;
}

static unsigned weight(const struct hs_lemma *lemma)
{
    return lemma->rare ? 60 : 100;
}

static void give_base(struct build *b, const struct hs_lemma *lemma, unsigned tag,
    unsigned hundredths, uint64_t attributes)
{
    struct hs_form *form = &b->lexicon->form[index_of(b, lemma)];
    hsi_form_give(form, tag, hundredths);
    form->attributes |= attributes;
}

static bool inflect_noun(struct build *b, struct hs_lemma *lemma)
{
    char made[HS_FORM_ROOM];
    const char *word = lemma->form[0];
    const char *plural = alternative(b->irregular[NOUN * HS_LEXICON_FORMS + index_of(b, lemma)], 0);
    if (!plural)
        hsi_inflect_plural(word, made);
    give_base(
        b, lemma, HS_TAG_NOUN, base_weight(lemma), lemma->attributes | HS_BIT(HS_ATTR_SINGULAR));
    /* mass nouns have a plural now and then (teas, waters): known when met, never drawn by the
     * grammar */
    plural = give_all(b, plural ? plural : made, HS_TAG_NOUN, weight(lemma),
        lemma->attributes | HS_BIT(HS_ATTR_PLURAL));
    lemma->form[1] = lemma->mass ? NULL : plural;
    return plural != NULL;
}

static bool inflect_verb(struct build *b, struct hs_lemma *lemma)
{
    char made[HS_FORM_ROOM];
    const char *word = lemma->form[0];
    size_t index = index_of(b, lemma);
    bool doubling = b->doubles[index];
    const struct hs_json *entry = b->irregular[VERB * HS_LEXICON_FORMS + index];
    uint64_t frames = lemma->attributes;
    give_base(b, lemma, HS_TAG_VBASE, base_weight(lemma), frames);
    give_base(b, lemma, HS_TAG_VFIN, lemma->rare ? 20 : 60, 0);
    size_t length = hsi_inflect_third(word, made);
    lemma->form[1] = give(b, made, length, HS_TAG_VFIN, weight(lemma), frames);
    const char *past = alternative(entry, 0), *participle = alternative(entry, 1);
    hsi_inflect_past(word, doubling, made);
    lemma->form[2] = give_all(b, past ? past : made, HS_TAG_VFIN, weight(lemma), frames);
    lemma->form[3] =
        give_all(b, participle ? participle : made, HS_TAG_VPART, weight(lemma), frames);
    length = hsi_inflect_ing(word, doubling, made);
    lemma->form[4] = give(b, made, length, HS_TAG_VING, weight(lemma), frames);
    return lemma->form[1] && lemma->form[2] && lemma->form[3] && lemma->form[4];
}

static bool inflect_adjective(struct build *b, struct hs_lemma *lemma)
{
    char made[2][HS_FORM_ROOM];
    const char *word = lemma->form[0];
    give_base(b, lemma, HS_TAG_ADJ, base_weight(lemma), 0);
    const struct hs_json *entry = b->irregular[ADJECTIVE * HS_LEXICON_FORMS + index_of(b, lemma)];
    if (entry) { /* an empty array: not compared */
        for (size_t k = 0; k < 2 && hs_json_count(entry) > 0; k++)
            if (!(lemma->form[1 + k] =
                        give_all(b, alternative(entry, k), HS_TAG_ADJ, weight(lemma), 0)))
                return false;
        return true;
    }
    if (!hsi_inflect_gradable(word))
        return true;
    size_t length[2];
    for (size_t k = 0; k < 2; k++) {
        length[k] = hsi_inflect_comparative(word, k == 1, made[k]);
        const struct hs_form *form = hsi_lexicon_find(b->lexicon, made[k], length[k]);
        if (form && form->weight[HS_TAG_ADJ] == 0)
            return true; /* own -> owner: the rule made another word */
    }
    for (size_t k = 0; k < 2; k++)
        if (!(lemma->form[1 + k] = give(b, made[k], length[k], HS_TAG_ADJ, weight(lemma), 0)))
            return false;
    return true;
}

static enum hs_status inflect(struct build *b)
{
    /* nouns first, so that an adjective's forms can be checked against them */
    static const enum hs_lemma_class order[] = {HS_LEMMA_NOUN, HS_LEMMA_VERB, HS_LEMMA_ADJECTIVE};
    static bool (*const how[])(struct build *, struct hs_lemma *) = {
        inflect_noun, inflect_verb, inflect_adjective};
    for (size_t pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < b->lexicon->lemma_count; i++)
            if (b->lexicon->lemma[i].class_ == order[pass] && !how[pass](b, &b->lexicon->lemma[i]))
                return no_memory(b);
    return HS_OK;
}

/* ------------------------------------------------------------------ the file as a whole */

static enum hs_status mark_doubling(struct build *b, const char *word, size_t length, void *context)
{
    (void)context;
    const struct hs_form *form = hsi_lexicon_find(b->lexicon, word, length);
    if (form)
        b->doubles[form - b->lexicon->form] = 1;
    return HS_OK;
}

/* A table of irregular forms: strings for nouns, else arrays of two strings (or none, for
 * adjectives that are not compared). Entries for words that no group has wait for them. */
static enum hs_status read_irregular(
    struct build *b, const struct hs_json *table, enum open_class kind)
{
    if (!table)
        return HS_OK;
    bool arrays = kind != NOUN, may_be_empty = kind == ADJECTIVE;
    for (const struct hs_json *entry = hs_json_first(table); entry; entry = hs_json_next(entry)) {
        size_t count = arrays ? hs_json_count(entry) : 1;
        bool fits = arrays ? hs_json_kind(entry) == HS_JSON_ARRAY &&
                                 (count == 2 || (count == 0 && may_be_empty))
                           : hs_json_string(entry) != NULL;
        for (size_t k = 0; fits && k < count; k++) {
            const char *text = alternative(entry, k);
            fits = text != NULL;
            for (const char *at = text; fits;) {
                size_t length = strcspn(at, "/");
                enum hs_status status = check_word(b, at, length, hs_json_key(entry));
                if (status)
                    return status;
                if (at[length] == '\0')
                    break;
                at += length + 1;
            }
        }
        if (!fits)
            return hs_fail(b->error, HS_BAD_INPUT, "%s: %s.%s: expected %s", b->name,
                hs_json_key(table), hs_json_key(entry),
                arrays ? "two strings in an array" : "a string");
        const char *word = hs_json_key(entry);
        const struct hs_form *form = hsi_lexicon_find(b->lexicon, word, strlen(word));
        if (form)
            b->irregular[kind * HS_LEXICON_FORMS + (size_t)(form - b->lexicon->form)] = entry;
    }
    return HS_OK;
}

static enum hs_status read_root(struct build *b, const struct hs_json *root)
{
    static const char *const known[] = {"format", "about", "groups", "irregular_verbs",
        "irregular_plurals", "doubling", "comparatives"};
    static const enum hs_json_kind kinds[] = {HS_JSON_STRING, HS_JSON_STRING, HS_JSON_ARRAY,
        HS_JSON_OBJECT, HS_JSON_OBJECT, HS_JSON_STRING, HS_JSON_OBJECT};
    enum { FORMAT, ABOUT, GROUPS, VERBS, PLURALS, DOUBLING, COMPARATIVES, KEYS };
    const struct hs_json *field[KEYS] = {NULL};
    if (hs_json_kind(root) != HS_JSON_OBJECT)
        return hs_fail(b->error, HS_BAD_INPUT, "%s: expected an object at the top", b->name);
    for (const struct hs_json *item = hs_json_first(root); item; item = hs_json_next(item)) {
        size_t k = 0;
        while (k < KEYS && strcmp(known[k], hs_json_key(item)) != 0)
            k++;
        if (k == KEYS || hs_json_kind(item) != kinds[k])
            return hs_fail(b->error, HS_BAD_INPUT,
                "%s: \"%s\": unknown field, or a field of another type than expected", b->name,
                hs_json_key(item));
        field[k] = item;
    }
    if (!field[FORMAT] || strcmp(hs_json_string(field[FORMAT]), "headscope-lexicon 1") != 0)
        return hs_fail(
            b->error, HS_BAD_INPUT, "%s: \"format\": expected \"headscope-lexicon 1\"", b->name);
    if (!field[GROUPS] || hs_json_count(field[GROUPS]) == 0)
        return hs_fail(b->error, HS_BAD_INPUT,
            "%s: \"groups\": expected at least one group of words", b->name);
    enum hs_status status = read_groups(b, field[GROUPS]);
    if (!status)
        status = read_irregular(b, field[VERBS], VERB);
    if (!status)
        status = read_irregular(b, field[PLURALS], NOUN);
    if (!status)
        status = read_irregular(b, field[COMPARATIVES], ADJECTIVE);
    if (!status && field[DOUBLING])
        status = each_word(b, hs_json_string(field[DOUBLING]), "doubling", NULL, mark_doubling);
    if (!status)
        status = inflect(b);
    return status || hsi_lexicon_number_functions(b->lexicon) ? status : no_memory(b);
}

enum hs_status hsi_lexicon_build(struct hs_lexicon *lexicon, const char *name, const char *bytes,
    size_t length, struct hs_error *error)
{
    struct hs_json_doc *doc;
    enum hs_status status = hs_json_parse(name, bytes, length, &doc, error);
    if (status)
        return status;
    const struct hs_name shown = hsi_name_shown(name);
    struct build b = {.lexicon = lexicon, .name = shown.text, .error = error};
    b.lemma_of = calloc(OPEN_CLASSES * HS_LEXICON_FORMS, sizeof *b.lemma_of);
    b.irregular = calloc(OPEN_CLASSES * HS_LEXICON_FORMS, sizeof *b.irregular);
    b.base = calloc(HS_LEXICON_LEMMAS, sizeof *b.base);
    b.doubles = calloc(HS_LEXICON_FORMS, 1);
    status = b.lemma_of && b.irregular && b.base && b.doubles ? read_root(&b, hs_json_root(doc))
                                                              : no_memory(&b);
    free(b.lemma_of);
    free(b.irregular);
    free(b.base);
    free(b.doubles);
    hs_json_drop(doc);
    return status;
}
