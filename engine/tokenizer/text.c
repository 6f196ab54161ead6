/* text.c – see encode.h: texts that remember where each of their bytes comes from. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

#include <stdlib.h>
#include <string.h>

bool hsi_encode_fail(struct encoder *encoder, enum hs_status status, const char *words)
{
    if (!encoder->status)
        encoder->status = hs_fail(encoder->error, status, "%s", words);
    return false;
}

static bool no_memory(struct encoder *encoder)
{
    return hsi_encode_fail(
        encoder, HS_NO_MEMORY, "memory ran out while cutting the text; close some programs");
}

void *hsi_encode_more(struct encoder *encoder, struct list *list, size_t size)
{
    if (size > list->room - list->count * size) {
        size_t room = list->room ? list->room * 2 : 2048;
        void *data = room > list->room ? realloc(list->data, room) : NULL;
        if (!data) {
            no_memory(encoder);
            return NULL;
        }
        list->data = data;
        list->room = room;
    }
    return (char *)list->data + list->count++ * size;
}

static bool text_room(struct encoder *encoder, struct text *text, size_t more)
{
    if (more <= text->room - text->length)
        return true;
    if (more > MOST_BYTES - text->length)
        return hsi_encode_fail(encoder, HS_LIMIT,
            "the tokenizer's normalisers make more than 64 MiB of this text; give a shorter one");
    size_t room = text->room ? text->room : 256;
    while (room < text->length + more)
        room *= 2;
    char *bytes = realloc(text->bytes, room);
    if (bytes)
        text->bytes = bytes;
    uint32_t *from = realloc(text->from, room * sizeof *from);
    if (from)
        text->from = from;
    uint32_t *to = realloc(text->to, room * sizeof *to);
    if (to)
        text->to = to;
    if (!bytes || !from || !to)
        return no_memory(encoder);
    text->room = room;
    return true;
}

bool hsi_text_copy(struct encoder *encoder, size_t from, size_t to)
{
    struct text *next = &encoder->next;
    const struct text *now = &encoder->now;
    size_t length = to - from;
    if (!text_room(encoder, next, length))
        return false;
    if (length == 0)
        return true;
    memcpy(next->bytes + next->length, now->bytes + from, length);
    memcpy(next->from + next->length, now->from + from, length * sizeof *now->from);
    memcpy(next->to + next->length, now->to + from, length * sizeof *now->to);
    next->length += length;
    return true;
}

void hsi_text_swap(struct encoder *encoder)
{
    struct text text = encoder->now;
    encoder->now = encoder->next;
    encoder->next = text;
    encoder->next.length = 0;
    struct list list = encoder->splits;
    encoder->splits = encoder->made;
    encoder->made = list;
    encoder->made.count = 0;
}

bool hsi_text_slice(struct encoder *encoder, size_t from, size_t to, uint32_t id)
{
    if (from == to)
        return true;
    struct split *split = hsi_encode_more(encoder, &encoder->made, sizeof *split);
    if (!split)
        return false;
    size_t at = encoder->next.length;
    *split = (struct split){at, at + (to - from), encoder->now.from[from], id};
    return hsi_text_copy(encoder, from, to);
}

struct writer hsi_writer(struct encoder *encoder, const struct split *split)
{
    return (struct writer){.encoder = encoder,
        .begin = split->from,
        .end = split->to,
        .cursor = split->from,
        .origin = split->origin};
}

bool hsi_writer_skip(struct writer *writer, size_t characters)
{
    const char *bytes = writer->encoder->now.bytes;
    for (; characters && writer->cursor < writer->end; characters--)
        hs_utf8_next(bytes, writer->end, &writer->cursor);
    return true;
}

/* Writes the held character. */
static bool flush(struct writer *writer)
{
    if (!writer->held)
        return true;
    struct encoder *encoder = writer->encoder;
    struct text *now = &encoder->now, *next = &encoder->next;
    writer->held = false;
    if (!text_room(encoder, next, 4))
        return false;
    uint32_t from = writer->origin, to = writer->origin; // before the first character: nowhere
    size_t like = writer->change > 0 ? writer->cursor - 1 : writer->cursor;
    if (writer->change <= 0 && like >= writer->end)
        like = writer->end - 1;
    if (writer->end > writer->begin && (writer->change <= 0 || writer->cursor > writer->begin)) {
        from = now->from[like];
        to = now->to[like];
    }
    size_t length = hsi_unicode_write(writer->c, next->bytes + next->length);
    for (size_t i = 0; i < length; i++) {
        next->from[next->length + i] = from;
        next->to[next->length + i] = to;
    }
    next->length += length;
    return writer->change > 0 || hsi_writer_skip(writer, (size_t)(1 - writer->change));
}

bool hsi_writer_put(struct writer *writer, uint32_t c, long change)
{
    if (!flush(writer))
        return false;
    writer->held = true;
    writer->c = c;
    writer->change = change;
    return true;
}

bool hsi_writer_end(struct writer *writer)
{
    return flush(writer);
}
