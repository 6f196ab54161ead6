/* hs_set.h – attention sets: what a source gives and every view, statistic and file reads. Part of hs.h, which includes it. */
#ifndef HS_API_SET_H
#define HS_API_SET_H

#include "hs_preset.h" /* what the built-in model says of a token; how it is run */

/* ------------------------------------------------------------------ attention sets: what views and statistics read
 * Immutable: tokens, weights (L, h, n, m) and, when the source has them, the planes behind them. Reference counted. */
struct hs_set;

struct hs_set *hs_set_keep(struct hs_set *set); /* one more owner; returns set */
void hs_set_drop(struct hs_set *set);

enum hs_side { HS_QUERY, HS_KEY };

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
    bool behind;         /* is of keys behind the query, and so always 0 where those are masked */
    double (*get)(const struct hs_head_stats *stats);
    double (*of)(const struct hs_head_stats *stats); /* what it is shown as a share of, or NULL */
};
size_t hs_statistics(const struct hs_statistic **rows); /* static; returns how many */
bool hs_statistic_tells(const struct hs_statistic *row, const struct hs_set *set); /* something of that set's heads */
/* As it is shown and sorted by: a share where `of` says of what; NAN of a head without rows that count. */
double hs_statistic_figure(const struct hs_statistic *row, const struct hs_head_stats *stats);
/* Entropy of one row in nats and the number of keys it may see; NAN of a row that does not count but sees some. */
double hs_row_entropy(const struct hs_set *set, size_t layer, size_t head, size_t q, size_t *visible);
/* 1-based rank of key k in row q (1 = largest; equal weights share the better rank). 0 when masked. */
size_t hs_row_rank(const struct hs_set *set, size_t layer, size_t head, size_t q, size_t k);

/* Smallest and largest number of a head over its unmasked cells, of any set; 0 and 0 when all is masked. */
void hs_head_extent(const struct hs_set *set, size_t layer, size_t head, float *least, float *largest);

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

#endif
