/* hs_checkpoint.h – real models: opens a Hugging Face folder (config.json and safetensors) and runs it on token ids, keeping
 * the attention of every head and, of the layers asked for, every number on the way. Part of hs.h, which includes it.
 *
 *     struct hs_checkpoint *model;
 *     struct hs_forward *forward;
 *     if (hs_checkpoint_open("models/minilm", NULL, &model, &error))
 *         puts(error.message);
 *     const uint32_t ids[] = {101, 7592, 102};
 *     struct hs_forward_config config = {.ids = ids, .n = 3};
 *     if (hs_checkpoint_run(model, &config, &forward, &error))
 *         puts(error.message);
 *     struct hs_matrix A = hs_forward_weights(forward, 0, 0); // layer 0, head 0: (3, 3)
 *     hs_forward_drop(forward);
 *     hs_checkpoint_drop(model);
 *
 * Text becomes ids by hs_tokenizer (engine/tokenizer), which this room does not need. Numbers are those of transformers' eager
 * attention within the rounding of fp32. */
#ifndef HS_CHECKPOINT_H
#define HS_CHECKPOINT_H

#include "hs_mha.h"

#define HS_MAX_LAYERS 512u          /* of a checkpoint */
#define HS_MAX_EMBEDDINGS (1u << 21) /* rows of its word table */
#define HS_MAX_MLP 65536u           /* width of an MLP */

struct hs_checkpoint;
/* Opens `path`: the folder, or any file of it. Reads config.json, then model.safetensors or the shards that
 * model.safetensors.index.json names; every size is checked against the configuration before anything is believed. Layers are
 * read into the form the kernels want, 16-bit weights stay 16 bits; the word table stays in the file and is read row by row.
 * HS_BAD_INPUT names file, place, what was expected and what to do; HS_STOPPED by the watch, which may be NULL. */
enum hs_status hs_checkpoint_open(const char *path, const struct hs_watch *watch, struct hs_checkpoint **checkpoint,
    struct hs_error *error);
struct hs_checkpoint *hs_checkpoint_keep(struct hs_checkpoint *checkpoint); /* another owner; passes are owners too */
void hs_checkpoint_drop(struct hs_checkpoint *checkpoint);
/* 0 (no) or 100: whether `folder` has a config.json and weights or an index of them beside it. Never fails. */
int hs_checkpoint_knows(const char *folder);

enum hs_answer { HS_ANSWER_NONE, HS_ANSWER_NEXT /* the next token, anywhere */, HS_ANSWER_MASKED /* the token at a mask */ };

struct hs_checkpoint_info {
    const char *family;  /* "BERT", "Llama" … */
    const char *type;    /* model_type of its config.json */
    const char *folder;
    const char *dtype;   /* of the weights: "F32", "F16", "BF16", or "mixed" */
    size_t layers, heads, key_heads, d_model, d_k, mlp, vocabulary;
    size_t positions;    /* most tokens of a text: what it was made for, at most HS_MAX_TOKENS */
    bool causal;
    unsigned turns;      /* HS_TURNS_…; 0: HS_FORWARD_Q_RAW is HS_FORWARD_Q */
    enum hs_layer_kind kind;
    enum hs_answer answer; /* what its head in the file can say */
    uint64_t bytes;      /* of the files with its weights */
    uint64_t parameters; /* numbers in the tensors that are used */
};
/* Texts live as long as the checkpoint. */
struct hs_checkpoint_info hs_checkpoint_info(const struct hs_checkpoint *checkpoint);
/* Keys before a query's own that `layer` lets it see, itself counted; 0 = all. */
size_t hs_checkpoint_window(const struct hs_checkpoint *checkpoint, size_t layer);
/* Scores are Q K^T times this. */
float hs_checkpoint_scale(const struct hs_checkpoint *checkpoint, size_t layer);

/* Weights of a layer as float, y = x W: for explanations and lenses. `to` has room for what the comment says. */
enum hs_layer_weights {
    HS_LAYER_W_Q, /* (d_model, heads d_k) */
    HS_LAYER_W_K, /* (d_model, key_heads d_k) */
    HS_LAYER_W_V,
    HS_LAYER_W_O, /* (heads d_k, d_model) */
    HS_LAYER_B_Q, /* (heads d_k): zeros where there is none */
    HS_LAYER_B_K, /* (key_heads d_k) */
    HS_LAYER_B_V,
    HS_LAYER_B_O, /* (d_model) */
};
void hs_checkpoint_weights(const struct hs_checkpoint *checkpoint, size_t layer, enum hs_layer_weights which, float *to);

/* ------------------------------------------------------------------ a forward pass */
/* What a layer can keep, in the order in which a layer that norms first makes it. Rows are tokens. */
enum hs_forward_plane {
    HS_FORWARD_INPUT,    /* (n, d_model) the residual stream before the layer */
    HS_FORWARD_NORM,     /* (n, d_model) what is multiplied with W^Q, W^K, W^V: the input, normed where the norm comes first */
    HS_FORWARD_Q_RAW,    /* (n, d_k) of a head, as W^Q and b_Q give it */
    HS_FORWARD_K_RAW,    /* (n, d_k) of a head: of the key head it shares */
    HS_FORWARD_Q,        /* (n, d_k) normed and turned where the model does so: what scores are made of */
    HS_FORWARD_K,
    HS_FORWARD_V,
    HS_FORWARD_DOT,      /* (n, n) Q K^T */
    HS_FORWARD_BIAS,     /* (1, 2 n - 1) of a head: what a score gets by k - q, which is 0 in column n - 1; MPNet only */
    HS_FORWARD_SCORES,   /* (n, n) scaled, with the bias; -INFINITY where masked */
    HS_FORWARD_HEAD,     /* (n, d_k) A V of a head */
    HS_FORWARD_CONCAT,   /* (n, heads d_k) */
    HS_FORWARD_OUTPUT,   /* (n, d_model) concat W^O + b_O */
    HS_FORWARD_ATTENDED, /* (n, d_model) residual stream with it: normed where the norm comes behind */
    HS_FORWARD_MLP_NORM, /* (n, d_model) what goes into the MLP */
    HS_FORWARD_MLP_HIDDEN, /* (n, mlp) after the activation, and the gate where there is one */
    HS_FORWARD_MLP,      /* (n, d_model) what comes out of it */
    HS_FORWARD_RESULT,   /* (n, d_model) the residual stream behind the layer */
    HS_FORWARD_PLANES,
};

struct hs_forward;
struct hs_forward_config {
    const uint32_t *ids; /* (n), each below the vocabulary */
    const uint32_t *types; /* (n) segments, or NULL = all 0 */
    size_t n;            /* 1 … positions */
    const uint8_t *head_mode; /* (layers, heads) enum hs_head_mode, or NULL = all on */
    const uint8_t *keep; /* (layers) 1 = keep this layer's planes; NULL = none */
    unsigned threads;    /* 0 = as many as pay, at most the machine's cores */
    /* An earlier pass of the same checkpoint, or NULL: a causal model with the same head modes then calculates only the rows
     * behind the beginning that both have, and at least the last. Any other is passed over. Planes are kept only of a whole pass: with `keep`
     * it is one. */
    const struct hs_forward *before;
    const struct hs_watch *watch; /* or NULL */
};
/* One at a time: a second caller waits. HS_LIMIT when the text is longer than the model's positions or the numbers pass
 * HS_MAX_RUN_BYTES; HS_BAD_USE for an id that the model does not have. */
enum hs_status hs_checkpoint_run(struct hs_checkpoint *checkpoint, const struct hs_forward_config *config,
    struct hs_forward **forward, struct hs_error *error);
struct hs_forward *hs_forward_keep(struct hs_forward *forward);
void hs_forward_drop(struct hs_forward *forward);

size_t hs_forward_tokens(const struct hs_forward *forward);
size_t hs_forward_fresh(const struct hs_forward *forward); /* rows that were calculated, not taken from `before` */
struct hs_matrix hs_forward_weights(const struct hs_forward *forward, size_t layer, size_t head); /* A: (n, n) */
/* data is NULL for a layer whose planes were not kept, or a plane that the model does not have. `head` is ignored where the
 * plane is of no head. */
struct hs_matrix hs_forward_plane(const struct hs_forward *forward, size_t layer, enum hs_forward_plane plane, size_t head);
/* (n, d_model) what leaves the last layer, behind the final norm where there is one. */
struct hs_matrix hs_forward_result(const struct hs_forward *forward);
bool hs_forward_masked(const struct hs_forward *forward, size_t layer, size_t q, size_t k);

/* ------------------------------------------------------------------ what the model answers */
struct hs_guess {
    uint32_t id;
    double probability;
};
/* The likeliest tokens at position `at`, best first: the next token, or the one that a mask there stands for. Writes at most
 * `room` and says how many. HS_BAD_USE when the file holds no such head. */
enum hs_status hs_forward_answer(const struct hs_forward *forward, size_t at, struct hs_guess *guess, size_t room, size_t *count,
    struct hs_error *error);
/* All (vocabulary) logits. */
enum hs_status hs_forward_logits(const struct hs_forward *forward, size_t at, float *logits, struct hs_error *error);

#endif
