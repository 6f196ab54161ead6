/* check_main.c – main of a program of several tests: PROGRAM TEST [ARGUMENT...] runs one, PROGRAM alone
 * lists them. Each source of a test adds itself (TEST in check.h). */
#include <stdio.h>
#include <string.h>

#include "check_test.h"

static struct check_test *tests;

void check_test_add(struct check_test *test)
{
    test->next = tests;
    tests = test;
}

int main(int count, char **arguments)
{
    for (const struct check_test *test = tests; test; test = test->next)
        if (count > 1 && strcmp(test->name, arguments[1]) == 0)
            return test->run(count - 1, arguments + 1);
    for (const struct check_test *test = tests; test; test = test->next)
        printf("%s\n", test->name);
    if (count > 1)
        fprintf(stderr, "there is no test \"%s\"\n", arguments[1]);
    return 2;
}
