/* links.c – which links of a row are worth drawing: the rules of the Lines view. Called once a
 * visible row and head, so it works on the caller's room and stops as soon as the rule is met. */
#include <stdlib.h>

#include "set/set.h"

const char *hs_link_rule_name(enum hs_link_rule rule)
{
    static const char *const names[] = {"mass", "weight", "top"};
    return names[rule];
}

static bool lighter(const struct hs_row_link *a, const struct hs_row_link *b)
{
    return a->weight < b->weight || (a->weight == b->weight && a->k > b->k);
}

/* Restores the heap below `at`: every parent is at least as heavy as its children. */
static void sift(struct hs_row_link *heap, size_t count, size_t at)
{
    for (;;) {
        size_t largest = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
            if (lighter(&heap[largest], &heap[child]))
                largest = child;
        if (largest == at)
            return;
        struct hs_row_link swap = heap[at];
        heap[at] = heap[largest];
        heap[largest] = swap;
        at = largest;
    }
}

/* Heap sort from the heaviest down, left as soon as the rule has enough: popped links gather at the
 * array's end. */
static size_t pop_until(
    struct hs_row_link *links, size_t count, enum hs_link_rule rule, double amount)
{
    size_t left = count, taken = 0;
    double mass = 0;
    for (size_t i = count / 2; i-- > 0;)
        sift(links, count, i);
    while (left > 0) {
        if (rule == HS_LINKS_MASS ? mass >= amount
                                  : rule == HS_LINKS_TOP && (double)taken >= amount)
            break;
        struct hs_row_link top = links[0];
        links[0] = links[--left];
        links[left] = top;
        sift(links, left, 0);
        mass += (double)top.weight;
        taken++;
    }
    /* The heaviest stands last: bring the taken ones to the front, heaviest first. */
    for (size_t i = 0; i < count / 2; i++) {
        struct hs_row_link swap = links[i];
        links[i] = links[count - 1 - i];
        links[count - 1 - i] = swap;
    }
    return taken;
}

size_t hs_row_links(const struct hs_set *set, size_t layer, size_t head, size_t q,
    enum hs_link_rule rule, double amount, struct hs_row_link *links)
{
    struct hs_matrix A = hs_set_weights(set, layer, head);
    size_t count = 0;
    if (!A.data || q >= A.rows)
        return 0;
    for (size_t k = 0; k < A.cols; k++) {
        float weight = A.data[q * A.stride + k];
        if (hs_set_masked(set, q, k) || !(weight > 0) ||
            (rule == HS_LINKS_WEIGHT && (double)weight < amount))
            continue;
        links[count++] = (struct hs_row_link){k, weight};
    }
    return pop_until(links, count, rule, amount);
}

bool hs_row_link_to(const struct hs_set *set, size_t layer, size_t head, size_t q, size_t k,
    enum hs_link_rule rule, double amount, float *weight)
{
    struct hs_matrix A = hs_set_weights(set, layer, head);
    if (!A.data || q >= A.rows || k >= A.cols || hs_set_masked(set, q, k))
        return false;
    const float *row = A.data + q * A.stride;
    double mass = 0;
    size_t heavier = 0;
    *weight = row[k];
    if (!(row[k] > 0))
        return false;
    if (rule == HS_LINKS_WEIGHT)
        return (double)row[k] >= amount;
    for (size_t first = 0, end; (end = hsi_set_run(set, q, &first)) > first; first = end) {
        for (size_t i = first; i < end; i++) {
            bool before = row[i] > row[k] || (i < k && row[i] == row[k]);
            mass += before ? (double)row[i] : 0;
            heavier += before;
        }
    }
    return rule == HS_LINKS_MASS ? mass < amount : (double)heavier < amount;
}
