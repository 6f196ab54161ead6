/* dump_axis.c – one axis of what is shown of a dump: which positions of the file are its rows (or
 * columns), merged or left out, and what they are called. Called by dump_window.c. */
#include "sources/dump.h"

#include <stdlib.h>
#include <string.h>

#include "text/tokens.h"

static enum hs_status no_memory(struct hs_error *error)
{
    return hs_fail(error, HS_NO_MEMORY, "no memory left for the tokens of an attention file");
}

static size_t length_of(const struct dump_part *part, enum hs_side side)
{
    return side == HS_QUERY ? part->about.n : part->about.m;
}

enum hs_status hsi_dump_texts(const struct dump_part *part, enum hs_side side, size_t batch,
    const char ***texts, struct hs_error *error)
{
    size_t count = length_of(part, side) + part->skip[side], at = 0;
    *texts = NULL;
    if (!part->tokens[side])
        return HS_OK;
    const char **list = malloc(count * sizeof *list);
    if (!list)
        return no_memory(error);
    const struct hs_json *item = hs_json_first(hsi_dump_list_of(part->tokens[side], batch));
    for (; item && at < count; item = hs_json_next(item))
        list[at++] = hs_json_string(item);
    *texts = list;
    return HS_OK;
}

/* ------------------------------------------------------------------ pieces */
struct pieces {
    size_t count;
    struct dump_piece *piece; /* (count) */
    char *room;               /* their bytes */
};

static void pieces_drop(struct pieces *pieces)
{
    free(pieces->piece);
    free(pieces->room);
}

/* Those of texts [skip, skip + count); what a piece means depends on the one before it. */
static bool pieces_read(
    enum dump_scheme scheme, const char *const *texts, size_t skip, size_t count, struct pieces *pieces)
{
    struct dump_piece before;
    size_t bytes = 1 + (skip ? strlen(texts[skip - 1]) + 4 : 0);
    const char *const *all = texts;
    texts += skip;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(texts[i]) + 4;
    *pieces = (struct pieces){count, malloc((count + 1) * sizeof *pieces->piece), malloc(bytes)};
    if (!pieces->piece || !pieces->room)
        return false;
    char *room = pieces->room;
    if (skip) {
        before = hsi_dump_piece_read(scheme, all[skip - 1], NULL, room);
        room += strlen(all[skip - 1]) + 4;
    }
    for (size_t i = 0; i < count; i++) {
        pieces->piece[i] =
            hsi_dump_piece_read(scheme, texts[i], i ? &pieces->piece[i - 1] : skip ? &before : NULL, room);
        room += strlen(texts[i]) + 4;
    }
    return true;
}

/* ------------------------------------------------------------------ spans */
static enum hs_status make_spans(const struct dump *dump, const struct dump_part *part,
    size_t batch, const struct pieces *pieces, bool words, unsigned segment, struct dump_axis *axis,
    struct hs_error *error)
{
    size_t count = axis->file_count, at = 0;
    uint8_t *segment_of = calloc(count, 1);
    axis->span = malloc(count * sizeof *axis->span);
    axis->count = 0;
    if (!segment_of || !axis->span) {
        free(segment_of);
        return no_memory(error);
    }
    const struct hs_json *item = hs_json_first(hsi_dump_list_of(part->segments, batch));
    for (; segment < 2 && item && at < count; item = hs_json_next(item)) {
        size_t value = 0;
        hs_json_index(item, 2, &value);
        segment_of[at++] = (uint8_t)value;
    }
    for (size_t i = 0; i < count; i++) {
        if ((segment < 2 && segment_of[i] != segment) || (axis->padded && axis->padded[i]))
            continue;
        bool joined = words && i > 0 && !pieces->piece[i].starts && axis->count > 0 &&
                      axis->span[axis->count - 1].first + axis->span[axis->count - 1].count == i;
        if (joined)
            axis->span[axis->count - 1].count++;
        else
            axis->span[axis->count++] = (struct dump_span){(uint32_t)i, 1};
    }
    free(segment_of);
    if (axis->count == 0)
        return hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
            "has no token in sentence %c: its segment ids are all %u", segment ? 'B' : 'A',
            1 - segment);
    return HS_OK;
}

/* ------------------------------------------------------------------ names */
static void show_span(struct hs_buffer *buffer, const char *const *texts,
    const struct pieces *pieces, struct dump_span span, enum hs_pieces form)
{
    if (!texts) {
        hs_buffer_print(buffer, "%u", span.first);
    } else if (form == HS_PIECES_RAW) {
        hs_buffer_write(buffer, texts[span.first], strlen(texts[span.first]));
    } else if (form == HS_PIECES_READABLE || span.count == 1) {
        struct dump_piece piece = pieces->piece[span.first];
        piece.starts |= form == HS_PIECES_WORDS;
        hsi_dump_show_piece(buffer, &piece);
    } else {
        struct hs_buffer joined = {0}; /* whole characters may be spread over pieces */
        for (size_t i = 0; i < span.count; i++)
            hs_buffer_write(
                &joined, pieces->piece[span.first + i].bytes, pieces->piece[span.first + i].length);
        hsi_dump_show_bytes(buffer, joined.data ? joined.data : "", joined.length);
        buffer->failed |= joined.failed;
        hs_buffer_drop(&joined);
    }
}

static enum hs_status make_tokens(struct dump_axis *axis, const char *const *texts,
    const struct pieces *pieces, enum hs_pieces form, struct hs_error *error)
{
    struct hs_buffer all = {0}; /* every name, each with its NUL */
    size_t bytes = 0;
    for (size_t i = 0; i < axis->count; i++) {
        struct dump_span span = axis->span ? axis->span[i] : (struct dump_span){(uint32_t)i, 1};
        show_span(&all, texts, pieces, span, form);
        hs_buffer_write(&all, "", 1);
    }
    const char *name = all.data;
    for (size_t i = 0; !all.failed && i < axis->count; i++, name += strlen(name) + 1)
        bytes += hsi_tokens_show(name, strlen(name), true, NULL) + 1;
    struct hsi_tokens_room room = {0};
    if (!all.failed)
        room = hsi_tokens_room(axis->count, bytes);
    if (!room.tokens) {
        hs_buffer_drop(&all);
        return no_memory(error);
    }
    name = all.data;
    for (size_t i = 0; i < axis->count; i++, name += strlen(name) + 1) {
        size_t first = axis->span ? axis->span[i].first : i;
        bool punct = texts && pieces->piece[first].punct;
        room.token[i] = (struct hs_token){.text = room.text,
            .kind = texts && pieces->piece[first].special ? HS_TOKEN_SYMBOL
                    : punct                               ? HS_TOKEN_PUNCT
                    : form == HS_PIECES_WORDS             ? HS_TOKEN_WORD
                                                          : HS_TOKEN_PIECE,
            .space_before = i > 0 && (!texts || pieces->piece[first].starts)};
        room.text += hsi_tokens_show(name, strlen(name), true, room.text);
        *room.text++ = '\0';
    }
    hs_buffer_drop(&all);
    axis->tokens = room.tokens;
    return HS_OK;
}

enum hs_status hsi_dump_axis_make(const struct dump *dump, const struct dump_part *part,
    enum hs_side side, size_t batch, enum hs_pieces form, unsigned segment, struct dump_axis *axis,
    struct hs_error *error)
{
    const char **list;
    struct pieces pieces = {0};
    *axis = (struct dump_axis){.file_count = length_of(part, side)};
    axis->count = axis->file_count;
    enum hs_status status = hsi_dump_texts(part, side, batch, &list, error);
    if (!status && list && !pieces_read(part->scheme[side], list, part->skip[side], axis->count, &pieces))
        status = no_memory(error);
    const char *const *texts = list ? list + part->skip[side] : NULL;
    bool words = form == HS_PIECES_WORDS && texts;
    if (!status)
        status = hsi_dump_find_padding(dump, part, side, batch, texts, axis, error);
    if (!status && (words || segment < 2 || axis->padded))
        status = make_spans(dump, part, batch, &pieces, words, segment, axis, error);
    if (!status)
        status = make_tokens(axis, texts, &pieces, form, error);
    pieces_drop(&pieces);
    free(list);
    if (status)
        hsi_dump_axis_drop(axis);
    return status;
}

bool hsi_dump_all_padding(const struct dump *dump, const struct hs_view *view)
{
    const struct dump_part *part = &dump->part[view->part];
    bool all = false;
    for (enum hs_side side = HS_QUERY; side <= HS_KEY && !all; side++) {
        struct dump_axis axis = {.file_count = side == HS_QUERY ? part->about.n : part->about.m};
        const char **list;
        if (hsi_dump_texts(part, side, view->item, &list, NULL))
            return false;
        hsi_dump_find_padding(dump, part, side, view->item, list ? (const char *const *)list + part->skip[side] : NULL, &axis, NULL);
        all = axis.padding == axis.file_count;
        free(axis.padded);
        free(list);
    }
    return all;
}

void hsi_dump_axis_drop(struct dump_axis *axis)
{
    free(axis->span);
    free(axis->padded);
    hs_tokens_drop(axis->tokens);
    *axis = (struct dump_axis){0};
}
