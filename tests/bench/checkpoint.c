/* checkpoint.c – times passes of a real model's engine for models.py, which talks to it by lines:
 *   FOLDER                opens it and answers "open MS"
 *   N THREADS RUNS        runs so often over N ids and answers the milliseconds of each run on one line
 * Every pass keeps the weights of all layers and heads, as the peer does. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hs.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int fail(const struct hs_error *error)
{
    fprintf(stderr, "%s\n", error->message);
    return 1;
}

int main(void)
{
    static char line[4096];
    static uint32_t ids[HS_MAX_TOKENS];
    struct hs_checkpoint *model = NULL;
    struct hs_error error;
    for (size_t i = 0; i < HS_MAX_TOKENS; i++)
        ids[i] = (uint32_t)(i * 7919 % 997 + 5);
    while (fgets(line, sizeof line, stdin)) {
        unsigned n, threads, runs;
        line[strcspn(line, "\n")] = '\0';
        double start = now();
        if (strchr(line, '/')) {
            hs_checkpoint_drop(model);
            if (hs_checkpoint_open(line, NULL, &model, &error))
                return fail(&error);
            printf("open %.1f\n", now() - start);
        } else if (model && sscanf(line, "%u %u %u", &n, &threads, &runs) == 3 && n <= HS_MAX_TOKENS) {
            for (unsigned i = 0; i < runs; i++) {
                struct hs_forward *forward;
                start = now();
                if (hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = n, .threads = threads}, &forward, &error))
                    return fail(&error);
                printf("%.4f ", now() - start);
                hs_forward_drop(forward);
            }
            printf("\n");
        }
        fflush(stdout);
    }
    hs_checkpoint_drop(model);
    return 0;
}
