/* run.c – a training run: random weights, a step of all models, what may be asked of it; see hs_learn.h. A step writes and
 * embeds eight lessons in parallel, then passes every model over each of them, then makes each piece of each gradient, in
 * one order whatever the number of threads, and steps down it. */
#include "learn/run.h"

#include "base/safetensors.h"
#include "kernels/pool.h"
#include "preset/preset_parts.h"
#include "preset/train/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ options */
struct hs_learn_options hs_learn_usual(void)
{
    return (struct hs_learn_options){.seed = 1,
        .sentences = 50000,
        .held_out = 480,
        .rate = 5e-3f,
        .models = 2,
        .h = {1, 8},
        .relation = {[HS_SUBJ] = true, [HS_OBJ] = true, [HS_LOCT] = true, [HS_ANA] = true}};
}

enum hs_status hs_learn_check(const struct hs_learn_options *options, struct hs_error *error)
{
    bool asks = false;
    if (options->sentences < HS_LEARN_LEAST || options->sentences > HS_LEARN_MOST)
        return hs_fail(error, HS_BAD_USE, "a run learns from %u to %u sentences, not %zu", HS_LEARN_LEAST, HS_LEARN_MOST,
            options->sentences);
    if (options->held_out < HS_LEARN_LEAST || options->held_out > HS_LEARN_MOST)
        return hs_fail(error, HS_BAD_USE, "a run is measured on %u to %u sentences, not %zu", HS_LEARN_LEAST, HS_LEARN_MOST,
            options->held_out);
    if (!(options->rate > 0) || options->rate > 0.1f)
        return hs_fail(error, HS_BAD_USE, "the learning rate is above 0 and at most 0.1, not %g", (double)options->rate);
    if (options->models < 1 || options->models > HS_LEARN_MODELS)
        return hs_fail(error, HS_BAD_USE, "one or two models learn side by side, not %zu", options->models);
    for (size_t m = 0; m < options->models; m++)
        if (options->h[m] < 1 || options->h[m] > HS_LEARN_MOST_HEADS || (options->h[m] & (options->h[m] - 1)))
            return hs_fail(error, HS_BAD_USE, "a model that learns has 1, 2, 4, 8, 16 or 32 heads, not %zu", options->h[m]);
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        asks |= options->relation[r];
    return asks ? HS_OK : hs_fail(error, HS_BAD_USE, "no relation is asked for: choose at least one of subj to aux");
}

/* ------------------------------------------------------------------ what may be asked */
bool hs_learn_done(const struct hs_learn *run)
{
    return !run->training || atomic_load(&run->step) >= run->steps;
}

const struct hs_learn_options *hs_learn_options(const struct hs_learn *run)
{
    return &run->options;
}

size_t hs_learn_steps(const struct hs_learn *run)
{
    return run->steps;
}

size_t hs_learn_step_now(const struct hs_learn *run)
{
    return atomic_load(&run->step);
}

size_t hs_learn_batch(void)
{
    return LEARN_BATCH;
}

size_t hs_learn_asked(const struct hs_learn *run, size_t relation)
{
    return hs_learn_moments(run) ? run->record.asked[relation] : 0; /* before that they are being counted */
}

size_t hs_learn_held_out(const struct hs_learn *run)
{
    return hs_learn_moments(run) ? run->record.held_out : 0;
}

size_t hs_learn_moments(const struct hs_learn *run)
{
    return atomic_load(&run->record.count);
}

const struct hs_learn_moment *hs_learn_moment(const struct hs_learn *run, size_t moment)
{
    return &run->record.moment[moment];
}

double hs_learn_right(const struct hs_learn *run, size_t moment, size_t model, size_t relation)
{
    size_t right = 0, asked = 0;
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        if (relation == HS_RELATION_COUNT || relation == r) {
            right += run->record.moment[moment].model[model].right[r];
            asked += run->record.asked[r];
        }
    return asked ? (double)right / (double)asked : (double)NAN;
}

void hs_learn_weights(const struct hs_learn *run, size_t moment, size_t model, float *weights)
{
    const uint8_t *halves = (const uint8_t *)(run->record.weights[model] + moment * LEARN_WEIGHTS);
    for (size_t piece = 0; piece < LEARN_PIECES; piece++) {
        size_t matrix = piece / LEARN_BLOCKS, block = piece % LEARN_BLOCKS;
        float *out = weights + matrix * HS_D_MODEL * HS_D_MODEL;
        if (matrix == 3) { /* rows of W^O */
            hsi_halves_to_floats(halves + 2 * piece * LEARN_PIECE, LEARN_PIECE, out + block * LEARN_PIECE);
            continue;
        }
        for (size_t d = 0; d < HS_D_MODEL; d++)
            hsi_halves_to_floats(halves + 2 * (piece * LEARN_PIECE + d * SPARSE_BLOCK), SPARSE_BLOCK,
                out + d * HS_D_MODEL + block * SPARSE_BLOCK);
    }
}

/* ------------------------------------------------------------------ pieces of work */
static void next_lesson(void *context, size_t i)
{
    struct hs_learn *run = context;
    struct learn_training *training = run->training;
    if (!hsi_lesson_next(&training->lesson[i], &training->corpus, training->tagger, &run->options))
        training->failed = true;
}

static void pass_lesson(void *context, size_t piece)
{
    struct hs_learn *run = context;
    struct learn_training *training = run->training;
    size_t s = piece % SHARDS;
    struct learn_model *model = &training->model[piece / SHARDS];
    model->answers[s] = (struct learn_answers){0};
    for (size_t i = 0; i < SHARD_SENTENCES; i++)
        hsi_learn_pass(&training->lesson[s].sentence[i], model->weights, model->h, true, &training->scratch[piece],
            &model->trace[s * SHARD_SENTENCES + i], &model->answers[s]);
}

static void step_piece(void *context, size_t i)
{
    struct hs_learn *run = context;
    struct learn_training *training = run->training;
    size_t piece = i % LEARN_PIECES;
    struct learn_model *model = &training->model[i / LEARN_PIECES];
    for (size_t s = 0; s < SHARDS; s++)
        for (size_t k = 0; k < SHARD_SENTENCES; k++)
            hsi_learn_gradient(&training->lesson[s].sentence[k], &model->trace[s * SHARD_SENTENCES + k], piece,
                model->adam[piece].gradient);
    hsi_adam_step(&model->adam[piece], model->weights + piece * LEARN_PIECE, training->scale, training->rate, 0);
}

/* ------------------------------------------------------------------ open and drop */
enum hs_status hsi_learn_new(const struct hs_learn_options *options, size_t moments, struct hs_learn **out, struct hs_error *error)
{
    enum hs_status status = hs_learn_check(options, error);
    struct hs_learn *run = status ? NULL : calloc(1, sizeof *run);
    if (status)
        return status;
    bool fine = run;
    if (run)
        atomic_init(&run->owners, 1);
    for (size_t m = 0; fine && m < options->models; m++) {
        size_t heads = moments * options->h[m];
        run->record.weights[m] = malloc(moments * LEARN_WEIGHTS * sizeof(uint16_t));
        run->record.scores[m] = calloc(heads * HS_RELATION_COUNT, sizeof *run->record.scores[m]);
        run->record.profiles[m] = calloc(heads, sizeof *run->record.profiles[m]);
        run->record.without[m] = calloc(heads, sizeof *run->record.without[m]);
        run->record.verdicts[m] = calloc(heads, sizeof *run->record.verdicts[m]);
        fine = run->record.weights[m] && run->record.scores[m] && run->record.profiles[m] && run->record.without[m] &&
               run->record.verdicts[m];
    }
    if (!fine) {
        hs_learn_drop(run);
        return hs_fail(error, HS_NO_MEMORY, "no memory to keep %zu moments of a run", moments);
    }
    run->options = *options;
    run->steps = options->sentences / LEARN_BATCH;
    *out = run;
    return HS_OK;
}

/* All models begin with the same numbers; only their number of heads differs. */
static enum hs_status open_model(struct hs_learn *run, size_t m, struct hs_error *error)
{
    struct learn_training *training = run->training;
    struct learn_model *model = &training->model[m];
    struct hs_random random;
    enum hs_status status = HS_OK;
    model->h = run->options.h[m];
    model->weights = hsi_big_floats(LEARN_WEIGHTS);
    model->trace = malloc(SHARDS * SHARD_SENTENCES * sizeof *model->trace);
    if (!model->weights || !model->trace)
        return hs_fail(error, HS_NO_MEMORY, "no memory for a model that learns");
    for (size_t piece = 0; piece < LEARN_PIECES && !status; piece++)
        status = hsi_adam_open(&model->adam[piece], LEARN_PIECE, error);
    hsi_random_seed(&random, run->options.seed, 200);
    const float deviation = 0.0441941738f; /* 1 / sqrt(512): a row of length 1 keeps it */
    for (size_t i = 0; i < LEARN_WEIGHTS; i++) {
        bool output = i / LEARN_PIECE >= 3 * LEARN_BLOCKS;
        size_t feature = i % LEARN_PIECE / SPARSE_BLOCK, slot = i % HS_D_MODEL / LEARN_ANSWER;
        bool used = output ? run->options.relation[slot] : training->corpus.feature[feature];
        float value = deviation * hsi_random_normal(&random);
        model->weights[i] = used ? value : 0;
    }
    return status;
}

static enum hs_status open_attention(struct learn_training *training, struct hs_error *error)
{
    const struct learn_held *held = &training->held;
    size_t most = 0, cells = 0;
    for (size_t m = 0; m < HS_LEARN_MODELS; m++)
        most = training->model[m].h > most ? training->model[m].h : most;
    training->attention_at = malloc((held->annotated.count + 1) * sizeof *training->attention_at);
    for (size_t s = 0; training->attention_at && s < held->annotated.count; s++) {
        training->attention_at[s] = cells;
        cells += held->sentence[s].x.n * held->sentence[s].x.n;
    }
    training->attention = malloc(most * cells * sizeof *training->attention);
    return training->attention && training->attention_at ? HS_OK
                                                         : hs_fail(error, HS_NO_MEMORY, "no memory to measure what heads look at");
}

static enum hs_status open_training(struct hs_learn *run, struct hs_error *error)
{
    struct learn_training *training = run->training;
    const struct hs_preset *preset = training->preset;
    const struct hs_lexicon *lexicon = hsi_preset_lexicon(preset);
    uint64_t seed = run->options.seed;
    training->threads = run->options.threads ? run->options.threads : hsi_pool_processors();
    training->tagger = hsi_preset_tagger(preset);
    training->scratch = malloc(HS_LEARN_MODELS * SHARDS * sizeof *training->scratch);
    training->rounded = hsi_big_floats(LEARN_WEIGHTS);
    if (!training->scratch || !training->rounded)
        return hs_fail(error, HS_NO_MEMORY, "no memory for a training run");
    enum hs_status status = hsi_grammar_open(lexicon, &training->grammar, error);
    if (status)
        return status;
    training->corpus = hsi_learn_corpus(lexicon, training->grammar, run->options.hints);
    for (size_t s = 0; s < SHARDS && !status; s++)
        status = hsi_lesson_open(&training->lesson[s], seed, 300 + s, error);
    if (!status)
        status = hsi_held_open(&training->held, training->lesson, run->options.held_out / LEARN_BATCH, &training->corpus, training->tagger,
            &run->options, error);
    for (size_t s = 0; s < SHARDS; s++)
        hsi_random_seed(&training->lesson[s].shard.random, seed, s);
    for (size_t m = 0; m < run->options.models && !status; m++)
        status = open_model(run, m, error);
    if (!status)
        status = open_attention(training, error);
    memcpy(run->record.asked, training->held.asked, sizeof run->record.asked);
    run->record.held_out = training->held.annotated.count;
    return status;
}

/* Random weights, measured as they are. */
static enum hs_status begin(struct hs_learn *run, struct hs_error *error)
{
    enum hs_status status = open_training(run, error);
    if (!status)
        status = hsi_learn_keep(run, error);
    run->training->failed = status;
    return status;
}

enum hs_status hs_learn_step(struct hs_learn *run, struct hs_error *error)
{
    struct learn_training *training = run->training;
    size_t step = atomic_load(&run->step), questions = 0;
    if (hs_learn_done(run))
        return HS_OK;
    if (!training->failed && hs_learn_moments(run) == 0)
        return begin(run, error);
    if (!training->failed)
        hsi_parallel(training->threads, SHARDS, next_lesson, run);
    if (training->failed)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the sentences to learn from");
    hsi_parallel(training->threads, run->options.models * SHARDS, pass_lesson, run);
    for (size_t m = 0; m < run->options.models; m++) {
        struct learn_model *model = &training->model[m];
        questions = 0; /* the same for all models */
        for (size_t s = 0; s < SHARDS; s++) {
            model->loss += model->answers[s].loss;
            for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
                questions += model->answers[s].asked[r];
        }
        model->questions += questions;
    }
    training->scale = questions ? 1 / (float)questions : 0;
    training->rate = hsi_rate_at(step, run->steps, run->options.rate);
    hsi_parallel(training->threads, run->options.models * LEARN_PIECES, step_piece, run);
    atomic_store(&run->step, step + 1);
    return hsi_learn_moment_step(atomic_load(&run->record.count), run->steps) <= step + 1 ? hsi_learn_keep(run, error) : HS_OK;
}

enum hs_status hs_learn_open(const struct hs_preset *preset, const struct hs_learn_options *options, struct hs_learn **out,
    struct hs_error *error)
{
    struct hs_learn *run;
    enum hs_status status = hsi_learn_new(options, HS_LEARN_MOMENTS, &run, error);
    if (status)
        return status;
    run->training = calloc(1, sizeof *run->training);
    if (!run->training) {
        hs_learn_drop(run);
        return hs_fail(error, HS_NO_MEMORY, "no memory for a training run");
    }
    run->training->preset = hsi_preset_keep(preset);
    *out = run;
    return HS_OK;
}

void hsi_training_drop(struct learn_training *training)
{
    if (!training)
        return;
    for (size_t s = 0; s < SHARDS; s++)
        hsi_lesson_drop(&training->lesson[s]);
    for (size_t m = 0; m < HS_LEARN_MODELS; m++) {
        struct learn_model *model = &training->model[m];
        free(model->weights);
        free(model->trace);
        for (size_t piece = 0; piece < LEARN_PIECES; piece++)
            hsi_adam_drop(&model->adam[piece]);
    }
    hsi_held_drop(&training->held);
    hsi_grammar_drop(training->grammar);
    hs_preset_drop((struct hs_preset *)(uintptr_t)training->preset);
    free(training->scratch);
    free(training->rounded);
    free(training->attention);
    free(training->attention_at);
    free(training);
}

struct hs_learn *hs_learn_keep(const struct hs_learn *run)
{
    struct hs_learn *kept = (struct hs_learn *)(uintptr_t)run; /* only its owners are counted */
    atomic_fetch_add(&kept->owners, 1);
    return kept;
}

void hs_learn_drop(struct hs_learn *run)
{
    if (!run || atomic_fetch_sub(&run->owners, 1) > 1)
        return;
    hsi_training_drop(run->training);
    for (size_t m = 0; m < HS_LEARN_MODELS; m++) {
        free(run->record.weights[m]);
        free(run->record.scores[m]);
        free(run->record.profiles[m]);
        free(run->record.without[m]);
        free(run->record.verdicts[m]);
    }
    free(run);
}
