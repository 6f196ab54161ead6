/* dump_part.c – a part of an attention file from the arrays that hold its numbers: one of all layers, or
 * one of each. Whether their shapes make sense. Called by what reads the formats, and dump_choose.c. */
#include "sources/dump.h"

#include <stdlib.h>
#include <string.h>

void *hsi_dump_memory(struct dump *dump, size_t size)
{
    size_t bytes;
    struct dump_memory *memory = hsi_size_add(size, sizeof *memory, &bytes) ? malloc(bytes) : NULL;
    if (!memory)
        return NULL;
    memory->next = dump->memory;
    dump->memory = memory;
    return memory->bytes;
}

static enum hs_status check_limits(
    const struct dump *dump, const struct dump_part *part, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    const struct {
        const char *axis;
        size_t size, limit;
        const char *remedy;
    } axes[] = {{"L (layers)", t->L, HS_DUMP_MAX_LAYERS, "write fewer layers"},
        {"B (batch)", t->B, HS_DUMP_MAX_BATCH, "write fewer items"},
        {"h (heads)", t->h, HS_MAX_HEADS, "check the order of the axes: (L, h, n, m)"},
        {"n (queries)", t->n, HS_DUMP_MAX_SIDE, "cut the sequence"},
        {"m (keys)", t->m, HS_DUMP_MAX_SIDE, "cut the sequence"}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        if (axes[i].size == 0)
            return hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
                "is empty: its axis %s is 0 long. If the model returned no weights, load the model "
                "with eager attention (attn_implementation=\"eager\") and export again",
                axes[i].axis);
        if (axes[i].size > axes[i].limit)
            return hsi_dump_fail(dump, part, error, HS_LIMIT,
                "has %s = %zu and the limit is %zu: %s", axes[i].axis, axes[i].size, axes[i].limit,
                axes[i].remedy);
    }
    return HS_OK;
}

/* (n, m), (h, n, m), (L, h, n, m) or (L, B, h, n, m); of a layer, as Hugging Face's, (n, m), (h, n, m) or (B, h, n, m). */
static enum hs_status take_shape(const struct dump *dump, struct dump_part *part, size_t rank,
    const size_t *shape, bool layers, struct hs_error *error)
{
    struct hs_part *t = &part->about;
    if (rank < 2 || rank > (layers ? 4 : 5))
        return hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
            layers ? "has %zu axes in each layer: expected (B, h, n, m), (h, n, m) or (n, m)"
                   : "has %zu axes: expected (L, h, n, m), (L, B, h, n, m), (h, n, m) or (n, m)",
            rank);
    t->L = layers ? part->blocks : rank > 3 ? shape[0] : 1;
    t->B = rank > (layers ? 3 : 4) ? shape[rank - 4] : 1;
    t->h = rank > 2 ? shape[rank - 3] : 1;
    t->n = shape[rank - 2];
    t->m = shape[rank - 1];
    if (part->dtype > HS_DTYPE_BF16)
        return hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
            "has numbers of type %s, and F64, F32, F16 and BF16 can be read: write the weights as "
            "floats",
            t->dtype);
    return check_limits(dump, part, error);
}

static enum hs_status check_alike(const struct dump *dump, const struct dump_part *part,
    const struct dump_array *const *array, size_t count, struct hs_error *error)
{
    for (size_t i = 1; i < count; i++)
        if (array[i]->dtype != array[0]->dtype || array[i]->rank != array[0]->rank ||
            memcmp(array[i]->shape, array[0]->shape, array[0]->rank * sizeof array[0]->shape[0]) != 0)
            return hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
                "has layers of different shapes or types, \"%s\" and \"%s\": write files of layers that are alike",
                hsi_name_shown(array[0]->name).text, hsi_name_shown(array[i]->name).text);
    return HS_OK;
}

enum hs_status hsi_dump_add_part(struct dump *dump, const char *name, enum hs_part_kind kind,
    const struct dump_array *const *array, size_t count, bool layers, struct hs_error *error)
{
    struct dump_part *part = &dump->part[dump->part_count];
    char *kept = hsi_dump_memory(dump, strlen(name) + 1);
    struct dump_block *block = malloc(count * sizeof *block);
    if (!kept || !block) {
        free(block);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    }
    memcpy(kept, name, strlen(name) + 1);
    for (size_t i = 0; i < count; i++)
        block[i] = array[i]->block;
    dump->part_count++;
    *part = (struct dump_part){
        .about = {.name = kept, .kind = kind, .dtype = array[0]->type}, .dtype = array[0]->dtype, .block = block, .blocks = count};
    enum hs_status status = check_alike(dump, part, array, count, error);
    return status ? status : take_shape(dump, part, array[0]->rank, array[0]->shape, layers, error);
}
