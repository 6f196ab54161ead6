/* hand_set.h – attention sets from numbers written in a test: any shape, rows further apart than
 * they are wide, so that a wrong stride or a read beyond a row gives a wrong number. */
#ifndef HS_TESTS_HAND_SET_H
#define HS_TESTS_HAND_SET_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "set/set.h"

struct hand {
    size_t n, m, h, stride;
    const float *numbers;     /* (h, n, stride): weights */
    const float *output;      /* (n, stride): the output plane of `m` columns, or NULL */
    const char *const *words; /* (m) key tokens; NULL = all "w". Query tokens are all "q". */
    enum hs_mask mask;
    const unsigned char *hidden; /* (m) or NULL */
};

static struct hs_matrix hand_weights(const struct hs_set *set, size_t layer, size_t head)
{
    const struct hand *hand = set->data;
    return (struct hs_matrix){hand->numbers + (layer * hand->h + head) * hand->n * hand->stride,
        hand->n, hand->m, hand->stride};
}

static struct hs_matrix hand_plane(const struct hs_set *set, enum hs_plane plane, size_t layer, size_t head)
{
    const struct hand *hand = set->data;
    (void)layer;
    (void)head;
    if (plane != HS_PLANE_OUTPUT || !hand->output)
        return (struct hs_matrix){NULL, 0, 0, 0};
    return (struct hs_matrix){hand->output, hand->n, hand->m, hand->stride};
}

static struct hs_tokens *hand_tokens(const char *const *words, const char *word, size_t count)
{
    const char **all = malloc(count * sizeof *all);
    struct hs_tokens *tokens = NULL;
    for (size_t i = 0; i < count; i++)
        all[i] = words ? words[i] : word;
    CHECK(hs_tokens_new(all, count, &tokens, NULL) == HS_OK);
    free(all);
    return tokens;
}

/* `hand` and its numbers must outlive the set. */
static struct hs_set *hand_set(struct hand *hand)
{
    struct hs_set parts = {
        .tokens = {hand_tokens(NULL, "q", hand->n), hand_tokens(hand->words, "w", hand->m)},
        .data = hand,
        .weights = hand_weights,
        .plane = hand_plane};
    struct hs_set *set = NULL;
    parts.shape = (struct hs_set_shape){.L = 1,
        .h = hand->h,
        .n = hand->n,
        .m = hand->m,
        .mask = hand->mask,
        .planes = hand->output ? HS_KEEP(HS_PLANE_OUTPUT) : 0};
    if (hand->hidden) {
        parts.key_padding = malloc(hand->m);
        memcpy(parts.key_padding, hand->hidden, hand->m);
    }
    CHECK(hsi_set_make(&parts, &set, NULL) == HS_OK);
    return set;
}

#endif
