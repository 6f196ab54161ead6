/* fuzz.h – what the fuzz targets share. A target is one LLVMFuzzerTestOneInput that must return on
 * any bytes; what must hold for every input it states with MUST, which ends the program so that a
 * fuzzer and a test both see it. */
#ifndef HS_TESTS_FUZZ_H
#define HS_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
