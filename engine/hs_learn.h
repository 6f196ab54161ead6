/* hs_learn.h – heads that specialise by learning alone: one attention layer, from random weights, on a question that has its
 * answer in the sentence. Include it beside hs.h.
 *
 * Taught is the answer only: which word is this verb's subject, its object, its place or time, what does this pronoun stand
 * for? No attention weight is ever compared with anything. All of W^Q, W^K, W^V, W^O are random at first and all are trained;
 * the embeddings are the preset's, with or without the hints that its rules make (see `hints`). The sentences are written by
 * the grammar that the preset was trained with; what is measured is measured on others of its sentences.
 *
 *     struct hs_learn_options options = hs_learn_usual(); // h = 1 beside h = 8, 50,000 sentences
 *     struct hs_learn *run;
 *     if (hs_learn_open(preset, &options, &run, &error) == HS_OK)
 *         while (!hs_learn_done(run) && hs_learn_step(run, &error) == HS_OK)
 *             ;                                           // to stop is to step no more
 *     double right = hs_learn_right(run, hs_learn_moments(run) - 1, 1, HS_OBJ); // of h = 8 */
#ifndef HS_LEARN_H
#define HS_LEARN_H

#include "hs.h"

#define HS_LEARN_SLOTS 8u     /* relations that can be asked for: HS_SUBJ … HS_AUX, a slot of 64 output columns each */
#define HS_LEARN_MODELS 2u    /* side by side, on the same sentences and from the same random weights */
#define HS_LEARN_MOST_HEADS 32u
#define HS_LEARN_MOMENTS 25u  /* kept of a run, the random start and the end among them; closer in the beginning */
#define HS_LEARN_LEAST 96u    /* sentences of a run: one batch */
#define HS_LEARN_MOST 1000000u

struct hs_learn_options {
    uint64_t seed;              /* of sentences and random weights */
    size_t sentences;           /* HS_LEARN_LEAST … HS_LEARN_MOST; rounded down to whole batches */
    size_t held_out;            /* others, to measure on: in the same bounds, also rounded down */
    float rate;                 /* largest learning rate of Adam, above 0, at most 0.1 */
    size_t models;              /* 1 … HS_LEARN_MODELS */
    size_t h[HS_LEARN_MODELS];  /* heads of each: a power of 2, 1 … HS_LEARN_MOST_HEADS */
    bool relation[HS_LEARN_SLOTS]; /* what is asked for; at least one */
    bool hints;                 /* the heads see what the preset's rules guess: structure, expected subject, verb, head, antecedent */
    bool shuffled;              /* control: every answer is a word of the sentence by chance */
    unsigned threads;           /* 0 = as many as there are processors; makes no difference to any number */
};
struct hs_learn_options hs_learn_usual(void); /* h = 1 and 8, the first four relations, no hints, 50,000 sentences, seed 1 */
/* What is wrong with them: HS_BAD_USE names the option, its range and what came. */
enum hs_status hs_learn_check(const struct hs_learn_options *options, struct hs_error *error);

/* What one model is at a moment, on sentences that no training sees. */
struct hs_learn_model {
    size_t h;
    double train_loss;              /* mean over the questions since the moment before, nats; at the start that of held-out ones */
    double loss;                    /* mean over the held-out questions, nats */
    size_t right[HS_LEARN_SLOTS];   /* questions whose answer was right */
    const struct hs_relation_score *scores; /* (h, HS_RELATION_COUNT): where heads look, measured as everywhere */
    const struct hs_head_profile *profiles; /* (h) */
    const size_t (*without)[HS_LEARN_SLOTS]; /* (h) right answers when that head brings nothing to the concat */
    const struct hs_verdict *verdict;       /* (h) what they may be called by both */
};
struct hs_learn_moment {
    size_t step, sentences; /* trained by then */
    struct hs_learn_model model[HS_LEARN_MODELS];
};

struct hs_learn;
/* At once: all work is hs_learn_step()'s. Keeps `preset`. */
enum hs_status hs_learn_open(const struct hs_preset *preset, const struct hs_learn_options *options, struct hs_learn **run,
    struct hs_error *error);
/* Another owner: who saves a run may be at it when it is dropped. */
struct hs_learn *hs_learn_keep(const struct hs_learn *run);
void hs_learn_drop(struct hs_learn *run);
/* The first makes random weights and the held-out sentences and keeps the first moment; every other one is a batch for every
 * model, and keeps the next moment when it has come. One thread at a time may step; meanwhile any other may
 * ask what is below. Does nothing at the end. */
enum hs_status hs_learn_step(struct hs_learn *run, struct hs_error *error);
bool hs_learn_done(const struct hs_learn *run);

const struct hs_learn_options *hs_learn_options(const struct hs_learn *run);
size_t hs_learn_steps(const struct hs_learn *run); /* of the whole run */
size_t hs_learn_step_now(const struct hs_learn *run);
size_t hs_learn_batch(void);                       /* sentences of a step */
size_t hs_learn_asked(const struct hs_learn *run, size_t relation); /* held-out questions; 0 until a moment is kept */
size_t hs_learn_held_out(const struct hs_learn *run);               /* and their sentences, likewise */
/* Those that are kept by now; they never change and stay until the run is dropped. */
size_t hs_learn_moments(const struct hs_learn *run);
const struct hs_learn_moment *hs_learn_moment(const struct hs_learn *run, size_t moment);
/* Share of right answers, 0 … 1; NAN when nothing is asked. HS_RELATION_COUNT = of all questions. */
double hs_learn_right(const struct hs_learn *run, size_t moment, size_t model, size_t relation);
/* The weights of a kept moment, 4 (512, 512) for W^Q, W^K, W^V, W^O: rounded to 16 bits, as they are measured, shown and saved.
 * Rows of W^Q, W^K and W^V that no feature reaches (hints that are not seen) are zero, and so are columns of slots that nothing
 * is asked of. */
void hs_learn_weights(const struct hs_learn *run, size_t moment, size_t model, float *weights);

/* ------------------------------------------------------------------ saved runs
 * One .safetensors file: every kept moment, bit-equal, some 2 MB for each and each model; `watch` may be NULL. A run that goes on
 * is saved as it is at the call. */
enum hs_status hs_learn_save(const struct hs_learn *run, const char *path, bool overwrite, const struct hs_watch *watch, struct hs_error *error);
bool hs_learn_is_file(const char *path); /* says that it is one */
/* A run that is done: it can be asked everything, and trained no more. HS_BAD_INPUT names what is wrong with the file. */
enum hs_status hs_learn_load(const char *path, const struct hs_watch *watch, struct hs_learn **run, struct hs_error *error);
/* A line for each moment and model: sentences, h, losses, share of right answers of all and of each relation. */
void hs_learn_write_csv(const struct hs_learn *run, struct hs_buffer *buffer);
/* "subj,obj": each name once, at least one; false otherwise. */
bool hs_learn_read_relations(const char *text, bool relation[HS_LEARN_SLOTS]);

/* ------------------------------------------------------------------ as a source (hs_source.h)
 * The models of a kept moment: the number of heads chooses the model, and those that none has are HS_BAD_USE. `model` is the
 * one that it begins with. Borrows `preset`, which must outlive it; the run may go. info.moment is 1 + `moment`. */
enum hs_status hs_source_of_learnt(const struct hs_preset *preset, const struct hs_learn *run, size_t moment, size_t model,
    struct hs_source **source, struct hs_error *error);
/* The same moment's, which begins with another model: at once, the weights are shared. */
enum hs_status hs_source_of_other_learnt(const struct hs_source *learnt, size_t model, struct hs_source **source, struct hs_error *error);
/* Makes the weights ready for runs, which the first run with each model does otherwise: some milliseconds. */
enum hs_status hs_source_pack_learnt(struct hs_source *learnt, struct hs_error *error);

#endif
