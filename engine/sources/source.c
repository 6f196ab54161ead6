/* source.c – what all kinds of source have in common: owners, questions, and the check of a request
 * before a kind sees it. Called through hs_source.h; it knows no kind. */
#include "sources/source.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const char *hs_part_kind_name(enum hs_part_kind kind)
{
    static const char *const names[] = {"self-attention", "encoder", "decoder", "cross"};
    return names[kind];
}

enum hs_status hsi_stopped(struct hs_error *error)
{
    return hs_fail(error, HS_STOPPED, "it was stopped before its end");
}

/* ------------------------------------------------------------------ owners */
void hsi_source_begin(struct hs_source *source, const struct hs_source_kind *kind)
{
    source->kind = kind;
    source->info = (struct hs_source_info){.kind = kind->name,
        .label = kind->name,
        .path = "",
        .model = "",
        .parts = 1,
        .longest = HS_MAX_TOKENS};
    source->preset = NULL;
    atomic_store(&source->owners, 1);
}

struct hs_source *hs_source_keep(struct hs_source *source)
{
    atomic_fetch_add(&source->owners, 1);
    return source;
}

void hs_source_drop(struct hs_source *source)
{
    if (source && atomic_fetch_sub(&source->owners, 1) == 1)
        source->kind->drop(source);
}

/* ------------------------------------------------------------------ questions */
struct hs_source_info hs_source_info(const struct hs_source *source)
{
    return source->info;
}

bool hs_source_can(const struct hs_source *source, unsigned can)
{
    return (source->info.can & can) == can;
}

const struct hs_part *hs_source_part(const struct hs_source *source, size_t index)
{
    return index < source->info.parts ? source->kind->part(source, index) : NULL;
}

const struct hs_preset *hs_source_preset(const struct hs_source *source)
{
    return source->preset;
}

enum hs_status hs_source_weights(
    struct hs_source *source, size_t layer, struct hs_weights *weights, struct hs_error *error)
{
    if (!source->kind->weights)
        return hs_fail(error, HS_BAD_USE,
            "%s holds no W^Q, W^K, W^V and W^O: open the model itself to see them",
            source->info.label);
    if (layer >= hs_source_part(source, 0)->L)
        return hs_fail(error, HS_BAD_USE, "%s has no layer %zu: it has layers 0 to %zu",
            source->info.label, layer, hs_source_part(source, 0)->L - 1);
    return source->kind->weights(source, layer, weights, error);
}

enum hs_status hs_source_tokens(struct hs_source *source, const char *text, size_t length,
    struct hs_tokens **tokens, struct hs_error *error)
{
    if (!source->kind->tokens)
        return hs_fail(error, HS_BAD_USE, "%s runs no text", source->info.label);
    return source->kind->tokens(source, text, length, tokens, error);
}

bool hs_source_failed(struct hs_source *source, struct hs_error *error)
{
    return source->kind->failed && source->kind->failed(source, error);
}

/* ------------------------------------------------------------------ requests */
struct hs_view hs_view_of(size_t part)
{
    return (struct hs_view){.part = part};
}

struct hs_request hs_request_of(const struct hs_source *source)
{
    const struct hs_part *part = hs_source_part(source, 0);
    return (struct hs_request){.h = part->h,
        .mask = part->causal ? HS_MASK_CAUSAL : HS_MASK_NONE,
        .keep = HS_KEEP_ALL,
        .keep_layer = SIZE_MAX};
}

/* What may not be chosen is the source's own. */
static enum hs_status check(const struct hs_source *source, const struct hs_request *asked,
    struct hs_request *request, struct hs_error *error)
{
    const struct hs_part *part = hs_source_part(source, asked->view.part);
    const char *label = source->info.label;
    *request = *asked;
    if (!part)
        return hs_fail(error, HS_BAD_USE, "%s: there is no tensor %zu: it holds %zu", label,
            asked->view.part, source->info.parts);
    if (hs_source_can(source, HS_CAN_TEXT) && !asked->text && !asked->tokens)
        return hs_fail(error, HS_BAD_USE, "%s needs a text to run", label);
    if (asked->head_mode && !hs_source_can(source, HS_CAN_MODES))
        return hs_fail(error, HS_BAD_USE,
            "the heads of %s cannot be switched off: its numbers are as they are", label);
    if (!hs_source_can(source, HS_CAN_HEADS))
        request->h = part->h;
    if (!hs_source_can(source, HS_CAN_MASK)) {
        request->mask = part->causal ? HS_MASK_CAUSAL : HS_MASK_NONE;
        request->key_padding = NULL;
    }
    if (!hs_source_can(source, HS_CAN_PIECES))
        request->view.pieces = HS_PIECES_READABLE;
    return HS_OK;
}

enum hs_status hs_source_run(struct hs_source *source, const struct hs_request *request,
    struct hs_set **set, struct hs_error *error)
{
    struct hs_request checked;
    enum hs_status status = check(source, request, &checked, error);
    return status ? status : source->kind->run(source, &checked, set, error);
}

enum hs_status hs_source_answer(struct hs_source *source, const struct hs_request *request, size_t at, struct hs_likely *answer,
    struct hs_error *error)
{
    struct hs_request checked;
    if (!hs_source_can(source, HS_CAN_ANSWER))
        return hs_fail(error, HS_BAD_USE, source->kind->answer
                ? "%s has no head that names tokens in its file: a model saved \"for causal LM\" or \"for masked LM\" has one"
                : "%s names no tokens: only a language model does",
            source->info.label);
    enum hs_status status = check(source, request, &checked, error);
    return status ? status : source->kind->answer(source, &checked, at, answer, error);
}

enum hs_status hs_source_write(struct hs_source *source, const struct hs_texts *texts, const char *path, bool overwrite,
    const struct hs_watch *watch, struct hs_error *error)
{
    if (!source->kind->write)
        return hs_fail(error, HS_BAD_USE, "%s: only a real model writes attention files: open the folder of one", source->info.label);
    return source->kind->write(source, texts, path, overwrite, watch, error);
}
