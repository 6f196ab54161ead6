/* arena.c – memory for things that die together. A document's strings, a file's sentences, a plan's
 * tables. Blocks come zeroed from calloc and are never handed out twice, so everything is zero
 * without a memset. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 64,         // a cache line, and the widest vector load (AVX-512)
    FIRST_BLOCK = 4 << 10,  // one page
    LARGEST_STEP = 1 << 20, // blocks double up to here: at most half of a small arena is unused
};

struct hs_arena_block {
    struct hs_arena_block *before;
    char *next; // the first free byte, aligned
    size_t left;
    size_t size; // of the whole block
};

static struct hs_arena_block *block_new(struct hs_arena *arena, size_t bytes)
{
    size_t want = FIRST_BLOCK, need;
    if (arena->last)
        want = arena->last->size >= LARGEST_STEP / 2 ? LARGEST_STEP : arena->last->size * 2;
    if (!hsi_size_add(bytes, sizeof(struct hs_arena_block) + ALIGNMENT, &need))
        return NULL;
    if (want < need)
        want = need;
    struct hs_arena_block *block = calloc(1, want);
    if (!block)
        return NULL;
    size_t header = sizeof *block;
    size_t misfit = (size_t)(((uintptr_t)block + header) % ALIGNMENT);
    if (misfit)
        header += ALIGNMENT - misfit;
    block->before = arena->last;
    block->next = (char *)block + header;
    block->left = want - header;
    block->size = want;
    arena->last = block;
    return block;
}

void *hsi_arena_alloc(struct hs_arena *arena, size_t count, size_t size)
{
    size_t bytes, padded;
    if (arena->failed)
        return NULL;
    if (!hsi_size_mul(count, size, &bytes) || !hsi_size_add(bytes, ALIGNMENT - 1, &padded)) {
        arena->failed = true;
        return NULL;
    }
    padded &= ~(size_t)(ALIGNMENT - 1);
    if (padded == 0)
        padded = ALIGNMENT; // "nothing" still gets an address of its own
    struct hs_arena_block *block = arena->last;
    if (!block || block->left < padded)
        block = block_new(arena, padded);
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    void *memory = block->next;
    block->next += padded;
    block->left -= padded;
    return memory;
}

char *hsi_arena_text(struct hs_arena *arena, const char *text, size_t length)
{
    size_t bytes;
    char *copy = hsi_size_add(length, 1, &bytes) ? hsi_arena_alloc(arena, bytes, 1) : NULL;
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

void hsi_arena_drop(struct hs_arena *arena)
{
    if (!arena)
        return;
    struct hs_arena_block *block = arena->last;
    while (block) {
        struct hs_arena_block *before = block->before;
        free(block);
        block = before;
    }
    *arena = (struct hs_arena){0};
}
