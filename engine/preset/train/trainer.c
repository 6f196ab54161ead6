/* trainer.c – the training run: tagger, row weights, the heads' steps, held-out figures; see
 * trainer.h. A step fills the eight shards in parallel, then trains the eight heads in parallel on
 * all of them. */
#include "preset/train/trainer.h"

#include "preset/train/adam.h"
#include "preset/train/parallel.h"
#include "preset/train/tagger_train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct hs_train_options hsi_train_usual(void)
{
    return (struct hs_train_options){.seed = 1,
        .tagger_sentences = 200000,
        .sentences = 500000,
        .held_out = 5000,
        .threads = 2,
        .rate = 3e-3f,
        .decay = 1e-6f,
        .unknown = .2};
}

struct hs_train_options hsi_train_quick(void)
{
    return (struct hs_train_options){.seed = 1,
        .tagger_sentences = 12000,
        .sentences = 40000,
        .held_out = 1000,
        .threads = 2,
        .rate = 4e-3f,
        .decay = 1e-6f,
        .unknown = .2};
}

struct head {
    float *weights; /* (features, PAIR) */
    struct adam adam;
    struct head_targets *targets;
    double loss, row_weight;
    size_t rows[2]; /* without, with the relation: for the weight of the even rows */
    struct hs_train_score score[HS_RELATION_COUNT];
};

struct run {
    struct corpus corpus;
    struct loss_shape shape;
    const float *tagger;
    size_t features;
    float rate, decay;
    bool telling; /* this step's loss is wanted */
    bool failed;
    struct shard shard[SHARDS];
    struct head head[HEADS];
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------ pieces of work */
static void fill_shard(void *context, size_t i)
{
    struct run *run = context;
    if (!hsi_shard_fill(&run->shard[i], &run->corpus, run->tagger))
        run->failed = true;
}

static void count_rows(void *context, size_t r)
{
    struct run *run = context;
    struct head *head = &run->head[r];
    for (size_t s = 0; s < SHARDS; s++)
        for (size_t k = 0; k < SHARD_SENTENCES; k++) {
            const struct hs_example *example = &run->shard[s].sample[k].example;
            hsi_targets_fill(example, r, &run->shape, head->targets);
            for (size_t q = 0; q < example->n; q++)
                if (head->targets->kind[q] != ROW_UNKNOWN)
                    head->rows[head->targets->kind[q] != ROW_EVEN]++;
        }
}

static void train_head(void *context, size_t r)
{
    struct run *run = context;
    struct head *head = &run->head[r];
    double row_weight = 0;
    for (size_t s = 0; s < SHARDS; s++)
        for (size_t k = 0; k < SHARD_SENTENCES; k++) {
            const struct sample *sample = &run->shard[s].sample[k];
            hsi_targets_fill(&sample->example, r, &run->shape, head->targets);
            hsi_layer_sentence(&sample->x, head->targets, run->shape.smoothing[r], head->weights,
                head->adam.gradient, &row_weight, run->telling ? &head->loss : NULL);
        }
    head->row_weight = row_weight;
    hsi_adam_step(&head->adam, head->weights, 1 / (float)row_weight, run->rate, run->decay);
}

/* Counts a row of one relation; its links stand together because the example is sorted. */
static void score_row(struct hs_train_score *score, const struct hs_example_link *link,
    size_t count, const float *a, size_t n)
{
    size_t best = 0;
    bool hit = false;
    for (size_t k = 1; k < n; k++)
        best = a[k] > a[best] ? k : best;
    for (size_t i = 0; i < count; i++) {
        score->mass += (double)a[link[i].to];
        hit |= link[i].to == best;
    }
    score->links++;
    score->hits += hit;
}

static void score_sample(struct head *head, size_t r, const struct sample *sample)
{
    float a[HS_EXAMPLE_TOKENS][HS_EXAMPLE_TOKENS];
    const struct hs_example *example = &sample->example;
    hsi_layer_attend(&sample->x, head->weights, a);
    for (size_t i = 0, count; i < example->links; i += count) {
        const struct hs_example_link *link = &example->link[i];
        count = 1;
        while (i + count < example->links && link[count].relation == link->relation &&
               link[count].from == link->from)
            count++;
        if (hs_relation_head((enum hs_relation)link->relation) == r && link->from != link->to)
            score_row(&head->score[link->relation], link, count, a[link->from], example->n);
    }
    for (size_t q = 1; r == hs_relation_head(HS_PREV) && q < example->n; q++) {
        struct hs_example_link previous = {HS_PREV, (uint8_t)q, (uint8_t)(q - 1), 1};
        score_row(&head->score[HS_PREV], &previous, 1, a[q], example->n);
    }
}

static void score_head(void *context, size_t r)
{
    struct run *run = context;
    for (size_t s = 0; s < SHARDS; s++)
        for (size_t k = 0; k < SHARD_SENTENCES; k++)
            score_sample(&run->head[r], r, &run->shard[s].sample[k]);
}

/* ------------------------------------------------------------------ the run */
static enum hs_status run_open(struct run *run, uint64_t seed, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    for (size_t s = 0; s < SHARDS && !status; s++)
        status = hsi_shard_open(&run->shard[s], seed, s, error);
    for (size_t r = 0; r < HEADS && !status; r++) {
        struct head *head = &run->head[r];
        size_t count = run->features * PAIR;
        head->weights = malloc(count * sizeof(float));
        head->targets = malloc(sizeof(*head->targets));
        if (!head->weights || !head->targets)
            return hs_fail(error, HS_NO_MEMORY, "no memory for the heads");
        status = hsi_adam_open(&head->adam, count, error);
        struct hs_random random;
        hsi_random_seed(&random, seed, 200 + r);
        for (size_t i = 0; i < count; i++)
            head->weights[i] = .05f * hsi_random_normal(&random);
        run->shape.even[r] = 1;
        run->shape.smoothing[r] = r == hs_relation_head(HS_PREV) ? .4f : .1f;
    }
    run->shape.several = 5;
    run->shape.relative = 2;
    return status;
}

static void run_drop(struct run *run)
{
    for (size_t s = 0; s < SHARDS; s++)
        hsi_shard_drop(&run->shard[s]);
    for (size_t r = 0; r < HEADS; r++) {
        free(run->head[r].weights);
        free(run->head[r].targets);
        hsi_adam_drop(&run->head[r].adam);
    }
    free(run);
}

/* Rows without a relation are many in some heads; together they weigh at most as much as the rows
 * with one. */
static void weigh_even_rows(struct run *run, size_t threads, size_t sentences)
{
    size_t batches = sentences / (SHARDS * SHARD_SENTENCES);
    for (size_t batch = 0; batch < 20 && batch < batches; batch++) {
        hsi_parallel(threads, SHARDS, fill_shard, run);
        hsi_parallel(threads, HEADS, count_rows, run);
    }
    for (size_t r = 0; r < HEADS; r++) {
        const size_t *rows = run->head[r].rows;
        float weight = rows[0] ? (float)rows[1] / (float)rows[0] : 1;
        run->shape.even[r] = weight < 1 ? weight : 1;
    }
}

static void tell_losses(const struct hs_train_options *options, struct run *run, size_t step,
    size_t steps, double since)
{
    char line[256];
    int length = snprintf(
        line, sizeof line, "step %zu of %zu, %.0f s, losses", step, steps, seconds() - since);
    for (size_t r = 0; r < HEADS; r++) {
        struct head *head = &run->head[r];
        length += snprintf(
            line + length, sizeof line - (size_t)length, " %.3f", head->loss / head->row_weight);
        head->loss = 0;
    }
    if (options->report)
        options->report(options->context, line);
}

static enum hs_status train_heads(
    struct run *run, const struct hs_train_options *options, double since, struct hs_error *error)
{
    size_t steps = options->sentences / (SHARDS * SHARD_SENTENCES);
    for (size_t step = 0; step < steps && !run->failed; step++) {
        run->rate = hsi_rate_at(step, steps, options->rate);
        run->telling = step + 1 == steps || (step + 1) % 2000 == 0;
        hsi_parallel(options->threads, SHARDS, fill_shard, run);
        hsi_parallel(options->threads, HEADS, train_head, run);
        if (run->telling)
            tell_losses(options, run, step + 1, steps, since);
    }
    return run->failed ? hs_fail(error, HS_NO_MEMORY, "no memory for the training sentences")
                       : HS_OK;
}

static void measure(
    struct run *run, const struct hs_train_options *options, struct hs_trained *trained)
{
    size_t tokens = 0, right = 0, batches = options->held_out / (SHARDS * SHARD_SENTENCES) + 1;
    for (size_t s = 0; s < SHARDS; s++) // streams that no training saw
        hsi_random_seed(&run->shard[s].random, options->seed, 300 + s);
    for (size_t b = 0; b < batches; b++) {
        hsi_parallel(options->threads, SHARDS, fill_shard, run);
        hsi_parallel(options->threads, HEADS, score_head, run);
        for (size_t s = 0; s < SHARDS;
             s++) { // the words of each shard's last sentence are still there
            const struct hs_example *example = &run->shard[s].sample[SHARD_SENTENCES - 1].example;
            hsi_tagger_sentence(
                run->shard[s].words, example->tag, example->n, run->tagger, NULL, &right);
            tokens += example->n;
        }
    }
    trained->tag_accuracy = (double)right / (double)tokens;
    for (size_t r = 0; r < HEADS; r++)
        for (size_t k = 0; k < HS_RELATION_COUNT; k++)
            if (run->head[r].score[k].links) {
                trained->score[k] = run->head[r].score[k];
                trained->score[k].mass /= (double)trained->score[k].links;
            }
}

/* Head r's columns back into (512, 512). */
static enum hs_status gather(
    const struct run *run, struct hs_trained *trained, struct hs_error *error)
{
    trained->W_Q = calloc((size_t)HS_D_MODEL * HS_D_MODEL, sizeof(float));
    trained->W_K = calloc((size_t)HS_D_MODEL * HS_D_MODEL, sizeof(float));
    if (!trained->W_Q || !trained->W_K)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the trained weights");
    for (size_t r = 0; r < HEADS; r++)
        for (size_t f = 0; f < run->features; f++) {
            const float *pair = run->head[r].weights + f * PAIR;
            memcpy(trained->W_Q + f * HS_D_MODEL + r * HEAD_DIM, pair, HEAD_DIM * sizeof(float));
            memcpy(trained->W_K + f * HS_D_MODEL + r * HEAD_DIM, pair + HEAD_DIM,
                HEAD_DIM * sizeof(float));
        }
    return HS_OK;
}

static enum hs_status train_all(struct run *run, const struct hs_train_options *options,
    struct hs_trained *trained, double since, struct hs_error *error)
{
    run->features = hsi_features_used();
    run->decay = options->decay;
    trained->tagger = calloc(hsi_tagger_inputs() * HS_TAG_COUNT, sizeof(float));
    if (!trained->tagger)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the tagger");
    enum hs_status status = hsi_tagger_train(&run->corpus, options->seed, options->tagger_sentences,
        options->threads, trained->tagger, options->report, options->context, error);
    run->tagger = trained->tagger;
    if (!status)
        status = run_open(run, options->seed, error);
    if (status)
        return status;
    weigh_even_rows(run, options->threads, options->sentences);
    status = train_heads(run, options, since, error);
    if (!status) {
        measure(run, options, trained);
        status = gather(run, trained, error);
    }
    return status;
}

enum hs_status hsi_train_run(const struct hs_lexicon *lexicon,
    const struct hs_train_options *options, struct hs_trained *trained, struct hs_error *error)
{
    double since = seconds();
    struct hs_grammar *grammar;
    struct run *run = calloc(1, sizeof(*run));
    memset(trained, 0, sizeof *trained);
    if (!run)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the training run");
    enum hs_status status = hsi_grammar_open(lexicon, &grammar, error);
    if (status) {
        free(run);
        return status;
    }
    run->corpus = hsi_corpus(lexicon, grammar, options->unknown);
    status = train_all(run, options, trained, since, error);
    trained->seconds = seconds() - since;
    run_drop(run);
    hsi_grammar_drop(grammar);
    if (status)
        hsi_trained_drop(trained);
    return status;
}

void hsi_trained_drop(struct hs_trained *trained)
{
    free(trained->tagger);
    free(trained->W_Q);
    free(trained->W_K);
    memset(trained, 0, sizeof *trained);
}
