/* hs_mha.h – the forward pass of multi-head attention, on any weights and inputs. Part of hs.h, which includes it.
 * What it computes, plainly and in double precision: mha/reference.c. */
#ifndef HS_API_MHA_H
#define HS_API_MHA_H

#include "hs_text.h" /* HS_MAX_TOKENS */

/* ------------------------------------------------------------------ limits: told in the error when passed */
#define HS_MAX_HEADS 512u                     /* h */
#define HS_MAX_D_MODEL 8192u                  /* d_model */
#define HS_MAX_RUN_BYTES ((size_t)6 << 30)    /* memory of all planes of one forward pass */

/* ------------------------------------------------------------------ a view of a matrix, borrowed */
struct hs_matrix {
    const float *data; /* row r, column c at data[r * stride + c]; NULL when there is no such plane */
    size_t rows, cols, stride;
};

/* ------------------------------------------------------------------ multi-head attention (Vaswani et al. 2017, 3.2.2)
 *   Q = X_q W^Q + b_Q, K = X_kv W^K + b_K, V = X_kv W^V + b_V; head i uses columns [i d_k, (i+1) d_k)
 *   S_i = Q_i K_i^T / sqrt(d_k); masked cells are -INFINITY; A_i = softmax of each row of S_i
 *   concat = [A_1 V_1 … A_h V_h]; O = concat W^O + b_O
 * A row whose keys are all masked is all zeros in A. */
enum hs_mask {
    HS_MASK_NONE,
    HS_MASK_CAUSAL, /* query q sees keys 0 … q + (m - n) */
};

enum hs_head_mode {
    HS_HEAD_ON,
    HS_HEAD_OFF,     /* contributes zeros to the concat; its A is still computed */
    HS_HEAD_UNIFORM, /* A replaced by the even distribution over the row's unmasked keys */
    HS_HEAD_MEAN,    /* A replaced by the mean of the h heads' own softmax weights */
};

enum hs_plane {
    HS_PLANE_X_Q,     /* (n, d_model) the queries' input rows */
    HS_PLANE_X_KV,    /* (m, d_model); the same rows as X_q in self-attention */
    HS_PLANE_Q,       /* (n, d_k) of one head; stride d_model */
    HS_PLANE_K,       /* (m, d_k) of one head */
    HS_PLANE_V,       /* (m, d_k) of one head */
    HS_PLANE_RAW,     /* (n, m) Q_i K_i^T, before scaling and mask */
    HS_PLANE_SCORES,  /* (n, m) scaled; -INFINITY where masked */
    HS_PLANE_WEIGHTS, /* (n, m) A_i */
    HS_PLANE_HEAD,    /* (n, d_k) A_i V_i, zeros when the head is off */
    HS_PLANE_CONCAT,  /* (n, d_model) */
    HS_PLANE_OUTPUT,  /* (n, d_model) */
    /* Only sets of a real model's layer have what follows; no plan makes it. */
    HS_PLANE_Q_RAW,    /* (n, d_k) of one head, as W^Q and b_Q give it: before it is normed and turned by its position */
    HS_PLANE_K_RAW,    /* (m, d_k) of one head */
    HS_PLANE_INPUT,    /* (n, d_model) the residual stream before the layer */
    HS_PLANE_ATTENDED, /* (n, d_model) the stream with the output in it; normed where the norm stands behind */
    HS_PLANE_MLP,      /* (n, d_model) what the layer's MLP gives */
    HS_PLANE_RESULT,   /* (n, d_model) the stream behind the layer */
    HS_PLANE_COUNT,
};
#define HS_KEEP(plane) (1u << (plane))
#define HS_KEEP_ALL ((1u << HS_PLANE_COUNT) - 1u)
#define HS_KEEP_ATTENTION (HS_KEEP(HS_PLANE_Q_RAW) - 1u) /* what the forward pass of attention alone makes */

struct hs_weights {
    size_t d_model;
    const float *W_Q, *W_K, *W_V, *W_O; /* (d_model, d_model) row-major, y = x W */
    const float *b_Q, *b_K, *b_V, *b_O; /* (d_model) or NULL */
    size_t width; /* h d_k where it differs from d_model: columns of W_Q, W_K, W_V and their biases, rows of W_O; 0 = d_model */
};

/* Weights in the form the kernels want; copies (packs) once, the caller's arrays may go afterwards. */
struct hs_model;
enum hs_status hs_model_new(
    const struct hs_weights *weights, struct hs_model **model, struct hs_error *error);
void hs_model_drop(struct hs_model *model);

struct hs_mha_config {
    size_t n, m;                 /* 1 … HS_MAX_TOKENS */
    size_t h;                    /* divides d_model */
    enum hs_mask mask;
    const uint8_t *key_padding;  /* (m) 1 = this key is hidden; NULL = none; copied by the plan */
    const uint8_t *head_mode;    /* (h) enum hs_head_mode; NULL = all on; copied by the plan */
    unsigned keep;               /* HS_KEEP() of the planes wanted afterwards; A and output always are */
    unsigned threads;            /* 0 = as many as pay for this size, at most the machine's cores */
};

/* Validates and sizes everything (overflow-checked, HS_LIMIT over HS_MAX_RUN_BYTES with the size named). Borrows the
 * model, which must outlive the plan; a workspace is used with the plan it was made for, which must outlive it. */
struct hs_mha_plan;
enum hs_status hs_mha_plan_new(const struct hs_model *model, const struct hs_mha_config *config,
    struct hs_mha_plan **plan, struct hs_error *error);
void hs_mha_plan_drop(struct hs_mha_plan *plan);
size_t hs_mha_plan_bytes(const struct hs_mha_plan *plan); /* what a workspace will take */

/* Memory for one run of a plan; not to be used by two threads at once. */
struct hs_mha_workspace;
enum hs_status hs_mha_workspace_new(
    const struct hs_mha_plan *plan, struct hs_mha_workspace **workspace, struct hs_error *error);
void hs_mha_workspace_drop(struct hs_mha_workspace *workspace);
/* For a workspace kept only to be read: ends its threads. The planes stay; a later forward runs on its caller alone. */
void hs_mha_workspace_rest(struct hs_mha_workspace *workspace);

/* The forward pass. X_q (n, d_model), X_kv (m, d_model); X_kv may equal X_q. Allocates nothing; results are bit-equal
 * from run to run and for any number of threads. HS_BAD_INPUT when Q, K or V is not finite, or so large that a score
 * could pass fp32 (d_k max|Q| max|K| beyond 3.4e38): what the planes then hold depends on the CPU. */
enum hs_status hs_mha_forward(const struct hs_mha_plan *plan, struct hs_mha_workspace *workspace,
    const float *X_q, const float *X_kv, struct hs_error *error);
/* A plane after the last forward; `head` is ignored for X, concat and output. data is NULL if not kept. */
struct hs_matrix hs_mha_plane(const struct hs_mha_plan *plan, const struct hs_mha_workspace *workspace,
    enum hs_plane plane, size_t head);
/* Whether query q may not see key k (causal or padding). */
bool hs_mha_masked(const struct hs_mha_plan *plan, size_t q, size_t k);

/* What stands around attention in a layer. */
enum hs_layer_kind {
    HS_LAYER_ATTENTION, /* nothing, or nobody knows: the built-in model, files of attention */
    HS_LAYER_PRE_NORM,  /* x + attention(norm(x)), then x + MLP(norm(x)) */
    HS_LAYER_POST_NORM, /* norm(x + attention(x)), then norm(x + MLP(x)) */
    HS_LAYER_PARALLEL,  /* x + attention(norm(x)) + MLP(norm'(x)) */
};
/* What is done to queries and keys before they meet. */
#define HS_TURNS_NORM 1u     /* each row is normed */
#define HS_TURNS_POSITION 2u /* pairs of columns are turned by an angle that grows with the position (RoPE, Su et al. 2021) */

/* CPU level in use: "scalar", "sse2", "avx2", "avx512", "neon". */
const char *hs_cpu_level(void);

#endif
