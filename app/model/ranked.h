/* ranked.h – what is listed by a number, the largest first; equal ones in the order they had. */
#ifndef HEADSCOPE_RANKED_H
#define HEADSCOPE_RANKED_H

#include <stddef.h>

struct ranked {
    double value;
    size_t index;
};
void ranked_sort(struct ranked *ranked, size_t count);

#endif
