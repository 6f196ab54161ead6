/* set.c – attention sets: reference counting, accessors, token names. Made by sources/, read by
 * everything above. A set never changes after hsi_set_make(), so it may be read from any thread. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "set/set.h"

#include "hs_source.h" /* what a source says of itself */

/* Equal tokens are found by sorting positions by text, so that 4096 tokens cost n log n. */
struct named {
    const char *text;
    size_t at;
};

static int by_text_then_place(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = strcmp(a->text, b->text);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

static size_t *count_occurrences(const struct hs_tokens *tokens)
{
    size_t n = tokens->count;
    size_t *occurrence = calloc(n ? n : 1, sizeof *occurrence);
    struct named *names = malloc((n ? n : 1) * sizeof *names);
    if (!occurrence || !names) {
        free(occurrence);
        free(names);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        names[i] = (struct named){tokens->token[i].text, i};
    qsort(names, n, sizeof *names, by_text_then_place);
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && strcmp(names[end].text, names[i].text) == 0)
            end++;
        for (size_t j = i; end - i > 1 && j < end; j++)
            occurrence[names[j].at] = j - i + 1;
        i = end;
    }
    free(names);
    return occurrence;
}

enum hs_status hsi_set_make(const struct hs_set *parts, struct hs_set **out, struct hs_error *error)
{
    struct hs_set *set = malloc(sizeof *set);
    size_t *query = count_occurrences(parts->tokens[HS_QUERY]);
    size_t *key = parts->tokens[HS_KEY] == parts->tokens[HS_QUERY]
                      ? query
                      : count_occurrences(parts->tokens[HS_KEY]);
    if (!set || !query || !key) {
        if (key != query)
            free(key);
        free(query);
        free(set);
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the attention set");
    }
    *set = *parts;
    hsi_text_one_line(set->source); /* they stand in lines of files and of the window */
    hsi_text_one_line(set->note);
    set->shape.same_text |= set->shape.self_attention;
    set->shape.cells_masked = set->cell_masked != NULL;
    set->occurrence[HS_QUERY] = query;
    set->occurrence[HS_KEY] = key;
    atomic_store(&set->owners, 1);
    *out = set;
    return HS_OK;
}

struct hs_set *hs_set_keep(struct hs_set *set)
{
    atomic_fetch_add(&set->owners, 1);
    return set;
}

void hs_set_drop(struct hs_set *set)
{
    if (!set || atomic_fetch_sub(&set->owners, 1) > 1)
        return;
    if (set->base) {
        hs_set_drop(set->base);
        free(set);
        return;
    }
    if (set->release)
        set->release(set->data);
    if (set->tokens[HS_KEY] != set->tokens[HS_QUERY])
        hs_tokens_drop(set->tokens[HS_KEY]);
    if (set->occurrence[HS_KEY] != set->occurrence[HS_QUERY])
        free(set->occurrence[HS_KEY]);
    free(set->occurrence[HS_QUERY]);
    hs_tokens_drop(set->tokens[HS_QUERY]);
    free(set->info);
    free(set->head_mode);
    free(set->key_padding);
    free(set->cell_masked);
    free(set);
}

/* ------------------------------------------------------------------ one layer of several */
static struct hs_matrix base_weights(const struct hs_set *set, size_t layer, size_t head)
{
    return hs_set_weights(set->base, set->base_layer + layer, head);
}

static struct hs_matrix base_plane(
    const struct hs_set *set, enum hs_plane plane, size_t layer, size_t head)
{
    return hs_set_plane(set->base, plane, set->base_layer + layer, head);
}

static void base_trim(void *data)
{
    hs_set_trim(data);
}

enum hs_status hs_set_layer(
    struct hs_set *set, size_t layer, struct hs_set **one, struct hs_error *error)
{
    if (layer >= set->shape.L)
        return hs_fail(error, HS_BAD_USE, "%s: there is no layer %zu in a set of %zu", set->source,
            layer, set->shape.L);
    struct hs_set *made = malloc(sizeof *made);
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the attention set");
    *made = *set;
    made->shape.L = 1;
    made->shape.layer += layer;
    made->base = hs_set_keep(set);
    made->base_layer = layer;
    made->head_mode = set->head_mode ? set->head_mode + layer * set->shape.h : NULL;
    made->data = set;
    made->weights = base_weights;
    made->plane = base_plane;
    made->trim = base_trim;
    made->release = NULL;
    atomic_store(&made->owners, 1);
    *one = made;
    return HS_OK;
}

void hs_set_trim(struct hs_set *set)
{
    if (set->trim)
        set->trim(set->data);
}

struct hs_set_shape hs_set_shape(const struct hs_set *set)
{
    return set->shape;
}

double hsi_set_scale(const struct hs_set *set)
{
    if (set->shape.scale > 0)
        return set->shape.scale;
    return set->shape.d_k ? 1 / sqrt((double)set->shape.d_k) : 1;
}

const char *hs_set_source(const struct hs_set *set)
{
    return set->source;
}

unsigned hs_set_can(const struct hs_set *set)
{
    return set->can;
}

bool hs_set_constructed(const struct hs_set *set)
{
    return set->can & HS_CAN_CONSTRUCTED;
}

enum hs_values hs_set_values(const struct hs_set *set)
{
    return set->values;
}

const char *hs_set_note(const struct hs_set *set)
{
    return set->note;
}

const struct hs_tokens *hs_set_tokens(const struct hs_set *set, enum hs_side side)
{
    return set->tokens[side];
}

const struct hs_token_info *hs_set_token_info(const struct hs_set *set)
{
    return set->info;
}

struct hs_matrix hs_set_weights(const struct hs_set *set, size_t layer, size_t head)
{
    if (layer >= set->shape.L || head >= set->shape.h)
        return (struct hs_matrix){NULL, 0, 0, 0};
    return set->weights(set, layer, head);
}

struct hs_matrix hs_set_plane(
    const struct hs_set *set, enum hs_plane plane, size_t layer, size_t head)
{
    if (!set->plane || layer >= set->shape.L || head >= set->shape.h ||
        !(set->shape.planes & HS_KEEP(plane)))
        return (struct hs_matrix){NULL, 0, 0, 0};
    return set->plane(set, plane, layer, head);
}

bool hs_set_masked(const struct hs_set *set, size_t q, size_t k)
{
    if (set->key_padding && set->key_padding[k])
        return true;
    if (set->cell_masked && set->cell_masked[q * set->shape.m + k])
        return true;
    /* With n queries at the end of m keys, query q stands at key position q + (m - n). */
    return set->shape.mask == HS_MASK_CAUSAL && k + set->shape.n > q + set->shape.m;
}

size_t hsi_set_run(const struct hs_set *set, size_t q, size_t *first)
{
    size_t m = set->shape.m, reach = m;
    if (set->shape.mask == HS_MASK_CAUSAL) { /* as in hs_set_masked() */
        reach = q + m >= set->shape.n ? q + m - set->shape.n + 1 : 0;
        reach = reach < m ? reach : m;
    }
    if (*first > reach)
        *first = reach;
    if (!set->key_padding && !set->cell_masked)
        return reach;
    while (*first < reach && hs_set_masked(set, q, *first))
        ++*first;
    size_t end = *first;
    while (end < reach && !hs_set_masked(set, q, end))
        end++;
    return end;
}

enum hs_head_mode hs_set_head_mode(const struct hs_set *set, size_t layer, size_t head)
{
    if (!set->head_mode)
        return HS_HEAD_ON;
    return (enum hs_head_mode)set->head_mode[layer * set->shape.h + head];
}

void hs_set_head_label(
    const struct hs_set *set, size_t layer, size_t head, char *label, size_t room)
{
    if (room == 0)
        return;
    label[0] = '\0';
    if (set->head_label && layer < set->shape.L && head < set->shape.h)
        set->head_label(set->shape.h, set->shape.layer + layer, head, label, room);
}

void hs_set_token_name(
    const struct hs_set *set, enum hs_side side, size_t index, char *name, size_t room)
{
    if (room == 0)
        return;
    name[0] = '\0';
    if (index >= set->tokens[side]->count)
        return;
    const char *text = set->tokens[side]->token[index].text;
    size_t occurrence = set->occurrence[side][index];
    int length = occurrence ? snprintf(name, room, "%s (%zu)", text, occurrence)
                            : snprintf(name, room, "%s", text);
    /* Cut at a code point: drop a trailing partial sequence. */
    if (length > 0 && (size_t)length >= room)
        name[hs_utf8_invalid(name, room - 1)] = '\0';
}
