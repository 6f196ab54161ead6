/* tagger_train.c – see tagger_train.h. Batches of sentences from eight shards; every shard sums its
 * own gradient, and the sums are added in the shards' order, so the result does not depend on the
 * threads. */
#include "preset/train/tagger_train.h"

#include "preset/features/numbers.h"
#include "preset/train/adam.h"
#include "preset/train/parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double hsi_tagger_sentence(const struct hs_word *words, const uint8_t *gold, size_t n,
    const float *weights, float *gradient, size_t *right)
{
    size_t most = hsi_tagger_active();
    uint32_t *index = malloc(most * sizeof(*index));
    float *value = malloc(most * sizeof(*value)), posterior[HS_EXAMPLE_TOKENS * HS_TAG_COUNT];
    double loss = 0;
    if (!index || !value)
        n = 0;
    hsi_tagger_run(weights, words, n, posterior);
    for (size_t i = 0; i < n; i++) {
        float *p = posterior + i * HS_TAG_COUNT;
        size_t best = 0;
        for (size_t t = 1; t < HS_TAG_COUNT; t++)
            best = p[t] > p[best] ? t : best;
        *right += best == gold[i];
        loss -= hsi_log((double)p[gold[i]] + 1e-30);
        if (!gradient)
            continue;
        p[gold[i]] -= 1; // dL/dlogits = p - one-hot
        size_t active = hsi_tagger_input(words, n, i, index, value);
        for (size_t k = 0; k < active; k++) {
            float *row = gradient + (size_t)index[k] * HS_TAG_COUNT;
            for (size_t t = 0; t < HS_TAG_COUNT; t++)
                row[t] += value[k] * p[t];
        }
    }
    free(index);
    free(value);
    return loss;
}

struct tagger_shard {
    struct shard shard;
    float *gradient;
    size_t tokens, right;
    double loss;
    bool failed;
};

struct tagger_job {
    const struct corpus *corpus;
    const float *weights;
    size_t size; /* of the weights */
    struct tagger_shard shard[SHARDS];
};

static void work(void *context, size_t i)
{
    struct tagger_job *job = context;
    struct tagger_shard *s = &job->shard[i];
    struct hs_example *example = &s->shard.sample[0].example;
    memset(s->gradient, 0, job->size * sizeof(float));
    for (size_t k = 0; k < SHARD_SENTENCES && !s->failed; k++) {
        s->failed = !hsi_shard_write(&s->shard, job->corpus, example);
        if (s->failed)
            return;
        s->loss += hsi_tagger_sentence(
            s->shard.words, example->tag, example->n, job->weights, s->gradient, &s->right);
        s->tokens += example->n;
    }
}

static enum hs_status steps(struct tagger_job *job, struct adam *adam, size_t count, size_t threads,
    float *weights, void (*report)(void *context, const char *line), void *context,
    struct hs_error *error)
{
    for (size_t step = 0; step < count; step++) {
        hsi_parallel(threads, SHARDS, work, job);
        size_t tokens = 0, right = 0;
        double loss = 0;
        for (size_t s = 0; s < SHARDS; s++) {
            struct tagger_shard *shard = &job->shard[s];
            if (shard->failed)
                return hs_fail(error, HS_NO_MEMORY, "no memory for the tagger's sentences");
            for (size_t i = 0; i < job->size; i++)
                adam->gradient[i] += shard->gradient[i];
            tokens += shard->tokens;
            right += shard->right;
            loss += shard->loss;
        }
        float rate = 8e-3f * (1 - (float)step / (float)count);
        hsi_adam_step(adam, weights, 1 / (float)(tokens ? tokens : 1), rate, 1e-6f);
        if (report && (step + 1 == count || (step + 1) % 500 == 0)) {
            char line[128];
            snprintf(line, sizeof line, "tagger step %zu of %zu: loss %.4f, right %.2f %%",
                step + 1, count, loss / (double)tokens, 100 * (double)right / (double)tokens);
            report(context, line);
        }
        for (size_t s = 0; s < SHARDS; s++) {
            job->shard[s].tokens = job->shard[s].right = 0;
            job->shard[s].loss = 0;
        }
    }
    return HS_OK;
}

enum hs_status hsi_tagger_train(const struct corpus *corpus, uint64_t seed, size_t sentences,
    size_t threads, float *weights, void (*report)(void *context, const char *line), void *context,
    struct hs_error *error)
{
    struct tagger_job *job = calloc(1, sizeof(*job));
    struct adam adam;
    if (!job)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the tagger's training");
    job->corpus = corpus;
    job->weights = weights;
    job->size = hsi_tagger_inputs() * HS_TAG_COUNT;
    enum hs_status status = hsi_adam_open(&adam, job->size, error);
    for (size_t s = 0; s < SHARDS && !status; s++) {
        status = hsi_shard_open(&job->shard[s].shard, seed, 100 + s, error);
        job->shard[s].gradient = malloc(job->size * sizeof(float));
        if (!status && !job->shard[s].gradient)
            status = hs_fail(error, HS_NO_MEMORY, "no memory for the tagger's gradient");
    }
    if (!status)
        status = steps(job, &adam, sentences / (SHARDS * SHARD_SENTENCES), threads, weights, report,
            context, error);
    for (size_t s = 0; s < SHARDS; s++) {
        hsi_shard_drop(&job->shard[s].shard);
        free(job->shard[s].gradient);
    }
    hsi_adam_drop(&adam);
    free(job);
    return status;
}
