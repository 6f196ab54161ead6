/* big.c – memory for weights and planes. Called by mha/ and preset/ for what may span several
 * megabytes: there, small pages would cost more than the first writing of the numbers. */
#define _GNU_SOURCE /* madvise */
#include "base/base.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

/* Pages of 2 MiB save page faults and TLB misses once a block spans several of them. Where memory is in pieces the system looks for one
 * for up to some 100 ms: for the 4 MiB of weights of a moment (learn/) that is more than they save, and the forward pass is as fast. */
enum { HUGE_PAGE = 2 << 20, HUGE_FROM = 8 << 20 };

float *hsi_big_floats(size_t floats)
{
    size_t bytes, line = 64;
    void *memory;
    if (!hsi_size_mul(floats, sizeof(float), &bytes) || !hsi_size_add(bytes, line - 1, &bytes))
        return NULL;
    bytes = bytes < line ? line : bytes & ~(line - 1);
    bool huge = bytes >= HUGE_FROM;
    if (posix_memalign(&memory, huge ? HUGE_PAGE : line, bytes))
        return NULL;
#if defined(__linux__)
    if (huge) /* a wish; refused or ignored is as good. The end is left out: a page that is half used takes memory whole */
        madvise(memory, bytes & ~(size_t)(HUGE_PAGE - 1), MADV_HUGEPAGE);
#endif
    return memory;
}

/* A spare block tells at its beginning how many floats it holds; 0 once the system has taken that page. */
static size_t spare_room(const float *block)
{
    size_t room = 0;
    if (block)
        memcpy(&room, block, sizeof room);
    return room;
}

float *hsi_spare_floats(struct hs_spare *spare, size_t floats, size_t *room)
{
    float *block = floats >= HUGE_FROM / sizeof(float) ? atomic_exchange(&spare->block, NULL) : NULL;
    *room = spare_room(block);
    if (block && *room >= floats && *room / 2 <= floats)
        return block;
    free(block);
    *room = floats >= HUGE_FROM / sizeof(float) ? floats + floats / 8 : floats; /* a text that grows; what is not used takes no memory */
    return hsi_big_floats(*room);
}

void hsi_spare_return(struct hs_spare *spare, float *block, size_t room)
{
    if (block && room >= HUGE_FROM / sizeof(float)) {
#if defined(__linux__)
        madvise(block, room * sizeof(float) & ~(size_t)(HUGE_PAGE - 1), MADV_FREE); /* what the next writes stays */
#endif
        memcpy(block, &room, sizeof room);
        block = atomic_exchange(&spare->block, block);
    }
    free(block);
}

void hsi_spare_drop(struct hs_spare *spare)
{
    free(atomic_exchange(&spare->block, NULL));
}
