/* load.c – brings a checkpoint's tensors into the form that a pass wants. Each tensor's shape is known from the settings before
 * it is looked at; one that is missing, of another shape, of a type that is not known here or with numbers that are not finite
 * ends the loading with its name. Matrices pass through a buffer, a few rows at a time. */
#include <stdlib.h>
#include <string.h>

#include "checkpoint/checkpoint.h"

enum { BUFFER_FLOATS = 1 << 20 };

struct loader {
    struct hs_checkpoint *checkpoint;
    const struct hs_watch *watch;
    struct hs_error *error;
    enum hs_status status; /* of the first failure */
    float *buffer;         /* (BUFFER_FLOATS) */
    uint64_t done;         /* bytes read */
};

static bool failed(struct loader *l, enum hs_status status)
{
    if (!l->status)
        l->status = status;
    return false;
}

struct full_name {
    char text[300];
};

/* A tensor's whole name. `layer` counts for a layer's tensors only. */
static struct full_name name_of(const struct loader *l, enum hs_name_of which, size_t layer, const char *suffix)
{
    const struct hs_family *family = l->checkpoint->family;
    struct full_name full;
    char before[80] = "";
    const char *prefix = which >= HS_NAME_HEAD_DENSE ? "" : l->checkpoint->prefix;
    if (which >= HS_NAME_NORM_1 && which < HS_NAME_HEAD_DENSE)
        snprintf(before, sizeof before, family->layer, layer); /* a constant of family.c */
    snprintf(full.text, sizeof full.text, "%s%s%s%s", prefix, before, family->name[which], suffix);
    return full;
}

/* Old files call a norm's numbers gamma and beta. */
static bool find(const struct loader *l, enum hs_name_of which, size_t layer, const char *suffix, struct hs_found *found)
{
    if (!l->checkpoint->family->name[which])
        return false;
    if (hsi_store_find(&l->checkpoint->store, name_of(l, which, layer, suffix).text, found))
        return true;
    const char *old = strcmp(suffix, ".weight") == 0 ? ".gamma" : strcmp(suffix, ".bias") == 0 ? ".beta" : NULL;
    return old && hsi_store_find(&l->checkpoint->store, name_of(l, which, layer, old).text, found);
}

static bool missing(struct loader *l, const char *name)
{
    return failed(l, hs_fail(l->error, HS_BAD_INPUT,
        "%s: the tensor \"%s\" is missing, which a %s model with this config.json has; fetch the model again, all of its files",
        l->checkpoint->store.file, name, l->checkpoint->family->title));
}

/* Of 16 or 32 bits, and (rows, columns), or (columns) when rows is 0. */
static bool check(struct loader *l, const struct hs_found *found, size_t rows, size_t columns)
{
    const struct hs_tensor *t = found->tensor;
    const char *file = l->checkpoint->store.file;
    struct hs_name name = hsi_name_shown(t->name);
    if (t->dtype != HS_DTYPE_F32 && t->dtype != HS_DTYPE_F16 && t->dtype != HS_DTYPE_BF16)
        return failed(l, hs_fail(l->error, HS_BAD_INPUT,
            "%s: tensor \"%s\" has dtype %s; weights of F32, F16 and BF16 are read: save the model in one of them", file, name.text,
            t->type));
    bool fits = rows ? t->rank == 2 && t->shape[0] == rows && t->shape[1] == columns : t->rank == 1 && t->shape[0] == columns;
    char is[80] = "", *at = is;
    for (size_t i = 0; i < t->rank && i < 3 && !fits; i++)
        at += snprintf(at, (size_t)(is + sizeof is - at), "%s%zu", i ? ", " : "", t->shape[i]);
    if (!fits && rows)
        return failed(l, hs_fail(l->error, HS_BAD_INPUT,
            "%s: tensor \"%s\" has shape (%s); config.json asks for (%zu, %zu): they do not belong together", file, name.text, is, rows,
            columns));
    if (!fits)
        return failed(l, hs_fail(l->error, HS_BAD_INPUT,
            "%s: tensor \"%s\" has shape (%s); config.json asks for (%zu): they do not belong together", file, name.text, is, columns));
    const char *dtype = hsi_dtype_name(t->dtype);
    struct hs_checkpoint *c = l->checkpoint;
    if (c->dtype && strcmp(c->dtype, dtype) != 0 && rows)
        c->dtype = "mixed";
    else if (rows && !c->dtype)
        c->dtype = dtype;
    c->parameters += t->count;
    return true;
}

/* Tells how far it is; false when it is to stop. */
static bool go_on(struct loader *l, const struct hs_found *found, size_t elements)
{
    l->done += elements * hsi_dtype_bytes(found->tensor->dtype);
    if (hs_watch_stops(l->watch))
        return failed(l, hs_fail(l->error, HS_STOPPED, "opening %s was stopped", l->checkpoint->store.file));
    hs_watch_tell(l->watch, (size_t)l->done, (size_t)l->checkpoint->store.bytes);
    return true;
}

/* A small tensor, whole. NULL on failure. */
static const float *read_found(struct loader *l, const struct hs_found *found, size_t rows, size_t columns)
{
    if (!check(l, found, rows, columns))
        return NULL;
    float *values = hsi_arena_alloc(&l->checkpoint->arena, found->tensor->count, sizeof *values);
    if (!values)
        failed(l, hs_fail(l->error, HS_NO_MEMORY, "%s: no memory for its weights", l->checkpoint->store.file));
    else
        failed(l, hsi_tensors_read(found->shard, found->tensor, 0, found->tensor->count, true, values, l->error));
    return l->status || !go_on(l, found, found->tensor->count) ? NULL : values;
}

static const float *vector(struct loader *l, enum hs_name_of which, size_t layer, const char *suffix, size_t rows, size_t columns)
{
    struct hs_found found;
    if (l->status)
        return NULL;
    if (!find(l, which, layer, suffix, &found)) {
        missing(l, name_of(l, which, layer, suffix).text);
        return NULL;
    }
    return read_found(l, &found, rows, columns);
}

static struct hs_norm_weights norm(struct loader *l, enum hs_name_of which, size_t layer, size_t width)
{
    struct hs_norm_weights made = {.weight = vector(l, which, layer, ".weight", 0, width)};
    if (l->checkpoint->settings.norm == HS_NORM_LAYER)
        made.bias = vector(l, which, layer, ".bias", 0, width);
    return made;
}

/* ------------------------------------------------------------------ matrices */

/* One tensor of a packed matrix: so many columns of it, whose bias may be a tensor too. */
struct piece {
    enum hs_name_of name;
    size_t columns;
    bool bias, transposed; /* transposed: stored (in, out) */
    size_t head;           /* > 0: rows are q, k and v of head 0, of head 1 …, so many of each at a time */
    struct hs_found found;
};

/* The column of row `row` of an interleaved tensor. */
static size_t column_of(const struct piece *piece, size_t row)
{
    size_t head = piece->head, part = row / head % 3, heads = piece->columns / (3 * head);
    return head ? part * heads * head + row / (3 * head) * head + row % head : row;
}

/* Elements [first, first + count) in the packed kind. */
static bool read_elements(struct loader *l, const struct hs_found *found, enum hs_packed_as as, size_t first, size_t count)
{
    enum hs_status status = as == HS_PACKED_F32
                                ? hsi_tensors_read(found->shard, found->tensor, first, count, true, l->buffer, l->error)
                                : hsi_tensors_halves(found->shard, found->tensor, first, count, (uint16_t *)l->buffer, l->error);
    return status ? failed(l, status) : go_on(l, found, count);
}

static bool fill(struct loader *l, const struct piece *piece, size_t column, struct hs_packed *packed)
{
    size_t depth = packed->depth, lines = piece->transposed ? depth : piece->columns;
    size_t width = piece->transposed ? piece->columns : depth, most = BUFFER_FLOATS / width;
    most = piece->head ? piece->head : most > 32 ? most / 32 * 32 : most ? most : 1;
    for (size_t line = 0, some; line < lines; line += some) {
        some = lines - line < most ? lines - line : most;
        if (!read_elements(l, &piece->found, packed->as, line * width, some * width))
            return false;
        struct hs_packed_block block = {.from = l->buffer};
        if (piece->transposed) {
            block.column = column;
            block.columns = width;
            block.term = line;
            block.terms = some;
            block.column_step = 1;
            block.term_step = width;
        } else {
            block.column = column + (piece->head ? column_of(piece, line) : line);
            block.columns = some;
            block.terms = depth;
            block.column_step = width;
            block.term_step = 1;
        }
        hsi_packed_fill(packed, &block);
    }
    return true;
}

static bool fill_bias(struct loader *l, const struct piece *piece, size_t layer, size_t column, struct hs_packed *packed)
{
    const float *bias = vector(l, piece->name, layer, ".bias", 0, piece->columns);
    for (size_t i = 0; bias && i < piece->columns; i++)
        packed->b[column + (piece->head ? column_of(piece, i) : i)] = bias[i];
    return bias != NULL;
}

static enum hs_packed_as packed_as(enum hs_dtype dtype)
{
    return dtype == HS_DTYPE_F16 ? HS_PACKED_F16 : dtype == HS_DTYPE_BF16 ? HS_PACKED_BF16 : HS_PACKED_F32;
}

/* The pieces side by side as one matrix of `depth` terms. */
static bool pack(struct loader *l, size_t layer, struct piece *piece, size_t pieces, size_t depth, struct hs_packed *packed)
{
    size_t columns = 0;
    for (size_t i = 0; i < pieces && !l->status; i++) {
        if (!find(l, piece[i].name, layer, ".weight", &piece[i].found))
            return missing(l, name_of(l, piece[i].name, layer, ".weight").text);
        bool turned = piece[i].transposed;
        if (!check(l, &piece[i].found, turned ? depth : piece[i].columns, turned ? piece[i].columns : depth))
            return false;
        columns += piece[i].columns;
    }
    if (l->status)
        return false;
    enum hs_packed_as as = packed_as(piece[0].found.tensor->dtype);
    for (size_t i = 1; i < pieces; i++)
        if (packed_as(piece[i].found.tensor->dtype) != as)
            as = HS_PACKED_F32;
    if (!hsi_packed_new(l->checkpoint->kernels, depth, columns, as, packed))
        return failed(l, hs_fail(l->error, HS_NO_MEMORY, "%s: no memory for its weights", l->checkpoint->store.file));
    columns = 0;
    for (size_t i = 0; i < pieces; i++) {
        if (!fill(l, &piece[i], columns, packed) || (piece[i].bias && !fill_bias(l, &piece[i], layer, columns, packed)))
            return false;
        columns += piece[i].columns;
    }
    return true;
}

/* ------------------------------------------------------------------ the parts of a model */

static bool load_layer(struct loader *l, size_t index, struct hs_layer *layer)
{
    const struct hs_checkpoint *c = l->checkpoint;
    const struct hs_settings *s = &c->settings;
    size_t q = s->heads * s->d_k, kv = s->key_heads * s->d_k;
    bool turned = c->family->transposed, qkv = s->biases & HS_BIAS_QKV, mlp = s->biases & HS_BIAS_MLP;
    struct piece apart[] = {{.name = HS_NAME_Q, .columns = q, .bias = qkv}, {.name = HS_NAME_K, .columns = kv, .bias = qkv},
        {.name = HS_NAME_V, .columns = kv, .bias = qkv}};
    struct piece fused = {.name = HS_NAME_QKV, .columns = q + 2 * kv, .bias = qkv, .transposed = turned,
        .head = c->family->interleaved ? s->d_k : 0};
    struct piece o = {.name = HS_NAME_O, .columns = s->d_model, .bias = s->biases & HS_BIAS_O, .transposed = turned};
    struct piece up[] = {{.name = HS_NAME_GATE, .columns = s->mlp, .bias = mlp},
        {.name = HS_NAME_UP, .columns = s->mlp, .bias = mlp, .transposed = turned}};
    struct piece down = {.name = HS_NAME_DOWN, .columns = s->d_model, .bias = mlp, .transposed = turned};
    if (c->family->interleaved && s->key_heads != s->heads)
        return failed(l, hs_fail(l->error, HS_BAD_INPUT, "%s: \"num_key_value_heads\" is not for a %s model; remove it from config.json",
            c->store.file, c->family->title));
    bool one = c->family->name[HS_NAME_QKV] != NULL;
    layer->norm_1 = norm(l, HS_NAME_NORM_1, index, s->d_model);
    layer->norm_2 = norm(l, HS_NAME_NORM_2, index, s->d_model);
    if (s->head_norms) {
        layer->q_norm = vector(l, HS_NAME_Q_NORM, index, ".weight", 0, s->d_k);
        layer->k_norm = vector(l, HS_NAME_K_NORM, index, ".weight", 0, s->d_k);
    }
    return !l->status && pack(l, index, one ? &fused : apart, one ? 1 : 3, s->d_model, &layer->qkv) &&
           pack(l, index, &o, 1, q, &layer->o) &&
           pack(l, index, s->gated ? up : up + 1, s->gated ? 2 : 1, s->d_model, &layer->up) &&
           pack(l, index, &down, 1, s->mlp, &layer->down);
}

/* A table that stays where it is, if it is there. */
static bool table(struct loader *l, enum hs_name_of which, size_t rows, size_t columns, struct hs_table *made)
{
    made->rows = rows;
    made->columns = columns;
    return find(l, which, 0, ".weight", &made->found) && check(l, &made->found, rows, columns);
}

static bool load_embeddings(struct loader *l)
{
    struct hs_checkpoint *c = l->checkpoint;
    const struct hs_settings *s = &c->settings;
    bool behind = c->family->name[HS_NAME_PROJECT_OUT] != NULL; /* positions are added behind the projection */
    struct hs_found found;
    if (!table(l, HS_NAME_WORD, s->vocabulary, s->word_width, &c->word))
        return l->status ? false : missing(l, name_of(l, HS_NAME_WORD, 0, ".weight").text);
    if (s->position_rows)
        c->position = vector(l, HS_NAME_POSITION, 0, ".weight", s->position_rows, behind ? s->d_model : s->word_width);
    if (s->types)
        c->type = vector(l, HS_NAME_TYPE, 0, ".weight", s->types, s->word_width);
    if (c->family->name[HS_NAME_EMBED_NORM])
        c->embed_norm = norm(l, HS_NAME_EMBED_NORM, 0, s->word_width);
    if (s->buckets)
        c->relative = vector(l, HS_NAME_RELATIVE, 0, ".weight", s->buckets, s->heads);
    if (c->family->name[HS_NAME_FINAL_NORM] && s->place != HS_PLACE_BEHIND)
        c->final_norm = norm(l, HS_NAME_FINAL_NORM, 0, s->d_model);
    if (l->status)
        return false;
    if (s->word_width != s->d_model || find(l, HS_NAME_PROJECT_IN, 0, ".weight", &found)) {
        struct piece in = {.name = HS_NAME_PROJECT_IN, .columns = s->d_model, .bias = !behind};
        struct piece out = {.name = HS_NAME_PROJECT_OUT, .columns = s->word_width};
        if (!pack(l, 0, &in, 1, s->word_width, &c->project_in) || (behind && !pack(l, 0, &out, 1, s->d_model, &c->project_out)))
            return false;
    }
    return true;
}

/* The head in the file: a masked one has a layer of its own before the table, a causal one is the table. */
static bool load_head(struct loader *l)
{
    struct hs_checkpoint *c = l->checkpoint;
    const struct hs_settings *s = &c->settings;
    struct hs_found found;
    bool masked = c->family->name[HS_NAME_HEAD_DENSE] != NULL;
    if (masked && !find(l, HS_NAME_HEAD_DENSE, 0, ".weight", &found))
        return true;
    if (!table(l, HS_NAME_HEAD, s->vocabulary, s->word_width, &c->head)) {
        if (l->status || !s->tied)
            return !l->status;
        c->head = c->word;
    }
    if (masked) {
        struct piece dense = {.name = HS_NAME_HEAD_DENSE, .columns = s->word_width, .bias = true};
        c->head_norm = norm(l, HS_NAME_HEAD_NORM, 0, s->word_width);
        if (l->status || !pack(l, 0, &dense, 1, s->d_model, &c->head_dense))
            return false;
        if (find(l, HS_NAME_HEAD_BIAS, 0, "", &found) || find(l, HS_NAME_HEAD, 0, ".bias", &found))
            c->head_bias = read_found(l, &found, 0, s->vocabulary);
    }
    c->answer = masked && !s->causal ? HS_ANSWER_MASKED : HS_ANSWER_NEXT;
    return !l->status;
}

/* Files of a model with a head begin their names with the model's; those of the model alone do not. */
static bool find_prefix(struct loader *l)
{
    struct hs_checkpoint *c = l->checkpoint;
    struct hs_found found;
    for (size_t i = 0; i < 3 && c->family->prefix[i]; i++) {
        snprintf(c->prefix, sizeof c->prefix, "%s", c->family->prefix[i]);
        if (find(l, HS_NAME_WORD, 0, ".weight", &found))
            return true;
    }
    return missing(l, name_of(l, HS_NAME_WORD, 0, ".weight").text);
}

enum hs_status hsi_load(struct hs_checkpoint *checkpoint, const struct hs_watch *watch, struct hs_error *error)
{
    struct loader l = {.checkpoint = checkpoint, .watch = watch, .error = error};
    if (!hsi_memory_fits((size_t)checkpoint->store.bytes))
        return hs_fail(error, HS_NO_MEMORY, "%s: its %llu MiB of weights are more than the memory that is free; close some programs or "
            "take a smaller model", checkpoint->store.file, (unsigned long long)checkpoint->store.bytes >> 20);
    l.buffer = malloc(BUFFER_FLOATS * sizeof *l.buffer);
    checkpoint->layer = calloc(checkpoint->settings.groups, sizeof *checkpoint->layer);
    if (!l.buffer || !checkpoint->layer)
        l.status = hs_fail(error, HS_NO_MEMORY, "%s: no memory for its weights", checkpoint->store.file);
    bool good = !l.status && find_prefix(&l) && load_embeddings(&l);
    for (size_t i = 0; i < checkpoint->settings.groups && good; i++)
        good = load_layer(&l, i, &checkpoint->layer[i]);
    if (good)
        load_head(&l);
    free(l.buffer);
    return l.status;
}
