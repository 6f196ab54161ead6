/* guarded.c – see guarded.h. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "guarded.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN = 0xA7 }; /* as a float: -4.6e-15, no value a kernel would write by itself */

struct guarded guarded_new(size_t count, size_t offset, enum guarded_side side)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t used = (count + offset) * sizeof(float);
    size_t bytes = (used + page) / page * page; /* at least one byte beside the data */
    unsigned char *all =
        mmap(NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct guarded block = {.count = count, .bytes = bytes};
    block.copy = malloc((count + 1) * sizeof(float));
    if (all == MAP_FAILED || !block.copy || mprotect(all + page, bytes, PROT_READ | PROT_WRITE)) {
        perror("guarded_new");
        exit(1);
    }
    block.pages = all + page;
    memset(block.pages, PATTERN, bytes);
    block.data = (float *)(void *)(side == GUARDED_AFTER ? block.pages + bytes - used
                                                         : block.pages + offset * sizeof(float));
    return block;
}

void guarded_drop(struct guarded *block)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(block->pages - page, block->bytes + 2 * page);
    free(block->copy);
}

void guarded_keep(struct guarded *block)
{
    memcpy(block->copy, block->data, block->count * sizeof(float));
}

bool guarded_surroundings_intact(const struct guarded *block)
{
    const unsigned char *from = (const unsigned char *)block->data;
    const unsigned char *to = from + block->count * sizeof(float);
    for (const unsigned char *p = block->pages; p < block->pages + block->bytes; p++)
        if ((p < from || p >= to) && *p != PATTERN)
            return false;
    return true;
}

bool guarded_same(const struct guarded *block, size_t i)
{
    return memcmp(&block->data[i], &block->copy[i], sizeof(float)) == 0;
}

bool guarded_all_same(const struct guarded *block)
{
    return memcmp(block->data, block->copy, block->count * sizeof(float)) == 0;
}

static sigjmp_buf escape;

static void on_fault(int signal)
{
    siglongjmp(escape, signal);
}

bool guarded_run(void (*run)(void *job), void *job)
{
    struct sigaction action = {.sa_handler = on_fault}, segv, bus;
    sigaction(SIGSEGV, &action, &segv);
    sigaction(SIGBUS, &action, &bus);
    volatile bool fine = false;
    if (sigsetjmp(escape, 1) == 0) {
        run(job);
        fine = true;
    }
    sigaction(SIGSEGV, &segv, NULL);
    sigaction(SIGBUS, &bus, NULL);
    return fine;
}
