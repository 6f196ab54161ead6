/* memory_sweep.h – for tests in which the k-th allocation fails (fail_alloc.h): runs a job once for
 * every k up to its end, or for a sample of them, with only that one refused and with all after it.
 * `test_memory NAME [SAMPLES [CASE]]`: the test, how many k of each of its cases, 0 = all; the
 * cases whose names begin with CASE. */
#ifndef HS_TESTS_MEMORY_SWEEP_H
#define HS_TESTS_MEMORY_SWEEP_H

#include "check.h"
#include "fail_alloc.h"

#include <stdlib.h>

static struct {
    long samples, tried, refused;
    const char *only;
} sweeps = {12, 0, 0, ""};

static void sweep_arguments(int count, char **arguments)
{
    if (count > 1)
        sweeps.samples = atol(arguments[1]);
    if (count > 2)
        sweeps.only = arguments[2];
}

/* The case is run to count its allocations, then with failing ones. `check` puts right what
 * `job` did, with memory again, and looks whether all is as before. A sample lies evenly, with a
 * little disorder, so that the same allocations are not always missed. */
static void sweep(const char *name, void (*job)(void), void (*check)(void))
{
    if (strncmp(name, sweeps.only, strlen(sweeps.only)) != 0)
        return;
    long total = 0;
    for (int visit = 0; visit < 2; visit++) { /* the first fills what is kept for later */
        fail_alloc_at(-1, false);
        job();
        fail_alloc_stop();
        total = fail_alloc_asked();
        check();
    }
    CHECK(total > 0);
    for (int on = 0; on <= 1; on++) {
        long count = sweeps.samples && sweeps.samples < total ? sweeps.samples : total;
        for (long i = 0; i < count; i++) {
            long k = count == total ? i : (i * total + (i * 7919 + total) % total) / count % total;
            int before = check_failed;
            fail_alloc_at(k, on);
            job();
            fail_alloc_stop();
            sweeps.refused += fail_alloc_refused();
            check();
            sweeps.tried++;
            if (check_failed > before) {
                fprintf(stderr, "%s: with allocation %ld of %ld refused%s\n", name, k, total,
                    on ? " and all after it" : "");
                return;
            }
        }
    }
    printf("%s: %ld allocations\n", name, total);
    fflush(stdout);
}

/* The exit code. */
static int sweep_report(void)
{
    printf("%ld runs, in %ld of them memory was refused\n", sweeps.tried, sweeps.refused);
    /* Else the failures do not reach the program. Later runs of a case need fewer allocations than
     * the counted one. */
    CHECK(sweeps.refused * 2 > sweeps.tried);
    return check_report();
}

#endif
