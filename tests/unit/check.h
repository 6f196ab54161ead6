/* Checks for the unit tests. CHECK counts and reports with file and line and goes on; `check_report()`
 * ends a test: it fails when a check failed and also when none ran, so a test cannot pass by asserting
 * nothing, and when a message is not in said/ (check_said.h). A test that has to skip prints why and returns CHECK_SKIPPED (ctest shows it as
 * skipped). */
#ifndef HS_TESTS_CHECK_H
#define HS_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_said.h"
#include "check_test.h"

#define CHECK_SKIPPED 77

static int check_passed, check_failed;

/* Built with CHECK_STOP the first failure ends the program: tests/mutate.py only asks whether there is one. */
static inline void check_fail(void)
{
    check_failed++;
#ifdef CHECK_STOP
    exit(1);
#endif
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (condition) {                                                                           \
            check_passed++;                                                                        \
        } else {                                                                                   \
            check_fail();                                                                        \
            fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition);          \
        }                                                                                          \
    } while (0)

/* Written so that a NaN on either side fails. */
#define CHECK_NEAR(got, want, bound)                                                               \
    do {                                                                                           \
        double check_got = (double)(got), check_want = (double)(want);                             \
        double check_gap = check_got > check_want ? check_got - check_want : check_want - check_got; \
        if (check_gap <= (double)(bound)) {                                                        \
            check_passed++;                                                                        \
        } else {                                                                                   \
            check_fail();                                                                        \
            fprintf(stderr, "%s:%d: %s = %.9g, expected %.9g within %.3g\n", __FILE__, __LINE__,   \
                #got, check_got, check_want, (double)(bound));                                     \
        }                                                                                          \
    } while (0)

/* A call, so that a text within something temporary lives until it is compared. */
static inline void check_text_at(const char *got, const char *want, const char *what, const char *file, int line)
{
    if (got && want && strcmp(got, want) == 0) {
        check_passed++;
    } else {
        check_fail();
        fprintf(stderr, "%s:%d: %s is \"%s\", expected \"%s\"\n", file, line, what, got ? got : "(null)", want ? want : "(null)");
    }
}
#define CHECK_TEXT(got, want) check_text_at((got), (want), #got, __FILE__, __LINE__)

/* Of the source that the compiler was given. */
#define check_report() check_report_of(__BASE_FILE__)
static int check_report_of(const char *source)
{
    for (int unknown = said_unknown(source); unknown > 0; unknown--)
        check_fail();
    if (check_passed + check_failed == 0)
        fprintf(stderr, "no check ran\n");
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed > 0 || check_passed == 0;
}

#endif
