/* trainer.h – training the preset model: first the soft tagger, then the eight heads, on sentences
 * that the grammar never writes twice. Used by the headscope-train tool and by its tests. The same
 * options give the same bytes, whatever the number of threads. */
#ifndef HS_TRAIN_TRAINER_H
#define HS_TRAIN_TRAINER_H

#include "hs_relation.h"
#include "preset/lexicon/lexicon.h"

struct hs_train_options {
    uint64_t seed;
    size_t tagger_sentences; /* the tagger is trained on */
    size_t sentences;        /* the heads are trained on */
    size_t held_out;         /* sentences of other streams to measure on */
    size_t threads;          /* 1 … 8 pay */
    float rate;              /* largest learning rate of the heads */
    float decay;             /* L2 pull of the heads' weights towards zero */
    double unknown;          /* share of open-class words looked up as if the lexicon lacked them */
    void (*report)(void *context, const char *line); /* progress, or NULL */
    void *context;
};
struct hs_train_options hsi_train_usual(void); /* the shipped weights' */
struct hs_train_options hsi_train_quick(void); /* a small run of some seconds */

struct hs_train_score {
    size_t links, hits; /* rows with this relation; largest weight on an accepted key */
    double mass;        /* mean weight on the accepted keys */
};

struct hs_trained {
    float *tagger;                                  /* (hsi_tagger_inputs(), HS_TAG_COUNT) */
    float *W_Q, *W_K;                               /* (512, 512) */
    double tag_accuracy;                            /* on held-out sentences, 0 … 1 */
    struct hs_train_score score[HS_RELATION_COUNT]; /* on held-out sentences */
    double seconds;
};
enum hs_status hsi_train_run(const struct hs_lexicon *lexicon,
    const struct hs_train_options *options, struct hs_trained *trained, struct hs_error *error);
void hsi_trained_drop(struct hs_trained *trained);

#endif
