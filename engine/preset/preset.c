/* preset.c – opens the preset model and hands out its parts. Called through hs.h by the app and by
 * sources/. A preset is immutable but for the packed weights, made once under a lock. */
#include "preset/preset.h"

#include "preset/preset_parts.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static enum hs_status no_memory(struct hs_error *error)
{
    return hs_fail(error, HS_NO_MEMORY, "no memory for the preset model (about 8 MiB)");
}

/* folder/name; NULL when memory ran out. */
static char *join(const char *folder, const char *name)
{
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = malloc(room);
    bool slash = *folder && folder[strlen(folder) - 1] == '/';
    if (path)
        snprintf(path, room, "%s%s%s", folder, slash || !*folder ? "" : "/", name);
    return path;
}

static enum hs_status make_shared(struct hs_preset *preset, struct hs_error *error)
{
    preset->W = hsi_big_floats((size_t)4 * HS_D_MODEL * HS_D_MODEL);
    preset->shared = calloc(1, sizeof *preset->shared);
    if (!preset->W || !preset->shared)
        return no_memory(error);
    if (pthread_mutex_init(&preset->shared->lock, NULL) != 0) {
        free(preset->shared);
        preset->shared = NULL;
        return no_memory(error);
    }
    return HS_OK;
}

static enum hs_status make_parts(struct hs_preset *preset, struct hs_error *error)
{
    const size_t square = (size_t)HS_D_MODEL * HS_D_MODEL;
    preset->tagger = malloc(hsi_tagger_inputs() * HS_TAG_COUNT * sizeof *preset->tagger);
    enum hs_status status = preset->tagger ? make_shared(preset, error) : no_memory(error);
    if (status)
        return status;
    hsi_preset_role_values(preset->W + 2 * square);
    hsi_preset_role_output(preset->W + 3 * square);
    return HS_OK;
}

static enum hs_status open_parts(
    struct hs_preset *preset, const char *list, const char *weights, struct hs_error *error)
{
    enum hs_status status = make_parts(preset, error);
    if (!status)
        status = hsi_lexicon_open(list, &preset->lexicon, error);
    return status ? status : hsi_preset_read_weights(preset, weights, error);
}

enum hs_status hs_preset_open(const char *folder, struct hs_preset **preset, struct hs_error *error)
{
    struct hs_preset *made = calloc(1, sizeof *made);
    if (made)
        atomic_store(&made->owners, 1);
    char *list = join(folder, "lexicon.json"), *weights = join(folder, "preset.safetensors");
    enum hs_status status =
        made && list && weights ? open_parts(made, list, weights, error) : no_memory(error);
    free(list);
    free(weights);
    if (status)
        hs_preset_drop(made);
    else
        *preset = made;
    return status;
}

void hs_preset_drop(struct hs_preset *preset)
{
    if (!preset || atomic_fetch_sub(&preset->owners, 1) > 1)
        return;
    if (preset->shared) {
        hs_model_drop(preset->shared->model);
        free(preset->shared->code);
        pthread_mutex_destroy(&preset->shared->lock);
        free(preset->shared);
    }
    if (!preset->lender) {
        hsi_lexicon_drop(preset->lexicon);
        free(preset->tagger);
    }
    free(preset->W);
    free(preset);
}

bool hs_preset_trained(const struct hs_preset *preset)
{
    return preset->trained;
}

const char *hs_preset_label(const struct hs_preset *preset)
{
    return preset->label;
}

struct hs_weights hs_preset_weights(const struct hs_preset *preset)
{
    const size_t square = (size_t)HS_D_MODEL * HS_D_MODEL;
    return (struct hs_weights){.d_model = HS_D_MODEL,
        .W_Q = preset->W,
        .W_K = preset->W + square,
        .W_V = preset->W + 2 * square,
        .W_O = preset->W + 3 * square};
}

enum hs_status hs_preset_model(
    const struct hs_preset *preset, const struct hs_model **model, struct hs_error *error)
{
    struct hs_preset_shared *shared = preset->shared;
    enum hs_status status = HS_OK;
    pthread_mutex_lock(&shared->lock);
    if (!shared->model) {
        const struct hs_weights weights = hs_preset_weights(preset);
        status = hs_model_new(&weights, &shared->model, error);
    }
    if (!status)
        *model = shared->model;
    pthread_mutex_unlock(&shared->lock);
    return status;
}

enum hs_status hsi_preset_lend(
    const struct hs_preset *lender, const char *label, struct hs_preset **preset, float **W, struct hs_error *error)
{
    struct hs_preset *made = calloc(1, sizeof *made);
    if (!made)
        return no_memory(error);
    atomic_store(&made->owners, 1);
    made->lender = lender;
    made->lexicon = lender->lexicon;
    made->tagger = lender->tagger;
    snprintf(made->label, sizeof made->label, "%s", label);
    enum hs_status status = make_shared(made, error);
    if (status) {
        hs_preset_drop(made);
        return status;
    }
    *W = made->W;
    *preset = made;
    return HS_OK;
}

const struct hs_preset *hsi_preset_keep(const struct hs_preset *preset)
{
    atomic_fetch_add(&((struct hs_preset *)(uintptr_t)preset)->owners, 1);
    return preset;
}

bool hsi_preset_lent(const struct hs_preset *preset)
{
    return preset->lender;
}

const struct hs_lexicon *hsi_preset_lexicon(const struct hs_preset *preset)
{
    return preset->lexicon;
}

const float *hsi_preset_tagger(const struct hs_preset *preset)
{
    return preset->tagger;
}

const uint64_t *hsi_preset_codes(const struct hs_preset *preset)
{
    struct hs_preset_shared *shared = preset->shared;
    pthread_mutex_lock(&shared->lock);
    size_t forms = hsi_lexicon_forms(preset->lexicon);
    if (!shared->code) {
        shared->code = malloc((forms + 1) * sizeof *shared->code);
        for (size_t i = 0; shared->code && i < forms; i++)
            shared->code[i] = hsi_lexicon_code(preset->lexicon, i);
    }
    const uint64_t *code = shared->code;
    pthread_mutex_unlock(&shared->lock);
    return code;
}

/* ------------------------------------------------------------------ what the heads were trained
 * for */

void hs_preset_head_label(size_t h, size_t head, char *label, size_t room)
{
    static const char *const names[HS_RELATION_HEADS] = {"subject–verb", "verb–object",
        "place and time", "pronoun reference", "modifier–noun", "preposition–object",
        "auxiliary–verb", "previous token"};
    char text[256] = "";
    if (h == 1) {
        snprintf(text, sizeof text, "all eight relations");
    } else if (h <= HS_RELATION_HEADS) {
        size_t each = h ? HS_RELATION_HEADS / h : 1, used = 0;
        for (size_t k = head * each; k < (head + 1) * each && k < HS_RELATION_HEADS; k++)
            used += (size_t)snprintf(
                text + used, sizeof text - used, "%s%s", used ? " + " : "", names[k]);
    } else {
        size_t parts = h / HS_RELATION_HEADS, k = head / parts;
        if (k < HS_RELATION_HEADS)
            snprintf(text, sizeof text, "%s (%zu of %zu)", names[k], head % parts + 1, parts);
    }
    if (room == 0)
        return;
    size_t length = strlen(text);
    if (length >= room) {
        length = room - 1;
        while (
            length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) /* whole characters only */
            length--;
    }
    memcpy(label, text, length);
    label[length] = '\0';
}
