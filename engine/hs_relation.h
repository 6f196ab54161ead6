/* hs_relation.h – annotated sentences, what the heads find in them, and what a head may be called by that. Part of
 * hs.h, which includes it. Counts are of every link of a file; no claim is made from one sentence. */
#ifndef HS_RELATION_H
#define HS_RELATION_H

#include "hs_set.h"

/* ------------------------------------------------------------------ relations: annotated sentences and scores */
enum hs_relation {
    HS_SUBJ, HS_OBJ, HS_LOCT, HS_ANA, HS_REL, HS_MOD, HS_POBJ, HS_AUX, HS_PREV,
    HS_RELATION_COUNT,
};
const char *hs_relation_name(enum hs_relation relation);  /* "subj" … as in files */
const char *hs_relation_title(enum hs_relation relation); /* "verb → its subject" … for people */

struct hs_link {
    enum hs_relation relation;
    size_t from;      /* query token */
    const size_t *to; /* (to_count) accepted key tokens, ascending */
    size_t to_count;
};

struct hs_annotated_sentence {
    const char *id; /* "" if none */
    const struct hs_tokens *tokens;
    size_t link_count;
    const struct hs_link *link;
};

struct hs_annotated {
    const char *path;
    size_t count;
    const struct hs_annotated_sentence *sentence;
};

/* Reads [{"id", "tokens": [...], "relations": [{"type", "from", "to": [...]}]}]; other keys are ignored; `prev` is
 * implied and refused. Errors name sentence, relation and field. */
enum hs_status hs_annotated_open(
    const char *path, struct hs_annotated **annotated, struct hs_error *error);
void hs_annotated_drop(struct hs_annotated *annotated);
/* The first sentence with exactly these tokens, or NULL. annotated may be NULL. */
const struct hs_annotated_sentence *hs_annotated_find(
    const struct hs_annotated *annotated, const struct hs_tokens *tokens);

struct hs_relation_score {
    size_t eligible;      /* links of this relation */
    size_t hits;          /* argmax of the row is an accepted target */
    double mass;          /* mean attention on the accepted targets */
    double baseline;      /* share that the best fixed offset hits, 0 … 1 */
    int baseline_offset;  /* that offset, k - q */
};
enum hs_baseline {
    HS_BASELINE_NONE,    /* the model itself */
    HS_BASELINE_UNIFORM, /* even attention; ties count as the expected share of hits, rounded down */
    HS_BASELINE_RANDOM,  /* seeded random W^Q, W^K of the same size */
};
/* Fills scores[head * HS_RELATION_COUNT + relation], (h, HS_RELATION_COUNT). */
enum hs_status hs_score_heads(const struct hs_preset *preset, const struct hs_annotated *annotated, size_t h,
    enum hs_mask mask, enum hs_baseline baseline, struct hs_relation_score *scores, struct hs_error *error);
/* Scores, profiles and every single link's result in one pass over the sentences: what the Specialise view shows.
 * The result borrows `annotated`. Immutable; may be made on any thread. */
struct hs_measure;
struct hs_watch; /* hs_source.h: asked before every sentence; ends the run with HS_STOPPED */
enum hs_status hs_measure_new(const struct hs_preset *preset, const struct hs_annotated *annotated, size_t h,
    enum hs_mask mask, enum hs_baseline baseline, const struct hs_watch *watch /* or NULL */,
    struct hs_measure **measure, struct hs_error *error);
void hs_measure_drop(struct hs_measure *measure);
const struct hs_relation_score *hs_measure_scores(const struct hs_measure *measure); /* (h, HS_RELATION_COUNT) */
const struct hs_head_profile *hs_measure_profiles(const struct hs_measure *measure); /* (h) */
struct hs_link_result {
    size_t sentence;  /* index in annotated */
    size_t from;      /* the query token */
    const size_t *to; /* (to_count) accepted keys; NULL for "prev", whose one accepted key is `previous` */
    size_t to_count, previous;
    size_t largest;   /* the first key of the row's largest weight */
    double share;     /* 1 a hit, 0 a miss, in between when keys share the largest weight */
    double mass;      /* weight on the accepted keys */
};
size_t hs_measure_sentences(const struct hs_measure *measure); /* measured: all, or those that a file holds */
bool hs_measure_has(const struct hs_measure *measure, size_t sentence); /* whether it is one of them */
/* Of a measurement on a file (hs_source_measure): the batch item with that sentence, and the first piece of its word. */
bool hs_measure_place(
    const struct hs_measure *measure, size_t sentence, size_t word, size_t *item, size_t *piece);
/* How many links of a relation there are, in the file's order; 0 also when h times all links were too many to keep. */
size_t hs_measure_links(const struct hs_measure *measure, enum hs_relation relation);
bool hs_measure_link(const struct hs_measure *measure, size_t head, enum hs_relation relation, size_t index,
    struct hs_link_result *result);

/* The head that holds a relation's columns at h = 8 (rel shares ana's), so head * h / 8 in general. */
size_t hs_relation_head(enum hs_relation relation); /* of the preset model */
/* --evaluate: scores (HS_RELATION_COUNT) of the heads that hold the relations; beyond h = 8 the best of a relation's h / 8.
 * A link is a hit when the row's largest weight is on an accepted key (shared largest weights count by their share, rounded
 * down over the relation); mass sums all accepted keys; prev is implied for every token but the first. */
enum hs_status hs_evaluate(const struct hs_preset *preset, const struct hs_annotated *annotated, size_t h,
    enum hs_mask mask, struct hs_relation_score *scores, struct hs_error *error);

/* What a head may be called, from measurements alone. A profile is the head's statistics over all annotated sentences. */
struct hs_head_profile {
    size_t sentences;
    size_t rows;          /* rows counted, over all sentences */
    double entropy_share; /* mean of row entropy / ln(keys), rows with at least two keys; 0 … 1 */
    double first;         /* mean weight on key 0 */
    double punctuation;   /* mean weight on punctuation */
    int offset;           /* the offset that most row maxima share */
    double offset_share;  /* and their share among the rows that have a key there, 0 … 1 */
};
/* profiles (h). Runs the model once per sentence without keeping planes. */
enum hs_status hs_profile_heads(const struct hs_preset *preset, const struct hs_annotated *annotated, size_t h,
    enum hs_mask mask, struct hs_head_profile *profiles, struct hs_error *error);

enum hs_head_kind {
    HS_KIND_UNCLEAR,
    HS_KIND_RELATION,
    HS_KIND_POSITIONAL, /* one offset has >= 90 % of the row maxima (Voita et al. 2019) */
    HS_KIND_SINK,       /* >= 80 % of the weight on the first token or on punctuation */
    HS_KIND_UNIFORM,    /* entropy >= 98 % of its maximum */
};
#define HS_NAME_MIN_ELIGIBLE 20u /* a relation needs at least so many eligible links */
#define HS_NAME_MIN_SENTENCES 5u /* no name from a sentence or two */
#define HS_NAME_MIN_MARGIN 0.10  /* and so much accuracy over the best fixed offset (Voita et al. 2019) */
struct hs_verdict {
    enum hs_head_kind kind;
    enum hs_relation relation; /* the best one, also when unclear */
    double accuracy, margin;   /* of that relation, 0 … 1 */
    char name[64];             /* "subject of the verb", "previous token", "unclear" … */
    char evidence[192];        /* the numbers behind it, one sentence */
};
/* scores: the HS_RELATION_COUNT scores of this head. */
void hs_judge_head(
    const struct hs_relation_score *scores, const struct hs_head_profile *profile, struct hs_verdict *verdict);

/* One line a relation: name, accuracy in %, mean mass, links, best fixed offset in %: "subj 86.2 0.66 3774 51.1". */
void hs_evaluation_write(const struct hs_relation_score *scores, struct hs_buffer *buffer);

#endif
