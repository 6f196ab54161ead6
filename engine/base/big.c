/* big.c – memory for weights and planes. Called by mha/ and preset/ for what may span several
 * megabytes: there, small pages would cost more than the first writing of the numbers. */
#define _GNU_SOURCE /* madvise */
#include "base/base.h"

#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

/* Pages of 2 MiB save page faults and TLB misses once a block spans several of them. */
enum { HUGE_PAGE = 2 << 20, HUGE_FROM = 4 << 20 };

float *hs_big_floats(size_t floats)
{
    size_t bytes, align = floats >= HUGE_FROM / sizeof(float) ? HUGE_PAGE : 64;
    if (!hs_size_mul(floats, sizeof(float), &bytes) || !hs_size_add(bytes, align - 1, &bytes))
        return NULL;
    bytes &= ~(align - 1);
    float *memory = aligned_alloc(align, bytes > 0 ? bytes : align);
#if defined(__linux__)
    if (memory && align == HUGE_PAGE)
        madvise(memory, bytes, MADV_HUGEPAGE); /* a wish; refused or ignored is as good */
#endif
    return memory;
}
