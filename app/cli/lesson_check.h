/* lesson_check.h – --check: a lesson is gone through without a window, and everything in it that does not hold is told. */
#ifndef HEADSCOPE_LESSON_CHECK_H
#define HEADSCOPE_LESSON_CHECK_H

#include <stdio.h>

#include "model/app.h"

/* Opens every step, computes its numbers and its answer, looks for what it points at. A line a step to `out`; of what is wrong a line to
 * standard error, with file, line and reason. Returns the exit code: 0, or 1 when anything is wrong. */
int lesson_check(struct app *app, const char *path, FILE *out);

#endif
