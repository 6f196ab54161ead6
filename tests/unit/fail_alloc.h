/* fail_alloc.h – lets chosen allocations fail. The linker puts these in between (FAIL_ALLOC_WRAP in
 * memory.cmake): malloc, calloc, realloc, aligned_alloc, posix_memalign, strdup, pthread_create of
 * our own objects; cJSON is led to them by its hooks. */
#ifndef HS_TESTS_FAIL_ALLOC_H
#define HS_TESTS_FAIL_ALLOC_H

#include <stdbool.h>

/* The k-th allocation from now on (from 0) fails, with `on` also all after it. k < 0: none fails. */
void fail_alloc_at(long k, bool on);
/* None fails and none is counted any more. */
void fail_alloc_stop(void);
/* Allocations asked for between the two; whether one was refused. */
long fail_alloc_asked(void);
bool fail_alloc_refused(void);
/* Makes cJSON ask here too. */
void fail_alloc_cjson(void);

#endif
