/* fail_alloc.c – see fail_alloc.h. Counters are atomic: worker threads allocate too. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "fail_alloc.h"

static atomic_long asked, refused;
static atomic_long target = -1;
static atomic_bool target_on, counting;

void fail_alloc_at(long k, bool on)
{
    target = -1;
    asked = 0;
    refused = 0;
    target_on = on;
    target = k;
    counting = true;
}

void fail_alloc_stop(void)
{
    counting = false;
}

long fail_alloc_asked(void)
{
    return asked;
}

bool fail_alloc_refused(void)
{
    return refused > 0;
}

static bool refuse(void)
{
    if (!counting)
        return false;
    long now = asked++;
    bool yes = target >= 0 && (target_on ? now >= target : now == target);
    if (yes) {
        refused++;
        errno = ENOMEM;
    }
    return yes;
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
int __real_posix_memalign(void **, size_t, size_t);
char *__real_strdup(const char *);
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);
int __wrap_posix_memalign(void **, size_t, size_t);
char *__wrap_strdup(const char *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refuse() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuse() ? NULL : __real_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    return refuse() ? ENOMEM : __real_posix_memalign(block, alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return refuse() ? NULL : __real_strdup(text);
}

int __wrap_pthread_create(
    pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *argument)
{
    return refuse() ? EAGAIN : __real_pthread_create(thread, how, start, argument);
}

void fail_alloc_cjson(void)
{
    cJSON_Hooks hooks = {__wrap_malloc, free};
    cJSON_InitHooks(&hooks);
}
