/* guarded.h – memory that tells when a kernel reads or writes where it must not.
 * A guarded block lies between two pages that cannot be touched, with its data against the one or
 * the other, shifted by a number of floats; all bytes around the data hold a pattern. `guarded_run`
 * survives the fault and reports it. */
#ifndef HS_TESTS_GUARDED_H
#define HS_TESTS_GUARDED_H

#include <stdbool.h>
#include <stddef.h>

enum guarded_side { GUARDED_AFTER, GUARDED_BEFORE }; /* which guard page the data stand against */

struct guarded {
    float *data; /* (count) */
    size_t count;
    unsigned char *pages; /* the usable pages between the guards */
    size_t bytes;
    float *copy; /* (count) what guarded_keep saw */
};

/* A block for `count` floats, `offset` (0 … 15) floats away from the guard page. Exits the test
 * when memory ran out. */
struct guarded guarded_new(size_t count, size_t offset, enum guarded_side side);
void guarded_drop(struct guarded *block);
/* Remembers the data, to compare with later. */
void guarded_keep(struct guarded *block);
/* Whether all bytes around the data still hold the pattern. */
bool guarded_surroundings_intact(const struct guarded *block);
/* Whether element i has the very bits it had at guarded_keep. */
bool guarded_same(const struct guarded *block, size_t i);
bool guarded_all_same(const struct guarded *block);

/* Calls run(job); false when it touched memory that it may not. */
bool guarded_run(void (*run)(void *job), void *job);

#endif
