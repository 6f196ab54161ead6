/* run_rig.h – the preset model and a run of it in one line, for tests of what can be asked of a
 * run. */
#ifndef HS_TESTS_RUN_RIG_H
#define HS_TESTS_RUN_RIG_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "hs.h"

static struct hs_preset *preset;
static const char seed[] = "The student delivered the book to the library yesterday.";

static struct hs_set *run(const char *text, size_t h, enum hs_mask mask, const uint8_t *modes)
{
    struct hs_run_options options = hs_run_defaults();
    struct hs_set *set = NULL;
    struct hs_error error;
    options.h = h;
    options.mask = mask;
    options.head_mode = modes;
    if (hs_run_text(preset, text, strlen(text), &options, &set, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return set;
}

#endif
