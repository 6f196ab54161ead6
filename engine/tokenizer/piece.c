/* piece.c – a model's piece with its place in the text as typed, and the error of a text that a model has no piece for.
 * Called by model.c, bpe.c and unigram.c. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

/* Blanks at one end of a token as it is spelt: those and the letter that stands for a blank. */
uint32_t hsi_count_blanks(const char *text, size_t length, bool back)
{
    uint32_t blanks = 0, letter = hsi_byte_letter(' ');
    for (size_t at = back ? length : 0; back ? at > 0 : at < length; blanks++) {
        size_t start = at;
        if (back)
            for (start--; start > 0 && ((unsigned char)text[start] & 0xC0) == 0x80;)
                start--;
        size_t next = start;
        uint32_t c = hs_utf8_next(text, length, &next);
        if (c != letter && !hsi_unicode_space(c))
            break;
        at = back ? start : next;
    }
    return blanks;
}

bool hsi_part_add(
    struct encoder *encoder, const struct split *split, uint32_t id, size_t from, size_t to)
{
    const struct text *now = &encoder->now;
    struct part *part = hsi_encode_more(encoder, &encoder->parts, sizeof *part);
    if (!part)
        return false;
    if (encoder->parts.count > HS_MAX_PIECES)
        return hsi_encode_fail(
            encoder, HS_LIMIT, "the text has more than a million pieces; give a shorter one");
    *part = (struct part){.id = id, .first = encoder->parts.count == 1};
    size_t length = split->to - split->from;
    if (from < to && to <= length) {
        part->start = now->from[split->from + from];
        part->end = now->to[split->from + to - 1];
    } else { // an empty piece, or bytes that a prefix made up
        part->start = (uint32_t)(split->origin + (from < length ? from : length));
        part->end = (uint32_t)(split->origin + (to < length ? to : length));
    }
    const struct token *token = &encoder->tokenizer->token[id];
    const char *spelt = token->text;
    size_t spelt_length = token->length;
    bool made_up = encoder->tokenizer->model.kind == MODEL_UNIGRAM &&
                   id == encoder->tokenizer->model.unknown && to <= length;
    if (made_up) { // the reference spells what is unknown to Unigram as it is in the text
        spelt = now->bytes + split->from + from;
        spelt_length = to - from;
    }
    part->lead = hsi_count_blanks(spelt, spelt_length, false);
    part->trail = hsi_count_blanks(spelt, spelt_length, true);
    return true;
}

bool hsi_model_unknown(struct encoder *encoder, const struct split *split, size_t at)
{
    const struct model *model = &encoder->tokenizer->model;
    uint32_t place = at < encoder->now.length ? encoder->now.from[at] : split->origin;
    char words[300];
    snprintf(words, sizeof words,
        "byte %u of the text: the tokenizer has no token for this, and %s%.60s%s; leave the "
        "character out, or "
        "give the tokenizer a token for the unknown",
        place + 1u, model->unknown_name ? "its unk_token \"" : "none for the unknown",
        model->unknown_name ? model->unknown_name : "",
        model->unknown_name ? "\" is not in its vocabulary" : "");
    return hsi_encode_fail(encoder, HS_BAD_INPUT, words);
}
