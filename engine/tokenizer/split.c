/* split.c – the pre-tokenisers: where a text may not be joined by the model. Called by encode.c
 * with one of them at a time. */
#include "tokenizer/encode.h"
#include "tokenizer/pattern.h"
#include "tokenizer/unicode.h"

#include <string.h>

static bool is_space(uint32_t c)
{
    return hsi_unicode_space(c);
}

static bool is_punctuation(uint32_t c)
{
    return hsi_unicode_is(UNICODE_PUNCTUATION, c);
}

static bool is_number(uint32_t c)
{
    return c < 0x80 ? c >= '0' && c <= '9' : hsi_unicode_is(UNICODE_NUMBER, c);
}

/* Cuts at every character of a class. */
static bool class_cuts(struct encoder *encoder, size_t from, size_t to, bool (*is)(uint32_t))
{
    size_t last = from;
    encoder->cuts.count = 0;
    for (size_t at = from; at < to;) {
        size_t start = at;
        if (!is(hs_utf8_next(encoder->now.bytes, to, &at)))
            continue;
        if ((last < start && !hsi_cut_add(encoder, last, start, false)) ||
            !hsi_cut_add(encoder, start, at, true))
            return false;
        last = at;
    }
    return last == to || hsi_cut_add(encoder, last, to, false);
}

/* 0 a blank, 1 part of a word, 2 anything else: \w+|[^\w\s]+ */
static int word_class(uint32_t c)
{
    return hsi_unicode_is(UNICODE_WORD, c) ? 1 : hsi_unicode_space(c) ? 0 : 2;
}

static bool word_cuts(struct encoder *encoder, size_t from, size_t to)
{
    encoder->cuts.count = 0;
    int before = -1;
    size_t start = from;
    for (size_t at = from; at < to;) {
        size_t here = at;
        int now = word_class(hs_utf8_next(encoder->now.bytes, to, &at));
        if (now == before)
            continue;
        if (before >= 0 && !hsi_cut_add(encoder, start, here, before == 0))
            return false;
        start = here;
        before = now;
    }
    return start == to || hsi_cut_add(encoder, start, to, before == 0);
}

/* The cuts as the behaviour joins them become splits. Joining is into the stretch before, or for
 * MERGED_RIGHT, read from the end, into the one behind. */
static bool join(struct encoder *encoder, enum split_behavior behavior)
{
    struct cut *cut = encoder->cuts.data;
    size_t count = encoder->cuts.count, kept = 0;
    bool before = false, back = behavior == SPLIT_MERGED_RIGHT;
    if (behavior == SPLIT_REMOVED || behavior == SPLIT_ISOLATED)
        kept = count;
    for (size_t i = 0; i < count && kept < count; i++) {
        struct cut now = cut[back ? count - 1 - i : i];
        bool merge =
            kept > 0 && (behavior == SPLIT_CONTIGUOUS ? now.match == before : now.match && !before);
        before = now.match;
        struct cut *last = merge ? &cut[back ? count - kept : kept - 1] : NULL;
        if (last && back)
            last->from = now.from;
        else if (last)
            last->to = now.to;
        else
            cut[back ? count - ++kept : kept++] = now;
    }
    for (size_t i = 0; i < kept; i++) {
        const struct cut *now = &cut[back ? count - kept + i : i];
        if (behavior == SPLIT_REMOVED && now->match)
            continue;
        if (!hsi_text_slice(encoder, now->from, now->to, HS_NO_PIECE))
            return false;
    }
    return true;
}

static bool keep(struct encoder *encoder, const struct split *split)
{
    struct split *made = hsi_encode_more(encoder, &encoder->made, sizeof *made);
    if (!made)
        return false;
    *made = *split;
    made->from = encoder->next.length;
    made->to = made->from + (split->to - split->from);
    return hsi_text_copy(encoder, split->from, split->to);
}

/* Pairs of what finds the cuts and how they are joined. */
static bool cut_one(
    struct encoder *encoder, const struct splitter *splitter, const struct split *split)
{
    switch (splitter->kind) {
    case SPLIT_PATTERN:
        if (!hsi_pattern_cuts(encoder, splitter->pattern, split->from, split->to))
            return false;
        for (size_t i = 0; splitter->invert && i < encoder->cuts.count; i++) {
            struct cut *cut = (struct cut *)encoder->cuts.data + i;
            cut->match = !cut->match;
        }
        return join(encoder, splitter->behavior);
    case SPLIT_DIGITS:
        return class_cuts(encoder, split->from, split->to, is_number) &&
               join(encoder, splitter->individual ? SPLIT_ISOLATED : SPLIT_CONTIGUOUS);
    case SPLIT_PUNCTUATION:
        return class_cuts(encoder, split->from, split->to, is_punctuation) &&
               join(encoder, splitter->behavior);
    case SPLIT_WHITESPACE_ONLY:
        return class_cuts(encoder, split->from, split->to, is_space) &&
               join(encoder, SPLIT_REMOVED);
    case SPLIT_WHITESPACE:
        return word_cuts(encoder, split->from, split->to) && join(encoder, SPLIT_REMOVED);
    case SPLIT_BYTE_LEVEL:
    case SPLIT_METASPACE:
        if (!splitter->split)
            return keep(encoder, split);
        return hsi_pattern_cuts(encoder, splitter->pattern, split->from, split->to) &&
               join(encoder,
                   splitter->kind == SPLIT_METASPACE ? SPLIT_MERGED_RIGHT : SPLIT_ISOLATED);
    case SPLIT_BERT:
        break;
    }
    return true;
}

/* Every split that is still to be cut, by one way. */
static bool cut_all(struct encoder *encoder, const struct splitter *splitter)
{
    for (size_t i = 0; i < encoder->splits.count; i++) {
        struct split split = ((const struct split *)encoder->splits.data)[i];
        if (!(split.id != HS_NO_PIECE ? keep(encoder, &split) : cut_one(encoder, splitter, &split)))
            return false;
    }
    hsi_text_swap(encoder);
    return true;
}

/* Blanks become the replacement, and one is put before a split that has none. */
static bool metaspace_text(
    struct encoder *encoder, const struct splitter *splitter, const struct split *split)
{
    const char *mark = splitter->replacement;
    size_t length = splitter->replacement_length, at = split->from;
    const char *bytes = encoder->now.bytes;
    bool begins =
        bytes[at] == ' ' || (split->to - at >= length && memcmp(bytes + at, mark, length) == 0);
    bool prepend = !begins && (splitter->prepend == PREPEND_ALWAYS ||
                                  (splitter->prepend == PREPEND_FIRST && split->origin == 0));
    struct writer writer = hsi_writer(encoder, split);
    for (bool first = true; at < split->to; first = false) {
        uint32_t c = hs_utf8_next(bytes, split->to, &at);
        bool blank = c == ' ';
        size_t none = 0;
        uint32_t put = blank ? hs_utf8_next(mark, length, &none) : c;
        if (first && prepend) {
            none = 0;
            if (!hsi_writer_put(&writer, hs_utf8_next(mark, length, &none), 0) ||
                !hsi_writer_put(&writer, put, 1))
                return false;
        } else if (!hsi_writer_put(&writer, put, 0)) {
            return false;
        }
    }
    return hsi_writer_end(&writer);
}

/* Changes every split that is still to be cut before it is cut. */
static bool change_all(struct encoder *encoder, const struct splitter *splitter, bool bytes)
{
    for (size_t i = 0; i < encoder->splits.count; i++) {
        struct split split = ((const struct split *)encoder->splits.data)[i];
        struct split *made = hsi_encode_more(encoder, &encoder->made, sizeof *made);
        if (!made)
            return false;
        *made = split;
        made->from = encoder->next.length;
        bool fine;
        if (split.id != HS_NO_PIECE || split.from == split.to)
            fine = hsi_text_copy(encoder, split.from, split.to);
        else if (bytes)
            fine = hsi_bytes_apply(encoder, &split);
        else if (splitter->kind == SPLIT_METASPACE)
            fine = metaspace_text(encoder, splitter, &split);
        else if (encoder->now.bytes[split.from] == ' ')
            fine = hsi_text_copy(encoder, split.from, split.to);
        else
            fine = hsi_text_prepend(encoder, &split, " ", 1);
        if (!fine)
            return false;
        ((struct split *)encoder->made.data)[i].to = encoder->next.length;
    }
    hsi_text_swap(encoder);
    return true;
}

bool hsi_split(struct encoder *encoder, const struct splitter *splitter)
{
    static const struct splitter spaces = {.kind = SPLIT_WHITESPACE_ONLY};
    static const struct splitter marks = {.kind = SPLIT_PUNCTUATION, .behavior = SPLIT_ISOLATED};
    switch (splitter->kind) {
    case SPLIT_BERT:
        return cut_all(encoder, &spaces) && cut_all(encoder, &marks);
    case SPLIT_BYTE_LEVEL:
        return (!splitter->prefix_space || change_all(encoder, splitter, false)) &&
               cut_all(encoder, splitter) && change_all(encoder, splitter, true);
    case SPLIT_METASPACE:
        return change_all(encoder, splitter, false) && cut_all(encoder, splitter);
    default:
        return cut_all(encoder, splitter);
    }
}
