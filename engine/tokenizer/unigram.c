/* unigram.c – the likeliest way to cut a text into pieces that each have a probability (Viterbi).
 * Called by model.c. Sums are made in the reference's order and in double, since ties are common. */
#include "tokenizer/encode.h"

#include <string.h>

struct best { /* the best way to end at a byte */
    double score;
    size_t from; /* SIZE_MAX: none yet */
    uint32_t id;
};

static void offer(struct best *best, double score, size_t from, uint32_t id)
{
    if (best->from == SIZE_MAX || score > best->score)
        *best = (struct best){score, from, id};
}

/* All pieces that begin at a place, and the unknown character when none of them is one character. */
static bool extend(
    const struct model *model, struct best *best, const char *bytes, size_t length, size_t from)
{
    size_t first = from; // behind the first character
    hs_utf8_next(bytes, length, &first);
    uint64_t hash = WORDS_HASH;
    double score = best[from].score;
    bool single = false;
    for (size_t at = from; at < length && at - from < model->words.longest;) {
        hash = hsi_words_hash(hash, bytes + at++, 1);
        if (at < length && ((unsigned char)bytes[at] & 0xC0) == 0x80)
            continue;
        size_t index = hsi_words_probe(&model->words, hash, bytes + from, at - from, NULL, 0);
        if (index == WORD_NONE)
            continue;
        offer(&best[at], model->score[index] + score, from, model->words.word[index].id);
        single |= at == first;
    }
    struct best before = best[first];
    if (!single)
        offer(&best[first], model->unknown_score + score, from, model->unknown);
    return model->unknown != HS_NO_PIECE || single || best[first].from == before.from;
}

/* A stretch that no piece was found for: its bytes, if the vocabulary has them all, or the unknown. */
static bool add_unknown(struct encoder *encoder, const struct split *split, size_t from, size_t to)
{
    const struct model *model = &encoder->tokenizer->model;
    const char *bytes = encoder->now.bytes + split->from;
    size_t index = hsi_words_find(&model->words, bytes + from, to - from);
    if (index != WORD_NONE) // several unknown characters that are a piece together, or the
                            // unknown's own name
        return hsi_part_add(encoder, split, model->words.word[index].id, from, to);
    bool all = model->byte_fallback;
    for (size_t i = from; all && i < to; i++)
        all = model->byte_id[(unsigned char)bytes[i]] != HS_NO_PIECE;
    if (!all)
        return hsi_part_add(encoder, split, model->unknown, from, to);
    for (size_t i = from; i < to; i++)
        if (!hsi_part_add(encoder, split, model->byte_id[(unsigned char)bytes[i]], from, to))
            return false;
    return true;
}

bool hsi_unigram_cut(struct encoder *encoder, const struct split *split)
{
    const struct model *model = &encoder->tokenizer->model;
    const char *bytes = encoder->now.bytes + split->from;
    size_t length = split->to - split->from;
    encoder->scratch.count = 0;
    for (size_t i = 0; i <= length; i++) {
        struct best *best = hsi_encode_more(encoder, &encoder->scratch, sizeof *best);
        if (!best)
            return false;
        *best = (struct best){0, SIZE_MAX, 0};
    }
    struct best *best = encoder->scratch.data;
    for (size_t at = 0; at < length; hs_utf8_next(bytes, length, &at))
        if (!extend(model, best, bytes, length, at))
            return hsi_model_unknown(encoder, split, split->from + at);
    /* turn the path around: best[from].id then is where the piece that begins there ends */
    size_t end = length, next = SIZE_MAX;
    for (;;) {
        size_t from = best[end].from;
        best[end].from = next;
        next = end;
        if (end == 0)
            break;
        end = from;
    }
    for (size_t from = 0; from < length;) {
        size_t to = best[from].from;
        if (best[to].id != model->unknown || model->unknown == HS_NO_PIECE) {
            if (!hsi_part_add(encoder, split, best[to].id, from, to))
                return false;
        } else {
            while (to < length && best[best[to].from].id == model->unknown)
                to = best[to].from;
            if (!add_unknown(encoder, split, from, to))
                return false;
        }
        from = to;
    }
    return true;
}
