/* dump_choose.c – which arrays of a file are attention: by the four names that are documented; by names
 * that say so, one array for all layers or one for each ("attentions.0", "blocks.0.attn.hook_pattern"); or
 * because there is only one that can be. A file of a model's weights is told from those. */
#include "sources/dump.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    enum hs_part_kind kind;
} known_parts[] = {{"attention", HS_PART_SELF}, {"encoder_attention", HS_PART_ENCODER},
    {"decoder_attention", HS_PART_DECODER}, {"cross_attention", HS_PART_CROSS}};

enum { NAME_ROOM = 200, FIELDS = 4, LISTED = 150, MOST_ARRAYS = 1024 };

/* ------------------------------------------------------------------ names */
static bool holds(const char *name, const char *word)
{
    size_t length = strlen(word);
    for (; *name; name++)
        if (strncasecmp(name, word, length) == 0)
            return true;
    return false;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);
    return length > size && strcmp(name + length - size, ending) == 0;
}

static bool says_attention(const char *name)
{
    return (holds(name, "att") || holds(name, "pattern")) && !holds(name, "mask") && !holds(name, "score");
}

static bool is_weight(const char *name)
{
    return ends_with(name, ".weight") || ends_with(name, ".bias") || ends_with(name, ".gamma") || ends_with(name, ".beta");
}

static enum hs_part_kind kind_of(const char *name)
{
    return holds(name, "cross") || holds(name, "encoder_attn") ? HS_PART_CROSS
           : holds(name, "decoder")                            ? HS_PART_DECODER
           : holds(name, "encoder")                            ? HS_PART_ENCODER
                                                               : HS_PART_SELF;
}

/* The name with its field-th number, from 0, as '*'. False when it has none or is too long. */
static bool name_without(const char *name, size_t field, char *pattern, size_t *number)
{
    size_t length = 0, seen = 0;
    bool found = false;
    for (const char *at = name; *at;) {
        size_t digits = strspn(at, "0123456789");
        if (length + digits + 2 > NAME_ROOM)
            return false;
        if (digits > 0 && seen++ == field && digits <= 6) {
            *number = strtoul(at, NULL, 10);
            pattern[length++] = '*';
            found = true;
            at += digits;
        } else {
            size_t run = digits ? digits : 1;
            memcpy(pattern + length, at, run);
            length += run;
            at += run;
        }
    }
    pattern[length] = '\0';
    return found;
}

/* "attentions.*" is called "attentions". */
static void group_name(const char *pattern, char *name)
{
    size_t length = strlen(pattern);
    memcpy(name, pattern, length + 1);
    if (length < 2 || name[length - 1] != '*')
        return;
    do
        length--;
    while (length > 1 && strchr("._-/", name[length - 1]));
    name[length] = '\0';
}

/* ------------------------------------------------------------------ groups */
/* Arrays that are the layers of one part, in order; a single array is a group of one. */
struct group {
    const struct dump_array **array; /* (count) */
    size_t *number;                  /* (count) */
    size_t count;
    bool layers;
    char name[NAME_ROOM];
};

static void group_drop(struct group *group)
{
    free(group->array);
    free(group->number);
}

static size_t matching(const struct dump_array *array, size_t count, const bool *taken, const char *pattern, size_t field,
    struct group *group)
{
    char other[NAME_ROOM];
    size_t found = 0, number;
    for (size_t i = 0; i < count; i++) {
        if (taken[i] || !name_without(array[i].name, field, other, &number) || strcmp(other, pattern) != 0)
            continue;
        if (group) {
            group->array[found] = &array[i];
            group->number[found] = number;
        }
        found++;
    }
    return found;
}

static void sort_layers(struct group *group)
{
    for (size_t i = 1; i < group->count; i++)
        for (size_t j = i; j > 0 && group->number[j] < group->number[j - 1]; j--) {
            const struct dump_array *array = group->array[j];
            size_t number = group->number[j];
            group->array[j] = group->array[j - 1];
            group->number[j] = group->number[j - 1];
            group->array[j - 1] = array;
            group->number[j - 1] = number;
        }
}

/* The group of array `at`: by that number of its name which makes the largest. */
static bool group_of(const struct dump_array *array, size_t count, bool *taken, size_t at, struct group *group)
{
    char pattern[NAME_ROOM], best[NAME_ROOM] = "";
    size_t most = 1, best_field = 0, number;
    for (size_t field = 0; field < FIELDS; field++) {
        if (!name_without(array[at].name, field, pattern, &number))
            continue;
        size_t found = matching(array, count, taken, pattern, field, NULL);
        if (found > most) {
            most = found;
            best_field = field;
            memcpy(best, pattern, sizeof best);
        }
    }
    *group = (struct group){malloc(most * sizeof *group->array), malloc(most * sizeof *group->number), most, most > 1, ""};
    if (!group->array || !group->number)
        return false;
    group->array[0] = &array[at];
    if (most > 1) {
        matching(array, count, taken, best, best_field, group);
        sort_layers(group);
        group_name(best, group->name);
    } else {
        snprintf(group->name, sizeof group->name, "%.*s", NAME_ROOM - 1, array[at].name);
    }
    for (size_t i = 0; i < most; i++)
        taken[group->array[i] - array] = true;
    return true;
}

/* Whether its shape may be that of attention, without its name. */
static bool may_be(const struct group *group)
{
    const struct dump_array *array = group->array[0];
    size_t most = group->layers ? 4 : 5;
    return array->dtype <= HS_DTYPE_BF16 && array->rank >= 2 && array->rank <= most && array->shape[array->rank - 1] > 0 &&
           array->shape[array->rank - 2] == array->shape[array->rank - 1];
}

static enum hs_status add_group(struct dump *dump, const struct group *group, struct hs_error *error)
{
    if (dump->part_count == DUMP_PARTS)
        return hs_fail(error, HS_LIMIT, "%s: it holds more than %d stacks of attention: write fewer into one file",
            hsi_name_shown(dump->path).text, DUMP_PARTS);
    for (size_t i = 1; i < group->count; i++)
        if (group->number[i] != group->number[i - 1] + 1)
            return hs_fail(error, HS_BAD_INPUT, "%s: \"%s\" has layer %zu and next %zu: write every layer once",
                hsi_name_shown(dump->path).text, group->name, group->number[i - 1], group->number[i]);
    return hsi_dump_add_part(dump, group->name, kind_of(group->name), group->array, group->count, group->layers, error);
}

/* ------------------------------------------------------------------ choosing */
/* Says what there is, for someone whose tensor is called otherwise. */
static enum hs_status no_attention(
    const struct dump *dump, const struct dump_array *array, size_t count, struct hs_error *error)
{
    char names[LISTED + 150] = "";
    size_t length = 0, weights = 0;
    for (size_t i = 0; i < count; i++)
        weights += is_weight(array[i].name);
    if (weights > 2 || (weights == 2 && count == 2))
        return hs_fail(error, HS_BAD_INPUT,
            "%s: it holds a model's weights and no attention: open the model's folder, with config.json and its tokenizer "
            "beside it, and type a text",
            hsi_name_shown(dump->path).text);
    for (size_t i = 0; i < count && length < LISTED; i++) {
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%.40s (", i ? ", " : "", array[i].name);
        for (size_t k = 0; k < array[i].rank && length < LISTED + 100; k++)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%zu", k ? ", " : "", array[i].shape[k]);
        length += (size_t)snprintf(names + length, sizeof names - length, ")");
    }
    return hs_fail(error, HS_BAD_INPUT,
        "%s: no tensor is called attention, encoder_attention, decoder_attention or cross_attention, and none else is "
        "surely attention; it holds %s%s: write the attention under one of these names",
        hsi_name_shown(dump->path).text, count ? names : "nothing", length >= LISTED ? " …" : "");
}

/* Groups that qualify: by name, or without one. Adds them, or only counts. */
static enum hs_status take_groups(struct dump *dump, const struct dump_array *array, size_t count, bool named, bool add,
    size_t *found, struct hs_error *error)
{
    bool *taken = calloc(count + 1, sizeof *taken);
    enum hs_status status = taken ? HS_OK : hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    *found = 0;
    for (size_t i = 0; !status && i < count; i++) {
        struct group group;
        if (taken[i] || is_weight(array[i].name) || array[i].dtype > HS_DTYPE_BF16 || array[i].rank < 2 ||
            (named && !says_attention(array[i].name)))
            continue;
        if (!group_of(array, count, taken, i, &group))
            status = hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
        else if (named || may_be(&group))
            *found += 1;
        if (!status && add && (named || may_be(&group)))
            status = add_group(dump, &group, error);
        group_drop(&group);
    }
    free(taken);
    return status;
}

enum hs_status hsi_dump_choose(struct dump *dump, const struct dump_array *array, size_t count, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    size_t found = 0, weights = 0;
    for (size_t i = 0; i < sizeof known_parts / sizeof *known_parts; i++)
        for (size_t k = 0; !status && k < count; k++)
            if (strcmp(array[k].name, known_parts[i].name) == 0)
                status = hsi_dump_add_part(dump, known_parts[i].name, known_parts[i].kind,
                    &(const struct dump_array *){&array[k]}, 1, false, error);
    for (size_t k = 0; k < count; k++)
        weights += is_weight(array[k].name);
    if (status || dump->part_count > 0)
        return status;
    if (weights <= 2 && count <= MOST_ARRAYS) {
        status = take_groups(dump, array, count, true, true, &found, error);
        if (!status && found == 0)
            status = take_groups(dump, array, count, false, false, &found, error);
        if (!status && found == 1 && dump->part_count == 0) /* one that can be it */
            status = take_groups(dump, array, count, false, true, &found, error);
    }
    return status || dump->part_count > 0 ? status : no_attention(dump, array, count, error);
}
