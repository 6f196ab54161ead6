/* checkpoint.c – a model as an object: opened whole or not at all, told about, dropped. See hs_checkpoint.h. */
#include "checkpoint/checkpoint.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The folder of `path`, which may be any file of it. */
static enum hs_status folder_of(const char *path, char *folder, size_t room, struct hs_error *error)
{
    struct stat about;
    if (!path || !*path)
        return hs_fail(error, HS_BAD_USE, "no model was named; give its folder");
    if (snprintf(folder, room, "%s", path) >= (int)room)
        return hs_fail(error, HS_LIMIT, "%s: the path is too long", hsi_name_shown(path).text);
    if (stat(path, &about))
        return hs_fail(error, HS_IO, "%s: there is no such folder or file; give a model's folder", hsi_name_shown(path).text);
    if (S_ISDIR(about.st_mode))
        return HS_OK;
    char *slash = strrchr(folder, '/');
    if (!slash)
        snprintf(folder, room, ".");
    else
        slash[slash == folder] = '\0';
    return HS_OK;
}

int hs_checkpoint_knows(const char *folder)
{
    return hsi_path_exists(folder, "config.json") ? 100 : 0;
}

enum hs_status hs_checkpoint_open(const char *path, const struct hs_watch *watch, struct hs_checkpoint **checkpoint,
    struct hs_error *error)
{
    char folder[4096];
    enum hs_status status = folder_of(path, folder, sizeof folder, error);
    if (status)
        return status;
    struct hs_checkpoint *made = calloc(1, sizeof *made);
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "%s: no memory to open it", hsi_name_shown(path).text);
    atomic_store(&made->owners, 1);
    pthread_mutex_init(&made->lock, NULL);
    made->kernels = hsi_kernels_best();
    status = hsi_settings_read(folder, &made->family, &made->settings, error);
    if (!status)
        status = hsi_store_open(folder, &made->store, error);
    if (!status)
        status = hsi_load(made, watch, error);
    if (status) {
        hs_checkpoint_drop(made);
        return status;
    }
    *checkpoint = made;
    return HS_OK;
}

struct hs_checkpoint *hs_checkpoint_keep(struct hs_checkpoint *checkpoint)
{
    atomic_fetch_add(&checkpoint->owners, 1);
    return checkpoint;
}

void hs_checkpoint_drop(struct hs_checkpoint *checkpoint)
{
    if (!checkpoint || atomic_fetch_sub(&checkpoint->owners, 1) > 1)
        return;
    for (size_t i = 0; checkpoint->layer && i < checkpoint->settings.groups; i++) {
        struct hs_layer *layer = &checkpoint->layer[i];
        hsi_packed_drop(&layer->qkv);
        hsi_packed_drop(&layer->o);
        hsi_packed_drop(&layer->up);
        hsi_packed_drop(&layer->down);
    }
    free(checkpoint->layer);
    hsi_packed_drop(&checkpoint->project_in);
    hsi_packed_drop(&checkpoint->project_out);
    hsi_packed_drop(&checkpoint->head_dense);
    hsi_arena_drop(&checkpoint->arena);
    hsi_store_drop(&checkpoint->store);
    hsi_pool_drop(checkpoint->pool);
    hsi_spare_drop(&checkpoint->spare);
    pthread_mutex_destroy(&checkpoint->lock);
    free(checkpoint);
}

struct hs_checkpoint_info hs_checkpoint_info(const struct hs_checkpoint *c)
{
    static const enum hs_layer_kind kinds[] = {[HS_PLACE_BEHIND] = HS_LAYER_POST_NORM, [HS_PLACE_BEFORE] = HS_LAYER_PRE_NORM,
        [HS_PLACE_PARALLEL] = HS_LAYER_PARALLEL};
    const struct hs_settings *s = &c->settings;
    return (struct hs_checkpoint_info){.family = c->family->title,
        .type = c->family->type,
        .folder = c->store.folder,
        .dtype = c->dtype,
        .layers = s->layers,
        .heads = s->heads,
        .key_heads = s->key_heads,
        .d_model = s->d_model,
        .d_k = s->d_k,
        .mlp = s->mlp,
        .vocabulary = s->vocabulary,
        .positions = s->positions,
        .causal = s->causal,
        .turns = (s->rotary > 0 ? HS_TURNS_POSITION : 0) | (s->head_norms ? HS_TURNS_NORM : 0),
        .kind = kinds[s->place],
        .answer = c->answer,
        .bytes = c->store.bytes,
        .parameters = c->parameters};
}

size_t hs_checkpoint_window(const struct hs_checkpoint *checkpoint, size_t layer)
{
    const struct hs_settings *s = &checkpoint->settings;
    return layer < s->layers && s->windowed[layer] ? s->window : 0;
}

float hs_checkpoint_scale(const struct hs_checkpoint *checkpoint, size_t layer)
{
    const struct hs_settings *s = &checkpoint->settings;
    return s->scale_by_layer ? s->scale / (float)(layer + 1) : s->scale;
}

void hs_checkpoint_weights(const struct hs_checkpoint *checkpoint, size_t layer, enum hs_layer_weights which, float *to)
{
    const struct hs_settings *s = &checkpoint->settings;
    const struct hs_layer *of = hsi_layer_of(checkpoint, layer);
    bool o = which == HS_LAYER_W_O || which == HS_LAYER_B_O, bias = which >= HS_LAYER_B_Q;
    const struct hs_packed *packed = o ? &of->o : &of->qkv;
    size_t q = s->heads * s->d_k, kv = s->key_heads * s->d_k, part = (size_t)which % 4;
    size_t column = part == 1 ? q : part == 2 ? q + kv : 0, columns = part == 3 ? s->d_model : part == 0 ? q : kv;
    if (bias)
        memcpy(to, packed->b + column, columns * sizeof *to);
    else
        hsi_packed_unpack(packed, column, columns, to);
}
