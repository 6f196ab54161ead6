/* model.c – from a split to the model's pieces, and WordPiece, the plainest of the three. Called by
 * encode.c; bpe.c and unigram.c have the others. */
#include "tokenizer/encode.h"

/* The longest beginning that is a token, then the longest of the rest, which is spelt with the
 * prefix; a word with a rest that has none, or with too many characters, is unknown as a whole. */
static bool wordpiece_cut(struct encoder *encoder, const struct split *split)
{
    const struct model *model = &encoder->tokenizer->model;
    const char *bytes = encoder->now.bytes + split->from;
    size_t length = split->to - split->from, characters = 0, before = encoder->parts.count;
    for (size_t i = 0; i < length; i++)
        characters += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    bool known = characters <= model->word_limit;
    for (size_t at = 0; known && at < length;) {
        size_t prefix = at ? model->prefix_length : 0;
        size_t index =
            hsi_words_longest(&model->words, model->prefix, prefix, bytes + at, length - at);
        known = index != WORD_NONE;
        if (!known)
            break;
        size_t end = at + model->words.word[index].length - prefix;
        if (!hsi_part_add(encoder, split, model->words.word[index].id, at, end))
            return false;
        at = end;
    }
    if (known)
        return true;
    encoder->parts.count = before;
    if (model->unknown == HS_NO_PIECE)
        return hsi_model_unknown(encoder, split, split->from);
    return hsi_part_add(encoder, split, model->unknown, 0, length);
}

bool hsi_model_cut(struct encoder *encoder, const struct split *split)
{
    if (split->id != HS_NO_PIECE) {
        size_t length = split->to - split->from;
        if (!hsi_part_add(encoder, split, split->id, 0, length))
            return false;
        struct part *part = (struct part *)encoder->parts.data + encoder->parts.count - 1;
        const char *spelt = encoder->now.bytes + split->from; // with the blanks that it took along
        part->lead = hsi_count_blanks(spelt, length, false);
        part->trail = hsi_count_blanks(spelt, length, true);
        part->special = encoder->tokenizer->token[split->id].special;
        return true;
    }
    switch (encoder->tokenizer->model.kind) {
    case MODEL_WORDPIECE:
        return wordpiece_cut(encoder, split);
    case MODEL_BPE:
        return hsi_bpe_cut(encoder, split);
    case MODEL_UNIGRAM:
        return hsi_unigram_cut(encoder, split);
    }
    return true;
}
