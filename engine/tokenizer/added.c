/* added.c – finding the added tokens in a text: at each place the longest one, from left to right.
 * Called by encode.c before and after the normalisers. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

static uint32_t character_before(const char *bytes, size_t from, size_t at)
{
    size_t start = at - 1;
    while (start > from && ((unsigned char)bytes[start] & 0xC0) == 0x80)
        start--;
    return hs_utf8_next(bytes, at, &start);
}

static bool inside_word(const char *bytes, size_t from, size_t to, size_t start, size_t stop)
{
    size_t next = stop;
    return (start > from && hsi_unicode_is(UNICODE_WORD, character_before(bytes, from, start))) ||
           (stop < to && hsi_unicode_is(UNICODE_WORD, hs_utf8_next(bytes, to, &next)));
}

static size_t blanks_before(const char *bytes, size_t from, size_t at)
{
    while (at > from && hsi_unicode_space(character_before(bytes, from, at)))
        for (at--; at > from && ((unsigned char)bytes[at] & 0xC0) == 0x80;)
            at--;
    return at;
}

static size_t blanks_behind(const char *bytes, size_t to, size_t at)
{
    for (size_t next = at; next < to; at = next)
        if (!hsi_unicode_space(hs_utf8_next(bytes, to, &next)))
            break;
    return at;
}

/* The first added token at or behind `at`; NULL when there is none. */
static const struct added *search(const struct hs_tokenizer *tokenizer, const struct words *words,
    const bool first[256], const char *bytes, size_t to, size_t *at)
{
    for (; *at < to; ++*at) {
        if (!first[(unsigned char)bytes[*at]])
            continue;
        size_t index = hsi_words_longest(words, "", 0, bytes + *at, to - *at);
        if (index != WORD_NONE)
            return &tokenizer->added[words->word[index].id];
    }
    return NULL;
}

static bool take_out(struct encoder *encoder, const struct split *split, bool normalized)
{
    const struct hs_tokenizer *tokenizer = encoder->tokenizer;
    const struct words *words = normalized ? &tokenizer->cooked : &tokenizer->raw;
    const bool *first = normalized ? tokenizer->cooked_first : tokenizer->raw_first;
    const char *bytes = encoder->now.bytes;
    size_t done = split->from, at = split->from;
    const struct added *added;
    while (words->count && (added = search(tokenizer, words, first, bytes, split->to, &at))) {
        size_t start = at, stop = at + added->match_length;
        at = stop;
        if (added->single_word && inside_word(bytes, split->from, split->to, start, stop))
            continue;
        if (added->lstrip) {
            start = blanks_before(bytes, split->from, start);
            start = start > done ? start : done;
        }
        if (added->rstrip)
            stop = blanks_behind(bytes, split->to, stop);
        if ((done < start && !hsi_text_slice(encoder, done, start, HS_NO_PIECE)) ||
            !hsi_text_slice(encoder, start, stop, added->id))
            return false;
        done = stop;
    }
    return done >= split->to || hsi_text_slice(encoder, done, split->to, HS_NO_PIECE);
}

bool hsi_added_apply(struct encoder *encoder, bool normalized)
{
    for (size_t i = 0; i < encoder->splits.count; i++) {
        struct split split = ((const struct split *)encoder->splits.data)[i];
        if (!(split.id == HS_NO_PIECE ? take_out(encoder, &split, normalized)
                                      : hsi_text_slice(encoder, split.from, split.to, split.id)))
            return false;
    }
    hsi_text_swap(encoder);
    return true;
}
