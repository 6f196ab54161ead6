/* mha.h – the insides of a model, a plan and a workspace, shared by the files of this room only.
 * model.c packs weights, geometry.c says how the work is cut, plan.c validates and lays out memory,
 * workspace.c holds it, project.c multiplies by weights, attend.c does scores, softmax and A V,
 * forward.c puts them in the order of the formula. attention.c takes Q, K and V that are there
 * already (attention.h). reference.c is the same in double precision, for tests and readers.
 *
 * Heads are taken in groups, so that K and V exist for one group at a time, in cache and in memory.
 *
 * Where things live during a pass (see struct hs_layout): Q is written into the concat buffer,
 * since a block of Q rows is read only by the head and rows that later write their output to
 * exactly that place; and concat, from a certain size, into the output plane, whose rows replace it
 * group by group. K is kept as K^T and V as panels, the forms the tiles want; row-major copies
 * exist only when a plane is asked for. */
#ifndef HS_MHA_H
#define HS_MHA_H

#include "hs_mha.h"
#include "kernels/kernels.h"
#include "kernels/pool.h"

/* Keys multiplied with V at a time: 256 rows of a panel of 32 floats are 32 KiB, which stay in the
 * first-level cache while the row tiles of a block pass over them. Fixed, because it decides the
 * order of the sums. */
#define HS_KEY_CHUNK 256u

struct hs_model {
    const struct hs_kernels *kernels;
    size_t d_model;
    size_t panels; /* of one weight matrix: d_model / kernels->cols, rounded up */
    float *W;      /* (4 x panels, d_model, cols) in the order of hsi_model_panel */
    float *b;      /* (4 x panels, cols) likewise: biases, zeros where there is none */
};

/* Where a panel of matrix 0 … 3 (Q, K, V, O) stands. */
size_t hsi_model_panel(size_t panels, size_t matrix, size_t panel);

/* Offsets into a workspace in floats, each a multiple of 16 (64 bytes); HS_ABSENT when not kept. */
#define HS_ABSENT ((size_t)-1)
struct hs_layout {
    size_t plane[HS_PLANE_COUNT]; /* WEIGHTS, RAW, SCORES (h, n, m); the others (n or m, d_model) */
    size_t concat; /* (n, d_model) Q, then the heads' outputs: the CONCAT plane when kept, else
                      maybe the OUTPUT plane */
    size_t q;      /* (n, d_model) the Q plane when kept, else concat */
    size_t k_t;    /* (groups_at_once, group_heads, key_panels, d_k, cols) K^T */
    size_t v;      /* (groups_at_once, group_heads, v_panels, m, cols) V */
    size_t k_t_floats, v_floats; /* of one group */
    size_t mean;                 /* (n, m) mean weights, when a head is HS_HEAD_MEAN */
    size_t scratch;              /* (threads, scratch_floats) */
    size_t scratch_floats;
    size_t total;
};

struct hs_mha_plan {
    const struct hs_kernels *kernels;
    const struct hs_model *model; /* borrowed; NULL where Q, K and V are given (attention.h) */
    size_t n, m, h, d_k;
    size_t head_cells; /* floats from one head's (n, m) to the next's */
    size_t share;      /* heads that share the keys and values of one key head */
    enum hs_mask mask;
    size_t window;     /* a causal query sees so many keys, itself the last; 0 = all */
    float scale;       /* of Q K^T */
    const float *bias; /* (h, n + m - 1) added to scaled scores by k - q, or NULL */
    unsigned keep, threads;
    const uint8_t *head_mode; /* (h) */
    uint8_t *own_modes;       /* what is to be freed of it */
    uint8_t *key_padding; /* (m) or NULL */
    uint32_t *hidden;     /* the padded keys, ascending */
    size_t hidden_count;
    bool replaces;      /* some head is HS_HEAD_UNIFORM or HS_HEAD_MEAN */
    bool has_mean;      /* some head is HS_HEAD_MEAN */
    bool streams;       /* A is large enough to be written past the caches */
    size_t group_heads; /* heads whose K and V exist at once; their columns begin with a panel */
    bool own_groups;    /* each thread takes whole groups; else all threads share each group */
    size_t unit_rows;   /* most rows that are multiplied with the weights at once */
    size_t key_panels, v_panels;
    size_t block_tiles; /* row tiles whose scores are in cache at once */
    size_t score_row;   /* floats from one score row to the next */
    struct hs_layout layout;
};

struct hs_mha_workspace {
    float *memory;
    struct hs_pool *pool;            /* NULL for one thread */
    size_t copied_unit[HS_POOL_MAX]; /* per thread: which rows its scratch holds, or HS_ABSENT */
    uint32_t largest[HS_POOL_MAX][3]; /* per thread: of Q, K, V so far, as bits (kernels.h) */
};

/* What the cells of one pass need. */
struct hs_pass {
    const struct hs_mha_plan *plan;
    struct hs_mha_workspace *workspace;
    const float *X_q, *X_kv;
    bool self;                /* one input: X_q is X_kv */
    size_t first_head, heads; /* the present group */
    struct hs_pool *pool;     /* who works on it: all threads, or NULL for one alone, */
    unsigned thread;          /* this one */
    const float *Q;           /* (n, h d_k), q_row floats from row to row */
    float *concat;            /* likewise by concat_row */
    size_t q_row, concat_row;
    float *A, *raw, *scores; /* (h, n, m); the last two NULL when not kept */
    float *mean;             /* (n, m) */
    float *k_t, *v, *scratch; /* of thread 0 */
};

/* A model for one given kernel table: what hs_model_new does with the machine's best, for tests. */
enum hs_status hsi_model_new_at(const struct hs_kernels *kernels, const struct hs_weights *weights,
    struct hs_model **model, struct hs_error *error);

/* Keys start … reach - 1 are those that mask and window let query q see, before padding. */
size_t hsi_mha_reach(const struct hs_mha_plan *plan, size_t q);
size_t hsi_mha_start(const struct hs_mha_plan *plan, size_t q);
/* Fills in what follows from n, m, h and d_k: panels, score rows, blocks; and how many floats a
 * thread needs for a block. */
void hsi_plan_blocks(struct hs_mha_plan *plan);
size_t hsi_block_floats(const struct hs_mha_plan *plan);
/* Rows in tiles as even as they can be: the first `larger` have one row more than the others. */
struct hs_tiles {
    size_t count, least, larger;
};
struct hs_tiles hsi_tiles_of(const struct hs_kernels *kernels, size_t rows);
/* Row at which tile `tile` begins; of tile `count`, all rows. */
static inline size_t hsi_tile_row(struct hs_tiles tiles, size_t tile)
{
    return tile * tiles.least + (tile < tiles.larger ? tile : tiles.larger);
}
/* Units in which the rows of an input are multiplied with the weights, at most kernels->group each. */
size_t hsi_unit_count(const struct hs_kernels *kernels, size_t rows);
/* K^T and V of the present group. */
float *hsi_k_t(const struct hs_pass *pass);
float *hsi_v(const struct hs_pass *pass);
/* Scratch of a thread. Products with weights keep a unit of input rows in it, (unit_rows,
 * hsi_copy_row), then a block (unit_rows, cols); attention the score rows of a block, then its A V,
 * then a factor for each row, and its queries, (rows, hsi_query_row). */
float *hsi_scratch(const struct hs_pass *pass, unsigned thread);
/* A line more than a row, so that the rows of a tile do not fall into the same sets of the cache. */
size_t hsi_copy_row(const struct hs_model *model);
size_t hsi_query_row(const struct hs_mha_plan *plan);

void hsi_project_inputs(struct hs_pass *pass);  /* X W^Q, X W^K, X W^V of the group */
void hsi_project_output(struct hs_pass *pass);  /* concat W^O */
void hsi_attend(struct hs_pass *pass);          /* scores, softmax, A V of the group */
void hsi_attend_replaced(struct hs_pass *pass); /* heads whose A is uniform or the mean */

#endif
