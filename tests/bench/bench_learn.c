/* bench_learn.c – what learning costs: a whole run of hs_learn.h, its processor time and the clock's, and what became of it.
 * Run by hand: bench_learn [HEADS[,HEADS] [SENTENCES [SEED [THREADS [RATE [hints|chance|all]]]]]]; it fails on nothing.
 *
 * For learn_peer.sh: "bench_learn step HEADS THREADS STEPS" prints the median of a step in milliseconds (sentences, forward, backward,
 * update), without those that keep a moment, and that of the sentences and their embeddings in it; "bench_learn growth …" how much more
 * processor time the last quarter of such steps takes than the first; "bench_learn data HEADS FILE" writes the random weights and the
 * first batches as learn_peer.py reads them. */
#include "learn/run.h"
#include "preset/train/parallel.h"

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

static struct hs_learn *open_run(const struct hs_preset *preset, const char *heads, unsigned threads)
{
    struct hs_error error;
    struct hs_learn *run;
    struct hs_learn_options options = hs_learn_usual();
    options.models = 1;
    options.h[0] = strtoul(heads, NULL, 10);
    options.threads = threads;
    options.held_out = HS_LEARN_LEAST;
    options.sentences = HS_LEARN_MOST;
    if (hs_learn_open(preset, &options, &run, &error) || hs_learn_step(run, &error))
        fail(&error);
    return run;
}

static int by_size(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *took, size_t count)
{
    qsort(took, count, sizeof *took, by_size);
    return took[count / 2];
}

static void next_lesson(void *context, size_t i)
{
    struct hs_learn *run = context;
    struct learn_training *training = run->training;
    if (!hsi_lesson_next(&training->lesson[i], &training->corpus, training->tagger, &run->options))
        exit(1);
}

/* Milliseconds that a batch of sentences and embeddings takes, which a step makes first. */
static double time_lessons(struct hs_learn *run)
{
    double from = seconds(CLOCK_MONOTONIC);
    hsi_parallel(run->training->threads, SHARDS, next_lesson, run);
    return 1e3 * (seconds(CLOCK_MONOTONIC) - from);
}

static void time_steps(const struct hs_preset *preset, const char *heads, unsigned threads, size_t steps, bool growth)
{
    struct hs_learn *run = open_run(preset, heads, threads);
    struct hs_error error;
    double *took = malloc(steps * sizeof *took), *lessons = malloc(steps * sizeof *lessons);
    const clockid_t clock = growth ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    size_t count = 0;
    if (!took || !lessons)
        exit(1);
    while (count < steps) {
        size_t moments = hs_learn_moments(run);
        double from = seconds(clock);
        if (hs_learn_step(run, &error))
            fail(&error);
        if (hs_learn_moments(run) != moments)
            continue;
        took[count] = 1e3 * (seconds(clock) - from);
        lessons[count++] = growth ? 0 : time_lessons(run);
    }
    size_t quarter = steps / 4;
    if (growth)
        printf("%.3f\n", median(took + steps - quarter, quarter) / median(took, quarter));
    else
        printf("%.3f %.3f\n", median(took, steps), median(lessons, steps));
    free(took);
    free(lessons);
    hs_learn_drop(run);
}

/* int32 and float32, little-endian as this machine has them. Weights (4, 512, 512); then of each batch: sentences, loss; of each
 * sentence n, X (n, 512), codes (n, 64), questions, and of each of those row, slot, accepted. */
static void write_data(const struct hs_preset *preset, const char *heads, const char *path)
{
    enum { BATCHES = 8 };
    struct hs_learn *run = open_run(preset, heads, 0);
    const struct learn_training *training = run->training;
    struct hs_error error;
    float *weights = malloc((size_t)LEARN_WEIGHTS * sizeof *weights), row[HS_D_MODEL];
    FILE *file = fopen(path, "wb");
    if (!weights || !file)
        exit(1);
    hs_learn_weights(run, 0, 0, weights);
    fwrite(weights, sizeof *weights, LEARN_WEIGHTS, file);
    for (size_t b = 0; b < BATCHES; b++) {
        if (hs_learn_step(run, &error))
            fail(&error);
        double sum = 0;
        size_t asked = 0;
        for (size_t s = 0; s < SHARDS; s++) {
            sum += training->model[0].answers[s].loss;
            for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
                asked += training->model[0].answers[s].asked[r];
        }
        float loss = (float)(sum / (double)asked);
        fwrite(&(int32_t){LEARN_BATCH}, 4, 1, file);
        fwrite(&loss, 4, 1, file);
        for (size_t i = 0; i < LEARN_BATCH; i++) {
            const struct learn_sentence *sentence = &training->lesson[i / SHARD_SENTENCES].sentence[i % SHARD_SENTENCES];
            fwrite(&(int32_t){(int32_t)sentence->x.n}, 4, 1, file);
            for (size_t t = 0; t < sentence->x.n; t++) {
                memset(row, 0, sizeof row);
                for (size_t f = 0; f < sentence->x.row[t].count; f++)
                    row[sentence->x.row[t].index[f]] = sentence->x.row[t].value[f];
                fwrite(row, sizeof *row, HS_D_MODEL, file);
            }
            fwrite(sentence->code, sizeof *sentence->code, sentence->x.n, file);
            fwrite(&(int32_t){(int32_t)sentence->questions}, 4, 1, file);
            for (size_t q = 0; q < sentence->questions; q++)
                fwrite((int32_t[]){sentence->asked[sentence->question[q].row], sentence->question[q].slot, (int32_t)sentence->question[q].accepted}, 4, 3,
                    file);
        }
    }
    fclose(file);
    free(weights);
    hs_learn_drop(run);
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
    if (count == 5 && (strcmp(argument[1], "step") == 0 || strcmp(argument[1], "growth") == 0)) {
        time_steps(preset, argument[2], (unsigned)strtoul(argument[3], NULL, 10), strtoul(argument[4], NULL, 10), *argument[1] == 'g');
        hs_preset_drop(preset);
        return 0;
    }
    if (count == 4 && strcmp(argument[1], "data") == 0) {
        write_data(preset, argument[2], argument[3]);
        hs_preset_drop(preset);
        return 0;
    }
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
