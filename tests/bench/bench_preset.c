/* bench_preset.c – what the preset model costs: opening, embedding sentences of several lengths,
 * reading a slot. CPU time of this process, the least and the median of many runs. Run by hand
 * (`ninja bench_preset && tests/bench_preset`); it is no test and fails on nothing. */
#include "hs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 41 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void row(const char *name, double *times)
{
    qsort(times, RUNS, sizeof *times, by_value);
    printf("%-28s least %9.1f us   median %9.1f us\n", name, times[0], times[RUNS / 2]);
}

static struct hs_preset *open_preset(void)
{
    struct hs_preset *preset;
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return preset;
}

static void bench_embed(const struct hs_preset *preset, size_t n)
{
    static const char text[] = "The old student who lives near the station delivered the big book "
                               "to the library yesterday . ";
    double times[RUNS];
    char name[32];
    struct hs_tokens *tokens;
    size_t repeats = (n + 16) / 17, size = sizeof text - 1;
    char *long_text = malloc(repeats * size + 1);
    if (!long_text)
        exit(1);
    for (size_t i = 0; i < repeats; i++)
        memcpy(long_text + i * size, text, size);
    if (hs_tokenise(long_text, repeats * size, &tokens, NULL))
        exit(1);
    struct hs_tokens part = {
        .count = n < tokens->count ? n : tokens->count, .token = tokens->token};
    for (size_t i = 0; i < RUNS; i++) {
        struct hs_embedding *embedding = NULL;
        double start = now();
        hs_preset_embed(preset, &part, &embedding, NULL);
        times[i] = now() - start;
        hs_embedding_drop(embedding);
    }
    snprintf(name, sizeof name, "embed %zu tokens", part.count);
    row(name, times);
    hs_tokens_drop(tokens);
    free(long_text);
}

int main(void)
{
    double times[RUNS];
    for (size_t i = 0; i < RUNS; i++) {
        double start = now();
        struct hs_preset *preset = open_preset();
        times[i] = now() - start;
        hs_preset_drop(preset);
    }
    row("open word list and weights", times);
    struct hs_preset *preset = open_preset();
    bench_embed(preset, 5);
    bench_embed(preset, 20);
    bench_embed(preset, 500);
    bench_embed(preset, 4080); /* 240 sentences: near the limit */
    float output[HS_D_MODEL], strength;
    for (size_t i = 0; i < HS_D_MODEL; i++)
        output[i] = (float)(i % 7) - 3;
    struct hs_word_match matches[5];
    for (size_t i = 0; i < RUNS; i++) {
        double start = now();
        hs_preset_read_slot(preset, output, i % 8, matches, 5, &strength);
        times[i] = now() - start;
    }
    row("read a slot", times);
    hs_preset_drop(preset);
    return 0;
}
