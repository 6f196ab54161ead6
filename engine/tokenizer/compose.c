/* compose.c – the four Unicode normal forms with the reference's account of which character stands
 * for which: of a decomposed character the first part replaces it and the others come in addition,
 * wherever sorting puts them. Called by normalize.c. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

struct mark {
    uint32_t c;
    int order; /* combining class */
    long change;
};

static bool add(struct encoder *encoder, struct mark mark)
{
    struct mark *made = hsi_encode_more(encoder, &encoder->scratch, sizeof *made);
    if (made)
        *made = mark;
    return made != NULL;
}

/* Sorts the marks behind a letter by class; equal ones stay in order. Mostly they are sorted
 * already; else by counting, so that a long run costs no more than its length. */
static bool sort_run(struct encoder *encoder, size_t from)
{
    struct mark *mark = encoder->scratch.data;
    size_t count = encoder->scratch.count;
    bool sorted = true;
    for (size_t i = from + 1; i < count; i++)
        sorted &= mark[i].order >= mark[i - 1].order;
    if (sorted)
        return true;
    size_t place[257] = {0}; // classes are below 256
    for (size_t i = from; i < count; i++)
        place[mark[i].order + 1]++;
    for (size_t i = 1; i < 257; i++)
        place[i] += place[i - 1];
    size_t run = count - from;
    for (size_t i = 0; i < run; i++)
        if (!add(encoder, (struct mark){0, 0, 0}))
            return false;
    mark = encoder->scratch.data;
    for (size_t i = from; i < count; i++)
        mark[count + place[mark[i].order]++] = mark[i];
    for (size_t i = 0; i < run; i++)
        mark[from + i] = mark[count + i];
    encoder->scratch.count = count;
    return true;
}

static bool decompose(struct encoder *encoder, const struct split *split, bool compatible)
{
    size_t run = 0; /* where the letter before begins */
    encoder->scratch.count = 0;
    for (size_t at = split->from; at < split->to;) {
        uint32_t parts[UNICODE_PARTS], c = hs_utf8_next(encoder->now.bytes, split->to, &at);
        size_t count = hsi_unicode_decompose(c, compatible, parts);
        for (size_t i = 0; i < count; i++) {
            struct mark mark = {parts[i], hsi_unicode_order(parts[i]), i > 0};
            if (mark.order == 0) {
                if (!sort_run(encoder, run))
                    return false;
                run = encoder->scratch.count;
            }
            if (!add(encoder, mark))
                return false;
        }
    }
    return sort_run(encoder, run);
}

/* In place: a composed character takes over what its parts replaced. */
static void recompose(struct encoder *encoder)
{
    struct mark *mark = encoder->scratch.data;
    size_t count = encoder->scratch.count, out = 0, letter = SIZE_MAX;
    int last = -1; /* class of the last mark kept behind the letter; -1: none */
    for (size_t i = 0; i < count; i++) {
        struct mark now = mark[i];
        if (letter != SIZE_MAX && (last < 0 || (last < now.order && now.order != 0))) {
            uint32_t made = hsi_unicode_compose(mark[letter].c, now.c);
            if (made) {
                mark[letter].c = made;
                mark[letter].change += now.change - 1;
                continue;
            }
        }
        if (now.order == 0) {
            letter = out;
            last = -1;
        } else if (letter != SIZE_MAX) {
            last = now.order;
        }
        mark[out++] = now;
    }
    encoder->scratch.count = out;
}

bool hsi_compose(struct encoder *encoder, const struct split *split, bool compatible, bool compose)
{
    bool plain = true;
    for (size_t i = split->from; i < split->to && plain; i++)
        plain = (unsigned char)encoder->now.bytes[i] < 0x80;
    if (plain)
        return hsi_text_copy(encoder, split->from, split->to);
    if (!decompose(encoder, split, compatible))
        return false;
    if (compose)
        recompose(encoder);
    struct writer writer = hsi_writer(encoder, split);
    const struct mark *mark = encoder->scratch.data;
    for (size_t i = 0; i < encoder->scratch.count; i++)
        if (!hsi_writer_put(&writer, mark[i].c, mark[i].change))
            return false;
    return hsi_writer_end(&writer);
}
