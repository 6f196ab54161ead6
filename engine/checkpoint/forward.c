/* forward.c – the pass through the layers, in the order of the formulas. Buffers have rows a few lines apart (hsi_packed_row), so
 * that products read and write them as they are. Nothing in a pass allocates after begin(). A text of a causal model that
 * begins as the one before takes those rows' keys, values and weights and calculates only the rest. */
#include "checkpoint/checkpoint.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "mha/attention.h"

/* Below this many multiplications waking a thread costs more than it brings. */
static const double threads_pay_from = 1e7;

/* Rows that one cell of a row-by-row step takes. */
enum { CELL_ROWS = 16 };

struct work {
    struct hs_checkpoint *c;
    struct hs_forward *forward;
    size_t first, rows; /* the rows to be calculated are first … n - 1 */
    unsigned threads;
    struct hs_pool *pool;
    const struct hs_layer *layer;
    size_t index; /* of the layer */
    float *memory;
    float *x, *y, *out; /* (rows, row): residual stream, its norm, what attention or MLP gives */
    float *qkv, *concat, *mlp;
    size_t row, qkv_row, concat_row, mlp_row;
    float *cosine, *sine; /* (rows, rotary / 2) */
    float *room;          /* of hsi_attention_run */
};

/* ------------------------------------------------------------------ memory */

/* All but where its numbers are: what tells how much room it takes. */
static struct hs_attention attention_shape(const struct work *w)
{
    const struct hs_settings *s = &w->c->settings;
    size_t n = w->forward->n, kv = s->key_heads * s->d_k, heads = w->index * s->heads;
    bool kept = w->forward->K != NULL;
    return (struct hs_attention){.kernels = w->c->kernels,
        .n = w->rows,
        .m = n,
        .h = s->heads,
        .key_heads = s->key_heads,
        .d_k = s->d_k,
        .mask = s->causal ? HS_MASK_CAUSAL : HS_MASK_NONE,
        .window = hs_checkpoint_window(w->c, w->index),
        .scale = hs_checkpoint_scale(w->c, w->index),
        .bias = w->forward->bias,
        .head_mode = w->forward->head_mode ? w->forward->head_mode + heads : NULL,
        .threads = w->threads,
        .q_row = w->qkv_row,
        .k_row = kept ? kv : w->qkv_row,
        .v_row = kept ? kv : w->qkv_row,
        .head_cells = n * n,
        .out_row = w->concat_row};
}

static struct hs_attention attention_of(const struct work *w)
{
    const struct hs_settings *s = &w->c->settings;
    size_t n = w->forward->n, kv = s->key_heads * s->d_k, at = w->index * n * kv;
    bool kept = w->forward->K != NULL;
    struct hs_attention attention = attention_shape(w);
    attention.Q = w->qkv;
    attention.K = kept ? w->forward->K + at : w->qkv + s->heads * s->d_k;
    attention.V = kept ? w->forward->V + at : w->qkv + s->heads * s->d_k + kv;
    attention.A = w->forward->A + w->index * s->heads * n * n + w->first * n;
    attention.out = w->concat;
    return attention;
}

/* All buffers in one block. */
static bool place(struct work *w)
{
    const struct hs_settings *s = &w->c->settings;
    const struct hs_kernels *kernels = w->c->kernels;
    size_t kv = s->key_heads * s->d_k, turned = (w->rows * (s->rotary / 2) + 15) / 16 * 16, most = 0;
    w->row = hsi_packed_row(kernels, s->d_model);
    w->qkv_row = hsi_packed_row(kernels, s->heads * s->d_k + 2 * kv);
    w->concat_row = hsi_packed_row(kernels, s->heads * s->d_k);
    w->mlp_row = hsi_packed_row(kernels, s->gated ? 2 * s->mlp : s->mlp);
    for (w->index = 0; w->index < s->layers; w->index++) { /* layers differ in head modes */
        struct hs_attention attention = attention_shape(w);
        size_t room = hsi_attention_room(&attention);
        most = room > most ? room : most;
    }
    size_t each = 3 * w->row + w->qkv_row + w->concat_row + w->mlp_row;
    float *at = w->memory = hsi_big_floats(w->rows * each + 2 * turned + most);
    if (!at)
        return false;
    w->x = at;
    w->y = w->x + w->rows * w->row;
    w->out = w->y + w->rows * w->row;
    w->qkv = w->out + w->rows * w->row;
    w->concat = w->qkv + w->rows * w->qkv_row;
    w->mlp = w->concat + w->rows * w->concat_row;
    w->cosine = w->mlp + w->rows * w->mlp_row;
    w->sine = w->cosine + turned;
    w->room = w->sine + turned;
    return true;
}

/* ------------------------------------------------------------------ steps */

/* Rows share nothing: they are dealt out in cells of a few. */
struct row_job {
    struct work *work;
    void (*run)(struct work *work, size_t row);
};

static void row_cell(void *data, size_t cell, unsigned thread)
{
    struct row_job *job = data;
    size_t end = (cell + 1) * CELL_ROWS < job->work->rows ? (cell + 1) * CELL_ROWS : job->work->rows;
    (void)thread;
    for (size_t row = cell * CELL_ROWS; row < end; row++)
        job->run(job->work, row);
}

static void each_row(struct work *w, void (*run)(struct work *work, size_t row))
{
    struct row_job job = {w, run};
    hsi_pool_run(w->pool, (w->rows + CELL_ROWS - 1) / CELL_ROWS, row_cell, &job);
}

static void multiply(struct work *w, const struct hs_packed *W, const float *X, size_t x_row, float *Y, size_t y_row, int activation)
{
    hsi_packed_product(&(struct hs_product){W, X, x_row, w->rows, Y, y_row, activation, w->pool, w->threads});
}

/* Copies all rows of a plane of a layer that keeps its own. */
static void keep(struct work *w, enum hs_forward_plane plane, const float *from, size_t row)
{
    float *block = w->forward->plane ? w->forward->plane[w->index] : NULL;
    struct hsi_plane_place to = hsi_plane_place(&w->c->settings, w->forward->n, plane);
    for (size_t r = 0; r < w->rows && block; r++)
        memcpy(block + to.first + r * to.columns, from + r * row, to.columns * sizeof *from);
}

static void normed(struct work *w, const struct hs_norm_weights *norm, float *to, const float *from)
{
    const struct hs_settings *s = &w->c->settings;
    w->c->kernels->norm(s->norm, to, from, norm->weight, norm->bias, s->d_model, s->epsilon);
}

static void norm_1_row(struct work *w, size_t row)
{
    normed(w, &w->layer->norm_1, w->y + row * w->row, w->x + row * w->row);
}

static void norm_2_row(struct work *w, size_t row)
{
    normed(w, &w->layer->norm_2, w->y + row * w->row, w->x + row * w->row);
}

static void norm_1_in_place(struct work *w, size_t row)
{
    normed(w, &w->layer->norm_1, w->x + row * w->row, w->x + row * w->row);
}

static void norm_2_in_place(struct work *w, size_t row)
{
    normed(w, &w->layer->norm_2, w->x + row * w->row, w->x + row * w->row);
}

static void add_row(struct work *w, size_t row)
{
    w->c->kernels->add(w->x + row * w->row, w->out + row * w->row, w->c->settings.d_model);
}

static void gate_row(struct work *w, size_t row)
{
    const struct hs_settings *s = &w->c->settings;
    float *gate = w->mlp + row * w->mlp_row;
    w->c->kernels->gate(s->activation, gate + s->mlp, gate, s->mlp);
}

/* Norms of single heads, then the turn by position. */
static void turn_row(struct work *w, size_t row)
{
    const struct hs_settings *s = &w->c->settings;
    const struct hs_kernels *kernels = w->c->kernels;
    size_t half = s->rotary / 2;
    for (size_t i = 0; i < s->heads + s->key_heads; i++) {
        float *head = w->qkv + row * w->qkv_row + i * s->d_k;
        const float *norm = i < s->heads ? w->layer->q_norm : w->layer->k_norm;
        if (norm)
            kernels->norm(HS_NORM_RMS, head, head, norm, NULL, s->d_k, s->epsilon);
        if (half)
            kernels->rotate(head, w->cosine + row * half, w->sine + row * half, half);
    }
}

/* Keys and values are kept for the text's next letters. */
static void keep_keys_row(struct work *w, size_t row)
{
    const struct hs_settings *s = &w->c->settings;
    size_t kv = s->key_heads * s->d_k, at = (w->index * w->forward->n + w->first + row) * kv;
    const float *K = w->qkv + row * w->qkv_row + s->heads * s->d_k;
    memcpy(w->forward->K + at, K, kv * sizeof *K);
    memcpy(w->forward->V + at, K + kv, kv * sizeof *K);
}

/* ------------------------------------------------------------------ a layer */

static void attend(struct work *w, const float *from)
{
    const struct hs_settings *s = &w->c->settings;
    size_t q = s->heads * s->d_k, kv = s->key_heads * s->d_k;
    float *block = w->forward->plane ? w->forward->plane[w->index] : NULL;
    keep(w, HS_FORWARD_NORM, from, w->row);
    multiply(w, &w->layer->qkv, from, w->row, w->qkv, w->qkv_row, -1);
    if (s->rotary || s->head_norms) {
        keep(w, HS_FORWARD_Q_RAW, w->qkv, w->qkv_row);
        keep(w, HS_FORWARD_K_RAW, w->qkv + q, w->qkv_row);
        each_row(w, turn_row);
    }
    if (w->forward->K)
        each_row(w, keep_keys_row);
    keep(w, HS_FORWARD_Q, w->qkv, w->qkv_row);
    keep(w, HS_FORWARD_K, w->qkv + q, w->qkv_row);
    keep(w, HS_FORWARD_V, w->qkv + q + kv, w->qkv_row);
    struct hs_attention attention = attention_of(w);
    if (block) {
        attention.raw = block + hsi_plane_place(s, w->forward->n, HS_FORWARD_DOT).first;
        attention.scores = block + hsi_plane_place(s, w->forward->n, HS_FORWARD_SCORES).first;
    }
    hsi_attention_run(&attention, w->room, w->pool);
    keep(w, HS_FORWARD_CONCAT, w->concat, w->concat_row);
    multiply(w, &w->layer->o, w->concat, w->concat_row, w->out, w->row, -1);
    keep(w, HS_FORWARD_OUTPUT, w->out, w->row);
}

static void mlp(struct work *w, const float *from)
{
    const struct hs_settings *s = &w->c->settings;
    float *hidden = s->gated ? w->mlp + s->mlp : w->mlp;
    keep(w, HS_FORWARD_MLP_NORM, from, w->row);
    multiply(w, &w->layer->up, from, w->row, w->mlp, w->mlp_row, s->gated ? -1 : (int)s->activation);
    if (s->gated)
        each_row(w, gate_row);
    keep(w, HS_FORWARD_MLP_HIDDEN, hidden, w->mlp_row);
    multiply(w, &w->layer->down, hidden, w->mlp_row, w->out, w->row, -1);
    keep(w, HS_FORWARD_MLP, w->out, w->row);
}

static void run_layer(struct work *w)
{
    enum hs_place where = w->c->settings.place;
    w->layer = hsi_layer_of(w->c, w->index);
    keep(w, HS_FORWARD_INPUT, w->x, w->row);
    if (where == HS_PLACE_BEHIND) {
        attend(w, w->x);
        each_row(w, add_row);
        each_row(w, norm_1_in_place);
        keep(w, HS_FORWARD_ATTENDED, w->x, w->row);
        mlp(w, w->x);
        each_row(w, add_row);
        each_row(w, norm_2_in_place);
    } else {
        each_row(w, norm_1_row);
        attend(w, w->y);
        if (where == HS_PLACE_PARALLEL) /* the MLP reads the stream without the attention in it */
            each_row(w, norm_2_row);
        each_row(w, add_row);
        keep(w, HS_FORWARD_ATTENDED, w->x, w->row);
        if (where == HS_PLACE_BEFORE)
            each_row(w, norm_2_row);
        mlp(w, w->y);
        each_row(w, add_row);
    }
    keep(w, HS_FORWARD_RESULT, w->x, w->row);
}

static void finish_row(struct work *w, size_t row)
{
    size_t d = w->c->settings.d_model;
    float *to = w->forward->result + (w->first + row) * d;
    if (w->c->final_norm.weight)
        normed(w, &w->c->final_norm, to, w->x + row * w->row);
    else
        memcpy(to, w->x + row * w->row, d * sizeof *to);
}

/* ------------------------------------------------------------------ the pass */

static enum hs_status check(const struct hs_checkpoint *c, const struct hs_forward_config *config, struct hs_error *error)
{
    const struct hs_settings *s = &c->settings;
    if (config->n == 0)
        return hs_fail(error, HS_BAD_INPUT, "there is no token to attend to: type a sentence");
    if (config->n > s->positions)
        return hs_fail(error, HS_LIMIT, "the text has %zu tokens and this model reads %zu at most: shorten it", config->n, s->positions);
    for (size_t i = 0; i < config->n; i++) {
        if (config->ids[i] >= s->vocabulary)
            return hs_fail(error, HS_BAD_USE, "token %zu has id %u, and the model's table has %zu: its tokenizer belongs to another "
                "model", i, (unsigned)config->ids[i], s->vocabulary);
        if (config->types && s->types && config->types[i] >= s->types)
            return hs_fail(error, HS_BAD_USE, "token %zu has segment %u, and the model has %zu", i, (unsigned)config->types[i], s->types);
    }
    for (size_t i = 0; config->head_mode && i < s->layers * s->heads; i++)
        if (config->head_mode[i] > HS_HEAD_MEAN)
            return hs_fail(error, HS_BAD_USE, "mode %u of head %zu is unknown", (unsigned)config->head_mode[i], i);
    return HS_OK;
}

/* Rows of `before` that are good for this text too. */
static size_t known_rows(const struct hs_checkpoint *c, const struct hs_forward_config *config)
{
    const struct hs_forward *before = config->before;
    const struct hs_settings *s = &c->settings;
    if (!before || before->checkpoint != c || !s->causal || !before->K || config->types || before->types)
        return 0;
    size_t known = 0; /* a row is left to be calculated: the last one's result is what is asked for */
    while (known < before->n && known + 1 < config->n && before->ids[known] == config->ids[known])
        known++;
    size_t heads = s->layers * s->heads;
    bool same = !before->head_mode == !config->head_mode &&
                (!config->head_mode || memcmp(before->head_mode, config->head_mode, heads) == 0);
    for (size_t i = 0; config->keep && i < s->layers; i++)
        same = same && !config->keep[i];
    return same ? known : 0;
}

/* A copy, or NULL for NULL. */
static bool copied(void *to, const void *from, size_t bytes)
{
    void **copy = to;
    *copy = from ? malloc(bytes) : NULL;
    if (*copy)
        memcpy(*copy, from, bytes);
    return *copy || !from;
}

/* The memory of a pass, or HS_NO_MEMORY, HS_LIMIT. */
static enum hs_status begin(struct hs_checkpoint *c, const struct hs_forward_config *config, struct hs_forward *f, struct hs_error *error)
{
    const struct hs_settings *s = &c->settings;
    size_t n = config->n, cells = s->layers * s->heads * n * n, kv = s->layers * n * s->key_heads * s->d_k, planes = 0;
    size_t block = hsi_plane_place(s, n, HS_FORWARD_PLANES).first;
    for (size_t i = 0; config->keep && i < s->layers; i++)
        planes += config->keep[i] != 0;
    double bytes = ((double)cells + 2 * (double)kv + (double)planes * (double)block) * sizeof(float);
    if (bytes > (double)HS_MAX_RUN_BYTES)
        return hs_fail(error, HS_LIMIT,
            "the weights of %zu layers x %zu heads over %zu tokens, and the planes asked for, need %.0f MiB; the limit is %zu MiB: use "
            "a shorter text", s->layers, s->heads, n, bytes / 1048576, HS_MAX_RUN_BYTES >> 20);
    bool good = hsi_memory_fits((size_t)bytes);
    good = good && copied(&f->ids, config->ids, n * sizeof *f->ids);
    good = good && copied(&f->types, config->types, n * sizeof *f->types);
    good = good && copied(&f->head_mode, config->head_mode, s->layers * s->heads);
    f->A = good ? hsi_spare_floats(&c->spare, cells, &f->A_room) : NULL;
    f->result = good ? hsi_big_floats(n * s->d_model) : NULL;
    f->K = good && s->causal ? hsi_big_floats(kv) : NULL;
    f->V = good && s->causal ? hsi_big_floats(kv) : NULL;
    f->bias = good && s->buckets ? hsi_big_floats(s->heads * (2 * n - 1)) : NULL;
    f->plane = good && planes ? calloc(s->layers, sizeof *f->plane) : NULL;
    good = f->A && f->result && (!s->causal || (f->K && f->V)) && (!s->buckets || f->bias) && (!planes || f->plane);
    for (size_t i = 0; good && planes && i < s->layers; i++) {
        f->plane[i] = config->keep[i] ? hsi_big_floats(block) : NULL;
        good = f->plane[i] || !config->keep[i];
    }
    if (!good)
        return hs_fail(error, HS_NO_MEMORY, "no memory for a pass over %zu tokens: %.0f MiB; use a shorter text", n, bytes / 1048576);
    return HS_OK;
}

/* The rows of the beginning that both texts have. */
static void take_known(struct hs_forward *f, const struct hs_forward *before, size_t known)
{
    const struct hs_settings *s = &f->checkpoint->settings;
    size_t n = f->n, m = before->n, kv = s->key_heads * s->d_k;
    memcpy(f->result, before->result, known * s->d_model * sizeof *f->result);
    for (size_t layer = 0; layer < s->layers; layer++) {
        memcpy(f->K + layer * n * kv, before->K + layer * m * kv, known * kv * sizeof *f->K);
        memcpy(f->V + layer * n * kv, before->V + layer * m * kv, known * kv * sizeof *f->V);
    }
    for (size_t head = 0; head < s->layers * s->heads; head++) {
        for (size_t q = 0; q < known; q++) {
            float *to = f->A + (head * n + q) * n;
            memcpy(to, before->A + (head * m + q) * m, known * sizeof *to);
            memset(to + known, 0, (n - known) * sizeof *to);
        }
    }
}

static void choose_threads(struct work *w, unsigned asked)
{
    struct hs_checkpoint *c = w->c;
    const struct hs_settings *s = &c->settings;
    size_t kv = s->key_heads * s->d_k, q = s->heads * s->d_k, mlps = s->gated ? 3 : 2;
    double each = (double)s->d_model * (double)(2 * q + 2 * kv + mlps * s->mlp), all = each * (double)(s->layers * w->rows);
    w->threads = asked ? asked : all < threads_pay_from ? 1 : hsi_pool_processors();
    if (w->threads > HS_POOL_MAX)
        w->threads = HS_POOL_MAX;
    if (w->threads > 1 && c->pool_threads != w->threads) {
        hsi_pool_drop(c->pool);
        c->pool = hsi_pool_new(w->threads);
        c->pool_threads = c->pool ? w->threads : 0;
    }
    w->pool = w->threads > 1 ? c->pool : NULL;
}

static enum hs_status run(struct work *w, const struct hs_forward_config *config, struct hs_error *error)
{
    const struct hs_settings *s = &w->c->settings;
    choose_threads(w, config->threads);
    if (!place(w))
        return hs_fail(error, HS_NO_MEMORY, "no memory for a pass over %zu tokens; use a shorter text", config->n);
    if (w->forward->bias)
        hsi_relative_bias(w->c, w->forward->n, w->forward->bias);
    hsi_rotary_table(s, w->first, w->forward->n, w->cosine, w->sine);
    enum hs_status status = hsi_embed(w->c, w->forward, w->first, w->x, w->row, error);
    for (w->index = 0; w->index < s->layers && !status; w->index++) {
        if (hs_watch_stops(config->watch))
            return hs_fail(error, HS_STOPPED, "the pass was stopped");
        run_layer(w);
        hs_watch_tell(config->watch, w->index + 1, s->layers);
    }
    if (!status)
        each_row(w, finish_row);
    return status;
}

enum hs_status hs_checkpoint_run(struct hs_checkpoint *checkpoint, const struct hs_forward_config *config, struct hs_forward **forward,
    struct hs_error *error)
{
    enum hs_status status = check(checkpoint, config, error);
    if (status)
        return status;
    struct hs_forward *made = calloc(1, sizeof *made);
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory for a pass");
    atomic_store(&made->owners, 1);
    made->checkpoint = hs_checkpoint_keep(checkpoint);
    made->n = config->n;
    size_t known = known_rows(checkpoint, config);
    made->fresh = made->n - known;
    struct work work = {.c = checkpoint, .forward = made, .first = known, .rows = made->fresh};
    status = begin(checkpoint, config, made, error);
    if (!status) {
        if (known)
            take_known(made, config->before, known);
        pthread_mutex_lock(&checkpoint->lock);
        status = run(&work, config, error);
        pthread_mutex_unlock(&checkpoint->lock);
        free(work.memory);
    }
    if (status) {
        hs_forward_drop(made);
        return status;
    }
    *forward = made;
    return HS_OK;
}
