/* checkpoint.h – the insides of a checkpoint, shared by the files of this room. family.c has the rows that tell one kind of
 * model from another, config.c reads config.json into settings, store.c finds tensors in one file or in shards, load.c packs
 * them, embed.c makes the first rows, forward.c runs the layers, planes.c keeps what was asked for, answer.c is the head. */
#ifndef HS_CHECKPOINT_CHECKPOINT_H
#define HS_CHECKPOINT_CHECKPOINT_H

#include <pthread.h>

#include "base/safetensors.h"
#include "hs_checkpoint.h"
#include "kernels/packed.h"

/* ------------------------------------------------------------------ families */
/* Tensors by what they are. Names end before ".weight"; those from HS_NAME_NORM_1 on are a layer's and begin with the family's
 * `layer`, the head's have no prefix. */
enum hs_name_of {
    HS_NAME_WORD,
    HS_NAME_POSITION,
    HS_NAME_TYPE,
    HS_NAME_EMBED_NORM,
    HS_NAME_PROJECT_IN, /* from the word table's width to d_model */
    HS_NAME_PROJECT_OUT,
    HS_NAME_RELATIVE, /* (buckets, heads) bias by distance */
    HS_NAME_FINAL_NORM,
    HS_NAME_NORM_1,
    HS_NAME_Q,
    HS_NAME_K,
    HS_NAME_V,
    HS_NAME_QKV, /* all three in one */
    HS_NAME_Q_NORM,
    HS_NAME_K_NORM,
    HS_NAME_O,
    HS_NAME_NORM_2,
    HS_NAME_GATE,
    HS_NAME_UP,
    HS_NAME_DOWN,
    HS_NAME_HEAD_DENSE,
    HS_NAME_HEAD_NORM,
    HS_NAME_HEAD,      /* the table that logits are products with; may be the word table */
    HS_NAME_HEAD_BIAS, /* a whole name: the bias where it is not HS_NAME_HEAD's */
    HS_NAME_COUNT,
};

enum hs_place {
    HS_PLACE_BEHIND,   /* norms of x + f(x): BERT */
    HS_PLACE_BEFORE,   /* x + f(norm x): GPT-2, Llama */
    HS_PLACE_PARALLEL, /* x + attention(norm x) + MLP(norm' x): GPT-NeoX */
};

enum hs_biases { HS_BIAS_NONE, HS_BIAS_QKV = 1, HS_BIAS_O = 2, HS_BIAS_MLP = 4, HS_BIAS_ALL = 7 };

struct hs_family {
    const char *type, *title; /* model_type, and what people call it */
    const char *prefix[3];    /* what names may begin with; NULL past the last */
    const char *layer;        /* "encoder.layer.%zu." */
    const char *name[HS_NAME_COUNT]; /* NULL = has none */
    enum hs_norm norm;
    enum hs_place place;
    unsigned biases;          /* enum hs_biases */
    bool causal, rotary, transposed /* stored (in, out) */, interleaved /* q, k, v head by head */;
    bool tied;                /* tie_word_embeddings where the config is silent */
    bool unscaled;            /* scores are Q K^T itself */
    double epsilon;           /* of norms, where the config is silent */
    const char *activation;   /* likewise; and of the masked head, if `head_activation` is NULL that of the config */
    const char *head_activation;
    size_t offset;            /* of positions: SIZE_MAX = pad_token_id + 1, and padding tokens stay at pad_token_id */
    size_t pad;               /* pad_token_id where the config is silent */
};
const struct hs_family *hsi_family_find(const char *type); /* NULL when unknown */
/* "bert, gpt2, …" for messages. */
void hsi_family_list(char *text, size_t room);

/* ------------------------------------------------------------------ settings: what config.json says, checked */
enum hs_rope { HS_ROPE_PLAIN, HS_ROPE_LINEAR, HS_ROPE_LLAMA3 };
struct hs_settings {
    size_t layers, heads, key_heads, d_model, d_k, word_width, mlp, vocabulary, positions, types;
    size_t groups; /* of layers that share weights: layers, or fewer (ALBERT) */
    size_t position_rows, position_offset, pad;
    bool skips_padding; /* padding tokens keep position `pad` and are not counted */
    enum hs_norm norm;
    enum hs_place place;
    unsigned biases;
    float epsilon;
    enum hs_activation activation, head_activation;
    bool gated, causal, tied, head_norms; /* head_norms: q and k are normed head by head */
    float scale;
    bool scale_by_layer; /* … divided by layer + 1 */
    size_t window;
    uint8_t windowed[HS_MAX_LAYERS];
    size_t rotary; /* first dimensions of each head that are turned; 0 = none */
    enum hs_rope rope;
    double theta, rope_factor, rope_low, rope_high, rope_original;
    size_t buckets; /* of the relative bias; 0 = none */
};
/* Reads folder/config.json. */
enum hs_status hsi_settings_read(const char *folder, const struct hs_family **family, struct hs_settings *settings,
    struct hs_error *error);

/* ------------------------------------------------------------------ store: tensors of one file or of shards */
struct hs_store {
    struct hs_tensors **shard;
    size_t shards;
    char folder[4096];
    char file[300]; /* what to call the weights in messages */
    uint64_t bytes;
};
enum hs_status hsi_store_open(const char *folder, struct hs_store *store, struct hs_error *error);
void hsi_store_drop(struct hs_store *store);
/* A tensor and the shard that has it; false when none has. */
struct hs_found {
    const struct hs_tensors *shard;
    const struct hs_tensor *tensor;
};
bool hsi_store_find(const struct hs_store *store, const char *name, struct hs_found *found);
enum hs_status hsi_path_join(const char *folder, const char *name, char *path, size_t room, struct hs_error *error);
bool hsi_path_exists(const char *folder, const char *name);

/* ------------------------------------------------------------------ the checkpoint */
struct hs_norm_weights {
    const float *weight, *bias; /* NULL = none */
};
struct hs_layer {
    struct hs_packed qkv, o, up, down; /* up: (d_model, mlp), or (d_model, 2 mlp) with the gate before it */
    struct hs_norm_weights norm_1, norm_2;
    const float *q_norm, *k_norm; /* (d_k) or NULL */
};

/* A table that stays in its file. */
struct hs_table {
    struct hs_found found;
    size_t rows, columns;
};
/* Rows [first, first + count) as float. */
enum hs_status hsi_table_read(const struct hs_table *table, size_t first, size_t count, float *rows, struct hs_error *error);

struct hs_checkpoint {
    _Atomic size_t owners; /* its passes are among them */
    const struct hs_family *family;
    struct hs_settings settings;
    struct hs_store store;
    const struct hs_kernels *kernels;
    struct hs_arena arena; /* of the small tensors */
    char prefix[64];
    const char *dtype;
    uint64_t parameters;
    struct hs_layer *layer; /* (groups) */
    struct hs_table word;
    const float *position, *type; /* (position_rows, …), (types, …) of word_width, or d_model behind a projection, or NULL */
    struct hs_norm_weights embed_norm, final_norm;
    struct hs_packed project_in, project_out;
    const float *relative; /* (buckets, heads) */
    enum hs_answer answer;
    struct hs_table head;
    struct hs_packed head_dense;
    struct hs_norm_weights head_norm;
    const float *head_bias;
    pthread_mutex_t lock; /* of what a run uses: */
    struct hs_pool *pool;
    unsigned pool_threads;
    struct hs_spare spare; /* the weights of a pass that is gone */
};
static inline const struct hs_layer *hsi_layer_of(const struct hs_checkpoint *checkpoint, size_t layer)
{
    const struct hs_settings *s = &checkpoint->settings;
    return &checkpoint->layer[layer * s->groups / s->layers];
}
enum hs_status hsi_load(struct hs_checkpoint *checkpoint, const struct hs_watch *watch, struct hs_error *error);

/* ------------------------------------------------------------------ a pass */
struct hs_forward {
    _Atomic size_t owners;
    struct hs_checkpoint *checkpoint; /* kept */
    size_t n, fresh;
    uint32_t *ids, *types; /* (n) */
    uint8_t *head_mode;    /* (layers, heads) or NULL */
    float *A;              /* (layers, heads, n, n) */
    size_t A_room;         /* floats of its block */
    float *K, *V;          /* (layers, n, key_heads d_k) as scores and outputs use them; causal models only */
    float *result;         /* (n, d_model) */
    float *bias;           /* (heads, 2 n - 1) or NULL */
    float **plane;         /* (layers) a block laid out by planes.c, or NULL */
};
/* Where a plane stands in a layer's block, in floats, and its size; the whole block is at [HS_FORWARD_PLANES].first. */
struct hsi_plane_place {
    size_t first, rows, columns;
    bool of_heads; /* (heads, rows, columns) one after the other, or else side by side */
};
struct hsi_plane_place hsi_plane_place(const struct hs_settings *settings, size_t n, enum hs_forward_plane plane);

/* The residual stream's first rows: tokens first … n - 1 into x. */
enum hs_status hsi_embed(const struct hs_checkpoint *checkpoint, const struct hs_forward *forward, size_t first, float *x,
    size_t x_row, struct hs_error *error);
/* (n - first, rotary / 2) cosines and sines of positions first … n - 1. */
void hsi_rotary_table(const struct hs_settings *settings, size_t first, size_t n, float *cosine, float *sine);
/* (heads, 2 n - 1) */
void hsi_relative_bias(const struct hs_checkpoint *checkpoint, size_t n, float *bias);

#endif
