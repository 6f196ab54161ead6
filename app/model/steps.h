/* steps.h – the Steps view's part of the model: which step of the forward pass is shown, which
 * value of it is looked at, and what the engine says about that value. Chosen by act/steps.c, read by
 * the views, exports and scripts. */
#ifndef HEADSCOPE_STEPS_H
#define HEADSCOPE_STEPS_H

#include "hs.h"

struct app;
struct action;

/* In the order of the data's flow. Which of them there are depends on the picture's source: step_there(). */
enum step {
    STEP_INPUT, /* the residual stream, where it is normed first */
    STEP_X,     /* what W^Q, W^K, W^V multiply */
    STEP_Q,
    STEP_K,
    STEP_V,
    STEP_Q_TURNED, /* normed and turned by position, where the model does so */
    STEP_K_TURNED,
    STEP_RAW,
    STEP_SCALE,
    STEP_MASK,
    STEP_SOFTMAX,
    STEP_MIX,
    STEP_CONCAT,
    STEP_OUTPUT,
    STEP_ATTENDED, /* in the residual stream */
    STEP_MLP,
    STEP_RESULT,
    STEP_READ, /* as words; the built-in model only */
    STEP_COUNT,
};

enum step_column { COLUMN_FEATURES, COLUMN_DIMENSIONS, COLUMN_BLOCKS, COLUMN_COUNT };

/* What a row or a column of a step's matrix stands for. */
enum step_axis { AXIS_QUERY, AXIS_KEY, AXIS_HEAD_DIMENSION, AXIS_MODEL_DIMENSION };

#define STEPS_PAIRS 256u /* pairs of features kept of the many thousands behind a score */

/* What the engine said about the value that is looked at. */
struct steps_facts {
    /* of what this is; the facts are stale when any of it differs from the model */
    uint64_t set_identity;
    size_t head, q, k, dimension, model_dimension;
    enum step step;
    bool card, contrast, range_per_head;

    float
        range[STEP_COUNT]; /* the colour bars' ends: largest size over all heads, or of this one */
    float range_W[STEP_COUNT]; /* the same of W^Q, W^K, W^V, W^O; 0 for steps without */

    struct hs_sum sum;
    struct hs_term *terms; /* (term_count) all terms, largest first */
    size_t term_count;

    /* score steps with the card open */
    struct hs_score_term *dimensions; /* (dimension_count) */
    size_t dimension_count;
    struct hs_feature_pair *pairs; /* (pair_count) */
    size_t pair_count;
    struct hs_block_pair *blocks; /* (block_count) */
    size_t block_count;
    double parts; /* what each of the three lists adds up to: the score, or its lead on the row's
                     mean */

    /* STEP_READ */
    bool read;
    struct hs_reading with[HS_SLOTS], without[HS_SLOTS], single[HS_SLOTS];
    struct hs_change *change; /* (h) the row without head i; valid for all heads or just `head` */
    bool all_heads;
    struct hs_change change_single; /* the row with one head instead of h */
};

struct app_steps {
    enum step step;
    bool card;                 /* the formula of the value is open */
    size_t dimension;          /* 0 … d_k - 1, of Q, K, V, A V */
    size_t model_dimension;    /* 0 … d_model - 1, of X, concat, output */
    bool column_chosen;        /* by the user; else the most telling ones are marked */
    bool contrast;             /* a score against the row's mean key, not as it is */
    enum step_column column;   /* of the score's card, where not all fit */
    struct steps_facts *facts; /* NULL until the view is first shown, or without memory */
};

/* A cell of a step's matrix. */
struct step_cell {
    size_t row, col;
};

/* Brings the facts up to date when the Steps view is shown; called after every action. */
void steps_refresh(struct app *app);
void steps_drop(struct app_steps *steps);

/* ---------------------------------------------------------------- readings (pure) */
bool step_there(const struct app *app, enum step step);
/* The step so many on among those that there are, at most the last; 0: `step`, or the nearest before it. */
enum step step_after(const struct app *app, enum step step, long count);
size_t step_count(const struct app *app);                  /* of those that there are */
size_t step_index(const struct app *app, enum step step);  /* among them, from 0 */
extern const char *const step_names[STEP_COUNT + 1]; /* and NULL */
const char *step_name(enum step step);  /* "softmax": for scripts, --step and exports */
const char *step_title(const struct app *app, enum step step); /* for people */
/* Column of X, of concat or of the stream: "tag: NOUN", "dimension 17". */
void steps_dimension_name(const struct app *app, size_t dimension, char *name, size_t room);
/* Steps whose values are scores: their card is the q·k view. */
bool steps_is_score(enum step step);
/* The query and key looked at: the locked ones, else the first verb and the key it gives most to. */
size_t steps_query(const struct app *app);
size_t steps_key(const struct app *app);
/* The step's own matrix; data is NULL when the set does not keep it. STEP_SCALE gives the unscaled
 * one, see steps_value. */
struct hs_matrix steps_matrix(const struct app *app, enum step step);
enum step_axis steps_row_axis(enum step step);
enum step_axis steps_col_axis(enum step step);
/* Where the marked value lies in that matrix. */
struct step_cell steps_cell(const struct app *app, enum step step);
/* The value at a cell: what the engine's plane holds, or for STEP_SCALE the scaled score before the
 * mask. NAN without the plane. */
double steps_value(const struct app *app, enum step step, size_t row, size_t col);
/* What Q Kᵀ is multiplied with: mostly 1 / √d_k. */
double steps_factor(const struct app *app);
bool steps_masked(const struct app *app, enum step step, size_t row, size_t col);
/* Facts that belong to what is shown now, or NULL. */
const struct steps_facts *steps_facts(const struct app *app);

/* Signed numbers for people: a real minus sign, never "-0.00". */
void steps_number(double value, int decimals, char *text, size_t room);
/* "Q₂", "S₂", "A₂": the matrix's name with the head as index. */
void steps_symbol(const struct app *app, enum step step, char *text, size_t room);
/* "Q₂ = X · W^Q₂" */
void steps_formula(const struct app *app, enum step step, char *text, size_t room);
/* "Q₂[delivered][17]" */
void steps_value_name(
    const struct app *app, enum step step, struct step_cell cell, char *text, size_t room);

#endif
