/* fuzz.h – what the fuzz targets share. A target, FUZZ(json) { … }, must return on any bytes; what must
 * hold for every input it states with MUST, which ends the program so that a fuzzer and a test both
 * see it. With HS_FUZZ it is libFuzzer's; else a test that runs the files it is given (fuzz_main.c). */
#ifndef HS_TESTS_FUZZ_H
#define HS_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "check_test.h"

#ifdef HS_FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
#define FUZZ(name) int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
#define fuzz_said(message) ((void)(message))
#else
#include "check_said.h"
/* What is said of an input of the corpus is known (unit/said/): an error, or what was made of it. */
static inline void fuzz_said(const char *message)
{
    tells(message, "");
}
typedef int fuzz_target(const uint8_t *data, size_t size);
/* Runs a target on every file of the folders or files that follow arguments[0]. Returns the exit code. */
int fuzz_files(fuzz_target *target, int count, char **arguments);
#define FUZZ(name)                                                                                 \
    static fuzz_target fuzz_one;                                                                   \
    TEST(fuzz_##name)                                                                              \
    {                                                                                              \
        return fuzz_files(fuzz_one, count, arguments) | (said_unknown("fuzz_" #name) > 0);          \
    }                                                                                              \
    static int fuzz_one(const uint8_t *data, size_t size)
#endif

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
