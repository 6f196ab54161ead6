/* dump_mask.c – what a batch was filled up with, and which cells a file says are masked: lists called
 * attention_mask in the metadata, tensors of that name, pads among the tokens. As Hugging Face has
 * it, 1 is what may be seen; or it is what is added to the scores, 0 and minus infinity or near it.
 * Called by dump_open.c, dump_axis.c and dump_window.c. */
#include "sources/dump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sources/dump_describe.h"

#define ADDED_AWAY (-1e4f) /* added to a score, this or less leaves nothing of a weight */

/* ------------------------------------------------------------------ what the file says */
/* Of an encoder-decoder file "attention_mask" is the encoder's; NULL: nothing says it. */
static const char *key_of(const struct dump *dump, const struct dump_part *part, enum hs_side side)
{
    bool two = false;
    for (size_t i = 0; i < dump->part_count; i++)
        two |= dump->part[i].about.kind == HS_PART_ENCODER || dump->part[i].about.kind == HS_PART_CROSS;
    bool decoder = part->about.kind == HS_PART_DECODER || (part->about.kind == HS_PART_CROSS && side == HS_QUERY);
    return decoder && two ? "decoder_attention_mask" : "attention_mask";
}

static enum hs_status misshaped(const struct dump *dump, const struct dump_part *part, const struct hs_tensor *tensor,
    struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    char shape[100] = "", batch[100] = "", layers[60] = "";
    size_t length = 0;
    for (size_t i = 0; i < tensor->rank && length < sizeof shape; i++)
        length += (size_t)snprintf(shape + length, sizeof shape - length, "%s%zu", i ? ", " : "", tensor->shape[i]);
    if (t->B > 1)
        snprintf(batch, sizeof batch, ", (%zu, 1, %zu, %zu) or (%zu, %zu)", t->B, t->n, t->m, t->B, t->m);
    if (t->L > 1)
        snprintf(layers, sizeof layers, ", or %zu of them, one a layer", t->L);
    return hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
        "has a tensor \"%s\" of shape (%s) beside it: expected (%zu, %zu), the same for all heads%s%s, "
        "1 where a query may see a key; or (%zu), 1 where a position is text",
        tensor->name, shape, t->n, t->m, batch, layers, t->m);
}

/* A tensor of that name: (m) and (B, m) say which positions are text, (n, m), (B, n, m), (L, n, m) and (L, B, n, m) which cells
 * are masked (of as many layers as items: items); sizes of 1 between do not matter. */
static enum hs_status take_tensor(const struct dump *dump, struct dump_part *part, enum hs_side side,
    const struct hs_tensor *tensor, size_t wanted, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    size_t size[HS_TENSOR_RANK], rank = 0;
    bool square = t->kind != HS_PART_CROSS && tensor->rank > 1 && tensor->shape[tensor->rank - 1] == t->m &&
                  tensor->shape[tensor->rank - 2] == t->n;
    for (size_t i = 0; i < tensor->rank; i++)
        if (tensor->shape[i] != 1 || (square && i + 2 >= tensor->rank))
            size[rank++] = tensor->shape[i];
    bool batch = t->B > 1 && rank > 0 && size[0] == t->B, listed = !square || (batch && tensor->rank == 2);
    size_t inner = rank - batch;
    if (tensor->dtype != HS_DTYPE_OTHER && listed && (inner == 1 ? size[rank - 1] == wanted : inner == 0 && wanted == 1)) {
        part->filled[side] = tensor;
        return HS_OK;
    }
    part->mask_by_item = rank == 4 || (rank == 3 && batch);
    part->mask_by_layer = rank == 4 || (rank == 3 && !batch);
    bool good = square && rank <= 4 && (!part->mask_by_layer || size[0] == t->L) && (rank < 4 || size[1] == t->B);
    if (tensor->dtype == HS_DTYPE_OTHER || !good)
        return misshaped(dump, part, tensor, error);
    part->mask = tensor;
    return HS_OK;
}

enum hs_status hsi_dump_take_mask(struct dump *dump, struct dump_part *part, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    bool generated = t->kind != HS_PART_CROSS && t->n < t->m;
    enum hs_status status = HS_OK;
    for (enum hs_side side = HS_QUERY; !status && side <= HS_KEY; side++) {
        const char *key = key_of(dump, part, side);
        const struct hs_tensor *tensor = dump->tensors ? hsi_tensors_find(dump->tensors, key) : NULL;
        size_t wanted = side == HS_KEY || generated ? t->m : t->n;
        if (t->kind == HS_PART_CROSS && side == HS_QUERY && strcmp(key, "attention_mask") == 0)
            continue;
        part->seen_skip[side] = generated && side == HS_QUERY ? t->m - t->n : 0;
        status = hsi_dump_meta_list(&dump->meta, key, &part->seen[side], error);
        if (!status && part->seen[side])
            status = hsi_dump_check_lists(dump, part, part->seen[side], key, false, wanted, error);
        else if (!status && tensor)
            status = take_tensor(dump, part, side, tensor, wanted, error);
    }
    part->begins_padded = t->kind == HS_PART_DECODER || t->kind == HS_PART_CROSS;
    return status;
}

/* ------------------------------------------------------------------ numbers */
/* Reads numbers [first, first + count) of a mask: true = may be seen. */
static enum hs_status read_seen(const struct dump *dump, const struct hs_tensor *tensor, size_t first, size_t count,
    bool *seen, struct hs_error *error)
{
    float *value = malloc(count * sizeof *value);
    enum hs_status status = value ? hsi_tensors_read(dump->tensors, tensor, first, count, false, value, error)
                                  : hs_fail(error, HS_NO_MEMORY, "no memory left for a mask");
    bool added = false, ones = false;
    for (size_t i = 0; !status && i < count; i++) {
        added |= value[i] <= ADDED_AWAY;
        ones |= value[i] > 0;
    }
    added |= !ones && tensor->dtype <= HS_DTYPE_BF16; /* nothing but zeros, added to scores: nothing is masked */
    for (size_t i = 0; !status && i < count; i++)
        seen[i] = added ? value[i] > ADDED_AWAY : value[i] != 0;
    free(value);
    return status;
}

/* ------------------------------------------------------------------ padding */
static bool is_pad(const char *text)
{
    static const char *const pads[] = {
        "[PAD]", "[pad]", "<pad>", "<PAD>", "<|pad|>", "<|padding|>", "<|finetune_right_pad_id|>", "<｜▁pad▁｜>"};
    for (size_t i = 0; i < sizeof pads / sizeof *pads; i++)
        if (strcmp(text, pads[i]) == 0)
            return true;
    return false;
}

static enum hs_status fill(const struct dump *dump, const struct dump_part *part, enum hs_side side, size_t batch,
    const char *const *texts, struct dump_axis *axis, struct hs_error *error)
{
    size_t count = axis->file_count, skip = part->seen_skip[side], at = 0;
    bool *padded = axis->padded;
    const struct hs_tensor *tensor = part->filled[side];
    if (part->seen[side]) {
        const struct hs_json *item = hs_json_first(hsi_dump_list_of(part->seen[side], batch));
        for (size_t seen = 1; item && at < count; item = hs_json_next(item)) {
            hs_json_index(item, 2, &seen);
            if (skip > 0)
                skip--;
            else
                padded[at++] = !seen;
        }
        return HS_OK;
    }
    if (tensor) {
        size_t items = tensor->count / (skip + count);
        enum hs_status status =
            read_seen(dump, tensor, (items > 1 ? batch : 0) * (skip + count) + skip, count, padded, error);
        for (; !status && at < count; at++)
            padded[at] = !padded[at];
        return status;
    }
    for (; at < count; at++)
        padded[at] = is_pad(texts[at]);
    if (side == HS_QUERY && part->begins_padded && count > 1 && !padded[1])
        padded[0] = false;
    return HS_OK;
}

enum hs_status hsi_dump_find_padding(const struct dump *dump, const struct dump_part *part, enum hs_side side,
    size_t batch, const char *const *texts, struct dump_axis *axis, struct hs_error *error)
{
    if (!part->seen[side] && !part->filled[side] && !texts)
        return HS_OK;
    axis->padded = calloc(axis->file_count, sizeof *axis->padded);
    enum hs_status status = axis->padded ? fill(dump, part, side, batch, texts, axis, error)
                                         : hs_fail(error, HS_NO_MEMORY, "no memory left for a mask");
    for (size_t i = 0; !status && i < axis->file_count; i++)
        axis->padding += axis->padded[i];
    if (axis->padding == 0) {
        free(axis->padded);
        axis->padded = NULL;
    }
    if (!status && axis->padding == axis->file_count)
        status = hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
            "holds nothing but padding in batch item %zu: choose another item, or correct attention_mask", batch);
    return status;
}

/* ------------------------------------------------------------------ cells */
enum hs_status hsi_dump_read_mask(struct dump *dump, const struct dump_part *part, size_t layer, size_t batch, size_t *layers,
    bool **masked, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    size_t cells = t->n * t->m, items = part->mask_by_item ? t->B : 1, first = layer == SIZE_MAX ? 0 : layer;
    *masked = NULL;
    *layers = part->mask_by_layer && layer == SIZE_MAX ? t->L : 1;
    if (!part->mask && !part->cells)
        return HS_OK;
    bool *made = malloc(*layers * cells * sizeof *made);
    if (made && part->cells) {
        memcpy(made, part->cells, cells * sizeof *made);
        *masked = made;
        return HS_OK;
    }
    enum hs_status status = made ? HS_OK : hs_fail(error, HS_NO_MEMORY, "no memory left for a mask");
    for (size_t i = 0; !status && i < *layers; i++)
        status = read_seen(dump, part->mask, ((part->mask_by_layer ? first + i : 0) * items + (part->mask_by_item ? batch : 0)) * cells,
            cells, made + i * cells, error);
    for (size_t i = 0; !status && i < *layers * cells; i++)
        made[i] = !made[i];
    if (status)
        free(made);
    else
        *masked = made;
    return status;
}
