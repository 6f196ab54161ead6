/* bpe.c – byte-pair encoding: a word's characters are joined, always the neighbours whose merge has
 * the lowest rank, the leftmost of equals. Called by model.c. A heap of candidates keeps a long
 * word from costing its length squared. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

#include <string.h>

#define NOWHERE UINT32_MAX

struct symbol {
    uint32_t id, length; /* bytes; 0 once it was joined to the one before */
    uint32_t before, next;
};
struct candidate {
    uint32_t rank, at, id;
};

/* A word's symbols are the scratch list, the candidates a heap in the list of cuts. */
static struct symbol *symbols(struct encoder *encoder)
{
    return encoder->scratch.data;
}

static bool add_symbol(struct encoder *encoder, uint32_t id, size_t length)
{
    uint32_t at = (uint32_t)encoder->scratch.count;
    struct symbol *symbol = hsi_encode_more(encoder, &encoder->scratch, sizeof *symbol);
    if (!symbol)
        return false;
    *symbol = (struct symbol){id, (uint32_t)length, at ? at - 1 : NOWHERE, NOWHERE};
    if (at)
        symbol[-1].next = at;
    return true;
}

static const struct merge *merge_find(const struct model *model, uint32_t left, uint32_t right)
{
    uint64_t pair = ((uint64_t)left << 32 | right) + 1;
    size_t at = hsi_merge_slot(pair) & model->merge_mask;
    for (; model->merge && model->merge[at].pair; at = (at + 1) & model->merge_mask)
        if (model->merge[at].pair == pair)
            return &model->merge[at];
    return NULL;
}

static bool sooner(struct candidate a, struct candidate b)
{
    return a.rank != b.rank ? a.rank < b.rank : a.at < b.at;
}

static bool push(struct encoder *encoder, uint32_t left)
{
    const struct symbol *symbol = symbols(encoder);
    uint32_t right = left == NOWHERE ? NOWHERE : symbol[left].next;
    if (right == NOWHERE)
        return true;
    const struct merge *merge =
        merge_find(&encoder->tokenizer->model, symbol[left].id, symbol[right].id);
    if (!merge)
        return true;
    struct candidate added = {merge->rank, left, merge->id};
    size_t at = encoder->cuts.count;
    if (!hsi_encode_more(encoder, &encoder->cuts, sizeof added))
        return false;
    struct candidate *heap = encoder->cuts.data;
    for (; at > 0 && sooner(added, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = added;
    return true;
}

static struct candidate pop(struct encoder *encoder)
{
    struct candidate *heap = encoder->cuts.data, top = heap[0];
    size_t count = --encoder->cuts.count, at = 0;
    struct candidate moved = heap[count];
    for (size_t child; (child = at * 2 + 1) < count; at = child) {
        if (child + 1 < count && sooner(heap[child + 1], heap[child]))
            child++;
        if (!sooner(heap[child], moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
    return top;
}

static bool merge_all(struct encoder *encoder)
{
    const struct model *model = &encoder->tokenizer->model;
    struct symbol *symbol = symbols(encoder);
    encoder->cuts.count = 0;
    for (uint32_t i = 0; i + 1 < encoder->scratch.count; i++)
        if (!push(encoder, i))
            return false;
    while (encoder->cuts.count) {
        struct candidate top = pop(encoder);
        struct symbol *left = &symbol[top.at];
        if (left->length == 0 || left->next == NOWHERE)
            continue;
        struct symbol *right = &symbol[left->next];
        const struct merge *merge = merge_find(model, left->id, right->id);
        if (!merge || merge->id != top.id) // something else was joined here meanwhile
            continue;
        left->id = top.id;
        left->length += right->length;
        left->next = right->next;
        right->length = 0;
        if (left->next != NOWHERE)
            symbol[left->next].before = top.at;
        if (!push(encoder, left->before) || !push(encoder, top.at))
            return false;
    }
    return true;
}

/* A character as its vocabulary spells it: with the prefix unless it is the word's first, with the
 * suffix if its last. */
static size_t spell(const struct model *model, const char *text, size_t length, bool first,
    bool last, char *spelt, size_t room)
{
    size_t prefix = first ? 0 : model->prefix_length, suffix = last ? model->suffix_length : 0;
    if (prefix + length + suffix > room)
        return 0;
    memcpy(spelt, model->prefix, prefix);
    memcpy(spelt + prefix, text, length);
    memcpy(spelt + prefix + length, model->suffix, suffix);
    return prefix + length + suffix;
}

/* The bytes of an unknown character as tokens <0x…>; *done false when one of them is missing. */
static bool fall_back(struct encoder *encoder, const char *spelt, size_t length, bool *done)
{
    const struct model *model = &encoder->tokenizer->model;
    *done = false;
    for (size_t i = 0; i < length; i++)
        if (model->byte_id[(unsigned char)spelt[i]] == HS_NO_PIECE)
            return true;
    *done = true;
    for (size_t i = 0; i < length; i++)
        if (!add_symbol(encoder, model->byte_id[(unsigned char)spelt[i]], 1))
            return false;
    return true;
}

/* Fills the symbols with the word's characters. An unknown one waits until the next is known to be
 * none, since several may become one; tokens of bytes do not end such a run, as in the reference. */
static bool read_word(struct encoder *encoder, const struct split *split)
{
    const struct model *model = &encoder->tokenizer->model;
    const char *bytes = encoder->now.bytes;
    size_t unknown = 0;
    encoder->scratch.count = 0;
    for (size_t at = split->from; at < split->to;) {
        size_t from = at;
        char spelt[WORD_BYTES + 8];
        hs_utf8_next(bytes, split->to, &at);
        size_t length = spell(model, bytes + from, at - from, from == split->from, at == split->to,
            spelt, sizeof spelt);
        size_t index = length ? hsi_words_find(&model->words, spelt, length) : WORD_NONE;
        if (index != WORD_NONE) {
            if (unknown && !add_symbol(encoder, model->unknown, unknown))
                return false;
            unknown = 0;
            if (!add_symbol(encoder, model->words.word[index].id, at - from))
                return false;
            continue;
        }
        bool done = false;
        if (model->byte_fallback && !fall_back(encoder, spelt, length, &done))
            return false;
        if (done || !model->unknown_name)
            continue;
        if (model->unknown == HS_NO_PIECE)
            return hsi_model_unknown(encoder, split, from);
        if (unknown && !model->fuse_unknown) {
            if (!add_symbol(encoder, model->unknown, unknown))
                return false;
            unknown = 0;
        }
        unknown += at - from;
    }
    return !unknown || add_symbol(encoder, model->unknown, unknown);
}

bool hsi_bpe_cut(struct encoder *encoder, const struct split *split)
{
    const struct model *model = &encoder->tokenizer->model;
    size_t length = split->to - split->from;
    if (model->ignore_merges) {
        size_t index = hsi_words_find(&model->words, encoder->now.bytes + split->from, length);
        if (index != WORD_NONE)
            return hsi_part_add(encoder, split, model->words.word[index].id, 0, length);
    }
    if (!read_word(encoder, split) || !merge_all(encoder))
        return false;
    size_t at = 0;
    for (size_t i = 0; i < encoder->scratch.count; i++) {
        struct symbol symbol = symbols(encoder)[i];
        if (symbol.length == 0)
            continue;
        if (!hsi_part_add(encoder, split, symbol.id, at, at + symbol.length))
            return false;
        at += symbol.length;
    }
    return true;
}
