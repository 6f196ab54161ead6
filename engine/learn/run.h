/* run.h – the inside of a training run: run.c trains, moment.c measures and keeps, file.c writes and reads. */
#ifndef HS_LEARN_RUN_H
#define HS_LEARN_RUN_H

#include "learn/sentences.h"
#include "preset/train/adam.h"

#include <stdatomic.h>

struct learn_model {
    size_t h;
    float *weights; /* (LEARN_WEIGHTS) in the order of pass.h */
    struct adam adam[LEARN_PIECES];
    struct learn_trace *trace;    /* (SHARDS * SHARD_SENTENCES) */
    struct learn_answers answers[SHARDS]; /* of the last batch */
    double loss;      /* since the last moment */
    size_t questions;
};

/* What moments are kept in, all of it made at the start. */
struct learn_record {
    _Atomic size_t count;
    struct hs_learn_moment moment[HS_LEARN_MOMENTS];
    uint16_t *weights[HS_LEARN_MODELS];          /* (HS_LEARN_MOMENTS, LEARN_WEIGHTS) F16, in the order of pass.h */
    struct hs_relation_score *scores[HS_LEARN_MODELS]; /* (HS_LEARN_MOMENTS, h, HS_RELATION_COUNT) */
    struct hs_head_profile *profiles[HS_LEARN_MODELS]; /* (HS_LEARN_MOMENTS, h) */
    size_t (*without[HS_LEARN_MODELS])[HS_LEARN_SLOTS];  /* likewise */
    struct hs_verdict *verdicts[HS_LEARN_MODELS];      /* likewise */
    size_t asked[HS_LEARN_SLOTS], held_out;
};

/* What only training needs; a run from a file has none. */
struct learn_training {
    struct hs_grammar *grammar;
    struct corpus corpus;
    const struct hs_preset *preset; /* kept: whoever leaves a run may leave its thread at work */
    const float *tagger;
    struct learn_lesson lesson[SHARDS];
    struct learn_model model[HS_LEARN_MODELS];
    struct learn_scratch *scratch; /* (HS_LEARN_MODELS * SHARDS) */
    struct learn_held held;
    float *rounded; /* (LEARN_WEIGHTS) weights as they are kept, while they are measured */
    float *attention; /* of the held-out sentences: (h, n, n) each, one after another */
    size_t *attention_at; /* (held) sum of n n before it */
    struct learn_answers held_answers[SHARDS];
    size_t held_without[SHARDS][HS_LEARN_MOST_HEADS][HS_LEARN_SLOTS];
    size_t measured; /* index of the model */
    float scale, rate; /* of the step */
    unsigned threads;
    bool failed;
};

struct hs_learn {
    _Atomic size_t owners;
    struct hs_learn_options options;
    size_t steps;
    _Atomic size_t step;
    struct learn_record record;
    struct learn_training *training;
};

/* A run with room for so many moments and nothing in it; options are checked. */
enum hs_status hsi_learn_new(const struct hs_learn_options *options, size_t moments, struct hs_learn **run, struct hs_error *error);
/* The step that moment `index` of a run of `steps` is kept after. */
size_t hsi_learn_moment_step(size_t index, size_t steps);
/* What the heads of a model may be called by their scores and profiles at a moment; and lets the moment have all three. */
void hsi_learn_name(struct hs_learn *run, size_t model, size_t moment);
/* Measures every model as it is and keeps it. */
enum hs_status hsi_learn_keep(struct hs_learn *run, struct hs_error *error);
void hsi_training_drop(struct learn_training *training);

#endif
