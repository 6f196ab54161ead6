/* test_mha_alloc.c – the forward pass allocates nothing, and running out of memory anywhere else is
 * an error, not a crash. The linker sends the engine's allocations here (--wrap), where they are
 * counted and, on demand, refused. */
#include "check.h"
#include "mha_problem.h"

#include <errno.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
int __real_posix_memalign(void **block, size_t align, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
int __wrap_posix_memalign(void **block, size_t align, size_t size);

static size_t allocations;
static size_t refuse_at; /* the allocation of this number fails; 0 = none */

static bool refused(void)
{
    return ++allocations == refuse_at;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refused() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return refused() ? NULL : __real_aligned_alloc(align, size);
}

int __wrap_posix_memalign(void **block, size_t align, size_t size)
{
    return refused() ? ENOMEM : __real_posix_memalign(block, align, size);
}

static void test_forward(const struct problem *p, unsigned threads)
{
    struct hs_weights weights = problem_weights(p);
    struct hs_mha_config config = problem_config(p);
    struct hs_model *model = NULL;
    struct hs_mha_plan *plan = NULL;
    struct hs_mha_workspace *workspace = NULL;
    config.threads = threads;
    allocations = refuse_at = 0;
    CHECK(hs_model_new(&weights, &model, NULL) == HS_OK);
    CHECK(hs_mha_plan_new(model, &config, &plan, NULL) == HS_OK);
    CHECK(hs_mha_workspace_new(plan, &workspace, NULL) == HS_OK);
    CHECK(allocations > 5); /* the counter counts */
    size_t before = allocations;
    for (unsigned i = 0; i < 5; i++)
        hs_mha_forward(plan, workspace, p->X_q, p->X_kv, NULL);
    CHECK(allocations == before);
    hs_mha_workspace_drop(workspace);
    hs_mha_plan_drop(plan);
    hs_model_drop(model);
}

/* Refuses the first, the second, … allocation until everything succeeds. */
static void test_refused(const struct problem *p)
{
    struct hs_weights weights = problem_weights(p);
    struct hs_mha_config config = problem_config(p);
    size_t failures = 0;
    config.threads = 2;
    for (size_t at = 1;; at++) {
        struct hs_model *model = NULL;
        struct hs_mha_plan *plan = NULL;
        struct hs_mha_workspace *workspace = NULL;
        struct hs_error error = {0};
        allocations = 0;
        refuse_at = at;
        enum hs_status status = hs_model_new(&weights, &model, &error);
        if (status == HS_OK)
            status = hs_mha_plan_new(model, &config, &plan, &error);
        if (status == HS_OK)
            status = hs_mha_workspace_new(plan, &workspace, &error);
        refuse_at = 0;
        if (status == HS_OK) /* without a pool the pass runs on one thread */
            hs_mha_forward(plan, workspace, p->X_q, p->X_kv, NULL);
        else
            CHECK(status == HS_NO_MEMORY && error.message[0] && !workspace);
        failures += status != HS_OK;
        hs_mha_workspace_drop(workspace);
        hs_mha_plan_drop(plan);
        hs_model_drop(model);
        if (allocations < at)
            break;
    }
    CHECK(failures >= 7);
}

int main(void)
{
    struct problem p = problem_new(1, 20, 30, 64, 4, 1);
    p.key_padding = calloc(p.m, 1);
    p.head_mode = calloc(p.h, 1);
    p.head_mode[2] = HS_HEAD_MEAN;
    test_forward(&p, 1);
    test_forward(&p, 3);
    test_refused(&p);
    problem_drop(&p);
    return check_report();
}
