/* check_test.h – one test of a program that holds several; check_main.c runs the one that is named:
 *     TEST(test_set) { …; return check_report(); }
 * `arguments` are the program's from the name on, so that arguments[0] is the name. Returns the exit code. */
#ifndef HS_TESTS_CHECK_TEST_H
#define HS_TESTS_CHECK_TEST_H

#include <stddef.h>

struct check_test {
    const char *name;
    int (*run)(int count, char **arguments);
    struct check_test *next;
};
void check_test_add(struct check_test *test);

#define TEST(title)                                                                                \
    static int check_test_run(int count, char **arguments);                                        \
    static struct check_test check_test_self = {#title, check_test_run, NULL};                     \
    __attribute__((constructor)) static void check_test_join(void)                                 \
    {                                                                                              \
        check_test_add(&check_test_self);                                                          \
    }                                                                                              \
    static int check_test_run(                                                                     \
        __attribute__((unused)) int count, __attribute__((unused)) char **arguments)

#endif
