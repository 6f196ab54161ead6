/* normalize.c – the normalisers: what is changed in a text before it is cut. Called by encode.c
 * with one of them at a time; splits that are added tokens already stay as they are. */
#include "tokenizer/encode.h"
#include "tokenizer/pattern.h"
#include "tokenizer/unicode.h"

#include <string.h>

/* What a normaliser does with one character: nothing but to keep, change or drop it. */
static bool clean(uint32_t *c)
{
    if (*c == 0 || *c == 0xFFFD)
        return false;
    bool line = *c == '\t' || *c == '\n' || *c == '\r'; // controls that count as blanks
    if (!line && hsi_unicode_is(UNICODE_INVISIBLE, *c))
        return false;
    if (line || hsi_unicode_space(*c))
        *c = ' ';
    return true;
}

static bool keep_nonspacing(uint32_t *c)
{
    return !hsi_unicode_is(UNICODE_NONSPACING, *c);
}

static bool keep_mark(uint32_t *c)
{
    return !hsi_unicode_is(UNICODE_MARK, *c);
}

/* The rules of neural machine translation: controls dropped, odd blanks become blanks. */
static bool nmt(uint32_t *c)
{
    uint32_t x = *c;
    if ((x >= 1 && x <= 8) || x == 0xB || (x >= 0xE && x <= 0x1F) || x == 0x7F || x == 0x8F ||
        x == 0x9F)
        return false;
    if (x == 9 || x == 10 || x == 12 || x == 13 || x == 0x1680 || (x >= 0x200B && x <= 0x200F) ||
        x == 0x2028 || x == 0x2029 || x == 0x2581 || x == 0xFEFF || x == 0xFFFD)
        *c = ' ';
    return true;
}

static bool each(struct encoder *encoder, const struct split *split, bool (*keep)(uint32_t *c))
{
    struct text *now = &encoder->now, *next = &encoder->next;
    for (size_t at = split->from; at < split->to;) {
        size_t from = at;
        uint32_t c = hs_utf8_next(now->bytes, split->to, &at), old = c;
        if (!keep(&c))
            continue;
        if (!hsi_text_copy(encoder, from, at))
            return false;
        if (c != old) { // a blank is never longer than what it stands for
            next->length -= at - from;
            next->bytes[next->length++] = (char)c;
        }
    }
    return true;
}

static bool is_chinese(uint32_t c)
{
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
           (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B81F) ||
           (c >= 0x2B920 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x2F800 && c <= 0x2FA1F);
}

static bool space_chinese(struct encoder *encoder, const struct split *split)
{
    struct writer writer = hsi_writer(encoder, split);
    for (size_t at = split->from; at < split->to;) {
        uint32_t c = hs_utf8_next(encoder->now.bytes, split->to, &at);
        bool fine = is_chinese(c)
                        ? hsi_writer_put(&writer, ' ', 0) && hsi_writer_put(&writer, c, 1) &&
                              hsi_writer_put(&writer, ' ', 1)
                        : hsi_writer_put(&writer, c, 0);
        if (!fine)
            return false;
    }
    return hsi_writer_end(&writer);
}

static bool lower(struct encoder *encoder, const struct split *split)
{
    struct writer writer = hsi_writer(encoder, split);
    for (size_t at = split->from; at < split->to;) {
        uint32_t second, c = hs_utf8_next(encoder->now.bytes, split->to, &at);
        if (!hsi_writer_put(&writer, hsi_unicode_lower(c, &second), 0) ||
            (second && !hsi_writer_put(&writer, second, 1)))
            return false;
    }
    return hsi_writer_end(&writer);
}

static bool strip(struct encoder *encoder, const struct split *split, bool left, bool right)
{
    const char *bytes = encoder->now.bytes;
    size_t from = split->from, to = split->to;
    while (left && from < to) {
        size_t at = from;
        if (!hsi_unicode_space(hs_utf8_next(bytes, to, &at)))
            break;
        from = at;
    }
    while (right && to > from) {
        size_t start = to - 1;
        while (start > from && ((unsigned char)bytes[start] & 0xC0) == 0x80)
            start--;
        size_t at = start;
        if (!hsi_unicode_space(hs_utf8_next(bytes, to, &at)))
            break;
        to = start;
    }
    return hsi_text_copy(encoder, from, to);
}

bool hsi_text_prepend(
    struct encoder *encoder, const struct split *split, const char *text, size_t length)
{
    if (split->from == split->to)
        return true;
    size_t first = split->from;
    uint32_t c = hs_utf8_next(encoder->now.bytes, split->to, &first);
    struct writer writer = hsi_writer(encoder, split);
    for (size_t at = 0, i = 0; at < length; i++)
        if (!hsi_writer_put(&writer, hs_utf8_next(text, length, &at), i != 0))
            return false;
    return hsi_writer_put(&writer, c, 1) && hsi_writer_end(&writer) &&
           hsi_text_copy(encoder, first, split->to);
}

/* The content of a replaced match stands for the match's last character. */
static bool replace(struct encoder *encoder, const struct split *split, struct pattern *pattern,
    const char *content, size_t length)
{
    if (!hsi_pattern_cuts(encoder, pattern, split->from, split->to))
        return false;
    const struct cut *cut = encoder->cuts.data;
    for (size_t i = 0; i < encoder->cuts.count; i++) {
        if (!cut[i].match) {
            if (!hsi_text_copy(encoder, cut[i].from, cut[i].to))
                return false;
            continue;
        }
        struct writer writer = hsi_writer(encoder, split);
        writer.cursor = cut[i].to;
        for (size_t at = 0; at < length;)
            if (!hsi_writer_put(&writer, hs_utf8_next(content, length, &at), 1))
                return false;
        if (!hsi_writer_end(&writer))
            return false;
    }
    return true;
}

static bool one(
    struct encoder *encoder, const struct normalizer *normalizer, const struct split *split)
{
    switch (normalizer->kind) {
    case NORMALIZE_NFC:
        return hsi_compose(encoder, split, false, true);
    case NORMALIZE_NFD:
        return hsi_compose(encoder, split, false, false);
    case NORMALIZE_NFKC:
        return hsi_compose(encoder, split, true, true);
    case NORMALIZE_NFKD:
        return hsi_compose(encoder, split, true, false);
    case NORMALIZE_LOWERCASE:
        return lower(encoder, split);
    case NORMALIZE_STRIP:
        return strip(encoder, split, normalizer->left, normalizer->right);
    case NORMALIZE_STRIP_ACCENTS:
        return each(encoder, split, keep_mark);
    case NORMALIZE_NMT:
        return each(encoder, split, nmt);
    case NORMALIZE_PREPEND:
        return hsi_text_prepend(encoder, split, normalizer->content, normalizer->content_length);
    case NORMALIZE_REPLACE:
        return replace(
            encoder, split, normalizer->pattern, normalizer->content, normalizer->content_length);
    case NORMALIZE_PRECOMPILED:
        return hsi_charsmap_apply(encoder, &normalizer->map, split);
    case NORMALIZE_BYTES:
        return hsi_bytes_apply(encoder, split);
    case NORMALIZE_BERT:
        break;
    }
    return true;
}

/* Everything that is still to be cut goes through `step`; a step is one of the plain normalisers. */
static bool whole(struct encoder *encoder, const struct normalizer *normalizer,
    bool (*step)(struct encoder *, const struct split *))
{
    for (size_t i = 0; i < encoder->splits.count; i++) {
        struct split split = ((const struct split *)encoder->splits.data)[i];
        struct split *made = hsi_encode_more(encoder, &encoder->made, sizeof *made);
        if (!made)
            return false;
        *made = split;
        made->from = encoder->next.length;
        bool fine = split.id != HS_NO_PIECE ? hsi_text_copy(encoder, split.from, split.to)
                    : step                  ? step(encoder, &split)
                                            : one(encoder, normalizer, &split);
        if (!fine)
            return false;
        made = (struct split *)encoder->made.data + i;
        made->to = encoder->next.length;
    }
    hsi_text_swap(encoder);
    return true;
}

static bool step_clean(struct encoder *encoder, const struct split *split)
{
    return each(encoder, split, clean);
}

static bool step_decompose(struct encoder *encoder, const struct split *split)
{
    return hsi_compose(encoder, split, false, false);
}

static bool step_strip_accents(struct encoder *encoder, const struct split *split)
{
    return each(encoder, split, keep_nonspacing);
}

bool hsi_normalize(struct encoder *encoder, const struct normalizer *normalizer)
{
    if (normalizer->kind != NORMALIZE_BERT)
        return whole(encoder, normalizer, NULL);
    return (!normalizer->clean_text || whole(encoder, NULL, step_clean)) &&
           (!normalizer->chinese || whole(encoder, NULL, space_chinese)) &&
           (!normalizer->strip_accents || (whole(encoder, NULL, step_decompose) &&
                                              whole(encoder, NULL, step_strip_accents))) &&
           (!normalizer->lowercase || whole(encoder, NULL, lower));
}
