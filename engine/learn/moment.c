/* moment.c – what is kept of a run: weights as 16-bit numbers, and what they do on sentences that no training sees: right
 * answers, and where each head looks, measured by the rules of set/measure.h. Called by run.c. */
#include "learn/run.h"

#include "base/safetensors.h"
#include "preset/train/parallel.h"
#include "set/measure.h"

#include <math.h>
#include <string.h>

/* Closer in the beginning, where most happens: the i-th of 24 at the share (i / 24)^1.5 of all steps. */
size_t hsi_learn_moment_step(size_t index, size_t steps)
{
    double share = (double)index / (HS_LEARN_MOMENTS - 1);
    size_t step = (size_t)((double)steps * share * sqrt(share));
    return index + 1 >= HS_LEARN_MOMENTS || step > steps ? steps : step;
}

static void round_weights(const float *weights, uint16_t *halves, float *rounded)
{
    for (size_t i = 0; i < LEARN_WEIGHTS; i++) {
        halves[i] = hsi_half_from_float(weights[i]);
        rounded[i] = hsi_half_to_float(halves[i]);
    }
}

/* Every SHARDS-th held-out sentence: answers, and all attention. */
static void answer_some(void *context, size_t piece)
{
    struct learn_training *training = context;
    const struct learn_held *held = &training->held;
    struct learn_scratch *scratch = &training->scratch[piece];
    struct learn_model *model = &training->model[training->measured];
    struct learn_trace *trace = &model->trace[piece];
    size_t h = model->h;
    training->held_answers[piece] = (struct learn_answers){0};
    memset(training->held_without[piece], 0, sizeof training->held_without[piece]);
    for (size_t s = piece; s < held->annotated.count; s += SHARDS) {
        size_t n = held->sentence[s].x.n;
        float *A = training->attention + h * training->attention_at[s];
        hsi_learn_pass(&held->sentence[s], training->rounded, h, false, scratch, trace, &training->held_answers[piece]);
        hsi_learn_ablate(&held->sentence[s], training->rounded, h, trace, training->held_without[piece]);
        for (size_t head = 0; head < h; head++)
            for (size_t q = 0; q < n; q++)
                memcpy(A + (head * n + q) * n, scratch->a[q][head], n * sizeof *A);
    }
}

void hsi_learn_name(struct hs_learn *run, size_t m, size_t index)
{
    struct hs_learn_model *model = &run->record.moment[index].model[m];
    struct hs_verdict *verdicts = run->record.verdicts[m] + index * model->h;
    model->scores = run->record.scores[m] + index * model->h * HS_RELATION_COUNT;
    model->profiles = run->record.profiles[m] + index * model->h;
    model->without = (const size_t(*)[HS_LEARN_SLOTS])(run->record.without[m] + index * model->h);
    model->verdict = verdicts;
    for (size_t head = 0; head < model->h; head++)
        hs_judge_head(model->scores + head * HS_RELATION_COUNT, &model->profiles[head], &verdicts[head]);
}

/* Rounded as a file keeps them, so that a saved run opens bit-equal. */
static void take_measured(struct hs_relation_score *scores, struct hs_head_profile *profiles, const struct hs_measure *measure, size_t h)
{
    for (size_t i = 0; i < h * HS_RELATION_COUNT; i++) {
        scores[i] = hs_measure_scores(measure)[i];
        scores[i].mass = (double)(float)scores[i].mass;
        scores[i].baseline = (double)(float)scores[i].baseline;
    }
    for (size_t head = 0; head < h; head++) {
        profiles[head] = hs_measure_profiles(measure)[head];
        profiles[head].entropy_share = (double)(float)profiles[head].entropy_share;
        profiles[head].first = (double)(float)profiles[head].first;
        profiles[head].punctuation = (double)(float)profiles[head].punctuation;
        profiles[head].offset_share = (double)(float)profiles[head].offset_share;
    }
}

static enum hs_status judge_heads(struct hs_learn *run, size_t m, size_t index, struct hs_error *error)
{
    struct learn_training *training = run->training;
    const struct hs_annotated *annotated = &training->held.annotated;
    size_t h = training->model[m].h;
    struct hs_measure_pass pass;
    struct hs_measure *measure;
    enum hs_status status = hsi_measure_begin(annotated, NULL, h, HS_MASK_NONE, &pass, error);
    for (size_t s = 0; s < annotated->count && !status; s++) {
        const struct hs_tokens *tokens = annotated->sentence[s].tokens;
        size_t n = tokens->count;
        for (size_t head = 0; head < h; head++) {
            struct hs_matrix A = {training->attention + h * training->attention_at[s] + head * n * n, n, n, n};
            hsi_measure_add_links(&pass, s, head, A);
            hsi_measure_add_rows(&pass, tokens, head, A, 0, n);
        }
        hsi_measure_step(&pass, s);
    }
    status = hsi_measure_end(&pass, status, &measure);
    if (status)
        return status;
    take_measured(run->record.scores[m] + index * h * HS_RELATION_COUNT, run->record.profiles[m] + index * h, measure, h);
    hs_measure_drop(measure);
    hsi_learn_name(run, m, index);
    return HS_OK;
}

static enum hs_status measure(struct hs_learn *run, size_t m, size_t index, struct hs_error *error)
{
    struct learn_training *training = run->training;
    struct learn_model *model = &training->model[m];
    struct hs_learn_model *kept = &run->record.moment[index].model[m];
    struct learn_answers sum = {0};
    size_t questions = 0, (*without)[HS_LEARN_SLOTS] = run->record.without[m] + index * model->h;
    round_weights(model->weights, run->record.weights[m] + index * LEARN_WEIGHTS, training->rounded);
    training->measured = m;
    hsi_parallel(training->threads, SHARDS, answer_some, training);
    for (size_t piece = 0; piece < SHARDS; piece++) {
        const struct learn_answers *answers = &training->held_answers[piece];
        sum.loss += answers->loss;
        for (size_t r = 0; r < HS_LEARN_SLOTS; r++) {
            questions += answers->asked[r];
            sum.right[r] += answers->right[r];
        }
        for (size_t head = 0; head < model->h; head++)
            for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
                without[head][r] += training->held_without[piece][head][r];
    }
    *kept = (struct hs_learn_model){.h = model->h, .loss = questions ? (double)(float)(sum.loss / (double)questions) : 0};
    kept->train_loss = model->questions ? (double)(float)(model->loss / (double)model->questions) : kept->loss;
    memcpy(kept->right, sum.right, sizeof kept->right);
    model->loss = 0;
    model->questions = 0;
    return judge_heads(run, m, index, error);
}

enum hs_status hsi_learn_keep(struct hs_learn *run, struct hs_error *error)
{
    size_t index = atomic_load(&run->record.count), step = atomic_load(&run->step);
    enum hs_status status = HS_OK;
    run->record.moment[index] = (struct hs_learn_moment){.step = step, .sentences = step * LEARN_BATCH};
    for (size_t m = 0; m < run->options.models && !status; m++)
        status = measure(run, m, index, error);
    if (!status)
        atomic_store(&run->record.count, index + 1);
    return status;
}
