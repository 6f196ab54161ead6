/* kernel_checks.h – judges one kernel table against double precision. Used by test_kernels.c.
 * A check runs a kernel on many lengths, alignments and kinds of numbers and returns how often it
 * was wrong: a result outside its bound (NaN where none is due included), a byte changed that the
 * kernel may not touch, or a fault. */
#ifndef HS_TESTS_KERNEL_CHECKS_H
#define HS_TESTS_KERNEL_CHECKS_H

#include "kernels/kernels.h"

#include <stdbool.h>
#include <stdint.h>

struct checker {
    const struct hs_kernels *kernels;
    uint64_t seed;
    bool quiet;       /* print nothing: the kernel is known to be broken */
    size_t runs;      /* counts calls of kernels */
    double worst;     /* largest error met, in units of its bound */
    double worst_ulp; /* of exp_rows */
};

/* Each returns the number of failures. */
size_t check_tile(struct checker *checker);
size_t check_pack_transposed(struct checker *checker);
size_t check_exp_rows(struct checker *checker);
size_t check_scaled(struct checker *checker);
size_t check_stream_scaled(struct checker *checker);
size_t check_entropy(struct checker *checker);

#endif
