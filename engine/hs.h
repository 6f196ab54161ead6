/* hs.h – Headscope's engine: from a sentence to every head's attention matrix.
 *
 * A whole session:
 *
 *     struct hs_error error;
 *     struct hs_preset *preset;
 *     struct hs_set *set;
 *     struct hs_run_options options = hs_run_defaults(); // h = 8, no mask, all planes
 *     if (hs_preset_open("assets", &preset, &error) ||
 *         hs_run_text(preset, "The dog chased the cat.", 23, &options, &set, &error))
 *         puts(error.message);
 *     struct hs_matrix A = hs_set_weights(set, 0, 0);    // layer 0, head 0: (n, m)
 *     float w = A.data[1 * A.stride + 2];                // what query 1 gives to key 2
 *     struct hs_head_stats stats;
 *     hs_head_statistics(set, 0, 0, &stats);
 *     hs_set_drop(set);
 *     hs_preset_drop(preset);
 *
 * Names: n query tokens, m key tokens, h heads, L layers, d_model, d_k = d_model / h.
 * Matrices are row-major fp32; vectors are rows, so a projection is x W (not W x).
 * Ownership by word: `open`, `new`, `run`, `keep` give you something to `drop`; `drop` accepts NULL;
 * everything else is borrowed until its owner is dropped.
 * Errors: a call that can fail returns enum hs_status and fills an optional struct hs_error (pass NULL
 * if unwanted); on failure no out pointer is written. The engine never prints and never exits.
 * Threads: objects are immutable once made and may be read from any thread, except workspaces.
 *
 * This file: text, the forward pass, the preset model, attention sets. Errors and files are hs_base.h's, below it. The
 * rest of the API comes with it, by the includes at its end: hs_source.h, hs_study.h, hs_relation.h,
 * hs_checkpoint.h.
 */
#ifndef HS_H
#define HS_H

#include "hs_base.h" /* errors, UTF-8, whole files, strict JSON, buffers of text: a library of its own */

#define HS_VERSION "0.1.0"

/* ------------------------------------------------------------------ limits: told in the error when passed */
#define HS_MAX_TOKENS 4096u                   /* tokens of one sentence (n and m of a forward pass) */
#define HS_MAX_HEADS 512u                     /* h */
#define HS_MAX_D_MODEL 8192u                  /* d_model */
#define HS_MAX_TEXT_BYTES (1u << 20)          /* bytes of one sentence */
#define HS_MAX_FILE_BYTES (64u << 20)         /* bytes of a sentence or JSON file */
#define HS_MAX_SENTENCES 100000u              /* sentences of one file */
#define HS_MAX_RUN_BYTES ((size_t)6 << 30)    /* memory of all planes of one forward pass */
#define HS_D_MODEL 512u                       /* d_model of the preset model */

/* ------------------------------------------------------------------ a view of a matrix, borrowed */
struct hs_matrix {
    const float *data; /* row r, column c at data[r * stride + c]; NULL when there is no such plane */
    size_t rows, cols, stride;
};

/* ------------------------------------------------------------------ text and tokens */
enum hs_token_kind {
    HS_TOKEN_WORD,
    HS_TOKEN_NUMBER, /* 42, 3.14, 1,000, 10:30, 1990s, 3rd */
    HS_TOKEN_PUNCT,
    HS_TOKEN_SYMBOL,  /* $, %, emoji … */
    HS_TOKEN_URL,     /* also e-mail addresses */
    HS_TOKEN_CONTROL, /* one control character, shown as a visible escape */
    HS_TOKEN_PIECE,   /* a word piece of another model's tokeniser (dumps) */
};

struct hs_token {
    const char *text;    /* what to show: UTF-8, NUL-terminated, control characters as visible escapes */
    uint32_t start, end; /* byte span in the source text; start == end == 0 when there is no source */
    enum hs_token_kind kind;
    bool space_before;
};

struct hs_tokens {
    size_t count;
    const struct hs_token *token; /* (count) */
};

/* Splits `text` as Universal Dependencies English does: "don't" -> do n't, "John's" -> John 's, hyphens and
 * punctuation apart, abbreviations, times, numbers, URLs whole. Invalid UTF-8 is HS_BAD_INPUT and names the
 * byte; more than HS_MAX_TOKENS tokens or HS_MAX_TEXT_BYTES is HS_LIMIT. An empty text gives zero tokens. */
enum hs_status hs_tokenise(
    const char *text, size_t length, struct hs_tokens **tokens, struct hs_error *error);
/* Tokens given one by one (annotated files, dumps): copies the strings, spans refer to their join by spaces. */
enum hs_status hs_tokens_new(
    const char *const *texts, size_t count, struct hs_tokens **tokens, struct hs_error *error);
void hs_tokens_drop(struct hs_tokens *tokens);
/* The same texts in the same order. */
bool hs_tokens_equal(const struct hs_tokens *a, const struct hs_tokens *b);

struct hs_sentence {
    const char *text; /* UTF-8, NUL-terminated, no line end */
    size_t length;    /* bytes */
    size_t line;      /* 1-based line in the file */
};

struct hs_sentences {
    const char *path;
    const char *note; /* the file's leading `#` comment lines joined by spaces, "" if none */
    size_t count;
    const struct hs_sentence *sentence; /* (count) */
};

/* Reads a sentence file: plain text, one sentence a line, a longer paragraph is split into its sentences,
 * `#` comments, CRLF and BOM accepted. Refuses directories, binaries, invalid UTF-8 (names line and byte),
 * files without a sentence, and files over HS_MAX_FILE_BYTES. */
enum hs_status hs_sentences_open(
    const char *path, struct hs_sentences **sentences, struct hs_error *error);
/* The same from memory; `name` stands in messages. */
enum hs_status hs_sentences_parse(const char *name, const char *bytes, size_t length,
    struct hs_sentences **sentences, struct hs_error *error);
void hs_sentences_drop(struct hs_sentences *sentences);

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

/* CPU level in use: "scalar", "sse2", "avx2", "avx512", "neon". */
const char *hs_cpu_level(void);

/* ------------------------------------------------------------------ the preset model: a constructed teaching model
 * Turns any English sentence into embeddings X (n, HS_D_MODEL) that are sums of named feature blocks, and has one fixed
 * set of weights, which the number of heads only slices. See assets/doc/model.md. */
struct hs_preset;
/* Opens lexicon.json and preset.safetensors in `folder`. A broken or missing file is an error that names it. */
enum hs_status hs_preset_open(const char *folder, struct hs_preset **preset, struct hs_error *error);
void hs_preset_drop(struct hs_preset *preset);
/* false: the weight file says that it was written without training; the app must say "untrained weights". */
bool hs_preset_trained(const struct hs_preset *preset);
/* One line for the window and exports, e.g. "preset teaching model, seed 1, trained on generated sentences". */
const char *hs_preset_label(const struct hs_preset *preset);
struct hs_weights hs_preset_weights(const struct hs_preset *preset); /* borrowed, (512, 512) each */
/* The weights packed for the forward pass, once, on the first call (thread-safe); borrowed. */
enum hs_status hs_preset_model(
    const struct hs_preset *preset, const struct hs_model **model, struct hs_error *error);

struct hs_block { /* a named range of embedding dimensions */
    const char *name;    /* "tag", "attribute", "position (noun-like)" … */
    const char *meaning; /* one sentence for the Steps view */
    size_t first, width; /* dimensions [first, first + width) */
};
size_t hs_preset_blocks(const struct hs_block **blocks); /* static table; blocks cover all of HS_D_MODEL */
const char *hs_preset_dimension(size_t d);               /* e.g. "tag: NOUN", "attribute: person" */

/* What the features say about one token, for tooltips, JSON and the Steps view. */
struct hs_token_info {
    const char *tag;       /* most likely tag, e.g. "NOUN" */
    float tag_probability; /* 0 … 1 */
    bool known;            /* in the lexicon */
    char features[160];    /* e.g. "person, singular, feminine", "" if none */
};

struct hs_embedding {
    size_t n;
    const float *X;                   /* (n, HS_D_MODEL) */
    const struct hs_token_info *info; /* (n) */
};
/* Same tokens, same bytes, on every machine of one architecture. */
enum hs_status hs_preset_embed(const struct hs_preset *preset, const struct hs_tokens *tokens,
    struct hs_embedding **embedding, struct hs_error *error);
void hs_embedding_drop(struct hs_embedding *embedding);

/* What an output row says (W^V and W^O are role slots by formula): slot r, 0 … 7, of the output row after W^O^T is undone
 * is the mean word code of what that eighth of the concat brought. Writes up to `room` nearest vocabulary words,
 * best first, with cosine similarity, and the slot's norm ("strength", 1 = one word whole). Returns how many. */
struct hs_word_match {
    const char *word; /* borrowed from preset */
    float cosine;     /* -1 … 1 */
};
size_t hs_preset_read_slot(const struct hs_preset *preset, const float *output_row /* (512) */, size_t slot,
    struct hs_word_match *matches, size_t room, float *strength);

/* ------------------------------------------------------------------ attention sets: what views and statistics read
 * Immutable: tokens, weights (L, h, n, m) and, when the source has them, the planes behind them. Reference counted. */
struct hs_set;

struct hs_run_options {
    size_t h;                   /* divides 512 */
    enum hs_mask mask;
    const uint8_t *key_padding; /* (n) or NULL */
    const uint8_t *head_mode;   /* (h) or NULL */
    unsigned keep;              /* HS_KEEP() */
    unsigned threads;
};
struct hs_run_options hs_run_defaults(void); /* h = 8, no mask, HS_KEEP_ALL */

/* tokenise -> embed -> forward. Zero tokens is HS_BAD_INPUT ("type a sentence"). An h that does not divide 512 is
 * HS_BAD_USE and says which neighbours do. */
enum hs_status hs_run_text(const struct hs_preset *preset, const char *text, size_t length,
    const struct hs_run_options *options, struct hs_set **set, struct hs_error *error);
/* The same on given tokens (copied). */
enum hs_status hs_run_tokens(const struct hs_preset *preset, const struct hs_tokens *tokens,
    const struct hs_run_options *options, struct hs_set **set, struct hs_error *error);
struct hs_set *hs_set_keep(struct hs_set *set); /* one more owner; returns set */
void hs_set_drop(struct hs_set *set);

enum hs_side { HS_QUERY, HS_KEY };

/* What stands around attention in a layer. */
enum hs_layer_kind {
    HS_LAYER_ATTENTION, /* nothing, or nobody knows: the built-in model, files of attention */
    HS_LAYER_PRE_NORM,  /* x + attention(norm(x)), then x + MLP(norm(x)) */
    HS_LAYER_POST_NORM, /* norm(x + attention(x)), then norm(x + MLP(x)) */
    HS_LAYER_PARALLEL,  /* x + attention(norm(x)) + MLP(norm'(x)) */
};
struct hs_set_shape {
    size_t L, h, n, m;
    size_t d_model, d_k; /* 0 when unknown (files of attention) */
    size_t kv_heads;     /* key/value heads that the h query heads share, 0 = one each or not said */
    double scale;        /* scores are scale Q K^T; 0 when unknown */
    enum hs_mask mask;
    unsigned planes;     /* HS_KEEP() of what hs_set_plane can give */
    bool self_attention; /* queries and keys are the same tokens */
    bool same_text;      /* the queries are the keys, or the last of them while a text is being generated */
    bool cells_masked;   /* single cells are masked, which `mask` does not tell */
    size_t first_query;  /* the key that query 0 is; m - n while a text is being generated */
    size_t layer;        /* which layer of its model the set's first one is */
    enum hs_layer_kind layer_kind;
    unsigned turns;      /* HS_TURNS_…: what is done to queries and keys before they meet; 0 = nothing: Q_RAW is Q */
    bool score_bias;     /* scaled scores get a number by the distance of query and key */
};
#define HS_TURNS_NORM 1u     /* each row is normed */
#define HS_TURNS_POSITION 2u /* pairs of columns are turned by an angle that grows with the position (RoPE, Su et al. 2021) */
struct hs_set_shape hs_set_shape(const struct hs_set *set);
const char *hs_set_source(const struct hs_set *set); /* label: preset label or file name */
unsigned hs_set_can(const struct hs_set *set);       /* HS_CAN_… of the source it is from (hs_source.h) */
bool hs_set_constructed(const struct hs_set *set);   /* HS_CAN_CONSTRUCTED is among them */
const struct hs_tokens *hs_set_tokens(const struct hs_set *set, enum hs_side side);
const struct hs_token_info *hs_set_token_info(const struct hs_set *set); /* (n) or NULL */
struct hs_matrix hs_set_weights(const struct hs_set *set, size_t layer, size_t head); /* (n, m) */
/* `head` is ignored for X, concat and output; K and V of query head `head` are those of the key/value head it shares. data is
 * NULL when the plane was not kept of that layer. */
struct hs_matrix hs_set_plane(const struct hs_set *set, enum hs_plane plane, size_t layer, size_t head);
bool hs_set_masked(const struct hs_set *set, size_t q, size_t k);
enum hs_head_mode hs_set_head_mode(const struct hs_set *set, size_t layer, size_t head);
/* What a head was made for, where its maker says so; "" else. Not a claim about what it does: that is measured. */
void hs_set_head_label(const struct hs_set *set, size_t layer, size_t head, char *label, size_t room);
/* "delivered", or "the (2)" for the second of several equal tokens: identity is position. Writes at most room bytes. */
void hs_set_token_name(const struct hs_set *set, enum hs_side side, size_t index, char *name, size_t room);

/* ------------------------------------------------------------------ statistics of a head, over its unmasked rows
 * Rows that are all masked do not count, nor rows of zeros, nor rows with a number that is none or infinite.
 * p = A[q, :] over the row's unmasked keys, mq of them; q is the query's own place among the keys (shape.first_query).
 * Sources in set/stats.c. */
struct hs_head_stats {
    size_t rows;                   /* rows that count; 0: nothing else here means anything */
    double entropy;                /* mean of -sum p ln p, nats; 0 … entropy_max; of rows cut to a sentence as if they summed to 1 */
    double entropy_max;            /* mean of ln mq: the even distribution's entropy */
    double distance;               /* mean over rows of sum p |k - q|, tokens (self-attention; else position difference) */
    double self, previous, next;   /* mean weight on k = q, q - 1, q + 1, over the rows that have that key */
    double first;                  /* mean weight on key 0 */
    double punctuation;            /* mean weight on punctuation keys */
    double largest;                /* largest weight */
    size_t largest_q, largest_k;   /* where it is */
    double confidence;             /* mean of row maxima (Voita et al. 2019) */
    int offset;                    /* the offset k - q that most rows' maxima share */
    double offset_share;           /* share of rows whose maximum is at that offset, 0 … 1 */
};
void hs_head_statistics(const struct hs_set *set, size_t layer, size_t head, struct hs_head_stats *stats);
/* One row each, in the order of files (set/stats.c): CSV, JSON, sorting, tables, panels and --help are loops over them. */
enum hs_unit {
    HS_UNIT_SHARE,  /* 0 … 1, for people in per cent */
    HS_UNIT_WEIGHT, /* 0 … 1, for people with the digits of a weight */
    HS_UNIT_NATS,
    HS_UNIT_TOKENS, /* a distance */
    HS_UNIT_WHOLE,  /* a count, an offset */
    HS_UNIT_PLACE,  /* of a token, from 0 */
};
struct hs_statistic {
    const char *name;    /* in files and options */
    const char *title;   /* in lists; NULL = it stands in files only */
    const char *column;  /* over a column */
    const char *meaning; /* one sentence */
    enum hs_unit unit;
    unsigned place;      /* in tables and panels, from 1, without a gap; 0 = in none */
    bool same_tokens;    /* means nothing where queries and keys are different tokens */
    double (*get)(const struct hs_head_stats *stats);
    double (*of)(const struct hs_head_stats *stats); /* what it is shown as a share of, or NULL */
};
size_t hs_statistics(const struct hs_statistic **rows); /* static; returns how many */
/* As it is shown and sorted by: a share where `of` says of what; NAN of a head without rows that count. */
double hs_statistic_figure(const struct hs_statistic *row, const struct hs_head_stats *stats);
/* Entropy of one row in nats and the number of keys it may see; NAN of a row that does not count but sees some. */
double hs_row_entropy(const struct hs_set *set, size_t layer, size_t head, size_t q, size_t *visible);
/* 1-based rank of key k in row q (1 = largest; equal weights share the better rank). 0 when masked. */
size_t hs_row_rank(const struct hs_set *set, size_t layer, size_t head, size_t q, size_t k);

/* Smallest and largest number of a head over its unmasked cells, of any set; 0 and 0 when all is masked. */
void hs_head_extent(const struct hs_set *set, size_t layer, size_t head, float *least, float *largest);

/* What the eight heads of the preset model were trained for, at h = 8; other h merge or split neighbours:
 * "subject–verb", at h = 4 head 0: "subject–verb + verb–object", at h = 16 head 1: "subject–verb (2 of 2)".
 * Not a claim about what a head does: hs_score_* measures that. */
void hs_preset_head_label(size_t h, size_t head, char *label, size_t room);

/* ------------------------------------------------------------------ a set as text */
/* Layers, heads and tokens are counted from `base`, 0 or 1, as the column's name (layer_from_1) or the key index_base says. Numbers
 * have 9 significant digits, so that they read back exactly. */
/* A line that names the columns, and one of each head: layer, head and every statistic. */
void hs_stats_csv_header(size_t base, struct hs_buffer *buffer);
void hs_stats_csv_line(
    size_t layer, size_t head, const struct hs_head_stats *stats, size_t base, struct hs_buffer *buffer);
/* The documented JSON schema (assets/doc/files.md): tokens, h, d_k, mask, heads with label, weights and statistics. */
void hs_set_write_json(const struct hs_set *set, size_t base, struct hs_buffer *buffer);
/* With what the model answers (hs_source_answer(), or NULL) as "answer". */
struct hs_likely;
void hs_set_write_answered(const struct hs_set *set, const struct hs_likely *answer, size_t base, struct hs_buffer *buffer);
struct hs_csv {
    size_t layer, head; /* from 0, of the set; `head` SIZE_MAX = all of the layer */
    size_t base;
    bool wide;
};
/* A line a cell: layer,head,query,query_token,key,key_token,masked,weight,score (empty when unknown; none of what is not
 * weights: then "weight" is norm, score or difference). Wide: a line a query and a column a key, named after its token, with
 * the number that repeated tokens carry; masked cells are empty. */
void hs_set_write_csv(const struct hs_set *set, const struct hs_csv *form, struct hs_buffer *buffer);

#include "hs_relation.h" /* annotated sentences, scores, what a head may be called */
#include "hs_source.h"   /* where attention comes from */
#include "hs_checkpoint.h" /* real models: a Hugging Face folder, opened and run */
#include "hs_study.h"    /* derived sets, and why a weight is what it is */

#endif
