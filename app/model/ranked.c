/* ranked.c – see ranked.h. */
#include <stdlib.h>

#include "model/ranked.h"

static int larger_first(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->index > b->index) - (a->index < b->index);
}

void ranked_sort(struct ranked *ranked, size_t count)
{
    qsort(ranked, count, sizeof *ranked, larger_first);
}
