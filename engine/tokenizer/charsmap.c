/* charsmap.c – SentencePiece's compiled character map, as the reference reads it: a grapheme of up
 * to five bytes is looked up whole, a longer one character by character, and the first entry that
 * begins it replaces all of it. Called by normalize.c; the map's numbers come from a file and are
 * not believed. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

#include <string.h>

static size_t unit_offset(uint32_t unit)
{
    return (size_t)(unit >> 10) << ((unit & 0x200) >> 6);
}

/* The replacement of a text, false when no entry begins it. */
static bool look_up(
    const struct charsmap *map, const char *key, size_t length, size_t *at, size_t *end)
{
    if (map->units == 0)
        return false;
    size_t node = unit_offset(map->unit[0]);
    for (size_t i = 0; i < length && key[i]; i++) {
        unsigned char c = (unsigned char)key[i];
        node ^= c;
        if (node >= map->units)
            return false;
        uint32_t unit = map->unit[node];
        if ((unit & 0x800000FFu) != c)
            return false;
        node ^= unit_offset(unit);
        if (!(unit >> 8 & 1))
            continue;
        if (node >= map->units)
            return false;
        *at = map->unit[node] & 0x7FFFFFFFu;
        if (*at >= map->length || ((unsigned char)map->text[*at] & 0xC0) == 0x80)
            return false;
        *end = *at + strnlen(map->text + *at, map->length - *at);
        return true;
    }
    return false;
}

static size_t characters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static bool replace(struct writer *writer, const struct charsmap *map, const char *old,
    size_t old_length, size_t at, size_t end)
{
    size_t before = characters(old, old_length), after = characters(map->text + at, end - at);
    for (size_t i = 0; at < end; i++)
        if (!hsi_writer_put(writer, hs_utf8_next(map->text, end, &at), i >= before))
            return false;
    if (after < before && writer->held)
        writer->change -= (long)(before - after);
    return true;
}

static bool one(struct writer *writer, const struct charsmap *map, const char *text, size_t length)
{
    size_t at, end;
    if (length < 6 && look_up(map, text, length, &at, &end))
        return replace(writer, map, text, length, at, end);
    for (size_t from = 0, to = 0; from < length; from = to) {
        uint32_t c = hs_utf8_next(text, length, &to);
        bool fine = look_up(map, text + from, to - from, &at, &end)
                        ? replace(writer, map, text + from, to - from, at, end)
                        : hsi_writer_put(writer, c, 0);
        if (!fine)
            return false;
    }
    return true;
}

bool hsi_charsmap_apply(
    struct encoder *encoder, const struct charsmap *map, const struct split *split)
{
    const char *bytes = encoder->now.bytes;
    struct writer writer = hsi_writer(encoder, split);
    size_t start = split->from, at = split->from;
    uint32_t before = 0;
    int32_t state = 0;
    while (at < split->to) {
        size_t from = at;
        uint32_t c = hs_utf8_next(bytes, split->to, &at);
        if (from > start && hsi_unicode_grapheme_ends(before, c, &state)) {
            if (!one(&writer, map, bytes + start, from - start))
                return false;
            start = from;
        }
        before = c;
    }
    return (start == split->to || one(&writer, map, bytes + start, split->to - start)) &&
           hsi_writer_end(&writer);
}
