/* bench_learn.c – what learning costs: a whole run of hs_learn.h, its processor time and the clock's, and what became of it.
 * Run by hand: bench_learn [HEADS[,HEADS] [SENTENCES [SEED [THREADS [RATE [hints|chance|all]]]]]]; it fails on nothing. */
#include "hs.h"
#include "hs_learn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void fail(const struct hs_error *error)
{
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static void tell(const struct hs_learn *run, size_t moment)
{
    const struct hs_learn_options *options = hs_learn_options(run);
    printf("%6zu", hs_learn_moment(run, moment)->sentences);
    for (size_t m = 0; m < options->models; m++) {
        printf("  h = %-2zu loss %.3f", options->h[m], hs_learn_moment(run, moment)->model[m].loss);
        for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
            if (options->relation[r])
                printf(" %s %.2f", hs_relation_name((enum hs_relation)r), hs_learn_right(run, moment, m, r));
        printf(" all %.3f", hs_learn_right(run, moment, m, HS_RELATION_COUNT));
    }
    printf("\n");
}

static void read_options(int count, char **argument, struct hs_learn_options *options)
{
    char *comma;
    if (count > 1) {
        options->h[0] = strtoul(argument[1], &comma, 10);
        options->models = *comma == ',' ? 2 : 1;
        options->h[1] = *comma == ',' ? strtoul(comma + 1, NULL, 10) : 1;
    }
    if (count > 2)
        options->sentences = strtoul(argument[2], NULL, 10);
    if (count > 3)
        options->seed = strtoul(argument[3], NULL, 10);
    if (count > 4)
        options->threads = (unsigned)strtoul(argument[4], NULL, 10);
    if (count > 5)
        options->rate = strtof(argument[5], NULL);
    options->hints = count > 6 && strstr(argument[6], "hints");
    options->shuffled = count > 6 && strstr(argument[6], "chance");
    for (size_t r = 0; count > 6 && strstr(argument[6], "all") && r < HS_LEARN_SLOTS; r++)
        options->relation[r] = true;
}

int main(int count, char **argument)
{
    struct hs_error error;
    struct hs_preset *preset;
    struct hs_learn *run;
    struct hs_learn_options options = hs_learn_usual();
    read_options(count, argument, &options);
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error))
        fail(&error);
    double clock = seconds(CLOCK_MONOTONIC), work = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (hs_learn_open(preset, &options, &run, &error))
        fail(&error);
    size_t told = 0;
    do
        for (; told < hs_learn_moments(run); told++)
            tell(run, told);
    while (!hs_learn_done(run) && (hs_learn_step(run, &error) == HS_OK || (fail(&error), true)));
    tell(run, hs_learn_moments(run) - 1);
    printf("%.1f s, %.1f s of processor time, for %zu sentences\n", seconds(CLOCK_MONOTONIC) - clock,
        seconds(CLOCK_PROCESS_CPUTIME_ID) - work, hs_learn_steps(run) * hs_learn_batch());
    for (size_t m = 0; m < options.models; m++)
        for (size_t head = 0; head < options.h[m]; head++)
            printf("h = %zu, head %zu: %s: %s\n", options.h[m], head + 1,
                hs_learn_moment(run, hs_learn_moments(run) - 1)->model[m].verdict[head].name,
                hs_learn_moment(run, hs_learn_moments(run) - 1)->model[m].verdict[head].evidence);
    hs_learn_drop(run);
    hs_preset_drop(preset);
    return 0;
}
