/* parallel.h – runs independent pieces of work on a few threads. Which thread takes which piece is
 * left open; the pieces must not share what they write, so the result does not depend on it. */
#ifndef HS_TRAIN_PARALLEL_H
#define HS_TRAIN_PARALLEL_H

#include <stddef.h>

/* Calls work(context, i) for i = 0 … count - 1 on up to `threads` threads (1 … 16), the caller's
 * included. */
void hsi_parallel(size_t threads, size_t count, void (*work)(void *context, size_t i), void *context);

#endif
